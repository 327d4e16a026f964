"""The score of New Life as a tree, and who has won."""

from __future__ import annotations

from collections.abc import Sequence

from oasis_ref.core.tally import Node, beaten, combine, leaf, unknown
from oasis_ref.games.base import Outcome
from oasis_ref.games.new_life import catalogue
from oasis_ref.games.new_life.facts import COLUMN_HEIGHT, TYPES, Facts
from oasis_ref.games.new_life.standings import Field, Standing, decide, ranged, spread
from oasis_ref.games.new_life.table import OVER, TILE_NOT_TOLD, Got, Side, State
from oasis_ref.games.new_life.worlds import (
    ALL_TOLD,
    TROPHY,
    Untold,
    points_figure,
    solo_worlds,
    solo_year_ways,
    tile_bounds,
    tile_figure,
    tiles_for,
    trophy_figure,
    worlds_of,
    years_of,
)

SOURCES = {
    "on_play": "on-play-points",
    "action_points": "action-printed",
    "cycle_out": catalogue.CYCLE_GAINS,
    "rest_points": catalogue.REST_POINTS,
    "waiting": catalogue.WAITING_POINT,
    "trophies": catalogue.TROPHY_POINTS,
    "flood": catalogue.FLOOD_TOKENS,
}
OPTIONAL = {"flood"}
AI = "ai"
SIDES = ("standard", "advanced")
HIGHEST_ROWS = (6, None, None, None)
"""Row 1 pays at most 6: the rulebook's example pays row 2 as the best of two full rows."""
PERHAPS = "perhaps not full"


# The tally


def tally_of(state: State, untold: Untold = ALL_TOLD) -> Node:
    """Return the total of every seat with all that makes it up; in solo also the AI's chart."""
    totals = [seat_node(state, seat, untold) for seat in range(len(state.players))]
    if state.solo:
        totals.append(chart_node(state, untold))
    return combine("parts", "score", totals)


def seat_node(state: State, seat: int, untold: Untold = ALL_TOLD) -> Node:
    """Return a seat's total: its dial by source, and what the end brings."""
    parts = [dial_node(state, seat)]
    if state.phase == OVER:
        parts += end_nodes(state, seat, untold)
    return combine("sum", state.name(seat), parts)


def dial_node(state: State, seat: int) -> Node:
    """Return a seat's dial, each part by the entries that brought it."""
    side = state.seats[seat]
    settled = side.settled
    scored = 0
    gains: dict[str, list[Got]] = {source: [] for source in SOURCES}
    for one in (*state.ledger, *state.fresh):
        if one.seat == seat and (not settled or one.entry > settled):
            got = _told_later(state, one) if one.figure in state.told and one.figure not in side.figures else one
            scored += got.points
            if got.figure is None or got.figure in side.figures:
                gains[got.source].append(got)
    ruled = [
        leaf(f"ruling in entry {number}", ruling.points[side.name], None, ruling.reason, [number])
        for number, ruling in state.ruled
        if number > settled and ruling.points and side.name in ruling.points
    ]
    stood = side.dial - scored - sum(int(node.value or 0) for node in ruled)
    if settled:
        start = leaf("start", stood, None, f"as recorded by the check at entry {settled}", [settled])
    else:
        start = leaf("start", stood, None if stood else catalogue.START_AT_ZERO, "as told" if stood else None)
    parts = [start]
    for source, rule in SOURCES.items():
        own = gains[source]
        if own or source not in OPTIONAL:
            nodes = _trophy_nodes(state, side, own) if source == "trophies" else _gain_nodes(state, own, rule)
            parts.append(combine("sum", source, _told_apart(nodes), rule))
    parts.append(combine("sum", "rulings", ruled))
    return combine("sum", "dial", parts)


def _told_later(state: State, got: Got) -> Got:
    """Return a gain of a figure that was unknown then, as a later entry has told it."""
    points, entry = state.told[got.figure or ""]
    return Got(got.seat, got.source, got.entry, points, f"{got.what}, as told at entry {entry}")


def _told_apart(nodes: list[Node]) -> list[Node]:
    """Number the nodes that have the same label."""
    if len({node.label for node in nodes}) == len(nodes):
        return nodes
    seen: dict[str, int] = {}
    for node in nodes:
        times = seen[node.label] = seen.get(node.label, 0) + 1
        if times > 1:
            node.label = f"{node.label} ({times})"
    return nodes


def _gain_nodes(state: State, gains: Sequence[Got], rule: str) -> list[Node]:
    return [_gain_node(state, got, rule) for got in gains]


def _gain_node(state: State, got: Got, rule: str) -> Node:
    label = f"{got.what}, entry {got.entry}" if got.entry else got.what
    if got.figure is not None:
        return unknown(label, rule, f"not known: {got.figure}", 0, state.highest.get(got.figure))
    return Node(label, got.points, "given", [], rule, None, [got.entry] if got.entry else [])


