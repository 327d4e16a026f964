"""Judging a `play`, and carrying it out."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from oasis_ref.core.findings import Breach, Finding, Happening, assumption, breach, remark
from oasis_ref.games.base import Judgement
from oasis_ref.games.desperate_oasis import effects
from oasis_ref.games.desperate_oasis.board import (
    IS_KIND,
    NUMBER_OF,
    ROWS,
    SEVERAL,
    SIDE_COLUMNS,
    TURNED,
    Where,
    in_words,
    pull_sources,
    side_has_room,
)
from oasis_ref.games.desperate_oasis.catalogue import RULES
from oasis_ref.games.desperate_oasis.counting import Counting
from oasis_ref.games.desperate_oasis.laying import SPACES, Laying, lay_out
from oasis_ref.games.desperate_oasis.moves import Play
from oasis_ref.games.desperate_oasis.not_acting import strike_as_recorded
from oasis_ref.games.desperate_oasis.resolving import Resolved
from oasis_ref.games.desperate_oasis.rules import (
    CHECKS,
    FACING_CHECKS,
    card_not_in_hand,
    face_down_limit,
    last_card,
    round_over,
    second_card_owed,
    too_many_copies,
    two_cards,
)
from oasis_ref.games.desperate_oasis.rules_effects import (
    Acting,
    as_findings,
    resolve_pull,
)
from oasis_ref.games.desperate_oasis.rules_strikes import resolve_strike, strike_played_only
from oasis_ref.games.desperate_oasis.rules_turns import no_round
from oasis_ref.games.desperate_oasis.table import HAND, RoundState, Supply, Trio

if TYPE_CHECKING:
    from oasis_ref.games.desperate_oasis.match import Match

ENDS_THE_TURN = {"one-action", "last-card", "two-cards"}


def judge_play(match: Match, play: Play) -> Judgement:
    """Return what the rules say of a card being laid, and what it does."""
    round_ = match.round
    if round_ is None:
        found = no_round(None, f"{play.by} plays {in_words(play.card)}", False)
        return Judgement([RULES.finding(no_round, found, match.number)] if found else [], None, True)
    laying = lay_out(match, round_, play)
    findings: list[Finding] = []
    counting = None
    if not laying.plain:
        counting = count_before(round_, laying.closing and laying.stage == "start", match.number)
        if _cannot_be_laid(laying, counting, findings):
            return Judgement(findings + counting.findings(match.number), None, True)
    elif not laying.up:
        found = face_down_limit(laying)
        if found is not None:
            findings.append(RULES.finding(face_down_limit, found, match.number))
    column, kind, board = laying.column or "", laying.kind, round_.board
    if kind == "chameleon" or play.facing is not None:
        _face(laying, findings)
    if laying.up:
        sources = pull_sources(board, column, kind)
        if sources or play.pull or play.strike or kind == "scorpion":
            _pull_and_strike(laying, sources, findings)
        elif len(laying.cards) >= ROWS - 1:
            before = board.count(column, kind)
            laying.trio = _trio(laying, before, before + 1, False)
    elif play.pull or play.strike:
        findings.append(RULES.finding("face-down-inert", _inert(laying), match.number))
    if counting is not None or findings or not _leaves_spaces(laying):
        _judge_turn(laying, counting or Counting(round_.supplies), findings)
    return Judgement(findings, laying)


def _cannot_be_laid(laying: Laying, counting: Counting, findings: list[Finding]) -> bool:
    """Judge whether a card can be laid, and where; return whether the table cannot carry it out at all."""
    round_, stage = laying.round, laying.stage
    supply = counting.supplies[0]
    may_be_over = supply.deck <= HAND and (supply.hands["A"] == 0 or supply.hands["B"] == 0)
    permitted = laying.match.number in laying.match.permitted
    if (may_be_over or round_.flipped) and not permitted and counting.ask(round_over, laying):
        return True
    whether, where = CHECKS[stage, laying.own, laying.up, laying.odd, len(laying.cards) >= ROWS]
    for check in whether:
        found = check(laying)
        if found is not None and not (permitted and check in (card_not_in_hand, too_many_copies)):
            findings.append(RULES.finding(check, found, laying.number))
    if findings and (laying.column is None or any(finding.void for finding in findings)):
        return True
    for check in where:
        found = check(laying)
        if found is not None:
            findings.append(RULES.finding(check, found, laying.number))
    if stage == "start" and supply.hands[laying.seat] <= 1:
        counting.ask(last_card, laying)
    return False


def _leaves_spaces(laying: Laying) -> bool:
    """Return whether this is no first card of two, or leaves one of the usual spaces of the own side free."""
    round_ = laying.round
    if round_.cards_placed + round_.cards_laid + 1 < SPACES:
        return True
    if laying.stage != "start" or not laying.own or not laying.up:
        return True
    board = laying.board
    free = -1 if board is None else 0
    columns = round_.board.columns if board is None else board.columns
    for column in SIDE_COLUMNS[laying.seat]:
        if len(columns[column]) < ROWS:
            free += ROWS - len(columns[column])
            if free > 0:
                return True
    return False


def _judge_turn(laying: Laying, counting: Counting, findings: list[Finding]) -> None:
    """Judge what the turn owes after this card, and add what hangs on the number of cards to the findings."""
    if not _leaves_spaces(laying):
        _judge_second(laying, findings, counting)
    if counting.broken or counting.narrowed or counting.charged:
        findings += counting.findings(laying.number)
        laying.sizes = counting.sizes()
        _leave_open(laying, counting)
    laying.plain = laying.plain and laying.sizes is None and not laying.hangs
    for finding in findings:
        if finding.rule in ENDS_THE_TURN and finding.status != "unverifiable" and finding.entry == laying.number:
            laying.ends = True


def _leave_open(laying: Laying, counting: Counting) -> None:
    """Leave it to the end of the turn which pack sizes stay, if by some of them a second card is due now.

    By rule `two-cards` those are broken, too, unless it comes.
    """
    first = laying.stage == "start" and laying.own and laying.up and not laying.ends
    if not first or not counting.broken or len(counting.broken) == len(counting.supplies):
        return
    seat = laying.seat
    if any(supply.hands[seat] > 1 for supply in counting.supplies if supply.size not in counting.broken):
        laying.lone = counting.broken
        laying.sizes = [supply.size for supply in counting.supplies] if counting.narrowed else None


def count_before(round_: RoundState, closes: bool, entry: int) -> Counting:
    """Return the count to judge an entry with, once it is judged what the entry before owes.

    ``closes`` says that the entry closes the running turn. If not, only the sizes are left by which the turn may go on.
    """
    counting = Counting(round_.supplies)
    if round_.lone and not closes:
        counting.keep([supply.size for supply in round_.supplies if supply.size not in round_.lone])
    if closes and round_.card_owed():
        turn = Counting(round_.supplies)
        for size, broken in round_.lone.items():
            turn.broken[size] = [(rule, replace(found, charged=round_.last_entry)) for rule, found in broken]
        turn.ask(owed, round_, rule=two_cards)
        counting.follow(turn, entry)
    return counting


def owed(round_: RoundState, supply: Supply) -> Breach | None:
    """Judge a turn that is closed by rule `two-cards`: was a second card still owed?"""
    if supply.owed != "card" or round_.excused:
        return None
    return second_card_owed(round_, round_.last_entry, supply.hands[round_.turn])


def _judge_second(laying: Laying, findings: list[Finding], counting: Counting) -> None:
    """Judge the first card of two by rule `two-cards`: does it leave room for the second on the own side?"""
    board = laying.board
    if board is None:
        board = laying.round.board.copy()
        effects.lay(board, laying.column or "", laying.card)
    if side_has_room(board, laying.readings, laying.seat, "oryx"):
        return
    if side_has_room(board, laying.readings, laying.seat, "jackal") and _may_hold_another(laying, "jackal"):
        if not _holds_another(laying, "jackal"):
            laying.hangs = laying.readings("second-card-room") == "one-is-enough"
        return
    if not any(finding.rule == "own-side-full" for finding in findings):
        counting.ask(two_cards, laying)
    laying.ends = True


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


def _face(laying: Laying, findings: list[Finding]) -> None:
    """Judge where a card faces, and turn it there; a face-up chameleon without a facing is taken to face left."""
    kind, facing = laying.kind, laying.play.facing
    if kind != "chameleon" and kind in IS_KIND:
        laying.notes = [remark("The facing of {card} is ignored: only a chameleon faces anywhere.", card=kind)]
        return
    if facing in TURNED:
        laying.card.facing = facing
        return
    for check in FACING_CHECKS if kind == "chameleon" else ():
        found = check(laying)
        if found is not None:
            findings.append(RULES.finding(check, found, laying.number))
    if laying.up:
        laying.card.facing = "left"
        laying.notes = [
            assumption(
                "It is taken that the chameleon on {column} faces left.", column=laying.column, rule="needs-facing"
            )
        ]
    else:
        laying.card.facing = facing


def _inert(laying: Laying) -> Breach:
    return breach(
        "The card that {seat} lays on {column} lies face down: it pulls and destroys nothing.",
        seat=laying.seat,
        column=laying.column,
    )


def _pull_and_strike(laying: Laying, sources: list[Where], findings: list[Finding]) -> None:
    """Carry out pull and strike on a copy of the board, judging both. A card too many pulls only what is recorded."""
    play, column, card, match = laying.play, laying.column or "", laying.card, laying.match
    full = bool(findings) and any(finding.rule == "column-full" for finding in findings)
    before = laying.round.board.count(column, card.kind)
    board = laying.board = laying.round.board.copy()
    board.add(column, card)
    index = len(laying.cards)
    resolved = laying.resolved = Resolved(card, column, index)
    acting = Acting(board, match.readings, card, column, index)
    relocated = False
    if (sources and not full) or play.pull:
        broken, notes, relocated = resolve_pull(acting, play.pull, resolved, sources)
        if broken:
            findings += as_findings(broken, match.number)
        if notes:
            laying.notes = [*laying.notes, *notes]
    after = board.count(column, card.kind) if before + len(resolved.pulled) + 1 >= ROWS else 0
    if card.kind == "scorpion":
        broken, notes, laying.destroyed = resolve_strike(acting, play.strike, resolved)
        if broken:
            findings += as_findings(broken, match.number)
        if notes:
            laying.notes = [*laying.notes, *notes]
    wrong = strike_played_only(card.kind, acting.at, play.strike)
    if wrong is not None:
        findings.append(RULES.finding(strike_played_only, wrong, match.number))
        laying.destroyed = strike_as_recorded(board, play.strike or (), resolved)
    if after >= ROWS:
        stands = board.count(column, card.kind) >= ROWS
        laying.trio = _trio(laying, before, after, relocated, stands)


def _trio(laying: Laying, before: int, after: int, relocated: bool, stands: bool = True) -> Trio | None:
    if after < ROWS:
        return None
    fresh = before < ROWS
    return Trio(laying.seat, laying.side, laying.column or "", laying.kind, 0, 0, fresh, relocated, stands)


def carry_out_play(match: Match, play: Play, laying: Laying) -> None:
    """Lay the card, let it act as worked out, and pass the turn on."""
    round_, seat, kind, column = laying.round, laying.seat, laying.kind, laying.column or ""
    card, up = laying.card, laying.up
    if laying.plain:
        round_.held[seat][kind] -= 1
    else:
        _before_laying(match, laying)
    hand = round_.hands[seat]
    if hand is not None:
        if match.number in match.permitted and not hand.may_leave(kind):
            hand.add("?")
        claim = hand.leave(kind)
        if claim is not None:
            card.claim = claim
    second_due = laying.own and up and laying.stage != "second" and not laying.ends
    for supply in round_.supplies:
        left = supply.hands[seat] - 1
        supply.hands[seat] = left if left > 0 else 0
        supply.owed = "card" if second_due and left > 0 else "draw"
    match.next_card += 1
    facts: dict[str, Any]
    row = len(laying.cards) + 1
    if up:
        says = "{seat} lays {card} face up on {column}, row {row}."
        facts = {"seat": seat, "card": kind if kind != "chameleon" else str(card), "column": column, "row": row}
    else:
        says = "{seat} lays a card face down on {column}, row {row}."
        facts = {"seat": seat, "column": column, "row": row}
    match.trail.append(Happening("closest-space", says, facts))
    if laying.board is None:
        round_.board.add(column, card)
    else:
        round_.board = laying.board
        if laying.resolved is not None:
            match.trail += resolved_trail(laying.resolved, not laying.own, column, round_.board.portals)
        round_.destroyed += laying.destroyed
    if laying.notes:
        match.notes += laying.notes
    round_.cards_laid += 1
    round_.last_entry = match.number
    round_.latest_turn[seat] = round_.turn_number
    if laying.trio is not None:
        _note_trio(match, round_, laying.trio)


def _before_laying(match: Match, laying: Laying) -> None:
    """Note what the entry says beside laying its card: the pack's size, a turn left or taken over, a card not seen."""
    round_ = laying.round
    if laying.sizes is not None:
        match.keep_sizes(laying.sizes)
    if laying.closing or laying.stage == "out":
        if laying.closing:
            draw_what_is_due(match, round_)
        round_.begin_turn(laying.seat)
        round_.excused = laying.stage == "out"
    round_.hangs, round_.lone = laying.hangs, laying.lone or {}
    if laying.kind != "?":
        show(round_, laying.seat, laying.kind)


