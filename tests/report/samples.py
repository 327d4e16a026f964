"""Verdicts made by hand, to look at reports without a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from oasis_ref.core.documents import Log, Occasion, Pack, Player, Ruling, Sheet
from oasis_ref.core.findings import Finding, Happening, assumption, remark
from oasis_ref.core.rules import Catalogue
from oasis_ref.core.tally import Node, combine, leaf, unknown
from oasis_ref.games.base import Game, Outcome
from oasis_ref.games.desperate_oasis.moves import Draw, Move, Play, Round, describe
from oasis_ref.record.verdict import Claim, EntryVerdict, PackUsed, RulingShown, Touched, Verdict


def _unused(*_: Any) -> Any:
    raise AssertionError("a report is made from the verdict alone")


GAME = Game(
    slug="desperate-oasis",
    title="Desperate Oasis",
    least_players=2,
    most_players=2,
    catalogue=Catalogue(),
    log=Log,
    sheet=Sheet,
    pack=Pack,
    entry=Move,
    packs={"sample": Path("sample.json")},
    open_table=_unused,
    score_sheet=_unused,
    describe=describe,
    check_pack=_unused,
    show_pack=_unused,
    new_pack=_unused,
    simulate=_unused,
    hide=_unused,
)

PLAYERS = [Player(seat="A", name="Ann"), Player(seat="B", name="Ben")]

COLUMN_FULL = Finding(
    "column-full",
    "A column holds at most three cards, four once three jackals lie in it",
    "Goal, Gameplay",
    "illegal",
    "{place} already holds {cards}, and has no room for {card}.",
    {"place": "B2", "cards": ["oryx", "elephant", "jackal"], "card": "camel"},
    allowed="B1, B3, B4, B5 or across on A2, A4",
    entry=4,
)

NOT_IN_HAND = Finding(
    "card-not-in-hand",
    "A card that is laid was in the hand",
    "record",
    "inconsistent",
    "{by} cannot hold {card}: the hand is {hand}.",
    {"by": "A", "card": "oryx", "hand": ["camel", "jackal"]},
    follows_from=4,
    entry=6,
)

HANGS = Finding(
    "flip-all",
    "All face-down cards are turned at the same time",
    "Order For Resolving Flipped Cards",
    "unverifiable",
    "The card on {place} was never named.",
    {"place": "B4.1"},
    entry=5,
)


def score() -> Node:
    """Return a game of two rounds: A 2 + 5 = 7, B 4 + 1 = 5."""
    taken = combine(
        "sum",
        "oasis 1",
        [leaf("printed value", 3), leaf("token", 1, "palm-plus-one", entries=[17])],
        "claim-stronger",
        "B has the stronger side, 10 to 9",
    )
    a = combine(
        "sum",
        "total A",
        [
            combine(
                "sum",
                "round 1",
                [
                    combine("sum", "oasis 2", [leaf("printed value", -1), leaf("token", 1)], "claim-stronger"),
                    combine("sum", "oasis 3", [leaf("printed value", 2)], "claim-stronger"),
                ],
                "final-score",
            ),
            leaf("round 2", 5, why="as stated on the sheet"),
        ],
        "final-score",
    )
    b = combine(
        "sum",
        "total B",
        [combine("sum", "round 1", [taken], "final-score"), leaf("round 2", 1, why="as stated on the sheet")],
        "final-score",
    )
    return combine("more", "winner", [a, b], "final-score")


def verdict(**changes: Any) -> Verdict:
    """Return a clean verdict, with some of its fields changed."""
    entries = [
        EntryVerdict(
            1,
            Round(oases=[3, -1, 2, 1, -2], first="A"),
            trail=[
                Happening(
                    "five-oases",
                    "Round {round} begins with the oases {oases}",
                    {"round": 1, "oases": [3, -1, 2, 1, -2]},
                )
            ],
        ),
        EntryVerdict(
            2,
            Play(by="A", card="oryx", column=2, comment="opens wide", glyph="!?"),
            trail=[
                Happening("resolve-order", "oryx lies on {place}", {"place": "A2.1"}),
                Happening("pull-mandatory", "it pulls {cards}", {"cards": ["A1.1", "A3.2"]}),
            ],
            notes=[remark("The facing of {card} means nothing and is left aside.", card="oryx")],
        ),
        EntryVerdict(3, Play(by="A", card="camel", column=4), notes=[drawn("A", 2)]),
        EntryVerdict(4, Play(by="B", card="camel", column=2), notes=[drawn("B", 1)]),
        EntryVerdict(5, Draw(by="B", count=1)),
        EntryVerdict(6, Play(by="A", card="oryx", column=1)),
    ]
    fields: dict[str, Any] = {
        "game": "desperate-oasis",
        "engine": "0.1.0",
        "source": "final.json",
        "sha256": "5" * 64,
        "event": Occasion(name="Spring Open", round="Final", table="1", date="2026-05-02", scribe="Sam"),
        "players": PLAYERS,
        "pack": PackUsed("base", "b" * 64),
        "entries": entries,
        "tally": score(),
        "outcome": Outcome(
            "finished", ["A"], {"A": 7, "B": 5}, {"A": 1, "B": 2}, "the higher total wins", "final-score"
        ),
        "claim": Claim(True, {"points": {"A": 7, "B": 5}, "winners": ["A"]}),
    }
    return Verdict(**{**fields, **changes})


def drawn(seat: str, number: int) -> Any:
    """Return the assumption that a draw was left out."""
    return assumption(
        "The draw of {seat} is not recorded: {number} drawn.", rule="must-draw-to-four", seat=seat, number=number
    )


def faulty() -> Verdict:
    """Return a verdict with three findings of one cause, a made-up pack, a reading and a result that differs."""
    made = verdict(
        status="findings",
        causes=[4],
        pack=PackUsed("sample", "a" * 64, True),
        readings={"third-jackal": "no-room"},
        touched=[
            Touched(
                "third-jackal",
                "May a third jackal enter a full column that holds two jackals and another card?",
                "no-room",
                "no, the fourth space comes only after three lie there",
                True,
                [4],
            )
        ],
        claim=Claim(False, {"points": {"A": 8, "B": 5}, "winners": ["A"]}, ["A: claimed 8, counted 7"]),
    )
    made.entries[3].findings, made.entries[3].status = [COLUMN_FULL], "illegal"
    made.entries[4].findings, made.entries[4].status = [HANGS], "unverifiable"
    made.entries[5].findings, made.entries[5].status = [NOT_IN_HAND], "inconsistent"
    made.entries[5].carried_out = False
    return made


def ruled() -> Verdict:
    """Return a verdict with two rulings, and the result that there would be without them."""
    made = faulty()
    made.entries[3].ruling = 7
    made.entries.append(EntryVerdict(7, Ruling(on=4, decision="void", by="director", reason="the card went back")))
    made.rulings = [
        RulingShown(7, 4, "void", "director", "the card went back to the hand, and play went on from there"),
        RulingShown(8, 6, "penalty", "director", None, {"B": -2}),
    ]
    made.without_rulings = Outcome("finished", ["B"], {"A": 7, "B": 9}, {"B": 1, "A": 2})
    return made


def undecided() -> Verdict:
    """Return a verdict on which nobody can be called the winner."""
    hidden = unknown("round 2", "flip-all", "a face-down card was never named", 1, 6)
    total = combine("sum", "total A", [leaf("round 1", 4), hidden], "final-score")
    return verdict(
        status="undecided",
        tally=combine("more", "winner", [total, leaf("total B", 7)], "final-score"),
        outcome=Outcome("undecided", [], {"A": None, "B": 7}, why="the card on B4.1 was never named"),
        claim=Claim(None, {"points": {"A": 8, "B": 7}}),
    )
