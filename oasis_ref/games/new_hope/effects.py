"""What an entry does to the table. Nothing here asks whether it was allowed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from oasis_ref.core.findings import Happening, assumption
from oasis_ref.games.new_hope.cards import (
    EQUIPMENT,
    NUMBERS,
    SAME_NUMBER,
    TRAVEL_MARK,
    UNKNOWN,
    clan_action,
    is_mark,
    is_step,
)
from oasis_ref.games.new_hope.catalogue import (
    COMPANION_DRY,
    COMPASS_ANY_NUMBER,
    DECK_EXHAUSTED,
    DISCARD_DESTINATION,
    EQUIP_PAY_ANY,
    FINAL_ROUND,
    LAIR_REFILL,
    MISSION_OPTIONAL,
    RUINS_OPEN,
    SAME_NUMBER_FREE,
    STACK_RESUME,
    STEP_RECRUIT,
    WORDS,
)
from oasis_ref.games.new_hope.judging import NEXT_CARDS
from oasis_ref.games.new_hope.judging_taking import out_of_lair
from oasis_ref.games.new_hope.moves import EndTurn, Equip, Explore, Recycle, Reshuffle, Skip, Travel
from oasis_ref.games.new_hope.rules_record import unlisted
from oasis_ref.games.new_hope.scoring import up_to_arrival
from oasis_ref.games.new_hope.table import MAIN, MAIN_DUE, Arrival, Pending, Plan, State, Turn
from oasis_ref.games.new_hope.worlds import Counts, Pile, World, parted, put, spread, take

# Hands and piles


def lose(table: State, seat: int, card: str) -> None:
    """Take a named card out of a hand, in every world and in each way in which it can have been hidden there."""
    worlds = table.worlds
    if len(worlds) == 1:
        hand = worlds[0].hands[seat]
        copies = hand.get(card)
        if copies is not None:
            if copies > 1:
                hand[card] = copies - 1
            else:
                del hand[card]
            return
    table.split(lost(table, worlds, seat, card))


def hand_of(seat: int) -> Pile:
    """Return the hand of a seat as the place of a card."""
    return lambda world: world.hands[seat]


def lost(table: State, worlds: Sequence[World], seat: int, card: str) -> Iterator[World]:
    """Yield the worlds after a named card has left a hand.

    Where not all possibilities are followed, so that no world knows it there, it is swapped in.
    """
    after = parted(worlds, table.stock, hand_of(seat), card)
    return _or_else(after, worlds, lambda world: _swap_in(table, world, world.hands[seat], card))


def _or_else(after: Iterable[World], worlds: Iterable[World], force: Callable[[World], None]) -> Iterator[World]:
    """Yield the worlds after something has happened; if it can happen in none, the worlds in which it is forced."""
    found = False
    for world in after:
        found = True
        yield world
    for world in () if found else worlds:
        force(world)
        yield world


def _swap_in(table: State, world: World, hand: Counts, card: str) -> None:
    """Take a card out of a hand that is not known to hold it."""
    if hand:
        substitute = min(hand, key=lambda name: (not is_mark(name), name))
        take(hand, substitute)
        for other in world.hands:
            if other is not hand and world.leave(table.stock, other, card):
                put(other, substitute)
                return
        for pile in (world.ruins, world.discard, world.supply):
            if world.leave(table.stock, pile, card):
                pile_up(world, substitute)
                return


def pile_up(world: World, card: str) -> None:
    """Put a card, or a mark, on the pile where paid and discarded cards go."""
    if card in NUMBERS or card == TRAVEL_MARK:
        pile = world.ruins
    else:
        pile = world.supply if card in EQUIPMENT else world.discard
    pile[card] = pile.get(card, 0) + 1


def dispose(table: State, seat: int, cards: Sequence[str]) -> None:
    """Move cards from a hand to their piles, in every world."""
    hidden = 0
    world, alone = table.worlds[0], len(table.worlds) == 1
    hand = world.hands[seat]
    for card in cards:
        if alone and hand.get(card) == 1:
            del hand[card]
            pile = world.ruins if card in NUMBERS else world.supply if card in EQUIPMENT else world.discard
            pile[card] = pile.get(card, 0) + 1
        elif card == "?":
            hidden += 1
        else:
            lose(table, seat, card)
            for world in table.worlds:
                pile_up(world, card)
            world, alone = table.worlds[0], len(table.worlds) == 1
            hand = world.hands[seat]
    if hidden:
        table.branch(_disposed(table.worlds, seat, hidden))
    table.sizes[seat] -= len(cards)
    facts = {"cards": cards, "seat": table.seats[seat]}
    says = "{cards} of {seat} goes to its pile." if len(cards) == 1 else "{cards} of {seat} go to their piles."
    table.trail.append(Happening(DISCARD_DESTINATION, says, facts))


def _disposed(worlds: Sequence[World], seat: int, hidden: int) -> Iterator[World]:
    for world in worlds:
        for after, gone in world.hidden_leaving(seat, hidden):
            for card in gone:
                pile_up(after, card)
            yield after


def shuffle(table: State, order: Sequence[str] | None = None) -> None:
    """Make the Companion discard the new Companion deck."""
    table.shuffles += 1
    mark = f"companion-{table.shuffles}:?"
    size = sum(table.worlds[0].discard.values())
    same = [world for world in table.worlds if sum(world.discard.values()) == size]
    if len(same) < len(table.worlds):
        table.give_up()
    table.worlds = same
    for world in same:
        world.pools[mark], world.discard = world.discard, {}
    table.companion_size = size
    table.companion_mark = mark
    table.companion_order = None
    if order is not None:
        ordered(table, order)
    table.say("companion-reshuffle", "The Companion discard is shuffled into a new deck of {size}.", {"size": size})


def ordered(table: State, order: Sequence[str]) -> None:
    """Note the order of the Companion deck that has just been shuffled."""
    for card in order:
        if card != "?":
            turn_up(table, card)
    table.companion_order = list(reversed(order))


def turn_up(table: State, card: str, mark: str | None = None) -> None:
    """Note that a Companion is known by name, in every world and as each card that it can be.

    ``mark`` is what it was hidden behind; None: that of the Companion deck.
    """
    mark = mark or table.companion_mark
    after = parted(table.worlds, table.stock, lambda world: {mark: 1}, card)

    def force(world: World) -> None:
        if mark not in world.pools:
            put(world.seen, card)

    table.split(_or_else(after, table.worlds, force))


def draw_companion(table: State, card: str | None) -> str | None:
    """Take the top card off the Companion deck; return its name or mark, None if there is none."""
    if not table.companion_size:
        if not any(world.discard for world in table.worlds):
            return None
        shuffle(table)
        assume_shuffled(table)
    table.companion_size -= 1
    top = table.companion_order.pop() if table.companion_order else "?"
    if top != "?":
        return top
    if card is None or is_mark(card):
        return table.companion_mark
    turn_up(table, card)
    return card


def assume_shuffled(table: State) -> None:
    """Note that nobody wrote the order of a new Companion deck down, if that does not come next."""
    if not any(type(move) is Reshuffle for move in table.moves[table.number : table.number + 1]):
        says = "The Companion discard was shuffled, in an order that is not recorded."
        table.notes.append(assumption(says, slug="reshuffle-assumed"))


def refill_lair(table: State, named: Sequence[str], taken: int) -> None:
    """Fill the Lair after cards were taken from it."""
    lair = table.lair
    missing = 4 - len(lair)
    if missing > taken and (table.companion_size or any(world.discard for world in table.worlds)):
        taken = missing if table.readings("lair-gap") == "top-up" else taken
    before = table.shuffles
    for place in range(min(taken, missing)):
        card = draw_companion(table, named[place] if place < len(named) else None)
        if card is None:
            table.say(COMPANION_DRY, "No Companion is left to fill the Lair.", {})
            return
        if card[-1:] == "?":
            for world in table.worlds:
                put(world.lair, card)
            card = "?"
        lair.append(card)
        if table.shuffles > before:
            table.shuffle_open = True
            table.refilled += 1
        table.trail.append(Happening(LAIR_REFILL, "{card} fills the Lair.", {"card": card}))


def leave_lair(table: State, card: str, to: Pile) -> None:
    """Move a card out of the Lair, named or not, in every world and as each kind of hidden card that it can be."""
    if card != "?" and card in table.lair:
        table.lair.remove(card)
        for world in table.worlds:
            put(to(world), card)
        return
    if "?" in table.lair:
        table.lair.remove("?")

    def force(world: World) -> None:
        if world.lair:
            take(world.lair, min(world.lair))
        put(to(world), card)

    table.split(_or_else(out_of_lair(table.worlds, table.stock, card, to), table.worlds, force))


# The turn


def end_turn(table: State) -> None:
    """Pass the turn to the left, or end the game after the last turns."""
    turn = table.turn
    if turn.stack:
        fail_to_draw(table, turn.stack)
    if table.last_turns is not None:
        table.final_numbers[turn.seat] = table.last_number(turn.seat)
        table.last_turns -= 1
        if table.last_turns <= 0:
            table.phase = "over"
            turn.stack.clear()
            table.say(FINAL_ROUND, "All scouts have had their last turn.", {})
            return
    elif table.exhausted_by is not None:
        table.last_turns = table.count
        table.say(FINAL_ROUND, "Each scout has one more turn; {seat} has the last one.", {"seat": turn.by})
    following = (turn.seat + 1) % table.count
    table.turn = Turn(following, table.seats[following], [MAIN_DUE])


def exhaust(table: State, drawn: int) -> None:
    """See whether an Explore exhausted the deck."""
    size = table.deck_size
    if size > 1 or table.exhausted_by is not None or table.last_turns is not None:
        return
    if size == 1:
        ended = drawn and table.readings("short-explore") == "needs-two"
    elif table.readings["short-explore"] == "needs-two" or drawn < 2:
        ended = True
    else:
        ended = table.readings("deck-end") == "last-card"
    if ended:
        table.exhausted_by = table.turn.seat
        table.say(
            DECK_EXHAUSTED, "{seat} exhausted the Exploration deck and finishes the turn.", {"seat": table.turn.by}
        )


def fail_to_draw(table: State, dropped: Sequence[Pending]) -> None:
    """See whether an Explore that was due has met an empty deck: it has failed, however that is written down."""
    if not table.deck_size and any(pending.action == "explore" for pending in dropped):
        exhaust(table, 0)


def resolving(table: State, plan: Plan, action: str | None) -> None:
    """Take what an entry resolves off the stack, with what was passed over above it.

    ``action`` is what was done, None if that was to skip it.
    """
    resolved = plan.resolved
    if resolved is None:
        return
    stack = table.turn.stack
    if not table.deck_size and (plan.popped or action is None):
        gone = stack[plan.at : plan.at + 1 + plan.popped] if plan.popped else [stack[plan.at]]
        fail_to_draw(table, gone if action is None else gone[1:])
    if plan.popped:
        del stack[plan.at : plan.at + 1 + plan.popped]
    else:
        del stack[plan.at]
    if not stack:
        return
    if stack[-1].group != resolved.group:
        if resolved.source != MAIN:
            table.say(STACK_RESUME, "What lay under it goes on: {action} is due.", {"action": WORDS[stack[-1].action]})
    elif resolved.action == UNKNOWN and action is not None:
        _settle_unknown(table, resolved, action)


def _settle_unknown(table: State, resolved: Pending, action: str) -> None:
    """After the first action of an unknown banner: if it is not the clan's, the second one is."""
    stack = table.turn.stack
    companion = table.companions.get(resolved.companion or "")
    due = None if companion is None else clan_action(companion)
    if due is not None and due != action and stack[-1].action == UNKNOWN:
        stack[-1] = msgspec.structs.replace(stack[-1], action=due)


