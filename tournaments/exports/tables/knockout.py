"""The bracket as a table: a row a match by round, those to come too."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.exports.tables.table import Cell, Table, local
from tournaments.queries.knockout import KnockoutView, Tie, TieSide
from tournaments.stage_wording import knockout_match_name, knockout_round_name
from tournaments.tie_wording import side_text
from tournaments.wording import match_status


def knockout_table(knockout: KnockoutView | None) -> Table:
    return Table(
        _("Knock-out"),
        [
            _("Round"),
            _("Match of the round"),
            _("Match"),
            _("Starts"),
            _("Table"),
            _("Pair A number"),
            _("Pair A"),
            _("Pair B number"),
            _("Pair B"),
            _("Match points A"),
            _("Match points B"),
            _("Goes on"),
            _("State"),
            _("Remark"),
        ],
        [_cells(knockout, tie) for tie in knockout.ties] if knockout else [],
        empty=_("The knock-out has not been drawn yet"),
    )


def _cells(knockout: KnockoutView, tie: Tie) -> list[Cell]:
    bracket = knockout.bracket
    match = tie.view.match if tie.view else None
    place = match or tie.planned
    winner = next((side.pair for side in tie.sides if side.won and side.pair), None)
    if tie.is_bye:
        winner = tie.a.pair
    return [
        knockout_round_name(bracket, tie.key.round),
        knockout_match_name(bracket, tie.key.round, tie.key.number),
        match.number if match else None,
        local(place.starts_at) if place else None,
        place.table if place else None,
        *_side(knockout, tie.a),
        *(_side(knockout, tie.b) if not tie.is_bye else (None, None)),
        tie.a.points,
        tie.b.points,
        winner.number if winner else None,
        match_status(match) if match else None,
        _remark(tie),
    ]


def _side(knockout: KnockoutView, side: TieSide) -> tuple[Cell, Cell]:
    return side.pair.number if side.pair else None, side_text(knockout.bracket, side)


def _remark(tie: Tie) -> str:
    if tie.is_bye:
        return _("goes on without a match")
    if tie.decided:
        said = _("By the organiser's decision")
        return f"{said}: {tie.decided.reason}" if tie.decided.reason else said
    return _("result not confirmed yet") if tie.awaits_confirmation else ""
