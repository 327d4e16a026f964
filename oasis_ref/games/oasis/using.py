"""Which open card an entry uses, and whether it may."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oasis_ref.core.cards import UNKNOWN
from oasis_ref.core.findings import Finding, breach
from oasis_ref.games.oasis.asking import CLEAN, ask_one
from oasis_ref.games.oasis.catalogue import RULES
from oasis_ref.games.oasis.moves import CARDS
from oasis_ref.games.oasis.rules_rounds import Acting, Use, card_not_taken, game_over, not_your_turn
from oasis_ref.games.oasis.rules_tiles import has_square
from oasis_ref.games.oasis.turns import Open

if TYPE_CHECKING:
    from oasis_ref.games.oasis.match import Match


def use_of(table: Match, by: str, kinds: tuple[str, ...], shows: str, tile: str | None = None) -> Use:
    """Return which open card an entry uses, if it is its player's turn."""
    seat = table.seat_of.get(by)
    turn = table.turn
    if turn is None or turn.taker != seat:
        return Use(by, seat, kinds, shows, tile)
    if table.last_by_taker != table.number:
        # What he owes is charged to the last of his entries here, carried out or not.
        table.earlier_by_taker, table.last_by_taker = table.last_by_taker, table.number
    used: Open | None = None
    begun = False
    for card in turn.open:
        begun = begun or card.begun
        if card.kind in kinds and (used is None or card.begun):
            used = card
    if used is None:
        used = next((card for card in turn.open if card.kind == UNKNOWN), None)
        use = Use(by, seat, kinds, shows, tile, used, used is not None)
    else:
        use = Use(by, seat, kinds, shows, tile, used, False, not used.guessed)
    if begun and (used is None or not used.begun):
        use.begun = [card for card in turn.open if card.begun]
        if table.options["card-split"] == "whole-card":
            piles = table.board.piles
            use.lapsed = [card for card in use.begun if not piles[card.kind] or not has_square(table, seat, card.kind)]
    return use


def guess_card(table: Match, use: Use) -> list[Finding]:
    """An unread card must be what the entry makes of it: say so, or prove that it can or cannot be."""
    turn, batches = table.turn, table.cards.batches
    assert turn is not None
    unread = {card.used: card for card in turn.open if card.kind == UNKNOWN and isinstance(card.used, int)}
    # Until they are resolved nothing tells the unread cards of an offer apart: the first stands for any of them.
    first = next(iter(unread))
    kinds = tuple(kind for kind in use.kinds if batches.may_be({first: (kind,)}))
    if kinds:
        use.card, use.kinds = unread[first], kinds
        others = [kind for kind in CARDS if kind not in kinds]
        use.guess = batches.may_be(dict.fromkeys(unread, others))
        return ask_one(table, card_not_taken, use)
    use.guess = False
    found = breach(
        "{by} resolves the card of {maker}'s offer that nobody wrote down as {kinds}, but every such card that "
        "could lie there has been seen elsewhere.",
        by=use.by,
        maker=table.seats[turn.maker],
        kinds=list(use.kinds),
    )
    return [RULES.finding("card-count", found, table.number)]


def gate(table: Match, use: Use) -> tuple[list[Finding], bool]:
    """Return what is said before the tile, camels or cards themselves are looked at, and whether that stands alone."""
    if use.sure:
        # After the end of the game no card lies open.
        return CLEAN, False
    findings = CLEAN
    alone = table.over
    if alone:
        findings = ask_one(table, game_over, Acting(use.by, use.seat))
    elif (found := not_your_turn(table, use)) is not None:
        findings, alone = [RULES.finding(not_your_turn, found, table.number)], True
    elif use.guess and use.kinds:
        findings = guess_card(table, use)
    else:
        if use.guess:
            use.card, use.guess = None, False
        found = card_not_taken(table, use)
        if found is not None:
            findings, alone = [RULES.finding(card_not_taken, found, table.number)], found.status != "unverifiable"
    if alone:
        use.card, use.lapsed = None, ()
    return findings, alone
