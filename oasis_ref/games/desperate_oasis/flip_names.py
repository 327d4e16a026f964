"""What the end of a round shows: kinds of cards laid unnamed, cards left in hand, the card set aside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from oasis_ref.core.findings import Breach, breach
from oasis_ref.games.desperate_oasis.board import IS_KIND, SEATS, Card
from oasis_ref.games.desperate_oasis.moves import Flip, Flipped
from oasis_ref.games.desperate_oasis.rules import (
    copies_breach,
    needs_card,
    too_many_copies,
)
from oasis_ref.games.desperate_oasis.rules_turns import (
    flip_mismatch,
)
from oasis_ref.games.desperate_oasis.table import RoundState

if TYPE_CHECKING:
    from oasis_ref.games.desperate_oasis.match import Match

Broken = list[tuple[Any, Breach]]


class Turned(Struct):
    """One face-down card as it is turned up: the card, where it lay, its entry in the flip if there is one.

    ``laid`` is the kind that was recorded when it was laid.
    """

    card: Card
    column: str
    index: int
    kind: str
    facing: str | None
    entry: Flipped | None
    listed: int
    laid: str
    at: str
    """Its place when the cards are turned, as it is written."""

    @property
    def named(self) -> bool:
        """Whether the flip says what it is, rightly or not."""
        return self.entry is not None and self.entry.card != "?"


def judge_names(match: Match, round_: RoundState, turned: Sequence[Turned], broken: Broken) -> None:
    """Judge the kinds that the flip gives: against what was laid, what exists, the hands, the copies."""
    claims: dict[str, dict[int, str]] = {"A": {}, "B": {}}
    seen = dict(round_.seen)
    for card in turned:
        if card.entry is None:
            continue
        found = flip_mismatch(card.entry, card.card.kind)
        if found is not None:
            broken.append((flip_mismatch, found))
        if card.kind not in IS_KIND:
            if card.kind != "?":
                broken.append((needs_card, breach("There is no animal {card} at {at}.", card=card.kind, at=card.at)))
            card.kind = "?"
            continue
        earlier, claim = claims[card.card.seat], card.card.claim
        if card.card.kind != "?" or not _may_be(round_, card, earlier, broken):
            continue
        new = _is_new(round_, card.card, earlier, card.kind)
        if claim is not None:
            earlier[claim] = card.kind
        if not new:
            continue
        exceeded = match.limits.exceeded(seen, card.kind)
        if exceeded is not None:
            broken.append((too_many_copies, copies_breach(match.limits.counts is not None, card.kind, *exceeded)))
            card.kind = "?"
        else:
            seen[card.kind] = seen.get(card.kind, 0) + 1


def _may_be(round_: RoundState, card: Turned, claims: dict[int, str], broken: Broken) -> bool:
    """Return whether the hand that the card was laid from can have held the kind it is named by."""
    hand, claim = round_.hands[card.card.seat], card.card.claim
    if hand is None or claim is None:
        return True
    if hand.may_name({**claims, claim: card.kind}):
        return True
    broken.append(
        (
            "card-not-in-hand",
            breach(
                "The card at {at} cannot be {card}: the hand that {seat} laid it from cannot have held one.",
                at=card.at,
                card=card.kind,
                seat=card.card.seat,
            ),
        )
    )
    card.kind = "?"
    return False


def _is_new(round_: RoundState, card: Card, earlier: dict[int, str], kind: str) -> bool:
    """Return whether a card laid unnamed is a further copy of its kind: not one that its hand was known to hold."""
    hand, claim = round_.hands[card.seat], card.claim
    if hand is None or claim is None:
        return True
    return len(hand.not_brought({**earlier, claim: kind})) > len(hand.not_brought(earlier))


Named = Sequence[tuple[Card, str]]
"""Cards that were laid unnamed, with the kinds that the flip gives them."""


def _claims(named: Named, seat: str) -> dict[int, str]:
    return {card.claim: kind for card, kind in named if card.seat == seat and card.claim is not None}


def _first_shown(round_: RoundState, named: Named) -> tuple[list[str], dict[str, list[str]]]:
    """Return the kinds of the cards that are further copies, and by seat those that the hand was known to hold."""
    new: list[str] = []
    known: dict[str, list[str]] = {"A": [], "B": []}
    for seat in SEATS if named else ():
        hand = round_.hands[seat]
        first = [kind for card, kind in named if card.seat == seat and (hand is None or card.claim is None)]
        if hand is not None:
            first += hand.not_brought(_claims(named, seat))
        known[seat] = _without([kind for card, kind in named if card.seat == seat], first)
        new += first
    return new, known


def _without(cards: Sequence[str], gone: Sequence[str]) -> list[str]:
    """Return the cards that are left when others, as far as they are among them, are gone."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return left


