"""The state of a game of Desperate Oasis: rounds, turns, hands, tokens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from oasis_ref.core.cards import Hand
from oasis_ref.core.findings import Breach
from oasis_ref.core.rules import Rule
from oasis_ref.core.tally import Node
from oasis_ref.games.desperate_oasis.board import IS_KIND, OTHER, Card, empty_board
from oasis_ref.games.desperate_oasis.moves import AnyOasis, Oasis

HAND = 4
OPENING = 2 * HAND + 1
"""Cards that leave the pack before the first turn: two hands of four, and one aside."""
LAST_ROUND = 3
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
        missing, deck = HAND - self.hands[seat], self.deck
        if missing <= 0:
            return 0
        return missing if missing < deck else deck


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

    __slots__ = (
        "aside",
        "board",
        "cards_laid",
        "cards_placed",
        "deck",
        "destroyed",
        "entry",
        "excused",
        "first",
        "flipped",
        "hands",
        "hangs",
        "held",
        "last_entry",
        "latest_turn",
        "lone",
        "number",
        "oases",
        "seen",
        "supplies",
        "surplus_tokens",
        "takers",
        "tokens",
        "trios",
        "turn",
        "turn_number",
        "turned",
        "unnamed",
        "unseen",
    )

    def __init__(self, number: int, entry: int, first: str, oases: Sequence[Oasis], supplies: list[Supply]) -> None:
        self.number = number
        self.entry = entry
        self.first = first
        self.oases = list(oases)
        self.board = empty_board(frozenset([place for place, oasis in enumerate(self.oases, 1) if oasis.portal]))
        self.supplies = supplies
        self.deck: list[str] | None = None
        self.aside = "?"
        self.hands: dict[str, Hand | None] = {"A": None, "B": None}
        self.held: dict[str, dict[str, int]] = {"A": {}, "B": {}}
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
        self.lone: dict[int, list[tuple[Rule, Breach]]] = {}
        """For each pack size by which the card just laid was the last one in hand, and so must not have been laid
        like this, what is broken. The end of the turn decides: by the other sizes a second card is owed."""
        self.flipped = False
        self.unnamed: list[str] = []
        self.unseen = False
        self.turned: frozenset[str] = frozenset()
        """The seats of which face-down cards were turned up."""
        self.takers: list[Node] | None = None

    def owed(self) -> str:
        """Return what the seat on turn owes; of several pack sizes, what the largest one says."""
        return self.supplies[-1].owed

    def card_owed(self) -> bool:
        """Return whether the second of two cards is owed, for some possible pack size."""
        supplies = self.supplies
        return supplies[-1].owed == "card" or (len(supplies) > 1 and any(supply.owed == "card" for supply in supplies))

    def tokens_lying(self) -> list[tuple[str, int]]:
        """Return the seat and the oasis of every palm token in the row; an illegal second one that stands, too."""
        return sorted([*self.surplus_tokens, *((seat, token.column) for seat, token in self.tokens.items())])

    def down_cards(self) -> list[tuple[str, int, Card]]:
        """Return all face-down cards with their columns and indices."""
        if not self.board.down:
            return []
        columns = self.board.columns
        return [
            (column, index, columns[column][index])
            for column, kinds in self.board.kinds.items()
            if "" in kinds
            for index, kind in enumerate(kinds)
            if not kind
        ]

    def hand_of(self, seat: str) -> Hand:
        """Return the account of a hand, opening it with unknown cards if nothing named was in it so far."""
        hand = self.hands[seat]
        if hand is None:
            hand = self.hands[seat] = Hand(["?"] * self.supplies[-1].hands[seat])
        return hand

    def receive(self, seat: str, cards: Sequence[str], counted: bool) -> None:
        """Take cards into a hand, named or not; ``counted`` says that they were seen before."""
        hand, held, seen = self.hands[seat], self.held[seat], self.seen
        if hand is None:
            if IS_KIND.isdisjoint(cards):
                return
            hand = self.hand_of(seat)
        for card in cards:
            if card not in IS_KIND:
                hand.add("?")
                continue
            hand.add(card)
            held[card] = held.get(card, 0) + 1
            if not counted:
                seen[card] = seen.get(card, 0) + 1

    def draw(self, seat: str, cards: Sequence[str] | None = None) -> Sequence[str]:
        """Move cards from the deck to a hand: these, or as many as are due. Return the cards moved."""
        supplies, deck = self.supplies, self.deck
        count = len(cards) if cards is not None else supplies[-1].due(seat)
        top = ["?"] * count if deck is None else deck[:count]
        drawn = top if cards is None else cards
        if deck is not None:
            del deck[:count]
        if drawn:
            from_deck = deck is not None and drawn == top
            self.receive(seat, drawn, from_deck)
            if deck is not None and not from_deck:
                self._uncount(top)
        for supply in supplies:
            moved = count if cards is not None else supply.due(seat)
            left = supply.deck - moved
            supply.deck = left if left > 0 else 0
            supply.hands[seat] += moved
        return drawn

    def _uncount(self, cards: Sequence[str]) -> None:
        for card in cards:
            if card in self.seen:
                self.seen[card] -= 1

    def nothing_due(self) -> bool:
        """Return whether the seat on turn has nothing to draw, whatever the size of the pack."""
        turn = self.turn
        return max([supply.due(turn) for supply in self.supplies]) == 0

    def draw_ahead(self, seat: str) -> list[str]:
        """Return the cards that the seat is still to draw in the running turn, as they are known."""
        if seat != self.turn or self.owed() == "action":
            return []
        count = self.supplies[-1].due(seat)
        return ["?"] * count if self.deck is None else self.deck[:count]

    def begin_turn(self, seat: str) -> None:
        """Let a seat begin its turn, owing an action."""
        self.turn = seat
        self.turn_number += 1
        self.excused = self.hangs = False
        self.lone = {}
        for supply in self.supplies:
            supply.owed = "action"


def is_over(deck: int, hands: dict[str, int], first: str, turn: str) -> bool:
    """Return whether a round is over when ``turn`` would begin an action (rulebook, End Of Round).

    It ends when the deck is empty and a player is out of cards; the second player has one more turn if the first
    player runs out.
    """
    return deck == 0 and (hands[OTHER[first]] == 0 or (hands[first] == 0 and turn == first))


def as_oases(oases: Iterable[AnyOasis]) -> list[Oasis]:
    """Return oases in their long form."""
    return [oasis if isinstance(oasis, Oasis) else Oasis(value=oasis) for oasis in oases]
