"""What holds after every entry, legal or standing illegally: cards, spaces, tokens, tiles, turns, dials."""

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

NEW_LIFE = game_of("new-life")
SAMPLE = msgspec.json.decode(NEW_LIFE.packs["sample"].read_bytes(), type=Pack)
CARDS = {card.id: card for card in SAMPLE.cards}
OPTIONS: dict[str, list[str]] = {slug: list(reading.options) for slug, reading in NEW_LIFE.catalogue.readings.items()}
# Under these readings a set-up like the simulated ones is not what the game begins with.
FIXED = {"opening-hand", "migration-first-row", "solo-migration"}
FEW = 40


def deck_of(card: str) -> str:
    return str(CARDS[card].deck) if card in CARDS else card.partition(":")[0]


class Course(RuleBasedStateMachine):
    """A game that goes on by candidates, and now and then by an entry that nobody would allow."""

    table: Any
    dials: dict[str, int]

    @initialize(seed=st.integers(0, 40), players=st.integers(1, 5), chosen=st.data())
    def begin(self, seed: int, players: int, chosen: st.DataObject) -> None:
        slugs = sorted(set(OPTIONS) - FIXED)
        picked = chosen.draw(st.lists(st.sampled_from(slugs), max_size=3, unique=True), label="readings")
        readings = {slug: chosen.draw(st.sampled_from(OPTIONS[slug]), label=slug) for slug in picked}
        document = NEW_LIFE.simulate(seed, players, SAMPLE, {}, {})
        log = read_log(json.dumps(document).encode())
        self.players = [player["seat"] for player in document["players"]]
        self.table = NEW_LIFE.open_table(log, Readings(NEW_LIFE.catalogue.readings, readings), SAMPLE)
        self.chance, self.number, self.fouls, self.turns = Random(seed), 0, False, [0, 0]
        self.dials = dict.fromkeys(self.players, 0)
        self.enter(document["moves"] and log.moves[0])  # type: ignore[attr-defined]

    def enter(self, entry: Any) -> None:
        """Judge an entry and carry it out under the policy ``stand``."""
        self.number += 1
        self.table.number = self.table.readings.number = self.number
        judgement = self.table.judge(entry)
        if judgement.void:
            self.table.left_out(entry, judgement)
            return
        self.fouls = self.fouls or any(finding.status != "unverifiable" for finding in judgement.findings)
        self.table.carry_out(entry, judgement)
        if not judgement.findings:
            self.turns[0] += isinstance(entry, Play | Cycle | Rest)
            self.turns[1] += isinstance(entry, Ai)

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
        assert view["migration_deck"] <= 4 or self.table.readings["migration-leftovers"] == "keep"
        assert not (len(self.players) == 1 and (view["row"] or view["migration_deck"]))

    @invariant()
    def tiles_and_turns_fit(self) -> None:
        view = self.table.view().data
        if len(self.players) > 1:
            taken = [seat["tile"] for seat in view["seats"].values() if seat["tile"] is not None]
            assert sorted([*taken, *view["stack"]]) == list(range(1, len(self.players) + 1))
        if view["turn"] is not None:
            assert view["turn"] not in view["rested"] or len(view["rested"]) == len(self.players)

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


TestCourse = Course.TestCase
TestCourse.settings = settings(max_examples=30, stateful_step_count=60, deadline=None)
