"""What could be played, grouped so that it can be read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from oasis_ref.core.documents import Entry
from oasis_ref.core.findings import Finding
from oasis_ref.games.base import Game
from oasis_ref.report.page import Page
from oasis_ref.report.wording import plain

_OCCASION = re.compile(r"\w+, [a-z ]+: ")
"""What may stand before the deed: the seat, and when it acts."""


def add_choices(
    page: Page, title: str, entries: Sequence[Entry], game: Game, examples: Mapping[str, str] | None = None
) -> None:
    """Add the entries by kind; nothing if there are none, except that no player can do anything.

    ``examples`` are the kinds of entry of which these are only some, each with a sentence on what else may be.
    """
    if not entries:
        if title == "Legal":
            page.heading("No entry of a player is legal here.")
        return
    page.heading(f"{title}: {len(entries)}")
    for kind, texts in grouped(entries, game):
        page.add(f"  {kind}", "accent")
        more = (examples or {}).get(kind.partition(":")[0])
        if more is not None:
            page.add(f"    {more}.", "unknown", 4)
        for text in texts:
            page.add(f"    {text}", "", 6)


def add_refused(page: Page, found: Sequence[tuple[Entry, Finding]], game: Game) -> None:
    """Add the entries that are not legal by the reason for it; nothing if there are none."""
    if not found:
        return
    page.heading(f"Not legal: {len(found)}")
    for reason, texts in refused(found, game):
        page.add(f"  {reason}", "accent", 2)
        for text in texts:
            page.add(f"    {text}", "", 6)


def refused(found: Sequence[tuple[Entry, Finding]], game: Game) -> list[tuple[str, list[str]]]:
    """Return each reason, with the rule that it comes from, and the entries in words that are not legal for it."""
    by_reason: dict[str, list[Entry]] = {}
    for entry, finding in found:
        by_reason.setdefault(f"{finding.message} [{finding.rule}]", []).append(entry)
    return [(reason, _few(_gathered(_described(entries, game)))) for reason, entries in by_reason.items()]


MOST_REFUSED = 20
"""So many lines are told of what one reason forbids."""


def _few(texts: list[str]) -> list[str]:
    more = len(texts) - MOST_REFUSED
    return [*texts[:MOST_REFUSED], f"and {more} more"] if more > 1 else texts


def grouped(entries: Sequence[Entry], game: Game) -> list[tuple[str, list[str]]]:
    """Return the kinds of entry, each with its entries in words: those that differ in the last word are one text."""
    by_kind: dict[str, list[Entry]] = {}
    for entry in entries:
        by_kind.setdefault(str(type(entry).__struct_config__.tag), []).append(entry)
    return [(f"{kind}: {len(alike)}", _gathered(_described(alike, game))) for kind, alike in by_kind.items()]


def _described(entries: Sequence[Entry], game: Game) -> list[str]:
    """Return each entry in words; those that read alike with the fields in which they differ."""
    alike: dict[str, list[dict[str, Any]]] = {}
    for entry in entries:
        alike.setdefault(game.describe(entry), []).append(msgspec.to_builtins(entry))
    texts = []
    for text, found in alike.items():
        keys = [key for key in dict.fromkeys(key for one in found for key in one) if _differs(key, found)]
        for one in found:
            said = [f", {key} {_listed(one[key])}" for key in keys if key in one]
            texts.append(text + ("".join(said) or "".join(f" without {key}" for key in keys)))
    return texts


def _listed(value: Any) -> str:
    """Return a value in words, the parts of a list of objects apart: ``at A1.2 card camel; at B3.1 card oryx``."""
    if isinstance(value, list) and any(isinstance(item, dict) for item in value):
        return "; ".join(plain(item).replace(",", "") for item in value)
    return plain(value)


def _differs(key: str, found: Sequence[dict[str, Any]]) -> bool:
    return any(one.get(key) != found[0].get(key) for one in found)


def _gathered(texts: Sequence[str]) -> list[str]:
    """Return the texts, those that are alike but for a word as one: ``A plays camel on A1, A2``."""
    heads: dict[str, list[str]] = {}
    for text in texts:
        head, _, last = (text, "", "") if _lists(text) else text.rpartition(" ")
        lasts = heads.setdefault(head, [])
        if last not in lasts:
            lasts.append(last)
    lines: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
    for head, lasts in heads.items():
        before, _, tail = head.rpartition(" ")
        start, _, word = before.rpartition(" ")
        alone = len(lasts) == 1
        key = (head, "", tuple(lasts)) if alone else (start, f" {tail}", tuple(lasts))
        lines.setdefault(key, []).append("" if alone else f" {word}")
    return [
        f"{start}{_joined(words)}{tail} {', '.join(lasts)}".strip(" ") for (start, tail, lasts), words in lines.items()
    ]


def _lists(text: str) -> bool:
    """Return whether a text lists things behind its occasion, so that its last word does not stand alone."""
    said = text[found.end() :] if (found := _OCCASION.match(text)) else text
    return "," in said or ":" in said


def _joined(words: Sequence[str]) -> str:
    """Return alternative words behind each other; a semicolon that ends each of them stands behind the last."""
    if len(words) > 1 and all(word.endswith(";") for word in words):
        return ",".join(word.rstrip(";") for word in words) + ";"
    return ",".join(words)
