"""Scoring a final table of New Life that has no moves."""

from __future__ import annotations

from oasis_ref.core.readings import Readings
from oasis_ref.games.base import SheetResult
from oasis_ref.games.new_life.moves import Pack, Sheet


def score(sheet: Sheet, readings: Readings, pack: Pack) -> SheetResult:
    """Return what a final table is worth, and what cannot be right about it."""
    raise NotImplementedError
