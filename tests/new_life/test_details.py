"""What the cases cannot say: the trail, the drawing, packs, blanked records, absurd entries."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from oasis_ref.core.readings import Readings
from oasis_ref.games import game as game_of
from oasis_ref.games.new_life.moves import Pack, Rest
from oasis_ref.record.reading import read_log
from oasis_ref.record.verdict import Verdict
from oasis_ref.referee.adjudication import adjudicate, replay
from oasis_ref.report import wording
from tests.material import Document, build, cases, judge

NEW_LIFE = game_of("new-life")
SAMPLE = msgspec.json.decode(NEW_LIFE.packs["sample"].read_bytes(), type=Pack)


def verdict_of(case: str, letter: str) -> Verdict:
    found = next(one for one in cases("new-life") if one["case"] == case)
    attempt = found["tries"][letter]
    log = {**found["log"], "readings": attempt.get("readings", {})}
    moves = [*attempt.get("given", found["given"]), *attempt["moves"]]
    return adjudicate(read_log(json.dumps({**log, "moves": moves}).encode()))


def trail(verdict: Verdict) -> list[str]:
    return [happening.message for happening in verdict.entries[-1].trail]


def test_on_play_points_come_before_or_after_the_action() -> None:
    scored = [line for line in trail(verdict_of("NL-12", "b")) if "scores" in line]
    assert scored == ["A scores 2: on-play points of condor.", "A scores 4: on-play points of lizard."]
    after = [line for line in trail(verdict_of("NL-12", "b action-first")) if "scores" in line]
    assert after == scored[::-1]


@pytest.mark.parametrize(("letter", "counts"), [("a", ("1", "4", "1")), ("a counts-each-type", ("2", "5", "2"))])
def test_what_counts_for_the_trophies(letter: str, counts: tuple[str, str, str]) -> None:
    shelled, flora, scaled = counts
    lines = [line for line in trail(verdict_of("NL-27", letter)) if ", B " in line and "Tied" not in line]
    assert lines == [f"Shelled: A {shelled}, B 1.", f"Flora: A {flora}, B 3.", f"Scaled: A {scaled}, B 1."]


def position(players: str, rested: list[str], turn: str | None, seats: Document, pack: str = "sample") -> Document:
    """Return a log that begins in mid-game; every seat holds cards that the record does not show."""
    told = {name: {"hand": 3, **seats.get(name, {})} for name in players}
    where = {"rested": rested, "turn": turn, "seats": told}
    setup = {"do": "setup", "first": "A", "position": where}
    return {"game": "new-life", "pack": pack, "players": [{"seat": name} for name in players], "moves": [setup]}


def rest(by: str) -> Document:
    return {"by": by, "do": "rest", "drawn": ["subterrain:?"] * 5, "discards": []}


def tied_lines(document: Document) -> list[str]:
    return [line for line in trail(adjudicate(read_log(json.dumps(document).encode()))) if line.startswith("Tied")]


def test_only_those_with_the_fewest_points_are_told_to_be_tied_in_points() -> None:
    document = position("ABC", ["A"], "B", {"A": {"biome": {"U": ["moss"]}}})
    document["moves"] += [rest("B"), {"by": "C", "do": "play", "card": "moss", "space": "U1"}, rest("C")]
    assert tied_lines(document) == [
        "Tied for shelled; A, B have the fewest points (A 1, B 1, C 2); of these A rested first.",
        "Tied for flora; C has the fewest points: A 6, C 2.",
        "Tied for scaled; B has the fewest points: A 6, B 1, C 7.",
    ]


def test_points_that_are_only_a_least_number_are_told_as_such() -> None:
    document = position("AB", [], None, {}, "published")
    card = {"do": "define", "id": "q", "deck": "subterrain", "imprint": "flora", "action": []}
    plays = [{"by": by, "do": "play", "card": "q", "space": "U1"} for by in "AB"]
    document["moves"] += [card, *plays, rest("A"), rest("B")]
    assert tied_lines(document) == [
        "Tied for shelled, also in points (A 0 or more, B 0 or more); A rested first.",
        "Tied for flora; B has the fewest points: A 5 or more, B 0 or more.",
        "Tied for scaled, also in points (A 5 or more, B 5 or more); A rested first.",
    ]


@pytest.mark.parametrize(
    ("letter", "result"),
    [
        ("a", "B wins, 65 to 64"),
        ("b", "B wins: B 65 to 66, A 63 to 64"),
        ("c", "Cannot tell who has won: the order hangs on: the Rest tile of A, the Rest tile of B"),
    ],
)
def test_a_result_within_bounds_is_told_with_its_bounds(letter: str, result: str) -> None:
    found = next(one for one in cases("new-life") if one["case"] == "NL-Y08")
    verdict = judge(build(found, found["tries"][letter])[0])
    assert wording.result(verdict.outcome, wording.names_of(verdict), verdict.tally) == result


def test_a_solo_sheet_asks_nothing_about_the_migration_deck() -> None:
    found = next(one for one in cases("new-life") if one["case"] == "NL-Y10")
    for letter in found["tries"]:
        verdict = judge(build(found, found["tries"][letter])[0])
        assert "solo-migration" not in [touched.slug for touched in verdict.touched]


def test_messages_name_the_cards_the_spaces_and_both_numbers() -> None:
    asked = [("NL-01", "b"), ("NL-01", "c"), ("NL-03", "a"), ("NL-09", "b"), ("NL-21", "b"), ("NL-36", "c")]
    said = {
        (case, letter): [finding.message for finding in verdict_of(case, letter).entries[-1].findings]
        for case, letter in asked
    }
    assert said["NL-01", "b"] == ["grazer on S1 requires flora on U1, which is empty."]
    assert said["NL-01", "c"] == ["grazer on S2 requires flora on U3, which is shelled (beetle)."]
    assert said["NL-03", "a"] == ["U1 is taken by moss."]
    assert said["NL-09", "b"] == [
        "grazer is not open yet: it refills the row only when this turn ends. The row is vine, crab."
    ]
    assert said["NL-21", "b"] == ["A keeps 9 cards: 9 after the draw, 0 discarded."]
    assert said["NL-36", "c"] == ["The record says 3 points, the rules give 2."]


def test_a_table_of_five_fits_into_eighty_columns() -> None:
    document = NEW_LIFE.simulate(3, 5, SAMPLE, {}, {})
    for step in replay(read_log(json.dumps(document).encode())):
        for line in step.view.lines:
            assert len("".join(text for text, _ in line)) <= 80, line


@pytest.mark.parametrize("players", range(1, 6))
def test_a_blanked_record_comes_to_the_same_points(players: int) -> None:
    for seed in range(4):
        log = read_log(json.dumps(NEW_LIFE.simulate(seed, players, SAMPLE, {}, {})).encode())
        whole, hidden = adjudicate(log), adjudicate(NEW_LIFE.hide(log))
        assert hidden.outcome == whole.outcome
        assert {finding.status for finding in hidden.all_findings()} <= {"unverifiable"}


def issues(pack: Document) -> list[tuple[str, str, str]]:
    read = msgspec.convert(pack, Pack)
    return [(issue.slug, issue.level, issue.where) for issue in NEW_LIFE.check_pack(read)]


def sample() -> Any:
    return json.loads(NEW_LIFE.packs["sample"].read_bytes())


def test_the_packs_that_come_with_the_game_hold_no_contradiction() -> None:
    for path in NEW_LIFE.packs.values():
        assert [issue for issue in issues(json.loads(path.read_bytes())) if issue[1] != "note"] == []
    assert not [issue for issue in issues(sample()) if issue[0] == "missing"]


def test_a_template_says_what_is_missing_and_nothing_wrong() -> None:
    template = json.loads(NEW_LIFE.new_pack("ours"))
    found = issues(template)
    assert {level for _, level, _ in found} == {"note"}
    assert ("missing", "note", "board") in found
    assert ("missing", "note", "cards/water-a") in found


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"board": {"subterrain": 4}}, "error board board/subterrain"),
        ({"board": {"subterrain": 5, "wild": 2}}, "error board board/wild"),
        ({"board": {"subterrain": 5, "surface": [[1, 6]]}}, "error board board/surface/1"),
        ({"board": {"subterrain": 5, "surface": [[1, 2], []]}}, "error board board/surface/2"),
        ({"board": {"subterrain": 5, "surface": [[None, None]]}}, "error board board/surface/1"),
        (
            {"imprint_board": {"rows": [7, 6, 10, 15], "column": 5, "spaces": 4}},
            "error imprint-board imprint_board/rows",
        ),
        (
            {"imprint_board": {"rows": [3, 5, 10, 15], "column": 5, "spaces": 4}},
            "error imprint-board imprint_board/rows",
        ),
        (
            {"imprint_board": {"rows": [3, 6, 10, 15], "column": 4, "spaces": 4}},
            "error imprint-board imprint_board/column",
        ),
        ({"tokens": {"flora": 17, "scaled": 17, "shelled": 16}}, "error tokens tokens"),
        ({"rest_tiles": [{"retain": 1, "points": 4}] * 5}, "error rest-tiles rest_tiles/1"),
        ({"cards": [{"id": "a b", "deck": "surface"}]}, "error card-id cards/a b"),
        ({"cards": [{"id": "x", "deck": "subterrain", "imprint": "furred"}]}, "error imprint cards/x"),
        ({"cards": [{"id": "x", "deck": "surface", "needs": ["furred"]}]}, "error needs cards/x"),
        ({"cards": [{"id": "x", "deck": "surface", "count": 49}]}, "error deck-count cards/surface"),
        (
            {"cards": [{"id": "x", "deck": "surface", "scores": {"rest": {"tokens": {"flora": 1}}}}]},
            "note icon-list cards/x",
        ),
    ],
)
def test_a_pack_that_contradicts_the_rulebook_is_told_so(change: Document, wrong: str) -> None:
    assert wrong in [f"{level} {slug} {where}" for slug, level, where in issues({**sample(), **change})]


def test_chains_of_any_depth_are_judged() -> None:
    step: Document = {"do": "play", "card": "newt", "space": "U1"}
    for _ in range(200):
        step = {"do": "play", "card": "newt", "space": "U1", "then": [step]}
    moves = [{"do": "setup", "first": "A", "position": {}}, {"by": "A", **step}]
    document = {"game": "new-life", "pack": "sample", "players": [{"seat": "A"}, {"seat": "B"}], "moves": moves}
    verdict = adjudicate(read_log(json.dumps(document).encode()))
    assert verdict.entries[1].status == "inconsistent" or verdict.entries[1].status == "illegal"


def test_judging_an_entry_before_the_set_up_leaves_the_table_alone() -> None:
    log = read_log(json.dumps({"game": "new-life", "players": [{"seat": "A"}, {"seat": "B"}], "moves": []}).encode())
    table = NEW_LIFE.open_table(log, Readings(NEW_LIFE.catalogue.readings), SAMPLE)
    table.number = table.readings.number = 1
    before = table.view().data
    judgement = table.judge(Rest(by="A"))
    assert [finding.rule for finding in judgement.findings][:1] == ["field-left-out"]
    assert table.view().data == before
