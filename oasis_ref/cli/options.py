"""``oasis-ref options``: what would have been legal at an entry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct

from oasis_ref.cli.common import INPUT, MANY, choice_options, level_options, output_options, policy_option, settings

if TYPE_CHECKING:
    from oasis_ref.cli.logs import OneLog, Series
    from oasis_ref.core.documents import Entry
    from oasis_ref.core.findings import Finding

HELP = """Show what would have been legal at entry N, with the table as it was just before.

LOG is a file, a folder with .json and .jsonl files, a .jsonl file with one log a line or a line of it
(games.jsonl:17), or - for stdin. N may be one more than the last entry: what can be played now. What chance decides,
such as a deal, is not listed; of what can be done in very many ways examples
are, and it says so.

\b
Examples:
  oasis-ref options final.json --at 17
  oasis-ref options final.json --at 17 -v               and what is not legal
  oasis-ref options final.json --at 17 --format json    as a log writes them
"""


@click.command("options", help=HELP)
@click.argument("log", nargs=-1, required=True, type=INPUT)
@click.option("--at", type=int, metavar="N", required=True, help="The number of the entry, from 1.")
@output_options(MANY)
@policy_option
@choice_options()
@level_options("Also what is not legal, with the reason.", "Only what is legal, an entry a line.")
@click.pass_context
def command(ctx: click.Context, /, log: tuple[str, ...], at: int, **options: Any) -> None:
    """List the options."""
    from oasis_ref.cli.logs import each_log

    def work(read: OneLog, series: Series) -> int:
        return _options(read, series, at)

    ctx.exit(each_log(log, settings(options), work))


def _options(read: OneLog, series: Series, at: int) -> int:
    """Write the options at an entry of one log."""
    from oasis_ref.cli.guard import CLEAN
    from oasis_ref.cli.logs import NoSuchEntry

    if not 1 <= at <= read.length + 1:
        raise NoSuchEntry(f"--at: there is no entry {at}; the log allows 1 to {read.length + 1}.")
    found = _found(read, at)
    {"text": _text, "markdown": _markdown}.get(series.format, _json)(read, at, found, series)
    return CLEAN


class Found(Struct):
    """What was asked about at an entry: what is legal, what cannot be told, and what is not legal, with the reason."""

    legal: list[Entry]
    open: list[Entry]
    refused: list[tuple[Entry, Finding]]
    examples: Mapping[str, str]
    """Kinds of entry of which only examples were asked about, each with what else may be."""


def _found(read: OneLog, at: int) -> Found:
    """Judge all that is worth asking about.

    What was recorded is judged with it: it may be something that cannot be listed in full, such as a deal.
    """
    import msgspec

    from oasis_ref.core.documents import Ruling
    from oasis_ref.core.findings import headline
    from oasis_ref.referee.adjudication import table_before

    table = table_before(read.log, at, after_illegal=read.after_illegal, readings=read.readings, pack=read.pack)
    candidates = list({msgspec.json.encode(candidate): candidate for candidate in table.candidates()}.values())
    recorded: Entry | None = read.moves[at - 1] if at <= read.length else None
    if recorded is not None and not isinstance(recorded, Ruling):
        recorded = msgspec.structs.replace(recorded, comment=None, glyph=None)
        in_words = {read.game.describe(candidate) for candidate in candidates}
        in_full = _said_in_full(recorded, candidates)
        twice = in_full is not None and not table.judge(recorded).findings and not table.judge(in_full).findings
        if read.game.describe(recorded) not in in_words and not twice:
            candidates.append(recorded)
    found = Found([], [], [], table.examples())
    for candidate in candidates:
        findings = table.judge(candidate).findings
        first = headline(findings)
        if first is not None and first.status != "unverifiable":
            found.refused.append((candidate, first))
        elif any(finding.entry == at for finding in findings):
            found.open.append(candidate)
        else:
            found.legal.append(candidate)
    return found


def _said_in_full(entry: Entry, candidates: list[Entry]) -> Entry | None:
    """Return the candidate that says all that an entry says, if there is just one: it is what the entry means."""
    import msgspec

    said = msgspec.to_builtins(entry).items()
    alike = [(msgspec.to_builtins(candidate), candidate) for candidate in candidates if type(candidate) is type(entry)]
    full = [candidate for data, candidate in alike if all(data.get(name) == value for name, value in said)]
    return full[0] if len(full) == 1 else None


NOT_TOLD = "The record does not show whether these are legal"


def _text(read: OneLog, at: int, found: Found, series: Series) -> None:
    from oasis_ref.report.choices import add_choices, add_refused
    from oasis_ref.report.page import Page
    from oasis_ref.report.text import add_pack

    series.begin()
    page = Page()
    if series.level == "quiet":
        if series.many:
            page.whole(read.name, "heading")
        for entry in found.legal:
            page.whole(read.game.describe(entry))
        series.output.page(page)
        return
    page.whole(read.name, "heading")
    page.add()
    page.add(f"What is legal {_where(read, at)}", "", 2)
    add_pack(page, read.pack_used)
    if at <= read.length:
        page.add(f"Recorded: {read.game.describe(read.moves[at - 1])}", "", 2)
    add_choices(page, "Legal", found.legal, read.game, found.examples)
    add_choices(page, NOT_TOLD, found.open, read.game, found.examples)
    if series.level == "verbose":
        add_refused(page, found.refused, read.game)
    series.output.page(page)


def _where(read: OneLog, at: int) -> str:
    return f"at entry {at}" if at <= read.length else f"after the last entry, {read.length}"


def _markdown(read: OneLog, at: int, found: Found, series: Series) -> None:
    from oasis_ref.report.choices import grouped, refused
    from oasis_ref.report.markdown import escaped
    from oasis_ref.report.wording import pack_used

    series.begin()
    if series.level == "quiet":
        lines = [f"# {escaped(read.name)}", ""] if series.many else []
        series.output.text(
            "\n".join(lines + [f"- {escaped(read.game.describe(entry))}" for entry in found.legal]) + "\n"
        )
        return
    lines = [f"# {escaped(f'{read.name}: what is legal {_where(read, at)}')}"]
    lines += ["", f"Pack {escaped(pack_used(read.pack_used))}"]
    for title, entries in ("Legal", found.legal), (NOT_TOLD, found.open):
        if entries or title == "Legal":
            lines += ["", f"## {title}: {len(entries) or 'nothing'}", ""]
            for kind, texts in grouped(entries, read.game):
                more = found.examples.get(kind.partition(":")[0])
                lines += [
                    f"- {kind}{f'. {escaped(more)}.' if more else ''}",
                    *(f"  - {escaped(text)}" for text in texts),
                ]
    if series.level == "verbose" and found.refused:
        lines += ["", f"## Not legal: {len(found.refused)}", ""]
        for reason, texts in refused(found.refused, read.game):
            lines += [f"- {escaped(reason)}", *(f"  - {escaped(text)}" for text in texts)]
    series.output.text("\n".join(lines) + "\n")


def _json(read: OneLog, at: int, found: Found, series: Series) -> None:
    import msgspec

    from oasis_ref.record.writing import envelope

    about = {"game": read.game.slug, "source": read.name, "sha256": read.log.sha256, "pack": read.pack_used, "at": at}
    document = envelope("options", **about, legal=found.legal, unverifiable=found.open)
    kinds = {str(type(entry).__struct_config__.tag) for entry in (*found.legal, *found.open)}
    document["examples"] = {kind: more for kind, more in found.examples.items() if kind in kinds}
    if series.level == "verbose":
        document["refused"] = [
            {"entry": entry, "rule": finding.rule, "status": finding.status, "message": finding.message}
            for entry, finding in found.refused
        ]
    encoded = msgspec.json.encode(document)
    series.document([(encoded if series.format == "ndjson" else msgspec.json.format(encoded, indent=2)) + b"\n"])
