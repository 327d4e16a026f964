"""The other commands: replay, options, validate, rules, schema, pack, simulate, and completion in the shell."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import FAULTY, LEGAL, log, run, sheet, write, write_lines
from tests.material import ALL_GAMES

# replay


def test_replay_draws_the_table_after_every_entry(good: Path) -> None:
    ran = run("replay", good)
    assert ran.code == 0
    assert [line[:4].strip() for line in ran.out.split("\n") if line[4:12] == "  legal "] == ["1", "2", "3", "4", "5"]
    assert "oryx" in ran.out


MADE_UP = "Pack       sample-animals: MADE UP, its figures are not those of the published\n           game\n\n"
MADE_UP_MARKDOWN = "Pack sample-animals: MADE UP, its figures are not those of the published game\n\n"


def test_replay_at_one_entry(bad: Path) -> None:
    ran = run("replay", bad, "--at", 4)
    assert ran.code == 1
    assert ran.out.startswith(f"{MADE_UP}   4  illegal ")
    assert "[not-your-turn]" in ran.out
    assert run("replay", bad, "--at", 3).code == 0


def test_quiet_replay_is_a_list_of_entries(good: Path) -> None:
    out = run("replay", "-q", good).out
    assert out.removeprefix(MADE_UP).count("\n") == 5
    assert "\n   2  legal         A plays oryx on A2 !?\n" in out
    markdown = run("replay", "-q", good, "--format", "markdown").out
    assert markdown.removeprefix(MADE_UP_MARKDOWN).count("\n") == 5


def test_replay_of_a_range_as_lines(good: Path) -> None:
    steps = [
        json.loads(line) for line in run("replay", good, "--from", 2, "--to", 3, "--format", "ndjson").out.splitlines()
    ]
    assert [step["number"] for step in steps] == [2, 3]
    assert steps[0]["table"]["A2"] == ["oryx"]
    assert {step["kind"] for step in steps} == {"step"}
    replay = json.loads(run("replay", good, "--from", 2, "--to", 3, "--format", "json").out)
    assert list(replay)[:4] == ["kind", "format", "tool", "engine"]
    assert (replay["kind"], replay["game"], replay["after_illegal"]) == ("replay", "desperate-oasis", "stand")
    assert replay["pack"]["made_up"] is True
    assert [{**steps[0], **step, "number": step["number"]} for step in replay["steps"]] == steps


def test_replay_in_markdown_fences_the_table(good: Path) -> None:
    out = run("replay", good, "--at", 2, "--format", "markdown").out
    assert out.startswith(f"{MADE_UP_MARKDOWN}- **2** legal: A plays oryx on A2 !?\n")
    assert out.count("```") == 2


@pytest.mark.parametrize("number", [0, 6, -1])
def test_replay_of_an_entry_that_is_not_there(good: Path, number: int) -> None:
    ran = run("replay", good, "--at", number)
    assert ran.code == 2
    assert f"there is no entry {number}; the log has entries 1 to 5." in ran.err


def test_replay_past_the_entry_where_it_stopped(bad: Path) -> None:
    ran = run("replay", bad, "--at", 5, "--after-illegal", "stop")
    assert ran.code == 2
    assert "The replay stopped at entry 4" in ran.err


@pytest.mark.parametrize("command", [["replay"], ["options", "--at", "1"]], ids=["replay", "options"])
def test_a_log_that_cannot_be_read(command: list[str], tmp_path: Path) -> None:
    ran = run(*command, tmp_path / "none.json")
    assert ran.code == 3
    assert ran.out == ""
    assert "none.json: There is no such file" in ran.err
    assert run(*command, "-", stdin="{").code == 3


def test_replay_from_standard_input() -> None:
    assert run("replay", "-", stdin=json.dumps(log())).out.startswith(f"{MADE_UP}   1  legal ")


@pytest.fixture
def games(tmp_path: Path) -> Path:
    (tmp_path / "games.jsonl").write_text(
        f"{json.dumps(log())}\n\n{json.dumps(log(FAULTY))}\n{json.dumps(log([{'do': 'drow'}]))}\n", encoding="utf-8"
    )
    return tmp_path / "games.jsonl"


def test_replay_of_a_game_among_many(games: Path) -> None:
    ran = run("replay", f"{games}:3", "--at", 4)
    assert ran.code == 1
    assert "[not-your-turn]" in ran.out
    assert run("options", f"{games}:1", "--at", 3).code == 0


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        (":4", 3, "games.jsonl:4:"),
        (":2", 3, "games.jsonl: There is nothing on line 2"),
    ],
    ids=["faulty", "blank"],
)
def test_a_game_that_is_not_there(games: Path, line: str, code: int, said: str) -> None:
    ran = run("replay", f"{games}{line}")
    assert ran.code == code
    assert said in ran.err


def test_a_line_of_games_is_not_overwritten(games: Path) -> None:
    assert run("replay", f"{games}:1", "-o", games).code == 2


def test_replay_of_the_one_game_in_a_folder(good: Path) -> None:
    assert run("replay", good.parent).out == run("replay", good).out


@pytest.mark.parametrize("command", [["replay", "--at", "5"], ["options", "--at", "5"]], ids=["replay", "options"])
@pytest.mark.parametrize("form", ["text", "markdown", "json", "ndjson"])
def test_several_logs_one_after_the_other(command: list[str], form: str, games: Path, good: Path) -> None:
    ran = run(*command, games, good, "--format", form)
    assert ran.code == 3
    assert ran.err.count("\n") == 1
    assert ran.err.startswith(f"{games}:4:")
    sources = [f"{games}:1", f"{games}:3", str(good)]
    if form in ("text", "markdown"):
        assert [line for line in ran.out.splitlines() if any(one in line.replace("\\", "") for one in sources)] != []
        found = [one for one in sources if one in ran.out.replace("\\", "")]
        assert found == sources
        return
    documents = json.loads(ran.out) if form == "json" else [json.loads(line) for line in ran.out.splitlines()]
    kind = "options" if command[0] == "options" else "replay" if form == "json" else "step"
    assert [one["kind"] for one in documents] == [kind, kind, "unread", kind]
    assert [one["source"] for one in documents] == [*sources[:2], f"{games}:4", sources[2]]
    assert documents[3] == {**documents[0], "source": str(good), "sha256": documents[3]["sha256"]}


def test_an_entry_that_one_of_several_logs_does_not_have(games: Path) -> None:
    ran = run("replay", f"{games}:1", f"{games}:3", "--at", 6, "-q")
    assert ran.code == 2
    assert ran.err == f"{games}:1: --at: there is no entry 6; the log has entries 1 to 5.\n"
    assert ran.out.startswith(f"{games}:3\n\n{MADE_UP}   6  ")


def test_a_long_replay_shows_the_score_too(good: Path) -> None:
    out = run("replay", "-v", good, "--at", 5).out
    assert out.startswith(run("replay", good, "--at", 5).out)
    assert out.endswith("\n  A (Ann): 0 [final-score]\n  B (Ben): 0 [final-score]\n\n")
    assert "- A (Ann): 0 *final-score*\n" in run("replay", "-v", good, "--at", 5, "--format", "markdown").out
    step = json.loads(run("replay", "-v", good, "--at", 5, "--format", "ndjson").out)
    assert [part["label"] for part in step["tally"]["children"]] == ["A", "B"]


def test_a_replay_counts_the_points_of_rulings_from_where_they_stand(tmp_path: Path) -> None:
    ruling = {"do": "ruling", "on": 4, "decision": "penalty", "points": {"A": -2}}
    ruled = write(tmp_path / "ruled.json", log([*FAULTY, ruling]))
    steps = [json.loads(line) for line in run("replay", "-v", ruled, "--format", "ndjson").out.splitlines()]
    assert [step["tally"]["children"][0]["value"] for step in steps] == [0, 0, 0, 0, 0, 0, -2]


def test_replay_takes_no_more_of_stdin_than_a_log_may_have() -> None:
    ran = run("replay", "-", stdin=b"x" * 33_000_000)
    assert ran.code == 3
    assert "too large" in ran.err
    lines = f"{json.dumps(log())}\n" * 2
    out = run("replay", "-", "--at", 2, stdin=lines).out
    assert [line for line in out.splitlines() if "standard input" in line] == ["standard input:1", "standard input:2"]


def test_an_unknown_pack_or_reading_is_found_in_the_file(tmp_path: Path) -> None:
    target = tmp_path / "log.json"
    target.write_text('{"game": "desperate-oasis",\n "pack": "sampel",\n "moves": []}', encoding="utf-8")
    for command in (["adjudicate"], ["replay"], ["options", "--at", "1"]):
        assert run(*command, target).err.startswith(f'{target}:2:10: There is no pack "sampel"')
    target.write_text('{"game": "desperate-oasis", "moves": [], "readings": {"x": "y"}}', encoding="utf-8")
    assert run("adjudicate", target).err.startswith(f'{target}:1:54: There is no reading "x"')


# options


def test_options_lists_what_the_table_did(good: Path) -> None:
    out = run("options", good, "--at", 1).out
    assert "Legal: 1\n  round: 1\n    a round begins, A first\n" in out


def test_options_at_an_entry(good: Path) -> None:
    ran = run("options", good, "--at", 3)
    assert ran.code == 0
    assert ran.out.startswith(f"{good}\n\nWhat is legal at entry 3\n{MADE_UP[:-1]}Recorded: A plays jerboa on A4\n")
    said = " ".join(ran.out.split())
    assert "A plays scorpion, jerboa, jackal, camel, oryx, elephant on A1, A2, A3, A4, A5 A plays" in said
    assert "A plays chameleon on A1, A2, A3, A4, A5 facing left, right" in said
    assert " on B" not in ran.out


def test_options_behind_the_last_entry(good: Path) -> None:
    ran = run("options", good, "--at", 6, "--format", "json")
    found = json.loads(ran.out)
    assert found["at"] == 6
    assert {"do": "draw", "by": "B", "count": 1} in found["legal"] or any(one["do"] == "draw" for one in found["legal"])
    assert run("options", good, "--at", 7).code == 2


def test_what_options_lists_is_legal(good: Path) -> None:
    for entry in json.loads(run("options", good, "--at", 3, "--format", "json").out)["legal"][:5]:
        assert run("adjudicate", "-", stdin=json.dumps(log([*LEGAL[:2], entry]))).code == 0


def test_options_tells_what_is_not_legal_and_why(good: Path) -> None:
    ran = run("options", good, "--at", 4, "-v")
    assert ran.code == 0
    assert "\n  A uses a palm token, but no card that A laid" in ran.out
    assert "[palm-needs-trio]\n    A puts a palm token on oasis 1, 2, 3, 4, 5\n" in ran.out
    assert "\n## Not legal: " in run("options", good, "--at", 4, "-v", "--format", "markdown").out
    refused = json.loads(run("options", good, "--at", 4, "-v", "--format", "json").out)["refused"]
    assert {one["rule"] for one in refused} >= {"palm-needs-trio", "round-not-over"}
    assert not {json.dumps(one["entry"]) for one in refused} & {
        json.dumps(one) for one in json.loads(run("options", good, "--at", 4, "--format", "json").out)["legal"]
    }


def test_options_as_a_plain_list(good: Path) -> None:
    legal = json.loads(run("options", good, "--at", 4, "--format", "json").out)["legal"]
    assert len(run("options", good, "--at", 4, "-q").out.splitlines()) == len(legal)
    assert len(run("options", good, "--at", 4, "-q", "--format", "markdown").out.splitlines()) == len(legal)


def test_options_in_markdown(good: Path) -> None:
    assert "\n## Legal: " in run("options", good, "--at", 3, "--format", "markdown").out


# validate


def test_validate_says_what_each_file_is(good: Path, tmp_path: Path) -> None:
    other = write(tmp_path / "sheet.json", sheet())
    ran = run("validate", good, other)
    assert ran.code == 0
    said = " ".join(ran.out.split())
    assert f"{good}: fits the schema of a desperate-oasis log " in said
    assert f"{other}: fits the schema of a desperate-oasis sheet " in said
    assert ran.out.endswith("\n2 inputs: 2 fit their schema, 0 do not.\n")
    assert run("validate", "-q", good, other).out == ""


def test_validate_tells_every_fault_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(
        '{"game": "desperate-oasis",\n "moves": [\n  {"do": "draw", "by": 3},\n  {"do": "drw"}]}', encoding="utf-8"
    )
    ran = run("validate", path)
    assert ran.code == 3
    assert f"{path}:3:" in ran.out
    assert f"{path}:4:" in ran.out
    faults = json.loads(run("validate", path, "--format", "ndjson").out)["faults"]
    assert [fault["line"] for fault in faults] == [3, 4]
    assert run("validate", path, "--format", "markdown").out.startswith("- ")


def test_a_fault_in_a_list_of_games_has_the_line_of_the_file(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "games.jsonl", [log(), {"game": "desperate-oasis", "moves": 3}])
    ran = run("validate", path)
    assert f"\n{path}:2:" in ran.out


def test_validate_passes_what_only_breaks_a_rule(bad: Path) -> None:
    assert run("validate", bad).code == 0


def test_validate_as_one_document_and_as_lines(good: Path, tmp_path: Path) -> None:
    other = write(tmp_path / "x.json", log([{"do": "drow"}]))
    document = json.loads(run("validate", good, other, "--format", "json").out)
    assert list(document) == ["kind", "format", "tool", "engine", "inputs"]
    assert document["kind"] == "validation"
    first, second = document["inputs"]
    assert first == {"source": str(good), "valid": True, "game": "desperate-oasis", "document": "log", "faults": []}
    assert (second["valid"], second["faults"][0]["line"]) == (False, 1)
    lines = [json.loads(line) for line in run("validate", good, other, "--format", "ndjson").out.splitlines()]
    assert [list(line)[:5] for line in lines] == [["kind", "format", "tool", "engine", "source"]] * 2
    assert {line["kind"] for line in lines} == {"validated"}
    assert json.loads(run("validate", "-q", good, "--format", "json").out)["inputs"] == []


# rules


def test_rules_lists_rules_and_readings() -> None:
    ran = run("rules", "desperate-oasis")
    assert ran.code == 0
    for part in ("Rules that a player can break", "Rules that the referee carries out", "Readings", "ruling-on-entry"):
        assert part in ran.out
    assert all(len(line) <= 80 for line in ran.out.split("\n"))


def test_one_rule() -> None:
    out = run("rules", "desperate-oasis", "column-full").out
    assert out.startswith("column-full: a rule\n")
    assert "  Rulebook: Goal, Gameplay.\n" in out


def test_one_reading_with_its_default() -> None:
    out = run("rules", "desperate-oasis", "third-jackal").out
    assert out.startswith("third-jackal: a reading")
    assert "no-room (the default)" in out
    assert "--reading third-jackal=opens-its-space" in out


def test_rules_as_json_and_markdown() -> None:
    document = json.loads(run("rules", "desperate-oasis", "--format", "json").out)
    assert document["readings"][0]["default"] in document["readings"][0]["options"]
    assert any(rule["slug"] == "column-full" for rule in document["rules"])
    assert "- `column-full`: " in run("rules", "desperate-oasis", "--format", "markdown").out


@pytest.mark.parametrize(
    ("slug", "hint"),
    [
        ("colum-full", "Did you mean column-full?"),
        ("third-jakal", "Did you mean third-jackal?"),
        ("zzz", "`oasis-ref rules"),
    ],
    ids=["rule", "reading", "far"],
)
def test_a_rule_that_does_not_exist(slug: str, hint: str) -> None:
    ran = run("rules", "desperate-oasis", slug)
    assert ran.code == 2
    assert hint in ran.err


# schema


@pytest.mark.parametrize("kind", ["log", "sheet", "pack", "verdict"])
def test_schema(kind: str) -> None:
    ran = run("schema", "desperate-oasis", kind)
    assert ran.code == 0
    assert json.loads(ran.out)["$schema"] == "https://json-schema.org/draft/2020-12/schema"


# pack


def test_pack_show_lists_and_draws() -> None:
    listed = run("pack", "show", "desperate-oasis")
    assert listed.code == 0
    assert "  base (the default): " in listed.out
    assert "  sample (made up): " in listed.out
    shown = run("pack", "show", "desperate-oasis", "sample")
    assert "MADE UP" in shown.out
    assert "elephant" in shown.out
    assert json.loads(run("pack", "show", "desperate-oasis", "sample", "--format", "json").out)["name"] == "sample"
    assert "```" in run("pack", "show", "desperate-oasis", "sample", "--format", "markdown").out


def test_pack_new_check_and_show(tmp_path: Path) -> None:
    own = tmp_path / "mine.json"
    assert run("pack", "new", "desperate-oasis", "mine", "-o", own) == (0, "", "")
    assert run("pack", "show", own).out.startswith("mine: a pack for Desperate Oasis\n")
    assert run("pack", "check", own).code in (0, 1)


@pytest.mark.parametrize("game", ALL_GAMES)
def test_a_new_pack_names_its_schema_for_editors(game: str, tmp_path: Path) -> None:
    made = run("pack", "new", game, "mine")
    first, place = next(iter(json.loads(made.out).items()))
    assert (first, place) == ("$schema", f"schemas/{game}.pack.schema.json")
    assert (Path(__file__).parents[2] / place).is_file()
    assert run("validate", write(tmp_path / "mine.json", json.loads(made.out))).code == 0


def test_pack_check() -> None:
    ran = run("pack", "check", "desperate-oasis")
    assert ran.code == 0
    assert "desperate-oasis sample: no error" in ran.out


def test_pack_check_finds_errors(tmp_path: Path) -> None:
    few = {"kind": "pack", "game": "desperate-oasis", "name": "few", "animals": {"camel": 1}, "oases": [1]}
    path = write(tmp_path / "few.json", few)
    ran = run("pack", "check", path)
    assert ran.code == 1
    assert "  error " in ran.out
    assert json.loads(run("pack", "check", path, "--format", "json").out)["packs"][0]["issues"]
    assert run("pack", "check", path, tmp_path / "none.json").code == 3


def test_a_pack_from_standard_input() -> None:
    pack = run("pack", "new", "desperate-oasis").out
    checked = run("pack", "check", "-", stdin=pack)
    assert (checked.code, checked.out.split(":")[0]) == (0, "standard input")
    assert run("pack", "show", "-", stdin=pack).out.startswith("mine: a pack for Desperate Oasis\n")
    broken = run("pack", "check", "-", "--format", "json", stdin="{")
    assert (broken.code, broken.err.split(":")[0]) == (3, "standard input")
    assert [one["source"] for one in json.loads(broken.out)["unread"]] == ["standard input"]


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["show", "desperate-oasis", "sampel"], "Did you mean sample?"),
        (["show", "desperate-oases"], "Did you mean desperate-oasis?"),
    ],
    ids=["name", "game"],
)
def test_a_pack_that_does_not_exist(arguments: list[str], hint: str) -> None:
    ran = run("pack", *arguments)
    assert ran.code == 2
    assert hint in ran.err


def test_a_pack_in_json_says_what_it_is(tmp_path: Path) -> None:
    target = tmp_path / "mine.json"
    assert run("pack", "show", "desperate-oasis", "sample", "--format", "json", "-o", target).code == 0
    assert " ".join(run("validate", target).out.split()) == f"{target}: fits the schema of a desperate-oasis pack"


# simulate


def test_simulate_is_legal_and_repeats(tmp_path: Path) -> None:
    first = run("simulate", "desperate-oasis", "--seed", 7)
    assert first.code == 0
    assert first == run("simulate", "desperate-oasis", "--seed", 7)
    assert first.out != run("simulate", "desperate-oasis", "--seed", 8).out
    assert run("adjudicate", "-", stdin=first.out).code == 0


def test_simulate_hides() -> None:
    hidden = run("simulate", "desperate-oasis", "--seed", 7, "--hide")
    assert hidden.code == 0
    assert hidden.out != run("simulate", "desperate-oasis", "--seed", 7).out
    assert '"?"' in hidden.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--set", "x"], "'x' is not of the form KEY=VALUE."),
        (["--players", "9"], "Desperate Oasis is played by 2."),
        (["--reading", "third-jakal=no-room"], "did you mean third-jackal?"),
        (["--pack", "sampel"], "Did you mean sample?"),
    ],
    ids=["set", "players", "reading", "pack"],
)
def test_a_game_that_cannot_be_made_up(arguments: list[str], message: str) -> None:
    ran = run("simulate", "desperate-oasis", "--seed", 1, *arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert message in " ".join(ran.err.split())


def test_a_pack_that_cannot_be_the_box_is_told_of(tmp_path: Path) -> None:
    animals = dict.fromkeys(("scorpion", "jerboa", "jackal", "camel", "oryx", "elephant", "chameleon"), 5)
    pack = {"kind": "pack", "game": "desperate-oasis", "name": "mine", "animals": animals, "oases": "unknown"}
    mine = write(tmp_path / "mine.json", pack)
    assert run("pack", "check", mine).code == 1
    made = run("simulate", "desperate-oasis", "--seed", 1, "--pack", mine)
    assert made.code == 2
    assert "no game can be made up with" in made.err
    judged = run("adjudicate", write(tmp_path / "log.json", log()), "--pack", mine)
    assert judged.code == 0
    assert "`oasis-ref pack check` finds 1 error in it, first at animals: 35 animals are given" in judged.err


# completion


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("oasis-ref adj", "plain,adjudicate"),
        ("oasis-ref rules des", "plain,desperate-oasis"),
        ("oasis-ref rules desperate-oasis column-", "plain,column-full"),
        ("oasis-ref adjudicate x --reading third-", "plain,third-jackal=no-room"),
        ("oasis-ref adjudicate x --pack sample-", "plain,sample-animals"),
        ("oasis-ref adjudicate x --format nd", "plain,ndjson"),
        ("oasis-ref adjudicate x --format = nd", "plain,ndjson"),
        ("oasis-ref adjudicate x --reading third-jackal =", "plain,opens-its-space"),
        ("oasis-ref adjudicate x --reading third-jackal = o", "plain,opens-its-space"),
        ("oasis-ref pack show des", "plain,desperate-oasis"),
        ("oasis-ref pack check min", "file,min"),
    ],
    ids=["command", "game", "rule", "reading", "pack", "format", "equals", "split", "split-begun", "show", "file"],
)
def test_completion(words: str, offered: str) -> None:
    count = len(words.split()) - 1
    ran = run(env={"_OASIS_REF_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(count)})
    assert ran.code == 0
    assert offered in ran.out.split("\n")


def test_completion_of_a_pack_offers_packs_and_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("sa.json", "sa.txt", ".hidden.json"):
        (tmp_path / name).touch()
    (tmp_path / "sacks").mkdir()
    (tmp_path / "sacks" / "mine.json").touch()

    def offered(typed: str, shell: str = "bash") -> list[str]:
        words = f"oasis-ref adjudicate x --pack {typed}"
        env = {"_OASIS_REF_COMPLETE": f"{shell}_complete", "COMP_WORDS": words, "COMP_CWORD": "4"}
        return run(env=env).out.split()

    assert set(offered("sa")) == {"plain,sample", "plain,sample-animals", "plain,sa.json", "plain,sacks/"}
    assert "plain,.hidden.json" not in offered("")
    assert offered("sacks/m") == ["file,sacks/m"]
    assert offered("sa", "zsh")[-3:] == ["file", "sa", "_"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell: str) -> None:
    ran = run(env={"_OASIS_REF_COMPLETE": f"{shell}_source"})
    assert ran.code == 0
    assert "oasis-ref" in ran.out
