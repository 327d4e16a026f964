"""The state of a game of Desperate Oasis: rounds, turns, hands, tokens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from oasis_ref.core.cards import Hand
from oasis_ref.core.tally import Node
from oasis_ref.games.desperate_oasis.board import IS_KIND, OTHER, SEATS, Board, Card
from oasis_ref.games.desperate_oasis.moves import AnyOasis, Oasis

HAND = 4
OPENING = 2 * HAND + 1
"""Cards that leave the pack before the first turn: two hands of four, and one aside."""
LAST_ROUND = 3
PALMS_PER_ROUND = 1
FLIP = 1_000_000
"""The number of the flip among turns and cards: later than any of them."""


class Supply:
    """The numbers of cards in deck and hands, for one size that the pack may have.

    ``owed`` is what the seat on turn still owes: ``action``, ``card`` (the second of two) or ``draw``.
    """

    __slots__ = ("deck", "hands", "owed", "size")

    def __init__(self, size: int, deck: int, hands: dict[str, int], owed: str = "action") -> None:
        self.size = size
        self.deck = deck
        self.hands = hands
        self.owed = owed

    def due(self, seat: str) -> int:
        """Return how many cards the seat has to draw: up to four in hand, or what the deck has left."""
        missing = HAND - self.hands[seat]
        return 0 if missing < 0 else min(missing, self.deck)


class Trio(Struct, frozen=True):
    """Three of a kind in one column, as a card made it.

    ``turn`` and ``card`` number the turn and the card laid. ``fresh`` is False if three lay there before (reading
    `fourth-jackal-line`), ``relocated`` says that two of them came out of one standing trio of that side,
    ``stands`` that it still stood after the strike.
    """

    by: str
    side: str
    column: str
    kind: str
    turn: int
    card: int
    fresh: bool = True
    relocated: bool = False
    stands: bool = True


class Token(Struct, frozen=True):
    """A palm token in the row: the number of its oasis, the turn of its placing or last move, and the entry."""

    column: int
    turn: int
    entry: int


class RoundState:
    """One round: its oases, both sides, deck and hands, whose turn it is and what is owed."""

    def __init__(self, number: int, entry: int, first: str, oases: Sequence[Oasis], supplies: list[Supply]) -> None:
        self.number = number
        self.entry = entry
        self.first = first
        self.oases = list(oases)
        self.board = Board(frozenset(place for place, oasis in enumerate(self.oases, 1) if oasis.portal))
        self.supplies = supplies
        self.deck: list[str] | None = None
        self.aside = "?"
        self.hands: dict[str, Hand | None] = dict.fromkeys(SEATS)
        self.held: dict[str, dict[str, int]] = {seat: {} for seat in SEATS}
        self.seen: dict[str, int] = {}
        self.destroyed: list[Card] = []
        self.tokens: dict[str, Token] = {}
        self.surplus_tokens: list[tuple[str, int]] = []
        self.trios: list[Trio] = []
        self.turn = first
        self.turn_number = 1
        self.latest_turn: dict[str, int] = {}
        self.cards_laid = 0
        self.cards_placed = 0
        self.last_entry = entry
        self.excused = False
        self.hangs = False
        self.flipped = False
        self.unnamed: list[str] = []
        self.takers: list[Node] | None = None

    def owed(self) -> str:
        """Return what the seat on turn owes; of several pack sizes, what the largest one says."""
        return self.supplies[-1].owed

    def card_owed(self) -> bool:
        """Return whether the second of two cards is owed, for some possible pack size."""
        supplies = self.supplies
        return supplies[-1].owed == "card" or (len(supplies) > 1 and any(supply.owed == "card" for supply in supplies))

    def down_cards(self) -> list[tuple[str, int, Card]]:
        """Return all face-down cards with their columns and indices."""
        return [
            (column, index, card)
            for column, cards in self.board.columns.items()
            for index, card in enumerate(cards)
            if not card.up
        ]

    def hand_of(self, seat: str) -> Hand:
        """Return the account of a hand, opening it with unknown cards if nothing named was in it so far."""
        hand = self.hands[seat]
        if hand is None:
            hand = self.hands[seat] = Hand(["?"] * self.supplies[-1].hands[seat])
        return hand

    def receive(self, seat: str, card: str) -> None:
        """Take a card into a hand, named or not, on top of the numbers of the supplies."""
        hand = self.hands[seat]
        if card not in IS_KIND:
            if hand is not None:
                hand.add("?")
            return
        if hand is None:
            hand = self.hand_of(seat)
        hand.add(card)
        held = self.held[seat]
        held[card] = held.get(card, 0) + 1
        self.seen[card] = self.seen.get(card, 0) + 1

    def draw(self, seat: str, cards: Sequence[str] | None = None) -> Sequence[str]:
        """Move cards from the deck to a hand: these, or as many as are due. Return the cards moved."""
        count = self.supplies[-1].due(seat) if cards is None else len(cards)
        recorded = self._from_deck(count)
        drawn = recorded if cards is None else cards
        for card in drawn:
            self.receive(seat, card)
        for card in recorded if self.deck is not None else ():
            if card in self.seen:
                self.seen[card] -= 1
        for supply in self.supplies:
            moved = supply.due(seat) if cards is None else count
            supply.deck = max(0, supply.deck - moved)
            supply.hands[seat] += moved
        return drawn

    def draw_ahead(self, seat: str) -> list[str]:
        """Return the cards that the seat is still to draw in the running turn, as they are known."""
        if seat != self.turn or self.owed() == "action":
            return []
        count = self.supplies[-1].due(seat)
        return ["?"] * count if self.deck is None else self.deck[:count]

    def _from_deck(self, count: int) -> list[str]:
        if self.deck is None:
            return ["?"] * count
        top = self.deck[:count]
        del self.deck[:count]
        return top

    def begin_turn(self, seat: str) -> None:
        """Let a seat begin its turn, owing an action."""
        self.turn = seat
        self.turn_number += 1
        self.excused = False
        for supply in self.supplies:
            supply.owed = "action"

    def end_turn(self) -> None:
        """Let the seat on turn draw what is due, and the other one begin."""
        self.begin_turn(OTHER[self.turn])


def is_over(deck: int, hands: dict[str, int], first: str, turn: str) -> bool:
    """Return whether a round is over when ``turn`` would begin an action (rulebook, End Of Round).

    It ends when the deck is empty and a player is out of cards; the second player has one more turn if the first
    player runs out.
    """
    return deck == 0 and (hands[OTHER[first]] == 0 or (hands[first] == 0 and turn == first))


def as_oasis(oasis: AnyOasis) -> Oasis:
    """Return an oasis in its long form."""
    return oasis if isinstance(oasis, Oasis) else Oasis(value=oasis)


def as_oases(oases: Iterable[AnyOasis]) -> list[Oasis]:
    """Return oases in their long form."""
    return [as_oasis(oasis) for oasis in oases]
