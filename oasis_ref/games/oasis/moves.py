"""The entries of an Oasis record, and the documents made of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from oasis_ref.core.documents import Entry, Log, Number, Result, Ruling, Seat
from oasis_ref.core.documents import Pack as BasePack
from oasis_ref.core.documents import Sheet as BaseSheet

TYPES = ("oasis", "steppe", "stony")
TILES = {"oasis": 34, "steppe": 34, "stony": 20}
MARKERS = {"commodity": 14, "well": 12, "horse": 16, "ovoo": 20}
KINDS = tuple(MARKERS)
PLURAL = {"commodity": "commodities", "well": "wells", "horse": "horses", "ovoo": "ovoos"}
CAMELS = 20
CONTROL_MARKERS = 4
CARDS = {
    "camels-2": 4, "camels-3": 4, "oasis": 8, "steppe": 8, "stony": 8, "commodity-1": 4, "commodity-2": 1,
    "well": 5, "horse-1": 4, "horse-2": 1, "ovoo": 4, "draw-three": 3,
}  # fmt: skip
DECK = sum(CARDS.values())
CAMELS_SHOWN = {"camels-2": 2, "camels-3": 3}
CARD_OF_TILE = {kind: (kind,) for kind in TYPES}
TILES_SHOWN = {"oasis": 2, "steppe": 2, "stony": 1}
MARKERS_SHOWN = {
    "commodity-1": ("commodity", 1), "commodity-2": ("commodity", 2), "well": ("well", 1),
    "horse-1": ("horse", 1), "horse-2": ("horse", 2), "ovoo": ("ovoo", 2),
}  # fmt: skip

Card = Annotated[
    str,
    Meta(
        description="A card: camels-2, camels-3, oasis, steppe, stony, commodity-1, commodity-2, well, horse-1, "
        "horse-2,"
        " ovoo or draw-three; `?` if it is not known.",
        examples=[*CARDS, "?"],
    ),
]
Cards = Annotated[list[Card] | Number, Meta(description="Cards, top first; a number stands for so many `?`.")]
Square = Annotated[
    str, Meta(description="A square: column letter and row number from the top, `a1` is top left.", examples=["d4"])
]
Tile = Annotated[str, Meta(description="A ground type: oasis, steppe or stony.", examples=list(TYPES))]
Marker = Annotated[
    str,
    Meta(
        description="The control marker that goes on the tile: from the `reserve`, `none`, or any square of the "
        "area that gives its marker up.",
        examples=["reserve", "none", "d4"],
    ),
]
Drawn = Annotated[
    list[Card] | None, Meta(description="The cards drawn, in the order in which they lie under the stack.")
]
Put = Annotated[Literal["bottom", "top"], Meta(description="Where the drawn cards went; the rules know only `bottom`.")]
End = Annotated[
    Literal["last-tile", "unplayable", "path-full", "short-draw", "markers-short"],
    Meta(
        description="What ends the game: the last tile of a type, an unplayable tile, or by other readings a "
        "full path, a short draw, a short marker pile."
    ),
]


class Board(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What lies on the board: tiles by type, control markers and camels by seat."""

    tiles: Annotated[
        dict[Literal["oasis", "steppe", "stony"], list[Square]],
        Meta(description="The laid tiles of each type.", examples=[{"oasis": ["a4", "a5"]}]),
    ] = {}
    markers: Annotated[
        dict[str, list[Square]],
        Meta(description="Each marker is named by any square of its area.", examples=[{"A": ["a4"]}]),
    ] = {}
    camels: Annotated[
        dict[str, list[Square]], Meta(description="Where the camels of each seat stand.", examples=[{"B": ["i9"]}])
    ] = {}


Scoring = Annotated[
    dict[str, dict[Literal["commodity", "well", "horse", "ovoo"], Number]],
    Meta(description="Scoring markers of each seat.", examples=[{"A": {"horse": 1}}]),
]


