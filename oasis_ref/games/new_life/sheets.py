"""Scoring a final table of New Life that has no moves."""

from __future__ import annotations

from collections.abc import Iterator

from oasis_ref.core.findings import Breach, assumption, breach, remark
from oasis_ref.core.readings import Readings
from oasis_ref.core.tally import Node
from oasis_ref.games.base import Outcome, SheetResult
from oasis_ref.games.new_life import effects, effects_year, rules
from oasis_ref.games.new_life.facts import COLUMN_HEIGHT, TYPES
from oasis_ref.games.new_life.judge import Judge
from oasis_ref.games.new_life.judge_rest import judge_retain
from oasis_ref.games.new_life.judge_setup import PositionReader
from oasis_ref.games.new_life.moves import (
    FinalSeat,
    GameLog,
    Pack,
    Position,
    PositionAi,
    PositionSeat,
    Retain,
    Sheet,
)
from oasis_ref.games.new_life.rules_rest import rest_stack
from oasis_ref.games.new_life.rules_setup import player_count
from oasis_ref.games.new_life.scoring import outcome_of, tally_of
from oasis_ref.games.new_life.state import OVER, ROUNDS, TILE_NOT_TOLD, YEAR_END, opening_state

NOT_CHECKABLE = "A final table does not show how the points arose: they are counted as they stand."
TROPHIES_A_YEAR, TROPHY = 3, 5


def score(sheet: Sheet, readings: Readings, pack: Pack) -> SheetResult:
    """Return what a final table is worth, and what cannot be right about it."""
    reader = _Reader(sheet, readings, pack)
    reader.read()
    tally = tally_of(reader.state)
    outcome = outcome_of(reader.state, tally)
    reader.check_result(tally, outcome)
    for finding in reader.judge.findings:
        finding.entry = None
    return SheetResult(reader.judge.findings, [*reader.state.notes, remark(NOT_CHECKABLE)], tally, outcome)


