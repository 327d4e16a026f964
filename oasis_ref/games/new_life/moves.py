"""The entries of a New Life record, and the documents made of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from oasis_ref.core.documents import Entry, Log, Number, Result, Ruling, Seat
from oasis_ref.core.documents import Pack as BasePack
from oasis_ref.core.documents import Sheet as BaseSheet

Unknown = Literal["unknown"]
Figure = Annotated[Number | Unknown, Meta(description="A printed number, or `unknown`.", examples=[2, "unknown"])]
Card = Annotated[
    str,
    Meta(
        description="The id of a card; an unknown one: `surface:?`, `subterrain:?`, `starter:?` or `?`.",
        examples=["moss", "surface:?"],
    ),
]
Space = Annotated[
    str | Number,
    Meta(description="A space: `S2` or `U3`, counted from the left. In `play` a bare number will do.", examples=["U3"]),
]
Origin = Annotated[Literal["hand", "migration"] | None, Meta(description="Where the card comes from.")]
Tokens = Annotated[dict[str, Number], Meta(description="Imprint tokens by type.", examples=[{"flora": 1}])]
Deck = Literal["surface", "subterrain"]


class Seen(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """What an entry brought its player, as it was written down: compared with what the rules give."""

    points: Annotated[Number | None, Meta(description="All points that the entry brought.")] = None
    tokens: Tokens | None = None


class Row(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A Biome: its spaces from the left, `-` for an empty one (`*` also for the bare wild space)."""

    S: Annotated[list[str], Meta(description="The Surface spaces.", examples=[["-", "vine", "-"]])] = []
    U: Annotated[list[str], Meta(description="The Subterrain spaces.", examples=[["-", "moss", "*", "rot", "-"]])] = []


