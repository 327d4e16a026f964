"""The table as a player sees it: both sides, the five oases, cards by name, palms, deck and hands."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from oasis_ref.games.base import Span, View
from oasis_ref.games.desperate_oasis.board import COLUMNS, ROWS, SEATS, SIDE_COLUMNS, Card
from oasis_ref.games.desperate_oasis.strength import column_strength
from oasis_ref.games.desperate_oasis.table import RoundState, as_oases

if TYPE_CHECKING:
    from oasis_ref.games.desperate_oasis.match import Match

WIDTH = 80
LABEL = 5
CELL = 15
STYLES = {"A": "seat-a", "B": "seat-b"}


def view_of(match: Match) -> View:
    """Return the table after the last entry: lines to draw, and the same as data."""
    round_ = match.round
    if round_ is None:
        return View([[("No round has begun.", "muted")]], {"round": 0})
    data = _data(match, round_)
    lines = [_heading(round_, data)]
    lines += _side(match, round_, "B")
    lines += _oases(round_)
    lines += _side(match, round_, "A")
    lines += _footer(data)
    return View(lines, data)


def _data(match: Match, round_: RoundState) -> dict[str, Any]:
    sizes = [supply.size for supply in round_.supplies]
    decks = {supply.deck for supply in round_.supplies}
    data: dict[str, Any] = {
        "round": round_.number,
        "first": round_.first,
        "turn": None if round_.flipped else round_.turn,
        "owed": None if round_.flipped else round_.owed(),
        "oases": [oasis.value for oasis in round_.oases],
        "portals": sorted(round_.board.portals),
        "hands": {seat: round_.supplies[-1].hands[seat] for seat in SEATS},
        "known": {seat: hand.cards() if (hand := round_.hands[seat]) is not None else None for seat in SEATS},
        "deck": round_.supplies[-1].deck if len(decks) == 1 else None,
        "sizes": sizes,
        "tokens": {seat: token.column for seat, token in sorted(round_.tokens.items())},
        "surplus_tokens": [[seat, column] for seat, column in sorted(round_.surplus_tokens)],
        "strengths": {},
        "destroyed": [card.kind for card in round_.destroyed],
        "unnamed": round_.unnamed,
        "piles": _piles(match),
    }
    for column, cards in round_.board.columns.items():
        data[column] = [str(card) for card in cards]
        data["strengths"][column] = column_strength(round_.board, match.readings, column)
    return data


def _piles(match: Match) -> dict[str, list[int]]:
    piles: dict[str, list[int]] = {seat: [] for seat in SEATS}
    for seat, pile in match.piles.items():
        if seat in piles:
            piles[seat] = [oasis.value for oasis in as_oases(pile.oases)]
    return piles


def _heading(round_: RoundState, data: dict[str, Any]) -> list[Span]:
    if round_.flipped:
        state = "the round is over"
    else:
        state = (
            f"{round_.turn} " + {"action": "to play", "card": "owes a second card", "draw": "has played"}[round_.owed()]
        )
    deck = (
        f"deck {data['deck']}"
        if data["deck"] is not None
        else f"pack of {data['sizes'][0]} to {data['sizes'][-1]} animals"
    )
    hands = ", ".join(f"{seat} {count}" for seat, count in data["hands"].items())
    return [(f"Round {round_.number} of 3", "heading"), (f" · {state} · {deck} · hands {hands}", "")]


def _side(match: Match, round_: RoundState, seat: str) -> list[list[Span]]:
    """Return the rows of one side, row 1 next to the oases, and its strengths."""
    columns = [round_.board.columns[column] for column in SIDE_COLUMNS[seat]]
    depth = max(ROWS, *(len(cards) for cards in columns))
    rows = [_row(seat, row, columns) for row in range(depth)]
    strengths: list[Span] = [(f"{seat} = ".rjust(LABEL), STYLES[seat])]
    for column in SIDE_COLUMNS[seat]:
        strengths.append((str(column_strength(round_.board, match.readings, column)).ljust(CELL), "heading"))
    return [strengths, *reversed(rows)] if seat == "B" else [*rows, strengths]


def _row(seat: str, row: int, columns: Sequence[Sequence[Card]]) -> list[Span]:
    spans: list[Span] = [(f"{seat} {row + 1}  ".rjust(LABEL), STYLES[seat])]
    for cards in columns:
        card = cards[row] if row < len(cards) else None
        style = "" if card is None else "unknown" if not card.up else STYLES[seat]
        spans.append((("·" if card is None else str(card)).ljust(CELL), "muted" if card is None else style))
    return spans


def _oases(round_: RoundState) -> list[list[Span]]:
    first: list[Span] = [("".ljust(LABEL), "")]
    second: list[Span] = [("".ljust(LABEL), "")]
    for number in COLUMNS:
        oasis = round_.oases[number - 1] if number <= len(round_.oases) else None
        first.append((_cell(f"({number}) {oasis.value:+d}" if oasis is not None else f"({number}) none"), "heading"))
        palms = "".join(seat for seat, column in round_.tokens_lying() if column == number)
        words = [
            word
            for word in ("portal" if oasis is not None and oasis.portal else "", f"palm {palms}" if palms else "")
            if word
        ]
        second.append((_cell(", ".join(words)), "accent"))
    return [first, second]


def _cell(text: str) -> str:
    return text.ljust(CELL)


def _footer(data: dict[str, Any]) -> list[list[Span]]:
    said = [
        f"{seat} holds {', '.join(cards) or 'nothing'}" for seat, cards in data["known"].items() if cards is not None
    ]
    if data["destroyed"]:
        said.append(f"destroyed: {', '.join(data['destroyed'])}")
    return [[(line, "muted")] for text in said for line in wrap(text, WIDTH, subsequent_indent="  ")]
