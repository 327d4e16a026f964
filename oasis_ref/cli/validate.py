"""``oasis-ref validate``: files against their schema, nothing more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from oasis_ref.cli.common import INPUT, MANY, output_options, settings

if TYPE_CHECKING:
    from oasis_ref.cli.output import Output
    from oasis_ref.record.errors import Fault

HELP = """Check that files fit their schema: logs, sheets and packs. No rule of a game is judged.

Every error comes with its file, line and column, the field, and what was expected there. FILE is a file, a
folder, a .jsonl file with one document a line or a line of it (games.jsonl:17), or - for stdin.

\b
Examples:
  oasis-ref validate final.json
  oasis-ref validate spring-open/ --format ndjson
  cat final.json | oasis-ref validate -
"""


@click.command("validate", help=HELP)
@click.argument("file", nargs=-1, required=True, type=INPUT)
@click.option("-q", "--quiet", is_flag=True, help="Say nothing of files that fit.")
@output_options(MANY)
@click.pass_context
def command(ctx: click.Context, /, file: tuple[str, ...], **options: Any) -> None:
    """Check every file."""
    from oasis_ref.cli.guard import CLEAN, UNREADABLE
    from oasis_ref.cli.output import Output

    chosen = settings(options)
    faulty = False

    def results() -> Iterator[dict[str, Any]]:
        nonlocal faulty
        for result in _checked(file, output):
            faulty = faulty or not result["valid"]
            yield result

    with Output(chosen, file) as output:
        output.text("")
        write = {"text": _text, "markdown": _markdown, "json": _json, "ndjson": _ndjson}[chosen.format]
        write(results(), output, chosen.level == "quiet")
    ctx.exit(UNREADABLE if faulty else CLEAN)


def _checked(arguments: Sequence[str], output: Output) -> Iterator[dict[str, Any]]:
    """Yield for each input its name, what it is, and every fault."""
    from oasis_ref.cli.reporting import placed, printable
    from oasis_ref.record.errors import LogError
    from oasis_ref.record.inputs import inputs_of
    from oasis_ref.record.reading import read_document

    for name, data in inputs_of(arguments, wanted=None):
        output.spare(name.file)
        about = {"source": printable(name), "valid": False}
        try:
            if isinstance(data, LogError):
                raise data
            found: Any = read_document(data, name=name)
            yield {**about, "valid": True, "game": found.game, "document": found.kind, "faults": []}
        except LogError as error:
            yield {**about, "faults": [placed(fault, name) for fault in error.faults]}


def _fits(result: dict[str, Any]) -> str:
    article = "an" if result["game"][0] in "aeiou" else "a"
    return f"fits the schema of {article} {result['game']} {result['document']}"


def _text(results: Iterable[dict[str, Any]], output: Output, quiet: bool) -> None:
    from oasis_ref.cli.reporting import fault_texts
    from oasis_ref.report.page import Page

    count = {True: 0, False: 0}
    for result in results:
        page = Page()
        count[result["valid"]] += 1
        if result["valid"] and not quiet:
            page.named(result["source"], _fits(result), "good")
        for place, text in fault_texts(result["faults"]):
            page.named(place, text, "bad")
        output.page(page)
    if sum(count.values()) > 1 and not quiet:
        fit = "1 fits its schema" if count[True] == 1 else f"{count[True]} fit their schema"
        others = "1 does not" if count[False] == 1 else f"{count[False]} do not"
        output.text(f"\n{sum(count.values())} inputs: {fit}, {others}.\n")


def _markdown(results: Iterable[dict[str, Any]], output: Output, quiet: bool) -> None:
    from oasis_ref.report.markdown import escaped

    for result in results:
        faults: list[Fault] = result["faults"]
        if result["valid"] and not quiet:
            output.text(f"- {escaped(result['source'])}: {_fits(result)}\n")
        if faults:
            output.text(f"- {escaped(result['source'])}: does not fit its schema\n")
            output.text("".join(f"  - {escaped(str(fault))}\n" for fault in faults))


def _json(results: Iterable[dict[str, Any]], output: Output, quiet: bool) -> None:
    from oasis_ref.record.writing import envelope, listed

    shown = (result for result in results if not (quiet and result["valid"]))
    for piece in listed(envelope("validation"), "inputs", shown):
        output.raw(piece)


def _ndjson(results: Iterable[dict[str, Any]], output: Output, quiet: bool) -> None:
    import msgspec

    from oasis_ref.record.writing import envelope

    for result in results:
        if not (quiet and result["valid"]):
            output.raw(msgspec.json.encode(envelope("validated", **result)) + b"\n")
