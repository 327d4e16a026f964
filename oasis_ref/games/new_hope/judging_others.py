"""How the rules judge the actions against others, the mission, the skip and the end of the turn."""

from __future__ import annotations

from collections.abc import Sequence

from oasis_ref.core.findings import Finding, remark
from oasis_ref.games.new_hope.cards import COMPANION_MARK, HAND_LIMIT, SPECIALISTS, UNKNOWN
from oasis_ref.games.new_hope.catalogue import RULES, WORDS
from oasis_ref.games.new_hope.judging import (
    acting,
    ask,
    declinable,
    limit_for,
    match,
    opened,
    over_limit,
    over_worlds,
    possible,
    real,
    said,
    still_due,
)
from oasis_ref.games.new_hope.judging_actions import held, not_in_hand
from oasis_ref.games.new_hope.judging_taking import filling, may_be_hidden, taking
from oasis_ref.games.new_hope.moves import Eliminate, EndTurn, Mission, Pillage, Skip, SlowDown, Swindle, listed
from oasis_ref.games.new_hope.rules_opponents import (
    eliminate_own,
    eliminate_target,
    pillage_keep_one,
    pillage_opponent,
    pillage_shield,
    pillage_target_size,
    pillage_two_random,
    slow_down_card,
    slow_down_target,
    swindle_exchange,
    swindle_no_look,
    swindle_target_size,
)
from oasis_ref.games.new_hope.rules_record import rec_ambiguous, rec_not_there
from oasis_ref.games.new_hope.rules_turns import (
    hand_limit_exact,
    main_first,
    mandatory_action,
    mission_blocked_clan,
    mission_impossible,
    mission_once,
    mission_one_clan,
    no_pass,
    specialist_mission,
)
from oasis_ref.games.new_hope.table import MAIN, Plan, Recruited, State, Turn
from oasis_ref.games.new_hope.worlds import World


def _target(table: State, plan: Plan, target: str | None) -> str | None:
    """Return the target of an entry: the only opponent if it was left out."""
    if target is not None:
        return target
    if table.count == 2:
        return table.seats[1 - plan.turn.seat]
    ask(table, plan, rec_ambiguous, "the target", "there are several opponents")
    plan.idle = True
    return None


# Pillage


def pillage(table: State, entry: Pillage) -> Plan:
    """Judge a Pillage: its target, the two cards, what was kept."""
    plan = acting(table, entry.by, entry.define, "pillage")
    if plan.void:
        return plan
    by = plan.turn.by
    target = _target(table, plan, entry.target)
    if target is None:
        return plan
    if (found := pillage_opponent(by, target, table.seats)) is not None:
        plan.find(RULES.finding(pillage_opponent, found, table.number))
        plan.idle = True
        return plan
    plan.target = victim = table.index[target]
    if (found := pillage_target_size(target, table.sizes[victim])) is not None:
        plan.find(RULES.finding(pillage_target_size, found, table.number))
        plan.idle = True
        return plan
    shown = ["?", "?"] if entry.shown is None else entry.shown
    kept = [card for card in listed(entry.kept) if card != "none"]
    if not (table.surely_holds(victim, shown) or real(table, plan, shown)) or not real(table, plan, kept):
        return plan
    short = ask(table, plan, pillage_two_random, shown)
    plan.cards, plan.gained = _completed(table, plan, shown, kept), kept
    if "?" in shown and table.readings("pillage-seen") == "everyone":
        plan.note(
            remark(
                "The two cards of a Pillage are seen by everyone, so the record should name them.",
                slug="should-be-known",
            )
        )
    if entry.kept is None:
        _kept_left_out(table, plan, victim, short)
    elif not plan.void:
        over_worlds(table, plan, lambda world: _pillaged(table, plan, world, target, victim, short))
        return plan
    over_worlds(table, plan, lambda world: held(table, world, victim, plan.cards))
    return plan


def _completed(table: State, plan: Plan, shown: Sequence[str], kept: Sequence[str]) -> Sequence[str]:
    """Return the two cards with hidden ones named by what was kept."""
    if len(kept) == 1 and kept[0] in shown:
        return shown
    cards = list(shown)
    left = list(shown)
    absent = []
    for card in kept:
        if card in left:
            left.remove(card)
        elif card == "?" and left:
            continue
        elif "?" in left:
            left.remove("?")
            cards[cards.index("?")] = card
        else:
            absent.append(card)
    if absent:
        ask(table, plan, rec_not_there, absent, "the two cards shown")
    return cards


