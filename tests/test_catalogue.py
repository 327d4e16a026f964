"""The catalogue of a game is what its referee does: every rule is broken or cited, every option makes a difference."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest
from msgspec import to_builtins

from oasis_ref.games import game as game_of
from oasis_ref.record.reading import read_log
from oasis_ref.record.verdict import Verdict
from oasis_ref.referee.adjudication import replay
from oasis_ref.referee.replaying import RULINGS
from tests.material import ALL_GAMES, fixture_verdicts, judge, tries, whole_games

each_game = pytest.mark.parametrize("game", ALL_GAMES)


def expected_slugs(attempt: dict[str, Any]) -> Iterator[str]:
    for text in [*attempt["expect"], *attempt.get("given_expect", [])]:
        yield from text.split()[1:]


def cited(verdict: Verdict) -> Iterator[str]:
    """Yield every slug that a verdict cites beside its findings."""
    for entry in verdict.entries:
        yield from (happening.rule for happening in entry.trail)
    yield from (node.rule for node in verdict.tally.walk() if node.rule)
    if verdict.outcome.rule:
        yield verdict.outcome.rule


@cache
def cited_in(game: str) -> set[str]:
    return {slug for _, verdict in fixture_verdicts(game) for slug in cited(verdict)}


@each_game
def test_every_judged_rule_is_broken_by_some_case(game: str) -> None:
    broken = {slug for _, _, attempt, _ in tries(game) for slug in expected_slugs(attempt)}
    judged = {slug for slug, rule in game_of(game).catalogue.rules.items() if rule.kind == "judged"}
    assert sorted(judged - broken) == []


@each_game
def test_every_applied_rule_is_cited_by_some_game(game: str) -> None:
    applied = {slug for slug, rule in game_of(game).catalogue.rules.items() if rule.kind == "applied"}
    assert sorted(applied - cited_in(game)) == []


@each_game
def test_nothing_is_cited_that_the_catalogue_does_not_list(game: str) -> None:
    known = {*game_of(game).catalogue.rules, *RULINGS.rules}
    notes = {
        note.rule
        for _, verdict in fixture_verdicts(game)
        for note in [*verdict.notes, *(note for entry in verdict.entries for note in entry.notes)]
        if note.rule
    }
    broken = {finding.rule for _, verdict in fixture_verdicts(game) for finding in verdict.all_findings()}
    assert sorted((cited_in(game) | notes | broken) - known) == []


@each_game
def test_a_finding_says_what_the_catalogue_says_of_its_rule(game: str) -> None:
    rules = {**game_of(game).catalogue.rules, **RULINGS.rules}
    for name, verdict in fixture_verdicts(game):
        for finding in verdict.all_findings():
            rule = rules[finding.rule]
            assert (finding.title, finding.section) == (rule.title, rule.section), name


@each_game
def test_cases_use_only_slugs_that_exist(game: str) -> None:
    known = {*game_of(game).catalogue.rules, *RULINGS.rules}
    used = {slug for _, _, attempt, _ in tries(game) for slug in expected_slugs(attempt)}
    assert sorted(used - known) == []


def said_in(verdict: Verdict) -> dict[str, Any]:
    """Return what a verdict says, without what only repeats the chosen readings."""
    said: dict[str, Any] = to_builtins(verdict)
    for name in ("readings", "touched", "sha256", "digest"):
        said.pop(name, None)
    return said


def last_table(document: dict[str, Any], policy: Any) -> Any:
    """Return the table at the end of a log as plain data; nothing for a sheet."""
    if document.get("kind") == "sheet":
        return None
    steps = list(replay(read_log(json.dumps(document).encode()), after_illegal=policy))
    return steps[-1].view.data if steps else None


class Difference(NamedTuple):
    """A try that comes out otherwise under the default: in its verdict or only on its table, and who says so."""

    name: str
    in_verdict: bool
    told: bool


@cache
def differences(game: str) -> dict[tuple[str, str], list[Difference]]:
    found: dict[tuple[str, str], list[Difference]] = {}
    readings = game_of(game).catalogue.readings
    for name, document, _, policy in tries(game):
        for slug, option in document.get("readings", {}).items():
            if slug not in readings or option == readings[slug].default:
                continue
            chosen = judge(document, policy)
            by_default = {
                **document,
                "readings": {key: value for key, value in document["readings"].items() if key != slug},
            }
            default = judge(by_default, policy)
            in_verdict = said_in(chosen) != said_in(default)
            if in_verdict or last_table(document, policy) != last_table(by_default, policy):
                told = all(slug in {touched.slug for touched in verdict.touched} for verdict in (chosen, default))
                found.setdefault((slug, option), []).append(Difference(name, in_verdict, told))
    return found


@each_game
def test_every_option_of_every_reading_makes_a_difference_in_some_case(game: str) -> None:
    readings = game_of(game).catalogue.readings
    options = {
        (slug, option) for slug, reading in readings.items() for option in reading.options if option != reading.default
    }
    assert sorted(options - set(differences(game))) == []


@each_game
def test_a_reading_that_makes_a_difference_is_listed_as_touched(game: str) -> None:
    silent = [
        (slug, option, one.name)
        for (slug, option), ones in differences(game).items()
        for one in ones
        if one.in_verdict and not one.told
    ]
    assert silent == []


@each_game
def test_an_option_that_would_change_a_whole_game_is_listed_as_touched(game: str) -> None:
    for name, document in whole_games(game)[:2]:
        plain = {**document, "readings": {}}
        default = judge(plain, "stop")
        touched = {one.slug for one in default.touched}
        for slug, reading in game_of(game).catalogue.readings.items():
            for option in list(reading.options)[1:]:
                other = judge({**plain, "readings": {slug: option}}, "stop")
                assert said_in(other) == said_in(default) or slug in touched, (name, slug, option)
