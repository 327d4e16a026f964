"""What the options name is what the judge allows, and what a plain look at the board allows."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from oasis_ref.games.oasis.match import Match
from oasis_ref.games.oasis.moves import Bonus, Camels, Offer, Place, Reshuffle, Setup, Unplayable
from tests.oasis.material import Document, open_table, read, simulated, step
from tests.oasis.slips import may_start, others_touch, plain_squares, touching
from tests.planting import Clean

GAMES = 100


def legal_options(table: Match, number: int) -> list[Any]:
    table.number = table.readings.number = number
    return [option for option in table.candidates() if not table.judge(option).findings]


def plainly_legal(clean: Clean, data: Any, seat: str, kind: str) -> set[str]:
    """Return the squares on which a tile may lie, by looking at them one by one."""
    found = set()
    for square in plain_squares(clean, data):
        own = len(touching(data, seat, kind, square))
        if not others_touch(data, seat, kind, square) and own < 2 and (own or may_start(clean, kind, square)):
            found.add(square)
    return found


def after(table: Match, entry: Any) -> Any:
    twin = table.copy()
    twin.carry_out(entry, twin.judge(entry))
    return twin.view().data


def check(document: Document, chance: Random) -> None:
    clean, table = Clean(document), open_table(document)
    moves = read(document).moves
    wanted = set(chance.sample(range(2, len(moves) + 1), 4))
    for number, entry in enumerate(moves, 1):
        if number in wanted and not isinstance(entry, Setup | Reshuffle):
            options = legal_options(table, number)
            alike = [option for option in options if type(option) is type(entry)]
            result = after(table, entry)
            assert any(after(table, option) == result for option in alike), (number, entry)
            check_tiles(clean, table, entry, options)
            for option in chance.sample(options, min(3, len(options))):
                twin = table.copy()
                assert not twin.judge(option).findings
        step(table, number, entry)


def check_tiles(clean: Clean, table: Match, entry: Any, options: list[Any]) -> None:
    data = table.view().data
    if isinstance(entry, Place | Unplayable):
        told = {option.square for option in options if isinstance(option, Place) and option.tile == entry.tile}
        assert told == plainly_legal(clean, data, entry.by, entry.tile)
        unplayable = any(isinstance(option, Unplayable) and option.tile == entry.tile for option in options)
        assert unplayable == (not told)
    if isinstance(entry, Bonus):
        for kind, left in data["tile_piles"].items():
            acts = {option.square for option in options if isinstance(option, Bonus) and option.tile == kind}
            assert acts == (plainly_legal(clean, data, entry.by, kind) if left else set())


@pytest.mark.parametrize("start", range(0, GAMES, 10))
def test_the_options_agree_with_the_judge_and_with_a_plain_look_at_the_board(start: int) -> None:
    for seed in range(start, start + 10):
        check(simulated(seed, small=seed % 3 > 0), Random(seed))


def test_camels_are_offered_in_groups_and_scattered_and_never_where_they_cannot_stand() -> None:
    document = simulated(4)
    table = open_table(document)
    seen = 0
    for number, entry in enumerate(read(document).moves, 1):
        if isinstance(entry, Camels):
            options = [option for option in table.candidates() if isinstance(option, Camels)]
            assert options
            for option in options:
                table.number = table.readings.number = number
                assert not table.judge(option).findings
            seen += 1
        step(table, number, entry)
    assert seen > 3


def test_offers_of_hidden_stacks_are_unread_cards() -> None:
    table = open_table(simulated(0))
    step(table, 1, Setup(counters={"A": 1, "B": 2, "C": 3}))
    assert list(table.candidates()) == [Offer(by="A", cards=["?"] * size) for size in (1, 2, 3)]
