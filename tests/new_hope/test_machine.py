"""Games played at random, with illegal entries that stand among the legal ones."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from oasis_ref.core.readings import Readings, choose
from oasis_ref.games.new_hope.catalogue import RULES
from oasis_ref.games.new_hope.match import Match
from oasis_ref.games.new_hope.moves import Explore
from oasis_ref.games.new_hope.simulate import _next, _setup
from oasis_ref.games.simulating import DeadEnd
from tests.new_hope.checking import Watch, check_conservation, check_rules
from tests.new_hope.material import pack_named

PACK = pack_named("sample")
PICK = st.integers(0, 10_000)
OPTIONS = [(slug, option) for slug, reading in RULES.readings.items() for option in list(reading.options)[1:]]
PRESETS = st.sampled_from([None, *RULES.presets])
SINGLE = st.lists(st.sampled_from(OPTIONS), max_size=6)


class Table(RuleBasedStateMachine):
    """A table at which anything on offer may be done, legal or not."""

    table: Match | None = None
    broken = False
    honest = True
    """Whether nothing illegal is done at this table: then the rules are looked at to the end."""

    @initialize(
        seed=st.integers(0, 500),
        players=st.integers(2, 4),
        variant=st.sampled_from(["base", "specialists"]),
        preset=PRESETS,
        single=SINGLE,
        honest=st.booleans(),
    )
    def set_up(
        self, seed: int, players: int, variant: str, preset: str | None, single: list[tuple[str, str]], honest: bool
    ) -> None:
        self.honest = honest
        seats = ["ana", "ben", "cy", "dee"][:players]
        chosen = choose(RULES.readings, RULES.presets, {**({"preset": preset} if preset else {}), **dict(single)})
        self.table = Match(PACK, seats, Readings(RULES.readings, chosen))
        self.watch = Watch(self.table)
        self.play(_setup(Random(seed), seats, PACK, variant))

    def play(self, entry: Any) -> None:
        table = self.table
        assert table is not None
        table.number += 1
        table.readings.number = table.number
        self.watch.before()
        judgement = table.judge(entry)
        if not judgement.void:
            table.carry_out(entry, judgement)
            self.broken = self.broken or bool(judgement.findings)
        self.watch.after(entry, legal=not self.broken)
        table.trail.clear()
        table.notes.clear()

    def on_offer(self, legal: bool) -> list[Any]:
        table = self.table
        assert table is not None
        return [entry for entry in table.candidates() if bool(table.judge(entry).findings) is not legal]

    @precondition(lambda self: self.table is not None and self.table.phase != "over")
    @rule(pick=PICK)
    def do_something_legal(self, pick: int) -> None:
        options = self.on_offer(True)
        assert options or self.stuck(), "something is always legal"
        if options:
            self.play(options[pick % len(options)])

    @precondition(lambda self: self.table is not None and self.table.phase != "over")
    @rule(pick=PICK)
    def do_something_legal_of_another_kind(self, pick: int) -> None:
        options = self.on_offer(True)
        kinds = sorted({type(entry).__name__ for entry in options})
        kind = kinds[pick % len(kinds)] if kinds else ""
        fitting = [entry for entry in options if type(entry).__name__ == kind]
        if fitting:
            self.play(fitting[pick % len(fitting)])

    @precondition(lambda self: self.table is not None and self.table.phase == "play")
    @rule(seed=PICK)
    def play_on(self, seed: int) -> None:
        """Play some turns as a scout would who wants to win, so that games come to their end."""
        table, chance = self.table, Random(seed)
        assert table is not None
        for _ in range(25):
            if table.phase != "over":
                try:
                    entry = _next(table, chance)
                except DeadEnd:
                    break
                self.play(entry)
                self.cards_are_conserved()

    @precondition(lambda self: self.table is not None and self.table.phase == "play" and not self.honest)
    @rule(pick=PICK)
    def do_something_illegal(self, pick: int) -> None:
        options = self.on_offer(False)
        if options:
            self.play(options[pick % len(options)])

    @precondition(lambda self: self.table is not None and self.table.phase == "over")
    @rule(pick=PICK)
    def nothing_follows_the_end(self, pick: int) -> None:
        table = self.table
        assert table is not None
        judgement = table.judge(Explore(by=table.seats[pick % table.count]))
        assert [finding.rule for finding in judgement.findings] == ["game-over"]
        assert judgement.void

    def stuck(self) -> bool:
        """Return whether a stuck scout may not even pass."""
        return self.table is not None and self.table.readings["pass"] == "never"

    @invariant()
    def cards_are_conserved(self) -> None:
        if self.table is not None:
            check_conservation(self.table)
            if not self.broken:
                check_rules(self.table)


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=60, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)
