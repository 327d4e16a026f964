"""The rules of the turn: whose it is, what is due, the mission, the hand limit, the end."""

from __future__ import annotations

from collections.abc import Sequence

from oasis_ref.core.findings import Breach, breach
from oasis_ref.core.text import counted
from oasis_ref.games.new_hope.catalogue import ALL_KINDS, RULES, WORDS
from oasis_ref.games.new_hope.rules_setup import stranger


@RULES.rule(
    "game-over",
    "Nothing is played after the end of the game",
    "End of the Journey",
    broken_by=f"{ALL_KINDS} skip mission end-turn draft setup reshuffle-companions",
)
def game_over(how: str) -> Breach | None:
    return breach("The game is over: {how}.", how=how, void=True)


@RULES.rule(
    "not-your-turn",
    "Only the active scout acts; the turn passes clockwise",
    "Sequence of a Turn",
    broken_by=f"{ALL_KINDS} skip mission end-turn",
)
def not_your_turn(by: str, active: str, following: str, seats: Sequence[str], main_done: bool) -> Breach | None:
    if by not in seats:
        return stranger([by], seats)
    if main_done:
        return breach(
            "{by} acts, but it is the turn of {active}, and {following} is next.",
            by=by,
            active=active,
            following=following,
        )
    return breach(
        "{by} acts, but it is the turn of {active}, whose main action is still to come.", by=by, active=active
    )


@RULES.rule(
    "one-main-action",
    "A turn has one main action, of the five kinds, and what it brings",
    "Sequence of a Turn",
    broken_by=f"{ALL_KINDS} skip",
)
def one_main_action(by: str, action: str, main_due: bool, skipped: bool = False) -> Breach | None:
    if skipped:
        due = "the main action is due" if main_due else "that is not due"
        return breach("{by} skips {action}, but {due}.", by=by, action=WORDS.get(action, action), due=due)
    if main_due:
        return breach(
            "{by} cannot start with {action}: it is none of the five main actions.",
            by=by,
            action=WORDS.get(action, action),
            allowed="Explore, Recycle, Recruit, Travel or Equip",
        )
    return breach("Nothing that {by} did this turn allows {action} now.", by=by, action=WORDS.get(action, action))


@RULES.rule("banner-order", "The first action of a banner comes before the second", "Companions", broken_by=ALL_KINDS)
def banner_order(by: str, action: str, due: str, skipped: bool = False) -> Breach | None:
    verb = "skips" if skipped else "goes on to"
    return breach(
        f"{{by}} {verb} {{action}}, but {{due}}, the first action of the banner, is still due.",
        by=by,
        action=WORDS.get(action, action),
        due=WORDS[due],
        allowed=None if due == "unknown" else WORDS[due],
    )


@RULES.rule(
    "pending-first", "Only the topmost pending action may be done", "Companions; Step", broken_by=f"{ALL_KINDS} skip"
)
def pending_first(by: str, action: str, due: str, skipped: bool = False) -> Breach | None:
    return breach(
        f"{{by}} {'skips' if skipped else 'goes on to'} {{action}}, but {{due}} is still due.",
        by=by,
        action=WORDS.get(action, action),
        due=WORDS[due],
        allowed=None if due == "unknown" else WORDS[due],
    )


UNSURE = "Whether {action} was possible for {by} depends on cards that the record does not show."
UNDESCRIBED = (
    "{by} leaves out an action of a banner that the record does not describe, so whether it was due is not known."
)


def _unsure(by: str, action: str) -> Breach:
    if action == "unknown":
        return breach(UNDESCRIBED, by=by, status="unverifiable")
    return breach(UNSURE, by=by, action=WORDS[action], status="unverifiable")


@RULES.rule(
    "no-pass",
    "The main action cannot be skipped while one of the five is possible",
    "Sequence of a Turn",
    broken_by="skip end-turn",
)
def no_pass(by: str, possible: bool | None, option: str) -> Breach | None:
    if possible is False and option == "if-stuck":
        return None
    if possible is None and option == "if-stuck":
        return breach(UNSURE, by=by, action="any main action", status="unverifiable")
    return breach("{by} leaves out the main action.", by=by, allowed="Explore, Recycle, Recruit, Travel or Equip")


@RULES.rule(
    "main-first",
    "A mission comes only after the main action and everything that it brought",
    "End of Turn",
    broken_by="mission",
)
def main_first(by: str, due: str, possible: bool | None) -> Breach | None:
    if possible is None:
        return _unsure(by, due)
    return breach(
        "{by} sends Companions on a mission, but {due} is still to be done.",
        by=by,
        due=WORDS[due],
        allowed=None if due == "unknown" else WORDS[due],
    )


@RULES.rule(
    "mandatory-action",
    "A pending action that is possible must be done; only Travel and Improved Equip may be declined",
    "Companions; Improved Equip",
    broken_by="skip end-turn",
)
def mandatory_action(by: str, due: str, possible: bool | None) -> Breach | None:
    if possible is None:
        return _unsure(by, due)
    return breach(
        "{by} leaves out {due}, which is possible and due.",
        by=by,
        due=WORDS[due],
        allowed=None if due == "unknown" else WORDS[due],
    )


