"""Maps: the sample as it is drawn, what its borders say, and every fault of a map by row and column."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from oasis_ref.games.base import PackIssue
from oasis_ref.games.oasis.moves import Pack
from oasis_ref.games.oasis.pack_tools import pieces
from oasis_ref.games.oasis.squares import Squares, squares_of
from tests.oasis.material import GAME, SAMPLE, TEACHING_PACK

DRAWN = """
-c......---.....c-
-cc............cc-
..cc...o.p....cc..
..ccc.....s..ccc..
...ccc......ccc...
-.o.ccc....ccc....
......cccccc.....-
.......cccc....o..
...p.s.cccc.p.....
........cc....s...
-.......cc.......-
--......cc......--
"""


def pack(*rows: str, starts: Any = None, **more: Any) -> Pack:
    data = {"name": "try", "game": "oasis", "map": {"rows": list(rows), "starts": starts or {}}, **more}
    return msgspec.convert(data, Pack)


def issues(of: Pack) -> list[tuple[str, str, str]]:
    return [(issue.slug, issue.level, issue.where) for issue in GAME.check_pack(of)]


def named(squares: Squares, flags: list[bool | None]) -> set[str]:
    return {squares.names[at] for at, flag in enumerate(flags) if flag}


def test_the_sample_is_the_map_as_drawn_and_made_up() -> None:
    assert SAMPLE.map.rows == DRAWN.split()
    assert SAMPLE.made_up
    assert issues(SAMPLE) == []


def test_the_squares_of_the_sample() -> None:
    squares = squares_of(SAMPLE)
    assert len(squares.names) == 216
    assert squares.char.count("-") == 15
    assert len(squares.path) == 48
    assert len(squares.plain) == 144
    bonus = {
        kind: {squares.names[at] for at, what in enumerate(squares.bonus) if what == kind} for kind in squares.starts
    }
    assert bonus == {"oasis": {"c6", "h3", "p8"}, "steppe": {"f9", "k4", "o10"}, "stony": {"d9", "j3", "m9"}}
    assert len(pieces(squares, squares.path)) == 1
    regions = pieces(squares, [at for at, char in enumerate(squares.char) if char in ".osp"])
    assert [len(region) for region in regions] == [51, 51, 51]
    assert all(sorted(squares.char[at] for at in region if squares.bonus[at]) == ["o", "p", "s"] for region in regions)


def test_the_borders_of_the_sample() -> None:
    squares = squares_of(SAMPLE)
    beside_bonus = {
        kind: {
            squares.names[near] for at, what in enumerate(squares.bonus) if what == kind for near in squares.near[at]
        }
        for kind in squares.starts
    }
    edge = named(squares, squares.starts["oasis"])
    path = named(squares, squares.starts["steppe"])
    # By the borders alone; beside a bonus square a start is always possible.
    bare = pack(*(row.replace("o", ".").replace("s", ".") for row in DRAWN.split()))
    alone = squares_of(bare)
    assert len(named(alone, alone.starts["oasis"])) == 44
    assert len(named(alone, alone.starts["steppe"])) == 36
    both = named(alone, alone.starts["oasis"]) & named(alone, alone.starts["steppe"])
    assert both == {"c1", "p1", "h12", "k12"}
    assert edge == named(alone, alone.starts["oasis"]) | {
        name for name in beside_bonus["oasis"] if name in alone_plain(squares)
    }
    assert path == named(alone, alone.starts["steppe"]) | {
        name for name in beside_bonus["steppe"] if name in alone_plain(squares)
    }


def alone_plain(squares: Squares) -> set[str]:
    return {squares.names[at] for at in squares.plain}


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("a1", (0, 0)), ("d4", (3, 3)), ("r12", (17, 11))],
)
def test_squares_are_named_by_column_and_row_from_the_top(name: str, wanted: tuple[int, int]) -> None:
    squares = squares_of(SAMPLE)
    row, column = divmod(squares.index[name], squares.columns)
    assert (column, row) == wanted


def test_squares_are_listed_column_by_column() -> None:
    squares = squares_of(SAMPLE)
    assert squares.listed([squares.index[name] for name in ("b10", "a10", "a9", "b8", "a8")]) == [
        "a8",
        "a9",
        "a10",
        "b8",
        "b10",
    ]


def test_unknown_squares_and_flags_leave_a_border_open() -> None:
    squares = squares_of(
        pack("...", ".?.", "...", starts={"oasis": {"derive": "none", "unknown": ["a1"], "add": ["c1"]}})
    )
    flags = dict(zip(squares.names, squares.starts["oasis"], strict=True))
    assert flags["a1"] is None
    assert flags["c1"] is True
    assert flags["b1"] is None, "the unknown square beside it may be a bonus oasis"
    assert flags["c3"] is False


def test_overrides_of_a_border() -> None:
    squares = squares_of(pack("...", "...", "...", starts={"oasis": {"remove": ["a1"], "add": ["b2"]}}))
    flags = dict(zip(squares.names, squares.starts["oasis"], strict=True))
    assert (flags["a1"], flags["b2"], flags["a2"]) == (False, True, True)


def test_beside_a_bonus_square_no_override_forbids_a_start() -> None:
    squares = squares_of(pack("o..", "...", starts={"oasis": {"derive": "none", "remove": ["b1"]}}))
    flags = dict(zip(squares.names, squares.starts["oasis"], strict=True))
    assert (flags["b1"], flags["a2"], flags["c1"]) == (True, True, False)


FAULTY = {
    "map-char": (pack("..c", ".x.", "..c"), ("map-char", "error", "row 2, column 2 (b2)")),
    "map-ragged": (pack("..c", "..", "..c"), ("map-ragged", "error", "row 2, column 3")),
    "longer row": (pack("..c", "..cc", "..c"), ("map-ragged", "error", "row 2, column 4")),
    "no rows": (pack(), ("map-ragged", "error", "rows")),
    "flag on the path": (
        pack("..c", "..c", starts={"steppe": {"add": ["c1"]}}),
        ("map-flag", "error", "row 1, column 3 (c1), starts of steppe"),
    ),
    "flag twice": (
        pack("..c", "..c", starts={"oasis": {"add": ["a1"], "unknown": ["a1"]}}),
        ("map-flag", "error", "row 1, column 1 (a1), starts of oasis"),
    ),
    "flag nowhere": (pack("..c", starts={"oasis": {"add": ["q9"]}}), ("map-flag", "error", "starts of oasis: q9")),
    "path-connected": (pack("..c", "...", "..c"), ("path-connected", "warning", "row 3, column 3 (c3)")),
    "map-regions": (pack(".c.", ".c."), ("map-regions", "warning", "row 1, column 3 (c1)")),
    "map-bonus": (pack("..c", "o.c"), ("map-bonus", "warning", "row 1 to 2, column 1 to 3 (a1 to c2)")),
    "path-short": (pack("..c", "..c"), ("path-short", "warning", "row 1, column 3 (c1)")),
    "map-tight": (pack("..c", "..c"), ("map-tight", "warning", "row 1 to 2, column 1 to 3 (a1 to c2)")),
    "no path": (pack("...", "..."), ("path-short", "warning", "row 1 to 2, column 1 to 3 (a1 to c2)")),
    "no tiles": (pack("-c", "c-"), ("map-regions", "warning", "row 1 to 2, column 1 to 2 (a1 to b2)")),
    "figures": (pack("..c", cards={"oasis": 9}), ("figures", "error", "cards/oasis")),
    "tiles": (pack("..c", tiles={"oasis": 34, "steppe": 34, "stony": 21}), ("figures", "error", "tiles/stony")),
    "unknown": (pack("..c", "?.c"), ("map-unknown", "note", "row 2, column 1 (a2)")),
}


@pytest.mark.parametrize("name", FAULTY)
def test_a_fault_of_a_map_is_told_with_its_place(name: str) -> None:
    faulty, wanted = FAULTY[name]
    assert wanted in issues(faulty)


def test_the_right_figures_are_accepted() -> None:
    text = json.loads(GAME.new_pack("mine"))
    assert not [issue for issue in GAME.check_pack(msgspec.convert(text, Pack)) if issue.slug == "figures"]


def test_the_template_is_a_valid_pack_that_explains_itself() -> None:
    template = msgspec.json.decode(GAME.new_pack("mine"), type=Pack)
    assert template.name == "mine"
    assert template.made_up
    about = template.about or ""
    assert all(f"'{char}'" in about for char in "-.cosp?")
    assert [issue for issue in GAME.check_pack(template) if issue.level == "error"] == []


def test_a_map_is_drawn_within_80_columns() -> None:
    wide = pack(*["." * 26] * 99)
    for drawn in (SAMPLE, TEACHING_PACK, wide):
        lines = ["".join(text for text, _ in line) for line in GAME.show_pack(drawn).lines]
        assert max(map(len, lines)) <= 80


def test_the_drawing_of_the_sample_shows_every_square() -> None:
    lines = ["".join(text for text, _ in line) for line in GAME.show_pack(SAMPLE).lines]
    assert "made up" in lines[0]
    for number, row in enumerate(DRAWN.split(), 1):
        line = next(line for line in lines if line.startswith(f"{number:>2} "))
        cells = [line[place : place + 3].strip() for place in range(2, 2 + 3 * 18, 3)]
        shown = {"-": "", ".": ".", "c": ":", "o": "+o", "s": "+s", "p": "+p"}
        assert cells == [shown[char] for char in row]


def test_a_faulty_map_is_played_with_what_can_be_read() -> None:
    squares = squares_of(pack("..c", ".x", "..c"))
    assert squares.faulty
    assert [squares.char[squares.index[name]] for name in ("b2", "c2")] == ["?", "?"]


def test_issues_say_what_is_wrong() -> None:
    found: list[PackIssue] = list(GAME.check_pack(pack("..c", ".x.", "..c")))
    assert "'x' is no square" in found[0].message


@pytest.mark.parametrize("rows", [("..c", ".x.", "..c"), ("..c", "..", "..c")], ids=["char", "ragged"])
def test_a_slip_does_not_hide_what_else_is_odd(rows: tuple[str, ...]) -> None:
    found = [issue.slug for issue in GAME.check_pack(pack(*rows))]
    assert {"path-connected", "map-regions", "map-bonus", "path-short", "map-tight", "map-unknown"} <= set(found)


def test_odd_things_are_counted() -> None:
    said = {issue.slug: issue.message for issue in GAME.check_pack(pack("..c", "o.c"))}
    assert said["map-bonus"] == "there is no bonus square of type stony; there is a2 (oasis)"
    assert said["map-tight"] == "3 plain squares for 88 tiles; fewest, 1 of 3, in row 2"


def test_a_map_without_squares_is_told_of_once() -> None:
    assert [issue.slug for issue in GAME.check_pack(pack())] == ["map-ragged"]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (("?c", "?c"), "there are no tile squares, which should fall into three pieces"),
        ((".c", ".c"), "the tile squares fall into 1 piece, not three; it begins at row 1, column 1 (a1)"),
        (
            (".c." * 3 + ".",),
            "the tile squares fall into 4 pieces, not three; they begin at row 1, column 1 (a1), "
            "row 1, column 3 (c1), row 1, column 6 (f1), row 1, column 9 (i1)",
        ),
    ],
    ids=["none", "one", "four"],
)
def test_regions_are_told_in_whole_sentences(rows: tuple[str, ...], message: str) -> None:
    assert {issue.slug: issue.message for issue in GAME.check_pack(pack(*rows))}["map-regions"] == message


def test_the_start_squares_are_counted_under_the_drawing() -> None:
    starts = {"oasis": {"derive": "none"}, "steppe": {"derive": "none", "add": ["a1"], "unknown": ["b2"]}}
    drawn = pack("..c", "..c", starts=starts)
    lines = ["".join(text for text, _ in line) for line in GAME.show_pack(drawn).lines]
    assert lines[-3:] == ["oasis starts on 0 squares", "steppe starts on 1 square: a1", "not known: b2"]
