"""Cards are conserved after every entry, and a legal game keeps its shape."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from oasis_ref.core.readings import Readings
from oasis_ref.games.new_hope.game_table import NewHopeTable, open_table
from oasis_ref.games.new_hope.moves import EndTurn, GameLog
from oasis_ref.games.new_hope.rules import RULES
from tests.new_hope.checking import check_conservation, check_rules
from tests.new_hope.gardens import games, hidden, pack_named, read


def tables(log: GameLog) -> Iterator[NewHopeTable]:
    """Yield the table after each entry of a log."""
    table = open_table(log, Readings(RULES.readings), pack_named(str(log.pack)))
    for number, entry in enumerate(log.moves, 1):
        table.number = table.readings.number = number
        judgement = table.judge(entry)
        if not judgement.void:
            table.carry_out(entry, judgement)
        yield table


def test_the_cards_are_conserved_in_open_games() -> None:
    for document in games(30):
        before = 69
        for table in tables(read(document)):
            check_conservation(table)
            check_rules(table)
            assert table.deck_size <= before
            before = table.deck_size


def test_the_cards_are_conserved_in_hidden_games() -> None:
    most = 0
    for document in [*games(12), *games(6, "box")]:
        for number, table in enumerate(tables(read(hidden(document)))):
            most = max(most, len(table.worlds))
            if number % 4 == 0:
                check_conservation(table)
    assert most > 20, "the hidden games should leave much open"


def test_turns_are_shared_out_evenly() -> None:
    """Turns differ by at most one; after an exhausted deck the scout who emptied it has the last turn."""
    for document in games(30):
        log = read(document)
        turns: Counter[str] = Counter()
        last = ""
        for table in tables(log):
            entry = log.moves[table.number - 1]
            if isinstance(entry, EndTurn):
                turns[entry.by] += 1
                last = entry.by
        counts = [turns[seat] for seat in table.seats]
        assert max(counts) - min(counts) <= 1
        if table.over_by_deck():
            assert table.exhausted_by is not None
            assert table.seats[table.exhausted_by] == last
