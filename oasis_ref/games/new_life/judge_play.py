"""Judging a play with all that its action brings about."""

from __future__ import annotations

from oasis_ref.core.cards import is_unknown
from oasis_ref.games.new_life import effects, rules
from oasis_ref.games.new_life.effects import say
from oasis_ref.games.new_life.facts import NOTHING, TYPES, CardFacts, Gain, StepFacts
from oasis_ref.games.new_life.judge import Judge
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
from oasis_ref.games.new_life.state import State

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
LEFT_OUT = "Left out of the action of {card}: {steps}."
Matched = tuple[Step | None, StepFacts | None, bool]
"""A recorded step (None: not recorded), the printed one that it was matched with, whether it keeps its limits."""


def judge_play(judge: Judge, entry: Play) -> None:
    """Judge a play as a turn's action."""
    if not judge.begin(entry.by):
        return
    if not play(judge, entry, None, 0):
        judge.void = True
        return
    if entry.gain is not None or judge.figures or judge.open_tokens:
        judge.settle(entry.gain)
    judge.end_turn()


def try_play(judge: Judge, entry: Play) -> bool:
    """Judge a play up to where its turn would end. Return whether it can be carried out."""
    return judge.begin(entry.by) and play(judge, entry, None, 0)


def play(judge: Judge, item: Play | PlayStep, step: StepFacts | None, depth: int) -> bool:
    """Judge one play, of a turn or of an action's step, and carry it out. Return False if it is void."""
    state = judge.state
    card = state.facts.cards.get(item.card)
    if card is None or depth > DEEPEST:
        judge.add(rules.copies, rules.copies(False, item.card, 0, 0))
        return False
    from_row = _from_row(judge, item, card)
    if from_row is None:
        return False
    place = place_of(item.space, card.surface)
    side = state.seats[judge.seat]
    row = side.surface if card.surface else side.under
    if place is None or place.surface != card.surface or place.at >= len(row) or row[place.at]:
        if judge.add(space_exists, space_exists(state, item.space, place)):
            return False
        assert place is not None
        if judge.add(space_empty, space_empty(state, side, place)) or judge.add(right_row, right_row(card, place)):
            return False
    nested = isinstance(item, PlayStep)
    if nested:
        judge.add(chain_play, chain_play(state, card.id, from_row) if from_row else None)
    asked = _placing(judge, card, place, nested)
    _lay(judge, card, place, asked, from_row)
    _points_and_action(judge, item, card, place, depth)
    return True


# Source


def _from_row(judge: Judge, item: Play | PlayStep, card: CardFacts) -> bool | None:
    """Judge where the card comes from. Return whether that is the Migration row, None if it cannot come from there."""
    state = judge.state
    origin: str | None = item.origin
    if origin is None:
        origin = _likely_origin(judge, card) if card.surface else "hand"
    if origin == "migration":
        if judge.add(solo_no_row, solo_no_row(state, card.id)):
            return None
        if judge.add(refill_at_end, refill_at_end(state, card.id)):
            return True
        if judge.add(card_in_row, card_in_row(state, card.id)):
            return None
        if card.id not in state.row:
            if not judge.is_allowed(card.id):
                return None
            judge.left_out(
                f"The row's cards were not recorded when {card.id} came into it", "it is taken to have been open"
            )
        return True
    return None if not in_hand(judge, card.id) else False


def in_hand(judge: Judge, card: str) -> bool:
    """Judge whether a card, or an unknown one, can leave the player's hand."""
    state = judge.state
    hand = state.seats[judge.seat].hand
    if hand is not None and hand.surely_holds(card):
        return True
    if judge.add(card_in_hand, card_in_hand(state, judge.seat, card)):
        return False
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
        judge.left_out(f"Whether {card.id} came from hand or from the row was not recorded", "it is taken from hand")
        return "hand"
    if in_hand and in_row and held != open_there:
        return _named_or_unknown(judge, card.id, held)
    if not in_hand and (in_row or card.id in state.piles.migration.rest()[: state.gaps]):
        return "migration"
    return "hand"


def _named_or_unknown(judge: Judge, card: str, held: bool) -> str:
    """A named copy lies in one place and an unknown card that may be it in the other."""
    if judge.state.piles.allows(card):
        judge.left_out(f"Whether {card} came from hand or from the row was not recorded", "it is taken from hand")
        return "hand"
    return "hand" if held else "migration"


# Placing


