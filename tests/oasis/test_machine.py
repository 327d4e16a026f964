"""A machine that plays any entries, legal or not, and checks after each what must hold whatever happens."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from oasis_ref.core.documents import Entry
from oasis_ref.core.readings import Readings
from oasis_ref.games.oasis.match import Match
from oasis_ref.games.oasis.moves import CARDS, GameLog, Offer, Place, Setup, Take
from oasis_ref.referee.adjudication import adjudicate, score_sheet
from tests.oasis.material import BONUS, GAME, SAMPLE, TEACHING_PACK, Recount, open_table, read, simulated, step

KINDS = list(CARDS)
OPTIONS = {slug: list(reading.options) for slug, reading in GAME.catalogue.readings.items()}


def shown(entry: Entry, chance: Random) -> Entry:
    """Return an offer with cards in place of those that are not known; another entry as it is."""
    if not isinstance(entry, Offer):
        return entry
    return replace(entry, cards=[chance.choice(KINDS) if card == "?" else card for card in entry.cards])


def laid(table: Match) -> tuple[int, int]:
    """Return how many tiles and how many camels are on the board."""
    return sum(kind is not None for kind in table.board.tile), sum(map(len, table.board.camels))


def sheet_of(table: Match) -> Any:
    """Return the score sheet of a position."""
    data = table.view().data
    tiles: dict[str, list[str]] = {}
    for square, kind in data["tiles"].items():
        tiles.setdefault(kind, []).append(square)
    sheet = {
        "kind": "sheet", "game": "oasis", "players": [{"seat": seat} for seat in table.seats], "pack": table.pack,
        "board": {"tiles": tiles, "markers": data["markers"], "camels": data["camels"]},
        "scoring": data["scoring"], "counters": data["counters"],
    }  # fmt: skip
    return msgspec.convert(sheet, GAME.sheet)


class Play(RuleBasedStateMachine):
    """Plays candidates and absurd entries on the small board; the law of what lies where must never break."""

    table: Match
    number: int
    clean: bool
    on_board: tuple[int, int]
    """How many tiles and camels lay on the board before the last entry."""
    foul: bool
    """Whether entries are played that need not be legal."""
    dry: bool
    """Whether nothing was left to draw at some moment while the offers of this round were made."""

    @initialize(
        players=st.integers(3, 5),
        seed=st.integers(0, 10**6),
        known=st.booleans(),
        chosen=st.fixed_dictionaries({slug: st.sampled_from(options) for slug, options in OPTIONS.items()}),
        full=st.booleans(),
        foul=st.booleans(),
    )
    def deal(self, players: int, seed: int, known: bool, chosen: dict[str, str], full: bool, foul: bool) -> None:
        seats = "ABCDE"[:players]
        players_of = [{"seat": seat} for seat in seats]
        log = msgspec.convert({"game": "oasis", "players": players_of, "moves": []}, GameLog)
        self.table = Match(log, Readings(GAME.catalogue.readings, chosen), SAMPLE if full else TEACHING_PACK)
        self.number, self.clean = 0, True
        self.on_board, self.dry, self.foul = (0, 0), False, foul
        deck = [card for card, copies in CARDS.items() for _ in range(copies)]
        Random(seed).shuffle(deck)
        stacks: dict[str, list[str] | int] = {seat: [deck.pop() for _ in range(5)] for seat in seats}
        counters = {seat: number for number, seat in enumerate(seats, 1)}
        self.play(Setup(counters=counters, stacks=stacks if known else None, deck=deck if known else None))

    def play(self, entry: Any) -> None:
        self.number += 1
        table = self.table
        table.number = table.readings.number = self.number
        self.on_board = laid(table)
        judgement = table.judge(entry)
        if judgement.findings:
            self.clean = False
        if not judgement.void:
            if isinstance(entry, Offer):
                # A round begins with the first offer; its draw comes after it.
                self.dry = (self.dry and not table.between) or table.cards.pool < 3 - len(entry.cards)
            table.carry_out(entry, judgement)
        table.trail, table.notes = [], []

    @precondition(lambda self: self.foul)
    @rule(data=st.data())
    def plays_on(self, data: st.DataObject) -> None:
        options = [entry for entry, _ in zip(self.table.candidates(), range(60), strict=False)]
        if options:
            self.play(data.draw(st.sampled_from(options)))

    @rule(seed=st.integers(0, 10**6), count=st.integers(1, 12))
    def plays_well(self, seed: int, count: int) -> None:
        """Play legal entries, so that games get somewhere; what must hold is asked after each."""
        table, chance = self.table, Random(seed)
        for more in range(count):
            table.number = table.readings.number = self.number + 1
            options = [entry for entry, _ in zip(table.candidates(), range(400), strict=False)]
            options = [shown(entry, chance) for entry in options]
            chance.shuffle(options)
            legal = next((entry for entry in options if not table.judge(entry).findings), None)
            if legal is None:
                return
            self.play(legal)
            if more < count - 1:
                self.hold()

    @precondition(lambda self: self.foul)
    @rule(seat=st.sampled_from("ABCDEQ"), cards=st.lists(st.sampled_from([*KINDS, "?", "dragon"]), max_size=5))
    def offers_anything(self, seat: str, cards: list[str]) -> None:
        self.play(Offer(by=seat, cards=cards))

    @precondition(lambda self: self.foul)
    @rule(seat=st.sampled_from("ABCDEQ"), of=st.sampled_from(["A", "B", "C", "Q", None]))
    def takes_anything(self, seat: str, of: str | None) -> None:
        self.play(Take(by=seat, of=of))

    @precondition(lambda self: self.foul)
    @rule(
        seat=st.sampled_from("ABCDEQ"),
        tile=st.sampled_from(["oasis", "steppe", "stony", "desert"]),
        square=st.sampled_from(["a1", "b2", "e4", "j8", "z9", "c3", "f6"]),
        marker=st.sampled_from([None, "none", "reserve", "a1", "q7"]),
    )
    def lays_anything(self, seat: str, tile: str, square: str, marker: str | None) -> None:
        self.play(Place(by=seat, tile=tile, square=square, marker=marker))

    def hold(self) -> None:
        """Ask for everything that must hold after an entry."""
        self.fifty_four_cards()
        self.pieces()
        self.squares()
        self.counters()
        self.offers()
        self.nothing_leaves_the_board()
        self.the_score_is_that_of_the_sheet()

    @invariant()
    def fifty_four_cards(self) -> None:
        table = self.table
        cards = table.cards
        lying = sum(map(len, cards.stacks)) + len(cards.deck) + len(cards.discards)
        offered = sum(len(offer) for offer in table.offers if offer is not None)
        turn = table.turn
        resolving = len(turn.open) + len(turn.used) if turn is not None else 0
        assert lying + offered + resolving == 54
        if cards.fresh is None:
            known = [
                card for stack in (*cards.stacks, cards.deck, cards.discards) for card in stack if isinstance(card, str)
            ]
            if self.clean:
                assert not Counter(known) - Counter(CARDS)

    @invariant()
    def pieces(self) -> None:
        board = self.table.board
        laid = Counter(kind for kind in board.tile if kind is not None)
        for kind, count in (("oasis", 34), ("steppe", 34), ("stony", 20)):
            assert laid[kind] + board.piles[kind] == count
        for seat in range(len(self.table.seats)):
            assert len(board.markers[seat]) + board.reserve(seat) == 4
            assert 0 <= board.reserve(seat) <= 4
            assert 0 <= board.camel_reserve(seat) <= 20
            assert sorted(board.camels[seat]) == [at for at, owner in enumerate(board.camel) if owner == seat]
        if self.table.options["markers-short"] == "unlimited":
            return
        for kind, count in (("commodity", 14), ("well", 12), ("horse", 16), ("ovoo", 20)):
            assert (
                sum(self.table.marker_counts(seat)[kind] for seat in range(len(self.table.seats)))
                + self.table.marker_piles[kind]
                == count
            )

    @invariant()
    def squares(self) -> None:
        board, char = self.table.board, self.table.squares.char
        assert all(char[at] == "." for at, kind in enumerate(board.tile) if kind is not None)
        assert all(char[at] == "c" for at, owner in enumerate(board.camel) if owner is not None)
        assert board.vacant_path == sum(char[at] == "c" and board.camel[at] is None for at in range(len(char)))
        for group in board.groups():
            assert all(board.tile[at] is not None for _, at in group.markers)
            if self.clean:
                assert len(group.markers) <= 1

    @invariant()
    def counters(self) -> None:
        table = self.table
        everybody = set(range(1, len(table.seats) + 1))
        assert set(table.counters) == everybody
        handed = [counter for counter in table.received if counter]
        waiting = [table.counters[seat] for seat in range(len(table.seats)) if not table.chosen[seat]]
        assert len(set(handed)) == len(handed)
        if self.clean:
            assert {*handed, *waiting} == everybody

    @invariant()
    def offers(self) -> None:
        """Every offer that was made this round lies open or has been taken, and nobody offered his last card."""
        table = self.table
        assert sum(offer is not None for offer in table.offers) + table.takes == sum(table.made)
        if self.clean and any(table.made) and table.next_to_offer() is None and not table.takes and not self.dry:
            assert all(map(len, table.cards.stacks))

    @invariant()
    def nothing_leaves_the_board(self) -> None:
        """Tiles and camels never become fewer; a bonus square is a tile of its type, and nothing lies on it."""
        board, char = self.table.board, self.table.squares.char
        if self.clean:
            assert all(now >= before for now, before in zip(laid(self.table), self.on_board, strict=True))
        for at, what in enumerate(char):
            if what in BONUS:
                group = board.group[at]
                assert group is not None
                assert (group.type, board.tile[at], board.camel[at]) == (BONUS[what], None, None)

    @invariant()
    def the_score_is_that_of_the_sheet(self) -> None:
        table = self.table
        if not self.clean or self.number % 7 or any(table.unread):
            return
        tally, verdict = table.tally(), score_sheet(sheet_of(table), readings=table.options, pack=table.pack)
        assert [finding.message for finding in verdict.findings] == []
        for seat in table.seats:
            assert verdict.tally.find(seat).value == tally.find(seat).value

    @invariant()
    def a_copy_is_the_same_and_apart(self) -> None:
        if self.number % 10 == 0:
            twin = self.table.copy()
            assert twin.view().data == self.table.view().data
            assert twin.board is not self.table.board


Play.TestCase.settings = settings(
    max_examples=40, stateful_step_count=45, deadline=None, suppress_health_check=list(HealthCheck)
)
TestPlay = Play.TestCase


@pytest.mark.parametrize("seed", range(6))
def test_scoring_a_record_is_scoring_the_sheet_of_its_last_table(seed: int) -> None:
    """Invariant 9: at any point the tally of the log is that of the sheet of that position."""
    document = simulated(seed, small=seed % 2 == 1)
    table, recount = open_table(document), Recount(document)
    for number, (entry, plain) in enumerate(zip(read(document).moves, document["moves"], strict=True), 1):
        assert step(table, number, entry) == []
        recount.play(plain)
        if number % 23:
            continue
        verdict = score_sheet(sheet_of(table))
        assert [finding.message for finding in verdict.findings] == []
        tally = table.tally()
        for seat, points in recount.points().items():
            assert verdict.tally.find(seat).value == tally.find(seat).value == points


def test_a_position_goes_on_as_the_game_that_it_was_taken_from() -> None:
    """Cutting a game between two rounds and beginning there again gives the same end."""
    for seed in (0, 1, 2):
        document = simulated(seed)
        table = open_table(document)
        for number, entry in enumerate(read(document).moves, 1):
            if isinstance(entry, Offer) and table.between and table.round == 9:
                break
            step(table, number, entry)
        data = table.view().data
        tiles: dict[str, list[str]] = {}
        for square, kind in data["tiles"].items():
            tiles.setdefault(kind, []).append(square)
        position = {
            "board": {"tiles": tiles, "markers": data["markers"], "camels": data["camels"]},
            "scoring": data["scoring"],
            "discards": data["discards"],
        }
        setup = {
            "do": "setup", "counters": data["counters"], "stacks": data["stack_cards"], "deck": data["deck_cards"],
            "position": position,
        }  # fmt: skip
        rest = read({**document, "moves": [setup, *document["moves"][number - 1 :]]})
        whole = adjudicate(read(document))
        again = adjudicate(rest)
        assert [finding.message for finding in again.all_findings()] == []
        assert again.outcome.points == whole.outcome.points
        assert again.outcome.winners == whole.outcome.winners
