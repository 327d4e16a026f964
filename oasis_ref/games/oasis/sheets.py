"""Scoring a final table of Oasis that has no moves: counts alone, or the whole board."""

from __future__ import annotations

from collections.abc import Mapping

from oasis_ref.core.findings import Finding, Note, remark
from oasis_ref.core.readings import Readings
from oasis_ref.core.tally import Node, leaf, unknown
from oasis_ref.games.base import SheetResult
from oasis_ref.games.oasis.board import Board
from oasis_ref.games.oasis.catalogue import RULES
from oasis_ref.games.oasis.final_table import (
    END_RULES,
    NOT_CHECKABLE,
    Slip,
    check_counters,
    check_end,
    check_scoring,
    no_such_end,
    read_board,
    slip,
)
from oasis_ref.games.oasis.moves import CAMELS, KINDS, MARKERS, PLURAL, TILES, TYPES, Counts, Pack, Sheet
from oasis_ref.games.oasis.scoring import Parts, board_parts, outcome_from, score_node
from oasis_ref.games.oasis.squares import Squares, squares_of

COUNTED = ("camels", *TYPES)


def score_sheet(sheet: Sheet, readings: Readings, pack: Pack) -> SheetResult:
    """Return what a final table is worth, and what contradicts itself in it."""
    scorer = _Scorer(sheet, readings, squares_of(pack))
    return scorer.result()


