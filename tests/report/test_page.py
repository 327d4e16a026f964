"""Lines fit 80 columns."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from oasis_ref.report.page import Page, columns, wrapped
from oasis_ref.report.terminal import colored

TEXTS = st.text(alphabet=st.sampled_from("ab 王\u0301\x1b\n\u202e[]/:"), max_size=200)


def test_a_long_line_goes_on_below() -> None:
    assert wrapped("  one two three four", 4, 12) == ["  one two", "    three", "    four"]


def test_a_long_word_stays_whole() -> None:
    assert wrapped("a " + "x" * 20 + " b", 2, 10) == ["a", "  " + "x" * 20, "  b"]


def test_wide_letters_take_two_columns() -> None:
    assert columns("王王a") == 5
    assert wrapped("王王王 王王王", 0, 10) == ["王王王", "王王王"]


@given(TEXTS)
def test_no_line_is_too_long_and_no_word_is_lost(text: str) -> None:
    page = Page()
    page.add(text)
    for line in page.lines:
        assert columns(line) <= 80 or " " not in line.strip(" ")
        assert line.isprintable()
    assert len(page.lines) == len(page.styles)


@given(TEXTS, st.sampled_from(["", "bad", "seat-a", "type-9", "no such style"]))
def test_colours_change_no_letter(text: str, style: str) -> None:
    page = Page()
    page.add(text, style)
    page.draw([[(text, style), ("end", "muted")]], 2)
    assert re.sub("\x1b\\[[0-9;]*m", "", colored(page)) == page.text()
