"""How a game begins, or a record in mid-game. Each judged function is one rule."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from oasis_ref.core.cards import UNKNOWN
from oasis_ref.core.findings import Breach, Finding, breach
from oasis_ref.games.oasis.catalogue import PREPARATION, RULES
from oasis_ref.games.oasis.final_table import Slip, check_counters, check_end, check_scoring, read_board, slip
from oasis_ref.games.oasis.moves import CARDS, DECK, Position, Setup

if TYPE_CHECKING:
    from oasis_ref.games.oasis.match import Match

DEALT = 5
FATAL = frozenset({"seats", "counters-dealt", "stacks-dealt", "deck-rest", "card-count"})


def size_of(cards: list[str] | int | None, otherwise: int = 0) -> int:
    """Return how many cards a list or a number stands for."""
    if cards is None:
        return otherwise
    return cards if isinstance(cards, int) else len(cards)


def named_in(cards: list[str] | int | None) -> list[str]:
    """Return the named cards of a list."""
    return [card for card in cards if card != UNKNOWN] if isinstance(cards, list) else []


def stack_sizes(table: Match, entry: Setup) -> list[int]:
    """Return the size of every seat's stack."""
    stacks = entry.stacks
    return [size_of(stacks.get(seat) if stacks is not None else None, DEALT) for seat in table.seats]


def elsewhere(entry: Setup) -> int:
    """Return how many cards of a position lie neither in stacks nor in the deck."""
    position = entry.position
    if position is None:
        return 0
    offered = sum(map(len, position.offers.values()))
    return size_of(position.discards) + offered + len(position.open) + len(position.done)


@RULES.rule("seats", "Three, four or five players take part", PREPARATION, broken_by="setup", breaks="inconsistent")
def seats(table: Match, entry: Setup) -> Breach | None:
    count = len(table.seats)
    if 3 <= count <= 5:
        return None
    return breach("The record lists {count} players.", count=count, allowed="3, 4 or 5 players")


@RULES.rule(
    "counters-dealt",
    "So many players use the counters from 1 on, one each, dealt by chance",
    PREPARATION,
    broken_by="setup",
    breaks="inconsistent",
)
def counters_dealt(table: Match, entry: Setup) -> Breach | None:
    found = check_counters(entry.counters, table.seats)
    if found is not None:
        return found[1]
    return _passed(table, entry)


def _passed(table: Match, entry: Setup) -> Breach | None:
    """The counters handed over are some of those in use, each once, in the hands of players whose offer is gone."""
    position = entry.position
    if position is None:
        return None
    for seat in (*position.passed, *position.offers):
        if seat not in table.seat_of:
            return breach("The position names {seat}, who is no seat of this game.", seat=seat)
    numbers = list(position.passed.values())
    if len(set(numbers)) != len(numbers) or any(not 1 <= number <= len(table.seats) for number in numbers):
        return breach("Handed over are the counters {numbers}, each of which can be handed over once.", numbers=numbers)
    both = [seat for seat in position.passed if seat in position.offers]
    if both:
        return breach("The offer of {seats} is taken and still open at once.", seats=both)
    if (position.open or position.done) and not numbers:
        return breach("Cards of a taken offer are named, but no counter has been handed over.")
    return None


@RULES.rule(
    "stacks-dealt", "Every stack starts with five cards, unseen", PREPARATION, broken_by="setup", breaks="inconsistent"
)
def stacks_dealt(table: Match, entry: Setup) -> Breach | None:
    stacks = entry.stacks or {}
    for seat in stacks:
        if seat not in table.seat_of:
            return breach("A stack is named for {seat}, who is no seat of this game.", seat=seat)
    if entry.position is not None:
        return None
    for seat, size in zip(table.seats, stack_sizes(table, entry), strict=True):
        if size != DEALT:
            return breach("The stack of {seat} starts with {size} cards.", seat=seat, size=size, allowed="5 cards")
    return None


