"""Oasis: New Life on a Distant World: one to five players, three years, one dial each."""

from oasis_ref.games.base import Game, later

# Rules are listed in the order in which these are read.
# isort: off
from oasis_ref.games.new_life import (  # noqa: F401
    rules_setup,
    rules_turns,
    rules_placing,
    rules_action,
    rules_rest,
    rules_record,
)

# isort: on
from oasis_ref.games.new_life.catalogue import RULES
from oasis_ref.games.new_life.facts import PACKS
from oasis_ref.games.new_life.match import Match
from oasis_ref.games.new_life.moves import GameLog, Move, Pack, Sheet, describe
from oasis_ref.games.new_life.readings import OPTIONS

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
    packs=PACKS,
    open_table=Match,
    score_sheet=later(f"{__name__}.sheets", "score_sheet"),
    describe=describe,
    check_pack=later(f"{__name__}.pack_tools", "check_pack"),
    show_pack=later(f"{__name__}.pack_view", "show_pack"),
    new_pack=later(f"{__name__}.pack_tools", "new_pack"),
    simulate=later(f"{__name__}.simulate", "simulate"),
    options=OPTIONS,
    simulated_with="sample",
    hide=later(f"{__name__}.hiding", "hide"),
)
