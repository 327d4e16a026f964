"""What is said of an input that cannot be read or does not fit its schema."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

MOST_POINTER = 120


class Fault(Struct, omit_defaults=True):
    """One fault of one input: where it is, what was found there, what was expected.

    ``message`` is a sentence without a full stop. ``line`` and ``column`` count from 1, columns in code points; None
    where there is no such place. ``pointer`` is the JSON pointer of the value (``""`` is the whole document), or of the
    object in which a field is missing. ``hint`` says what was probably meant, or what to do.
    """

    message: str
    file: str | None = None
    line: int | None = None
    column: int | None = None
    pointer: str | None = None
    found: str | None = None
    expected: str | None = None
    hint: str | None = None

    def __str__(self) -> str:
        place = self.place()
        return f"{place}: {self.said()}" if place else self.said()

    def place(self) -> str:
        """Return where the fault is: ``FILE:LINE:COLUMN``, as far as it is known."""
        from oasis_ref.record.wording import visible

        file = None if self.file is None else visible(self.file)
        return ":".join(str(part) for part in (file, self.line, self.column) if part is not None)

    def said(self) -> str:
        """Return what is wrong, with the hint and the pointer."""
        from oasis_ref.record.wording import visible

        pointer = visible(self.pointer or "")
        pointer = pointer if len(pointer) <= MOST_POINTER else pointer[: MOST_POINTER - 3] + "..."
        hint = f" ({self.hint})" if self.hint else ""
        at = f" [{pointer}]" if pointer else ""
        return f"{self.message}{hint}{at}"


class LogError(ValueError):
    """An input that could not be read or does not fit its schema. ``faults`` lists every fault with its place."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = list(faults)
