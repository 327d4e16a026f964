"""The state of an Oasis game while its record is replayed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from oasis_ref.core.documents import Entry, Ruling
from oasis_ref.core.findings import Finding, Happening, Note
from oasis_ref.core.readings import Readings
from oasis_ref.core.tally import Node
from oasis_ref.games.base import Judgement, Outcome, Table, View
from oasis_ref.games.oasis import catalogue
from oasis_ref.games.oasis.board import Board
from oasis_ref.games.oasis.moves import KINDS, MARKERS, GameLog, Pack
from oasis_ref.games.oasis.squares import Squares, squares_of
from oasis_ref.games.oasis.stacks import Stacks
from oasis_ref.games.oasis.turns import Open, Turn


class Match(Table):
    """One game. Seats are numbers here, in the order of the players; `seats` has their names.

    ``options`` are the chosen readings, looked at without counting them as touched; by one of them used cards go
    ``card_by_card`` to the discards.

    ``counters`` are those of the round, ``order`` the seats by them. ``made`` says who has offered, ``offered_at``
    by which entry last, ``offers`` what lies open, ``received`` the counters handed over face down (0: none),
    ``chosen`` who has taken. ``between`` is true from the last take of a round to the first offer of the next; then
    ``free`` is the seat with the free action, or None. ``end`` is the end that is due, with the entry that brought it;
    ``over`` says that nothing may happen now.

    ``judges`` and ``effects`` are those of a table that is not set up until `begin`; after a shuffle the next entry has
    effects of its own.
    """

    __slots__ = (
        "before",
        "between",
        "board",
        "card_by_card",
        "cards",
        "chosen",
        "counters",
        "earlier_by_taker",
        "effects",
        "end",
        "free",
        "has_squares",
        "judges",
        "last_by_taker",
        "made",
        "marker_piles",
        "notes",
        "number",
        "offered_at",
        "offers",
        "options",
        "order",
        "over",
        "pack",
        "readings",
        "ready",
        "received",
        "round",
        "scoring",
        "seat_of",
        "seats",
        "set_up_at",
        "squares",
        "stopped",
        "takes",
        "trail",
        "turn",
        "unread",
    )

    judges: dict[type, Callable[[Any, Any], Judgement]]
    effects: dict[type, Callable[[Any, Any, Any], None]]

    def __init__(self, log: GameLog, readings: Readings, pack: Pack) -> None:
        self.number = 0
        self.trail: list[Happening] = []
        self.notes: list[Note] = []
        self.readings = readings
        self.options = readings.chosen
        self.card_by_card = readings.chosen["discard-when"] == "card-by-card"
        self.pack: Pack = pack
        self.seats = [player.seat for player in log.players]
        self.seat_of = {seat: place for place, seat in enumerate(self.seats)}
        self.judges = dict.fromkeys(JUDGES, judge_unprepared)
        self.effects = dict.fromkeys(EFFECTS, effects.carry_unprepared)
        self.squares: Squares = squares_of(pack)
        count = len(self.seats)
        self.board = Board(self.squares, count)
        self.cards = Stacks(count)
        self.ready = False
        self.set_up_at = 0
        self.stopped: str | None = None
        self.counters: list[int] = list(range(1, count + 1))
        self.before: list[int] = list(self.counters)
        self.order: list[int] = list(range(count))
        self.round = 1
        self.offered_at = [0] * count
        self.start_round()
        self.between = False
        self.free: int | None = None
        self.turn: Turn | None = None
        self.last_by_taker = self.earlier_by_taker = 0
        self.end: tuple[str, int] | None = None
        self.over = False
        self.scoring: list[dict[str, list[tuple[int, int]]]] = [{kind: [] for kind in KINDS} for _ in range(count)]
        self.marker_piles: dict[str, int] = dict(MARKERS)
        self.unread: list[list[tuple[int, int]]] = [[] for _ in range(count)]
        self.has_squares: dict[tuple[int, str], tuple[int, bool | None]] = {}

    def begin(self) -> None:
        """Judge and carry out all entries from now on: the table is set up."""
        self.ready = True
        self.judges.update(JUDGES)
        self.effects.update(EFFECTS)

    def await_order(self) -> None:
        """Let the next entry, after a shuffle, be one that writes the order down, or note that it is not known."""
        self.effects.update(dict.fromkeys(EFFECTS, effects.carry_after_shuffle))

    def order_told(self) -> None:
        """Let entries have their usual effects again after a shuffle."""
        self.effects.update(EFFECTS)

    def start_round(self) -> None:
        """Begin a round in which nobody has offered or chosen yet."""
        count = len(self.seats)
        self.made = [False] * count
        self.offers: list[list[Open] | None] = [None] * count
        self.received = [0] * count
        self.chosen = [False] * count
        self.takes = 0

    def close(self) -> list[Finding]:
        """Close the last turn if nothing is open in it that needs an entry."""
        return effects.close_record(self)

    def tally(self, given: Sequence[tuple[int, Ruling]] = ()) -> Node:
        """Return the score as it stands."""
        return scoring.tally_of(self, given)

    def outcome(self, tally: Node) -> Outcome:
        """Return who has won."""
        return scoring.outcome_of(self, tally)

    def view(self) -> View:
        """Return the table as plain data."""
        return view.view_of(self)

    def candidates(self) -> Iterator[Entry]:
        """Yield the entries worth asking about now."""
        return candidates.candidates_of(self)

    def examples(self) -> Mapping[str, str]:
        """Return what can be done in far too many ways: putting and moving camels."""
        return candidates.EXAMPLES

    def repairs(self, entry: Entry) -> Iterator[Entry]:
        """Yield an offer as it may have been meant: of the seat that is due, or with another card in place of one."""
        return candidates.meant_as(self, entry)

    def rests_on(self) -> Sequence[int]:
        """Return the number of the offer that is being resolved: what its cards were shows when they are.

        While offers are made, those of the round: a card in one of them is not where a later one says that it is.
        """
        if self.turn is not None:
            made = self.offered_at[self.turn.maker]
            return (made,) if made else ()
        return sorted((at for at, made in zip(self.offered_at, self.made, strict=True) if made and at), reverse=True)

    def copy(self) -> Match:
        """Return an independent copy, sharing the map, the pack and everything else that never changes."""
        twin = Match.__new__(Match)
        for name in Match.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.judges, twin.effects = dict(self.judges), dict(self.effects)
        twin.trail, twin.notes = self.trail[:], self.notes[:]
        twin.readings = Readings(self.readings.known, self.readings.chosen)
        twin.options = twin.readings.chosen
        twin.readings.number = self.readings.number
        twin.readings.touched = {slug: entries[:] for slug, entries in self.readings.touched.items()}
        twin.board, twin.cards = self.board.copy(), self.cards.copy()
        twin.offered_at = self.offered_at[:]
        twin.made, twin.received, twin.chosen = self.made[:], self.received[:], self.chosen[:]
        twin.offers = [[card.copy() for card in offer] if offer else offer for offer in self.offers]
        twin.turn = self.turn.copy() if self.turn is not None else None
        twin.scoring = [{kind: takes[:] for kind, takes in owned.items()} for owned in self.scoring]
        twin.marker_piles = dict(self.marker_piles)
        twin.unread = [cards[:] for cards in self.unread]
        twin.has_squares = dict(self.has_squares)
        return twin

    def next_to_offer(self) -> int | None:
        """Return the seat with the lowest counter that has cards and has not offered, or None."""
        made, stacks = self.made, self.cards.stacks
        for seat in self.order:
            if not made[seat] and (stacks[seat] or self.draws_at_close(seat)):
                return seat
        return None

    def draws_at_close(self, seat: int) -> bool:
        """Return whether the seat gets cards by a draw-three card when the open turn is closed."""
        turn = self.turn
        if turn is None or turn.taker != seat or not self.cards.pool:
            return False
        return any(card.kind == "draw-three" for card in turn.open)

    def next_to_choose(self) -> int | None:
        """Return the seat with the lowest counter that has not chosen, or None."""
        for seat in self.order:
            if not self.chosen[seat] and (self.made[seat] or self.options["empty-stack"] != "sit-out"):
                return seat
        return None

    def offers_left(self) -> list[int]:
        """Return the seats whose offers are still to be taken, by counter."""
        return [seat for seat in self.order if self.offers[seat] is not None]

    def charged_entry(self) -> int:
        """Return the number of the taker's last entry before this one."""
        return self.earlier_by_taker if self.last_by_taker == self.number else self.last_by_taker

    def happen(self, rule: str, says: str, **facts: Any) -> None:
        """Add a line to the trail."""
        self.trail.append(Happening(rule, says, facts))

    def due(self, end: str, rule: str, says: str, **facts: Any) -> None:
        """Note that the game ends with this round."""
        self.happen(rule, says, **facts)
        if self.end is None:
            self.end = (end, self.number)

    def path_in_doubt(self) -> bool:
        """Return whether nothing but squares that the map does not show keeps the path from being full."""
        squares, board = self.squares, self.board
        if not squares.unknown or not squares.path or board.vacant_path:
            return False
        return any(board.holds_camel(at) for at in squares.unknown)

    def end_in_doubt(self) -> bool:
        """Return whether all offers are taken and it is not known if that was the last round: by the German edition."""
        german = self.options["edition"] == "german"
        return german and self.between and self.end is None and self.path_in_doubt()

    def counter_names(self, counters: Sequence[int]) -> dict[str, int]:
        """Return counters by the name of the seat."""
        return dict(zip(self.seats, counters, strict=True))

    def marker_counts(self, seat: int) -> Mapping[str, int]:
        """Return how many scoring markers of each kind the seat has, as far as they are known."""
        return {kind: sum(count for _, count in takes) for kind, takes in self.scoring[seat].items()}

    def finish_card(self, card: Open, shuffled: int | None = None) -> None:
        """Put a resolved card aside; after the last one all cards of the offer go to the discards.

        With ``shuffled`` it was one of the discards when that batch was shuffled.
        """
        turn = self.turn
        assert turn is not None
        left = turn.open
        left.remove(card)
        if shuffled is not None:
            self.cards.shuffled_too(shuffled, card.used)
        else:
            (self.cards.discards if self.card_by_card else turn.used).append(card.used)
        if not left:
            self.discard_offer(turn)

    def discard_offer(self, turn: Turn) -> None:
        """Put what is left of the offer on the discards."""
        self.cards.discards += turn.used
        turn.used.clear()
        self.trail.append(
            Happening(
                catalogue.DISCARD_AFTER_OFFER,
                "The offer is resolved: discards {count}.",
                {"count": len(self.cards.discards)},
            )
        )


from oasis_ref.games.oasis import candidates, effects, scoring, view  # noqa: E402
from oasis_ref.games.oasis.effects import EFFECTS  # noqa: E402
from oasis_ref.games.oasis.judging import JUDGES, judge_unprepared  # noqa: E402
