"""Checking the map of a pack, and a template to type one from a physical board."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from oasis_ref.core.text import counted
from oasis_ref.games.base import PackIssue, View
from oasis_ref.games.oasis.moves import CARDS, MARKERS, TILES, TYPES, Border, Pack
from oasis_ref.games.oasis.squares import KNOWN, MOST_COLUMNS, MOST_ROWS, Squares, square_name, squares_of
from oasis_ref.games.oasis.view import TYPE_STYLES, Line, draw_squares, legend, wrapped

LEAST_PATH = 18
LEAST_PLAIN = sum(TILES.values())


def check_pack(pack: Pack) -> Iterator[PackIssue]:
    """Yield what cannot be right about a map (errors), and what is odd about it (warnings), with row and column.

    A square that cannot be read counts as not known, so that one slip does not hide what else is odd.
    """
    squares = squares_of(pack)
    yield from _rows(pack.map.rows)
    yield from _flags(pack, squares)
    yield from _figures(pack)
    if squares.names:
        yield from _shape(squares)
    if squares.unknown:
        where = ", ".join(squares.listed(squares.unknown)[:12])
        yield PackIssue(
            "map-unknown", "note", _where(squares.unknown[0], squares),
            f"{counted(len(squares.unknown), 'square')} not known: {where}; what hangs on them stays unverifiable",
        )  # fmt: skip


def _where(at: int, squares: Squares) -> str:
    row, column = divmod(at, squares.columns)
    return f"row {row + 1}, column {column + 1} ({squares.names[at]})"


def _everywhere(squares: Squares) -> str:
    named = f"({squares.names[0]} to {squares.names[-1]})"
    return f"row 1 to {squares.rows}, column 1 to {squares.columns} {named}"


def _rows(rows: Sequence[str]) -> Iterator[PackIssue]:
    if not rows or not rows[0]:
        yield PackIssue("map-ragged", "error", "rows", "the map has no squares")
        return
    if len(rows) > MOST_ROWS or len(rows[0]) > MOST_COLUMNS:
        named = f"squares can be named up to {MOST_COLUMNS} columns and {MOST_ROWS} rows"
        size = f"{len(rows)} rows of {len(rows[0])} squares; {named}"
        yield PackIssue("map-ragged", "error", f"row {len(rows)}, column {len(rows[0])}", size)
    for number, row in enumerate(rows[:MOST_ROWS], 1):
        if len(row) != len(rows[0]):
            yield PackIssue(
                "map-ragged", "error", f"row {number}, column {min(len(row), len(rows[0])) + 1}",
                f"row {number} has {len(row)} squares, row 1 has {len(rows[0])}",
            )  # fmt: skip
        for column, char in enumerate(row[:MOST_COLUMNS], 1):
            if char not in KNOWN:
                name = square_name(number - 1, column - 1)
                yield PackIssue(
                    "map-char",
                    "error",
                    f"row {number}, column {column} ({name})",
                    f"{char!r} is no square; a square is one of {' '.join(KNOWN)}",
                )


def _flags(pack: Pack, squares: Squares) -> Iterator[PackIssue]:
    borders: Iterable[tuple[str, Border]] = (("oasis", pack.map.starts.oasis), ("steppe", pack.map.starts.steppe))
    for kind, border in borders:
        told: set[str] = set()
        for name in (*border.add, *border.remove, *border.unknown):
            at = squares.index.get(name)
            where = f"starts of {kind}: {name}" if at is None else f"{_where(at, squares)}, starts of {kind}"
            if at is None or squares.char[at] != ".":
                yield PackIssue("map-flag", "error", where, f"{name} is no plain square")
            if name in told:
                yield PackIssue("map-flag", "error", where, f"{name} is named twice")
            told.add(name)


def _figures(pack: Pack) -> Iterator[PackIssue]:
    for name, given, figures in (
        ("cards", pack.cards, CARDS),
        ("tiles", pack.tiles, TILES),
        ("markers", pack.markers, MARKERS),
    ):
        if given is None:
            continue
        for kind in dict.fromkeys([*figures, *given]):
            if given.get(kind) != figures.get(kind):
                found = given.get(kind, "nothing")
                yield PackIssue(
                    "figures",
                    "error",
                    f"{name}/{kind}",
                    f"{found} is given for {kind}; the game has {figures.get(kind, 'no such thing')}",
                )


def _shape(squares: Squares) -> Iterator[PackIssue]:
    path = pieces(squares, squares.path)
    if len(path) > 1:
        firsts = ", ".join(_where(piece[0], squares) for piece in path[:4])
        yield PackIssue(
            "path-connected",
            "warning",
            _where(path[1][0], squares),
            f"the camel path is {len(path)} pieces, which begin at {firsts}",
        )
    tiles = [at for at, char in enumerate(squares.char) if char in ".osp"]
    regions = pieces(squares, tiles)
    if len(regions) != 3:
        firsts = ", ".join(_where(piece[0], squares) for piece in regions[:6])
        more = f" and {len(regions) - 6} more" if regions[6:] else ""
        where = _where(regions[-1][0], squares) if regions else _everywhere(squares)
        begin = "it begins" if len(regions) == 1 else "they begin"
        said = f"the tile squares fall into {counted(len(regions), 'piece')}, not three; {begin} at {firsts}{more}"
        if not regions:
            said = "there are no tile squares, which should fall into three pieces"
        yield PackIssue("map-regions", "warning", where, said)
    for kind in TILES:
        if kind not in squares.bonus:
            said = f"there is no bonus square of type {kind}; {_bonus_squares(squares)}"
            yield PackIssue("map-bonus", "warning", _everywhere(squares), said)
    if len(squares.path) < LEAST_PATH:
        where = _where(squares.path[0], squares) if squares.path else _everywhere(squares)
        yield PackIssue(
            "path-short",
            "warning",
            where,
            f"the path has {counted(len(squares.path), 'square')}; it has at least {LEAST_PATH}",
        )
    if len(squares.plain) < LEAST_PLAIN:
        counts = dict.fromkeys(range(1, squares.rows + 1), 0)
        for at in squares.plain:
            counts[at // squares.columns + 1] += 1
        fewest = min(counts, key=lambda row: counts[row])
        said = (
            f"{counted(len(squares.plain), 'plain square')} for {LEAST_PLAIN} tiles; fewest, {counts[fewest]} of "
            f"{squares.columns}, in row {fewest}"
        )
        yield PackIssue("map-tight", "warning", _everywhere(squares), said)


def _bonus_squares(squares: Squares) -> str:
    """Return in words which bonus squares a map has."""
    found = [f"{squares.names[at]} ({kind})" for at, kind in enumerate(squares.bonus) if kind is not None]
    more = f" and {len(found) - 8} more" if found[8:] else ""
    are = "is" if len(found) == 1 else "are"
    return f"there {are} {', '.join(found[:8])}{more}" if found else "there is none at all"


def pieces(squares: Squares, among: Sequence[int]) -> list[list[int]]:
    """Return squares in pieces that hang together by sides, in the order of their first squares."""
    left, found = dict.fromkeys(among), []
    for first in among:
        if first not in left:
            continue
        del left[first]
        piece = [first]
        for square in piece:
            for near in squares.near[square]:
                if near in left:
                    del left[near]
                    piece.append(near)
        found.append(piece)
    return found


def new_pack(name: str) -> str:
    """Return a pack to be filled in: a small example of rows, with everything explained in `about`."""
    about = (
        "Type your board here and replace this text by where it comes from. rows: one string a row from the "
        "top, one character a square, all equally long: "
        "'.' plain square, 'c' camel path, 'o' bonus oasis, 's' bonus steppe, 'p' bonus stony plains, '-' off "
        "the board, '?' not known. "
        "Squares are named column letter and row number, a1 is top left. starts: where a first tile may lie "
        "beyond the squares beside a bonus square; "
        "derive: 'edge', 'path' or 'none', then single squares under add, remove or unknown, for example "
        '"add": ["d4"]. '
        "cards, tiles and markers are those of every box and may be left out. Set made_up to false only if you "
        "typed a real board."
    )
    border: dict[str, list[str]] = {"add": [], "remove": [], "unknown": []}
    template = {
        "$schema": "schemas/oasis.pack.schema.json",
        "kind": "pack",
        "game": "oasis",
        "name": name,
        "made_up": True,
        "about": about,
        "map": {
            "rows": [
                "..............",
                "..o....s......",
                ".......p......",
                "cccccccccccccc",
                "......cc......",
                "..p...cc...o..",
                "......cc......",
                "..s...cc...p..",
                "......cc......",
                "......cc...s..",
            ],
            "starts": {"oasis": {"derive": "edge", **border}, "steppe": {"derive": "path", **border}},
        },
        "cards": CARDS,
        "tiles": TILES,
        "markers": MARKERS,
    }
    return json.dumps(template, indent=2, ensure_ascii=False) + "\n"


def show_pack(pack: Pack) -> View:
    """Return the map of a pack, with the squares on which an area may start."""
    squares = squares_of(pack)
    head: Line = [(pack.name[:60], "heading"), (" (made up, not the published board)" if pack.made_up else "", "bad")]
    lines: list[Line] = [head, *draw_squares(squares, None, ()), *legend(squares)]
    data: dict[str, Any] = {
        "name": pack.name,
        "made_up": pack.made_up,
        "rows": squares.rows,
        "columns": squares.columns,
    }
    data["plain"], data["path"] = len(squares.plain), len(squares.path)
    data["bonus"] = {
        kind: squares.listed([at for at, printed in enumerate(squares.bonus) if printed == kind]) for kind in TYPES
    }
    for kind in ("oasis", "steppe"):
        starts = squares.starts[kind]
        sure = squares.listed([at for at, flag in enumerate(starts) if flag])
        unclear = squares.listed([at for at, flag in enumerate(starts) if flag is None])
        data[f"{kind}_starts"], data[f"{kind}_starts_unknown"] = sure, unclear
        heading = f"{kind} starts on {counted(len(sure), 'square')}{':' if sure else ''}"
        lines += wrapped([(heading, TYPE_STYLES[kind]), *([(" ".join(sure), "")] if sure else [])])
        if unclear:
            lines += wrapped([("not known:", "unknown"), (" ".join(unclear), "unknown")])
    return View(lines, data)
