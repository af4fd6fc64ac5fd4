"""Builders of files and of what is expected of them."""

import io
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from openpyxl import Workbook

from tournaments.imports.previews import EntryList

SAMPLES = Path(__file__).parent / "samples"


def sample(name: str) -> bytes:
    """The bytes of a sample file."""
    return (SAMPLES / name).read_bytes()


def workbook(sheets: Mapping[str, Sequence[Sequence[object]]]) -> bytes:
    """An XLSX file with these sheets; a string that begins with = becomes a formula."""
    book = Workbook()
    del book[book.sheetnames[0]]
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(list(row))
    return saved(book)


def saved(book: Workbook) -> bytes:
    """The bytes that the workbook is saved as."""
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def repacked(content: bytes, parts: Mapping[str, bytes], compression: int = 8) -> bytes:
    """The zip package with some parts replaced or added."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content)) as old,
        zipfile.ZipFile(out, "w", compression) as new,
    ):
        for info in old.infolist():
            if info.filename not in parts:
                new.writestr(info.filename, old.read(info))
        for name, part in parts.items():
            new.writestr(name, part)
    return out.getvalue()


def pairs(entries: EntryList) -> list[tuple[str, str | None, str, str | None]]:
    """Names and clubs of every row, in order."""
    return [
        (row.first.name, row.first.club, row.second.name, row.second.club) for row in entries.rows
    ]


def names(entries: EntryList) -> list[tuple[str, str]]:
    """The names of every row, in order."""
    return [(row.first.name, row.second.name) for row in entries.rows]


def faults(entries: EntryList) -> list[tuple[int, str, str | None, int | None]]:
    """Row, code, cell and number of every fault of a row, in order."""
    return [
        (row.row, fault.code.value, fault.cell, fault.number)
        for row in entries.rows
        for fault in row.faults
    ]


def warnings(entries: EntryList) -> list[tuple[str, int | None, str | None, str | None]]:
    """Code, row, cell and text of every warning, those of the whole first."""
    everything = [*entries.warnings, *(w for row in entries.rows for w in row.warnings)]
    return [(w.code.value, w.row, w.cell, w.text) for w in everything]
