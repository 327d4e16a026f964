"""A record as a scribe at the table would have written it: without hands, decks and cards that only some have seen."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from oasis_ref.core.documents import Ruling
from oasis_ref.core.readings import Readings, choose
from oasis_ref.games.new_hope.cards import NUMBERS, PACKS, is_mark
from oasis_ref.games.new_hope.catalogue import LAIR_REFILL, RULES
from oasis_ref.games.new_hope.match import Match
from oasis_ref.games.new_hope.moves import (
    Draft,
    Explore,
    GameLog,
    Pack,
    Pillage,
    Position,
    Recruit,
    Reshuffle,
    Setup,
    Swindle,
)


def hide(log: GameLog) -> GameLog:
    """Return the log with everything blanked that a scribe at the table cannot see.

    Hidden are hands and decks, cards drawn, Companions from the top of the deck, the two cards of a Pillage (a Shield
    that made it fail is shown to all) and those of a Swindle. What a reading of the log shows to everyone stays.
    """
    chosen = {slug: reading.default for slug, reading in RULES.readings.items()}
    chosen.update(choose(RULES.readings, RULES.presets, log.readings))
    open_kinds: dict[type, bool] = {
        Draft: chosen["first-companion"] == "play-area" or chosen["deck-companion"] == "shown",
        Recruit: chosen["deck-companion"] == "shown",
        Pillage: chosen["pillage-seen"] == "everyone",
    }
    hiders = {kind: blank for kind, blank in _HIDERS.items() if not open_kinds.get(kind)}
    refills = _refills(log, Readings(RULES.readings, chosen))
    moves = []
    for number, entry in enumerate(log.moves, 1):
        hidden = hiders[type(entry)](entry) if type(entry) in hiders else entry
        moves.append(_with_refill(hidden, refills.get(number, [])))
    return replace(log, moves=moves)


def _refills(log: GameLog, readings: Readings) -> dict[int, list[str]]:
    """Return for each entry the Companions that came face up into the Lair with it, worked out by a replay.

    From an entry on that a ruling voids or replaces nothing is worked out.
    """
    pack = _pack_of(log)
    ruled = [entry.on for entry in log.moves if isinstance(entry, Ruling) and entry.decision in ("void", "replaced")]
    refills: dict[int, list[str]] = {}
    if pack is None:
        return refills
    table = Match(pack, [player.seat for player in log.players], readings, log.moves)
    for number, entry in enumerate(log.moves[: min(ruled, default=len(log.moves) + 1) - 1], 1):
        if isinstance(entry, Ruling):
            continue
        table.number = readings.number = number
        due = table.refilled if table.shuffle_open and isinstance(entry, Reshuffle) else 0
        judgement = table.judge(entry)
        if not judgement.void:
            table.carry_out(entry, judgement)
        came = due + sum(happening.rule == LAIR_REFILL for happening in table.trail)
        refills[number] = table.lair[len(table.lair) - came :]
        table.trail, table.notes = [], []
    return refills


def _pack_of(log: GameLog) -> Pack | None:
    """Return the pack of a log, None if it names one that does not come with the game."""
    if isinstance(log.pack, Pack):
        return log.pack
    path = PACKS.get(log.pack or next(iter(PACKS)))
    return None if path is None else msgspec.json.decode(path.read_bytes(), type=Pack)


def _with_refill(entry: Any, came: list[str]) -> Any:
    """Return an entry that fills the Lair with what came there written down, as everybody has seen it."""
    came = ["?" if is_mark(card) else card for card in came]
    if not any(card != "?" for card in came) or getattr(entry, "refill", "") is not None:
        return entry
    if isinstance(entry, Reshuffle) and entry.order is not None:
        return entry
    return replace(entry, refill=came[0] if len(came) == 1 and not isinstance(entry, Draft) else came)


def _hide_setup(entry: Setup) -> Setup:
    position = entry.position
    if position is not None:
        return replace(entry, position=_hide_position(position))
    ruins = entry.ruins
    if ruins is None and entry.shuffled is not None:
        ruins = entry.shuffled[:9]
    return replace(entry, ruins=ruins, hands=None, exploration_deck=None, companion_deck=None, shuffled=None)


def _hide_position(position: Position) -> Position:
    def size(pile: Any) -> Any:
        return len(pile) if isinstance(pile, list) else pile

    return replace(
        position,
        hands={
            seat: ["?" if card in NUMBERS else card for card in hand] if isinstance(hand, list) else hand
            for seat, hand in position.hands.items()
        },
        exploration_deck=size(position.exploration_deck),
        companion_deck=size(position.companion_deck),
    )


def _hide_draft(entry: Draft) -> Draft:
    return replace(entry, companion="?") if entry.origin == "deck" else entry


def _hide_explore(entry: Explore) -> Explore:
    return entry if entry.drawn is None else replace(entry, drawn=["?"] * len(entry.drawn))


def _hide_recruit(entry: Recruit) -> Recruit:
    return replace(entry, take="?") if entry.origin == "deck" and entry.take is not None else entry


def _hide_pillage(entry: Pillage) -> Pillage:
    failed = entry.kept == "none"
    shown = None
    if entry.shown is not None:
        shown = [card if failed and card == "shield" else "?" for card in entry.shown]
    kept = entry.kept if entry.kept is None or failed else "?"
    return replace(entry, shown=shown, kept=kept)


def _hide_swindle(entry: Swindle) -> Swindle:
    received = None if entry.received is None else ["?"] * len(entry.received)
    return replace(entry, given=None if entry.given is None else "?", received=received)


def _hide_reshuffle(entry: Reshuffle) -> Reshuffle:
    return replace(entry, order=None)


_HIDERS: dict[type, Any] = {
    Setup: _hide_setup,
    Draft: _hide_draft,
    Explore: _hide_explore,
    Recruit: _hide_recruit,
    Pillage: _hide_pillage,
    Swindle: _hide_swindle,
    Reshuffle: _hide_reshuffle,
}
