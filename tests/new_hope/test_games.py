"""Whole games as they were written down: their results were counted by hand from the Travels in the record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from oasis_ref.record.reading import read_log
from oasis_ref.record.verdict import Verdict
from oasis_ref.referee.adjudication import adjudicate

FOLDER = Path(__file__).parents[2] / "fixtures" / "new-hope" / "games"

RESULTS = {
    # ana laid 2 + 1 + 3 + 1 + 1 + 2 + 1 + 2 = 13 cards, ben 4
    "two-scouts-oasis": (["ana"], "oasis", {"ana": 0, "ben": 9}),
    # ana 1 + 1 + 1 + 1 = 4, ben 2 + 2 = 4, cy 1 + 1 = 2: ana and ben are tied at 9, and ben was first at the tap
    "three-scouts-tie-at-the-tap": (["ben"], "deck", {"ana": 9, "ben": 9, "cy": 11}),
    # ana none, ben 2 + 1 = 3, cy 4, dee 1; claimed as 11 to 11, as if a Compass were no place
    "four-scouts-hidden": (["cy"], "deck", {"ana": 13, "ben": 10, "cy": 9, "dee": 12}),
    # ana 1 - 1 (slowed down) + 1 + 1 + 1 = 3, ben 1 + 2 + 1 + 2 + 1 + 1 + 1 + 1 + 3 = 13
    "two-scouts-specialists": (["ben"], "oasis", {"ana": 10, "ben": 0}),
    # ana 1 + 1 + 2 = 4, ben 1, cy 3 + 2 (the card behind the Step stands)
    "three-scouts-hidden-last-step": (["cy"], "deck", {"ana": 9, "ben": 12, "cy": 8}),
    # ana 1 + 1 + 1 + 1 + 3 (as ruled) + 1 + 1 + none (as ruled) = 9, ben 1 + 2 + 2 + 5 = 10
    "two-scouts-ruling": (["ben"], "deck", {"ana": 4, "ben": 3}),
    # ana 1 + 1 + 1 = 3, ben 1 + 1 + 3 + 1 = 6, cy 2 + 2 + 3 + 4 + 2 = 13 with the Map
    "three-scouts-map": (["cy"], "map", {"ana": 10, "ben": 7, "cy": 0}),
}

WRONGLY_CLAIMED = ("four-scouts-hidden",)


def judged(name: str, policy: Any = "stand") -> Verdict:
    return adjudicate(read_log(FOLDER / f"{name}.json"), after_illegal=policy)


def test_every_game_has_a_result() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.json")) == sorted(RESULTS)


@pytest.mark.parametrize("name", RESULTS)
def test_the_result_is_the_one_counted_by_hand(name: str) -> None:
    winners, cause, last = RESULTS[name]
    verdict = judged(name)
    assert (verdict.outcome.winners, verdict.outcome.claims) == (winners, {"cause": cause, "last": last})
    assert verdict.outcome.state == "finished"
    assert verdict.claim is not None
    assert verdict.claim.agrees is (name not in WRONGLY_CLAIMED)
    numbers = {node.label: node.value for node in verdict.tally.find("last numbers").children}
    assert numbers == last


@pytest.mark.parametrize("name", RESULTS)
def test_the_cards_laid_add_up(name: str) -> None:
    """Count once more without the referee: 13 less the cards laid, as ruled, less those that were taken back."""
    document = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    last = {player["seat"]: 13 for player in document["players"]}
    ruled = {move["on"]: move["with"] for move in document["moves"] if move["do"] == "ruling"}
    for number, written in enumerate(document["moves"], 1):
        move = ruled.get(number, written)
        if move["do"] == "travel":
            last[move["by"]] -= len(move["cards"])
        elif move["do"] == "slow-down":
            last[move["target"]] += 1
    assert last == RESULTS[name][2]


def test_the_findings_are_the_slips_that_were_made() -> None:
    faults = {name: [(one.entry, one.rule, one.status) for one in judged(name).all_findings()] for name in RESULTS}
    assert {name: found for name, found in faults.items() if found} == {
        "three-scouts-hidden-last-step": [(98, "step-stops", "illegal")],
        "two-scouts-ruling": [(75, "travel-sequence", "illegal"), (98, "travel-sequence", "illegal")],
    }


def test_the_water_broke_the_tie() -> None:
    outcome = judged("three-scouts-tie-at-the-tap").outcome
    assert outcome.rule == "water-tie"
    assert outcome.places == {"ana": 2, "ben": 1, "cy": 3}
    assert outcome.decided_by == "tied at 9, ben touched water first"


def test_the_ruling_decides_the_game() -> None:
    """The 2 and the 1 laid behind a missing 3 would have brought ana from 4 to 1, past ben at 3."""
    verdict = judged("two-scouts-ruling")
    assert verdict.without_rulings is not None
    assert verdict.without_rulings.winners == ["ana"]
    assert verdict.without_rulings.claims["last"] == {"ana": 1, "ben": 3}
    assert [(ruling.on, ruling.decision) for ruling in verdict.rulings] == [(75, "replaced"), (98, "replaced")]


def test_the_card_behind_the_step_decides_the_game() -> None:
    """Left out, the Travel takes cy back to 10, the Recruit is the main action, and a ninth card stays in the hand."""
    verdict = judged("three-scouts-hidden-last-step", "void")
    assert (verdict.outcome.winners, verdict.outcome.claims["last"]) == (["ana"], {"ana": 9, "ben": 12, "cy": 10})
    assert verdict.causes == [98]
    assert [(one.entry, one.rule) for one in verdict.all_findings()] == [(98, "step-stops"), (99, "hand-limit")]
    assert judged("three-scouts-hidden-last-step", "stop").outcome.state == "unfinished"


def test_a_wrong_claim_says_what_differs() -> None:
    claim = judged("four-scouts-hidden").claim
    assert claim is not None
    assert claim.differences == [
        "winner: claimed ben and cy, counted cy",
        "last of ben: claimed 11, found 10",
        "last of cy: claimed 11, found 9",
    ]


def test_the_games_cover_the_game() -> None:
    """Two, three and four scouts, Specialists with their actions, hidden hands, rulings and every way to end."""
    documents = [json.loads(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.json")]
    kinds = {move["do"] for document in documents for move in document["moves"]}
    assert {len(document["players"]) for document in documents} == {2, 3, 4}
    assert {"eliminate", "swindle", "slow-down", "pillage", "mission", "skip", "ruling", "water"} <= kinds
    assert sum("hands" not in document["moves"][0] for document in documents) == 2
    assert {cause for _, cause, _ in RESULTS.values()} == {"oasis", "map", "deck"}
