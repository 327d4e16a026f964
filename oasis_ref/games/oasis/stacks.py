"""The cards: face-down stacks, deck and discards, and which hidden card comes from which shuffle.

A card in a stack or in the deck is its name if it is known, else the number of its batch. A used or open card is its
name, or the number under which a card that nobody wrote down is kept in `Batches`.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence

from msgspec import Struct

from oasis_ref.core.cards import UNKNOWN
from oasis_ref.games.oasis.batches import Batches
from oasis_ref.games.oasis.moves import CARDS, TILES_SHOWN
from oasis_ref.games.oasis.turns import Open, opened

Slot = str | int
Used = str | int


class Draw(Struct):
    """What a draw did: the slots that came off the deck, how many cards were due, whether the discards were shuffled.

    ``misfits`` are recorded cards that cannot have been drawn: ``deck`` if the deck is known to hold others there,
    ``count`` if no such card is left.
    """

    due: int
    came: list[Slot]
    shuffled: int = 0
    emptied: bool = False
    misfits: list[tuple[str, str]] = []


class Fresh(Struct):
    """A shuffle made by the last entry: its batch, its size, and whose stack got how many of its cards."""

    batch: int
    size: int
    drawn: int
    seat: int
    put: str


class Stacks:
    """All cards of the game but those on the table."""

    __slots__ = ("batches", "deck", "discards", "fresh", "stacks")

    def __init__(self, seats: int) -> None:
        self.batches = Batches(CARDS)
        self.stacks: list[deque[Slot]] = [deque() for _ in range(seats)]
        self.deck: deque[Slot] = deque()
        self.discards: list[Used] = []
        self.fresh: Fresh | None = None

    def copy(self) -> Stacks:
        """Return an independent copy."""
        twin = Stacks.__new__(Stacks)
        twin.batches = self.batches.copy()
        twin.stacks = [deque(stack) for stack in self.stacks]
        twin.deck, twin.discards, twin.fresh = deque(self.deck), self.discards[:], self.fresh
        return twin

    @property
    def pool(self) -> int:
        """How many cards can still be drawn: deck and discards together."""
        return len(self.deck) + len(self.discards)

    def turn_up(self, seat: int, cards: Sequence[str]) -> list[Open]:
        """Turn up as many cards from the top of a stack as are recorded.

        A recorded card that cannot be works as recorded, and counts as the card that is known to lie there, else as one
        that nobody saw.
        """
        stack, batches = self.stacks[seat], self.batches
        shown: list[Open] = []
        unread: list[int] = []
        for card in cards:
            slot = stack.popleft()
            if slot == card:
                shown.append(Open(card, card, TILES_SHOWN.get(card, 1)))
            elif isinstance(slot, str):
                shown.append(opened(slot if card == UNKNOWN else card, slot))
            elif card != UNKNOWN and batches.allows(((slot, card),)):
                batches.see(slot, card)
                shown.append(opened(card, card))
            else:
                missed = batches.miss(slot)
                shown.append(opened(card, missed))
                if card == UNKNOWN:
                    unread.append(missed)
        if len(unread) > 1:
            batches.turned_together(unread)
        return shown

    def draw(self, seat: int, due: int, named: Sequence[str] | None, put: str, eager: bool) -> Draw:
        """Draw ``due`` cards into a stack, shuffling the discards when the deck is empty; ``named`` are those recorded.

        With ``eager`` the discards are shuffled as soon as the last card of the deck is drawn.
        """
        deck, stack = self.deck, self.stacks[seat]
        result = Draw(due, [])
        came = result.came
        fresh: Fresh | None = None
        while len(came) < due:
            if not deck:
                if not self.discards:
                    break
                fresh = self._shuffle(seat, put)
                result.shuffled += 1
            came.append(deck.popleft())
            if fresh is not None:
                fresh.drawn += 1
        if not deck and came:
            result.emptied = True
            if eager and self.discards:
                fresh = self._shuffle(seat, put)
                result.shuffled += 1
        laid = came if named is None else self._named(result, named)
        if put == "bottom":
            stack.extend(laid)
        else:
            stack.extendleft(reversed(laid))
        if fresh is not None:
            self.fresh = fresh
        return result

    def shuffled_too(self, batch: int, used: Used) -> None:
        """Put an unread card into the deck of that shuffle: it lay among the discards already."""
        assert isinstance(used, int)
        self.batches.shuffled_too(batch, used)
        self.deck.append(batch)

    def _shuffle(self, seat: int, put: str) -> Fresh:
        batch = self.batches.shuffle(self.discards)
        self.deck.extend([batch] * len(self.discards))
        self.discards = []
        return Fresh(batch, len(self.deck), 0, seat, put)

    def _named(self, result: Draw, named: Sequence[str]) -> list[Slot]:
        """Match the cards that came off the deck with those recorded; return them as they lie in the stack."""
        came = result.came
        laid: list[Slot | None] = [None] * len(came)
        free = list(range(len(came)))
        for place, card in enumerate(named[: len(came)]):
            if card == UNKNOWN:
                continue
            source = self._source(came, free, place, card)
            if source is None:
                hidden = any(not isinstance(came[slot], str) for slot in free)
                result.misfits.append(("count" if hidden else "deck", card))
                continue
            slot = came[source]
            if not isinstance(slot, str):
                self.batches.see(slot, card)
            laid[place] = card
            free.remove(source)
        rest = iter(free)
        return [came[next(rest)] if card is None else card for card in laid]

    def _source(self, came: Sequence[Slot], free: Sequence[int], place: int, card: str) -> int | None:
        """Return which of the cards that came off the deck can be the recorded one."""
        if place in free and came[place] == card:
            return place
        known = next((slot for slot in free if came[slot] == card), None)
        if known is not None:
            return known
        order = [place, *free] if place in free else free
        for slot in order:
            batch = came[slot]
            if not isinstance(batch, str) and self.batches.allows(((batch, card),)):
                return slot
        return None

    def order_is_plain(self, order: Sequence[str]) -> bool:
        """Return whether the deck just shuffled can lie in that order and nothing about it has to be puzzled out.

        That is so if all its cards are named, as many of each as there are, none of those drawn since has been named
        as it was drawn, and no unread card is in play.
        """
        fresh, batches = self.fresh, self.batches
        if (
            fresh is None
            or batches.missed_from
            or len(order) != fresh.size
            or len(self.deck) != fresh.size - fresh.drawn
        ):
            return False
        stack = self.stacks[fresh.seat]
        first = self._first_drawn(fresh)
        if any(stack[place] != fresh.batch for place in range(first, first + fresh.drawn)):
            return False
        left = batches.left[fresh.batch]
        return all(count <= left.get(card, 0) for card, count in Counter(order).items())

    def lay_in_order(self, order: Sequence[str]) -> None:
        """Write down the order of the deck that was just shuffled, which is plain."""
        fresh, see = self.fresh, self.batches.see
        assert fresh is not None
        for card in order:
            see(fresh.batch, card)
        stack, first = self.stacks[fresh.seat], self._first_drawn(fresh)
        for place in range(fresh.drawn):
            stack[first + place] = order[place]
        self.deck = deque(order[fresh.drawn :])

    def _first_drawn(self, fresh: Fresh) -> int:
        """Return where in the stack of its seat the first card lies that was drawn from the new deck."""
        return len(self.stacks[fresh.seat]) - fresh.drawn if fresh.put == "bottom" else 0

    def set_order(self, order: Sequence[str]) -> list[tuple[str, str]]:
        """Write down the order of the deck that was just shuffled; return the recorded cards that cannot be."""
        fresh = self.fresh
        assert fresh is not None
        stack = self.stacks[fresh.seat]
        first = self._first_drawn(fresh)
        misfits: list[tuple[str, str]] = []
        places = list(range(first, first + fresh.drawn))
        named = [(card, first + number) for number, card in enumerate(order[: fresh.drawn]) if card != UNKNOWN]
        # A card that was named as it was drawn may lie elsewhere in the stack than it came off the deck.
        for wanted in ("there", "known", "hidden"):
            for card, own in named[:]:
                place = self._drawn_place(fresh, stack, places, card, own, wanted)
                if place is None:
                    continue
                named.remove((card, own))
                places.remove(place)
                if stack[place] != card and self._see(fresh.batch, card, misfits):
                    stack[place] = card
        misfits += [("deck", card) for card, _ in named]
        for place, card in enumerate(order[fresh.drawn : fresh.size]):
            if card != UNKNOWN and place < len(self.deck) and self._see(fresh.batch, card, misfits):
                self.deck[place] = card
        return misfits

    def _drawn_place(
        self, fresh: Fresh, stack: Sequence[Slot], places: Sequence[int], card: str, own: int, wanted: str
    ) -> int | None:
        """Return where in the stack a card of the new deck lies: in its own place, known elsewhere, or hidden."""
        if wanted == "there":
            return own if own in places and stack[own] == card else None
        if wanted == "known":
            return next((place for place in places if stack[place] == card), None)
        order = [own, *places] if own in places else places
        return next((place for place in order if stack[place] == fresh.batch), None)

    def _see(self, batch: int, card: str, misfits: list[tuple[str, str]]) -> bool:
        if not self.batches.allows(((batch, card),)):
            misfits.append(("count", card))
            return False
        self.batches.see(batch, card)
        return True
