"""Every file the site gives out, by name and kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tournaments.exports.csv_files import standings_csv
from tournaments.exports.file import ExportedFile
from tournaments.exports.json_files import standings_json
from tournaments.exports.options import FileOptions, Paper, read_options
from tournaments.exports.pdf.poster import poster_pdf
from tournaments.exports.pdf.schedule import schedule_pdf
from tournaments.exports.pdf.score_sheets import score_sheets_pdf
from tournaments.exports.pdf.standings import standings_pdf
from tournaments.exports.xlsx.filled_sheets import score_sheets_xlsx
from tournaments.exports.xlsx.results import results_xlsx
from tournaments.exports.xlsx.standings import standings_xlsx
from tournaments.models import Tournament


@dataclass(frozen=True)
class Export:
    """What makes a file, and what may be chosen of it: its papers (the first is the default),
    one round of all, a CSV dialect."""

    make: Callable[[Tournament, FileOptions], ExportedFile]
    papers: tuple[Paper, ...] = ()
    by_round: bool = False
    dialects: bool = False

    def options(self, query: Mapping[str, str]) -> FileOptions:
        """What an address chooses. Raises NotOfferedError."""
        return read_options(
            query, papers=self.papers, by_round=self.by_round, dialects=self.dialects
        )


EXPORTS: dict[tuple[str, str], Export] = {
    ("standings", "pdf"): Export(standings_pdf),
    ("standings", "xlsx"): Export(standings_xlsx),
    ("standings", "csv"): Export(standings_csv, dialects=True),
    ("standings", "json"): Export(standings_json),
    ("schedule", "pdf"): Export(schedule_pdf),
    ("score-sheets", "pdf"): Export(score_sheets_pdf),
    ("results", "xlsx"): Export(results_xlsx),
    ("poster", "pdf"): Export(poster_pdf, papers=(Paper.A4, Paper.A3)),
}
"""(name, kind) → the file. Public: none of them may hold a secret."""

STAFF_EXPORTS: dict[tuple[str, str], Export] = {
    ("score-sheets", "xlsx"): Export(score_sheets_xlsx, by_round=True),
}
"""(name, kind) → a file for organisers only, from manage/: it may hold secrets."""
