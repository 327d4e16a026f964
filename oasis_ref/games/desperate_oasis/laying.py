"""One card being laid, as the rules look at it."""

from __future__ import annotations

from msgspec import Struct

from oasis_ref.core.findings import Note
from oasis_ref.core.readings import Readings
from oasis_ref.games.desperate_oasis.board import IS_KIND, KINDS, OTHER, SEATS, Board, Card, side_has_room
from oasis_ref.games.desperate_oasis.moves import Play
from oasis_ref.games.desperate_oasis.resolving import Resolved
from oasis_ref.games.desperate_oasis.table import HAND, RoundState, Supply, Trio, is_over


class Laying(Struct):
    """A `play` entry beside the round it is played in.

    ``stage``: ``start`` begins the seat's turn, ``second`` continues an action that owes a second card, ``out`` is
    out of turn. ``closing`` says that the entry closes the other seat's turn. ``column`` is None if there is no such
    place, ``cards`` are those that lie there. ``odd`` says that the entry names something other than a known animal
    and an existing place, or gives a row.
    """

    round: RoundState
    play: Play
    number: int
    readings: Readings
    limits: Limits
    seat: str
    side: str
    column: str | None
    kind: str
    up: bool
    own: bool
    closing: bool
    stage: str
    cards: list[Card]
    odd: bool


def lay_out(round_: RoundState, play: Play, number: int, readings: Readings, limits: Limits) -> Laying:
    """Return a play as the rules look at it."""
    seat, kind = play.by, play.card
    side = play.side or seat
    column = f"{side}{play.column}"
    cards = round_.board.columns.get(column)
    owed = round_.supplies[-1].owed
    closing = seat != round_.turn
    if owed == "action":
        stage = "out" if closing else "start"
    else:
        stage = "start" if closing else "second" if owed == "card" else "out"
    return Laying(
        round_,
        play,
        number,
        readings,
        limits,
        seat,
        side,
        None if cards is None else column,
        kind,
        play.face == "up",
        side == seat,
        closing,
        stage,
        cards or [],
        cards is None or play.row is not None or kind not in IS_KIND or seat not in SEATS,
    )


class Limits(Struct):
    """How often each kind exists, and how many animals there are, for the rules about the record.

    ``counts`` is None if the copies are unknown. ``most`` is the largest number of each kind seen in any earlier round.
    ``impossible`` is the entry that no pack size allows, if there is one.
    """

    counts: dict[str, int] | None
    largest: int
    most: dict[str, int]
    impossible: int | None = None

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


class Plan(Struct):
    """What was worked out while a play was judged: the board after it, and what happened on the way.

    ``board`` is None if the card is only laid. ``ends`` says that the turn ends though a second card was due, ``hangs``
    that it may end if the hand holds no jackal, which nobody knows.
    ``sizes`` are the pack sizes left, if the entry leaves fewer than before.
    """

    laying: Laying
    card: Card
    index: int = 0
    board: Board | None = None
    resolved: Resolved | None = None
    destroyed: list[Card] = []
    trio: Trio | None = None
    sizes: list[int] | None = None
    ends: bool = False
    hangs: bool = False
    notes: list[Note] = []


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
    board, seat = laying.round.board, laying.seat
    mine, theirs = board.down_cards(seat) + 1, board.down_cards(OTHER[seat])
    by_difference, by_one = mine <= theirs + 1, mine <= 1
    if by_difference == by_one:
        return by_difference
    return by_difference if laying.readings("face-down-quota") == "board-difference" else by_one
