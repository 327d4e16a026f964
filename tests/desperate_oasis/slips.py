"""The kinds of faults that are planted in clean games: each with the rule that it breaks, and where."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.material import Document
from tests.planting import Clean, Planted, Slip

GAME = "desperate-oasis"
KINDS = ("scorpion", "jerboa", "jackal", "camel", "oryx", "elephant", "chameleon")
OTHER = {"A": "B", "B": "A"}
COLUMNS = range(1, 6)


def is_up(entry: Document) -> bool:
    return bool(entry["do"] == "play" and entry.get("face", "up") == "up")


def side(entry: Document) -> str:
    return str(entry.get("side", entry["by"]))


def spot(entry: Document) -> str:
    return f"{side(entry)}{entry['column']}"


def begins(clean: Clean, number: int, entry: Document) -> bool:
    """Whether a card begins its turn: the entry before is no card of the same turn."""
    table = clean.before(number)
    return bool(entry["do"] == "play" and (table["owed"] != "card" or table["turn"] != entry["by"]))


def is_second(clean: Clean, number: int, entry: Document) -> bool:
    return entry["do"] == "play" and not begins(clean, number, entry)


def whole_turn(clean: Clean, number: int, entry: Document) -> bool:
    """Whether a card is a turn of its own: laid across or face down."""
    return entry["do"] == "play" and (side(entry) != entry["by"] or not is_up(entry))


def hands(clean: Clean, number: int) -> dict[str, list[str]]:
    """Return the hands before an entry of a game in which everything is recorded."""
    held: dict[str, list[str]] = {}
    for entry in clean.moves[: number - 1]:
        if entry["do"] == "round":
            held = {seat: list(cards) for seat, cards in entry["hands"].items()}
        elif entry["do"] == "draw":
            held[entry["by"]] += entry["drawn"]
        elif entry["do"] == "play":
            held[entry["by"]].remove(entry["card"])
    return held


def first_of(clean: Clean, chance: Random, fits: Any) -> int | None:
    found = clean.numbers(chance, lambda number, entry: number > 1 and fits(number, entry))
    return found[0] if found else None


def replaced(clean: Clean, chance: Random, fits: Any, change: Any) -> Planted | None:
    """Change one entry that fits; ``change`` returns the entry in its place, or None if there is none."""
    for number in clean.numbers(chance, lambda number, entry: number > 1 and fits(number, entry)):
        entry = change(number, dict(clean.moves[number - 1]))
        if entry is not None:
            return clean.changed(number, entry), number
    return None


def without(entry: Document, *names: str, **more: Any) -> Document:
    return {**{name: value for name, value in entry.items() if name not in names}, **more}


# --- players ------------------------------------------------------------------------------------------------------


def wrong_seat(clean: Clean, chance: Random) -> Planted | None:
    """The first card of a turn is written down for the other seat."""
    return replaced(
        clean,
        chance,
        lambda number, entry: (
            is_up(entry) and begins(clean, number, entry) and clean.before(number)["owed"] == "action"
        ),
        lambda number, entry: {**entry, "by": OTHER[entry["by"]], "side": side(entry)},
    )


def missing_turn(clean: Clean, chance: Random) -> Planted | None:
    """A whole turn of one card is missing, so that the other player acts twice."""
    number = first_of(
        clean,
        chance,
        lambda number, entry: (
            whole_turn(clean, number, entry)
            and clean.before(number)["owed"] == "action"
            and number + 3 < len(clean.moves)
            and clean.moves[number]["do"] == "draw"
            and clean.moves[number + 1]["do"] == "play"
            and clean.moves[number - 2]["do"] == "draw"
        ),
    )
    if number is None:
        return None
    moves = [*clean.moves[: number - 1], *clean.moves[number + 1 :]]
    return {**clean.document, "moves": moves}, number


def second_card_missing(clean: Clean, chance: Random) -> Planted | None:
    """The second card of an action of two is missing; noticed at the first, by the turn that follows.

    The card had moved nothing, and the next one lies elsewhere, so that nothing else is wrong.
    """
    number = first_of(
        clean,
        chance,
        lambda number, entry: (
            is_second(clean, number, entry)
            and clean.moves[number - 2]["do"] == "play"
            and number < len(clean.moves)
            and clean.moves[number]["do"] == "play"
            and clean.moves[number]["column"] != entry["column"]
            and entry["card"] not in ("scorpion", clean.moves[number]["card"])
            and pulled(clean, number, entry) == 0
        ),
    )
    if number is None:
        return None
    return clean.changed(number), number - 1


def third_card(clean: Clean, chance: Random) -> Planted | None:
    """A card too many at the end of a complete turn."""
    number = first_of(
        clean,
        chance,
        lambda number, entry: entry["do"] == "draw" and hands(clean, number)[entry["by"]],
    )
    if number is None:
        return None
    seat = clean.moves[number - 1]["by"]
    for card in hands(clean, number)[seat]:
        for column in COLUMNS:
            if card not in ("chameleon", "scorpion") and len(clean.before(number)[f"{seat}{column}"]) == 0:
                extra = {"do": "play", "by": seat, "card": card, "column": column}
                return clean.changed(number, extra, clean.moves[number - 1]), number
    return None


def passed(clean: Clean, chance: Random) -> Planted | None:
    """A player draws nothing instead of laying a card."""
    return replaced(
        clean,
        chance,
        lambda number, entry: whole_turn(clean, number, entry) and clean.before(number)["owed"] == "action",
        lambda number, entry: {"do": "draw", "by": entry["by"], "count": 0},
    )


def swapped(clean: Clean, chance: Random) -> Planted | None:
    """The draw is written before the second card of the action."""
    number = first_of(
        clean,
        chance,
        lambda number, entry: entry["do"] == "draw" and is_second(clean, number - 1, clean.moves[number - 2]),
    )
    if number is None:
        return None
    moves = list(clean.moves)
    moves[number - 2], moves[number - 1] = moves[number - 1], moves[number - 2]
    return {**clean.document, "moves": moves}, number - 1


# --- cards --------------------------------------------------------------------------------------------------------


def full_column(clean: Clean, chance: Random) -> Planted | None:
    """A card is written down for a column that is full."""

    def change(number: int, entry: Document) -> Document | None:
        table = clean.before(number)
        full = [column for column in COLUMNS if len(table[f"{side(entry)}{column}"]) == 3]
        full = [column for column in full if not any("jackal" in card for card in table[f"{side(entry)}{column}"])]
        return without(entry, "pull", "strike", column=chance.choice(full)) if full else None

    return replaced(clean, chance, lambda number, entry: is_up(entry) and entry["card"] != "scorpion", change)


def not_in_hand(clean: Clean, chance: Random) -> Planted | None:
    """A card is written down as another that the hand does not hold."""

    def change(number: int, entry: Document) -> Document | None:
        held = hands(clean, number)[entry["by"]]
        absent = [kind for kind in KINDS[1:6] if kind not in held]
        return without(entry, "facing", "pull", "strike", card=chance.choice(absent)) if absent else None

    return replaced(clean, chance, lambda number, entry: entry["do"] == "play", change)


def no_such_animal(clean: Clean, chance: Random) -> Planted | None:
    return replaced(
        clean, chance, lambda number, entry: is_up(entry), lambda number, entry: {**entry, "card": "sphinx"}
    )


def no_such_column(clean: Clean, chance: Random) -> Planted | None:
    return replaced(
        clean,
        chance,
        lambda number, entry: entry["do"] == "play",
        lambda number, entry: without(entry, "pull", "strike", column=6),
    )


def wrong_row(clean: Clean, chance: Random) -> Planted | None:
    def change(number: int, entry: Document) -> Document:
        return {**entry, "row": len(clean.before(number)[spot(entry)]) + 2}

    return replaced(clean, chance, lambda number, entry: is_up(entry), change)


def no_facing(clean: Clean, chance: Random) -> Planted | None:
    return replaced(
        clean,
        chance,
        lambda number, entry: is_up(entry) and entry["card"] == "chameleon",
        lambda number, entry: without(entry, "facing"),
    )


def facing_up(clean: Clean, chance: Random) -> Planted | None:
    return replaced(
        clean,
        chance,
        lambda number, entry: is_up(entry) and entry["card"] == "chameleon",
        lambda number, entry: {**entry, "facing": "up"},
    )


def down_cards(clean: Clean, number: int) -> dict[str, int]:
    """Return how many cards of each seat lie face down."""
    table = clean.before(number)
    return {seat: sum(card.startswith("[") for column in COLUMNS for card in table[f"{seat}{column}"]) for seat in "AB"}


def too_many_down(clean: Clean, chance: Random) -> Planted | None:
    """A card laid across is written down as one more face down on the own side."""

    def change(number: int, entry: Document) -> Document | None:
        seat, down = entry["by"], down_cards(clean, number)
        room = [column for column in COLUMNS if len(clean.before(number)[f"{seat}{column}"]) < 3]
        if down[seat] <= down[OTHER[seat]] or not room:
            return None
        return without(entry, "side", "pull", "strike", face="down", column=chance.choice(room))

    return replaced(clean, chance, lambda number, entry: is_up(entry) and side(entry) != entry["by"], change)


def down_across(clean: Clean, chance: Random) -> Planted | None:
    """A card laid face down is written down for the other side."""

    def change(number: int, entry: Document) -> Document | None:
        other = OTHER[entry["by"]]
        if len(clean.before(number)[f"{other}{entry['column']}"]) >= 3:
            return None
        return {**entry, "side": other}

    return replaced(clean, chance, lambda number, entry: entry["do"] == "play" and not is_up(entry), change)


# --- pulls and strikes --------------------------------------------------------------------------------------------


def pulled(clean: Clean, number: int, entry: Document) -> int:
    """Return how many cards a card that destroys nothing pulled."""
    after, before = clean.tables[number - 1][spot(entry)], clean.before(number)[spot(entry)]
    return len(after) - len(before) - 1


def pull_forgotten(clean: Clean, chance: Random) -> Planted | None:
    return replaced(
        clean,
        chance,
        lambda number, entry: is_up(entry) and entry["card"] != "scorpion" and pulled(clean, number, entry) > 0,
        lambda number, entry: {**entry, "pull": []},
    )


def pulls_nothing(clean: Clean, number: int, entry: Document) -> bool:
    """Return whether a card that could pull finds nothing to pull, though there is room."""
    pulls = is_up(entry) and entry["card"] in KINDS[1:6]
    return pulls and pulled(clean, number, entry) == 0 and len(clean.before(number)[spot(entry)]) < 2


def wrong_pull(clean: Clean, chance: Random) -> Planted | None:
    """A card is said to pull a neighbour of another kind."""

    def change(number: int, entry: Document) -> Document | None:
        table = clean.before(number)
        for near in (entry["column"] - 1, entry["column"] + 1):
            for row, card in enumerate(table.get(f"{side(entry)}{near}", []), 1):
                if card in KINDS[1:6] and card != entry["card"]:
                    return {**entry, "pull": [f"{side(entry)}{near}.{row}"]}
        return None

    return replaced(
        clean,
        chance,
        lambda number, entry: pulls_nothing(clean, number, entry),
        change,
    )


def pull_too_far(clean: Clean, chance: Random) -> Planted | None:
    """A card is said to pull one of its kind from two columns away."""

    def change(number: int, entry: Document) -> Document | None:
        table = clean.before(number)
        for far in (entry["column"] - 2, entry["column"] + 2):
            for row, card in enumerate(table.get(f"{side(entry)}{far}", []), 1):
                if card == entry["card"]:
                    return {**entry, "pull": [f"{side(entry)}{far}.{row}"]}
        return None

    return replaced(
        clean,
        chance,
        lambda number, entry: pulls_nothing(clean, number, entry),
        change,
    )


def wrong_strike(clean: Clean, chance: Random) -> Planted | None:
    """A scorpion is said to destroy an oryx while a weaker card lies in the column."""

    def change(number: int, entry: Document) -> Document | None:
        lying = clean.before(number)[spot(entry)]
        if "oryx" not in lying or not {"jackal", "camel", "jerboa"} & set(lying):
            return None
        across = f"{OTHER[side(entry)]}{entry['column']}"
        if any(not card.startswith("[") for card in clean.before(number)[across]):
            return None
        return {**entry, "strike": [f"{spot(entry)}.{lying.index('oryx') + 1}"]}

    return replaced(clean, chance, lambda number, entry: is_up(entry) and entry["card"] == "scorpion", change)


def strike_by_another(clean: Clean, chance: Random) -> Planted | None:
    def change(number: int, entry: Document) -> Document | None:
        lying = clean.before(number)[spot(entry)]
        return {**entry, "strike": [f"{spot(entry)}.1"]} if lying and not lying[0].startswith("[") else None

    return replaced(clean, chance, lambda number, entry: is_up(entry) and entry["card"] != "scorpion", change)


# --- palm tokens --------------------------------------------------------------------------------------------------


def palm_without_trio(clean: Clean, chance: Random) -> Planted | None:
    """A palm token is used after a card that made no trio."""
    number = first_of(
        clean,
        chance,
        lambda number, entry: (
            is_up(entry)
            and sum(card.rstrip("<>") == entry["card"] for card in clean.tables[number - 1][spot(entry)]) < 3
            and clean.moves[number]["do"] != "palm"
            and clean.moves[number - 2]["do"] not in ("palm", "play")
        ),
    )
    if number is None:
        return None
    entry = clean.moves[number - 1]
    return clean.changed(number, entry, {"do": "palm", "by": entry["by"], "column": 3}), number + 1


def palm_nowhere(clean: Clean, chance: Random) -> Planted | None:
    return replaced(
        clean, chance, lambda number, entry: entry["do"] == "palm", lambda number, entry: {**entry, "column": 6}
    )


def palm_of_the_other(clean: Clean, chance: Random) -> Planted | None:
    return replaced(
        clean,
        chance,
        lambda number, entry: (
            entry["do"] == "palm"
            and OTHER[entry["by"]] in clean.before(number)["tokens"]
            and entry["by"] not in clean.before(number)["tokens"]
        ),
        lambda number, entry: {**entry, "token": OTHER[entry["by"]]},
    )


def palm_too_late(clean: Clean, chance: Random) -> Planted | None:
    """A palm action is written down after the opponent's next card."""
    number = first_of(
        clean,
        chance,
        lambda number, entry: (
            entry["do"] == "palm"
            and number + 2 < len(clean.moves)
            and clean.moves[number]["do"] == "draw"
            and clean.moves[number + 1]["do"] == "play"
        ),
    )
    if number is None:
        return None
    moves = list(clean.moves)
    moves[number - 1 : number + 2] = [moves[number], moves[number + 1], moves[number - 1]]
    return {**clean.document, "moves": moves}, number + 2


