"""Reading a board, scoring markers and counters that were written down whole: of a position, or of a score sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from oasis_ref.core.findings import Breach, breach
from oasis_ref.core.readings import Readings
from oasis_ref.core.text import counted
from oasis_ref.games.oasis import moves
from oasis_ref.games.oasis.board import Board
from oasis_ref.games.oasis.moves import CAMELS, CONTROL_MARKERS, KINDS, MARKERS, PLURAL, TILES, TYPES
from oasis_ref.games.oasis.squares import Squares

NOT_CHECKABLE = {
    "unplayable": "that a tile of a taken offer could not be laid",
    "short-draw": "that a draw fell short",
    "markers-short": "that a pile of scoring markers fell short",
}
BY_READING = {"short-draw": "short-draw", "markers-short": "markers-short"}
END_RULES = {
    "last-tile": "end-last-tile",
    "path-full": "end-path-full",
    "unplayable": "end-unplayable",
    "short-draw": "short-draw",
    "markers-short": "marker-pile",
}

Slip = tuple[str, Breach]
"""A slug and what contradicts its rule. All of them are slips of the record."""


def slip(slug: str, says: str, /, **facts: Any) -> Slip:
    """Return a slip whose sentence ``says`` is filled with ``facts``."""
    return slug, breach(says, status="inconsistent", **facts)


def read_board(written: moves.Board, squares: Squares, seats: Sequence[str]) -> tuple[Board, list[Slip]]:
    """Return the board as far as it can lie so, and what cannot be."""
    board = Board(squares, len(seats))
    slips: list[Slip] = []
    for kind in TYPES:
        for name in written.tiles.get(kind, []):  # type: ignore[call-overload]
            slips += _lay(board, kind, name)
    for kind in TYPES:
        laid = TILES[kind] - board.piles[kind]
        if laid > TILES[kind]:
            slips.append(
                slip(
                    "piles",
                    "{laid} {kind} tiles lie on the board; there are {all}.",
                    laid=laid,
                    kind=kind,
                    all=TILES[kind],
                )
            )
    seat_of = {seat: place for place, seat in enumerate(seats)}
    for seat, names in written.camels.items():
        slips += _camels(board, seat, seat_of.get(seat), names)
    for seat, names in written.markers.items():
        slips += _markers(board, seat, seat_of.get(seat), names)
    for group in board.groups():
        slips += _crowd(board, group.markers, seats)
    return board, slips


def _lay(board: Board, kind: str, name: str) -> list[Slip]:
    squares = board.squares
    at = squares.index.get(name, -1)
    if at < 0 or squares.char[at] == "-":
        return [slip("on-the-board", "{square} is no square of this board.", square=name)]
    if squares.char[at] == "c":
        return [
            slip(
                "no-tile-on-path", "A tile of type {kind} is named on the path square {square}.", kind=kind, square=name
            )
        ]
    if squares.bonus[at] is not None:
        return [
            slip(
                "no-tile-on-bonus",
                "A tile of type {kind} is named on the bonus square {square}.",
                kind=kind,
                square=name,
            )
        ]
    if board.tile[at] is not None:
        return [slip("vacant-square", "Two tiles are named on {square}.", square=name)]
    board.lay(kind, at)
    return []


def _camels(board: Board, seat: str, place: int | None, names: Sequence[str]) -> list[Slip]:
    if place is None:
        return [slip("player-pieces", "Camels of {seat} are named, who is no seat of this game.", seat=seat)]
    slips: list[Slip] = []
    squares = board.squares
    for name in names:
        at = squares.index.get(name, -1)
        if at < 0 or squares.char[at] == "-":
            slips.append(slip("on-the-board", "{square} is no square of this board.", square=name))
        elif squares.char[at] == "?" and board.tile[at] is not None:
            says = "A camel of {seat} is named on {square}, where a tile is named as well."
            slips.append(slip("camel-on-path", says, seat=seat, square=name))
        elif squares.char[at] not in "c?":
            slips.append(
                slip(
                    "camel-on-path",
                    "A camel of {seat} is named on {square}, which is no path square.",
                    seat=seat,
                    square=name,
                )
            )
        elif board.camel[at] is not None:
            slips.append(slip("camel-vacant", "Two camels are named on {square}.", square=name))
        elif len(board.camels[place]) < CAMELS:
            board.put_camel(place, at)
    if len(names) > CAMELS:
        slips.append(
            slip(
                "player-pieces",
                "{seat} has {count} camels on the board; a player has {all}.",
                seat=seat,
                count=len(names),
                all=CAMELS,
            )
        )
    return slips


def _markers(board: Board, seat: str, place: int | None, names: Sequence[str]) -> list[Slip]:
    if place is None:
        return [slip("player-pieces", "Markers of {seat} are named, who is no seat of this game.", seat=seat)]
    slips: list[Slip] = []
    squares = board.squares
    for name in names:
        at = squares.index.get(name, -1)
        if at < 0 or squares.char[at] == "-":
            slips.append(slip("on-the-board", "{square} is no square of this board.", square=name))
            continue
        group = board.group[at]
        if group is None or not group.tiles:
            slips.append(
                slip(
                    "marker-exists",
                    "A marker of {seat} is named on {square}, where no area with a laid tile is.",
                    seat=seat,
                    square=name,
                )
            )
        elif len(board.markers[place]) < CONTROL_MARKERS:
            stands = (
                at
                if board.tile[at] is not None
                else next(square for square in group.squares if board.tile[square] is not None)
            )
            board.put_marker(place, stands)
    if len(names) > CONTROL_MARKERS:
        slips.append(
            slip(
                "player-pieces",
                "{seat} has {count} markers on the board; a player has {all}.",
                seat=seat,
                count=len(names),
                all=CONTROL_MARKERS,
            )
        )
    return slips


def _crowd(board: Board, markers: Sequence[tuple[int, int]], seats: Sequence[str]) -> list[Slip]:
    if len(markers) < 2:
        return []
    owners = [seats[owner] for owner in sorted({owner for owner, _ in markers})]
    where = board.squares.listed([square for _, square in markers])
    if len(owners) > 1:
        return [slip("keep-away", "One area bears markers of {owners}: on {where}.", owners=owners, where=where)]
    return [
        slip(
            "no-joining-own",
            "One area bears {count} markers of {owner}: on {where}.",
            count=len(markers),
            owner=owners[0],
            where=where,
        )
    ]


def check_scoring(written: Mapping[str, Mapping[str, int]], seats: Sequence[str], readings: Readings) -> list[Slip]:
    """Return what cannot be of the scoring markers of all seats."""
    slips: list[Slip] = []
    for seat in written:
        if seat not in seats:
            slips.append(
                slip("take-markers", "Scoring markers of {seat} are named, who is no seat of this game.", seat=seat)
            )
    for kind in KINDS:
        counts = {seat: owned.get(kind, 0) for seat, owned in written.items()}
        for seat, count in counts.items():
            if count < 0 or (kind == "ovoo" and count % 2):
                says = (
                    "{seat} has {count} ovoos; they come in twos, from a pile of 20."
                    if count >= 0
                    else "{seat} has {count} {kind}; nobody has fewer than 0."
                )
                slips.append(slip("take-markers", says, seat=seat, count=count, kind=PLURAL[kind]))
        total = sum(counts.values())
        if total > MARKERS[kind] and readings("markers-short") != "unlimited":
            slips.append(
                slip(
                    "piles",
                    "All seats together have {total} {kind}; there are {all}.",
                    total=total,
                    kind=PLURAL[kind],
                    all=MARKERS[kind],
                )
            )
    return slips


def check_counters(written: Mapping[str, int], seats: Sequence[str]) -> Slip | None:
    """Return what is wrong with the counters of all seats, or None."""
    if sorted(written) == sorted(seats) and sorted(written.values()) == list(range(1, len(seats) + 1)):
        return None
    return slip(
        "counters-dealt",
        "{count} players have the counters 1 to {count}, one each; written down is: {counters}.",
        count=len(seats),
        counters=[f"{seat} #{number}" for seat, number in written.items()],
    )


def check_end(end: str, board: Board | None, readings: Readings) -> list[Slip]:
    """Return what contradicts the end that is named: the readings, or the board if it is given."""
    none = no_such_end(end, readings)
    return [none] if none is not None else _not_there(end, board)


def no_such_end(end: str, readings: Readings) -> Slip | None:
    """Return why an end is none by the readings, or None: then it ends the game."""
    slug = END_RULES[end]
    needed = BY_READING.get(end)
    if end == "path-full" and readings("edition") != "german":
        return slip(slug, "A full path ends the game only by the German edition.")
    if end == "unplayable" and readings("edition") == "german":
        return slip(slug, "A tile that cannot be laid does not end the game by the German edition.")
    if needed is not None and readings(needed) != "game-ends":
        return slip(
            slug,
            "That {why} ends the game only by another reading ({needed}).",
            why=NOT_CHECKABLE[end].removeprefix("that "),
            needed=needed,
        )
    return None


def _not_there(end: str, board: Board | None) -> list[Slip]:
    slug = END_RULES[end]
    if board is not None and end == "last-tile" and all(board.piles.values()):
        return [slip(slug, "The last tile of a type is said to have been laid, but of every type some are left.")]
    if board is not None and end == "path-full" and (board.vacant_path or not board.squares.path):
        return [
            slip(
                slug,
                "The path is said to be full, but it has {vacant}.",
                vacant=counted(board.vacant_path, "vacant square"),
            )
        ]
    return []
