"""The referee against a second, plain replayer: the same table after every entry, the same end and winner."""

from __future__ import annotations

from typing import Any

import pytest

from oasis_ref.referee.adjudication import replay
from tests.material import Document
from tests.oasis.material import judge, read, simulated
from tests.oasis.second_opinion import Replayer


def assert_same_table(document: Document, where: object) -> Replayer:
    """Compare after every entry but those whose draw goes on after a reshuffle."""
    other = Replayer(document)
    for number, step in enumerate(replay(read(document)), 1):
        entry = document["moves"][number - 1]
        other.feed(entry)
        if number < len(document["moves"]) and document["moves"][number]["do"] == "reshuffle":
            continue
        seen: dict[str, Any] = step.view.data
        assert seen["stack_cards"] == {seat: list(cards) for seat, cards in other.stacks.items()}, (where, number)
        assert seen["deck_cards"] == list(other.deck), (where, number)
        assert seen["offers"] == other.offers, (where, number)
        assert seen["scoring"] == other.board.scoring, (where, number)
        assert {seat: set(camels) for seat, camels in seen["camels"].items()} == other.board.camels, (where, number)
        if entry["do"] == "offer":
            assert seen["round"] == other.rounds, (where, number)
            assert seen["counters"] == other.counters, (where, number)
            assert sorted(seen["discards"]) == sorted(other.discards), (where, number)
            assert not other.over(), (where, number)
    return other


@pytest.mark.parametrize("small", [False, True])
def test_simulated_games_show_the_same_table_and_end(small: bool) -> None:
    for seed in range(12):
        document = simulated(seed, small=small)
        other = assert_same_table(document, seed)
        other.close_the_turn()
        outcome = judge(document).outcome
        assert other.over(), seed
        assert outcome.state == "finished", seed
        assert outcome.points == other.board.points(), seed
        assert outcome.winners == [other.winner()], seed
