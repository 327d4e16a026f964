"""A play of which it was not told whether its cards came from hand or from the row, judged anew by its refills."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import TypeVar

from msgspec.structs import replace

from oasis_ref.games.new_life.facts import Facts
from oasis_ref.games.new_life.judging_entry import Judge
from oasis_ref.games.new_life.judging_play import judge_play
from oasis_ref.games.new_life.moves import Play, PlayStep, Step
from oasis_ref.games.new_life.table import State

MOST_WAYS = 32
"""Of a play that leaves more open, so many ways are looked at."""
Played = TypeVar("Played", Play, PlayStep)


def as_refilled(state: State, refills: int) -> State | None:
    """Return the table as it lies if cards of the last play came from the row after all, so that so many are due.

    It is None if the record told where they came from, or if that many cannot have come from the row.
    """
    if state.doubted is None:
        return None
    before, play, number = state.doubted
    for meant in islice(_ways(state.facts, play), MOST_WAYS):
        judge = Judge(before.draft(number))
        judge_play(judge, meant)
        found = judge.state
        if not judge.void and found.refilled is not None and found.refilled[0] == refills:
            found.number, found.ledger, found.unsure = state.number, state.ledger, False
            found.trail, found.notes, found.fresh = [], [], []
            return found
    return None


def _ways(facts: Facts, play: Played) -> Iterator[Played]:
    """Yield a play with every way in which its Surface cards can have come from hand or row, nested ones too."""
    card = facts.cards.get(play.card)
    told = play.origin is not None or card is None or not card.surface
    for origin in (play.origin,) if told else ("migration", "hand"):
        for steps in product(*(list(_step_ways(facts, step)) for step in play.then)):
            yield replace(play, origin=origin, then=list(steps))


def _step_ways(facts: Facts, step: Step) -> Iterator[Step]:
    if isinstance(step, PlayStep):
        yield from islice(_ways(facts, step), MOST_WAYS)
    else:
        yield step
