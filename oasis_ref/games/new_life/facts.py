"""What is known of the components: a pack and the definitions of a log, made ready for the judge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from oasis_ref.core.packs import packs_in
from oasis_ref.games.new_life.moves import Define, Pack, PackCard

PACKS = packs_in(Path(__file__).parent / "packs", "published")
"""The packs that come with the game, the default first."""
TYPES = ("flora", "scaled", "shelled")
"""The basic types, in the order in which tokens are kept."""
TROPHIES = ("shelled", "flora", "scaled")
"""The order in which Trophies are given."""
IMPRINTS = frozenset({"flora", "scaled", "shelled", "furred", "winged", "finned", "decay"})
SUBTERRAIN_IMPRINTS = frozenset({"flora", "scaled", "shelled", "decay"})
IN_BOX = {"surface": 48, "subterrain": 54, "starter": 15}
ELEMENTS = ("water", "fire", "air", "earth", "ether")
TOKENS_IN_BOX = 51
COLUMN_HEIGHT = 4
LASTING = 16
"""A token supply of unknown size lasts for so many tokens in any box that holds 16 or more of each type."""
MOST_SPACES = 99
BESIDE, OPEN = -1, -2
"""In a board list: a position beside the board, and one that is not known."""
UNKNOWN = "unknown"
DRAWN = "deck:?"
"""Inside a hand: an unknown card that came from one of the decks before any Starter can have been in them."""
OCCASIONS = ("play", "cycle", "rest", "flood")
WORDS = {"play": "on-play points", "cycle": "cycle-out gain", "rest": "Rest points", "flood": "Flood tokens"}


class Gain(Struct, frozen=True):
    """What a card pays at one occasion: points, tokens as pairs of type and number, and what of it is unknown.

    ``open_points`` names the figure that is unknown, ``open_tokens`` lists the types of which the number is unknown.
    """

    points: int = 0
    tokens: tuple[tuple[int, int], ...] = ()
    open_points: str | None = None
    open_tokens: tuple[int, ...] = ()
    what: str = ""


NOTHING = Gain()


class StepFacts(Struct, frozen=True):
    """One printed step of an action. ``cost`` is None if it is unknown; ``vague`` if a limit is unknown.

    ``limited`` tells that the card limits spaces, deck or source.
    """

    kind: str
    gain: Gain = NOTHING
    cards: int | None = 1
    cost: bool | None = False
    spaces: str | None = None
    deck: str | None = None
    origin: str | None = None
    vague: bool = False
    limited: bool = False


class CardFacts(Struct, frozen=True):
    """One kind of card. None stands for what is unknown, also inside ``needs`` (where "" asks for nothing).

    ``undemanding`` tells that it may lie on any space of its row, whatever lies beside or under it, and ``acts`` that
    it has an action or may have one. ``pays_itself`` tells that the action has points or tokens that come without
    being recorded.
    """

    id: str
    deck: str
    surface: bool
    element: str | None
    name: str | None
    imprint: str | None
    type: int
    count: int | None
    play: Gain
    cycle: Gain
    rest: Gain
    flood: Gain
    action: tuple[StepFacts, ...] | None
    needs: tuple[str | None, ...] | None
    undemanding: bool
    acts: bool
    pays_itself: bool


class TileFacts(Struct, frozen=True):
    """One Rest tile: the bounds of how many cards it retains, and its points (None: unknown)."""

    least: int
    most: int
    points: int | None


class ChartFacts(Struct, frozen=True):
    """One side of the Solo Mode card; None where a figure is unknown."""

    cells: tuple[tuple[int | None, ...], ...]
    rows: tuple[int | None, ...]
    columns: tuple[int | None, ...]


class Conflict(ValueError):
    """Two definitions of one card contradict each other; the text names the field and both values."""


class Facts:
    """Everything known of the components of one game.

    ``deck_of`` tells for a card or a mark whether it is ``surface``, ``subterrain`` or ``starter``, and ``pile_of`` to
    which discard pile it goes (None: not known). ``board_known`` says that all spaces are known, ``above`` which
    Surface spaces lie over a Subterrain space, ``surface_spaces`` and ``under_spaces`` how many spaces of a row a
    Biome surely has.
    """

    def __init__(self, pack: Pack, raw: Mapping[str, dict[str, Any]]) -> None:
        self.raw = dict(raw)
        self.cards: dict[str, CardFacts] = {}
        self.undefined: set[str] = set()
        for card, fields in self.raw.items():
            if fields["deck"] in IN_BOX:
                self.cards[card] = _card(card, fields)
            else:
                self.undefined.add(card)
        decks = {f"{deck}:?": deck for deck in IN_BOX} | {card.id: card.deck for card in self.cards.values()}
        self.deck_of: Callable[[str], str | None] = decks.get
        piles = {card: "subterrain" if deck == "starter" else deck for card, deck in decks.items()}
        self.pile_of: Callable[[str], str | None] = piles.get
        self._board(pack)
        self.above = {
            place: tuple(at for at, places in enumerate(self.under or ()) if places is not None and place in places)
            for place in range(self.spaces or MOST_SPACES)
        }
        self.board_known = self.spaces is not None and self.under is not None
        self.surface_spaces = 1 if self.under is None else len(self.under)
        self.under_spaces = 3 if self.spaces is None else self.spaces
        self._tables(pack)
        self.limits = {card.id: card.count for card in self.cards.values() if card.count is not None}
        self.uncounted: dict[str, list[str]] = {deck: [] for deck in IN_BOX}
        self.room = dict(IN_BOX)
        for known in self.cards.values():
            if known.count is None:
                self.uncounted[known.deck].append(known.id)
            else:
                self.room[known.deck] -= max(known.count, 0)

    def _board(self, pack: Pack) -> None:
        board = pack.board
        self.spaces: int | None = None
        self.wild: int | None = None
        self.under: tuple[tuple[int, ...] | None, ...] | None = None
        if isinstance(board, str):
            return
        if isinstance(board.subterrain, int) and 1 <= board.subterrain <= MOST_SPACES:
            self.spaces = board.subterrain
            self.wild = (board.subterrain + 1) // 2 - 1
        if isinstance(board.wild, int) and 1 <= board.wild <= (self.spaces or MOST_SPACES):
            self.wild = board.wild - 1
        if not isinstance(board.surface, str):
            self.under = tuple(
                None if isinstance(places, str) else tuple(self._place(place) for place in places)
                for places in board.surface[:MOST_SPACES]
            )

    def _place(self, place: int | str | None) -> int:
        if place is None:
            return BESIDE
        if isinstance(place, str):
            return OPEN
        return place - 1 if 1 <= place <= (self.spaces or MOST_SPACES) else BESIDE

    def _tables(self, pack: Pack) -> None:
        imprint = pack.imprint_board
        rows: Sequence[Any] = [] if isinstance(imprint, str) or isinstance(imprint.rows, str) else imprint.rows
        self.rows = tuple(_number(row) for row in [*rows[:4], *[UNKNOWN] * (4 - len(rows))])
        self.column = None if isinstance(imprint, str) else _number(imprint.column)
        self.tiles = _tiles(pack)
        tokens: Mapping[str, Any] = {} if isinstance(pack.tokens, str) else pack.tokens
        self.supply = tuple(_number(tokens.get(kind, UNKNOWN)) for kind in TYPES)
        solo = pack.solo
        self.charts = {
            side: _chart(UNKNOWN if solo == UNKNOWN else getattr(solo, side)) for side in ("standard", "advanced")
        }

    def fits(self, mark: str, card: str) -> bool:
        """Return whether an unknown card with this mark can be the card, or an unknown card of the other mark."""
        if mark == "?" or card in ("?", mark):
            return True
        if mark == DRAWN:
            return self.deck_of(card) in ("surface", "subterrain")
        facts = self.cards.get(card)
        return facts is not None and mark == f"{facts.deck}:?"

    def fits_mixed(self, mark: str, card: str) -> bool:
        """Return the same once Starters are in the Subterrain deck."""
        return self.fits(mark, card) or (mark == "subterrain:?" and self.deck_of(card) == "starter")

    def tile(self, number: int) -> TileFacts:
        """Return what is known of a Rest tile."""
        return self.tiles[number - 1] if 1 <= number <= len(self.tiles) else TileFacts(0, 2, None)


def _number(value: Any) -> int | None:
    return value if isinstance(value, int) else None


def _tiles(pack: Pack) -> tuple[TileFacts, ...]:
    """Return the five tiles; a later tile never retains more than an earlier one."""
    tiles: list[Any] = (
        [None] * 5 if pack.rest_tiles == UNKNOWN else [None if t == UNKNOWN else t for t in pack.rest_tiles]
    )
    retain = [None if tile is None else _number(tile.retain) for tile in tiles]
    least = [0 if figure is None else figure for figure in retain]
    most = [2 if figure is None else figure for figure in retain]
    for k in range(1, len(tiles)):
        if retain[k] is None:
            most[k] = min(most[k], most[k - 1])
    for k in range(len(tiles) - 2, -1, -1):
        if retain[k] is None:
            least[k] = max(least[k], least[k + 1])
    return tuple(
        TileFacts(least[k], most[k], None if tile is None else _number(tile.points)) for k, tile in enumerate(tiles)
    )


def _chart(chart: Any) -> ChartFacts:
    cells: Any = {} if isinstance(chart, str) or isinstance(chart.cells, str) else chart.cells
    rows: Any = [] if isinstance(chart, str) or isinstance(chart.rows, str) else chart.rows
    columns: Any = {} if isinstance(chart, str) or isinstance(chart.columns, str) else chart.columns
    lists = [[] if cells.get(kind, UNKNOWN) == UNKNOWN else cells[kind] for kind in TYPES]
    return ChartFacts(
        tuple(tuple(_number(cell) for cell in [*column[:3], *[UNKNOWN] * (3 - len(column))]) for column in lists),
        tuple(_number(row) for row in [*rows[:3], *[UNKNOWN] * (3 - len(rows))]),
        tuple(_number(columns.get(kind, UNKNOWN)) for kind in TYPES),
    )


def fields_of(card: PackCard | Define) -> dict[str, Any]:
    """Return a definition as plain data, with ``"unknown"`` for whatever it leaves open."""
    return {
        "deck": card.deck,
        "element": UNKNOWN if card.element is None else card.element,
        "name": UNKNOWN if card.name is None else card.name,
        "imprint": card.imprint,
        "count": card.count,
        "scores": UNKNOWN
        if isinstance(card.scores, str)
        else {when: _payment(getattr(card.scores, when)) for when in OCCASIONS},
        "action": UNKNOWN if isinstance(card.action, str) else [_step_fields(step) for step in card.action],
        "needs": UNKNOWN if isinstance(card.needs, str) else _trimmed([need or "" for need in card.needs]),
    }


def _trimmed(needs: list[str]) -> list[str]:
    """Drop the positions at the end that ask for nothing, so that two ways of writing one pattern are the same."""
    while needs and needs[-1] == "":
        needs.pop()
    return needs


def _payment(payment: Any) -> Any:
    if payment == UNKNOWN:
        return UNKNOWN
    return {"points": payment.points, "tokens": _token_fields(payment.tokens)}


def _token_fields(tokens: Any) -> Any:
    return UNKNOWN if tokens == UNKNOWN else {kind: tokens.get(kind, 0) for kind in TYPES}


def _step_fields(step: Any) -> dict[str, Any]:
    fields: dict[str, Any] = {"do": step.do, "cost": step.cost}
    if step.do == "points":
        fields["points"] = step.points
    elif step.do == "tokens":
        fields["tokens"] = _token_fields(step.tokens)
    elif step.do == "draw":
        fields["cards"] = step.cards
    if step.do in ("play", "cycle"):
        fields["spaces"] = step.spaces or ""
    if step.do in ("discard", "draw"):
        fields["deck"] = step.deck or ""
    if step.do == "play":
        fields["from"] = step.origin or ""
    return fields


def merge(old: Any, new: Any, where: str = "") -> Any:
    """Return what two definitions say together. Raises Conflict where both say something different."""
    if old in (UNKNOWN, new):
        return new
    if new == UNKNOWN:
        return old
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        return {key: merge(old[key], new[key], f"{where} {key}".strip()) for key in old}
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [
            merge(one, other, f"{where} {place}") for place, (one, other) in enumerate(zip(old, new, strict=True), 1)
        ]
    raise Conflict(f"{where}: {_shown(old)} before, {_shown(new)} here")


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _gain(card: str, when: str, payment: Any) -> Gain:
    """Return a payment made ready. What is wholly unknown is unknown in the kinds that the rulebook knows of."""
    what = f"{WORDS.get(when, when)} of {card}"
    if payment == UNKNOWN:
        tokens_too = when in ("cycle", "flood")
        return Gain(0, (), None if when == "flood" else what, (0, 1, 2) if tokens_too else (), what)
    points, tokens = payment["points"], payment["tokens"]
    if tokens == UNKNOWN:
        sure: tuple[tuple[int, int], ...] = ()
        open_tokens: tuple[int, ...] = (0, 1, 2)
    else:
        sure = tuple(
            (k, tokens[kind]) for k, kind in enumerate(TYPES) if isinstance(tokens[kind], int) and tokens[kind] > 0
        )
        open_tokens = tuple(k for k, kind in enumerate(TYPES) if tokens[kind] == UNKNOWN)
    sure = tuple((k, min(number, TOKENS_IN_BOX)) for k, number in sure)
    known = points if isinstance(points, int) else 0
    if not (known or sure or open_tokens or points == UNKNOWN):
        return NOTHING
    return Gain(known, sure, what if points == UNKNOWN else None, open_tokens, what)


def _step(card: str, fields: dict[str, Any], place: int) -> StepFacts:
    kind = fields["do"]
    payment = {"points": fields.get("points", 0), "tokens": fields.get("tokens", dict.fromkeys(TYPES, 0))}
    narrowings = [fields.get(name, "") for name in ("spaces", "deck", "from")]
    spaces, deck, origin = (None if value in ("", UNKNOWN) else value for value in narrowings)
    return StepFacts(
        kind=kind,
        gain=_gain(card, f"action step {place} ({kind})", payment),
        cards=_number(fields.get("cards", 1)),
        cost=None if fields["cost"] == UNKNOWN else fields["cost"],
        spaces=spaces,
        deck=deck,
        origin=origin,
        vague=UNKNOWN in narrowings,
        limited=bool(spaces or deck or origin),
    )


def _card(card: str, fields: dict[str, Any]) -> CardFacts:
    deck, imprint = fields["deck"], fields["imprint"]
    scores = {when: UNKNOWN if fields["scores"] == UNKNOWN else fields["scores"][when] for when in OCCASIONS}
    needs, action = fields["needs"], fields["action"]
    surface = deck == "surface"
    return CardFacts(
        id=card,
        deck=deck,
        surface=surface,
        element=None if fields["element"] == UNKNOWN else fields["element"],
        name=None if fields["name"] == UNKNOWN else fields["name"],
        imprint=None if imprint == UNKNOWN else imprint,
        type=TYPES.index(imprint) if imprint in TYPES else -1,
        count=_number(fields["count"]),
        play=_gain(card, "play", scores["play"]),
        cycle=_gain(card, "cycle", scores["cycle"]),
        rest=_gain(card, "rest", scores["rest"]),
        flood=_gain(card, "flood", scores["flood"]),
        action=None if action == UNKNOWN else tuple(_step(card, step, place) for place, step in enumerate(action, 1)),
        needs=None if needs == UNKNOWN else tuple(None if need == UNKNOWN else need for need in needs),
        undemanding=needs == [] if surface else imprint not in ("decay", UNKNOWN),
        acts=action != [],
        pays_itself=action != UNKNOWN and any(step["do"] in ("points", "tokens") for step in action),
    )


def facts_of(pack: Pack) -> Facts:
    """Return the facts of a pack alone; they are worked out once for each pack."""
    known = pack.__dict__.get("facts")
    if known is None:
        raw: dict[str, dict[str, Any]] = {}
        for card in pack.cards:
            raw.setdefault(card.id, fields_of(card))
        known = pack.__dict__["facts"] = Facts(pack, raw)
    assert isinstance(known, Facts)
    return known


def facts_for(pack: Pack, moves: Iterable[Any]) -> tuple[Facts, dict[int, list[str]]]:
    """Return the facts of a pack with the definitions of a log, and the contradictions by entry number."""
    base = facts_of(pack)
    if Define not in map(type, moves):
        return base, {}
    definitions = [(number, entry) for number, entry in enumerate(moves, 1) if type(entry) is Define]
    raw, conflicts = dict(base.raw), {}
    for number, entry in definitions:
        merged, told = _merged(raw.get(entry.id), fields_of(entry))
        raw[entry.id] = merged
        if told:
            conflicts[number] = told
    return Facts(pack, raw), conflicts


def _merged(old: dict[str, Any] | None, new: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Return both definitions together, field by field; where they contradict each other the earlier one stays."""
    if old is None:
        return new, []
    merged, told = dict(old), []
    for name, value in new.items():
        try:
            merged[name] = merge(old[name], value, name)
        except Conflict as conflict:
            told.append(str(conflict))
    return merged, told


def as_written(cards: Iterable[str]) -> list[str]:
    """Return the cards of a hand as a record writes them, sorted."""
    return sorted("?" if card == DRAWN else card for card in cards)


def names(cards: Sequence[str]) -> list[str]:
    """Return cards as a sorted list without doubles, for messages."""
    return sorted(set(cards))
