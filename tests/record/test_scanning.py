"""Reading JSON that is not clean: where each slip is, and that reading goes on behind it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oasis_ref.record.reading import MOST_LEVELS
from oasis_ref.record.scanning import Scan, Spot

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)


def messages(text: str) -> list[str]:
    return [str(fault) for _, fault in Scan(text).faults]


@given(VALUES, st.sampled_from([None, 1, "\t"]), st.booleans())
def test_clean_json_is_read_like_the_standard_library_does(
    value: object, indent: int | str | None, ascii_only: bool
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    scan = Scan(text)
    assert scan.faults == []
    assert scan.root is not None
    assert scan.root.value == json.loads(text)


@given(VALUES)
def test_every_value_is_found_again_at_its_place(value: object) -> None:
    text = json.dumps(value, indent=1)
    root = Scan(text).root
    assert root is not None
    spots: list[Spot] = [root]
    while spots:
        spot = spots.pop()
        assert json.loads(text[spot.start : spot.end]) == spot.value
        if isinstance(spot.parts, dict):
            assert all(
                json.loads(text[at:].split(":")[0] if ":" not in key else json.dumps(key)) == key
                for key, at in spot.keys.items()
            )
            spots += spot.parts.values()
        elif spot.parts:
            spots += spot.parts


@given(st.text(alphabet="{}[]\",:\\u0018eE+-.dtruefalsn \n\t'/*“”", max_size=30))
def test_no_text_upsets_it(text: str) -> None:
    scan = Scan(text)
    try:
        expected = json.loads(text)
    except ValueError:
        assert scan.faults
    else:
        assert scan.faults or (scan.root is not None and scan.root.value == expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "1:1: The input is empty"),
        (
            '{"a": [1, 2',
            "1:12: The input ends too early: the [ at line 1, column 7 is never closed "
            "(the file may have been cut off) [/a]",
        ),
        ('{"a": 1\n "b": 2}', "1:8: A comma is missing behind this value"),
        ("[1,\n2,]", "2:2: There is a comma too many before the closing ]"),
        ('{"a" 1}', "1:6: The colon behind the field name `a` is missing [/a]"),
        ('{"a": 1]', "1:8: Here ] stands, but the { at line 1, column 1 has to be closed first, by }"),
        (
            "{} {}",
            "1:4: Something stands behind the end of the document "
            "(several logs in one file: one a line, in a file whose name ends in .jsonl)",
        ),
    ],
)
def test_a_slip_is_told_in_plain_words(text: str, expected: str) -> None:
    assert messages(text) == [expected]


def test_reading_goes_on_behind_a_slip() -> None:
    scan = Scan('{"a": camel, "b": [1 2], "c": NaN, "a": 3,}')
    assert [fault.pointer for _, fault in scan.faults] == ["/a", "/b", "/c", "/a", ""]
    assert scan.root is not None
    assert scan.root.value == {"a": 3, "b": [1, 2], "c": None}


def test_columns_count_code_points() -> None:
    scan = Scan('{"é😀": nope}')
    assert [(fault.line, fault.column) for _, fault in scan.faults] == [(1, 8)]


@pytest.mark.parametrize("text", ["[" * 100_000, "[" * 100_000 + "]" * 100_000, '{"a":' * 100_000])
def test_deep_nesting_is_one_fault(text: str) -> None:
    scan = Scan(text)
    assert [fault.message for _, fault in scan.faults] == [f"The document is nested deeper than {MOST_LEVELS} levels"]
    assert len(scan.faults[0][1].pointer or "") < 20


def test_as_deep_as_allowed_is_read() -> None:
    text = "[" * MOST_LEVELS + "]" * MOST_LEVELS
    assert messages(text) == []