# The five actions


def explore(table: State, entry: Explore, plan: Plan) -> None:
    """Move the top cards of the deck to the hand."""
    resolving(table, plan, "explore")
    seat = table.turn.seat
    cards = plan.cards
    count = len(cards)
    if count > table.deck_size:
        count = table.deck_size
        cards = cards[:count]
    order = table.deck_order
    top: list[str] = []
    if order is not None and count:
        top = order[: -count - 1 : -1]
        del order[-count:]
    turned_up = () if cards == top else unlisted(cards, top)
    if "?" in cards:
        cards = [TRAVEL_MARK if card == "?" else card for card in cards]
    for world in table.worlds:
        hand = world.hands[seat]
        for card in cards:
            hand[card] = hand.get(card, 0) + 1
        for card in turned_up:
            put(world.seen, card)
    table.deck_size -= count
    table.sizes[seat] += count
    if table.deck_size < 2:
        exhaust(table, count)


def recycle(table: State, entry: Recycle, plan: Plan) -> None:
    """Move a card of the Ruins to the hand."""
    resolving(table, plan, "recycle")
    seat = table.turn.seat
    if plan.idle:
        return
    for card in plan.cards:
        if card == "none":
            continue
        if card == "?":
            table.branch(_recycled(table.worlds, seat))
        elif plan.origin == "centre":
            table.centre_apart = 0
            for world in table.worlds:
                put(world.hands[seat], card)
        else:
            for world in table.worlds:
                if world.leave(table.stock, world.ruins, card) or table.partial:
                    hand = world.hands[seat]
                    hand[card] = hand.get(card, 0) + 1
        if card == "oasis" and not table.worlds[0].ruins.get("oasis"):
            table.centre_there = False
        table.sizes[seat] += 1
        facts = {"card": card, "seat": table.turn.by}
        says = "{card} goes from the Ruins to the hand of {seat}."
        if plan.origin == "centre":
            says = "{card} goes from the centre to the hand of {seat}."
        table.trail.append(Happening(RUINS_OPEN, says, facts))


