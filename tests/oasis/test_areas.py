"""The areas are kept up entry by entry; a plain flood fill of the whole board must find the same ones."""

from __future__ import annotations

import pytest

from oasis_ref.games.oasis.match import Match
from tests.oasis.material import Recount, open_table, read, simulated, squares_by_type, step
from tests.oasis.material import flood as flood_fill


def groups_by_flood(recount: Recount) -> dict[frozenset[str], tuple[str, frozenset[tuple[str, str]]]]:
    """Return every group with its type and the markers on it."""
    found = {}
    for kind, squares in squares_by_type(recount.rows, recount.tiles).items():
        left = set(squares)
        while left:
            group = flood_fill(next(iter(left)), squares)
            left -= group
            markers = frozenset((seat, at) for seat, stand in recount.markers.items() for at in stand if at in group)
            found[frozenset(group)] = (kind, markers)
    return found


def groups_of(table: Match) -> dict[frozenset[str], tuple[str, frozenset[tuple[str, str]]]]:
    names = table.squares.names
    return {
        frozenset(names[at] for at in group.squares): (
            group.type,
            frozenset((table.seats[owner], names[at]) for owner, at in group.markers),
        )
        for group in table.board.groups()
    }


@pytest.mark.parametrize("start", range(0, 80, 20))
def test_areas_are_those_of_a_flood_fill_after_every_entry(start: int) -> None:
    for seed in range(start, start + 20):
        document = simulated(seed, small=seed % 2 == 1)
        table, recount = open_table(document), Recount(document)
        for number, (entry, plain) in enumerate(zip(read(document).moves, document["moves"], strict=True), 1):
            assert step(table, number, entry) == [], (seed, number)
            recount.play(plain)
            if plain["do"] in ("place", "bonus"):
                assert groups_of(table) == groups_by_flood(recount), (seed, number)
                for group in table.board.groups():
                    assert group.tiles == sum(table.board.tile[at] is not None for at in group.squares)
                    assert all(table.board.group[at] is group for at in group.squares)
