"""From an entry to what the rules say of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from oasis_ref.core.documents import Entry
from oasis_ref.core.findings import Finding
from oasis_ref.games.base import Judgement
from oasis_ref.games.new_life import effects_year
from oasis_ref.games.new_life.judging_entry import Judge
from oasis_ref.games.new_life.judging_play import judge_play
from oasis_ref.games.new_life.judging_rest import judge_cycle, judge_pass, judge_rest, judge_retain
from oasis_ref.games.new_life.judging_setup import judge_setup
from oasis_ref.games.new_life.judging_table import (
    judge_ai,
    judge_check,
    judge_define,
    judge_migrate,
    judge_reshuffle,
    judge_year,
)
from oasis_ref.games.new_life.moves import (
    Ai,
    Check,
    Cycle,
    Define,
    Migrate,
    Pass,
    Play,
    Reshuffle,
    Rest,
    Retain,
    Setup,
    Year,
)
from oasis_ref.games.new_life.table import YEAR_END, State

JUDGES: dict[type, Callable[[Judge, Any], None]] = {
    Setup: judge_setup,
    Play: judge_play,
    Cycle: judge_cycle,
    Rest: judge_rest,
    Retain: judge_retain,
    Pass: judge_pass,
    Migrate: judge_migrate,
    Year: judge_year,
    Reshuffle: judge_reshuffle,
    Ai: judge_ai,
    Check: judge_check,
    Define: judge_define,
}
NEED_DECKS = frozenset({Play, Cycle, Rest, Ai, Year})
"""The kinds of entry for which a recorded reshuffle may stand ready."""


def judged(draft: State, entry: Entry) -> Judgement:
    """Return what the rules say of the entry, with the draft that it has led to."""
    judge = Judge(draft)
    kind = type(entry)
    pending = draft.pending
    JUDGES[kind](judge, entry)
    draft = judge.state
    findings = judge.findings
    if judge.void:
        return Judgement(findings, None, True)
    if draft.presumed:
        judge.drop_refuted()
    if pending and kind in NEED_DECKS and not (draft.ai_due and not draft.ai_recorded):
        judge.drop_pending(draft.number)
    judgement = Judgement(findings, draft)
    if findings:
        judgement.kept = not any(finding.status == "illegal" and finding.entry == draft.number for finding in findings)
    return judgement


def judge_end(draft: State) -> list[Finding]:
    """Do what the end of the record brings by itself: the Flood, if it is due; in solo the AI's last turn of a year."""
    judge = Judge(draft)
    if draft.phase == YEAR_END and not draft.solo:
        effects_year.flood(draft)
    elif draft.solo and draft.rested:
        judge.catch_up()
    return judge.findings
