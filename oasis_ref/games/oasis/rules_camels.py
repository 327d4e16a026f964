"""Where camels go, how many, and when they are lifted. Each function is one rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from oasis_ref.core.findings import Breach, breach
from oasis_ref.core.text import counted
from oasis_ref.games.oasis.catalogue import CAMEL_RULES, COMPONENTS, FREE_ACTION, READING, RULES
from oasis_ref.games.oasis.moves import CAMELS, Bonus

if TYPE_CHECKING:
    from oasis_ref.games.oasis.match import Match


class Moving(Struct, eq=False, gc=False):
    """Camels that one entry puts and lifts.

    ``shown`` is what the card shows (1 for the free action, None without a card), ``reserve`` and ``vacant`` what was
    there before, ``need`` how many must come out of the reserve, ``put`` how many more squares are named than left.
    ``plain`` says that none are lifted, and each is put on a vacant path square of its own.
    """

    seat: int
    by: str
    to: Sequence[str]
    to_at: list[int]
    origin: Sequence[str]
    lifted: list[int]
    shown: int | None
    bonus: bool
    reserve: int
    vacant: int
    need: int
    put: int
    plain: bool

    @property
    def lifting_open(self) -> int | None:
        """How many camels the card allows to lift; None if it does not allow lifting at all."""
        if self.shown is None or self.reserve >= self.shown or self.reserve > self.vacant:
            return None
        return self.shown - self.reserve


def moving(
    table: Match, seat: int, to: Sequence[str], origin: Sequence[str], shown: int | None, bonus: bool = False
) -> Moving:
    """Return what it means if the seat lifts and puts camels there; ``shown`` is what the card shows."""
    squares, board = table.squares, table.board
    index, char, camel = squares.index, squares.char, board.camel
    plain = not origin
    to_at: list[int] = []
    for name in to:
        at = index.get(name, -1)
        if at < 0 or char[at] != "c" or camel[at] is not None or at in to_at:
            plain = False
        to_at.append(at)
    lifted = [index.get(name, -1) for name in origin] if origin else []
    reserve, vacant = CAMELS - len(board.camels[seat]), board.vacant_path
    need = 0 if bonus or shown is None else min(shown, reserve, vacant)
    put = len(to) - len(origin)
    by = table.seats[seat]
    return Moving(seat, by, to, to_at, origin, lifted, shown, bonus, reserve, vacant, need, put, plain)


@RULES.rule("camel-on-path", "Camels stand on path squares only", CAMEL_RULES, broken_by="camels bonus")
def camel_on_path(table: Match, move: Moving) -> Breach | None:
    char, unclear = table.squares.char, None
    for name, at in zip(move.to, move.to_at, strict=True):
        if at < 0 or char[at] in "c-":
            continue
        if char[at] != "?":
            return breach("{square} is no path square.", square=name)
        tile = table.board.tile[at]
        if tile is not None:
            return breach("On {square} lies a tile of type {tile}.", square=name, tile=tile)
        if table.board.camel[at] is None or at in move.lifted:
            unclear = name
    if unclear is not None:
        return breach("The map does not show whether {square} is a path square.", square=unclear, status="unverifiable")
    return None


@RULES.rule("camel-vacant", "One camel stands on a path square", CAMEL_RULES, broken_by="camels bonus")
def camel_vacant(table: Match, move: Moving) -> Breach | None:
    camel = table.board.camel
    for place, at in enumerate(move.to_at):
        if at < 0:
            continue
        name = move.to[place]
        stands = camel[at]
        if stands is not None and at not in move.lifted:
            return breach("On {square} stands a camel of {owner} already.", square=name, owner=table.seats[stands])
        if at in move.to_at[:place] and table.squares.char[at] in "c?":
            return breach("{square} is named twice, but one camel stands on a square.", square=name)
    return None


@RULES.rule(
    "camels-all",
    "A camel card puts as many camels as it shows, as far as reserve and vacant path squares go",
    CAMEL_RULES,
    broken_by="camels",
)
def camels_all(table: Match, move: Moving) -> Breach | None:
    if move.bonus or move.shown is None:
        return None
    put = max(move.put, 0)
    if put < move.need:
        return breach(
            "The card shows {shown} camels, {by} has {reserve} in reserve and the path has {vacant}: "
            "{need} must come out of the reserve, not {put}.",
            shown=move.shown,
            by=move.by,
            reserve=move.reserve,
            vacant=counted(move.vacant, "vacant square"),
            need=move.need,
            put=put,
            allowed=f"{counted(move.need, 'camel')}{' in one entry' if move.need > 1 else ''}",
        )
    if table.squares.unknown and put < min(move.shown, move.reserve, move.vacant + _hidden_squares(table)):
        return breach(
            "Put: {put}; whether there was a vacant path square for another hangs on squares that the "
            "map does not show.",
            put=counted(put, "camel"),
            status="unverifiable",
        )
    return None


def _hidden_squares(table: Match) -> int:
    board = table.board
    return sum(board.tile[at] is None and board.camel[at] is None for at in table.squares.unknown)


@RULES.rule("camels-too-many", "A camel card puts no more camels than it shows", CAMEL_RULES, broken_by="camels")
def camels_too_many(table: Match, move: Moving) -> Breach | None:
    if move.bonus or move.shown is None or move.put > move.reserve:
        return None
    most = min(move.shown, move.reserve, move.vacant + (_hidden_squares(table) if table.squares.unknown else 0))
    if move.put <= most:
        return None
    return breach(
        "The card shows {shown} camels, and {by} puts {put}.",
        shown=move.shown,
        by=move.by,
        put=move.put,
        allowed=counted(move.need, "camel"),
    )


@RULES.rule(
    "camel-take-back",
    "Camels are lifted only when all 20 are out, or come out by the same card",
    CAMEL_RULES,
    broken_by="camels bonus",
)
def camel_take_back(table: Match, move: Moving) -> Breach | None:
    if not move.lifted or move.shown is None:
        return None
    if move.bonus and move.reserve == 0 and table.readings("bonus-relocate") == "no":
        return breach("By that reading the free action moves no camel of {by}.", by=move.by)
    if move.lifting_open is None:
        return breach(
            "{by} lifts {lifted} although {by} has {reserve} in reserve, enough for what is to be put.",
            by=move.by,
            lifted=list(move.origin),
            reserve=counted(move.reserve, "camel"),
            allowed="camels from the reserve",
        )
    if move.reserve and not move.bonus and table.readings("camel-remainder") == "lost":
        return breach(
            "{by} lifts {lifted}, but had {reserve} in reserve before this card.",
            by=move.by,
            lifted=list(move.origin),
            reserve=counted(move.reserve, "camel"),
        )
    return None


@RULES.rule("camel-own-only", "Only own camels are lifted", CAMEL_RULES, broken_by="camels bonus")
def camel_own_only(table: Match, move: Moving) -> Breach | None:
    for name, at in zip(move.origin, move.lifted, strict=True):
        owner = table.board.camel[at] if at >= 0 else None
        if owner is not None and owner != move.seat:
            return breach(
                "{by} lifts the camel of {owner} on {square}.", by=move.by, owner=table.seats[owner], square=name
            )
    return None


@RULES.rule(
    "camel-relocate-limit",
    "No more camels are lifted than the card shows beyond the reserve",
    f"{CAMEL_RULES}; {READING}",
    broken_by="camels",
)
def camel_relocate_limit(table: Match, move: Moving) -> Breach | None:
    most, lifted = move.lifting_open, len(move.lifted)
    if not lifted or most is None or move.bonus or lifted == most:
        return None
    chosen = table.readings("camel-relocate")
    if chosen == "any-number" or (chosen == "up-to-shown" and lifted < most):
        return None
    rule = "either none or" if chosen == "exactly-shown" else "at most"
    return breach(
        "{by} lifts {lifted}; the card shows {shown} and {reserve} were in reserve, so {rule} {most} may be moved.",
        by=move.by,
        lifted=counted(lifted, "camel"),
        shown=move.shown,
        reserve=move.reserve,
        rule=rule,
        most=most,
        allowed=f"{rule} {counted(most, 'camel')}",
    )


@RULES.rule("camel-put-back", "Every lifted camel is put down again", CAMEL_RULES, broken_by="camels bonus")
def camel_put_back(table: Match, move: Moving) -> Breach | None:
    if move.put >= 0:
        return None
    return breach(
        "{by} lifts {lifted} and puts {put}.", by=move.by, lifted=counted(len(move.lifted), "camel"), put=len(move.to)
    )


@RULES.rule(
    "camel-exists",
    "A lifted camel stands where the entry says, and no more are put than there are",
    COMPONENTS,
    broken_by="camels bonus",
    breaks="inconsistent",
)
def camel_exists(table: Match, move: Moving) -> Breach | None:
    seen: set[int] = set()
    for name, at in zip(move.origin, move.lifted, strict=True):
        if at < 0 or table.squares.char[at] == "-":
            continue
        if table.board.camel[at] is None or at in seen:
            return breach("On {square} stands no camel that could be lifted.", square=name, void=True)
        seen.add(at)
    if move.put > move.reserve:
        return breach(
            "{by} puts {put} more than were lifted, but has {reserve} in reserve.",
            by=move.by,
            put=counted(move.put, "camel"),
            reserve=move.reserve,
            void=True,
        )
    return None


@RULES.rule("bonus-one-thing", "The free action is one tile or one camel, or nothing", FREE_ACTION, broken_by="bonus")
def bonus_one_thing(table: Match, entry: Bonus) -> Breach | None:
    tiles = 1 if entry.tile is not None or entry.square is not None else 0
    camels = max(len(entry.to), len(entry.origin)) if entry.to or entry.origin else 0
    if entry.tile is not None and entry.square is None:
        return breach("{by} names a tile without its square.", by=entry.by)
    if entry.tile is None and (entry.square is not None or entry.marker is not None):
        what = "a marker" if entry.square is None else "a square"
        return breach("{by} names {what} without a tile.", by=entry.by, what=what)
    if tiles + camels <= 1:
        return None
    things = [counted(tiles, "tile")] * tiles + [counted(camels, "camel")]
    return breach(
        "{by} uses the free action for {things}.",
        by=entry.by,
        things=" and ".join(things),
        allowed="one tile or one camel",
    )


HOW_MANY = (camels_all, camels_too_many)
"""How many camels a card puts."""

PUTTING = (*HOW_MANY, camel_on_path, camel_vacant)
"""How many camels go where."""

LIFTING = (camel_take_back, camel_own_only, camel_relocate_limit, camel_put_back, camel_exists)
"""Which camels are lifted, and whether there are so many."""
