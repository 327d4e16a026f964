"""Text from strangers is shown, and does nothing."""

from __future__ import annotations

import pytest

from oasis_ref.report.clean import clean, clipped


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("Ann", "Ann", id="plain"),
        pytest.param("Zoë 王", "Zoë 王", id="letters"),
        pytest.param("a\u00a0b", "a\u00a0b", id="hard-space"),
        pytest.param("\x1b[2J", "\\x1b[2J", id="escape"),
        pytest.param("\x9b31m", "\\x9b31m", id="c1"),
        pytest.param("a\nb\tc\r", "a\\nb\\tc\\r", id="white"),
        pytest.param("bell\x07", "bell\\x07", id="bell"),
        pytest.param("\u202eevil", "\\u202eevil", id="override"),
        pytest.param("\u2066x\u2069", "\\u2066x\\u2069", id="isolate"),
        pytest.param("line\u2028break", "line\\u2028break", id="separator"),
        pytest.param("\ud800", "\\ud800", id="surrogate"),
        pytest.param("tag\U000e0041", "tag\\U000e0041", id="tag"),
        pytest.param("family \U0001f468\u200d\U0001f469", "family \U0001f468\u200d\U0001f469", id="joiner"),
    ],
)
def test_harmful_characters_are_written_out(text: str, shown: str) -> None:
    assert clean(text) == shown


def test_what_was_cleaned_is_clean() -> None:
    everything = "".join(chr(number) for number in range(0x3000))
    assert clean(clean(everything)) == clean(everything)
    assert "\x1b" not in clean(everything)


def test_a_long_text_is_cut_and_says_so() -> None:
    assert clipped("x" * 30, 10) == "xxxxxxxxxx... (20 more characters)"
    assert clipped("x" * 10, 10) == "x" * 10
