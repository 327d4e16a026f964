"""A game of Desperate Oasis as the referee drives it: judging and carrying out one entry after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from oasis_ref.core.cards import is_unknown
from oasis_ref.core.documents import Entry, Ruling
from oasis_ref.core.findings import Breach, Finding, Happening, Note, assumption, breach
from oasis_ref.core.readings import Readings
from oasis_ref.core.tally import Node
from oasis_ref.games.base import Judgement, LeftOut, Outcome, Table, View
from oasis_ref.games.desperate_oasis.board import KINDS, OTHER, SEATS
from oasis_ref.games.desperate_oasis.catalogue import RULES
from oasis_ref.games.desperate_oasis.counting import Counting, span
from oasis_ref.games.desperate_oasis.dealing import (
    UnseenRound,
    carry_out_round,
    judge_round,
    judge_unseen,
    totals_after,
)
from oasis_ref.games.desperate_oasis.flipping import FlipPlan, carry_out_flip, judge_end, judge_flip
from oasis_ref.games.desperate_oasis.laying import Limits, over_for
from oasis_ref.games.desperate_oasis.moves import Draw, Flip, GameLog, Oasis, Pack, Palm, Pile, Play, Round
from oasis_ref.games.desperate_oasis.playing import carry_out_play, count_before, draw_what_is_due, judge_play
from oasis_ref.games.desperate_oasis.rules import (
    NO_PACK,
    copies_breach,
    needs_card,
    not_your_turn,
    second_card_owed,
    too_many_copies,
    two_cards,
)
from oasis_ref.games.desperate_oasis.rules_palms import PALM_CHECKS, Palming, palm_nowhere
from oasis_ref.games.desperate_oasis.rules_turns import (
    counts_differ,
    draw_mismatch,
    draws_out_of_turn,
    must_draw_to_four,
    no_pass,
    no_round,
    oasis_names,
    passes,
)
from oasis_ref.games.desperate_oasis.scoring import (
    ahead,
    last_round_done,
    outcome_of,
    pile_node,
    round_nodes,
    score_node,
    takers_of,
)
from oasis_ref.games.desperate_oasis.sizes import possible_sizes
from oasis_ref.games.desperate_oasis.table import OPENING, RoundState, Supply, Token

MOST_DRAWN = 1000
"""However many cards a record says were drawn, no more unknown ones come to a hand."""


class Match(Table):
    """The state of one game while its record is replayed.

    ``sizes`` are the numbers of animals that the pack may have, as far as the record has shown; ``oases`` the names of
    all oases of the pack, if they are known.
    """

    pack: Pack
    settles = {"two-cards": ("last-card",)}

    def __init__(self, log: GameLog, readings: Readings, pack: Pack, left_out: LeftOut | None = None) -> None:
        self.number = 0
        self.trail: list[Happening] = []
        self.notes: list[Note] = []
        self.readings = readings
        self.pack = pack
        self.moves = log.moves
        self.rounds: list[RoundState] = []
        self.round: RoundState | None = None
        self.piles: dict[str, Pile] = {}
        self.gone_before: list[Oasis] = []
        self.discarded_before: list[Oasis] = []
        self.values_only = False
        self.all_animals: dict[str, int] | None = None
        self.next_card = 1
        self.permitted: set[int] = set()
        self.oases = None if isinstance(pack.oases, str) else oasis_names(pack.oases)
        counts = None if isinstance(pack.animals, str) else pack.animals
        self.gone = left_out or {}
        self.first_sizes, impossible = pack_sizes(pack, log.moves, self.gone)
        self.sizes = self.first_sizes
        self.looks_ahead = counts is None
        self.limits = Limits(counts, self.sizes[-1], {}, None if impossible is None else log.moves[impossible - 1])

    def _constants(self) -> Sequence[Any]:
        parts: list[Any] = [self.moves, self.gone, self.oases, self.limits.impossible, *self.rounds[:-1]]
        if self.round is not None:
            parts += [self.round.oases, *self.round.trios, *self.round.tokens.values()]
        return parts

    def hindsight(self, left_out: LeftOut) -> LeftOut:
        """Return the entries that take no card from a hand, if other pack sizes are possible without them.

        The entry that no pack size allows is left out for that very reason, so it is none of them.
        """
        if not self.looks_ahead:
            return {}
        impossible = self.limits.impossible
        gone = {number: entry for number, entry in left_out.items() if self.moves[number - 1] is not impossible}
        if gone == self.gone:
            return self.gone
        sizes, failing = pack_sizes(self.pack, self.moves, gone)
        still = None if failing is None else self.moves[failing - 1]
        return self.gone if sizes == self.first_sizes and still is impossible else gone

    def knowing(self, left_out: LeftOut) -> Match:
        if not left_out:
            return self
        return Match(GameLog(game="desperate-oasis", moves=self.moves), self.readings, self.pack, left_out)

    def keep_sizes(self, sizes: Sequence[int]) -> None:
        """Keep only the pack sizes for which the entry being carried out was allowed."""
        kept = [size for size in self.sizes if size in sizes]
        if kept and len(kept) < len(self.sizes):
            self.sizes = kept
            self.notes.append(assumption("From here on the pack is taken to have {sizes} animals.", sizes=span(kept)))
        self.limits.largest = self.sizes[-1]
        round_ = self.round
        if round_ is not None:
            round_.supplies = [supply for supply in round_.supplies if supply.size in sizes] or round_.supplies

    def remember(self, round_: RoundState) -> None:
        """Remember the largest number of each kind that was seen in any one round."""
        for kind, count in round_.seen.items():
            self.limits.most[kind] = max(count, self.limits.most.get(kind, 0))

    def discarded_oases(self) -> list[Oasis]:
        """Return the oases of earlier rounds that nobody took."""
        discarded = list(self.discarded_before)
        for round_ in self.rounds:
            takers = [] if round_.unnamed or round_.unseen else takers_of(round_, self.readings)
            for node, oasis in zip(takers, round_.oases, strict=False):
                if node.value == "nobody":
                    discarded.append(oasis)
        return discarded

    def leader_after(self, closing: FlipPlan | None) -> str | None:
        """Return the seat with the higher total so far, or None if they are equal."""
        return ahead(totals_after(self, closing))

    def close(self) -> list[Finding]:
        """Close a round that is over, if no face-down card is left to flip."""
        round_ = self.round
        if round_ is None or round_.flipped or round_.down_cards():
            return []
        if not all(over_for(round_, supply) for supply in round_.supplies):
            return []
        counting, findings, plan = judge_end(self, round_, Flip())
        carry_out_flip(self, plan)
        return counting.findings(self.number) + findings

    def tally(self, given: Sequence[tuple[int, Ruling]] = ()) -> Node:
        parts: dict[str, list[Node]] = {seat: [] for seat in SEATS}
        takers: list[Node] = []
        for seat in SEATS:
            if seat in self.piles:
                parts[seat].append(pile_node("before", self.piles[seat]))
        for round_ in self.rounds:
            if round_.flipped:
                nodes, more = round_nodes(round_, self.readings)
                takers += more
                for seat in SEATS:
                    parts[seat].append(nodes[seat])
        points = [
            (number, seat, value, ruling.reason or f"by {ruling.by}")
            for number, ruling in given
            for seat, value in (ruling.points or {}).items()
        ]
        return score_node(parts, takers, points)

    def outcome(self, tally: Node) -> Outcome:
        finished = last_round_done(self.rounds)
        return outcome_of(tally, finished, None if finished else self._why_open())

    def _why_open(self) -> str:
        if self.round is None:
            return "the record holds no round"
        if self.round.flipped:
            return f"the record ends after round {self.round.number} of three"
        return f"the record ends in round {self.round.number} of three, before its end"

    def view(self) -> View:
        from oasis_ref.games.desperate_oasis.view import view_of

        return view_of(self)

    def repairs(self, entry: Entry) -> Iterator[Entry]:
        from oasis_ref.games.desperate_oasis.mending import meant_as

        return meant_as(self, entry)

    def rests_on(self) -> Sequence[int]:
        """Return the entry that tells where the portals are."""
        return [] if self.round is None else [self.round.entry]

    def surely_made(self, entry: Entry) -> bool:
        from oasis_ref.games.desperate_oasis.mending import surely_made

        return surely_made(self, entry)

    def permit(self, number: int) -> bool:
        self.permitted.add(number)
        return True

    def forgotten(self, behind: Entry) -> Iterator[Sequence[Entry]]:
        from oasis_ref.games.desperate_oasis.mending import forgotten

        return forgotten(self, behind)

    def one_slip(self, meant: Entry, written: Entry) -> bool:
        from oasis_ref.games.desperate_oasis.mending import one_slip

        return one_slip(self, meant, written)

    def examples(self) -> Mapping[str, str]:
        """Return what can show in too many ways: face-down cards that nobody has seen."""
        round_ = self.round
        if round_ is None or all(card.kind != "?" for _, _, card in round_.down_cards()):
            return {}
        return {"flip": "These are examples: a face-down card that nobody has seen may be any animal"}

    def candidates(self) -> Iterator[Entry]:
        from oasis_ref.games.desperate_oasis.candidates import worth_asking

        return worth_asking(self)


def pack_sizes(pack: Pack, moves: Sequence[Any], left_out: LeftOut) -> tuple[list[int], int | None]:
    """Return the numbers of animals that the pack may have by the whole record, and the entry that allows none.

    ``left_out`` are entries that are not carried out.
    """
    if not isinstance(pack.animals, str):
        return [max(OPENING, sum(pack.animals.values()))], None
    bounds = pack.animals_total or {}
    least, most = bounds.get("min", 12), bounds.get("max", 30)
    if left_out:
        moves = [left_out.get(number, entry) for number, entry in enumerate(moves, 1)]
    least = max(OPENING, least)
    most = min(max(least, most), 1000)
    for entry in moves:
        if isinstance(entry, Round) and entry.position is None:
            deck = len(entry.deck) if entry.deck is not None else entry.deck_size
            if deck is not None and least <= deck + OPENING <= most:
                return [deck + OPENING], None
    return possible_sizes(moves, range(least, most + 1))


# --- draw and palm --------------------------------------------------------------------------------------------------


def _judge_draw(match: Match, draw: Draw) -> Judgement:
    round_, number, seat = match.round, match.number, draw.by
    if round_ is None or round_.flipped:
        found = no_round(round_, f"{seat} draws", True)
        return Judgement([RULES.finding(no_round, found, number)] if found else [], None, True)
    drawn, supplies = draw.drawn, round_.supplies
    supply = supplies[-1]
    count = len(drawn) if drawn is not None else draw.count
    findings: list[Finding] = []
    sizes = None
    if seat != round_.turn or supply.owed != "draw" or len(supplies) > 1:
        if seat not in SEATS:
            return Judgement([RULES.finding("no-such-place", _no_seat(seat), number)], None, True)
        sizes = _judge_when(match, round_, draw, count, findings)
    elif count is not None:
        found = must_draw_to_four(round_, draw, count, supply)
        if found is not None:
            findings.append(RULES.finding(must_draw_to_four, found, number))
    if drawn is None:
        return Judgement(findings, (_cards_counted(round_, draw, count), sizes))
    if draw.count is not None and draw.count != count:
        findings.append(RULES.finding(draw_mismatch, counts_differ(draw, len(drawn)), number))
    deck = round_.deck
    if deck is not None and drawn == deck[:count]:
        return Judgement(findings, (drawn, sizes))
    return Judgement(findings, (_cards_drawn(match, round_, draw, findings), sizes))


def _judge_when(
    match: Match, round_: RoundState, draw: Draw, count: int | None, findings: list[Finding]
) -> list[int] | None:
    """Judge a draw that is not simply due, or may be by the pack's size; return the sizes left, if not all."""
    in_turn = draw.by == round_.turn and round_.owed() != "action"
    counting = count_before(round_, False, match.number) if in_turn else Counting(round_.supplies)
    for check, rule in () if in_turn else _DRAW_CHECKS:
        found = check(round_, draw)
        if found is not None:
            findings.append(RULES.finding(rule, found, match.number))
    if not findings:
        if round_.card_owed():
            counting.ask(_second_owed, round_, draw, match.number, rule=two_cards)
        if count is not None:
            counting.ask(must_draw_to_four, round_, draw, count)
    findings += counting.findings(match.number)
    return counting.sizes()


