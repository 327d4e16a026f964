"""The report in markdown, for a forum or a result sheet. Text from a log is escaped: it cannot become markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from oasis_ref.core.documents import Ruling
from oasis_ref.core.findings import Finding, worst_first
from oasis_ref.core.tally import Node
from oasis_ref.core.text import counted
from oasis_ref.games.base import Game
from oasis_ref.record.verdict import EntryVerdict, Verdict
from oasis_ref.report import wording
from oasis_ref.report.clean import clean, clipped
from oasis_ref.report.page import Span
from oasis_ref.report.score import explain
from oasis_ref.report.summary import one_line
from oasis_ref.report.text import Level, faulty, gathered, how_chosen, instead, noted, replacement
from oasis_ref.report.wording import Names, names_of

_MARKUP = re.compile(r"[\\`*_{}\[\]#|~$^]")
_OPENS_BLOCK = re.compile(r"^(\d{1,9})([.)])|^([-+=:])")
_ENTITIES = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;"}


def escaped(text: str) -> str:
    """Return the text so that markdown shows it as it is.

    >>> escaped("*Ann* <b>")
    '\\\\*Ann\\\\* &lt;b&gt;'
    """
    shown = _MARKUP.sub(lambda found: "\\" + found.group(), clean(text).translate(_ENTITIES)).strip(" ")
    return _OPENS_BLOCK.sub(lambda found: f"{found[1]}\\{found[2]}" if found[1] else f"\\{found[3]}", shown)


def fenced(drawing: Iterable[Sequence[Span]]) -> str:
    """Return a drawing as a fenced block."""
    return fenced_text("\n".join(clean("".join(text for text, _ in spans)).rstrip(" ") for spans in drawing))


def fenced_text(text: str) -> str:
    """Return text of several lines as a fenced block, whatever fences it holds itself."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text}\n{fence}\n"


def markdown_report(verdict: Verdict, game: Game, level: Level = "normal") -> str:
    """Return the report in markdown."""
    if level == "quiet":
        return f"- {escaped(one_line(verdict))}\n"
    names = names_of(verdict)
    lines: list[str] = []
    _head(lines, verdict, game, names)
    _findings(lines, verdict, game, level)
    _score(lines, verdict, names)
    _readings(lines, verdict)
    _notes(lines, verdict)
    if level == "verbose" and verdict.entries:
        lines += ["", "## Entry by entry", ""]
        for said in verdict.entries:
            lines += entry_lines(said, game)
    judged = f"{verdict.judged.capitalize()} `{verdict.sha256}`, verdict `{verdict.digest}` (SHA-256)."
    lines += ["", f"Judged by oasis-ref {verdict.engine}. {judged}"]
    return "\n".join(lines) + "\n"


def _field(lines: list[str], label: str, text: str, deeper: bool = False) -> None:
    lines.append(f"  - {escaped(text)}" if deeper else f"- **{label}:** {escaped(text)}")


def _head(lines: list[str], verdict: Verdict, game: Game, names: Names) -> None:
    lines += [f"# {escaped(f'{game.title}: {verdict.source or verdict.judged}')}", ""]
    lines += [f"**{escaped(wording.headline(verdict))}**", ""]
    outcome, claim = verdict.outcome, verdict.claim
    _field(lines, "Result", wording.sentence_of(wording.result(outcome, names, verdict.tally)))
    if verdict.stopped_at is not None:
        _field(
            lines, "", f"The replay stopped at entry {verdict.stopped_at}; what comes after it was not judged.", True
        )
    if outcome.state != "finished" and outcome.points:
        _field(lines, "", wording.not_final(verdict), True)
    if len(outcome.places) > 2:
        _field(lines, "", f"Places: {wording.places(outcome)}.", True)
    if outcome.decided_by:
        _field(lines, "", wording.sentence_of(outcome.decided_by), True)
    if claim is not None:
        _field(lines, "Claimed result", f"{wording.claimed(claim, names)}: {wording.agreement(claim)}")
        for difference in claim.differences:
            _field(lines, "", wording.sentence_of(clipped(difference)), True)
    for ruling in verdict.rulings:
        reason = f" Reason: {clipped(ruling.reason)}" if ruling.reason else ""
        _field(
            lines, "Ruling", f"{wording.ruled(ruling)}{instead(verdict, ruling, game)} (entry {ruling.number}).{reason}"
        )
    if verdict.without_rulings is not None:
        _field(lines, "Without rulings", wording.sentence_of(wording.result(verdict.without_rulings, names)))
    occasion = wording.occasion(verdict)
    if occasion:
        _field(lines, "Event", occasion)
    if names.by_seat:
        _field(lines, "Players", ", ".join(names.by_seat.values()))
    _field(lines, "Pack", wording.pack_used(verdict.pack))
    if verdict.judged == "log" and (verdict.status == "findings" or verdict.after_illegal != "stand"):
        _field(lines, "Policy", wording.POLICIES[verdict.after_illegal])
    idle = wording.idle_choices(verdict, game)
    if idle:
        _field(lines, "Readings", idle)


