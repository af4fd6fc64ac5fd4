"""A file or pasted text to a table, and what the organiser chose about reading it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

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

    def to_json(self) -> dict[str, Any]:
        """The choices as plain JSON values."""
        return {
            "sheet": self.sheet,
            "encoding": self.encoding and self.encoding.value,
            "delimiter": self.delimiter and self.delimiter.value,
            "header_row": self.header_row,
            "roles": None if self.roles is None else [[i, r.value] for i, r in self.roles],
            "surname_first": self.surname_first,
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "Choices":
        """The choices that `to_json` wrote."""
        encoding, delimiter, roles = stored["encoding"], stored["delimiter"], stored["roles"]
        return cls(
            sheet=stored["sheet"],
            encoding=None if encoding is None else Encoding(encoding),
            delimiter=None if delimiter is None else Delimiter(delimiter),
            header_row=stored["header_row"],
            roles=None if roles is None else tuple((i, Role(r)) for i, r in roles),
            surname_first=stored["surname_first"],
        )


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
