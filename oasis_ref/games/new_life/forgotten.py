"""A turn that was forgotten, put into a record to find out what follows from that: nobody knows what it brought."""

from __future__ import annotations

from collections.abc import Sequence

from oasis_ref.core.documents import Entry, Ruling
from oasis_ref.games.new_life.moves import Cycle, Pass, Play
from oasis_ref.games.new_life.table import TURNS, State


class Forgotten:
    """Tells the entries of a record from those that were put in beside them, and takes out of these what was made up.

    An entry that was put in has the number of the recorded one beside it. Or it takes the place of a pass.
    """

    def __init__(self, moves: Sequence[Entry]) -> None:
        self.moves = moves
        self.ruled = frozenset(entry.on for entry in moves if isinstance(entry, Ruling))

    def is_recorded(self, number: int, entry: Entry) -> bool:
        """Return whether the record has this very entry under this number, or a ruling may have changed it."""
        return number in self.ruled or not 0 < number <= len(self.moves) or self.moves[number - 1] is entry

    def stands_for_a_pass(self, number: int, entry: Entry) -> bool:
        """Return whether an entry takes the place of a recorded pass."""
        return not self.is_recorded(number, entry) and isinstance(self.moves[number - 1], Pass)


def untold(before: State, after: State, entry: Entry) -> None:
    """Take out of the state after a turn that was put in what a later entry could hang on but nobody has seen.

    The turn is over and a card has left the hand; the Biome, and the row if the card came from there, are as before.
    """
    if not isinstance(entry, Play | Cycle) or before.phase != TURNS or entry.by not in before.index:
        return
    seat = before.index[entry.by]
    was, side = before.seats[seat], after.own(seat)
    side.surface, side.under = was.surface[:], was.under[:]
    fewer = was.hand is None or side.hand is None or len(side.hand) < len(was.hand)
    if isinstance(entry, Play) and entry.origin == "migration":
        after.row, after.gaps, after.refilled = before.row, before.gaps, before.refilled
        after.piles, after.owns_piles = before.piles, False
        fewer = False
    if not fewer:
        side.hand = None if was.hand is None else was.hand.copy()
