"""Working out what a laid or flipped card does: which cards it pulls, which a scorpion destroys.

Everything here happens on a board that may be thrown away. The judge works it out and hands the result on, so
that what was judged is what is carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product

from msgspec import Struct

from oasis_ref.core.readings import Readings
from oasis_ref.games.desperate_oasis import effects
from oasis_ref.games.desperate_oasis.board import (
    ACROSS,
    HANGS_ON_OTHERS,
    SIDE_OF,
    STRENGTHS,
    Board,
    Card,
    Where,
    place_name,
    pull_room,
    pull_sources,
)
from oasis_ref.games.desperate_oasis.strength import printed_value, value, worth


class Resolved(Struct, gc=False):
    """What one laid or flipped card did.

    ``pulled`` and ``destroyed`` give places and kinds as they lay just before. ``weakened`` gives for each victim
    that counted less or more than printed its place and kind, its strength, the rule and the reason. ``spared`` are
    equally weak cards of which a reading lets none go. ``idle`` says that the card did not come to act: what it is said
    to have done was done to the table all the same.
    """

    card: Card
    column: str
    index: int
    pulled: Sequence[tuple[str, str]] = ()
    destroyed: Sequence[tuple[str, str]] = ()
    struck: bool = False
    weakened: Sequence[tuple[str, int, str, str]] = ()
    spared: Sequence[str] = ()
    idle: bool = False


class PullChoice(Struct, gc=False):
    """What a card can pull: all sources in their stacking order, and how many of them there is room for."""

    sources: list[Where]
    room: int
    adjacent: int
    """How many of the sources lie in neighbouring columns; the others come through a portal."""
    count: int
    """How many cards must come."""
    free: bool
    """Whether there are more sources than room, so that somebody has to choose."""

    def allows(self, places: Sequence[Where | None]) -> bool:
        """Return whether these are the cards that must come, in stacking order, whoever may choose among them."""
        return len(places) == self.count and places == [place for place in self.sources if place in places]


def pull_choice(
    board: Board, readings: Readings, column: str, kind: str, sources: list[Where] | None = None
) -> PullChoice:
    """Return what a card of a kind that has just come to lie in a column can pull.

    ``sources`` are the places that it pulls from, if they are known already.
    """
    if sources is None:
        sources = pull_sources(board, column, kind)
    if not sources:
        return PullChoice(sources, max(board.room(column), 0), 0, 0, False)
    count = adjacent = len(sources)
    if sources[-1][0] == ACROSS[column]:
        adjacent -= [source for source, _ in sources].count(ACROSS[column])
    room = pull_room(board, readings, column, kind, count)
    return PullChoice(sources, room, adjacent, count if count < room else room, count > room)


def pull_sets(choice: PullChoice, readings: Readings) -> Iterator[tuple[Where, ...]]:
    """Yield every set of cards that may be pulled, each in stacking order."""
    count = choice.count
    near, far = choice.sources[: choice.adjacent], choice.sources[choice.adjacent :]
    if choice.free and near and far and count and readings("pull-excess") == "adjacent-first":
        from_near = min(count, len(near))
        for some in combinations(near, from_near):
            for more in combinations(far, count - from_near):
                yield (*some, *more)
        return
    yield from combinations(choice.sources, count)


def same_boards(
    board: Board, moves: Sequence[Callable[[Board], object]], pending: frozenset[int] = frozenset()
) -> bool:
    """Return whether all these changes of a board lead to the same one.

    Two boards are the same if kind, face and facing agree at every place, and which cards are still to act.
    """
    first: Board | None = None
    for move in moves:
        trial = board.copy()
        move(trial)
        if first is None:
            first = trial
        elif not trial.looks_like(first) or _places(trial, pending) != _places(first, pending):
            return False
    return True


def _places(board: Board, cards: frozenset[int]) -> set[Where]:
    """Return where these cards lie, as far as they do."""
    return {where for card in cards if (where := board.find(card)) is not None}


def pulls_alike(
    board: Board,
    readings: Readings,
    column: str,
    sets: Sequence[Sequence[Where]],
    pending: frozenset[int] = frozenset(),
) -> bool:
    """Return whether it makes no difference which of these sets is pulled."""

    def pulling(places: Sequence[Where]) -> Callable[[Board], object]:
        return lambda trial: effects.pull(trial, readings, column, places)

    return same_boards(board, [pulling(places) for places in sets], pending)


def weakest(board: Board, readings: Readings, columns: Sequence[str], scorpion: int) -> list[Where]:
    """Return the places of the weakest cards that a scorpion can destroy in these columns, row 1 first."""
    found: list[Where] = []
    least = 0
    for column in columns:
        for index, kind in enumerate(board.kinds[column]):
            if not kind:
                continue
            if kind == "scorpion" and (
                board.columns[column][index].id == scorpion or readings("scorpion-on-scorpion") == "never"
            ):
                continue
            weight = STRENGTHS[kind] if kind not in HANGS_ON_OTHERS else _weight(board, readings, column, index)
            if not found or weight < least:
                least, found = weight, [(column, index)]
            elif weight == least:
                found.append((column, index))
    return found


def _weight(board: Board, readings: Readings, column: str, index: int) -> int:
    now = value(board, readings, column, index)
    printed = printed_value(board.kinds[column][index], now)
    if now == printed:
        return now
    return now if readings("weakest-by") == "current" else printed


class StrikeChoice(Struct, gc=False):
    """The weakest cards that a scorpion meets, by group: one group a side, or one in all.

    ``sizes`` say for each group how many of its cards go.
    """

    groups: list[list[Where]]
    sizes: list[int]

    def allows(self, places: Sequence[Where | None]) -> bool:
        """Return whether these are possible victims: of each group as many as have to go."""
        if len(places) != sum(self.sizes):
            return False
        return all(
            len([where for where in group if where in places]) == size
            for group, size in zip(self.groups, self.sizes, strict=True)
        )

    def settled(self) -> list[Where] | None:
        """Return the victims if nothing is left to choose, else None."""
        victims: list[Where] = []
        for group in self.groups:
            victims += group
        return victims if len(victims) == sum(self.sizes) else None

    def sets(self) -> Iterator[tuple[Where, ...]]:
        """Yield every set of victims, the lowest rows first."""
        settled = self.settled()
        if settled is not None:
            yield tuple(settled)
            return
        for chosen in product(
            *(combinations(group, size) for group, size in zip(self.groups, self.sizes, strict=True))
        ):
            yield tuple(where for part in chosen for where in part)


def strike_choice(
    board: Board, readings: Readings, where: Where, scorpion: int, named: Sequence[Where] | None = None
) -> StrikeChoice:
    """Return what a scorpion at a place can destroy.

    Under reading `strike-timing: own-side-first` the other side is looked at after the victims named on the
    scorpion's own side are gone (or the first possible one, if none is named).
    """
    own, other = where[0], ACROSS[where[0]]
    first = weakest(board, readings, [own], scorpion)
    second = weakest(board, readings, [other], scorpion)
    if first and second and readings("scorpion-reach") == "one-overall":
        return _limits([weakest(board, readings, [own, other], scorpion)], readings)
    if first and second and _frees_elephants(board, first, other):
        later = _after_own_side(board, readings, first, other, scorpion, named)
        if later != second and readings("strike-timing") == "own-side-first":
            second = later
    return _limits([first, second], readings)


def _frees_elephants(board: Board, first: Sequence[Where], other: str) -> bool:
    """Return whether what goes on the scorpion's side can change the strengths across: a jerboa beside elephants."""
    if "elephant" not in board.kinds[other]:
        return False
    return any(board.kinds[column][index] == "jerboa" for column, index in first)


