"""Where a card comes from and where it may lie."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from oasis_ref.core.findings import Breach, breach
from oasis_ref.games.new_life.catalogue import RULES
from oasis_ref.games.new_life.facts import BESIDE, MOST_SPACES, OPEN, CardFacts, as_written
from oasis_ref.games.new_life.table import EMPTY, Side, State

SURFACE_MARK = "surface:?"


class Place(NamedTuple):
    """A space of a Biome: on the Surface row or the Subterrain row, counted from 0, with its name."""

    surface: bool
    at: int
    name: str

    def __str__(self) -> str:
        return self.name


def space_at(surface: bool, at: int) -> Place:
    """Return the space of a row, counted from 0."""
    return Place(surface, at, f"{'S' if surface else 'U'}{at + 1}")


ROWS = {surface: tuple(space_at(surface, at) for at in range(MOST_SPACES)) for surface in (True, False)}
_PLACES: dict[str | int, Place] = {place.name: place for row in ROWS.values() for place in row}


def place_of(space: str | int, surface: bool | None = None) -> Place | None:
    """Return the space that a text names, or a number with the row it must be in; None if there is no such space."""
    found = _PLACES.get(space)
    if found is not None or surface is None:
        return found
    number = space if isinstance(space, int) else int(space[:4]) if space.isascii() and space.isdigit() else 0
    return ROWS[surface][number - 1] if 1 <= number <= MOST_SPACES else None


def lying_on(side: Side, place: Place) -> str:
    """Return the card on a space, "" if it is empty."""
    row = side.surface if place.surface else side.under
    return row[place.at] if place.at < len(row) else EMPTY


@RULES.rule(
    "card-in-hand",
    "A card played or discarded from hand is in that hand",
    "Play a Card",
    broken_by="play cycle rest",
    breaks="inconsistent",
)
def card_in_hand(state: State, by: int, card: str) -> Breach | None:
    hand = state.seats[by].hand
    if hand is None or hand.may_leave(card):
        return None if state.elements is None or hand is None or hand.holds(card) else _other_element(state, by, card)
    held = as_written(hand.cards())
    return breach(
        "{card} cannot be in {seat}'s hand, which is: {hand}.", card=card, seat=state.name(by), hand=held, void=True
    )


def _other_element(state: State, by: int, card: str) -> Breach | None:
    """Judge a Starter: all of a seat are of one element, and those of one element belong to one seat."""
    facts, elements = state.facts.cards.get(card), state.elements or {}
    if facts is None or facts.element is None or state.piles.starters_in:
        return None
    own, seat = elements.get(by, facts.element), state.name(by)
    if own != facts.element and own:
        says = "{card} cannot be in {seat}'s hand, whose Starters are those of {element}."
        return breach(says, card=card, seat=seat, element=own, void=True)
    for other, element in elements.items():
        if other != by and element == facts.element:
            says = "{card} cannot be in {seat}'s hand: the Starters of {element} are those of {other}."
            return breach(says, card=card, seat=seat, element=element, other=state.name(other), void=True)
    return None


@RULES.rule(
    "card-in-row",
    "A card taken from the Migration row lies open there",
    "Migration Row",
    broken_by="play",
    breaks="inconsistent",
)
def card_in_row(state: State, card: str) -> Breach | None:
    if card in state.row or SURFACE_MARK in state.row:
        return None
    return breach("{card} does not lie in the Migration row: {row}.", card=card, row=list(state.row), void=True)


def may_lie_open(state: State, card: str) -> bool:
    """Return whether an unknown card of the row may be this one: it then is a copy that is not in sight yet."""
    return SURFACE_MARK in state.row and state.piles.allows(card)


@RULES.rule("refill-at-end", "The row is refilled when the turn ends, not before", "Migration Row", broken_by="play")
def refill_at_end(state: State, card: str) -> Breach | None:
    coming = state.piles.migration.rest()[: state.gaps]
    if card in state.row or card not in coming or may_lie_open(state, card):
        return None
    return breach(
        "{card} is not open yet: it refills the row only when this turn ends. The row is {row}.",
        card=card,
        row=list(state.row),
    )


@RULES.rule("solo-no-row", "Nothing is played from a Migration row in solo", "Solo: Setup", broken_by="play")
def solo_no_row(state: State, card: str) -> Breach | None:
    if not state.solo:
        return None
    return breach("{card} is played from the Migration row, which solo does not use.", card=card, void=True)


@RULES.rule(
    "space-exists",
    "The space named is on the board",
    "Play a Card",
    broken_by="play cycle retain setup",
    breaks="inconsistent",
)
def space_exists(state: State, space: str | int, place: Place | None) -> Breach | None:
    facts = state.facts
    if place is not None:
        spaces = (
            None if place.surface and facts.under is None else facts.surface_spaces if place.surface else facts.spaces
        )
        if spaces is None or place.at < spaces:
            return None
    surface = "S1" if facts.under is None else f"S1 to S{facts.surface_spaces}"
    under = "U1 and so on" if facts.spaces is None else f"U1 to U{facts.spaces}"
    return breach(
        "The board has no space {space}: it has {surface} and {under}.",
        space=space,
        surface=surface,
        under=under,
        void=True,
    )


def width_unknown(state: State, place: Place) -> list[str]:
    """Return the fact that is needed to know whether the space exists, if it is unknown."""
    facts = state.facts
    if place.surface:
        return [f"whether the board has a Surface space {place}"] if facts.under is None and place.at > 0 else []
    return [f"whether the board has a Subterrain space {place}"] if facts.spaces is None and place.at > 2 else []


@RULES.rule(
    "space-empty",
    "A space holds at most one card; the bare wild space counts as empty",
    "Play a Card, Subterrain Cards",
    broken_by="play",
)
def space_empty(state: State, side: Side, place: Place) -> Breach | None:
    lying = lying_on(side, place)
    if lying == EMPTY:
        return None
    return breach("{space} is taken by {card}.", space=place.name, card=lying, void=True)


@RULES.rule(
    "right-row",
    "Surface cards go to Surface spaces, Subterrain and Starter cards to Subterrain spaces",
    "Subterrain Cards, Surface Cards",
    broken_by="play setup",
)
def right_row(card: CardFacts, place: Place) -> Breach | None:
    if card.surface == place.surface:
        return None
    wanted = "a Surface space" if card.surface else "a Subterrain space"
    return breach(
        "{card} is a {deck} card and belongs on {wanted}, not on {space}.",
        card=card.id,
        deck=card.deck.capitalize(),
        wanted=wanted,
        space=place.name,
        void=True,
    )


class Asked(Struct, frozen=True, gc=False):
    """One position of a pattern that no card of that imprint answers: what it asks for, the space under it, and how
    that is met.

    ``met`` is "decay", "wild", "no", "beside" or "open" (unknown); ``why`` names the unknown fact.
    """

    need: str
    place: int
    met: str
    why: str = ""


def asked_of(state: State, side: Side, card: CardFacts, at: int) -> list[Asked]:
    """Return how a Surface card's pattern is met over Surface space ``at``, where not by a card of the imprint."""
    facts = state.facts
    under = facts.under
    places = under[at] if under is not None and at < len(under) else None
    if card.needs is None:
        if places is not None and all(_meets(state, side, "", place)[0] in ("decay", "wild") for place in places):
            return [Asked("", place, _meets(state, side, "", place)[0]) for place in places]
        facts_open = [f"the requirements of {card.id}", *_list_unknown(places, at)]
        return [Asked("", OPEN, "open", why) for why in facts_open]
    asked = []
    for position, need in enumerate(card.needs):
        if need == "":
            continue
        if places is None:
            facts_open = [*_need_unknown(card, position), *_list_unknown(places, at)]
            asked += [Asked(need or "", OPEN, "open", why) for why in facts_open]
            continue
        place = places[position] if position < len(places) else BESIDE
        met, why = _meets(state, side, need, place)
        if met == "card" and need is not None:
            continue
        if need is None and met in ("no", "beside", "card"):
            met, why = "open", _need_unknown(card, position)[0]
        asked.append(Asked(need or "", place, met, why))
    return asked


