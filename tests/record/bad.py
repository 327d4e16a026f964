"""The bad documents that several tests look at."""

from __future__ import annotations

from pathlib import Path

from oasis_ref.games import GAMES
from oasis_ref.record.errors import LogError
from oasis_ref.record.reading import read_document
from oasis_ref.record.wording import fields

FOLDER = Path(__file__).parents[2] / "fixtures" / "bad"
FILES = sorted(FOLDER.iterdir())


def refused(source: Path | bytes, *, name: str = "log.json") -> LogError:
    """Return why a document is refused, under a name that is the same on every machine."""
    try:
        read_document(source, name=name)
    except LogError as error:
        return error
    raise AssertionError(f"{name} was accepted")


def told(error: LogError) -> str:
    """Return every fault with all that it says, for a person to review."""
    lines = []
    for fault in error.faults:
        lines.append(str(fault))
        lines += [f"    {name}: {value}" for name in ("found", "expected") if (value := getattr(fault, name))]
    return ("\n".join(lines) + "\n").replace(fields(list(GAMES)), "(every game)")