def _placing(judge: Judge, card: CardFacts, place: Place, nested: bool) -> list[Asked]:
    """Judge the placing rules. Return how a Surface card's requirements are met."""
    state = judge.state
    side = state.seats[judge.seat]
    facts = state.facts
    missing = width_unknown(state, place) if facts.spaces is None or facts.under is None else []
    asked: list[Asked] = []
    if place.surface:
        if card.needs != ():
            asked = asked_of(state, side, card, place.at)
            broken = any(position.met in ("no", "beside") for position in asked)
            if (
                nested
                and (broken or any(p.met == "open" for p in asked))
                and state.readings("play-effect") == "no-requirements"
            ):
                asked, broken = [], False
            if broken:
                broken = judge.add(requirements, requirements(state, side, card, place, asked))
                broken = judge.add(overhang, overhang(state, card, place, asked)) or broken
            if not broken:
                missing += [position.why for position in asked if position.met == "open"]
    else:
        if card.imprint == "decay":
            judge.add(decay_apart, decay_apart(state, side, card, place))
        if card.imprint is None or card.imprint == "decay":
            missing += decay_unknown(state, side, card, place)
    if missing:
        judge.needs(missing)
    return asked


def _lay(judge: Judge, card: CardFacts, place: Place, asked: list[Asked], from_row: bool) -> None:
    state = judge.state
    row = state.seats[judge.seat].surface if place.surface else state.seats[judge.seat].under
    if place.at >= len(row):
        state.widen(judge.seat, place.at + 1 if place.surface else 0, 0 if place.surface else place.at + 1)
    if from_row:
        effects.take_from_row(state, card.id)
    else:
        effects.leave_hand(state, judge.seat, card.id)
    effects.lay(state, judge.seat, card, place, asked)


# Points and action


def _points_and_action(judge: Judge, item: Play | PlayStep, card: CardFacts, place: Place, depth: int) -> None:
    action = card.action
    acts = action is None or len(action) > 0 or len(item.then) > 0
    if card.play is NOTHING:
        if acts:
            act(judge, item, card, place, depth)
        return
    last = acts and judge.state.readings("play-order") == "action-first"
    if not last:
        _on_play(judge, item, card)
    if acts:
        act(judge, item, card, place, depth)
    if last:
        _on_play(judge, item, card)


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
        for one in item.then:
            carry_out_step(judge, one, None, card, place, depth)
        return
    if not item.then and not card.pays_itself:
        steps = [STEP_WORDS[printed.kind] for printed in card.action]
        say(judge.state, rules.ACTION_OPTIONAL, LEFT_OUT, card=card.id, steps=steps)
        return
    matched = match(judge.state, item.then, card.action)
    auto, all_or_nothing = _whole(judge, item, card, matched)
    unpaid: str | None = None
    vague = False
    left: list[str] = []
    for step, printed, kept in matched:
        done = False
        if step is not None:
            done = _step(judge, step, printed, kept, card, place, depth, unpaid, vague)
        elif printed is not None and printed.kind in PAYING:
            done = auto and unpaid is None and not all_or_nothing
            if done:
                judge.pay(printed.gain, "action_points", "action-printed")
        if printed is not None and not done:
            left.append(STEP_WORDS[printed.kind])
            if printed.cost:
                unpaid = printed.kind
            elif printed.cost is None:
                vague = True
    if left:
        say(judge.state, rules.ACTION_OPTIONAL, LEFT_OUT, card=card.id, steps=left)


def _whole(judge: Judge, item: Play | PlayStep, card: CardFacts, matched: list[Matched]) -> tuple[bool, bool]:
    """Judge whether an action is done as a whole.

    Return whether points and tokens steps that were not recorded are done, and whether they are held back because
    another step was not done.
    """
    printed = [(step, facts) for step, facts, _ in matched if facts is not None]
    if len(printed) < 2:
        return not item.decline, False
    left = [facts.kind for step, facts in printed if facts.kind not in PAYING and not _is_done(step)]
    left += [facts.kind for step, facts in printed if facts.kind in PAYING and step is not None and not _is_done(step)]
    if not left:
        return not item.decline, False
    done = [facts.kind for step, facts in printed if step is not None and _is_done(step)]
    paying = any(facts.kind in PAYING and step is None for step, facts in printed)
    if done or (paying and not item.decline):
        judge.add(partial_action, partial_action(judge.state, card, done, left))
    return not item.decline, judge.state.readings["partial-action"] == "all-or-nothing"


def _is_done(step: Step | None) -> bool:
    """Return whether a recorded step was done."""
    if step is None:
        return False
    if isinstance(step, PointsStep | TokensStep):
        return not step.decline
    return not isinstance(step, DrawStep) or step.drawn != []


