"""XLSX to a table. Nothing is calculated: a formula is shown as a formula.

The package is measured before it is opened: a small file can unpack to gigabytes, and
millions of empty cells cost memory without weighing much.
"""

import datetime as dt
import io
import lzma
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar
from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException
from openpyxl import load_workbook
from openpyxl.utils.exceptions import (
    IllegalCharacterError,
    InvalidFileException,
    ReadOnlyWorkbookException,
    SheetTitleException,
)
from openpyxl.worksheet.formula import ArrayFormula, DataTableFormula

from tournaments.imports.faults import FaultCode, UnreadableFile, visible
from tournaments.imports.tables import (
    EMPTY_CELL,
    MAX_BYTES,
    MAX_COLUMNS,
    MAX_ROWS,
    Cell,
    CellKind,
    SourceRow,
    SourceTable,
)

MAX_UNPACKED_BYTES = 30 * 1024 * 1024
"""All parts of a workbook together, unpacked."""

MAX_RATIO = 200
"""How many times larger than its packed size a part of more than a megabyte may be."""

MAX_TAGS = 600_000
"""Opening and closing tags in all parts together: 2,000 rows of 60 numbers have 484,000."""

MAX_SHEETS = 100

# Files often carry formatting far below and beside what they hold; it is looked through this
# far for content before the sheet is refused as too large.
_ROWS_LOOKED_AT = 10_000
_COLUMNS_LOOKED_AT = 500

_OLE_START = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ZIP_STARTS = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_PARTS_OF_OTHER_FORMATS = {
    "xl/workbook.bin": "xlsb",
    "content.xml": "ods",
    "word/document.xml": "docx",
    "ppt/presentation.xml": "pptx",
    "Index/Document.iwa": "numbers",
}

# What the zip, XML and workbook libraries raise on damaged or hostile bytes. openpyxl lets
# the faults of its descriptors through as the plain exceptions of Python.
_LIBRARY_ERRORS = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    ParseError,
    DefusedXmlException,
    InvalidFileException,
    IllegalCharacterError,
    ReadOnlyWorkbookException,
    SheetTitleException,
    ArithmeticError,
    AttributeError,
    EOFError,
    LookupError,
    NotImplementedError,
    OSError,
    RecursionError,
    RuntimeError,
    TypeError,
    ValueError,
)


_Read = TypeVar("_Read")


@dataclass(frozen=True, slots=True)
class WorkbookSheet:
    """A sheet with its rows up to the last that holds anything, blank ones between included."""

    name: str
    rows: tuple[SourceRow, ...]


def looks_like_a_workbook(content: bytes) -> bool:
    """The bytes begin as a zip package or as an old or encrypted Office file does."""
    return content.startswith((_OLE_START, *_ZIP_STARTS))


def read_workbook(content: bytes, sheet: str | None = None) -> SourceTable:
    """The table in one sheet of an XLSX file.

    `sheet` names the sheet; with None the only one that holds anything is taken, and with
    several the answer has no rows and `needs_sheet` is true. Raises `UnreadableFile`: too
    large packed or unpacked, not XLSX, encrypted, damaged, no such sheet, empty, too many
    sheets, rows or columns.
    """
    return _guarded(content, lambda: _read(content, sheet))


def read_every_sheet(content: bytes) -> tuple[WorkbookSheet, ...]:
    """All sheets of an XLSX file, in their order. Raises `UnreadableFile` like `read_workbook`."""
    return _guarded(content, lambda: _read_all(content))


