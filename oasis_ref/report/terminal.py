"""Pages in colour, for a terminal. The text is that of the page, letter for letter."""

from __future__ import annotations

import io

from rich.console import Console
from rich.text import Text

from oasis_ref.report.page import Page

STYLES = {
    "": "",
    "heading": "bold",
    "good": "green",
    "bad": "bold red",
    "unknown": "yellow",
    "muted": "dim",
    "accent": "cyan",
    "seat-a": "bold bright_blue",
    "seat-b": "bold bright_red",
    "seat-c": "bold bright_green",
    "seat-d": "bold bright_yellow",
    "seat-e": "bold bright_magenta",
    "type-1": "green",
    "type-2": "yellow",
    "type-3": "bright_black",
    "type-4": "blue",
    "type-5": "magenta",
    "type-6": "cyan",
    "type-7": "red",
    "type-8": "white",
    "type-9": "bright_yellow",
}


def colored(page: Page) -> str:
    """Return a page with the escape sequences of its colours, whatever the environment says."""
    written = io.StringIO()
    console = Console(
        file=written,
        force_terminal=True,
        color_system="standard",
        no_color=False,
        markup=False,
        emoji=False,
        highlight=False,
        soft_wrap=True,
        legacy_windows=False,
        _environ={},
    )
    for line, style in zip(page.lines, page.styles, strict=True):
        if isinstance(style, str):
            text = Text(line, STYLES.get(style, ""))
        else:
            text = Text()
            for piece, name in style:
                text.append(piece, STYLES.get(name, ""))
            text.rstrip()
        console.print(text)
    return written.getvalue()
