"""``oasis-ref pack``: component data, shown, checked, or begun anew."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from oasis_ref.cli.common import (
    ONE,
    GameName,
    Settings,
    complete_game_or_file,
    complete_pack,
    did_you_mean,
    output_options,
    settings,
)

if TYPE_CHECKING:
    from oasis_ref.core.documents import Pack
    from oasis_ref.games.base import Game, PackIssue
    from oasis_ref.record.errors import Fault

HELP = """Packs hold what is printed on cards and boards, and how often each exists.

A log names the pack that it was played with, or brings its own.

\b
Examples:
  oasis-ref pack show desperate-oasis          the packs that come with a game
  oasis-ref pack show desperate-oasis sample
  oasis-ref pack new desperate-oasis mine -o mine.json
  oasis-ref pack check mine.json
  oasis-ref adjudicate final.json --pack mine.json
"""

SHOW = """Draw a pack: one that comes with a game, or one in a file. GAME alone lists the packs that come with it.

\b
Examples:
  oasis-ref pack show desperate-oasis
  oasis-ref pack show desperate-oasis sample
  oasis-ref pack show mine.json
"""

CHECK = """Check packs against their schema, and against what the rulebook tells of the box.

PACK is a file, - for stdin, or a game for all packs that come with it. The exit code is 1 if a pack has an
error, 3 if one cannot be read.

\b
Examples:
  oasis-ref pack check mine.json
  oasis-ref pack check desperate-oasis
"""

NEW = """Write a pack to be filled in, with everything in it that a pack of the game can hold.

Its first field names the schema, for editors that know JSON Schema; `oasis-ref schema GAME pack` prints it.

NAME is the name of the pack; left out: mine.

\b
Examples:
  oasis-ref pack new desperate-oasis > mine.json
  oasis-ref pack new oasis club-board -o club-board.json
