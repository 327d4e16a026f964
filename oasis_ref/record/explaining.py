"""Explaining why a document was refused: every fault against its JSON Schema, each with its place and a plain sentence.

The schema is that of the typed structs, with their unions told apart by a ``discriminator``. A validator that knows
this keyword looks only at the schema that an entry claims to fit, so that its errors are those of its own kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import islice
from typing import Any, cast

import msgspec
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from oasis_ref.core.text import either, near_miss
from oasis_ref.record.errors import Fault
from oasis_ref.record.scanning import MOST_FAULTS, Scan, Spot, pointer
from oasis_ref.record.wording import KINDS_OF_VALUE, fields, items, literals, place_words, shown, step_words

Schema = Mapping[str, Any]
Located = tuple[int, Fault]
"""A fault with the offset of its place."""

Fits = Callable[[Any], bool]
_EVERYWHERE = ("do", "comment", "glyph", "$schema", "format", "kind")
_NAME = "urn:oasis-ref:typed"
_TYPES: dict[type, str] = {
    bool: "boolean",
    int: "integer",
    float: "number",
    str: "string",
    list: "array",
    dict: "object",
    type(None): "null",
}


def explain(scan: Scan, document: Any, entry: Any) -> list[Located]:
    """Return the faults of what was read against the schema of a kind of document.

    The document is given as its struct, its entries as the union of theirs. All faults are told, but no more than
    one above the most that an input may have.
    """
    assert scan.root is not None
    schema, validator = _validator(document, entry)
    errors = islice(validator.iter_errors(scan.root.value), 2 * MOST_FAULTS + 2)
    told = [_Told(scan, error, schema) for error in errors]
    misspelt = {(one.holder, one.meant) for one in told if one.meant}
    telling = [one for one in told if not one.unclear and (one.holder, one.missing or "") not in misspelt]
    return [(one.offset, one.fault()) for one in telling[: MOST_FAULTS + 1]]


def why_no_entry(value: Any, entry: Any) -> str:
    """Return in words why a value is no entry, whose kinds are given as the union of their structs."""
    try:
        scan = Scan(msgspec.json.encode(value).decode())
        told = [] if scan.root is None else explain(scan, entry, entry)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        told = []
    sentences = [f"{fault.message} ({fault.hint})" if fault.hint else fault.message for _, fault in told[:3]]
    return "; ".join(sentences) or "it does not fit what an entry is"


class _Told:
    """One error of the validator, and how it is told."""

    def __init__(self, scan: Scan, error: ValidationError, root: Schema) -> None:
        self.rule = str(error.validator)
        self.limit = cast(Any, error.validator_value)  # what the schema allows: a bound, the fields, the values
        self.value: Any = error.instance
        self.schema: Any = error.schema
        self.root = root
        self.path: list[str | int] = list(error.absolute_path)
        self.scan = scan
        holder, spot = _follow(scan.root, self.path)
        self.unclear = spot is not None and spot.unclear
        self.missing: str | None = None
        self.meant: str | None = None
        if self.rule == "required":
            self.missing = str(self.limit)
        in_key = self.rule in ("unknown field", "unknown key")
        if in_key:
            self.meant = near_miss(str(self.path[-1]), self.limit)
        self.holder: str = pointer(self.path[:-1] if in_key else self.path)
        if spot is None:
            self.offset = 0
        elif in_key and holder is not None:
            self.offset = holder.keys.get(str(self.path[-1]), spot.start)
        else:
            self.offset = spot.start
        self.kind = _kind_of_entry(scan.root, self.path)

    def fault(self) -> Fault:
        line, column = self.scan.places(self.offset)
        said = _TELLERS[self.rule](self)
        said.line, said.column, said.pointer = line, column, pointer(self.path)
        return said

    def subject(self) -> str:
        """The value that is wrong, with where it stands: ``Entry 3 (play): `column```."""
        *around, last = self.path or [""]
        if not self.path:
            return "The document"
        if len(self.path) == 2 and isinstance(last, int):
            return place_words(self.path, self.kind)
        where = place_words(around, self.kind)
        return f"{where}: {step_words(last)}" if where else step_words(last)

    def whole(self) -> str:
        """The object that holds a field too many or too few."""
        around = self.path[:-1] if self.rule in ("unknown field", "unknown key") else self.path
        return place_words(around, self.kind)


def _follow(root: Spot | None, path: Sequence[str | int]) -> tuple[Spot | None, Spot | None]:
    """Return the spots of the container of the path's end and of the end itself."""
    holder, spot = None, root
    for step in path:
        if spot is None:
            return None, None
        holder, spot = spot, spot.part(step)
    return holder, spot


