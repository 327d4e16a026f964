"""``oasis-ref adjudicate``: the main job, a verdict for each log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from oasis_ref.cli.common import INPUT, MANY, choice_options, level_options, output_options, policy_option, settings

if TYPE_CHECKING:
    from oasis_ref.cli.judging import Choices
    from oasis_ref.record.verdict import Verdict

HELP = """Judge logs: which entries broke which rule, who has won, and by what score.

LOG is a file, a folder with .json and .jsonl files, a .jsonl file with one log a line or a line of it
(games.jsonl:17), or - for stdin. One log gives a full report; many give a short one each, and -v the full
reports. While the results of many go into a file or a pipe, a bar on the terminal shows how far it is.

\b
Examples:
  oasis-ref adjudicate final.json
  oasis-ref adjudicate final.json --after-illegal void
  oasis-ref adjudicate final.json --reading third-jackal=opens-its-space
  oasis-ref adjudicate final.json --format markdown -o verdict.md
  oasis-ref adjudicate spring-open/            every log of a folder
  oasis-ref adjudicate games.jsonl --format ndjson > verdicts.ndjson
  oasis-ref adjudicate games.jsonl:17          the game on line 17
"""


@click.command("adjudicate", help=HELP)
@click.argument("log", nargs=-1, required=True, type=INPUT)
@output_options(MANY)
@policy_option
@choice_options()
@level_options("Also every entry and what happened at it; of many inputs the full reports.")
@click.pass_context
def command(ctx: click.Context, /, log: tuple[str, ...], **options: Any) -> None:
    """Judge every log."""
    from oasis_ref.cli.judging import judge_all

    ctx.exit(judge_all(log, settings(options), _judge, "log"))


def _judge(data: bytes, name: str, choices: Choices) -> Verdict:
    from oasis_ref.cli.judging import game_of
    from oasis_ref.cli.reporting import printable
    from oasis_ref.record.reading import read_log
    from oasis_ref.referee.adjudication import adjudicate

    log = read_log(data, name=name)
    game = game_of(log)
    readings, pack = choices.readings_for(game), choices.pack_for(game)
    verdict = adjudicate(log, after_illegal=choices.after_illegal, readings=readings, pack=pack)
    verdict.source = printable(name)
    return verdict
