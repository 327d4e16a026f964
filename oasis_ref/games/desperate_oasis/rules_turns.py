"""The rules that a `draw`, a `flip` or a `round` can break."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from oasis_ref.core.findings import Breach, breach
from oasis_ref.core.readings import Readings
from oasis_ref.core.text import counted
from oasis_ref.games.desperate_oasis.board import COLUMNS, KINDS, OTHER, SEATS
from oasis_ref.games.desperate_oasis.catalogue import (
    END_OF_ROUND,
    FLIPPED,
    GAME_END,
    GAMEPLAY,
    POWERS,
    RECORD,
    RULES,
    SET_UP,
)
from oasis_ref.games.desperate_oasis.moves import AnyOasis, Draw, Flipped, Round
from oasis_ref.games.desperate_oasis.table import HAND, LAST_ROUND, OPENING, RoundState, Supply


@RULES.rule(
    "no-round",
    "Nothing happens before the first round, and nothing is drawn or flipped after the flip",
    RECORD,
    broken_by="play draw palm flip",
    breaks="inconsistent",
)
def no_round(round_: RoundState | None, doing: str, flipped_ends_it: bool) -> Breach | None:
    if round_ is None:
        return breach("{doing} before the first round has begun.", doing=doing, void=True)
    if flipped_ends_it and round_.flipped:
        return breach(
            "{doing} after the face-down cards of round {round} were flipped.",
            doing=doing,
            round=round_.number,
            void=True,
        )
    return None


# --- draw ---------------------------------------------------------------------------------------------------------


def passes(round_: RoundState, draw: Draw) -> bool:
    """Return whether a seat passes with this draw: it begins its turn with it instead of an action.

    The other seat may have done its action without a recorded draw; then only a draw of nothing, or a draw when
    that seat has nothing to draw, begins the next turn.
    """
    if draw.by == round_.turn:
        return round_.owed() == "action"
    return round_.owed() == "draw" and (draw.count == 0 or round_.nothing_due())


def draws_out_of_turn(round_: RoundState, draw: Draw) -> Breach | None:
    """Judge a draw by rule `not-your-turn`."""
    if draw.by == round_.turn or draw.by not in SEATS or passes(round_, draw):
        return None
    return breach("{seat} draws, but it is {turn}'s turn.", seat=draw.by, turn=round_.turn)


@RULES.rule(
    "no-pass", "A turn needs one of the three actions; drawing without one is a pass", GAMEPLAY, broken_by="draw"
)
def no_pass(round_: RoundState, draw: Draw) -> Breach | None:
    if draw.by not in SEATS or not passes(round_, draw):
        return None
    return breach(
        "{seat} draws without having laid a card in this turn.",
        seat=draw.by,
        allowed="two cards face up, one across, or one face down",
    )


@RULES.rule(
    "must-draw-to-four",
    "After the whole action, once, a player draws up to exactly four cards, or all that the deck has left",
    GAMEPLAY,
    broken_by="draw",
)
def must_draw_to_four(round_: RoundState, draw: Draw, count: int, supply: Supply) -> Breach | None:
    due = supply.due(draw.by)
    if count == due or (supply.owed == "card" and not round_.excused):
        return None
    return breach(
        "{seat} draws {count}; with {hand} in hand and {deck} in the deck it is {due}.",
        seat=draw.by,
        count=counted(count, "card"),
        hand=counted(supply.hands[draw.by], "card"),
        deck=counted(supply.deck, "card"),
        due=due,
        allowed=counted(due, "card"),
    )


@RULES.rule(
    "draw-mismatch",
    "The cards drawn are those on top of the recorded deck",
    RECORD,
    broken_by="draw",
    breaks="inconsistent",
)
def draw_mismatch(round_: RoundState, draw: Draw) -> Breach | None:
    if round_.deck is None or draw.drawn is None:
        return None
    top = round_.deck[: len(draw.drawn)]
    if all("?" in (card, known) or card == known for card, known in zip(draw.drawn, top, strict=False)):
        return None
    if sorted(draw.drawn) == sorted(top):
        return None
    return breach("{seat} draws {drawn}; the recorded deck has {top} on top.", seat=draw.by, drawn=draw.drawn, top=top)


def counts_differ(draw: Draw, listed: int) -> Breach:
    """Return the breach of `draw-mismatch` for a draw that lists another number of cards than it counts."""
    return breach(
        "{seat} is said to draw {count}, but {listed} listed.",
        seat=draw.by,
        count=counted(draw.count or 0, "card"),
        listed="1 is" if listed == 1 else f"{listed} are",
    )


# --- the end of a round -------------------------------------------------------------------------------------------


@RULES.rule(
    "one-more-turn",
    "If the first player runs out of cards first, the second player takes exactly one more turn",
    END_OF_ROUND,
    broken_by="flip round",
)
def one_more_turn(round_: RoundState, supply: Supply) -> Breach | None:
    second = OTHER[round_.first]
    deck, hands, turn = _after_turn(round_, supply)
    if deck or hands[round_.first] or turn != second or hands[second] == 0:
        return None
    return breach(
        "Round {round} ends too early: {first} is out of cards, so {second} has one more turn, with {cards} in hand.",
        round=round_.number,
        first=round_.first,
        second=second,
        cards=counted(hands[second], "card"),
    )


@RULES.rule(
    "round-not-over",
    "The round ends only when the deck is empty and a player is out of cards",
    END_OF_ROUND,
    broken_by="flip round",
)
def round_not_over(round_: RoundState, supply: Supply) -> Breach | None:
    deck, hands, _ = _after_turn(round_, supply)
    if deck == 0 and 0 in hands.values():
        return None
    return breach(
        "Round {round} ends too early: the deck has {deck}, A holds {a} and B holds {b}.",
        round=round_.number,
        deck=counted(deck, "card"),
        a=counted(hands["A"], "card"),
        b=counted(hands["B"], "card"),
    )


def _after_turn(round_: RoundState, supply: Supply) -> tuple[int, dict[str, int], str]:
    """Return deck, hands and the seat to begin, once the running turn is closed with its draw."""
    if supply.owed == "action":
        return supply.deck, supply.hands, round_.turn
    due = supply.due(round_.turn)
    return supply.deck - due, {**supply.hands, round_.turn: supply.hands[round_.turn] + due}, OTHER[round_.turn]


# --- flip ---------------------------------------------------------------------------------------------------------


@RULES.rule(
    "flip-mismatch",
    "The flip shows the kind that was recorded when the card was laid",
    RECORD,
    broken_by="flip",
    breaks="inconsistent",
)
def flip_mismatch(card: Flipped, laid: str) -> Breach | None:
    if laid == "?" or card.card in (laid, "?"):
        return None
    return breach(
        "The card at {at} was laid as {laid} and is flipped as {card}.", at=card.at, laid=laid, card=card.card
    )


@RULES.rule(
    "flip-all",
    "All face-down cards are turned at the same time",
    FLIPPED,
    broken_by="flip round",
    breaks="unverifiable",
)
def flip_all(places: Sequence[str]) -> Breach | None:
    if not places:
        return None
    return breach(
        "What lay face down at {places} was never recorded, so board and score of this round cannot be told.",
        places=list(places),
    )


@RULES.rule("facing-fixed", "The facing of a chameleon never changes after it was chosen", POWERS, broken_by="flip")
def facing_fixed(readings: Readings, at: str, laid: str | None, flipped: str | None) -> Breach | None:
    if laid is None or flipped is None or laid == flipped or readings("facedown-facing") == "at-flip":
        return None
    return breach(
        "The chameleon at {at} was laid facing {laid} and is flipped facing {flipped}.",
        at=at,
        laid=laid,
        flipped=flipped,
        allowed=f"facing {laid}",
    )


# --- round --------------------------------------------------------------------------------------------------------


@RULES.rule("three-rounds", "The game has exactly three rounds", GAME_END, broken_by="round", breaks="inconsistent")
def three_rounds(number: int) -> Breach | None:
    if number <= LAST_ROUND:
        return None
    return breach(
        "This would be round {number}; the game ends after round {last}.", number=number, last=LAST_ROUND, void=True
    )


@RULES.rule(
    "first-player-next", "The player with more points in the round before goes first", SET_UP, broken_by="round"
)
def first_player_next(first: str | None, due: str | None, points: dict[str, int | None]) -> Breach | None:
    if first is None or first not in SEATS:
        return None
    if None in points.values():
        return breach(
            "{first} goes first, but who has more points in the round before cannot be told.",
            first=first,
            status="unverifiable",
        )
    if due is None or first == due:
        return None
    equal = " and the chosen reading says who starts then" if points["A"] == points["B"] else ""
    return breach(
        "{first} goes first, but {due} is due: the round before brought A {a} and B {b}" + equal + ".",
        first=first,
        due=due,
        a=points["A"],
        b=points["B"],
        allowed=f"{due} first",
    )


def first_after_tie(readings: Readings, before: str | None, leader: Callable[[], str | None]) -> str | None:
    """Return who starts after a round with equal points (reading `first-after-tie`); None if anybody may.

    ``before`` is the first player of that round, ``leader`` gives the seat with the higher total so far.
    """
    option = readings("first-after-tie")
    if option == "as-recorded" or before is None:
        return None
    if option == "swap":
        return OTHER[before]
    return leader() or before if option == "by-total" else before


@RULES.rule("five-oases", "Each round has exactly five oases", SET_UP, broken_by="round", breaks="inconsistent")
def five_oases(entry: Round) -> Breach | None:
    count = len(entry.oases)
    if count == len(COLUMNS):
        return None
    return breach(
        "The round has {count}; it must have {five}.", count=counted(count, "oasis", "oases"), five=len(COLUMNS)
    )


@RULES.rule("deal-four", "Each player is dealt four animals", SET_UP, broken_by="round", breaks="inconsistent")
def deal_four(entry: Round) -> Breach | None:
    for seat, hand in (entry.hands or {}).items():
        if seat in SEATS and len(hand) != HAND:
            return breach(
                "{seat} is dealt {count}; a hand has {four}.", seat=seat, count=counted(len(hand), "card"), four=HAND
            )
    return None


@RULES.rule("one-aside", "Exactly one animal is set aside", SET_UP, broken_by="round", breaks="inconsistent")
def one_aside(entry: Round) -> Breach | None:
    if isinstance(entry.aside, str) or len(entry.aside) == 1:
        return None
    return breach("{count} are set aside; it must be one.", count=counted(len(entry.aside), "card"))


def recorded_animals(entry: Round) -> list[str]:
    """Return every animal that a round names: hands, deck and the one set aside."""
    cards = [card for hand in (entry.hands or {}).values() for card in hand]
    cards += entry.deck or []
    cards += [entry.aside] if isinstance(entry.aside, str) else entry.aside
    return cards


@RULES.rule(
    "pack-mismatch",
    "What is recorded of a round fits the pack and itself",
    RECORD,
    broken_by="round flip",
    breaks="inconsistent",
)
def pack_mismatch(
    entry: Round,
    animals: Mapping[str, int],
    counts: dict[str, int] | None,
    sizes: tuple[int, int],
    oases: Sequence[str] | None,
    dealt: Sequence[str],
) -> Breach | None:
    """The oases of the pack and those dealt are given by their names."""
    deck = len(entry.deck) if entry.deck is not None else entry.deck_size
    if deck is not None and entry.deck is not None and entry.deck_size not in (None, deck):
        return breach(
            "The deck is said to have {size} but {deck} are listed.",
            size=counted(entry.deck_size or 0, "card"),
            deck=deck,
        )
    if deck is not None and not sizes[0] <= deck + OPENING <= sizes[1]:
        least, most = sizes
        limits = str(least) if least == most else f"{least} to {most}"
        return breach(
            "A deck of {deck} and {dealt} cards dealt or set aside make {total} animals; the pack has {limits}.",
            deck=deck,
            dealt=OPENING,
            total=deck + OPENING,
            limits=limits,
        )
    return _too_many_animals(animals, counts) or _too_many_oases(oases, dealt)


def _too_many_animals(recorded: Mapping[str, int], counts: dict[str, int] | None) -> Breach | None:
    if counts is None:
        return None
    for kind in KINDS:
        found, limit = recorded.get(kind, 0), counts.get(kind, 0)
        if found > limit:
            return breach(
                "The record has {found} of {kind}; the pack has {limit}.", found=found, kind=kind, limit=limit
            )
    return None


def _too_many_oases(oases: Sequence[str] | None, dealt: Sequence[str]) -> Breach | None:
    if oases is None:
        return None
    for name in dealt:
        found, has = dealt.count(name), oases.count(name)
        if found > has:
            return breach(
                "The round has {found} of the oasis {name}; the pack has {has}.", found=found, name=name, has=has
            )
    return None


def oasis_names(oases: Iterable[AnyOasis], values_only: bool = False) -> list[str]:
    """Return oases as they are written in a message: ``3`` or ``3 (portal)``; or their values alone."""
    return [
        str(oasis)
        if isinstance(oasis, int)
        else f"{oasis.value} (portal)"
        if oasis.portal and not values_only
        else str(oasis.value)
        for oasis in oases
    ]


@RULES.rule(
    "oasis-unused",
    "An oasis dealt in an earlier round is not dealt again",
    "Set-Up, Order For Resolving Flipped Cards",
    broken_by="round",
    breaks="inconsistent",
)
def oasis_unused(
    readings: Readings,
    oases: Sequence[str] | None,
    gone: Sequence[str],
    discarded: Callable[[], Sequence[str]],
    dealt: Sequence[str],
) -> Breach | None:
    """Oases are given by name: ``gone`` those of earlier rounds, ``discarded`` those of them that nobody took."""
    if oases is None:
        return None
    missing = []
    for name in dict.fromkeys(dealt):
        used = gone.count(name)
        if not used:
            continue
        wanted, have = dealt.count(name), oases.count(name)
        if wanted <= have - used or wanted > have:
            continue
        back = discarded().count(name)
        if wanted <= have - used + back and readings("tied-oases") == "recycled":
            continue
        missing.append((name, have, max(0, have - used)))
    if not missing:
        return None
    if len(missing) == 1:
        name, have, left = missing[0]
        says = "The oasis {name} was dealt in an earlier round; the pack has {have} of it, and {left} left."
        return breach(says, name=name, have=have, left=left)
    listed = [f"{name} (the pack has {have}, and {left} left)" for name, have, left in missing]
    return breach("These oases were dealt in an earlier round: {missing}.", missing=listed)


@RULES.rule(
    "animals-reshuffled",
    "All animals are shuffled together again for every round",
    SET_UP,
    broken_by="round",
    breaks="inconsistent",
)
def animals_reshuffled(before: Mapping[str, int] | None, now: Mapping[str, int] | None) -> Breach | None:
    """The two are the animals of an earlier round and of this one, where all of them are recorded."""
    if before is None or now is None or before == now:
        return None
    counts = [(kind, before.get(kind, 0), now.get(kind, 0)) for kind in KINDS]
    changed = [f"{kind} {first} then {second}" for kind, first, second in counts if first != second]
    return breach("The animals of this round are not those of the round before: {changed}.", changed=changed)
