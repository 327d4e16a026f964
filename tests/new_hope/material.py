"""What the tests of New Hope share: simulated games, with and without Specialists, open and hidden."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

import msgspec

from oasis_ref.core.readings import Readings
from oasis_ref.games import game as game_of
from oasis_ref.games.new_hope.catalogue import RULES
from oasis_ref.games.new_hope.match import Match
from oasis_ref.games.new_hope.moves import GameLog, Pack, Position, Setup
from oasis_ref.games.new_hope.simulate import SEATS, _next, _play, _setup
from oasis_ref.record.reading import read_log
from oasis_ref.referee.settings import pack_for
from tests.material import Document

GAME = game_of("new-hope")


@cache
def pack_named(name: str) -> Pack:
    pack = pack_for(GAME, None, name)[0]
    assert isinstance(pack, Pack)
    return pack


@cache
def simulated(seed: int, players: int, variant: str, pack: str = "sample") -> Document:
    """Return a random legal game as a log document."""
    return GAME.simulate(seed, players, pack_named(pack), {}, {"variant": variant})


def games(count: int, pack: str = "sample") -> list[Document]:
    """Return so many simulated games, with every number of scouts, with and without Specialists."""
    return [simulated(seed, 2 + seed % 3, ("base", "specialists")[seed // 3 % 2], pack) for seed in range(count)]


@cache
def short_of_companions(seed: int, variant: str) -> Document:
    """Return a random legal game of four scouts from a position in which most Companions lie in the camps.

    So the Companion deck runs out again and again.
    """
    chance = Random(seed)
    pack = pack_named("sample")
    start = _setup(chance, list(SEATS), pack, variant)
    assert start.companion_deck is not None
    people = start.companion_deck
    position = Position(
        ruins=start.ruins or [],
        lair=start.lair,
        hands=dict(start.hands or {}),
        exploration_deck=start.exploration_deck,
        companion_deck=people[:5],
        companion_discard=people[5:8],
        camps={seat: people[8 + place :: 4] for place, seat in enumerate(SEATS)},
        active=start.starter,
    )
    table = Match(pack, list(SEATS), Readings(RULES.readings))
    moves: list[Any] = []
    _play(table, moves, Setup(seats=list(SEATS), variant=start.variant, position=position))
    while table.phase != "over":
        _play(table, moves, _next(table, chance))
    players = [{"seat": seat} for seat in SEATS]
    return {"game": "new-hope", "players": players, "pack": "sample", "moves": msgspec.to_builtins(moves)}


def read(document: Document) -> GameLog:
    log = read_log(json.dumps(document).encode())
    assert isinstance(log, GameLog)
    return log


def hidden(document: Document) -> Document:
    """Return the same game as a scribe at the table would have written it down."""
    return dict(msgspec.to_builtins(GAME.hide(read(document))))
