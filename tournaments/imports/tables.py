"""A table as it came from outside: rows of cells, before anybody knows what they mean."""

from dataclasses import dataclass
from enum import StrEnum

MAX_BYTES = 2 * 1024 * 1024
"""The largest file or pasted text taken, in bytes (2 MB)."""

MAX_ROWS = 2_000
"""The last row that may hold anything."""

MAX_COLUMNS = 60
"""The last column that may hold anything."""


class CellKind(StrEnum):
    """What a cell holds. A text file has text only."""

    TEXT = "text"
    NUMBER = "number"
    DATE = "date"
    TRUTH = "truth"
    FORMULA = "formula"
    ERROR = "error"


class Encoding(StrEnum):
    """How the letters of a text file are written as bytes."""

    UTF_8 = "utf-8"
    UTF_16 = "utf-16"
    WINDOWS_1252 = "windows-1252"
    MAC_ROMAN = "mac-roman"


class Delimiter(StrEnum):
    """What parts the columns of a text."""

    TAB = "tab"
    SEMICOLON = "semicolon"
    COMMA = "comma"
    NONE = "none"

    @property
    def character(self) -> str:
        """The character itself; empty for NONE."""
        return {"tab": "\t", "semicolon": ";", "comma": ",", "none": ""}[self.value]


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its content as text, untouched, and what kind of content that was."""

    text: str = ""
    kind: CellKind = CellKind.TEXT

    @property
    def is_blank(self) -> bool:
        """Nothing but white space."""
        return not self.text.strip()


EMPTY_CELL = Cell()


@dataclass(frozen=True, slots=True)
class SourceRow:
    """One row. `number` is counted from 1 as a spreadsheet counts, blank rows included."""

    number: int
    cells: tuple[Cell, ...]

    @property
    def is_blank(self) -> bool:
        """No cell holds anything."""
        return all(cell.is_blank for cell in self.cells)

    def cell(self, index: int) -> Cell:
        """The cell in column `index` (from 0); an empty one beyond the end."""
        return self.cells[index] if index < len(self.cells) else EMPTY_CELL


@dataclass(frozen=True, slots=True)
class SourceTable:
    """What was read.

    `sheet_names`: the sheets that hold anything, in their order; empty for a text.
    `sheet`: the one that `rows` are from; None for a text, and where one has to be chosen
    (`rows` is empty then). `rows`: up to the last that holds anything, blank ones between
    included. `encoding` and `delimiter`: how a text was read; None for a workbook, `encoding`
    None for pasted text. `encoding_guessed`: the bytes said nothing of their encoding.
    """

    rows: tuple[SourceRow, ...]
    sheet_names: tuple[str, ...] = ()
    sheet: str | None = None
    encoding: Encoding | None = None
    encoding_guessed: bool = False
    delimiter: Delimiter | None = None

    @property
    def needs_sheet(self) -> bool:
        """More than one sheet holds something and none was chosen."""
        return bool(self.sheet_names) and self.sheet is None


def column_letters(index: int) -> str:
    """The letters of column `index` (from 0): A … Z, AA …"""
    letters = ""
    index += 1
    while index:
        index, remainder = divmod(index - 1, 26)
        letters = chr(ord("A") + remainder) + letters
    return letters


def cell_address(row: int, index: int) -> str:
    """The address of the cell in row `row` (from 1) and column `index` (from 0): "B4"."""
    return f"{column_letters(index)}{row}"
