"""The rules about what a card pulls: for plays and for flipped cards alike; and the places that both name."""

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
from oasis_ref.games.desperate_oasis.catalogue import ATTRACTION, GAMEPLAY, PORTAL, RECORD, RULES
from oasis_ref.games.desperate_oasis.resolving import (
    PullChoice,
    Resolved,
    described,
    from_standing_trio,
    pull_choice,
    pull_sets,
    pulls_alike,
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


def as_findings(broken: Broken, entry: int) -> list[Finding]:
    """Return the findings for breaches of rules, given as functions or slugs."""
    return [RULES.finding(rule, found, entry) for rule, found in broken]
