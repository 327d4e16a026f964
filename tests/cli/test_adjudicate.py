"""``adjudicate`` and ``score``: the verdicts, their forms, the exit codes, and inputs of every kind."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from oasis_ref.core.documents import Log
from tests.cli.running import FAULTY, ROUND, log, run, sheet, write, write_lines


def test_a_legal_log_is_clean(good: Path) -> None:
    ran = run("adjudicate", good)
    assert ran.code == 0
    assert ran.err == ""
    assert ran.out.startswith(f"{good}\n\nGame       Desperate Oasis\n")
    assert "\nVerdict    Every entry is legal.\n" in ran.out
    assert "\nResult     Nobody has won yet" in ran.out
    assert "MADE UP" in ran.out


def test_a_faulty_log_names_entry_and_rule(bad: Path) -> None:
    ran = run("adjudicate", bad)
    assert ran.code == 1
    assert "\nVerdict    2 findings, 1 cause: entry 4\n" in ran.out
    assert "\nEntry 4: A plays camel on A4\n  illegal not-your-turn\n" in ran.out


def test_what_follows_from_the_fault_says_so(bad: Path) -> None:
    ran = run("adjudicate", bad)
    assert "\nEntry 5: A draws 2\n  illegal must-draw-to-four\n" in ran.out
    assert "    This follows from entry 4.\n" in ran.out


def test_quiet_is_one_line(bad: Path) -> None:
    ran = run("adjudicate", "-q", bad)
    assert ran.out.startswith(f"{bad}: 2 findings, 1 cause: entry 4; nobody has won yet: ")
    assert ran.out.count("\n") == 1


def test_verbose_has_every_entry_and_its_comment(good: Path) -> None:
    ran = run("adjudicate", "-v", good)
    assert "\nEntry by entry\n   1  legal " in ran.out
    assert "A plays oryx on A2 !?\n" in ran.out
    assert 'Comment: "opens wide"' in ran.out


def test_a_claimed_result_that_differs_is_a_finding(tmp_path: Path) -> None:
    path = write(tmp_path / "sheet.json", sheet(result={"points": {"A": 7, "B": 1}}))
    ran = run("score", path)
    assert ran.code == 1
    assert "DIFFERS" in ran.out
    assert "A: claimed 7, counted 6." in ran.out


def test_a_sheet_that_agrees_is_clean(tmp_path: Path) -> None:
    path = write(tmp_path / "sheet.json", sheet(result={"points": {"A": 6, "B": 1}, "winners": ["A"]}))
    ran = run("score", path)
    assert ran.code == 0
    assert "Verdict    No fault found on the sheet." in ran.out
    assert "A 6, B 1; winner A: agrees" in ran.out


def test_json_is_one_document(bad: Path) -> None:
    ran = run("adjudicate", "--format", "json", bad)
    document = json.loads(ran.out)
    assert ran.code == 1
    assert document["kind"] == "verdict"
    assert document["status"] == "findings"
    assert document["source"] == str(bad)
    assert document["causes"] == [4]


def test_markdown(bad: Path) -> None:
    ran = run("adjudicate", "--format", "markdown", bad)
    assert ran.out.startswith("# Desperate Oasis: ")
    assert "\n**2 findings, 1 cause: entry 4**\n" in ran.out
    assert "\n### Entry 4: A plays camel on A4\n" in ran.out


def test_the_policy_is_chosen_and_shown(bad: Path) -> None:
    ran = run("adjudicate", bad, "--after-illegal", "stop")
    assert "The replay stopped at entry 4;" in ran.out
    assert "Policy     stop: the replay ends at the first illegal entry" in ran.out
    assert "The entry was not carried out." in run("adjudicate", bad, "--after-illegal", "void").out


# Readings and packs


def test_a_reading_is_chosen(good: Path) -> None:
    ran = run("adjudicate", good, "--reading", "third-jackal=opens-its-space", "--format", "json")
    assert json.loads(ran.out)["readings"]["third-jackal"] == "opens-its-space"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--reading", "third-jakal=no-room"], 'There is no reading "third-jakal" (did you mean third-jackal?)'),
        (["--reading", "third-jackal=noroom"], 'There is no option "noroom" (did you mean no-room?)'),
        (["--pack", "sampel"], "'sampel' is neither a file nor a pack of desperate-oasis. Did you mean sample?"),
    ],
    ids=["reading", "option", "pack"],
)
def test_what_does_not_exist_is_wrong_usage(good: Path, arguments: list[str], message: str) -> None:
    ran = run("adjudicate", good, *arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert message in " ".join(ran.err.split())


def test_what_another_game_of_several_does_not_have_is_told_once(good: Path, tmp_path: Path) -> None:
    other = {"game": "new-hope", "pack": "sample", "players": [{"seat": "a"}, {"seat": "b"}], "moves": []}
    others = [write(tmp_path / name, other) for name in ("x.json", "y.json")]
    ran = run("adjudicate", *others, good, "--reading", "third-jackal=no-room", "--pack", "sample-animals")
    assert ran.code == 0
    assert ran.err.splitlines() == [
        "--reading third-jackal=no-room: new-hope has no such reading; its inputs are judged without it.",
        "--pack sample-animals: this is no pack of new-hope; its inputs are judged by their own.",
    ]
    assert run("adjudicate", *others, good, "--reading", "third-jakal=no-room").code == 2
    assert run("adjudicate", *others, good, "--pack", "smaple").code == 2
    assert run("adjudicate", others[0], "--reading", "third-jackal=no-room").code == 2


def test_a_reading_that_the_log_itself_gets_wrong_is_a_fault_of_the_log(tmp_path: Path) -> None:
    ran = run("adjudicate", write(tmp_path / "x.json", log(readings={"third-jakal": "no-room"})))
    assert ran.code == 3
    assert "did you mean third-jackal?" in ran.err


def test_a_pack_by_name_and_by_file(good: Path, tmp_path: Path) -> None:
    assert "Pack       base\n" in run("adjudicate", good, "--pack", "base").out
    own = write(tmp_path / "own.json", {"kind": "pack", "game": "desperate-oasis", "name": "mine"})
    assert "Pack       mine\n" in run("adjudicate", good, "--pack", own).out


def test_a_pack_that_is_none_is_told_once(good: Path, tmp_path: Path) -> None:
    broken = write(tmp_path / "broken.json", {"kind": "pack"})
    ran = run("adjudicate", good, good, good, "--pack", broken)
    assert ran.code == 3
    assert ran.out == ""
    assert ran.err.startswith(f"Error: --pack cannot be read:\n{broken}:1:")
    assert ran.err.count(str(broken)) == 1


# Inputs


def test_a_missing_file_stops_nothing(good: Path, bad: Path, tmp_path: Path) -> None:
    ran = run("adjudicate", "-q", good, tmp_path / "none.json", bad)
    assert ran.code == 3
    assert ran.out.split("\n")[0].startswith(f"{good}: legal;")
    assert ran.out.split("\n")[1] == f"{tmp_path / 'none.json'}: could not be read (1 fault)"
    assert ran.out.split("\n")[2].startswith(f"{bad}: 2 findings,")
    closing = "\n3 logs: 1 clean, 1 with findings, 1 could not be read.\n"
    assert run("adjudicate", good, tmp_path / "none.json", bad).out.endswith(closing)
    assert f"{tmp_path / 'none.json'}: There is no such file" in ran.err


def test_a_file_that_fits_no_schema_tells_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"game": "desperate-oasis",\n "moves": [{"do": "draw", "by": 3}]}', encoding="utf-8")
    ran = run("adjudicate", path)
    assert ran.code == 3
    assert ran.out == ""
    assert f"{path}:2:" in ran.err


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe\x00",
        b"{",
        b"[]",
        b"null",
        b'"x"',
        b"\xef\xbb\xbf{}",
        b'{"game": "chess"}',
        b"[" * 100_000,
        b"NaN",
    ],
    ids=["empty", "binary", "cut", "list", "null", "text", "mark", "game", "deep", "nan"],
)
def test_any_bytes_give_a_clear_error(data: bytes) -> None:
    ran = run("adjudicate", "-", stdin=data)
    assert ran.code == 3
    assert ran.out == ""
    assert ran.err.startswith("standard input")
    assert "Traceback" not in ran.err


def test_a_log_from_standard_input() -> None:
    ran = run("adjudicate", "-", stdin=json.dumps(log()))
    assert ran.code == 0
    assert ran.out.startswith("standard input\n\nGame ")


def test_a_folder_is_searched(tmp_path: Path) -> None:
    write(tmp_path / "a" / "1.json", log())
    write_lines(tmp_path / "a" / "2.jsonl", [log(), log(FAULTY)])
    ran = run("adjudicate", "-q", tmp_path)
    assert ran.code == 1
    assert [line.split(": ")[0] for line in ran.out.split("\n")[:3]] == [
        str(tmp_path / "a" / "1.json"),
        f"{tmp_path / 'a' / '2.jsonl'}:1",
        f"{tmp_path / 'a' / '2.jsonl'}:2",
    ]


def test_a_folder_without_logs(tmp_path: Path) -> None:
    ran = run("adjudicate", tmp_path)
    assert ran.code == 3
    assert "There is no log in this folder" in ran.err


def test_many_with_verbose_are_whole_reports(good: Path, bad: Path) -> None:
    ran = run("adjudicate", "-v", good, bad)
    assert ran.out.count("\nEntry by entry\n") == 2
    assert ran.out.endswith("2 logs: 1 clean, 1 with findings.\n")


def test_many_with_quiet_have_no_closing_line(good: Path, bad: Path) -> None:
    assert run("adjudicate", "-q", good, bad).out.count("\n") == 2


def test_many_as_a_json_list_and_as_lines(good: Path, tmp_path: Path) -> None:
    inputs = good, tmp_path / "none.json", good
    listed = json.loads(run("adjudicate", "--format", "json", *inputs).out)
    lines = [json.loads(line) for line in run("adjudicate", "--format", "ndjson", *inputs).out.splitlines()]
    assert lines == listed
    assert [one["kind"] for one in lines] == ["verdict", "unread", "verdict"]
    assert lines[1]["faults"][0]["file"] == str(tmp_path / "none.json")


def test_a_sheet_given_as_a_log_is_refused(tmp_path: Path) -> None:
    ran = run("adjudicate", write(tmp_path / "sheet.json", sheet()))
    assert ran.code == 3
    assert "sheet" in ran.err


def test_one_log_of_many_that_we_fail_on_stops_nothing(good: Path, bad: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from oasis_ref.referee import adjudication

    right = adjudication.adjudicate

    def broken(log: Log, **chosen: Any) -> object:
        if len(log.moves) == len(FAULTY):
            raise RecursionError("too\ndeep")
        return right(log, **chosen)

    monkeypatch.setattr(adjudication, "adjudicate", broken)
    ran = run("adjudicate", "-q", bad, good)
    assert ran.code == 70
    assert ran.out.split("\n")[0] == f"{bad}: not judged, through a fault of oasis-ref"
    assert ran.out.split("\n")[1].startswith(f"{good}: legal;")
    assert ran.err.count("\n") == 1
    assert "RecursionError: too\\ndeep" in ran.err
    assert "Please report it" in ran.err
    debug = run("adjudicate", bad, env={"OASIS_REF_DEBUG": "1"})
    assert "Traceback" in debug.err


def test_each_input_is_told_before_the_next_but_one_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a long list of games no more than two inputs are held at a time."""
    from oasis_ref.cli import judging
    from oasis_ref.cli.output import Output
    from oasis_ref.record.inputs import Input, Name

    written: list[str] = []
    raw = json.dumps(log()).encode()

    def stream(*arguments: object, **wanted: object) -> Iterator[Input]:
        for number in range(1, 50):
            assert len(written) >= number - 3
            yield Input(Name("games.jsonl", number), raw)

    monkeypatch.setattr(judging, "inputs_of", stream)
    monkeypatch.setattr(Output, "text", lambda self, text: written.append(text))
    assert run("adjudicate", "games.jsonl").code == 0
    assert len(written) == 50


