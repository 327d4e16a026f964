"""What cards do to the board: lying down, pulling, striking. Nothing is checked here, and nothing printed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from oasis_ref.core.readings import Readings
from oasis_ref.games.desperate_oasis.board import ACROSS, Board, Card, Where


def lay(board: Board, column: str, card: Card) -> int:
    """Lay a card behind the others of a column; return its index."""
    cards = board.columns[column]
    cards.append(card)
    return len(cards) - 1


def pull(board: Board, readings: Readings, column: str, places: Sequence[Where]) -> list[Card]:
    """Move the cards at the places, in this order, into a column; the holes close. Return the cards moved."""
    moved = [(place, board.columns[place[0]][place[1]]) for place in places]
    gone = {card.id for _, card in moved}
    for source in {place[0]: None for place, _ in moved}:
        board.columns[source] = [card for card in board.columns[source] if card.id not in gone]
    arrived = []
    for place, card in moved:
        crosses = place[0] == ACROSS[column] and card.kind == "chameleon"
        arrived.append(card.turned() if crosses and readings("portal-facing") == "owner-fixed" else card)
    board.columns[column].extend(arrived)
    return arrived


def remove(board: Board, cards: Iterable[Card]) -> None:
    """Take cards off the board; the holes close."""
    gone = {card.id for card in cards}
    for column, lying in board.columns.items():
        if any(card.id in gone for card in lying):
            board.columns[column] = [card for card in lying if card.id not in gone]


def turn_up(board: Board, card: Card, kind: str, facing: str | None) -> Card:
    """Turn a face-down card up where it lies; return it."""
    shown = card.flipped(kind, facing)
    for lying in board.columns.values():
        for index, other in enumerate(lying):
            if other.id == card.id:
                lying[index] = shown
    return shown