def _recycled(worlds: Sequence[World], seat: int) -> Iterator[World]:
    for world in worlds:
        for card in sorted(world.ruins):
            after = world.copy()
            take(after.ruins, card)
            put(after.hands[seat], card)
            yield after


def equip(table: State, entry: Equip, plan: Plan) -> None:
    """Pay, then take the Equipment."""
    resolving(table, plan, "equip")
    seat = table.turn.seat
    for card in plan.cards:
        if card not in NUMBERS:
            table.say(EQUIP_PAY_ANY, "{seat} pays with {cards}.", {"seat": table.turn.by, "cards": list(plan.cards)})
            break
    dispose(table, seat, plan.cards)
    for item in plan.gained:
        for world in table.worlds:
            supply, hand = world.supply, world.hands[seat]
            left = supply.get(item, 0)
            if left > 1:
                supply[item] = left - 1
            else:
                supply.pop(item, None)
                table.emptied.add(item)
            hand[item] = hand.get(item, 0) + 1
        table.sizes[seat] += 1


def travel(table: State, entry: Travel, plan: Plan) -> None:
    """Lay cards in the row."""
    resolving(table, plan, "travel")
    turn = table.turn
    seat, number = turn.seat, table.number
    row, places, laid_at = table.rows[seat], table.places[seat], table.laid_at[seat]
    place = places[-1] if places else 13
    stops = arrived = None
    cards = plan.cards if len(plan.cards) == 1 else up_to_arrival(plan.cards)
    for card in cards:
        own = NUMBERS.get(card)
        if own is not None:
            place = own
            other = SAME_NUMBER.get(card)
            if other is not None and other in table.worlds[0].hands[seat]:
                _had_choice(table, seat, card, place)
        else:
            place = 0 if card == "map" else place - 1
        places.append(place)
        name = card
        if card.startswith("compass"):
            name = "compass"
            if place >= 1:
                table.say(COMPASS_ANY_NUMBER, "A Compass fills place {place}.", {"place": place})
        if card == "?":
            _lose_hidden(table, seat, place)
        else:
            lose(table, seat, name)
        if is_step(card):
            stops = card
        elif card in ("oasis", "map"):
            arrived = card
    row += cards
    laid_at += [number] * len(cards)
    table.sizes[seat] -= len(cards)
    if arrived is not None:
        arrive(table, arrived)
    elif stops is not None:
        turn.stack.append(Pending("recruit", "step", number))
        table.say(STEP_RECRUIT, "{card} stops {seat}, and a Recruit is due.", {"card": stops, "seat": turn.by})


