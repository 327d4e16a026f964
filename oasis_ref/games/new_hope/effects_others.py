"""What the Companions, the actions against others, the mission and the table's own entries do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from oasis_ref.core.findings import assumption
from oasis_ref.games.new_hope.cards import COMPANION_MARK, SPECIALIST_ACTIONS, UNKNOWN, is_mark
from oasis_ref.games.new_hope.catalogue import (
    CAMP_OPEN,
    DECK_START,
    DRAFT_NO_REFILL,
    ELIMINATE_EFFECT,
    EQUIPMENT_START,
    KHALLA_START,
    MISSION_ACTIONS,
    MISSION_TARGETS_FREE,
    SHIELD_NO_COUNTER,
    SHIELD_PASSIVE,
    WATER_TIE,
)
from oasis_ref.games.new_hope.effects import (
    Effect,
    assume_shuffled,
    draw_companion,
    equip,
    explore,
    fail_to_draw,
    finish_turn,
    hand_of,
    leave_lair,
    lose,
    lost,
    ordered,
    recycle,
    refill_lair,
    resolving,
    shuffle,
    skip,
    travel,
    turn_up,
)
from oasis_ref.games.new_hope.layout import Layout
from oasis_ref.games.new_hope.moves import (
    Draft,
    Eliminate,
    EndTurn,
    Equip,
    Explore,
    Mission,
    Pillage,
    Recruit,
    Recycle,
    Reshuffle,
    Setup,
    Skip,
    SlowDown,
    Swindle,
    Travel,
    Water,
    listed,
)
from oasis_ref.games.new_hope.scoring import up_to_arrival
from oasis_ref.games.new_hope.table import MAIN, MAIN_DUE, Arrival, Pending, Plan, Recruited, State, Turn
from oasis_ref.games.new_hope.worlds import World, counted, parted, put, take

# Set-up and draft


def set_up(table: State, entry: Setup, plan: Plan) -> None:
    """Lay out the table."""
    layout: Layout = plan.layout
    if table.seats != layout.seats or table.stock is not layout.stock:
        table.lay_out(layout.seats, layout.variant, layout.stock)
    table.rows, table.places = layout.rows, layout.places
    table.laid_at = [[table.number] * len(row) for row in layout.rows]
    table.camps = [counted(camp) for camp in layout.camps]
    table.sizes = [len(hand) for hand in layout.hands]
    table.lair = layout.lair
    table.deck_order, table.deck_size = layout.deck, layout.deck_size
    table.companion_order, table.companion_size = layout.companion_deck, layout.companion_size
    table.centre_apart = layout.centre_apart
    table.centre_there = not layout.centre_apart
    table.starter = layout.starter
    table.branch(layout.worlds())
    for item in layout.stock.equipment:
        if not layout.supply.get(item):
            table.emptied.add(item)
    if layout.position is None:
        _start_draft(table)
    else:
        _start_in_mid_game(table, layout)


def _start_draft(table: State) -> None:
    table.phase = "draft"
    count = table.count
    table.undrafted = [table.seats[(table.starter - 1 - step) % count] for step in range(count)]
    table.turn = Turn(table.starter, table.seats[table.starter], [MAIN_DUE])
    table.say(KHALLA_START, "Every row starts at Khalla #13.", {})
    supply = table.worlds[0].supply
    table.say(
        EQUIPMENT_START, "The supply holds {piles}.", {"piles": [f"{left} x {item}" for item, left in supply.items()]}
    )
    table.say(
        DECK_START,
        "The Exploration deck holds {deck} cards: 69 less {ruins} in the centre and {hands} in the hands.",
        {
            "deck": table.deck_size,
            "ruins": sum(table.worlds[0].ruins.values()) + table.centre_apart,
            "hands": 69 - table.deck_size - sum(table.worlds[0].ruins.values()) - table.centre_apart,
        },
    )


def _start_in_mid_game(table: State, layout: Layout) -> None:
    position = layout.position
    assert position is not None
    table.phase = "play"
    seat = table.index.get(position.active or "", 0)
    table.turn = turn = Turn(seat, table.seats[seat], [MAIN_DUE])
    main_done = position.main_done if position.main_done is not None else bool(position.pending)
    known = {*SPECIALIST_ACTIONS, MAIN, "explore", "recycle", "recruit", "travel", "equip", "improved-equip", "pillage"}
    pending = [
        MAIN_DUE if action == MAIN else Pending(action if action in known else UNKNOWN, "position", -at - 1)
        for at, action in enumerate(position.pending)
    ]
    turn.stack = [*([] if main_done or MAIN_DUE in pending else [MAIN_DUE]), *reversed(pending)]
    turn.recruits = [Recruited("barred", clan, clan, True) for clan in position.blocked]
    turn.mission_done = position.mission_done
    _last_turns(table, position.last_turns)
    for place, row in enumerate(table.rows):
        last = up_to_arrival(row)[-1:]
        if last and last[0] in ("oasis", "map") and table.arrival is None:
            table.arrival = Arrival(place, last[0], table.number)
            table.phase = "over"
            turn.stack.clear()


def _last_turns(table: State, stated: int | None) -> None:
    """Take over how many turns are left once the deck is exhausted."""
    least = 2 if table.readings["short-explore"] == "needs-two" else 1
    if stated is None:
        if table.deck_size < least and (least == 2 or table.readings("deck-end") == "last-card"):
            table.last_turns = table.count
            table.notes.append(assumption("The Exploration deck is exhausted: the last turns are taken to begin now."))
        return
    table.last_turns = min(max(stated, 0), table.count)
    if table.last_turns == 0:
        table.phase = "over"
        table.turn.stack.clear()
    for step in range(table.last_turns, table.count):
        seat = (table.turn.seat + step) % table.count
        table.final_numbers[seat] = table.last_number(seat)


def draft(table: State, entry: Draft, plan: Plan) -> None:
    """Give a scout the first Companion; after the last one, fill the Lair and begin."""
    seat = plan.target
    table.undrafted.remove(entry.by)
    for card in [] if plan.idle else plan.cards:
        got = card if plan.origin == "lair" else draw_companion(table, card)
        if got is None:
            continue
        if table.readings("first-companion") == "play-area":
            put(table.camps[seat], "?" if is_mark(got) else got)
            if plan.origin == "lair":
                leave_lair(table, got, lambda world: {})
        else:
            table.sizes[seat] += 1
            _get(table, plan, got, seat)
    if not table.undrafted:
        table.phase = "play"
        refill_lair(table, entry.refill or [], 4 - len(table.lair))
        table.say(DRAFT_NO_REFILL, "All have drafted, and the Lair is filled again.", {})
        table.turn = Turn(table.starter, table.seats[table.starter], [MAIN_DUE])


def _get(table: State, plan: Plan, card: str, seat: int) -> None:
    """Put a Companion, taken from the Lair or drawn from the deck, into a hand."""
    if plan.origin == "lair":
        if card == "?" or card not in table.lair:
            leave_lair(table, card, hand_of(seat))
            return
        table.lair.remove(card)
    for world in table.worlds:
        hand = world.hands[seat]
        hand[card] = hand.get(card, 0) + 1
    if card[-1:] == "?" and table.readings("deck-companion") == "shown":
        table.notes.append(
            assumption(
                "A Companion taken from the deck is shown to all, so the record should name it.", slug="should-be-known"
            )
        )


# Recruit


def recruit(table: State, entry: Recruit, plan: Plan) -> None:
    """Take Companions into the hand, or play one into the camp."""
    resolving(table, plan, "recruit")
    main = plan.resolved is not None and plan.resolved.action == MAIN
    if plan.idle:
        return
    if entry.play is not None:
        for card in plan.cards:
            _play(table, card, main)
    else:
        _take(table, entry, plan, main)


def _take(table: State, entry: Recruit, plan: Plan, main: bool) -> None:
    turn = table.turn
    seat = turn.seat
    taken = 0
    before = [world.copy() for world in table.worlds] if plan.either and not table.partial else []
    for card in plan.cards:
        got = card if plan.origin == "lair" else draw_companion(table, card)
        if got is None:
            continue
        taken += 1
        table.sizes[seat] += 1
        if got[-1:] == "?":
            turn.recruits.append(_taken_hidden(table, got, main))
        else:
            turn.recruits.append(Recruited("taken", got, table.clan(got), main))
        _get(table, plan, got, seat)
    if plan.origin == "lair":
        refill_lair(table, () if entry.refill is None else listed(entry.refill), taken)
    if before:
        _or_from_deck(table, before, plan.cards[0])


def _or_from_deck(table: State, worlds: Sequence[World], card: str) -> None:
    """Follow as well that a Companion came from the top of the deck and the Lair stayed as it was.

    Where the hidden cards of the Lair and of the deck are the same to the referee, nothing is added.
    """
    so_far = len(table.worlds)
    mark = table.companion_mark
    from_deck = []
    for world in parted(worlds, table.stock, lambda world: {mark: 1}, card):
        put(world.hands[table.turn.seat], card)
        from_deck.append(world)
    table.branch([*table.worlds, *from_deck])
    if len(table.worlds) > so_far:
        says = "Whether {card} came from the Lair or from the top of the deck is not recorded: both are reckoned with."
        table.notes.append(assumption(says, card=card, slug="origin-open"))


def _taken_hidden(table: State, card: str, main: bool) -> Recruited:
    """Return the note of a hidden card about to be taken, with the clans that it can be of if they are known.

    ``card`` is its mark, or ``?`` for any hidden card of the Lair.
    """
    names: set[str] = set()
    for world in table.worlds:
        for mark in world.lair if card == "?" else (card,):
            behind = None if table.partial else world.names_behind(table.stock, mark)
            if behind is None:
                return Recruited("taken", "?", None, main)
            names |= behind
    clans = frozenset(table.clan(name) for name in names)
    return Recruited("taken", "?", min(clans) if len(clans) == 1 else None, main, None if UNKNOWN in clans else clans)


def _play(table: State, card: str, main: bool) -> None:
    turn = table.turn
    seat = turn.seat
    stack = turn.stack
    lose(table, seat, card)
    table.sizes[seat] -= 1
    put(table.camps[seat], card)
    companion = table.companions[card]
    turn.recruits.append(Recruited("played", card, companion.clan, main))
    table.say(CAMP_OPEN, "{card} lies in the camp of {seat}.", {"card": card, "seat": turn.by})
    if any(pending.source == "banner" for pending in stack) and table.readings("outer-banner") == "lost":
        stack[:] = [pending for pending in stack if pending.source != "banner"]
    first, second = table.banner(card)
    stack.append(Pending(second, "banner", table.number, card))
    stack.append(Pending(first, "banner", table.number, card))


# Against others


def pillage(table: State, entry: Pillage, plan: Plan) -> None:
    """Show two cards of the target's hand and move the one that was kept."""
    resolved = plan.resolved
    resolving(table, plan, "pillage")
    seat, victim = table.turn.seat, plan.target
    if resolved is not None and resolved.source == "mission":
        table.say(MISSION_TARGETS_FREE, "{seat} picks a target for this Pillage.", {"seat": table.turn.by})
    if plan.idle or victim < 0:
        return
    _show(table, victim, plan.cards)
    if not plan.gained:
        table.say(SHIELD_PASSIVE, "The Pillage fails; both cards stay with {target}.", {"target": table.seats[victim]})
        return
    illegal = any(finding.status == "illegal" and finding.entry == table.number for finding in plan.findings)
    for card in plan.gained:
        if card == "?":
            table.branch(_kept_hidden(table, seat, victim, plan.cards, illegal))
        else:
            lose(table, victim, card)
            for world in table.worlds:
                put(world.hands[seat], card)
        table.sizes[seat] += 1
        table.sizes[victim] -= 1


