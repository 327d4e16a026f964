"""A second, plain replayer of New Life for records that are known to be legal: default readings, nothing judged.

It shares no code with the referee, so that the two can be compared after every entry and in the final score.
What a record does not tell is left out of what it shows; a record that it cannot follow at all is `Unfollowable`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

Data = dict[str, Any]

TYPES = ("flora", "scaled", "shelled")
TROPHIES = ("shelled", "flora", "scaled")
ROWS = {"surface": "S", "subterrain": "U"}
DIAL = ("start", "on_play", "action_points", "cycle_out", "rest_points", "flood", "waiting", "trophies")
BEFORE_FLOOD = ("retain", "check", "define")
"""The entries that the Flood waits for."""
ACTIONS = ("play", "cycle", "rest")


class Unfollowable(Exception):
    """The record holds something that this replayer knows nothing about."""


def hidden(card: str) -> bool:
    return card.endswith("?")


def known(fact: Any) -> Any:
    """Return a fact of a pack, if it is one."""
    if fact == "unknown":
        raise Unfollowable("a fact that nobody knows")
    return fact


def listed(cards: list[str] | int, mark: str = "?") -> list[str]:
    return [mark] * cards if isinstance(cards, int) else list(cards)


class Pile:
    """A deck, its top first, and whether that order means anything."""

    def __init__(self, cards: Iterable[str], ordered: bool) -> None:
        self.cards, self.ordered = list(cards), ordered

    def give(self, card: str) -> str:
        """Give this card, or the next one if the record hides which it was."""
        if hidden(card):
            top = self.cards.pop(0)
            return top if self.ordered and not hidden(top) else card
        self.cards.pop(self.cards.index(card) if card in self.cards else 0)
        return card


class Player:
    def __init__(self, board: Data) -> None:
        self.dial: Counter[str] = Counter()
        self.tokens: Counter[str] = Counter()
        self.biome: dict[str, list[str | None]] = {
            "S": [None] * len(known(board["surface"])),
            "U": [None] * known(board["subterrain"]),
        }
        self.hand: list[str] | None = None
        self.tile: int | None = None

    @property
    def points(self) -> int:
        return self.dial.total()

    def lying(self) -> list[str]:
        return [card for row in self.biome.values() for card in row if card]

    def lift(self, space: str) -> str:
        row, number = self.biome[space[0]], int(space[1:]) - 1
        card = row[number]
        assert card
        row[number] = None
        return card

    def show(self, card: str, *marks: str) -> None:
        """Take a card out of the hand: the named copy, or else one that the record hides."""
        if self.hand is not None:
            self.hand.remove(next(one for one in (card, *marks, "?") if one in self.hand))


class Replayer:
    """The table of a legal record: feed it the entries, then look at it."""

    def __init__(self, pack: Data, seats: list[str], ai_recorded: bool = True) -> None:
        self.pack, self.ai_recorded = pack, ai_recorded
        self.cards: dict[str, Data] = {card["id"]: card for card in pack["cards"]}
        self.players = {seat: Player(pack["board"]) for seat in seats}
        self.solo = len(seats) == 1
        self.round, self.over, self.flooded = 1, False, False
        self.first = seats[0]
        self.turn: str | None = None
        self.rested: list[str] = []
        self.retained: dict[str, list[str]] = {}
        self.trophies: dict[str, str] = {}
        self.trophies_told = True
        self.row: list[str] = []
        self.gaps = 0
        self.migration: list[str] = []
        self.decks: dict[str, Pile | None] = {}
        self.discards: dict[str, list[str] | None] = {"surface": [], "subterrain": []}
        self.supposed: set[str] = set()
        self.reshuffled: dict[str, list[str]] = {}
        self.line: list[str] = []
        self.ai_tokens: Counter[str] = Counter()
        self.side = "standard"

    def feed(self, entry: Data) -> None:
        if entry["do"] not in BEFORE_FLOOD:
            self._flood_if_due()
        if entry["do"] in (*ACTIONS, "check"):
            self._ai_if_due()
        if self.flooded and entry["do"] in ACTIONS:
            self._year({})
        handler = getattr(self, f"_{entry['do']}", None)
        if handler is None:
            raise Unfollowable(entry["do"])
        handler(entry)

    def end(self) -> None:
        """Close the record: the AI's last card of a year and the Flood come by themselves."""
        self._flood_if_due()
        if self.rested:
            self._ai_if_due()

    # Set-up

    def _setup(self, entry: Data) -> None:
        self.first, self.side = entry["first"], entry.get("solo", "standard")
        position = entry.get("position")
        if position is None:
            for seat, cards in entry.get("hands", {}).items():
                self.players[seat].hand = list(cards)
            self.turn = self.first
            self.row = list(entry.get("migration_row", [] if self.solo else ["surface:?"] * 3))
            self.migration = list(entry.get("migration_deck", [] if self.solo else ["surface:?"] * 4))
            self._find_decks(entry.get("decks", {}), {"surface": [], "subterrain": []})
        else:
            self._take_position(position)

    def _take_position(self, position: Data) -> None:
        self.round = position.get("round", 1)
        if self.round not in (1, 2, 3):
            raise Unfollowable("a round that does not exist")
        self.rested = list(position.get("rested", []))
        for seat, player in self.players.items():
            self._take_seat(seat, player, position.get("seats", {}).get(seat, {}))
        self.row = list(position.get("migration_row", []))
        self.migration = listed(position.get("migration_deck", []), "surface:?")
        self.line = list(position.get("ai", {}).get("line", []))
        self.ai_tokens.update(position.get("ai", {}).get("tokens", {}))
        awake = [seat for seat in self._clockwise(self.first) if seat not in self.rested]
        # A position does not tell who took the Trophies of the year.
        self.trophies_told = bool(awake) or self.solo
        self.turn = position.get("turn", awake[0] if awake else "ai" if self.solo else None)
        self._find_decks(position.get("decks", {}), position.get("discards", {}))

    def _take_seat(self, seat: str, player: Player, given: Data) -> None:
        player.dial["start"] = given.get("dial", 0) + 100 * given.get("score_tokens", 0)
        player.tokens.update(given.get("tokens", {}))
        for row, cards in given.get("biome", {}).items():
            player.biome[row] = [None if card in ("-", "*") else card for card in cards]
        if "hand" in given:
            player.hand = listed(given["hand"])
        if seat in self.rested and not self.solo:
            player.tile = given.get("rest_tile", self.rested.index(seat) + 1)

    def _find_decks(self, decks: Data, discards: Data) -> None:
        """Take the decks and discards as told; what lies nowhere else is the deck, or else the discards."""
        for kind in ROWS:
            rest = self._lying_nowhere(kind, decks, discards)
            unknown = None if rest is None else ["?"] * rest
            deck = listed(decks[kind]) if kind in decks else unknown
            if kind not in decks and kind not in discards:
                # All of it is taken to be the deck, though some may have been discarded.
                self.supposed.add(kind)
            self.decks[kind] = None if deck is None else Pile(deck, isinstance(decks.get(kind), list))
            self.discards[kind] = listed(discards[kind]) if kind in discards else unknown if kind in decks else []

    def _lying_nowhere(self, kind: str, decks: Data, discards: Data) -> int | None:
        hands = [player.hand for player in self.players.values()]
        if any(hand is None or "?" in hand for hand in hands):
            return None
        told = [card for pile in (decks, discards) for card in listed(pile.get(kind, [])) if not hidden(card)]
        counted = sum(int(pile[kind]) for pile in (decks, discards) if isinstance(pile.get(kind), int))
        placed = [card for hand in hands for card in hand or []]
        placed += [card for player in self.players.values() for card in player.lying()]
        seen = sum(self._deck_of(card) == kind for card in [*told, *placed, *self.line])
        migrating = len(self.row) + len(self.migration) if kind == "surface" else 0
        total = sum(int(card["count"]) for card in self.cards.values() if card["deck"] == kind)
        return total - seen - counted - migrating

    # Cards and piles

    def _deck_of(self, card: str) -> str:
        """Return the deck a card or a mark is of: surface, subterrain or starter."""
        if hidden(card):
            if card == "?":
                raise Unfollowable("a card of an unknown deck")
            return card.partition(":")[0]
        if card not in self.cards:
            raise Unfollowable(card)
        return str(self.cards[card]["deck"])

    def _kind(self, card: str) -> str:
        return "surface" if self._deck_of(card) == "surface" else "subterrain"

    def _show(self, player: Player, card: str) -> None:
        player.show(card, f"{self._deck_of(card)}:?", f"{self._kind(card)}:?")

    def _discard(self, card: str) -> None:
        pile = self.discards[self._kind(card)]
        if pile is not None:
            pile.append(card)

    def _draw(self, kind: str, card: str) -> str:
        """Take a card off a deck; an empty deck is made out of its discards first."""
        deck = self.decks[kind]
        if deck is None:
            # It may have been made anew unseen.
            self.discards[kind] = None
            return card
        if not deck.cards:
            discards = self.discards[kind]
            if discards is None:
                raise Unfollowable("a reshuffle of unknown discards")
            order = self.reshuffled.pop(kind, None)
            deck = self.decks[kind] = Pile(order or discards, order is not None)
            self.discards[kind] = []
        return deck.give(card)

    def _reshuffle(self, entry: Data) -> None:
        if self.decks[entry["deck"]] is None or entry["deck"] in self.supposed:
            raise Unfollowable("a reshuffle of a deck whose size was not told")
        self.reshuffled[entry["deck"]] = list(entry["order"])

    # Turns

    def _play(self, entry: Data) -> None:
        self._play_card(self.players[entry["by"]], entry)
        self._pass_on(entry["by"])

    def _play_card(self, player: Player, step: Data) -> None:
        name = step["card"]
        card = self.cards.get(name)
        if card is None:
            raise Unfollowable(name)
        if self._source(player, step) == "migration":
            self.row.remove(name if name in self.row else "surface:?")
            self.gaps += 1
        else:
            self._show(player, name)
        space = str(step["space"])
        row = ROWS[self._kind(name)]
        player.biome[row][int(space.lstrip("SU")) - 1] = name
        self._gain(player, self._scores(name, "play"), "on_play")
        if not step.get("decline"):
            self._act(player, known(card.get("action", [])), step.get("then", []))

    def _source(self, player: Player, step: Data) -> str:
        if "from" in step or self._kind(step["card"]) == "subterrain":
            return str(step.get("from", "hand"))
        in_hand = player.hand is not None and step["card"] in player.hand
        return "migration" if step["card"] in self.row and not in_hand else "hand"

    def _act(self, player: Player, printed: list[Data], taken: list[Data]) -> None:
        """Carry out an action: the steps that are told, and the gains that come by themselves in their places."""
        done: list[bool] = []
        for step in taken:
            place = self._printed_place(player, printed, len(done), step)
            self._fall_due(player, printed[:place], done)
            # Who draws nothing because nothing is left has not drawn: such a step is ignored.
            done.append(not step.get("decline") and step.get("drawn") != [])
            if done[-1]:
                self._do_step(player, printed[place], step)
        self._fall_due(player, printed, done)

    def _printed_place(self, player: Player, printed: list[Data], start: int, step: Data) -> int:
        same = [place for place in range(start, len(printed)) if printed[place]["do"] == step["do"]]
        return next((place for place in same if self._fits(player, printed[place], step)), same[0])

    def _fits(self, player: Player, printed: Data, step: Data) -> bool:
        """Return whether a step keeps to what the printed one narrows."""
        if printed["do"] == "play":
            row, source = ROWS[self._kind(step["card"])], self._source(player, step)
            return (printed.get("spaces", row), printed.get("from", source)) == (row, source)
        if printed["do"] == "cycle":
            return str(step["space"]).startswith(printed.get("spaces", ""))
        cards = [step["card"]] if printed["do"] == "discard" else step.get("drawn", [])
        return all(printed.get("deck", self._kind(card)) == self._kind(card) for card in cards)

    def _fall_due(self, player: Player, printed: list[Data], done: list[bool]) -> None:
        """Pass over printed steps that nobody told of: points and tokens come unless their cost was not paid."""
        for step in printed[len(done) :]:
            unpaid = any(one.get("cost") and not was for one, was in zip(printed, done, strict=False))
            done.append(step["do"] in ("points", "tokens") and not unpaid)
            if done[-1]:
                self._do_step(player, step, {})

    def _do_step(self, player: Player, printed: Data, step: Data) -> None:
        match printed["do"]:
            case "play":
                self._play_card(player, step)
            case "cycle":
                self._cycle_out(player, step["space"])
            case "discard":
                self._discard_from_hand(player, step["card"])
            case "draw":
                self._draw_into_hand(player, step["drawn"])
            case "points" | "tokens":
                self._gain(player, printed, "action_points")
            case _:
                raise Unfollowable(printed["do"])

    def _cycle(self, entry: Data) -> None:
        player = self.players[entry["by"]]
        self._discard_from_hand(player, entry["discard"])
        self._cycle_out(player, entry["space"])
        self._pass_on(entry["by"])

    def _cycle_out(self, player: Player, space: str) -> None:
        card = player.lift(space)
        self._discard(card)
        self._gain(player, self._scores(card, "cycle"), "cycle_out")

    def _discard_from_hand(self, player: Player, card: str) -> None:
        if hidden(card):
            raise Unfollowable("a card discarded unseen")
        self._show(player, card)
        self._discard(card)

    def _draw_into_hand(self, player: Player, cards: list[str]) -> None:
        for card in cards:
            drawn = self._draw(self._kind(card), card)
            if player.hand is not None:
                player.hand.append(drawn)

    def _rest(self, entry: Data) -> None:
        seat, player = entry["by"], self.players[entry["by"]]
        if not self.solo:
            player.tile = self._stack()[0]
        self.rested.append(seat)
        for card in player.lying():
            self._gain(player, self._scores(card, "rest"), "rest_points")
        self._draw_into_hand(player, entry.get("drawn", []))
        for card in entry.get("discards", []):
            self._discard_from_hand(player, card)
        self._pass_on(seat)

    def _scores(self, card: str, when: str) -> Data:
        scores = known(self.cards[card].get("scores", {}))
        return dict(known(scores.get(when, {})))

    def _gain(self, player: Player, gain: Data, part: str) -> None:
        player.dial[part] += known(gain.get("points", 0))
        for imprint, number in known(gain.get("tokens", {})).items():
            for _ in range(number):
                if player.tokens[imprint] < 4 and self._supply()[imprint] > 0:
                    player.tokens[imprint] += 1

    def _supply(self) -> dict[str, int]:
        out = sum((player.tokens for player in self.players.values()), self.ai_tokens)
        return {imprint: self.pack["tokens"][imprint] - out[imprint] for imprint in TYPES}

    def _stack(self) -> list[int]:
        held = [player.tile for player in self.players.values()]
        return [] if self.solo else [tile for tile in range(1, len(self.players) + 1) if tile not in held]

    def _pass_on(self, seat: str) -> None:
        """End a turn: the row is refilled, and those who have rested are paid for being passed over."""
        while self.gaps and self.migration:
            self.row.append(self.migration.pop(0))
            self.gaps -= 1
        self.gaps = 0
        if self.solo:
            self.turn = "ai"
            return
        if len(self.rested) == len(self.players):
            self.turn = None
            self._give_trophies()
            return
        self.turn = self._after(seat)
        while self.turn in self.rested:
            self.players[self.turn].dial["waiting"] += 1
            self.turn = self._after(self.turn)

    def _after(self, seat: str) -> str:
        return self._clockwise(seat)[1]

    def _clockwise(self, seat: str) -> list[str]:
        seats = list(self.players)
        start = seats.index(seat)
        return seats[start:] + seats[:start]

    def _migrate(self, entry: Data) -> None:
        """Name the refills, which are in the row by now, if nobody knew them."""
        for card in entry["cards"]:
            for place, lying in enumerate(self.row):
                if hidden(lying):
                    self.row[place] = card
                    break

    # Year End

    def _count(self, cards: list[str], imprint: str) -> int:
        if any(map(hidden, cards)):
            raise Unfollowable("a Trophy count with a card that nobody saw")
        return sum(known(self.cards[card].get("imprint")) == imprint for card in cards)

    def _give_trophies(self) -> None:
        for imprint in TROPHIES:
            counts = {
                seat: self._count(player.lying(), imprint) + player.tokens[imprint]
                for seat, player in self.players.items()
            }
            tied = [seat for seat in self.rested if counts[seat] == max(counts.values())]
            holder = min(tied, key=lambda seat: self.players[seat].points)
            self.trophies[imprint] = holder
            self.players[holder].dial["trophies"] += 5

    def _retain(self, entry: Data) -> None:
        self.retained[entry["by"]] = entry.get("spaces", [])

    def _flood_if_due(self) -> None:
        if not self.flooded and not self.solo and self.rested and len(self.rested) == len(self.players):
            self._flood()

    def _flood(self) -> None:
        for seat in self._clockwise(self.first):
            player = self.players[seat]
            for number, card in enumerate(player.biome["U"], 1):
                if card and f"U{number}" not in self.retained.get(seat, []):
                    player.lift(f"U{number}")
                    self._discard(card)
                    self._gain(player, self._scores(card, "flood"), "flood")
        self.flooded = True
        self.over = self.round == 3

    def _year(self, entry: Data) -> None:
        self._next_round()
        for card in [*self.row, *self.migration]:
            self._discard(card)
        dealt = [*entry.get("migration_row", ["surface:?"] * 3), *entry.get("migration_deck", ["surface:?"] * 4)]
        left = self._surface_left()
        cards = [self._draw("surface", card) for card in (dealt if left is None else dealt[:left])]
        self.row, self.migration = cards[:3], cards[3:]

    def _surface_left(self) -> int | None:
        deck, discards = self.decks["surface"], self.discards["surface"]
        return None if deck is None or discards is None else len(deck.cards) + len(discards)

    def _next_round(self) -> None:
        self.round += 1
        self.first = self.turn = self.rested[0]
        self.rested, self.retained, self.flooded = [], {}, False
        self.trophies, self.trophies_told = {}, True
        for player in self.players.values():
            player.tile = None

    # Solo

    def _ai_if_due(self) -> None:
        """Let the AI have its turn, if no AI turn is recorded anywhere."""
        if self.turn == "ai" and not self.ai_recorded:
            self._ai({"card": "subterrain:?"})

    def _ai(self, entry: Data) -> None:
        self.line.append(self._draw("subterrain", entry["card"]))
        self.turn = self.first
        if self.rested:
            self._end_solo_year()

    def _end_solo_year(self) -> None:
        player = self.players[self.first]
        for imprint in TROPHIES:
            own = self._count(player.lying(), imprint) + player.tokens[imprint]
            if own > self._count(self.line, imprint):
                self.trophies[imprint] = self.first
                player.dial["trophies"] += 5
            else:
                self.trophies[imprint] = "ai"
                self.ai_tokens[imprint] += 1
        self._flood()
        for card in self.line:
            self._discard(card)
        self.line = []
        if self.over:
            self.turn = None
        else:
            self._next_round()

    # Remarks that change nothing here

    def _check(self, entry: Data) -> None:
        pass

    def _define(self, entry: Data) -> None:
        pass

    # What can be seen

    def shown(self) -> Data:
        """Return the table in the words of the referee, without what the record does not tell."""
        seen: Data = {
            "round": self.round,
            "phase": self._phase(),
            "first": self.first,
            "turn": self.turn,
            "rested": self.rested,
            "row": self.row,
            "migration_deck": len(self.migration),
            "decks": {kind: len(pile.cards) for kind, pile in self.decks.items() if pile is not None},
            "discards": {kind: len(pile) for kind, pile in self.discards.items() if pile is not None},
            "stack": self._stack(),
            "supply": self._supply(),
            "seats": {seat: self._seat_shown(player) for seat, player in self.players.items()},
        }
        if self.trophies_told:
            seen["trophies"] = self.trophies
        if self.solo:
            tokens = {imprint: self.ai_tokens[imprint] for imprint in TYPES}
            seen["ai"] = {"line": self.line, "tokens": tokens, "side": self.side}
        return seen

    def _phase(self) -> str:
        if self.over or self.flooded:
            return "over" if self.over else "between"
        return "turns" if self.turn else "year-end"

    def _seat_shown(self, player: Player) -> Data:
        under = [card or "-" for card in player.biome["U"]]
        wild = self.pack["board"]["wild"] - 1
        if under[wild] == "-":
            under[wild] = "*"
        seen: Data = {
            "dial": player.points,
            "tokens": {imprint: player.tokens[imprint] for imprint in TYPES},
            "S": [card or "-" for card in player.biome["S"]],
            "U": under,
            "tile": player.tile,
        }
        if player.hand is not None:
            seen["hand"] = len(player.hand)
            if not any(map(hidden, player.hand)):
                seen["cards"] = sorted(player.hand)
        return seen

    # The final score

    def score(self, seat: str) -> dict[str, int]:
        """Return the parts of a player's final score by name."""
        player = self.players[seat]
        parts = {f"dial/{part}": player.dial[part] for part in DIAL}
        height = min(player.tokens[imprint] for imprint in TYPES)
        tile = self.pack["rest_tiles"][player.tile - 1]["points"] if player.tile else 0
        return {
            **parts,
            "rest_tile": tile,
            "tokens": player.tokens.total(),
            "row": max([0, *self.pack["imprint_board"]["rows"][:height]]),
            "columns": 5 * sum(player.tokens[imprint] == 4 for imprint in TYPES),
        }

    def ai_score(self) -> dict[str, int]:
        """Return the parts of the AI's final score by name."""
        chart = self.pack["solo"][self.side]
        height = min(self.ai_tokens[imprint] for imprint in TYPES)
        return {
            "cells": sum(sum(chart["cells"][imprint][: self.ai_tokens[imprint]]) for imprint in TYPES),
            "row": sum(chart["rows"][:height]),
            "columns": sum(chart["columns"][imprint] for imprint in TYPES if self.ai_tokens[imprint] == 3),
        }

    def totals(self) -> dict[str, int]:
        points = {seat: sum(self.score(seat).values()) for seat in self.players}
        return {**points, "ai": sum(self.ai_score().values())} if self.solo else points

    def places(self) -> dict[str, int]:
        """Return everybody's place, 1 for who wins or shares the victory."""
        totals = self.totals()
        if self.solo:
            won = totals[self.first] > totals["ai"]
            return {self.first: 1 if won else 2, "ai": 2 if won else 1}
        ranks = {
            seat: (totals[seat], player.tokens.total(), -len(player.lying())) for seat, player in self.players.items()
        }
        return {seat: 1 + sum(other > rank for other in ranks.values()) for seat, rank in ranks.items()}
