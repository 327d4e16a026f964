"""What a director reads: the sentences of findings, notes and the trail name cards, squares, areas and both numbers."""

from __future__ import annotations

import json

import pytest

from oasis_ref.games.oasis.moves import describe
from oasis_ref.games.oasis.rules_rounds import ENDS
from tests.material import build, cases
from tests.oasis.material import FIXTURES, GAME, Document, judge, read

CASES = {case["case"]: case for case in cases("oasis")}


def said(case: str, letter: str) -> list[str]:
    """Return every finding of a try as entry number after the given ones and sentence."""
    document, given = build(CASES[case], CASES[case]["tries"][letter])
    verdict = judge(document)
    return [f"{entry.number - given}: {finding.message}" for entry in verdict.entries for finding in entry.findings]


MESSAGES = {
    ("OA-03", "b"): "1: The offer that A takes is A's own, and others are left: B, C.",
    ("OA-02", "b"): "2: C began the round with counter #3; #2 B chooses next. "
    "Counters handed over count from the next round.",
    ("OA-04", "3 offers 3"): "1: A offers all three cards of the stack and would have none left.",
    ("OA-04", "2 offers 3"): "1: A offers 3 cards, but A's stack has 2.",
    ("OA-05", "a"): "1: B has counter #2; #1 A offers before B.",
    ("OA-05", "d three"): "1: A draws 3 cards after an offer of 1 card; 2 must be drawn.",
    ("OA-06", "a"): "1: A takes an offer, but C must offer first.",
    ("OA-06", "d"): "2: A offers, but in this round still to be taken: the offer of A, C.",
    ("OA-09", "e size"): "2: The new deck is written with 3 cards, but there were 4 discards.",
    ("OA-10", "b"): "1: B draws 2 cards by a draw-three card; 3 must be drawn.",
    ("OA-11", "b"): "1: A offers well as card number 1 from the top of the stack; there lies oasis.",
    ("OA-12", "b"): "3: Legal if the card of B's offer that nobody wrote down was oasis.",
    ("OA-13", "b5"): "1: b5 touches no oasis area of A, and lies neither on the outer edge nor beside a bonus oasis.",
    ("OA-16", "path"): "1: h7 is part of the camel path, where only camels stand.",
    ("OA-16", "bonus"): "1: h3 is a bonus square: a tile of type oasis is printed on it.",
    ("OA-16", "taken"): "1: A tile of type steppe lies on b4 already.",
    ("OA-16", "other type"): "1: No unresolved card of B's offer shows a tile of type steppe; left to resolve: oasis.",
    ("OA-17", "a a8"): "1: a8 touches the oasis area of A: a7.",
    ("OA-18", "A a9"): "1: a9 would join two oasis areas of A: a8 and a10.",
    ("OA-20", "a none"): "1: a8 starts a new area, and A has 3 markers in reserve: one must go on it.",
    ("OA-20", "a extension marked"): "1: a5 extends the oasis area a4 of A, which has its marker.",
    ("OA-20", "b of B"): "1: No marker of A stands on an area at f4.",
    ("OA-26", "half"): "2: A begins another card although 1 tile of the oasis card is still to be laid.",
    ("OA-27", "c"): "1: A has legal squares for the oasis tile: a1, a2.",
    ("OA-30", "two"): "1: The card shows 3 camels, A has 20 in reserve and the path has 47 vacant squares: "
    "3 must come out of the reserve, not 2.",
    ("OA-31", "three"): "1: A lifts 3 camels; the card shows 2 and 0 were in reserve, so at most 2 may be moved.",
    ("OA-34", "owed"): "1: A took B's offer and left undone: 1 oasis tile, 2 camels.",
    ("OA-35", "b"): "1: A uses the free action, but C holds #1 now.",
    ("OA-35", "e both"): "1: C uses the free action for 1 tile and 1 camel.",
    ("OA-37", "what is left"): None,
}


@pytest.mark.parametrize(("case", "letter"), MESSAGES)
def test_the_sentence_of_a_finding(case: str, letter: str) -> None:
    wanted = MESSAGES[case, letter]
    assert said(case, letter) == ([] if wanted is None else [wanted])


def test_the_end_is_named_with_the_entry_that_brought_it() -> None:
    assert said("OA-29", "on") == [
        f"5: The game is over: {ENDS['last-tile']} (entry 3), and that round is complete.",
    ]


def test_every_entry_is_described_in_words() -> None:
    spoken = {
        describe(entry)
        for path in (FIXTURES / "games").glob("*.json")
        for entry in read_file(path.read_text(encoding="utf-8"))
    }
    assert "A takes the offer of B" in spoken
    assert not [text for text in spoken if "None" in text or "{" in text]


def read_file(text: str) -> list[object]:
    document: Document = json.loads(text)
    return list(read(document).moves)


def test_each_reading_says_what_its_options_mean() -> None:
    for reading in GAME.catalogue.readings.values():
        assert reading.question.endswith("?")
        assert reading.why.endswith(".")
        assert len(reading.options) >= 2
        assert all(reading.options.values())
