"""The entries of an OASIS New Hope record, and the documents made of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from oasis_ref.core.documents import Entry, Log, Number, Result, Ruling, Seat
from oasis_ref.core.documents import Pack as BasePack
from oasis_ref.core.documents import Sheet as BaseSheet

Card = Annotated[
    str,
    Meta(
        description="`desert-7`, `step-9`, `oasis`, `compass`, `shield`, `map` or a Companion's id; `?` if unknown.",
        examples=["desert-7", "step-9", "oasis", "compass", "shield", "map", "jade", "?"],
    ),
]
Some = Annotated[
    Card | list[Card], Meta(description="A card; several in a list if more were taken than the rules allow.")
]
Cards = Annotated[list[Card], Meta(max_length=1000)]
Holding = Annotated[Cards | Number, Meta(description="The cards, `?` among them, or how many there are.")]
Unknown = Literal["unknown"]


class Companion(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A Companion card: its clan, the two actions of its banner, which of them is highlighted."""

    id: Annotated[str, Meta(description="The name that the entries use.", examples=["jade"])]
    name: Annotated[str | None, Meta(description="The name as it is to be printed.", examples=["Jade"])] = None
    set: Annotated[
        Literal["base", "specialist"] | None,
        Meta(description="Left out: `specialist` for ka, medee and prescia, else `base`."),
    ] = None
    clan: Annotated[
        str,
        Meta(
            description="explorers, scrappers, marauders, `none` or `unknown`.",
            examples=["explorers", "scrappers", "marauders", "none", "unknown"],
        ),
    ] = "unknown"
    actions: Annotated[
        list[str] | Unknown,
        Meta(description="The two banner actions, first to second.", examples=[["explore", "travel"]]),
    ] = "unknown"
    highlighted: Annotated[Number | Unknown, Meta(description="Which banner action a mission carries out: 1 or 2.")] = (
        "unknown"
    )
    copies: Annotated[Number | Unknown, Meta(description="How many copies of the card there are.")] = "unknown"


Defined = Annotated[list[Companion] | None, Meta(description="Companions met here for the first time, as in a pack.")]
Variant = Annotated[
    Literal["base", "specialists"], Meta(description="`specialists` if the 12 Specialist Companions are in the game.")
]
CampsOf = Annotated[
    dict[str, Cards], Meta(description="The Companions in the camp of each seat.", examples=[{"A": ["jade"], "B": []}])
]
HandsOf = Annotated[
    dict[str, Holding],
    Meta(description="The hand of each seat: its cards, or how many.", examples=[{"A": ["desert-10", "?"], "B": 4}]),
]


