"""The whole event as a workbook: everything public of it, a sheet a subject."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.exports.event_head import event_head
from tournaments.exports.file import ExportedFile
from tournaments.exports.options import FileOptions
from tournaments.exports.tables.deals import deals_table
from tournaments.exports.tables.draws import draws_table
from tournaments.exports.tables.entries import entries_table
from tournaments.exports.tables.knockout import knockout_table
from tournaments.exports.tables.matches import matches_table
from tournaments.exports.tables.places import places_table, records_table
from tournaments.exports.tables.rulings import decisions_table, rulings_table
from tournaments.exports.tables.schedule import schedule_table
from tournaments.exports.tables.standings import standings_table
from tournaments.exports.xlsx.workbook import tables_file
from tournaments.feats_wording import records_of
from tournaments.models import Tournament
from tournaments.queries.whole_event import whole_event


def workbook_xlsx(tournament: Tournament, _options: FileOptions) -> ExportedFile:
    """Entries, draws, schedule, bracket, standings, places, matches, deals, rulings, decisions,
    records (fourteen queries at most)."""
    event = whole_event(tournament)
    tables = [
        entries_table(event.pairs),
        draws_table(event.draws),
        schedule_table(event.slots),
        *([knockout_table(event.knockout)] if event.knockout else []),
        standings_table(event.pools),
        places_table(event.places),
        matches_table(sheet.view for sheet in event.sheets),
        deals_table(event.sheets),
        rulings_table(event.sheets),
        decisions_table(event.decisions),
        records_table(records_of(event.feats)),
    ]
    return tables_file(event_head(tournament), _("The whole event"), tables)
