"""Documents out: a verdict that says everything in words, a log that reads back as the same log."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry

from oasis_ref._version import VERSION
from oasis_ref.core.findings import Finding, Happening, Note
from oasis_ref.core.tally import leaf
from oasis_ref.games import GAMES, game
from oasis_ref.games.base import Outcome
from oasis_ref.record.errors import Fault, LogError
from oasis_ref.record.reading import decoder, read_document, read_log, read_sheet
from oasis_ref.record.schemas import generated
from oasis_ref.record.verdict import Claim, EntryVerdict, PackUsed, Verdict
from oasis_ref.record.writing import envelope, unread_document, write_log, write_verdict
from oasis_ref.referee.adjudication import adjudicate, score_sheet
from tests.record.making import documents

UNHURRIED = settings(suppress_health_check=list(HealthCheck), deadline=None, max_examples=50)


@cache
def strict_validator() -> Draft202012Validator:
    """Return a validator for verdicts that also refuses every field that the schema does not describe."""
    schema = copy.deepcopy(generated("", "verdict"))
    for definition in (schema, *schema["$defs"].values()):
        definition["additionalProperties"] = False
    return Draft202012Validator(schema, registry=Registry())


def checked(verdict: Verdict) -> dict[str, Any]:
    """Return the document of a verdict, checked against its schema."""
    document: dict[str, Any] = json.loads(write_verdict(verdict))
    errors = [f"{error.json_path}: {error.message[:200]}" for error in strict_validator().iter_errors(document)]
    assert errors == []
    assert json.loads(write_verdict(verdict, indent=0)) == document
    return document


def small_log() -> Any:
    return read_log(
        b'{"game": "desperate-oasis", "players": [{"seat": "A"}, {"seat": "B"}], "moves": ['
        b'{"do": "round", "first": "A", "oases": [2, -1, 3, 1, 2]},'
        b'{"do": "play", "by": "A", "card": "camel", "column": 7, "comment": "oops"}]}'
    )


def made_by_hand() -> Verdict:
    log = small_log()
    finding = Finding(
        "r1", "T", "S", "illegal", "{card} cannot go to {column}.", {"card": "camel", "column": 7}, entry=2
    )
    happening = Happening("r2", "The columns are {columns}.", {"columns": [1, 2]})
    note = Note("assumption", "{count} cards were dealt.", {"count": 4})
    return Verdict(
        game="desperate-oasis",
        engine="1.2.3",
        sha256=log.sha256,
        players=log.players,
        pack=PackUsed("sample", "00", True),
        entries=[
            EntryVerdict(1, log.moves[0], trail=[happening], notes=[note]),
            EntryVerdict(2, log.moves[1], "illegal", [finding], carried_out=False, ruling=3),
        ],
        findings=[finding],
        notes=[note],
        causes=[2],
        status="findings",
        tally=leaf("A", 3, "r2"),
        outcome=Outcome("unfinished"),
        claim=Claim(None, {"points": {"A": 3}}, ["It differs."]),
    )


def test_every_sentence_stands_beside_its_template_and_facts() -> None:
    document = checked(made_by_hand())
    said = document["entries"][1]["findings"][0]
    assert said["message"] == "camel cannot go to 7."
    assert (said["says"], said["facts"]) == ("{card} cannot go to {column}.", {"card": "camel", "column": 7})
    assert document["findings"] == [said]
    assert document["entries"][0]["trail"][0]["message"] == "The columns are 1, 2."
    assert document["entries"][0]["notes"][0]["message"] == document["notes"][0]["message"] == "4 cards were dealt."


def test_every_entry_stands_in_words_beside_itself() -> None:
    log, document = small_log(), checked(made_by_hand())
    second = document["entries"][1]
    assert second["text"] == game("desperate-oasis").describe(log.moves[1])
    assert second["entry"] == {"do": "play", "by": "A", "card": "camel", "column": 7, "comment": "oops"}
    assert (second["status"], second["carried_out"], second["ruling"]) == ("illegal", False, 3)
    assert document["entries"][0]["status"] == "legal"


def test_nothing_of_the_head_is_left_out() -> None:
    verdict = made_by_hand()
    document = checked(verdict)
    assert list(document)[:5] == ["kind", "format", "tool", "engine", "game"]
    assert set(document) == {"tool", *verdict.__struct_encode_fields__}
    assert (document["status"], document["after_illegal"], document["source"]) == ("findings", "stand", None)
    assert document["engine"] == "1.2.3"
    assert document["digest"] == verdict.digest


def test_the_document_reads_back_as_the_verdict() -> None:
    verdict = made_by_hand()
    again = read_document(write_verdict(verdict))
    assert isinstance(again, Verdict)
    entries = [entry.entry for entry in again.entries]
    assert msgspec.convert(entries, list[game("desperate-oasis").entry]) == small_log().moves  # type: ignore[misc]
    assert again.digest == verdict.digest
    assert again.all_findings() == verdict.all_findings()


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_verdicts_of_whole_games_fit_the_schema(slug: str, seed: int) -> None:
    found = game(slug)
    pack = decoder(slug, "pack").decode(found.packs[found.simulation_pack].read_bytes())
    log = read_log(msgspec.json.encode(found.simulate(seed, found.least_players, pack, {}, {})))
    document = checked(adjudicate(log))
    assert document["sha256"] == log.sha256
    assert len(document["entries"]) == len(log.moves)
    checked(adjudicate(read_log(write_log(found.hide(log)))))


def seated(slug: str, document: dict[str, Any]) -> dict[str, Any]:
    """Return a document in which each seat has one player, and one that the game knows."""
    known = game(slug).seats
    players = {player["seat"]: player for player in document.get("players", [])}
    return {**document, "players": [player for seat, player in players.items() if not known or seat in known]}


@UNHURRIED
@given(st.data())
@pytest.mark.parametrize("slug", GAMES)
def test_verdicts_of_absurd_logs_fit_the_schema(slug: str, data: st.DataObject) -> None:
    document = {**seated(slug, data.draw(documents(slug, "log"))), "pack": None, "readings": {}}
    checked(adjudicate(read_log(json.dumps(document).encode())))


@UNHURRIED
@given(st.data())
@pytest.mark.parametrize("slug", GAMES)
def test_verdicts_of_absurd_sheets_fit_the_schema(slug: str, data: st.DataObject) -> None:
    document = {**seated(slug, data.draw(documents(slug, "sheet"))), "pack": None, "readings": {}}
    checked(score_sheet(read_sheet(json.dumps(document).encode())))


@pytest.mark.parametrize("seats", [["A", "B", "A"], ["A", "C"]], ids=["twice", "unknown"])
def test_players_with_impossible_seats_are_refused(seats: list[str]) -> None:
    document = {"game": "desperate-oasis", "players": [{"seat": seat} for seat in seats], "moves": []}
    with pytest.raises(LogError, match=r'Two players have the seat "A"|There is no seat "C"; the seats are A, B'):
        adjudicate(read_log(json.dumps(document).encode()))


# The envelope


def test_every_document_says_what_it_is_and_who_made_it() -> None:
    head = {"kind": "options", "format": 1, "tool": "oasis-ref", "engine": VERSION}
    assert envelope("options", at=3) == {**head, "at": 3}
    faults = [Fault("It is wrong", file="a.json", line=2, column=3, pointer="/x", hint="mend it")]
    assert unread_document("a.json", faults) == {
        **head,
        "kind": "unread",
        "source": "a.json",
        "faults": [
            {"message": "It is wrong", "file": "a.json", "line": 2, "column": 3, "pointer": "/x", "hint": "mend it"}
        ],
    }


# The log


@UNHURRIED
@given(st.data())
@pytest.mark.parametrize("slug", GAMES)
def test_a_log_written_and_read_again_is_the_same_log(slug: str, data: st.DataObject) -> None:
    document = data.draw(documents(slug, "log"))
    log: Any = read_log(json.dumps(document).encode())
    written = write_log(log)
    assert read_log(written) == log
    assert write_log(read_log(written)) == written
    assert read_log(write_log(document)) == log
    lines = written.decode().split("\n")
    first = lines.index('  "moves": [') + 1 if log.moves else 0
    for line, entry in zip(lines[first:], log.moves, strict=False):
        assert msgspec.json.decode(line.strip().removesuffix(","), type=game(slug).entry) == entry


@pytest.mark.parametrize("slug", GAMES)
def test_remarks_stay_on_every_kind_of_entry(slug: str) -> None:
    schema = msgspec.json.schema(game(slug).log)
    kinds = schema["$defs"][schema["$ref"].rpartition("/")[2]]["properties"]["moves"]["items"]["discriminator"][
        "mapping"
    ]
    remarked = {"glyph": "!?", "comment": 'so "they" said: \\ 😀'}
    for kind, reference in kinds.items():
        entry = {**_least(schema["$defs"][reference.rpartition("/")[2]], schema["$defs"]), "do": kind, **remarked}
        log = read_log(json.dumps({"game": slug, "moves": [entry]}).encode())
        again: Any = read_log(write_log(log))
        assert again == log
        assert (again.moves[0].glyph, again.moves[0].comment) == ("!?", 'so "they" said: \\ 😀')


def _least(schema: dict[str, Any], definitions: dict[str, Any]) -> Any:
    """Return the smallest value that fits a schema."""
    if "$ref" in schema:
        return _least(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    if "anyOf" in schema:
        return _least(schema["anyOf"][0], definitions)
    if "enum" in schema:
        return schema["enum"][0]
    if schema.get("type") == "object":
        return {name: _least(schema["properties"][name], definitions) for name in schema.get("required", [])}
    return {"integer": 1, "string": "x", "array": [], "boolean": True}.get(schema.get("type", ""))


def test_a_log_is_written_for_people() -> None:
    log = read_log(
        b'{"moves": [{"do": "round", "oases": [1, {"value": 3, "portal": true}]},'
        b'{"comment": "opens wide", "do": "play", "column": 2, "card": "camel", "by": "A", "glyph": "!"}],'
        b'"players": [{"seat": "A", "name": "\xc3\x85sa"}], "game": "desperate-oasis", "event": {"name": "Open"},'
        b'"result": {"winners": ["A"]}}'
    )
    assert write_log(log).decode() == (
        "{\n"
        '  "format": 1,\n'
        '  "game": "desperate-oasis",\n'
        '  "event": {"name": "Open"},\n'
        '  "players": [{"seat": "A", "name": "Åsa"}],\n'
        '  "moves": [\n'
        '    {"do": "round", "oases": [1, {"value": 3, "portal": true}]},\n'
        '    {"by": "A", "do": "play", "card": "camel", "column": 2, "glyph": "!", "comment": "opens wide"}\n'
        "  ],\n"
        '  "result": {"winners": ["A"]}\n'
        "}\n"
    )


def test_a_long_field_is_written_on_several_lines() -> None:
    players = [{"seat": f"S{number}", "name": "x" * 30} for number in range(5)]
    written = write_log({"game": "desperate-oasis", "players": players, "moves": []}).decode()
    assert '  "players": [\n    {\n      "seat": "S0",\n' in written
    assert '"moves": []' in written
    assert json.loads(written)["players"] == players
