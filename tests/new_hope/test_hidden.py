"""The truth is always among the possibilities that a blanked record leaves open."""

from __future__ import annotations

from collections import Counter

from oasis_ref.games.new_hope.cards import EQUIPMENT, NUMBERS, is_mark
from oasis_ref.games.new_hope.worlds import Counts, World
from tests.new_hope.gardens import games, hidden, read
from tests.new_hope.test_conservation import tables


def kinds(cards: Counter[str]) -> tuple[int, int]:
    """Return how many Travel cards and how many Companions there are."""
    travel = sum(number for card, number in cards.items() if card in NUMBERS or card == "travel:?")
    equipment = sum(cards[item] for item in EQUIPMENT)
    return travel, sum(cards.values()) - travel - equipment


def can_be(known: Counts, true: Counts) -> bool:
    """Return whether a pile as it is known can be the true one."""
    named = Counter({card: number for card, number in known.items() if not is_mark(card)})
    rest = Counter(true)
    rest.subtract(named)
    if min(rest.values(), default=0) < 0:
        return False
    marks = Counter({card: number for card, number in known.items() if is_mark(card)})
    left = +rest
    return not any(left[item] for item in EQUIPMENT) and kinds(left) == kinds(marks)


def fits(world: World, truth: World) -> bool:
    piles = (*zip(world.hands, truth.hands, strict=True), (world.ruins, truth.ruins), (world.discard, truth.discard))
    return all(can_be(known, true) for known, true in piles) and +Counter(world.supply) == +Counter(truth.supply)


def test_the_truth_is_never_ruled_out() -> None:
    looked_at = open_ends = 0
    for document in [*games(24), *games(12, "box")]:
        for known, true in zip(tables(read(hidden(document))), tables(read(document)), strict=True):
            if known.partial:
                break
            truth = true.worlds[0]
            assert len(true.worlds) == 1
            assert any(fits(world, truth) for world in known.worlds), known.number
            assert known.sizes == true.sizes
            assert known.last_turns == true.last_turns
            looked_at += 1
            open_ends += len(known.worlds) > 1
    assert looked_at > 2500
    assert open_ends > 200
