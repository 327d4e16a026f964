"""The referee against a second, plain replayer: the same table after every entry, the same score and winner."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import msgspec

from oasis_ref.core.tally import Node
from oasis_ref.games import game as game_of
from oasis_ref.record.reading import read_log
from oasis_ref.referee.adjudication import replay
from tests.material import Document, judge, tries
from tests.new_life.chance_packs import chance_pack
from tests.new_life.second_opinion import Replayer, Unfollowable

GAME = "new-life"
OFFER = game_of(GAME)
PACKS = {name: json.loads(path.read_text(encoding="utf-8")) for name, path in OFFER.packs.items()}
SIDES = ("standard", "advanced")
DERIVED = ("migrate", "year", "ai")
"""The entries that follow from the recorded order of the decks."""


def whole_game(seed: int) -> Document:
    """Return a random legal game of one to five players, with the sample and with packs made up by chance in turn."""
    pack = chance_pack(seed, PACKS["sample"]) if seed % 2 else PACKS["sample"]
    players = 1 + seed // 2 % 5
    options = {"solo": SIDES[seed // 10 % 2]} if players == 1 else {}
    document = OFFER.simulate(seed, players, msgspec.convert(pack, OFFER.pack), {}, options)
    return {**document, "pack": pack}


@cache
def whole_games() -> list[Document]:
    return [whole_game(seed) for seed in range(50)]


def pack_of(document: Document) -> Document:
    pack = document.get("pack", "published")
    return dict(PACKS[pack] if isinstance(pack, str) else pack)


def replayer_for(document: Document) -> Replayer:
    seats = [player["seat"] for player in document["players"]]
    return Replayer(pack_of(document), seats, any(entry["do"] == "ai" for entry in document["moves"]))


def in_both(seen: Document, mine: Document) -> Document:
    """Return what the referee shows of what the replayer shows."""
    both = {key: seen[key] for key in mine}
    for pile in ("decks", "discards"):
        both[pile] = {kind: seen[pile][kind] for kind in mine[pile]}
    both["seats"] = {seat: {key: side[key] for key in mine["seats"][seat]} for seat, side in seen["seats"].items()}
    return both


def assert_same_tables(document: Document, where: object) -> tuple[Replayer, int]:
    """Compare the tables as far as the entries are legal. Return the replayer, and how many tables were alike.

    Raises Unfollowable for an entry that the replayer cannot follow.
    """
    other, alike = replayer_for(document), 0
    for step in replay(read_log(json.dumps(document).encode())):
        if step.said.status != "legal":
            break
        other.feed(document["moves"][alike])
        alike += 1
        if alike == len(document["moves"]):
            other.end()
        mine = other.shown()
        assert in_both(step.view.data, mine) == mine, (where, alike)
    return other, alike


def parts_of(tally: Node, seat: str) -> dict[str, int]:
    """Return the parts of a final score that are not nothing, by name; those of the dial one by one."""
    parts: dict[str, Any] = {part.label: part.value for part in tally.find(seat).children}
    dial = parts.pop("dial", None)
    if dial is not None:
        parts |= {f"dial/{part.label}": part.value for part in tally.find(seat, "dial").children}
    return not_nothing(parts)


def not_nothing(parts: dict[str, int]) -> dict[str, int]:
    return {label: value for label, value in parts.items() if value}


def assert_same_score(document: Document, other: Replayer, where: object) -> None:
    verdict = judge(document)
    assert verdict.outcome.points == other.totals(), where
    assert verdict.outcome.places == other.places(), where
    assert verdict.outcome.winners == [name for name, place in other.places().items() if place == 1], where
    for seat in other.players:
        assert parts_of(verdict.tally, seat) == not_nothing(other.score(seat)), where
    if other.solo:
        assert parts_of(verdict.tally, "ai") == not_nothing(other.ai_score()), where


def test_simulated_games_show_the_same_tables_and_come_to_the_same_score() -> None:
    for seed, document in enumerate(whole_games()):
        other, alike = assert_same_tables(document, seed)
        assert alike == len(document["moves"]), seed
        assert_same_score(document, other, seed)


def test_simulated_games_hide_nothing() -> None:
    both_decks_run_out_in_one_step = whole_game(1259)
    for document in [*whole_games(), both_decks_run_out_in_one_step]:
        assert '?"' not in json.dumps(document["moves"]), document["pack"]["name"]


def test_what_follows_from_the_decks_need_not_be_recorded() -> None:
    for seed, document in enumerate(whole_games()[:15]):
        moves = [entry for entry in document["moves"] if entry["do"] not in DERIVED]
        other, alike = assert_same_tables({**document, "moves": moves}, seed)
        assert alike == len(moves), seed
        assert_same_score({**document, "moves": moves}, other, seed)


def test_legal_cases_come_out_alike() -> None:
    tables = followed = 0
    for name, document, _, _ in tries(GAME):
        if document.get("kind") == "sheet" or document["readings"]:
            continue
        try:
            _, alike = assert_same_tables(document, name)
        except Unfollowable:
            continue
        tables += alike
        followed += 1
    assert tables > 300
    assert followed > 200
