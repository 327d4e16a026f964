"""What makes an editor complete and explain while a person types: titles, descriptions and examples in the schemas.

What a struct says itself stands first. What it does not say is made here from what it refers to and from the game:
its seats, its packs, its readings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from oasis_ref.games import game
from oasis_ref.games.base import Game

Schema = dict[str, Any]

_ONE_SEAT = ["A"]
"""The example of a seat that all games share; the schema of a game shows its own seats instead."""


def for_game(slug: str, kind: str, whole: Schema, definitions: Schema) -> None:
    """Show in a schema what only the game knows: its seats, its packs, its readings."""
    found = game(slug)
    seats = list(found.seats) or list("ABCDEFGH"[: found.most_players])
    for part in _parts([whole, *definitions.values()]):
        if part.get("examples") == _ONE_SEAT and "string" in part.get("type", ""):
            part["examples"] = seats
    fields = whole["properties"]
    fields["$schema"]["examples"] = [f"schemas/{slug}.{kind}.schema.json"]
    if kind != "pack":
        inner = next(part["$ref"] for part in fields["pack"]["anyOf"] if "$ref" in part).rpartition("/")[2]
        definitions[inner]["properties"]["$schema"]["examples"] = [f"schemas/{slug}.pack.schema.json"]
        fields["pack"]["examples"] = list(found.packs)
        fields["readings"] = _readings(found, fields["readings"])


def _readings(found: Game, field: Schema) -> Schema:
    """Return the field for the readings with a property for each reading of the game."""
    properties = {}
    for reading in found.catalogue.readings.values():
        options = "; ".join(f"`{option}`: {meaning}" for option, meaning in reading.options.items())
        properties[reading.slug] = {
            "title": reading.question,
            "description": f"{options.removesuffix('.')}. Why the first is the default: {reading.why}",
            "type": "string",
            "examples": list(reading.options),
            "default": reading.default,
        }
    if found.catalogue.presets:
        presets = [f"`{name}`: {_chosen(preset)}" for name, preset in found.catalogue.presets.items()]
        properties["preset"] = {
            "title": "Preset",
            "description": f"Several readings under one name; a single one goes before it. {'; '.join(presets)}.",
            "type": "string",
            "examples": list(found.catalogue.presets),
        }
    examples = [{reading.slug: list(reading.options)[-1]} for reading in found.catalogue.readings.values()]
    return {**field, "properties": properties, "examples": examples[:1] or [{}]}


def _chosen(preset: Mapping[str, str]) -> str:
    return ", ".join(f"{slug} = {option}" for slug, option in preset.items())


def complete(whole: Schema, definitions: Schema, examples: Mapping[str, Mapping[str, Any]]) -> None:
    """Give every field a title, a description and an example, where it has none of its own.

    ``examples`` are those of the fields of definitions that cannot say them themselves.
    """
    for name, definition in (("", whole), *definitions.items()):
        fields = definition.get("properties", {})
        for field, example in examples.get(name, {}).items():
            fields[field]["examples"] = [example]
    named = [whole, *definitions.values()]
    for definition in named:
        for field, about in _fields(definition):
            _explain(field, about, definitions)
    for definition in named:
        for _, about in _fields(definition):
            example = None if _shows_itself(about) else _example(about, definitions)
            if example is not None:
                about["examples"] = [example]
    for definition in definitions.values():
        example = _example(definition, definitions)
        if example:
            definition["examples"] = [example]


def _fields(definition: Schema) -> Iterator[tuple[str, Schema]]:
    """Yield the fields of a definition, and of the objects within it that have no definition of their own."""
    for part in _parts(definition):
        yield from part.get("properties", {}).items()


def _parts(part: Any) -> Iterator[Schema]:
    """Yield every schema within a schema, but for those that only test which one of several holds."""
    if isinstance(part, list):
        for item in part:
            yield from _parts(item)
    elif isinstance(part, dict):
        yield part
        for name, value in part.items():
            if name == "properties":
                yield from _parts(list(value.values()))
            elif name in ("items", "anyOf", "additionalProperties", "prefixItems"):
                yield from _parts(value)


def _explain(name: str, about: Schema, definitions: Schema) -> None:
    """Give a field its title, and the description and examples of what it refers to."""
    if "description" not in about:
        branches = [about, *about.get("anyOf", ())]
        meant = [definitions[part["$ref"].rpartition("/")[2]] if "$ref" in part else part for part in branches]
        found = next((part["description"] for part in meant if "description" in part), None)
        if found:
            about["description"] = found
    rest = dict(about)
    about.clear()
    about.update({"title": readable_name(name), **rest})


def readable_name(name: str) -> str:
    """Return the name of a field or a definition as a title.

    >>> readable_name("made_up"), readable_name("$schema"), readable_name("EntryVerdict")
    ('Made up', 'Schema', 'Entry verdict')
    """
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.lstrip("$")).replace("_", " ").replace("-", " ")
    return words if len(words) == 1 else words.capitalize()


def _shows_itself(about: Schema) -> bool:
    """Return whether a field shows what can stand there: by examples, a choice of values or a reference."""
    branches = [about, *about.get("anyOf", ())]
    shown = any(part.keys() & {"examples", "const", "enum", "$ref"} for part in branches[:1])
    return shown or "boolean" in about.get("type", "")


def _example(part: Schema, definitions: Schema, above: tuple[str, ...] = ()) -> Any:
    """Return an example of what fits a schema, made of the examples in it; None if it has none."""
    if "const" in part:
        return part["const"]
    if part.get("examples"):
        return part["examples"][0]
    if "allOf" in part:
        kinds = (_example(kind["then"], definitions, above) for kind in part["allOf"])
        return next((found for found in kinds if found is not None), None)
    if "$ref" in part:
        name = part["$ref"].rpartition("/")[2]
        return None if name in above else _example(definitions[name], definitions, (*above, name))
    if "array" in part.get("type", "") and part.get("items"):
        item = part["items"]
        if len(item.get("examples", ())) > 1:
            return item["examples"][:2]
        found = _example(item, definitions, above)
        return None if found is None else [found]
    if "object" in part.get("type", "") and part.get("required"):
        fields = part.get("properties", {})
        parts = {name: _example(fields.get(name, {}), definitions, above) for name in part["required"]}
        return None if None in parts.values() else parts
    if "enum" in part:
        return part["enum"][0]
    known = [branch for branch in part.get("anyOf", ()) if branch.get("const") != "unknown"]
    branches = (_example(branch, definitions, above) for branch in known)
    return next((found for found in branches if found is not None), None)
