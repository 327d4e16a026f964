"""The kinds of faults that are planted in clean games of Oasis: each with the rule that it breaks, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from tests.oasis.material import BONUS, CARDS, MARKER_CARDS, Document, beside, char_at, rows_of
from tests.planting import Clean, Planted, Slip

TYPES = ("oasis", "steppe", "stony")


def first(clean: Clean, chance: Random, fits: Callable[[int, Document], Any]) -> Iterator[tuple[int, Document, Any]]:
    """Yield entries in random order with what is found for them, where something is found."""
    for number in clean.numbers(chance, lambda *_: True):
        found = fits(number, clean.moves[number - 1])
        if found:
            yield number, clean.moves[number - 1], found


def plant(clean: Clean, chance: Random, change: Callable[[Clean, int, Document], Document | None]) -> Planted | None:
    """Replace one entry by what ``change`` makes of it, the first time it makes something of one."""
    for number in clean.numbers(chance, lambda *_: True):
        entry = change(clean, number, clean.moves[number - 1])
        if entry is not None:
            return clean.changed(number, entry), number
    return None


def replacing(change: Callable[[Clean, int, Document], Document | None]) -> Callable[[Clean, Random], Planted | None]:
    return lambda clean, chance: plant(clean, chance, change)


def inserting(change: Callable[[Clean, int, Document], Document | None]) -> Callable[[Clean, Random], Planted | None]:
    """Put a new entry in front of one; the fault is the new entry's."""

    def planted(clean: Clean, chance: Random) -> Planted | None:
        for number in clean.numbers(chance, lambda *_: True):
            entry = change(clean, number, clean.moves[number - 1])
            if entry is not None:
                return clean.changed(number, entry, clean.moves[number - 1]), number
        return None

    return planted


def swapped(clean: Clean, number: int) -> Document:
    moves = clean.moves
    return {**clean.document, "moves": [*moves[: number - 1], moves[number], moves[number - 1], *moves[number + 1 :]]}


def swapping(fits: Callable[[Clean, int, Document, Document], bool], at: int = 0) -> Callable[..., Planted | None]:
    """Swap an entry with the next one; the fault is noticed at the first of the two, or ``at`` one later."""

    def planted(clean: Clean, chance: Random) -> Planted | None:
        for number in clean.numbers(chance, lambda number, _: number < len(clean.moves)):
            if fits(clean, number, clean.moves[number - 1], clean.moves[number]):
                return swapped(clean, number), number + at
        return None

    return planted


# The board before an entry, as plain data


def plain_squares(clean: Clean, table: Any) -> list[str]:
    rows = rows_of(clean.document)
    names = [f"{chr(ord('a') + column)}{row}" for row in range(1, len(rows) + 1) for column in range(len(rows[0]))]
    return [name for name in names if char_at(rows, name) == "." and name not in table["tiles"]]


def path_squares(clean: Clean, table: Any) -> list[str]:
    """Return the vacant path squares."""
    rows = rows_of(clean.document)
    taken = {square for squares in table["camels"].values() for square in squares}
    names = [f"{chr(ord('a') + column)}{row}" for row in range(1, len(rows) + 1) for column in range(len(rows[0]))]
    return [name for name in names if char_at(rows, name) == "c" and name not in taken]


def touching(table: Any, seat: str, kind: str, square: str) -> list[list[str]]:
    """Return the areas of a seat that a square touches."""
    return [area for area in table["areas"][seat][kind] if set(beside(square)) & set(area)]


def may_start(clean: Clean, kind: str, square: str) -> bool:
    rows = rows_of(clean.document)
    around = [char_at(rows, near) for near in beside(square)]
    if any(BONUS.get(char) == kind for char in around):
        return True
    return "-" in around if kind == "oasis" else "c" in around if kind == "steppe" else True


def others_touch(table: Any, seat: str, kind: str, square: str) -> bool:
    return any(touching(table, other, kind, square) for other in table["areas"] if other != seat)


def free_touch(clean: Clean, table: Any, kind: str, square: str) -> bool:
    """Return whether a square touches a free group of the type, or any bonus square of it."""
    rows = rows_of(clean.document)
    near = set(beside(square))
    bonus = any(BONUS.get(char_at(rows, one)) == kind for one in near)
    return bonus or any(near & set(group) for group in table["free"][kind])


