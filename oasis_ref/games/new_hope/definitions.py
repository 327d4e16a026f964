"""Companions that a log defines where they are first met."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from oasis_ref.core.readings import Readings
from oasis_ref.games.new_hope.cards import (
    ACTIONS,
    BASE_TOTAL,
    CLAN_ACTION,
    CLANS,
    EQUIPMENT,
    NUMBERS,
    SPECIALIST_ACTIONS,
    SPECIALIST_TOTAL,
    SPECIALISTS,
    UNKNOWN,
    banner,
    is_mark,
    is_specialist,
)
from oasis_ref.games.new_hope.catalogue import RULES
from oasis_ref.games.new_hope.moves import Companion
from oasis_ref.games.new_hope.rules_record import rec_definition
from oasis_ref.games.new_hope.table import Plan, State

MOST_OF_A_CLAN = {"explorers": 23, "scrappers": 25, "marauders": 23}
"""The largest number of base Companions of each clan: each clan has one, and the rulebook shows three Scrappers."""

LEAST_OF_A_CLAN = {"explorers": 1, "scrappers": 3, "marauders": 1}
"""The smallest number of base Companions of each clan."""

OTHER_NAMES = frozenset({"", "none", "compass-step", *NUMBERS, *EQUIPMENT})
"""What an entry understands as something else than a Companion."""

MOST_SPECIALISTS = 10
"""The largest number of copies of one Specialist: each of the three has one."""


def definitions(table: State, defined: Sequence[Companion], plan: Plan) -> None:
    """Judge the Companions that an entry defines, and take over what holds.

    How a card looks is knowledge and no move: it stays known even if the entry is left out. A card that is defined
    wrongly is a card all the same, of which nothing is known.
    """
    known = dict(table.companions)
    for companion in defined:
        why = fault_under(companion, table.readings) or clash(known.get(companion.id), companion)
        why = why or too_many({**known, companion.id: filled(known.get(companion.id), companion)})
        found = rec_definition(companion.id, why)
        if found is not None:
            plan.find(RULES.finding(rec_definition, found, table.number))
            bare = Companion(id=companion.id, set=companion.set)
            if not (companion.id in known or fault_under(bare, table.readings) or too_many({**known, bare.id: bare})):
                known[bare.id] = bare
        else:
            known[companion.id] = filled(known.get(companion.id), companion)
    if known != table.companions:
        table.companions = known
        table.stock = table.stock.knowing(known)
        _recognise(table)


def _recognise(table: State) -> None:
    """Name the pending actions of Companions whose banner is described by now: of two, the upper is the first."""
    stack = table.turn.stack
    for at, pending in enumerate(stack):
        if pending.action != UNKNOWN or pending.companion is None:
            continue
        if pending.source == "banner":
            first, second = table.banner(pending.companion)
            action = first if at and stack[at - 1].group == pending.group else second
        else:
            action = table.highlighted(pending.companion)
        stack[at] = replace(pending, action=action)


def too_many(known: Mapping[str, Companion]) -> str:
    """Return what is wrong with the number of copies of all Companions together, or nothing."""
    for special, what, total in ((False, "base Companions", BASE_TOTAL), (True, "Specialists", SPECIALIST_TOTAL)):
        members = [one for one in known.values() if is_specialist(one) is special]
        least = sum(one.copies if isinstance(one.copies, int) else 1 for one in members)
        if least > total:
            return f"the {what} would be {least} or more, and there are {total}"
    return ""


def fault_under(companion: Companion, readings: Readings) -> str:
    """Return what is wrong with a Companion; touch the reading if its options say different things."""
    printed = fault(companion, "as-printed")
    if printed == fault(companion, "top"):
        return printed
    return fault(companion, readings("highlighted"))


def fault(companion: Companion, option: str) -> str:
    """Return what contradicts the known facts in one Companion, or nothing."""
    actions = banner(companion)
    special = is_specialist(companion)
    listed = [] if isinstance(companion.actions, str) else companion.actions
    if companion.id in OTHER_NAMES or is_mark(companion.id):
        return "another card has that name"
    if special != (companion.id in SPECIALISTS):
        return "the Specialists are ka, medee and prescia"
    if companion.clan not in (*CLANS, UNKNOWN, *(["none"] if special else [])):
        return f"there is no clan {companion.clan}"
    if listed and (len(listed) != 2 or any(action not in ACTIONS and action != UNKNOWN for action in listed)):
        return f"its banner needs two actions, not {', '.join(listed)}"
    if companion.highlighted not in (1, 2, UNKNOWN):
        return "the first or the second action is highlighted"
    most = MOST_SPECIALISTS if special else MOST_OF_A_CLAN.get(companion.clan, MOST_OF_A_CLAN["scrappers"])
    if isinstance(companion.copies, int) and not 1 <= companion.copies <= most:
        return f"it has 1 to {most} copies, not {companion.copies}"
    if special:
        return ""
    return _base_fault(companion, actions, option)


def _base_fault(companion: Companion, actions: tuple[str, str], option: str) -> str:
    if SPECIALIST_ACTIONS.intersection(actions):
        return "only Specialists have Eliminate, Swindle or Slow Down"
    if companion.id == "jade" and (
        actions not in (("explore", "travel"), (UNKNOWN, UNKNOWN)) or companion.clan not in ("explorers", UNKNOWN)
    ):
        return "Jade is an Explorer with Explore, then Travel"
    due = CLAN_ACTION.get(companion.clan)
    place = 1 if option == "top" else companion.highlighted
    if due is not None and place in (1, 2) and actions[place - 1] not in (due, UNKNOWN):
        return f"a Companion of the {companion.clan} highlights {due}, not {actions[place - 1]}"
    if due is not None and UNKNOWN not in actions and due not in actions:
        return f"a Companion of the {companion.clan} has {due} on its banner"
    return ""


def clash(known: Companion | None, companion: Companion) -> str:
    """Return in what a second definition differs from the first, or nothing. Filling in an unknown is no clash."""
    if known is None:
        return ""
    for name in ("clan", "highlighted", "copies"):
        before, now = getattr(known, name), getattr(companion, name)
        if UNKNOWN not in (before, now) and before != now:
            return f"its {name} was {before} before and is {now} now"
    for before, now in zip(banner(known), banner(companion), strict=True):
        if UNKNOWN not in (before, now) and before != now:
            return f"its banner showed {before} before and shows {now} now"
    return ""


def filled(known: Companion | None, companion: Companion) -> Companion:
    """Return the Companion with what was known before filled in."""
    if known is None:
        return companion
    actions = [now if now != UNKNOWN else before for before, now in zip(banner(known), banner(companion), strict=True)]
    return Companion(
        id=companion.id,
        name=companion.name or known.name,
        set=companion.set or known.set,
        clan=known.clan if companion.clan == UNKNOWN else companion.clan,
        actions=actions,
        highlighted=known.highlighted if companion.highlighted == UNKNOWN else companion.highlighted,
        copies=known.copies if companion.copies == UNKNOWN else companion.copies,
    )
