"""A patient JSON reader for input that is not clean: it says where everything stands, and goes on after a slip.

The quick reader (msgspec) tells only the first fault. This one is consulted when there is one. It keeps the place of
every value, finds keys that stand twice, and after a slip whose meaning is plain (a comma left out, a bare word,
curly quotation marks) reads on, so that all slips of a file are told at once.
"""

from __future__ import annotations

import json
import re
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any, Literal

from oasis_ref.record.errors import Fault
from oasis_ref.record.reading import MOST_LEVELS
from oasis_ref.record.wording import shown, shown_text

MOST_FAULTS = 1000
"""No more faults than this are told of one input."""

MOST_DIGITS = 4300
"""A whole number may have so many digits."""

_BLANK = re.compile(r"[ \t\n\r]*+")
_COMMENT = re.compile(r"//[^\n]*+|/\*.*?\*/", re.DOTALL)
_ODD_BLANK = re.compile(r"[\x00\x0b\x0c\x85\xa0\u1680\u2000-\u200f\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]++")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)(\.[0-9]++)?([eE][-+]?[0-9]++)?")
_LIKE_NUMBER = re.compile(r"\+?\.?[0-9]|\+Inf")
_RUN = re.compile(r"[-+.0-9A-Za-z_]++")
_UP_TO_BLANK = re.compile(r"[^\s]{1,40}")
_WORD = re.compile(r"[^\W\d][\w-]*+")
_BARE_KEY = re.compile(r"([^\W\d][\w-]*+)[ \t\n\r]*+:")
_OTHER_QUOTES = re.compile(
    "'[^'\n]*+'"
    "|[\u2018\u201a][^\u2018\u2019\n]*+[\u2018\u2019]"
    "|[\u201c-\u201e][^\u201c\u201d\n]*+[\u201c\u201d]"
    "|\xab[^\xbb\n]*+\xbb"
)
_ESCAPE = re.compile(r'\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt]|(.))', re.DOTALL)
_SURROGATE = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile(r"[\x00-\x1f]")
_WORDS = {"true": True, "false": False, "null": None}
_WORDS_MEANT = {"none": "null", "nil": "null", "undefined": "null", "yes": "true", "no": "false"}

State = Literal["value", "first value", "key", "first key", "colon", "after", "end"]


class Spot:
    """A value and its place: offsets of its first and behind its last character, and the spots of its parts.

    ``keys`` are the offsets of an object's keys. ``unclear`` marks a value that was written wrongly.
    """

    __slots__ = ("end", "keys", "parts", "start", "unclear", "value")

    def __init__(self, start: int, end: int, value: Any, *, unclear: bool = False) -> None:
        self.start = start
        self.end = end
        self.value = value
        self.unclear = unclear
        self.parts: dict[str, Spot] | list[Spot] | None = None
        self.keys: dict[str, int] = {}

    def part(self, step: str | int) -> Spot | None:
        """Return the spot of a part, by key or index, or None if there is none."""
        if isinstance(self.parts, dict):
            return self.parts.get(str(step))
        if isinstance(self.parts, list) and isinstance(step, int) and step < len(self.parts):
            return self.parts[step]
        return None


class Places:
    """Turns offsets of a text into lines and columns, both from 1, columns in code points.

    ``first`` is the number of the text's first line, where it is a part of a file.
    """

    def __init__(self, text: str, first: int = 1) -> None:
        self._text = text
        self._first = first
        self._offset = 0
        self._line = first

    def __call__(self, offset: int) -> tuple[int, int]:
        if offset < self._offset:
            self._offset, self._line = 0, self._first
        self._line += self._text.count("\n", self._offset, offset)
        self._offset = offset
        return self._line, offset - self._text.rfind("\n", 0, offset)


