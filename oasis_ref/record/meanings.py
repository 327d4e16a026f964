"""What the fields of a verdict's parts mean, for its schema."""

from __future__ import annotations

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
    },
}