def moved(entry: Document, square: str, **more: Any) -> Document:
    return {**{key: value for key, value in entry.items() if key != "marker"}, "square": square, **more}


def laid_on(wanted: Callable[[Clean, Any, str, str, str], bool], kinds: tuple[str, ...] = TYPES) -> Any:
    """Lay the tile of an entry on the first vacant square that fits."""

    def change(clean: Clean, number: int, entry: Document) -> Document | None:
        if entry["do"] != "place" or entry["tile"] not in kinds:
            return None
        table, seat, kind = clean.before(number), entry["by"], entry["tile"]
        for square in plain_squares(clean, table):
            if wanted(clean, table, seat, kind, square):
                return moved(entry, square)
        return None

    return replacing(change)


def beside_another(clean: Clean, table: Any, seat: str, kind: str, square: str) -> bool:
    own = len(touching(table, seat, kind, square))
    return others_touch(table, seat, kind, square) and own < 2 and (own == 1 or may_start(clean, kind, square))


def joining(clean: Clean, table: Any, seat: str, kind: str, square: str) -> bool:
    return len(touching(table, seat, kind, square)) > 1 and not others_touch(table, seat, kind, square)


def inland(clean: Clean, table: Any, seat: str, kind: str, square: str) -> bool:
    alone = not touching(table, seat, kind, square) and not others_touch(table, seat, kind, square)
    return alone and not may_start(clean, kind, square) and not free_touch(clean, table, kind, square)


def onto(find: Callable[[Clean, Any, Document], str | None]) -> Any:
    def change(clean: Clean, number: int, entry: Document) -> Document | None:
        if entry["do"] != "place":
            return None
        square = find(clean, clean.before(number), entry)
        return moved(entry, square) if square is not None else None

    return replacing(change)


def bonus_square(clean: Clean, table: Any, entry: Document) -> str:
    rows = rows_of(clean.document)
    return next(
        f"{chr(ord('a') + at)}{row}"
        for row, line in enumerate(rows, 1)
        for at, char in enumerate(line)
        if char in BONUS
    )


def vacant_path(clean: Clean, table: Any, entry: Document) -> str | None:
    return next(iter(path_squares(clean, table)), None)


def starts(table: Any, entry: Document) -> bool:
    return not touching(table, entry["by"], entry["tile"], entry["square"])


def marker_none(clean: Clean, number: int, entry: Document) -> Document | None:
    if entry["do"] != "place" or not starts(clean.before(number), entry):
        return None
    if not clean.before(number)["marker_reserve"][entry["by"]]:
        return None
    return {**entry, "marker": "none"}


def marker_on_extension(clean: Clean, number: int, entry: Document) -> Document | None:
    if entry["do"] != "place" or starts(clean.before(number), entry):
        return None
    return {**entry, "marker": "reserve"} if clean.before(number)["marker_reserve"][entry["by"]] else None


def marker_moved_early(clean: Clean, number: int, entry: Document) -> Document | None:
    if entry["do"] != "place" or not starts(clean.before(number), entry):
        return None
    table = clean.before(number)
    own = table["markers"][entry["by"]]
    return {**entry, "marker": own[0]} if own and table["marker_reserve"][entry["by"]] else None


def marker_not_there(clean: Clean, number: int, entry: Document) -> Document | None:
    if entry["do"] != "place" or not starts(clean.before(number), entry):
        return None
    return None if clean.before(number)["marker_reserve"][entry["by"]] else {**entry, "marker": "reserve"}


# Offers


def four_offered(clean: Clean, number: int, entry: Document) -> Document | None:
    if entry["do"] != "offer" or len(entry["cards"]) != 3 or clean.before(number)["stacks"][entry["by"]] < 9:
        return None
    return {**entry, "cards": [*entry["cards"], "?"]}


def none_offered(clean: Clean, number: int, entry: Document) -> Document | None:
    return {**entry, "cards": []} if entry["do"] == "offer" else None


