"""Judging an entry: which rules are asked, in the order in which a director would ask them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from oasis_ref.core.cards import UNKNOWN
from oasis_ref.core.documents import Entry
from oasis_ref.core.findings import Breach, Finding, breach
from oasis_ref.games.base import Judgement
from oasis_ref.games.oasis.asking import CLEAN, Plan, ask_all, ask_first, ask_one, judged
from oasis_ref.games.oasis.board import Laying
from oasis_ref.games.oasis.catalogue import RULES, TILE_RULES
from oasis_ref.games.oasis.closing import cards_after, closing_findings, closing_of
from oasis_ref.games.oasis.moves import (
    CAMELS_SHOWN,
    CARD_OF_TILE,
    Bonus,
    Camels,
    DrawThree,
    Mark,
    Offer,
    Place,
    Reshuffle,
    Setup,
    Take,
    Unplayable,
)
from oasis_ref.games.oasis.rules_camels import HOW_MANY, LIFTING, PUTTING, Moving, bonus_one_thing, moving
from oasis_ref.games.oasis.rules_cards import (
    DRAWING,
    DRAWN,
    Drawing,
    Shuffling,
    checks_of_turned_up,
    draw_three,
    reshuffle_cards,
    reshuffle_when_needed,
)
from oasis_ref.games.oasis.rules_rounds import (
    Acting,
    Use,
    bonus_holder,
    bonus_when,
    game_over,
    not_own_offer,
    offer_order,
    offer_still_open,
    offers_before_takes,
    one_offer_each,
    round_not_over,
    take_order,
    tile_left,
    whole_card,
)
from oasis_ref.games.oasis.rules_setup import setup_findings
from oasis_ref.games.oasis.rules_tiles import (
    HOLDING,
    LYING,
    MARKING,
    MARKING_MOVED,
    has_square,
    must_place_tile,
    on_the_board,
)
from oasis_ref.games.oasis.stacks import Stacks
from oasis_ref.games.oasis.turns import Open
from oasis_ref.games.oasis.using import gate, guess_card, use_of

if TYPE_CHECKING:
    from oasis_ref.games.oasis.match import Match

BOTH_CAMELS = tuple(CAMELS_SHOWN)


def judge_unprepared(table: Match, entry: Entry) -> Judgement:
    """Judge an entry before the set-up, or after one from which the game cannot be replayed."""
    if table.stopped is not None or (table.set_up_at and table.set_up_at != table.number):
        return Judgement()
    if isinstance(entry, Setup):
        table.set_up_at = table.number
        findings = setup_findings(table, entry)
        return Judgement(findings, findings)
    found = breach("The record does not begin with a set-up, so nobody's counter is known.")
    return Judgement([RULES.finding("counters-dealt", found, table.number)])


def judge_setup(table: Match, entry: Setup) -> Judgement:
    found = breach("The counters are dealt once, and this game has begun already.", void=True)
    return Judgement([RULES.finding("counters-dealt", found, table.number)], None, True)


# Offers and takes


def judge_offer(table: Match, entry: Offer) -> Judgement:
    seat = table.seat_of.get(entry.by)
    turn = table.turn
    closing = closing_of(table) if turn is not None and turn.open else None
    findings: list[Finding] = []
    if closing is not None or table.end is not None or table.takes or seat is None or seat != table.next_to_offer():
        # Whose turn it is in a round in which nobody has taken, with no end due, breaks none of these.
        due = table.end is not None or (closing is not None and closing.brings_end)
        act = Acting(entry.by, seat, due and table.between)
        if closing is not None and closing.draws and not closing.unplayable:
            act.closes_with = "short-draw"
        findings = ask_first(table, (game_over, one_offer_each, round_not_over), act)
        if findings:
            return judged(Plan(seat, closing=closing), findings)
        findings = ask_all(table, (offer_order,), act)
        if seat is None:
            return judged(Plan(seat, closing=closing), findings, void=True)
    if table.squares.unknown and table.end_in_doubt():
        findings = [*findings, *ask_one(table, game_over, Acting(entry.by, seat, doubtful=True))]
    state = table.cards if closing is None else cards_after(table, closing)
    told = entry.drawn is not None or entry.put != "bottom"
    checks = checks_of_turned_up(state.stacks[seat], entry.cards)
    void = False
    if told or checks:
        drawing = _offer_drawing(table, entry, seat, state)
        findings += ask_all(table, checks, drawing)
        if told:
            findings += ask_all(table, DRAWN, drawing)
        void = not 0 < len(drawing.cards) <= drawing.stack
    if closing is not None:
        findings += closing_findings(closing)
    return Judgement(findings, Plan(seat, closing=closing), void)


def _offer_drawing(table: Match, entry: Offer, seat: int, state: Stacks) -> Drawing:
    size = len(entry.cards)
    due = max(3 - size, 0)
    stack = len(state.stacks[seat])
    real = due if due <= len(state.deck) else min(due, state.pool)
    drawing = Drawing(entry.by, seat, entry.cards, stack, due, real, entry.drawn, entry.put, state)
    if entry.drawn is not None and size <= stack and any(card != UNKNOWN for card in entry.drawn):
        trial = state.copy()
        trial.turn_up(seat, entry.cards)
        drawing.misfits = _try_draw(table, trial, seat, entry.drawn, entry.put)
    return drawing


def _try_draw(table: Match, trial: Stacks, seat: int, drawn: Sequence[str], put: str) -> list[tuple[str, str]]:
    return trial.draw(seat, len(drawn), drawn, put, table.options["reshuffle-when"] == "when-empty").misfits


def judge_take(table: Match, entry: Take) -> Judgement:
    seat = table.seat_of.get(entry.by)
    if entry.of is not None:
        maker = table.seat_of.get(entry.of)
    else:
        left = table.offers_left()
        maker = left[0] if len(left) == 1 else None
    findings: list[Finding] = []
    if not _takes_in_turn(table, seat, maker):
        act = Acting(entry.by, seat, table.end is not None and table.between, entry.of, maker)
        findings = ask_first(table, (game_over, offers_before_takes, offer_still_open), act)
        if findings:
            return judged(Plan(seat, maker=maker), findings)
        findings = ask_all(table, (take_order, not_own_offer), act)
    turn = table.turn
    closing = None
    if turn is not None and turn.open:
        closing = closing_of(table)
        findings += closing_findings(closing)
    plan = Plan(seat, closing=closing, maker=maker)
    return judged(plan, findings) if findings else Judgement(findings, plan)


def _takes_in_turn(table: Match, seat: int | None, maker: int | None) -> bool:
    """Return whether it is the seat's turn to take an open offer of another: that breaks no rule about takes."""
    return (
        seat is not None
        and maker is not None
        and maker != seat
        and table.offers[maker] is not None
        and seat == table.next_to_choose()
        and (table.takes > 0 or table.next_to_offer() is None)
    )


