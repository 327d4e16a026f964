"""Cards laid face down without their name, as most scribes record them: the flip names them."""

from __future__ import annotations

import json

import msgspec
import pytest

from oasis_ref import adjudicate, read_log
from oasis_ref.games import game
from oasis_ref.record.writing import write_log

GAME = game("desperate-oasis")


@pytest.mark.parametrize("pack", ["base", "sample"])
@pytest.mark.parametrize("seed", range(12))
def test_a_game_is_as_legal_without_the_names_of_the_face_down_cards(pack: str, seed: int) -> None:
    chosen = msgspec.json.decode(GAME.packs[pack].read_bytes(), type=GAME.pack)
    document = json.loads(write_log(msgspec.convert(GAME.simulate(seed, 2, chosen, {}, {}), GAME.log)))
    named = adjudicate(read_log(json.dumps(document).encode()))
    for move in document["moves"]:
        if move["do"] == "play" and move.get("face") == "down":
            move["card"] = "?"
    unnamed = adjudicate(read_log(json.dumps(document).encode()))
    assert not named.all_findings()
    assert not unnamed.all_findings()
    assert unnamed.outcome == named.outcome
