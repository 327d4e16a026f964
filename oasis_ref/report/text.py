"""The text of record: 80 columns, no colour, what a director needs first comes first."""

from __future__ import annotations

from typing import Literal

import msgspec

from oasis_ref.core.documents import Ruling
from oasis_ref.core.findings import Finding, Happening, Note, worst_first
from oasis_ref.core.tally import Node
from oasis_ref.core.text import counted
from oasis_ref.games.base import Game
from oasis_ref.record.verdict import EntryVerdict, PackUsed, RulingShown, Touched, Verdict
from oasis_ref.report import summary, wording
from oasis_ref.report.clean import clipped
from oasis_ref.report.page import WIDTH, Page
from oasis_ref.report.score import explain
from oasis_ref.report.wording import Names, entries, names_of

Level = Literal["quiet", "normal", "verbose"]

LABEL = 11
"""Columns of the labels at the head of a report."""

MOST_SHOWN = 100
"""So many entries with findings are shown at most; ``verbose`` shows all."""

STYLES = {"legal": "good", "illegal": "bad", "inconsistent": "bad", "unverifiable": "unknown"}


def text_report(verdict: Verdict, game: Game, level: Level = "normal") -> str:
    """Return the report as plain text."""
    return report_page(verdict, game, level).text()


def report_page(verdict: Verdict, game: Game, level: Level = "normal") -> Page:
    """Return the report as a page: ``quiet`` one line, ``verbose`` with every entry and what happened at it."""
    page = Page()
    if level == "quiet":
        page.whole(summary.one_line(verdict), _style_of(verdict))
        return page
    names = names_of(verdict)
    _head(page, verdict, game, names)
    _findings(page, verdict, game, level)
    _score(page, verdict, names)
    _readings(page, verdict)
    _assumptions(page, verdict, level)
    if level == "verbose" and verdict.entries:
        page.heading("Entry by entry")
        for said in verdict.entries:
            add_entry(page, said, game)
    _foot(page, verdict)
    return page


def summary_page(verdict: Verdict) -> Page:
    """Return a verdict as one of many: its name and what is said of it, wrapped."""
    page = Page()
    page.named(verdict.source or verdict.judged, summary.said(verdict), _style_of(verdict))
    return page


def add_pack(page: Page, pack: PackUsed) -> None:
    """Add the line that names the pack, and says so if it is made up."""
    _labelled(page, "Pack", wording.pack_used(pack), "unknown" if pack.made_up else "")


def _labelled(page: Page, label: str, text: str, style: str = "") -> None:
    page.add(f"{label:<{LABEL}}{text}", style, LABEL)


def _head(page: Page, verdict: Verdict, game: Game, names: Names) -> None:
    page.whole(clipped(verdict.source or f"A {verdict.judged}", 400), "heading")
    page.add()
    _labelled(page, "Game", game.title)
    occasion = wording.occasion(verdict)
    if occasion:
        _labelled(page, "Event", occasion)
    if names.by_seat:
        _labelled(page, "Players", ", ".join(names.by_seat.values()))
    _labelled(page, "Verdict", wording.headline(verdict), _style_of(verdict))
    if verdict.stopped_at is not None:
        _labelled(page, "", f"The replay stopped at entry {verdict.stopped_at}; what comes after it was not judged.")
    _result(page, verdict, names, game)
    add_pack(page, verdict.pack)
    if verdict.judged == "log" and (verdict.status == "findings" or verdict.after_illegal != "stand"):
        _labelled(page, "Policy", wording.POLICIES[verdict.after_illegal])
    idle = wording.idle_choices(verdict, game)
    if idle:
        _labelled(page, "Readings", idle)


def _result(page: Page, verdict: Verdict, names: Names, game: Game) -> None:
    outcome, claim = verdict.outcome, verdict.claim
    _labelled(
        page,
        "Result",
        wording.sentence_of(wording.result(outcome, names, verdict.tally)),
        "" if outcome.state == "finished" else "unknown",
    )
    if outcome.state != "finished" and outcome.points:
        _labelled(page, "", wording.not_final(verdict))
    if len(outcome.places) > 2:
        _labelled(page, "", f"Places: {wording.places(outcome)}.")
    if outcome.decided_by:
        cited = f" [{outcome.rule}]" if outcome.rule else ""
        _labelled(page, "", f"{wording.sentence_of(outcome.decided_by)}{cited}")
    if claim is not None:
        style = {True: "good", False: "bad", None: "unknown"}[claim.agrees]
        _labelled(page, "Claimed", f"{wording.claimed(claim, names)}: {wording.agreement(claim)}", style)
        for difference in claim.differences:
            _labelled(page, "", wording.sentence_of(clipped(difference)), style)
    for place, ruling in enumerate(verdict.rulings):
        reason = f" Reason: {clipped(ruling.reason)}" if ruling.reason else ""
        said = f"{wording.ruled(ruling)}{instead(verdict, ruling, game)} (entry {ruling.number}).{reason}"
        _labelled(page, "" if place else "Rulings", said, "accent")
    if verdict.without_rulings is not None:
        _labelled(
            page,
            "",
            f"Without rulings: {wording.sentence_of(wording.result(verdict.without_rulings, names))}",
            "accent",
        )