class PositionSeat(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one player has in mid-game."""

    dial: Annotated[Number, Meta(description="The points on the dial.")] = 0
    score_tokens: Annotated[Number, Meta(description="Score tokens: each stands for 100 points.")] = 0
    tokens: Tokens = {}
    biome: Row | None = None
    rest_tile: Annotated[Number | None, Meta(description="The Rest tile taken in this round.")] = None
    hand: Annotated[
        list[Card] | Number | None, Meta(description="The cards in hand, or how many; left out: not known.")
    ] = None


class PositionPiles(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The Surface and the Subterrain pile: each as a list (a deck top first) or as a number."""

    surface: Annotated[list[Card] | Number | None, Meta(description="The Surface cards, or how many.")] = None
    subterrain: Annotated[list[Card] | Number | None, Meta(description="The Subterrain cards, or how many.")] = None


class PositionAi(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The solo opponent in mid-game: its open line of this year and its tokens."""

    line: Annotated[list[Card], Meta(description="Its open cards of this year.")] = []
    tokens: Tokens = {}


class Position(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The table in mid-game, between two entries, for a record that begins there."""

    round: Annotated[Number, Meta(description="The round that is going on, 1 to 3.")] = 1
    turn: Annotated[
        str | None, Meta(description="The seat on turn, in solo also `ai`; left out: the first player.", examples=["A"])
    ] = None
    rested: Annotated[list[Seat], Meta(description="The seats that have rested, in that order.")] = []
    seats: Annotated[
        dict[str, PositionSeat],
        Meta(
            description="What each seat has.",
            examples=[{"A": {"dial": 14, "hand": ["moss", "?"]}, "B": {"dial": 9, "hand": 5}}],
        ),
    ] = {}
    migration_row: Annotated[list[Card], Meta(description="The open cards, none to three.")] = []
    migration_deck: Annotated[
        list[Card] | Number | None, Meta(description="The Migration deck, top first, or its size.")
    ] = None
    decks: PositionPiles = PositionPiles()
    discards: PositionPiles = PositionPiles()
    ai: PositionAi | None = None


class Setup(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="setup"):
    """The table is set up; or, with `position`, the record begins in mid-game."""

    first: Annotated[Seat, Meta(description="The seat that begins (in mid-game: that began the round).")]
    hands: Annotated[
        dict[str, list[Card]] | None,
        Meta(description="The opening hands.", examples=[{"A": ["starter:?", "starter:?", "moss"]}]),
    ] = None
    elements: Annotated[
        dict[str, str], Meta(description="The element of each seat's Starters.", examples=[{"A": "water"}])
    ] = {}
    migration_row: Annotated[list[Card] | None, Meta(description="The three open Surface cards.")] = None
    migration_deck: Annotated[list[Card] | None, Meta(description="The Migration deck behind them, top first.")] = None
    decks: Annotated[
        dict[Deck, list[Card]],
        Meta(description="What is left of the decks, top first.", examples=[{"surface": ["vine", "surface:?"]}]),
    ] = {}
    solo: Annotated[Literal["standard", "advanced"] | None, Meta(description="The side of the Solo Mode card.")] = None
    position: Position | None = None


class PlayStep(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do", tag="play"
):
    """A card played by a card's action."""

    card: Card
    space: Space
    origin: Origin = field(name="from", default=None)
    then: Annotated[list[Step], Meta(description="The steps of its own action that were done, in order.")] = []
    decline: Annotated[bool, Meta(description="True if nothing of its action was done.")] = False
    decline_points: Annotated[bool, Meta(description="True if its on-play points were declined.")] = False


class CycleStep(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do", tag="cycle"
):
    """A card cycled out by a card's action."""

    space: Space


class DiscardStep(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do", tag="discard"
):
    """A card discarded from hand by a card's action."""

    card: Card | None = None


class DrawStep(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do", tag="draw"
):
    """Cards drawn by a card's action, in draw order."""

    drawn: Annotated[list[Card] | None, Meta(description="The cards drawn, in draw order.")] = None


class PointsStep(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do", tag="points"
):
    """The points of a card's action, taken or declined."""

    decline: Annotated[bool, Meta(description="True if the points were declined.")] = False


class TokensStep(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do", tag="tokens"
):
    """The tokens of a card's action, taken or declined."""

    decline: Annotated[bool, Meta(description="True if the tokens were declined.")] = False


class OtherStep(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="do", tag="other"
):
    """A step of an action that the referee does not know: what it brought is taken on trust."""

    points: Annotated[Number, Meta(description="The points it brought.")] = 0
    tokens: Tokens = {}
    drawn: Annotated[list[Card], Meta(description="The cards drawn.")] = []
    discards: Annotated[list[Card], Meta(description="The cards discarded from hand.")] = []
    cycled: Annotated[list[Space], Meta(description="The spaces whose cards were cycled out.")] = []
    note: Annotated[str | None, Meta(description="What it was, in words.", examples=["looked at the next card"])] = None


Step = PlayStep | CycleStep | DiscardStep | DrawStep | PointsStep | TokensStep | OtherStep


class Play(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="play"):
    """A player plays a card into the own Biome, with what its action brought about."""

    by: Seat
    card: Card
    space: Space
    origin: Origin = field(name="from", default=None)
    then: Annotated[list[Step], Meta(description="The steps of the action that were done, in order.")] = []
    decline: Annotated[bool, Meta(description="True if nothing of the action was done.")] = False
    decline_points: Annotated[bool, Meta(description="True if the on-play points were declined.")] = False
    gain: Seen | None = None


class Cycle(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="cycle"):
    """A player discards a card from hand and cycles a card out of the own Biome."""

    by: Seat
    discard: Card | None = None
    space: Space | None = None
    card: Annotated[Card | None, Meta(description="The card that lay there; only checked.")] = None
    gain: Seen | None = None


class Rest(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="rest"):
    """A player rests for the remainder of the round."""

    by: Seat
    drawn: Annotated[list[Card] | None, Meta(description="The cards drawn, in draw order.")] = None
    discards: Annotated[list[Card] | None, Meta(description="The cards discarded down to eight.")] = None
    tile: Annotated[Number | None, Meta(description="The Rest tile that was taken.")] = None
    gain: Seen | None = None


class Retain(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="retain"):
    """A player keeps Subterrain cards through the Flood."""

    by: Seat
    spaces: Annotated[list[Space], Meta(description="The Subterrain spaces whose cards stay.", examples=[["U2"]])] = []


class Pass(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="pass"):
    """A player passed: always a foul, but it can be written down."""

    by: Seat


class Migrate(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="migrate"):
    """The table refills the Migration row after the turn that just ended."""

    cards: Annotated[list[Card], Meta(description="The cards that came into the row.")]


class Year(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="year"):
    """The table prepares the next round."""

    migration_row: Annotated[list[Card] | None, Meta(description="The three new open cards.")] = None
    migration_deck: Annotated[list[Card] | None, Meta(description="The Migration deck behind them, top first.")] = None


class Reshuffle(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="reshuffle"):
    """The order of a deck that was made anew from its discard pile, before the entry that needs it."""

    deck: Annotated[Deck, Meta(description="The deck that runs out.")]
    order: Annotated[list[Card], Meta(description="The new deck, top first.")]


class Ai(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="ai"):
    """The solo opponent turns up a card."""

    card: Card | None = None


class Check(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="check"):
    """A look at the table, written down by the scribe: only what is given is compared."""

    points: Annotated[dict[str, Number], Meta(description="The dials seen.", examples=[{"A": 14, "B": 9}])] = {}
    tokens: Annotated[
        dict[str, Tokens], Meta(description="The imprint tokens seen, by seat.", examples=[{"A": {"flora": 2}}])
    ] = {}
    hands: Annotated[dict[str, Number], Meta(description="Numbers of cards in hand.", examples=[{"A": 5, "B": 4}])] = {}
    migration_row: Annotated[list[Card] | None, Meta(description="The row seen.")] = None
    trophies: Annotated[
        dict[str, str], Meta(description="Who took which Trophy in this round.", examples=[{"shelled": "A"}])
    ] = {}
    biomes: Annotated[
        dict[str, Row], Meta(description="The Biomes seen.", examples=[{"A": {"U": ["-", "moss", "*", "-", "-"]}}])
    ] = {}


class Payment(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a card pays at one occasion."""

    points: Annotated[Figure, Meta(description="The points it pays, or `unknown`.")] = 0
    tokens: Annotated[
        dict[str, Figure] | Unknown, Meta(description="Imprint tokens by type.", examples=[{"flora": 1}])
    ] = {}


class Scores(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a card pays, and when."""

    play: Annotated[Payment | Unknown, Meta(description="What it pays when it is played.")] = Payment()
    cycle: Annotated[Payment | Unknown, Meta(description="What it pays when it is cycled out.")] = Payment()
    rest: Annotated[Payment | Unknown, Meta(description="What it pays when its player rests.")] = Payment()
    flood: Annotated[Payment | Unknown, Meta(description="What it pays at the Flood.")] = Payment()


class Printed(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One printed step of a card's action."""

    do: Annotated[
        Literal["play", "cycle", "discard", "points", "tokens", "draw", "other"],
        Meta(description="What the step does."),
    ]
    points: Annotated[Figure, Meta(description="Of `points`: how many, or `unknown`.")] = 0
    tokens: Annotated[
        dict[str, Figure] | Unknown, Meta(description="Imprint tokens by type.", examples=[{"flora": 1}])
    ] = {}
    cards: Annotated[Figure, Meta(description="Of `discard` and `draw`: how many cards, or `unknown`.")] = 1
    text: Annotated[
        str | None, Meta(description="Of another effect: what the card says.", examples=["look at the next card"])
    ] = None
    cost: Annotated[bool | Unknown, Meta(description="True if every later step needs this one done.")] = False
    spaces: Annotated[Literal["S", "U", "unknown"] | None, Meta(description="Only on these spaces (play, cycle).")] = (
        None
    )
    deck: Annotated[
        Literal["surface", "subterrain", "unknown"] | None, Meta(description="Only of this deck (discard, draw).")
    ] = None
    origin: Annotated[Literal["hand", "migration", "unknown"] | None, Meta(description="Only from there (play).")] = (
        field(name="from", default=None)
    )


CardDeck = Annotated[
    Literal["surface", "subterrain", "starter", "unknown"],
    Meta(description="The deck that it belongs to.", examples=["subterrain"]),
]
Need = str | None
CardId = Annotated[str, Meta(description="The id: small letters, digits and hyphens.", examples=["moss"])]
CardElement = Annotated[
    str | None,
    Meta(
        description="Of a Starter: water, fire, air, earth or ether.",
        examples=["water", "fire", "air", "earth", "ether"],
    ),
]
CardName = Annotated[str | None, Meta(description="The printed name.", examples=["Moss"])]
CardImprint = Annotated[
    str,
    Meta(
        description="flora, scaled, shelled, furred, winged, finned, decay or `unknown`.",
        examples=["flora", "scaled", "shelled", "furred", "winged", "finned", "decay", "unknown"],
    ),
]
CardCount = Annotated[Figure, Meta(description="How many copies of the card there are, or `unknown`.")]
CardAction = Annotated[
    list[Printed] | Unknown,
    Meta(description="The steps of the immediate action, as printed.", examples=[[{"do": "draw", "cards": 1}]]),
]
CardNeeds = Annotated[
    list[Need] | Unknown,
    Meta(
        description="Of a Surface card: what each position requires, a basic type or null.",
        examples=[["flora", None]],
    ),
]


class PackCard(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One card of the box. `scores`, `action` and `needs` that are left out are empty; other fields are unknown."""

    id: CardId
    deck: CardDeck
    element: CardElement = None
    name: CardName = None
    imprint: CardImprint = "unknown"
    count: CardCount = "unknown"
    scores: Annotated[Scores | Unknown, Meta(description="What the card pays, and when; left out: nothing.")] = Scores()
    action: CardAction = []
    needs: CardNeeds = []


class Define(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="define"):
    """A card of the box, as it is met. What is left out is unknown."""

    id: CardId
    deck: CardDeck = "unknown"
    element: CardElement = None
    name: CardName = None
    imprint: CardImprint = "unknown"
    count: CardCount = "unknown"
    scores: Annotated[Scores | Unknown, Meta(description="What the card pays, and when; left out: not known.")] = (
        "unknown"
    )
    action: CardAction = "unknown"
    needs: CardNeeds = "unknown"


Move = Setup | Play | Cycle | Rest | Retain | Pass | Migrate | Year | Reshuffle | Ai | Check | Define | Ruling


class Board(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The Biome board: how many spaces it has and which lie under which."""

    subterrain: Annotated[Figure, Meta(description="The number of Subterrain spaces, or `unknown`.")] = "unknown"
    wild: Annotated[
        Figure, Meta(description="Which Subterrain space is the wild one, counted from the left, or `unknown`.")
    ] = "unknown"
    surface: Annotated[
        list[list[Figure | None] | Unknown] | Unknown,
        Meta(
            description="The Subterrain spaces under each Surface space, position 1 first; null is beside the board.",
            examples=[[[1, 2], [2, 3]]],
        ),
    ] = "unknown"


class ImprintBoard(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The imprint board: the bonus of each row, of a full column, and its height."""

    rows: Annotated[
        list[Figure] | Unknown,
        Meta(description="What each full row pays, row 1 at the top first.", examples=[[3, 4, "unknown"]]),
    ] = "unknown"
    column: Annotated[Figure, Meta(description="What a full column pays, or `unknown`.")] = "unknown"
    spaces: Annotated[Figure, Meta(description="The number of spaces of a column, or `unknown`.")] = "unknown"


class RestTile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One Rest tile."""

    retain: Annotated[
        Figure, Meta(description="How many Subterrain cards it lets its player retain, or `unknown`.")
    ] = "unknown"
    points: Annotated[Figure, Meta(description="The points it pays, or `unknown`.")] = "unknown"


class Chart(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One side of the Solo Mode card."""

    cells: Annotated[
        dict[str, list[Figure] | Unknown] | Unknown,
        Meta(
            description="For each type the points of its three spaces, from the top.", examples=[{"flora": [1, 2, 3]}]
        ),
    ] = "unknown"
    rows: Annotated[
        list[Figure] | Unknown, Meta(description="What each full row pays, row 1 first.", examples=[[3, 4, 5]])
    ] = "unknown"
    columns: Annotated[
        dict[str, Figure] | Unknown, Meta(description="What each full column pays.", examples=[{"flora": 6}])
    ] = "unknown"


class SoloCard(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The Solo Mode card."""

    standard: Annotated[Chart | Unknown, Meta(description="The standard side.")] = "unknown"
    advanced: Annotated[Chart | Unknown, Meta(description="The advanced side.")] = "unknown"


class Pack(BasePack, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The components of a New Life box. Any value may be `unknown`."""

    game: Literal["new-life"] = "new-life"
    board: Annotated[Board | Unknown, Meta(description="The Biome board: its spaces, and which lie under which.")] = (
        "unknown"
    )
    imprint_board: Annotated[
        ImprintBoard | Unknown, Meta(description="The imprint board: the bonuses of its rows and columns.")
    ] = "unknown"
    rest_tiles: Annotated[
        list[RestTile | Unknown] | Unknown,
        Meta(description="The five tiles, tile 1 first.", examples=[[{"retain": 2, "points": 4}, "unknown"]]),
    ] = "unknown"
    tokens: Annotated[
        dict[str, Figure] | Unknown,
        Meta(description="Supply of each type.", examples=[{"flora": 12, "decay": "unknown"}]),
    ] = "unknown"
    solo: Annotated[SoloCard | Unknown, Meta(description="The Solo Mode card.")] = "unknown"
    cards: Annotated[list[PackCard], Meta(description="All cards of the box that are known.")] = []


class GameLog(Log, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The record of a game of Oasis: New Life on a Distant World."""

    game: Literal["new-life"]
    pack: str | Pack | None = None
    moves: Annotated[list[Move], Meta(max_length=100_000)]
    result: Result | None = None


class FinalSeat(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one player has at the end, before the end bonuses."""

    dial: Annotated[Number, Meta(description="The points on the dial.")] = 0
    score_tokens: Annotated[Number, Meta(description="Score tokens: each stands for 100 points.")] = 0
    rest_tile: Annotated[Number | None, Meta(description="The Rest tile taken in round 3.")] = None
    tokens: Tokens = {}
    biome_cards: Annotated[
        Number | None, Meta(description="Cards in the Biome after the last Flood; only ties need it.")
    ] = None
    biome: Row | None = None
    hand: Annotated[Number | None, Meta(description="Cards in hand.")] = None
    retain: Annotated[list[Space], Meta(description="With `before_flood`: the Subterrain spaces kept.")] = []


class FinalAi(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The solo opponent at the end."""

    side: Annotated[Literal["standard", "advanced"], Meta(description="The side of the Solo Mode card.")]
    tokens: Tokens = {}
    line: Annotated[list[Card], Meta(description="With `before_flood`: its open cards of the third year.")] = []


class Sheet(BaseSheet, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A final table of Oasis: New Life on a Distant World."""

    game: Literal["new-life"]
    pack: str | Pack | None = None
    final: Annotated[
        dict[str, FinalSeat],
        Meta(
            description="What each seat has at the end, before the end bonuses.",
            examples=[{"A": {"dial": 62, "tokens": {"flora": 3}}, "B": {"dial": 58}}],
        ),
    ]
    ai: FinalAi | None = None
    trophies: Annotated[
        list[dict[str, str]] | None,
        Meta(
            description="The Trophies of the three rounds, type and seat.",
            examples=[[{"shelled": "A"}, {}, {"flora": "B"}]],
        ),
    ] = None
    before_flood: Annotated[bool, Meta(description="True if the table is as when all had rested in round 3.")] = False
    rest_order: Annotated[list[Seat], Meta(description="With `before_flood`: the seats in the order of resting.")] = []
    first: Annotated[Seat | None, Meta(description="The seat that began round 3.")] = None
    result: Result | None = None


def describe(entry: Any) -> str:
    """Return an entry as a short sentence part: ``A plays moss on U1``."""
    said: str = _DESCRIBERS[type(entry)](entry)
    return said


def _setup(entry: Setup) -> str:
    side = f", {entry.solo} solo side" if entry.solo else ""
    if entry.position is not None:
        return f"the record begins in round {entry.position.round}{side}"
    return f"the table is set up, {entry.first} first{side}"


def _play(entry: Play | PlayStep) -> str:
    by = f"{entry.by} plays" if isinstance(entry, Play) else "plays"
    origin = " from the Migration row" if entry.origin == "migration" else ""
    steps = "".join(f"; {_STEPS[type(step)](step)}" for step in entry.then)
    declined = ", action declined" if entry.decline else ""
    return f"{by} {entry.card}{origin} on {entry.space}{declined}{steps}"


def _other(step: OtherStep) -> str:
    return f"other: {step.note}" if step.note else "another effect"


_STEPS: dict[type, Any] = {
    PlayStep: _play,
    CycleStep: lambda step: f"cycles out {step.space}",
    DiscardStep: lambda step: f"discards {step.card or 'a card'}",
    DrawStep: lambda step: f"draws {', '.join(step.drawn) if step.drawn else 'cards'}",
    PointsStep: lambda step: "declines the points" if step.decline else "takes the points",
    TokensStep: lambda step: "declines the tokens" if step.decline else "takes the tokens",
    OtherStep: _other,
}


def _cycle(entry: Cycle) -> str:
    thrown = f"discards {entry.discard}" if entry.discard is not None else "discards nothing"
    target = f"cycles out {entry.space}" if entry.space is not None else "cycles out nothing"
    return f"{entry.by} {thrown} and {target}"


def _rest(entry: Rest) -> str:
    drawn = f", draws {len(entry.drawn)}" if entry.drawn else ""
    thrown = f", discards {', '.join(entry.discards)}" if entry.discards else ""
    return f"{entry.by} rests{drawn}{thrown}"


def _year(entry: Year) -> str:
    return "the next year begins" + (f", row {', '.join(entry.migration_row)}" if entry.migration_row else "")


def _retain(entry: Retain) -> str:
    return f"{entry.by} retains {'+'.join(str(space) for space in entry.spaces) or 'nothing'}"


_DESCRIBERS: dict[type, Any] = {
    Setup: _setup,
    Play: _play,
    Cycle: _cycle,
    Rest: _rest,
    Retain: _retain,
    Pass: lambda entry: f"{entry.by} passes",
    Migrate: lambda entry: f"the Migration row is refilled with {', '.join(entry.cards) or 'nothing'}",
    Year: _year,
    Reshuffle: lambda entry: f"the {entry.deck} discard becomes the deck",
    Ai: lambda entry: f"the AI turns up {entry.card or 'a card'}",
    Check: lambda entry: "the table is checked",
    Define: lambda entry: f"the card {entry.id} is described",
    Ruling: lambda entry: f"{entry.by} rules on entry {entry.on}: {entry.decision}",
}
