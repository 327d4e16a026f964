"""Who has won among several seats, also where figures are unknown: the answer that every possible value gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from oasis_ref.core.text import counted
from oasis_ref.games.base import Outcome
from oasis_ref.games.new_life import catalogue
from oasis_ref.games.new_life.amounts import NO_FIGURES, Form, bounds, compare

World = Mapping[str, Form]
"""One way in which Trophies and Rest tiles that are open can have gone: what each unknown figure is then."""


class Standing(Struct, frozen=True):
    """What a seat's result is compared by: its total as a sum with unknown figures, its tokens, its cards.

    ``tokens`` are the least and the greatest number that is possible; ``cards`` is None if their number is unknown.
    """

    name: str
    total: Form
    tokens: tuple[int, int]
    cards: int | None


class Field(Struct, frozen=True):
    """All seats of a finished game, the ways in which open figures can have gone, and the bounds of the others."""

    standings: Sequence[Standing]
    worlds: Sequence[World]
    highest: Mapping[str, int]


def in_world(form: Form, world: World) -> Form:
    """Return a sum with the figures put in that the world knows."""
    known, figures = form
    if not world or not figures:
        return form
    left: dict[str, int] = {}
    for name, times in figures.items():
        points, inner = world.get(name, (0, {name: 1}))
        known += points * times
        for other, number in inner.items():
            left[other] = left.get(other, 0) + number * times
    return known, left or NO_FIGURES


def spread(form: Form, worlds: Sequence[World], highest: Mapping[str, int]) -> tuple[int | None, int | None]:
    """Return the least and the greatest value that a sum has in any of the worlds; None where there is no bound."""
    ends = [bounds(in_world(form, world), highest) for world in worlds]
    lows, highs = [low for low, _ in ends if low is not None], [high for _, high in ends if high is not None]
    return (
        min(lows) if lows and len(lows) == len(ends) else None,
        max(highs) if highs and len(highs) == len(ends) else None,
    )


def ranged(ends: tuple[int | None, int | None]) -> str:
    """Return bounds in words: ``7``, ``5 to 7``, ``at least 5``."""
    low, high = ends
    if low == high:
        return str(low)
    return f"{low} to {high}" if high is not None else f"at least {low}"


def decide(field: Field, points: dict[str, int | None], doubts: Sequence[str]) -> Outcome:
    """Return who wins, if every possible value gives the same answer."""
    answers = [_winners(field, world) for world in field.worlds]
    if any(answer is None for answer in answers) or len({tuple(answer or []) for answer in answers}) != 1:
        return Outcome("undecided", [], points, {}, None, None, _why_open(field, doubts))
    winners = answers[0] or []
    said, rule = _decided_by(field, winners)
    return Outcome("finished", winners, points, _places(field), said, rule)


def _winners(field: Field, world: World) -> list[str] | None:
    """Return the winners, None if that hangs on something unknown."""
    sure: list[str] = []
    for one in field.standings:
        against = [_against(field, one, other, world) for other in field.standings if other is not one]
        if all(result in ("ahead", "even") for result in against):
            sure.append(one.name)
        elif "behind" not in against:
            return None
    return sure or None


def _against(field: Field, one: Standing, other: Standing, world: World) -> str:
    """Return whether one standing is ``ahead`` of another, ``behind``, ``even``, or that is ``open``."""
    smaller, equal, greater = compare(in_world(one.total, world), in_world(other.total, world), field.highest)
    results = {"ahead"} if greater else set()
    if smaller:
        results.add("behind")
    if equal:
        results.add(_by_tokens(one, other))
    return results.pop() if len(results) == 1 else "open"


def _by_tokens(one: Standing, other: Standing) -> str:
    if one.tokens[0] > other.tokens[1]:
        return "ahead"
    if one.tokens[1] < other.tokens[0]:
        return "behind"
    if one.tokens[0] != one.tokens[1] or other.tokens[0] != other.tokens[1]:
        return "open"
    if one.cards is None or other.cards is None:
        return "open"
    return "even" if one.cards == other.cards else "ahead" if one.cards < other.cards else "behind"


def _places(field: Field) -> dict[str, int]:
    """Return the place of every seat, if all comparisons are decided, and the same in every world."""
    found: list[dict[str, int]] = []
    for world in field.worlds:
        places: dict[str, int] = {}
        for one in field.standings:
            against = [_against(field, one, other, world) for other in field.standings if other is not one]
            if "open" in against:
                return {}
            places[one.name] = 1 + against.count("behind")
        found.append(places)
    return found[0] if all(places == found[0] for places in found) else {}


# In words


def _why_open(field: Field, doubts: Sequence[str]) -> str:
    """Return what the order hangs on; an open Trophy hangs on the doubts itself."""
    names = [name for standing in field.standings for name in standing.total[1]]
    if doubts:
        names = [name for name in names if not name.startswith("trophy ")]
    open_cards = any(standing.cards is None for standing in field.standings)
    reasons = list(dict.fromkeys([*doubts, *names])) or (
        ["the cards in the Biomes of those tied"] if open_cards else ["a tie"]
    )
    return f"the order hangs on: {', '.join(reasons)}"


def _decided_by(field: Field, winners: Sequence[str]) -> tuple[str, str]:
    """Return in words how the winner was found, and the rule."""
    best = next(standing for standing in field.standings if standing.name in winners)
    tied = [one for one in field.standings if one is best or _points_differ(field, best, one) == {"equal"}]
    if not all(_points_differ(field, best, one) == {"greater"} for one in field.standings if one not in tied):
        said = _and(winners, "is ahead", "are ahead")
        return f"{said} in every case that the unknown figures leave open", catalogue.WINNER
    points = ranged(spread(best.total, field.worlds, field.highest))
    if len(tied) == 1:
        return f"{best.name} has the most points, {points}", catalogue.WINNER
    return _tie_broken(best, tied, winners, f"{_and(_names(tied))} are tied at {points} points")


def _points_differ(field: Field, one: Standing, other: Standing) -> set[str]:
    """Return how the points of one can stand to those of another: ``smaller``, ``equal``, ``greater``."""
    found = set()
    for world in field.worlds:
        told = compare(in_world(one.total, world), in_world(other.total, world), field.highest)
        found |= {word for word, can_be in zip(("smaller", "equal", "greater"), told, strict=True) if can_be}
    return found


def _tie_broken(best: Standing, tied: list[Standing], winners: Sequence[str], said: str) -> tuple[str, str]:
    """Return how a tie in points was broken: by tokens, then by cards, else not at all."""
    leaders = [one for one in tied if one is best or one.tokens == best.tokens]
    tokens = ranged(best.tokens)
    if len(leaders) == 1:
        return f"{said}; {best.name} has the most tokens, {tokens}", catalogue.TIE_TOKENS
    if len(leaders) == len(tied):
        said = f"{said} and {counted(best.tokens[0], 'token')}"
    else:
        said = f"{said}; {_and(_names(leaders))} have the most tokens, {tokens}"
    if len(winners) == 1:
        return f"{said}; {best.name} has the fewest cards in the Biome, {best.cards}", catalogue.TIE_CARDS
    if len(winners) == len(leaders):
        return (
            f"{said}, with {counted(best.cards or 0, 'card')} each in the Biome: they share the victory",
            catalogue.TIE_SHARED,
        )
    said = f"{said}; {_and(winners)} have the fewest cards in the Biome, {best.cards}"
    return f"{said}: they share the victory", catalogue.TIE_SHARED


def _names(standings: Sequence[Standing]) -> list[str]:
    return [standing.name for standing in standings]


def _and(names: Sequence[str], one: str = "", several: str = "") -> str:
    """Return names in a row, with a verb for one or for several of them."""
    row = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    return f"{row} {one if len(names) == 1 else several}".strip()