@RULES.rule(
    "mission-once",
    "There is one mission a turn, all its Companions named together",
    "Send on a Mission",
    broken_by="mission",
)
def mission_once(by: str) -> Breach | None:
    return breach("{by} has already sent Companions on a mission this turn.", by=by)


@RULES.rule("mission-one-clan", "All Companions of a mission are of one clan", "Send on a Mission", broken_by="mission")
def mission_one_clan(companions: Sequence[str], clans: Sequence[str]) -> Breach | None:
    known = {clan for clan in clans if clan != "unknown"}
    if len(known) > 1 and len(clans) > len(companions) and len(set(clans[:-1])) == 1:
        verb = "belongs" if len(companions) == 1 else "belong"
        says = f"The entry says that {{stated}} are sent, but {{companions}} {verb} to the {{clan}}."
        return breach(says, stated=clans[-1], companions=list(companions), clan=clans[0], status="inconsistent")
    if len(known) > 1:
        return breach(
            "{companions} belong to different clans: {clans}.",
            companions=list(companions),
            clans=list(clans),
            allowed="Companions of one clan",
        )
    if "unknown" in clans and len(clans) > 1:
        return breach(
            "Whether the Companions sent are of one clan is not known: {companions}.",
            companions=list(companions),
            status="unverifiable",
        )
    return None


@RULES.rule(
    "mission-blocked-clan",
    "No mission of a clan of which a Companion was played this turn",
    "Send on a Mission",
    broken_by="mission",
)
def mission_blocked_clan(clan: str, blocked: bool | None, how: str) -> Breach | None:
    if blocked is False:
        return None
    if blocked is None:
        return breach(
            "Whether the {clan} may be sent hangs on the clan of {how}, which is not known.",
            clan=clan,
            how=how,
            status="unverifiable",
        )
    return breach(
        "The {clan} cannot be sent on a mission this turn: {how}.",
        clan=clan,
        how=how,
        allowed="Companions of another clan",
    )


@RULES.rule(
    "mission-impossible",
    "Under a narrow reading only Companions are sent whose action is possible",
    "Send on a Mission",
    broken_by="mission",
)
def mission_impossible(companion: str, action: str) -> Breach | None:
    return breach("{companion} is sent for {action}, which is not possible.", companion=companion, action=WORDS[action])


@RULES.rule(
    "specialist-mission",
    "A Specialist is sent only with a clan and a highlighted action, and only if the reading lets it",
    "Specialist Companions",
    broken_by="mission",
)
def specialist_mission(companion: str, clan: str, option: str) -> Breach | None:
    if option == "never":
        return breach("{companion} is a Specialist and cannot be sent on a mission.", companion=companion)
    if clan == "none":
        return breach("{companion} has no clan and cannot be sent on a mission.", companion=companion)
    if clan == "unknown":
        says = "Whether {companion} has a clan and may be sent on a mission is not known."
        return breach(says, companion=companion, status="unverifiable")
    return None


def _limit(by: str, held: int, limit: int, discarded: int) -> Breach | None:
    if held - discarded <= limit:
        return None
    if not discarded:
        says = "{by} ends the turn with {held} cards in hand, and {limit} are allowed."
        return breach(says, by=by, held=held, limit=limit, allowed=f"discarding {counted(held - limit, 'card')}")
    return breach(
        "{by} ends the turn with {left} cards in hand ({held} less {discarded} discarded), and {limit} are allowed.",
        by=by,
        left=held - discarded,
        held=held,
        discarded=discarded,
        limit=limit,
        allowed=f"discarding {counted(held - limit, 'card')}",
    )


@RULES.rule(
    "hand-limit", "At the end of the own turn the hand holds at most 8 cards", "Hand Limit", broken_by="end-turn"
)
def hand_limit(by: str, held: int, limit: int, discarded: int) -> Breach | None:
    return _limit(by, held, limit, discarded)


@RULES.rule(
    "specialists-hand-limit",
    "With Specialists the hand holds at most 7 cards at the end of the own turn",
    "7-Card Hand Size",
    broken_by="end-turn",
)
def specialists_hand_limit(by: str, held: int, limit: int, discarded: int) -> Breach | None:
    return _limit(by, held, limit, discarded)


@RULES.rule("hand-limit-exact", "Discards stop exactly at the limit", "Hand Limit", broken_by="end-turn")
def hand_limit_exact(by: str, held: int, limit: int, discarded: int) -> Breach | None:
    if not discarded or discarded <= held - limit:
        return None
    surplus = max(held - limit, 0)
    return breach(
        "{by} discards {discarded} of {held} cards; the limit of {limit} asks for {surplus}.",
        by=by,
        discarded=discarded,
        held=held,
        surplus=surplus,
        limit=limit,
        allowed=f"discarding {counted(surplus, 'card')}" if surplus else "discarding nothing",
    )
