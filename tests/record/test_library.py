"""The library: every public name, the types a verdict holds, and wrong calls told in words."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

import oasis_ref
from oasis_ref import adjudicate, read_document, read_log, read_sheet, write_verdict
from tests.cli.running import log, sheet

ANY: Any = oasis_ref
"""The library as it is called by programs that no type checker has seen."""

LOG = read_log(json.dumps(log()).encode())
SHEET = read_sheet(json.dumps(sheet()).encode())


def test_every_public_name_can_be_had() -> None:
    assert dir(oasis_ref) == sorted(oasis_ref.__all__)
    for name in oasis_ref.__all__:
        assert getattr(oasis_ref, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'judge'"):
        oasis_ref.judge  # noqa: B018


def held(kind: Any, found: set[Any]) -> set[Any]:
    """Return the structs that a type holds, itself included."""
    if isinstance(kind, msgspec.inspect.StructType) and kind.cls not in found:
        found.add(kind.cls)
        for field in kind.fields:
            held(field.type, found)
    for name in ("item_type", "value_type", "type"):
        if hasattr(kind, name):
            held(getattr(kind, name), found)
    for part in getattr(kind, "types", ()):
        held(part, found)
    return found


def test_the_types_that_a_verdict_holds_are_public() -> None:
    structs = held(msgspec.inspect.type_info(oasis_ref.Verdict), set())
    assert len(structs) > 8
    assert {kind.__name__ for kind in structs} <= set(oasis_ref.__all__)


def test_the_documented_verdict_is_written_and_read() -> None:
    verdict = adjudicate(LOG)
    document = json.loads(write_verdict(verdict))
    assert document["digest"] == verdict.digest
    assert document["entries"][1]["text"] == "A plays oryx on A2"
    again = read_document(write_verdict(verdict))
    assert isinstance(again, oasis_ref.Verdict)
    assert write_verdict(again) == write_verdict(verdict)
    assert write_verdict(verdict, indent=0).count(b"\n") == 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: ANY.read_log("g.json"),
            "a Path or bytes are needed, not the text 'g.json'; a file is named by a Path",
        ),
        (lambda: ANY.read_sheet(None), "a Path or bytes are needed, not NoneType"),
        (lambda: ANY.adjudicate(SHEET), "a log is needed, not a sheet"),
        (lambda: ANY.adjudicate(b"{}"), "a log is needed, not bytes (read_log and read_sheet read one)"),
        (lambda: next(ANY.replay(SHEET)), "a log is needed, not a sheet"),
        (lambda: ANY.score_sheet(LOG), "a sheet is needed, not a log"),
        (lambda: ANY.adjudicate(LOG, pack=3), "a pack is given by its name or as a Pack, not as int"),
        (
            lambda: ANY.adjudicate(LOG, after_illegal="maybe"),
            "after_illegal should be 'stand', 'void' or 'stop', not 'maybe'",
        ),
        (
            lambda: next(ANY.replay(LOG, after_illegal="maybe")),
            "after_illegal should be 'stand', 'void' or 'stop', not 'maybe'",
        ),
        (lambda: ANY.adjudicate(LOG, pack="sampel"), 'There is no pack "sampel" for desperate-oasis'),
        (lambda: ANY.adjudicate(LOG, readings={"x": "y"}), 'There is no reading "x"'),
    ],
)
def test_a_wrong_call_is_told_in_words(call: Any, message: str) -> None:
    with pytest.raises((TypeError, ValueError)) as told:
        call()
    assert str(told.value).startswith(message)