# Resolving cards


def judge_place(table: Match, entry: Place) -> Judgement:
    tile, square = entry.tile, entry.square
    use = use_of(table, entry.by, CARD_OF_TILE.get(tile, ()), "a tile", tile)
    seat, board = use.seat, table.board
    findings, alone = (CLEAN, False) if use.sure else gate(table, use)
    if not alone and not board.piles.get(tile):
        findings, alone = ask_one(table, tile_left, tile), True
    if seat is None:
        return Judgement(findings, Plan(seat, use), True)
    at = table.squares.index.get(square, -1)
    lay = board.laying(seat, tile, at, square, entry.marker)
    plan = Plan(seat, use, lay)
    if alone:
        possible = board.holds_tile(at) and board.piles.get(tile, 0) > 0
        return Judgement(findings, plan, not possible or findings[0].void)
    found = whole_card(table, use) if use.begun else None
    if found is not None:
        findings = [*findings, RULES.finding(whole_card, found, table.number)]
    wrong = tile_findings(table, lay)
    if findings or wrong:
        # Where no square is legal, laying it on another does not make it playable.
        plan.cornered = bool(wrong) and use.card is not None and has_square(table, seat, tile) is False
        return Judgement([*findings, *wrong], plan, not board.holds_tile(at))
    return Judgement(wrong, plan)


def tile_findings(table: Match, lay: Laying) -> list[Finding]:
    """Return everything that is wrong with a tile; of a square that cannot hold it, only that."""
    findings: list[Finding] = []
    squares = table.squares
    if not lay.plain:
        for check in HOLDING:
            found = check(table, lay)
            if found is not None:
                findings.append(RULES.finding(check, found, table.number))
                if found.status != "unverifiable":
                    return findings
    own = lay.own
    if lay.others or squares.unknown or (len(own) != 1 and (own or not squares.starts[lay.type][lay.at])):
        # A tile that touches one own area, or starts one where it may, and nobody else's keeps all of these.
        findings += ask_all(table, LYING, lay)
    if lay.marker is not None or (lay.free and not own):
        findings += ask_all(table, MARKING.get(lay.marker, MARKING_MOVED), lay)
    return findings


