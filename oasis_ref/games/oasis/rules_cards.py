"""What is turned up, drawn and shuffled. Each function is one rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from oasis_ref.core.cards import UNKNOWN
from oasis_ref.core.findings import Breach, breach
from oasis_ref.core.text import counted
from oasis_ref.games.oasis.catalogue import COMPONENTS, OFFERS, RESOLVING, RULES
from oasis_ref.games.oasis.stacks import Slot, Stacks

if TYPE_CHECKING:
    from oasis_ref.games.oasis.match import Match


class Drawing(Struct, gc=False):
    """Cards turned up from a stack, and cards drawn under it.

    ``stack`` is the size of the stack before, ``due`` how many cards are to be drawn, ``real`` how many of them deck
    and discards can give. ``misfits`` are the drawn cards that cannot be, as `Stacks.draw` tells them.
    """

    by: str
    seat: int
    cards: Sequence[str]
    stack: int
    due: int
    real: int
    drawn: Sequence[str] | None
    put: str
    state: Stacks
    misfits: list[tuple[str, str]] = []


SIZES = (1, 2, 3)
"""How many cards an offer can have."""


@RULES.rule("offer-size", "An offer has one, two or three cards", OFFERS, broken_by="offer")
def offer_size(table: Match, made: Drawing) -> Breach | None:
    size = len(made.cards)
    if size in SIZES:
        return None
    void = not size or size > made.stack
    return breach("{by} offers {cards}.", by=made.by, cards=counted(size, "card"), void=void, allowed="1, 2 or 3 cards")


@RULES.rule(
    "stack-order",
    "Cards are turned up from the top of the player's own stack, as many as it has and as they lie",
    OFFERS,
    broken_by="offer",
    breaks="inconsistent",
)
def stack_order(table: Match, made: Drawing) -> Breach | None:
    stack = made.state.stacks[made.seat]
    if len(made.cards) > 3:
        return None
    if len(made.cards) > made.stack:
        return breach(
            "{by} offers {cards}, but {by}'s stack has {stack}.",
            by=made.by,
            cards=counted(len(made.cards), "card"),
            stack=made.stack,
            void=True,
        )
    for place, card in enumerate(made.cards):
        slot = stack[place]
        if isinstance(slot, str) and card not in (UNKNOWN, slot):
            return breach(
                "{by} offers {card} as card number {place} from the top of the stack; there lies {slot}.",
                by=made.by,
                card=card,
                place=place + 1,
                slot=slot,
                allowed=slot,
            )
    return None


@RULES.rule(
    "card-count",
    "No kind of card turns up more often than it can be there",
    COMPONENTS,
    broken_by="offer draw-three place camels setup",
    breaks="inconsistent",
)
def card_count(table: Match, made: Drawing) -> Breach | None:
    stack = made.state.stacks[made.seat]
    if len(made.cards) <= made.stack:
        allows = made.state.batches.allows
        hidden = [
            (slot, card)
            for slot, card in zip(stack, made.cards, strict=False)
            if card != UNKNOWN and not isinstance(slot, str)
        ]
        if hidden and not allows(hidden):
            card = next(hidden[size][1] for size in range(len(hidden)) if not allows(hidden[: size + 1]))
            return breach(
                "{by} offers {card}, but every {card} card that could lie there has been seen elsewhere.",
                by=made.by,
                card=card,
            )
    for why, card in made.misfits:
        if why == "count":
            return breach(
                "{by} draws {card}, but every {card} card that could lie in the deck has been seen elsewhere.",
                by=made.by,
                card=card,
            )
    return None


@RULES.rule(
    "keep-a-card",
    "An offer may not leave its maker without a card after his draw",
    f"{OFFERS}, note",
    broken_by="offer",
)
def keep_a_card(table: Match, made: Drawing) -> Breach | None:
    size = len(made.cards)
    if size not in SIZES or made.stack <= 1 or size != made.stack:
        return None
    if size == 3:
        return breach(
            "{by} offers all three cards of the stack and would have none left.",
            by=made.by,
            allowed="an offer of 1 or 2 cards",
        )
    if made.real > 0 or table.readings("keep-one") == "three-of-three":
        return None
    return breach(
        "{by} offers both cards of the stack, and no card is left to draw: none would be left.",
        by=made.by,
        allowed="an offer of 1 card",
    )


@RULES.rule(
    "draw-after-offer",
    "After an offer of one card two are drawn, after two cards one, after three none",
    OFFERS,
    broken_by="offer",
)
def draw_after_offer(table: Match, made: Drawing) -> Breach | None:
    if made.drawn is None or len(made.drawn) == made.real or len(made.cards) not in SIZES:
        return None
    return breach(
        "{by} draws {drawn} after an offer of {cards}; {due} must be drawn.",
        by=made.by,
        drawn=counted(len(made.drawn), "card"),
        cards=counted(len(made.cards), "card"),
        due=made.real,
        allowed=counted(made.real, "card"),
    )


@RULES.rule(
    "draw-three", "A draw-three card brings three cards under the taker's stack", RESOLVING, broken_by="draw-three"
)
def draw_three(table: Match, made: Drawing) -> Breach | None:
    if made.drawn is None or len(made.drawn) == made.real:
        return None
    return breach(
        "{by} draws {drawn} by a draw-three card; {due} must be drawn.",
        by=made.by,
        drawn=counted(len(made.drawn), "card"),
        due=made.real,
        allowed=counted(made.real, "card"),
    )


@RULES.rule(
    "under-the-stack",
    "Drawn cards go to the bottom of the stack, in the order drawn",
    OFFERS,
    broken_by="offer draw-three",
)
def under_the_stack(table: Match, made: Drawing) -> Breach | None:
    if made.put == "bottom" or not (made.real or made.drawn):
        return None
    return breach("{by} put the drawn cards on top of the stack.", by=made.by, allowed="the bottom of the stack")


@RULES.rule(
    "deck-order",
    "A drawn card is the top card of the deck",
    OFFERS,
    broken_by="offer draw-three",
    breaks="inconsistent",
)
def deck_order(table: Match, made: Drawing) -> Breach | None:
    for why, card in made.misfits:
        if why == "deck":
            return breach("{by} draws {card}, which is not among the cards on top of the deck.", by=made.by, card=card)
    return None


class Shuffling(Struct):
    """The discards are shuffled: whether that was needed, what was among them, and the order recorded.

    So many ``unread`` cards may have been among them besides. ``plain`` says that the order can be laid as it is
    recorded, as `Stacks.order_is_plain` tells.
    """

    needed: bool
    size: int
    deck: int
    order: Sequence[str] | None
    misfits: list[tuple[str, str]] = []
    plain: bool = False
    unread: int = 0


@RULES.rule(
    "reshuffle-when-needed",
    "The discards are shuffled when a card must be drawn and the deck is empty, never sooner",
    f"{OFFERS}, note",
    broken_by="reshuffle",
)
def reshuffle_when_needed(table: Match, shuffle: Shuffling) -> Breach | None:
    if shuffle.needed:
        return None
    if not shuffle.deck:
        return breach(
            "The discards are shuffled although no card is to be drawn now; the deck may be empty.", void=True
        )
    return breach(
        "The discards are shuffled although no draw has run the deck out; it has {deck}.",
        deck=counted(shuffle.deck, "card"),
        void=True,
    )


@RULES.rule(
    "reshuffle-cards",
    "The new deck is exactly the discards; open offers and the offer being resolved are not among them",
    f"{OFFERS}, note; {RESOLVING}",
    broken_by="reshuffle",
    breaks="inconsistent",
)
def reshuffle_cards(table: Match, shuffle: Shuffling) -> Breach | None:
    if shuffle.order is None or not shuffle.needed:
        return None
    if not shuffle.size <= len(shuffle.order) <= shuffle.size + shuffle.unread:
        return breach(
            "The new deck is written with {order}, but there were {size}.",
            order=counted(len(shuffle.order), "card"),
            size=counted(shuffle.size, "discard"),
        )
    if not shuffle.misfits:
        return None
    cards = [card for _, card in shuffle.misfits]
    return breach(
        "The new deck is written with cards that do not fit the discards, as they lay and were drawn: {cards}.",
        cards=cards,
    )


TURNING_UP = (offer_size, stack_order, card_count, keep_a_card)
WHOLE_STACK = (keep_a_card,)
DRAWN = (draw_after_offer, under_the_stack, deck_order)
DRAWING = (card_count, under_the_stack, deck_order)


def checks_of_turned_up(
    stack: Sequence[Slot], cards: Sequence[str]
) -> Sequence[Callable[[Match, Drawing], Breach | None]]:
    """Return the rules that an offer of these cards from that stack can break.

    Where so many cards as fit lie on top and are known, they can at most be too many to keep one.
    """
    size = len(cards)
    if size > len(stack) or size not in SIZES:
        return TURNING_UP
    for slot, card in zip(stack, cards, strict=False):
        if slot != card:
            return TURNING_UP
    return WHOLE_STACK if 1 < size == len(stack) else ()
