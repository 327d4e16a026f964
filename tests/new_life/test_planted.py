"""One fault planted in a clean game: one cause, at that entry, with the rule it breaks, whatever the policy."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from oasis_ref.games import game as game_of
from tests.material import Document
from tests.planting import Clean, Planted, Slip, Sown, causes_told, sow

PACK = json.loads(game_of("new-life").packs["sample"].read_bytes())
CARDS = {card["id"]: card for card in PACK["cards"]}
UNDER = PACK["board"]["surface"]


def side(clean: Clean, number: int) -> dict[str, Any]:
    """Return the side of the player who acts at an entry, as it lies before it."""
    found: dict[str, Any] = clean.before(number)["seats"][clean.moves[number - 1]["by"]]
    return found


def spaces(row: list[str], letter: str, taken: bool) -> list[str]:
    return [f"{letter}{at}" for at, card in enumerate(row, 1) if (card not in ("-", "*")) == taken]


def occupied(lying: dict[str, Any]) -> list[str]:
    return spaces(lying["S"], "S", True) + spaces(lying["U"], "U", True)


def plain_play(entry: Document) -> bool:
    return entry["do"] == "play" and not entry.get("then")


def plays(clean: Clean, chance: Random) -> list[int]:
    return clean.numbers(chance, lambda _, entry: plain_play(entry))


def of_kind(clean: Clean, chance: Random, kind: str) -> list[int]:
    return clean.numbers(chance, lambda _, entry: entry["do"] == kind)


def instead(clean: Clean, number: int, **fields: Any) -> Planted:
    return clean.changed(number, {**clean.moves[number - 1], **fields}), number


def row_of(card: str) -> str:
    return "S" if CARDS[card]["deck"] == "surface" else "U"


def occupied_space(clean: Clean, chance: Random) -> Planted | None:
    for number in plays(clean, chance):
        letter = row_of(clean.moves[number - 1]["card"])
        taken = spaces(side(clean, number)[letter], letter, True)
        if taken:
            return instead(clean, number, space=chance.choice(taken))
    return None


def wrong_row(clean: Clean, chance: Random) -> Planted | None:
    for number in plays(clean, chance):
        letter = "U" if row_of(clean.moves[number - 1]["card"]) == "S" else "S"
        free = spaces(side(clean, number)[letter], letter, False)
        if free:
            return instead(clean, number, space=chance.choice(free))
    return None


def space_off_the_board(clean: Clean, chance: Random) -> Planted | None:
    for number in plays(clean, chance):
        return instead(clean, number, space=f"{row_of(clean.moves[number - 1]['card'])}9")
    return None


def card_not_held(clean: Clean, chance: Random) -> Planted | None:
    for number in plays(clean, chance):
        entry, held = clean.moves[number - 1], side(clean, number)["cards"]
        others = [card for card, known in CARDS.items() if known["deck"] == "subterrain" and card not in held]
        if row_of(entry["card"]) == "U" and others:
            return instead(clean, number, card=chance.choice(others))
    return None


def misspelt_card(clean: Clean, chance: Random) -> Planted | None:
    for number in plays(clean, chance):
        return instead(clean, number, card=clean.moves[number - 1]["card"][:-1] + "x")
    return None


def card_not_in_row(clean: Clean, chance: Random) -> Planted | None:
    for number in clean.numbers(chance, lambda _, entry: plain_play(entry) and entry.get("from") == "migration"):
        others = [card for card in CARDS if row_of(card) == "S" and card not in clean.before(number)["row"]]
        return instead(clean, number, card=chance.choice(others))
    return None


def unmet(lying: dict[str, Any], card: str, at: int) -> bool:
    """Return whether some requirement of the card is surely not met over a Surface space."""
    for need, place in zip(CARDS[card].get("needs", []), UNDER[at], strict=False):
        below = lying["U"][place - 1]
        imprint = CARDS[below]["imprint"] if below in CARDS else below
        if need is not None and imprint not in (need, "decay", "*"):
            return True
    return False


def requirements_unmet(clean: Clean, chance: Random) -> Planted | None:
    for number in plays(clean, chance):
        card, lying = clean.moves[number - 1]["card"], side(clean, number)
        if row_of(card) == "S":
            bad = [f"S{at}" for at, there in enumerate(lying["S"], 1) if there == "-" and unmet(lying, card, at - 1)]
            if bad:
                return instead(clean, number, space=chance.choice(bad))
    return None


def decay_side_by_side(clean: Clean, chance: Random) -> Planted | None:
    for number in plays(clean, chance):
        under = side(clean, number)["U"]
        if clean.moves[number - 1]["card"] == "rot":
            for at, card in enumerate(under):
                beside = [place for place in (at - 1, at + 1) if 0 <= place < 5 and under[place] == "rot"]
                if card == "-" and beside:
                    return instead(clean, number, space=f"U{at + 1}")
    return None


def step_not_printed(clean: Clean, chance: Random) -> Planted | None:
    for number in plays(clean, chance):
        taken = occupied(side(clean, number))
        if clean.moves[number - 1]["card"] in ("moss", "spore", "grazer", "crab", "water-a") and taken:
            return instead(clean, number, then=[{"do": "cycle", "space": chance.choice(taken)}])
    return None


def cost_left_out(clean: Clean, chance: Random) -> Planted | None:
    for number in plays(clean, chance):
        if clean.moves[number - 1]["card"] == "snail":
            return instead(clean, number, then=[{"do": "points"}])
    return None


def points_declined(clean: Clean, chance: Random) -> Planted | None:
    for number in plays(clean, chance):
        if clean.moves[number - 1]["card"] in ("moss", "grazer", "glider", "lizard"):
            return instead(clean, number, decline_points=True)
    return None


def wrong_gain(clean: Clean, chance: Random) -> Planted | None:
    for number in plays(clean, chance):
        if clean.moves[number - 1]["card"] == "moss":
            return instead(clean, number, gain={"points": 3})
    return None


def another_seat(clean: Clean, chance: Random) -> Planted | None:
    seats = [player["seat"] for player in clean.document["players"]]
    for number in plays(clean, chance):
        table = clean.before(number)
        if len(seats) - len(table["rested"]) < 3 or table["turn"] != clean.moves[number - 1]["by"]:
            continue
        after = seats[(seats.index(table["turn"]) + 1) % len(seats)]
        held = [card for card in table["seats"][after]["cards"] if row_of(card) == "U" and card != "rot"]
        free = spaces(table["seats"][after]["U"], "U", False)
        if after not in table["rested"] and held and free:
            stray = {"by": after, "do": "play", "card": held[0], "space": free[0]}
            return clean.changed(number, stray, clean.moves[number - 1]), number
    return None


def strays(clean: Clean, number: int, seat: str) -> list[Document]:
    """Return an action of a seat that the table before an entry would allow but for the turn."""
    lying = clean.before(number)["seats"][seat]
    taken = occupied(lying)
    return (
        [{"by": seat, "do": "cycle", "discard": lying["cards"][0], "space": taken[0]}]
        if lying["cards"] and taken
        else []
    )


def rested_seat_acts(clean: Clean, chance: Random) -> Planted | None:
    for number in plays(clean, chance):
        for seat in clean.before(number)["rested"]:
            for stray in strays(clean, number, seat):
                return clean.changed(number, stray, clean.moves[number - 1]), number
    return None


def acts_twice(clean: Clean, chance: Random) -> Planted | None:
    for number in plays(clean, chance):
        table = clean.before(number)
        before = clean.moves[number - 2]
        if before["do"] == "play" and before["by"] != table["turn"] and table["turn"] == clean.moves[number - 1]["by"]:
            for stray in strays(clean, number, before["by"]):
                return clean.changed(number, stray, clean.moves[number - 1]), number
    return None


def passes(clean: Clean, chance: Random) -> Planted | None:
    for number in plays(clean, chance):
        entry = clean.moves[number - 1]
        return clean.changed(number, {"by": entry["by"], "do": "pass"}, entry), number
    return None


def rests(clean: Clean, chance: Random) -> list[int]:
    return clean.numbers(chance, lambda _, entry: entry["do"] == "rest" and len(entry["drawn"]) == 5)


def one_draw_too_few(clean: Clean, chance: Random) -> Planted | None:
    for number in rests(clean, chance):
        if not clean.moves[number - 1].get("discards") and clean.before(number)["turn"] != "ai":
            return instead(clean, number, drawn=clean.moves[number - 1]["drawn"][:-1])
    return None


def draw_in_round_three(clean: Clean, chance: Random) -> Planted | None:
    for number in clean.numbers(chance, lambda _, entry: entry["do"] == "rest" and entry["drawn"] == []):
        return instead(clean, number, drawn=["subterrain:?"] * 5)
    return None


def trim_left_out(clean: Clean, chance: Random) -> Planted | None:
    for number in clean.numbers(chance, lambda _, entry: entry["do"] == "rest" and bool(entry.get("discards"))):
        return instead(clean, number, discards=[])
    return None


def trimmed_too_far(clean: Clean, chance: Random) -> Planted | None:
    for number in rests(clean, chance):
        entry = clean.moves[number - 1]
        if not entry.get("discards"):
            return instead(clean, number, discards=[entry["drawn"][0]])
    return None


def wrong_tile(clean: Clean, chance: Random) -> Planted | None:
    for number in of_kind(clean, chance, "rest"):
        stack = clean.before(number)["stack"]
        if len(stack) > 1:
            return instead(clean, number, tile=stack[-1])
    return None


def tile_not_there(clean: Clean, chance: Random) -> Planted | None:
    for number in of_kind(clean, chance, "rest"):
        if clean.before(number)["stack"]:
            return instead(clean, number, tile=9)
    return None


def wrong_look(clean: Clean, chance: Random) -> Planted | None:
    for number in plays(clean, chance):
        entry = clean.moves[number - 1]
        look = {"do": "check", "points": {entry["by"]: side(clean, number)["dial"] + 1}}
        return clean.changed(number, look, entry), number
    return None


def refill_too_many(clean: Clean, chance: Random) -> Planted | None:
    for number in of_kind(clean, chance, "migrate"):
        return instead(clean, number, cards=[*clean.moves[number - 1]["cards"], "vine", "crab"])
    return None


def retain_too_early(clean: Clean, chance: Random) -> Planted | None:
    for number in plays(clean, chance):
        taken = spaces(side(clean, number)["U"], "U", True)
        if taken and len(clean.document["players"]) > 1:
            early = {"by": clean.moves[number - 1]["by"], "do": "retain", "spaces": taken[:1]}
            return clean.changed(number, early, clean.moves[number - 1]), number
    return None


def retain_nothing_there(clean: Clean, chance: Random) -> Planted | None:
    for number in of_kind(clean, chance, "retain"):
        free = spaces(side(clean, number)["U"], "U", False)
        if free:
            return instead(clean, number, spaces=free[:1])
    return None


def retain_too_many(clean: Clean, chance: Random) -> Planted | None:
    for number in of_kind(clean, chance, "retain"):
        taken = spaces(side(clean, number)["U"], "U", True)
        if len(taken) > 2:
            return instead(clean, number, spaces=taken[:3])
    return None


def row_of_four(clean: Clean, chance: Random) -> Planted | None:
    for number in of_kind(clean, chance, "year"):
        entry = clean.moves[number - 1]
        if entry.get("migration_deck"):
            return instead(clean, number, migration_row=[*entry["migration_row"], entry["migration_deck"][0]])
    return None


def cycle_without(field: str) -> Any:
    def plant(clean: Clean, chance: Random) -> Planted | None:
        for number in of_kind(clean, chance, "cycle"):
            entry = {name: value for name, value in clean.moves[number - 1].items() if name != field}
            return clean.changed(number, entry), number
        return None

    return plant


def cycle_empty_space(clean: Clean, chance: Random) -> Planted | None:
    for number in of_kind(clean, chance, "cycle"):
        free = spaces(side(clean, number)["U"], "U", False)
        if free:
            return instead(clean, number, space=free[0])
    return None


def starter_shown_as_drawn(clean: Clean, chance: Random) -> Planted | None:
    """A Starter is named among the cards drawn: Starters are in no deck."""
    for number in rests(clean, chance):
        drawn = clean.moves[number - 1]["drawn"]
        if "subterrain:?" in drawn and not clean.moves[number - 1].get("discards"):
            at = drawn.index("subterrain:?")
            return instead(clean, number, drawn=[*drawn[:at], "fire-a", *drawn[at + 1 :]])
    return None


def no_slot_for_it(clean: Clean, chance: Random) -> Planted | None:
    """A Surface card is played from a hand that holds not even an unknown one of its deck."""
    for number in plays(clean, chance):
        entry, lying = clean.moves[number - 1], side(clean, number)
        if entry.get("from") == "migration" or any(card in ("?", "surface:?") for card in lying["cards"]):
            continue
        fits = [card for card, known in CARDS.items() if known["deck"] == "surface" and card not in lying["cards"]]
        free = [f"S{at}" for at, there in enumerate(lying["S"], 1) if there == "-"]
        if free:
            fields = {"card": chance.choice(fits), "space": free[0], "from": "hand", "then": []}
            return instead(clean, number, **fields)
    return None


def wrong_hand_size(clean: Clean, chance: Random) -> Planted | None:
    for number in plays(clean, chance):
        entry = clean.moves[number - 1]
        look = {"do": "check", "hands": {entry["by"]: side(clean, number)["hand"] - 1}}
        return clean.changed(number, look, entry), number
    return None


def wrong_biome(clean: Clean, chance: Random) -> Planted | None:
    for number in plays(clean, chance):
        entry, under = clean.moves[number - 1], side(clean, number)["U"]
        taken = [at for at, card in enumerate(under) if card in CARDS]
        if taken:
            seen = [("-" if at == taken[0] else card) for at, card in enumerate(under)]
            look = {"do": "check", "biomes": {entry["by"]: {"U": seen}}}
            return clean.changed(number, look, entry), number
    return None


def another_trophy(clean: Clean, chance: Random) -> Planted | None:
    """A Trophy is seen with somebody who has not got it, before the Flood."""
    for number in of_kind(clean, chance, "retain"):
        given = clean.before(number)["trophies"]
        others = [seat for seat in clean.before(number)["seats"] if given and seat != given["flora"]]
        if others:
            look = {"do": "check", "trophies": {"flora": others[0]}}
            return clean.changed(number, look, clean.moves[number - 1]), number
    return None


def acts_after_the_end(clean: Clean, chance: Random) -> Planted | None:
    number = len(clean.moves)
    last = clean.moves[-1]
    if last["do"] not in ("rest", "retain"):
        return None
    stray = {"by": last["by"], "do": "rest", "drawn": []}
    return clean.changed(number, last, stray), number + 1


def hand_of_nine(clean: Clean, chance: Random) -> Planted | None:
    entry = clean.moves[0]
    seat = clean.document["players"][0]["seat"]
    hands = {**entry["hands"], seat: [*entry["hands"][seat], "surface:?"]}
    return instead(clean, 1, hands=hands)


def solo_row(clean: Clean, chance: Random) -> Planted | None:
    if len(clean.document["players"]) > 1:
        return None
    return instead(clean, 1, migration_row=["surface:?"] * 3)


def solo_retains(clean: Clean, chance: Random) -> Planted | None:
    for number in clean.numbers(chance, lambda at, entry: entry["do"] == "ai" and at < len(clean.moves)):
        seat, before = clean.document["players"][0]["seat"], clean.before(number)
        taken = spaces(before["seats"][seat]["U"], "U", True)
        if seat in before["rested"] and taken:
            stray = {"by": seat, "do": "retain", "spaces": taken[:1]}
            return clean.changed(number, clean.moves[number - 1], stray), number + 1
    return None


def ai_surface_card(clean: Clean, chance: Random) -> Planted | None:
    for number in of_kind(clean, chance, "ai"):
        return instead(clean, number, card="grazer")
    return None


def ai_forgotten(clean: Clean, chance: Random) -> Planted | None:
    # The gap can be noticed first at the player's next entry.
    for number in of_kind(clean, chance, "ai"):
        if number < len(clean.moves) and clean.moves[number]["do"] in ("play", "cycle"):
            return clean.changed(number), number
    return None


SLIPS = (
    Slip("a card on an occupied space", "space-empty", occupied_space),
    Slip("a card on the wrong row", "right-row", wrong_row),
    Slip("a space off the board", "space-exists", space_off_the_board),
    Slip("a card that is not held", "card-in-hand", card_not_held),
    Slip("a misspelt card", "copies", misspelt_card),
    Slip("a card that is not open in the row", "card-in-row", card_not_in_row),
    Slip("requirements not met", "requirements", requirements_unmet),
    Slip("Decay cards side by side", "decay-apart", decay_side_by_side),
    Slip("a step that is not printed", "action-printed", step_not_printed),
    Slip("a cost left out", "cost-unpaid", cost_left_out),
    Slip("on-play points declined", "on-play-points", points_declined),
    Slip("a wrong gain", "gain-mismatch", wrong_gain),
    Slip("a seat out of turn", "not-your-turn", another_seat),
    Slip("a rested seat acts", "already-rested", rested_seat_acts),
    Slip("a seat acts twice", "one-action", acts_twice),
    Slip("a pass", "must-act-or-rest", passes),
    Slip("four draws", "draw-five", one_draw_too_few),
    Slip("a draw in round 3", "no-draw-round-3", draw_in_round_three),
    Slip("no trim", "trim-to-eight", trim_left_out),
    Slip("trimmed too far", "trim-not-further", trimmed_too_far),
    Slip("a tile that is not on top", "top-rest-tile", wrong_tile),
    Slip("a tile that is not there", "rest-stack", tile_not_there),
    Slip("a wrong look at the table", "check-mismatch", wrong_look),
    Slip("too many refills", "refill-none", refill_too_many),
    Slip("retained too early", "misplaced-entry", retain_too_early),
    Slip("nothing there to retain", "retain-subterrain", retain_nothing_there),
    Slip("too many retained", "retain-limit", retain_too_many),
    Slip("a row of four", "migration-deal", row_of_four),
    Slip("cycled without a discard", "cycle-needs-hand", cycle_without("discard")),
    Slip("discarded without a cycle", "cycle-needs-biome", cycle_without("space")),
    Slip("an empty space cycled out", "cycle-target", cycle_empty_space),
    Slip("a Surface card for the AI", "solo-ai-card", ai_surface_card),
    Slip("the AI's card forgotten", "solo-turns", ai_forgotten),
    Slip("a wrong size of a hand", "check-mismatch", wrong_hand_size),
    Slip("a wrong Biome", "check-mismatch", wrong_biome),
    Slip("a Trophy with somebody else", "check-mismatch", another_trophy),
    Slip("an action after the end", "round-over", acts_after_the_end),
    Slip("a row in solo", "solo-setup", solo_row),
    Slip("a retention in solo", "solo-flood", solo_retains),
    Slip("a hidden hand of nine", "hand-start-limit", hand_of_nine, hidden=True),
    Slip("a hand without a slot for the card", "card-in-hand", no_slot_for_it, hidden=True),
    Slip("a Starter drawn", "deck-count", starter_shown_as_drawn, hidden=True),
    Slip("hidden, a card on an occupied space", "space-empty", occupied_space, hidden=True),
    Slip("hidden, a card on the wrong row", "right-row", wrong_row, hidden=True),
    Slip("hidden, requirements not met", "requirements", requirements_unmet, hidden=True),
    Slip("hidden, Decay cards side by side", "decay-apart", decay_side_by_side, hidden=True),
    Slip("hidden, a cost left out", "cost-unpaid", cost_left_out, hidden=True),
    Slip("hidden, four draws", "draw-five", one_draw_too_few, hidden=True),
    Slip("hidden, no trim", "trim-to-eight", trim_left_out, hidden=True),
    Slip("hidden, a tile that is not on top", "top-rest-tile", wrong_tile, hidden=True),
    Slip("hidden, too many retained", "retain-limit", retain_too_many, hidden=True),
    Slip("hidden, a rested seat acts", "already-rested", rested_seat_acts, hidden=True),
    Slip("hidden, a wrong look at the table", "check-mismatch", wrong_look, hidden=True),
    Slip("hidden, too many refills", "refill-none", refill_too_many, hidden=True),
)
GAMES = len(SLIPS)
POLICIES = ("stand", "void", "stop")
SOWN = list(sow("new-life", SLIPS, GAMES))


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("one", SOWN, ids=[f"{one.slip.name} in {one.seed}".replace(" ", "-") for one in SOWN])
def test_one_fault_is_one_cause(one: Sown, policy: str) -> None:
    assert causes_told(one.document, policy) == f"{one.number} {one.slip.rule}"


def test_each_fault_has_a_game_of_its_own() -> None:
    assert len({one.seed for one in SOWN}) == len(SOWN) >= 50
    assert len({one.slip.rule for one in SOWN}) >= 20
