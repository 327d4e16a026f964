"""The end of a round: turning up the face-down cards, and all that they do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from oasis_ref.core.findings import Finding, Happening, Note, assumption, breach, remark
from oasis_ref.core.readings import Readings
from oasis_ref.games.base import Judgement
from oasis_ref.games.desperate_oasis import effects
from oasis_ref.games.desperate_oasis.board import (
    IS_KIND,
    NUMBER_OF,
    ROWS,
    SEATS,
    SIDE_OF,
    Board,
    Card,
    place_name,
    place_of,
    pull_sources,
)
from oasis_ref.games.desperate_oasis.catalogue import RULES
from oasis_ref.games.desperate_oasis.counting import Counting
from oasis_ref.games.desperate_oasis.flip_names import Broken, Turned, judge_names, judge_shown, name_claims
from oasis_ref.games.desperate_oasis.moves import Flip
from oasis_ref.games.desperate_oasis.not_acting import as_recorded, pulls_no_more, strike_as_recorded, strikes_no_more
from oasis_ref.games.desperate_oasis.playing import count_before, draw_what_is_due, resolved_trail, show
from oasis_ref.games.desperate_oasis.resolving import Resolved
from oasis_ref.games.desperate_oasis.rules import (
    needs_facing,
    too_many_copies,
    wrong_facing,
)
from oasis_ref.games.desperate_oasis.rules_effects import (
    Acting,
    as_findings,
    resolve_pull,
)
from oasis_ref.games.desperate_oasis.rules_strikes import resolve_strike, strike_played_only
from oasis_ref.games.desperate_oasis.rules_turns import (
    facing_fixed,
    flip_all,
    no_round,
    one_more_turn,
    round_not_over,
)
from oasis_ref.games.desperate_oasis.strength import printed_value, value
from oasis_ref.games.desperate_oasis.table import FLIP, RoundState, Trio

if TYPE_CHECKING:
    from oasis_ref.games.desperate_oasis.match import Match


class FlipPlan(Struct):
    """What was worked out while the end of a round was judged."""

    round: RoundState
    board: Board
    unnamed: list[str]
    named: list[Turned]
    resolved: list[Resolved]
    destroyed: list[Card]
    trios: list[Trio]
    notes: list[Note]
    left: dict[str, list[str]]
    turned: frozenset[str]
    """The seats whose cards are turned up."""
    aside: str | None = None
    sizes: list[int] | None = None


def judge_flip(match: Match, flip: Flip) -> Judgement:
    """Return what the rules say of turning up the face-down cards, and what they do."""
    found = no_round(match.round, "The cards are flipped", True)
    if found is not None or match.round is None:
        return Judgement([RULES.finding(no_round, found, match.number)] if found else [], None, True)
    counting, findings, plan = judge_end(match, match.round, flip)
    return Judgement(counting.findings(match.number) + findings, plan)


def judge_end(match: Match, round_: RoundState, flip: Flip) -> tuple[Counting, list[Finding], FlipPlan]:
    """Judge the end of a round, with its flip if there is one."""
    number = match.number
    counting = count_before(round_, True, number)
    counting.ask(one_more_turn, round_)
    counting.ask(round_not_over, round_)
    broken: Broken = []
    turned = _turned_cards(round_, flip, broken)
    judge_names(match, round_, turned, broken)
    judge_shown(match, round_, flip, turned, broken)
    if match.limits.impossible is flip:
        says = "With no pack of {most} animals or fewer can the cards be these."
        broken.append((too_many_copies, breach(says, most=match.limits.largest)))
    unnamed = [card.at for card in turned if card.kind not in IS_KIND]
    found = flip_all([card.at for card in turned if card.kind not in IS_KIND and not card.named])
    if found is not None:
        broken.append((flip_all, found))
    plan = FlipPlan(
        round_,
        round_.board.copy(),
        unnamed,
        [card for card in turned if card.kind in IS_KIND],
        [],
        [],
        [],
        [],
        {},
        frozenset([card.card.seat for card in turned]),
        flip.aside,
        counting.sizes(),
    )
    plan.left = {seat: cards for seat, cards in (flip.left or {}).items() if seat in SEATS}
    _resolve(match, plan, broken)
    return counting, as_findings(broken, number), plan


def _turned_cards(round_: RoundState, flip: Flip, broken: Broken) -> list[Turned]:
    """Return the face-down cards as the flip names them; note every entry that names no such card."""
    turned = {
        (column, index): Turned(
            card, column, index, card.kind, card.facing, None, len(flip.cards), card.kind, place_name(column, index)
        )
        for column, index, card in round_.down_cards()
    }
    for listed, entry in enumerate(flip.cards):
        where = place_of(entry.at)
        card = turned.get(where) if where is not None else None
        if card is None:
            broken.append(("no-such-place", breach("The flip names {at}, where no card lies face down.", at=entry.at)))
        elif card.entry is not None:
            broken.append(("no-such-place", breach("The flip names {at} twice.", at=entry.at)))
        else:
            card.entry, card.listed = entry, listed
            card.kind = card.kind if entry.card == "?" else entry.card
    return list(turned.values())


# --- what the cards do ----------------------------------------------------------------------------------------------


def _resolve(match: Match, plan: FlipPlan, broken: Broken) -> None:
    """Turn the named cards up on the plan's board; let them act in order if none is left unnamed."""
    readings = match.readings
    shown: dict[int, Turned] = {}
    for card in plan.named:
        card.facing = _facing(card, readings, broken, plan.notes)
        card.card = effects.turn_up(plan.board, (card.column, card.index), card.kind, card.facing)
        shown[card.card.id] = card
    if plan.unnamed:
        return
    order = _order(plan.board, readings, plan.named, plan.round.first)
    flip = _Flipping(match, plan, broken, [card.card.id for card in order], shown)
    for card in order:
        flip.pull(card)
    flip.finish()