def faulty(verdict: Verdict, level: Level) -> tuple[list[EntryVerdict], int]:
    """Return the entries with findings to be shown, and how many are left out: of very many only the causes stay."""
    found = [said for said in verdict.entries if said.findings]
    if level == "verbose" or len(found) <= MOST_SHOWN:
        return found, 0
    shown = [said for said in found if said.cause][:MOST_SHOWN]
    return shown, len(found) - len(shown)


def _findings(page: Page, verdict: Verdict, game: Game, level: Level) -> None:
    counts = wording.statuses(verdict)
    if not counts:
        return
    page.heading("Findings")
    for status, count in counts:
        page.add(f"  {count} {status}: {wording.STATUS_MEANS[status]}", STYLES[status], 4)
    shown, left = faulty(verdict, level)
    for said in shown:
        page.add()
        _entry_line(page, said, game)
        _say_findings(page, said)
    if left:
        page.add()
        page.add(f"{counted(left, 'more entry has', 'more entries have')} findings: use -v to see all.", "heading")
    if verdict.findings:
        page.add()
        page.add("The sheet" if verdict.judged == "sheet" else "The record as a whole", "heading")
        for finding in worst_first(verdict.findings):
            _say_finding(page, finding)


def _entry_line(page: Page, said: EntryVerdict, game: Game) -> None:
    entry = said.entry
    glyph = f" {clipped(entry.glyph, 20)}" if entry.glyph else ""
    page.add(f"Entry {said.number}: {clipped(game.describe(entry), 400)}{glyph}", "heading", 4)
    if entry.comment:
        page.add(f'  Comment: "{clipped(entry.comment)}"', "muted", 4)


def _say_findings(page: Page, said: EntryVerdict) -> None:
    for finding in worst_first(said.findings):
        _say_finding(page, finding)
    if said.ruling is not None:
        page.add(f"  The ruling in entry {said.ruling} decides on this entry.", "accent", 4)
    if not said.carried_out:
        page.add("  The entry was not carried out.", "muted")


def _say_finding(page: Page, finding: Finding) -> None:
    page.add(f"  {finding.status} {finding.rule}", STYLES[finding.status])
    page.add(f"    {clipped(finding.message)}", "", 4)
    if finding.allowed:
        page.add(f"    Legal would have been: {wording.ended(clipped(finding.allowed))}.", "good", 6)
    page.add(f"    Rule: {wording.ended(finding.title)} ({wording.section(finding.section)}).", "muted", 6)
    if finding.follows_from is not None:
        page.add(f"    This follows from entry {finding.follows_from}.", "accent")


def _score(page: Page, verdict: Verdict, names: Names) -> None:
    page.heading("Score")
    add_tally(page, verdict.tally, names)


def add_tally(page: Page, tally: Node, names: Names) -> None:
    """Add a score with all that it is made of."""
    for depth, text, cited in explain(tally, names):
        indent = 2 + 2 * depth
        room = WIDTH - indent - len(text)
        if cited and 0 <= room <= len(cited):
            page.add(" " * indent + text)
            page.add(" " * (indent + 4) + cited, "muted", indent + 4)
        else:
            page.add(f"{' ' * indent}{text} {cited}" if cited else " " * indent + text, "", indent + 4)


def _readings(page: Page, verdict: Verdict) -> None:
    if not verdict.touched:
        return
    page.heading("Disputed rules that this game touched")
    for touched in verdict.touched:
        page.add(f"  {touched.slug} = {touched.option}, {how_chosen(touched)}", "accent", 4)
        page.add(f"    {touched.question} {wording.sentence_of(touched.meaning)}", "", 4)


def how_chosen(touched: Touched) -> str:
    """Return whether a reading is the default or was chosen, and where it mattered."""
    where = f" ({entries(touched.entries)})" if touched.entries else ""
    return f"{'the default' if touched.default else 'chosen for this game, not the default'}{where}"


