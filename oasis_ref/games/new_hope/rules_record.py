"""What a record must not contradict: cards that exist, places where they can be, numbers that agree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from oasis_ref.core.findings import Breach, breach
from oasis_ref.core.text import capital, counted
from oasis_ref.games.new_hope.catalogue import ALL_KINDS, RULES


@RULES.rule(
    "rec-not-there",
    "A card is used only from where it can be",
    "record",
    broken_by=f"draft {ALL_KINDS} mission end-turn reshuffle-companions",
    breaks="inconsistent",
)
def rec_not_there(
    cards: Sequence[str], place: str, holds: Sequence[str] | None = None, named: Sequence[str] = ()
) -> Breach | None:
    """``holds`` is what lies there as far as it is known, to be shown beside the cards that cannot be there.

    ``named`` are all the cards that were taken to be there: of some named twice the first one may be.
    """
    if not cards:
        return None
    if all(card == "?" for card in cards):
        says = "In {place} there are too few cards: {count} more named than there can be."
        return breach(says, count=len(cards), place=place, void=True)
    cards = [_which_of(card, named.count(card) - cards.count(card)) for card in dict.fromkeys(cards)]
    cards[0] = capital(cards[0]) if " " in cards[0] else cards[0]
    if holds is None:
        return breach("{cards} cannot be in {place}.", cards=list(cards), place=place, void=True)
    hidden = sum(1 for card in holds if card == "?")
    lying = [card for card in holds if card != "?"]
    if hidden:
        lying.append(f"{counted(hidden, 'hidden card')} that cannot be it")
    says = "{cards} cannot be in {place}; what lies there is: {holds}."
    return breach(says, cards=list(cards), place=place, holds=lying, void=True)


def _which_of(card: str, there: int) -> str:
    """Return a card in words that cannot be somewhere, though so many others of its name can."""
    return card if there < 1 else f"a second {card}" if there == 1 else f"one more {card}"


@RULES.rule(
    "rec-no-such-card",
    "Only cards that exist are named",
    "record",
    broken_by="setup draft explore recycle equip travel recruit pillage eliminate swindle mission end-turn",
    breaks="inconsistent",
)
def rec_no_such_card(cards: Iterable[str]) -> Breach | None:
    unknown = list(cards)
    if not unknown:
        return None
    return breach("There is no card {cards}.", cards=unknown, void=True)


@RULES.rule(
    "rec-copies",
    "No card turns up more often than it exists",
    "record",
    broken_by="setup draft explore recruit eliminate",
    breaks="inconsistent",
)
def rec_copies(cards: Sequence[str]) -> Breach | None:
    if not cards:
        return None
    return breach("There would be more copies of {cards} than exist.", cards=list(cards), void=True)


@RULES.rule(
    "rec-supply",
    "Equipment is taken from a pile that holds a card after the payment",
    "record",
    broken_by="equip",
    breaks="inconsistent",
)
def rec_supply(item: str, stock: int, paid: Sequence[str]) -> Breach | None:
    if stock or item in paid:
        return None
    return breach("No {item} is left in the supply, and none was paid.", item=item, void=True)


@RULES.rule(
    "rec-deck-order",
    "Cards drawn agree with the recorded order of the deck",
    "record",
    broken_by="draft explore recruit eliminate",
    breaks="inconsistent",
)
def rec_deck_order(drawn: Sequence[str], top: Sequence[str], deck: str) -> Breach | None:
    """Compare what was drawn with the top of the deck, in any order; hidden cards agree with everything."""
    top = list(top[: len(drawn)])
    if len(unlisted(drawn, top)) <= top.count("?"):
        return None
    says = "{drawn} cannot have been drawn: the top of the recorded {deck} is {top}."
    return breach(says, drawn=list(drawn), deck=deck, top=top, void=True)


def top_of(order: list[str] | None, size: int, number: int) -> list[str]:
    """Return the top cards of a deck, hidden if its order is not known."""
    if order is None:
        return ["?"] * min(size, number)
    return order[: -number - 1 : -1]


def unlisted(drawn: Sequence[str], top: Sequence[str]) -> list[str]:
    """Return the named cards that are not named at the top of the recorded deck: they are hidden ones of it."""
    left = list(top)
    result = []
    for card in drawn:
        if card in left:
            left.remove(card)
        elif card != "?":
            result.append(card)
    return result


@RULES.rule(
    "rec-count",
    "Recorded numbers agree with the position",
    "record",
    broken_by="setup explore travel",
    breaks="inconsistent",
)
def rec_count(what: str, recorded: int, found: int, void: bool = True, at_most: bool = False) -> Breach | None:
    if recorded == found or (at_most and recorded < found):
        return None
    return breach(
        f"The record gives {{recorded}} {{what}}; it should be {'at most ' if at_most else ''}{{found}}.",
        what=_of_one(what) if recorded == 1 else what,
        recorded=recorded,
        found=found,
        void=void,
    )


SINGULAR = {"cards": "card", "Companions": "Companion", "scouts": "scout", "turns": "turn", "fill": "fills"}


def _of_one(what: str) -> str:
    """Return the name of what is counted as it reads behind a 1; the places it lies in stay as they are."""
    words = what.split(" ")
    stop = next((place for place, word in enumerate(words) if word in ("in", "at", "drawn")), len(words))
    return " ".join([*(SINGULAR.get(word, word) for word in words[:stop]), *words[stop:]])


@RULES.rule(
    "rec-deck-parity",
    "The Exploration deck shrinks by twos from an odd number until one card is left",
    "record",
    broken_by="sheet",
    breaks="inconsistent",
)
def rec_deck_parity(size: int) -> Breach | None:
    if size == 0 or size % 2:
        return None
    return breach(
        "An Exploration deck of {size} cards cannot be left: it starts odd, and each Explore takes two.", size=size
    )


@RULES.rule(
    "rec-ambiguous",
    "A field that was left out has only one possible value",
    "record",
    broken_by="recycle equip recruit travel pillage eliminate mission",
    breaks="inconsistent",
)
def rec_ambiguous(field: str, why: str) -> Breach | None:
    return breach("The entry does not say {field}: {why}.", field=field, why=why)


def open_row(place: int) -> Breach:
    """Return what is wrong with a hidden card in a row."""
    return breach("The record does not name the card at place {place}, and a row lies open.", place=place)


@RULES.rule(
    "rec-definition",
    "A Companion has one definition, and it agrees with what is known of the cards",
    "record",
    broken_by="setup draft recruit",
    breaks="inconsistent",
)
def rec_definition(companion: str, why: str) -> Breach | None:
    return breach("The definition of {companion} does not hold: {why}.", companion=companion, why=why) if why else None


@RULES.rule(
    "rec-water",
    "Water decides between tied scouts, and one of them touches it first",
    "record",
    broken_by="water",
    breaks="inconsistent",
)
def rec_water(winner: str, tied: Sequence[str], before: str | None = None, over: bool = True) -> Breach | None:
    """``before`` is who has been noted as touching water first already, ``over`` says that the game has ended."""
    if before is not None:
        says = "{winner} is noted as touching water first, but that was {before}."
        return breach(says, winner=winner, before=before, void=True)
    if winner in tied and len(tied) > 1:
        return None
    if not over:
        return breach("{winner} is noted as touching water first, but the game is not over.", winner=winner, void=True)
    if len(tied) < 2:
        return breach("{winner} is noted as touching water first, but no scouts are tied.", winner=winner, void=True)
    return breach(
        "{winner} is noted as touching water first, but the tied scouts are {tied}.",
        winner=winner,
        tied=list(tied),
        void=True,
    )


@RULES.rule(
    "rec-result", "Cause, numbers and deck of a final table agree", "record", broken_by="sheet", breaks="inconsistent"
)
def rec_result(why: str) -> Breach | None:
    return breach("{why}.", why=why) if why else None
