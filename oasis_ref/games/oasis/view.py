"""The table as a player sees it: the board with tiles, owners and camels, the offers, stacks, counters and piles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from oasis_ref.core.cards import UNKNOWN
from oasis_ref.games.base import Span, View
from oasis_ref.games.oasis.board import Board
from oasis_ref.games.oasis.moves import KINDS, TYPES
from oasis_ref.games.oasis.squares import Squares

if TYPE_CHECKING:
    from oasis_ref.games.oasis.match import Match
    from oasis_ref.games.oasis.turns import Open

STYLES = ("seat-a", "seat-b", "seat-c", "seat-d", "seat-e")
TYPE_STYLES = {"oasis": "type-1", "steppe": "type-2", "stony": "type-3"}
LETTERS = {"oasis": "o", "steppe": "s", "stony": "p"}
WIDTH = 80
Line = list[Span]


def style_of(seat: int) -> str:
    """Return the style of a seat's colour."""
    return STYLES[seat % len(STYLES)]


def view_of(table: Match) -> View:
    """Return the table after the last entry: lines to draw, and the same as data."""
    lines: list[Line] = [_heading(table)]
    if table.stopped is not None:
        lines.append([(f"Not replayed: {table.stopped}"[:WIDTH], "bad")])
    lines += draw_squares(table.squares, table.board, table.seats)
    lines += legend(table.squares)
    lines += _players(table)
    lines += _turn(table)
    lines += [[(line[:WIDTH], "muted")] for line in _piles(table)]
    return View(lines, data_of(table))


def _heading(table: Match) -> Line:
    return [(f"Round {table.round}", "heading"), (f" · {_phase(table)}"[: WIDTH - 10], "")]


def _phase(table: Match) -> str:
    if not table.ready:
        return "not set up"
    end = f" · the end is due ({table.end[0]}, entry {table.end[1]})" if table.end is not None else ""
    if table.over:
        return f"the game is over ({table.end[0]})" if table.end is not None else "the game is over"
    if table.turn is not None and table.turn.open:
        return f"{table.seats[table.turn.taker]} resolves the offer of {table.seats[table.turn.maker]}{end}"
    if table.between:
        holder = f"free action of {table.seats[table.free]}" if table.free is not None else "all offers are taken"
        return f"{holder}{end}"
    due = table.next_to_offer() if not table.takes else None
    if due is not None:
        return f"{table.seats[due]} offers{end}"
    due = table.next_to_choose()
    return f"{table.seats[due]} chooses{end}" if due is not None else f"nobody is to act{end}"


def draw_squares(squares: Squares, board: Board | None, seats: Sequence[str]) -> list[Line]:
    """Return the map row by row: column letters above, three cells a square, at most 80 columns."""
    header = "  " + "".join(f"  {chr(ord('a') + column)}" for column in range(squares.columns))
    lines: list[Line] = [[(header, "muted")]]
    for row in range(squares.rows):
        line: Line = [(f"{row + 1:>2}", "muted")]
        for column in range(squares.columns):
            text, style = _cell(squares, board, seats, row * squares.columns + column)
            line.append((f" {text}", style))
        lines.append(line)
    return lines


def _cell(squares: Squares, board: Board | None, seats: Sequence[str], at: int) -> Span:
    """Return two characters for a square: what lies there, and whose it is; a capital bears the marker."""
    char = squares.char[at]
    if board is not None:
        camel = board.camel[at]
        if camel is not None:
            return f"@{seats[camel][:1]}", style_of(camel)
        group = board.group[at]
        if group is not None:
            return _tile_cell(board, seats, at)
    if char == "-":
        return "  ", ""
    if char == "?":
        return " ?", "unknown"
    if char == "c":
        return " :", "muted"
    if squares.bonus[at] is not None:
        return f"+{char}", TYPE_STYLES[squares.bonus[at] or "stony"]
    return " .", "muted"


def _tile_cell(board: Board, seats: Sequence[str], at: int) -> Span:
    group = board.group[at]
    assert group is not None
    letter = LETTERS[group.type]
    stands = next((owner for owner, square in group.markers if square == at), None)
    owner = stands if stands is not None else group.markers[0][0] if group.markers else None
    if board.tile[at] is None and owner is None:
        return f"+{letter}", TYPE_STYLES[group.type]
    if owner is None:
        return f"{letter}-", TYPE_STYLES[group.type]
    return f"{letter.upper() if stands is not None else letter}{seats[owner][:1]}", style_of(owner)


def legend(squares: Squares) -> list[Line]:
    """Return what the signs in the drawing of a map mean; a square that is not known only where there is one."""
    line: Line = [("   o ", TYPE_STYLES["oasis"]), ("oasis  ", ""), ("s ", TYPE_STYLES["steppe"]), ("steppe  ", "")]
    line += [("p ", TYPE_STYLES["stony"]), ("stony; capital: bears the marker; o-: free; +o: bonus", "")]
    unknown: Line = [("   ? not known", "unknown")] if squares.unknown else []
    return [line, [("   @A camel of A   : vacant path   . vacant square", ""), *unknown]]


