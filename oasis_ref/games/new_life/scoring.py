"""The score of New Life as a tree, and who has won."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from oasis_ref.core.documents import Ruling
from oasis_ref.core.tally import Node, combine, leaf, unknown
from oasis_ref.games.base import Outcome
from oasis_ref.games.new_life import rules
from oasis_ref.games.new_life.amounts import NO_FIGURES, Form, compare
from oasis_ref.games.new_life.facts import COLUMN_HEIGHT, TYPES, Facts
from oasis_ref.games.new_life.state import OVER, TILE_NOT_TOLD, Got, Side, State

SOURCES = {
    "on_play": "on-play-points",
    "action_points": "action-printed",
    "cycle_out": rules.CYCLE_GAINS,
    "rest_points": rules.REST_POINTS,
    "waiting": rules.WAITING_POINT,
    "trophies": rules.TROPHY_POINTS,
    "flood": rules.FLOOD_TOKENS,
}
OPTIONAL = {"flood"}
AI = "ai"
HIGHEST_ROWS = (6, None, None, None)
"""Row 1 pays at most 6: the rulebook's example pays row 2 as the best of two full rows."""
MOST_WORLDS = 4096
PERHAPS = "perhaps not full"


# The tally


def tally_of(state: State, given: Sequence[tuple[int, Ruling]] = ()) -> Node:
    """Return the total of every seat with all that makes it up; in solo also the AI's chart."""
    totals = [seat_node(state, seat, given) for seat in range(len(state.players))]
    if state.solo:
        totals.append(chart_node(state))
    return combine("parts", "score", totals)


def seat_node(state: State, seat: int, given: Sequence[tuple[int, Ruling]] = ()) -> Node:
    """Return a seat's total: its dial by source, and what the end brings."""
    side = state.seats[seat]
    parts = [dial_node(state, seat, given)]
    if state.phase == OVER:
        parts += end_nodes(state, side)
    return combine("sum", f"total {side.name}", parts, rules.WINNER if state.phase == OVER else None)


def dial_node(state: State, seat: int, given: Sequence[tuple[int, Ruling]] = ()) -> Node:
    """Return a seat's dial, each part by the entries that brought it."""
    side = state.seats[seat]
    settled = side.settled
    scored = 0
    by_source: dict[str, list[Node]] = {source: [] for source in SOURCES}
    for got in (*state.ledger, *state.fresh):
        if got.seat == seat and (not settled or got.entry > settled):
            scored += got.points
            if got.figure is None or got.figure in side.figures:
                by_source[got.source].append(_gain_node(state, got, SOURCES[got.source]))
    stood = side.dial - scored
    if settled:
        start = leaf("start", stood, None, f"as recorded by the check at entry {settled}", [settled])
    else:
        start = leaf("start", stood, None if stood else rules.START_AT_ZERO, "as told" if stood else None)
    parts = [start]
    for source, nodes in by_source.items():
        if nodes or source not in OPTIONAL:
            parts.append(combine("sum", source, _told_apart(nodes), SOURCES[source]))
    ruled = [
        leaf(f"ruling in entry {number}", ruling.points[side.name], None, ruling.reason, [number])
        for number, ruling in given
        if ruling.points and side.name in ruling.points
    ]
    parts.append(combine("sum", "rulings", ruled))
    return combine("sum", "dial", parts)


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


def _gain_node(state: State, got: Got, rule: str) -> Node:
    label = f"{got.what}, entry {got.entry}" if got.entry else got.what
    if got.figure is not None:
        return unknown(label, rule, f"not known: {got.figure}", 0, state.highest.get(got.figure))
    return Node(label, got.points, "given", [], rule, None, [got.entry] if got.entry else [])


def end_nodes(state: State, side: Side) -> list[Node]:
    """Return what the end of the game brings a seat."""
    parts = []
    if not state.solo:
        parts.append(tile_node(state.facts, side.tile))
    return [*parts, *token_nodes(state.facts, side.tokens, side.most_tokens)]


def tile_node(facts: Facts, tile: int | None) -> Node:
    """Return the points of the Rest tile of round 3."""
    if tile is None:
        return leaf("rest_tile", 0, rules.REST_TILE_POINTS, "no Rest tile")
    if tile == TILE_NOT_TOLD:
        known = [one.points for one in facts.tiles]
        highest = None if None in known else max(points or 0 for points in known)
        return unknown("rest_tile", rules.REST_TILE_POINTS, "which Rest tile was taken is not told", 0, highest)
    points = facts.tile(tile).points
    if points is None:
        return unknown("rest_tile", rules.REST_TILE_POINTS, f"the points of Rest tile {tile} are not known", 0)
    return leaf("rest_tile", points, rules.REST_TILE_POINTS, f"tile {tile}")