def match(state: State, steps: list[Step], action: tuple[StepFacts, ...]) -> list[Matched]:
    """Match recorded steps with the printed ones, in order."""
    if not steps:
        return [(None, printed, True) for printed in action]
    matched: list[Matched] = []
    at = 0
    for step in steps:
        kind = KIND_OF_STEP[type(step)]
        places = [place for place in range(at, len(action)) if action[place].kind == kind]
        fitting = [place for place in places if keeps(state, step, action[place])]
        if not places:
            matched.append((step, None, False))
            continue
        found = fitting[0] if fitting else places[0]
        matched += [(None, printed, True) for printed in action[at:found]]
        matched.append((step, action[found], bool(fitting)))
        at = found + 1
    return matched + [(None, printed, True) for printed in action[at:]]


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


def _step(
    judge: Judge,
    step: Step,
    printed: StepFacts | None,
    kept: bool,
    card: CardFacts,
    place: Place,
    depth: int,
    unpaid: str | None,
    vague: bool,
) -> bool:
    """Judge one recorded step and carry it out. Return whether it was done."""
    if not _is_done(step):
        return False
    kind = KIND_OF_STEP[type(step)]
    if printed is None or (not kept and kind != "draw"):
        judge.add(action_printed, action_printed(card, kind, printed, kept))
    judge.add(cost_unpaid, cost_unpaid(card, kind, unpaid))
    if printed is not None and (vague or printed.vague):
        judge.needs([f"what the action of {card.id} allows"])
    return carry_out_step(judge, step, printed, card, place, depth)


def carry_out_step(
    judge: Judge, step: Step, printed: StepFacts | None, card: CardFacts, place: Place, depth: int
) -> bool:
    """Carry out one recorded step. Return False if it is void."""
    if isinstance(step, PlayStep):
        return play(judge, step, printed, depth + 1)
    if isinstance(step, CycleStep):
        return _cycle(judge, step.space, card, place)
    if isinstance(step, DiscardStep):
        return _discard(judge, step.card)
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
    if judge.add(space_exists, space_exists(state, space, place)):
        return None
    assert place is not None
    return None if judge.add(cycle_target, cycle_target(state.seats[judge.seat], place)) else place


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
    judge.pay(judge.state.facts.cards[card].cycle, "cycle_out", rules.CYCLE_GAINS)


def _discard(judge: Judge, card: str | None) -> bool:
    if card is None:
        judge.left_out("The card discarded was not recorded", "it may be any card of the hand")
    shown = card or "?"
    if not judge.is_defined(shown) or not in_hand(judge, shown):
        return False
    effects.discard(judge.state, judge.seat, shown)
    return True


def _draw(judge: Judge, step: DrawStep, printed: StepFacts | None, card: CardFacts) -> bool:
    state = judge.state
    due = 1 if printed is None or printed.cards is None else printed.cards
    drawn = step.drawn
    if drawn is None:
        judge.left_out("The cards drawn were not recorded", f"{due} unknown cards are taken")
        mark = "?" if printed is None or printed.deck is None else f"{printed.deck}:?"
        drawn = [mark] * min(max(due, 0), DEEPEST)
    for one in drawn:
        judge.draw(one)
    if printed is not None:
        kinds = ("surface", "subterrain") if printed.deck is None else (printed.deck,)
        more = len(drawn) < due and any(judge.can_give(kind) for kind in kinds)
        wrong = [
            one for one in drawn if printed.deck is not None and state.facts.pile_of(one) not in (printed.deck, None)
        ]
        if printed.cards is None:
            judge.needs([f"how many cards {card.id} draws"])
        judge.add(draw_step, draw_step(card, printed, len(drawn), more, wrong))
    _say_hand(judge)
    return True


def _say_hand(judge: Judge) -> None:
    hand = judge.state.seats[judge.seat].hand
    if hand is not None and len(hand) > 8:
        say(
            judge.state,
            rules.NO_OTHER_LIMIT,
            "{seat} holds {number} cards, which is allowed during a round.",
            seat=judge.state.name(judge.seat),
            number=len(hand),
        )


def _other(judge: Judge, step: OtherStep, card: CardFacts, place: Place) -> bool:
    """Carry out an effect that only the record knows, on trust."""
    judge.add(rules.on_trust, rules.on_trust(f"what {card.id} brings{f' ({step.note})' if step.note else ''}"))
    tokens = tuple(
        (kind, min(step.tokens.get(word, 0), 51)) for kind, word in enumerate(TYPES) if step.tokens.get(word, 0) > 0
    )
    gain = Gain(max(step.points, 0), tokens, what=f"another effect of {card.id}")
    judge.pay(gain if gain.points or tokens else NOTHING, "action_points", "on-trust")
    for one in step.drawn:
        judge.draw(one)
    for one in step.discards:
        _discard(judge, one)
    for space in step.cycled:
        _cycle(judge, space, card, place)
    return True
