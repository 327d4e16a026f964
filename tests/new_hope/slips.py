"""The kinds of fault that are planted in clean games of New Hope.

Each kind says which rule it breaks and at which entry that can first be noticed: the changed or added entry itself,
but for a missing discard, which only the next scout's entry brings to light (it is charged to the entry before).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from tests.material import Document
from tests.planting import Clean, Planted, Slip

CLANS = {"exp": "explorers", "jad": "explorers", "pre": "explorers", "scr": "scrappers", "med": "scrappers"}
TRAVEL = [f"desert-{number}" for number in range(12, 0, -1)] + [f"step-{number}" for number in range(12, 5, -1)]


def clan(companion: str) -> str:
    return CLANS.get(companion[:3], "marauders")


def kind(name: str) -> Callable[[int, Document], bool]:
    return lambda number, entry: entry["do"] == name


def number_of(card: str) -> int | None:
    return 0 if card in ("oasis", "map") else int(card.split("-")[1]) if "-" in card and card in TRAVEL else None


def first_of_turn(clean: Clean, number: int) -> bool:
    """Return whether the entry is the main action of a turn."""
    return number > 1 and bool(clean.before(number)["main_due"]) and clean.before(number)["pending"] == ["main"]


def each(clean: Clean, chance: Random, name: str) -> Iterator[tuple[int, Document, Any]]:
    for number in clean.numbers(chance, kind(name)):
        yield number, clean.moves[number - 1], clean.before(number)


# Explore and Recycle


def three_drawn(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, _ in each(clean, chance, "explore"):
        deck = clean.before(number)["exploration_deck"]
        if deck >= 5:
            drawn = [*entry["drawn"], clean.tables[number - 1]["exploration_top"]]
            return clean.changed(number, {**entry, "drawn": drawn}), number
    return None


def one_drawn(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, _ in each(clean, chance, "explore"):
        if len(entry["drawn"]) == 2:
            return clean.changed(number, {**entry, "drawn": entry["drawn"][:1]}), number
    return None


def other_card_drawn(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, _ in each(clean, chance, "explore"):
        if len(entry["drawn"]) == 2:
            other = next(card for card in TRAVEL if card not in entry["drawn"])
            return clean.changed(number, {**entry, "drawn": [other, entry["drawn"][1]]}), number
    return None


def two_recycled(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, table in each(clean, chance, "recycle"):
        others = [card for card in table["ruins"] if card != entry["card"]]
        if others:
            return clean.changed(number, {**entry, "card": [entry["card"], others[0]]}), number
    return None


def absent_recycled(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, table in each(clean, chance, "recycle"):
        other = next((card for card in TRAVEL if card not in table["ruins"]), None)
        if other:
            return clean.changed(number, {**entry, "card": other}), number
    return None


def companion_recycled(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, _ in each(clean, chance, "recycle"):
        return clean.changed(number, {**entry, "card": "jade"}), number
    return None


# Travel


def number_skipped(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, _ in each(clean, chance, "travel"):
        cards = entry["cards"]
        if len(cards) >= 2 and number_of(cards[1]) and not cards[0].startswith("step"):
            return clean.changed(number, {**entry, "cards": cards[1:]}), number
    return None


def card_not_held(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, table in each(clean, chance, "travel"):
        card = entry["cards"][-1]
        value = number_of(card) or 0
        other = f"step-{value}" if card.startswith("desert") else f"desert-{value}"
        if value >= 6 and other not in table["hands"][entry["by"]]:
            return clean.changed(number, {**entry, "cards": [*entry["cards"][:-1], other]}), number
    return None


def no_such_card(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, _ in each(clean, chance, "travel"):
        return clean.changed(number, {**entry, "cards": [*entry["cards"][:-1], "desert-13"]}), number
    return None


def on_behind_a_step(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, table in each(clean, chance, "travel"):
        card = entry["cards"][-1]
        following = f"desert-{(number_of(card) or 0) - 1}"
        if card.startswith("step") and following in table["hands"][entry["by"]]:
            return clean.changed(number, {**entry, "cards": [*entry["cards"], following]}), number
    return None


def shield_laid(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, table in each(clean, chance, "travel"):
        plain = not entry["cards"][-1].startswith("step") and number_of(entry["cards"][-1]) != 0
        if plain and "shield" in table["hands"][entry["by"]]:
            return clean.changed(number, {**entry, "cards": [*entry["cards"], "shield"]}), number
    return None


# Equip


def underpaid(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, _ in each(clean, chance, "equip"):
        if first_of_turn(clean, number):
            return clean.changed(number, {**entry, "paid": entry["paid"][1:]}), number
    return None


def overpaid(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, table in each(clean, chance, "equip"):
        left = list(table["hands"][entry["by"]])
        for card in entry["paid"]:
            left.remove(card)
        if first_of_turn(clean, number) and left:
            return clean.changed(number, {**entry, "paid": [*entry["paid"], left[0]]}), number
    return None


def paid_with_another_card(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, table in each(clean, chance, "equip"):
        other = next(card for card in TRAVEL if card not in table["hands"][entry["by"]])
        return clean.changed(number, {**entry, "paid": [other, *entry["paid"][1:]]}), number
    return None


def two_equipments(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, table in each(clean, chance, "equip"):
        if first_of_turn(clean, number) and entry["item"] == "compass" and table["supply"]["shield"]:
            return clean.changed(number, {**entry, "item": ["compass", "shield"]}), number
    return None


# Companions


def taken_and_played(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, _ in each(clean, chance, "recruit"):
        if "take" in entry:
            return clean.changed(number, {**entry, "play": entry["take"]}), number
    return None


def taken_from_nowhere(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, table in each(clean, chance, "recruit"):
        if entry.get("from") == "lair":
            other = next(
                name
                for name in ("jade", "scr-equip", "mar-equip", "exp-equip", "scr-travel")
                if name not in table["lair"]
            )
            return clean.changed(number, {**entry, "take": other}), number
    return None


def played_from_nowhere(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, table in each(clean, chance, "recruit"):
        if "play" in entry:
            hand = table["hands"][entry["by"]]
            other = next(
                name for name in ("jade", "scr-equip", "mar-equip", "exp-equip", "scr-travel") if name not in hand
            )
            return clean.changed(number, {**entry, "play": other}), number
    return None


def wrong_refill(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, table in each(clean, chance, "recruit"):
        if entry.get("from") == "lair" and table["companion_top"] and table["companion_deck"]:
            other = "jade" if table["companion_top"] != "jade" else "mar-equip"
            return clean.changed(number, {**entry, "refill": other}), number
    return None


def specialist_in_a_base_game(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, table in each(clean, chance, "recruit"):
        if "play" in entry and table["variant"] == "base":
            return clean.changed(number, {**entry, "play": "ka"}), number
    return None


def banner_backwards(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, _ in each(clean, chance, "recruit"):
        if "play" not in entry or number + 2 > len(clean.moves):
            continue
        one, two = clean.moves[number], clean.moves[number + 1]
        due = clean.tables[number - 1]["pending"][:2]
        if [one["do"], two["do"]] == due and due[0] != due[1] and "travel" not in due and "recruit" not in due:
            moves = clean.moves
            swapped = [*moves[:number], two, one, *moves[number + 2 :]]
            return {**clean.document, "moves": swapped}, number + 1
    return None


def refused(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, table in each(clean, chance, "recycle"):
        if table["pending"][:1] == ["recycle"]:
            return clean.changed(number, {"do": "skip", "by": entry["by"], "action": "recycle"}), number
    return None


# Pillage


def pillage_for_nothing(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, _ in each(clean, chance, "pillage"):
        if entry["kept"] != "none":
            return clean.changed(number, {**entry, "kept": "none"}), number
    return None


def pillage_past_a_shield(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, _ in each(clean, chance, "pillage"):
        if entry["kept"] == "none":
            return clean.changed(number, {**entry, "kept": entry["shown"][0]}), number
    return None


def pillage_of_oneself(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, _ in each(clean, chance, "pillage"):
        return clean.changed(number, {**entry, "target": entry["by"]}), number
    return None


# Specialists


def own_companion_eliminated(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, table in each(clean, chance, "eliminate"):
        camp = table["camps"][entry["by"]]
        return clean.changed(number, {**entry, "companion": camp[0], "from": entry["by"]}), number
    return None


def one_card_swindled(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, _ in each(clean, chance, "swindle"):
        return clean.changed(number, {**entry, "received": entry["received"][:1]}), number
    return None


def slowed_in_the_middle(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, table in each(clean, chance, "slow-down"):
        row = table["rows"][entry["target"]]
        others = [card for card in row[:-1] if card != row[-1]]
        if others:
            return clean.changed(number, {**entry, "card": others[-1]}), number
    return None


# Mission


def second_mission(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, table in each(clean, chance, "end-turn"):
        camp = table["camps"][entry["by"]]
        if table["mission_done"] and camp:
            return clean.changed(number, {"do": "mission", "by": entry["by"], "companions": camp[:1]}, entry), number
    return None


def mixed_mission(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, table in each(clean, chance, "mission"):
        own = clan(entry["companions"][0])
        others = [name for name in table["camps"][entry["by"]] if clan(name) != own]
        if others:
            return clean.changed(number, {**entry, "companions": [*entry["companions"], others[0]]}), number
    return None


def blocked_mission(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, table in each(clean, chance, "end-turn"):
        played = [
            move["play"]
            for place, move in enumerate(clean.moves[: number - 1], 1)
            if "play" in move and move["by"] == entry["by"] and number - place <= 3
        ]
        if played and not table["mission_done"] and not table["pending"] and played[-1] in table["camps"][entry["by"]]:
            mission = {"do": "mission", "by": entry["by"], "companions": played[-1:]}
            return clean.changed(number, mission, entry), number
    return None


# Turns


def out_of_turn(clean: Clean, chance: Random) -> Planted | None:
    seats = [player["seat"] for player in clean.document["players"]]
    for number, entry, table in each(clean, chance, "explore"):
        if first_of_turn(clean, number):
            other = seats[(seats.index(table["active"]) + 1) % len(seats)]
            return clean.changed(number, {**entry, "by": other}), number
    return None


def second_main_action(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, table in each(clean, chance, "end-turn"):
        if not table["pending"] and not table["mission_done"] and table["ruins"] and not entry.get("discards"):
            recycle = {"do": "recycle", "by": entry["by"], "card": table["ruins"][0]}
            return clean.changed(number, recycle, entry), number
    return None


def too_few_discards(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, table in each(clean, chance, "end-turn"):
        if entry.get("discards") and table["variant"] == "base":
            return clean.changed(number, {**entry, "discards": entry["discards"][1:]}), number
    return None


def eight_with_specialists(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, table in each(clean, chance, "end-turn"):
        if entry.get("discards") and table["variant"] == "specialists":
            return clean.changed(number, {**entry, "discards": entry["discards"][1:]}), number
    return None


def too_many_discards(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, table in each(clean, chance, "end-turn"):
        left = list(table["hands"][entry["by"]])
        for card in entry.get("discards", []):
            left.remove(card)
        if left:
            return clean.changed(number, {**entry, "discards": [*entry.get("discards", []), left[0]]}), number
    return None


def discards_forgotten(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, table in each(clean, chance, "end-turn"):
        base = table["variant"] == "base" and not table["pending"]
        if entry.get("discards") and base and clean.tables[number - 1]["phase"] == "play":
            return clean.changed(number), number - 1
    return None


def passed(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, _ in each(clean, chance, "explore"):
        if first_of_turn(clean, number):
            return clean.changed(number, {"do": "skip", "by": entry["by"], "action": "main"}), number
    return None


# Set-up and end


def draft_out_of_order(clean: Clean, chance: Random) -> Planted | None:
    entry = clean.moves[1]
    starter = clean.moves[0]["starter"]
    return clean.changed(2, {**entry, "by": starter}), 2


def set_up_twice(clean: Clean, chance: Random) -> Planted | None:
    number = chance.randrange(2, len(clean.moves))
    return clean.changed(number, clean.moves[0], clean.moves[number - 1]), number


def after_the_end(clean: Clean, chance: Random) -> Planted | None:
    moves = clean.moves
    return {**clean.document, "moves": [*moves, {"do": "explore", "by": moves[-2].get("by", "ana")}]}, len(moves) + 1


def wrong_water(clean: Clean, chance: Random) -> Planted | None:
    for number, entry, table in each(clean, chance, "water"):
        best = min(table["last"].values())
        others = [seat for seat, last in table["last"].items() if last != best]
        if others:
            return clean.changed(number, {**entry, "winner": others[0]}), number
    return None


SLIPS = [
    Slip("three cards drawn", "explore-two", three_drawn),
    Slip("one card drawn", "explore-two", one_drawn),
    Slip("another card drawn", "rec-deck-order", other_card_drawn),
    Slip("two cards recycled", "recycle-one", two_recycled),
    Slip("a card recycled that is not there", "rec-not-there", absent_recycled),
    Slip("a Companion recycled", "recycle-ruins-only", companion_recycled),
    Slip("a number skipped", "travel-sequence", number_skipped),
    Slip("a card laid that is not held", "rec-not-there", card_not_held),
    Slip("a card that does not exist", "rec-no-such-card", no_such_card),
    Slip("on behind a Step", "step-stops", on_behind_a_step),
    Slip("a Shield laid", "travel-cards-only", shield_laid),
    Slip("paid too little", "equip-cost", underpaid),
    Slip("paid too much", "equip-cost", overpaid),
    Slip("paid with a card not held", "rec-not-there", paid_with_another_card),
    Slip("two Equipments at once", "equip-one", two_equipments),
    Slip("taken and played", "recruit-one-option", taken_and_played),
    Slip("taken from nowhere", "rec-not-there", taken_from_nowhere),
    Slip("played from nowhere", "rec-not-there", played_from_nowhere),
    Slip("a wrong refill", "rec-deck-order", wrong_refill),
    Slip("a Specialist in a base game", "base-deck", specialist_in_a_base_game),
    Slip("a banner backwards", "banner-order", banner_backwards),
    Slip("a Recycle refused", "mandatory-action", refused),
    Slip("a Pillage for nothing", "pillage-keep-one", pillage_for_nothing),
    Slip("a Pillage past a Shield", "pillage-shield", pillage_past_a_shield),
    Slip("a Pillage of oneself", "pillage-opponent", pillage_of_oneself),
    Slip("an own Companion eliminated", "eliminate-own", own_companion_eliminated),
    Slip("one card back for a Swindle", "swindle-exchange", one_card_swindled),
    Slip("a Slow Down in the middle of a row", "slow-down-card", slowed_in_the_middle),
    Slip("a second mission", "mission-once", second_mission),
    Slip("a mission of two clans", "mission-one-clan", mixed_mission),
    Slip("a blocked clan", "mission-blocked-clan", blocked_mission),
    Slip("out of turn", "not-your-turn", out_of_turn),
    Slip("a second main action", "one-main-action", second_main_action),
    Slip("too few discards", "hand-limit", too_few_discards),
    Slip("eight cards with Specialists", "specialists-hand-limit", eight_with_specialists),
    Slip("too many discards", "hand-limit-exact", too_many_discards),
    Slip("discards forgotten", "hand-limit", discards_forgotten),
    Slip("a turn passed", "no-pass", passed),
    Slip("a draft out of order", "draft-order", draft_out_of_order),
    Slip("set up twice", "rec-count", set_up_twice),
    Slip("an entry after the end", "game-over", after_the_end),
    Slip("the wrong scout at the water", "rec-water", wrong_water),
]
