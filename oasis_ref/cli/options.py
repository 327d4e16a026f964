"""``oasis-ref options``: what would have been legal at an entry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from oasis_ref.cli.common import INPUT, ONE, choice_options, output_options, policy_option, settings

if TYPE_CHECKING:
    from oasis_ref.cli.judging import Choices
    from oasis_ref.cli.output import Output
    from oasis_ref.cli.single import OneLog
    from oasis_ref.core.documents import Entry

HELP = """Show what would have been legal at entry N, with the table as it was just before.

LOG is a file, one line of a .jsonl file (games.jsonl:17), or - for stdin. N may be one more than the last entry:
what can be played now. What chance decides, such as a deal, is not listed.

\b
Examples:
  oasis-ref options final.json --at 17
  oasis-ref options final.json --at 17 --format json    as a log writes them
"""


@click.command("options", help=HELP)
@click.argument("log", type=INPUT)
@click.option("--at", type=int, metavar="N", required=True, help="The number of the entry, from 1.")
@output_options(ONE)
@policy_option
@choice_options()
@click.pass_context
def command(ctx: click.Context, /, log: str, at: int, **options: Any) -> None:
    """List the options."""
    from oasis_ref.cli.judging import Choices
    from oasis_ref.cli.output import Output
    from oasis_ref.cli.single import OneLog

    chosen = settings(options)
    choices = Choices(chosen)
    read = OneLog(log, choices)
    if not 1 <= at <= read.length + 1:
        raise click.UsageError(f"--at: there is no entry {at}; the log allows 1 to {read.length + 1}.")
    legal, open_ones = _options(read, choices, at)
    with Output(chosen, (read.file,)) as output:
        {"text": _text, "markdown": _markdown, "json": _json}[chosen.format](read, at, legal, open_ones, output)


def _options(read: OneLog, choices: Choices, at: int) -> tuple[list[Entry], list[Entry]]:
    """Return the entries that are legal there, and those of which that cannot be told.

    What was recorded is judged with them: it may be something that cannot be listed in full, such as a deal.
    """
    import msgspec

    from oasis_ref.core.documents import Ruling
    from oasis_ref.core.findings import worst
    from oasis_ref.record.errors import LogError
    from oasis_ref.referee.adjudication import table_before

    try:
        table = table_before(
            read.log, at, after_illegal=choices.after_illegal, readings=choices.readings, pack=read.pack
        )
    except LogError as error:
        read.refuse(error)
    legal: list[Entry] = []
    open_ones: list[Entry] = []
    candidates = list({msgspec.json.encode(candidate): candidate for candidate in table.candidates()}.values())
    recorded: Entry | None = read.log.moves[at - 1] if at <= read.length else None  # type: ignore[attr-defined]
    if recorded is not None and not isinstance(recorded, Ruling):
        in_words = {read.game.describe(candidate) for candidate in candidates}
        if read.game.describe(recorded) not in in_words:
            candidates.append(msgspec.structs.replace(recorded, comment=None, glyph=None))
    for candidate in candidates:
        judgement = table.judge(candidate)
        if any(finding.entry != at and finding.status != "unverifiable" for finding in judgement.findings):
            continue
        status = worst([finding for finding in judgement.findings if finding.entry == at])
        if status == "legal":
            legal.append(candidate)
        elif status == "unverifiable":
            open_ones.append(candidate)
    return legal, open_ones


def _text(read: OneLog, at: int, legal: list[Entry], open_ones: list[Entry], output: Output) -> None:
    from oasis_ref.report.choices import add_choices
    from oasis_ref.report.page import Page
    from oasis_ref.report.text import add_pack

    page = Page()
    page.whole(read.name, "heading")
    page.add()
    page.add(f"What is legal {_where(read, at)}", "", 2)
    add_pack(page, read.pack_used())
    if at <= read.length:
        page.add(f"Recorded: {read.game.describe(read.log.moves[at - 1])}", "", 2)  # type: ignore[attr-defined]
    add_choices(page, "Legal", legal, read.game)
    add_choices(page, "The record does not show whether these are legal", open_ones, read.game)
    output.page(page)


def _where(read: OneLog, at: int) -> str:
    return f"at entry {at}" if at <= read.length else f"after the last entry, {read.length}"


def _markdown(read: OneLog, at: int, legal: list[Entry], open_ones: list[Entry], output: Output) -> None:
    from oasis_ref.report.choices import grouped
    from oasis_ref.report.markdown import escaped
    from oasis_ref.report.wording import pack_used

    lines = [f"# {escaped(f'{read.name}: what is legal {_where(read, at)}')}"]
    lines += ["", f"Pack {escaped(pack_used(read.pack_used()))}"]
    for title, entries in ("Legal", legal), ("The record does not show whether these are legal", open_ones):
        if entries or title == "Legal":
            lines += ["", f"## {title}: {len(entries) or 'nothing'}", ""]
            for kind, texts in grouped(entries, read.game):
                lines += [f"- {kind}", *(f"  - {escaped(text)}" for text in texts)]
    output.text("\n".join(lines) + "\n")


def _json(read: OneLog, at: int, legal: list[Entry], open_ones: list[Entry], output: Output) -> None:
    import msgspec

    from oasis_ref.record.writing import envelope

    about = {"game": read.game.slug, "source": read.name, "sha256": read.log.sha256, "pack": read.pack_used(), "at": at}
    document = envelope("options", **about, legal=legal, unverifiable=open_ones)
    output.raw(msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n")
