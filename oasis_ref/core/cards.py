"""Card accounting: what a hand may still hold, and how often a card can turn up. All four games count with it.

A card that came in is a *slot*: a named card, or an unknown one with a mark (``"?"``, ``"surface:?"``). A card that
left is a *claim*: a named card, or one that left unseen. The record is possible as long as every claim has a slot of
its own that had come in before the claim was made and that can be that card. While nothing has left unseen, a named
copy serves best and both are forgotten at once; otherwise the claims are matched with the slots.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

Fits = Callable[[str, str], bool]

UNKNOWN = "?"


def is_unknown(card: str) -> bool:
    """Return whether a card is written as unknown: ``"?"`` or a mark that ends with ``:?``."""
    return card == UNKNOWN or card[-2:] == ":?"


def any_card(mark: str, card: str) -> bool:
    """Return whether an unknown card with this mark can be that card: here, any mark can be any card."""
    return True


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
        twin._fits = self._fits
        twin._slots, twin._times, twin._owners = self._slots[:], self._times[:], self._owners[:]
        twin._claims, twin._clock = self._claims[:], self._clock
        return twin

    def __len__(self) -> int:
        return len(self._slots) - len(self._claims)

    def add(self, card: str) -> None:
        """Take in a card, named or unknown."""
        self._slots.append(card)
        if self._claims:
            self._times.append(self._clock)
            self._owners.append(None)

    def cards(self) -> list[str]:
        """Return the cards held, as they are best known: one fitting assignment of what left to what came."""
        if not self._claims:
            return self._slots[:]
        return [card for card, owner in zip(self._slots, self._owners, strict=True) if owner is None]

    def may_leave(self, card: str) -> bool:
        """Return whether the card, named or a mark, can leave the hand now with all earlier claims still met."""
        if not self._claims:
            return card in self._slots or self._direct(card) is not None
        if len(self._slots) == len(self._claims):
            return False
        trial = self.copy()
        return trial._claim(card, trial._clock)

    def leave(self, card: str) -> int | None:
        """Let a card go. Return the claim's number if it left unseen or while others are unseen, else None.

        Raises ValueError if it cannot have been there.
        """
        if not self._claims and not is_unknown(card):
            if card in self._slots:
                self._slots.remove(card)
                return None
            place = self._direct(card)
            if place is None:
                raise ValueError(f"{card} cannot be in this hand")
            del self._slots[place]
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
        """Return the slot that serves the card best while no claim is open: a named copy, else an unknown."""
        slots = self._slots
        if card in slots:
            return slots.index(card)
        for place, slot in enumerate(slots):
            if self._serves(slot, card):
                return place
        return None

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
        self.limits: dict[str, int] = dict(limits or {})
        self.seen: dict[str, int] = dict(seen or {})

    def copy(self) -> Census:
        """Return an independent copy."""
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
