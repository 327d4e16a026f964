"""How often each card has been seen, against how often the box has it."""

from __future__ import annotations

from collections.abc import Mapping


class Census:
    """How often each card has been seen, against how often it exists.

    ``limits`` maps a card to the number of copies; a card that is not in it has no known limit.
    """

    __slots__ = ("limits", "seen")

    def __init__(self, limits: Mapping[str, int] | None = None, seen: Mapping[str, int] | None = None) -> None:
        self.limits: Mapping[str, int] = limits or {}
        self.seen: dict[str, int] = dict(seen or {})

    def copy(self) -> Census:
        """Return an independent copy; the limits never change and are shared."""
        return Census(self.limits, self.seen)

    def count(self, card: str) -> int:
        """Return how often the card has been seen."""
        return self.seen.get(card, 0)

    def see(self, card: str) -> None:
        """Count one more copy."""
        self.seen[card] = self.seen.get(card, 0) + 1

    def unsee(self, card: str) -> None:
        """Count one copy less."""
        self.seen[card] = self.seen.get(card, 0) - 1

    def allows(self, card: str, more: int = 1) -> bool:
        """Return whether so many more copies of the card can exist."""
        limit = self.limits.get(card)
        return limit is None or self.seen.get(card, 0) + more <= limit
