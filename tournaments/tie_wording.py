"""A side of a match of the bracket in words: its pair, or whom it waits for."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.models import Bracket
from tournaments.queries.knockout import TieSide
from tournaments.stage_wording import knockout_match_name


def side_text(bracket: Bracket, side: TieSide) -> str:
    """Both names; Winner: Quarter-final 1; empty where nobody can come."""
    if side.pair is not None:
        return side.pair.name
    if side.feed is None:
        return ""
    told = {"match": knockout_match_name(bracket, side.feed.round, side.feed.number)}
    return (_("Loser: %(match)s") if side.of_loser else _("Winner: %(match)s")) % told
