"""The table of OASIS New Hope: everything that lies there, whose turn it is, what is pending."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, NamedTuple

from msgspec import Struct

from oasis_ref.core.documents import Ruling
from oasis_ref.core.findings import Finding, Happening, Note, assumption
from oasis_ref.core.readings import Readings
from oasis_ref.games.base import Judgement
from oasis_ref.games.new_hope.cards import (
    EQUIPMENT,
    HAND_LIMIT,
    KHALLA,
    SPECIALISTS_HAND_LIMIT,
    UNKNOWN,
    Stock,
    banner,
    clan_action,
    highlighted,
    stock_of,
)
from oasis_ref.games.new_hope.moves import Companion, Pack, Reshuffle
from oasis_ref.games.new_hope.worlds import FEW_WORLDS, MOST_WORLDS, Effort, World, merged

MAIN = "main"


class Pending(Struct, frozen=True, gc=False):
    """An action that is earned and not yet done. ``group`` numbers the banner or mission that it belongs to."""

    action: str
    source: str = "main"
    group: int = 0
    companion: str | None = None


MAIN_DUE = Pending(MAIN)


class Recruited(Struct, frozen=True, gc=False):
    """What may keep a clan from a mission this turn. ``clan`` is None if it is not known, ``among`` what it can be."""

    how: str
    companion: str
    clan: str | None
    main: bool
    among: frozenset[str] | None = None


class Turn(Struct, gc=False):
    """One turn: who has it, what is pending (topmost last), what was recruited, the mission."""

    seat: int
    by: str
    stack: list[Pending]
    recruits: list[Recruited] = []
    mission_done: bool = False
    mission_clan: str | None = None

    def copy(self) -> Turn:
        """Return an independent copy."""
        return Turn(self.seat, self.by, self.stack[:], self.recruits[:], self.mission_done, self.mission_clan)

    @property
    def main_due(self) -> bool:
        """Whether the main action is still to come."""
        return MAIN_DUE in self.stack


class Arrival(NamedTuple):
    """How the Oasis was reached."""

    seat: int
    card: str
    number: int


class State:
    """Everything on the table, with the small helpers that rules and effects share."""

    __slots__ = (
        "always_held",
        "arrival",
        "camps",
        "centre_apart",
        "centre_there",
        "companion_mark",
        "companion_order",
        "companion_size",
        "companions",
        "count",
        "deck_order",
        "deck_size",
        "effort",
        "emptied",
        "exhausted_by",
        "final_numbers",
        "index",
        "laid_at",
        "lair",
        "last_done",
        "last_turns",
        "listed",
        "moves",
        "notes",
        "number",
        "pack",
        "partial",
        "phase",
        "places",
        "prices",
        "readings",
        "refilled",
        "refused",
        "rows",
        "seats",
        "shuffle_open",
        "shuffles",
        "sizes",
        "starter",
        "stock",
        "trail",
        "turn",
        "undrafted",
        "unsaid",
        "variant",
        "water",
        "worlds",
    )

    def __init__(self, pack: Pack, seats: Sequence[str], readings: Readings, moves: Sequence[Any] = ()) -> None:
        self.pack = pack
        self.readings = readings
        self.number = 0
        self.trail: list[Happening] = []
        self.notes: list[Note] = []
        self.moves = moves
        self.refused: frozenset[tuple[int, str]] = frozenset()
        """What was found wrong with entries that were left out: the number of the entry and the rule."""
        self.unsaid: list[Finding] = []
        """What was left out of a turn that an entry ended which was then left out: the next entry tells it."""
        self.last_done = 0
        """The number of the last entry that was carried out."""
        self.effort = Effort()
        self.phase = "setup"
        self.listed = list(seats)
        self.prices = {name: item.price for name, item in pack.equipment.items() if name in EQUIPMENT}
        self.companions: dict[str, Companion] = {companion.id: companion for companion in pack.companions}
        self.lay_out(seats, "base")

    def lay_out(self, seats: Sequence[str], variant: str, stock: Stock | None = None) -> None:
        """Clear the table for these seats, with this stock if it has been made."""
        self.seats = list(seats)
        self.index = {seat: place for place, seat in enumerate(self.seats)}
        self.count = len(self.seats)
        self.variant = variant
        self.always_held = SPECIALISTS_HAND_LIMIT if variant == "specialists" else HAND_LIMIT
        """A hand of so many cards is within every limit."""
        if stock is None:
            extra = 2 if self.count == 2 and self.readings["starting-shield"] == "extra" else 0
            stock = stock_of(self.pack, variant, self.companions, extra)
        self.stock = stock
        self.rows: list[list[str]] = [[] for _ in self.seats]
        self.places: list[list[int]] = [[] for _ in self.seats]
        self.laid_at: list[list[int]] = [[] for _ in self.seats]
        self.camps: list[dict[str, int]] = [{} for _ in self.seats]
        self.sizes: list[int] = [0] * self.count
        self.lair: list[str] = []
        """The cards of the Lair, hidden ones as ``?``; each world says what those are known as."""
        self.deck_size = 0
        self.deck_order: list[str] | None = None
        self.companion_size = 0
        self.companion_order: list[str] | None = None
        self.companion_mark = "companion:?"
        self.shuffles = 0
        self.refilled = 0
        self.shuffle_open = False
        self.worlds = [World([{} for _ in self.seats], {}, {}, {}, {})]
        self.partial = False
        self.emptied: set[str] = set()
        self.centre_apart = 0
        self.centre_there = False
        self.starter = 0
        self.undrafted: list[str] = []
        self.turn = Turn(0, self.seats[0] if self.seats else "", [MAIN_DUE])
        self.exhausted_by: int | None = None
        self.last_turns: int | None = None
        self.final_numbers: dict[int, int] = {}
        self.arrival: Arrival | None = None
        self.water: tuple[str, int] | None = None

    # What rules and effects ask

    def last_number(self, seat: int) -> int:
        """Return the lowest place filled in a row, 13 if only Khalla lies there."""
        places = self.places[seat]
        return places[-1] if places else KHALLA

    def clan(self, companion: str) -> str:
        """Return a Companion's clan: a clan, ``none`` or ``unknown``."""
        known = self.companions.get(companion)
        return "unknown" if known is None else known.clan

    def highlighted(self, companion: str) -> str:
        """Return the highlighted action of a Companion, ``unknown`` if it cannot be told."""
        known = self.companions.get(companion)
        if known is None:
            return UNKNOWN
        due = clan_action(known)
        if due is not None:
            return due
        printed, top = highlighted(known, "as-printed"), highlighted(known, "top")
        if printed == top:
            return printed
        return highlighted(known, self.readings("highlighted"))

    def banner(self, companion: str) -> tuple[str, str]:
        """Return the two actions of a Companion's banner, with what follows from its clan filled in.

        Each base banner holds the action of its clan: where it is highlighted, or where nothing else can be it.
        """
        known = self.companions[companion]
        first, second = banner(known)
        if UNKNOWN not in (first, second):
            return first, second
        due = clan_action(known)
        if due is None:
            return first, second
        if first == UNKNOWN and (
            known.highlighted == 1 or second not in (due, UNKNOWN) or self.readings("highlighted") == "top"
        ):
            return due, second
        if second == UNKNOWN and (known.highlighted == 2 or first not in (due, UNKNOWN)):
            return first, due
        return first, second

    def last_entry(self) -> int:
        """Return the number of the last entry of the running turn, also if that was left out."""
        by = self.turn.by
        for number in range(min(self.number - 1, len(self.moves)), self.last_done, -1):
            entry = self.moves[number - 1]
            if type(entry) is not Ruling and getattr(entry, "by", "") == by:
                return number
        return self.last_done

    def taking_follows(self) -> bool:
        """Return whether the record has a shuffle here and then takes a Companion from the top of the deck."""
        here = self.moves[self.number - 1 : self.number + 1]
        if len(here) < 2 or type(here[0]) is not Reshuffle:
            return False
        take = getattr(here[1], "take", None)
        origin = getattr(here[1], "origin", None)
        return take is not None and (origin == "deck" or (origin is None and (take == "?" or take not in self.lair)))

    def over_by_deck(self) -> bool:
        """Return whether the game has ended with the last turns."""
        return self.phase == "over" and self.arrival is None

    def tied(self) -> list[str]:
        """Return the seats with the lowest last number, if there are several."""
        numbers = self.standing()
        best = min(numbers.values(), default=KHALLA)
        seats = [seat for seat, number in numbers.items() if number == best]
        return seats if len(seats) > 1 else []

    def standing(self) -> dict[str, int]:
        """Return the number by which each seat is ranked."""
        counting = {seat: self.last_number(place) for place, seat in enumerate(self.seats)}
        if self.final_numbers and self.phase == "over" and self.arrival is None:
            before = {seat: self.final_numbers.get(place, counting[seat]) for place, seat in enumerate(self.seats)}
            if before != counting and self.readings("slow-down-end") == "before":
                return before
        return counting

    # Keeping the worlds small

    def follow(self, keep: Sequence[int] | None, cut: bool) -> None:
        """Keep only the worlds with these places in the list; ``cut`` says that not all have been looked at."""
        if keep is not None:
            self.worlds = [self.worlds[place] for place in keep]
            if len(self.worlds) > 1:
                self.branch(self.worlds)
        if cut:
            self.give_up()
        if len(self.worlds) > 1:
            self._tire()

    def split(self, worlds: Iterable[World]) -> None:
        """Take these worlds in place of the ones so far, of which some have been ruled out, or have become several."""
        after = list(islice(worlds, MOST_WORLDS + 1))
        if len(after) > len(self.worlds):
            self.branch(after)
            if len(after) > MOST_WORLDS:
                self.give_up()
        elif after:
            self.worlds = after

    def branch(self, worlds: Iterable[World]) -> None:
        """Take these worlds in place of the ones so far."""
        kept, dropped = merged(worlds, self.effort)
        if kept:
            self.worlds = kept
        if dropped:
            self.give_up()

    def _tire(self) -> None:
        """Count the worlds that an entry has to follow, and give most of them up when they have been too many."""
        if self.effort.exhausts(len(self.worlds)):
            self.worlds = self.worlds[:FEW_WORLDS]
            self.give_up()

    def surely_holds(self, seat: int, cards: Sequence[str]) -> bool:
        """Return whether all the cards are named and known to lie in a hand: then they exist, and nothing is hidden."""
        if len(self.worlds) > 1 or self.partial:
            return False
        hand = self.worlds[0].hands[seat]
        for card in cards:
            if card not in hand or card[-1:] == "?":
                return False
        return len(cards) < 2 or len(set(cards)) == len(cards) or all(hand[card] >= cards.count(card) for card in cards)

    def give_up(self) -> None:
        """Note that not all possibilities are followed any more."""
        if not self.partial:
            self.partial = True
            self.notes.append(
                assumption(
                    "The hidden cards can be shared out in more ways than are followed: "
                    "from here on, what hangs on them is said to be open."
                )
            )

    def say(self, rule: str, says: str, facts: dict[str, Any]) -> None:
        """Add a line to the trail."""
        self.trail.append(Happening(rule, says, facts))

    def share(self, other: State) -> None:
        """Let the other table have all that this one has, without copying it."""
        for name in State.__slots__:
            setattr(other, name, getattr(self, name))

    def twin(self, other: State) -> None:
        """Make the other table an independent copy of this one, sharing what never changes."""
        self.share(other)
        other.trail, other.notes = self.trail[:], self.notes[:]
        other.readings = self.readings.__deepcopy__(None)
        other.rows = [row[:] for row in self.rows]
        other.places = [row[:] for row in self.places]
        other.laid_at = [row[:] for row in self.laid_at]
        other.camps = [camp.copy() for camp in self.camps]
        other.sizes = self.sizes[:]
        other.lair = self.lair[:]
        other.deck_order = None if self.deck_order is None else self.deck_order[:]
        other.companion_order = None if self.companion_order is None else self.companion_order[:]
        other.worlds = [world.copy() for world in self.worlds]
        other.emptied = set(self.emptied)
        other.undrafted = self.undrafted[:]
        other.turn = self.turn.copy()
        other.final_numbers = self.final_numbers.copy()


