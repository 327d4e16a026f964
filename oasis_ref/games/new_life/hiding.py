"""A record as a scribe at the table would have written it: without hands, deck orders and drawn cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from oasis_ref.core.cards import is_unknown
from oasis_ref.core.documents import Ruling
from oasis_ref.games.new_life.facts import PACKS, Facts, facts_for
from oasis_ref.games.new_life.moves import (
    DrawStep,
    GameLog,
    OtherStep,
    Pack,
    Play,
    PlayStep,
    Position,
    PositionPiles,
    PositionSeat,
    Reshuffle,
    Rest,
    Setup,
    Step,
    Year,
)

Mark = Callable[[str], str]


def pack_of(log: GameLog) -> Pack:
    """Return the pack of a log; the default one if it names one that does not exist."""
    if isinstance(log.pack, Pack):
        return log.pack
    file = PACKS.get(log.pack or "") or next(iter(PACKS.values()))
    return msgspec.json.decode(file.read_bytes(), type=Pack)


def hide(log: GameLog) -> GameLog:
    """Return the log with everything blanked that a scribe at the table cannot see.

    Drawn cards and opening hands keep their deck, which everybody sees. Recorded reshuffles are left out.
    """
    facts, _ = facts_for(pack_of(log), log.moves)
    moves: list[Any] = []
    places: dict[int, int] = {}
    for number, entry in enumerate(log.moves, 1):
        if type(entry) is Reshuffle:
            continue
        moves.append(_hidden(facts, entry))
        places[number] = len(moves)
    moves = [replace(entry, on=places.get(entry.on, 0)) if type(entry) is Ruling else entry for entry in moves]
    return replace(log, moves=moves)


def _hidden(facts: Facts, entry: Any) -> Any:
    def mark(card: str) -> str:
        return _mark(facts, card)

    if isinstance(entry, Setup):
        return _setup(entry, mark)
    if isinstance(entry, Play) and entry.then:
        return replace(entry, then=[_step(step, mark) for step in entry.then])
    if isinstance(entry, Rest) and entry.drawn:
        return replace(entry, drawn=[mark(card) for card in entry.drawn])
    if isinstance(entry, Year):
        return replace(entry, migration_deck=None)
    return entry


def _mark(facts: Facts, card: str) -> str:
    if is_unknown(card):
        return card
    deck = facts.deck_of(card)
    return "?" if deck is None else f"{deck}:?"


def _step(step: Step, mark: Mark) -> Step:
    if isinstance(step, PlayStep) and step.then:
        return replace(step, then=[_step(inner, mark) for inner in step.then])
    if isinstance(step, DrawStep) and step.drawn:
        return replace(step, drawn=[mark(card) for card in step.drawn])
    if isinstance(step, OtherStep) and step.drawn:
        return replace(step, drawn=[mark(card) for card in step.drawn])
    return step


def _setup(entry: Setup, mark: Mark) -> Setup:
    hands = entry.hands and {seat: sorted(mark(card) for card in cards) for seat, cards in entry.hands.items()}
    position = entry.position and _position(entry.position, mark)
    return replace(entry, hands=hands, migration_deck=None, decks={}, position=position)


def _position(position: Position, mark: Mark) -> Position:
    decks = position.decks
    return replace(
        position,
        seats={name: _seat(seat, mark) for name, seat in position.seats.items()},
        migration_deck=_size(position.migration_deck),
        decks=PositionPiles(surface=_size(decks.surface), subterrain=_size(decks.subterrain)),
    )


def _size(pile: Sequence[str] | int | None) -> int | None:
    return pile if pile is None or isinstance(pile, int) else len(pile)


def _seat(seat: PositionSeat, mark: Mark) -> PositionSeat:
    return replace(seat, hand=[mark(card) for card in seat.hand]) if isinstance(seat.hand, list) else seat
