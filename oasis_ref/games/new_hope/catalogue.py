"""The catalogue of OASIS New Hope: the rules that the engine carries out, and where the judged ones register."""

from __future__ import annotations

from oasis_ref.core.rules import Catalogue
from oasis_ref.games.new_hope.readings import PRESETS, READINGS

RULES = Catalogue(READINGS, PRESETS)

ALL_KINDS = "explore recycle recruit travel equip pillage eliminate swindle slow-down"
"""The kinds of entry that carry out an action."""

WORDS = {
    "main": "the main action",
    "explore": "Explore",
    "recycle": "Recycle",
    "recruit": "Recruit",
    "travel": "Travel",
    "equip": "Equip",
    "improved-equip": "Improved Equip",
    "pillage": "Pillage",
    "eliminate": "Eliminate",
    "swindle": "Swindle",
    "slow-down": "Slow Down",
    "unknown": "an action that is not known",
    "mission": "a mission",
    "end-turn": "the end of the turn",
}
"""How the actions are called in a sentence."""

# Set-up, carried out by the engine
KHALLA_START = RULES.applied(
    "khalla-start", "Every row starts at Khalla #13, which is never moved and is no Travel card", "Setup"
)
EQUIPMENT_START = RULES.applied(
    "equipment-start", "The supply holds 9 Compasses, 5 Shields and 2 Maps in open piles", "Setup"
)
DECK_START = RULES.applied("deck-start", "What is left after Ruins and hands is the Exploration deck", "Setup")
DRAFT_NO_REFILL = RULES.applied("draft-no-refill", "The Lair goes back to four only after the last draft", "Setup")

# A turn, carried out by the engine
RUINS_OPEN = RULES.applied(
    "ruins-open", "All cards in the Ruins are open to everyone from the moment they lie there", "Hand Limit"
)
LAIR_REFILL = RULES.applied(
    "lair-refill", "A Companion taken from the Lair is replaced at once from the deck", "Recruit"
)
COMPANION_DRY = RULES.applied("companion-dry", "With deck and discard empty a taken Lair card leaves a gap", "Recruit")
CAMP_OPEN = RULES.applied("camp-open", "A camp holds any number of Companions and copies", "Recruit")
STACK_RESUME = RULES.applied("stack-resume", "A nested action is finished before what lay under it goes on", "Step")
SAME_NUMBER_FREE = RULES.applied(
    "same-number-free", "Holding a Desert and a Step of a number, the scout picks", "Travel"
)
STEP_RECRUIT = RULES.applied("step-recruit", "Right after a Step its Recruit is due", "Step")
COMPASS_ANY_NUMBER = RULES.applied("compass-any-number", "A Compass can fill any place from 12 to 1", "Compass")
EQUIP_PAY_ANY = RULES.applied("equip-pay-any", "Hand cards of every kind can pay for Equipment", "Equip")
DISCARD_DESTINATION = RULES.applied(
    "discard-destination",
    "Cards paid or discarded go at once to the Ruins, the Companion discard or their pile",
    "Hand Limit",
)
SHIELD_PASSIVE = RULES.applied("shield-passive", "A Shield stays in the hand; drawing it does not use it up", "Shield")
MISSION_OPTIONAL = RULES.applied(
    "mission-optional", "Nobody has to send Companions on a mission, nor all of a clan", "Send on a Mission"
)
MISSION_ACTIONS = RULES.applied(
    "mission-actions",
    "Companions on a mission are discarded, then their highlighted actions are due",
    "Send on a Mission",
)
MISSION_TARGETS_FREE = RULES.applied(
    "mission-targets-free",
    "Several Pillages of a mission can hit the same scout or different ones",
    "Send on a Mission",
)
DECK_EXHAUSTED = RULES.applied(
    "deck-exhausted",
    "Once the Exploration deck is exhausted the running turn is finished",
    "The Exploration Deck Is Exhausted",
)
FINAL_ROUND = RULES.applied(
    "final-round",
    "Then each scout has exactly one more turn, the one who exhausted the deck last",
    "The Exploration Deck Is Exhausted",
)
CLOSEST_WINS = RULES.applied(
    "closest-wins", "After the last turns the lowest last number wins", "The Exploration Deck Is Exhausted"
)
WATER_TIE = RULES.applied(
    "water-tie",
    "A tie for the lowest number goes to the scout who touches water first",
    "The Exploration Deck Is Exhausted",
)
SHIELD_NO_COUNTER = RULES.applied(
    "shield-no-counter", "A Shield stops neither Eliminate nor Swindle nor Slow Down", "Specialist Companions"
)
ELIMINATE_EFFECT = RULES.applied(
    "eliminate-effect", "The target is discarded, and the active scout carries out its highlighted action", "Eliminate"
)
