"""The table as the referee knows it: it judges, carries out, scores and draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from oasis_ref.core.documents import Entry, Ruling
from oasis_ref.core.findings import Finding
from oasis_ref.core.readings import Readings
from oasis_ref.core.tally import Node
from oasis_ref.games.base import Judgement, Outcome, Table, View
from oasis_ref.games.new_life.candidates import candidates_of, meant_as
from oasis_ref.games.new_life.judging import judge_end, judge_entry
from oasis_ref.games.new_life.moves import GameLog, Pack
from oasis_ref.games.new_life.scoring import outcome_of, tally_of
from oasis_ref.games.new_life.state import TURNS, State
from oasis_ref.games.new_life.view import view_of


class NewLifeTable(State, Table):
    """One game while its record is replayed."""

    def __init__(self, log: GameLog, readings: Readings, pack: Pack) -> None:
        super().__init__(log, readings, pack)
        self.pack = pack

    def copy(self) -> NewLifeTable:
        """Return an independent copy."""
        twin = self.draft()
        twin.ledger = self.ledger[:]
        twin.readings = Readings(self.readings.known, self.readings.chosen)
        twin.readings.touched = {slug: entries[:] for slug, entries in self.readings.touched.items()}
        twin.trail, twin.notes = self.trail[:], self.notes[:]
        return twin

    def judge(self, entry: Entry) -> Judgement:
        """Return what the rules say of the entry, with the draft that carrying it out takes over."""
        return judge_entry(self, entry)

    def carry_out(self, entry: Entry, judgement: Judgement) -> None:
        """Take over what the judge worked out for the entry."""
        if judgement.plan is not None:
            self.take_over(judgement.plan)

    def left_out(self, entry: Entry, judgement: Judgement) -> None:
        """Remember that the seat on turn made an entry that does not count: the next seat may go on."""
        by = self.index.get(getattr(entry, "by", ""))
        if by is not None and self.phase == TURNS and by == self.turn and not self.ai_due:
            self.lapsed = by

    def close(self) -> list[Finding]:
        """Let the Flood run that is still due at the end of the record."""
        return judge_end(self)

    def tally(self, given: Sequence[tuple[int, Ruling]] = ()) -> Node:
        """Return the score as it stands."""
        return tally_of(self, given)

    def outcome(self, tally: Node) -> Outcome:
        """Return who has won, as far as the record goes."""
        return outcome_of(self, tally)

    def view(self) -> View:
        """Return the table as plain data."""
        return view_of(self)

    def repairs(self, entry: Entry) -> Iterator[Entry]:
        """Yield what a faulty entry may have been meant as."""
        return meant_as(self, entry)

    def candidates(self) -> Iterator[Entry]:
        """Yield everything that is legal now, and entries worth asking about."""
        return candidates_of(self)


def open_table(log: Any, readings: Readings, pack: Any) -> NewLifeTable:
    """Return the table of a log before its first entry."""
    return NewLifeTable(log, readings, pack)
