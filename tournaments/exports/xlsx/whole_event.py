"""The whole event as a workbook: everything public of it, a sheet a subject."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.exports.event_head import event_head
from tournaments.exports.file import ExportedFile
from tournaments.exports.options import FileOptions
from tournaments.exports.tables.deals import deals_table
from tournaments.exports.tables.draws import draws_table
from tournaments.exports.tables.entries import entries_table
from tournaments.exports.tables.matches import matches_table
from tournaments.exports.tables.rulings import decisions_table, rulings_table
from tournaments.exports.tables.schedule import schedule_table
from tournaments.exports.tables.standings import standings_table
from tournaments.exports.xlsx.workbook import tables_file
from tournaments.models import Tournament
from tournaments.queries.whole_event import whole_event


def workbook_xlsx(tournament: Tournament, _options: FileOptions) -> ExportedFile:
    """Entries, draws, schedule, standings, matches, deals, rulings, decisions (twelve queries)."""
    event = whole_event(tournament)
    tables = [
        entries_table(event.pairs),
        draws_table(event.draws),
        schedule_table(event.slots),
        standings_table(event.pools),
        matches_table(sheet.view for sheet in event.sheets),
        deals_table(event.sheets),
        rulings_table(event.sheets),
        decisions_table(event.decisions),
    ]
    return tables_file(event_head(tournament), _("The whole event"), tables)
