"""The published schemas: the same as the structs, valid, and fit for any validator and editor."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.exceptions import Unresolvable

from oasis_ref.games import GAMES, game
from oasis_ref.record import schemas
from oasis_ref.record.errors import LogError
from oasis_ref.record.reading import read_document
from oasis_ref.record.schemas import KINDS, all_schemas, folder, laid_out, schema_for, schema_text, write
from tests.material import ALL_GAMES, tries
from tests.record.making import documents, slips

ROOT = Path(__file__).parents[2]
EVERY_KIND = [(slug, kind) for slug in GAMES for kind in KINDS]
IDS = [f"{slug}-{kind}" for slug, kind in EVERY_KIND]
UNHURRIED = settings(suppress_health_check=list(HealthCheck), deadline=None, max_examples=50)
GENERATED = dict(all_schemas())


def validator(slug: str, kind: str) -> Draft202012Validator:
    return Draft202012Validator(GENERATED[schemas.file_name(slug, kind)], registry=Registry())


def subschemas(part: Any) -> Iterator[dict[str, Any]]:
    """Yield every schema within a schema."""
    if isinstance(part, list):
        for item in part:
            yield from subschemas(item)
    elif isinstance(part, dict):
        yield part
        for name, value in part.items():
            if name in ("properties", "$defs"):
                for inner in value.values():
                    yield from subschemas(inner)
            elif name not in ("default", "examples", "enum", "const"):
                yield from subschemas(value)


def test_the_files_are_those_that_the_structs_give() -> None:
    names = {path.name for path in (ROOT / "schemas").glob("*.json")}
    assert names == set(GENERATED), "run: python -m oasis_ref.record.schemas"
    for name, schema in GENERATED.items():
        text = (ROOT / "schemas" / name).read_text(encoding="utf-8")
        assert text == laid_out(schema), f"{name} differs; run: python -m oasis_ref.record.schemas"


def test_there_is_one_for_every_game_and_kind_and_one_for_the_verdict() -> None:
    assert len(GENERATED) == 3 * len(GAMES) + 1


@pytest.mark.parametrize("name", GENERATED)
def test_each_is_a_valid_schema_that_refers_to_nothing_outside(name: str) -> None:
    schema = GENERATED[name]
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == name
    for part in subschemas(schema):
        assert part.get("$ref", "#/").startswith("#/")
        assert "discriminator" not in part
    assert "://" not in json.dumps({**schema, "$schema": ""})


@pytest.mark.parametrize("name", GENERATED)
def test_every_reference_leads_somewhere_and_every_definition_is_used(name: str) -> None:
    schema = GENERATED[name]
    used = {part["$ref"] for part in subschemas(schema) if "$ref" in part}
    assert used == {f"#/$defs/{definition}" for definition in schema["$defs"]}


@pytest.mark.parametrize("name", GENERATED)
def test_it_explains_itself(name: str) -> None:
    schema = GENERATED[name]
    assert schema["title"]
    assert schema["description"]
    for definition in schema["$defs"].values():
        assert definition["title"]
        assert definition["description"]
    for part in subschemas(schema):
        assert "``" not in part.get("description", "")


def fields_of(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every field of a schema, under the name of the definition that it stands in."""
    schema = GENERATED[name]
    for title, definition in (("the document", schema), *schema["$defs"].items()):
        inside = {name: value for name, value in definition.items() if name != "$defs"}
        conditions = [part["if"] for part in subschemas(inside) if "if" in part]
        for part in subschemas(inside):
            if not any(part is condition for condition in conditions):
                for field, about in part.get("properties", {}).items():
                    yield f"{title}: {field}", about


@pytest.mark.parametrize("name", GENERATED)
def test_every_field_is_explained(name: str) -> None:
    """An editor shows it while a person types: give the field a description, or the struct that it refers to."""
    for field, about in fields_of(name):
        assert about.get("title"), field
        assert about.get("description"), field
        assert about["title"] != about["description"], field


