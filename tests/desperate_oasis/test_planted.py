"""One fault in a clean game of Desperate Oasis gives one cause, at its entry, with its rule, under both policies."""

from __future__ import annotations

from random import Random

import pytest

from tests.desperate_oasis.slips import GAME, SLIPS, rounds
from tests.material import Document, simulated
from tests.planting import Clean, Sown, causes_told, sow

SOWN = list(sow(GAME, SLIPS, 2 * len(SLIPS)))


@pytest.mark.parametrize("policy", ["stand", "void"])
@pytest.mark.parametrize("sown", SOWN, ids=[f"{one.slip.name} in {one.seed}".replace(" ", "-") for one in SOWN])
def test_one_fault_gives_one_cause(sown: Sown, policy: str) -> None:
    assert causes_told(sown.document, policy) == f"{sown.number} {sown.slip.rule}"


def both(one: Sown, other: Sown) -> Document | None:
    """Return a game with both faults, if they lie in different rounds of one game and leave its length as it was."""
    clean = Clean(simulated(GAME)[one.seed])
    same = len(one.document["moves"]) == len(other.document["moves"]) == len(clean.moves)
    cuts = [number for number in rounds(clean) if one.number < number < other.number]
    if one.seed != other.seed or not same or not cuts:
        return None
    return {**clean.document, "moves": [*one.document["moves"][: cuts[0] - 1], *other.document["moves"][cuts[0] - 1 :]]}


def test_two_faults_give_two_causes() -> None:
    open_slips = [slip for slip in SLIPS if not slip.hidden]
    tried = 0
    for seed in range(0, 200, 16):
        clean = Clean(simulated(GAME)[seed])
        planted = [(slip, slip.plant(clean, Random(seed))) for slip in open_slips]
        sown = [Sown(slip, seed, *found) for slip, found in planted if found is not None]
        pairs = [(one, other) for one in sown for other in sown if both(one, other) is not None]
        for one, other in Random(seed).sample(pairs, min(1, len(pairs))):
            told = causes_told(both(one, other) or {}, "stand")
            assert told == f"{one.number} {one.slip.rule}, {other.number} {other.slip.rule}", seed
            tried += 1
    assert tried > 8
