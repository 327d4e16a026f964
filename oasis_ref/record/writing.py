"""Writing documents: a verdict as JSON with its sentences, a log as JSON that a person can read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from oasis_ref._version import VERSION
from oasis_ref.core.documents import Log
from oasis_ref.core.findings import Finding, Happening, Note
from oasis_ref.games import game
from oasis_ref.games.base import Game
from oasis_ref.record.errors import Fault
from oasis_ref.record.verdict import EntryVerdict, Verdict

TOOL = "oasis-ref"
_WIDTH = 100


def envelope(kind: str, **content: Any) -> dict[str, Any]:
    """Return a document of that kind as every command prints it: what it is, who made it, then its content."""
    return {"kind": kind, "format": 1, "tool": TOOL, "engine": VERSION, **content}


def unread_document(source: str, faults: Sequence[Fault]) -> dict[str, Any]:
    """Return what is printed of an input that could not be read: its faults."""
    return envelope("unread", source=source, faults=[msgspec.to_builtins(fault) for fault in faults])


def listed(document: Mapping[str, Any], name: str, items: Iterable[Any]) -> Iterator[bytes]:
    """Yield a document as JSON text, piece by piece, with the items as the list of that name at its end.

    Nothing is yielded before the first item is there.
    """
    opening = msgspec.json.format(msgspec.json.encode(document), indent=2).removesuffix(b"\n}")
    before = opening + b',\n  "' + name.encode() + b'": ['
    some = False
    for item in items:
        text = msgspec.json.format(msgspec.json.encode(item), indent=2)
        yield before + b"\n    " + text.replace(b"\n", b"\n    ")
        before, some = b",", True
    yield b"\n  ]\n}\n" if some else before + b"]\n}\n"


# The verdict

_ALWAYS = ("game", "judged", "source", "sha256", "status", "digest")
"""What a reader of a verdict looks for first stands first."""


def verdict_document(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as JSON values: all of it, with the sentence (``message``) beside every template and its facts,
    and every entry in words (``text``).
    """
    judged = game(verdict.game)
    names = [name for name in verdict.__struct_encode_fields__ if name not in ("kind", "format", "engine", *_ALWAYS)]
    document = envelope("verdict")
    document["engine"] = verdict.engine
    for name in (*_ALWAYS, *names):
        document[name] = msgspec.to_builtins(getattr(verdict, name)) if name not in _SAYING else None
    document["entries"] = [_entry(said, _in_words(judged, said.entry)) for said in verdict.entries]
    document["findings"] = _said(verdict.findings)
    document["notes"] = _said(verdict.notes)
    return document


_SAYING = ("entries", "findings", "notes")


def _in_words(judged: Game, entry: Any) -> str:
    """Return an entry in words; in a verdict that was read, an entry is plain data."""
    return judged.describe(msgspec.convert(entry, judged.entry) if type(entry) is dict else entry)


def _entry(said: EntryVerdict, text: str) -> dict[str, Any]:
    document: dict[str, Any] = {
        "number": said.number,
        "text": text,
        "status": said.status,
        "carried_out": said.carried_out,
        "entry": msgspec.to_builtins(said.entry),
    }
    if said.ruling is not None:
        document["ruling"] = said.ruling
    for name, items in (("findings", said.findings), ("trail", said.trail), ("notes", said.notes)):
        if items:
            document[name] = _said(items)
    return document


def _said(items: Iterable[Finding | Happening | Note]) -> list[dict[str, Any]]:
    return [{"message": item.message, **msgspec.to_builtins(item)} for item in items]


def write_verdict(verdict: Verdict, *, indent: int = 2) -> bytes:
    """Return a verdict as the documented JSON, with its digest and its sentences; with an ``indent`` of 0 on one line.

    Read again with ``read_document``, it is the same verdict.

    >>> from oasis_ref import adjudicate, read_document, read_log, write_verdict
    >>> verdict = adjudicate(read_log(b'{"game": "oasis", "moves": [{"do": "take", "by": "A", "of": "B"}]}'))
    >>> text = write_verdict(verdict)
    >>> text.splitlines()[:3]
    [b'{', b'  "kind": "verdict",', b'  "format": 1,']
    >>> read_document(text).digest == verdict.digest
    True
    """
    encoded = msgspec.json.encode(verdict_document(verdict))
    return msgspec.json.format(encoded, indent=indent) if indent else encoded


def verdict_schema() -> dict[str, Any]:
    """Return the schema of a verdict as it is written, before it is published."""
    schema: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(msgspec.json.schema(Verdict)))
    definitions: dict[str, Any] = schema["$defs"]
    message = {"type": "string", "description": "`says` filled in with its `facts`: the sentence to show."}
    for name in ("Finding", "Happening", "Note"):
        _add(definitions[name], "message", message)
    entry = definitions["EntryVerdict"]
    _add(entry, "text", {"type": "string", "description": "The entry in words."})
    entry["properties"]["entry"] = {
        "type": "object",
        "required": ["do"],
        "description": "The entry as it was recorded, in the form that the log's schema gives it.",
    }
    entry["required"] = ["number", "text", "status", "carried_out", "entry"]
    whole = definitions["Verdict"]
    whole["properties"] = {"tool": {"enum": [TOOL], "description": "What made the document."}, **whole["properties"]}
    whole["required"] = list(whole["properties"])
    return schema


def _add(definition: dict[str, Any], name: str, schema: dict[str, Any]) -> None:
    definition["properties"] = {name: schema, **definition["properties"]}
    definition["required"] = [name, *definition["required"]]


# The log

_FIRST = ("$schema", "format", "kind", "game", "event", "players", "pack", "readings", "moves")


def write_log(log: Log | Mapping[str, Any]) -> bytes:
    """Return a log as JSON that a person can read: indented by two spaces, and every entry of ``moves`` on one line.

    Nothing is lost: read again, it is the same log.

    >>> from oasis_ref import read_log, write_log
    >>> log = read_log(b'{"game": "oasis", "moves": [{"do": "take", "of": "B", "by": "A", "comment": "quickly"}]}')
    >>> print(write_log(log).decode(), end="")
    {
      "format": 1,
      "game": "oasis",
      "moves": [
        {"by": "A", "do": "take", "of": "B", "comment": "quickly"}
      ]
    }
    """
    fields = dict(log) if isinstance(log, Mapping) else {"format": 1, **msgspec.to_builtins(log)}
    order = [name for name in _FIRST if name in fields] + [name for name in fields if name not in _FIRST]
    lines = [f"{_inline(name)}: {_moves(fields[name]) if name == 'moves' else _block(fields[name])}" for name in order]
    return ("{\n  " + ",\n  ".join(lines) + "\n}\n").encode()


def _inline(value: Any, indent: int | None = None) -> str:
    import json

    return json.dumps(value, ensure_ascii=False, indent=indent)


def _block(value: Any) -> str:
    """Return a field's value on one line if it is short, else indented."""
    line = _inline(value)
    return line if len(line) <= _WIDTH else _inline(value, 2).replace("\n", "\n  ")


def _moves(entries: Sequence[Any]) -> str:
    if not entries:
        return "[]"
    return "[\n    " + ",\n    ".join(_inline(_ordered(entry)) for entry in entries) + "\n  ]"


def _ordered(entry: Any) -> Any:
    """Return an entry with who and what first, and remarks last."""
    if not isinstance(entry, Mapping):
        return entry
    first = [name for name in ("by", "do") if name in entry]
    last = [name for name in ("glyph", "comment") if name in entry]
    return {name: entry[name] for name in [*first, *(name for name in entry if name not in (*first, *last)), *last]}
