"""``oasis-ref replay``: one log, entry by entry, with the table drawn after each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from oasis_ref.cli.common import INPUT, MANY, choice_options, output_options, policy_option, settings

if TYPE_CHECKING:
    from oasis_ref.cli.common import Settings
    from oasis_ref.cli.judging import Choices
    from oasis_ref.cli.output import Output
    from oasis_ref.cli.single import OneLog
    from oasis_ref.games.base import Game
    from oasis_ref.referee.adjudication import Step
    from oasis_ref.report.text import Level

HELP = """Step through a log: what was played, whether it was legal, what happened, and the table after it.

LOG is a file, one line of a .jsonl file (games.jsonl:17), or - for stdin. Entries are numbered from 1, as in the
reports.

\b
Examples:
  oasis-ref replay final.json --at 17            the table after entry 17
  oasis-ref replay final.json --from 10 --to 20
  oasis-ref replay final.json -q                 the list of entries
  oasis-ref replay final.json | less
  oasis-ref replay games.jsonl:17 --at 3         the game on line 17
  oasis-ref replay final.json --format ndjson    a step a line, as data
"""


@click.command("replay", help=HELP)
@click.argument("log", type=INPUT)
@click.option("--at", type=int, metavar="N", help="Only entry N.")
@click.option("--from", "first", type=int, metavar="N", help="Begin with entry N.")
@click.option("--to", "last", type=int, metavar="N", help="End with entry N.")
@click.option("-q", "--quiet", is_flag=True, help="Only a line for each entry: no events, no table.")
@output_options(MANY)
@policy_option
@choice_options()
@click.pass_context
def command(
    ctx: click.Context, /, log: str, at: int | None, first: int | None, last: int | None, **options: Any
) -> None:
    """Replay the log."""
    from oasis_ref.cli.guard import CLEAN, FINDINGS
    from oasis_ref.cli.judging import Choices
    from oasis_ref.cli.output import Output
    from oasis_ref.cli.single import OneLog, within

    if at is not None and (first is not None or last is not None):
        raise click.UsageError("--at excludes --from and --to.")
    if first is not None and last is not None and first > last:
        raise click.UsageError(f"--from {first} lies behind --to {last}.")
    chosen = settings(options)
    choices = Choices(chosen)
    read = OneLog(log, choices)
    within("--at", at, read.length)
    within("--from", first, read.length)
    start, end = (at, at) if at is not None else (first or 1, last or read.length)
    steps = _steps(read, choices, start, end)
    faulty = False

    def watched() -> Iterator[Step]:
        nonlocal faulty
        for step in steps:
            faulty = faulty or step.said.status != "legal"
            yield step

    with Output(chosen, (read.file,)) as output:
        if chosen.format in ("json", "ndjson"):
            _as_json(watched(), read, output, chosen)
        else:
            _as_text(watched(), read, output, chosen)
    ctx.exit(FINDINGS if faulty else CLEAN)


def _steps(read: OneLog, choices: Choices, start: int, end: int) -> Iterator[Step]:
    from oasis_ref.record.errors import LogError
    from oasis_ref.referee.adjudication import replay

    reached = 0
    try:
        for step in replay(read.log, after_illegal=choices.after_illegal, readings=choices.readings, pack=read.pack):
            reached = step.said.number
            if start <= reached <= end:
                yield step
            if reached >= end:
                return
    except LogError as error:
        read.refuse(error)
    if reached < start <= read.length:
        raise click.UsageError(f"The replay stopped at entry {reached}; what comes after it was not judged.")


def _as_text(steps: Iterable[Step], read: OneLog, output: Output, chosen: Settings) -> None:
    """Write every step as it comes, as text or Markdown."""
    output.text("")
    for place, step in enumerate(steps):
        if place == 0 and read.pack_used().made_up:
            _say_pack(read, output, chosen.format == "markdown")
        if chosen.format == "markdown":
            output.text(_markdown(step, read.game, chosen.level))
        else:
            _draw(step, read.game, output, chosen.level)


def _say_pack(read: OneLog, output: Output, markdown: bool) -> None:
    """Say before the first entry by which pack the log is judged."""
    from oasis_ref.report.page import Page
    from oasis_ref.report.text import add_pack

    if markdown:
        from oasis_ref.report.markdown import escaped
        from oasis_ref.report.wording import pack_used

        output.text(f"Pack {escaped(pack_used(read.pack_used()))}\n\n")
        return
    page = Page()
    add_pack(page, read.pack_used())
    page.add()
    output.page(page)


def _draw(step: Step, game: Game, output: Output, level: Level) -> None:
    from oasis_ref.report.page import Page
    from oasis_ref.report.text import add_entry, add_entry_line

    page = Page()
    if level == "quiet":
        add_entry_line(page, step.said, game)
    else:
        add_entry(page, step.said, game)
        page.add()
        page.draw(step.view.lines)
        page.add()
    output.page(page)


def _markdown(step: Step, game: Game, level: Level) -> str:
    from oasis_ref.report.markdown import entry_lines, fenced

    lines = entry_lines(step.said, game)
    return f"{lines[0]}\n" if level == "quiet" else "\n".join(lines) + f"\n\n{fenced(step.view.lines)}\n"


def _as_json(steps: Iterable[Step], read: OneLog, output: Output, chosen: Settings) -> None:
    """Write the replay as one document, or with ``ndjson`` each step as a document on its line."""
    import msgspec

    from oasis_ref.record.writing import envelope, listed

    about = {"game": read.game.slug, "source": read.name, "sha256": read.log.sha256, "pack": read.pack_used()}
    if chosen.format == "json":
        replay = envelope("replay", **about, after_illegal=chosen.after_illegal)
        for piece in listed(replay, "steps", map(_step, steps)):
            output.raw(piece)
        return
    output.raw(b"")
    for step in steps:
        output.raw(msgspec.json.encode(envelope("step", **about, **_step(step))) + b"\n")


def _step(step: Step) -> dict[str, Any]:
    import msgspec

    drawing = ["".join(text for text, _ in spans).rstrip(" ") for spans in step.view.lines]
    return {**msgspec.to_builtins(step.said), "table": step.view.data, "drawing": drawing}
