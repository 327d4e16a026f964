"""Random games are legal by every reading, whole, and the same for the same seed."""

from __future__ import annotations

import msgspec
import pytest

from oasis_ref.games.oasis.moves import Bonus, Camels, DrawThree, GameLog, Place, Reshuffle, Take
from oasis_ref.referee.adjudication import adjudicate
from tests.oasis.material import GAME, SAMPLE, TEACHING, TEACHING_PACK, judge, simulated

OPTIONS = [
    (slug, option)
    for slug, reading in GAME.catalogue.readings.items()
    for option in reading.options
    if option != reading.default
]


@pytest.mark.parametrize(("slug", "option"), OPTIONS)
def test_games_by_every_option_are_clean_and_come_to_an_end(slug: str, option: str) -> None:
    for seed in range(4):
        pack = TEACHING_PACK if seed % 2 else SAMPLE
        document = GAME.simulate(seed, 3 + seed % 3, pack, {slug: option}, {})
        if seed % 2:
            document["pack"] = TEACHING
        verdict = judge(document)
        assert [finding.message for finding in verdict.all_findings()] == []
        assert verdict.outcome.state == "finished" or option == "german"
        assert verdict.claim is not None
        assert verdict.claim.agrees or verdict.outcome.state != "finished"


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    again = GAME.simulate(5, 5, SAMPLE, {}, {})
    assert again == simulated(5)
    assert simulated(6)["moves"] != simulated(9)["moves"]


def test_games_hold_what_games_are_made_of() -> None:
    kinds = set()
    for seed in range(6):
        log = msgspec.convert(simulated(seed), GameLog)
        kinds |= {type(entry) for entry in log.moves}
        assert all(player.name for player in log.players)
    assert {Bonus, Camels, DrawThree, Place, Reshuffle, Take} <= kinds


def test_hiding_blanks_only_what_nobody_sees() -> None:
    log = msgspec.convert(simulated(3), GameLog)
    hidden = GAME.hide(log)
    for entry, blank in zip(log.moves, hidden.moves, strict=True):
        if type(entry).__name__ in ("Setup", "Reshuffle"):
            assert blank != entry
        else:
            assert blank == entry
    assert "stony" not in msgspec.json.encode(hidden.moves[0]).decode()
    assert adjudicate(hidden).outcome == adjudicate(log).outcome
