"""Reading documents: quickly when they are right, and with every fault and its place when they are not.

A document is decoded straight into its typed structs. Only if that fails, or if a field stands twice, is it read a
second time, slowly, to explain why.
"""

from __future__ import annotations

import hashlib
import os
import re
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from oasis_ref.core.documents import Document, Log, Pack, Ruling, Sheet
from oasis_ref.games import GAMES, game
from oasis_ref.record.errors import Fault, LogError
from oasis_ref.record.verdict import Verdict

Kind = Literal["log", "sheet", "pack", "verdict"]
KINDS: tuple[Kind, ...] = ("log", "sheet", "pack", "verdict")

MOST_BYTES = 32_000_000
"""A document may be so large; in a .jsonl file this holds for each line."""

MOST_BYTES_EACH = 20_000
"""An entry of a log may be so large: far more than everything that can happen at once on a table."""

MOST_BYTES_ALONE = 1_000_000
"""A sheet or a pack may be so large."""

MOST_LEVELS = 100
"""A document may nest this deep: an object in a list in an object is three levels."""


def read_log(source: Path | bytes, *, name: str | None = None) -> Log:
    """Return the log in a file or in bytes. Raises LogError with every fault and its place.

    ``name`` is what the faults call the input; for a file its path. Raises TypeError for anything but a Path or bytes.
    """
    document = _read(source, "log", name)
    assert isinstance(document, Log)
    return document


def read_sheet(source: Path | bytes, *, name: str | None = None) -> Sheet:
    """Return the sheet in a file or in bytes. Raises LogError with every fault and its place.

    >>> from oasis_ref import read_sheet
    >>> sheet = read_sheet(b'{"kind": "sheet", "game": "desperate-oasis", "piles": {"A": {"oases": [3, -1]}}}')
    >>> sheet.piles["A"].oases
    [3, -1]
    >>> read_sheet(b'{"kind": "sheet", "game": "desperate-oasis", "pile": {}}')
    Traceback (most recent call last):
    oasis_ref.record.errors.LogError: 1:46: There is no field `pile` here (did you mean `piles`?) [/pile]
    """
    document = _read(source, "sheet", name)
    assert isinstance(document, Sheet)
    return document


def read_pack(source: Path | bytes, *, name: str | None = None) -> Pack:
    """Return the pack in a file or in bytes. Raises LogError with every fault and its place."""
    document = _read(source, "pack", name)
    assert isinstance(document, Pack)
    return document


def read_document(source: Path | bytes, *, name: str | None = None) -> Log | Sheet | Pack | Verdict:
    """Return the document in a file or in bytes, of the kind that it says it is. Raises LogError with every fault."""
    document: Log | Sheet | Pack | Verdict = _read(source, None, name)
    return document


def bytes_of(path: Path) -> bytes:
    """Return what is in a file. Raises LogError if it cannot be read or is too large."""
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
            size = os.fstat(file.fileno()).st_size
    except (OSError, ValueError) as error:
        raise LogError([Fault(unreadable(error), file=printable(path))]) from None
    if len(raw) > MOST_BYTES:
        raise LogError([too_large(size, printable(path))])
    return raw


def printable(path: Path) -> str:
    """Return the name of a file as text: a byte in it that is no UTF-8 is written out."""
    return str(path).encode("utf-8", "backslashreplace").decode()


def too_large(size: int, name: str | None, most: int | None = None) -> Fault:
    """Return the fault of an input that is too large to be read; ``size`` is 0 if it is not known."""
    most = MOST_BYTES if most is None else most
    line = getattr(name, "line", None)
    found = f"{size:,} bytes" if size > most else f"more than {most:,} bytes"
    return Fault(
        f"The document is too large: it has {found}, and the limit is {most:,}",
        file=getattr(name, "file", name),
        line=line,
        found=found,
        expected=f"at most {most:,} bytes",
        hint="several documents in one file: one a line, in a file whose name ends in .jsonl" if line is None else None,
    )


def unreadable(error: OSError | ValueError) -> str:
    """Return in words why a file cannot be read."""
    if isinstance(error, FileNotFoundError):
        return "There is no such file"
    if isinstance(error, IsADirectoryError):
        return "This is a folder, and a file is needed here"
    if isinstance(error, PermissionError):
        return "The file may not be read: permission denied"
    return f"The file cannot be read: {getattr(error, 'strerror', None) or error}"


# The quick way

_GAME = re.compile(rb'"game"[ \t\r\n]*:[ \t\r\n]*"([^"\\]{1,40})"')
_KIND = re.compile(rb'"kind"[ \t\r\n]*:[ \t\r\n]*"([^"\\]{1,40})"')
_FORMAT_FIRST = re.compile(rb'[ \t\r\n]*\{[ \t\r\n]*"format"[ \t\r\n]*:')
_UNTYPED = msgspec.json.Decoder()
_ENCODER = msgspec.json.Encoder()


class _Head(msgspec.Struct):
    """The two fields that say what a document is, as they are written in it."""

    kind: msgspec.Raw = msgspec.Raw(b'"log"')
    game: msgspec.Raw = msgspec.Raw(b"null")


_HEAD = msgspec.json.Decoder(_Head)


@cache
def decoder(slug: str, kind: str) -> msgspec.json.Decoder[Any]:
    """Return the decoder for a kind of document of a game."""
    return msgspec.json.Decoder(struct_of(slug, kind))


def struct_of(slug: str, kind: str) -> Any:
    """Return the struct of a kind of document of a game."""
    return Verdict if kind == "verdict" else getattr(game(slug), kind)


