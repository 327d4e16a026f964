"""Sums with unknown parts: a number plus figures that nobody knows, each the same wherever it occurs."""

from __future__ import annotations

from collections.abc import Mapping

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
