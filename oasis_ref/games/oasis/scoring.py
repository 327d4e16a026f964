"""The score of Oasis as a tree: four products for each seat, their areas and camel groups square by square."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from oasis_ref.core.documents import Ruling
from oasis_ref.core.readings import Readings
from oasis_ref.core.tally import Bounds, Node, beaten, ceiling, combine, floor, leaf, unknown
from oasis_ref.core.text import counted
from oasis_ref.games.base import Outcome
from oasis_ref.games.oasis import catalogue as rules
from oasis_ref.games.oasis.board import Board, Group
from oasis_ref.games.oasis.moves import KINDS, MARKERS, MARKERS_SHOWN, PLURAL, TYPES

if TYPE_CHECKING:
    from oasis_ref.games.oasis.match import Match

SCORED_BY = {"oasis": "well", "steppe": "horse", "stony": "ovoo"}
SCORES = {"oasis": rules.SCORE_OASIS, "steppe": rules.SCORE_STEPPE, "stony": rules.SCORE_STONY}
TILES_OF = {kind: f"{kind} tiles" for kind in TYPES}
NOBODY = "nobody"
MOST_SHOWN = max(shown for _, shown in MARKERS_SHOWN.values())

Parts = dict[str, Node]
"""The nodes of one seat: ``camels`` and the three types, and the four kinds of scoring marker."""


def product_nodes(parts: Mapping[str, Node]) -> list[Node]:
    """Return the four products of a seat."""
    nodes = [combine("product", "camels", [parts["camels"], parts["commodity"]], rules.SCORE_CAMELS)]
    nodes += [combine("product", kind, [parts[kind], parts[SCORED_BY[kind]]], SCORES[kind]) for kind in TYPES]
    return nodes


def board_parts(board: Board, readings: Readings, seats: Sequence[str], seat: int) -> Parts:
    """Return what a seat has on the board: its camel groups, and its areas of each type."""
    listed = board.squares.listed
    groups = [Node(" ".join(listed(group)), len(group)) for group in board.camel_groups(seat)]
    parts = {"camels": combine("max", "largest camel group", groups)}
    areas: dict[str, list[Node]] = {kind: [] for kind in TYPES}
    for group in board.areas_of(seat):
        areas[group.type].append(area_node(board, readings, seats, group))
    for kind in TYPES:
        parts[kind] = combine("sum", TILES_OF[kind], areas[kind])
    return parts


def area_node(board: Board, readings: Readings, seats: Sequence[str], group: Group) -> Node:
    """Return what an area counts, its squares in the label, those with a marker starred."""
    names, standing = board.squares.names, [square for _, square in group.markers]
    label = " ".join(
        [names[at] if at not in standing else f"{names[at]}*" for at in board.squares.in_order(group.squares)]
    )
    bonus = len(group.squares) - group.tiles
    size = len(group.squares) if not bonus or readings("bonus-scores") == "yes" else group.tiles
    owners = sorted({owner for owner, _ in group.markers}) if len(standing) > 1 else []
    if len(owners) > 1:
        said = " and ".join(seats[owner] for owner in owners)
        return unknown(label, rules.CONTACT, f"markers of {said} stand on it: a ruling must say whose it is", 0, size)
    hidden = _hidden_squares(board, group) if board.squares.unknown else 0
    if hidden:
        return unknown(label, rules.CONTACT, "it touches squares that the map does not show", size, size + hidden)
    why = f"{counted(group.tiles, 'tile')} and {counted(bonus, 'bonus square')} that hang together" if bonus else None
    return leaf(label, size, rules.CONTACT, why)


def _hidden_squares(board: Board, group: Group) -> int:
    """Return how many squares could at most belong to an area if unknown squares beside it were bonus squares."""
    reach, count = list(group.squares), 0
    met = {id(group)}
    for square in reach:
        for near in board.squares.near[square]:
            if near in reach:
                continue
            if board.squares.char[near] == "?" and board.tile[near] is None and board.camel[near] is None:
                reach.append(near)
                count += 1
            part = board.group[near]
            if (
                part is not None
                and id(part) not in met
                and part.type == group.type
                and board.squares.char[square] == "?"
            ):
                met.add(id(part))
                count += len(part.squares)
    return count


def marker_nodes(table: Match, seat: int) -> Parts:
    """Return the scoring markers of a seat, take by take, and what unread cards could add."""
    parts: Parts = {}
    unread = any(table.unread)
    for kind in KINDS:
        counts: dict[int, int] = {}
        for number, count in table.scoring[seat][kind]:
            counts[number] = counts.get(number, 0) + count
        short = _may_be_short(table, seat, kind) if unread else {}
        takes = [_take_node(number, count, short.get(number, 0)) for number, count in counts.items()]
        if table.unread[seat]:
            takes += _unread_nodes(table, seat, kind)
        parts[kind] = combine("sum", PLURAL[kind], takes)
    return parts


def _take_node(number: int, count: int, short: int) -> Node:
    """Return the markers of one take, of which so many may have been missing."""
    if not number:
        return leaf("before the record", count, rules.TAKE_MARKERS)
    if short:
        why = "cards that nobody wrote down may have emptied the pile before"
        return unknown(f"entry {number}", rules.TAKE_MARKERS, why, count - short, count)
    return Node(f"entry {number}", count, "given", [], rules.TAKE_MARKERS, None, [number])


def _may_be_short(table: Match, seat: int, kind: str) -> dict[int, int]:
    """Return, by the entry, how many markers of its takes a seat may not have got: unread cards may have had them."""
    if table.options["markers-short"] == "unlimited":
        return {}
    had = [(number, max(_worths(table, kind, missed), default=0)) for cards in table.unread for number, missed in cards]
    if sum(most for _, most in had) <= table.marker_piles[kind]:
        return {}
    short = {}
    for taken in {number for number, _ in table.scoring[seat][kind]}:
        count = sum(count for number, count in table.scoring[seat][kind] if number == taken)
        before = sum(most for number, most in had if number <= taken)
        short[taken] = min(count, max(0, before - _pile_at(table, kind, taken + 1)))
    return short


def _worths(table: Match, kind: str, missed: int) -> list[int]:
    """Return how many markers of a kind an unread card shows by each card that it can be."""
    shown = [MARKERS_SHOWN.get(card, ("", 0)) for card in table.cards.batches.options(missed)]
    return [count if what == kind else 0 for what, count in shown]


def _pile_at(table: Match, kind: str, entry: int) -> int:
    """Return how many markers the takes before that entry have left in the pile, as far as they are known."""
    taken = sum(count for owned in table.scoring for number, count in owned[kind] if number < entry)
    return max(MARKERS[kind] - taken, 0)


def _unread_nodes(table: Match, seat: int, kind: str) -> list[Node]:
    """Return what the cards that nobody wrote down can have brought of one kind."""
    nodes = []
    unread = table.unread[seat]
    brought = [_brought(table, kind, number, missed) for number, missed in unread]
    least = [min(gains) for gains, _ in brought]
    left = _most_brought(table, kind, unread, brought)
    for place, ((number, _), (sure, gains)) in enumerate(zip(unread, brought, strict=True)):
        low, most = min(sure), max(gains.values(), default=0)
        # The best that it can be, unless the cards before have been that already.
        high = max(min(most, left - sum(least[place + 1 :])), low)
        left -= high
        if not high:
            continue
        label = f"unread card {place + 1} of entry {number}"
        best = next(card for card, gain in gains.items() if gain >= high)
        if low < high:
            nodes.append(unknown(label, rules.TAKE_MARKERS, f"the unread card may have been {best}", low, high))
            continue
        why = f"it can only have been {best}" if low == most else "beside the unread cards before it brought no more"
        nodes.append(leaf(label, high, rules.TAKE_MARKERS, why, [number]))
    return nodes


def _brought(table: Match, kind: str, number: int, missed: int) -> tuple[list[int], dict[str, int]]:
    """Return what an unread card has brought of a kind by each card that it can be: for sure, and at most."""
    options = table.cards.batches.options(missed)
    worths = _worths(table, kind, missed)
    found = [_from_pile(table, kind, number, shown) for shown in worths]
    gains = {card: most for card, (_, most) in zip(options, found, strict=True) if most}
    return [least for least, _ in found] or [0], gains


def _from_pile(table: Match, kind: str, number: int, shown: int) -> tuple[int, int]:
    """Return how many markers a card taken then brings for sure, and at most: others may have emptied the pile."""
    if table.options["markers-short"] == "unlimited":
        return shown, shown
    others = sum(map(len, table.unread)) - 1
    sure = max(0, _pile_at(table, kind, number + 1) - MOST_SHOWN * others)
    return min(shown, sure), min(shown, _pile_at(table, kind, number))


def _most_brought(
    table: Match,
    kind: str,
    unread: Sequence[tuple[int, int]],
    brought: Sequence[tuple[list[int], dict[str, int]]],
) -> int:
    """Return a number of markers of a kind that unread cards cannot exceed together, however they are told apart."""
    batches = table.cards.batches
    cards_unread = [missed for _, missed in unread]
    most = 0
    for worth in range(1, MOST_SHOWN + 1):
        cards = [card for card, (what, shown) in MARKERS_SHOWN.items() if what == kind and shown >= worth]
        origins: dict[int, int] = {}
        for missed, (_, gains) in zip(cards_unread, brought, strict=True):
            if not any(card in cards and gain >= worth for card, gain in gains.items()):
                continue
            came = set(batches.origins(missed))
            if len(came) == 1:
                [origin] = came
                origins[origin] = origins.get(origin, 0) + 1
            else:
                most += 1
        most += sum(min(count, batches.at_most(origin, cards, cards_unread)) for origin, count in origins.items())
    if table.options["markers-short"] == "unlimited" or not unread:
        return most
    return min(most, _pile_at(table, kind, min(number for number, _ in unread)))


def _unread_together(table: Match, seat: int, parts: Parts) -> Bounds:
    """Return what the four products of a seat can come to together: an unread card raises one of them alone."""
    unread = table.unread[seat]
    low, high = 0, 0
    for base, kind in (("camels", "commodity"), *SCORED_BY.items()):
        known = sum(count for _, count in table.scoring[seat][kind])
        least, most = floor(parts[base]), ceiling(parts[base])
        if least is None or most is None:
            return None, None
        short = sum(_may_be_short(table, seat, kind).values())
        low, high = low + least * (known - short), high + most * known
    for number, missed in unread:
        gains = [_gain(table, parts, number, card) for card in table.cards.batches.options(missed)] or [(0, 0)]
        low, high = low + min(least for least, _ in gains), high + max(most for _, most in gains)
    return low, high


def _gain(table: Match, parts: Parts, number: int, card: str) -> tuple[int, int]:
    """Return the least and the most that an unread card, if it was this one, adds to its taker's points."""
    if card not in MARKERS_SHOWN:
        return 0, 0
    kind, shown = MARKERS_SHOWN[card]
    base = parts[next((name for name, scored in SCORED_BY.items() if scored == kind), "camels")]
    least, most = _from_pile(table, kind, number, shown)
    return least * (floor(base) or 0), most * (ceiling(base) or 0)


