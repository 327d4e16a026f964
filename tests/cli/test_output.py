"""Where results go: stdout, a file written whole or not at all, a pipe that is closed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from oasis_ref.cli import guard
from oasis_ref.cli.common import Settings, wants_color
from oasis_ref.cli.output import Output
from tests.cli.running import log, run, write_lines

ROOT = Path(__file__).parents[2]


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_holds_what_stdout_would_show(good: Path, tmp_path: Path) -> None:
    target = tmp_path / "verdict.txt"
    ran = run("adjudicate", good, "-o", target)
    assert ran == (0, "", "")
    assert target.read_text(encoding="utf-8") == run("adjudicate", good).out
    assert names_in(tmp_path) == ["good.json", "verdict.txt"]


def test_a_dash_is_stdout(good: Path) -> None:
    assert run("adjudicate", good, "-o", "-").out == run("adjudicate", good).out


def test_an_old_file_stays_if_something_goes_wrong(good: Path, tmp_path: Path) -> None:
    target = tmp_path / "verdict.txt"
    target.write_text("old", encoding="utf-8")
    assert run("adjudicate", good, "-o", target, "--pack", "none").code == 2
    assert target.read_text(encoding="utf-8") == "old"
    assert names_in(tmp_path) == ["good.json", "verdict.txt"]


def test_a_folder_that_may_not_be_written_to(good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: Any) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    ran = run("adjudicate", good, "-o", tmp_path / "verdict.txt")
    assert ran.code == 2
    assert ran.out == ""
    assert (
        ran.err == f"Error: -o: {tmp_path / 'verdict.txt'} cannot be written: Permission denied. Nothing was written.\n"
    )


def test_a_folder_that_does_not_exist(good: Path, tmp_path: Path) -> None:
    ran = run("adjudicate", good, "-o", tmp_path / "none" / "verdict.txt")
    assert ran.code == 2
    assert "cannot be written: No such file or directory" in ran.err


def test_the_input_is_not_overwritten(good: Path) -> None:
    ran = run("adjudicate", good, "-o", good)
    assert ran.code == 2
    assert "is an input; nothing was written" in ran.err


def test_an_input_in_a_folder_is_not_overwritten(good: Path, tmp_path: Path) -> None:
    before = good.read_bytes()
    for command in ("adjudicate", "validate"):
        ran = run(command, tmp_path, "-o", good)
        assert ran.code == 2
        assert ran.err == f"Error: -o: {good} is an input; nothing was written.\n"
    assert good.read_bytes() == before
    assert names_in(tmp_path) == ["good.json"]


@pytest.mark.parametrize(
    "command",
    [
        ["pack", "check"],
        ["pack", "show"],
        ["simulate", "desperate-oasis", "--seed", "1", "--pack"],
        ["adjudicate", "-", "--pack"],
    ],
    ids=["check", "show", "simulate", "adjudicate"],
)
def test_a_pack_that_is_read_is_not_overwritten(command: list[str], tmp_path: Path) -> None:
    mine = tmp_path / "mine.json"
    assert run("pack", "new", "desperate-oasis", "mine", "-o", mine).code == 0
    before = mine.read_bytes()
    ran = run(*command, mine, "-o", mine, stdin=json.dumps(log()))
    assert ran.code == 2
    assert "is an input" in ran.err
    assert mine.read_bytes() == before


def test_a_device_is_written_to_as_it_is(good: Path) -> None:
    if not Path("/dev/stdout").exists():
        pytest.skip("no /dev/stdout here")
    process = subprocess.run(
        [sys.executable, "-m", "oasis_ref", "adjudicate", str(good), "-o", "/dev/stdout"],
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    assert process.stdout.decode() == run("adjudicate", good).out


@pytest.mark.parametrize("arguments", [["--help"], ["rules", "desperate-oasis"]], ids=["help", "rules"])
def test_a_full_disk_behind_stdout_is_told(arguments: list[str]) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    with Path("/dev/full").open("wb") as full:
        process = subprocess.run(
            [sys.executable, "-m", "oasis_ref", *arguments], stdout=full, stderr=subprocess.PIPE, cwd=ROOT, check=False
        )
    assert process.stderr == b"Error: The output cannot be written: No space left on device.\n"
    assert process.returncode == 2


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no such signals here")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_no_half_written_file_is_left_by_whoever_is_ended(name: str, tmp_path: Path) -> None:
    number = getattr(signal, name)
    if signal.getsignal(number) is not signal.SIG_DFL:
        pytest.skip("the tests run where this signal ends nobody")
    target = tmp_path / "verdicts.txt"
    process = subprocess.Popen(
        [sys.executable, "-m", "oasis_ref", "adjudicate", "-", "-o", str(target)], stdin=subprocess.PIPE, cwd=ROOT
    )
    assert process.stdin is not None
    for _ in range(2):
        process.stdin.write(json.dumps(log()).encode() + b"\n")
    process.stdin.flush()
    while not names_in(tmp_path):
        time.sleep(0.01)
    process.send_signal(number)
    assert process.wait(timeout=60) == -number
    process.stdin.close()
    assert names_in(tmp_path) == []


def test_a_full_disk_is_told(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    with (
        pytest.raises(guard.OutputError, match="cannot be written: No space left on device"),
        Output(Settings(output="/dev/full")) as output,
    ):
        output.text("x" * 100_000)


@pytest.mark.parametrize(
    ("chosen", "terminal", "env", "wanted"),
    [
        (Settings(), True, {}, True),
        (Settings(), False, {}, False),
        (Settings(), True, {"NO_COLOR": "1"}, False),
        (Settings(), True, {"NO_COLOR": ""}, True),
        (Settings(), True, {"TERM": "dumb"}, False),
        (Settings(color=True), False, {"NO_COLOR": "1"}, True),
        (Settings(color=False), True, {}, False),
        (Settings(output="x"), True, {}, False),
    ],
    ids=["terminal", "pipe", "no-color", "no-color-empty", "dumb", "forced", "refused", "file"],
)
def test_when_there_is_colour(
    chosen: Settings, terminal: bool, env: dict[str, str], wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    assert wants_color(chosen, terminal) is wanted


@pytest.mark.parametrize(
    ("error", "code"),
    [(KeyboardInterrupt(), 130), (BrokenPipeError(), 141), (RuntimeError("x"), 70), (MemoryError(), 70)],
    ids=["interrupt", "pipe", "fault", "memory"],
)
def test_how_the_program_ends(error: BaseException, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    def broken() -> None:
        raise error

    with pytest.raises(SystemExit) as ended:
        guard.guarded(broken)
    assert ended.value.code == code
    said = capsys.readouterr().err
    assert "Traceback" not in said
    assert said.count("\n") == (0 if code == 141 else 1)


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["rules", "--help"]], ids=" ".join)
def test_a_closed_pipe_ends_the_help_too(arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    process = subprocess.run(
        [sys.executable, "-m", "oasis_ref", *arguments], stdout=writer, stderr=subprocess.PIPE, cwd=ROOT, check=False
    )
    os.close(writer)
    assert (process.returncode, process.stderr) == (141, b"")


def test_a_closed_pipe_is_quiet(tmp_path: Path) -> None:
    games = write_lines(tmp_path / "games.jsonl", [log()] * 200)
    process = subprocess.Popen(
        [sys.executable, "-m", "oasis_ref", "adjudicate", "-v", str(games)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    assert process.wait() == 141


def test_json_on_a_terminal_steers_nothing(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    output = Output(Settings())
    output.is_terminal = True
    with output:
        output.raw('"\u009b2J \x7f \u00e9"'.encode())
    shown = capfdbinary.readouterr().out.decode()
    assert shown == '"\\u009b2J \\u007f \u00e9"'
    assert json.loads(shown) == "\u009b2J \x7f \u00e9"
