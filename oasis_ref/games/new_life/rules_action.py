"""What a card's action may do, and the turn action Discard to Cycle Out."""

from __future__ import annotations

from oasis_ref.core.findings import Breach, breach
from oasis_ref.core.text import capital
from oasis_ref.games.new_life.catalogue import RULES
from oasis_ref.games.new_life.facts import CardFacts, StepFacts
from oasis_ref.games.new_life.rules_placing import Place, lying_on
from oasis_ref.games.new_life.table import EMPTY, Side, State

STEP_WORDS = {
    "play": "playing a card",
    "cycle": "cycling a card out",
    "discard": "discarding a card",
    "draw": "drawing",
    "points": "points",
    "tokens": "tokens",
    "other": "another effect",
}


@RULES.rule(
    "on-play-points",
    "On-play points are scored at once and cannot be declined",
    "Goal, Effects on Cards",
    broken_by="play",
)
def on_play_points(state: State, card: CardFacts, declined: bool) -> Breach | None:
    if not declined or state.readings("decline-points") == "allowed":
        return None
    return breach("The on-play points of {card} are declined, but they are no action: they are scored.", card=card.id)


@RULES.rule(
    "action-printed",
    "Only printed steps are done, each once, in the printed order, on the own Biome and hand",
    "Subterrain Cards, Surface Cards",
    broken_by="play",
)
def action_printed(
    card: CardFacts, step: str, printed: StepFacts | None, kept: bool, again: bool = False
) -> Breach | None:
    if printed is not None and kept:
        return None
    word = STEP_WORDS[step]
    if printed is not None:
        limits = [
            limit
            for limit in (
                printed.spaces and f"spaces {printed.spaces}",
                printed.deck and f"{printed.deck} cards",
                printed.origin and f"from {printed.origin}",
            )
            if limit
        ]
        return breach("{card} allows {step} only so: {limits}.", card=card.id, step=word, limits=limits)
    kinds = [one.kind for one in card.action or ()]
    steps = [STEP_WORDS[kind] for kind in kinds]
    if step in kinds:
        why = "has been carried out already" if again else "comes too late here"
        says = "{step} {why}; the printed action of {card} is: {steps}."
        return breach(says, step=capital(word), why=why, card=card.id, steps=steps)
    return breach(
        "{card} does not bring {step}; its printed action is: {steps}.",
        card=card.id,
        step=word,
        steps=steps,
    )


def done_although_declined(card: CardFacts, declined: bool, done: list[str]) -> Breach | None:
    """Judge a record of an action, or of a step of it, as declined: then it was not done."""
    if not done:
        return None
    what = "The action of {card} is" if declined else "A step of the action of {card} is"
    return breach(
        f"{what} recorded as declined, but as done too: {{done}}. What is recorded as done counts.",
        card=card.id,
        done=[STEP_WORDS[kind] for kind in done],
        status="inconsistent",
    )


@RULES.rule(
    "cost-unpaid",
    "A step that hangs on an earlier one is done only if that one was",
    "Effects on Cards",
    broken_by="play",
)
def cost_unpaid(card: CardFacts, step: str, unpaid: str | None) -> Breach | None:
    if unpaid is None:
        return None
    return breach(
        "{card}: {step} needs {cost} first, which was not done.",
        card=card.id,
        step=STEP_WORDS[step],
        cost=STEP_WORDS[unpaid],
    )


@RULES.rule(
    "partial-action",
    "An action is done in part only where its steps stand each for itself",
    "Subterrain Cards",
    broken_by="play",
)
def partial_action(state: State, card: CardFacts, done: list[str], left: list[str]) -> Breach | None:
    if not left or state.readings("partial-action") == "do-what-you-can" or not done:
        return None
    return breach(
        "The action of {card} is done in part: {done} without {left}.",
        card=card.id,
        done=[STEP_WORDS[step] for step in done],
        left=[STEP_WORDS[step] for step in left],
    )


@RULES.rule(
    "chain-play",
    "A step that plays a card is an ordinary play with all that follows from it",
    "Effects on Cards",
    broken_by="play",
)
def chain_play(state: State, card: str, from_row: bool) -> Breach | None:
    if not from_row or state.readings("play-effect") != "hand-only":
        return None
    return breach("{card} is played from the Migration row by an effect; such a play is from hand only.", card=card)


@RULES.rule(
    "cycle-target",
    "What is cycled out is a card lying in the own Biome",
    "Effects on Cards, Discard to Cycle Out",
    broken_by="play cycle",
    breaks="inconsistent",
)
def cycle_target(side: Side, place: Place) -> Breach | None:
    if lying_on(side, place) != EMPTY:
        return None
    return breach("No card lies on {space} of {seat}.", space=place.name, seat=side.name, void=True)


@RULES.rule("cycle-self", "A card's own action does not cycle that same card out", "Effects on Cards", broken_by="play")
def cycle_self(state: State, card: CardFacts, own: Place, target: Place) -> Breach | None:
    if own != target or state.readings("cycle-self") == "yes":
        return None
    return breach("{card} cycles itself out of {space}.", card=card.id, space=target.name)


@RULES.rule(
    "draw-step",
    "A step that draws draws exactly its number of cards, from the deck the card names",
    "Effects on Cards",
    broken_by="play",
)
def draw_step(card: CardFacts, printed: StepFacts, drawn: int, more: bool, wrong: list[str]) -> Breach | None:
    if wrong:
        return breach("{card} draws from the {deck} deck, not {wrong}.", card=card.id, deck=printed.deck, wrong=wrong)
    due = printed.cards
    if due is None or drawn == due or (drawn < due and not more):
        return None
    return breach(
        "{card} draws {due}, not {drawn}.", card=card.id, due=due, drawn=drawn, allowed=f"a draw of {due}, or none"
    )


@RULES.rule(
    "cycle-needs-hand",
    "Discard to Cycle Out starts by discarding one card from hand",
    "Discard to Cycle Out 1",
    broken_by="cycle",
)
def cycle_needs_hand(state: State, by: int, discard: str | None) -> Breach | None:
    if discard is not None:
        return None
    return breach("{seat} discards no card from hand, with which cycling out starts.", seat=state.name(by))


@RULES.rule(
    "cycle-needs-biome",
    "Discard to Cycle Out takes one card out of the own Biome; discarding alone is no action",
    "Discard to Cycle Out 2, 3",
    broken_by="cycle",
)
def cycle_needs_biome(state: State, by: int, chosen: bool) -> Breach | None:
    if chosen:
        return None
    why = ", whose Biome is empty, cycles no card" if not state.seats[by].lying() else " cycles no card"
    return breach("{seat}{why} out: a discard alone is no action.", seat=state.name(by), why=why)
