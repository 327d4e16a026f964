"""What lies on the table of one game of New Life.

The judge works out on a draft what an entry brings, with the same rules and effects that everything else uses; carrying
the entry out means that the draft becomes the state of the table. A draft shares with the state it was made from
whatever it has not changed: a side and the piles are asked for by `State.own` and `State.own_piles` to be changed.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from oasis_ref.core.cards import Hand
from oasis_ref.core.documents import Ruling
from oasis_ref.core.findings import Happening, Note
from oasis_ref.core.readings import Readings
from oasis_ref.games.new_life.amounts import NO_FIGURES, Form
from oasis_ref.games.new_life.facts import MOST_SPACES, Facts, facts_for
from oasis_ref.games.new_life.moves import Ai, GameLog, Pack
from oasis_ref.games.new_life.past import Past
from oasis_ref.games.new_life.piles import Piles, opening_piles
from oasis_ref.games.new_life.presumed import Presumed

START, TURNS, YEAR_END, BETWEEN, OVER = "start", "turns", "year-end", "between", "over"
EMPTY = ""
ROUNDS = 3
ROW, DEALT = 3, 7
HAND_LIMIT = 8
REST_DRAWS = 5
NO_TOKENS = (0, 0, 0)
TILE_NOT_TOLD = 0
ANY_SEAT = -1
"""In the place of the seat on turn: it was not told whose turn it is, so whoever acts first has it."""


class Got(Struct, frozen=True, gc=False):
    """Points that a seat scored: from what source, at which entry. ``figure`` names an unknown figure, else None."""

    seat: int
    source: str
    entry: int
    points: int
    what: str
    figure: str | None = None


class Undecided(Struct, frozen=True, gc=False):
    """An open Trophy of a round: what counted for it then, with the bounds of unknown parts, and who had rested."""

    type: str
    year: int
    counts: Sequence[Form]
    highest: dict[str, int]
    points: Sequence[Form]
    rested: tuple[int, ...]


class Side(Struct, eq=False, gc=False):
    """What lies before one player, and what is in hand.

    ``surface`` and ``under`` hold card ids, "" for an empty space. ``hand`` is None while not even its size is known.
    ``figures`` are the unknown parts of the dial. ``tokens`` are the
    tokens that are sure, ``most_tokens`` those that are possible (None: the same).
    """

    name: str
    surface: list[str]
    under: list[str]
    dial: int = 0
    figures: dict[str, int] = NO_FIGURES
    tokens: tuple[int, ...] = NO_TOKENS
    most_tokens: tuple[int, ...] | None = None
    hand: Hand | None = None
    tile: int | None = None
    settled: int = 0

    def copy(self) -> Side:
        """Return an independent copy."""
        hand = self.hand
        return replace(self, surface=self.surface[:], under=self.under[:], hand=None if hand is None else hand.copy())

    @property
    def points(self) -> Form:
        """The dial, with its unknown parts."""
        return self.dial, self.figures

    def lying(self) -> list[str]:
        """Return the cards in the Biome, Surface row first."""
        return [card for card in self.surface if card] + [card for card in self.under if card]

    def at_most(self, kind: int) -> int:
        """Return the greatest number of tokens of a type that is possible."""
        return self.tokens[kind] if self.most_tokens is None else self.most_tokens[kind]


class State(Struct, eq=False, gc=False):
    """Everything that one game has come to.

    ``turn`` is the index of the seat on turn; in solo ``ai_due`` tells that it is the AI's turn, and ``owing`` is the
    entry after which it came. ``cards_told`` holds the number of cards in each Biome where only that is known (None:
    not even that). ``undecided`` are Trophies that hang on unknown figures. ``ways`` holds for each solo year in which
    a Trophy is open every way in which the three can have gone. ``elements`` are those of the Starters of each seat, as
    far as they are known ("": several; None: the chosen reading tells nothing of them). ``presumed`` are steps that the
    record left open and that are taken to be as the card says. ``ruled`` are the rulings that gave points, each with
    its entry. ``told`` holds the figures that only the record has told, each with its entry. ``unsure`` tells that the
    entry being judged left open where a card came from, ``past`` is what has happened since the first such play,
    ``spent`` counts the entries judged anew because of it. ``trail``, ``notes`` and ``fresh`` (what was scored) are of
    the entry that is being judged.
    """

    readings: Readings
    facts: Facts
    conflicts: dict[int, list[str]]
    players: tuple[str, ...]
    index: dict[str, int]
    solo: bool
    ai_recorded: bool
    seats: list[Side]
    stack: tuple[int, ...]
    piles: Piles
    number: int = 0
    trail: list[Happening] = []
    notes: list[Note] = []
    side: str | None = None
    phase: str = START
    round: int = 1
    turn: int = 0
    first: int = 0
    rested: tuple[int, ...] = ()
    last: int | None = None
    lapsed: int | None = None
    ai_due: bool = False
    owing: int = 0
    row: tuple[str, ...] = ()
    gaps: int = 0
    refilled: tuple[int, bool] | None = None
    trophies: dict[str, tuple[int | None, ...]] = {}
    won_years: tuple[dict[str, tuple[int | None, ...]], ...] = ()
    undecided: tuple[Undecided, ...] = ()
    ways: dict[int, tuple[tuple[int | None, ...], ...]] = {}
    kept: dict[int, tuple[int, ...]] = {}
    line: tuple[str, ...] = ()
    ai_tokens: tuple[int, ...] = NO_TOKENS
    ai_most: tuple[int, ...] = NO_TOKENS
    pending: dict[str, tuple[int, list[str]]] = {}
    said: frozenset[str] = frozenset()
    doubts: tuple[str, ...] = ()
    highest: dict[str, int] = {}
    cards_told: dict[int, int | None] | None = None
    elements: dict[int, str] | None = None
    told: dict[str, tuple[int, int]] = {}
    unsure: bool = False
    past: Past | None = None
    spent: list[int] = []
    presumed: tuple[Presumed, ...] = ()
    ruled: tuple[tuple[int, Ruling], ...] = ()
    ledger: list[Got] = []
    fresh: list[Got] = []
    owned: int = 0
    owns_piles: bool = True

    def draft(self, number: int | None = None) -> State:
        """Return a state to work on for the entry of that number; it shares with this one what it has not changed."""
        return replace(
            self,
            number=self.number if number is None else number,
            seats=self.seats[:],
            owned=0,
            owns_piles=False,
            trail=[],
            notes=[],
            fresh=[],
        )

    def own(self, seat: int) -> Side:
        """Return a seat's side to change."""
        bit = 1 << seat
        if not self.owned & bit:
            self.owned |= bit
            self.seats[seat] = self.seats[seat].copy()
        return self.seats[seat]

    def own_piles(self) -> Piles:
        """Return the decks and discards to change."""
        if not self.owns_piles:
            self.piles = self.piles.copy()
            self.owns_piles = True
        return self.piles

    def widen(self, seat: int, surface: bool, spaces: int) -> None:
        """Let a row of a Biome of unknown width have at least so many spaces."""
        side = self.own(seat)
        row = side.surface if surface else side.under
        row += [EMPTY] * (min(spaces, MOST_SPACES) - len(row))

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        return self.players[seat]

    def next_in(self, seat: int) -> int | None:
        """Return the first seat clockwise after this one that has not rested, None if all have."""
        count = len(self.players)
        for step in range(1, count + 1):
            other = (seat + step) % count
            if other not in self.rested:
                return other
        return None


def opening_state(log: GameLog, readings: Readings, pack: Pack) -> State:
    """Return the state of a game before its first entry."""
    facts, conflicts = facts_for(pack, log.moves)
    players = tuple(player.seat for player in log.players)
    solo = len(players) == 1
    return State(
        readings=readings,
        facts=facts,
        conflicts=conflicts,
        players=players,
        index={name: place for place, name in enumerate(players)},
        solo=solo,
        ai_recorded=solo and Ai in map(type, log.moves),
        seats=[Side(name, [EMPTY] * facts.surface_spaces, [EMPTY] * facts.under_spaces) for name in players],
        stack=tuple(range(1, len(players) + 1)),
        piles=opening_piles(facts),
        spent=[0],
    )