SHOWING = {"examples", "const", "enum", "$ref"}


@pytest.mark.parametrize("name", GENERATED)
def test_every_field_shows_what_can_stand_there(name: str) -> None:
    """Add examples to the field. Only a plain number, and true or false, need none."""
    for field, about in fields_of(name):
        parts = [about, *about.get("anyOf", [])]
        types = [part.get("type", ()) for part in parts]
        kinds = {kind for one in types for kind in ([one] if isinstance(one, str) else one)}
        obvious = bool(kinds) and kinds <= {"integer", "boolean", "null"}
        assert obvious or any(part.keys() & SHOWING for part in parts), field


@pytest.mark.parametrize("slug", GAMES)
def test_what_only_the_game_knows_is_offered(slug: str) -> None:
    found = game(slug)
    for kind in ("log", "sheet"):
        schema = GENERATED[f"{slug}.{kind}.schema.json"]
        assert schema["properties"]["pack"]["examples"] == list(found.packs)
        readings = dict(schema["properties"]["readings"]["properties"])
        for reading in found.catalogue.readings.values():
            about = readings.pop(reading.slug)
            assert (about["title"], about["default"]) == (reading.question, reading.default)
            assert about["examples"] == list(reading.options)
            assert all(f"`{option}`: {meaning}" in about["description"] for option, meaning in reading.options.items())
        assert list(readings) == (["preset"] if found.catalogue.presets else [])
        seats = schema["$defs"]["Player"]["properties"]["seat"]["examples"]
        assert seats == (list(found.seats) or [*"ABCDE"[: found.most_players]])


@pytest.mark.parametrize("name", GENERATED)
def test_its_examples_and_defaults_fit(name: str) -> None:
    schema = GENERATED[name]
    whole = Draft202012Validator(schema, registry=Registry())
    for part in subschemas(schema):
        for example in [*part.get("examples", []), *([part["default"]] if "default" in part else [])]:
            errors = list(whole.evolve(schema={**part, "$defs": schema["$defs"]}).iter_errors(example))
            assert not errors, f"{example}: {errors[0].message}"


@pytest.mark.parametrize("slug", GAMES)
def test_an_entry_is_told_apart_by_its_kind(slug: str) -> None:
    entries = GENERATED[f"{slug}.log.schema.json"]["properties"]["moves"]["items"]
    kinds = entries["properties"]["do"]["enum"]
    assert "ruling" in kinds
    assert [branch["if"] for branch in entries["allOf"]] == [
        {"properties": {"do": {"const": kind}}, "required": ["do"]} for kind in kinds
    ]


def test_errors_of_an_entry_are_those_of_its_own_kind() -> None:
    log = {"game": "desperate-oasis", "moves": [{"do": "palm", "by": "A", "colum": 3}, {"do": "plam"}]}
    errors = sorted(
        validator("desperate-oasis", "log").iter_errors(log), key=lambda error: (error.json_path, str(error.validator))
    )
    assert [(error.json_path, error.validator) for error in errors] == [
        ("$.moves[0]", "additionalProperties"),
        ("$.moves[0]", "required"),
        ("$.moves[1].do", "enum"),
    ]


@UNHURRIED
@given(st.data())
@pytest.mark.parametrize(("slug", "kind"), EVERY_KIND, ids=IDS)
def test_it_accepts_what_the_reader_accepts(slug: str, kind: str, data: st.DataObject) -> None:
    assert validator(slug, kind).is_valid(data.draw(documents(slug, kind)))


@UNHURRIED
@given(st.data())
@pytest.mark.parametrize(("slug", "kind"), EVERY_KIND, ids=IDS)
def test_it_refuses_what_the_reader_refuses(slug: str, kind: str, data: st.DataObject) -> None:
    document = data.draw(slips(slug, kind))
    raw = json.dumps(document)
    if document.get("game") != slug or document.get("kind", "log") != kind or re.search(r"\d\.\d|\de", raw):
        return  # another schema's business, or a number with a point, which a schema cannot tell from a whole one
    try:
        read_document(raw.encode())
    except LogError:
        assert not validator(slug, kind).is_valid(document)
    else:
        assert validator(slug, kind).is_valid(document)


