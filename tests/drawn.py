"""Looking at a drawn table."""

from __future__ import annotations

import json

from oasis_ref.games.base import View

STYLES = {"", "heading", "unknown", "good", "bad", "muted", "accent"}
STYLES |= {f"seat-{letter}" for letter in "abcde"} | {f"type-{number}" for number in range(1, 10)}


def check(view: View) -> None:
    """Check that a table fits a terminal, in styles that exist, and that its data can be written."""
    for line in view.lines:
        assert sum(len(text) for text, _ in line) <= 80, line
        assert {style for _, style in line} <= STYLES
    json.dumps(view.data)


def text(view: View) -> str:
    """Return a table as it is drawn without colours."""
    return "\n".join("".join(piece for piece, _ in line).rstrip() for line in view.lines)
