"""Streams that are closed, full or interrupted, and a terminal: what a process does with each."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.running import log, run, sheet, write, write_lines

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-m", "oasis_ref"]
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "OASIS_REF_DEBUG")}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path / "good.json", log())
    write(tmp_path / "sheet.json", sheet())
    write_lines(tmp_path / "few.jsonl", [log(), log(), log()])
    return tmp_path


def shell(line: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """Run a line in a shell, where ``$REF`` is the program."""
    environment = {**ENVIRONMENT, "REF": " ".join(PROGRAM), "PYTHONPATH": str(ROOT)}
    return subprocess.run(["/bin/sh", "-c", line], cwd=folder, env=environment, capture_output=True, check=False)


needs_shell = pytest.mark.skipif(not Path("/bin/sh").exists(), reason="no shell here")


@needs_shell
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("adjudicate good.json >&-", 0),
        ("adjudicate few.jsonl >&- 2>&-", 0),
        ("adjudicate few.jsonl 2>&-", 0),
        ("adjudicate none.json 2>&-", 3),
        ("adjudicate good.json >&- 2>&- <&-", 0),
        ("replay good.json >&-", 0),
        ("validate good.json >&-", 0),
        ("score sheet.json >&-", 0),
        ("simulate desperate-oasis --seed 1 >&-", 0),
        ("pack show desperate-oasis >&-", 0),
        ("--help >&-", 0),
        ("--version >&-", 0),
        ("adjudicat 2>&-", 2),
    ],
)
def test_a_stream_that_is_closed_changes_no_exit_code(line: str, code: int, folder: Path) -> None:
    done = shell(f"$REF {line}", folder)
    assert (done.returncode, done.stderr) == (code, b"")


@needs_shell
def test_with_stdin_closed_there_is_nothing_to_read(folder: Path) -> None:
    done = shell("$REF adjudicate - <&-", folder)
    assert (done.returncode, done.stderr) == (3, b"standard input: There is nothing on standard input\n")


@needs_shell
def test_a_file_is_written_also_if_stderr_is_closed(folder: Path) -> None:
    assert shell("$REF adjudicate good.json -o report.txt 2>&-", folder).returncode == 0
    assert (folder / "report.txt").read_bytes().startswith(b"good.json\n\nGame ")


@needs_shell
@pytest.mark.parametrize("line", ["adjudicate good.json", "--help"])
def test_a_stdout_that_can_only_be_read_is_told(line: str, folder: Path) -> None:
    done = shell(f"$REF {line} 1<good.json", folder)
    assert (done.returncode, done.stderr) == (2, b"Error: The output cannot be written: Bad file descriptor.\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_stderr_that_takes_no_more_changes_no_exit_code(folder: Path) -> None:
    assert shell("$REF adjudicate none.json 2>/dev/full", folder).returncode == 3
    assert shell("$REF --help >/dev/full 2>/dev/full", folder).returncode == 2


# An old report


@pytest.mark.parametrize(
    "command", [["adjudicate"], ["score"], ["pack", "check"], ["replay"], ["options", "--at", "1"], ["pack", "show"]]
)
@pytest.mark.parametrize("form", ["text", "markdown"])
def test_an_old_report_stays_if_the_input_cannot_be_read(command: list[str], form: str, tmp_path: Path) -> None:
    broken, report = tmp_path / "broken.json", tmp_path / "report.txt"
    broken.write_text("{", encoding="utf-8")
    report.write_text("old", encoding="utf-8")
    ran = run(*command, broken, "-o", report, "--format", form)
    assert ran.code == 3
    assert report.read_text(encoding="utf-8") == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["broken.json", "report.txt"]


def test_a_report_that_is_empty_replaces_an_old_one(folder: Path) -> None:
    report = folder / "report.txt"
    for form in ("text", "markdown", "ndjson"):
        report.write_text("old", encoding="utf-8")
        assert run("validate", "-q", folder / "good.json", "-o", report, "--format", form).code == 0
        assert report.read_text(encoding="utf-8") == ""


# Ctrl-C


@pytest.mark.skipif(os.name == "nt", reason="no such signals here")
@pytest.mark.parametrize("to_file", [True, False], ids=["file", "stdout"])
def test_ctrl_c_is_told_in_a_line(to_file: bool, tmp_path: Path) -> None:
    target = tmp_path / "report.txt"
    command = [*PROGRAM, "adjudicate", "-", *(["-o", str(target)] if to_file else [])]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, env=ENVIRONMENT
    )
    assert process.stdin is not None
    assert process.stdout is not None
    for _ in range(2 if to_file else 500):
        process.stdin.write(json.dumps(log()).encode() + b"\n")
    process.stdin.flush()
    if to_file:
        while not list(tmp_path.iterdir()):
            time.sleep(0.01)
    else:
        process.stdout.readline()
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=120) == 130
    assert process.stderr is not None
    said = process.stderr.read().decode()
    assert said == (f"Interrupted; {target} was not written.\n" if to_file else "Interrupted.\n")
    assert list(tmp_path.iterdir()) == []
    for stream in (process.stdin, process.stdout, process.stderr):
        stream.close()


EARLY = """
import sys

