"""Counting the cards that have a place against those of the box."""

from __future__ import annotations

from collections.abc import Mapping

from oasis_ref.core.cards import Hand
from oasis_ref.core.findings import Breach, breach, remark
from oasis_ref.core.text import counted
from oasis_ref.games.new_life import effects
from oasis_ref.games.new_life.facts import DRAWN, IN_BOX
from oasis_ref.games.new_life.table import State


def wrong_size(kind: str, recorded: int, left: int) -> Breach:
    """Return the breach of a recorded deck that has not as many cards as must be left in it."""
    return breach(
        "The recorded {kind} deck has {cards}; {left} must be left in it.",
        kind=kind.capitalize(),
        cards=counted(recorded, "card"),
        left=left,
    )


def too_many(kind: str, number: int) -> Breach:
    """Return the breach of a set-up in which more cards of a kind are on the table than the box has."""
    return breach(
        "{number} {kind} cards are on the table; the box has {most}.",
        number=number,
        kind=kind.capitalize(),
        most=IN_BOX[kind],
    )


def below_empty(pile: str, number: int) -> Breach | None:
    """Return the breach of a pile that is said to have less than no card."""
    return breach("The {pile} has {number} cards.", pile=pile, number=number) if number < 0 else None


def wrong_number(kind: str, placed: int, hidden: int) -> Breach:
    """Return the breach of a position in which too many or too few cards of a kind have a place.

    They are too few even if the ``hidden`` unknown cards in hands are all of that kind.
    """
    name, most = kind.capitalize(), IN_BOX[kind]
    if not hidden or placed > most:
        says = "{number} {kind} cards have a place; the box has {most}."
        return breach(says, number=placed, kind=name, most=most)
    says = "{number} {kind} cards have a place, and hands hold {hidden}; the box has {most}."
    return breach(says, number=placed, kind=name, hidden=counted(hidden, "unknown card"), most=most)


def hidden_in_hands(state: State) -> int | None:
    """Return how many cards of unknown deck are in hands and the AI's line, None if a hand is not known."""
    hands = [side.hand for side in state.seats]
    if None in hands:
        return None
    return state.line.count("?") + sum(hand.cards().count("?") for hand in hands if hand is not None)


def all_too_many(placed: Mapping[str, int], hidden: int) -> Breach | None:
    """Return the breach of a position that has, with the unknown cards in hands, more cards than the box."""
    number, most = sum(placed.values()) + hidden, sum(IN_BOX.values())
    if not hidden or number <= most:
        return None
    return breach("{number} cards have a place; the box has {most}.", number=number, most=most)


def nowhere_else(missing: Mapping[str, int], hidden: int) -> Breach | None:
    """Return the breach of more cards that lie nowhere than unknown ones are in hands.

    ``missing`` are the numbers for the kinds of which both deck and discard are told.
    """
    number = sum(missing.values())
    if number <= hidden:
        return None
    says = "{number} cards of the two decks lie nowhere, but hands hold only {hidden}."
    return breach(says, number=number, hidden=counted(hidden, "unknown card"))


def tell_by_elimination(state: State, missing: Mapping[str, int], hidden: int) -> None:
    """Note of which deck the unknown cards in hands are, if every one is needed for what lies nowhere else."""
    if not hidden or sum(missing.values()) != hidden:
        return
    kinds = [kind for kind, number in missing.items() if number]
    mark = f"{kinds[0]}:?" if len(kinds) == 1 else DRAWN
    which = " or ".join(kind.capitalize() for kind in kinds)
    says = "What lies nowhere else is in hands: all unknown cards there are {kind} cards."
    state.notes.append(remark(says, rule="deck-count", kind=which))
    for seat, side in enumerate(state.seats):
        cards = [] if side.hand is None else side.hand.cards()
        if "?" in cards:
            state.own(seat).hand = Hand([mark if card == "?" else card for card in cards], effects.fits_of(state))
