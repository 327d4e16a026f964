"""Absurd records that fit the schema: a verdict comes of each of them, under every policy, and quickly."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from oasis_ref.games.oasis.moves import CARDS, GameLog, Sheet
from oasis_ref.record.reading import read_log
from oasis_ref.referee.adjudication import adjudicate, replay, score_sheet
from tests.oasis.material import GAME, TEACHING, Document, simulated

SEATS = ["A", "B", "C", "D", "Q", ""]
SQUARES = ["a1", "b2", "c3", "e4", "e5", "j8", "z9", "", "a", "1", "a0", "a-1", "aa", "A1"]
CHOICES: dict[str, list[Any]] = {
    "by": SEATS, "of": [*SEATS, None], "tile": ["oasis", "steppe", "stony", "desert", ""], "square": SQUARES,
    "marker": ["reserve", "none", None, *SQUARES], "card": ["camels-2", "camels-3", "oasis", "?", "", None],
    "put": ["bottom", "top"], "on": [-5, 0, 1, 2, 7, 1000000], "decision": ["stands", "void", "replaced", "penalty"],
}  # fmt: skip
FIELDS = {
    "offer": ["by", "cards", "drawn", "put"], "take": ["by", "of"], "place": ["by", "tile", "square", "marker"],
    "camels": ["by", "to", "from", "card"], "unplayable": ["by", "tile"], "draw-three": ["by", "drawn", "put"],
    "bonus": ["by", "tile", "square", "marker", "to", "from"], "mark": ["by", "square", "marker"],
    "reshuffle": ["order"],
    "ruling": ["by", "on", "decision"], "setup": ["counters", "stacks", "deck", "position"],
}  # fmt: skip
REQUIRED = {"by", "cards", "tile", "square", "counters", "on", "decision", "to"}


def cards(chance: Random, most: int = 5) -> list[str]:
    return [chance.choice([*CARDS, "?", "dragon"]) for _ in range(chance.randrange(most))]


def value(chance: Random, field: str) -> Any:
    if field in ("cards", "drawn", "order"):
        return cards(chance)
    if field in ("to", "from"):
        return [chance.choice(SQUARES) for _ in range(chance.randrange(4))]
    if field == "counters":
        return (
            {seat: chance.choice([1, 2, 3, 0, -1]) for seat in chance.sample(SEATS, 3)}
            if chance.random() < 0.5
            else {"A": 1, "B": 2, "C": 3}
        )
    if field == "stacks":
        return {seat: chance.choice([5, 0, -3, 10**9, cards(chance), cards(chance, 20)]) for seat in SEATS[:3]}
    if field == "deck":
        return chance.choice([39, 0, -1, 10**9, cards(chance, 60)])
    if field == "position":
        return position(chance)
    return chance.choice(CHOICES[field])


def position(chance: Random) -> Document:
    def some(items: list[str], most: int) -> list[str]:
        return [chance.choice(items) for _ in range(chance.randrange(most))]

    made: Document = {
        "board": {
            "tiles": {kind: some(SQUARES, 4) for kind in ("oasis", "stony")},
            "markers": {seat: some(SQUARES, 6) for seat in some(SEATS, 3)},
            "camels": {seat: some(SQUARES, 25) for seat in some(SEATS, 3)},
        },
        "scoring": {seat: {"well": chance.choice([0, 1, -4, 30, 10**9]), "ovoo": 3} for seat in some(SEATS, 3)},
        "discards": chance.choice([0, -1, 7, cards(chance, 9)]),
        "offers": {seat: cards(chance, 4) for seat in some(SEATS, 3)},
        "passed": {seat: chance.choice([1, 2, 3, 0, 9]) for seat in some(SEATS, 3)},
        "open": cards(chance, 3),
        "done": cards(chance, 3),
    }
    if chance.random() < 0.3:
        made["end"] = chance.choice(["last-tile", "unplayable", "path-full", "short-draw", "markers-short"])
    return {key: part for key, part in made.items() if chance.random() < 0.5}


def entry(chance: Random) -> Document:
    kind = chance.choice(list(FIELDS))
    made: Document = {"do": kind}
    for field in FIELDS[kind]:
        needed = field in REQUIRED and not (kind == "bonus" and field in ("tile", "square")) and field != "to"
        if needed or chance.random() < 0.6:
            found = value(chance, field)
            if found is not None:
                made[field] = found
    return made


def strange_log(seed: int) -> Document:
    """Return a game into which absurd entries are strewn, or one that is nothing else."""
    chance = Random(seed)
    clean = simulated(seed % 12, small=True)["moves"]
    moves: list[Document] = []
    if seed % 3:
        moves = list(clean[: chance.randrange(1, 60)])
        for _ in range(chance.randrange(1, 25)):
            moves.insert(chance.randrange(len(moves) + 1), entry(chance))
    else:
        moves = [{"do": "setup", "counters": {"A": 1, "B": 2, "C": 3}}] if chance.random() < 0.7 else []
        moves += [entry(chance) for _ in range(40)]
    readings = {
        slug: chance.choice(list(reading.options))
        for slug, reading in GAME.catalogue.readings.items()
        if chance.random() < 0.3
    }
    players = [{"seat": seat} for seat in chance.choice(["ABC", "ABC", "ABC", "ABCD", "A", "", "ABCDEQ"])]
    if seed % 3:
        players = simulated(seed % 12, small=True)["players"]
    return {"game": "oasis", "pack": TEACHING, "players": players, "readings": readings, "moves": moves}


@pytest.mark.parametrize("start", range(0, 60, 15))
def test_any_record_gets_a_verdict(start: int) -> None:
    for seed in range(start, start + 15):
        log = read_log(json.dumps(strange_log(seed)).encode())
        policy: Any = ("stand", "void", "stop")[seed % 3]
        verdict = adjudicate(log, after_illegal=policy)
        assert len(verdict.entries) <= len(log.moves)
        for found in verdict.all_findings():
            assert found.message
            assert found.rule in GAME.catalogue.rules or found.rule.startswith("ruling")
        for said in verdict.entries:
            assert all(happening.message for happening in said.trail)
            assert all(note.message for note in said.notes)
        if seed % 5 == 0:
            for step in replay(log, after_illegal=policy):
                assert max(sum(len(text) for text, _ in line) for line in step.view.lines) <= 80


@pytest.mark.parametrize("rows", [[], [""], ["?"], ["c"], ["..", "."], ["x" * 40] * 120, ["o"], ["-"]])
def test_any_map_can_be_played_on(rows: list[str]) -> None:
    pack = {"game": "oasis", "name": "odd", "map": {"rows": rows}}
    clean = simulated(0, small=True)
    log = msgspec.convert({**clean, "pack": pack}, GameLog)
    assert adjudicate(log).entries
    list(GAME.check_pack(log.pack))
    assert GAME.show_pack(log.pack).lines


@pytest.mark.parametrize("seed", range(40))
def test_any_sheet_gets_a_verdict(seed: int) -> None:
    chance = Random(seed)
    made = position(chance)
    names = ("camels", "commodity", "oasis", "well", "steppe", "horse", "stony", "ovoo", "counter")
    final = {
        seat: {name: chance.choice([0, 1, -2, 7, 10**9]) for name in names if chance.random() < 0.7}
        for seat in chance.sample(SEATS, 3)
    }
    sheet: Document = {
        "kind": "sheet",
        "game": "oasis",
        "players": [{"seat": seat} for seat in SEATS[: chance.randrange(6)]],
    }
    if chance.random() < 0.6:
        sheet["pack"] = TEACHING
    for name, part in (
        ("final", final),
        ("board", made.get("board")),
        ("scoring", made.get("scoring")),
        ("end", made.get("end")),
    ):
        if part is not None and chance.random() < 0.7:
            sheet[name] = part
    verdict = score_sheet(msgspec.convert(sheet, Sheet))
    assert all(found.status == "inconsistent" and found.message for found in verdict.findings)


def test_a_very_long_record_of_unread_cards_takes_no_time() -> None:
    moves: list[Document] = [{"do": "setup", "counters": {"A": 1, "B": 2, "C": 3}}]
    for _ in range(200):
        moves += [{"do": "offer", "by": seat, "cards": ["?", "?"]} for seat in "ABC"]
        moves += [{"do": "take", "by": by, "of": of} for by, of in zip("ABC", "BCA", strict=True)]
    log = msgspec.convert({"game": "oasis", "players": [{"seat": seat} for seat in "ABC"], "moves": moves}, GameLog)
    assert len(adjudicate(log, after_illegal="void").entries) == len(moves)
