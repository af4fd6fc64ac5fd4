"""The form of a workbook of score sheets to fill in: shared by what makes it and what reads it.

Every sheet of it names the format, its version, the event and what the sheet is, in its first
cell. A sheet of matches has, below its headings, a block for each match:

    number  A  pair number  names        the head, a row for either pair
    number  B  pair number  names
    number  1  game  declarer  tricks of A or "fell"  |  short notation
    number  2  …                                         a row a line of the score sheet
"""

import re
from dataclasses import dataclass
from enum import IntEnum, StrEnum

FORMAT = "tuppiliitto-score-sheets"
VERSION = 1

HEADING_ROW = 3
"""The row of the headings; matches begin below it."""

MOST_ROWS = 1_500
"""Rows a sheet of matches is made with at most; more matches go on to another sheet."""

FELL_WORDS = frozenset({"fell", "putosi", "putoaa", "pudotti", "/"})
"""What stands in place of tricks where the deal was not played on because the rise fell (R8)."""


class Column(IntEnum):
    """The columns of a sheet of matches, from 0. `NAMES` is where a head has its players."""

    MATCH = 0
    LINE = 1
    GAME = 2
    DECLARER = 3
    NAMES = 3
    TRICKS = 4
    SHORT = 5
    NOTE = 6


class SheetKind(StrEnum):
    """What a sheet of the workbook is."""

    HELP = "help"
    MATCHES = "matches"


@dataclass(frozen=True, slots=True)
class Marker:
    """What the first cell of a sheet says."""

    version: int
    slug: str
    kind: str

    def __str__(self) -> str:
        return f"{FORMAT} {self.version} {self.slug} {self.kind}"


_MARKER = re.compile(rf"{FORMAT} ([0-9]{{1,4}}) ([-\w]{{1,60}}) ([a-z]{{1,20}})")


def read_marker(text: str) -> Marker | None:
    """The marker that `text` is; None where it is none."""
    found = _MARKER.fullmatch(" ".join(text.split()))
    return Marker(int(found[1]), found[2], found[3]) if found else None
