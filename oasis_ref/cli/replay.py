"""``oasis-ref replay``: logs entry by entry, with the table drawn after each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from oasis_ref.cli.common import INPUT, MANY, choice_options, level_options, output_options, policy_option, settings

if TYPE_CHECKING:
    from oasis_ref.cli.logs import OneLog, Series
    from oasis_ref.referee.adjudication import Step

HELP = """Step through logs: what was played, whether it was legal, what happened, and the table after it.

LOG is a file, a folder with .json and .jsonl files, a .jsonl file with one log
a line or a line of it (games.jsonl:17), or - for stdin. Entries are numbered
from 1, as in the reports.

\b
Examples:
  oasis-ref replay final.json --at 17            the table after entry 17
  oasis-ref replay final.json --from 10 --to 20
  oasis-ref replay final.json -q                 the list of entries
  oasis-ref replay final.json -v                 and the score at each entry
  oasis-ref replay final.json | less
  oasis-ref replay games.jsonl:17 --at 3         the game on line 17
  oasis-ref replay final.json --format ndjson    a step a line, as data
"""


@click.command("replay", help=HELP)
@click.argument("log", nargs=-1, required=True, type=INPUT)
@click.option("--at", type=int, metavar="N", help="Only entry N.")
@click.option("--from", "first", type=int, metavar="N", help="Begin with entry N.")
@click.option("--to", "last", type=int, metavar="N", help="End with entry N.")
@output_options(MANY)
@policy_option
@choice_options()
@level_options("Also the score as it stands after each entry.", "Only a line for each entry: no events, no table.")
@click.pass_context
def command(
    ctx: click.Context, /, log: tuple[str, ...], at: int | None, first: int | None, last: int | None, **options: Any
) -> None:
    """Replay every log."""
    from oasis_ref.cli.logs import each_log

    if at is not None and (first is not None or last is not None):
        raise click.UsageError("--at excludes --from and --to.")
    if first is not None and last is not None and first > last:
        raise click.UsageError(f"--from {first} lies behind --to {last}.")

    def work(read: OneLog, series: Series) -> int:
        return _replay(read, series, at, first, last)

    ctx.exit(each_log(log, settings(options), work))


def _replay(read: OneLog, series: Series, at: int | None, first: int | None, last: int | None) -> int:
    """Write the steps of one log; return the exit code for what they show."""
    from oasis_ref.cli.guard import CLEAN, FINDINGS
    from oasis_ref.cli.logs import within

    within("--at", at, read.length)
    within("--from", first, read.length)
    start, end = (at, at) if at is not None else (first or 1, last or read.length)
    faulty = False

    def watched() -> Iterator[Step]:
        nonlocal faulty
        for step in _steps(read, series.level == "verbose", start, end):
            faulty = faulty or step.said.status != "legal"
            yield step

    {"text": _as_text, "markdown": _as_markdown}.get(series.format, _as_json)(watched(), read, series)
    return FINDINGS if faulty else CLEAN


def _steps(read: OneLog, tallied: bool, start: int, end: int) -> Iterator[Step]:
    from oasis_ref.cli.logs import NoSuchEntry
    from oasis_ref.referee.adjudication import replay

    choices: dict[str, Any] = {"after_illegal": read.after_illegal, "readings": read.readings, "pack": read.pack}
    reached = 0
    for step in replay(read.log, **choices, tallied=tallied):
        reached = step.said.number
        if start <= reached <= end:
            yield step
        if reached >= end:
            return
    if reached < start <= read.length:
        raise NoSuchEntry(f"The replay stopped at entry {reached}; what comes after it was not judged.")


def _as_text(steps: Iterator[Step], read: OneLog, series: Series) -> None:
    """Write every step as it comes."""
    from oasis_ref.report.page import Page
    from oasis_ref.report.text import add_pack

    series.output.text("")
    for place, step in enumerate(steps):
        if place == 0:
            series.begin()
            page = Page()
            if series.many:
                page.whole(read.name, "heading")
                page.add()
            if read.pack_used.made_up:
                add_pack(page, read.pack_used)
                page.add()
            series.output.page(page)
        _draw(step, read, series)


def _draw(step: Step, read: OneLog, series: Series) -> None:
    from oasis_ref.report.page import Page
    from oasis_ref.report.text import add_entry, add_entry_line, add_tally

    page = Page()
    if series.level == "quiet":
        add_entry_line(page, step.said, read.game)
    else:
        add_entry(page, step.said, read.game)
        page.add()
        page.draw(step.view.lines)
        page.add()
    if step.tally is not None:
        add_tally(page, step.tally, read.names())
        page.add()
    series.output.page(page)


def _as_markdown(steps: Iterator[Step], read: OneLog, series: Series) -> None:
    """Write every step as it comes, as a list with the tables between."""
    from oasis_ref.report.markdown import escaped
    from oasis_ref.report.wording import pack_used

    series.output.text("")
    for place, step in enumerate(steps):
        if place == 0:
            series.begin()
            series.output.text(f"# {escaped(read.name)}\n\n" if series.many else "")
            series.output.text(f"Pack {escaped(pack_used(read.pack_used))}\n\n" if read.pack_used.made_up else "")
        series.output.text(_markdown(step, read, series))


def _markdown(step: Step, read: OneLog, series: Series) -> str:
    from oasis_ref.report.markdown import entry_lines, fenced, tally_lines

    lines = entry_lines(step.said, read.game)
    if series.level == "quiet":
        return f"{lines[0]}\n"
    score = "\n".join(tally_lines(step.tally, read.names())) + "\n\n" if step.tally is not None else ""
    return "\n".join(lines) + f"\n\n{fenced(step.view.lines)}\n{score}"


def _as_json(steps: Iterator[Step], read: OneLog, series: Series) -> None:
    """Write the replay as one document, or with ``ndjson`` each step as a document on its line."""
    import msgspec

    from oasis_ref.record.writing import envelope, listed

    about = {"game": read.game.slug, "source": read.name, "sha256": read.log.sha256, "pack": read.pack_used}
    if series.format == "json":
        replay = envelope("replay", **about, after_illegal=read.after_illegal)
        series.document(listed(replay, "steps", map(_step, steps)))
        return
    series.output.raw(b"")
    series.document(msgspec.json.encode(envelope("step", **about, **_step(step))) + b"\n" for step in steps)


def _step(step: Step) -> dict[str, Any]:
    import msgspec

    drawing = ["".join(text for text, _ in spans).rstrip(" ") for spans in step.view.lines]
    score = {} if step.tally is None else {"tally": msgspec.to_builtins(step.tally)}
    return {**msgspec.to_builtins(step.said), "table": step.view.data, "drawing": drawing, **score}
