"""From what stands on a command line to a stream of named inputs: files, folders, JSON lines, standard input.

Nothing here raises for a bad input: it becomes a LogError in the stream, and the stream goes on.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

import msgspec

from oasis_ref.core.text import counted, either
from oasis_ref.record.errors import Fault, LogError
from oasis_ref.record.reading import KINDS, MOST_BYTES, bytes_of, printable, too_large, unreadable

STDIN = "standard input"
LINES = (".jsonl", ".ndjson")
_BLANK = b" \t\r\n"
_CHUNK = 1_000_000


class Name(str):
    """What an input is called: its path, or ``file.jsonl:17`` for one line of a file.

    ``file`` and ``line`` are the parts; ``line`` is None for a whole file.
    """

    __slots__ = ("file", "line")
    file: str
    line: int | None

    def __new__(cls, file: str, line: int | None = None) -> Name:
        file = file.encode("utf-8", "backslashreplace").decode()
        name = super().__new__(cls, file if line is None else f"{file}:{line}")
        name.file, name.line = file, line
        return name


def read_stdin() -> bytes:
    """Return what is on standard input. Raises LogError if it cannot be read or is too large."""
    try:
        raw = sys.stdin.buffer.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise LogError([Fault(unreadable(error), file=STDIN)]) from None
    if len(raw) > MOST_BYTES:
        raise LogError([too_large(0, STDIN)])
    return raw


class Input(NamedTuple):
    """One input: its name, and its bytes or why there are none."""

    name: Name
    data: bytes | LogError


def inputs_of(
    arguments: Iterable[str | Path],
    *,
    wanted: Collection[str] | None = ("log", "sheet"),
    stdin: BinaryIO | None = None,
) -> Iterator[Input]:
    """Yield the inputs that the arguments name, in their order, reading each only when its turn comes.

    A file is one input; of a ``.jsonl`` file each line that is not blank is one, and ``games.jsonl:17`` is its line 17
    alone; ``-`` is standard input, which may be either. A folder stands for the ``.json`` and ``.jsonl`` files in it
    and its subfolders, by name; of its files and their lines only those that are a document of a ``wanted`` kind (None:
    every one), or too broken to tell. Hidden files and folders are left out, and no folder is entered twice.
    """
    for argument in arguments:
        if str(argument) == "-":
            yield from _from_stream(stdin if stdin is not None else sys.stdin.buffer)
        else:
            path, line = numbered(argument)
            if line is not None:
                yield from _one_line(path, line)
            else:
                yield from _from_folder(path, wanted) if os.path.isdir(path) else _from_file(path)  # noqa: PTH112


def bytes_in(arguments: Iterable[str | Path]) -> int | None:
    """Return how many bytes the arguments name, for showing progress; None if that cannot be known beforehand."""
    total = 0
    for argument in arguments:
        path = Path(argument)
        if str(argument) == "-":
            return None
        files = [found for found in _files_in(path) if isinstance(found, Path)] if path.is_dir() else [path]
        try:
            total += sum(file.stat().st_size for file in files)
        except OSError:
            return None
    return total


def _error(name: Name, message: str, hint: str | None = None) -> Input:
    return Input(name, LogError([Fault(message, file=name.file, line=name.line, hint=hint)]))


def _from_file(path: Path) -> Iterator[Input]:
    name = Name(str(path))
    if path.suffix.lower() in LINES:
        yield from _lines_of_file(path)
        return
    try:
        yield Input(name, bytes_of(path))
    except LogError as error:
        yield Input(name, error)


# JSON lines


def numbered(argument: str | Path) -> tuple[Path, int | None]:
    """Return ``games.jsonl`` and 17 for ``games.jsonl:17``, else the argument and None."""
    file, _, number = str(argument).rpartition(":")
    if number.isascii() and number.isdecimal() and Path(file).suffix.lower() in LINES and not os.path.lexists(argument):
        return Path(file), int(number[:18])
    return Path(argument), None


def _one_line(path: Path, number: int) -> Iterator[Input]:
    found = next((source for source in _lines_of_file(path) if source.name.line in (None, number)), None)
    yield found or _error(Name(str(path)), f"There is nothing on line {number}")


def _lines_of_file(path: Path) -> Iterator[Input]:
    empty = True
    try:
        with path.open("rb") as file:
            for line in _lines(file, printable(path)):
                empty = False
                yield line
    except (OSError, ValueError) as error:
        yield _error(Name(str(path)), unreadable(error))
        return
    if empty:
        yield _error(Name(str(path)), "There is no log in this file: it is empty")


def _lines(file: BinaryIO, name: str, first: int = 1) -> Iterator[Input]:
    """Yield each line that is not blank as an input; no more than one line is held in memory."""
    number = first
    while line := file.readline(MOST_BYTES + 2):
        named = Name(name, number)
        if len(line.rstrip(b"\r\n")) > MOST_BYTES:
            size = len(line)
            while line and not line.endswith(b"\n"):
                line = file.readline(_CHUNK)
                size += len(line)
            yield Input(named, LogError([too_large(size, named)]))
        elif line.strip(_BLANK):
            yield Input(named, line.rstrip(b"\r\n"))
        number += 1


def _from_stream(stream: BinaryIO) -> Iterator[Input]:
    """Yield what a stream holds: one document, or a document to a line.

    They are lines if the first that is not blank is whole in itself and more follows, or if it is broken and the
    second one is whole.
    """
    try:
        begun, ahead = _two_lines(stream)
        if not ahead and len(begun) <= MOST_BYTES:
            yield _error(Name(STDIN), "There is nothing on standard input")
        elif len(ahead) == 2 and (_is_whole(ahead[0][1]) or _is_document(ahead[1][1])):
            for number, line in ahead:
                yield Input(Name(STDIN, number), line.rstrip(b"\r\n"))
            yield from _lines(stream, STDIN, ahead[1][0] + 1)
        else:
            data = begun + stream.read(max(0, MOST_BYTES + 1 - len(begun)))
            large = len(data) > MOST_BYTES
            yield Input(Name(STDIN), LogError([too_large(0, STDIN)]) if large else data)
    except OSError as error:
        yield _error(Name(STDIN), unreadable(error))


def _two_lines(stream: BinaryIO) -> tuple[bytes, list[tuple[int, bytes]]]:
    """Return what was read until two lines were found that are not blank, and these lines with their numbers."""
    begun: list[bytes] = []
    ahead: list[tuple[int, bytes]] = []
    size = 0
    while len(ahead) < 2 and size <= MOST_BYTES and (line := stream.readline(MOST_BYTES + 2)):
        begun.append(line)
        size += len(line)
        if line.strip(_BLANK):
            ahead.append((len(begun), line))
    return b"".join(begun), ahead


def _is_whole(line: bytes) -> bool:
    try:
        msgspec.json.decode(line)
    except (msgspec.MsgspecError, RecursionError):
        return False
    return True


class _Mark(msgspec.Struct):
    """The fields by which a document is known."""

    kind: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    game: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    moves: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


_MARK = msgspec.json.Decoder(_Mark)


def _is_document(line: bytes) -> bool:
    try:
        return _MARK.decode(line).game is not msgspec.UNSET
    except (msgspec.MsgspecError, RecursionError):
        return False


# Folders


def _from_folder(folder: Path, wanted: Collection[str] | None) -> Iterator[Input]:
    others = 0
    nothing = True
    for path in _files_in(folder):
        if isinstance(path, Input):
            nothing = False
            yield path
            continue
        for found in _from_file(path):
            if isinstance(found.data, LogError) or _fits(found.data, wanted):
                nothing = False
                yield found
            else:
                others += 1
    if nothing:
        kinds = either(wanted) if wanted else "document"
        hint = f"it holds {counted(others, 'other document')}" if others else "it holds no .json or .jsonl file"
        yield _error(Name(str(folder)), f"There is no {kinds} in this folder", hint)


def _fits(data: bytes, wanted: Collection[str] | None) -> bool:
    """Return whether bytes are a document of a wanted kind, or look like one that is too broken to tell."""
    if wanted is None:
        return True
    try:
        mark = _MARK.decode(data)
        kind = "log" if mark.kind is msgspec.UNSET else msgspec.json.decode(mark.kind)
    except msgspec.ValidationError:
        return data.lstrip(_BLANK).startswith(b"[") and b'"moves"' in data
    except (msgspec.MsgspecError, RecursionError):
        return True
    ours = mark.game is not msgspec.UNSET or mark.moves is not msgspec.UNSET
    return ours and (kind in wanted or kind not in KINDS)


def _files_in(folder: Path) -> Iterator[Path | Input]:
    """Yield the files of a folder and its subfolders by name, and an error for what cannot be entered."""
    entered: set[tuple[int, int]] = set()
    waiting = [folder]
    while waiting:
        path = waiting.pop()
        try:
            if path.is_dir():
                status = path.stat()
                if (status.st_dev, status.st_ino) not in entered:
                    entered.add((status.st_dev, status.st_ino))
                    inside = sorted(name for name in os.listdir(path) if not name.startswith("."))  # noqa: PTH208
                    waiting += [path / name for name in reversed(inside)]
            elif path.suffix.lower() in (".json", *LINES) and (path.is_file() or path.is_symlink()):
                yield path
        except OSError as error:
            yield _error(Name(str(path)), unreadable(error))
