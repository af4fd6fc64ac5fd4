"""What a place, a match or a deal says beyond its numbers, in the sentences that pages use."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.jury_wording import jury_points
from tournaments.queries.matches import MatchView
from tournaments.queries.sheets import SheetLine, SheetView
from tournaments.queries.standings import StandingRow
from tournaments.templatetags.withdrawals import annulment_text, withdrawn_text
from tournaments.wording import line_remark


def place_remarks(row: StandingRow) -> list[str]:
    """That the pair withdrew and when (R27), then each match whose points the jury changed."""
    withdrawn = [withdrawn_text(row.pair)] if row.pair.withdrawn else []
    return [*withdrawn, *(words for _number, words in jury_points(row))]


def match_remarks(view: MatchView) -> list[str]:
    """Why a match was annulled, with who withdrew; that its sheet is missing. Public all of it."""
    remarks = []
    if view.match.annulled:
        remarks.append(annulment_text(view.match))
        remarks += [withdrawn_text(pair) for pair in (view.a, view.b) if pair.withdrawn]
    if view.match.sheet_missing:
        remarks.append(_("Result only: the sheet is missing."))
    return remarks


def deal_remark(sheet: SheetView, line: SheetLine) -> str:
    """What happened in a deal: offence, robbery, fall; and that its match counts nowhere."""
    annulled = _("The match is annulled.") if sheet.view.match.annulled else ""
    return " ".join(remark for remark in (annulled, line_remark(line)) if remark)
