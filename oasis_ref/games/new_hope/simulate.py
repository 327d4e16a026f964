"""Random legal games as logs."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import msgspec

from oasis_ref.core.documents import Entry
from oasis_ref.core.readings import Readings, choose
from oasis_ref.games.new_hope.candidates import BY_ACTION, drafts, due_actions
from oasis_ref.games.new_hope.cards import NUMBERS
from oasis_ref.games.new_hope.catalogue import RULES
from oasis_ref.games.new_hope.making_up import companions_for, sample_pack
from oasis_ref.games.new_hope.match import Match
from oasis_ref.games.new_hope.moves import (
    EndTurn,
    Equip,
    Explore,
    Pack,
    Pillage,
    Recruit,
    Recycle,
    Reshuffle,
    Setup,
    Skip,
    Travel,
    Water,
)
from oasis_ref.games.new_hope.readings import OPTIONS
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

    def play(chance: random.Random) -> tuple[Match, list[Entry]]:
        table = Match(pack, seats, Readings(RULES.readings, chosen))
        moves: list[Entry] = []
        _play(table, moves, _setup(chance, seats, pack, variant))
        while table.phase != "over":
            if len(moves) == MOST_ENTRIES:
                raise DeadEnd("the game has no end")
            _play(table, moves, _shuffled_for(table, moves, _next(table, chance), chance))
            if table.shuffle_open:
                _play(table, moves, Reshuffle(order=_in_any_order(table.worlds[0].pools[table.companion_mark], chance)))
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


def _play(table: Match, moves: list[Entry], entry: Entry) -> None:
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


def _next(table: Match, chance: random.Random) -> Entry:
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


def _kinds(table: Match, chance: random.Random) -> list[str]:
    """Return the kinds of action in the order in which they are tried."""
    turn = table.turn
    if not turn.stack:
        return ["mission", "end-turn"] if chance.random() < 0.35 else ["end-turn"]
    due = due_actions(turn.stack)
    if turn.main_due:
        weighted = {action: chance.random() ** (1 / MAIN_WEIGHTS[action]) for action in MAIN_WEIGHTS}
        return [*sorted(weighted, key=lambda action: -weighted[action]), "skip"]
    if due[0] in ("travel", "improved-equip") and chance.random() < 0.3:
        return ["skip", due[0]]
    return [due[0], "skip"]


def _shuffled_for(table: Match, moves: list[Entry], entry: Entry, chance: random.Random) -> Entry:
    """Record the shuffle of the Companion discard if the entry draws from an empty deck; return the entry for it."""
    discard = table.worlds[0].discard
    if not isinstance(entry, Recruit) or entry.origin != "deck" or table.companion_size or not discard:
        return entry
    order = _in_any_order(discard, chance)
    shuffle = Reshuffle(order=order)
    taking = msgspec.structs.replace(entry, take=order[0])
    # That a shuffle is needed shows only in what follows it.
    table.moves = [*moves, shuffle, taking]
    _play(table, moves, shuffle)
    table.moves = ()
    return taking


def _in_any_order(cards: Mapping[str, int], chance: random.Random) -> list[str]:
    order = [card for card, count in sorted(cards.items()) for _ in range(count)]
    chance.shuffle(order)
    return order


def _one_of(table: Match, chance: random.Random, options: list[Entry]) -> Entry:
    """Return a legal one of the options: mostly one that does little harm to the scout's own way to the Oasis."""
    chance.shuffle(options)
    if chance.random() < 0.85:
        options.sort(key=lambda entry: _harm(table, entry))
    for entry in options:
        judgement: Any = table.judge(entry)
        if not judgement.findings and not judgement.notes:
            return entry
    for entry in options:
        if isinstance(entry, Skip) and not table.judge(entry).findings:
            return entry
    raise LookupError("nothing of this kind is legal here")


def _worth(table: Match, card: str) -> int:
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


def _harm(table: Match, entry: Entry) -> int:
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


def _complete(table: Match, entry: Entry) -> Entry:
    """Return the entry with what the decks bring written down."""
    if isinstance(entry, Explore) and entry.drawn is None:
        order = table.deck_order or []
        return msgspec.structs.replace(entry, drawn=order[:-3:-1])
    if isinstance(entry, Travel):
        return msgspec.structs.replace(entry, reached=None)
    return entry
