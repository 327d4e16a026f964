"""Trophies that were left open because a figure was unknown: decided once a later entry tells what that hangs on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from oasis_ref.games.new_life import effects
from oasis_ref.games.new_life.amounts import Form
from oasis_ref.games.new_life.counting import THE_AI, TROPHY, Contest
from oasis_ref.games.new_life.effects import assume
from oasis_ref.games.new_life.facts import TYPES
from oasis_ref.games.new_life.table import State, Undecided
from oasis_ref.games.new_life.worlds import trophy_figure, years_of

Holders = tuple[int | None, ...]


def holders_of(state: State, word: str, year: int) -> Holders:
    """Return who can hold the Trophy of a type and a round."""
    return next((trophies.get(word, ()) for number, trophies in years_of(state) if number == year), ())


def narrow(state: State, word: str, year: int, holders: Holders) -> None:
    """Note that only some can hold a Trophy that was open; who surely does gets its points."""
    open_to = holders_of(state, word, year)
    if year == state.round:
        state.trophies = {**state.trophies, word: holders}
    else:
        at = year - (state.round - len(state.won_years))
        told = {**state.won_years[at], word: holders}
        state.won_years = (*state.won_years[:at], told, *state.won_years[at + 1 :])
    for seat in open_to:
        if seat is None or seat == THE_AI or (seat in holders and len(holders) > 1):
            continue
        figure, side = trophy_figure(word, year, state.name(seat)), state.own(seat)
        counted = figure in side.figures
        side.figures = {name: times for name, times in side.figures.items() if name != figure}
        state.highest = {**state.highest, figure: TROPHY if seat in holders else 0}
        if seat in holders and counted:
            effects.score(state, seat, TROPHY, "trophies", f"{word} Trophy of round {year}, as recorded")


def decide_again(state: State) -> None:
    """Decide the Trophies that were left open and are not any more."""
    waiting = [one for one in state.undecided if len(holders_of(state, one.type, one.year)) > 1]
    for one in waiting:
        open_to = holders_of(state, one.type, one.year)
        possible = tuple(seat for seat in _possible(state, one) if seat in open_to)
        if possible and len(possible) < len(open_to):
            narrow(state, one.type, one.year, possible)
            if len(possible) == 1 and possible[0] is not None:
                says = "With what is told here, the {type} Trophy of round {round} goes to {seat}."
                name = state.name(possible[0])
                assume(state, "on-trust", says, type=one.type, round=one.year, seat=name)
            decide_again(state)
            return
    state.undecided = tuple(waiting)


def told_by_dial(state: State, seat: int, figure: str, points: int) -> None:
    """Note who can hold a Trophy of which the dial of a seat has told whether it does."""
    for year, trophies in years_of(state):
        for word, open_to in trophies.items():
            if len(open_to) > 1 and trophy_figure(word, year, state.name(seat)) == figure:
                others = tuple(one for one in open_to if one != seat)
                narrow(state, word, year, (seat,) if points else others)
                return


def _possible(state: State, one: Undecided) -> Holders:
    """Return who can take a Trophy with all figures that are told by now."""
    values = {figure: points for figure, (points, _) in state.told.items()}
    for year, trophies in years_of(state):
        for word, holders in trophies.items():
            if len(holders) == 1:
                figures = {trophy_figure(word, year, name): 0 for name in state.players}
                if holders[0] is not None and holders[0] != THE_AI:
                    figures[trophy_figure(word, year, state.name(holders[0]))] = TROPHY
                values |= figures
    then = state.draft()
    then.rested = one.rested
    counts, points = _with(one.counts, values), _with(one.points, values)
    contest = Contest(then, counts, one.highest, points)
    may_be_none, none = contest.all_nothing()
    if may_be_none and state.readings("trophy-zero") == "withheld":
        return (None,) if none else (*contest.possible(), None)
    return contest.possible()


def _with(forms: Sequence[Form], values: Mapping[str, int]) -> list[Form]:
    """Return sums with the figures put in that are told."""
    return [
        (
            known + sum(values[name] * times for name, times in figures.items() if name in values),
            {name: times for name, times in figures.items() if name not in values},
        )
        for known, figures in forms
    ]


def leave_open(state: State, kind: int, contest: Contest) -> None:
    """Remember what an open Trophy hangs on."""
    one = Undecided(TYPES[kind], state.round, contest.counts, contest.highest, contest.points, state.rested)
    state.undecided = (*state.undecided, one)
