"""Random legal games, and records with everything blanked that a scribe at the table cannot see."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import msgspec

from oasis_ref.core.documents import Entry
from oasis_ref.core.readings import Readings, choose
from oasis_ref.games.new_hope.candidates import BY_ACTION, drafts, due_actions
from oasis_ref.games.new_hope.cards import NUMBERS
from oasis_ref.games.new_hope.game_table import NewHopeTable
from oasis_ref.games.new_hope.making_up import companions_for, sample_pack
from oasis_ref.games.new_hope.moves import (
    Draft,
    EndTurn,
    Equip,
    Explore,
    GameLog,
    Pack,
    Pillage,
    Position,
    Recruit,
    Recycle,
    Reshuffle,
    Setup,
    Skip,
    Swindle,
    Travel,
    Water,
)
from oasis_ref.games.new_hope.readings import OPTIONS
from oasis_ref.games.new_hope.rules import RULES
from oasis_ref.games.simulating import DeadEnd, chosen_options, first_whole

SEATS = ("ana", "ben", "cy", "dee")
MOST_ENTRIES = 3000
MAIN_WEIGHTS = {"explore": 26, "travel": 30, "recruit": 18, "recycle": 16, "equip": 10}


def simulate(
    seed: int,
    players: int,
    pack: Pack,
    readings: Mapping[str, str] | None = None,
    options: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return a random legal game as a log document; the same seed gives the same game.

    What the pack leaves open is made up as in the sample pack, and the log then defines the Companions. Raises
    ValueError for a number of players that the game does not have, OptionError for what is none of the options, NoGame
    for a pack that contradicts itself.
    """
    if not 2 <= players <= 4:
        raise ValueError(f"New Hope is played by 2 to 4 scouts, not {players}")
    variant = chosen_options(OPTIONS, options or {}, players)["variant"]
    seats = list(SEATS[:players])
    chosen = choose(RULES.readings, RULES.presets, readings or {})

    def play(chance: random.Random) -> tuple[NewHopeTable, list[Entry]]:
        table = NewHopeTable(pack, seats, Readings(RULES.readings, chosen))
        moves: list[Entry] = []
        _play(table, moves, _setup(chance, seats, pack, variant))
        while table.phase != "over":
            if len(moves) == MOST_ENTRIES:
                raise DeadEnd("the game has no end")
            _play(table, moves, _next(table, chance))
        tied = table.tied() if table.arrival is None else []
        if tied and table.readings["tie-break"] == "water":
            _play(table, moves, Water(winner=chance.choice(tied)))
        return table, moves

    table, moves = first_whole(seed, play)
    outcome = table.outcome(table.tally())
    return {
        "format": 1,
        "game": "new-hope",
        "players": [{"seat": seat} for seat in seats],
        "pack": pack.name,
        **({"readings": dict(readings)} if readings else {}),
        "moves": msgspec.to_builtins(moves),
        "result": {"winners": outcome.winners, "cause": outcome.claims["cause"], "last": outcome.claims["last"]},
    }


def _play(table: NewHopeTable, moves: list[Entry], entry: Entry) -> None:
    table.number = table.readings.number = len(moves) + 1
    judgement = table.judge(entry)
    if judgement.findings:
        raise DeadEnd(f"{entry} breaks {judgement.findings[0].rule}")
    table.carry_out(entry, judgement)
    table.trail.clear()
    table.notes.clear()
    moves.append(entry)


def _journey(pack: Pack) -> list[str]:
    """Return all Travel cards but the Oasis in the centre; a spread that is not known is that of the sample pack."""
    cards = ["oasis"] * (pack.oasis - 1)
    for kind in ("desert", "step"):
        spread = getattr(pack, kind)
        known = getattr(sample_pack(), kind) if isinstance(spread, str) else spread
        for number, copies in known.items():
            cards += [f"{kind}-{number}"] * copies
    return cards


def _setup(chance: random.Random, seats: list[str], pack: Pack, variant: str) -> Setup:
    journey = _journey(pack)
    companions, made_up = companions_for(pack, variant)
    people = [one.id for one in companions for _ in range(int(one.copies))]
    chance.shuffle(journey)
    chance.shuffle(people)
    dealt = 9 + 4 * len(seats)
    return Setup(
        define=companions if made_up else None,
        seats=seats,
        starter=chance.choice(seats),
        variant="specialists" if variant == "specialists" else "base",
        ruins=["oasis", *journey[:9]],
        lair=people[:4],
        hands={seat: journey[9 + 4 * place : 13 + 4 * place] for place, seat in enumerate(seats)},
        exploration_deck=journey[dealt:],
        companion_deck=people[4:],
    )


def _next(table: NewHopeTable, chance: random.Random) -> Entry:
    """Return a random legal entry."""
    if table.phase == "draft":
        return _one_of(table, chance, [entry for entry in drafts(table) if entry.by == table.undrafted[0]])  # type: ignore[attr-defined]
    for action in _kinds(table, chance):
        options = list(BY_ACTION[action](table, table.turn.by))
        if action == "travel":
            options = _long_ones(options, chance)
        try:
            return _complete(table, _one_of(table, chance, options))
        except LookupError:
            continue
    raise DeadEnd("nothing is legal here")


def _long_ones(options: list[Entry], chance: random.Random) -> list[Entry]:
    """Return the Travels that lay something, mostly the longest first."""
    runs = [entry for entry in options if entry.cards]  # type: ignore[attr-defined]
    if chance.random() < 0.75:
        runs.sort(key=lambda entry: len(entry.cards))  # type: ignore[attr-defined]
        return runs[-6:]
    return runs


