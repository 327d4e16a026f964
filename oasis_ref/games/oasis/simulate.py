"""Random legal games as logs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from random import Random
from typing import Any

import msgspec

from oasis_ref.core.documents import Entry, Player, Result
from oasis_ref.core.readings import Readings
from oasis_ref.core.text import counted
from oasis_ref.games.base import Outcome
from oasis_ref.games.oasis.candidates import camels_of, markers_for
from oasis_ref.games.oasis.catalogue import RULES
from oasis_ref.games.oasis.match import Match
from oasis_ref.games.oasis.moves import (
    CAMELS_SHOWN,
    CARDS,
    TYPES,
    Bonus,
    Camels,
    DrawThree,
    GameLog,
    Move,
    Offer,
    Pack,
    Place,
    Reshuffle,
    Setup,
    Take,
    Unplayable,
)
from oasis_ref.games.oasis.rules_tiles import has_square, legal_squares, may_lie
from oasis_ref.games.oasis.squares import Squares, squares_of
from oasis_ref.games.simulating import DeadEnd, chosen_options, first_whole

NAMES = ("Ann", "Ben", "Cem", "Dora", "Eva")
SEATS = "ABCDE"
DEALT = 5
MOST_ROUNDS = 80
TRIES = 12


def simulate(
    seed: int,
    players: int,
    pack: Pack,
    readings: Mapping[str, str],
    options: Mapping[str, str],
) -> dict[str, Any]:
    """Return a whole legal game, chosen by chance from the seed, as a log document with everything recorded.

    Raises OptionError for an option: there is none. Raises NoGame if in every game tried something hung on squares
    that the map does not show.
    """
    chosen_options((), options, players)

    def play(chance: Random) -> tuple[_Simulation, Outcome]:
        game = _Simulation(chance, players, pack, readings)
        return game, game.play()

    game, outcome = first_whole(seed, play, _why_none(squares_of(pack)))
    result = Result(
        points={seat: points for seat, points in outcome.points.items() if points is not None}, winners=outcome.winners
    )
    log = GameLog(
        game="oasis",
        players=game.players,
        pack=pack.name,
        readings=dict(readings),
        moves=game.moves,
        result=result,
    )
    document: dict[str, Any] = msgspec.to_builtins(log)
    return document


def _why_none(squares: Squares) -> str:
    unknown = squares.listed(squares.unknown)
    if not unknown:
        return ""
    shown = ", ".join(unknown[:8]) + (", ..." if len(unknown) > 8 else "")
    return (
        f"its map leaves {counted(len(unknown), 'square')} unknown ({shown}), and in every game tried something hung "
        "on that: above all whether the camel path is full, which ends the game"
    )


class _Simulation:
    """One random game while it is played. Every entry is judged before it is taken."""

    def __init__(self, random: Random, players: int, pack: Pack, readings: Mapping[str, str]) -> None:
        self.random = random
        self.players = [Player(seat=seat, name=name) for seat, name in zip(SEATS[:players], NAMES, strict=False)]
        chosen = Readings(RULES.readings, readings)
        self.table = Match(GameLog(game="oasis", players=self.players, moves=[]), chosen, pack)
        self.moves: list[Move] = []

    def play(self) -> Outcome:
        """Play until the end; return who has won."""
        self._add(self._dealt())
        table = self.table
        for _ in range(MOST_ROUNDS):
            while (seat := table.next_to_offer()) is not None:
                self._offer(seat)
            while not table.between and table.offers_left():
                self._take()
            if not table.between:
                break
            self._free_action()
            if table.end is not None:
                break
        if table.close():
            raise DeadEnd("something is owed at the end")
        outcome = table.outcome(table.tally())
        if outcome.state != "finished":
            raise DeadEnd("who wins hangs on squares that the map does not show")
        return outcome

    def _dealt(self) -> Setup:
        seats = [player.seat for player in self.players]
        numbers = list(range(1, len(seats) + 1))
        self.random.shuffle(numbers)
        deck = [card for card, copies in CARDS.items() for _ in range(copies)]
        self.random.shuffle(deck)
        stacks: dict[str, list[str] | int] = {seat: [deck.pop() for _ in range(DEALT)] for seat in seats}
        return Setup(counters=dict(zip(seats, numbers, strict=True)), stacks=stacks, deck=deck)

    def _try(self, entry: Entry) -> bool:
        """Add the entry if it is legal."""
        table = self.table
        table.number = table.readings.number = len(self.moves) + 1
        judgement = table.judge(entry)
        if judgement.findings:
            return False
        table.carry_out(entry, judgement)
        table.trail, table.notes = [], []
        self.moves.append(entry)  # type: ignore[arg-type]
        return True

    def _add(self, entry: Entry) -> None:
        if not self._try(entry):
            raise DeadEnd(f"{entry} is not legal")

    def _one_of(self, entries: Iterable[Entry]) -> None:
        """Add the first of the entries that is legal."""
        if not any(self._try(entry) for entry in entries):
            raise DeadEnd("none of the entries is legal")

    def _shuffled(self) -> None:
        """Write down the order of a deck that was just shuffled."""
        fresh = self.table.cards.fresh
        if fresh is None:
            return
        batch = self.table.cards.batches.left[fresh.batch]
        order = [card for card, count in batch.items() for _ in range(count)]
        self.random.shuffle(order)
        self._add(Reshuffle(order=order))

    def _offer(self, seat: int) -> None:
        sizes = [1, 2, 3]
        self.random.shuffle(sizes)
        stack = self.table.cards.stacks[seat]
        for size in [*sizes, 1]:
            cards = [str(slot) for slot, _ in zip(stack, range(size), strict=False)]
            if len(cards) == size and self._try(Offer(by=self.table.seats[seat], cards=cards)):
                break
        self._shuffled()

    def _take(self) -> None:
        table = self.table
        chooser = table.next_to_choose()
        assert chooser is not None
        makers = [seat for seat in table.offers_left() if seat != chooser] or table.offers_left()
        self._add(Take(by=table.seats[chooser], of=table.seats[self.random.choice(makers)]))
        turn = table.turn
        assert turn is not None
        # A card without effect, of a pile that is used up, is left to the close of the turn.
        while busy := [card for card in turn.open if card.kind not in TYPES or table.board.piles[card.kind]]:
            self._resolve(self.random.choice([card for card in busy if card.begun] or busy).kind)

    def _resolve(self, kind: str) -> None:
        table = self.table
        assert table.turn is not None
        seat = table.turn.taker
        by = table.seats[seat]
        if kind == "draw-three":
            self._add(DrawThree(by=by))
            self._shuffled()
        elif kind in CAMELS_SHOWN:
            ways = self._camels(seat, CAMELS_SHOWN[kind])
            self._one_of(Camels(by=by, to=to, origin=origin, card=kind) for to, origin in ways)
        elif has_square(table, seat, kind):
            self._one_of(
                Place(by=by, tile=kind, square=square, marker=marker) for square, marker in self._tiles(seat, kind)
            )
        else:
            self._add(Unplayable(by=by, tile=kind))

    def _camels(self, seat: int, shown: int) -> Iterator[tuple[list[str], list[str]]]:
        """Yield ways to put and lift camels, in an order chosen by chance."""
        ways = list(camels_of(self.table, seat, shown))
        if not ways:
            yield [], []
            return
        yield self.random.choice(ways)
        self.random.shuffle(ways)
        yield from ways

    def _tiles(self, seat: int, kind: str) -> Iterator[tuple[str, str | None]]:
        """Yield squares, oftener one beside an own area first, each with what could be done with a marker."""
        table = self.table
        board, squares = table.board, table.squares
        own = [
            near
            for at in board.markers[seat]
            if board.tile[at] == kind
            for square in _squares(board.group[at])
            for near in squares.near[square]
        ]
        vacant = [at for at in (own if own and self.random.random() < 0.7 else squares.plain) if board.tile[at] is None]
        for _ in range(TRIES if vacant else 0):
            at = self.random.choice(vacant)
            if may_lie(table, seat, kind, at):
                yield from self._marked(seat, kind, at)
                break
        others = [at for at in legal_squares(table, seat, kind) if may_lie(table, seat, kind, at)]
        self.random.shuffle(others)
        for at in others:
            yield from self._marked(seat, kind, at)

    def _marked(self, seat: int, kind: str, at: int) -> Iterator[tuple[str, str | None]]:
        markers = list(markers_for(self.table, seat, kind, at))
        self.random.shuffle(markers)
        for marker in markers:
            yield self.table.squares.names[at], marker

    def _free_action(self) -> None:
        table = self.table
        seat = table.free
        if seat is None or (table.end is not None and table.options["bonus-in-last-round"] == "no"):
            return
        by = table.seats[seat]
        kind = self.random.choice((*TYPES, "camel", "pass"))
        ways: Iterator[Entry] = iter(())
        if kind == "camel":
            ways = (Bonus(by=by, to=to, origin=origin) for to, origin in self._camels(seat, 1))
        elif kind in TYPES and table.board.piles[kind] and has_square(table, seat, kind):
            tiles = self._tiles(seat, kind)
            ways = (Bonus(by=by, tile=kind, square=square, marker=marker) for square, marker in tiles)
        self._one_of(chain(ways, (Bonus(by=by),)))


def _squares(group: Any) -> list[int]:
    return group.squares if group is not None else []
