"""What the record leaves open: the positions that fit it.

A world says which known cards lie where, with marks for cards of which only the kind is known. Several worlds exist
side by side once a card has moved unseen; what the record shows later removes worlds. Everything that does not
depend on hidden cards lies in the table itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from oasis_ref.games.new_hope.cards import COMPANION_MARK, EQUIPMENT, NUMBERS, TRAVEL_MARK, Stock, is_mark

Counts = dict[str, int]
MOST_WORLDS = 400
"""More worlds than this are not followed; what is left open then is said to be so."""

MOST_EFFORT = 150_000
FEW_WORLDS = 6
"""Once so many worlds have been looked at over all entries of a record, only a few are from there on."""

MOST_TRIED = 60
"""Where named cards can have been hidden in more ways than this, they are taken to be where an entry says."""


class Way(NamedTuple):
    """How a named card can have been hidden: behind a mark, in the pool of the mark before that."""

    mark: str
    before: Way | None = None


class Effort:
    """How many worlds have been looked at, counted over a table and all its copies."""

    __slots__ = ("spent",)

    def __init__(self) -> None:
        self.spent = 0

    def exhausts(self, worlds: int) -> bool:
        """Count so many worlds; return whether that was too much and only a few should be looked at."""
        self.spent += worlds
        return self.spent > MOST_EFFORT and worlds > FEW_WORLDS


def counted(cards: Iterable[str]) -> Counts:
    """Return how many copies of each card there are."""
    counts: Counts = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return counts


def put(counts: Counts, card: str, number: int = 1) -> None:
    """Add copies of a card."""
    counts[card] = counts.get(card, 0) + number


def take(counts: Counts, card: str) -> None:
    """Remove one copy of a card that is there."""
    number = counts[card] - 1
    if number:
        counts[card] = number
    else:
        del counts[card]


def spread(counts: Counts) -> list[str]:
    """Return the cards one by one."""
    cards: list[str] = []
    for card, number in counts.items():
        cards += [card] * number
    return cards


def order_of(card: str) -> tuple[int, int, str]:
    """Return the place of a card in a list: high numbers first, then Equipment, Companions, hidden cards."""
    if card in NUMBERS:
        return 0, -NUMBERS[card], card
    if card in EQUIPMENT:
        return 1, EQUIPMENT.index(card), card
    return (3, 0, "") if is_mark(card) else (2, 0, card)


def shown(counts: Sequence[Counts], size: int | None = None) -> list[str]:
    """Return the cards of a pile as they are known in every world, hidden ones as ``?``."""
    first = counts[0]
    cards: list[str] = []
    for card in first:
        if not is_mark(card):
            cards += [card] * min(pile.get(card, 0) for pile in counts)
    total = size if size is not None else sum(first.values())
    cards.sort(key=order_of)
    return [*cards, *["?"] * max(total - len(cards), 0)]


class World:
    """One way in which the known cards can lie.

    ``seen`` counts the copies of each Travel card and Companion that are located. ``pools`` holds, for each shuffle of
    the Companion discard, what of it has not shown up yet; cards that come from there carry the pool's own mark. A
    pool may hold marks of earlier pools. ``lair`` holds the hidden cards of the Lair; the others lie in the table.
    """

    __slots__ = ("discard", "hands", "lair", "pools", "ruins", "seen", "supply")

    def __init__(
        self,
        hands: list[Counts],
        ruins: Counts,
        discard: Counts,
        supply: Counts,
        seen: Counts,
        pools: dict[str, Counts] | None = None,
        lair: Counts | None = None,
    ) -> None:
        self.hands, self.ruins, self.discard, self.supply, self.seen = hands, ruins, discard, supply, seen
        self.pools = {} if pools is None else pools
        self.lair = {} if lair is None else lair

    def copy(self) -> World:
        """Return an independent copy."""
        return World(
            [hand.copy() for hand in self.hands],
            self.ruins.copy(),
            self.discard.copy(),
            self.supply.copy(),
            self.seen.copy(),
            {mark: pool.copy() for mark, pool in self.pools.items()},
            self.lair.copy(),
        )

    def key(self) -> tuple[object, ...]:
        """Return what tells this world from another: the piles follow from hands, Lair and what is located."""
        return tuple(frozenset(part.items()) for part in (*self.hands, self.lair, self.seen, *self.pools.values()))

    # What a mark can stand for

    def fits(self, stock: Stock, mark: str, card: str) -> bool:
        """Return whether a card with this mark can turn out to be that card."""
        if mark == TRAVEL_MARK:
            return card in NUMBERS and stock.may_exist(self.seen, card)
        if mark == COMPANION_MARK:
            return card in stock.companions and stock.may_exist(self.seen, card)
        return mark in self._marks_of(stock, card)

    def _marks_of(self, stock: Stock, card: str) -> set[str]:
        """Return the marks that can hide a Companion. A pool holds marks of earlier pools alone, so one look does."""
        marks = {COMPANION_MARK} if self.fits(stock, COMPANION_MARK, card) else set()
        for mark, pool in self.pools.items():
            if card in pool or not marks.isdisjoint(pool):
                marks.add(mark)
        return marks

    def names_behind(self, stock: Stock, mark: str) -> frozenset[str] | None:
        """Return what a Companion with this mark can be, None if the record does not name every Companion."""
        names: set[str] = set()
        marks = [mark]
        for one in marks:
            pool = self.pools.get(one)
            if pool is not None:
                names.update(card for card in pool if not is_mark(card))
                marks += [other for other in pool if is_mark(other) and other not in marks]
            elif stock.all_companions_known():
                names.update(card for card in stock.companions if stock.may_exist(self.seen, card))
            else:
                return None
        return frozenset(names)

    def ways(self, stock: Stock, pile: Counts, card: str) -> list[Way | None]:
        """Return how a named card in a hand or pile can have been hidden, at most so often as worlds are followed.

        Cards of one name are alike: where it is known by its name (then the way is None), or lies in a pool by its
        name, no other way counts.
        """
        if card in pile:
            return [None]
        if card in NUMBERS:
            return [Way(TRAVEL_MARK)] if TRAVEL_MARK in pile and self.fits(stock, TRAVEL_MARK, card) else []
        hiding = self._marks_of(stock, card)
        started = [Way(mark) for mark in reversed(pile) if mark in hiding]
        found: list[Way | None] = []
        while started and len(found) < MOST_WORLDS:
            way = started.pop()
            pool = self.pools.get(way.mark)
            if pool is None or card in pool:
                found.append(way)
            else:
                started += [Way(mark, way) for mark in pool if mark in hiding]
        return found

    def reveal(self, pile: Counts, card: str, way: Way | None) -> None:
        """Take a named card out of a hand or pile, in which it was hidden in this way."""
        if way is None:
            take(pile, card)
            return
        pool = self.pools.get(way.mark)
        if pool is None:
            put(self.seen, card)
        else:
            take(pool, card)
        while way.before is not None:
            take(self.pools[way.before.mark], way.mark)
            way = way.before
        take(pile, way.mark)

    def leave_simply(self, stock: Stock, pile: Counts, card: str) -> bool | None:
        """Take a named card out of a hand or pile if there is no choice of ways; return whether it can be there.

        Return None if the ways have to be looked at: for a Companion, once the discard has been shuffled.
        """
        if card in pile:
            take(pile, card)
            return True
        if card in NUMBERS:
            mark = TRAVEL_MARK
        elif self.pools:
            return None
        else:
            mark = COMPANION_MARK
        if mark not in pile or not self.fits(stock, mark, card):
            return False
        take(pile, mark)
        put(self.seen, card)
        return True

    def leave(self, stock: Stock, pile: Counts, card: str) -> bool:
        """Take a named card out of a hand or pile in one way; return whether it can be there."""
        there = self.leave_simply(stock, pile, card)
        if there is None:
            ways = self.ways(stock, pile, card)
            there = bool(ways)
            if ways:
                self.reveal(pile, card, ways[0])
        return there

    def missing(self, stock: Stock, seat: int, cards: Sequence[str]) -> list[str]:
        """Return those of the cards that cannot be in the hand, all of them counted at once."""
        hand = self.hands[seat]
        for card in cards:
            if card not in hand:
                break
        else:
            if len(set(cards)) == len(cards) or all(hand[card] >= cards.count(card) for card in cards):
                return []
        return self._trial(seat)._left(stock, seat, cards)[1]

    def without(self, stock: Stock, seat: int, cards: Sequence[str]) -> World:
        """Return the world after the named cards have left the hand in one way, as far as they can be there."""
        return self._trial(seat)._left(stock, seat, cards)[0]

    def _trial(self, seat: int) -> World:
        hands = self.hands[:]
        hands[seat] = hands[seat].copy()
        pools = {mark: pool.copy() for mark, pool in self.pools.items()}
        return World(hands, self.ruins, self.discard, self.supply, self.seen.copy(), pools, self.lair)

    def _left(self, stock: Stock, seat: int, cards: Sequence[str]) -> tuple[World, list[str]]:
        """Return a world after cards have left the hand, and those that no way of hiding them leaves room for."""
        hand = self.hands[seat]
        absent: list[str] = []
        open_ones: list[str] = []
        for card in cards:
            there = True if card == "?" else self.leave_simply(stock, hand, card)
            if there is None:
                open_ones.append(card)
            elif not there:
                absent.append(card)
        after = self
        if open_ones:
            worlds, more = tried(
                [self], open_ones, lambda worlds, card: parted(worlds, stock, lambda one: one.hands[seat], card)
            )
            absent += more
            if worlds is None:
                return self, absent
            after = worlds[0]
        hidden = cards.count("?")
        return after, absent + ["?"] * max(hidden - sum(after.hands[seat].values()), 0) if hidden else absent

    def may_hold(self, stock: Stock, seat: int, wanted: frozenset[str]) -> bool:
        """Return whether the hand may hold one of the wanted Travel cards or Equipment."""
        hand = self.hands[seat]
        return not wanted.isdisjoint(hand) or (
            TRAVEL_MARK in hand and any(card in NUMBERS and stock.may_exist(self.seen, card) for card in sorted(wanted))
        )

    def must_hold(self, stock: Stock, seat: int, wanted: frozenset[str]) -> bool:
        """Return whether the hand is sure to hold one of the wanted Travel cards or Equipment."""
        hand = self.hands[seat]
        if not wanted.isdisjoint(hand):
            return True
        hidden = hand.get(TRAVEL_MARK, 0)
        return hidden > stock.most_outside(self.seen, wanted) if hidden else False

    def companions_in(self, counts: Counts) -> bool:
        """Return whether there is a Companion among the cards."""
        return any((is_mark(card) and card != TRAVEL_MARK) or _is_companion(card) for card in counts)

    # Cards that move unseen: each returns the worlds that may follow

    def hidden_leaving(self, seat: int, number: int, barred: Sequence[str] = ()) -> Iterator[tuple[World, list[str]]]:
        """Yield each way in which so many cards can leave the hand unseen: the world after it, and the cards."""
        yield from _leaving(self, seat, number, barred, [])


def _leaving(
    world: World, seat: int, number: int, barred: Sequence[str], gone: list[str]
) -> Iterator[tuple[World, list[str]]]:
    if not number:
        yield world, gone
        return
    names = sorted(world.hands[seat])
    for card in names:
        if card in barred or (gone and card < gone[-1]):
            continue
        after = world.copy()
        take(after.hands[seat], card)
        yield from _leaving(after, seat, number - 1, barred, [*gone, card])


def _is_companion(card: str) -> bool:
    return card not in NUMBERS and card not in ("compass", "shield", "map") and not is_mark(card)


Pile = Callable[[World], Counts]
"""Where a card lies, in each world."""


def parted(worlds: Iterable[World], stock: Stock, pile: Pile, card: str) -> Iterator[World]:
    """Take a named card out of a pile of each world; yield the worlds after it, which are changed and some new.

    There is one for each way in which the card can have been hidden there, and none where it cannot be there.
    """
    for world in worlds:
        there = world.leave_simply(stock, pile(world), card)
        if there is not None:
            if there:
                yield world
            continue
        ways = world.ways(stock, pile(world), card)
        for after, way in [*((world.copy(), way) for way in ways[1:]), *((world, way) for way in ways[:1])]:
            after.reveal(pile(after), card, way)
            yield after


def tried(
    worlds: list[World], cards: Iterable[str], step: Callable[[list[World], str], Iterator[World]]
) -> tuple[list[World] | None, list[str]]:
    """Do something with one card after another, in worlds that may be changed.

    Return the worlds after it without doubles, None if they are too many to look at, and the cards with which it
    cannot be done in any of them.
    """
    absent: list[str] = []
    for card in cards:
        after = list(islice(step(worlds, card), MOST_TRIED + 1))
        if len(after) > MOST_TRIED:
            return None, absent
        if not after:
            absent.append(card)
        else:
            worlds = after if len(after) < 2 else list({world.key(): world for world in after}.values())
    return worlds, absent


def merged(worlds: Iterable[World], effort: Effort) -> tuple[list[World], bool]:
    """Return the worlds without doubles, and whether some had to be dropped because there were too many."""
    following = iter(worlds)
    first = list(islice(following, 2))
    if len(first) < 2:
        effort.spent += len(first)
        return first, False
    result: dict[tuple[object, ...], World] = {}
    for number, world in enumerate(chain(first, following)):
        result.setdefault(world.key(), world)
        effort.spent += 1
        if len(result) >= MOST_WORLDS or (number >= FEW_WORLDS and effort.spent > MOST_EFFORT):
            return list(result.values()), True
    return list(result.values()), False