def token_nodes(facts: Facts, tokens: Sequence[int], most: Sequence[int] | None = None) -> list[Node]:
    """Return what an imprint board brings: its tokens, its best full row, its full columns."""
    most = tokens if most is None else most
    counts = [
        leaf(word, tokens[kind], rules.TOKEN_POINTS)
        if tokens[kind] == most[kind]
        else unknown(word, rules.TOKEN_POINTS, "not all gains are known", tokens[kind], most[kind])
        for kind, word in enumerate(TYPES)
    ]
    return [
        combine("sum", "tokens", counts, rules.TOKEN_POINTS),
        row_node(facts, min(tokens), min(most)),
        column_node(facts, tokens, most),
    ]


def row_node(facts: Facts, full: int, possible: int) -> Node:
    """Return the bonus of the best-paid full row."""
    rows = [_row_leaf(facts, row) for row in range(full)]
    for row in range(full, possible):
        figure = facts.rows[row]
        highest = figure if figure is not None else HIGHEST_ROWS[row]
        rows.append(unknown(f"row {row + 1}", rules.ROW_BONUS, PERHAPS, 0, highest))
    return combine("max", "row", rows, rules.ROW_BONUS, "no full row" if not possible else None)


def _row_leaf(facts: Facts, row: int) -> Node:
    figure = facts.rows[row]
    if figure is None:
        return unknown(f"row {row + 1}", rules.ROW_BONUS, f"what row {row + 1} pays is not known", 0, HIGHEST_ROWS[row])
    return leaf(f"row {row + 1}", figure, rules.ROW_BONUS)


def column_node(facts: Facts, tokens: Sequence[int], most: Sequence[int]) -> Node:
    """Return the bonus of the full columns."""
    parts = []
    for kind, word in enumerate(TYPES):
        if tokens[kind] == COLUMN_HEIGHT and facts.column is not None:
            parts.append(leaf(word, facts.column, rules.COLUMN_BONUS))
        elif most[kind] == COLUMN_HEIGHT:
            parts.append(unknown(word, rules.COLUMN_BONUS, "the column bonus is not known for sure", 0, facts.column))
    return combine("sum", "columns", parts, rules.COLUMN_BONUS)


# Solo


def chart_node(state: State) -> Node:
    """Return the AI's score by its chart."""
    return chart_score(state, state.side, state.ai_tokens, state.ai_most)


def chart_score(state: State, side: str | None, tokens: Sequence[int], most: Sequence[int]) -> Node:
    """Return what the tokens on one side of the Solo Mode card are worth."""
    if side is None:
        why = "the side of the Solo Mode card was not recorded"
        return combine("sum", AI, [unknown("cells", rules.SOLO_CHART, why, 0)], rules.SOLO_CHART)
    chart = state.facts.charts[side]
    columns = []
    for kind, word in enumerate(TYPES):
        cells = [_chart_leaf(f"space {at + 1}", chart.cells[kind][at], at < tokens[kind]) for at in range(most[kind])]
        columns.append(combine("sum", word, cells, rules.SOLO_CHART))
    full = [
        _chart_leaf(word, chart.columns[kind], tokens[kind] == 3) for kind, word in enumerate(TYPES) if most[kind] == 3
    ]
    parts = [
        combine("sum", "cells", columns, rules.SOLO_CHART),
        _chart_rows(state, chart.rows, min(tokens), min(most)),
        combine("sum", "columns", full, rules.SOLO_CHART),
    ]
    return combine("sum", AI, parts, rules.SOLO_CHART)


def _chart_rows(state: State, printed: Sequence[int | None], full: int, possible: int) -> Node:
    rows = [_chart_leaf(f"row {row + 1}", printed[row], row < full) for row in range(possible)]
    if rows and printed[0] != 0 and state.readings("solo-example-row") == "row-1-free":
        rows[0] = leaf("row 1", 0, rules.SOLO_CHART, "row 1 pays nothing under the chosen reading")
    every = possible < 2 or state.readings("solo-rows") == "every-row"
    return combine("sum" if every else "max", "row", rows, rules.SOLO_CHART)


def _chart_leaf(label: str, figure: int | None, sure: bool) -> Node:
    if sure and figure is not None:
        return leaf(label, figure, rules.SOLO_CHART)
    why = "what the Solo Mode card prints there" if sure else "perhaps not taken"
    return unknown(label, rules.SOLO_CHART, why, 0, None if figure is None else figure)