def _need_unknown(card: CardFacts, position: int) -> list[str]:
    """Return what a pattern asks for at a position (counted from 0), if that is unknown."""
    known = card.needs is None or card.needs[position] is not None
    return [] if known else [f"what {card.id} requires at position {position + 1}"]


def _list_unknown(places: tuple[int, ...] | None, at: int) -> list[str]:
    """Return which spaces lie under Surface space ``at``, if that is not wholly known."""
    known = places is not None and OPEN not in places
    return [] if known else [f"the Subterrain spaces under S{at + 1}"]


def _meets(state: State, side: Side, need: str | None, place: int) -> tuple[str, str]:
    """Return how a space meets a need, and the unknown fact if that is open."""
    if place == BESIDE:
        return "beside", ""
    if place == OPEN:
        return "open", "the Subterrain spaces under the Surface spaces"
    lying = side.under[place] if place < len(side.under) else EMPTY
    wild = state.facts.wild
    if lying == EMPTY:
        if place == wild:
            return "wild", ""
        if wild is None and place > 0:
            return "open", "which Subterrain space is the wild one"
        return "no", ""
    imprint = state.facts.cards[lying].imprint
    if imprint == "decay":
        return "decay", ""
    if imprint is None:
        return "open", f"the imprint of {lying}"
    return ("card", "") if imprint == need else ("no", "")


