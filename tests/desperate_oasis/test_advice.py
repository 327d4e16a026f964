"""What a message says would have been legal is legal."""

from __future__ import annotations

import json
import re

from oasis_ref.record.reading import read_log
from oasis_ref.referee.adjudication import adjudicate
from tests.material import Document, judge, tries

GAME = "desperate-oasis"


def status_of_the_last(document: Document, moves: list[Document]) -> str:
    return adjudicate(read_log(json.dumps({**document, "moves": moves}).encode())).entries[-1].status


def test_the_columns_that_column_full_names_are_open() -> None:
    named = 0
    for name, document, attempt, policy in tries(GAME):
        if not any("column-full" in told for told in attempt["expect"]) or document.get("kind") == "sheet":
            continue
        for entry in judge(document, policy).entries:
            move = document["moves"][entry.number - 1]
            if move["do"] != "play" or [finding.rule for finding in entry.findings] != ["column-full"]:
                continue
            before = document["moves"][: entry.number - 1]
            for side, column in re.findall("([AB])([1-5])", entry.findings[0].allowed or ""):
                instead = {**move, "side": side, "column": int(column)}
                for field in ("row", "pull", "strike"):
                    instead.pop(field, None)
                assert status_of_the_last(document, [*before, instead]) != "illegal", (name, entry.number, instead)
                named += 1
    assert named > 20