# --- draws --------------------------------------------------------------------------------------------------------


def nothing_drawn(clean: Clean, chance: Random) -> Planted | None:
    return replaced(
        clean, chance, lambda number, entry: entry["do"] == "draw", lambda number, entry: {**entry, "drawn": []}
    )


def one_drawn_too_many(clean: Clean, chance: Random) -> Planted | None:
    def change(number: int, entry: Document) -> Document | None:
        later = [other for other in clean.moves[number:] if other["do"] in ("draw", "round")]
        if not later or later[0]["do"] == "round":
            return None
        return {**entry, "drawn": [*entry["drawn"], later[0]["drawn"][0]]}

    return replaced(clean, chance, lambda number, entry: entry["do"] == "draw", change)


def count_too_high(clean: Clean, chance: Random) -> Planted | None:
    return replaced(
        clean,
        chance,
        lambda number, entry: entry["do"] == "draw" and clean.before(number)["deck"] > entry["count"],
        lambda number, entry: {**entry, "count": entry["count"] + 1},
    )


def other_card_drawn(clean: Clean, chance: Random) -> Planted | None:
    def change(number: int, entry: Document) -> Document:
        card = entry["drawn"][0]
        other = next(kind for kind in KINDS if kind != card)
        return {**entry, "drawn": [other, *entry["drawn"][1:]]}

    return replaced(clean, chance, lambda number, entry: entry["do"] == "draw" and entry["drawn"], change)


