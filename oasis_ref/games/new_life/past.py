"""What is kept to judge anew where a card came from, once something that the record shows is at odds with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import replace

from oasis_ref.core.documents import Entry

if TYPE_CHECKING:
    from oasis_ref.games.new_life.table import State

MOST_EVENTS = 500
"""So many entries are kept at most; after more of them nothing is judged anew."""
LONG_ENTRY = 1_000
"""An entry of so many bytes counts as several: judging it takes longer."""

CARRIED_OUT, LEFT_OUT, RULED = "carried out", "left out", "ruled"

Taken = frozenset[tuple[int, str]]
"""Cards that are taken to have come from the row, each with the entry that played it."""


class Event(Struct, frozen=True, gc=False):
    """An entry and what became of it, with the number of steps that judging it anew counts for."""

    number: int
    entry: Entry
    became: str
    weight: int


class World(Struct, frozen=True):
    """A state that fits what was recorded, with the cards that came from the row in it.

    Several ways lead to the same state: ``taken`` are the cards of the way with the fewest, ``always`` those of all.
    """

    state: State
    taken: Taken = frozenset()
    always: Taken = frozenset()


class Past(Struct, frozen=True):
    """What has happened since a play of which the record leaves open whether its cards came from hand or row.

    ``worlds`` are all states that were possible at some point, ``events`` is a chain of what came after it, the last
    event first; ``whole`` tells that no such state was passed over. ``faults`` are the rules that the record was found
    to break meanwhile, each with its entry, ``shown`` is what was said already of where cards came from.
    """

    worlds: list[World]
    whole: bool = True
    events: Any = None
    number: int = 0
    faults: frozenset[tuple[int | None, str]] = frozenset()
    shown: Taken = frozenset()
    supposed: Taken = frozenset()

    def then(self, number: int, entry: Entry, became: str) -> Past | None:
        """Return what has happened with one more event; None if it has become too much."""
        if self.number >= MOST_EVENTS:
            return None
        event = Event(number, entry, became, 1 + len(encode(entry)) // LONG_ENTRY)
        return replace(self, events=(event, self.events), number=self.number + 1)

    def in_order(self) -> list[Event]:
        """Return the events, the first one first."""
        events = []
        chain = self.events
        while chain is not None:
            event, chain = chain
            events.append(event)
        return events[::-1]


def past_of(state: State) -> Past:
    """Return what is kept of a state, with nothing happened yet if its plays left nothing open."""
    if state.past is not None:
        return state.past
    start = state.draft()
    start.ledger = start.ledger[:]
    return Past([World(start)])
