"""From command-line arguments to named inputs: files, folders, JSON lines, standard input."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from oasis_ref.record import inputs, reading
from oasis_ref.record.errors import LogError
from oasis_ref.record.inputs import Input, bytes_in, inputs_of

LOG = b'{"game": "desperate-oasis", "moves": []}'
SHEET = b'{"kind": "sheet", "game": "desperate-oasis"}'
PACK = b'{"kind": "pack", "game": "desperate-oasis", "name": "x"}'


def put(path: Path, data: bytes = LOG) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def said(found: Input) -> str:
    assert isinstance(found.data, LogError)
    return str(found.data)


def names(found: list[Input], folder: Path) -> list[str]:
    return [os.path.relpath(item.name, folder) for item in found]


def test_a_file_is_one_input_under_its_path(tmp_path: Path) -> None:
    path = put(tmp_path / "a.json")
    assert list(inputs_of([str(path)])) == [(str(path), LOG)]


def test_each_line_of_a_jsonl_file_is_an_input_with_its_number(tmp_path: Path) -> None:
    path = put(tmp_path / "a.jsonl", LOG + b"\n\n  \t\r\n" + SHEET + b"\r\nnot json\n" + LOG)
    found = list(inputs_of([path]))
    assert [item.name for item in found] == [f"{path}:1", f"{path}:4", f"{path}:5", f"{path}:6"]
    assert [item.data for item in found] == [LOG, SHEET, b"not json", LOG]
    assert [(item.name.file, item.name.line) for item in found][1] == (str(path), 4)


def test_faults_of_a_json_line_have_the_line_of_the_file(tmp_path: Path) -> None:
    path = put(tmp_path / "a.jsonl", LOG + b'\n{"game": "x",\n')
    broken = list(inputs_of([path]))[1]
    assert isinstance(broken.data, bytes)
    with pytest.raises(LogError) as caught:
        reading.read_log(broken.data, name=broken.name)
    fault = caught.value.faults[0]
    assert (fault.file, fault.line, fault.column) == (str(path), 2, 14)


def test_a_fault_of_a_json_line_that_mentions_another_place_counts_lines_of_the_file() -> None:
    name = inputs.Name("a.jsonl", 17)
    with pytest.raises(LogError) as caught:
        reading.read_log(b'\xef\xbb\xbf{"game": "desperate-oasis", "game": "x"', name=name)
    assert [str(fault).partition(" (")[0] for fault in caught.value.faults] == [
        "a.jsonl:17:1: The file begins with a byte order mark",
        "a.jsonl:17:29: The field `game` stands twice in the same object; the first is at line 17, column 2",
        "a.jsonl:17:40: The input ends too early: the { at line 17, column 1 is never closed",
    ]


def test_one_line_of_a_jsonl_file_is_named_as_reports_name_it(tmp_path: Path) -> None:
    path = put(tmp_path / "a.jsonl", LOG + b"\n\n" + SHEET)
    assert list(inputs_of([f"{path}:3"])) == [(f"{path}:3", SHEET)]
    assert said(*inputs_of([f"{path}:2"])) == f"{path}: There is nothing on line 2"
    assert said(*inputs_of([f"{path}:99999999999999999999"])).endswith("There is nothing on line 999999999999999999")
    assert said(*inputs_of([tmp_path / "none.jsonl:1"])) == f"{tmp_path / 'none.jsonl'}: There is no such file"
    assert said(*inputs_of([tmp_path / "none.json:1"])) == f"{tmp_path / 'none.json'}:1: There is no such file"
    other = put(tmp_path / "a.jsonl:3")
    assert list(inputs_of([other])) == [(str(other), LOG)]


def test_an_empty_jsonl_file_is_an_error(tmp_path: Path) -> None:
    path = put(tmp_path / "a.jsonl", b"\n \n")
    assert said(next(inputs_of([path]))) == f"{path}: There is no log in this file: it is empty"


def test_a_folder_is_its_logs_and_sheets_by_name(tmp_path: Path) -> None:
    put(tmp_path / "b.json", SHEET)
    put(tmp_path / "a" / "z.jsonl", LOG + b"\n" + PACK + b"\n" + SHEET + b"\nbroken")
    put(tmp_path / "a" / "broken.json", b"{")
    put(tmp_path / "a.json")
    put(tmp_path / "pack.json", PACK)
    put(tmp_path / "other.json", b'{"name": "some program"}')
    put(tmp_path / "list.json", b"[1]")
    put(tmp_path / "moves-only.json", b'{"moves": []}')
    put(tmp_path / ".hidden" / "a.json")
    put(tmp_path / "notes.txt")
    found = list(inputs_of([tmp_path]))
    assert names(found, tmp_path) == [
        "a/broken.json",
        "a/z.jsonl:1",
        "a/z.jsonl:3",
        "a/z.jsonl:4",
        "a.json",
        "b.json",
        "moves-only.json",
    ]
    everything = list(inputs_of([tmp_path], wanted=None))
    assert len(everything) == 11
    assert names(list(inputs_of([tmp_path], wanted=["pack"])), tmp_path) == [
        "a/broken.json",
        "a/z.jsonl:2",
        "a/z.jsonl:4",
        "pack.json",
    ]


@pytest.mark.parametrize(
    "data", [b'{"kind": "lgo", "game": "x"}', b'[{"game": "x", "moves": []}]', b"{", b"\xff", b"{" * 5000]
)
def test_what_looks_like_a_broken_log_is_not_left_out_of_a_folder(tmp_path: Path, data: bytes) -> None:
    put(tmp_path / "a.json", data)
    assert [found.data for found in inputs_of([tmp_path])] == [data]


def test_a_folder_without_a_log_is_one_error(tmp_path: Path) -> None:
    assert (
        said(*inputs_of([tmp_path]))
        == f"{tmp_path}: There is no log or sheet in this folder (it holds no .json or .jsonl file)"
    )
    put(tmp_path / "pack.json", PACK)
    assert (
        said(*inputs_of([tmp_path]))
        == f"{tmp_path}: There is no log or sheet in this folder (it holds 1 other document)"
    )


def test_what_cannot_be_read_is_an_error_and_the_rest_goes_on(tmp_path: Path) -> None:
    missing, good = tmp_path / "none.json", put(tmp_path / "a.json")
    found = list(inputs_of([missing, tmp_path / "none.jsonl", good]))
    assert [said(item) for item in found[:2]] == [
        f"{missing}: There is no such file",
        f"{tmp_path / 'none.jsonl'}: There is no such file",
    ]
    assert found[2].data == LOG


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert said(*inputs_of([tmp_path / "a.json"])).endswith("The file may not be read: permission denied")
    assert said(*inputs_of([tmp_path / "a.jsonl"])).endswith("The file may not be read: permission denied")


def test_links_that_lead_in_circles_end(tmp_path: Path) -> None:
    put(tmp_path / "deep" / "a.json")
    (tmp_path / "deep" / "up").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "deep" / "self.json").symlink_to(tmp_path / "deep" / "self.json")
    (tmp_path / "deep" / "gone.json").symlink_to(tmp_path / "nowhere.json")
    found = list(inputs_of([tmp_path]))
    assert names(found, tmp_path) == ["deep/a.json", "deep/gone.json", "deep/self.json"]
    assert said(found[1]).endswith("There is no such file")
    assert "cannot be read" in said(found[2])


def test_a_pipe_in_a_folder_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    put(tmp_path / "a.json")
    assert names(list(inputs_of([tmp_path])), tmp_path) == ["a.json"]


def test_a_name_that_is_no_text_is_written_out(tmp_path: Path) -> None:
    path = put(Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.json")))
    (found,) = inputs_of([path])
    assert found.name.endswith("caf\\udce9.json")
    assert found.data == LOG


def stdin(data: bytes) -> list[Input]:
    return list(inputs_of(["-"], stdin=io.BytesIO(data)))


def test_standard_input_may_be_one_document() -> None:
    pretty = b'\n  \n{\n  "game": "desperate-oasis",\n\n  "moves": []\n}\n'
    for data in (LOG, LOG + b"\n\n", pretty, b"{\n", b'{"moves": [\n{"do": "palm"}\n]}', b"{"):
        assert stdin(data) == [("standard input", data)]


def test_standard_input_may_be_json_lines() -> None:
    assert stdin(LOG + b"\n" + SHEET) == [("standard input:1", LOG), ("standard input:2", SHEET)]
    assert stdin(b"\n" + LOG + b"\n\nbad\n" + LOG) == [
        ("standard input:2", LOG),
        ("standard input:4", b"bad"),
        ("standard input:5", LOG),
    ]
    assert stdin(b'{"game": \n' + LOG) == [("standard input:1", b'{"game": '), ("standard input:2", LOG)]


def test_empty_standard_input_is_an_error() -> None:
    assert [said(item) for item in stdin(b" \n")] == ["standard input: There is nothing on standard input"]


@pytest.fixture
def small_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_BYTES", 100)
    monkeypatch.setattr(inputs, "MOST_BYTES", 100)


@pytest.mark.usefixtures("small_limit")
def test_what_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = put(tmp_path / "a.json", b" " * 150)
    assert said(*inputs_of([path])).startswith(
        f"{path}: The document is too large: it has 150 bytes, and the limit is 100"
    )
    assert "more than 100 bytes" in said(*stdin(b" " * 150))
    assert "more than 100 bytes" in said(*stdin(b"{\n" + b" " * 150))


@pytest.mark.usefixtures("small_limit")
def test_a_line_that_is_too_large_does_not_stop_the_others(tmp_path: Path) -> None:
    path = put(tmp_path / "a.jsonl", LOG + b"\n" + b"x" * 250 + b"\n" + LOG + b"\n")
    first, large, last = inputs_of([path])
    assert first.data == last.data == LOG
    assert said(large) == f"{path}:2: The document is too large: it has 251 bytes, and the limit is 100"
    assert last.name == f"{path}:3"


def test_nothing_is_read_before_its_turn(tmp_path: Path) -> None:
    path = tmp_path / "later.json"
    stream = inputs_of([put(tmp_path / "a.json"), path])
    next(stream)
    put(path)
    assert next(stream).data == LOG


def test_bytes_in_counts_what_is_read(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_bytes(b"12345")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "two.jsonl").write_bytes(b"123")
    assert bytes_in((tmp_path,)) == 8
    assert bytes_in((tmp_path / "one.json", tmp_path)) == 13
    assert bytes_in(("-",)) is None
    assert bytes_in((tmp_path / "missing.json",)) is None
