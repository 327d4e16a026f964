"""One entry in the hands of the judge: a draft of the table, what was found, what the entry brought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from msgspec import Struct

from oasis_ref.core.cards import is_unknown
from oasis_ref.core.findings import Breach, Finding, Happening
from oasis_ref.core.text import counted
from oasis_ref.games.new_life import effects, effects_year, rules_record, undecided
from oasis_ref.games.new_life.amounts import Form, can_be, in_words
from oasis_ref.games.new_life.catalogue import RULES
from oasis_ref.games.new_life.effects import assume
from oasis_ref.games.new_life.facts import COLUMN_HEIGHT, IN_BOX, LASTING, TYPES, Gain
from oasis_ref.games.new_life.moves import Seen
from oasis_ref.games.new_life.piles import KINDS
from oasis_ref.games.new_life.rules_rest import deck_count, order_content, order_mismatch
from oasis_ref.games.new_life.rules_turns import TURN_RULES, on_turn, unknown_seat
from oasis_ref.games.new_life.table import (
    ANY_SEAT,
    BETWEEN,
    DEALT,
    HAND_LIMIT,
    NO_TOKENS,
    ROW,
    START,
    TURNS,
    YEAR_END,
    State,
)

Rule = Callable[..., "Breach | None"]


class Judge(Struct, eq=False, gc=False):
    """Judges one entry on a draft: rules look at the draft, effects change it, in the order of the game.

    ``points``, ``tokens``, ``figures`` (unknown figures with their source) and ``open_tokens`` are what the entry
    has brought its player so far.
    """

    state: State
    findings: list[Finding] = []
    void: bool = False
    seat: int = -1
    points: int = 0
    tokens: tuple[int, ...] = NO_TOKENS
    figures: list[tuple[str, str]] = []
    open_tokens: set[int] = set()

    # Findings

    def add(self, rule: Rule | str, found: Breach | None) -> bool:
        """Note a breach, if there is one. Return whether there is."""
        if found is None:
            return False
        self.findings.append(RULES.finding(rule, found, self.state.number))
        return True

    def fail(self, rule: Rule | str, found: Breach | None) -> bool:
        """Note a breach, if there is one, after which the whole entry is void. Return whether there is."""
        if self.add(rule, found):
            self.void = True
            return True
        return False

    def needs(self, facts: list[str]) -> None:
        """Note that facts are needed and unknown, if there are any."""
        if facts:
            self.add(rules_record.fact_unknown, rules_record.fact_unknown(list(dict.fromkeys(facts))))
            effects_year.doubt(self.state, facts)

    def left_out(self, what: str, assumed: str, charged: int | None = None) -> None:
        """Note that something that matters was not recorded, and what is assumed."""
        self.add(rules_record.field_left_out, rules_record.field_left_out(False, what, assumed, charged))

    # Turns

    def begin(self, by: str, turn_rules: tuple[Rule, ...] = TURN_RULES) -> bool:
        """Begin an entry of a player: whatever the game does before it, then the turn rules."""
        state = self.state
        seat = state.index.get(by)
        if seat is None:
            return not self.fail("not-your-turn", unknown_seat(by))
        self.seat = seat
        if state.ai_due:
            self.catch_up()
        if state.phase != TURNS:
            self.go_on()
        elif seat == state.turn and not state.ai_due and seat not in state.rested:
            return True
        elif state.turn == ANY_SEAT and seat not in state.rested:
            state.turn = seat
            return True
        for rule in turn_rules:
            found = rule(state, seat)
            if found is not None:
                self.add(rule, found)
                self.void = found.void
                return not found.void
        if state.lapsed is not None and seat != state.turn and seat in on_turn(state):
            effects.pass_on(state, state.turn)
        return True

    def go_on(self) -> None:
        """Do what the game does by itself before the next action: begin, flood, begin the next year."""
        state = self.state
        if state.phase == START:
            self.start_unrecorded()
        if state.phase == YEAR_END:
            effects_year.flood(state)
        if state.phase == BETWEEN:
            assume(
                state,
                "field-left-out",
                "The next year was not recorded: it begins here, dealt as far as the order is known.",
            )
            self.begin_year(None, None)

    def start_unrecorded(self) -> None:
        """Begin a game of which no set-up was recorded."""
        self.left_out("No set-up was recorded", "the first seat listed begins, hands and decks are not known")
        state = self.state
        state.phase = TURNS
        if not state.solo:
            state.row = ("surface:?",) * ROW
            state.own_piles().own("migration").size = DEALT - ROW
        for kind in KINDS:
            dealt = DEALT if kind == "surface" else 0
            state.own_piles().own(kind).least = IN_BOX[kind] - dealt - HAND_LIMIT * len(state.players)

    def end_turn(self) -> None:
        """End the turn of the player; in solo the AI is then to turn up a card."""
        state, seat = self.state, self.seat
        if seat in state.rested:
            state.refilled = (0, False)
            effects.refill(state)
            return
        effects.end_turn(state, seat)
        if state.solo:
            self.call_ai()

    def call_ai(self) -> None:
        """Let it be the AI's turn. It follows before the next entry if no AI turn is recorded anywhere."""
        self.state.ai_due, self.state.owing = True, self.state.number

    def catch_up(self) -> None:
        """Let the AI have the turn that it is due, in a log that records none of its turns."""
        state = self.state
        if state.ai_due and not state.ai_recorded and state.phase == TURNS:
            owing = state.owing
            self.ai_turn(None, owing or None)
            self.drop_pending(owing)

    def ai_turn(self, card: str | None, charged: int | None = None) -> None:
        """Let the AI turn up a card, recorded or not; the year may end with it."""
        state = self.state
        self.ready("subterrain")
        deck = state.piles.decks["subterrain"]
        if card is None and deck.empty:
            assume(state, "solo-ai-card", "The Subterrain deck has no card for the AI: its line does not grow.")
        elif card is None:
            if deck.next() is None:
                self.left_out("The AI's card was not recorded", "its line holds an unknown card", charged)
            card = "subterrain:?"
        effects_year.ai_turn(state, card)
        if state.phase == YEAR_END:
            effects_year.clear_year(state, "discard")
            self.set_aside()

    def set_aside(self) -> None:
        """In solo, set seven Surface cards aside for the year, if the reading says so."""
        state = self.state
        if state.readings("solo-migration") == "seven-set-aside":
            effects_year.set_seven_aside(state, self.deal([]))

    # Decks

    def reshuffles(self) -> bool:
        """Return whether an empty deck is made anew from its discard."""
        return self.state.readings("deck-empty") == "reshuffle"

    def can_give(self, kind: str) -> bool:
        """Return whether the deck of a kind can still give a card."""
        piles = self.state.piles
        return piles.can_give(kind, False) or (piles.can_give(kind, True) and self.reshuffles())

    def most_left(self) -> int | None:
        """Return how many cards the two decks can still give, None if that is not known."""
        piles = self.state.piles
        discards = piles.discards.values() if self.reshuffles() else ()
        if piles.blind or piles.unknown_discards or any(deck.slack for deck in piles.decks.values()):
            return None
        sizes = [deck.size for deck in piles.decks.values()]
        known = [size for size in sizes if size is not None]
        return None if len(known) < len(sizes) else sum(known) + sum(map(len, discards))

    def ready(self, kind: str) -> None:
        """Make a deck that has run out anew from its discard, now that a card is needed from it."""
        state = self.state
        deck = state.piles.decks[kind]
        if not deck.empty and deck.may_be_empty:
            self._perhaps_reshuffle(kind)
        if not state.piles.decks[kind].empty or not self.can_give(kind):
            return
        order = None
        pending = self._reshuffle_told(kind)
        if pending is not None:
            told = state.piles.discard_known(kind) and not state.piles.blind
            if told and not self.add(order_mismatch, order_content(state, kind, pending[1], pending[0])):
                order = pending[1]
        effects.reshuffle(state, kind, order)

    def _perhaps_reshuffle(self, kind: str) -> None:
        """Let a deck of uncertain size be made anew, perhaps; a recorded order then begins nobody knows where."""
        self._reshuffle_told(kind)
        effects.perhaps_reshuffled(self.state, kind)

    def _reshuffle_told(self, kind: str) -> tuple[int, list[str]] | None:
        """Return what was recorded of a reshuffle of that kind, with its entry; it is not to be told again."""
        pending = self.state.pending.get(kind)
        if pending is not None:
            self.state.pending = {other: told for other, told in self.state.pending.items() if other != kind}
        return pending

    def comes_from_deck(self, card: str) -> bool:
        """Judge a card that comes off the top of its deck, unknown or named. Return whether it can."""
        state = self.state
        if not self.is_defined(card):
            return False
        kind = state.facts.pile_of(card) or self.only_deck()
        if kind is None:
            return self._blind_draw(card)
        self.ready(kind)
        if self.add(deck_count, deck_count(state, kind, card)):
            return False
        self._size_needed(kind)
        if is_unknown(card):
            return True
        deck = state.piles.decks[kind]
        top = deck.next()
        if top is not None and top != card and not is_unknown(top):
            self.add(order_mismatch, order_mismatch(f"{kind.capitalize()} deck", top, card))
            state.own_piles().drop_order(kind)
            top = None
        return top == card or self.is_allowed(card)

    def _blind_draw(self, card: str) -> bool:
        """Judge a draw of which not even the deck is recorded."""
        for kind in KINDS:
            if self.state.piles.decks[kind].may_be_empty:
                self._perhaps_reshuffle(kind)
        if self.can_give("surface") or self.can_give("subterrain"):
            return True
        return not self.add(deck_count, deck_count(self.state, "surface", card))

    def only_deck(self) -> str | None:
        """Return the one deck that can give a card, None if both can or none."""
        giving = [kind for kind in ("surface", "subterrain") if self.can_give(kind)]
        return giving[0] if len(giving) == 1 else None

    def _size_needed(self, kind: str) -> None:
        """Say once that the size of a deck cannot be followed because draws were written without their deck."""
        state = self.state
        if state.piles.blurred and state.piles.decks[kind].size is None and "sizes" not in state.said:
            state.said |= {"sizes"}
            self.left_out(
                "The decks of earlier draws were not recorded", "the sizes of the decks are not followed any more"
            )

    def draw(self, card: str) -> bool:
        """Let the player draw a card, if it can be drawn. Return whether it was."""
        state = self.state
        kind = state.facts.pile_of(card)
        if kind is None or not self._is_next(kind, card):
            if not self.comes_from_deck(card):
                if self.findings[-1] in self.findings[:-1]:
                    self.findings.pop()
                return False
            kind = kind or self.only_deck()
        effects.draw(state, self.seat, kind, card)
        return True

    def _is_next(self, kind: str, card: str) -> bool:
        """Return whether a card is the next one of a recorded order, or an unknown one of a deck that has cards."""
        deck = self.state.piles.decks[kind]
        if not deck.size or deck.bag is not None:
            return False
        return deck.next() == card or (card == f"{kind}:?" and not deck.slack)

    def deal(self, recorded: list[str], whole: bool = False) -> list[str]:
        """Take seven cards off the Surface deck, as recorded as far as that goes.

        ``whole`` tells that all were recorded: there are no more then, if the deck may have had no more.
        """
        if len(recorded) >= DEALT and self.state.piles.decks["surface"].gives(recorded):
            self.state.own_piles().own("surface").pass_over(len(recorded))
            return recorded
        dealt: list[str] = []
        surely = self._surely_left("surface") if whole else 0
        for place in range(max(DEALT, len(recorded))):
            card = recorded[place] if place < len(recorded) else "surface:?"
            may_be_spent = whole and place >= surely and self._may_be_spent("surface")
            if place >= len(recorded) and (not self.can_give("surface") or may_be_spent):
                break
            if not self._is_next("surface", card):
                if self.state.facts.deck_of(card) not in ("surface", None) or not self.comes_from_deck(card):
                    continue
                self.ready("surface")
            dealt.append(effects.take(self.state, "surface", card))
        return dealt

    def _may_be_spent(self, kind: str) -> bool:
        """Return whether a deck may have no card, and no discard to be made anew from."""
        piles = self.state.piles
        return piles.decks[kind].may_be_empty and not piles.discards[kind]

    def _surely_left(self, kind: str) -> int:
        """Return how many cards of a kind surely lie in deck and discard together: those that can be nowhere else.

        When a year begins nobody holds more than eight.
        """
        state = self.state
        apart = state.piles.migration.size
        if apart is None or not self.reshuffles():
            return 0
        elsewhere = len(state.row) + apart if kind == "surface" else len(state.line)
        for side in state.seats:
            elsewhere += sum(state.facts.pile_of(card) == kind for card in side.lying())
            held = [] if side.hand is None else side.hand.cards()
            may_be = sum(state.facts.pile_of(card) in (kind, None) for card in held)
            elsewhere += HAND_LIMIT if side.hand is None else len(held) if side.hand.unseen else may_be
        return IN_BOX[kind] - elsewhere

    def begin_year(self, row: list[str] | None, rest: list[str] | None) -> None:
        """Begin the next year: clear the table, deal seven, open three."""
        state = self.state
        left = state.piles.migration.size != 0
        effects_year.clear_year(state, state.readings("migration-leftovers") if left else "discard")
        recorded = row or []
        if rest is not None and len(recorded) == ROW:
            recorded = recorded + rest[: max(0, DEALT - len(recorded))]
        dealt = self.deal(recorded, row is not None and rest is not None)
        effects_year.open_row(state, dealt, max(ROW, len(row or [])))

    # Cards

    def is_defined(self, card: str) -> bool:
        """Judge whether a card is one of the box, or an unknown one."""
        facts = self.state.facts
        if card in facts.cards or card == "?" or facts.deck_of(card) is not None:
            return True
        self.add(rules_record.copies, rules_record.copies(False, card, 0, 0))
        return False

    def is_allowed(self, card: str) -> bool:
        """Judge whether one more copy of a named card can come into sight."""
        piles = self.state.piles
        if piles.allows(card):
            return True
        found = rules_record.copies(True, card, piles.in_sight(card), piles.most(card))
        if found is not None and any(finding.facts == found.facts for finding in self.findings):
            return False
        return not self.add(rules_record.copies, found)

    # Gains

    def pay(self, gain: Gain, source: str, rule: str) -> None:
        """Let the player score a gain at once."""
        state, seat = self.state, self.seat
        if gain.points:
            effects.score(state, seat, gain.points, source, gain.what)
            self.points += gain.points
            facts = {"seat": state.players[seat], "points": gain.points, "what": gain.what}
            state.trail.append(Happening(rule, "{seat} scores {points}: {what}.", facts))
        for kind, number in gain.tokens:
            for _ in range(number):
                self.token(kind, gain.what)
        if gain.open_points is not None:
            self._pay_figure(gain.open_points, source)
        if gain.open_tokens:
            self.open_tokens.update(gain.open_tokens)

    def _pay_figure(self, figure: str, source: str) -> None:
        """Let the player score a figure that nobody knows: it is the same number as where it was told before."""
        told = self.state.told.get(figure)
        if told is None:
            self.figures.append((figure, source))
            return
        points, number = told
        effects.score(self.state, self.seat, points, source, figure)
        self.points += points
        found = rules_record.on_trust(f"{counted(points, 'point')} for {figure}, as told at entry {number}")
        if found is not None and all(finding.facts != found.facts for finding in self.findings):
            self.add(rules_record.on_trust, found)

    def token(self, kind: int, what: str) -> None:
        """Let the player gain one token."""
        gained = effects.gain_token(self.state, self.seat, kind, what)
        if gained:
            self.tokens = effects.add_one(self.tokens, kind)
        elif gained is None:
            self.needs([f"how many {TYPES[kind]} tokens the supply has beyond {LASTING}"])

    def settle(self, seen: Seen | None) -> None:
        """Compare what was recorded with what the entry brought; take it on trust where a fact is unknown."""
        if seen is not None:
            self._compare(seen)
        if not self.figures and not self.open_tokens:
            return
        if seen is None:
            self.needs([figure for figure, _ in self.figures] + (["the tokens it brings"] if self.open_tokens else []))
        else:
            self._trust(seen)
        for figure, source in self.figures:
            effects.score_unknown(self.state, self.seat, figure, source)
        for kind in sorted(self.open_tokens):
            effects.gain_tokens_unknown(self.state, self.seat, kind)

    def _compare(self, seen: Seen) -> None:
        if seen.points is not None:
            fits = can_be(self._sum(), seen.points)
            given = in_words(self._sum(), {})
            found = rules_record.gain_mismatch("points", seen.points, self.points, fits, given)
            self.add(rules_record.gain_mismatch, found)
        if seen.tokens is not None:
            for kind, word in enumerate(TYPES):
                least, number = self.tokens[kind], seen.tokens.get(word, 0)
                most = self._most_gained(kind)
                given = str(least) if least == most else f"{least} to {most}"
                found = rules_record.gain_mismatch(f"{word} tokens", number, least, least <= number <= most, given)
                self.add(rules_record.gain_mismatch, found)

    def _sum(self) -> Form:
        """Return the points of the entry, with its unknown figures."""
        return self.points, Counter(figure for figure, _ in self.figures)

    def _most_gained(self, kind: int) -> int:
        """Return how many tokens of a type the entry can have brought: no more than column and supply have room for."""
        gained = self.tokens[kind]
        if kind not in self.open_tokens:
            return gained
        room = COLUMN_HEIGHT - self.state.seats[self.seat].tokens[kind]
        _, left = effects.left_of(self.state, kind)
        return gained + (room if left is None else min(room, left))

    def _trust(self, seen: Seen) -> None:
        """Take the unknown part of a gain from the record, unless that cannot be."""
        told = []
        if self.figures and can_be(self._sum(), seen.points or 0):
            extra = (seen.points or 0) - self.points
            source = self.figures[0][1]
            if extra:
                effects.score(self.state, self.seat, extra, source, "as recorded")
            self.points += extra
            told.append(f"{counted(extra, 'point')} for {', '.join(figure for figure, _ in self.figures)}")
            if seen.points is not None:
                self._learn(extra)
            self.figures = []
        if self.open_tokens:
            told += ["the tokens gained"] if self._trust_tokens(seen.tokens or {}) else []
        if told:
            self.add(rules_record.on_trust, rules_record.on_trust("; ".join(told)))

    def _trust_tokens(self, counts: Mapping[str, int]) -> bool:
        """Take unknown gains of tokens from the record, where they can be so. Return whether any can."""
        possible = {
            kind
            for kind in self.open_tokens
            if self.tokens[kind] <= counts.get(TYPES[kind], 0) <= self._most_gained(kind)
        }
        for kind in sorted(possible):
            for _ in range(counts.get(TYPES[kind], 0) - self.tokens[kind]):
                effects.gain_token(self.state, self.seat, kind, "as recorded")
        self.open_tokens -= possible
        return bool(possible)

    def _learn(self, points: int) -> None:
        """Remember what an unknown figure is, if so many points were for that one alone."""
        figures = [figure for figure, _ in self.figures]
        if len(set(figures)) == 1 and points % len(figures) == 0:
            effects.tell_figure(self.state, figures[0], points // len(figures))
            undecided.decide_again(self.state)

    # The end of an entry

    def drop_refuted(self) -> None:
        """Charge the steps of which something that was shown has proved that they were not as the card says."""
        state = self.state
        for step in state.presumed:
            if step.hand is None:
                self.add(step.rule, step.found)
        state.presumed = tuple(step for step in state.presumed if step.hand is not None)

    def drop_pending(self, before: int) -> None:
        """Charge reshuffles recorded before an entry that were not needed."""
        state = self.state
        late = {kind: pending for kind, pending in state.pending.items() if pending[0] < before}
        for kind, (number, _) in sorted(late.items()):
            deck = f"The {kind.capitalize()} deck"
            why = f"{deck} does not run out at entry {state.number}: nothing was to be reshuffled."
            self.add(rules_record.misplaced_entry, rules_record.misplaced_entry(False, why, number))
        if late:
            state.pending = {kind: pending for kind, pending in state.pending.items() if kind not in late}