def judge_camels(table: Match, entry: Camels) -> Judgement:
    kinds = BOTH_CAMELS if entry.card is None else (entry.card,) if entry.card in CAMELS_SHOWN else ()
    use = use_of(table, entry.by, kinds, "such camels" if entry.card is None else entry.card)
    plan = Plan(use.seat, use)
    judged_as = kinds[-1] if kinds else ""
    if use.guess and len(kinds) > 1:
        use.kinds, judged_as = _likely_kinds(table, use, entry)
    findings, alone = (CLEAN, False) if use.sure else gate(table, use)
    if use.seat is None:
        return Judgement(findings, plan, True)
    if alone:
        plan.move = moving(table, use.seat, entry.to, entry.origin, None)
        return Judgement(findings, plan, findings[0].void)
    if use.card is not None and use.card.kind in kinds and len(kinds) > 1:
        moved = _best_camel_card(table, use, plan, entry)
        turn = table.turn
        if turn is not None and turn.unread():
            if moved:
                findings, moved = _unread_camel_card(table, use, plan, entry, moved)
            else:
                plan.fits = _fitting_kinds(table, use.seat, entry)
    else:
        assert use.card is not None
        kind = use.card.kind if use.card.kind in CAMELS_SHOWN else judged_as
        plan.move = moving(table, use.seat, entry.to, entry.origin, CAMELS_SHOWN[kind])
        moved = camel_findings(table, plan.move)
    found = whole_card(table, use) if use.begun else None
    if found is not None:
        findings = [*findings, RULES.finding(whole_card, found, table.number)]
    if findings or moved:
        return judged(plan, [*findings, *moved])
    return Judgement([], plan)


def _likely_kinds(table: Match, use: Use, entry: Camels) -> tuple[tuple[str, ...], str]:
    """Return the kinds that an unread camel card can be if it is resolved here, and by which kind the entry is judged.

    Of the kinds that it can be these are those that the entry fits. A known card that was used before may have been
    the one resolved here, and the unread one resolved then. If nothing fits, it is any kind, and the larger is judged.
    """
    assert use.seat is not None
    assert use.card is not None
    assert table.turn is not None
    assert isinstance(use.card.used, int)
    used, may_be = use.card.used, table.cards.batches.may_be
    can_be = tuple(kind for kind in BOTH_CAMELS if may_be({used: (kind,)})) or BOTH_CAMELS
    fits = _fitting_kinds(table, use.seat, entry)
    found = [kind for kind in can_be if kind in fits]
    judged_as = found[0] if found else can_be[-1]
    for known, then in table.turn.camels_known:
        swapped = [kind for kind in then if known in fits and kind in can_be and kind not in found]
        if swapped and not found:
            judged_as = known
        found += swapped
    return tuple(found) or can_be, judged_as


def _fitting_kinds(table: Match, seat: int, entry: Camels) -> tuple[str, ...]:
    """Return the kinds of camel card by which an entry can be legal."""
    return tuple(kind for kind in BOTH_CAMELS if _fits_camels(table, seat, entry, kind))


def _fits_camels(table: Match, seat: int, entry: Camels, kind: str) -> bool:
    """Return whether an entry can be legal by a camel card of that kind."""
    found = camel_findings(table, moving(table, seat, entry.to, entry.origin, CAMELS_SHOWN[kind]))
    return all(finding.status == "unverifiable" for finding in found)


def _unread_camel_card(
    table: Match, use: Use, plan: Plan, entry: Camels, moved: list[Finding]
) -> tuple[list[Finding], list[Finding]]:
    """If the entry fits no camel card that is known, it may fit one that nobody wrote down; else leave it as it is."""
    turn = table.turn
    assert turn is not None
    assert use.seat is not None
    for kind in BOTH_CAMELS:
        if turn.card_for((kind,)) is not None:
            continue
        move = moving(table, use.seat, entry.to, entry.origin, CAMELS_SHOWN[kind])
        other = Use(use.by, use.seat, (kind,), use.shows, guess=True)
        if camel_findings(table, move):
            continue
        findings = guess_card(table, other)
        if other.card is not None:
            use.card, use.kinds, use.guess, plan.move = other.card, other.kinds, other.guess, move
            return findings, CLEAN
    return CLEAN, moved


