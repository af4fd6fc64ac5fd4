"""Every match and every deal as a workbook of two sheets."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.exports.event_head import event_head
from tournaments.exports.file import ExportedFile
from tournaments.exports.options import FileOptions
from tournaments.exports.tables.deals import deals_table
from tournaments.exports.tables.matches import matches_table
from tournaments.exports.xlsx.workbook import tables_file
from tournaments.models import Tournament
from tournaments.queries.event_rulings import sheets_with_rulings
from tournaments.queries.matches import matches_of


def results_xlsx(tournament: Tournament, _options: FileOptions) -> ExportedFile:
    """Matches by number on one sheet, their deals line by line on another (six queries)."""
    views = matches_of(tournament)
    tables = [matches_table(views), deals_table(sheets_with_rulings(tournament, views))]
    return tables_file(event_head(tournament), _("Results"), tables)