def other_marker(entry: Document) -> Document | None:
    """Write another marker card for one that was offered."""
    for place, card in enumerate(entry.get("cards", ())):
        if card in ("well", "ovoo", "horse-1", "commodity-1"):
            other = "ovoo" if card != "ovoo" else "well"
            return {**entry, "cards": [*entry["cards"][:place], other, *entry["cards"][place + 1 :]]}
    return None


def other_card_turned_up(clean: Clean, number: int, entry: Document) -> Document | None:
    return other_marker(entry) if entry["do"] == "offer" else None


def one_copy_too_many(clean: Clean, number: int, entry: Document) -> Document | None:
    """Before the first shuffle, offer a marker card of which all copies have been offered."""
    before = clean.moves[: number - 1]
    if entry["do"] != "offer" or any(move["do"] == "reshuffle" for move in before):
        return None
    cards = [card for move in before if move["do"] == "offer" for card in move["cards"]]
    spent = [card for card in MARKER_CARDS if cards.count(card) == CARDS[card]]
    place = next(
        (place for place, card in enumerate(entry["cards"]) if card in MARKER_CARDS and card not in spent), None
    )
    if place is None or not spent:
        return None
    return {**entry, "cards": [*entry["cards"][:place], spent[0], *entry["cards"][place + 1 :]]}


def wrong_draw(clean: Clean, number: int, entry: Document) -> Document | None:
    if entry["do"] != "offer" or len(entry["cards"]) > 2 or clean.before(number)["deck"] < 10:
        return None
    return {**entry, "drawn": ["?"] * (4 - len(entry["cards"]))}


def on_top(clean: Clean, number: int, entry: Document) -> Document | None:
    if entry["do"] != "offer" or len(entry["cards"]) > 2 or clean.before(number)["deck"] < 10:
        return None
    return {**entry, "put": "top"}


def other_card_drawn(clean: Clean, number: int, entry: Document) -> Document | None:
    if entry["do"] != "offer" or len(entry["cards"]) != 2 or clean.before(number)["deck"] < 10:
        return None
    top = clean.before(number)["deck_cards"][0]
    return {**entry, "drawn": ["well" if top != "well" else "ovoo"]}


def all_three_of_three(clean: Clean, number: int, entry: Document) -> Document | None:
    """Offer the last card of three as well."""
    if entry["do"] != "offer" or clean.before(number)["stacks"][entry["by"]] != 3 or len(entry["cards"]) != 2:
        return None
    return {**entry, "cards": [*entry["cards"], "?"]}


def offers_again(clean: Clean, chance: Random) -> Planted | None:
    for number in clean.numbers(chance, lambda _, entry: entry["do"] == "offer"):
        entry = clean.moves[number - 1]
        return clean.changed(number, entry, {"by": entry["by"], "do": "offer", "cards": ["?"]}), number + 1
    return None


def shuffle_early(clean: Clean, number: int, entry: Document) -> Document | None:
    fits = entry["do"] == "take" and clean.before(number)["deck"] > 8 and clean.before(number)["discards"]
    return {"do": "reshuffle"} if fits else None


def shuffled_wrong(clean: Clean, number: int, entry: Document) -> Document | None:
    if entry["do"] != "reshuffle":
        return None
    order = entry["order"]
    spare = next((card for card in MARKER_CARDS if order.count(card) == 0), "dragon")
    return {**entry, "order": [*order[:-1], spare]}


def two_drawn(clean: Clean, number: int, entry: Document) -> Document | None:
    return {**entry, "drawn": ["?", "?"]} if entry["do"] == "draw-three" else None


def two_offers(clean: Clean, number: int, one: Document, other: Document) -> bool:
    return bool(one["do"] == other["do"] == "offer")


def offer_and_take(clean: Clean, number: int, one: Document, other: Document) -> bool:
    return bool(one["do"] == "offer" and other["do"] == "take")


# Takes and turns


def takes_out_of_order(clean: Clean, number: int, entry: Document) -> Document | None:
    table = clean.before(number)
    if entry["do"] != "take" or len(table["chosen"]) + 2 > len(table["counters"]):
        return None
    waiting = [seat for seat in table["counters"] if seat not in (*table["chosen"], entry["by"], entry["of"])]
    return {**entry, "by": waiting[0]} if waiting else None


