"""A file or pasted text to a table, and what the organiser chose about reading it."""

from dataclasses import dataclass

from tournaments.imports.faults import FaultCode, UnreadableFile
from tournaments.imports.roles import Role
from tournaments.imports.tables import Delimiter, Encoding, SourceTable
from tournaments.imports.text_tables import read_pasted, read_text
from tournaments.imports.workbooks import looks_like_a_workbook, read_workbook


@dataclass(frozen=True, slots=True)
class Choices:
    """How the organiser wants a list read; None leaves a question to be found out.

    `sheet`: of a workbook. `encoding`, `delimiter`: of a text. `header_row`: the row of the
    headings, from 1; 0 says that there is none. `roles`: what each column holds, by its index
    from 0; columns not named are ignored. `surname_first`: names begin with the surname.
    """

    sheet: str | None = None
    encoding: Encoding | None = None
    delimiter: Delimiter | None = None
    header_row: int | None = None
    roles: tuple[tuple[int, Role], ...] | None = None
    surname_first: bool = False


AS_FOUND = Choices()
"""Everything found out, nothing overruled."""


def read_table(content: bytes | str, choices: Choices = AS_FOUND) -> SourceTable:
    """The table in a file's bytes or in pasted text; what it is shows in the bytes, not in a
    file name. Raises `UnreadableFile`."""
    if isinstance(content, str):
        return read_pasted(content, choices.delimiter)
    if not content:
        raise UnreadableFile(FaultCode.EMPTY)
    if looks_like_a_workbook(content):
        return read_workbook(content, choices.sheet)
    return read_text(content, choices.encoding, choices.delimiter)
