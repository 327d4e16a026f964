"""A second, plain replayer of New Hope for records that are known to be legal: default readings, nothing judged.

It shares no code with the referee, so that the two can be compared after every entry and in the final score.
What a record leaves open is carried along as ``?`` for as long as nothing hangs on it; then ``Hidden`` is raised.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

PACKS = Path(__file__).parents[2] / "oasis_ref" / "games" / "new_hope" / "packs"
SUPPLY = {"compass": 9, "shield": 5, "map": 2}
PRICE = {"compass": 2, "shield": 2, "map": 3}
MAIN_ACTIONS = {"explore", "recycle", "recruit", "travel", "equip"}
CLAN_ACTION = {"explorers": "explore", "scrappers": "recycle", "marauders": "pillage"}
TRAVEL_CARDS = 69
COMPANIONS = {"base": 27, "specialists": 39}
LAIR = 4

Entry = dict[str, Any]


class Hidden(Exception):
    """The record does not say what would have to be known to go on."""


def as_cards(told: int | list[str]) -> list[str]:
    """Return the cards that a list or a mere size stands for."""
    return ["?"] * told if isinstance(told, int) else list(told)


def as_list(told: str | list[str] | None) -> list[str]:
    return [] if told is None else [told] if isinstance(told, str) else list(told)


def take(pile: list[str], card: str) -> str:
    """Take a card off a pile in no order; a named card that is not among the known ones was an unknown one."""
    if card == "?":
        if len(set(pile)) != 1:
            raise Hidden
        return pile.pop()
    pile.remove(card if card in pile else "?")
    return card


def is_travel(card: str) -> bool:
    return card == "oasis" or card.startswith(("desert-", "step-"))


class Replayer:
    """The table of a legal record: feed it the entries, then look at it."""

    def __init__(self, document: Entry) -> None:
        self.seats = [player["seat"] for player in document["players"]]
        self.known: dict[str, Entry] = {}
        self._learn(json.loads((PACKS / f"{document['pack']}.json").read_text(encoding="utf-8"))["companions"])
        self.phase, self.variant = "set-up", "base"
        self.rows: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self.camps: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self.hands: dict[str, list[str]] = {seat: ["?"] * 4 for seat in self.seats}
        self.ruins: list[str] = []
        self.lair: list[str] = []
        self.discard: list[str] = []
        self.deck: list[str] = []
        self.people: list[str] = []
        self.supply = dict(SUPPLY)
        self.active: str | None = None
        self.stack: list[str] = []
        self.mission_done = False
        self.undrafted: list[str] = []
        self.unseen_refills = 0
        """How many cards of the Lair the last entry turned up from a shuffle that the next entry may tell of."""
        self.last_turns: int | None = None
        self.exhausted_by: str | None = None
        self.arrival: dict[str, str] | None = None
        self.water: str | None = None

    def feed(self, entry: Entry) -> None:
        self._learn(entry.get("define", []))
        if entry["do"] != "reshuffle-companions":
            self.unseen_refills = 0
        if self.phase == "play" and self._ends_by_itself(entry):
            self._close_turn([])
        getattr(self, "_" + entry["do"].replace("-", "_"))(entry)

    def end(self) -> None:
        """Close the very last turn, if the record ends within it."""
        if self.phase == "play" and self.last_turns == 1 and "main" not in self.stack:
            self._close_turn([])

    # What can be looked at.

    def table(self) -> dict[str, Any]:
        """Return what lies on the table, piles in no order."""
        return {
            "phase": self.phase,
            "variant": self.variant,
            "rows": self.rows,
            "last": self.last(),
            "camps": {seat: sorted(camp) for seat, camp in self.camps.items()},
            "hands": {seat: sorted(hand) for seat, hand in self.hands.items()},
            "hand_sizes": {seat: len(hand) for seat, hand in self.hands.items()},
            "ruins": sorted(self.ruins),
            "lair": sorted(self.lair),
            "companion_discard": sorted(self.discard),
            "exploration_deck": len(self.deck),
            "exploration_top": self.deck[0] if self.deck else None,
            "companion_deck": len(self.people),
            "companion_top": self.people[0] if self.people else None,
            "supply": self.supply,
            **self._turn(),
        }

    def _turn(self) -> dict[str, Any]:
        return {
            "active": self.active,
            "main_due": self.stack == ["main"],
            "pending": self.stack,
            "mission_done": self.mission_done,
            "undrafted": self.undrafted,
            "last_turns": self.last_turns,
            "exhausted_by": self.exhausted_by,
            "arrival": self.arrival,
            "water": self.water,
        }

    def last(self) -> dict[str, int]:
        return {seat: 13 - len(row) for seat, row in self.rows.items()}

    def cause(self) -> str:
        return self.arrival["card"] if self.arrival else "deck"

    def places(self) -> dict[str, int]:
        """Return the place of each scout once the game is over."""
        numbers = self.last()
        smallest = min(numbers.values())
        return {
            seat: 1 + sum(other < number for other in numbers.values()) + self._lost_the_water(seat, number == smallest)
            for seat, number in numbers.items()
        }

    def _lost_the_water(self, seat: str, nearest: bool) -> bool:
        return nearest and self.water is not None and self.water != seat

    def winners(self) -> list[str]:
        """Return the scout in first place, or nobody if several are."""
        first = [seat for seat, place in self.places().items() if place == 1]
        return first if len(first) == 1 else []

    def row_parts(self, seat: str) -> dict[str, int]:
        row = self.rows[seat]
        return {
            "deserts": sum(card.startswith("desert-") for card in row),
            "steps": sum(card.startswith("step-") for card in row),
            "compasses": row.count("compass"),
            "arrival": row.count("oasis") + row.count("map"),
        }

    # The start.

    def _setup(self, entry: Entry) -> None:
        self.seats = entry.get("seats", self.seats)
        self.variant = entry.get("variant", "base")
        if "position" in entry:
            self._start_in_mid_game(entry["position"])
        else:
            self._start_afresh(entry)

    def _start_afresh(self, entry: Entry) -> None:
        shuffled = entry.get("shuffled")
        if shuffled:
            entry = {**entry, **self._dealt(shuffled)}
        self.ruins = list(entry.get("ruins", ["?"] * 9))
        if len(self.ruins) == 9:
            self.ruins.append("oasis")
        self.lair = list(entry.get("lair", ["?"] * LAIR))
        self.hands.update({seat: list(cards) for seat, cards in entry.get("hands", {}).items()})
        if len(self.seats) == 2:
            for hand in self.hands.values():
                if "shield" not in hand:
                    hand.append("shield")
                self.supply["shield"] -= 1
        self._make_decks(entry)
        self.phase = "draft"
        starter = self.seats.index(entry["starter"])
        self.undrafted = [self.seats[starter - step] for step in range(1, len(self.seats) + 1)]

    def _dealt(self, shuffled: list[str]) -> Entry:
        ends = [9 + 4 * number for number in range(len(self.seats) + 1)]
        hands = {seat: shuffled[ends[place] : ends[place + 1]] for place, seat in enumerate(self.seats)}
        return {"ruins": shuffled[:9], "hands": hands, "exploration_deck": shuffled[ends[-1] :]}

    def _start_in_mid_game(self, position: Entry) -> None:
        self.ruins = as_cards(position.get("ruins", []))
        self.lair = list(position.get("lair", []))
        self.discard = as_cards(position.get("companion_discard", []))
        self.rows.update({seat: list(cards) for seat, cards in position.get("rows", {}).items()})
        self.camps.update({seat: list(cards) for seat, cards in position.get("camps", {}).items()})
        self.hands.update({seat: as_cards(cards) for seat, cards in position.get("hands", {}).items()})
        for item, copies in SUPPLY.items():
            self.supply[item] = copies - sum(pile.count(item) for pile in [*self.rows.values(), *self.hands.values()])
        self.supply.update(position.get("supply", {}))
        self._make_decks(position)
        self._go_on_with_the_turn(position)

    def _go_on_with_the_turn(self, position: Entry) -> None:
        self.phase = "play"
        self.active = position.get("active", self.seats[0])
        self.stack = list(position.get("pending", []))
        if not position.get("main_done", bool(self.stack)):
            self.stack = ["main"]
        self.mission_done = position.get("mission_done", False)
        self.last_turns = position.get("last_turns", None if self.deck else len(self.seats))
        self.arrival = next(
            ({"seat": seat, "card": row[12]} for seat, row in self.rows.items() if len(row) == 13), None
        )
        if self.arrival or self.last_turns == 0:
            self._finish()

    def _make_decks(self, told: Entry) -> None:
        """Take the decks as told, else they are what lies nowhere else."""
        hands = [card for hand in self.hands.values() for card in hand]
        people = len(self.lair) + len(self.discard) + sum(map(len, self.camps.values()))
        people += sum(card in self.known for card in hands)
        missing = COMPANIONS[self.variant] - people
        self.people = as_cards(told.get("companion_deck", missing))
        # An unknown card of a hand is a Companion if one lies nowhere else, else a Travel card.
        travel = len(self.ruins) + sum(is_travel(card) for row in self.rows.values() for card in row)
        travel += sum(is_travel(card) or card == "?" for card in hands) - (missing - len(self.people))
        self.deck = as_cards(told.get("exploration_deck", TRAVEL_CARDS - travel))

    def _learn(self, companions: list[Entry]) -> None:
        for companion in companions:
            before = self.known.setdefault(companion["id"], {})
            before.update({field: value for field, value in companion.items() if value != "unknown"})

    def _draft(self, entry: Entry) -> None:
        self.undrafted.remove(entry["by"])
        self.hands[entry["by"]].append(self._get_companion(entry, entry["companion"]))
        if not self.undrafted:
            self._refill(LAIR - len(self.lair), entry)
            self.phase = "play"
            self._begin_turn(entry["by"])

    # The turn.

    def _begin_turn(self, seat: str) -> None:
        self.active = seat
        self.stack = ["main"]
        self.mission_done = False

    def _ends_by_itself(self, entry: Entry) -> bool:
        """Tell whether an entry shows that the running turn has ended without an entry of its own."""
        if entry["do"] == "water":
            return True
        return "by" in entry and entry["by"] != self.active

    def _end_turn(self, entry: Entry) -> None:
        self._close_turn(entry.get("discards", []))

    def _close_turn(self, discards: list[str]) -> None:
        assert self.active
        for card in discards:
            self._put_away(take(self.hands[self.active], card))
        if self.last_turns is not None:
            self.last_turns -= 1
        elif self.exhausted_by:
            self.last_turns = len(self.seats)
        if self.last_turns == 0:
            self._finish()
        else:
            place = self.seats.index(self.active) + 1
            self._begin_turn(self.seats[place % len(self.seats)])

    def _finish(self) -> None:
        self.phase, self.active, self.stack = "over", None, []

    def _resolve(self, action: str) -> None:
        """Take the action off the stack; what lies above it in a legal record was impossible or declined."""
        fitting = {action, "improved-equip"} if action == "equip" else {action}
        if action in MAIN_ACTIONS:
            fitting.add("main")
        while (top := self.stack.pop(0)) not in fitting:
            if top == "unknown":
                raise Hidden

    def _skip(self, entry: Entry) -> None:
        if self.stack:
            self._resolve(entry.get("action", self.stack[0]))

    def _mission(self, entry: Entry) -> None:
        assert self.active
        self.mission_done = True
        self.stack = [self._highlighted(companion) for companion in entry["companions"]]
        for companion in entry["companions"]:
            self.discard.append(take(self.camps[self.active], companion))

    def _highlighted(self, companion: str) -> str:
        known = self.known.get(companion, {})
        if "highlighted" in known and "actions" in known:
            return str(known["actions"][known["highlighted"] - 1])
        if known.get("set") != "base" or known.get("clan") not in CLAN_ACTION:
            raise Hidden
        return CLAN_ACTION[known["clan"]]

    # The actions.

    def _explore(self, entry: Entry) -> None:
        assert self.active
        self._resolve("explore")
        top, self.deck = self.deck[:2], self.deck[2:]
        told = entry.get("drawn", top)
        self.hands[self.active] += told if "?" in top else top
        if top and not self.deck:
            self.exhausted_by = self.active

    def _recycle(self, entry: Entry) -> None:
        assert self.active
        self._resolve("recycle")
        card = entry.get("card") or self.ruins[0]
        if card != "none":
            self.hands[self.active].append(take(self.ruins, card))

    def _equip(self, entry: Entry) -> None:
        assert self.active
        self._resolve("equip")
        hand = self.hands[self.active]
        for card in entry.get("paid", list(hand)):
            self._put_away(take(hand, card))
        self.supply[entry["item"]] -= 1
        hand.append(entry["item"])

    def _put_away(self, card: str) -> None:
        """Put a paid or discarded card where it belongs."""
        if card == "?":
            raise Hidden
        if card in self.supply:
            self.supply[card] += 1
        else:
            (self.ruins if is_travel(card) else self.discard).append(card)

    def _travel(self, entry: Entry) -> None:
        assert self.active
        self._resolve("travel")
        row = self.rows[self.active]
        for card in entry["cards"]:
            row.append(take(self.hands[self.active], card))
            if card.startswith("step-"):
                self.stack.insert(0, "recruit")
            if len(row) == 13:
                self.arrival = {"seat": self.active, "card": card}
                self._finish()

    def _recruit(self, entry: Entry) -> None:
        assert self.active
        self._resolve("recruit")
        hand = self.hands[self.active]
        if "play" in entry:
            self.camps[self.active].append(take(hand, entry["play"]))
            self.stack[:0] = self.known[entry["play"]].get("actions", ["unknown", "unknown"])
            return
        from_lair = self._lies_in_lair(entry, entry["take"])
        hand.append(self._get_companion(entry, entry["take"]))
        if from_lair:
            self._refill(1, entry)

    def _pillage(self, entry: Entry) -> None:
        assert self.active
        self._resolve("pillage")
        shown = entry.get("shown", ["?", "?"])
        kept = entry.get("kept", "none" if "shield" in shown else "?")
        if kept != "none":
            self.hands[self.active].append(take(self.hands[self._target(entry)], kept))

    def _eliminate(self, entry: Entry) -> None:
        assert self.active
        self._resolve("eliminate")
        companion = entry["companion"]
        piles = {seat: camp for seat, camp in self.camps.items() if seat != self.active}
        piles["lair"] = self.lair
        source = entry.get("from") or next((place for place, pile in piles.items() if companion in pile), None)
        if source is None:
            raise Hidden
        self.discard.append(take(piles[source], companion))
        if source == "lair":
            self._refill(1, entry)
        self.stack.insert(0, self._highlighted(companion))

    def _swindle(self, entry: Entry) -> None:
        assert self.active
        self._resolve("swindle")
        own, other = self.hands[self.active], self.hands[self._target(entry)]
        received = [take(other, card) for card in entry.get("received", ["?", "?"])]
        other.append(take(own, entry.get("given", "?")))
        own += received

    def _slow_down(self, entry: Entry) -> None:
        assert self.active
        self._resolve("slow-down")
        self.hands[self.active].append(self.rows[self._target(entry)].pop())

    def _target(self, entry: Entry) -> str:
        opponents = [seat for seat in self.seats if seat != self.active]
        return str(entry.get("target", opponents[0]))

    def _water(self, entry: Entry) -> None:
        self.water = entry["winner"]

    # The Companions.

    def _lies_in_lair(self, entry: Entry, companion: str) -> bool:
        if "from" not in entry and companion not in self.lair and "?" in self.lair:
            raise Hidden
        return bool(entry.get("from", "lair" if companion in self.lair else "deck") == "lair")

    def _get_companion(self, entry: Entry, companion: str) -> str:
        if self._lies_in_lair(entry, companion):
            return take(self.lair, companion)
        if not self.people:
            self._shuffle()
        top = self.people.pop(0)
        return companion if top == "?" else top

    def _refill(self, gaps: int, entry: Entry) -> None:
        """Fill gaps of the Lair from the deck; with an empty deck the discard is shuffled."""
        told = as_list(entry.get("refill"))
        shuffled = False
        for _ in range(gaps):
            if not self.people and self.discard:
                self._shuffle()
                shuffled = True
            if self.people:
                self.unseen_refills += shuffled
                top = self.people.pop(0)
                named = told.pop(0) if told else "?"
                self.lair.append(named if top == "?" else top)

    def _shuffle(self) -> None:
        self.people, self.discard = ["?"] * len(self.discard), []

    def _reshuffle_companions(self, entry: Entry) -> None:
        """Tell the order of the shuffle that has just filled the Lair, or shuffle now."""
        gaps, self.unseen_refills = self.unseen_refills, 0
        lying = len(self.lair) - gaps
        seen, self.lair = self.lair[lying:], self.lair[:lying]
        if not gaps:
            self._shuffle()
        self.people = entry.get("order", ["?"] * gaps + self.people)[:]
        self._refill(gaps, {"refill": entry.get("refill", seen)})