def pointer(path: list[str | int]) -> str:
    """Return the JSON pointer of a path."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


class Scan:
    """One reading of a text. ``root`` is None, or incomplete, if ``broken``; ``faults`` come with their offsets."""

    def __init__(self, text: str, first_line: int = 1) -> None:
        self.text = text
        self.places = Places(text, first_line)
        self.root: Spot | None = None
        self.broken = False
        self.faults: list[tuple[int, Fault]] = []
        self._at = 0
        self._state: State = "value"
        self._open: list[Spot] = []
        self._path: list[str | int] = []
        self._key = ""
        self._last_end = 0
        self._comma = 0
        self._read()

    def _read(self) -> None:
        while self._state != "end":
            self._step()

    def fault(self, offset: int, message: str, *, path: list[str | int] | None = None, **details: str | None) -> None:
        """Note a fault at an offset; a path other than the current one may be given."""
        if len(self.faults) <= MOST_FAULTS:
            line, column = self.places(offset)
            where = pointer(self._here() if path is None else path)
            self.faults.append((offset, Fault(message, line=line, column=column, pointer=where, **details)))
        else:
            self._give_up()

    def _here(self) -> list[str | int]:
        """Return the path of the value being read."""
        path = list(self._path)
        if self._open and self._state in ("value", "first value", "colon"):
            whole = self._open[-1].value
            path.append(len(whole) if isinstance(whole, list) else self._key)
        return path

    def _give_up(self) -> None:
        self.broken = True
        self._state = "end"

    def _step(self) -> None:
        self._skip_blanks()
        if self._state == "end":
            return
        if self._at >= len(self.text) and not (self._state == "after" and not self._open):
            self._too_short()
        elif self._state == "after":
            self._read_after()
        elif self._state in ("key", "first key"):
            self._read_key()
        elif self._state == "colon":
            self._read_colon()
        else:
            self._read_value()

    def _skip_blanks(self) -> None:
        text = self.text
        while self._state != "end":
            self._at = _BLANK.match(text, self._at).end()  # type: ignore[union-attr]
            if comment := _COMMENT.match(text, self._at):
                self.fault(
                    self._at,
                    "A remark with // or /* */ is not allowed here",
                    hint="an entry has the field `comment` for remarks",
                )
                self._at = comment.end()
            elif odd := _ODD_BLANK.match(text, self._at):
                names = f"U+{ord(odd.group()[0]):04X}"
                self.fault(
                    self._at,
                    f"An invisible character ({names}) stands here",
                    hint="take it out, or put an ordinary space",
                )
                self._at = odd.end()
            else:
                return

    def _too_short(self) -> None:
        """Say that the text ends too early."""
        if not self._open:
            self.fault(len(self.text), "The input is empty", expected="a document in braces { }")
        else:
            innermost = self._open[-1]
            line, column = self.places(innermost.start)
            sign = self.text[innermost.start]
            self.fault(
                len(self.text),
                f"The input ends too early: the {sign} at line {line}, column {column} is never closed",
                hint="the file may have been cut off",
                path=self._path,
            )
        self._give_up()

    # values

    def _read_value(self) -> None:
        text, at = self.text, self._at
        sign = text[at]
        if not self._open and sign not in '{["-0123456789' and text[at : at + 4] not in ("true", "fals", "null"):
            self._not_json()
        elif sign == '"':
            value = self._read_string()
            if value is not None:
                self._put(Spot(at, self._at, value))
        elif sign in "{[":
            self._begin(sign)
        elif sign in "-0123456789" or _LIKE_NUMBER.match(text, at):
            self._read_number()
        elif sign in "]}" and self._open:
            self._close_without_value(sign)
        elif sign == "," and self._open:
            self.fault(at, "A value is missing before this comma")
            self._at += 1
            self._state = "value" if isinstance(self._open[-1].value, list) else "key"
        elif word := _WORD.match(text, at):
            self._read_word(word.group())
        elif quoted := _OTHER_QUOTES.match(text, at):
            self._wrong_quotes(quoted.group())
            self._at = quoted.end()
            self._put(Spot(at, self._at, quoted.group()[1:-1], unclear=True))
        else:
            self._unexpected("a value")

    def _put(self, spot: Spot) -> None:
        """Put a finished value where it belongs."""
        self._last_end = spot.end
        self._state = "after"
        if not self._open:
            self.root = spot
            return
        whole = self._open[-1]
        if isinstance(whole.parts, list):
            whole.value.append(spot.value)
            whole.parts.append(spot)
        elif isinstance(whole.parts, dict):
            whole.value[self._key] = spot.value
            whole.parts[self._key] = spot

    def _begin(self, sign: str) -> None:
        if len(self._open) >= MOST_LEVELS:
            self.fault(self._at, f"The document is nested deeper than {MOST_LEVELS} levels", path=self._path[:4])
            self._give_up()
            return
        spot = Spot(self._at, self._at + 1, {} if sign == "{" else [])
        spot.parts = {} if sign == "{" else []
        if self._open:
            self._path = self._here()
        self._put(spot)
        self._open.append(spot)
        self._at += 1
        self._state = "first key" if sign == "{" else "first value"

    def _end(self) -> None:
        """Close the innermost object or list."""
        self._at += 1
        spot = self._open.pop()
        spot.end = self._last_end = self._at
        if self._open:
            self._path.pop()
        self._state = "after"

    def _close_without_value(self, sign: str) -> None:
        """Meet a closing sign where a value should stand."""
        if isinstance(self._open[-1].value, dict):
            self.fault(self._at, f"The value of `{shown_text(self._key)}` is missing")
            self._put(Spot(self._at, self._at, None, unclear=True))
            self._read_after()
            return
        if self._state == "value" and sign == "]":
            self._comma_too_many()
        self._state = "after"
        self._read_after()

    def _comma_too_many(self) -> None:
        self.fault(self._comma, f"There is a comma too many before the closing {self.text[self._at]}", path=self._path)

    def _read_number(self) -> None:
        text, at = self.text, self._at
        run = _RUN.match(text, at)
        number = _NUMBER.match(text, at)
        written = run.group() if run else text[at]
        if number is None or number.group() != written:
            self._at += len(written)
            if "Inf" in written:
                self.fault(at, f"{shown_text(written)} is not a value that JSON knows")
            else:
                self.fault(at, f"{shown_text(written)} is not a number", hint=_number_hint(written))
            self._put(Spot(at, self._at, None, unclear=True))
            return
        self._at = number.end()
        whole = number.group(1) is None and number.group(2) is None
        value: Any = None
        if not whole:
            value = float(written)
        elif len(written.lstrip("-")) <= MOST_DIGITS:
            value = int(written)
        if value is None or value in (float("inf"), float("-inf")):
            self.fault(at, f"The number {shown_text(written)} is too large to be read")
            value = None
        self._put(Spot(at, self._at, value, unclear=value is None))

    def _read_word(self, word: str) -> None:
        at = self._at
        self._at += len(word)
        if word in _WORDS:
            self._put(Spot(at, self._at, _WORDS[word]))
            return
        if word in ("NaN", "Infinity"):
            self.fault(at, f"{word} is not a value that JSON knows")
        elif word.lower() in _WORDS or word.lower() in _WORDS_MEANT:
            meant = _WORDS_MEANT.get(word.lower(), word.lower())
            self.fault(at, f"{shown_text(word)} is not a value that JSON knows", hint=f"did you mean `{meant}`?")
        else:
            self.fault(
                at, f"The word {shown_text(word)} stands without quotation marks", hint=f'write "{shown_text(word)}"'
            )
        self._put(Spot(at, self._at, None, unclear=True))

    def _wrong_quotes(self, quoted: str) -> None:
        kind = "single" if quoted[0] == "'" else "curly"
        self.fault(
            self._at,
            f"{shown_text(quoted)} stands in {kind} quotation marks",
            hint=f"straight double ones are needed: {shown(quoted[1:-1])}",
        )

    def _not_json(self) -> None:
        found = _UP_TO_BLANK.match(self.text, self._at)
        begins = shown_text(found.group()) if found else ""
        self.fault(
            self._at,
            f"This is not JSON: it begins with {begins}",
            found=begins,
            expected="a document in braces { }",
            hint="a document begins with {",
        )
        self._give_up()

    def _unexpected(self, expected: str) -> None:
        """Give up at something that can stand nowhere."""
        run = _RUN.match(self.text, self._at)
        found = shown_text(run.group() if run else self.text[self._at])
        hint = None
        if self.text[self._last_end - 1 : self._last_end] == '"' or self._state in ("key", "first key"):
            hint = "is a quotation mark missing before it?"
        self.fault(
            self._at, f"Here {found} stands where {expected} should be", expected=expected, found=found, hint=hint
        )
        self._give_up()

    def _read_string(self) -> str | None:
        """Return the string that begins here and go behind it; None, and give up, if it never ends."""
        text, at = self.text, self._at
        value: str
        try:
            value, self._at = scanstring(text, at + 1, True)
        except json.JSONDecodeError:
            return self._read_bad_string()
        if "\\u" in text[at : self._at] and _SURROGATE.search(value):
            self.fault(at, "This text holds half of a character (a lone surrogate), written as \\ud800 to \\udfff")
            value = _SURROGATE.sub("\ufffd", value)
        return value

    def _read_bad_string(self) -> str | None:
        """Say what is wrong with the string that begins here: never closed, a control character, a bad escape."""
        text, at = self.text, self._at
        end = self._end_of_string(at)
        control = _CONTROL.search(text, at + 1, len(text) if end is None else end)
        if control and (end is None or control.group() in "\n\r"):
            self.fault(
                at,
                "The text that begins here is not closed on its line",
                hint='a " is missing; a line break in a text is written \\n',
            )
            self._give_up()
            return None
        if end is None:
            self.fault(at, "The text that begins here is never closed", hint='a " is missing, or the file was cut off')
            self._give_up()
            return None
        self._at = end + 1
        if control:
            name = "tab" if control.group() == "\t" else f"control character (U+{ord(control.group()):04X})"
            self.fault(
                control.start(),
                f"A {name} stands inside a text",
                hint="a tab is written \\t, other signs as \\u and four digits",
            )
        for escape in _ESCAPE.finditer(text, at + 1, end):
            if escape.group(1) is not None:
                found = shown_text(text[escape.start() : escape.start() + 2])
                self.fault(
                    escape.start(), f"{found} means nothing in a text", hint="a backslash itself is written \\\\"
                )
        return text[at + 1 : end]

    def _end_of_string(self, at: int) -> int | None:
        """Return the offset of the quotation mark that closes the string beginning here, or None."""
        at += 1
        while True:
            quote = self.text.find('"', at)
            if quote < 0:
                return None
            back = quote
            while back > at and self.text[back - 1] == "\\":
                back -= 1
            if (quote - back) % 2 == 0:
                return quote
            at = quote + 1

    # objects and what stands between values

    def _read_key(self) -> None:
        text, at = self.text, self._at
        sign = text[at]
        if sign == '"':
            key = self._read_string()
            if key is not None:
                self._take_key(key, at)
        elif sign == "}":
            if self._state == "key":
                self._comma_too_many()
            self._end()
        elif sign == ",":
            self.fault(at, "There is a comma too many here", path=self._path)
            self._at += 1
        elif quoted := _OTHER_QUOTES.match(text, at):
            self._wrong_quotes(quoted.group())
            self._at = quoted.end()
            self._take_key(quoted.group()[1:-1], at)
        elif bare := _BARE_KEY.match(text, at):
            name = shown_text(bare.group(1))
            self.fault(at, f"The field name {name} stands without quotation marks", hint=f'write "{name}"')
            self._at = bare.end(1)
            self._take_key(bare.group(1), at)
        else:
            self._unexpected("the name of a field, in quotation marks,")

    def _take_key(self, key: str, at: int) -> None:
        whole = self._open[-1]
        self._key = key
        self._state = "colon"
        if key in whole.keys:
            line, column = self.places(whole.keys[key])
            self.fault(
                at,
                f"The field `{shown_text(key)}` stands twice in the same object; "
                f"the first is at line {line}, column {column}",
                hint="only one can count",
            )
        else:
            whole.keys[key] = at

    def _read_colon(self) -> None:
        sign = self.text[self._at]
        if sign == ":":
            self._at += 1
        elif sign == "=":
            self.fault(self._at, f"Behind the field name `{shown_text(self._key)}` a colon should stand, not =")
            self._at += 1
        elif sign in ",}":
            self.fault(self._at, f"The field `{shown_text(self._key)}` has no value")
            self._put(Spot(self._at, self._at, None, unclear=True))
        else:
            self.fault(self._at, f"The colon behind the field name `{shown_text(self._key)}` is missing")
        if self._state == "colon":
            self._state = "value"

    def _read_after(self) -> None:
        """Read what follows a value: a comma, the end of the list or object, the end of the text."""
        text = self.text
        if not self._open:
            if self._at < len(text):
                self._something_left()
            self._state = "end"
            return
        whole, sign = self._open[-1], text[self._at]
        in_list = isinstance(whole.value, list)
        if sign == ",":
            self._comma = self._at
            self._at += 1
            self._state = "value" if in_list else "key"
        elif sign == ("]" if in_list else "}"):
            self._end()
        elif sign in "]}":
            line, column = self.places(whole.start)
            opened, closing = text[whole.start], "]" if in_list else "}"
            self.fault(
                self._at,
                f"Here {sign} stands, but the {opened} at line {line}, column {column} "
                f"has to be closed first, by {closing}",
            )
            self._give_up()
        elif sign in '"{[-0123456789tfn' if in_list else sign == '"':
            self.fault(self._last_end, "A comma is missing behind this value", path=self._path)
            self._state = "value" if in_list else "key"
        else:
            closing = "]" if in_list else "}"
            self._unexpected(f"a comma or {closing}")

    def _something_left(self) -> None:
        hint = None
        if self.text[self._at] in "{[":
            hint = "several logs in one file: one a line, in a file whose name ends in .jsonl"
        self.fault(
            self._at,
            "Something stands behind the end of the document",
            found=shown_text(self.text[self._at : self._at + 20]),
            hint=hint,
            path=[],
        )
        self.broken = True


def _number_hint(written: str) -> str | None:
    if re.fullmatch(r"-?0+[0-9]+", written):
        sign = "-" if written.startswith("-") else ""
        return f"write {sign}{written.lstrip('-0') or '0'}"[:40]
    return None
