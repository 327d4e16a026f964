"""A second, plain replayer of Oasis for records that are known to be legal and wholly open: nothing is judged.

It shares no code with the referee, so that the two can be compared after every entry and in the final result. What lies
on the board and before the players is recounted by `Recount`; here are the cards, the counters and the end.
"""

from __future__ import annotations

from collections import Counter, deque

from tests.oasis.material import Document, Recount

PILES = {"oasis": 34, "steppe": 34, "stony": 20}


class Replayer:
    """The table of a legal record: feed it the entries, then look at it."""

    def __init__(self, document: Document) -> None:
        self.board = Recount(document)
        self.counters: dict[str, int] = {}
        self.stacks: dict[str, deque[str]] = {}
        self.deck: deque[str] = deque()
        self.discards: list[str] = []
        self.offers: dict[str, list[str]] = {}
        self.face_down: dict[str, int] = {}
        self.taker = ""
        self.taken: list[str] = []
        self.to_draw: list[str] = []
        """Who is still to draw, once for every card."""
        self.rounds = 0
        self.unplayable = False

    def feed(self, entry: Document) -> None:
        if entry["do"] in ("offer", "take", "bonus"):
            self.close_the_turn()
        getattr(self, f"_{entry['do'].replace('-', '_')}")(entry)
        self._draw()
        self.board.play(entry)

    def close_the_turn(self) -> None:
        """Put the cards of the offer taken away; after the last offer turn the counters up."""
        self.discards += self.taken
        self.taken = []
        if self.face_down and not self.offers:
            self.counters, self.face_down = self.face_down, {}

    def over(self) -> bool:
        """Return whether the last tile of a type lies on the board, or one could not be laid."""
        laid = Counter(self.board.tiles.values())
        return self.unplayable or any(laid[kind] == count for kind, count in PILES.items())

    def winner(self) -> str:
        """Return who has most points, and of several the one with the lowest counter."""
        points = self.board.points()
        return min(self.counters, key=lambda seat: (-points[seat], self.counters[seat]))

    def _setup(self, entry: Document) -> None:
        self.counters = dict(entry["counters"])
        self.stacks = {seat: deque(cards) for seat, cards in entry["stacks"].items()}
        self.deck = deque(entry["deck"])

    def _offer(self, entry: Document) -> None:
        if not self.offers:
            self.rounds += 1
        seat, cards = entry["by"], entry["cards"]
        assert [self.stacks[seat].popleft() for _ in cards] == cards
        self.offers[seat] = cards
        self.to_draw = [seat] * (3 - len(cards))

    def _take(self, entry: Document) -> None:
        maker = entry.get("of") or next(iter(self.offers))
        self.taker, self.taken = entry["by"], self.offers.pop(maker)
        self.face_down[maker] = self.counters[self.taker]

    def _draw_three(self, entry: Document) -> None:
        self.to_draw = [entry["by"]] * 3

    def _reshuffle(self, entry: Document) -> None:
        assert not self.deck
        assert sorted(entry["order"]) == sorted(self.discards)
        self.deck, self.discards = deque(entry["order"]), []

    def _unplayable(self, entry: Document) -> None:
        self.unplayable = True

    def _place(self, entry: Document) -> None:
        """Lay a tile: that is for the recount."""

    _camels = _bonus = _place

    def _draw(self) -> None:
        while self.to_draw and self.deck:
            self.stacks[self.to_draw.pop()].append(self.deck.popleft())
