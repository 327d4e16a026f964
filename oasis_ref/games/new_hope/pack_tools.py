"""Checking, drawing and starting a pack."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from oasis_ref.games.base import PackIssue, Span, View
from oasis_ref.games.new_hope.cards import (
    BASE_TOTAL,
    CLANS,
    DESERT_CARDS,
    DESERTS,
    OASES,
    SPECIALIST_TOTAL,
    SPECIALISTS,
    STEP_CARDS,
    STEPS,
    banner,
    is_specialist,
)
from oasis_ref.games.new_hope.definitions import LEAST_OF_A_CLAN, MOST_OF_A_CLAN, fault
from oasis_ref.games.new_hope.moves import Companion, Pack

PRINTED = {"compass": (9, 2), "shield": (5, 2), "map": (2, 3)}


def _error(slug: str, where: str, message: str) -> PackIssue:
    return PackIssue(slug, "error", where, message)


def check_pack(pack: Pack) -> Iterator[PackIssue]:
    """Yield what contradicts the published facts, and what the pack leaves open."""
    yield from _check_spread("desert", pack.desert, DESERT_CARDS, DESERTS)
    yield from _check_spread("step", pack.step, STEP_CARDS, STEPS)
    if pack.oasis != OASES:
        yield _error("rec-copies", "/oasis", f"There are 2 Oasis cards, not {pack.oasis}.")
    for item, (copies, price) in PRINTED.items():
        given = pack.equipment.get(item)
        if given is None or (given.copies, given.price) != (copies, price):
            yield _error("rec-copies", f"/equipment/{item}", f"There are {copies} of {item} at a price of {price}.")
    for item in sorted(set(pack.equipment) - set(PRINTED)):
        yield _error("rec-no-such-card", f"/equipment/{item}", f"There is no Equipment {item}.")
    yield from _check_companions(pack.companions)


def _check_spread(kind: str, spread: Any, cards: tuple[str, ...], total: int) -> Iterator[PackIssue]:
    if isinstance(spread, str):
        yield PackIssue(
            "unknown", "note", f"/{kind}", f"How the {total} {kind} cards are spread over the numbers is not known."
        )
        return
    numbers = [card.split("-")[1] for card in cards]
    for number in spread:
        if number not in numbers:
            yield _error("rec-no-such-card", f"/{kind}/{number}", f"There is no {kind}-{number}.")
    for number in numbers:
        if spread.get(number, 0) < 1:
            yield _error("rec-copies", f"/{kind}", f"Each number of the range exists: {kind}-{number} needs a copy.")
    found = sum(spread.values())
    if found != total:
        yield _error("rec-copies", f"/{kind}", f"The {kind} cards add up to {found}, not {total}.")


def _check_companions(companions: list[Companion]) -> Iterator[PackIssue]:
    seen: set[str] = set()
    for place, companion in enumerate(companions):
        where = f"/companions/{place}"
        if companion.id in seen:
            yield _error("rec-definition", where, f"{companion.id} is defined twice.")
        seen.add(companion.id)
        why = fault(companion, "as-printed")
        if why:
            yield _error("rec-definition", where, f"{companion.id}: {why}.")
        elif fault(companion, "top"):
            yield PackIssue(
                "rec-definition", "warning", where, f"{companion.id} does not fit the reading highlighted=top."
            )
        if companion.copies == "unknown" or "unknown" in banner(companion):
            yield PackIssue("unknown", "note", where, f"Not everything about {companion.id} is known.")
    for special, total in ((False, BASE_TOTAL), (True, SPECIALIST_TOTAL)):
        yield from _check_total([one for one in companions if is_specialist(one) is special], special, total)


def _check_total(members: list[Companion], special: bool, total: int) -> Iterator[PackIssue]:
    known = [one.copies for one in members if isinstance(one.copies, int)]
    found = sum(known)
    what = "Specialists" if special else "base Companions"
    complete = False
    if any(copies < 1 for copies in known):
        yield _error("rec-copies", "/companions", f"Each of the {what} has at least one copy.")
    if len(known) == len(members) and members and (special or known):
        complete = found == total and all(one.clan in CLANS for one in members)
        if found != total:
            yield _error("rec-copies", "/companions", f"The {what} add up to {found}, not {total}.")
    elif found + len(members) - len(known) > total:
        yield _error("rec-copies", "/companions", f"The {what} would be more than {total}.")
    if not special:
        for clan in CLANS:
            yield from _check_clan(clan, [one for one in members if one.clan == clan], complete)


def _check_clan(clan: str, members: list[Companion], complete: bool) -> Iterator[PackIssue]:
    """Yield what is wrong with the size of a clan; ``complete`` says that all base Companions are in the pack."""
    size = sum(one.copies for one in members if isinstance(one.copies, int))
    least, most = LEAST_OF_A_CLAN[clan], MOST_OF_A_CLAN[clan]
    if size > most:
        yield _error("rec-copies", "/companions", f"The {clan} would be {size}, but {most} at most can exist.")
    elif complete and size < least:
        yield _error("rec-copies", "/companions", f"The {clan} would be {size}, but there are at least {least}.")


def show_pack(pack: Pack) -> View:
    """Return the pack as lines to draw and as data."""
    lines: list[list[Span]] = [
        [(f"OASIS New Hope, pack {pack.name}{' (made up)' if pack.made_up else ''}"[:80], "heading")]
    ]
    for kind, spread, cards in (("Deserts", pack.desert, DESERT_CARDS), ("Steps", pack.step, STEP_CARDS)):
        lines.append([(f"{kind:9}", ""), *_spread(spread, cards)])
    lines.append([(f"{'Oases':9}{pack.oasis}", "")])
    for item, given in sorted(pack.equipment.items()):
        lines.append([(f"{item[:8]:9}{given.copies} at a price of {given.price}", "")])
    for companion in pack.companions:
        first, second = banner(companion)
        text = f"{companion.copies!s:>8} x {companion.id[:20]:21}{companion.clan[:10]:11}{first}, {second}"
        style = f"type-{CLANS.index(companion.clan) + 1}" if companion.clan in CLANS else "unknown"
        lines.append([(text[:80], style)])
    counts = {"companions": {one.id: one.copies for one in pack.companions}, "made_up": pack.made_up}
    return View(lines, {"name": pack.name, **counts})


def _spread(spread: Mapping[str, int] | str, cards: tuple[str, ...]) -> list[Span]:
    if isinstance(spread, str):
        return [("spread not known", "unknown")]
    return [(" ".join(f"{card.split('-')[1]}:{spread.get(card.split('-')[1], 0)}" for card in cards)[:70], "")]


def new_pack(name: str) -> str:
    """Return the text of a pack to be filled in."""
    open_facts = {"clan": "unknown", "actions": "unknown", "highlighted": "unknown", "copies": "unknown"}
    jade = {"clan": "explorers", "actions": ["explore", "travel"], "highlighted": 1, "copies": "unknown"}
    companions: list[dict[str, Any]] = [{"id": "jade", "name": "Jade", "set": "base", **jade}]
    companions += [{"id": one, "set": "specialist", **open_facts} for one in SPECIALISTS]
    document = {
        "$schema": "schemas/new-hope.pack.schema.json",
        "kind": "pack",
        "game": "new-hope",
        "name": name,
        "made_up": False,
        "about": "Where the figures come from.",
        "desert": "unknown",
        "step": "unknown",
        "oasis": OASES,
        "equipment": {item: {"copies": copies, "price": price} for item, (copies, price) in PRINTED.items()},
        "companions": companions,
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