def shield_among(table: State, world: World, victim: int, cards: Sequence[str]) -> bool | None:
    """Return whether a Shield is among the cards drawn from a hand; None if that cannot be told."""
    if "shield" in cards:
        return True
    hidden = cards.count("?")
    shields = world.hands[victim].get("shield", 0)
    if not hidden or not shields:
        return False
    others = table.sizes[victim] - (len(cards) - hidden) - shields
    return True if others < hidden else None


def _kept_left_out(table: State, plan: Plan, victim: int, short: bool) -> None:
    answers = {shield_among(table, world, victim, plan.cards) for world in table.worlds}
    if answers == {False} and not short:
        plan.gained = ["?"]
    elif answers != {True} and not short:
        ask(table, plan, rec_ambiguous, "what was kept", "a Shield may be among the two cards")


def _pillaged(table: State, plan: Plan, world: World, target: str, victim: int, short: bool) -> list[Finding] | None:
    absent = world.missing(table.stock, victim, plan.cards)
    if absent:
        return not_in_hand(table, world, victim, absent)
    if short:
        return None
    shield = shield_among(table, world, victim, plan.cards)
    found = pillage_shield(target, plan.gained, shield)
    if found is not None:
        return [RULES.finding(pillage_shield, found, table.number)]
    found = pillage_keep_one(plan.gained, shield)
    return None if found is None else [RULES.finding(pillage_keep_one, found, table.number)]


# Eliminate, Swindle, Slow Down


def eliminate(table: State, entry: Eliminate) -> Plan:
    """Judge an Eliminate: where the target lies, and whose it is."""
    plan = acting(table, entry.by, entry.define, "eliminate")
    if plan.void:
        return plan
    card, by = entry.companion, plan.turn.by
    if not real(table, plan, [card]):
        return plan
    origin = entry.origin or _lies(table, plan, card)
    if origin is None:
        return plan
    plan.cards, plan.origin = [card], origin
    ask(table, plan, eliminate_own, by, origin)
    if ask(table, plan, eliminate_target, origin, table.seats):
        plan.idle = True
    elif origin == "lair":
        taking(table, plan, [card], origin, listed(entry.refill), discarded=True)
        stays = entry.refill is not None and table.readings("lair-after-eliminate") == "stays-empty"
        filling(table, plan, entry.refill, 0 if stays else 1, 1)
    elif card == "?" and card in table.camps[table.index[origin]]:
        ask(table, plan, rec_ambiguous, "which Companion was the target", "a camp lies open, so it is known")
        plan.idle = True
    else:
        if card not in table.camps[table.index[origin]]:
            _in_camp(table, plan, table.index[origin], [card])
        filling(table, plan, entry.refill, 0)
    return plan


def _in_camp(table: State, plan: Plan, seat: int, cards: Sequence[str], named: Sequence[str] = ()) -> None:
    """Judge whether Companions that a camp does not name can be the ones in it that the record never named."""
    place, hidden = f"the camp of {table.seats[seat]}", table.camps[seat].get("?", 0)
    if len(cards) > hidden:
        ask(table, plan, rec_not_there, cards, place, None, named)
        return

    def check(world: World) -> list[Finding] | None:
        trial, camp = world.copy(), {COMPANION_MARK: hidden}
        absent = [card for card in cards if card == "?" or not trial.leave(table.stock, camp, card)]
        return said(table, rec_not_there, absent, place) if absent else None

    over_worlds(table, plan, check)


def _place(origin: str) -> str:
    return "the Lair" if origin == "lair" else f"the camp of {origin}"


def _lies(table: State, plan: Plan, card: str) -> str | None:
    places = ["lair"] if card in table.lair else []
    own = plan.turn.seat
    places += [seat for place, seat in enumerate(table.seats) if place != own and card in table.camps[place]]
    if not places:
        places = ["lair"] if may_be_hidden(table, card) else []
        places += [seat for place, seat in enumerate(table.seats) if place != own and "?" in table.camps[place]]
    if len(places) == 1:
        return places[0]
    if places:
        ask(
            table,
            plan,
            rec_ambiguous,
            "where the target lies",
            f"it may be {' or '.join(_place(place) for place in places)}",
        )
        plan.idle = True
        return None
    if card in table.camps[own]:
        return table.seats[own]
    ask(table, plan, rec_not_there, [card], "the Lair or the camp of an opponent")
    return None


def swindle(table: State, entry: Swindle) -> Plan:
    """Judge a Swindle: its target, the gift, the two cards returned."""
    plan = acting(table, entry.by, entry.define, "swindle")
    if plan.void:
        return plan
    by, seat = plan.turn.by, plan.turn.seat
    target = _target(table, plan, entry.target)
    if target is None:
        return plan
    size = table.sizes[table.index[target]] if target in table.index else 0
    given = ["?"] if entry.given is None else listed(entry.given)
    received = ["?", "?"] if entry.received is None else entry.received
    if ask(table, plan, swindle_target_size, by, target, table.seats, size):
        plan.idle = True
        return plan
    plan.target = victim = table.index[target]
    ask(table, plan, swindle_exchange, by, given, received, table.sizes[seat])
    plan.cards, plan.gained = given, list(received)
    if not table.sizes[seat]:
        plan.idle = True
    elif real(table, plan, given) and real(table, plan, received):
        over_worlds(table, plan, lambda world: _swindled(table, plan, world, target, victim))
    return plan