def _second_owed(round_: RoundState, draw: Draw, number: int, supply: Supply) -> Breach | None:
    if supply.owed != "card" or round_.excused:
        return None
    return second_card_owed(round_, number, supply.hands[draw.by])


_DRAW_CHECKS = ((draws_out_of_turn, not_your_turn), (no_pass, no_pass))


def _no_seat(seat: str) -> Breach:
    return breach("There is no seat {seat}: the seats are A and B.", seat=seat, void=True)


def _drawn_copies(match: Match, round_: RoundState, draw: Draw) -> list[Finding]:
    if match.limits.impossible is draw:
        found = breach(NO_PACK, most=match.limits.largest)
        return [RULES.finding(too_many_copies, found, match.number)]
    seen = dict(round_.seen)
    known = list(round_.deck or [])
    for place, card in enumerate(draw.drawn or []):
        if card not in KINDS or (place < len(known) and known[place] == card):
            continue
        exceeded = match.limits.exceeded(seen, card)
        if exceeded is not None:
            return [
                RULES.finding(
                    too_many_copies, copies_breach(match.limits.counts is not None, card, *exceeded), match.number
                )
            ]
        seen[card] = seen.get(card, 0) + 1
    return []


DrawPlan = tuple["list[str] | None", "list[int] | None"]
"""The cards that come to the hand (None: as many as are due), and the pack sizes left."""


