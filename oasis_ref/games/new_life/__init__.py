"""Oasis: New Life on a Distant World: one to five players, three years, one dial each."""

from oasis_ref.core.packs import packs_in
from oasis_ref.games.base import Game

# Rules are listed in the order in which these are read.
from oasis_ref.games.new_life import rules_action, rules_placing, rules_rest, rules_setup, rules_turns  # noqa: F401

# isort: split
from oasis_ref.games.new_life import hiding, pack_template, pack_tools, pack_view, sheets, simulate
from oasis_ref.games.new_life.moves import GameLog, Move, Pack, Sheet, describe
from oasis_ref.games.new_life.readings import OPTIONS
from oasis_ref.games.new_life.rules import RULES
from oasis_ref.games.new_life.table import open_table

GAME = Game(
    slug="new-life",
    title="Oasis: New Life on a Distant World",
    least_players=1,
    most_players=5,
    others=(("ai", "the AI"),),
    catalogue=RULES,
    log=GameLog,
    sheet=Sheet,
    pack=Pack,
    entry=Move,
    packs=packs_in(hiding.FOLDER, hiding.DEFAULT),
    open_table=open_table,
    score_sheet=sheets.score,
    describe=describe,
    check_pack=pack_tools.check,
    draw_pack=pack_view.draw_pack,
    new_pack=pack_template.new,
    simulate=simulate.simulate,
    options=OPTIONS,
    simulated_with="sample",
    hide=hiding.hide,
)
