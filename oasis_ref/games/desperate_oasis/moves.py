"""The entries of a Desperate Oasis record, and the documents made of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from oasis_ref.core.documents import Entry, Log, Number, Result, Ruling, Seat
from oasis_ref.core.documents import Pack as BasePack
from oasis_ref.core.documents import Sheet as BaseSheet

Kind = Annotated[
    str,
    Meta(
        description="An animal: scorpion, jerboa, jackal, camel, oryx, elephant or chameleon; `?` if it is not known.",
        examples=["scorpion", "jerboa", "jackal", "camel", "oryx", "elephant", "chameleon", "?"],
    ),
]
Place = Annotated[
    str,
    Meta(
        description="Side, column and row of a card: `B3.1` lies on side B, column 3, next to the oasis.",
        examples=["A2.1"],
    ),
]
Facing = Annotated[
    str,
    Meta(
        description="Where a chameleon looks, as seat A sees it: `left` (lower columns) or `right` (higher columns).",
        examples=["left", "right"],
    ),
]
Face = Annotated[Literal["up", "down"], Meta(description="Whether the card lies face up or face down.")]
Column = Annotated[
    Number, Meta(description="Column 1 to 5, left to right as seat A sees them.", examples=[1, 2, 3, 4, 5])
]
Worth = Annotated[int, Meta(ge=-1000, le=1000, description="The points printed on the oasis.", examples=[2])]


class Oasis(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An oasis card: its printed value, and whether it is a portal."""

    value: Worth
    portal: Annotated[bool, Meta(description="True for an orange portal oasis.")] = False


AnyOasis = Annotated[Worth | Oasis, Meta(description="An oasis; a bare number is a plain one of that value.")]


