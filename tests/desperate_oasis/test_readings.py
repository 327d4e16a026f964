"""Games played by other readings: legal ones stay legal, however little of them is written down."""

from __future__ import annotations

import json
from random import Random

import msgspec
import pytest

from oasis_ref.games import game as game_of
from oasis_ref.record.reading import read_log
from oasis_ref.referee.settings import pack_for
from tests.material import Document, judge

GAME = game_of("desperate-oasis")
READINGS = GAME.catalogue.readings
PACKS = [pack_for(GAME, None, name)[0] for name in GAME.packs]
OPTIONS = [
    (slug, option) for slug, reading in READINGS.items() for option in reading.options if option != reading.default
]


def some_readings(seed: int) -> dict[str, str]:
    chance = Random(seed)
    return {slug: chance.choice(list(reading.options)) for slug, reading in READINGS.items() if chance.random() < 0.6}


CHOICES = [{slug: option} for slug, option in OPTIONS] + [some_readings(seed) for seed in range(30)]
NAMES = [option for _, option in OPTIONS] + [f"some-{seed}" for seed in range(30)]


def hidden(document: Document) -> Document:
    found: Document = msgspec.to_builtins(GAME.hide(read_log(json.dumps(document).encode())))
    return found


def bare(document: Document) -> Document:
    """Return a hidden record without draws and without the size of the deck."""
    moves = [
        {name: value for name, value in entry.items() if name != "deck_size"}
        for entry in document["moves"]
        if entry["do"] != "draw"
    ]
    return {**document, "moves": moves}


@pytest.mark.parametrize("number", range(len(CHOICES)), ids=NAMES)
def test_a_legal_game_stays_legal_however_little_is_written_down(number: int) -> None:
    document = GAME.simulate(number, 2, PACKS[number % len(PACKS)], CHOICES[number], {})
    assert judge(document).status == "clean"
    for record in (hidden(document), bare(hidden(document))):
        findings = judge(record).all_findings()
        assert [finding.message for finding in findings if finding.status != "unverifiable"] == []
