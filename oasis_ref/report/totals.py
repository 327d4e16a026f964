"""How many inputs came to which end, and the closing line that says it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from oasis_ref.record.verdict import Verdict


class Tallied(Struct):
    """How many inputs came to which end."""

    judged: int = 0
    clean: int = 0
    findings: int = 0
    undecided: int = 0
    differs: int = 0
    unread: int = 0
    failed: int = 0

    def count(self, verdict: Verdict) -> None:
        """Count one verdict."""
        self.judged += 1
        if verdict.status == "clean":
            self.clean += 1
        elif verdict.status == "findings":
            self.findings += 1
        else:
            self.undecided += 1
        if verdict.claim is not None and verdict.claim.agrees is False:
            self.differs += 1

    def line(self, noun: str) -> str:
        """Return the closing line: ``2,000 logs: 1,988 clean, 10 with findings, 2 could not be read.``"""
        total = self.judged + self.unread + self.failed
        ends = [
            (self.clean, "clean"),
            (self.findings, "with findings"),
            (self.undecided, "undecided"),
            (self.unread, "could not be read"),
            (self.failed, "failed through a fault of ours"),
        ]
        said = ", ".join(f"{count:,} {what}" for count, what in ends if count) or "nothing to judge"
        differs = f"; in {self.differs:,} the claimed result differs" if self.differs else ""
        return f"{f'{total:,}' if total >= 1000 else total} {noun if total == 1 else noun + 's'}: {said}{differs}."
