"""Planting one fault in a clean game: the referee must name one cause, at that entry, with the right rule."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

import msgspec

from oasis_ref.core.findings import headline
from oasis_ref.games import game as game_of
from oasis_ref.record.reading import read_log
from oasis_ref.record.verdict import Verdict
from oasis_ref.referee.adjudication import replay
from tests.material import Document, judge, simulated


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
        return [step.view.data for step in replay(read_log(json.dumps(self.document).encode()))]

    def before(self, number: int) -> Any:
        """Return the table before an entry; nothing before the first."""
        return self.tables[number - 2] if number > 1 else {}

    def numbers(self, chance: Random, fits: Callable[[int, Document], bool]) -> list[int]:
        """Return the numbers of the entries that fit, in random order."""
        found = [number for number, entry in enumerate(self.moves, 1) if fits(number, entry)]
        chance.shuffle(found)
        return found

    def changed(self, number: int, *entries: Document) -> Document:
        """Return the log with other entries in place of one."""
        return {
            **self.document,
            "moves": [*self.moves[: number - 1], *copy.deepcopy(list(entries)), *self.moves[number:]],
        }

    def hidden(self) -> Clean:
        """Return the same game as a scribe at the table would have written it down."""
        log = read_log(json.dumps(self.document).encode())
        found: Document = msgspec.to_builtins(game_of(self.document["game"]).hide(log))
        return Clean(found)


Planted = tuple[Document, int]
"""The log with the fault, and the number of the entry at which the fault can first be noticed."""


class Slip(NamedTuple):
    """One kind of fault: the rule that it breaks, and how it is planted (None where the game offers no place)."""

    name: str
    rule: str
    plant: Callable[[Clean, Random], Planted | None]
    hidden: bool = False


class Sown(NamedTuple):
    """One game with one planted fault."""

    slip: Slip
    seed: int
    document: Document
    number: int


def sow(game: str, slips: Sequence[Slip], count: int) -> Iterator[Sown]:
    """Yield so many games with one fault each, the kinds in turn; each kind takes the next game that offers a place.

    No game is taken twice before all have been tried.
    """
    games = simulated(game)
    used: set[int] = set()
    for place in range(count):
        slip = slips[place % len(slips)]
        seeds = [(place * 7 + step) % len(games) for step in range(len(games))]
        for seed in sorted(seeds, key=used.__contains__):
            clean = Clean(games[seed])
            planted = slip.plant(clean.hidden() if slip.hidden else clean, Random(seed))
            if planted is not None:
                used.add(seed)
                yield Sown(slip, seed, *planted)
                break
        else:
            raise AssertionError(f"no simulated game has a place for: {slip.name}")


def causes_told(document: Document, policy: str) -> str:
    """Return the causes that the referee names, as text: ``entry rule`` each, separated by commas."""
    verdict = judge(document, policy)
    return ", ".join(f"{number} {_headline(verdict, number)}" for number in verdict.causes)


def _headline(verdict: Verdict, number: int) -> str:
    first = headline([finding for finding in verdict.entries[number - 1].findings if finding.follows_from is None])
    return first.rule if first else "nothing"