def _findings(lines: list[str], verdict: Verdict, game: Game, level: Level) -> None:
    counts = wording.statuses(verdict)
    if not counts:
        return
    lines += ["", "## Findings", ""]
    lines += [f"- {count} {status}: {wording.STATUS_MEANS[status]}" for status, count in counts]
    shown, left = faulty(verdict, level)
    for said in shown:
        lines += ["", f"### Entry {said.number}: {_described(said, game)}", ""]
        if said.entry.comment:
            lines.append(f"- Comment: {escaped(clipped(said.entry.comment))}")
        for finding in worst_first(said.findings):
            lines += _finding(finding)
        if said.ruling is not None:
            lines.append(f"- The ruling in entry {said.ruling} decides on this entry.")
        if not said.carried_out:
            lines.append("- The entry was not carried out.")
    if left:
        lines += ["", f"{counted(left, 'more entry has', 'more entries have')} findings."]
    if verdict.findings:
        lines += ["", f"### {'The sheet' if verdict.judged == 'sheet' else 'The record as a whole'}", ""]
        for finding in worst_first(verdict.findings):
            lines += _finding(finding)


def _finding(finding: Finding) -> list[str]:
    lines = [f"- **{finding.status}** `{finding.rule}`: {escaped(clipped(finding.message))}"]
    if finding.allowed:
        lines.append(f"  - Legal would have been: {escaped(wording.ended(clipped(finding.allowed)))}.")
    lines.append(f"  - Rule: {escaped(wording.ended(finding.title))} ({escaped(wording.section(finding.section))}).")
    if finding.follows_from is not None:
        lines.append(f"  - This follows from entry {finding.follows_from}.")
    return lines


def _described(said: EntryVerdict, game: Game) -> str:
    glyph = f" {clipped(said.entry.glyph, 20)}" if said.entry.glyph else ""
    return escaped(clipped(game.describe(said.entry), 400) + glyph)


def _score(lines: list[str], verdict: Verdict, names: Names) -> None:
    lines += ["", "## Score", "", *tally_lines(verdict.tally, names)]


def tally_lines(tally: Node, names: Names) -> list[str]:
    """Return the lines of a list that say a score with all that it is made of."""
    return [
        f"{'  ' * depth}- {escaped(text)}{f' *{escaped(cited[1:-1])}*' if cited else ''}"
        for depth, text, cited in explain(tally, names)
    ]


def _readings(lines: list[str], verdict: Verdict) -> None:
    if not verdict.touched:
        return
    lines += ["", "## Disputed rules that this game touched", ""]
    for touched in verdict.touched:
        lines.append(f"- `{touched.slug}` = `{touched.option}`, {how_chosen(touched)}")
        lines.append(f"  - {escaped(f'{touched.question} {wording.sentence_of(touched.meaning)}')}")


def _notes(lines: list[str], verdict: Verdict) -> None:
    assumed = gathered(verdict, "assumption")
    if assumed:
        lines += ["", "## Assumptions", "", *(f"- {escaped(text)}" for text in assumed)]
    remarks = [note for note in verdict.notes if note.kind == "remark"]
    if remarks:
        lines += ["", "## Remarks", "", *(f"- {escaped(noted(note))}" for note in remarks)]


def entry_lines(said: EntryVerdict, game: Game) -> list[str]:
    """Return the lines of a list that say everything of one entry."""
    lines = [f"- **{said.number}** {said.status}: {_described(said, game)}"]
    entry = said.entry
    if entry.comment:
        lines.append(f"  - Comment: {escaped(clipped(entry.comment))}")
    for finding in worst_first(said.findings):
        follows = f" (follows from entry {finding.follows_from})" if finding.follows_from is not None else ""
        lines.append(f"  - **{finding.status}** `{finding.rule}`: {escaped(clipped(finding.message))}{follows}")
    if type(entry) is Ruling and entry.decision == "replaced" and not said.findings:
        lines.append(f"  - Played instead: {escaped(replacement(entry, game))}")
    if said.ruling is not None:
        lines.append(f"  - The ruling in entry {said.ruling} decides on this entry.")
    if not said.carried_out:
        lines.append("  - Not carried out.")
    lines += [f"  - {escaped(wording.ended(clipped(one.message)))} `{one.rule}`" for one in said.trail]
    lines += [
        f"  - {'Assumed' if note.kind == 'assumption' else 'Remark'}: {escaped(noted(note))}" for note in said.notes
    ]
    return lines
