"""Turning a template and its facts into a sentence: the one place where text is made from values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Facts = Mapping[str, Any]


def sentence(says: str, facts: Facts) -> str:
    """Return the template ``says`` with every ``{name}`` replaced by its fact, lists joined by commas."""
    if not facts:
        return says
    return says.format_map({name: words(fact) for name, fact in facts.items()})


def words(fact: Any) -> Any:
    """Return a fact as it reads in a sentence: a list as its items joined by commas, ``none`` if empty."""
    if isinstance(fact, list | tuple):
        return ", ".join(str(words(item)) for item in fact) if fact else "none"
    return fact


def capital(text: str) -> str:
    """Return the text with a capital first."""
    return text[:1].upper() + text[1:]


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Return ``1 card`` or ``3 cards``."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def either(options: Iterable[str]) -> str:
    """Return ``a``, ``a or b``, ``a, b or c``."""
    items = list(options)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} or {items[-1]}"


def quoted(word: str, most: int = 60) -> str:
    """Return a word of the input in quotation marks, cut to a readable length, its odd signs written out.

    >>> print(quoted("Ann\\n"))
    "Ann\\n"
    """
    import json

    return json.dumps(word if len(word) <= most else f"{word[: most - 3]}...", ensure_ascii=not word.isprintable())


def near_miss(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that ``word`` was probably meant to be, or None. Swapped letters come first.

    >>> near_miss("plam", ["play", "palm"])
    'palm'
    """
    import difflib

    names = {name.lower(): name for name in known}
    wanted = word[:80].lower()
    close = difflib.get_close_matches(wanted, names, n=3, cutoff=0.6)
    swapped = [name for name in close if sorted(name) == sorted(wanted)]
    return names[(swapped or close)[0]] if close else None


def no_such(what: str, word: str, known: Iterable[str], where: str = "") -> str:
    """Return that there is no such thing, and what was probably meant or what there is."""
    names = list(known)
    guess = near_miss(word, names)
    hint = f"did you mean {guess}?" if guess else f"there are: {', '.join(names) or 'none'}"
    return f"there is no {what} {quoted(word)}{where} ({hint})"
