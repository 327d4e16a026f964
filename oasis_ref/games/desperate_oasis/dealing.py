"""The start of a round: oases, deal, first player; and a round that the record begins in the middle of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from oasis_ref.core.cards import Hand, is_unknown
from oasis_ref.core.findings import Breach, Finding, Happening, Note, assumption, breach
from oasis_ref.games.base import Judgement
from oasis_ref.games.desperate_oasis.board import COLUMNS, IS_KIND, KINDS, SEATS
from oasis_ref.games.desperate_oasis.boards import check_board, check_copies, check_piles, read_board
from oasis_ref.games.desperate_oasis.catalogue import RULES
from oasis_ref.games.desperate_oasis.flipping import FlipPlan, carry_out_flip, judge_end
from oasis_ref.games.desperate_oasis.moves import Flip, Oasis, Pile, Play, Position, Round
from oasis_ref.games.desperate_oasis.rules import copies_breach, needs_card, too_many_copies
from oasis_ref.games.desperate_oasis.rules_effects import as_findings
from oasis_ref.games.desperate_oasis.rules_turns import (
    animals_reshuffled,
    deal_four,
    first_after_tie,
    first_player_next,
    five_oases,
    oasis_names,
    oasis_unused,
    one_aside,
    pack_mismatch,
    recorded_animals,
    three_rounds,
)
from oasis_ref.games.desperate_oasis.scoring import ahead, full_points, pile_node, round_nodes, round_points
from oasis_ref.games.desperate_oasis.table import HAND, OPENING, RoundState, Supply, Token, as_oases

if TYPE_CHECKING:
    from oasis_ref.games.desperate_oasis.match import Match

Broken = list[tuple[Any, Breach]]


class RoundPlan(Struct, gc=False):
    """What was worked out while a round entry was judged: the end of the round before, and the new round."""

    closing: FlipPlan | None
    closing_sizes: list[int] | None
    round: RoundState
    notes: list[Note]
    piles: dict[str, Pile]
    discarded: list[Oasis]
    animals: dict[str, int] | None = None


def judge_round(match: Match, entry: Round) -> Judgement:
    """Return what the rules say of a round being set up, the end of the round before included."""
    before, number = match.round, match.number
    position = entry.position if before is None else None
    round_number = position.round if position is not None else before.number + 1 if before is not None else 1
    found = three_rounds(round_number)
    if found is not None or round_number < 1:
        found = found or breach("There is no round {number}.", number=round_number, void=True)
        return Judgement([RULES.finding(three_rounds, found, number)], None, True)
    broken: Broken = []
    closing: FlipPlan | None = None
    closing_sizes: list[int] | None = None
    findings: list[Finding] = []
    if before is not None and not before.flipped:
        counting, closing_findings, closing = judge_end(match, before, Flip())
        closing_sizes = counting.sizes()
        findings = counting.findings(number) + closing_findings
    notes: list[Note] = []
    first = _first_player(match, entry, closing, broken, notes)
    dealt = as_oases(entry.oases)
    animals = Counter(recorded_animals(entry))
    everything = all_recorded(entry, animals)
    broken += _set_up_faults(match, entry, animals, everything, dealt, position)
    if entry.position is not None and position is None:
        broken.append(
            (pack_mismatch, breach("A position can only stand in the first entry of a record; it is left out."))
        )
    round_ = _new_round(match, entry, round_number, first, dealt, animals)
    if position is not None:
        _place(match, round_, position, broken)
    else:
        broken += _copies_faults(match, animals)
    plan = RoundPlan(
        closing,
        closing_sizes,
        round_,
        notes,
        dict(position.piles) if position else {},
        as_oases(position.discarded) if position else [],
        everything,
    )
    return Judgement(findings + as_findings(broken, number), plan)


class UnseenRound(Round, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """A round that must have begun though the record does not say so: only its portals are told."""


UNSEEN = {"pack-mismatch", "oasis-unused"}
"""The rules about oases that nobody has written down."""


def judge_unseen(match: Match, entry: UnseenRound) -> Judgement:
    """Return what the rules say of a round of which the record says nothing: whether it could begin."""
    judgement = judge_round(match, entry)
    judgement.findings = [finding for finding in judgement.findings if finding.rule not in UNSEEN]
    if judgement.plan is not None:
        judgement.plan.round.unseen = True
    return judgement


def _first_player(match: Match, entry: Round, closing: FlipPlan | None, broken: Broken, notes: list[Note]) -> str:
    """Return who starts the round; judge the recorded first player against the points of the round before."""
    before = match.round
    first = entry.first
    if first is not None and first not in SEATS:
        broken.append(("no-such-place", breach("There is no seat {seat}: the seats are A and B.", seat=first)))
        first = None
    if before is None:
        return first or _assumed_first(match, notes)
    board = closing.board if closing is not None else before.board
    unnamed = closing.unnamed if closing is not None else before.unnamed
    points = round_points(before, board, match.readings, unnamed)
    due = ahead(points)
    if due is None and None not in points.values():
        due = first_after_tie(match.readings, before.first, lambda: match.leader_after(closing))
    found = first_player_next(first, due, points)
    if found is not None:
        broken.append((first_player_next, found))
    if first is not None or due is not None:
        return first or due or before.first
    return _assumed_first(match, notes) if None in points.values() else before.first


def _assumed_first(match: Match, notes: list[Note]) -> str:
    """Return the seat of the next play in the record, as an assumption."""
    later = (move.by for move in match.moves[match.number :] if isinstance(move, Play) and move.by in SEATS)
    seat = next(later, SEATS[0])
    notes.append(
        assumption(
            "The record does not say who goes first; it is taken to be {seat}, who plays next.",
            seat=seat,
            rule="first-player-next",
        )
    )
    return seat


def _set_up_faults(
    match: Match,
    entry: Round,
    animals: Counter[str],
    everything: dict[str, int] | None,
    dealt: Sequence[Oasis],
    position: Position | None,
) -> Broken:
    gone = [oasis for round_ in match.rounds if not round_.unseen for oasis in round_.oases] + match.gone_before
    values_only = match.values_only
    if position is not None:
        gone += [oasis for pile in position.piles.values() for oasis in as_oases(pile.oases)] + as_oases(
            position.discarded
        )
        values_only = True
    names = oasis_names(dealt)
    pack, checked = match.oases, names
    if values_only and not isinstance(match.pack.oases, str):
        # Piles do not say which oases were portals.
        pack, checked = oasis_names(match.pack.oases, True), oasis_names(dealt, True)
    sizes = (match.sizes[0], match.sizes[-1])
    checks: list[tuple[Any, Breach | None]] = [
        (five_oases, five_oases(entry)),
        (deal_four, deal_four(entry)),
        (one_aside, one_aside(entry)),
        (pack_mismatch, pack_mismatch(entry, animals, match.limits.counts, sizes, match.oases, names)),
        (
            oasis_unused,
            oasis_unused(
                match.readings,
                pack,
                oasis_names(gone, values_only),
                lambda: oasis_names(match.discarded_oases(), values_only),
                checked,
            ),
        ),
        (animals_reshuffled, animals_reshuffled(match.all_animals, everything)),
    ]
    faults: Broken = [(rule, found) for rule, found in checks if found is not None]
    for seat in entry.hands or ():
        if seat not in SEATS:
            found = breach("There is no seat {seat}: the seats are A and B.", seat=seat)
            faults.insert(0, ("no-such-place", found))
    return faults


def all_recorded(entry: Round, animals: Counter[str]) -> dict[str, int] | None:
    """Return all animals of a round if every one of them is recorded, else None."""
    hands = entry.hands or {}
    if entry.deck is None or len(hands.get("A", ())) != HAND or len(hands.get("B", ())) != HAND:
        return None
    return dict(animals) if animals.keys() <= IS_KIND else None


def _copies_faults(match: Match, animals: Counter[str]) -> Broken:
    """Judge the animals that a round names: their kinds, and their numbers where the pack's copies are unknown."""
    faults: Broken = []
    for card in animals:
        if card not in IS_KIND and not is_unknown(card):
            faults.append((needs_card, breach("There is no animal {card}.", card=card)))
            break
    if match.limits.counts is None:
        seen: dict[str, int] = {}
        for card in [card for card in animals.elements() if card in IS_KIND]:
            exceeded = match.limits.exceeded(seen, card)
            if exceeded is not None:
                faults.append((too_many_copies, copies_breach(False, card, *exceeded)))
                break
            seen[card] = seen.get(card, 0) + 1
    return faults


