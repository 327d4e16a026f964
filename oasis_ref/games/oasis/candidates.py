"""The entries worth asking the judge about now.

For tiles, takes, draws and unplayable tiles everything that can be legal is among them. For camels there are far too
many ways, and any vacant path squares will do: some are named, groups and scattered squares. Offers name the cards that
are known to lie on top, else unread ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from msgspec.structs import replace

from oasis_ref.core.cards import UNKNOWN
from oasis_ref.core.documents import Entry
from oasis_ref.games.oasis.closing import closing_of
from oasis_ref.games.oasis.moves import (
    CAMELS_SHOWN,
    CARDS,
    TYPES,
    Bonus,
    Camels,
    DrawThree,
    Offer,
    Place,
    Take,
    Unplayable,
)
from oasis_ref.games.oasis.rules_tiles import may_lie

if TYPE_CHECKING:
    from oasis_ref.games.oasis.match import Match

MOST_MOVED = 6
"""How many of the camels on the board are named to be moved, and how many places for them."""

EXAMPLES = {
    "camels": "These are examples: any vacant squares of the camel path will do, and any own camels may be moved",
    "bonus": "Of moved camels these are examples: any own camel may go to any vacant square of the camel path",
    "offer": "Cards that nobody has seen stand as ?: each may be any card",
}
"""The kinds of entry that can be done in far too many ways, and what else can be legal."""

MOST_OFFERED = 3
"""An offer has no more cards."""


def candidates_of(table: Match) -> Iterator[Entry]:
    """Yield entries that can be legal now; what closes a turn only if nothing is owed. A shuffle is left to chance."""
    if not table.ready or table.stopped is not None:
        return
    yield from _resolving(table)
    closing = closing_of(table)
    if closing is not None and closing.owed:
        return
    if table.takes or table.next_to_offer() is None:
        chooser = table.next_to_choose()
        for maker in table.offers_left():
            if chooser is not None:
                yield Take(by=table.seats[chooser], of=table.seats[maker])
    if table.free is not None:
        yield from _free_action(table, table.free)
    if not table.takes:
        yield from _offers(table)


def _offers(table: Match) -> Iterator[Offer]:
    seat = table.next_to_offer()
    if seat is None:
        return
    stack = table.cards.stacks[seat]
    top = [slot if isinstance(slot, str) else UNKNOWN for slot, _ in zip(stack, range(3), strict=False)]
    if table.turn is not None and table.turn.taker == seat and len(top) < 3:
        top += [UNKNOWN] * (3 * sum(card.kind == "draw-three" for card in table.turn.open))
    for size in range(1, min(len(top), 3) + 1):
        yield Offer(by=table.seats[seat], cards=top[:size])


def meant_as(table: Match, entry: Entry) -> Iterator[Offer]:
    """Yield an offer under the seat that is due to offer, then with other cards: the scribe may have misread either."""
    if not isinstance(entry, Offer) or len(entry.cards) > MOST_OFFERED:
        return
    due = table.next_to_offer() if table.ready and table.stopped is None else None
    if due is not None and table.seats[due] != entry.by:
        yield replace(entry, by=table.seats[due])
    yield from _misread(entry)


def _misread(entry: Offer) -> Iterator[Offer]:
    """Yield an offer with every other card in place of each of its cards, and with every card behind them."""
    for card in CARDS if len(entry.cards) < MOST_OFFERED else ():
        yield replace(entry, cards=[*entry.cards, card])
    for place, read in enumerate(entry.cards):
        for card in CARDS:
            if card != read:
                yield replace(entry, cards=[*entry.cards[:place], card, *entry.cards[place + 1 :]])


def _resolving(table: Match) -> Iterator[Entry]:
    turn = table.turn
    if turn is None:
        return
    by = table.seats[turn.taker]
    kinds = list(dict.fromkeys(card.kind for card in turn.open))
    unread = UNKNOWN in kinds
    for kind in TYPES:
        if kind in kinds or unread:
            yield from tiles_of(table, turn.taker, kind)
            yield Unplayable(by=by, tile=kind)
    for kind, shown in CAMELS_SHOWN.items():
        if kind in kinds or unread:
            both = unread or all(other in kinds for other in CAMELS_SHOWN)
            for to, origin in camels_of(table, turn.taker, shown):
                yield Camels(by=by, to=to, origin=origin, card=kind if both else None)
    if "draw-three" in kinds or unread:
        yield DrawThree(by=by)


def tiles_of(table: Match, seat: int, kind: str) -> Iterator[Place]:
    """Yield every way in which the seat can lay a tile of the type, with every choice of marker."""
    by, board = table.seats[seat], table.board
    for at in table.squares.for_tiles:
        if board.tile[at] is not None or may_lie(table, seat, kind, at) is False:
            continue
        name = table.squares.names[at]
        for marker in markers_for(table, seat, kind, at):
            yield Place(by=by, tile=kind, square=name, marker=marker)


def markers_for(table: Match, seat: int, kind: str, at: int) -> Sequence[str | None]:
    """Return what can be said of the marker of a tile: nothing, unless a start finds the reserve empty."""
    board = table.board
    if board.reserve(seat) > 0 or any(group.owned_by(seat) for group in board.touched(at, kind)):
        return (None,)
    return ("none", *(table.squares.names[square] for square in board.markers[seat]))


def camels_of(table: Match, seat: int, shown: int) -> Iterator[tuple[list[str], list[str]]]:
    """Yield ways to carry out a camel card: squares to put camels on, and squares to lift them from."""
    board = table.board
    reserve = board.camel_reserve(seat)
    need = min(shown, reserve, board.vacant_path)
    yield from ((to, []) for to in _spots(table, seat, need))
    if reserve >= shown or reserve > board.vacant_path:
        return
    own = table.squares.listed(board.camels[seat])[:MOST_MOVED]
    for moved in range(1, shown - reserve + 1):
        to = list(_spots(table, seat, need + moved))[:MOST_MOVED]
        for origin in combinations(own, moved):
            yield from ((squares, list(origin)) for squares in to)


def _spots(table: Match, seat: int, count: int) -> Iterator[list[str]]:
    """Yield lists of so many vacant path squares: beside own camels, in groups, and scattered."""
    board, squares = table.board, table.squares
    vacant = [at for at in (*squares.path, *squares.unknown) if board.holds_camel(at)]
    if count > len(vacant):
        return
    if not count:
        yield []
        return
    told: set[tuple[int, ...]] = set()
    beside = [at for at in vacant if any(board.camel[near] == seat for near in squares.near[at])]
    picks = [_cluster(table, at, vacant, count) for at in [*beside, *vacant]]
    step = max(len(vacant) // count, 1)
    picks += [vacant[start::step][:count] for start in range(step)]
    for pick in picks:
        key = tuple(sorted(pick))
        if len(key) == count and key not in told:
            told.add(key)
            yield [squares.names[at] for at in key]


def _cluster(table: Match, first: int, vacant: Sequence[int], count: int) -> list[int]:
    """Return the first square and those vacant ones that are nearest to it along the path."""
    found = [first]
    for at in found:
        for near in table.squares.near[at]:
            if len(found) < count and near not in found and table.board.holds_camel(near):
                found.append(near)
    return found


def _free_action(table: Match, seat: int) -> Iterator[Bonus]:
    by = table.seats[seat]
    yield Bonus(by=by)
    for kind in TYPES:
        if table.board.piles[kind]:
            for place in tiles_of(table, seat, kind):
                yield Bonus(by=by, tile=kind, square=place.square, marker=place.marker)
    if table.board.camel_reserve(seat) > 0:
        for to in _spots(table, seat, 1):
            yield Bonus(by=by, to=to)
    else:
        for origin in table.squares.listed(table.board.camels[seat])[:MOST_MOVED]:
            for to in list(_spots(table, seat, 1))[:MOST_MOVED]:
                yield Bonus(by=by, to=to, origin=[origin])
