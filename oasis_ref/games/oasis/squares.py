"""The squares of a map, worked out once from a pack: names, neighbours, bonus squares, start borders."""

from __future__ import annotations

from collections.abc import Iterable

from oasis_ref.games.oasis.moves import Border, Pack

MOST_COLUMNS, MOST_ROWS = 26, 99
KNOWN = "-.cosp?"
BONUS = {"o": "oasis", "s": "steppe", "p": "stony"}
DERIVED = {"oasis": "edge", "steppe": "path"}
SIDES = ((-1, 0), (0, -1), (0, 1), (1, 0))


def square_name(row: int, column: int) -> str:
    """Return the name of a square from row and column, both counted from 0: ``a1`` is the first of both."""
    return f"{chr(ord('a') + column)}{row + 1}"


class Squares:
    """The map of one pack. Squares are numbers; nothing in here ever changes.

    ``char`` is the map's character, ``near`` the neighbours by sides, ``bonus`` the type printed on a square.
    ``starts[type][square]`` says whether an area of that type may start there: True, False, or None if it hangs on
    something that the map does not show. ``printed`` are the printed bonus squares that hang together, with their type.
    ``for_tiles`` are the squares that take a tile or may, column by column.
    """

    __slots__ = (
        "bonus",
        "char",
        "columns",
        "faulty",
        "for_tiles",
        "index",
        "names",
        "near",
        "path",
        "plain",
        "printed",
        "rank",
        "rows",
        "starts",
        "unknown",
    )

    def __init__(self, pack: Pack) -> None:
        lines = [line[:MOST_COLUMNS] for line in pack.map.rows[:MOST_ROWS]]
        self.rows = len(lines)
        self.columns = max(map(len, lines), default=0)
        self.names: list[str] = []
        self.index: dict[str, int] = {}
        self.char: list[str] = []
        self.faulty = False
        for row, line in enumerate(lines):
            self.faulty = self.faulty or len(line) != self.columns
            for column in range(self.columns):
                char = line[column] if column < len(line) else "?"
                if char not in KNOWN:
                    char, self.faulty = "?", True
                self.index[square_name(row, column)] = len(self.names)
                self.names.append(square_name(row, column))
                self.char.append(char)
        self.near = [self._neighbours(square) for square in range(len(self.names))]
        self.rank = [square % self.columns * self.rows + square // self.columns for square in range(len(self.names))]
        self.bonus = [BONUS.get(char) for char in self.char]
        self.plain = [square for square, char in enumerate(self.char) if char == "."]
        self.path = [square for square, char in enumerate(self.char) if char == "c"]
        self.printed = self._printed()
        self.unknown = [square for square, char in enumerate(self.char) if char == "?"]
        self.for_tiles = self.in_order((*self.plain, *self.unknown))
        borders = {"oasis": pack.map.starts.oasis, "steppe": pack.map.starts.steppe}
        self.starts: dict[str, list[bool | None]] = {
            kind: self._border(kind, border) for kind, border in borders.items()
        }
        self.starts["stony"] = [char in ".?" for char in self.char]

    def _neighbours(self, square: int) -> tuple[int, ...]:
        row, column = divmod(square, self.columns)
        return tuple(
            (row + down) * self.columns + column + right
            for down, right in SIDES
            if 0 <= row + down < self.rows and 0 <= column + right < self.columns
        )

    def _printed(self) -> list[tuple[str, list[int]]]:
        """Return the bonus squares that hang together, with their type."""
        found: list[tuple[str, list[int]]] = []
        met: set[int] = set()
        for first, kind in enumerate(self.bonus):
            if kind is None or first in met:
                continue
            group = [first]
            for square in group:
                met.add(square)
                group += [near for near in self.near[square] if self.bonus[near] == kind and near not in group]
            found.append((kind, sorted(group)))
        return found

    def _border(self, kind: str, border: Border) -> list[bool | None]:
        """Return for every square whether an area of the type may start there."""
        derive = border.derive or DERIVED[kind]
        add, remove, unclear = set(border.add), set(border.remove), set(border.unknown)
        flags: list[bool | None] = []
        for square, name in enumerate(self.names):
            around = [self.char[near] for near in self.near[square]]
            flag: bool | None = self._derived(derive, square, around)
            if name in unclear:
                flag = None
            elif name in add:
                flag = True
            elif name in remove:
                flag = False
            if any(BONUS.get(char) == kind for char in around):
                flag = True
            elif not flag and "?" in around:
                flag = None
            flags.append(flag if self.char[square] in ".?" else False)
        return flags

    def _derived(self, derive: str, square: int, around: list[str]) -> bool:
        if derive == "edge":
            return len(self.near[square]) < 4 or "-" in around
        return derive == "path" and "c" in around

    def in_order(self, squares: Iterable[int]) -> list[int]:
        """Return squares in the order in which people name them, column by column: a8, a9, a10, b8."""
        return sorted(squares, key=self.rank.__getitem__)

    def listed(self, squares: Iterable[int]) -> list[str]:
        """Return the names of squares, column by column."""
        return [self.names[square] for square in sorted(squares, key=self.rank.__getitem__)]


def squares_of(pack: Pack) -> Squares:
    """Return the squares of a pack, worked out once."""
    kept = pack.__dict__
    if "squares" not in kept:
        kept["squares"] = Squares(pack)
    found = kept["squares"]
    assert isinstance(found, Squares)
    return found
