"""Putting tiles, markers and camels on the board, and telling what that did. Nothing here asks whether it may."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oasis_ref.core.findings import Happening, remark
from oasis_ref.core.text import counted
from oasis_ref.games.oasis import catalogue as rules
from oasis_ref.games.oasis.board import RESERVE, Group, Laying
from oasis_ref.games.oasis.moves import CAMELS, TYPES
from oasis_ref.games.oasis.rules_camels import Moving
from oasis_ref.games.oasis.rules_tiles import has_square

if TYPE_CHECKING:
    from oasis_ref.games.oasis.match import Match


def put_tile(table: Match, lay: Laying) -> None:
    """Lay a tile, put its marker, and tell what became of the groups around it."""
    board = table.board
    kind, seat, at, source = lay.type, lay.seat, lay.at, lay.source
    own, free, neighbour = lay.own, lay.free, lay.neighbour
    abandoned: Group | None = None
    if source is not None and source != RESERVE:
        _touch_at_taking(table)
    taken = sum(len(part.squares) for part in free) if free else 0
    group = board.lay(kind, at, own + free if not lay.others else None)
    if source is not None:
        if source != RESERVE:
            abandoned = board.take_marker(seat, source)
        board.put_marker(seat, at)
    if own:
        table.trail.append(
            Happening(
                rules.EXTEND_OWN,
                "{square} joins the {type} area of {by}: {size} squares now.",
                {"square": lay.name, "type": kind, "by": table.seats[seat], "size": len(group.squares)},
            )
        )
    else:
        _tell_start(table, lay, abandoned)
    if free and (own or source is not None):
        table.trail.append(
            Happening(
                rules.TAKE_OVER,
                "{by} takes over {taken} beside {square}.",
                {"by": table.seats[seat], "taken": counted(taken, "square"), "square": lay.name},
            )
        )
    if neighbour is not None and neighbour.markers:
        _tell_types_apart(table, lay, neighbour)
    if not board.piles[kind]:
        table.due(
            "last-tile", rules.END_LAST_TILE, "The last {kind} tile is laid: the game ends with this round.", kind=kind
        )
    if table.squares.unknown and not board.vacant_path and board.squares.char[at] == "?":
        path_full(table)


def _tell_start(table: Match, lay: Laying, abandoned: Group | None) -> None:
    trail = table.trail
    facts = {"square": lay.name, "type": lay.type, "by": table.seats[lay.seat]}
    board = table.board
    if lay.type == "stony":
        trail.append(Happening(rules.STONY_START, "A stony area starts on {square}.", facts))
    if lay.source is None:
        trail.append(Happening(rules.UNMARKED_AREA, "{square} bears no marker: it belongs to nobody.", facts))
        if lay.marker is None and lay.reserve <= 0:
            says = "Whether a marker was moved to {square} is not written down (marker-not-stated): taken as none."
            table.notes.append(remark(says, square=lay.name, rule=rules.FIFTH_AREA))
    elif lay.source == RESERVE:
        trail.append(
            Happening(
                "mark-new-area", "{by} starts an area of type {type} on {square} with a marker from the reserve.", facts
            )
        )
    else:
        where = {**facts, "source": table.squares.names[lay.source]}
        trail.append(Happening(rules.FIFTH_AREA, "{by} moves a marker from {source} to {square}.", where))
    if abandoned is not None and not abandoned.owned_by(lay.seat):
        area = table.squares.listed(abandoned.squares)
        trail.append(
            Happening(
                rules.ABANDONED_AREA,
                "The {kind} area {area} belongs to nobody now.",
                {"kind": abandoned.type, "area": area},
            )
        )
    for at in board.markers[lay.seat]:
        if board.tile[at] == lay.type and at != lay.at:
            trail.append(Happening(rules.FREE_TO_START, "{by} has another {type} area and need not extend it.", facts))
            break


def _tell_types_apart(table: Match, lay: Laying, neighbour: Group) -> None:
    facts = {"square": lay.name, "owner": table.seats[neighbour.markers[0][0]], "other": neighbour.type}
    table.trail.append(
        Happening(rules.TYPES_APART, "{square} touches an area of {owner}, of another type ({other}).", facts)
    )


def _touch_at_taking(table: Match) -> None:
    """A marker moves while tiles are open: a type that could not be laid before may be able to be laid now."""
    turn = table.turn
    if turn is None:
        return
    for card in turn.open:
        if (
            card.kind in TYPES
            and not card.begun
            and table.board.piles[card.kind]
            and not has_square(table, turn.taker, card.kind)
        ):
            table.readings("unplayable-judged")


def _move_camels(table: Match, move: Moving) -> list[str]:
    """Lift camels, then put camels, each as far as that can be; another's lifted camel stays his."""
    board = table.board
    if move.plain and len(move.to) <= move.reserve:
        for at in move.to_at:
            board.put_camel(move.seat, at)
        return [*move.to]
    strangers: dict[int, int] = {}
    for place, at in enumerate(move.lifted):
        if at >= 0 and board.camel[at] is not None:
            owner = board.lift_camel(at)
            if owner != move.seat:
                strangers[place] = owner
    put = []
    for place, at in enumerate(move.to_at):
        owner = strangers.pop(place, move.seat)
        if board.holds_camel(at) and len(board.camels[owner]) < CAMELS:
            board.put_camel(owner, at)
            put.append(move.to[place])
    return put


def put_camels(table: Match, move: Moving) -> None:
    """Lift and put camels, and tell what became of the path."""
    board = table.board
    put = _move_camels(table, move)
    if put:
        table.trail.append(
            Happening(
                rules.CAMELS_ANYWHERE,
                "{by} puts camels on {put}; in reserve: {left}."
                if len(put) > 1
                else "{by} puts a camel on {put}; in reserve: {left}.",
                {"by": move.by, "put": put, "left": CAMELS - len(board.camels[move.seat])},
            )
        )
    elif not move.bonus:
        table.happen(rules.CAMEL_CARD_IGNORED, "{by} puts no camel.", by=move.by)
    if move.shown is not None and not move.bonus and move.vacant < move.shown and move.vacant < move.reserve:
        table.happen(
            rules.CAMEL_CARD_IGNORED,
            "The path had {vacant}: the rest of the card is lost.",
            vacant=counted(move.vacant, "vacant square"),
        )
    if not board.vacant_path and (move.vacant or table.squares.unknown):
        path_full(table)


def path_full(table: Match) -> None:
    """The path has no vacant square: by the German edition the end is due."""
    if table.squares.path and table.readings("edition") == "german" and not table.path_in_doubt():
        table.due("path-full", rules.END_PATH_FULL, "The path has no vacant square: the game ends with this round.")
