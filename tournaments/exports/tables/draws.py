"""The draws as a table: the latest first, a row a pair in the order drawn."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.exports.tables.table import Cell, Table, local, yes_or_no
from tournaments.models import Pool
from tournaments.queries.draws import DrawView
from tournaments.queries.pairs import PairView


def draws_table(draws: Iterable[DrawView]) -> Table:
    """A draw that was never published has one row: its pools are the staff's, its seed is not."""
    return Table(
        _("Draw"),
        [
            _("Draw"),
            _("State"),
            _("Seed"),
            _("Clubmates kept apart"),
            _("Drawn"),
            _("Drawn by"),
            _("Pool"),
            _("Order in the pool"),
            _("Pair number"),
            _("Pair"),
            _("Clubs"),
        ],
        [row for view in draws for row in _rows(view)],
        empty=_("The draw has not been made yet"),
    )


def _rows(view: DrawView) -> list[list[Cell]]:
    draw = view.draw
    facts: list[Cell] = [
        draw.number,
        _state(view),
        draw.seed,
        yes_or_no(draw.apart),
        local(draw.drawn_at),
        draw.drawn_by_name,
    ]
    if not view.was_published:
        return [[*facts, None, None, None, None, None]]
    return [
        [*facts, Pool(number=number).label, order, pair_number, *_names(pair)]
        for number, pool in enumerate(view.pools, start=1)
        for order, (pair_number, pair) in enumerate(pool, start=1)
    ]


def _state(view: DrawView) -> str:
    if view.draw.counts:
        return _("this one counts")
    if view.is_annulled:
        return _("annulled")
    return _("taken back") if view.was_published else _("not published")


def _names(pair: PairView | None) -> tuple[str, str]:
    return (pair.name, pair.clubs) if pair else (_("(no longer entered)"), "")
