"""What a card is worth as it lies on the table, and why."""

from __future__ import annotations

from oasis_ref.core.readings import Readings
from oasis_ref.games.desperate_oasis.board import HANGS_ON_OTHERS, STRENGTHS, TOWARD, Board, Card, place_name

Worth = tuple[int, str | None, str | None]
"""A strength, the rule by which it differs from the printed one, and the reason in words."""


def worth(board: Board, readings: Readings, column: str, index: int) -> Worth:
    """Return the strength of a card as it lies now (rulebook, Special Animal Powers)."""
    card = board.columns[column][index]
    if not card.up:
        return 0, "face-down-inert", "lies face down"
    if card.kind == "elephant" and board.jerboa_at(column):
        return 0, "jerboa-scares", "scared by a jerboa at its oasis"
    if card.kind == "chameleon":
        return _copied(board, readings, column, index)
    return STRENGTHS[card.kind], None, None


def value(board: Board, readings: Readings, column: str, index: int) -> int:
    """Return the strength of a card as it lies now, without the reason."""
    kind = board.kinds[column][index]
    if kind and kind not in HANGS_ON_OTHERS:
        return STRENGTHS[kind]
    return worth(board, readings, column, index)[0]


def printed_value(kind: str, now: int) -> int:
    """Return the printed strength of a card that counts ``now``: an elephant never scared, a chameleon as it copies."""
    return STRENGTHS["elephant"] if kind == "elephant" else now


def _copied(board: Board, readings: Readings, column: str, index: int) -> Worth:
    """Follow a chameleon's look, from chameleon to chameleon if need be."""
    seen: list[tuple[str, int]] = []
    here: str = column
    while True:
        seen.append((here, index))
        facing = board.columns[here][index].facing
        target = _target(board, readings, here, index, facing)
        if target is None:
            return (
                0,
                "chameleon-copy",
                f"faces {facing}, where no card lies" if len(seen) == 1 else "its target copies nothing",
            )
        there, card = target
        if not card.up:
            return 0, "chameleon-down-zero", f"copies {place_name(there, index)}, which lies face down"
        if card.kind != "chameleon":
            break
        if readings("chameleon-chain") == "zero":
            return 0, "chameleon-copy", f"looks at the chameleon at {place_name(there, index)}"
        if (there, index) in seen:
            return 0, "chameleon-copy", "looks into a closed circle of chameleons"
        here = there
    at = place_name(there, index)
    if card.kind == "elephant" and board.jerboa_at(there):
        if readings("chameleon-scared") == "current":
            return 0, "chameleon-copy", f"copies the scared elephant at {at}"
        return STRENGTHS["elephant"], "chameleon-copy", f"copies the printed strength of the elephant at {at}"
    return STRENGTHS[card.kind], "chameleon-copy", f"copies the {card.kind} at {at}"


def _target(board: Board, readings: Readings, column: str, index: int, facing: str | None) -> tuple[str, Card] | None:
    """Return the card in the same row of the next column that a chameleon looks at, or None."""
    there = TOWARD.get((column, facing or ""))
    while there is not None:
        cards = board.columns[there]
        if index < len(cards):
            return there, cards[index]
        beyond = _beyond(board, there, index, facing)
        if beyond is None or readings("chameleon-gap") == "zero":
            return None
        there = beyond
    return None


def _beyond(board: Board, column: str, index: int, facing: str | None) -> str | None:
    """Return the nearest column beyond an empty space that has a card in that row."""
    there = TOWARD.get((column, facing or ""))
    while there is not None and index >= len(board.columns[there]):
        there = TOWARD.get((there, facing or ""))
    return there


def camel_bonus(board: Board, column: str) -> int:
    """Return the extra point of a column with three camels (rulebook, Special Animal Powers)."""
    return 1 if len(board.columns[column]) >= 3 and board.count(column, "camel") >= 3 else 0


def column_strength(board: Board, readings: Readings, column: str) -> int:
    """Return the strength of one side of an oasis."""
    cards = sum(value(board, readings, column, index) for index in range(len(board.columns[column])))
    return cards + camel_bonus(board, column)
