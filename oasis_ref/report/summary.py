"""One line for a verdict, and the closing line for many."""

from __future__ import annotations

from msgspec import Struct

from oasis_ref.core.text import counted
from oasis_ref.record.verdict import Verdict
from oasis_ref.report import wording


def one_line(verdict: Verdict) -> str:
    """Return a verdict in one line: ``final.json: legal; A (Ann) wins, 7 to 5, as claimed``."""
    return f"{verdict.source or verdict.judged}: {said(verdict)}"


def said(verdict: Verdict) -> str:
    """Return a verdict in one line, without the name of what was judged."""
    headline = wording.headline(verdict)
    found = {"Every entry is legal.": "legal", "No fault found on the sheet.": "no fault"}.get(headline)
    who = wording.ended(wording.result(verdict.outcome, wording.names_of(verdict), verdict.tally))
    if verdict.outcome.state != "finished":
        who = who[0].lower() + who[1:]
    claim = {True: ", as claimed", False: "; claim DIFFERS", None: ""}[verdict.claim.agrees] if verdict.claim else ""
    made_up = "; pack MADE UP" if verdict.pack.made_up else ""
    return f"{found or wording.ended(headline)}; {who}{claim}{made_up}"


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


def counted_faults(number: int) -> str:
    """Return ``1 fault`` or ``3 faults``."""
    return counted(number, "fault")
