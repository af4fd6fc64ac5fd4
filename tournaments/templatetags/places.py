"""Final places and records in words."""

from __future__ import annotations

import re

from django import template

from tournaments import places_wording
from tournaments.queries.places import KnockoutMatchView, PlacedPair

register = template.Library()

_SCORE = re.compile(r"(?<=\d)–(?=\d)")
register.filter(places_wording.place_text)
register.filter(places_wording.how_decided)


@register.filter
def place_reasons(placed: PlacedPair) -> list[str]:
    """The reasons of a place, in which no line breaks between the points of a match."""
    return [_SCORE.sub("\u2060–\u2060", each) for each in places_wording.place_reasons(placed)]


@register.filter
def winners_points(match: KnockoutMatchView) -> str:
    """The match points of a decided match, the winner's first."""
    return places_wording.points_for(match, match.winner) if match.winner else ""
