"""Strategies for documents: any document that fits the structs of a game, and what a slip makes of one."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

import msgspec
from hypothesis import strategies as st

from oasis_ref.games import game

WORDS = st.sampled_from(["?", "A", "camel", "a: b", 'say "x"', "\\", "", "é😀", "\x1b[31m", "x" * 70])
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.sampled_from([0.5, 4.0, 1e300]) | WORDS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(WORDS, inner, max_size=2),
    max_leaves=4,
)


@cache
def documents(slug: str, kind: str) -> st.SearchStrategy[dict[str, Any]]:
    """Return a strategy for JSON documents of a kind that the structs of a game accept."""
    schema = msgspec.json.schema(getattr(game(slug), kind))
    definitions = schema["$defs"]
    whole = _object(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    said = {"game": slug} if kind == "log" else {"game": slug, "kind": kind}
    return whole.map(lambda document: {**document, **said})


def _value(schema: dict[str, Any], definitions: dict[str, Any]) -> st.SearchStrategy[Any]:
    if "$ref" in schema:
        target = definitions[schema["$ref"].rpartition("/")[2]]
        return st.deferred(lambda: _value(target, definitions))
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "anyOf" in schema:
        return st.one_of([_value(part, definitions) for part in schema["anyOf"]])
    match schema.get("type"):
        case "integer":
            low, high = schema.get("minimum", -(10**9)), schema.get("maximum", 10**9)
            return st.integers(max(low, -3), min(high, 8)) | st.sampled_from([low, high])
        case "string":
            return WORDS | st.sampled_from(schema.get("examples", ["x"]))
        case "boolean":
            return st.booleans()
        case "array" if "prefixItems" in schema:
            return st.tuples(*[_value(part, definitions) for part in schema["prefixItems"]]).map(list)
        case "array":
            return st.lists(_value(schema.get("items", {}), definitions), max_size=3)
        case "object":
            return _object(schema, definitions)
        case "null":
            return st.none()
    return ANYTHING


def _object(schema: dict[str, Any], definitions: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    if "properties" in schema:
        fields = {name: _value(field, definitions) for name, field in schema["properties"].items()}
        needed = {name: field for name, field in fields.items() if name in schema["required"]}
        return st.fixed_dictionaries(needed, optional={name: fields[name] for name in fields if name not in needed})
    names = st.sampled_from(schema["propertyNames"]["enum"]) if "propertyNames" in schema else WORDS
    inner = schema.get("additionalProperties", {})
    return st.dictionaries(names, _value(inner if isinstance(inner, dict) else {}, definitions), max_size=3)


@st.composite
def slips(draw: st.DrawFn, slug: str, kind: str) -> Any:
    """Return a document of a game with one to three things changed in it, so that it may fit no longer."""
    document = copy.deepcopy(draw(documents(slug, kind)))
    for _ in range(draw(st.integers(1, 3))):
        holder = draw(st.sampled_from(list(_holders(document))))
        if isinstance(holder, list):
            place = draw(st.integers(0, len(holder)))
            holder[place : place + draw(st.integers(0, 1))] = draw(st.lists(ANYTHING, max_size=1))
        else:
            _change_fields(draw, holder)
    return document


def _change_fields(draw: st.DrawFn, holder: dict[str, Any]) -> None:
    name = draw(st.sampled_from([*holder, "do", "kind", "new field"]))
    match draw(st.sampled_from(["replace", "rename", "remove"])):
        case "replace":
            holder[name] = draw(ANYTHING)
        case "rename":
            holder[draw(st.sampled_from([name[1:], name + "s", "by", "moves"]))] = holder.pop(name, None)
        case "remove":
            holder.pop(name, None)


def _holders(value: Any) -> Any:
    if isinstance(value, dict | list):
        yield value
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _holders(inner)


@st.composite
def scrambled(draw: st.DrawFn, raw: bytes) -> bytes:
    """Return bytes with a few of them cut out, doubled, or replaced."""
    for _ in range(draw(st.integers(1, 4))):
        begin = draw(st.integers(0, len(raw)))
        end = min(len(raw), begin + draw(st.integers(0, 12)))
        new = draw(
            st.binary(max_size=3)
            | st.just(raw[begin:end] * 2)
            | st.sampled_from(
                [b'"', b"{", b"}", b"[", b"]", b",", b":", b"\\", b"NaN", b"\xef\xbb\xbf", b"\\ud800", b"1e999"]
            )
        )
        raw = raw[:begin] + new + raw[end:]
    return raw
