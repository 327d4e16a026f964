"""One fault planted in a clean game is one cause, at that entry, with the right rule, under every policy."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from tests.material import Document, judge
from tests.new_hope.material import games, hidden
from tests.new_hope.slips import SLIPS
from tests.planting import Clean, Slip, causes_told

GAMES = 54
EACH = 3


@cache
def clean_games() -> list[Clean]:
    return [Clean(document) for document in games(GAMES)]


@cache
def sown(slip: Slip, place: int) -> list[tuple[int, Document, int]]:
    """Return a few games with this fault: the game's place, the log, the entry to be named."""
    found = []
    for step in range(GAMES):
        seed = (place * 5 + step) % GAMES
        planted = slip.plant(clean_games()[seed], Random(seed))
        if planted is not None:
            found.append((seed, *planted))
        if len(found) == EACH:
            break
    return found


@pytest.mark.parametrize(("place", "slip"), list(enumerate(SLIPS)), ids=lambda part: getattr(part, "name", ""))
def test_one_fault_is_one_cause(place: int, slip: Slip) -> None:
    planted = sown(slip, place)
    assert planted, "no simulated game has a place for this fault"
    for seed, document, number in planted:
        for policy in ("stand", "void", "stop"):
            assert causes_told(document, policy) == f"{number} {slip.rule}", (seed, policy)


def test_there_are_many_faults_in_many_games() -> None:
    fields = {seed for place, slip in enumerate(SLIPS) for seed, _, _ in sown(slip, place)}
    assert len(SLIPS) >= 40
    assert len({slip.rule for slip in SLIPS}) >= 30
    assert len(fields) >= 50


IN_THE_DARK = [
    slip
    for slip in SLIPS
    if slip.name
    in (
        "one card drawn",
        "two cards recycled",
        "a card recycled that is not there",
        "a Companion recycled",
        "a number skipped",
        "a card that does not exist",
        "paid too little",
        "two Equipments at once",
        "taken and played",
        "a Specialist in a base game",
        "a Recycle refused",
        "a Pillage of oneself",
        "a second mission",
        "a mission of two clans",
        "a blocked clan",
        "out of turn",
        "a second main action",
        "too few discards",
        "discards forgotten",
        "a turn passed",
        "a draft out of order",
        "set up twice",
        "an entry after the end",
    )
]


@cache
def dark_games() -> list[Clean]:
    """Return blanked games in which nothing is left open, so that every finding comes from the planted fault."""
    found = []
    for document in games(24):
        blank = hidden(document)
        if judge(blank).status == "clean":
            found.append(Clean(blank))
    return found


@pytest.mark.parametrize(("place", "slip"), list(enumerate(IN_THE_DARK)), ids=lambda part: getattr(part, "name", ""))
def test_one_fault_is_one_cause_in_the_dark(place: int, slip: Slip) -> None:
    found_games = dark_games()
    found = 0
    for step in range(len(found_games)):
        seed = (place * 5 + step) % len(found_games)
        planted = slip.plant(found_games[seed], Random(seed))
        if planted is None:
            continue
        found += 1
        for policy in ("stand", "void", "stop"):
            assert causes_told(planted[0], policy) == f"{planted[1]} {slip.rule}", (seed, policy)
        if found == 1:
            break
    assert found, "no simulated game has a place for this fault"
