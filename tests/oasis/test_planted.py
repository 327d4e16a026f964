"""One fault planted in a clean game is one cause, at the entry where it can first be noticed, with the right rule."""

from __future__ import annotations

import pytest

from tests.material import Document, simulated
from tests.oasis.slips import SLIPS
from tests.planting import Clean, Sown, causes_told, sow

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


def unseen_games() -> list[Clean]:
    return [Clean(document).hidden() for document in simulated("oasis")[:6]]


@pytest.mark.parametrize("clean", unseen_games())
def test_an_offer_that_the_scribe_forgot_is_one_cause_though_its_cards_are_not_known(clean: Clean) -> None:
    # The second to last player of a round has no offer written down, so the last one offers too early.
    number = next(
        number
        for number, entry in enumerate(clean.moves, 1)
        if number > 20
        and entry["do"] == clean.moves[number]["do"] == "offer"
        and clean.moves[number + 1]["do"] == "take"
        and any(card in ("oasis", "steppe", "stony") for card in entry["cards"])
    )
    assert causes_told(clean.changed(number), "stand") == f"{number} offer-order"


def with_two_faults(clean: Clean) -> tuple[Document, int, int]:
    """A tile on the path early in the game, and a card on top of the stack late in it."""
    tiles = [number for number, entry in enumerate(clean.moves, 1) if entry["do"] == "place"]
    offers = [
        number for number, entry in enumerate(clean.moves, 1) if entry["do"] == "offer" and len(entry["cards"]) < 3
    ]
    early, late = tiles[len(tiles) // 4], offers[3 * len(offers) // 4]
    first = Clean(clean.changed(early, {**clean.moves[early - 1], "square": "i10"}))
    return first.changed(late, {**first.moves[late - 1], "put": "top"}), early, late


@pytest.mark.parametrize("clean", unseen_games())
def test_two_faults_give_two_causes(clean: Clean) -> None:
    document, early, late = with_two_faults(clean)
    assert causes_told(document, "stand") == f"{early} no-tile-on-path, {late} under-the-stack"
