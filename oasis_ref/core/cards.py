"""Card accounting: what a hand may still hold.

A card that came in is a *slot*: a named card, or an unknown one with a mark (``"?"``, ``"surface:?"``). A card that
left is a *claim*: a named card, or one that left unseen. The record is possible as long as every claim has a slot of
its own that had come in before the claim was made and that can be that card. While nothing has left unseen, a named
copy serves best and both are forgotten at once; otherwise the claims are matched with the slots.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

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

    def key(self) -> Hashable:
        """Return what tells hands apart: of two with the same key everything shown later says the same."""
        if not self._claims:
            return tuple(sorted(self._slots))
        return *self._slots, *self._times, *self._claims

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