def _assumptions(page: Page, verdict: Verdict, level: Level) -> None:
    assumed = gathered(verdict, "assumption")
    remarks = [note for note in verdict.notes if note.kind == "remark"]
    if assumed:
        page.heading("Assumptions")
        for text in assumed:
            page.add(f"  {text}", "unknown", 4)
    if remarks:
        page.heading("Remarks")
        for note in remarks:
            page.add(f"  {noted(note)}", "", 4)
    if level == "normal":
        hidden = sum(note.kind == "remark" for said in verdict.entries for note in said.notes)
        if hidden:
            page.add()
            page.add(f"{counted(hidden, 'remark')} on single entries: use -v to see them.", "muted")


def gathered(verdict: Verdict, kind: str) -> list[str]:
    """Return the notes of that kind, those that say the same at several entries as one line."""
    alike: dict[tuple[str, str | None], list[tuple[int, Note]]] = {}
    for said in verdict.entries:
        for note in said.notes:
            if note.kind == kind:
                alike.setdefault((note.says, note.rule), []).append((said.number, note))
    lines = [noted(note) for note in verdict.notes if note.kind == kind]
    for found in alike.values():
        number, note = found[0]
        lines.append(f"Entry {number}: {noted(note)}{_likewise(found)}")
    return lines


def _likewise(found: list[tuple[int, Note]]) -> str:
    """Return at which other entries the same was noted, in the same words or with other facts."""
    if len(found) == 1:
        return ""
    where = entries([number for number, _ in found[1:]])
    same = all(note.facts == found[0][1].facts for _, note in found)
    return f" So too at {where}." if same else f" In the same way at {where}."


def noted(note: Note) -> str:
    """Return a note as a sentence, with the rule it rests on."""
    return f"{wording.sentence_of(clipped(note.message))}{f' [{note.rule}]' if note.rule else ''}"


def add_entry_line(page: Page, said: EntryVerdict, game: Game) -> None:
    """Add the one line of an entry: its number, its status, and what was played."""
    glyph = f" {clipped(said.entry.glyph, 20)}" if said.entry.glyph else ""
    text = f"{clipped(game.describe(said.entry), 400)}{glyph}"
    page.add(f"{said.number:>4}  {said.status:<12}  {text}", STYLES[said.status], 20)


def add_entry(page: Page, said: EntryVerdict, game: Game) -> None:
    """Add one entry with its status, what was found, what happened, and what was assumed."""
    add_entry_line(page, said, game)
    entry = said.entry
    if entry.comment:
        page.add(f'      Comment: "{clipped(entry.comment)}"', "muted", 8)
    for finding in worst_first(said.findings):
        follows = f" (follows from entry {finding.follows_from})" if finding.follows_from is not None else ""
        page.add(
            f"      {finding.status}: {clipped(finding.message)} [{finding.rule}]{follows}", STYLES[finding.status], 8
        )
    if type(entry) is Ruling and entry.decision == "replaced" and not said.findings:
        page.add(f"      Played instead: {replacement(entry, game)}", "accent", 8)
    if said.ruling is not None:
        page.add(f"      The ruling in entry {said.ruling} decides on this entry.", "accent")
    if not said.carried_out:
        page.add("      Not carried out.", "muted")
    for happening in said.trail:
        page.add(f"      - {_happened(happening)}", "", 8)
    for note in said.notes:
        page.add(f"      {'Assumed' if note.kind == 'assumption' else 'Remark'}: {noted(note)}", "unknown", 8)


def instead(verdict: Verdict, ruling: RulingShown, game: Game) -> str:
    """Return what a ruling puts in the place of the entry that it decides on, `` by: B plays camel on B2``."""
    if ruling.decision != "replaced" or ruling.number > len(verdict.entries):
        return ""
    entry = verdict.entries[ruling.number - 1].entry
    return f" by: {replacement(entry, game)}" if isinstance(entry, Ruling) and entry.replacement is not None else ""


def replacement(ruling: Ruling, game: Game) -> str:
    """Return the entry that a ruling puts in the place of another, in words."""
    try:
        return clipped(game.describe(msgspec.convert(ruling.replacement, game.entry)), 400)
    except (msgspec.ValidationError, RecursionError):
        return "an entry that cannot be read"


def _happened(happening: Happening) -> str:
    return f"{wording.ended(clipped(happening.message))} [{happening.rule}]"


def _foot(page: Page, verdict: Verdict) -> None:
    page.add()
    page.add(f"Judged by oasis-ref {verdict.engine}. Fingerprints (SHA-256):", "muted")
    page.add(f"  {verdict.judged:<8}{verdict.sha256}", "muted")
    page.add(f"  {'pack':<8}{verdict.pack.sha256}", "muted")
    page.add(f"  {'verdict':<8}{verdict.digest}", "muted")


def _style_of(verdict: Verdict) -> str:
    return {"clean": "good", "findings": "bad", "undecided": "unknown"}[verdict.status]
