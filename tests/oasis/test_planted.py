"""One fault planted in a clean game is one cause, at the entry where it can first be noticed, with the right rule."""

from __future__ import annotations

import pytest

from tests.oasis.slips import SLIPS
from tests.planting import Sown, causes_told, sow

SOWN = list(sow("oasis", SLIPS, max(54, len(SLIPS))))

NEED_KNOWN_CARDS = {"stack-order", "deck-order", "reshuffle-cards"}
UNSEEN = [slip._replace(hidden=True) for slip in SLIPS if slip.rule not in NEED_KNOWN_CARDS and not slip.hidden]
SOWN_UNSEEN = [one for one in sow("oasis", UNSEEN, len(UNSEEN)) if one.slip.name != "no card offered"]
"""The same in records in which the stacks are hidden; a card that was never written down cannot be put back."""


@pytest.mark.parametrize("policy", ["stand", "void", "stop"])
@pytest.mark.parametrize("sown", SOWN, ids=[f"{one.slip.name} in {one.seed}".replace(" ", "-") for one in SOWN])
def test_one_fault_gives_one_cause(sown: Sown, policy: str) -> None:
    assert causes_told(sown.document, policy) == f"{sown.number} {sown.slip.rule}"


@pytest.mark.parametrize(
    "sown", SOWN_UNSEEN, ids=[f"{one.slip.name} in {one.seed}".replace(" ", "-") for one in SOWN_UNSEEN]
)
def test_one_fault_gives_one_cause_where_the_stacks_are_hidden(sown: Sown) -> None:
    assert causes_told(sown.document, "stand") == f"{sown.number} {sown.slip.rule}"
