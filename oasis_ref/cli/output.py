"""Where the results go: to stdout, or into a file that is written whole or not at all."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from oasis_ref.cli.common import Settings, wants_color
from oasis_ref.cli.guard import OutputError, StdoutError

if TYPE_CHECKING:
    from oasis_ref.report.page import Page


_STEERING = re.compile(rb"\x7f|\xc2[\x80-\x9f]")
"""The control characters that JSON text may hold, in UTF-8: U+007F and U+0080 to U+009F."""


class Output:
    """The place for results. Use it in a ``with``: a file is put in its place only if nothing went wrong.

    Nor is it if nothing was written at all, for then no input could be read; writing an empty text is writing.
    """

    def __init__(self, chosen: Settings, inputs: Iterable[str] = ()) -> None:
        self._path = None if chosen.output in (None, "-") else _target(str(chosen.output))
        for given in inputs:
            self.spare(given)
        if chosen.pack is not None:
            self.spare(chosen.pack)
        self._part: Path | None = None
        self._file: IO[bytes] | None = None
        self._console: Any = None
        self._signals: dict[int, Any] = {}
        self._begun = False
        self.is_terminal = self._path is None and sys.stdout.isatty()
        self.color = wants_color(chosen, self.is_terminal)

    def spare(self, given: str) -> None:
        """Raise OutputError if this input is the file that the output would replace."""
        if self._path is not None and os.path.realpath(given) == str(self._path):
            raise OutputError(f"-o: {self._path} is an input; nothing was written.")

    def __enter__(self) -> Output:
        if self._path is not None:
            try:
                self._open(self._path)
            except OSError as error:
                self._restore_signals()
                raise self._problem(error) from None
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> None:
        if self._file is None:
            return
        try:
            self._file.close()
            if self._part is not None and self._path is not None and kind is None and self._begun:
                self._part.replace(self._path)
                self._part = None
        except OSError as problem:
            if kind is None:
                raise self._problem(problem) from None
        finally:
            if self._part is not None:
                self._part.unlink(missing_ok=True)
            self._restore_signals()

    def text(self, text: str) -> None:
        """Write text."""
        if self._file is None and self.is_terminal:
            with _to_stdout():
                sys.stdout.write(text)
                sys.stdout.flush()
            return
        encoding = "utf-8" if self._file is not None else sys.stdout.encoding or "utf-8"
        self.raw(text.encode(encoding, "backslashreplace"))

    def raw(self, data: bytes) -> None:
        """Write JSON as it is; on a terminal characters that would steer it are written as their numbers."""
        self._begun = True
        if self._file is None:
            if self.is_terminal:
                data = _STEERING.sub(lambda found: b"\\u%04x" % found[0][-1], data)
            with _to_stdout():
                sys.stdout.flush()
                sys.stdout.buffer.write(data)
            return
        try:
            self._file.write(data)
        except OSError as error:
            raise self._problem(error) from None

    def page(self, page: Page) -> None:
        """Write a page, in colour if colours are wanted."""
        if not self.color:
            self.text(page.text())
            return
        from oasis_ref.report.terminal import colored

        self.text(colored(page))

    def _open(self, path: Path) -> None:
        if path.exists() and not stat.S_ISREG(path.stat().st_mode):
            self._file = path.open("wb")
            return
        part = path.with_name(f".{path.name[:100]}.{os.getpid()}.part")
        self._signals = _drop_when_ended(part, path)
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        self._part, self._file = part, os.fdopen(descriptor, "wb")

    def _restore_signals(self) -> None:
        import signal

        for number, before in self._signals.items():
            signal.signal(number, before)

    def _problem(self, error: OSError) -> OutputError:
        why = error.strerror or str(error)
        return OutputError(f"-o: {self._path} cannot be written: {why}. Nothing was written.")


def _target(output: str) -> Path:
    """Return the file to write to: behind a link the file itself; a device or a pipe as it is named."""
    path = Path(output)
    return path if path.exists() and not path.is_file() else Path(os.path.realpath(output))


@contextmanager
def _to_stdout() -> Iterator[None]:
    """Turn what the system says of a stdout that takes no more into an OutputError."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise StdoutError(error) from None


def _drop_when_ended(part: Path, path: Path) -> dict[int, Any]:
    """Have the unfinished file removed also if the program is interrupted or told to end, or its terminal is closed.

    Return the signals that are now handled so, with what handled them before.
    """

    import signal

    def end(number: int, frame: object) -> None:
        part.unlink(missing_ok=True)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    def interrupt(number: int, frame: object) -> None:
        unfinished = part.exists()
        part.unlink(missing_ok=True)
        raise KeyboardInterrupt(f"{path} was not written" if unfinished else "")

    wanted = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGINT") if hasattr(signal, name)]
    usual = (signal.SIG_DFL, signal.default_int_handler)
    handled = {number: before for number in wanted if (before := signal.getsignal(number)) in usual}
    for number in handled:
        signal.signal(number, interrupt if number == signal.SIGINT else end)
    return handled
