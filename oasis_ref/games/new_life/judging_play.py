"""Judging a play with all that its action brings about."""

from __future__ import annotations

from oasis_ref.core.cards import is_unknown
from oasis_ref.core.findings import Breach
from oasis_ref.core.text import counted
from oasis_ref.games.new_life import catalogue, effects, rules_record
from oasis_ref.games.new_life.effects import say
from oasis_ref.games.new_life.facts import NOTHING, TYPES, CardFacts, Gain, StepFacts
from oasis_ref.games.new_life.judging_entry import Judge
from oasis_ref.games.new_life.judging_narrowed import narrowed_discard, narrowed_draw
from oasis_ref.games.new_life.moves import (
    CycleStep,
    DiscardStep,
    DrawStep,
    OtherStep,
    Play,
    PlayStep,
    PointsStep,
    Step,
    TokensStep,
)
from oasis_ref.games.new_life.rules_action import (
    STEP_WORDS,
    action_printed,
    chain_play,
    cost_unpaid,
    cycle_self,
    cycle_target,
    done_although_declined,
    draw_step,
    on_play_points,
    partial_action,
)
from oasis_ref.games.new_life.rules_placing import (
    SURFACE_MARK,
    Asked,
    Place,
    asked_of,
    card_in_hand,
    card_in_row,
    decay_apart,
    decay_unknown,
    lying_on,
    overhang,
    place_of,
    refill_at_end,
    requirements,
    right_row,
    solo_no_row,
    space_empty,
    space_exists,
    width_unknown,
)
from oasis_ref.games.new_life.table import EMPTY, HAND_LIMIT, State

DEEPEST = 117
"""A chain of more plays would need more cards than the box has."""

KIND_OF_STEP: dict[type, str] = {
    PlayStep: "play",
    CycleStep: "cycle",
    DiscardStep: "discard",
    DrawStep: "draw",
    PointsStep: "points",
    TokensStep: "tokens",
    OtherStep: "other",
}
PAYING = ("points", "tokens")
PAYING_STEPS = (PointsStep, TokensStep)
LEFT_OUT = "Left out of the action of {card}: {steps}."
Matched = tuple[Step | None, StepFacts | None, bool]
"""A recorded step (None: not recorded), the printed one that it was matched with, whether it keeps its limits."""


def judge_play(judge: Judge, entry: Play) -> None:
    """Judge a play as a turn's action."""
    if not judge.begin(entry.by):
        return
    if not play(judge, entry, 0):
        judge.void = True
        return
    if entry.gain is not None or judge.figures or judge.open_tokens:
        judge.settle(entry.gain)
    judge.end_turn()


def try_play(judge: Judge, entry: Play) -> bool:
    """Judge a play up to where its turn would end. Return whether it can be carried out."""
    return judge.begin(entry.by) and play(judge, entry, 0)


def play(judge: Judge, item: Play | PlayStep, depth: int) -> bool:
    """Judge one play, of a turn or (at a greater depth) of an action's step, and carry it out.

    Return False if it is void.
    """
    state = judge.state
    facts = state.facts
    card = facts.cards.get(item.card)
    if card is None or depth > DEEPEST:
        judge.add(rules_record.copies, rules_record.unnamed(item.card) or rules_record.copies(False, item.card, 0, 0))
        return False
    origin = item.origin or (_likely_origin(judge, card) if card.surface else "hand")
    from_row = origin == "migration"
    if not (in_row(judge, card.id) if from_row else in_hand(judge, card.id)):
        return False
    place = place_of(item.space, card.surface)
    side = state.own(judge.seat)
    row = side.surface if card.surface else side.under
    if place is None or place.surface != card.surface or place.at >= len(row) or row[place.at]:
        if judge.add(space_exists, space_exists(state, item.space, place)):
            return False
        assert place is not None
        if judge.add(space_empty, space_empty(state, side, place)) or judge.add(right_row, right_row(card, place)):
            return False
        state.widen(judge.seat, place.surface, place.at + 1)
    if depth and from_row:
        judge.add(chain_play, chain_play(state, card.id, from_row))
    asked = _placing(judge, card, place, depth > 0) if not (card.undemanding and facts.board_known) else []
    if from_row:
        effects.take_from_row(state, card.id)
    else:
        effects.leave_hand(state, side, card.id)
    effects.lay(state, side, card, place, asked)
    if card.acts or item.then:
        _points_and_action(judge, item, card, place, depth)
    elif card.play is not NOTHING:
        _on_play(judge, item, card)
    return True


