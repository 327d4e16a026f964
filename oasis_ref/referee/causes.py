"""Telling a cause from what only follows from it.

A finding follows from another entry's fault if it vanishes once that entry is mended. For each cause the mends are
tried that a scribe's slip calls for: the entry left out or carried out, swapped with the next one, replaced by
something that was allowed there, shortened by what makes it wrong, or with an entry beside it that was forgotten. The
mend after which the record runs clean for longest wins; what it makes vanish follows from the cause. A slip may have
been legal by itself and come to light a little later: so what was allowed in place of the entries just before the
cause is tried too, if it makes the cause legal. All of it is replayed by the same rules as the record itself.

Causes are looked for in the order in which findings come to light. An omission is charged to the entry that owes it
but comes to light later: it may follow from a fault between the two, such as a card that had to be left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import msgspec

from oasis_ref.core.documents import Entry, Ruling
from oasis_ref.games.base import Table
from oasis_ref.record.verdict import EntryVerdict, Policy
from oasis_ref.referee.replaying import Decision, Numbered, replay_entries

MOST_STEPS = 15_000
"""How many entries may be replayed while looking for causes; what is left then counts as a cause."""

MOST_SHORTENED = 100
"""How many shorter forms of one entry are tried."""

_VOID = Decision(0, Ruling(on=0, decision="void"))
_STANDS = Decision(0, Ruling(on=0, decision="stands"))

Fault = tuple[int, str]
"""A broken rule at an entry: the number of the entry and the slug."""

MOST_BEFORE = 3
"""How many entries before a cause are looked at for the slip that it brought to light."""

MOST_SIMILAR = 60
"""How many of the things allowed in place of an earlier entry are tried, the most similar first."""


class _Mend(msgspec.Struct, frozen=True):
    """A mended record, with the decisions on its entries, and the place of the first entry that is different.

    ``clears`` is the number of an entry that must be legal now for the mend to count.
    """

    entries: list[Numbered]
    decisions: dict[int, Decision]
    place: int
    clears: int | None = None


class Faulty(msgspec.Struct, frozen=True):
    """An entry with findings: the rules it breaks, and the entry that brought the first of them to light."""

    entry: int
    lit_by: int
    rules: frozenset[str]


class CauseFinder:
    """Finds out which findings of one record are causes and which follow from one."""

    def __init__(
        self, start: Table, entries: Sequence[Numbered], policy: Policy, decisions: Mapping[int, Decision]
    ) -> None:
        self._start = start
        self._entries = list(entries)
        self._policy = policy
        self._decisions = dict(decisions)
        self._causes: set[int] = set()
        self._steps = 0

    def follows(self, faulty: Sequence[Faulty]) -> dict[Fault, int]:
        """Return, for each fault that follows from another entry, the number of that one."""
        result: dict[Fault, int] = {}
        left = sorted(faulty, key=lambda one: (one.lit_by, one.entry))
        entries, decisions = self._entries, self._decisions
        while len(left) > 1 and self._steps < MOST_STEPS:
            cause, later = left[0].entry, left[1:]
            self._causes.add(cause)
            place = next((place for place, (number, _) in enumerate(entries) if number == cause), None)
            mend = None if place is None else self._best_mend(entries, place, decisions, later)
            if mend is None:
                left = later
                continue
            entries, decisions = mend.entries, mend.decisions
            before = self._table_before(entries[: mend.place], decisions)
            still = _by_entry(fault for _, fault in self._faults(before, mend))
            for one in later:
                for rule in _vanished(one, still):
                    result.setdefault((one.entry, rule), cause)
            left = [one for one in later if one.entry in still]
        return result

    def _table_before(self, entries: Sequence[Numbered], decisions: Mapping[int, Decision]) -> Table:
        table = self._start.copy()
        for _ in replay_entries(table, entries, self._policy, decisions):
            self._steps += 1
        return table

    def _best_mend(
        self, entries: list[Numbered], place: int, decisions: dict[int, Decision], later: Sequence[Faulty]
    ) -> _Mend | None:
        """Return the mend after which the record runs clean for longest, if for longer than without one."""
        best: _Mend | None = None
        clean_to = later[0].lit_by
        before = self._table_before(entries[:place], decisions)
        starts = {place: before}
        for mend in self._mends(before, entries, place, decisions):
            if mend.place not in starts:
                starts[mend.place] = self._table_before(entries[: mend.place], decisions)
            first = next(self._faults(starts[mend.place], mend), None)
            if first is None:
                return mend
            if first[0] > clean_to:
                best, clean_to = mend, first[0]
            if self._steps >= MOST_STEPS:
                break
        return best

    def _faults(self, before: Table, mend: _Mend) -> Iterator[tuple[int, Fault]]:
        """Yield the faults from a mended entry on, those of the causes found so far aside.

        Each comes with the number of the entry that brought it to light.
        """
        table = before.copy()
        last = 0
        for said in replay_entries(table, mend.entries[mend.place :], self._policy, mend.decisions):
            self._steps += 1
            last = said.number
            for finding in said.findings:
                if finding.entry and (finding.entry not in self._causes or finding.entry == mend.clears):
                    yield last, (finding.entry, finding.rule)
        for finding in table.close():
            if finding.entry and finding.entry not in self._causes:
                yield last + 1, (finding.entry, finding.rule)

    def _mends(
        self, before: Table, entries: list[Numbered], place: int, decisions: dict[int, Decision]
    ) -> Iterator[_Mend]:
        number, entry = entries[place]
        if isinstance(entry, Ruling):
            return
        head, tail = entries[:place], entries[place + 1 :]
        yield _Mend(entries, {**decisions, number: _VOID}, place)
        yield _Mend(entries, {**decisions, number: _STANDS}, place)
        if tail:
            yield _Mend([*head, (number, tail[0][1]), (number, entry), *tail[1:]], decisions, place)
        allowed = self._allowed(before, number, entry)
        for option in [*allowed, *self._shortened(before, number, entry)]:
            yield _Mend([*head, (number, option), *tail], decisions, place)
        for option in allowed:
            yield _Mend([*head, (number, option), (number, entry), *tail], decisions, place)
        yield from self._followed(entries, place, decisions)
        yield from self._earlier(entries, place, decisions)

    def _followed(self, entries: list[Numbered], place: int, decisions: dict[int, Decision]) -> Iterator[_Mend]:
        """Yield the record with something that was forgotten right behind an entry."""
        number, entry = entries[place]
        before = self._table_before(entries[: place + 1], decisions)
        for option in self._allowed(before, number, entry):
            yield _Mend([*entries[: place + 1], (number, option), *entries[place + 1 :]], decisions, place)

    def _earlier(self, entries: list[Numbered], place: int, decisions: dict[int, Decision]) -> Iterator[_Mend]:
        """Yield the record with something else that was allowed in place of an entry a little before the cause."""
        cause = entries[place][0]
        for earlier in range(place - 1, max(-1, place - 1 - MOST_BEFORE), -1):
            number, entry = entries[earlier]
            if isinstance(entry, Ruling) or number in self._causes:
                continue
            before = self._table_before(entries[:earlier], decisions)
            for option in self._allowed(before, number, entry)[:MOST_SIMILAR]:
                mended = [*entries[:earlier], (number, option), *entries[earlier + 1 :]]
                yield _Mend(mended, decisions, earlier, cause)

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

    def _shortened(self, before: Table, number: int, entry: Entry) -> Iterator[Entry]:
        """Yield the entry with one thing left out, where that is legal: a field, or one item of a list."""
        table = before.copy()
        table.number = table.readings.number = number
        for data in islice(_shorter(msgspec.to_builtins(entry)), MOST_SHORTENED):
            try:
                shorter = msgspec.convert(data, type(entry))
            except msgspec.ValidationError:
                continue
            self._steps += 1
            if not table.judge(shorter).findings:
                yield shorter


def _by_entry(faults: Iterable[Fault]) -> dict[int, set[str]]:
    found: dict[int, set[str]] = {}
    for entry, rule in faults:
        found.setdefault(entry, set()).add(rule)
    return found


def _vanished(one: Faulty, still: Mapping[int, set[str]]) -> list[str]:
    """Return the rules of an entry that are kept once something else is mended; none if it breaks only others then."""
    rules = still.get(one.entry)
    if rules is None:
        return sorted(one.rules)
    return sorted(one.rules - rules) if one.rules & rules else []


def _difference(one: Mapping[str, object], other: Mapping[str, object]) -> int:
    return sum(one.get(key) != other.get(key) for key in {*one, *other})


def _shorter(data: Any) -> Iterator[Any]:
    """Yield plain data with one thing less: a key, or an item of a list, from the last to the first."""
    if isinstance(data, dict):
        for key in data:
            yield {other: value for other, value in data.items() if other != key}
        for key, value in data.items():
            for less in _shorter(value):
                yield {**data, key: less}
    elif isinstance(data, list):
        for place in reversed(range(len(data))):
            yield [*data[:place], *data[place + 1 :]]


def faulty_entries(said: Sequence[EntryVerdict], lit: Mapping[int, int]) -> list[Faulty]:
    """Return the entries with findings; ``lit`` gives what brought one to light where it is not the entry itself."""
    return [
        Faulty(entry.number, lit.get(entry.number, entry.number), frozenset(finding.rule for finding in entry.findings))
        for entry in said
        if entry.findings
    ]
