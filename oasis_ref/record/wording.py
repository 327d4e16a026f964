"""Words for what stands in a document: values, kinds of value, fields and places, as a fault's sentence needs them."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from oasis_ref.core.text import counted, either

MOST_SHOWN = 60
"""A piece of the input is shown up to so many characters."""

HARMFUL = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufdd0-\ufdef\ufeff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e0fff]"
)
KINDS_OF_VALUE = {
    "integer": "a whole number",
    "number": "a number",
    "string": "a text",
    "array": "a list",
    "object": "an object",
    "boolean": "true or false",
    "null": "null",
}


def shown_text(text: str) -> str:
    """Return a piece of the input, cut to a readable length, with every invisible or harmful sign written out.

    >>> shown_text("Ann\\x1b[31m")
    'Ann\\\\u001b[31m'
    """
    return visible(text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 3] + "...")


def visible(text: str) -> str:
    """Return a text with every invisible or harmful sign written out."""
    if text.isprintable():
        return text
    return HARMFUL.sub(lambda sign: json.dumps(sign.group())[1:-1], text)


def shown(value: Any) -> str:
    """Return a value as a sentence names it: ``"camel"``, ``4.0``, ``true``, ``a list of 3``."""
    if isinstance(value, str):
        quotes = json.dumps(value[: MOST_SHOWN + 1], ensure_ascii=False)[1:-1]
        return f'"{shown_text(quotes)}"'
    if isinstance(value, list):
        return f"a list of {len(value)}" if value else "an empty list"
    if isinstance(value, dict):
        return f"an object with {fields(list(value)[:3])}" if value else "an empty object"
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    return shown_text(_number(value))


def _number(value: float) -> str:
    try:
        return str(value)
    except ValueError:
        return "a number of thousands of digits"


def fields(names: Sequence[str]) -> str:
    """Return names of fields, each marked as one."""
    return ", ".join(f"`{shown_text(name)}`" for name in names)


def literals(values: Sequence[Any]) -> str:
    """Return the values that can stand somewhere: ``"up" or "down"``."""
    return either(shown(value) for value in values)


def step_words(step: str | int) -> str:
    """Return one step of a path: a field's name, or the number of an item from 1."""
    return f"item {step + 1}" if isinstance(step, int) else f"`{shown_text(step)}`"


def place_words(path: Sequence[str | int], kind: str | None = None) -> str:
    """Return where in a document a path leads: ``Entry 3 (play), `pull`, item 2``. Empty for the document itself."""
    if len(path) >= 2 and path[0] in ("moves", "players") and isinstance(path[1], int):
        what = "Entry" if path[0] == "moves" else "Player"
        named = f" ({shown_text(kind)})" if kind else ""
        return ", ".join([f"{what} {path[1] + 1}{named}", *map(step_words, path[2:])])
    return ", ".join(map(step_words, path))


def items(number: int) -> str:
    """Return a number of items in words."""
    return counted(number, "item")