# The outcome


class Standing:
    """What a seat's result is compared by: its total as a sum with unknown figures, its tokens, its cards."""

    def __init__(self, name: str, total: Form, tokens: tuple[int, int], cards: int | None) -> None:
        self.name, self.total, self.tokens, self.cards = name, total, tokens, cards


def outcome_of(state: State, tally: Node) -> Outcome:
    """Return who has won, from the tally; nobody while the game is not over."""
    points = {
        node.label.removeprefix("total "): node.value if isinstance(node.value, int) else None
        for node in tally.children
    }
    claims = {"year": state.round}
    if state.phase != OVER or not state.players:
        return Outcome("unfinished", [], points, {}, None, None, f"the record ends in round {state.round}", claims)
    if state.solo:
        outcome = solo_outcome(state, tally, points)
    else:
        standings = [_standing(state, seat, tally.children[seat]) for seat in range(len(state.players))]
        outcome = decide(standings, points, _trophy_worlds(state), state.doubts, state.highest)
    outcome.claims = claims
    return outcome


def _standing(state: State, seat: int, node: Node) -> Standing:
    side = state.seats[seat]
    ruled = node.find("dial", "rulings").value
    total = side.dial + (ruled if isinstance(ruled, int) else 0)
    figures = dict(side.figures)
    for part in node.children[1:]:
        total = _add_part(part, side, total, figures, state.highest)
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
        return f"the Rest tile of {side.name}" if not side.tile else f"the points of Rest tile {side.tile}"
    if part.label == "row" and all(child.why != PERHAPS for child in part.children):
        full = len(part.children)
        return "what row 1 pays" if full == 1 else f"what the best-paid of rows 1 to {full} pays"
    return f"the {part.label} of {side.name}'s imprint board"


def solo_outcome(state: State, tally: Node, points: dict[str, int | None]) -> Outcome:
    """Return whether the player beats the AI."""
    mine, theirs = tally.children[0], tally.children[1]
    name = state.players[0]
    ours, ai = bounds_of(mine), bounds_of(theirs)
    if ours[0] is not None and ai[1] is not None and ours[0] > ai[1]:
        said = f"{name} has {_shown(mine)} points, the AI {_shown(theirs)}"
        return Outcome("finished", [name], points, {name: 1, AI: 2}, said, rules.SOLO_WIN)
    if ours[1] is not None and ai[0] is not None and ours[1] <= ai[0]:
        said = f"{name} has {_shown(mine)} points, no more than the AI's {_shown(theirs)}"
        return Outcome("finished", [AI], points, {AI: 1, name: 2}, said, rules.SOLO_WIN)
    why = f"{name} has {_range(ours)} points, the AI {_range(ai)}; not known: {_missing(tally, state.doubts)}"
    return Outcome("undecided", [], points, {}, None, None, why)


def bounds_of(node: Node) -> tuple[int | None, int | None]:
    """Return the least and the greatest value of a node."""
    return (node.value, node.value) if isinstance(node.value, int) else (node.low, node.high)


def _shown(node: Node) -> str:
    return str(node.value) if isinstance(node.value, int) else _range(bounds_of(node))


def _range(bounds: tuple[int | None, int | None]) -> str:
    low, high = bounds
    if low == high:
        return str(low)
    return f"{low} to {high}" if high is not None else f"at least {low}"


def _missing(tally: Node, doubts: Sequence[str]) -> str:
    reasons = [
        node.why.removeprefix("not known: ")
        for node in tally.walk()
        if node.how == "given" and node.value is None and node.why
    ]
    return ", ".join(dict.fromkeys([*doubts, *reasons])) or "some figure"


def _trophy_worlds(state: State) -> list[dict[str, int]]:
    """Return every way in which the undecided Trophies can have gone, as the values of their figures."""
    years = [*state.won_years, state.trophies]
    open_ones: list[list[dict[str, int]]] = []
    for number, trophies in enumerate(years, state.round - len(state.won_years)):
        for word, holders in trophies.items():
            if len(holders) > 1:
                seats = [seat for seat in holders if seat is not None and seat >= 0]
                names = {seat: f"trophy {word} of round {number} for {state.name(seat)}" for seat in seats}
                open_ones.append([{names[seat]: 5 if seat == holder else 0 for seat in seats} for holder in holders])
    total = 1
    for ways in open_ones:
        total *= len(ways)
    if total > MOST_WORLDS:
        return [{}]
    return [{name: value for way in world for name, value in way.items()} for world in product(*open_ones)]


