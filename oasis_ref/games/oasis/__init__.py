"""Oasis (Überplay 2004, Alan R. Moon and Aaron Weissblum)."""

from __future__ import annotations

from pathlib import Path

from oasis_ref.core.packs import packs_in
from oasis_ref.games.base import Game
from oasis_ref.games.oasis.catalogue import RULES
from oasis_ref.games.oasis.moves import GameLog, Move, Pack, Sheet, describe
from oasis_ref.games.oasis.pack_tools import check_pack, draw_pack, new_pack
from oasis_ref.games.oasis.sheets import score_sheet
from oasis_ref.games.oasis.simulate import hide, simulate
from oasis_ref.games.oasis.table import OasisTable

GAME = Game(
    slug="oasis",
    title="Oasis (2004)",
    least_players=3,
    most_players=5,
    catalogue=RULES,
    log=GameLog,
    sheet=Sheet,
    pack=Pack,
    entry=Move,
    packs=packs_in(Path(__file__).parent / "packs", "sample"),
    open_table=OasisTable,
    score_sheet=score_sheet,
    describe=describe,
    check_pack=check_pack,
    draw_pack=draw_pack,
    new_pack=new_pack,
    simulate=simulate,
    hide=hide,
)
