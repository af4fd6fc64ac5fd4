"""Going on from the pools in words and marks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django import template

from scoring.prospects import Prospect
from tournaments import advancing_wording as wording
from tournaments.lots import lot_as_python
from tournaments.queries.pairs import PairView

register = template.Library()
register.filter(wording.prospect_word)
register.filter(wording.candidate_ground)
register.filter(wording.candidate_figures)
register.filter(wording.comparison_text)
register.filter(wording.locked_ground)
register.filter(wording.lot_title)
register.filter(wording.numbers_text)
register.simple_tag(wording.line_text)
register.filter(lot_as_python)

register.simple_tag(wording.changed_ground)

_SHAPES = {Prospect.THROUGH: "▲", Prospect.OUT: "✕", Prospect.OPEN: "○"}


@register.filter
def prospect_shape(prospect: Prospect) -> str:
    """The shape that stands beside the word."""
    return _SHAPES[prospect]


@register.filter
def pairs_of(numbers: Iterable[int], by_number: Mapping[int, PairView]) -> list[PairView]:
    """The pairs with these numbers."""
    return [by_number[int(number)] for number in numbers if int(number) in by_number]