# --- rounds -------------------------------------------------------------------------------------------------------


def rounds(clean: Clean) -> list[int]:
    return [number for number, entry in enumerate(clean.moves, 1) if entry["do"] == "round"]


def wrong_first_player(clean: Clean, chance: Random) -> Planted | None:
    number = rounds(clean)[1]
    entry = clean.moves[number - 1]
    points = points_after(clean, number)
    if points["A"] == points["B"]:
        return None
    return clean.changed(number, {**entry, "first": OTHER[entry["first"]]}), number


def points_after(clean: Clean, number: int) -> dict[str, int]:
    """Return the points of the round that ends before a round entry, by its strengths and tokens."""
    table = clean.tables[number - 2]
    points = {"A": 0, "B": 0}
    for column, value in enumerate(table["oases"], 1):
        a, b = table["strengths"][f"A{column}"], table["strengths"][f"B{column}"]
        if a != b:
            tokens = sum(lying == column for lying in table["tokens"].values())
            points["A" if a > b else "B"] += value + tokens
    return points


def four_oases(clean: Clean, chance: Random) -> Planted | None:
    """The last oasis of a row, no portal, is not written down."""
    number = rounds(clean)[chance.randrange(3)]
    entry = clean.moves[number - 1]
    if not isinstance(entry["oases"][4], int):
        return None
    return clean.changed(number, {**entry, "oases": entry["oases"][:4]}), number


