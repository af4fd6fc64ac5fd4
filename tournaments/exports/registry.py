"""Every file the site gives out, by name and kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tournaments.exports.csv_files import (
    CSV_VERSION,
    deals_csv,
    knockout_csv,
    matches_csv,
    pairs_csv,
    places_csv,
    schedule_csv,
    standings_csv,
)
from tournaments.exports.file import ExportedFile
from tournaments.exports.json_files import (
    JSON_VERSION,
    draws_json,
    event_json,
    knockout_json,
    matches_json,
    pairs_json,
    places_json,
    rulings_json,
    schedule_json,
    standings_json,
)
from tournaments.exports.options import FileOptions, Paper, read_options
from tournaments.exports.pdf.draw import draw_pdf
from tournaments.exports.pdf.entries import entries_pdf
from tournaments.exports.pdf.final_results import final_results_pdf
from tournaments.exports.pdf.knockout import knockout_pdf
from tournaments.exports.pdf.pair_cards import pair_cards_pdf
from tournaments.exports.pdf.poster import poster_pdf
from tournaments.exports.pdf.schedule import schedule_by_table_pdf, schedule_pdf
from tournaments.exports.pdf.score_sheets import (
    blank_sheets_pdf,
    filled_sheets_pdf,
    score_sheets_pdf,
    score_sheets_with_links_pdf,
)
from tournaments.exports.pdf.standings import standings_pdf
from tournaments.exports.pdf.table_cards import table_cards_pdf
from tournaments.exports.pdf.wall import WALL_PAPERS
from tournaments.exports.xlsx.filled_sheets import score_sheets_xlsx
from tournaments.exports.xlsx.result_form import result_form_xlsx
from tournaments.exports.xlsx.results import results_xlsx
from tournaments.exports.xlsx.standings import standings_xlsx
from tournaments.exports.xlsx.whole_event import workbook_xlsx
from tournaments.models import Tournament


@dataclass(frozen=True)
class Export:
    """What makes a file, and what may be chosen of it: its papers (the first is the default),
    one round, one match or one stage of all, a CSV dialect.

    `version` is set for a file of which the bytes depend on the event, what is chosen of it and,
    `in_words`, the language, and on nothing else: who has it need not fetch it again while none of
    that changes. It counts the changes of the format. None for a file that says when it was made.
    """

    make: Callable[[Tournament, FileOptions], ExportedFile]
    papers: tuple[Paper, ...] = ()
    by_round: bool = False
    by_match: bool = False
    dialects: bool = False
    version: int | None = None
    in_words: bool = True

    def options(self, query: Mapping[str, str]) -> FileOptions:
        """What an address chooses. Raises NotOfferedError."""
        return read_options(
            query,
            papers=self.papers,
            by_round=self.by_round,
            by_match=self.by_match,
            dialects=self.dialects,
        )


def _csv(make: Callable[[Tournament, FileOptions], ExportedFile]) -> Export:
    return Export(make, dialects=True, version=CSV_VERSION)


def _json(make: Callable[[Tournament, FileOptions], ExportedFile]) -> Export:
    return Export(make, version=JSON_VERSION, in_words=False)


WHOLE_OR_CUT = (Paper.A4, Paper.A5)

EXPORTS: dict[tuple[str, str], Export] = {
    ("entries", "pdf"): Export(entries_pdf, papers=WALL_PAPERS),
    ("draw", "pdf"): Export(draw_pdf, papers=WALL_PAPERS),
    ("schedule", "pdf"): Export(schedule_pdf, papers=WALL_PAPERS, by_round=True),
    ("schedule-by-table", "pdf"): Export(schedule_by_table_pdf, papers=WALL_PAPERS),
    ("knockout", "pdf"): Export(knockout_pdf, papers=WALL_PAPERS),
    ("knockout", "csv"): _csv(knockout_csv),
    ("knockout", "json"): _json(knockout_json),
    ("standings", "pdf"): Export(standings_pdf, papers=WALL_PAPERS),
    ("standings", "xlsx"): Export(standings_xlsx),
    ("standings", "csv"): _csv(standings_csv),
    ("standings", "json"): _json(standings_json),
    ("final-results", "pdf"): Export(final_results_pdf, papers=WALL_PAPERS),
    ("places", "csv"): _csv(places_csv),
    ("places", "json"): _json(places_json),
    ("score-sheets", "pdf"): Export(score_sheets_pdf, papers=WHOLE_OR_CUT, by_round=True),
    ("score-sheets-blank", "pdf"): Export(blank_sheets_pdf, papers=WHOLE_OR_CUT),
    ("score-sheets-filled", "pdf"): Export(
        filled_sheets_pdf, papers=WHOLE_OR_CUT, by_round=True, by_match=True
    ),
    ("results", "xlsx"): Export(results_xlsx),
    ("workbook", "xlsx"): Export(workbook_xlsx),
    ("result-form", "xlsx"): Export(result_form_xlsx),
    ("pairs", "csv"): _csv(pairs_csv),
    ("schedule", "csv"): _csv(schedule_csv),
    ("matches", "csv"): _csv(matches_csv),
    ("deals", "csv"): _csv(deals_csv),
    ("event", "json"): _json(event_json),
    ("pairs", "json"): _json(pairs_json),
    ("draws", "json"): _json(draws_json),
    ("schedule", "json"): _json(schedule_json),
    ("matches", "json"): _json(matches_json),
    ("rulings", "json"): _json(rulings_json),
    ("poster", "pdf"): Export(poster_pdf, papers=WALL_PAPERS),
}
"""(name, kind) → the file. Public: none of them may hold a secret."""

STAFF_EXPORTS: dict[tuple[str, str], Export] = {
    ("score-sheets", "pdf"): Export(
        score_sheets_with_links_pdf, papers=WHOLE_OR_CUT, by_round=True
    ),
    ("score-sheets", "xlsx"): Export(score_sheets_xlsx, by_round=True),
    ("table-cards", "pdf"): Export(table_cards_pdf, papers=WHOLE_OR_CUT),
    ("pair-cards", "pdf"): Export(pair_cards_pdf),
}
"""(name, kind) → a file for organisers only, from manage/: it may hold secrets."""
