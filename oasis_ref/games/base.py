"""What a game must offer. The referee, the reports and the command line know games only through this."""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from oasis_ref.core.documents import Entry, Log, Pack, Ruling, Sheet
from oasis_ref.core.findings import Finding, Happening, Note
from oasis_ref.core.readings import Readings
from oasis_ref.core.rules import Catalogue
from oasis_ref.core.tally import Node


class Judgement(Struct, gc=False):
    """What the rules say of one entry, before anything is changed.

    ``findings`` may include some with ``entry`` set to an earlier number: an omission, charged to who owed it.
    ``plan`` is whatever the game worked out on the way and needs again to carry the entry out.
    ``void`` says that the table cannot carry the entry out at all, whatever the policy. ``kept`` says that the record
    is at fault and not the player: the entry, as far as it can be, counts under the policy ``void`` too.
    """

    findings: Sequence[Finding] = ()
    plan: Any = None
    void: bool = False
    kept: bool = False


class Outcome(Struct, omit_defaults=True):
    """How a game stands at the end of the record.

    ``state`` is ``finished``, ``unfinished`` (nobody has won yet) or ``undecided`` (a needed fact is unknown; ``why``
    names it). ``points`` are the totals by seat (None: cannot be told), ``places`` the rank of each seat,
    ``decided_by`` says in words how the winner was found or a tie was broken. Where who wins is undecided, ``beaten``
    are the seats that cannot have won.
    """

    state: Literal["finished", "unfinished", "undecided"]
    winners: list[str] = []
    points: dict[str, int | None] = {}
    places: dict[str, int] = {}
    decided_by: str | None = None
    rule: str | None = None
    why: str | None = None
    claims: dict[str, Any] = {}
    beaten: list[str] = []


Span = tuple[str, str]
"""A piece of a drawing: its text, and the name of its style (``""`` for plain)."""


class View(Struct):
    """The table as plain data: ``lines`` to draw (each a list of spans), ``data`` to compute with."""

    lines: list[list[Span]]
    data: dict[str, Any]


LeftOut = Mapping[int, Entry | None]
"""Entries that are not carried out, by number, each with what takes its place or None."""


class Table(ABC):
    """The state of one game while its record is replayed.

    ``trail`` and ``notes`` collect what happened and what was assumed since the referee last took them.
    ``number`` is the number of the entry being judged or carried out; the referee sets it.

    ``judges`` and ``effects`` give for each type of entry what judges it and what carries it out; a game that does
    more for every entry overrides `judge` or `carry_out` and leaves the mapping empty. The referee holds on to both
    during a replay: a table for which other ones hold from some entry on changes them in place.
    """

    judges: Mapping[type, Callable[[Any, Any], Judgement]] = {}
    effects: Mapping[type, Callable[[Any, Any, Any], None]] = {}
    settles: Mapping[str, Sequence[str]] = {}
    """For a rule that an entry is charged with later: those of which nobody need ask any more whether it broke them."""
    looks_ahead: bool = False
    """Whether the table knows, before the first entry, something that hangs on the whole record (see `hindsight`)."""
    number: int
    trail: list[Happening]
    notes: list[Note]
    readings: Readings
    pack: Pack

    def judge(self, entry: Entry) -> Judgement:
        """Return what the rules say of the entry. Changes nothing but the readings touched."""
        return self.judges[type(entry)](self, entry)

    def carry_out(self, entry: Entry, judgement: Judgement) -> None:
        """Do what the entry says, as far as the table physically can. Judges nothing."""
        self.effects[type(entry)](self, entry, judgement.plan)

    def left_out(self, entry: Entry, judgement: Judgement) -> None:  # noqa: B027
        """Take note that the entry was judged and then not carried out. Most games need not know."""

    def ruled(self, number: int, ruling: Ruling) -> None:  # noqa: B027
        """Take note of a ruling that holds, where it stands. Most games count the points it gives only in the end."""

    def hindsight(self, left_out: LeftOut) -> LeftOut:
        """Return what of this a replay must know before it begins: nothing, if that makes no difference.

        ``left_out`` are the entries that were not carried out, of those that have been replayed.
        """
        return {}

    def knowing(self, left_out: LeftOut) -> Table:
        """Return a table for the same record, before its first entry, that knows what will not be carried out."""
        return self

    @abstractmethod
    def close(self) -> list[Finding]:
        """Do what the end of the record brings by itself; return findings charged to earlier entries."""

    @abstractmethod
    def tally(self, given: Sequence[tuple[int, Ruling]] = ()) -> Node:
        """Return the score as it stands, with the points that rulings gave (each with its entry number)."""

    @abstractmethod
    def outcome(self, tally: Node) -> Outcome:
        """Return who has won, from the tally."""

    @abstractmethod
    def view(self) -> View:
        """Return the table as plain data."""

    @abstractmethod
    def candidates(self) -> Iterator[Entry]:
        """Yield the entries worth asking about now: everything legal is among them, and more."""

    def examples(self) -> Mapping[str, str]:
        """Return the kinds of entry of which `candidates` has examples only, each with what else may be."""
        return {}

    def repairs(self, entry: Entry) -> Iterator[Entry]:
        """Yield what a faulty entry may have been meant as, where `candidates` cannot know it: a set-up, say.

        It is used to tell a cause from what follows from it, never to change what is judged.
        """
        return iter(())

    def surely_made(self, entry: Entry) -> bool:
        """Return whether a faulty entry was made all the same, only not quite so: leaving it out mends nothing then.

        It is used to tell a cause from what follows from it.
        """
        return False

    def one_slip(self, meant: Entry, written: Entry) -> bool:
        """Return whether one slip makes what is written out of what was meant: not if two things differ.

        It is used to tell a cause from what follows from it.
        """
        return True

    def forgotten(self, behind: Entry) -> Iterator[Sequence[Entry]]:
        """Yield what more than one entry of `candidates` may have been forgotten right before an entry.

        It is used to tell a cause from what follows from it, never to change what is judged.
        """
        return iter(())

    def permit(self, number: int) -> bool:
        """Let an entry be carried out that no rule or no hand lets be; return whether there are any such in this game.

        It is used to tell a cause from what follows from it: what hangs on a card that lay there all the same.
        """
        return False

    def rests_on(self) -> Sequence[int]:
        """Return the numbers of earlier entries that say what may be done now: if one is wrong, it shows only now."""
        return ()

    def copy(self) -> Table:
        """Return an independent copy, sharing what never changes."""
        import copy

        shared = [self.pack, *self._constants()]
        return copy.deepcopy(self, {id(part): part for part in shared})

    def _constants(self) -> Sequence[Any]:
        """Return the parts that never change during a replay, to be shared between copies."""
        return ()


