"""What the referee says of an entry: breaches, findings, what happened, what was assumed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct

from oasis_ref.core.text import sentence

Status = Literal["legal", "illegal", "inconsistent", "unverifiable"]

WORST_FIRST: tuple[Status, ...] = ("inconsistent", "illegal", "unverifiable", "legal")


class Breach(Struct, frozen=True):
    """What a rule function returns when its rule is not kept: a sentence with its facts.

    ``allowed`` says in short what would have been legal. ``void`` marks an entry that the table
    cannot carry out at all, under any policy. ``status`` overrides the rule's own status.
    ``charged`` is the number of an earlier entry that owes the blame instead of the judged one.
    """

    says: str
    facts: dict[str, Any] = {}
    allowed: str | None = None
    void: bool = False
    status: Status | None = None
    charged: int | None = None


def breach(
    says: str,
    /,
    *,
    allowed: str | None = None,
    void: bool = False,
    status: Status | None = None,
    charged: int | None = None,
    **facts: Any,
) -> Breach:
    """Return a breach whose sentence ``says`` is filled with ``facts``."""
    return Breach(says, facts, allowed, void, status, charged)


class Finding(Struct, omit_defaults=True):
    """One broken rule at one entry: which rule, how bad, and the sentence that says why.

    ``follows_from`` is the number of the entry whose fault alone makes this one fail, or None if
    this finding is a cause. ``entry`` is the number of the entry it stands on.
    """

    rule: str
    title: str
    section: str
    status: Status
    says: str
    facts: dict[str, Any] = {}
    allowed: str | None = None
    follows_from: int | None = None
    void: bool = False
    entry: int | None = None

    @property
    def message(self) -> str:
        """The finding as a sentence."""
        return sentence(self.says, self.facts)


class Happening(Struct, frozen=True, gc=False):
    """One thing that happened at an entry, with the rule by which it did."""

    rule: str
    says: str
    facts: dict[str, Any] = {}

    @property
    def message(self) -> str:
        """The happening as a sentence."""
        return sentence(self.says, self.facts)


class Note(Struct, frozen=True):
    """Something said beside an entry: an ``assumption`` made to go on, or a ``remark``."""

    kind: Literal["assumption", "remark"]
    says: str
    facts: dict[str, Any] = {}
    rule: str | None = None

    @property
    def message(self) -> str:
        """The note as a sentence."""
        return sentence(self.says, self.facts)


def assumption(says: str, /, *, rule: str | None = None, **facts: Any) -> Note:
    """Return a note of something the referee had to assume."""
    return Note("assumption", says, facts, rule)


def remark(says: str, /, *, rule: str | None = None, **facts: Any) -> Note:
    """Return a note that assumes nothing."""
    return Note("remark", says, facts, rule)


def worst(findings: Sequence[Finding]) -> Status:
    """Return the worst status among the findings; ``legal`` if there are none."""
    statuses = {finding.status for finding in findings}
    return next(status for status in WORST_FIRST if status in statuses or status == "legal")


def worst_first(findings: Sequence[Finding]) -> Sequence[Finding]:
    """Return the findings with the headline on top: by status, of one status in the order in which they were made."""
    if len(findings) < 2:
        return findings
    return sorted(findings, key=lambda finding: WORST_FIRST.index(finding.status))


def headline(findings: Sequence[Finding]) -> Finding | None:
    """Return the first finding of the worst status, the one a director would name first."""
    status = worst(findings)
    return next((finding for finding in findings if finding.status == status), None)
