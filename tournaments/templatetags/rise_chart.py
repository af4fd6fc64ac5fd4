"""The rise chart of a match, drawn and told."""

from __future__ import annotations

from typing import Any

from django import template

from scoring.rulings import TUPPI_POINTS
from tournaments.charts import chart_of
from tournaments.queries.sheets import SheetView
from tournaments.sentences import rise_story

register = template.Library()


@register.inclusion_tag("pieces/rise_chart.svg.html")
def rise_chart(sheet: SheetView) -> dict[str, Any]:
    """The chart with the same in words for screen readers; nothing where no rise ever stood."""
    chart = chart_of(sheet.lines, sheet.view.match.deals)
    return {
        "chart": chart,
        "total": sheet.ledger.total,
        "tuppi_points": TUPPI_POINTS,
        "story": (
            rise_story(chart, sheet.lines, finished=sheet.ledger.is_finished) if chart else []
        ),
    }
