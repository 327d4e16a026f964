"""The entries worth asking about at any point: everything legal is among them, and more. The judge decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice

from oasis_ref.core.documents import Entry
from oasis_ref.games.new_hope.cards import ACTIONS, CLANS, MAIN_ACTIONS, NUMBERS, is_mark
from oasis_ref.games.new_hope.judging import declinable, possible
from oasis_ref.games.new_hope.moves import (
    Draft,
    Eliminate,
    EndTurn,
    Equip,
    Explore,
    Mission,
    Pillage,
    Position,
    Recruit,
    Recycle,
    Setup,
    Skip,
    SlowDown,
    Swindle,
    Travel,
    Water,
)
from oasis_ref.games.new_hope.table import MAIN, MAIN_DUE, Pending, State
from oasis_ref.games.new_hope.worlds import shown

MOST_LOOKED_AT = 60
"""In no more ways of sharing out the hidden cards a hand is looked at to find out what it holds."""

MOST_OF_A_KIND = 400
"""No more entries of one kind are asked about at one point."""


def known_hand(table: State, seat: int) -> list[str]:
    """Return a hand as it is known, hidden cards as ``?``."""
    return shown([world.hands[seat] for world in table.worlds[:MOST_LOOKED_AT]], table.sizes[seat])


def _groups(cards: Sequence[str], size: int) -> list[list[str]]:
    """Return the different ways to pick so many of the cards."""
    if size < 0 or size > len(cards):
        return []
    return [list(group) for group in islice(dict.fromkeys(combinations(cards, size)), MOST_OF_A_KIND)]


def explores(table: State, by: str) -> Iterator[Entry]:
    """Yield the Explores."""
    yield Explore(by=by)
    if table.deck_size == 0:
        yield Explore(by=by, drawn=[])


def recycles(table: State, by: str) -> Iterator[Entry]:
    """Yield a Recycle of each card in the Ruins."""
    ruins = dict.fromkeys(card for world in table.worlds for card in world.ruins)
    for card in sorted(ruins):
        if not is_mark(card):
            yield Recycle(by=by, card=card)
    if any(is_mark(card) for card in ruins):
        for card in NUMBERS:
            if card not in ruins:
                yield Recycle(by=by, card=card)
    if not ruins:
        yield Recycle(by=by, card="none")


def recruits(table: State, by: str) -> Iterator[Entry]:
    """Yield each Companion that may be taken or played."""
    for card in dict.fromkeys(table.lair):
        if not is_mark(card):
            yield Recruit(by=by, take=card, origin="lair")
    if any(is_mark(card) for card in table.lair):
        yield Recruit(by=by, take="?", origin="lair")
        for card in table.stock.companions:
            yield Recruit(by=by, take=card, origin="lair")
    top = table.companion_order[-1] if table.companion_order else "?"
    yield Recruit(by=by, take=top, origin="deck")
    hand = known_hand(table, table.index.get(by, 0))
    hidden = "?" in hand
    for card in table.stock.companions:
        if hidden or card in hand:
            yield Recruit(by=by, play=card)


def travels(table: State, by: str) -> Iterator[Entry]:
    """Yield the runs that can be laid, short ones first."""
    seat = table.index.get(by, 0)
    hand = known_hand(table, seat)
    yield Travel(by=by, cards=[])
    for run in islice(_runs(hand, table.last_number(seat) - 1), MOST_OF_A_KIND):
        yield Travel(by=by, cards=run)


def _runs(hand: list[str], place: int) -> Iterator[list[str]]:
    if place < 0:
        return
    options = (
        ["oasis", "map"] if place == 0 else [f"desert-{place}", *([f"step-{place}"] if place >= 6 else []), "compass"]
    )
    for card in options:
        source = card if card in hand else "?" if "?" in hand else None
        if source is None:
            continue
        yield [card]
        if card.startswith("step") or place == 0:
            continue
        left = hand[:]
        left.remove(source)
        for run in _runs(left, place - 1):
            yield [card, *run]


def equips(table: State, by: str) -> Iterator[Entry]:
    """Yield each Equipment with each way to pay for it, at the full price and at one card less."""
    hand = known_hand(table, table.index.get(by, 0))
    for item, printed in table.pack.equipment.items():
        for price in (printed.price, printed.price - 1):
            for paid in _groups(hand, price):
                yield Equip(by=by, item=item, paid=paid)


def pillages(table: State, by: str) -> Iterator[Entry]:
    """Yield each Pillage of each opponent."""
    for place, target in enumerate(table.seats):
        if target == by:
            continue
        for cards in _groups(known_hand(table, place), 2):
            for kept in dict.fromkeys((*cards, "none")):
                yield Pillage(by=by, target=target, shown=cards, kept=kept)


def eliminates(table: State, by: str) -> Iterator[Entry]:
    """Yield each target in the Lair and in the camps."""
    for card in dict.fromkeys(table.lair):
        if not is_mark(card):
            yield Eliminate(by=by, companion=card, origin="lair")
    for place, seat in enumerate(table.seats):
        camp = table.camps[place]
        for card in [*camp, *(table.stock.companions if "?" in camp else ())]:
            if seat != by:
                yield Eliminate(by=by, companion=card, origin=seat)


def swindles(table: State, by: str) -> Iterator[Entry]:
    """Yield each gift with each return."""
    own = known_hand(table, table.index.get(by, 0))
    for place, target in enumerate(table.seats):
        if target == by:
            continue
        returns = _groups(known_hand(table, place), 2)
        for given in dict.fromkeys(own):
            for received in returns:
                yield Swindle(by=by, target=target, given=given, received=received)


def slow_downs(table: State, by: str) -> Iterator[Entry]:
    """Yield each target."""
    for seat in table.seats:
        if seat != by:
            yield SlowDown(by=by, target=seat)


def missions(table: State, by: str) -> Iterator[Entry]:
    """Yield each group of one clan that may be sent."""
    camp = table.camps[table.index.get(by, 0)]
    for clan in (*CLANS, "unknown"):
        members = [card for card, number in camp.items() for _ in range(number) if table.clan(card) == clan]
        for size in range(1, len(members) + 1):
            for group in _groups(members, size):
                yield Mission(by=by, companions=group)
        for card in table.stock.companions if "?" in camp else ():
            if table.clan(card) == clan:
                for size in range(len(members) + 1):
                    for group in _groups(members, size):
                        yield Mission(by=by, companions=[*group, card])


def ends(table: State, by: str) -> Iterator[Entry]:
    """Yield each way to end the turn."""
    seat = table.index.get(by, 0)
    hand = known_hand(table, seat)
    yield EndTurn(by=by)
    for limit in (8, 7) if table.variant == "specialists" else (8,):
        surplus = len(hand) - limit
        if surplus > 0:
            for group in _groups(hand, surplus):
                yield EndTurn(by=by, discards=group)


def skips(table: State, by: str) -> Iterator[Entry]:
    """Yield the skip of what is due."""
    yield Skip(by=by)


BY_ACTION: dict[str, Callable[[State, str], Iterator[Entry]]] = {
    "explore": explores,
    "recycle": recycles,
    "recruit": recruits,
    "travel": travels,
    "equip": equips,
    "improved-equip": equips,
    "pillage": pillages,
    "eliminate": eliminates,
    "swindle": swindles,
    "slow-down": slow_downs,
    "mission": missions,
    "end-turn": ends,
    "skip": skips,
}


def setups(table: State) -> Iterator[Entry]:
    """Yield the set-up of the record, and set-ups that say nothing of the cards."""
    yield from (entry for entry in table.moves if isinstance(entry, Setup))
    for seat in table.listed:
        yield Setup(starter=seat)
        yield Setup(position=Position(active=seat, ruins=10))


def drafts(table: State) -> Iterator[Entry]:
    """Yield the drafts of the scouts who are still to draft."""
    top = table.companion_order[-1] if table.companion_order else "?"
    for by in table.undrafted:
        for card in dict.fromkeys(table.lair):
            yield Draft(by=by, companion="?" if is_mark(card) else card, origin="lair")
        yield Draft(by=by, companion=top, origin="deck")


def due_actions(stack: Sequence[Pending]) -> list[str]:
    """Return the kinds of action to ask about, the topmost pending first."""
    actions: dict[str, None] = {}
    for pending in reversed(stack):
        if pending.action == MAIN:
            actions.update(dict.fromkeys(MAIN_ACTIONS))
        elif pending.action in BY_ACTION:
            actions[pending.action] = None
        else:
            actions.update(dict.fromkeys(sorted(ACTIONS - {"improved-equip"})))
    return list(actions)


def candidates_of(table: State) -> Iterator[Entry]:
    """Yield the entries worth asking about now."""
    if table.phase == "setup":
        yield from setups(table)
    elif table.phase == "draft":
        yield from drafts(table)
    elif table.phase == "over":
        yield from waters(table)
    elif table.phase == "play":
        turn = table.turn
        yield from _in_a_turn(table, turn.by, turn.stack)
        if not closes_by_itself(table):
            return
        if table.last_turns == 1:
            yield from waters(table)
        else:
            yield from _in_a_turn(table, table.seats[(turn.seat + 1) % table.count], [MAIN_DUE])


def _in_a_turn(table: State, by: str, stack: Sequence[Pending]) -> Iterator[Entry]:
    actions = due_actions(stack)
    if stack:
        actions.append("skip")
    for action in dict.fromkeys([*actions, "mission", "end-turn"]):
        yield from BY_ACTION[action](table, by)


def waters(table: State) -> Iterator[Entry]:
    """Yield who may have touched water first."""
    for seat in table.tied() if table.arrival is None and table.water is None else []:
        yield Water(winner=seat)


def closes_by_itself(table: State) -> bool:
    """Return whether the turn ends with the next scout's entry: nothing is surely due that may not be left out."""
    turn, option = table.turn, table.readings["pass"]
    for pending in turn.stack:
        can = possible(table, turn, pending.action)
        if pending.action == MAIN:
            if can is not False or option != "if-stuck":
                return False
        elif can and not declinable(table, pending):
            return False
    return True
