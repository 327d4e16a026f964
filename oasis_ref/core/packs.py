"""Finding and reading the packs that come with a game, and their digests."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TypeVar

import msgspec

from oasis_ref.core.documents import Pack

AnyPack = TypeVar("AnyPack", bound=Pack)


def packs_in(folder: Path, default: str) -> dict[str, Path]:
    """Return the packs of a folder by name, the default first."""
    found = {path.stem: path for path in sorted(folder.glob("*.json"))}
    return {default: found.pop(default), **found}


def digest_of(pack: Pack) -> str:
    """Return the SHA-256 of a pack's facts, the same however its file is laid out."""
    return hashlib.sha256(msgspec.json.encode(pack, order="deterministic")).hexdigest()
