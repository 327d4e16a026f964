"""The catalogue of Desperate Oasis: the rules that the engine carries out, and where the judged ones register."""

from oasis_ref.core.rules import Catalogue
from oasis_ref.games.desperate_oasis.readings import READINGS

RULES = Catalogue(READINGS)

GAMEPLAY = "Gameplay"
ATTRACTION = "Rules Of Attraction"
PORTAL = "Portal Oasis Cards"
POWERS = "Special Animal Powers"
PALMS = "Palm Tokens"
SET_UP = "Set-Up"
END_OF_ROUND = "End Of Round"
FLIPPED = "Order For Resolving Flipped Cards"
GAME_END = "Game End"
RECORD = "the record"

THREE_PALMS = RULES.applied("three-palms", "Each player has three palm tokens for the game", SET_UP)
RESOLVE_ORDER = RULES.applied(
    "resolve-order", "Each card is placed, then pulls, then strikes; the second card comes after that", GAMEPLAY
)
PLAYED_CARD_ONLY = RULES.applied(
    "played-card-only", "Only a card just played or flipped pulls; pulled and sliding cards do not", ATTRACTION
)
SLIDE = RULES.applied("slide", "A hole closes at once: the cards behind it slide toward the oasis", ATTRACTION)
ACROSS_PULLS = RULES.applied(
    "across-pulls",
    "A card laid across pulls along the opponent's side, and through a portal from the player's own side",
    ATTRACTION,
)
JERBOA_SCARES = RULES.applied(
    "jerboa-scares", "A face-up jerboa makes the elephants on both sides of its oasis worth 0", POWERS
)
FOURTH_SPACE = RULES.applied(
    "jackal-fourth-space",
    "Three face-up jackals in a column open a fourth space there at once; there is never a fifth",
    POWERS,
)
CAMEL_BONUS = RULES.applied("camel-bonus", "Three face-up camels in one column add 1 to it", POWERS)
CHAMELEON_COPY = RULES.applied(
    "chameleon-copy",
    "A chameleon has the strength of the card in the same row of the next column it faces, never its power",
    POWERS,
)
CHAMELEON_DOWN = RULES.applied("chameleon-down-zero", "A chameleon that faces a face-down card is worth 0", POWERS)
PALM_ANY_OASIS = RULES.applied(
    "palm-any-oasis",
    "The token may go to any of the five oases and stays when its trio breaks; using a trio is optional",
    PALMS,
)
PALM_PLUS_ONE = RULES.applied(
    "palm-plus-one", "Each palm token on an oasis adds 1 to it, also to a negative one", PALMS
)
FLIP_AS_PLAYED = RULES.applied(
    "flip-as-played", "A flipped card pulls and strikes as if just played, from where it lies", FLIPPED
)
FLIP_ORDER = RULES.applied(
    "flip-order",
    "Flipped cards act by column from the first player's left, within a column from strong to weak",
    FLIPPED,
)
FLIP_FIRST_PLAYER = RULES.applied(
    "flip-first-player", "Of equally strong cards on both sides of one oasis the first player's acts first", FLIPPED
)
FLIP_CHOOSER = RULES.applied("flip-chooser", "The player who laid a face-down card makes its choices", "(silent)")
FLIP_STRIKES = RULES.applied(
    "flip-strikes", "Flipped scorpions strike after all pulls of the flip, in the same order", FLIPPED
)
CLAIM_STRONGER = RULES.applied("claim-stronger", "The stronger side takes the oasis and all tokens on it", FLIPPED)
CLAIM_FORCED = RULES.applied("claim-forced", "An oasis of negative value must be taken too", FLIPPED)
TIE_DISCARD = RULES.applied("tie-discard", "At equal strength the oasis is discarded with its tokens", FLIPPED)
FINAL_SCORE = RULES.applied(
    "final-score", "A total is the printed values of the oases won plus 1 for each token won", GAME_END
)
SHARED_WIN = RULES.applied("shared-win", "With equal totals after the third round both players win", GAME_END)
