"""Judging the other decisions of a player: cycle, rest, retain, pass."""

from __future__ import annotations

from collections.abc import Iterator

from oasis_ref.core.cards import is_unknown
from oasis_ref.games.new_life import catalogue, effects, effects_year, rules_record
from oasis_ref.games.new_life.effects import say
from oasis_ref.games.new_life.facts import DRAWN, NOTHING, CardFacts, as_written
from oasis_ref.games.new_life.judging_entry import Judge
from oasis_ref.games.new_life.judging_play import cycle_out, in_hand, target
from oasis_ref.games.new_life.moves import Cycle, Pass, Rest, Retain
from oasis_ref.games.new_life.rules_action import cycle_needs_biome, cycle_needs_hand
from oasis_ref.games.new_life.rules_placing import (
    ROWS,
    Place,
    asked_of,
    decay_apart,
    decay_unknown,
    lying_on,
    overhang,
    place_of,
    requirements,
    space_exists,
)
from oasis_ref.games.new_life.rules_rest import (
    draw_five,
    draws_now,
    no_draw_round_3,
    rest_stack,
    retain_limit,
    retain_subterrain,
    solo_flood,
    solo_rest,
    solo_rest_stuck,
    top_rest_tile,
    trim_not_further,
    trim_to_eight,
)
from oasis_ref.games.new_life.rules_setup import solo_setup, solo_tile
from oasis_ref.games.new_life.rules_turns import must_act_or_rest, not_your_turn, solo_turns
from oasis_ref.games.new_life.table import EMPTY, HAND_LIMIT, REST_DRAWS, START, TURNS, YEAR_END, State

HIDDEN = (
    "The player holds {cards}, which the record does not show; that card may be playable.",
    "The player holds {cards}, which the record does not show; one of these cards may be playable.",
)
"""What is said of one hidden card in the hand of a solo player who rests, and of several."""


def judge_cycle(judge: Judge, entry: Cycle) -> None:
    """Judge Discard to Cycle Out."""
    if not judge.begin(entry.by):
        return
    state = judge.state
    if entry.discard is None:
        judge.add(cycle_needs_hand, cycle_needs_hand(state, judge.seat, entry.discard))
    elif not judge.is_defined(entry.discard) or not in_hand(judge, entry.discard):
        judge.void = True
        return
    place: Place | None = None
    if entry.space is None:
        judge.add(cycle_needs_biome, cycle_needs_biome(state, judge.seat, False))
    else:
        place = target(judge, entry.space)
        if place is None:
            judge.void = True
            return
    if entry.card is not None and place is not None:
        lying = lying_on(state.seats[judge.seat], place)
        judge.add(rules_record.check_mismatch, rules_record.check_mismatch(f"the card on {place}", entry.card, lying))
    if entry.discard is not None:
        effects.discard(state, judge.seat, entry.discard)
    if place is not None:
        cycle_out(judge, place)
    if entry.gain is not None or judge.figures or judge.open_tokens:
        judge.settle(entry.gain)
    judge.end_turn()


def judge_pass(judge: Judge, entry: Pass) -> None:
    """Judge a pass: it is never allowed, but it stands."""
    if not judge.begin(entry.by, (solo_turns, not_your_turn) if judge.state.solo else (not_your_turn,)):
        return
    state, seat = judge.state, judge.seat
    if seat in state.rested:
        judge.findings = [finding for finding in judge.findings if finding.rule == "must-act-or-rest"]
    judge.add(must_act_or_rest, must_act_or_rest(state, seat))
    if state.phase != TURNS:
        judge.void = True
        return
    judge.end_turn()


# Rest