class Position(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The table in mid-game, for a record that begins there. `{}` is the start of a round on an empty board."""

    board: Board = Board()
    scoring: Scoring = {}
    end: Annotated[End | None, Meta(description="The end that is due already, if one is.")] = None
    discards: Annotated[list[Card] | Number, Meta(description="The used cards, or how many.")] = []
    offers: Annotated[
        dict[str, list[Card]],
        Meta(description="Offers made and not yet taken.", examples=[{"A": ["oasis", "well"], "B": ["camels-2"]}]),
    ] = {}
    passed: Annotated[
        dict[str, Number],
        Meta(description="Counters handed over face down, under the seat that has them now.", examples=[{"B": 1}]),
    ] = {}
    open: Annotated[list[Card], Meta(description="Cards of the last offer taken that are still to be resolved.")] = []
    done: Annotated[list[Card], Meta(description="The other cards of that offer, marker cards among them.")] = []


class Setup(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="setup"):
    """The table before the first entry: counters, stacks and deck, as far as they are known."""

    counters: Annotated[
        dict[str, Number], Meta(description="The priority counter of each seat.", examples=[{"A": 1, "B": 2, "C": 3}])
    ]
    stacks: Annotated[
        dict[str, Cards] | None,
        Meta(
            description="The face-down cards of each seat; left out: five each.",
            examples=[{"A": ["oasis", "?"], "B": 5}],
        ),
    ] = None
    deck: Annotated[
        Cards | None, Meta(description="The draw deck; left out: the cards that are then missing from 54.")
    ] = None
    position: Position | None = None


class Offer(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="offer", gc=False):
    """A player turns up one to three cards of his stack, and draws."""

    by: Seat
    cards: Annotated[list[Card], Meta(description="The cards in the order in which they were turned up.")]
    drawn: Drawn = None
    put: Put = "bottom"


class Reshuffle(
    Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="reshuffle", gc=False
):
    """The table shuffles the discards into a new deck, right after the entry whose draw ran the deck out."""

    order: Annotated[list[Card] | None, Meta(description="The new deck, top first, if it was seen.")] = None


class Take(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="take", gc=False):
    """A player takes an offer and hands its maker his counter."""

    by: Seat
    of: Annotated[Seat | None, Meta(description="Whose offer; may be left out if only one is left.")] = None


class Place(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="place", gc=False):
    """A player lays one tile."""

    by: Seat
    tile: Tile
    square: Square
    marker: Marker | None = None


class Camels(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="camels", gc=False):
    """A player carries out one camel card."""

    by: Seat
    to: Annotated[list[Square], Meta(description="Where camels were put.")] = []
    origin: Annotated[list[Square], Meta(description="Where camels were lifted from.")] = field(name="from", default=[])
    card: Annotated[Card | None, Meta(description="Which camel card, if it is not clear.")] = None


class Unplayable(
    Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="unplayable", gc=False
):
    """A player cannot lay one tile that his offer shows."""

    by: Seat
    tile: Tile


class DrawThree(
    Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="draw-three", gc=False
):
    """A player carries out a draw-three card. The entry may be left out."""

    by: Seat
    drawn: Drawn = None
    put: Put = "bottom"


class Bonus(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="bonus", gc=False):
    """The free action of the new #1: one tile, or one camel, or nothing."""

    by: Seat
    tile: Tile | None = None
    square: Square | None = None
    marker: Marker | None = None
    to: Annotated[list[Square], Meta(description="Where a camel was put.")] = []
    origin: Annotated[list[Square], Meta(description="Where a camel was lifted from.")] = field(name="from", default=[])


class Mark(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="mark", gc=False):
    """A player puts or moves a control marker without laying a tile. No rule allows it."""

    by: Seat
    square: Square
    marker: Marker = "reserve"


Move = Setup | Offer | Reshuffle | Take | Place | Camels | Unplayable | DrawThree | Bonus | Mark | Ruling


class Border(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which plain squares may start an area of one type, besides those beside a bonus square."""

    derive: Annotated[
        Literal["edge", "path", "none"] | None,
        Meta(
            description="`edge`: a side on an off-board square or the rim. `path`: a side on a path square. "
            "Left out: edge for oasis, path for steppe."
        ),
    ] = None
    add: Annotated[list[Square], Meta(description="Squares that may start an area beyond the derived ones.")] = []
    remove: Annotated[list[Square], Meta(description="Derived squares that may not.")] = []
    unknown: Annotated[list[Square], Meta(description="Squares of which it is not known.")] = []


class Starts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The start borders."""

    oasis: Border = Border()
    steppe: Border = Border()


class MapRows(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The board, one string a row from the top, one character a square."""

    rows: Annotated[
        list[str],
        Meta(
            description="`.` plain square, `c` camel path, `o` bonus oasis, `s` bonus steppe, `p` bonus stony "
            "plains, `-` off the board, `?` not known.",
            examples=[["..c.", ".oc.", "..c."]],
        ),
    ]
    starts: Starts = Starts()


class Pack(BasePack, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A board of Oasis. The figures may be repeated; they must then be those of the game."""

    game: Literal["oasis"] = "oasis"
    map: MapRows
    cards: Annotated[
        dict[str, Number] | None,
        Meta(description="Number of copies of each card.", examples=[{"camels-2": 4, "oasis": 8}]),
    ] = None
    tiles: Annotated[
        dict[str, Number] | None,
        Meta(description="Number of tiles of each type.", examples=[{"oasis": 34, "steppe": 34, "stony": 20}]),
    ] = None
    markers: Annotated[
        dict[str, Number] | None,
        Meta(
            description="Number of scoring markers of each kind.",
            examples=[{"commodity": 14, "well": 12, "horse": 16, "ovoo": 20}],
        ),
    ] = None


class GameLog(Log, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The record of a game of Oasis."""

    game: Literal["oasis"]
    pack: str | Pack | None = None
    moves: Annotated[list[Move], Meta(max_length=100_000)]
    result: Result | None = None


class Counts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one player counts at the end. A figure that is left out is not known."""

    camels: Annotated[Number | None, Meta(description="Camels in the largest group.")] = None
    commodity: Annotated[Number | None, Meta(description="Commodity markers.")] = None
    oasis: Annotated[Number | None, Meta(description="Oasis tiles and bonus oases in the player's areas.")] = None
    well: Annotated[Number | None, Meta(description="Water wells.")] = None
    steppe: Annotated[Number | None, Meta(description="Steppe tiles and bonus steppes in the player's areas.")] = None
    horse: Annotated[Number | None, Meta(description="Horses.")] = None
    stony: Annotated[Number | None, Meta(description="Stony tiles and bonus stony plains in the player's areas.")] = (
        None
    )
    ovoo: Annotated[Number | None, Meta(description="Ovoos.")] = None
    counter: Annotated[Number | None, Meta(description="The priority counter; needed only to break a tie.")] = None


class Sheet(BaseSheet, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A final table of Oasis: what each player counts, or the board with the scoring markers."""

    game: Literal["oasis"]
    pack: str | Pack | None = None
    final: Annotated[
        dict[str, Counts] | None,
        Meta(
            description="What each seat counts at the end.",
            examples=[{"A": {"camels": 5, "commodity": 2, "oasis": 6, "well": 1}}],
        ),
    ] = None
    board: Board | None = None
    scoring: Scoring | None = None
    counters: Annotated[
        dict[str, Number] | None,
        Meta(description="The priority counters that break a tie.", examples=[{"A": 1, "B": 2, "C": 3}]),
    ] = None
    end: Annotated[End | None, Meta(description="What ended the game.")] = None
    result: Result | None = None


def describe(entry: Any) -> str:
    """Return an entry as a short sentence part: ``A takes the offer of B``."""
    text: str = _DESCRIBERS[type(entry)](entry)
    return text


def _listed(cards: list[str]) -> str:
    return ", ".join("an unread card" if card == "?" else card for card in cards) or "nothing"


def _drawn(cards: list[str] | None) -> str:
    if cards is None or all(card == "?" for card in cards):
        return ""
    return f", draws {', '.join(cards)}"


def _setup(entry: Setup) -> str:
    order = ", ".join(f"{seat} #{number}" for seat, number in entry.counters.items())
    return f"set-up: {order}{', in mid-game' if entry.position else ''}"


def _offer(entry: Offer) -> str:
    return f"{entry.by} offers {_listed(entry.cards)}{_drawn(entry.drawn)}"


def _reshuffle(entry: Reshuffle) -> str:
    return "the discards are shuffled"


def _take(entry: Take) -> str:
    return f"{entry.by} takes the offer of {entry.of}" if entry.of else f"{entry.by} takes the last offer"


def _marked(marker: str | None) -> str:
    if marker is None:
        return ""
    words = {"reserve": " with a marker from the reserve", "none": " without a marker"}
    return words.get(marker, f" with the marker of the area at {marker}")


def _place(entry: Place) -> str:
    return f"{entry.by} lays {entry.tile} on {entry.square}{_marked(entry.marker)}"


def _moved(to: list[str], origin: list[str]) -> str:
    lifted = f" lifted from {', '.join(origin)}" if origin else ""
    return f"{'camels' if len(to) != 1 else 'a camel'}{lifted} on {', '.join(to) or 'no square'}"


def _camels(entry: Camels) -> str:
    return f"{entry.by} puts {_moved(entry.to, entry.origin)}"


def _unplayable(entry: Unplayable) -> str:
    return f"{entry.by} cannot lay a tile: {entry.tile}"


def _draw_three(entry: DrawThree) -> str:
    return f"{entry.by} draws three cards{_drawn(entry.drawn)}"


def _bonus(entry: Bonus) -> str:
    done = []
    if entry.tile is not None or entry.square is not None:
        done.append(f"lays {entry.tile} on {entry.square}{_marked(entry.marker)}")
    if entry.to or entry.origin:
        done.append(f"puts {_moved(entry.to, entry.origin)}")
    return f"{entry.by}, free action: {' and '.join(done) or 'passes'}"


def _mark(entry: Mark) -> str:
    where = "the reserve" if entry.marker == "reserve" else f"the area at {entry.marker}"
    return f"{entry.by} puts a marker from {where} on {entry.square}"


def _ruling(entry: Ruling) -> str:
    return f"{entry.by} rules on entry {entry.on}: {entry.decision}"


_DESCRIBERS: dict[type, Any] = {
    Setup: _setup, Offer: _offer, Reshuffle: _reshuffle, Take: _take, Place: _place, Camels: _camels,
    Unplayable: _unplayable, DrawThree: _draw_three, Bonus: _bonus, Mark: _mark, Ruling: _ruling,
}  # fmt: skip
