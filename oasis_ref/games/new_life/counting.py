"""What counts for a Trophy, and who takes it, also where component facts are unknown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from oasis_ref.games.new_life.amounts import Form, bounds, compare
from oasis_ref.games.new_life.facts import IN_BOX, TROPHIES, TYPES
from oasis_ref.games.new_life.table import State

Highest = dict[str, int]
TROPHY = 5
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
                name = imprint_of(card)
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
    forms, highest = counts_of(state, 0)
    counts = [_solo_count(state, kind, form, highest, cards) for kind, form in enumerate(forms)]
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


def _solo_count(state: State, kind: int, form: Form, highest: Highest, unseen: Sequence[str]) -> _Count:
    """Return what counts for a type without the cards of unknown imprint."""
    known, figures = form
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
        return more or (same and self._place(other) <= self._place(one))

    def _place(self, seat: int) -> int:
        """Return a seat's place in the order of resting; those of which it is not known share the last one."""
        order = self.state.rested
        return order.index(seat) if seat in order else len(order)

    def possible(self) -> tuple[int, ...]:
        """Return the seats that can take the Trophy: one if it is decided."""
        if self.leaders is not None:
            if len(self.leaders) == 1:
                return (self.leaders[0],)
            merits = {seat: (self.points[seat][0], self._place(seat)) for seat in self.leaders}
            first = min(merits.values())
            return tuple(seat for seat in self.leaders if merits[seat] == first)
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
        """Return the unknown facts in the counts and points, and in the order of resting."""
        names = [name for form in [*self.counts, *self.points] for name in form[1] if not name.startswith("trophy ")]
        if sum(seat not in self.state.rested for seat in self.possible()) > 1:
            names.append("the order of resting")
        return list(dict.fromkeys(names))

    def tied(self, seat: int) -> list[int]:
        """Return the seats whose count is the same as this seat's, which takes the Trophy; itself included."""
        if self.leaders is not None:
            return self.leaders
        return [other for other in range(len(self.counts)) if self.counts[other] == self.counts[seat]]


def ways_given(state: State) -> list[Way]:
    """Return every way in which the Trophies of this round can have gone that are given, and in the dials, already.

    A way that leaves less than nothing on a dial counts only if there is no other.
    """
    seats = range(len(state.seats))
    found = [counts_of(state, seat) for seat in seats]
    highest = {name: most for _, bounds in found for name, most in bounds.items()}
    withheld = state.readings["trophy-zero"] == "withheld"
    told = [state.trophies.get(word, (*seats, None) if withheld else seats) for word in TYPES]
    counts = [forms for forms, _ in found]
    ways = [way for way in product(*told) if _can_have_gone(state, counts, highest, way)]
    paid = [way for way in ways if all(state.seats[seat].dial >= TROPHY * way.count(seat) for seat in seats)]
    return paid or ways


def _can_have_gone(state: State, counts: Sequence[Sequence[Form]], highest: Highest, way: Way) -> bool:
    """Return whether the Trophies, one after the other, can have gone so that the dials are now as they are."""
    now = [(side.dial - TROPHY * way.count(seat), side.figures) for seat, side in enumerate(state.seats)]
    before = list(now)
    for kind in ORDER:
        holder = way[kind]
        compared = before if before != now and state.readings("trophy-tie-points") == "before-trophies" else now
        contest = Contest(state, [forms[kind] for forms in counts], highest, compared)
        may_be_none, none = contest.all_nothing()
        nobody = may_be_none and state.readings("trophy-zero") == "withheld"
        if holder is None and not nobody:
            return False
        if holder is not None:
            if (nobody and none) or holder not in contest.possible():
                return False
            now[holder] = now[holder][0] + TROPHY, now[holder][1]
    return True


ORDER = tuple(TYPES.index(kind) for kind in TROPHIES)
"""The Trophies in the order in which they are given, by the number of the type."""