def _after_own_side(
    board: Board, readings: Readings, first: list[Where], other: str, scorpion: int, named: Sequence[Where] | None
) -> list[Where]:
    victims = [place for place in first if named and place in named] or first[:1]
    if len(first) > 1 and readings["scorpion-tie"] == "none":
        victims = []
    elif len(first) > 1 and readings["scorpion-tie"] == "all-tied":
        victims = first
    trial = board.copy()
    effects.remove(trial, victims)
    return weakest(trial, readings, [other], scorpion)


def _limits(groups: list[list[Where]], readings: Readings) -> StrikeChoice:
    sizes = []
    for group in groups:
        size = len(group)
        if size > 1:
            size = {"player-chooses": 1, "all-tied": size, "none": 0}[readings("scorpion-tie")]
        sizes.append(size)
    return StrikeChoice(groups, sizes)


def strikes_alike(board: Board, sets: Sequence[Sequence[Where]], pending: frozenset[int] = frozenset()) -> bool:
    """Return whether it makes no difference which of these sets of victims goes."""

    def striking(places: Sequence[Where]) -> Callable[[Board], object]:
        return lambda trial: effects.remove(trial, places)

    return same_boards(board, [striking(places) for places in sets], pending)


def described(board: Board, places: Sequence[Where]) -> list[tuple[str, str]]:
    """Return places with the kinds that lie there, as they are written."""
    found = []
    for column, index in places:
        kind = board.kinds[column][index]
        name = kind if kind and kind != "chameleon" else str(board.columns[column][index])
        found.append((f"{column}.{index + 1}", name))
    return found


def counted_otherwise(board: Board, readings: Readings, places: Sequence[Where]) -> list[tuple[str, int, str, str]]:
    """Return the victims whose strength was not the printed one: place and kind, strength, rule, reason."""
    found = []
    for column, index in places:
        card = board.columns[column][index]
        if card.up and card.kind not in HANGS_ON_OTHERS:
            continue
        if card.kind == "elephant" and readings["weakest-by"] == "printed":
            continue
        strength, rule, why = worth(board, readings, column, index)
        if rule is not None and why is not None:
            found.append((f"{card} at {place_name(column, index)}", strength, rule, why))
    return found


def from_standing_trio(board: Board, column: str, places: Sequence[Where], kind: str) -> bool:
    """Return whether two of the cards to be pulled leave one column of that side that holds three of the kind."""
    if len(places) < 2:
        return False
    side = SIDE_OF[column]
    for source in {place[0]: None for place in places}:
        taken = sum(1 for place in places if place[0] == source)
        if SIDE_OF[source] == side and taken >= 2 and board.count(source, kind) >= 3:
            return True
    return False
