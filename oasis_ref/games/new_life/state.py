"""What lies on the table of one game of New Life.

The state itself changes only by taking over a draft: the judge works out on a draft what an entry brings, with the
same rules and effects that everything else uses, and carrying the entry out means taking that draft over. A draft
shares everything with the table until it changes it.
"""

from __future__ import annotations

from typing import Self

from msgspec import Struct

from oasis_ref.core.cards import Hand
from oasis_ref.core.findings import Happening, Note
from oasis_ref.core.readings import Readings
from oasis_ref.games.new_life.amounts import NO_FIGURES, Form
from oasis_ref.games.new_life.facts import MOST_SPACES, facts_for
from oasis_ref.games.new_life.moves import Ai, GameLog, Pack
from oasis_ref.games.new_life.piles import Piles

START, TURNS, YEAR_END, BETWEEN, OVER = "start", "turns", "year-end", "between", "over"
EMPTY = ""
ROUNDS = 3
ROW, DEALT = 3, 7
HAND_LIMIT = 8
REST_DRAWS = 5
NO_TOKENS = (0, 0, 0)
TILE_NOT_TOLD = 0


class Got(Struct, frozen=True, gc=False):
    """Points that a seat scored: from what source, at which entry. ``figure`` names an unknown figure, else None."""

    seat: int
    source: str
    entry: int
    points: int
    what: str
    figure: str | None = None


class Side:
    """What lies before one player, and what is in hand.

    ``hand`` is None while not even its size is known. ``figures`` are the unknown parts of the dial. ``tokens`` are
    the tokens that are sure, ``most_tokens`` those that are possible (None: the same). ``surface`` and ``under`` hold
    card ids, "" for an empty space.
    """

    __slots__ = ("dial", "figures", "hand", "most_tokens", "name", "settled", "surface", "tile", "tokens", "under")

    def __init__(self, name: str, surface: int, under: int) -> None:
        self.name = name
        self.dial = 0
        self.figures: dict[str, int] = NO_FIGURES
        self.tokens: tuple[int, ...] = NO_TOKENS
        self.most_tokens: tuple[int, ...] | None = None
        self.surface: list[str] = [EMPTY] * surface
        self.under: list[str] = [EMPTY] * under
        self.hand: Hand | None = None
        self.tile: int | None = None
        self.settled: int = 0

    def copy(self) -> Side:
        """Return an independent copy."""
        twin = Side.__new__(Side)
        twin.name, twin.dial, twin.figures, twin.tokens = self.name, self.dial, self.figures, self.tokens
        twin.most_tokens, twin.tile, twin.settled = self.most_tokens, self.tile, self.settled
        twin.surface, twin.under = self.surface[:], self.under[:]
        twin.hand = None if self.hand is None else self.hand.copy()
        return twin

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


class State:
    """Everything that one game has come to.

    ``turn`` is the index of the seat on turn; in solo ``ai_due`` tells that it is the AI's turn, and ``owing`` is the
    entry after which it came. ``cards_told`` holds the number of cards in each Biome where only that is known (None:
    not even that). ``ways`` holds for each solo year in which a Trophy is open every way in which the three can have
    gone.
    """

    def __init__(self, log: GameLog, readings: Readings, pack: Pack) -> None:
        self.readings, self.number = readings, 0
        self.trail: list[Happening] = []
        self.notes: list[Note] = []
        self.facts, self.conflicts = facts_for(pack, log.moves)
        self.players = tuple(dict.fromkeys(player.seat for player in log.players))
        self.listed = len(log.players)
        self.index = {name: place for place, name in enumerate(self.players)}
        self.solo = len(self.players) == 1
        self.ai_recorded = self.solo and any(type(entry) is Ai for entry in log.moves)
        self.side: str | None = None
        self.phase = START
        self.round, self.turn, self.first = 1, 0, 0
        self.rested: tuple[int, ...] = ()
        self.last: int | None = None
        self.lapsed: int | None = None
        self.ai_due = False
        self.owing = 0
        self.seats = [Side(name, self.surface_spaces, self.under_spaces) for name in self.players]
        self.stack = tuple(range(1, len(self.players) + 1))
        self.row: tuple[str, ...] = ()
        self.gaps = 0
        self.refilled: tuple[int, bool] | None = None
        self.piles = Piles(self.facts)
        self.trophies: dict[str, tuple[int | None, ...]] = {}
        self.won_years: tuple[dict[str, tuple[int | None, ...]], ...] = ()
        self.ways: dict[int, tuple[tuple[int | None, ...], ...]] = {}
        self.kept: dict[int, tuple[int, ...]] = {}
        self.line: tuple[str, ...] = ()
        self.ai_tokens: tuple[int, ...] = NO_TOKENS
        self.ai_most: tuple[int, ...] = NO_TOKENS
        self.pending: dict[str, tuple[int, list[str]]] = {}
        self.said: frozenset[str] = frozenset()
        self.doubts: tuple[str, ...] = ()
        self.highest: dict[str, int] = {}
        self.cards_told: dict[int, int | None] | None = None
        self.ledger: list[Got] = []
        self.fresh: list[Got] = []
        self.owned = 0
        self.owns_piles = True

    @property
    def surface_spaces(self) -> int:
        """How many Surface spaces a Biome surely has."""
        return 1 if self.facts.under is None else len(self.facts.under)

    @property
    def under_spaces(self) -> int:
        """How many Subterrain spaces a Biome surely has."""
        return 3 if self.facts.spaces is None else self.facts.spaces

    def draft(self) -> Self:
        """Return a table to work on: it shares everything with this one until it changes it."""
        twin = self.__class__.__new__(self.__class__)
        twin.__dict__ = self.__dict__.copy()
        twin.seats = self.seats[:]
        twin.owned = 0
        twin.owns_piles = False
        twin.trail, twin.notes, twin.fresh = [], [], []
        return twin

    def take_over(self, draft: State) -> None:
        """Become what the draft is."""
        self.__dict__ = draft.__dict__
        if self.fresh:
            self.ledger += self.fresh
            self.fresh = []

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

    def widen(self, seat: int, surface: int, under: int) -> None:
        """Let a Biome of unknown width have at least so many spaces."""
        side = self.own(seat)
        side.surface += [EMPTY] * (min(surface, MOST_SPACES) - len(side.surface))
        side.under += [EMPTY] * (min(under, MOST_SPACES) - len(side.under))

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
