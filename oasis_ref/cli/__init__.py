"""The command ``oasis-ref``. Nothing but click is imported until a command is called."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run the command line."""
    try:
        open_what_is_closed()
        from oasis_ref.cli.group import program

        program(prog_name="oasis-ref")
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        sys.exit(130)


def open_what_is_closed() -> None:
    """Put the null device where the shell has closed stdin, stdout or stderr (``>&-``)."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
