"""What the simulations of all games have in common: their options, and beginning anew where chance leads nowhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from oasis_ref.core.text import capital, no_such
from oasis_ref.games.base import Option

if TYPE_CHECKING:
    from random import Random

Played = TypeVar("Played")

MOST_ATTEMPTS = 20
"""How often a game is begun anew before it is given up."""


class OptionError(ValueError):
    """A simulation is asked for with an option that does not exist; the text says what there is."""


class NoGame(ValueError):
    """No game can be made up with a pack; the text says why, as the end of a sentence about the pack."""


def chosen_options(known: Sequence[Option], chosen: Mapping[str, str], players: int) -> dict[str, str]:
    """Return a value for every option that a simulation of so many players has.

    Raises OptionError for an option or a value that does not exist, or means nothing with so many players.
    """
    options = {option.name: option for option in known}
    for name, value in chosen.items():
        if name not in options:
            raise OptionError(capital(no_such("option", name, options)))
        option = options[name]
        if value not in option.values:
            raise OptionError(capital(no_such(f"value of {name}", value, option.values)))
        if option.players and players not in option.players:
            few = " or ".join(map(str, option.players))
            raise OptionError(
                f"The option {name} is for {few} {'player' if few == '1' else 'players'}, not for {players}"
            )
    return {name: chosen.get(name, next(iter(option.values))) for name, option in options.items()}


class DeadEnd(Exception):
    """Chance led to where no entry is legal for sure: the game is to be begun anew."""


def first_whole(seed: int, play: Callable[[Random], Played], why_none: str = "") -> Played:
    """Return the first game that is played to its end; chance comes from the seed alone.

    Raises NoGame, with ``why_none`` as its reason, if every attempt comes to a dead end.
    """
    from random import Random

    for attempt in range(MOST_ATTEMPTS):
        try:
            return play(Random(seed) if attempt == 0 else Random(f"{seed}, again {attempt}"))
        except DeadEnd:
            continue
    raise NoGame(why_none or f"in {MOST_ATTEMPTS} games tried there came a point at which nothing was legal")