def _best_camel_card(table: Match, use: Use, plan: Plan, entry: Camels) -> list[Finding]:
    """Take the smaller open camel card for which the entry is legal; if there is none, the larger one."""
    turn = table.turn
    assert turn is not None
    assert use.seat is not None
    findings: list[Finding] = []
    for kind in BOTH_CAMELS:
        card = turn.card_for((kind,))
        if card is None:
            continue
        use.card = card
        plan.move = moving(table, use.seat, entry.to, entry.origin, CAMELS_SHOWN[kind])
        findings = camel_findings(table, plan.move)
        if not findings:
            return findings
    return findings


def camel_findings(table: Match, move: Moving) -> list[Finding]:
    """Return everything that is wrong with the camels of one entry."""
    findings: list[Finding] = []
    if move.plain:
        # Where camels only come to vacant path squares, at most their number can be wrong.
        if not move.bonus and (move.put != move.need or table.squares.unknown):
            findings = ask_all(table, HOW_MANY, move)
    else:
        findings = [*_off_the_board(table, move), *ask_all(table, PUTTING, move)]
    if move.lifted or move.put > move.reserve:
        # Where nothing is lifted and the reserve suffices, none of these can be broken.
        findings += ask_all(table, LIFTING, move)
    return findings


def _off_the_board(table: Match, move: Moving) -> list[Finding]:
    """Return what is said of the first square named that is none of this board."""
    named = [*zip(move.to, move.to_at, strict=True), *zip(move.origin, move.lifted, strict=True)]
    for place, (name, at) in enumerate(named):
        if at < 0 or table.squares.char[at] == "-":
            found = on_the_board(table, Laying(move.seat, "", at, name, None))
            assert found is not None
            # The other camels can be put without one of them, but not without one that should have been lifted.
            void = place >= len(move.to)
            return [RULES.finding(on_the_board, breach(found.says, **found.facts, void=void), table.number)]
    return []


def judge_unplayable(table: Match, entry: Unplayable) -> Judgement:
    tile = entry.tile
    use = use_of(table, entry.by, CARD_OF_TILE.get(tile, ()), "a tile", tile)
    plan = Plan(use.seat, use)
    findings, alone = gate(table, use)
    if alone:
        return Judgement(findings, plan, use.seat is None or findings[0].void)
    none_left = ask_one(table, tile_left, tile)
    if none_left:
        return Judgement(none_left, plan, True)
    must = must_place_tile(table, use)
    plan.refused = must is not None and must.status != "unverifiable"
    found = whole_card(table, use) if use.begun else None
    findings = [
        *findings,
        *([RULES.finding(whole_card, found, table.number)] if found is not None else []),
        *([RULES.finding(must_place_tile, must, table.number)] if must is not None else []),
    ]
    return Judgement(findings, plan, False)


def judge_draw_three(table: Match, entry: DrawThree) -> Judgement:
    use = use_of(table, entry.by, ("draw-three",), "three cards to draw")
    plan = Plan(use.seat, use)
    findings, alone = gate(table, use)
    if use.seat is None:
        return Judgement(findings, plan, True)
    if alone:
        return Judgement(findings, plan, findings[0].void)
    if entry.drawn is None and entry.put == "bottom" and not findings and not use.begun:
        # Of cards that nobody wrote down nothing can be wrong.
        return Judgement([], plan)
    state = table.cards
    drawing = Drawing(
        entry.by, use.seat, (), len(state.stacks[use.seat]), 3, min(3, state.pool), entry.drawn, entry.put, state
    )
    if entry.drawn is not None and any(card != UNKNOWN for card in entry.drawn):
        drawing.misfits = _try_draw(table, state.copy(), use.seat, entry.drawn, entry.put)
    found = whole_card(table, use) if use.begun else None
    whole = [RULES.finding(whole_card, found, table.number)] if found is not None else []
    drawn = ask_all(table, DRAWING, drawing)
    return Judgement([*findings, *drawn, *whole, *ask_one(table, draw_three, drawing)], plan, False)


# The free action, marks, and the shuffle


