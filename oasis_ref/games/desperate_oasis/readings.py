"""The disputed points of Desperate Oasis: the options of each, and why the first is the default."""

from oasis_ref.core.readings import Reading

READINGS = (
    Reading(
        "first-after-tie",
        "Who starts after a round with equal points?",
        {
            "as-recorded": "whoever the record names; if it names nobody, the same first player",
            "keep": "the first player of the round before",
            "swap": "the other player",
            "by-total": "the player with the higher total so far; if equal, the first player of the round before",
        },
        "The text is silent, so a referee has no ground to refuse what was done.",
    ),
    Reading(
        "round-points",
        "What counts as the points of a round?",
        {"all-points": "oases and palm tokens", "oasis-only": "the printed values of the oases alone"},
        "Tokens are points in the pile.",
    ),
    Reading(
        "tied-oases",
        "Do discarded oases come back in later rounds?",
        {"out": "no", "recycled": "they may be dealt again"},
        "They are discarded, and no reshuffle is named.",
        decides_winner=False,
    ),
    Reading(
        "lone-card",
        "May a single last card be laid face up on the own side?",
        {"strict": "only if neither of the other two actions is possible", "free": "yes"},
        "The action is worded as two cards.",
    ),
    Reading(
        "second-card-room",
        "What if the first of two cards leaves no room for the second?",
        {"must-fit": "the first card is not allowed there", "one-is-enough": "the turn ends with one card"},
        "The action is two cards; each is resolved before the next, so room made by the first counts.",
    ),
    Reading(
        "face-down-quota",
        "What does the limit of face-down cards compare?",
        {
            "board-difference": "own face-down cards after laying against the opponent's plus one",
            "one-each": "never more than one own face-down card",
        },
        "The wording compares with the opponent.",
    ),
    Reading(
        "pull-excess",
        "Which cards come if more could be pulled than there is room for?",
        {
            "any-source": "the player picks any, those beyond a portal included",
            "adjacent-first": "cards beyond the portal come only into room that the neighbouring columns leave",
        },
        "The text gives the choice for neighbouring columns; it is extended to all sources.",
    ),
    Reading(
        "fourth-space-pull",
        "When the third jackal arrives by a pull, does the same pull fill the new space?",
        {"continues": "yes", "stops": "no: room is counted once, right after placing"},
        "The space exists at once.",
    ),
    Reading(
        "third-jackal",
        "May a third jackal enter a full column that holds two face-up jackals and another card?",
        {"no-room": "no", "opens-its-space": "yes, it opens the space that it takes"},
        "The space comes only after three lie there.",
    ),
    Reading(
        "pull-stack",
        "In which order do pulled cards stack?",
        {
            "recorded": "as recorded; if left out, lower column, higher column, portal, nearest to the oasis first",
            "fixed": "always lower column, higher column, portal, nearest to the oasis first",
        },
        "It is the player's business, and matters only for chameleons that face different ways.",
    ),
    Reading(
        "scorpion-reach",
        "Does a scorpion destroy one card on each side, or one in all?",
        {"each-side": "one on each side", "one-overall": "one in all"},
        "The text names both sides.",
    ),
    Reading(
        "scorpion-tie",
        "What if several cards on a side are equally weak?",
        {
            "player-chooses": "the scorpion's player picks one of them",
            "all-tied": "all of them go",
            "none": "that side loses nothing",
        },
        "One card is named; the choice is given as with pulls.",
    ),
    Reading(
        "weakest-by",
        "By what is the weakest card found?",
        {
            "current": "strength now: a scared elephant 0, a chameleon what it copies",
            "printed": "printed strength: an elephant 5; a chameleon still what it copies",
        },
        "Strength is what the table shows now.",
    ),
    Reading(
        "scorpion-on-scorpion",
        "Can another scorpion be destroyed?",
        {"allowed": "yes", "never": "no"},
        "Only self-destruction is excluded.",
    ),
    Reading(
        "strike-timing",
        "Are the victims of both sides fixed together?",
        {"together": "yes", "own-side-first": "first the scorpion's side, then the other, looked at anew"},
        "It is one event.",
    ),
    Reading(
        "strike-duty",
        "Must a scorpion strike?",
        {"mandatory": "yes", "optional": "the player may skip the whole strike"},
        "Effects are resolved, not offered.",
    ),
    Reading(
        "chameleon-gap",
        "What does a chameleon copy if the space it looks at is empty?",
        {"zero": "nothing: it is worth 0", "nearest-beyond": "the next card of that row in its direction"},
        "It copies what it points at directly.",
    ),
    Reading(
        "chameleon-chain",
        "What does a chameleon copy if it looks at another chameleon?",
        {"follow": "what that one copies; a closed circle is worth 0", "zero": "nothing: it is worth 0"},
        "The strength of a chameleon is the value it has.",
    ),
    Reading(
        "chameleon-scared",
        "What does a chameleon copy if it looks at a scared elephant?",
        {"current": "0", "printed": "5"},
        "It copies the strength of that moment.",
    ),
    Reading(
        "portal-facing",
        "Which way does a chameleon look after crossing a portal?",
        {"table-fixed": "the same way on the table", "owner-fixed": "it is turned round with each crossing"},
        "The card keeps its orientation.",
    ),
    Reading(
        "facedown-facing",
        "When is the facing of a face-down chameleon chosen?",
        {"at-flip": "when it is flipped", "at-placement": "when it is laid"},
        "Flipped cards count as just played.",
    ),
    Reading(
        "trio-by-opponent",
        "Does a trio that the opponent's card makes on my side give me a palm action?",
        {"no-token": "no", "owner-may": "yes, before the next card"},
        "The player must make the trio.",
    ),
    Reading(
        "flip-trio",
        "Does a trio made while flipping give a palm action?",
        {"token-allowed": "yes", "not-allowed": "no"},
        "Flipped cards count as just played.",
    ),
    Reading(
        "relocated-trio",
        "Does a trio count that was made by pulling two cards out of a standing trio?",
        {
            "counts": "yes",
            "not-if-from-trio": "no, if the two came out of one column of that side with a trio of that kind",
        },
        "Three stand in a new column.",
    ),
    Reading(
        "fourth-jackal-line",
        "Does a fourth jackal beside three make a new trio?",
        {"no-new-line": "no", "new-line": "yes"},
        "The group existed before.",
    ),
    Reading(
        "palm-deadline",
        "Until when may the palm action of a trio be taken?",
        {"before-next-card": "until the next card is laid", "whole-turn": "until the opponent's next card"},
        "It is tied to the moment of making.",
    ),
    Reading(
        "scorpion-trio",
        "What if a third scorpion's strike breaks its trio at once?",
        {"after-movement": "the trio counts", "after-power": "it must still stand after the strike"},
        "The trio was made.",
    ),
    Reading(
        "flip-key",
        "What orders the flipped cards first?",
        {
            "column-first": "the column, then strength",
            "strength-first": "strength over the whole table, then the column",
        },
        "The order of the words.",
    ),
    Reading(
        "flip-strength",
        "Which strength orders the flipped cards?",
        {
            "current": "strength with all cards turned and nothing moved",
            "printed": "printed strength: an elephant 5; a chameleon still what it copies",
        },
        "As for strikes.",
    ),
    Reading(
        "flip-tie",
        "Which of two equally strong flipped cards of one column comes first?",
        {"nearest-first": "the one nearer to the oasis", "placer-chooses": "the one listed first in the flip"},
        "It is fixed and needs no record.",
    ),
    Reading(
        "flip-moved-card",
        "What if a flipped card was pulled away before its turn?",
        {"from-new-place": "it acts from where it lies", "does-not-act": "it does not act any more"},
        "A played card acts from where it lies.",
    ),
    Reading(
        "flip-strike-phase",
        "When do flipped scorpions strike?",
        {"after-all-moves": "after all pulls", "card-by-card": "each right after its own pull"},
        "Strikes are named after the pulls.",
    ),
)