def tally_of(table: Match, given: Sequence[tuple[int, Ruling]] = ()) -> Node:
    """Return the score of a table as it stands, with the points that rulings gave."""
    seats = table.seats
    parts = {
        name: {**board_parts(table.board, table.readings, seats, seat), **marker_nodes(table, seat)}
        for seat, name in enumerate(seats)
    }
    together = {
        name: _unread_together(table, seat, parts[name]) for seat, name in enumerate(seats) if table.unread[seat]
    }
    new, old = table.counter_names(table.counters), table.counter_names(table.before)
    return score_node(parts, new, old, table.readings, given, together)


def score_node(
    parts: Mapping[str, Parts],
    new: Mapping[str, int | None],
    old: Mapping[str, int | None],
    readings: Readings,
    given: Sequence[tuple[int, Ruling]] = (),
    together: Mapping[str, Bounds] | None = None,
) -> Node:
    """Return the whole score: the total of each seat, who has most, and what breaks a tie.

    ``together`` bounds the four products of a seat more closely than each of them is bounded.
    """
    totals = []
    for seat, nodes in parts.items():
        rulings = [
            leaf(f"ruling in entry {number}", ruling.points[seat], None, ruling.reason, [number])
            for number, ruling in given
            if ruling.points is not None and seat in ruling.points
        ]
        total = combine("sum", seat, [*product_nodes(nodes), *rulings])
        if together and seat in together and total.value is None:
            points = sum(int(node.value or 0) for node in rulings)
            low, high = ((bound + points if bound is not None else None) for bound in together[seat])
            if (low or 0) > (total.low or 0) or (high is not None and total.high is not None and high < total.high):
                why = "a card that nobody wrote down raises one product alone"
                total = combine("sum", seat, total.children, None, why, within=(low, high))
        totals.append(total)
    return combine("parts", "score", [*totals, *winner_nodes(totals, new, old, readings)], rules.SCORE_PIECE)


