"""What counts for a Trophy, and who takes it, also where component facts are unknown."""

from __future__ import annotations

from collections.abc import Sequence

from oasis_ref.games.new_life.amounts import NO_FIGURES, Form, compare
from oasis_ref.games.new_life.facts import TROPHIES, TYPES
from oasis_ref.games.new_life.state import EMPTY, State

Highest = dict[str, int]


def count_of(state: State, seat: int, kind: int) -> tuple[Form, Highest]:
    """Return a seat's count of a type, with the upper bounds of its unknown parts."""
    side, cards = state.seats[seat], state.facts.cards
    known = side.tokens[kind]
    figures: dict[str, int] = NO_FIGURES
    highest: Highest = {}
    for card in side.surface + side.under:
        if card:
            facts = cards[card]
            if facts.type == kind:
                known += 1
            elif facts.imprint is None:
                name = f"the imprint of {card}"
                figures = {**figures, name: figures.get(name, 0) + 1}
                highest[name] = 1
    open_tokens = side.at_most(kind) - side.tokens[kind]
    if open_tokens > 0:
        name = f"the {TYPES[kind]} tokens of {side.name}"
        figures = {**figures, name: 1}
        highest[name] = open_tokens
    return _with_wild(state, seat, (known, figures), highest)


def _with_wild(state: State, seat: int, form: Form, highest: Highest) -> tuple[Form, Highest]:
    wild, under = state.facts.wild, state.seats[seat].under
    if wild is None:
        if state.readings["wild-trophy"] == "not-counted":
            return form, highest
        name = f"the wild space of {state.name(seat)}"
        return (form[0], {**form[1], name: 1}), {**highest, name: 1}
    if wild < len(under) and under[wild] != EMPTY:
        return form, highest
    if state.readings("wild-trophy") == "counts-each-type":
        return (form[0] + 1, form[1]), highest
    return form, highest


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
    """One Trophy: the counts of all seats, the points compared in a tie, and who can take it."""

    def __init__(self, state: State, kind: int, points: Sequence[Form]) -> None:
        self.state, self.points = state, points
        self.counts: list[Form] = []
        self.highest: Highest = {}
        for seat in range(len(state.players)):
            form, highest = count_of(state, seat, kind)
            self.counts.append(form)
            self.highest.update(highest)

    def may_lose(self, one: int, other: int) -> bool:
        """Return whether the other seat can be ahead of this one for the Trophy."""
        smaller, equal, _ = compare(self.counts[one], self.counts[other], self.highest)
        if smaller or not equal:
            return smaller
        _, same, more = compare(self.points[one], self.points[other], self.state.highest)
        return more or (same and self._rested_before(other, one))

    @property
    def known(self) -> bool:
        """Whether nothing in the counts and points is unknown."""
        return not any(form[1] for form in self.counts) and not any(form[1] for form in self.points)

    def _place(self, seat: int) -> int:
        """Return a seat's place in the order of resting."""
        order = self.state.rested
        return order.index(seat) if seat in order else len(order) + seat

    def _rested_before(self, one: int, other: int) -> bool:
        return self._place(one) < self._place(other)

    def possible(self) -> tuple[int, ...]:
        """Return the seats that can take the Trophy: one if it is decided."""
        seats = range(len(self.counts))
        if self.known:
            first = min(seats, key=lambda seat: (-self.counts[seat][0], self.points[seat][0], self._place(seat)))
            return (first,)
        for seat in seats:
            if not any(self.may_lose(seat, other) for other in seats if other != seat):
                return (seat,)
        return tuple(seat for seat in seats if all(self.may_lose(other, seat) for other in seats if other != seat))

    def all_nothing(self) -> tuple[bool, bool]:
        """Return whether nobody surely has an imprint of the type, and whether surely nobody has."""
        sure = any(form[0] > 0 for form in self.counts)
        return not sure, not sure and not any(form[1] for form in self.counts)

    def missing(self) -> list[str]:
        """Return the unknown facts in the counts and points."""
        names = [name for form in [*self.counts, *self.points] for name in form[1] if not name.startswith("trophy ")]
        return list(dict.fromkeys(names))

    def tied(self, seat: int) -> list[int]:
        """Return the seats whose count is the same as this seat's, itself included."""
        return [other for other in range(len(self.counts)) if self.counts[other] == self.counts[seat]]


ORDER = tuple(TYPES.index(kind) for kind in TROPHIES)
"""The Trophies in the order in which they are given, by the number of the type."""
