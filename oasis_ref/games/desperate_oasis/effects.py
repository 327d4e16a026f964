"""What cards do to the board: lying down, pulling, striking. Nothing is checked here, and nothing printed."""

from __future__ import annotations

from collections.abc import Sequence

from oasis_ref.core.readings import Readings
from oasis_ref.games.desperate_oasis.board import ACROSS, Board, Card, Where


def lay(board: Board, column: str, card: Card) -> int:
    """Lay a card behind the others of a column; return its index."""
    board.add(column, card)
    return len(board.columns[column]) - 1


def pull(board: Board, readings: Readings, column: str, places: Sequence[Where]) -> None:
    """Move the cards at the places, in this order, into a column; the holes close."""
    for place, card in enumerate(remove(board, places)):
        crosses = card.kind == "chameleon" and places[place][0] == ACROSS[column]
        turns = crosses and readings("portal-facing") == "owner-fixed"
        board.add(column, card.turned() if turns else card)


def remove(board: Board, places: Sequence[Where]) -> list[Card]:
    """Take the cards at the places off the board; the holes close. Return the cards."""
    if len(places) == 1:
        return [board.take(places[0])]
    cards = [board.columns[column][index] for column, index in places]
    for place in sorted(places, reverse=True):
        board.take(place)
    return cards


def turn_up(board: Board, where: Where, kind: str, facing: str | None) -> Card:
    """Turn the face-down card at a place up; return it."""
    shown = board.columns[where[0]][where[1]].flipped(kind, facing)
    board.replace(where, shown)
    return shown
