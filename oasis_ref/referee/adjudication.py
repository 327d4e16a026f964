"""From a log to its verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from oasis_ref._version import VERSION
from oasis_ref.core.documents import Entry, Log, Pack, Ruling, Sheet
from oasis_ref.core.findings import Finding, worst
from oasis_ref.core.readings import Readings
from oasis_ref.core.tally import Node
from oasis_ref.games.base import Game, LeftOut, Outcome, Table, View
from oasis_ref.record.verdict import EntryVerdict, Policy, RulingShown, Touched, Verdict
from oasis_ref.referee.claims import compare
from oasis_ref.referee.replaying import (
    FAULTS,
    RULINGS,
    Decision,
    judge_ruling,
    overruled_by,
    replay_entries,
    ruling_points,
    rulings_in,
)
from oasis_ref.referee.settings import check_call, check_players, game_for, pack_for, pack_notes, readings_for


class Step(Struct):
    """One entry of a replay: what is said of it, the table after it, and the score as it stands, if that was wanted."""

    said: EntryVerdict
    view: View
    tally: Node | None = None


class _Run(Struct):
    """One replay of a whole record."""

    said: list[EntryVerdict]
    faulty: list[EntryVerdict]
    """Those of the entries that have findings."""
    table: Table
    loose: list[Finding]
    tally: Node
    outcome: Outcome
    lit: dict[int, int]
    """For each entry charged with an omission, the entry that first brought it to light."""
    left_out: LeftOut
    """What its table knew before it began."""
    stopped_at: int | None = None


MOST_REPLAYS = 6
"""How often a record is replayed at most until what is left out no longer changes what was known before."""


def adjudicate(
    log: Log,
    *,
    after_illegal: Policy = "stand",
    readings: Mapping[str, str] | None = None,
    pack: str | Pack | None = None,
) -> Verdict:
    """Return the verdict on a log: a pure function of its arguments.

    ``after_illegal`` says what becomes of an illegal entry: ``stand`` (carried out as far as the table allows),
    ``void`` (left out) or ``stop`` (the replay ends there). ``readings`` and ``pack`` go before those of the log.
    Raises LogError if the log names a reading or a pack that does not exist, ValueError for another ``after_illegal``,
    TypeError for anything but a log.
    """
    check_call(log, Log, after_illegal)
    game = game_for(log)
    check_players(game, log)
    chosen = readings_for(game, log, readings)
    used, shown = pack_for(game, log, pack)
    moves: list[Any] = log.moves
    ruled = Ruling in map(type, moves)
    decisions = rulings_in(game, moves) if ruled else {}
    run = _run(game, log, chosen, used, after_illegal, decisions)
    rulings = _apply_rulings(game, moves, run, decisions) if ruled else []
    without = _run(game, log, readings_for(game, log, readings), used, after_illegal, {}).outcome if rulings else None
    causes = _tell_causes(game, log, readings, used, run, after_illegal, decisions)
    verdict = Verdict(
        game=game.slug,
        engine=VERSION,
        sha256=log.sha256,
        event=log.event,
        players=log.players,
        pack=shown,
        readings=chosen.chosen,
        touched=_touched(chosen),
        after_illegal=after_illegal,
        stopped_at=run.stopped_at,
        entries=run.said,
        findings=run.loose,
        notes=pack_notes(game, log, pack),
        causes=causes,
        tally=run.tally,
        outcome=run.outcome,
        claim=compare(getattr(log, "result", None), run.outcome, run.tally, dict(game.others)),
        rulings=rulings,
        without_rulings=without,
    )
    verdict.status = _status(verdict, [finding for entry in run.faulty for finding in entry.findings] + run.loose)
    return verdict


def replay(
    log: Log,
    *,
    after_illegal: Policy = "stand",
    readings: Mapping[str, str] | None = None,
    pack: str | Pack | None = None,
    tallied: bool = False,
) -> Iterator[Step]:
    """Yield every entry of a log with what the verdict says of it and the table after it, as plain data.

    With ``tallied`` each step has the score as it stands, too, rulings so far included.

    Where the game is over, the table after the last entry is the final one: what its end brings by itself is done.
    What ``adjudicate`` raises is raised when the first step is asked for.

    >>> from oasis_ref import read_log, replay
    >>> log = read_log(b'''{"game": "desperate-oasis", "moves": [
    ...   {"do": "round", "first": "A", "oases": [2, -1, 3, 1, 2]},
    ...   {"by": "A", "do": "play", "card": "camel", "column": 2}
    ... ]}''')
    >>> for step in replay(log):
    ...     print(step.said.number, step.said.status, step.view.data["A2"])
    1 legal []
    2 legal ['camel']
    """
    verdict = adjudicate(log, after_illegal=after_illegal, readings=readings, pack=pack)
    table, decisions = _open(log, readings, pack, after_illegal)
    moves: list[Any] = log.moves
    entries = list(enumerate(moves, 1))
    given = [(one.number, moves[one.number - 1]) for one in verdict.rulings if _gives_points(one, verdict.entries)]
    for said, again in zip(verdict.entries, replay_entries(table, entries, after_illegal, decisions), strict=True):
        assert said.number == again.number
        if said is verdict.entries[-1] and verdict.outcome.state != "unfinished" and verdict.stopped_at is None:
            table.close()
        so_far = table.tally([(number, one) for number, one in given if number <= said.number]) if tallied else None
        yield Step(said, table.view(), so_far)


def table_before(
    log: Log,
    number: int,
    *,
    after_illegal: Policy = "stand",
    readings: Mapping[str, str] | None = None,
    pack: str | Pack | None = None,
) -> Table:
    """Return the table as it stands before entry ``number``."""
    table, decisions = _open(log, readings, pack, after_illegal)
    entries = list(enumerate(log.moves, 1))[: number - 1]
    for _ in replay_entries(table, entries, after_illegal, decisions):
        pass
    table.number = table.readings.number = number
    return table


def score_sheet(sheet: Sheet, *, readings: Mapping[str, str] | None = None, pack: str | Pack | None = None) -> Verdict:
    """Return the verdict on a final table without moves.

    Raises LogError if the sheet names a reading or a pack that does not exist, TypeError for anything but a sheet.

    >>> from oasis_ref import read_sheet, score_sheet
    >>> verdict = score_sheet(read_sheet(b'''{"kind": "sheet", "game": "desperate-oasis", "piles": {
    ...   "A": {"oases": [3, 2, -1], "tokens": 2},
    ...   "B": {"oases": [1], "tokens": 0}
    ... }}'''))
    >>> verdict.outcome.points, verdict.outcome.winners
    ({'A': 6, 'B': 1}, ['A'])
    """
    check_call(sheet, Sheet)
    game = game_for(sheet)
    check_players(game, sheet)
    chosen = readings_for(game, sheet, readings)
    used, shown = pack_for(game, sheet, pack)
    scored = game.score_sheet(sheet, chosen, used)
    verdict = Verdict(
        game=game.slug,
        engine=VERSION,
        judged="sheet",
        sha256=sheet.sha256,
        event=sheet.event,
        players=sheet.players,
        pack=shown,
        readings=chosen.chosen,
        touched=_touched(chosen),
        findings=scored.findings,
        notes=[*pack_notes(game, sheet, pack), *scored.notes],
        tally=scored.tally,
        outcome=scored.outcome,
        claim=compare(getattr(sheet, "result", None), scored.outcome, scored.tally, dict(game.others)),
    )
    verdict.status = _status(verdict, scored.findings)
    return verdict


def _open(
    log: Log, readings: Mapping[str, str] | None, pack: str | Pack | None, policy: Policy
) -> tuple[Table, dict[int, Decision]]:
    """Return the table before the first entry, and the rulings."""
    game = game_for(log)
    check_players(game, log)
    used, _ = pack_for(game, log, pack)
    decisions = rulings_in(game, log.moves)
    table = game.open_table(log, readings_for(game, log, readings), used)
    if table.looks_ahead:
        run = _run(game, log, readings_for(game, log, readings), used, policy, decisions)
        table = table.knowing(run.left_out)
    return table, decisions


def _run(
    game: Game, log: Log, readings: Readings, pack: Pack, policy: Policy, decisions: Mapping[int, Decision]
) -> _Run:
    moves: list[Any] = log.moves
    ruled = Ruling in map(type, moves)
    table, said, dropped, left_out = _replayed(game, log, readings, pack, policy, decisions)
    faulty = [entry for entry in said if entry.findings]
    last_is_faulty = bool(said) and any(finding.status in FAULTS for finding in said[-1].findings)
    stopped = said[-1].number if policy == "stop" and last_is_faulty else None
    late: list[Finding] = []
    lit: dict[int, int] = {}
    for entry in faulty:
        charged = [finding for finding in entry.findings if finding.entry != entry.number]
        lit |= {owing: entry.number for finding in charged if (owing := finding.entry) and owing not in lit}
        late += charged
        entry.findings = [finding for finding in entry.findings if finding.entry == entry.number]
    for entry in [entry for entry in said if type(entry.entry) is Ruling] if ruled else ():
        entry.findings = judge_ruling(game, moves, entry.number, entry.entry)
        entry.status = worst(entry.findings)
    for number, finding in _still_owed(said, dropped):
        late.append(finding)
        lit.setdefault(finding.entry or number, number)
    lit = {owing: number for owing, number in lit.items() if not said[owing - 1].findings}
    if stopped is None:
        late += table.close()
        if said:
            said[-1].trail, table.trail = [*said[-1].trail, *table.trail], []
            said[-1].notes, table.notes = [*said[-1].notes, *table.notes], []
    loose = _charge(said, late, table.settles)
    if faulty or late or ruled:
        faulty = [entry for entry in said if entry.findings]
    tally = table.tally()
    return _Run(said, faulty, table, loose, tally, table.outcome(tally), lit, left_out, stopped)


def _replayed(
    game: Game, log: Log, readings: Readings, pack: Pack, policy: Policy, decisions: Mapping[int, Decision]
) -> tuple[Table, list[EntryVerdict], list[tuple[int, Finding]], LeftOut]:
    """Replay a record, again and again while what was left out changes what must be known before it begins.

    Return the table, what is said of each entry, the findings of what was left out, and what the table knew.
    """
    table = game.open_table(log, readings, pack)
    left_out: LeftOut = {}
    for replays_left in reversed(range(MOST_REPLAYS)):
        dropped: list[tuple[int, Finding]] = []
        entries = enumerate(log.moves, 1)
        said = list(replay_entries(table, entries, policy, decisions, dropped))
        faulty = [entry for entry in said if entry.findings]
        known = table.hindsight(_left_out(said, faulty, decisions)) if faulty or decisions else left_out
        if known == left_out or not replays_left:
            break
        readings.touched.clear()
        table, left_out = game.open_table(log, readings, pack).knowing(known), known
    return table, said, dropped, left_out


def _left_out(
    said: Sequence[EntryVerdict], faulty: Sequence[EntryVerdict], decisions: Mapping[int, Decision]
) -> LeftOut:
    """Return the entries that were not carried out as recorded, each with what a ruling put in its place."""
    gone: dict[int, Entry | None] = {entry.number: None for entry in faulty if not entry.carried_out}
    for number, decision in decisions.items():
        if number <= len(said) and not said[number - 1].carried_out:
            gone[number] = None
        elif number <= len(said) and decision.replacement is not None:
            gone[number] = decision.replacement
    return gone


def _still_owed(said: Sequence[EntryVerdict], dropped: Sequence[tuple[int, Finding]]) -> list[tuple[int, Finding]]:
    """Return the omissions that only entries which were left out brought to light, and that nothing made good.

    Each comes with the number of the first such entry. Once another entry was carried out, that one has its say.
    """
    owed: dict[tuple[int | None, str], tuple[int, Finding]] = {}
    for number, finding in dropped:
        if not any(later.carried_out and type(later.entry) is not Ruling for later in said[number:]):
            owed.setdefault((finding.entry, finding.rule), (number, finding))
    return list(owed.values())


def _charge(
    said: Sequence[EntryVerdict], late: Sequence[Finding], settles: Mapping[str, Sequence[str]]
) -> list[Finding]:
    """Put findings on the earlier entries that owe them; return those that belong to no entry.

    What such a finding settles (see `Table.settles`) is no longer open, and goes.
    """
    loose = []
    for finding in late:
        if finding.entry is None or not 1 <= finding.entry <= len(said):
            loose.append(finding)
            continue
        owing = said[finding.entry - 1]
        settled = settles.get(finding.rule, ()) if finding.status != "unverifiable" else ()
        still = [other for other in owing.findings if other.status != "unverifiable" or other.rule not in settled]
        owing.findings = [*still, finding]
        owing.status = worst(owing.findings)
    return loose


def _tell_causes(
    game: Game,
    log: Log,
    readings: Mapping[str, str] | None,
    pack: Pack,
    run: _Run,
    policy: Policy,
    decisions: Mapping[int, Decision],
) -> list[int]:
    """Mark the findings that follow from another entry; return the numbers of the entries that are causes."""
    if not run.faulty:
        return []
    from oasis_ref.referee.causes import CauseFinder, faulty_entries

    faulty = faulty_entries(run.faulty, run.lit)
    if len(faulty) > 1 or (faulty and decisions):
        # Most mends carry out what was left out: only what rulings took back stays so.
        taken_back = {number: entry for number, entry in run.left_out.items() if number in decisions}
        start = game.open_table(log, readings_for(game, log, readings), pack).knowing(taken_back)
        finder = CauseFinder(start, [(entry.number, entry.entry) for entry in run.said], policy, decisions)
        follows = finder.follows(faulty)
        for one in faulty:
            for finding in run.said[one.entry - 1].findings:
                finding.follows_from = follows.get((one.entry, finding.rule))
    causes = {entry.number for entry in run.faulty if entry.cause}
    ruled = {number for entry in run.faulty for finding in entry.findings if (number := finding.follows_from)}
    return sorted(causes | {number for number in ruled if not run.said[number - 1].findings})


def _touched(readings: Readings) -> list[Touched]:
    touched = []
    for slug, entries in sorted(readings.touched.items()):
        reading, option = readings.known[slug], readings.chosen[slug]
        touched.append(
            Touched(
                slug,
                reading.question,
                option,
                reading.options[option],
                option == reading.default,
                [n for n in entries if n],
            )
        )
    return touched


def _holding(game: Game, moves: list[Any]) -> list[tuple[int, Ruling]]:
    """Return the rulings that are not faulty themselves, with their numbers."""
    return [
        (number, entry)
        for number, entry in enumerate(moves, 1)
        if isinstance(entry, Ruling) and not judge_ruling(game, moves, number, entry)
    ]


def _gives_points(shown: RulingShown, said: Sequence[EntryVerdict]) -> bool:
    """Return whether a ruling gives points, of those that were reached: not if another one took its place."""
    if not shown.points or shown.superseded_by is not None or shown.number > len(said):
        return False
    return not said[shown.number - 1].findings


def _apply_rulings(game: Game, moves: list[Any], run: _Run, decisions: Mapping[int, Decision]) -> list[RulingShown]:
    """Give the points that rulings give; return the rulings that hold, as they are shown."""
    shown = []
    for number, ruling in _holding(game, moves):
        superseded = overruled_by(ruling, number, decisions)
        shown.append(
            RulingShown(number, ruling.on, ruling.decision, ruling.by, ruling.reason, ruling.points or {}, superseded)
        )
    _give_points(run, moves, shown)
    return shown


def _give_points(run: _Run, moves: list[Any], shown: Sequence[RulingShown]) -> None:
    """Let the game put the points that rulings give into its tally; judge to whom they are given."""
    for one in shown:
        found = ruling_points(moves[one.number - 1], run.outcome.points) if one.number <= len(run.said) else None
        if found is not None:
            said = run.said[one.number - 1]
            said.findings = [*said.findings, RULINGS.finding(ruling_points, found, one.number)]
            said.status = worst(said.findings)
            run.faulty = [entry for entry in run.said if entry.findings]
    given = [(one.number, moves[one.number - 1]) for one in shown if _gives_points(one, run.said)]
    if given:
        run.tally = run.table.tally(given)
        run.outcome = run.table.outcome(run.tally)


def _status(verdict: Verdict, findings: Sequence[Finding]) -> Any:
    statuses = {finding.status for finding in findings}
    if not statuses.isdisjoint(FAULTS):
        return "findings"
    if verdict.outcome.state == "undecided":
        return "undecided"
    return "findings" if statuses else "clean"