def _kinds(table: NewHopeTable, chance: random.Random) -> list[str]:
    """Return the kinds of action in the order in which they are tried."""
    turn = table.turn
    if not turn.stack:
        return ["mission", "end-turn"] if chance.random() < 0.35 else ["end-turn"]
    due = due_actions(table)
    if turn.main_due:
        weighted = {action: chance.random() ** (1 / MAIN_WEIGHTS[action]) for action in MAIN_WEIGHTS}
        return [*sorted(weighted, key=lambda action: -weighted[action]), "skip"]
    if due[0] in ("travel", "improved-equip") and chance.random() < 0.3:
        return ["skip", due[0]]
    return [due[0], "skip"]


def _one_of(table: NewHopeTable, chance: random.Random, options: list[Entry]) -> Entry:
    """Return a legal one of the options: mostly one that does little harm to the scout's own way to the Oasis."""
    chance.shuffle(options)
    if chance.random() < 0.85:
        options.sort(key=lambda entry: _harm(table, entry))
    for entry in options:
        judgement = table.judge(entry)
        if not judgement.findings and not judgement.plan.notes:
            return entry
    for entry in options:
        if isinstance(entry, Skip) and not table.judge(entry).findings:
            return entry
    raise LookupError("nothing of this kind is legal here")


def _worth(table: NewHopeTable, card: str) -> int:
    """Return how much a card helps the active scout on the way to the Oasis."""
    seat = table.turn.seat
    last, hand = table.last_number(seat), table.worlds[0].hands[seat]
    number = NUMBERS.get(card)
    if number is None:
        return {"map": 5, "compass": 4, "shield": 1}.get(card, 2)
    if number >= last:
        return 0
    held = hand.get(f"desert-{number}", 0) + hand.get(f"step-{number}", 0) if number else hand.get("oasis", 0)
    return 6 - (last - number) // 3 if not held else 1


def _harm(table: NewHopeTable, entry: Entry) -> int:
    if isinstance(entry, Recycle):
        return -_worth(table, str(entry.card))
    if isinstance(entry, Pillage):
        return -_worth(table, str(entry.kept))
    if isinstance(entry, Equip):
        gain = {"compass": 4, "map": 4, "shield": 1}[str(entry.item)]
        return sum(_worth(table, card) for card in entry.paid or []) - gain
    if isinstance(entry, EndTurn):
        return sum(_worth(table, card) for card in entry.discards)
    return 0


def _complete(table: NewHopeTable, entry: Entry) -> Entry:
    """Return the entry with what the decks bring written down."""
    if isinstance(entry, Explore) and entry.drawn is None:
        order = table.deck_order or []
        return msgspec.structs.replace(entry, drawn=order[:-3:-1])
    if isinstance(entry, Travel):
        return msgspec.structs.replace(entry, reached=None)
    return entry


# Blanking


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
    blankers = {kind: blank for kind, blank in _BLANKERS.items() if not open_kinds.get(kind)}
    moves = [blankers[type(entry)](entry) if type(entry) in blankers else entry for entry in log.moves]
    return msgspec.structs.replace(log, moves=moves)


def _hide_setup(entry: Setup) -> Setup:
    position = entry.position
    if position is not None:
        return msgspec.structs.replace(entry, position=_hide_position(position))
    ruins = entry.ruins
    if ruins is None and entry.shuffled is not None:
        ruins = entry.shuffled[:9]
    return msgspec.structs.replace(
        entry, ruins=ruins, hands=None, exploration_deck=None, companion_deck=None, shuffled=None
    )


def _hide_position(position: Position) -> Position:
    def size(pile: Any) -> Any:
        return len(pile) if isinstance(pile, list) else pile

    return msgspec.structs.replace(
        position,
        hands={
            seat: ["?" if card in NUMBERS else card for card in hand] if isinstance(hand, list) else hand
            for seat, hand in position.hands.items()
        },
        exploration_deck=size(position.exploration_deck),
        companion_deck=size(position.companion_deck),
    )


def _hide_draft(entry: Draft) -> Draft:
    return msgspec.structs.replace(entry, companion="?") if entry.origin == "deck" else entry


def _hide_explore(entry: Explore) -> Explore:
    return entry if entry.drawn is None else msgspec.structs.replace(entry, drawn=["?"] * len(entry.drawn))


def _hide_recruit(entry: Recruit) -> Recruit:
    return msgspec.structs.replace(entry, take="?") if entry.origin == "deck" and entry.take is not None else entry


def _hide_pillage(entry: Pillage) -> Pillage:
    failed = entry.kept == "none"
    shown = None
    if entry.shown is not None:
        shown = [card if failed and card == "shield" else "?" for card in entry.shown]
    kept = entry.kept if entry.kept is None or failed else "?"
    return msgspec.structs.replace(entry, shown=shown, kept=kept)


def _hide_swindle(entry: Swindle) -> Swindle:
    received = None if entry.received is None else ["?"] * len(entry.received)
    return msgspec.structs.replace(entry, given=None if entry.given is None else "?", received=received)


def _hide_reshuffle(entry: Reshuffle) -> Reshuffle:
    return msgspec.structs.replace(entry, order=None)


_BLANKERS: dict[type, Any] = {
    Setup: _hide_setup,
    Draft: _hide_draft,
    Explore: _hide_explore,
    Recruit: _hide_recruit,
    Pillage: _hide_pillage,
    Swindle: _hide_swindle,
    Reshuffle: _hide_reshuffle,
}
