"""How a turn closes: worked out beforehand, so that the entry that closes it can be judged before anything happens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oasis_ref.core.cards import UNKNOWN
from oasis_ref.core.findings import Finding
from oasis_ref.core.text import counted
from oasis_ref.games.oasis.catalogue import RULES
from oasis_ref.games.oasis.moves import CAMELS_SHOWN
from oasis_ref.games.oasis.rules_rounds import resolve_all_cards
from oasis_ref.games.oasis.rules_tiles import has_square
from oasis_ref.games.oasis.stacks import Stacks
from oasis_ref.games.oasis.turns import Closing

if TYPE_CHECKING:
    from oasis_ref.games.oasis.match import Match


def closing_of(table: Match) -> Closing | None:
    """Return what the close of the open turn brings, or None if nothing is open. Changes nothing."""
    turn = table.turn
    if turn is None or not turn.open:
        return None
    closing = Closing()
    owed: list[str] = []
    board = table.board
    for card in turn.open:
        if card.kind == UNKNOWN:
            closing.unread.append(card)
        elif card.kind == "draw-three":
            closing.draws.append(card)
        elif card.kind in CAMELS_SHOWN:
            need = min(CAMELS_SHOWN[card.kind], board.camel_reserve(turn.taker), board.vacant_path)
            (closing.owed if need else closing.idle).append(card)
            owed += [counted(need, "camel")] if need else []
        elif not board.piles[card.kind]:
            closing.idle.append(card)
        elif has_square(table, turn.taker, card.kind):
            closing.owed.append(card)
            owed.append(counted(card.left, f"{card.kind} tile"))
        else:
            closing.unplayable.append(card)
    found = resolve_all_cards(table, owed)
    if found is not None:
        closing.finding = RULES.finding(resolve_all_cards, found, table.number)
    closing.brings_end = _brings_end(table, closing)
    return closing


def _brings_end(table: Match, closing: Closing) -> bool:
    readings = table.readings
    if closing.unplayable and readings["edition"] == "english" and readings["unplayable-judged"] == "at-placing":
        return True
    if not closing.draws or readings["short-draw"] != "game-ends":
        return False
    pool = table.cards.pool
    if readings["discard-when"] == "card-by-card":
        # The cards resolved before are there to be drawn, but for the last draw's own card.
        pool += len(table.turn.open) - 1 if table.turn is not None else 0
    return 3 * len(closing.draws) > pool


def cards_after(table: Match, closing: Closing | None) -> Stacks:
    """Return the cards as they lie once the turn is closed: a copy if that draws cards."""
    turn = table.turn
    if closing is None or turn is None:
        return table.cards
    after = table.cards.copy()
    eager = table.options["reshuffle-when"] == "when-empty"
    by_card = table.options["discard-when"] == "card-by-card"
    rest = [card for card in turn.open if card not in closing.draws]
    if by_card:
        for card in rest:
            if turn.shuffled is not None and card in closing.unread:
                after.shuffled_too(turn.shuffled, card.used)
            else:
                after.discards.append(card.used)
    for card in closing.draws:
        after.draw(turn.taker, 3, None, "bottom", eager)
        if by_card:
            after.discards.append(card.used)
    if not by_card:
        after.discards += [*turn.used, *(card.used for card in turn.open)]
    return after


def closing_findings(closing: Closing | None) -> list[Finding]:
    return [closing.finding] if closing is not None and closing.finding is not None else []