def winner_nodes(
    totals: Sequence[Node], new: Mapping[str, int | None], old: Mapping[str, int | None], readings: Readings
) -> list[Node]:
    """Return the comparison of the totals, and that of the counters if they tie."""
    if not totals:
        return []
    nodes = [
        combine(
            "more",
            "most points",
            [Node(node.label, node.value, low=node.low, high=node.high) for node in totals],
            rules.MOST_POINTS,
        )
    ]
    tied = tied_seats(totals) or _tied_at_most(totals)
    if len(tied) > 1:
        counters = {True: new, False: old}
        ahead = {_lowest(tied, counters[which]) for which in (True, False)}
        option = readings("tie-counter") if len(ahead) > 1 else readings["tie-counter"]
        used = counters[option == "new"]
        left = [number for number in range(1, len(totals) + 1) if number not in used.values()]
        leaves = [_counter_node(seat, used.get(seat), left) for seat in tied]
        known = all(isinstance(node.value, int) for node in totals)
        said = "are tied" if known else "may be tied, and nobody has more"
        lowest = combine("fewer", "lowest counter", leaves, rules.TIE_BREAK, f"{' and '.join(tied)} {said}")
        if known or lowest.value in [node.label for node in _never_behind(totals)]:
            nodes.append(lowest)
    return nodes