# Source


def in_row(judge: Judge, card: str) -> bool:
    """Judge whether a card can come from the Migration row."""
    state = judge.state
    if card in state.row and not state.solo:
        return True
    if judge.add(solo_no_row, solo_no_row(state, card)):
        return False
    if judge.add(refill_at_end, refill_at_end(state, card)):
        return True
    if judge.add(card_in_row, card_in_row(state, card)) or not judge.is_allowed(card):
        return False
    judge.left_out(f"The row's cards were not recorded when {card} came into it", "it is taken to have been open")
    return True


def in_hand(judge: Judge, card: str) -> bool:
    """Judge whether a card, or an unknown one, can leave the player's hand."""
    state = judge.state
    hand = state.seats[judge.seat].hand
    if hand is not None and hand.surely_holds(card):
        return True
    if judge.add(card_in_hand, card_in_hand(state, judge.seat, card)):
        return False
    if state.elements is not None:
        effects.tell_element(state, judge.seat, card)
    return is_unknown(card) or (hand is not None and hand.holds(card)) or judge.is_allowed(card)


def _likely_origin(judge: Judge, card: CardFacts) -> str:
    """Return where a Surface card comes from if the record does not say."""
    state = judge.state
    hand = state.seats[judge.seat].hand
    if state.solo:
        return "hand"
    held = hand is not None and hand.holds(card.id)
    open_there = card.id in state.row
    in_hand = held or hand is None or hand.may_leave(card.id)
    in_row = open_there or SURFACE_MARK in state.row
    if in_hand and in_row and held == open_there:
        return _taken_from_hand(judge, card.id)
    if in_hand and in_row and held != open_there:
        return _named_or_unknown(judge, card.id, held)
    if not in_hand and (in_row or card.id in state.piles.migration.rest()[: state.gaps]):
        return "migration"
    return "hand"


def _named_or_unknown(judge: Judge, card: str, held: bool) -> str:
    """A named copy lies in one place and an unknown card that may be it in the other."""
    if judge.state.piles.allows(card):
        return _taken_from_hand(judge, card)
    return "hand" if held else "migration"


def _taken_from_hand(judge: Judge, card: str) -> str:
    judge.left_out(f"Whether {card} came from hand or from the row was not recorded", "it is taken from hand")
    judge.state.unsure = True
    return "hand"


# Placing


def _placing(judge: Judge, card: CardFacts, place: Place, nested: bool) -> list[Asked]:
    """Judge the placing rules. Return how a Surface card's requirements are met."""
    state = judge.state
    side = state.seats[judge.seat]
    missing = [] if state.facts.board_known else width_unknown(state, place)
    asked: list[Asked] = []
    if place.surface:
        asked = asked_of(state, side, card, place.at)
    if asked:
        met = [position.met for position in asked]
        broken = "no" in met or "beside" in met
        if nested and (broken or "open" in met) and state.readings("play-effect") == "no-requirements":
            asked, broken = [], False
        if broken:
            broken = judge.add(requirements, requirements(state, side, card, place, asked))
            broken = judge.add(overhang, overhang(state, card, place, asked)) or broken
        if not broken and "open" in met:
            missing += [position.why for position in asked if position.met == "open"]
    elif not place.surface and not card.undemanding:
        judge.add(decay_apart, decay_apart(state, side, card, place))
        missing += decay_unknown(state, side, card, place)
    if missing:
        judge.needs(missing)
    return asked


# Points and action


