"""The rise chart of a match: lines of a sheet in, points and paths in whole units out.

Deals run along the middle line, the rise of pair A stands above it, that of pair B below. Each
rise is a stair; a robbery climbs in two steps, a fall drops to the middle line with a tick, a
tuppi is ringed, a ruling has a flag. Nothing here knows of colours or words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final

from scoring.deals import Side
from scoring.ledger import RowEvent
from scoring.rulings import TUPPI_POINTS
from tournaments.queries.sheets import SheetLine

WIDTH: Final = 360
LEFT: Final = 18
RIGHT: Final = 40
UNITS_A_POINT: Final = 2
MARGIN: Final = 18
"""Room above and below for the numbers of the highest rise."""
NUMBERS: Final = 14
"""Room below for the numbers of the deals."""
FEWEST_COLUMNS: Final = 8
MOST_NUMBERS: Final = 8
GAP: Final = 3
"""Between a stair and the number at its end."""


class RunEnd(StrEnum):
    """How a rise ended, or that it stands; AWARD where a match awarded to the pair made it up."""

    FALL = "fall"
    TUPPI = "tuppi"
    AWARD = "award"
    STANDS = "stands"


@dataclass(frozen=True)
class Run:
    """One unbroken rise. `lines` are the sheet lines it stood on, `ended_on` the one it fell on.

    `path` draws its stair and drop, `area` fills it; `top` is where its number `points` stands.
    """

    side: Side
    points: int
    end: RunEnd
    lines: tuple[SheetLine, ...]
    ended_on: SheetLine | None
    path: str
    area: str
    top: tuple[int, int]

    @property
    def grown(self) -> int:
        """The points it grew to by itself, before an award made it up to a tuppi; 0 where the
        award is all there is of it."""
        if self.end is not RunEnd.AWARD:
            return self.points
        return self.lines[-2].row.rise.of(self.side) if len(self.lines) > 1 else 0


@dataclass(frozen=True)
class Tick:
    """A fall on the middle line at `x`; `double` where it was a robbery that broke the rise."""

    x: int
    double: bool


@dataclass(frozen=True)
class Chart:
    """A match's rises, in units from the upper left corner."""

    width: int
    height: int
    middle: int
    tuppi_a: int
    tuppi_b: int
    left: int
    right: int
    columns: tuple[int, ...]
    numbers: tuple[tuple[int, int], ...]
    runs: tuple[Run, ...]
    ticks: tuple[Tick, ...]
    flags: tuple[tuple[int, int], ...]


def chart_of(lines: Sequence[SheetLine], deals: int | None) -> Chart | None:
    """The chart of a sheet for a match of so many deals (None: to a tuppi).

    None where no rise ever stood: an empty sheet, a bare result, a play-off.
    """
    if not any(line.row.rise.a or line.row.rise.b for line in lines):
        return None
    return _Drawing(lines, deals).chart()


class _Drawing:
    """The measures of one chart, and its parts."""

    def __init__(self, lines: Sequence[SheetLine], deals: int | None) -> None:
        self.lines = lines
        self.step = (WIDTH - LEFT - RIGHT) // max(len(lines), deals or 0, FEWEST_COLUMNS)
        self.step = max(self.step, 1)
        highest_a = max(line.row.rise.a for line in lines)
        highest_b = max(line.row.rise.b for line in lines)
        self.middle = MARGIN + UNITS_A_POINT * max(highest_a, TUPPI_POINTS)
        below = UNITS_A_POINT * max(highest_b, TUPPI_POINTS)
        self.height = self.middle + below + MARGIN + NUMBERS

    def x(self, column: int) -> int:
        return LEFT + column * self.step

    def y(self, side: Side, points: int) -> int:
        reach = UNITS_A_POINT * points
        return self.middle - reach if side is Side.A else self.middle + reach

    def chart(self) -> Chart:
        half = self.step // 2
        falls = [
            (index, line)
            for index, line in enumerate(self.lines)
            if line.row.event is RowEvent.FALL
        ]
        return Chart(
            width=WIDTH,
            height=self.height,
            middle=self.middle,
            tuppi_a=self.y(Side.A, TUPPI_POINTS),
            tuppi_b=self.y(Side.B, TUPPI_POINTS),
            left=LEFT,
            right=max(self.x(len(self.lines)), WIDTH - RIGHT),
            columns=tuple(self.x(column) for column in range(len(self.lines) + 1)),
            numbers=self.numbers(),
            runs=tuple(self.run(side, own) for side, own in _runs(self.lines)),
            ticks=tuple(Tick(self.x(index) + half, line.row.robbery) for index, line in falls),
            flags=tuple(
                self.flag(index, line) for index, line in enumerate(self.lines) if line.is_ruling
            ),
        )

    def numbers(self) -> tuple[tuple[int, int], ...]:
        """Where the numbers of the deals stand: of the first, of the last, of some between."""
        numbered = [
            (self.x(index) + self.step // 2, line.row.deal)
            for index, line in enumerate(self.lines)
            if line.row.deal is not None
        ]
        apart = -(-len(numbered) // MOST_NUMBERS)
        return tuple(numbered[::apart]) if numbered else ()

    def flag(self, index: int, line: SheetLine) -> tuple[int, int]:
        """The foot of a ruling's flag: on the stair it made, else on the middle line."""
        side = line.row.winner
        return self.x(index) + self.step // 2, self.y(side, line.row.rise.of(side))

    def run(self, side: Side, indexes: Sequence[int]) -> Run:
        lines = tuple(self.lines[index] for index in indexes)
        points = lines[-1].row.rise.of(side)
        half = self.step // 2
        corners = [f"M{self.x(indexes[0])} {self.middle}"]
        before = 0
        for index, line in zip(indexes, lines, strict=True):
            now = line.row.rise.of(side)
            if line.row.robbery:
                # Points of a robbery are double: so is its step.
                corners.append(f"V{self.y(side, (before + now) // 2)}H{self.x(index) + half}")
            corners.append(f"V{self.y(side, now)}H{self.x(index + 1)}")
            before = now
        after = indexes[-1] + 1
        ended_on = self.lines[after] if after < len(self.lines) else None
        end_x = self.x(after)
        if ended_on is not None:
            end_x += half
            corners.append(f"H{end_x}V{self.middle}")
        path = "".join(corners)
        gap = -GAP if side is Side.A else GAP
        return Run(
            side=side,
            points=points,
            end=_end_of(lines[-1], ended_on),
            lines=lines,
            ended_on=ended_on,
            path=path,
            area=f"{path}V{self.middle}Z",
            top=(end_x, self.y(side, points) + gap),
        )


def _end_of(last: SheetLine, ended_on: SheetLine | None) -> RunEnd:
    if ended_on is not None:
        return RunEnd.FALL
    match last.row.event:
        case RowEvent.TUPPI:
            return RunEnd.TUPPI
        case RowEvent.AWARD:
            return RunEnd.AWARD
        case _:
            return RunEnd.STANDS


def _runs(lines: Sequence[SheetLine]) -> list[tuple[Side, list[int]]]:
    """The unbroken rises: whose, and the indexes of the lines it stood on."""
    rising = [Side.A if line.row.rise.a else Side.B if line.row.rise.b else None for line in lines]
    runs: list[tuple[Side, list[int]]] = []
    for index, (before, now) in enumerate(pairwise([None, *rising])):
        if now is None:
            continue
        if now is before:
            runs[-1][1].append(index)
        else:
            runs.append((now, [index]))
    return runs
