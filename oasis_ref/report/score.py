"""The score, explained line by line so that it can be redone with pencil and paper.

Every line is a sum of its own: ``round 1: 4 + 0 = 4``, and the lines below it say where its numbers come from. Parts
that need no line of their own are named in the sum: ``oasis 1: printed value 3 + token 1 = 4``.
"""

from __future__ import annotations

from collections.abc import Sequence

from oasis_ref.core.tally import Node
from oasis_ref.report.clean import clipped
from oasis_ref.report.wording import Names, bounds, entries, joined, value

INLINE = 100
"""The longest sum that is written in one go; a longer one has a line for each of its parts."""

Explained = list[tuple[int, str, str]]
"""The lines of an explanation: how deep each stands, what it says, and the rules and entries that it rests on."""


def explain(tally: Node, names: Names) -> Explained:
    """Return the lines that explain a tally, from the top down."""
    lines: Explained = []
    if tally.how == "parts" and not (tally.why or tally.rule or tally.entries):
        for part in tally.children:
            _explain(part, 0, None, lines, names)
    else:
        _explain(tally, 0, None, lines, names)
    return lines


def _explain(node: Node, depth: int, above: Node | None, lines: Explained, names: Names) -> None:
    if above is None or above.how == "parts" or node.label[:5] == "total":
        label = names.label(node.label)
    else:
        label = clipped(node.label.replace("_", " "), 200)
    text, inlined = _worked_out(node, above)
    why = f" ({clipped(node.why)})" if node.why else ""
    lines.append((depth, f"{label}{text}{why}", _cited(node, None if above is None else above.rule, inlined)))
    if not inlined:
        for part in node.children:
            _explain(part, depth + 1, node, lines, names)


def _worked_out(node: Node, above: Node | None) -> tuple[str, Sequence[Node]]:
    """Return a node's sum in words, and the parts that are named in it and need no line of their own."""
    parts = node.children
    if node.how == "parts":
        return "", ()
    if not parts:
        return f": {value(node)}", ()
    taken = _subtracted(node)
    if taken is not None:
        return f": -({_sum([_named(part) for part in taken.children])}) = {value(node)}", [taken, *taken.children]
    if all(not part.children for part in parts) and not _is_a_bare_total(node, above):
        text = _combined(node, [_named(part) for part in parts])
        if len(text) <= INLINE:
            return f": {text}", parts
    bare = _labelled if node.how in ("more", "fewer", "given") else _number
    return f": {_combined(node, [bare(part) for part in parts])}", ()


def _is_a_bare_total(node: Node, above: Node | None) -> bool:
    """Return whether a player's total has one part, such as ``round 1``: ``A: round 1 (0)`` would name no total."""
    top = above is None or above.how == "parts"
    return top and len(node.children) == 1 and node.children[0].label[-1:].isdigit()


def _subtracted(node: Node) -> Node | None:
    """Return the sum of plain parts that a node takes away: a product of -1 and that sum."""
    if node.how != "product" or len(node.children) != 2 or node.children[0].value != -1:
        return None
    taken = node.children[1]
    plain = taken.how == "sum" and taken.children and not any(part.children for part in taken.children)
    return taken if plain and not taken.why else None


def _combined(node: Node, terms: list[str]) -> str:
    """Return how the value follows from the terms: ``3 + 1 = 4``, ``A 9 against B 10: B has more``."""
    how = node.how
    if how in ("more", "fewer"):
        most = how if len(terms) == 2 else "the most" if how == "more" else "the fewest"
        who = "cannot tell who" if node.value is None else node.value
        return f"{' against '.join(terms) if len(terms) == 2 else ', '.join(terms)}: {who} has {most}"
    if how == "given":
        return f"{value(node)}: {', '.join(terms)}"
    if len(terms) == 1:
        return terms[0]
    if how == "sum":
        return f"{_sum(terms)} = {value(node)}"
    if how == "product":
        return f"{' x '.join(terms)} = {value(node)}"
    return f"the {'largest' if how == 'max' else 'smallest'} of {joined(terms)} = {value(node)}"


def _sum(terms: Sequence[str]) -> str:
    text = terms[0]
    for term in terms[1:]:
        text += f" - {term[1:]}" if term[0] == "-" and term[1:].isdigit() else f" + {term}"
    return text


def _number(part: Node) -> str:
    return str(part.value) if part.value is not None else f"?{bounds(part)}"


def _labelled(part: Node) -> str:
    """Return a part by its label and number: ``token 1``, ``round 1 (4)``, ``round 2 (?: 1 to 6)``."""
    label = clipped(part.label.replace("_", " "), 80)
    if not label[-1:].isdigit():
        return f"{label} {_number(part)}"
    return f"{label} ({_number(part)})" if part.value is not None else f"{label} (?{bounds(part, ': {}')})"


def _named(part: Node) -> str:
    """Return a part by its label, number and reason: ``elephant 0 (a jerboa lies there)``."""
    return f"{_labelled(part)} ({part.why})" if part.why else _labelled(part)


def _cited(node: Node, rule_above: str | None, inlined: Sequence[Node]) -> str:
    """Return the rules and entries that a line rests on, those of the parts named in it among them."""
    rules = [node.rule] if node.rule is not None and node.rule != rule_above else []
    numbers = node.entries
    for part in inlined:
        if part.rule is not None and part.rule not in rules and part.rule != rule_above:
            rules.append(part.rule)
        if part.entries:
            numbers = [*numbers, *part.entries]
    if not numbers:
        return f"[{'; '.join(rules)}]" if rules else ""
    return f"[{'; '.join([*rules, entries(sorted(set(numbers)))])}]"
