"""What happens at the end of a year by itself: Trophies, the Flood, the way to the next year."""

from __future__ import annotations

from oasis_ref.core.findings import remark
from oasis_ref.games.new_life import catalogue, effects, undecided
from oasis_ref.games.new_life.amounts import Form, compare
from oasis_ref.games.new_life.counting import (
    ORDER,
    THE_AI,
    TROPHY,
    Contest,
    Highest,
    counts_of,
    line_count,
    solo_ways,
)
from oasis_ref.games.new_life.effects import say
from oasis_ref.games.new_life.facts import COLUMN_HEIGHT, NOTHING, TYPES, Gain
from oasis_ref.games.new_life.table import BETWEEN, EMPTY, OVER, ROUNDS, TURNS, YEAR_END, State


def doubt(state: State, missing: list[str]) -> None:
    """Remember facts that the result may hang on."""
    state.doubts = tuple(dict.fromkeys([*state.doubts, *missing]))


def give_trophies(state: State) -> None:
    """Give the three Trophies of a year in which all have rested."""
    state.phase = YEAR_END
    say(state, catalogue.TROPHY_ORDER, "All have rested: the Trophies of round {round} are given.", round=state.round)
    before = [side.points for side in state.seats]
    highest: Highest = {}
    counted: list[list[Form]] = []
    for seat in range(len(state.seats)):
        counts, bounds = counts_of(state, seat)
        counted.append(counts)
        highest.update(bounds)
    for kind in ORDER:
        now = [side.points for side in state.seats]
        counts = [forms[kind] for forms in counted]
        contest = Contest(state, counts, highest, now)
        if (
            before != now
            and _told_apart_by_points(contest)
            and state.readings("trophy-tie-points") == "before-trophies"
        ):
            contest = Contest(state, counts, highest, before)
        _give(state, kind, contest)


def _told_apart_by_points(contest: Contest) -> bool:
    """Return whether several seats can be tied for most."""
    if contest.leaders is not None:
        return len(contest.leaders) > 1
    seats = range(len(contest.counts))
    for seat in seats:
        ties = [
            compare(contest.counts[seat], contest.counts[other], contest.highest) for other in seats if other != seat
        ]
        if all(equal or greater for _, equal, greater in ties) and any(equal for _, equal, _ in ties):
            return True
    return False


def _give(state: State, kind: int, contest: Contest) -> None:
    word = TYPES[kind]
    listed = [
        f"{name} {known} or more" if figures else f"{name} {known}"
        for name, (known, figures) in zip(state.players, contest.counts, strict=True)
    ]
    say(state, catalogue.TROPHY_COUNT, "{type}: {counts}.", type=word.capitalize(), counts=listed)
    possible: tuple[int | None, ...] = contest.possible()
    may_be_none, none = contest.all_nothing()
    if may_be_none and state.readings("trophy-zero") == "withheld":
        possible = (None,) if none else (*possible, None)
    state.trophies = {**state.trophies, word: possible}
    if len(possible) > 1:
        _leave_open(state, word, possible, contest.missing())
        undecided.leave_open(state, kind, contest)
        return
    holder = possible[0]
    if holder is None:
        say(state, catalogue.TROPHY_MOST, "Nobody has any {type} imprint: the Trophy is withheld.", type=word)
        return
    _say_why(state, word, holder, contest)
    effects.score(state, holder, TROPHY, "trophies", f"{word} Trophy of round {state.round}")
    say(state, catalogue.TROPHY_POINTS, "{seat} scores 5 for the {type} Trophy.", seat=state.name(holder), type=word)


