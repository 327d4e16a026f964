"""Resting: tile, draws, trim; decks that run out; retaining."""

from __future__ import annotations

from oasis_ref.core.cards import Hand
from oasis_ref.core.findings import Breach, breach
from oasis_ref.core.text import counted
from oasis_ref.games.new_life.catalogue import RULES
from oasis_ref.games.new_life.rules_placing import Place, lying_on
from oasis_ref.games.new_life.table import EMPTY, HAND_LIMIT, REST_DRAWS, ROUNDS, State

NUMBERS = ("no", "one", "two", "three", "four", "five")


@RULES.rule("top-rest-tile", "Who rests takes the top tile of the stack", "Rest", broken_by="rest")
def top_rest_tile(state: State, tile: int | None) -> Breach | None:
    if tile is None or not state.stack or tile == state.stack[0] or tile not in state.stack:
        return None
    return breach(
        "Rest tile {tile} is taken, but tile {top} is on top.",
        tile=tile,
        top=state.stack[0],
        allowed=f"tile {state.stack[0]}",
    )


@RULES.rule(
    "rest-stack",
    "With N players the tiles 1 to N are in the game, 1 on top",
    "Setup 2",
    broken_by="rest setup",
    breaks="inconsistent",
)
def rest_stack(state: State, tile: int | None) -> Breach | None:
    if tile is None or tile in state.stack:
        return None
    return breach("Rest tile {tile} is not in the stack, which holds: {stack}.", tile=tile, stack=list(state.stack))


@RULES.rule("draw-five", "In rounds 1 and 2 five cards are drawn when resting", "Rest 3", broken_by="rest")
def draw_five(state: State, drawn: int, left: int | None) -> Breach | None:
    return _wrong_number(state, drawn, left)


@RULES.rule("solo-rest", "In solo, resting draws five and the AI has one last turn", "Solo: Gameplay", broken_by="rest")
def solo_rest(state: State, drawn: int, left: int | None) -> Breach | None:
    return _wrong_number(state, drawn, left)


def _wrong_number(state: State, drawn: int, left: int | None) -> Breach | None:
    """Judge the number of cards drawn; ``left`` is how many the decks can still give (None: not known, but some)."""
    due = REST_DRAWS if left is None else min(REST_DRAWS, drawn + left)
    if drawn == due or (drawn < due and state.readings("rest-draw") == "up-to-five"):
        return None
    are = "1 card is" if drawn == 1 else f"{drawn} cards are"
    allowed = f"{NUMBERS[due]} card{'' if due == 1 else 's'}"
    if state.readings["rest-draw"] == "up-to-five":
        return breach(
            "{are} drawn; at most {due} may be.", drawn=drawn, are=are, due=NUMBERS[due], allowed=f"at most {allowed}"
        )
    return breach("{are} drawn instead of {due}.", drawn=drawn, are=are, due=NUMBERS[due], allowed=allowed)


@RULES.rule("no-draw-round-3", "In round 3 resting draws nothing", "Rest 4", broken_by="rest")
def no_draw_round_3(state: State, drawn: int) -> Breach | None:
    if not drawn:
        return None
    are = "1 card is" if drawn == 1 else f"{drawn} cards are"
    return breach("{are} drawn in round 3.", drawn=drawn, are=are, allowed="no draw")


def draws_now(state: State) -> bool:
    """Return whether resting brings a draw in this round."""
    if state.round < ROUNDS:
        return True
    return state.solo and state.readings("solo-draw-year-3") == "five"


@RULES.rule("trim-to-eight", "After that draw cards are discarded until eight are left", "Rest 3", broken_by="rest")
def trim_to_eight(state: State, by: int, before: int, discarded: int) -> Breach | None:
    left = before - discarded
    if left <= HAND_LIMIT:
        return None
    return breach(
        "{seat} keeps {left} cards: {before} after the draw, {discarded} discarded.",
        seat=state.name(by),
        left=left,
        before=before,
        discarded=discarded,
        allowed=f"{before - HAND_LIMIT} discarded",
    )


@RULES.rule(
    "trim-not-further", "Nothing is discarded below eight, and nothing from eight or fewer", "Rest 3", broken_by="rest"
)
def trim_not_further(state: State, by: int, before: int, discarded: int, drew: bool) -> Breach | None:
    due = max(0, before - HAND_LIMIT) if drew else 0
    if discarded <= due:
        return None
    return breach(
        "{seat} discards {discarded} of {before} cards; {due} may go.",
        seat=state.name(by),
        discarded=discarded,
        before=before,
        due=due,
        allowed=f"{due} discarded",
    )


