"""What counts for a Trophy, and who takes it, also where component facts are unknown."""

from __future__ import annotations

from collections.abc import Sequence

from oasis_ref.games.new_life.amounts import Form, compare
from oasis_ref.games.new_life.facts import TROPHIES, TYPES
from oasis_ref.games.new_life.state import State

Highest = dict[str, int]


def counts_of(state: State, seat: int) -> tuple[list[Form], Highest]:
    """Return a seat's counts of the three types, with the upper bounds of their unknown parts."""
    side, cards = state.seats[seat], state.facts.cards
    known = list(side.tokens)
    imprints: dict[str, int] = {}
    for card in side.surface + side.under:
        if card:
            facts = cards[card]
            if facts.type >= 0:
                known[facts.type] += 1
            elif facts.imprint is None:
                name = f"the imprint of {card}"
                imprints[name] = imprints.get(name, 0) + 1
    figures = [imprints] * len(TYPES)
    highest: Highest = dict.fromkeys(imprints, 1)
    if side.most_tokens is not None:
        for kind, word in enumerate(TYPES):
            open_tokens = side.most_tokens[kind] - side.tokens[kind]
            if open_tokens > 0:
                name = f"the {word} tokens of {side.name}"
                figures[kind] = {**figures[kind], name: 1}
                highest[name] = open_tokens
    wild = state.facts.wild
    if wild is None and state.readings["wild-trophy"] != "not-counted":
        name = f"the wild space of {side.name}"
        figures = [{**some, name: 1} for some in figures]
        highest[name] = 1
    bare = wild is not None and not (wild < len(side.under) and side.under[wild])
    if bare and state.readings("wild-trophy") == "counts-each-type":
        known = [number + 1 for number in known]
    return list(zip(known, figures, strict=True)), highest


def line_count(state: State, kind: int) -> tuple[Form, Highest]:
    """Return the count of a type in the AI's line."""
    known, figures, highest = 0, dict[str, int](), {}
    for place, card in enumerate(state.line, 1):
        facts = state.facts.cards.get(card)
        if facts is None:
            figures[f"card {place} of the AI's line"] = 1
            highest[f"card {place} of the AI's line"] = 1
        elif facts.type == kind:
            known += 1
        elif facts.imprint is None:
            name = f"the imprint of {card}"
            figures[name] = figures.get(name, 0) + 1
            highest[name] = 1
    return (known, figures), highest


class Contest:
    """One Trophy: the counts of all seats, the points compared in a tie, and who can take it.

    ``leaders`` are the seats with the most, None if something in the counts and points is unknown.
    """

    def __init__(self, state: State, counts: Sequence[Form], highest: Highest, points: Sequence[Form]) -> None:
        self.state, self.counts, self.highest, self.points = state, counts, highest, points
        self.leaders: list[int] | None = None
        unknown = [figures for _, figures in (*counts, *points) if figures]
        if not unknown:
            numbers = [number for number, _ in counts]
            most = max(numbers)
            self.leaders = [seat for seat, number in enumerate(numbers) if number == most]

    def may_lose(self, one: int, other: int) -> bool:
        """Return whether the other seat can be ahead of this one for the Trophy."""
        smaller, equal, _ = compare(self.counts[one], self.counts[other], self.highest)
        if smaller or not equal:
            return smaller
        _, same, more = compare(self.points[one], self.points[other], self.state.highest)
        return more or (same and self._rested_before(other, one))

    def _place(self, seat: int) -> int:
        """Return a seat's place in the order of resting."""
        order = self.state.rested
        return order.index(seat) if seat in order else len(order) + seat

    def _rested_before(self, one: int, other: int) -> bool:
        return self._place(one) < self._place(other)

    def possible(self) -> tuple[int, ...]:
        """Return the seats that can take the Trophy: one if it is decided."""
        if self.leaders is not None:
            if len(self.leaders) == 1:
                return (self.leaders[0],)
            return (min(self.leaders, key=lambda seat: (self.points[seat][0], self._place(seat))),)
        seats = range(len(self.counts))
        for seat in seats:
            if not any(self.may_lose(seat, other) for other in seats if other != seat):
                return (seat,)
        return tuple(seat for seat in seats if all(self.may_lose(other, seat) for other in seats if other != seat))

    def all_nothing(self) -> tuple[bool, bool]:
        """Return whether nobody surely has an imprint of the type, and whether surely nobody has."""
        for known, _ in self.counts:
            if known > 0:
                return False, False
        return True, not any(figures for _, figures in self.counts)

    def missing(self) -> list[str]:
        """Return the unknown facts in the counts and points."""
        names = [name for form in [*self.counts, *self.points] for name in form[1] if not name.startswith("trophy ")]
        return list(dict.fromkeys(names))

    def tied(self, seat: int) -> list[int]:
        """Return the seats whose count is the same as this seat's, which takes the Trophy; itself included."""
        if self.leaders is not None:
            return self.leaders
        return [other for other in range(len(self.counts)) if self.counts[other] == self.counts[seat]]


ORDER = tuple(TYPES.index(kind) for kind in TROPHIES)
"""The Trophies in the order in which they are given, by the number of the type."""
