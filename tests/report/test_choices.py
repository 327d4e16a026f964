"""What could be played, grouped."""

from __future__ import annotations

from oasis_ref.core.documents import Entry
from oasis_ref.games import game
from oasis_ref.games.desperate_oasis.moves import Draw, Flip, Flipped, Play
from oasis_ref.games.oasis.moves import Bonus
from oasis_ref.report.choices import _gathered, add_choices, grouped
from oasis_ref.report.page import Page
from tests.report.samples import GAME


def plays(card: str, columns: range, **fields: str) -> list[Entry]:
    return [Play(by="A", card=card, column=column, **fields) for column in columns]  # type: ignore[arg-type]


def test_entries_that_differ_in_a_word_are_one_line() -> None:
    entries = [*plays("camel", range(1, 4)), *plays("oryx", range(2, 3)), Draw(by="A", count=2)]
    assert grouped(entries, GAME) == [
        ("play: 4", ["A plays camel on A1, A2, A3", "A plays oryx on A2"]),
        ("draw: 1", ["A draws 2"]),
    ]


def test_entries_that_differ_in_two_words_are_one_line() -> None:
    entries = [
        entry
        for column in range(1, 3)
        for facing in ("left", "right")
        for entry in plays("chameleon", range(column, column + 1), facing=facing)
    ]
    assert grouped(entries, GAME) == [("play: 4", ["A plays chameleon on A1, A2 facing left, right"])]


def test_free_actions_that_differ_in_the_square_are_one_line() -> None:
    entries: list[Entry] = [Bonus(by="A", tile="oasis", square=square) for square in ("c1", "d1", "a4")]
    assert grouped([Bonus(by="A"), *entries], game("oasis")) == [
        ("bonus: 4", ["A, free action: passes", "A, free action: lays oasis on c1, d1, a4"])
    ]


def test_a_semicolon_stands_behind_the_last_of_alternative_words() -> None:
    texts = [f"A plays snail on U{place}; discards {card}" for place in (1, 3) for card in ("vine", "moss")]
    assert _gathered(texts) == ["A plays snail on U1, U3; discards vine, moss"]


def test_entries_that_read_alike_say_what_differs() -> None:
    entries = [
        Play(by="A", card="camel", column=2, pull=["A1.1", "A3.1"]),
        Play(by="A", card="camel", column=2, pull=["A1.1", "A3.2"]),
        Play(by="A", card="camel", column=2),
    ]
    assert grouped(entries, GAME) == [
        (
            "play: 3",
            [
                "A plays camel on A2, pull A1.1, A3.1",
                "A plays camel on A2, pull A1.1, A3.2",
                "A plays camel on A2 without pull",
            ],
        )
    ]


def test_entries_that_read_alike_in_every_field_are_named_once() -> None:
    flips: list[Entry] = [
        Flip(cards=[Flipped(at="B5.1", card="camel", pull=[pulled])]) for pulled in ("B4.1", "B4.1", "B4.2")
    ]
    assert grouped(flips, GAME) == [
        (
            "flip: 3",
            [
                "the face-down cards are flipped: B5.1 camel, cards at B5.1 card camel pull B4.1",
                "the face-down cards are flipped: B5.1 camel, cards at B5.1 card camel pull B4.2",
            ],
        )
    ]


def test_that_nothing_is_legal_is_said() -> None:
    page = Page()
    add_choices(page, "Legal", [], GAME)
    assert page.text() == "\nNo entry of a player is legal here.\n"
