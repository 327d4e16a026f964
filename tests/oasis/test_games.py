"""Whole games as they were written down at a table: who won, with how many points, and what was wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.oasis.material import FIXTURES, Document, Recount, judge

RESULTS: dict[str, tuple[dict[str, int], list[str], str, list[tuple[int, str]]]] = {
    # Counted by hand on the final board: largest camel group x commodities + the three products of tiles and markers.
    # Ann 2x2 + 17x3 + 6x2 + 0x4, Ben 3x3 + 2x3 + 15x1 + 6x0, Cem 6x2 + 5x2 + 1x4 + 0x6
    "three-hidden": ({"A": 67, "B": 30, "C": 26}, ["A"], "end-last-tile", []),
    # Ann 2x3 + 0x2 + 10x0 + 5x4, Ben 3x3 + 0x3 + 8x3 + 6x0, Cem 3x3 + 0x2 + 4x1 + 6x0, Dora 5x2 + 7x0 + 2x5 + 4x8
    "four-open": ({"A": 26, "B": 33, "C": 13, "D": 52}, ["D"], "end-last-tile", []),
    # Ann 2x1 + 5x2 + 12x6 + 1x2, Ben 4x4 + 2x0 + 2x2 + 5x2, Cem 3x3 + 1x1 + 5x3 + 1x2, Dora 2x0 + 2x3 + 10x0 + 1x4,
    # Eva 6x1 + 0x2 + 4x1 + 7x2
    "five-german": ({"A": 86, "B": 30, "C": 27, "D": 10, "E": 24}, ["A"], "end-path-full", []),
    # Ann 5x4 + 10x1 + 5x1 + 2x4, Ben 1x0 + 5x1 + 6x3 + 3x2, Cem 2x2 + 2x3 + 0x2 + 2x2
    "three-unplayable": ({"A": 43, "B": 29, "C": 14}, ["A"], "end-unplayable", []),
    # Marit 11x2 + 10x2 + 7x5 + 6x0, Tobias 10x1 + 6x2 + 5x3 + 4x0, Farid 8x2 + 6x2 + 7x1 + 7x6,
    # Ines 4x5 + 5x2 + 6x1 + 6x4: Marit and Farid both have 77, and Farid #1 against Marit's #3
    "four-tied": ({"A": 77, "B": 37, "C": 77, "D": 60}, ["C"], "end-last-tile", []),
    # Ann 3x1 + 9x1 + 5x3 + 0x6, Ben 3x4 + 1x1 + 3x5 + 1x2, Cem 3x1 + 1x3 + 1x2 + 2x0, Dora 4x3 + 0x4 + 8x2 + 5x2
    "four-illegal-stands": ({"A": 27, "B": 30, "C": 8, "D": 38}, ["D"], "end-last-tile", [(34, "oasis-start")]),
    # Ann 2x5 + 0x1 + 12x4 + 5x12, Ben 6x2 + 1x5 + 6x4 + 1x2, Cem 5x3 + 9x1 + 12x1 + 6x0 and a penalty of 1
    "three-adjourned-rulings": ({"A": 118, "B": 43, "C": 35}, ["A"], "end-last-tile", [(18, "marker-alone")]),
}

WRONG_CLAIMS = {
    # Ben has groups of 4, 2 and 1 camels and 4 commodities: 7 x 4 was claimed where one group alone counts, 4 x 4.
    "five-german": ["B: claimed 42, counted 30"],
}


def game(name: str) -> Document:
    document: Document = json.loads((FIXTURES / "games" / f"{name}.json").read_text(encoding="utf-8"))
    return document


def test_every_whole_game_has_its_result() -> None:
    assert sorted(RESULTS) == sorted(path.stem for path in (FIXTURES / "games").glob("*.json"))


@pytest.mark.parametrize("name", RESULTS)
def test_the_result_of_a_whole_game(name: str) -> None:
    points, winners, end, faults = RESULTS[name]
    verdict = judge(game(name))
    assert verdict.outcome.state == "finished"
    assert verdict.outcome.points == points
    assert verdict.outcome.winners == winners
    assert [(entry.number, finding.rule) for entry in verdict.entries for finding in entry.findings] == faults
    assert any(happening.rule == end for entry in verdict.entries for happening in entry.trail)
    if verdict.claim is not None:
        assert verdict.claim.differences == WRONG_CLAIMS.get(name, [])


@pytest.mark.parametrize("name", RESULTS)
def test_a_plain_recount_of_the_final_board_gives_the_same_points(name: str) -> None:
    document = game(name)
    recount = Recount(document)
    for entry in carried_out(document):
        recount.play(entry)
    points = recount.points()
    for entry in document["moves"]:
        for seat, given in entry.get("points", {}).items() if entry["do"] == "ruling" else ():
            points[seat] += given
    assert points == RESULTS[name][0]


def carried_out(document: Document) -> Iterator[Any]:
    """Yield the entries that were not ruled void."""
    void = {entry["on"] for entry in document["moves"] if entry["do"] == "ruling" and entry["decision"] == "void"}
    for number, entry in enumerate(document["moves"], 1):
        if number not in void and entry["do"] != "ruling":
            yield entry


def test_what_the_whole_games_cover() -> None:
    games = {name: game(name) for name in RESULTS}
    assert {len(document["players"]) for document in games.values()} == {3, 4, 5}
    assert {end for _, _, end, _ in RESULTS.values()} == {"end-last-tile", "end-unplayable", "end-path-full"}
    assert any(document.get("readings") == {"edition": "german"} for document in games.values())
    hidden = [name for name, document in games.items() if "stacks" not in document["moves"][0]]
    assert len(hidden) >= 2
    assert all(any("comment" in entry for entry in document["moves"]) for document in games.values())


def test_an_illegal_tile_that_stands_is_one_cause_and_counts() -> None:
    verdict = judge(game("four-illegal-stands"))
    assert verdict.causes == [34]
    assert verdict.entries[33].carried_out


def test_a_marker_ruled_void_changes_nothing_and_the_penalty_is_a_line_of_the_tally() -> None:
    verdict = judge(game("three-adjourned-rulings"))
    marked = next(entry for entry in verdict.entries if entry.findings)
    assert not marked.carried_out
    assert [ruling.decision for ruling in verdict.rulings] == ["void", "penalty"]
    [seat] = verdict.rulings[1].points
    assert verdict.without_rulings is not None
    assert verdict.tally.find(seat, f"ruling in entry {verdict.rulings[1].number}").value == -1


def test_a_tie_for_the_first_place_is_broken_by_the_counters_turned_up_last() -> None:
    document = game("four-tied")
    verdict = judge(document)
    # In the last round A had #2 and C #4; C then got #1 from D, and A #3 from B.
    assert verdict.outcome.decided_by == "A and C have 77 points; C has the lower counter, #1"
    assert verdict.outcome.places == {"C": 1, "A": 2, "D": 3, "B": 4}
    old = judge({**document, "readings": {"tie-counter": "old"}})
    assert old.outcome.winners == ["A"]
    assert old.claim is not None
    assert old.claim.differences == ["winner: claimed C, counted A"]
