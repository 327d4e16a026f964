"""What is said of a document that is refused. The texts are snapshots, a file for each bad document."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from oasis_ref.games import game
from oasis_ref.record import refusing
from oasis_ref.record.errors import Fault, LogError
from oasis_ref.record.explaining import why_no_entry
from oasis_ref.record.reading import MOST_BYTES, read_document, read_log, read_pack, read_sheet
from oasis_ref.record.scanning import MOST_FAULTS
from oasis_ref.record.wording import HARMFUL
from tests.record.bad import FILES, refused, told
from tests.record.making import ANYTHING


class TextFile(SingleFileSnapshotExtension):
    _write_mode = WriteMode.TEXT
    file_extension = "txt"


@pytest.fixture
def text(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(TextFile)


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_every_fault_of_a_bad_document_is_told(path: Path, text: SnapshotAssertion) -> None:
    assert told(refused(path, name=path.name)) == text


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_every_fault_has_a_place_and_harmless_words(path: Path) -> None:
    error = refused(path, name=path.name)
    lines = path.read_bytes().decode("utf-8-sig", "replace").split("\n")
    for fault in error.faults:
        assert fault.file == path.name
        assert fault.line is not None
        assert fault.column is not None
        assert 1 <= fault.line <= len(lines)
        assert 1 <= fault.column <= len(lines[fault.line - 1]) + 1
        assert not HARMFUL.search(str(fault))
        assert len(str(fault)) < 1200
        assert fault.message[0].isupper() or fault.message[0] == "`" or not fault.message[0].isalpha()
        assert not fault.message.endswith(".") or fault.message.endswith("...")
    places = [(fault.line, fault.column) for fault in error.faults]
    assert places == sorted(places)


def log(*moves: Any, **more: Any) -> bytes:
    return json.dumps({"game": "desperate-oasis", "moves": moves, **more}).encode()


def test_a_wrong_kind_is_told_by_the_reader_of_a_kind() -> None:
    sheet = b'{"kind": "sheet", "game": "desperate-oasis"}'
    with pytest.raises(LogError, match="This is a sheet, but a log is needed here"):
        read_log(sheet)
    with pytest.raises(LogError, match="This is a sheet, but a pack is needed here"):
        read_pack(sheet)
    with pytest.raises(LogError, match="This is a verdict, but a sheet is needed here"):
        read_sheet(b'{"kind": "verdict", "game": "desperate-oasis"}')
    with pytest.raises(LogError, match="This is a log, but a sheet is needed here") as told:
        read_sheet(log())
    assert len(told.value.faults) == 1
    with pytest.raises(LogError, match='`kind` should be "sheet"'):
        read_sheet(b'{"kind": 7, "game": "desperate-oasis"}')


def test_the_pointer_is_escaped_as_pointers_are() -> None:
    error = refused(log({"do": "palm", "by": "A", "column": 1, "a/b~c": 1}))
    assert [fault.pointer for fault in error.faults] == ["/moves/0/a~1b~0c"]


def test_a_misspelt_field_that_was_needed_is_one_fault() -> None:
    error = refused(log({"do": "palm", "by": "A", "colunm": 1}))
    assert [str(fault) for fault in error.faults] == [
        "log.json:1:65: Entry 1 (palm) has no field `colunm` (did you mean `column`?) [/moves/0/colunm]"
    ]


def test_a_value_that_could_not_be_read_is_not_judged_besides() -> None:
    error = refused(b'{"game": "desperate-oasis", "moves": [{"do": "palm", "by": A, "column": NaN, "new": 3}]}')
    assert [fault.pointer for fault in error.faults] == ["/moves/0/by", "/moves/0/column", "/moves/0/new"]


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ({"do": "palm", "by": "A", "colum": 1}, "There is no field `colum` here (did you mean `column`?)"),
        (
            {"do": "palm", "by": "A", "column": "1"},
            '`column` should be a whole number, but is "1" (a number stands without quotation marks)',
        ),
        ({"do": "plam"}, 'There is no kind of entry "plam" (did you mean `palm`?)'),
        (
            {"by": "A"},
            "`do` is missing, which says what kind of entry it is (the kinds of entry are `round`, `play`, "
            "`palm`, `draw`, `flip`, `ruling`)",
        ),
        (
            {"do": "flip", "cards": [{"at": 1, "card": "camel"}]},
            '`cards`, item 1: `at` should be a text, but is 1 (a text stands in quotation marks: "1")',
        ),
    ],
)
def test_why_a_value_is_no_entry(value: object, why: str) -> None:
    assert why_no_entry(value, game("desperate-oasis").entry) == why


@given(st.dictionaries(st.sampled_from(["do", "by", "column", "on"]), ANYTHING))
def test_there_is_always_a_reason_why_a_value_is_no_entry(value: object) -> None:
    try:
        msgspec.convert(value, game("desperate-oasis").entry)
    except msgspec.ValidationError:
        assert "does not fit what an entry is" not in why_no_entry(value, game("desperate-oasis").entry)


def test_wrong_bytes_and_wrong_fields_are_told_together() -> None:
    error = refused(b'\xef\xbb\xbf{"game": "desperate-oasis", "moves": [], "event": {"nam": "Jos\xe9"}, "event": {}}')
    assert [(fault.column, fault.message[:20]) for fault in error.faults] == [
        (1, "The file begins with"),
        (63, "The file is not UTF-"),
        (68, "The field `event` st"),
    ]


@pytest.mark.parametrize("raw", [b"[" * 100_000, b"[" * 100_000 + b"]" * 100_000, b'{"a":' * 100_000])
def test_deep_nesting_outside_is_one_fault(raw: bytes) -> None:
    error = refused(raw)
    assert [fault.message for fault in error.faults] == ["The document is nested deeper than 100 levels"]


@pytest.mark.parametrize("levels", [98, 500, 990, 100_000])
@pytest.mark.parametrize(
    "where",
    [
        '"moves": %s',
        '"moves": [], "event": %s',
        '"moves": [{"do": "ruling", "on": 1, "decision": "void", "with": {"x": %s}}]',
    ],
)
def test_deep_nesting_inside_is_one_fault(levels: int, where: str) -> None:
    nest = "[" * levels + "]" * levels
    inside = where.replace("%s", nest)
    error = refused(f'{{"game": "desperate-oasis", {inside}}}'.encode())
    assert "The document is nested deeper than 100 levels" in str(error) or levels == 98
    assert len(error.faults) == 1


def test_a_replacement_may_be_nested_up_to_the_limit() -> None:
    def ruling(levels: int) -> bytes:
        nest = "[" * levels + "]" * levels
        return log({"do": "ruling", "on": 1, "decision": "void", "with": {"x": json.loads(nest)}})

    read_log(ruling(96))
    refused(ruling(97))


def test_more_faults_than_can_be_told_are_said_to_be_more() -> None:
    error = refused(log(*[5] * (MOST_FAULTS + 200)))
    assert len(error.faults) == MOST_FAULTS + 1
    assert error.faults[-1].message == "There are more faults; only the first 1,000 are told"


def test_too_many_entries() -> None:
    error = refused(b'{"game": "desperate-oasis", "moves": [' + b'{"do":"flip"},' * 100_000 + b'{"do":"flip"}]}')
    assert [fault.message for fault in error.faults] == [
        "`moves` should have at most 100000 items, but has 100001 items"
    ]


def test_an_entry_larger_than_any_table_is_not_judged() -> None:
    pulled = {"do": "play", "by": "A", "card": "camel", "column": 1, "pull": ["A1.1"] * 3_000}
    error = refused(log({"do": "flip"}, pulled))
    assert [(fault.message, fault.pointer) for fault in error.faults] == [
        ("Entry 2 is too large: it has 21,057 bytes, and the limit is 20,000", "/moves/1")
    ]
    read_log(log({**pulled, "pull": ["A1.1"] * 2_000}))


def test_a_sheet_larger_than_any_table_is_not_scored() -> None:
    sheet = json.dumps({"kind": "sheet", "game": "desperate-oasis", "piles": {"A": {"oases": [1] * 400_000}}})
    with pytest.raises(LogError) as caught:
        read_sheet(sheet.encode())
    assert [fault.message.partition(":")[0] for fault in caught.value.faults] == ["The document is too large"]


def test_a_document_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    large = b" " * (MOST_BYTES + 1)
    message = "The document is too large: it has 32,000,001 bytes, and the limit is 32,000,000"
    assert [fault.message for fault in refused(large).faults] == [message]
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(LogError) as caught:
        read_document(path)
    assert caught.value.faults[0].message == message
    assert caught.value.faults[0].file == str(path)


@pytest.mark.parametrize(
    ("raw", "message", "pointer"),
    [
        (log({"do": "palm", "by": 1, "column": 1}), "Expected `str`, got `int`", "/moves/0/by"),
        (log({"do": "palm", "by": "A", "column": 1}) + b"x", "JSON is malformed: trailing characters (byte 79)", None),
        (log({"do": "palm", "by": "A", "by2": 1}), "Object contains unknown field `by2`", "/moves/0"),
        (b"[" * 3000, "it is nested too deep", None),
        (b'{"game": "chess", "moves": [1, 2, 3]}', "`game` or `kind` is missing or unknown", None),
        (b'{"game": "desperate-oasis", "moves": [], "moves": []}', "a field stands twice in the same object", None),
    ],
)
def test_of_a_very_large_document_only_the_first_fault_is_told(
    raw: bytes, message: str, pointer: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refusing, "MOST_VALUES", 2)
    (fault,) = refused(raw).faults
    assert fault.message == f"The document cannot be read: {message}"
    assert fault.pointer == pointer
    assert fault.hint == "it is so large that only its first fault is told"


def test_a_fault_reads_as_place_sentence_hint_and_pointer() -> None:
    fault = Fault("`x` is wrong", file="a\x1b.json", line=3, column=4, pointer="/x", hint="did you mean `y`?")
    assert str(fault) == "a\\u001b.json:3:4: `x` is wrong (did you mean `y`?) [/x]"
    assert str(Fault("It is wrong")) == "It is wrong"
