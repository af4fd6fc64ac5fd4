"""Tables as CSV.

One dialect stands: UTF-8 with commas, CRLF at line ends, no byte order mark. Another (Finnish
Excel opens semicolons after a byte order mark) is another `Dialect` and a name of its own in the
registry.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import StringIO

from tournaments.exports.file import ExportedFile, csv_file
from tournaments.exports.standings_table import standings_headings, standings_rows
from tournaments.exports.text import inert
from tournaments.models import Tournament


@dataclass(frozen=True)
class Dialect:
    """How a CSV file is written: what parts the cells, and the encoding's Python name."""

    delimiter: str
    encoding: str


PLAIN = Dialect(",", "utf-8")


def standings_csv(tournament: Tournament) -> ExportedFile:
    """The standings as a row a pair; of an event without pools only the headings (five queries)."""
    return csv_file(write_csv([standings_headings(), *standings_rows(tournament)], PLAIN))


def write_csv(rows: Iterable[Sequence[str | int]], dialect: Dialect) -> bytes:
    """The rows as bytes. Numbers stay numbers; no text is left that a spreadsheet would compute."""
    out = StringIO(newline="")
    writer = csv.writer(out, delimiter=dialect.delimiter, lineterminator="\r\n")
    writer.writerows(
        [inert(cell) if isinstance(cell, str) else cell for cell in row] for row in rows
    )
    return out.getvalue().encode(dialect.encoding)
