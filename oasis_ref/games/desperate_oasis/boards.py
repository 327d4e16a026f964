"""Boards written down as a whole, in a position or on a score sheet: reading and checking them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from oasis_ref.core.findings import Breach, breach
from oasis_ref.core.readings import Readings
from oasis_ref.core.text import counted
from oasis_ref.games.desperate_oasis.board import (
    COLUMNS,
    KINDS,
    NUMBER_OF,
    OTHER,
    SEATS,
    SIDE_OF,
    Board,
    Card,
    empty_board,
    place_name,
)
from oasis_ref.games.desperate_oasis.catalogue import RECORD, RULES
from oasis_ref.games.desperate_oasis.laying import Limits
from oasis_ref.games.desperate_oasis.moves import AnyOasis, Lying, Oasis, Pile
from oasis_ref.games.desperate_oasis.rules import (
    column_full,
    copies_breach,
    face_down_limit,
    needs_card,
    needs_facing,
    too_many_copies,
    wrong_facing,
)
from oasis_ref.games.desperate_oasis.table import LAST_ROUND, as_oases

Broken = list[tuple[Any, Breach]]
BoardSpec = Mapping[str, Sequence[str | Lying]]

MOST_TOKENS = 2 * LAST_ROUND
MOST_OASES = LAST_ROUND * len(COLUMNS)


def read_board(spec: BoardSpec, oases: Sequence[Oasis], first_id: int, broken: Broken) -> Board:
    """Return the board that is written down, leaving out what cannot lie there; note every fault."""
    board = empty_board(frozenset([number for number, oasis in enumerate(oases, 1) if oasis.portal]))
    for column, cards in spec.items():
        if column not in NUMBER_OF:
            broken.append(
                (
                    "no-such-place",
                    breach("There is no column {column}: the columns are A1 to A5 and B1 to B5.", column=column),
                )
            )
            continue
        for lying in cards:
            card = _read_card(column, len(board.columns[column]), lying, first_id, broken)
            if card is not None:
                board.add(column, card)
                first_id += 1
    return board


def _read_card(column: str, index: int, lying: str | Lying, card_id: int, broken: Broken) -> Card | None:
    kind, up, facing = (lying, True, None) if isinstance(lying, str) else (lying.card, lying.face == "up", lying.facing)
    at = place_name(column, index)
    if kind not in KINDS and (kind != "?" or up):
        says = (
            "The record does not say which card lies face up at {at}."
            if kind == "?"
            else "There is no animal {card} at {at}."
        )
        broken.append((needs_card, breach(says, at=at, card=kind)))
        return None
    if kind == "chameleon" and facing not in (None, "left", "right"):
        broken.append(("chameleon-facing", wrong_facing(facing)))
        facing = "left"
    elif kind == "chameleon" and up and facing is None:
        broken.append(
            (needs_facing, breach("The record does not say whether the chameleon at {at} faces left or right.", at=at))
        )
        facing = "left"
    return Card(kind, SIDE_OF[column], up, facing if kind in ("chameleon", "?") else None, card_id)


def check_board(board: Board, readings: Readings, broken: Broken) -> None:
    """Note columns that hold too many cards, and too many face-down cards: a record of what cannot lie there."""
    for column, cards in board.columns.items():
        if len(cards) > board.capacity(column):
            broken.append(
                (
                    column_full,
                    breach(
                        "{column} holds {count} cards ({cards}); it can hold {capacity}.",
                        column=column,
                        count=len(cards),
                        cards=[str(card) for card in cards],
                        capacity=board.capacity(column),
                        status="inconsistent",
                    ),
                )
            )
    down = board.down_cards()
    for seat in SEATS:
        mine, theirs = down[seat], down[OTHER[seat]]
        most = theirs + 1
        if mine > 1 and (mine > most) != (mine > 1) and readings("face-down-quota") == "one-each":
            most = 1
        if mine > most:
            broken.append(
                (
                    face_down_limit,
                    breach(
                        "{seat} has {mine} face-down cards and {other} has {theirs}: at most {most} are possible.",
                        seat=seat,
                        mine=mine,
                        other=OTHER[seat],
                        theirs=theirs,
                        most=most,
                        status="inconsistent",
                    ),
                )
            )


def check_copies(cards: Sequence[str], limits: Limits, most_in_round: int, broken: Broken) -> None:
    """Note a kind that lies there more often than the pack holds it, or more cards than a round can show."""
    seen: dict[str, int] = {}
    for card in cards:
        if card not in KINDS:
            continue
        exceeded = limits.exceeded(seen, card)
        if exceeded is not None:
            broken.append((too_many_copies, copies_breach(limits.counts is not None, card, *exceeded)))
            return
        seen[card] = seen.get(card, 0) + 1
    if len(cards) > most_in_round:
        broken.append(
            (
                too_many_copies,
                breach("{count} cards lie there; a round shows at most {most}.", count=len(cards), most=most_in_round),
            )
        )


@RULES.rule("sheet-oases", "The oases of a final table exist", RECORD, broken_by="sheet round", breaks="inconsistent")
def sheet_oases(oases: Sequence[Oasis], pack: Sequence[AnyOasis] | str) -> Breach | None:
    if len(oases) > MOST_OASES:
        return breach("{count} oases are listed; three rounds have {most}.", count=len(oases), most=MOST_OASES)
    if isinstance(pack, str):
        return None
    values, listed = [oasis.value for oasis in as_oases(pack)], [oasis.value for oasis in oases]
    excess = [
        f"{listed.count(value)} of value {value} (the pack has {values.count(value)})"
        for value in dict.fromkeys(listed)
        if listed.count(value) > values.count(value)
    ]
    return breach("More oases are listed than the pack has: {excess}.", excess=excess) if excess else None


@RULES.rule(
    "sheet-tokens",
    "The palm tokens of a final table can have been won",
    RECORD,
    broken_by="sheet round",
    breaks="inconsistent",
)
def sheet_tokens(seat: str, pile: Pile) -> Breach | None:
    most = 2 * len(pile.oases)
    if pile.tokens < 0:
        return breach("{seat} is said to have {tokens} palm tokens.", seat=seat, tokens=pile.tokens)
    if pile.tokens > most:
        return breach(
            "{seat} has {tokens} with {oases}: at most two lie on one, so at most {most}.",
            seat=seat,
            tokens=counted(pile.tokens, "palm token"),
            oases=counted(len(pile.oases), "oasis", "oases"),
            most=most,
        )
    return None


def tokens_in_all(piles: Mapping[str, Pile]) -> Breach | None:
    """Judge the number of all palm tokens by rule `sheet-tokens`."""
    total = sum(pile.tokens for pile in piles.values())
    if total > MOST_TOKENS:
        return breach("{total} palm tokens are counted; the game has {most}.", total=total, most=MOST_TOKENS)
    return None


@RULES.rule("sheet-total", "A stated total is right", RECORD, broken_by="sheet round", breaks="inconsistent")
def sheet_total(whose: str, stated: int | None, total: int | None, sum_in_words: str) -> Breach | None:
    if stated is None or total is None or stated == total:
        return None
    says = "{whose}: {stated} stated, but it is {sum} = {total}."
    if sum_in_words == str(total):
        says = "{whose}: {stated} stated, but it is {total}."
    return breach(
        says,
        whose=whose,
        stated=counted(stated, "point"),
        sum=sum_in_words,
        total=total,
    )


@RULES.rule("sheet-taker", "The stronger side takes an oasis", RECORD, broken_by="sheet", breaks="inconsistent")
def sheet_taker(number: int, round_number: int, stated: str, taker: str, strengths: tuple[int, int]) -> Breach | None:
    if stated == taker:
        return None
    return breach(
        "Oasis {number} of round {round} is said to go to {stated}; with A {a} and B {b} it goes to {taker}.",
        number=number,
        round=round_number,
        stated=_whom(stated),
        a=strengths[0],
        b=strengths[1],
        taker=_whom(taker),
    )


def takers_of_another_number(takers: Sequence[str] | None, oases: int) -> Breach | None:
    """Judge the number of takers by rule `sheet-taker`."""
    if takers is None or len(takers) == oases:
        return None
    return breach(
        "{takers} for {oases}; an oasis that nobody takes is written `none`.",
        takers=counted(len(takers), "taker"),
        oases=counted(oases, "oasis", "oases"),
    )


def _whom(taker: str) -> str:
    return "nobody" if taker == "none" else taker


def pile_points(pile: Pile) -> int:
    """Return what a pile is worth: the values of its oases plus its tokens."""
    return sum(oasis.value for oasis in as_oases(pile.oases)) + pile.tokens


def pile_sum(pile: Pile) -> str:
    """Return the sum of a pile in words: ``3 + 2 - 1 + 2 tokens``."""
    values = [str(oasis.value) for oasis in as_oases(pile.oases)] or ["0"]
    return f"{' + '.join(values)} + {pile.tokens} tokens".replace("+ -", "- ")


def check_piles(
    piles: Mapping[str, Pile], discarded: Sequence[Oasis], pack: Sequence[AnyOasis] | str, broken: Broken
) -> None:
    """Note what cannot be in the piles of won oases."""
    for seat in piles:
        if seat not in SEATS:
            broken.append(("no-such-place", breach("There is no seat {seat}: the seats are A and B.", seat=seat)))
    oases = [oasis for pile in piles.values() for oasis in as_oases(pile.oases)] + list(discarded)
    checks: list[tuple[Any, Breach | None]] = [
        (sheet_oases, sheet_oases(oases, pack)),
        *((sheet_tokens, sheet_tokens(seat, pile)) for seat, pile in piles.items()),
        (sheet_tokens, tokens_in_all(piles)),
    ]
    checks += [
        (sheet_total, sheet_total(seat, pile.points, pile_points(pile), pile_sum(pile))) for seat, pile in piles.items()
    ]
    broken += [(rule, found) for rule, found in checks if found is not None]
