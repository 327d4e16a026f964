"""The group: help, version, suggestions, and what is imported for them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
import pytest

from oasis_ref._version import VERSION
from oasis_ref.cli.group import COMMANDS, program
from tests.cli.running import log, run, write

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_lists_every_command_and_the_first_steps(flag: str) -> None:
    ran = run(flag)
    assert ran.code == 0
    assert ran.err == ""
    for name, text in COMMANDS.items():
        assert f"  {name} " in ran.out
        assert text in ran.out
    assert "First steps:" in ran.out
    assert "Exit codes:" in ran.out


def test_no_command_shows_the_help_as_an_error() -> None:
    ran = run()
    assert ran.code == 2
    assert ran.out == ""
    assert "First steps:" in ran.err


def test_version() -> None:
    assert run("--version") == (0, f"oasis-ref {VERSION}\n", "")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_examples(name: str) -> None:
    ran = run(name, "-h")
    assert ran.code == 0
    assert "Example" in ran.out
    assert f"oasis-ref {name}" in ran.out
    assert all(len(line) <= 80 for line in ran.out.split("\n"))


@pytest.mark.parametrize("name", ["show", "check", "new"])
def test_every_pack_command_has_help_with_examples(name: str) -> None:
    ran = run("pack", name, "-h")
    assert ran.code == 0
    assert f"oasis-ref pack {name}" in ran.out
    assert all(len(line) <= 80 for line in ran.out.split("\n"))


def test_every_option_says_what_it_does() -> None:
    context = click.Context(program)
    for name in COMMANDS:
        command = program.get_command(context, name)
        assert command is not None
        for option in command.params:
            assert not isinstance(option, click.Option) or option.help, f"{name} {option.name}"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["adjudicat", "x.json"], "There is no command 'adjudicat'. Did you mean adjudicate?"),
        (["zzz"], "There is no command 'zzz'. There are: adjudicate, replay,"),
        (["adjudicate"], "Missing argument 'LOG...'"),
        (["adjudicate", "--formt", "json", "x"], "No such option '--formt'"),
        (["adjudicate", "--format", "xml", "x"], "'xml' is not one of 'text', 'json', 'markdown', 'ndjson'"),
        (["adjudicate", "-q", "-v", "x"], "-q and -v exclude each other."),
        (["adjudicate", "--reading", "third-jackal", "x"], "'third-jackal' is not of the form SLUG=OPTION."),
        (["adjudicate", "--reading", "a=b", "--reading", "a=c", "x"], "a is given twice, as b and as c."),
        (["adjudicate", "--after-illegal", "skip", "x"], "'skip' is not one of 'stand', 'void', 'stop'"),
        (["rules", "desperate-oasi"], "There is no game 'desperate-oasi'. Did you mean desperate-oasis?"),
        (["schema", "desperate-oasis", "logg"], "'logg' is not one of 'log', 'sheet', 'pack', 'verdict'"),
        (["replay", "x", "--at", "1", "--to", "2"], "--at excludes --from and --to."),
        (["replay", "x", "--from", "3", "--to", "2"], "--from 3 lies behind --to 2."),
        (["options", "x"], "Missing option '--at'"),
        (["simulate", "desperate-oasis"], "Missing option '--seed'"),
        (["zz\x1b[31m\u202e"], "There is no command 'zz\\x1b[31m\\u202e'."),
    ],
    ids=[f"usage-{number}" for number in range(16)],
)
def test_wrong_usage_is_told_on_stderr(arguments: list[str], message: str) -> None:
    ran = run(*arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert message in " ".join(ran.err.split())
    assert "-h' for help" in ran.err
    assert "Traceback" not in ran.err


HEAVY = "msgspec", "rich", "jsonschema", "referencing", "json", "importlib.metadata", "difflib"

PROBE = """
import sys
sys.argv = ["oasis-ref", *sys.argv[1:]]
from oasis_ref.cli import main
try:
    main()
finally:
    print("\\n".join(sys.modules), file=sys.stderr)
"""


def modules_after(*arguments: str) -> set[str]:
    """Return the modules that a run has imported."""
    ran = subprocess.run(
        [sys.executable, "-c", PROBE, *arguments], capture_output=True, encoding="utf-8", cwd=ROOT, check=True
    )
    return set(ran.stderr.split("\n"))


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["adjudicate", "--help"]], ids=["help", "version", "command"]
)
def test_help_imports_nothing_but_click_and_the_commands(arguments: list[str]) -> None:
    modules = modules_after(*arguments)
    assert not modules & set(HEAVY)
    ours = {name for name in modules if name.startswith("oasis_ref.")}
    assert {name for name in ours if not name.startswith("oasis_ref.cli")} == {"oasis_ref._version"}


def test_a_verdict_imports_only_what_it_needs(tmp_path: Path) -> None:
    path = write(tmp_path / "good.json", log())
    modules = modules_after("adjudicate", "--format", "json", str(path))
    assert "oasis_ref.referee.adjudication" in modules
    assert not modules & {"rich", "jsonschema", "referencing", "importlib.metadata"}
    assert {name for name in modules if name.startswith("oasis_ref.report.")} == {"oasis_ref.report.totals"}
