"""The cards of the box: names, numbers, clans and actions, and how many of each can exist."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from pathlib import Path

from oasis_ref.core.packs import packs_in
from oasis_ref.games.new_hope.moves import Companion, Pack

PACKS = packs_in(Path(__file__).parent / "packs", "box")
"""The packs that come with the game, the default first: what is known of the published box."""

KHALLA = 13
TRAVEL_TOTAL = 69
DESERTS, STEPS, OASES = 49, 18, 2
BASE_TOTAL, SPECIALIST_TOTAL = 27, 12
LAIR_SIZE = 4
HAND_LIMIT, SPECIALISTS_HAND_LIMIT = 8, 7

DESERT_CARDS = tuple(f"desert-{number}" for number in range(12, 0, -1))
STEP_CARDS = tuple(f"step-{number}" for number in range(12, 5, -1))
NUMBERS: dict[str, int] = {
    **{f"desert-{number}": number for number in range(12, 0, -1)},
    **{f"step-{number}": number for number in range(12, 5, -1)},
    "oasis": 0,
}
"""The number printed on each Travel card."""

SAME_NUMBER = {
    **{f"desert-{number}": f"step-{number}" for number in range(12, 5, -1)},
    **{f"step-{number}": f"desert-{number}" for number in range(12, 5, -1)},
}
"""For each number of which there are both, the Step to a Desert and the Desert to a Step."""

EQUIPMENT = ("compass", "shield", "map")
SPECIALISTS = ("ka", "medee", "prescia")
CLANS = ("explorers", "scrappers", "marauders")
CLAN_ACTION = {"explorers": "explore", "scrappers": "recycle", "marauders": "pillage"}
SPECIALIST_ACTIONS = frozenset({"eliminate", "swindle", "slow-down"})
MAIN_ACTIONS = ("explore", "recycle", "recruit", "travel", "equip")
ACTIONS = frozenset({*MAIN_ACTIONS, "improved-equip", "pillage", *SPECIALIST_ACTIONS})
UNKNOWN = "unknown"

TRAVEL_MARK = "travel:?"
COMPANION_MARK = "companion:?"


def is_step(card: str) -> bool:
    """Return whether the card is a Step, or a Compass declared as one."""
    return card.startswith("step-") or card == "compass-step"


def is_mark(card: str) -> bool:
    """Return whether the name stands for a card that is not known."""
    return card.endswith("?")


def is_specialist(companion: Companion) -> bool:
    """Return whether a Companion belongs to the Specialists variant."""
    return companion.id in SPECIALISTS if companion.set is None else companion.set == "specialist"


def clan_action(companion: Companion) -> str | None:
    """Return the action of a base Companion's clan, None if it has none or the clan is not known."""
    return None if is_specialist(companion) else CLAN_ACTION.get(companion.clan)


def banner(companion: Companion) -> tuple[str, str]:
    """Return the two actions of a Companion's banner as the card is known."""
    if isinstance(companion.actions, str) or len(companion.actions) != 2:
        return UNKNOWN, UNKNOWN
    first, second = companion.actions
    return (first if first in ACTIONS else UNKNOWN), (second if second in ACTIONS else UNKNOWN)


def highlighted(companion: Companion, option: str) -> str:
    """Return the highlighted action of a Companion under an option of the reading, ``unknown`` if it cannot be told."""
    due = clan_action(companion)
    if due is not None:
        return due
    actions = banner(companion)
    if option == "top":
        return actions[0]
    return actions[companion.highlighted - 1] if companion.highlighted in (1, 2) else UNKNOWN


def stock_of(pack: Pack, variant: str, companions: Mapping[str, Companion], extra_shields: int) -> Stock:
    """Return the stock of a game. A pack keeps those in which its own Companions are known, as it never changes."""
    kept: dict[tuple[str, int], Stock] = pack.__dict__.setdefault("stocks", {})
    stock = kept.get((variant, extra_shields))
    if stock is None:
        own = {companion.id: companion for companion in pack.companions}
        stock = kept[variant, extra_shields] = Stock(pack, variant, own, extra_shields)
    return stock if stock.companions == companions else stock.knowing(companions)


