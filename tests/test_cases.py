"""Every case of the casebooks, each try under its letter."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from oasis_ref.core.findings import Finding, headline
from oasis_ref.core.tally import Node
from oasis_ref.record.reading import read_log, read_sheet
from oasis_ref.record.verdict import Verdict
from oasis_ref.referee.adjudication import adjudicate, replay, score_sheet
from tests.material import build, case_files


def tries() -> list[Any]:
    found = []
    for path in case_files():
        case = json.loads(path.read_text(encoding="utf-8"))
        for letter in case["tries"]:
            name = f"{case['case']}-{letter}".lower().replace(" ", "-").replace(":", "-")
            found.append(pytest.param(case, letter, id=name))
    return found


def said(findings: Sequence[Finding]) -> str:
    first = headline(findings)
    if first is None:
        return "legal"
    others = sorted({finding.rule for finding in findings} - {first.rule})
    return " ".join([first.status, first.rule, *others])


def normal(expected: str) -> str:
    status, *slugs = expected.split()
    return " ".join([status, *slugs[:1], *sorted(slugs[1:])])


def assert_contains(whole: Any, part: Any, where: str) -> None:
    """Compare only what the case names: dictionaries key by key, everything else whole."""
    if isinstance(part, dict):
        assert isinstance(whole, dict), f"{where}: expected {part}, found {whole}"
        for key, value in part.items():
            assert key in whole, f"{where}: {key} is missing in {sorted(whole)}"
            assert_contains(whole[key], value, f"{where}.{key}")
    else:
        assert whole == part, f"{where}: expected {part}, found {whole}"


def assert_tally(tally: Node, expected: dict[str, Any]) -> None:
    for path, value in expected.items():
        node = tally.find(*path.split("/"))
        if isinstance(value, dict):
            assert {"value": node.value, "low": node.low, "high": node.high} == {
                "value": None,
                "low": None,
                "high": None,
                **value,
            }, path
        else:
            assert node.value == value, f"{path}: expected {value}, found {node.value}"


def check_sheet(document: dict[str, Any], attempt: dict[str, Any]) -> Verdict:
    verdict = score_sheet(read_sheet(json.dumps(document).encode()))
    assert sorted(f"{finding.status} {finding.rule}" for finding in verdict.findings) == sorted(attempt["expect"])
    return verdict


def check_log(document: dict[str, Any], given: int, attempt: dict[str, Any], policy: Any) -> Verdict:
    log = read_log(json.dumps(document).encode())
    verdict = adjudicate(log, after_illegal=policy)
    entries = [said(entry.findings) for entry in verdict.entries]
    assert entries[:given] == [normal(text) for text in attempt.get("given_expect", ["legal"] * given)], "given"
    expected = [normal(text) for text in attempt["expect"]]
    assert entries[given:] == expected
    if "causes" in attempt:
        assert verdict.causes == [given + number for number in attempt["causes"]]
    for number, texts in attempt.get("notes", {}).items():
        notes = [note.message for note in verdict.entries[given + int(number) - 1].notes]
        for text in texts:
            assert any(text in note for note in notes), f"{text!r} is not among the notes {notes}"
    for number, texts in attempt.get("says", {}).items():
        messages = [finding.message for finding in verdict.entries[given + int(number) - 1].findings]
        for text in texts:
            assert any(text in message for message in messages), f"{text!r} is not among the findings {messages}"
    tables = {int(number): table for number, table in attempt.get("tables", {}).items()}
    if "table" in attempt:
        tables[len(attempt["moves"])] = attempt["table"]
    if tables:
        steps = list(replay(log, after_illegal=policy))
        for number, table in tables.items():
            assert_contains(steps[given + number - 1].view.data, table, f"table after move {number}")
    return verdict


@pytest.mark.parametrize(("case", "letter"), tries())
def test_case(case: dict[str, Any], letter: str) -> None:
    attempt = case["tries"][letter]
    document, given = build(case, attempt)
    if "sheet" in attempt:
        verdict = check_sheet(document, attempt)
    else:
        verdict = check_log(document, given, attempt, attempt.get("policy", case.get("policy", "stand")))
    assert_tally(verdict.tally, attempt.get("tally", {}))
    if "outcome" in attempt:
        outcome = {name: getattr(verdict.outcome, name) for name in attempt["outcome"]}
        assert_contains(outcome, attempt["outcome"], "outcome")


def test_each_case_is_in_the_file_of_its_name() -> None:
    for path in case_files():
        assert json.loads(path.read_text(encoding="utf-8"))["case"] == path.stem
