"""What a record must not contradict, and what it has to tell: the rules on the record itself."""

from __future__ import annotations

from typing import Any

from oasis_ref.core.cards import is_unknown
from oasis_ref.core.findings import Breach, breach
from oasis_ref.core.text import capital
from oasis_ref.core.text import counted as counted_words
from oasis_ref.games.new_life.catalogue import RULES

NOT_GIVEN = "not given yet"
"""What a look at the table finds of a Trophy that nobody has."""


@RULES.rule(
    "copies",
    "No card is seen in more copies than exist, and only cards of the box are seen",
    "Components",
    broken_by="play cycle rest ai setup year migrate",
    breaks="inconsistent",
)
def copies(known: bool, card: str, seen: int, most: int) -> Breach | None:
    """Judge one more sight of a card: whether the box has it, and as often."""
    if not known:
        return breach(
            "No card {card} is known: neither the pack nor the log says which deck it belongs to.", card=card, void=True
        )
    if seen < most:
        return None
    return breach(
        "{card} would be seen {more} times, but the box has only {most}.",
        card=card,
        more=seen + 1,
        most=most,
        void=True,
    )


def unnamed(card: str) -> Breach | None:
    """Judge whether the card that was played is named: it has been seen."""
    if not is_unknown(card):
        return None
    return breach("What is played has been seen: the card must be named, not written as {card}.", card=card, void=True)


@RULES.rule(
    "gain-mismatch",
    "A recorded gain is what the rules give",
    "Goal",
    broken_by="play cycle rest",
    breaks="inconsistent",
)
def gain_mismatch(what: str, recorded: int, counted: int, fits: bool, given: str | None = None) -> Breach | None:
    """Judge a recorded gain against the counted one; ``given`` says what the rules give if part of that is unknown."""
    if fits:
        return None
    return breach(
        "The record says {said}, the rules give {given}.",
        what=what,
        said=counted_words(recorded, what.removesuffix("s")),
        recorded=recorded,
        counted=counted,
        given=str(counted) if given is None else given,
    )


@RULES.rule(
    "check-mismatch",
    "A look at the table agrees with the table",
    "Goal",
    broken_by="check cycle",
    breaks="inconsistent",
)
def check_mismatch(what: str, recorded: object, found: object) -> Breach | None:
    """Judge one recorded fact against the table."""
    if recorded == found:
        return None
    says = "{what}: the record says {recorded}, the table has {found}."
    if found == NOT_GIVEN:
        says = "{what}: the record says {recorded}, but it is {found}."
    return breach(says, what=capital(what), recorded=recorded, found=found)


@RULES.rule(
    "define-conflict",
    "Two descriptions of one card do not contradict each other",
    "Components",
    broken_by="define",
    breaks="inconsistent",
)
def define_conflict(card: str, differences: list[str]) -> Breach | None:
    """Judge a description against the earlier ones."""
    if not differences:
        return None
    return breach(
        "{card} was described otherwise: {differences}. The earlier description is used.",
        card=card,
        differences=differences,
    )


@RULES.rule(
    "misplaced-entry",
    "A table entry stands where the game has room for it",
    "Round Structure",
    broken_by="setup migrate year reshuffle ai retain",
    breaks="inconsistent",
)
def misplaced_entry(fits: bool, why: str, charged: int | None = None) -> Breach | None:
    """Judge whether the entry has a place here; ``why`` says why not."""
    return None if fits else breach(why, void=charged is None, charged=charged)


@RULES.rule(
    "field-left-out",
    "What matters was written down",
    "Round Structure",
    broken_by="setup play cycle rest year ai",
    breaks="unverifiable",
)
def field_left_out(recorded: bool, what: str, assumed: str, charged: int | None = None) -> Breach | None:
    """Judge whether a fact that matters was recorded; ``assumed`` says what is used instead."""
    return None if recorded else breach("{what}; {assumed}.", what=what, assumed=assumed, charged=charged)


@RULES.rule(
    "hidden-card",
    "What a verdict hangs on is shown by the record",
    "Solo: Gameplay",
    broken_by="play rest",
    breaks="unverifiable",
)
def hidden_card(shown: bool, why: str, **facts: Any) -> Breach | None:
    """Judge whether the record shows the cards that a verdict hangs on; ``why`` says why not."""
    return None if shown else breach(why, **facts)


@RULES.rule(
    "fact-unknown",
    "What a verdict needs to know of the components is known",
    "Components",
    broken_by="play cycle rest retain",
    breaks="unverifiable",
)
def fact_unknown(facts: list[str]) -> Breach | None:
    """Judge whether the component facts needed are known."""
    if not facts:
        return None
    return breach("This cannot be judged without knowing: {facts}.", facts=facts)


@RULES.rule(
    "on-trust",
    "What the rules cannot give is taken from the record",
    "Effects on Cards",
    broken_by="play cycle rest",
    breaks="unverifiable",
)
def on_trust(what: str | None) -> Breach | None:
    """Tell that something is taken from the record as it stands."""
    return None if what is None else breach("Taken from the record, unchecked: {what}.", what=what)
