"""Card accounting: what a hand may still hold, and how often a card can turn up.

A card that came in is a *slot*: a named card, or an unknown one with a mark (``"?"``, ``"surface:?"``). A card that
left is a *claim*: a named card, or one that left unseen. The record is possible as long as every claim has a slot of
its own that had come in before the claim was made and that can be that card. While nothing has left unseen, a named
copy serves best and both are forgotten at once; otherwise the claims are matched with the slots.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

Fits = Callable[[str, str], bool]

UNKNOWN = "?"


def is_unknown(card: str) -> bool:
    """Return whether a card is written as unknown: ``"?"`` or a mark that ends with ``:?``."""
    return card == UNKNOWN or card[-2:] == ":?"


def any_card(mark: str, card: str) -> bool:
    """Return whether an unknown card with this mark can be that card: here, any mark can be any card."""
    return True


def _too_many(left: Sequence[int], came: Sequence[int]) -> int:
    """Return how many copies left that had not come in before; both are times in order."""
    accounted = 0
    for time in left:
        if accounted < len(came) and came[accounted] <= time:
            accounted += 1
    return len(left) - accounted


class Hand:
    """The cards of one holder, as far as the record shows them.

    ``fits(mark, card)`` says whether an unknown slot with that mark can be the card (or an unknown of another mark).
    """

    __slots__ = ("_claims", "_clock", "_fits", "_owners", "_slots", "_times")

    def __init__(self, cards: Iterable[str] = (), fits: Fits = any_card) -> None:
        self._fits = fits
        self._slots: list[str] = list(cards)
        self._claims: list[tuple[str, int]] = []
        # Times and owners of the slots are kept only while there are claims.
        self._times: list[int] = []
        self._owners: list[int | None] = []
        self._clock = 0

    def copy(self) -> Hand:
        """Return an independent copy."""
        twin = Hand.__new__(Hand)
        twin._fits, twin._slots, twin._claims, twin._clock = self._fits, self._slots[:], self._claims[:], self._clock
        # Without a claim they mean nothing: the next claim begins new ones.
        twin._times, twin._owners = (self._times[:], self._owners[:]) if self._claims else (self._times, self._owners)
        return twin

    def __deepcopy__(self, memo: object) -> Hand:
        return self.copy()

    def __len__(self) -> int:
        return len(self._slots) - len(self._claims)

    @property
    def unseen(self) -> int:
        """How many cards left without being fully known, or are still counted with such."""
        return len(self._claims)

    def judge_by(self, fits: Fits) -> None:
        """Let another function say from now on what an unknown slot can be."""
        self._fits = fits

    def add(self, card: str) -> None:
        """Take in a card, named or unknown."""
        self._slots.append(card)
        if self._claims:
            self._times.append(self._clock)
            self._owners.append(None)

    def take(self, cards: Iterable[str]) -> None:
        """Take in several cards, named or unknown."""
        if self._claims:
            for card in cards:
                self.add(card)
        else:
            self._slots.extend(cards)

    def surely_holds(self, card: str) -> bool:
        """Return whether a named card is here for sure: it came in, and nothing has left unseen."""
        return card in self._slots and not self._claims

    def part_with(self, card: str) -> bool:
        """Let a named card go if it is here for sure. Return whether it was."""
        if self._claims or card not in self._slots or is_unknown(card):
            return False
        self._slots.remove(card)
        return True

    def cards(self) -> list[str]:
        """Return the cards held, as they are best known: one fitting assignment of what left to what came."""
        if not self._claims:
            return self._slots[:]
        return [card for card, owner in zip(self._slots, self._owners, strict=True) if owner is None]

    def holds(self, card: str) -> bool:
        """Return whether a named copy came in that no card of this name, shown since, has accounted for.

        What left unseen may have been it; but if the card is shown after that, it need be no further copy.
        """
        if not self._claims:
            return card in self._slots
        came = sorted(time for slot, time in zip(self._slots, self._times, strict=True) if slot == card)
        accounted = 0
        for time in sorted(time for claim, time in self._claims if claim == card):
            if accounted < len(came) and came[accounted] <= time:
                accounted += 1
        return len(came) > accounted

    def not_brought(self, claims: Mapping[int, str]) -> list[str]:
        """Return the cards of these claims, so named, that no named copy that came in before them accounts for."""
        result = []
        for card in dict.fromkeys(claims.values()):
            came = sorted(time for slot, time in zip(self._slots, self._times, strict=True) if slot == card)
            before = [time for number, (name, time) in enumerate(self._claims) if name == card and number not in claims]
            now = [self._claims[number][1] for number, name in claims.items() if name == card]
            result += [card] * (_too_many(sorted(before + now), came) - _too_many(sorted(before), came))
        return result

    def may_be_gone(self) -> dict[str, int]:
        """Return, for each named card that came in, how many copies may have left unseen."""
        unseen = sum(is_unknown(card) for card, _ in self._claims)
        if not unseen:
            return {}
        shown = [card for card, _ in self._claims]
        named = [card for card in self._slots if not is_unknown(card)]
        gone = {card: min(unseen, named.count(card) - shown.count(card)) for card in dict.fromkeys(named)}
        return {card: count for card, count in gone.items() if count > 0}

    def may_leave(self, card: str) -> bool:
        """Return whether the card, named or a mark, can leave the hand now with all earlier claims still met."""
        if not self._claims:
            return card in self._slots or any(self._serves(slot, card) for slot in self._slots)
        if len(self._slots) == len(self._claims):
            return False
        trial = self.copy()
        return trial._claim(card, trial._clock)

    def leave(self, card: str) -> int | None:
        """Let a card go. Return the claim's number if it left unseen or while others are unseen, else None.

        Raises ValueError if it cannot have been there.
        """
        if not self._claims and ("?" not in card or not is_unknown(card)):
            slots = self._slots
            if card in slots:
                slots.remove(card)
                return None
            place = self._direct(card)
            if place is None:
                raise ValueError(f"{card} cannot be in this hand")
            del slots[place]
            return None
        if len(self) <= 0 or not self._claim(card, self._clock):
            raise ValueError(f"{card} cannot be in this hand")
        self._clock += 1
        return len(self._claims) - 1

    def may_name(self, claims: Mapping[int, str]) -> bool:
        """Return whether the claims with these numbers can have been these cards, all at once."""
        trial = self.copy()
        return trial._rename(claims)

    def name(self, claims: Mapping[int, str]) -> bool:
        """Say what the claims with these numbers were. Return False, changing nothing, if that cannot be.

        Once no claim is unseen any more, all are forgotten and their numbers mean nothing.
        """
        trial = self.copy()
        if not trial._rename(claims):
            return False
        self._owners, self._claims = trial._owners, trial._claims
        self._settle()
        return True

    def _direct(self, card: str) -> int | None:
        """Return the slot that serves the card best while no claim is open.

        That is a named copy, else the unknown that can be the fewest cards: the others may be needed for more.
        """
        slots = self._slots
        if card in slots:
            return slots.index(card)
        best: int | None = None
        mark = ""
        for place, slot in enumerate(slots):
            if slot != mark and self._serves(slot, card) and (best is None or self._narrower(slot, mark)):
                best, mark = place, slot
        return best

    def _narrower(self, slot: str, other: str) -> bool:
        """Return whether the one mark can be fewer cards than the other."""
        if slot == UNKNOWN:
            return False
        return other == UNKNOWN or (self._fits(other, slot) and not self._fits(slot, other))

    def _serves(self, slot: str, card: str) -> bool:
        if slot == card:
            return True
        if is_unknown(slot):
            return self._fits(slot, card)
        return is_unknown(card) and self._fits(card, slot)

    def _claim(self, card: str, time: int) -> bool:
        if not self._claims:
            self._times, self._owners = [0] * len(self._slots), [None] * len(self._slots)
        self._claims.append((card, time))
        if self._assign(len(self._claims) - 1, set()):
            return True
        self._claims.pop()
        return False

    def _assign(self, claim: int, tried: set[int]) -> bool:
        """Give the claim a slot of its own, moving other claims on if need be (an augmenting path)."""
        card, time = self._claims[claim]
        places = [
            place
            for place, slot in enumerate(self._slots)
            if place not in tried and self._times[place] <= time and self._serves(slot, card)
        ]
        places.sort(key=lambda place: (self._owners[place] is not None, self._slots[place] != card))
        for place in places:
            if place in tried:
                continue
            tried.add(place)
            owner = self._owners[place]
            if owner is None or self._assign(owner, tried):
                self._owners[place] = claim
                return True
        return False

    def _rename(self, claims: Mapping[int, str]) -> bool:
        for claim, card in claims.items():
            self._claims[claim] = (card, self._claims[claim][1])
            self._owners = [None if owner == claim else owner for owner in self._owners]
        return all(self._assign(claim, set()) for claim in claims)

    def _settle(self) -> None:
        """Forget all claims and their slots once nothing is left that went unseen."""
        if not self._claims or any(is_unknown(card) for card, _ in self._claims):
            return
        self._slots = [card for card, owner in zip(self._slots, self._owners, strict=True) if owner is None]
        self._claims, self._times, self._owners, self._clock = [], [], [], 0


class Census:
    """How often each card has been seen, against how often it exists.

    ``limits`` maps a card to the number of copies; a card that is not in it has no known limit.
    """

    __slots__ = ("limits", "seen")

    def __init__(self, limits: Mapping[str, int] | None = None, seen: Mapping[str, int] | None = None) -> None:
        self.limits: Mapping[str, int] = limits or {}
        self.seen: dict[str, int] = dict(seen or {})

    def copy(self) -> Census:
        """Return an independent copy; the limits never change and are shared."""
        return Census(self.limits, self.seen)

    def count(self, card: str) -> int:
        """Return how often the card has been seen."""
        return self.seen.get(card, 0)

    def see(self, card: str) -> None:
        """Count one more copy."""
        self.seen[card] = self.seen.get(card, 0) + 1

    def unsee(self, card: str) -> None:
        """Count one copy less."""
        self.seen[card] = self.seen.get(card, 0) - 1

    def allows(self, card: str, more: int = 1) -> bool:
        """Return whether so many more copies of the card can exist."""
        limit = self.limits.get(card)
        return limit is None or self.seen.get(card, 0) + more <= limit


MOST_TRIALS = 300
"""How many assignments of unread cards are tried before a record is taken as possible: nothing is faulted unproved."""

MOST_MISSED = 100
"""With more unread cards or shuffles than this nothing is proved any more."""

MOST_BOUND = 12
"""With more unread cards than this that are known to have been one of several kinds, that is not used as a proof."""


class Batches:
    """Which hidden cards can be which, when used cards are shuffled and dealt again.

    Each shuffle makes a *batch*: so many copies of each card. A hidden card is known by the number of its batch; a
    card that is seen must still be left in the batch that it comes from. A card that left its batch unread (it was
    turned up, but nobody wrote down what it was) is *missed*: it has a number of its own, may be named later or bound
    to some kinds, and if it is shuffled again it lies in a later batch as a card that may be anything it can be.
    """

    __slots__ = ("_told", "kinds", "left", "missed_from", "missed_in", "missed_kinds", "strangers")

    def __init__(self, kinds: Iterable[str]) -> None:
        self.kinds = tuple(kinds)
        self.left: list[dict[str, int]] = []
        self.strangers: list[list[int]] = []
        self.missed_from: list[int] = []
        self.missed_in: list[int] = []
        self.missed_kinds: list[frozenset[str] | None] = []
        self._told: dict[int, list[str]] = {}

    def copy(self) -> Batches:
        """Return an independent copy."""
        twin = Batches.__new__(Batches)
        twin.kinds = self.kinds
        twin.left = [dict(left) for left in self.left]
        twin.strangers = [list(numbers) for numbers in self.strangers]
        twin.missed_from, twin.missed_in = self.missed_from[:], self.missed_in[:]
        twin.missed_kinds, twin._told = self.missed_kinds[:], dict(self._told)
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
            if self.missed_from[missed] == batch
        )

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
            if domain is not None and len(domain) == 1:
                [kind] = domain
                for batch, by in ((self.missed_from[missed], -1), (self.missed_in[missed], 1)):
                    spare[batch, kind] = spare.get((batch, kind), 0) + by
                continue
            domains[missed] = domain
            if domain is not None and told is None:
                bound.append(missed)
        if len(bound) > MOST_BOUND:
            domains.update(dict.fromkeys(bound))
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
            return any(self._with(missed, kind, place) for missed in strangers)
        while place < len(self._bound) and self._bound[place] not in self._open:
            place += 1
        if place == len(self._bound):
            return True
        missed = self._bound[place]
        origin = self._batches.missed_from[missed]
        kinds = sorted(self._batches.kinds, key=lambda kind: -self._spare.get((origin, kind), 0))
        return any(self._with(missed, kind, place) for kind in kinds)

    def _with(self, missed: int, kind: str, place: int) -> bool:
        domain = self._open[missed]
        if domain is not None and kind not in domain:
            return False
        del self._open[missed]
        self._shift((self._batches.missed_from[missed], kind), -1)
        self._shift((self._batches.missed_in[missed], kind), 1)
        found = self.exists(place)
        self._open[missed] = domain
        self._shift((self._batches.missed_from[missed], kind), 1)
        self._shift((self._batches.missed_in[missed], kind), -1)
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
