"""What the tests of Oasis share: simulated games, and plain recounts that know nothing of the referee."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from oasis_ref.core.documents import Log
from oasis_ref.core.readings import Readings
from oasis_ref.games import game
from oasis_ref.games.oasis.match import Match
from oasis_ref.games.oasis.moves import Pack
from oasis_ref.record.reading import read_log
from oasis_ref.record.verdict import Verdict
from oasis_ref.referee.adjudication import adjudicate

Document = dict[str, Any]

GAME = game("oasis")
SAMPLE: Pack = msgspec.json.decode(GAME.packs["sample"].read_bytes(), type=Pack)
FIXTURES = Path(__file__).parents[2] / "fixtures" / "oasis"
TEACHING: Document = json.loads((FIXTURES / "games" / "three-unplayable.json").read_text(encoding="utf-8"))["pack"]
TEACHING_PACK = msgspec.convert(TEACHING, Pack)

BONUS = {"o": "oasis", "s": "steppe", "p": "stony"}
CARDS = {
    "camels-2": 4, "camels-3": 4, "oasis": 8, "steppe": 8, "stony": 8, "commodity-1": 4, "commodity-2": 1,
    "well": 5, "horse-1": 4, "horse-2": 1, "ovoo": 4, "draw-three": 3,
}  # fmt: skip
MARKER_CARDS = {
    "commodity-1": ("commodity", 1), "commodity-2": ("commodity", 2), "well": ("well", 1),
    "horse-1": ("horse", 1), "horse-2": ("horse", 2), "ovoo": ("ovoo", 2),
}  # fmt: skip


@cache
def simulated(seed: int, small: bool = False) -> Document:
    """Return a random legal game of three, four or five players by the seed."""
    pack = TEACHING_PACK if small else SAMPLE
    document = GAME.simulate(seed, 3 + seed % 3, pack, {}, {})
    return {**document, "pack": TEACHING} if small else document


def read(document: Document) -> Log:
    return read_log(json.dumps(document).encode())


def judge(document: Document, policy: Any = "stand") -> Verdict:
    return adjudicate(read(document), after_illegal=policy)


def open_table(document: Document, **readings: str) -> Match:
    """Return the empty table of a game."""
    pack = TEACHING_PACK if document["pack"] == TEACHING else SAMPLE
    table = GAME.open_table(read(document), Readings(GAME.catalogue.readings, readings), pack)
    assert isinstance(table, Match)
    return table


def step(table: Match, number: int, entry: Any) -> list[Any]:
    """Judge and carry out one entry; return its findings."""
    table.number = table.readings.number = number
    judgement = table.judge(entry)
    table.carry_out(entry, judgement)
    table.trail, table.notes = [], []
    return list(judgement.findings)


def rows_of(document: Document) -> list[str]:
    pack = document["pack"]
    rows: list[str] = pack["map"]["rows"] if isinstance(pack, dict) else SAMPLE.map.rows
    return rows


def char_at(rows: list[str], square: str) -> str:
    row, column = int(square[1:]) - 1, ord(square[0]) - ord("a")
    return rows[row][column] if 0 <= row < len(rows) and 0 <= column < len(rows[row]) else "-"


def beside(square: str) -> list[str]:
    letter, row = ord(square[0]), int(square[1:])
    return [f"{chr(letter)}{row - 1}", f"{chr(letter - 1)}{row}", f"{chr(letter + 1)}{row}", f"{chr(letter)}{row + 1}"]


def flood(start: str, squares: set[str]) -> set[str]:
    """Return all of the squares that hang together with the first by sides."""
    found, left = {start}, [start]
    while left:
        for near in beside(left.pop()):
            if near in squares and near not in found:
                found.add(near)
                left.append(near)
    return found


def squares_by_type(rows: list[str], tiles: dict[str, str]) -> dict[str, set[str]]:
    """Return the laid tiles and the bonus squares of each type."""
    found: dict[str, set[str]] = {}
    for kind in BONUS.values():
        found[kind] = {square for square, what in tiles.items() if what == kind}
    for row, line in enumerate(rows, 1):
        for column, char in enumerate(line):
            if char in BONUS:
                found[BONUS[char]].add(f"{chr(ord('a') + column)}{row}")
    return found


class Recount:
    """A plain recount of a legal record: tiles, markers, camels and scoring markers as written down, nothing judged.

    Needs a record in which the markers that move are written down.
    """

    def __init__(self, document: Document) -> None:
        self.rows = rows_of(document)
        self.tiles: dict[str, str] = {}
        self.markers: dict[str, set[str]] = {player["seat"]: set() for player in document["players"]}
        self.camels: dict[str, set[str]] = {player["seat"]: set() for player in document["players"]}
        self.scoring = {seat: dict.fromkeys(("commodity", "well", "horse", "ovoo"), 0) for seat in self.markers}
        self.left = {"commodity": 14, "well": 12, "horse": 16, "ovoo": 20}
        self.offers: dict[str, list[str]] = {}

    def play(self, entry: Document) -> None:
        if entry["do"] == "setup":
            self._begin(entry.get("position", {}))
        if entry["do"] == "offer":
            self.offers[entry["by"]] = entry["cards"]
        if entry["do"] == "take":
            [maker] = [entry["of"]] if "of" in entry else list(self.offers)
            for card in self.offers.pop(maker):
                if card in MARKER_CARDS:
                    kind, shown = MARKER_CARDS[card]
                    count = min(shown, self.left[kind])
                    self.scoring[entry["by"]][kind] += count
                    self.left[kind] -= count
        if entry["do"] in ("place", "bonus") and entry.get("tile"):
            self._lay(entry["by"], entry["tile"], entry["square"], entry.get("marker"))
        if entry["do"] in ("camels", "bonus"):
            self.camels[entry["by"]] -= set(entry.get("from", []))
            self.camels[entry["by"]] |= set(entry.get("to", []))

    def _begin(self, position: Document) -> None:
        board = position.get("board", {})
        self.tiles = {square: kind for kind, squares in board.get("tiles", {}).items() for square in squares}
        for seat in self.markers:
            self.markers[seat] = set(board.get("markers", {}).get(seat, []))
            self.camels[seat] = set(board.get("camels", {}).get(seat, []))
            for kind, count in position.get("scoring", {}).get(seat, {}).items():
                self.scoring[seat][kind] += count
                self.left[kind] -= count

    def area(self, square: str) -> set[str]:
        kind = self.tiles[square]
        return flood(square, squares_by_type(self.rows, self.tiles)[kind])

    def _lay(self, seat: str, kind: str, square: str, marker: str | None) -> None:
        self.tiles[square] = kind
        extends = bool(self.area(square) & self.markers[seat])
        if extends or marker == "none":
            return
        if marker in (None, "reserve"):
            if len(self.markers[seat]) < 4:
                self.markers[seat].add(square)
            return
        old = next(stand for stand in self.markers[seat] if marker in self.area(stand))
        self.markers[seat].remove(old)
        self.markers[seat].add(square)

    def areas(self, seat: str, kind: str) -> list[set[str]]:
        return [self.area(stand) for stand in self.markers[seat] if self.tiles[stand] == kind]

    def largest(self, seat: str) -> int:
        return max((len(flood(camel, self.camels[seat])) for camel in self.camels[seat]), default=0)

    def points(self) -> dict[str, int]:
        pairs = (("oasis", "well"), ("steppe", "horse"), ("stony", "ovoo"))
        total = {}
        for seat, owned in self.scoring.items():
            total[seat] = self.largest(seat) * owned["commodity"]
            for kind, marker in pairs:
                total[seat] += sum(map(len, self.areas(seat, kind))) * owned[marker]
        return total
