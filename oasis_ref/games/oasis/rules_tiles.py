"""Where a tile may lie and which control marker goes on it. Each function is one rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from oasis_ref.core.findings import Breach, breach
from oasis_ref.core.text import counted
from oasis_ref.games.oasis.board import RESERVE, Group, Laying
from oasis_ref.games.oasis.catalogue import CAMEL_RULES, COMPONENTS, READING, RULES, TILE_RULES
from oasis_ref.games.oasis.moves import CONTROL_MARKERS
from oasis_ref.games.oasis.rules_rounds import Use
from oasis_ref.games.oasis.squares import DERIVED

if TYPE_CHECKING:
    from oasis_ref.games.oasis.match import Match

MOST_HIDDEN = 12
"""Through how many squares that the map does not show an area is looked for."""

MOST_NAMED = 8
"""How many of the squares that are legal are named."""

BORDERS = {
    "oasis": "an oasis-start square or one beside a bonus oasis",
    "steppe": "a steppe-start square or one beside a bonus steppe",
}


def area_words(table: Match, group: Group) -> list[str]:
    return table.squares.listed(group.squares)


@RULES.rule(
    "on-the-board", "The square named exists", COMPONENTS, broken_by="place camels bonus", breaks="inconsistent"
)
def on_the_board(table: Match, lay: Laying) -> Breach | None:
    if lay.at < 0 or table.squares.char[lay.at] == "-":
        return breach("{square} is no square of this board.", square=lay.name, void=True)
    if table.squares.char[lay.at] == "?" and table.board.holds_tile(lay.at):
        return breach("The map does not show whether {square} takes a tile.", square=lay.name, status="unverifiable")
    return None


@RULES.rule("no-tile-on-path", "No tile lies on the camel path", f"{CAMEL_RULES}, note", broken_by="place bonus")
def no_tile_on_path(table: Match, lay: Laying) -> Breach | None:
    if table.squares.char[lay.at] == "c":
        return breach("{square} is part of the camel path, where only camels stand.", square=lay.name, void=True)
    stands = table.board.camel[lay.at]
    if stands is not None:
        return breach("On {square} stands a camel of {owner}.", square=lay.name, owner=table.seats[stands], void=True)
    return None


@RULES.rule(
    "no-tile-on-bonus", "A bonus square is a tile already, no tile is laid on it", TILE_RULES, broken_by="place bonus"
)
def no_tile_on_bonus(table: Match, lay: Laying) -> Breach | None:
    printed = table.squares.bonus[lay.at]
    if printed is None:
        return None
    return breach(
        "{square} is a bonus square: a tile of type {printed} is printed on it.",
        square=lay.name,
        printed=printed,
        void=True,
    )


@RULES.rule("vacant-square", "No tile is laid on a tile", TILE_RULES, broken_by="place bonus")
def vacant_square(table: Match, lay: Laying) -> Breach | None:
    tile = table.board.tile[lay.at]
    if tile is None:
        return None
    return breach("A tile of type {tile} lies on {square} already.", square=lay.name, tile=tile, void=True)


@RULES.rule("keep-away", "A tile keeps away from other players' areas of its type", TILE_RULES, broken_by="place bonus")
def keep_away(table: Match, lay: Laying) -> Breach | None:
    if lay.others:
        group = lay.others[0]
        owner = next(seat for seat, _ in group.markers if seat != lay.seat)
        return breach(
            "{square} touches the {type} area of {owner}: {area}.",
            square=lay.name,
            type=lay.type,
            owner=table.seats[owner],
            area=area_words(table, group),
        )
    if table.squares.unknown:
        return _hidden_contact(table, lay, own=False)
    return None


@RULES.rule("no-joining-own", "A tile does not join two areas of its player", TILE_RULES, broken_by="place bonus")
def no_joining_own(table: Match, lay: Laying) -> Breach | None:
    if len(lay.own) > 1:
        one, other = (area_words(table, group) for group in lay.own[:2])
        return breach(
            "{square} would join two {type} areas of {by}: {one} and {other}.",
            square=lay.name,
            type=lay.type,
            by=table.seats[lay.seat],
            one=one,
            other=other,
        )
    if table.squares.unknown:
        return _hidden_contact(table, lay, own=True)
    return None


def _hidden_contact(table: Match, lay: Laying, own: bool) -> Breach | None:
    """A square that the map does not show may be a bonus square, through which the tile touches an area."""
    board, squares = table.board, table.squares
    reach = [lay.at]
    for square in reach:
        for near in squares.near[square]:
            hidden = squares.char[near] == "?" and board.tile[near] is None
            if hidden and near not in reach and len(reach) < MOST_HIDDEN:
                reach.append(near)
            group = board.group[near] if square != lay.at else None
            if group is None or group.type != lay.type or group in lay.own:
                continue
            foreign = any(owner != lay.seat for owner, _ in group.markers)
            joins = bool(lay.own) and group.owned_by(lay.seat)
            if joins if own else foreign:
                return breach(
                    "The map does not show {between}; if that is a bonus {type}, {square} touches the area {area}.",
                    between=squares.names[square],
                    type=lay.type,
                    square=lay.name,
                    area=area_words(table, group),
                    status="unverifiable",
                )
    return None


def _start(table: Match, lay: Laying) -> Breach | None:
    if lay.own or table.squares.starts[lay.type][lay.at]:
        return None
    if lay.free:
        # Beside a free group a reading decides; it needs a marker, for without one nothing is taken over.
        chosen = table.options["start-by-abandoned"] if lay.trial else table.readings("start-by-abandoned")
        if chosen == "yes" and lay.source is not None:
            return None
    if table.squares.starts[lay.type][lay.at] is None:
        return breach(
            "The map does not show whether an area of type {type} may start on {square}.",
            type=lay.type,
            square=lay.name,
            status="unverifiable",
        )
    if not _as_printed(table, lay):
        return breach(
            "{square} touches no {type} area of {by}, lies beside no bonus {type} and is no {type}-start square of "
            "this map.",
            square=lay.name,
            type=lay.type,
            by=table.seats[lay.seat],
            allowed=BORDERS[lay.type],
        )
    border = "the outer edge" if lay.type == "oasis" else "the path"
    return breach(
        "{square} touches no {type} area of {by}, and lies neither on {border} nor beside a bonus {type}.",
        square=lay.name,
        type=lay.type,
        by=table.seats[lay.seat],
        border=border,
        allowed=BORDERS[lay.type],
    )


def _as_printed(table: Match, lay: Laying) -> bool:
    """Return whether the map lets areas of the type start along their usual border, and says nothing of the square."""
    starts = table.pack.map.starts
    border = starts.oasis if lay.type == "oasis" else starts.steppe
    return border.derive in (None, DERIVED[lay.type]) and lay.name not in border.remove


@RULES.rule(
    "oasis-start",
    "A first oasis tile lies on the outer edge or beside a bonus oasis",
    TILE_RULES,
    broken_by="place bonus",
)
def oasis_start(table: Match, lay: Laying) -> Breach | None:
    return _start(table, lay) if lay.type == "oasis" else None


@RULES.rule(
    "steppe-start",
    "A first steppe tile lies beside the path or beside a bonus steppe",
    TILE_RULES,
    broken_by="place bonus",
)
def steppe_start(table: Match, lay: Laying) -> Breach | None:
    return _start(table, lay) if lay.type == "steppe" else None


@RULES.rule(
    "mark-new-area", "A new area gets a marker if its player has one in reserve", TILE_RULES, broken_by="place bonus"
)
def mark_new_area(table: Match, lay: Laying) -> Breach | None:
    if lay.marker != "none" or lay.own or lay.reserve <= 0:
        return None
    return breach(
        "{square} starts a new area, and {by} has {reserve} in reserve: one must go on it.",
        square=lay.name,
        by=table.seats[lay.seat],
        reserve=counted(lay.reserve, "marker"),
        allowed="marker reserve",
    )


@RULES.rule("mark-only-new-area", "A tile that extends an area gets no marker", TILE_RULES, broken_by="place bonus")
def mark_only_new_area(table: Match, lay: Laying) -> Breach | None:
    if not lay.own or lay.marker is None or lay.marker == "none":
        return None
    return breach(
        "{square} extends the {type} area {area} of {by}, which has its marker.",
        square=lay.name,
        type=lay.type,
        area=area_words(table, lay.own[0]),
        by=table.seats[lay.seat],
        allowed="no marker",
    )


@RULES.rule(
    "reserve-first", "A marker on the board moves only when the reserve is empty", TILE_RULES, broken_by="place bonus"
)
def reserve_first(table: Match, lay: Laying) -> Breach | None:
    if lay.marker is None or lay.marker in ("reserve", "none") or lay.reserve <= 0:
        return None
    return breach(
        "{by} moves the marker of the area at {marker} although he has {reserve} in reserve.",
        by=table.seats[lay.seat],
        marker=lay.marker,
        reserve=lay.reserve,
        allowed="marker reserve",
    )


@RULES.rule(
    "marker-exists",
    "The marker named exists: in reserve, or on the area at the square named",
    COMPONENTS,
    broken_by="place bonus",
    breaks="inconsistent",
)
def marker_exists(table: Match, lay: Laying) -> Breach | None:
    if lay.source is not None or lay.marker is None or lay.marker == "none":
        return None
    by = table.seats[lay.seat]
    if lay.marker == "reserve":
        return breach("{by} has no marker in reserve: all {all} are on the board.", by=by, all=CONTROL_MARKERS)
    return breach("No marker of {by} stands on an area at {marker}.", by=by, marker=lay.marker)


@RULES.rule(
    "unmarked-contact",
    "By that reading, a new tile without a marker may not touch a free group of its type",
    READING,
    broken_by="place bonus",
)
def unmarked_contact(table: Match, lay: Laying) -> Breach | None:
    if lay.own or lay.source is not None or not lay.free:
        return None
    if table.readings("unmarked-contact") == "merges":
        return None
    return breach(
        "{square} starts without a marker and touches the free group {area}.",
        square=lay.name,
        area=area_words(table, lay.free[0]),
    )


HOLDING = (on_the_board, no_tile_on_path, no_tile_on_bonus, vacant_square)
"""Whether the square can hold a tile at all: if not, nothing more is said about it. A vacant plain square can."""

LYING = (keep_away, no_joining_own, oasis_start, steppe_start)
"""Whether a tile of that player and type may lie there."""

MARKING: dict[str | None, Sequence[Callable[[Match, Laying], Breach | None]]] = {
    None: (unmarked_contact,),
    "none": (mark_new_area, unmarked_contact),
    "reserve": (mark_only_new_area, marker_exists, unmarked_contact),
}
"""Whether the right marker goes on it: the rules that can be broken, by what the entry says of the marker."""

MARKING_MOVED = (mark_only_new_area, reserve_first, marker_exists, unmarked_contact)
"""Those where it names a marker on the board."""


def may_lie(table: Match, seat: int, kind: str, at: int) -> bool | None:
    """Return whether the seat may lay a tile there, whatever the marker; None if the map does not show it."""
    lay = table.board.laying(seat, kind, at, table.squares.names[at], None)
    lay.trial = True
    if lay.source is None and not lay.own:
        lay.source = table.board.markers[seat][0] if table.board.markers[seat] else RESERVE
    answer: bool | None = True
    for check in LYING if lay.plain else (*HOLDING, *LYING):
        found = check(table, lay)
        if found is None:
            continue
        if found.status != "unverifiable":
            return False
        answer = None
    return answer


def has_square(table: Match, seat: int, kind: str) -> bool | None:
    """Return whether the seat has a legal square for a tile; None if only such that the map does not show for sure."""
    board, key = table.board, (seat, kind)
    kept = table.has_squares.get(key)
    if kept is None or kept[0] != board.changes:
        kept = table.has_squares[key] = (board.changes, _find_square(table, seat, kind))
    return kept[1]


def _find_square(table: Match, seat: int, kind: str) -> bool | None:
    answer: bool | None = False
    by_reading = False
    board, squares = table.board, table.squares
    for at in squares.plain:
        if board.tile[at] is not None:
            continue
        verdict = may_lie(table, seat, kind, at)
        if _start_by_reading(table, seat, kind, at):
            by_reading = True
        elif verdict:
            return True
        elif verdict is None:
            answer = None
    if by_reading and table.readings("start-by-abandoned") == "yes":
        return True
    if answer is False and any(may_lie(table, seat, kind, at) is None for at in squares.unknown):
        return None
    return answer


def _start_by_reading(table: Match, seat: int, kind: str, at: int) -> bool:
    """Return whether it hangs on the reading alone if the seat may lay a first tile there."""
    if table.squares.starts[kind][at] is not False:
        return False
    lay = table.board.laying(seat, kind, at, table.squares.names[at], None)
    return bool(lay.free) and not lay.own and not lay.others


def legal_squares(table: Match, seat: int, kind: str) -> list[int]:
    """Return every square on which the seat may lay a tile of the type, whatever he does with a marker."""
    vacant = (at for at in (*table.squares.plain, *table.squares.unknown) if table.board.tile[at] is None)
    return [at for at in vacant if may_lie(table, seat, kind, at) is not False]


@RULES.rule(
    "must-place-tile",
    "A tile that an offer shows is laid if its player has any legal square for it",
    TILE_RULES,
    broken_by="unplayable",
)
def must_place_tile(table: Match, use: Use) -> Breach | None:
    assert use.seat is not None
    assert use.tile is not None
    able = has_square(table, use.seat, use.tile)
    if able is False:
        return None
    able_at = legal_squares(table, use.seat, use.tile)
    if able:
        able_at = [at for at in able_at if may_lie(table, use.seat, use.tile, at)]
    squares = table.squares.listed(able_at)
    more = f" and {len(squares) - MOST_NAMED} more" if squares[MOST_NAMED:] else ""
    shown = ", ".join(squares[:MOST_NAMED]) + more
    if able is None:
        return breach(
            "Only squares that the map does not show for sure could take the {tile} tile of {by}: {squares}.",
            tile=use.tile,
            by=use.by,
            squares=shown,
            status="unverifiable",
        )
    return breach(
        "{by} has legal squares for the {tile} tile: {squares}.",
        tile=use.tile,
        by=use.by,
        squares=shown,
        allowed=shown,
    )
