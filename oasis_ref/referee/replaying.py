"""Replaying a record entry by entry: judge, decide by policy and ruling, carry out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from oasis_ref.core.documents import Entry, Ruling
from oasis_ref.core.findings import Finding, Note, breach, remark, worst
from oasis_ref.core.rules import Catalogue
from oasis_ref.games.base import Game, Judgement, Table
from oasis_ref.record.verdict import EntryVerdict, Policy

Numbered = tuple[int, Entry]

FAULTS = ("illegal", "inconsistent")
"""The statuses of what a player or the scribe did wrong."""

RULINGS = Catalogue()


@RULINGS.rule(
    "ruling-on-entry",
    "A ruling decides on an earlier entry that is no ruling itself",
    "record",
    broken_by="ruling",
    breaks="inconsistent",
)
def ruling_on_entry(moves: list[Entry], number: int, ruling: Ruling) -> Any:
    if 1 <= ruling.on < number and not isinstance(moves[ruling.on - 1], Ruling):
        return None
    return breach("The ruling decides on entry {on}, which is no earlier entry of the game.", on=ruling.on, void=True)


@RULINGS.rule(
    "ruling-replacement",
    "A ruling that replaces an entry gives the entry that takes its place",
    "record",
    broken_by="ruling",
    breaks="inconsistent",
)
def ruling_replacement(moves: list[Entry], number: int, ruling: Ruling, game: Game) -> Any:
    if ruling.decision != "replaced":
        return None
    if ruling.replacement is None:
        return breach(
            "The ruling replaces entry {on} but does not say by what: `with` is missing.", on=ruling.on, void=True
        )
    try:
        replacement = msgspec.convert(ruling.replacement, game.entry)
    except (msgspec.ValidationError, RecursionError):
        from oasis_ref.record.explaining import why_no_entry

        why = why_no_entry(ruling.replacement, game.entry)
        return breach("The entry that replaces entry {on} cannot be read: {why}.", on=ruling.on, why=why, void=True)
    if isinstance(replacement, Ruling):
        return breach("A ruling cannot take the place of entry {on}.", on=ruling.on, void=True)
    return None


@RULINGS.rule(
    "ruling-points",
    "A penalty gives points, and points are given to seats of the game",
    "record",
    broken_by="ruling",
    breaks="inconsistent",
)
def ruling_points(ruling: Ruling, seats: Collection[str]) -> Any:
    if ruling.decision == "penalty" and not ruling.points:
        return breach("The ruling on entry {on} is a penalty but gives no points.", on=ruling.on)
    strangers = [seat for seat in ruling.points or {} if seats and seat not in seats]
    if not strangers:
        return None
    return breach(
        "The ruling gives points to {strangers}; the seats are {seats}.", strangers=strangers, seats=list(seats)
    )


class Decision(msgspec.Struct, frozen=True):
    """A ruling that holds, by the entry it decides on."""

    number: int
    ruling: Ruling
    replacement: Entry | None = None


def judge_ruling(game: Game, moves: list[Entry], number: int, ruling: Ruling) -> list[Finding]:
    """Return what is wrong with a ruling itself."""
    found = ruling_on_entry(moves, number, ruling)
    if found is not None:
        return [RULINGS.finding(ruling_on_entry, found, number)]
    found = ruling_replacement(moves, number, ruling, game)
    return [] if found is None else [RULINGS.finding(ruling_replacement, found, number)]


def rulings_in(game: Game, moves: list[Entry]) -> dict[int, Decision]:
    """Return the rulings that hold, by the entry they decide on: of several the last that is no penalty."""
    decisions: dict[int, Decision] = {}
    for number, entry in enumerate(moves, 1):
        if not isinstance(entry, Ruling) or judge_ruling(game, moves, number, entry):
            continue
        if entry.decision == "penalty" and entry.on in decisions:
            continue
        replacement = msgspec.convert(entry.replacement, game.entry) if entry.decision == "replaced" else None
        decisions[entry.on] = Decision(number, entry, replacement)
    return decisions


def replay_entries(
    table: Table,
    entries: Iterable[Numbered],
    policy: Policy,
    decisions: Mapping[int, Decision],
    dropped: list[tuple[int, Finding]] | None = None,
) -> Iterator[EntryVerdict]:
    """Judge and carry out the entries in turn, yielding what is said of each.

    Findings that charge an earlier entry come with the entry that brought them to light; those of an entry that is
    left out go, with its number, to ``dropped``.
    """
    readings, judges, effects = table.readings, table.judges, table.effects
    stops = policy == "stop"
    for number, entry in entries:
        kind = type(entry)
        if kind is Ruling:
            yield _ruled(table, number, entry, decisions)
            continue
        table.number = readings.number = number
        if decisions and number in decisions:
            said = _decided(table, number, entry, policy, decisions[number])
            yield said
            if stops and said.status in FAULTS and decisions[number].ruling.decision == "penalty":
                return
            continue
        judgement = judges[kind](table, entry) if judges else table.judge(entry)
        findings = judgement.findings
        if not findings:
            if effects:
                effects[kind](table, entry, judgement.plan)
            else:
                table.carry_out(entry, judgement)
            said = EntryVerdict(number, entry, "legal", (), table.trail)
        else:
            said = _faulty(table, number, entry, policy, judgement, dropped)
            findings = said.findings
        table.trail = []
        if table.notes:
            said.notes, table.notes = table.notes, []
        yield said
        if stops and any(finding.status in FAULTS for finding in findings):
            return


def _faulty(
    table: Table,
    number: int,
    entry: Entry,
    policy: Policy,
    judgement: Judgement,
    dropped: list[tuple[int, Finding]] | None,
) -> EntryVerdict:
    """Carry out an entry with findings, or leave it out, as the policy says."""
    findings = judgement.findings
    own = [finding for finding in findings if finding.entry == number]
    status = worst(own)
    left_out = judgement.void or (policy != "stand" and status in FAULTS and not judgement.kept)
    if not left_out:
        table.carry_out(entry, judgement)
        return EntryVerdict(number, entry, status, findings, table.trail)
    if dropped is not None:
        dropped += [(number, finding) for finding in findings if finding.entry != number]
    table.left_out(entry, judgement)
    return EntryVerdict(number, entry, status, own, table.trail, (), False)


def _ruled(table: Table, number: int, ruling: Entry, decisions: Mapping[int, Decision]) -> EntryVerdict:
    """Let the table take note of a ruling, if it holds where this record is replayed with its rulings."""
    if not isinstance(ruling, Ruling) or ruling.on >= number or ruling.on not in decisions:
        return EntryVerdict(number, ruling)
    if overruled_by(ruling, number, decisions) is None:
        table.ruled(number, ruling)
    return EntryVerdict(number, ruling)


def overruled_by(ruling: Ruling, number: int, decisions: Mapping[int, Decision]) -> int | None:
    """Return the number of the later ruling that takes the place of one; a penalty is not overruled."""
    last = decisions[ruling.on].number
    return None if ruling.decision == "penalty" or last == number else last


def _decided(table: Table, number: int, entry: Entry, policy: Policy, decision: Decision) -> EntryVerdict:
    """Judge an entry as recorded, and carry out what the director decided."""
    ruling = decision.ruling
    judgement = table.judge(entry)
    own = [finding for finding in judgement.findings if finding.entry == number]
    said = EntryVerdict(number, entry, worst(own), judgement.findings, ruling=decision.number)
    notes: list[Note] = []
    if ruling.decision == "replaced" and decision.replacement is not None:
        replaced = table.judge(decision.replacement)
        notes = [
            remark(
                "The entry that takes its place is {status}: {why}",
                status=found.status,
                why=found.message,
                rule=found.rule,
            )
            for found in replaced.findings
        ]
        said.carried_out = not replaced.void
        if said.carried_out:
            table.carry_out(decision.replacement, replaced)
    else:
        left_out = policy != "stand" and said.status in FAULTS and not judgement.kept
        said.carried_out = not (
            judgement.void or ruling.decision == "void" or (ruling.decision == "penalty" and left_out)
        )
        if said.carried_out:
            table.carry_out(entry, judgement)
        else:
            table.left_out(entry, judgement)
    said.trail, table.trail = table.trail, []
    said.notes, table.notes = [*notes, *table.notes], []
    return said
