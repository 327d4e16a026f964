"""Packs of New Life as a person reads and writes them: the drawing, and the template."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from oasis_ref.games import game as game_of
from oasis_ref.games.new_life.moves import Pack, PackCard
from oasis_ref.games.new_life.pack_view import card_words
from oasis_ref.games.new_life.view import WIDTH

GAME = game_of("new-life")


def drawn(pack: Pack) -> list[str]:
    return ["".join(text for text, _ in line) for line in GAME.show_pack(pack).lines]


def packs() -> list[Pack]:
    texts = [path.read_text(encoding="utf-8") for path in GAME.packs.values()]
    return [msgspec.json.decode(text, type=Pack) for text in [*texts, GAME.new_pack("mine")]]


def test_a_drawing_keeps_to_the_page_and_cuts_nothing_off() -> None:
    action = [{"do": "other", "text": "c" * 90}]
    long = msgspec.convert({"id": "a" * 200, "deck": "surface", "name": "b" * 90, "action": action}, PackCard)
    for pack in [*packs(), Pack(name="long", cards=[long])]:
        lines = drawn(pack)
        assert max(map(len, lines)) <= WIDTH
        assert not [line for line in lines if "…" in line]
        together = "".join("".join(lines).split())
        for card in pack.cards:
            assert card.id in together
            assert "".join(card_words(card).split()) in together


def test_the_board_and_the_solo_charts_are_drawn() -> None:
    lines = drawn(packs()[list(GAME.packs).index("sample")])
    assert "    S2 over U2, U3" in lines
    chart = lines.index("Solo Mode card, advanced side")
    assert [line.split()[-4:] for line in lines[chart + 2 : chart + 5]] == [
        ["10", "10", "10", "2"],
        ["12", "12", "12", "4"],
        ["14", "14", "14", "8"],
    ]
    assert lines[chart + 5].split() == ["full", "column", "3", "3", "3"]


def test_what_is_not_known_is_a_question_mark() -> None:
    board = {"subterrain": 5, "surface": [[1, None], [2, "unknown"], "unknown", []]}
    lines = drawn(msgspec.convert({"kind": "pack", "name": "x", "board": board}, Pack))
    assert lines[3:7] == [
        "    S1 over U1, beside the board",
        "    S2 over U2, ?",
        "    S3 over ?",
        "    S4 over nothing",
    ]
    assert "  1: retain ?, ? points" in lines


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"deck": "subterrain"}, "pays nothing and has no action"),
        ({"deck": "surface"}, "requires nothing"),
        (
            {"deck": "surface", "needs": ["flora", None, "unknown"], "scores": "unknown", "action": "unknown"},
            "requires flora at 1, ? at 3; pays ?; action ?",
        ),
        (
            {"deck": "starter", "scores": {"play": {"points": 1}, "rest": {"points": 2, "tokens": {"flora": 2}}}},
            "on play 1 point; at a Rest 2 points and 2 flora tokens",
        ),
        (
            {"deck": "starter", "scores": {"cycle": "unknown", "flood": {"points": "unknown", "tokens": "unknown"}}},
            "cycled out ?; in the Flood ? points and ? tokens",
        ),
        (
            {
                "deck": "subterrain",
                "action": [
                    {"do": "discard", "deck": "surface", "cost": True},
                    {"do": "draw", "cards": 3, "deck": "unknown"},
                    {"do": "play", "from": "migration", "spaces": "S"},
                    {"do": "cycle", "cost": "unknown"},
                    {"do": "tokens", "tokens": {"scaled": "unknown"}},
                    {"do": "draw", "cards": "unknown"},
                    {"do": "other", "text": "Turn the dial."},
                ],
            },
            "action: discard a card (Surface cards only, a cost), then draw 3 cards (? cards only), "
            "then play a card (in the Surface row, from the Migration row), then cycle a card out (perhaps a cost), "
            "then gain ? scaled tokens, then draw ? cards, then “Turn the dial.”",
        ),
    ],
)
def test_everything_printed_on_a_card_is_told(fields: dict[str, Any], words: str) -> None:
    assert card_words(msgspec.convert({"id": "x", **fields}, PackCard)) == words


def test_the_template_shows_and_explains_how_a_card_is_written() -> None:
    template = json.loads(GAME.new_pack("mine"))
    pack = msgspec.convert(template, Pack)
    examples = {card.deck: card for card in pack.cards if card.id.startswith("example-")}
    assert set(examples) == {"surface", "subterrain"}
    assert all("?" not in card_words(card) for card in examples.values())
    assert pack.made_up
    for word in ("needs", "scores", "action", "cost", "spaces", "deck", "from", "board", "solo", "example-"):
        assert word in (pack.about or ""), word
    for step in ("play", "cycle", "discard", "draw", "points", "tokens", "other"):
        assert f'"{step}"' in (pack.about or ""), step


def test_an_example_left_in_a_full_pack_is_noticed() -> None:
    full = json.loads(GAME.packs["sample"].read_bytes())
    full["cards"] += [card for card in json.loads(GAME.new_pack("mine"))["cards"] if card["id"].startswith("example-")]
    wrong = [issue.where for issue in GAME.check_pack(msgspec.convert(full, Pack)) if issue.level == "error"]
    assert wrong == ["cards/surface", "cards/subterrain"]
