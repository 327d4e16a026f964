"""Commands that take one log: reading it, and refusing it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from oasis_ref.cli.guard import UNREADABLE
from oasis_ref.cli.judging import Choices
from oasis_ref.cli.reporting import printable, say_faults
from oasis_ref.record.errors import LogError

if TYPE_CHECKING:
    from oasis_ref.core.documents import Log, Pack
    from oasis_ref.games.base import Game


class OneLog:
    """The one log of a command, with its game and the pack to judge by."""

    def __init__(self, argument: str, choices: Choices) -> None:
        from oasis_ref.record.reading import read_log
        from oasis_ref.referee.settings import game_for

        self.name = "standard input" if argument == "-" else printable(argument)
        try:
            data: bytes | Path = sys.stdin.buffer.read() if argument == "-" else Path(argument)
            self.log: Log = read_log(data, name=self.name)
            self.game: Game = game_for(self.log)
            self.pack: str | Pack | None = choices.pack_for(self.game)
        except LogError as error:
            refuse(self.name, error)
        self.length = len(self.log.moves)  # type: ignore[attr-defined]


def refuse(name: str, error: LogError) -> NoReturn:
    """Print the faults of the only input to stderr, and end with the code for it."""
    say_faults(name, error.faults)
    click.get_current_context().exit(UNREADABLE)


def within(option: str, number: int | None, most: int) -> None:
    """Raise UsageError if there is no entry of that number."""
    if number is not None and not 1 <= number <= most:
        has = f"entries 1 to {most}" if most else "no entries"
        raise click.UsageError(f"{option}: there is no entry {number}; the log has {has}.")
