"""One row of a filled sheet to the lines it says, or to what is wrong with it."""

from dataclasses import dataclass

from scoring.deals import Game, Side
from scoring.diagnosis import Fell, Line
from scoring.entries import DealEntry, Tricks
from scoring.faults import FaultCode as RuleCode
from tournaments.imports.faults import visible
from tournaments.imports.filled_faults import FilledCode, FilledFault
from tournaments.imports.filled_form import FELL_WORDS, Column
from tournaments.imports.tables import Cell, CellKind, SourceRow, cell_address
from tournaments.names import fold_name

INPUTS = (Column.GAME, Column.DECLARER, Column.TRICKS, Column.SHORT)

_GAMES = {"rami": Game.RAMI, "r": Game.RAMI, "nolo": Game.NOLO, "n": Game.NOLO}
_SIDES = {"a": Side.A, "b": Side.B, "pari a": Side.A, "pari b": Side.B}
_COLUMN_OF = {
    RuleCode.DECLARER_MISSING: Column.DECLARER,
    RuleCode.DECLARER_IN_NOLO: Column.DECLARER,
    RuleCode.TRICKS_OUT_OF_RANGE: Column.TRICKS,
    RuleCode.CUT_SHORT_WITHOUT_FALL: Column.TRICKS,
}


@dataclass(frozen=True, slots=True)
class FilledLine:
    """A line of a score sheet as the rules judge it, and the row it stands in."""

    line: Line
    row: int

    def cell(self, code: str) -> str:
        """The address of the cell that a fault of this code is about."""
        if isinstance(self.line, str):
            return cell_address(self.row, Column.SHORT)
        column = next((c for rule, c in _COLUMN_OF.items() if rule == code), Column.GAME)
        return cell_address(self.row, column)


def is_filled(row: SourceRow) -> bool:
    """Whether any of its cells to fill in holds something."""
    return any(not row.cell(column).is_blank for column in INPUTS)


def lines_of_row(
    row: SourceRow, sheet: str
) -> tuple[tuple[FilledLine, ...], tuple[FilledFault, ...]]:
    """The lines of a row: one of its own cells, or those of its short notation; or its faults."""

    def fault(code: FilledCode, column: Column) -> FilledFault:
        text = visible(row.cell(column).text.strip())
        return FilledFault(code, sheet, cell_address(row.number, column), text)

    odd = [
        fault(code, column)
        for column in INPUTS
        if (code := _kind_fault(row.cell(column))) is not None
    ]
    if odd:
        return (), tuple(odd)
    game, declarer, tricks = (_word(row.cell(column)) for column in INPUTS[:3])
    short = row.cell(Column.SHORT).text
    if short.strip():
        if game or declarer or tricks:
            return (), (fault(FilledCode.BOTH_WAYS, Column.SHORT),)
        return tuple(FilledLine(visible(token), row.number) for token in short.split()), ()
    faults = []
    if not game:
        faults.append(fault(FilledCode.GAME_MISSING, Column.GAME))
    elif game not in _GAMES:
        faults.append(fault(FilledCode.GAME_UNKNOWN, Column.GAME))
    if declarer and declarer not in _SIDES:
        faults.append(fault(FilledCode.DECLARER_UNKNOWN, Column.DECLARER))
    if not tricks:
        faults.append(fault(FilledCode.TRICKS_MISSING, Column.TRICKS))
    elif tricks not in FELL_WORDS and not _is_number(tricks):
        faults.append(fault(FilledCode.TRICKS_UNREAD, Column.TRICKS))
    if faults:
        return (), tuple(faults)
    side = _SIDES.get(declarer)
    line: Line
    if tricks in FELL_WORDS:
        line = Fell(_GAMES[game], side)
    else:
        line = DealEntry(_GAMES[game], side, Tricks(int(tricks)))
    return (FilledLine(line, row.number),), ()


def _word(cell: Cell) -> str:
    return fold_name(cell.text)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 4


def _kind_fault(cell: Cell) -> FilledCode | None:
    if cell.is_blank or cell.kind in (CellKind.TEXT, CellKind.NUMBER):
        return None
    return FilledCode.FORMULA_CELL if cell.kind is CellKind.FORMULA else FilledCode.OTHER_CELL