def takes_his_own(clean: Clean, number: int, entry: Document) -> Document | None:
    table = clean.before(number)
    if entry["do"] != "take" or entry["by"] not in table["offers"] or len(table["offers"]) < 2:
        return None
    return {**entry, "of": entry["by"]} if entry["of"] != entry["by"] else None


def takes_what_is_gone(clean: Clean, number: int, entry: Document) -> Document | None:
    if entry["do"] != "take":
        return None
    gone = [seat for seat in clean.before(number)["counters"] if seat not in clean.before(number)["offers"]]
    return {**entry, "of": gone[0]} if gone else None


def another_lays(clean: Clean, number: int, entry: Document) -> Document | None:
    if entry["do"] != "place" or "marker" in entry:
        return None
    return {**entry, "by": next(seat for seat in clean.before(number)["counters"] if seat != entry["by"])}


def lays_without_card(clean: Clean, number: int, entry: Document) -> Document | None:
    """In front of a take: the taker before lays a stony tile that none of his cards shows."""
    table = clean.before(number)
    if entry["do"] != "take" or table["taker"] is None or table["open"]:
        return None
    squares = plain_squares(clean, table)
    return {"by": table["taker"], "do": "place", "tile": "stony", "square": squares[0]} if squares else None


def half_a_card(clean: Clean, number: int, one: Document, other: Document) -> bool:
    """The second tile of a card, and the camels of another."""
    if one["do"] != "place" or other["do"] != "camels" or one["by"] != other["by"]:
        return False
    return any(card[2] for card in clean.before(number)["open"])


def tile_left_undone(clean: Clean, chance: Random) -> Planted | None:
    """Leave out the second tile of a card that is the last entry of its turn: charged to the first tile."""
    for number in clean.numbers(chance, lambda number, entry: entry["do"] == "place" and number < len(clean.moves)):
        one, entry, after = (clean.moves[place] for place in (number - 2, number - 1, number))
        begun = any(card[2] for card in clean.before(number)["open"])
        if begun and one["do"] == "place" and one["by"] == entry["by"] and after["do"] == "take":
            return clean.changed(number), number - 1
    return None


def camels_left_undone(clean: Clean, chance: Random) -> Planted | None:
    """Leave out the camels that alone were to be put in a turn: charged to the take."""
    for number in clean.numbers(chance, lambda _, entry: entry["do"] == "camels"):
        if (
            number < len(clean.moves)
            and clean.moves[number - 2]["do"] == "take"
            and clean.moves[number]["do"] == "take"
        ):
            return clean.changed(number), number - 1
    return None


def says_it_cannot(clean: Clean, number: int, entry: Document) -> Document | None:
    return {"by": entry["by"], "do": "unplayable", "tile": entry["tile"]} if entry["do"] == "place" else None


# Camels


def camels(change: Callable[[Clean, Any, Document], Document | None]) -> Any:
    def changed(clean: Clean, number: int, entry: Document) -> Document | None:
        if entry["do"] != "camels" or entry.get("from") or not entry.get("to"):
            return None
        return change(clean, clean.before(number), entry)

    return replacing(changed)


def one_too_few(clean: Clean, table: Any, entry: Document) -> Document:
    return {**entry, "to": entry["to"][:-1]}


def one_too_many(clean: Clean, table: Any, entry: Document) -> Document | None:
    more = [square for square in path_squares(clean, table) if square not in entry["to"]]
    full = len(entry["to"]) == int(entry["card"][-1]) < table["camel_reserve"][entry["by"]]
    return {**entry, "to": [*entry["to"], more[0]]} if more and full else None


def one_off_the_path(clean: Clean, table: Any, entry: Document) -> Document:
    return {**entry, "to": [*entry["to"][:-1], plain_squares(clean, table)[0]]}


def one_on_another(clean: Clean, table: Any, entry: Document) -> Document | None:
    taken = [square for squares in table["camels"].values() for square in squares]
    return {**entry, "to": [*entry["to"][:-1], taken[0]]} if taken else None


