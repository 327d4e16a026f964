"""The verdict: what the referee says of one log or sheet. Every report is made from it alone."""

from __future__ import annotations

import hashlib
from typing import Any, Literal

import msgspec
from msgspec import Struct

from oasis_ref.core.documents import Occasion, Player
from oasis_ref.core.findings import Finding, Happening, Note, Status
from oasis_ref.core.tally import Node
from oasis_ref.games.base import Outcome

Policy = Literal["stand", "void", "stop"]


class EntryVerdict(Struct, omit_defaults=True):
    """What the referee says of one entry.

    ``carried_out`` is False if the entry was left out. ``ruling`` is the number of the ruling that decided on it.
    """

    number: int
    entry: Any
    status: Status = "legal"
    findings: list[Finding] = []
    trail: list[Happening] = []
    notes: list[Note] = []
    carried_out: bool = True
    ruling: int | None = None

    @property
    def cause(self) -> bool:
        """Whether the entry has a finding that follows from no earlier one."""
        return any(finding.follows_from is None for finding in self.findings)


class PackUsed(Struct, omit_defaults=True):
    """Which pack the verdict rests on."""

    name: str
    sha256: str
    made_up: bool = False


class Touched(Struct, omit_defaults=True):
    """A reading that this game touched: the choice that was used and the entries where it mattered."""

    slug: str
    question: str
    option: str
    meaning: str
    default: bool
    entries: list[int] = []


class Claim(Struct, omit_defaults=True):
    """The result claimed at the table, and whether it agrees. ``differences`` are sentences."""

    agrees: bool | None
    claimed: dict[str, Any] = {}
    differences: list[str] = []


class RulingShown(Struct, omit_defaults=True):
    """A director's decision as it was applied."""

    number: int
    on: int
    decision: str
    by: str
    reason: str | None = None
    points: dict[str, int] = {}


class Verdict(Struct, omit_defaults=True, kw_only=True):
    """What the referee says of one log or sheet.

    ``status``: ``clean``, ``findings``, or ``undecided`` when a needed fact is unknown. ``digest`` is the SHA-256 of
    everything else but ``source``: two verdicts with the same digest say the same.
    """

    kind: Literal["verdict"] = "verdict"
    format: Literal[1] = 1
    game: str
    engine: str
    judged: Literal["log", "sheet"] = "log"
    source: str | None = None
    sha256: str
    event: Occasion | None = None
    players: list[Player] = []
    pack: PackUsed
    readings: dict[str, str] = {}
    touched: list[Touched] = []
    after_illegal: Policy = "stand"
    stopped_at: int | None = None
    status: Literal["clean", "findings", "undecided"] = "clean"
    entries: list[EntryVerdict] = []
    findings: list[Finding] = []
    notes: list[Note] = []
    causes: list[int] = []
    tally: Node
    outcome: Outcome
    claim: Claim | None = None
    rulings: list[RulingShown] = []
    without_rulings: Outcome | None = None
    digest: str = ""

    def all_findings(self) -> list[Finding]:
        """Return every finding: those of the entries in order, then those of no entry."""
        return [finding for entry in self.entries for finding in entry.findings] + self.findings


_ENCODER = msgspec.json.Encoder()


def sign(verdict: Verdict) -> Verdict:
    """Fill in the digest of a verdict, and return it."""
    source, verdict.source, verdict.digest = verdict.source, None, ""
    verdict.digest = hashlib.sha256(_ENCODER.encode(verdict)).hexdigest()
    verdict.source = source
    return verdict
