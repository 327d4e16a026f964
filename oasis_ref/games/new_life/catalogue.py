"""The catalogue of New Life: the rules that the engine carries out, and where the judged ones register."""

from oasis_ref.core.rules import Catalogue
from oasis_ref.games.new_life.readings import READINGS

RULES = Catalogue(READINGS)

# Set-up and turns
START_AT_ZERO = RULES.applied("start-at-zero", "Everybody starts with dial 0, no token and an empty Biome", "Setup 8")
FIRST_PLAYER = RULES.applied(
    "first-player", "The seat named in the record begins round 1; later rounds, who rested first", "Setup 7, Turns"
)

# Playing a card
WILD_SPACE = RULES.applied(
    "wild-space",
    "The bare wild space answers any requirement, as often as asked; covered it gives nothing",
    "Subterrain Cards",
)
DECAY_WILD = RULES.applied("decay-wild", "A Decay card answers any requirement and is not used up", "Subterrain Cards")
REQUIREMENTS_ONCE = RULES.applied(
    "requirements-once", "Requirements are looked at only when the Surface card is placed", "Surface Cards"
)
STAYS_PUT = RULES.applied("stays-put", "A card stays on its space until it is cycled out or flooded", "Play a Card")
ACTION_OPTIONAL = RULES.applied(
    "action-optional", "An action, or a step of it, may be left out", "Subterrain Cards, Surface Cards"
)
CYCLE_GAINS = RULES.applied(
    "cycle-gains",
    "A card cycled out pays its cycle-out effect at once, and nothing else of it pays",
    "Effects on Cards",
)
DISCARD_NO_EFFECT = RULES.applied(
    "discard-no-effect", "A card discarded from hand has no effect", "Discard to Cycle Out"
)
DISCARD_PILES = RULES.applied(
    "discard-piles", "Surface cards and Subterrain cards have discard piles of their own", "Icon Reference"
)

# Tokens
TOKEN_PLACE = RULES.applied("token-place", "A token goes to the highest open space of its column", "Imprint Tokens")
TOKEN_LIMIT = RULES.applied(
    "token-limit", "A column holds four tokens, one of the AI's chart three; one more is not gained", "Imprint Tokens"
)
TOKEN_SUPPLY = RULES.applied("token-supply", "A token that the supply has not got is not gained", "Imprint Tokens")

# Rest
REST_FREE = RULES.applied("rest-free", "With two or more players anybody may rest on any own turn", "Rest")
REST_POINTS = RULES.applied("rest-points", "Resting scores the Rest points of all cards in the own Biome", "Rest 1")
FIRST_REST = RULES.applied("first-rest", "The first to rest takes the First Player marker", "Rest")
NO_OTHER_LIMIT = RULES.applied("no-other-limit", "A hand may be of any size at any other time", "Rest 3")
WAITING_POINT = RULES.applied(
    "waiting-point", "A rested player who is passed over while somebody is still in the round scores 1", "Rest"
)

# Year End
TROPHY_ORDER = RULES.applied("trophy-order", "Shelled, then Flora, then Scaled, before the Flood", "Trophies")
TROPHY_COUNT = RULES.applied(
    "trophy-count",
    "A count of a type is the cards of that imprint in both rows and the tokens of that type",
    "Trophies",
)
TROPHY_MOST = RULES.applied(
    "trophy-most", "The highest count takes the Trophy; in all, three a year are taken", "Trophies"
)
TROPHY_TIE_POINTS = RULES.applied(
    "trophy-tie-points", "Among those tied for most, the fewest points take it", "Trophies"
)
TROPHY_TIE_REST = RULES.applied("trophy-tie-rest", "Still tied, who rested first takes it", "Trophies")
TROPHY_POINTS = RULES.applied("trophy-points", "A Trophy scores 5 at once", "Trophies")
FLOOD = RULES.applied(
    "flood", "Every Subterrain card that is not retained is discarded; Surface cards stay", "The Flood"
)
FLOOD_TOKENS = RULES.applied("flood-tokens", "A card washed away gives its Flood tokens at once", "The Flood")
FLOOD_NO_CYCLE = RULES.applied("flood-no-cycle", "The Flood pays no cycle-out effect", "The Flood")
RETAIN_OPTIONAL = RULES.applied(
    "retain-optional", "Fewer cards than allowed may be retained, or none", "Rest 2, The Flood"
)
RETAIN_IN_PLACE = RULES.applied(
    "retain-in-place", "Retained cards stay on their spaces; being retained pays nothing", "The Flood"
)

# Next year, end, final score
TILES_BACK = RULES.applied(
    "tiles-back", "After rounds 1 and 2 Trophies and Rest tiles go back; their points stay", "Round End 1"
)
ROW_DISCARD = RULES.applied(
    "row-discard", "After rounds 1 and 2 the row is discarded before seven new cards are dealt", "Round End 2"
)
NEXT_FIRST_PLAYER = RULES.applied("next-first-player", "Who rested first begins the next round", "Rest, Round End")
THREE_ROUNDS = RULES.applied("three-rounds", "The game ends after the Year End of round 3", "Round End")
REST_TILE_POINTS = RULES.applied(
    "rest-tile-points", "The tile taken in round 3 pays its points at the end", "Rest 4, Final Scoring"
)
TOKEN_POINTS = RULES.applied("token-points", "Each token pays 1 at the end", "Imprint Tokens")
ROW_BONUS = RULES.applied(
    "row-bonus", "The best-paid full row of the imprint board pays, and only that one", "Imprint Tokens"
)
COLUMN_BONUS = RULES.applied("column-bonus", "Each full column of the imprint board pays 5", "Imprint Tokens")
WINNER = RULES.applied("winner", "Most points win", "Final Scoring")
TIE_TOKENS = RULES.applied("tie-tokens", "Tied on points, most tokens win", "Final Scoring")
TIE_CARDS = RULES.applied("tie-cards", "Still tied, fewest cards in the Biome win", "Final Scoring")
TIE_SHARED = RULES.applied("tie-shared", "Still tied, the victory is shared", "Final Scoring")

# Solo
SOLO_TROPHY = RULES.applied(
    "solo-trophy",
    "The player takes a Trophy with strictly more than the AI's line; else the AI gets a token on its chart",
    "Solo: Year End",
)
SOLO_LINE_DISCARD = RULES.applied(
    "solo-line-discard",
    "The AI's line is discarded after each year; its tokens never count for Trophies",
    "Solo: Year End",
)
SOLO_CHART = RULES.applied(
    "solo-chart", "The AI scores the spaces of its tokens, its full rows and its full columns", "Solo: Game End"
)
SOLO_WIN = RULES.applied("solo-win", "The player wins only with more points than the AI", "Solo: Game End")
