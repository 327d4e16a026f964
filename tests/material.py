"""The recorded games that the tests judge: the cases, the whole games, and simulated ones."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from oasis_ref.games import GAMES
from oasis_ref.games import game as game_of
from oasis_ref.games.simulating import NoGame
from oasis_ref.record.reading import read_log, read_sheet
from oasis_ref.record.verdict import Verdict
from oasis_ref.referee.adjudication import adjudicate, score_sheet
from oasis_ref.referee.settings import pack_for

FIXTURES = Path(__file__).parents[1] / "fixtures"
ALL_GAMES = sorted(GAMES)

Document = dict[str, Any]


def case_files(game: str = "*") -> list[Path]:
    return sorted(FIXTURES.glob(f"{game}/cases/*.json"))


def game_files(game: str = "*") -> list[Path]:
    return sorted(FIXTURES.glob(f"{game}/games/*.json"))


def build(case: Document, attempt: Document) -> tuple[Document, int]:
    """Return the document that a try of a case stands for, and how many of its entries were given before."""
    log = {**case["log"], **attempt.get("log", {})}
    log["readings"] = {**case["log"].get("readings", {}), **attempt.get("readings", {})}
    if "sheet" in attempt:
        return {"kind": "sheet", **log, **attempt["sheet"]}, 0
    given: list[Document] = attempt["given"] if "given" in attempt else case.get("given", [])
    return {**log, "moves": [*given, *attempt["moves"]]}, len(given)


@cache
def cases(game: str) -> list[Document]:
    return [dict(json.loads(path.read_text(encoding="utf-8"))) for path in case_files(game)]


def tries(game: str) -> list[tuple[str, Document, Document, str]]:
    """Return name, document, try and policy of every try of every case of a game."""
    found = []
    for case in cases(game):
        for letter, attempt in case["tries"].items():
            document, _ = build(case, attempt)
            policy = attempt.get("policy", case.get("policy", "stand"))
            found.append((f"{case['case']} {letter}", document, attempt, policy))
    return found


def whole_games(game: str) -> list[tuple[str, Document]]:
    return [(path.stem, json.loads(path.read_text(encoding="utf-8"))) for path in game_files(game)]


def judge(document: Document, policy: Any = "stand") -> Verdict:
    """Return the verdict on a log or a sheet given as plain data."""
    raw = json.dumps(document).encode()
    if document.get("kind") == "sheet":
        return score_sheet(read_sheet(raw))
    return adjudicate(read_log(raw), after_illegal=policy)


@cache
def fixture_verdicts(game: str) -> list[tuple[str, Verdict]]:
    """Return the verdict on every try of every case and on every whole game."""
    found = [(name, judge(document, policy)) for name, document, _, policy in tries(game)]
    return found + [(name, judge(document)) for name, document in whole_games(game)]


SIMULATED = 200
"""How many simulated games are judged of each game."""


@cache
def playable_packs(game: str) -> list[Any]:
    """Return the packs of a game that leave nothing open which a simulation needs."""
    offer, found = game_of(game), []
    for name in offer.packs:
        pack = pack_for(offer, None, name)[0]
        with suppress(NoGame):
            offer.simulate(0, offer.least_players, pack, {}, {})
            found.append(pack)
    return found


@cache
def simulated(game: str) -> list[Document]:
    """Return random legal games as log documents: for every number of players and every pack that will do in turn."""
    offer = game_of(game)
    counts = range(offer.least_players, offer.most_players + 1)
    packs = playable_packs(game)
    return [
        offer.simulate(seed, counts[seed % len(counts)], packs[seed // len(counts) % len(packs)], {}, {})
        for seed in range(SIMULATED)
    ]


@cache
def simulated_verdicts(game: str) -> list[tuple[Document, Verdict]]:
    return [(document, judge(document)) for document in simulated(game)]
