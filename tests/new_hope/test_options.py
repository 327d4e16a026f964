"""What is on offer and what is judged legal are the same; blanking a record makes nothing wrong."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import msgspec

from oasis_ref.core.documents import Ruling
from oasis_ref.core.readings import Readings, choose
from oasis_ref.games.new_hope.catalogue import RULES
from oasis_ref.games.new_hope.match import open_table
from oasis_ref.referee.adjudication import adjudicate, replay
from tests.cli.running import run, write
from tests.material import Document, cases, whole_games
from tests.new_hope.material import GAME, games, hidden, pack_named, read
from tests.test_properties import does_what_an_option_does

GAMES = 200


def test_the_recorded_entry_is_on_offer() -> None:
    """In 200 games, at one point of every tenth turn or so: the entry itself, or one that does just the same."""
    looked_at = 0
    for seed, document in enumerate(games(GAMES)):
        log = read(document)
        table = open_table(log, Readings(RULES.readings), pack_named("sample"))
        chance = random.Random(seed)
        for number, entry in enumerate(log.moves, 1):
            table.number = table.readings.number = number
            if number > 1 and entry.__struct_config__.tag != "water" and chance.random() < 0.03:
                after = table.copy()
                after.carry_out(entry, after.judge(entry))
                same = False
                for option in table.candidates():
                    if type(option) is not type(entry) or table.judge(option).findings:
                        continue
                    twin = table.copy()
                    twin.carry_out(option, twin.judge(option))
                    if twin.view().data == after.view().data:
                        same = True
                        break
                assert same, (seed, number, entry)
                looked_at += 1
            judgement = table.judge(entry)
            assert not judgement.findings
            table.carry_out(entry, judgement)
    assert looked_at > GAMES


def without_bare_ends(document: Document) -> Document:
    """Return the game with turns left to end by themselves where nothing had to be discarded."""
    moves = [entry for entry in document["moves"] if entry["do"] != "end-turn" or entry.get("discards")]
    return {**document, "moves": moves}


def test_the_recorded_entry_is_on_offer_where_turns_end_by_themselves() -> None:
    """The next scout's entry is on offer before the turn is closed, and the water in the very last one."""
    told = set()
    whole = [document for name, document in whole_games("new-hope") if "hidden" not in name]
    for seed, document in enumerate([*whole, *map(without_bare_ends, [*whole, *games(36)])]):
        log = read(document)
        chosen = choose(RULES.readings, RULES.presets, log.readings or {})
        table = open_table(log, Readings(RULES.readings, chosen), pack_named(log.pack or "box"))
        chance = random.Random(seed)
        for number, entry in enumerate(log.moves, 1):
            table.number = table.readings.number = number
            if isinstance(entry, Ruling):
                continue
            judgement = table.judge(entry)
            kind, by = entry.__struct_config__.tag, getattr(entry, "by", None)
            closing = table.phase == "play" and by != table.turn.by
            if not judgement.findings and (kind == "water" or (by and chance.random() < (0.15 if closing else 0.02))):
                assert does_what_an_option_does(table, entry, list(table.candidates())), (seed, number, entry)
                told.add((kind, closing))
            if judgement.void:
                table.left_out(entry, judgement)
            else:
                table.carry_out(entry, judgement)
    assert {("water", True), ("explore", True), ("travel", True), ("recruit", True), ("equip", True)} <= told


def test_blanking_leaves_open_only_what_a_shield_hides() -> None:
    """A blanked game is legal, but for Pillages in the dark: whether a Shield was among the two cannot be told."""
    for document in [*games(8), *games(2, "box")]:
        verdict = adjudicate(read(hidden(document)))
        for finding in verdict.all_findings():
            assert finding.status == "unverifiable", finding.message
            assert finding.rule in ("pillage-shield", "pillage-keep-one", "rec-not-there", "mandatory-action"), (
                finding.message
            )
        open_game = adjudicate(read(document))
        assert (verdict.outcome.winners, verdict.outcome.claims) == (
            open_game.outcome.winners,
            open_game.outcome.claims,
        )


def test_blanking_hides_hands_draws_and_pillages() -> None:
    log = read(games(6)[1])
    blank = msgspec.to_builtins(GAME.hide(log))
    for before, after in zip(msgspec.to_builtins(log)["moves"], blank["moves"], strict=True):
        kind = after["do"]
        if kind == "setup":
            assert not {"hands", "exploration_deck", "companion_deck"} & set(after)
            assert after["ruins"] == before["ruins"]
        elif kind == "explore":
            assert after["drawn"] == ["?"] * len(before["drawn"])
        elif kind == "pillage":
            assert set(after["shown"]) <= {"?", "shield"}
            assert after["kept"] in ("?", "none")
        elif kind in ("travel", "equip", "end-turn", "mission", "recycle"):
            assert after == before
        elif kind == "recruit" and after.get("from") == "deck":
            assert after["take"] == "?"


def test_blanking_leaves_the_lair_as_everybody_sees_it() -> None:
    """What fills the Lair is written down where it came, whatever brought it, and the Lair is never in doubt."""
    told = set()
    for document in [*games(11), *games(5, "box")]:
        blank = hidden(document)
        told |= {(entry["do"], type(entry["refill"])) for entry in blank["moves"] if entry.get("refill")}
        for known, whole in zip(replay(read(blank)), replay(read(document)), strict=True):
            assert known.view.data["lair"] == whole.view.data["lair"], known.said.number
    assert told == {("draft", list), ("recruit", str), ("eliminate", str), ("reshuffle-companions", str)}


def test_a_shuffle_is_recorded_before_the_deck_is_drawn_from() -> None:
    shuffles = [entry for document in games(11) for entry in document["moves"] if entry["do"] == "reshuffle-companions"]
    assert shuffles
    assert all("?" not in entry["order"] for entry in shuffles)


def test_an_order_that_comes_next_is_no_assumption() -> None:
    case = next(case for case in cases("new-hope") if case["case"] == "NH-Y27")
    told = {}
    for name in ("the order comes next", "the order does not come"):
        verdict = adjudicate(read({**case["log"], "moves": case["tries"][name]["moves"]}))
        told[name] = [note.facts.get("slug") for note in verdict.entries[1].notes]
    assert told == {"the order comes next": [], "the order does not come": ["reshuffle-assumed"]}


def test_a_recorded_entry_that_leaves_something_out_is_listed_once_in_full(tmp_path: Path) -> None:
    """Jade lies in the Lair and nowhere else in sight: drafting her says the same with the place and without it."""
    setup: dict[str, Any] = {"do": "setup", "starter": "ben", "ruins": ["?"] * 9}
    setup["lair"] = ["jade", "scr-travel", "mar-equip", "exp-recruit"]
    drafts = [{"do": "draft", "by": "ana", "companion": "jade", "comment": "a good start"}]
    players = [{"seat": "ana"}, {"seat": "ben"}]
    document = {"game": "new-hope", "pack": "sample", "players": players, "moves": [setup, *drafts]}
    ran = run("options", write(tmp_path / "draft.json", document), "--at", 2, "--format", "json")
    drafted = [option for option in json.loads(ran.out)["legal"] if option["companion"] == "jade"]
    assert drafted == [{"do": "draft", "by": "ana", "companion": "jade", "from": "lair"}]
