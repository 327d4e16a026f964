"""Random legal games as logs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from oasis_ref.core.cards import is_unknown
from oasis_ref.core.documents import Player, Result
from oasis_ref.core.readings import Readings
from oasis_ref.core.text import counted
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
from oasis_ref.games.new_life.catalogue import RULES
from oasis_ref.games.new_life.facts import Facts, facts_of
from oasis_ref.games.new_life.hiding import hide
from oasis_ref.games.new_life.judging_entry import Judge
from oasis_ref.games.new_life.judging_play import try_play
from oasis_ref.games.new_life.match import Match
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
from oasis_ref.games.new_life.pack_tools import missing
from oasis_ref.games.new_life.piles import KINDS
from oasis_ref.games.new_life.readings import OPTIONS
from oasis_ref.games.new_life.rules_rest import draws_now
from oasis_ref.games.new_life.rules_setup import EXTRA, STARTERS
from oasis_ref.games.new_life.table import DEALT, HAND_LIMIT, OVER, REST_DRAWS, ROW, YEAR_END, State
from oasis_ref.games.simulating import DeadEnd, NoGame, chosen_options, first_whole

__all__ = ["hide", "simulate"]

SEATS = ("A", "B", "C", "D", "E")
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
TRIES = 12


def simulate(
    seed: int, players: int, pack: Pack, readings: Mapping[str, str], options: Mapping[str, str]
) -> dict[str, Any]:
    """Return a whole legal game, chosen by chance from the seed, as a log document with everything recorded.

    Raises OptionError for what is none of the options, NoGame for a pack in which facts are missing.
    """
    chosen = chosen_options(OPTIONS, options, players)
    gaps = list(missing_for(facts_of(pack), players, chosen["solo"]))
    if gaps:
        more = f"; and {counted(len(gaps) - 1, 'thing')} more" if gaps[1:] else ""
        raise NoGame(f"it leaves too much open ({gaps[0]}{more})")

    def play(chance: Random) -> _Simulation:
        game = _Simulation(chance, players, pack, readings, chosen["solo"])
        game.play()
        return game

    game = first_whole(seed, play)
    outcome = game.table.outcome(game.table.tally())
    points = {seat: value for seat, value in outcome.points.items() if value is not None and seat in SEATS}
    log = GameLog(
        game="new-life",
        players=[Player(seat=seat, name=name) for seat, name in zip(SEATS[:players], NAMES, strict=False)],
        pack=pack.name if pack.name in ("sample", "published") else pack,
        readings=dict(readings),
        moves=game.moves,
        result=Result(points=points, winners=outcome.winners),
    )
    document: dict[str, Any] = msgspec.to_builtins(log)
    return document


def missing_for(facts: Facts, players: int, solo: str) -> Iterator[str]:
    """Yield what a whole game of so many players needs and the components leave open, each in words."""
    for issue in missing(facts):
        if not issue.where.startswith("solo/") or (players == 1 and issue.where == f"solo/{solo}"):
            yield f"{issue.where}, {issue.message}"
    elements = {card.element for card in facts.cards.values() if card.deck == "starter"}
    if None in elements or len(elements) < players:
        yield "cards/starter, missing: the element of each Starter"


class _Simulation:
    """One random game while it is played."""

    def __init__(self, random: Random, players: int, pack: Pack, readings: Mapping[str, str], solo: str) -> None:
        self.random, self.solo = random, solo
        seats = [Player(seat=seat) for seat in SEATS[:players]]
        # The AI's turns are recorded, so the table must expect them.
        log = GameLog(game="new-life", players=seats, moves=[Ai()] if players == 1 else [])
        self.table = Match(log, Readings(RULES.readings, dict(_all_readings(readings))), pack)
        self.moves: list[Any] = []
        self.aside: list[str] = []

    @property
    def state(self) -> State:
        """The state of the table."""
        return self.table.state

    def play(self) -> None:
        """Play the game to its end."""
        self.do(self.setup())
        if self.aside:
            self.lay("migration", self.aside)
        while self.state.phase != OVER:
            state = self.state
            if state.phase == YEAR_END and not state.solo:
                self.end_year()
            elif state.ai_due:
                self.ai_card()
            else:
                self.turn()

    def do(self, entry: Any) -> None:
        """Record an entry and carry it out."""
        self.moves.append(entry)
        self.table.number = self.table.readings.number = len(self.moves)
        judgement = self.table.judge(entry)
        if judgement.findings:
            raise DeadEnd(f"{entry}: {[finding.message for finding in judgement.findings]}")
        self.table.carry_out(entry, judgement)
        self.table.trail, self.table.notes = [], []

    def lay(self, kind: str, order: list[str]) -> None:
        """Lay out cards of which no entry tells: chance must know them, for they may be drawn later."""
        piles = self.state.own_piles()
        deck = piles.own(kind)
        deck.order, deck.at = order, 0
        for card in order:
            piles.see(card)

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
                card.id
                for card in state.facts.cards.values()
                if card.element == element and card.deck == "starter"
                for _ in range(card.count or 0)
            )
            hands[seat] = own[:STARTERS] + [decks[random.choice(KINDS)].pop(0) for _ in range(extra)]
            owned[seat] = element
        first = random.choice(state.players)
        if state.solo:
            side: Any = self.solo
            if state.readings["solo-migration"] == "seven-set-aside":
                self.aside, decks["surface"] = decks["surface"][:DEALT], decks["surface"][DEALT:]
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
        """Return the longer play with its last draw named, after the reshuffles were recorded that it needs."""
        step = _last_step(found)
        if not isinstance(step, DrawStep) or not any(is_unknown(card) for card in step.drawn or ()):
            return found
        kinds = [self.state.facts.pile_of(card) or "" for card in step.drawn or ()]
        unknown = {self.state.facts.pile_of(card) for card in step.drawn or () if is_unknown(card)}
        for kind in KINDS:
            if kind in unknown:
                self.record_order(kind, before.piles.discards[kind])
        judge = Judge(self.state.draft())
        try_play(judge, entry)
        drawn = drawn_cards(judge.state, kinds)
        longer_play: Play = _with_last(found, DrawStep(drawn=drawn))
        return longer_play

    def record_order(self, kind: Any, cards: Sequence[str]) -> list[str]:
        """Record the order that a discard pile takes when it becomes the deck, and return it."""
        order = list(cards)
        self.random.shuffle(order)
        self.do(Reshuffle(deck=kind, order=order))
        return order

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
        card = judge.state.piles.decks["subterrain"].next()
        if state.rested and state.readings["solo-migration"] == "seven-set-aside":
            effects_year.ai_turn(judge.state, card)
            if judge.state.phase == YEAR_END:
                effects_year.clear_year(judge.state, "discard")
                self.reshuffled_for_deal(judge.state)
        self.do(Ai(card=card))

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
        draft, leftovers = self.state.draft(), self.state.readings["migration-leftovers"]
        effects_year.flood(draft)
        deck = draft.piles.decks["surface"].rest()
        shuffled = leftovers == "return" and draft.piles.migration.size != 0
        if shuffled:
            deck += draft.piles.migration.rest()
            self.random.shuffle(deck)
        effects_year.clear_year(draft, leftovers)
        order = self.reshuffled_for_deal(draft)
        dealt = [*deck, *order][:DEALT]
        self.do(Year(migration_row=dealt[:ROW], migration_deck=dealt[ROW:]))
        if shuffled and not order:
            self.lay("surface", deck[DEALT:])

    def reshuffled_for_deal(self, ahead: State) -> Sequence[str]:
        """Record the order of the Surface discard if the deal of a new year needs it. Return that order."""
        size, pile = ahead.piles.decks["surface"].size, ahead.piles.discards["surface"]
        if size is None or size >= DEALT or not pile or not Judge(ahead).reshuffles():
            return ()
        return self.record_order("surface", pile)


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
