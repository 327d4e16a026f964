"""The disputed points of OASIS New Hope: the question, the options (default first), why that default."""

from __future__ import annotations

from oasis_ref.core.readings import Reading
from oasis_ref.games.base import Option

READINGS = (
    Reading(
        "centre-oasis",
        "May the face-up Oasis in the centre be recycled?",
        {"in-ruins": "it is one of the Ruins", "display-only": "it lies apart and cannot be taken"},
        "the online help counts it among the Ruins, and the rulebook does not forbid it",
    ),
    Reading(
        "starting-shield",
        "With two scouts: do the starting Shields come from the five?",
        {"from-supply": "two of the five are dealt out", "extra": "there are seven, two of them only for this"},
        "the list of components has no extra Shields",
    ),
    Reading(
        "first-companion",
        "Where does the drafted Companion go?",
        {"hand": "to the hand", "play-area": "to the camp; its actions are not carried out"},
        "the online help names it under the starting hand",
    ),
    Reading(
        "deck-companion",
        "Is a Companion taken from the top of the deck shown to all?",
        {"hidden": "no", "shown": "yes, so the record should name it"},
        "it goes to a hand, and hands are secret",
        decides_winner=False,
    ),
    Reading(
        "draft-order",
        "In which order are the first Companions drafted?",
        {
            "counter-clockwise": "counter-clockwise, ending with the starter",
            "as-recorded": "in any order, each scout once, the starter last",
        },
        "the rulebook states it; the online help names no direction",
    ),
    Reading(
        "deal-order",
        "How are the hands dealt from a recorded shuffle?",
        {
            "packets": "nine to the Ruins, then four to each seat in turn",
            "one-by-one": "nine to the Ruins, then one card a seat, four times",
        },
        "the order of the set-up text; listed hands make the question idle",
    ),
    Reading(
        "pass",
        "May the main action be skipped?",
        {"if-stuck": "only when none of the five is possible", "never": "not even then"},
        "exactly one action is demanded, and the stuck case is not treated",
        decides_winner=False,
    ),
    Reading(
        "empty-travel",
        "May a main Travel lay no card?",
        {"forbidden": "no", "allowed": "yes, which amounts to a pass"},
        "the rulebook asks for one or more cards; the online help says any number",
    ),
    Reading(
        "banner-skip",
        "Which pending actions may be declined although they are possible?",
        {
            "travel-and-improved": "Travel and Improved Equip",
            "none": "none of them",
            "all": "each of them",
        },
        "the texts command; only Improved Equip is an offer, and nobody can check what a hidden hand could lay",
    ),
    Reading(
        "banner-impossible",
        "May a Companion be played whose first banner action cannot be done?",
        {"skip": "yes, that action is passed over", "card-unplayable": "no"},
        "the texts are silent, and nothing forbids the play",
    ),
    Reading(
        "step-recruit",
        "Must the Recruit of a Step be carried out?",
        {"must": "yes", "may": "it may be declined"},
        "both texts command it",
    ),
    Reading(
        "outer-banner",
        "What becomes of the rest of a banner when a nested Recruit plays another Companion?",
        {"resume": "it is done afterwards", "lost": "it is dropped"},
        "both actions of a banner are to be carried out, and nothing cancels them",
    ),
    Reading(
        "short-explore",
        "What does an Explore do with one card left in the deck?",
        {
            "draw-one": "it draws that card",
            "needs-two": "it is not possible; the deck counts as exhausted once fewer than two cards are left",
        },
        "the deck is odd with every number of scouts, so the printed end would else never come",
    ),
    Reading(
        "deck-end",
        "When is the Exploration deck exhausted?",
        {
            "last-card": "when its last card is drawn",
            "failed-draw": "when an Explore finds fewer than two cards",
        },
        "the plain sense of the word; in a whole game the two meet",
    ),
    Reading(
        "empty-source",
        "May the main action be an Explore of an empty deck or a Recycle of empty Ruins?",
        {"illegal": "no", "no-op": "yes, and nothing happens"},
        "an action that cannot do anything is none",
    ),
    Reading(
        "companion-reshuffle",
        "When is the Companion discard shuffled into a new deck?",
        {"when-needed": "when a Companion is needed and the deck is empty", "at-once": "as soon as the deck is empty"},
        "the rulebook ties it to drawing from an empty deck",
    ),
    Reading(
        "lair-gap",
        "Is a gap in the Lair, left by a dry deck, filled later?",
        {"one-for-one": "no, each taken card is replaced by one", "top-up": "the next refill fills all gaps"},
        "the rulebook replaces the card that was taken",
    ),
    Reading(
        "equip-own-refill",
        "May one pay with the very card that makes the Equipment available?",
        {"available-first": "no, the pile must hold a card before anything is paid", "pay-first": "yes"},
        "an available Equipment is chosen first, and paid then",
    ),
    Reading(
        "supply-exhausted",
        "Is an Equipment pile that was emptied closed for good?",
        {"until-returned": "until a card comes back to it", "for-good": "yes, cards that come back do not reopen it"},
        "discarded Equipment goes back to its pile",
    ),
    Reading(
        "mission-block",
        "What keeps a clan from a mission this turn?",
        {
            "played": "a Companion of the clan that was played this turn",
            "played-or-taken": "one that was played or taken this turn",
            "any-recruit": "any Recruit of this turn, whatever the clan",
        },
        "the rulebook recruits what comes into play, the online help says played; a card taken unseen is not seen",
    ),
    Reading(
        "mission-block-scope",
        "Does a Companion that was played through a chain block its clan as well?",
        {"whole-turn": "yes", "main-action-only": "no, only a Recruit that is itself the main action"},
        "both texts speak of the turn",
    ),
    Reading(
        "mission-declare",
        "Are all Companions of a mission named before the first acts?",
        {"all-at-once": "yes", "one-by-one": "no, several entries of one clan may follow each other"},
        "both texts discard first and act after",
    ),
    Reading(
        "mission-impossible",
        "May a Companion be sent whose action is impossible?",
        {
            "allowed": "yes, the action is passed over",
            "forbidden": "no; this is looked at when the mission is declared",
        },
        "the texts are silent, and nothing forbids it",
        decides_winner=False,
    ),
    Reading(
        "highlighted",
        "Which banner action is the highlighted one?",
        {"as-printed": "the one that the card shows", "top": "always the first"},
        "the rulebook shows it on the card; the online help says the top one",
    ),
    Reading(
        "compass-as-step",
        "May a Compass at 12 to 6 stand for a Step?",
        {"desert-only": "no, it stands for a Desert", "may-be-step": "yes, if declared: it stops and brings a Recruit"},
        "the rulebook lets it replace a Desert",
    ),
    Reading(
        "compass-place",
        "May Compasses lie side by side or last?",
        {"anywhere": "yes", "between-cards": "no, the next card of the same Travel must follow and be no Compass"},
        "the rulebook lets it stand for any number",
    ),
    Reading(
        "compass-when-held",
        "May a Compass stand for a number that the hand holds?",
        {"free": "yes", "warn": "yes, with a note", "forbidden": "no"},
        "the rulebook sets no such condition; the online help speaks of numbers one lacks",
    ),
    Reading(
        "compass-fill",
        "Do Compasses fill a gap in a recorded Travel by themselves?",
        {"explicit": "no, a gap is a skipped number", "auto-fill": "yes, if the hand holds them"},
        "the rulebook lets the scout lay them; the online platform does it by itself",
        decides_winner=False,
    ),
    Reading(
        "pillage-seen",
        "Who sees the two cards of a Pillage?",
        {"two-scouts": "the pillager and the owner", "everyone": "everyone, so the record should name them"},
        "the texts are silent, and hands are secret",
        decides_winner=False,
    ),
    Reading(
        "specialists-hand-limit",
        "How many cards may a hand hold with Specialists?",
        {"seven": "seven", "eight": "eight"},
        "the rulebook; the online help does not treat the variant",
    ),
    Reading(
        "tie-break",
        "What decides between scouts with the same lowest number?",
        {"water": "who touches water first", "shared": "nothing, they share the win"},
        "the rulebook; the online help names no tie-break",
    ),
    Reading(
        "ranking",
        "Are there places below the winner?",
        {"by-number": "by last number, equal numbers share", "winner-only": "no"},
        "the rules name only a winner; the places are a service",
        decides_winner=False,
    ),
    Reading(
        "eliminate-chain",
        "What if the target's highlighted action is itself Eliminate, Swindle or Slow Down?",
        {"chains": "it is carried out", "stops": "it is dropped"},
        "the highlighted action is carried out, and no exception is named",
    ),
    Reading(
        "eliminate-block",
        "Does Eliminate keep the target's clan from a mission this turn?",
        {"no": "no", "yes": "yes, as if the target had been played"},
        "nothing was recruited",
    ),
    Reading(
        "lair-after-eliminate",
        "Is the Lair refilled after Eliminate hits one of its cards?",
        {"refill": "at once, before the action", "stays-empty": "no, a gap stays"},
        "the Lair is meant to show four Companions",
    ),
    Reading(
        "specialist-mission",
        "May Specialists be sent on a mission?",
        {"by-card": "yes, if the card has a clan and a highlighted action", "never": "no"},
        "they follow the standard rules",
    ),
    Reading(
        "swindle-return",
        "May the card just received be given back in a Swindle?",
        {"forbidden": "no", "allowed": "yes"},
        "it is not looked at, so it is not chosen from; and a target with one card is ruled out",
    ),
    Reading(
        "slow-down-end",
        "Does Slow Down in the last turns change the final number of a scout who has had the last turn?",
        {
            "counts": "yes, numbers count as they stand after the last turn",
            "before": "no, they count as at the end of the own last turn",
        },
        "the end condition looks at the end, and nothing protects a finished scout",
    ),
)

PRESETS: dict[str, dict[str, str]] = {
    "rulebook": {},
    "online": {
        "draft-order": "as-recorded",
        "empty-travel": "allowed",
        "compass-fill": "auto-fill",
        "compass-when-held": "warn",
        "highlighted": "top",
        "tie-break": "shared",
    },
}

OPTIONS = (
    Option(
        "variant",
        "With which Companions?",
        {"base": "those of the base game", "specialists": "the Specialists too"},
    ),
)
"""What a made-up game can be asked to be."""
