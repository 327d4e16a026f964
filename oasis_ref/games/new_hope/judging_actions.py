"""How the rules judge the five main actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from oasis_ref.core.findings import Breach, Finding, remark
from oasis_ref.games.new_hope.cards import NUMBERS, TRAVEL_MARK, is_step
from oasis_ref.games.new_hope.catalogue import RULES
from oasis_ref.games.new_hope.judging import (
    NEXT_CARDS,
    acting,
    ask,
    closed,
    declinable,
    over_worlds,
    passed_over,
    possible,
    real,
    said,
)
from oasis_ref.games.new_hope.judging_taking import filling, taking
from oasis_ref.games.new_hope.moves import Equip, Explore, Recruit, Recycle, Travel, listed
from oasis_ref.games.new_hope.rules_actions import (
    banner_impossible,
    compass_as_desert,
    compass_not_oasis,
    compass_place,
    compass_when_held,
    equip_available,
    equip_cost,
    equip_one,
    explore_empty,
    explore_short,
    explore_two,
    improved_equip_cost,
    map_only_oasis,
    recruit_one_option,
    recruit_play,
    recruit_take,
    recycle_empty,
    recycle_one,
    recycle_ruins_only,
    step_stops,
    travel_at_least_one,
    travel_cards_only,
    travel_sequence,
    win_immediately,
)
from oasis_ref.games.new_hope.rules_record import (
    open_row,
    rec_ambiguous,
    rec_copies,
    rec_count,
    rec_deck_order,
    rec_not_there,
    rec_supply,
    top_of,
    unlisted,
)
from oasis_ref.games.new_hope.rules_turns import mandatory_action
from oasis_ref.games.new_hope.table import MAIN, Plan, State
from oasis_ref.games.new_hope.worlds import World, shown


def skipping(table: State, plan: Plan) -> None:
    """Judge an entry that leaves out the pending action which it resolves."""
    pending = plan.resolved
    if pending is None:
        return
    can = possible(table, plan.turn, pending.action)
    if can is False:
        plan.note(passed_over(plan.turn, pending))
    elif not declinable(table, pending):
        ask(table, plan, mandatory_action, plan.turn.by, pending.action, can)


# Explore


def explore(table: State, entry: Explore) -> Plan:
    """Judge an Explore: how many cards, then which."""
    plan = acting(table, entry.by, entry.define, "explore")
    if plan.void:
        return plan
    size, drawn, number = table.deck_size, entry.drawn, table.number
    if drawn is None:
        plan.cards = top_of(table.deck_order, size, 2)
        if size >= 2:
            return plan
        drawn = plan.cards
    else:
        plan.cards = drawn
        order = table.deck_order
        if order and size >= 2 and drawn == order[:-3:-1] and drawn[0] in NUMBERS and drawn[1] in NUMBERS:
            return plan
    count = len(drawn)
    if size >= 2:
        found = explore_two(count, size)
        if found is not None:
            plan.find(RULES.finding(explore_two, found, number))
    else:
        _explore_late(table, plan, size, count)
    if count > size and (size or not plan.faulty(number)):
        ask(table, plan, rec_count, "cards drawn from the Exploration deck", count, size)
    elif count and real(table, plan, drawn):
        _drawn_from(table, plan, drawn, count)
    return plan


def _explore_late(table: State, plan: Plan, size: int, count: int) -> None:
    main = plan.resolved is None or plan.resolved.action == MAIN
    if size == 1:
        option = table.readings("short-explore")
        if count > size or (not main and not count and option == "needs-two"):
            return
        found = explore_short(count, option)
        if found is not None:
            plan.find(RULES.finding(explore_short, found, table.number))
    elif count:
        return
    elif not main:
        skipping(table, plan)
    elif table.readings("empty-source") == "illegal" and table.readings("deck-end") == "last-card":
        ask(table, plan, explore_empty)


def _drawn_from(table: State, plan: Plan, drawn: Sequence[str], count: int) -> None:
    odd = [card for card in drawn if card not in NUMBERS and card != "?"]
    if odd:
        ask(table, plan, rec_not_there, odd, "the Exploration deck")
    elif table.deck_order is not None:
        top = top_of(table.deck_order, table.deck_size, count)
        found = rec_deck_order(drawn, top, "Exploration deck")
        if found is not None:
            plan.find(RULES.finding(rec_deck_order, found, table.number))
            return
        turned_up = unlisted(drawn, top) if "?" in top else []
        if turned_up:
            over_worlds(table, plan, lambda world: _copies(table, world, turned_up))
        if "?" in drawn:
            plan.cards = _named_by_both(drawn, top)
    else:
        over_worlds(table, plan, lambda world: _copies(table, world, drawn))


def _named_by_both(drawn: Sequence[str], top: Sequence[str]) -> list[str]:
    """Return the cards drawn, named by the entry or by the recorded order of the deck."""
    named = [card for card in drawn if card != "?"]
    left = list(top)
    for card in named:
        left.remove(card if card in left else "?")
    return [*named, *left]


def _copies(table: State, world: World, cards: Sequence[str]) -> list[Finding] | None:
    stock = table.stock
    for card in cards:
        if card != "?" and not stock.may_exist(world.seen, card):
            break
    else:
        if len(cards) < 2 or cards[0] != cards[1] or cards[0] == "?":
            return None
    seen = world.seen.copy()
    many = []
    for card in cards:
        if card == "?":
            continue
        if not stock.may_exist(seen, card):
            many.append(card)
        seen[card] = seen.get(card, 0) + 1
    return said(table, rec_copies, many)


# Recycle


def recycle(table: State, entry: Recycle) -> Plan:
    """Judge a Recycle: one card, of the Ruins, and there."""
    plan = acting(table, entry.by, entry.define, "recycle")
    if plan.void:
        return plan
    cards = plan.cards = listed(entry.card)
    if len(cards) == 1 and _simply_there(table, cards[0]):
        return plan
    if len(cards) > 1:
        left = sum(table.worlds[0].ruins.values())
        ask(table, plan, recycle_one, cards, left)
        over_worlds(table, plan, lambda world: _in_ruins(table, world, cards))
        return plan
    card = cards[0] if cards else None
    if card is None:
        alike = {name for world in table.worlds for name in world.ruins}
        plan.cards = sorted(alike) if len(alike) == 1 else ["none"]
        if len(alike) > 1:
            ask(table, plan, rec_ambiguous, "which card was recycled", "the Ruins hold different cards")
            plan.cards = ["?"]
            return plan
        card = plan.cards[0]
    if card == "none":
        over_worlds(table, plan, lambda world: _attempt(table, plan, world))
    elif entry.card is None or real(table, plan, cards):
        kind = table.stock.kind(card)
        apart = card == "oasis" and _apart(table)
        found = recycle_ruins_only(card, kind, apart)
        if found is not None:
            plan.idle = not apart
            plan.origin = "centre"
            plan.find(RULES.finding(recycle_ruins_only, found, table.number))
        else:
            over_worlds(table, plan, lambda world: _in_ruins(table, world, cards))
    return plan


def _simply_there(table: State, card: str) -> bool:
    """Return whether a card other than an Oasis is sure to lie in the Ruins."""
    known = len(table.worlds) == 1 and not table.partial
    return known and card in table.worlds[0].ruins and card in NUMBERS and card != "oasis"


def _apart(table: State) -> bool:
    """Return whether the only Oasis that can be meant lies apart; touch the reading where that matters.

    Where another one may be a hidden card of the Ruins, the entry proves that it is.
    """
    in_ruins = table.worlds[0].ruins.get("oasis", 0)
    if table.centre_apart and not in_ruins:
        table.readings("centre-oasis")
        return not any(_may_lie_in_ruins(table, world, "oasis") for world in table.worlds)
    if in_ruins == 1 and table.centre_there:
        table.readings("centre-oasis")
    return False


def _may_lie_in_ruins(table: State, world: World, card: str) -> bool:
    return card in world.ruins or (TRAVEL_MARK in world.ruins and world.fits(table.stock, TRAVEL_MARK, card))


def _in_ruins(table: State, world: World, cards: Sequence[str]) -> list[Finding] | None:
    if len(cards) == 1:
        card = cards[0]
        if card in world.ruins or (card == "?" and world.ruins):
            return None
    left = world.ruins.copy()
    trial = World([], left, {}, {}, world.seen.copy())
    absent = [card for card in cards if not (card == "?" and left) and not trial.leave(table.stock, left, card)]
    return said(table, rec_not_there, absent, "the Ruins", list(dict.fromkeys(shown([world.ruins]))), cards)


def _attempt(table: State, plan: Plan, world: World) -> list[Finding] | None:
    main = plan.resolved is None or plan.resolved.action == MAIN
    if world.ruins:
        return said(table, recycle_one, ["none"], sum(world.ruins.values()))
    if not main or table.readings("empty-source") == "no-op":
        return None
    return said(table, recycle_empty)


# Recruit


def recruit(table: State, entry: Recruit) -> Plan:
    """Judge a Recruit: taking or playing, then what was taken or played."""
    plan = acting(table, entry.by, entry.define, "recruit")
    if plan.void:
        return plan
    if entry.play is None and entry.refill is None and _simply_from_lair(table, entry):
        plan.cards, plan.origin = listed(entry.take), "lair"
        return plan
    take = listed(entry.take)
    play = listed(entry.play) if entry.play is not None else ()
    if play and (take or len(play) > 1):
        ask(table, plan, recruit_one_option, take, play)
        plan.cards = [card for card in play if table.stock.kind(card) == "companion"] if not take else []
        plan.idle = bool(take)
        if not take and real(table, plan, play):
            over_worlds(table, plan, lambda world: held(table, world, plan.turn.seat, play))
    elif play:
        _play(table, play[0], plan)
        filling(table, plan, entry.refill, 0)
    elif take:
        found = recruit_take(take, entry.origin)
        if found is not None:
            plan.find(RULES.finding(recruit_take, found, table.number))
            plan.idle = entry.origin not in (None, "lair", "deck")
        if real(table, plan, take) and not plan.idle:
            taking(table, plan, take, entry.origin, listed(entry.refill) if entry.refill is not None else ())
            filling(table, plan, entry.refill, len(take) if plan.origin == "lair" else 0)
    else:
        ask(table, plan, rec_ambiguous, "which Companion was recruited", "neither `take` nor `play` is given")
        plan.idle = True
    return plan


def _simply_from_lair(table: State, entry: Recruit) -> bool:
    """Return whether an entry takes one Companion that lies face up in the Lair."""
    if entry.origin not in (None, "lair") or not isinstance(entry.take, str):
        return False
    return entry.take in table.lair and entry.take in table.stock.limits


def _play(table: State, card: str, plan: Plan) -> None:
    plan.cards = [card]
    if card == "?":
        ask(table, plan, rec_ambiguous, "which Companion was played", "its banner lies open, so it is known")
        plan.idle = True
        return
    if not real(table, plan, plan.cards):
        return
    found = recruit_play(card, table.stock.kind(card))
    if found is not None:
        plan.find(RULES.finding(recruit_play, found, table.number))
        plan.idle = True
    if not table.surely_holds(plan.turn.seat, plan.cards):
        over_worlds(table, plan, lambda world: held(table, world, plan.turn.seat, plan.cards))
    first = "unknown" if plan.idle else table.banner(card)[0]
    if not plan.idle and first != "unknown" and not (first == "explore" and table.deck_size >= 2):
        open_lair = first == "recruit" and bool(table.lair)
        after = _as_played(table, plan.turn.seat, card) if first in FROM_THE_HAND and not open_lair else table
        can = possible(after, plan.turn, first)
        if not can and table.readings("banner-impossible") == "card-unplayable":
            ask(table, plan, banner_impossible, card, first, can)


FROM_THE_HAND = frozenset({"recruit", "equip", "improved-equip", "swindle"})
"""Actions that hang on how many cards, or which Companions, the hand holds once a Companion has been played."""


def _as_played(table: State, seat: int, card: str) -> State:
    """Return a table on which the Companion has left the hand, to look at only."""
    after = State.__new__(State)
    table.share(after)
    after.readings = table.readings.__deepcopy__(None)
    after.sizes = table.sizes[:]
    after.sizes[seat] -= 1
    after.worlds = [world.without(table.stock, seat, [card]) for world in table.worlds]
    return after


def held(table: State, world: World, seat: int, cards: Sequence[str]) -> list[Finding] | None:
    """Return the finding for cards that cannot be in a hand."""
    absent = world.missing(table.stock, seat, cards)
    if not absent:
        return None
    return not_in_hand(table, world, seat, absent, cards)


def not_in_hand(
    table: State, world: World, seat: int, absent: Sequence[str], named: Sequence[str] = ()
) -> list[Finding] | None:
    """Return the finding for those of the named cards that are not in a hand, with what it holds if that is known.

    If more are named than it holds, and what it holds is not known, that is what is wrong.
    """
    holds = shown([world.hands[seat]]) if len(table.worlds) == 1 else None
    many = len(named) - table.sizes[seat]
    if many > 0 and (holds is None or "?" in holds):
        absent = ["?"] * many
    return said(table, rec_not_there, absent, f"the hand of {table.seats[seat]}", holds, named)


# Travel


def travel(table: State, entry: Travel) -> Plan:
    """Judge a Travel card by card, then whether the hand can hold them."""
    plan = acting(table, entry.by, entry.define, "travel")
    if plan.void:
        return plan
    cards = entry.cards
    if not cards:
        if plan.resolved is None or plan.resolved.action == MAIN:
            found = travel_at_least_one(cards, table.readings("empty-travel"))
            if found is not None:
                plan.find(RULES.finding(travel_at_least_one, found, table.number))
        else:
            skipping(table, plan)
        return plan
    seat = plan.turn.seat
    in_hand = table.surely_holds(seat, cards)
    if not in_hand and not real(table, plan, cards):
        return plan
    place = table.last_number(seat)
    plan.cards = cards
    for at, card in enumerate(cards):
        place -= 1
        if NUMBERS.get(card) != place or (at and is_step(cards[at - 1])):
            place = _lay_oddly(table, plan, at, place)
            break
    if entry.reached is not None and not plan.faulty(table.number):
        ask(table, plan, rec_count, "as the last number reached", entry.reached, place, False)
    laid = plan.cards
    if in_hand if laid == cards else table.surely_holds(seat, laid):
        return plan
    as_held = ["compass" if card == "compass-step" else card for card in laid]
    over_worlds(table, plan, lambda world: held(table, world, seat, as_held))
    return plan


def _lay_oddly(table: State, plan: Plan, start: int, place: int) -> int:
    """Go on from the first card that is not simply the next number; return the last number reached."""
    laid = list(plan.cards[:start])
    rest = list(plan.cards[start:])
    seat = plan.turn.seat
    used = sum(1 for card in laid if card == "compass")
    while rest:
        card = rest.pop(0)
        before = laid[-1] if laid else ""
        if NUMBERS.get(card) == place and not is_step(before):
            laid.append(card)
            place -= 1
            continue
        gap = place - (0 if card == "map" else NUMBERS.get(card, place))
        if gap > 0 and place > 0 and not is_step(before) and _fills(table, seat, gap, used + laid.count("compass")):
            rest = ["compass"] * min(gap, place) + [card] + rest
            continue
        found = _lay(table, plan, before, card, place, rest)
        laid.append(card)
        if found is not None and (card != "?" or not plan.faulty(table.number)):
            plan.find(found)
            if found.status not in OPEN_ENDED:
                break
        place -= 1
    plan.cards = [*laid, *rest]
    return place + 1


def _fills(table: State, seat: int, gap: int, used: int) -> bool:
    """Return whether Compasses fill a gap by themselves."""
    enough = any(world.hands[seat].get("compass", 0) - used >= gap for world in table.worlds)
    return enough and table.readings("compass-fill") == "auto-fill"


OPEN_ENDED = ("unverifiable", "inconsistent")
"""What can be wrong with a card in such a way that those after it are judged all the same."""

PLACE_CHECKS: dict[str, Callable[[str, int], Breach | None]] = {
    **dict.fromkeys(NUMBERS, travel_sequence),
    "compass": compass_not_oasis,
    "compass-step": compass_not_oasis,
    "map": map_only_oasis,
}
"""For each card that may lie in a row, what can be wrong with its place."""


def _lay(table: State, plan: Plan, before: str, card: str, place: int, rest: Sequence[str]) -> Finding | None:
    """Return the first rule that a card breaks at a place."""
    found = step_stops(before, card) if is_step(before) else None
    if found is not None:
        return RULES.finding(step_stops, found, table.number)
    found = win_immediately(before, card) if before in ("oasis", "map") else None
    if found is not None:
        return RULES.finding(win_immediately, found, table.number)
    if card == "?":
        return RULES.finding(rec_ambiguous, open_row(place), table.number)
    check = PLACE_CHECKS.get(card)
    if check is None:
        found = travel_cards_only(card)
        return None if found is None else RULES.finding(travel_cards_only, found, table.number)
    found = check(card, place)
    if found is not None:
        return RULES.finding(check, found, table.number)
    return _lay_compass(table, plan, card, place, rest) if card.startswith("compass") else None


def _lay_compass(table: State, plan: Plan, card: str, place: int, rest: Sequence[str]) -> Finding | None:
    if card == "compass-step":
        found = compass_as_desert(card, place, table.readings("compass-as-step"))
        if found is not None:
            return RULES.finding(compass_as_desert, found, table.number)
    following = rest[0] if rest else None
    if following is None or following.startswith("compass"):
        tight = table.readings("compass-place") == "between-cards"
        found = compass_place(place, following) if tight else None
        if found is not None:
            return RULES.finding(compass_place, found, table.number)
    return _held_number(table, plan, place)


NUMBERED_CARDS = {place: cards - {"compass"} for place, cards in NEXT_CARDS.items()}
"""The cards that a Compass can stand for at each place."""


def _held_number(table: State, plan: Plan, place: int) -> Finding | None:
    wanted = NUMBERED_CARDS[place]
    seat = plan.turn.seat
    hand = table.worlds[0].hands[seat]
    if len(table.worlds) == 1 and not table.partial and TRAVEL_MARK not in hand and wanted.isdisjoint(hand):
        return None
    worlds = [
        world.without(table.stock, seat, plan.cards) if TRAVEL_MARK in world.hands[seat] else world
        for world in table.worlds
    ]
    not_followed = table.partial and table.sizes[seat] > len(plan.cards)
    sure = not not_followed and all(world.must_hold(table.stock, seat, wanted) for world in worlds)
    if not (sure or not_followed or any(world.may_hold(table.stock, seat, wanted) for world in worlds)):
        return None
    option = table.readings("compass-when-held")
    if option == "warn":
        plan.note(
            remark(
                "A Compass stands for {place} {held}.",
                place=place,
                held="although the hand holds that number" if sure else "if held, although the hand has that number",
            )
        )
    if option != "forbidden":
        return None
    found = compass_when_held(place, True if sure else None)
    return None if found is None else RULES.finding(compass_when_held, found, table.number)


# Equip


def equip(table: State, entry: Equip) -> Plan:
    """Judge an Equip: one Equipment, there, at its price, paid from the hand."""
    plan = acting(table, entry.by, entry.define, "equip")
    if plan.void:
        return plan
    items = listed(entry.item)
    seat = plan.turn.seat
    plan.gained = items
    if len(items) != 1:
        ask(table, plan, equip_one, items)
    paid = entry.paid
    in_hand = paid is not None and table.surely_holds(seat, paid)
    less = 1 if plan.resolved is not None and plan.resolved.action == "improved-equip" else 0
    price = -less
    odd = []
    for item in items:
        if item in table.prices:
            price += table.prices[item]
        else:
            odd.append(item)
    if (odd and not real(table, plan, items)) or (paid and not in_hand and not real(table, plan, paid)):
        return plan
    if odd:
        ask(table, plan, rec_not_there, odd, "the supply")
        return plan
    if paid is None:
        plan.cards = ["?"] * price
        if table.sizes[seat] != price:
            why = f"the hand holds {table.sizes[seat]} cards and the price is {price}"
            ask(table, plan, rec_ambiguous, "what was paid", why)
            plan.cards = ["?"] * min(price, table.sizes[seat])
        return plan
    plan.cards = paid
    for item in items:
        _pile(table, plan, item, paid)
    if len(items) == 1 and len(paid) != price and not _unknown_price(plan, price, len(paid)):
        check = improved_equip_cost if less else equip_cost
        ask(table, plan, check, items[0], price, len(paid))
    if not in_hand:
        over_worlds(table, plan, lambda world: held(table, world, seat, paid))
    return plan


def _unknown_price(plan: Plan, price: int, paid: int) -> bool:
    return plan.resolved is not None and plan.resolved.action == "unknown" and paid == price - 1


def _pile(table: State, plan: Plan, item: str, paid: Sequence[str]) -> None:
    if len(table.worlds) == 1 and not table.partial and item not in table.emptied and table.worlds[0].supply.get(item):
        return

    def check(world: World) -> list[Finding] | None:
        left = world.supply.get(item, 0)
        shut = closed(table, item) if item in table.emptied else False
        if left and not shut:
            return None
        found = rec_supply(item, left, paid)
        if found is not None:
            return [RULES.finding(rec_supply, found, table.number)]
        if not shut and table.readings("equip-own-refill") == "pay-first":
            return None
        return said(table, equip_available, item, left, shut)

    over_worlds(table, plan, check)
