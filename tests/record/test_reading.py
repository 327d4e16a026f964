"""Reading good documents, and where good ends: numbers, encodings, fields that stand twice."""

from __future__ import annotations

import hashlib
import json
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from oasis_ref.core.documents import MOST_MOVES, Log, Pack, Sheet
from oasis_ref.games import GAMES, game
from oasis_ref.record.errors import LogError
from oasis_ref.record.reading import (
    MOST_BYTES,
    MOST_LEVELS,
    _repeats_a_field,
    decoder,
    read_document,
    read_log,
    read_pack,
    read_sheet,
)
from oasis_ref.record.scanning import MOST_DIGITS, MOST_FAULTS

LOG = b'{"game": "desperate-oasis", "moves": []}'
SHEET = b'{"kind": "sheet", "game": "desperate-oasis"}'
PACK = b'{"kind": "pack", "game": "desperate-oasis", "name": "x"}'


def test_a_document_is_what_it_says_it_is() -> None:
    assert isinstance(read_log(LOG), Log)
    assert isinstance(read_sheet(SHEET), Sheet)
    assert isinstance(read_pack(PACK), Pack)
    for raw, of_type in ((LOG, Log), (SHEET, Sheet), (PACK, Pack)):
        assert isinstance(read_document(raw), of_type)


def test_what_a_document_is_may_stand_anywhere_in_it() -> None:
    late = b'{"moves": [], "pack": {"kind": "pack", "game": "desperate-oasis", "name": "x"}, "game": "desperate-oasis"}'
    assert isinstance(read_document(late), Log)
    misleading = b'{"event": {"name": "\\"game\\": \\"oasis\\""}, "moves": [], "ga\\u006de": "desperate-oasis"}'
    assert isinstance(read_log(misleading), Log)
    sheet = b'{"pack": {"kind": "pack", "name": "x"}, "kind": "sheet", "game": "desperate-oasis"}'
    assert isinstance(read_document(sheet), Sheet)


def test_a_pack_without_its_kind_is_read_where_a_pack_is_needed() -> None:
    raw = b'{"game": "desperate-oasis", "name": "x"}'
    assert isinstance(read_pack(raw), Pack)
    with pytest.raises(LogError) as caught:
        read_document(raw)
    assert "`moves` is missing (without `kind` a document is taken for a log)" in str(caught.value)


@pytest.mark.parametrize("slug", GAMES)
def test_the_packs_of_every_game_can_be_read(slug: str) -> None:
    for path in game(slug).packs.values():
        assert isinstance(read_pack(path), game(slug).pack)


def test_the_digest_is_that_of_the_bytes(tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    path.write_bytes(LOG)
    assert read_log(path).sha256 == read_log(LOG).sha256 == hashlib.sha256(LOG).hexdigest()
    assert read_log(LOG + b"\n").sha256 != read_log(LOG).sha256


def test_missing_files_and_folders_are_told(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="There is no such file"):
        read_log(tmp_path / "none.json")
    with pytest.raises(LogError, match="This is a folder"):
        read_log(tmp_path)
    with pytest.raises(LogError, match="cannot be read"):
        read_log(Path("a\0b"))


def column(written: str) -> bytes:
    return b'{"game": "desperate-oasis", "moves": [{"do": "palm", "by": "A", "column": %s}]}' % written.encode()


def name(written: bytes) -> bytes:
    return b'{"game": "desperate-oasis", "moves": [], "event": {"name": %s}}' % written


@pytest.mark.parametrize("written", ["4", "-0", "-1", "1000000000", " \n4\t"])
def test_whole_numbers_are_read(written: str) -> None:
    assert read_log(column(written)).moves[0].column == int(written)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("4.0", "should be a whole number, but is 4.0"),
        ("4e0", "should be a whole number, but is 4.0"),
        ("4E+2", "should be a whole number, but is 400.0"),
        ("true", "should be a whole number, but is true"),
        ('"4"', 'should be a whole number, but is "4"'),
        ("null", "should be a whole number, but is null"),
        ("NaN", "NaN is not a value that JSON knows"),
        ("Infinity", "Infinity is not a value that JSON knows"),
        ("-Infinity", "-Infinity is not a value that JSON knows"),
        ("1e400", "The number 1e400 is too large to be read"),
        ("-1e999999999999", "The number -1e999999999999 is too large to be read"),
        ("1000000001", "should be at most 1000000000, but is 1000000001"),
        (str(10**400), "should be at most 1000000000, but is 1000"),
        ("9" * 5000, "The number 99999"),
        ("04", "04 is not a number"),
        ("+4", "+4 is not a number"),
        ("4.", "4. is not a number"),
        (".4", ".4 is not a number"),
        ("0x4", "0x4 is not a number"),
        ("٤", "Here ٤ stands where a value should be"),
    ],
)
def test_other_numbers_are_refused(written: str, message: str) -> None:
    with pytest.raises(LogError) as caught:
        read_log(column(written))
    assert len(caught.value.faults) == 1
    assert message in caught.value.faults[0].message


