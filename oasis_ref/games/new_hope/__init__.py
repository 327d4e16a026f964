"""OASIS New Hope, for 2 to 4 scouts, with the Specialists variant."""

from __future__ import annotations

from pathlib import Path

from oasis_ref.core.packs import packs_in
from oasis_ref.games.base import Game
from oasis_ref.games.new_hope.game_table import open_table
from oasis_ref.games.new_hope.moves import GameLog, Move, Pack, Sheet, describe
from oasis_ref.games.new_hope.pack_tools import check_pack, draw_pack, new_pack
from oasis_ref.games.new_hope.rules import RULES
from oasis_ref.games.new_hope.sheets import score_sheet
from oasis_ref.games.new_hope.simulate import hide, simulate

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
    packs=packs_in(Path(__file__).parent / "packs", "sample"),
    open_table=open_table,
    score_sheet=score_sheet,
    describe=describe,
    check_pack=check_pack,
    draw_pack=draw_pack,
    new_pack=new_pack,
    simulate=simulate,
    hide=hide,
)
