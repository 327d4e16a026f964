"""A record as a scribe at the table would have written it: without hands, decks and cards laid face down."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from oasis_ref.games.desperate_oasis.moves import Draw, Flip, GameLog, Play, Round


def hide(log: GameLog) -> GameLog:
    """Return the log with everything blanked that a scribe at the table cannot see."""
    return replace(log, moves=[_HIDERS.get(type(entry), lambda same: same)(entry) for entry in log.moves])


def _hide_round(entry: Round) -> Round:
    deck = len(entry.deck) if entry.deck is not None else entry.deck_size
    position = entry.position
    if position is not None:
        hands: dict[str, list[str] | int] = {
            seat: len(cards) if isinstance(cards, list) else cards for seat, cards in position.hands.items()
        }
        deck_there = len(position.deck) if isinstance(position.deck, list) else position.deck
        position = replace(position, hands=hands, deck=deck_there, aside="?")
    return replace(entry, hands=None, deck=None, deck_size=deck, aside="?", position=position)


def _hide_play(entry: Play) -> Play:
    return replace(entry, card="?", facing=None) if entry.face == "down" else entry


def _hide_draw(entry: Draw) -> Draw:
    return replace(entry, drawn=None, count=len(entry.drawn)) if entry.drawn is not None else entry


def _hide_flip(entry: Flip) -> Flip:
    return replace(entry, aside=None)


_HIDERS: dict[type, Any] = {Round: _hide_round, Play: _hide_play, Draw: _hide_draw, Flip: _hide_flip}