def test_progress_is_shown_on_a_terminal_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from oasis_ref.cli.judging import _progress

    path = write(tmp_path / "log.json", log())

    for is_terminal in (False, True):
        monkeypatch.setattr(sys.stderr, "isatty", lambda is_terminal=is_terminal: is_terminal)
        with _progress((str(path),)) as advance:
            advance(Path(path).stat().st_size)
        assert ("1 judged" in capsys.readouterr().err) is is_terminal


# What is printed


def test_output_that_is_piped_has_no_colour_and_80_columns(tmp_path: Path) -> None:
    name = "Ann \x1b[31m\u202e" + "very long name " * 20
    made = log(FAULTY, players=[{"seat": "A", "name": name}, {"seat": "B"}], event={"name": "an open " * 30})
    ran = run("adjudicate", "-v", "-", stdin=json.dumps(made))
    assert "\x1b" not in ran.out
    assert "\u202e" not in ran.out
    assert "\\x1b[31m\\u202e" in ran.out
    assert all(len(line) <= 80 for line in ran.out.split("\n"))


def test_a_file_name_that_is_no_text(tmp_path: Path) -> None:
    name = os.fsdecode(b"bad\xff.json")
    try:
        path = write(tmp_path / name, log())
    except OSError:
        pytest.skip("this file system wants text")
    assert json.loads(run("adjudicate", "--format", "json", path).out)["source"].endswith("bad\\udcff.json")
    assert "bad\\udcff.json\n" in run("adjudicate", path).out
    assert run("validate", "--format", "json", path).code == 0
    assert "bad\\udcff.json" in run("replay", tmp_path / name / "x").err


