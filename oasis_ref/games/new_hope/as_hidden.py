"""A set-up that names cards wrongly: what of it can be used all the same, with the rest taken as hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from oasis_ref.games.new_hope.cards import NUMBERS, TRAVEL_TOTAL, Stock
from oasis_ref.games.new_hope.moves import Position, Setup

Cards = list[str]
ZONES = ("exploration_deck", "companion_deck", "shuffled", "hands", "ruins", "lair")
"""Where cards are named, what nobody sees before what lies open."""


def with_less_named(entry: Setup, seats: Sequence[str], stock: Stock) -> Iterator[Setup]:
    """Yield a fresh set-up with what cannot be so taken as hidden, each time with less of it named.

    Cards that do not exist, or lie where none of their kind can, are hidden at once; then those of which more are named
    than there are, first in the decks; at last decks that do not add up are left out.
    """
    entry = _without_copies(_without_strays(entry, seats, stock), stock)
    yield entry
    yield replace(entry, exploration_deck=None)
    yield replace(entry, companion_deck=None)
    yield replace(entry, exploration_deck=None, companion_deck=None)


def with_less_said(entry: Setup) -> Iterator[Setup]:
    """Yield a position with one thing after the other left out, then a set-up that says nothing of the cards."""
    position = entry.position
    if position is None:
        yield Setup(starter=entry.starter, variant=entry.variant)
        return
    plain = Position(active=position.active)
    for name in Position.__struct_fields__:
        if getattr(position, name) != getattr(plain, name):
            yield replace(entry, position=replace(position, **{name: getattr(Position(), name)}))
    yield Setup(variant=entry.variant, position=plain)
    yield Setup(variant=entry.variant, position=Position())


def _hiding(cards: Cards | None, fits: Callable[[str], bool]) -> Cards | None:
    return None if cards is None else [card if card == "?" or fits(card) else "?" for card in cards]


def _without_strays(entry: Setup, seats: Sequence[str], stock: Stock) -> Setup:
    def exists(card: str) -> bool:
        return stock.kind(card) is not None

    def is_companion(card: str) -> bool:
        return stock.kind(card) == "companion"

    def is_travel_card(card: str) -> bool:
        return card in NUMBERS

    whole = entry.shuffled is not None and len(entry.shuffled) == TRAVEL_TOTAL - 1
    hands = entry.hands and {seat: _hiding(hand, exists) or [] for seat, hand in entry.hands.items() if seat in seats}
    return replace(
        entry,
        ruins=_hiding(entry.ruins, is_travel_card),
        lair=_hiding(entry.lair, is_companion),
        hands=hands,
        exploration_deck=_hiding(entry.exploration_deck, is_travel_card),
        companion_deck=_hiding(entry.companion_deck, is_companion),
        shuffled=_hiding(entry.shuffled, is_travel_card) if whole else None,
    )


def _without_copies(entry: Setup, stock: Stock) -> Setup:
    for zone in ZONES:
        many = frozenset(stock.too_many(_named(entry)))
        if not many:
            break
        holding = getattr(entry, zone)

        def fits(card: str, many: frozenset[str] = many) -> bool:
            return card not in many

        if isinstance(holding, dict):
            entry = replace(entry, hands={seat: _hiding(hand, fits) or [] for seat, hand in holding.items()})
        else:
            entry = replace(entry, **{zone: _hiding(holding, fits)})
    return entry


def _named(entry: Setup) -> Cards:
    """Return all cards that a set-up names, with the Oasis that the nine other cards of the Ruins lie beside."""
    cards = [*(entry.lair or []), *(entry.companion_deck or [])]
    if entry.shuffled is not None:
        return [*cards, *entry.shuffled, "oasis"]
    cards += [*(entry.ruins or []), *(entry.exploration_deck or [])]
    cards += [card for hand in (entry.hands or {}).values() for card in hand]
    return [*cards, "oasis"] if len(entry.ruins or []) in (0, 9) else cards
