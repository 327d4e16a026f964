"""One card being laid, as the rules look at it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from oasis_ref.core.findings import Note
from oasis_ref.core.readings import Readings
from oasis_ref.games.desperate_oasis.board import (
    COLUMN_AT,
    COLUMNS,
    IS_KIND,
    KINDS,
    OTHER,
    ROWS,
    SEATS,
    Board,
    Card,
    Cards,
    in_words,
    side_has_room,
)
from oasis_ref.games.desperate_oasis.counting import Broken
from oasis_ref.games.desperate_oasis.moves import Play
from oasis_ref.games.desperate_oasis.resolving import Resolved
from oasis_ref.games.desperate_oasis.table import HAND, RoundState, Supply, Trio, is_over

if TYPE_CHECKING:
    from oasis_ref.games.desperate_oasis.match import Match


SPACES = ROWS * len(COLUMNS)
"""The spaces of one side, without the fourth ones."""


class Laying(Struct, gc=False):
    """A `play` entry beside the round it is played in, and what is worked out while it is judged.

    ``stage``: ``start`` begins the seat's turn, ``second`` continues an action that owes a second card, ``out`` is
    out of turn. ``closing`` says that the entry closes the other seat's turn. ``column`` is None if there is no such
    place, ``cards`` are those that lie there. ``odd`` says that the entry names something other than a known animal
    and an existing place, or gives a row. ``plain`` is a known animal laid in turn, into room, from a hand that holds
    it for sure and is not short of cards: then no rule about being laid but `face-down-limit` can be broken.

    ``board`` is the board after the card has acted, None if it is only laid. ``ends`` says that the turn ends though a
    second card was due, ``hangs`` that it may end if the hand holds no jackal, which nobody knows. ``sizes`` are the
    pack sizes left, if the entry leaves fewer than before; ``lone`` is what it breaks by some sizes, if by others a
    second card is due, so that only the end of the turn decides.
    """

    match: Match
    round: RoundState
    play: Play
    seat: str
    side: str
    column: str | None
    kind: str
    up: bool
    own: bool
    closing: bool
    stage: str
    cards: Cards
    odd: bool
    plain: bool
    card: Card
    board: Board | None = None
    resolved: Resolved | None = None
    destroyed: Sequence[Card] = ()
    trio: Trio | None = None
    sizes: list[int] | None = None
    lone: Broken | None = None
    ends: bool = False
    hangs: bool = False
    notes: Sequence[Note] = ()

    @property
    def number(self) -> int:
        """The number of the entry."""
        return self.card.entry

    @property
    def in_words(self) -> str:
        """The card as a sentence names it."""
        return in_words(self.kind)

    @property
    def readings(self) -> Readings:
        """The chosen readings."""
        return self.match.readings

    @property
    def limits(self) -> Limits:
        """How many cards there can be."""
        return self.match.limits


IN_TURN = {"action": "start", "card": "second", "draw": "out"}
OUT_OF_TURN = {"action": "out", "card": "start", "draw": "start"}
"""The stage at which a card is laid, by what the seat on turn owes."""


def lay_out(match: Match, round_: RoundState, play: Play) -> Laying:
    """Return a play as the rules look at it."""
    seat, kind, up = play.by, play.card, play.face == "up"
    side = play.side or seat
    own = side == seat
    column = COLUMN_AT.get((side, play.column))
    closing = seat != round_.turn
    stage = (OUT_OF_TURN if closing else IN_TURN)[round_.supplies[-1].owed]
    odd = column is None or play.row is not None or kind not in IS_KIND or seat not in SEATS
    cards = () if column is None else round_.board.columns[column]
    plain = False
    if (up or own) and not odd and not closing and len(cards) < ROWS:
        hand, supply = round_.hands[seat], round_.supplies[0]
        cards_left = supply.hands
        plain = (
            hand is not None
            and hand.surely_holds(kind)
            and round_.held[seat].get(kind, 0) > 0
            and (own and up if stage == "second" else stage == "start" and cards_left[seat] > 1)
            and (supply.deck > 0 or (cards_left["A"] > 0 and cards_left["B"] > 0))
            and not round_.flipped
            and match.limits.impossible is None
            and not round_.lone
        )
    return Laying(
        match,
        round_,
        play,
        seat,
        side,
        column,
        kind,
        up,
        own,
        closing,
        stage,
        cards,
        odd,
        plain,
        Card(kind, seat, up, None, match.next_card, match.number),
    )


class Limits(Struct):
    """How often each kind exists, and how many animals there are, for the rules about the record.

    ``counts`` is None if the copies are unknown. ``most`` is the largest number of each kind seen in any earlier round.
    ``impossible`` is the entry that no pack size allows, if there is one.
    """

    counts: dict[str, int] | None
    largest: int
    most: dict[str, int]
    impossible: object = None

    def exceeded(self, seen: dict[str, int], kind: str) -> tuple[int, int] | None:
        """Return how many cards there would be and how many there can be, if one more of a kind is too many."""
        count = seen.get(kind, 0) + 1
        if self.counts is not None:
            limit = self.counts.get(kind, 0)
            return (count, limit) if count > limit else None
        if count <= self.most.get(kind, 0):
            return None
        total = sum(max(seen.get(other, 0), self.most.get(other, 0)) for other in KINDS if other != kind) + count
        return (total, self.largest) if total > self.largest else None


def over_for(round_: RoundState, supply: Supply, *, skip_owed: bool = False) -> bool:
    """Return whether the round is over for one pack size once the running turn, if complete, is closed.

    ``skip_owed`` closes the turn also while a second card is owed.
    """
    deck, hands, turn = supply.deck, supply.hands, round_.turn
    if deck > HAND:
        return False
    if supply.owed == "draw" or (skip_owed and supply.owed == "card"):
        due = supply.due(turn)
        if deck > due:
            return False
        if due == 0:
            return is_over(0, hands, round_.first, OTHER[turn])
        return is_over(0, {**hands, turn: hands[turn] + due}, round_.first, OTHER[turn])
    if supply.owed == "card":
        return False
    return is_over(deck, hands, round_.first, turn)


def other_actions_possible(laying: Laying) -> bool:
    """Return whether the seat could lay its card across, or face down on its own side."""
    board, readings, seat = laying.round.board, laying.readings, laying.seat
    if side_has_room(board, readings, OTHER[seat], laying.kind):
        return True
    return may_lay_down(laying) and side_has_room(board, readings, seat, "?", up=False)


def may_lay_down(laying: Laying) -> bool:
    """Return whether one more face-down card of the seat keeps within the limit (reading `face-down-quota`)."""
    down, seat = laying.round.board.down_cards(), laying.seat
    mine, theirs = down[seat] + 1, down[OTHER[seat]]
    by_difference, by_one = mine <= theirs + 1, mine <= 1
    if by_difference == by_one:
        return by_difference
    return by_difference if laying.readings("face-down-quota") == "board-difference" else by_one
