"""What lies on the board: tiles in groups, control markers, camels, and the piles they come from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from oasis_ref.games.oasis.moves import CAMELS, CONTROL_MARKERS, TILES
from oasis_ref.games.oasis.squares import Squares

RESERVE = -1
"""Stands for a marker from the reserve, where else the square of a marker on the board stands."""


class Group(Struct, eq=False, gc=False):
    """Tiles and bonus squares of one type that hang together by sides, with the control markers on them.

    ``tiles`` counts the laid tiles among its squares. ``markers`` are pairs of seat and square; without any it is a
    free group, with one it is an area.
    """

    type: str
    squares: list[int]
    tiles: int = 0
    markers: list[tuple[int, int]] = []

    def owned_by(self, seat: int) -> bool:
        """Return whether a marker of the seat stands on it."""
        return any(owner == seat for owner, _ in self.markers)

    def copy(self) -> Group:
        """Return an independent copy."""
        return Group(self.type, self.squares[:], self.tiles, self.markers[:])


def _size(group: Group) -> int:
    return len(group.squares)


def _first_square(group: Group) -> int:
    return min(group.squares)


class Laying(Struct, eq=False, gc=False):
    """A tile about to be laid: what its square touches, and which marker is to go on it.

    ``at`` is -1 for no square of the board, ``plain`` says that it is a vacant plain square. ``marker`` is what the
    entry says, ``source`` what that comes to: `RESERVE`, the square of a marker on the board, or None for no marker.
    ``own``, ``others`` and ``free`` are the touched groups of its type, ``reserve`` the markers that the seat has left,
    ``neighbour`` a touched area of another player and another type. ``trial`` says that no entry lays it: it is only
    asked whether it could lie there.
    """

    seat: int
    type: str
    at: int
    name: str
    marker: str | None
    source: int | None = None
    reserve: int = 0
    own: tuple[Group, ...] = ()
    others: tuple[Group, ...] = ()
    free: tuple[Group, ...] = ()
    neighbour: Group | None = None
    plain: bool = False
    trial: bool = False


class Board:
    """The board of one game. ``group[square]`` is the group that a square belongs to, kept up with every tile.

    ``changes`` counts how often tiles or markers changed.
    """

    __slots__ = ("camel", "camels", "changes", "group", "markers", "piles", "squares", "tile", "vacant_path")

    def __init__(self, squares: Squares, seats: int) -> None:
        self.squares = squares
        self.tile: list[str | None] = [None] * len(squares.names)
        self.group: list[Group | None] = [None] * len(squares.names)
        self.camel: list[int | None] = [None] * len(squares.names)
        self.camels: list[list[int]] = [[] for _ in range(seats)]
        self.markers: list[list[int]] = [[] for _ in range(seats)]
        self.piles: dict[str, int] = dict(TILES)
        self.vacant_path = len(squares.path)
        self.changes = 0
        for kind, printed in squares.printed:
            group = Group(kind, printed[:])
            for square in printed:
                self.group[square] = group

    def copy(self) -> Board:
        """Return an independent copy."""
        twin = Board.__new__(Board)
        twin.squares = self.squares
        twin.tile, twin.camel, twin.piles = self.tile[:], self.camel[:], dict(self.piles)
        twin.camels = [camels[:] for camels in self.camels]
        twin.markers = [markers[:] for markers in self.markers]
        twin.vacant_path, twin.changes = self.vacant_path, self.changes
        twin.group = [None] * len(self.group)
        for group in self.groups():
            same = group.copy()
            for square in same.squares:
                twin.group[square] = same
        return twin

    def groups(self) -> Iterable[Group]:
        """Yield every group once, in the order of its first square on the board."""
        told: set[int] = set()
        for group in self.group:
            if group is not None and id(group) not in told:
                told.add(id(group))
                yield group

    def areas_of(self, seat: int) -> list[Group]:
        """Return the areas on which a marker of the seat stands, in the order of their first squares on the board."""
        found: list[Group] = []
        for at in self.markers[seat]:
            group = self.group[at]
            if group is not None and group not in found:
                found.append(group)
        if len(found) > 1:
            found.sort(key=_first_square)
        return found

    def touched(self, square: int, kind: str) -> list[Group]:
        """Return the groups of a type that lie beside a square, each once."""
        found: list[Group] = []
        for near in self.squares.near[square]:
            group = self.group[near]
            if group is not None and group.type == kind and group not in found:
                found.append(group)
        return found

    def reserve(self, seat: int) -> int:
        """Return how many control markers of the seat are not on the board."""
        return CONTROL_MARKERS - len(self.markers[seat])

    def camel_reserve(self, seat: int) -> int:
        """Return how many camels of the seat are not on the board."""
        return CAMELS - len(self.camels[seat])

    def laying(self, seat: int, kind: str, at: int, name: str, marker: str | None) -> Laying:
        """Return what it would mean if the seat laid such a tile there; ``at`` is -1 for no square of the board."""
        own: tuple[Group, ...] = ()
        others: tuple[Group, ...] = ()
        free: tuple[Group, ...] = ()
        neighbour = source = None
        group_of = self.group
        for near in self.squares.near[at] if at >= 0 else ():
            group = group_of[near]
            if group is None:
                continue
            markers = group.markers
            if group.type != kind:
                if markers and markers[0][0] != seat:
                    neighbour = group
            elif not markers:
                if group not in free:
                    free += (group,)
            else:
                for owner, _ in markers:
                    if owner == seat:
                        if group not in own:
                            own += (group,)
                    elif group not in others:
                        others += (group,)
        reserve = CONTROL_MARKERS - len(self.markers[seat])
        if marker is None:
            if not own and reserve > 0:
                source = RESERVE
        elif marker == "reserve":
            source = RESERVE if reserve > 0 else None
        elif marker != "none":
            source = self.marker_at(seat, marker)
        plain = at >= 0 and self.tile[at] is None and self.squares.char[at] == "."
        return Laying(seat, kind, at, name, marker, source, reserve, own, others, free, neighbour, plain)

    def marker_at(self, seat: int, name: str) -> int | None:
        """Return the square of the seat's marker on the group at the named square, or None if there is none."""
        at = self.squares.index.get(name)
        group = self.group[at] if at is not None else None
        if group is None:
            return None
        stand = [square for owner, square in group.markers if owner == seat]
        return at if at in stand else stand[0] if stand else None

    def holds_tile(self, at: int) -> bool:
        """Return whether a tile can physically lie on the square."""
        return at >= 0 and self.squares.char[at] in ".?" and self.tile[at] is None and self.camel[at] is None

    def holds_camel(self, at: int) -> bool:
        """Return whether a camel can physically stand on the square."""
        return at >= 0 and self.squares.char[at] in "c?" and self.camel[at] is None and self.tile[at] is None

    def lay(self, kind: str, at: int, touched: Sequence[Group] | None = None) -> Group:
        """Lay a tile of the pile; all groups of its type that it touches become one. Return that group."""
        self.changes += 1
        self.piles[kind] -= 1
        self.tile[at] = kind
        if touched is None:
            touched = self.touched(at, kind)
        if not touched:
            whole = self.group[at] = Group(kind, [at], 1)
            return whole
        whole = self.group[at] = touched[0] if len(touched) == 1 else max(touched, key=_size)
        whole.squares.append(at)
        whole.tiles += 1
        if len(touched) > 1:
            self._join(whole, touched)
        return whole

    def _join(self, whole: Group, parts: Sequence[Group]) -> None:
        """Make one group of the largest of several and the others, renaming the squares of the smaller ones only."""
        for part in parts:
            if part is whole:
                continue
            for square in part.squares:
                self.group[square] = whole
            whole.squares += part.squares
            whole.tiles += part.tiles
            whole.markers += part.markers

    def put_marker(self, seat: int, at: int) -> None:
        """Put a marker of the seat on the tile there."""
        group = self.group[at]
        assert group is not None
        self.changes += 1
        group.markers.append((seat, at))
        self.markers[seat].append(at)

    def take_marker(self, seat: int, at: int) -> Group:
        """Lift the seat's marker from the tile there; return the group that it leaves."""
        group = self.group[at]
        assert group is not None
        self.changes += 1
        group.markers.remove((seat, at))
        self.markers[seat].remove(at)
        return group

    def put_camel(self, seat: int, at: int) -> None:
        """Put a camel of the seat on a vacant square."""
        self.camel[at] = seat
        self.camels[seat].append(at)
        if self.squares.char[at] == "c":
            self.vacant_path -= 1

    def lift_camel(self, at: int) -> int:
        """Lift the camel from a square; return its seat."""
        seat = self.camel[at]
        assert seat is not None
        self.camel[at] = None
        self.camels[seat].remove(at)
        if self.squares.char[at] == "c":
            self.vacant_path += 1
        return seat

    def camel_groups(self, seat: int) -> list[list[int]]:
        """Return the seat's camel groups, the largest first; of equal ones the one that is named first."""
        near_of = self.squares.near
        left = set(self.camels[seat])
        groups: list[list[int]] = []
        for first in self.squares.in_order(left):
            if first in left:
                left.remove(first)
                group = [first]
                for square in group:
                    for near in near_of[square]:
                        if near in left:
                            left.remove(near)
                            group.append(near)
                groups.append(group)
        groups.sort(key=len, reverse=True)
        return groups
