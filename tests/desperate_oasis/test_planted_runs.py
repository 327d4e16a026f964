"""Whole turns and rounds written wrongly: one slip of the scribe gives one cause, under both policies."""

from __future__ import annotations

from copy import deepcopy
from random import Random

import pytest

from tests.desperate_oasis.slips import GAME, rounds
from tests.material import Document
from tests.planting import Clean, Planted, Slip, Sown, causes_told, sow


def turns(clean: Clean) -> list[tuple[int, int]]:
    """Return the turns of a game: the place of the first entry of each, and the place behind its last."""
    moves, found = clean.moves, []
    start = 0
    while start < len(moves):
        stop = start + 1
        if moves[start]["do"] == "play":
            while stop < len(moves) and moves[stop].get("by") == moves[start]["by"]:
                stop += 1
            found.append((start, stop))
        start = stop
    return found


def with_moves(clean: Clean, moves: list[Document]) -> Document:
    return {**clean.document, "moves": deepcopy(moves)}


def round_missing(clean: Clean, chance: Random) -> Planted | None:
    """The entry that begins the second or third round is missing; noticed at the first card of it."""
    number = chance.choice(rounds(clean)[1:])
    return with_moves(clean, [*clean.moves[: number - 1], *clean.moves[number:]]), number


def turn_twice(clean: Clean, chance: Random) -> Planted | None:
    """A turn that is not the last of its round is written twice; noticed at the first card of the second time."""
    begun = [(one, other) for one, other in zip(turns(clean), turns(clean)[1:], strict=False) if one[1] == other[0]]
    (start, stop), _ = chance.choice(begun)
    return with_moves(clean, [*clean.moves[:stop], *clean.moves[start:]]), stop + 1


def turns_swapped(clean: Clean, chance: Random) -> Planted | None:
    """Two neighbouring turns of one round, not the first two, are written in the wrong order."""
    found = turns(clean)
    begun = [
        (one, other)
        for before, one, other in zip(found, found[1:], found[2:], strict=False)
        if before[1] == one[0] and one[1] == other[0]
    ]
    (start, middle), (_, stop) = chance.choice(begun)
    moves = clean.moves
    return with_moves(clean, [*moves[:start], *moves[middle:stop], *moves[start:middle], *moves[stop:]]), start + 1


SLIPS = (
    Slip("the round is missing", "round-over", round_missing),
    Slip("the round is missing, cards hidden", "round-over", round_missing, hidden=True),
    Slip("a turn twice", "not-your-turn", turn_twice, hidden=True),
    Slip("two turns swapped", "not-your-turn", turns_swapped, hidden=True),
)
SOWN = list(sow(GAME, SLIPS, 6 * len(SLIPS)))


@pytest.mark.parametrize("policy", ["stand", "void"])
@pytest.mark.parametrize("sown", SOWN, ids=[f"{one.slip.name} in {one.seed}".replace(" ", "-") for one in SOWN])
def test_one_slip_gives_one_cause(sown: Sown, policy: str) -> None:
    assert causes_told(sown.document, policy) == f"{sown.number} {sown.slip.rule}"
