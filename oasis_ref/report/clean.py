"""Text from strangers, made safe to show: the one place where control characters are taken out of it."""

from __future__ import annotations

import re

MOST = 2_000
"""The longest piece of text that is shown whole; names, cards and comments of a log can be of any length."""

_HARMFUL = (
    "["
    "\x00-\x1f\x7f-\x9f"  # control characters, among them the terminal's escape
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks that turn the direction of writing
    "\u00ad\u200b\u2028\u2029\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb"  # invisible, or breaking a line
    "\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"  # no characters at all
    "\U000e0000-\U000e0fff"  # invisible tags
    "]"
)
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def clean(text: str) -> str:
    """Return the text with every control, invisible or direction-turning character written out as an escape.

    >>> clean("Ann\\x1b[31m")
    'Ann\\\\x1b[31m'
    """
    if text.isprintable():
        return text
    # Compiled only when it is needed: hardly any text needs it, and compiling takes long.
    return re.sub(_HARMFUL, _written_out, text)


def clipped(text: str, most: int = MOST) -> str:
    """Return the text, cut with a mark of it if it is longer than ``most`` characters."""
    return text if len(text) <= most else f"{text[:most]}... ({len(text) - most} more characters)"


def _written_out(found: re.Match[str]) -> str:
    character = found.group()
    short = _SHORT.get(character)
    if short is not None:
        return short
    number = ord(character)
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
