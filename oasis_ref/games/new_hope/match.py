"""A game of OASIS New Hope as the referee drives it: judging and carrying out one entry after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from oasis_ref.core.documents import Entry, Ruling
from oasis_ref.core.findings import Finding
from oasis_ref.core.readings import Readings
from oasis_ref.core.tally import Node
from oasis_ref.games.base import Judgement, Outcome, Table, View
from oasis_ref.games.new_hope import judging_actions, judging_others
from oasis_ref.games.new_hope.as_hidden import with_less_said
from oasis_ref.games.new_hope.candidates import candidates_of
from oasis_ref.games.new_hope.effects import end_turn
from oasis_ref.games.new_hope.effects_others import EFFECTS, shuffle_at_once
from oasis_ref.games.new_hope.judging import leaving, possible
from oasis_ref.games.new_hope.judging_others import judge_end_turn, judge_mission, judge_skip
from oasis_ref.games.new_hope.judging_setup import judge_draft, judge_reshuffle, judge_setup, judge_water
from oasis_ref.games.new_hope.moves import (
    Draft,
    Eliminate,
    EndTurn,
    Equip,
    Explore,
    GameLog,
    Mission,
    Pack,
    Pillage,
    Recruit,
    Recycle,
    Reshuffle,
    Setup,
    Skip,
    SlowDown,
    Swindle,
    Travel,
    Water,
)
from oasis_ref.games.new_hope.scoring import Ending, distance, from_12_to_1, outcome_of, tally_of
from oasis_ref.games.new_hope.table import MAIN, Plan, State, Turn
from oasis_ref.games.new_hope.view import view_of

JUDGES: dict[type, Callable[[Any, Any], Judgement]] = {
    Setup: judge_setup,
    Draft: judge_draft,
    Explore: judging_actions.explore,
    Recycle: judging_actions.recycle,
    Equip: judging_actions.equip,
    Travel: judging_actions.travel,
    Recruit: judging_actions.recruit,
    Pillage: judging_others.pillage,
    Eliminate: judging_others.eliminate,
    Swindle: judging_others.swindle,
    SlowDown: judging_others.slow_down,
    Skip: judge_skip,
    Mission: judge_mission,
    EndTurn: judge_end_turn,
    Reshuffle: judge_reshuffle,
    Water: judge_water,
}


class Match(State, Table):
    """A game of OASIS New Hope while its record is replayed."""

    judges = JUDGES
    readings: Readings
    pack: Pack

    def carry_out(self, entry: Entry, judgement: Judgement) -> None:
        """Do what the entry says, with what it brings along."""
        plan: Any = judgement
        if plan.aside or self.shuffle_open or len(self.worlds) > 1:
            self._make_ready(entry, plan)
        EFFECTS[type(entry)](self, entry, plan)
        if not self.companion_size and self.phase == "play":
            shuffle_at_once(self)
        self.last_done = self.number
        if self.unsaid:
            self.unsaid = []

    def left_out(self, entry: Entry, judgement: Judgement) -> None:
        """Take note of what is said of the entry: the end of its turn need not tell it again.

        A turn that it ended has ended all the same, and what was left out of that is told with the next entry.
        """
        plan: Any = judgement
        own = [finding for finding in judgement.findings if finding.entry == self.number]
        self.refused |= {(self.number, finding.rule) for finding in own}
        if plan.implied:
            self.notes += [note for note in plan.notes or () if note.facts.get("slug") == "implied-end-turn"]
            end_turn(self)
            ruled = any(type(move) is Ruling and move.on == self.number for move in self.moves)
            self.unsaid = [] if ruled else [finding for finding in judgement.findings if finding not in own]

    def _make_ready(self, entry: Entry, plan: Plan) -> None:
        """Do what comes before the entry's own effect: a turn that ended or was usurped, notes, worlds ruled out."""
        if self.shuffle_open and type(entry) is not Reshuffle:
            self.shuffle_open = False
            self.refilled = 0
        if plan.implied:
            end_turn(self)
        elif plan.turn is not self.turn:
            self.turn = plan.turn
        if plan.notes is not None:
            self.notes += plan.notes
        if len(self.worlds) > 1:
            self.follow(plan.keep, plan.cut)

    def close(self) -> list[Finding]:
        """End the very last turn if nothing but its end is missing; return what was left out of it."""
        turn = self.turn
        if self.phase != "play" or self.last_turns != 1 or (turn.main_due and possible(self, turn, MAIN) is not False):
            return []
        plan = Plan(turn=turn)
        self.number += 1
        findings = leaving(self, turn, plan)
        end_turn(self)
        return findings

    def tally(self, given: Sequence[tuple[int, Ruling]] = ()) -> Node:
        """Return the last numbers, the places and who has won. Points of a ruling mean nothing in this game."""
        ending = self._ending()
        standing = self.standing()
        nodes = []
        for place, seat in enumerate(self.seats):
            entries = list(dict.fromkeys(self.laid_at[place]))
            nodes.append(distance(seat, self.rows[place], self.last_number(place), entries, standing[seat]))
        return tally_of(nodes, ending)

    def outcome(self, tally: Node) -> Outcome:
        """Return who has won."""
        return outcome_of(tally, self._ending())

    def _ending(self) -> Ending:
        finished = self.phase == "over"
        only = finished and self.readings("ranking") == "winner-only"
        if self.arrival is not None:
            arrival = self.arrival
            whole = from_12_to_1(self.rows[arrival.seat], self.places[arrival.seat])
            return Ending(True, self.seats[arrival.seat], arrival.card, arrival.number, winner_only=only, whole=whole)
        shared = finished and bool(self.tied()) and self.readings("tie-break") == "shared"
        return Ending(finished, water=self.water, shared=shared, winner_only=only)

    def view(self) -> View:
        """Return the table as lines to draw and as plain data."""
        return view_of(self)

    def candidates(self) -> Iterator[Entry]:
        """Yield the entries worth asking about now."""
        return candidates_of(self)

    def repairs(self, entry: Entry) -> Iterator[Entry]:
        """Yield what a set-up that cannot be carried out may have been meant as: with less said of the table."""
        return with_less_said(entry) if isinstance(entry, Setup) else iter(())

    def copy(self) -> Match:
        """Return an independent copy, sharing what never changes."""
        twin = Match.__new__(Match)
        self.twin(twin)
        return twin


def open_table(log: GameLog, readings: Readings, pack: Pack) -> Match:
    """Return an empty table for a log."""
    return Match(pack, [player.seat for player in log.players], readings, log.moves)


__all__ = ["JUDGES", "Match", "Turn", "open_table"]