def _points_and_action(judge: Judge, item: Play | PlayStep, card: CardFacts, place: Place, depth: int) -> None:
    """Judge an action, and the on-play points before or after it."""
    if card.play is NOTHING:
        act(judge, item, card, place, depth)
    elif judge.state.readings("play-order") == "action-first":
        act(judge, item, card, place, depth)
        _on_play(judge, item, card)
    else:
        _on_play(judge, item, card)
        act(judge, item, card, place, depth)


def _on_play(judge: Judge, item: Play | PlayStep, card: CardFacts) -> None:
    if item.decline_points:
        found = on_play_points(judge.state, card, True)
        if found is None:
            return
        judge.add(on_play_points, found)
    judge.pay(card.play, "on_play", "on-play-points")


def act(judge: Judge, item: Play | PlayStep, card: CardFacts, place: Place, depth: int) -> None:
    """Judge the steps of an action against the printed ones, and carry them out."""
    if card.action is None:
        if item.then:
            judge.needs([f"the action of {card.id}"])
            judge.add(catalogue.ACTION_OPTIONAL, _declined_and_done(item, card))
        for one in item.then:
            carry_out_step(judge, one, None, card, place, depth)
        return
    if not item.then and not card.pays_itself:
        steps = [STEP_WORDS[printed.kind] for printed in card.action]
        say(judge.state, catalogue.ACTION_OPTIONAL, LEFT_OUT, card=card.id, steps=steps)
        return
    matched = match(judge.state, item.then, card.action)
    declined = item.decline
    all_or_nothing = False
    if len(card.action) > 1:
        all_or_nothing = _held_back(judge, item, card, matched)
    unpaid: str | None = None
    vague = False
    left: list[str] = []
    for step, printed, kept in matched:
        done = False
        if step is None:
            if printed is not None and printed.kind in PAYING:
                done = not item.decline and unpaid is None and not all_or_nothing
                if done:
                    judge.pay(printed.gain, "action_points", "action-printed")
        elif _is_done(step):
            if printed is None or not kept or unpaid is not None or vague or printed.vague:
                again = any(one is not None and two is not None and type(one) is type(step) for one, two, _ in matched)
                _judge_step(judge, step, printed, kept, card, unpaid, vague, again)
            done = carry_out_step(judge, step, printed, card, place, depth)
        else:
            declined = True
        if printed is not None and not done:
            left.append(STEP_WORDS[printed.kind])
            if printed.cost:
                unpaid = printed.kind
            elif printed.cost is None:
                vague = True
    if declined:
        judge.add(catalogue.ACTION_OPTIONAL, _declined_and_done(item, card))
    if left:
        say(judge.state, catalogue.ACTION_OPTIONAL, LEFT_OUT, card=card.id, steps=left)


def _declined_and_done(item: Play | PlayStep, card: CardFacts) -> Breach | None:
    """Return the breach of a record that says of the same thing that it was done and that it was not."""
    declined = [KIND_OF_STEP[type(step)] for step in item.then if isinstance(step, PAYING_STEPS) and step.decline]
    done = [KIND_OF_STEP[type(step)] for step in item.then if _is_done(step)]
    if not item.decline:
        printed = [step.kind for step in card.action or ()]
        done = [kind for kind in done if kind in declined and (done + declined).count(kind) > printed.count(kind)]
    return done_although_declined(card, item.decline, list(dict.fromkeys(done)))


def _held_back(judge: Judge, item: Play | PlayStep, card: CardFacts, matched: list[Matched]) -> bool:
    """Judge whether an action of several steps is done as a whole.

    Return whether points and tokens steps that were not recorded are held back because another step was not done.
    """
    done, left = [], []
    unrecorded = False
    for step, printed, _ in matched:
        if printed is None:
            continue
        if step is None and printed.kind in PAYING:
            unrecorded = True
        elif _is_done(step):
            done.append(printed.kind)
        else:
            left.append(printed)
    if not left:
        return False
    if done or (unrecorded and not item.decline):
        # What the player chooses is named before what pays by itself.
        left.sort(key=lambda printed: printed.kind in PAYING)
        judge.add(partial_action, partial_action(judge.state, card, done, [printed.kind for printed in left]))
    return judge.state.readings["partial-action"] == "all-or-nothing"


