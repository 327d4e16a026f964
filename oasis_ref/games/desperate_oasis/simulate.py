"""Random legal games as logs."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from oasis_ref.core.documents import Entry, Player, Result
from oasis_ref.core.readings import Readings
from oasis_ref.games.desperate_oasis.board import COLUMNS, KINDS, OTHER, SEATS
from oasis_ref.games.desperate_oasis.candidates import completed_flip, plays_at
from oasis_ref.games.desperate_oasis.catalogue import RULES
from oasis_ref.games.desperate_oasis.laying import over_for
from oasis_ref.games.desperate_oasis.match import Match
from oasis_ref.games.desperate_oasis.moves import Draw, GameLog, Move, Oasis, Pack, Palm, Play, Round
from oasis_ref.games.desperate_oasis.pack_tools import MOST_ANIMALS
from oasis_ref.games.desperate_oasis.table import HAND, LAST_ROUND, OPENING, RoundState, as_oases
from oasis_ref.games.simulating import DeadEnd, chosen_options, first_whole

MOST_TRIES = 200


def simulate(
    seed: int, players: int, pack: Pack, readings: Mapping[str, str], options: Mapping[str, str]
) -> dict[str, Any]:
    """Return a whole legal game, chosen by chance from the seed, as a log document with everything recorded.

    A pack whose animals or oases are unknown gets invented ones, which the log then writes down. Raises OptionError
    for an option: there is none.
    """
    chosen_options((), options, players)

    def play(chance: Random) -> _Simulation:
        game = _Simulation(chance, pack, readings)
        game.play()
        return game

    game = first_whole(seed, play)
    tally = game.match.tally()
    outcome = game.match.outcome(tally)
    result = Result(
        points={seat: points for seat, points in outcome.points.items() if points is not None}, winners=outcome.winners
    )
    names = ("Ann", "Ben")
    log = GameLog(
        game="desperate-oasis",
        players=[Player(seat=seat, name=name) for seat, name in zip(SEATS, names, strict=True)],
        pack=pack.name,
        readings=dict(readings),
        moves=game.moves,
        result=result,
    )
    document: dict[str, Any] = msgspec.to_builtins(log)
    return document


class _Simulation:
    """One random game while it is played."""

    def __init__(self, random: Random, pack: Pack, readings: Mapping[str, str]) -> None:
        self.random = random
        self.animals = self._animals(pack)
        self.oases = self._oases(pack)
        random.shuffle(self.oases)
        chosen = Readings(RULES.readings, readings)
        known = replace(pack, animals={kind: self.animals.count(kind) for kind in KINDS})
        self.match = Match(GameLog(game="desperate-oasis", moves=[]), chosen, known)
        self.moves: list[Move] = []
        self.hands: dict[str, list[str]] = {}

    def _animals(self, pack: Pack) -> list[str]:
        if not isinstance(pack.animals, str):
            return [kind for kind in KINDS for _ in range(pack.animals.get(kind, 0))]
        least = {"jackal": 3, "camel": 3, "chameleon": 2}
        animals = [kind for kind in KINDS for _ in range(least.get(kind, 1))]
        bounds = pack.animals_total or {}
        most = bounds.get("max", MOST_ANIMALS)
        total = self.random.randint(max(bounds.get("min", len(animals)), min(20, most)), most)
        return animals + [self.random.choice(KINDS) for _ in range(total - len(animals))]

    def _oases(self, pack: Pack) -> list[Oasis]:
        if not isinstance(pack.oases, str):
            return as_oases(pack.oases)
        return [
            Oasis(value=self.random.randint(-2, 4), portal=self.random.random() < 0.3)
            for _ in range(LAST_ROUND * len(COLUMNS))
        ]

    def play(self) -> None:
        """Play three rounds."""
        for _ in range(LAST_ROUND):
            self._deal()
            while not self._over():
                self._turn()
            self._add(completed_flip(self.match))
            self._palm_after_flip()

    @property
    def round(self) -> RoundState:
        assert self.match.round is not None
        return self.match.round

    def _try(self, entry: Entry) -> bool:
        """Add the entry if it is legal."""
        self.match.number = self.match.readings.number = len(self.moves) + 1
        judgement = self.match.judge(entry)
        if judgement.findings:
            return False
        self.match.carry_out(entry, judgement)
        self.match.trail, self.match.notes = [], []
        self.moves.append(entry)  # type: ignore[arg-type]
        return True

    def _add(self, entry: Entry) -> None:
        if not self._try(entry):
            raise DeadEnd(f"{entry} is not legal")

    def _deal(self) -> None:
        deck = self.animals[:]
        self.random.shuffle(deck)
        self.hands = {seat: [deck.pop() for _ in range(HAND)] for seat in SEATS}
        aside = deck.pop()
        dealt = [self.oases.pop() for _ in COLUMNS]
        entry = Round(
            first=self.random.choice(SEATS),
            oases=[oasis if oasis.portal else oasis.value for oasis in dealt],
            hands={seat: hand[:] for seat, hand in self.hands.items()},
            deck=deck,
            aside=aside,
        )
        assert len(deck) + OPENING == len(self.animals)
        if not self._try(entry):
            self._add(replace(entry, first=OTHER[entry.first or SEATS[0]]))

    def _over(self) -> bool:
        return all(over_for(self.round, supply) for supply in self.round.supplies)

    def _turn(self) -> None:
        seat = self.round.turn if self.round.owed() == "action" else OTHER[self.round.turn]
        first = self.random.choices(("two", "across", "down"), (6, 3, 2))[0]
        for action in (first, "two", "across", "down"):
            if self._act(seat, action):
                break
        else:
            raise DeadEnd("the simulation found no legal play")
        if self.round.owed() == "card":
            self._palm(seat)
            if not self._act(seat, "two"):
                raise DeadEnd("the simulation found no second card")
        self._palm(seat)
        if self.round.supplies[0].due(seat):
            drawn = list((self.round.deck or [])[: self.round.supplies[0].due(seat)])
            self._add(Draw(by=seat, drawn=drawn))
            self.hands[seat] += drawn

    def _act(self, seat: str, action: str) -> bool:
        hand = self.hands[seat]
        spots = [(kind, column) for kind in dict.fromkeys(hand) for column in COLUMNS]
        self.random.shuffle(spots)
        for kind, column in spots:
            if action == "down":
                facing = self.random.choice(("left", "right")) if kind == "chameleon" else None
                plays = [Play(by=seat, card=kind, column=column, face="down", facing=facing)]
            else:
                plays = list(
                    plays_at(self.match, self.round, seat, seat if action == "two" else OTHER[seat], column, kind)
                )
                self.random.shuffle(plays)
            for play in plays[:MOST_TRIES]:
                if self._try(play):
                    hand.remove(kind)
                    return True
        return False

    def _palm(self, seat: str) -> None:
        if self.random.random() < 0.8:
            self._try(Palm(by=seat, column=self.random.choice(COLUMNS)))

    def _palm_after_flip(self) -> None:
        for seat in SEATS:
            self._palm(seat)