def _read(source: Path | bytes, kind: Kind | None, name: str | None) -> Any:
    if isinstance(source, Path):
        name = printable(source) if name is None else name
        raw = bytes_of(source)
    else:
        if not isinstance(source, bytes):
            raise TypeError(f"a Path or bytes are needed, not {_described(source)}")
        raw = source
        if len(raw) > MOST_BYTES:
            raise LogError([too_large(len(raw), name)])
    document = _decoded(raw, kind)
    if document is None or (not _has_every_field(document, raw) and _repeats_a_field(raw)) or _too_deep(document):
        from oasis_ref.record.refusing import refusal

        raise refusal(raw, kind, name)
    oversized = _oversized(document, len(raw), name) if len(raw) > MOST_BYTES_EACH else []
    if oversized:
        raise LogError(oversized)
    if isinstance(document, Document):
        document.read_from(hashlib.sha256(raw).hexdigest())
    return document


def _described(source: object) -> str:
    return f"the text {source[:60]!r}; a file is named by a Path" if isinstance(source, str) else type(source).__name__


def _oversized(document: Any, size: int, name: str | None) -> list[Fault]:
    """Return the faults of a document that is well written but larger, in one piece, than any table could make it."""
    if isinstance(document, Sheet | Pack):
        return [too_large(size, name, MOST_BYTES_ALONE)] if size > MOST_BYTES_ALONE else []
    if not isinstance(document, Log):
        return []
    faults = []
    for place, entry in enumerate(document.moves):
        large = len(msgspec.json.encode(entry))
        if large > MOST_BYTES_EACH:
            says = f"Entry {place + 1} is too large: it has {large:,} bytes, and the limit is {MOST_BYTES_EACH:,}"
            expected = f"at most {MOST_BYTES_EACH:,} bytes"
            faults.append(
                Fault(says, file=name, pointer=f"/moves/{place}", found=f"{large:,} bytes", expected=expected)
            )
    return faults


def _decoded(raw: bytes, kind: Kind | None) -> Any:
    """Return the document as its structs, or None if it does not fit them.

    Game and kind are guessed from the bytes. A guess that decodes is right, for the structs fix both; for one that
    does not, both fields are read properly.
    """
    guess = (_first(_GAME, raw), kind or _first(_KIND, raw) or "log")
    document = _decoded_as(raw, *guess)
    if document is None or (kind is None and guess[1] != "log"):
        head = head_of(raw, kind)
        if head is None or (document is None and head == guess):
            return None
        if head != guess:
            document = _decoded_as(raw, *head)
    return document


def _first(pattern: re.Pattern[bytes], raw: bytes) -> str | None:
    found = pattern.search(raw)
    return found.group(1).decode("utf-8", "replace") if found else None


def head_of(raw: bytes, kind: Kind | None) -> tuple[str | None, str] | None:
    """Return game and kind as the document gives them, or None if it is no JSON object that says them."""
    try:
        head = _HEAD.decode(raw)
        slug, written = _UNTYPED.decode(head.game), _UNTYPED.decode(head.kind)
    except (msgspec.MsgspecError, RecursionError):
        return None
    if not isinstance(written, str):
        return None
    return (slug if isinstance(slug, str) else None), kind or written


def _decoded_as(raw: bytes, slug: str | None, kind: str) -> Any:
    if slug not in GAMES or kind not in KINDS:
        return None
    try:
        return decoder(slug, kind).decode(raw)
    except (msgspec.MsgspecError, RecursionError):
        return None


def _has_every_field(document: Any, raw: bytes) -> bool:
    """Return whether a document, written anew, has all the fields that it was read from; then none stood twice.

    The structs of a log add no field (a pack in it may), but leave out those that say what holds anyway, such as the
    format, which often is the first field.
    """
    if not isinstance(document, Log) or isinstance(getattr(document, "pack", None), Pack) or b"\\u003" in raw:
        return False
    left_out = 1 if _FORMAT_FIRST.match(raw) else 0
    return raw.count(b":") == _ENCODER.encode(document).count(b":") + left_out


def _repeats_a_field(raw: bytes) -> bool:
    """Return whether an object of a document that could be decoded has a field twice.

    Decoding keeps one of them. Outside strings there is one colon to a field, and those inside strings stay, so
    the document written anew has fewer colons. Only a colon that is written as an escape would upset the count.
    """
    if b"\\u003" in raw:
        return _repeats_a_field_slowly(raw)
    return raw.count(b":") != _ENCODER.encode(_UNTYPED.decode(raw)).count(b":")


def _repeats_a_field_slowly(raw: bytes) -> bool:
    import json

    repeated = False

    def look(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal repeated
        fields = dict(pairs)
        repeated = repeated or len(fields) < len(pairs)
        return fields

    json.loads(raw, object_pairs_hook=look)
    return repeated


def _too_deep(document: Any) -> bool:
    """Return whether the one part of a log that may hold anything, the entry given in a ruling, is nested too deep."""
    moves = getattr(document, "moves", ())
    if Ruling not in map(type, moves):
        return False
    most = MOST_LEVELS - 3
    return any(
        type(entry) is Ruling and entry.replacement is not None and _levels(entry.replacement, most) > most
        for entry in moves
    )


def _levels(value: Any, most: int) -> int:
    """Return how deep a value is nested, but no more than one above ``most``."""
    level: list[Any] = [value]
    depth = 0
    while level and depth <= most:
        containers = [part for part in level if isinstance(part, dict | list)]
        depth += bool(containers)
        level = [inner for part in containers for inner in (part.values() if isinstance(part, dict) else part)]
    return depth
