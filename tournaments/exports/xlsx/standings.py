"""The standings as a workbook of one sheet."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.exports.event_head import event_head
from tournaments.exports.file import ExportedFile
from tournaments.exports.options import FileOptions
from tournaments.exports.tables.standings import standings_table
from tournaments.exports.xlsx.workbook import tables_file
from tournaments.models import Tournament
from tournaments.queries.standings import standings_of


def standings_xlsx(tournament: Tournament, _options: FileOptions) -> ExportedFile:
    """A row a pair, by pool and place (six queries)."""
    tables = [standings_table(standings_of(tournament))]
    return tables_file(event_head(tournament), _("Standings"), tables)
