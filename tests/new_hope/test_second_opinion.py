"""The referee against a second, plain replayer: the same table after every entry, the same end."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from functools import cache
from typing import Any

import msgspec

from oasis_ref.games.new_hope.moves import Pack
from oasis_ref.record.reading import read_log
from oasis_ref.record.verdict import Verdict
from oasis_ref.referee.adjudication import replay
from tests.material import Document, judge, playable_packs, tries, whole_games
from tests.new_hope.eager import Eager, in_mid_game
from tests.new_hope.material import GAME, pack_named, simulated
from tests.new_hope.second_opinion import Hidden, Replayer

PILES = {"camps", "hands", "ruins", "lair", "companion_discard"}
NOT_COMPARED = {"centre_apart", "worlds"}
LEFT_OUT_AT_THE_END = {"hand-limit", "specialists-hand-limit", "mandatory-action"}

OTHER_COMPANIONS = [
    ("jade", "explorers", ["explore", "travel"], 1),
    ("dune", "explorers", ["recruit", "explore"], 2),
    ("palm", "explorers", ["travel", "explore"], 2),
    ("rust", "scrappers", ["recruit", "recycle"], 2),
    ("bolt", "scrappers", ["travel", "recycle"], 2),
    ("gear", "scrappers", ["recycle", "recycle"], 2),
    ("fang", "marauders", ["recruit", "pillage"], 2),
    ("claw", "marauders", ["improved-equip", "pillage"], 2),
    ("bite", "marauders", ["equip", "pillage"], 2),
    ("prescia", "explorers", ["recruit", "slow-down"], 2),
    ("medee", "scrappers", ["recycle", "swindle"], 2),
    ("ka", "marauders", ["pillage", "eliminate"], 2),
]
"""Made up: the highlighted action comes second, and a Specialist sent on a mission does what only Specialists do."""


def definitions() -> list[dict[str, Any]]:
    return [
        {
            "id": name,
            "set": "specialist" if name in ("prescia", "medee", "ka") else "base",
            "clan": clan,
            "actions": actions,
            "highlighted": highlighted,
            "copies": 4 if name in ("prescia", "medee", "ka") else 3,
        }
        for name, clan, actions, highlighted in OTHER_COMPANIONS
    ]


def game_with_others(seed: int, players: int, variant: str) -> Document:
    """Return a simulated game with the Companions above, which the log tells itself."""
    pack = msgspec.convert({**msgspec.to_builtins(pack_named("sample")), "companions": definitions()}, Pack)
    document = {**GAME.simulate(seed, players, pack, {}, {"variant": variant}), "pack": "box"}
    told = [one for one in definitions() if variant == "specialists" or one["set"] == "base"]
    first, *moves = document["moves"]
    return {**document, "moves": [{**first, "define": told}, *moves]}


@cache
def documents(count: int) -> list[tuple[str, Document]]:
    """Return so many games with a name: each pack, then the Companions above, all numbers of scouts, both sets."""
    packs = [*(pack.name for pack in playable_packs(GAME.slug)), "others"]
    found = []
    for seed in range(count):
        players, variant = 2 + seed % 3, ("base", "specialists")[seed // 3 % 2]
        pack = packs[seed // 6 % len(packs)]
        other = pack == "others"
        game = game_with_others(seed, players, variant) if other else simulated(seed, players, variant, pack)
        found.append((f"{pack} {seed}", game))
    return found


@cache
def eager_games(count: int) -> list[tuple[str, Document]]:
    """Return games with a name, of scouts who recruit and send whom they can, half of them in mid-game."""
    found = []
    for seed, (name, document) in enumerate(documents(count)):
        start = in_mid_game(document, seed) if seed // 2 % 2 else document
        found.append((f"eager {name}", Eager(start, seed).play()))
    return found


def differs(key: str, mine: Any, seen: Any) -> bool:
    """Tell whether the referee shows something else; where the replayer does not know a card, only sizes count."""
    if key in PILES and isinstance(mine, dict):
        return set(mine) != set(seen) or any(differs(key, mine[seat], seen[seat]) for seat in mine)
    if key.endswith("_top"):
        return bool((mine or "?") != (seen or "?"))
    if isinstance(mine, list) and {"?", "unknown"} & set(mine):
        return len(mine) != len(seen)
    return bool(mine != (sorted(seen) if key in PILES else seen))


def is_void(entry: Document, broken: set[str]) -> bool:
    """Tell whether a policy that leaves out what is illegal leaves out this entry, and not the end of turn after it."""
    return bool(broken) and (entry["do"] in ("end-turn", "skip") or not broken <= LEFT_OUT_AT_THE_END)


def assert_same_tables(document: Document, where: str, policy: Any = "stand") -> Replayer:
    """Compare the table after every entry that is not void."""
    other = Replayer(document)
    steps = list(replay(read_log(json.dumps(document).encode()), after_illegal=policy))
    for step in steps:
        entry, seen = document["moves"][step.said.number - 1], dict(step.view.data)
        if policy == "void" and is_void(entry, {finding.rule for finding in step.said.findings}):
            continue
        other.feed(entry)
        if step is steps[-1] and seen["phase"] == "over":
            other.end()
        mine = other.table()
        assert set(seen) == set(mine) | NOT_COMPARED
        for key in mine:
            assert not differs(key, mine[key], seen[key]), (where, step.said.number, key, mine[key], seen[key])
    return other


def assert_same_end(verdict: Verdict, other: Replayer, where: str) -> None:
    outcome, places = verdict.outcome, other.places()
    assert outcome.places == places, where
    assert outcome.winners == other.winners(), where
    assert outcome.state == ("finished" if other.winners() else "undecided"), where
    assert outcome.claims == {"cause": other.cause(), "last": other.last()}, where
    for seat, number in other.last().items():
        line = verdict.tally.find("last numbers", seat)
        row = line.find("less the cards in the row", "cards in the row")
        assert line.value == number, (where, seat)
        assert {part.label: part.value for part in row.children} == other.row_parts(seat), (where, seat)
        assert verdict.tally.find("places", seat).value == places[seat], (where, seat)


def test_simulated_games_show_the_same_tables_and_end_alike() -> None:
    for name, document in documents(36):
        verdict = judge(document)
        assert verdict.status == "clean", name
        assert_same_end(verdict, assert_same_tables(document, name), name)


def test_eager_games_are_legal_and_show_the_same_tables() -> None:
    done: Counter[str] = Counter()
    for name, document in eager_games(36)[::2]:
        verdict = judge(document)
        assert verdict.status == "clean", name
        assert_same_end(verdict, assert_same_tables(document, name), name)
        done.update(entry["do"] for entry in document["moves"])
    assert min(done[action] for action in ("reshuffle-companions", "eliminate", "swindle", "slow-down")) > 10


def test_a_tie_that_no_water_decides_ends_alike() -> None:
    ties = [(name, document) for name, document in eager_games(54) if document["moves"][-1]["do"] == "water"]
    assert len(ties) > 3
    for name, document in ties:
        shorter = {**document, "moves": document["moves"][:-1]}
        other = Replayer(shorter)
        for entry in shorter["moves"]:
            other.feed(entry)
        assert_same_end(judge(shorter), other, name)


def in_few_words(document: Document) -> Document:
    """Return the same game with all left out that goes without saying."""
    other, moves = Replayer(document), []
    for entry in document["moves"]:
        ends = entry["do"] == "end-turn" and not entry.get("discards")
        if not ends and (entry["do"] != "skip" or other.stack == ["main"]):
            moves.append({field: told for field, told in entry.items() if not needless(field, entry, other)})
        other.feed(entry)
    return {**document, "moves": moves}


def needless(field: str, entry: Document, other: Replayer) -> bool:
    """Tell whether a field of the next entry goes without saying."""
    named = entry.get("take", entry.get("companion"))
    lying = named in other.lair
    if field == "from" and entry["do"] == "eliminate":
        return [named in pile for pile in [other.lair, *other.camps.values()]].count(True) == 1
    paid_all = field == "paid" and sorted(entry["paid"]) == sorted(other.hands[entry["by"]])
    return (
        field in ("drawn", "refill", "seats")
        or paid_all
        or (field == "from" and lying == (entry["from"] == "lair"))
        or (field == "target" and len(other.seats) == 2)
        or (field == "kept" and "shield" in entry["shown"])
        or (field == "card" and entry["do"] == "slow-down")
        or (field == "card" and len(set(other.ruins)) == 1)
    )


def test_games_told_in_few_words_show_the_same_tables() -> None:
    shorter = 0
    for name, document in [*documents(36)[::5], *eager_games(36)[::7]]:
        short = in_few_words(document)
        verdict = judge(short)
        assert verdict.status == "clean", name
        assert_same_end(verdict, assert_same_tables(short, name), name)
        assert verdict.outcome.places == judge(document).outcome.places, name
        shorter += len(document["moves"]) - len(short["moves"])
    assert shorter > 500


def told_card_by_card(document: Document) -> Document:
    """Return the same game with decks in no known order, but all told that is turned up or drawn from them."""
    other, moves = Replayer(document), []
    for entry in document["moves"]:
        told = {field: value for field, value in entry.items() if not field.endswith("_deck")}
        if entry["do"] == "explore":
            told["drawn"] = other.deck[:2]
        before = list(other.lair)
        other.feed(entry)
        if entry["do"] in ("draft", "recruit", "eliminate"):
            left = len(before) - (entry.get("from") == "lair")
            fresh = other.lair[left:]
            told |= {"refill": fresh if entry["do"] == "draft" else fresh[0]} if fresh and "?" not in fresh else {}
        moves.append(told)
    return {**document, "moves": moves}


def test_games_told_card_by_card_show_the_same_tables() -> None:
    for name, document in [*documents(36)[::5], *eager_games(36)[::7]]:
        told = told_card_by_card(document)
        verdict = judge(told)
        assert verdict.status == "clean", name
        assert_same_end(verdict, assert_same_tables(told, name), name)


def legal_beginning(document: Document, attempt: Document, policy: str) -> Document:
    """Return a try up to its last entry before which all is legal, or void."""
    given = attempt.get("given_expect") or ["legal"] * (len(document["moves"]) - len(attempt["expect"]))
    end = 0
    for number, told in enumerate([*given, *attempt["expect"]], 1):
        if told == "legal":
            end = number
        elif policy != "void" or not told.startswith("illegal"):
            break
    return {**document, "moves": document["moves"][:end]}


def test_legal_cases_come_out_alike() -> None:
    compared = 0
    for name, document, attempt, policy in tries(GAME.slug):
        odd = any(word in json.dumps(document) for word in ("ruling", "compass-step"))
        if document.get("kind") == "sheet" or document["readings"] or odd:
            continue
        with suppress(Hidden):
            assert_same_tables(legal_beginning(document, attempt, policy), name, policy)
            compared += 1
    assert compared > 400


def test_open_whole_games_come_out_alike() -> None:
    compared = 0
    for name, document in whole_games(GAME.slug):
        if not any(entry["do"] == "ruling" for entry in document["moves"]):
            with suppress(Hidden):
                assert_same_end(judge(document), assert_same_tables(document, name), name)
                compared += 1
    assert compared >= 4