def one_taken_back(clean: Clean, table: Any, entry: Document) -> Document | None:
    own, vacant = table["camels"][entry["by"]], path_squares(clean, table)
    more = [square for square in vacant if square not in entry["to"]]
    if not own or not more or table["camel_reserve"][entry["by"]] < 4:
        return None
    return {**entry, "to": [*entry["to"], more[0]], "from": [own[0]]}


def one_from_nowhere(clean: Clean, table: Any, entry: Document) -> Document | None:
    vacant = [square for square in path_squares(clean, table) if square not in entry["to"]]
    if table["camel_reserve"][entry["by"]] or len(vacant) < 2:
        return None
    return {**entry, "to": [*entry["to"], vacant[0]], "from": [*entry.get("from", []), vacant[1]]}


# The free action and the end


def another_acts(clean: Clean, number: int, entry: Document) -> Document | None:
    if entry["do"] != "bonus" or "marker" in entry or len(entry) < 3 or number == len(clean.moves):
        return None
    if "from" in entry or ("to" in entry and not entry["to"]):
        return None
    return (
        {**entry, "by": next(seat for seat in clean.before(number)["counters"] if seat != entry["by"])}
        if "to" in entry
        else None
    )


def acts_too_early(clean: Clean, number: int, entry: Document) -> Document | None:
    fits = entry["do"] == "take" and clean.before(number)["chosen"]
    return {"by": entry["by"], "do": "bonus"} if fits else None


def acts_twice(clean: Clean, number: int, entry: Document) -> Document | None:
    if entry["do"] != "bonus" or entry.get("tile") is None or number == len(clean.moves):
        return None
    vacant = path_squares(clean, clean.before(number))
    return {**entry, "to": [vacant[0]]} if vacant and clean.before(number)["camel_reserve"][entry["by"]] else None


def goes_on(clean: Clean, chance: Random) -> Planted | None:
    last = clean.moves[-1]
    if last["do"] != "bonus":
        return None
    offer = {"by": last["by"], "do": "offer", "cards": ["?"]}
    return clean.changed(len(clean.moves), last, offer), len(clean.moves) + 1


def used_up_tile(clean: Clean, chance: Random) -> Planted | None:
    """In the free action of the last round, lay a tile of the type that is used up."""
    last, table = clean.moves[-1], clean.before(len(clean.moves))
    gone = [kind for kind, left in table["tile_piles"].items() if not left]
    if last["do"] != "bonus" or not gone:
        return None
    entry = {"by": last["by"], "do": "bonus", "tile": gone[0], "square": plain_squares(clean, table)[0]}
    return clean.changed(len(clean.moves), entry), len(clean.moves)


def marks(clean: Clean, number: int, entry: Document) -> Document | None:
    table = clean.before(number)
    if entry["do"] != "take" or not table["tiles"] or not table["marker_reserve"][entry["by"]]:
        return None
    free = [
        square
        for group in table["free"].values()
        for squares in group
        for square in squares
        if square in table["tiles"]
    ]
    return {"by": entry["by"], "do": "mark", "square": (free or list(table["tiles"]))[0]}


def card_misread(clean: Clean, chance: Random) -> Planted | None:
    """Write another card into an offer of the first rounds, in place of tiles that are laid by it later."""
    for number in clean.numbers(chance, lambda number, entry: number < 40 and entry["do"] == "offer"):
        cards = clean.moves[number - 1]["cards"]
        kinds = [card for card in ("oasis", "steppe") if cards.count(card) == 1]
        later = list(enumerate(clean.moves[number:], number + 1))
        maker = clean.moves[number - 1]["by"]
        took = next((place for place, entry in later if entry["do"] == "take" and entry.get("of") == maker), 0)
        laid = [place for place, entry in later if place > took and entry["do"] == "place" and entry["tile"] in kinds]
        if not took or not laid or clean.moves[laid[0] - 1]["by"] != clean.moves[took - 1]["by"]:
            continue
        kind = clean.moves[laid[0] - 1]["tile"]
        if all(entry["do"] not in ("take", "bonus", "offer") for entry in clean.moves[took : laid[0] - 1]):
            misread = ["horse-1" if card == kind else card for card in cards]
            return clean.changed(number, {**clean.moves[number - 1], "cards": misread}), laid[0]
    return None


