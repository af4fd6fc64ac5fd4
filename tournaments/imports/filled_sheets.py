"""A workbook of filled score sheets to the lines of each match, every fault with its cell.

Nothing here knows the event but its address: whether a match of this number is there, and what
its lines come to, is asked where the sheets there are can be seen.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tournaments.imports.faults import visible
from tournaments.imports.filled_faults import FilledCode, FilledFault, UnfitFile
from tournaments.imports.filled_form import (
    HEADING_ROW,
    VERSION,
    Column,
    SheetKind,
    read_marker,
)
from tournaments.imports.filled_lines import INPUTS, FilledLine, is_filled, lines_of_row
from tournaments.imports.tables import SourceRow, cell_address
from tournaments.imports.workbooks import WorkbookSheet, read_every_sheet


@dataclass(frozen=True, slots=True)
class FilledMatch:
    """A match of the file. `row` is the first of its head; `pair_a` and `pair_b` the numbers of
    its pairs there, None where they cannot be read."""

    number: int
    sheet: str
    row: int
    pair_a: int | None = None
    pair_b: int | None = None
    lines: tuple[FilledLine, ...] = ()
    faults: tuple[FilledFault, ...] = ()

    @property
    def is_filled(self) -> bool:
        """Whether anything was written under it."""
        return bool(self.lines or self.faults)

    @property
    def cell(self) -> str:
        """The address of its number."""
        return cell_address(self.row, Column.MATCH)


@dataclass(frozen=True, slots=True)
class FilledFile:
    """What a workbook says: the matches with anything under them, by number.

    `empty` counts the others. `faults` are of cells that belong to no match; `passed_over` names
    the sheets that hold something and are none of the form.
    """

    matches: tuple[FilledMatch, ...]
    empty: int = 0
    faults: tuple[FilledFault, ...] = ()
    passed_over: tuple[str, ...] = ()


def read_filled(content: bytes, slug: str) -> FilledFile:
    """The filled sheets of the event at `slug`.

    Raises `UnreadableFile` for bytes that are no sound workbook, `UnfitFile` for a workbook that
    is not the form, of another version or of another event.
    """
    sheets = read_every_sheet(content)
    passed_over = []
    found: list[FilledMatch] = []
    faults: list[FilledFault] = []
    is_form = False
    for sheet in sheets:
        first = sheet.rows[0].cell(0).text if sheet.rows else ""
        marker = read_marker(visible(first))
        if marker is None:
            if sheet.rows:
                passed_over.append(sheet.name)
            continue
        if marker.version != VERSION:
            raise UnfitFile(FilledCode.OTHER_VERSION, str(marker.version))
        if marker.slug != slug:
            raise UnfitFile(FilledCode.OTHER_EVENT, marker.slug)
        is_form = True
        if marker.kind == SheetKind.MATCHES:
            matches, stray = _read_sheet(sheet)
            found += matches
            faults += stray
        elif marker.kind != SheetKind.HELP:
            passed_over.append(sheet.name)
    if not is_form:
        raise UnfitFile(FilledCode.NOT_THE_FORM)
    filled = _once([match for match in found if match.is_filled])
    return FilledFile(
        tuple(sorted(filled, key=lambda match: match.number)),
        empty=len({match.number for match in found} - {match.number for match in filled}),
        faults=tuple(faults),
        passed_over=tuple(passed_over),
    )


@dataclass
class _Block:
    """A match while its rows are read."""

    match: FilledMatch
    lines: list[FilledLine] = field(default_factory=list)
    faults: list[FilledFault] = field(default_factory=list)
    gap: int = 0

    def take(self, row: SourceRow, sheet: str) -> None:
        if not is_filled(row):
            self.gap = self.gap or row.number
            return
        if self.gap:
            address = cell_address(self.gap, Column.GAME)
            self.faults.append(FilledFault(FilledCode.GAP, sheet, address))
            self.gap = 0
        other = row.cell(Column.MATCH).text.strip()
        if other and other != str(self.match.number):
            address = cell_address(row.number, Column.MATCH)
            self.faults.append(
                FilledFault(
                    FilledCode.OTHER_MATCH, sheet, address, visible(other), self.match.number
                )
            )
            return
        lines, faults = lines_of_row(row, sheet)
        self.lines += lines
        self.faults += faults

    def done(self) -> FilledMatch:
        if (self.lines or self.faults) and None in (self.match.pair_a, self.match.pair_b):
            self.faults.append(
                FilledFault(FilledCode.PAIRS_UNREAD, self.match.sheet, self.match.cell)
            )
        return replace(self.match, lines=tuple(self.lines), faults=tuple(self.faults))


def _read_sheet(sheet: WorkbookSheet) -> tuple[list[FilledMatch], list[FilledFault]]:
    """The matches of one sheet, and the cells filled in under no match."""
    matches: list[FilledMatch] = []
    stray: list[FilledFault] = []
    block: _Block | None = None
    for row in sheet.rows[HEADING_ROW:]:
        number, side = _number(row, Column.MATCH), row.cell(Column.LINE).text.strip().upper()
        if side == "A" and number is not None:
            if block is not None:
                matches.append(block.done())
            pair = _number(row, Column.GAME)
            block = _Block(FilledMatch(number, sheet.name, row.number, pair_a=pair))
        elif side == "B" and block is not None and number == block.match.number:
            block.match = replace(block.match, pair_b=_number(row, Column.GAME))
        elif block is not None:
            block.take(row, sheet.name)
        elif is_filled(row):
            column = next(column for column in INPUTS if not row.cell(column).is_blank)
            text = visible(row.cell(column).text.strip())
            address = cell_address(row.number, column)
            stray.append(FilledFault(FilledCode.NO_MATCH, sheet.name, address, text))
    if block is not None:
        matches.append(block.done())
    return matches, stray


def _once(matches: Sequence[FilledMatch]) -> list[FilledMatch]:
    """Each match once. One that is filled in twice alike is one; otherwise the second is named."""
    first: dict[int, FilledMatch] = {}
    for match in matches:
        earlier = first.setdefault(match.number, match)
        if earlier is match or [each.line for each in earlier.lines] == [
            each.line for each in match.lines
        ]:
            continue
        where = f"{earlier.sheet}, {earlier.cell}"
        fault = FilledFault(
            FilledCode.MATCH_TWICE, match.sheet, match.cell, where, number=match.number
        )
        first[match.number] = replace(earlier, faults=(*earlier.faults, fault))
    return list(first.values())


def _number(row: SourceRow, column: Column) -> int | None:
    text = row.cell(column).text.strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 5 else None
