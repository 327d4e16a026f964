"""What a scribe leaves out accuses nobody: a legal game is judged neither illegal nor inconsistent without it."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.material import Document, judge, simulated
from tests.planting import Clean

Forget = Callable[[Document], None]


def of_setup(*fields: str) -> Forget:
    def forget(document: Document) -> None:
        for field in fields:
            document["moves"][0].pop(field, None)

    return forget


def of_kind(kind: str, *fields: str) -> Forget:
    def forget(document: Document) -> None:
        for entry in document["moves"]:
            if entry["do"] == kind:
                for field in fields:
                    entry.pop(field, None)

    return forget


def entries(kind: str) -> Forget:
    def forget(document: Document) -> None:
        document["moves"] = [entry for entry in document["moves"] if entry["do"] != kind]

    return forget


def parts(item: Any) -> Iterator[Document]:
    """Yield every object in a document."""
    if isinstance(item, dict):
        yield item
    for part in item.values() if isinstance(item, dict) else item if isinstance(item, list) else ():
        yield from parts(part)


def where_a_card_came_from(document: Document) -> None:
    for part in parts(document["moves"]):
        part.pop("from", None)


def where_every_other_card_came_from(document: Document) -> None:
    for place, part in enumerate(parts(document["moves"])):
        if place % 2:
            part.pop("from", None)


def refills_and_where_a_card_came_from(document: Document) -> None:
    where_every_other_card_came_from(document)
    entries("migrate")(document)


def decks_of_draws(document: Document) -> None:
    for part in parts(document["moves"]):
        if "drawn" in part:
            part["drawn"] = ["?"] * len(part["drawn"])


def cards_discarded(document: Document) -> None:
    for part in parts(document["moves"]):
        if part.get("do") == "cycle" and "discard" in part:
            part["discard"] = "?"
        elif part.get("do") == "discard":
            part.pop("card", None)


def hands_decks_and_refills(document: Document) -> None:
    of_setup("hands", "decks")(document)
    entries("migrate")(document)


OPEN: dict[str, Forget] = {
    "hands and decks": of_setup("hands", "decks"),
    "decks": of_setup("decks"),
    "hands, decks and refills": hands_decks_and_refills,
}
HIDDEN: dict[str, Forget] = {
    "hands": of_setup("hands"),
    "the whole set-up": of_setup("hands", "decks", "elements", "migration_row", "migration_deck"),
    "the decks of draws": decks_of_draws,
    "trims": of_kind("rest", "discards"),
    "draws and trims": of_kind("rest", "drawn", "discards"),
    "refills": entries("migrate"),
    "years": entries("year"),
    "the AI's cards": entries("ai"),
    "where a card came from": where_a_card_came_from,
    "where every other card came from": where_every_other_card_came_from,
    "refills and where a card came from": refills_and_where_a_card_came_from,
    "which cards were discarded": cards_discarded,
}
EVERY = 29


def accused(document: Document) -> list[str]:
    verdict = judge(document)
    return [finding.message for finding in verdict.all_findings() if finding.status in ("illegal", "inconsistent")]


@pytest.mark.parametrize("what", OPEN)
def test_what_is_left_out_of_an_open_record_accuses_nobody(what: str) -> None:
    for seed in range(list(OPEN).index(what), 200, EVERY):
        document = copy.deepcopy(simulated("new-life")[seed])
        OPEN[what](document)
        assert accused(document) == [], seed


@pytest.mark.parametrize("what", HIDDEN)
def test_what_is_left_out_of_a_hidden_record_accuses_nobody(what: str) -> None:
    for seed in range(list(HIDDEN).index(what), 200, EVERY):
        document = Clean(simulated("new-life")[seed]).hidden().document
        HIDDEN[what](document)
        assert accused(document) == [], seed
