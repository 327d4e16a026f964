"""What could be done now: entries for the judge to filter, nested plays to any depth that a hand allows."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import combinations, islice
from typing import Any

from msgspec.structs import replace

from oasis_ref.core.cards import is_unknown
from oasis_ref.core.documents import Entry
from oasis_ref.games.new_life import effects
from oasis_ref.games.new_life.facts import NOTHING, StepFacts, as_written
from oasis_ref.games.new_life.judging_entry import Judge
from oasis_ref.games.new_life.judging_play import PAYING, match, try_play
from oasis_ref.games.new_life.judging_rest import empty_places
from oasis_ref.games.new_life.moves import (
    Ai,
    Cycle,
    CycleStep,
    DiscardStep,
    DrawStep,
    Migrate,
    Play,
    PlayStep,
    PointsStep,
    Rest,
    Retain,
    Step,
    TokensStep,
    Year,
)
from oasis_ref.games.new_life.piles import KINDS
from oasis_ref.games.new_life.rules_rest import draws_now
from oasis_ref.games.new_life.rules_turns import on_turn
from oasis_ref.games.new_life.table import BETWEEN, HAND_LIMIT, REST_DRAWS, START, TURNS, YEAR_END, State

MOST_TRIMS = 2_000
"""So many ways of trimming a hand are listed for each draw at most: all of them up to thirteen cards."""
MOST_ENTRIES = 20_000
"""So many chains of plays are tried at most, the shorter ones first."""


def candidates_of(state: State) -> Iterator[Entry]:
    """Yield the entries that can come next: all that are legal are among them."""
    if not state.players or state.phase == START:
        return
    if state.phase == YEAR_END and not state.solo:
        yield from retains(state)
    if state.phase in (YEAR_END, BETWEEN) and not state.solo:
        if state.round >= 3:
            return
        yield Year()
    if state.solo and state.ai_due:
        yield from ai_cards(state)
        return
    ahead = ahead_of(state)
    if ahead.phase != TURNS:
        return
    for seat in on_turn(ahead):
        yield from actions(state, ahead, seat)


def meant_as(state: State, entry: Entry) -> Iterator[Entry]:
    """Yield what an entry may have been meant as.

    An action as that of the seat on turn; a play on another space; a Rest with the draws and discards that are due; the
    refills due. Chains of unknown cards are no candidates; and of the many ways of trimming a hand, unknown discards
    stand for all.
    """
    if isinstance(entry, Migrate) and state.refilled is not None and 0 < state.refilled[0] < len(entry.cards):
        yield replace(entry, cards=entry.cards[: state.refilled[0]])
    seat = state.index.get(getattr(entry, "by", ""))
    if seat is None:
        return
    if isinstance(entry, Play | Cycle | Rest) and state.phase == TURNS and not state.ai_due:
        yield from (replace(entry, by=state.name(other)) for other in on_turn(state) if other != seat)
    if isinstance(entry, Play):
        for surface in (True, False):
            for place in empty_places(state, seat, surface):
                yield replace(entry, space=place.name)
    elif isinstance(entry, Rest):
        yield from _rests_meant(state, seat, entry)


def _rests_meant(state: State, seat: int, entry: Rest) -> Iterator[Rest]:
    hand = state.seats[seat].hand
    given = entry.drawn or []
    missing = max(0, REST_DRAWS - len(given)) if draws_now(state) else 0
    for surface in range(missing, -1, -1):
        drawn = [*given, *["surface:?"] * surface, *["subterrain:?"] * (missing - surface)]
        if missing:
            yield replace(entry, drawn=drawn)
        if hand is not None and draws_now(state):
            due = max(0, len(hand) + len(drawn) - HAND_LIMIT)
            kept = (entry.discards or [])[:due]
            yield replace(entry, drawn=drawn, discards=[*kept, *["?"] * (due - len(kept))])


def ahead_of(state: State) -> State:
    """Return the table as the next action finds it: a Flood and a new year may come first."""
    judge = Judge(state.draft())
    if state.phase != TURNS:
        judge.go_on()
    return judge.state


def actions(state: State, ahead: State, seat: int) -> Iterator[Entry]:
    """Yield everything that a seat on turn can do."""
    yield from plays(state, ahead, seat)
    yield from cycles(ahead, seat)
    yield from rests(state, ahead, seat)


# Plays


def plays(state: State, ahead: State, seat: int) -> Iterator[Play]:
    """Yield the plays of a seat, each with every chain that its action allows."""
    name, tried = state.name(seat), 0
    for card, space, origin in single_plays(ahead, seat):
        first = Play(by=name, card=card, space=space, origin=origin)
        waiting = deque(replace(first, **choice) for choice in choices(state, card))
        while waiting and tried < MOST_ENTRIES:
            tried += 1
            entry = waiting.popleft()
            judge = Judge(state.draft())
            if not try_play(judge, entry) or _hopeless(judge):
                continue
            yield entry
            if not entry.decline:
                waiting.extend(longer(judge.state, seat, entry))


def _hopeless(judge: Judge) -> bool:
    """Return whether a chain is at fault in a way that no further step can mend."""
    return any(
        finding.status in ("illegal", "inconsistent") and finding.rule != "partial-action" for finding in judge.findings
    )


def choices(state: State, card: str) -> Iterator[dict[str, Any]]:
    """Yield the ways of taking or declining what a card brings by itself."""
    facts = state.facts.cards[card]
    yield {}
    if any(step.kind in PAYING for step in facts.action or ()):
        yield {"decline": True}
    if facts.play is not NOTHING and state.readings["decline-points"] == "allowed":
        yield {"decline_points": True}


def single_plays(state: State, seat: int, named: bool = False) -> Iterator[tuple[str, str, Any]]:
    """Yield card, space and source of every single play that hand and row allow, or only of cards that are named."""
    for card, origin in playable_cards(state, seat, named):
        for place in empty_places(state, seat, state.facts.cards[card].surface):
            yield card, place.name, origin


def playable_cards(state: State, seat: int, named: bool) -> Iterator[tuple[str, Any]]:
    """Yield the cards that may leave the hand, and the open ones of the row, with their source.

    An unknown card of a hand may be any that fits; with ``named`` it is passed over.
    """
    hand = state.seats[seat].hand
    held = [] if hand is None else hand.cards()
    if not named and (hand is None or any(is_unknown(card) for card in held) or hand.unseen):
        names: Iterable[str] = sorted(state.facts.cards)
    else:
        names = sorted(set(held))
    for card in names:
        facts = state.facts.cards.get(card)
        if facts is None:
            continue
        if (hand is None or hand.may_leave(card)) and (
            (hand is not None and hand.holds(card)) or state.piles.allows(card)
        ):
            yield card, "hand" if facts.surface else None
    if not state.solo:
        for card in sorted({card for card in state.row if not is_unknown(card)}):
            yield card, "migration"


def longer(state: State, seat: int, entry: Play) -> Iterator[Play]:
    """Yield the play with one more step at its end: in the last nested play, or after it."""
    for then in _longer_steps(state, seat, entry):
        yield replace(entry, then=then)


def _longer_steps(state: State, seat: int, item: Play | PlayStep) -> Iterator[list[Step]]:
    if item.then and isinstance(item.then[-1], PlayStep):
        last = item.then[-1]
        for then in _longer_steps(state, seat, last):
            yield [*item.then[:-1], replace(last, then=then)]
    left = remaining(state, item.then, state.facts.cards[item.card].action or ())
    for place, printed in enumerate(left):
        if printed.kind not in PAYING:
            for step in steps_for(state, seat, printed, item):
                yield [*item.then, step]
        elif item.then or any(later.kind not in PAYING for later in left[place + 1 :]):
            # Where nothing else can be done, the whole action is declined instead.
            declined = PointsStep(decline=True) if printed.kind == "points" else TokensStep(decline=True)
            yield [*item.then, declined]


def remaining(state: State, done: list[Step], action: tuple[StepFacts, ...]) -> list[StepFacts]:
    """Return the printed steps that come after the last one recorded."""
    matched = match(state, done, action)
    last = max((place for place, (step, _, _) in enumerate(matched) if step is not None), default=-1)
    return [printed for _, printed, _ in matched[last + 1 :] if printed is not None]


def steps_for(state: State, seat: int, printed: StepFacts, item: Play | PlayStep) -> Iterator[Step]:
    """Yield every way of doing one printed step."""
    if printed.kind == "play":
        # Which unknown card an effect might play is not gone into: the chains would have no end.
        for card, space, origin in single_plays(state, seat, named=True):
            yield PlayStep(card=card, space=space, origin=origin)
    elif printed.kind == "cycle":
        for space in occupied(state, seat):
            yield CycleStep(space=space)
    elif printed.kind == "discard":
        for card in held_cards(state, seat):
            yield DiscardStep(card=card)
    elif printed.kind == "draw" and printed.cards is not None:
        for drawn in draws(state, printed.cards, (printed.deck,) if printed.deck else KINDS):
            yield DrawStep(drawn=drawn)


def occupied(state: State, seat: int) -> list[str]:
    """Return the spaces of a Biome on which cards lie."""
    side = state.seats[seat]
    spaces = [f"S{at}" for at, card in enumerate(side.surface, 1) if card]
    return spaces + [f"U{at}" for at, card in enumerate(side.under, 1) if card]


def held_cards(state: State, seat: int) -> list[str]:
    """Return the different cards that can leave a hand: named ones, and unknown ones by their mark."""
    hand = state.seats[seat].hand
    return ["?"] if hand is None else sorted({*as_written(hand.cards())})


def draws(state: State, number: int, kinds: Iterable[str | None]) -> Iterator[list[str]]:
    """Yield the ways of drawing so many cards: Surface cards first, named where the order is recorded."""
    kinds = [kind for kind in kinds if kind is not None]
    seen: list[list[str]] = []
    for surface in range(number, -1, -1):
        marks = ["surface"] * surface + ["subterrain"] * (number - surface)
        if any(kind not in kinds for kind in marks):
            continue
        drawn = drawn_cards(state, marks)
        if drawn not in seen:
            seen.append(drawn)
            yield drawn


def drawn_cards(state: State, kinds: Iterable[str]) -> list[str]:
    """Return what would be drawn from decks in turn, as far as the record tells; nothing from a deck that is empty."""
    judge = Judge(state.draft())
    drawn: list[str] = []
    for kind in kinds:
        if judge.can_give(kind):
            judge.ready(kind)
            drawn.append(effects.take(judge.state, kind, f"{kind}:?"))
    return drawn


# Other actions


def cycles(state: State, seat: int) -> Iterator[Cycle]:
    """Yield every Discard to Cycle Out."""
    name = state.name(seat)
    for card in held_cards(state, seat):
        for space in occupied(state, seat):
            yield Cycle(by=name, discard=card, space=space)


def rests(state: State, ahead: State, seat: int) -> Iterator[Rest]:
    """Yield every way of resting: how many cards of each deck, and which go back."""
    name = state.name(seat)
    if not draws_now(ahead):
        yield Rest(by=name, drawn=[])
        return
    hand = ahead.seats[seat].hand
    for drawn in draws(ahead, REST_DRAWS, KINDS):
        if hand is None:
            yield Rest(by=name, drawn=drawn)
            continue
        cards = as_written([*hand.cards(), *drawn])
        trims = combinations(cards, max(0, len(cards) - HAND_LIMIT))
        for thrown in dict.fromkeys(islice(trims, MOST_TRIMS)):
            yield Rest(by=name, drawn=drawn, discards=list(thrown))


def retains(state: State) -> Iterator[Retain]:
    """Yield every way of retaining cards."""
    for seat, side in enumerate(state.seats):
        if seat in state.kept:
            continue
        spaces = [f"U{at}" for at, card in enumerate(side.under, 1) if card]
        most = 2 if side.tile is None else state.facts.tile(side.tile).most
        for number in range(1, most + 1):
            for kept in combinations(spaces, number):
                yield Retain(by=side.name, spaces=list(kept))


def ai_cards(state: State) -> Iterator[Ai]:
    """Yield what the AI can turn up."""
    judge = Judge(state.draft())
    judge.ready("subterrain")
    deck = judge.state.piles.decks["subterrain"]
    top = deck.next()
    if top is not None and not is_unknown(top):
        yield Ai(card=top)
        return
    for card, facts in sorted(state.facts.cards.items()):
        if not facts.surface and state.piles.allows(card):
            yield Ai(card=card)
    yield Ai(card="subterrain:?")
