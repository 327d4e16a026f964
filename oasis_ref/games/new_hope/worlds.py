"""What the record leaves open: the positions that fit it.

A world says which known cards lie where, with marks for cards of which only the kind is known. Several worlds exist
side by side once a card has moved unseen; what the record shows later removes worlds. Everything that does not
depend on hidden cards lies in the table itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from oasis_ref.games.new_hope.cards import COMPANION_MARK, EQUIPMENT, NUMBERS, TRAVEL_MARK, Stock, is_mark

Counts = dict[str, int]

MOST_WORLDS = 400
"""More worlds than this are not followed; what is left open then is said to be so."""

MOST_EFFORT = 150_000
FEW_WORLDS = 6
"""Once so many worlds have been looked at over all entries of a record, only a few are from there on."""


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
    the Companion discard, what of it has not shown up yet; cards that come from there carry the pool's own mark.
    """

    __slots__ = ("discard", "hands", "pools", "ruins", "seen", "supply")

    def __init__(
        self,
        hands: list[Counts],
        ruins: Counts,
        discard: Counts,
        supply: Counts,
        seen: Counts,
        pools: dict[str, Counts] | None = None,
    ) -> None:
        self.hands, self.ruins, self.discard, self.supply, self.seen = hands, ruins, discard, supply, seen
        self.pools = {} if pools is None else pools

    def copy(self) -> World:
        """Return an independent copy."""
        return World(
            [hand.copy() for hand in self.hands],
            self.ruins.copy(),
            self.discard.copy(),
            self.supply.copy(),
            self.seen.copy(),
            {mark: pool.copy() for mark, pool in self.pools.items()},
        )

    def key(self) -> tuple[object, ...]:
        """Return what tells this world from another: the piles follow from the hands and what is located."""
        return tuple(frozenset(part.items()) for part in (*self.hands, self.seen, *self.pools.values()))

    # What a mark can stand for

    def fits(self, stock: Stock, mark: str, card: str) -> bool:
        """Return whether a card with this mark can turn out to be that card."""
        if mark == TRAVEL_MARK:
            return card in NUMBERS and stock.may_exist(self.seen, card)
        if mark == COMPANION_MARK:
            return card in stock.companions and stock.may_exist(self.seen, card)
        pool = self.pools.get(mark, {})
        return card in pool or any(is_mark(other) and self.fits(stock, other, card) for other in pool)

    def locate(self, stock: Stock, mark: str, card: str) -> None:
        """Note that a card with this mark has turned out to be that card."""
        pool = self.pools.get(mark)
        if pool is None:
            put(self.seen, card)
        elif card in pool:
            take(pool, card)
        else:
            for other in pool:
                if is_mark(other) and self.fits(stock, other, card):
                    take(pool, other)
                    self.locate(stock, other, card)
                    return

    def leave(self, stock: Stock, counts: Counts, card: str) -> str | None:
        """Take a named card out of a hand or pile; return what it had been known as, None if it cannot be there."""
        if card in counts:
            take(counts, card)
            return card
        for mark in counts:
            if mark[-1] == "?" and self.fits(stock, mark, card):
                take(counts, mark)
                self.locate(stock, mark, card)
                return mark
        return None

    def missing(self, stock: Stock, seat: int, cards: Sequence[str]) -> list[str]:
        """Return those of the cards that cannot be in the hand, all of them counted at once."""
        hand = self.hands[seat]
        for card in cards:
            if card not in hand:
                break
        else:
            if len(cards) < 2 or len(set(cards)) == len(cards):
                return []
        return self._trial(seat)._leave_all(stock, seat, cards)

    def without(self, stock: Stock, seat: int, cards: Sequence[str]) -> World:
        """Return the world after the named cards have left the hand, as far as they can be there."""
        trial = self._trial(seat)
        trial._leave_all(stock, seat, cards)
        return trial

    def _trial(self, seat: int) -> World:
        hands = self.hands[:]
        hands[seat] = hands[seat].copy()
        pools = {mark: pool.copy() for mark, pool in self.pools.items()}
        return World(hands, self.ruins, self.discard, self.supply, self.seen.copy(), pools)

    def _leave_all(self, stock: Stock, seat: int, cards: Iterable[str]) -> list[str]:
        hand = self.hands[seat]
        hidden = 0
        absent = []
        for card in cards:
            if card == "?":
                hidden += 1
            elif self.leave(stock, hand, card) is None:
                absent.append(card)
        absent += ["?"] * max(hidden - sum(hand.values()), 0)
        return absent

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