def test_a_huge_number_is_read_where_anything_may_stand() -> None:
    raw = b'{"game": "desperate-oasis", "moves": [{"do": "ruling", "on": 1, "decision": "void", "with": {"x": %s}}]}'
    entry: Any = read_log(raw % str(10**400).encode()).moves[0]
    assert entry.replacement == {"x": 10**400}
    with pytest.raises(LogError, match="is too large to be read"):
        read_log(raw % (b"9" * 5000))


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (b'"\\ud83d\\ude00"', "\U0001f600"),
        ('"\U0001f600"'.encode(), "\U0001f600"),
        (b'"\\u0000"', "\0"),
        (b'"\x7f"', "\x7f"),
        (b'"' + b"x" * 1_000_000 + b'"', "x" * 1_000_000),
    ],
)
def test_texts_are_read(written: bytes, expected: str) -> None:
    event = read_log(name(written)).event
    assert event is not None
    assert event.name == expected


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"\xef\xbb\xbf" + LOG, "The file begins with a byte order mark (BOM)"),
        (LOG.decode().encode("utf-16"), "This is UTF-16 text, not JSON"),
        (LOG.decode().encode("utf-16-le"), "This is UTF-16 or UTF-32 text, or no text at all, not JSON"),
        (LOG.decode().encode("utf-32"), "This is UTF-16 text, not JSON"),
        (name(b'"\xff"'), "The file is not UTF-8 here: byte FF"),
        (name(b'"\xed\xa0\x80"'), "The file is not UTF-8 here: byte ED A0 80"),
        (name(b'"\xc0\xaf"'), "The file is not UTF-8 here: byte C0 AF"),
        (name(b'"\\ud800"'), "This text holds half of a character"),
        (name(b'"\\udc00\\ud800"'), "This text holds half of a character"),
        (name(b'"\t"'), "A tab stands inside a text"),
        (name(b'"\0"'), "A control character (U+0000) stands inside a text"),
        (LOG + b"\0", "An invisible character (U+0000) stands here"),
        (b"\x0c" + LOG, "An invisible character (U+000C) stands here"),
    ],
)
def test_other_encodings_and_texts_are_refused(raw: bytes, message: str) -> None:
    with pytest.raises(LogError) as caught:
        read_log(raw)
    assert caught.value.faults[0].message.startswith(message)
    assert len(caught.value.faults) == 1


def test_the_limits_are_documented() -> None:
    text = (Path(__file__).parents[2] / "schemas" / "README.md").read_text(encoding="utf-8")
    for limit in (MOST_BYTES, MOST_DIGITS, MOST_FAULTS, MOST_LEVELS, MOST_MOVES):
        assert f" {limit:,} " in text


# Fields that stand twice

FIELDS = st.sampled_from(["a", "b", ":", '"', "c:", "\\"])
VALUES = st.recursive(
    st.integers(0, 9) | st.sampled_from(["", ":", '":', "a: b", "\\", "é"]),
    lambda inner: st.lists(inner, max_size=3) | st.lists(st.tuples(FIELDS, inner), max_size=4).map(tuple),
    max_leaves=12,
)


def written(value: Any, gap: str, ascii_only: bool, escaped: bool) -> str:
    """Return JSON in which an object is given as a tuple of pairs, so that a field can stand twice."""
    if isinstance(value, tuple):
        pairs = [
            f"{written(key, '', ascii_only, escaped)}{gap}:{gap}{written(inner, gap, ascii_only, escaped)}"
            for key, inner in value
        ]
        return "{" + f"{gap},".join(pairs) + "}"
    if isinstance(value, list):
        return "[" + ",".join(written(inner, gap, ascii_only, escaped) for inner in value) + "]"
    if escaped and isinstance(value, str):
        return '"' + "".join(f"\\u{ord(sign):04X}" for sign in value) + '"'
    return json.dumps(value, ensure_ascii=ascii_only)


