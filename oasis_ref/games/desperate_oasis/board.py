"""The row of oases and the cards on its two sides, and what cannot be said of a place without looking at them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from oasis_ref.core.readings import Readings

SEATS = ("A", "B")
OTHER = {"A": "B", "B": "A"}
COLUMNS = (1, 2, 3, 4, 5)
STRENGTHS = {"scorpion": 0, "jerboa": 1, "jackal": 2, "camel": 3, "oryx": 4, "elephant": 5}
KINDS = (*STRENGTHS, "chameleon")
IS_KIND = frozenset(KINDS)
SEVERAL = {kind: f"{kind}es" if kind == "oryx" else f"{kind}s" for kind in KINDS}
"""Each animal as the word for several of it."""
HANGS_ON_OTHERS = frozenset(("elephant", "chameleon"))
"""The kinds whose strength hangs on other cards."""
ROWS = 3

SIDE_COLUMNS = {seat: tuple(f"{seat}{number}" for number in COLUMNS) for seat in SEATS}
ALL_COLUMNS = (*SIDE_COLUMNS["A"], *SIDE_COLUMNS["B"])
COLUMN_AT = {(seat, number): f"{seat}{number}" for seat in SEATS for number in COLUMNS}
SIDE_OF = {column: column[0] for column in ALL_COLUMNS}
NUMBER_OF = {column: int(column[1]) for column in ALL_COLUMNS}
ACROSS = {column: f"{OTHER[column[0]]}{column[1]}" for column in ALL_COLUMNS}
NEIGHBOURS = {
    f"{seat}{number}": tuple(f"{seat}{near}" for near in (number - 1, number + 1) if near in COLUMNS)
    for seat in SEATS
    for number in COLUMNS
}
TOWARD = {
    (column, facing): f"{column[0]}{int(column[1]) + step}" if int(column[1]) + step in COLUMNS else None
    for column in ALL_COLUMNS
    for facing, step in (("left", -1), ("right", 1))
}
TURNED = {"left": "right", "right": "left"}

Where = tuple[str, int]
"""A column such as ``A2`` and an index in it, 0 next to the oasis."""


class Card(Struct, eq=False, gc=False):
    """One animal card on the table. Turning it makes another card with the same ``id``.

    ``entry`` is the number of the entry that laid it, ``claim`` its number in the account of the hand it left.
    """

    kind: str
    seat: str
    up: bool = True
    facing: str | None = None
    id: int = 0
    entry: int = 0
    claim: int | None = None

    def turned(self) -> Card:
        """Return the card turned round, looking the other way."""
        return Card(self.kind, self.seat, self.up, TURNED.get(self.facing or ""), self.id, self.entry, self.claim)

    def flipped(self, kind: str, facing: str | None) -> Card:
        """Return the card face up."""
        return Card(kind, self.seat, True, facing, self.id, self.entry, self.claim)

    def look(self) -> tuple[str, bool, str | None]:
        """Return what can be told of the card where it lies: kind, face and facing."""
        return self.kind, self.up, self.facing

    def __str__(self) -> str:
        if self.up and self.kind != "chameleon":
            return self.kind
        arrow = {"left": "<", "right": ">"}.get(self.facing or "", "")
        name = f"{self.kind}{arrow}" if self.kind == "chameleon" else self.kind
        return name if self.up else f"[{name}]"

    def __deepcopy__(self, memo: object) -> Card:
        return self


Cards = tuple[Card, ...]
NO_CARDS: dict[str, Cards] = dict.fromkeys(ALL_COLUMNS, ())
NO_KINDS: dict[str, tuple[str, ...]] = dict.fromkeys(ALL_COLUMNS, ())


class Board(Struct, eq=False):
    """All columns of both sides, row 1 first, and the numbers of the portal oases.

    ``kinds`` has for each card its kind if it lies face up, else ``""``. What a column holds is never changed but
    replaced, so that copies share it. ``down`` are the face-down cards. ``pulled_from`` gives the columns that a card
    in a column pulls from.
    """

    columns: dict[str, Cards]
    kinds: dict[str, tuple[str, ...]]
    down: Cards
    portals: frozenset[int]
    pulled_from: dict[str, tuple[str, ...]]

    def copy(self) -> Board:
        """Return an independent copy that shares the cards."""
        return Board(self.columns.copy(), self.kinds.copy(), self.down, self.portals, self.pulled_from)

    def __deepcopy__(self, memo: object) -> Board:
        return self.copy()

    def add(self, column: str, card: Card) -> None:
        """Put a card behind the others of a column."""
        self.columns[column] += (card,)
        if card.up:
            self.kinds[column] += (card.kind,)
        else:
            self.kinds[column] += ("",)
            self.down += (card,)

    def take(self, where: Where) -> Card:
        """Take a card off the table, and return it; those behind it move up."""
        column, index = where
        cards, kinds = self.columns[column], self.kinds[column]
        card = cards[index]
        self.columns[column] = cards[:index] + cards[index + 1 :]
        self.kinds[column] = kinds[:index] + kinds[index + 1 :]
        if not card.up:
            self.down = tuple([other for other in self.down if other is not card])
        return card

    def replace(self, where: Where, card: Card) -> None:
        """Put a face-up card in the place of another."""
        column, index = where
        cards, kinds = self.columns[column], self.kinds[column]
        self.down = tuple([other for other in self.down if other is not cards[index]])
        self.columns[column] = (*cards[:index], card, *cards[index + 1 :])
        self.kinds[column] = (*kinds[:index], card.kind, *kinds[index + 1 :])

    def looks_like(self, other: Board) -> bool:
        """Return whether kind, face and facing agree with another board at every place."""
        for mine, theirs in zip(self.columns.values(), other.columns.values(), strict=True):
            if mine is not theirs and [card.look() for card in mine] != [card.look() for card in theirs]:
                return False
        return True

    def places(self) -> Iterator[tuple[str, int, Card]]:
        """Yield every card with its column and index."""
        for column, cards in self.columns.items():
            for index, card in enumerate(cards):
                yield column, index, card

    def at(self, where: Where | None) -> Card | None:
        """Return the card at a place, or None if none lies there."""
        if where is None:
            return None
        cards = self.columns[where[0]]
        return cards[where[1]] if 0 <= where[1] < len(cards) else None

    def find(self, card_id: int, hint: Where | None = None) -> Where | None:
        """Return where the card with this id lies, or None if it has left the table; ``hint`` is looked at first."""
        if hint is not None:
            cards = self.columns[hint[0]]
            if hint[1] < len(cards) and cards[hint[1]].id == card_id:
                return hint
        for column, cards in self.columns.items():
            for index, card in enumerate(cards):
                if card.id == card_id:
                    return column, index
        return None

    def count(self, column: str, kind: str) -> int:
        """Return the number of face-up cards of a kind in a column."""
        return self.kinds[column].count(kind)

    def capacity(self, column: str) -> int:
        """Return how many cards the column can hold: three, four with three face-up jackals."""
        return ROWS + 1 if self.kinds[column].count("jackal") >= ROWS else ROWS

    def room(self, column: str) -> int:
        """Return how many more cards the column can hold; below 0 if there are too many."""
        return self.capacity(column) - len(self.columns[column])

    def down_cards(self) -> dict[str, int]:
        """Return how many face-down cards of each seat lie on the table."""
        count = {"A": 0, "B": 0}
        for card in self.down:
            count[card.seat] += 1
        return count

    def jerboa_at(self, column: str) -> bool:
        """Return whether a face-up jerboa lies on either side of the column's oasis."""
        return "jerboa" in self.kinds[column] or "jerboa" in self.kinds[ACROSS[column]]