def _never_behind(totals: Sequence[Node]) -> list[Node]:
    """Return the totals that no other can exceed, whatever is not known."""
    return [
        node
        for node in totals
        if all(
            (least := floor(node)) is not None and (most := ceiling(other)) is not None and least >= most
            for other in totals
            if other is not node
        )
    ]


def _tied_at_most(totals: Sequence[Node]) -> list[str]:
    """Return the seats that may share the highest total where not all totals are known but one is never behind."""
    ahead = _never_behind(totals)
    if not ahead or all(isinstance(node.value, int) for node in totals):
        return []
    return [node.label for node in totals if node in ahead or ceiling(node) == floor(ahead[0])]


def _counter_node(seat: str, written: int | None, left: Sequence[int]) -> Node:
    """Return the counter of a seat; one that is not written down is one of those that are ``left``."""
    if written is not None:
        return leaf(seat, written)
    if len(left) == 1:
        return leaf(seat, left[0], None, "the only counter left")
    return unknown(seat, None, "its counter is not written down", min(left, default=1), max(left, default=None))


def _lowest(seats: Sequence[str], counters: Mapping[str, int | None]) -> str | None:
    known = [(counter, seat) for seat in seats if (counter := counters.get(seat)) is not None]
    return min(known)[1] if len(known) == len(seats) else None


def tied_seats(totals: Sequence[Node]) -> list[str]:
    """Return the seats that share the highest total, if all totals are known."""
    values = [node.value for node in totals if isinstance(node.value, int)]
    if not values or len(values) < len(totals):
        return []
    return [node.label for node in totals if node.value == max(values)]


