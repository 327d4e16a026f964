"""Telling a cause from what only follows from it.

A finding follows from another entry if it vanishes once that entry is mended. For each cause the mends are tried that
a slip calls for: the entry left out, carried out though it could not be, or swapped with what comes next; what was
written twice left out; the entry replaced by what it may have been meant as or by the most similar things that were
allowed there, shortened by what makes it wrong, or with an entry, a turn or a round beside it that was forgotten. The
mend after which the record runs clean for longest wins, of several the one that leaves the fewest findings; what it
makes vanish follows from the cause. A mend is one slip: where a game says that an entry was surely made, only what it
may have been meant as mends it, and where little is to be explained, what could have been done instead must not be made
up. A slip may have been legal by itself and come to light a little later: so what was allowed in place of the entries
just before is tried too, if it makes the cause legal, and what an entry may have meant on which the cause rests, such
as the offer that is being resolved. An omission has to be made good for a mend to count: doing something else instead
would hide more than it owes. All of it is replayed by the same rules as the record itself.

Causes are looked for in the order in which findings come to light. An omission is charged to the entry that owes it
but comes to light later: it may follow from a fault between the two, such as a card that had to be left out. What
vanishes without a director's ruling follows from the entry that the ruling decided on. A later cause can cover what
follows from an earlier one: so causes without a mend that helps are looked at again once the later one is mended. From
an entry of which only something cannot be known nothing follows but other doubts that its telling would end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import msgspec

from oasis_ref.core.documents import Entry, Ruling
from oasis_ref.core.findings import Finding
from oasis_ref.games.base import Table
from oasis_ref.record.verdict import EntryVerdict, Policy
from oasis_ref.referee.mends import Mend, World, swapped, written_twice
from oasis_ref.referee.replaying import Decision, Numbered, replay_entries
from oasis_ref.referee.similar import by_similarity, extends, most_similar, seat, shorter

MOST_STEPS = 60_000
"""How many entries may be replayed while looking for causes; what is left then counts as a cause."""

MOST_STEPS_EACH = 30_000
"""How many of them are spent on one cause at most; then the best mend so far is believed and the next gets its turn."""

LONG_ENTRY = 2_000
"""An entry of so many bytes counts as more than one step: the longer it is, the more work judging it takes."""

MOST_SHORTENED = 100
"""How many shorter forms of one entry are tried."""

MOST_BEFORE = 3
"""How many entries before a cause are looked at for the slip that it brought to light."""

MOST_SIMILAR = 60
"""How many of the things allowed in place of an earlier entry are tried, the most similar first."""

MOST_TIED = 300
"""How many mends that run clean equally long are compared by the faults that they leave, if there is time for it."""

LEAST_TIED = 30
"""How many of them are compared in any case."""

MANY = 3
"""A mend that makes so many faulty entries in a row vanish is believed, whatever comes after them."""

NEVER = 10**9
"""The number of an entry that no record has."""

_VOID = Decision(0, Ruling(on=0, decision="void"))
_STANDS = Decision(0, Ruling(on=0, decision="stands"))

Fault = tuple[int, str]
"""A broken rule at an entry: the number of the entry and the slug."""


class Faulty(msgspec.Struct, frozen=True):
    """An entry with findings: the rules it breaks, and the entry that brought the first of them to light.

    ``wrong`` is False if all that is said of it is that something cannot be known: then nothing follows from it.
    ``doubts`` are the rules of which it cannot be known.
    """

    entry: int
    lit_by: int
    rules: frozenset[str]
    wrong: bool = True
    doubts: frozenset[str] = frozenset()

    def faults(self) -> set[Fault]:
        """Return the broken rules, each with the number of the entry."""
        return {(self.entry, rule) for rule in self.rules}

    def cleared(self) -> int | None:
        """Return the entry that a mend must make legal: an omission, for what is put in its place may owe the same."""
        return self.entry if self.lit_by != self.entry else None


class _Untouched:
    """The faults that come to light before a mend, in a record in which entries have been swapped: they stay."""

    def __init__(self, world: World, faulty: Sequence[Faulty]) -> None:
        places = {number: place for place, (number, _) in enumerate(world.entries)}
        self._lit = [(places.get(one.lit_by, len(places)), one) for one in faulty]

    def by(self, mend: Mend) -> set[Fault]:
        """Return the faults that a mend cannot make vanish."""
        return {fault for place, one in self._lit if place < mend.place for fault in one.faults()}


class CauseFinder:
    """Finds out which findings of one record are causes and which follow from one."""

    def __init__(
        self, start: Table, entries: Sequence[Numbered], policy: Policy, decisions: Mapping[int, Decision]
    ) -> None:
        self._start = start
        self._world = World(list(entries), dict(decisions))
        self._policy = policy
        self._causes: set[int] = set()
        self._doubts: set[Fault] = set()
        self._doubtful: dict[int, frozenset[str]] = {}
        """Of each entry the rules of which it cannot be known whether it breaks them: so it may be, once mended."""
        self._doubt_rules: frozenset[str] = frozenset()
        self._recorded: set[Fault] = set()
        self._steps = 0
        self._most = MOST_STEPS
        self._weights = {number: _weight(entry) for number, entry in entries}

    def follows(self, faulty: Sequence[Faulty]) -> dict[Fault, int]:
        """Return, for each fault that follows from another entry, the number of that one."""
        result: dict[Fault, int] = {}
        left = sorted(faulty, key=lambda one: (one.lit_by, one.entry))
        self._doubts = {fault for one in faulty if not one.wrong for fault in one.faults()}
        self._doubtful = {one.entry: one.doubts for one in faulty if one.doubts}
        self._doubt_rules = frozenset().union(*self._doubtful.values())
        self._recorded = {fault for one in faulty for fault in one.faults()}
        ruled = sorted(self._world.decisions)
        for place, number in enumerate(ruled, 1):
            if self._steps >= MOST_STEPS:
                break
            left = self._without_rulings([number], left, result)
            # What is owed after two entries were ruled void is owed because of both.
            left = self._without_rulings(ruled[:place], left, result) if place > 1 else left
        world = self._world
        waiting: list[Faulty] = []
        while len(left) > 1 and self._steps < MOST_STEPS:
            cause, later = left[0], left[1:]
            self._causes.add(cause.entry)
            self._most = min(self._steps + MOST_STEPS_EACH, MOST_STEPS)
            if not cause.wrong:
                left = self._without_doubt(world, cause, later, result)
                continue
            found = self._best_mend(world, cause, later) if world.holds(cause.entry) else None
            if found is None:
                world, left = self._carried_out(world, cause, later), later
                waiting.append(cause)
                continue
            world, left = found[0].world, _note(later, found[1], cause.entry, result)
            world, left = self._again(world, waiting, _as_found(left, found[1]), left, result)
        return result

    def _without_doubt(
        self, world: World, cause: Faulty, later: list[Faulty], result: dict[Fault, int]
    ) -> list[Faulty]:
        """Note which later doubts follow from one, because they vanish once it is told what is untold there.

        Nothing else follows from a doubt. Return what is left.
        """
        doubts = [one for one in later if not one.wrong]
        causes = self._causes
        self._causes = causes | {one.entry for one in later if one.wrong}
        found = self._best_mend(world, cause, doubts) if doubts and world.holds(cause.entry) else None
        self._causes = causes
        if found is None:
            return later
        left = _note(doubts, found[1], cause.entry, result)
        return [one for one in later if one.wrong or any(other.entry == one.entry for other in left)]

    def _again(
        self, world: World, waiting: list[Faulty], found: list[Faulty], left: list[Faulty], result: dict[Fault, int]
    ) -> tuple[World, list[Faulty]]:
        """Try again to mend causes whose consequences a later cause had covered, now that this one is mended.

        ``found`` is how the entries that are ``left`` fail now. Return the record and what is left then.
        """
        for cause in waiting[:]:
            if not found or self._steps >= MOST_STEPS:
                break
            if not world.holds(cause.entry):
                continue
            self._most = min(self._steps + MOST_STEPS_EACH, MOST_STEPS)
            again = self._best_mend(world, cause, found)
            if again is None:
                continue
            waiting.remove(cause)
            world, faulty = again[0].world, {entry for entry, _ in again[1]}
            for one in left:
                if one.entry not in faulty:
                    result.update({fault: result.get(fault, cause.entry) for fault in one.faults()})
            left = [one for one in left if one.entry in faulty]
            found = _as_found(left, again[1])
        return world, left

    def _without_rulings(self, numbers: Sequence[int], left: list[Faulty], result: dict[Fault, int]) -> list[Faulty]:
        """Note what only rulings on entries brought about, as following from the last; return what is left."""
        number = numbers[-1]
        after = [one for one in left if one.lit_by > number and one.entry not in numbers]
        if not after:
            return left
        decisions = {other: decision for other, decision in self._world.decisions.items() if other not in numbers}
        still = self._faults(self._start, Mend(World(self._world.entries, decisions), 0), None) or set()
        for one in after:
            result.update(dict.fromkeys(one.faults() - still - result.keys(), number))
        return [one for one in left if one not in after or not result.keys() >= one.faults()]

    # --- mends ------------------------------------------------------------------------------------------------------

    def _best_mend(self, world: World, cause: Faulty, later: Sequence[Faulty]) -> tuple[Mend, set[Fault]] | None:
        """Return the mend after which the record runs clean for longest, with the faults that it leaves.

        Of several that run equally long the one that leaves the fewest faults counts, and only if those are fewer than
        without it. Something less similar in place of the cause counts only if it explains everything.
        """
        tables: dict[int, Table] = {}
        untouched = _Untouched(world, later)
        first = furthest = later[0].lit_by
        reaching: dict[int, list[Mend]] = {first: []}
        owed = {fault for one in later if one.entry < cause.entry for fault in one.faults()}
        for mend in self._near_mends(world, cause, later):
            if mend.place not in tables:
                tables[mend.place] = self._table_before(world, mend.place)
            reach, seen = self._reach(tables[mend.place], mend, owed)
            if reach == NEVER and not seen:
                return mend, untouched.by(mend)
            furthest = max(furthest, reach)
            helps = reach > first or not mend.unlike
            if helps and reach in (first, furthest) and len(reaching.setdefault(reach, [])) < MOST_TIED:
                reaching[reach].append(mend)
            if self._steps >= self._most:
                break
        for mend in self._far_mends(world, cause, len(later) >= MANY) if cause.wrong else ():
            if self._reach(tables[mend.place], mend, owed) == (NEVER, False):
                return mend, untouched.by(mend)
            if self._steps >= self._most:
                break
        behind = {fault for one in later if one.lit_by >= furthest for fault in one.faults()}
        many = sum(one.lit_by < furthest for one in later) >= MANY
        best = self._leaving_fewest(reaching[furthest], tables, later)
        if best is None and many:
            best = self._leaving_fewest(reaching[furthest], tables, None)
            best = None if best is None else (best[0], best[1] | behind)
        if best is None:
            best = self._leaving_fewest(reaching[first], tables, later)
        return None if best is None else (best[0], best[1] | untouched.by(best[0]))

    def _leaving_fewest(
        self, mends: Sequence[Mend], tables: Mapping[int, Table], later: Sequence[Faulty] | None
    ) -> tuple[Mend, set[Fault]] | None:
        """Return the mend that leaves the fewest faults, with them: fewer than ``later`` has, if that is given."""
        best: tuple[Mend, set[Fault]] | None = None
        fewest = None if later is None else sum(len(one.rules) for one in later)
        for place, mend in enumerate(mends):
            if place >= LEAST_TIED and self._steps >= self._most:
                break
            still = self._faults(tables[mend.place], mend, fewest)
            if still is not None:
                best, fewest = (mend, still), len(still)
        return best

    def _carried_out(self, world: World, cause: Faulty, later: Sequence[Faulty]) -> World:
        """Return the record with a cause carried out that was left out, if that brings no other fault about.

        Alone it may make nothing vanish: what is owed after two entries were left out is owed because of both.
        """
        if self._policy == "stand" or cause.entry in world.decisions or not world.holds(cause.entry):
            return world
        place = world.place_of(cause.entry)
        mend = Mend(world.decided(cause.entry, _STANDS), place)
        recorded = {fault for one in later for fault in one.faults()}
        still = self._faults(self._table_before(world, place), mend, len(recorded) + 1)
        return mend.world if still is not None and still <= recorded else world

    def _reach(self, before: Table, mend: Mend, owed: set[Fault]) -> tuple[int, bool]:
        """Return the number of the entry that brings the first fault to light, those of causes aside, or NEVER.

        What earlier entries ``owed`` in the record may come to light at another place now. It counts for nothing here,
        but whether there was any is returned besides.
        """
        seen = False
        for number, findings in self._replayed(before.copy(), mend):
            found = self._counted(findings, mend)
            if found - owed:
                return number, seen
            seen = seen or bool(found)
        return NEVER, seen

    def _faults(self, before: Table, mend: Mend, most: int | None) -> set[Fault] | None:
        """Return the faults from a mended entry on, those of the causes found so far aside; None if not fewer."""
        found: set[Fault] = set()
        for _, findings in self._replayed(before.copy(), mend):
            found |= self._counted(findings, mend)
            if most is not None and len(found) >= most:
                return None
        return found

    def _replayed(self, table: Table, mend: Mend) -> Iterator[tuple[int, Sequence[Finding]]]:
        """Replay a mended record on the table before the mend; yield what is said of each entry, and of the end of it.

        What only entries that were left out brought to light, and nothing made good, is said at the end.
        """
        for number in mend.world.permitted:
            table.permit(number)
        last = 0
        dropped: list[tuple[int, Finding]] = []
        entries = mend.world.entries[mend.place :]
        for said in replay_entries(table, entries, self._policy, mend.world.decisions, dropped):
            last = said.number
            self._steps += self._weights[last]
            if dropped and said.carried_out and type(said.entry) is not Ruling:
                dropped.clear()
            if said.findings:
                yield last, said.findings
        if last:
            yield last + 1, [*table.close(), *(finding for _, finding in dropped)]

    def _counted(self, findings: Sequence[Finding], mend: Mend) -> set[Fault]:
        return {
            (finding.entry, finding.rule)
            for finding in findings
            if finding.entry is not None
            and (finding.entry not in self._causes or finding.entry == mend.clears)
            and not (finding.status == "unverifiable" and self._only_doubted(finding.entry, finding.rule, mend))
        }

    def _only_doubted(self, entry: int, rule: str, mend: Mend) -> bool:
        """Return whether a doubt in a mended record is none of its faults: one that the mend could not tell of, or one
        that the record has elsewhere, too, and that a fault at this entry had covered."""
        if mend.world.forgotten and (entry, rule) not in self._doubts:
            return True
        return rule in self._doubt_rules and (entry, rule) not in self._recorded

    def _near_mends(self, world: World, cause: Faulty, later: Sequence[Faulty]) -> Iterator[Mend]:
        """Yield the mends of the cause itself, and of the entry that brought it to light unless that is faulty too."""
        place = world.place_of(cause.entry)
        if not cause.wrong:
            number, entry = world.entries[place]
            before = self._table_before(world, place)
            yield from (
                Mend(world.replaced(place, told), place) for told in self._legal(before, number, before.repairs(entry))
            )
            return
        yield from self._mends_at(world, place, cause.cleared())
        yield from self._rested_on(world, cause)
        yield from self._forgotten(world, place)
        if cause.lit_by != cause.entry and world.holds(cause.lit_by):
            lit = world.place_of(cause.lit_by)
            if any(one.entry == cause.lit_by for one in later):
                yield from swapped(world, lit, cause.entry, self._causes)
                yield from self._other_seat(world, lit, cause.entry)
            else:
                yield from self._mends_at(world, lit, cause.entry)
        yield from self._earlier(world, place, cause.entry)

    def _other_seat(self, world: World, place: int, owing: int) -> Iterator[Mend]:
        """Yield the record with an entry under the seat of an earlier one that owed something, where that is legal."""
        number, entry = world.entries[place]
        owes = seat(world.entries[world.place_of(owing)][1])
        if owes is None or seat(entry) in (None, owes) or isinstance(entry, Ruling):
            return
        option: Any = msgspec.structs.replace(entry, by=owes)
        for meant in self._legal(self._table_before(world, place), number, iter([option])):
            yield Mend(world.replaced(place, meant), place, owing)

    def _mends_at(self, world: World, place: int, clears: int | None) -> Iterator[Mend]:
        number, entry = world.entries[place]
        if isinstance(entry, Ruling):
            return
        before = self._table_before(world, place)
        made = before.surely_made(entry)
        if not made:
            yield Mend(world.decided(number, _VOID), place, clears)
        yield Mend(world.decided(number, _STANDS), place, clears)
        if before.copy().permit(number):
            yield Mend(world.permitting(number), place, clears)
        yield from swapped(world, place, clears if clears is not None else number, self._causes)
        yield from written_twice(world, place, number)
        possible = False
        for option in self._allowed_instead(before, number, entry, made):
            possible = True
            yield Mend(world.replaced(place, option), place, clears, unlike=type(option) is not type(entry))
        if not possible and _finished(before):
            yield Mend(world.spliced(place, len(world.entries), []), place, clears)

    def _far_mends(self, world: World, cause: Faulty, many: bool) -> Iterator[Mend]:
        """Yield the record with less similar things that the same seat could have done in place of the cause.

        A fault or two may be explained by chance if more than one thing may differ.
        """
        place = world.place_of(cause.entry)
        number, entry = world.entries[place]
        if isinstance(entry, Ruling):
            return
        before = self._table_before(world, place)
        if before.surely_made(entry):
            return
        options = self._allowed(before, number)
        near = most_similar(options, entry)
        if any(extends(option, entry) for option in near):
            return
        others = [option for option in options if seat(option) == seat(entry)]
        others = others if many else [option for option in others if before.one_slip(option, entry)]
        for option in by_similarity(others, entry):
            yield Mend(world.replaced(place, option), place, cause.cleared())

    def _forgotten(self, world: World, place: int) -> Iterator[Mend]:
        """Yield the record with something that was forgotten before or right behind an entry."""
        number, entry = world.entries[place]
        if isinstance(entry, Ruling):
            return
        before = self._table_before(world, place)
        for at, table in ((place, before), (place + 1, self._table_before(world, place + 1))):
            for option in by_similarity(self._allowed(table, number), entry):
                yield Mend(world.with_forgotten(at, number, [option]), min(at, place), number)
        for run in before.forgotten(entry):
            yield Mend(world.with_forgotten(place, number, run), place, number)

    def _earlier(self, world: World, place: int, cause: int) -> Iterator[Mend]:
        """Yield the record with something else that was allowed in place of an entry a little before the cause."""
        for earlier in range(place - 1, max(-1, place - 1 - MOST_BEFORE), -1):
            number, entry = world.entries[earlier]
            if isinstance(entry, Ruling) or number in self._causes:
                continue
            options = [
                option
                for option in self._allowed(self._table_before(world, earlier), number)
                if type(option) is type(entry)
            ]
            for option in by_similarity(options, entry)[:MOST_SIMILAR]:
                yield Mend(world.replaced(earlier, option), earlier, cause)

    def _rested_on(self, world: World, cause: Faulty) -> Iterator[Mend]:
        """Yield the record with an earlier entry as it may have been meant, on which the cause rests."""
        lit = [place for place, (number, _) in enumerate(world.entries) if number == cause.lit_by]
        for number in self._table_before(world, lit[-1] if lit else world.place_of(cause.entry)).rests_on():
            if number in self._causes or not world.holds(number):
                continue
            place = world.place_of(number)
            before = self._table_before(world, place)
            for option in self._legal(before, number, before.repairs(world.entries[place][1])):
                yield Mend(world.replaced(place, option), place, cause.entry)

    # --- what was allowed ---------------------------------------------------------------------------------------------

    def _table_before(self, world: World, place: int) -> Table:
        table = self._start.copy()
        for number in world.permitted:
            table.permit(number)
        for said in replay_entries(table, world.entries[:place], self._policy, world.decisions):
            self._steps += self._weights[said.number]
        table.number = table.readings.number = world.entries[place][0] if place < len(world.entries) else table.number
        return table

    def _allowed(self, before: Table, number: int) -> list[Entry]:
        """Return what would have been legal at this point."""
        return list(self._legal(before, number, before.copy().candidates()))

    def _legal(self, before: Table, number: int, options: Iterator[Entry]) -> Iterator[Entry]:
        """Yield the options that are legal themselves, whatever they charge to an earlier entry."""
        table = before.copy()
        table.number = table.readings.number = number
        doubtful = self._doubtful.get(number, frozenset())
        for option in options:
            self._steps += self._weights[number]
            own = [finding for finding in table.judge(option).findings if finding.entry == number]
            if not own or all(finding.status == "unverifiable" and finding.rule in doubtful for finding in own):
                yield option
            if self._steps >= self._most:
                return

    def _allowed_instead(self, before: Table, number: int, entry: Entry, made: bool) -> Iterator[Entry]:
        """Yield what may have been meant by an entry, its shorter forms, and what was allowed and is most similar.

        Where what was ``made`` is in no doubt there is nothing similar.
        """
        yield from self._legal(before, number, before.repairs(entry))
        yield from self._shortened(before, number, entry, made)
        if made:
            return
        yield from (one for one in most_similar(self._allowed(before, number), entry) if before.one_slip(one, entry))

    def _shortened(self, before: Table, number: int, entry: Entry, made: bool) -> Iterator[Entry]:
        """Yield the entry with one thing left out, where that is legal: a field, or one item of a list.

        The table on which a record surely begins stays as it is told: on an empty one hardly anything is wrong.
        """

        def shortened() -> Iterator[Entry]:
            data: dict[str, Any] = msgspec.to_builtins(entry)
            kept = {"position": data.pop("position")} if made and "position" in data else {}
            for less in islice(shorter(data), MOST_SHORTENED):
                try:
                    yield msgspec.convert({**less, **kept}, type(entry))
                except msgspec.ValidationError:
                    continue

        return self._legal(before, number, shortened())


def _note(later: Sequence[Faulty], still: set[Fault], cause: int, result: dict[Fault, int]) -> list[Faulty]:
    """Note which faults follow from a cause because they have vanished; return the entries that are faulty still."""
    left = []
    faulty_still = {entry for entry, _ in still}
    for one in later:
        kept = one.faults() & still
        if one.entry in faulty_still and not kept:
            left.append(one)
            continue
        for fault in one.faults() - kept:
            result.setdefault(fault, cause)
        if kept:
            left.append(msgspec.structs.replace(one, rules=frozenset(rule for _, rule in kept)))
    return left


def _as_found(left: Sequence[Faulty], still: set[Fault]) -> list[Faulty]:
    """Return the entries that are left with the rules that they break in a mended record."""
    rules: dict[int, set[str]] = {}
    for entry, rule in still:
        rules.setdefault(entry, set()).add(rule)
    return [Faulty(one.entry, one.lit_by, frozenset(rules[one.entry])) for one in left if one.entry in rules]


def _weight(entry: Entry) -> int:
    """Return as how many steps judging an entry counts."""
    return 1 + (len(msgspec.json.encode(entry)) // LONG_ENTRY) ** 2


def _finished(table: Table) -> bool:
    """Return whether the game is over before an entry: if nothing is allowed there, nothing belongs behind it."""
    trial = table.copy()
    trial.close()
    state = trial.outcome(trial.tally()).state
    # Nobody may know who has won, though nobody has anything left to do.
    return state == "finished" or (
        state == "undecided"
        and not any(seat(option) and not trial.judge(option).findings for option in trial.copy().candidates())
    )


def faulty_entries(said: Sequence[EntryVerdict], lit: Mapping[int, int]) -> list[Faulty]:
    """Return the entries with findings, rulings aside: those stand for themselves.

    ``lit`` gives what brought an omission to light.
    """
    return [
        Faulty(
            entry.number,
            lit.get(entry.number, entry.number),
            frozenset(finding.rule for finding in entry.findings),
            entry.status != "unverifiable",
            frozenset(finding.rule for finding in entry.findings if finding.status == "unverifiable"),
        )
        for entry in said
        if entry.findings and not isinstance(entry.entry, Ruling)
    ]