def _in_hand(round_: RoundState, seat: str) -> list[str]:
    """Return the named cards that are known to be in a hand."""
    return [kind for kind, count in round_.held[seat].items() for _ in range(count)]


def judge_shown(match: Match, round_: RoundState, flip: Flip, turned: Sequence[Turned], broken: Broken) -> None:
    """Judge the cards shown at the end: those left in the hands, and the one that was set aside."""
    named = [(card.card, card.kind) for card in turned if card.laid == "?" and card.kind in IS_KIND]
    if not named and not flip.left and flip.aside is None:
        return
    for seat, cards in (flip.left or {}).items():
        if seat not in SEATS:
            broken.append(("no-such-place", breach("There is no seat {seat}: the seats are A and B.", seat=seat)))
            continue
        sizes = [
            supply.hands[seat] + (supply.due(seat) if seat == round_.turn and supply.owed != "action" else 0)
            for supply in round_.supplies
        ]
        if len(cards) not in sizes:
            broken.append(
                (
                    "pack-mismatch",
                    breach(
                        "{seat} shows {count} left over, but holds {hand}.", seat=seat, count=len(cards), hand=sizes[-1]
                    ),
                )
            )
        _judge_left(round_, seat, cards, named, broken)
    if flip.aside is not None and flip.aside not in IS_KIND and flip.aside != "?":
        broken.append(
            (needs_card, breach("There is no animal {card}, which is said to have been set aside.", card=flip.aside))
        )
    if flip.aside in IS_KIND and round_.aside not in ("?", flip.aside):
        broken.append(
            (
                "pack-mismatch",
                breach(
                    "The animal set aside is shown as {shown}; it was recorded as {recorded}.",
                    shown=flip.aside,
                    recorded=round_.aside,
                ),
            )
        )
    shown, known = _first_shown(round_, named)
    for seat, cards in (flip.left or {}).items():
        if seat in SEATS:
            held = _without([*_in_hand(round_, seat), *round_.draw_ahead(seat)], known[seat])
            shown += _without([card for card in cards if card in IS_KIND], held)
    shown += [flip.aside] if flip.aside in IS_KIND and round_.aside == "?" else []
    _judge_copies(match, round_, shown, broken)


def _judge_left(round_: RoundState, seat: str, cards: Sequence[str], named: Named, broken: Broken) -> None:
    hand = round_.hands[seat]
    trial = hand.copy() if hand is not None else None
    if trial is not None:
        if named:
            trial.name(_claims(named, seat))
        for card in round_.draw_ahead(seat):
            trial.add(card)
    for card in cards:
        if card not in IS_KIND and card != "?":
            broken.append(
                (
                    needs_card,
                    breach("There is no animal {card}, which {seat} is said to have left.", card=card, seat=seat),
                )
            )
        elif trial is not None and not trial.may_leave(card):
            broken.append(
                (
                    "card-not-in-hand",
                    breach(
                        "{seat} cannot have {card} left: the recorded hand can only be {hand}.",
                        seat=seat,
                        card=card,
                        hand=trial.cards(),
                    ),
                )
            )
        elif trial is not None:
            trial.leave(card)


def _judge_copies(match: Match, round_: RoundState, shown: Sequence[str], broken: Broken) -> None:
    seen = dict(round_.seen)
    for card in shown:
        exceeded = match.limits.exceeded(seen, card)
        if exceeded is not None and not any(rule is too_many_copies for rule, _ in broken):
            broken.append((too_many_copies, copies_breach(match.limits.counts is not None, card, *exceeded)))
        seen[card] = seen.get(card, 0) + 1


def name_claims(round_: RoundState, turned: Sequence[Turned]) -> None:
    """Say in the accounts of the hands what the cards were that were laid unnamed, and count those that are new."""
    named = [(card.card, card.kind) for card in turned if card.laid == "?"]
    if not named:
        return
    new, known = _first_shown(round_, named)
    for kind in new:
        round_.seen[kind] = round_.seen.get(kind, 0) + 1
    for seat in SEATS:
        for kind in known[seat]:
            if round_.held[seat].get(kind):
                round_.held[seat][kind] -= 1
        hand, claims = round_.hands[seat], _claims(named, seat)
        if hand is not None and claims:
            hand.name(claims)
