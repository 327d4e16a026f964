"""Readings: the options where a rulebook is silent or disputed, and which of them a game touched."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from oasis_ref.core.text import capital, no_such


class Reading(Struct, frozen=True):
    """One disputed point: the question, its options with their meaning (default first), why that default."""

    slug: str
    question: str
    options: dict[str, str]
    why: str
    decides_winner: bool = True

    @property
    def default(self) -> str:
        """The option that is used unless a log or a director chooses another."""
        return next(iter(self.options))


class ReadingError(ValueError):
    """A reading or an option that does not exist; the text says which and what was probably meant."""


class Readings:
    """The options chosen for one game, and the entries at which each reading mattered.

    ``number`` is the entry being looked at; the replay sets it.
    """

    __slots__ = ("chosen", "known", "number", "touched")

    def __init__(self, known: Mapping[str, Reading], chosen: Mapping[str, str] | None = None) -> None:
        self.known = known
        self.chosen: dict[str, str] = dict(chosen or ())
        if len(self.chosen) < len(known):
            self.chosen = {slug: reading.default for slug, reading in known.items()} | self.chosen
        self.touched: dict[str, list[int]] = {}
        self.number = 0

    def __deepcopy__(self, memo: object) -> Readings:
        twin = Readings.__new__(Readings)
        twin.known, twin.chosen, twin.number = self.known, self.chosen, self.number
        twin.touched = {slug: list(entries) for slug, entries in self.touched.items()}
        return twin

    def __getitem__(self, slug: str) -> str:
        """Return the chosen option without counting the reading as touched."""
        return self.chosen[slug]

    def __call__(self, slug: str) -> str:
        """Return the chosen option, and remember that this entry touched the reading."""
        entries = self.touched.get(slug)
        if entries is None:
            self.touched[slug] = [self.number]
        elif entries[-1] != self.number:
            entries.append(self.number)
        return self.chosen[slug]


def choose(
    known: Mapping[str, Reading], presets: Mapping[str, Mapping[str, str]], *choices: Mapping[str, str] | None
) -> dict[str, str]:
    """Return the chosen options, later choices before earlier ones; a ``preset`` gives way to single options.

    Raises ReadingError for a reading, an option or a preset that does not exist.
    """
    result: dict[str, str] = {}
    wrong: list[str] = []
    for choice in choices:
        singles = dict(choice or {})
        preset = singles.pop("preset", None)
        if preset is not None and preset not in presets:
            wrong.append(no_such("preset", preset, presets))
        elif preset is not None:
            result = dict(presets[preset])
        for slug, option in singles.items():
            if slug not in known:
                wrong.append(no_such("reading", slug, known))
            elif option not in known[slug].options:
                wrong.append(f"{no_such('option', option, known[slug].options)} for the reading {slug}")
            else:
                result[slug] = option
    if wrong:
        raise ReadingError(capital("; ".join(wrong)))
    return result
