"""What the fields of a verdict's parts mean, for its schema."""

from __future__ import annotations

from typing import Any

_TEMPLATE = {
    "rule": "The slug of the rule.",
    "says": "The sentence with its facts left open, as `{name}`.",
    "facts": "What stands in the sentence, by name.",
}

FIELDS_OF_VERDICT: dict[str, dict[str, str]] = {
    "Finding": {
        **_TEMPLATE,
        "title": "The rule in words.",
        "section": "Where the rulebook has it.",
        "status": "`illegal`: a rule was broken. `inconsistent`: the record contradicts itself or what exists. "
        "`unverifiable`: it hangs on something that the record does not show.",
        "allowed": "What would have been legal, where that is short.",
        "follows_from": "The entry whose fault alone makes this one fail; left out if this is a cause.",
        "void": "True if the table cannot carry the entry out at all.",
        "entry": "The number of the entry it stands on.",
    },
    "Happening": _TEMPLATE,
    "Note": {**_TEMPLATE, "kind": "`assumption`: what had to be assumed to go on. `remark`: anything else."},
    "Node": {
        "label": "What is counted.",
        "value": "The number, or the one who is ahead; null if it cannot be told.",
        "how": "How the value follows from the children.",
        "children": "What the value follows from.",
        "rule": "The slug of the rule by which it counts.",
        "why": "A short reason in words.",
        "entries": "The entries that it rests on.",
        "low": "The least that an unknown value can be.",
        "high": "The most that an unknown value can be.",
    },
    "Outcome": {
        "state": "`finished`, `unfinished`: nobody has won yet, or `undecided`: a needed fact is unknown.",
        "winners": "The seats that won.",
        "points": "The total of each seat; null if it cannot be told.",
        "places": "The place of each seat.",
        "decided_by": "How the winner was found, or a tie broken.",
        "rule": "The slug of the rule that decided.",
        "why": "The fact that is unknown.",
        "claims": "What else can be claimed of a result in this game, as it was found.",
        "beaten": "The seats that cannot have won, where it cannot be told who has.",
    },
}

_SAID = {"says": "{column} holds {count} cards.", "facts": {"column": "B5", "count": 4}, "message": "B5 holds 4 cards."}
_FINDING = {
    "rule": "column-full",
    "title": "A column holds at most three cards, four with three jackals",
    "section": "Goal, Gameplay",
    "status": "illegal",
    **_SAID,
}
_TOUCHED = {
    "slug": "lone-card",
    "question": "May a single last card be laid face up on the own side?",
    "option": "strict",
    "meaning": "only if neither of the other two actions is possible",
    "default": True,
}
_HAPPENING = {
    "message": "A takes 2 oases.",
    "rule": "claim-stronger",
    "says": "{seat} takes {count} oases.",
    "facts": {"seat": "A", "count": 2},
}
_NOTE = {
    "message": "2 cards were drawn.",
    "kind": "assumption",
    "says": "{count} cards were drawn.",
    "facts": {"count": 2},
}
_ENTRY = {"by": "B", "do": "play", "card": "jackal", "column": 5}
_SAID_OF_ENTRY = {
    "number": 94,
    "text": "B plays jackal on B5",
    "status": "illegal",
    "carried_out": True,
    "entry": _ENTRY,
    "findings": [_FINDING],
}
_DIGEST = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

EXAMPLES_OF_VERDICT: dict[str, dict[str, Any]] = {
    "": {
        "game": "desperate-oasis",
        "engine": "0.1.0",
        "source": "final.json",
        "sha256": _DIGEST,
        "readings": {"lone-card": "strict"},
        "touched": [_TOUCHED],
        "stopped_at": 94,
        "entries": [_SAID_OF_ENTRY],
        "findings": [_FINDING],
        "notes": [_NOTE],
        "causes": [94],
        "rulings": [{"number": 95, "on": 94, "decision": "void", "by": "director"}],
        "digest": _DIGEST,
    },
    "PackUsed": {"name": "sample", "sha256": _DIGEST},
    "Touched": {name: example for name, example in {**_TOUCHED, "entries": [12, 17]}.items() if name != "default"},
    "EntryVerdict": {
        "text": _SAID_OF_ENTRY["text"],
        "number": 94,
        "entry": _ENTRY,
        "findings": [_FINDING],
        "trail": [_HAPPENING],
        "notes": [_NOTE],
        "ruling": 95,
    },
    "Finding": {
        **{name: example for name, example in _FINDING.items() if name != "status"},
        "allowed": "B2 or B4",
        "follows_from": 41,
        "entry": 94,
    },
    "Happening": _HAPPENING,
    "Note": {**{name: example for name, example in _NOTE.items() if name != "kind"}, "rule": "must-draw-to-four"},
    "Node": {
        "label": "oasis 3",
        "value": 4,
        "children": [{"label": "A", "value": 4, "how": "given"}],
        "rule": "claim-stronger",
        "why": "the card on B4.1 was never named",
        "entries": [12, 17],
        "low": 3,
        "high": 5,
    },
    "Outcome": {
        "winners": ["A"],
        "points": {"A": 7, "B": 5},
        "places": {"A": 1, "B": 2},
        "decided_by": "more palm tokens",
        "rule": "claim-stronger",
        "why": "the card on B4.1 was never named",
        "claims": {"cause": "oasis"},
        "beaten": ["cy"],
    },
    "Claim": {"claimed": {"points": {"A": 7, "B": 5}}, "differences": ["A: claimed 7, counted 6"]},
    "RulingShown": {
        "number": 95,
        "on": 94,
        "decision": "void",
        "by": "director",
        "reason": "both players agreed",
        "points": {"B": -2},
        "superseded_by": 97,
    },
}
"""Examples for the same fields, and for those of the verdict itself (under an empty name)."""
