"""``oasis-ref simulate``: a random legal game, as a log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from oasis_ref.cli.common import GameName, Settings, choice_options

if TYPE_CHECKING:
    from oasis_ref.games.base import Game, Option

HELP = """Make up a random legal game and write it as a log. The same seed gives the same game, everywhere.

The game is played by chance, not well. It serves to try the other commands, and to see how a log is written.

\b
Examples:
  oasis-ref simulate desperate-oasis --seed 1 -o game.json
  oasis-ref simulate desperate-oasis --seed 1 --hide     what a scribe can see
  oasis-ref simulate desperate-oasis --seed 1 | oasis-ref adjudicate -
"""


def _parsed(ctx: click.Context, param: click.Parameter, extras: tuple[str, ...]) -> dict[str, str]:
    """Return the options of the game."""
    parsed: dict[str, str] = {}
    for extra in extras:
        key, equals, value = (part.strip() for part in extra.partition("="))
        if not (key and equals):
            raise click.BadParameter(f"{extra!r} is not of the form KEY=VALUE.", ctx, param)
        if parsed.get(key, value) != value:
            raise click.BadParameter(f"{key} is given twice, as {parsed[key]} and as {value}.", ctx, param)
        parsed[key] = value
    return parsed


def _complete_option(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the options of the game, with their values, that begin so."""
    from oasis_ref.games import GAMES
    from oasis_ref.games import game as load

    named = ctx.params.get("game")
    found = {
        f"{option.name}={value}": meaning
        for slug in ([named] if named in GAMES else GAMES)
        for option in load(slug).options
        for value, meaning in option.values.items()
    }
    return [CompletionItem(text, help=meaning) for text, meaning in found.items() if text.startswith(incomplete)]


class Simulate(click.Command):
    """A command whose help tells the options of every game, as the games declare them."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options of ``--set``."""
        from oasis_ref.games import GAMES
        from oasis_ref.games import game as load

        rows = [
            (f"{slug}: {option.name}={value}", f"{option.question} {meaning}{_for_whom(option)}")
            for slug in GAMES
            for option in load(slug).options
            for value, meaning in option.values.items()
        ]
        with formatter.section("Options of a game, for --set (the first is the default)"):
            formatter.write_dl(rows)


def _for_whom(option: Option) -> str:
    if not option.players:
        return ""
    return f" (with --players {' or '.join(map(str, option.players))})"


@click.command("simulate", cls=Simulate, help=HELP)
@click.argument("game", type=GameName())
@click.option("--seed", type=int, required=True, metavar="N", help="Which game; any whole number.")
@click.option("--players", type=int, metavar="K", help="How many play; left out: as few as the game allows.")
@click.option("--hide", is_flag=True, help="Blank what a scribe at the table cannot see.")
@click.option(
    "--set",
    "extras",
    metavar="KEY=VALUE",
    multiple=True,
    callback=_parsed,
    shell_complete=_complete_option,
    help="An option of that game, see below. Repeatable.",
)
@choice_options("")
@click.option(
    "-o", "--output", metavar="FILE", type=click.Path(dir_okay=False), help="Write to FILE, whole or not at all."
)
def command(
    *,
    game: str,
    seed: int,
    players: int | None,
    hide: bool,
    extras: dict[str, str],
    readings: dict[str, str],
    pack: str | None,
    output: str | None,
) -> None:
    """Write the log."""
    import msgspec

    from oasis_ref.cli.judging import check_readings, open_pack
    from oasis_ref.cli.output import Output
    from oasis_ref.games import game as load
    from oasis_ref.record.reading import read_log
    from oasis_ref.record.writing import write_log
    from oasis_ref.referee.settings import pack_faults, pack_for

    found = load(game)
    least, most = found.least_players, found.most_players
    players = least if players is None else players
    if not least <= players <= most:
        raise click.UsageError(
            f"--players: {found.title} is played by {least if least == most else f'{least} to {most}'}."
        )
    chosen = check_readings(readings, found)
    wanted = open_pack(pack, found) if pack is not None else found.simulation_pack
    used, _ = pack_for(found, None, wanted)
    faults = pack_faults(found, used) if used is wanted else ""
    if faults:
        raise click.UsageError(f"--pack: no game can be made up with {pack}: {faults}")
    with Output(Settings(output=output, pack=pack)) as written:
        document = _simulated(found, seed, players, used, chosen, extras)
        if used is wanted:
            document["pack"] = msgspec.to_builtins(used)
        log = read_log(msgspec.json.encode(document))
        written.raw(write_log(found.hide(log) if hide else log))


def _simulated(game: Game, seed: int, players: int, pack: Any, readings: dict[str, str], extras: dict[str, str]) -> Any:
    from oasis_ref.games.simulating import NoGame, OptionError, chosen_options

    try:
        chosen_options(game.options, extras, players)
        return game.simulate(seed, players, pack, readings, extras)
    except OptionError as error:
        raise click.UsageError(f"--set: {error}. `oasis-ref simulate -h` lists all.") from None
    except NoGame as error:
        raise click.UsageError(
            f"--pack: no game can be made up with {pack.name}: {error}. `oasis-ref pack check` shows what is wrong or "
            "missing in a pack."
        ) from None
