"""A pack as a person reads it: the board, the tables, the solo charts, and every card in words."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from oasis_ref.core.text import counted
from oasis_ref.games.base import Span, View
from oasis_ref.games.new_life.facts import BESIDE, IN_BOX, OPEN, TYPES, UNKNOWN, Facts, facts_of
from oasis_ref.games.new_life.moves import Pack, PackCard, Payment, Printed
from oasis_ref.games.new_life.view import TYPE_STYLES, WIDTH

Line = list[Span]
WHEN = {"play": "on play", "cycle": "cycled out", "rest": "at a Rest", "flood": "in the Flood"}
ROWS = {"S": "Surface", "U": "Subterrain", UNKNOWN: "?"}
ORIGINS = {"hand": "the hand", "migration": "the Migration row", UNKNOWN: "?"}
CELL = 12


def show_pack(pack: Pack) -> View:
    """Return the components of a pack as lines and data; what is not known is ``?``."""
    facts = facts_of(pack)
    lines = [*_board(facts), *_tables(facts), *_charts(facts)]
    for deck in (*IN_BOX, UNKNOWN):
        lines += _deck(pack, deck)
    return View(lines, {"cards": facts.raw, "known": sorted(facts.cards)})


def _text(text: str, style: str = "", indent: int = 2) -> list[Line]:
    """Return a text in lines of at most the width of a page, later ones indented deeper."""
    start = " " * indent
    found = textwrap.wrap(
        text, WIDTH, initial_indent=start, subsequent_indent=start + "  ", break_on_hyphens=False, tabsize=1
    )
    return [[(line, style)] for line in found]


def _figure(number: Any) -> str:
    return "?" if number is None or number == UNKNOWN else str(number)


# Board and tables


def _board(facts: Facts) -> Iterator[Line]:
    yield [("Board", "heading")]
    wild = "?" if facts.wild is None else f"U{facts.wild + 1}"
    yield from _text(f"Subterrain spaces: {_figure(facts.spaces)}, the wild one is {wild}")
    yield from _text(f"Surface spaces: {'?' if facts.under is None else len(facts.under)}")
    for at, places in enumerate(facts.under or (), 1):
        names = ["?"] if places is None else [_place(place) for place in places]
        yield from _text(f"S{at} over {', '.join(names) or 'nothing'}", indent=4)


def _place(place: int) -> str:
    return {BESIDE: "beside the board", OPEN: "?"}.get(place, f"U{place + 1}")


def _tables(facts: Facts) -> Iterator[Line]:
    yield [("Imprint board", "heading")]
    rows = ", ".join(f"{row} pays {_figure(figure)}" for row, figure in enumerate(facts.rows, 1))
    yield from _text(f"full row {rows}; a full column pays {_figure(facts.column)}")
    yield [("Rest tiles", "heading")]
    for number, tile in enumerate(facts.tiles, 1):
        retain = str(tile.least) if tile.least == tile.most else "?"
        points = "? points" if tile.points is None else counted(tile.points, "point")
        yield from _text(f"{number}: retain {retain}, {points}")
    yield [("Tokens in the supply", "heading")]
    yield from _text(", ".join(f"{_figure(facts.supply[kind])} {word}" for kind, word in enumerate(TYPES)))


def _charts(facts: Facts) -> Iterator[Line]:
    for side, chart in facts.charts.items():
        yield [(f"Solo Mode card, {side} side", "heading")]
        yield [("  " + " " * CELL + "".join(word.ljust(CELL) for word in TYPES) + "full row", "muted")]
        for at in range(3):
            cells = [*(chart.cells[kind][at] for kind in range(3)), chart.rows[at]]
            yield _chart_line(f"space {at + 1}", cells)
        yield _chart_line("full column", chart.columns)


def _chart_line(label: str, figures: Sequence[int | None]) -> Line:
    return [
        ("  " + label.ljust(CELL), "muted"),
        ("".join(_figure(number).ljust(CELL) for number in figures).rstrip(), ""),
    ]


# Cards


def _deck(pack: Pack, deck: str) -> Iterator[Line]:
    """Yield the cards of a deck in words, each with everything that is printed on it."""
    cards = sorted((card for card in pack.cards if card.deck == deck), key=lambda card: card.id)
    if not cards and deck == UNKNOWN:
        return
    known = sum(card.count for card in cards if isinstance(card.count, int))
    box = f", {known} of {IN_BOX[deck]} cards counted" if deck in IN_BOX else ""
    yield [(f"{deck.capitalize()} cards" if deck in IN_BOX else "Cards of a deck that is not known", "heading")]
    yield from _text(f"{counted(len(cards), 'kind')}{box}", "muted")
    for card in cards:
        copies = "? copies" if card.count == UNKNOWN else counted(int(card.count), "copy", "copies")
        words = [card.id, *([f"“{card.name}”"] if card.name not in (None, UNKNOWN) else [])]
        words += [f"({card.element})"] if card.element is not None else []
        imprint = "imprint ?" if card.imprint == UNKNOWN else card.imprint
        yield from _text(f"{' '.join(words)}: {imprint}, {copies}", TYPE_STYLES.get(card.imprint, ""))
        yield from _text(card_words(card), indent=6)


def card_words(card: PackCard) -> str:
    """Return in words what a card requires, pays and does."""
    words = [_needs(card)] if card.deck == "surface" else []
    if isinstance(card.scores, str):
        words.append("pays ?")
    else:
        paid = {when: paid_words(getattr(card.scores, when)) for when in WHEN}
        words += [f"{WHEN[when]} {text}" for when, text in paid.items() if text]
    if isinstance(card.action, str):
        words.append("action ?")
    elif card.action:
        words.append(f"action: {', then '.join(step_words(step) for step in card.action)}")
    return "; ".join(words) or "pays nothing and has no action"


def _needs(card: PackCard) -> str:
    if isinstance(card.needs, str):
        return "requires ?"
    needs = [f"{_figure(need)} at {at}" for at, need in enumerate(card.needs, 1) if need is not None]
    return f"requires {', '.join(needs) or 'nothing'}"


def paid_words(payment: Payment | Printed | str) -> str:
    """Return points and tokens in words; empty if there are none."""
    if isinstance(payment, str):
        return "?"
    words = []
    if payment.points != 0:
        words.append("? points" if payment.points == UNKNOWN else counted(int(payment.points), "point"))
    if isinstance(payment.tokens, str):
        words.append("? tokens")
    else:
        for kind, number in payment.tokens.items():
            if number != 0:
                words.append(f"? {kind} tokens" if number == UNKNOWN else counted(int(number), f"{kind} token"))
    return " and ".join(words)


def step_words(step: Printed) -> str:
    """Return a printed step in words, with its numbers and limits."""
    said = {
        "play": "play a card",
        "cycle": "cycle a card out",
        "discard": "discard a card",
        "draw": "draw ? cards" if step.cards == UNKNOWN else f"draw {counted(int(step.cards), 'card')}",
        "points": f"score {paid_words(step) or '0 points'}",
        "tokens": f"gain {paid_words(step) or 'nothing'}",
        "other": f"“{step.text or '?'}”",
    }[step.do]
    limits = [f"in the {ROWS[step.spaces]} row"] if step.spaces is not None else []
    limits += [f"{'?' if step.deck == UNKNOWN else step.deck.capitalize()} cards only"] if step.deck is not None else []
    limits += [f"from {ORIGINS[step.origin]}"] if step.origin is not None else []
    if step.cost is not False:
        limits.append("a cost" if step.cost is True else "perhaps a cost")
    return said + (f" ({', '.join(limits)})" if limits else "")
