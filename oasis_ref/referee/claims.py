"""Comparing the result that was claimed at the table with the one that was counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import to_builtins

from oasis_ref.core.tally import Node, ceiling, floor
from oasis_ref.games.base import Outcome
from oasis_ref.record.verdict import Claim


def compare(result: Any, outcome: Outcome, tally: Node, others: Mapping[str, str]) -> Claim | None:
    """Return how the claimed result agrees with the outcome, or None if nothing was claimed.

    What cannot be told is compared with its bounds. ``others`` are the names of sides at which nobody sits.
    """
    if result is None:
        return None
    claimed: dict[str, Any] = {name: value for name, value in to_builtins(result).items() if value is not None}
    if not claimed:
        return None
    if outcome.state == "unfinished":
        return Claim(None, claimed, ["The record ends before the game does, so the claimed result cannot be checked."])
    differences: list[str] = []
    for name, value in claimed.items():
        if name == "points":
            differences += _points(value, outcome, tally, others)
        elif name == "winners":
            differences += _winners(value, outcome, others)
        elif name in outcome.claims:
            differences += _differing(name, value, outcome.claims[name])
    still_open = ("winners" in claimed and outcome.state == "undecided") or any(
        outcome.points.get(seat) is None for seat in claimed.get("points", ())
    )
    return Claim(False if differences else None if still_open else True, claimed, differences)


def _points(claimed: Mapping[str, int], outcome: Outcome, tally: Node, others: Mapping[str, str]) -> Iterator[str]:
    """Yield in words which points are not those counted, or cannot be."""
    for seat, points in claimed.items():
        if outcome.points and seat not in outcome.points:
            yield f"{seat}: claimed {points}, but the seats are {', '.join(outcome.points)}"
            continue
        counted = outcome.points.get(seat)
        if counted is not None and counted != points:
            yield f"{others.get(seat, seat)}: claimed {points}, counted {counted}"
        if counted is None and seat in outcome.points:
            least, most = floor(tally.find(seat)), ceiling(tally.find(seat))
            if least is not None and points < least:
                yield f"{others.get(seat, seat)}: claimed {points}, counted at least {least}"
            if most is not None and points > most:
                yield f"{others.get(seat, seat)}: claimed {points}, counted at most {most}"


def _winners(claimed: Sequence[str], outcome: Outcome, others: Mapping[str, str]) -> Iterator[str]:
    """Yield in words in what the claimed winners are not those counted, or cannot be."""
    if outcome.state != "undecided":
        if sorted(claimed) != sorted(outcome.winners):
            yield f"winner: claimed {_names(claimed, others)}, counted {_names(outcome.winners, others)}"
        return
    seats = [*(outcome.points or outcome.places)]
    strangers = [seat for seat in claimed if seats and seat not in seats]
    if strangers:
        yield f"winner: claimed {_names(strangers, others)}, but the seats are {', '.join(seats)}"
    beaten = [seat for seat in claimed if seat in outcome.beaten]
    if beaten:
        yield f"winner: claimed {_names(claimed, others)}, but {_names(beaten, others)} cannot have won"


def _differing(name: str, claimed: Any, found: Any) -> list[str]:
    """Return in words where something else that was claimed differs: for what is told by seat, seat by seat."""
    if not isinstance(claimed, dict) or not isinstance(found, dict):
        return [] if claimed == found else [f"{name}: claimed {claimed}, found {found}"]
    return [
        f"{name} of {seat}: claimed {value}, found {found.get(seat, 'none')}"
        for seat, value in claimed.items()
        if value != found.get(seat)
    ]


def _names(seats: Sequence[str], others: Mapping[str, str]) -> str:
    return " and ".join(others.get(seat, seat) for seat in sorted(seats)) or "nobody"
