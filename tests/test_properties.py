"""What holds for every game of the registry and any record: checked on simulated games and on all fixtures."""

from __future__ import annotations

import json
import math
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from oasis_ref.core.documents import Log, Ruling
from oasis_ref.core.tally import Node
from oasis_ref.games import game as game_of
from oasis_ref.games.base import Table
from oasis_ref.record.reading import read_log
from oasis_ref.record.verdict import Verdict
from oasis_ref.referee.adjudication import adjudicate, table_before
from tests.material import (
    ALL_GAMES,
    Document,
    fixture_verdicts,
    game_files,
    judge,
    simulated,
    simulated_verdicts,
    tries,
    whole_games,
)

each_game = pytest.mark.parametrize("game", ALL_GAMES)


def read(document: Document) -> Log:
    return read_log(json.dumps(document).encode())


# --- clean games --------------------------------------------------------------------------------------------------


@each_game
def test_simulated_games_are_judged_clean(game: str) -> None:
    for seed, (_, verdict) in enumerate(simulated_verdicts(game)):
        assert [finding.message for finding in verdict.all_findings()] == [], seed
        assert verdict.status == "clean", seed
        assert verdict.outcome.state == "finished", seed


BLANKED = 100


@each_game
def test_blanking_what_a_scribe_cannot_see_breaks_nothing(game: str) -> None:
    for seed, document in enumerate(simulated(game)[:BLANKED]):
        hidden = game_of(game).hide(read(document))
        verdict = adjudicate(hidden)
        wrong = [
            (entry.number, finding.message)
            for entry in verdict.entries
            for finding in entry.findings
            if finding.status != "unverifiable"
        ]
        assert wrong == [], seed


# --- options ------------------------------------------------------------------------------------------------------


def copies(document: Document, seed: int, count: int) -> Iterator[tuple[int, Table]]:
    """Yield some entry numbers of a game, each with the table before that entry."""
    numbers = [number for number, entry in enumerate(document["moves"], 1) if entry["do"] != "ruling"]
    chosen = sorted(random.Random(seed).sample(numbers, min(count, len(numbers))))
    log = read(document)
    for number in chosen:
        yield number, table_before(log, number)


def after(table: Table, entry: Any) -> Any:
    """Return the table after an entry, as plain data."""
    twin = table.copy()
    twin.carry_out(entry, twin.judge(entry))
    return seen(twin)


def seen(table: Table) -> Any:
    """Return the table as plain data; in which order two cards went off it is no difference."""
    data = table.view().data
    return {**data, "destroyed": sorted(data["destroyed"])} if "destroyed" in data else data


def does_what_an_option_does(table: Table, entry: Any, candidates: list[Any]) -> bool:
    """Return whether some legal option of the kind leads to the same table; the most similar ones are asked first.

    An option that leaves it to chance which card comes (`?`) stands for each one that it can be. What does nothing need
    not be among the options.
    """
    if entry in candidates:
        return True
    wanted = after(table, entry)
    if wanted == seen(table):
        return True
    fields = type(entry).__struct_fields__
    alike = [option for option in candidates if type(option) is type(entry)]

    def difference(option: Any) -> int:
        return sum(getattr(option, name) != getattr(entry, name) for name in fields)

    def left_to_chance(option: Any) -> bool:
        return all(getattr(option, name) in (getattr(entry, name), "?") for name in fields)

    return any(
        not table.judge(option).findings and (left_to_chance(option) or after(table, option) == wanted)
        for option in sorted(alike, key=difference)
    )


OPTION_GAMES = {"desperate-oasis": 200, "new-hope": 200, "oasis": 100, "new-life": 100}
"""In how many games the options at one place are looked at."""


def owes_at_the_end(table: Table, option: Any) -> bool:
    """Return whether a record that stops after the option leaves something out of its last turn."""
    twin = table.copy()
    twin.carry_out(option, twin.judge(option))
    return bool(twin.close())


def check_options_are_legal(document: Document, number: int, options: list[Any]) -> None:
    """Every option is judged legal on another table (of very many 100), and some as the next entry of the record."""
    table = table_before(read(document), number)
    for option in options[:100]:
        assert [finding.message for finding in table.judge(option).findings] == [], option
    for option in islice((option for option in options if not owes_at_the_end(table, option)), 3):
        moves = [*document["moves"][: number - 1], msgspec.to_builtins(option)]
        assert [finding.message for finding in judge({**document, "moves": moves}).all_findings()] == [], option


def listed_in_full(table: Table, entry: Any) -> bool:
    """Return whether all that is legal of a kind is among the options: not what chance decides, nor examples."""
    return hasattr(entry, "by") and entry.__struct_config__.tag not in table.examples()


def check_recorded_is_an_option(entry: Any, table: Table, candidates: list[Any]) -> None:
    """The recorded entry is among the options."""
    if listed_in_full(table, entry):
        assert does_what_an_option_does(table, entry, candidates), entry