def _show(table: State, seat: int, cards: Sequence[str]) -> None:
    """Name cards of a hand that were shown and went back."""
    named = [card for card in cards if card != "?"]
    if len(set(named)) == len(named) and all(card in world.hands[seat] for world in table.worlds for card in named):
        return
    for card in named:
        lose(table, seat, card)
    for world in table.worlds:
        for card in named:
            put(world.hands[seat], card)


def _kept_hidden(table: State, seat: int, victim: int, cards: Sequence[str], illegal: bool) -> Iterator[World]:
    named = [card for card in cards if card != "?"]
    barred = () if illegal else ("shield",)
    for world in table.worlds:
        if len(named) == len(cards):
            for card in sorted(set(named) & set(world.hands[victim])):
                after = world.copy()
                take(after.hands[victim], card)
                put(after.hands[seat], card)
                yield after
            continue
        for after, gone in world.hidden_leaving(victim, 1, barred):
            put(after.hands[seat], gone[0])
            yield after


def eliminate(table: State, entry: Eliminate, plan: Plan) -> None:
    """Discard the target; its highlighted action is due."""
    resolving(table, plan, "eliminate")
    if plan.idle or not plan.cards or plan.origin is None:
        return
    card, origin = plan.cards[0], plan.origin
    turn = table.turn
    if origin == "lair":
        leave_lair(table, card, lambda world: world.discard)
    else:
        table.say(SHIELD_NO_COUNTER, "No Shield protects {card} of {seat}.", {"card": card, "seat": origin})
        _leave_camp(table, table.index[origin], card)
    if origin == "lair" and table.readings("lair-after-eliminate") == "refill":
        refill_lair(table, listed(entry.refill), 1)
    action = table.highlighted(card)
    turn.recruits.append(Recruited("eliminated", card, table.clan(card), False))
    table.say(
        ELIMINATE_EFFECT,
        "{card} is discarded, and {seat} carries out its highlighted action.",
        {"card": card, "seat": turn.by},
    )
    if action in SPECIALIST_ACTIONS and table.readings("eliminate-chain") == "stops":
        return
    turn.stack.append(Pending(action, "eliminate", table.number, None if card == "?" else card))


