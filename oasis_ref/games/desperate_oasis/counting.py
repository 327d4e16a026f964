"""Rules that hang on the number of cards, judged for every size that the pack may have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from oasis_ref.core.findings import Breach, Finding, breach
from oasis_ref.core.rules import Rule
from oasis_ref.games.desperate_oasis.catalogue import RULES
from oasis_ref.games.desperate_oasis.table import Supply

Broken = dict[int, list[tuple[Rule, Breach]]]
"""Breaches of count rules, each with its rule, by the size of the pack."""


class Counting(Struct):
    """The breaches of count rules at one entry, size by size.

    ``supplies`` are those of the sizes that the entry is judged with. ``narrowed`` says that there were more of them
    before an earlier entry was judged anew, ``charged`` what was found then.
    """

    supplies: Sequence[Supply]
    broken: Broken = {}
    narrowed: bool = False
    charged: list[Finding] = []

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

    def keep(self, sizes: Sequence[int] | None) -> None:
        """Judge what follows only for these sizes; None is all of them."""
        if sizes is not None and len(sizes) < len(self.supplies):
            self.supplies = [supply for supply in self.supplies if supply.size in sizes]
            self.narrowed = True

    def follow(self, earlier: Counting, entry: int) -> None:
        """Take over what was found of an earlier entry, and judge this one for the sizes that are left by it."""
        self.charged = earlier.findings(entry)
        self.keep(earlier.sizes())

    def sizes(self) -> list[int] | None:
        """Return the sizes for which no rule was broken, all of them if that is none; None if there were no others."""
        undecided = not self.broken or len(self.broken) == len(self.supplies)
        if undecided and not self.narrowed:
            return None
        return [supply.size for supply in self.supplies if undecided or supply.size not in self.broken]

    def findings(self, entry: int) -> list[Finding]:
        """Return what is to be said: illegal if every size breaks a rule, else unverifiable, else nothing."""
        if not self.broken:
            return self.charged
        largest = max(self.broken)
        worst = self.broken[largest]
        if len(self.broken) == len(self.supplies):
            return self.charged + [RULES.finding(rule, self._with_size(found, largest), entry) for rule, found in worst]
        left = [supply.size for supply in self.supplies if supply.size not in self.broken]
        rule, found = worst[0]
        unsure = breach(
            "Whether this was allowed hangs on the number of animals: it was if the pack has {sizes}. "
            "With {animals} animals: " + found.says,
            status="unverifiable",
            charged=found.charged,
            **{**found.facts, "sizes": span(left), "animals": largest},
        )
        return [*self.charged, RULES.finding(rule, unsure, entry)]

    def _with_size(self, found: Breach, size: int) -> Breach:
        """Return a breach that says for how many animals its numbers are, if other sizes give other ones."""
        others = [other for broken in self.broken.values() for _, other in broken if other.says == found.says]
        if all(other.facts == found.facts for other in others):
            return found
        return replace(
            found,
            says=found.says + " The numbers are those of a pack of {animals} animals.",
            facts={**found.facts, "animals": size},
        )


def span(sizes: Sequence[int]) -> str:
    """Return numbers in words: ``13 to 30``, ``12 or 14``."""
    if len(sizes) > 2 and sizes[-1] - sizes[0] == len(sizes) - 1:
        return f"{sizes[0]} to {sizes[-1]}"
    return " or ".join(str(size) for size in sizes)