def _facing(card: Turned, readings: Readings, broken: Broken, notes: list[Note]) -> str | None:
    """Return where a flipped chameleon faces; judge its recorded facing."""
    given = card.entry.facing if card.entry is not None else None
    if card.kind != "chameleon":
        if given is not None:
            notes.append(
                remark(
                    "The facing of {card} at {at} is ignored: only a chameleon faces anywhere.",
                    card=card.kind,
                    at=card.at,
                )
            )
        return None
    laid = card.card.facing
    counted = (given,) if given is not None and readings["facedown-facing"] == "at-flip" else (given, laid)
    for facing in counted:
        if facing is not None and facing not in TURNABLE:
            broken.append(("chameleon-facing", wrong_facing(facing)))
    found = facing_fixed(readings, card.at, laid, given)
    if found is not None:
        broken.append((facing_fixed, found))
    facing = given if given is not None else laid
    if facing is None:
        broken.append(
            (
                needs_facing,
                breach(
                    "The record does not say whether the chameleon at {at} faces left or right.",
                    at=card.at,
                    allowed="facing left or right",
                ),
            )
        )
        notes.append(assumption("It is taken that the chameleon at {at} faces left.", at=card.at, rule="needs-facing"))
    return facing if facing in TURNABLE else "left"


TURNABLE = ("left", "right")


def _order(board: Board, readings: Readings, turned: Sequence[Turned], first: str) -> list[Turned]:
    """Return the flipped cards in the order in which they act (rulebook, Order For Resolving Flipped Cards)."""
    if len(turned) < 2:
        return list(turned)
    strengths = [value(board, readings, card.column, card.index) for card in turned]
    if "elephant" in [card.kind for card in turned]:
        printed = [printed_value(card.kind, strengths[place]) for place, card in enumerate(turned)]
        if strengths != printed and readings("flip-strength") == "printed":
            strengths = printed
    order = _ordered(turned, strengths, first, True, False)
    by_list = False
    if len({(card.column, strengths[place]) for place, card in enumerate(turned)}) < len(turned):
        listed = _ordered(turned, strengths, first, True, True)
        if listed != order and readings("flip-tie") == "placer-chooses":
            order, by_list = listed, True
    if len({card.column for card in turned}) == 1:
        return order
    other = _ordered(turned, strengths, first, False, by_list)
    return order if order == other or readings("flip-key") == "column-first" else other


