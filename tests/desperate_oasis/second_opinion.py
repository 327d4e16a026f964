"""A second, plain replayer of Desperate Oasis for records that are known to be legal: default readings, nothing judged.

It shares no code with the referee, so that the two can be compared after every entry and in the final score.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

PRINTED = {"scorpion": 0, "jerboa": 1, "jackal": 2, "camel": 3, "oryx": 4, "elephant": 5}
STEP = {"left": -1, "right": 1}


class Animal:
    def __init__(self, kind: str, seat: str, up: bool, facing: str | None) -> None:
        self.kind, self.seat, self.up, self.facing = kind, seat, up, facing

    def __str__(self) -> str:
        arrow = {"left": "<", "right": ">", None: ""}[self.facing] if self.kind == "chameleon" else ""
        return f"{self.kind}{arrow}" if self.up else f"[{self.kind}{arrow}]"


class Replayer:
    """The table of a legal record: feed it the entries, then look at it."""

    def __init__(self) -> None:
        self.points: Counter[str] = Counter()
        self.rounds: list[dict[str, int]] = []
        self.row: list[dict[str, Any]] = []
        self.first = "A"

    def feed(self, entry: dict[str, Any]) -> None:
        getattr(self, f"_{entry['do']}")(entry)

    def end(self) -> None:
        """Score the round that lies on the table."""
        if not self.row:
            return
        won = {"A": 0, "B": 0}
        for column, oasis in enumerate(self.row, 1):
            a, b = self.strength(f"A{column}"), self.strength(f"B{column}")
            if a != b:
                won["A" if a > b else "B"] += oasis["value"] + list(self.tokens.values()).count(column)
        self.rounds.append(won)
        self.points.update(won)
        self.row = []

    def strengths(self) -> dict[str, int]:
        return {name: self.strength(name) for name in self.columns}

    def columns_shown(self) -> dict[str, list[str]]:
        return {name: [str(animal) for animal in animals] for name, animals in self.columns.items()}

    def _round(self, entry: dict[str, Any]) -> None:
        self.end()
        self.row = [{"value": oasis} if isinstance(oasis, int) else oasis for oasis in entry["oases"]]
        last = self.rounds[-1] if self.rounds else None
        by_points = "A" if last and last["A"] > last["B"] else "B" if last and last["B"] > last["A"] else None
        self.first = entry.get("first") or by_points or self.first
        self.columns: dict[str, list[Animal]] = {f"{seat}{number}": [] for seat in "AB" for number in range(1, 6)}
        position = entry.get("position", {})
        for name, cards in position.get("board", {}).items():
            for lying in cards:
                card = {"card": lying} if isinstance(lying, str) else lying
                self.columns[name].append(
                    Animal(card["card"], name[0], card.get("face", "up") == "up", card.get("facing"))
                )
        self.tokens: dict[str, int] = dict(position.get("tokens", {}))
        for seat, pile in position.get("piles", {}).items():
            self.points[seat] += sum(pile["oases"]) + pile.get("tokens", 0)

    def _draw(self, entry: dict[str, Any]) -> None:
        pass

    def _palm(self, entry: dict[str, Any]) -> None:
        self.tokens[entry["by"]] = entry["column"]

    def _play(self, entry: dict[str, Any]) -> None:
        column = f"{entry.get('side', entry['by'])}{entry['column']}"
        animal = Animal(entry["card"], entry["by"], entry.get("face", "up") == "up", entry.get("facing"))
        self.columns[column].append(animal)
        if animal.up:
            self._pull(animal, entry.get("pull"))
            if animal.kind == "scorpion":
                self._strike(animal, entry.get("strike"))

    def _flip(self, entry: dict[str, Any]) -> None:
        turned = {}
        named = {item["at"]: item for item in entry.get("cards", [])}
        for name, animals in self.columns.items():
            for row, animal in enumerate(animals, 1):
                if not animal.up:
                    item = named.get(f"{name}.{row}", {})
                    animal.kind = item.get("card", animal.kind)
                    animal.facing = item.get("facing", animal.facing)
                    turned[f"{name}.{row}"] = (animal, item)
        for animal, _ in turned.values():
            animal.up = True
        acting = [(self._flip_key(place, animal), animal, item) for place, (animal, item) in turned.items()]
        acting.sort(key=lambda one: one[0])
        for _, animal, item in acting:
            self._pull(animal, item.get("pull"))
        for _, animal, item in acting:
            if animal.kind == "scorpion" and self._where(animal):
                self._strike(animal, item.get("strike"))

    def _flip_key(self, place: str, animal: Animal) -> tuple[int, int, bool, int]:
        number, row = int(place[1]), int(place[3:])
        from_left = number if self.first == "A" else -number
        return from_left, -self._value(place[:2], row - 1), place[0] != self.first, row

    def _where(self, animal: Animal) -> str | None:
        return next((name for name, animals in self.columns.items() if any(one is animal for one in animals)), None)

    def _at(self, place: str) -> Animal:
        return self.columns[place[:2]][int(place[3:]) - 1]

    def _room(self, column: str) -> int:
        animals = self.columns[column]
        jackals = sum(animal.up and animal.kind == "jackal" for animal in animals)
        return (4 if jackals >= 3 else 3) - len(animals)

    def _pull(self, animal: Animal, chosen: list[str] | None) -> None:
        column = self._where(animal)
        assert column
        side, number = column[0], int(column[1])
        near = [f"{side}{other}" for other in (number - 1, number + 1) if 1 <= other <= 5]
        if self.row[number - 1].get("portal"):
            near.append(f"{'B' if side == 'A' else 'A'}{number}")
        sources = [one for name in near for one in self.columns[name] if one.up and one.kind == animal.kind]
        if chosen is not None:
            sources = [self._at(place) for place in chosen]
        for one in sources:
            if self._room(column) > 0:
                home = self._where(one)
                assert home
                self.columns[home] = [other for other in self.columns[home] if other is not one]
                self.columns[column].append(one)

    def _strike(self, animal: Animal, chosen: list[str] | None) -> None:
        column = self._where(animal)
        assert column
        if chosen is not None:
            victims = [self._at(place) for place in chosen]
        else:
            victims = [one for one in (self._weakest(f"{side}{column[1]}", animal) for side in "AB") if one]
        for name in self.columns:
            self.columns[name] = [one for one in self.columns[name] if not any(one is victim for victim in victims)]

    def _weakest(self, column: str, but: Animal) -> Animal | None:
        values = [
            (self._value(column, row), row) for row, one in enumerate(self.columns[column]) if one.up and one is not but
        ]
        return self.columns[column][min(values)[1]] if values else None

    def _value(self, column: str, row: int, seen: frozenset[tuple[str, int]] = frozenset()) -> int:
        animals = self.columns.get(column, [])
        if row >= len(animals) or not animals[row].up or (column, row) in seen:
            return 0
        animal = animals[row]
        if animal.kind == "chameleon":
            assert animal.facing
            target = f"{column[0]}{int(column[1]) + STEP[animal.facing]}"
            return self._value(target, row, seen | {(column, row)})
        if animal.kind == "elephant" and any(
            one.up and one.kind == "jerboa" for side in "AB" for one in self.columns[f"{side}{column[1]}"]
        ):
            return 0
        return PRINTED[animal.kind]

    def strength(self, column: str) -> int:
        animals = self.columns[column]
        camels = sum(animal.up and animal.kind == "camel" for animal in animals)
        return sum(self._value(column, row) for row in range(len(animals))) + (1 if camels >= 3 else 0)