"""


@click.group("pack", help=HELP)
def command() -> None:
    """Component data."""


class Found(NamedTuple):
    """A pack, with where it was found and its game."""

    where: str
    pack: Pack
    game: Game


class Unread(NamedTuple):
    """A pack that could not be read, and why."""

    where: str
    faults: list[Fault]


def _read(path: Path, where: str) -> Found:
    """Return the pack in a file, or on standard input (``-``). Raises LogError if it is none."""
    from oasis_ref.games import game as load
    from oasis_ref.record.reading import read_pack

    if str(path) == "-":
        from oasis_ref.record.inputs import STDIN, read_stdin

        where = STDIN
        pack: Any = read_pack(read_stdin(), name=where)
    else:
        pack = read_pack(path, name=where)
    return Found(where, pack, load(pack.game))


@command.command("show", help=SHOW, short_help="Draw a pack, or list those of a game.")
@click.argument("game", metavar="GAME|FILE", shell_complete=complete_game_or_file)
@click.argument("name", required=False, shell_complete=complete_pack)
@output_options(ONE)
@click.pass_context
def show(ctx: click.Context, /, game: str, name: str | None, **options: Any) -> None:
    """Draw a pack."""
    from oasis_ref.cli.guard import UNREADABLE
    from oasis_ref.cli.reporting import say_faults
    from oasis_ref.games import GAMES
    from oasis_ref.games import game as load
    from oasis_ref.record.errors import LogError

    chosen = settings(options)
    try:
        if game in GAMES and name is None:
            found = load(game)
            _write_list([_read(path, f"{game} {pack}") for pack, path in found.packs.items()], found, chosen)
        elif game in GAMES:
            packs = load(game).packs
            if name not in packs:
                raise click.UsageError(f"There is no pack {name!r} in {game}. {did_you_mean(str(name), packs)}")
            _write_pack(_read(packs[name], f"{game} {name}"), chosen)
        elif name is None and (game == "-" or Path(game).exists()):
            _write_pack(_read(Path(game), game), chosen, (game,))
        else:
            raise click.UsageError(f"{game!r} is neither a game nor a file. {did_you_mean(game, GAMES)}")
    except LogError as error:
        say_faults(game, error.faults)
        ctx.exit(UNREADABLE)


def _write_pack(found: Found, chosen: Settings, inputs: tuple[str, ...] = ()) -> None:
    import msgspec

    from oasis_ref.cli.output import Output
    from oasis_ref.report.markdown import escaped, fenced
    from oasis_ref.report.page import Page

    view = found.game.show_pack(found.pack)
    title = f"{found.pack.name}: a pack for {found.game.title}"
    made_up = "MADE UP: its figures are not those of the published game."
    with Output(chosen, inputs) as output:
        if chosen.format == "json":
            document = {"kind": "pack", **msgspec.to_builtins(found.pack)}
            output.raw(msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n")
            return
        if chosen.format == "markdown":
            notes = [made_up] if found.pack.made_up else []
            notes += [found.pack.about] if found.pack.about else []
            output.text("\n\n".join([f"# {escaped(title)}", *map(escaped, notes), fenced(view.lines)]))
            return
        page = Page()
        page.add(title, "heading", 2)
        if found.pack.made_up:
            page.add(made_up, "unknown")
        if found.pack.about:
            page.add(found.pack.about)
        page.add()
        page.draw(view.lines)
        output.page(page)


def _write_list(packs: list[Found], game: Game, chosen: Settings) -> None:
    import msgspec

    from oasis_ref.cli.output import Output
    from oasis_ref.record.writing import envelope
    from oasis_ref.report.markdown import escaped
    from oasis_ref.report.page import Page

    with Output(chosen) as output:
        if chosen.format == "json":
            listed = [{"name": one.pack.name, "made_up": one.pack.made_up, "about": one.pack.about} for one in packs]
            output.raw(
                msgspec.json.format(msgspec.json.encode(envelope("packs", game=game.slug, packs=listed)), indent=2)
                + b"\n"
            )
            return
        texts = [
            f"{one.pack.name}{_standing(place, one.pack)}: {one.pack.about or ''}" for place, one in enumerate(packs)
        ]
        if chosen.format == "markdown":
            output.text(f"# Packs of {escaped(game.title)}\n\n" + "".join(f"- {escaped(text)}\n" for text in texts))
            return
        page = Page()
        page.add(f"Packs that come with {game.title}", "heading")
        page.add()
        for text in texts:
            page.add(f"  {text}", "", 4)
        output.page(page)


def _standing(place: int, pack: Pack) -> str:
    words = ["the default"] if place == 0 else []
    words += ["made up"] if pack.made_up else []
    return f" ({', '.join(words)})" if words else ""


@command.command("check", help=CHECK, short_help="Check packs against schema and rulebook.")
@click.argument("packs", metavar="PACK...", nargs=-1, required=True, shell_complete=complete_game_or_file)
@output_options(ONE)
@click.pass_context
def check(ctx: click.Context, /, packs: tuple[str, ...], **options: Any) -> None:
    """Check packs."""
    from oasis_ref.cli.guard import CLEAN, FINDINGS, UNREADABLE
    from oasis_ref.cli.output import Output
    from oasis_ref.cli.reporting import say_faults
    from oasis_ref.record.errors import LogError

    chosen = settings(options)
    code = CLEAN
    checked: list[tuple[Found, list[PackIssue]]] = []
    unread: list[Unread] = []
    for path, where in _paths(packs):
        try:
            found = _read(path, where)
        except LogError as error:
            unread.append(Unread(where, error.faults))
            say_faults(where, error.faults)
            code = UNREADABLE
            continue
        issues = list(found.game.check_pack(found.pack))
        checked.append((found, issues))
        if any(issue.level == "error" for issue in issues):
            code = max(code, FINDINGS)
    with Output(chosen, packs) as output:
        if chosen.format == "json":
            _checked_json(checked, unread, output)
        elif checked:
            (_checked_markdown if chosen.format == "markdown" else _checked_text)(checked, output)
    ctx.exit(code)


def _paths(arguments: tuple[str, ...]) -> list[tuple[Path, str]]:
    from oasis_ref.games import GAMES
    from oasis_ref.games import game as load
    from oasis_ref.record.inputs import STDIN

    paths: list[tuple[Path, str]] = []
    for argument in arguments:
        if argument in GAMES and not Path(argument).is_file():
            paths += [(path, f"{argument} {name}") for name, path in load(argument).packs.items()]
        else:
            paths.append((Path(argument), STDIN if argument == "-" else argument))
    return paths


def _result(issues: list[PackIssue]) -> str:
    from oasis_ref.core.text import counted

    errors = sum(issue.level == "error" for issue in issues)
    return counted(errors, "error") if errors else "no error"


def _made_up(found: Found) -> str:
    return "; MADE UP" if found.pack.made_up else ""


def _checked_text(checked: list[tuple[Found, list[PackIssue]]], output: Any) -> None:
    from oasis_ref.report.page import Page

    page = Page()
    styles = {"error": "bad", "warning": "unknown", "note": "muted"}
    for found, issues in checked:
        style = "bad" if _result(issues) != "no error" else "good"
        page.add(f"{found.where}: {_result(issues)}{_made_up(found)}", style, 2)
        for issue in issues:
            page.add(f"  {issue.level} at {issue.where}: {issue.message} [{issue.slug}]", styles[issue.level], 4)
    output.page(page)


def _checked_markdown(checked: list[tuple[Found, list[PackIssue]]], output: Any) -> None:
    from oasis_ref.report.markdown import escaped

    lines = []
    for found, issues in checked:
        lines.append(f"- {escaped(found.where)}: {_result(issues)}{_made_up(found)}")
        lines += [
            f"  - **{issue.level}** {escaped(f'at {issue.where}: {issue.message}')} `{issue.slug}`" for issue in issues
        ]
    output.text("\n".join(lines) + "\n")


def _checked_json(checked: list[tuple[Found, list[PackIssue]]], unread: list[Unread], output: Any) -> None:
    import msgspec

    from oasis_ref.record.writing import envelope

    packs = [
        {"source": found.where, "name": found.pack.name, "game": found.game.slug, "issues": issues}
        for found, issues in checked
    ]
    refused = [{"source": one.where, "faults": one.faults} for one in unread]
    document = envelope("pack-check", packs=packs, unread=refused)
    output.raw(msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n")


@command.command("new", help=NEW, short_help="Write a pack to be filled in.")
@click.argument("game", type=GameName())
@click.argument("name", default="mine")
@click.option(
    "-o", "--output", metavar="FILE", type=click.Path(dir_okay=False), help="Write to FILE, whole or not at all."
)
def new(game: str, name: str, output: str | None) -> None:
    """Write a template."""
    from oasis_ref.cli.output import Output
    from oasis_ref.games import game as load

    with Output(Settings(output=output)) as written:
        text = load(game).new_pack(name)
        written.text(text if text.endswith("\n") else text + "\n")
