"""Whole games as people wrote them down. Every number here was worked out by hand from the cards on the table."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.desperate_oasis.test_second_opinion import assert_same_tables
from tests.material import Document, judge, whole_games

GAME = "desperate-oasis"

GAMES = dict(whole_games(GAME))

Strengths = list[tuple[int, int]]
"""The strengths of the two sides of each oasis, A first."""


class Expected:
    """What is to be said of one game."""

    def __init__(
        self,
        rounds: dict[str, Strengths],
        points: dict[str, tuple[int, int]],
        total: tuple[int, int],
        winners: list[str],
        *,
        status: str = "clean",
        findings: dict[int, str] | None = None,
        agrees: bool = True,
    ) -> None:
        self.rounds = rounds
        self.points = points
        self.total = {"A": total[0], "B": total[1]}
        self.winners = winners
        self.status = status
        self.findings = findings or {}
        self.agrees = agrees


EXPECTED = {
    "spring-open-final": Expected(
        {
            "round 1": [(5, 8), (10, 5), (10, 13), (2, 4), (3, 0)],
            "round 2": [(2, 3), (15, 3), (6, 7), (8, 5), (0, 0)],
            "round 3": [(6, 3), (3, 8), (3, 2), (8, 4), (0, 0)],
        },
        {"round 1": (-1 + 1 - 2, 2 + 2 - 1), "round 2": (3 + 1 + 2 + 1, -1 + 4), "round 3": (1 + 3 + 2, 3)},
        (11, 9),
        ["A"],
    ),
    "wednesday-club": Expected(
        {
            "round 1": [(2, 0), (4, 3), (0, 8), (7, 7), (4, 4)],
            "round 2": [(9, 2), (14, 5), (3, 6), (7, 6), (8, 2)],
            "round 3": [(0, 6), (0, 0), (10, 13), (3, 8), (2, 2)],
        },
        {"round 1": (2 + 1 + 4, -1), "round 2": (-2 + 2 + 2 - 1, -1), "round 3": (0, 1 + 3 + 1 + 3)},
        (8, 6),
        ["A"],
    ),
    # The fourth card in B5 makes oasis 5 of the last round 6 to 6, so that A does not get its 4 and the token on it.
    "harbour-cup-table-4": Expected(
        {
            "round 1": [(7, 6), (6, 1), (4, 6), (4, 7), (0, 10)],
            "round 2": [(10, 8), (3, 4), (0, 5), (0, 8), (2, 3)],
            "round 3": [(2, 4), (10, 0), (0, 6), (0, 10), (6, 6)],
        },
        {"round 1": (2 - 2 + 1, 2 + 1 - 1), "round 2": (2, 3 + 1 - 1 - 1 + 3), "round 3": (3 + 1, 1 + 1 + 2)},
        (7, 11),
        ["B"],
        status="findings",
        findings={94: "illegal column-full"},
    ),
    "league-round-4": Expected(
        {
            "round 1": [(4, 4), (7, 10), (6, 0), (3, 0), (4, 7)],
            "round 2": [(3, 4), (3, 3), (6, 10), (3, 4), (8, 4)],
            "round 3": [(3, 6), (10, 10), (9, 5), (2, 4), (5, 4)],
        },
        {"round 1": (2 - 1, 4 + 1 + 1), "round 2": (2, 1 + 3 + 1), "round 3": (-2 + 3, 2 - 1)},
        (1 + 2 + 1 - 1, 12),
        ["B"],
        status="findings",
        findings={86: "illegal palm-needs-trio"},
    ),
    "stream-match-12": Expected(
        {
            "round 1": [(5, 7), (0, 2), (8, 4), (15, 4), (0, 10)],
            "round 2": [(0, 1), (8, 0), (9, 8), (6, 6), (5, 3)],
            "round 3": [(7, 0), (5, 4), (7, 7), (4, 6), (5, 8)],
        },
        {"round 1": (2 + 1 + 1, 3 + 2 + 2), "round 2": (-1 + 1 + 4 + 2, 1), "round 3": (-1 + 1, 3 - 1)},
        (10, 10),
        ["A", "B"],
    ),
    # Claimed as 14 to 9 for A: three camels count 10, not more, against 11 for elephant, jackal and oryx.
    "duplicate-pairs-board-2": Expected(
        {
            "round 1": [(8, 5), (0, 10), (0, 7), (1, 3), (0, 5)],
            "round 2": [(6, 2), (5, 0), (4, 2), (10, 12), (9, 5)],
            "round 3": [(3, 4), (10, 11), (0, 8), (0, 4), (8, 12)],
        },
        {
            "round 1": (3 + 1, 1 - 1 + 3 + 2),
            "round 2": (2 - 1 + 2 + 1 + 1, -2),
            "round 3": (0, 1 + 4 + 1 + 2 + 1 - 1 + 3),
        },
        (9, 14),
        ["B"],
        agrees=False,
    ),
    "kitchen-table": Expected(
        {
            "round 1": [(2, 2), (1, 6), (3, 0), (3, 0), (4, 7)],
            "round 2": [(2, 0), (4, 6), (5, 6), (4, 0), (3, 0)],
            "round 3": [(7, 3), (0, 2), (0, 2), (10, 4), (6, 2)],
        },
        {"round 1": (-2 + 2 + 1, 4 + 3), "round 2": (1 + 1 + 1 - 2, -1 + 2), "round 3": (1 + 1 + 4 + 1 + 1, 0 + 1)},
        (10, 9),
        ["A"],
    ),
}

each_game = pytest.mark.parametrize("name", sorted(GAMES))


def test_every_game_has_its_expectation() -> None:
    assert sorted(GAMES) == sorted(EXPECTED)


@each_game
def test_what_is_said_of_the_entries(name: str) -> None:
    verdict, expected = judge(GAMES[name]), EXPECTED[name]
    found = {entry.number: f"{entry.status} {entry.findings[0].rule}" for entry in verdict.entries if entry.findings}
    assert found == expected.findings
    assert verdict.findings == []
    assert verdict.causes == list(expected.findings)
    assert verdict.status == expected.status


@each_game
def test_the_strengths_of_both_sides(name: str) -> None:
    tally = judge(GAMES[name]).tally
    for label, strengths in EXPECTED[name].rounds.items():
        for number, sides in enumerate(strengths, 1):
            node = tally.find(f"taker of oasis {number} in {label}")
            assert tuple(child.value for child in node.children) == sides, (label, number)
            assert node.value == ("nobody" if sides[0] == sides[1] else "A" if sides[0] > sides[1] else "B")


@each_game
def test_the_points_and_the_winner(name: str) -> None:
    verdict, expected = judge(GAMES[name]), EXPECTED[name]
    for label, (a, b) in expected.points.items():
        assert (verdict.tally.find("A", label).value, verdict.tally.find("B", label).value) == (a, b), label
    assert verdict.outcome.points == expected.total
    assert verdict.outcome.winners == expected.winners
    assert verdict.outcome.state == "finished"


@each_game
def test_the_claimed_result_is_compared(name: str) -> None:
    claim = judge(GAMES[name]).claim
    assert claim is not None
    assert claim.agrees is EXPECTED[name].agrees


@each_game
def test_the_second_replayer_sees_the_same_tables(name: str) -> None:
    if not EXPECTED[name].findings:
        assert_same_tables(GAMES[name], name)


def changed(name: str, **changes: Any) -> Document:
    return {**json.loads(json.dumps(GAMES[name])), **changes}


def test_left_out_the_illegal_card_would_have_changed_the_winner() -> None:
    verdict = judge(GAMES["harbour-cup-table-4"], "void")
    strengths = verdict.tally.find("taker of oasis 5 in round 3")
    assert [child.value for child in strengths.children] == [6, 4]
    assert verdict.outcome.points == {"A": 7 + 4 + 1, "B": 11}
    assert verdict.outcome.winners == ["A"]
    assert verdict.claim is not None
    assert verdict.claim.agrees is False


def test_the_result_without_the_ruling_is_shown_beside_it() -> None:
    verdict = judge(GAMES["league-round-4"])
    assert verdict.without_rulings is not None
    assert verdict.without_rulings.points == {"A": 4 + 1, "B": 12}
    assert [(shown.on, shown.decision, shown.points) for shown in verdict.rulings] == [(86, "void", {"A": -1})]


def test_a_wrong_claim_says_what_differs() -> None:
    claim = judge(GAMES["duplicate-pairs-board-2"]).claim
    assert claim is not None
    assert claim.differences == [
        "A: claimed 14, counted 9",
        "B: claimed 9, counted 14",
        "winner: claimed A, counted B",
    ]


def test_without_the_hands_shown_the_size_of_the_pack_leaves_the_end_open() -> None:
    moves = [{key: value for key, value in entry.items() if key != "left"} for entry in GAMES["kitchen-table"]["moves"]]
    verdict = judge(changed("kitchen-table", moves=moves))
    flips = [number for number, entry in enumerate(moves, 1) if entry["do"] == "flip"]
    assert [(entry.number, entry.status) for entry in verdict.entries if entry.findings] == [
        (number, "unverifiable") for number in flips
    ]
    assert verdict.outcome.points == EXPECTED["kitchen-table"].total
