"""Who has won: the last numbers, the places, and what decided a tie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from oasis_ref.core.tally import Node, ceiling, combine, floor, leaf, unknown
from oasis_ref.core.text import either
from oasis_ref.games.base import Outcome
from oasis_ref.games.new_hope.cards import DESERT_CARDS, KHALLA, NUMBERS, STEP_CARDS
from oasis_ref.games.new_hope.catalogue import CLOSEST_WINS, WATER_TIE

PLACES_NOTE = "places below the first are not in the rules"


COUNTED_AS = {
    **dict.fromkeys(DESERT_CARDS, "deserts"),
    **dict.fromkeys(STEP_CARDS, "steps"),
    **dict.fromkeys(("compass", "compass-step"), "compasses"),
    **dict.fromkeys(("oasis", "map"), "arrival"),
}
"""As what each card of a row is counted."""


def up_to_arrival(cards: Sequence[str]) -> Sequence[str]:
    """Return cards as they are laid: with the first Oasis or Map the game ends, and nothing is laid after it."""
    for at, card in enumerate(cards[:-1]):
        if card in ("oasis", "map"):
            return cards[: at + 1]
    return cards


def from_12_to_1(row: Sequence[str], places: Sequence[int]) -> bool:
    """Return whether a row has an Oasis or a Map at place 0 and one fitting card at each place before it."""
    way = up_to_arrival(row)
    fits = all(card in NUMBERS or card.startswith("compass") for card in way[:-1])
    return fits and list(places[: len(way)]) == list(range(KHALLA - 1, -1, -1)) and way[-1] in ("oasis", "map")


def distance(seat: str, row: Sequence[str], last: int, entries: Sequence[int] = (), ranked: int | None = None) -> Node:
    """Return the last number of a scout as a sum: 13 less the cards in the row, less places that were skipped.

    ``ranked`` is the number that counts, if a card was taken from the row after the scout's own last turn.
    """
    row = up_to_arrival(row)
    counts = {"deserts": 0, "steps": 0, "compasses": 0, "arrival": 0}
    for card in row:
        name = COUNTED_AS.get(card, "other cards")
        counts[name] = counts.get(name, 0) + 1
    in_row = combine(
        "sum", "cards in the row", [Node(name, number) for name, number in counts.items()], entries=entries
    )
    parts = [Node("Khalla", KHALLA), combine("product", "less the cards in the row", [Node("minus", -1), in_row])]
    skipped = KHALLA - len(row) - last
    if skipped > 0:
        parts.append(leaf("less the places skipped", -skipped))
    elif skipped:
        parts.append(leaf("and the places filled twice", -skipped))
    if ranked is not None and ranked != last:
        parts.append(leaf("less what Slow Down took after the own last turn", ranked - last))
    return combine("sum", seat, parts, CLOSEST_WINS)


def places(distances: Sequence[Node], first: Sequence[str] | None) -> Node:
    """Return the rank of each scout as sums. ``first`` are those who won a tie, if that is settled."""
    best = min((node.value for node in distances if isinstance(node.value, int)), default=KHALLA)
    nodes = []
    for node in distances:
        seat, parts = node.label, [_smaller(node, distances)]
        if first and seat not in first and node.value == best:
            parts.append(leaf("another scout touched water first", 1, WATER_TIE))
        nodes.append(combine("sum", seat, [Node("the first place", 1), combine("sum", "scouts ahead", parts)]))
    return combine("parts", "places", nodes, None, PLACES_NOTE)


def _smaller(node: Node, distances: Sequence[Node]) -> Node:
    """Return how many scouts have a smaller number than one, within bounds if not all numbers are known."""
    label = "scouts with a smaller number"
    mine, values = node.value, [other.value for other in distances]
    if isinstance(mine, int) and all(isinstance(value, int) for value in values):
        return Node(label, sum(value < mine for value in values if isinstance(value, int)))
    others = [other for other in distances if other is not node]
    low = sum((ceiling(other) or 0) < (floor(node) or 0) for other in others)
    high = sum((floor(other) or 0) < (ceiling(node) or 0) for other in others)
    return Node(label, low) if low == high else unknown(label, None, "not all last numbers are known", low, high)


class Ending:
    """What is known of the end of a game: its cause, the row that arrived, the water race."""

    def __init__(
        self,
        finished: bool,
        arrived: str | None = None,
        card: str | None = None,
        number: int | None = None,
        water: tuple[str, int] | None = None,
        shared: bool = False,
        winner_only: bool = False,
        unclear: str | None = None,
        whole: bool = True,
    ) -> None:
        self.finished, self.arrived, self.card, self.number = finished, arrived, card, number
        self.water, self.shared, self.winner_only = water, shared, winner_only
        self.whole = whole
        """Whether the row that arrived goes from 12 to 1."""
        self.unclear = unclear
        """Why nobody can be said to have won: what is told of the end contradicts itself."""


def tally_of(distances: Sequence[Node], ending: Ending) -> Node:
    """Return the whole explanation: last numbers, places, and the result under a rule."""
    numbers = {node.label: int(node.value) for node in distances if isinstance(node.value, int)}
    winners, rule, why = winners_of(numbers, ending)
    last = combine("fewer" if distances else "parts", "last numbers", distances, CLOSEST_WINS)
    ranked = places(distances, winners if len(winners) == 1 else None)
    entries = [ending.number] if ending.number else [ending.water[1]] if ending.water and ending.water[1] else []
    return combine("parts", "score", [last, ranked], rule, why, entries)


def winners_of(numbers: Mapping[str, int], ending: Ending) -> tuple[list[str], str | None, str | None]:
    """Return the winners, the rule that decides and the reason in words."""
    if ending.arrived is not None:
        card = "an Oasis" if ending.card == "oasis" else "a Map"
        row = " on a row from 12 to 1" if ending.whole else ""
        return [ending.arrived], "win-immediately", f"{ending.arrived} laid {card}{row}"
    if not ending.finished:
        return [], None, "the record ends before the game does"
    if ending.unclear is not None:
        return [], None, ending.unclear
    best = min(numbers.values(), default=KHALLA)
    nearest = [seat for seat, number in numbers.items() if number == best]
    if len(nearest) == 1:
        return nearest, CLOSEST_WINS, f"{nearest[0]} has the lowest last number, {best}"
    if ending.shared:
        return nearest, CLOSEST_WINS, f"{either(nearest).replace(' or ', ' and ')} share the lowest last number, {best}"
    if ending.water is not None and ending.water[0] in nearest:
        return [ending.water[0]], WATER_TIE, f"tied at {best}, {ending.water[0]} touched water first"
    return (
        [],
        WATER_TIE,
        f"{either(nearest).replace(' or ', ' and ')} are tied at {best}, and nobody is noted as touching water first",
    )


def outcome_of(tally: Node, ending: Ending) -> Outcome:
    """Return the outcome that a tally shows."""
    numbers = {node.label: int(node.value) for node in tally.children[0].children if isinstance(node.value, int)}
    winners, rule, why = winners_of(numbers, ending)
    ranks = {node.label: int(node.value) for node in tally.children[1].children if node.value is not None}
    if ending.winner_only:
        ranks = dict.fromkeys(winners, 1)
    cause = ending.card if ending.card is not None else "deck" if ending.finished else None
    claims = {"cause": cause, "last": numbers}
    if not ending.finished:
        return Outcome("unfinished", [], {}, ranks, None, None, why, claims)
    if not winners:
        behind = [seat for seat, rank in ranks.items() if rank > 1]
        return Outcome("undecided", [], {}, ranks, None, rule, why, claims, behind)
    return Outcome("finished", winners, {}, ranks, why, rule, None, claims)
