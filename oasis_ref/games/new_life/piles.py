"""Decks and discard piles: how many cards they hold, and what is known of them."""

from __future__ import annotations

from oasis_ref.core.cards import Census, Hand, is_unknown
from oasis_ref.games.new_life.facts import Facts

KINDS = ("surface", "subterrain")


class Deck:
    """One face-down pile.

    ``size`` is None if it cannot be told; up to ``slack`` of that size may be gone through draws whose deck was not
    recorded. ``order`` lists the cards from the top, as far as it was recorded, and ``at`` is the place of the top
    card in it. ``bag`` holds what was shuffled into the deck, if that is known and the order is not.
    """

    __slots__ = ("at", "bag", "kind", "order", "size", "slack")

    def __init__(
        self, kind: str, size: int | None = None, order: list[str] | None = None, bag: Hand | None = None
    ) -> None:
        self.kind, self.size, self.order, self.bag = kind, size, order, bag
        self.slack = self.at = 0

    def copy(self) -> Deck:
        """Return an independent copy; the order itself never changes and is shared."""
        twin = Deck(self.kind, self.size, self.order, None if self.bag is None else self.bag.copy())
        twin.slack, twin.at = self.slack, self.at
        return twin

    def next(self) -> str | None:
        """Return the top card if it was recorded: its id, or a mark; None if nothing is known of it."""
        if self.order is not None and self.at < len(self.order):
            return self.order[self.at]
        return None

    def rest(self) -> list[str]:
        """Return the recorded cards that are still in the deck, top first."""
        return [] if self.order is None else self.order[self.at :]

    @property
    def empty(self) -> bool:
        """Whether the deck surely has no card."""
        return self.size == 0


class Piles:
    """All decks and discard piles, and how often each card is in sight.

    A card is in sight while the record says where it is; a card shuffled into a deck of unknown order is not.
    ``blind`` counts discards of which not even the pile is known, ``starters_in`` tells that a reshuffle has taken
    Starters into the Subterrain deck, ``aside`` are cards out of the game, ``blurred`` that draws without their deck
    have made the size of a deck uncertain.
    """

    __slots__ = (
        "aside",
        "blind",
        "blurred",
        "census",
        "decks",
        "discards",
        "facts",
        "migration",
        "starters_in",
        "unknown_discards",
    )

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.decks = {kind: Deck(kind) for kind in KINDS}
        self.migration = Deck("migration", 0)
        self.discards: dict[str, list[str]] = {kind: [] for kind in KINDS}
        self.unknown_discards: set[str] = set()
        self.blind = 0
        self.blurred = False
        self.aside: list[str] = []
        self.starters_in = False
        self.census = Census(facts.limits)

    def copy(self) -> Piles:
        """Return an independent copy."""
        twin = Piles.__new__(Piles)
        twin.facts = self.facts
        twin.decks = {kind: deck.copy() for kind, deck in self.decks.items()}
        twin.migration = self.migration.copy()
        twin.discards = {kind: pile[:] for kind, pile in self.discards.items()}
        twin.unknown_discards = self.unknown_discards
        twin.blind, twin.blurred, twin.aside, twin.starters_in = self.blind, self.blurred, self.aside, self.starters_in
        twin.census = Census.__new__(Census)
        twin.census.limits, twin.census.seen = self.census.limits, self.census.seen.copy()
        return twin

    def in_sight(self, card: str) -> int:
        """Return how many copies of the card the record places."""
        return self.census.count(card)

    def allows(self, card: str) -> bool:
        """Return whether one more copy of the card can be in sight."""
        facts = self.facts.cards[card]
        if facts.count is not None:
            return self.census.allows(card)
        seen = self.census.count(card)
        if seen < 1:
            return True
        others = sum(max(1, self.census.count(other)) for other in self.facts.uncounted[facts.deck])
        return others + 1 <= self.facts.room[facts.deck]

    def most(self, card: str) -> int:
        """Return the greatest number of copies that can exist, as things stand."""
        facts = self.facts.cards[card]
        if facts.count is not None:
            return facts.count
        others = sum(max(1, self.census.count(other)) for other in self.facts.uncounted[facts.deck] if other != card)
        return self.facts.room[facts.deck] - others

    def see(self, card: str) -> None:
        """Count a copy of a named card that the record now places."""
        if not is_unknown(card):
            self.census.see(card)

    def lose_sight(self, card: str) -> None:
        """Count a copy less."""
        if not is_unknown(card):
            self.census.unsee(card)

    def drop_order(self, deck: Deck) -> None:
        """Forget a recorded order that has proved wrong, and what it had placed."""
        for card in deck.rest():
            self.lose_sight(card)
        deck.order = None

    def can_give(self, kind: str, reshuffles: bool) -> bool:
        """Return whether the deck of this kind can still give a card, perhaps from its discard."""
        if not self.decks[kind].empty:
            return True
        return reshuffles and (bool(self.discards[kind]) or self.blind > 0 or kind in self.unknown_discards)
