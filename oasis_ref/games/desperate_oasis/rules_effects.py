"""The rules about what a card pulls and what a scorpion strikes: for plays and for flipped cards alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from oasis_ref.core.findings import Breach, Finding, Note, assumption, breach
from oasis_ref.core.readings import Readings
from oasis_ref.core.text import counted, either
from oasis_ref.games.desperate_oasis import effects
from oasis_ref.games.desperate_oasis.board import (
    ACROSS,
    NEIGHBOURS,
    NUMBER_OF,
    Board,
    Card,
    Where,
    place_name,
    place_of,
)
from oasis_ref.games.desperate_oasis.catalogue import ATTRACTION, GAMEPLAY, PORTAL, POWERS, RECORD, RULES
from oasis_ref.games.desperate_oasis.resolving import (
    PullChoice,
    Resolved,
    StrikeChoice,
    counted_otherwise,
    described,
    from_standing_trio,
    pull_choice,
    pull_sets,
    pulls_alike,
    strike_choice,
    strikes_alike,
)

NOWHERE: frozenset[int] = frozenset()


class Acting(Struct, gc=False):
    """A card that lies on a board and acts: the situation that the rules of pull and strike look at."""

    board: Board
    readings: Readings
    card: Card
    column: str
    index: int
    pending: frozenset[int] = NOWHERE

    @property
    def at(self) -> str:
        """The place of the card, as it is written."""
        return place_name(self.column, self.index)


class Named(Struct, gc=False):
    """One place of a recorded list: as it is written, where it is, and what lies there."""

    text: str
    where: Where | None
    card: Card | None
    repeated: bool


def named_places(board: Board, texts: Sequence[str]) -> list[Named]:
    """Return the places of a recorded list, in its order."""
    named: list[Named] = []
    for text in texts:
        where = place_of(text)
        repeated = where is not None and any(other.where == where for other in named)
        named.append(Named(text, where, board.at(where), repeated))
    return named


def empty_place(acting: Acting, named: Named, doing: str) -> Breach | None:
    """Judge a place of a list by rule `no-such-place`."""
    if named.repeated:
        return breach(
            "The record has the {card} at {at} {doing} {place} twice.",
            card=acting.card.kind,
            at=acting.at,
            doing=doing,
            place=named.text,
        )
    if named.card is None:
        return breach(
            "The record has the {card} at {at} {doing} {place}, where no card lies.",
            card=acting.card.kind,
            at=acting.at,
            doing=doing,
            place=named.text,
        )
    return None


@RULES.rule("face-down-inert", "A face-down card has no effect and is never pulled", GAMEPLAY, broken_by="play flip")
def face_down_inert(acting: Acting, named: Named) -> Breach | None:
    if named.card is None or named.card.up:
        return None
    return breach(
        "The {card} at {at} cannot pull the card at {place}: it lies face down.",
        card=acting.card.kind,
        at=acting.at,
        place=named.text,
    )


@RULES.rule(
    "chameleon-own-kind", "A chameleon pulls and is pulled by chameleons only", ATTRACTION, broken_by="play flip"
)
def chameleon_own_kind(acting: Acting, named: Named) -> Breach | None:
    if named.card is None or (named.card.kind == "chameleon") == (acting.card.kind == "chameleon"):
        return None
    return breach(
        "The {card} at {at} cannot pull the {other} at {place}: a chameleon and another animal do not attract.",
        card=acting.card.kind,
        at=acting.at,
        other=named.card.kind,
        place=named.text,
    )


@RULES.rule("pull-same-kind", "A pulled card has the kind of the played card", ATTRACTION, broken_by="play flip")
def pull_same_kind(acting: Acting, named: Named) -> Breach | None:
    if named.card is None or named.card.kind == acting.card.kind:
        return None
    return breach(
        "The {card} at {at} cannot pull the {other} at {place}: only cards of its own kind.",
        card=acting.card.kind,
        at=acting.at,
        other=named.card.kind,
        place=named.text,
    )


@RULES.rule("portal-pull", "Cards come from across the oasis only at a portal", PORTAL, broken_by="play flip")
def portal_pull(acting: Acting, named: Named) -> Breach | None:
    number = NUMBER_OF[acting.column]
    if named.where is None or named.where[0] != ACROSS[acting.column] or number in acting.board.portals:
        return None
    return breach(
        "The {card} at {at} cannot pull {place} across the row: oasis {number} is no portal.",
        card=acting.card.kind,
        at=acting.at,
        place=named.text,
        number=number,
    )


@RULES.rule(
    "pull-adjacent-only",
    "Cards are pulled from the columns one to the left and one to the right on the same side",
    "Rules Of Attraction, Portal Oasis Cards",
    broken_by="play flip",
)
def pull_adjacent_only(acting: Acting, named: Named) -> Breach | None:
    if named.where is None or named.where[0] in NEIGHBOURS[acting.column] or named.where[0] == ACROSS[acting.column]:
        return None
    return breach(
        "The {card} at {at} cannot pull {place}: {column} is no neighbouring column.",
        card=acting.card.kind,
        at=acting.at,
        place=named.text,
        column=named.where[0],
        allowed=either(NEIGHBOURS[acting.column]),
    )


PULLED_PLACE_CHECKS: tuple[Callable[[Acting, Named], Breach | None], ...] = (
    face_down_inert,
    chameleon_own_kind,
    pull_same_kind,
    portal_pull,
    pull_adjacent_only,
)


@RULES.rule("pull-room", "Pulling stops when the column is full", ATTRACTION, broken_by="play flip")
def pull_room_rule(acting: Acting, choice: PullChoice, named: Sequence[Named]) -> Breach | None:
    if len(named) <= choice.room:
        return None
    return breach(
        "The {card} at {at} pulls {count}, but {column} has room for {room} more.",
        card=acting.card.kind,
        at=acting.at,
        count=counted(len(named), "card"),
        column=acting.column,
        room=choice.room,
    )


@RULES.rule(
    "pull-mandatory",
    "Every card that can be pulled and for which there is room is pulled",
    ATTRACTION,
    broken_by="play flip",
)
def pull_mandatory(acting: Acting, choice: PullChoice, named: Sequence[Named]) -> Breach | None:
    if len(named) >= choice.count:
        return None
    possible = {place for places in pull_sets(choice, acting.readings) for place in places}
    sources = [place_name(*place) for place in choice.sources if place in possible]
    return breach(
        "The {card} at {at} must pull {due} ({sources}); the record has {count}.",
        card=acting.card.kind,
        at=acting.at,
        due=counted(choice.count, "card"),
        sources=sources,
        count=len(named),
        allowed=_some_of(sources, choice.count),
    )


def _some_of(places: Sequence[str], count: int) -> str:
    return ", ".join(places) if count == len(places) else f"{count} of {', '.join(places)}"


@RULES.rule(
    "pull-choice", "With more cards to pull than room, the player of the card picks", ATTRACTION, broken_by="play flip"
)
def pull_choice_rule(acting: Acting, choice: PullChoice, named: Sequence[Named]) -> Breach | None:
    places = {item.where for item in named}
    if not choice.free or len(places) != choice.count or not places <= set(choice.sources):
        return None
    if any(places == set(allowed) for allowed in pull_sets(choice, acting.readings)):
        return None
    near = [place_name(*place) for place in choice.sources[: choice.adjacent]]
    return breach(
        "The {card} at {at} pulls {places} through the portal, but the neighbouring columns come first ({near}).",
        card=acting.card.kind,
        at=acting.at,
        places=[item.text for item in named],
        near=near,
    )


@RULES.rule(
    "pull-order", "Pulled cards stack behind the played card in the order of pulling", "(silent)", broken_by="play flip"
)
def pull_order(acting: Acting, choice: PullChoice, named: Sequence[Named]) -> Breach | None:
    places = [item.where for item in named if item.where is not None]
    fixed = [place for place in choice.sources if place in places]
    if (
        places == fixed
        or len(fixed) != len(places)
        or pulls_alike(acting.board, acting.readings, acting.column, [places, fixed], acting.pending)
    ):
        return None
    if acting.readings("pull-stack") == "recorded":
        return None
    return breach(
        "The {card} at {at} pulls in the order {order}; the order is fixed.",
        card=acting.card.kind,
        at=acting.at,
        order=[item.text for item in named],
        allowed=", ".join(place_name(*place) for place in fixed),
    )


PULL_CHECKS: tuple[Callable[[Acting, PullChoice, Sequence[Named]], Breach | None], ...] = (
    pull_room_rule,
    pull_mandatory,
    pull_choice_rule,
    pull_order,
)


@RULES.rule(
    "needs-pull",
    "Where the choice of pulled cards matters, the record gives it",
    RECORD,
    broken_by="play flip",
    breaks="inconsistent",
)
def needs_pull(acting: Acting, choice: PullChoice, sets: Sequence[Sequence[Where]]) -> Breach | None:
    if (
        not choice.free
        or len(sets) < 2
        or pulls_alike(acting.board, acting.readings, acting.column, sets, acting.pending)
    ):
        return None
    possible = {place for places in sets for place in places}
    return breach(
        "The {card} at {at} can pull {sources} and has room for {room}; the record does not say which.",
        card=acting.card.kind,
        at=acting.at,
        sources=[place_name(*place) for place in choice.sources if place in possible],
        room=choice.room,
    )


Broken = Sequence[tuple[Any, Breach]]
"""Breaches, each with its rule: the function that judges it, or its slug."""


def judge_pull(
    acting: Acting, recorded: Sequence[str] | None, sources: list[Where]
) -> tuple[list[Where], Broken, Sequence[Note]]:
    """Return the places whose cards move, in stacking order, the breaches with their rules, and what was assumed."""
    choice = pull_choice(acting.board, acting.readings, acting.column, acting.card.kind, sources)
    if not choice.count and not recorded:
        return [], (), ()
    if recorded is None:
        return _pull_left_out(acting, choice)
    whole = PULL_CHECKS
    if choice.allows([place_of(text) for text in recorded]):
        if choice.adjacent in (0, len(sources)):
            return [place for text in recorded if (place := place_of(text))], (), ()
        whole = (pull_choice_rule,)
    named = named_places(acting.board, recorded)
    broken: list[tuple[Any, Breach]] = []
    places: list[Where] = []
    for item in named:
        wrong = _place_breach(acting, item)
        if wrong is not None:
            broken.append(wrong)
        if item.card is not None and item.where is not None and not item.repeated and item.card.id != acting.card.id:
            places.append(item.where)
    broken += [(check, found) for check in whole if (found := check(acting, choice, named)) is not None]
    return places, broken, ()


def _place_breach(acting: Acting, named: Named) -> tuple[Any, Breach] | None:
    nowhere = empty_place(acting, named, "pull")
    if nowhere is not None:
        return "no-such-place", nowhere
    for check in PULLED_PLACE_CHECKS:
        found = check(acting, named)
        if found is not None:
            return check, found
    return None


def _pull_left_out(acting: Acting, choice: PullChoice) -> tuple[list[Where], Broken, Sequence[Note]]:
    if not choice.free:
        return choice.sources, (), ()
    sets = list(pull_sets(choice, acting.readings))
    found = needs_pull(acting, choice, sets)
    if found is None:
        return list(sets[0]), (), ()
    places = [place_name(*place) for place in sets[0]]
    note = assumption(
        "It is taken that the {card} at {at} pulls {places}.",
        card=acting.card.kind,
        at=acting.at,
        places=places,
        rule="needs-pull",
    )
    return list(sets[0]), [(needs_pull, found)], [note]


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


def resolve_pull(
    acting: Acting, recorded: Sequence[str] | None, resolved: Resolved, sources: list[Where]
) -> tuple[Broken, Sequence[Note], bool]:
    """Judge a pull and carry it out on the acting card's board; say whether it took two out of a standing trio.

    ``sources`` are the places that the card pulls from.
    """
    if recorded is None and not sources:
        return (), (), False
    board, column = acting.board, acting.column
    places, broken, notes = judge_pull(acting, recorded, sources)
    if not places:
        return broken, notes, False
    relocated = len(places) > 1 and from_standing_trio(board, column, places, acting.card.kind)
    resolved.pulled = described(board, places)
    effects.pull(board, acting.readings, column, places)
    return broken, notes, relocated


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


def as_findings(broken: Broken, entry: int) -> list[Finding]:
    """Return the findings for breaches of rules, given as functions or slugs."""
    return [RULES.finding(rule, found, entry) for rule, found in broken]