@RULES.rule(
    "requirements",
    "Under each required position lies a card of that imprint, a Decay card, or the bare wild space",
    "Surface Cards, Imprint Requirements",
    broken_by="play",
)
def requirements(state: State, side: Side, card: CardFacts, place: Place, asked: list[Asked]) -> Breach | None:
    needs = []
    for position in asked:
        if position.met == "no":
            lying = side.under[position.place] if position.place < len(side.under) else EMPTY
            there = f"is {state.facts.cards[lying].imprint} ({lying})" if lying else "is empty"
            needs.append(f"{position.need} on U{position.place + 1}, which {there}")
    if not needs:
        return None
    return breach("{card} on {space} requires {needs}.", card=card.id, space=place.name, needs=", and ".join(needs))


@RULES.rule("overhang", "No required position falls beside the board", "Imprint Requirements", broken_by="play")
def overhang(state: State, card: CardFacts, place: Place, asked: list[Asked]) -> Breach | None:
    for position in asked:
        if position.met == "beside":
            if state.readings("overhang") == "ignored":
                return None
            return breach(
                "{card} on {space} requires {need} at a position beside the board.",
                card=card.id,
                space=place.name,
                need=position.need,
            )
    return None


@RULES.rule(
    "decay-apart",
    "A Decay card is not placed side by side with another Decay card",
    "Subterrain Cards",
    broken_by="play",
)
def decay_apart(state: State, side: Side, card: CardFacts, place: Place) -> Breach | None:
    if card.imprint != "decay":
        return None
    for at in (place.at - 1, place.at + 1):
        lying = side.under[at] if 0 <= at < len(side.under) else EMPTY
        if lying and state.facts.cards[lying].imprint == "decay":
            if _may_be_wild(state, place) and state.readings("decay-on-wild") == "legal":
                return None
            return breach(
                "{card} on {space} would lie beside the Decay card {other} on {beside}.",
                card=card.id,
                space=place.name,
                other=lying,
                beside=f"U{at + 1}",
            )
    return None


def _may_be_wild(state: State, place: Place) -> bool:
    return place.at == state.facts.wild or (state.facts.wild is None and place.at > 0)


def decay_unknown(state: State, side: Side, card: CardFacts, place: Place) -> list[str]:
    """Return the facts that are needed to know whether two Decay cards would touch, if they are unknown."""
    if card.imprint is not None and card.imprint != "decay":
        return []
    missing = []
    for at in (place.at - 1, place.at + 1):
        lying = side.under[at] if 0 <= at < len(side.under) else EMPTY
        imprint = state.facts.cards[lying].imprint if lying else ""
        if imprint is None or (imprint == "decay" and card.imprint is None):
            missing += [
                f"the imprint of {name}" for name in (card.id, lying) if state.facts.cards[name].imprint is None
            ]
        elif (
            imprint == "decay"
            and state.facts.wild is None
            and place.at > 0
            and state.readings["decay-on-wild"] == "legal"
        ):
            # Only on the wild space itself may two Decay cards touch under that reading.
            missing.append("which Subterrain space is the wild one")
    return missing
