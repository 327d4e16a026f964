"""Judging the steps whose deck the card names, where the record does not tell the card's deck."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from oasis_ref.core.cards import Hand
from oasis_ref.core.findings import Breach
from oasis_ref.games.new_life import effects, rules_record
from oasis_ref.games.new_life.catalogue import RULES
from oasis_ref.games.new_life.facts import CardFacts, StepFacts
from oasis_ref.games.new_life.judging_entry import Judge
from oasis_ref.games.new_life.piles import KINDS
from oasis_ref.games.new_life.presumed import MOST_PRESUMED, Presumed
from oasis_ref.games.new_life.rules_action import action_printed, draw_step


def narrowed_discard(judge: Judge, printed: StepFacts, deck: str, card: CardFacts, recorded: bool) -> None:
    """Let the player discard a card that the record does not show, where the card names the deck."""
    hand = judge.state.seats[judge.seat].hand
    as_printed = None if hand is None else leniently(judge, hand)
    found = action_printed(card, "discard", printed, False)
    possible = as_printed is None or as_printed.may_leave(f"{deck}:?")
    if not possible:
        judge.add(action_printed, found)
    effects.discard(judge.state, judge.seat, "?")
    if not possible or (as_printed is not None and not as_printed.may_leave(f"{other_than(deck)}:?")):
        return
    if recorded:
        why = "{card} lets a {deck} card be discarded, and the record does not show which card it was."
        judge.add(rules_record.hidden_card, rules_record.hidden_card(False, why, card=card.id, deck=deck.capitalize()))
    if as_printed is not None:
        as_printed.leave(f"{deck}:?")
        presume(judge, action_printed, found, as_printed)


def narrowed_draw(judge: Judge, drawn: list[str], printed: StepFacts, deck: str, card: CardFacts) -> list[str]:
    """Let the player draw where the card names the deck. Return what was drawn from the wrong one."""
    facts, hand = judge.state.facts, judge.state.seats[judge.seat].hand
    as_printed = None if hand is None else leniently(judge, hand)
    wrong: list[str] = []
    hidden = 0
    for one in drawn:
        kind = facts.pile_of(one) or (judge.only_deck() if one == "?" else None)
        came = judge.draw(one)
        if kind not in (deck, None):
            wrong.append(one if one != "?" else f"{kind}:?")
        if came and kind is None:
            hidden += 1
        if came and as_printed is not None:
            as_printed.add(one if kind is not None else f"{deck}:?")
    if hidden and not wrong:
        why = "{card} draws from the {deck} deck, and the record does not show from which deck was drawn."
        judge.add(rules_record.hidden_card, rules_record.hidden_card(False, why, card=card.id, deck=deck.capitalize()))
        if as_printed is not None:
            found = draw_step(card, printed, len(drawn), False, [f"{other_than(deck)}:?"] * hidden)
            presume(judge, draw_step, found, as_printed)
    return wrong


def other_than(deck: str) -> str:
    """Return the other one of the two decks."""
    return KINDS[deck == KINDS[0]]


def leniently(judge: Judge, hand: Hand) -> Hand:
    """Return a copy of a hand in which an unknown Subterrain card may be a Starter: nothing is faulted unproved."""
    twin = hand.copy()
    twin.judge_by(judge.state.facts.fits_mixed)
    return twin


def presume(judge: Judge, rule: Callable[..., Breach | None], found: Breach | None, hand: Hand) -> None:
    """Take a step to be as the card says, as long as the hand that follows from that is possible."""
    state = judge.state
    if found is None:
        return
    shown = replace(found, says=f"{found.says} What {{by}} showed later proves that this was not so.")
    shown = replace(shown, facts={**found.facts, "by": state.name(judge.seat)}, charged=state.number)
    step = Presumed(state.name(judge.seat), RULES.of(rule).slug, shown, hand)
    state.presumed = (*state.presumed, step)[-MOST_PRESUMED:]
