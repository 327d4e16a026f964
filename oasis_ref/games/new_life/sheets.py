"""Scoring a final table of New Life that has no moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product

from msgspec.structs import replace

from oasis_ref.core.findings import Breach, assumption, breach, remark
from oasis_ref.core.readings import Readings
from oasis_ref.core.tally import Node
from oasis_ref.core.text import capital, counted
from oasis_ref.games.base import Outcome, SheetResult
from oasis_ref.games.new_life import catalogue, effects, effects_year, rules_record
from oasis_ref.games.new_life.counting import LINE_NOT_TOLD
from oasis_ref.games.new_life.facts import COLUMN_HEIGHT, TYPES
from oasis_ref.games.new_life.judging_entry import Judge
from oasis_ref.games.new_life.judging_setup import PositionReader
from oasis_ref.games.new_life.moves import (
    FinalSeat,
    GameLog,
    Pack,
    Position,
    PositionAi,
    PositionSeat,
    Sheet,
)
from oasis_ref.games.new_life.rules_placing import place_of, space_exists
from oasis_ref.games.new_life.rules_rest import retain_limit, retain_subterrain, solo_flood
from oasis_ref.games.new_life.rules_setup import below_nothing, player_count, solo_tile
from oasis_ref.games.new_life.scoring import outcome_of, tally_of
from oasis_ref.games.new_life.table import OVER, ROUNDS, TILE_NOT_TOLD, YEAR_END, opening_state
from oasis_ref.games.new_life.worlds import CHART_HEIGHT, MOST_OPEN_TILES, Untold, tile_ways

NOT_CHECKABLE = "A final table does not show how the points arose: they are counted as they stand."
TROPHIES_A_YEAR, TROPHY = 3, 5


def score_sheet(sheet: Sheet, readings: Readings, pack: Pack) -> SheetResult:
    """Return what a final table is worth, and what cannot be right about it."""
    reader = _Reader(sheet, readings, pack)
    reader.read()
    untold = Untold(reader.tiles, reader.ai_tokens)
    tally = tally_of(reader.state, untold=untold)
    outcome = outcome_of(reader.state, tally, untold)
    if outcome.state == "undecided" and reader.orders:
        outcome = _in_every_order(sheet, readings, pack, reader.orders, outcome)
    reader.check_result(tally, outcome)
    for finding in reader.judge.findings:
        finding.entry = None
    return SheetResult(reader.judge.findings, [*reader.state.notes, remark(NOT_CHECKABLE)], tally, outcome)


def _in_every_order(
    sheet: Sheet, readings: Readings, pack: Pack, orders: Sequence[Sequence[str]], otherwise: Outcome
) -> Outcome:
    """Return who wins if that is the same in every order of resting that is possible, with ``otherwise`` if not."""
    results = [
        score_sheet(replace(sheet, rest_order=list(order), result=None), readings, pack).outcome for order in orders
    ]
    winners = results[0].winners
    if any(one.state != "finished" or one.winners != winners for one in results):
        return otherwise
    ends = "is ahead" if len(winners) == 1 else "share the victory"
    said = f"{' and '.join(winners)} {ends} in whatever order the seats rested"
    rule = catalogue.WINNER if len(winners) == 1 else catalogue.TIE_SHARED
    return replace(otherwise, state="finished", winners=winners, decided_by=said, rule=rule, why=None)


class _FinalTable(PositionReader):
    """Lays out a final table: that has no Migration row any more, and no deck is needed again."""

    def _row(self) -> None:
        return


class _Reader:
    """Lays out the final table of one sheet, and judges it.

    ``tiles`` are the ways in which Rest tiles that are not told can have been taken, ``ai_tokens`` what the AI can have
    on its chart if that is not told, ``orders`` the orders of resting that are possible if a Trophy may hang on that.
    """

    def __init__(self, sheet: Sheet, readings: Readings, pack: Pack) -> None:
        self.sheet = sheet
        self.state = opening_state(GameLog(game="new-life", players=sheet.players, moves=[]), readings, pack)
        self.judge = Judge(self.state)
        self.tiles: list[dict[int, int]] = []
        self.ai_tokens: list[tuple[int, ...]] = []
        self.orders: list[list[str]] = []

    def read(self) -> None:
        """Lay out the table; give the Trophies and let the Flood run if that is still to come."""
        judge, state, sheet = self.judge, self.state, self.sheet
        judge.add(player_count, player_count(state, sheet.first))
        if state.solo:
            state.side = None if sheet.ai is None else sheet.ai.side
        ai = None if sheet.ai is None else PositionAi(line=sheet.ai.line, tokens=sheet.ai.tokens)
        seats = {name: _without_tile(seat) for name, seat in sheet.final.items()}
        _FinalTable(judge, Position(round=ROUNDS, seats=seats, ai=ai)).read()
        self._missing()
        self._negative()
        state.first = state.index.get(sheet.first or "", 0)
        self._order()
        self._tiles()
        self._ai()
        self._trophies()
        self._enough_points()
        if sheet.before_flood:
            self._end_year()
        else:
            self._cards()
        self._not_used()
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

    def _negative(self) -> None:
        """Judge that no Biome has less than no card; the other figures are judged with the table."""
        for seat, given in self.seats():
            found = below_nothing(self.state.name(seat), "cards in the Biome", given.biome_cards)
            self.judge.add(catalogue.START_AT_ZERO, found)

    # Rest tiles

    def _order(self) -> None:
        """Take the order of resting as far as it is told."""
        state, order = self.state, self.sheet.rest_order
        for name in order:
            if name not in state.index:
                self.judge.add(player_count, player_count(state, name))
        state.rested = tuple(state.index[name] for name in dict.fromkeys(order) if name in state.index)

    def _tiles(self) -> None:
        """Judge that the tiles are different and within 1 to N; those not told are the others, in any way."""
        state = self.state
        told = {seat: given.rest_tile for seat, given in self.seats() if given.rest_tile is not None}
        if state.solo:
            for tile in told.values():
                self._slip("solo-setup", solo_tile(tile))
            return
        named: dict[int, list[int]] = {}
        for seat, tile in told.items():
            if tile in state.stack:
                named.setdefault(tile, []).append(seat)
            else:
                says = "Rest tile {tile} of {seat} is not in the stack, which holds: {stack}."
                self._slip("rest-stack", breach(says, tile=tile, seat=state.name(seat), stack=list(state.stack)))
        for seat in range(len(state.seats)):
            state.own(seat).tile = TILE_NOT_TOLD
        for tile, seats in sorted(named.items()):
            if len(seats) == 1:
                self._take(seats[0], tile)
            else:
                says = "Rest tile {tile} is told for {seats}; there is only one of it."
                self._slip("rest-stack", breach(says, tile=tile, seats=[state.name(seat) for seat in seats]))
        self._open_tiles(named)

    def _open_tiles(self, named: dict[int, list[int]]) -> None:
        """Give the tiles that are left as far as it is clear who has them."""
        state = self.state
        seats = [seat for seat in range(len(state.seats)) if state.seats[seat].tile == TILE_NOT_TOLD]
        if not seats:
            return
        if len(state.rested) == len(state.seats):
            seats.sort(key=state.rested.index)
            what = "Rest tiles that are not told for sure are taken to follow the order of resting."
            state.notes.append(assumption(what, rule="top-rest-tile"))
        elif len(seats) == 1:
            what = "{seat} has Rest tile {tile}, the only one left."
            state.notes.append(remark(what, rule="rest-stack", seat=state.name(seats[0]), tile=state.stack[0]))
        else:
            self.tiles = tile_ways(state.stack, named, seats)
            return
        for seat, tile in zip(seats, state.stack, strict=True):
            self._take(seat, tile)

    def _take(self, seat: int, tile: int) -> None:
        """Let a seat have a tile of the stack."""
        state = self.state
        state.own(seat).tile = tile
        state.stack = tuple(other for other in state.stack if other != tile)

    def _retainable(self, seat: int) -> tuple[int, int]:
        """Return the bounds of how many cards a seat can retain."""
        state = self.state
        if state.solo:
            return 0, 0
        tile = state.seats[seat].tile
        possible = [tile] if tile else sorted({way[seat] for way in self.tiles}) or list(state.stack)
        facts = [state.facts.tile(one) for one in possible]
        return min(one.least for one in facts), max(one.most for one in facts)

    # The AI

    def _ai(self) -> None:
        """Judge that an AI is told only in solo; there, take what is not told of it as unknown."""
        state, sheet = self.state, self.sheet
        if not state.solo:
            if sheet.ai is not None:
                says = "An AI is told, but {number} seats are listed: only one seat alone plays against it."
                self._slip("player-count", breach(says, number=len(state.players)))
            return
        if sheet.ai is not None:
            return
        what = "The sheet has no figures of the AI: its tokens and the side of the Solo Mode card are not known."
        state.notes.append(assumption(what, rule="field-left-out"))
        years, side = self._years(), state.seats[0]
        sure = self._all_given() and not side.figures
        least = TROPHIES_A_YEAR * years - max(0, side.dial) // TROPHY if sure else 0
        self.ai_tokens = [
            tokens for tokens in product(range(min(years, CHART_HEIGHT) + 1), repeat=len(TYPES)) if sum(tokens) >= least
        ]
        if sheet.before_flood:
            state.line = (LINE_NOT_TOLD,)

    def _all_given(self) -> bool:
        """Return whether every Trophy goes to somebody."""
        return self.state.readings["trophy-zero"] != "withheld"

    def _years(self) -> int:
        """Return of how many years the Trophies are in the figures of the sheet."""
        return ROUNDS - (1 if self.sheet.before_flood else 0)

    # Cards

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
                    self.judge.add(
                        rules_record.check_mismatch, rules_record.check_mismatch(what, given.biome_cards, lying)
                    )
                told[seat] = lying
            elif given.biome_cards is not None and state.facts.under is not None:
                kept = given.biome_cards - len(state.facts.under)
            if told[seat] is not None and (told[seat] or 0) < 0:
                told[seat] = None
            most = self._retainable(seat)[1]
            if kept is not None and kept > most:
                says = (
                    "{seat} has at least {kept} Subterrain cards left after the last Flood; "
                    "at most {most} can be retained."
                )
                self._slip("retain-limit", breach(says, seat=side.name, kept=kept, most=most))
        state.cards_told = told

    def _trophies(self) -> None:
        """Judge the Trophies told: three a year, to seats at the table."""
        state, years = self.state, self.sheet.trophies
        if years is None:
            return
        complete, due = self._all_given(), TROPHIES_A_YEAR * self._years()
        holders = [holder for year in years for holder in year.values()]
        if state.solo and "ai" not in holders:
            # Those of the AI are its tokens.
            tokens = sum(state.ai_tokens)
            if complete and self.sheet.ai and len(holders) + tokens != due:
                told = f"{_told(len(holders))}, and the AI has {counted(tokens, 'token')}"
                self._disagree(f"{told}; three a year make {due}")
        elif complete and (len(years) != self._years() or any(sorted(year) != sorted(TYPES) for year in years)):
            self._disagree(f"{_told(len(holders))}; three a year make {due}")
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
        if (
            state.solo
            and self.sheet.ai
            and "ai" in holders
            and complete
            and holders.count("ai") != sum(state.ai_tokens)
        ):
            self._disagree(f"the AI has {counted(sum(state.ai_tokens), 'token')}, but {_told(holders.count('ai'))}")

    def _enough_points(self) -> None:
        """Judge that the points can hold the Trophies of the years."""
        state = self.state
        if not self._all_given() or any(side.figures for side in state.seats):
            return
        if state.solo and self.sheet.ai is None:
            return
        years = self._years()
        total = sum(side.dial for side in state.seats)
        least = TROPHY * (TROPHIES_A_YEAR * years - (sum(state.ai_tokens) if state.solo else 0))
        # In solo it is the same dial: it is told once that it cannot hold the Trophies.
        told = state.solo and any(finding.rule == catalogue.TROPHY_MOST for finding in self.judge.findings)
        if total < least and not told:
            self._disagree(f"all points before the bonuses make {total}; the Trophies alone make {least}")
        if state.solo and sum(state.ai_tokens) > TROPHIES_A_YEAR * years:
            self._disagree(f"the AI has {sum(state.ai_tokens)} tokens from {TROPHIES_A_YEAR * years} Trophies")

    def _disagree(self, says: str) -> None:
        self._slip(catalogue.TROPHY_MOST, breach(f"{capital(says)}."))

    def _slip(self, rule: str, found: Breach | None) -> bool:
        """Note what cannot be right: a slip of the sheet, not a player's foul."""
        return self.judge.add(rule, None if found is None else replace(found, status="inconsistent", void=False))

    def _end_year(self) -> None:
        """Give the Trophies of round 3, retain, and let the Flood run."""
        state, sheet = self.state, self.sheet
        if not state.players:
            return
        if state.solo:
            self._retains(0, sheet.final.get(state.name(0)))
            state.rested = (0,)
            effects_year.end_solo_year(state)
            return
        self._order_by_tiles()
        effects_year.give_trophies(state)
        state.phase = YEAR_END
        for seat, given in self.seats():
            self._retains(seat, given)
        if sheet.first is None and "flood-order" not in state.readings.touched:
            effects_year.flood(state)
            if "flood-order" in state.readings.touched:
                what = "Who began round 3 is not told; it is taken to be {seat}."
                state.notes.append(assumption(what, rule=catalogue.FLOOD_TOKENS, seat=state.name(state.first)))
            return
        effects_year.flood(state)

    def _order_by_tiles(self) -> None:
        """Complete the order of resting by the tiles, as far as these are told."""
        state = self.state
        missing = [seat for seat in range(len(state.seats)) if seat not in state.rested]
        if not missing:
            return
        first_open = min(state.stack, default=len(state.seats) + 1)
        by_tile = sorted((state.seats[seat].tile or 0, seat) for seat in missing)
        placed = [seat for tile, seat in by_tile if TILE_NOT_TOLD < tile < first_open]
        state.rested = (*state.rested, *placed)
        what = "The order of resting is not told in full; it is taken by the Rest tiles."
        if len(placed) < len(missing):
            what = "The order of resting is not told in full, nor do the Rest tiles tell it."
            others = [seat for seat in missing if seat not in placed]
            if len(others) <= MOST_OPEN_TILES:
                first = [state.name(seat) for seat in state.rested]
                self.orders = [[*first, *map(state.name, later)] for later in permutations(others)]
        state.notes.append(assumption(what, rule=catalogue.TROPHY_TIE_REST))

    def _retains(self, seat: int, given: FinalSeat | None) -> None:
        """Judge what a seat retains in the Flood that is still to come."""
        state = self.state
        if given is None or not given.retain:
            return
        if self._slip("solo-flood", solo_flood(state)):
            return
        kept: list[int] = []
        for space in given.retain:
            place = place_of(space, False)
            if self._slip("space-exists", space_exists(state, space, place)):
                continue
            assert place is not None
            if not self._slip("retain-subterrain", retain_subterrain(state, seat, place)) and place.at not in kept:
                kept.append(place.at)
        least, most = self._retainable(seat)
        tile = state.seats[seat].tile
        if tile:
            self._slip("retain-limit", retain_limit(state, seat, len(kept)))
        elif len(kept) > most:
            says = "{seat} retains {number} cards; none of the Rest tiles left allows more than {most}."
            self._slip("retain-limit", breach(says, seat=state.name(seat), number=len(kept), most=most))
        if least < len(kept) <= most:
            which = f"Rest tile {tile}" if tile else f"the Rest tile of {state.name(seat)}"
            self.judge.needs([f"how many cards {which} retains"])
        state.kept = {**state.kept, seat: tuple(kept)}

    def _not_used(self) -> None:
        """Say what the sheet tells of a Flood that is over."""
        if self.sheet.before_flood:
            return
        told = [self.state.name(seat) for seat, given in self.seats() if given.retain]
        what = "What is retained is told for {seats}, but the table is as after the Flood: it is not used."
        if told:
            self.state.notes.append(remark(what, rule=catalogue.RETAIN_OPTIONAL, seats=told))
        if self.sheet.ai is not None and self.sheet.ai.line and self.state.solo:
            what = "The AI's line is told, but the table is as after the Flood: it is not used."
            self.state.notes.append(remark(what, rule=catalogue.SOLO_LINE_DISCARD))

    def check_result(self, tally: Node, outcome: Outcome) -> None:
        """Compare the result that was claimed."""
        result = self.sheet.result
        if result is None:
            return
        for seat, points in (result.points or {}).items():
            counted = outcome.points.get(seat)
            if seat not in outcome.points:
                self.judge.add(
                    rules_record.check_mismatch,
                    rules_record.check_mismatch("a seat of the result", seat, "no such seat"),
                )
            elif counted is not None:
                self.judge.add(
                    rules_record.check_mismatch, rules_record.check_mismatch(f"the points of {seat}", points, counted)
                )
        if result.winners is not None and outcome.state == "finished":
            found = rules_record.check_mismatch("the winners", sorted(result.winners), sorted(outcome.winners))
            self.judge.add(rules_record.check_mismatch, found)


def _without_tile(seat: FinalSeat) -> PositionSeat:
    return PositionSeat(
        dial=seat.dial, score_tokens=seat.score_tokens, tokens=seat.tokens, biome=seat.biome, hand=seat.hand
    )


def _told(trophies: int) -> str:
    return f"{counted(trophies, 'Trophy', 'Trophies')} {'is' if trophies == 1 else 'are'} told"
