"""Made-up games of every kind: whole, legal by the readings that they were played by, and open to a scribe."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from oasis_ref.games import game as game_of
from oasis_ref.games.base import Game, Option
from oasis_ref.games.simulating import DeadEnd, NoGame, OptionError, chosen_options, first_whole
from oasis_ref.record.reading import read_log
from oasis_ref.referee.adjudication import adjudicate
from tests.cli.running import run, write
from tests.material import ALL_GAMES, Document, playable_packs

OPTION = Option("map", "Which map?", {"plain": "the plain one", "hilly": "the one with hills"}, (2,))


class Choice(NamedTuple):
    """What a made-up game is asked to be."""

    players: int
    pack: Any
    readings: dict[str, str]
    options: dict[str, str]
    seed: int


def choices(game: Game) -> Iterator[Choice]:
    """Yield each option of each reading once, and each set of options with each number of players and each pack."""
    packs = playable_packs(game.slug)
    counts = range(game.least_players, game.most_players + 1)
    sets = [{}, *({option.name: value} for option in game.options for value in option.values)]
    known = game.catalogue.readings.values()
    readings = [{reading.slug: option} for reading in known for option in reading.options]
    readings += [{"preset": preset} for preset in game.catalogue.presets]
    for place, chosen in enumerate(readings):
        # Each way of turning has another length, so that over all readings each meets each.
        players = counts[(place + place // len(counts)) % len(counts)]
        if next(iter(chosen)).startswith("solo-"):
            players = 1
        fitting = [options for options in sets if fits(game, options, players)]
        yield Choice(players, packs[place % len(packs)], chosen, fitting[place % len(fitting)], place)
    for players in counts:
        for place, options in enumerate(options for options in sets if fits(game, options, players)):
            for pack in packs:
                yield Choice(players, pack, {}, options, place)


def fits(game: Game, options: dict[str, str], players: int) -> bool:
    return all(not one.players or players in one.players for one in game.options if one.name in options)


def judged(game: Game, choice: Choice) -> list[str]:
    """Return what is wrong with a made-up game, recorded in full and by a scribe."""
    readings = dict(choice.readings)
    preset = readings.pop("preset", None)
    readings = dict(game.catalogue.presets[preset]) if preset else readings
    document = game.simulate(choice.seed, choice.players, choice.pack, readings, choice.options)
    log = read_log(msgspec.json.encode(document))
    verdict = adjudicate(log)
    wrong = [finding.message for finding in verdict.all_findings()]
    if verdict.status != "clean" or verdict.outcome.state != "finished":
        wrong.append(f"{verdict.status}, {verdict.outcome.state}")
    if verdict.claim is None or not verdict.claim.agrees:
        wrong.append("the claimed result differs")
    hidden = adjudicate(read_log(msgspec.json.encode(game.hide(log))))
    return wrong + [finding.message for finding in hidden.all_findings() if finding.status != "unverifiable"]


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("slug", ALL_GAMES)
def test_every_choice_gives_a_whole_legal_game(slug: str, part: int) -> None:
    game = game_of(slug)
    for choice in list(choices(game))[part::4]:
        assert judged(game, choice) == [], (choice.players, choice.pack.name, choice.readings, choice.options)


@pytest.mark.parametrize(
    ("slug", "players", "readings"),
    [
        ("new-life", 1, {"solo-migration": "seven-set-aside"}),
        ("new-life", 2, {"migration-leftovers": "return"}),
        ("new-life", 5, {"migration-leftovers": "return"}),
        ("oasis", 3, {"camel-relocate": "exactly-shown"}),
        ("oasis", 3, {"camel-remainder": "lost"}),
        ("oasis", 3, {"bonus-relocate": "no"}),
    ],
)
def test_readings_that_leave_little_choice(slug: str, players: int, readings: dict[str, str]) -> None:
    game = game_of(slug)
    for seed in range(10, 13):
        assert judged(game, Choice(players, playable_packs(slug)[0], readings, {}, seed)) == [], seed


# Options


def test_an_option_left_out_has_its_default() -> None:
    assert chosen_options([OPTION], {}, 3) == {"map": "plain"}
    assert chosen_options([OPTION], {"map": "hilly"}, 2) == {"map": "hilly"}


@pytest.mark.parametrize(
    ("chosen", "players", "message"),
    [
        ({"mpa": "plain"}, 2, 'There is no option "mpa" (did you mean map?)'),
        ({"map": "hily"}, 2, 'There is no value of map "hily" (did you mean hilly?)'),
        ({"map": "x"}, 2, 'There is no value of map "x" (there are: plain, hilly)'),
        ({"map": "plain"}, 3, "The option map is for 2 players, not for 3"),
    ],
    ids=["name", "near", "far", "players"],
)
def test_an_option_that_does_not_exist(chosen: dict[str, str], players: int, message: str) -> None:
    with pytest.raises(OptionError) as error:
        chosen_options([OPTION], chosen, players)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["new-life", "--set", "solo=x"], 'There is no value of solo "x" (there are: standard, advanced)'),
        (["new-life", "--set", "solo=advanced", "--players", "2"], "The option solo is for 1 player, not for 2"),
        (
            ["new-hope", "--set", "variant=specialist"],
            'There is no value of variant "specialist" (did you mean specialists?)',
        ),
        (["new-hope", "--set", "foo=1"], 'There is no option "foo" (there are: variant)'),
        (["oasis", "--set", "foo=1"], 'There is no option "foo" (there are: none)'),
        (["desperate-oasis", "--set", "x=--5"], 'There is no option "x" (there are: none)'),
        (["new-hope", "--set", "variant=base", "--set", "variant=specialists"], "variant is given twice"),
    ],
    ids=[f"option-{number}" for number in range(7)],
)
def test_a_wrong_option_is_wrong_usage(arguments: list[str], message: str) -> None:
    ran = run("simulate", *arguments, "--seed", 1)
    assert (ran.code, ran.out) == (2, "")
    assert message in " ".join(ran.err.split())


def test_the_help_tells_the_options_of_every_game() -> None:
    told = " ".join(run("simulate", "--help").out.split())
    for slug in ALL_GAMES:
        for option in game_of(slug).options:
            for value in option.values:
                assert f"{slug}: {option.name}={value}" in told


# Packs


def template(slug: str) -> Document:
    return dict(json.loads(game_of(slug).new_pack("mine")))


@pytest.mark.parametrize("slug", ["desperate-oasis", "new-hope", "oasis"])
def test_a_game_can_be_made_up_with_a_template(slug: str, tmp_path: Path) -> None:
    mine = write(tmp_path / "mine.json", template(slug))
    for seed in range(3):
        made = run("simulate", slug, "--seed", seed, "--pack", mine)
        assert made.code == 0, made.err
        assert json.loads(made.out)["pack"]["name"] == "mine"
        assert run("adjudicate", "-q", "-", stdin=made.out).code == 0


def test_a_pack_that_leaves_too_much_open_is_refused_in_words(tmp_path: Path) -> None:
    for pack in ("published", write(tmp_path / "mine.json", template("new-life"))):
        ran = run("simulate", "new-life", "--seed", 1, "--players", 2, "--pack", pack)
        assert (ran.code, ran.out) == (2, "")
        assert "it leaves too much open (board, missing: the number of Subterrain spaces" in " ".join(ran.err.split())


def test_without_a_pack_the_made_up_one_is_used() -> None:
    made = json.loads(run("simulate", "new-life", "--seed", 1).out)
    assert made["pack"] == "sample"


def test_what_a_solo_game_needs_is_asked_for_in_solo_only() -> None:
    game = game_of("new-life")
    pack = json.loads(game.packs["sample"].read_bytes())
    pack["solo"]["standard"]["rows"] = [0, "unknown", 6]
    without = msgspec.convert(pack, game.pack)
    game.simulate(1, 2, without, {}, {})
    game.simulate(1, 1, without, {}, {"solo": "advanced"})
    with pytest.raises(NoGame, match="solo/standard, missing: 1 of 15 figures"):
        game.simulate(1, 1, without, {}, {})


def test_what_is_known_of_companions_is_kept() -> None:
    game = game_of("new-hope")
    chance = Random(7)
    for _ in range(12):
        pack = template("new-hope")
        pack["companions"][0]["copies"] = chance.choice([1, 5, "unknown"])
        pack["companions"][1] |= {
            "copies": chance.choice([2, 6, "unknown"]),
            "clan": chance.choice(["none", "unknown"]),
        }
        pack["companions"].append({"id": "raya", "clan": "marauders", "copies": chance.choice([2, "unknown"])})
        document = game.simulate(
            chance.randrange(9), 2, msgspec.convert(pack, game.pack), {}, {"variant": "specialists"}
        )
        document["pack"] = pack
        verdict = adjudicate(read_log(msgspec.json.encode(document)))
        assert verdict.status == "clean", [finding.message for finding in verdict.all_findings()]


def test_companions_that_cannot_be_made_whole_are_refused() -> None:
    game = game_of("new-hope")
    pack = template("new-hope")
    for place in (1, 2, 3):
        pack["companions"][place] |= {"copies": 5}
    with pytest.raises(NoGame, match="its Specialists cannot be made 12"):
        game.simulate(1, 2, msgspec.convert(pack, game.pack), {}, {"variant": "specialists"})


def test_bounds_of_the_animals_are_kept() -> None:
    game = game_of("desperate-oasis")
    for least, most in ((12, 12), (30, 30), (15, 17)):
        pack = {**template("desperate-oasis"), "animals_total": {"min": least, "max": most}}
        document = game.simulate(3, 2, msgspec.convert(pack, game.pack), {}, {})
        first = document["moves"][0]
        dealt = len(first["deck"]) + sum(map(len, first["hands"].values())) + 1
        assert least <= dealt <= most
        document["pack"] = pack
        assert adjudicate(read_log(msgspec.json.encode(document))).status == "clean"


def test_a_map_on_which_every_game_hangs_on_unknown_squares_is_refused() -> None:
    game = game_of("oasis")
    pack = template("oasis")
    pack["map"]["rows"][2:] = ["?" * 14] * 8
    with pytest.raises(NoGame, match="its map leaves 112 squares unknown"):
        game.simulate(1, 3, msgspec.convert(pack, game.pack), {}, {})


def test_a_map_with_an_unknown_square_gives_a_legal_game_or_none() -> None:
    game = game_of("oasis")
    pack = template("oasis")
    pack["map"]["rows"][9] = "?" + pack["map"]["rows"][9][1:]
    made = 0
    for seed in range(6):
        try:
            document = game.simulate(seed, 3, msgspec.convert(pack, game.pack), {}, {})
        except NoGame:
            continue
        made += 1
        document["pack"] = pack
        assert adjudicate(read_log(msgspec.json.encode(document))).status == "clean"
    assert made


def test_a_game_that_never_ends_is_given_up() -> None:
    begun = []

    def play(chance: Random) -> None:
        begun.append(chance.random())
        raise DeadEnd

    with pytest.raises(NoGame):
        first_whole(5, play)
    assert len(set(begun)) == len(begun) > 1
