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
    moved = remove(board, places)
    for at, card in enumerate(moved):
        if card.kind == "chameleon" and places[at][0] == ACROSS[column] and readings("portal-facing") == "owner-fixed":
            moved[at] = card.turned()
    board.columns[column] += tuple(moved)
    board.kinds[column] += tuple([card.kind if card.up else "" for card in moved])


def remove(board: Board, places: Sequence[Where]) -> list[Card]:
    """Take the cards at the places off the board; the holes close. Return the cards."""
    columns, kinds = board.columns, board.kinds
    cards = [columns[column][index] for column, index in places]
    for column, index in sorted(places, reverse=True) if len(places) > 1 else places:
        lying, shown = columns[column], kinds[column]
        columns[column] = lying[:index] + lying[index + 1 :]
        kinds[column] = shown[:index] + shown[index + 1 :]
    return cards


def turn_up(board: Board, where: Where, kind: str, facing: str | None) -> Card:
    """Turn the face-down card at a place up; return it."""
    shown = board.columns[where[0]][where[1]].flipped(kind, facing)
    replace(board, where, shown)
    return shown


def replace(board: Board, where: Where, card: Card) -> None:
    """Put a card in the place of another."""
    column, index = where
    cards = board.columns[column]
    board.put(column, (*cards[:index], card, *cards[index + 1 :]))
