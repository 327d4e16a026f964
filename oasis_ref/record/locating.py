"""Where in a file a fault lies that was found only after reading it: an unknown pack, an unknown reading."""

from __future__ import annotations

from collections.abc import Iterable

from oasis_ref.record.errors import Fault
from oasis_ref.record.scanning import Scan, Spot

MOST_BYTES = 1_000_000
"""A larger document is not read once more for this."""


def locate(faults: Iterable[Fault], raw: bytes, first_line: int = 1) -> None:
    """Give line and column to the faults that have only a JSON pointer into the document ``raw``."""
    homeless = [fault for fault in faults if fault.pointer and fault.line is None]
    if not homeless or len(raw) > MOST_BYTES:
        return
    scan = Scan(raw.decode("utf-8", "replace"), first_line)
    for fault in homeless:
        spot = _spot(scan.root, str(fault.pointer))
        if spot is not None:
            fault.line, fault.column = scan.places(spot.start)


def _spot(spot: Spot | None, pointer: str) -> Spot | None:
    """Return the spot that a JSON pointer leads to, or None if there is none."""
    for step in pointer.split("/")[1:]:
        if spot is None:
            return None
        name = step.replace("~1", "/").replace("~0", "~")
        spot = spot.part(int(name) if isinstance(spot.parts, list) and name.isdecimal() else name)
    return spot
