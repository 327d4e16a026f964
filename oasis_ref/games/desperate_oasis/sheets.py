"""Scoring a final table of Desperate Oasis that has no moves: piles, or rounds one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy

from msgspec.structs import replace

from oasis_ref.core.findings import Finding, breach, remark
from oasis_ref.core.readings import Readings
from oasis_ref.core.tally import Node, combine, leaf, unknown
from oasis_ref.games.base import SheetResult
from oasis_ref.games.desperate_oasis.board import COLUMNS, KINDS, SEATS, Board
from oasis_ref.games.desperate_oasis.boards import (
    Broken,
    check_board,
    check_copies,
    check_piles,
    pile_points,
    read_board,
    sheet_oases,
    sheet_taker,
    sheet_total,
    takers_of_another_number,
)
from oasis_ref.games.desperate_oasis.catalogue import RULES
from oasis_ref.games.desperate_oasis.flipping import carry_out_flip, judge_end
from oasis_ref.games.desperate_oasis.match import Match
from oasis_ref.games.desperate_oasis.moves import Flip, Flipped, GameLog, Pack, Pile, Round, Sheet, SheetRound
from oasis_ref.games.desperate_oasis.rules_turns import (
    first_after_tie,
    first_player_next,
    five_oases,
    three_rounds,
)
from oasis_ref.games.desperate_oasis.scoring import (
    ahead,
    claim_node,
    full_points,
    outcome_of,
    pile_node,
    round_nodes,
    round_points,
    score_node,
    scored_oases,
    tokens_on,
)
from oasis_ref.games.desperate_oasis.strength import column_strength
from oasis_ref.games.desperate_oasis.table import LAST_ROUND, RoundState, Supply, Token, as_oases

NOT_CHECKABLE = (
    "A final table does not show whether palm tokens were earned, the order of turns, or the draws: "
    "that cannot be told, and the score is counted as it lies."
)


def score_sheet(sheet: Sheet, readings: Readings, pack: Pack) -> SheetResult:
    """Return what a final table is worth, and what cannot be right about it."""
    scorer = _Scorer(readings, pack)
    for number, round_ in enumerate(sheet.rounds or [], 1):
        scorer.in_round(number, round_)
    if sheet.piles is not None or not sheet.rounds:
        scorer.piles(sheet.piles or {}, stated=bool(sheet.rounds))
    return scorer.result(sheet)


class _Scorer:
    """The findings and the parts of the score of one sheet."""

    def __init__(self, readings: Readings, pack: Pack) -> None:
        self.readings = readings
        self.match = Match(GameLog(game="desperate-oasis", moves=[]), readings, pack)
        self.broken: Broken = []
        self.parts: dict[str, list[Node]] = {seat: [] for seat in SEATS}
        self.takers: list[Node] = []
        self.oases: list[int] = []
        self.firsts: list[str | None] = []
        self.points: list[dict[str, int | None]] = []

    def piles(self, piles: Mapping[str, Pile], *, stated: bool) -> None:
        """Score the piles of won oases; beside rounds they are only what was stated."""
        check_piles(piles, [], self.match.pack.oases, self.broken)
        for seat in SEATS:
            if seat not in piles:
                self.parts[seat] += [] if stated else [unknown("pile", None, "it is not on the sheet")]
                continue
            if not stated:
                self.parts[seat].append(pile_node("pile", piles[seat]))
                continue
            total = combine("sum", seat, self.parts[seat])
            terms = [str(part.value) for part in total.children if part.value is not None]
            value = total.value if isinstance(total.value, int) else None
            found = sheet_total(f"The pile of {seat}", pile_points(piles[seat]), value, " + ".join(terms) or "0")
            if found is not None:
                self.broken.append((sheet_total, found))

    def in_round(self, number: int, given: SheetRound) -> None:
        """Score one round; whatever is wrong with it says in which round that is."""
        before = len(self.broken)
        self.round(number, given)
        for place in range(before, len(self.broken)):
            rule, found = self.broken[place]
            if "{round}" not in found.says and "in round" not in str(found.facts.get("whose")):
                facts = {**found.facts, "of_round": number}
                self.broken[place] = (rule, replace(found, says=f"Round {{of_round}}: {found.says}", facts=facts))

    def round(self, number: int, given: SheetRound) -> None:
        """Score one round, from its points, its takers or its board."""
        found = three_rounds(number)
        if found is not None:
            self.broken.append((three_rounds, found))
            return
        first = self._first_player(number, given)
        self.firsts.append(first)
        if given.oases is None:
            self._points_only(number, given)
            return
        entry = Round(oases=given.oases)
        found = five_oases(entry)
        if found is not None:
            self.broken.append((five_oases, found))
        wrong = takers_of_another_number(given.takers, len(given.oases))
        if wrong is not None:
            self.broken.append((sheet_taker, wrong))
        state = self._state(number, given, first)
        for seat, column in given.tokens.items():
            if seat not in SEATS or column not in COLUMNS:
                self.broken.append(
                    (
                        "no-such-place",
                        breach("There is no palm token of {seat} on oasis {column}.", seat=seat, column=column),
                    )
                )
            else:
                state.tokens[seat] = Token(column, 0, 0)
        if given.board is not None:
            self._board(state, given, first)
        else:
            self._takers_only(number, given, state)
        self._stated(number, given)

    def _first_player(self, number: int, given: SheetRound) -> str | None:
        """Return who started a round, None if that is not known; judge it by the points of the round before."""
        for seat in (given.first, *(given.points or {})):
            if seat is not None and seat not in SEATS:
                self.broken.append(
                    ("no-such-place", breach("There is no seat {seat}: the seats are A and B.", seat=seat))
                )
        first = given.first if given.first in SEATS else None
        if number == 1 or not self.points:
            return first
        points = self.points[-1]
        due = ahead(points)
        before = self.firsts[-1]
        if due is None and None not in points.values():
            due = first_after_tie(self.readings, before, self._leader)
        found = first_player_next(given.first, due, points)
        if found is not None:
            self.broken.append((first_player_next, found))
        return first or due

    def _leader(self) -> str | None:
        totals = {seat: combine("sum", seat, self.parts[seat]).value for seat in SEATS}
        return ahead({seat: value if isinstance(value, int) else None for seat, value in totals.items()})

    def _points_only(self, number: int, given: SheetRound) -> None:
        points = {seat: (given.points or {}).get(seat) for seat in SEATS}
        for seat in SEATS:
            stated = leaf(f"round {number}", points[seat], None, "as stated")
            self.parts[seat].append(
                unknown(f"round {number}", None, "its points are not told") if points[seat] is None else stated
            )
        self.points.append(points)

    def _state(self, number: int, given: SheetRound, first: str | None) -> RoundState:
        oases = as_oases(given.oases or [])
        self.oases += [oasis.value for oasis in oases]
        size = self.match.sizes[-1]
        state = RoundState(
            number, 0, first or SEATS[0], oases[: len(COLUMNS)], [Supply(size, 0, dict.fromkeys(SEATS, 0))]
        )
        state.flipped = True
        return state

    def _board(self, state: RoundState, given: SheetRound, first: str | None) -> None:
        """Score a round by the cards on both sides, flipping them first if they still lie face down."""
        board = read_board(given.board or {}, state.oases, self.match.next_card, self.broken)
        check_board(board, self.readings, self.broken)
        state.board = board
        self.match.next_card += sum(len(cards) for cards in board.columns.values())
        if given.flip is not None or state.down_cards():
            if first is None and self._order_matters(state, given.flip or []):
                return
            self._flip(state, given)
        lying = [card.kind for _, _, card in state.board.places() if card.kind in KINDS]
        check_copies(
            [*lying, *(card.kind for card in state.destroyed)], self.match.limits, self.match.sizes[-1] - 1, self.broken
        )
        state.seen = {kind: lying.count(kind) for kind in KINDS}
        self.match.remember(state)
        nodes, takers = round_nodes(state, self.readings)
        for seat in SEATS:
            self.parts[seat].append(nodes[seat])
        self.takers += takers
        self._stated_takers(state, given, takers)
        self.points.append(round_points(state, state.board, self.readings, state.unnamed))

    def _flip(self, state: RoundState, given: SheetRound) -> None:
        state.flipped = False
        state.seen = {}
        for _, _, card in state.board.places():
            if card.kind in KINDS:
                state.seen[card.kind] = state.seen.get(card.kind, 0) + 1
        self.match.rounds, self.match.round = [state], state
        _, findings, plan = judge_end(self.match, state, Flip(cards=given.flip or []))
        carry_out_flip(self.match, plan)
        self.broken += [
            (finding.rule, breach(finding.says, allowed=finding.allowed, status=finding.status, **finding.facts))
            for finding in findings
        ]

    def _order_matters(self, state: RoundState, flip: Sequence[Flipped]) -> bool:
        """Return whether the flip ends otherwise if B went first; then neither the board nor the points are known."""
        boards: list[Board] = []
        each: list[dict[str, int | None]] = []
        for first in SEATS:
            trial = copy(state)
            trial.first, trial.flipped, trial.board = first, False, state.board.copy()
            self.match.rounds, self.match.round = [trial], trial
            plan = judge_end(self.match, trial, Flip(cards=list(flip)))[2]
            if plan.unnamed:
                return False
            boards.append(plan.board)
            each.append(full_points(trial, boards[-1], self.readings, ()))
        if boards[0].looks_like(boards[1]):
            return False
        why = "who went first is not told, and the order of the flipped cards hangs on it"
        self.broken.append(
            (
                "flip-order",
                breach(
                    "The face-down cards act in another order if B went first, and the sheet does not say who did: "
                    "the table after the flip cannot be told.",
                    status="unverifiable",
                ),
            )
        )
        for seat in SEATS:
            points = [value for one in each if (value := one[seat]) is not None]
            low, high = min(points), max(points)
            node = unknown(f"round {state.number}", "flip-order", why, low, high)
            self.parts[seat].append(leaf(node.label, low, "flip-order") if low == high else node)
        self.points.append(dict.fromkeys(SEATS))
        return True

    def _stated_takers(self, state: RoundState, given: SheetRound, takers: Sequence[Node]) -> None:
        for (number, _), stated, node in zip(scored_oases(state), given.takers or [], takers, strict=False):
            strengths = (
                column_strength(state.board, self.readings, f"A{number}"),
                column_strength(state.board, self.readings, f"B{number}"),
            )
            found = sheet_taker(
                number, state.number, stated, "none" if node.value == "nobody" else str(node.value), strengths
            )
            if found is not None:
                self.broken.append((sheet_taker, found))

    def _takers_only(self, number: int, given: SheetRound, state: RoundState) -> None:
        claims: dict[str, list[Node]] = {seat: [] for seat in SEATS}
        for (place, oasis), taker in zip(scored_oases(state), given.takers or [], strict=False):
            if taker in claims:
                claims[taker].append(claim_node(place, oasis, tokens_on(state, place), []))
            elif taker != "none":
                self.broken.append(
                    (
                        "no-such-place",
                        breach("There is no seat {seat}: an oasis goes to A, to B or to none.", seat=taker),
                    )
                )
        if given.takers is None:
            self._points_only(number, given)
            return
        nodes = {seat: combine("sum", f"round {number}", claims[seat]) for seat in SEATS}
        points: dict[str, int | None] = {}
        for seat in SEATS:
            self.parts[seat].append(nodes[seat])
            value = nodes[seat].value
            printed = sum(
                part.value
                for claim in claims[seat]
                for part in claim.children
                if part.label == "printed value" and isinstance(part.value, int)
            )
            points[seat] = (
                printed if self.readings["round-points"] == "oasis-only" else value if isinstance(value, int) else None
            )
        self.points.append(points)

    def _stated(self, number: int, given: SheetRound) -> None:
        """Compare the stated points of a round with those counted."""
        for seat, stated in (given.points or {}).items():
            node = next(
                (node for node in self.parts.get(seat, []) if node.label == f"round {number}" and node.how == "sum"),
                None,
            )
            if node is None:
                continue
            terms = " + ".join(str(child.value) for child in node.children) or "0"
            found = sheet_total(
                f"{seat} in round {number}",
                stated,
                node.value if isinstance(node.value, int) else None,
                terms.replace("+ -", "- "),
            )
            if found is not None:
                self.broken.append((sheet_total, found))

    def result(self, sheet: Sheet) -> SheetResult:
        """Return everything that is said of the sheet."""
        all_oases = as_oases([oasis for round_ in sheet.rounds or [] for oasis in round_.oases or []])
        found = sheet_oases(all_oases, self.match.pack.oases) if all_oases else None
        if found is not None:
            self.broken.append((sheet_oases, found))
        tally = score_node(self.parts, self.takers)
        both_piles = all(seat in (sheet.piles or {}) for seat in SEATS)
        finished = len(self.points) >= LAST_ROUND if sheet.rounds else both_piles
        findings: list[Finding] = []
        for rule, what in self.broken:
            finding = RULES.finding(rule, what)
            if rule is not first_player_next and finding.status == "illegal":
                finding.status = "inconsistent"
            findings.append(finding)
        held = f"holds {len(self.points)} of three rounds" if sheet.rounds else "lacks the piles of a player"
        why = None if finished else f"the sheet {held}"
        return SheetResult(findings, [remark(NOT_CHECKABLE)], tally, outcome_of(tally, finished, why))