def _trophy_nodes(state: State, side: Side, gains: Sequence[Got]) -> list[Node]:
    """Return the Trophies that a seat has taken, and what those that are open can bring it."""
    taken = [got for got in gains if got.figure is None]
    nodes = _gain_nodes(state, taken, catalogue.TROPHY_POINTS)
    return nodes if len(taken) == len(gains) else nodes + _open_trophies(state, side, gains)


def _open_trophies(state: State, side: Side, gains: Sequence[Got]) -> list[Node]:
    """Return what the Trophies that are open can bring a seat, year by year in solo, else one by one."""
    nodes = []
    for number, trophies in years_of(state):
        figures = {trophy_figure(word, number, side.name): word for word in trophies}
        mine = [got for got in gains if got.figure in figures]
        words = [figures[got.figure or ""] for got in mine]
        if state.solo and mine:
            counts = [sum(way.get(word) == 0 for word in words) for _, way in solo_year_ways(state, number, trophies)]
            nodes.append(_open_node(words, f"year {number}", mine[0].entry, min(counts), max(counts)))
        else:
            nodes += [
                _open_node([word], f"round {number}", got.entry, 0, 1) for got, word in zip(mine, words, strict=True)
            ]
    return nodes


def _open_node(words: Sequence[str], year: str, entry: int, least: int, most: int) -> Node:
    what = f"{words[0]} Trophy" if len(words) == 1 else f"{' and '.join(words)} Trophies"
    at = f", entry {entry}" if entry else ""
    return _between(f"{what} of {year}{at}", catalogue.TROPHY_POINTS, "not decided", TROPHY * least, TROPHY * most)


def end_nodes(state: State, seat: int, untold: Untold = ALL_TOLD) -> list[Node]:
    """Return what the end of the game brings a seat."""
    parts, side = [], state.seats[seat]
    if not state.solo:
        parts.append(tile_node(state.facts, side.tile, tiles_for(untold, seat)))
    return [*parts, *token_nodes(state.facts, side.tokens, side.most_tokens)]


def tile_node(facts: Facts, tile: int | None, possible: Sequence[int] = ()) -> Node:
    """Return the points of the Rest tile of round 3; ``possible`` are those it can be if that is not told."""
    if tile is None:
        return leaf("rest_tile", 0, catalogue.REST_TILE_POINTS, "no Rest tile")
    if tile == TILE_NOT_TOLD:
        which = " or ".join(str(one) for one in possible)
        why = f"it is not told which Rest tile was taken{f': {which}' if which else ''}"
        return _between("rest_tile", catalogue.REST_TILE_POINTS, why, *tile_bounds(facts, possible))
    points = facts.tile(tile).points
    if points is None:
        return unknown("rest_tile", catalogue.REST_TILE_POINTS, f"the points of Rest tile {tile} are not known", 0)
    return leaf("rest_tile", points, catalogue.REST_TILE_POINTS, f"tile {tile}")


def _between(label: str, rule: str, why: str, low: int, high: int | None) -> Node:
    """Return a node that is known only within bounds, or for sure if they are the same."""
    return leaf(label, low, rule, why) if low == high else unknown(label, rule, why, low, high)


def token_nodes(facts: Facts, tokens: Sequence[int], most: Sequence[int] | None = None) -> list[Node]:
    """Return what an imprint board brings: its tokens, its best full row, its full columns."""
    most = tokens if most is None else most
    counts = [
        leaf(word, tokens[kind], catalogue.TOKEN_POINTS)
        if tokens[kind] == most[kind]
        else unknown(word, catalogue.TOKEN_POINTS, "not all gains are known", tokens[kind], most[kind])
        for kind, word in enumerate(TYPES)
    ]
    return [
        combine("sum", "tokens", counts, catalogue.TOKEN_POINTS),
        row_node(facts, min(tokens), min(most)),
        column_node(facts, tokens, most),
    ]


def row_node(facts: Facts, full: int, possible: int) -> Node:
    """Return the bonus of the best-paid full row."""
    rows = [_row_leaf(facts, row) for row in range(full)]
    for row in range(full, possible):
        figure = facts.rows[row]
        highest = figure if figure is not None else HIGHEST_ROWS[row]
        rows.append(unknown(f"row {row + 1}", catalogue.ROW_BONUS, PERHAPS, 0, highest))
    return combine("max", "row", rows, catalogue.ROW_BONUS, "no full row" if not possible else None)


def _row_leaf(facts: Facts, row: int) -> Node:
    figure = facts.rows[row]
    if figure is None:
        return unknown(
            f"row {row + 1}", catalogue.ROW_BONUS, f"what row {row + 1} pays is not known", 0, HIGHEST_ROWS[row]
        )
    return leaf(f"row {row + 1}", figure, catalogue.ROW_BONUS)


