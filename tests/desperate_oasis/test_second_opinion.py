"""The referee against a second, plain replayer: the same table after every entry, the same score."""

from __future__ import annotations

import json
from typing import Any

from oasis_ref.record.reading import read_log
from oasis_ref.referee.adjudication import replay
from tests.desperate_oasis.second_opinion import Replayer
from tests.material import Document, simulated_verdicts, tries

GAME = "desperate-oasis"


def assert_same_tables(document: Document, where: object) -> Replayer:
    other = Replayer()
    for number, step in enumerate(replay(read_log(json.dumps(document).encode())), 1):
        other.feed(document["moves"][number - 1])
        seen: dict[str, Any] = step.view.data
        for column, cards in other.columns_shown().items():
            assert seen[column] == cards, (where, number, column)
        assert seen["strengths"] == other.strengths(), (where, number)
        assert seen["tokens"] == other.tokens, (where, number)
    return other


def test_simulated_games_show_the_same_tables() -> None:
    for seed, (document, _) in enumerate(simulated_verdicts(GAME)[:50]):
        assert_same_tables(document, seed)


def test_simulated_games_come_to_the_same_score() -> None:
    for seed, (document, verdict) in enumerate(simulated_verdicts(GAME)):
        other = Replayer()
        for entry in document["moves"]:
            other.feed(entry)
        other.end()
        assert verdict.outcome.points == dict(other.points), seed
        for number, points in enumerate(other.rounds, 1):
            assert {seat: verdict.tally.find(seat, f"round {number}").value for seat in "AB"} == points, (seed, number)


def test_legal_cases_come_out_alike() -> None:
    compared = 0
    for name, document, attempt, _ in tries(GAME):
        told = [*attempt["expect"], *attempt.get("given_expect", [])]
        if document.get("kind") != "sheet" and not document["readings"] and set(told) == {"legal"}:
            assert_same_tables(document, name)
            compared += 1
    assert compared > 80