def _swindled(table: State, plan: Plan, world: World, target: str, victim: int) -> list[Finding] | None:
    found = held(table, world, plan.turn.seat, plan.cards)
    if found:
        return found
    absent = world.missing(table.stock, victim, plan.gained)
    returned = [card for card in absent if card in plan.cards and card != "?"][: len(plan.cards)]
    for card in returned:
        absent.remove(card)
    if absent:
        return not_in_hand(table, world, victim, absent)
    if not returned or table.readings("swindle-return") == "allowed":
        return None
    return said(table, swindle_no_look, target, returned)


def slow_down(table: State, entry: SlowDown) -> Plan:
    """Judge a Slow Down: its target, the card taken."""
    plan = acting(table, entry.by, entry.define, "slow-down")
    if plan.void:
        return plan
    target = _target(table, plan, entry.target)
    if target is None:
        return plan
    row = table.rows[table.index[target]] if target in table.index else []
    if ask(table, plan, slow_down_target, plan.turn.by, target, table.seats, len(row)):
        plan.idle = True
        return plan
    plan.target = table.index[target]
    ask(table, plan, slow_down_card, entry.card, row[-1])
    return plan


# Skip, mission, end of the turn


def judge_skip(table: State, entry: Skip) -> Plan:
    """Judge an entry that leaves an action out."""
    plan = opened(table, entry.by, entry.define)
    if plan.void:
        return plan
    turn = plan.turn
    if not turn.stack:
        plan.note(remark("Nothing was due, so there was nothing to skip."))
        return plan
    if entry.action is None or turn.stack[-1].action in (entry.action, UNKNOWN):
        plan.resolved = turn.stack[-1]
    else:
        match(table, plan, entry.action, frozenset({entry.action}), skipped=True)
    if plan.resolved is not None and not plan.faulty(table.number):
        _skipped(table, plan, entry.reason)
    return plan


def _skipped(table: State, plan: Plan, reason: str | None) -> None:
    pending = plan.resolved
    assert pending is not None
    can = possible(table, plan.turn, pending.action)
    by = plan.turn.by
    if pending.action == MAIN:
        option = table.readings("pass") if can is not True else "if-stuck"
        ask(table, plan, no_pass, by, can, option)
    elif can is not False and not declinable(table, pending):
        ask(table, plan, mandatory_action, by, pending.action, can)
    if plan.faulty(table.number):
        return
    if (can is False and reason == "declined") or (can is True and reason == "impossible"):
        fact = "it was not possible" if can is False else "it was possible, and declined"
        plan.note(
            remark(
                "The reason given for skipping {action} does not fit: {fact}.", action=WORDS[pending.action], fact=fact
            )
        )


def judge_mission(table: State, entry: Mission) -> Plan:
    """Judge a mission: when, which Companions, of which clan."""
    plan = opened(table, entry.by, entry.define)
    if plan.void:
        return plan
    turn = plan.turn
    companions = entry.companions
    if turn.mission_done:
        clan = table.clan(companions[0]) if companions else None
        again = clan is not None and clan == turn.mission_clan
        if not (again and table.readings("mission-declare") == "one-by-one"):
            ask(table, plan, mission_once, turn.by)
            plan.cards = [card for card in companions if card in table.camps[turn.seat]]
            plan.idle = len(plan.cards) != len(companions)
            return plan
    for pending, can in still_due(table, turn, plan):
        ask(table, plan, main_first, turn.by, pending.action, can)
        break
    plan.popped = len(turn.stack) if not plan.faulty(table.number) else 0
    if not companions:
        ask(table, plan, rec_ambiguous, "which Companions were sent", "none is named")
        plan.idle = True
    elif "?" in companions:
        ask(table, plan, rec_ambiguous, "which Companions were sent", "a camp lies open, so they are known")
        plan.idle = True
    elif real(table, plan, companions):
        plan.cards = companions
        _sent(table, plan, entry)
    return plan


