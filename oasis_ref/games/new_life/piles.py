"""Decks and discard piles: how many cards they hold, and what is known of them."""

from __future__ import annotations

from collections.abc import Iterable

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
    have made the size of a deck uncertain. A copy shares everything until it changes it: ``own`` gives a deck to
    change.
    """

    __slots__ = (
        "aside", "blind", "blurred", "census", "decks", "discards", "facts", "migration", "owned", "starters_in",
        "unknown_discards",
    )  # fmt: skip

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.decks = {kind: Deck(kind) for kind in KINDS}
        self.migration = Deck("migration", 0)
        self.discards: dict[str, tuple[str, ...]] = dict.fromkeys(KINDS, ())
        self.unknown_discards: frozenset[str] = frozenset()
        self.blind = 0
        self.blurred = False
        self.aside: tuple[str, ...] = ()
        self.starters_in = False
        self.census = Census(facts.limits)
        self.owned: tuple[str, ...] = (*KINDS, "migration", "census")

    def copy(self) -> Piles:
        """Return an independent copy."""
        twin = Piles.__new__(Piles)
        twin.facts, twin.decks, twin.migration, twin.discards = self.facts, self.decks, self.migration, self.discards
        twin.unknown_discards, twin.blind, twin.blurred = self.unknown_discards, self.blind, self.blurred
        twin.aside, twin.starters_in, twin.census = self.aside, self.starters_in, self.census
        twin.owned = ()
        return twin

    def own(self, kind: str) -> Deck:
        """Return a deck to change: of a kind, or the Migration deck."""
        if kind not in self.owned:
            self.owned += (kind,)
            if kind == "migration":
                self.migration = self.migration.copy()
            else:
                self.decks = {**self.decks, kind: self.decks[kind].copy()}
        return self.migration if kind == "migration" else self.decks[kind]

    def replace(self, deck: Deck) -> None:
        """Put a new deck in the place of the one of its kind."""
        self.own(deck.kind)
        self.decks = {**self.decks, deck.kind: deck}

    def throw(self, kind: str, cards: Iterable[str]) -> None:
        """Put cards on the discard pile of a kind."""
        self.discards = {**self.discards, kind: (*self.discards[kind], *cards)}

    def _own_census(self) -> Census:
        if "census" not in self.owned:
            self.owned += ("census",)
            census = Census.__new__(Census)
            census.limits, census.seen = self.census.limits, self.census.seen.copy()
            self.census = census
        return self.census

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

    def see(self, card: str, number: int = 1) -> None:
        """Count copies of a named card that the record now places."""
        if not is_unknown(card):
            census = self._own_census()
            census.seen[card] = census.seen.get(card, 0) + number

    def lose_sight(self, card: str) -> None:
        """Count a copy less."""
        if not is_unknown(card):
            self._own_census().unsee(card)

    def drop_order(self, kind: str) -> None:
        """Forget a recorded order that has proved wrong, and what it had placed."""
        deck = self.own(kind)
        for card in deck.rest():
            self.lose_sight(card)
        deck.order = None

    def can_give(self, kind: str, reshuffles: bool) -> bool:
        """Return whether the deck of this kind can still give a card, perhaps from its discard."""
        if not self.decks[kind].empty:
            return True
        return reshuffles and (bool(self.discards[kind]) or self.blind > 0 or kind in self.unknown_discards)
