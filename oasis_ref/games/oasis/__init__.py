"""Oasis (Überplay 2004, Alan R. Moon and Aaron Weissblum): three to five players, one shared board, four products."""

from pathlib import Path

from oasis_ref.core.packs import packs_in
from oasis_ref.games.base import Game
from oasis_ref.games.oasis import pack_tools, sheets, simulate, view
from oasis_ref.games.oasis.catalogue import RULES
from oasis_ref.games.oasis.moves import GameLog, Move, Pack, Sheet, describe
from oasis_ref.games.oasis.table import OasisTable

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
    open_table=OasisTable,
    score_sheet=sheets.score_sheet,
    describe=describe,
    check_pack=pack_tools.check_pack,
    draw_pack=view.draw_pack,
    new_pack=pack_tools.new_pack,
    simulate=simulate.simulate,
    hide=simulate.hide,
)