def draw_what_is_due(match: Match, round_: RoundState) -> None:
    """Let the seat on turn make the draw that the record leaves out, as an assumption."""
    if round_.owed() == "action" or round_.nothing_due():
        return
    seat = round_.turn
    due = [supply.due(seat) for supply in round_.supplies]
    drawn = round_.draw(seat)
    if not drawn:
        return
    if round_.deck is None:
        taken = "{count}" if due[0] == due[-1] else "what is due, {least} to {count} by the number of animals"
        facts = {"seat": seat, "count": len(drawn)} | ({} if due[0] == due[-1] else {"least": due[0]})
        says = "The draw of {seat} is not recorded; it is taken to be " + taken + "."
        match.notes.append(assumption(says, rule="must-draw-to-four", **facts))
    else:
        match.trail.append(
            Happening(
                "must-draw-to-four",
                "{seat} draws {cards} from the recorded deck.",
                {"seat": seat, "cards": list(drawn)},
            )
        )


def resolved_trail(resolved: Resolved, across: bool, column: str, portals: Collection[int]) -> list[Happening]:
    """Return what a card pulled and destroyed, with the rules by which it did."""
    trail = []
    if resolved.pulled:
        trail += _pulled_trail(resolved, across, column, portals)
    victims = [f"{kind} at {place}" for place, kind in resolved.destroyed]
    if not resolved.struck:
        if victims:
            trail.append(Happening("strike-played-only", "As recorded, {cards} leave the table.", {"cards": victims}))
        return trail
    if not victims:
        facts: dict[str, Any] = {"column": column}
        says = "The scorpion on {column} meets no card that it could destroy."
        if resolved.spared:
            facts["cards"] = list(resolved.spared)
            says = "Equally weak cards meet the scorpion on {column}, {cards}: none is destroyed."
        trail.append(Happening("strike-mandatory", says, facts))
        return trail
    if resolved.pulled:
        trail.append(Happening("resolve-order", "After its pull the scorpion strikes.", {}))
    says = "The scorpion on {column} destroys {cards}."
    trail.append(Happening("strike-mandatory", says, {"column": column, "cards": victims}))
    for card, strength, rule, why in resolved.weakened:
        facts = {"card": card, "strength": strength, "why": why}
        trail.append(Happening(rule, "The {card} counts {strength}: {why}.", facts))
    return trail


def _pulled_trail(resolved: Resolved, across: bool, column: str, portals: Collection[int]) -> list[Happening]:
    side, cards, left = column[0], [], []
    rule, says = "across-pulls" if across else "pull-mandatory", "{card} on {column} pulls {cards} into its column."
    for place, kind in resolved.pulled:
        cards.append(f"{kind} from {place}")
        if place[:2] not in left:
            left.append(place[:2])
        if place[0] != side and NUMBER_OF[column] in portals:
            rule = "portal-pull"
            says = "{card} on {column} pulls {cards} into its column, through the portal where it lies across."
    return [
        Happening(rule, says, {"card": resolved.card.kind, "column": column, "cards": cards}),
        Happening("slide", "The columns they left close up: {columns}.", {"columns": left}),
        Happening("played-card-only", "The pulled cards pull nothing themselves.", {}),
    ]


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
                "Three {several} on {column}: {seat} may use a palm token.",
                {"several": SEVERAL[trio.kind], "column": trio.column, "seat": trio.by},
            )
        )