def _is_done(step: Step | None) -> bool:
    """Return whether a recorded step was done."""
    if step is None:
        return False
    if isinstance(step, PAYING_STEPS):
        return not step.decline
    return not isinstance(step, DrawStep) or step.drawn != []


def match(state: State, steps: list[Step], action: tuple[StepFacts, ...]) -> list[Matched]:
    """Match recorded steps with the printed ones, in order."""
    matched: list[Matched] = []
    at = 0
    for step in steps:
        kind = KIND_OF_STEP[type(step)]
        found, kept = -1, False
        for place in range(at, len(action)):
            if action[place].kind == kind:
                kept = keeps(state, step, action[place])
                if kept or found < 0:
                    found = place
                if kept:
                    break
        if found < 0:
            matched.append((step, None, False))
            continue
        if at < found:
            matched += [(None, printed, True) for printed in action[at:found]]
        matched.append((step, action[found], kept))
        at = found + 1
    if at < len(action):
        matched += [(None, printed, True) for printed in action[at:]]
    return matched


def keeps(state: State, step: Step, printed: StepFacts) -> bool:
    """Return whether a recorded step keeps the limits of a printed one."""
    if not printed.limited:
        return True
    facts = state.facts
    if isinstance(step, PlayStep | CycleStep) and printed.spaces is not None:
        card = facts.cards.get(step.card) if isinstance(step, PlayStep) else None
        place = place_of(step.space, None if card is None else card.surface)
        if place is None or place.surface != (printed.spaces == "S"):
            return False
    if isinstance(step, PlayStep) and printed.origin is not None:
        origin = step.origin or ("migration" if printed.origin == "migration" and step.card in state.row else "hand")
        return origin == printed.origin
    if isinstance(step, DiscardStep) and printed.deck is not None:
        return step.card is None or facts.pile_of(step.card) in (printed.deck, None)
    if isinstance(step, DrawStep) and printed.deck is not None:
        return all(facts.pile_of(card) in (printed.deck, None) for card in step.drawn or ())
    return True


def _judge_step(
    judge: Judge,
    step: Step,
    printed: StepFacts | None,
    kept: bool,
    card: CardFacts,
    unpaid: str | None,
    vague: bool,
    again: bool,
) -> None:
    """Judge whether one recorded step is as printed, in its place, and paid for."""
    kind = KIND_OF_STEP[type(step)]
    if printed is None or (not kept and kind != "draw"):
        judge.add(action_printed, action_printed(card, kind, printed, kept, again))
    if printed is None:
        return
    judge.add(cost_unpaid, cost_unpaid(card, kind, unpaid))
    if vague or printed.vague:
        judge.needs([f"what the action of {card.id} allows"])


def carry_out_step(
    judge: Judge, step: Step, printed: StepFacts | None, card: CardFacts, place: Place, depth: int
) -> bool:
    """Judge what one recorded step brings about, and carry it out. Return False if it is void."""
    if isinstance(step, PlayStep):
        return play(judge, step, depth + 1)
    if isinstance(step, CycleStep):
        return _cycle(judge, step.space, card, place)
    if isinstance(step, DiscardStep):
        return _discard(judge, step.card, printed, card)
    if isinstance(step, DrawStep):
        return _draw(judge, step, printed, card)
    if isinstance(step, OtherStep):
        return _other(judge, step, card, place)
    if printed is not None:
        judge.pay(printed.gain, "action_points", "action-printed")
    return True


def target(judge: Judge, space: str | int) -> Place | None:
    """Judge the space of a card to be cycled out. Return None if there is none."""
    state = judge.state
    place = place_of(space)
    side = state.seats[judge.seat]
    if place is not None and lying_on(side, place) != EMPTY:
        return place
    if judge.add(space_exists, space_exists(state, space, place)):
        return None
    assert place is not None
    return None if judge.add(cycle_target, cycle_target(side, place)) else place


