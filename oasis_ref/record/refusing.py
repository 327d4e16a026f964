"""Refusing an input: all that is wrong with it, from its first bytes to the fields of its last entry."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

import msgspec

from oasis_ref.core.text import either, near_miss
from oasis_ref.games import GAMES, game
from oasis_ref.record.errors import Fault, LogError
from oasis_ref.record.reading import KINDS, decoder, head_of, struct_of
from oasis_ref.record.scanning import MOST_FAULTS, Scan, Spot
from oasis_ref.record.wording import fields, shown, shown_text

COMMANDS = {"log": "adjudicate", "sheet": "score", "pack": "pack check"}
MOST_VALUES = 1_500_000
"""Of a document with more values than this only the first fault is told."""

_BOM = b"\xef\xbb\xbf"
_OTHER_FORMATS = {
    b"\xff\xfe": "UTF-16 text",
    b"\xfe\xff": "UTF-16 text",
    b"\x1f\x8b": "a file compressed with gzip",
    b"PK\x03\x04": "a zip archive or an office document",
    b"%PDF": "a PDF",
    b"\x28\xb5\x2f\xfd": "a file compressed with zstd",
}
_BAD_BYTE = re.compile("[\udc80-\udcff]")
_BAD_BYTES = re.compile("[\udc80-\udcff]+")

Located = tuple[int, Fault]


def refusal(raw: bytes, kind: str | None, name: str | None) -> LogError:
    """Return what is to be raised for an input that was not accepted as a document of that kind (None: of any)."""
    first_line = getattr(name, "line", None) or 1
    faults = _faults(raw, kind, first_line) or [_first_fault(raw, kind, first_line)]
    for fault in faults:
        fault.file = getattr(name, "file", name)
    return LogError(faults)


def _faults(raw: bytes, kind: str | None, first_line: int) -> list[Fault]:
    other = next((what for start, what in _OTHER_FORMATS.items() if raw.startswith(start)), None)
    if other is None and b"\0" in raw[:4]:
        other = "UTF-16 or UTF-32 text, or no text at all"
    if other:
        return [
            Fault(
                f"This is {other}, not JSON",
                line=first_line,
                column=1,
                pointer="",
                expected="JSON in UTF-8",
                hint="save it as plain text in UTF-8",
            )
        ]
    if raw.count(b",") + raw.count(b"[") + raw.count(b"{") > MOST_VALUES:
        return []
    located: list[Located] = []
    if raw.startswith(_BOM):
        raw = raw[len(_BOM) :]
        located.append(_byte_order_mark(first_line))
    text, bad = _decode(raw)
    scan = Scan(text, first_line)
    located += [(offset, _bad_bytes(scan, text_bytes, offset)) for offset, text_bytes in bad]
    located += scan.faults
    if not scan.broken and scan.root is not None:
        located += _document_faults(scan, scan.root, kind)
    located.sort(key=lambda place: place[0])
    faults = [fault for _, fault in located[:MOST_FAULTS]]
    if len(located) > MOST_FAULTS:
        faults.append(Fault(f"There are more faults; only the first {MOST_FAULTS:,} are told"))
    return faults


def _byte_order_mark(line: int) -> Located:
    return -1, Fault(
        "The file begins with a byte order mark (BOM), an invisible sign that does not belong to the document",
        line=line,
        column=1,
        pointer="",
        expected="UTF-8 without a byte order mark",
        hint='save it as "UTF-8", not as "UTF-8 with BOM"',
    )


def _decode(raw: bytes) -> tuple[str, list[tuple[int, bytes]]]:
    """Return the text, and the places where bytes stand that are no UTF-8."""
    try:
        return raw.decode(), []
    except UnicodeDecodeError:
        text = raw.decode("utf-8", "surrogateescape")
    bad = [
        (found.start(), found.group()[:8].encode("utf-8", "surrogateescape"))
        for found in islice(_BAD_BYTES.finditer(text), MOST_FAULTS + 1)
    ]
    return _BAD_BYTE.sub("\ufffd", text), bad


def _bad_bytes(scan: Scan, found: bytes, offset: int) -> Fault:
    line, column = scan.places(offset)
    likely = found.decode("cp1252", "replace")
    hint = "save the file as UTF-8"
    if likely.isprintable() and "\ufffd" not in likely:
        hint = f"in Windows-1252 it would be {shown_text(likely)}; save the file as UTF-8"
    written = found.hex(" ").upper()
    return Fault(
        f"The file is not UTF-8 here: byte {written}",
        line=line,
        column=column,
        found=written,
        expected="UTF-8",
        hint=hint,
    )


# What the document is


def _document_faults(scan: Scan, root: Spot, kind: str | None) -> list[Located]:
    value = root.value
    line, column = scan.places(root.start)
    if not isinstance(value, dict):
        hint = (
            "several logs in one file: one a line, in a file whose name ends in .jsonl"
            if isinstance(value, list)
            else None
        )
        message = f"A document is one object in braces {{ }}, but this is {shown(value)}"
        return [
            (
                root.start,
                Fault(
                    message, line=line, column=column, pointer="", found=shown(value), expected="an object", hint=hint
                ),
            )
        ]
    unsaid = "log" if "moves" in value else kind or "log"
    written = (kind or "log") if _unclear(root, "kind") else value.get("kind", unsaid)
    wrong = _wrong_kind(written, kind)
    if wrong is not None:
        return [_at(scan, root, "kind", wrong)]
    slug = value.get("game")
    if not isinstance(slug, str) or slug not in GAMES:
        return [] if _unclear(root, "game") else [_at(scan, root, "game", _wrong_game(value))]
    from oasis_ref.record.explaining import explain

    located = explain(scan, struct_of(slug, written), game(slug).entry)
    if "kind" not in value and "moves" not in value:
        for _, fault in located:
            if fault.message == "`moves` is missing":
                fault.hint = "without `kind` a document is taken for a log"
    return located


def _unclear(root: Spot, name: str) -> bool:
    part = root.part(name)
    return part is not None and part.unclear


def _at(scan: Scan, root: Spot, name: str, fault: Fault) -> Located:
    part = root.part(name)
    offset = root.start if part is None else part.start
    fault.line, fault.column = scan.places(offset)
    fault.pointer = "" if part is None else f"/{name}"
    return offset, fault


def _wrong_kind(written: Any, kind: str | None) -> Fault | None:
    expected = f'"{kind}"' if kind else either(f'"{known}"' for known in KINDS)
    known = isinstance(written, str) and written in KINDS
    if known and kind in (None, written):
        return None
    if known:
        return Fault(
            f"This is a {written}, but a {kind} is needed here",
            found=f'"{written}"',
            expected=expected,
            hint=f"a {written} is for `oasis-ref {COMMANDS[written]}`" if written in COMMANDS else None,
        )
    guess = near_miss(written, KINDS) if isinstance(written, str) else None
    return Fault(
        f"`kind` should be {expected}, but is {shown(written)}",
        found=shown(written),
        expected=expected,
        hint=f"did you mean `{guess}`?" if guess else "left out, it is a log",
    )


def _wrong_game(value: dict[str, Any]) -> Fault:
    expected = fields(list(GAMES))
    if "game" not in value:
        close = near_miss("game", [name for name in islice(value, 100) if len(name) < 20])
        hint = f"`{shown_text(close)}` was probably meant to be it" if close else f"the games are {expected}"
        return Fault("`game` is missing, which says what was played", expected=expected, hint=hint)
    slug = value["game"]
    guess = near_miss(slug, GAMES) if isinstance(slug, str) else None
    hint = f"did you mean `{guess}`?" if guess else f"the games are {expected}"
    return Fault(f"There is no game {shown(slug)}", found=shown(slug), expected=expected, hint=hint)


# What is left: the quick reader's own words

_PATH = re.compile(r" - at `\$([^`]*)`")
_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")
_BYTE = re.compile(r"\(byte (\d+)\)")


def _first_fault(raw: bytes, kind: str | None, first_line: int) -> Fault:
    """Return the one fault that the quick reader tells, for a document that is too large to be explained in full."""
    said = _said_quickly(raw, kind)
    path = _PATH.search(said)
    at = "".join(f"/{name or number}" for name, number in _STEP.findall(path.group(1))) if path else None
    fault = Fault(
        f"The document cannot be read: {_PATH.sub('', said)}",
        pointer=at,
        hint="it is so large that only its first fault is told",
    )
    if byte := _BYTE.search(said):
        offset = min(int(byte.group(1)), len(raw))
        fault.line = raw.count(b"\n", 0, offset) + first_line
        fault.column = len(raw[raw.rfind(b"\n", 0, offset) + 1 : offset].decode("utf-8", "replace")) + 1
    return fault


def _said_quickly(raw: bytes, kind: str | None) -> str:
    head = head_of(raw, None)
    try:
        if head is None:
            msgspec.json.decode(raw)
        slug, written = head or (None, "")
        if slug not in GAMES or (kind or written) not in KINDS:
            return "`game` or `kind` is missing or unknown"
        decoder(slug, kind or written).decode(raw)
    except msgspec.MsgspecError as error:
        return str(error)
    except RecursionError:
        return "it is nested too deep"
    return "a field stands twice in the same object"