def _leave_open(state: State, word: str, possible: tuple[int | None, ...], missing: list[str]) -> None:
    seats = [seat for seat in possible if seat is not None and seat != THE_AI]
    for seat in seats:
        figure = f"trophy {word} of round {state.round} for {state.name(seat)}"
        state.highest = {**state.highest, figure: TROPHY}
        effects.score_unknown(state, seat, figure, "trophies")
    doubt(state, missing)
    state.notes.append(
        remark(
            "The {type} Trophy cannot be decided between {seats} without knowing {missing}.",
            rule=catalogue.TROPHY_MOST,
            type=word,
            seats=[state.name(seat) for seat in seats] + _others(possible),
            missing=missing,
        )
    )


def _others(possible: tuple[int | None, ...]) -> list[str]:
    """Return who besides the seats may get a Trophy."""
    return (["the AI"] if THE_AI in possible else []) + (["nobody"] if None in possible else [])


def _say_why(state: State, word: str, holder: int, contest: Contest) -> None:
    """Say by what a Trophy was decided."""
    tied = contest.tied(holder)
    name = state.players[holder]
    if len(tied) < 2:
        say(state, catalogue.TROPHY_MOST, "{seat} has the most {type} imprints.", seat=name, type=word)
        return
    points = [f"{state.name(seat)} {_or_more(contest.points[seat])}" for seat in tied]
    same = [state.name(seat) for seat in tied if contest.points[seat] == contest.points[holder]]
    if len(same) < 2:
        rule, says = catalogue.TROPHY_TIE_POINTS, "Tied for {type}; {seat} has the fewest points: {points}."
        say(state, rule, says, type=word, seat=name, points=points)
    elif len(same) == len(tied):
        rule, says = catalogue.TROPHY_TIE_REST, "Tied for {type}, also in points ({points}); {seat} rested first."
        say(state, rule, says, type=word, seat=name, points=points)
    else:
        says = "Tied for {type}; {same} have the fewest points ({points}); of these {seat} rested first."
        say(state, catalogue.TROPHY_TIE_REST, says, type=word, same=same, points=points, seat=name)


def _or_more(form: Form) -> str:
    return f"{form[0]} or more" if form[1] else str(form[0])


def pay(state: State, seat: int, gain: Gain, source: str) -> None:
    """Pay a gain, its unknown part as unknown."""
    if gain is NOTHING:
        return
    if gain.points:
        effects.score(state, seat, gain.points, source, gain.what)
    for kind, number in gain.tokens:
        for _ in range(number):
            effects.gain_token(state, seat, kind, gain.what)
    if gain.open_points is not None:
        effects.score_unknown(state, seat, gain.open_points, source)
        doubt(state, [gain.open_points])
    for kind in gain.open_tokens:
        effects.gain_tokens_unknown(state, seat, kind)
        doubt(state, [gain.what])


def flood_order(state: State, option: str) -> list[int]:
    """Return the seats in the order in which their Flood tokens come."""
    if option == "rest-order":
        return [*state.rested, *(seat for seat in range(len(state.players)) if seat not in state.rested)]
    start = state.first if option == "round-order" or not state.rested else state.rested[0]
    count = len(state.players)
    return [(start + step) % count for step in range(count)]


def flood(state: State) -> None:
    """Let the Flood run; the game or the round is over then."""
    short = _supply_falls_short(state)
    order = flood_order(state, state.readings("flood-order") if short else state.readings["flood-order"])
    for seat in order:
        _wash(state, seat)
    if state.round >= ROUNDS:
        state.phase = OVER
        say(state, catalogue.THREE_ROUNDS, "The Year End of round 3 is resolved: the game is over.")
    else:
        state.phase = BETWEEN


def _supply_falls_short(state: State) -> bool:
    """Return whether several seats want Flood tokens that the supply may not have for all."""
    wanted = [_wanted(state, seat) for seat in range(len(state.players))]
    wanted = [numbers for numbers in wanted if any(numbers)]
    if len(wanted) < 2:
        return False
    for kind in range(len(TYPES)):
        numbers = [numbers[kind] for numbers in wanted if numbers[kind]]
        if len(numbers) > 1 and sum(numbers) > effects.left_of(state, kind)[0]:
            return True
    return False