@RULES.rule(
    "solo-rest-stuck",
    "In solo the player rests only with an empty hand or without a card in hand that can be played",
    "Solo: Gameplay",
    broken_by="rest",
)
def solo_rest_stuck(state: State, playable: tuple[str, str] | None) -> Breach | None:
    if playable is None:
        return None
    card, space = playable
    return breach(
        "{seat} may not rest yet: {card} can be played on {space}.",
        seat=state.name(0),
        card=card,
        space=space,
        allowed=f"playing {card}",
    )


@RULES.rule(
    "deck-count",
    "No more cards leave a deck than it has; Starters are in no deck until a reshuffle takes them in",
    "Components, Setup 4",
    broken_by="play cycle rest ai setup year",
    breaks="inconsistent",
)
def deck_count(state: State, kind: str, card: str) -> Breach | None:
    piles = state.piles
    deck = piles.decks[kind]
    if deck.empty or (piles.both is not None and piles.both_spent(state.readings("deck-empty") == "reshuffle")):
        if card == "?":
            return breach("A card is drawn, but neither deck has one to give.", void=True)
        return breach(
            "{card} is drawn, but the {kind} deck has no card to give.", card=card, kind=kind.capitalize(), void=True
        )
    if state.facts.deck_of(card) == "starter" and not piles.starters_in:
        return breach("{card} is drawn, but Starters are in no deck.", card=card, void=True)
    if deck.bag is not None and deck.next() is None and not deck.bag.may_leave(card):
        return breach(
            "{card} is drawn, but it was not among the cards shuffled into the {kind} deck.",
            card=card,
            kind=kind.capitalize(),
            void=True,
        )
    return None


@RULES.rule(
    "order-mismatch",
    "A card drawn, refilled or turned up is the next one of the recorded order",
    "Setup 4, Migration Row",
    broken_by="play rest ai migrate year reshuffle",
    breaks="inconsistent",
)
def order_mismatch(where: str, expected: str, card: str) -> Breach | None:
    return breach(
        "{card} came from the {where}, but by the recorded order {expected} was next; what was seen counts.",
        card=card,
        where=where,
        expected=expected,
    )


def order_content(state: State, kind: str, order: list[str], number: int) -> Breach | None:
    """Judge a recorded order of a reshuffle against the discard that it is made of."""
    pile = state.piles.discards[kind]
    trial = Hand(pile, state.facts.fits_mixed)
    if len(order) == len(pile) and all(_taken(trial, card) for card in order):
        return None
    return breach(
        "The recorded order of {given} cards is not the {kind} discard of {found}: {pile}.",
        given=len(order),
        kind=kind.capitalize(),
        found=len(pile),
        pile=sorted(pile),
        charged=number,
    )


def _taken(trial: Hand, card: str) -> bool:
    if not trial.may_leave(card):
        return False
    trial.leave(card)
    return True


@RULES.rule(
    "refill-none",
    "An empty Migration deck refills nothing, and without a gap there is no refill",
    "Migration Row",
    broken_by="migrate",
    breaks="inconsistent",
)
def refill_none(due: int, named: int) -> Breach | None:
    if named <= due:
        return None
    return breach("Refills recorded: {named}; due: {due}.", named=named, due=due)


@RULES.rule(
    "retain-limit", "At most as many cards are retained as the own tile says", "Rest 2, The Flood", broken_by="retain"
)
def retain_limit(state: State, by: int, number: int) -> Breach | None:
    tile = state.seats[by].tile
    most = 2 if tile is None else state.facts.tile(tile).most
    if number <= most:
        return None
    own = "no tile" if tile is None else f"tile {tile}"
    return breach(
        "{seat} retains {cards} with {tile}, which allows {most}.",
        seat=state.name(by),
        cards=counted(number, "card"),
        tile=own,
        most=most,
        allowed=f"at most {most}",
    )


@RULES.rule(
    "retain-subterrain",
    "Only cards lying in the own Subterrain row are retained",
    "Rest 2",
    broken_by="retain",
    breaks="inconsistent",
)
def retain_subterrain(state: State, by: int, place: Place) -> Breach | None:
    if not place.surface and lying_on(state.seats[by], place) != EMPTY:
        return None
    what = "a Surface space" if place.surface else "empty"
    return breach("{space} is {what}: nothing is retained there.", space=place.name, what=what)


@RULES.rule("solo-flood", "In solo nothing is retained through the Flood", "Solo: Year End", broken_by="retain")
def solo_flood(state: State) -> Breach | None:
    return breach("Nothing is retained in solo.", void=True) if state.solo else None
