"""The options that several commands share, and what they amount to."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from oasis_ref.report.text import Level

Command = TypeVar("Command", bound=Callable[..., Any])

INPUT = click.Path(allow_dash=True, readable=False)
"""An input; that it can be read is found out when its turn comes, so that one that cannot does not stop the others."""

ONE = ("text", "json", "markdown")
MANY = (*ONE, "ndjson")


class Settings:
    """What the options of a command amount to."""

    def __init__(
        self,
        format: str = "text",
        output: str | None = None,
        level: Level = "normal",
        color: bool | None = None,
        pack: str | None = None,
    ) -> None:
        self.format = format
        self.output = output
        self.level: Level = level
        self.color = color
        self.after_illegal: Any = "stand"
        self.readings: dict[str, str] = {}
        self.pack = pack


def settings(options: dict[str, Any]) -> Settings:
    """Take the shared options out of a command's options and return them. Raises UsageError for -q with -v."""
    quiet, verbose = options.pop("quiet", False), options.pop("verbose", False)
    if quiet and verbose:
        raise click.UsageError("-q and -v exclude each other.")
    level: Level = "quiet" if quiet else "verbose" if verbose else "normal"
    chosen = Settings(level=level)
    for name in ("format", "output", "color", "after_illegal", "readings", "pack"):
        value = options.pop(name, None)
        if value is not None:
            setattr(chosen, name, value)
    return chosen


def output_options(formats: Iterable[str] = ONE) -> Callable[[Command], Command]:
    """Add ``--format``, ``-o`` and ``--color``."""
    names = list(formats)

    def add(command: Command) -> Command:
        command = click.option(
            "--color/--no-color", default=None, help="Colours on or off; left out: on in a terminal without NO_COLOR."
        )(command)
        command = click.option(
            "-o",
            "--output",
            metavar="FILE",
            type=click.Path(dir_okay=False, allow_dash=True),
            help="Write to FILE, whole or not at all.",
        )(command)
        return click.option(
            "--format", type=click.Choice(names), default=names[0], show_default=True, help="The form of the output."
        )(command)

    return add


def level_options(verbose: str, quiet: str = "Only one line for each input.") -> Callable[[Command], Command]:
    """Add ``-q`` and ``-v``; ``quiet`` and ``verbose`` say what they do."""

    def add(command: Command) -> Command:
        command = click.option("-v", "--verbose", is_flag=True, help=verbose)(command)
        return click.option("-q", "--quiet", is_flag=True, help=quiet)(command)

    return add


def policy_option(command: Command) -> Command:
    """Add ``--after-illegal``."""
    return click.option(
        "--after-illegal",
        type=click.Choice(["stand", "void", "stop"]),
        default="stand",
        show_default=True,
        help="What becomes of an illegal entry: carried out, left out, or the replay ends there.",
    )(command)


def choice_options(instead: str = ", instead of the log's") -> Callable[[Command], Command]:
    """Add ``--reading`` and ``--pack``; ``instead`` says whose choices they go before."""

    def add(command: Command) -> Command:
        command = click.option(
            "--pack",
            metavar="PACK",
            shell_complete=complete_pack,
            help=f"Use this pack, a name or a file{instead}.",
        )(command)
        return click.option(
            "--reading",
            "readings",
            metavar="SLUG=OPTION",
            multiple=True,
            callback=_parse_readings,
            shell_complete=complete_reading,
            help=f"Use this reading of a disputed rule{instead}. Repeatable.",
        )(command)

    return add


def _parse_readings(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    chosen: dict[str, str] = {}
    for value in values:
        slug, equals, option = (part.strip() for part in value.partition("="))
        if not (slug and equals and option):
            raise click.BadParameter(f"{value!r} is not of the form SLUG=OPTION.", ctx, param)
        if chosen.get(slug, option) != option:
            raise click.BadParameter(f"{slug} is given twice, as {chosen[slug]} and as {option}.", ctx, param)
        chosen[slug] = option
    return chosen


class GameName(click.ParamType):  # type: ignore[type-arg]
    """The slug of a game. The names come from the registry, looked up only when one is given."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the slug, or fail with what was probably meant."""
        from oasis_ref.games import GAMES

        if value in GAMES:
            return str(value)
        self.fail(f"There is no game {value!r}. {did_you_mean(str(value), GAMES)}", param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the games whose names begin so."""
        from oasis_ref.games import GAMES

        return [completion(name) for name in GAMES if name.startswith(incomplete)]


def completion(word: str, **about: str) -> CompletionItem:
    """Return what completion offers: a word, with a ``help`` or a ``type``."""
    from click.shell_completion import CompletionItem

    return CompletionItem(word, **about)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return ``Did you mean X?`` or ``There are: X, Y.``"""
    from oasis_ref.core.text import near_miss

    names = list(known)
    guess = near_miss(word[:80], names)
    return f"Did you mean {guess}?" if guess else f"There are: {', '.join(names) or 'none'}."


def complete_reading(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the readings, and their options, that begin so."""
    found = {}
    for game in _games_meant(ctx):
        for reading in game.catalogue.readings.values():
            for option, meaning in reading.options.items():
                found[f"{reading.slug}={option}"] = meaning
    return [completion(text, help=meaning) for text, meaning in found.items() if text.startswith(incomplete)]


def complete_pack(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the packs that come with the game and begin so; files are completed too."""
    names = dict.fromkeys(name for game in _games_meant(ctx) for name in game.packs)
    found = [completion(name) for name in names if name.startswith(incomplete)]
    return [*found, completion(incomplete, type="file")]


def complete_game_or_file(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the games whose names begin so; else files are completed."""
    from oasis_ref.games import GAMES

    found = [completion(name) for name in GAMES if name.startswith(incomplete)]
    return found or [completion(incomplete, type="file")]


def complete_rule(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the rules and readings of the game that begin so."""
    found = {}
    for game in _games_meant(ctx):
        found.update({rule.slug: rule.title for rule in game.catalogue.rules.values()})
        found.update({reading.slug: reading.question for reading in game.catalogue.readings.values()})
    return [completion(slug, help=text) for slug, text in found.items() if slug.startswith(incomplete)]


def _games_meant(ctx: click.Context) -> list[Any]:
    """Return the game named on the command line so far, else all."""
    from oasis_ref.games import GAMES
    from oasis_ref.games import game as load

    named = ctx.params.get("game")
    return [load(named)] if named in GAMES else [load(slug) for slug in GAMES]


def wants_color(chosen: Settings, is_terminal: bool) -> bool:
    """Return whether the output is to be coloured."""
    if chosen.color is not None:
        return chosen.color
    if not is_terminal or chosen.output not in (None, "-"):
        return False
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
