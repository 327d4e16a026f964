"""Which hidden cards can be which when used cards are shuffled and dealt again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

MOST_TRIALS = 300
"""How many assignments of unread cards are tried before a record is taken as possible: nothing is faulted unproved."""

MOST_MISSED = 100
"""With more unread cards or shuffles than this nothing is proved any more."""

MOST_BOUND = 12
"""So many of the unread cards of which something, but not all, is known are used for a proof: the latest."""


class Batches:
    """Which hidden cards can be which, when used cards are shuffled and dealt again.

    Each shuffle makes a *batch*: so many copies of each card. A hidden card is known by the number of its batch; a
    card that is seen must still be left in the batch that it comes from. A card that left its batch unread (it was
    turned up, but nobody wrote down what it was) is *missed*: it has a number of its own, may be named later or bound
    to some kinds, and if it is shuffled again it lies in a later batch as a card that may be anything it can be.

    Missed cards that were turned up together are told apart only by what is made of them: if they left different
    batches they are *mates*, and which of them left which batch stays open.
    """

    __slots__ = ("_told", "kinds", "left", "mates", "missed_from", "missed_in", "missed_kinds", "strangers")

    def __init__(self, kinds: Iterable[str]) -> None:
        self.kinds = tuple(kinds)
        self.left: list[dict[str, int]] = []
        self.strangers: list[list[int]] = []
        self.missed_from: list[int] = []
        self.missed_in: list[int] = []
        self.missed_kinds: list[frozenset[str] | None] = []
        self.mates: dict[int, tuple[int, ...]] = {}
        self._told: dict[int, list[str]] = {}

    def copy(self) -> Batches:
        """Return an independent copy."""
        twin = Batches.__new__(Batches)
        twin.kinds = self.kinds
        twin.left = [dict(left) for left in self.left]
        twin.strangers = [list(numbers) for numbers in self.strangers]
        twin.missed_from, twin.missed_in = self.missed_from[:], self.missed_in[:]
        twin.missed_kinds, twin.mates, twin._told = self.missed_kinds[:], dict(self.mates), dict(self._told)
        return twin

    def shuffle(self, cards: Iterable[str | int]) -> int:
        """Make a batch of named cards and numbers of missed ones. Return the number of the batch."""
        left = dict.fromkeys(self.kinds, 0)
        strangers = []
        number = len(self.left)
        for card in cards:
            if isinstance(card, str):
                left[card] = left.get(card, 0) + 1
            else:
                strangers.append(card)
                self.missed_in[card] = number
        self.left.append(left)
        self.strangers.append(strangers)
        self._told.clear()
        return number

    def allows(self, seen: Sequence[tuple[int, str]]) -> bool:
        """Return whether these cards, each with its batch, can all be seen now."""
        for place, (batch, card) in enumerate(seen):
            wanted = seen[:place].count((batch, card)) + 1 if place else 1
            spare = self.left[batch].get(card, 0)
            if spare < wanted or (self.missed_from and spare - self._rivals(batch, card) < wanted):
                break
        else:
            return True
        return bool(self.missed_from) and self._possible(seen, {})

    def _rivals(self, batch: int, card: str) -> int:
        """Return how many missed cards of the batch may have to be that card for the record to be possible."""
        if len(self.missed_from) > MOST_MISSED:
            return 0
        return sum(
            (self.missed_in[missed] >= 0) if kinds is None else card in kinds
            for missed, kinds in enumerate(self.missed_kinds)
            if batch in self.origins(missed)
        )

    def origins(self, missed: int) -> Sequence[int]:
        """Return the batches that a missed card and its mates have left."""
        mates = self.mates.get(missed)
        return (self.missed_from[missed],) if mates is None else [self.missed_from[mate] for mate in mates]

    def see(self, batch: int, card: str) -> None:
        """Count a card of the batch as seen, whether it can be or not."""
        left = self.left[batch]
        left[card] = left.get(card, 0) - 1
        if self._told:
            self._told.clear()

    def miss(self, batch: int) -> int:
        """Count a card of the batch as gone unread. Return its number."""
        self._told.clear()
        self.missed_from.append(batch)
        self.missed_in.append(-1)
        self.missed_kinds.append(None)
        return len(self.missed_from) - 1

    def turned_together(self, missed: Sequence[int]) -> None:
        """Say that these missed cards were turned up together: which of them left which batch is open."""
        if len({self.missed_from[number] for number in missed}) > 1:
            self._told.clear()
            self.mates.update(dict.fromkeys(missed, tuple(missed)))

    def may_be(self, missed: Mapping[int, Iterable[str]]) -> bool:
        """Return whether the missed cards with these numbers can have been one of these kinds each, all at once."""
        return self._possible((), {number: frozenset(kinds) for number, kinds in missed.items()})

    def bind(self, missed: int, kinds: Iterable[str]) -> None:
        """Say that a missed card was one of these kinds."""
        self._told.clear()
        self.missed_kinds[missed] = frozenset(kinds)

    def options(self, missed: int) -> list[str]:
        """Return all kinds that a missed card can have been."""
        found = self._told.get(missed)
        if found is None:
            found = self._told[missed] = [kind for kind in self.kinds if self.may_be({missed: (kind,)})]
        return found

    def shuffled_too(self, batch: int, missed: int) -> None:
        """Say that a missed card was among the cards of a shuffle made before."""
        self._told.clear()
        self.strangers[batch].append(missed)
        self.missed_in[missed] = batch

    def at_most(self, batch: int, kinds: Iterable[str], missed: Iterable[int]) -> int:
        """Return how many of these missed cards can have been of these kinds at most if all of them left the batch."""
        wanted = frozenset(kinds)
        count = sum(self.left[batch].get(kind, 0) for kind in wanted)
        for number, kinds_of in enumerate(self.missed_kinds):
            if self.missed_in[number] == batch and (kinds_of is None or kinds_of & wanted):
                count += 1
            if (
                kinds_of is not None
                and kinds_of <= wanted
                and self.missed_from[number] == batch
                and not (number in self.mates or number in missed)
            ):
                count -= 1
        return max(count, 0)

    def surely(self, missed: Sequence[int]) -> str | None:
        """Return a kind that one of these missed cards must have been, or None if there is none."""
        for kind in self.kinds:
            others = [other for other in self.kinds if other != kind]
            if not self.may_be(dict.fromkeys(missed, others)):
                return kind
        return None

    def _possible(self, seen: Sequence[tuple[int, str]], named: Mapping[int, frozenset[str]]) -> bool:
        if len(self.missed_from) > MOST_MISSED or len(self.left) > MOST_MISSED:
            return True
        spare = {(batch, kind): count for batch, left in enumerate(self.left) for kind, count in left.items()}
        for place in seen:
            spare[place] = spare.get(place, 0) - 1
        domains: dict[int, frozenset[str] | None] = {}
        bound: list[int] = []
        for missed, kinds in enumerate(self.missed_kinds):
            told = named.get(missed)
            domain = kinds if told is None else told if kinds is None else told & kinds
            single = domain is not None and len(domain) == 1
            if domain is not None and single:
                [kind] = domain
                into = (self.missed_in[missed], kind)
                spare[into] = spare.get(into, 0) + 1
                if missed not in self.mates:
                    origin = (self.missed_from[missed], kind)
                    spare[origin] = spare.get(origin, 0) - 1
                    continue
            domains[missed] = domain
            if domain is not None and told is None:
                bound.append(missed)
        for missed in bound[:-MOST_BOUND]:
            # What is left out of a proof must not be used by it either.
            if len(domains[missed] or ()) == 1:
                del domains[missed]
            else:
                domains[missed] = None
        return _Assignment(self, spare, domains).exists()


class _Assignment:
    """The search for kinds of the missed cards with which no batch gives more copies of a card than it has."""

    def __init__(
        self, batches: Batches, spare: dict[tuple[int, str], int], domains: Mapping[int, frozenset[str] | None]
    ) -> None:
        self._batches = batches
        self._spare = spare
        self._short = {place for place, count in spare.items() if count < 0 <= place[0]}
        self._open = dict(domains)
        self._bound = sorted((missed for missed in domains if domains[missed] is not None), key=self._narrow)
        groups = {mates: [batches.missed_from[mate] for mate in mates] for mates in set(batches.mates.values())}
        self._origins = {missed: groups[mates] for missed, mates in batches.mates.items()}
        self._trials = 0

    def _narrow(self, missed: int) -> int:
        return len(self._open[missed] or ())

    def exists(self, place: int = 0) -> bool:
        """Return whether there is one; True as well if that took too long to find out.

        The bound cards before ``place``, in the order of their choices, have been given a kind.
        """
        self._trials += 1
        if self._trials > MOST_TRIALS:
            return True
        if self._short:
            batch, kind = min(self._short)
            strangers = [missed for missed in self._batches.strangers[batch] if missed in self._open]
            return any(self._with(missed, kind, place) for missed in strangers if self._narrow(missed) != 1)
        while place < len(self._bound) and self._bound[place] not in self._open:
            place += 1
        if place == len(self._bound):
            return True
        missed = self._bound[place]
        origin = self._batches.missed_from[missed]
        kinds = sorted(self._batches.kinds, key=lambda kind: -self._spare.get((origin, kind), 0))
        return any(self._with(missed, kind, place) for kind in kinds)

    def _with(self, missed: int, kind: str, place: int) -> bool:
        """Return whether there is one in which the missed card was of that kind."""
        domain = self._open[missed]
        if domain is not None and kind not in domain:
            return False
        origins = self._origins.get(missed)
        if origins is None:
            return self._out_of(self._batches.missed_from[missed], missed, kind, place)
        for origin in sorted(set(origins), key=lambda origin: (-self._spare.get((origin, kind), 0), origin)):
            origins.remove(origin)
            found = self._out_of(origin, missed, kind, place)
            origins.append(origin)
            if found:
                return True
        return False

    def _out_of(self, origin: int, missed: int, kind: str, place: int) -> bool:
        """Return whether there is one in which the missed card was of that kind and left that batch."""
        domain = self._open.pop(missed)
        # Where a card of one kind alone has gone is counted already.
        into = self._batches.missed_in[missed] if domain is None or len(domain) != 1 else -1
        self._shift((origin, kind), -1)
        self._shift((into, kind), 1)
        found = self.exists(place)
        self._open[missed] = domain
        self._shift((origin, kind), 1)
        self._shift((into, kind), -1)
        return found

    def _shift(self, place: tuple[int, str], by: int) -> None:
        """Count cards of a kind in a batch up or down; in no batch (-1) there is nothing to count."""
        if place[0] < 0:
            return
        count = self._spare[place] = self._spare.get(place, 0) + by
        if count < 0:
            self._short.add(place)
        else:
            self._short.discard(place)