def _players(table: Match) -> list[Line]:
    lines: list[Line] = []
    for seat in table.order:
        counts = table.marker_counts(seat)
        scoring = " ".join(f"{kind} {count}" for kind, count in counts.items() if count) or "no scoring markers"
        offer = table.offers[seat]
        shown = f" · offers {', '.join(_card(card) for card in offer)}" if offer is not None else ""
        handed = f" · holds #{table.received[seat]} face down" if table.received[seat] else ""
        text = (
            f" stack {len(table.cards.stacks[seat])} · markers {table.board.reserve(seat)}"
            f" · camels {table.board.camel_reserve(seat)} · {scoring}"
        )
        lines += wrapped(
            [(f"#{table.counters[seat]} {table.seats[seat]}"[:20], style_of(seat)), (f"{text}{handed}{shown}", "")]
        )
    return lines


def wrapped(spans: Line) -> list[Line]:
    """Break a line at a blank where it gets longer than the drawing is wide."""
    lines: list[Line] = [[]]
    used = 0
    for text, style in spans:
        for word in text.split(" "):
            piece = word if not lines[-1] else f" {word}"
            if used + len(piece) > WIDTH:
                lines.append([])
                piece, used = f"   {word}"[:WIDTH], 0
            lines[-1].append((piece, style))
            used += len(piece)
    return lines


def _card(card: Open) -> str:
    return "an unread card" if card.kind == UNKNOWN else card.kind


def _turn(table: Match) -> list[Line]:
    turn = table.turn
    if turn is None or not turn.open:
        return []
    cards = ", ".join(f"{_card(card)}{f' ({card.left} left)' if card.begun else ''}" for card in turn.open)
    return wrapped([(f"{table.seats[turn.taker]} still resolves: {cards}", "accent")])


def _piles(table: Match) -> list[str]:
    tiles = " ".join(f"{kind} {table.board.piles[kind]}" for kind in TYPES)
    markers = " ".join(f"{kind} {table.marker_piles[kind]}" for kind in KINDS)
    deck = f"deck {len(table.cards.deck)} · discards {len(table.cards.discards)}"
    return [f"{deck} · tiles left: {tiles}", f"scoring markers left: {markers}"]


def data_of(table: Match) -> dict[str, Any]:
    """Return the table as plain data."""
    board, squares, cards = table.board, table.squares, table.cards
    names, seats = squares.names, table.seats
    turn = table.turn
    return {
        "round": table.round,
        "counters": table.counter_names(table.counters),
        "counters_before": table.counter_names(table.before),
        "received": {seats[seat]: counter for seat, counter in enumerate(table.received) if counter},
        "chosen": [seats[seat] for seat in table.order if table.chosen[seat]],
        "offered": [seats[seat] for seat in table.order if table.made[seat]],
        "offers": {
            seats[seat]: [card.kind for card in offer] for seat, offer in enumerate(table.offers) if offer is not None
        },
        "free_action": seats[table.free] if table.free is not None else None,
        "taker": seats[turn.taker] if turn is not None else None,
        "open": [[card.kind, card.left, card.begun] for card in turn.open] if turn is not None else [],
        "stacks": {seat: len(cards.stacks[place]) for place, seat in enumerate(seats)},
        "stack_cards": {seat: [_slot(slot) for slot in cards.stacks[place]] for place, seat in enumerate(seats)},
        "deck": len(cards.deck),
        "deck_cards": [_slot(slot) for slot in cards.deck],
        "discards": [card if isinstance(card, str) else UNKNOWN for card in cards.discards],
        "tiles": {names[at]: kind for at, kind in enumerate(board.tile) if kind is not None},
        "areas": _areas(table),
        "free": _free_groups(table),
        "shared": [
            squares.listed(group.squares) for group in board.groups() if len({owner for owner, _ in group.markers}) > 1
        ],
        "markers": {seat: squares.listed(board.markers[place]) for place, seat in enumerate(seats)},
        "marker_reserve": {seat: board.reserve(place) for place, seat in enumerate(seats)},
        "camels": {seat: squares.listed(board.camels[place]) for place, seat in enumerate(seats)},
        "camel_reserve": {seat: board.camel_reserve(place) for place, seat in enumerate(seats)},
        "largest": {seat: max(map(len, board.camel_groups(place)), default=0) for place, seat in enumerate(seats)},
        "scoring": {seat: dict(table.marker_counts(place)) for place, seat in enumerate(seats)},
        "tile_piles": dict(board.piles),
        "marker_piles": dict(table.marker_piles),
        "end": table.end[0] if table.end is not None else None,
        "over": table.over,
    }


def _slot(slot: str | int) -> str:
    return slot if isinstance(slot, str) else UNKNOWN


def _areas(table: Match) -> dict[str, dict[str, list[list[str]]]]:
    areas: dict[str, dict[str, list[list[str]]]] = {seat: {kind: [] for kind in TYPES} for seat in table.seats}
    for group in table.board.groups():
        for owner in sorted({owner for owner, _ in group.markers}):
            areas[table.seats[owner]][group.type].append(table.squares.listed(group.squares))
    return areas


def _free_groups(table: Match) -> dict[str, list[list[str]]]:
    """Return the free groups with a laid tile; a bare bonus square is not listed."""
    free: dict[str, list[list[str]]] = {kind: [] for kind in TYPES}
    for group in table.board.groups():
        if not group.markers and group.tiles:
            free[group.type].append(table.squares.listed(group.squares))
    return free
