"""How the rules judge where Companions come from: the Lair, its hidden cards, the deck, the discard behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from oasis_ref.core.findings import Finding, assumption
from oasis_ref.games.new_hope.cards import COMPANION_MARK, LAIR_SIZE, Stock, is_mark
from oasis_ref.games.new_hope.catalogue import RULES
from oasis_ref.games.new_hope.judging import (
    ask,
    over_worlds,
    real,
    said,
)
from oasis_ref.games.new_hope.moves import listed
from oasis_ref.games.new_hope.rules_record import (
    rec_ambiguous,
    rec_copies,
    rec_count,
    rec_deck_order,
    rec_not_there,
    top_of,
    unlisted,
)
from oasis_ref.games.new_hope.table import Plan, State
from oasis_ref.games.new_hope.worlds import Pile, World, parted, put, shown, tried
from oasis_ref.games.new_hope.worlds import take as take_out


def taking(
    table: State,
    plan: Plan,
    take: Sequence[str],
    origin: str | None,
    refill: Sequence[str],
    discarded: bool = False,
    fills: bool = False,
) -> None:
    """Judge where Companions were taken from and what took their place in the Lair.

    ``discarded`` says that they go to the Companion discard before the Lair is filled, so a shuffle may bring them
    back; ``fills`` that the Lair is filled also if they come from the deck.
    """
    plan.cards = list(take)
    if origin is None:
        origin = "lair" if refill and not fills and may_be_hidden(table, take[0]) else _where_from(table, plan, take)
    plan.origin = origin
    if origin == "deck":
        if fills and refill:
            from_deck(table, plan, [*take, *refill], first=len(take))
        else:
            from_deck(table, plan, take)
        return
    if refill or len(take) != 1 or take[0] not in table.lair:
        _from_lair(table, plan, take, refill, discarded)


def _from_lair(table: State, plan: Plan, take: Sequence[str], refill: Sequence[str], discarded: bool) -> None:
    """Judge whether the Companions can lie in the Lair, openly or hidden, and what took their place."""
    lair = table.lair[:]
    hidden = []
    unsaid = 0
    absent = []
    for card in take:
        if card != "?" and card in lair:
            lair.remove(card)
        elif "?" in lair and may_be_hidden(table, card):
            lair.remove("?")
            hidden.append(card)
        elif card == "?" and lair:
            unsaid += 1
        else:
            absent.append(card)
    if unsaid:
        ask(table, plan, rec_ambiguous, "which Lair card was taken", "all of them lie face up")
        plan.idle = True
    elif absent:
        ask(table, plan, rec_not_there, absent, "the Lair", shown([dict(Counter(table.lair))]), take)
    else:
        if hidden:
            over_worlds(table, plan, lambda world: _hidden_there(table, world, hidden))
        if refill:
            open_cards = unlisted(take, hidden)
            from_deck(table, plan, refill, lambda world: _taken(table, world, hidden, open_cards, discarded)[0])


def _where_from(table: State, plan: Plan, take: Sequence[str]) -> str:
    """Return where Companions were taken from if that is left out: the Lair if they lie there, else the deck.

    A card that is named lies there if a hidden card of the Lair can be it, for the Lair is open to all, unless the
    order of the deck names it on top. One that is not named comes from the deck, if that can give any.
    """
    card = take[0]
    if card != "?" and card in table.lair:
        return "lair"
    if not may_be_hidden(table, card):
        return "deck"
    trial = Plan(turn=plan.turn)
    trial.keep = plan.keep
    from_deck(table, trial, take)
    if trial.findings:
        return "lair"
    if card == "?":
        return "deck"
    origin = "deck" if table.companion_order and table.companion_order[-1] == card else "lair"
    if origin == "lair" and table.phase == "play" and table.companion_size and len(table.lair) == LAIR_SIZE:
        plan.either = len(take) == 1
    else:
        lies = "in the Lair" if origin == "lair" else "on top of the deck"
        plan.note(
            assumption(
                "{card} is taken to have lain {lies}: the entry does not say where it came from.",
                card=card,
                lies=lies,
                slug="origin-assumed",
            )
        )
    return origin


def filling(table: State, plan: Plan, refill: str | list[str] | None, taken: int, spare: int = 0) -> None:
    """Judge how many Companions are named as filling the Lair, after so many were taken out of it.

    ``spare`` cards have come to the Companion discard with this entry. A list left empty waits for a shuffle if the
    deck is empty.
    """
    if refill is None or plan.faulty(table.number):
        return
    named = len(listed(refill))
    missing = LAIR_SIZE - len(table.lair) + taken
    most = min(taken, missing)
    if taken and missing > taken and named != most and table.readings("lair-gap") == "top-up":
        most = missing
    discard = min(sum(world.discard.values()) for world in table.worlds) if not table.partial else 0
    rest = table.companion_size + discard + spare
    if named > most or (named < min(most, rest) and (named or table.companion_size)):
        found = most if named > most else min(most, rest)
        ask(table, plan, rec_count, "Companions that fill the Lair", named, found, False)


def may_be_hidden(table: State, card: str) -> bool:
    """Return whether a hidden card of the Lair may be a Companion."""
    if card == "?" or table.partial:
        return "?" in table.lair
    return any(world.lair and world.ways(table.stock, world.lair, card) for world in table.worlds)


def out_of_lair(worlds: Iterable[World], stock: Stock, card: str, to: Pile) -> Iterator[World]:
    """Move a hidden card of the Lair, named or not, in each world; yield the worlds after it.

    There is one for each kind of hidden card that it can have been, and none where it can be none of them.
    """
    if card != "?":
        for world in parted(worlds, stock, lambda world: world.lair, card):
            put(to(world), card)
            yield world
        return
    for world in worlds:
        marks = sorted(world.lair)
        for after, mark in [*((world.copy(), mark) for mark in marks[1:]), *((world, mark) for mark in marks[:1])]:
            take_out(after.lair, mark)
            put(to(after), mark)
            yield after


def _taken(
    table: State, world: World, hidden: Sequence[str], open_cards: Sequence[str], discarded: bool
) -> tuple[list[World] | None, list[str]]:
    """Return the worlds after Companions have left the Lair, None if too many, and those that it cannot hide."""
    start = world.copy()
    for card in open_cards if discarded else ():
        put(start.discard, card)
    to: Pile = (lambda world: world.discard) if discarded else (lambda world: {})
    return tried([start], hidden, lambda worlds, card: out_of_lair(worlds, table.stock, card, to))


def _hidden_there(table: State, world: World, hidden: Sequence[str]) -> list[Finding] | None:
    """Return the finding for Companions that no hidden cards of the Lair can be."""
    absent = _taken(table, world, hidden, (), False)[1]
    return said(table, rec_not_there, absent, "the Lair") if absent else None


def _as_it_is(world: World) -> list[World] | None:
    return [world.copy()]


def from_deck(
    table: State,
    plan: Plan,
    cards: Sequence[str],
    before: Callable[[World], list[World] | None] = _as_it_is,
    first: int = 0,
) -> None:
    """Judge whether Companions can come from the deck, or from the discard after it.

    ``before`` returns the worlds as they are when they are drawn. So many as ``first`` says were drawn by themselves.
    """
    if not real(table, plan, cards):
        return
    size, order = table.companion_size, table.companion_order
    if order is None or size < len(cards):
        over_worlds(table, plan, lambda world: _dealt(table, before(world), cards, size))
        return
    top = top_of(order, size, len(cards))
    if cards == top:
        return
    turned_up: list[str] = []
    for part, drawn in ((cards[:first], top[:first]), (cards[first:], top[first:])):
        found = rec_deck_order(part, drawn, "Companion deck")
        if found is not None:
            plan.find(RULES.finding(rec_deck_order, found, table.number))
            return
        turned_up += unlisted(part, drawn)
    if turned_up:
        over_worlds(table, plan, lambda world: _dealt(table, before(world), turned_up, size))


def _dealt(table: State, worlds: list[World] | None, cards: Sequence[str], size: int) -> list[Finding] | None:
    """Return the finding for cards that cannot come from the Companion deck, or from the discard after it."""
    mark, stock, place = table.companion_mark, table.stock, "the Companion deck"
    if worlds is None:
        return None

    def drawn(worlds: list[World], card: str) -> Iterator[World]:
        return parted(worlds, stock, lambda world: {mark: 1}, card)

    def shuffled(worlds: list[World], card: str) -> Iterator[World]:
        return parted(worlds, stock, lambda world: world.discard, card)

    for count, card in enumerate(cards):
        if count >= size:
            worlds = [world for world in worlds if world.discard]
            if not worlds:
                return said(table, rec_not_there, [card], place)
            place = "the Companion discard that was shuffled"
        if is_mark(card):
            continue
        after, absent = tried(worlds, [card], drawn if count < size else shuffled)
        if after is None:
            return None
        if absent:
            many = (
                count < size and mark == COMPANION_MARK and not any(stock.may_exist(one.seen, card) for one in worlds)
            )
            return said(table, rec_copies, [card]) if many else said(table, rec_not_there, [card], place)
        worlds = after
    return None
