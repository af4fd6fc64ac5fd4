"""Tables as CSV, in one of the dialects."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

from tournaments.exports.csv_dialects import Dialect
from tournaments.exports.file import ExportedFile, csv_file
from tournaments.exports.options import FileOptions
from tournaments.exports.standings_table import standings_headings, standings_rows
from tournaments.exports.text import inert
from tournaments.models import Tournament


def standings_csv(tournament: Tournament, options: FileOptions) -> ExportedFile:
    """The standings as a row a pair; of an event without pools only the headings (five queries)."""
    return csv_file(write_csv([standings_headings(), *standings_rows(tournament)], options.dialect))


def write_csv(rows: Iterable[Sequence[str | int]], dialect: Dialect) -> bytes:
    """The rows as bytes. Numbers stay numbers; no text is left that a spreadsheet would compute."""
    out = StringIO(newline="")
    writer = csv.writer(out, delimiter=dialect.delimiter, lineterminator="\r\n")
    writer.writerows(
        [inert(cell) if isinstance(cell, str) else cell for cell in row] for row in rows
    )
    return out.getvalue().encode(dialect.encoding)