def outcome_of(table: Match, tally: Node) -> Outcome:
    """Return who has won; nobody while the last round is not complete."""
    why = None
    complete = table.between and (table.turn is None or not table.turn.open)
    if table.stopped is not None:
        why = f"the record cannot be replayed: {table.stopped}"
    elif table.end is None:
        why = "no end of the game has come"
    elif not table.over and not complete:
        why = "the last round is not complete"
    if complete and table.stopped is None and table.end_in_doubt():
        hangs = "whether the game is over hangs on squares that the map does not show: the path may be full"
        return Outcome("undecided", [], points_of(tally, table.seats), {}, None, None, hangs)
    counters = table.before if table.options["tie-counter"] == "old" else table.counters
    return outcome_from(tally, table.seats, table.counter_names(counters), why)


def outcome_from(
    tally: Node, seats: Sequence[str], counters: Mapping[str, int | None], open_because: str | None
) -> Outcome:
    """Return the outcome that a tally gives; ``open_because`` says why the game is not finished."""
    totals = [tally.find(seat) for seat in dict.fromkeys(seats)]
    points = points_of(tally, seats)
    if open_because is not None or not totals:
        return Outcome("unfinished", [], points, {}, None, None, open_because or "no players are listed")
    leader = tally.find("most points").value
    counted_out = any(node.label == "lowest counter" for node in tally.children)
    if leader is None and not counted_out:
        why = _what_is_unknown(totals)
        return Outcome("undecided", [], points, {}, None, None, why, beaten=beaten(totals))
    if leader is not None and leader != NOBODY:
        rest = [
            f"{seat} {count if count is not None else 'not known'}" for seat, count in points.items() if seat != leader
        ]
        said = (
            f"{leader} has most points: {points[str(leader)]} against {', '.join(rest)}"
            if points[str(leader)] is not None
            else f"{leader} is ahead whatever is not known"
        )
        return Outcome("finished", [str(leader)], points, _places(points, counters), said, rules.MOST_POINTS)
    node = tally.find("lowest counter")
    if not isinstance(node.value, str) or node.value == NOBODY:
        why = "a tie, and the priority counters that break it are not written down"
        return Outcome("undecided", [], points, {}, None, None, why, beaten=beaten(totals))
    used = {child.label: child.value for child in node.children}
    counter = used[node.value]
    if leader is None:
        said = f"{node.value} is ahead whatever is not known: in a tie {node.value} has the lower counter"
    else:
        most = max(count for count in points.values() if count is not None)
        said = f"{' and '.join(used)} have {counted(most, 'point')}; {node.value} has the lower counter"
    said += f", #{counter}" if counter is not None else ", whichever of those that are left"
    places = _places(points, {**counters, **used}) if None not in used.values() else {}
    return Outcome("finished", [node.value], points, places, said, rules.TIE_BREAK)


def points_of(tally: Node, seats: Sequence[str]) -> dict[str, int | None]:
    """Return the total of each seat, as far as it is known."""
    totals = [tally.find(seat) for seat in dict.fromkeys(seats)]
    return {node.label: node.value if isinstance(node.value, int) else None for node in totals}


def _places(points: Mapping[str, int | None], counters: Mapping[str, object]) -> dict[str, int]:
    """Return the rank of each seat by points, then by counter; none if a total is not known.

    Seats with equal points share a place if not all of their counters are known.
    """
    if any(count is None for count in points.values()):
        return {}
    open_ties = {points[seat] for seat in points if not isinstance(counters.get(seat), int)}

    def rank(seat: str) -> tuple[int, int]:
        counter = counters.get(seat)
        return -(points[seat] or 0), counter if isinstance(counter, int) and points[seat] not in open_ties else 0

    return {seat: 1 + sum(rank(other) < rank(seat) for other in points) for seat in points}


def _reasons(node: Node) -> list[str]:
    """Return why a node cannot be told: what is not known but makes no difference to it is no reason."""
    if node.value is not None:
        return []
    if node.children:
        return [why for child in node.children for why in _reasons(child)]
    return [node.why] if node.why else []


def _what_is_unknown(totals: Sequence[Node]) -> str:
    reasons = [why for total in totals for why in _reasons(total)]
    seats = [total.label for total in totals if total.value is None]
    return f"the total of {' and '.join(seats)} cannot be told: {'; '.join(dict.fromkeys(reasons[:3]))}"
