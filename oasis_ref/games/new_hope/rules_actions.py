"""The rules of the five main actions: Explore, Recycle, Recruit, Travel, Equip."""

from __future__ import annotations

from collections.abc import Sequence

from oasis_ref.core.findings import Breach, breach
from oasis_ref.core.text import counted
from oasis_ref.games.new_hope.cards import EQUIPMENT, NUMBERS
from oasis_ref.games.new_hope.catalogue import RULES, WORDS


@RULES.rule("explore-two", "Explore draws exactly two cards from the Exploration deck", "Explore", broken_by="explore")
def explore_two(drawn: int, left: int) -> Breach | None:
    if drawn == 2 or left < 2:
        return None
    return breach(
        "{drawn} drawn, with {left} in the deck.", drawn=counted(drawn, "card"), left=left, allowed="drawing 2 cards"
    )


@RULES.rule("explore-short", "With one card left in the deck, Explore draws that card", "Explore", broken_by="explore")
def explore_short(drawn: int, option: str) -> Breach | None:
    if option == "needs-two":
        return breach("One card is left in the deck, and Explore needs two.")
    if drawn == 1:
        return None
    return breach(
        "{drawn} drawn, with one left in the deck.", drawn=counted(drawn, "card"), allowed="drawing that card"
    )


@RULES.rule("explore-empty", "With no card left, Explore is no main action", "Explore", broken_by="explore")
def explore_empty() -> Breach | None:
    return breach("The Exploration deck is empty, so Explore cannot be the main action.")


@RULES.rule("recycle-one", "Recycle takes exactly one card", "Recycle", broken_by="recycle")
def recycle_one(cards: Sequence[str], left: int) -> Breach | None:
    if len(cards) == 1 and cards[0] != "none":
        return None
    if len(cards) > 1:
        return breach("{count} cards were recycled: {cards}.", count=len(cards), cards=list(cards), allowed="one card")
    return breach("No card was recycled although the Ruins hold {left}.", left=left, allowed="one card of the Ruins")


@RULES.rule("recycle-ruins-only", "Only Travel cards in the Ruins are recycled", "Recycle", broken_by="recycle")
def recycle_ruins_only(card: str, kind: str | None, centre_apart: bool) -> Breach | None:
    if kind in ("equipment", "companion"):
        return breach("{card} is no Travel card in the Ruins.", card=card, allowed="a Travel card in the Ruins")
    if centre_apart:
        return breach("The Oasis in the centre lies apart from the Ruins and cannot be recycled.")
    return None


@RULES.rule("recycle-empty", "With empty Ruins, Recycle is no main action", "Recycle", broken_by="recycle")
def recycle_empty() -> Breach | None:
    return breach("The Ruins are empty, so Recycle cannot be the main action.")


@RULES.rule(
    "recruit-one-option", "A Recruit takes a Companion or plays one, never both", "Recruit", broken_by="recruit"
)
def recruit_one_option(take: Sequence[str], play: Sequence[str]) -> Breach | None:
    if take and play:
        return breach(
            "The Recruit takes {take} and plays {play}.", take=list(take), play=list(play), allowed="one of the two"
        )
    if len(play) > 1:
        return breach(
            "{count} Companions were played at once: {play}.", count=len(play), play=list(play), allowed="one Companion"
        )
    return None


@RULES.rule(
    "recruit-take",
    "Taking a Companion means one face-up Lair card or the top card of the deck",
    "Recruit",
    broken_by="recruit",
)
def recruit_take(take: Sequence[str], origin: str | None) -> Breach | None:
    if len(take) > 1:
        return breach(
            "{count} Companions were taken: {take}.", count=len(take), take=list(take), allowed="one Companion"
        )
    if origin not in (None, "lair", "deck"):
        return breach(
            "{take} was taken from neither the Lair nor the deck: {origin}.",
            take=list(take),
            origin=origin,
            allowed="the Lair or the top of the deck",
        )
    return None


@RULES.rule(
    "recruit-play", "A Companion of the hand is played, no other card", "Recruit; Companions", broken_by="recruit"
)
def recruit_play(card: str, kind: str | None) -> Breach | None:
    if kind == "companion":
        return None
    return breach("{card} is no Companion and cannot be played by a Recruit.", card=card)


@RULES.rule(
    "banner-impossible",
    "A Companion may be played although one of its actions cannot be done",
    "Companions",
    broken_by="recruit",
)
def banner_impossible(companion: str, action: str, possible: bool | None) -> Breach | None:
    if possible is None:
        return breach(
            "Whether {action}, the first action of {companion}, was possible is not known.",
            companion=companion,
            action=WORDS[action],
            status="unverifiable",
        )
    return breach(
        "{companion} was played although its first action, {action}, is not possible.",
        companion=companion,
        action=WORDS[action],
    )


@RULES.rule(
    "companion-reshuffle",
    "The Companion discard is shuffled only when a Companion is needed and the deck is empty",
    "Recruit",
    broken_by="reshuffle-companions",
)
def companion_reshuffle(deck: int, discard: bool, needed: bool) -> Breach | None:
    if deck:
        return breach(
            "The discard was shuffled with {deck} left in the deck.", deck=counted(deck, "Companion"), void=True
        )
    if not discard:
        return breach("There is no Companion in the discard to shuffle.", void=True)
    return None if needed else breach("The discard was shuffled although no Companion was needed.")


# Travel


@RULES.rule("travel-at-least-one", "A Travel lays at least one card", "Travel", broken_by="travel")
def travel_at_least_one(cards: Sequence[str], option: str) -> Breach | None:
    return None if cards or option == "allowed" else breach("No card was laid.", allowed="one card or more")


