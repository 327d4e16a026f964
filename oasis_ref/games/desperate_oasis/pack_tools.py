"""Checking and drawing a pack of Desperate Oasis, and a template to write one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from oasis_ref.games.base import PackIssue, Span, View
from oasis_ref.games.desperate_oasis.board import KINDS
from oasis_ref.games.desperate_oasis.moves import Oasis, Pack
from oasis_ref.games.desperate_oasis.table import as_oases

CARDS_IN_BOX = 45
MOST_ANIMALS = 30
LEAST_OASES = 15
LEAST_COPIES = {"jackal": 3, "camel": 3, "chameleon": 2}


def check_pack(pack: Pack) -> Iterator[PackIssue]:
    """Yield what cannot be right about a pack, and what is missing in it (rulebook, Components)."""
    yield from _check_animals(pack)
    if isinstance(pack.oases, str):
        if pack.oases != "unknown":
            yield PackIssue("oases", "error", "oases", f"{pack.oases!r} is neither a list nor `unknown`")
        yield PackIssue("oases", "note", "oases", "the oases are unknown: each log gives those that were dealt")
    elif len(pack.oases) < LEAST_OASES:
        yield PackIssue(
            "oases",
            "error",
            "oases",
            f"{len(pack.oases)} oases are listed; three rounds of five need at least {LEAST_OASES}",
        )
    if not isinstance(pack.animals, str) and not isinstance(pack.oases, str):
        total = sum(pack.animals.values()) + len(pack.oases)
        if total > CARDS_IN_BOX:
            yield PackIssue(
                "cards", "error", "animals", f"animals and oases make {total} cards; the box has {CARDS_IN_BOX}"
            )


def _check_animals(pack: Pack) -> Iterator[PackIssue]:
    if isinstance(pack.animals, str):
        yield PackIssue(
            "animals", "note", "animals", "the copies of each animal are unknown: only their bounds are judged"
        )
        bounds = pack.animals_total or {}
        least, most = bounds.get("min", 12), bounds.get("max", MOST_ANIMALS)
        if not 12 <= least <= most <= MOST_ANIMALS:
            yield PackIssue(
                "animals",
                "error",
                "animals_total",
                f"{least} to {most} animals are given; there are between 12 and {MOST_ANIMALS}",
            )
        return
    for kind in pack.animals:
        if kind not in KINDS:
            yield PackIssue("animals", "error", f"animals/{kind}", f"there is no animal {kind}")
    for kind in KINDS:
        count, least = pack.animals.get(kind, 0), LEAST_COPIES.get(kind, 1)
        if count < least:
            yield PackIssue(
                "animals", "error", f"animals/{kind}", f"{count} cards {kind} are given; there are at least {least}"
            )
    total = sum(pack.animals.values())
    if total > MOST_ANIMALS:
        yield PackIssue("animals", "error", "animals", f"{total} animals are given; there are at most {MOST_ANIMALS}")


def new_pack(name: str) -> str:
    """Return a pack to be filled in, with the kinds listed and everything unknown."""
    template = {
        "$schema": "schemas/desperate-oasis.pack.schema.json",
        "kind": "pack",
        "game": "desperate-oasis",
        "name": name,
        "made_up": False,
        "about": (
            'Count the cards of your box and replace `unknown` by a map such as {"scorpion": 4, ...}; '
            'list the oases as {"value": 3, "portal": true}, or a bare number for a plain one.'
        ),
        "animals": "unknown",
        "animals_total": {"min": 12, "max": MOST_ANIMALS},
        "oases": "unknown",
    }
    return json.dumps(template, indent=2) + "\n"


def show_pack(pack: Pack) -> View:
    """Return the cards of a pack as lines and data."""
    lines: list[list[Span]] = []
    if isinstance(pack.animals, str):
        bounds = pack.animals_total or {}
        lines.append(
            [
                ("Animals: copies unknown", ""),
                (f", {bounds.get('min', 12)} to {bounds.get('max', 30)} in all" if bounds else "", ""),
            ]
        )
    else:
        lines.append([(f"Animals: {sum(pack.animals.values())}", "heading")])
        lines += [[(f"  {kind.ljust(10)} {count}", "")] for kind, count in pack.animals.items()]
    if isinstance(pack.oases, str):
        lines.append([("Oases: unknown; a log gives those that were dealt", "")])
    else:
        oases = as_oases(pack.oases)
        lines.append([(f"Oases: {len(oases)}", "heading")])
        lines.append([(f"  plain  {_values(oases, False)}", "")])
        lines.append([(f"  portal {_values(oases, True)}", "accent")])
    return View(
        lines,
        {
            "animals": pack.animals,
            "oases": pack.oases if isinstance(pack.oases, str) else [_plain(oasis) for oasis in as_oases(pack.oases)],
        },
    )


def _values(oases: Sequence[Oasis], portal: bool) -> str:
    return ", ".join(str(value) for value in sorted(oasis.value for oasis in oases if oasis.portal == portal)) or "none"


def _plain(oasis: Oasis) -> dict[str, Any]:
    return {"value": oasis.value, "portal": oasis.portal}