def _kind_of_entry(root: Spot | None, path: Sequence[str | int]) -> str | None:
    if len(path) < 2 or path[0] != "moves":
        return None
    _, entry = _follow(root, path[:2])
    kind = entry.value.get("do") if entry is not None and isinstance(entry.value, dict) else None
    return kind if isinstance(kind, str) else None


# What a fault says


def _tell_type(told: _Told) -> Fault:
    expected = _expected(told.limit)
    found = shown(told.value)
    return Fault(
        f"{told.subject()} should be {expected}, but is {found}", found=found, expected=expected, hint=_type_hint(told)
    )


def _type_hint(told: _Told) -> str | None:
    value, types = told.value, [part.get("type") for part in told.limit]
    meant = _meant(value, [word for part in told.limit for word in part.get("enum", ())])
    if meant:
        return meant
    if isinstance(value, float) and "integer" in types:
        whole = f": write {int(value)}" if value == int(value) and abs(value) < 1e15 else ""
        return f"a whole number has no point and no exponent{whole}"
    if isinstance(value, str) and "integer" in types and value.strip().lstrip("-").isdecimal():
        return "a number stands without quotation marks"
    if isinstance(value, int) and "string" in types and not isinstance(value, bool):
        return f'a text stands in quotation marks: "{value}"' if abs(value) < 10**15 else None
    if "array" in types and isinstance(value, str | int | dict):
        return "a list stands in square brackets, also if it has one item"
    return _about(told.schema)


def _tell_literal(told: _Told) -> Fault:
    allowed = told.limit
    expected, found = literals(allowed), shown(told.value)
    return Fault(
        f"{told.subject()} should be {expected}, but is {found}",
        found=found,
        expected=expected,
        hint=_meant(told.value, allowed),
    )


def _tell_missing(told: _Told) -> Fault:
    name = str(told.missing)
    about = told.schema.get("properties", {}).get(name, {})
    expected = _expected(_branches(about, told.root))
    where = f"{told.whole()}: " if told.whole() else ""
    return Fault(f"{where}{fields([name])} is missing", expected=expected, hint=_about(about) or expected)


def _tell_unknown_field(told: _Told) -> Fault:
    name, known = str(told.path[-1]), list(told.limit)
    known.sort(key=lambda field: field in _EVERYWHERE)
    hint = f"did you mean `{told.meant}`?" if told.meant else f"its fields are {fields(known)}"
    found = fields([name])
    message = f"{told.whole()} has no field {found}" if told.whole() else f"There is no field {found} here"
    return Fault(message, found=found, expected=fields(known), hint=hint)


def _tell_unknown_key(told: _Told) -> Fault:
    name, known = str(told.path[-1]), list(told.limit)
    expected = literals(known)
    hint = f"did you mean `{told.meant}`?" if told.meant else None
    return Fault(
        f"{told.whole() or 'Here'}: a name should be {expected}, but is {shown(name)}",
        found=shown(name),
        expected=expected,
        hint=hint,
    )


def _tell_unknown_kind(told: _Told) -> Fault:
    known = list(told.limit)
    found = shown(told.value)
    where = place_words(told.path[:-1])
    hint = _meant(told.value, known) or f"the kinds of entry are {fields(known)}"
    message = f"{where}: there is no kind of entry {found}" if where else f"There is no kind of entry {found}"
    return Fault(message, found=found, expected=fields(known), hint=hint)


