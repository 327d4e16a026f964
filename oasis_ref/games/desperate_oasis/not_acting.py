"""What a card that must not act is said to have done: it is refused, and yet it was done to the table."""

from __future__ import annotations

from collections.abc import Sequence

from oasis_ref.core.findings import Breach, breach
from oasis_ref.games.desperate_oasis import effects
from oasis_ref.games.desperate_oasis.board import Board, Card, Where
from oasis_ref.games.desperate_oasis.resolving import Resolved, described
from oasis_ref.games.desperate_oasis.rules_effects import named_places


def strikes_no_more(at: str, strike: Sequence[str], why: str) -> Breach:
    """Return the breach of `strike-played-only` for a flipped scorpion that does not come to strike."""
    says = "The scorpion at {at} destroys {places}, but it " + why + " and does not strike."
    return breach(says, at=at, places=list(strike))


def pulls_no_more(card: str, at: str, pull: Sequence[str]) -> Breach:
    """Return the breach of `flip-as-played` for a flipped card that was pulled to another column and does not act."""
    says = "The {card} at {at} pulls {places}, but it was pulled to another column before its turn and does not act."
    return breach(says, card=card, at=at, places=list(pull))


def as_recorded(board: Board, texts: Sequence[str]) -> list[Where]:
    """Return the places of a recorded list at which a card lies: what an act that is not allowed was done to."""
    return [item.where for item in named_places(board, texts) if item.card is not None and item.where is not None
            and not item.repeated]  # fmt: skip


def strike_as_recorded(board: Board, recorded: Sequence[str], resolved: Resolved) -> list[Card]:
    """Carry out a strike that is not allowed: what it names has left the table. Return the cards."""
    places = as_recorded(board, recorded)
    resolved.destroyed = [*resolved.destroyed, *described(board, places)]
    return effects.remove(board, places) if places else []
