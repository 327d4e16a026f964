"""Rules that hang on the number of cards, judged for every size that the pack may have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from oasis_ref.core.findings import Breach, Finding, breach
from oasis_ref.core.rules import Rule
from oasis_ref.games.desperate_oasis.catalogue import RULES
from oasis_ref.games.desperate_oasis.table import Supply


class Counting(Struct):
    """The breaches of count rules at one entry, size by size."""

    supplies: Sequence[Supply]
    broken: dict[int, list[tuple[Rule, Breach]]] = {}

    def ask(self, check: Callable[..., Breach | None], *situation: Any, rule: Callable[..., Any] | None = None) -> bool:
        """Judge a rule for every size; return whether it is broken for all of them.

        ``check`` is asked with the situation and each supply; ``rule`` is the rule it judges, if it is not itself one.
        """
        count = 0
        for supply in self.supplies:
            found = check(*situation, supply)
            if found is not None:
                count += 1
                self.broken.setdefault(supply.size, []).append((RULES.of(rule or check), found))
        return count == len(self.supplies)

    def sizes(self) -> list[int] | None:
        """Return the sizes for which no rule was broken, or None if that is all or none of them."""
        if not self.broken or len(self.broken) == len(self.supplies):
            return None
        return [supply.size for supply in self.supplies if supply.size not in self.broken]

    def findings(self, entry: int) -> list[Finding]:
        """Return what is to be said: illegal if every size breaks a rule, else unverifiable, else nothing."""
        if not self.broken:
            return []
        worst = self.broken[max(self.broken)]
        left = self.sizes()
        if left is None:
            return [RULES.finding(rule, found, entry) for rule, found in worst]
        rule, found = worst[0]
        unsure = breach(
            "Whether this was allowed hangs on the number of animals: it was if the pack has {sizes}. Otherwise: "
            + found.says,
            status="unverifiable",
            charged=found.charged,
            **{**found.facts, "sizes": _span(left)},
        )
        return [RULES.finding(rule, unsure, entry)]


def _span(sizes: Sequence[int]) -> str:
    if len(sizes) > 2 and sizes[-1] - sizes[0] == len(sizes) - 1:
        return f"{sizes[0]} to {sizes[-1]}"
    return " or ".join(str(size) for size in sizes)
