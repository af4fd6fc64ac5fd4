"""Every file the site gives out, by name and kind."""

from __future__ import annotations

from collections.abc import Callable

from tournaments.exports.csv_files import standings_csv
from tournaments.exports.file import ExportedFile
from tournaments.exports.json_files import standings_json
from tournaments.exports.pdf.schedule import schedule_pdf
from tournaments.exports.pdf.score_sheets import score_sheets_pdf
from tournaments.exports.pdf.standings import standings_pdf
from tournaments.exports.xlsx.results import results_xlsx
from tournaments.exports.xlsx.standings import standings_xlsx
from tournaments.models import Tournament

Export = Callable[[Tournament], ExportedFile]

EXPORTS: dict[tuple[str, str], Export] = {
    ("standings", "pdf"): standings_pdf,
    ("standings", "xlsx"): standings_xlsx,
    ("standings", "csv"): standings_csv,
    ("standings", "json"): standings_json,
    ("schedule", "pdf"): schedule_pdf,
    ("score-sheets", "pdf"): score_sheets_pdf,
    ("results", "xlsx"): results_xlsx,
}
"""(name, kind) → what makes the file. Public: none of them may hold a secret."""
