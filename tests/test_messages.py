"""What is said of every broken rule in the cases and whole games: one file a game, to be read as a director would."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from oasis_ref.core.findings import Finding
from oasis_ref.games import game as game_of
from oasis_ref.referee.replaying import RULINGS
from tests.material import ALL_GAMES, fixture_verdicts


def said_of(game: str) -> str:
    """Return every message by rule, in the order of the catalogue, each with the first case that it comes from."""
    messages: dict[str, dict[str, str]] = {slug: {} for slug in [*game_of(game).catalogue.rules, *RULINGS.rules]}
    for name, verdict in fixture_verdicts(game):
        for finding in verdict.all_findings():
            messages[finding.rule].setdefault(_sentence(finding), name)
    lines = []
    for slug, found in messages.items():
        if found:
            lines += ["", slug, *(f"  {message}  ({name})" for message, name in found.items())]
    return "\n".join([game_of(game).title, *lines, ""])


def remarks_of(game: str) -> str:
    """Return every assumption and remark beside an entry, each with the first case that it comes from."""
    said: dict[str, str] = {}
    for name, verdict in fixture_verdicts(game):
        for entry in verdict.entries:
            for note in entry.notes:
                said.setdefault(f"[{note.kind}] {note.message}", name)
    return "\n".join([game_of(game).title, "", *(f"{message}  ({said[message]})" for message in sorted(said)), ""])


APART = ("moves", "readings", "pack_tools", "view")
"""Modules whose sentences stand in documents, templates and drawings, and not in a verdict."""


@cache
def written(game: str) -> dict[str, str]:
    """Return every sentence that the modules of a game have for verdicts, with the module it is in."""
    package = importlib.import_module(f"oasis_ref.games.{game.replace('-', '_')}")
    found: dict[str, str] = {}
    for path in sorted(Path(str(package.__file__)).parent.glob("*.py")):
        if path.stem not in APART:
            found |= dict.fromkeys(_sentences(ast.parse(path.read_text(encoding="utf-8"))), path.stem)
    return found


def _sentences(tree: ast.AST) -> Iterator[str]:
    apart = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    apart |= {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in apart:
            text = node.value
            if text.endswith(".") and " " in text and (text[0].isupper() or text[0] == "{"):
                yield text


@cache
def said_in(game: str) -> str:
    """Return all that is said in the cases and whole games, without the facts filled in."""
    texts: dict[str, None] = {}
    for _, verdict in fixture_verdicts(game):
        texts |= dict.fromkeys(finding.says for finding in verdict.all_findings())
        for entry in verdict.entries:
            texts |= dict.fromkeys(happening.says for happening in entry.trail)
            texts |= dict.fromkeys(note.says for note in entry.notes)
        texts |= dict.fromkeys(note.says for note in verdict.notes)
    return "\n".join(texts)


def _sentence(finding: Finding) -> str:
    allowed = f" Legal: {finding.allowed}." if finding.allowed else ""
    return f"[{finding.status}] {finding.message}{allowed}"


@pytest.mark.parametrize("game", ALL_GAMES)
def test_messages(game: str, text_file: Any) -> None:
    assert said_of(game) == text_file


@pytest.mark.parametrize("game", ALL_GAMES)
def test_assumptions_and_remarks(game: str, text_file: Any) -> None:
    assert remarks_of(game) == text_file


@pytest.mark.parametrize("game", ALL_GAMES)
def test_every_sentence_is_said_in_a_case_or_a_whole_game(game: str) -> None:
    never = {text: module for text, module in written(game).items() if text not in said_in(game)}
    assert not never


@pytest.mark.parametrize("game", ALL_GAMES)
def test_a_message_is_a_whole_sentence_with_all_its_facts(game: str) -> None:
    for name, verdict in fixture_verdicts(game):
        for finding in verdict.all_findings():
            message = finding.message
            assert message.endswith("."), (name, message)
            assert not any(gap in message for gap in ("{", "}", "None", "[]", "  ")), (name, message)