def _tell_missing_kind(told: _Told) -> Fault:
    known = list(told.limit)
    where = f"{place_words(told.path)}: " if told.path else ""
    return Fault(
        f"{where}`do` is missing, which says what kind of entry it is",
        expected=fields(known),
        hint=f"the kinds of entry are {fields(known)}",
    )


def _tell_bound(told: _Told) -> Fault:
    least = told.rule == "minimum"
    bound, found = told.limit, shown(told.value)
    expected = f"{'at least' if least else 'at most'} {bound}"
    return Fault(f"{told.subject()} should be {expected}, but is {found}", found=found, expected=expected)


def _tell_length(told: _Told) -> Fault:
    found, bound = items(len(told.value)), items(told.limit)
    return Fault(
        f"{told.subject()} should have at most {bound}, but has {found}", found=found, expected=f"at most {bound}"
    )


def _meant(found: Any, known: Iterable[Any]) -> str | None:
    words = [word for word in known if isinstance(word, str)]
    guess = near_miss(found, words) if isinstance(found, str) else None
    return f"did you mean `{guess}`?" if guess else None


_TELLERS: dict[str, Callable[[_Told], Fault]] = {
    "anyOf": _tell_type,
    "type": _tell_type,
    "enum": _tell_literal,
    "const": _tell_literal,
    "required": _tell_missing,
    "unknown field": _tell_unknown_field,
    "unknown key": _tell_unknown_key,
    "unknown kind": _tell_unknown_kind,
    "missing kind": _tell_missing_kind,
    "minimum": _tell_bound,
    "maximum": _tell_bound,
    "maxItems": _tell_length,
}


def _expected(branches: Sequence[Schema]) -> str:
    """Return in words what may stand somewhere: ``a whole number or an object with `value```."""
    words = []
    objects = [set(branch.get("required", ())) for branch in branches if branch.get("type") == "object"]
    for branch in branches:
        if "enum" in branch:
            words.append(literals(branch["enum"]))
        elif branch.get("type") == "object":
            needed = [name for name in branch.get("required", ()) if all(name in names for names in objects)]
            words.append(f"an object with {fields(needed)}" if needed else "an object")
        elif branch.get("type") != "null":
            words.append(KINDS_OF_VALUE.get(str(branch.get("type")), "a value"))
    return either(dict.fromkeys(words)) or "null"


def _about(schema: Any) -> str | None:
    """Return what a schema says of its value, without the full stop."""
    about = schema.get("description") if isinstance(schema, Mapping) else None
    return about.removesuffix(".") if isinstance(about, str) else None


# The validator


def _branches(schema: Schema, root: Schema) -> list[Schema]:
    """Return the plain schemas that a schema is made of, with references and unions inside it resolved."""
    if "$ref" in schema:
        name = str(schema["$ref"]).rpartition("/")[2]
        return _branches(root["$defs"][name], root)
    if "anyOf" in schema:
        return [branch for part in schema["anyOf"] for branch in _branches(part, root)]
    return [schema]


def _any_of(
    root: Schema, fits: Fits, validator: Any, parts: Sequence[Schema], instance: Any, schema: Schema
) -> Iterator[ValidationError]:
    """Look only at the part of a union that the value claims to fit: by its tag, or else by its type."""
    discriminator = schema.get("discriminator")
    if discriminator is not None and isinstance(instance, dict):
        if discriminator.get("propertyName") != "do" or not fits(instance):
            yield from _tagged(validator, discriminator, instance)
        return
    of_type = _TYPES.get(type(instance), "null")
    for part in parts:
        branches = _branches(part, root)
        if any(_admits(branch, of_type, instance) for branch in branches):
            if "enum" not in part or instance in part["enum"]:
                yield from validator.descend(instance, part)
                return
            break
    branches = [branch for part in parts for branch in _branches(part, root)]
    yield ValidationError("no part fits", validator="anyOf", validator_value=branches, instance=instance, schema=schema)


