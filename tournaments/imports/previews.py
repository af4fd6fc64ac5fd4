"""The whole way from a file or pasted text to the list an organiser looks at before anything
is taken."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tournaments.imports.columns import Column, find_layout
from tournaments.imports.drafts import read_drafts
from tournaments.imports.entries import EntryRow
from tournaments.imports.faults import Fault, FaultCode, UnreadableFile
from tournaments.imports.mending import MendedPair, mend
from tournaments.imports.repeats import check_repeats
from tournaments.imports.sources import AS_FOUND, Choices, read_table
from tournaments.imports.tables import Delimiter, Encoding

_NOBODY: Mapping[str, int] = {}
_NOTHING_MENDED: Mapping[int, MendedPair] = {}


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """How the list was read, for showing and for overruling.

    `sheet_names`, `sheet`: as in `SourceTable`, for a workbook. `encoding`, `delimiter`: for a
    text. `header_row`: from 1, None without headings. `columns`: every column and its role.
    """

    sheet_names: tuple[str, ...] = ()
    sheet: str | None = None
    encoding: Encoding | None = None
    delimiter: Delimiter | None = None
    header_row: int | None = None
    columns: tuple[Column, ...] = ()
    surname_first: bool = False


@dataclass(frozen=True, slots=True)
class EntryList:
    """What a file or pasted text says.

    `source`: None where it could not be read at all. `rows`: the pairs in the list's order.
    `faults`: of the list as a whole; with any, `rows` is empty. `warnings`: of the whole, and
    the rows that were passed over though they hold something.
    """

    source: SourceFacts | None
    rows: tuple[EntryRow, ...] = ()
    faults: tuple[Fault, ...] = ()
    warnings: tuple[Fault, ...] = ()

    @property
    def takeable(self) -> tuple[EntryRow, ...]:
        """The rows that can be taken."""
        return tuple(row for row in self.rows if row.can_be_taken)

    @property
    def faulty(self) -> tuple[EntryRow, ...]:
        """The rows that cannot be taken as they are."""
        return tuple(row for row in self.rows if row.faults)

    @property
    def entered_before(self) -> tuple[EntryRow, ...]:
        """The rows whose pair is in the event already."""
        return tuple(row for row in self.rows if row.already_entered is not None)


def read_entries(
    content: bytes | str,
    choices: Choices = AS_FOUND,
    known: Mapping[str, int] = _NOBODY,
    mended: Mapping[int, MendedPair] = _NOTHING_MENDED,
) -> EntryList:
    """The entry list in the bytes of a file or in pasted text.

    `choices` overrules what would be found. `known`: the names of players in the event, each
    with the number of their pair. `mended`: rows typed anew, by the row a pair begins in; one in
    which no pair begins is passed over. Whatever comes in, the answer is a list with faults.
    """
    try:
        table = read_table(content, choices)
    except UnreadableFile as refused:
        return EntryList(source=None, faults=(refused.fault,))
    facts = SourceFacts(
        sheet_names=table.sheet_names,
        sheet=table.sheet,
        encoding=table.encoding,
        delimiter=table.delimiter,
        surname_first=choices.surname_first,
    )
    if table.needs_sheet:
        return EntryList(source=facts, faults=(Fault(FaultCode.CHOOSE_SHEET),))
    layout = find_layout(table, choices)
    facts = replace(facts, header_row=layout.header_row, columns=layout.columns)
    warnings: list[Fault] = []
    if table.encoding_guessed and table.encoding is not None:
        warnings.append(Fault(FaultCode.ENCODING_GUESSED, text=table.encoding.value))
    if layout.surname_first_suggested and not choices.surname_first:
        warnings.append(Fault(FaultCode.SURNAME_FIRST_SUGGESTED))
    if layout.faults:
        return EntryList(facts, faults=layout.faults, warnings=tuple(warnings))
    drafts, passed_over = read_drafts(table, layout, surname_first=choices.surname_first)
    warnings += passed_over
    drafts = tuple(
        mend(draft, mended[draft.row]) if draft.row in mended else draft for draft in drafts
    )
    faults = () if drafts else (Fault(FaultCode.NO_ENTRIES),)
    rows = check_repeats(drafts, known)
    if isinstance(content, str) and table.delimiter is Delimiter.NONE:
        rows = tuple(_by_line(row) for row in rows)
    return EntryList(facts, rows, faults, tuple(warnings))


def _by_line(row: EntryRow) -> EntryRow:
    """The row with faults and warnings that name its line: text that was pasted line by line has
    no cells."""
    return replace(
        row,
        faults=tuple(replace(fault, cell=None) for fault in row.faults),
        warnings=tuple(replace(fault, cell=None) for fault in row.warnings),
    )
