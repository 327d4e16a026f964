"""Who offers, who takes, who resolves, and when it is over. Each function is one rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from oasis_ref.core.findings import Breach, breach
from oasis_ref.core.text import counted
from oasis_ref.games.oasis.catalogue import (
    FREE_ACTION,
    GAME_END,
    NEXT_ROUND,
    OFFERS,
    READING,
    RESOLVING,
    RULES,
    TAKING,
    TILE_RULES,
)
from oasis_ref.games.oasis.moves import CAMELS_SHOWN, TYPES
from oasis_ref.games.oasis.turns import Open

if TYPE_CHECKING:
    from oasis_ref.games.oasis.match import Match

ENDS = {
    "last-tile": "the last tile of a type was laid",
    "unplayable": "a tile of a taken offer could not be laid",
    "path-full": "the path had no vacant square",
    "short-draw": "the cards did not suffice for a draw",
    "markers-short": "the scoring markers did not suffice",
}


class Acting(Struct, gc=False):
    """Somebody offers, takes or uses the free action. ``seat`` is None for a seat that does not exist.

    ``ending`` says that the end is due once the turn before is closed, ``doubtful`` that it is not known if it is.
    """

    by: str
    seat: int | None
    ending: bool = False
    of: str | None = None
    maker: int | None = None
    closes_with: str = "unplayable"
    doubtful: bool = False


class Use(Struct, gc=False):
    """Somebody resolves a card: the ``kinds`` of card that would show it, the ``card`` found, if unread ``guess``.

    ``sure`` says that it lies open before this very player and is known to be one of the kinds. ``shows`` says in a
    word what the card must show; ``tile`` is the type of the tile, if it is one. ``begun`` are the tile cards that are
    begun and not finished, ``lapsed`` those of them that hold nothing that can be laid.
    """

    by: str
    seat: int | None
    kinds: tuple[str, ...]
    shows: str
    tile: str | None = None
    card: Open | None = None
    guess: bool = False
    sure: bool = False
    begun: Sequence[Open] = ()
    lapsed: Sequence[Open] = ()


def ending_words(table: Match, closes_with: str) -> tuple[str, int]:
    """Return in words what ends the game, and the entry that brought it; it may be the close of the open turn."""
    end, number = table.end or (closes_with, table.last_by_taker)
    return ENDS[end], number


@RULES.rule("offer-order", "Offers are made in the order of the priority counters", OFFERS, broken_by="offer")
def offer_order(table: Match, act: Acting) -> Breach | None:
    due = table.next_to_offer()
    if act.seat is not None and (act.seat == due or (not table.cards.stacks[act.seat] and not table.made[act.seat])):
        return None
    if due is None:
        # Whoever has a card and has made no offer would be due, so this is none of the players.
        return breach("{by} is no seat of this game, and nobody has an offer to make now.", by=act.by)
    name, counter = table.seats[due], table.counters[due]
    if act.seat is None:
        return breach(
            "{by} is no seat of this game; #{counter} {name} offers next.", by=act.by, counter=counter, name=name
        )
    return breach(
        "{by} has counter #{own}; #{counter} {name} offers before {by}.",
        by=act.by,
        own=table.counters[act.seat],
        counter=counter,
        name=name,
        allowed=f"an offer of {name}",
    )


@RULES.rule("one-offer-each", "Each player makes one offer a round", OFFERS, broken_by="offer")
def one_offer_each(table: Match, act: Acting) -> Breach | None:
    if act.seat is None or table.takes or not table.made[act.seat]:
        return None
    return breach("{by} has already made an offer in this round.", by=act.by, void=True)


@RULES.rule(
    "round-not-over",
    "The next round's offers wait until every offer of this round is taken",
    NEXT_ROUND,
    broken_by="offer",
)
def round_not_over(table: Match, act: Acting) -> Breach | None:
    if not table.takes:
        return None
    left = [table.seats[seat] for seat in table.offers_left()]
    return breach(
        "{by} offers, but in this round still to be taken: the offer of {left}.", by=act.by, left=left, void=True
    )


@RULES.rule("offers-before-takes", "Nobody takes before everybody who has a card has offered", TAKING, broken_by="take")
def offers_before_takes(table: Match, act: Acting) -> Breach | None:
    if table.takes:
        return None
    due = table.next_to_offer()
    if due is None:
        return None
    missing = [
        table.seats[seat]
        for seat in table.order
        if not table.made[seat] and (table.cards.stacks[seat] or table.draws_at_close(seat))
    ]
    return breach(
        "{by} takes an offer, but {missing} must offer first.",
        by=act.by,
        missing=missing,
        void=True,
        allowed=f"an offer of {table.seats[due]}",
    )


@RULES.rule("offer-still-open", "Each offer is taken once, whole", TAKING, broken_by="take", breaks="inconsistent")
def offer_still_open(table: Match, act: Acting) -> Breach | None:
    if act.maker is not None and table.offers[act.maker] is not None:
        return None
    left = [table.seats[seat] for seat in table.offers_left()]
    allowed = f"one of: {', '.join(left)}" if left else None
    if act.of is None:
        return breach(
            "{by} takes without saying whose offer; open are the offers of: {left}.",
            by=act.by,
            left=left,
            void=True,
            allowed=allowed,
        )
    if act.maker is None:
        return breach(
            "{by} takes the offer of {of}, who is no seat of this game.",
            by=act.by,
            of=act.of,
            void=True,
            allowed=allowed,
        )
    return breach(
        "{by} takes the offer of {of}, which does not lie open; open are those of: {left}.",
        by=act.by,
        of=act.of,
        left=left,
        void=True,
        allowed=allowed,
    )


@RULES.rule(
    "take-order",
    "Offers are taken in the order of the counters that stood at the start of the round",
    TAKING,
    broken_by="take",
)
def take_order(table: Match, act: Acting) -> Breach | None:
    due = table.next_to_choose()
    if act.seat is not None and act.seat == due:
        return None
    # An offer lies open, so somebody has still to choose: no more are taken than choose.
    assert due is not None
    name, counter = table.seats[due], table.counters[due]
    if act.seat is None:
        return breach(
            "{by} is no seat of this game; #{counter} {name} chooses next.",
            by=act.by,
            counter=counter,
            name=name,
            void=True,
        )
    if not table.made[act.seat] and table.readings("empty-stack") == "sit-out":
        return breach(
            "{by} made no offer and sits this round out; #{counter} {name} chooses next.",
            by=act.by,
            counter=counter,
            name=name,
            allowed=f"a take by {name}",
        )
    return breach(
        "{by} began the round with counter #{own}; #{counter} {name} chooses next. Counters handed over count "
        "from the next round.",
        by=act.by,
        own=table.counters[act.seat],
        counter=counter,
        name=name,
        allowed=f"a take by {name}",
    )


@RULES.rule("not-own-offer", "Nobody takes his own offer while another is left", TAKING, broken_by="take")
def not_own_offer(table: Match, act: Acting) -> Breach | None:
    if act.maker is None or act.maker != act.seat:
        return None
    left = [table.seats[seat] for seat in table.offers_left() if seat != act.seat]
    if not left:
        return None
    return breach(
        "The offer that {by} takes is {by}'s own, and others are left: {left}.",
        by=act.by,
        left=left,
        allowed=f"an offer of: {', '.join(left)}",
    )


@RULES.rule(
    "not-your-turn",
    "Only the player who has just taken an offer resolves cards",
    RESOLVING,
    broken_by="place camels unplayable draw-three",
)
def not_your_turn(table: Match, use: Use) -> Breach | None:
    turn = table.turn
    if turn is not None and use.seat == turn.taker:
        return None
    if turn is None:
        return breach("{by} resolves a card, but nobody has an offer to resolve now.", by=use.by, void=use.seat is None)
    return breach(
        "{by} resolves a card, but it is {name} who has taken an offer.",
        by=use.by,
        name=table.seats[turn.taker],
        void=use.seat is None,
    )


@RULES.rule(
    "card-not-taken",
    "A taker lays, puts and draws only what an unresolved card of his offer shows",
    RESOLVING,
    broken_by="place camels unplayable draw-three",
)
def card_not_taken(table: Match, use: Use) -> Breach | None:
    turn = table.turn
    if turn is None or (use.card is not None and not use.guess and not use.card.guessed):
        return None
    if use.card is not None:
        return breach(
            "Legal if the card of {maker}'s offer that nobody wrote down was {kinds}.",
            maker=table.seats[turn.maker],
            kinds=use.card.kind if use.card.guessed else " or ".join(use.kinds),
            status="unverifiable",
        )
    left = [card.kind for card in turn.open] or ["nothing"]
    says = "No unresolved card of {maker}'s offer shows {shows}; left to resolve: {left}."
    if turn.camels_put and use.kinds and use.kinds[0] in CAMELS_SHOWN:
        says += " All camels of a card stand in one entry."
    return breach(
        says,
        maker=table.seats[turn.maker],
        shows=f"a tile of type {use.tile}" if use.tile is not None else use.shows,
        left=left,
        allowed=", ".join(left),
    )


@RULES.rule(
    "whole-card",
    "The cards of an offer may be resolved in any order, but one is finished before the next is begun",
    f"{RESOLVING}; {READING}",
    broken_by="place camels unplayable draw-three",
)
def whole_card(table: Match, use: Use) -> Breach | None:
    unfinished = [card for card in use.begun if card not in use.lapsed]
    if not unfinished or table.readings("card-split") == "interleave":
        return None
    card = unfinished[0]
    return breach(
        "{by} begins another card although {left} of the {kind} card is still to be laid.",
        by=use.by,
        left=counted(card.left, "tile"),
        kind=card.kind,
        allowed=f"the second {card.kind} tile first",
    )


@RULES.rule(
    "resolve-all-cards",
    "Every card of an offer is carried out before the next player chooses or the free action is used",
    f"{RESOLVING}; {TILE_RULES}",
    broken_by="take place camels unplayable draw-three",
)
def resolve_all_cards(table: Match, owed: list[str]) -> Breach | None:
    turn = table.turn
    if turn is None or not owed:
        return None
    return breach(
        "{by} took {maker}'s offer and left undone: {owed}.",
        by=table.seats[turn.taker],
        maker=table.seats[turn.maker],
        owed=owed,
        charged=table.charged_entry(),
    )


@RULES.rule(
    "tile-left",
    "A tile that is laid comes from a pile that is not used up",
    TILE_RULES,
    broken_by="place unplayable bonus",
    breaks="inconsistent",
)
def tile_left(table: Match, tile: str, of_card: bool = True) -> Breach | None:
    if table.board.piles.get(tile, 0) > 0:
        return None
    if tile not in TYPES:
        return breach("There is no ground type {tile}.", tile=tile, void=True, allowed=", ".join(TYPES))
    says = "No {tile} tile is left: the card's tile has no effect." if of_card else "No {tile} tile is left."
    return breach(says, tile=tile, void=True)


@RULES.rule(
    "game-over",
    "Nothing happens after the end of the game",
    GAME_END,
    broken_by="offer take place camels unplayable draw-three bonus mark reshuffle",
)
def game_over(table: Match, act: Acting) -> Breach | None:
    """The game is over for this act: after the last free action, and for offers and takes once the round is done."""
    if not table.over and not act.ending:
        if not act.doubtful:
            return None
        return breach(
            "Legal if the path had a vacant square at the end of the last round: that hangs on squares that the map "
            "does not show.",
            status="unverifiable",
        )
    why, number = ending_words(table, act.closes_with)
    return breach(
        "The game is over: {why} (entry {number}), and that round is complete.", why=why, number=number, void=True
    )


@RULES.rule(
    "bonus-when",
    "The free action comes once, after the last offer is resolved and before the next offers",
    FREE_ACTION,
    broken_by="bonus",
)
def bonus_when(table: Match, act: Acting) -> Breach | None:
    if table.between and table.free is not None:
        return None
    if table.between:
        return breach("{by} uses a free action, but that of this round has been used.", by=act.by, void=True)
    left = [table.seats[seat] for seat in table.offers_left()]
    if table.takes:
        return breach(
            "{by} uses a free action while still to be taken: the offer of {left}.", by=act.by, left=left, void=True
        )
    return breach(
        "{by} uses a free action, which comes only after the last offer of a round is resolved.", by=act.by, void=True
    )


@RULES.rule(
    "bonus-holder",
    "The free action belongs to the holder of #1 after the counters are turned up",
    FREE_ACTION,
    broken_by="bonus",
)
def bonus_holder(table: Match, act: Acting) -> Breach | None:
    if act.seat is not None and act.seat == table.free:
        return None
    assert table.free is not None
    name = table.seats[table.free]
    return breach(
        "{by} uses the free action, but {name} holds #1 now.",
        by=act.by,
        name=name,
        void=act.seat is None,
        allowed=f"a free action of {name}",
    )