def in_words(kind: str) -> str:
    """Return an animal as a sentence names it, also one that was not seen."""
    return "a card" if kind == "?" else kind


def empty_board(portals: frozenset[int] = frozenset()) -> Board:
    """Return a board without cards."""
    return Board(NO_CARDS.copy(), NO_KINDS.copy(), (), portals, pulled_from(portals))


@cache
def pulled_from(portals: frozenset[int]) -> dict[str, tuple[str, ...]]:
    """Return the columns that a card in a column pulls from, with portals at the oases of these numbers."""
    across = {column: (*NEIGHBOURS[column], ACROSS[column]) for column in ALL_COLUMNS if NUMBER_OF[column] in portals}
    return NEIGHBOURS | across


def place_name(column: str, index: int) -> str:
    """Return a place as it is written: ``A2.1``."""
    return f"{column}.{index + 1}"


PLACES = {place_name(column, index): (column, index) for column in ALL_COLUMNS for index in range(ROWS + 1)}
"""The places that a card can lie at by the rules, as they are written."""


def place_of(text: str) -> Where | None:
    """Return the place that a text names, or None if it names no place."""
    known = PLACES.get(text)
    if known is not None:
        return known
    column, dot, row = text.partition(".")
    if not dot or column not in SIDE_OF or not (row.isascii() and row.isdigit()) or len(row) > 4:
        return None
    return column, int(row) - 1