def column_node(facts: Facts, tokens: Sequence[int], most: Sequence[int]) -> Node:
    """Return the bonus of the full columns."""
    parts = []
    for kind, word in enumerate(TYPES):
        if tokens[kind] == COLUMN_HEIGHT and facts.column is not None:
            parts.append(leaf(word, facts.column, catalogue.COLUMN_BONUS))
        elif most[kind] == COLUMN_HEIGHT:
            parts.append(
                unknown(word, catalogue.COLUMN_BONUS, "the column bonus is not known for sure", 0, facts.column)
            )
    return combine("sum", "columns", parts, catalogue.COLUMN_BONUS)


# Solo


def chart_node(state: State, untold: Untold = ALL_TOLD) -> Node:
    """Return the AI's score by its chart, within bounds where its tokens or the side of the card are not known."""
    boards = list(dict.fromkeys(world.tokens for world in solo_worlds(state, untold)))
    if not boards and state.side is not None:
        return chart_score(state, state.side, state.ai_tokens, state.ai_most)
    low, high = _chart_bounds(state, boards) if boards else (0, None)
    if state.side is None:
        why = "the side of the Solo Mode card" if not untold.ai_tokens else "the AI's tokens and the side of its card"
        return combine("sum", AI, [_between("cells", catalogue.SOLO_CHART, why, low, high)], catalogue.SOLO_CHART)
    sure = [min(kind) for kind in zip(*boards, strict=True)]
    node = chart_score(state, state.side, sure, sure)
    if len(boards) == 1:
        return node
    least, most = bounds_of(node)
    above = None if high is None or most is None else high - most
    what = _between("open Trophies", catalogue.SOLO_TROPHY, "not decided", low - (least or 0), above)
    return combine("sum", AI, [*node.children, what], catalogue.SOLO_CHART)


def _chart_bounds(state: State, boards: Sequence[Sequence[int]]) -> tuple[int, int | None]:
    """Return the least and the most that the AI can score, on any side of the card that can be in use."""
    sides = SIDES if state.side is None else (state.side,)
    ends = [bounds_of(chart_score(state, side, tokens, tokens)) for side in sides for tokens in boards]
    highs = [high for _, high in ends if high is not None]
    return min(low or 0 for low, _ in ends), max(highs) if len(highs) == len(ends) else None


def chart_score(state: State, side: str, tokens: Sequence[int], most: Sequence[int]) -> Node:
    """Return what the tokens on one side of the Solo Mode card are worth."""
    chart = state.facts.charts[side]
    columns = []
    for kind, word in enumerate(TYPES):
        cells = [_chart_leaf(f"space {at + 1}", chart.cells[kind][at], at < tokens[kind]) for at in range(most[kind])]
        columns.append(combine("sum", word, cells, catalogue.SOLO_CHART))
    full = [
        _chart_leaf(word, chart.columns[kind], tokens[kind] == 3) for kind, word in enumerate(TYPES) if most[kind] == 3
    ]
    parts = [
        combine("sum", "cells", columns, catalogue.SOLO_CHART),
        _chart_rows(state, chart.rows, min(tokens), min(most)),
        combine("sum", "columns", full, catalogue.SOLO_CHART),
    ]
    return combine("sum", AI, parts, catalogue.SOLO_CHART)


def _chart_rows(state: State, printed: Sequence[int | None], full: int, possible: int) -> Node:
    rows = [_chart_leaf(f"row {row + 1}", printed[row], row < full) for row in range(possible)]
    if rows and printed[0] != 0 and state.readings("solo-example-row") == "row-1-free":
        rows[0] = leaf("row 1", 0, catalogue.SOLO_CHART, "row 1 pays nothing under the chosen reading")
    every = possible < 2 or state.readings("solo-rows") == "every-row"
    return combine("sum" if every else "max", "row", rows, catalogue.SOLO_CHART)


def _chart_leaf(label: str, figure: int | None, sure: bool) -> Node:
    if sure and figure is not None:
        return leaf(label, figure, catalogue.SOLO_CHART)
    why = "what the Solo Mode card prints there" if sure else "perhaps not taken"
    return unknown(label, catalogue.SOLO_CHART, why, 0, None if figure is None else figure)


# The outcome


def outcome_of(state: State, tally: Node, untold: Untold = ALL_TOLD) -> Outcome:
    """Return who has won, from the tally; nobody while the game is not over."""
    points = {node.label: node.value if isinstance(node.value, int) else None for node in tally.children}
    claims = {"year": state.round}
    if state.phase != OVER or not state.players:
        return Outcome("unfinished", [], points, {}, None, None, f"the record ends in round {state.round}", claims)
    highest = dict(state.highest)
    standings = [_standing(state, seat, tally.children[seat], highest) for seat in range(len(state.players))]
    if state.solo:
        outcome = solo_outcome(state, tally, points, _solo_cases(state, standings[0], highest, untold))
    else:
        outcome = decide(Field(standings, worlds_of(state, untold), highest), points, state.doubts)
        outcome.beaten = beaten(tally.children) if outcome.state == "undecided" else []
    outcome.claims = claims
    return outcome