def _new_round(
    match: Match, entry: Round, number: int, first: str, dealt: Sequence[Oasis], animals: Counter[str]
) -> RoundState:
    deck = len(entry.deck) if entry.deck is not None else entry.deck_size
    dealt_hands = entry.hands or {}
    hands = dict.fromkeys(SEATS, HAND)
    for seat in SEATS:
        if seat in dealt_hands:
            hands[seat] = len(dealt_hands[seat])
    sizes = match.sizes
    if deck is not None:
        sizes = [deck + OPENING] if deck + OPENING in sizes else sizes[-1:]
    supplies = [Supply(size, max(0, size - OPENING if deck is None else deck), dict(hands)) for size in sizes]
    round_ = RoundState(number, match.number, first, list(dealt)[: len(COLUMNS)], supplies)
    if entry.position is not None and match.round is None:
        return round_
    round_.deck = list(entry.deck) if entry.deck is not None else None
    round_.aside = entry.aside if isinstance(entry.aside, str) else (entry.aside or ["?"])[0]
    round_.seen = {card: count for card, count in animals.items() if card in IS_KIND}
    for seat in SEATS:
        _deal(round_, seat, dealt_hands.get(seat, ()))
    return round_


def _deal(round_: RoundState, seat: str, cards: Sequence[str]) -> None:
    """Open the account of a hand if anything in it is named."""
    if IS_KIND.isdisjoint(cards):
        return
    round_.hands[seat] = Hand([card if card in IS_KIND else "?" for card in cards])
    held = round_.held[seat]
    for card in cards:
        if card in IS_KIND:
            held[card] = held.get(card, 0) + 1


