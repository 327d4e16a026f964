"""How the rules judge where Companions come from: the Lair, its hidden cards, the deck, the discard behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from oasis_ref.core.findings import Finding
from oasis_ref.games.new_hope.cards import COMPANION_MARK, LAIR_SIZE, is_mark
from oasis_ref.games.new_hope.judging import (
    ask,
    over_worlds,
    real,
    said,
)
from oasis_ref.games.new_hope.moves import listed
from oasis_ref.games.new_hope.rules import (
    RULES,
    rec_ambiguous,
    rec_copies,
    rec_count,
    rec_deck_order,
    rec_not_there,
    top_of,
    unlisted,
)
from oasis_ref.games.new_hope.table import Plan, State
from oasis_ref.games.new_hope.worlds import World, put, shown


def taking(
    table: State, plan: Plan, take: Sequence[str], origin: str | None, refill: Sequence[str], dropped: str | None = None
) -> None:
    """Judge where Companions were taken from and what took their place.

    ``dropped`` has gone to the Companion discard before the Lair is filled, so a shuffle may bring it back.
    """
    plan.cards = list(take)
    if origin is None:
        origin = _where_from(table, plan, take)
    plan.origin = origin
    if origin == "deck":
        _from_deck(table, plan, take, "the Companion deck")
        return
    if not refill and len(take) == 1 and take[0] in table.lair:
        return
    lair = table.lair[:]
    hidden = 0
    absent = []
    for card in take:
        if card in lair:
            lair.remove(card)
        elif (mark := lair_mark(table, lair, card)) is not None:
            lair.remove(mark)
            _proves(table, plan, card, mark)
        elif card == "?" and lair:
            hidden += 1
        else:
            absent.append(card)
    if hidden:
        ask(table, plan, rec_ambiguous, "which Lair card was taken", "all of them lie face up")
        plan.idle = True
    elif absent:
        ask(table, plan, rec_not_there, absent, "the Lair", shown([dict(Counter(table.lair))]))
    elif refill:
        _from_deck(table, plan, refill, "the Companion deck", dropped)


def _where_from(table: State, plan: Plan, take: Sequence[str]) -> str:
    """Return where Companions were taken from if that is left out: the Lair if they lie there, else the deck.

    A hidden card of the Lair counts as lying there if the deck cannot give the Companion.
    """
    if take[0] in table.lair:
        return "lair"
    if lair_mark(table, table.lair, take[0]) is None:
        return "deck"
    trial = Plan(turn=plan.turn)
    trial.keep = plan.keep
    _from_deck(table, trial, take, "the Companion deck")
    return "lair" if trial.findings else "deck"


def filling(table: State, plan: Plan, refill: str | list[str] | None, taken: int, spare: int = 0) -> None:
    """Judge how many Companions are named as filling the Lair, after so many were taken out of it.

    ``spare`` cards have come to the Companion discard with this entry. A list left empty waits for a shuffle if the
    deck is empty.
    """
    if refill is None or plan.findings:
        return
    named = len(listed(refill))
    missing = LAIR_SIZE - len(table.lair) + taken
    most = min(taken, missing)
    if taken and missing > taken and named != most and table.readings("lair-gap") == "top-up":
        most = missing
    rest = table.companion_size + min(sum(world.discard.values()) for world in table.worlds) + spare
    if named > most or (named < min(most, rest) and (named or table.companion_size)):
        found = most if named > most else min(most, rest)
        ask(table, plan, rec_count, "Companions that fill the Lair", named, found, False)


def lair_mark(table: State, lair: Sequence[str], card: str) -> str | None:
    """Return the hidden Lair card that may be a Companion, None if none can."""
    for mark in lair:
        if is_mark(mark) and (card == "?" or any(world.fits(table.stock, mark, card) for world in table.worlds)):
            return mark
    return None


def _proves(table: State, plan: Plan, card: str, mark: str) -> None:
    """Rule out the worlds in which a hidden Lair card cannot be that Companion."""

    def check(world: World) -> list[Finding] | None:
        return None if card == "?" or world.fits(table.stock, mark, card) else _lacking(table, card, "the Lair")

    over_worlds(table, plan, check)


def _from_deck(table: State, plan: Plan, cards: Sequence[str], place: str, dropped: str | None = None) -> None:
    if not real(table, plan, cards):
        return
    size = table.companion_size
    if size >= len(cards) and table.companion_order is not None:
        top = top_of(table.companion_order, size, len(cards))
        found = rec_deck_order(cards, top, "Companion deck") if list(cards) != top else None
        if found is not None:
            plan.find(RULES.finding(rec_deck_order, found, table.number))
        elif "?" in top:
            turned_up = unlisted(cards, top)
            over_worlds(table, plan, lambda world: _dealt(table, world, turned_up, size, place))
    else:
        over_worlds(table, plan, lambda world: _dealt(table, world, cards, size, place, dropped))


def _dealt(
    table: State, world: World, cards: Sequence[str], size: int, place: str, dropped: str | None = None
) -> list[Finding] | None:
    """Return the finding for cards that cannot come from the Companion deck, or from the discard after it."""
    trial = world.copy()
    if dropped is not None:
        put(trial.discard, dropped)
    for count, card in enumerate(cards):
        if count >= size:
            if not trial.discard:
                return _lacking(table, card, place)
            if not is_mark(card) and trial.leave(table.stock, trial.discard, card) is None:
                return _lacking(table, card, "the Companion discard that was shuffled")
        elif is_mark(card):
            continue
        elif trial.fits(table.stock, table.companion_mark, card):
            trial.locate(table.stock, table.companion_mark, card)
        elif table.companion_mark == COMPANION_MARK and not table.stock.may_exist(trial.seen, card):
            return said(table, rec_copies, [card])
        else:
            return _lacking(table, card, place)
    return None


def _lacking(table: State, card: str, place: str) -> list[Finding] | None:
    return said(table, rec_not_there, [card], place)
