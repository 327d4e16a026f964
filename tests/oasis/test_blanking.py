"""What a scribe did not see is left blank: nothing is faulted by that, and the true score stays within what is told."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest

from oasis_ref.core.tally import ceiling, floor
from oasis_ref.referee.adjudication import adjudicate
from tests.oasis.material import GAME, MARKER_CARDS, Document, judge, read, simulated


def blanked(cards: list[str], chance: Random, share: float) -> list[str]:
    return ["?" if chance.random() < share else card for card in cards]


def half_seen(document: Document, chance: Random, share: float) -> Document:
    """Blank some of the cards in stacks, deck, draws and shuffles."""
    document = copy.deepcopy(document)
    setup = document["moves"][0]
    setup["stacks"] = {seat: blanked(cards, chance, share) for seat, cards in setup["stacks"].items()}
    setup["deck"] = blanked(setup["deck"], chance, share)
    for entry in document["moves"]:
        if entry["do"] == "reshuffle":
            if chance.random() < 0.3:
                del entry["order"]
            else:
                entry["order"] = blanked(entry["order"], chance, share)
    return document


def faults(verdict: Any) -> list[tuple[int, str]]:
    return [
        (entry.number, finding.message)
        for entry in verdict.entries
        for finding in entry.findings
        if finding.status != "unverifiable"
    ]


@pytest.mark.parametrize("share", [0.2, 0.7, 1.0])
def test_half_seen_cards_fault_nothing_and_change_no_score(share: float) -> None:
    for seed in range(15):
        whole = simulated(seed, small=seed % 3 == 0)
        verdict = judge(half_seen(whole, Random(seed), share))
        assert faults(verdict) == [], seed
        assert verdict.outcome.points == whole["result"]["points"], seed


def test_a_reshuffle_left_out_is_an_assumption_and_no_fault() -> None:
    for seed in (0, 1, 2):
        whole = simulated(seed)
        hidden = GAME.hide(read(whole))
        moves = [entry for entry in hidden.moves if type(entry).__name__ != "Reshuffle"]
        verdict = adjudicate(type(hidden)(game="oasis", players=hidden.players, pack=hidden.pack, moves=moves))
        assert faults(verdict) == []
        assert verdict.outcome.points == whole["result"]["points"]
        notes = [note.message for entry in verdict.entries for note in entry.notes if note.kind == "assumption"]
        assert any("went into the new one" in note for note in notes)


@pytest.mark.parametrize("seed", range(24))
def test_unread_cards_in_offers_keep_the_true_score_within_bounds(seed: int) -> None:
    """Of a hidden record a few offered cards are blanked as well: entries may become unverifiable, never faulty."""
    chance = Random(seed)
    whole = simulated(seed, small=seed % 2 == 1)
    document: Document = copy.deepcopy(whole)
    document["moves"][0] = {"do": "setup", "counters": document["moves"][0]["counters"]}
    offers = [entry for entry in document["moves"] if entry["do"] == "offer"]
    drawing = {entry["by"] for entry in document["moves"] if entry["do"] == "draw-three"}
    for entry in chance.sample(offers, 5):
        place = chance.randrange(len(entry["cards"]))
        if entry["cards"][place] in MARKER_CARDS or entry["cards"][place] in ("camels-2", "stony"):
            entry["cards"][place] = "?"
    for entry in document["moves"]:
        if entry["do"] == "reshuffle":
            entry.pop("order", None)
    verdict = judge(document)
    assert faults(verdict) == [], drawing
    for seat, points in whole["result"]["points"].items():
        node = verdict.tally.find(seat)
        low, high = floor(node), ceiling(node)
        assert low is not None
        assert low <= points
        assert high is None or points <= high


def unread_in_offers(document: Document, chance: Random, share: float) -> Document:
    """Of a hidden record blank some of the offered cards as well, but a draw-three, which no stack can do without."""
    document = copy.deepcopy(document)
    document["moves"][0] = {"do": "setup", "counters": document["moves"][0]["counters"]}
    for entry in document["moves"]:
        if entry["do"] == "offer":
            entry["cards"] = [
                card if card == "draw-three" else blanked([card], chance, share)[0] for card in entry["cards"]
            ]
        for field in ("drawn", "order", "card"):
            entry.pop(field, None)
    return document


@pytest.mark.parametrize(("seed", "share"), [(3, 0.3), (7, 0.6), (10, 1)])
def test_many_unread_cards_fault_nothing_and_crown_nobody_else(seed: int, share: float) -> None:
    """Several cards of one offer are blanked, also such as come from different shuffles."""
    whole = simulated(seed, small=seed % 3 == 1)
    verdict = judge(unread_in_offers(whole, Random(seed), share))
    assert faults(verdict) == []
    assert verdict.outcome.winners in ([], whole["result"]["winners"])
    for seat, points in whole["result"]["points"].items():
        node = verdict.tally.find(seat)
        assert (floor(node) or 0) <= points
        assert ceiling(node) is None or points <= (ceiling(node) or 0)
