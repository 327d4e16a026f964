"""A template of a pack of New Life, to be filled in with the physical game at hand."""

from __future__ import annotations

import json
from typing import Any

from oasis_ref.games.new_life.facts import COLUMN_HEIGHT, ELEMENTS, TYPES, UNKNOWN

ABOUT = (
    "Type what is printed on your copy and leave unknown what you cannot see. "
    "board: subterrain is the number of Subterrain spaces, wild the centre one of them; surface has one list for each "
    "Surface space from the left: the Subterrain spaces that positions 1, 2, ... of a pattern refer to, null for a "
    "position beside the board, for example [[1, 2], [2, 3]]. "
    "imprint_board: what each full row pays, the top one first. rest_tiles: tile 1 first. tokens: how many there are. "
    "solo: cells are the three points of each column from the top, rows and columns what a full one pays. "
    "cards: one line for each different card, with its count; id is what you will write in a record: small letters, "
    "digits and hyphens. imprint: flora, scaled, shelled, furred, winged, finned or decay. "
    "needs (Surface cards only): what positions 1, 2, ... of the pattern require, flora, scaled, shelled or null; [] "
    "if nothing. "
    "scores: what the card pays at play, cycle (when cycled out), rest and flood, each points, tokens or both; {} if "
    "nothing. "
    'action: the steps of the immediate action as printed, [] if there is none. {"do": "play"}, "cycle" and "discard" '
    'are one card each; {"do": "draw", "cards": 2}; {"do": "points", "points": 3}; {"do": "tokens", "tokens": '
    '{"flora": 1}}; anything else is {"do": "other", "text": "what the card says"}. A step may have "cost": true if '
    'all later steps need it, and limits: "spaces": "S" or "U" (play, cycle), "deck": "surface" or "subterrain" '
    '(discard, draw), "from": "hand" or "migration" (play). '
    "The two cards example-... are invented and show these forms: delete them and set made_up to false when you have "
    "typed your own, and replace this text by where the figures come from."
)
EXAMPLES: tuple[dict[str, Any], ...] = (
    {
        "id": "example-surface",
        "deck": "surface",
        "name": "Example",
        "imprint": "winged",
        "count": 2,
        "needs": ["scaled", None, "flora"],
        "scores": {"play": {"points": 3}, "cycle": {"points": 1, "tokens": {"shelled": 1}}},
        "action": [{"do": "cycle", "spaces": "U"}, {"do": "draw", "cards": 2, "deck": "surface"}],
    },
    {
        "id": "example-subterrain",
        "deck": "subterrain",
        "imprint": "decay",
        "count": 3,
        "scores": {"rest": {"points": 1}, "flood": {"tokens": {"flora": 1}}},
        "action": [{"do": "discard", "cost": True}, {"do": "points", "points": 3}],
    },
)
"""Invented cards that show how one is written."""


def new(name: str) -> str:
    """Return the text of a pack of that name, to be filled in card by card with the physical game at hand."""
    unknown_tile = {"retain": UNKNOWN, "points": UNKNOWN}
    column = [UNKNOWN] * 3
    chart = {"cells": dict.fromkeys(TYPES, column), "rows": column, "columns": dict.fromkeys(TYPES, UNKNOWN)}
    head: dict[str, Any] = {
        "$schema": "schemas/new-life.pack.schema.json",
        "kind": "pack",
        "game": "new-life",
        "name": name,
        "made_up": True,
        "about": ABOUT,
        "board": {"subterrain": UNKNOWN, "wild": UNKNOWN, "surface": UNKNOWN},
        "imprint_board": {"rows": [UNKNOWN, 6, UNKNOWN, UNKNOWN], "column": 5, "spaces": COLUMN_HEIGHT},
        "rest_tiles": [
            {"retain": 2, "points": UNKNOWN},
            unknown_tile,
            {"retain": UNKNOWN, "points": 2},
            unknown_tile,
            unknown_tile,
        ],
        "tokens": dict.fromkeys(TYPES, UNKNOWN),
        "solo": {"standard": chart, "advanced": chart},
    }
    cards = [
        *EXAMPLES,
        *(
            _blank(f"{element}-{letter}", "starter", element=element, count=1)
            for element in ELEMENTS
            for letter in "abc"
        ),
        _blank("subterrain-1", "subterrain"),
        _blank("surface-1", "surface", name=UNKNOWN, needs=UNKNOWN),
    ]
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
    listed = ",\n".join(f"    {json.dumps(card)}" for card in cards)
    return "\n".join(["{", *lines, '  "cards": [', listed, "  ]", "}", ""])


def _blank(card: str, deck: str, **known: Any) -> dict[str, Any]:
    fields = ["id", "deck", "element", "name", "imprint", "count", "needs", "scores", "action"]
    values = {"id": card, "deck": deck, **dict.fromkeys(("imprint", "count", "scores", "action"), UNKNOWN), **known}
    return {field: values[field] for field in fields if field in values}
