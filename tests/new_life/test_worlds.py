"""What is left open is decided exactly if every way to fill it in is decided, and in the same way."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations, product
from random import Random

import pytest

from oasis_ref.games.base import Outcome
from tests.material import Document, judge

Told = tuple[str, list[str]]
UNSEEN = ("moss", "newt", "beetle", "rot")
"""One card of each imprint that an unseen Subterrain card can have."""


def answer(outcome: Outcome) -> Told:
    return outcome.state, outcome.winners


def together(documents: Iterable[Document]) -> tuple[Told, dict[str, tuple[int, int]]]:
    """Return the one answer that all documents give, or that it is open, and the bounds of each total."""
    outcomes = [judge(document).outcome for document in documents]
    answers = {(state, tuple(winners)) for state, winners in map(answer, outcomes)}
    state, winners = answers.pop() if len(answers) == 1 else ("undecided", ())
    bounds = {}
    for name in outcomes[0].points:
        totals = [outcome.points[name] or 0 for outcome in outcomes]
        bounds[name] = (min(totals), max(totals))
    return (state, list(winners)), bounds


def shown(document: Document) -> tuple[Told, dict[str, tuple[int, int]]]:
    """Return what the referee says of a document that leaves something open, and the bounds of each total."""
    verdict = judge(document)
    bounds = {}
    for node in verdict.tally.children:
        low, high = (node.value, node.value) if isinstance(node.value, int) else (node.low, node.high)
        assert low is not None, node.label
        assert high is not None, node.label
        bounds[node.label.removeprefix("total ")] = (low, high)
    return answer(verdict.outcome), bounds


def final_table(chance: Random) -> Document:
    """Return a sheet on which some Rest tiles are not told, all close to each other."""
    names = "ABCDE"[: chance.randint(2, 4)]
    tiles = chance.sample(range(1, len(names) + 1), len(names))
    final: Document = {}
    for name, tile in zip(names, tiles, strict=True):
        tokens = {"flora": chance.randint(0, 2), "scaled": chance.randint(0, 2)}
        final[name] = {"dial": chance.randint(58, 62), "tokens": tokens, "biome_cards": chance.randint(0, 2)}
        if chance.random() < 0.3:
            final[name]["rest_tile"] = tile
    players = [{"seat": name} for name in names]
    return {"kind": "sheet", "game": "new-life", "pack": "sample", "players": players, "final": final}


def filled_in(sheet: Document) -> Iterable[Document]:
    final = sheet["final"]
    told = {one["rest_tile"] for one in final.values() if "rest_tile" in one}
    names = [name for name, one in final.items() if "rest_tile" not in one]
    for tiles in permutations(set(range(1, len(final) + 1)) - told):
        given = {name: {**final[name], "rest_tile": tile} for name, tile in zip(names, tiles, strict=True)}
        yield {**sheet, "final": {**final, **given}}


@pytest.mark.parametrize("seed", range(25))
def test_rest_tiles_that_are_not_told(seed: int) -> None:
    sheet = final_table(Random(seed))
    assert shown(sheet) == together(filled_in(sheet))


def solo_table(chance: Random) -> Document:
    """Return a sheet of a solo game before its last Flood, with unseen cards in the AI's line."""
    biome = {"U": [chance.choice(["moss", "gecko", "spore", "snail", "-"]) for _ in range(5)]}
    line = [chance.choice(["subterrain:?", *UNSEEN]) for _ in range(chance.randint(1, 5))][:4]
    tokens = {kind: chance.randint(1, 2) for kind in ("flora", "scaled", "shelled")}
    return {
        "kind": "sheet",
        "game": "new-life",
        "pack": "sample",
        "players": [{"seat": "A"}],
        "readings": {"trophy-zero": chance.choice(["awarded", "withheld"])},
        "final": {"A": {"dial": chance.randint(35, 60), "biome": biome}},
        "ai": {"side": "standard", "tokens": tokens, "line": line},
        "before_flood": True,
    }


def seen(sheet: Document) -> Iterable[Document]:
    line = sheet["ai"]["line"]
    for cards in product(UNSEEN, repeat=line.count("subterrain:?")):
        left = iter(cards)
        full = [next(left) if card == "subterrain:?" else card for card in line]
        yield {**sheet, "ai": {**sheet["ai"], "line": full}}


@pytest.mark.parametrize("seed", range(25))
def test_unseen_cards_in_the_line_of_the_ai(seed: int) -> None:
    sheet = solo_table(Random(seed))
    assert shown(sheet) == together(seen(sheet))


def table_before_the_flood(chance: Random) -> Document:
    """Return a sheet before the last Flood that tells neither the Rest tiles nor the order of resting."""
    names = "ABC"[: chance.randint(2, 3)]
    final: Document = {}
    for name in names:
        tokens = {"flora": chance.randint(0, 1), "scaled": chance.randint(0, 1)}
        cards = [chance.choice(["moss", "gecko", "spore", "-", "-"]) for _ in range(5)]
        final[name] = {"dial": chance.randint(29, 33), "tokens": tokens, "biome": {"U": cards}}
    players = [{"seat": name} for name in names]
    document = {"kind": "sheet", "game": "new-life", "pack": "sample", "players": players, "final": final}
    return {**document, "before_flood": True}


@pytest.mark.parametrize("seed", range(15))
def test_an_order_of_resting_that_is_not_told(seed: int) -> None:
    sheet = table_before_the_flood(Random(seed))
    said, bounds = shown(sheet)
    orders = permutations(sheet["final"])
    expected, totals = together({**sheet, "rest_order": list(order)} for order in orders)
    assert said == expected
    for name, (low, high) in totals.items():
        assert bounds[name][0] <= low <= high <= bounds[name][1]
