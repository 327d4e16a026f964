"""The table as the referee knows it: it judges, carries out, scores and draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy

from oasis_ref.core.documents import Entry, Ruling
from oasis_ref.core.findings import Finding, Happening, Note
from oasis_ref.core.readings import Readings
from oasis_ref.core.tally import Node
from oasis_ref.games.base import Judgement, Outcome, Table, View
from oasis_ref.games.new_life import effects
from oasis_ref.games.new_life.candidates import candidates_of, meant_as
from oasis_ref.games.new_life.forgotten import Forgotten, untold
from oasis_ref.games.new_life.judging import JUDGES, judge_end, judged
from oasis_ref.games.new_life.judging_origins import as_it_may_have_been
from oasis_ref.games.new_life.moves import GameLog, Pack
from oasis_ref.games.new_life.past import CARRIED_OUT, LEFT_OUT, RULED, past_of
from oasis_ref.games.new_life.scoring import outcome_of, tally_of
from oasis_ref.games.new_life.table import State, opening_state
from oasis_ref.games.new_life.view import view_of

BY_NUMBER = frozenset(
    (
        "draw-five",
        "solo-rest",
        "no-draw-round-3",
        "trim-to-eight",
        "trim-not-further",
        "top-rest-tile",
        "rest-stack",
        "gain-mismatch",
    )
)
"""The rules by which only a number in an entry, or a figure beside it, is wrong: what was done is not in doubt."""


class Match(Table):
    """One game while its record is replayed: ``state`` is all that it has come to."""

    def __init__(self, log: GameLog, readings: Readings, pack: Pack) -> None:
        self.number = 0
        self.trail: list[Happening] = []
        self.notes: list[Note] = []
        self.readings, self.pack = readings, pack
        self.entries, self.ruled_last = len(log.moves), 0
        self.put_in = Forgotten(log.moves)
        self.last: tuple[int, Entry, State] | None = None
        self.state = opening_state(log, readings, pack)

    def copy(self) -> Match:
        """Return an independent copy."""
        twin = copy(self)
        twin.trail, twin.notes = self.trail[:], self.notes[:]
        twin.readings = Readings(self.readings.known, self.readings.chosen)
        twin.readings.touched = {slug: entries[:] for slug, entries in self.readings.touched.items()}
        twin.state = self.state.draft(self.number)
        twin.state.readings, twin.state.ledger = twin.readings, self.state.ledger[:]
        return twin

    def left_out(self, entry: Entry, judgement: Judgement) -> None:
        """Remember that the seat on turn made an entry that does not count: the next seat may go on."""
        state = self.state
        effects.lapse(state, entry)
        if state.past is not None:
            state.past = state.past.then(self.number, entry, LEFT_OUT)

    def ruled(self, number: int, ruling: Ruling) -> None:
        """Move the dials by the points that a ruling gives: what hangs on a dial hangs on them too."""
        self.ruled_last = number
        points = ruling.points or {}
        if not points or any(seat not in self.state.index for seat in points):
            return
        state = self.state.draft(number)
        effects.ruled(state, number, ruling)
        if state.past is not None:
            state.past = state.past.then(number, ruling, RULED)
        self.state = state

    def close(self) -> list[Finding]:
        """Let the Flood run that is still due at the end of the record."""
        draft = self.state.draft(self.number)
        findings = judge_end(draft)
        carry_out(self, None, draft)
        return findings

    def tally(self, given: Sequence[tuple[int, Ruling]] = ()) -> Node:
        """Return the score as it stands. What rulings gave is on the dials already."""
        return tally_of(self._shown())

    def outcome(self, tally: Node) -> Outcome:
        """Return who has won, as far as the record goes."""
        return outcome_of(self.state, tally)

    def view(self) -> View:
        """Return the table as plain data."""
        return view_of(self._shown())

    def _shown(self) -> State:
        """Return the state as the record leaves it: what its end brings by itself belongs to the last entry."""
        if max(self.number, self.ruled_last) != self.entries:
            return self.state
        draft = self.state.draft(self.number)
        draft.ledger = self.state.ledger[:]
        judge_end(draft)
        draft.ledger += draft.fresh
        return draft

    def repairs(self, entry: Entry) -> Iterator[Entry]:
        """Yield what a faulty entry may have been meant as."""
        return meant_as(self.state.draft(self.number), entry)

    def surely_made(self, entry: Entry) -> bool:
        """Return whether an entry fails only by a number or the space, or by what was written beside it."""
        wrong = {one.rule for one in self.judge(entry).findings if one.status != "unverifiable"}
        if wrong == {"space-empty"}:
            return any(not self.judge(option).findings for option in self.repairs(entry))
        return bool(wrong) and wrong <= BY_NUMBER

    def candidates(self) -> Iterator[Entry]:
        """Yield everything that is legal now, and entries worth asking about."""
        return candidates_of(self.state.draft(self.number))


def judge_entry(table: Match, entry: Entry) -> Judgement:
    """Return what the rules say of the entry, with the draft that carrying it out puts in the place of the state."""
    state = before_entry(table, entry)
    draft = state.draft(table.number)
    judgement = judged(draft, entry)
    if judgement.findings and (state.past is not None or draft.unsure):
        return as_it_may_have_been(state, table.number, entry, judgement)
    return judgement


def before_entry(table: Match, entry: Entry) -> State:
    """Return the state in which an entry is judged: what a turn brought that was put in before it nobody knows."""
    last = table.last
    if last is None or last[0] != table.number or last[1] is entry:
        return table.state
    number, other, before = last
    if table.put_in.is_recorded(number, other) or not table.put_in.is_recorded(number, entry):
        return table.state
    state = table.state.draft(number)
    untold(before, state, other)
    return state


def carry_out(table: Match, entry: Entry | None, plan: State | None) -> None:
    """Put the draft that the judge worked out for the entry in the place of the state."""
    if plan is None:
        return
    if entry is not None and (plan.unsure or plan.past is not None):
        plan.unsure = False
        plan.past = (plan.past or past_of(table.state)).then(plan.number, entry, CARRIED_OUT)
    if entry is not None:
        number, last = table.number, table.last
        beside = last is not None and last[0] == number and not table.put_in.is_recorded(number, entry)
        if beside or table.put_in.stands_for_a_pass(number, entry):
            untold(table.state, plan, entry)
        table.last = (number, entry, table.state)
    table.state, table.trail, table.notes = plan, plan.trail, plan.notes
    if plan.fresh:
        plan.ledger += plan.fresh
        plan.fresh = []


Match.judges = dict.fromkeys(JUDGES, judge_entry)
Match.effects = dict.fromkeys(JUDGES, carry_out)