def _cycle(judge: Judge, space: str | int, card: CardFacts, own: Place) -> bool:
    place = target(judge, space)
    if place is None:
        return False
    if place == own:
        judge.add(cycle_self, cycle_self(judge.state, card, own, place))
    cycle_out(judge, place)
    return True


def cycle_out(judge: Judge, place: Place) -> None:
    """Cycle out the card on a space, with its gain."""
    card = effects.cycle_out(judge.state, judge.seat, place)
    judge.pay(judge.state.facts.cards[card].cycle, "cycle_out", catalogue.CYCLE_GAINS)


def _discard(judge: Judge, card: str | None, printed: StepFacts | None, of: CardFacts) -> bool:
    if card is None:
        judge.left_out("The card discarded was not recorded", "it may be any card of the hand")
    shown = card or "?"
    if not judge.is_defined(shown) or not in_hand(judge, shown):
        return False
    if shown == "?" and printed is not None and printed.deck is not None:
        narrowed_discard(judge, printed, printed.deck, of, card is not None)
    else:
        effects.discard(judge.state, judge.seat, shown)
    return True


def _draw(judge: Judge, step: DrawStep, printed: StepFacts | None, card: CardFacts) -> bool:
    due = 1 if printed is None or printed.cards is None else printed.cards
    drawn = step.drawn
    if drawn is None:
        judge.left_out("The cards drawn were not recorded", _are_taken(due))
        mark = "?" if printed is None or printed.deck is None else f"{printed.deck}:?"
        drawn = [mark] * min(max(due, 0), DEEPEST)
    wrong: list[str] = []
    if printed is not None and printed.deck is not None:
        wrong = narrowed_draw(judge, drawn, printed, printed.deck, card)
    else:
        for one in drawn:
            judge.draw(one)
    if printed is not None and (wrong or len(drawn) != printed.cards):
        _drawn_as_printed(judge, len(drawn), printed, due, card, wrong)
    _say_hand(judge)
    return True


def _are_taken(due: int) -> str:
    return f"{counted(due, 'unknown card')} {'is' if due == 1 else 'are'} taken"


def _drawn_as_printed(
    judge: Judge, drawn: int, printed: StepFacts, due: int, card: CardFacts, wrong: list[str]
) -> None:
    """Judge whether as many cards were drawn as the card says, from the deck that it says."""
    kinds = ("surface", "subterrain") if printed.deck is None else (printed.deck,)
    if printed.cards is None:
        judge.needs([f"how many cards {card.id} draws"])
    more = drawn < due and any(judge.can_give(kind) for kind in kinds)
    judge.add(draw_step, draw_step(card, printed, drawn, more, wrong))


def _say_hand(judge: Judge) -> None:
    side = judge.state.seats[judge.seat]
    if side.hand is not None and len(side.hand) > HAND_LIMIT:
        allowed = "{seat} holds {number} cards, which is allowed during a round."
        say(judge.state, catalogue.NO_OTHER_LIMIT, allowed, seat=side.name, number=len(side.hand))


def _other(judge: Judge, step: OtherStep, card: CardFacts, place: Place) -> bool:
    """Carry out an effect that only the record knows, on trust."""
    judge.add(
        rules_record.on_trust, rules_record.on_trust(f"what {card.id} brings{f' ({step.note})' if step.note else ''}")
    )
    tokens = tuple(
        (kind, min(step.tokens.get(word, 0), 51)) for kind, word in enumerate(TYPES) if step.tokens.get(word, 0) > 0
    )
    gain = Gain(max(step.points, 0), tokens, what=f"another effect of {card.id}")
    judge.pay(gain if gain.points or tokens else NOTHING, "action_points", "on-trust")
    for one in step.drawn:
        judge.draw(one)
    for one in step.discards:
        _discard(judge, one, None, card)
    for space in step.cycled:
        _cycle(judge, space, card, place)
    return True
