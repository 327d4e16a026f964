"""How the rules judge what the table does: the set-up, the draft, a shuffle, the water."""

from __future__ import annotations

from typing import Any

from oasis_ref.core.findings import Finding, assumption, remark
from oasis_ref.core.text import near_miss
from oasis_ref.games.new_hope.as_hidden import with_less_named
from oasis_ref.games.new_hope.cards import LAIR_SIZE, Stock, stock_of
from oasis_ref.games.new_hope.catalogue import RULES
from oasis_ref.games.new_hope.definitions import definitions
from oasis_ref.games.new_hope.judging import (
    NOT_CARDS,
    ask,
    find_turn,
    how_it_ended,
    leaving,
    no_table,
    over_worlds,
    possible,
    real,
    said,
)
from oasis_ref.games.new_hope.judging_taking import filling, from_deck, taking
from oasis_ref.games.new_hope.layout import Layout, fresh, mid_game
from oasis_ref.games.new_hope.moves import Draft, Reshuffle, Setup, Water, listed
from oasis_ref.games.new_hope.rules_actions import companion_reshuffle
from oasis_ref.games.new_hope.rules_record import (
    rec_ambiguous,
    rec_count,
    rec_deck_order,
    rec_no_such_card,
    rec_not_there,
    rec_water,
    top_of,
)
from oasis_ref.games.new_hope.rules_setup import (
    base_deck,
    draft_order,
    draft_source,
    other_seats,
    player_count,
    starter_last,
    stranger,
)
from oasis_ref.games.new_hope.rules_turns import game_over
from oasis_ref.games.new_hope.table import MAIN, Plan, State
from oasis_ref.games.new_hope.worlds import Pile, World, parted, tried

FRESH_FIELDS = ("starter", "ruins", "lair", "hands", "exploration_deck", "companion_deck", "shuffled")
"""The fields of a fresh set-up, which mean nothing beside a position."""


def judge_setup(table: State, entry: Setup) -> Plan:
    """Judge the set-up: numbers, places, copies."""
    plan = Plan(turn=table.turn)
    if table.phase == "over":
        ask(table, plan, game_over, how_it_ended(table))
        return plan
    if table.phase != "setup":
        ask(table, plan, rec_count, "set-ups of this game", 2, 1)
        return plan
    if entry.define is not None:
        definitions(table, entry.define, plan)
    seats = _seated(table, plan, entry)
    if ask(table, plan, player_count, seats):
        return plan
    known = table.companions
    extra = 2 if len(seats) == 2 and table.readings("starting-shield") == "extra" else 0
    stock = table.stock
    if stock.variant != entry.variant or stock.extra_shields != extra:
        stock = stock_of(table.pack, entry.variant, known, extra)
    if _strangers(table, plan, entry, stock, known):
        layout = None
    else:
        build = fresh if entry.position is None else mid_game
        layout = build(entry, seats, stock, table.readings, table.number)
        for finding in layout.findings:
            plan.find(finding)
    if plan.void and entry.position is None:
        layout = _as_hidden(table, plan, entry, seats, stock)
    if layout is None:
        return plan
    plan.layout = layout
    beside = [name for name in FRESH_FIELDS if entry.position is not None and getattr(entry, name) is not None]
    if beside:
        plan.note(remark("Beside a position these fields say nothing and were not used: {fields}.", fields=beside))
    if entry.position is None:
        _started(table, plan, entry, seats)
    if plan.findings and not plan.void:
        plan.kept = all(finding.status == "inconsistent" for finding in plan.findings)
    return plan


def _seated(table: State, plan: Plan, entry: Setup) -> list[str]:
    """Return the seats clockwise: as listed, with players who are missing in the places of those who do not play."""
    listed, players = entry.seats, table.listed
    if listed is None:
        return players
    found = other_seats(listed, players)
    if found is None:
        return listed
    plan.find(RULES.finding(player_count, found, table.number))
    missing = [seat for seat in players if seat not in listed]
    seats: list[str] = []
    for seat in listed:
        if seat in players and seat not in seats:
            seats.append(seat)
        elif missing:
            seats.append(missing.pop(0))
    seats += missing
    plan.note(assumption("The scouts are taken to sit in this order: {seats}.", seats=seats))
    return seats