def mixed(pool: Sequence[Any], chance: random.Random) -> Any:
    """Return an entry that takes each field from some entry of one kind."""
    kind = type(chance.choice(pool))
    alike = [entry for entry in pool if type(entry) is kind]
    return kind(**{name: getattr(chance.choice(alike), name) for name in kind.__struct_fields__})


NON_OPTIONS = 20
MOST_DRAWN = 200


def check_no_option_is_legal(
    table: Table, candidates: list[Any], recorded: Sequence[Any], chance: random.Random
) -> int:
    """Random entries are judged legal only if some option does the same; return how many were judged not legal.

    They are mixed of the fields of what was asked about here, and of what the game records elsewhere.
    """
    refused = 0
    for place in range(MOST_DRAWN):
        entry = mixed(candidates if place % 2 and candidates else [*candidates, *recorded], chance)
        if table.judge(entry).findings:
            refused += 1
            if refused == NON_OPTIONS:
                break
        elif listed_in_full(table, entry):
            assert does_what_an_option_does(table, entry, candidates), entry
    return refused


@each_game
def test_options_agree_with_the_judge(game: str) -> None:
    refused = []
    for seed, document in enumerate(simulated(game)[: OPTION_GAMES[game]]):
        number, table = next(copies(document, seed, 1))
        chance = random.Random(seed)
        candidates = list(table.candidates())
        chance.shuffle(candidates)
        check_options_are_legal(document, number, [option for option in candidates if not table.judge(option).findings])
        moves = [entry for entry in read(document).moves if not isinstance(entry, Ruling)]
        check_recorded_is_an_option(moves[number - 1], table, candidates)
        refused.append(check_no_option_is_legal(table, candidates, moves, chance))
    assert min(refused) == NON_OPTIONS


@each_game
def test_judging_changes_nothing(game: str) -> None:
    for seed, document in enumerate(simulated(game)[:20]):
        for number, table in copies(document, seed, 1):
            before = table.view().data
            for option in islice(table.candidates(), 300):
                table.judge(option)
            assert table.view().data == before, (seed, number)
            assert not table.trail, (seed, number)
            assert not table.notes, (seed, number)


# --- the tally ----------------------------------------------------------------------------------------------------


def recomputed(node: Node) -> int | str | None:
    """Return what a node's children make of it; its own value if it stands for itself or cannot be told."""
    values = [child.value for child in node.children]
    if node.how not in ("sum", "product", "max", "min", "more", "fewer") or not all(
        isinstance(value, int) for value in values
    ):
        return node.value
    numbers = [value for value in values if isinstance(value, int)]
    if node.how in ("more", "fewer"):
        best = (max if node.how == "more" else min)(numbers)
        ahead = [child.label for child in node.children if child.value == best]
        return ahead[0] if len(ahead) == 1 else "nobody"
    if not numbers:
        return {"product": 1}.get(node.how, 0)
    if node.how == "product":
        result = 1
        for number in numbers:
            result *= number
        return result
    if node.how == "sum":
        return sum(numbers)
    return max(numbers) if node.how == "max" else min(numbers)


def bounds(node: Node) -> tuple[int | None, int | None]:
    """Return the least and the greatest value that a node can have by its children; None where there is no bound."""
    lows = [child.value if isinstance(child.value, int) else child.low for child in node.children]
    highs = [child.value if isinstance(child.value, int) else child.high for child in node.children]
    some_low, some_high = [low for low in lows if low is not None], [high for high in highs if high is not None]
    if node.how == "sum":
        return sum(some_low) if None not in lows else None, sum(some_high) if None not in highs else None
    if node.how == "product":
        if any(child.value == 0 for child in node.children):
            return 0, 0
        low = math.prod(some_low) if None not in lows and min(some_low) >= 0 else None
        return low, None if low is None or None in highs else math.prod(some_high)
    if node.how == "max":
        return max(some_low, default=None), max(some_high) if None not in highs else None
    return min(some_low) if None not in lows else None, min(some_high, default=None)


def check_unknown(node: Node, where: object) -> None:
    """Check a node of which some child cannot be told: its bounds, and its value where they leave only one."""
    if node.how in ("sum", "product", "max", "min"):
        low, high = bounds(node)
        if node.why is not None and (node.low, node.high) != (low, high):
            # Bounds of several children together may be closer than those of each; the reason is told.
            assert low is None or (node.low is not None and node.low >= low), (where, node.label)
            assert high is None or (node.high is not None and node.high <= high), (where, node.label)
        elif low is not None and low == high:
            assert (node.value, node.low, node.high) == (low, None, None), (where, node.label)
        else:
            assert (node.value, node.low, node.high) == (None, low, high), (where, node.label)
    elif node.value not in (None, "nobody"):
        winner = next(child for child in node.children if child.label == node.value)
        one, others = (winner, [child for child in node.children if child is not winner])
        sure, rival = ("low", "high") if node.how == "more" else ("high", "low")
        mine = winner.value if isinstance(winner.value, int) else getattr(one, sure)
        for other in others:
            theirs = other.value if isinstance(other.value, int) else getattr(other, rival)
            assert mine is not None, (where, node.label)
            assert theirs is not None, (where, node.label)
            assert mine > theirs if node.how == "more" else mine < theirs, (where, node.label)


