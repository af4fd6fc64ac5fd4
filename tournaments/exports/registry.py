"""Every file the site gives out, by name and kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tournaments.exports.csv_files import standings_csv
from tournaments.exports.file import ExportedFile
from tournaments.exports.json_files import standings_json
from tournaments.exports.options import FileOptions, Paper, read_options
from tournaments.exports.pdf.pair_cards import pair_cards_pdf
from tournaments.exports.pdf.poster import poster_pdf
from tournaments.exports.pdf.schedule import schedule_pdf
from tournaments.exports.pdf.score_sheets import (
    blank_sheets_pdf,
    filled_sheets_pdf,
    score_sheets_pdf,
)
from tournaments.exports.pdf.standings import standings_pdf
from tournaments.exports.pdf.table_cards import table_cards_pdf
from tournaments.exports.xlsx.results import results_xlsx
from tournaments.exports.xlsx.standings import standings_xlsx
from tournaments.models import Tournament


@dataclass(frozen=True)
class Export:
    """What makes a file, and what may be chosen of it: its papers (the first is the default),
    one round or one match of all, a CSV dialect."""

    make: Callable[[Tournament, FileOptions], ExportedFile]
    papers: tuple[Paper, ...] = ()
    by_round: bool = False
    by_match: bool = False
    dialects: bool = False

    def options(self, query: Mapping[str, str]) -> FileOptions:
        """What an address chooses. Raises NotOfferedError."""
        return read_options(
            query,
            papers=self.papers,
            by_round=self.by_round,
            by_match=self.by_match,
            dialects=self.dialects,
        )


WHOLE_OR_CUT = (Paper.A4, Paper.A5)

EXPORTS: dict[tuple[str, str], Export] = {
    ("standings", "pdf"): Export(standings_pdf),
    ("standings", "xlsx"): Export(standings_xlsx),
    ("standings", "csv"): Export(standings_csv, dialects=True),
    ("standings", "json"): Export(standings_json),
    ("schedule", "pdf"): Export(schedule_pdf),
    ("score-sheets", "pdf"): Export(score_sheets_pdf, papers=WHOLE_OR_CUT, by_round=True),
    ("score-sheets-blank", "pdf"): Export(blank_sheets_pdf, papers=WHOLE_OR_CUT),
    ("score-sheets-filled", "pdf"): Export(
        filled_sheets_pdf, papers=WHOLE_OR_CUT, by_round=True, by_match=True
    ),
    ("results", "xlsx"): Export(results_xlsx),
    ("poster", "pdf"): Export(poster_pdf, papers=(Paper.A4, Paper.A3)),
}
"""(name, kind) → the file. Public: none of them may hold a secret."""

STAFF_EXPORTS: dict[tuple[str, str], Export] = {
    ("table-cards", "pdf"): Export(table_cards_pdf, papers=WHOLE_OR_CUT),
    ("pair-cards", "pdf"): Export(pair_cards_pdf),
}
"""(name, kind) → a file for organisers only, from manage/: it may hold secrets."""
