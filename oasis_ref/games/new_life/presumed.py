"""Steps that the record leaves open: taken to be as the card says, until something shown later proves otherwise."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from oasis_ref.core.cards import Hand
from oasis_ref.core.findings import Breach

MOST_PRESUMED = 20
"""So many open steps are followed up at most, the latest ones: nothing is proved of the others."""


class Presumed(Struct, frozen=True, gc=False):
    """One such step of a seat: ``hand`` is the hand as it must be if the step was as the card says.

    Once that hand cannot have held what the seat shows, it is None, and the step broke ``rule`` as ``found`` says.
    """

    seat: str
    rule: str
    found: Breach
    hand: Hand | None

    def left(self, seat: str, card: str) -> Presumed:
        """Return what is to be presumed after a card, named or a mark, has left the hand of a seat."""
        if seat != self.seat or self.hand is None:
            return self
        if not self.hand.may_leave(card):
            return replace(self, hand=None)
        hand = self.hand.copy()
        hand.leave(card)
        return replace(self, hand=hand)

    def came(self, seat: str, card: str) -> Presumed:
        """Return what is to be presumed after a card has come into the hand of a seat."""
        if seat != self.seat or self.hand is None:
            return self
        hand = self.hand.copy()
        hand.add(card)
        return replace(self, hand=hand)
