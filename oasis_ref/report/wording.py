"""The sentences that all renderings share: what was found, who has won, whether the claimed result agrees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from oasis_ref.core.documents import Player
from oasis_ref.core.findings import WORST_FIRST
from oasis_ref.core.tally import Node
from oasis_ref.core.text import capital, counted
from oasis_ref.games import game
from oasis_ref.games.base import Game, Outcome
from oasis_ref.record.verdict import Claim, PackUsed, RulingShown, Verdict
from oasis_ref.report.clean import clipped

LONGEST_NAME = 40
MOST_NUMBERS = 8

STATUS_MEANS = {
    "illegal": "the player broke a rule",
    "inconsistent": "the record contradicts itself or what is in the box; a slip of the scribe, not of the player",
    "unverifiable": "whether it was legal hangs on something that the record does not show",
    "legal": "no rule was broken",
}

POLICIES = {
    "stand": "stand: an illegal entry is carried out as far as the table allows",
    "void": "void: an illegal entry is left out",
    "stop": "stop: the replay ends at the first illegal entry",
}

DECISIONS = {
    "stands": "stands as it was recorded",
    "void": "is void",
    "replaced": "is replaced",
    "penalty": "costs a penalty",
}


class Names:
    """The players' names by seat, for printing: ``A (Ann)``, or ``A`` for a seat without a name."""

    def __init__(self, players: Iterable[Player], others: Iterable[tuple[str, str]] = ()) -> None:
        self.by_seat: dict[str, str] = {}
        self.others = dict(others)
        for player in players:
            seat = clipped(player.seat, LONGEST_NAME)
            named = player.name is not None and player.name != player.seat
            self.by_seat[player.seat] = f"{seat} ({clipped(player.name or '', LONGEST_NAME)})" if named else seat

    def __call__(self, seat: str) -> str:
        return self.by_seat.get(seat) or self.others.get(seat) or clipped(seat, LONGEST_NAME)

    def label(self, label: str) -> str:
        """Return a label of the score that ends with a seat (``total A``) with the player's name put behind it."""
        head, _, seat = label.rpartition(" ")
        if seat in self.by_seat:
            return f"{head} {self(seat)}" if head else self(seat)
        return clipped(label, 200)


def names_of(verdict: Verdict) -> Names:
    """Return the names of all who play in a verdict."""
    return Names(verdict.players, game(verdict.game).others)


def joined(items: Iterable[str], word: str = "and") -> str:
    """Return ``a``, ``a and b``, ``a, b and c``."""
    parts = list(items)
    return "".join(parts) if len(parts) < 2 else f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def entries(numbers: Sequence[int], most: int = MOST_NUMBERS) -> str:
    """Return ``entry 41``, ``entries 3, 5 and 9``, or the first few ``and 12 more``."""
    if len(numbers) == 1:
        return f"entry {numbers[0]}"
    if len(numbers) > most:
        return f"entries {', '.join(str(number) for number in numbers[: most - 1])} and {len(numbers) - most + 1} more"
    return f"entries {joined(str(number) for number in numbers)}"


def headline(verdict: Verdict) -> str:
    """Return what was found in one line: ``3 findings, 1 cause: entry 41``, or ``Every entry is legal.``"""
    found = len(verdict.findings)
    for entry in verdict.entries:
        if entry.findings:
            found += len(entry.findings)
    if not found:
        if verdict.judged == "sheet":
            return "No fault found on the sheet."
        return "Every entry is legal." if verdict.entries else "The record has no entries."
    causes = verdict.causes
    if not causes:
        return counted(found, "finding")
    return f"{counted(found, 'finding')}, {counted(len(causes), 'cause')}: {entries(causes)}"


def statuses(verdict: Verdict) -> list[tuple[str, int]]:
    """Return how many findings there are of each status, the worst first."""
    count: dict[str, int] = {}
    for finding in verdict.all_findings():
        count[finding.status] = count.get(finding.status, 0) + 1
    return [(status, count[status]) for status in WORST_FIRST if status in count]


def result(outcome: Outcome, names: Names, tally: Node | None = None) -> str:
    """Return who has won, or why nobody has: ``A (Ann) wins, 7 to 5``; the tally gives the bounds of what is open."""
    if outcome.state == "unfinished":
        return f"Nobody has won yet: {ended(outcome.why or 'the record ends before the game does')}"
    if outcome.state == "undecided":
        return f"Cannot tell who has won: {ended(outcome.why or 'a fact that is needed is not known')}"
    if not outcome.winners:
        return f"Nobody wins{points(outcome, tally)}"
    who = joined(names(seat) for seat in outcome.winners)
    return f"{who} {'wins' if len(outcome.winners) == 1 else 'share the win'}{points(outcome, tally)}"


def points(outcome: Outcome, tally: Node | None = None) -> str:
    """Return the totals as they follow the winner: ``, 7 to 5`` between two, else ``: A 7, C 6, B 5``."""
    totals = outcome.points
    if not totals:
        return ""
    if len(totals) == 2 and len(outcome.winners) == 1 and outcome.winners[0] in totals:
        mine = totals[outcome.winners[0]]
        other = next(total for seat, total in totals.items() if seat != outcome.winners[0])
        if mine is not None and other is not None:
            return f", {mine} to {other}"
    return f": {standing(outcome, tally)}"


def standing(outcome: Outcome, tally: Node | None = None) -> str:
    """Return the totals by place: ``A 7, C 6, B cannot tell (3 to 5)``; the tally gives the bounds.

    Of a finished game the bounds alone are told: ``A 7, B 3 to 5``.
    """
    seats = sorted(outcome.points, key=lambda seat: outcome.places.get(seat, 99)) if outcome.places else outcome.points
    return ", ".join(f"{clipped(seat, LONGEST_NAME)} {_total(seat, outcome, tally)}" for seat in seats)