class Impatient:
    def find_spec(self, name, *where):
        if name == "click":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Impatient())
from oasis_ref.cli import main
main()
"""


def test_ctrl_c_before_anything_is_loaded_is_told_in_a_line() -> None:
    done = subprocess.run([sys.executable, "-c", EARLY], capture_output=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"Interrupted.\n")


# A terminal


def on_a_terminal(command: str, folder: Path) -> str:
    """Return what stderr shows if it is a terminal."""
    pty = pytest.importorskip("pty")
    leader, follower = pty.openpty()
    environment = {**ENVIRONMENT, "REF": " ".join(PROGRAM), "PYTHONPATH": str(ROOT), "TERM": "xterm"}
    process = subprocess.Popen(
        ["/bin/sh", "-c", command], cwd=folder, env=environment, stdout=follower, stderr=follower, stdin=follower
    )
    os.close(follower)
    shown = b""
    try:
        while chunk := os.read(leader, 10_000):
            shown += chunk
    except OSError:
        pass  # the terminal is gone with its last process
    os.close(leader)
    assert process.wait() == 0
    return shown.decode()


@needs_shell
def test_on_a_terminal_progress_is_drawn_only_while_the_results_go_elsewhere(folder: Path) -> None:
    assert "3 judged" in on_a_terminal("$REF adjudicate few.jsonl > report.txt", folder)
    assert "3 judged" in on_a_terminal("$REF adjudicate few.jsonl -o report.txt", folder)
    shown = on_a_terminal("$REF adjudicate few.jsonl", folder)
    assert "3 logs: 3 clean." in shown
    assert "judged" not in shown
    assert on_a_terminal("$REF adjudicate good.json > report.txt", folder) == ""


# What the page on documents says of the JSON


def test_every_document_of_a_command_begins_alike_and_is_on_the_page(folder: Path) -> None:
    page = (ROOT / "schemas" / "README.md").read_text(encoding="utf-8")
    good, few = folder / "good.json", folder / "few.jsonl"
    commands: list[list[str | Path | int]] = [
        ["adjudicate", good],
        ["score", folder / "sheet.json"],
        ["replay", good],
        ["validate", few],
        ["options", good, "--at", 2],
        ["rules", "oasis"],
        ["pack", "show", "oasis"],
        ["pack", "check", "oasis"],
    ]
    made = [json.loads(run(*command, "--format", "json").out) for command in commands]
    made += json.loads(run("adjudicate", few, folder / "none.json", "--format", "json").out)
    for command in ("adjudicate", "validate", "replay"):
        ran = run(command, good, "--format", "ndjson")
        made += [json.loads(line) for line in ran.out.splitlines()]
    for document in made:
        assert list(document)[:4] == ["kind", "format", "tool", "engine"]
        assert f"`{document['kind']}`" in page
    assert len({document["kind"] for document in made}) == 10
