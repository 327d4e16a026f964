"""Random legal games in which much happens: many Companions played, sent and eliminated, the Lair often dry.

What is legal is told by the second opinion's table and by nothing of the referee.
"""

from __future__ import annotations

from random import Random
from typing import Any

from tests.material import Document
from tests.new_hope.second_opinion import PRICE, Replayer

WEIGHTS = {"explore": 1, "recycle": 2, "recruit": 6, "travel": 9, "equip": 2}
"""How likely each main action is."""


class Eager:
    """Plays on from the set-up that a record begins with."""

    def __init__(self, document: Document, seed: int) -> None:
        self.document = {field: told for field, told in document.items() if field != "result"}
        self.chance = Random(seed)
        self.table = Replayer(document)
        self.moves: list[Document] = []
        self.blocked: set[str] = set()
        """The clans of which a Companion was played this turn."""
        self._put(**document["moves"][0])

    def play(self) -> Document:
        """Return the whole game."""
        while self.table.phase != "over":
            if self.table.phase == "draft":
                self._draft()
            else:
                self._act()
        nearest = [seat for seat, place in self.table.places().items() if place == 1]
        if len(nearest) > 1:
            self._put(do="water", winner=self.chance.choice(nearest))
        return {**self.document, "moves": self.moves}

    def _put(self, **entry: Any) -> None:
        self.moves.append(entry)
        self.table.feed(entry)

    def _do(self, kind: str, **fields: Any) -> None:
        self._put(do=kind, by=self.table.active, **fields)

    def _hand(self) -> list[str]:
        assert self.table.active
        return self.table.hands[self.table.active]

    def _opponents(self) -> list[str]:
        return [seat for seat in self.table.seats if seat != self.table.active]

    def _draft(self) -> None:
        seat = self.table.undrafted[0]
        source, companion = self.chance.choice([("lair", self.table.lair[0]), ("deck", self.table.people[0])])
        self._put(do="draft", by=seat, companion=companion, **{"from": source})

    def _act(self) -> None:
        stack = self.table.stack
        if not stack:
            self._close_the_turn()
        elif stack[0] == "main":
            open_now = [action for action in WEIGHTS if self._possible(action)]
            if open_now:
                self._carry_out(self.chance.choices(open_now, [WEIGHTS[action] for action in open_now])[0])
            else:
                self._do("skip", action="main")
        elif not self._possible(stack[0]) or (stack[0] in ("travel", "improved-equip") and self.chance.random() < 0.2):
            self._do("skip", action=stack[0])
        else:
            self._carry_out(stack[0])

    def _carry_out(self, action: str) -> None:
        getattr(self, "_" + action.replace("-", "_"))()

    def _possible(self, action: str) -> bool:
        table = self.table
        if action in ("pillage", "swindle"):
            return bool(self._rich()) and (action == "pillage" or bool(self._hand()))
        found: dict[str, Any] = {
            "explore": table.deck,
            "recycle": table.ruins,
            "recruit": table.lair or table.people or table.discard or self._playable(),
            "travel": self._next_cards(self._hand(), self._row()),
            "equip": self._affordable(0),
            "improved-equip": self._affordable(1),
            "eliminate": self._targets(),
            "slow-down": self._ahead(),
        }
        return bool(found[action])

    def _close_the_turn(self) -> None:
        camp = self.table.camps[str(self.table.active)]
        clans = {companion: self.table.known[companion]["clan"] for companion in camp}
        free = sorted(set(clans.values()) - self.blocked)
        if free and not self.table.mission_done and self.chance.random() < 0.6:
            clan = self.chance.choice(free)
            fitting = [companion for companion in camp if clans[companion] == clan]
            self._do("mission", companions=self.chance.sample(fitting, self.chance.randint(1, len(fitting))))
            return
        limit = 7 if self.table.variant == "specialists" else 8
        self._do("end-turn", discards=self.chance.sample(self._hand(), max(0, len(self._hand()) - limit)))
        self.blocked = set()

    # The actions, and what each could be done with.

    def _explore(self) -> None:
        top = self.table.deck[:2]
        self._do("explore", drawn=self.chance.sample(top, len(top)))

    def _recycle(self) -> None:
        self._do("recycle", card=self.chance.choice(self.table.ruins))

    def _row(self) -> list[str]:
        return self.table.rows[str(self.table.active)]

    def _next_cards(self, hand: list[str], row: list[str]) -> list[str]:
        place = 12 - len(row)
        fitting = {"oasis", "map"} if place == 0 else {f"desert-{place}", f"step-{place}", "compass"}
        return [card for card in hand if card in fitting]

    def _travel(self) -> None:
        hand, row = list(self._hand()), list(self._row())
        start = len(row)
        while fitting := self._next_cards(hand, row):
            row.append(self.chance.choice(fitting))
            hand.remove(row[-1])
            if row[-1].startswith("step-") or len(row) == 13 or self.chance.random() < 0.1:
                break
        self._do("travel", cards=row[start:])

    def _affordable(self, less: int) -> list[str]:
        return [item for item, price in PRICE.items() if self.table.supply[item] and len(self._hand()) >= price - less]

    def _equip(self, less: int = 0) -> None:
        item = self.chance.choice(self._affordable(less))
        self._do("equip", item=item, paid=self.chance.sample(self._hand(), PRICE[item] - less))

    def _improved_equip(self) -> None:
        self._equip(1)

    def _playable(self) -> list[str]:
        return [card for card in self._hand() if card in self.table.known]

    def _recruit(self) -> None:
        playable = self._playable()
        ways = ["play"] * 4 * bool(playable) + ["lair"] * 2 * bool(self.table.lair)
        ways += ["deck"] * bool(self.table.people or self.table.discard)
        way = self.chance.choice(ways)
        if way == "play":
            companion = self.chance.choice(playable)
            self.blocked.add(self.table.known[companion]["clan"])
            self._do("recruit", play=companion)
        elif way == "lair":
            self._open_a_gap("recruit", [], take=self.chance.choice(self.table.lair), **{"from": "lair"})
        else:
            if not self.table.people:
                self._tell_the_shuffle(self.table.discard)
            self._do("recruit", take=self.table.people[0], **{"from": "deck"})

    def _open_a_gap(self, action: str, discarded: list[str], **fields: Any) -> None:
        """Do what takes a card out of the Lair; if the deck is dry, the shuffle that fills the gap is told next."""
        dry, discard = not self.table.people, self.table.discard + discarded
        self._do(action, **fields)
        if dry and discard:
            self._tell_the_shuffle(discard)

    def _tell_the_shuffle(self, discard: list[str]) -> None:
        self._put(do="reshuffle-companions", order=self.chance.sample(discard, len(discard)))

    def _rich(self) -> list[str]:
        return [seat for seat in self._opponents() if len(self.table.hands[seat]) >= 2]

    def _pillage(self) -> None:
        target = self.chance.choice(self._rich())
        shown = self.chance.sample(self.table.hands[target], 2)
        kept = "none" if "shield" in shown else self.chance.choice(shown)
        self._do("pillage", target=target, shown=shown, kept=kept)

    def _swindle(self) -> None:
        target = self.chance.choice(self._rich())
        received = self.chance.sample(self.table.hands[target], 2)
        self._do("swindle", target=target, given=self.chance.choice(self._hand()), received=received)

    def _targets(self) -> list[tuple[str, str]]:
        piles = {"lair": self.table.lair, **{seat: self.table.camps[seat] for seat in self._opponents()}}
        return [(place, companion) for place, pile in piles.items() for companion in pile]

    def _eliminate(self) -> None:
        source, companion = self.chance.choice(self._targets())
        if source == "lair":
            self._open_a_gap("eliminate", [companion], companion=companion, **{"from": source})
        else:
            self._do("eliminate", companion=companion, **{"from": source})

    def _ahead(self) -> list[str]:
        return [seat for seat in self._opponents() if self.table.rows[seat]]

    def _slow_down(self) -> None:
        self._do("slow-down", target=self.chance.choice(self._ahead()))


