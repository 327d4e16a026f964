"""What the events of an entry say, where the table before and after it differ."""

from __future__ import annotations

import json
from typing import Any

from oasis_ref import adjudicate, read_log
from oasis_ref.record.verdict import EntryVerdict


def flipped(oases: list[Any], board: dict[str, Any], cards: list[dict[str, Any]]) -> EntryVerdict:
    position = {"board": board, "deck": 0, "hands": {"A": 0, "B": 0}}
    moves = [{"do": "round", "first": "A", "oases": oases, "position": position}, {"do": "flip", "cards": cards}]
    log = {"format": 1, "game": "desperate-oasis", "pack": "sample-animals", "moves": moves}
    return adjudicate(read_log(json.dumps(log).encode())).entries[1]


def test_the_order_of_the_flip_names_the_places_where_the_cards_were_turned() -> None:
    down = {"card": "scorpion", "face": "down"}
    board = {"A2": [down, "oryx"], "B2": [down, "camel"]}
    cards = [{"at": "A2.1", "card": "scorpion"}, {"at": "B2.1", "card": "scorpion"}]
    for portal in (False, True):
        entry = flipped([1, {"value": 1, "portal": portal}, 1, 1, 1], board, cards)
        said = {happening.rule: happening.facts for happening in entry.trail}
        assert said["flip-order"]["order"] == ["scorpion at A2.1", "scorpion at B2.1"]
        assert said["flip-first-player"]["first"] == "A"
        assert ("portal-pull" in said) is portal


def test_no_portal_is_told_of_where_there_is_none() -> None:
    unnamed = {"card": "?", "face": "down"}
    cards: list[dict[str, Any]] = [{"at": "A2.1", "card": "camel", "pull": ["B2.1"]}, {"at": "B2.1", "card": "camel"}]
    entry = flipped([1, 1, 1, 1, 1], {"A2": [unnamed, "oryx"], "B2": [unnamed]}, cards)
    assert [finding.rule for finding in entry.findings] == ["portal-pull"]
    assert "portal-pull" not in [happening.rule for happening in entry.trail]
