"""The rules that a `play` can break, in the order in which a director would ask.

Those about pulls are in `rules_effects`, those about strikes in `rules_strikes`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from oasis_ref.core.findings import Breach, breach
from oasis_ref.core.text import counted, either
from oasis_ref.games.desperate_oasis.board import (
    COLUMNS,
    IS_KIND,
    KINDS,
    OTHER,
    ROWS,
    SEATS,
    SIDE_COLUMNS,
    has_room,
    side_has_room,
)
from oasis_ref.games.desperate_oasis.catalogue import END_OF_ROUND, GAMEPLAY, POWERS, RECORD, RULES
from oasis_ref.games.desperate_oasis.laying import Laying, may_lay_down, other_actions_possible, over_for
from oasis_ref.games.desperate_oasis.table import RoundState, Supply


@RULES.rule("round-over", "No card is played after the end of the round", END_OF_ROUND, broken_by="play")
def round_over(laying: Laying, supply: Supply) -> Breach | None:
    round_ = laying.round
    if round_.flipped:
        return breach(
            "Round {round} has ended: its face-down cards are flipped. {seat} cannot play another card.",
            round=round_.number,
            seat=laying.seat,
            void=True,
        )
    if over_for(round_, supply, skip_owed=laying.closing):
        return breach(
            "Round {round} has ended: the deck is empty and the last turn is done. {seat} cannot play {card}.",
            round=round_.number,
            seat=laying.seat,
            card=laying.in_words,
            void=True,
        )
    return None


@RULES.rule(
    "not-your-turn",
    "Players alternate; a player acts only in the own turn, and a completed turn takes no further card",
    GAMEPLAY,
    broken_by="play draw",
)
def not_your_turn(laying: Laying) -> Breach | None:
    if laying.stage != "out" or laying.seat not in SEATS:
        return None
    turn = laying.round.turn
    if turn == laying.seat:
        return breach(
            "{seat} plays {card}, but {seat}'s turn is complete: now {other} is to play.",
            seat=laying.seat,
            card=laying.kind,
            other=OTHER[turn],
        )
    return breach("{seat} plays {card}, but it is {turn}'s turn.", seat=laying.seat, card=laying.in_words, turn=turn)


@RULES.rule(
    "one-action", "One action a turn: two cards face up on the own side are continued by nothing else", GAMEPLAY
)
def one_action(laying: Laying) -> Breach | None:
    if laying.stage != "second" or (laying.own and laying.up):
        return None
    how = "face down" if not laying.up else "across"
    return breach(
        "{seat} has begun the action of two cards face up on the own side and lays the second card {how}.",
        seat=laying.seat,
        how=how,
        allowed=f"a second card face up on side {laying.seat}",
    )


@RULES.rule(
    "needs-card",
    "A face-up card is named, and its kind exists",
    RECORD,
    broken_by="play draw flip round",
    breaks="inconsistent",
)
def needs_card(laying: Laying) -> Breach | None:
    if laying.kind in IS_KIND or (laying.kind == "?" and not laying.up):
        return None
    if laying.kind == "?":
        return breach("{seat} lays a card face up, but the record does not say which.", seat=laying.seat, void=True)
    return breach("There is no animal {card}.", card=laying.kind, allowed=either(KINDS), void=True)


@RULES.rule(
    "no-such-place",
    "Every seat, column and place named exists and is what the entry says",
    RECORD,
    broken_by="play palm flip round",
    breaks="inconsistent",
)
def no_such_place(laying: Laying) -> Breach | None:
    if laying.column is not None and laying.seat in SEATS:
        return None
    for seat in (laying.seat, laying.side):
        if seat not in SEATS:
            return breach("There is no seat {seat}: the seats are A and B.", seat=seat, void=True)
    if laying.column is None:
        return breach(
            "There is no column {column}: the columns are 1 to {last}.",
            column=laying.play.column,
            last=COLUMNS[-1],
            void=True,
        )
    return None


@RULES.rule(
    "card-not-in-hand",
    "A card laid, shown or left over was in the hand it comes from",
    RECORD,
    broken_by="play flip",
    breaks="inconsistent",
)
def card_not_in_hand(laying: Laying) -> Breach | None:
    seat, round_ = laying.seat, laying.round
    if seat not in SEATS:
        return None
    if round_.supplies[-1].hands[seat] <= 0:
        return breach("{seat} has no card left and cannot play {card}.", seat=seat, card=laying.in_words, void=True)
    hand = round_.hands[seat]
    if hand is None or hand.may_leave(laying.kind):
        return None
    return breach(
        "{seat} cannot hold {card}: the recorded hand can only be {hand}.",
        seat=seat,
        card=laying.kind,
        hand=hand.cards(),
        void=True,
    )


@RULES.rule(
    "too-many-copies",
    "No more copies of a kind, and no more cards, turn up than the pack can hold",
    RECORD,
    broken_by="play draw flip round",
    breaks="inconsistent",
)
def too_many_copies(laying: Laying) -> Breach | None:
    if laying.limits.impossible is laying.play:
        return breach(NO_PACK, most=laying.limits.largest, void=True)
    kind, seat = laying.kind, laying.seat
    if kind not in IS_KIND or seat not in SEATS or laying.round.held[seat].get(kind):
        return None
    exceeded = laying.limits.exceeded(laying.round.seen, kind)
    return None if exceeded is None else copies_breach(laying.limits.counts is not None, kind, *exceeded)


NO_PACK = "The cards recorded up to here need a pack of more than {most} animals; it has at most {most}."


def copies_breach(known: bool, kind: str, found: int, limit: int) -> Breach:
    """Return the breach for one card too many, for known copies or for a pack of which only the size is bounded."""
    if known:
        return breach(
            "This would be {kind} number {found} of one round; the pack has {limit}.",
            found=found,
            kind=kind,
            limit=limit,
            void=True,
        )
    return breach(
        "With this {kind} the cards seen so far need a pack of at least {found} animals; it has at most {limit}.",
        kind=kind,
        found=found,
        limit=limit,
        void=True,
    )


@RULES.rule("across-face-up", "A card laid across lies face up", GAMEPLAY)
def across_face_up(laying: Laying) -> Breach | None:
    if laying.own or laying.up:
        return None
    return breach(
        "{seat} lays a card face down on side {side}.",
        seat=laying.seat,
        side=laying.side,
        allowed=_other_ways(laying),
    )


def _other_ways(laying: Laying) -> str | None:
    """Return how a card laid face down across could have been laid in one turn, or None if it is not the time."""
    if laying.stage != "start":
        return None
    board, readings, seat = laying.round.board, laying.readings, laying.seat
    ways = [f"face up on side {laying.side}"] if side_has_room(board, readings, laying.side, laying.kind) else []
    if may_lay_down(laying) and side_has_room(board, readings, seat, "?", up=False):
        ways.append(f"face down on side {seat}")
    return ", or ".join(ways) or None


@RULES.rule("own-side-full", "With no room on the own side a player must go across", END_OF_ROUND)
def own_side_full(laying: Laying) -> Breach | None:
    if not laying.own or laying.column is None or len(laying.round.board.columns[laying.column]) < ROWS:
        return None
    if side_has_room(laying.round.board, laying.readings, laying.seat, laying.kind, laying.up):
        return None
    return breach(
        "Side {side} is full, so {seat} must lay a card on side {other}.",
        side=laying.side,
        seat=laying.seat,
        other=OTHER[laying.seat],
        allowed=f"a card face up on side {OTHER[laying.seat]}",
    )


def _subject(laying: Laying) -> str:
    return "The face-down card" if laying.kind == "?" else "The {card}"


@RULES.rule(
    "column-full",
    "A column holds at most three cards, four with three jackals",
    "Goal, Gameplay",
    broken_by="play round",
)
def column_full(laying: Laying) -> Breach | None:
    column, board = laying.column, laying.round.board
    if column is None or has_room(board, laying.readings, column, laying.kind, laying.up):
        return None
    free = _columns_for(laying)
    cards = board.columns[column]
    return breach(
        _subject(laying) + " cannot enter {column}: {count} cards lie there ({cards}) and it holds {capacity}.",
        card=laying.kind,
        column=column,
        count=len(cards),
        cards=[str(card) for card in cards],
        capacity=board.capacity(column),
        allowed=either(free) if free else None,
    )


def _columns_for(laying: Laying) -> list[str]:
    """Return the other columns of the side where the card could be laid by every rule, as far as its place goes."""
    board, seat, own, up = laying.round.board, laying.seat, laying.own, laying.up
    if laying.stage == "out" or not (up or own) or (not up and not may_lay_down(laying)):
        return []
    if laying.stage == "second" and not (own and up):
        return []
    if laying.stage == "start" and own and up:
        spaces = sum(max(0, board.room(column)) for column in SIDE_COLUMNS[seat])
        if spaces < 2 or laying.round.supplies[-1].hands[seat] < 2:
            return []
    return [other for other in SIDE_COLUMNS[laying.side] if has_room(board, laying.readings, other, laying.kind, up)]


@RULES.rule("closest-space", "A card takes the free space nearest to the oasis", GAMEPLAY)
def closest_space(laying: Laying) -> Breach | None:
    row, column = laying.play.row, laying.column
    if row is None or column is None:
        return None
    nearest = len(laying.round.board.columns[column]) + 1
    if row == nearest:
        return None
    return breach(
        _subject(laying) + " is laid in row {row} of {column}; the nearest free row is {nearest}.",
        card=laying.kind,
        row=row,
        column=column,
        nearest=nearest,
        allowed=f"row {nearest}",
    )


@RULES.rule(
    "face-down-limit",
    "A player has at most one face-down card more on the table than the opponent",
    GAMEPLAY,
    broken_by="play round",
)
def face_down_limit(laying: Laying) -> Breach | None:
    seat = laying.seat
    if laying.up or seat not in SEATS or may_lay_down(laying):
        return None
    down = laying.round.board.down_cards()
    mine, theirs = down[seat] + 1, down[OTHER[seat]]
    most = theirs + 1 if laying.readings["face-down-quota"] == "board-difference" else 1
    return breach(
        "This is face-down card number {mine} of {seat}; {other} has {theirs}, so {seat} may have at most {most}.",
        mine=mine,
        seat=seat,
        other=OTHER[seat],
        theirs=theirs,
        most=most,
        allowed=_face_up(laying),
    )


def _face_up(laying: Laying) -> str | None:
    """Return how a card could be laid face up instead of face down, or None if it is not the time."""
    seat = laying.seat
    if laying.stage == "out" or not laying.own:
        return None
    alone = laying.stage == "start" and laying.round.supplies[-1].hands[seat] == 1
    across = side_has_room(laying.round.board, laying.readings, OTHER[seat], laying.kind)
    return f"a card face up on side {OTHER[seat]}" if alone and across else "a card face up"


@RULES.rule("last-card", "A single card in hand cannot be used for the action of two cards", GAMEPLAY)
def last_card(laying: Laying, supply: Supply) -> Breach | None:
    if laying.stage != "start" or not (laying.own and laying.up) or supply.hands[laying.seat] != 1:
        return None
    if laying.column is None or not other_actions_possible(laying) or laying.readings("lone-card") == "free":
        return None
    return breach(
        "{seat} lays the last card in hand face up on the own side, but that action takes two cards.",
        seat=laying.seat,
        allowed=_with_one_card(laying),
    )


def _with_one_card(laying: Laying) -> str | None:
    """Return how the last card in hand can be laid, other than face up on the own side."""
    board, readings, seat = laying.round.board, laying.readings, laying.seat
    ways = [f"{laying.kind} across"] if side_has_room(board, readings, OTHER[seat], laying.kind) else []
    if may_lay_down(laying) and side_has_room(board, readings, seat, "?", up=False):
        ways.append(f"{laying.kind} face down on side {seat}" if not ways else f"face down on side {seat}")
    return ", or ".join(ways) or None


@RULES.rule("chameleon-facing", "A chameleon faces left or right", POWERS, broken_by="play flip")
def chameleon_facing(laying: Laying) -> Breach | None:
    facing = laying.play.facing
    if laying.kind != "chameleon" or facing in (None, "left", "right"):
        return None
    return wrong_facing(facing)


def wrong_facing(facing: str) -> Breach:
    """Return the breach for a facing that does not exist."""
    return breach("The chameleon faces {facing}.", facing=facing, allowed="left or right")


@RULES.rule(
    "needs-facing", "A face-up chameleon has a facing", RECORD, broken_by="play flip round", breaks="inconsistent"
)
def needs_facing(laying: Laying) -> Breach | None:
    if laying.kind != "chameleon" or not laying.up or laying.play.facing is not None:
        return None
    return breach(
        "The record does not say whether the chameleon on {column} faces left or right.",
        column=laying.column or "?",
        allowed="facing left or right",
    )


@RULES.rule(
    "two-cards",
    "The action of two cards is two cards; stopping after one is not allowed",
    GAMEPLAY,
    broken_by="play draw",
)
def two_cards(laying: Laying, supply: Supply) -> Breach | None:
    """Judge a first card that leaves no room for the second on the own side, after all its effects."""
    if supply.hands[laying.seat] < 2:
        return None
    if not other_actions_possible(laying) or laying.readings("second-card-room") == "one-is-enough":
        return None
    return breach(
        "The {card} on {column} leaves no room on side {side} for the second card that this action takes.",
        card=laying.kind,
        column=laying.column,
        side=laying.side,
    )


def second_card_owed(round_: RoundState, entry: int, hand: int) -> Breach:
    """Return the breach of `two-cards` for a turn that was closed with the second card still owed."""
    seat = round_.turn
    if round_.hangs:
        return breach(
            "{seat} laid one card face up on the own side; a second one fits there only if it is a jackal, and whether "
            "{seat} held one was never recorded.",
            seat=seat,
            charged=entry,
            status="unverifiable",
        )
    return breach(
        "{seat} laid one card face up on the own side and still owed the second, with {cards} in hand.",
        seat=seat,
        cards=counted(hand, "card"),
        charged=entry,
    )


Check = Callable[[Laying], "Breach | None"]


def checks_for(
    stage: str, own: bool, up: bool, odd: bool, crowded: bool
) -> tuple[tuple[Check, ...], tuple[Check, ...]]:
    """Return the rules that a card can break when it is laid like this, in the order in which a director would ask.

    The first ones ask whether the card can be laid at all, the others about its place. ``odd`` says that the entry
    names something other than a known animal and an existing place, or gives a row; ``crowded`` that three cards or
    more lie in the column. A rule that cannot be broken is not asked.
    """
    whether: list[tuple[bool, Check]] = [
        (stage == "out", not_your_turn),
        (stage == "second" and not (own and up), one_action),
        (odd, needs_card),
        (odd, no_such_place),
        (True, card_not_in_hand),
        (True, too_many_copies),
    ]
    where: list[tuple[bool, Check]] = [
        (not own and not up, across_face_up),
        (own and crowded, own_side_full),
        (crowded, column_full),
        (odd, closest_space),
        (not up, face_down_limit),
    ]
    return tuple(check for applies, check in whether if applies), tuple(check for applies, check in where if applies)


YES_NO = (True, False)
CHECKS = {
    situation: checks_for(*situation)
    for situation in product(("start", "second", "out"), YES_NO, YES_NO, YES_NO, YES_NO)
}
FACING_CHECKS: tuple[Check, ...] = (chameleon_facing, needs_facing)