def test_colour_can_be_forced(good: Path) -> None:
    assert "\x1b[32m" in run("adjudicate", "--color", good).out
    assert "\x1b" not in run("adjudicate", "--no-color", good).out


def test_words_that_the_terminal_cannot_write_are_escaped(tmp_path: Path) -> None:
    made = log([ROUND, {"by": "A", "do": "play", "card": "oryx", "column": 2, "comment": "schön 王"}])
    path = write(tmp_path / "x.json", made)
    assert "schön 王" in run("adjudicate", "-v", path).out


def test_a_chosen_reading_is_told_of_also_if_nothing_turned_on_it(tmp_path: Path) -> None:
    good = write(tmp_path / "good.json", log())
    for form in ("text", "markdown"):
        told = " ".join(run("adjudicate", good, "--format", form, "--reading", "flip-key=strength-first").out.split())
        assert "flip-key = strength-first: chosen, but nothing in this game turned on it" in told
        assert "turned on it" not in run("adjudicate", good, "--format", form, "--reading", "flip-key=column-first").out


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_a_replacement_that_cannot_be_read_is_not_said_to_be_played(form: str, tmp_path: Path) -> None:
    ruling = {"do": "ruling", "on": 2, "decision": "replaced", "with": {"by": "A", "do": "play", "colum": 1}}
    faulty = write(tmp_path / "faulty.json", log([*log()["moves"], ruling]))
    told = run("adjudicate", "-v", faulty, "--format", form).out
    assert "ruling-replacement" in told
    assert "Played instead" not in told
    ruling["with"] = {"by": "A", "do": "play", "card": "camel", "column": 1}
    assert (
        "Played instead: A plays camel on A1"
        in run("adjudicate", "-v", write(faulty, log([*log()["moves"], ruling])), "--format", form).out
    )


