"""The rules of the actions against others: Pillage, Eliminate, Swindle, Slow Down."""

from __future__ import annotations

from collections.abc import Sequence

from oasis_ref.core.findings import Breach, breach
from oasis_ref.core.text import counted
from oasis_ref.games.new_hope.catalogue import RULES
from oasis_ref.games.new_hope.rules_setup import stranger


@RULES.rule("pillage-opponent", "A Pillage targets one other scout", "Pillage", broken_by="pillage")
def pillage_opponent(by: str, target: str, seats: Sequence[str]) -> Breach | None:
    if target not in seats:
        return stranger([target], seats, void=False)
    if target != by:
        return None
    return breach("{by} pillages {target}, who is no opponent.", by=by, target=target, allowed=_others(by, seats))


def _others(by: str, seats: Sequence[str]) -> str:
    return " or ".join(seat for seat in seats if seat != by)


@RULES.rule("pillage-target-size", "The target of a Pillage holds at least two cards", "Pillage", broken_by="pillage")
def pillage_target_size(target: str, held: int) -> Breach | None:
    return (
        None
        if held >= 2
        else breach("{target} holds {held} and cannot be pillaged.", target=target, held=counted(held, "card"))
    )


@RULES.rule("pillage-two-random", "Exactly two cards of the target's hand are drawn", "Pillage", broken_by="pillage")
def pillage_two_random(shown: Sequence[str]) -> Breach | None:
    return (
        None
        if len(shown) == 2
        else breach(
            "Cards drawn from the hand: {shown}.", count=len(shown), shown=list(shown), allowed="drawing 2 cards"
        )
    )


@RULES.rule(
    "pillage-keep-one",
    "Without a Shield among the two, exactly one of them changes hands",
    "Pillage",
    broken_by="pillage",
)
def pillage_keep_one(kept: Sequence[str], shield: bool | None) -> Breach | None:
    """``shield`` says whether a Shield was among the two: None if that is not known."""
    if len(kept) > 1:
        return breach(
            "{count} cards were kept: {kept}.", count=len(kept), kept=list(kept), allowed="keeping one of the two"
        )
    if kept or shield:
        return None
    if shield is None:
        return breach(
            "The Pillage failed, but whether a Shield was among the two cards is not known.", status="unverifiable"
        )
    return breach(
        "The Pillage brought nothing although no Shield was among the two cards.", allowed="keeping one of the two"
    )


@RULES.rule("pillage-shield", "With a Shield among the two, both stay with their owner", "Pillage", broken_by="pillage")
def pillage_shield(target: str, kept: Sequence[str], shield: bool | None) -> Breach | None:
    if not kept or shield is False:
        return None
    if shield is None:
        return breach(
            "A card of {target} was kept, but whether a Shield was among the two is not known.",
            target=target,
            status="unverifiable",
        )
    return breach(
        "A card of {target} was kept although a Shield was among the two.",
        target=target,
        allowed="both cards stay where they were",
    )


@RULES.rule("eliminate-own", "Nobody eliminates a Companion of the own camp", "Eliminate", broken_by="eliminate")
def eliminate_own(by: str, origin: str) -> Breach | None:
    return breach("{by} eliminates a Companion of the own camp.", by=by) if origin == by else None


@RULES.rule(
    "eliminate-target",
    "The target lies face up in an opponent's camp or in the Lair",
    "Eliminate",
    broken_by="eliminate",
)
def eliminate_target(origin: str, seats: Sequence[str]) -> Breach | None:
    if origin == "lair" or origin in seats:
        return None
    if origin not in ("deck", "discard"):
        return stranger([origin], seats, void=False)
    return breach(
        "The target lies in no camp and not in the Lair: {origin}.",
        origin=origin,
        allowed="the Lair or the camp of an opponent",
    )


@RULES.rule(
    "swindle-target-size",
    "A Swindle targets another scout who holds at least two cards before the gift",
    "Swindle",
    broken_by="swindle",
)
def swindle_target_size(by: str, target: str, seats: Sequence[str], held: int) -> Breach | None:
    if target not in seats:
        return stranger([target], seats, void=False)
    if target == by:
        return breach("{by} swindles {target}, who is no opponent.", by=by, target=target, allowed=_others(by, seats))
    return (
        None
        if held >= 2
        else breach("{target} holds {held} and cannot be swindled.", target=target, held=counted(held, "card"))
    )


@RULES.rule(
    "swindle-exchange",
    "The active scout gives one hand card, the target gives back two",
    "Swindle",
    broken_by="swindle",
)
def swindle_exchange(by: str, given: Sequence[str], received: Sequence[str], held: int) -> Breach | None:
    if not held:
        return breach("{by} has no card to give.", by=by)
    if len(given) == 1 and len(received) == 2:
        return None
    return breach(
        "{by} gave {given} and received {received}.",
        by=by,
        given=counted(len(given), "card"),
        received=counted(len(received), "card"),
        allowed="giving 1 card and receiving 2",
    )


@RULES.rule("swindle-no-look", "The two cards come from those held before the gift", "Swindle", broken_by="swindle")
def swindle_no_look(target: str, returned: Sequence[str]) -> Breach | None:
    return (
        breach("{target} gives back {returned}, the card just received.", target=target, returned=list(returned))
        if returned
        else None
    )


@RULES.rule(
    "slow-down-target", "Slow Down targets another scout with a card in the row", "Slow Down", broken_by="slow-down"
)
def slow_down_target(by: str, target: str, seats: Sequence[str], laid: int) -> Breach | None:
    if target not in seats:
        return stranger([target], seats, void=False)
    if target == by:
        return breach("{by} slows down {target}, who is no opponent.", by=by, target=target, allowed=_others(by, seats))
    return None if laid else breach("{target} has only Khalla in the row.", target=target)


@RULES.rule("slow-down-card", "Slow Down takes the last card of the row", "Slow Down", broken_by="slow-down")
def slow_down_card(card: str | None, last: str) -> Breach | None:
    if card is None or card in (last, "?"):
        return None
    return breach("{card} was taken, but the last card of the row is {last}.", card=card, last=last, allowed=last)
