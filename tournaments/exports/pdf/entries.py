"""The entries for the wall, by name."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.exports.file import ExportedFile
from tournaments.exports.options import FileOptions
from tournaments.exports.pdf.wall import nothing_yet, pairs_table, wall_list
from tournaments.models import Tournament
from tournaments.queries.pairs import pairs_by_name


def entries_pdf(tournament: Tournament, options: FileOptions) -> ExportedFile:
    """Every pair in Finnish order of names, with its number, players and clubs (three queries)."""
    pairs = pairs_by_name(tournament)
    if pairs:
        heading = ngettext("%(count)d pair", "%(count)d pairs", len(pairs)) % {"count": len(pairs)}
        blocks = [[pairs_table(heading, [(pair.number, pair) for pair in pairs])]]
    else:
        blocks = nothing_yet(_("No pairs yet"), _("Pairs are listed here as they are entered."))
    return wall_list(tournament, _("Entries"), blocks, options)