def swindle(table: State, entry: Swindle, plan: Plan) -> None:
    """Exchange one card for two."""
    resolving(table, plan, "swindle")
    if plan.idle or plan.target < 0:
        return
    seat, victim = table.turn.seat, plan.target
    given, received = plan.cards, plan.gained
    received = received[: table.sizes[victim] + len(given)]
    table.branch(_swindled(table, seat, victim, given, received))
    change = len(received) - len(given)
    table.sizes[seat] += change
    table.sizes[victim] -= change
    table.say(SHIELD_NO_COUNTER, "No Shield stops the Swindle of {target}.", {"target": table.seats[victim]})


def _swindled(table: State, seat: int, victim: int, given: Sequence[str], received: Sequence[str]) -> Iterator[World]:
    for world in list(table.worlds):
        before = [world.copy()]
        named = [card for card in given if card != "?"]
        for card in named:
            before = list(lost(table, before, seat, card))
        for own in before:
            for offered, gone in own.hidden_leaving(seat, len(given) - len(named)):
                yield from _returned(table, offered, seat, victim, [*named, *gone], received)


def _returned(
    table: State, world: World, seat: int, victim: int, gifts: Sequence[str], received: Sequence[str]
) -> Iterator[World]:
    worlds = [world.copy()]
    for card in received:
        if card == "?":
            continue
        if card in gifts and all(after.missing(table.stock, victim, [card]) for after in worlds):
            for after in worlds:
                put(after.hands[victim], card)
            gifts = [gift for gift in gifts if gift != card]
        worlds = list(lost(table, worlds, victim, card))
        for after in worlds:
            put(after.hands[seat], card)
    for after in worlds:
        for final, gone in after.hidden_leaving(victim, received.count("?")):
            for card in gone:
                put(final.hands[seat], card)
            for card in gifts:
                put(final.hands[victim], card)
            yield final