def _ordered(
    turned: Sequence[Turned], strengths: Sequence[int], first: str, by_column: bool, by_list: bool
) -> list[Turned]:
    """Return the cards by column and strength or the other way round; alike ones by the list or from the oasis on."""
    keys = []
    for place, card in enumerate(turned):
        number = NUMBER_OF[card.column]
        column, strength = number if first == "A" else -number, -strengths[place]
        front, then = (column, strength) if by_column else (strength, column)
        row = card.listed if by_list else card.index
        keys.append((front, then, SIDE_OF[card.column] != first, row, card.index, place))
    keys.sort()
    return [turned[key[-1]] for key in keys]


class _Flipping:
    """The flipped cards acting one after the other."""

    def __init__(
        self,
        match: Match,
        plan: FlipPlan,
        broken: Broken,
        order: list[int],
        shown: Mapping[int, Turned],
    ) -> None:
        self.match = match
        self.readings = match.readings
        self.plan = plan
        self.broken = broken
        self.to_pull = list(order)
        self.to_strike = [card for card in order if shown[card].kind == "scorpion"]
        self.shown = shown

    def pending(self) -> frozenset[int]:
        """Return the cards that still have to pull or strike."""
        return frozenset((*self.to_pull, *self.to_strike))

    def pull(self, turned: Turned) -> None:
        """Let one card pull from where it lies now."""
        card, board = turned.card, self.plan.board
        self.to_pull.remove(card.id)
        where = board.find(card.id, (turned.column, turned.index))
        if where is None:
            return
        moved = where[0] != turned.column
        if moved and self.readings("flip-moved-card") == "does-not-act":
            self._idle(turned, where[0])
            return
        column, index = where
        card = board.columns[column][index]
        resolved = Resolved(card, column, index)
        self.plan.resolved.append(resolved)
        recorded = turned.entry.pull if turned.entry is not None else None
        sources = pull_sources(board, column, card.kind)
        relocated = False
        if sources or recorded:
            acting = Acting(board, self.readings, card, column, index, self.pending())
            broken, notes, relocated = resolve_pull(acting, recorded, resolved, sources)
            self.broken += broken
            self.plan.notes += notes
        if turned.entry is not None and turned.entry.strike:
            found = strike_played_only(card.kind, turned.at, turned.entry.strike)
            if found is not None:
                self.broken.append((strike_played_only, found))
                self.plan.destroyed += strike_as_recorded(board, turned.entry.strike, resolved)
        self._note_trio(card, column, relocated)
        if card.id in self.to_strike and self.to_pull and self.readings("flip-strike-phase") == "card-by-card":
            self.strike(card.id)

    def _idle(self, turned: Turned, column: str) -> None:
        """Let a card that was moved before its turn do nothing but what the record says that it did."""
        card, entry = turned.card, turned.entry
        if card.id in self.to_strike:
            self.to_strike.remove(card.id)
        if entry is None:
            return
        if entry.pull:
            self.broken.append(("flip-as-played", pulls_no_more(card.kind, turned.at, entry.pull)))
            places = as_recorded(self.plan.board, entry.pull)
            effects.pull(self.plan.board, self.readings, column, places)
        if entry.strike:
            self._strike_no_more(turned, "was pulled to another column before its turn")

    def _strike_no_more(self, turned: Turned, why: str) -> None:
        strike = turned.entry.strike if turned.entry is not None else None
        if not strike:
            return
        found = strike_played_only(turned.kind, turned.at, strike) or strikes_no_more(turned.at, strike, why)
        self.broken.append((strike_played_only, found))
        resolved = Resolved(turned.card, turned.column, turned.index, idle=True)
        self.plan.destroyed += strike_as_recorded(self.plan.board, strike, resolved)
        self.plan.resolved.append(resolved)

    def _note_trio(self, card: Card, column: str, relocated: bool) -> None:
        if SIDE_OF[column] != card.seat or self.plan.board.count(column, card.kind) < ROWS:
            return
        fresh = self.plan.round.board.count(column, card.kind) < ROWS
        self.plan.trios.append(Trio(card.seat, card.seat, column, card.kind, FLIP, FLIP, fresh, relocated))

    def strike(self, card_id: int) -> None:
        """Let one flipped scorpion strike from where it lies now, unless it was destroyed before."""
        self.to_strike.remove(card_id)
        board = self.plan.board
        where = board.find(card_id)
        if where is None:
            self._strike_no_more(self.shown[card_id], "was destroyed before its turn")
            return
        column, index = where
        acting = Acting(board, self.readings, board.columns[column][index], column, index, self.pending())
        entry = self.shown[card_id].entry
        resolved = Resolved(acting.card, column, index)
        broken, notes, victims = resolve_strike(acting, entry.strike if entry is not None else None, resolved)
        self.broken += broken
        self.plan.notes += notes
        self.plan.destroyed += victims
        self.plan.resolved.append(resolved)

    def finish(self) -> None:
        """Let the scorpions that have not struck yet do so, and look which trios still stand."""
        while self.to_strike:
            self.strike(self.to_strike[0])
        board = self.plan.board
        self.plan.trios = [
            trio
            if board.count(trio.column, trio.kind) >= ROWS
            else Trio(trio.by, trio.side, trio.column, trio.kind, FLIP, FLIP, trio.fresh, trio.relocated, False)
            for trio in self.plan.trios
        ]