def judge_bonus(table: Match, entry: Bonus) -> Judgement:
    seat, tile, square = table.seat_of.get(entry.by), entry.tile, entry.square
    turn = table.turn
    closing = closing_of(table) if turn is not None and turn.open else None
    plan = Plan(seat, closing=closing)
    due = table.between and (table.end is not None or (closing is not None and closing.brings_end))
    barred = due and table.free is not None and table.readings("bonus-in-last-round") == "no"
    act = Acting(entry.by, seat, barred)
    if closing is not None and closing.draws and not closing.unplayable:
        act.closes_with = "short-draw"
    # Whoever has the free action before the end of the game breaks neither of the rules that say when it comes.
    in_turn = seat is not None and seat == table.free and table.between and not barred
    findings = ask_one(table, game_over, act) if not in_turn else CLEAN
    if not findings and tile is not None:
        findings = ask_one(table, tile_left, tile, False)
    if not findings and not in_turn:
        findings = ask_one(table, bonus_when, act)
    if findings:
        return judged(plan, findings)
    findings = []
    void = seat is None
    if seat is not None and tile is not None and square is not None:
        at = table.squares.index.get(square, -1)
        plan.lay = table.board.laying(seat, tile, at, square, entry.marker)
        findings = tile_findings(table, plan.lay)
        void = bool(findings) and not table.board.holds_tile(at) and not entry.to
    if seat is not None and (entry.to or entry.origin):
        plan.move = moving(table, seat, entry.to, entry.origin, 1, bonus=True)
        moved = camel_findings(table, plan.move)
        if moved:
            findings += moved
            void = void or (plan.lay is None and any(finding.void for finding in moved))
    if not in_turn:
        findings += ask_one(table, bonus_holder, act)
    findings += ask_one(table, bonus_one_thing, entry)
    if closing is not None:
        findings += closing_findings(closing)
    return Judgement(findings, plan, void)


@RULES.rule(
    "marker-alone",
    "A marker goes down or moves only with a tile that starts an area, never by itself",
    TILE_RULES,
    broken_by="mark",
)
def marker_alone(table: Match, entry: Mark) -> Breach | None:
    return breach(
        "{by} puts a marker on {square} without laying a tile; only a new tile beside a free area takes it over.",
        by=entry.by,
        square=entry.square,
    )


def judge_mark(table: Match, entry: Mark) -> Judgement:
    seat = table.seat_of.get(entry.by)
    plan = Plan(seat)
    findings = ask_one(table, game_over, Acting(entry.by, seat)) if table.over else CLEAN
    if findings:
        return judged(plan, findings)
    findings = ask_one(table, marker_alone, entry)
    at = table.squares.index.get(entry.square, -1)
    if seat is None:
        return Judgement(findings, plan, True)
    plan.lay = Laying(seat, "", at, entry.square, entry.marker)
    reserve = table.board.reserve(seat)
    plan.lay.source = (
        table.board.marker_at(seat, entry.marker) if entry.marker != "reserve" else -1 if reserve > 0 else None
    )
    void = plan.lay.source is None or at < 0 or table.board.tile[at] is None
    return Judgement(findings, plan, void)


def judge_reshuffle(table: Match, entry: Reshuffle) -> Judgement:
    plan = Plan(None)
    findings = ask_one(table, game_over, Acting("the table", None)) if table.over else CLEAN
    if findings:
        return judged(plan, findings)
    trial = table.cards
    draws: list[Open] = []
    if trial.fresh is None and table.turn is not None:
        draws = [card for card in table.turn.open if card.kind == "draw-three"]
        trial = _draw_open(table, draws)
    shuffle = plan.shuffle = Shuffling(trial.fresh is not None, 0, len(trial.deck), entry.order)
    if trial.fresh is not None:
        shuffle.size = trial.fresh.size
        shuffle.unread = len(table.turn.unread()) if table.turn is not None and table.card_by_card else 0
        shuffle.plain = trial is table.cards and entry.order is not None and trial.order_is_plain(entry.order)
        if not shuffle.plain and entry.order is not None and len(entry.order) == shuffle.size:
            trial = trial.copy() if trial is table.cards else trial
            shuffle.misfits = trial.set_order(entry.order)
    plan.use = Use("", None, (), "", lapsed=draws)
    findings = ask_all(table, (reshuffle_when_needed, reshuffle_cards), shuffle)
    return judged(plan, findings)


def _draw_open(table: Match, draws: Sequence[Open]) -> Stacks:
    """Return the cards as they lie once the open draw-three cards have drawn."""
    if 3 * len(draws) < len(table.cards.deck):
        return table.cards
    assert table.turn is not None
    trial = table.cards.copy()
    for card in draws:
        trial.draw(table.turn.taker, 3, None, "bottom", table.options["reshuffle-when"] == "when-empty")
        if table.options["discard-when"] == "card-by-card":
            trial.discards.append(card.used)
    return trial


JUDGES: dict[type, Callable[[Any, Any], Judgement]] = {
    Setup: judge_setup,
    Offer: judge_offer,
    Reshuffle: judge_reshuffle,
    Take: judge_take,
    Place: judge_place,
    Camels: judge_camels,
    Unplayable: judge_unplayable,
    DrawThree: judge_draw_three,
    Bonus: judge_bonus,
    Mark: judge_mark,
}