class Position(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The table in mid-game. What is left out lies where it starts: rows and camps empty, the rest in the decks."""

    rows: Annotated[
        dict[str, Cards],
        Meta(
            description="Cards laid by each seat, place 12 first.",
            examples=[{"A": ["desert-12", "desert-11"], "B": []}],
        ),
    ] = {}
    camps: CampsOf = {}
    hands: HandsOf = {}
    ruins: Annotated[Holding, Meta(description="The cards in the Ruins, or how many.")] = []
    exploration_deck: Annotated[Holding | None, Meta(description="The cards, top first, or how many.")] = None
    companion_deck: Annotated[Holding | None, Meta(description="The cards, top first, or how many.")] = None
    lair: Annotated[Cards | None, Meta(description="The Companions face up in the Lair.", examples=[["jade", "?"]])] = (
        None
    )
    companion_discard: Annotated[Cards, Meta(description="The Companion discard.", examples=[["jade", "?"]])] = []
    supply: Annotated[
        dict[str, Number] | None,
        Meta(description="Cards in each Equipment pile.", examples=[{"compass": 8, "shield": 5, "map": 2}]),
    ] = None
    active: Annotated[Seat | None, Meta(description="Whose turn it is; left out: the first seat's.")] = None
    main_done: Annotated[bool | None, Meta(description="True if the main action of this turn is done.")] = None
    pending: Annotated[
        list[str], Meta(description="Actions still to be done, topmost first.", examples=[["travel"]])
    ] = []
    blocked: Annotated[
        list[str], Meta(description="Clans that cannot be sent on a mission this turn.", examples=[["scrappers"]])
    ] = []
    mission_done: Annotated[bool, Meta(description="True if this turn's mission has been sent.")] = False
    last_turns: Annotated[
        Number | None, Meta(description="Turns left once the deck is exhausted, the running one included.")
    ] = None


class Setup(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="setup", gc=False):
    """The table sets up the game, or the position in which the record begins."""

    define: Defined = None
    seats: Annotated[
        list[Seat] | None, Meta(description="The seats clockwise; left out: as listed under `players`.")
    ] = None
    starter: Annotated[Seat | None, Meta(description="Who has the first turn.")] = None
    variant: Variant = "base"
    ruins: Annotated[Cards | None, Meta(description="The ten cards turned up, or the nine beside the Oasis.")] = None
    lair: Annotated[Cards | None, Meta(description="The four Companions turned up.", examples=[["jade", "?"]])] = None
    hands: Annotated[
        dict[str, Cards] | None,
        Meta(
            description="The cards dealt to each seat.",
            examples=[{"A": ["desert-12", "compass", "?"], "B": ["?", "?", "?"]}],
        ),
    ] = None
    exploration_deck: Annotated[Cards | None, Meta(description="The Exploration deck after dealing, top first.")] = None
    companion_deck: Annotated[
        Cards | None, Meta(description="The Companion deck below the Lair, top first.", examples=[["jade", "?"]])
    ] = None
    shuffled: Annotated[
        Cards | None, Meta(description="The 68 shuffled Travel cards; Ruins, hands and deck follow.")
    ] = None
    position: Position | None = None


class Draft(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="draft", gc=False):
    """A scout takes the first Companion."""

    define: Defined = None
    by: Seat
    companion: Annotated[Some, Meta(description="The Companion taken; several in a list.", examples=["jade"])]
    origin: Annotated[str | None, Meta(description="`lair` or `deck`.", examples=["lair", "deck"])] = field(
        name="from", default=None
    )
    refill: Annotated[
        Cards | None,
        Meta(description="The Companions that fill the Lair after the last draft.", examples=[["jade", "?"]]),
    ] = None


class Explore(
    Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="explore", gc=False
):
    """A scout draws from the Exploration deck."""

    define: Defined = None
    by: Seat
    drawn: Annotated[Cards | None, Meta(description="The cards drawn; `?` for a hidden one.")] = None


class Recycle(
    Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="recycle", gc=False
):
    """A scout takes a card from the Ruins."""

    define: Defined = None
    by: Seat
    card: Annotated[
        Some | None,
        Meta(description="The card taken; `none` for an attempt on empty Ruins.", examples=["desert-9", "none"]),
    ] = None


class Equip(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="equip", gc=False):
    """A scout pays cards for an Equipment."""

    define: Defined = None
    by: Seat
    item: Annotated[Some, Meta(description="compass, shield or map.", examples=["compass", "shield", "map"])]
    paid: Annotated[Cards | None, Meta(description="The hand cards paid.")] = None


class Travel(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="travel", gc=False):
    """A scout lays cards in the row."""

    define: Defined = None
    by: Seat
    cards: Annotated[Cards, Meta(description="The cards in the order in which they were laid.")]
    reached: Annotated[Number | None, Meta(description="The last number reached; only checked.", examples=[10])] = None


class Recruit(
    Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="recruit", gc=False
):
    """A scout takes a Companion or plays one."""

    define: Defined = None
    by: Seat
    take: Annotated[Some | None, Meta(description="The Companion taken.", examples=["jade"])] = None
    origin: Annotated[str | None, Meta(description="`lair` or `deck`.", examples=["lair", "deck"])] = field(
        name="from", default=None
    )
    refill: Annotated[
        Some | None, Meta(description="The Companion that took the place in the Lair.", examples=["jade"])
    ] = None
    play: Annotated[Some | None, Meta(description="The Companion played.", examples=["jade"])] = None


class Pillage(
    Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="pillage", gc=False
):
    """A scout draws two cards from an opponent's hand and keeps one."""

    define: Defined = None
    by: Seat
    target: Annotated[Seat | None, Meta(description="The opponent.")] = None
    shown: Annotated[Cards | None, Meta(description="The two cards drawn; `?` for a hidden one.")] = None
    kept: Annotated[
        Some | None, Meta(description="The card kept; `none` if the Pillage failed.", examples=["desert-9", "none"])
    ] = None


class Eliminate(
    Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="eliminate", gc=False
):
    """A scout sends a Companion of an opponent's camp or of the Lair to the discard."""

    define: Defined = None
    by: Seat
    companion: Annotated[Card, Meta(description="The Companion sent to the discard.", examples=["jade"])]
    origin: Annotated[
        str | None, Meta(description="`lair`, or the seat in whose camp it lies.", examples=["lair", "B"])
    ] = field(name="from", default=None)
    refill: Annotated[
        Some | None, Meta(description="The Companion that took its place in the Lair.", examples=["jade"])
    ] = None


class Swindle(
    Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="swindle", gc=False
):
    """A scout gives a hand card to an opponent and gets two in return."""

    define: Defined = None
    by: Seat
    target: Annotated[Seat | None, Meta(description="The opponent.")] = None
    given: Annotated[Some | None, Meta(description="The card given.", examples=["desert-7"])] = None
    received: Annotated[Cards | None, Meta(description="The two cards given back.")] = None


class SlowDown(
    Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="slow-down", gc=False
):
    """A scout takes the last card of an opponent's row."""

    define: Defined = None
    by: Seat
    target: Annotated[Seat | None, Meta(description="The opponent.")] = None
    card: Annotated[Card | None, Meta(description="The card taken; only checked.")] = None


class Skip(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="skip", gc=False):
    """A scout does not carry out an action that is due."""

    define: Defined = None
    by: Seat
    action: Annotated[
        str | None, Meta(description="The action skipped, `main` for the main action.", examples=["main", "travel"])
    ] = None
    reason: Annotated[
        Literal["impossible", "declined"] | None,
        Meta(description="Why it was skipped; left out: the reason that fits."),
    ] = None


class Mission(
    Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="mission", gc=False
):
    """A scout sends Companions of the camp on a mission; their actions follow as entries of their own."""

    define: Defined = None
    by: Seat
    companions: Annotated[
        Cards, Meta(description="The Companions, in the order of their actions.", examples=[["jade"]])
    ]
    clan: Annotated[
        str | None,
        Meta(
            description="The clan sent; left out: that of the cards.", examples=["explorers", "scrappers", "marauders"]
        ),
    ] = None


class EndTurn(
    Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="end-turn", gc=False
):
    """A scout discards down to the hand limit and ends the turn."""

    define: Defined = None
    by: Seat
    discards: Annotated[Cards, Meta(description="The hand cards discarded.")] = []


class Reshuffle(
    Entry,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag="reshuffle-companions",
    gc=False,
):
    """The table shuffles the Companion discard into a new deck."""

    define: Defined = None
    order: Annotated[Cards | None, Meta(description="The new deck, top first.")] = None
    refill: Annotated[
        Some | None, Meta(description="The card that fills the Lair, if `order` is left out.", examples=["jade"])
    ] = None


class Water(Entry, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag="water", gc=False):
    """The table notes which of the tied scouts touched water first."""

    define: Defined = None
    winner: Annotated[Seat, Meta(description="The scout who touched water first.")]


Move = (
    Setup
    | Draft
    | Explore
    | Recycle
    | Equip
    | Travel
    | Recruit
    | Pillage
    | Eliminate
    | Swindle
    | SlowDown
    | Skip
    | Mission
    | EndTurn
    | Reshuffle
    | Water
    | Ruling
)


class Item(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An Equipment: how many there are, and what one costs in hand cards."""

    copies: Annotated[Number, Meta(description="How many there are.")]
    price: Annotated[Number, Meta(description="What one costs, in hand cards.")]


Spread = Annotated[
    dict[str, Number] | Unknown, Meta(description="Copies of each number, or `unknown`.", examples=[{"12": 4, "11": 4}])
]


def _printed() -> dict[str, Item]:
    return {
        "compass": Item(copies=9, price=2),
        "shield": Item(copies=5, price=2),
        "map": Item(copies=2, price=3),
    }


class Pack(BasePack, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The cards of a New Hope box."""

    game: Literal["new-hope"] = "new-hope"
    desert: Spread = "unknown"
    step: Spread = "unknown"
    oasis: Annotated[Number, Meta(description="Number of Oasis cards.")] = 2
    equipment: Annotated[
        dict[str, Item], Meta(description="The Equipment by name.", examples=[{"compass": {"copies": 9, "price": 2}}])
    ] = field(default_factory=_printed)
    companions: Annotated[list[Companion], Meta(description="The Companions that are known.")] = []


class Claimed(Result, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was claimed at the table: the winners, how the game ended, the last numbers."""

    cause: Annotated[str | None, Meta(description="oasis, map or deck.", examples=["oasis", "map", "deck"])] = None
    last: Annotated[
        dict[str, Number] | None, Meta(description="The last number of each seat.", examples=[{"A": 5, "B": 7}])
    ] = None


class GameLog(Log, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The record of a game of OASIS New Hope."""

    game: Literal["new-hope"]
    pack: str | Pack | None = None
    moves: Annotated[list[Move], Meta(max_length=100_000)]
    result: Claimed | None = None


class Sheet(BaseSheet, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A final table of OASIS New Hope: how it ended and the last numbers, or everything that lies there."""

    game: Literal["new-hope"]
    pack: str | Pack | None = None
    cause: Annotated[Literal["oasis", "map", "deck"], Meta(description="How the game ended.")]
    last: Annotated[
        dict[str, Number] | None, Meta(description="The last number of each seat.", examples=[{"A": 5, "B": 7}])
    ] = None
    water: Annotated[Seat | None, Meta(description="The tied scout who touched water first.")] = None
    variant: Variant = "base"
    define: Defined = None
    rows: Annotated[
        dict[str, Cards] | None,
        Meta(
            description="Cards laid by each seat, place 12 first.",
            examples=[{"A": ["desert-12", "desert-11"], "B": []}],
        ),
    ] = None
    camps: CampsOf | None = None
    hands: HandsOf | None = None
    ruins: Annotated[Holding | None, Meta(description="The cards in the Ruins, or how many.")] = None
    exploration_deck: Annotated[Number | None, Meta(description="Cards left in the Exploration deck.")] = None
    companion_deck: Annotated[Number | None, Meta(description="Cards left in the Companion deck.")] = None
    lair: Annotated[Cards | None, Meta(description="The Companions face up in the Lair.", examples=[["jade", "?"]])] = (
        None
    )
    companion_discard: Annotated[Cards | None, Meta(description="The Companion discard.", examples=[["jade", "?"]])] = (
        None
    )
    supply: Annotated[
        dict[str, Number] | None,
        Meta(description="Cards in each Equipment pile.", examples=[{"compass": 8, "shield": 5, "map": 2}]),
    ] = None
    result: Claimed | None = None


def listed(some: str | list[str] | None) -> list[str]:
    """Return a field that takes one card or several as a list."""
    if some is None:
        return []
    return [some] if isinstance(some, str) else some


def named(cards: str | list[str] | None) -> str:
    """Return cards as they read in a sentence."""
    words = ["a hidden card" if card == "?" else card for card in listed(cards)]
    if len(words) < 2:
        return "".join(words) or "nothing"
    return f"{', '.join(words[:-1])} and {words[-1]}"


def describe(entry: Any) -> str:
    """Return an entry as a short sentence part: ``ana travels with desert-12, step-11``."""
    sentence: str = _DESCRIBERS[type(entry)](entry)
    return sentence


def _setup(entry: Setup) -> str:
    if entry.position is not None:
        return "the record begins in mid-game"
    return f"the game is set up{f', {entry.starter} to start' if entry.starter else ''}"


def _draft(entry: Draft) -> str:
    return f"{entry.by} drafts {named(entry.companion)}{f' from the {entry.origin}' if entry.origin else ''}"


def _explore(entry: Explore) -> str:
    return f"{entry.by} explores" + ("" if entry.drawn is None else f" and draws {named(entry.drawn)}")


def _recycle(entry: Recycle) -> str:
    return f"{entry.by} recycles {named(entry.card)}"


def _equip(entry: Equip) -> str:
    paid = "" if entry.paid is None else f" for {named(entry.paid)}"
    return f"{entry.by} equips a {' and a '.join(listed(entry.item))}{paid}"


def _travel(entry: Travel) -> str:
    return f"{entry.by} travels with {named(entry.cards)}"


def _recruit(entry: Recruit) -> str:
    parts = []
    if entry.take is not None:
        parts.append(f"takes {named(entry.take)}{f' from the {entry.origin}' if entry.origin else ''}")
    if entry.play is not None:
        parts.append(f"plays {named(entry.play)}")
    return f"{entry.by} {' and '.join(parts) or 'recruits'}"


def _pillage(entry: Pillage) -> str:
    target = f" {entry.target}" if entry.target else ""
    if entry.kept is None:
        return f"{entry.by} pillages{target}"
    kept = " in vain" if entry.kept == "none" else f" and keeps {named(entry.kept)}"
    return f"{entry.by} pillages{target}{kept}"


def _eliminate(entry: Eliminate) -> str:
    return f"{entry.by} eliminates {entry.companion}{f' ({entry.origin})' if entry.origin else ''}"


def _swindle(entry: Swindle) -> str:
    return f"{entry.by} swindles {entry.target or 'the opponent'}: {named(entry.given)} for {named(entry.received)}"


def _slow_down(entry: SlowDown) -> str:
    return f"{entry.by} slows down {entry.target or 'the opponent'}"


def _skip(entry: Skip) -> str:
    return f"{entry.by} skips {entry.action or 'an action'}{f' ({entry.reason})' if entry.reason else ''}"


def _mission(entry: Mission) -> str:
    return f"{entry.by} sends {named(entry.companions)} on a mission"


def _end_turn(entry: EndTurn) -> str:
    return f"{entry.by} ends the turn" + (f", discarding {named(entry.discards)}" if entry.discards else "")


def _reshuffle(entry: Reshuffle) -> str:
    return "the Companion discard is shuffled into a new deck"


def _water(entry: Water) -> str:
    return f"{entry.winner} touches water first"


def _ruling(entry: Ruling) -> str:
    return f"{entry.by} rules on entry {entry.on}: {entry.decision}"


_DESCRIBERS: dict[type, Any] = {
    Setup: _setup,
    Draft: _draft,
    Explore: _explore,
    Recycle: _recycle,
    Equip: _equip,
    Travel: _travel,
    Recruit: _recruit,
    Pillage: _pillage,
    Eliminate: _eliminate,
    Swindle: _swindle,
    SlowDown: _slow_down,
    Skip: _skip,
    Mission: _mission,
    EndTurn: _end_turn,
    Reshuffle: _reshuffle,
    Water: _water,
    Ruling: _ruling,
}