class Stock:
    """How many copies of each card there are, as far as the pack and the definitions of the log say.

    A card without a known number is bounded by its family: every number that is not located yet takes one copy.
    """

    __slots__ = ("companions", "equipment", "extra_shields", "families", "limits", "variant")

    def __init__(self, pack: Pack, variant: str, companions: Mapping[str, Companion], extra_shields: int = 0) -> None:
        self.variant, self.extra_shields = variant, extra_shields
        self.limits: dict[str, int | None] = {"oasis": pack.oasis}
        self.families: dict[str, tuple[dict[str, int], int]] = {}
        self.equipment = {name: item.copies for name, item in pack.equipment.items() if name in EQUIPMENT}
        if "shield" in self.equipment:
            self.equipment["shield"] += extra_shields
        for cards, spread, total in ((DESERT_CARDS, pack.desert, DESERTS), (STEP_CARDS, pack.step, STEPS)):
            known = {} if isinstance(spread, str) else spread
            self._family({card: known.get(str(NUMBERS[card])) for card in cards}, total)
        self.companions: dict[str, Companion] = {}
        self.define(companions)

    def knowing(self, companions: Mapping[str, Companion]) -> Stock:
        """Return the same stock with these Companions."""
        twin = copy(self)
        twin.limits, twin.families = dict(self.limits), dict(self.families)
        twin.define(companions)
        return twin

    def define(self, companions: Mapping[str, Companion]) -> None:
        """Take over the Companions that are known by now."""
        self.companions = dict(companions)
        base: dict[str, int | None] = {}
        specialists: dict[str, int | None] = {}
        for name, companion in companions.items():
            members = specialists if is_specialist(companion) else base
            members[name] = companion.copies if isinstance(companion.copies, int) else None
        self._family(base, BASE_TOTAL)
        if self.variant == "specialists":
            self._family(specialists, SPECIALIST_TOTAL)

    def _family(self, copies: Mapping[str, int | None], total: int) -> None:
        self.limits.update(copies)
        if None in copies.values():
            least = {card: 1 if number is None else number for card, number in copies.items()}
            self.families.update(dict.fromkeys(copies, (least, total)))
        elif self.families:
            for card in copies:
                self.families.pop(card, None)

    @property
    def companion_total(self) -> int:
        """The number of Companions in the game."""
        return BASE_TOTAL + (SPECIALIST_TOTAL if self.variant == "specialists" else 0)

    def all_companions_known(self) -> bool:
        """Return whether the number of copies of every Companion in the game is known."""
        copies = [self.limits.get(name) for name in self.companions if name in self.limits]
        return None not in copies and sum(copy or 0 for copy in copies) == self.companion_total

    def kind(self, card: str) -> str | None:
        """Return ``travel``, ``equipment`` or ``companion``, or None if there is no such card in the game."""
        if card in NUMBERS:
            return "travel"
        if card in EQUIPMENT:
            return "equipment"
        return "companion" if card in self.limits else None

    def no_companions(self, cards: Sequence[str]) -> list[str]:
        """Return those of the named cards that are no Companions of the game."""
        odd = {card for card in set(cards) if card != "?" and self.kind(card) != "companion"}
        return [card for card in cards if card in odd] if odd else []

    def may_exist(self, seen: Mapping[str, int], card: str) -> bool:
        """Return whether one more copy of a Travel card or a Companion can exist beside those seen."""
        limit = self.limits.get(card, 0)
        count = seen.get(card, 0)
        if limit is not None and count >= limit:
            return False
        family = self.families.get(card)
        if family is None:
            return True
        least, total = family
        needed = sum(max(seen.get(member, 0), number) for member, number in least.items())
        return needed + (1 if count >= least[card] else 0) <= total

    def too_many(self, cards: Iterable[str]) -> list[str]:
        """Return the cards of which more are named than can exist."""
        cards = list(cards)
        if not self.families and self._enough(Counter(cards)):
            return []
        seen: dict[str, int] = {}
        result = []
        for card in cards:
            if is_mark(card):
                continue
            if card in EQUIPMENT:
                fine = seen.get(card, 0) < self.equipment.get(card, 0)
            else:
                fine = card not in self.limits or self.may_exist(seen, card)
            if not fine and card not in result:
                result.append(card)
            seen[card] = seen.get(card, 0) + 1
        return result

    def _enough(self, counts: Mapping[str, int]) -> bool:
        """Return whether there are so many copies of each card, where all numbers of copies are known."""
        if any(counts.get(item, 0) > self.equipment.get(item, 0) for item in EQUIPMENT):
            return False
        limits = self.limits
        return not any(number > (limits[card] or 0) for card, number in counts.items() if card in limits)

    def most_outside(self, seen: Mapping[str, int], wanted: frozenset[str]) -> int:
        """Return how many of the Travel cards not seen can be others than the wanted ones, at most."""
        most = 0
        for cards, total in ((DESERT_CARDS, DESERTS), (STEP_CARDS, STEPS), (("oasis",), OASES)):
            left = total - sum(seen.get(card, 0) for card in cards)
            for card in wanted.intersection(cards):
                limit = self.limits[card]
                left -= max((1 if limit is None else limit) - seen.get(card, 0), 0)
            most += 0 if wanted.issuperset(cards) else max(left, 0)
        return most
