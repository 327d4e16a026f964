"""How alike two entries are, and what an entry says if it says one thing less."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from oasis_ref.core.documents import Entry

MOST_FIELDS = 100
"""More fields than any entry has."""


def seat(entry: Entry) -> str | None:
    """Return whose entry it is; None for one of the table."""
    return getattr(entry, "by", None)


def most_similar(options: Sequence[Entry], entry: Entry) -> list[Entry]:
    """Return the options that only say more than the entry, then those of the others that differ least.

    What is of another kind and of another seat is not similar at all.
    """
    alike = [option for option in options if type(option) is type(entry) or seat(option) == seat(entry)]
    saying_more = [option for option in alike if extends(option, entry)]
    others = {place: _difference(option, entry) for place, option in enumerate(alike) if option not in saying_more}
    # An entry that only leaves something undone is itself allowed.
    others = {place: difference for place, difference in others.items() if difference}
    least = min(others.values(), default=0)
    return saying_more + [alike[place] for place, difference in others.items() if difference == least]


def by_similarity(options: Sequence[Entry], entry: Entry) -> list[Entry]:
    """Return the options, the most similar to the entry first."""
    return sorted(options, key=lambda option: _difference(option, entry))


def extends(option: Entry, entry: Entry) -> bool:
    """Return whether an option says all that an entry says, and more."""
    said, recorded = msgspec.to_builtins(option), _unannotated(entry)
    return len(said) > len(recorded) and all(said.get(name) == value for name, value in recorded.items())


def _difference(option: Entry, entry: Entry) -> int:
    """Return in how many fields two entries differ; entries of different kinds differ in all."""
    if type(option) is not type(entry):
        return MOST_FIELDS
    one, other = msgspec.to_builtins(option), _unannotated(entry)
    return sum(one.get(key) != other.get(key) for key in {*one, *other})


def _unannotated(entry: Entry) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(entry)
    return {name: value for name, value in data.items() if name not in ("comment", "glyph")}


def shorter(data: Any) -> Iterator[Any]:
    """Yield plain data with one thing less: a key, or an item of a list, from the last to the first."""
    if isinstance(data, dict):
        for key in data:
            yield {other: value for other, value in data.items() if other != key}
        for key, value in data.items():
            for less in shorter(value):
                yield {**data, key: less}
    elif isinstance(data, list):
        for place in reversed(range(len(data))):
            yield [*data[:place], *data[place + 1 :]]