def _in_world(form: Form, world: dict[str, int]) -> Form:
    known, figures = form
    if not world or not figures:
        return form
    left = {name: times for name, times in figures.items() if name not in world}
    return known + sum(world[name] * times for name, times in figures.items() if name in world), left or NO_FIGURES


def decide(
    standings: Sequence[Standing],
    points: dict[str, int | None],
    worlds: Sequence[dict[str, int]],
    doubts: Sequence[str],
    highest: dict[str, int],
) -> Outcome:
    """Return who wins among several seats, if every possible value gives the same answer."""
    answers = [_winners(standings, world, highest) for world in worlds]
    if any(answer is None for answer in answers) or len({tuple(answer or []) for answer in answers}) != 1:
        return Outcome("undecided", [], points, {}, None, None, _why_open(standings, doubts, highest))
    winners = answers[0] or []
    said, rule = _decided_by(standings, winners)
    return Outcome("finished", winners, points, _places(standings), said, rule)


def _winners(standings: Sequence[Standing], world: dict[str, int], highest: dict[str, int]) -> list[str] | None:
    """Return the winners, None if that hangs on something unknown."""
    sure: list[str] = []
    for one in standings:
        against = [_against(one, other, world, highest) for other in standings if other is not one]
        if all(result in ("ahead", "even") for result in against):
            sure.append(one.name)
        elif "behind" not in against:
            return None
    return sure or None


def _against(one: Standing, other: Standing, world: dict[str, int], highest: dict[str, int]) -> str:
    """Return whether one standing is ``ahead`` of another, ``behind``, ``even``, or that is ``open``."""
    smaller, equal, greater = compare(_in_world(one.total, world), _in_world(other.total, world), highest)
    in_points = "open" if smaller and greater else "ahead" if greater else "behind" if smaller else None
    if not equal:
        return in_points or "open"
    in_tokens = _by_tokens(one, other)
    return in_tokens if in_points in (None, in_tokens) else "open"


def _by_tokens(one: Standing, other: Standing) -> str:
    if one.tokens[0] > other.tokens[1]:
        return "ahead"
    if one.tokens[1] < other.tokens[0]:
        return "behind"
    if one.tokens[0] != one.tokens[1] or other.tokens[0] != other.tokens[1]:
        return "open"
    if one.cards is None or other.cards is None:
        return "open"
    return "even" if one.cards == other.cards else "ahead" if one.cards < other.cards else "behind"


def _why_open(standings: Sequence[Standing], doubts: Sequence[str], highest: dict[str, int]) -> str:
    names = [name for standing in standings for name in standing.total[1]]
    open_cards = any(standing.cards is None for standing in standings)
    reasons = list(dict.fromkeys([*doubts, *names])) or (
        ["the cards in the Biomes of those tied"] if open_cards else ["a tie"]
    )
    return f"the order hangs on: {', '.join(reasons)}"


def _decided_by(standings: Sequence[Standing], winners: Sequence[str]) -> tuple[str, str]:
    """Return in words how the winner was found, and the rule."""
    best = next(standing for standing in standings if standing.name in winners)
    points, tokens = best.total[0], best.tokens[0]
    if len(winners) > 1:
        cards = "" if best.cards is None else f" and {best.cards} cards"
        tied_at = f"{' and '.join(winners)} are tied at {points} points, {tokens} tokens{cards}"
        return f"{tied_at}: they share the victory", rules.TIE_SHARED
    tied = [standing for standing in standings if standing.total == best.total and standing is not best]
    if best.total[1] or not tied:
        least = "at least " if best.total[1] else ""
        return f"{best.name} has the most points, {least}{points}", rules.WINNER
    names = " and ".join([best.name, *(standing.name for standing in tied)])
    if all(standing.tokens != best.tokens for standing in tied):
        return f"{names} are tied at {points} points; {best.name} has the most tokens, {tokens}", rules.TIE_TOKENS
    fewest = f"{best.name} has the fewest cards in the Biome, {best.cards}"
    return f"{names} are tied at {points} points and {tokens} tokens; {fewest}", rules.TIE_CARDS


def _places(standings: Sequence[Standing]) -> dict[str, int]:
    """Return the place of every seat, if all comparisons are decided."""
    places: dict[str, int] = {}
    for one in standings:
        against = [_against(one, other, {}, {}) for other in standings if other is not one]
        if "open" in against:
            return {}
        places[one.name] = 1 + against.count("behind")
    return places
