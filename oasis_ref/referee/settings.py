"""What a game is judged by: its readings and its pack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import msgspec

from oasis_ref.core.documents import Log, Pack, Sheet
from oasis_ref.core.findings import Note, remark
from oasis_ref.core.packs import digest_of
from oasis_ref.core.readings import ReadingError, Readings, choose
from oasis_ref.core.text import capital, counted, either, no_such, quoted
from oasis_ref.games import game as game_of
from oasis_ref.games.base import Game
from oasis_ref.record.errors import Fault, LogError
from oasis_ref.record.verdict import PackUsed, Policy

POLICIES = get_args(Policy)

_LOADED: dict[tuple[str, str], tuple[Pack, PackUsed]] = {}


def check_call(document: object, wanted: type[Log | Sheet], after_illegal: object = "stand") -> None:
    """Raise TypeError if a caller gave another document than is wanted, ValueError for a policy that is none."""
    if not isinstance(document, wanted):
        raise TypeError(f"a {wanted.__name__.lower()} is needed, not {_described(document)}")
    if after_illegal not in POLICIES:
        raise ValueError(f"after_illegal should be {either(map(repr, POLICIES))}, not {after_illegal!r}")


def _described(document: object) -> str:
    kind = next((kind.__name__.lower() for kind in (Log, Sheet, Pack) if isinstance(document, kind)), None)
    return f"a {kind}" if kind else f"{type(document).__name__} (read_log and read_sheet read one)"


def game_for(document: Log | Sheet) -> Game:
    """Return the game that a document belongs to."""
    return game_of(document.game)  # type: ignore[union-attr]


def readings_for(game: Game, document: Log | Sheet, readings: Mapping[str, str] | None) -> Readings:
    """Return the readings of a document, with those of the caller before them.

    Raises LogError for a reading or an option that does not exist.
    """
    catalogue = game.catalogue
    try:
        chosen = choose(catalogue.readings, catalogue.presets, document.readings, readings)
    except ReadingError as error:
        raise LogError([Fault(str(error), pointer="/readings")]) from None
    return Readings(catalogue.readings, catalogue.defaults | chosen)


def check_players(game: Game, document: Log | Sheet) -> None:
    """Raise LogError if two players have one seat, or a player has a seat that the game does not know."""
    faults = []
    seats = [player.seat for player in document.players]
    for place, seat in enumerate(seats):
        if seat in seats[:place]:
            faults.append(Fault(f"Two players have the seat {quoted(seat)}", pointer=f"/players/{place}/seat"))
        elif game.seats and seat not in game.seats:
            known = ", ".join(game.seats)
            faults.append(
                Fault(f"There is no seat {quoted(seat)}; the seats are {known}", pointer=f"/players/{place}/seat")
            )
    if faults:
        raise LogError(faults)


def pack_for(game: Game, document: Any, pack: str | Pack | None) -> tuple[Pack, PackUsed]:
    """Return the pack to judge by, the caller's before the document's before the game's default.

    Raises LogError for the name of a pack that does not exist, or a pack of another game.
    """
    chosen = pack if pack is not None else document.pack
    if chosen is None:
        chosen = next(iter(game.packs))
    if isinstance(chosen, Pack):
        if not isinstance(chosen, game.pack):
            raise LogError(
                [Fault(f"The pack {quoted(chosen.name)} is for another game than {game.slug}", pointer="/pack")]
            )
        return chosen, PackUsed(chosen.name, digest_of(chosen), chosen.made_up)
    return _named_pack(game, chosen)


def pack_notes(game: Game, document: Any, pack: str | Pack | None) -> list[Note]:
    """Return a remark if the pack to judge by is none that comes with the game, and its check finds errors in it."""
    chosen = pack if pack is not None else document.pack
    if not isinstance(chosen, Pack):
        return []
    faults = pack_faults(game, chosen)
    return (
        [remark("The pack {pack} is judged by as it is, but {faults}", pack=chosen.name, faults=faults)]
        if faults
        else []
    )


def pack_faults(game: Game, pack: Pack) -> str:
    """Return in a sentence how many errors the check of a pack finds, and the first of them; empty if none.

    A pack never changes, so it is checked once and remembers what was found.
    """
    kept: dict[str, str] = pack.__dict__
    if "faults" not in kept:
        errors = [issue for issue in game.check_pack(pack) if issue.level == "error"]
        first = f"{errors[0].where}: {errors[0].message}" if errors else ""
        found = f"`oasis-ref pack check` finds {counted(len(errors), 'error')} in it, first at {first}."
        kept["faults"] = found if errors else ""
    return kept["faults"]


def _named_pack(game: Game, name: str) -> tuple[Pack, PackUsed]:
    if not isinstance(name, str):
        raise TypeError(f"a pack is given by its name or as a Pack, not as {type(name).__name__}")
    if name not in game.packs:
        says = capital(no_such("pack", name, game.packs, f" for {game.slug}"))
        raise LogError([Fault(says, pointer="/pack")])
    key = (game.slug, name)
    if key not in _LOADED:
        loaded = msgspec.json.decode(game.packs[name].read_bytes(), type=game.pack)
        _LOADED[key] = (loaded, PackUsed(loaded.name, digest_of(loaded), loaded.made_up))
    return _LOADED[key]
