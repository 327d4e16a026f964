"""What cards do to the board: lying down, pulling, striking. Nothing is checked here, and nothing printed."""

from __future__ import annotations

from collections.abc import Sequence

from oasis_ref.core.readings import Readings
from oasis_ref.games.desperate_oasis.board import ACROSS, Board, Card, Where


def lay(board: Board, column: str, card: Card) -> int:
    """Lay a card behind the others of a column; return its index."""
    cards = board.columns[column]
    cards.append(card)
    return len(cards) - 1


def pull(board: Board, readings: Readings, column: str, places: Sequence[Where]) -> None:
    """Move the cards at the places, in this order, into a column; the holes close."""
    moved = remove(board, places)
    across = ACROSS[column]
    for place, card in zip(places, moved, strict=True):
        crosses = place[0] == across and card.kind == "chameleon"
        turns = crosses and readings("portal-facing") == "owner-fixed"
        board.columns[column].append(card.turned() if turns else card)


def remove(board: Board, places: Sequence[Where]) -> list[Card]:
    """Take the cards at the places off the board; the holes close. Return the cards."""
    columns = board.columns
    cards = [columns[column][index] for column, index in places]
    for column, index in sorted(places, reverse=True) if len(places) > 1 else places:
        del columns[column][index]
    return cards


def turn_up(board: Board, card: Card, kind: str, facing: str | None) -> Card:
    """Turn a face-down card up where it lies; return it."""
    shown = card.flipped(kind, facing)
    for lying in board.columns.values():
        for index, other in enumerate(lying):
            if other.id == card.id:
                lying[index] = shown
    return shown
