"""How the program ends: with an exit code that means something, and never with a traceback."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any, NoReturn, TextIO

import click

CLEAN = 0
FINDINGS = 1
USAGE = 2
UNREADABLE = 3
OUR_FAULT = 70
INTERRUPTED = 130
PIPE_CLOSED = 141

NO_ROOM = {getattr(errno, name) for name in ("ENOSPC", "EDQUOT", "EFBIG", "EIO", "EBADF") if hasattr(errno, name)}
"""What the system says if what stdout is redirected to takes no more, or is there to be read only."""


class OutputError(click.ClickException):
    """The output cannot be written where it is wanted."""

    exit_code = USAGE


class StdoutError(OutputError):
    """Nothing more can be written to stdout: the disk that it is redirected to is full, or the like."""

    def __init__(self, error: OSError) -> None:
        super().__init__(f"The output cannot be written: {error.strerror or error}.")


class PipeClosed(Exception):
    """Whoever read the output has gone away. (Click would make exit code 1 of a BrokenPipeError.)"""


class Interrupted(Exception):
    """Somebody pressed Ctrl-C; the text may say what became of the output. (Click would print an empty line.)"""


@contextlib.contextmanager
def told_apart() -> Iterator[None]:
    """Let a closed pipe and Ctrl-C pass through click as what they are."""
    try:
        yield
    except BrokenPipeError:
        raise PipeClosed from None
    except KeyboardInterrupt as error:
        raise Interrupted(str(error)) from None


def guarded(run: Callable[[], Any]) -> NoReturn:
    """Run the program and end it: usage errors, an interrupt, a closed pipe and faults of our own included."""
    _never_fail_to_encode()
    sys.exit(_exit_code(run))


def _exit_code(run: Callable[[], Any]) -> int:
    try:
        code = run()
        _flush()
    except click.exceptions.Exit as stopped:
        return stopped.exit_code
    except click.ClickException as error:
        show(error)
        if isinstance(error, StdoutError):
            _close_quietly(sys.stdout)
        return error.exit_code
    except (KeyboardInterrupt, Interrupted, click.Abort) as error:
        say(f"Interrupted{f'; {error}' if str(error) else ''}.")
        return INTERRUPTED
    except (BrokenPipeError, PipeClosed):
        _close_quietly(sys.stdout)
        return PIPE_CLOSED
    except OSError as error:
        if error.errno not in NO_ROOM:
            complain(error)
            return OUR_FAULT
        show(StdoutError(error))
        _close_quietly(sys.stdout)
        return USAGE
    except Exception as error:
        complain(error)
        return OUR_FAULT
    return code if isinstance(code, int) else CLEAN


def _flush() -> None:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise StdoutError(error) from None


def show(error: click.ClickException) -> None:
    """Print an error of usage to stderr, with the way to the help."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
        return
    from oasis_ref.report.clean import clean

    context = getattr(error, "ctx", None)
    if context is not None:
        say(context.get_usage())
        say(f"Try '{context.command_path} -h' for help.\n")
    say("\n".join(clean(line) for line in f"Error: {error.format_message()}".split("\n")))


def complain(error: BaseException, about: str | None = None) -> None:
    """Say in one line on stderr that the program is at fault, and how to report it."""
    from oasis_ref.report.clean import clean

    if os.environ.get("OASIS_REF_DEBUG"):
        import traceback

        say("".join(traceback.format_exception(error)).rstrip())
    what = clean(f"{type(error).__name__}: {error}"[:300])
    where = clean(f"{about}: " if about else "")
    say(
        f"oasis-ref: {where}a fault of oasis-ref itself ({what}). "
        "Please report it to its makers with this line and the input; OASIS_REF_DEBUG=1 shows more to send along."
    )


def say(text: str) -> None:
    """Print to stderr; if nobody listens there, or it takes no more, say nothing."""
    try:
        click.echo(text, err=True)
    except OSError:
        _close_quietly(sys.stderr)


def _never_fail_to_encode() -> None:
    """A character that the terminal does not know is written as an escape."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _close_quietly(stream: TextIO) -> None:
    """Keep the interpreter from complaining once more, when it ends, about a stream that takes nothing."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
