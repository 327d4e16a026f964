"""Judging how a game is set up, from the start or in mid-game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from oasis_ref.core.cards import Hand, is_unknown
from oasis_ref.core.findings import Breach, breach, remark
from oasis_ref.games.new_life import catalogue, effects, rules_record
from oasis_ref.games.new_life.box_count import (
    all_too_many,
    below_empty,
    hidden_in_hands,
    nowhere_else,
    tell_by_elimination,
    too_many,
    wrong_number,
    wrong_size,
)
from oasis_ref.games.new_life.effects import say
from oasis_ref.games.new_life.facts import COLUMN_HEIGHT, DRAWN, ELEMENTS, IN_BOX, TYPES, Facts
from oasis_ref.games.new_life.judging_entry import Judge
from oasis_ref.games.new_life.moves import Position, PositionSeat, Setup
from oasis_ref.games.new_life.piles import KINDS
from oasis_ref.games.new_life.rules_placing import SURFACE_MARK, Place, right_row, space_at, space_exists
from oasis_ref.games.new_life.rules_rest import rest_stack
from oasis_ref.games.new_life.rules_setup import (
    EXTRA,
    STARTERS,
    below_nothing,
    decks_apart,
    element_twice,
    hand_start_limit,
    migration_deal,
    opening_hand,
    player_count,
    solo_only,
    solo_setup,
    solo_tile,
)
from oasis_ref.games.new_life.rules_turns import already_rested
from oasis_ref.games.new_life.table import (
    ANY_SEAT,
    DEALT,
    EMPTY,
    HAND_LIMIT,
    ROUNDS,
    ROW,
    START,
    TURNS,
    YEAR_END,
    Side,
    State,
)

MOST_CARDS = 117


def judge_setup(judge: Judge, entry: Setup) -> None:
    """Judge the set-up; it is the first entry."""
    state = judge.state
    if judge.fail(
        rules_record.misplaced_entry, rules_record.misplaced_entry(state.phase == START, "The game has begun already.")
    ):
        return
    judge.add(player_count, player_count(state, entry.first))
    if not state.players:
        judge.void = True
        return
    judge.add(solo_setup, solo_setup(state, entry.solo, bool(entry.migration_row or entry.migration_deck)))
    judge.add(player_count, solo_only(state, entry))
    state.side = entry.solo
    state.phase = TURNS
    state.first = state.turn = state.index.get(entry.first, 0)
    if entry.position is not None:
        judge.add(rules_record.misplaced_entry, _beside_position(entry))
        PositionReader(judge, entry.position).read()
        say(
            state,
            catalogue.FIRST_PLAYER,
            "The record begins in round {round}; {seat} began that round.",
            round=state.round,
            seat=state.name(state.first),
        )
        return
    say(state, catalogue.START_AT_ZERO, "Everybody starts with dial 0, no token and an empty Biome.")
    say(state, catalogue.FIRST_PLAYER, "{seat} is first player.", seat=state.name(state.first))
    _hands(judge, entry)
    _migration(judge, entry)
    _decks(judge, entry)


def _beside_position(entry: Setup) -> Breach | None:
    """Return the breach of a set-up that tells beside the position what the position tells."""
    parts = {
        "hands": entry.hands,
        "migration_row": entry.migration_row,
        "migration_deck": entry.migration_deck,
        "decks": entry.decks,
    }
    told = [name for name, value in parts.items() if value]
    if not told:
        return None
    return breach("A position stands instead of these, which are not used: {told}.", told=told)


def known_cards(judge: Judge, cards: Sequence[str], kind: str | None = None) -> list[str]:
    """Return cards as far as they can be where they are said to be; what cannot is an unknown card."""
    state = judge.state
    mark = "?" if kind is None else f"{kind}:?"
    mixed = kind is not None and judge.add(decks_apart, decks_apart(state.facts, kind, cards))
    in_sight = None if mixed else _all_fit(state, cards, kind)
    if in_sight is not None:
        state.own_piles().know_in_sight(in_sight)
        return list(cards)
    kept = []
    for card in cards[:MOST_CARDS]:
        fits = judge.is_defined(card) and (kind is None or state.facts.deck_of(card) == kind)
        if fits and not is_unknown(card):
            fits = judge.is_allowed(card)
            if fits:
                state.own_piles().see(card)
        kept.append(card if fits else mark)
    return kept


def _all_fit(state: State, cards: Sequence[str], kind: str | None) -> dict[str, int] | None:
    """Return how often each named card is in sight with these, None if that may be more often than it exists.

    It is also None if a card is not known, or not how often it exists: then each card needs a closer look.
    """
    if len(cards) > MOST_CARDS:
        return None
    limits, before = state.facts.limits, state.piles.census.seen
    in_sight: dict[str, int] = {}
    for card, number in Counter(cards).items():
        limit = limits.get(card)
        if limit is not None:
            now = in_sight[card] = before.get(card, 0) + number
            if now > limit:
                return None
        elif card in state.facts.cards or not _is_mark(state.facts, card, kind):
            return None
    return in_sight


def _is_mark(facts: Facts, card: str, kind: str | None) -> bool:
    """Return whether a text is an unknown card that can be of the kind."""
    deck = facts.deck_of(card)
    return card == "?" if deck is None else kind in (None, deck)


# From the start


def _hands(judge: Judge, entry: Setup) -> None:
    state = judge.state
    option = state.readings("opening-hand")
    hands = entry.hands or {}
    for seat, name in enumerate(state.players):
        recorded = hands.get(name)
        if recorded is None:
            if option == "as-recorded":
                continue
            cards = ["starter:?"] * STARTERS + [DRAWN] * (EXTRA if option == "starters-plus-five" else 0)
        else:
            judge.add(opening_hand, opening_hand(state, name, recorded, entry.elements.get(name)))
            judge.add(hand_start_limit, hand_start_limit(name, len(recorded)))
            cards = known_cards(judge, recorded)
            if option != "as-recorded":
                cards = _told_apart(state.facts, cards, EXTRA if option == "starters-plus-five" else 0)
        state.own(seat).hand = Hand(cards, effects.fits_of(state))
    for name in hands:
        if name not in state.index:
            judge.add(player_count, player_count(state, name))
    if option != "as-recorded":
        _elements(judge, entry)


def _told_apart(facts: Facts, cards: list[str], drawn: int) -> list[str]:
    """Return an opening hand of three Starters and so many drawn cards, in which unknown cards are told apart."""
    kinds = [facts.deck_of(card) for card in cards]
    starters = kinds.count("starter")
    if len(cards) != STARTERS + drawn:
        return cards
    if starters == STARTERS:
        return [DRAWN if card == "?" else card for card in cards]
    if len(cards) - starters - kinds.count(None) == drawn:
        return ["starter:?" if card == "?" else card for card in cards]
    return cards


def _elements(judge: Judge, entry: Setup) -> None:
    """Judge that an element belongs to one player only, and note whose is whose."""
    state = judge.state
    facts = state.facts
    owners: dict[str, list[str]] = {}
    state.elements = {}
    for seat, name in enumerate(state.players):
        hand = (entry.hands or {}).get(name, [])
        elements = {
            facts.cards[card].element or "" for card in hand if facts.deck_of(card) == "starter" and card in facts.cards
        }
        told = entry.elements.get(name, "")
        if told not in ("", *ELEMENTS):
            found = breach("There is no element {element}; there are {all}.", element=told, all=list(ELEMENTS))
            judge.add("copies", found)
        else:
            elements.add(told)
        elements -= {""}
        if elements:
            state.elements[seat] = min(elements) if len(elements) == 1 else ""
        for element in sorted(elements):
            owners.setdefault(element, []).append(name)
    for element, names in sorted(owners.items()):
        if len(names) > 1:
            judge.add(opening_hand, element_twice(names, element))


def _migration(judge: Judge, entry: Setup) -> None:
    """Judge and lay out the Migration row and its deck."""
    state = judge.state
    if state.solo:
        if state.readings("solo-migration") == "seven-set-aside":
            state.own_piles().own("migration").size = DEALT
        return
    stay = DEALT if state.readings("migration-first-row") == "surface-deck" else DEALT - ROW
    row, deck = entry.migration_row, entry.migration_deck
    if row is None:
        judge.left_out("The Migration row was not recorded", "it holds three unknown Surface cards")
        row = [SURFACE_MARK] * ROW
    judge.add(migration_deal, migration_deal("Migration row", len(row), ROW))
    state.row = tuple(known_cards(judge, row, "surface"))
    pile = state.own_piles().own("migration")
    pile.size = stay
    if deck is not None:
        judge.add(migration_deal, migration_deal("Migration deck", len(deck), stay))
        pile.order = known_cards(judge, deck, "surface")
        pile.size = len(pile.order)


def _decks(judge: Judge, entry: Setup) -> None:
    """Judge the recorded decks, and work out their sizes."""
    state = judge.state
    piles = state.own_piles()
    dealt = {"surface": len(state.row) + (piles.migration.size or 0), "subterrain": 0}
    hidden = 0
    for side in state.seats:
        hidden += HAND_LIMIT if side.hand is None else 0
        for card in [] if side.hand is None else side.hand.cards():
            kind = state.facts.deck_of(card)
            if kind in dealt:
                dealt[kind or ""] += 1
            hidden += kind is None
    unknown = hidden > 0
    for kind in KINDS:
        deck = piles.own(kind)
        left = IN_BOX[kind] - dealt[kind]
        deck.size, deck.least = None if unknown else max(0, left), left - hidden
        recorded = entry.decks.get(kind)  # type: ignore[call-overload]
        if recorded is None:
            if left < 0:
                judge.add("deck-count", too_many(kind, IN_BOX[kind] - left))
            continue
        if (not unknown and len(recorded) != left) or len(recorded) > left:
            judge.add("deck-count", wrong_size(kind, len(recorded), max(0, left)))
        deck.order = known_cards(judge, recorded, kind)
        deck.size = len(deck.order)


# In mid-game


class PositionReader:
    """Lays out the table of a record that begins in mid-game, and judges it."""

    def __init__(self, judge: Judge, position: Position) -> None:
        self.judge, self.state, self.position = judge, judge.state, position
        self.placed = dict.fromkeys(IN_BOX, 0)
        self.hands_open = False

    def fault(self, rule: Any, found: Breach | None) -> bool:
        """Note a fault of the position: the scribe's slip, not a player's."""
        return self.judge.add(rule, None if found is None else replace(found, status="inconsistent", void=False))

    def read(self) -> None:
        """Lay out everything."""
        state, position = self.state, self.position
        state.round = min(max(position.round, 1), ROUNDS)
        if state.round != position.round:
            said = "There is no round {said}: the table is taken to be in round {round}."
            effects.assume(state, catalogue.THREE_ROUNDS, said, said=position.round, round=state.round)
        self._rested()
        for name, seat in position.seats.items():
            if name in state.index:
                self._seat(state.index[name], seat)
                self._negative(name, seat)
            else:
                self.fault(player_count, player_count(state, name))
        self.hands_open = any(side.hand is None for side in state.seats)
        self._turn()
        self._row()
        self._ai()
        self._piles()
        self._token_supply()

    def _rested(self) -> None:
        state = self.state
        known = [state.index[name] for name in dict.fromkeys(self.position.rested) if name in state.index]
        for name, times in Counter(self.position.rested).items():
            if name not in state.index:
                self.fault(player_count, player_count(state, name))
            elif times > 1:
                self.fault(already_rested, breach("{seat} is named twice among those who have rested.", seat=name))
        state.rested = tuple(known)
        if state.solo:
            return
        for place, seat in enumerate(known):
            given = self.position.seats.get(state.name(seat))
            tile = place + 1 if given is None or given.rest_tile is None else given.rest_tile
            if not self.fault(rest_stack, rest_stack(state, tile)):
                state.own(seat).tile = tile
                state.stack = tuple(other for other in state.stack if other != tile)

    def _seat(self, seat: int, given: PositionSeat) -> None:
        state = self.state
        side = state.own(seat)
        side.dial = given.dial + 100 * given.score_tokens
        if given.rest_tile is not None and state.solo:
            self.fault(solo_setup, solo_tile(given.rest_tile))
        elif given.rest_tile is not None and seat not in state.rested:
            self.fault(
                rest_stack,
                breach("{seat} has Rest tile {tile} without having rested.", seat=side.name, tile=given.rest_tile),
            )
        if given.biome is not None:
            self._biome(seat, given.biome.S, True)
            self._biome(seat, given.biome.U, False)
        self._tokens(side, given.tokens)
        hand = given.hand
        if hand is not None:
            cards = ["?"] * min(max(hand, 0), MOST_CARDS) if isinstance(hand, int) else known_cards(self.judge, hand)
            side.hand = Hand(cards, effects.fits_of(state))
            self._place(cards)

    def _negative(self, name: str, given: PositionSeat) -> None:
        """Judge that a seat has nothing below nothing."""
        figures = {"points on the dial": given.dial, "Score tokens": given.score_tokens}
        if isinstance(given.hand, int):
            figures["cards in hand"] = given.hand
        for what, number in figures.items():
            self.fault(catalogue.START_AT_ZERO, below_nothing(name, what, number))

    def _place(self, cards: Sequence[str]) -> None:
        """Count cards of which the place is told."""
        for card in cards:
            deck = self.state.facts.deck_of(card)
            if deck is not None:
                self.placed[deck] += 1

    def _tokens(self, side: Side, given: dict[str, int]) -> None:
        held = [0, 0, 0]
        for word, number in given.items():
            if word not in TYPES or not 0 <= number <= COLUMN_HEIGHT:
                self.fault(
                    "token-limit",
                    breach(
                        "{seat} has {number} {type} tokens; a column holds 0 to 4 of flora, scaled or shelled.",
                        seat=side.name,
                        number=number,
                        type=word,
                    ),
                )
            if word in TYPES:
                held[TYPES.index(word)] = min(max(number, 0), COLUMN_HEIGHT)
        side.tokens = (held[0], held[1], held[2])

    def _token_supply(self) -> None:
        state = self.state
        for kind, word in enumerate(TYPES):
            total = state.facts.supply[kind]
            out = sum(side.tokens[kind] for side in state.seats) + state.ai_tokens[kind]
            if total is not None and out > total:
                self.fault(
                    "token-supply",
                    breach("{out} {type} tokens are out; the game has {total}.", out=out, type=word, total=total),
                )

    def _biome(self, seat: int, row: Sequence[str], surface: bool) -> None:
        state = self.state
        for at, name in enumerate(row):
            if name in ("-", "*", ""):
                continue
            place = space_at(surface, at)
            if self.fault(space_exists, space_exists(state, place.name, place if at < 99 else None)):
                continue
            if not self.judge.is_defined(name):
                continue
            if is_unknown(name):
                self.fault(
                    rules_record.copies,
                    breach("{space} holds {card}, but what lies in a Biome is seen.", space=place.name, card=name),
                )
                continue
            if self.fault(right_row, right_row(state.facts.cards[name], place)):
                continue
            self._put(seat, name, place)
        self._touching(seat, surface)

    def _put(self, seat: int, card: str, place: Place) -> None:
        state = self.state
        if not self.judge.is_allowed(card):
            return
        lane = state.own(seat).surface if place.surface else state.own(seat).under
        if place.at >= len(lane):
            lane += [EMPTY] * (place.at + 1 - len(lane))
        lane[place.at] = card
        state.own_piles().see(card)
        self._place([card])

    def _touching(self, seat: int, surface: bool) -> None:
        """Note Decay cards side by side: a foul may have been let stand."""
        if surface:
            return
        under, cards = self.state.seats[seat].under, self.state.facts.cards
        for at in range(len(under) - 1):
            if all(card and cards[card].imprint == "decay" for card in under[at : at + 2]):
                self.state.notes.append(
                    remark(
                        "Decay cards lie side by side on U{one} and U{two} of {seat}.",
                        rule="decay-apart",
                        one=at + 1,
                        two=at + 2,
                        seat=self.state.name(seat),
                    )
                )

    def _turn(self) -> None:
        state, turn = self.state, self.position.turn
        if not state.solo and len(state.rested) == len(state.players):
            state.phase = YEAR_END
            state.refilled = (0, False)
            return
        if turn is not None and turn not in state.index and not (state.solo and turn == "ai"):
            self.fault(player_count, player_count(state, turn))
        if state.solo:
            state.ai_due = turn == "ai" or bool(state.rested)
            return
        state.turn = state.first if turn is None else state.index.get(turn, ANY_SEAT)
        if state.turn not in state.rested:
            return
        if turn is not None:
            says = "{seat} is said to be on turn, but has rested and is out of round {round}."
            self.fault(already_rested, breach(says, seat=turn, round=state.round))
        after = state.next_in(state.turn) or 0
        if turn is None and len(state.players) - len(state.rested) > 1:
            what = f"Whose turn it is was not recorded, and {state.name(state.turn)}, who began the round, has rested"
            self.judge.left_out(what, f"{state.name(after)} is taken to be on turn")
        state.turn = after

    def _row(self) -> None:
        judge, state, position = self.judge, self.state, self.position
        deck = position.migration_deck
        aside = state.solo and state.readings("solo-migration") == "seven-set-aside"
        if state.solo and (position.migration_row or deck):
            self.fault(solo_setup, solo_setup(state, state.side, True))
            return
        if len(position.migration_row) > ROW:
            self.fault(migration_deal, migration_deal("Migration row", len(position.migration_row), ROW))
        state.row = tuple(known_cards(judge, position.migration_row, "surface"))
        pile = state.own_piles().own("migration")
        if isinstance(deck, int):
            self.fault("deck-count", below_empty("Migration deck", deck))
            pile.size = min(max(deck, 0), MOST_CARDS)
        elif deck is not None:
            pile.order = known_cards(judge, deck, "surface")
            pile.size = len(pile.order)
        elif aside:
            pile.size = DEALT
        self.placed["surface"] += len(state.row) + (pile.size or 0)

    def _ai(self) -> None:
        state, ai = self.state, self.position.ai
        if ai is None or not state.solo:
            return
        state.line = tuple(known_cards(self.judge, ai.line))
        self._place(state.line)
        held = [min(max(ai.tokens.get(word, 0), 0), 3) for word in TYPES]
        for word, number in ai.tokens.items():
            if word not in TYPES or not 0 <= number <= 3:
                self.fault(
                    "token-limit",
                    breach(
                        "The AI has {number} {type} tokens; its chart holds 0 to 3 of each type.",
                        number=number,
                        type=word,
                    ),
                )
        state.ai_tokens = state.ai_most = (held[0], held[1], held[2])

    def _piles(self) -> None:
        """Lay out decks and discards; what lies nowhere else is the deck, or the discard if the deck is given."""
        position, state = self.position, self.state
        given: dict[str, tuple[int | None, int | None]] = {}
        for kind in KINDS:
            deck = self._pile(kind, getattr(position.decks, kind), True)
            pile = self._pile(kind, getattr(position.discards, kind), False)
            given[kind] = deck, pile
        piles = state.own_piles()
        hidden = hidden_in_hands(state)
        open_hands = self.hands_open or any(side.hand is not None and "?" in side.hand.cards() for side in state.seats)
        self._count(hidden, [kind for kind in KINDS if None not in given[kind]])
        for kind in KINDS:
            deck_size, pile_size = given[kind]
            rest = IN_BOX[kind] - self.placed[kind]
            if deck_size is None:
                piles.supposed = piles.supposed if pile_size is not None else piles.supposed | {kind}
                piles.own(kind).size = None if open_hands or self._starters_counted(kind) else max(0, rest)
                piles.own(kind).least = 0 if open_hands else rest
            elif pile_size is None and rest > 0:
                if open_hands:
                    piles.unknown_discards = piles.unknown_discards | {kind}
                else:
                    piles.throw(kind, [f"{kind}:?"] * rest)
        if self.placed["starter"] > IN_BOX["starter"]:
            self.fault(
                "deck-count", breach("{number} Starters have a place; the box has 15.", number=self.placed["starter"])
            )

    def _count(self, hidden: int | None, told: list[str]) -> None:
        """Judge that the box has the cards that have a place; and no others, where all piles are told."""
        rest = {kind: IN_BOX[kind] - self.placed[kind] for kind in KINDS}
        wrong = {kind for kind in KINDS if rest[kind] < -self._starters_counted(kind)}
        missing = {kind: max(0, rest[kind]) for kind in told}
        if hidden is not None:
            wrong |= {kind for kind in told if rest[kind] > hidden}
        for kind in KINDS:
            if kind in wrong:
                self.fault("deck-count", wrong_number(kind, self.placed[kind], hidden or 0))
        if hidden is None or wrong:
            return
        if not self.fault("deck-count", nowhere_else(missing, hidden) or all_too_many(self.placed, hidden)):
            tell_by_elimination(self.state, missing, hidden)

    def _starters_counted(self, kind: str) -> int:
        """Return how many of the cards of a kind may be Starters, counted in with the discard that they go to."""
        pile = self.position.discards.subterrain if kind == "subterrain" else None
        if not isinstance(pile, int) or self.state.readings("starter-discard") == "out-of-game":
            return 0
        return max(0, min(pile, IN_BOX["starter"] - self.placed["starter"]))

    def _pile(self, kind: str, given: list[str] | int | None, deck: bool) -> int | None:
        """Lay out one pile. Return its size, None if it is not given."""
        if given is None:
            return None
        state, piles = self.state, self.state.own_piles()
        if isinstance(given, int):
            self.fault("deck-count", below_empty(f"{kind.capitalize()} {'deck' if deck else 'discard'}", given))
            size = min(max(given, 0), MOST_CARDS)
            self.placed[kind] += size
            if deck:
                piles.own(kind).size = size
            else:
                piles.throw(kind, [f"{kind}:?"] * size)
            return size
        starters = kind == "subterrain" and any(state.facts.deck_of(card) == "starter" for card in given)
        cards = known_cards(self.judge, given, None if starters else kind)
        self._place(cards)
        if starters and state.readings("starter-discard") == "out-of-game":
            cards = self._put_aside(cards, "deck" if deck else "discard")
        if deck:
            piles.own(kind).size, piles.own(kind).order = len(cards), cards
            if any(state.facts.deck_of(card) == "starter" for card in cards):
                piles.starters_in = True
        else:
            piles.throw(kind, cards)
        return len(cards)

    def _put_aside(self, cards: list[str], where: str) -> list[str]:
        """Put the Starters of a pile out of the game, where they go from hand or Biome. Return the other cards."""
        deck_of, piles = self.state.facts.deck_of, self.state.own_piles()
        aside = [card for card in cards if deck_of(card) == "starter"]
        piles.aside = (*piles.aside, *aside)
        says = "{cards} cannot be in the Subterrain {where}: Starters go out of the game, by the chosen reading."
        self.fault(catalogue.DISCARD_PILES, breach(says, cards=aside, where=where))
        return [card for card in cards if deck_of(card) != "starter"]