def repeats(value: Any) -> bool:
    if isinstance(value, tuple):
        return len({key for key, _ in value}) < len(value) or any(repeats(inner) for _, inner in value)
    return isinstance(value, list) and any(repeats(inner) for inner in value)


@given(VALUES, st.sampled_from(["", " ", "\n\t", " \r\n"]), st.booleans(), st.booleans())
@example((("a", 1), ("a", 1)), "", False, False)
@example((("a", 1), ("a", ":")), "", False, True)
def test_a_field_that_stands_twice_is_always_found(value: Any, gap: str, ascii_only: bool, escaped: bool) -> None:
    raw = written(value, gap, ascii_only, escaped).encode()
    assert _repeats_a_field(raw) == repeats(value)


def test_the_same_field_in_two_spellings_stands_twice() -> None:
    with pytest.raises(LogError, match="The field `game` stands twice"):
        read_log(b'{"game": "desperate-oasis", "moves": [], "g\\u0061me": "desperate-oasis"}')


WHOLE = (
    b'{"format": 1, "game": "desperate-oasis", "players": [{"seat": "A", "name": "Ann: red"}], "moves": ['
    b'{"do": "round", "first": "A", "oases": [1, {"value": 2, "portal": true}]}, {"do": "play", "by": "A", "column": 2,'
    b' "card": "camel", "comment": "a \\"format\\": none"}], "readings": {"lone-card": "free"}}'
)


@pytest.mark.parametrize("leaving", [b"", b'"format": 1, '])
def test_every_field_of_a_log_that_stands_twice_is_found(leaving: bytes) -> None:
    whole = WHOLE.replace(leaving, b"", 1)
    read_log(whole)
    once = ["game", "desperate-oasis"], ["seat", "A"], ["do", "play"], ["card", "camel"], ["lone-card", "free"]
    fields = [f'"{name}": "{value}"'.encode() for name, value in once]
    fields += [b'"value": 2', b'"column": 2', *([] if leaving else [b'"format": 1'])]
    for field in fields:
        assert whole.count(field) == 1
        for extra in (b"", b'"face": "up", '):
            twice = whole.replace(field, field + b", " + field).replace(b'"do": "play"', extra + b'"do": "play"', 1)
            with pytest.raises(LogError, match="stands twice"):
                read_log(twice)


# Speed


def game_of_90_entries() -> bytes:
    moves: list[dict[str, Any]] = [{"do": "round", "first": "A", "oases": [2, -1, {"value": 3, "portal": True}, 1, -2]}]
    for number in range(89):
        entry: dict[str, Any] = {"by": "AB"[number % 2], "do": "play", "card": "camel", "column": number % 5 + 1}
        moves.append({**entry, "comment": "opens wide: well played"} if number % 9 == 0 else entry)
    players = [{"seat": "A", "name": "Ann"}, {"seat": "B", "name": "Ben"}]
    return json.dumps({"game": "desperate-oasis", "players": players, "moves": moves}, indent=1).encode()


def test_reading_costs_little_more_than_decoding() -> None:
    raw = game_of_90_entries()
    bare = decoder("desperate-oasis", "log")
    times: dict[Any, list[float]] = {bare.decode: [], read_log: []}
    for _ in range(60):
        for read, taken in times.items():
            begin = time.perf_counter()
            read(raw)
            taken.append(time.perf_counter() - begin)
    over = min(times[read_log]) - min(times[bare.decode])
    assert over / 90 < 2e-6, f"{over / 90 * 1e6:.2f} microseconds per entry"


def test_nothing_slow_is_imported_for_a_good_log() -> None:
    import subprocess
    import sys

    code = (
        "import sys; from oasis_ref.record.reading import read_log;"
        f"read_log({LOG!r});"
        "print([name for name in ('jsonschema', 'referencing', 'rich', 'click') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_struct_refuses_what_it_does_not_know() -> None:
    """The explanation rests on the structs refusing: none of a log's may let an unknown field pass."""
    for slug in GAMES:
        for kind in ("log", "sheet", "pack"):
            schema = msgspec.json.schema(getattr(game(slug), kind))
            for name, definition in schema["$defs"].items():
                if definition.get("type") == "object":
                    assert definition.get("additionalProperties") is False, f"{slug} {kind} {name}"
