"""Plays of which it was not told whether their cards came from hand or from the row, judged anew by what comes after.

Such a card is taken to be from hand. What the record shows later may be possible only if it came from the row: then
everything since is judged anew, with as few cards from the row as will do. What was shown decides which cards these
were only if there is no other way.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import islice, product
from typing import NamedTuple

from msgspec.structs import replace

from oasis_ref.core.documents import Entry, Ruling
from oasis_ref.core.findings import Finding
from oasis_ref.core.readings import Readings
from oasis_ref.core.text import counted
from oasis_ref.games.base import Judgement
from oasis_ref.games.new_life import effects
from oasis_ref.games.new_life.effects import assume
from oasis_ref.games.new_life.facts import Facts
from oasis_ref.games.new_life.judging import judged
from oasis_ref.games.new_life.moves import Play, PlayStep, Step
from oasis_ref.games.new_life.past import CARRIED_OUT, Event, Past, World, past_of
from oasis_ref.games.new_life.table import State

MOST_WAYS = 32
"""Of a play that leaves more open, so many ways are looked at."""
MOST_WORLDS = 300
"""So many different states are followed at most, those with the fewest cards from the row."""
FEW_WORLDS = 6
"""Of so many it is not asked which are the same."""
MOST_STEPS = 100_000
"""So many entries are judged anew at most, in a record and in what is tried in place of its entries."""

BY_ORIGIN = frozenset(
    (
        "card-in-hand",
        "card-in-row",
        "refill-at-end",
        "refill-none",
        "cycle-needs-hand",
        "trim-to-eight",
        "trim-not-further",
        "migration-deal",
        "copies",
        "deck-count",
        "order-mismatch",
        "check-mismatch",
    )
)
"""The rules that an entry may seem to break only because an earlier card is taken to be from hand."""

Fault = tuple[int | None, str]


class _Found(NamedTuple):
    """What is said of the entry in one of the worlds, and how many faults there seem to hang on cards' origins."""

    judgement: Judgement
    world: World
    seems: int


def as_it_may_have_been(state: State, number: int, entry: Entry, said: Judgement) -> Judgement:
    """Return what is to be said of an entry if earlier cards came from the row after all, where that explains more.

    ``said`` is what is said of it with every card from where it is taken to have come from.
    """
    past = past_of(state)
    found = said
    seems = sum(_hangs_on_origin(finding, number, past.faults) for finding in said.findings)
    if seems and state.spent[0] <= MOST_STEPS:
        search = _Search(state, past)
        ways = search.ways(Event(number, entry, CARRIED_OUT, 1), said.findings)
        past = replace(past, worlds=search.worlds, whole=search.whole, events=None, number=0)
        least = min((way.seems for way in ways), default=seems)
        if least < seems:
            ways = [way for way in ways if way.seems == least]
            found = ways[0].judgement
            if found.plan is not None:
                _touch(state.readings, search.readings)
                found.plan.readings = state.readings
                past = _tell(found.plan, past, ways)
    if found.plan is not None and (state.past is not None or said.plan is not found.plan or found.plan.unsure):
        faults = {fault_of(finding) for finding in found.findings if finding.status != "unverifiable"}
        found.plan.past = replace(past, faults=past.faults | faults)
    return found


def fault_of(finding: Finding) -> Fault:
    """Return the rule that a finding says is broken, with the entry."""
    return finding.entry, finding.rule


def _hangs_on_origin(finding: Finding, number: int, known: frozenset[Fault]) -> bool:
    """Return whether a finding may be there only because a card is taken to be from hand."""
    if finding.status == "unverifiable":
        return False
    return finding.rule in BY_ORIGIN if finding.entry == number else fault_of(finding) not in known


