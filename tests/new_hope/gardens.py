"""Clean simulated games of New Hope, and planting faults in them."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache, cached_property
from random import Random
from typing import Any, NamedTuple

import msgspec

from oasis_ref.games import game as game_of
from oasis_ref.games.new_hope.moves import GameLog, Pack
from oasis_ref.record.reading import read_log
from oasis_ref.referee.adjudication import replay
from oasis_ref.referee.settings import pack_for

GAME = game_of("new-hope")
Document = dict[str, Any]


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


def read(document: Document) -> GameLog:
    log = read_log(json.dumps(document).encode())
    assert isinstance(log, GameLog)
    return log


def hidden(document: Document) -> Document:
    """Return the same game as a scribe at the table would have written it down."""
    return dict(msgspec.to_builtins(GAME.hide(read(document))))


class Clean:
    """A clean game in which a fault is to be planted, with the table before each entry."""

    def __init__(self, document: Document) -> None:
        self.document = document

    @property
    def moves(self) -> list[Document]:
        moves: list[Document] = self.document["moves"]
        return moves

    @cached_property
    def tables(self) -> list[Any]:
        """The table after each entry, as plain data."""
        return [step.view.data for step in replay(read(self.document))]

    def before(self, number: int) -> Any:
        return self.tables[number - 2]

    def numbers(self, chance: Random, fits: Callable[[int, Document], bool]) -> list[int]:
        """Return the numbers of the entries that fit, in random order."""
        found = [number for number, entry in enumerate(self.moves, 1) if fits(number, entry)]
        chance.shuffle(found)
        return found

    def changed(self, number: int, *entries: Document) -> Document:
        """Return the log with other entries in place of one."""
        return {**self.document, "moves": [*self.moves[: number - 1], *entries, *self.moves[number:]]}


Planted = tuple[Document, int]
"""The log with the fault, and the number of the entry at which it is to be found."""


class Slip(NamedTuple):
    """One kind of fault: the rule that it breaks, and how it is planted (None where a game offers no place)."""

    name: str
    rule: str
    plant: Callable[[Clean, Random], Planted | None]