def check_tally(tally: Node, where: object) -> None:
    for node in tally.walk():
        assert node.value == recomputed(node), (where, node.label)
        if node.how not in ("given", "parts") and any(not isinstance(child.value, int) for child in node.children):
            check_unknown(node, where)
        assert len({child.label for child in node.children}) == len(node.children), (where, node.label, "labels twice")
        if node.value is not None:
            assert (node.low, node.high) == (None, None), (where, node.label)
        elif node.low is not None and node.high is not None:
            assert node.low < node.high, (where, node.label)
        if node.children:
            assert node.how != "given" or node.value is None, (where, node.label, "does not say how it follows")


@each_game
def test_every_line_of_the_tally_follows_from_the_lines_below_it(game: str) -> None:
    for name, verdict in fixture_verdicts(game):
        check_tally(verdict.tally, name)
    for seed, (_, verdict) in enumerate(simulated_verdicts(game)):
        check_tally(verdict.tally, seed)


# --- the same words every time ------------------------------------------------------------------------------------

SCRIPT = """
import hashlib, sys
from pathlib import Path
import msgspec
from oasis_ref.record.reading import read_log
from oasis_ref.referee.adjudication import adjudicate
for name in sys.argv[1:]:
    for policy in ("stand", "void", "stop"):
        verdict = adjudicate(read_log(Path(name)), after_illegal=policy)
        print(policy, verdict.digest, hashlib.sha256(msgspec.json.encode(verdict)).hexdigest())
"""


@each_game
def test_a_verdict_is_the_same_on_every_machine(game: str, tmp_path: Path) -> None:
    files = [str(path) for path in game_files(game)]
    for number, (_, document, _, _) in enumerate(tries(game)[::9]):
        if document.get("kind") != "sheet":
            path = tmp_path / f"{number}.json"
            path.write_text(json.dumps(document), encoding="utf-8")
            files.append(str(path))
    root = str(Path(__file__).parents[1])
    said = set()
    for hashes, zone, language, folder in (
        ("0", "UTC", "C", root),
        ("4711", "Asia/Kathmandu", "tr_TR.UTF-8", str(tmp_path)),
    ):
        environment = {**os.environ, "PYTHONHASHSEED": hashes, "TZ": zone, "LC_ALL": language, "PYTHONPATH": root}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, *files],
            capture_output=True,
            text=True,
            env=environment,
            cwd=folder,
            check=True,
        )
        said.add(done.stdout)
        assert len(done.stdout.splitlines()) == 3 * len(files)
    assert len(said) == 1


# --- records ------------------------------------------------------------------------------------------------------


def test_the_digest_does_not_hang_on_how_the_policy_was_given() -> None:
    log = read(simulated(ALL_GAMES[0])[0])
    given: Any = "".join(("st", "and"))
    assert adjudicate(log, after_illegal=given).digest == adjudicate(log).digest


@each_game
def test_a_log_survives_being_written_and_read(game: str) -> None:
    documents = [document for _, document in whole_games(game)]
    documents += [document for _, document, _, _ in tries(game)[::8] if document.get("kind") != "sheet"]
    for document in [*documents, *simulated(game)[:5]]:
        log = read(document)
        again = read_log(msgspec.json.encode(log))
        assert again == log
        one, other = adjudicate(log), adjudicate(again)
        one.sha256 = other.sha256 = ""
        assert one == other


@each_game
def test_a_shorter_record_gives_the_table_that_the_longer_one_had(game: str) -> None:
    for seed, document in enumerate(simulated(game)[:20]):
        whole = read(document)
        for number in random.Random(seed).sample(range(1, len(document["moves"]) + 1), 2):
            part = read({**document, "moves": document["moves"][:number]})
            assert table_before(part, number + 1).view() == table_before(whole, number + 1).view(), (seed, number)


@each_game
def test_a_comment_and_a_sign_change_nothing(game: str) -> None:
    documents = [document for _, document in whole_games(game)]
    documents += [document for _, document, _, _ in tries(game)[1::4] if document.get("kind") != "sheet"]
    kinds: set[str] = set()
    for document in [*documents, *simulated(game)[:5]]:
        moves = [{**entry, "comment": "a remark \u2014 [red]", "glyph": "!?"} for entry in document["moves"]]
        plain, annotated = judge(document), judge({**document, "moves": moves})
        assert [entry.entry.comment for entry in annotated.entries] == ["a remark \u2014 [red]"] * len(moves)
        assert without_annotations(annotated) == without_annotations(plain)
        kinds |= {entry["do"] for entry in moves}
    assert kinds >= {kind.__struct_config__.tag for kind in game_of(game).entry.__args__}


def without_annotations(verdict: Verdict) -> Any:
    data = msgspec.to_builtins(verdict)
    for name in ("sha256", "digest"):
        data[name] = ""
    for entry in data["entries"]:
        for name in ("comment", "glyph"):
            entry["entry"].pop(name, None)
    return data
