"""Asking the rules: one, all, or until the first that is not kept. And what judging an entry comes to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from oasis_ref.core.findings import Breach, Finding
from oasis_ref.games.base import Judgement
from oasis_ref.games.oasis.board import Laying
from oasis_ref.games.oasis.catalogue import RULES
from oasis_ref.games.oasis.rules_camels import Moving
from oasis_ref.games.oasis.rules_cards import Shuffling
from oasis_ref.games.oasis.rules_rounds import Use
from oasis_ref.games.oasis.turns import Closing

if TYPE_CHECKING:
    from oasis_ref.games.oasis.match import Match

CLEAN: list[Finding] = []
"""No findings. Never added to."""


class Plan(Struct, gc=False):
    """What an entry comes to: who acts, the card used, the tile or the camels, and how the turn before closes.

    ``fits`` are the kinds of camel card that would do, if it may matter which was used.
    """

    seat: int | None
    use: Use | None = None
    lay: Laying | None = None
    move: Moving | None = None
    closing: Closing | None = None
    maker: int | None = None
    shuffle: Shuffling | None = None
    refused: bool = False
    cornered: bool = False
    fits: tuple[str, ...] = ()


def judged(plan: Plan, findings: list[Finding], void: bool = False) -> Judgement:
    """Return the judgement of an entry with these findings; one of them may say that it cannot be carried out."""
    return Judgement(findings, plan, void or any(finding.void for finding in findings))


def ask_one(table: Match, check: Callable[..., Breach | None], *situation: Any) -> list[Finding]:
    """Return what one rule says, if it is not kept."""
    found = check(table, *situation)
    return [RULES.finding(check, found, table.number)] if found is not None else CLEAN


def ask_first(table: Match, checks: Sequence[Callable[..., Breach | None]], situation: Any) -> list[Finding]:
    """Return what the first rule says that is not kept: such a finding stands alone."""
    for check in checks:
        found = check(table, situation)
        if found is not None:
            return [RULES.finding(check, found, table.number)]
    return CLEAN


def ask_all(table: Match, checks: Sequence[Callable[..., Breach | None]], situation: Any) -> list[Finding]:
    """Return what all the rules say that are not kept."""
    findings: list[Finding] = []
    for check in checks:
        found = check(table, situation)
        if found is not None:
            findings.append(RULES.finding(check, found, table.number))
    return findings
