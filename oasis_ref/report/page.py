"""The page that a report is written on: lines of at most 80 columns, each with the name of its style."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from oasis_ref.report.clean import clean

WIDTH = 80

Span = tuple[str, str]
"""A piece of a line: its text, and the name of its style."""


class Page:
    """Lines of text, wrapped and cleaned, each under the name of a style (``""`` for plain)."""

    __slots__ = ("lines", "styles")

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.styles: list[str | list[Span]] = []

    def add(self, text: str = "", style: str = "", hang: int = 0) -> None:
        """Add a line. What does not fit goes on below, ``hang`` columns in."""
        if len(text) <= WIDTH and text.isascii() and text.isprintable():
            self.lines.append(text)
            self.styles.append(style)
            return
        for line in wrapped(clean(text), hang):
            self.lines.append(line)
            self.styles.append(style)

    def whole(self, text: str, style: str = "") -> None:
        """Add a line that stays one line, however long it is."""
        self.lines.append(clean(text))
        self.styles.append(style)

    def named(self, name: str, text: str, style: str = "") -> None:
        """Add a line ``name: text``. The name stays whole; text that does not fit goes on below, two columns in."""
        name = f"{clean(name)}:"
        first, *more = wrapped(clean(text), 2, WIDTH, start=columns(name) + 1)
        for line in (f"{name} {first}" if first else name, *more):
            self.lines.append(line)
            self.styles.append(style)

    def heading(self, text: str) -> None:
        """Add a heading, with an empty line before it."""
        self.add()
        self.add(text, "heading")

    def draw(self, drawing: Iterable[Sequence[Span]], indent: int = 0) -> None:
        """Add a drawing: lines of pieces, each piece under a style of its own. Nothing of it is wrapped."""
        for pieces in drawing:
            spans = [(" " * indent, ""), *((clean(text), style) for text, style in pieces)]
            self.lines.append("".join(text for text, _ in spans).rstrip(" "))
            self.styles.append(spans)

    def text(self) -> str:
        """Return everything as plain text, each line ended."""
        return "\n".join(self.lines) + "\n" if self.lines else ""


def wrapped(text: str, hang: int, width: int = WIDTH, start: int = 0) -> list[str]:
    """Return the text broken at spaces into lines of at most ``width`` columns, all but the first indented by ``hang``.

    The first line begins behind ``start`` columns that are taken; it is empty if no word fits there. A word that is
    longer than a line is left whole. Runs of spaces are kept inside a line.
    """
    if start + columns(text) <= width:
        return [text]
    indent = len(text) - len(text.lstrip(" "))
    words = text[indent:].split(" ")
    lines: list[str] = []
    line, used = " " * indent + words[0], start + indent + columns(words[0])
    if start and used > width:
        lines, line, used = [""], " " * hang + words[0], hang + columns(words[0])
    for word in words[1:]:
        wide = columns(word)
        if used + 1 + wide <= width:
            line, used = f"{line} {word}", used + 1 + wide
        else:
            lines.append(line.rstrip(" "))
            line, used = " " * hang + word, hang + wide
    lines.append(line)
    return lines


def columns(text: str) -> int:
    """Return how many columns of a terminal the text takes: wide letters take two, combining marks none."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in text)
