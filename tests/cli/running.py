"""Running the command line in a test, and the small logs that it is run on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from click.testing import CliRunner

from oasis_ref.cli.group import program


class Ran(NamedTuple):
    """How a run ended: the exit code, and what it wrote to stdout and stderr."""

    code: int
    out: str
    err: str


def run(*arguments: str | Path | int, stdin: str | bytes | None = None, env: dict[str, str] | None = None) -> Ran:
    """Run ``oasis-ref`` with these arguments."""
    runner = CliRunner(env={"NO_COLOR": None, "TERM": "xterm", "OASIS_REF_DEBUG": None, **(env or {})})
    result = runner.invoke(program, [str(argument) for argument in arguments], input=stdin, prog_name="oasis-ref")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return Ran(result.exit_code, result.stdout, result.stderr)


ROUND: dict[str, Any] = {"do": "round", "first": "A", "oases": [3, -1, 2, {"value": 1, "portal": True}, -2]}
LEGAL: list[dict[str, Any]] = [
    ROUND,
    {"by": "A", "do": "play", "card": "oryx", "column": 2, "comment": "opens wide", "glyph": "!?"},
    {"by": "A", "do": "play", "card": "jerboa", "column": 4},
    {"by": "A", "do": "draw", "count": 2},
    {"by": "B", "do": "play", "card": "jackal", "side": "A", "column": 5},
]
FAULTY = [*LEGAL[:3], {"by": "A", "do": "play", "card": "camel", "column": 4}, *LEGAL[3:]]
"""A third card in one turn."""


def log(moves: list[Any] | None = None, **fields: Any) -> dict[str, Any]:
    """Return a log, with these moves or legal ones."""
    players = [{"seat": "A", "name": "Ann"}, {"seat": "B", "name": "Ben"}]
    made = {"game": "desperate-oasis", "players": players, "pack": "sample-animals", **fields}
    return {**made, "moves": LEGAL if moves is None else moves}


def sheet(**fields: Any) -> dict[str, Any]:
    """Return a sheet: A 3 + 2 - 1 + 2 = 6, B 1."""
    piles = {"A": {"oases": [3, 2, -1], "tokens": 2}, "B": {"oases": [1], "tokens": 0}}
    return {"kind": "sheet", "game": "desperate-oasis", "piles": piles, **fields}


def write(path: Path, document: Any) -> Path:
    """Write a document into a file, and return the file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    return path


def write_lines(path: Path, documents: list[Any]) -> Path:
    """Write documents into a file, one a line, and return the file."""
    path.write_text("".join(json.dumps(document) + "\n" for document in documents), encoding="utf-8")
    return path
