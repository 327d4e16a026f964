"""Whole reports of verdicts made by hand: read them as a director would."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec import structs

from oasis_ref.core.documents import Player
from oasis_ref.games.base import Outcome
from oasis_ref.record.verdict import Claim, EntryVerdict, Verdict
from oasis_ref.report.markdown import escaped, fenced_text, markdown_report
from oasis_ref.report.page import columns
from oasis_ref.report.summary import one_line
from oasis_ref.report.terminal import colored
from oasis_ref.report.text import Level, report_page, text_report
from oasis_ref.report.totals import Tallied
from tests.report import samples

VERDICTS = {
    "clean": samples.verdict(),
    "faulty": samples.faulty(),
    "ruled": samples.ruled(),
    "undecided": samples.undecided(),
}


@pytest.mark.parametrize("level", ["normal", "verbose"])
@pytest.mark.parametrize("name", VERDICTS)
def test_text(name: str, level: Level, text_file: Any) -> None:
    assert text_report(VERDICTS[name], samples.GAME, level) == text_file


@pytest.mark.parametrize("name", ["faulty", "ruled"])
def test_markdown(name: str, markdown_file: Any) -> None:
    assert markdown_report(VERDICTS[name], samples.GAME, "verbose") == markdown_file


@pytest.mark.parametrize("name", VERDICTS)
def test_colours_change_no_letter(name: str) -> None:
    page = report_page(VERDICTS[name], samples.GAME, "verbose")
    assert re.sub("\x1b\\[[0-9;]*m", "", colored(page)) == page.text()


@pytest.mark.parametrize("name", VERDICTS)
def test_no_line_is_longer_than_80_columns(name: str) -> None:
    for line in text_report(VERDICTS[name], samples.GAME, "verbose").split("\n"):
        assert columns(line) <= 80, line


@pytest.mark.parametrize(
    ("verdict", "line"),
    [
        (samples.verdict(), "final.json: legal; A (Ann) wins, 7 to 5, as claimed"),
        (
            samples.faulty(),
            "final.json: 3 findings, 1 cause: entry 4; A (Ann) wins, 7 to 5; claim DIFFERS; pack MADE UP",
        ),
        (samples.undecided(), "final.json: legal; cannot tell who has won: the card on B4.1 was never named"),
        (
            samples.verdict(outcome=Outcome("unfinished", [], {"A": 1, "B": 0}), claim=None),
            "final.json: legal; nobody has won yet: the record ends before the game does",
        ),
        (
            samples.verdict(outcome=Outcome("finished", ["A", "B"], {"A": 6, "B": 6}), claim=None),
            "final.json: legal; A (Ann) and B (Ben) share the win: A 6, B 6",
        ),
        (
            samples.verdict(
                outcome=Outcome("finished", ["C"], {"A": 6, "B": 5, "C": 9}, {"C": 1, "A": 2, "B": 3}), claim=None
            ),
            "final.json: legal; C wins: C 9, A 6, B 5",
        ),
        (
            samples.verdict(judged="sheet", entries=[], source="s.json"),
            "s.json: no fault; A (Ann) wins, 7 to 5, as claimed",
        ),
        (samples.verdict(outcome=Outcome("finished", ["A"]), claim=None), "final.json: legal; A (Ann) wins"),
    ],
    ids=["clean", "faulty", "undecided", "unfinished", "shared", "three", "sheet", "no-points"],
)
def test_one_line(verdict: Verdict, line: str) -> None:
    assert one_line(verdict) == line


HOSTILE = "\x1b[31mAnn\u202e\n# <b>x</b> [red] *you* `rm` | 1. a"


def hostile() -> Verdict:
    made = samples.ruled()
    made.source = HOSTILE
    made.players = [Player(seat="A", name=HOSTILE), Player(seat="B", name="x" * 100_000)]
    made.entries[1].entry = structs.replace(made.entries[1].entry, comment=HOSTILE, glyph=HOSTILE, card=HOSTILE)
    made.rulings[0].reason = HOSTILE
    made.pack.name = HOSTILE
    made.tally.children[0].label = f"total {HOSTILE}"
    made.claim = Claim(False, {"points": {HOSTILE: 3}}, [f"{HOSTILE}: claimed 3, counted 4"])
    return made


def test_a_hostile_log_sends_nothing_to_the_terminal() -> None:
    page = report_page(hostile(), samples.GAME, "verbose")
    assert all(line.isprintable() for line in page.lines)
    assert all(columns(line) <= 80 for line in page.lines)
    assert "\\x1b[31mAnn\\u202e\\n" in page.text()
    assert len(page.text()) < 20_000
    assert "\x1b[31mAnn" not in colored(page)


def test_a_hostile_log_makes_no_markup() -> None:
    report = markdown_report(hostile(), samples.GAME, "verbose")
    assert "<b>" not in report
    assert "\x1b" not in report
    assert "\u202e" not in report
    assert not re.search(r"(?<!\\)\*you", report)
    assert not re.search(r"(?<!\\)\[red", report)
    assert not any(line.startswith("# <") for line in report.split("\n"))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("- a", "\\- a"),
        ("1. a", "1\\. a"),
        ("12) a", "12\\) a"),
        ("# a", "\\# a"),
        ("    code", "code"),
        ("a_b_c", "a\\_b\\_c"),
        ("a | b", "a \\| b"),
        ("&amp;", "&amp;amp;"),
        ("-2 + 1 = -1", "\\-2 + 1 = -1"),
    ],
    ids=["dash", "number", "bracket", "hash", "indent", "underscore", "bar", "entity", "sum"],
)
def test_escaped(text: str, shown: str) -> None:
    assert escaped(text) == shown


def test_a_fence_holds_any_fence() -> None:
    assert fenced_text("a ```` b") == "`````text\na ```` b\n`````\n"


def test_of_very_many_faulty_entries_only_causes_are_shown() -> None:
    made = samples.faulty()
    follows = structs.replace(samples.COLUMN_FULL, follows_from=4)
    made.entries += [EntryVerdict(number, made.entries[3].entry, "illegal", [follows]) for number in range(7, 157)]
    said = text_report(made, samples.GAME)
    assert "\nEntry 4: " in said
    assert "\nEntry 5: " in said
    assert "\nEntry 6: " not in said
    assert "\n151 more entries have findings: use -v to see all.\n" in said
    assert "\nEntry 156: " in text_report(made, samples.GAME, "verbose")
    assert "\n151 more entries have findings.\n" in markdown_report(made, samples.GAME)


def test_the_closing_line() -> None:
    counted = Tallied()
    for verdict in VERDICTS.values():
        counted.count(verdict)
    counted.unread = 1
    assert (
        counted.line("log")
        == "5 logs: 1 clean, 2 with findings, 1 undecided, 1 could not be read; in 2 the claimed result differs."
    )
    assert Tallied(judged=2000, clean=2000).line("log") == "2,000 logs: 2,000 clean."
