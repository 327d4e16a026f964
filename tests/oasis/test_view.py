"""The table is drawn within 80 columns, and shows what a player would recognise."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

from oasis_ref.referee.adjudication import replay, table_before
from tests.drawn import check, text
from tests.oasis.material import GAME, Document, judge, read, simulated

WIDE = ["..-cc.o..s..p..c..........", "..?cc......cc..c......o...", "p..c.........c...........s"]
"""A map as wide as squares can be named."""


def with_long_seats(document: Document) -> Document:
    raw = json.dumps(document)
    for player in document["players"]:
        seat = player["seat"]
        raw = raw.replace(f'"{seat}"', f'"{seat} of the long and winding road to the oasis in the east"')
    return dict(json.loads(raw))


def on_a_large_map(document: Document) -> Document:
    """The same record on a map of 26 columns and 99 rows, with what was laid in the same places."""
    rows = [(WIDE[0] + "." * 26)[:26], *(["." * 26] * 97), "?" * 26]
    return {**document, "pack": {"kind": "pack", "game": "oasis", "name": "large " * 30, "map": {"rows": rows}}}


def in_mid_game() -> Document:
    """B has taken the offer of D, with all kinds of offers, areas and camels on the table."""
    board = {
        "tiles": {"oasis": ["a1", "b1", "f1", "z1"], "steppe": ["c3", "k2"], "stony": ["e3", "n1"]},
        "markers": {"A": ["a1"], "B": ["c3"], "C": ["f1"], "E": ["n1"]},
        "camels": {"A": ["d1", "d2"], "D": ["e1"], "E": ["d3", "p1"]},
    }
    position = {
        "board": board,
        "scoring": {"A": {"commodity": 3, "well": 2, "horse": 3, "ovoo": 4}, "C": {"well": 1}},
        "discards": ["well", "?"],
        "offers": {
            "A": ["draw-three", "commodity-2", "commodity-1"],
            "B": ["stony", "camels-3", "steppe"],
            "C": ["oasis", "?"],
            "E": ["ovoo"],
        },
        "passed": {"D": 1},
        "open": ["oasis", "camels-2"],
        "done": ["horse-1"],
        "end": "unplayable",
    }
    setup = {
        "do": "setup",
        "counters": {"A": 2, "B": 1, "C": 4, "D": 3, "E": 5},
        "stacks": {"A": 6, "B": 5, "C": 4, "D": 5, "E": 5},
        "position": position,
    }
    return {
        "game": "oasis",
        "pack": {"kind": "pack", "game": "oasis", "name": "wide", "made_up": True, "map": {"rows": WIDE}},
        "players": [{"seat": seat} for seat in "ABCDE"],
        "moves": [setup, {"by": "B", "do": "place", "tile": "oasis", "square": "g3"}],
    }


def test_no_line_is_longer_than_80_columns() -> None:
    for seed in range(3):
        document = simulated(seed)
        hidden = json.loads(json.dumps(document))
        hidden["moves"][0] = {"do": "setup", "counters": document["moves"][0]["counters"]}
        for log in (document, hidden, with_long_seats(document)):
            for step in replay(read(log)):
                check(step.view)


def test_no_line_is_longer_on_a_large_map() -> None:
    for step in islice(replay(read(with_long_seats(on_a_large_map(simulated(3))))), 40):
        check(step.view)


def test_a_large_map_is_drawn_whole_under_long_names() -> None:
    log = with_long_seats(on_a_large_map(in_mid_game()))
    view = table_before(read(log), 3).view()
    check(view)
    lines = text(view).split("\n")
    assert len(lines[1]) == 80
    assert [line[:3] for line in lines[2:101]] == [f"{row:>2} " for row in range(1, 100)]
    check(GAME.show_pack(read(log).pack))  # type: ignore[attr-defined]


def test_a_table_of_five_in_mid_game() -> None:
    """The whole drawing of one position on a map of 80 columns, typed here as it has to look."""
    log: dict[str, Any] = in_mid_game()
    assert not list(judge(log).all_findings())
    view = table_before(read(log), len(log["moves"]) + 1).view()
    check(view)
    assert text(view) == "\n".join(
        [
            "Round 1 · B resolves the offer of D · the end is due (unplayable, entry 1)",
            "    a  b  c  d  e  f  g  h  i  j  k  l  m  n  o  p  q  r  s  t  u  v  w  x  y  z",
            " 1 OA oA    @A @D OC oC  .  . +s  .  . pE PE  . @E  .  .  .  .  .  .  .  .  . o-",
            " 2  .  .  ? @A  :  .  .  .  .  . s-  :  :  .  .  :  .  .  .  .  .  . +o  .  .  .",
            " 3 +p  . SB @E p-  . OB  .  .  .  .  .  .  :  .  .  .  .  .  .  .  .  .  .  . +s",
            "   o oasis  s steppe  p stony; capital: bears the marker; o-: free; +o: bonus",
            "   @A camel of A   : vacant path   . vacant square   ? not known",
            "#1 B  stack 5 · markers 2 · camels 20 · no scoring markers · offers stony,",
            "   camels-3, steppe",
            "#2 A  stack 6 · markers 3 · camels 18 · commodity 3 well 2 horse 3 ovoo 4 ·",
            "   offers draw-three, commodity-2, commodity-1",
            "#3 D  stack 5 · markers 4 · camels 19 · no scoring markers · holds #1 face down",
            "#4 C  stack 4 · markers 3 · camels 20 · well 1 · offers oasis, an unread card",
            "#5 E  stack 5 · markers 3 · camels 18 · no scoring markers · offers ovoo",
            "B still resolves: oasis (1 left), camels-2",
            "deck 15 · discards 2 · tiles left: oasis 29 steppe 32 stony 18",
            "scoring markers left: commodity 11 well 9 horse 13 ovoo 16",
        ]
    )