def _place(match: Match, round_: RoundState, position: Position, broken: Broken) -> None:
    """Put a position into a round, as far as it can lie there; note every fault."""
    board = read_board(position.board, round_.oases, match.next_card, broken)
    check_board(board, match.readings, broken)
    round_.board = board
    turn = position.turn if position.turn is not None else round_.first
    for seat in (turn, *position.hands, *position.tokens):
        if seat not in SEATS:
            broken.append(("no-such-place", breach("There is no seat {seat}: the seats are A and B.", seat=seat)))
    round_.turn = turn if turn in SEATS else round_.first
    for seat, given in position.hands.items():
        held = len(given) if isinstance(given, list) else given
        if not 0 <= held <= HAND:
            found = breach(
                "{seat} is said to hold {held}; a hand has 0 to {most} cards.", seat=seat, held=held, most=HAND
            )
            broken.append((pack_mismatch, found))
        if held == 0 and position.owed == "card" and seat == round_.turn:
            broken.append((pack_mismatch, breach("{seat} still owes a second card, but holds none.", seat=seat)))
    if isinstance(position.deck, int) and position.deck < 0:
        broken.append((pack_mismatch, breach("The deck is said to have {deck} cards.", deck=position.deck)))
    if position.owed == "draw" and not position.hands:
        broken.append((pack_mismatch, breach("{seat} still owes the draw, but the hands are not given.", seat=turn)))
    for seat, column in position.tokens.items():
        if column not in COLUMNS:
            broken.append(("no-such-place", breach("There is no oasis {column} for a palm token.", column=column)))
        elif seat in SEATS:
            round_.tokens[seat] = Token(column, 0, 0)
    check_piles(position.piles, as_oases(position.discarded), match.pack.oases, broken)
    lying = [card.kind for _, _, card in board.places()]
    named = [card for hand in position.hands.values() if isinstance(hand, list) for card in hand]
    deck_named = position.deck if isinstance(position.deck, list) else []
    for card in (*named, *deck_named, position.aside, *position.destroyed):
        if card not in KINDS and not is_unknown(card):
            broken.append((needs_card, breach("There is no animal {card}.", card=card)))
    everything = [*lying, *position.destroyed, *named, *deck_named, position.aside]
    check_copies([card for card in everything if card in KINDS], match.limits, match.sizes[-1], broken)
    round_.cards_placed = len(lying)
    _place_supplies(match, round_, position, broken)
    _place_cards(round_, position)


