"""What lies open while an offer is resolved: its cards, and who resolves them."""

from __future__ import annotations

from msgspec import Struct

from oasis_ref.core.cards import UNKNOWN
from oasis_ref.core.findings import Finding
from oasis_ref.games.oasis.moves import TILES_SHOWN


class Open(Struct, eq=False, gc=False):
    """A card of an offer.

    ``kind`` is what it works as (``?`` if nobody wrote it down), ``used`` what it counts as among the discards,
    ``left`` how many of its tiles are still to be laid, ``begun`` whether one has been. ``guessed`` says that what it
    is only follows from the entries that resolve it.
    """

    kind: str
    used: str | int
    left: int
    begun: bool = False
    guessed: bool = False

    def copy(self) -> Open:
        """Return an independent copy."""
        return Open(self.kind, self.used, self.left, self.begun, self.guessed)


def opened(kind: str, used: str | int) -> Open:
    """Return a card as it lies in an offer."""
    return Open(kind, used, TILES_SHOWN.get(kind, 1))


class Turn(Struct, eq=False, gc=False):
    """The resolving of one taken offer.

    ``took`` is the number of the take, ``open`` the cards still to be resolved, ``used`` those that wait to be
    discarded, ``cards`` how many there were, ``blocked`` the types that could not be laid at the moment of the take,
    ``camels_put`` whether the camels of a card have been put; ``camels_known`` are the known camel cards used while
    an unread card lay open, each with the kinds of camel card that would have done; ``shuffled`` is the batch that was
    shuffled meanwhile from the cards resolved before, among which an unread one may have been.
    """

    taker: int
    maker: int
    took: int
    open: list[Open] = []
    used: list[str | int] = []
    cards: int = 0
    blocked: tuple[str, ...] = ()
    camels_put: bool = False
    camels_known: list[tuple[str, tuple[str, ...]]] = []
    shuffled: int | None = None

    def copy(self) -> Turn:
        """Return an independent copy."""
        twin = Turn(self.taker, self.maker, self.took, [card.copy() for card in self.open], self.used[:], self.cards)
        twin.blocked, twin.camels_put = self.blocked, self.camels_put
        twin.camels_known, twin.shuffled = self.camels_known[:], self.shuffled
        return twin

    def unread(self) -> list[Open]:
        """Return the cards still to be resolved that nobody wrote down."""
        return [card for card in self.open if card.kind == UNKNOWN]

    def card_for(self, kinds: tuple[str, ...]) -> Open | None:
        """Return the open card of one of the kinds that is to be used next: one that is begun before all others."""
        found: Open | None = None
        for card in self.open:
            if card.kind in kinds:
                if card.begun:
                    return card
                if found is None:
                    found = card
        return found


class Closing(Struct):
    """What happens to the open cards when a turn closes, worked out beforehand.

    ``owed`` are those left undone against the rules, with the finding of it; ``unplayable`` tiles without a legal
    square; ``idle`` cards without effect; ``draws`` draw-three cards; ``unread`` cards that nobody wrote down.
    """

    owed: list[Open] = []
    finding: Finding | None = None
    unplayable: list[Open] = []
    idle: list[Open] = []
    draws: list[Open] = []
    unread: list[Open] = []
    brings_end: bool = False
