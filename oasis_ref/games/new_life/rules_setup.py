"""How a game is set up."""

from __future__ import annotations

from collections.abc import Sequence

from oasis_ref.core.findings import Breach, breach
from oasis_ref.core.text import counted
from oasis_ref.games.new_life.catalogue import RULES
from oasis_ref.games.new_life.facts import Facts
from oasis_ref.games.new_life.moves import Setup
from oasis_ref.games.new_life.table import HAND_LIMIT, State

MOST_PLAYERS = 5
STARTERS, EXTRA = 3, 5


@RULES.rule(
    "player-count", "One to five seats; one seat means the solo game", "Intro", broken_by="setup", breaks="inconsistent"
)
def player_count(state: State, first: str | None) -> Breach | None:
    listed = len(state.players)
    if not 1 <= listed <= MOST_PLAYERS:
        return breach("{number} players are listed; the game is for 1 to 5.", number=listed)
    if first is not None and first not in state.index:
        return breach("{seat} is named, but no such seat is at this table.", seat=first)
    return None


@RULES.rule(
    "decks-apart",
    "Surface and Subterrain cards form the two decks; Starters are in neither",
    "Components, Setup 4",
    broken_by="setup year migrate",
    breaks="inconsistent",
)
def decks_apart(facts: Facts, kind: str, cards: Sequence[str]) -> Breach | None:
    if {kind, None}.issuperset(map(facts.deck_of, cards)):
        return None
    wrong = [card for card in cards if facts.deck_of(card) not in (kind, None)]
    return breach("{cards} cannot be among the {kind} cards.", cards=wrong, kind=kind.capitalize())


@RULES.rule(
    "migration-deal",
    "Seven Surface cards form the Migration deck, three of them lie open",
    "Setup 6, Round End 2",
    broken_by="setup year",
)
def migration_deal(what: str, recorded: int, due: int) -> Breach | None:
    if recorded == due:
        return None
    return breach(
        "The {what} has {cards} instead of {due}.",
        what=what,
        cards=counted(recorded, "card"),
        due=due,
        allowed=f"{due} cards",
    )


@RULES.rule("opening-hand", "The opening hands are as the chosen reading says", "Setup", broken_by="setup")
def opening_hand(state: State, seat: str, hand: Sequence[str], element: str | None) -> Breach | None:
    option = state.readings("opening-hand")
    if option == "as-recorded":
        return None
    facts = state.facts
    kinds = [facts.deck_of(card) for card in hand]
    starters, drawn = kinds.count("starter"), kinds.count("surface") + kinds.count("subterrain")
    extra = EXTRA if option == "starters-plus-five" else 0
    elements = {
        facts.cards[card].element for card in hand if card in facts.cards and facts.cards[card].deck == "starter"
    }
    elements |= {element} if element else set()
    known = sorted(one for one in elements if one)
    if len(hand) == STARTERS + extra and starters <= STARTERS and drawn <= extra and len(known) <= 1:
        return None
    what = "the three Starters of one element" + (" and five drawn cards" if extra else "")
    return breach("{seat}'s opening hand is not {what}: {hand}.", seat=seat, what=what, hand=list(hand))


def element_twice(seats: Sequence[str], element: str) -> Breach:
    """Return the breach of two seats with one element."""
    return breach("{seats} have the Starters of the same element: {element}.", seats=list(seats), element=element)


def below_nothing(seat: str, what: str, number: int | None) -> Breach | None:
    """Return the breach of a seat that is said to have less than nothing of something."""
    if number is None or number >= 0:
        return None
    says = "{seat} has {number} {what}: everybody starts with 0, and only a ruling takes anything away."
    if what == "cards in hand":
        says = "{seat} has {number} {what}: nobody holds less than none."
    return breach(says, seat=seat, number=number, what=what, status="inconsistent")


@RULES.rule("hand-start-limit", "Nobody holds more than eight cards when a round begins", "Rest 3", broken_by="setup")
def hand_start_limit(seat: str, number: int) -> Breach | None:
    if number <= HAND_LIMIT:
        return None
    return breach("{seat} begins with {number} cards in hand.", seat=seat, number=number, allowed="at most eight")


@RULES.rule(
    "solo-setup",
    "Solo has no Rest tiles and no Migration row, and one side of the Solo Mode card is chosen",
    "Solo: Setup",
    broken_by="setup rest",
)
def solo_setup(state: State, side: str | None, row: bool) -> Breach | None:
    if not state.solo:
        return None
    if row:
        return breach("A Migration row is set up, which solo does not use.")
    if side is None:
        return breach("The side of the Solo Mode card is not named.", allowed="standard or advanced")
    return None


def solo_tile(tile: int) -> Breach:
    """Return the breach of a record that names a Rest tile in solo."""
    return breach("Rest tile {tile} is told, but solo has no Rest tiles.", tile=tile, status="inconsistent")


def solo_only(state: State, entry: Setup) -> Breach | None:
    """Judge what only the solo game has."""
    told = entry.solo is not None or (entry.position is not None and entry.position.ai is not None)
    if state.solo or not told:
        return None
    says = "An AI is told, but {number} seats are listed: only one seat alone plays against it."
    return breach(says, number=len(state.players))
