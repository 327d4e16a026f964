"""The ways in which what the record leaves open can have gone: open Trophies, Rest tiles, the AI's tokens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations, product
from typing import NamedTuple

from msgspec import Struct

from oasis_ref.games.new_life.counting import THE_AI
from oasis_ref.games.new_life.facts import TYPES, Facts
from oasis_ref.games.new_life.standings import World
from oasis_ref.games.new_life.table import NO_TOKENS, State

MOST_WORLDS = 4096
MOST_OPEN_TILES = 5
TROPHY = 5
CHART_HEIGHT = 3
NOT_OPEN: World = {}


class Untold(Struct, frozen=True):
    """What a final table does not tell, as all the ways in which it can be.

    ``tiles`` are assignments of Rest tiles to seats; ``ai_tokens`` what the AI can have had on its chart before the
    Trophies that are given on the table itself. Empty where there is nothing to tell, or too much.
    """

    tiles: Sequence[Mapping[int, int]] = ()
    ai_tokens: Sequence[tuple[int, ...]] = ()


ALL_TOLD = Untold()


class SoloWorld(NamedTuple):
    """One way in which a solo game can have gone: the values of the open Trophies, and the AI's tokens."""

    trophies: World
    tokens: tuple[int, ...]


def tile_ways(stack: Sequence[int], named: Mapping[int, Sequence[int]], seats: Sequence[int]) -> list[dict[int, int]]:
    """Return every way to give the tiles of the stack to seats; a named tile goes to a seat that it was named for.

    Nothing is returned if there are too many ways.
    """
    if len(seats) > MOST_OPEN_TILES:
        return []
    ways = [dict(zip(seats, tiles, strict=True)) for tiles in permutations(stack, len(seats))]
    return [
        way
        for way in ways
        if all(any(way.get(seat) == tile for seat in claimed) for tile, claimed in named.items() if tile in stack)
    ]


def tile_bounds(facts: Facts, tiles: Sequence[int]) -> tuple[int, int | None]:
    """Return the fewest and the most points of some Rest tiles; unknown points are at least 0."""
    points = [facts.tile(tile).points for tile in tiles]
    known = [figure for figure in points if figure is not None]
    unbounded = not points or len(known) < len(points)
    return min([*known, 0] if unbounded else known), None if unbounded else max(known)


def tile_figure(name: str) -> str:
    """Return the name of the figure that the Rest tile of a seat is while it is not told."""
    return f"the Rest tile of {name}"


def trophy_figure(word: str, number: int, name: str) -> str:
    """Return the name of the figure that an open Trophy is for a seat."""
    return f"trophy {word} of round {number} for {name}"


def worlds_of(state: State, untold: Untold) -> list[World]:
    """Return every way in which open Trophies and Rest tiles can have gone, as the values of their figures."""
    parts = [list(_trophy_ways(state, number, trophies)) for number, trophies in years_of(state)]
    if untold.tiles:
        parts.append([_tile_world(state, untold, way) for way in untold.tiles])
    total = 1
    for ways in parts:
        total *= len(ways)
        if total > MOST_WORLDS:
            return [NOT_OPEN]
    return [_joined(world) for world in product(*parts)]


def years_of(state: State) -> Iterator[tuple[int, dict[str, tuple[int | None, ...]]]]:
    """Yield the years whose Trophies have been given, with those who can hold each."""
    yield from enumerate([*state.won_years, state.trophies], state.round - len(state.won_years))


def _joined(worlds: Sequence[World]) -> World:
    return {name: value for world in worlds for name, value in world.items()}


def _trophy_ways(state: State, number: int, trophies: Mapping[str, Sequence[int | None]]) -> Iterator[World]:
    open_ones = {word: holders for word, holders in trophies.items() if len(holders) > 1}
    for taken in product(*open_ones.values()):
        yield {
            trophy_figure(word, number, state.name(seat)): (TROPHY if seat == holder else 0, {})
            for (word, holders), holder in zip(open_ones.items(), taken, strict=True)
            for seat in holders
            if seat is not None and seat != THE_AI
        }


def _tile_world(state: State, untold: Untold, way: Mapping[int, int]) -> World:
    """Return the points of untold Rest tiles under one assignment, each above the fewest that the seat can get."""
    world: dict[str, tuple[int, Mapping[str, int]]] = {}
    for seat, tile in way.items():
        least, _ = tile_bounds(state.facts, tiles_for(untold, seat))
        points = state.facts.tile(tile).points
        inner = {points_figure(tile): 1} if points is None else {}
        world[tile_figure(state.name(seat))] = ((points or 0) - least, inner)
    return world


def tiles_for(untold: Untold, seat: int) -> list[int]:
    """Return the Rest tiles that a seat can have taken, if that is not told."""
    return sorted({way[seat] for way in untold.tiles if seat in way})


def points_figure(tile: int) -> str:
    """Return the name of the figure that the points of a Rest tile are while they are not known."""
    return f"the points of Rest tile {tile}"


# Solo


def solo_worlds(state: State, untold: Untold) -> list[SoloWorld]:
    """Return every way in which a solo game can have gone; nothing if there are too many."""
    years = [solo_year_ways(state, number, trophies) for number, trophies in years_of(state)]
    before = untold.ai_tokens or [NO_TOKENS]
    total = len(before)
    for ways in years:
        total *= len(ways)
        if total > MOST_WORLDS:
            return []
    return [_solo_world(state, tokens, taken) for tokens in before for taken in product(*years)]


Taken = tuple[int, Mapping[str, "int | None"]]
"""The open Trophies of a year, by its number, with one way in which they can have been taken."""


def solo_year_ways(state: State, number: int, trophies: Mapping[str, Sequence[int | None]]) -> list[Taken]:
    """Return every way in which the open Trophies of a year can have been taken."""
    open_ones = {word: holders for word, holders in trophies.items() if len(holders) > 1}
    if not open_ones:
        return [(number, {})]
    found: list[Taken] = []
    for way in state.ways.get(number) or product(*(trophies.get(word, (None,)) for word in TYPES)):
        taken = dict(zip(TYPES, way, strict=True))
        if all(holder in trophies.get(word, (holder,)) for word, holder in taken.items()):
            result = (number, {word: taken[word] for word in open_ones})
            if result not in found:
                found.append(result)
    return found


def _solo_world(state: State, before: tuple[int, ...], years: Sequence[Taken]) -> SoloWorld:
    """Return the world that follows from the AI's tokens before, its sure ones, and who took the open Trophies."""
    trophies: dict[str, tuple[int, Mapping[str, int]]] = {}
    tokens = [min(CHART_HEIGHT, one + sure) for one, sure in zip(before, state.ai_tokens, strict=True)]
    for number, taken in years:
        for word, holder in taken.items():
            trophies[trophy_figure(word, number, state.name(0))] = (TROPHY if holder == 0 else 0, {})
            if holder == THE_AI:
                kind = TYPES.index(word)
                tokens[kind] = min(CHART_HEIGHT, tokens[kind] + 1)
    return SoloWorld(trophies, tuple(tokens))
