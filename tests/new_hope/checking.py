"""What must hold of every table, whatever was written down."""

from __future__ import annotations

from collections import Counter

from oasis_ref.games.new_hope.cards import EQUIPMENT, NUMBERS, TRAVEL_TOTAL, is_mark
from oasis_ref.games.new_hope.match import Match
from oasis_ref.games.new_hope.moves import Eliminate, EndTurn
from oasis_ref.games.new_hope.table import MAIN_DUE
from oasis_ref.games.new_hope.worlds import World

Counted = Counter[str]


def counted(cards: list[str]) -> Counted:
    return Counter("compass" if card == "compass-step" else card for card in cards)


def everywhere(table: Match, world: World) -> Counted:
    """Return how often each card, or mark, lies anywhere; decks of unknown order count as hidden cards."""
    cards = counted([card for row in table.rows for card in row])
    for counts in (*table.camps, *world.hands, world.ruins, world.discard, world.supply):
        cards.update(counts)
    cards.update(world.lair)
    cards.update(card for card in table.lair if card != "?")
    cards["oasis"] += table.centre_apart
    for order, size, mark in (
        (table.deck_order, table.deck_size, "travel:?"),
        (table.companion_order, table.companion_size, table.companion_mark),
    ):
        known = [card for card in order or [] if card != "?"]
        assert order is None or len(order) == size
        cards.update(known)
        cards[mark] += size - len(known)
    return +cards


def check_conservation(table: Match) -> None:
    """All 136 cards less the aids and Khallas lie somewhere, and no card more often than it exists."""
    for world in [*table.worlds[:6], table.worlds[-1]]:
        cards = everywhere(table, world)
        travel = sum(number for card, number in cards.items() if card in NUMBERS or card == "travel:?")
        equipment = {item: cards[item] for item in EQUIPMENT}
        companions = sum(cards.values()) - travel - sum(equipment.values())
        assert travel == TRAVEL_TOTAL
        assert equipment == table.stock.equipment
        assert companions == table.stock.companion_total
        for seat, hand in enumerate(world.hands):
            assert sum(hand.values()) == table.sizes[seat]
            assert all(number > 0 for number in hand.values())
        assert sum(world.lair.values()) == table.lair.count("?")
        check_located(table, world, cards)
        if not table.partial:
            check_pools(world, cards)


def check_located(table: Match, world: World, cards: Counted) -> None:
    """What is counted as located is what can be seen, or lies in a shuffled Companion deck."""
    pooled: Counted = Counter()
    for pool in world.pools.values():
        pooled.update({card: number for card, number in pool.items() if not is_mark(card)})
    for card, number in world.seen.items():
        assert number == cards[card] + pooled[card], card
        limit = table.stock.limits[card]
        assert limit is None or number <= limit, card


def check_pools(world: World, cards: Counted) -> None:
    """A pool holds as many cards as lie somewhere with its mark, be it in another pool."""
    for mark, pool in world.pools.items():
        assert all(number > 0 for number in pool.values())
        assert sum(pool.values()) == cards[mark] + sum(other.get(mark, 0) for other in world.pools.values()), mark


def check_rules(table: Match) -> None:
    """What holds after legal entries alone."""
    arrived = [seat for seat, places in enumerate(table.places) if places and places[-1] == 0]
    assert len(arrived) <= 1
    assert bool(arrived) == (table.arrival is not None)
    assert not arrived or table.phase == "over"
    for seat, (row, places) in enumerate(zip(table.rows, table.places, strict=True)):
        assert places == list(range(12, 12 - len(row), -1))
        for card, place in zip(row, places, strict=True):
            assert NUMBERS.get(card, place) == place
            assert card != "shield"
            assert (card == "map") <= (place == 0)
            assert not card.startswith("compass") or place >= 1
            assert card != "compass-step" or place >= 6
        if table.phase == "play" and seat != table.turn.seat:
            assert table.sizes[seat] <= limit(table)
    assert len(table.lair) <= 4
    assert table.deck_size == 0 or table.deck_size % 2
    assert table.phase != "over" or not table.turn.stack


def limit(table: Match) -> int:
    """Return how many cards a hand may hold at the end of a turn."""
    seven = table.variant == "specialists" and table.readings["specialists-hand-limit"] == "seven"
    return 7 if seven else 8


class Watch:
    """What must hold from each entry of a game that begins with the set-up to the next."""

    def __init__(self, table: Match) -> None:
        self.table = table
        self.begun: set[int] = set()
        """The seats that have had a turn, or have it."""
        self.turns: list[int] = []
        """The seat of each turn of the game, in the order in which they were taken."""
        self.emptied_by: int | None = None
        """The seat of the turn in which the last card of the Exploration deck was drawn."""

    def before(self) -> None:
        """Look at the table before an entry."""
        table = self.table
        self.deck, self.lair, self.phase = table.deck_size, len(table.lair), table.phase
        self.turn, self.left, self.notes = table.turn, len(table.turn.stack), len(table.notes)

    def after(self, entry: object, legal: bool = True) -> None:
        """Look at it again after the entry; ``legal`` says that nothing illegal was done so far."""
        table = self.table
        assert table.deck_size <= self.deck or self.phase == "setup", "the Exploration deck never grows"
        if not legal:
            return
        if table.phase == "play":
            self._check_end_of_turn(entry)
            if not self.turns or table.turn is not self.turn:
                self.turns.append(table.turn.seat)
            self.begun.add(table.turn.seat)
            for seat, size in enumerate(table.sizes):
                assert seat in self.begun or size <= 6, "no hand is large before its first turn"
        if self.phase == "play" and len(table.lair) < self.lair:
            dry = not table.companion_size and not any(world.discard for world in table.worlds)
            stays_empty = isinstance(entry, Eliminate) and table.readings["lair-after-eliminate"] == "stays-empty"
            assert dry or stays_empty, "the Lair has a gap"
        if self.phase == "draft" and table.phase == "play":
            assert len(table.lair) == 4
        if self.emptied_by is None and table.exhausted_by is not None:
            self.emptied_by = table.exhausted_by
        if table.phase in ("play", "over"):
            self._check_turns()

    def _check_turns(self) -> None:
        """All scouts have as many turns, one more at most; after the deck the one who emptied it has the last."""
        table = self.table
        taken = Counter(self.turns)
        number = [taken[seat] for seat in range(table.count)]
        assert max(number) - min(number) <= 1, "the turns differ by more than one"
        assert table.deck_size == 0 or table.deck_size % 2, "the deck is odd until it is empty"
        if table.over_by_deck():
            assert self.turns[-1] == self.emptied_by, "the last turn is of the scout who emptied the deck"
            before = len(self.turns) - 1 - table.count
            assert self.turns[before] == self.emptied_by, "each scout has one more turn"

    def _check_end_of_turn(self, entry: object) -> None:
        """At the end of a turn nothing is pending but what may be passed over or declined, and the notes tell that."""
        table = self.table
        if self.phase != "play" or table.turn is self.turn:
            return
        told = [note.facts.get("slug") for note in table.notes[self.notes :]]
        assert told.count("auto-skip") + told.count("declined-by-omission") >= self.left
        assert MAIN_DUE not in self.turn.stack or "auto-skip" in told, "the main action is never left out"
        if isinstance(entry, EndTurn):
            assert table.turn.stack == [MAIN_DUE], "nothing is taken over from the turn before"
