"""What a score sheet is printed on: A4, or A5 two to a landscape A4."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tournaments.exports.options import Paper
from tournaments.exports.pdf.cutting import HALVES, WHOLE, Cut
from tournaments.exports.pdf.paper import A4, MM


@dataclass(frozen=True)
class SheetPaper:
    """The lengths of a sheet that differ from paper to paper.

    All of them are on an upright A4, which the cut makes as large as the paper is: of what is
    drawn for A5, seven tenths are printed. `small` is the smallest type, `label` that of labels;
    `row` the least height of a row that can be written in, `written_row` of one that is printed,
    `facts` and `pairs` those of the boxes in the head.
    """

    cut: Cut
    side: float
    top: float
    bottom: float
    small: float
    label: float
    row: float
    written_row: float
    highest_row: float
    headings: float
    bar: float
    box: float
    signature: float
    facts: float
    pairs: float

    @property
    def width(self) -> float:
        return A4[0] - 2 * self.side

    @property
    def tightened(self) -> SheetPaper:
        """The same with a lower head and foot, for a sheet of many rows."""
        return replace(
            self,
            top=A4[1] - 8 * MM,
            bottom=7 * MM,
            headings=10 * MM,
            bar=4.2 * MM,
            facts=11 * MM,
            pairs=20 * MM,
            signature=15 * MM,
            row=6.6 * MM,
        )


ON_A4 = SheetPaper(
    cut=WHOLE,
    side=12 * MM,
    top=A4[1] - 10 * MM,
    bottom=9 * MM,
    small=7.5,
    label=8.5,
    row=6 * MM,
    written_row=5.5 * MM,
    highest_row=9 * MM,
    headings=11 * MM,
    bar=5 * MM,
    box=26 * MM,
    signature=14 * MM,
    facts=12 * MM,
    pairs=23 * MM,
)
ON_A5 = SheetPaper(
    cut=HALVES,
    side=11 * MM,
    top=A4[1] - 8.5 * MM,
    bottom=7.5 * MM,
    small=8.6,
    label=9.2,
    row=7.08 * MM,
    written_row=6.2 * MM,
    highest_row=9.5 * MM,
    headings=10.5 * MM,
    bar=4.8 * MM,
    box=26 * MM,
    signature=12.5 * MM,
    facts=12 * MM,
    pairs=23 * MM,
)
PAPERS = {Paper.A4: ON_A4, Paper.A5: ON_A5}
