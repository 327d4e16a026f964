"""Cards are conserved after every entry, and a legal game keeps its shape."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest

from oasis_ref.core.documents import Ruling
from oasis_ref.core.readings import Readings
from oasis_ref.games.new_hope.catalogue import RULES
from oasis_ref.games.new_hope.match import Match, open_table
from oasis_ref.games.new_hope.moves import EndTurn, GameLog
from tests.material import whole_games
from tests.new_hope.checking import Watch, check_conservation, check_rules
from tests.new_hope.material import GAME, games, hidden, pack_named, read

WHOLE = dict(whole_games("new-hope"))


def tables(log: GameLog) -> Iterator[Match]:
    """Yield the table after each entry of a log; what a ruling replaces is as ruled."""
    table = open_table(log, Readings(RULES.readings), pack_named(str(log.pack)))
    rulings = [entry for entry in log.moves if isinstance(entry, Ruling) and entry.replacement]
    ruled = {ruling.on: msgspec.convert(ruling.replacement, GAME.entry) for ruling in rulings}
    watch, legal = Watch(table), True
    for number, written in enumerate(log.moves, 1):
        if isinstance(written, Ruling):
            continue
        entry = ruled.get(number, written)
        table.number = table.readings.number = number
        watch.before()
        judgement = table.judge(entry)
        legal = legal and not any(finding.status in ("illegal", "inconsistent") for finding in judgement.findings)
        if not judgement.void:
            table.carry_out(entry, judgement)
        watch.after(entry, legal)
        yield table


def test_the_cards_are_conserved_in_open_games() -> None:
    for document in games(30):
        for table in tables(read(document)):
            check_conservation(table)
            check_rules(table)


def test_the_cards_are_conserved_in_hidden_games() -> None:
    """In every world that is followed the cards that are known and those that are hidden are all there."""
    most = 0
    for document in [*games(9), *games(4, "box")]:
        for table in tables(read(hidden(document))):
            most = max(most, len(table.worlds))
            check_conservation(table)
            check_rules(table)
    assert most > 20, "the hidden games should leave much open"


@pytest.mark.parametrize("name", sorted(WHOLE))
def test_the_cards_are_conserved_in_whole_games(name: str) -> None:
    """As they were written down, slips included, and as a scribe would have written them who saw no hand."""
    document = WHOLE[name]
    for record in (document, hidden(document)):
        for table in tables(read(record)):
            check_conservation(table)


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
