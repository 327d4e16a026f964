"""What is printed of a real record: the end of a game with an illegal card, a ruling, and a claimed result.

By hand, with the illegal fourth camel of column B1 laid on B5 instead, as it was ruled: oasis 1 goes to B, 3 + 3 +
3 + 1 = 10 against 5 + 4 = 9, for 3 + 1 token = 4. Oasis 2 goes to A, 2 to 0, for -1 + 1 token = 0. Oasis 3 goes to
A, 4 + 1 = 5 against 0 + 0 (the elephant is scared, the chameleon faces an empty space), for 2. Oasis 4 goes to A, 5
to 2, for 1. Oasis 5 is a tie, 0 to 0: the flipped scorpion destroys the jackal and the camel. With the piles A has
3 + 2 + 1 token + 0 + 2 + 1 = 9, B has 4 + 4 = 8. As it was recorded, B1 has 3 + 3 + 3 + 3 + 1 = 13, and the rest is
the same.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from oasis_ref._version import VERSION
from tests.cli.running import log, run, write
from tests.report.conftest import JsonFile, MarkdownFile, TextFile

BOARD = {
    "A1": ["elephant", "oryx"],
    "B1": ["camel", "camel", "camel"],
    "A2": ["jackal"],
    "A3": ["oryx", "jerboa"],
    "B3": ["elephant", {"card": "chameleon", "facing": "right"}],
    "A4": ["elephant"],
    "B4": ["jackal"],
    "B5": [{"card": "?", "face": "down"}],
}
POSITION = {
    "round": 3,
    "deck": 0,
    "hands": {"A": ["camel", "oryx"], "B": ["jackal"]},
    "board": BOARD,
    "tokens": {"A": 2, "B": 1},
    "piles": {"A": {"oases": [3, 2], "tokens": 1}, "B": {"oases": [4], "tokens": 0}},
}
OASES = [3, -1, 2, {"value": 1, "portal": True}, -2]
MOVES: list[dict[str, Any]] = [
    {"do": "round", "first": "A", "oases": OASES, "position": POSITION},
    {"by": "A", "do": "play", "card": "camel", "side": "B", "column": 1, "glyph": "?!", "comment": "is there room?"},
    {"by": "B", "do": "play", "card": "jackal", "side": "A", "column": 5},
    {"do": "flip", "cards": [{"at": "B5.1", "card": "scorpion"}], "left": {"A": ["oryx"]}},
]
RULING = {
    "do": "ruling",
    "on": 2,
    "decision": "replaced",
    "with": {"by": "A", "do": "play", "card": "camel", "side": "B", "column": 5},
    "reason": "Ann took the camel back at once",
}
EVENT = {"name": "Spring Open", "round": "Final", "table": "1", "date": "2026-05-02", "scribe": "Sam"}
RESULT = {"points": {"A": 9, "B": 7}, "winners": ["A"]}

LOGS = {
    "ruled": log([*MOVES, RULING], event=EVENT, result=RESULT),
    "faulty": log(MOVES),
}


@pytest.fixture(autouse=True)
def at_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with the logs, so that their names are the same everywhere."""
    monkeypatch.chdir(tmp_path)
    for name, made in LOGS.items():
        write(tmp_path / f"{name}.json", made)


def printed(*arguments: str | int) -> str:
    """Return what is printed, without what changes with every version."""
    ran = run(*arguments)
    assert ran.err == ""
    return re.sub(r"\b[0-9a-f]{64}\b", "<sha256>", ran.out).replace(VERSION, "<version>")


@pytest.mark.parametrize("name", LOGS)
def test_text(name: str, snapshot: SnapshotAssertion) -> None:
    out = printed("adjudicate", f"{name}.json")
    assert all(len(line) <= 80 for line in out.split("\n"))
    assert out == snapshot.use_extension(TextFile)


def test_verbose(snapshot: SnapshotAssertion) -> None:
    assert printed("adjudicate", "-v", "ruled.json") == snapshot.use_extension(TextFile)


def test_markdown(snapshot: SnapshotAssertion) -> None:
    assert printed("adjudicate", "--format", "markdown", "ruled.json") == snapshot.use_extension(MarkdownFile)


def test_json(snapshot: SnapshotAssertion) -> None:
    assert printed("adjudicate", "--format", "json", "faulty.json") == snapshot.use_extension(JsonFile)


def test_replay(snapshot: SnapshotAssertion) -> None:
    out = printed("replay", "ruled.json", "--from", 2)
    assert all(len(line) <= 80 for line in out.split("\n"))
    assert out == snapshot.use_extension(TextFile)


def test_options(snapshot: SnapshotAssertion) -> None:
    assert printed("options", "ruled.json", "--at", 3) == snapshot.use_extension(TextFile)


def test_the_sums_are_those_done_by_hand() -> None:
    verdict = json.loads(run("adjudicate", "--format", "json", "ruled.json").out)
    assert verdict["outcome"]["points"] == {"A": 9, "B": 8}
    assert verdict["outcome"]["winners"] == ["A"]
    assert verdict["claim"]["differences"] == ["B: claimed 7, counted 8"]
    assert verdict["causes"] == [2]
