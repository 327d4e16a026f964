"""Counters: handed over with each take, and turned up after the last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oasis_ref.core.findings import Happening
from oasis_ref.games.oasis import catalogue as rules

if TYPE_CHECKING:
    from oasis_ref.games.oasis.match import Match


def hand_over(table: Match, seat: int, maker: int) -> None:
    """Hand the chooser's counter to the maker of the offer; who has none left hands none."""
    if table.chosen[seat]:
        return
    table.chosen[seat] = True
    counter = table.received[maker] = table.counters[seat]
    if seat == maker:
        table.trail.append(
            Happening(
                rules.KEEP_OWN_COUNTER,
                "The offer taken is {by}'s own: {by} keeps #{counter}.",
                {"by": table.seats[seat], "counter": counter},
            )
        )
        return
    table.trail.append(
        Happening(
            rules.PASS_THE_COUNTER,
            "{by} hands #{counter} to {maker}.",
            {"by": table.seats[seat], "counter": counter, "maker": table.seats[maker]},
        )
    )


def _give_what_is_left(table: Match) -> None:
    """Give the counters that found no offer to those who have handed over theirs and got none."""
    lacking = [seat for seat in table.order if not table.received[seat]]
    kept = [counter for counter in sorted(table.counters) if counter not in table.received]
    for seat, counter in zip(lacking, kept, strict=True):
        if table.counters[seat] != counter:
            table.happen(
                rules.EMPTY_STACK,
                "#{counter} finds no offer left and goes to {by}.",
                counter=counter,
                by=table.seats[seat],
            )
        table.received[seat] = counter


def end_takes(table: Match) -> None:
    """Turn the counters up after the last take: they are the order of the next round."""
    if 0 in table.received:
        _give_what_is_left(table)
    table.before = table.counters
    table.counters = table.received
    table.order = sorted(range(len(table.seats)), key=table.counters.__getitem__)
    table.start_round()
    table.between = True
    table.free = table.order[0]
    order = [table.seats[seat] for seat in table.order]
    table.trail.append(
        Happening(rules.COUNTERS_UP, "The counters are turned up; the order is now: {order}.", {"order": order})
    )
