"""One fault planted in a clean game is one cause, at the entry where it can first be noticed, with the right rule."""

from __future__ import annotations

import pytest

from tests.oasis.slips import SLIPS
from tests.planting import Sown, causes_told, sow

SOWN = list(sow("oasis", SLIPS, max(54, len(SLIPS))))


@pytest.mark.parametrize("policy", ["stand", "void"])
@pytest.mark.parametrize("sown", SOWN, ids=[f"{one.slip.name} in {one.seed}".replace(" ", "-") for one in SOWN])
def test_one_fault_gives_one_cause(sown: Sown, policy: str) -> None:
    assert causes_told(sown.document, policy) == f"{sown.number} {sown.slip.rule}"
