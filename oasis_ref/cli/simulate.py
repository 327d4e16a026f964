"""``oasis-ref simulate``: a random legal game, as a log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from oasis_ref.cli.common import GameName, Settings, choice_options

if TYPE_CHECKING:
    from oasis_ref.games.base import Game

HELP = """Make up a random legal game and write it as a log. The same seed gives the same game, everywhere.

The game is played by chance, not well. It serves to try the other commands, and to see how a log is written.

\b
Examples:
  oasis-ref simulate desperate-oasis --seed 1 -o game.json
  oasis-ref simulate desperate-oasis --seed 1 --hide     what a scribe can see
  oasis-ref simulate desperate-oasis --seed 1 | oasis-ref adjudicate -
"""


@click.command("simulate", help=HELP)
@click.argument("game", type=GameName())
@click.option("--seed", type=int, required=True, metavar="N", help="Which game; any whole number.")
@click.option("--players", type=int, metavar="K", help="How many play; left out: as few as the game allows.")
@click.option("--hide", is_flag=True, help="Blank what a scribe at the table cannot see.")
@click.option("--set", "extras", metavar="KEY=VALUE", multiple=True, help="An option of that game. Repeatable.")
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
    extras: tuple[str, ...],
    readings: dict[str, str],
    pack: str | None,
    output: str | None,
) -> None:
    """Write the log."""
    import msgspec

    from oasis_ref.cli.judging import check_readings, open_pack, pack_faults
    from oasis_ref.cli.output import Output
    from oasis_ref.games import game as load
    from oasis_ref.record.reading import read_log
    from oasis_ref.record.writing import write_log
    from oasis_ref.referee.settings import pack_for

    found = load(game)
    least, most = found.least_players, found.most_players
    players = least if players is None else players
    if not least <= players <= most:
        raise click.UsageError(
            f"--players: {found.title} is played by {least if least == most else f'{least} to {most}'}."
        )
    chosen = check_readings(readings, found)
    wanted = open_pack(pack, found) if pack is not None else next(iter(found.packs))
    used, _ = pack_for(found, None, wanted)
    faults = pack_faults(used, found) if used is wanted else ""
    if faults:
        raise click.UsageError(f"--pack: no game can be made up with {pack}: {faults}")
    with Output(Settings(output=output, pack=pack)) as written:
        document = _simulated(found, seed, players, used, chosen, _parsed(extras))
        if used is wanted:
            document["pack"] = msgspec.to_builtins(used)
        log = read_log(msgspec.json.encode(document))
        written.raw(write_log(found.hide(log) if hide else log))


def _simulated(game: Game, seed: int, players: int, pack: Any, readings: dict[str, str], extras: dict[str, Any]) -> Any:
    try:
        return game.simulate(seed, players, pack, readings, extras)
    except ValueError as error:
        if not extras:
            raise
        raise click.UsageError(f"--set: {error}") from None


def _parsed(extras: tuple[str, ...]) -> dict[str, Any]:
    """Return the options of the game; a value is a number, true or false if it reads so, else text."""
    parsed: dict[str, Any] = {}
    for extra in extras:
        key, equals, text = extra.partition("=")
        if not (key and equals):
            raise click.UsageError(f"--set: {extra!r} is not of the form KEY=VALUE.")
        try:
            parsed[key] = {"true": True, "false": False}[text] if text in ("true", "false") else int(text)
        except ValueError:
            parsed[key] = text
    return parsed