def _admits(branch: Schema, of_type: str, instance: Any) -> bool:
    if "enum" in branch:
        return any(type(value) is type(instance) for value in branch["enum"])
    return "type" not in branch or branch["type"] == of_type or (branch["type"] == "number" and of_type == "integer")


def _tagged(validator: Any, discriminator: Schema, instance: Mapping[str, Any]) -> Iterator[ValidationError]:
    name, mapping = discriminator["propertyName"], discriminator["mapping"]
    if name not in instance:
        yield ValidationError("no tag", validator="missing kind", validator_value=list(mapping))
        return
    tag = instance[name]
    if not isinstance(tag, str) or tag not in mapping:
        yield ValidationError(
            "no such tag", validator="unknown kind", validator_value=list(mapping), path=[name], instance=tag
        )
        return
    yield from validator.descend(instance, {"$ref": mapping[tag]})


def _type(validator: Any, of_type: str, instance: Any, schema: Schema) -> Iterator[ValidationError]:
    found = _TYPES.get(type(instance), "null")
    if found != of_type and not (of_type == "number" and found == "integer"):
        yield ValidationError(
            "wrong type", validator="type", validator_value=[schema], instance=instance, schema=schema
        )


def _required(validator: Any, names: Sequence[str], instance: Any, schema: Schema) -> Iterator[ValidationError]:
    if isinstance(instance, dict):
        for name in names:
            if name not in instance:
                yield ValidationError("missing", validator="required", validator_value=name, schema=schema)


def _additional(validator: Any, allowed: Any, instance: Any, schema: Schema) -> Iterator[ValidationError]:
    if not isinstance(instance, dict):
        return
    known = schema.get("properties", {})
    for name, value in instance.items():
        if name in known:
            continue
        if allowed is False:
            yield ValidationError("unknown field", validator="unknown field", validator_value=list(known), path=[name])
        elif isinstance(allowed, dict):
            yield from validator.descend(value, allowed, path=name)


def _names(validator: Any, allowed: Schema, instance: Any, schema: Schema) -> Iterator[ValidationError]:
    if not isinstance(instance, dict):
        return
    for name in instance:
        if not validator.evolve(schema=allowed).is_valid(name):
            yield ValidationError(
                "unknown key", validator="unknown key", validator_value=allowed.get("enum", []), path=[name]
            )


def _enum(validator: Any, allowed: Sequence[Any], instance: Any, schema: Schema) -> Iterator[ValidationError]:
    if not any(value == instance and type(value) is type(instance) for value in allowed):
        yield ValidationError(
            "not among them", validator="enum", validator_value=allowed, instance=instance, schema=schema
        )


def _fits(entry: Any) -> Fits:
    """Return a quick test of whether a value is a good entry, as most are."""
    encode, decode = msgspec.json.encode, msgspec.json.Decoder(entry).decode

    def fits(value: Any) -> bool:
        try:
            decode(encode(value))
        except (msgspec.MsgspecError, RecursionError, ValueError):
            return False
        return True

    return fits


@cache
def _validator(document: Any, entry: Any) -> tuple[Schema, Any]:
    """Return the schema of a kind of document, given as its struct, and a validator for it that fetches nothing."""
    schema = {"$id": _NAME, **msgspec.json.schema(document)}
    keywords = {
        "anyOf": partial(_any_of, schema, _fits(entry)),
        "type": _type,
        "enum": _enum,
        "required": _required,
        "additionalProperties": _additional,
        "propertyNames": _names,
    }
    resource = Resource.from_contents(schema, default_specification=DRAFT202012)
    registry: Registry[Any] = Registry().with_resources([(_NAME, resource)])
    validator: Any = extend(Draft202012Validator, keywords)  # type: ignore[no-untyped-call]
    return schema, validator(schema, registry=registry.crawl())