def _cards_counted(round_: RoundState, draw: Draw, count: int | None) -> list[str] | None:
    """Return the cards of a draw of which only the number is recorded; None if it is what is due."""
    if count is None:
        return None
    top = (round_.deck or [])[: max(0, count)]
    return top + ["?"] * min(MOST_DRAWN, max(0, count) - len(top))


def _cards_drawn(match: Match, round_: RoundState, draw: Draw, findings: list[Finding]) -> list[str]:
    """Return the cards of a draw that names some which the deck does not; judge them."""
    drawn = draw.drawn or []
    unknown = next((card for card in drawn if card not in KINDS and not is_unknown(card)), None)
    if unknown is not None:
        found = breach("There is no animal {card}.", card=unknown)
        findings.append(RULES.finding(needs_card, found, match.number))
    mismatch = draw_mismatch(round_, draw)
    if mismatch is not None:
        findings.append(RULES.finding(draw_mismatch, mismatch, match.number))
        return ["?"] * len(drawn)
    findings += _drawn_copies(match, round_, draw)
    known = [*(round_.deck or [])[: len(drawn)], *(["?"] * len(drawn))]
    cards = [card if card in KINDS else "?" for card in drawn]
    return [deck if card == "?" else card for card, deck in zip(cards, known, strict=False)]