class _Search:
    """Follows all the ways in which cards can have come from the row through what has happened since."""

    def __init__(self, state: State, past: Past) -> None:
        self.past, self.whole = past, past.whole
        self.readings = Readings(state.readings.known, state.readings.chosen)
        self.spent = state.spent
        self.worlds = past.worlds
        for event in past.in_order():
            self._go_on(event)

    def ways(self, last: Event, findings: Sequence[Finding]) -> list[_Found]:
        """Return what is said of one more entry in each world in which the record can be true, likeliest first.

        ``findings`` are what is said of it as it was judged first: it may charge nothing else to earlier entries.
        """
        allowed = {*self.past.faults, *(fault_of(finding) for finding in findings if finding.entry != last.number)}
        found = []
        for world in self.worlds:
            for judgement, after in self._judged(world, last):
                wrong = [finding for finding in judgement.findings if finding.status != "unverifiable"]
                if all(finding.entry == last.number or fault_of(finding) in allowed for finding in wrong):
                    seems = sum(_hangs_on_origin(finding, last.number, self.past.faults) for finding in wrong)
                    found.append(_Found(judgement, after, seems))
        return sorted(found, key=lambda way: len(way.world.taken))

    def _go_on(self, event: Event) -> None:
        """Let every world go on with what happened next, in all the ways in which that can have been."""
        after: list[World] = []
        for world in self.worlds:
            for judgement, next_world in self._judged(world, event):
                wrong = (finding for finding in judgement.findings if finding.status != "unverifiable")
                if judgement.plan is not None and all(fault_of(finding) in self.past.faults for finding in wrong):
                    _settle(judgement.plan)
                    after.append(next_world)
        after.sort(key=lambda world: len(world.taken))
        self.worlds = _merged(after) if len(after) > FEW_WORLDS else after
        if len(self.worlds) > MOST_WORLDS:
            self.worlds, self.whole = self.worlds[:MOST_WORLDS], False

    def _judged(self, world: World, event: Event) -> Iterator[tuple[Judgement, World]]:
        """Yield what is said of an event, with every way in which its cards can have come from the row."""
        self.spent[0] += event.weight
        self.readings.number = event.number
        draft = world.state.draft(event.number)
        draft.readings = self.readings
        if isinstance(event.entry, Ruling):
            effects.ruled(draft, event.number, event.entry)
            yield Judgement((), draft), World(draft, world.taken, world.always)
            return
        if event.became != CARRIED_OUT:
            effects.lapse(draft, event.entry)
            yield Judgement((), draft), World(draft, world.taken, world.always)
            return
        judgement = judged(draft, event.entry)
        opened = draft.unsure
        yield judgement, World(draft, world.taken, world.always)
        if not opened or not isinstance(event.entry, Play):
            return
        for way, cards in islice(_ways(draft.facts, event.entry), 1, MOST_WAYS):
            self.spent[0] += event.weight
            draft = world.state.draft(event.number)
            draft.readings = self.readings
            taken = {(event.number, card) for card in cards}
            yield judged(draft, way), World(draft, world.taken | taken, world.always | taken)


def _settle(state: State) -> None:
    """Let a state be what the next entry is judged on."""
    state.unsure = False
    if state.fresh:
        state.ledger, state.fresh = state.ledger + state.fresh, []


def _merged(worlds: Sequence[World]) -> list[World]:
    """Return the worlds that differ in what lies on the table."""
    found: dict[Hashable, World] = {}
    for world in worlds:
        key = state_key(world.state)
        same = found.get(key)
        found[key] = world if same is None else replace(same, always=same.always & world.always)
    return list(found.values())


def state_key(state: State) -> Hashable:
    """Return what tells states apart that the same entries have led to."""
    piles = state.piles
    decks = (*piles.decks.values(), piles.migration)
    return (
        state.row,
        state.gaps,
        state.refilled,
        *((side.dial, side.tokens, *side.surface, *side.under) for side in state.seats),
        *(side.hand and side.hand.key() for side in state.seats),
        *((deck.size, deck.slack, deck.least, *deck.rest(), deck.bag and deck.bag.key()) for deck in decks),
        *(tuple(sorted(pile)) for pile in piles.discards.values()),
        *((step.rule, step.seat, step.hand and step.hand.key()) for step in state.presumed),
        frozenset(piles.census.seen.items()),
        (piles.unknown_discards, piles.stirred, piles.blind, piles.both, piles.aside),
    )


def _touch(readings: Readings, looked_at: Readings) -> None:
    """Count readings as touched that were touched when entries were judged anew."""
    for slug, entries in looked_at.touched.items():
        readings.touched[slug] = sorted({*readings.touched.get(slug, ()), *entries})


def _tell(plan: State, past: Past, ways: Sequence[_Found]) -> Past:
    """Say what was shown of where cards came from, and what is taken to be so. Return the past with that."""
    taken = ways[0].world.taken
    shown = taken.intersection(*(way.world.always for way in ways)) if past.whole else frozenset()
    for number, card in sorted(shown - past.shown):
        says = "What is recorded here shows that {card} came from the row at entry {entry}."
        assume(plan, "field-left-out", says, card=card, entry=number)
    shown |= past.shown
    open_still = taken - shown
    if open_still and open_still != past.supposed:
        says = (
            "What is recorded here shows that at least {number} of unrecorded origin came from the row; "
            "which is not decided. It is taken to be {cards}."
        )
        cards = [f"{card} of entry {number}" for number, card in sorted(open_still)]
        assume(plan, "field-left-out", says, number=counted(len(cards), "card"), cards=cards)
    return replace(past, shown=shown, supposed=open_still)


def _ways(facts: Facts, play: Play) -> Iterator[tuple[Play, list[str]]]:
    """Yield a play with every way in which its Surface cards can have come from the row, and those cards.

    The first one is the play as it was recorded.
    """
    return _item_ways(facts, play)  # type: ignore[return-value]


def _item_ways(facts: Facts, item: Play | PlayStep) -> Iterator[tuple[Play | PlayStep, list[str]]]:
    card = facts.cards.get(item.card)
    told = item.origin is not None or card is None or not card.surface
    for origin in (item.origin,) if told else (None, "migration"):
        own = [item.card] if origin != item.origin else []
        for steps in product(*(list(_step_ways(facts, step)) for step in item.then)):
            cards = [card for _, taken in steps for card in taken]
            yield replace(item, origin=origin, then=[step for step, _ in steps]), own + cards


def _step_ways(facts: Facts, step: Step) -> Iterator[tuple[Step, list[str]]]:
    if isinstance(step, PlayStep):
        yield from islice(_item_ways(facts, step), MOST_WAYS)
    else:
        yield step, []
