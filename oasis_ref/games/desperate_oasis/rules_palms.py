"""The rules that a `palm` can break."""

from __future__ import annotations

from msgspec import Struct

from oasis_ref.core.findings import Breach, breach
from oasis_ref.core.readings import Readings
from oasis_ref.games.desperate_oasis.board import ALL_COLUMNS, COLUMNS, KINDS, OTHER, ROWS, SEATS, SEVERAL, SIDE_COLUMNS
from oasis_ref.games.desperate_oasis.catalogue import (
    PALMS,
    RULES,
)
from oasis_ref.games.desperate_oasis.moves import Palm
from oasis_ref.games.desperate_oasis.table import FLIP, RoundState, Trio


class Palming(Struct):
    """A `palm` entry beside the round it stands in."""

    round: RoundState
    palm: Palm
    readings: Readings

    @property
    def seat(self) -> str:
        """The player who acts."""
        return self.palm.by

    def recent_trios(self) -> list[Trio]:
        """Return the trios of the latest turn of the player, or of the flip, that count by the chosen readings."""
        return [trio for trio in self.round.trios if self._is_recent(trio) and self._refusal(trio) is None]

    def refused_trio(self) -> tuple[Trio, str] | None:
        """Return a recent trio that does not count only because of a reading, with that reading."""
        for trio in self.round.trios:
            reading = self._refusal(trio) if self._is_recent(trio) else None
            if reading is not None:
                return trio, reading
        return None

    def _is_recent(self, trio: Trio) -> bool:
        if trio.turn == FLIP:
            return trio.by == self.seat
        if trio.by == self.seat:
            return trio.turn == self.round.latest_turn.get(self.seat)
        return trio.side == self.seat and trio.card == self.round.cards_laid

    def _refusal(self, trio: Trio) -> str | None:
        """Return the reading by which a trio gives the player no palm action, or None."""
        readings = self.readings
        if trio.turn == FLIP and readings("flip-trio") == "not-allowed":
            return "flip-trio"
        if trio.by != self.seat and readings("trio-by-opponent") == "no-token":
            return "trio-by-opponent"
        if not trio.fresh and readings("fourth-jackal-line") == "no-new-line":
            return "fourth-jackal-line"
        if trio.relocated and readings("relocated-trio") == "not-if-from-trio":
            return "relocated-trio"
        if not trio.stands and readings("scorpion-trio") == "after-power":
            return "scorpion-trio"
        return None

    def in_time(self, trio: Trio) -> bool:
        """Return whether the trio's palm action can still be taken (reading `palm-deadline`)."""
        if trio.card == self.round.cards_laid:
            return True
        opponent_laid = self.round.latest_turn.get(OTHER[self.seat], 0) > trio.turn
        if opponent_laid or self.round.flipped:
            return False
        return self.readings("palm-deadline") == "whole-turn"

    def hangs_on_the_flip(self) -> bool:
        """Return whether the flip, which leaves a card unnamed, may have made a trio for the player.

        Cards are pulled from the own side only, and through portals.
        """
        round_ = self.round
        if not round_.unnamed or self.seat not in round_.turned:
            return False
        kinds = round_.board.kinds
        reach = ALL_COLUMNS if round_.board.portals else SIDE_COLUMNS[self.seat]
        lying = [kind for column in reach for kind in kinds[column]]
        if all(lying.count(kind) + lying.count("") < ROWS for kind in KINDS):
            return False
        return self.readings("flip-trio") == "token-allowed"

    def turn(self) -> int:
        """Return the number of the turn in which the palm action is taken: that of the trio it uses."""
        if self.hangs_on_the_flip():
            return FLIP
        usable = [trio.turn for trio in self.recent_trios() if trio.side == self.seat and self.in_time(trio)]
        return max(usable, default=self.round.latest_turn.get(self.seat, 0))


def palm_nowhere(palming: Palming) -> Breach | None:
    """Judge a palm action by rule `no-such-place`."""
    palm, tokens = palming.palm, palming.round.tokens
    for seat in (palm.by, palm.token or palm.by):
        if seat not in SEATS:
            return breach("There is no seat {seat}: the seats are A and B.", seat=seat, void=True)
    if palm.column not in COLUMNS:
        return breach(
            "There is no oasis {column}: the oases are 1 to {last}.", column=palm.column, last=COLUMNS[-1], void=True
        )
    token = tokens.get(palm.token or palm.by)
    if palm.origin is not None and (token is None or token.column != palm.origin):
        lies = f"it lies on oasis {token.column}" if token else "none lies in the row"
        return breach("The token is said to come from oasis {origin}, but {lies}.", origin=palm.origin, lies=lies)
    return None


