"""What holds after every entry, legal, standing illegally or left out: cards, spaces, tokens, tiles, turns, dials."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from oasis_ref.core.readings import Readings
from oasis_ref.games import game as game_of
from oasis_ref.games.base import Table
from oasis_ref.games.new_life.moves import Ai, Cycle, Pack, Play, Rest, Retain
from oasis_ref.record.reading import read_log
from oasis_ref.record.writing import write_verdict
from oasis_ref.referee.adjudication import adjudicate, table_before

NEW_LIFE = game_of("new-life")
SAMPLE = msgspec.json.decode(NEW_LIFE.packs["sample"].read_bytes(), type=Pack)
CARDS = {card.id: card for card in SAMPLE.cards}
OPTIONS: dict[str, list[str]] = {slug: list(reading.options) for slug, reading in NEW_LIFE.catalogue.readings.items()}
FEW, FEW_FAULTS = 40, 2
LAST = 3


def deck_of(card: str) -> str:
    return str(CARDS[card].deck) if card in CARDS else card.partition(":")[0]


ENDLESS = 10**9
"""More entries than any course has: nothing is done as at the end of a record."""


class Course(RuleBasedStateMachine):
    """A game that goes on by candidates, and now and then by an entry that nobody would allow."""

    table: Any
    dials: dict[str, int]

    @initialize(seed=st.integers(0, 40), players=st.integers(1, 5), chosen=st.data())
    def begin(self, seed: int, players: int, chosen: st.DataObject) -> None:
        picked = chosen.draw(st.lists(st.sampled_from(sorted(OPTIONS)), max_size=4, unique=True), label="readings")
        readings = {slug: chosen.draw(st.sampled_from(OPTIONS[slug]), label=slug) for slug in picked}
        side = {"solo": chosen.draw(st.sampled_from(["standard", "advanced"]), label="solo")} if players == 1 else {}
        self.policy: Any = chosen.draw(st.sampled_from(["stand", "void"]), label="policy")
        document = NEW_LIFE.simulate(seed, players, SAMPLE, readings, side)
        log = read_log(json.dumps(document).encode())
        self.players = [player["seat"] for player in document["players"]]
        self.document, self.entered = document, list[Any]()
        self.table = NEW_LIFE.open_table(log, Readings(NEW_LIFE.catalogue.readings, readings), SAMPLE)
        self.table.entries = ENDLESS  # the course goes other ways than the log
        self.chance, self.turns, self.round = Random(seed), [0, 0], 1
        self.fouls, self.faults = False, 0
        self.dials = dict.fromkeys(self.players, 0)
        self.enter(log.moves[0])
        self.go_to(chosen.draw(st.integers(1, LAST), label="year"), log.moves[1:])

    def go_to(self, year: int, moves: list[Any]) -> None:
        """Let the simulated game run on until a year begins."""
        for entry in moves:
            if self.table.state.round == year:
                return
            self.enter(entry)

    def enter(self, entry: Any) -> None:
        """Judge an entry, and carry it out or leave it out by the policy."""
        self.entered.append(entry)
        number = len(self.entered)
        self.table.number = self.table.readings.number = number
        judgement = self.table.judge(entry)
        own = [finding.status for finding in judgement.findings if finding.entry == number]
        self.faults += bool(own)
        faulty = not {"illegal", "inconsistent"}.isdisjoint(own)
        if judgement.void or (self.policy == "void" and faulty and not judgement.kept):
            self.table.left_out(entry, judgement)
            self.look_at_the_year(entry)
            return
        self.fouls = self.fouls or any(finding.status != "unverifiable" for finding in judgement.findings)
        self.table.carry_out(entry, judgement)
        if not judgement.findings:
            self.turns[0] += isinstance(entry, Play | Cycle | Rest)
            self.turns[1] += isinstance(entry, Ai)
        self.look_at_the_year(entry)

    def look_at_the_year(self, entry: Any) -> None:
        """When a round begins, nobody holds more than 8 cards, and in solo the line is empty."""
        state, before = self.table.state, self.round
        self.round = state.round
        if state.round == before or isinstance(entry, Play | Cycle | Rest):
            return
        assert state.line == ()
        view = self.table.view().data
        assert not view["rested"]
        assert self.fouls or all(seat["hand"] <= 8 for seat in view["seats"].values())

    def some(self) -> list[Any]:
        """Return a few of the candidates."""
        found = []
        for place, option in enumerate(self.table.candidates()):
            found.append(option)
            if place > FEW:
                break
        return found

    @rule()
    def go_on(self) -> None:
        options = self.some()
        if options:
            self.enter(self.chance.choice(options))

    @precondition(lambda self: self.table.state.phase == "turns" and not self.table.state.ai_due)
    @rule()
    def rest(self) -> None:
        view = self.table.view().data
        drawn = [] if view["round"] == 3 else ["subterrain:?"] * 5
        held = view["seats"][view["turn"]]["cards"]
        self.enter(Rest(by=view["turn"], drawn=drawn, discards=held[: max(0, len(held) + len(drawn) - 8)]))

    @precondition(lambda self: self.table.state.phase == "turns")
    @rule(space=st.sampled_from(["U1", "U2", "U3", "U4", "S1", "S2"]), who=st.integers(0, 4))
    def foul(self, space: str, who: int) -> None:
        seat = self.players[who % len(self.players)]
        held = [card for card in self.table.view().data["seats"][seat]["cards"] if card in CARDS]
        if held:
            card = self.chance.choice(held)
            self.enter(Play(by=seat, card=card, space=space))
            self.enter(Cycle(by=seat, discard=card, space=space))

    @precondition(lambda self: self.table.state.phase == "year-end")
    @rule()
    def retain_everything(self) -> None:
        for option in self.some():
            if isinstance(option, Retain):
                self.enter(replace(option, spaces=["U1", "U2", "U3", "U4", "U5"]))

    @invariant()
    def every_card_is_in_one_place(self) -> None:
        view, piles = self.table.view().data, self.table.state.piles
        lying = [*view["row"], *(view["ai"]["line"] if "ai" in view else [])]
        for seat in view["seats"].values():
            lying += [card for card in [*seat["S"], *seat["U"], *seat["cards"]] if card not in ("-", "*")]
        lying += [*piles.discards["surface"], *piles.discards["subterrain"], *piles.aside]
        counted = [deck_of(card) for card in lying]
        assert counted.count("surface") + view["decks"]["surface"] + view["migration_deck"] == 48
        starters = 3 * len(self.players)
        assert len(counted) - counted.count("surface") + view["decks"]["subterrain"] == 54 + starters

    @invariant()
    def cards_lie_on_their_rows(self) -> None:
        for seat in self.table.view().data["seats"].values():
            assert all(deck_of(card) == "surface" for card in seat["S"] if card != "-")
            assert all(deck_of(card) != "surface" for card in seat["U"] if card not in ("-", "*"))

    @invariant()
    def tokens_add_up(self) -> None:
        view = self.table.view().data
        for kind in ("flora", "scaled", "shelled"):
            held = [seat["tokens"][kind] for seat in view["seats"].values()]
            assert all(0 <= number <= 4 for number in held)
            ai = view["ai"]["tokens"][kind] if "ai" in view else 0
            assert view["supply"][kind] + sum(held) + ai == 17
            assert view["supply"][kind] >= 0

    @invariant()
    def the_row_and_its_deck_are_in_bounds(self) -> None:
        view = self.table.view().data
        assert len(view["row"]) <= 3
        readings = self.table.readings
        if len(self.players) == 1:
            most = 7 if readings["solo-migration"] == "seven-set-aside" else 0
            assert not view["row"]
        else:
            most = 7 if readings["migration-first-row"] == "surface-deck" and view["round"] == 1 else 4
        assert view["migration_deck"] <= most or (view["row"] and readings["migration-leftovers"] == "keep")

    @invariant()
    def tiles_and_turns_fit(self) -> None:
        view = self.table.view().data
        if len(self.players) > 1:
            taken = [seat["tile"] for seat in view["seats"].values() if seat["tile"] is not None]
            assert sorted([*taken, *view["stack"]]) == list(range(1, len(self.players) + 1))
        if view["turn"] is not None:
            assert view["turn"] not in view["rested"] or len(view["rested"]) == len(self.players)

    @invariant()
    def hands_fit_a_new_round_once_all_have_rested(self) -> None:
        view = self.table.view().data
        assert all(seat["hand"] >= 0 for seat in view["seats"].values())
        if view["phase"] in ("year-end", "between") and view["round"] < LAST and not self.fouls:
            assert all(seat["hand"] <= 8 for seat in view["seats"].values())

    @invariant()
    def dials_never_fall(self) -> None:
        now = {name: seat["dial"] for name, seat in self.table.view().data["seats"].items()}
        assert all(now[name] >= self.dials[name] for name in now)
        self.dials = now

    @invariant()
    def decay_cards_touch_only_by_a_foul(self) -> None:
        if self.fouls or self.table.readings["decay-on-wild"] == "legal":
            return
        for seat in self.table.view().data["seats"].values():
            assert not any(seat["U"][at : at + 2] == ["rot", "rot"] for at in range(4))

    @invariant()
    def the_ai_keeps_pace(self) -> None:
        view = self.table.view().data
        if "ai" in view and not self.fouls:
            assert self.turns[0] - self.turns[1] == (1 if view["turn"] == "ai" else 0)

    @invariant()
    def a_copy_stands_for_itself(self) -> None:
        twin: Table = self.table.copy()
        assert twin.view().data == self.table.view().data

    def teardown(self) -> None:
        """The same log gives the same verdict and the same table, entry by entry or at one go."""
        if not hasattr(self, "table") or (len(self.players) == 1 and not any(type(one) is Ai for one in self.entered)):
            return
        document = {**self.document, "moves": msgspec.to_builtins(self.entered), "result": None}
        log = read_log(json.dumps(document).encode())
        at_one_go = table_before(log, len(self.entered) + 1, after_illegal=self.policy)
        assert at_one_go.view() == self.table.view()
        if self.faults > FEW_FAULTS:
            return
        once, again = (write_verdict(adjudicate(log, after_illegal=self.policy)) for _ in range(2))
        assert once == again


TestCourse = Course.TestCase
TestCourse.settings = settings(max_examples=20, stateful_step_count=40, deadline=None)
