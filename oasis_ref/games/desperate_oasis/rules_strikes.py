"""The rules that the strike of a scorpion can break, and judging it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from oasis_ref.core.findings import Breach, Note, assumption, breach
from oasis_ref.core.text import counted, either
from oasis_ref.games.desperate_oasis import effects
from oasis_ref.games.desperate_oasis.board import (
    ACROSS,
    Card,
    Where,
    place_name,
    place_of,
)
from oasis_ref.games.desperate_oasis.catalogue import GAMEPLAY, POWERS, RECORD, RULES
from oasis_ref.games.desperate_oasis.resolving import (
    Resolved,
    StrikeChoice,
    counted_otherwise,
    described,
    strike_choice,
    strikes_alike,
)
from oasis_ref.games.desperate_oasis.rules_effects import Acting, Broken, Named, empty_place, named_places


@RULES.rule("strike-played-only", "Only a scorpion just played or flipped strikes", POWERS, broken_by="play flip")
def strike_played_only(kind: str, at: str, strike: Sequence[str] | None) -> Breach | None:
    if not strike or kind == "scorpion":
        return None
    return breach(
        "The {card} at {at} destroys {places}, but only a scorpion strikes.", card=kind, at=at, places=list(strike)
    )


@RULES.rule("strike-not-self", "A scorpion is never its own victim", POWERS, broken_by="play flip")
def strike_not_self(acting: Acting, named: Named, choice: StrikeChoice) -> Breach | None:
    if named.card is None or named.card.id != acting.card.id:
        return None
    return breach("The scorpion at {at} destroys itself.", at=acting.at)


@RULES.rule("strike-not-face-down", "Face-down cards are no victims", POWERS, broken_by="play flip")
def strike_not_face_down(acting: Acting, named: Named, choice: StrikeChoice) -> Breach | None:
    if named.card is None or named.card.up:
        return None
    return breach(
        "The scorpion at {at} destroys the card at {place}, which lies face down.", at=acting.at, place=named.text
    )


@RULES.rule(
    "strike-weakest",
    "A scorpion destroys the weakest face-up card of its column and of the column across",
    POWERS,
    broken_by="play flip",
)
def strike_weakest(acting: Acting, named: Named, choice: StrikeChoice) -> Breach | None:
    if named.card is None or any(named.where in group for group in choice.groups):
        return None
    column = named.where[0] if named.where is not None else ""
    sides = (
        choice.groups
        if len(choice.groups) == 1
        else [group for group in choice.groups if group and group[0][0] == column]
    )
    victims = [f"{kind} at {place}" for group in sides for place, kind in described(acting.board, group)]
    says = (
        "The scorpion at {at} destroys the {card} at {place}, which is not the weakest it meets there."
        if column in (acting.column, ACROSS[acting.column])
        else "The scorpion at {at} destroys the {card} at {place}, which does not lie at its oasis."
    )
    return breach(
        says, at=acting.at, card=named.card.kind, place=named.text, allowed=either(victims) if victims else None
    )


STRUCK_PLACE_CHECKS: tuple[Callable[[Acting, Named, StrikeChoice], Breach | None], ...] = (
    strike_not_self,
    strike_not_face_down,
    strike_weakest,
)


@RULES.rule(
    "strike-choice",
    "One victim a side; among equally weak ones the player of the scorpion picks",
    "(silent)",
    broken_by="play flip",
)
def strike_choice_rule(acting: Acting, named: Sequence[Named], choice: StrikeChoice) -> Breach | None:
    for place, (group, most) in enumerate(zip(choice.groups, choice.sizes, strict=True)):
        count = _named_in(acting, named, choice, place)
        if group and count > most:
            says = "The scorpion at {at} destroys {count} where {group} is the weakest; it takes {most}."
            if len(group) > 1:
                says = "The scorpion at {at} destroys {count} where {group} are equally weak; it takes {most}."
            return breach(
                says, at=acting.at, count=counted(count, "card"), group=_texts(acting, group), most=most or "none"
            )
    return None


@RULES.rule("strike-mandatory", "The strike happens, own cards included", GAMEPLAY, broken_by="play flip")
def strike_mandatory(acting: Acting, named: Sequence[Named], choice: StrikeChoice) -> Breach | None:
    missing = [
        (group, least, count)
        for place, (group, least) in enumerate(zip(choice.groups, choice.sizes, strict=True))
        if (count := _named_in(acting, named, choice, place)) < least
    ]
    if not missing or any(item.where is None for item in named):
        return None
    if not named and acting.readings("strike-duty") == "optional":
        return None
    if len(missing) > 1:
        return _neither_side(acting, [(group, least) for group, least, _ in missing])
    group, least, count = missing[0]
    says = "The scorpion at {at} must destroy {least} of {group}; the record has {count}."
    if least == len(group):
        says = "The scorpion at {at} must destroy {group}; of {those} the record has {count}."
    return breach(
        says,
        at=acting.at,
        least=least,
        group=_texts(acting, group),
        those="that" if least == 1 else "those",
        count=count or "none",
        allowed=_victims(acting, group, least),
    )


def _victims(acting: Acting, group: Sequence[Where], least: int) -> str:
    """Return in words which cards of a group go: all of them, or one."""
    return ", ".join(_texts(acting, group)) if least == len(group) else either(_texts(acting, group))


def _neither_side(acting: Acting, missing: Sequence[tuple[Sequence[Where], int]]) -> Breach:
    """Return the breach for victims that are lacking on both sides."""
    own, across = [_victims(acting, group, least) for group, least in missing]
    return breach(
        "The scorpion at {at} must destroy {own} on its own side and {across} across; the record lacks both.",
        at=acting.at,
        own=own,
        across=across,
        allowed=f"{own}, and {across}",
    )


def _named_in(acting: Acting, named: Sequence[Named], choice: StrikeChoice, group: int) -> int:
    """Return how many cards were named of one group: of a side, or of all if there is one victim overall."""
    if len(choice.groups) == 1:
        return sum(1 for item in named if not item.repeated)
    side = (acting.column if group == 0 else ACROSS[acting.column])[0]
    return sum(1 for item in named if item.where is not None and item.where[0][0] == side and not item.repeated)


def _texts(acting: Acting, places: Sequence[Where]) -> list[str]:
    return [f"{place} {kind}" for place, kind in described(acting.board, places)]


@RULES.rule(
    "needs-strike",
    "Where the choice of victims matters, the record gives it",
    RECORD,
    broken_by="play flip",
    breaks="inconsistent",
)
def needs_strike(acting: Acting, sets: Sequence[Sequence[Where]]) -> Breach | None:
    if len(sets) < 2 or strikes_alike(acting.board, sets, acting.pending):
        return None
    certain = set(sets[0]).intersection(*sets[1:])
    ties = sorted({place for places in sets for place in places} - certain)
    return breach(
        "The scorpion at {at} meets equally weak cards ({ties}); the record does not say which it destroys.",
        at=acting.at,
        ties=_texts(acting, ties),
    )


def judge_strike(acting: Acting, recorded: Sequence[str] | None) -> tuple[list[Where], Broken, Sequence[Note]]:
    """Return the places of the cards that a scorpion destroys, the breaches with their rules, and what was assumed."""
    where = (acting.column, acting.index)
    if recorded is None:
        return _strike_left_out(acting, where)
    places = [place_of(text) for text in recorded]
    choice = strike_choice(acting.board, acting.readings, where, acting.card.id, [place for place in places if place])
    if choice.allows(places):
        return [place for place in places if place], (), ()
    named = named_places(acting.board, recorded)
    broken: list[tuple[Any, Breach]] = []
    for item in named:
        found = empty_place(acting, item, "destroy")
        if found is not None:
            broken.append(("no-such-place", found))
            continue
        for check in STRUCK_PLACE_CHECKS:
            found = check(acting, item, choice)
            if found is not None:
                broken.append((check, found))
                break
    for rule in (strike_choice_rule, strike_mandatory):
        found = rule(acting, named, choice)
        if found is not None:
            broken.append((rule, found))
    return (
        [item.where for item in named if item.card is not None and item.where is not None and not item.repeated],
        broken,
        [],
    )


def _strike_left_out(acting: Acting, where: Where) -> tuple[list[Where], Broken, Sequence[Note]]:
    choice = strike_choice(acting.board, acting.readings, where, acting.card.id)
    victims = choice.settled()
    if victims is not None:
        return victims, (), ()
    sets = _strike_sets(acting, where, choice)
    victims = list(sets[0])
    found = needs_strike(acting, sets)
    if found is None:
        return victims, (), ()
    places = [place_name(*place) for place in victims]
    note = assumption(
        "It is taken that the scorpion at {at} destroys {places}.", at=acting.at, places=places, rule="needs-strike"
    )
    return victims, [(needs_strike, found)], [note]


def named_strikes(acting: Acting) -> list[tuple[Where, ...]]:
    """Return every set of victims that a scorpion can destroy from where it lies."""
    where = (acting.column, acting.index)
    return _strike_sets(acting, where, strike_choice(acting.board, acting.readings, where, acting.card.id))


def _strike_sets(acting: Acting, where: Where, choice: StrikeChoice) -> list[tuple[Where, ...]]:
    """Return every set of victims, also where the other side depends on what goes first on the scorpion's own."""
    if acting.readings["strike-timing"] == "together" or len(choice.groups) < 2:
        return list(choice.sets())
    sets: list[tuple[Where, ...]] = []
    for first in StrikeChoice(choice.groups[:1], choice.sizes[:1]).sets():
        anew = strike_choice(acting.board, acting.readings, where, acting.card.id, first)
        later = StrikeChoice(anew.groups[1:], anew.sizes[1:])
        sets += [(*first, *second) for second in later.sets()]
    return sets


def resolve_strike(
    acting: Acting, recorded: Sequence[str] | None, resolved: Resolved
) -> tuple[Broken, Sequence[Note], list[Card]]:
    """Judge the strike of a scorpion and carry it out on its board; return the cards destroyed."""
    board = acting.board
    if resolved.pulled and board.at((acting.column, acting.index)) is not acting.card:
        where = board.find(acting.card.id)
        if where is not None:
            acting.column, acting.index = where
    places, broken, notes = judge_strike(acting, recorded)
    resolved.struck = True
    if not places:
        if acting.readings["scorpion-tie"] == "none":
            choice = strike_choice(board, acting.readings, (acting.column, acting.index), acting.card.id)
            resolved.spared = [place for group in choice.groups for place in _texts(acting, group)]
        return broken, notes, []
    resolved.destroyed = described(board, places)
    resolved.weakened = counted_otherwise(board, acting.readings, places)
    return broken, notes, effects.remove(board, places)
