"""Mended records: a record with one slip undone, and the mends that are the same for every game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from oasis_ref.core.documents import Entry, Ruling
from oasis_ref.referee.replaying import Decision, Numbered
from oasis_ref.referee.similar import seat

MOST_SWAPPED = 6
"""How many entries of one seat are swapped with as many of the other at most."""

MOST_TWICE = 6
"""How many entries in a row are looked for that were written twice."""

Decisions = dict[int, Decision]


class World(Struct, frozen=True):
    """A record, mended or not: its entries with their numbers, and what was decided on some of them.

    ``forgotten`` says that an entry was put in that the record lacks: what then hangs on things that it cannot name is
    no fault of the record. What was ``permitted`` is carried out though no rule and no hand has it.
    """

    entries: list[Numbered]
    decisions: Decisions
    forgotten: bool = False
    permitted: frozenset[int] = frozenset()

    def place_of(self, number: int) -> int:
        """Return the place of the entry with this number; of several, the last one is the recorded one."""
        return max(place for place, (other, _) in enumerate(self.entries) if other == number)

    def holds(self, number: int) -> bool:
        """Return whether an entry is still in the record."""
        return any(number == other for other, _ in self.entries)

    def decided(self, number: int, decision: Decision) -> World:
        """Return the record with one more decision."""
        return replace(self, decisions={**self.decisions, number: decision})

    def permitting(self, number: int) -> World:
        """Return the record with an entry carried out that cannot be."""
        return replace(self, permitted=self.permitted | {number})

    def with_forgotten(self, place: int, number: int, new: Sequence[Entry]) -> World:
        """Return the record with entries that it lacks, under the number of the one beside them."""
        return replace(self.spliced(place, place, [(number, entry) for entry in new]), forgotten=True)

    def spliced(self, start: int, stop: int, new: Sequence[Numbered]) -> World:
        """Return the record with some entries put in the place of others."""
        return replace(self, entries=[*self.entries[:start], *new, *self.entries[stop:]])

    def replaced(self, place: int, new: Entry) -> World:
        """Return the record with another entry in one place; what was decided on the recorded one is void."""
        number = self.entries[place][0]
        decisions = {other: decision for other, decision in self.decisions.items() if other != number}
        return replace(
            self, entries=[*self.entries[:place], (number, new), *self.entries[place + 1 :]], decisions=decisions
        )


class Mend(Struct, frozen=True):
    """A mended record, and the place from which on it is different.

    ``clears`` is the number of an entry that must be legal now for the mend to count. ``unlike`` says that an entry of
    another kind takes the place of one, which counts only if the next fault vanishes.
    """

    world: World
    place: int
    clears: int | None = None
    unlike: bool = False


def swapped(world: World, place: int, clears: int | None, causes: Collection[int]) -> Iterator[Mend]:
    """Yield the record with the entry behind the next one, and with a seat's run of entries behind those of the next.

    And with the entry before it, which may have been written too early, behind the seat's run of entries.
    """
    entries = world.entries
    middle = _run_end(entries, place)
    if place and not isinstance(entries[place - 1][1], Ruling) and entries[place - 1][0] not in causes:
        for stop in dict.fromkeys((place + 1, middle)):
            late = [*entries[place:stop], entries[place - 1]]
            yield Mend(world.spliced(place - 1, stop, late), place - 1, clears)
    if place + 1 < len(entries):
        yield Mend(world.spliced(place, place + 2, [entries[place + 1], entries[place]]), place, clears)
    for stop in range(_run_end(entries, middle), middle, -1):
        if middle > place + 1 or stop > middle + 1:
            yield Mend(world.spliced(place, stop, [*entries[middle:stop], *entries[place:middle]]), place, clears)


def written_twice(world: World, place: int, number: int) -> Iterator[Mend]:
    """Yield the record without entries at or just before a place that only repeat those before them."""
    entries = [entry for _, entry in world.entries]
    for length in range(1, MOST_TWICE + 1):
        for start in range(max(length, place - length), place + 1):
            stop = start + length
            if entries[start - length : start] == entries[start:stop] and stop <= len(entries):
                yield Mend(world.spliced(start, stop, []), start, None if start <= place < stop else number)


def _run_end(entries: Sequence[Numbered], start: int) -> int:
    """Return the place behind a run of entries of one seat."""
    if start >= len(entries):
        return start
    whose = seat(entries[start][1])
    stop = start
    while stop < len(entries) and stop - start < MOST_SWAPPED and seat(entries[stop][1]) == whose:
        stop += 1
    return stop if whose is not None else start
