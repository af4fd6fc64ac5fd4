"""The matches with their results as a table: a row a match, by number."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.exports.jury_share import jury_share
from tournaments.exports.remarks import match_remarks
from tournaments.exports.tables.table import Cell, Table, local
from tournaments.queries.matches import MatchView
from tournaments.stage_wording import stage_label
from tournaments.wording import match_decision, match_status, tuppi_word

_NO_RESULT: tuple[Cell, ...] = (None,) * 9


def matches_table(views: Iterable[MatchView]) -> Table:
    return Table(
        _("Matches"),
        _headings(),
        [_cells(view) for view in views],
        empty=_("Rounds, tables and times are made when the draw is published."),
    )


def _headings() -> list[str]:
    return [
        _("Match"),
        _("Pool"),
        _("Round"),
        _("Table"),
        _("Starts"),
        _("Pair A number"),
        _("Pair A"),
        _("Pair B number"),
        _("Pair B"),
        _("Match points A"),
        _("Match points B"),
        _("Of them from the jury A"),
        _("Of them from the jury B"),
        _("Winner's number"),
        _("Winner"),
        _("Decided"),
        _("Tuppi"),
        _("Deals played"),
        _("State"),
        _("Remark"),
    ]


def _cells(view: MatchView) -> list[Cell]:
    """A match as it counts: of an annulled one no result, only that it is and why."""
    match = view.match
    return [
        match.number,
        stage_label(view),
        match.round,
        match.table,
        local(match.starts_at),
        view.a.number,
        view.a.name,
        view.b.number,
        view.b.name,
        *(_NO_RESULT if match.annulled else _result_cells(view)),
        match_status(match),
        " ".join(match_remarks(view)),
    ]


def _result_cells(view: MatchView) -> list[Cell]:
    match = view.match
    jury_a, jury_b = jury_share(view)
    return [
        view.points_a if match.is_started else None,
        view.points_b if match.is_started else None,
        jury_a or None,
        jury_b or None,
        view.winner.number if view.winner else None,
        view.winner.name if view.winner else None,
        match_decision(match),
        tuppi_word(match),
        match.deals_played,
    ]
