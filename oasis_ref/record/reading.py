"""Reading documents."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import msgspec

from oasis_ref.core.documents import Log, Sheet
from oasis_ref.games import game


def read_log(source: Path | bytes) -> Log:
    """Return the log in a file or in bytes. Raises LogError with every fault and its place."""
    return _read(source, "log")  # type: ignore[no-any-return]


def read_sheet(source: Path | bytes) -> Sheet:
    """Return the sheet in a file or in bytes. Raises LogError with every fault and its place."""
    return _read(source, "sheet")  # type: ignore[no-any-return]


def _read(source: Path | bytes, kind: str) -> Any:
    raw = source.read_bytes() if isinstance(source, Path) else source
    head = msgspec.json.decode(raw)
    document = msgspec.json.decode(raw, type=getattr(game(head["game"]), kind))
    document.read_from(hashlib.sha256(raw).hexdigest())
    return document
