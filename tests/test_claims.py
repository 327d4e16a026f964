"""A claimed result is compared with what was counted, also where not everything can be told."""

from __future__ import annotations

import json

from oasis_ref.record.reading import read_log, read_sheet
from oasis_ref.record.verdict import Claim
from oasis_ref.referee.adjudication import adjudicate, score_sheet
from tests.material import Document

NOTHING = {"camels": 0, "commodity": 0, "oasis": 0, "well": 0, "steppe": 0, "horse": 0, "stony": 0, "ovoo": 0}
FORTY = {**NOTHING, "camels": 4, "commodity": 10}
FOUR_TO_FORTY = {**NOTHING, "camels": 2, "commodity": 2, "oasis": 3, "well": None}
"""Of 12 wells nobody knows how many: 2 x 2 points, and 0 to 3 x 12."""


def claim_on(final: Document, result: Document) -> Claim:
    """Return what is said of a claim on a sheet of Oasis."""
    players = [{"seat": seat} for seat in final]
    sheet = {"kind": "sheet", "game": "oasis", "players": players, "final": final, "result": result}
    claim = score_sheet(read_sheet(json.dumps(sheet).encode())).claim
    assert claim is not None
    return claim


def test_a_seat_that_is_behind_whatever_is_not_known_cannot_have_won() -> None:
    table = {"A": FOUR_TO_FORTY, "B": FORTY, "C": NOTHING}
    claim = claim_on(table, {"winners": ["C"]})
    assert claim.agrees is False
    assert claim.differences == ["winner: claimed C, but C cannot have won"]
    assert claim_on(table, {"winners": ["B"]}).agrees is None
    assert claim_on(table, {"winners": ["A"]}).agrees is None


def test_somebody_who_does_not_play_cannot_have_won() -> None:
    claim = claim_on({"A": FOUR_TO_FORTY, "B": FORTY, "C": NOTHING}, {"winners": ["zoe"]})
    assert claim.differences == ["winner: claimed zoe, but the seats are A, B, C"]


def test_points_outside_the_bounds_differ() -> None:
    table = {"A": FOUR_TO_FORTY, "B": FORTY, "C": NOTHING}
    assert claim_on(table, {"points": {"A": 41}}).differences == ["A: claimed 41, counted at most 40"]
    assert claim_on(table, {"points": {"A": 3}}).differences == ["A: claimed 3, counted at least 4"]
    assert claim_on(table, {"points": {"A": 7, "C": 0}}).agrees is None
    assert claim_on(table, {"points": {"B": 40, "C": 0}}).agrees is True


def tied(result: Document) -> Claim:
    """Return what is said of a claim on a game of New Hope that ends with ana and ben tied, and cy behind."""
    to_five = [f"desert-{number}" for number in range(12, 4, -1)]
    position = {
        "ruins": ["oasis", "desert-9", "desert-3", *["?"] * 33],
        "lair": ["jade", "scr-travel", "mar-equip", "exp-recruit"],
        "rows": {"ana": to_five, "ben": to_five, "cy": to_five[:5]},
        "exploration_deck": 0,
        "last_turns": 1,
        "hands": {"ana": 4, "ben": 4, "cy": 4},
    }
    moves = [{"do": "setup", "position": position}, {"do": "recycle", "by": "ana", "card": "desert-9"}]
    players = [{"seat": seat} for seat in ("ana", "ben", "cy")]
    log = {"game": "new-hope", "pack": "sample", "players": players, "moves": moves, "result": result}
    claim = adjudicate(read_log(json.dumps(log).encode())).claim
    assert claim is not None
    return claim


def test_a_tie_that_cannot_be_broken_leaves_out_who_is_behind() -> None:
    assert tied({"winners": ["cy"]}).differences == ["winner: claimed cy, but cy cannot have won"]
    assert tied({"winners": ["ana"]}).agrees is None
