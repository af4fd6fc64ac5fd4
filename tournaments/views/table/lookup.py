"""Opening a match by a link: what it shows, or why it opens nothing."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.middleware import EventRequest
from tournaments.models import Match
from tournaments.models.play import LARGEST_NUMBER
from tournaments.queries.matches import MatchView, match_by_number
from tournaments.queries.tables import TableMatches, matches_at_table
from tournaments.table_addresses import TableAddresses
from tournaments.views.table.dead_links import LinkIsDead, is_elsewhere, is_over


@dataclass(frozen=True)
class OpenedMatch:
    """A match as whoever holds a link sees it. `table` are all matches of the table; None for a
    score sheet's link, which opens this one only."""

    view: MatchView
    addresses: TableAddresses
    table: TableMatches | None


def open_match(request: EventRequest, addresses: TableAddresses) -> OpenedMatch:
    """The match of an address, its link found right (three queries).

    Raises LinkIsDead where the match is not at the table, or a score sheet's link is over.
    """
    number, table = addresses.number, addresses.table_number
    if table is not None:
        at_table = matches_at_table(request.tournament, table)
        view = at_table.number(number)
        if view is None:
            raise LinkIsDead(is_elsewhere(request, addresses))
        return OpenedMatch(view, addresses, at_table)
    view = match_by_number(request.tournament, number)
    if view is None:
        raise LinkIsDead(is_elsewhere(request, addresses))
    if view.match.is_confirmed:
        raise LinkIsDead(is_over(request, view.match))
    return OpenedMatch(view, addresses, None)


def match_row(request: EventRequest, addresses: TableAddresses) -> Match:
    """The match alone, for a write, which asks itself whether the link opens it.

    Raises LinkIsDead where there is no such match.
    """
    match = Match.objects.filter(
        tournament=request.tournament, number=min(addresses.number, LARGEST_NUMBER)
    ).first()
    if match is None:
        raise LinkIsDead(is_elsewhere(request, addresses))
    return match
