"""The rules and readings of a game, printed from the catalogue that the judge itself uses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from oasis_ref.core.readings import Reading
from oasis_ref.core.rules import Rule
from oasis_ref.core.text import counted, either
from oasis_ref.games.base import Game
from oasis_ref.record.writing import envelope
from oasis_ref.report.markdown import escaped
from oasis_ref.report.page import Page
from oasis_ref.report.wording import STATUS_MEANS, ended, section, sentence_of

COLUMN = 24


class Shown(NamedTuple):
    """What of a game is to be shown: ``whole`` for the whole catalogue, else one rule or reading."""

    game: Game
    rules: Mapping[str, Rule]
    readings: Mapping[str, Reading]
    whole: bool


def sections(rules: Mapping[str, Rule]) -> list[tuple[str, list[Rule]]]:
    """Return the rules in three parts: what players can break, what the record can, what the referee carries out."""
    judged = [rule for rule in rules.values() if rule.kind == "judged"]
    parts = [
        ("Rules that a player can break", [rule for rule in judged if rule.status == "illegal"]),
        ("Rules that a record can break", [rule for rule in judged if rule.status != "illegal"]),
        ("Rules that the referee carries out", [rule for rule in rules.values() if rule.kind == "applied"]),
    ]
    return [(title, found) for title, found in parts if found]


def as_page(shown: Shown) -> Page:
    """Return the catalogue, or all about one rule or reading, as a page."""
    page = Page()
    if not shown.whole:
        for rule in shown.rules.values():
            _whole_rule(page, rule)
        for reading in shown.readings.values():
            _whole_reading(page, reading)
        return page
    page.add(f"{shown.game.title}: {_counts(shown)}", "heading", 2)
    for title, rules in sections(shown.rules):
        page.heading(f"{title} ({len(rules)})")
        for rule in rules:
            page.add(f"  {_slug(rule.slug)}{sentence_of(rule.title)} ({_where(rule)})", "", COLUMN + 4)
    if shown.readings:
        page.heading(f"Readings ({len(shown.readings)}): the first option is the default")
        for reading in shown.readings.values():
            page.add(f"  {_slug(reading.slug)}{reading.question}", "", COLUMN + 4)
            page.add(f"  {'':<{COLUMN}}{either(reading.options)}", "accent", COLUMN + 4)
    for name, choice in shown.game.catalogue.presets.items():
        page.heading(f"Preset {name}: --reading preset={name}")
        for slug, option in choice.items():
            page.add(f"  {slug} = {option}")
    page.add()
    page.add(f"oasis-ref rules {shown.game.slug} SLUG tells all about one of them.", "muted")
    return page


def _counts(shown: Shown) -> str:
    return f"{counted(len(shown.rules), 'rule')}, {counted(len(shown.readings), 'reading')}"


def _slug(slug: str) -> str:
    return f"{slug:<{COLUMN - 1}} "


def _whole_rule(page: Page, rule: Rule) -> None:
    page.add(f"{rule.slug}: a rule", "heading")
    page.add()
    page.add(f"  {sentence_of(rule.title)}", "", 2)
    page.add(f"  {sentence_of(section(rule.section))}", "muted", 4)
    page.add(f"  {_kept(rule)}", "", 4)


def _where(rule: Rule) -> str:
    return section(rule.section).removeprefix("rulebook: ")


def _kept(rule: Rule) -> str:
    if rule.kind == "applied":
        return "Carried out by the referee: no entry can break it."
    kinds = f" by an entry of the kind {either(rule.broken_by)}" if rule.broken_by else ""
    return f"Can be broken{kinds}, which is then {rule.status}: {STATUS_MEANS[rule.status]}."


def _whole_reading(page: Page, reading: Reading) -> None:
    page.add(f"{reading.slug}: a reading, where the rulebook is silent or disputed", "heading", 2)
    page.add()
    page.add(f"  {reading.question}", "", 2)
    page.add()
    for option, meaning in reading.options.items():
        default = " (the default)" if option == reading.default else ""
        page.add(f"  {option}{default}: {sentence_of(meaning)}", "accent" if default else "", 6)
    page.add()
    page.add(f"  Why that default: {sentence_of(reading.why)}", "", 4)
    page.add(f"  {_matters(reading)}", "", 4)
    other = next((option for option in reading.options if option != reading.default), reading.default)
    page.add(f"  To choose another: --reading {reading.slug}={other}, or in the log under `readings`.", "muted", 4)


def _matters(reading: Reading) -> str:
    return f"It can{'' if reading.decides_winner else 'not'} change who wins."


def as_markdown(shown: Shown) -> str:
    """Return the same in markdown."""
    lines = [f"# {escaped(shown.game.title)}: {_counts(shown)}"] if shown.whole else []
    for title, rules in sections(shown.rules):
        lines += ["", f"## {title}", ""]
        for rule in rules:
            lines.append(f"- `{rule.slug}`: {escaped(sentence_of(rule.title))} ({escaped(_where(rule))})")
            if not shown.whole:
                lines.append(f"  - {escaped(_kept(rule))}")
    if shown.readings:
        lines += ["", "## Readings", ""]
    for reading in shown.readings.values():
        lines.append(f"- `{reading.slug}`: {escaped(reading.question)}")
        for option, meaning in reading.options.items():
            default = " (the default)" if option == reading.default else ""
            lines.append(f"  - `{option}`{default}: {escaped(sentence_of(meaning))}")
        lines.append(f"  - Why that default: {escaped(ended(reading.why))}. {_matters(reading)}")
    return "\n".join(lines).lstrip("\n") + "\n"


def as_json(shown: Shown) -> bytes:
    """Return the same as a JSON document."""
    rules = [msgspec.to_builtins(rule) for rule in shown.rules.values()]
    readings = [{**msgspec.to_builtins(one), "default": one.default} for one in shown.readings.values()]
    document = envelope("rules", game=shown.game.slug, rules=rules, readings=readings)
    if shown.whole:
        document["presets"] = shown.game.catalogue.presets
    return msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n"