def _sent(table: State, plan: Plan, entry: Mission) -> None:
    turn, companions = plan.turn, entry.companions
    camp = table.camps[turn.seat]
    absent = [card for at, card in enumerate(companions) if companions[: at + 1].count(card) > camp.get(card, 0)]
    if absent:
        _in_camp(table, plan, turn.seat, absent, companions)
        if plan.void:
            return
    clans = [table.clan(card) for card in companions]
    stated = [entry.clan] if entry.clan else []
    if stated or len(clans) > 1:
        ask(table, plan, mission_one_clan, companions, clans + stated)
    for clan in dict.fromkeys(clans):
        blocked, by = blocking(table, turn, clan)
        if by is not None:
            ask(table, plan, mission_blocked_clan, clan, blocked, _how(by, blocked))
    for card in companions:
        if card in SPECIALISTS:
            ask(table, plan, specialist_mission, card, table.clan(card), table.readings("specialist-mission"))
    for card in companions:
        action = table.highlighted(card)
        if action != UNKNOWN and possible(table, turn, action) is False:
            if table.readings("mission-impossible") == "forbidden":
                ask(table, plan, mission_impossible, card, action)
            break


def _how(recruited: Recruited, blocked: bool | None) -> str:
    """Return in words what keeps a clan from a mission, or may keep it."""
    if recruited.how == "barred":
        return "the position says so"
    name = "a hidden Companion" if recruited.companion == "?" else recruited.companion
    return f"{name} was {recruited.how}" if blocked else name


def blocking(table: State, turn: Turn, clan: str) -> tuple[bool | None, Recruited | None]:
    """Return whether a clan is kept from a mission, and by what; touch the readings that decide it."""
    if not turn.recruits:
        return False, None
    chosen = {slug: table.readings[slug] for slug in ("mission-block", "mission-block-scope", "eliminate-block")}
    answer = _blocked(turn, clan, chosen)
    for slug, option_chosen in chosen.items():
        for option in table.readings.known[slug].options:
            if option != option_chosen and _blocked(turn, clan, {**chosen, slug: option})[0] != answer[0]:
                table.readings(slug)
                break
    return answer


def _blocked(turn: Turn, clan: str, chosen: dict[str, str]) -> tuple[bool | None, Recruited | None]:
    answer: tuple[bool | None, Recruited | None] = (False, None)
    for recruited in turn.recruits:
        if recruited.how == "barred":
            found = recruited.clan == clan
        elif recruited.how == "eliminated":
            found = chosen["eliminate-block"] == "yes" and recruited.clan == clan
        elif chosen["mission-block-scope"] == "main-action-only" and not recruited.main:
            found = False
        elif chosen["mission-block"] == "any-recruit":
            found = True
        elif recruited.how == "taken" and chosen["mission-block"] == "played":
            found = False
        elif recruited.among is not None and clan not in (UNKNOWN, *recruited.among):
            continue
        elif recruited.clan in (None, UNKNOWN) or clan == UNKNOWN:
            answer = (None, recruited)
            continue
        else:
            found = recruited.clan == clan
        if found:
            return True, recruited
    return answer


def judge_end_turn(table: State, entry: EndTurn) -> Plan:
    """Judge the end of a turn: what was still due, then the hand."""
    turn, discards = table.turn, entry.discards
    if entry.by == turn.by and table.phase == "play" and not entry.define and not table.unsaid:
        plan = Plan(turn=turn)
    else:
        plan = opened(table, entry.by, entry.define)
        if plan.void:
            return plan
        turn = plan.turn
    if turn.stack:
        _left_out(table, plan, turn)
    size = table.sizes[turn.seat]
    if not discards:
        if size > table.always_held:
            _too_many_held(table, plan, turn, 0)
        return plan
    plan.cards = discards
    in_hand = table.surely_holds(turn.seat, discards)
    if not in_hand and not real(table, plan, discards):
        return plan
    if size - len(discards) > table.always_held:
        _too_many_held(table, plan, turn, len(discards))
    limit = HAND_LIMIT if table.variant == "base" else limit_for(table, size)
    found = hand_limit_exact(turn.by, size, limit, len(discards))
    if found is not None:
        plan.find(RULES.finding(hand_limit_exact, found, table.number))
    if not in_hand:
        over_worlds(table, plan, lambda world: held(table, world, turn.seat, discards))
    return plan


def _too_many_held(table: State, plan: Plan, turn: Turn, discarded: int) -> None:
    over = over_limit(table, turn, discarded)
    if over is not None:
        plan.find(over)


def _left_out(table: State, plan: Plan, turn: Turn) -> None:
    due = still_due(table, turn, plan)
    if turn.main_due and not due and table.readings("pass") == "never":
        ask(table, plan, no_pass, turn.by, False, "never")
    for pending, can in due[:1]:
        if pending.action == MAIN:
            ask(table, plan, no_pass, turn.by, can, table.readings("pass") if can is None else "if-stuck")
        else:
            ask(table, plan, mandatory_action, turn.by, pending.action, can)
