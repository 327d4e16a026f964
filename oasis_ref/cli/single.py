"""Commands that take one log: reading it, and refusing it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

import click

from oasis_ref.cli.guard import UNREADABLE
from oasis_ref.cli.judging import Choices, place
from oasis_ref.cli.reporting import printable, say_faults
from oasis_ref.record.errors import LogError
from oasis_ref.record.inputs import STDIN, Input, inputs_of

if TYPE_CHECKING:
    from oasis_ref.core.documents import Log, Pack
    from oasis_ref.games.base import Game
    from oasis_ref.record.verdict import PackUsed


class OneLog:
    """The one log of a command, with its game and the pack to judge by. ``file`` is what it was read from."""

    def __init__(self, argument: str, choices: Choices) -> None:
        from oasis_ref.record.reading import read_log
        from oasis_ref.referee.settings import game_for

        source = self._source = _one(argument)
        self.name = printable(source.name)
        self.file = source.name.file
        try:
            if isinstance(source.data, LogError):
                raise source.data
            self.log: Log = read_log(source.data, name=source.name)
            self.game: Game = game_for(self.log)
            self.pack: str | Pack | None = choices.pack_for(self.game)
        except LogError as error:
            self.refuse(error)
        self.length = len(self.log.moves)  # type: ignore[attr-defined]

    def pack_used(self) -> PackUsed:
        """Return which pack the log is judged by. The log's own may not exist: then the log is refused."""
        from oasis_ref.referee.settings import pack_for

        try:
            return pack_for(self.game, self.log, self.pack)[1]
        except LogError as error:
            self.refuse(error)

    def refuse(self, error: LogError) -> NoReturn:
        """Print the faults of the log to stderr, and end with the code for it."""
        place(error, self._source)
        refuse(self._source.name, error)


def _one(argument: str) -> Input:
    """Return the one input that the argument names. Raises UsageError if it names several."""
    inputs = inputs_of((argument,), wanted=("log",))
    first = next(inputs)
    second = next(inputs, None)
    if second is not None:
        if argument == "-":
            raise click.UsageError(f"{STDIN} holds several logs; give one.")
        raise click.UsageError(f"{printable(argument)} holds several logs; name one, such as {second.name}.")
    return first


def refuse(name: str, error: LogError) -> NoReturn:
    """Print the faults of the only input to stderr, and end with the code for it."""
    say_faults(name, error.faults)
    click.get_current_context().exit(UNREADABLE)


def within(option: str, number: int | None, most: int) -> None:
    """Raise UsageError if there is no entry of that number."""
    if number is not None and not 1 <= number <= most:
        has = f"entries 1 to {most}" if most else "no entries"
        raise click.UsageError(f"{option}: there is no entry {number}; the log has {has}.")