@pytest.mark.parametrize("slug", GAMES)
def test_the_packs_fit(slug: str) -> None:
    for path in game(slug).packs.values():
        assert list(validator(slug, "pack").iter_errors(json.loads(path.read_bytes()))) == []


def fixtures() -> list[Path]:
    return sorted(path for path in (ROOT / "fixtures").glob("*/games/*.json")) + sorted(
        (ROOT / "examples").rglob("*.json")
    )


def test_the_fixtures_fit() -> None:
    for path in fixtures():
        document = json.loads(path.read_bytes())
        kind = document.get("kind", "log")
        if "game" in document and kind in (*KINDS, "verdict"):
            assert list(validator(document["game"], kind).iter_errors(document)) == [], path


@pytest.mark.parametrize("game", ALL_GAMES)
def test_the_cases_fit(game: str) -> None:
    for name, document, _, _ in tries(game):
        kind = document.get("kind", "log")
        assert list(validator(document["game"], kind).iter_errors(document)) == [], name


def test_it_is_found_again() -> None:
    assert folder() == ROOT / "schemas"
    for slug, kind in EVERY_KIND:
        assert schema_for(slug, kind) == GENERATED[schemas.file_name(slug, kind)]
    assert schema_for("desperate-oasis", "verdict") == GENERATED["verdict.schema.json"]
    assert json.loads(schema_text("desperate-oasis", "log")) == schema_for("desperate-oasis", "log")
    for slug, kind in (("chess", "log"), ("desperate-oasis", "lgo")):
        with pytest.raises(KeyError):
            schema_for(slug, kind)


def test_in_an_installed_package_it_lies_beside_the_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "oasis_ref"
    monkeypatch.setattr(schemas, "__file__", str(package / "record" / "schemas.py"))
    assert folder() == tmp_path / "schemas"
    (package / "_data" / "schemas").mkdir(parents=True)
    assert folder() == package / "_data" / "schemas"


def test_without_its_file_it_is_made_from_the_structs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schemas, "folder", lambda: tmp_path)
    assert schema_for("desperate-oasis", "log") == GENERATED["desperate-oasis.log.schema.json"]


def test_writing_them_is_repeatable(tmp_path: Path) -> None:
    first = {path.name: path.read_bytes() for path in write(tmp_path)}
    assert {path.name: path.read_bytes() for path in write(tmp_path)} == first
    assert all(b"\r" not in text and text.endswith(b"}\n") for text in first.values())


def test_the_module_writes_into_the_folder_it_is_given(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "oasis_ref.record.schemas", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    assert sorted(map(Path, done.stdout.split())) == sorted(tmp_path.iterdir())
    assert {path.name for path in tmp_path.iterdir()} == set(GENERATED)


def test_explaining_fetches_nothing() -> None:
    """A schema that refers to a place on the network is an error, not a visit."""
    from oasis_ref.record.explaining import _validator

    _, known = _validator(game("desperate-oasis").log, game("desperate-oasis").entry)
    stranger = known.evolve(schema={"$ref": "http://127.0.0.1:1/schema.json"})
    with pytest.raises(Unresolvable):
        stranger.is_valid({})


def test_only_a_replacement_may_hold_anything() -> None:
    """How deep a document is nested is checked in the one place of a log where anything may stand."""
    for slug in GAMES:
        for kind in KINDS:
            schema = msgspec.json.schema(getattr(game(slug), kind))
            for name, definition in schema["$defs"].items():
                for field, about in definition.get("properties", {}).items():
                    for part in subschemas(about):
                        is_open = part == {"type": "object"} or not part.keys() - {"description", "title", "default"}
                        assert not is_open or (name, field) == ("Ruling", "with"), f"{slug} {kind} {name}.{field}"
