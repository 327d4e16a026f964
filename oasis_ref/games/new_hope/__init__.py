"""OASIS New Hope, for 2 to 4 scouts, with the Specialists variant."""

from __future__ import annotations

from oasis_ref.games.base import Game, later
from oasis_ref.games.new_hope.cards import PACKS
from oasis_ref.games.new_hope.catalogue import RULES
from oasis_ref.games.new_hope.match import open_table
from oasis_ref.games.new_hope.moves import GameLog, Move, Pack, Sheet, describe
from oasis_ref.games.new_hope.readings import OPTIONS

GAME = Game(
    slug="new-hope",
    title="OASIS New Hope",
    least_players=2,
    most_players=4,
    catalogue=RULES,
    log=GameLog,
    sheet=Sheet,
    pack=Pack,
    entry=Move,
    packs=PACKS,
    open_table=open_table,
    score_sheet=later(f"{__name__}.sheets", "score_sheet"),
    describe=describe,
    check_pack=later(f"{__name__}.pack_tools", "check_pack"),
    show_pack=later(f"{__name__}.pack_tools", "show_pack"),
    new_pack=later(f"{__name__}.pack_tools", "new_pack"),
    simulate=later(f"{__name__}.simulate", "simulate"),
    options=OPTIONS,
    simulated_with="sample",
    hide=later(f"{__name__}.hiding", "hide"),
)
