"""The group of all commands. Each is loaded when it is called, and not before."""

from __future__ import annotations

import importlib
import os
from typing import Any, NoReturn

import click

from oasis_ref._version import VERSION
from oasis_ref.cli.guard import guarded, told_apart

COMMANDS = {
    "adjudicate": "Judge one log or many: a verdict for each.",
    "replay": "Step through a log, with the table drawn after each entry.",
    "score": "Score a final table, with the explanation.",
    "validate": "Check files against their schema: every error with its place.",
    "options": "Show what would have been legal at an entry.",
    "rules": "List the rules and readings of a game, or explain one.",
    "schema": "Print the JSON Schema of a kind of document.",
    "pack": "Show, check or begin a pack of component data.",
    "simulate": "Make up a random legal game, as a log.",
}

HELP = """Referee for recorded games of the four Oasis tabletop games.

It reads the log of a game, replays it, says of every entry whether it was legal and which rule it broke if
not, and works out the final score with an explanation that can be checked by hand.

\b
First steps:
  oasis-ref simulate desperate-oasis --seed 1 -o game.json   make up a game
  oasis-ref adjudicate game.json                             judge it
  oasis-ref replay game.json --at 10                         look at the table
  oasis-ref rules desperate-oasis                            read the rules
"""

EPILOG = """\b
Exit codes:
  0    clean
  1    findings, or undecided, or the claimed result differs
  2    wrong usage, or the output cannot be written
  3    an input could not be read or does not fit its schema
  70   a fault of oasis-ref itself
  130  interrupted (Ctrl-C)
  141  the reader of the output went away (a closed pipe)
Of several inputs the highest counts.

\b
Completion in the shell (for zsh and fish: zsh_source and fish_source):
  eval "$(_OASIS_REF_COMPLETE=bash_source oasis-ref)"

oasis-ref COMMAND -h explains a command, with examples.
"""

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class Program(click.Group):
    """A group that knows its commands by name, loads them one by one, and lets no traceback out."""

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Run the program, and end it with one of its exit codes."""
        extra["standalone_mode"] = False
        if "_OASIS_REF_COMPLETE" in os.environ:
            importlib.import_module("oasis_ref.cli.completion")
        guarded(lambda: super(Program, self).main(*args, **extra))

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the command line; ``--help`` and ``--version`` print here."""
        with told_apart():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was named."""
        with told_apart():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in the order in which they are listed."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load and return a command, or None if there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"oasis_ref.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        command.short_help = COMMANDS[cmd_name]
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is meant; suggest one that is spelt nearly like it."""
        name = args[0]
        if name not in COMMANDS and not ctx.resilient_parsing and not name.startswith("-"):
            from difflib import get_close_matches

            close = get_close_matches(name, COMMANDS, n=1)
            hint = f"Did you mean {close[0]}?" if close else f"There are: {', '.join(COMMANDS)}."
            raise click.UsageError(f"There is no command {name!r}. {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        click.echo(f"oasis-ref {VERSION}")
        ctx.exit()


program = Program(
    name="oasis-ref",
    help=HELP,
    epilog=EPILOG,
    context_settings=SETTINGS,
    params=[
        click.Option(
            ["--version"], is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version."
        )
    ],
)
