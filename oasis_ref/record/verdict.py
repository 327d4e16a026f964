"""The verdict: what the referee says of one log or sheet. Every report is made from it alone."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field, structs

from oasis_ref.core.documents import Occasion, Player
from oasis_ref.core.findings import Finding, Happening, Note, Status
from oasis_ref.core.tally import Node
from oasis_ref.games.base import Outcome

Policy = Literal["stand", "void", "stop"]


Numbers = Annotated[list[int], Meta(description="Numbers of entries; the first entry is 1.")]


class EntryVerdict(Struct, omit_defaults=True, gc=False):
    """What the referee says of one entry."""

    number: Annotated[int, Meta(description="The number of the entry; the first is 1.")]
    entry: Annotated[Any, Meta(description="The entry as it was recorded.")]
    status: Annotated[Status, Meta(description="The worst status among its findings.")] = "legal"
    findings: Annotated[Sequence[Finding], Meta(description="What is wrong with it.")] = ()
    trail: Annotated[Sequence[Happening], Meta(description="What happened when it was carried out, in order.")] = ()
    notes: Annotated[Sequence[Note], Meta(description="What had to be assumed, and remarks.")] = ()
    carried_out: Annotated[bool, Meta(description="False if the entry was left out.")] = True
    ruling: Annotated[int | None, Meta(description="The number of the ruling that decided on it.")] = None

    @property
    def cause(self) -> bool:
        """Whether the entry has a finding that follows from no earlier one."""
        return any(finding.follows_from is None for finding in self.findings)


class PackUsed(Struct, omit_defaults=True):
    """Which pack the verdict rests on."""

    name: Annotated[str, Meta(description="The name of the pack.")]
    sha256: Annotated[str, Meta(description="The SHA-256 of its facts, the same however its file is laid out.")]
    made_up: Annotated[bool, Meta(description="True if its figures are invented.")] = False


class Touched(Struct, omit_defaults=True):
    """A reading that this game touched: the choice that was used and the entries where it mattered."""

    slug: Annotated[str, Meta(description="The slug of the reading.")]
    question: Annotated[str, Meta(description="The disputed point.")]
    option: Annotated[str, Meta(description="The option that was used.")]
    meaning: Annotated[str, Meta(description="What that option means.")]
    default: Annotated[bool, Meta(description="Whether it is the default.")]
    entries: Numbers = []


class Claim(Struct, omit_defaults=True):
    """The result claimed at the table, and whether it agrees."""

    agrees: Annotated[bool | None, Meta(description="Null if it cannot be told.")]
    claimed: Annotated[dict[str, Any], Meta(description="What was claimed.")] = {}
    differences: Annotated[list[str], Meta(description="What differs, a sentence for each.")] = []


class RulingShown(Struct, omit_defaults=True):
    """A director's decision as it was applied."""

    number: Annotated[int, Meta(description="The number of the ruling's own entry.")]
    on: Annotated[int, Meta(description="The number of the entry that it decides on.")]
    decision: Annotated[str, Meta(description="`stands`, `void`, `replaced` or `penalty`.")]
    by: Annotated[str, Meta(description="Who decided.")]
    reason: Annotated[str | None, Meta(description="Why, in words.")] = None
    points: Annotated[dict[str, int], Meta(description="Points added to the total of each seat.")] = {}
    superseded_by: Annotated[int | None, Meta(description="The number of a later ruling on the same entry.")] = None


class Verdict(Struct, omit_defaults=True, kw_only=True):
    """What the referee says of one log or sheet."""

    kind: Annotated[Literal["verdict"], Meta(description="What the document is.")] = "verdict"
    format: Annotated[Literal[1], Meta(description="The version of the format.")] = 1
    game: Annotated[str, Meta(description="The slug of the game.")]
    engine: Annotated[str, Meta(description="The version of oasis-ref.")]
    judged: Annotated[Literal["log", "sheet"], Meta(description="What kind of document was judged.")] = "log"
    source: Annotated[str | None, Meta(description="The name of the file that was judged.")] = None
    sha256: Annotated[str, Meta(description="The SHA-256 of the file that was judged.")]
    event: Annotated[Occasion | None, Meta(description="Where and when the game was played.")] = None
    players: Annotated[list[Player], Meta(description="The players, as the document lists them.")] = []
    pack: PackUsed
    readings: Annotated[dict[str, str], Meta(description="Every reading of the game, with the option used.")] = {}
    touched: Annotated[list[Touched], Meta(description="The readings that mattered in this game.")] = []
    after_illegal: Annotated[Policy, Meta(description="What became of an entry found illegal.")] = "stand"
    stopped_at: Annotated[int | None, Meta(description="The number of the entry at which the replay stopped.")] = None
    status: Annotated[
        Literal["clean", "findings", "undecided"], Meta(description="`undecided` if a needed fact is unknown.")
    ] = "clean"
    entries: Annotated[list[EntryVerdict], Meta(description="Every entry of the record, in order.")] = []
    findings: Annotated[list[Finding], Meta(description="Findings that stand on no entry.")] = []
    notes: Annotated[list[Note], Meta(description="Notes that stand on no entry.")] = []
    causes: Annotated[Numbers, Meta(description="The entries whose findings follow from no earlier one.")] = []
    tally: Annotated[Node, Meta(description="The score, as a tree that explains itself.")]
    outcome: Outcome
    claim: Annotated[Claim | None, Meta(description="The claimed result, if there was one.")] = None
    rulings: Annotated[list[RulingShown], Meta(description="The director's decisions that were applied.")] = []
    without_rulings: Annotated[Outcome | None, Meta(description="How the game would stand without the rulings.")] = None
    signature: Annotated[
        str,
        Meta(description="SHA-256 of everything else but the name of the file: verdicts with one digest say the same."),
    ] = field(name="digest", default="")

    @property
    def digest(self) -> str:
        """SHA-256 of everything else but the name of the file: worked out when asked for, unless it was read."""
        return self.signature or _signature(self)

    def all_findings(self) -> list[Finding]:
        """Return every finding: those of the entries in order, then those of no entry."""
        return [finding for entry in self.entries for finding in entry.findings] + self.findings


_ENCODER = msgspec.json.Encoder()


def _signature(verdict: Verdict) -> str:
    # A default is left out if it is the very same object, which a policy given by a caller need not be.
    policy: Any = sys.intern(verdict.after_illegal)
    told = structs.replace(verdict, source=None, signature="", after_illegal=policy)
    return hashlib.sha256(_ENCODER.encode(told)).hexdigest()
