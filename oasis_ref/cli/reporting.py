"""Telling of many inputs, each as it is judged: as text, markdown, one JSON document, or one a line."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from oasis_ref.cli.common import Settings
from oasis_ref.cli.guard import say
from oasis_ref.cli.output import Output

if TYPE_CHECKING:
    from oasis_ref.games.base import Game
    from oasis_ref.record.errors import Fault
    from oasis_ref.record.verdict import Verdict
    from oasis_ref.report.totals import Tallied

MOST_FAULTS = 20
"""So many faults of one input are printed; ``validate`` prints all."""


class Reporter(ABC):
    """Tells of each input in turn. ``many`` says whether there is more than one."""

    def __init__(self, output: Output, chosen: Settings, noun: str, many: bool) -> None:
        self.output = output
        self.level = chosen.level
        self.noun = noun
        self.many = many

    @abstractmethod
    def judged(self, verdict: Verdict, game: Game) -> None:
        """Tell of a verdict."""

    @abstractmethod
    def unread(self, name: str, faults: Sequence[Fault]) -> None:
        """Tell of an input that could not be read; its faults are told on stderr besides."""

    @abstractmethod
    def failed(self, name: str) -> None:
        """Tell of an input that oasis-ref failed on."""

    @abstractmethod
    def end(self, counted: Tallied) -> None:
        """Finish."""


class TextReporter(Reporter):
    """One input: the whole report. Many: a line for each and a closing line; with ``-v`` the whole reports."""

    def judged(self, verdict: Verdict, game: Game) -> None:
        from oasis_ref.report.text import report_page, summary_page

        summed_up = self.many and self.level == "normal"
        page = summary_page(verdict) if summed_up else report_page(verdict, game, self.level)
        if self.many and self.level == "verbose":
            page.add()
            page.add("-" * 80, "muted")
            page.add()
        self.output.page(page)

    def unread(self, name: str, faults: Sequence[Fault]) -> None:
        from oasis_ref.report.summary import counted_faults

        self._line(name, f"could not be read ({counted_faults(len(faults))})")

    def failed(self, name: str) -> None:
        self._line(name, "not judged, through a fault of oasis-ref")

    def _line(self, name: str, text: str) -> None:
        from oasis_ref.report.page import Page

        if self.many:
            page = Page()
            if self.level == "quiet":
                page.whole(f"{name}: {text}", "bad")
            else:
                page.named(name, text, "bad")
            self.output.page(page)

    def end(self, counted: Tallied) -> None:
        from oasis_ref.report.page import Page

        if self.many and self.level != "quiet":
            page = Page()
            if self.level == "normal":
                page.add()
            page.add(counted.line(self.noun), "heading", 2)
            self.output.page(page)


class MarkdownReporter(Reporter):
    """One input: the whole report. Many: an item of a list for each; with ``-v`` the whole reports."""

    def judged(self, verdict: Verdict, game: Game) -> None:
        from oasis_ref.report.markdown import markdown_report

        level = "quiet" if self.many and self.level == "normal" else self.level
        self.output.text(markdown_report(verdict, game, level) + ("\n" if self.many and level == "verbose" else ""))

    def unread(self, name: str, faults: Sequence[Fault]) -> None:
        from oasis_ref.report.markdown import escaped

        if self.many:
            self.output.text(f"- {escaped(name)}: could not be read\n")

    def failed(self, name: str) -> None:
        from oasis_ref.report.markdown import escaped

        if self.many:
            self.output.text(f"- {escaped(name)}: not judged, through a fault of oasis-ref\n")

    def end(self, counted: Tallied) -> None:
        if self.many and self.level != "quiet":
            self.output.text(f"\n{counted.line(self.noun)}\n")


class JsonReporter(Reporter):
    """One input: its document. Many: a list of documents, or with ``ndjson`` one a line."""

    def __init__(self, output: Output, chosen: Settings, noun: str, many: bool) -> None:
        super().__init__(output, chosen, noun, many)
        self.lines = chosen.format == "ndjson"
        self.first = True

    def judged(self, verdict: Verdict, game: Game) -> None:
        from oasis_ref.record.writing import write_verdict

        self._write(write_verdict(verdict, indent=0))

    def unread(self, name: str, faults: Sequence[Fault]) -> None:
        from oasis_ref.record.writing import unread_document

        self._write(msgspec.json.encode(unread_document(printable(name), [placed(fault, name) for fault in faults])))

    def failed(self, name: str) -> None:
        from oasis_ref.record.writing import envelope

        self._write(msgspec.json.encode(envelope("failed", source=printable(name))))

    def end(self, counted: Tallied) -> None:
        if self.many and not self.lines:
            self.output.raw(b"[]\n" if self.first else b"\n]\n")

    def _write(self, encoded: bytes) -> None:
        if self.lines:
            self.output.raw(encoded + b"\n")
            return
        pretty = msgspec.json.format(encoded, indent=2)
        if self.many:
            self.output.raw((b"[\n" if self.first else b",\n") + pretty)
        else:
            self.output.raw(pretty + b"\n")
        self.first = False


REPORTERS: dict[str, type[Reporter]] = {
    "text": TextReporter,
    "markdown": MarkdownReporter,
    "json": JsonReporter,
    "ndjson": JsonReporter,
}


def say_faults(name: str, faults: Sequence[Fault], most: int = MOST_FAULTS) -> None:
    """Print the faults of an input to stderr, the first of them."""
    shown = [placed(fault, name) for fault in faults[:most]]
    for line in fault_lines(name, shown):
        say(line)
    if len(shown) < len(faults):
        say(f"{fault_name(name)}: {len(faults) - len(shown)} more faults; `oasis-ref validate` lists all.")


def fault_lines(name: str, faults: Sequence[Fault]) -> list[str]:
    """Return a line for each fault, ``FILE:LINE:COLUMN: what is wrong``, cleaned of control characters."""
    return [f"{place}: {text}" if place else text for place, text in fault_texts(faults)]


def fault_texts(faults: Sequence[Fault]) -> list[tuple[str, str]]:
    """Return for each fault its place (``FILE:LINE:COLUMN``) and what is wrong, cleaned of control characters."""
    from oasis_ref.report.clean import clean, clipped

    return [(clean(fault.place()), clipped(clean(fault.said()))) for fault in faults]


def fault_name(name: str) -> str:
    """Return the name of an input, cleaned of control characters."""
    from oasis_ref.report.clean import clean

    return clean(name)


def printable(name: str) -> str:
    """Return the name of an input as text that can be written as UTF-8, whatever bytes it has on the disk."""
    return str(name).encode("utf-8", "backslashreplace").decode("utf-8")


def placed(fault: Fault, name: str) -> Fault:
    """Return the fault with the name of its file; in a list of games, with the line that it has in the file."""
    line = getattr(name, "line", None)
    if fault.file not in (None, name, getattr(name, "file", None)):
        return fault
    if line is None:
        return msgspec.structs.replace(fault, file=printable(name))
    return msgspec.structs.replace(fault, file=printable(getattr(name, "file", name)), line=line)