class _Reader:
    """Lays out the final table of one sheet, and judges it."""

    def __init__(self, sheet: Sheet, readings: Readings, pack: Pack) -> None:
        self.sheet = sheet
        log = GameLog(game="new-life", players=sheet.players, moves=[])
        self.state = opening_state(log, readings, pack)
        self.judge = Judge(self.state)

    def read(self) -> None:
        """Lay out the table; give the Trophies and let the Flood run if that is still to come."""
        judge, state, sheet = self.judge, self.state, self.sheet
        judge.add(player_count, player_count(state, sheet.first))
        if state.solo:
            state.side = None if sheet.ai is None else sheet.ai.side
        ai = None if sheet.ai is None else PositionAi(line=sheet.ai.line, tokens=sheet.ai.tokens)
        seats = {name: _without_tile(seat) for name, seat in sheet.final.items()}
        PositionReader(judge, Position(round=ROUNDS, seats=seats, ai=ai)).read()
        self._missing()
        state.first = state.index.get(sheet.first or "", 0)
        self._tiles()
        self._trophies()
        self._enough_points()
        if sheet.before_flood:
            self._end_year()
        else:
            self._cards()
        state.phase = OVER

    def seats(self) -> Iterator[tuple[int, FinalSeat]]:
        """Yield the seats of the sheet that are at the table."""
        for name, given in self.sheet.final.items():
            if name in self.state.index:
                yield self.state.index[name], given

    def _missing(self) -> None:
        """Take the points and tokens of a seat that the sheet leaves out as unknown."""
        state = self.state
        for seat, name in enumerate(state.players):
            if name in self.sheet.final:
                continue
            effects.score_unknown(state, seat, f"the points of {name}", "on_play")
            state.own(seat).most_tokens = (COLUMN_HEIGHT,) * len(TYPES)
            what = "The sheet has no figures of {seat}: points and tokens are not known."
            state.notes.append(assumption(what, rule="field-left-out", seat=name))

    def _tiles(self) -> None:
        """Judge that the tiles are different and within 1 to N."""
        judge, state = self.judge, self.state
        if state.solo:
            return
        for side in range(len(state.seats)):
            state.own(side).tile = TILE_NOT_TOLD
        for seat, given in self.seats():
            if given.rest_tile is not None and not judge.add(rest_stack, rest_stack(state, given.rest_tile)):
                state.own(seat).tile = given.rest_tile
                state.stack = tuple(tile for tile in state.stack if tile != given.rest_tile)

    def _cards(self) -> None:
        """Judge how many cards lie in the Biomes after the last Flood."""
        state = self.state
        told: dict[int, int | None] = dict.fromkeys(range(len(state.seats)))
        for seat, given in self.seats():
            side = state.seats[seat]
            told[seat] = given.biome_cards
            kept = None
            if given.biome is not None:
                lying = len(side.lying())
                kept = sum(1 for card in side.under if card)
                if given.biome_cards is not None:
                    what = f"the cards in {side.name}'s Biome"
                    self.judge.add(rules.check_mismatch, rules.check_mismatch(what, given.biome_cards, lying))
                told[seat] = lying
            elif given.biome_cards is not None and state.facts.under is not None:
                kept = given.biome_cards - len(state.facts.under)
            self.judge.add("retain-limit", self._kept(seat, kept))
        state.cards_told = told

    def _kept(self, seat: int, kept: int | None) -> Breach | None:
        """Judge how many Subterrain cards can be left after the Flood."""
        tile = self.state.seats[seat].tile
        most = 0 if self.state.solo else 2 if not tile else self.state.facts.tile(tile).most
        if kept is None or kept <= most:
            return None
        return breach(
            "{seat} has at least {kept} Subterrain cards left after the last Flood; at most {most} can be retained.",
            seat=self.state.name(seat),
            kept=kept,
            most=most,
            status="inconsistent",
        )

    def _trophies(self) -> None:
        """Judge the Trophies told: three a year, to seats at the table."""
        state, years = self.state, self.sheet.trophies
        if years is None:
            return
        complete = state.readings["trophy-zero"] != "withheld"
        due = ROUNDS - (1 if self.sheet.before_flood else 0)
        if complete and (len(years) != due or any(sorted(year) != sorted(TYPES) for year in years)):
            number = sum(len(year) for year in years)
            self._disagree(f"{number} Trophies are told; three a year make {TROPHIES_A_YEAR * due}")
        holders = [holder for year in years for holder in year.values()]
        for holder in dict.fromkeys(holders):
            if holder not in state.index and not (state.solo and holder == "ai"):
                self.judge.add(player_count, player_count(state, holder))
        for seat, _ in self.seats():
            side = state.seats[seat]
            won = holders.count(side.name)
            if side.dial < TROPHY * won:
                self._disagree(
                    f"{side.name} has {won} Trophies, which make {TROPHY * won} points, but the dial has {side.dial}"
                )
        if state.solo and "ai" in holders and complete and holders.count("ai") != sum(state.ai_tokens):
            self._disagree(f"the AI has {sum(state.ai_tokens)} tokens, but {holders.count('ai')} Trophies are told")

    def _enough_points(self) -> None:
        """Judge that the points can hold the Trophies of the years."""
        state = self.state
        if state.readings["trophy-zero"] == "withheld" or any(side.figures for side in state.seats):
            return
        years = ROUNDS - (1 if self.sheet.before_flood else 0)
        total = sum(side.dial for side in state.seats)
        least = TROPHY * (TROPHIES_A_YEAR * years - (sum(state.ai_tokens) if state.solo else 0))
        if total < least:
            self._disagree(f"all points before the bonuses make {total}; the Trophies alone make {least}")
        if state.solo and sum(state.ai_tokens) > TROPHIES_A_YEAR * years:
            self._disagree(f"the AI has {sum(state.ai_tokens)} tokens from {TROPHIES_A_YEAR * years} Trophies")

    def _disagree(self, says: str) -> None:
        self.judge.add(rules.TROPHY_MOST, breach(f"{says[0].upper()}{says[1:]}.", status="inconsistent"))

    def _end_year(self) -> None:
        """Give the Trophies of round 3, retain, and let the Flood run."""
        judge, state, sheet = self.judge, self.state, self.sheet
        if not state.players:
            return
        order = [state.index[name] for name in dict.fromkeys(sheet.rest_order) if name in state.index]
        for name in sheet.rest_order:
            if name not in state.index:
                judge.add(player_count, player_count(state, name))
        if state.solo:
            state.rested = (0,)
            effects_year.end_solo_year(state)
            return
        missing = [seat for seat in range(len(state.seats)) if seat not in order]
        if missing:
            missing.sort(key=lambda seat: (state.seats[seat].tile or len(state.seats) + 1, seat))
            what = "The order of resting is not told in full; it is taken by the Rest tiles."
            state.notes.append(assumption(what, rule=rules.TROPHY_TIE_REST))
        state.rested = tuple(order + missing)
        for place, seat in enumerate(state.rested, 1):
            if state.seats[seat].tile == TILE_NOT_TOLD and place in state.stack:
                state.own(seat).tile = place
        effects_year.give_trophies(state)
        state.phase = YEAR_END
        for seat, given in self.seats():
            if given.retain:
                judge_retain(judge, Retain(by=state.name(seat), spaces=given.retain))
        if sheet.first is None and "flood-order" not in state.readings.touched:
            effects_year.flood(state)
            if "flood-order" in state.readings.touched:
                what = "Who began round 3 is not told; it is taken to be {seat}."
                state.notes.append(assumption(what, rule=rules.FLOOD_TOKENS, seat=state.name(state.first)))
            return
        effects_year.flood(state)

    def check_result(self, tally: Node, outcome: Outcome) -> None:
        """Compare the result that was claimed."""
        result = self.sheet.result
        if result is None:
            return
        for seat, points in (result.points or {}).items():
            counted = outcome.points.get(seat)
            if seat not in outcome.points:
                self.judge.add(rules.check_mismatch, rules.check_mismatch("a seat of the result", seat, "no such seat"))
            elif counted is not None:
                self.judge.add(rules.check_mismatch, rules.check_mismatch(f"the points of {seat}", points, counted))
        if result.winners is not None and outcome.state == "finished":
            found = rules.check_mismatch("the winners", sorted(result.winners), sorted(outcome.winners))
            self.judge.add(rules.check_mismatch, found)


def _without_tile(seat: FinalSeat) -> PositionSeat:
    return PositionSeat(
        dial=seat.dial, score_tokens=seat.score_tokens, tokens=seat.tokens, biome=seat.biome, hand=seat.hand
    )