def _carry_out_draw(match: Match, draw: Draw, plan: DrawPlan) -> None:
    round_ = match.rounds[-1]
    cards, sizes = plan
    if sizes is not None:
        match.keep_sizes(sizes)
    seat = draw.by
    if seat != round_.turn and passes(round_, draw):
        draw_what_is_due(match, round_)
        round_.begin_turn(seat)
    supplies = round_.supplies
    least = supplies[0].due(seat)
    drawn = round_.draw(seat, cards)
    facts: dict[str, Any] = {"seat": seat, "count": len(drawn), "hand": supplies[-1].hands[seat]}
    says = "{seat} draws {count} and holds {hand}."
    if len(supplies) > 1 and supplies[0].hands[seat] != facts["hand"]:
        says = "{seat} draws {count}."
        if cards is None and least != len(drawn):
            says, facts["least"] = "{seat} draws what is due, {least} to {count} by the number of animals.", least
    match.trail.append(Happening("must-draw-to-four", says, facts))
    if seat == round_.turn:
        round_.begin_turn(OTHER[seat])


def _judge_palm(match: Match, palm: Palm) -> Judgement:
    round_, number = match.round, match.number
    found = no_round(round_, f"{palm.by} uses a palm token", False)
    if found is not None or round_ is None:
        return Judgement([RULES.finding(no_round, found, number)] if found else [], None, True)
    palming = Palming(round_, palm, match.readings)
    findings: list[Finding] = []
    found = palm_nowhere(palming)
    if found is not None:
        findings.append(RULES.finding("no-such-place", found, number))
        if found.void:
            return Judgement(findings, None, True)
    for check in PALM_CHECKS:
        found = check(palming)
        if found is not None:
            findings.append(RULES.finding(check, found, number))
    return Judgement(findings, palming)


def _carry_out_palm(match: Match, palm: Palm, palming: Palming) -> None:
    round_ = palming.round
    owner = palm.token or palm.by
    before = round_.tokens.get(owner)
    turn = palming.turn()
    if before is not None and palm.new:
        round_.surplus_tokens.append((owner, before.column))
    round_.tokens[owner] = Token(palm.column, turn, match.number)
    if before is None or palm.new:
        used = sum([seat for seat, _ in earlier.tokens_lying()].count(owner) for earlier in match.rounds)
        match.trail.append(
            Happening(
                "three-palms",
                "{seat} puts a palm token on oasis {column}, number {used} of three.",
                {"seat": owner, "column": palm.column, "used": used},
            )
        )
    else:
        match.trail.append(
            Happening(
                "palm-any-oasis",
                "{seat} moves the palm token from oasis {before} to oasis {column}.",
                {"seat": owner, "before": before.column, "column": palm.column},
            )
        )


def _carry_out_flip(match: Match, flip: Flip, plan: FlipPlan) -> None:
    carry_out_flip(match, plan)


Match.judges = {
    Play: judge_play,
    Draw: _judge_draw,
    Palm: _judge_palm,
    Flip: judge_flip,
    Round: judge_round,
    UnseenRound: judge_unseen,
}
Match.effects = {
    Play: carry_out_play,
    Draw: _carry_out_draw,
    Palm: _carry_out_palm,
    Flip: _carry_out_flip,
    Round: carry_out_round,
    UnseenRound: carry_out_round,
}
