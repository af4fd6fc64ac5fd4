"""The schedule as a table: a row a match by start and table, then who sits out."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.exports.tables.table import Cell, Table, local
from tournaments.queries.matches import MatchView, SlotView
from tournaments.queries.pairs import PairView
from tournaments.stage_wording import stage_label
from tournaments.templatetags.withdrawals import annulment_text


def schedule_table(slots: Iterable[SlotView]) -> Table:
    return Table(
        _("Schedule"),
        [
            _("Starts"),
            _("Table"),
            _("Match"),
            _("Pool"),
            _("Round"),
            _("Pair A number"),
            _("Pair A"),
            _("Pair B number"),
            _("Pair B"),
            _("Remark"),
        ],
        [row for slot in slots for row in _rows(slot)],
        empty=_("Rounds, tables and times are made when the draw is published."),
    )


def _rows(slot: SlotView) -> list[list[Cell]]:
    return [
        *(_match_cells(view) for view in slot.matches),
        *(_idle_cells(slot, pair) for pair in slot.sitting_out),
    ]


def _match_cells(view: MatchView) -> list[Cell]:
    match = view.match
    return [
        local(match.starts_at),
        match.table,
        match.number,
        stage_label(view),
        match.round,
        view.a.number,
        view.a.name,
        view.b.number,
        view.b.name,
        annulment_text(match),
    ]


def _idle_cells(slot: SlotView, pair: PairView) -> list[Cell]:
    return [
        local(slot.starts_at),
        None,
        None,
        None,
        None,
        pair.number,
        pair.name,
        None,
        None,
        _("Sits out"),
    ]