def _place_supplies(match: Match, round_: RoundState, position: Position, broken: Broken) -> None:
    lying = sum(len(cards) for cards in round_.board.columns.values()) + len(position.destroyed)
    hands: dict[str, int] = {}
    for seat in SEATS:
        given = position.hands.get(seat)
        if given is None:
            hands[seat] = HAND - 1 if position.owed == "card" and seat == round_.turn else HAND
        else:
            hands[seat] = len(given) if isinstance(given, list) else max(0, given)
    owed = "draw" if position.owed == "card" and hands[round_.turn] == 0 else position.owed
    supplies = []
    for size in match.sizes:
        left = size - 1 - lying - sum(hands.values())
        deck = (
            left
            if position.deck is None
            else len(position.deck)
            if isinstance(position.deck, list)
            else max(0, position.deck)
        )
        if 0 <= deck <= left:
            supplies.append(Supply(size, deck, dict(hands), owed))
    if not supplies:
        deck = len(position.deck) if isinstance(position.deck, list) else position.deck or 0
        total, most = lying + sum(hands.values()) + deck, match.sizes[-1] - 1
        broken.append(
            (
                pack_mismatch,
                breach(
                    "Table, hands and deck hold {total} animals; with one set aside there can be {most}.",
                    total=total,
                    most=most,
                ),
            )
        )
        supplies = [Supply(match.sizes[-1], max(0, deck), dict(hands), owed)]
    round_.supplies = supplies


def _place_cards(round_: RoundState, position: Position) -> None:
    round_.deck = list(position.deck) if isinstance(position.deck, list) else None
    round_.aside = position.aside
    for seat in SEATS:
        given = position.hands.get(seat)
        _deal(round_, seat, given if isinstance(given, list) else [])
    lying = [card.kind for _, _, card in round_.board.places() if card.kind in KINDS]
    held = [card for hand in position.hands.values() if isinstance(hand, list) for card in hand]
    for card in (*lying, *held, *position.destroyed, *(round_.deck or []), round_.aside):
        if card in KINDS:
            round_.seen[card] = round_.seen.get(card, 0) + 1


def carry_out_round(match: Match, entry: Round, plan: RoundPlan) -> None:
    """Close the round before, and begin the new one."""
    if plan.closing is not None:
        carry_out_flip(match, plan.closing)
    if plan.closing_sizes is not None:
        match.keep_sizes(plan.closing_sizes)
    before = match.round
    if before is not None:
        match.remember(before)
    round_ = plan.round
    kept = [supply for supply in round_.supplies if supply.size in match.sizes]
    round_.supplies = kept or round_.supplies
    match.rounds.append(round_)
    match.round = round_
    match.next_card += round_.cards_placed
    if plan.piles or plan.discarded:
        match.piles = plan.piles
        match.gone_before = [oasis for pile in plan.piles.values() for oasis in as_oases(pile.oases)] + plan.discarded
        match.discarded_before = plan.discarded
        match.values_only = True
    if plan.animals is not None:
        match.all_animals = plan.animals
    match.notes += plan.notes
    match.trail.append(
        Happening(
            "five-oases",
            "Round {round} begins with the oases {oases}; {first} goes first.",
            {"round": round_.number, "oases": oasis_names(round_.oases), "first": round_.first},
        )
    )


def totals_after(match: Match, closing: FlipPlan | None) -> Mapping[str, int | None]:
    """Return what each seat has won so far, the round being closed included."""
    totals: dict[str, int | None] = {}
    for seat in SEATS:
        pile = match.piles.get(seat)
        value = pile_node("before", pile).value if pile is not None else 0
        totals[seat] = value if isinstance(value, int) else None
    for round_ in match.rounds:
        if round_ is match.round and closing is not None:
            extra: Mapping[str, Any] = full_points(round_, closing.board, match.readings, closing.unnamed)
        else:
            extra = {seat: node.value for seat, node in round_nodes(round_, match.readings)[0].items()}
        for seat in SEATS:
            now, more = totals[seat], extra[seat]
            totals[seat] = None if now is None or more is None else now + more
    return totals
