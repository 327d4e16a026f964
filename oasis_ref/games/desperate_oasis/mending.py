"""What a faulty entry may have been meant as: one slip of whoever wrote it down, undone.

It is used to tell a cause from what follows from it, never to change what is judged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from oasis_ref.core.documents import Entry
from oasis_ref.games.desperate_oasis.board import COLUMN_AT, COLUMNS, KINDS, OTHER, SEATS, place_name
from oasis_ref.games.desperate_oasis.candidates import kinds_in_hand, plays_at
from oasis_ref.games.desperate_oasis.dealing import UnseenRound
from oasis_ref.games.desperate_oasis.laying import Laying, over_for
from oasis_ref.games.desperate_oasis.moves import AnyOasis, Flip, Flipped, Lying, Oasis, Play, Position, Round
from oasis_ref.games.desperate_oasis.table import as_oases

if TYPE_CHECKING:
    from oasis_ref.games.desperate_oasis.match import Match

LIKELY_VALUES = range(-2, 5)
"""Values that a forgotten oasis is tried with."""

HOW_IT_ACTS = {
    "closest-space",
    "needs-facing",
    "chameleon-facing",
    "needs-pull",
    "pull-same-kind",
    "pull-adjacent-only",
    "pull-mandatory",
    "pull-room",
    "pull-choice",
    "pull-order",
    "face-down-inert",
    "chameleon-own-kind",
    "portal-pull",
    "needs-strike",
    "strike-weakest",
    "strike-not-self",
    "strike-not-face-down",
    "strike-mandatory",
    "strike-choice",
    "strike-played-only",
}
"""The rules about where exactly a card comes to lie and what it does there: that it was laid is in no doubt."""


def surely_made(match: Match, entry: Entry) -> bool:
    """Return whether an entry lays out the table on which the record begins, or fails only by how a card acts."""
    if isinstance(entry, Round):
        return entry.position is not None
    if not isinstance(entry, Play):
        return False
    found = match.judge(entry).findings
    wrong = {one.rule for one in found if one.entry == match.number and one.status != "unverifiable"}
    return bool(wrong) and wrong <= HOW_IT_ACTS


def one_slip(match: Match, meant: Entry, written: Entry) -> bool:
    """Return whether a card was written wrongly, or where it was laid, or on which side, or how, but not two of these.

    What a card does somewhere else altogether is not made up, nor what one does that nobody has seen: it may only be
    missing where it was written.
    """
    if not isinstance(meant, Play) or not isinstance(written, Play):
        return True
    differing = sum(one != other for one, other in zip(_laid(meant), _laid(written), strict=True))
    if differing <= 1 and written.card != "?":
        return True
    if written.card not in (meant.card, "?"):
        return False
    laying: Laying | None = match.judge(meant).plan
    return laying is None or laying.resolved is None


def _laid(play: Play) -> tuple[str, int, str, str]:
    return play.card, play.column, play.side or play.by, play.face


def forgotten(match: Match, behind: Entry) -> Iterator[Sequence[Entry]]:
    """Yield rounds and turns that may have been forgotten right before an entry."""
    round_ = match.round
    if round_ is None or round_.flipped or all(over_for(round_, supply) for supply in round_.supplies):
        yield from ([unseen] for unseen in _unseen_rounds(behind))
    elif isinstance(behind, Play) and round_.owed() != "card":
        seat = round_.turn if round_.owed() == "action" else OTHER[round_.turn]
        if seat != behind.by:
            yield from _unseen_turns(match, seat)


def _unseen_rounds(behind: Entry) -> Iterator[UnseenRound]:
    """Yield rounds with every choice of portals, the fewest first."""
    for portals in sorted(product((False, True), repeat=len(COLUMNS)), key=sum):
        oases: list[AnyOasis] = [Oasis(value=0, portal=portal) for portal in portals]
        yield UnseenRound(first=getattr(behind, "by", None), oases=oases)


def _unseen_turns(match: Match, seat: str) -> Iterator[list[Play]]:
    """Yield turns of two cards, with nothing chosen that they do; a turn of one card is among the candidates."""
    table: Any = match.copy()
    plays = [
        Play(by=seat, card=kind, column=column, facing=facing)
        for column in COLUMNS
        for kind in kinds_in_hand(table.round, seat)
        for facing in (("left", "right") if kind == "chameleon" else (None,))
    ]
    for place, first in enumerate(plays):
        trial: Any = match.copy()
        judgement = trial.judge(first)
        if judgement.findings:
            continue
        trial.carry_out(first, judgement)
        yield from ([first, second] for second in plays[place:] if not trial.judge(second).findings)


def meant_as(match: Match, entry: Entry) -> Iterator[Entry]:
    """Yield what a faulty entry may have been meant as."""
    if isinstance(entry, Round):
        yield from _rows(entry)
        if match.judge(entry).findings:
            yield from _rounds(entry)
    elif isinstance(entry, Play):
        yield from _plays(match, entry)
    elif isinstance(entry, Flip):
        yield from _flips(match, entry)


def _rows(entry: Round) -> Iterator[Round]:
    """Yield a round with its row written from the other end, and with one portal more or less."""
    oases = as_oases(entry.oases)
    yield replace(entry, oases=[*reversed(oases)])
    for place, oasis in enumerate(oases):
        yield replace(entry, oases=[*oases[:place], replace(oasis, portal=not oasis.portal), *oases[place + 1 :]])


def _rounds(entry: Round) -> Iterator[Round]:
    """Yield a round with another first player, an oasis more or less, one thing in its position told otherwise."""
    if entry.first in OTHER:
        yield replace(entry, first=OTHER[entry.first])
    if len(entry.oases) < len(COLUMNS):
        for place in range(len(entry.oases) + 1):
            for portal in (False, True):
                for value in LIKELY_VALUES:
                    oases = [*entry.oases[:place], Oasis(value=value, portal=portal), *entry.oases[place:]]
                    yield replace(entry, oases=oases)
    if entry.position is not None:
        for position in _positions(entry.position):
            yield replace(entry, position=position)


def _positions(position: Position) -> Iterator[Position]:
    """Yield a position with one number or name less, or with one card that cannot lie there as it may lie.

    The cards that can lie where they are said to stay there: the table has been seen.
    """
    yield replace(position, deck=None)
    yield replace(position, turn=None)
    yield replace(position, owed="action")
    yield replace(position, aside="?")
    for name in ("hands", "tokens", "piles", "board"):
        told: Mapping[str, Any] = getattr(position, name)
        for key in told:
            if name != "board" or key not in COLUMN_AT.values():
                yield replace(position, **{name: {other: told[other] for other in told if other != key}})
    for seat, pile in position.piles.items():
        for less in (replace(pile, tokens=0), replace(pile, points=None)):
            yield replace(position, piles={**position.piles, seat: less})
    for name in ("destroyed", "discarded"):
        listed: list[Any] = getattr(position, name)
        for place in range(len(listed)):
            yield replace(position, **{name: [*listed[:place], *listed[place + 1 :]]})
    for column, cards in position.board.items():
        for place, card in enumerate(cards):
            for other in _lying(card if isinstance(card, Lying) else Lying(card=card)):
                board = {**position.board, column: [*cards[:place], other, *cards[place + 1 :]]}
                yield replace(position, board=board)


def _lying(card: Lying) -> Iterator[Lying]:
    """Yield a card of a position as it may lie, if it cannot lie as it is told."""
    if card.card == "chameleon" and card.facing not in ("left", "right"):
        yield from (replace(card, facing=facing) for facing in ("left", "right"))
    elif card.face != "down" and card.card not in KINDS:
        yield from (replace(card, card=kind) for kind in KINDS if kind != "chameleon")


def _plays(match: Match, entry: Play) -> Iterator[Play]:
    """Yield the card laid where it was, with everything that it can do there, and elsewhere, doing what is told."""
    if match.round is None:
        return
    side = entry.side or entry.by
    if entry.face == "up" and entry.by in SEATS and (side, entry.column) in COLUMN_AT and entry.card in KINDS:
        for play in plays_at(match, match.round, entry.by, side, entry.column, entry.card):
            if entry.facing in (None, play.facing) or entry.facing not in ("left", "right"):
                yield replace(play, side=entry.side)
    for column in COLUMNS:
        if column != entry.column:
            yield replace(entry, column=column)


def _flips(match: Match, entry: Flip) -> Iterator[Flip]:
    """Yield a flip that names the one card which it leaves out, or names it in place of one that does not lie there."""
    if match.round is None:
        return
    down = {place_name(column, index) for column, index, _ in match.round.down_cards()}
    left = sorted(down - {card.at for card in entry.cards})
    for at in left if len(left) == 1 else ():
        for kind in KINDS:
            for facing in ("left", "right") if kind == "chameleon" else (None,):
                yield replace(entry, cards=[*entry.cards, Flipped(at=at, card=kind, facing=facing)])
    for place, card in enumerate(entry.cards):
        if card.at not in down or sum(card.at == other.at for other in entry.cards) > 1:
            for at in left:
                yield replace(entry, cards=[*entry.cards[:place], replace(card, at=at), *entry.cards[place + 1 :]])
