"""Any log that fits the schema gets a verdict, however absurd, and no card is lost on the way."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

from oasis_ref.core.readings import Readings
from oasis_ref.games.new_hope.catalogue import RULES
from oasis_ref.games.new_hope.match import open_table
from oasis_ref.referee.adjudication import adjudicate
from tests.material import Document
from tests.new_hope.checking import check_conservation
from tests.new_hope.material import games, hidden, pack_named, read

WORDS = [
    "ana", "ben", "zoe", "", "?", "none", "lair", "deck", "main", "jade", "ka", "scr-travel", "mar-equip", "oasis",
    "map", "compass", "compass-step", "shield", "desert-12", "step-12", "desert-1", "desert-13", "travel:?", "unknown",
]  # fmt: skip


def absurd(value: Any, chance: Random) -> Any:
    """Return something of the same type as a value, but hardly what was meant."""
    if isinstance(value, list) and value and isinstance(value[0], str):
        cards = [*value, *chance.choices(WORDS, k=chance.randrange(3))]
        chance.shuffle(cards)
        return cards[: chance.randrange(len(cards) + 1)]
    if isinstance(value, str):
        return chance.choice(WORDS)
    if isinstance(value, int):
        return chance.choice([-7, 0, 1, 2, 13, 1000])
    return value


def spoiled(document: Document, chance: Random) -> Document:
    """Return a log in which several entries are spoiled, lost, doubled or moved."""
    moves = copy.deepcopy(document["moves"])
    for _ in range(chance.randrange(1, 8)):
        place = chance.randrange(len(moves))
        way = chance.random()
        if way < 0.6:
            fields = [name for name in moves[place] if name not in ("do", "hands", "variant", "define", "reason")]
            name = chance.choice(fields) if fields else None
            if name:
                moves[place][name] = absurd(moves[place][name], chance)
        elif way < 0.75:
            del moves[place]
        elif way < 0.9:
            moves.insert(chance.randrange(len(moves)), copy.deepcopy(moves[place]))
        else:
            moves[place]["by"] = chance.choice(["ana", "ben", "cy", "zoe"])
    for entry in moves:
        if entry["do"] in ("setup", "water", "reshuffle-companions"):
            entry.pop("by", None)
    return {**document, "moves": moves}


def logs() -> list[Document]:
    found = []
    for seed, document in enumerate(games(14)):
        chance = Random(seed)
        found.append(spoiled(document, chance))
        found.append(spoiled(hidden(document), chance))
    return found


def test_absurd_logs_get_a_verdict() -> None:
    for place, document in enumerate(logs()[::2]):
        log = read(document)
        for policy in ("void", "stop") if place % 2 else ("stand",):
            verdict = adjudicate(log, after_illegal=policy)
            assert len(verdict.entries) == len(log.moves) or verdict.stopped_at
            for finding in verdict.all_findings():
                assert finding.message


def test_no_card_is_lost_in_absurd_logs() -> None:
    for place, document in enumerate(logs()):
        log = read(document)
        table = open_table(log, Readings(RULES.readings), pack_named("sample"))
        for number, entry in enumerate(log.moves, 1):
            table.number = table.readings.number = number
            judgement = table.judge(entry)
            if judgement.void:
                continue
            table.carry_out(entry, judgement)
            try:
                check_conservation(table)
            except AssertionError as error:
                raise AssertionError(f"log {place}, entry {number}: {entry}") from error
            table.trail.clear()
            table.notes.clear()
        table.view()
        table.close()
        table.outcome(table.tally())
