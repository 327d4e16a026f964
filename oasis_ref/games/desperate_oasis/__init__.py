"""Desperate Oasis: two players, three rounds, five oases a round."""

from pathlib import Path

from oasis_ref.core.packs import packs_in
from oasis_ref.games.base import Game, later

# Rules are listed in the order in which these are read.
from oasis_ref.games.desperate_oasis import rules, rules_effects, rules_palms, rules_strikes, rules_turns  # noqa: F401
from oasis_ref.games.desperate_oasis.board import SEATS
from oasis_ref.games.desperate_oasis.catalogue import RULES
from oasis_ref.games.desperate_oasis.match import Match
from oasis_ref.games.desperate_oasis.moves import GameLog, Move, Pack, Sheet, describe

GAME = Game(
    slug="desperate-oasis",
    title="Desperate Oasis",
    least_players=2,
    most_players=2,
    seats=SEATS,
    catalogue=RULES,
    log=GameLog,
    sheet=Sheet,
    pack=Pack,
    entry=Move,
    packs=packs_in(Path(__file__).parent / "packs", "base"),
    open_table=Match,
    score_sheet=later(f"{__name__}.sheets", "score_sheet"),
    describe=describe,
    check_pack=later(f"{__name__}.pack_tools", "check_pack"),
    show_pack=later(f"{__name__}.pack_tools", "show_pack"),
    new_pack=later(f"{__name__}.pack_tools", "new_pack"),
    simulate=later(f"{__name__}.simulate", "simulate"),
    hide=later(f"{__name__}.hiding", "hide"),
)