class SheetResult(Struct):
    """What scoring a sheet gives."""

    findings: list[Finding]
    notes: list[Note]
    tally: Node
    outcome: Outcome


class PackIssue(Struct):
    """One thing that a pack check found: a rule or check slug, an error or a warning, where, and what."""

    slug: str
    level: Literal["error", "warning", "note"]
    where: str
    message: str


def later(module: str, name: str) -> Callable[..., Any]:
    """Return a function that loads its module when it is first called: judging a log does not need every room."""

    def function(*arguments: Any, **options: Any) -> Any:
        return getattr(importlib.import_module(module), name)(*arguments, **options)

    return function


class Option(Struct, frozen=True):
    """An option of a simulation: what it asks, each value with its meaning (the default first), for how many players.

    ``players`` lists the numbers of players for which it means anything; empty: for all.
    """

    name: str
    question: str
    values: dict[str, str]
    players: tuple[int, ...] = ()


class Game(Struct, frozen=True, kw_only=True):
    """One game, as the rest of the program sees it."""

    slug: str
    title: str
    least_players: int
    most_players: int
    seats: tuple[str, ...] = ()
    """The seats, where they are the same in every game; empty where the players name them."""
    others: tuple[tuple[str, str], ...] = ()
    """Sides that can win though nobody sits there, with the names they have in a sentence."""
    catalogue: Catalogue
    log: type[Log]
    sheet: type[Sheet]
    pack: type[Pack]
    entry: Any
    """The union of the entry types, for a replacement in a ruling."""
    packs: dict[str, Any]
    """Name of each pack that comes with the game, with its file; the first is the default."""
    open_table: Callable[[Any, Readings, Any], Table]
    score_sheet: Callable[[Any, Readings, Any], SheetResult]
    describe: Callable[[Any], str]
    """The entry as a short sentence part: ``A plays camel on A2``."""
    check_pack: Callable[[Any], Iterable[PackIssue]]
    show_pack: Callable[[Any], View]
    new_pack: Callable[[str], str]
    """The text of a template pack of that name, to be filled in."""
    simulate: Callable[..., dict[str, Any]]
    """A random legal game as a log document: ``simulate(seed, players, pack, readings, options)``.

    It raises OptionError for an option that is none of ``options``, NoGame for a pack that leaves too much open."""
    options: tuple[Option, ...] = ()
    """The options of a simulation."""
    simulated_with: str = ""
    """The pack that a simulation uses if none is named; empty: the default pack."""

    @property
    def simulation_pack(self) -> str:
        """The name of the pack that a simulation uses if none is named."""
        return self.simulated_with or next(iter(self.packs))

    hide: Callable[[Any], Any]
    """A log with everything blanked that a scribe at the table cannot see."""
