"""The standings as a workbook of one sheet."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.exports.event_head import event_head
from tournaments.exports.file import ExportedFile, xlsx_file
from tournaments.exports.options import FileOptions
from tournaments.exports.standings_table import standings_headings, standings_rows
from tournaments.exports.xlsx.workbook import add_table, new_workbook, workbook_bytes
from tournaments.models import Tournament


def standings_xlsx(tournament: Tournament, _options: FileOptions) -> ExportedFile:
    """A row a pair, by pool and place (six queries)."""
    head = event_head(tournament)
    workbook = new_workbook(head, _("Standings"))
    add_table(
        workbook,
        head,
        _("Standings"),
        standings_headings(),
        standings_rows(tournament),
        empty=_("The standings begin when the draw is published."),
    )
    return xlsx_file(workbook_bytes(workbook))
