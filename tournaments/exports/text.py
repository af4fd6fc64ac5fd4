"""Text from people, made safe for files."""

from __future__ import annotations

import re

# What XML 1.0 cannot hold, and the other control characters, which no reader needs.
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_UNWRITABLE = re.compile("[\ud800-\udfff\ufffe\uffff]")
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def printable(text: str) -> str:
    """The text with a space for each control character and � for what no file can hold."""
    return _UNWRITABLE.sub("\ufffd", _CONTROLS.sub(" ", text))


def begins_like_a_formula(text: str) -> bool:
    """Whether a spreadsheet would compute the text where somebody typed it."""
    return text.startswith(_FORMULA_STARTS)


def inert(text: str) -> str:
    """The text as a CSV cell that no spreadsheet takes for a formula.

    An apostrophe goes before a leading = + - @, tab or carriage return.
    """
    guard = "'" if begins_like_a_formula(text) else ""
    return guard + printable(text)
