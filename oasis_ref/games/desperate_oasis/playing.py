"""Judging a `play`, and carrying it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oasis_ref.core.findings import Breach, Finding, Happening, assumption, breach, remark
from oasis_ref.games.base import Judgement
from oasis_ref.games.desperate_oasis import effects
from oasis_ref.games.desperate_oasis.board import (
    COLUMNS,
    KINDS,
    ROWS,
    SIDE_COLUMNS,
    TURNED,
    Card,
    pull_sources,
    side_has_room,
)
from oasis_ref.games.desperate_oasis.catalogue import RULES
from oasis_ref.games.desperate_oasis.counting import Counting
from oasis_ref.games.desperate_oasis.laying import Laying, Plan, lay_out
from oasis_ref.games.desperate_oasis.moves import Play
from oasis_ref.games.desperate_oasis.resolving import Resolved
from oasis_ref.games.desperate_oasis.rules import (
    CHECKS,
    FACING_CHECKS,
    last_card,
    round_over,
    second_card_owed,
    two_cards,
)
from oasis_ref.games.desperate_oasis.rules_effects import (
    Acting,
    as_findings,
    resolve_pull,
    resolve_strike,
    strike_played_only,
)
from oasis_ref.games.desperate_oasis.rules_turns import no_round
from oasis_ref.games.desperate_oasis.table import HAND, RoundState, Supply, Trio

if TYPE_CHECKING:
    from oasis_ref.games.desperate_oasis.match import Match

ENDS_THE_TURN = {"one-action", "last-card", "two-cards"}


def judge_play(match: Match, play: Play) -> Judgement:
    """Return what the rules say of a card being laid, and what it does."""
    round_, number = match.round, match.number
    if round_ is None:
        found = no_round(None, f"{play.by} plays {play.card}", False)
        return Judgement([RULES.finding(no_round, found, number)] if found else [], None, True)
    laying = lay_out(round_, play, number, match.readings, match.limits)
    supplies = round_.supplies
    counting = Counting(supplies)
    near_the_end = supplies[0].deck <= HAND or round_.flipped
    if near_the_end and counting.ask(round_over, laying):
        return Judgement(counting.findings(number), None, True)
    findings: list[Finding] = []
    whether, where = CHECKS[laying.stage, laying.own, laying.up, laying.odd, len(laying.cards) >= ROWS]
    for check in whether:
        found = check(laying)
        if found is not None:
            findings.append(RULES.finding(check, found, number))
    if laying.closing and laying.stage == "start" and round_.card_owed():
        counting.ask(owed, round_, rule=two_cards)
    if findings and (laying.column is None or any(finding.void for finding in findings)):
        return Judgement(findings + counting.findings(number), None, True)
    for check in where:
        found = check(laying)
        if found is not None:
            findings.append(RULES.finding(check, found, number))
    if laying.stage == "start" and supplies[0].hands[laying.seat] <= 1:
        counting.ask(last_card, laying)
    plan = _work_out(match, laying, findings)
    if laying.stage == "start" and laying.own and laying.up and not _second_fits(laying, plan):
        if not any(finding.rule == "own-side-full" for finding in findings):
            counting.ask(two_cards, laying)
        plan.ends = True
    if counting.broken:
        findings += counting.findings(number)
        plan.sizes = counting.sizes()
    if findings:
        plan.ends = plan.ends or any(finding.rule in ENDS_THE_TURN and finding.entry == number for finding in findings)
    return Judgement(findings, plan)


def owed(round_: RoundState, supply: Supply) -> Breach | None:
    """Judge a turn that is closed by rule `two-cards`: was a second card still owed?"""
    if supply.owed != "card" or round_.excused:
        return None
    return second_card_owed(round_, round_.last_entry, supply.hands[round_.turn])


def _second_fits(laying: Laying, plan: Plan) -> bool:
    """Return whether the first card of two leaves room for the second on the own side."""
    round_ = laying.round
    if round_.cards_placed + round_.cards_laid + 1 < ROWS * len(COLUMNS):
        return True
    board = plan.board
    columns = round_.board.columns if board is None else board.columns
    lying = 0 if board is not None else 1
    for column in SIDE_COLUMNS[laying.seat]:
        lying += len(columns[column])
    if lying < ROWS * len(COLUMNS):
        return True
    if board is None:
        board = round_.board.copy()
        effects.lay(board, laying.column or "", plan.card)
    if side_has_room(board, laying.readings, laying.seat, "oryx"):
        return True
    fits = side_has_room(board, laying.readings, laying.seat, "jackal") and _may_hold_another(laying, "jackal")
    if fits and not _holds_another(laying, "jackal"):
        plan.hangs = laying.readings("second-card-room") == "one-is-enough"
    return fits


def _may_hold_another(laying: Laying, kind: str) -> bool:
    """Return whether the seat may hold a card of a kind beside the one that it lays."""
    hand = laying.round.hands[laying.seat]
    if hand is None:
        return True
    rest = hand.copy()
    rest.leave(laying.kind)
    return rest.may_leave(kind)


def _holds_another(laying: Laying, kind: str) -> bool:
    """Return whether the seat is known to hold a card of a kind beside the one that it lays."""
    hand = laying.round.hands[laying.seat]
    if hand is None:
        return False
    rest = hand.copy()
    rest.leave(laying.kind)
    return kind in rest.cards()


def _work_out(match: Match, laying: Laying, findings: list[Finding]) -> Plan:
    """Lay the card on a board of its own if it does anything, and judge what it pulls and strikes."""
    play, column, kind, board = laying.play, laying.column or "", laying.kind, laying.round.board
    lying = laying.cards
    card = Card(kind, laying.seat, laying.up, None, match.next_card, laying.number)
    plan = Plan(laying, card, len(lying))
    if kind == "chameleon" or play.facing is not None:
        _face(laying, plan, findings)
    if not laying.up:
        if play.pull or play.strike:
            findings.append(RULES.finding("face-down-inert", _inert(laying), laying.number))
        return plan
    before = board.count(column, kind) if lying else 0
    if play.pull or kind == "scorpion" or pull_sources(board, column, kind):
        _act(plan, laying, before, findings)
    elif before >= ROWS - 1:
        plan.trio = _trio(laying, before, before + 1, False)
    if play.strike:
        wrong = strike_played_only(kind, f"{column}.{plan.index + 1}", play.strike)
        if wrong is not None:
            findings.append(RULES.finding(strike_played_only, wrong, laying.number))
    return plan


def _face(laying: Laying, plan: Plan, findings: list[Finding]) -> None:
    """Judge where a card faces, and turn it there; a face-up chameleon without a facing is taken to face left."""
    kind, facing = laying.kind, laying.play.facing
    for check in FACING_CHECKS if kind == "chameleon" else ():
        found = check(laying)
        if found is not None:
            findings.append(RULES.finding(check, found, laying.number))
    if kind in KINDS and kind != "chameleon":
        plan.notes = [remark("The facing of {card} is ignored: only a chameleon faces anywhere.", card=kind)]
    elif laying.up and facing not in TURNED:
        plan.card.facing = "left"
        plan.notes = [
            assumption(
                "It is taken that the chameleon on {column} faces left.", column=laying.column, rule="needs-facing"
            )
        ]
    else:
        plan.card.facing = facing


def _inert(laying: Laying) -> Breach:
    return breach(
        "The card that {seat} lays on {column} lies face down: it pulls and destroys nothing.",
        seat=laying.seat,
        column=laying.column,
    )


def _act(plan: Plan, laying: Laying, before: int, findings: list[Finding]) -> None:
    """Carry out pull and strike on a copy of the board, judging both. A card too many pulls only what is recorded."""
    full = any(finding.rule == "column-full" for finding in findings)
    play, column, card = laying.play, laying.column or "", plan.card
    board = plan.board = laying.round.board.copy()
    index = effects.lay(board, column, card)
    resolved = plan.resolved = Resolved(card, column, index)
    acting = Acting(board, laying.readings, card, column, index)
    relocated = False
    if not full or play.pull:
        broken, notes, relocated = resolve_pull(acting, play.pull, resolved)
        if broken:
            findings += as_findings(broken, laying.number)
        plan.notes = plan.notes + notes
    after = board.count(column, card.kind)
    if card.kind == "scorpion":
        broken, notes, plan.destroyed = resolve_strike(acting, play.strike, resolved)
        if broken:
            findings += as_findings(broken, laying.number)
        plan.notes = plan.notes + notes
    if after >= ROWS:
        stands = board.count(column, card.kind) >= ROWS
        plan.trio = _trio(laying, before, after, relocated, stands)


def _trio(laying: Laying, before: int, after: int, relocated: bool, stands: bool = True) -> Trio | None:
    if after < ROWS:
        return None
    fresh = before < ROWS
    return Trio(laying.seat, laying.side, laying.column or "", laying.kind, 0, 0, fresh, relocated, stands)


def carry_out_play(match: Match, play: Play, plan: Plan) -> None:
    """Lay the card, let it act as worked out, and pass the turn on."""
    laying = plan.laying
    round_, seat = laying.round, laying.seat
    if plan.sizes is not None:
        match.keep_sizes(plan.sizes)
    if laying.closing or laying.stage == "out":
        if laying.closing:
            draw_what_is_due(match, round_)
        round_.begin_turn(seat)
        round_.excused = laying.stage == "out"
    round_.hangs = plan.hangs
    _leave_hand(round_, laying, plan.card)
    match.next_card += 1
    match.trail.append(_laid(laying, plan))
    if plan.board is None:
        round_.board.columns[laying.column or ""].append(plan.card)
    else:
        round_.board = plan.board
        if plan.resolved is not None:
            match.trail += resolved_trail(plan.resolved, laying.side != seat, laying.column or "")
        round_.destroyed += plan.destroyed
    if plan.notes:
        match.notes += plan.notes
    round_.cards_laid += 1
    round_.last_entry = laying.number
    round_.latest_turn[seat] = round_.turn_number
    if plan.trio is not None:
        _note_trio(match, round_, plan.trio)
    second_due = laying.own and laying.up and laying.stage != "second" and not plan.ends
    for supply in round_.supplies:
        supply.owed = "card" if second_due and supply.hands[seat] > 0 else "draw"


def draw_what_is_due(match: Match, round_: RoundState) -> None:
    """Let the seat on turn make the draw that the record leaves out, as an assumption."""
    if round_.owed() == "action":
        return
    seat = round_.turn
    drawn = round_.draw(seat)
    if not drawn:
        return
    if round_.deck is None:
        match.notes.append(
            assumption(
                "The draw of {seat} is not recorded; it is taken to be {count}.",
                seat=seat,
                count=len(drawn),
                rule="must-draw-to-four",
            )
        )
    else:
        match.trail.append(
            Happening(
                "must-draw-to-four",
                "{seat} draws {cards} from the recorded deck.",
                {"seat": seat, "cards": list(drawn)},
            )
        )


def _laid(laying: Laying, plan: Plan) -> Happening:
    if laying.up:
        return Happening(
            "closest-space",
            "{seat} lays {card} face up on {column}, row {row}.",
            {
                "seat": laying.seat,
                "card": str(plan.card) if laying.kind == "chameleon" else laying.kind,
                "column": laying.column,
                "row": plan.index + 1,
            },
        )
    return Happening(
        "closest-space",
        "{seat} lays a card face down on {column}, row {row}.",
        {"seat": laying.seat, "column": laying.column, "row": plan.index + 1},
    )


def resolved_trail(resolved: Resolved, across: bool, column: str) -> list[Happening]:
    """Return what a card pulled and destroyed, with the rules by which it did."""
    trail = []
    card = resolved.card.kind
    if resolved.pulled:
        places = [place for place, _ in resolved.pulled]
        portal = any(place[0] != column[0] for place in places)
        rule = "portal-pull" if portal else "across-pulls" if across else "pull-mandatory"
        through = ", through the portal where it lies across" if portal else ""
        trail.append(
            Happening(
                rule,
                "{card} on {column} pulls {cards} into its column" + through + ".",
                {"card": card, "column": column, "cards": [f"{kind} from {place}" for place, kind in resolved.pulled]},
            )
        )
        trail.append(
            Happening(
                "slide",
                "The columns they left close up: {columns}.",
                {"columns": list(dict.fromkeys(place[:2] for place in places))},
            )
        )
        trail.append(Happening("played-card-only", "The pulled cards pull nothing themselves.", {}))
    if resolved.struck and resolved.destroyed:
        if resolved.pulled:
            trail.append(Happening("resolve-order", "After its pull the scorpion strikes.", {}))
        trail.append(
            Happening(
                "strike-mandatory",
                "The scorpion on {column} destroys {cards}.",
                {"column": column, "cards": [f"{kind} at {place}" for place, kind in resolved.destroyed]},
            )
        )
        trail += [
            Happening(rule, "The {card} counts {strength}: {why}.", {"card": card, "strength": strength, "why": why})
            for card, strength, rule, why in resolved.weakened
        ]
    elif resolved.struck:
        trail.append(
            Happening(
                "strike-mandatory", "The scorpion on {column} meets no card that it could destroy.", {"column": column}
            )
        )
    return trail


def _leave_hand(round_: RoundState, laying: Laying, card: Card) -> None:
    seat, kind = laying.seat, laying.kind
    hand = round_.hands[seat]
    if hand is not None:
        card.claim = hand.leave(kind)
    for supply in round_.supplies:
        if supply.hands[seat] > 0:
            supply.hands[seat] -= 1
    if kind != "?":
        show(round_, seat, kind)


def show(round_: RoundState, seat: str, kind: str) -> None:
    """Count a card that a hand shows: one that was known to be there is not new."""
    held = round_.held[seat]
    if held.get(kind):
        held[kind] -= 1
    else:
        round_.seen[kind] = round_.seen.get(kind, 0) + 1


def _note_trio(match: Match, round_: RoundState, trio: Trio) -> None:
    made = Trio(
        trio.by,
        trio.side,
        trio.column,
        trio.kind,
        round_.turn_number,
        round_.cards_laid,
        trio.fresh,
        trio.relocated,
        trio.stands,
    )
    round_.trios.append(made)
    if trio.kind == "jackal" and trio.stands:
        match.trail.append(
            Happening(
                "jackal-fourth-space", "{column} holds three jackals: it has a fourth space.", {"column": trio.column}
            )
        )
    if trio.by == trio.side and trio.fresh:
        match.trail.append(
            Happening(
                "palm-any-oasis",
                "Three {kind} on {column}: {seat} may use a palm token.",
                {"kind": trio.kind, "column": trio.column, "seat": trio.by},
            )
        )