class Plan(Judgement, gc=False, kw_only=True):
    """What judging an entry brought to light, with what carrying it out needs again.

    ``turn`` is the turn that the entry belongs to; ``aside`` says that it is not simply the running one, or that there
    are notes. ``resolved`` is the pending action that it resolves, ``at`` its place in the stack (the top, if nothing
    else is said), ``popped`` how many above it are passed over. ``gained`` are the cards that somebody gets. ``either``
    says that Companions taken out of the Lair may as well have come from the deck, and that both are to be followed.
    """

    turn: Turn
    resolved: Pending | None = None
    at: int = -1
    cards: Sequence[str] = ()
    popped: int = 0
    notes: list[Note] | None = None
    aside: bool = False
    implied: bool = False
    idle: bool = False
    cut: bool = False
    keep: list[int] | None = None
    origin: str | None = None
    either: bool = False
    target: int = -1
    gained: Sequence[str] = ()
    layout: Any = None

    def note(self, note: Note) -> None:
        """Add a note to be shown if the entry is carried out."""
        self.aside = True
        if self.notes is None:
            self.notes = [note]
        else:
            self.notes.append(note)

    def faulty(self, number: int) -> bool:
        """Return whether something is wrong with entry ``number`` itself, not only with a turn that it closes."""
        return bool(self.findings) and any(finding.entry == number for finding in self.findings)

    def find(self, finding: Finding) -> None:
        """Add a finding; one that no table can carry out makes the entry void."""
        self.findings = [*self.findings, finding]
        if finding.void:
            self.void = True
