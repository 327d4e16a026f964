"""The entries worth asking the judge about: everything that can be legal now, and more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, permutations, product
from typing import TYPE_CHECKING

import msgspec

from oasis_ref.core.documents import Entry
from oasis_ref.games.desperate_oasis import effects
from oasis_ref.games.desperate_oasis.board import COLUMNS, KINDS, OTHER, SEATS, Board, Card, Where, place_name
from oasis_ref.games.desperate_oasis.moves import Draw, Flip, Flipped, Palm, Play
from oasis_ref.games.desperate_oasis.resolving import pull_choice, pull_sets
from oasis_ref.games.desperate_oasis.rules_effects import Acting
from oasis_ref.games.desperate_oasis.rules_strikes import named_strikes

if TYPE_CHECKING:
    from oasis_ref.games.desperate_oasis.match import Match
    from oasis_ref.games.desperate_oasis.table import RoundState

MOST_FLIPS = 400
TRIAL = -1
"""The id of a card that is only tried."""


def worth_asking(match: Match) -> Iterator[Entry]:
    """Yield plays, palm actions, draws and flips that can be legal now. A new round is left to chance."""
    round_ = match.round
    if round_ is None:
        return
    for seat in SEATS:
        for column in COLUMNS:
            yield Palm(by=seat, column=column)
    if round_.flipped:
        return
    seat = round_.turn if round_.owed() != "draw" else OTHER[round_.turn]
    yield from _plays(match, round_, seat)
    if round_.owed() == "card":
        yield from _plays(match, round_, OTHER[seat])
    if round_.owed() == "draw":
        yield from _draws(round_)
    yield from _flips(match, round_)


def _draws(round_: RoundState) -> Iterator[Draw]:
    seat = round_.turn
    counts = {supply.due(seat): None for supply in round_.supplies}
    for count in counts:
        if round_.deck is not None:
            yield Draw(by=seat, drawn=round_.deck[:count])
        yield Draw(by=seat, count=count)


def kinds_in_hand(round_: RoundState, seat: str) -> list[str]:
    """Return the kinds of which a seat may hold one now."""
    hand = round_.hands[seat]
    return [kind for kind in KINDS if hand is None or hand.may_leave(kind)]


def _plays(match: Match, round_: RoundState, seat: str) -> Iterator[Play]:
    kinds = kinds_in_hand(round_, seat)
    for side in (seat, OTHER[seat]):
        for column in COLUMNS:
            for kind in kinds:
                yield from plays_at(match, round_, seat, side, column, kind)
    for column in COLUMNS:
        for kind in ("?", *kinds):
            yield Play(by=seat, card=kind, column=column, face="down")
            if kind == "chameleon":
                yield from (
                    Play(by=seat, card=kind, column=column, face="down", facing=facing) for facing in ("left", "right")
                )


def plays_at(match: Match, round_: RoundState, seat: str, side: str, column: int, kind: str) -> Iterator[Play]:
    """Yield the ways of laying one kind face up in one column, with every choice of facing, pull and strike."""
    for facing in ("left", "right") if kind == "chameleon" else (None,):
        play = Play(by=seat, card=kind, column=column, side=None if side == seat else side, facing=facing)
        board = round_.board.copy()
        name = f"{side}{column}"
        effects.lay(board, name, Card(kind, seat, True, facing, TRIAL))
        for pull, pulled in _pulls(match, board, name, kind):
            for strike in _strikes(match, pulled, kind):
                yield msgspec.structs.replace(play, pull=pull, strike=strike)


def _pulls(match: Match, board: Board, column: str, kind: str) -> Iterator[tuple[list[str] | None, Board]]:
    """Yield every way in which the card can pull, with the board after it; None where nothing has to be said."""
    choice = pull_choice(board, match.readings, column, kind)
    for places in _orders(board, list(pull_sets(choice, match.readings)), kind):
        trial = board.copy()
        effects.pull(trial, match.readings, column, places)
        yield (
            (None if not choice.free and list(places) == choice.sources else [place_name(*place) for place in places]),
            trial,
        )


def _orders(board: Board, sets: Sequence[Sequence[Where]], kind: str) -> Iterator[Sequence[Where]]:
    """Yield the sets, for chameleons that face different ways in every order."""
    for places in sets:
        facings = {board.columns[column][index].facing for column, index in places}
        yield from permutations(places) if kind == "chameleon" and len(facings) > 1 else [places]


def _strikes(match: Match, board: Board, kind: str) -> Iterator[list[str] | None]:
    if kind != "scorpion":
        yield None
        return
    where = board.find(TRIAL)
    if where is None:
        return
    acting = Acting(board, match.readings, board.columns[where[0]][where[1]], *where)
    sets = named_strikes(acting)
    for victims in sets:
        yield None if len(sets) == 1 else [place_name(*place) for place in victims]
    if match.readings["strike-duty"] == "optional":
        yield []


def completed_flip(match: Match) -> Flip:
    """Return a flip of all face-down cards with the kinds and facings recorded, every choice made as by default."""
    round_ = match.round
    if round_ is None:
        return Flip()
    down = round_.down_cards()
    cards = [
        Flipped(
            at=place_name(column, index),
            card=card.kind,
            facing=card.facing or "left" if card.kind == "chameleon" else None,
        )
        for column, index, card in down
    ]
    flip = Flip(cards=cards)
    judgement = match.judge(flip)
    if not any(finding.rule in ("needs-pull", "needs-strike") for finding in judgement.findings):
        return flip
    ids = [card.id for _, _, card in down]
    resolved = judgement.plan.resolved if judgement.plan is not None else []
    for act in resolved:
        place = ids.index(act.card.id)
        if act.struck:
            cards[place] = msgspec.structs.replace(cards[place], strike=[at for at, _ in act.destroyed])
        else:
            cards[place] = msgspec.structs.replace(cards[place], pull=[at for at, _ in act.pulled])
    return Flip(cards=cards)


def _flips(match: Match, round_: RoundState) -> Iterator[Flip]:
    """Yield flips: of the kinds recorded, with every choice; of unknown cards only those that name each kind alike."""
    yield Flip()
    down = round_.down_cards()
    if down:
        yield completed_flip(match)
    if not down or any(card.kind == "?" for _, _, card in down):
        yield from _named_flips(down)
        return
    options = [_flipped_options(match, round_, column, index, card) for column, index, card in down]
    for cards in islice(product(*options), MOST_FLIPS):
        yield Flip(cards=list(cards))


def _named_flips(down: Sequence[tuple[str, int, Card]]) -> Iterator[Flip]:
    unknown = [place_name(column, index) for column, index, card in down if card.kind == "?"]
    shown = [(kind, facing) for kind in KINDS for facing in (("left", "right") if kind == "chameleon" else (None,))]
    for cards in islice(product(shown, repeat=len(unknown)), MOST_FLIPS) if len(unknown) < 4 else ():
        yield Flip(
            cards=[Flipped(at=at, card=kind, facing=facing) for at, (kind, facing) in zip(unknown, cards, strict=True)]
        )


def _flipped_options(match: Match, round_: RoundState, column: str, index: int, card: Card) -> list[Flipped]:
    """Return the ways in which one face-down card can act where it lies now; None where nothing has to be said."""
    at = place_name(column, index)
    found = []
    for facing in ("left", "right") if card.kind == "chameleon" else (None,):
        found.append(Flipped(at=at, card=card.kind, facing=facing))
        board = round_.board.copy()
        for there, row, lying in round_.down_cards():
            effects.turn_up(board, (there, row), lying.kind, facing if lying.id == card.id else lying.facing or "left")
        board.replace((column, index), Card(card.kind, card.seat, True, facing, TRIAL))
        for pull, pulled in _pulls(match, board, column, card.kind):
            for strike in _strikes(match, pulled, card.kind):
                if pull is not None or strike is not None:
                    found.append(Flipped(at=at, card=card.kind, facing=facing, pull=pull, strike=strike))
    return found
