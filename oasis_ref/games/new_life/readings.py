"""The disputed points of New Life, each with its options, the default first."""

from __future__ import annotations

from oasis_ref.core.readings import Reading
from oasis_ref.games.base import Option

READINGS = (
    Reading(
        "opening-hand",
        "What is in an opening hand (the passage is missing from the rulebook's text)?",
        {
            "as-recorded": "whatever was recorded, up to eight cards",
            "starters-plus-five": "the three Starters of one element and five drawn cards",
            "starters-only": "the three Starters of one element",
        },
        "nothing in the text fixes it, and a guess must not condemn a real record",
    ),
    Reading(
        "migration-first-row",
        "Where do the first three open cards of the Migration row come from?",
        {
            "migration-deck": "from the seven of the Migration deck, so four stay in it",
            "surface-deck": "from the Surface deck, so seven stay in the Migration deck (at the set-up only)",
        },
        "for the later years the text says outright that the row comes from the seven",
    ),
    Reading(
        "migration-leftovers",
        "What becomes of Migration cards that were not drawn by the end of the year?",
        {
            "discard": "they go to the Surface discard",
            "keep": "they stay, under the new seven",
            "return": "they are shuffled into the Surface deck",
        },
        "a new deck is made, and only the row's way is stated",
    ),
    Reading(
        "deck-empty",
        "What happens when a draw finds its deck empty?",
        {
            "reshuffle": "the discard of that kind becomes the deck at that moment; without one there is no draw",
            "no-more-draws": "nothing can be drawn from it any more",
        },
        "the text is silent, and it can happen",
    ),
    Reading(
        "starter-discard",
        "Where does a Starter go when it is discarded, cycled out or washed away?",
        {"subterrain-discard": "to the Subterrain discard", "out-of-game": "out of the game"},
        "a Starter is a Subterrain card; it matters only after a reshuffle",
    ),
    Reading(
        "rest-draw",
        "Must exactly five cards be drawn when resting?",
        {"exactly-five": "five, as long as any deck can give one", "up-to-five": "at most five"},
        "the text instructs, it does not offer",
    ),
    Reading(
        "overhang",
        "A required position falls beside the board: what then?",
        {"not-placeable": "the card cannot be placed there", "ignored": "that position asks for nothing"},
        "prey that cannot exist cannot be there",
    ),
    Reading(
        "decay-on-wild",
        "May a Decay card be placed on the bare wild space next to a Decay card?",
        {"illegal": "no, two Decay cards would touch", "legal": "yes"},
        "the exception is for standing next to the wild space, not on it",
    ),
    Reading(
        "wild-trophy",
        "Does a bare wild space count for Trophies?",
        {"not-counted": "no", "counts-each-type": "yes, as one of each basic type"},
        "only cards and tokens are listed",
    ),
    Reading(
        "play-effect",
        'What is a "play a card" step of an action?',
        {
            "ordinary": "a play as on one's turn, from hand or row, under all placing rules",
            "hand-only": "as ordinary, but not from the Migration row",
            "no-requirements": "as ordinary, but the requirements are not looked at",
        },
        "the icon is explained by the page on playing a card, which covers both sources",
    ),
    Reading(
        "play-order",
        "Are on-play points scored before or after the action?",
        {"points-first": "before it", "action-first": "after it"},
        "play, then act; only the order of the lines differs",
        decides_winner=False,
    ),
    Reading(
        "decline-points",
        "May on-play points be declined?",
        {"not-allowed": "no, they are scored nevertheless", "allowed": "yes"},
        "only actions are called optional; fewest points wins Trophy ties, so somebody may wish it",
    ),
    Reading(
        "partial-action",
        "An action of several steps can be done only in part: what then?",
        {
            "do-what-you-can": "each step stands alone, unless the card makes it a cost",
            "all-or-nothing": "either every step is done or none",
        },
        "a step that cannot be done is ignored",
    ),
    Reading(
        "cycle-self",
        "May a card's own action cycle that same card out?",
        {"no": "no", "yes": "yes"},
        "the target is to lie in the Biome already",
    ),
    Reading(
        "trophy-zero",
        "Nobody has an imprint of the type: who gets the Trophy?",
        {
            "awarded": "it is awarded, everybody being tied at nothing",
            "withheld": "nobody (in solo: no token for the AI)",
        },
        "one Biome will get it, and the rule for ties names any type",
    ),
    Reading(
        "trophy-tie-points",
        "Which points are compared when a Trophy is tied?",
        {
            "current": "those on the dials at that moment, Trophies of a moment ago included",
            "before-trophies": "those before the first Trophy of this year",
        },
        "Trophy points are scored at once, in a fixed order",
    ),
    Reading(
        "flood-order",
        "Whose Flood tokens come first when the supply is short?",
        {
            "round-order": "clockwise from the player who began this round",
            "next-round-order": "clockwise from the first to rest",
            "rest-order": "in the order of resting",
        },
        "it is the usual order of the round; the text is silent",
    ),
    Reading(
        "solo-migration",
        "Are seven Surface cards set aside each year in solo, although there is no row?",
        {
            "none-set-aside": "no",
            "seven-set-aside": "yes, unseen, and they go to the Surface discard at the end of the year",
        },
        "the row, their only use, is not used",
    ),
    Reading(
        "solo-draw-year-3",
        "Does the solo player draw when resting in year 3?",
        {"none": "no", "five": "yes, before the AI's last card"},
        "that is the general rule for round 3",
    ),
    Reading(
        "solo-rows",
        "The AI has several full rows on its chart: which pay?",
        {"every-row": "every one of them", "best-only": "the best-paid one"},
        "the solo text gives a full row its bonus and, unlike the other one, names no highest row",
    ),
    Reading(
        "solo-example-row",
        "The rulebook's solo example has a full first row and no bonus for it: what does row 1 pay?",
        {"chart": "what the chart prints", "row-1-free": "nothing, whatever is printed"},
        "the card decides as soon as somebody has it",
    ),
)

OPTIONS = (
    Option(
        "solo",
        "Which side of the Solo Mode card?",
        {"standard": "Solo Mode", "advanced": "Advanced Solo Mode"},
        (1,),
    ),
)
"""What a made-up game can be asked to be."""
