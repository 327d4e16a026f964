"""The wheel works without the repository beside it: everything that the program reads is packed into it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from oasis_ref.games import GAMES

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with nothing but what a wheel of the project puts into it."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "site")
    return folder / "site"


def run(unpacked: Path, *arguments: str, text: str = "") -> str:
    """Return what the program of the wheel prints, run in an empty folder."""
    elsewhere = unpacked.parent / "elsewhere"
    elsewhere.mkdir(exist_ok=True)
    environment = {**os.environ, "PYTHONPATH": str(unpacked), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "oasis_ref", *arguments]
    done = subprocess.run(
        command, cwd=elsewhere, env=environment, input=text, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_wheel_holds_the_package_and_nothing_of_the_tests(unpacked: Path) -> None:
    names = {path.name for path in unpacked.iterdir()}
    assert {name for name in names if not name.endswith(".dist-info")} == {"oasis_ref"}
    assert (unpacked / "oasis_ref" / "py.typed").is_file()


def test_the_program_of_the_wheel_is_the_one_that_runs(unpacked: Path) -> None:
    where = "import oasis_ref; print(oasis_ref.__file__)"
    environment = {**os.environ, "PYTHONPATH": str(unpacked), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", where], cwd=unpacked.parent, env=environment, capture_output=True, text=True, check=True
    )
    assert Path(done.stdout.strip()).is_relative_to(unpacked)


@pytest.mark.parametrize("slug", GAMES)
def test_the_wheel_makes_and_judges_a_game(unpacked: Path, slug: str) -> None:
    players = "3" if slug == "oasis" else "2"
    log = run(unpacked, "simulate", slug, "--seed", "1", "--players", players)
    assert json.loads(run(unpacked, "adjudicate", "--format", "json", "-", text=log))["status"] == "clean"
    assert "moves" in json.loads(run(unpacked, "schema", slug, "log"))["properties"]
    assert run(unpacked, "rules", slug)
    assert run(unpacked, "pack", "show", slug)