def _standing(state: State, seat: int, node: Node, highest: dict[str, int]) -> Standing:
    """Return what a seat is compared by; ``highest`` gets the bounds of the figures that the end bonuses bring."""
    side = state.seats[seat]
    total = side.dial
    figures = dict(side.figures)
    for part in node.children[1:]:
        total = _add_part(part, side, total, figures, highest)
    most = side.most_tokens or side.tokens
    cards = len(side.lying()) if state.cards_told is None else state.cards_told.get(seat)
    return Standing(side.name, (total, figures), (sum(side.tokens), sum(most)), cards)


def _add_part(part: Node, side: Side, total: int, figures: dict[str, int], highest: dict[str, int]) -> int:
    """Add an end bonus to a total, its unknown part as a figure."""
    if isinstance(part.value, int):
        return total + part.value
    low = part.low or 0
    name = _figure_of(part, side)
    figures[name] = 1
    if part.high is not None:
        highest[name] = part.high - low
    return total + low


def _figure_of(part: Node, side: Side) -> str:
    """Return the name of the unknown figure in an end bonus: the same for two seats if it is printed for both."""
    if part.label == "rest_tile":
        return points_figure(side.tile) if side.tile else tile_figure(side.name)
    if part.label == "row" and all(child.why != PERHAPS for child in part.children):
        full = len(part.children)
        return "what row 1 pays" if full == 1 else f"what the best-paid of rows 1 to {full} pays"
    return f"the {part.label} of {side.name}'s imprint board"


Ends = tuple[int | None, int | None]


def _solo_cases(state: State, standing: Standing, highest: dict[str, int], untold: Untold) -> list[tuple[Ends, Ends]]:
    """Return the bounds of the player's total and of the AI's in every way in which the game can have gone."""
    charts: dict[tuple[int, ...], Ends] = {}
    cases = []
    for world in solo_worlds(state, untold):
        if world.tokens not in charts:
            charts[world.tokens] = _chart_bounds(state, [world.tokens])
        cases.append((spread(standing.total, [world.trophies], highest), charts[world.tokens]))
    return cases


def solo_outcome(
    state: State, tally: Node, points: dict[str, int | None], cases: Sequence[tuple[Ends, Ends]]
) -> Outcome:
    """Return whether the player beats the AI, if that is the same in every case that is possible."""
    name = state.players[0]
    mine, theirs = (bounds_of(node) for node in tally.children)
    answers = {_beats(ours, ai) for ours, ai in cases or [(mine, theirs)]}
    if answers == {True}:
        always = "" if _beats(mine, theirs) else f"; {name} is ahead in every case"
        said = f"{name} has {ranged(mine)} points, the AI {ranged(theirs)}{always}"
        return Outcome("finished", [name], points, {name: 1, AI: 2}, said, catalogue.SOLO_WIN)
    if answers == {False}:
        said = f"{name} has {ranged(mine)} points, no more than the AI's {ranged(theirs)}"
        if _beats(mine, theirs) is None:
            said = f"{name} has {ranged(mine)} points, the AI {ranged(theirs)}; {name} is ahead in no case"
        return Outcome("finished", [AI], points, {AI: 1, name: 2}, said, catalogue.SOLO_WIN)
    missing = _missing(tally, state.doubts)
    why = f"{name} has {ranged(mine)} points, the AI {ranged(theirs)}; not known: {missing}"
    return Outcome("undecided", [], points, {}, None, None, why)


def _beats(ours: Ends, ai: Ends) -> bool | None:
    """Return whether the player has more points than the AI, None if that is open."""
    if ours[0] is not None and ai[1] is not None and ours[0] > ai[1]:
        return True
    return False if ours[1] is not None and ai[0] is not None and ours[1] <= ai[0] else None


def bounds_of(node: Node) -> Ends:
    """Return the least and the greatest value of a node."""
    return (node.value, node.value) if isinstance(node.value, int) else (node.low, node.high)


def _missing(tally: Node, doubts: Sequence[str]) -> str:
    """Return what is not known; an open Trophy hangs on the doubts itself."""
    trophies = (catalogue.TROPHY_POINTS, catalogue.SOLO_TROPHY) if doubts else ()
    reasons = [
        node.why.removeprefix("not known: ")
        for node in tally.walk()
        if node.how == "given" and node.value is None and node.why and node.rule not in trophies
    ]
    return ", ".join(dict.fromkeys([*doubts, *reasons])) or "some figure"
