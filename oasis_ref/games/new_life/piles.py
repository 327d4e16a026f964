"""Decks and discard piles: how many cards they hold, and what is known of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from oasis_ref.core.cards import Hand, is_unknown
from oasis_ref.games.new_life.census import Census
from oasis_ref.games.new_life.facts import Facts

KINDS = ("surface", "subterrain")
MIGRATION, CENSUS = "migration", "census"


class Deck(Struct, eq=False, gc=False):
    """One face-down pile.

    ``size`` is None if it cannot be told, and then at least ``least`` cards are in the deck; up to ``slack`` of a known
    size may be gone through draws whose deck was not recorded. ``order`` lists the cards from the top, as far as it was
    recorded, and ``at`` is the place of the top card in it. ``bag`` holds what was shuffled into the deck, if that is
    known and the order is not.
    """

    kind: str
    size: int | None = None
    order: list[str] | None = None
    bag: Hand | None = None
    slack: int = 0
    at: int = 0
    least: int = 0

    def copy(self) -> Deck:
        """Return an independent copy; the order itself never changes and is shared."""
        return replace(self) if self.bag is None else replace(self, bag=self.bag.copy())

    def next(self) -> str | None:
        """Return the top card if it was recorded: its id, or a mark; None if nothing is known of it."""
        if self.order is not None and self.at < len(self.order):
            return self.order[self.at]
        return None

    def gives(self, cards: list[str]) -> bool:
        """Return whether these are the next cards of the recorded order."""
        if not self.size or self.size < len(cards) or self.order is None or self.bag is not None:
            return False
        return self.order[self.at : self.at + len(cards)] == cards

    def pass_over(self, number: int) -> None:
        """Let so many recorded cards be gone."""
        self.at += number
        self.size = (self.size or 0) - number
        self.least -= number

    def rest(self) -> list[str]:
        """Return the recorded cards that are still in the deck, top first."""
        return [] if self.order is None else self.order[self.at :]

    @property
    def empty(self) -> bool:
        """Whether the deck surely has no card."""
        return self.size == 0

    @property
    def may_be_empty(self) -> bool:
        """Whether the deck may have no card, as far as its size can be followed."""
        return self.least <= 0 if self.size is None else self.size <= self.slack


class Piles(Struct, eq=False, gc=False):
    """All decks and discard piles, and how often each card is in sight.

    A card is in sight while the record says where it is; a card shuffled into a deck of unknown order is not.
    ``supposed`` names the kinds of which a position told neither deck nor discard: what lay nowhere else is taken to be
    the deck. ``stirred`` names those of which the discard may have been made the deck unseen, or be the discard still.
    ``blind`` counts discards of which not even the pile is known, ``starters_in`` tells that a reshuffle has taken
    Starters into the Subterrain deck, ``aside`` are cards out of the game, ``blurred`` that draws without their deck
    have made the size of a deck uncertain. ``both`` is how many cards the two decks have together once only that is
    followed, not counting discards that may have been shuffled in unseen (None: not followed). A copy shares the decks
    and the census with its original until it changes them: ``own`` gives a deck to change.
    """

    facts: Facts
    decks: dict[str, Deck]
    migration: Deck
    discards: dict[str, tuple[str, ...]]
    census: Census
    owned: set[str]
    unknown_discards: frozenset[str] = frozenset()
    stirred: frozenset[str] = frozenset()
    supposed: frozenset[str] = frozenset()
    blind: int = 0
    blurred: bool = False
    both: int | None = None
    aside: tuple[str, ...] = ()
    starters_in: bool = False

    def copy(self) -> Piles:
        """Return an independent copy."""
        return replace(self, decks=self.decks.copy(), discards=self.discards.copy(), owned=set())

    def own(self, kind: str) -> Deck:
        """Return a deck to change: of a kind, or the Migration deck."""
        if kind not in self.owned:
            self.owned.add(kind)
            if kind == MIGRATION:
                self.migration = self.migration.copy()
            else:
                self.decks[kind] = self.decks[kind].copy()
        return self.migration if kind == MIGRATION else self.decks[kind]

    def replace(self, deck: Deck) -> None:
        """Put a new deck in the place of the one of its kind."""
        self.owned.add(deck.kind)
        self.decks[deck.kind] = deck

    def throw(self, kind: str, cards: Iterable[str]) -> None:
        """Put cards on the discard pile of a kind."""
        self.discards[kind] += tuple(cards)

    def _own_census(self) -> Census:
        if CENSUS not in self.owned:
            self.owned.add(CENSUS)
            self.census = self.census.copy()
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

    def see(self, card: str) -> None:
        """Count one more copy of a named card that the record now places."""
        if not is_unknown(card):
            self._own_census().see(card)

    def know_in_sight(self, numbers: Mapping[str, int]) -> None:
        """Note how many copies of some named cards the record now places."""
        self._own_census().seen.update(numbers)

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
            return self.both is None or not self.both_spent(reshuffles)
        return reshuffles and (bool(self.discards[kind]) or self.blind > 0 or not self.discard_known(kind))

    def discard_known(self, kind: str) -> bool:
        """Return whether the record tells which cards lie in the discard of a kind, ``blind`` ones apart."""
        return kind not in self.unknown_discards and kind not in self.stirred

    def both_spent(self, reshuffles: bool) -> bool:
        """Return whether the two decks together surely have no card, nor any that was shuffled in unseen."""
        if self.both is None or (reshuffles and self.unknown_discards):
            return False
        shuffled_in = self.blind + sum(map(len, self.discards.values())) if reshuffles else 0
        return self.both + shuffled_in <= 0

    def give_blindly(self) -> None:
        """Count a card that left one of the two decks, which was not recorded."""
        decks = self.decks.values()
        if all(deck.size is not None and not deck.slack for deck in decks):
            self.both = sum(deck.size or 0 for deck in decks)
        if self.both is not None:
            self.both -= 1


def opening_piles(facts: Facts) -> Piles:
    """Return the decks and discard piles before the set-up: nothing is known of them."""
    return Piles(
        facts=facts,
        decks={kind: Deck(kind) for kind in KINDS},
        migration=Deck(MIGRATION, 0),
        discards=dict.fromkeys(KINDS, ()),
        census=Census(facts.limits),
        owned={*KINDS, MIGRATION, CENSUS},
    )
