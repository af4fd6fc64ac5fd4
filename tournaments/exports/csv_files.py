"""Tables as CSV, in one of the dialects; FORMATS.md describes them."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from datetime import datetime
from io import StringIO

from tournaments.exports.csv_dialects import Dialect
from tournaments.exports.file import ExportedFile, csv_file
from tournaments.exports.options import FileOptions
from tournaments.exports.tables.deals import deals_table
from tournaments.exports.tables.entries import entries_table
from tournaments.exports.tables.knockout import knockout_table
from tournaments.exports.tables.matches import matches_table
from tournaments.exports.tables.places import places_table
from tournaments.exports.tables.schedule import schedule_table
from tournaments.exports.tables.standings import standings_table
from tournaments.exports.tables.table import Cell, Table
from tournaments.exports.text import inert
from tournaments.models import Tournament
from tournaments.queries.event_rulings import sheets_with_rulings
from tournaments.queries.knockout import knockout_of
from tournaments.queries.matches import matches_of, schedule_of
from tournaments.queries.pairs import pairs_by_key
from tournaments.queries.places import places_of
from tournaments.queries.standings import standings_of

CSV_VERSION = 1
"""Counts the changes of what the files hold, so that nobody keeps one of before a change."""


def standings_csv(tournament: Tournament, options: FileOptions) -> ExportedFile:
    """The standings as a row a pair; of an event without pools only the headings (five queries)."""
    return _file(standings_table(standings_of(tournament)), options)


def places_csv(tournament: Tournament, options: FileOptions) -> ExportedFile:
    """The final places as a row a pair, of those who have one (six queries at most)."""
    return _file(places_table(places_of(tournament)), options)


def pairs_csv(tournament: Tournament, options: FileOptions) -> ExportedFile:
    """The entries as a row a pair (two queries)."""
    return _file(entries_table(pairs_by_key(tournament).values()), options)


def knockout_csv(tournament: Tournament, options: FileOptions) -> ExportedFile:
    """The bracket as a row a match, those to come too (seven queries at the most)."""
    return _file(knockout_table(knockout_of(tournament)), options)


def schedule_csv(tournament: Tournament, options: FileOptions) -> ExportedFile:
    """The schedule as a row a match and a row a pair that sits out (five queries)."""
    return _file(schedule_table(schedule_of(tournament)), options)


def matches_csv(tournament: Tournament, options: FileOptions) -> ExportedFile:
    """The matches with their results as a row a match (three queries)."""
    return _file(matches_table(matches_of(tournament)), options)


def deals_csv(tournament: Tournament, options: FileOptions) -> ExportedFile:
    """The score sheets as a row a line (five queries)."""
    sheets = sheets_with_rulings(tournament, matches_of(tournament))
    return _file(deals_table(sheets), options)


def _file(table: Table, options: FileOptions) -> ExportedFile:
    return csv_file(write_csv([table.headings, *table.rows], options.dialect))


def write_csv(rows: Iterable[Sequence[Cell]], dialect: Dialect) -> bytes:
    """The rows as bytes. Numbers stay numbers; no text is left that a spreadsheet would compute."""
    out = StringIO(newline="")
    writer = csv.writer(out, delimiter=dialect.delimiter, lineterminator="\r\n")
    writer.writerows([_written(cell) for cell in row] for row in rows)
    return out.getvalue().encode(dialect.encoding)


def _written(cell: Cell) -> str | int | None:
    match cell:
        case datetime():
            # The one form that programs and a spreadsheet in any language take for a time.
            return cell.isoformat(sep=" ")
        case str():
            return inert(cell)
    return cell
