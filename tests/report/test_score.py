"""The score reads as sums that can be redone."""

from __future__ import annotations

import pytest

from oasis_ref.core.documents import Player
from oasis_ref.core.tally import Node, combine, leaf, unknown
from oasis_ref.report.score import explain
from oasis_ref.report.wording import Names

NAMES = Names([Player(seat="A", name="Ann"), Player(seat="B")])


def lines(node: Node) -> list[str]:
    return [f"{'  ' * depth}{text} {cited}".rstrip() for depth, text, cited in explain(node, NAMES)]


PARTS = [leaf("oryx", 4), leaf("camel", 3)]


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (leaf("start", 9, why="as stated"), "start: 9 (as stated)"),
        (leaf("camel", 3, "camel-bonus", entries=[7, 9]), "camel: 3 [camel-bonus; entries 7 and 9]"),
        (combine("sum", "column", PARTS), "column: oryx 4 + camel 3 = 7"),
        (combine("sum", "total A", PARTS), "total A (Ann): oryx 4 + camel 3 = 7"),
        (combine("sum", "total B", [leaf("one", -1)]), "total B: one -1"),
        (combine("sum", "row", [leaf("round 1", 2), leaf("round 2", -3)]), "row: round 1 (2) + round 2 (-3) = -1"),
        (combine("product", "camels", PARTS), "camels: oryx 4 x camel 3 = 12"),
        (combine("max", "group", PARTS), "group: the largest of oryx 4 and camel 3 = 4"),
        (combine("min", "group", PARTS), "group: the smallest of oryx 4 and camel 3 = 3"),
        (combine("more", "oasis 1", PARTS), "oasis 1: oryx 4 against camel 3: oryx has more"),
        (combine("fewer", "oasis 1", PARTS), "oasis 1: oryx 4 against camel 3: camel has fewer"),
        (combine("more", "x", [leaf("A", 2), leaf("B", 2)]), "x: A 2 against B 2: nobody has more"),
        (combine("more", "x", [*PARTS, leaf("C", 1)]), "x: oryx 4, camel 3, C 1: oryx has the most"),
        (unknown("round 2", None, "never named", 1, 6), "round 2: cannot tell (1 to 6) (never named)"),
        (unknown("round 2", None, "never named", 1), "round 2: cannot tell (1 or more) (never named)"),
        (unknown("round 2", None, "never named"), "round 2: cannot tell (never named)"),
        (
            combine("sum", "x", [leaf("a", 1), unknown("b 2", "r", "hidden", 0, 5)]),
            "x: a 1 + b 2 (?: 0 to 5) (hidden) = cannot tell (1 to 6) [r]",
        ),
    ],
    ids=[f"line-{number}" for number in range(17)],
)
def test_one_line(node: Node, text: str) -> None:
    assert lines(node) == [text]


def test_a_sum_of_sums_gives_each_a_line() -> None:
    node = combine(
        "sum", "total A", [combine("sum", "round 1", PARTS, "r"), combine("sum", "round 2", [leaf("x", -2)], "r")], "r"
    )
    assert lines(node) == ["total A (Ann): 7 - 2 = 5 [r]", "  round 1: oryx 4 + camel 3 = 7", "  round 2: x -2"]


def test_a_single_part_that_ends_with_a_number_has_a_line_of_its_own() -> None:
    node = combine("sum", "total A", [leaf("round 1", 0)])
    assert lines(node) == ["total A (Ann): 0", "  round 1: 0"]


def test_a_long_sum_gives_each_part_a_line() -> None:
    parts = [leaf(f"a card with a long name {number}", number) for number in range(1, 6)]
    assert lines(combine("sum", "all", parts))[:2] == ["all: 1 + 2 + 3 + 4 + 5 = 15", "  a card with a long name 1: 1"]


def test_what_is_taken_away_is_one_line() -> None:
    row = combine("sum", "cards in row", [leaf("deserts", 5), leaf("steps", 3)], "row-rule", entries=[4])
    less = combine("product", "less the cards in row", [leaf("minus", -1), row])
    assert lines(combine("sum", "last number", [leaf("highest", 13), less])) == [
        "last number: 13 - 8 = 5",
        "  highest: 13",
        "  less the cards in row: -(deserts 5 + steps 3) = -8 [row-rule; entry 4]",
    ]


def test_a_group_with_a_rule_keeps_its_line() -> None:
    group = combine("parts", "score", [leaf("A", 1)], "score-piece", "counted at the end", [9])
    assert lines(group) == ["score (counted at the end) [score-piece; entry 9]", "  A (Ann): 1"]


def test_a_group_has_no_value() -> None:
    group = combine("parts", "round 1", [leaf("a", 1), combine("parts", "inner", [leaf("b", 2)])])
    assert lines(combine("parts", "score", [group])) == ["round 1", "  a: 1", "  inner", "    b: 2"]