@RULES.rule("palm-own-token", "A player never moves the opponent's palm token", PALMS, broken_by="palm")
def palm_own_token(palming: Palming) -> Breach | None:
    owner = palming.palm.token
    if owner is None or owner == palming.seat:
        return None
    return breach(
        "{seat} moves the palm token of {owner}.",
        seat=palming.seat,
        owner=owner,
        allowed=f"the token of {palming.seat}",
    )


@RULES.rule(
    "palm-needs-trio", "A palm action needs three of a kind that the player's own card made", PALMS, broken_by="palm"
)
def palm_needs_trio(palming: Palming) -> Breach | None:
    if palming.hangs_on_the_flip():
        says = "{seat} uses a palm token; whether a flipped card of {seat} made three of a kind hangs on what lay "
        says += "face down at {places}."
        return breach(says, seat=palming.seat, places=palming.round.unnamed, status="unverifiable")
    if palming.recent_trios():
        return None
    refused = palming.refused_trio()
    if refused is not None:
        trio, reading = refused
        says = "{by} made three {several} on {column}, but by the reading {reading} that gives {seat} no palm action."
        if reading == "fourth-jackal-line":
            says = (
                "{by} added a fourth {kind} to three on {column}; by the reading {reading} that gives {seat} no palm "
            )
            says += "action."
        return breach(
            says,
            by=trio.by,
            kind=trio.kind,
            several=SEVERAL[trio.kind],
            column=trio.column,
            reading=f"{reading} = {palming.readings[reading]}",
            seat=palming.seat,
        )
    which = "flipped card of {seat}" if palming.round.flipped else "card that {seat} laid in the latest turn"
    says = "{seat} uses a palm token, but no " + which + " made three of a kind in one column."
    return breach(says, seat=palming.seat)


@RULES.rule("palm-own-side", "The three of a kind lie on the player's own side", PALMS, broken_by="palm")
def palm_own_side(palming: Palming) -> Breach | None:
    trios = palming.recent_trios()
    if not trios or palming.hangs_on_the_flip() or any(trio.side == palming.seat for trio in trios):
        return None
    return breach(
        "{seat} made three {several} on {column}, which is not {seat}'s own side.",
        seat=palming.seat,
        several=SEVERAL[trios[0].kind],
        column=trios[0].column,
    )


@RULES.rule("palm-window", "The palm action comes before the next card is played", "(silent)", broken_by="palm")
def palm_window(palming: Palming) -> Breach | None:
    trios = [trio for trio in palming.recent_trios() if trio.side == palming.seat]
    if not trios or palming.hangs_on_the_flip() or any(palming.in_time(trio) for trio in trios):
        return None
    return breach(
        "{seat} made three {several} on {column}, but another card has been laid or flipped since.",
        seat=palming.seat,
        several=SEVERAL[trios[-1].kind],
        column=trios[-1].column,
    )


@RULES.rule(
    "palm-one-per-round",
    "A player has one palm token in the row per round; a further trio can only move it",
    PALMS,
    broken_by="palm",
)
def palm_one_per_round(palming: Palming) -> Breach | None:
    token = palming.round.tokens.get(palming.seat)
    if not palming.palm.new or token is None:
        return None
    return breach(
        "{seat} takes a second palm token; the first lies on oasis {column}.",
        seat=palming.seat,
        column=token.column,
        allowed="moving that token",
    )


@RULES.rule(
    "palm-later-turn",
    "The token moves only in a later turn than that of its placing or last move",
    PALMS,
    broken_by="palm",
)
def palm_later_turn(palming: Palming) -> Breach | None:
    token = palming.round.tokens.get(palming.palm.token or palming.seat)
    if token is None or token.turn < palming.turn():
        return None
    return breach(
        "{seat} moves the palm token in the same {when} in which it came to oasis {column}.",
        seat=palming.seat,
        when="flip" if token.turn == FLIP else "turn",
        column=token.column,
    )


@RULES.rule("palm-move-elsewhere", "A move of the palm token goes to another oasis", PALMS, broken_by="palm")
def palm_move_elsewhere(palming: Palming) -> Breach | None:
    token = palming.round.tokens.get(palming.palm.token or palming.seat)
    if token is None or palming.palm.new or token.column != palming.palm.column:
        return None
    return breach(
        "The palm token of {seat} lies on oasis {column} already.",
        seat=palming.palm.token or palming.seat,
        column=token.column,
    )


PALM_CHECKS = (
    palm_own_token,
    palm_needs_trio,
    palm_own_side,
    palm_window,
    palm_one_per_round,
    palm_later_turn,
    palm_move_elsewhere,
)