class Lying(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card as it lies on the table, where a bare kind does not say enough."""

    card: Kind
    face: Face = "up"
    facing: Facing | None = None


Board = Annotated[
    dict[str, list[str | Lying]],
    Meta(
        description="The cards of each column, row 1 first.",
        examples=[{"A2": ["camel", {"card": "chameleon", "facing": "left"}]}],
    ),
]


class Pile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a player has won: the values of the oases, and palm tokens."""

    oases: Annotated[list[AnyOasis], Meta(description="The oases won.")] = []
    tokens: Annotated[Number, Meta(description="The number of palm tokens won.", examples=[2])] = 0
    points: Annotated[Number | None, Meta(description="The total that was stated at the table; it is checked.")] = None


class Position(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The table in mid-game, for a record that begins there. `{}` is the start of a round."""

    board: Board = {}
    turn: Annotated[Seat | None, Meta(description="Who is to act; left out: the first player.")] = None
    owed: Annotated[
        Literal["action", "card", "draw"],
        Meta(description="What that player owes: an `action`, the second `card` of one, or only the `draw`."),
    ] = "action"
    hands: Annotated[
        dict[str, list[Kind] | Number],
        Meta(description="Cards in hand, or how many.", examples=[{"A": ["camel", "?"], "B": 4}]),
    ] = {}
    deck: Annotated[list[Kind] | Number | None, Meta(description="Draw deck, top first, or how many cards.")] = None
    aside: Kind = "?"
    destroyed: Annotated[list[Kind], Meta(description="The cards destroyed so far in this round.")] = []
    tokens: Annotated[
        dict[str, Number], Meta(description="The column of each seat's palm token.", examples=[{"A": 3}])
    ] = {}
    round: Annotated[Number, Meta(description="The number of this round.")] = 1
    piles: Annotated[
        dict[str, Pile],
        Meta(
            description="What earlier rounds brought.",
            examples=[{"A": {"oases": [3], "tokens": 1}, "B": {"oases": [2, -1]}}],
        ),
    ] = {}
    discarded: Annotated[list[AnyOasis], Meta(description="Oases of earlier rounds that nobody won.")] = []


class Round(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="round", gc=False):
    """The table sets up a round: five oases, the deal, the animal set aside."""

    oases: Annotated[
        list[AnyOasis],
        Meta(description="The five oases, column 1 first.", examples=[[2, -1, {"value": 3, "portal": True}, 1, -2]]),
    ]
    first: Annotated[Seat | None, Meta(description="The first player. From round 2 on it may be left out.")] = None
    hands: Annotated[
        dict[str, list[Kind]] | None,
        Meta(
            description="The four cards dealt to each seat.",
            examples=[{"A": ["camel", "oryx", "jackal", "jerboa"], "B": ["?", "?", "?", "?"]}],
        ),
    ] = None
    deck: Annotated[list[Kind] | None, Meta(description="The draw deck after the deal, top first.")] = None
    deck_size: Annotated[
        Number | None, Meta(description="The number of cards in the draw deck after the deal.", examples=[26])
    ] = None
    aside: Annotated[str | list[str], Meta(description="The animal set aside.", examples=["?", "camel"])] = "?"
    position: Position | None = None


class Play(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="play", gc=False):
    """A player lays one animal."""

    by: Seat
    card: Kind
    column: Column
    side: Annotated[Seat | None, Meta(description="The side it is laid on; left out: the player's own.")] = None
    face: Face = "up"
    facing: Facing | None = None
    row: Annotated[Number | None, Meta(description="The row it came to lie in; only checked.")] = None
    pull: Annotated[
        list[Place] | None, Meta(description="The cards it pulled, as they lay just before, in order of stacking.")
    ] = None
    strike: Annotated[
        list[Place] | None, Meta(description="The cards a scorpion destroyed, as they lay after the pull.")
    ] = None


class Palm(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="palm", gc=False):
    """A player places or moves a palm token."""

    by: Seat
    column: Column
    origin: Annotated[Number | None, Meta(description="The column the token left; only checked.")] = field(
        name="from", default=None
    )
    token: Annotated[Seat | None, Meta(description="Whose token it is; left out: the player's own.")] = None
    new: Annotated[bool, Meta(description="True if a fresh token was taken although one lies in the row.")] = False


class Draw(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="draw", gc=False):
    """A player draws at the end of the turn. The entry may be left out."""

    by: Seat
    drawn: Annotated[list[Kind] | None, Meta(description="The cards drawn.")] = None
    count: Annotated[Number | None, Meta(description="How many cards were drawn, if they are not known.")] = None


class Flipped(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """One face-down card as it was turned up, with the choices made for it."""

    at: Place
    card: Kind
    facing: Facing | None = None
    pull: Annotated[list[Place] | None, Meta(description="The cards it pulled, as they lay just before.")] = None
    strike: Annotated[list[Place] | None, Meta(description="The cards it destroyed, as they lay just before.")] = None


class Flip(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="flip", gc=False):
    """The table turns up all face-down cards at the end of a round."""

    cards: Annotated[list[Flipped], Meta(description="The cards in the order in which they were turned up.")] = []
    left: Annotated[
        dict[str, list[Kind]] | None,
        Meta(description="Cards left in the hands, if they were shown.", examples=[{"A": ["camel"], "B": []}]),
    ] = None
    aside: Annotated[Kind | None, Meta(description="The animal that had been set aside, if it was shown.")] = None


Move = Round | Play | Palm | Draw | Flip | Ruling


class Pack(BasePack, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The cards of a Desperate Oasis box."""

    game: Literal["desperate-oasis"] = "desperate-oasis"
    animals: Annotated[
        dict[str, Number] | Literal["unknown"],
        Meta(description="Number of copies of each animal, or `unknown`.", examples=[{"camel": 6, "oryx": 5}]),
    ] = "unknown"
    animals_total: Annotated[
        dict[Literal["min", "max"], Number] | None,
        Meta(description="Bounds of the number of animals, if it is unknown.", examples=[{"min": 34, "max": 40}]),
    ] = None
    oases: Annotated[
        list[AnyOasis] | Literal["unknown"],
        Meta(description="All oases of the box, or `unknown`.", examples=[[3, 2, -1, {"value": 3, "portal": True}]]),
    ] = "unknown"


class GameLog(Log, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The record of a game of Desperate Oasis."""

    game: Literal["desperate-oasis"]
    pack: str | Pack | None = None
    moves: Annotated[list[Move], Meta(max_length=100_000)]
    result: Result | None = None


class SheetRound(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One round of a score sheet: only its points, or the oases with who took them, or the whole board."""

    first: Annotated[Seat | None, Meta(description="The first player of the round; left out: not checked.")] = None
    points: Annotated[
        dict[str, Number] | None, Meta(description="Points of the round, as stated.", examples=[{"A": 4, "B": 2}])
    ] = None
    oases: Annotated[list[AnyOasis] | None, Meta(description="The five oases, column 1 first.")] = None
    tokens: Annotated[
        dict[str, Number], Meta(description="The column of each seat's palm token.", examples=[{"A": 3}])
    ] = {}
    takers: Annotated[
        list[str] | None,
        Meta(description="Who took each oasis: a seat or `none`.", examples=[["A", "A", "none", "B", "A"]]),
    ] = None
    board: Board | None = None
    flip: Annotated[list[Flipped] | None, Meta(description="The face-down cards as they were turned up.")] = None


class Sheet(BaseSheet, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A final table of Desperate Oasis: what each player has won, or the rounds one by one."""

    game: Literal["desperate-oasis"]
    pack: str | Pack | None = None
    piles: Annotated[
        dict[str, Pile] | None,
        Meta(
            description="What each seat has won.",
            examples=[{"A": {"oases": [3, 2, -1], "tokens": 2}, "B": {"oases": [1]}}],
        ),
    ] = None
    rounds: Annotated[
        Annotated[list[SheetRound], Meta(max_length=100)] | None,
        Meta(
            description="The rounds in order.", examples=[[{"points": {"A": 4, "B": 2}}, {"points": {"A": 1, "B": 3}}]]
        ),
    ] = None
    result: Result | None = None


def describe(entry: Any) -> str:
    """Return an entry as a short sentence part: ``A plays camel on A2``."""
    words: str = _DESCRIBERS[type(entry)](entry)
    return words


def _round(entry: Round) -> str:
    by = f", {entry.first} first" if entry.first else ""
    return f"a round begins{by}"


def _play(entry: Play) -> str:
    side = entry.side or entry.by
    face = " face down" if entry.face == "down" else ""
    facing = f" facing {entry.facing}" if entry.facing else ""
    card = "a card" if entry.card == "?" else entry.card
    return f"{entry.by} plays {card}{face} on {side}{entry.column}{facing}"


def _palm(entry: Palm) -> str:
    whose = f" of {entry.token}" if entry.token and entry.token != entry.by else ""
    return f"{entry.by} puts a palm token{whose} on oasis {entry.column}"


def _draw(entry: Draw) -> str:
    if entry.drawn is not None and any(card != "?" for card in entry.drawn):
        return f"{entry.by} draws {', '.join(entry.drawn)}"
    count = len(entry.drawn) if entry.drawn is not None else entry.count
    return f"{entry.by} draws" if count is None else f"{entry.by} draws {count}"


def _flip(entry: Flip) -> str:
    shown = ", ".join(f"{card.at} {card.card}{f' facing {card.facing}' if card.facing else ''}" for card in entry.cards)
    return f"the face-down cards are flipped{': ' + shown if shown else ''}"


def _ruling(entry: Ruling) -> str:
    return f"{entry.by} rules on entry {entry.on}: {entry.decision}"


_DESCRIBERS: dict[type, Any] = {Round: _round, Play: _play, Palm: _palm, Draw: _draw, Flip: _flip, Ruling: _ruling}
