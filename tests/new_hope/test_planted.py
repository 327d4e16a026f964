"""One fault planted in a clean game is one cause, at that entry, with the right rule, under every policy."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from oasis_ref.core.findings import headline
from oasis_ref.referee.adjudication import adjudicate
from tests.new_hope.faults import SLIPS
from tests.new_hope.gardens import Clean, Document, Slip, games, read

GAMES = 54
EACH = 3


@cache
def clean_games() -> list[Clean]:
    return [Clean(document) for document in games(GAMES)]


def sown(slip: Slip, place: int) -> list[tuple[int, Document, int]]:
    """Return a few games with this fault: the game's place, the log, the entry to be named."""
    found = []
    for step in range(GAMES):
        garden = (place * 5 + step) % GAMES
        planted = slip.plant(clean_games()[garden], Random(garden))
        if planted is not None:
            found.append((garden, *planted))
        if len(found) == EACH:
            break
    return found


def causes(document: Document, policy: Any) -> list[tuple[int, str]]:
    verdict = adjudicate(read(document), after_illegal=policy)
    named = []
    for number in verdict.causes:
        own = [finding for finding in verdict.entries[number - 1].findings if finding.follows_from is None]
        first = headline(own)
        named.append((number, first.rule if first else "nothing"))
    return named


@pytest.mark.parametrize(("place", "slip"), list(enumerate(SLIPS)), ids=lambda part: getattr(part, "name", ""))
def test_one_fault_is_one_cause(place: int, slip: Slip) -> None:
    planted = sown(slip, place)
    assert planted, "no simulated game has a place for this fault"
    for garden, document, number in planted:
        for policy in ("stand", "void", "stop"):
            assert causes(document, policy) == [(number, slip.rule)], (garden, policy)