SLIPS = (
    Slip("two offers swapped", "offer-order", swapping(two_offers), hidden=True),
    Slip("a second offer", "one-offer-each", offers_again, hidden=True),
    Slip("an offer amid the takes", "round-not-over", inserting(
        lambda clean, number, entry: {"by": entry["by"], "do": "offer", "cards": ["?"]}
        if entry["do"] == "take" and clean.before(number)["chosen"] else None)),
    Slip("four cards offered", "offer-size", replacing(four_offered), hidden=True),
    Slip("no card offered", "offer-size", replacing(none_offered)),
    Slip("a card misread", "card-not-taken", card_misread, hidden=True),
    Slip("another card turned up", "stack-order", replacing(other_card_turned_up)),
    Slip("one copy too many", "card-count", replacing(one_copy_too_many), hidden=True),
    Slip("all three of three", "keep-a-card", replacing(all_three_of_three), hidden=True),
    Slip("a wrong number drawn", "draw-after-offer", replacing(wrong_draw), hidden=True),
    Slip("drawn on top", "under-the-stack", replacing(on_top), hidden=True),
    Slip("another card drawn", "deck-order", replacing(other_card_drawn)),
    Slip("shuffled too early", "reshuffle-when-needed", inserting(shuffle_early)),
    Slip("another card shuffled", "reshuffle-cards", replacing(shuffled_wrong)),
    Slip("two drawn of three", "draw-three", replacing(two_drawn), hidden=True),
    Slip("a take before the last offer", "offers-before-takes", swapping(offer_and_take), hidden=True),
    Slip("a take out of order", "take-order", replacing(takes_out_of_order)),
    Slip("the own offer", "not-own-offer", replacing(takes_his_own)),
    Slip("an offer that is gone", "offer-still-open", replacing(takes_what_is_gone)),
    Slip("another lays the tile", "not-your-turn", replacing(another_lays)),
    Slip("a tile without a card", "card-not-taken", inserting(lays_without_card)),
    Slip("half a card", "whole-card", swapping(half_a_card)),
    Slip("the second tile forgotten", "resolve-all-cards", tile_left_undone),
    Slip("the camels forgotten", "resolve-all-cards", camels_left_undone),
    Slip("unplayable, but it is not", "must-place-tile", replacing(says_it_cannot)),
    Slip("a square that is not there", "on-the-board", onto(lambda *_: "z99")),
    Slip("a tile on the path", "no-tile-on-path", onto(vacant_path)),
    Slip("a tile on a bonus square", "no-tile-on-bonus", onto(bonus_square)),
    Slip("a tile on a tile", "vacant-square", onto(lambda _, table, __: next(iter(table["tiles"]), None))),
    Slip("beside another's area", "keep-away", laid_on(beside_another)),
    Slip("two own areas joined", "no-joining-own", laid_on(joining)),
    Slip("an inland oasis", "oasis-start", laid_on(inland, ("oasis",))),
    Slip("a steppe off the path", "steppe-start", laid_on(inland, ("steppe",))),
    Slip("a start without a marker", "mark-new-area", replacing(marker_none)),
    Slip("a marker on an extension", "mark-only-new-area", replacing(marker_on_extension)),
    Slip("a marker moved early", "reserve-first", replacing(marker_moved_early)),
    Slip("a fifth marker", "marker-exists", replacing(marker_not_there)),
    Slip("a camel too few", "camels-all", camels(one_too_few)),
    Slip("a camel too many", "camels-too-many", camels(one_too_many)),
    Slip("a camel off the path", "camel-on-path", camels(one_off_the_path)),
    Slip("a camel on a camel", "camel-vacant", camels(one_on_another)),
    Slip("a camel taken back", "camel-take-back", camels(one_taken_back)),
    Slip("another's free action", "bonus-holder", replacing(another_acts)),
    Slip("a free action too early", "bonus-when", inserting(acts_too_early)),
    Slip("a tile and a camel", "bonus-one-thing", replacing(acts_twice)),
    Slip("a round too many", "game-over", goes_on, hidden=True),
    Slip("a tile of an empty pile", "tile-left", used_up_tile),
    Slip("a marker by itself", "marker-alone", inserting(marks)),
)  # fmt: skip
