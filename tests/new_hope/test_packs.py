"""Packs are held against the published facts."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from oasis_ref.games.new_hope.moves import Pack
from tests.new_hope.material import GAME, pack_named


def issues(pack: Pack, level: str = "error") -> list[tuple[str, str]]:
    return [(issue.slug, issue.where) for issue in GAME.check_pack(pack) if issue.level == level]


@pytest.mark.parametrize("name", ["sample", "box"])
def test_the_packs_that_come_with_the_game_are_right(name: str) -> None:
    assert issues(pack_named(name)) == []
    assert issues(pack_named(name), "warning") == []


def test_the_box_says_what_is_not_known() -> None:
    assert issues(pack_named("box"), "note") == [
        ("unknown", "/desert"),
        ("unknown", "/step"),
        *[("unknown", f"/companions/{place}") for place in range(4)],
    ]
    assert pack_named("sample").made_up
    assert not pack_named("box").made_up


def test_a_new_pack_can_be_read_and_filled_in() -> None:
    pack = msgspec.json.decode(GAME.new_pack("mine"), type=Pack)
    assert pack.name == "mine"
    assert issues(pack) == []


def changed(**fields: Any) -> Pack:
    data = {**msgspec.to_builtins(pack_named("sample")), **fields}
    return msgspec.convert(data, Pack)


def companions(**changes: dict[str, Any]) -> list[dict[str, Any]]:
    known = msgspec.to_builtins(pack_named("sample"))["companions"]
    return [{**one, **changes.get(one["id"], {})} for one in known]


DESERTS = {str(number): 5 if number == 1 else 4 for number in range(12, 0, -1)}


STEPS = {"12": 3, "11": 3, "10": 3, "9": 3, "8": 2, "7": 2, "6": 2}
PILES = {
    "compass": {"copies": 9, "price": 2},
    "shield": {"copies": 5, "price": 2},
    "map": {"copies": 2, "price": 3},
}


def of_clans(**copies: int) -> Pack:
    """Return a pack with one base Companion of each clan, so many copies of each."""
    banners = {"explorers": "explore", "scrappers": "recycle", "marauders": "pillage"}
    base = [
        {"id": f"{clan}-one", "clan": clan, "actions": [banners[clan], "recruit"], "highlighted": 1, "copies": number}
        for clan, number in copies.items()
    ]
    return changed(companions=[*base, *companions()[-3:]])


@pytest.mark.parametrize(
    ("pack", "expected"),
    [
        (changed(step={**STEPS, "12": 4}), [("rec-copies", "/step")]),
        (changed(step={**STEPS, "6": 0, "7": 4}), [("rec-copies", "/step")]),
        (changed(step={**STEPS, "5": 1, "6": 1}), [("rec-no-such-card", "/step/5")]),
        (changed(equipment={**PILES, "compass": {"copies": 8, "price": 2}}), [("rec-copies", "/equipment/compass")]),
        (changed(equipment={**PILES, "map": {"copies": 2, "price": 2}}), [("rec-copies", "/equipment/map")]),
        (changed(equipment={name: PILES[name] for name in ("compass", "map")}), [("rec-copies", "/equipment/shield")]),
        (
            changed(equipment={**PILES, "rope": {"copies": 1, "price": 1}}),
            [("rec-no-such-card", "/equipment/rope")],
        ),
        (
            changed(companions=[*companions(ka={"copies": 3}), {**companions()[-1], "id": "kb", "copies": 1}]),
            [("rec-definition", "/companions/15")],
        ),
        (of_clans(explorers=1, scrappers=25, marauders=1), []),
        (of_clans(explorers=23, scrappers=3, marauders=1), []),
        (of_clans(explorers=20, scrappers=2, marauders=5), [("rec-copies", "/companions")]),
        (of_clans(explorers=22, scrappers=5), [("rec-copies", "/companions")]),
        (of_clans(scrappers=22, marauders=5), [("rec-copies", "/companions")]),
        (changed(desert={**DESERTS, "1": 4}), [("rec-copies", "/desert")]),
        (changed(desert={**DESERTS, "13": 1, "1": 4}), [("rec-no-such-card", "/desert/13")]),
        (changed(desert={**DESERTS, "12": 0, "1": 9}), [("rec-copies", "/desert")]),
        (changed(oasis=3), [("rec-copies", "/oasis")]),
        (changed(companions=companions(jade={"copies": 4})), [("rec-copies", "/companions")]),
        (
            changed(companions=companions(jade={"actions": ["travel", "explore"]})),
            [("rec-definition", "/companions/0")],
        ),
        (
            changed(companions=[*companions(), companions()[1]]),
            [("rec-definition", "/companions/15"), ("rec-copies", "/companions")],
        ),
        (changed(companions=companions(ka={"copies": 5})), [("rec-copies", "/companions")]),
        (
            changed(companions=companions(**{"exp-equip": {"actions": ["explore", "swindle"]}})),
            [("rec-definition", "/companions/1")],
        ),
        (
            changed(companions=companions(**{"exp-equip": {"actions": ["improved-equip", "explore"]}})),
            [("rec-definition", "/companions/1")],
        ),
    ],
)
def test_what_contradicts_the_published_facts_is_told(pack: Pack, expected: list[tuple[str, str]]) -> None:
    assert issues(pack) == expected


def test_a_banner_that_fits_only_one_reading_is_a_warning() -> None:
    turned = companions(**{"exp-equip": {"actions": ["improved-equip", "explore"], "highlighted": 2}})
    pack = changed(companions=turned)
    assert issues(pack) == []
    assert issues(pack, "warning") == [("rec-definition", "/companions/1")]


def test_a_pack_is_drawn_within_80_columns() -> None:
    for name in ("sample", "box"):
        for line in GAME.show_pack(pack_named(name)).lines:
            assert sum(len(text) for text, _ in line) <= 80