class _Scorer:
    """The findings, remarks and parts of the score of one sheet."""

    def __init__(self, sheet: Sheet, readings: Readings, squares: Squares) -> None:
        self.sheet = sheet
        self.readings = readings
        self.squares = squares
        self.final: Mapping[str, Counts] = sheet.final or {}
        listed = [player.seat for player in sheet.players]
        self.seats = list(
            dict.fromkeys(listed or [*self.final, *(sheet.counters or {}), *(sheet.scoring or {}), *self._on_board()])
        )
        self.slips: list[Slip] = []
        self.notes: list[Note] = []
        if listed and not 3 <= len(listed) <= 5:
            self._slip("seats", "The sheet lists the players {names}; three, four or five take part.", names=listed)
        self.board: Board | None = None
        if sheet.board is not None:
            self.board, slips = read_board(sheet.board, squares, self.seats)
            self.slips += slips
            if sheet.pack is None:
                self.notes.append(
                    remark(
                        "The sheet names no map, so its squares are read on the made-up sample map.",
                        rule="on-the-board",
                    )
                )

    def _on_board(self) -> list[str]:
        board = self.sheet.board
        return [*board.markers, *board.camels] if board is not None else []

    def _slip(self, slug: str, says: str, /, **facts: object) -> None:
        self.slips.append(slip(slug, says, **facts))

    def result(self) -> SheetResult:
        """Check everything, score it, and say who has won."""
        self._check_seats()
        self._check_markers()
        self._check_camels()
        self._check_tiles()
        counters = self._counters()
        parts = {seat: self._parts(place, seat) for place, seat in enumerate(self.seats)}
        open_because = self._end()
        findings: list[Finding] = [RULES.finding(slug, found) for slug, found in self.slips]
        tally = score_node(parts, counters, counters, self.readings)
        if len(tally.children) > len(self.seats) + 1:
            self.readings("tie-counter")
        return SheetResult(findings, self.notes, tally, outcome_from(tally, self.seats, counters, open_because))

    def _check_seats(self) -> None:
        for seat in self.final:
            if seat not in self.seats:
                self._slip("seats", "Counts are given for {seat}, who is not among the players.", seat=seat)

    def _check_markers(self) -> None:
        counted = {
            seat: {kind: count for kind in KINDS if (count := getattr(counts, kind)) is not None}
            for seat, counts in self.final.items()
        }
        written: dict[str, Mapping[str, int]] = {**counted, **self._given_scoring()}
        self.slips += check_scoring(written, [*self.seats, *self.final], self.readings)
        for seat, owned in self._given_scoring().items():
            for kind, count in counted.get(seat, {}).items():
                if count != owned.get(kind, 0):
                    self._slip(
                        "take-markers",
                        "{seat} counts {count} {kind}, but {other} are listed.",
                        seat=seat,
                        count=count,
                        kind=PLURAL[kind],
                        other=owned.get(kind, 0),
                    )

    def _given_scoring(self) -> dict[str, Mapping[str, int]]:
        return {
            seat: {str(kind): count for kind, count in owned.items()}
            for seat, owned in (self.sheet.scoring or {}).items()
        }

    def _check_camels(self) -> None:
        for seat, counts in self.final.items():
            if counts.camels is not None and not 0 <= counts.camels <= CAMELS:
                self._slip(
                    "player-pieces",
                    "{seat} counts {count} camels in one group; a player has {all}.",
                    seat=seat,
                    count=counts.camels,
                    all=CAMELS,
                )

    def _check_tiles(self) -> None:
        """Over all seats no more tiles of a type can be counted than there are, bonus squares of the map included."""
        for kind in TYPES:
            counts = [count for counts in self.final.values() if (count := getattr(counts, kind)) is not None]
            if any(count < 0 for count in counts):
                self._slip("piles", "A count of {kind} tiles is below 0.", kind=kind)
            bonus = 0
            if self.readings["bonus-scores"] == "yes":
                if self.sheet.pack is None:
                    continue
                bonus = self.squares.bonus.count(kind)
            if sum(counts) > TILES[kind]:
                self.readings("bonus-scores")
            if sum(counts) > TILES[kind] + bonus:
                self._slip(
                    "piles",
                    "All seats together count {total} {kind} tiles; there are {all}.",
                    total=sum(counts),
                    kind=kind,
                    all=TILES[kind] + bonus,
                )

    def _counters(self) -> dict[str, int | None]:
        """Return the counters that break a tie, as far as they are written down."""
        written = self.sheet.counters
        if written is not None:
            found = check_counters(written, self.seats)
            if found is not None:
                self.slips.append(found)
        singles = {seat: counts.counter for seat, counts in self.final.items() if counts.counter is not None}
        numbers = list(singles.values())
        if len(set(numbers)) < len(numbers) or any(not 1 <= number <= len(self.seats) for number in numbers):
            self._slip(
                "counters-dealt",
                "The counters given are {numbers}; there are 1 to {count}, one each.",
                numbers=numbers,
                count=len(self.seats),
            )
        for seat, number in singles.items():
            if written is not None and written.get(seat) != number:
                self._slip(
                    "counters-dealt",
                    "{seat} is given counter {number} and counter {other}.",
                    seat=seat,
                    number=number,
                    other=written.get(seat),
                )
        return {seat: singles.get(seat, (written or {}).get(seat)) for seat in self.seats}

    def _parts(self, place: int, seat: str) -> Parts:
        counts = self.final.get(seat, Counts())
        parts: Parts = board_parts(self.board, self.readings, self.seats, place) if self.board is not None else {}
        for name in COUNTED:
            count = getattr(counts, name)
            label = "largest camel group" if name == "camels" else f"{name} tiles"
            if name in parts:
                self._compare(seat, name, count, parts[name])
            else:
                parts[name] = self._given(seat, name, label, count)
        scoring = self._given_scoring()
        for kind in KINDS:
            count = getattr(counts, kind)
            if self.sheet.scoring is not None and count is None:
                count = scoring.get(seat, {}).get(kind, 0)
            parts[kind] = self._given(seat, kind, PLURAL[kind], count)
        return parts

    def _given(self, seat: str, name: str, label: str, count: int | None) -> Node:
        if count is None:
            return unknown(label, None, f"the count of {label} is not written down", 0, self._most(seat, name))
        return leaf(label, count)

    def _most(self, seat: str, name: str) -> int | None:
        """Return how many a seat can have at most of what was not counted; None if that is not known.

        What the other seats are known to have is theirs.
        """
        if name == "camels":
            return CAMELS
        if name in MARKERS:
            if self.readings["markers-short"] == "unlimited":
                return None
            whole = MARKERS[name]
        elif self.sheet.pack is None:
            return None
        else:
            whole = TILES[name] + self.squares.bonus.count(name)
        return max(0, whole - sum(self._known(other, name) for other in self.seats if other != seat))

    def _known(self, seat: str, name: str) -> int:
        """Return how many markers or tiles of a kind a seat is known to have."""
        count = getattr(self.final.get(seat, Counts()), name)
        if count is None:
            count = self._given_scoring().get(seat, {}).get(name, 0)
        return max(0, int(count))

    def _compare(self, seat: str, name: str, count: int | None, found: Node) -> None:
        if count is None or found.value is None or found.value == count:
            return
        slug = {"camels": "score-camels"}.get(name, f"score-{name}")
        self._slip(
            slug,
            "{seat} counts {count} as {label}; the board shows {found}.",
            seat=seat,
            count=count,
            label=found.label,
            found=found.value,
        )

    def _end(self) -> str | None:
        """Check the end that is named; return why the score is provisional, or None."""
        end, board = self.sheet.end, self.board
        used_up = board is not None and not all(board.piles.values())
        full = board is not None and bool(board.squares.path) and not board.vacant_path
        if end is not None:
            self._check_end(end)
            if no_such_end(end, self.readings) is None:
                return None
        if used_up or (full and self.readings("edition") == "german"):
            return None
        if end is not None:
            return "what is named as the end of the game is none by the readings chosen"
        if board is None:
            return None if self.sheet.final is not None else "no end of the game is named"
        return "no end of the game is named, and the board shows none"

    def _check_end(self, end: str) -> None:
        slips = check_end(end, self.board, self.readings)
        self.slips += slips
        if not slips and end in NOT_CHECKABLE:
            self.notes.append(
                remark(
                    "A final table does not show {what}; it is taken as written.",
                    what=NOT_CHECKABLE[end],
                    rule=END_RULES[end],
                )
            )
