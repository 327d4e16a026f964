"""The table is drawn within 80 columns, and shows what a player would recognise."""

from __future__ import annotations

import json
from typing import Any

from oasis_ref.referee.adjudication import replay, table_before
from tests.drawn import check, text
from tests.material import Document, cases
from tests.new_hope.material import GAME, games, hidden, read, simulated


def with_long_names(document: Document) -> Document:
    raw = json.dumps(document)
    for seat in ("ana", "ben", "cy", "dee"):
        raw = raw.replace(f'"{seat}"', f'"{seat} of the long and winding road to the oasis in the east"')
    return dict(json.loads(raw))


def test_no_line_is_longer_than_80_columns() -> None:
    for document in [*games(3), simulated(5, 4, "specialists")]:
        for log in (document, hidden(document), with_long_names(document)):
            for step in replay(read(log)):
                check(step.view)


def test_a_table_of_four_in_mid_game() -> None:
    """The whole drawing of one position, typed here as it has to look."""
    case = next(case for case in cases("new-hope") if case["case"] == "NH-35")
    log: dict[str, Any] = {**case["log"], "moves": case["given"]}
    view = table_before(read(log), len(log["moves"]) + 1).view()
    check(view)
    assert text(view) == "\n".join(
        [
            "Turn of dee: mission or end of turn  (last turns left: 1)",
            "Lair   jade scr-travel mar-equip exp-recruit",
            "Ruins  9 3 0 ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ?",
            "Supply 8 Compasses, 5 Shields, 2 Maps",
            "Decks  Exploration 0, Companions 23, discard 0",
            "  ana  at 4, 4 in hand",
            "    row  13 12 11 10 9 8 7 6 5 4",
            "    hand ? ? ? ?",
            "  ben  at 3, 4 in hand",
            "    row  13 12 11 10 9 8 7 6 5 4 3",
            "    hand ? ? ? ?",
            "  cy  at 3, 4 in hand",
            "    row  13 12 11 10 9 8 7 6 5 4 C",
            "    hand ? ? ? ?",
            "> dee  at 13, 4 in hand",
            "    row  13",
            "    hand ? ? ? ?",
            "9 Desert  9s Step  0 Oasis  C Compass  ? not known",
        ]
    )


def test_every_entry_can_be_described() -> None:
    for document in games(6):
        for entry in read(document).moves:
            sentence = GAME.describe(entry)
            assert sentence
            assert "None" not in sentence
