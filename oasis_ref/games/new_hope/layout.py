"""How the table is laid out at the start of a record: a fresh set-up, or a position in mid-game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from oasis_ref.core.findings import Finding, breach
from oasis_ref.games.new_hope.cards import (
    ACTIONS,
    CLANS,
    COMPANION_MARK,
    KHALLA,
    LAIR_SIZE,
    NUMBERS,
    TRAVEL_MARK,
    TRAVEL_TOTAL,
    UNKNOWN,
    Stock,
    is_mark,
)
from oasis_ref.games.new_hope.catalogue import RULES
from oasis_ref.games.new_hope.moves import Position, Setup
from oasis_ref.games.new_hope.rules_actions import (
    compass_not_oasis,
    map_only_oasis,
    travel_cards_only,
    travel_sequence,
    win_immediately,
)
from oasis_ref.games.new_hope.rules_record import open_row, rec_ambiguous, rec_copies, rec_count, rec_not_there
from oasis_ref.games.new_hope.rules_setup import hand_start, lair_start, ruins_start, shield_start, stranger
from oasis_ref.games.new_hope.table import MAIN
from oasis_ref.games.new_hope.worlds import World, counted

MOST_CARDS = 136


class Layout(Struct):
    """Everything that lies on the table when a record begins."""

    seats: list[str]
    variant: str
    stock: Stock
    hands: list[list[str]]
    ruins: list[str]
    lair: list[str]
    supply: dict[str, int]
    rows: list[list[str]]
    places: list[list[int]]
    camps: list[list[str]]
    discard: list[str] = []
    deck: list[str] | None = None
    deck_size: int = 0
    companion_deck: list[str] | None = None
    companion_size: int = 0
    centre_apart: int = 0
    starter: int = 0
    hidden: dict[str, int] = {}
    findings: list[Finding] = []
    position: Position | None = None

    def find(self, number: int, check: Any, *situation: Any) -> bool:
        """Ask one rule; keep the finding and return whether it is broken."""
        found = check(*situation)
        if found is None:
            return False
        self.findings.append(RULES.finding(check, found, number))
        return True

    def seated(self, number: int, named: Sequence[str]) -> None:
        """Keep the finding for those named who do not sit at the table."""
        found = stranger(named, self.seats)
        if found is not None:
            self.findings.append(RULES.finding("player-count", found, number))

    def worlds(self) -> Iterator[World]:
        """Yield the ways in which the hidden hand cards can be of each kind."""
        named = [*self.ruins, *self.lair, *self.discard, *(self.deck or []), *(self.companion_deck or [])]
        for group in (self.rows, self.camps, self.hands):
            named += [card for cards in group for card in cards]
        named += ["oasis"] * self.centre_apart
        seen = {card: number for card, number in Counter(named).items() if card in self.stock.limits}
        ruins = counted(TRAVEL_MARK if card == "?" else card for card in self.ruins)
        discard = counted(COMPANION_MARK if card == "?" else card for card in self.discard)
        lair = counted(COMPANION_MARK for card in self.lair if card == "?")
        if not any("?" in hand for hand in self.hands):
            yield World([counted(hand) for hand in self.hands], ruins, discard, self.supply.copy(), seen, lair=lair)
            return
        hands = [Counter(card for card in hand if card != "?") for hand in self.hands]
        room = [hand.count("?") for hand in self.hands]
        kinds = [(kind, number) for kind, number in sorted(self.hidden.items()) if number and kind != TRAVEL_MARK]
        for spread in _shared(kinds, room):
            filled = [dict(hand + extra) for hand, extra in zip(hands, spread, strict=True)]
            yield World(filled, dict(ruins), dict(discard), dict(self.supply), dict(seen), lair=dict(lair))


def _shared(kinds: Sequence[tuple[str, int]], room: Sequence[int]) -> Iterator[list[Counter[str]]]:
    """Yield each way to share the hidden cards among the hands; what is left over are Travel cards."""
    if not kinds:
        yield [Counter({TRAVEL_MARK: free}) if free else Counter() for free in room]
        return
    (kind, number), rest = kinds[0], kinds[1:]
    for split in _splits(number, room):
        left = [free - part for free, part in zip(room, split, strict=True)]
        for others in _shared(rest, left):
            yield [hand + Counter({kind: part}) if part else hand for hand, part in zip(others, split, strict=True)]


def _splits(number: int, room: Sequence[int]) -> Iterator[list[int]]:
    if len(room) == 1:
        if number <= room[0]:
            yield [number]
        return
    for part in range(min(number, room[0]) + 1):
        for rest in _splits(number - part, room[1:]):
            yield [part, *rest]


def fresh(entry: Setup, seats: Sequence[str], stock: Stock, readings: Any, number: int) -> Layout:
    """Return the layout of a fresh set-up, with what is wrong with it."""
    count = len(seats)
    shuffled = entry.shuffled
    if shuffled is not None and len(shuffled) != TRAVEL_TOTAL - 1:
        entry = replace(entry, shuffled=None)
    ruins, hands, deck = _dealt(entry, seats, readings, number)
    layout = Layout(
        list(seats), entry.variant, stock, [], ruins, list(entry.lair or ["?"] * LAIR_SIZE), dict(stock.equipment),
        [[] for _ in seats], [[] for _ in seats], [[] for _ in seats],
    )  # fmt: skip
    if shuffled is not None:
        layout.find(number, rec_count, "cards in the shuffled deck", len(shuffled), TRAVEL_TOTAL - 1)
    layout.seated(number, [*(entry.hands or {})])
    layout.find(number, lair_start, layout.lair)
    layout.find(number, ruins_start, ruins)
    if len(ruins) == 9:
        ruins.append("oasis")
    elif len(ruins) == 10 and "oasis" not in ruins and "?" in ruins:
        ruins[ruins.index("?")] = "oasis"
    for seat, hand in zip(seats, hands, strict=True):
        shields = hand.count("shield")
        cards = [card for card in hand if card != "shield"]
        layout.find(number, hand_start, seat, cards, sum(1 for card in cards if card in NUMBERS or card == "?"))
        layout.find(number, shield_start, seat, shields, count)
        if count == 2 and not shields:
            hand.append("shield")
        layout.hands.append(hand)
        layout.supply["shield"] = layout.supply.get("shield", 0) - hand.count("shield")
    _check_zones(layout, number)
    _decks(layout, deck, entry.companion_deck, number)
    if "oasis" in ruins and readings["centre-oasis"] == "display-only":
        ruins.remove("oasis")
        layout.centre_apart = 1
    layout.hidden = {TRAVEL_MARK: sum(hand.count("?") for hand in layout.hands)}
    return layout


def _dealt(
    entry: Setup, seats: Sequence[str], readings: Any, number: int
) -> tuple[list[str], list[list[str]], list[str] | None]:
    """Return Ruins, hands and deck as they are listed, or as they follow from a recorded shuffle."""
    listed = entry.hands or {}
    ruins, deck = entry.ruins, entry.exploration_deck
    hands = [list(listed.get(seat, ["?"] * 4)) for seat in seats]
    if entry.shuffled is not None:
        rest = list(entry.shuffled)
        ruins = ruins if ruins is not None else rest[:9]
        if entry.hands is None:
            packets = [rest[9 + 4 * seat : 13 + 4 * seat] for seat in range(len(seats))]
            singly = [rest[9 + seat : 9 + 4 * len(seats) : len(seats)] for seat in range(len(seats))]
            hands = packets
            if packets != singly and readings("deal-order") == "one-by-one":
                hands = singly
        deck = deck if deck is not None else rest[9 + 4 * len(seats) :]
    return list(ruins if ruins is not None else ["?"] * 9), hands, deck


def _check_zones(layout: Layout, number: int) -> None:
    strays = [card for card in layout.ruins if card not in NUMBERS and card != "?"]
    if strays:
        layout.find(number, rec_not_there, strays, "the Ruins")
    strays = layout.stock.no_companions(layout.lair)
    if strays:
        layout.find(number, rec_not_there, strays, "the Lair")


def _decks(layout: Layout, deck: Sequence[str] | None, companions: Sequence[str] | None, number: int) -> None:
    """Take over the decks of a fresh set-up and check that everything adds up."""
    dealt = len(layout.ruins) + sum(1 for hand in layout.hands for card in hand if card == "?" or card in NUMBERS)
    layout.deck_size = max(TRAVEL_TOTAL - dealt, 0)
    left = max(layout.stock.companion_total - len(layout.lair), 0)
    layout.companion_size = left
    if deck is not None and not layout.find(
        number, rec_count, "Travel cards in Ruins, hands and deck", dealt + len(deck), TRAVEL_TOTAL
    ):
        layout.deck = list(reversed(deck))
    if companions is not None and not layout.find(
        number,
        rec_count,
        "Companions in Lair and deck",
        len(layout.lair) + len(companions),
        layout.stock.companion_total,
    ):
        layout.companion_deck = list(reversed(companions))
    strays = []
    if deck is not None and not NUMBERS.keys() >= set(deck):
        strays = [card for card in deck if card not in NUMBERS and card != "?"]
    if strays:
        layout.find(number, rec_not_there, strays, "the Exploration deck")
    strays = layout.stock.no_companions(companions or [])
    if strays:
        layout.find(number, rec_not_there, strays, "the Companion deck")
    everything = [*layout.ruins, *layout.lair, *(deck or []), *(companions or [])]
    everything += [card for hand in layout.hands for card in hand]
    layout.find(number, rec_copies, layout.stock.too_many(everything))


def row_faults(row: Sequence[str], number: int) -> tuple[list[Finding], list[int]]:
    """Return the first rule that a row breaks, and the place of each of its cards."""
    findings: list[Finding] = []
    places: list[int] = []
    place = KHALLA
    for at, card in enumerate(row):
        if place != 0 or not at or row[at - 1] not in ("oasis", "map"):
            place -= 1
        if not findings and card == "?":
            findings.append(RULES.finding(rec_ambiguous, open_row(place), number))
        elif not findings:
            before = row[at - 1] if at else ""
            checks = (
                (win_immediately, (before if before in ("oasis", "map") else None, card)),
                (travel_cards_only, (card,)),
                (travel_sequence, (card, place)),
                (compass_not_oasis, (card, place)),
                (map_only_oasis, (card, place)),
            )
            findings += list(_first_of(checks, number))
        place = NUMBERS.get(card, place)
        places.append(place)
    return findings, places


def _first_of(checks: Any, number: int) -> Iterator[Finding]:
    """Yield the first finding of checks that each come with their own situation."""
    for check, situation in checks:
        found = check(*situation)
        if found is not None:
            yield RULES.finding(check, found, number)
            return


def _pile(holding: list[str] | int | None, what: str, layout: Layout, number: int) -> list[str]:
    """Return a holding as cards; a bare number as so many hidden ones."""
    if holding is None:
        return []
    if isinstance(holding, int):
        if not 0 <= holding <= MOST_CARDS:
            layout.find(number, rec_count, what, holding, max(0, min(holding, MOST_CARDS)))
            return []
        return ["?"] * holding
    return list(holding)


def mid_game(entry: Setup, seats: Sequence[str], stock: Stock, readings: Any, number: int) -> Layout:
    """Return the layout of a position in mid-game, with what is wrong with it."""
    position = entry.position or Position()
    layout = Layout(list(seats), entry.variant, stock, [], [], [], {}, [], [], [], position=position)
    named = [*position.rows, *position.camps, *position.hands]
    named += [position.active] if position.active is not None else []
    layout.seated(number, named)
    for seat in seats:
        row = list(position.rows.get(seat, []))
        faults, places = row_faults(row, number)
        layout.findings += faults
        layout.rows.append(row)
        layout.places.append(places)
        layout.camps.append(list(position.camps.get(seat, [])))
        layout.hands.append(_pile(position.hands.get(seat, 4), f"cards in the hand of {seat}", layout, number))
    layout.ruins = _pile(position.ruins, "cards in the Ruins", layout, number)
    layout.lair = list(position.lair) if position.lair is not None else ["?"] * LAIR_SIZE
    layout.discard = list(position.companion_discard)
    if len(layout.lair) > LAIR_SIZE:
        layout.find(number, rec_count, "Companions in the Lair", len(layout.lair), LAIR_SIZE)
    _check_zones(layout, number)
    _misplaced(layout, number)
    _add_up(layout, position, number)
    _stage(layout, position, readings, number)
    if readings["centre-oasis"] == "display-only" and "oasis" in layout.ruins:
        layout.ruins.remove("oasis")
        layout.centre_apart = 1
    return layout


def _stage(layout: Layout, position: Position, readings: Any, number: int) -> None:
    """Check what a position says of the running turn and of the last turns."""
    actions = [action for action in position.pending if action not in (*ACTIONS, MAIN, UNKNOWN)]
    layout.find(number, rec_not_there, actions, "the list of actions")
    clans = [clan for clan in position.blocked if clan not in CLANS]
    layout.find(number, rec_not_there, clans, "the list of clans")
    arrived = [row for row in layout.rows if row and row[-1] in ("oasis", "map")]
    layout.find(number, rec_count, "scouts at the Oasis", len(arrived), min(len(arrived), 1))
    turns, size = position.last_turns, layout.deck_size
    if turns is None:
        return
    layout.find(number, rec_count, "last turns", turns, max(0, min(turns, len(layout.seats))))
    if position.exploration_deck is not None and size > 0:
        most = 1 if size == 1 and readings("short-explore") == "needs-two" else 0
        layout.find(number, rec_count, "cards in an exhausted Exploration deck", size, most)


def _misplaced(layout: Layout, number: int) -> None:
    strays = [
        card
        for cards in (*layout.camps, layout.discard)
        for card in cards
        if card != "?" and layout.stock.kind(card) != "companion"
    ]
    strays += [card for hand in layout.hands for card in hand if card != "?" and layout.stock.kind(card) is None]
    strays += [card for camp in layout.camps for card in camp if card == "?"]
    layout.find(number, rec_not_there, strays, "a camp, a hand or the Companion discard")


def _add_up(layout: Layout, position: Position, number: int) -> None:
    """Work out what was left out of a position, and check that all cards add up."""
    stock = layout.stock
    in_hands = [card for hand in layout.hands for card in hand]
    in_rows = [card for row in layout.rows for card in row]
    deck = _pile(position.exploration_deck, "cards in the Exploration deck", layout, number)
    companions = _pile(position.companion_deck, "cards in the Companion deck", layout, number)
    placed = Counter(
        "compass" if card == "compass-step" else card for card in [*in_hands, *in_rows] if not is_mark(card)
    )
    supply = position.supply
    hidden = in_hands.count("?")
    equipment = {}
    over = []
    for item, copies in stock.equipment.items():
        left = copies - placed[item]
        layout.supply[item] = max(left, 0) if supply is None else supply.get(item, 0)
        equipment[item] = max(left - layout.supply[item], 0)
        if left < layout.supply[item]:
            over.append(item)
    travel = sum(1 for card in [*in_hands, *in_rows] if card in NUMBERS) + len(layout.ruins)
    located = sum(len(camp) for camp in layout.camps) + len(layout.lair) + len(layout.discard)
    located += sum(1 for card in in_hands if stock.kind(card) == "companion")
    people = stock.companion_total - located - len(companions) if position.companion_deck is not None else 0
    journeys = TRAVEL_TOTAL - travel - len(deck)
    if position.exploration_deck is None:
        journeys = hidden - people - sum(equipment.values())
    layout.hidden = {TRAVEL_MARK: journeys, COMPANION_MARK: people, **equipment}
    layout.deck_size = len(deck) if position.exploration_deck is not None else TRAVEL_TOTAL - travel - journeys
    layout.companion_size = len(companions) if position.companion_deck is not None else stock.companion_total - located
    _check_sums(layout, hidden, number)
    if isinstance(position.exploration_deck, list):
        layout.deck = list(reversed(deck))
    if isinstance(position.companion_deck, list):
        layout.companion_deck = list(reversed(companions))
    everything = [*in_hands, *in_rows, *layout.ruins, *layout.lair, *layout.discard, *deck, *companions]
    everything += [card for camp in layout.camps for card in camp]
    many = stock.too_many("compass" if card == "compass-step" else card for card in everything)
    layout.find(number, rec_copies, list(dict.fromkeys([*over, *many])))


def _check_sums(layout: Layout, hidden: int, number: int) -> None:
    """Check that no zone is overfull and that the hidden hand cards are as many as are left for them."""
    short: list[tuple[str, int]] = [
        (what, left)
        for what, left in (
            ("the Exploration deck", layout.deck_size),
            ("the Companion deck", layout.companion_size),
            *((f"the pile of {item}", left) for item, left in layout.supply.items()),
            *((f"hidden {_kind(kind)} in the hands", left) for kind, left in layout.hidden.items()),
        )
        if left < 0
    ]
    for what, left in short[:1]:
        found = breach("The position does not add up: {what} would hold {left} cards.", what=what, left=left, void=True)
        layout.findings.append(RULES.finding(rec_count, found, number))
    if not short:
        layout.find(number, rec_count, "hidden cards in the hands", hidden, sum(layout.hidden.values()))


def _kind(kind: str) -> str:
    return {TRAVEL_MARK: "Travel cards", COMPANION_MARK: "Companions"}.get(kind, kind)


def standing(rows: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Return the last number of each row."""
    return {seat: KHALLA - len(row) for seat, row in rows.items()}
