"""Telling a cause from what only follows from it.

A finding follows from an earlier faulty entry if it vanishes once that entry is mended. For each cause the mends are
tried that a scribe's slip calls for: the entry left out or carried out, swapped with the next one, replaced by
something that was allowed there, or preceded by an entry that was forgotten. The mend that leaves the fewest findings
wins; what it makes vanish follows from the cause. All of it is replayed by the same rules as the record itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from oasis_ref.core.documents import Entry, Ruling
from oasis_ref.games.base import Table
from oasis_ref.record.verdict import EntryVerdict, Policy
from oasis_ref.referee.replaying import Decision, Numbered, replay_entries

MOST_STEPS = 60_000
"""How many entries may be replayed while looking for causes; what is left then counts as a cause."""

_VOID = Decision(0, Ruling(on=0, decision="void"))
_STANDS = Decision(0, Ruling(on=0, decision="stands"))


class CauseFinder:
    """Finds out which faulty entries of one record are causes and which follow from one."""

    def __init__(
        self, start: Table, entries: Sequence[Numbered], policy: Policy, decisions: Mapping[int, Decision]
    ) -> None:
        self._start = start
        self._entries = list(entries)
        self._policy = policy
        self._decisions = dict(decisions)
        self._steps = 0

    def follows(self, faulty: Sequence[int]) -> dict[int, int]:
        """Return, for each faulty entry that follows from an earlier one, the number of that earlier one."""
        result: dict[int, int] = {}
        left = sorted(faulty)
        entries, decisions = self._entries, self._decisions
        while len(left) > 1 and self._steps < MOST_STEPS:
            cause, later = left[0], left[1:]
            place = next(place for place, (number, _) in enumerate(entries) if number == cause)
            before = self._table_before(entries[:place], decisions)
            mend = self._best_mend(before, entries, place, decisions, set(later))
            if mend is None:
                left = later
                continue
            entries, decisions, still = mend
            result.update({number: cause for number in later if number not in still})
            left = [number for number in later if number in still]
        return result

    def _table_before(self, entries: Sequence[Numbered], decisions: Mapping[int, Decision]) -> Table:
        table = self._start.copy()
        for _ in replay_entries(table, entries, self._policy, decisions):
            self._steps += 1
        return table

    def _best_mend(
        self, before: Table, entries: list[Numbered], place: int, decisions: dict[int, Decision], later: set[int]
    ) -> tuple[list[Numbered], dict[int, Decision], set[int]] | None:
        best: tuple[list[Numbered], dict[int, Decision], set[int]] | None = None
        fewest = len(later)
        for mended, decided in self._mends(before, entries, place, decisions):
            still = self._faults(before, mended[place:], decided, fewest)
            if still is not None and len(still) < fewest:
                best, fewest = (mended, decided, still), len(still)
            if not fewest or self._steps >= MOST_STEPS:
                break
        return best

    def _faults(
        self, before: Table, entries: Sequence[Numbered], decisions: Mapping[int, Decision], most: int
    ) -> set[int] | None:
        """Return the numbers of the entries still faulty behind the mended one, or None if there are too many."""
        table = before.copy()
        mended = entries[0][0]
        still: set[int] = set()
        for said in replay_entries(table, entries, self._policy, decisions):
            self._steps += 1
            still.update(finding.entry for finding in said.findings if finding.entry and finding.entry > mended)
            if len(still) >= most:
                return None
        still.update(finding.entry for finding in table.close() if finding.entry and finding.entry > mended)
        return still if len(still) < most else None

    def _mends(
        self, before: Table, entries: list[Numbered], place: int, decisions: dict[int, Decision]
    ) -> Iterator[tuple[list[Numbered], dict[int, Decision]]]:
        number, entry = entries[place]
        head, tail = entries[:place], entries[place + 1 :]
        yield entries, {**decisions, number: _VOID}
        yield entries, {**decisions, number: _STANDS}
        if tail:
            yield [*head, (number, tail[0][1]), (number, entry), *tail[1:]], decisions
        allowed = self._allowed(before, number, entry)
        for option in allowed:
            yield [*head, (number, option), *tail], decisions
        for option in allowed:
            yield [*head, (number, option), (number, entry), *tail], decisions

    def _allowed(self, before: Table, number: int, entry: Entry) -> list[Entry]:
        """Return what would have been legal in place of the entry, the most similar first."""
        table = before.copy()
        table.number = table.readings.number = number
        legal = []
        for option in table.candidates():
            self._steps += 1
            if not table.judge(option).findings:
                legal.append(option)
            if self._steps >= MOST_STEPS:
                break
        recorded = msgspec.to_builtins(entry)
        return sorted(legal, key=lambda option: _difference(msgspec.to_builtins(option), recorded))


def _difference(one: Mapping[str, object], other: Mapping[str, object]) -> int:
    return sum(one.get(key) != other.get(key) for key in {*one, *other})


def faulty_numbers(said: Sequence[EntryVerdict]) -> list[int]:
    """Return the numbers of the entries with findings."""
    return [entry.number for entry in said if entry.findings]
