"""From an entry to what the rules say of it: whose turn, what is pending, then the rules of its kind.

The judges change nothing. They ask the rules in the order in which a director would, and collect in a plan what
carrying the entry out needs again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from oasis_ref.core.findings import Breach, Finding, assumption, breach
from oasis_ref.games.new_hope.cards import (
    ACTIONS,
    HAND_LIMIT,
    MAIN_ACTIONS,
    SPECIALIST_ACTIONS,
    SPECIALISTS_HAND_LIMIT,
    UNKNOWN,
    is_specialist,
)
from oasis_ref.games.new_hope.catalogue import RULES, WORDS
from oasis_ref.games.new_hope.definitions import definitions
from oasis_ref.games.new_hope.moves import Companion
from oasis_ref.games.new_hope.rules_record import rec_no_such_card
from oasis_ref.games.new_hope.rules_setup import base_deck, draft_to_hand, stranger
from oasis_ref.games.new_hope.rules_turns import (
    banner_order,
    game_over,
    hand_limit,
    mandatory_action,
    not_your_turn,
    one_main_action,
    pending_first,
    specialists_hand_limit,
)
from oasis_ref.games.new_hope.table import MAIN, MAIN_DUE, Pending, Plan, State, Turn
from oasis_ref.games.new_hope.worlds import FEW_WORLDS, World

Check = Callable[[World], "list[Finding] | None"]
NOT_CARDS = frozenset({"?", "compass", "shield", "map", "compass-step"})
OPEN = " This hangs on cards that the record does not show."


# What is possible. Each answers True, False, or None if it hangs on hidden cards.


def next_cards(place: int) -> frozenset[str]:
    """Return the cards that can fill a place."""
    if place == 0:
        return frozenset({"oasis", "map"})
    return frozenset({"compass", f"desert-{place}", *([f"step-{place}"] if place >= 6 else [])})


NEXT_CARDS = {place: next_cards(place) for place in range(13)}


def _explore(table: State, turn: Turn, world: World) -> bool | None:
    if table.deck_size == 1:
        return table.readings("short-explore") == "draw-one"
    return table.deck_size > 0


def _recycle(table: State, turn: Turn, world: World) -> bool | None:
    return bool(world.ruins)


def _recruit(table: State, turn: Turn, world: World) -> bool | None:
    if table.lair or table.companion_size or world.discard:
        return True
    if table.partial and table.sizes[turn.seat]:
        return None
    return world.companions_in(world.hands[turn.seat])


def _travel(table: State, turn: Turn, world: World) -> bool | None:
    wanted = NEXT_CARDS.get(table.last_number(turn.seat) - 1)
    if wanted is None:
        return False
    if table.partial and table.sizes[turn.seat]:
        return None
    if world.must_hold(table.stock, turn.seat, wanted):
        return True
    return None if world.may_hold(table.stock, turn.seat, wanted) else False


def _equip_for(less: int) -> Callable[[State, Turn, World], bool | None]:
    def possible(table: State, turn: Turn, world: World) -> bool | None:
        held = table.sizes[turn.seat]
        return any(
            world.supply.get(item, 0) > 0 and held >= printed.price - less and not closed(table, item)
            for item, printed in table.pack.equipment.items()
        )

    return possible


def closed(table: State, item: str) -> bool:
    """Return whether a pile that was emptied stays closed."""
    return item in table.emptied and table.readings("supply-exhausted") == "for-good"


def _pillage(table: State, turn: Turn, world: World) -> bool | None:
    return any(size >= 2 for seat, size in enumerate(table.sizes) if seat != turn.seat)


def _eliminate(table: State, turn: Turn, world: World) -> bool | None:
    return bool(table.lair) or any(camp for seat, camp in enumerate(table.camps) if seat != turn.seat)


def _swindle(table: State, turn: Turn, world: World) -> bool | None:
    return table.sizes[turn.seat] > 0 and bool(_pillage(table, turn, world))


def _slow_down(table: State, turn: Turn, world: World) -> bool | None:
    return any(row for seat, row in enumerate(table.rows) if seat != turn.seat)


def _main(table: State, turn: Turn, world: World) -> bool | None:
    answers = [POSSIBLE[action](table, turn, world) for action in MAIN_ACTIONS]
    return True if True in answers else None if None in answers else False


POSSIBLE: dict[str, Callable[[State, Turn, World], bool | None]] = {
    MAIN: _main,
    "explore": _explore,
    "recycle": _recycle,
    "recruit": _recruit,
    "travel": _travel,
    "equip": _equip_for(0),
    "improved-equip": _equip_for(1),
    "pillage": _pillage,
    "eliminate": _eliminate,
    "swindle": _swindle,
    "slow-down": _slow_down,
}


def possible(table: State, turn: Turn, action: str) -> bool | None:
    """Return whether an action is possible in this turn; None if that hangs on what is not known."""
    check = POSSIBLE.get(action)
    if check is None:
        return None
    worlds = table.worlds
    if len(worlds) == 1:
        return check(table, turn, worlds[0])
    if table.effort.exhausts(len(worlds)):
        worlds = worlds[:FEW_WORLDS]
    answers = [check(table, turn, world) for world in worlds]
    first = answers[0]
    return first if all(answer is first for answer in answers) else None


def declinable(table: State, pending: Pending) -> bool:
    """Return whether a pending action may be declined although it is possible."""
    if pending.action == MAIN:
        return False
    if pending.source == "step" and table.readings("step-recruit") == "may":
        return True
    option = table.readings("banner-skip")
    if option == "travel-and-improved":
        return pending.action in ("travel", "improved-equip")
    return option == "all"


# Whose turn it is, and what the entry resolves


FITTING: dict[str, frozenset[str]] = {
    **{action: frozenset({action, MAIN}) for action in MAIN_ACTIONS},
    **{action: frozenset({action}) for action in ACTIONS.difference(MAIN_ACTIONS)},
    "equip": frozenset({"equip", "improved-equip", MAIN}),
}
"""For each kind of action, the pending actions that it can resolve."""


def acting(table: State, by: str, define: Sequence[Companion] | None, action: str) -> Plan:
    """Return the plan for an action of a scout, with the pending action that it resolves."""
    turn, fits = table.turn, FITTING[action]
    stack = turn.stack
    plain = table.phase == "play" and not table.unsaid
    if plain and by == turn.by and not define and stack and stack[-1].action in fits:
        return Plan(turn=turn, resolved=stack[-1])
    plan = opened(table, by, define)
    if not plan.void:
        match(table, plan, action, fits)
    return plan


def opened(table: State, by: str, define: Sequence[Companion] | None) -> Plan:
    """Return the plan for an entry of a scout, with the turn that it belongs to. A void one is judged no further."""
    turn = table.turn
    plan = Plan(turn=turn)
    plan.findings = table.unsaid[:]
    if table.phase != "play":
        _out_of_play(table, by, plan)
        return plan
    if define is not None:
        definitions(table, define, plan)
    if by != turn.by:
        find_turn(table, by, plan)
    return plan


def _out_of_play(table: State, by: str, plan: Plan) -> None:
    """Judge an entry of a scout before the first turn or after the end."""
    if table.phase == "over":
        ask(table, plan, game_over, how_it_ended(table))
    elif table.phase == "draft":
        if not ask_seat(table, plan, by):
            ask(table, plan, draft_to_hand, by, table.undrafted)
    else:
        plan.find(no_table(table))


def ask_seat(table: State, plan: Plan, by: str) -> bool:
    """Return whether nobody at the table is called so; add the finding."""
    found = stranger([by], table.seats)
    if found is not None:
        plan.find(RULES.finding(not_your_turn, found, table.number))
    return found is not None


def no_table(table: State) -> Finding:
    """Return the finding for an entry before any set-up."""
    return RULES.finding("rec-count", breach("No game has been set up before this entry.", void=True), table.number)


def how_it_ended(table: State) -> str:
    """Return in words how the game ended."""
    if table.arrival is not None:
        a_card = "an Oasis" if table.arrival.card == "oasis" else "a Map"
        return f"{table.seats[table.arrival.seat]} laid {a_card}"
    return "all last turns have been played"


def find_turn(table: State, by: str, plan: Plan) -> None:
    """Find the turn that an entry of another scout belongs to. The plan is void if there is none."""
    turn = table.turn
    seat = table.index.get(by)
    following = (turn.seat + 1) % table.count
    ended = not turn.main_due or (possible(table, turn, MAIN) is False and table.readings("pass") == "if-stuck")
    if seat is not None and ended and table.last_turns == 1:
        plan.findings = [*plan.findings, *leaving(table, turn, plan)]
        plan.implied = True
        ask(table, plan, game_over, "all last turns have been played")
        return
    if seat == following and ended:
        plan.findings = [*plan.findings, *leaving(table, turn, plan)]
        plan.implied = True
    else:
        ask(table, plan, not_your_turn, by, turn.by, table.seats[following], table.seats, not turn.main_due)
        if seat is None:
            return
    plan.turn = Turn(seat, by, [MAIN_DUE])
    plan.aside = True


def leaving(table: State, turn: Turn, plan: Plan) -> list[Finding]:
    """Return what is wrong with a turn that ends without an entry, charged to its last entry.

    What has been told of that entry already, and it was left out, is not told again.
    """
    findings = []
    for pending, can in still_due(table, turn, plan)[:1]:
        owed = mandatory_action(turn.by, pending.action, can)
        if owed is not None:
            findings.append(RULES.finding(mandatory_action, owed, table.last_entry()))
    over = over_limit(table, turn, 0)
    if over is not None:
        over.entry = table.last_entry()
        findings.append(over)
    if findings and table.refused:
        findings = [finding for finding in findings if (finding.entry, finding.rule) not in table.refused]
    plan.note(assumption("The turn of {seat} ended without an entry.", seat=turn.by, slug="implied-end-turn"))
    return findings


def over_limit(table: State, turn: Turn, discarded: int) -> Finding | None:
    """Return the finding for a hand that is too large at the end of the turn."""
    held = table.sizes[turn.seat]
    limit = limit_for(table, held - discarded)
    check = specialists_hand_limit if limit == SPECIALISTS_HAND_LIMIT else hand_limit
    found = check(turn.by, held, limit, discarded)
    return None if found is None else RULES.finding(check, found, table.number)


def limit_for(table: State, held: int) -> int:
    """Return the hand limit. The reading is touched only by a hand that it matters for."""
    if table.variant != "specialists":
        return HAND_LIMIT
    option = table.readings("specialists-hand-limit") if held >= HAND_LIMIT else "seven"
    return SPECIALISTS_HAND_LIMIT if option == "seven" else HAND_LIMIT


def still_due(table: State, turn: Turn, plan: Plan) -> list[tuple[Pending, bool | None]]:
    """Return the pending actions that cannot be passed over, topmost first; note those that are."""
    due: list[tuple[Pending, bool | None]] = []
    for pending in reversed(turn.stack):
        can = possible(table, turn, pending.action)
        if can is False:
            plan.note(passed_over(turn, pending))
        elif declinable(table, pending):
            plan.note(declined(turn, pending))
        else:
            due.append((pending, can))
    return due


def passed_over(turn: Turn, pending: Pending) -> Any:
    """Return the note for a pending action that is impossible."""
    return assumption(
        "{action} of {seat} is passed over: it is not possible.",
        seat=turn.by,
        action=WORDS[pending.action],
        slug="auto-skip",
    )


def declined(turn: Turn, pending: Pending) -> Any:
    """Return the note for a pending action that was left out and may be."""
    return assumption(
        "{seat} declines {action} by leaving it out.",
        seat=turn.by,
        action=WORDS[pending.action],
        slug="declined-by-omission",
    )


def match(table: State, plan: Plan, action: str, fits: frozenset[str], skipped: bool = False) -> None:
    """Find the pending action that an entry resolves; ``skipped`` says that it does so by leaving it out."""
    turn, stack = plan.turn, plan.turn.stack
    notes: list[Any] = []
    unsure: Pending | None = None
    blocked: Pending | None = None
    for at in range(len(stack) - 1, -1, -1):
        top = stack[at]
        if top.action in fits or (top.action == UNKNOWN and _can_be(table, top, action)):
            _matched(table, plan, at, action, notes, unsure)
            return
        can = possible(table, turn, top.action) if top.action not in (MAIN, UNKNOWN) else True
        if can is False:
            notes.append(passed_over(turn, top))
        elif top.action not in (MAIN, UNKNOWN) and declinable(table, top):
            notes.append(declined(turn, top))
        elif can is None:
            unsure = unsure or top
        else:
            blocked = top
            break
    _unmatched(table, plan, action, fits, blocked or unsure, skipped)


def _can_be(table: State, pending: Pending, action: str) -> bool:
    companion = table.companions.get(pending.companion or "")
    return companion is None or is_specialist(companion) or action not in SPECIALIST_ACTIONS


def _matched(table: State, plan: Plan, at: int, action: str, notes: Sequence[Any], unsure: Pending | None) -> None:
    plan.at, plan.resolved, plan.popped = at, plan.turn.stack[at], len(plan.turn.stack) - 1 - at
    for note in notes:
        plan.note(note)
    by = plan.turn.by
    if unsure is not None:
        ask(table, plan, mandatory_action, by, unsure.action, None)
    if plan.resolved.action == UNKNOWN:
        plan.find(unknown_action(table, by, plan.resolved, action))


def unknown_action(table: State, by: str, pending: Pending, action: str) -> Finding:
    """Return the finding for an action of a banner that nobody has described."""
    says = "Whether {companion} lets {by} do {action} is not known: the record does not describe its actions."
    if pending.companion is None:
        says = "Whether {by} has {action} to do is not known: the record does not say which action is due."
    found = breach(says, companion=pending.companion, by=by, action=WORDS.get(action, action), status="unverifiable")
    return RULES.finding("pending-first", found, table.number)


def _unmatched(
    table: State, plan: Plan, action: str, fits: frozenset[str], blocked: Pending | None, skipped: bool
) -> None:
    turn, stack = plan.turn, plan.turn.stack
    lower = [at for at, pending in enumerate(stack) if pending.action in fits]
    if lower:
        plan.at, plan.resolved = lower[-1], stack[lower[-1]]
    if blocked is None or blocked.action == MAIN:
        ask(table, plan, one_main_action, turn.by, action, blocked is not None, skipped)
    elif plan.resolved is not None and plan.resolved.group == blocked.group and blocked.source == "banner":
        ask(table, plan, banner_order, turn.by, action, blocked.action, skipped)
    else:
        ask(table, plan, pending_first, turn.by, action, blocked.action, skipped)


# Shared parts of the judges


def real(table: State, plan: Plan, cards: Sequence[str]) -> bool:
    """Return whether all cards exist in this game; add the finding if not."""
    limits = table.stock.limits
    for card in cards:
        if card not in limits and card not in NOT_CARDS:
            break
    else:
        return True
    odd = [card for card in dict.fromkeys(cards) if card not in limits and card not in NOT_CARDS]
    special = [card for card in odd if card in table.companions]
    strange = ask(table, plan, base_deck, special, table.variant)
    absent = ask(table, plan, rec_no_such_card, [card for card in odd if card not in table.companions])
    return not strange and not absent


def ask(table: State, plan: Plan, check: Callable[..., Breach | None], *situation: Any) -> bool:
    """Ask one rule; put what it says into the plan. Return whether it is broken."""
    found = check(*situation)
    if found is None:
        return False
    plan.find(RULES.finding(check, found, table.number))
    return True


def said(table: State, check: Callable[..., Breach | None], *situation: Any) -> list[Finding] | None:
    """Ask one rule in one world; return what it says."""
    found = check(*situation)
    return None if found is None else [RULES.finding(check, found, table.number)]


def over_worlds(table: State, plan: Plan, check: Check) -> None:
    """Judge what hangs on hidden cards: in each world, then together. What the entry rules out is left out for good."""
    worlds = table.worlds
    if len(worlds) == 1 and not table.partial:
        found = check(worlds[0])
        if found:
            for finding in found:
                plan.find(finding)
        return
    places: Sequence[int] = range(len(worlds)) if plan.keep is None else plan.keep
    cut = table.effort.exhausts(len(places))
    if cut:
        places, plan.cut = places[:FEW_WORLDS], True
    some = cut or table.partial
    said = {place: check(worlds[place]) or [] for place in places}
    can = [place for place, found in said.items() if not any(finding.status == "inconsistent" for finding in found)]
    if not can:
        for finding in next(iter(said.values())):
            plan.find(_open(finding) if some else finding)
        return
    fine = [place for place in can if not any(finding.status == "illegal" for finding in said[place])]
    kept, found = fine or can, [finding for place in can for finding in said[place]]
    if found and (fine or some):
        plan.find(_open(found[0]))
    elif found:
        for finding in said[can[0]]:
            plan.find(finding)
    plan.keep = kept if len(kept) < len(worlds) else None


def _open(finding: Finding) -> Finding:
    if finding.status == "unverifiable":
        return finding
    return msgspec.structs.replace(finding, status="unverifiable", says=finding.says + OPEN, void=False)
