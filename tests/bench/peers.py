"""The peers: python-chess reading PGN, PokerKit replaying PHH. Their games are made up here, from seeds."""

from __future__ import annotations

import io
from collections.abc import Callable
from random import Random

import chess
import chess.pgn
from pokerkit import Automation, HandHistory, NoLimitTexasHoldem, State

GAMES = 12
MOST_PLIES = 120


def pgn_games() -> tuple[list[str], int]:
    """Return games of chess as PGN text, and the number of moves in them."""
    texts, plies = [], 0
    for seed in range(GAMES):
        random, board, game = Random(seed), chess.Board(), chess.pgn.Game()
        node: chess.pgn.GameNode = game
        while not board.is_game_over() and board.ply() < MOST_PLIES:
            moves = list(board.legal_moves)
            captures = [move for move in moves if board.is_capture(move)]
            move = random.choice(captures if captures and random.random() < 0.4 else moves)
            node = node.add_variation(move)
            board.push(move)
        texts.append(str(game))
        plies += board.ply()
    return texts, plies


def read_pgn(text: str) -> Callable[[], object]:
    """Return the measured work: reading a game, its moves checked and played."""
    return lambda: chess.pgn.read_game(io.StringIO(text))


def phh_hands() -> tuple[list[str], int]:
    """Return hands of poker as PHH text, and the number of actions in them."""
    texts, actions = [], 0
    for seed in range(GAMES):
        game = NoLimitTexasHoldem(
            (
                Automation.ANTE_POSTING,
                Automation.BET_COLLECTION,
                Automation.BLIND_OR_STRADDLE_POSTING,
                Automation.HAND_KILLING,
                Automation.CHIPS_PUSHING,
                Automation.CHIPS_PULLING,
                Automation.CARD_BURNING,
                Automation.HOLE_DEALING,
                Automation.BOARD_DEALING,
                Automation.RUNOUT_COUNT_SELECTION,
                Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
            ),
            True,
            0,
            (1, 2),
            2,
        )
        state = game((200,) * 6, 6)
        _play(state, Random(seed))
        hand = HandHistory.from_game_state(game, state)
        texts.append(hand.dumps())
        actions += len(hand.actions)
    return texts, actions


def _play(state: State, random: Random) -> None:
    while state.actor_index is not None:
        if state.can_complete_bet_or_raise_to() and random.random() < 0.15:
            state.complete_bet_or_raise_to()
        elif state.can_check_or_call() and random.random() < 0.85:
            state.check_or_call()
        elif state.can_fold():
            state.fold()
        else:
            state.check_or_call()


def replay_phh(text: str) -> Callable[[], None]:
    """Return the measured work: reading a hand and carrying out its actions."""

    def work() -> None:
        for _ in HandHistory.loads(text):
            pass

    return work
