"""What is said of every broken rule in the cases and whole games: one file a game, to be read as a director would."""

from __future__ import annotations

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


def _sentence(finding: Finding) -> str:
    allowed = f" Legal: {finding.allowed}." if finding.allowed else ""
    return f"[{finding.status}] {finding.message}{allowed}"


@pytest.mark.parametrize("game", ALL_GAMES)
def test_messages(game: str, text_file: Any) -> None:
    assert said_of(game) == text_file


@pytest.mark.parametrize("game", ALL_GAMES)
def test_a_message_is_a_whole_sentence_with_all_its_facts(game: str) -> None:
    for name, verdict in fixture_verdicts(game):
        for finding in verdict.all_findings():
            message = finding.message
            assert message.endswith("."), (name, message)
            assert not any(gap in message for gap in ("{", "}", "None", "[]", "  ")), (name, message)
