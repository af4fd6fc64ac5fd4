"""QR codes as runs of dark squares, for pages and for paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

import segno

MASK = 0
"""The pattern that breaks up large even areas. A reader takes any of the eight; looking for the
best one takes six times as long, and a hall's score sheets have a code each."""
QUIET = 4
"""The width of the empty margin a reader needs, in squares."""


@dataclass(frozen=True)
class Run:
    """Dark squares side by side: the first one's column and row from the top left, their number."""

    x: int
    y: int
    length: int


@dataclass(frozen=True)
class QrCode:
    """A square of `size` times `size`, its margin included."""

    size: int
    runs: tuple[Run, ...]

    @property
    def path(self) -> str:
        """The dark squares as one SVG path in a box of `size`."""
        return "".join(f"M{run.x} {run.y}h{run.length}v1h-{run.length}z" for run in self.runs)


def qr_code(text: str) -> QrCode:
    """The code of an address or any other text, readable with a seventh of it soiled."""
    rows = list(segno.make(text, error="m", micro=False, mask=MASK).matrix_iter(border=QUIET))
    return QrCode(len(rows), tuple(run for y, row in enumerate(rows) for run in _runs(y, row)))


def _runs(y: int, row: Iterable[int]) -> Iterator[Run]:
    x = 0
    for is_dark, squares in groupby(row, bool):
        length = len(list(squares))
        if is_dark:
            yield Run(x, y, length)
        x += length
