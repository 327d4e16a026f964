"""Doing something with one log after the other: what ``replay`` and ``options`` have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from oasis_ref.cli.common import Settings
from oasis_ref.cli.guard import CLEAN, OUR_FAULT, UNREADABLE, USAGE, complain, say
from oasis_ref.cli.judging import Choices, peek, place
from oasis_ref.cli.output import Output
from oasis_ref.cli.reporting import placed, printable, say_faults
from oasis_ref.record.errors import LogError
from oasis_ref.record.inputs import Input, inputs_of

if TYPE_CHECKING:
    from oasis_ref.core.documents import Log, Pack
    from oasis_ref.games.base import Game
    from oasis_ref.record.verdict import PackUsed
    from oasis_ref.report.wording import Names

Work = Callable[["OneLog", "Series"], int]
"""Does the work of a command for one log, writes what comes of it, and returns the exit code for it."""


class OneLog:
    """One log of a command, with its game, and the readings and the pack to judge by.

    Raises LogError if it cannot be read, UsageError for a choice that its game does not have.
    """

    def __init__(self, source: Input, choices: Choices) -> None:
        from oasis_ref.record.reading import read_log
        from oasis_ref.referee.settings import game_for, pack_for

        if isinstance(source.data, LogError):
            raise source.data
        self.name = printable(source.name)
        self.log: Log = read_log(source.data, name=source.name)
        self.game: Game = game_for(self.log)
        self.readings = choices.readings_for(self.game)
        self.pack: str | Pack | None = choices.pack_for(self.game)
        self.after_illegal = choices.after_illegal
        self.pack_used: PackUsed = pack_for(self.game, self.log, self.pack)[1]
        self.moves: list[Any] = self.log.moves
        self.length = len(self.moves)

    def names(self) -> Names:
        """Return the names of all who play."""
        from oasis_ref.report.wording import Names

        return Names(self.log.players, self.game.others)


class Series:
    """The place for what comes of the logs, one after the other; ``many`` says whether there is more than one."""

    def __init__(self, output: Output, chosen: Settings, many: bool) -> None:
        self.output = output
        self.format = chosen.format
        self.level = chosen.level
        self.many = many
        self._first = True

    def begin(self) -> None:
        """Set what comes apart from what came before."""
        if self.many and self.format == "json":
            self.output.raw(b"[\n" if self._first else b",\n")
        elif self.many and not self._first and self.format == "text":
            self.output.text(f"\n{'-' * 80}\n\n")
        elif self.many and not self._first and self.format == "markdown":
            self.output.text("\n")
        self._first = False

    def document(self, pieces: Iterable[bytes]) -> None:
        """Write a document of JSON, with ``ndjson`` each piece on its line."""
        begun = self.format != "json"
        for piece in pieces:
            if not begun:
                self.begin()
                begun = True
            self.output.raw(piece)

    def unread(self, source: Input, error: LogError) -> None:
        """Tell of a log that could not be read: among many, in the place of what would have come of it."""
        say_faults(source.name, error.faults)
        if not self.many:
            return
        if self.format in ("json", "ndjson"):
            import msgspec

            from oasis_ref.record.writing import unread_document

            faults = [placed(fault, source.name) for fault in error.faults]
            encoded = msgspec.json.encode(unread_document(printable(source.name), faults))
            self.document([encoded + b"\n" if self.format == "ndjson" else msgspec.json.format(encoded, indent=2)])

    def end(self) -> None:
        """Finish."""
        if self.many and self.format == "json":
            self.output.raw(b"[]\n" if self._first else b"]\n")


def each_log(arguments: Sequence[str], chosen: Settings, work: Work) -> int:
    """Do the work for every log that the arguments name, and return the exit code: the highest of all.

    What is wrong with one of several logs is told on stderr and does not stop the others; a single one ends with
    its UsageError.
    """
    first, rest = peek(inputs_of(arguments, wanted=("log",)), 2)
    many = len(first) > 1
    choices = Choices(chosen, many)
    code = CLEAN
    with Output(chosen, arguments) as output:
        series = Series(output, chosen, many)
        for source in rest:
            output.spare(source.name.file)
            code = max(code, _one(source, choices, series, work))
        series.end()
    return code


def _one(source: Input, choices: Choices, series: Series, work: Work) -> int:
    try:
        return work(OneLog(source, choices), series)
    except LogError as error:
        place(error, source)
        series.unread(source, error)
        return UNREADABLE
    except NoSuchEntry as error:
        if not series.many:
            raise
        say(f"{printable(source.name)}: {error.message}")
        return USAGE
    except click.ClickException:
        raise
    except Exception as error:
        if not series.many:
            raise
        complain(error, source.name)
        return OUR_FAULT


class NoSuchEntry(click.UsageError):
    """The log does not have the entry that was asked for."""


def within(option: str, number: int | None, most: int) -> None:
    """Raise NoSuchEntry if there is no entry of that number."""
    if number is not None and not 1 <= number <= most:
        has = f"entries 1 to {most}" if most else "no entries"
        raise NoSuchEntry(f"{option}: there is no entry {number}; the log has {has}.")
