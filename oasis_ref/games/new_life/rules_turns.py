"""Whose turn it is, and what a turn may be."""

from __future__ import annotations

from oasis_ref.core.findings import Breach, breach
from oasis_ref.games.new_life.catalogue import RULES
from oasis_ref.games.new_life.table import ANY_SEAT, OVER, State


def on_turn(state: State) -> tuple[int, ...]:
    """Return the seats that may act: the one on turn, and the next one if that one's entry did not count."""
    if state.turn == ANY_SEAT:
        return tuple(seat for seat in range(len(state.players)) if seat not in state.rested)
    if state.lapsed is None or state.lapsed != state.turn:
        return (state.turn,)
    after = state.next_in(state.turn)
    return (state.turn,) if after is None else (state.turn, after)


@RULES.rule(
    "round-over", "After the Flood of round 3 the game is over", "Year End, Round End", broken_by="play cycle rest"
)
def round_over(state: State, by: int) -> Breach | None:
    if state.phase != OVER:
        return None
    return breach("The game is over: the Year End of round 3 has been resolved.", void=True)


@RULES.rule(
    "already-rested",
    "A player who has rested takes no action for the rest of the round",
    "Rest",
    broken_by="play cycle rest",
)
def already_rested(state: State, by: int) -> Breach | None:
    if by not in state.rested:
        return None
    return breach("{seat} has rested and is out of round {round}.", seat=state.name(by), round=state.round)


@RULES.rule(
    "solo-turns",
    "Player and AI alternate, the player first in every year",
    "Solo: Gameplay",
    broken_by="play cycle rest ai",
)
def solo_turns(state: State, by: int | None) -> Breach | None:
    if not state.solo or state.ai_due == (by is None):
        return None
    if by is None and state.lapsed == state.turn:
        return None
    if by is None:
        return breach("The AI turns up a card although it is {seat}'s turn.", seat=state.name(0))
    return breach(
        "{seat} acts although it is the AI's turn: its card was not recorded.",
        seat=state.name(by),
        allowed="a card of the AI",
    )


@RULES.rule("one-action", "A turn is one action", "Turns", broken_by="play cycle rest")
def one_action(state: State, by: int) -> Breach | None:
    if by != state.last or by in on_turn(state):
        return None
    turn = state.name(state.turn)
    return breach(
        "{seat} acts twice in a row; it is {turn}'s turn.",
        seat=state.name(by),
        turn=turn,
        allowed=f"an action of {turn}",
    )


@RULES.rule(
    "not-your-turn", "Turns go clockwise, and only the seat on turn acts", "Turns", broken_by="play cycle rest pass"
)
def not_your_turn(state: State, by: int) -> Breach | None:
    if by in on_turn(state):
        return None
    turn = state.name(state.turn)
    return breach("It is {turn}'s turn, not {seat}'s.", turn=turn, seat=state.name(by), allowed=f"an action of {turn}")


def unknown_seat(by: str) -> Breach:
    """Return the breach of an entry by somebody who does not sit at the table."""
    return breach("There is no seat {seat} at this table.", seat=by, status="inconsistent", void=True)


@RULES.rule("must-act-or-rest", "Nobody passes: without an action the player rests", "Rest", broken_by="pass")
def must_act_or_rest(state: State, by: int) -> Breach | None:
    if by in state.rested:
        return breach("{seat} has rested and is passed over: there is no turn to pass.", seat=state.name(by))
    rest = "or, if no card in hand can be played, to rest" if state.solo else "or to rest"
    allowed = f"to play a card, to discard and cycle out, {rest}"
    return breach("{seat} may not pass.", seat=state.name(by), allowed=allowed)


@RULES.rule(
    "solo-ai-card",
    "An AI turn adds the top card of the Subterrain deck to its line",
    "Solo: AI Turns",
    broken_by="ai",
    breaks="inconsistent",
)
def solo_ai_card(state: State, card: str) -> Breach | None:
    if state.facts.pile_of(card) in ("subterrain", None):
        return None
    return breach("The AI turns up {card}, which is a Surface card.", card=card, void=True)


TURN_RULES = (round_over, already_rested, solo_turns, one_action, not_your_turn)
"""In the order in which a director asks; only the first that is broken is cited."""