@RULES.rule(
    "deck-rest",
    "The deck is what the deal leaves of the 54 cards",
    PREPARATION,
    broken_by="setup",
    breaks="inconsistent",
)
def deck_rest(table: Match, entry: Setup) -> Breach | None:
    sizes = stack_sizes(table, entry)
    discards = size_of(entry.position.discards) if entry.position is not None else 0
    if any(size < 0 for size in (*sizes, discards, size_of(entry.deck))):
        return breach("A number of cards is below 0.")
    if entry.position is None:
        rest = DECK - DEALT * len(table.seats)
        if entry.deck is None or size_of(entry.deck) == rest:
            return None
        return breach(
            "The deck has {deck} cards; after the deal {rest} are left.",
            deck=size_of(entry.deck),
            rest=rest,
            allowed=f"{rest} cards",
        )
    rest = DECK - sum(sizes) - elsewhere(entry)
    deck = size_of(entry.deck, rest)
    if deck == rest and rest >= 0:
        return None
    return breach(
        "Stacks, deck, discards and offers come to {all} cards; there are 54.", all=DECK - rest + max(deck, 0)
    )


def shown_cards(entry: Setup) -> list[str]:
    """Return every card that a set-up names."""
    cards = named_in(entry.deck)
    for stack in (entry.stacks or {}).values():
        cards += named_in(stack)
    position = entry.position
    if position is not None:
        cards += [*named_in(position.discards), *named_in(position.open), *named_in(position.done)]
        for offer in position.offers.values():
            cards += named_in(offer)
    return cards


def too_many(entry: Setup) -> Breach | None:
    """Return a breach if a set-up names more copies of a card than there are."""
    for card, count in Counter(shown_cards(entry)).items():
        copies = CARDS.get(card, 0)
        if count > copies:
            return breach(
                "The set-up names {count} cards {card}; there are {copies}.",
                count=count,
                card=card,
                copies=copies,
                void=True,
            )
    return None


def position_slips(table: Match, entry: Setup) -> list[Slip]:
    """Return what cannot be of the board and the scoring markers of a position."""
    position = entry.position
    if position is None:
        return []
    board, slips = read_board(position.board, table.squares, table.seats)
    scoring = {seat: {str(kind): count for kind, count in owned.items()} for seat, owned in position.scoring.items()}
    slips += check_scoring(scoring, table.seats, table.readings)
    if position.end is not None:
        slips += check_end(position.end, board, table.readings)
    slips += _taken_slips(table, entry, position)
    for seat in position.offers:
        if not 1 <= len(position.offers[seat]) <= 3:
            slips.append(
                slip("offer-size", "The offer of {seat} has {size} cards.", seat=seat, size=len(position.offers[seat]))
            )
    return slips


def _taken_slips(table: Match, entry: Setup, position: Position) -> list[Slip]:
    """Return what cannot be of the takes of a round that a position begins in."""
    passed, counters = position.passed, entry.counters
    if not passed:
        return []
    stacks = dict(zip(table.seats, stack_sizes(table, entry), strict=True))
    waiting = {seat: number for seat, number in counters.items() if number not in passed.values()}
    slips = []
    for seat, number in sorted(waiting.items(), key=lambda one: one[1]):
        offered = seat in position.offers or seat in passed
        if not offered and stacks[seat]:
            says = "{seat} has cards and has made no offer, but counters have been handed over."
            slips.append(slip("offers-before-takes", says, seat=seat))
        elif number < max(passed.values()) and (offered or table.readings("empty-stack") != "sit-out"):
            says = "#{last} has been handed over, but not #{number} of {seat}."
            slips.append(slip("take-order", says, last=max(passed.values()), number=number, seat=seat))
    for seat, number in passed.items():
        if counters[seat] == number and (position.offers or number < max(passed.values())):
            slips.append(
                slip("not-own-offer", "{seat} has taken {seat}'s own offer while others were left.", seat=seat)
            )
    return slips


def setup_findings(table: Match, entry: Setup) -> list[Finding]:
    """Return everything that is wrong with a set-up; the faults that stop the replay come first and are void."""
    findings: list[Finding] = []
    for check in (seats, counters_dealt, stacks_dealt, deck_rest):
        found = check(table, entry)
        if found is not None:
            findings.append(RULES.finding(check, found, table.number))
            if check is seats:
                break
    many = too_many(entry)
    if many is not None:
        findings.append(RULES.finding("card-count", many, table.number))
    if not findings:
        findings += [RULES.finding(slug, found, table.number) for slug, found in position_slips(table, entry)]
    return findings