def has_room(board: Board, readings: Readings, column: str, kind: str | None, up: bool = True) -> bool:
    """Return whether a card can be laid into a column; ``kind`` None is a card that is not known.

    Reading `third-jackal`: a full column with two jackals may take the third.
    """
    if len(board.columns[column]) < ROWS or board.room(column) > 0:
        return True
    if up and kind in (None, "?", "jackal") and third_jackal_opens(board, column):
        return readings("third-jackal") == "opens-its-space"
    return False


def third_jackal_opens(board: Board, column: str) -> bool:
    """Return whether a third jackal would open a space: the column is full with exactly two face-up jackals."""
    return len(board.columns[column]) == ROWS and board.count(column, "jackal") == ROWS - 1


def side_has_room(board: Board, readings: Readings, seat: str, kind: str | None = None, up: bool = True) -> bool:
    """Return whether a card can be laid anywhere on a side."""
    columns = board.columns
    for column in SIDE_COLUMNS[seat]:
        if len(columns[column]) < ROWS:
            return True
    return any(has_room(board, readings, column, kind, up) for column in SIDE_COLUMNS[seat])


def pull_room(board: Board, readings: Readings, column: str, kind: str, wanted: int) -> int:
    """Return how many of so many cards of a kind can be pulled into a column after the pulling card lies in it.

    The third jackal opens a fourth space at once; whether it is filled by the same pull is reading `fourth-space-pull`.
    Whether a third jackal may enter a column that is full before it comes is reading `third-jackal`.
    """
    lying = len(board.columns[column])
    room = ROWS - lying if lying < ROWS else board.room(column)
    if kind != "jackal" or room < 0:
        return max(room, 0)
    jackals = board.count(column, "jackal")
    if jackals >= ROWS:
        return max(room, 0)
    if jackals + room >= ROWS and room > 0:
        return room + 1 if readings("fourth-space-pull") == "continues" else room
    if room == 0 and third_jackal_opens(board, column):
        return 1 if readings("third-jackal") == "opens-its-space" else 0
    if jackals + room == ROWS - 1 and 0 < room < wanted and readings("third-jackal") == "opens-its-space":
        return room + 1 if readings("fourth-space-pull") == "continues" else room
    return room


def pull_sources(board: Board, column: str, kind: str) -> list[Where]:
    """Return the places that a card of a kind just laid in a column pulls from, in the order in which they stack.

    The lower neighbour comes first, then the higher one, then the same column across a portal; in each the card
    nearest to the oasis. Face-down cards are never pulled.
    """
    sources: list[Where] = []
    kinds = board.kinds
    for near in board.pulled_from[column]:
        if kind in kinds[near]:
            for index, other in enumerate(kinds[near]):
                if other == kind:
                    sources.append((near, index))
    return sources
