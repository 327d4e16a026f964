"""The reports on every whole game, as they are printed: one file each, to be read as a director would."""

from __future__ import annotations

from typing import Any

import pytest

from oasis_ref.games import game as game_of
from oasis_ref.record.verdict import Verdict
from oasis_ref.record.writing import write_verdict
from oasis_ref.report.markdown import markdown_report
from oasis_ref.report.text import text_report
from tests.material import ALL_GAMES, judge, whole_games

WHOLE = [(game, name, document) for game in ALL_GAMES for name, document in whole_games(game)]

each_whole_game = pytest.mark.parametrize(
    ("game", "name"), [pytest.param(game, name, id=f"{game}-{name}") for game, name, _ in WHOLE]
)


def verdict_of(game: str, name: str) -> Verdict:
    """Return the verdict on a whole game, without what changes with every version and with every byte of the file."""
    document = next(document for other, one, document in WHOLE if (other, one) == (game, name))
    verdict = judge(document)
    verdict.engine, verdict.sha256, verdict.signature = "VERSION", "0" * 64, "0" * 64
    return verdict


@each_whole_game
def test_text(game: str, name: str, text_file: Any) -> None:
    assert text_report(verdict_of(game, name), game_of(game)) == text_file


@each_whole_game
def test_markdown(game: str, name: str, markdown_file: Any) -> None:
    assert markdown_report(verdict_of(game, name), game_of(game)) == markdown_file


@each_whole_game
def test_json(game: str, name: str, json_file: Any) -> None:
    assert write_verdict(verdict_of(game, name)).decode() == json_file
