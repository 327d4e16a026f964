"""Checking a pack of New Life, and a template to be filled in with the physical game at hand."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from oasis_ref.games.base import PackIssue
from oasis_ref.games.new_life.facts import (
    COLUMN_HEIGHT,
    ELEMENTS,
    IMPRINTS,
    IN_BOX,
    SUBTERRAIN_IMPRINTS,
    TOKENS_IN_BOX,
    TYPES,
    UNKNOWN,
    CardFacts,
    ChartFacts,
    Facts,
    facts_of,
)
from oasis_ref.games.new_life.moves import Pack, PackCard

ID_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


def check_pack(pack: Pack) -> Iterator[PackIssue]:
    """Yield what contradicts the rulebook or itself, what is missing, and how much can be judged with the pack."""
    facts = facts_of(pack)
    yield from _check_ids(pack)
    yield from _check_counts(pack)
    for card in pack.cards:
        yield from _check_card(card)
    yield from _check_board(pack, facts)
    yield from _check_tables(pack, facts)
    yield from _check_charts(facts)
    yield from _check_patterns(facts)
    yield from missing(facts)
    yield from _coverage(facts)


def _error(slug: str, where: str, message: str) -> PackIssue:
    return PackIssue(slug, "error", where, message)


def _note(slug: str, where: str, message: str) -> PackIssue:
    return PackIssue(slug, "note", where, message)


# Cards


def _check_ids(pack: Pack) -> Iterator[PackIssue]:
    seen: set[str] = set()
    for card in pack.cards:
        if not card.id or not set(card.id) <= ID_LETTERS:
            yield _error("card-id", f"cards/{card.id}", f"the id {card.id!r} may have only a to z, 0 to 9 and -")
        if card.id in seen:
            yield _error("card-id", f"cards/{card.id}", f"the id {card.id} is given twice")
        seen.add(card.id)


def _check_counts(pack: Pack) -> Iterator[PackIssue]:
    for deck, most in IN_BOX.items():
        cards = [card for card in pack.cards if card.deck == deck]
        known = sum(card.count for card in cards if isinstance(card.count, int))
        unknown = sum(1 for card in cards if not isinstance(card.count, int))
        least = known + unknown
        whole = not unknown and bool(cards)
        if least > most:
            yield _error("deck-count", f"cards/{deck}", f"there are at least {least} {deck} cards; the box has {most}")
        elif whole and known != most:
            level: Any = "error" if known > most else "warning"
            yield PackIssue(
                "deck-count",
                level,
                f"cards/{deck}",
                f"the {deck} cards add up to {known}; the box has {most}, so {most - known} are missing",
            )
    for element in sorted({card.element for card in pack.cards if card.element and card.deck == "starter"}):
        starters = [card for card in pack.cards if card.element == element and card.deck == "starter"]
        known = sum(card.count for card in starters if isinstance(card.count, int))
        if element not in ELEMENTS:
            yield _error(
                "starters", f"cards/{element}", f"there is no element {element}; there are {', '.join(ELEMENTS)}"
            )
        elif known > 3 or len(starters) > 3:
            yield _error(
                "starters",
                f"cards/{element}",
                f"{max(known, len(starters))} Starters of {element} are given; there are 3",
            )


def _check_card(card: PackCard) -> Iterator[PackIssue]:
    where = f"cards/{card.id}"
    if isinstance(card.count, int) and card.count < 1:
        yield _error(
            "card-count", where, f"{card.id} has a count of {card.count}; a card that is listed exists at least once"
        )
    allowed = IMPRINTS if card.deck in ("surface", UNKNOWN) else SUBTERRAIN_IMPRINTS
    if card.imprint != UNKNOWN and card.imprint not in allowed:
        yield _error(
            "imprint",
            where,
            f"{card.imprint} is no imprint of a {card.deck} card; there are {', '.join(sorted(allowed))}",
        )
    if card.deck == "surface" and card.imprint == "decay":
        yield _error("imprint", where, "a Surface card has no Decay imprint")
    if card.deck == "starter" and card.element is None:
        yield _note("starters", where, f"the element of the Starter {card.id} is missing")
    if not isinstance(card.needs, str):
        for need in card.needs:
            if need is not None and need not in (*TYPES, UNKNOWN):
                yield _error("needs", where, f"{card.id} requires {need}; requirements are flora, scaled or shelled")
        if card.deck != "surface" and card.needs:
            yield _error("needs", where, f"{card.id} is no Surface card and has no requirements")
    yield from _check_payments(card, where)


def _check_payments(card: PackCard, where: str) -> Iterator[PackIssue]:
    payments: list[tuple[str, Any]] = []
    if not isinstance(card.scores, str):
        payments += [(when, getattr(card.scores, when)) for when in ("play", "cycle", "rest", "flood")]
    if not isinstance(card.action, str):
        payments += [(f"action step {place}", step) for place, step in enumerate(card.action, 1)]
    for when, payment in payments:
        if isinstance(payment, str):
            continue
        tokens: Mapping[str, Any] = {} if isinstance(payment.tokens, str) else payment.tokens
        for word, number in tokens.items():
            if word not in TYPES:
                yield _error("tokens", where, f"{card.id} gives a {word} token; tokens are flora, scaled or shelled")
            elif isinstance(number, int) and number < 0:
                yield _error("tokens", where, f"{card.id} gives {number} {word} tokens")
        if isinstance(payment.points, int) and payment.points < 0:
            yield _error("points", where, f"{card.id} scores {payment.points} points ({when})")
        if when in ("play", "rest") and tokens:
            yield _note(
                "icon-list",
                where,
                f"{card.id} gives tokens ({when}), which the rulebook's icon list does not name; they are given",
            )
        if when == "flood" and isinstance(payment.points, int) and payment.points:
            yield _note(
                "icon-list",
                where,
                f"{card.id} scores points in the Flood, which the rulebook's icon list does not name; they are scored",
            )


# Board and tables


def _check_board(pack: Pack, facts: Facts) -> Iterator[PackIssue]:
    board = pack.board
    if isinstance(board, str):
        return
    number = board.subterrain
    if isinstance(number, int) and (number < 3 or number % 2 == 0):
        yield _error(
            "board",
            "board/subterrain",
            f"{number} Subterrain spaces are given; the number is odd and at least 3, for there is a centre",
        )
    if isinstance(number, int) and isinstance(board.wild, int) and board.wild != (number + 1) // 2:
        yield _error(
            "board", "board/wild", f"the wild space is {board.wild}; the centre of {number} is {(number + 1) // 2}"
        )
    if isinstance(board.surface, str):
        return
    if not board.surface:
        yield _error("board", "board/surface", "there is no Surface space; there is at least one")
    for at, places in enumerate(board.surface, 1):
        if isinstance(places, str):
            continue
        if all(place is None for place in places):
            yield _error(
                "board", f"board/surface/{at}", f"S{at} lies over no Subterrain space; it lies over at least one"
            )
        wrong = [
            place
            for place in places
            if isinstance(place, int) and (place < 1 or (facts.spaces is not None and place > facts.spaces))
        ]
        if wrong:
            yield _error(
                "board",
                f"board/surface/{at}",
                f"S{at} lies over Subterrain spaces that the board has not got: {', '.join(map(str, wrong))}",
            )


def _check_tables(pack: Pack, facts: Facts) -> Iterator[PackIssue]:
    rows, column = facts.rows, facts.column
    if rows[0] is not None and not 0 <= rows[0] <= 6:
        yield _error("imprint-board", "imprint_board/rows", f"row 1 pays {rows[0]}; it pays 0 to 6")
    if rows[1] is not None and rows[1] != 6:
        yield _error(
            "imprint-board", "imprint_board/rows", f"row 2 pays {rows[1]}; the rulebook's scoring example pays 6"
        )
    if column is not None and column != 5:
        yield _error("imprint-board", "imprint_board/column", f"a full column pays {column}; the rulebook says 5")
    spaces = UNKNOWN if isinstance(pack.imprint_board, str) else pack.imprint_board.spaces
    if isinstance(spaces, int) and spaces != COLUMN_HEIGHT:
        yield _error("imprint-board", "imprint_board/spaces", f"a column has {spaces} spaces; the rulebook says 4")
    yield from _check_tiles(pack, facts)
    known = [number for number in facts.supply if number is not None]
    if len(known) == len(TYPES) and sum(known) != TOKENS_IN_BOX:
        yield _error("tokens", "tokens", f"the tokens add up to {sum(known)}; the box has {TOKENS_IN_BOX}")
    elif sum(known) > TOKENS_IN_BOX or any(number < 0 for number in known):
        yield _error("tokens", "tokens", f"the tokens known add up to {sum(known)}; the box has {TOKENS_IN_BOX}")


def _check_tiles(pack: Pack, facts: Facts) -> Iterator[PackIssue]:
    if isinstance(pack.rest_tiles, str):
        return
    if len(pack.rest_tiles) != 5:
        yield _error("rest-tiles", "rest_tiles", f"{len(pack.rest_tiles)} Rest tiles are given; there are 5")
    retain = [
        None if isinstance(tile, str) or isinstance(tile.retain, str) else tile.retain for tile in pack.rest_tiles
    ]
    known = [number for number in retain if number is not None]
    if any(not 0 <= number <= 2 for number in known):
        yield _error("rest-tiles", "rest_tiles", "a Rest tile retains 0, 1 or 2 cards")
    if known != sorted(known, reverse=True):
        yield _error("rest-tiles", "rest_tiles", "a later Rest tile retains more than an earlier one")
    if retain and retain[0] not in (None, 2):
        yield _error(
            "rest-tiles", "rest_tiles/1", f"tile 1 retains {retain[0]}; some players retain two cards, so it retains 2"
        )
    if len(known) == 5 and 1 not in known:
        yield _error("rest-tiles", "rest_tiles", "no tile retains one card, but the rulebook speaks of one or two")
    third = facts.tile(3).points
    if len(pack.rest_tiles) >= 3 and third not in (None, 2):
        yield _error("rest-tiles", "rest_tiles/3", f"tile 3 pays {third}; the rulebook's scoring example pays 2")


def _check_charts(facts: Facts) -> Iterator[PackIssue]:
    if all(_is_whole(chart) and not _fits_example(chart) for chart in facts.charts.values()):
        yield _error(
            "solo-chart",
            "solo",
            "neither side fits the rulebook's example: 1 flora makes 8, 2 scaled 18, 3 shelled 30, the full column 2",
        )
    for side, chart in facts.charts.items():
        if chart.rows[0] not in (None, 0):
            yield _note(
                "solo-chart",
                f"solo/{side}",
                f"row 1 pays {chart.rows[0]}; the rulebook's example has a full first row and counts nothing for it",
            )


def _is_whole(chart: ChartFacts) -> bool:
    figures = [*chart.cells[0][:1], *chart.cells[1][:2], *chart.cells[2], chart.columns[2]]
    return all(figure is not None for figure in figures)


def _fits_example(chart: ChartFacts) -> bool:
    flora, scaled, shelled = chart.cells
    sums = [sum(cell or 0 for cell in cells) for cells in (flora[:1], scaled[:2], shelled)]
    return sums == [8, 18, 30] and chart.columns[2] == 2


def _check_patterns(facts: Facts) -> Iterator[PackIssue]:
    """Note patterns that fit no Surface space."""
    if facts.under is None or any(places is None for places in facts.under):
        return
    for card in facts.cards.values():
        if card.surface and card.needs and not any(_fits_over(card.needs, places or ()) for places in facts.under):
            yield _note("needs", f"cards/{card.id}", f"the pattern of {card.id} fits over no Surface space")


def _fits_over(needs: Sequence[str | None], places: Sequence[int]) -> bool:
    return all(need == "" or (position < len(places) and places[position] != -1) for position, need in enumerate(needs))


# What is missing


def missing(facts: Facts) -> Iterator[PackIssue]:
    """Yield what a pack leaves open."""
    board = [
        name
        for name, value in (
            ("the number of Subterrain spaces", facts.spaces),
            ("what lies under the Surface spaces", facts.under),
        )
        if value is None
    ]
    board += [
        f"what lies under S{at}" for at, places in enumerate(facts.under or (), 1) if places is None or -2 in places
    ]
    if board:
        yield _note("missing", "board", f"missing: {', '.join(board)}")
    rows = [f"row {row}" for row, figure in enumerate(facts.rows, 1) if figure is None]
    if facts.column is None:
        rows.append("the full column")
    if rows:
        yield _note("missing", "imprint_board", f"missing: {', '.join(rows)}")
    tiles = [
        f"tile {n} {what}"
        for n, tile in enumerate(facts.tiles, 1)
        for what, gone in (("retain", tile.least != tile.most), ("points", tile.points is None))
        if gone
    ]
    if tiles:
        yield _note("missing", "rest_tiles", f"missing: {', '.join(tiles)}")
    if None in facts.supply:
        yield _note(
            "missing",
            "tokens",
            f"missing: {', '.join(word for kind, word in enumerate(TYPES) if facts.supply[kind] is None)}",
        )
    for side, chart in facts.charts.items():
        gone = (
            sum(figure is None for column in chart.cells for figure in column)
            + chart.rows.count(None)
            + chart.columns.count(None)
        )
        if gone:
            yield _note("missing", f"solo/{side}", f"missing: {gone} of 15 figures of the {side} chart")
    yield from _missing_cards(facts)


def _missing_cards(facts: Facts) -> Iterator[PackIssue]:
    for deck, most in IN_BOX.items():
        cards = [card for card in facts.cards.values() if card.deck == deck]
        known = sum(card.count or 1 for card in cards)
        if known < most:
            yield _note("missing", f"cards/{deck}", f"missing: up to {most - known} of {most} {deck} cards")
        for card in cards:
            gone_words = _unknown_fields(card, facts.raw[card.id])
            if gone_words:
                yield _note("missing", f"cards/{card.id}", f"missing: {', '.join(gone_words)}")


def _unknown_fields(card: CardFacts, fields: Mapping[str, Any]) -> list[str]:
    wanted = ["imprint", "count", "scores", "action"] + (["needs"] if card.surface else [])
    return [name for name in wanted if _holds_unknown(fields[name])]


def _holds_unknown(value: Any) -> bool:
    if isinstance(value, dict):
        return any(_holds_unknown(part) for part in value.values())
    if isinstance(value, list):
        return any(_holds_unknown(part) for part in value)
    return bool(value == UNKNOWN)


def _coverage(facts: Facts) -> Iterator[PackIssue]:
    """Say how much of a game can be judged with the pack."""
    cards = list(facts.cards.values())
    total = sum(IN_BOX.values())

    def share(good: Sequence[CardFacts]) -> str:
        copies = sum(min(card.count or 1, total) for card in good)
        return f"{min(copies, total)} of {total} cards"

    board = facts.under is not None and all(places is not None and -2 not in places for places in facts.under)
    placed = [card for card in cards if (card.needs is not None and None not in card.needs and board) if card.surface]
    placed += [card for card in cards if not card.surface and card.imprint is not None]
    yield _note("coverage", "placing", f"placing rules can be judged for {share(placed)}")
    scored = [
        card
        for card in cards
        if not _holds_unknown(facts.raw[card.id]["scores"]) and not _holds_unknown(facts.raw[card.id]["action"])
    ]
    yield _note("coverage", "points", f"points, tokens and actions can be judged for {share(scored)}")
    counted = [card for card in cards if card.imprint is not None]
    yield _note("coverage", "trophies", f"Trophies can be judged for {share(counted)}")
    final = [
        name
        for name, known in (
            ("row bonuses", None not in facts.rows),
            ("tile points", all(t.points is not None for t in facts.tiles)),
        )
        if not known
    ]
    yield _note(
        "coverage",
        "final score",
        "the end bonuses are known" if not final else f"the end bonuses are known but for: {', '.join(final)}",
    )
    yield _note(
        "coverage",
        "always",
        "turns, waiting points, tiles, draws and trims, spaces, hands, row and refills are judged with any pack",
    )


# A template

ABOUT = (
    "Type what is printed on your copy and leave unknown what you cannot see. "
    "board: subterrain is the number of Subterrain spaces, wild the centre one of them; surface has one list for each "
    "Surface space from the left: the Subterrain spaces that positions 1, 2, ... of a pattern refer to, null for a "
    "position beside the board, for example [[1, 2], [2, 3]]. "
    "imprint_board: what each full row pays, the top one first. rest_tiles: tile 1 first. tokens: how many there are. "
    "solo: cells are the three points of each column from the top, rows and columns what a full one pays. "
    "cards: one line for each different card, with its count; id is what you will write in a record: small letters, "
    "digits and hyphens. imprint: flora, scaled, shelled, furred, winged, finned or decay. "
    "needs (Surface cards only): what positions 1, 2, ... of the pattern require, flora, scaled, shelled or null; [] "
    "if nothing. "
    "scores: what the card pays at play, cycle (when cycled out), rest and flood, each points, tokens or both; {} if "
    "nothing. "
    'action: the steps of the immediate action as printed, [] if there is none. {"do": "play"}, "cycle" and "discard" '
    'are one card each; {"do": "draw", "cards": 2}; {"do": "points", "points": 3}; {"do": "tokens", "tokens": '
    '{"flora": 1}}; anything else is {"do": "other", "text": "what the card says"}. A step may have "cost": true if '
    'all later steps need it, and limits: "spaces": "S" or "U" (play, cycle), "deck": "surface" or "subterrain" '
    '(discard, draw), "from": "hand" or "migration" (play). '
    "The two cards example-... are invented and show these forms: delete them and set made_up to false when you have "
    "typed your own, and replace this text by where the figures come from."
)
EXAMPLES: tuple[dict[str, Any], ...] = (
    {
        "id": "example-surface",
        "deck": "surface",
        "name": "Example",
        "imprint": "winged",
        "count": 2,
        "needs": ["scaled", None, "flora"],
        "scores": {"play": {"points": 3}, "cycle": {"points": 1, "tokens": {"shelled": 1}}},
        "action": [{"do": "cycle", "spaces": "U"}, {"do": "draw", "cards": 2, "deck": "surface"}],
    },
    {
        "id": "example-subterrain",
        "deck": "subterrain",
        "imprint": "decay",
        "count": 3,
        "scores": {"rest": {"points": 1}, "flood": {"tokens": {"flora": 1}}},
        "action": [{"do": "discard", "cost": True}, {"do": "points", "points": 3}],
    },
)
"""Invented cards that show how one is written."""


def new_pack(name: str) -> str:
    """Return the text of a pack of that name, to be filled in card by card with the physical game at hand."""
    unknown_tile = {"retain": UNKNOWN, "points": UNKNOWN}
    column = [UNKNOWN] * 3
    chart = {"cells": dict.fromkeys(TYPES, column), "rows": column, "columns": dict.fromkeys(TYPES, UNKNOWN)}
    head: dict[str, Any] = {
        "$schema": "schemas/new-life.pack.schema.json",
        "kind": "pack",
        "game": "new-life",
        "name": name,
        "made_up": True,
        "about": ABOUT,
        "board": {"subterrain": UNKNOWN, "wild": UNKNOWN, "surface": UNKNOWN},
        "imprint_board": {"rows": [UNKNOWN, 6, UNKNOWN, UNKNOWN], "column": 5, "spaces": COLUMN_HEIGHT},
        "rest_tiles": [
            {"retain": 2, "points": UNKNOWN},
            unknown_tile,
            {"retain": UNKNOWN, "points": 2},
            unknown_tile,
            unknown_tile,
        ],
        "tokens": dict.fromkeys(TYPES, UNKNOWN),
        "solo": {"standard": chart, "advanced": chart},
    }
    cards = [
        *EXAMPLES,
        *(
            _blank(f"{element}-{letter}", "starter", element=element, count=1)
            for element in ELEMENTS
            for letter in "abc"
        ),
        _blank("subterrain-1", "subterrain"),
        _blank("surface-1", "surface", name=UNKNOWN, needs=UNKNOWN),
    ]
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
    listed = ",\n".join(f"    {json.dumps(card)}" for card in cards)
    return "\n".join(["{", *lines, '  "cards": [', listed, "  ]", "}", ""])


def _blank(card: str, deck: str, **known: Any) -> dict[str, Any]:
    fields = ["id", "deck", "element", "name", "imprint", "count", "needs", "scores", "action"]
    values = {"id": card, "deck": deck, **dict.fromkeys(("imprint", "count", "scores", "action"), UNKNOWN), **known}
    return {field: values[field] for field in fields if field in values}