def _as_hidden(table: State, plan: Plan, entry: Setup, seats: list[str], stock: Stock) -> Layout | None:
    """Return the layout of a set-up that names cards wrongly with these taken as hidden, None if that is not enough."""
    for trial in with_less_named(entry, seats, stock):
        layout = fresh(trial, seats, stock, table.readings, table.number)
        if not any(finding.void for finding in layout.findings):
            for finding in plan.findings:
                finding.void = False
            plan.void = False
            plan.note(assumption("What the set-up names wrongly is taken to be hidden."))
            return layout
    return None


def _strangers(table: State, plan: Plan, entry: Setup, stock: Stock, known: Any) -> bool:
    """Judge whether all cards of a set-up exist in this game."""
    cards = [*(entry.ruins or []), *(entry.lair or []), *(entry.exploration_deck or []), *(entry.companion_deck or [])]
    cards += [*(entry.shuffled or []), *(card for hand in (entry.hands or {}).values() for card in hand)]
    position = entry.position
    if position is not None:
        cards += [*(position.lair or []), *position.companion_discard]
        for zone in (position.rows, position.camps, position.hands):
            cards += [card for held in zone.values() if isinstance(held, list) for card in held]
        for pile in (position.ruins, position.exploration_deck, position.companion_deck):
            cards += pile if isinstance(pile, list) else []
    if NOT_CARDS.issuperset(set(cards) - stock.limits.keys()):
        return False
    odd = [card for card in dict.fromkeys(cards) if card not in stock.limits and card not in NOT_CARDS]
    special = [card for card in odd if card in known]
    broken = ask(table, plan, base_deck, special, entry.variant)
    return ask(table, plan, rec_no_such_card, [card for card in odd if card not in known]) or broken


def _started(table: State, plan: Plan, entry: Setup, seats: list[str]) -> None:
    layout = plan.layout
    if entry.starter is None:
        ask(table, plan, rec_ambiguous, "who starts", "`starter` is missing")
    elif entry.starter not in seats:
        found = stranger([entry.starter], seats, void=False)
        assert found is not None
        plan.find(RULES.finding(starter_last, found, table.number))
    if entry.starter in seats:
        layout.starter = seats.index(entry.starter)
    else:
        starts = _who_starts(table, entry, seats)
        layout.starter = seats.index(starts)
        plan.note(assumption("{seat} is taken to have the first turn.", seat=starts))
    if entry.ruins is None and entry.shuffled is None:
        plan.note(assumption("The Ruins are not recorded: nine hidden cards lie beside the Oasis."))
    if entry.lair is None:
        plan.note(assumption("The Lair is not recorded: four hidden Companions lie there."))


def _who_starts(table: State, entry: Setup, seats: list[str]) -> str:
    """Return who has the first turn if the set-up does not say: the last to draft, or who may have been meant."""
    drafting = [move.by for move in table.moves if isinstance(move, Draft)]
    if len(drafting) == len(seats) and set(drafting) == set(seats):
        return drafting[-1]
    return near_miss(entry.starter or "", seats) or seats[0]


def judge_draft(table: State, entry: Draft) -> Plan:
    """Judge a draft: whose turn it is to draft, then what was taken."""
    plan = Plan(turn=table.turn)
    if table.phase == "over":
        ask(table, plan, game_over, how_it_ended(table))
    elif table.phase == "setup":
        plan.find(no_table(table))
    elif table.phase == "play" or entry.by not in table.undrafted:
        if table.phase == "play" and table.last_turns == 1 and entry.by != table.turn.by:
            find_turn(table, entry.by, plan)
        if not plan.implied:
            plan.findings = []
            ask(table, plan, draft_order, entry.by, table.undrafted, table.seats)
        plan.void = True
    if plan.findings:
        return plan
    if entry.define is not None:
        definitions(table, entry.define, plan)
    waiting = table.undrafted
    starter = table.seats[table.starter]
    if entry.by != waiting[0]:
        if table.readings("draft-order") == "counter-clockwise":
            ask(table, plan, draft_order, entry.by, waiting[:1], table.seats)
        else:
            ask(table, plan, starter_last, entry.by, starter, waiting)
    companions = listed(entry.companion)
    plan.target = table.index[entry.by]
    ask(table, plan, draft_source, companions, entry.origin)
    plan.idle = entry.origin not in (None, "lair", "deck") or not companions
    last = len(waiting) == 1
    judged = real(table, plan, companions) and not plan.idle
    if judged:
        taking(table, plan, companions, entry.origin, entry.refill or [], fills=last)
        gone = len(companions) if plan.origin == "lair" else 0
        filling(table, plan, entry.refill, LAIR_SIZE - len(table.lair) + gone if last else 0)
        unnamed = "?" in companions and not plan.idle and _unnamed(table, plan.origin, len(companions))
        if unnamed and table.readings("first-companion") == "play-area":
            ask(table, plan, rec_ambiguous, "which Companion was drafted", "it lies open in the camp")
    if last and (plan.idle or not judged):
        from_deck(table, plan, entry.refill or [])
    return plan


