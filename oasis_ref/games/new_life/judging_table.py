"""Judging the entries of the table: migrate, year, reshuffle, ai, check, define."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oasis_ref.core.cards import Hand, is_unknown
from oasis_ref.core.text import counted, either
from oasis_ref.games.new_life import effects, effects_year, rules_record, undecided
from oasis_ref.games.new_life.amounts import bounds, can_be, in_words
from oasis_ref.games.new_life.counting import ways_given
from oasis_ref.games.new_life.effects import assume
from oasis_ref.games.new_life.facts import TYPES
from oasis_ref.games.new_life.judging_entry import Judge
from oasis_ref.games.new_life.moves import Ai, Check, Define, Migrate, Reshuffle, Row, Year
from oasis_ref.games.new_life.rules_placing import SURFACE_MARK
from oasis_ref.games.new_life.rules_rest import order_mismatch, refill_none
from oasis_ref.games.new_life.rules_setup import decks_apart, migration_deal
from oasis_ref.games.new_life.rules_turns import solo_ai_card, solo_turns
from oasis_ref.games.new_life.table import BETWEEN, DEALT, EMPTY, HAND_LIMIT, ROW, START, TURNS, YEAR_END, State


def judge_migrate(judge: Judge, entry: Migrate) -> None:
    """Judge the recorded refills of the turn that just ended."""
    state = judge.state
    refilled = state.refilled
    if state.solo or refilled is None or state.phase not in (TURNS, YEAR_END):
        why = "The row is refilled only at the end of a turn."
        judge.fail(rules_record.misplaced_entry, rules_record.misplaced_entry(False, why))
        return
    due, told = refilled[0], len(entry.cards)
    if told > due:
        judge.fail(refill_none, refill_none(due, told))
        return
    if judge.add(decks_apart, decks_apart(state.facts, "surface", entry.cards)):
        judge.void = True
        return
    start = len(state.row) - due
    row = list(state.row)
    for place, card in enumerate(entry.cards, start):
        if row[place] != card:
            _name_refill(judge, row, place, card)
    state.row = tuple(row)
    state.refilled = (due - len(entry.cards), False)


def _name_refill(judge: Judge, row: list[str], place: int, card: str) -> None:
    """Name one card that came into the row."""
    state = judge.state
    if is_unknown(card) or not judge.is_defined(card):
        return
    derived = row[place]
    piles = state.own_piles()
    if not is_unknown(derived):
        judge.add(order_mismatch, order_mismatch("Migration deck", derived, card))
        piles.lose_sight(derived)
        piles.drop_order("migration")
    if judge.is_allowed(card):
        piles.see(card)
        row[place] = card
    else:
        row[place] = SURFACE_MARK


def judge_year(judge: Judge, entry: Year) -> None:
    """Judge the beginning of the next year."""
    state = judge.state
    fits = not state.solo and state.phase in (YEAR_END, BETWEEN) and not (state.phase == YEAR_END and state.round >= 3)
    if judge.fail(rules_record.misplaced_entry, rules_record.misplaced_entry(fits, _why_no_year(state))):
        return
    if state.phase == YEAR_END:
        effects_year.flood(state)
    left = state.piles.migration.size or 0
    kept = left if state.readings["migration-leftovers"] == "keep" else 0
    row, rest = entry.migration_row, entry.migration_deck
    for cards in (row or [], rest or []):
        judge.add(decks_apart, decks_apart(state.facts, "surface", cards))
    judge.begin_year(row, rest)
    if row is None and any(is_unknown(card) for card in state.row):
        judge.left_out("The new Migration row was not recorded", "it holds unknown Surface cards")
    dealt = len(state.row) + (state.piles.migration.size or 0) - kept
    if row is not None:
        judge.add(migration_deal, migration_deal("Migration row", len(row), min(ROW, dealt)))
    if rest is not None and len(rest) != DEALT - ROW + kept:
        judge.add(migration_deal, migration_deal("Migration deck", len(rest), max(0, min(DEALT, dealt) - ROW)))


def _why_no_year(state: State) -> str:
    if state.solo:
        return "In solo the next year begins without an entry."
    if state.phase in (START, TURNS):
        return "The next year begins only when all have rested."
    return "The game is over: no further year begins."


def judge_reshuffle(judge: Judge, entry: Reshuffle) -> None:
    """Judge the recorded order of a deck that is about to run out."""
    state = judge.state
    why = f"A reshuffle of the {entry.deck.capitalize()} deck is recorded already."
    fits = entry.deck not in state.pending
    if state.readings("deck-empty") == "no-more-draws":
        fits, why = False, "No deck is made anew from its discard under the chosen reading."
    if judge.fail(rules_record.misplaced_entry, rules_record.misplaced_entry(fits, why)):
        return
    for card in entry.order:
        if not judge.is_defined(card):
            judge.void = True
            return
    if state.phase == YEAR_END:
        effects_year.flood(state)
    if entry.deck in state.piles.supposed:
        effects.doubt_pile(state, entry.deck)
    state.pending = {**state.pending, entry.deck: (state.number, entry.order)}


def judge_ai(judge: Judge, entry: Ai) -> None:
    """Judge a card of the solo opponent."""
    state = judge.state
    if judge.fail(
        rules_record.misplaced_entry, rules_record.misplaced_entry(state.solo, "There is an AI only in solo.")
    ):
        return
    if state.phase == START:
        judge.start_unrecorded()
    if judge.fail(
        rules_record.misplaced_entry,
        rules_record.misplaced_entry(state.phase == TURNS, "The game is over: the AI has no more turns."),
    ):
        return
    judge.seat = 0
    judge.add(solo_turns, solo_turns(state, None))
    card = entry.card
    if card is not None:
        if not judge.is_defined(card) or judge.fail(solo_ai_card, solo_ai_card(state, card)):
            judge.void = True
            return
        if not judge.comes_from_deck(card if card != "?" else "subterrain:?"):
            judge.void = True
            return
        card = "subterrain:?" if card == "?" else card
    judge.ai_turn(card)


# Check and define


def judge_check(judge: Judge, entry: Check) -> None:
    """Compare what the scribe saw with the table; what nobody knows is taken from it."""
    judge.catch_up()
    state = judge.state
    for seat, points in entry.points.items():
        if _at_table(judge, seat):
            _check_points(judge, state.index[seat], points)
    for seat, tokens in entry.tokens.items():
        if _at_table(judge, seat):
            _check_tokens(judge, state.index[seat], tokens)
    for seat, number in entry.hands.items():
        if _at_table(judge, seat):
            _check_hand(judge, state.index[seat], number)
    if entry.migration_row is not None:
        _check_row(judge, entry.migration_row)
    for kind, seat in entry.trophies.items():
        _check_trophy(judge, kind, seat)
    for seat, biome in entry.biomes.items():
        if _at_table(judge, seat):
            _check_biome(judge, state.index[seat], biome)


def _differs(judge: Judge, what: str, recorded: Any, found: Any) -> bool:
    return judge.add(rules_record.check_mismatch, rules_record.check_mismatch(what, recorded, found))


def _at_table(judge: Judge, seat: str) -> bool:
    return not _differs(judge, "a seat", seat, seat if seat in judge.state.index else "no such seat")


def _check_points(judge: Judge, seat: int, points: int) -> None:
    state = judge.state
    side = state.seats[seat]
    least, most = bounds(side.points, state.highest)
    if side.figures and can_be(side.points, points, state.highest):
        figures, extra = side.figures, points - side.dial
        state.own(seat).figures = {}
        state.own(seat).dial, state.own(seat).settled = points, state.number
        assume(
            state,
            "on-trust",
            "{seat}'s dial stands at {points}, as recorded; by the rules it is at least {least}.",
            seat=side.name,
            points=points,
            least=least,
        )
        _learn_figure(state, seat, figures, extra)
    else:
        bounded = side.dial if most == least else f"at least {least}" if most is None else f"{least} to {most}"
        within = side.figures and points >= side.dial and (most is None or points <= most)
        _differs(judge, f"{side.name}'s dial", points, in_words(side.points, state.highest) if within else bounded)


def _learn_figure(state: State, seat: int, figures: Mapping[str, int], points: int) -> None:
    """Note what an unknown figure is, if so many points of a dial were for that one alone."""
    if len(figures) != 1:
        return
    ((figure, times),) = figures.items()
    if figure in state.highest:
        undecided.told_by_dial(state, seat, figure, points)
    else:
        effects.tell_figure(state, figure, points // times)
    undecided.decide_again(state)


def _check_tokens(judge: Judge, seat: int, tokens: dict[str, int]) -> None:
    state = judge.state
    side = state.seats[seat]
    for word, number in tokens.items():
        if word not in TYPES:
            _differs(judge, "a type of tokens", word, "flora, scaled or shelled")
            continue
        kind = TYPES.index(word)
        least, highest = side.tokens[kind], side.at_most(kind)
        if least < number <= highest:
            tokens_told = "{seat} has {tokens}, as recorded."
            assume(state, "on-trust", tokens_told, seat=side.name, tokens=counted(number, f"{word} token"))
        elif number != least:
            found = least if least == highest else f"{least} to {highest}"
            _differs(judge, f"{side.name}'s {word} tokens", number, found)
            continue
        own = state.own(seat)
        own.tokens = (*own.tokens[:kind], number, *own.tokens[kind + 1 :])
        if own.most_tokens is not None:
            most = (*own.most_tokens[:kind], number, *own.most_tokens[kind + 1 :])
            own.most_tokens = None if most == own.tokens else most


def _check_hand(judge: Judge, seat: int, number: int) -> None:
    state = judge.state
    hand = state.seats[seat].hand
    trimmed = seat in state.rested and not state.solo
    if hand is None:
        if trimmed and number > HAND_LIMIT:
            _differs(judge, f"the cards in {state.name(seat)}'s hand", number, f"at most {HAND_LIMIT} after the Rest")
        elif 0 <= number <= 117:
            state.own(seat).hand = Hand(["?"] * number, effects.fits_of(state))
            held = "{seat} holds {cards}, as recorded."
            assume(state, "on-trust", held, seat=state.name(seat), cards=counted(number, "card"))
        else:
            _differs(judge, f"the cards in {state.name(seat)}'s hand", number, "not known")
    else:
        _differs(judge, f"the cards in {state.name(seat)}'s hand", number, len(hand))


def _check_row(judge: Judge, recorded: list[str]) -> None:
    """Compare the row; unknown cards in it are named by what the scribe saw."""
    state = judge.state
    left = list(state.row)
    named = []
    for card in recorded:
        if card in left:
            left.remove(card)
        else:
            named.append(card)
    hidden = [card for card in left if is_unknown(card)]
    known = [card for card in named if not is_unknown(card)]
    if (
        len(left) != len(named)
        or len(known) > len(hidden)
        or any(state.facts.deck_of(card) != "surface" for card in known)
    ):
        _differs(judge, "the Migration row", sorted(recorded), sorted(state.row))
        return
    row = list(state.row)
    for card in known:
        if judge.is_allowed(card):
            row[row.index(hidden[0])] = card
            state.own_piles().see(card)
    state.row = tuple(row)


def _check_trophy(judge: Judge, kind: str, seat: str) -> None:
    state = judge.state
    year, holders = _given(state, kind)
    if holders is None:
        _differs(judge, f"the {kind} Trophy", seat, "not given yet" if kind in TYPES else "no such Trophy")
        return
    wanted = -1 if seat == "ai" and state.solo else state.index.get(seat)
    if len(holders) > 1 and wanted in holders and wanted is not None:
        _decide_trophy(state, kind, wanted, year)
        return
    found = either("nobody" if one is None else "ai" if one == -1 else state.name(one) for one in holders)
    _differs(judge, f"the {kind} Trophy", seat, found)


def _given(state: State, kind: str) -> tuple[int, tuple[int | None, ...] | None]:
    """Return who can hold a Trophy, None if it is not given yet, and in which round it was given.

    In solo the next year begins at once: until somebody acts in it, the Trophies are those of the year before.
    """
    if kind not in TYPES or kind in state.trophies:
        return state.round, state.trophies.get(kind)
    if state.solo and state.last is None and state.won_years:
        return state.round - 1, state.won_years[-1].get(kind)
    if state.solo or state.phase != YEAR_END:
        return state.round, None
    at = TYPES.index(kind)
    return state.round, tuple(dict.fromkeys(way[at] for way in ways_given(state))) or None


def _decide_trophy(state: State, kind: str, holder: int, year: int) -> None:
    """Give an undecided Trophy of a round to whom the scribe saw take it."""
    assume(
        state,
        "on-trust",
        "{seat} took the {type} Trophy, as recorded.",
        seat="the AI" if holder == -1 else state.name(holder),
        type=kind,
    )
    undecided.narrow(state, kind, year, (holder,))
    undecided.decide_again(state)
    if state.solo and holder == -1:
        state.ai_tokens = effects.add_one(state.ai_tokens, TYPES.index(kind))
    elif state.solo:
        state.ai_most = tuple(most - (place == TYPES.index(kind)) for place, most in enumerate(state.ai_most))


def _check_biome(judge: Judge, seat: int, biome: Row) -> None:
    side = judge.state.seats[seat]
    for letter, recorded, found in (("S", biome.S, side.surface), ("U", biome.U, side.under)):
        if recorded:
            seen = [EMPTY if card in ("-", "*") else card for card in recorded]
            seen += [EMPTY] * (len(found) - len(seen))
            lying = found + [EMPTY] * (len(seen) - len(found))
            if seen != lying:
                _differs(
                    judge,
                    f"{side.name}'s {letter} spaces",
                    [card or "-" for card in seen],
                    [card or "-" for card in lying],
                )


def judge_define(judge: Judge, entry: Define) -> None:
    """Judge the description of a card against the earlier ones; they were all read before the replay."""
    state = judge.state
    judge.add(
        rules_record.define_conflict, rules_record.define_conflict(entry.id, state.conflicts.get(state.number, []))
    )
    if entry.id in state.facts.undefined:
        assume(state, "copies", "Nobody names the deck of {card}, so no such card can be played.", card=entry.id)