def five_dealt(clean: Clean, chance: Random) -> Planted | None:
    number = rounds(clean)[chance.randrange(3)]
    entry = clean.moves[number - 1]
    dealt = {**entry["hands"], "A": [*entry["hands"]["A"], "camel"]}
    return clean.changed(number, {**entry, "hands": dealt}), number


def two_aside(clean: Clean, chance: Random) -> Planted | None:
    number = rounds(clean)[chance.randrange(3)]
    entry = clean.moves[number - 1]
    return clean.changed(number, {**entry, "aside": [entry["aside"], "?"]}), number


def wrong_pack(clean: Clean, chance: Random) -> Planted | None:
    """One card of the recorded deck is written down as another; only where the pack gives the copies."""
    if clean.document["pack"] == "base":
        return None
    number = rounds(clean)[chance.randrange(3)]
    entry = clean.moves[number - 1]
    place = chance.randrange(len(entry["deck"]))
    other = next(kind for kind in KINDS if kind != entry["deck"][place])
    deck = [*entry["deck"][:place], other, *entry["deck"][place + 1 :]]
    return clean.changed(number, {**entry, "deck": deck}), number


def early_flip(clean: Clean, chance: Random) -> Planted | None:
    """A flip is written down in the middle of a round, before any card lies face down."""
    number = first_of(
        clean,
        chance,
        lambda number, entry: (
            entry["do"] == "play"
            and clean.before(number)["owed"] == "action"
            and sum(down_cards(clean, number).values()) == 0
            and clean.before(number)["deck"] > 0
        ),
    )
    return (clean.changed(number, {"do": "flip"}, clean.moves[number - 1]), number) if number else None


