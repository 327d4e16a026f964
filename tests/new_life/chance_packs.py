"""Packs of New Life made up by chance, so that games are played in which every kind of card and board occurs."""

from __future__ import annotations

import copy
from random import Random

from tests.material import Document

TYPES = ("flora", "scaled", "shelled")
LIFEFORMS = (*TYPES, "furred", "winged", "finned")
STEPS = ("play", "cycle", "discard", "points", "tokens", "draw")


def chance_pack(seed: int, sample: Document) -> Document:
    """Return a whole pack: the sample's cards with other values, requirements and actions, another board."""
    chance, pack = Random(seed), copy.deepcopy(sample)
    pack["board"] = _board(chance)
    pack["imprint_board"]["rows"] = [chance.randint(0, 6), 6, chance.randint(0, 12), chance.randint(0, 20)]
    retained = sorted([2, *(chance.randint(0, 2) for _ in range(4))], reverse=True)
    points = [chance.randint(0, 5), chance.randint(0, 5), 2, chance.randint(0, 5), chance.randint(0, 5)]
    pack["rest_tiles"] = [{"retain": one, "points": other} for one, other in zip(retained, points, strict=True)]
    flora, scaled = chance.randint(6, 18), chance.randint(6, 18)
    pack["tokens"] = {"flora": flora, "scaled": scaled, "shelled": 51 - flora - scaled}
    pack["solo"]["advanced"] = {
        "cells": {imprint: [chance.randint(3, 15) for _ in range(3)] for imprint in TYPES},
        "rows": [chance.randint(0, 9) for _ in range(3)],
        "columns": {imprint: chance.randint(0, 5) for imprint in TYPES},
    }
    pack["cards"] = [_card(chance, card) for card in pack["cards"]]
    return {**pack, "name": f"chance-{seed}"}


def _board(chance: Random) -> Document:
    number = chance.choice([3, 5, 5, 7])
    spaces = [None, *range(1, number + 1)]
    surface = [[chance.randint(1, number), chance.choice(spaces), chance.choice(spaces)] for _ in range(number - 1)]
    return {"subterrain": number, "wild": (number + 1) // 2, "surface": surface}


def _card(chance: Random, card: Document) -> Document:
    changed: Document = {
        **{field: card[field] for field in ("id", "deck", "count", "element", "imprint") if field in card},
        "scores": {when: _gain(chance) for when in ("play", "cycle", "rest", "flood") if chance.random() < 0.35},
        "action": [_step(chance) for _ in range(chance.choice([0, 1, 1, 2, 3]))],
    }
    if card["deck"] == "surface":
        changed["imprint"] = chance.choice(LIFEFORMS)
        changed["needs"] = [chance.choice([None, None, *TYPES]) for _ in range(chance.randint(0, 3))]
    return changed


def _gain(chance: Random) -> Document:
    tokens = {imprint: chance.randint(1, 2) for imprint in chance.sample(TYPES, chance.choice([0, 0, 1, 2]))}
    return {"points": chance.choice([0, 1, 2, 3, 4]), "tokens": tokens}


def _step(chance: Random) -> Document:
    step: Document = {"do": chance.choice(STEPS), "cost": chance.random() < 0.3}
    narrow = chance.random() < 0.3
    match step["do"]:
        case "points":
            step["points"] = chance.randint(1, 4)
        case "tokens":
            step["tokens"] = {chance.choice(TYPES): chance.randint(1, 2)}
        case "draw":
            step["cards"] = chance.randint(1, 3)
    if narrow and step["do"] in ("discard", "draw"):
        step["deck"] = chance.choice(["surface", "subterrain"])
    elif narrow and step["do"] in ("play", "cycle"):
        step["spaces"] = chance.choice("SU")
    elif step["do"] == "play" and chance.random() < 0.3:
        step["from"] = chance.choice(["hand", "migration"])
    return step
