"""What an entry does to the table. Nothing here judges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from oasis_ref.core.cards import Hand, is_unknown
from oasis_ref.core.documents import Entry, Ruling
from oasis_ref.core.findings import Happening, assumption
from oasis_ref.games.new_life import catalogue
from oasis_ref.games.new_life.facts import COLUMN_HEIGHT, DRAWN, LASTING, TYPES, CardFacts
from oasis_ref.games.new_life.piles import KINDS, Deck
from oasis_ref.games.new_life.rules_placing import ROWS, SURFACE_MARK, Asked, Place, may_lie_open
from oasis_ref.games.new_life.table import EMPTY, TURNS, Got, Side, State

ANSWERED = {
    "wild": (catalogue.WILD_SPACE, "The bare wild space {under} answers for {need}."),
    "decay": (catalogue.DECAY_WILD, "The Decay card on {under} answers for {need}."),
}
"""What the trail says of a requirement that is met by something else than a card of that imprint."""


def say(state: State, rule: str, says: str, **facts: Any) -> None:
    """Add a line to the trail."""
    state.trail.append(Happening(rule, says, facts))


def assume(state: State, rule: str, says: str, once: str | None = None, **facts: Any) -> None:
    """Add an assumption to the notes; with ``once`` only the first time."""
    if once is not None:
        if once in state.said:
            return
        state.said |= {once}
    state.notes.append(assumption(says, rule=rule, **facts))


def score(state: State, seat: int, points: int, source: str, what: str) -> None:
    """Let a seat score points."""
    state.own(seat).dial += points
    state.fresh.append(Got(seat, source, state.number, points, what))


def score_unknown(state: State, seat: int, figure: str, source: str, times: int = 1) -> None:
    """Let a seat score a figure that nobody knows."""
    side = state.own(seat)
    side.figures = {**side.figures, figure: side.figures.get(figure, 0) + times}
    state.fresh.append(Got(seat, source, state.number, 0, figure, figure))


def tell_figure(state: State, figure: str, points: int) -> None:
    """Note what an unknown figure is, as the record tells it now: it was the same number at every earlier entry."""
    state.told = {**state.told, figure: (points, state.number)}
    state.doubts = tuple(name for name in state.doubts if name != figure)
    for seat, side in enumerate(state.seats):
        times = side.figures.get(figure)
        if times is None:
            continue
        own = state.own(seat)
        own.dial += points * times
        own.figures = {name: number for name, number in side.figures.items() if name != figure}
        earlier = "{seat} scored {points} for {figure} at an earlier entry: it is the same number wherever it occurs."
        assume(state, "on-trust", earlier, seat=own.name, points=points * times, figure=figure)


# Tokens


def left_of(state: State, kind: int) -> tuple[int, int | None]:
    """Return how many tokens of a type the supply surely has left, and how many it can have (None: unknown)."""
    total = state.facts.supply[kind]
    sure, possible = state.ai_tokens[kind], max(state.ai_most[kind], state.ai_tokens[kind])
    for side in state.seats:
        most = side.most_tokens
        sure += side.tokens[kind]
        possible += side.tokens[kind] if most is None else most[kind]
    if total is None:
        return max(0, LASTING - possible), None
    return max(0, total - possible), max(0, total - sure)


def gain_token(state: State, seat: int, kind: int, what: str) -> bool | None:
    """Let a seat gain one token, if its column and the supply have room.

    Return whether it did, None if the supply may be empty and that is not known.
    """
    side = state.own(seat)
    word, held = TYPES[kind], side.tokens[kind] + 1
    if held > COLUMN_HEIGHT:
        full = "{seat} has four {type} tokens: the fifth is not gained."
        say(state, catalogue.TOKEN_LIMIT, full, seat=side.name, type=word)
        return False
    sure, possible = left_of(state, kind)
    if possible == 0:
        none_left = "No {type} token is left in the supply: {seat} gains none."
        say(state, catalogue.TOKEN_SUPPLY, none_left, seat=side.name, type=word)
        return False
    if possible is None:
        lasting = "The supply of tokens is not known; it is taken to last for {number} of a type."
        assume(state, catalogue.TOKEN_SUPPLY, lasting, once="supply", number=LASTING)
    if side.most_tokens is not None or sure == 0:
        most = side.most_tokens or side.tokens
        side.most_tokens = _with(most, kind, min(COLUMN_HEIGHT, most[kind] + 1))
    if sure == 0:
        return None
    side.tokens = _with(side.tokens, kind, held)
    facts = {"seat": side.name, "type": word, "what": what, "row": held}
    gained = "{seat} gains a {type} token from {what}: row {row} of its column."
    state.trail.append(Happening(catalogue.TOKEN_PLACE, gained, facts))
    return True


def gain_tokens_unknown(state: State, seat: int, kind: int) -> None:
    """Let a seat gain an unknown number of tokens of a type."""
    side = state.own(seat)
    most = list(side.most_tokens or side.tokens)
    most[kind] = COLUMN_HEIGHT
    side.most_tokens = tuple(most)


def _with(numbers: tuple[int, ...], kind: int, value: int) -> tuple[int, ...]:
    return (*numbers[:kind], value, *numbers[kind + 1 :])


def add_one(numbers: tuple[int, ...], kind: int) -> tuple[int, ...]:
    """Return the numbers with one more of a type."""
    return _with(numbers, kind, numbers[kind] + 1)


# Cards


def fits_of(state: State) -> Callable[[str, str], bool]:
    """Return what an unknown card can be, as things stand."""
    return state.facts.fits_mixed if state.piles.starters_in else state.facts.fits


def lay(state: State, side: Side, card: CardFacts, place: Place, asked: list[Asked]) -> None:
    """Lay a card on an empty space."""
    (side.surface if place.surface else side.under)[place.at] = card.id
    facts = {"seat": side.name, "card": card.id, "space": place.name}
    state.trail.append(Happening(catalogue.STAYS_PUT, "{seat} lays {card} on {space}.", facts))
    if not place.surface and place.at == state.facts.wild:
        say(state, catalogue.WILD_SPACE, "The wild space {space} is covered.", space=place.name)
    for position in asked:
        if position.met in ANSWERED:
            rule, says = ANSWERED[position.met]
            say(state, rule, says, under=ROWS[False][position.place].name, need=position.need or "any imprint")


def tell_element(state: State, seat: int, card: str) -> None:
    """Note of which element the Starters of a seat are, now that one of them is shown."""
    facts, elements = state.facts.cards.get(card), state.elements or {}
    if facts is not None and facts.element is not None and seat not in elements and not state.piles.starters_in:
        state.elements = {**elements, seat: facts.element}


def leave_hand(state: State, side: Side, card: str) -> None:
    """Take a card, or an unknown one, out of a hand."""
    hand = side.hand
    if hand is None:
        if not is_unknown(card):
            state.own_piles().see(card)
        return
    if state.presumed:
        state.presumed = tuple(step.left(side.name, card) for step in state.presumed)
    if hand.part_with(card):
        return
    placed = is_unknown(card) or hand.holds(card)
    hand.leave(card)
    if not placed:
        state.own_piles().see(card)


def take_from_row(state: State, card: str) -> None:
    """Take a card out of the Migration row, or off its deck if it is not open yet."""
    row = list(state.row)
    if card in row:
        row.remove(card)
    elif may_lie_open(state, card):
        row.remove(SURFACE_MARK)
        state.own_piles().see(card)
    else:
        _take_off_migration(state, card)
        return
    state.row = tuple(row)
    state.gaps += 1


def _take_off_migration(state: State, card: str) -> None:
    deck = state.own_piles().own("migration")
    order = deck.rest()
    if card in order:
        order.remove(card)
        deck.order, deck.at = order, 0
        if deck.size:
            deck.size -= 1


def to_discard(state: State, card: str) -> None:
    """Put a card on the discard pile of its kind; a Starter goes where the reading says."""
    piles = state.own_piles()
    deck = state.facts.deck_of(card)
    if deck is None:
        piles.blind += 1
    elif deck == "starter" and state.readings("starter-discard") == "out-of-game":
        piles.aside = (*piles.aside, card)
    else:
        piles.discards["surface" if deck == "surface" else "subterrain"] += (card,)


def discard(state: State, seat: int, card: str) -> None:
    """Discard a card from hand: it has no effect."""
    side = state.own(seat)
    leave_hand(state, side, card)
    to_discard(state, card)
    facts = {"seat": side.name, "card": "a card" if card == "?" else card}
    no_effect = "{seat} discards {card} from hand; it has no effect."
    state.trail.append(Happening(catalogue.DISCARD_NO_EFFECT, no_effect, facts))


def cycle_out(state: State, seat: int, place: Place) -> str:
    """Cycle out the card on a space, without its gain. Return the card."""
    side = state.own(seat)
    row, pile = (side.surface, "Surface") if place.surface else (side.under, "Subterrain")
    card = row[place.at]
    row[place.at] = EMPTY
    to_discard(state, card)
    facts = {"seat": side.name, "card": card, "space": place.name, "pile": pile}
    cycled = "{seat} cycles {card} out of {space}; it goes to the {pile} discard."
    state.trail.append(Happening(catalogue.DISCARD_PILES, cycled, facts))
    if not place.surface:
        above = [side.surface[at] for at in state.facts.above.get(place.at, ()) if side.surface[at]]
        if above:
            say(
                state,
                catalogue.REQUIREMENTS_ONCE,
                "{cards} on the Surface stays, whatever lies below now.",
                cards=above,
            )
        if place.at == state.facts.wild:
            say(state, catalogue.WILD_SPACE, "The wild space {space} is bare again.", space=place.name)
    return card


# Decks


def reshuffle(state: State, kind: str, order: list[str] | None) -> None:
    """Make the discard of a kind its deck; ``order`` lists it from the top if that was recorded and fits."""
    piles = state.own_piles()
    deck, pile = piles.decks[kind], piles.discards[kind]
    if kind == "subterrain" and any(state.facts.deck_of(card) in ("starter", None) for card in pile):
        _take_starters_in(state)
    sure = not (deck.slack or piles.blind) and piles.discard_known(kind)
    if piles.blind and kind == "subterrain":
        _take_starters_in(state)
    size = len(pile) if sure else None
    if piles.both is not None:
        piles.both = None if kind in piles.unknown_discards else piles.both + len(pile)
    piles.discards = {**piles.discards, kind: ()}
    piles.unknown_discards = piles.unknown_discards - {kind}
    piles.stirred = piles.stirred - {kind}
    for card in pile:
        piles.lose_sight(card)
    if not sure or any(is_unknown(card) for card in pile):
        _lose_sight_of_hands(state, kind)
    for card in order or []:
        piles.see(card)
    fresh = Deck(kind, size, order, Hand(pile, state.facts.fits_mixed) if sure and order is None else None)
    piles.replace(fresh)
    shown = "unknown number of" if size is None else size
    say(
        state,
        "deck-count",
        "The {kind} deck is empty: its discard, {size} cards, is shuffled and becomes the deck.",
        kind=kind.capitalize(),
        size=shown,
    )


def perhaps_reshuffled(state: State, kind: str) -> None:
    """Lose sight of the discard of a kind: its deck, of uncertain size, may have been made anew from it unseen."""
    piles = state.piles
    pile = piles.discards[kind]
    if not pile or not piles.decks[kind].may_be_empty or state.readings("deck-empty") != "reshuffle":
        return
    piles = state.own_piles()
    deck = piles.own(kind)
    if kind == "subterrain" and (piles.blind or any(state.facts.deck_of(card) in ("starter", None) for card in pile)):
        _take_starters_in(state)
    piles.blurred = piles.blurred or bool(deck.slack)
    piles.drop_order(kind)
    deck.size, deck.slack, deck.bag = None, 0, None
    if piles.both is not None:
        piles.both += len(pile)
    piles.discards = {**piles.discards, kind: ()}
    piles.stirred = piles.stirred | {kind}
    for card in pile:
        piles.lose_sight(card)
    _lose_sight_of_hands(state, kind)


def doubt_pile(state: State, kind: str) -> None:
    """Let nothing be known any more of what a position was supposed to have in a deck and its discard."""
    piles = state.own_piles()
    deck = piles.own(kind)
    deck.size, deck.least = None, 0
    piles.supposed = piles.supposed - {kind}
    piles.unknown_discards = piles.unknown_discards | {kind}
    if kind == "subterrain" and state.readings("starter-discard") != "out-of-game":
        _take_starters_in(state)
    says = "The position told neither the {kind} deck nor its discard: the deck runs out as recorded."
    assume(state, "deck-count", says, kind=kind.capitalize())


def _lose_sight_of_hands(state: State, kind: str) -> None:
    """Lose sight of the named cards that may have gone from a hand unseen into the pile that is shuffled now."""
    for seat in state.seats:
        for card, count in (seat.hand.may_be_gone() if seat.hand is not None else {}).items():
            if state.facts.pile_of(card) == kind:
                for _ in range(count):
                    state.own_piles().lose_sight(card)


def _take_starters_in(state: State) -> None:
    piles = state.own_piles()
    if piles.starters_in:
        return
    piles.starters_in = True
    for seat in range(len(state.seats)):
        hand = state.own(seat).hand
        if hand is not None:
            hand.judge_by(state.facts.fits_mixed)


def take(state: State, kind: str, card: str) -> str:
    """Take the top card of a deck, seen as ``card`` (an id or a mark). Return it as it is best known."""
    piles = state.own_piles()
    deck = piles.own(kind)
    if deck.size != 0 and deck.may_be_empty:
        perhaps_reshuffled(state, kind)
    deck.least -= 1
    if deck.size:
        deck.size -= 1
    if deck.slack and piles.both is not None:
        piles.both -= 1
    top = deck.next()
    if top is not None:
        if top == card:
            deck.at += 1
            return card
        if is_unknown(card) and not (is_unknown(top) and card != "?"):
            deck.at += 1
            return top
        if is_unknown(top):
            deck.at += 1
            piles.see(card)
            return card
        piles.drop_order(kind)
    if deck.bag is not None:
        deck.bag.leave(card if deck.bag.may_leave(card) else "?")
    piles.see(card)
    return card


def take_blind(state: State) -> None:
    """Take a card of which not even the deck was recorded."""
    piles = state.own_piles()
    piles.give_blindly()
    for kind in KINDS:
        deck = piles.own(kind)
        if deck.may_be_empty:
            perhaps_reshuffled(state, kind)
        if not deck.empty:
            deck.least -= 1
            deck.slack += 1
            deck.bag = None
            piles.drop_order(kind)
            if deck.size is not None and deck.slack >= deck.size:
                deck.size, deck.least = None, 0
                piles.blurred = True


def _may_give_starter(state: State) -> bool:
    """Return whether a card of which not even the deck was recorded may be a Starter.

    One must have been shuffled into the deck, perhaps unseen, while its size could not be followed.
    """
    piles = state.piles
    deck = piles.decks["subterrain"]
    if piles.starters_in or (deck.size is not None and deck.slack < deck.size):
        return piles.starters_in
    if piles.blind or "subterrain" in piles.unknown_discards:
        return True
    return any(state.facts.deck_of(card) == "starter" for card in piles.discards["subterrain"])


def draw(state: State, seat: int, kind: str | None, card: str) -> str:
    """Let a seat draw a card from a deck (None: not recorded which). Return it as it is best known."""
    if kind is None:
        card = "?" if _may_give_starter(state) else DRAWN
        take_blind(state)
    else:
        card = take(state, kind, card)
    hand = state.own(seat).hand
    if hand is None:
        # Whether a card shown later is this one cannot be told, so it must not count twice.
        state.own_piles().lose_sight(card)
        return card
    hand.add(card)
    if state.presumed:
        state.presumed = tuple(step.came(state.name(seat), card) for step in state.presumed)
    return card


# The Migration row


def refill(state: State) -> None:
    """Fill the gaps of the row from the Migration deck, at the end of a turn."""
    gaps = state.gaps
    if not gaps:
        return
    deck = state.own_piles().own("migration")
    due = gaps if deck.size is None else min(gaps, deck.size)
    came = deck.rest()[:due]
    deck.at += len(came)
    came += [SURFACE_MARK] * (due - len(came))
    if deck.size:
        deck.size -= due
    if came:
        state.row += tuple(came)
        say(state, "refill-at-end", "The Migration row is refilled: {cards}.", cards=came)
    if gaps > due:
        left_open = "The Migration deck is empty: {number} of the row's spaces {stay} open."
        say(state, "refill-none", left_open, number=gaps - due, stay="stays" if gaps - due == 1 else "stay")
    state.refilled = (due, SURFACE_MARK in came or any(map(is_unknown, came)))
    state.gaps = 0


# The course of a round


def end_turn(state: State, actor: int) -> None:
    """End the turn of the seat that acted: refill the row, pass the turn on."""
    state.refilled = (0, False)
    if state.gaps:
        refill(state)
    state.last = actor
    state.lapsed = None
    pass_on(state, actor)


def pass_on(state: State, actor: int) -> None:
    """Let the turn go clockwise to the next seat in the round; who is passed over scores a waiting point."""
    count, rested = len(state.players), state.rested
    seat = (actor + 1) % count
    for _ in range(count):
        if seat not in rested:
            state.turn = seat
            return
        if len(rested) < count:
            score(state, seat, 1, "waiting", "waiting point")
            passed_over = "{seat} has rested and is passed over: 1 point."
            state.trail.append(Happening(catalogue.WAITING_POINT, passed_over, {"seat": state.players[seat]}))
        seat = (seat + 1) % count


def lapse(state: State, entry: Entry) -> None:
    """Remember that the seat on turn made an entry that does not count: the next seat may go on."""
    by = state.index.get(getattr(entry, "by", ""))
    if by is not None and state.phase == TURNS and by == state.turn and not state.ai_due:
        state.lapsed = by


def ruled(state: State, number: int, ruling: Ruling) -> None:
    """Move the dials by the points that a ruling gives."""
    for seat, given in (ruling.points or {}).items():
        state.own(state.index[seat]).dial += given
    state.ruled = (*state.ruled, (number, ruling))


def rest(state: State, seat: int, tile: int | None) -> None:
    """Let a seat leave the round, with a tile (None: keeps what it has)."""
    side = state.own(seat)
    if tile is not None:
        side.tile = tile
        at = state.stack.index(tile)
        state.stack = state.stack[:at] + state.stack[at + 1 :]
    if seat in state.rested:
        return
    if not state.solo:
        if tile is not None:
            say(state, catalogue.REST_FREE, "{seat} rests and takes Rest tile {tile}.", seat=side.name, tile=tile)
        if not state.rested:
            say(
                state,
                catalogue.FIRST_REST,
                "{seat} is the first to rest and takes the First Player marker.",
                seat=side.name,
            )
    state.rested += (seat,)
