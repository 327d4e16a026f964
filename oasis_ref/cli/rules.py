"""``oasis-ref rules``: the catalogue, which is the code itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from oasis_ref.cli.common import ONE, GameName, complete_rule, did_you_mean, output_options, settings

if TYPE_CHECKING:
    from oasis_ref.core.readings import Reading
    from oasis_ref.core.rules import Rule

HELP = """List the rules and readings of a game, or with SLUG all about one of them.

Every finding cites a rule by its slug. A reading is a point where the rulebook is silent or disputed: it names
the options, the first of them the default, and a log or --reading may choose another.

\b
Examples:
  oasis-ref rules desperate-oasis
  oasis-ref rules desperate-oasis column-full
  oasis-ref rules desperate-oasis third-jackal
"""


@click.command("rules", help=HELP)
@click.argument("game", type=GameName())
@click.argument("slug", required=False, shell_complete=complete_rule)
@output_options(ONE)
def command(game: str, slug: str | None, **options: Any) -> None:
    """Print the rules."""
    from oasis_ref.cli.output import Output
    from oasis_ref.games import game as load
    from oasis_ref.referee.replaying import RULINGS
    from oasis_ref.report import catalogue

    found = load(game)
    rules: dict[str, Rule] = {**found.catalogue.rules, **RULINGS.rules}
    readings: dict[str, Reading] = found.catalogue.readings
    if slug is not None:
        known = [*rules, *readings]
        if slug not in known:
            raise click.UsageError(
                f"There is no rule or reading {slug!r} in {game}. {_hint(slug, known, f'oasis-ref rules {game}')}"
            )
        rules = {slug: rules[slug]} if slug in rules else {}
        readings = {slug: readings[slug]} if slug in readings else {}
    shown = catalogue.Shown(found, rules, readings, slug is None)
    chosen = settings(options)
    with Output(chosen) as output:
        if chosen.format == "json":
            output.raw(catalogue.as_json(shown))
        elif chosen.format == "markdown":
            output.text(catalogue.as_markdown(shown))
        else:
            output.page(catalogue.as_page(shown))


def _hint(slug: str, known: list[str], way: str) -> str:
    hint = did_you_mean(slug, known)
    return hint if hint.startswith("Did") else f"`{way}` lists all."