def slow_down(table: State, entry: SlowDown, plan: Plan) -> None:
    """Move the last card of a row to the hand."""
    resolving(table, plan, "slow-down")
    seat, victim = table.turn.seat, plan.target
    if plan.idle or victim < 0:
        return
    card = table.rows[victim].pop()
    table.places[victim].pop()
    table.laid_at[victim].pop()
    for world in table.worlds:
        put(world.hands[seat], "compass" if card == "compass-step" else card)
    table.sizes[seat] += 1
    table.say(
        SHIELD_NO_COUNTER,
        "{card} goes from the row of {target} to the hand of {seat}.",
        {"card": card, "target": table.seats[victim], "seat": table.turn.by},
    )


# Mission and table


def mission(table: State, entry: Mission, plan: Plan) -> None:
    """Discard the Companions; their highlighted actions are due, the first named on top."""
    turn = table.turn
    if plan.popped:
        fail_to_draw(table, turn.stack)
        turn.stack.clear()
    turn.mission_done = True
    if plan.idle:
        return
    for card in plan.cards:
        _leave_camp(table, turn.seat, card)
    turn.mission_clan = table.clan(plan.cards[0]) if plan.cards else None
    for card in reversed(plan.cards):
        turn.stack.append(Pending(table.highlighted(card), "mission", table.number, card))
    says = "{cards} are discarded, and their highlighted actions are due."
    if len(plan.cards) == 1:
        says = "{cards} is discarded, and its highlighted action is due."
    table.say(MISSION_ACTIONS, says, {"cards": list(plan.cards)})