def _wanted(state: State, seat: int) -> list[int]:
    """Return how many tokens of each type the Flood brings a seat, as far as its columns have room."""
    side, kept, cards = state.seats[seat], state.kept.get(seat, ()), state.facts.cards
    room = [COLUMN_HEIGHT - held for held in side.tokens]
    wanted = [0] * len(TYPES)
    for at, card in enumerate(side.under):
        if card and at not in kept:
            for kind, number in cards[card].flood.tokens:
                wanted[kind] = min(wanted[kind] + number, room[kind])
    return wanted


def _wash(state: State, seat: int) -> None:
    """Let the Flood wash the cards of a Biome away that are not retained."""
    side, cards = state.own(seat), state.facts.cards
    kept = state.kept.get(seat, ())
    washed = [at for at, card in enumerate(side.under) if card and at not in kept]
    if washed:
        names = [side.under[at] for at in washed]
        say(state, catalogue.FLOOD, "The Flood washes {cards} away from {seat}.", cards=names, seat=side.name)
        unpaid = [card for card in names if cards[card].cycle is not NOTHING]
        if unpaid:
            say(state, catalogue.FLOOD_NO_CYCLE, "No cycle-out effect is paid for {cards}.", cards=unpaid)
        for at, card in zip(washed, names, strict=True):
            side.under[at] = EMPTY
            effects.to_discard(state, card)
            gain = cards[card].flood
            if gain is not NOTHING:
                say(state, catalogue.FLOOD_TOKENS, "{card} gives {seat} its Flood effect.", card=card, seat=side.name)
                pay(state, seat, gain, "flood")
    if kept:
        names = [side.under[at] for at in kept]
        say(state, catalogue.RETAIN_IN_PLACE, "{seat} retains {cards}.", cards=names, seat=side.name)
    if washed and side.tile is not None and len(kept) < state.facts.tile(side.tile).least:
        say(
            state,
            catalogue.RETAIN_OPTIONAL,
            "{seat} retains fewer cards than tile {tile} allows.",
            seat=side.name,
            tile=side.tile,
        )


def clear_year(state: State, leftovers: str) -> None:
    """Put the table in order for the next year, before the deal."""
    piles = state.own_piles()
    if not state.solo:
        say(state, catalogue.TILES_BACK, "Trophies and Rest tiles go back; their points stay.")
        if state.row:
            piles.throw("surface", state.row)
            say(
                state,
                catalogue.ROW_DISCARD,
                "The Migration row goes to the Surface discard: {cards}.",
                cards=list(state.row),
            )
    state.row, state.gaps = (), 0
    _clear_migration(state, leftovers)
    for seat in range(len(state.seats)):
        state.own(seat).tile = None
    state.stack = tuple(range(1, len(state.players) + 1))
    state.won_years += (state.trophies,)
    state.trophies, state.kept, state.refilled = {}, {}, None
    if state.rested:
        state.first = state.rested[0]
    state.rested, state.last, state.lapsed = (), None, None
    state.round += 1
    state.turn, state.phase = state.first, TURNS
    if not state.solo:
        say(
            state,
            catalogue.NEXT_FIRST_PLAYER,
            "{seat} rested first and begins round {round}.",
            seat=state.name(state.first),
            round=state.round,
        )


def _clear_migration(state: State, leftovers: str) -> None:
    """Do with undrawn Migration cards what the reading says."""
    piles = state.own_piles()
    deck = piles.own("migration")
    if deck.size == 0 or leftovers == "keep":
        return
    cards = deck.rest()
    if deck.size is None:
        piles.unknown_discards = piles.unknown_discards | {"surface"}
    else:
        cards += ["surface:?"] * (deck.size - len(cards))
    surface = piles.own("surface")
    if leftovers == "discard":
        piles.throw("surface", cards)
    else:
        for card in cards:
            piles.lose_sight(card)
        piles.drop_order("surface")
        surface.bag = None
        surface.size = None if surface.size is None or deck.size is None else surface.size + deck.size
        piles.both = None
    deck.order, deck.at, deck.size = None, 0, 0


