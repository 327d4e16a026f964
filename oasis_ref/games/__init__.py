"""The registry of games. A game is loaded only when it is asked for; their names cost nothing."""

from __future__ import annotations

import importlib
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from oasis_ref.games.base import Game

GAMES: dict[str, str] = {
    "desperate-oasis": "oasis_ref.games.desperate_oasis",
    "new-hope": "oasis_ref.games.new_hope",
    "new-life": "oasis_ref.games.new_life",
    "oasis": "oasis_ref.games.oasis",
}


@cache
def game(slug: str) -> Game:
    """Return the game with this slug. Raises KeyError if there is none."""
    from oasis_ref.games.base import Game

    found = importlib.import_module(GAMES[slug]).GAME
    assert isinstance(found, Game)
    return found
