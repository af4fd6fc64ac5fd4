"""Text to a table: pasted rows, CSV, TSV.

Encoding and delimiter are found and told, and can be overruled. A quoted field may hold line
breaks; a quotation mark that opens nothing is a character like any other, so that one stray
mark does not swallow the rows after it.
"""

import codecs
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from tournaments.imports.faults import FaultCode, UnreadableFile
from tournaments.imports.tables import (
    MAX_BYTES,
    MAX_COLUMNS,
    MAX_ROWS,
    Cell,
    Delimiter,
    Encoding,
    SourceRow,
    SourceTable,
)

_SAMPLE_ROWS = 60

# A spreadsheet often writes empty rows and columns far beyond what it holds; a text with more
# than these is no entry list and is not read to its end.
_ROWS_LOOKED_AT = 10_000
_COLUMNS_LOOKED_AT = 500
_FOREIGN_STARTS = (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"{\\rtf", b"\x1f\x8b", b"Rar!")


def read_text(
    content: bytes, encoding: Encoding | None = None, delimiter: Delimiter | None = None
) -> SourceTable:
    """The table in the bytes of a text file.

    `encoding` and `delimiter` overrule what would be found. Raises `UnreadableFile`: empty,
    too large, not text, not in the encoding named, too many rows or columns.
    """
    if len(content) > MAX_BYTES:
        raise UnreadableFile(FaultCode.TOO_LARGE, number=MAX_BYTES // 1024 // 1024)
    if content.startswith(_FOREIGN_STARTS):
        raise UnreadableFile(FaultCode.NOT_TEXT)
    text, used, guessed = _decoded(content, encoding)
    if _is_binary(text):
        raise UnreadableFile(FaultCode.NOT_TEXT)
    rows, used_delimiter = _table(text, delimiter)
    return SourceTable(rows=rows, encoding=used, encoding_guessed=guessed, delimiter=used_delimiter)


def read_pasted(text: str, delimiter: Delimiter | None = None) -> SourceTable:
    """The table in pasted text. Raises `UnreadableFile`: empty, too large, too many rows or
    columns."""
    if len(text) > MAX_BYTES:
        raise UnreadableFile(FaultCode.TOO_LARGE, number=MAX_BYTES // 1024 // 1024)
    rows, used_delimiter = _table(text.removeprefix("\ufeff"), delimiter)
    return SourceTable(rows=rows, delimiter=used_delimiter)


def _decoded(content: bytes, encoding: Encoding | None) -> tuple[str, Encoding, bool]:
    """The text, the encoding used, and whether that was only a guess."""
    if encoding is None:
        if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            encoding = Encoding.UTF_16
        else:
            try:
                return content.decode("utf-8-sig"), Encoding.UTF_8, False
            except UnicodeDecodeError:
                pass
            try:
                return content.decode("cp1252"), Encoding.WINDOWS_1252, True
            except UnicodeDecodeError:
                raise UnreadableFile(FaultCode.NOT_TEXT) from None
    try:
        return content.decode(_codec(content, encoding)), encoding, False
    except UnicodeDecodeError:
        raise UnreadableFile(FaultCode.WRONG_ENCODING, text=encoding.value) from None


def _codec(content: bytes, encoding: Encoding) -> str:
    match encoding:
        case Encoding.UTF_8:
            return "utf-8-sig"
        case Encoding.UTF_16:
            marked = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
            return "utf-16" if marked else "utf-16-le"
        case Encoding.WINDOWS_1252:
            return "cp1252"
        case Encoding.MAC_ROMAN:
            return "mac-roman"


def _is_binary(text: str) -> bool:
    """A text may hold a stray control character, which is told as a fault; a tenth is no text."""
    controls = sum(1 for c in text if c < " " and c not in "\t\r\n")
    return controls * 10 > len(text)


def _table(text: str, delimiter: Delimiter | None) -> tuple[tuple[SourceRow, ...], Delimiter]:
    if not text.strip():
        raise UnreadableFile(FaultCode.EMPTY)
    used = delimiter if delimiter is not None else _find_delimiter(text)
    rows: list[SourceRow] = []
    last = 0
    for number, fields in enumerate(_split(text, used), 1):
        if len(fields) > _COLUMNS_LOOKED_AT:
            raise UnreadableFile(FaultCode.TOO_MANY_COLUMNS, number=MAX_COLUMNS)
        row = SourceRow(number, tuple(Cell(field) for field in fields))
        if row.is_blank and number <= _ROWS_LOOKED_AT:
            if number <= MAX_ROWS:
                rows.append(row)
            continue
        if number > MAX_ROWS:
            raise UnreadableFile(FaultCode.TOO_MANY_ROWS, number=MAX_ROWS)
        if any(not cell.is_blank for cell in row.cells[MAX_COLUMNS:]):
            raise UnreadableFile(FaultCode.TOO_MANY_COLUMNS, number=MAX_COLUMNS)
        rows.append(row)
        last = number
    return tuple(rows[:last]), used


def _find_delimiter(text: str) -> Delimiter:
    """The delimiter that gives most rows the same number of columns, more than one.

    It has to do so for at least half the rows that hold anything. Level: tab before semicolon
    before comma, as tabs come with a paste and commas may stand in a name.
    """
    best, best_score = Delimiter.NONE, 0
    for delimiter in (Delimiter.TAB, Delimiter.SEMICOLON, Delimiter.COMMA):
        widths: Counter[int] = Counter()
        for fields in islice(_split(text, delimiter), _ROWS_LOOKED_AT):
            if any(field.strip() for field in fields) or len(fields) > _COLUMNS_LOOKED_AT:
                widths[len(fields)] += 1
                if widths.total() == _SAMPLE_ROWS:
                    break
        score = max((count for width, count in widths.items() if width > 1), default=0)
        if score * 2 >= widths.total() and score > best_score:
            best, best_score = delimiter, score
    return best


def _split(text: str, delimiter: Delimiter) -> Iterator[list[str]]:
    """The fields of every row. A row ends at CRLF, LF or CR outside of quotes.

    A row with too many fields to be looked at is the last, and its fields are not all there.
    """
    mark = re.escape(delimiter.character)
    ends = rf"{mark}|\r|\n|\Z" if mark else r"\r|\n|\Z"
    plain = rf"[^{mark}\r\n]*+"
    # Quotation marks count only where they enclose a whole field, and two stand for one.
    field = re.compile(rf' *+"((?:[^"]++|"")*+)" *+(?={ends})|({plain})')
    position, row = 0, []
    while position < len(text):
        found = field.match(text, position)
        if found is None:  # cannot be: the plain field may be empty
            raise AssertionError(position)
        quoted, unquoted = found.groups()
        row.append(unquoted if quoted is None else quoted.replace('""', '"'))
        position = found.end()
        after = text[position : position + 2]
        if after[:1] and after[:1] not in "\r\n" and len(row) <= _COLUMNS_LOOKED_AT:
            position += 1
            if position == len(text):
                row.append("")
            continue
        yield row
        if len(row) > _COLUMNS_LOOKED_AT:
            return
        row = []
        position += 2 if after == "\r\n" else 1
    if row:
        yield row
