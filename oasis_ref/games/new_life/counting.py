"""What counts for a Trophy, and who takes it, also where component facts are unknown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from oasis_ref.games.new_life.amounts import NO_FIGURES, Form, bounds, compare
from oasis_ref.games.new_life.facts import IN_BOX, TROPHIES, TYPES
from oasis_ref.games.new_life.state import EMPTY, State

Highest = dict[str, int]
THE_AI = -1
"""Among those who hold a Trophy: the solo opponent."""
LINE_NOT_TOLD = ""
"""In the AI's line of a final table: nobody tells how many cards lay there, nor which."""
THE_LINE = "the AI's line"
MOST_UNSEEN_IMPRINTS = 3
"""Of so many cards each possible imprint is looked at; of more, each can count for several types at once."""


def imprint_of(card: str) -> str:
    """Return the name of the figure that a card of unknown imprint is in a count."""
    return f"the imprint of {card}"


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
                name = imprint_of(card)
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
        if card == LINE_NOT_TOLD:
            figures[THE_LINE], highest[THE_LINE] = 1, IN_BOX["subterrain"]
        elif facts is None:
            figures[f"card {place} of the AI's line"] = 1
            highest[f"card {place} of the AI's line"] = 1
        elif facts.type == kind:
            known += 1
        elif facts.imprint is None:
            name = imprint_of(card)
            figures[name] = figures.get(name, 0) + 1
            highest[name] = 1
    return (known, figures), highest


class _Count(NamedTuple):
    """The bounds of the player's count of a type, and what the AI's line shows of it."""

    least: int
    most: int
    line: int


Way = tuple[int | None, ...]
"""Who takes the three Trophies of a solo year, by type: the player (0), the AI (-1) or nobody (None)."""


def solo_ways(state: State) -> tuple[Way, ...]:
    """Return every way in which the Trophies of a solo year can go: an unseen card has one imprint, if any."""
    facts = state.facts.cards
    side = state.seats[0]
    own = Counter(card for card in side.surface + side.under if card and facts[card].imprint is None)
    lying = Counter(card for card in state.line if card in facts and facts[card].imprint is None)
    unseen = sum(1 for card in state.line if card not in facts)
    if LINE_NOT_TOLD in state.line:
        unseen = IN_BOX["subterrain"]
    cards = sorted({*own, *lying})
    if len(cards) > MOST_UNSEEN_IMPRINTS:
        unseen += lying.total()
        cards = []
    counts = [_solo_count(state, kind, cards) for kind in range(len(TYPES))]
    found: dict[Way, None] = {}
    for kinds in product((None, *range(len(TYPES))), repeat=len(cards)):
        now = list(counts)
        for card, kind in zip(cards, kinds, strict=True):
            if kind is not None:
                least, most, line = now[kind]
                now[kind] = _Count(least + own[card], most + own[card], line + lying[card])
        for shown in _shown(now, unseen):
            takers = (_takers(state, one, extra) for one, extra in zip(now, shown, strict=True))
            found.update(dict.fromkeys(product(*takers)))
    return tuple(found)


def _solo_count(state: State, kind: int, unseen: Sequence[str]) -> _Count:
    """Return what counts for a type without the cards of unknown imprint."""
    (known, figures), highest = count_of(state, 0, kind)
    apart = {imprint_of(card) for card in unseen}
    least, most = bounds((known, {name: times for name, times in figures.items() if name not in apart}), highest)
    return _Count(known if least is None else least, known if most is None else most, line_count(state, kind)[0][0])


def _shown(counts: Sequence[_Count], cards: int) -> Iterator[tuple[int, ...]]:
    """Yield how many unseen cards of the line can be of each type; more than decide a Trophy make no difference."""
    ranges = [range(min(cards, max(1, one.most - one.line)) + 1) for one in counts]
    return (shown for shown in product(*ranges) if sum(shown) <= cards)


def _takers(state: State, count: _Count, unseen: int) -> list[int | None]:
    """Return who can take a Trophy against a line that shows so many more of the type."""
    line = count.line + unseen
    takers: list[int | None] = [0] if count.most > line else []
    if count.least <= line:
        nobody = line == 0 and state.readings("trophy-zero") == "withheld"
        takers.append(None if nobody else THE_AI)
    return takers


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
        return more or (same and self._place(other) <= self._place(one))

    @property
    def known(self) -> bool:
        """Whether nothing in the counts and points is unknown."""
        return not any(form[1] for form in self.counts) and not any(form[1] for form in self.points)

    def _place(self, seat: int) -> int:
        """Return a seat's place in the order of resting; those of which it is not known share the last one."""
        order = self.state.rested
        return order.index(seat) if seat in order else len(order)

    def possible(self) -> tuple[int, ...]:
        """Return the seats that can take the Trophy: one if it is decided."""
        seats = range(len(self.counts))
        if self.known:
            merits = [(-self.counts[seat][0], self.points[seat][0], self._place(seat)) for seat in seats]
            first = min(merits)
            return tuple(seat for seat in seats if merits[seat] == first)
        for seat in seats:
            if not any(self.may_lose(seat, other) for other in seats if other != seat):
                return (seat,)
        return tuple(seat for seat in seats if all(self.may_lose(other, seat) for other in seats if other != seat))

    def all_nothing(self) -> tuple[bool, bool]:
        """Return whether nobody surely has an imprint of the type, and whether surely nobody has."""
        sure = any(form[0] > 0 for form in self.counts)
        return not sure, not sure and not any(form[1] for form in self.counts)

    def missing(self) -> list[str]:
        """Return the unknown facts in the counts and points, and in the order of resting."""
        names = [name for form in [*self.counts, *self.points] for name in form[1] if not name.startswith("trophy ")]
        if sum(seat not in self.state.rested for seat in self.possible()) > 1:
            names.append("the order of resting")
        return list(dict.fromkeys(names))

    def tied(self, seat: int) -> list[int]:
        """Return the seats whose count is the same as this seat's, itself included."""
        return [other for other in range(len(self.counts)) if self.counts[other] == self.counts[seat]]


ORDER = tuple(TYPES.index(kind) for kind in TROPHIES)
"""The Trophies in the order in which they are given, by the number of the type."""
