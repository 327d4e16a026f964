"""The rules of the set-up and of the draft."""

from __future__ import annotations

from collections.abc import Sequence

from oasis_ref.core.findings import Breach, breach
from oasis_ref.core.text import counted
from oasis_ref.games.new_hope.catalogue import RULES


@RULES.rule("player-count", "Two, three or four scouts play", "Components; Setup", broken_by="setup")
def player_count(seats: Sequence[str]) -> Breach | None:
    if 2 <= len(seats) <= 4:
        return None
    says = f"{counted(len(seats), 'scout')} {'sits' if len(seats) == 1 else 'sit'} at the table."
    return breach(says, allowed="2, 3 or 4 scouts", void=True)


def other_seats(seats: Sequence[str], players: Sequence[str]) -> Breach | None:
    """Return what is wrong with a list of seats that are not those of the players, each once."""
    if sorted(seats) == sorted(players):
        return None
    says = "The seats are listed as {seats}, but the players are {players}."
    return breach(says, seats=list(seats), players=list(players), status="inconsistent")


def stranger(named: Sequence[str], seats: Sequence[str], void: bool = True) -> Breach | None:
    """Return what is wrong with naming somebody who does not play."""
    unknown = [seat for seat in dict.fromkeys(named) if seat not in seats]
    if not unknown:
        return None
    says = "Nobody at this table is called {named}; the scouts are {seats}."
    return breach(says, named=unknown, seats=list(seats), status="inconsistent", void=void)


@RULES.rule(
    "base-deck",
    "Without the variant the 12 Specialists are out of the game",
    "Setup; Specialists Variant",
    broken_by="setup draft recruit eliminate mission equip end-turn",
)
def base_deck(specialists: Sequence[str], variant: str) -> Breach | None:
    if not specialists or variant == "specialists":
        return None
    return breach(
        "{cards}: a Specialist in a game without the Specialists variant.", cards=list(specialists), void=True
    )


@RULES.rule("lair-start", "Four Companions are turned up as the Lair", "Setup", broken_by="setup")
def lair_start(lair: Sequence[str]) -> Breach | None:
    if len(lair) == 4:
        return None
    return breach("{count} Companions were turned up for the Lair.", count=len(lair), allowed="4 Companions")


@RULES.rule(
    "ruins-start", "The Ruins start with one Oasis and nine cards turned up beside it", "Setup", broken_by="setup"
)
def ruins_start(ruins: Sequence[str]) -> Breach | None:
    if len(ruins) == 9 or (len(ruins) == 10 and ("oasis" in ruins or "?" in ruins)):
        return None
    if len(ruins) == 10:
        return breach("No Oasis lies among the ten cards of the Ruins.", allowed="one Oasis and nine other cards")
    return breach("{count} cards were turned up for the Ruins.", count=len(ruins), allowed="9 cards beside one Oasis")


@RULES.rule("hand-start", "Each scout is dealt four Travel cards", "Setup", broken_by="setup")
def hand_start(seat: str, hand: Sequence[str], travel: int) -> Breach | None:
    if len(hand) == travel == 4:
        return None
    if travel != len(hand):
        return breach(
            "{seat} was dealt {hand}, not Travel cards only.", seat=seat, hand=list(hand), allowed="4 Travel cards"
        )
    return breach(
        "{seat} was dealt {count}.", seat=seat, count=counted(len(hand), "Travel card"), allowed="4 Travel cards"
    )


@RULES.rule(
    "shield-start", "With two scouts each starts with one Shield, with more nobody does", "Setup", broken_by="setup"
)
def shield_start(seat: str, shields: int, scouts: int) -> Breach | None:
    if shields <= (1 if scouts == 2 else 0):
        return None
    return breach(
        "{seat} starts with {shields} in a game of {scouts} scouts.",
        seat=seat,
        shields=counted(shields, "Shield"),
        scouts=scouts,
        allowed="one Shield each with two scouts, none with more",
    )


@RULES.rule(
    "draft-order",
    "The scout on the starter's right drafts first, then counter-clockwise, each scout once",
    "Setup",
    broken_by="draft",
)
def draft_order(by: str, due: Sequence[str], seats: Sequence[str]) -> Breach | None:
    if by in due:
        return None
    if by not in seats:
        return stranger([by], seats)
    if not due:
        return breach("{by} drafts, but every scout has a first Companion.", by=by)
    return breach("{by} drafts, but the next to draft was {due}.", by=by, due=due[0], allowed=f"a draft by {due[0]}")


@RULES.rule("starter", "The last scout to draft takes the first turn", "Setup", broken_by="draft setup")
def starter_last(by: str, starter: str, waiting: Sequence[str]) -> Breach | None:
    if by != starter or list(waiting) == [starter]:
        return None
    return breach(
        "{by} starts the game and so drafts last, but {others} have not drafted yet.",
        by=by, others=[seat for seat in waiting if seat != starter],
    )  # fmt: skip


@RULES.rule(
    "draft-source",
    "A draft takes exactly one Companion, face up from the Lair or the top of the deck",
    "Setup",
    broken_by="draft",
)
def draft_source(companions: Sequence[str], origin: str | None) -> Breach | None:
    if len(companions) != 1:
        return breach(
            "{count} Companions were drafted: {companions}.",
            count=len(companions),
            companions=list(companions),
            allowed="one Companion",
        )
    if origin not in (None, "lair", "deck"):
        return breach(
            "The Companion was drafted from neither the Lair nor the deck: {origin}.",
            origin=origin,
            allowed="the Lair or the top of the deck",
        )
    return None


@RULES.rule(
    "draft-to-hand",
    "Before all have drafted nothing else is done; a drafted Companion's actions are not carried out",
    "Setup",
    broken_by="explore recycle equip travel recruit pillage eliminate swindle slow-down skip mission end-turn",
)
def draft_to_hand(by: str, waiting: Sequence[str]) -> Breach | None:
    return breach(
        "{by} acts before the draft is over; still to draft: {waiting}.", by=by, waiting=list(waiting), void=True
    )
