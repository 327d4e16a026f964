"""A referee for recorded tabletop games: it replays a log, names every broken rule and explains the score.

The public names are loaded when they are first used:

>>> from oasis_ref import adjudicate, read_log
>>> log = read_log(b'''{
...   "game": "desperate-oasis",
...   "moves": [
...     {"do": "round", "first": "A", "oases": [2, -1, 3, 1, 2]},
...     {"by": "A", "do": "play", "card": "camel", "column": 2},
...     {"by": "B", "do": "play", "card": "oryx", "column": 2}
...   ]
... }''')
>>> verdict = adjudicate(log)
>>> verdict.status
'findings'
>>> [(finding.entry, finding.rule) for finding in verdict.all_findings()]
[(2, 'two-cards')]
>>> print(verdict.all_findings()[0].message)
A laid one card face up on the own side and still owed the second, with 3 cards in hand.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from oasis_ref._version import VERSION as __version__

if TYPE_CHECKING:
    from oasis_ref.core.documents import Entry, Log, Occasion, Pack, Player, Result, Ruling, Sheet
    from oasis_ref.core.findings import Finding, Happening, Note
    from oasis_ref.core.tally import Node
    from oasis_ref.games.base import Outcome, View
    from oasis_ref.record.errors import Fault, LogError
    from oasis_ref.record.reading import read_document, read_log, read_pack, read_sheet
    from oasis_ref.record.verdict import Claim, EntryVerdict, PackUsed, RulingShown, Touched, Verdict
    from oasis_ref.record.writing import write_log, write_verdict
    from oasis_ref.referee.adjudication import Step, adjudicate, replay, score_sheet

_WHERE = {
    "Claim": "record.verdict",
    "Entry": "core.documents",
    "EntryVerdict": "record.verdict",
    "Fault": "record.errors",
    "Finding": "core.findings",
    "Happening": "core.findings",
    "Log": "core.documents",
    "LogError": "record.errors",
    "Node": "core.tally",
    "Note": "core.findings",
    "Occasion": "core.documents",
    "Outcome": "games.base",
    "Pack": "core.documents",
    "PackUsed": "record.verdict",
    "Player": "core.documents",
    "Result": "core.documents",
    "Ruling": "core.documents",
    "RulingShown": "record.verdict",
    "Sheet": "core.documents",
    "Step": "referee.adjudication",
    "Touched": "record.verdict",
    "Verdict": "record.verdict",
    "View": "games.base",
    "adjudicate": "referee.adjudication",
    "read_document": "record.reading",
    "read_log": "record.reading",
    "read_pack": "record.reading",
    "read_sheet": "record.reading",
    "replay": "referee.adjudication",
    "score_sheet": "referee.adjudication",
    "write_log": "record.writing",
    "write_verdict": "record.writing",
}

__all__ = [
    "Claim",
    "Entry",
    "EntryVerdict",
    "Fault",
    "Finding",
    "Happening",
    "Log",
    "LogError",
    "Node",
    "Note",
    "Occasion",
    "Outcome",
    "Pack",
    "PackUsed",
    "Player",
    "Result",
    "Ruling",
    "RulingShown",
    "Sheet",
    "Step",
    "Touched",
    "Verdict",
    "View",
    "__version__",
    "adjudicate",
    "read_document",
    "read_log",
    "read_pack",
    "read_sheet",
    "replay",
    "score_sheet",
    "write_log",
    "write_verdict",
]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_WHERE[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
