"""Where the rulebook of Oasis is silent or disputed: the questions, the options, the defaults."""

from __future__ import annotations

from oasis_ref.core.readings import Reading

READINGS = (
    Reading(
        "edition",
        "What ends the game besides the last tile of a type?",
        {
            "english": "a tile in a taken offer that cannot be laid",
            "german": "a path without a vacant square; a tile that cannot be laid ends nothing",
        },
        "The rulebook used here is the English one; reports of the German edition name the full path instead of "
        "the tile.",
    ),
    Reading(
        "unplayable-judged",
        "When is it judged whether a tile can be laid?",
        {
            "at-placing": "when its player comes to lay it",
            "at-taking": "when the offer is taken, for each type that it shows and that is not used up",
        },
        "Whether a tile can be laid is found out by trying.",
    ),
    Reading(
        "bonus-in-last-round",
        "Is there a free action when the end is already due?",
        {"yes": "the new #1 has it", "no": "the game is over before it; a free action may still bring the end itself"},
        "The game ends at the end of the round, and the free action is part of the round.",
    ),
    Reading(
        "short-draw",
        "What if deck and discards hold fewer cards than must be drawn?",
        {
            "draw-what-is-left": "what is there is drawn",
            "game-ends": "what is there is drawn, and the game ends with this round",
        },
        "The rulebook names no such end.",
    ),
    Reading(
        "keep-one",
        "Does the duty to keep a card reach beyond offering three of exactly three?",
        {
            "always": "an offer may never leave its maker without a card after his draw, unless he has only one",
            "three-of-three": "it only bars offering three cards of exactly three",
        },
        "The rule is general, and three of three its example; the options differ only when the draw is short.",
    ),
    Reading(
        "empty-stack",
        "What of a player who has no card to offer?",
        {
            "skip": "he makes no offer but chooses; whoever then finds no offer left hands his counter to a "
            "player without offer",
            "sit-out": "he neither offers nor chooses, and keeps his counter",
        },
        "It keeps everybody's right to take an offer.",
    ),
    Reading(
        "reshuffle-when",
        "When are the discards shuffled into a new deck?",
        {
            "when-needed": "when a card must be drawn and the deck is empty",
            "when-empty": "as soon as the last card of the deck is drawn, or later if there are no discards then",
        },
        "A deck is needed only to draw; the options differ in which cards are in it.",
    ),
    Reading(
        "discard-when",
        "When do the cards of a taken offer reach the discards?",
        {"after-offer": "after the last of them is resolved", "card-by-card": "each as soon as it is resolved"},
        "The rulebook discards them after all are resolved.",
    ),
    Reading(
        "card-split",
        "May a card be begun, another resolved, and the first then finished?",
        {"whole-card": "no, a card is finished before the next is begun", "interleave": "yes"},
        "Cards are resolved in an order.",
    ),
    Reading(
        "start-by-abandoned",
        "May a first oasis or steppe tile lie beside a free group of its type, away from its border and bonus squares?",
        {"no": "no", "yes": "yes, if a marker goes on it, so that it takes the free group over"},
        "The list of places for a first tile names borders and bonus squares only.",
    ),
    Reading(
        "unmarked-contact",
        "May a new tile without a marker touch a free group of its type?",
        {"merges": "yes, it becomes part of it, and the group stays free", "forbidden": "no"},
        "Nothing bars it.",
    ),
    Reading(
        "camel-relocate",
        "All 20 camels are out and a camel card comes: how many camels may be moved?",
        {
            "up-to-shown": "as many as the card shows, or fewer, or none",
            "exactly-shown": "as many as the card shows, or none",
            "any-number": "any number",
        },
        "The card is worth as many camels as it shows.",
    ),
    Reading(
        "camel-remainder",
        "Fewer camels in reserve than the card shows: may the rest of the card move camels?",
        {
            "may-relocate": "yes, as a card of that number would with all 20 out",
            "lost": "no, camels are lifted only if all 20 were out before",
        },
        "Once the last camel is put, all 20 are out.",
    ),
    Reading(
        "bonus-relocate",
        "May the free action move a camel when all 20 are out?",
        {"yes": "yes, one", "no": "no"},
        "It is treated as a card that shows one camel.",
    ),
    Reading(
        "markers-short",
        "What if a pile has fewer scoring markers than a card shows?",
        {
            "take-what-is-left": "what is left is taken",
            "unlimited": "a substitute is used, so all are taken",
            "game-ends": "what is left is taken, and the game ends with this round",
        },
        "It is treated as tiles are.",
    ),
    Reading(
        "bonus-scores",
        "Do bonus squares in an area count as tiles?",
        {"yes": "yes, one each", "no": "no, only laid tiles count"},
        "They are called tile spaces, join areas as tiles do, and are called a bonus.",
    ),
    Reading(
        "tie-counter",
        "Which counters break a tie?",
        {
            "new": "those turned up at the end of the last round",
            "old": "those by which the last round's offers were taken",
        },
        "The rulebook speaks of the counter with which a player ended the game.",
    ),
)