def judge_rest(judge: Judge, entry: Rest) -> None:
    """Judge a Rest: tile, Rest points, draws, trim; the year may end with it."""
    if not judge.begin(entry.by):
        return
    state, seat = judge.state, judge.seat
    if state.solo and seat not in state.rested:
        _stuck(judge)
    again = seat in state.rested
    effects.rest(state, seat, _tile(judge, entry, again))
    side, cards = state.seats[seat], state.facts.cards
    for lying in side.surface + side.under:
        if lying and cards[lying].rest is not NOTHING:
            judge.pay(cards[lying].rest, "rest_points", catalogue.REST_POINTS)
    hand = side.hand
    before = None if hand is None else len(hand)
    drew = _draws(judge, entry)
    _trim(judge, entry, None if before is None else before + drew, draws_now(state))
    if entry.gain is not None or judge.figures or judge.open_tokens:
        judge.settle(entry.gain)
    if again:
        return
    if state.solo:
        state.last = seat
        judge.call_ai()
    elif state.next_in(seat) is None:
        state.refilled = (0, False)
        effects.refill(state)
        state.last, state.lapsed = seat, None
        effects_year.give_trophies(state)
    else:
        effects.end_turn(state, seat)


def _tile(judge: Judge, entry: Rest, again: bool) -> int | None:
    """Judge the tile. Return the one that is taken, None if none is."""
    state = judge.state
    if state.solo and entry.tile is not None:
        judge.add(solo_setup, solo_tile(entry.tile))
    if state.solo or again or not state.stack:
        return None
    tile = entry.tile
    if judge.add(rest_stack, rest_stack(state, tile)):
        tile = None
    judge.add(top_rest_tile, top_rest_tile(state, tile))
    return state.stack[0] if tile is None else tile


def _draws(judge: Judge, entry: Rest) -> int:
    """Judge the draws, and draw. Return how many cards were drawn."""
    state = judge.state
    due = draws_now(state)
    drawn = entry.drawn
    if drawn is None:
        return _draw_unrecorded(judge) if due else 0
    for card in drawn:
        judge.draw(card)
    number = len(drawn)
    if not due:
        judge.add(no_draw_round_3, no_draw_round_3(state, number))
    elif number != REST_DRAWS:
        more = judge.can_give("surface") or judge.can_give("subterrain")
        rule = solo_rest if state.solo else draw_five
        judge.add(rule, rule(state, number, judge.most_left() if more else 0))
    return number


def _draw_unrecorded(judge: Judge) -> int:
    """Draw five unknown cards, as far as the decks can give them. Return how many."""
    judge.left_out("The cards drawn were not recorded", "five unknown cards are taken")
    for number in range(REST_DRAWS):
        if not (judge.can_give("surface") or judge.can_give("subterrain")):
            return number
        judge.draw("?")
    return REST_DRAWS


def _trim(judge: Judge, entry: Rest, before: int | None, drew: bool) -> None:
    """Judge the trim after the draw, and discard. ``before`` is the size of the hand, as the record has it."""
    state, seat = judge.state, judge.seat
    discards = entry.discards
    over = 0 if before is None or not drew else max(0, before - HAND_LIMIT)
    if discards is None:
        if over:
            what = "1 unknown card is" if over == 1 else f"{over} unknown cards are"
            judge.left_out("The cards discarded were not recorded", f"{what} taken to have gone")
            hand = state.seats[seat].hand
            for _ in range(over if hand is None else min(over, len(hand))):
                effects.discard(state, seat, "?")
        return
    for card in discards:
        if judge.is_defined(card) and in_hand(judge, card):
            effects.discard(state, seat, card)
    number = len(discards)
    if number != over and (before is not None or not drew):
        size = number if before is None else before
        if drew:
            judge.add(trim_to_eight, trim_to_eight(state, seat, size, number))
        judge.add(trim_not_further, trim_not_further(state, seat, size, number, drew))


# Solo: may the player rest?


