"""Rules and their catalogue: one rule, one small function, one slug."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, TypeVar

from msgspec import Struct

from oasis_ref.core.findings import Breach, Finding, Status
from oasis_ref.core.readings import Reading

Check = TypeVar("Check", bound=Callable[..., "Breach | None"])


class Rule(Struct, frozen=True):
    """One rule as the catalogue lists it.

    ``judged`` rules have a function that an entry can fail; ``applied`` rules are carried out by the
    engine, and a line of the trail or the tally cites them. ``broken_by`` names the kinds of entry.
    """

    slug: str
    title: str
    section: str
    kind: Literal["judged", "applied"]
    status: Status = "illegal"
    broken_by: tuple[str, ...] = ()


class Catalogue:
    """All rules and readings of one game. ``oasis-ref rules`` prints it; the judge looks rules up in it."""

    def __init__(self, readings: Iterable[Reading] = (), presets: dict[str, dict[str, str]] | None = None) -> None:
        self.rules: dict[str, Rule] = {}
        self.readings: dict[str, Reading] = {reading.slug: reading for reading in readings}
        self.defaults: dict[str, str] = {slug: reading.default for slug, reading in self.readings.items()}
        self.presets = presets or {}
        self._by_check: dict[Any, Rule] = {}

    def rule(
        self, slug: str, title: str, section: str, *, broken_by: str = "play", breaks: Status = "illegal"
    ) -> Callable[[Check], Check]:
        """Register the decorated function as the judge of rule ``slug``.

        The function returns None when the rule is kept, else a `Breach`. ``broken_by`` lists the kinds of
        entry that can break it, separated by spaces. Raises ValueError for a slug that is taken.
        """

        def register(check: Check) -> Check:
            entry = self._add(Rule(slug, title, section, "judged", breaks, tuple(broken_by.split())))
            self._by_check[check] = entry
            return check

        return register

    def applied(self, slug: str, title: str, section: str) -> str:
        """Register a rule that the engine carries out; return its slug, to be cited in trail and tally."""
        return self._add(Rule(slug, title, section, "applied")).slug

    def _add(self, rule: Rule) -> Rule:
        if rule.slug in self.rules:
            raise ValueError(f"the slug {rule.slug} is taken")
        self.rules[rule.slug] = rule
        return rule

    def of(self, check: Callable[..., Any]) -> Rule:
        """Return the rule that a function judges."""
        return self._by_check[check]

    def finding(self, rule: Rule | str | Callable[..., Any], found: Breach, entry: int | None = None) -> Finding:
        """Return the finding for a breach of a rule, given as rule, slug or judging function."""
        if isinstance(rule, str):
            rule = self.rules[rule]
        elif not isinstance(rule, Rule):
            rule = self._by_check[rule]
        at = found.charged if found.charged is not None else entry
        status = found.status or rule.status
        return Finding(
            rule.slug, rule.title, rule.section, status, found.says, found.facts, found.allowed, None, found.void, at
        )

    def first(self, checks: Iterable[Callable[..., Breach | None]], *situation: Any) -> Iterator[Finding]:
        """Yield only the first finding that a check makes of the situation: the reason a director gives."""
        for check in checks:
            found = check(*situation)
            if found is not None:
                yield self.finding(check, found)
                return