def test_a_pack_in_the_log_that_contradicts_the_box_is_remarked(tmp_path: Path) -> None:
    pack = {"game": "desperate-oasis", "name": "ours", "animals": {"camel": 2, "dragon": 1}}
    path = write(tmp_path / "own-pack.json", log([ROUND], pack=pack))
    said = " ".join(run("adjudicate", path).out.split())
    assert "The pack ours is judged by as it is, but `oasis-ref pack check` finds" in said
    assert "there is no animal dragon" in said
    assert "is judged by as it is" not in run("adjudicate", write(tmp_path / "plain.json", log([ROUND]))).out


def test_lines_of_many_are_kept_to_80_columns_but_for_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = ["a.json", f"{'long-' * 8}name.json", f"{'very-long-' * 12}name with spaces.json"]
    for name in names:
        write(tmp_path / name, log(FAULTY))
    for command in ("adjudicate", "validate"):
        lines = run(command, *names).out.rstrip("\n").split("\n")
        assert [f"{line} ".split(": ")[0] for line in lines if ".json:" in line] == names
        assert all(len(line) <= 80 or line == f"{names[2]}:" for line in lines)
    assert run("adjudicate", "-q", *names).out.count("\n") == 3
    write(tmp_path / "a.json", log([{"do": "play", "by": "A", "colum": 3, "cart": "camel"}]))
    told = run("validate", "a.json").out.split("\n")
    assert told[0].startswith("a.json:1:")
    assert told[1].startswith("  ")
    assert all(len(line) <= 80 for line in told)


def test_one_line_of_many_is_judged_scored_and_validated_by_its_name(tmp_path: Path) -> None:
    games = write_lines(tmp_path / "few.jsonl", [log(), sheet(), log(FAULTY)])
    assert run("adjudicate", f"{games}:3").out.startswith(f"{games}:3\n\nGame ")
    assert run("score", f"{games}:2").code == 0
    assert run("validate", f"{games}:2", f"{games}:3").out.count(" sheet\n") == 1
    ran = run("adjudicate", f"{games}:1", "-o", games)
    assert (ran.code, "is an input" in ran.err) == (2, True)


def test_a_folder_gives_each_command_what_is_its_own(tmp_path: Path) -> None:
    write(tmp_path / "log.json", log())
    write(tmp_path / "sheet.json", sheet())
    write_lines(tmp_path / "mixed.jsonl", [log(), sheet(), log()])
    assert run("score", tmp_path).out.endswith("\n2 sheets: 2 clean.\n")
    assert run("adjudicate", tmp_path).out.endswith("\n3 logs: 3 clean.\n")
    assert run("score", tmp_path / "mixed.jsonl").code == 3