def _stuck(judge: Judge) -> None:
    """Judge whether the solo player may rest: nothing in hand can be played."""
    state = judge.state
    hand = state.seats[judge.seat].hand
    held = [] if hand is None else hand.cards()
    sure = hand is not None and not hand.unseen
    unsure: str | None = None if hand is not None else "The player's hand is not known: a card in it may be playable."
    hidden = as_written(card for card in held if is_unknown(card) and _room_for(state, card))
    for card in dict.fromkeys(held):
        if is_unknown(card):
            continue
        space, open_facts = playable_on(state, judge.seat, state.facts.cards[card])
        if space is not None and sure:
            judge.add(solo_rest_stuck, solo_rest_stuck(state, (card, str(space))))
            return
        if space is not None:
            unsure = unsure or f"{card} could be played, but it may have been discarded unseen."
        judge.needs(open_facts)
    if hidden:
        judge.add(rules_record.hidden_card, rules_record.hidden_card(False, HIDDEN[len(hidden) > 1], cards=hidden))
    elif unsure is not None:
        judge.add(rules_record.hidden_card, rules_record.hidden_card(False, unsure))


def _room_for(state: State, mark: str) -> bool:
    """Return whether an unknown card with this mark may find an empty space."""
    side = state.seats[0]
    if mark == "surface:?":
        return EMPTY in side.surface or state.facts.under is None
    below = EMPTY in side.under or state.facts.spaces is None
    return below or (mark in ("?", DRAWN) and (EMPTY in side.surface or state.facts.under is None))


def playable_on(state: State, seat: int, card: CardFacts) -> tuple[Place | None, list[str]]:
    """Return a space where the card can legally be played from hand; else the unknown facts that one would need."""
    side = state.seats[seat]
    open_facts: list[str] = []
    for place in empty_places(state, seat, card.surface):
        if card.surface:
            asked = asked_of(state, side, card, place.at)
            broken = requirements(state, side, card, place, asked) or overhang(state, card, place, asked)
            missing = [position.why for position in asked if position.met == "open"]
        else:
            broken = decay_apart(state, side, card, place)
            missing = decay_unknown(state, side, card, place)
        if broken is None and not missing:
            return place, []
        if broken is None:
            open_facts += missing
    return None, open_facts


def empty_places(state: State, seat: int, surface: bool) -> Iterator[Place]:
    """Yield the empty spaces of a row, as far as the board is known."""
    side = state.seats[seat]
    row = side.surface if surface else side.under
    for at, lying in enumerate(row):
        if lying == EMPTY:
            yield ROWS[surface][at]


# Retain


def judge_retain(judge: Judge, entry: Retain) -> None:
    """Judge which cards a player keeps through the Flood."""
    state = judge.state
    if state.solo:
        judge.fail(solo_flood, solo_flood(state))
        return
    seat = state.index.get(entry.by)
    if seat is None or state.phase != YEAR_END or seat in state.kept:
        judge.fail(rules_record.misplaced_entry, rules_record.misplaced_entry(False, _why_not_now(state, entry.by)))
        return
    judge.seat = seat
    side = state.seats[seat]
    kept: list[int] = []
    for space in entry.spaces:
        place = place_of(space, False)
        if judge.add(space_exists, space_exists(state, space, place)):
            continue
        assert place is not None
        if not judge.add(retain_subterrain, retain_subterrain(state, seat, place)) and place.at not in kept:
            kept.append(place.at)
    sure = 2 if side.tile is None else state.facts.tile(side.tile).least
    if not judge.add(retain_limit, retain_limit(state, seat, len(kept))) and len(kept) > sure:
        judge.needs([f"how many cards Rest tile {side.tile} retains"])
    state.kept = {**state.kept, seat: tuple(kept)}
    names = [side.under[at] for at in kept]
    say(state, catalogue.RETAIN_OPTIONAL, "{seat} will retain {cards}.", seat=entry.by, cards=names)


def _why_not_now(state: State, by: str) -> str:
    """Return why a seat cannot say now what it retains."""
    if by not in state.index:
        return f"There is no seat {by} at this table."
    if state.phase == START:
        return "Nothing can be retained before the table is set up."
    if state.phase != YEAR_END:
        return "Cards are retained only when all have rested, before the Flood."
    return f"{by} has already said what to retain."