def _total(seat: str, outcome: Outcome, tally: Node | None) -> str:
    total = outcome.points[seat]
    if total is not None or tally is None:
        return told(total)
    node = next((node for node in tally.walk() if node.label in (seat, f"total {seat}")), None)
    if node is None:
        return "cannot tell"
    return (bounds(node, "{}") if outcome.state == "finished" else "") or value(node)


def not_final(verdict: Verdict) -> str:
    """Return the totals of a game that nobody has won, or of which that cannot be told."""
    what = "So far" if verdict.outcome.state == "unfinished" else "Points"
    return f"{what}: {standing(verdict.outcome, verdict.tally)}."


def section(where: str) -> str:
    """Return where a rule comes from: ``rulebook: Gameplay``, or that it does not come from there."""
    where = where.strip("()")
    if where.lower() in ("", "record", "the record"):
        return "a rule of the record"
    return "the rulebook is silent" if where == "silent" else f"rulebook: {ended(where)}"


def value(node: Node) -> str:
    """Return the value of a node, or ``cannot tell`` with what bounds it."""
    return str(node.value) if node.value is not None else f"cannot tell{bounds(node)}"


def bounds(node: Node, form: str = " ({})") -> str:
    """Return what bounds an unknown value: `` (3 to 7)``, or nothing if nothing does."""
    if node.low is None and node.high is None:
        return ""
    if node.high is None:
        return form.format(f"{node.low} or more")
    return form.format(f"{node.high} or less" if node.low is None else f"{node.low} to {node.high}")


def places(outcome: Outcome) -> str:
    """Return the ranks: ``1 A, 2 C, 3 B``."""
    ranked = sorted(outcome.places.items(), key=lambda item: item[1])
    return ", ".join(f"{place} {clipped(seat, LONGEST_NAME)}" for seat, place in ranked)


def told(value: Any) -> str:
    """Return a value, or ``cannot tell`` for None."""
    return "cannot tell" if value is None else str(value)


def claimed(claim: Claim, names: Names) -> str:
    """Return the claimed result in one line: ``A 7, B 5; winner A``."""
    others = names.others
    parts = []
    for name, value in claim.claimed.items():
        if name == "points" and isinstance(value, dict):
            parts.append(", ".join(f"{others.get(seat, seat)} {total}" for seat, total in value.items()) or "no points")
        elif name == "winners" and isinstance(value, list):
            won = joined(others.get(seat, str(seat)) for seat in value)
            parts.append(f"{'winner' if len(value) < 2 else 'winners'} {won or 'nobody'}")
        else:
            parts.append(f"{name} {plain(value)}")
    return clipped("; ".join(parts), 400)


def plain(value: Any) -> str:
    """Return a JSON value in words, without brackets and quotes."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {plain(item)}" for key, item in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(plain(item) for item in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return told(value)


def agreement(claim: Claim) -> str:
    """Return whether the claimed result agrees: ``agrees``, ``DIFFERS`` or ``cannot be checked``."""
    return {True: "agrees", False: "DIFFERS", None: "cannot be checked"}[claim.agrees]


def pack_used(pack: PackUsed) -> str:
    """Return the name of a pack, and that its figures are invented if they are."""
    made_up = ": MADE UP, its figures are not those of the published game" if pack.made_up else ""
    return f"{clipped(pack.name, 200)}{made_up}"


def idle_choices(verdict: Verdict, game: Game) -> str:
    """Return the readings that were chosen against the default and made no difference; empty if there are none."""
    touched = {reading.slug for reading in verdict.touched}
    known = game.catalogue.readings
    chosen = [
        f"{slug} = {option}"
        for slug, option in verdict.readings.items()
        if slug in known and option != known[slug].default and slug not in touched
    ]
    return f"{', '.join(chosen)}: chosen, but nothing in this game turned on it" if chosen else ""


def ruled(ruling: RulingShown) -> str:
    """Return a ruling as a sentence, without its reason: ``director: entry 41 is void; points: B -2``."""
    given = ", ".join(f"{clipped(seat, LONGEST_NAME)} {total:+d}" for seat, total in ruling.points.items())
    decided = f"entry {ruling.on} {DECISIONS.get(ruling.decision, ruling.decision)}"
    later = ""
    if ruling.superseded_by is not None:
        later = f" (a later ruling, entry {ruling.superseded_by}, takes its place: this one counts for nothing)"
    return f"{clipped(ruling.by, LONGEST_NAME)}: {decided}{f'; points: {given}' if given else ''}{later}"


def occasion(verdict: Verdict) -> str:
    """Return where and when the game was played: ``Spring Open, Final, table 1, 2026-05-02``."""
    event = verdict.event
    if event is None:
        return ""
    table = event.table and (event.table if event.table.lower().startswith("table") else f"table {event.table}")
    scribe = event.scribe and f"written down by {event.scribe}"
    return ", ".join(clipped(part, 100) for part in (event.name, event.round, table, event.date, scribe) if part)


def ended(text: str) -> str:
    """Return a sentence without its full stop, to be gone on with."""
    return text[:-1] if text.endswith(".") and not text.endswith("..") else text


def sentence_of(text: str) -> str:
    """Return the text as a sentence: a capital first, a full stop last."""
    if not text:
        return text
    stop = "" if text[-1] in ".!?:" else "."
    return f"{capital(text)}{stop}"
