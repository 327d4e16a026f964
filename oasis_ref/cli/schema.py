"""``oasis-ref schema``: the JSON Schema of a kind of document."""

from __future__ import annotations

import click

from oasis_ref.cli.common import GameName, Settings

HELP = """Print the JSON Schema (draft 2020-12) of a kind of document, for an editor or another program.

\b
Examples:
  oasis-ref schema desperate-oasis log
  oasis-ref schema desperate-oasis sheet -o sheet.schema.json
"""


@click.command("schema", help=HELP)
@click.argument("game", type=GameName())
@click.argument("kind", type=click.Choice(["log", "sheet", "pack", "verdict"]))
@click.option(
    "-o", "--output", metavar="FILE", type=click.Path(dir_okay=False), help="Write to FILE, whole or not at all."
)
def command(game: str, kind: str, output: str | None) -> None:
    """Print the schema."""
    from oasis_ref.cli.output import Output
    from oasis_ref.record.schemas import schema_text

    with Output(Settings(output=output)) as written:
        written.raw(schema_text(game, kind).encode())
