"""CONTRIBUTING.md by example: its pack is a pack, and its fifth game can be played, judged and scored."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from oasis_ref.games import GAMES, game
from oasis_ref.record.reading import decoder
from oasis_ref.record.schemas import generated
from tests.cli.running import log, run, write

PAGE = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_the_pack_of_the_page_is_one(tmp_path: Path) -> None:
    pack = write(tmp_path / "my-pack.json", json.loads(blocks("json")[0]))
    ran = run("pack", "check", pack)
    assert ran.code == 0, ran.out
    judged = run("adjudicate", write(tmp_path / "game.json", log()), "--pack", pack)
    assert (judged.code, judged.err) == (0, "")
    assert "Pack       our-copy\n" in judged.out


@pytest.fixture
def stones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Put the fifth game beside the four, as the page says."""
    folder = tmp_path / "last_stone"
    (folder / "packs").mkdir(parents=True)
    (folder / "__init__.py").write_text(next(code for code in blocks("python") if "GAME = Game(" in code), "utf-8")
    (folder / "packs" / "heap.json").write_text(blocks("json")[1], "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(GAMES, "last-stone", "last_stone")
    yield tmp_path
    game.cache_clear()
    decoder.cache_clear()


def test_the_fifth_game_is_taken_up_by_every_command(stones: Path) -> None:
    played = run("simulate", "last-stone", "--seed", 1)
    assert played.code == 0
    judged = run("adjudicate", "-", stdin=played.out)
    assert judged.code == 0
    assert "took the last stone" in judged.out
    moves: list[Any] = json.loads(played.out)["moves"]
    faulty = {"game": "last-stone", "moves": [{**moves[0], "stones": 5}, *moves[1:3]]}
    path = write(stones / "faulty.json", faulty)
    ran = run("adjudicate", path)
    assert ran.code == 1
    assert "A takes 5 stones." in ran.out
    assert "Legal would have been: 1, 2 or 3." in ran.out
    assert "stones lie there" in run("replay", path).out
    assert "A takes 1, 2, 3" in run("options", path, "--at", 3).out
    assert run("validate", path).code == 0
    sheet = {"kind": "sheet", "game": "last-stone", "taken": {"A": 11, "B": 10}, "last": "A"}
    assert run("score", write(stones / "sheet.json", sheet)).code == 0
    assert "one-to-three" in run("rules", "last-stone").out
    assert run("pack", "check", "last-stone").code == 0
    assert generated("last-stone", "log")["$defs"]["Take"]["examples"] == [{"by": "A", "stones": 1, "do": "take"}]