def _lose_hidden(table: State, seat: int, place: int) -> None:
    """Take a card that the record does not name out of a hand, as each one that can lie at the place."""
    fitting = sorted(NEXT_CARDS.get(place, ()))
    after = [
        laid
        for world in table.worlds
        for card in fitting
        for laid in parted([world.copy()], table.stock, hand_of(seat), card)
    ]
    if after:
        table.branch(after)
    else:
        table.branch(left for world in table.worlds for left, _ in world.hidden_leaving(seat, 1))


def _had_choice(table: State, seat: int, card: str, place: int) -> None:
    table.say(
        SAME_NUMBER_FREE,
        "{seat} held both a Desert and a Step {place}, and laid {card}.",
        {"seat": table.seats[seat], "place": place, "card": card},
    )


def arrive(table: State, card: str) -> None:
    """End the game: a scout has reached the Oasis."""
    turn = table.turn
    table.arrival = Arrival(turn.seat, card, table.number)
    table.phase = "over"
    turn.stack.clear()
    table.say(
        "win-immediately",
        "{seat} lays {card} and wins at once.",
        {"seat": turn.by, "card": "an Oasis" if card == "oasis" else "a Map"},
    )


# Leaving out and ending


def skip(table: State, entry: Skip, plan: Plan) -> None:
    """Drop the action that is skipped."""
    resolving(table, plan, None)


def finish_turn(table: State, entry: EndTurn, plan: Plan) -> None:
    """Discard and pass the turn on."""
    turn = table.turn
    cards = plan.cards
    if cards:
        held = table.sizes[turn.seat]
        dispose(table, turn.seat, cards if len(cards) <= held else cards[:held])
    camp = table.camps[turn.seat]
    if camp and not turn.mission_done:
        facts = {"seat": turn.by, "camp": spread(camp)}
        table.trail.append(Happening(MISSION_OPTIONAL, "{seat} sends none of {camp} on a mission.", facts))
    end_turn(table)


Effect = Callable[[State, Any, Plan], None]
