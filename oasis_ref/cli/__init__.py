"""The command ``oasis-ref``. Nothing but click is imported until a command is called."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
    from oasis_ref.cli.group import program

    program(prog_name="oasis-ref")
