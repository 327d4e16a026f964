"""The score of Desperate Oasis as a tree: strengths, takers, claims, totals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from oasis_ref.core.readings import Readings
from oasis_ref.core.tally import Node, beaten, combine, leaf, unknown
from oasis_ref.games.base import Outcome
from oasis_ref.games.desperate_oasis.board import COLUMN_AT, HANGS_ON_OTHERS, ROWS, SEATS, STRENGTHS, Board
from oasis_ref.games.desperate_oasis.moves import Oasis, Pile
from oasis_ref.games.desperate_oasis.strength import camel_bonus, column_strength, worth
from oasis_ref.games.desperate_oasis.table import LAST_ROUND, RoundState, as_oases

NOBODY = "nobody"


def taker(board: Board, readings: Readings, number: int) -> str:
    """Return the seat with the stronger side, or ``nobody`` (rulebook, Order For Resolving Flipped Cards)."""
    a, b = (column_strength(board, readings, f"{seat}{number}") for seat in SEATS)
    return NOBODY if a == b else "A" if a > b else "B"


def takers_of(round_: RoundState, readings: Readings) -> list[Node]:
    """Return who takes each oasis of a finished round: worked out once, for nothing moves any more."""
    if round_.takers is None:
        round_.takers = [
            taker_node(round_.board, readings, round_.number, number) for number, _ in scored_oases(round_)
        ]
    return round_.takers


def _won(
    round_: RoundState, board: Board, readings: Readings, unnamed: Sequence[str]
) -> tuple[dict[str, int], dict[str, int]] | None:
    """Return the printed values and the palm tokens that each seat wins; None where face-down cards are not known."""
    if unnamed or round_.unseen:
        return None
    values = dict.fromkeys(SEATS, 0)
    tokens = dict.fromkeys(SEATS, 0)
    done = [node.value for node in takers_of(round_, readings)] if round_.flipped else None
    for number, oasis in scored_oases(round_):
        seat = done[number - 1] if done is not None else taker(board, readings, number)
        if isinstance(seat, str) and seat in values:
            values[seat] += oasis.value
            tokens[seat] += tokens_on(round_, number)
    return values, tokens


def full_points(round_: RoundState, board: Board, readings: Readings, unnamed: Sequence[str]) -> dict[str, int | None]:
    """Return the points that a round brings each seat, palm tokens included; None where they cannot be told."""
    won = _won(round_, board, readings, unnamed)
    return dict.fromkeys(SEATS) if won is None else {seat: won[0][seat] + won[1][seat] for seat in SEATS}


def round_points(round_: RoundState, board: Board, readings: Readings, unnamed: Sequence[str]) -> dict[str, int | None]:
    """Return the points by which the next first player is found (reading `round-points`: do palm tokens count?)."""
    won = _won(round_, board, readings, unnamed)
    if won is None:
        return dict.fromkeys(SEATS)
    values: dict[str, int | None] = {**won[0]}
    full: dict[str, int | None] = {seat: won[0][seat] + won[1][seat] for seat in SEATS}
    option = readings("round-points") if ahead(full) != ahead(values) else readings["round-points"]
    return full if option == "all-points" else values


def ahead(points: Mapping[str, int | None]) -> str | None:
    """Return the seat with more points, or None if they are equal or unknown."""
    a, b = points["A"], points["B"]
    if a is None or b is None or a == b:
        return None
    return "A" if a > b else "B"


def scored_oases(round_: RoundState) -> list[tuple[int, Oasis]]:
    """Return the oases of a round that count, with their numbers."""
    return list(enumerate(round_.oases, 1))


def tokens_on(round_: RoundState, number: int) -> int:
    """Return how many palm tokens lie on an oasis."""
    if not round_.tokens:
        return 0
    lying = [token.column for token in round_.tokens.values()] + [column for _, column in round_.surplus_tokens]
    return lying.count(number)


def strength_node(board: Board, readings: Readings, seat: str, number: int) -> tuple[int, Node]:
    """Return the strength of one side of an oasis, and how it adds up card by card."""
    column = COLUMN_AT[seat, number]
    parts = []
    total = 0
    for row, card in enumerate(board.columns[column], 1):
        kind = card.kind
        node = Node(f"{column}.{row} {kind}", entries=[card.entry] if card.entry else [])
        if kind in HANGS_ON_OTHERS or not card.up:
            value, node.rule, node.why = worth(board, readings, column, row - 1)
        else:
            value = STRENGTHS[kind]
        node.value = value
        total += value
        parts.append(node)
    if len(parts) >= ROWS and camel_bonus(board, column):
        total += 1
        parts.append(leaf("camel bonus", 1, "camel-bonus", "three camels in one column"))
    return total, Node(seat, total, "sum", parts)


def taker_node(board: Board, readings: Readings, round_number: int, number: int) -> Node:
    """Return who takes an oasis, from the strengths of both sides."""
    label = f"taker of oasis {number} in round {round_number}"
    a, a_node = strength_node(board, readings, "A", number)
    b, b_node = strength_node(board, readings, "B", number)
    if a == b:
        why = "equal strength: the oasis is discarded"
        return Node(label, NOBODY, "more", [a_node, b_node], "tie-discard", why)
    return Node(label, "A" if a > b else "B", "more", [a_node, b_node], "claim-stronger")


def claim_node(number: int, oasis: Oasis, tokens: int, entries: Sequence[int]) -> Node:
    """Return what an oasis brings the seat that takes it: its printed value and 1 for each palm token on it."""
    parts = [leaf("printed value", oasis.value)]
    if oasis.value < 0:
        parts = [leaf("printed value", oasis.value, "claim-forced", "a negative oasis must be taken too")]
    if tokens:
        parts.append(leaf("palm tokens", tokens, "palm-plus-one", None, entries))
    return combine("sum", f"oasis {number}", parts, "claim-stronger")


def round_nodes(round_: RoundState, readings: Readings) -> tuple[dict[str, Node], list[Node]]:
    """Return for each seat what a finished round brought it, and who takes each oasis."""
    label = f"round {round_.number}"
    if round_.unnamed:
        why = f"what lay face down at {', '.join(round_.unnamed)} is not known"
        low, high = _bounds(round_)
        return {seat: unknown(label, "flip-all", why, low, high) for seat in SEATS}, []
    claims: dict[str, list[Node]] = {seat: [] for seat in SEATS}
    takers = takers_of(round_, readings)
    for number, oasis in scored_oases(round_):
        node = takers[number - 1]
        if node.value in claims:
            tokens = tokens_on(round_, number)
            entries = _palm_entries(round_, number) if tokens else []
            claims[str(node.value)].append(claim_node(number, oasis, tokens, entries))
    return {seat: combine("sum", label, claims[seat]) for seat in SEATS}, takers


def _palm_entries(round_: RoundState, number: int) -> list[int]:
    """Return the entries that put the palm tokens on an oasis."""
    return [token.entry for token in round_.tokens.values() if token.column == number and token.entry]


def _bounds(round_: RoundState) -> tuple[int, int]:
    worth_each = [oasis.value + tokens_on(round_, number) for number, oasis in scored_oases(round_)]
    return sum(value for value in worth_each if value < 0), sum(value for value in worth_each if value > 0)


def pile_node(label: str, pile: Pile) -> Node:
    """Return what a pile of won oases is worth."""
    parts = [leaf(f"oasis won {place}", oasis.value) for place, oasis in enumerate(as_oases(pile.oases), 1)]
    parts.append(leaf("palm tokens", pile.tokens, "palm-plus-one"))
    return combine("sum", label, parts, "final-score")


def score_node(
    parts: Mapping[str, Sequence[Node]], takers: Sequence[Node], given: Sequence[tuple[int, str, int, str]] = ()
) -> Node:
    """Return the whole score: the total of each seat, and who takes each oasis.

    ``given`` are points given by rulings: entry, seat, points, reason.
    """
    totals = []
    for seat in SEATS:
        rulings = [
            leaf(f"ruling in entry {entry}", points, None, why, [entry])
            for entry, whose, points, why in given
            if whose == seat
        ]
        totals.append(combine("sum", seat, [*parts[seat], *rulings], "final-score"))
    return combine("parts", "score", [*totals, *takers])


def outcome_of(tally: Node, finished: bool, why_open: str | None) -> Outcome:
    """Return who has won by the totals; nobody while the game is not finished (rulebook, Game End)."""
    totals = {node.label: node for node in tally.children[:2]}
    points = {seat: node.value if isinstance(node.value, int) else None for seat, node in totals.items()}
    if not finished:
        return Outcome("unfinished", [], points, {}, None, None, why_open)
    leader = combine("more", "winner", list(totals.values())).value
    if not isinstance(leader, str):
        why = _not_known(totals.values())
        return Outcome("undecided", [], points, {}, None, None, why, beaten=beaten([*totals.values()]))
    if leader == NOBODY:
        return Outcome(
            "finished",
            list(SEATS),
            points,
            dict.fromkeys(SEATS, 1),
            f"both have {points['A']} points and share the win",
            "shared-win",
        )
    other = "B" if leader == "A" else "A"
    return Outcome("finished", [leader], points, {leader: 1, other: 2}, "the higher total wins", "final-score")


def _not_known(totals: Iterable[Node]) -> str:
    """Return what the totals lack."""
    parts = [part for total in totals for part in total.children if part.value is None]
    return "; ".join(dict.fromkeys(f"{part.label}: {part.why}" for part in parts))


def last_round_done(rounds: Sequence[RoundState]) -> bool:
    """Return whether the third round has been played to its end."""
    return any(round_.number == LAST_ROUND and round_.flipped for round_ in rounds)