def open_row(state: State, dealt: list[str], row: int) -> None:
    """Lay open the first cards of a new deal, the others go on top of the Migration deck."""
    piles = state.own_piles()
    deck = piles.own("migration")
    state.row, fresh = tuple(dealt[:row]), dealt[row:]
    kept = deck.rest()
    unknown = 0 if deck.size is None else deck.size - len(kept)
    if deck.size is not None:
        deck.size += len(fresh)
    deck.order, deck.at = [*fresh, *kept, *["surface:?"] * unknown], 0
    say(
        state,
        catalogue.ROW_DISCARD,
        "{number} Surface cards are dealt; the row is {cards}.",
        number=len(dealt),
        cards=list(state.row),
    )


# Solo


def ai_turn(state: State, card: str | None) -> None:
    """Let the AI turn up a card (None: there is none); after the player's Rest the year ends."""
    if card is not None:
        card = effects.take(state, "subterrain", card)
        state.line += (card,)
        say(state, "solo-ai-card", "The AI turns up {card}.", card=card)
    state.ai_due, state.lapsed = False, None
    if state.rested:
        end_solo_year(state)


def end_solo_year(state: State) -> None:
    """Give the Trophies of a solo year, let the Flood run, discard the line; the game may be over then."""
    state.trophies = {}
    say(state, catalogue.TROPHY_ORDER, "The year ends: the Trophies of year {round} are given.", round=state.round)
    ways = solo_ways(state)
    counts, _ = counts_of(state, 0)
    for kind in ORDER:
        _give_solo(state, kind, counts[kind], tuple(dict.fromkeys(way[kind] for way in ways)))
    if len(ways) > 1:
        state.ways = {**state.ways, state.round: ways}
    state.phase = YEAR_END
    _wash(state, 0)
    for card in state.line:
        effects.to_discard(state, card)
    say(
        state,
        catalogue.SOLO_LINE_DISCARD,
        "The AI's line goes to the Subterrain discard: {cards}.",
        cards=list(state.line),
    )
    state.line = ()
    if state.round >= ROUNDS:
        state.phase = OVER
        say(state, catalogue.THREE_ROUNDS, "The Year End of year 3 is resolved: the game is over.")


def _give_solo(state: State, kind: int, mine: Form, possible: tuple[int | None, ...]) -> None:
    """Give a Trophy of a solo year to the one who takes it; leave it open if that can be several."""
    word = TYPES[kind]
    line, _ = line_count(state, kind)
    say(
        state,
        catalogue.SOLO_TROPHY,
        "{type}: {seat} {count}, the AI's line {line}.",
        type=word.capitalize(),
        seat=state.name(0),
        count=mine[0],
        line=line[0],
    )
    state.trophies = {**state.trophies, word: possible}
    if THE_AI in possible:
        state.ai_most = effects.add_one(state.ai_most, kind)
    if len(possible) > 1:
        _leave_open(state, word, possible, list(dict.fromkeys([*mine[1], *line[1]])))
    elif possible == (THE_AI,):
        state.ai_tokens = effects.add_one(state.ai_tokens, kind)
        say(state, catalogue.SOLO_TROPHY, "The AI takes the {type} Trophy: a token on its chart.", type=word)
    elif possible == (0,):
        effects.score(state, 0, TROPHY, "trophies", f"{word} Trophy of year {state.round}")
        say(state, catalogue.TROPHY_POINTS, "{seat} scores 5 for the {type} Trophy.", seat=state.name(0), type=word)


def set_seven_aside(state: State, dealt: list[str]) -> None:
    """Set seven Surface cards aside in solo, unseen."""
    deck = state.own_piles().own("migration")
    deck.size = len(dealt)
    deck.order, deck.at = dealt, 0
