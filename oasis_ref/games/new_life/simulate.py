"""Random legal games as logs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from oasis_ref.core.cards import is_unknown
from oasis_ref.core.documents import Player, Result
from oasis_ref.core.readings import Readings
from oasis_ref.games.new_life import effects_year
from oasis_ref.games.new_life.candidates import (
    drawn_cards,
    draws,
    held_cards,
    longer,
    occupied,
    retains,
    single_plays,
)
from oasis_ref.games.new_life.facts import Facts, facts_of
from oasis_ref.games.new_life.hiding import hide, pack_of
from oasis_ref.games.new_life.judge import Judge
from oasis_ref.games.new_life.judge_play import try_play
from oasis_ref.games.new_life.moves import (
    Ai,
    Cycle,
    DrawStep,
    GameLog,
    Migrate,
    Pack,
    Play,
    PlayStep,
    Reshuffle,
    Rest,
    Setup,
    Year,
)
from oasis_ref.games.new_life.piles import KINDS
from oasis_ref.games.new_life.rules import RULES
from oasis_ref.games.new_life.rules_rest import draws_now
from oasis_ref.games.new_life.rules_setup import EXTRA, STARTERS
from oasis_ref.games.new_life.state import DEALT, HAND_LIMIT, OVER, REST_DRAWS, ROW, YEAR_END, State
from oasis_ref.games.new_life.table import NewLifeTable

__all__ = ["hide", "simulate"]

SEATS = ("A", "B", "C", "D", "E")
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
TRIES = 12
MOST_ATTEMPTS = 20
"""How often a game is begun anew if chance leads to a deck that runs out otherwise than was recorded."""


class _NoLegalGame(RuntimeError):
    """Chance led to an entry that is not legal: the game is begun anew."""


def simulate(
    seed: int, players: int, pack: Pack, readings: Mapping[str, str], options: Mapping[str, str]
) -> dict[str, Any]:
    """Return a whole legal game, chosen by chance from the seed, as a log document with everything recorded.

    A pack in which facts are missing cannot be played with: the game is played with the sample pack then.
    ``options`` may hold ``solo``: ``standard`` or ``advanced``.
    """
    if not is_whole(facts_of(pack)):
        pack = pack_of(GameLog(game="new-life", pack="sample", moves=[]))
    for attempt in range(MOST_ATTEMPTS):
        chance = Random(seed) if attempt == 0 else Random(f"{seed}, again {attempt}")
        game = _Simulation(chance, players, pack, readings, options)
        try:
            moves = game.play()
            break
        except _NoLegalGame:
            continue
    else:
        raise RuntimeError(f"no legal game was found for the seed {seed}")
    outcome = game.table.outcome(game.table.tally())
    points = {seat: value for seat, value in outcome.points.items() if value is not None and seat in SEATS}
    log = GameLog(
        game="new-life",
        players=[Player(seat=seat, name=name) for seat, name in zip(SEATS[:players], NAMES, strict=False)],
        pack=pack.name if pack.name in ("sample", "published") else pack,
        readings=dict(readings),
        moves=moves,
        result=Result(points=points, winners=outcome.winners),
    )
    document: dict[str, Any] = msgspec.to_builtins(log)
    return document


def is_whole(facts: Facts) -> bool:
    """Return whether a whole game can be played and judged with these components."""
    counts = {
        deck: sum(card.count or 0 for card in facts.cards.values() if card.deck == deck)
        for deck in ("surface", "subterrain", "starter")
    }
    known = (
        facts.spaces is not None and facts.under is not None and None not in (*facts.supply, *facts.rows, facts.column)
    )
    tiles = all(tile.least == tile.most and tile.points is not None for tile in facts.tiles)
    cards = all(
        card.needs is not None and card.action is not None and card.imprint is not None for card in facts.cards.values()
    )
    return known and tiles and cards and counts == {"surface": 48, "subterrain": 54, "starter": 15}


class _Simulation:
    """One random game while it is played."""

    def __init__(
        self, random: Random, players: int, pack: Pack, readings: Mapping[str, str], options: Mapping[str, str]
    ) -> None:
        self.random, self.options = random, options
        seats = [Player(seat=seat) for seat in SEATS[:players]]
        # The AI's turns are recorded, so the table must expect them.
        log = GameLog(game="new-life", players=seats, moves=[Ai()] if players == 1 else [])
        self.table = NewLifeTable(log, Readings(RULES.readings, dict(_all_readings(readings))), pack)
        self.moves: list[Any] = []

    @property
    def state(self) -> State:
        """The state of the table."""
        return self.table.state

    def play(self) -> list[Any]:
        """Play the game to its end. Return the entries."""
        self.do(self.setup())
        while self.state.phase != OVER:
            state = self.state
            if state.phase == YEAR_END and not state.solo:
                self.end_year()
            elif state.ai_due:
                self.ai_card()
            else:
                self.turn()
        return self.moves

    def do(self, entry: Any) -> None:
        """Record an entry and carry it out."""
        self.moves.append(entry)
        self.table.number = self.table.readings.number = len(self.moves)
        judgement = self.table.judge(entry)
        if judgement.findings:
            raise _NoLegalGame(f"{entry}: {[finding.message for finding in judgement.findings]}")
        self.table.carry_out(entry, judgement)
        self.table.trail, self.table.notes = [], []

    def clean(self, entry: Any) -> bool:
        """Return whether an entry would be legal."""
        return not self.table.judge(entry).findings

    # Set-up

    def setup(self) -> Setup:
        """Return a set-up with everything recorded."""
        state, random = self.state, self.random
        decks = {kind: self.shuffled(kind) for kind in KINDS}
        elements = sorted({card.element or "" for card in state.facts.cards.values() if card.deck == "starter"})
        random.shuffle(elements)
        hands, owned = {}, {}
        extra = 0 if state.readings["opening-hand"] == "starters-only" else EXTRA
        for seat, element in zip(state.players, elements, strict=False):
            own = sorted(
                card.id for card in state.facts.cards.values() if card.element == element and card.deck == "starter"
            )
            hands[seat] = own[:STARTERS] + [decks[random.choice(KINDS)].pop(0) for _ in range(extra)]
            owned[seat] = element
        first = random.choice(state.players)
        if state.solo:
            side: Any = self.options.get("solo", "standard")
            return Setup(first=first, hands=hands, elements=owned, decks=_named(decks), solo=side)
        surface = decks["surface"]
        seven, decks["surface"] = surface[:DEALT], surface[DEALT:]
        row, deck = seven[:ROW], seven[ROW:]
        if state.readings["migration-first-row"] == "surface-deck":
            row, deck, decks["surface"] = decks["surface"][:ROW], seven, decks["surface"][ROW:]
        return Setup(
            first=first, hands=hands, elements=owned, migration_row=row, migration_deck=deck, decks=_named(decks)
        )

    def shuffled(self, kind: str) -> list[str]:
        """Return a shuffled deck."""
        cards = [
            card.id for card in self.state.facts.cards.values() if card.deck == kind for _ in range(card.count or 0)
        ]
        self.random.shuffle(cards)
        return cards

    # Turns

    def turn(self) -> None:
        """Let the seat on turn act."""
        state, seat = self.state, self.state.turn
        held = held_cards(state, seat)
        tired = self.random.random() < (0.5 if len(held) <= 1 else 0.03)
        entry: Any = None
        if state.solo or not tired:
            entry = self.some_play(seat)
            if entry is None and held and not state.solo and self.random.random() < 0.5:
                entry = self.some_cycle(seat)
            elif entry is not None and self.random.random() < 0.08:
                entry = self.some_cycle(seat) or entry
        self.do(entry or self.rest(seat))
        refilled = self.state.refilled
        due = refilled[0] if refilled else 0
        if due:
            self.do(Migrate(cards=list(self.state.row[-due:])))

    def some_play(self, seat: int) -> Play | None:
        """Return a legal play with some of what its action allows, None if there is none."""
        state = self.state
        singles = list(single_plays(state, seat))
        self.random.shuffle(singles)
        for card, space, origin in singles:
            entry = Play(by=state.name(seat), card=card, space=space, origin=origin)
            if self.clean(entry):
                return self.with_action(seat, entry)
        return None

    def with_action(self, seat: int, entry: Play) -> Play:
        """Return the play with some steps of its action, nested plays included."""
        while self.random.random() < 0.8:
            judge = Judge(self.state.draft())
            try_play(judge, entry)
            ways = list(longer(judge.state, seat, entry))
            found = None
            for way in self.random.sample(ways, min(TRIES, len(ways))):
                if self.clean(way):
                    found = way
                    break
            if found is None:
                return entry
            entry = self.with_order(judge.state, entry, found)
        return entry

    def with_order(self, before: State, entry: Play, found: Play) -> Play:
        """Return the longer play with its last draw named, after a reshuffle was recorded where it needs one."""
        step = _last_step(found)
        if not isinstance(step, DrawStep) or not any(is_unknown(card) for card in step.drawn or ()):
            return found
        kind = next(self.state.facts.pile_of(card) for card in step.drawn or () if is_unknown(card))
        assert kind is not None
        self.record_order(kind, before.piles.discards[kind])
        judge = Judge(self.state.draft())
        try_play(judge, entry)
        drawn = drawn_cards(judge.state, [self.state.facts.pile_of(card) or kind for card in step.drawn or ()])
        longer_play: Play = _with_last(found, DrawStep(drawn=drawn))
        return longer_play

    def record_order(self, kind: Any, cards: Sequence[str]) -> None:
        """Record the order that a discard pile takes when it becomes the deck."""
        order = list(cards)
        self.random.shuffle(order)
        self.do(Reshuffle(deck=kind, order=order))

    def some_cycle(self, seat: int) -> Cycle | None:
        """Return a legal Discard to Cycle Out, None if there is none."""
        held, spaces = held_cards(self.state, seat), occupied(self.state, seat)
        if not held or not spaces:
            return None
        return Cycle(by=self.state.name(seat), discard=self.random.choice(held), space=self.random.choice(spaces))

    def rest(self, seat: int) -> Rest:
        """Return a legal Rest with its draws and its trim."""
        state = self.state
        tile = None if state.solo else state.stack[0]
        if not draws_now(state):
            return Rest(by=state.name(seat), drawn=[], tile=tile)
        options = list(draws(state, REST_DRAWS, KINDS))
        most = max(len(option) for option in options)
        drawn = self.random.choice([option for option in options if len(option) == most])
        kinds = [self.state.facts.pile_of(card) or "" for card in drawn]
        for kind in KINDS:
            if any(is_unknown(card) and self.state.facts.pile_of(card) == kind for card in drawn):
                self.record_order(kind, state.piles.discards[kind])
        drawn = drawn_cards(self.state, kinds)
        hand = self.state.seats[seat].hand
        cards = sorted([*(hand.cards() if hand is not None else []), *drawn])
        thrown = sorted(self.random.sample(cards, max(0, len(cards) - HAND_LIMIT)))
        return Rest(by=state.name(seat), drawn=drawn, discards=thrown, tile=tile)

    # Table

    def ai_card(self) -> None:
        """Turn up the AI's card."""
        state = self.state
        deck = state.piles.decks["subterrain"]
        if deck.empty and Judge(self.state.draft()).can_give("subterrain"):
            self.record_order("subterrain", state.piles.discards["subterrain"])
        judge = Judge(self.state.draft())
        judge.ready("subterrain")
        self.do(Ai(card=judge.state.piles.decks["subterrain"].next()))

    def end_year(self) -> None:
        """Retain some cards; begin the next year."""
        state = self.state
        chosen = [entry for entry in retains(state) if self.random.random() < 0.3]
        for entry in chosen:
            if self.clean(entry):
                self.do(entry)
        if self.state.round >= 3:
            self.table.close()
            return
        draft = self.state.draft()
        effects_year.flood(draft)
        effects_year.clear_year(draft, draft.readings["migration-leftovers"])
        deck = draft.piles.decks["surface"]
        if (
            deck.size is not None
            and deck.size < DEALT
            and Judge(draft).reshuffles()
            and draft.piles.discards["surface"]
        ):
            self.record_order("surface", draft.piles.discards["surface"])
        ahead = self.table.judge(Year()).plan
        rest = ahead.piles.migration.rest()[: DEALT - ROW]
        named = not any(is_unknown(card) for card in (*ahead.row, *rest))
        self.do(Year(migration_row=list(ahead.row), migration_deck=rest) if named else Year())


def _all_readings(readings: Mapping[str, str]) -> Mapping[str, str]:
    return {slug: option for slug, option in readings.items() if slug in RULES.readings}


def _named(decks: Mapping[str, list[str]]) -> dict[Any, list[str]]:
    return dict(decks)


def _last_step(item: Play | PlayStep) -> Any:
    """Return the step that a chain ends with."""
    step = item.then[-1]
    return _last_step(step) if isinstance(step, PlayStep) and step.then else step


def _with_last(item: Any, last: Any) -> Any:
    """Return the chain with another last step."""
    step = item.then[-1]
    inner = _with_last(step, last) if isinstance(step, PlayStep) and step.then else last
    return replace(item, then=[*item.then[:-1], inner])