def other_card_flipped(clean: Clean, chance: Random) -> Planted | None:
    def change(number: int, entry: Document) -> Document:
        first = entry["cards"][0]
        other = next(kind for kind in KINDS[1:6] if kind != first["card"])
        return {**entry, "cards": [without(first, "facing", "pull", "strike", card=other), *entry["cards"][1:]]}

    return replaced(clean, chance, lambda number, entry: entry["do"] == "flip" and entry.get("cards"), change)


def flip_names_an_up_card(clean: Clean, chance: Random) -> Planted | None:
    def change(number: int, entry: Document) -> Document | None:
        table = clean.before(number)
        for column in COLUMNS:
            if table[f"A{column}"] and not table[f"A{column}"][0].startswith("["):
                more = {"at": f"A{column}.1", "card": "camel"}
                return {**entry, "cards": [*entry.get("cards", []), more]}
        return None

    return replaced(clean, chance, lambda number, entry: entry["do"] == "flip", change)


def flip_missing(clean: Clean, chance: Random) -> Planted | None:
    """The flip of a round with hidden cards is missing; noticed when the next round begins."""
    number = first_of(
        clean,
        chance,
        lambda number, entry: (
            entry["do"] == "flip"
            and entry.get("cards")
            and number < len(clean.moves)
            and clean.moves[number]["do"] == "round"
        ),
    )
    return (clean.changed(number), number) if number else None