def _unnamed(table: State, origin: str | None, number: int) -> bool:
    """Return whether the record nowhere names a Companion that was drafted as a hidden card."""
    return origin != "deck" or "?" in top_of(table.companion_order, table.companion_size, number)


def judge_reshuffle(table: State, entry: Reshuffle) -> Plan:
    """Judge a recorded shuffle of the Companion discard: when, and with which cards."""
    plan = Plan(turn=table.turn)
    if table.phase == "over":
        ask(table, plan, game_over, how_it_ended(table))
        return plan
    if table.phase != "play":
        if table.phase == "setup":
            plan.find(no_table(table))
        else:
            ask(table, plan, companion_reshuffle, table.companion_size, False, False)
        return plan
    if entry.define is not None:
        definitions(table, entry.define, plan)
    order = entry.order if entry.order is not None else listed(entry.refill)
    plan.cards = order
    if not real(table, plan, order):
        return plan
    if table.shuffle_open:
        plan.origin = "open"
        _matches(table, plan, order, entry.order is not None)
        return plan
    needed = table.taking_follows()
    discard = any(world.discard for world in table.worlds)
    ask(table, plan, companion_reshuffle, table.companion_size, discard, needed)
    if not table.companion_size:
        _matches(table, plan, order, entry.order is not None)
    return plan


def _matches(table: State, plan: Plan, order: list[str], whole: bool) -> None:
    """Judge whether the cards of a new Companion deck are those of the discard, or of its shuffle that went before.

    The first cards are those that have filled the Lair since the shuffle; they may have been named there.
    """
    mark = table.companion_mark if plan.origin == "open" else None
    filled = table.lair[len(table.lair) - table.refilled :] if mark is not None else []
    told = [place for place, card in enumerate(filled) if card != "?"]
    known = sum(place < len(order) for place in told)
    differ = any(order[place] not in ("?", filled[place]) for place in told if place < len(order))
    if differ and ask(table, plan, rec_deck_order, order[: len(filled)], filled, "new Companion deck"):
        return
    order = [card for place, card in enumerate(order) if place not in told]

    def check(world: World) -> list[Finding] | None:
        shuffled = world.discard if mark is None else world.pools.get(mark, {})
        pile: Pile = (lambda world: world.discard) if mark is None else (lambda world: {mark: 1})
        named = [card for card in order if card != "?"]
        worlds, absent = tried([world.copy()], named, lambda worlds, card: parted(worlds, table.stock, pile, card))
        if worlds is None:
            return None
        if absent or not whole:
            return said(table, rec_not_there, absent, "the Companion discard")
        size = sum(shuffled.values())
        return said(table, rec_count, "cards in the new Companion deck", len(order) + known, size + len(told))

    over_worlds(table, plan, check)


def judge_water(table: State, entry: Water) -> Plan:
    """Judge the note of who touched water first."""
    plan = Plan(turn=table.turn)
    if table.phase == "setup":
        plan.find(no_table(table))
        return plan
    turn = table.turn
    plan.findings = table.unsaid[:]
    if table.phase == "play" and table.last_turns == 1:
        stuck = turn.main_due and possible(table, turn, MAIN) is False and table.readings("pass") == "if-stuck"
        if not turn.main_due or stuck:
            plan.findings = [*plan.findings, *leaving(table, turn, plan)]
            plan.implied = plan.aside = True
    ended = plan.implied or table.over_by_deck()
    tied = table.tied() if ended else []
    if len(tied) > 1 and table.readings("tie-break") == "shared":
        plan.note(remark("The tied scouts share the win, so the water entry is ignored.", rule="water-tie"))
        plan.idle = True
    else:
        before = table.water[0] if table.water is not None else None
        if before == entry.winner:
            plan.note(remark("{seat} has been noted as touching water first before.", seat=before, rule="water-tie"))
            plan.idle = True
        else:
            ask(table, plan, rec_water, entry.winner, tied, before, ended)
    return plan
