"""The README and the examples: what they show runs, and is what they say."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from oasis_ref import adjudicate, read_document, read_log, read_sheet, score_sheet
from oasis_ref.core.documents import Log
from oasis_ref.games import GAMES, game
from tests.cli.running import run

ROOT = Path(__file__).parents[1]
EXAMPLES = sorted((ROOT / "examples").glob("*.json"))
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_is_read_and_its_claim_agrees(path: Path) -> None:
    document = read_document(path)
    verdict = adjudicate(read_log(path)) if isinstance(document, Log) else score_sheet(read_sheet(path))
    assert verdict.claim is not None
    assert verdict.claim.agrees


def test_the_examples_are_whole_games_of_the_fixtures() -> None:
    for path in EXAMPLES:
        example = json.loads(path.read_text(encoding="utf-8"))
        if example.get("kind") != "sheet":
            fixture = ROOT / "fixtures" / example["game"] / "games" / path.name
            same = json.loads(fixture.read_text(encoding="utf-8"))
            assert {**example, "$schema": None} == {**same, "$schema": None}


def test_every_example_is_explained() -> None:
    explained = (ROOT / "examples" / "README.md").read_text(encoding="utf-8")
    assert all(path.name in explained for path in EXAMPLES)


def test_the_python_of_the_readme_runs(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    (code,) = blocks("python")
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    # Without the fourth card B has 4 against 6 at oasis 5: A takes 4 points and a token more, 12 to 11.
    assert done.stdout.startswith("findings [94] ['A']")
    assert json.loads((tmp_path / "verdict.json").read_bytes())["causes"] == [94]


def test_the_records_of_the_readme_can_be_read() -> None:
    whole, *entries = blocks("json")
    assert adjudicate(read_log(whole.encode())).status == "clean"
    assert len(entries) == len(GAMES) - 1
    for slug, lines in zip(("new-hope", "oasis", "new-life"), entries, strict=True):
        for line in lines.splitlines():
            entry: Any = msgspec.convert(json.loads(line), game(slug).entry)
            assert game(slug).describe(entry)


def test_the_readme_shows_what_the_demo_prints() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "oasis_ref", "adjudicate", "examples/harbour-cup-table-4.json"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    shown = next(block for block in blocks("") if block.startswith("examples/"))
    assert [line for line in shown.splitlines() if line not in done.stdout.splitlines()] == []


PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "examples" / "README.md")
COMMAND = re.compile(r"(?:^|`)oasis-ref ((?:(?!  )[^`\n])+)", re.MULTILINE)


def commands() -> list[tuple[str, str]]:
    """Return every command line that the pages for readers show, with the name of the page."""
    return [(page.name, line) for page in PAGES for line in COMMAND.findall(page.read_text(encoding="utf-8"))]


def test_every_command_line_that_is_shown_can_be_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in EXAMPLES:
        shutil.copy(path, tmp_path)
    shutil.copy(ROOT / "examples" / "harbour-cup-table-4.json", tmp_path / "game.json")
    shutil.copy(ROOT / "examples" / "club-night-score.json", tmp_path / "table.json")
    pack = re.search(r"```json\n(.*?)```", PAGES[1].read_text(encoding="utf-8"), re.DOTALL)
    assert pack is not None
    (tmp_path / "our-copy.json").write_text(pack.group(1), encoding="utf-8")
    (tmp_path / "evening").mkdir()
    shutil.copy(tmp_path / "game.json", tmp_path / "evening")
    monkeypatch.chdir(tmp_path)
    assert len(commands()) >= 20
    for page, line in commands():
        command, _, file = line.replace("GAME", "new-life").partition(" > ")
        ran = run(*command.split())
        assert ran.code in (0, 1), f"{page}: oasis-ref {line}: {ran.err}"
        if file:
            (tmp_path / file).write_text(ran.out, encoding="utf-8")
