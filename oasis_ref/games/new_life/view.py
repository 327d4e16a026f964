"""The table as a player sees it: Biomes, imprint boards, row, tiles, dials; in solo the AI's line and chart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from oasis_ref.core.cards import is_unknown
from oasis_ref.games.base import Span, View
from oasis_ref.games.new_life.facts import COLUMN_HEIGHT, TYPES, UNKNOWN, Facts, as_written
from oasis_ref.games.new_life.piles import KINDS
from oasis_ref.games.new_life.table import ANY_SEAT, OVER, TURNS, YEAR_END, Side, State

WIDTH = 80
LABEL = 4
WIDEST_CELL = 15
SEAT_STYLES = ("seat-a", "seat-b", "seat-c", "seat-d", "seat-e")
TYPE_STYLES = {
    "flora": "type-1",
    "scaled": "type-2",
    "shelled": "type-3",
    "furred": "type-4",
    "winged": "type-5",
    "finned": "type-6",
    "decay": "type-7",
}
FULL, FREE = "■", "□"


def view_of(state: State) -> View:
    """Return the table after the last entry: lines to draw, and the same as data."""
    lines = [_heading(state), _piles_line(state), *_row_lines(state)]
    for seat in range(len(state.players)):
        lines += _seat_lines(state, seat)
    if state.solo:
        lines += _ai_lines(state)
    return View(lines, data_of(state))


# Data


def data_of(state: State) -> dict[str, Any]:
    """Return the table as plain data."""
    piles = state.piles
    turn = None if state.phase != TURNS or not state.players else "ai" if state.ai_due else _on_turn(state)
    data: dict[str, Any] = {
        "round": state.round,
        "phase": state.phase,
        "first": state.name(state.first) if state.players else None,
        "turn": turn,
        "rested": [state.name(seat) for seat in state.rested],
        "row": list(state.row),
        "migration_deck": piles.migration.size,
        "decks": {kind: piles.decks[kind].size for kind in KINDS},
        "discards": {kind: _discard_size(state, kind) for kind in KINDS},
        "out_of_game": len(piles.aside),
        "stack": [] if state.solo else list(state.stack),
        "supply": {word: _left(state, kind) for kind, word in enumerate(TYPES)},
        "trophies": {word: _holder(state, holders) for word, holders in state.trophies.items()},
        "seats": {side.name: _seat_data(state, side) for side in state.seats},
    }
    if state.solo:
        data["ai"] = {
            "line": list(state.line),
            "tokens": dict(zip(TYPES, state.ai_tokens, strict=True)),
            "side": state.side,
        }
    return data


def _discard_size(state: State, kind: str) -> int | None:
    piles = state.piles
    return len(piles.discards[kind]) if piles.discard_known(kind) and not piles.blind else None


def _left(state: State, kind: int) -> int | None:
    total = state.facts.supply[kind]
    return None if total is None else total - sum(side.tokens[kind] for side in state.seats) - state.ai_tokens[kind]


def _on_turn(state: State) -> str | None:
    """Return the seat on turn, None if that is not known."""
    return None if state.turn == ANY_SEAT else state.name(state.turn)


def _holder(state: State, holders: Sequence[int | None]) -> str | None:
    if len(holders) > 1:
        return UNKNOWN
    holder = holders[0]
    return None if holder is None else "ai" if holder < 0 else state.name(holder)


def _seat_data(state: State, side: Side) -> dict[str, Any]:
    return {
        "dial": side.dial,
        "at_least": bool(side.figures),
        "tokens": dict(zip(TYPES, side.tokens, strict=True)),
        "S": [card or "-" for card in side.surface],
        "U": [card or ("*" if at == state.facts.wild else "-") for at, card in enumerate(side.under)],
        "hand": None if side.hand is None else len(side.hand),
        "cards": None if side.hand is None else as_written(side.hand.cards()),
        "tile": side.tile,
    }


# Lines


def _heading(state: State) -> list[Span]:
    if not state.players:
        return [("No players are listed.", "muted")]
    if state.phase == OVER:
        what = "the game is over"
    elif state.phase == TURNS:
        seat = _on_turn(state)
        what = "the AI's turn" if state.ai_due else "anybody's turn" if seat is None else f"{seat} to act"
    elif state.phase == YEAR_END:
        what = "all have rested; the Flood is next"
    else:
        what = "before the first entry" if state.phase == "start" else "the year is over"
    return [(f"Round {state.round} of 3", "heading"), (_short(f" · {what}", WIDTH - 12), "")]


def _piles_line(state: State) -> list[Span]:
    decks = " · ".join(f"{kind} {_number(state.piles.decks[kind].size)}" for kind in KINDS)
    tiles = "" if state.solo else f" · Rest tiles left {', '.join(str(tile) for tile in state.stack) or 'none'}"
    return [(_short(f"    decks {decks}{tiles}", WIDTH), "muted")]


def _number(size: int | None) -> str:
    return "?" if size is None else str(size)


def _row_lines(state: State) -> list[list[Span]]:
    if state.solo:
        return []
    spans: list[Span] = [("Row ", "heading")]
    for card in state.row:
        spans.append((f"{_short(card, 16)}  ", _style(state.facts, card)))
    spans.append((f"(Migration deck {_number(state.piles.migration.size)})", "muted"))
    return [spans]


def _style(facts: Facts, card: str) -> str:
    if is_unknown(card):
        return "unknown"
    known = facts.cards.get(card)
    return "" if known is None else TYPE_STYLES.get(known.imprint or "", "unknown" if known.imprint is None else "")


def _short(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def _seat_lines(state: State, seat: int) -> list[list[Span]]:
    side = state.seats[seat]
    style = SEAT_STYLES[seat % len(SEAT_STYLES)]
    dial = f"{side.dial}{' or more' if side.figures else ''}"
    words = [f"dial {dial}", f"hand {_number(None if side.hand is None else len(side.hand))}"]
    if side.tile is not None:
        words.append(f"Rest tile {side.tile}")
    elif seat in state.rested:
        words.append("rested")
    trophies = [word for word, holders in state.trophies.items() if tuple(holders) == (seat,)]
    if trophies:
        words.append(f"Trophies {', '.join(trophies)}")
    name = f"{_short(side.name, 20)}  "
    lines: list[list[Span]] = [[(name, style), (_short(" · ".join(words), WIDTH - len(name)), "")]]
    lines.append(_imprint_line(side.tokens))
    cell = _cell_width(max(len(side.surface), len(side.under)))
    shift = cell // 2 if len(side.under) == len(side.surface) + 1 else 0
    lines += _spaces(state, "S", side.surface, cell, shift, style)
    lines += _spaces(state, "U", side.under, cell, 0, style)
    return lines


def _imprint_line(tokens: Sequence[int]) -> list[Span]:
    spans: list[Span] = [(" " * LABEL, "")]
    for kind, word in enumerate(TYPES):
        spans.append((f"{word} {FULL * tokens[kind]}{FREE * (COLUMN_HEIGHT - tokens[kind])}  ", TYPE_STYLES[word]))
    full = min(tokens)
    spans.append((f"full rows {full}, full columns {sum(number == COLUMN_HEIGHT for number in tokens)}", "muted"))
    return spans


def _cell_width(spaces: int) -> int:
    return max(5, min(WIDEST_CELL, (WIDTH - LABEL) // max(1, spaces)))


def _spaces(state: State, letter: str, row: Sequence[str], cell: int, shift: int, style: str) -> list[list[Span]]:
    """Return the spaces of a row, in as many lines as they need."""
    per_line = max(1, (WIDTH - LABEL - shift) // cell)
    lines: list[list[Span]] = []
    for start in range(0, len(row), per_line):
        spans: list[Span] = [(f"  {letter} ", style), (" " * shift, "")]
        for at in range(start, min(start + per_line, len(row))):
            card = row[at]
            if card:
                spans.append((_short(card, cell - 1).ljust(cell), _style(state.facts, card)))
            else:
                wild = letter == "U" and at == state.facts.wild
                spans.append((("* wild" if wild else "·").ljust(cell)[:cell], "accent" if wild else "muted"))
        lines.append(spans)
    return lines


def _ai_lines(state: State) -> list[list[Span]]:
    counts = dict.fromkeys(TYPES, 0)
    for card in state.line:
        facts = state.facts.cards.get(card)
        if facts is not None and facts.imprint in counts:
            counts[facts.imprint] += 1
    shown = ", ".join(f"{number} {word}" for word, number in counts.items())
    lines: list[list[Span]] = [[("AI  ", "heading"), (f"line of {len(state.line)}: {shown}", "")]]
    lines += [[(" " * LABEL, ""), (text, "")] for text in wrapped(state.line, WIDTH - LABEL)]
    if state.side is None:
        return [*lines, [("    the side of the Solo Mode card is not known", "muted")]]
    chart = state.facts.charts[state.side]
    lines.append([(" " * LABEL, ""), ("".join(word.ljust(12) for word in TYPES) + "row bonus", "muted")])
    for at in range(3):
        spans: list[Span] = [(" " * LABEL, "")]
        for kind, word in enumerate(TYPES):
            taken = at < state.ai_tokens[kind]
            mark = FULL if taken else FREE
            spans.append(
                (f"{mark} {_number(chart.cells[kind][at])}".ljust(12), TYPE_STYLES[word] if taken else "muted")
            )
        spans.append((_number(chart.rows[at]), "muted"))
        lines.append(spans)
    columns = "".join(f"+ {_number(chart.columns[kind])}".ljust(12) for kind in range(3))
    lines.append([(" " * LABEL, ""), (columns, "muted")])
    return lines


def wrapped(words: Iterable[str], width: int) -> list[str]:
    """Return words in lines of at most that width."""
    lines = [""]
    for word in words:
        shown = _short(word, width)
        if lines[-1] and len(lines[-1]) + 1 + len(shown) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {shown}".strip()
    return [line for line in lines if line]
