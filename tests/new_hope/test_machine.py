"""Games played at random, with illegal entries that stand among the legal ones."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from oasis_ref.core.readings import Readings
from oasis_ref.games.new_hope.game_table import NewHopeTable
from oasis_ref.games.new_hope.rules import RULES
from oasis_ref.games.new_hope.simulate import _setup
from tests.new_hope.checking import check_conservation, check_rules
from tests.new_hope.gardens import pack_named

PACK = pack_named("sample")
PICK = st.integers(0, 10_000)


class Table(RuleBasedStateMachine):
    """A table at which anything on offer may be done, legal or not."""

    table: NewHopeTable | None = None
    broken = False

    @initialize(seed=st.integers(0, 500), players=st.integers(2, 4), variant=st.sampled_from(["base", "specialists"]))
    def set_up(self, seed: int, players: int, variant: str) -> None:
        seats = ["ana", "ben", "cy", "dee"][:players]
        self.table = NewHopeTable(PACK, seats, Readings(RULES.readings))
        self.play(_setup(Random(seed), seats, PACK, variant))

    def play(self, entry: Any) -> None:
        table = self.table
        assert table is not None
        table.number += 1
        table.readings.number = table.number
        judgement = table.judge(entry)
        if not judgement.void:
            table.carry_out(entry, judgement)
            self.broken = self.broken or bool(judgement.findings)
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
        assert options, "something is always legal"
        self.play(options[pick % len(options)])

    @precondition(lambda self: self.table is not None and self.table.phase != "over")
    @rule(pick=PICK)
    def do_something_legal_of_another_kind(self, pick: int) -> None:
        options = self.on_offer(True)
        kinds = sorted({type(entry).__name__ for entry in options})
        kind = kinds[pick % len(kinds)]
        fitting = [entry for entry in options if type(entry).__name__ == kind]
        self.play(fitting[pick % len(fitting)])

    @precondition(lambda self: self.table is not None and self.table.phase == "play")
    @rule(pick=PICK)
    def do_something_illegal(self, pick: int) -> None:
        options = self.on_offer(False)
        if options:
            self.play(options[pick % len(options)])

    @invariant()
    def cards_are_conserved(self) -> None:
        if self.table is not None:
            check_conservation(self.table)
            if not self.broken:
                check_rules(self.table)


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=25, stateful_step_count=50, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)
