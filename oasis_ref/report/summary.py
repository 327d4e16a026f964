"""One line for a verdict."""

from __future__ import annotations

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


def counted_faults(number: int) -> str:
    """Return ``1 fault`` or ``3 faults``."""
    return counted(number, "fault")