def in_mid_game(document: Document, seed: int) -> Document:
    """Return a record that begins with rows laid and camps full, and so with hardly any Companions left to take."""
    chance = Random(seed)
    told = document["moves"][0]
    deck, people = list(told["exploration_deck"]), list(told["companion_deck"])
    rows = {seat: _row_from(deck, chance.randint(0, 12)) for seat in told["seats"]}
    left, gone = chance.randint(0, 6), chance.randint(0, 4)
    camps = {seat: people[left + gone + place :: len(rows)] for place, seat in enumerate(rows)}
    seen = chance.randint(0, len(deck) - 1)
    position = {
        "ruins": told["ruins"] + deck[:seen],
        "exploration_deck": deck[seen:],
        "companion_deck": people[:left],
        "companion_discard": people[left : left + gone],
        "rows": rows,
        "camps": camps,
        "active": told["starter"],
        **{field: told[field] for field in ("lair", "hands")},
    }
    kept = {field: told[field] for field in ("do", "seats", "variant", "define") if field in told}
    return {**document, "moves": [{**kept, "position": position}]}


def _row_from(deck: list[str], last: int) -> list[str]:
    """Take cards for the places from 12 down out of a deck, for as long as it has them."""
    row: list[str] = []
    for place in range(12, last, -1):
        fitting = [card for card in (f"desert-{place}", f"step-{place}") if card in deck]
        if not fitting:
            break
        row.append(fitting[0])
        deck.remove(fitting[0])
    return row
