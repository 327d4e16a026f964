"""A record as a scribe at the table would have written it: without stacks, deck, draws and shuffles."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from oasis_ref.games.oasis.moves import DrawThree, GameLog, Offer, Reshuffle, Setup


def hide(log: GameLog) -> GameLog:
    """Return the log with everything blanked that a scribe at the table cannot see: stacks, deck, draws, shuffles."""
    return replace(log, moves=[_HIDERS.get(type(entry), lambda same: same)(entry) for entry in log.moves])


def _hide_setup(entry: Setup) -> Setup:
    stacks: dict[str, list[str] | int] | None = None
    if entry.stacks is not None:
        stacks = {seat: len(cards) if isinstance(cards, list) else cards for seat, cards in entry.stacks.items()}
    deck = len(entry.deck) if isinstance(entry.deck, list) else entry.deck
    return replace(entry, stacks=stacks, deck=deck)


def _hide_drawn(entry: Offer | DrawThree) -> Offer | DrawThree:
    return replace(entry, drawn=["?"] * len(entry.drawn)) if entry.drawn is not None else entry


def _hide_order(entry: Reshuffle) -> Reshuffle:
    return replace(entry, order=None)


_HIDERS: dict[type, Any] = {Setup: _hide_setup, Offer: _hide_drawn, DrawThree: _hide_drawn, Reshuffle: _hide_order}
