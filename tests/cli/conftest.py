"""The logs that the commands are tried on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import FAULTY, log, write


@pytest.fixture
def good(tmp_path: Path) -> Path:
    """A log without a fault."""
    return write(tmp_path / "good.json", log())


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    """A log with a third card in one turn."""
    return write(tmp_path / "bad.json", log(FAULTY))
