"""Oasis (Überplay 2004, Alan R. Moon and Aaron Weissblum): three to five players, one shared board, four products."""

from pathlib import Path

from oasis_ref.core.packs import packs_in
from oasis_ref.games.base import Game, later
from oasis_ref.games.oasis.catalogue import RULES
from oasis_ref.games.oasis.match import Match
from oasis_ref.games.oasis.moves import GameLog, Move, Pack, Sheet, describe

GAME = Game(
    slug="oasis",
    title="Oasis",
    least_players=3,
    most_players=5,
    catalogue=RULES,
    log=GameLog,
    sheet=Sheet,
    pack=Pack,
    entry=Move,
    packs=packs_in(Path(__file__).parent / "packs", "sample"),
    open_table=Match,
    score_sheet=later(f"{__name__}.sheets", "score_sheet"),
    describe=describe,
    check_pack=later(f"{__name__}.pack_tools", "check_pack"),
    show_pack=later(f"{__name__}.pack_tools", "show_pack"),
    new_pack=later(f"{__name__}.pack_tools", "new_pack"),
    simulate=later(f"{__name__}.simulate", "simulate"),
    hide=later(f"{__name__}.hiding", "hide"),
)
