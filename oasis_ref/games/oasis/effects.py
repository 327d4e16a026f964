"""What an entry does to the table. Nothing here asks whether it may."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from oasis_ref.core.cards import UNKNOWN
from oasis_ref.core.documents import Entry
from oasis_ref.core.findings import Finding, Happening, assumption, remark
from oasis_ref.core.text import counted
from oasis_ref.games.oasis import catalogue as rules
from oasis_ref.games.oasis.asking import Plan
from oasis_ref.games.oasis.board import RESERVE
from oasis_ref.games.oasis.closing import closing_of
from oasis_ref.games.oasis.moves import (
    CAMELS_SHOWN,
    CARDS,
    MARKERS_SHOWN,
    PLURAL,
    TYPES,
    Bonus,
    Camels,
    DrawThree,
    Mark,
    Offer,
    Place,
    Reshuffle,
    Setup,
    Take,
    Unplayable,
)
from oasis_ref.games.oasis.putting import put_camels, put_tile
from oasis_ref.games.oasis.rounds import end_takes, hand_over
from oasis_ref.games.oasis.rules_rounds import Use
from oasis_ref.games.oasis.rules_tiles import has_square
from oasis_ref.games.oasis.setting_up import set_up
from oasis_ref.games.oasis.turns import Closing, Open, Turn, opened

if TYPE_CHECKING:
    from oasis_ref.games.oasis.match import Match


# Offers and draws


def carry_offer(table: Match, entry: Offer, plan: Plan) -> None:
    if plan.closing is not None:
        close_turn(table, plan.closing)
    table.turn = None
    seat = plan.seat
    assert seat is not None
    if table.between:
        table.between, table.free = False, None
        table.round += 1
    turned, drawn = entry.cards, entry.drawn
    table.offers[seat] = table.cards.turn_up(seat, turned)
    table.made[seat] = True
    table.offered_at[seat] = table.number
    due = 3 - len(turned) if drawn is None else len(drawn)
    if due > 0:
        draw(table, seat, due, drawn, entry.put)
    elif due < 0:
        table.notes.append(remark("Nothing is drawn after an offer of more than three cards."))


def draw(table: Match, seat: int, due: int, drawn: Sequence[str] | None, put: str = "bottom") -> None:
    """Draw cards into a stack, and tell what that did to the deck."""
    cards = table.cards
    stack, deck = cards.stacks[seat], cards.deck
    if len(deck) > due and drawn is None and put == "bottom":
        for _ in range(due):
            stack.append(deck.popleft())
        return
    turn = table.turn
    waiting = turn is not None and (turn.cards > len(turn.open) or bool(turn.unread()))
    result = cards.draw(seat, due, drawn, put, table.options["reshuffle-when"] == "when-empty")
    if result.shuffled and cards.fresh is not None:
        if turn is not None and turn.shuffled is None and table.card_by_card and turn.unread():
            turn.shuffled = cards.fresh.batch
        table.await_order()
        table.happen(
            "reshuffle-when-needed",
            "The deck ran out; {size} make the new deck.",
            size=counted(cards.fresh.size, "discard"),
        )
    if (result.shuffled or len(result.came) < due) and waiting:
        table.readings("discard-when")
    if result.emptied and (cards.discards or (result.shuffled and deck)):
        table.readings("reshuffle-when")
    came = len(result.came)
    if came < due:
        table.happen(
            rules.SHORT_DRAW,
            "{by} draws {came} instead of {due}: no more cards are there.",
            by=table.seats[seat],
            came=came,
            due=due,
        )
        table.notes.append(
            remark(
                "Deck and discards held only {came} of the {due} cards that were due.",
                came=came,
                due=due,
                rule=rules.SHORT_DRAW,
            )
        )
        if table.readings("short-draw") == "game-ends":
            table.due("short-draw", rules.SHORT_DRAW, "By that reading the game ends with this round.")


def carry_reshuffle(table: Match, entry: Reshuffle, plan: Plan) -> None:
    turn = table.turn
    assert plan.use is not None
    assert plan.shuffle is not None
    if table.cards.fresh is None and turn is not None:
        for card in [card for card in turn.open if card.kind == "draw-three"]:
            draw(table, turn.taker, 3, None)
            table.finish_card(card)
    if table.cards.fresh is None:
        return
    order = entry.order
    if turn is not None and order is not None and len(order) == plan.shuffle.size:
        # All that was shuffled is named, so no unread card was among it.
        turn.shuffled = None
    if order is not None and plan.shuffle.plain:
        table.cards.lay_in_order(order)
    elif order is not None and len(order) == plan.shuffle.size and not plan.shuffle.misfits:
        table.cards.set_order(order)
    table.cards.fresh = None


# Takes, and the end of a round


def carry_take(table: Match, entry: Take, plan: Plan) -> None:
    if plan.closing is not None:
        close_turn(table, plan.closing)
    seat, maker = plan.seat, plan.maker
    assert seat is not None
    assert maker is not None
    if not table.takes and False in table.made:
        _tell_who_sits_out(table)
    hand_over(table, seat, maker)
    table.takes += 1
    offer = table.offers[maker] or []
    table.offers[maker] = None
    turn = table.turn = Turn(seat, maker, table.number, offer[:], [], len(offer))
    table.last_by_taker = table.earlier_by_taker = table.number
    _prove(table, [card for card in offer if card.kind == UNKNOWN])
    if table.options["unplayable-judged"] == "at-taking":
        _judge_at_taking(table, turn)
    for card in offer:
        kind = card.kind
        if kind in MARKERS_SHOWN:
            take_markers(table, seat, kind)
            table.finish_card(card)
        elif kind not in CARDS and kind != UNKNOWN:
            table.finish_card(card)
    if table.offers.count(None) == len(table.offers):
        end_takes(table)


def _prove(table: Match, cards: list[Open]) -> None:
    """Cards that nobody wrote down are known all the same if every other card has been seen elsewhere."""
    batches = table.cards.batches
    unread = [(card, card.used) for card in cards if isinstance(card.used, int)]
    while unread:
        kind = batches.surely([used for _, used in unread])
        if kind is None:
            return
        card, used = unread.pop(0)
        card.kind, card.left = kind, opened(kind, used).left
        batches.bind(used, (kind,))
        table.notes.append(
            remark("The card that nobody wrote down can only have been {card}.", card=kind, rule="card-count")
        )


def _tell_who_sits_out(table: Match) -> None:
    for seat in table.order:
        if not table.made[seat]:
            sits = table.readings("empty-stack") == "sit-out"
            says = (
                "{by} has no card, and neither offers nor chooses." if sits else "{by} has no card, and makes no offer."
            )
            table.happen(rules.EMPTY_STACK, says, by=table.seats[seat])
            table.notes.append(remark("{by} has no card to offer.", by=table.seats[seat], rule=rules.EMPTY_STACK))


def take_markers(table: Match, seat: int, card: str) -> None:
    """Give the scoring markers that a card shows, as far as there are any."""
    kind, shown = MARKERS_SHOWN[card]
    left = table.marker_piles[kind]
    count = shown
    if left < shown:
        count = _short_pile(table, seat, kind, shown, left)
    table.marker_piles[kind] = left - min(count, left)
    table.scoring[seat][kind].append((table.number, count))
    table.trail.append(
        Happening(
            rules.TAKE_MARKERS,
            "{by} takes {count} {markers}.",
            {"by": table.seats[seat], "count": count, "markers": kind if count == 1 else PLURAL[kind], "kind": kind},
        )
    )


def _short_pile(table: Match, seat: int, kind: str, shown: int, left: int) -> int:
    chosen = table.readings("markers-short")
    facts = {"by": table.seats[seat], "kind": kind, "left": left, "shown": counted(shown, kind, PLURAL[kind])}
    says = "The card shows {shown}; in the pile: {left}."
    table.notes.append(remark(says, rule=rules.MARKER_PILE, **facts))
    if chosen == "unlimited":
        table.happen(rules.MARKER_PILE, "A substitute is used for the {kind} markers that are missing.", **facts)
        return shown
    table.happen(rules.MARKER_PILE, says, **facts)
    if chosen == "game-ends":
        table.due("markers-short", rules.MARKER_PILE, "By that reading the game ends with this round.")
    return left


def _judge_at_taking(table: Match, turn: Turn) -> None:
    """By that reading a type that cannot be laid at the moment of the take is unplayable, whatever comes after."""
    for kind in TYPES:
        if not table.board.piles[kind] or all(card.kind != kind for card in turn.open):
            continue
        if has_square(table, turn.taker, kind) is not True:
            turn.blocked += (kind,)
            table.readings("unplayable-judged")
            unplayable_due(table, kind)


# How a turn closes


def close_turn(table: Match, closing: Closing) -> None:
    """Close an open turn with cards left: what needs no entry is done, what is owed lapses."""
    turn = table.turn
    assert turn is not None
    by = table.seats[turn.taker]
    for card in closing.unread:
        _leave_unread(table, turn, card)
    for card in closing.unplayable:
        assume_unplayable(table, card)
    for card in closing.idle:
        says = (
            "{by} ignores the {kind} card: it has no effect."
            if card.kind in CAMELS_SHOWN
            else "No {kind} tile is left: the card has no effect."
        )
        table.happen(
            rules.CAMEL_CARD_IGNORED if card.kind in CAMELS_SHOWN else "tile-left", says, by=by, kind=card.kind
        )
    for card in closing.unread:
        table.finish_card(card, turn.shuffled)
    for card in (*closing.unplayable, *closing.idle, *closing.owed):
        table.finish_card(card)
    for card in closing.draws:
        draw(table, turn.taker, 3, None)
        table.finish_card(card)


def assume_unplayable(table: Match, card: Open) -> None:
    """Take a tile without a legal square as unplayable, and say so."""
    turn = table.turn
    assert turn is not None
    says = "{by} has no legal square for {tiles}: taken as unplayable."
    if has_square(table, turn.taker, card.kind) is None:
        says = "{by} has no legal square for {tiles} that the map shows for sure: taken as unplayable."
    table.notes.append(
        assumption(
            says,
            by=table.seats[turn.taker],
            tiles=counted(card.left, f"{card.kind} tile"),
            rule="must-place-tile",
        )
    )
    found_unplayable(table, card.kind)


def found_unplayable(table: Match, kind: str) -> None:
    """A tile of a taken offer cannot be laid: by the reading that judges it now, that brings the end."""
    if table.readings("unplayable-judged") == "at-placing":
        unplayable_due(table, kind)


def unplayable_due(table: Match, kind: str) -> None:
    if table.readings("edition") == "english":
        table.due(
            "unplayable", rules.END_UNPLAYABLE, "No {kind} tile can be laid: the game ends with this round.", kind=kind
        )


def _leave_unread(table: Match, turn: Turn, card: Open) -> None:
    """A card that nobody wrote down and no entry resolved was a marker card, or one without effect here."""
    board, batches = table.board, table.cards.batches
    kinds = set(MARKERS_SHOWN)
    if not min(board.camel_reserve(turn.taker), board.vacant_path):
        kinds |= set(CAMELS_SHOWN)
    kinds |= {kind for kind in TYPES if not board.piles[kind] or not has_square(table, turn.taker, kind)}
    says = "The card of {maker}'s offer that nobody wrote down is taken to have been no draw-three."
    table.notes.append(assumption(says, maker=table.seats[turn.maker], rule="draw-three"))
    if isinstance(card.used, int) and batches.may_be({card.used: kinds}):
        batches.bind(card.used, kinds)
        table.unread[turn.taker].append((turn.took, card.used))


def close_record(table: Match) -> list[Finding]:
    """Close the last turn at the end of the record if nothing is open that needs an entry."""
    if table.stopped is not None or not table.ready or table.turn is None:
        return []
    closing = closing_of(table)
    if closing is None or not closing.owed:
        if closing is not None:
            close_turn(table, closing)
        table.turn = None
    return []


# Tiles and camels


def set_aside(table: Match, use: Use) -> None:
    """Set aside begun cards that hold nothing more to lay, now that another card is begun."""
    for lapsed in use.lapsed:
        if table.board.piles[lapsed.kind]:
            assume_unplayable(table, lapsed)
        table.finish_card(lapsed)


def use_up(table: Match, use: Use, tiles: int = 0) -> None:
    """Count a tile or a card as resolved."""
    card = use.card
    if card is None:
        return
    if card.kind == UNKNOWN:
        _name_card(table, card, use)
    if tiles and card.left > tiles:
        card.left -= tiles
        card.begun = True
    else:
        table.finish_card(card)


def _name_card(table: Match, card: Open, use: Use) -> None:
    """An unread card is now known by what was made of it."""
    kind = use.kinds[0]
    card.kind, card.left = kind, opened(kind, card.used).left
    batches = table.cards.batches
    if isinstance(card.used, int) and batches.may_be({card.used: use.kinds}):
        batches.bind(card.used, use.kinds)
        card.guessed = use.guess


def carry_place(table: Match, entry: Place, plan: Plan) -> None:
    assert plan.use is not None
    assert plan.lay is not None
    if plan.use.lapsed:
        set_aside(table, plan.use)
    if plan.cornered:
        says = "{by} had no legal square for the {tile} tile, so it counts as one that cannot be laid."
        table.notes.append(remark(says, by=entry.by, tile=entry.tile, rule=rules.END_UNPLAYABLE))
        found_unplayable(table, entry.tile)
    if plan.use.card is not None:
        plan.use.card.begun = True
    put_tile(table, plan.lay)
    use_up(table, plan.use, 1)


def carry_camels(table: Match, entry: Camels, plan: Plan) -> None:
    assert plan.use is not None
    assert plan.move is not None
    if plan.use.lapsed:
        set_aside(table, plan.use)
    put_camels(table, plan.move)
    if plan.use.card is not None and table.turn is not None:
        table.turn.camels_put = True
        if plan.fits:
            table.turn.camels_known.append((plan.use.card.kind, plan.fits))
    use_up(table, plan.use)


def carry_unplayable(table: Match, entry: Unplayable, plan: Plan) -> None:
    use = plan.use
    assert use is not None
    if use.card is None:
        return
    set_aside(table, use)
    use_up(table, use, tiles=1)
    if not plan.refused:
        found_unplayable(table, entry.tile)


def carry_draw_three(table: Match, entry: DrawThree, plan: Plan) -> None:
    use, seat = plan.use, plan.seat
    assert use is not None
    assert seat is not None
    set_aside(table, use)
    draw(table, seat, 3 if entry.drawn is None else len(entry.drawn), entry.drawn, entry.put)
    use_up(table, use)


# The free action, marks, the set-up


def carry_bonus(table: Match, entry: Bonus, plan: Plan) -> None:
    if plan.closing is not None:
        close_turn(table, plan.closing)
    table.turn = None
    lay, move = plan.lay, plan.move
    if lay is not None and table.board.holds_tile(lay.at):
        put_tile(table, lay)
    if move is not None:
        put_camels(table, move)
    if plan.seat == table.free:
        table.free = None
        if table.end is not None:
            game_ends(table)


def game_ends(table: Match) -> None:
    """The round in which the end fell due is complete."""
    table.over = True
    table.happen(rules.END_OF_ROUND, "The round is complete and the game is over.")


def carry_mark(table: Match, entry: Mark, plan: Plan) -> None:
    lay, board = plan.lay, table.board
    if lay is None or lay.source is None:
        return
    if lay.source != RESERVE:
        group = board.take_marker(lay.seat, lay.source)
        if not group.markers:
            table.happen(
                rules.ABANDONED_AREA,
                "The {kind} area {area} belongs to nobody now.",
                kind=group.type,
                area=table.squares.listed(group.squares),
            )
    board.put_marker(lay.seat, lay.at)


def carry_setup(table: Match, entry: Setup, findings: list[Finding]) -> None:
    table.stopped = set_up(table, entry, findings)


def carry_unprepared(table: Match, entry: Entry, plan: Any) -> None:
    """Set the table up with the first entry, if it does so; without that no entry can be carried out."""
    if table.stopped is None:
        if isinstance(entry, Setup) and table.set_up_at == table.number:
            carry_setup(table, entry, plan)
            return
        table.stopped = "there is no set-up from which the game could be replayed."
    table.notes.append(remark("Not judged and not carried out: {why}", why=table.stopped))


def carry_after_shuffle(table: Match, entry: Entry, plan: Any) -> None:
    """Carry out the entry after a shuffle. If it neither told the order nor shuffled again, that is noted."""
    fresh = table.cards.fresh
    table.order_told()
    EFFECTS[type(entry)](table, entry, plan)
    if fresh is not None and table.cards.fresh is fresh:
        table.cards.fresh = None
        table.notes.append(
            assumption(
                "The deck ran out, and {size} went into the new one; in which order they lie is not written down.",
                size=counted(fresh.size, "discard"),
                rule="reshuffle-when-needed",
            )
        )


EFFECTS: dict[type, Callable[[Any, Any, Any], None]] = {
    Setup: carry_setup,
    Offer: carry_offer,
    Reshuffle: carry_reshuffle,
    Take: carry_take,
    Place: carry_place,
    Camels: carry_camels,
    Unplayable: carry_unplayable,
    DrawThree: carry_draw_three,
    Bonus: carry_bonus,
    Mark: carry_mark,
}
