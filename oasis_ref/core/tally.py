"""The score as a tree that explains itself: every node follows from its children."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

Value = int | str | None
Bounds = tuple[int | None, int | None]
How = Literal["given", "sum", "product", "max", "min", "more", "fewer", "parts"]


class Node(Struct, omit_defaults=True, gc=False):
    """One line of the explanation.

    ``value`` is None where it cannot be told; then ``low`` and ``high`` bound it as far as they are known.
    ``how`` says how the value follows from the children: ``given`` stands for itself, ``sum``, ``product``,
    ``max`` and ``min`` are arithmetic, ``more`` and ``fewer`` name the label of the one child with the largest
    or smallest value (``nobody`` if several have it), ``parts`` only groups them and has no value.
    ``why`` is a short reason in words, ``rule`` the slug, ``entries`` the numbers of the entries that it rests on.
    """

    label: str
    value: Value = None
    how: How = "given"
    children: list[Node] = []
    rule: str | None = None
    why: str | None = None
    entries: list[int] = []
    low: int | None = None
    high: int | None = None

    def walk(self) -> Iterator[Node]:
        """Yield this node and everything under it, top down."""
        yield self
        for child in self.children:
            yield from child.walk()

    def find(self, *labels: str) -> Node:
        """Return the node reached by following the labels from here. Raises KeyError if there is none."""
        node = self
        for label in labels:
            for child in node.children:
                if child.label == label:
                    node = child
                    break
            else:
                raise KeyError(f"{node.label} has no part {label}; it has {[child.label for child in node.children]}")
        return node


def leaf(
    label: str, value: Value, rule: str | None = None, why: str | None = None, entries: Sequence[int] = ()
) -> Node:
    """Return a node that stands for itself: a printed number, a count, a ruling."""
    return Node(label, value, "given", [], rule, why, list(entries))


def unknown(label: str, rule: str | None, why: str, low: int | None = None, high: int | None = None) -> Node:
    """Return a node whose value cannot be told, with what bounds it."""
    return Node(label, None, "given", [], rule, why, [], low, high)


def combine(
    how: How,
    label: str,
    children: Iterable[Node],
    rule: str | None = None,
    why: str | None = None,
    entries: Sequence[int] = (),
    within: Bounds = (None, None),
) -> Node:
    """Return a node whose value follows from its children; it is unknown, within bounds, if a child's is.

    ``within`` are bounds closer than those of the children taken one by one; ``why`` says then where they come from.
    """
    parts = list(children)
    node = Node(label, value_of(how, parts), how, parts, rule, why, list(entries))
    if node.value is None and how in ("sum", "product", "max", "min"):
        low, high = bounds_of(how, parts)
        node.low = max((bound for bound in (low, within[0]) if bound is not None), default=None)
        node.high = min((bound for bound in (high, within[1]) if bound is not None), default=None)
        if node.low is not None and node.low == node.high:
            node.value, node.low, node.high = node.low, None, None
    return node


def value_of(how: How, parts: Sequence[Node]) -> Value:
    """Return what the parts give when combined, or None if that cannot be told."""
    if how in ("more", "fewer"):
        return _ahead(how, parts)
    if how == "parts":
        return None
    values: list[int] = []
    for part in parts:
        value = part.value
        if not isinstance(value, int):
            return None
        values.append(value)
    if how == "sum":
        return sum(values)
    if how == "product":
        result = 1
        for factor in values:
            result *= factor
        return result
    if how == "max":
        return max(values, default=0)
    if how == "min":
        return min(values, default=0)
    return None


def _ahead(how: How, parts: Sequence[Node]) -> str | None:
    values: list[int] = []
    for part in parts:
        if not isinstance(part.value, int):
            return _ahead_by_bounds(how, parts)
        values.append(part.value)
    best = (max if how == "more" else min)(values)
    return parts[values.index(best)].label if values.count(best) == 1 else "nobody"


def _ahead_by_bounds(how: How, parts: Sequence[Node]) -> str | None:
    for part in parts:
        others = [other for other in parts if other is not part]
        if how == "more" and all(_beats(floor(part), ceiling(other)) for other in others):
            return part.label
        if how == "fewer" and all(_beats(floor(other), ceiling(part)) for other in others):
            return part.label
    return None


def _beats(low: int | None, high: int | None) -> bool:
    return low is not None and high is not None and low > high


def bounds_of(how: How, parts: Sequence[Node]) -> Bounds:
    """Return the least and the greatest value that the parts can give; None where there is no bound."""
    lows, highs = [floor(part) for part in parts], [ceiling(part) for part in parts]
    if how == "product" and any(part.value == 0 for part in parts):
        return 0, 0
    known_lows = [low for low in lows if low is not None]
    known_highs = [high for high in highs if high is not None]
    all_low, all_high = len(known_lows) == len(lows), len(known_highs) == len(highs)
    if how == "sum":
        return (sum(known_lows) if all_low else None), (sum(known_highs) if all_high else None)
    if how == "product" and all_low and min(known_lows, default=0) >= 0:
        low = high = 1
        for bound in known_lows:
            low *= bound
        for bound in known_highs:
            high *= bound
        return low, (high if all_high else None)
    if how == "max":
        return max(known_lows, default=None), (max(known_highs, default=None) if all_high else None)
    if how == "min":
        return (min(known_lows, default=None) if all_low else None), min(known_highs, default=None)
    return None, None


def floor(node: Node) -> int | None:
    """Return the least value that a node can have."""
    return node.value if isinstance(node.value, int) else node.low


def ceiling(node: Node) -> int | None:
    """Return the greatest value that a node can have."""
    return node.value if isinstance(node.value, int) else node.high


def beaten(totals: Sequence[Node]) -> list[str]:
    """Return the labels of the totals that are lower than another one, whatever is not known."""
    return [total.label for total in totals if any(_beats(floor(other), ceiling(total)) for other in totals)]
