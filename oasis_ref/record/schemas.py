"""The JSON Schemas of all documents, generated from the typed structs, and found again when they are asked for.

``python -m oasis_ref.record.schemas`` writes them anew into ``schemas/``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from oasis_ref.core.text import capital
from oasis_ref.games import GAMES, game
from oasis_ref.record.completing import complete, for_game, readable_name
from oasis_ref.record.meanings import EXAMPLES_OF_VERDICT, FIELDS_OF_VERDICT

DRAFT = "https://json-schema.org/draft/2020-12/schema"
KINDS = ("log", "sheet", "pack")

Schema = dict[str, Any]

_FIELDS: dict[str, str] = {
    "game": "The slug of the game.",
    "pack": "The pack to judge by: the name of one that comes with the game, or the pack itself.",
    "moves": "The entries of the record in order. Each is one decision of a player, or something the table did.",
    "result": "What was claimed at the table. It is compared, never trusted.",
}
"""What the fields mean that the structs of a game add, where these do not say."""

_TAG = "What kind of entry this is."
_ABOUT = {
    "log": "The record of one game of {title}. Whole numbers are written without point and exponent.",
    "sheet": "A final table of {title} without the moves, to be scored.",
    "pack": "Component facts for {title}: what is in the box.",
    "verdict": "What the referee says of one log or sheet.",
}


def file_name(slug: str, kind: str) -> str:
    """Return the name of the file that holds a schema. A verdict has the same for every game."""
    return "verdict.schema.json" if kind == "verdict" else f"{slug}.{kind}.schema.json"


def schema_text(slug: str, kind: str) -> str:
    """Return the schema of a kind of document (log, sheet, pack, verdict) of a game, as it is laid out in its file.

    Raises KeyError for a game or a kind that does not exist.
    """
    if slug not in GAMES or kind not in (*KINDS, "verdict"):
        raise KeyError(slug if slug not in GAMES else kind)
    path = folder() / file_name(slug, kind)
    return path.read_text(encoding="utf-8") if path.is_file() else laid_out(generated(slug, kind))


def schema_for(slug: str, kind: str) -> Schema:
    """Return the schema of a kind of document of a game. Raises KeyError for a game or a kind that does not exist."""
    schema: Schema = json.loads(schema_text(slug, kind))
    return schema


def folder() -> Path:
    """Return where the schemas lie: in an installed package beside its modules, else at the root of the checkout."""
    package = Path(__file__).parents[1]
    installed = package / "_data" / "schemas"
    return installed if installed.is_dir() else package.parent / "schemas"


def all_schemas() -> Iterator[tuple[str, Schema]]:
    """Yield every schema with the name of its file, made from the structs."""
    for slug in GAMES:
        for kind in KINDS:
            yield file_name(slug, kind), generated(slug, kind)
    yield file_name("", "verdict"), generated("", "verdict")


def generated(slug: str, kind: str) -> Schema:
    """Return a schema made from the structs."""
    if kind == "verdict":
        from oasis_ref.record.writing import verdict_schema

        title, raw = "the verdict", verdict_schema()
    else:
        title, raw = game(slug).title, msgspec.json.schema(getattr(game(slug), kind))
    published = _published(raw)
    definitions = published["$defs"]
    whole = definitions.pop(published["$ref"].rpartition("/")[2])
    _describe(whole, _FIELDS)
    for name, definition in definitions.items():
        _name(definition)
        _describe(definition, FIELDS_OF_VERDICT.get(name, _FIELDS) if kind == "verdict" else _FIELDS)
    if slug:
        for_game(slug, kind, whole, definitions)
    complete(whole, definitions, EXAMPLES_OF_VERDICT if kind == "verdict" else {})
    schema = {
        "$schema": DRAFT,
        "$id": file_name(slug, kind),
        **whole,
        "title": f"{capital(title)}: {kind}" if slug else "Verdict",
        "description": _ABOUT[kind].format(title=title),
    }
    if kind == "log":
        schema["examples"] = [_beginning(slug)]
    return {**schema, "$defs": definitions}


def _beginning(slug: str) -> Schema:
    """Return the beginning of a log, to be filled in."""
    players = [{"seat": "A", "name": "Ann"}, {"seat": "B", "name": "Ben"}]
    return {"format": 1, "game": slug, "players": players, "moves": []}


def _describe(definition: Schema, fields: Mapping[str, str]) -> None:
    """Say what the fields of a definition mean, where they do not say it themselves."""
    properties = definition.get("properties", {})
    for name, about in fields.items():
        if name in properties:
            properties[name] = {"description": about, **properties[name]}


def _name(definition: Schema) -> None:
    """Give a definition a title that reads well, and a tag its description."""
    tag = definition.get("properties", {}).get("do")
    if tag is not None and "const" in tag:
        definition["title"] = tag["const"]
        definition["properties"]["do"] = {"description": _TAG, **tag}
    elif "title" in definition:
        definition["title"] = readable_name(definition["title"])


def laid_out(schema: Schema) -> str:
    """Return the text of a schema's file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _published(part: Any) -> Any:
    """Return a part of a schema in the form that any validator and editor understands."""
    if isinstance(part, list):
        return [_published(item) for item in part]
    if not isinstance(part, dict):
        return part
    plain = {name: _published_keyword(name, value) for name, value in part.items()}
    if len(plain.get("enum", ())) == 1:
        plain = {"const" if name == "enum" else name: value for name, value in plain.items()}
        plain["const"] = plain["const"][0]
    if "discriminator" in plain:
        return _conditional(plain)
    return _simple(plain)


def _published_keyword(name: str, value: Any) -> Any:
    if name in ("properties", "$defs"):
        return {inner: _published(schema) for inner, schema in value.items()}
    if name in ("default", "examples", "enum", "const"):
        return value
    return _readable(value) if name == "description" else _published(value)


def _readable(docstring: str) -> str:
    paragraphs = docstring.replace("``", "`").split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def _simple(union: Schema) -> Schema:
    """Return a union of one plain type with null as a schema of two types."""
    parts = union.get("anyOf", ())
    if len(parts) != 2 or "type" not in parts[0] or parts[1] != {"type": "null"}:
        return union
    kept = {name: value for name, value in union.items() if name != "anyOf"}
    return {**parts[0], **kept, "type": [parts[0]["type"], "null"]}


def _conditional(union: Schema) -> Schema:
    """Return a union of tagged objects as one ``if`` and ``then`` for each tag, so that errors name the exact field."""
    tag, mapping = union["discriminator"]["propertyName"], union["discriminator"]["mapping"]
    rest = {name: value for name, value in union.items() if name not in ("anyOf", "discriminator")}
    return {
        **rest,
        "type": "object",
        "required": [tag],
        "properties": {tag: {"description": _TAG, "enum": list(mapping)}},
        "allOf": [
            {"if": {"properties": {tag: {"const": value}}, "required": [tag]}, "then": {"$ref": reference}}
            for value, reference in mapping.items()
        ],
    }


def write(target: Path) -> list[Path]:
    """Write every schema into a folder, and return the files."""
    target.mkdir(parents=True, exist_ok=True)
    written = []
    for name, schema in all_schemas():
        path = target / name
        path.write_text(laid_out(schema), encoding="utf-8", newline="\n")
        written.append(path)
    return written


if __name__ == "__main__":
    for file in write(Path(sys.argv[1]) if len(sys.argv) > 1 else folder()):
        print(file)
