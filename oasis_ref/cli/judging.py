"""Judging one input after the other: what ``adjudicate`` and ``score`` have in common."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from oasis_ref.cli.common import Settings, did_you_mean
from oasis_ref.cli.guard import CLEAN, FINDINGS, OUR_FAULT, UNREADABLE, complain, say
from oasis_ref.cli.output import Output
from oasis_ref.cli.reporting import MOST_FAULTS, REPORTERS, Reporter, fault_lines, say_faults
from oasis_ref.record.errors import LogError
from oasis_ref.record.inputs import Input, inputs_of

if TYPE_CHECKING:
    from oasis_ref.core.documents import Log, Pack, Sheet
    from oasis_ref.games.base import Game
    from oasis_ref.record.verdict import Verdict

Judge = Callable[[bytes, str, "Choices"], "Verdict"]
"""Judges the bytes of an input of that name."""


class Choices:
    """The readings and the pack given on the command line, checked against each game that they are used for.

    Of ``many`` inputs some may be of another game than the one that a choice is meant for. These are judged without
    it, which is said once for each game; what no game knows is refused.
    """

    def __init__(self, chosen: Settings, many: bool = False) -> None:
        self.after_illegal = chosen.after_illegal
        self._readings = chosen.readings
        self._pack = chosen.pack
        self._many = many
        self._checked: dict[str, tuple[dict[str, str], str | Pack | None]] = {}

    def readings_for(self, game: Game) -> dict[str, str]:
        """Return the readings to judge by. Raises UsageError for what does not exist."""
        return self._of(game)[0]

    def pack_for(self, game: Game) -> str | Pack | None:
        """Return the pack to judge by, or None. Raises UsageError for what does not exist."""
        return self._of(game)[1]

    def _of(self, game: Game) -> tuple[dict[str, str], str | Pack | None]:
        if game.slug not in self._checked:
            self._checked[game.slug] = self._readings_of(game), self._pack_of(game)
        return self._checked[game.slug]

    def _readings_of(self, game: Game) -> dict[str, str]:
        kept = {}
        for slug, option in self._readings.items():
            check = partial(check_readings, {slug: option})
            try:
                check(game)
            except click.UsageError:
                if not (self._many and _meant_elsewhere(check, game)):
                    raise
                _say(f"--reading {slug}={option}: {game.slug} has no such reading; its inputs are judged without it.")
            else:
                kept[slug] = option
        return kept

    def _pack_of(self, game: Game) -> str | Pack | None:
        wanted = self._pack
        if wanted is None:
            return None
        try:
            pack = open_pack(wanted, game)
        except click.UsageError:
            if not (self._many and _meant_elsewhere(partial(open_pack, wanted), game)):
                raise
            _say(f"--pack {wanted}: this is no pack of {game.slug}; its inputs are judged by their own.")
            return None
        if not isinstance(pack, str):
            from oasis_ref.referee.settings import pack_faults

            faults = pack_faults(game, pack)
            if faults:
                _say(f"--pack: {wanted} is judged by as it is, but {faults}")
        return pack


def _say(text: str) -> None:
    """Print to stderr what names something that was typed, cleaned of control characters."""
    from oasis_ref.report.clean import clean

    say(clean(text))


def _meant_elsewhere(check: Callable[[Game], object], game: Game) -> bool:
    """Return whether another game passes the check."""
    from oasis_ref.games import GAMES
    from oasis_ref.games import game as load

    for slug in GAMES:
        if slug != game.slug:
            try:
                check(load(slug))
            except click.UsageError:
                continue
            return True
    return False


class PackUnreadable(click.ClickException):
    """The file given with ``--pack`` is no pack; no input can be judged by it."""

    exit_code = UNREADABLE

    def __init__(self, name: str, error: LogError) -> None:
        super().__init__("--pack cannot be read:\n" + "\n".join(fault_lines(name, error.faults[:MOST_FAULTS])))


def check_readings(readings: dict[str, str], game: Game) -> dict[str, str]:
    """Return the readings, a preset resolved. Raises UsageError for one, or an option, that the game does not have."""
    from oasis_ref.core.readings import ReadingError, choose

    try:
        return choose(game.catalogue.readings, game.catalogue.presets, readings)
    except ReadingError as error:
        raise click.UsageError(f"--reading: {error}. `oasis-ref rules {game.slug}` lists all.") from None


def open_pack(wanted: str, game: Game) -> str | Pack:
    """Return the name of a pack of the game, or the pack in a file.

    Raises UsageError if there is neither, PackUnreadable if the file is no pack.
    """
    if wanted in game.packs:
        return wanted
    path = Path(wanted)
    if not path.exists():
        raise click.UsageError(
            f"--pack: {wanted!r} is neither a file nor a pack of {game.slug}. {did_you_mean(wanted, game.packs)}"
        )
    from oasis_ref.record.reading import read_pack

    try:
        pack = read_pack(path)
    except LogError as error:
        raise PackUnreadable(wanted, error) from None
    if not isinstance(pack, game.pack):
        raise click.UsageError(f"--pack: {wanted} is a pack of another game than {game.slug}.")
    return pack


def game_of(document: Log | Sheet) -> Game:
    """Return the game of a document."""
    from oasis_ref.referee.settings import game_for

    return game_for(document)


def judge_all(arguments: Sequence[str], chosen: Settings, judge: Judge, noun: str) -> int:
    """Judge every input, tell of each as it is judged, and return the exit code: the highest of all."""
    from oasis_ref.report.totals import Tallied

    first, rest = peek(inputs_of(arguments, wanted=(noun,)), 2)
    many = len(first) > 1
    counted = Tallied()
    choices = Choices(chosen, many)
    code = CLEAN
    shown = arguments if many else ()
    with Output(chosen, arguments) as output, _progress(() if output.is_terminal else shown) as advance:
        reporter = REPORTERS[chosen.format](output, chosen, noun, many)
        for source in rest:
            output.spare(source.name.file)
            code = max(code, _judge_one(source, judge, choices, reporter, counted))
            advance(len(source.data) if isinstance(source.data, bytes) else 0)
        reporter.end(counted)
    return code


def _judge_one(source: Input, judge: Judge, choices: Choices, reporter: Reporter, counted: Any) -> int:
    try:
        if isinstance(source.data, LogError):
            raise source.data
        verdict = judge(source.data, source.name, choices)
    except LogError as error:
        place(error, source)
        counted.unread += 1
        reporter.unread(source.name, error.faults)
        say_faults(source.name, error.faults)
        return UNREADABLE
    except click.ClickException:
        raise
    except Exception as error:
        counted.failed += 1
        reporter.failed(source.name)
        complain(error, source.name)
        return OUR_FAULT
    from oasis_ref.games import game

    counted.count(verdict)
    reporter.judged(verdict, game(verdict.game))
    return exit_code(verdict)


def place(error: LogError, source: Input) -> None:
    """Give the faults of an input their lines and columns, where only the reading of it knew them."""
    if not isinstance(source.data, LogError):
        from oasis_ref.record.locating import locate

        locate(error.faults, source.data, source.name.line or 1)


def exit_code(verdict: Verdict) -> int:
    """Return 0 for a clean verdict whose claimed result does not differ, else 1."""
    differs = verdict.claim is not None and verdict.claim.agrees is False
    return FINDINGS if differs or verdict.status != "clean" else CLEAN


def peek(inputs: Iterator[Input], number: int) -> tuple[list[Input], Iterator[Input]]:
    """Return the first few inputs, and an iterator over all of them."""
    from itertools import chain, islice

    first = list(islice(inputs, number))
    return first, chain(first, inputs)


@contextmanager
def _progress(arguments: Sequence[str]) -> Iterator[Callable[[int], None]]:
    """Show on stderr how much of the inputs is done, if there are any to show and stderr is a terminal.

    Results that are printed on the terminal themselves show it well enough: then no arguments are given.
    """
    if not arguments or not sys.stderr.isatty():
        yield lambda size: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from oasis_ref.record.inputs import bytes_in

    columns = BarColumn(), TextColumn("{task.fields[judged]:,} judged"), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("judging", total=bytes_in(arguments) or None, judged=0)
        judged = 0

        def advance(size: int) -> None:
            nonlocal judged
            judged += 1
            progress.update(task, advance=size, judged=judged)

        yield advance