def _leave_camp(table: State, seat: int, card: str) -> None:
    """Move a named Companion from a camp to the discard; one that the camp does not name turns out to be it."""
    camp = table.camps[seat]
    if card in camp:
        take(camp, card)
    elif "?" in camp:
        take(camp, "?")
        turn_up(table, card, COMPANION_MARK)
    for world in table.worlds:
        put(world.discard, card)


def reshuffle(table: State, entry: Reshuffle, plan: Plan) -> None:
    """Note the order of the new Companion deck, or shuffle it now."""
    if plan.origin != "open":
        shuffle(table, entry.order)
        return
    order = list(plan.cards)
    for place in range(len(table.lair) - table.refilled, len(table.lair)):
        card = order.pop(0) if order else "?"
        if card != "?" and table.lair[place] == "?":
            turn_up(table, card)
            for world in table.worlds:
                take(world.lair, table.companion_mark)
            table.lair[place] = card
    if entry.order is not None:
        ordered(table, order)
    table.shuffle_open, table.refilled = False, 0


def water(table: State, entry: Water, plan: Plan) -> None:
    """Note who touched water first."""
    if not plan.idle:
        table.water = (entry.winner, table.number)
        table.say(WATER_TIE, "{seat} touches water first.", {"seat": entry.winner})


EFFECTS: dict[type, Effect] = {
    Setup: set_up,
    Draft: draft,
    Explore: explore,
    Recycle: recycle,
    Equip: equip,
    Travel: travel,
    Recruit: recruit,
    Pillage: pillage,
    Eliminate: eliminate,
    Swindle: swindle,
    SlowDown: slow_down,
    Skip: skip,
    Mission: mission,
    EndTurn: finish_turn,
    Reshuffle: reshuffle,
    Water: water,
}


def shuffle_at_once(table: State) -> None:
    """Under that reading, shuffle the Companion discard as soon as the deck is empty."""
    if any(world.discard for world in table.worlds) and table.readings("companion-reshuffle") == "at-once":
        shuffle(table)
        table.shuffle_open = True
        assume_shuffled(table)