def carry_out_flip(match: Match, plan: FlipPlan) -> None:
    """Turn the cards up and let them act as worked out; the round is over."""
    round_ = plan.round
    if plan.sizes is not None:
        match.keep_sizes(plan.sizes)
    name_claims(round_, plan.named)
    draw_what_is_due(match, round_)
    round_.board = plan.board
    round_.unnamed, round_.turned = plan.unnamed, plan.turned
    round_.flipped = True
    round_.cards_laid = FLIP
    round_.destroyed += plan.destroyed
    round_.trios += plan.trios
    for seat, cards in plan.left.items():
        for card in cards:
            if card in IS_KIND:
                show(round_, seat, card)
    if plan.aside in IS_KIND and round_.aside == "?":
        round_.aside = plan.aside
        round_.seen[plan.aside] = round_.seen.get(plan.aside, 0) + 1
    match.notes += plan.notes
    match.trail += _flip_trail(plan)


def _flip_trail(plan: FlipPlan) -> list[Happening]:
    trail: list[Happening] = []
    if not plan.named:
        return (
            [
                Happening(
                    "flip-all",
                    "Round {round} is over; no face-down card is left to flip.",
                    {"round": plan.round.number},
                )
            ]
            if not plan.unnamed
            else []
        )
    trail.append(
        Happening(
            "flip-all",
            "Face-down cards are turned up: {cards}.",
            {"cards": [f"{card.card} at {card.at}" for card in plan.named]},
        )
    )
    turned = {card.card.id: card for card in plan.named}
    acting = [turned[resolved.card.id] for resolved in plan.resolved if not resolved.struck and not resolved.idle]
    if len(acting) > 1:
        order = [f"{card.kind} at {card.at}" for card in acting]
        trail.append(Happening("flip-order", "They act in this order: {order}.", {"order": order}))
        trail += _same_oasis(acting)
    for resolved in plan.resolved:
        if resolved.pulled:
            trail.append(
                Happening(
                    "flip-as-played",
                    "{card}, laid by {seat}, acts as if just played.",
                    {"card": resolved.card.kind, "seat": resolved.card.seat},
                )
            )
        if resolved.struck:
            trail.append(
                Happening("flip-strikes", "The flipped scorpion on {column} strikes.", {"column": resolved.column})
            )
        for happening in resolved_trail(resolved, False, resolved.column, plan.board.portals):
            trail.append(happening)
            if happening.rule in ("pull-mandatory", "portal-pull") and resolved.pulled:
                trail.append(
                    Happening(
                        "flip-chooser", "Its choices are those of {seat}, who laid it.", {"seat": resolved.card.seat}
                    )
                )
    return trail


def _same_oasis(acting: Sequence[Turned]) -> list[Happening]:
    """Cite the rule by which the first player's card goes before an equal one across the same oasis."""
    for one, other in pairwise(acting):
        same_oasis = NUMBER_OF[one.column] == NUMBER_OF[other.column]
        if one.kind == other.kind and same_oasis and one.column != other.column:
            return [
                Happening(
                    "flip-first-player",
                    "The {card} of {first} goes before that of {second} at the same oasis.",
                    {"card": one.kind, "first": one.card.seat, "second": other.card.seat},
                )
            ]
    return []
