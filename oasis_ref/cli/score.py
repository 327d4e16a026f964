"""``oasis-ref score``: a final table without moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from oasis_ref.cli.common import INPUT, MANY, choice_options, level_options, output_options, settings

if TYPE_CHECKING:
    from oasis_ref.cli.judging import Choices
    from oasis_ref.record.verdict import Verdict

HELP = """Score a final table of which nobody wrote the moves down, with the explanation.

SHEET is a file with the kind "sheet", a folder of them, a .jsonl file with one a line or a line of it
(sheets.jsonl:17), or - for stdin.
`oasis-ref schema GAME sheet` says what a sheet holds.

\b
Examples:
  oasis-ref score table-3.json
  oasis-ref score table-3.json --format markdown -o table-3.md
  echo '{"kind": "sheet", "game": "desperate-oasis", ...}' | oasis-ref score -
"""


@click.command("score", help=HELP)
@click.argument("sheet", nargs=-1, required=True, type=INPUT)
@output_options(MANY)
@choice_options(", instead of the sheet's")
@level_options("Of many inputs too the full reports.")
@click.pass_context
def command(ctx: click.Context, /, sheet: tuple[str, ...], **options: Any) -> None:
    """Score every sheet."""
    from oasis_ref.cli.judging import judge_all

    ctx.exit(judge_all(sheet, settings(options), _judge, "sheet"))


def _judge(data: bytes, name: str, choices: Choices) -> Verdict:
    from oasis_ref.cli.judging import game_of
    from oasis_ref.cli.reporting import printable
    from oasis_ref.record.reading import read_sheet
    from oasis_ref.referee.adjudication import score_sheet

    sheet = read_sheet(data, name=name)
    game = game_of(sheet)
    verdict = score_sheet(sheet, readings=choices.readings_for(game), pack=choices.pack_for(game))
    verdict.source = printable(name)
    return verdict
