"""A row of the table seen through the layout: its cells by what they hold."""

from collections.abc import Sequence

from tournaments.imports.cells import PlacedCell, ReadName, read_club, read_name, read_paid
from tournaments.imports.columns import Layout
from tournaments.imports.faults import Fault, FaultCode, visible
from tournaments.imports.roles import NAMES, Role
from tournaments.imports.tables import SourceRow, cell_address

CLUBS = (Role.CLUB, Role.CLUB_1, Role.CLUB_2)
"""The roles of columns that hold clubs."""


class LaidRow:
    """One row and the layout it is read by. `number` is the row's, from 1."""

    def __init__(self, source: SourceRow, layout: Layout) -> None:
        self.source = source
        self.layout = layout
        self.number = source.number

    @property
    def is_blank(self) -> bool:
        """No cell holds anything."""
        return self.source.is_blank

    def placed(self, role: Role) -> PlacedCell | None:
        """The cell in the column with this role, empty or not; None without such a column."""
        column = self.layout.column(role)
        return None if column is None else self._at(column.index)

    def text(self, role: Role) -> str:
        """What stands there, made visible and trimmed; empty without such a column."""
        placed = self.placed(role)
        return visible(placed.cell.text.strip()) if placed else ""

    def name(self, whole: Role, parts: Sequence[Role], *, surname_first: bool) -> ReadName:
        """The name in the column of the whole name, or in those of its parts."""
        cells = [cell for role in (whole, *parts) if (cell := self.placed(role)) is not None]
        return read_name(cells, surname_first=surname_first, brackets=True)

    def club(self, *roles: Role) -> tuple[str | None, tuple[Fault, ...], tuple[Fault, ...]]:
        """The club in the first column that has one of `roles`, its faults, its warnings."""
        for role in roles:
            placed = self.placed(role)
            if placed is not None:
                return read_club(placed)
        return None, (), ()

    def is_about_a_pair(self) -> bool:
        """It says more than a number or a place: those are often there beforehand."""
        paid = self.placed(Role.PAID)
        return (
            any(self.text(role) for role in NAMES)
            or any(self.club(role)[0] is not None for role in CLUBS)
            or (paid is not None and read_paid(paid)[0])
        )

    def extra_cells(self) -> tuple[Fault, ...]:
        """A warning for every cell that holds something in a column nobody named."""
        return tuple(
            self._at(column.index).fault(FaultCode.EXTRA_CELL)
            for column in self.layout.columns
            if column.is_extra and not self.source.cell(column.index).is_blank
        )

    def passed_over(self) -> Fault:
        """The warning that this row holds something but no pair."""
        texts = [visible(cell.text.strip()) for cell in self.source.cells if not cell.is_blank]
        return Fault(FaultCode.ROW_PASSED_OVER, row=self.number, text=" · ".join(texts))

    def _at(self, index: int) -> PlacedCell:
        address = cell_address(self.number, index)
        return PlacedCell(self.source.cell(index), self.number, address)
