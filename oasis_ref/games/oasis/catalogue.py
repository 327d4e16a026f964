"""The catalogue of Oasis: its sections, and the rules that the engine carries out. Judged rules register themselves."""

from __future__ import annotations

from oasis_ref.core.rules import Catalogue
from oasis_ref.games.oasis.readings import READINGS

COMPONENTS = "Game Components"
PREPARATION = "Preparation"
OFFERS = "Playing the Game, step 1"
TAKING = "Playing the Game, steps 2-6"
RESOLVING = "Playing the Game, step 2"
FREE_ACTION = "Playing the Game, step 7"
NEXT_ROUND = "Playing the Game, step 8"
TILE_RULES = "Placement Rules for Tiles"
CAMEL_RULES = "Placement Rules for the Camel Path"
GAME_END = "Game End"
READING = "reading"

RULES = Catalogue(READINGS)

PLAYER_PIECES = RULES.applied(
    "player-pieces", "Each player has 4 control markers and 20 camels", f"{COMPONENTS}, {PREPARATION}"
)
PILES = RULES.applied(
    "piles",
    "There are 34 oasis, 34 steppe and 20 stony tiles, 14 commodities, 12 wells, 16 horses and 20 ovoos",
    COMPONENTS,
)
SHORT_DRAW = RULES.applied("short-draw", "If deck and discards do not suffice, what is there is drawn", READING)
EMPTY_STACK = RULES.applied("empty-stack", "A player without cards makes no offer", READING)
PASS_THE_COUNTER = RULES.applied(
    "pass-the-counter", "The chooser's counter goes face down to the maker of the offer", TAKING
)
KEEP_OWN_COUNTER = RULES.applied(
    "keep-own-counter", "Whoever takes his own offer because no other is left keeps his counter, face down", TAKING
)
DISCARD_AFTER_OFFER = RULES.applied(
    "discard-after-offer", "The cards of an offer go to the discards after the last of them is resolved", RESOLVING
)
TAKE_MARKERS = RULES.applied("take-markers", "A marker card gives one or two scoring markers of its kind", RESOLVING)
MARKER_PILE = RULES.applied(
    "marker-pile", "If a pile has fewer scoring markers than a card shows, what is left is taken", READING
)
CONTACT = RULES.applied(
    "contact", "Tiles hang together only by their sides, not by corners and not across the path", TILE_RULES
)
STONY_START = RULES.applied("stony-start", "A stony area may start on any vacant tile square", TILE_RULES)
FREE_TO_START = RULES.applied(
    "free-to-start", "A player may start a new area instead of extending one, in any mix of types", TILE_RULES
)
EXTEND_OWN = RULES.applied(
    "extend-own", "A tile beside an own area of its type joins that area, wherever that is", TILE_RULES
)
TYPES_APART = RULES.applied("types-apart", "Areas of different types may touch, whoever owns them", TILE_RULES)
FIFTH_AREA = RULES.applied(
    "fifth-area",
    "With all four markers on the board, a new area may get one of them from any own area, but need not",
    TILE_RULES,
)
UNMARKED_AREA = RULES.applied("unmarked-area", "A new area without a marker belongs to nobody", TILE_RULES)
ABANDONED_AREA = RULES.applied(
    "abandoned-area", "The area that a marker leaves belongs to nobody from then on", TILE_RULES
)
TAKE_OVER = RULES.applied(
    "take-over",
    "Free groups and bonus squares of its type that a new tile touches become part of the tile's area",
    TILE_RULES,
)
CAMELS_ANYWHERE = RULES.applied(
    "camels-anywhere", "Camels may stand on any vacant path squares, beside whatever", CAMEL_RULES
)
CAMEL_CARD_IGNORED = RULES.applied(
    "camel-card-ignored",
    "With all camels out a camel card may be ignored, and what finds no vacant path square is lost",
    CAMEL_RULES,
)
COUNTERS_UP = RULES.applied(
    "counters-up", "The counters are turned up: they give the order of the next round", FREE_ACTION
)
END_LAST_TILE = RULES.applied("end-last-tile", "The last tile of a type brings the end", f"{GAME_END}, 1")
END_UNPLAYABLE = RULES.applied(
    "end-unplayable", "A tile of a taken offer that cannot be laid brings the end", f"{GAME_END}, 2"
)
END_PATH_FULL = RULES.applied(
    "end-path-full", "By the German edition a path without a vacant square brings the end", READING
)
END_OF_ROUND = RULES.applied(
    "end-of-round",
    "The game ends at the end of the round in which its end fell due, free action included",
    f"{GAME_END}, {NEXT_ROUND}",
)
SCORE_CAMELS = RULES.applied(
    "score-camels", "Camels in the largest own camel group times commodities", f"{GAME_END}, scoring 1"
)
SCORE_OASIS = RULES.applied("score-oasis", "Oasis tiles in own areas times wells", f"{GAME_END}, scoring 2")
SCORE_STEPPE = RULES.applied("score-steppe", "Steppe tiles in own areas times horses", f"{GAME_END}, scoring 3")
SCORE_STONY = RULES.applied("score-stony", "Stony tiles in own areas times ovoos", f"{GAME_END}, scoring 4")
SCORE_PIECE = RULES.applied(
    "score-piece", "All is counted before a piece goes to the score track, so that changes nothing", GAME_END
)
MOST_POINTS = RULES.applied("most-points", "Most points wins", GAME_END)
TIE_BREAK = RULES.applied("tie-break", "Of equal points the lower priority counter is ahead", GAME_END)
