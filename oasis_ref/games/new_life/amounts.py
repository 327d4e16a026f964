"""Sums with unknown parts: a number plus figures that nobody knows, each the same wherever it occurs."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import gcd

Form = tuple[int, Mapping[str, int]]
"""A known number, and how often each unknown figure is in the sum."""

NO_FIGURES: dict[str, int] = {}


def difference(one: Form, other: Form) -> Form:
    """Return one sum less the other; a figure that is in both cancels."""
    if not one[1] and not other[1]:
        return one[0] - other[0], NO_FIGURES
    figures = dict(one[1])
    for name, times in other[1].items():
        left = figures.get(name, 0) - times
        if left:
            figures[name] = left
        else:
            figures.pop(name, None)
    return one[0] - other[0], figures


def bounds(form: Form, highest: Mapping[str, int] | None = None) -> tuple[int | None, int | None]:
    """Return the least and the greatest value; None where there is no bound.

    A figure is at least 0; ``highest`` holds its upper bound where there is one.
    """
    known, figures = form
    if not figures:
        return known, known
    low: int | None = known
    high: int | None = known
    for name, times in figures.items():
        top = None if highest is None else highest.get(name)
        most = None if top is None else top * times
        if times > 0:
            high = None if high is None or most is None else high + most
        else:
            low = None if low is None or most is None else low + most
    return low, high


def compare(one: Form, other: Form, highest: Mapping[str, int] | None = None) -> tuple[bool, bool, bool]:
    """Return whether the first sum can be smaller than the second, equal to it, and greater."""
    if not one[1] and not other[1]:
        return one[0] < other[0], one[0] == other[0], one[0] > other[0]
    low, high = bounds(difference(one, other), highest)
    smaller = low is None or low < 0
    greater = high is None or high > 0
    equal = (low is None or low <= 0) and (high is None or high >= 0)
    return smaller, equal, greater


MOST_SQUARE = 10_000
"""Up to such a sum it is worked out of which numbers it can consist; above, common factors alone decide."""


def can_be(form: Form, total: int, highest: Mapping[str, int] | None = None) -> bool:
    """Return whether a sum can be so much with a whole number for each figure.

    A figure is at least 0; one that ``highest`` names is 0 or that: a Trophy. No figure counts a negative number of
    times.
    """
    known, figures = form
    highest = highest or {}
    left = {total - known}
    for name, times in figures.items():
        if name in highest:
            left |= {rest - times * highest[name] for rest in left}
    often = {times for name, times in figures.items() if name not in highest}
    return any(_consists_of(rest, often) for rest in left if rest >= 0)


def _consists_of(total: int, numbers: Collection[int]) -> bool:
    """Return whether a sum can consist of these numbers alone, each as often as need be."""
    if total == 0 or not numbers:
        return total == 0
    if total % gcd(*numbers):
        return False
    if total >= max(numbers) ** 2 or total > MOST_SQUARE:
        return True
    reached = [True] + [False] * total
    for sum_ in range(1, total + 1):
        reached[sum_] = any(number <= sum_ and reached[sum_ - number] for number in numbers)
    return reached[total]


def in_words(form: Form, highest: Mapping[str, int]) -> str:
    """Return a sum with its unknown figures, in words."""
    known, figures = form
    parts = [f"0 or {highest[name]} for the {name}" for name in figures if name in highest]
    parts += [f"{times} x the {name}" for name, times in figures.items() if name not in highest]
    return " plus ".join([str(known), *parts])
