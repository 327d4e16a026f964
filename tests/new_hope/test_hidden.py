"""The truth is always among the possibilities that a blanked record leaves open."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from oasis_ref.games.new_hope.cards import EQUIPMENT, NUMBERS, is_mark
from oasis_ref.games.new_hope.moves import GameLog
from oasis_ref.games.new_hope.worlds import Counts, World
from oasis_ref.referee.adjudication import adjudicate
from tests.material import FIXTURES, Document, build
from tests.new_hope.checking import check_conservation
from tests.new_hope.material import GAME, games, hidden, pack_named, read, short_of_companions, simulated
from tests.new_hope.test_conservation import tables

CASES = FIXTURES / "new-hope" / "cases"


def kinds(cards: Counter[str]) -> tuple[int, int]:
    """Return how many Travel cards and how many Companions there are."""
    travel = sum(number for card, number in cards.items() if card in NUMBERS or card == "travel:?")
    equipment = sum(cards[item] for item in EQUIPMENT)
    return travel, sum(cards.values()) - travel - equipment


def can_be(known: Counts, true: Counts) -> bool:
    """Return whether a pile as it is known can be the true one."""
    named = Counter({card: number for card, number in known.items() if not is_mark(card)})
    rest = Counter(true)
    rest.subtract(named)
    if min(rest.values(), default=0) < 0:
        return False
    marks = Counter({card: number for card, number in known.items() if is_mark(card)})
    left = +rest
    return not any(left[item] for item in EQUIPMENT) and kinds(left) == kinds(marks)


def fits(world: World, truth: World) -> bool:
    piles = (*zip(world.hands, truth.hands, strict=True), (world.ruins, truth.ruins), (world.discard, truth.discard))
    return all(can_be(known, true) for known, true in piles) and +Counter(world.supply) == +Counter(truth.supply)


def test_the_truth_is_never_ruled_out() -> None:
    looked_at = open_ends = 0
    for document in [*games(16), *games(8, "box")]:
        for known, true in zip(tables(read(hidden(document))), tables(read(document)), strict=True):
            if known.partial:
                break
            truth = true.worlds[0]
            assert len(true.worlds) == 1
            assert any(fits(world, truth) for world in known.worlds), known.number
            assert known.sizes == true.sizes
            assert known.last_turns == true.last_turns
            looked_at += 1
            open_ends += len(known.worlds) > 1
    assert looked_at > 2500
    assert open_ends > 200


@pytest.mark.parametrize("variant", ["base", "specialists"])
def test_a_shuffle_of_hidden_companions_breaks_nothing(variant: str) -> None:
    """A card that is named may have come from before a shuffle or after it, and none of it is ruled out."""
    most_kinds = shuffles = 0
    for seed in range(5):
        log = read(hidden(short_of_companions(seed, variant)))
        for table in tables(log):
            most_kinds = max(most_kinds, *(len(world.lair) for world in table.worlds))
            if table.shuffles and table.number % 4 == 0:
                check_conservation(table)
        shuffles += table.shuffles
        assert wrongly_said(log) == [], seed
    assert shuffles >= 5
    assert most_kinds > 1, "hidden cards of several kinds should lie in one Lair"


def test_a_shuffle_late_in_a_game_breaks_nothing() -> None:
    """In these games of four scouts the discard is shuffled; the last one takes a hidden card of two kinds."""
    for seed in (21, 24, 100, 128):
        assert wrongly_said(read(hidden(simulated(seed, 4, "base")))) == [], seed


def test_an_origin_left_out_rules_nothing_out() -> None:
    """A careless scribe writes neither what fills the Lair nor where a Companion came from."""
    open_ends = 0
    for document in [*games(8), *(short_of_companions(seed, "base") for seed in range(4))]:
        moves = [careless(entry) for entry in hidden(document)["moves"]]
        log = read({**document, "moves": moves})
        assert wrongly_said(log) == []
        notes = [note for entry in adjudicate(log).entries for note in entry.notes]
        open_ends += sum(note.facts.get("slug") in ("origin-open", "origin-assumed") for note in notes)
    assert open_ends


def test_what_is_not_followed_any_more_is_never_held_against_a_scout() -> None:
    """In this game of four the hidden cards can be shared out in more ways than are followed.

    So the number that a Compass stands for must not be taken to be in the hand.
    """
    readings = {
        "compass-when-held": "forbidden",
        "deal-order": "one-by-one",
        "mission-block": "any-recruit",
        "starting-shield": "extra",
        "draft-order": "as-recorded",
        "empty-source": "no-op",
        "banner-impossible": "card-unplayable",
    }
    document = GAME.simulate(804, 4, pack_named("sample"), readings, {"variant": "base"})
    log = read(hidden(document))
    assert any("more ways than are followed" in note.says for entry in adjudicate(log).entries for note in entry.notes)
    assert wrongly_said(log) == []


def careless(entry: Document) -> Document:
    left_out = {"refill", *(["from"] if entry.get("take") != "?" else [])}
    return {name: value for name, value in entry.items() if entry["do"] != "recruit" or name not in left_out}


def wrongly_said(log: GameLog) -> list[tuple[int | None, str]]:
    """Return what is said of the record of a legal game, but for what cannot be known."""
    found = [finding for finding in adjudicate(log).all_findings() if finding.status != "unverifiable"]
    return [(finding.entry, finding.message) for finding in found]


@pytest.mark.parametrize("name", ["NH-Y14", "NH-Y20"])
@pytest.mark.parametrize("policy", ["stand", "void"])
def test_what_an_end_left_out_is_told_once(name: str, policy: Any) -> None:
    """Also if the entry that ended the turn, or brought its end to light, is left out itself."""
    case = json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))
    for letter, attempt in case["tries"].items():
        document, _ = build(case, attempt)
        for entry in adjudicate(read(document), after_illegal=policy).entries:
            rules = [finding.rule for finding in entry.findings]
            assert len(set(rules)) == len(rules), letter
