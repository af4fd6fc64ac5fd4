"""All rulings of an event, each with its match and what it came to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.models import Match, Ruling, Tournament
from tournaments.queries.matches import MatchView
from tournaments.queries.pairs import PairView, pairs_by_key
from tournaments.queries.rulings import RulingView, ruling_view
from tournaments.queries.sheets import SheetLine, SheetView, sheets_of, with_rulings
from tournaments.ruling_facts import Offence, offence_of


@dataclass(frozen=True)
class EventRuling:
    """A ruling of an event: its match, its line, who offended, who gave it."""

    view: MatchView
    line: SheetLine
    offence: Offence
    offender: PairView
    ruled: RulingView


def rulings_of_event(tournament: Tournament) -> QuerySet[Ruling]:
    """The rulings that stand on the sheets in play of an event, the latest first; to be read page
    by page."""
    return (
        Ruling.objects.filter(
            entry__match__tournament=tournament,
            entry__match__is_live=True,
            entry__ended__isnull=True,
        )
        .select_related("recorded", "entry__match__pool")
        .order_by("-recorded__made_at", "-id")
    )


def rulings_by_match(tournament: Tournament) -> dict[int, dict[int, RulingView]]:
    """The rulings that stand by key of their match and position of their line (one query)."""
    found: dict[int, dict[int, RulingView]] = {}
    for ruling in rulings_of_event(tournament):
        by_position = found.setdefault(ruling.entry.match_id, {})
        by_position[ruling.entry.position] = ruling_view(ruling)
    return found


def on_their_sheets(tournament: Tournament, rulings: Sequence[Ruling]) -> list[EventRuling]:
    """These rulings with their lines, in the order given (three queries)."""
    pairs = pairs_by_key(tournament)
    views = {ruling.entry.match_id: _view(ruling.entry.match, pairs) for ruling in rulings}
    lines = {
        (sheet.view.match.pk, line.position): line
        for sheet in sheets_of(list(views.values()))
        for line in sheet.lines
    }
    found = []
    for ruling in rulings:
        view = views[ruling.entry.match_id]
        line = lines.get((view.match.pk, ruling.entry.position))
        offence = offence_of(line.entry) if line else None
        # A line taken back between the two queries is no ruling any more.
        if line and offence:
            offender = view.a if offence.against == "A" else view.b
            found.append(EventRuling(view, line, offence, offender, ruling_view(ruling)))
    return found


def sheets_with_rulings(tournament: Tournament, views: Sequence[MatchView]) -> list[SheetView]:
    """The sheets of all matches of the event, in the order given, each ruling with who gave it
    (two queries)."""
    by_match = rulings_by_match(tournament)
    return [
        with_rulings(sheet, by_match.get(sheet.view.match.pk, {})) for sheet in sheets_of(views)
    ]


def _view(match: Match, pairs: dict[int, PairView]) -> MatchView:
    return MatchView(match, pairs[match.pair_a_id], pairs[match.pair_b_id], match.pool)
