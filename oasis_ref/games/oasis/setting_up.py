"""Putting the pieces of a set-up on the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from oasis_ref.core.cards import UNKNOWN
from oasis_ref.core.findings import Finding, assumption
from oasis_ref.games.oasis import catalogue as rules
from oasis_ref.games.oasis.final_table import no_such_end, read_board
from oasis_ref.games.oasis.moves import CARDS, DECK, KINDS, MARKERS_SHOWN, Position, Setup
from oasis_ref.games.oasis.rounds import end_takes
from oasis_ref.games.oasis.rules_setup import DEALT, FATAL, elsewhere, size_of
from oasis_ref.games.oasis.stacks import Slot, Used
from oasis_ref.games.oasis.turns import Open, Turn, opened

ALL_CARDS = [card for card, copies in CARDS.items() for _ in range(copies)]

if TYPE_CHECKING:
    from oasis_ref.games.oasis.match import Match


def set_up(table: Match, entry: Setup, findings: Sequence[Finding]) -> str | None:
    """Set the table up. Return why by its findings the game cannot be replayed from there, or None."""
    for finding in findings:
        if finding.rule in FATAL:
            return f"the set-up of entry {table.number} breaks {finding.rule}."
    table.begin()
    if table.squares.faulty:
        table.notes.append(
            assumption("The map has faults; squares that cannot be read count as not known.", rule="on-the-board")
        )
    table.counters = [entry.counters[seat] for seat in table.seats]
    table.before = list(table.counters)
    table.order = sorted(range(len(table.seats)), key=table.counters.__getitem__)
    _deal(table, entry)
    table.happen(
        rules.PLAYER_PIECES, "Each of {count} players has 4 control markers and 20 camels.", count=len(table.seats)
    )
    if entry.position is not None:
        _position(table, entry.position)
    piles = [f"{kind} {left}" for kind, left in (*table.board.piles.items(), *table.marker_piles.items())]
    table.happen(rules.PILES, "In the piles: {piles}.", piles=piles)
    if table.turn is not None and not table.turn.open:
        table.discard_offer(table.turn)
    return None


def _slots(table: Match, cards: list[str] | int) -> list[Slot]:
    """Return cards of the first batch as they lie hidden; the named ones count as seen."""
    if isinstance(cards, int):
        return [0] * cards
    see = table.cards.batches.see
    for card in cards:
        if card != UNKNOWN:
            see(0, card)
    return [0 if card == UNKNOWN else card for card in cards] if UNKNOWN in cards else list(cards)


def _used(table: Match, cards: list[str] | int) -> list[Used]:
    """Return cards that lie open or used, as the discards keep them."""
    listed = [UNKNOWN] * cards if isinstance(cards, int) else cards
    used: list[Used] = []
    for card in listed:
        if card == UNKNOWN:
            used.append(table.cards.batches.miss(0))
        else:
            table.cards.batches.see(0, card)
            used.append(card)
    return used


def _deal(table: Match, entry: Setup) -> None:
    cards = table.cards
    cards.batches.shuffle(ALL_CARDS)
    for place, seat in enumerate(table.seats):
        stack = entry.stacks.get(seat, 0) if entry.stacks is not None else DEALT
        if entry.stacks is not None and seat not in entry.stacks:
            stack = DEALT
        cards.stacks[place].extend(_slots(table, stack))
    discards = size_of(entry.position.discards) if entry.position is not None else 0
    rest = DECK - sum(map(len, cards.stacks)) - discards - (elsewhere(entry) - discards)
    cards.deck.extend(_slots(table, entry.deck if entry.deck is not None else rest))


def _opened(table: Match, cards: list[str]) -> list[Open]:
    return [opened(card, used) for card, used in zip(cards, _used(table, cards), strict=True)]


def _position(table: Match, position: Position) -> None:
    table.board = read_board(position.board, table.squares, table.seats)[0]
    for seat, owned in position.scoring.items():
        if seat not in table.seat_of:
            continue
        for kind in KINDS:
            count = max(owned.get(kind, 0), 0)  # type: ignore[call-overload]
            if count:
                table.scoring[table.seat_of[seat]][kind].append((0, count))
                table.marker_piles[kind] = max(table.marker_piles[kind] - count, 0)
    table.cards.discards = _used(table, position.discards)
    for seat, offered in position.offers.items():
        table.offers[table.seat_of[seat]] = _opened(table, offered)
        table.made[table.seat_of[seat]] = True
    if position.passed:
        _passed(table, position)
    if position.end is not None and no_such_end(position.end, table.readings) is None:
        table.end = (position.end, table.number)
    elif not all(table.board.piles.values()):
        table.end = ("last-tile", table.number)
    elif table.squares.path and not table.board.vacant_path and table.readings("edition") == "german":
        table.end = None if table.path_in_doubt() else ("path-full", table.number)


def _passed(table: Match, position: Position) -> None:
    """Counters have been handed over: so many have chosen, and the owner of the highest resolves what is open."""
    owner = {counter: seat for seat, counter in enumerate(table.counters)}
    table.takes = len(position.passed)
    for seat, counter in position.passed.items():
        place = table.seat_of[seat]
        table.made[place] = True
        table.received[place] = counter
        table.chosen[owner[counter]] = True
    highest = max(position.passed.values())
    maker = next(table.seat_of[seat] for seat, counter in position.passed.items() if counter == highest)
    if position.open or position.done:
        turn = table.turn = Turn(owner[highest], maker, table.number)
        turn.cards = len(position.open) + len(position.done)
        shown = _opened(table, position.open)
        turn.open = [card for card in shown if card.kind not in MARKERS_SHOWN]
        if len(turn.open) < len(shown):
            says = "Marker cards are named among the open ones; their markers are taken to be counted in the scoring."
            table.notes.append(assumption(says, rule=rules.TAKE_MARKERS))
        turn.used = [*(card.used for card in shown if card.kind in MARKERS_SHOWN), *_used(table, position.done)]
        table.last_by_taker = table.earlier_by_taker = table.number
    if not any(offer is not None for offer in table.offers):
        end_takes(table)
