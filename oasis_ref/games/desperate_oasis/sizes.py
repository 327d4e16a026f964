"""How many animals the pack can hold, as far as a whole record tells.

Where neither the pack nor the record gives the number of animals, it is one unknown for the whole game. The record
is possible for a size if a player has a card whenever one is laid, every recorded draw finds its cards, hands shown
at the end have the right number, and all that was seen fits in. But for the hands shown, a larger pack always is
possible if a smaller one is.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from oasis_ref.games.desperate_oasis.board import KINDS, NUMBER_OF, SEATS, place_of
from oasis_ref.games.desperate_oasis.moves import Draw, Flip, Flipped, Play, Position, Round
from oasis_ref.games.desperate_oasis.table import HAND, OPENING


def possible_sizes(moves: Sequence[Any], sizes: range) -> tuple[list[int], int | None]:
    """Return the sizes for which the record is possible, and the entry that leaves none (then those before it)."""
    smallest, largest = sizes[0], sizes[-1]
    failing = first_impossible(moves, largest, check_left=False)
    if failing is not None:
        return possible_sizes(moves[: failing - 1], sizes)[0], failing
    low = bisect_left(sizes, True, key=lambda size: first_impossible(moves, size, check_left=False) is None) + smallest
    possible = list(range(low, largest + 1))
    if not any(isinstance(entry, Flip) and entry.left is not None for entry in moves):
        return possible, None
    fitting = [size for size in possible if first_impossible(moves, size, check_left=True) is None]
    if fitting:
        return fitting, None
    failing = max(first_impossible(moves, size, check_left=True) or 0 for size in possible)
    return possible_sizes(moves[: failing - 1], sizes)[0], failing


class _Count:
    """Deck, hands and what was seen, while one size is tried."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.deck = 0
        self.hands = dict.fromkeys(SEATS, 0)
        self.acting: str | None = None
        self.open = False
        self.told = False
        """Whether the record itself gives the deck: a number that does not fit then tells nothing of the pack."""
        self.too_small = False
        self.seen: dict[str, int] = {}
        self.most: dict[str, int] = {}
        self.known: dict[str, dict[str, int]] = {}
        self.down: dict[str, list[str]] = {}
        """The face-down cards of each column, in the order in which they were laid."""

    def begin(self, entry: Round) -> None:
        self.deck, self.hands = self.size - OPENING, dict.fromkeys(SEATS, HAND)
        self.acting, self.open, self.told, self.seen = None, True, False, {}
        self.known = {seat: {} for seat in SEATS}
        self.down = {}
        if entry.position is not None:
            self._place(entry.position)
        for seat, hand in (entry.hands or {}).items():
            self._keep(seat, hand)

    def _place(self, position: Position) -> None:
        owes_card = position.owed == "card"
        for seat in SEATS:
            given = position.hands.get(seat)
            if given is None:
                self.hands[seat] = HAND - 1 if owes_card and seat == (position.turn or "") else HAND
            else:
                self.hands[seat] = len(given) if isinstance(given, list) else max(0, given)
                self._keep(seat, given if isinstance(given, list) else [])
        lying = [card if isinstance(card, str) else card.card for cards in position.board.values() for card in cards]
        self._see(lying)
        for column, cards in position.board.items():
            for card in cards:
                if not isinstance(card, str) and card.face == "down":
                    self.down.setdefault(column, []).append(card.card)
        self._see(position.destroyed)
        elsewhere = len(lying) + sum(self.hands.values()) + len(position.destroyed)
        if position.deck is None:
            self.deck = self.size - 1 - elsewhere
        else:
            self.told = True
            self.deck = len(position.deck) if isinstance(position.deck, list) else max(0, position.deck)
            self.too_small = elsewhere + self.deck > self.size - 1
        if position.owed == "draw":
            self.acting = position.turn if position.turn in SEATS else None

    def _see(self, cards: Sequence[str]) -> None:
        for card in cards:
            if card in KINDS:
                self.seen[card] = self.seen.get(card, 0) + 1
                self.most[card] = max(self.most.get(card, 0), self.seen[card])

    def _keep(self, holder: str, cards: Sequence[str]) -> None:
        """See cards that stay known to lie with a holder, so that they are not counted again when they show."""
        self._see(cards)
        kept = self.known.setdefault(holder, {})
        for card in cards:
            if card in KINDS:
                kept[card] = kept.get(card, 0) + 1

    def _show(self, holder: str, card: str) -> None:
        """See a card come from a holder: a known one is not counted again."""
        kept = self.known.get(holder, {})
        if kept.get(card, 0) > 0:
            kept[card] -= 1
        else:
            self._see([card])

    def settle(self, seat: str | None) -> None:
        """Let the seat that acted before draw what is due, once the other one goes on."""
        if self.acting is not None and self.acting != seat:
            due = max(0, min(HAND - self.hands[self.acting], self.deck))
            self.deck -= due
            self.hands[self.acting] += due
            self.acting = None

    def fits(self) -> bool:
        """Return whether deck, hands and all that was seen are possible for the size."""
        in_round, in_all = sum(self.seen.values()), sum(self.most.values())
        if self.too_small or in_all > self.size or in_round > self.size - 1:
            return False
        return self.told or (self.deck >= 0 and min(self.hands.values()) >= 0)

    def play(self, entry: Play) -> None:
        column = f"{entry.side or entry.by}{entry.column}"
        if entry.by not in SEATS or column not in NUMBER_OF:
            return
        if entry.card not in KINDS and (entry.card != "?" or entry.face == "up"):
            return
        self.settle(entry.by)
        self.hands[entry.by] -= 1
        self.acting = entry.by
        self._show(entry.by, entry.card)
        if entry.face == "down":
            self.down.setdefault(column, []).append(entry.card)

    def draw(self, entry: Draw) -> None:
        if entry.by not in SEATS:
            return
        count = len(entry.drawn) if entry.drawn is not None else entry.count
        if count is None:
            count = min(HAND - self.hands[entry.by], self.deck)
        self.deck -= max(0, count)
        self.hands[entry.by] += max(0, count)
        self._keep(entry.by, entry.drawn or [])
        if self.acting == entry.by:
            self.acting = None

    def _new_in(self, column: str, flipped: Sequence[Flipped]) -> list[str]:
        """Return the kinds that a flip gives the cards of a column that were laid without their name.

        A card whose kind was recorded may be left out of it; one that was not must be there. What lies no deeper than
        the first unnamed one was laid before it.
        """
        down = self.down.get(column, [])
        named = [kind for kind in down if kind in KINDS]
        first_unnamed = down.index("?") if "?" in down else len(down)
        listed = [card for card in flipped if card.at[:2] == column]
        known = len(listed) - (len(down) - len(named))
        new = []
        for card in listed:
            where = place_of(card.at)
            before = where is not None and where[1] < first_unnamed
            if card.card in named and (known > 0 or before):
                named.remove(card.card)
                known -= 1
            else:
                new.append(card.card)
        return new

    def flip(self, entry: Flip, check_left: bool) -> None:
        self.settle(None)
        self.open = False
        for column in dict.fromkeys(card.at[:2] for card in entry.cards):
            for kind in self._new_in(column, entry.cards):
                self._show(column[:1], kind)
        for seat, cards in (entry.left or {}).items():
            if seat in SEATS:
                for kind in cards:
                    self._show(seat, kind)
                if check_left and not self.told and len(cards) != self.hands[seat]:
                    self.too_small = True


def first_impossible(moves: Sequence[Any], size: int, *, check_left: bool) -> int | None:
    """Return the number of the first entry that a pack of this size makes impossible, or None."""
    count = _Count(size)
    for number, entry in enumerate(moves, 1):
        kind = type(entry)
        if kind is Round:
            count.begin(entry)
        elif not count.open:
            continue
        elif kind is Play:
            count.play(entry)
        elif kind is Draw:
            count.draw(entry)
        elif kind is Flip:
            count.flip(entry, check_left)
        else:
            continue
        if not count.fits():
            return number
    return None