@RULES.rule("step-stops", "A Step ends the Travel in which it is laid", "Step", broken_by="travel")
def step_stops(step: str | None, card: str) -> Breach | None:
    return (
        None
        if step is None
        else breach(
            "{card} was laid after {step}, which ends the Travel.",
            card="A hidden card" if card == "?" else card,
            step=step,
            allowed=f"nothing after {step}",
        )
    )


@RULES.rule(
    "win-immediately",
    "An Oasis or a Map ends the game at once; nothing is laid after it",
    "Oasis #0; End of the Journey",
    broken_by="travel",
)
def win_immediately(arrival: str | None, card: str) -> Breach | None:
    return (
        None
        if arrival is None
        else breach("{card} was laid after {arrival}, which had ended the game.", card=card, arrival=arrival)
    )


@RULES.rule(
    "travel-cards-only", "Only Travel cards, Compasses and Maps are laid", "Travel; Equipment", broken_by="travel"
)
def travel_cards_only(card: str) -> Breach | None:
    if card in NUMBERS or card in ("compass", "compass-step", "map"):
        return None
    return breach("{card} cannot be laid in a row.", card=card, allowed="Travel cards, Compasses and Maps")


@RULES.rule(
    "travel-sequence",
    "The next card fills the place one below the last number; none is skipped or repeated",
    "Travel",
    broken_by="travel",
)
def travel_sequence(card: str, place: int) -> Breach | None:
    number = NUMBERS.get(card)
    if number is None or number == place:
        return None
    if place < 0:
        return breach("{card} was laid after place 0 was filled.", card=card)
    return breach("{card} was laid, but the next place is {place}.", card=card, place=place, allowed=_fitting(place))


def _fitting(place: int) -> str:
    if place == 0:
        return "an Oasis or a Map"
    return f"desert-{place}{f', step-{place}' if place >= 6 else ''} or a Compass"


@RULES.rule("compass-not-oasis", "A Compass never fills place 0", "Oasis #0; Compass", broken_by="travel")
def compass_not_oasis(card: str, place: int) -> Breach | None:
    if card not in ("compass", "compass-step") or place >= 1:
        return None
    if place < 0:
        return breach("A Compass was laid after place 0 was filled.")
    return breach("A Compass was laid at place {place}.", place=place, allowed=_fitting(0))


@RULES.rule("map-only-oasis", "A Map fills place 0 and no other", "Map", broken_by="travel")
def map_only_oasis(card: str, place: int) -> Breach | None:
    if card != "map" or place == 0:
        return None
    if place < 0:
        return breach("A Map was laid after place 0 was filled.")
    return breach("A Map was laid, but the next place is {place}.", place=place, allowed=_fitting(place))


@RULES.rule(
    "compass-as-desert",
    "A Compass counts as a Desert at every place: it neither stops nor recruits",
    "Desert",
    broken_by="travel",
)
def compass_as_desert(card: str, place: int, option: str) -> Breach | None:
    if card != "compass-step" or (option == "may-be-step" and place >= 6):
        return None
    return breach("A Compass was laid at place {place} as a Step.", place=place, allowed="a Compass as a Desert")


@RULES.rule(
    "compass-place",
    "Under a narrow reading a Compass lies between two other cards of one Travel",
    "Compass",
    broken_by="travel",
)
def compass_place(place: int, following: str | None) -> Breach | None:
    if following is not None and not following.startswith("compass"):
        return None
    return breach(
        "After the Compass at place {place} comes {following}.",
        place=place,
        following=following or "no card",
        allowed="a Compass with another card after it",
    )


@RULES.rule(
    "compass-when-held",
    "Under a narrow reading a Compass stands only for a number that the hand lacks",
    "Compass",
    broken_by="travel",
)
def compass_when_held(place: int, held: bool | None) -> Breach | None:
    if held is None:
        return breach(
            "Whether the hand held a card for place {place} is not known.", place=place, status="unverifiable"
        )
    return (
        breach("A Compass was laid at place {place} although the hand held that number.", place=place) if held else None
    )


# Equip


@RULES.rule("equip-one", "An Equip brings one Equipment", "Equip", broken_by="equip")
def equip_one(items: Sequence[str]) -> Breach | None:
    if len(items) == 1:
        return None
    return breach(
        "{count} Equipments were taken at once: {items}.", count=len(items), items=list(items), allowed="one Equipment"
    )


@RULES.rule("equip-available", "The pile holds a card before anything is paid", "Equip", broken_by="equip")
def equip_available(item: str, left: int, closed: bool) -> Breach | None:
    if closed:
        return breach("The pile of {item} was emptied earlier and stays closed.", item=item)
    if left:
        return None
    return breach(
        "No {item} lay in the supply before the payment.",
        item=item,
        allowed=f"one of {', '.join(EQUIPMENT)} that lies there",
    )


def _cost(item: str, price: int, paid: int) -> Breach | None:
    if paid == price:
        return None
    return breach(
        "A {item} costs {price} here, but {paid} paid.",
        item=item,
        price=counted(price, "card"),
        paid=f"{counted(paid, 'card')} {'was' if paid == 1 else 'were'}",
        allowed=f"paying {counted(price, 'card')}",
    )


@RULES.rule("equip-cost", "A Compass or a Shield costs exactly 2 cards, a Map 3", "Equip; Equipment", broken_by="equip")
def equip_cost(item: str, price: int, paid: int) -> Breach | None:
    return _cost(item, price, paid)


@RULES.rule("improved-equip-cost", "Improved Equip costs exactly one card less", "Improved Equip", broken_by="equip")
def improved_equip_cost(item: str, price: int, paid: int) -> Breach | None:
    return _cost(item, price, paid)
