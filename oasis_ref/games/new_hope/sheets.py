"""Scoring a final table without moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from oasis_ref.core.findings import Finding, Note, remark
from oasis_ref.core.readings import Readings
from oasis_ref.core.tally import Node, leaf, unknown
from oasis_ref.core.text import capital, either
from oasis_ref.games.base import SheetResult
from oasis_ref.games.new_hope.cards import EQUIPMENT, KHALLA, LAIR_SIZE, NUMBERS, TRAVEL_TOTAL, Stock, is_mark
from oasis_ref.games.new_hope.catalogue import RULES
from oasis_ref.games.new_hope.definitions import clash, fault_under, filled, too_many
from oasis_ref.games.new_hope.layout import MOST_CARDS, row_faults
from oasis_ref.games.new_hope.moves import Pack, Sheet
from oasis_ref.games.new_hope.rules_record import (
    rec_copies,
    rec_count,
    rec_deck_parity,
    rec_definition,
    rec_no_such_card,
    rec_not_there,
    rec_result,
    rec_water,
)
from oasis_ref.games.new_hope.rules_setup import base_deck, player_count, stranger
from oasis_ref.games.new_hope.rules_turns import hand_limit, specialists_hand_limit
from oasis_ref.games.new_hope.scoring import Ending, distance, from_12_to_1, outcome_of, tally_of, up_to_arrival


class _Scorer:
    """Goes through one sheet and collects what is wrong with it."""

    def __init__(self, sheet: Sheet, readings: Readings, pack: Pack) -> None:
        self.sheet, self.readings, self.pack = sheet, readings, pack
        self.findings: list[Finding] = []
        self.notes: list[Note] = []
        self.seats = [player.seat for player in sheet.players] or list(sheet.last or sheet.rows or {})
        companions = {companion.id: companion for companion in pack.companions}
        for companion in sheet.define or []:
            why = fault_under(companion, readings) or clash(companions.get(companion.id), companion)
            why = why or too_many({**companions, companion.id: filled(companions.get(companion.id), companion)})
            if not self.find(rec_definition, companion.id, why):
                companions[companion.id] = filled(companions.get(companion.id), companion)
        extra = 2 if len(self.seats) == 2 and readings("starting-shield") == "extra" else 0
        self.companions = companions
        self.stock = Stock(pack, sheet.variant, companions, extra)
        self.places: dict[str, list[int]] = {}

    def find(self, check: Any, *situation: Any) -> bool:
        found = check(*situation)
        if found is None:
            return False
        self.findings.append(RULES.finding(check, found))
        return True

    def score(self) -> SheetResult:
        sheet = self.sheet
        self.find(player_count, self.seats)
        named = [*(sheet.last or {}), *(sheet.rows or {}), *(sheet.hands or {}), *(sheet.camps or {})]
        found = stranger(named, self.seats)
        if found is not None:
            self.findings.append(RULES.finding("player-count", found))
        self._rows()
        numbers = self._numbers()
        self._cause(numbers)
        if sheet.rows is not None:
            self._cards()
            self._hands()
        ending = self._ending(numbers)
        nodes = []
        for seat in self.seats:
            row = (sheet.rows or {}).get(seat, [])
            if sheet.rows is None:
                nodes.append(_stated(seat, numbers.get(seat), sheet.cause, numbers))
            else:
                places = self.places.get(seat, [])
                nodes.append(distance(seat, row, places[-1] if places else KHALLA))
        tally = tally_of(nodes, ending)
        return SheetResult(self.findings, self.notes, tally, outcome_of(tally, ending))

    def _rows(self) -> None:
        for seat in self.seats:
            row = (self.sheet.rows or {}).get(seat, [])
            self._exist(row)
            faults, self.places[seat] = row_faults(row, 0)
            for finding in faults:
                finding.entry = None
                finding.facts = {**finding.facts, "seat": seat}
                finding.says = "{seat}: " + finding.says
            self.findings += faults

    def _exist(self, cards: Sequence[str]) -> None:
        odd = [
            card for card in dict.fromkeys(cards) if card not in ("?", "compass-step") and self.stock.kind(card) is None
        ]
        special = [card for card in odd if card in self.companions]
        self.find(base_deck, special, self.sheet.variant)
        self.find(rec_no_such_card, [card for card in odd if card not in self.companions])

    def _numbers(self) -> dict[str, int]:
        """Return the last number of each scout, from the rows or as stated."""
        sheet, result = self.sheet, {}
        for seat in self.seats:
            stated = (sheet.last or {}).get(seat)
            if sheet.rows is not None:
                found = self.places[seat][-1] if self.places[seat] else KHALLA
                if stated is not None:
                    self.find(rec_count, f"as the last number of {seat}", stated, found)
                result[seat] = found
            elif stated is None:
                self._result(f"the sheet gives no last number for {seat}")
            else:
                if not 0 <= stated <= KHALLA:
                    self._result(f"{stated} is no last number of {seat}")
                result[seat] = stated
        return result

    def _result(self, why: str) -> None:
        self.find(rec_result, capital(why))

    def _cause(self, numbers: dict[str, int]) -> None:
        sheet = self.sheet
        at_oasis = [seat for seat, number in numbers.items() if number == 0]
        if sheet.cause == "deck" and at_oasis:
            self._result(f"the deck is given as the cause, but {at_oasis[0]} is at 0")
        elif sheet.cause != "deck" and len(at_oasis) != 1:
            self._result(f"somebody reached the Oasis, but {len(at_oasis)} scouts are at 0")
        elif sheet.cause != "deck" and sheet.rows is not None:
            row = up_to_arrival(sheet.rows.get(at_oasis[0], []))
            if row and row[-1] != sheet.cause:
                self._result(f"the cause is given as {sheet.cause}, but the row of {at_oasis[0]} ends with {row[-1]}")

    def _size(self, holding: Any, what: str) -> int:
        size = len(holding) if isinstance(holding, list) else int(holding)
        if not 0 <= size <= MOST_CARDS:
            self.find(rec_count, what, size, max(0, min(size, MOST_CARDS)))
            return max(0, min(size, MOST_CARDS))
        return size

    def _cards(self) -> None:
        """Check that all zones of a fuller sheet add up."""
        sheet = self.sheet
        rows = [card for row in (sheet.rows or {}).values() for card in row]
        hands = [card for hand in (sheet.hands or {}).values() if isinstance(hand, list) for card in hand]
        ruins = sheet.ruins if isinstance(sheet.ruins, list) else []
        camps = [card for camp in (sheet.camps or {}).values() for card in camp]
        loose = [*camps, *(sheet.lair or []), *(sheet.companion_discard or [])]
        self._exist([*hands, *ruins, *loose])
        strays = [card for card in ruins if card != "?" and card not in NUMBERS]
        strays += [card for card in loose if card != "?" and self.stock.kind(card) not in ("companion", None)]
        if not self.find(rec_not_there, strays, "the Ruins, a camp, the Lair or the Companion discard"):
            plain = ["compass" if card == "compass-step" else card for card in [*rows, *hands, *ruins, *loose]]
            for item, copies in (sheet.supply or {}).items():
                plain += [item] * min(copies, MOST_CARDS) if item in EQUIPMENT else []
            many = self.stock.too_many(plain)
            self.find(rec_copies, many)
            self._sums(rows, hands, loose, any(card in EQUIPMENT for card in many))
        self._deck()

    def _sums(self, rows: Sequence[str], hands: Sequence[str], loose: Sequence[str], told: bool) -> None:
        """Check the sums; ``told`` says that what Equipment there is too much of has been told by its name."""
        sheet = self.sheet
        hidden = hands.count("?") + rows.count("?")
        for hand in (sheet.hands or {}).values():
            if not isinstance(hand, list):
                hidden += self._size(hand, "cards in a hand")
        known = {"travel": 0, "equipment": 0, "companion": 0}
        for card in [*rows, *hands]:
            kind = "equipment" if card == "compass-step" else self.stock.kind(card)
            if kind is not None and not is_mark(card):
                known[kind] += 1
        ruins = self._size(sheet.ruins or 0, "cards in the Ruins")
        deck = self._size(sheet.exploration_deck or 0, "cards in the Exploration deck")
        people = self._size(sheet.companion_deck or 0, "Companions in the deck")
        piles = sum(self._size(copies, f"cards in the pile of {item}") for item, copies in (sheet.supply or {}).items())
        lair = len(sheet.lair or [])
        self.find(rec_count, "Companions in the Lair", lair, min(lair, LAIR_SIZE))
        hands_given = sheet.hands is not None and all(seat in sheet.hands for seat in self.seats)
        whole = (
            (sheet.ruins, sheet.exploration_deck),
            (sheet.companion_deck, sheet.lair, sheet.companion_discard),
            (sheet.supply,),
        )
        items, all_items = known["equipment"] + piles, sum(self.stock.equipment.values())
        sums = (
            ("Travel cards in rows, Ruins, hands and deck", known["travel"] + ruins + deck, TRAVEL_TOTAL),
            ("Companions in all places", known["companion"] + len(loose) + people, self.stock.companion_total),
            ("Equipment in supply, hands and rows", min(items, all_items) if told else items, all_items),
        )
        self._fill(sums, [hands_given and None not in zones for zones in whole], hidden)

    def _fill(self, sums: Sequence[tuple[str, int, int]], whole: Sequence[bool], hidden: int) -> None:
        """Let the hidden hand cards make up what is missing, and cite the sum that they cannot.

        Where a zone is left out of the sheet, there may only be too many cards.
        """
        missing = 0
        for (what, found, total), complete in zip(sums, whole, strict=True):
            if found > total or (complete and found + hidden < total):
                self.find(rec_count, what, found if found > total else found + hidden, total)
                return
            missing += total - found if complete else 0
        if (all(whole) and missing != hidden) or missing > hidden:
            self.find(rec_count, "hidden cards in the hands", hidden, missing)

    def _deck(self) -> None:
        sheet, size = self.sheet, self.sheet.exploration_deck
        if size is None:
            return
        if not any(finding.rule == "rec-count" for finding in self.findings):
            most = TRAVEL_TOTAL - 10 - 4 * len(self.seats)
            self.find(rec_count, "cards in the Exploration deck", size, most, False, True)
        end = (0,)
        if size == 1 or sheet.cause == "deck":
            end = (1,) if self.readings("short-explore") == "needs-two" else (0,)
        if sheet.cause == "deck":
            if size not in end:
                self._result(f"the deck is given as the cause, but it holds {size} cards")
        else:
            self.find(rec_deck_parity, size)

    def _hands(self) -> None:
        arrived = next((seat for seat, places in self.places.items() if places and places[-1] == 0), None)
        special = self.sheet.variant == "specialists"
        for seat, hand in (self.sheet.hands or {}).items():
            size = len(hand) if isinstance(hand, list) else hand
            if seat == arrived or size < 8:
                continue
            limit = 7 if special and self.readings("specialists-hand-limit") == "seven" else 8
            self.find(specialists_hand_limit if limit == 7 else hand_limit, seat, size, limit, 0)

    def _ending(self, numbers: dict[str, int]) -> Ending:
        sheet = self.sheet
        best = min(numbers.values(), default=KHALLA)
        tied = [seat for seat, number in numbers.items() if number == best]
        shared = len(tied) > 1 and sheet.cause == "deck" and self.readings("tie-break") == "shared"
        if sheet.water is not None:
            if shared:
                self.notes.append(remark("The tied scouts share the win, so the water race is ignored."))
            else:
                self.find(rec_water, sheet.water, tied if sheet.cause == "deck" else [])
        only = self.readings("ranking") == "winner-only"
        water = (sheet.water, 0) if sheet.water is not None else None
        arrived = [seat for seat, number in numbers.items() if number == 0]
        missing = [seat for seat in self.seats if seat not in numbers]
        if missing and (sheet.cause == "deck" or not arrived):
            unclear = f"the sheet gives no last number for {either(missing)}"
            return Ending(True, card=sheet.cause, winner_only=only, unclear=unclear)
        if sheet.cause == "deck":
            return Ending(True, water=water, shared=shared, winner_only=only)
        if len(arrived) != 1:
            unclear = f"{either(arrived).replace(' or ', ' and ')} cannot all be at 0" if arrived else "nobody is at 0"
            return Ending(True, card=sheet.cause, winner_only=only, unclear=unclear)
        if sheet.rows is None:
            return Ending(True, arrived[0], sheet.cause, winner_only=only)
        row = up_to_arrival(sheet.rows.get(arrived[0], []))
        if row[-1] not in ("oasis", "map"):
            unclear = f"the row of {arrived[0]} ends with neither an Oasis nor a Map"
            return Ending(True, card=sheet.cause, winner_only=only, unclear=unclear)
        whole = from_12_to_1(row, self.places[arrived[0]])
        return Ending(True, arrived[0], row[-1], winner_only=only, whole=whole)


def _stated(seat: str, number: int | None, cause: str, numbers: Mapping[str, int]) -> Node:
    if number is not None:
        return leaf(seat, number, "closest-wins", "as stated")
    least = 0 if cause != "deck" and 0 not in numbers.values() else 1
    return unknown(seat, "closest-wins", "the sheet does not say", least, KHALLA)


def score_sheet(sheet: Sheet, readings: Readings, pack: Pack) -> SheetResult:
    """Return what a final table gives, and what is wrong with it."""
    return _Scorer(sheet, readings, pack).score()
