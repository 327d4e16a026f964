"""Any bytes give a document, or an error that says why: nothing else, and never in silence."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from oasis_ref.games import GAMES
from oasis_ref.record.errors import LogError
from oasis_ref.record.reading import KINDS, decoder, read_document, read_log, read_pack, read_sheet
from oasis_ref.record.wording import HARMFUL
from tests.record.making import ANYTHING, documents, scrambled, slips

EVERY_KIND = [(slug, kind) for slug in GAMES for kind in ("log", "sheet", "pack")]
IDS = [f"{slug}-{kind}" for slug, kind in EVERY_KIND]
UNHURRIED = settings(suppress_health_check=list(HealthCheck), deadline=None, max_examples=35)


def refused(raw: bytes, read: Any = read_document) -> LogError | None:
    """Return the error, checked to say something and to be harmless; None if the document was accepted."""
    try:
        read(raw, name="log.json")
    except LogError as caught:
        error = caught
    else:
        return None
    assert error.faults
    for fault in error.faults:
        assert fault.message.strip()
        assert not HARMFUL.search(str(fault))
        assert fault.line is None or fault.line >= 1
        assert fault.column is None or fault.column >= 1
    return error


@given(st.binary(max_size=60))
@pytest.mark.parametrize("read", [read_log, read_sheet, read_pack, read_document])
def test_any_bytes(read: Any, raw: bytes) -> None:
    assert refused(raw, read)


@given(ANYTHING)
def test_any_json(value: object) -> None:
    assert refused(json.dumps(value).encode())


@given(st.dictionaries(st.sampled_from(["game", "kind", "moves", "$schema", "format", "name"]), ANYTHING))
def test_any_head(value: dict[str, Any]) -> None:
    refused(json.dumps({"game": "desperate-oasis", **value}).encode())


@UNHURRIED
@given(st.data())
@pytest.mark.parametrize(("slug", "kind"), EVERY_KIND, ids=IDS)
def test_scrambled_documents(slug: str, kind: str, data: st.DataObject) -> None:
    document = json.dumps(data.draw(documents(slug, kind)), ensure_ascii=False, indent=1).encode()
    refused(data.draw(scrambled(document)))


@UNHURRIED
@given(st.data())
@pytest.mark.parametrize(("slug", "kind"), EVERY_KIND, ids=IDS)
def test_what_fits_is_accepted(slug: str, kind: str, data: st.DataObject) -> None:
    document = data.draw(documents(slug, kind))
    assert refused(json.dumps(document).encode()) is None


@UNHURRIED
@given(st.data())
@pytest.mark.parametrize(("slug", "kind"), EVERY_KIND, ids=IDS)
def test_what_the_structs_refuse_is_explained_and_nothing_else(slug: str, kind: str, data: st.DataObject) -> None:
    document = data.draw(slips(slug, kind))
    raw = json.dumps(document).encode()
    said = document.get("game"), document.get("kind", "log")
    known = said[0] in GAMES if isinstance(said[0], str) else False
    fits = False
    if known and said[1] in KINDS:
        try:
            decoder(*said).decode(raw)
        except msgspec.ValidationError:
            pass
        else:
            fits = True
    error = refused(raw)
    assert (error is None) == fits
    if error is not None:
        assert not any(fault.message.startswith("The document cannot be read") for fault in error.faults), str(error)
        assert all(fault.line is not None for fault in error.faults)