def _guarded(content: bytes, read: Callable[[], _Read]) -> _Read:
    """What `read` makes of a workbook that was found fit to be opened."""
    if not content:
        raise UnreadableFile(FaultCode.EMPTY)
    if len(content) > MAX_BYTES:
        raise UnreadableFile(FaultCode.TOO_LARGE, number=MAX_BYTES // 1024 // 1024)
    if content.startswith(_OLE_START):
        encrypted = "EncryptedPackage".encode("utf-16-le") in content
        raise UnreadableFile(FaultCode.ENCRYPTED if encrypted else FaultCode.OLD_EXCEL)
    try:
        _measure(content)
        return read()
    except UnreadableFile:
        raise
    except _LIBRARY_ERRORS as error:
        raise UnreadableFile(FaultCode.DAMAGED) from error


def _measure(content: bytes) -> None:
    """Refuses what is no workbook or would cost too much to open."""
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        parts = package.infolist()
        names = {part.filename for part in parts}
        for name, extension in _PARTS_OF_OTHER_FORMATS.items():
            if name in names:
                raise UnreadableFile(FaultCode.OTHER_FORMAT, text=extension)
        if "[Content_Types].xml" not in names:
            raise UnreadableFile(FaultCode.OTHER_FORMAT, text="zip")
        if any(part.flag_bits & 1 for part in parts):
            raise UnreadableFile(FaultCode.ENCRYPTED)
        megabyte = 1024 * 1024
        if sum(part.file_size for part in parts) > MAX_UNPACKED_BYTES or any(
            part.file_size > megabyte and part.file_size > MAX_RATIO * part.compress_size
            for part in parts
        ):
            raise UnreadableFile(FaultCode.UNPACKS_TOO_LARGE, number=MAX_UNPACKED_BYTES // megabyte)
        if any(
            part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for part in parts
        ):
            raise UnreadableFile(FaultCode.DAMAGED)
        tags = 0
        for part in parts:
            with package.open(part) as stream:
                while block := stream.read(65_536):
                    tags += block.count(b"<")
                    if tags > MAX_TAGS:
                        raise UnreadableFile(
                            FaultCode.UNPACKS_TOO_LARGE, number=MAX_UNPACKED_BYTES // megabyte
                        )


def _read(content: bytes, wanted: str | None) -> SourceTable:
    workbook = load_workbook(io.BytesIO(content), read_only=True, keep_links=False)
    try:
        sheets = workbook.worksheets
        if len(sheets) > MAX_SHEETS:
            raise UnreadableFile(FaultCode.TOO_MANY_SHEETS, number=MAX_SHEETS)
        filled: dict[str, Any] = {}
        refusals: dict[str, UnreadableFile] = {}
        for each in sheets:
            name = visible(str(each.title))
            try:
                if any(not row.is_blank for row in _every_row(each)):
                    filled[name] = each
            except UnreadableFile as refused:  # told only if this sheet is the one chosen
                filled[name] = each
                refusals[name] = refused
        names = tuple(filled)
        if not names:
            raise UnreadableFile(FaultCode.EMPTY)
        if wanted is None and len(names) > 1:
            return SourceTable(rows=(), sheet_names=names)
        chosen = names[0] if wanted is None else wanted
        if chosen not in filled:
            raise UnreadableFile(FaultCode.NO_SUCH_SHEET, text=chosen)
        if chosen in refusals:
            raise refusals[chosen]
        return SourceTable(rows=_rows(filled[chosen]), sheet_names=names, sheet=chosen)
    finally:
        workbook.close()


def _read_all(content: bytes) -> tuple[WorkbookSheet, ...]:
    workbook = load_workbook(io.BytesIO(content), read_only=True, keep_links=False)
    try:
        sheets = workbook.worksheets
        if len(sheets) > MAX_SHEETS:
            raise UnreadableFile(FaultCode.TOO_MANY_SHEETS, number=MAX_SHEETS)
        return tuple(WorkbookSheet(visible(str(each.title)), _rows(each)) for each in sheets)
    finally:
        workbook.close()


def _rows(sheet: Any) -> tuple[SourceRow, ...]:
    rows: list[SourceRow] = []
    last = 0
    for row in _every_row(sheet):
        if row.number <= MAX_ROWS:
            rows.append(row)
        if row.is_blank:
            continue
        if row.number > MAX_ROWS:
            raise UnreadableFile(FaultCode.TOO_MANY_ROWS, number=MAX_ROWS)
        if any(not cell.is_blank for cell in row.cells[MAX_COLUMNS:]):
            raise UnreadableFile(FaultCode.TOO_MANY_COLUMNS, number=MAX_COLUMNS)
        last = row.number
    return tuple(rows[:last])


def _every_row(sheet: Any) -> Iterator[SourceRow]:
    # The size a sheet claims is often wrong, and rows beyond it would be left out.
    sheet.reset_dimensions()
    for number, cells in enumerate(sheet.iter_rows(), 1):
        if number > _ROWS_LOOKED_AT:
            raise UnreadableFile(FaultCode.TOO_MANY_ROWS, number=MAX_ROWS)
        if len(cells) > _COLUMNS_LOOKED_AT:
            raise UnreadableFile(FaultCode.TOO_MANY_COLUMNS, number=MAX_COLUMNS)
        yield SourceRow(number, tuple(_cell(cell.value, cell.data_type) for cell in cells))


def _cell(value: object, data_type: str) -> Cell:
    if value is None:
        return EMPTY_CELL
    if data_type == "f":
        return Cell(_formula(value), CellKind.FORMULA)
    if data_type == "e":
        return Cell(str(value), CellKind.ERROR)
    match value:
        case bool():
            return Cell(str(value).upper(), CellKind.TRUTH)
        case int() | float():
            return Cell(_number(value), CellKind.NUMBER)
        case dt.datetime() if value.time() == dt.time():
            return Cell(value.date().isoformat(), CellKind.DATE)
        case dt.date() | dt.time():
            return Cell(value.isoformat(), CellKind.DATE)
        case dt.timedelta():
            return Cell(str(value), CellKind.DATE)
    return Cell(_unescaped(str(value)))


def _formula(value: object) -> str:
    match value:
        case ArrayFormula():
            return str(value.text or "=")
        case DataTableFormula():
            return "=TABLE()"
    return str(value)


def _number(value: float) -> str:
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def _unescaped(text: str) -> str:
    """Spreadsheets write a control character as _x0007_; it has to show up as what it is."""
    return re.sub(r"_x([0-9A-Fa-f]{4})_", lambda found: chr(int(found[1], 16)), text)
