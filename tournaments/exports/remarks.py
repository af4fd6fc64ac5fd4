"""What a place, a match or a deal says beyond its numbers, in the sentences that pages use."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.jury_wording import decision_title, jury_points
from tournaments.models import JuryDecision
from tournaments.queries.matches import MatchView
from tournaments.queries.sheets import SheetLine, SheetView
from tournaments.queries.standings import PoolStandings, StandingRow
from tournaments.sentences import line_title
from tournaments.templatetags.withdrawals import annulment_text, withdrawn_text
from tournaments.wording import line_remark


def place_remarks(row: StandingRow) -> list[str]:
    """That the pair withdrew and when (R27), then each match whose points the jury changed."""
    withdrawn = [withdrawn_text(row.pair)] if row.pair.withdrawn else []
    return [*withdrawn, *(words for _number, words in jury_points(row))]


def unconfirmed_remark(pool: PoolStandings, row: StandingRow) -> list[str]:
    """Which of the pair's results not both pairs have confirmed; none where none is marked so."""
    numbers = [str(view.match.number) for view in pool.unconfirmed if view.has(row.pair)]
    if not numbers:
        return []
    matches = _("Matches: %(numbers)s.") % {"numbers": ", ".join(numbers)}
    return [f"{unconfirmed_text(pool)} {matches}"]


def unconfirmed_text(pool: PoolStandings) -> str:
    """What results that not both pairs have confirmed mean for a pool's table."""
    if pool.unconfirmed_counts:
        return _("In the table, but not confirmed by both pairs yet.")
    return _("Not in the table until both pairs have confirmed.")


def match_remarks(view: MatchView) -> list[str]:
    """Why a match was annulled, with who withdrew; that its sheet is missing or its result not
    confirmed. Public all of it."""
    remarks = []
    if view.match.annulled:
        remarks.append(annulment_text(view.match))
        remarks += [withdrawn_text(pair) for pair in (view.a, view.b) if pair.withdrawn]
    if view.match.sheet_missing:
        remarks.append(_("Result only: the sheet is missing."))
    if view.is_unconfirmed:
        remarks.append(_("Not confirmed by both pairs yet."))
    return remarks


def deal_remark(sheet: SheetView, line: SheetLine) -> str:
    """What happened in a deal: offence, robbery, fall; and that its match counts nowhere."""
    annulled = _("The match is annulled.") if sheet.view.match.annulled else ""
    return " ".join(remark for remark in (annulled, line_remark(line)) if remark)


def ruling_text(line: SheetLine) -> str:
    """A line's ruling in words, with its deal and who gave it; "" for a line without one. The
    note is the staff's and not in it (R20)."""
    if not line.is_ruling:
        return ""
    words = line_remark(line)
    if line.row.deal is not None:
        words = f"{line_title(line)}: {words}"
    if line.ruled:
        words = f"{words} " + _("Ruled by %(name)s") % {"name": line.ruled.ruled_by} + "."
    return words


def decision_texts(view: MatchView, decisions: Sequence[JuryDecision]) -> list[str]:
    """What the jury decided about a match and why, as everybody may know it; then the points
    that count, where it changed them (R20a)."""
    told = []
    for decision in decisions:
        words = f"{decision_title(decision)}: {decision.reason}"
        sides = [
            side for side, pair in (("A", view.a), ("B", view.b)) if pair.pk == decision.pair_id
        ]
        if sides:
            words = _("Jury, pair %(pair)s:") % {"pair": sides[0]} + f" {words}"
        else:
            words = _("Jury:") + f" {words}"
        told.append(words if words.endswith(".") else f"{words}.")
    if view.has_jury_points:
        told.append(
            _("In the standings the match points count as A %(a)s, B %(b)s.")
            % {"a": view.points_a, "b": view.points_b}
        )
    return told