SLIPS = (
    Slip("wrong seat", "not-your-turn", wrong_seat, hidden=True),
    Slip("a turn is missing", "not-your-turn", missing_turn),
    Slip("the second card is missing", "two-cards", second_card_missing),
    Slip("a third card", "not-your-turn", third_card),
    Slip("a pass", "no-pass", passed),
    Slip("two entries swapped", "two-cards", swapped),
    Slip("a full column", "column-full", full_column),
    Slip("a card that is not in hand", "card-not-in-hand", not_in_hand),
    Slip("no such animal", "needs-card", no_such_animal),
    Slip("no such column", "no-such-place", no_such_column),
    Slip("a wrong row", "closest-space", wrong_row),
    Slip("a facing left out", "needs-facing", no_facing),
    Slip("facing up", "chameleon-facing", facing_up),
    Slip("one too many face down", "face-down-limit", too_many_down),
    Slip("face down across", "across-face-up", down_across),
    Slip("a pull forgotten", "pull-mandatory", pull_forgotten),
    Slip("a wrong pull", "pull-same-kind", wrong_pull),
    Slip("a pull from too far", "pull-adjacent-only", pull_too_far),
    Slip("a wrong strike", "strike-weakest", wrong_strike),
    Slip("a strike by no scorpion", "strike-played-only", strike_by_another),
    Slip("a palm without a trio", "palm-needs-trio", palm_without_trio),
    Slip("a palm on no oasis", "no-such-place", palm_nowhere),
    Slip("the other's palm token", "palm-own-token", palm_of_the_other),
    Slip("a palm too late", "palm-window", palm_too_late),
    Slip("nothing drawn", "must-draw-to-four", nothing_drawn),
    Slip("one drawn too many", "must-draw-to-four", one_drawn_too_many),
    Slip("a count too high", "must-draw-to-four", count_too_high, hidden=True),
    Slip("another card drawn", "draw-mismatch", other_card_drawn),
    Slip("a wrong first player", "first-player-next", wrong_first_player),
    Slip("four oases", "five-oases", four_oases),
    Slip("a fifth card dealt", "deal-four", five_dealt),
    Slip("two set aside", "one-aside", two_aside),
    Slip("a deck that does not fit", "pack-mismatch", wrong_pack),
    Slip("an early flip", "round-not-over", early_flip),
    Slip("another card flipped", "flip-mismatch", other_card_flipped),
    Slip("the flip of a card that lies up", "no-such-place", flip_names_an_up_card),
    Slip("the flip is missing", "flip-all", flip_missing, hidden=True),
)
