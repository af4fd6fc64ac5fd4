"""Events as lists and as one page's facts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from scoring.ledger import MatchState
from tournaments.models import Match, Role, Tournament
from tournaments.permissions import Actor


@dataclass(frozen=True)
class EventSummary:
    """An event in a list. `first` and `last` are its first and last day of play."""

    tournament: Tournament
    first: date
    last: date
    pair_count: int

    @property
    def dates(self) -> tuple[date, date]:
        return (self.first, self.last)


@dataclass(frozen=True)
class EventList:
    """Events by when they are, seen from today. Coming soonest first, past latest first."""

    under_way: tuple[EventSummary, ...]
    coming: tuple[EventSummary, ...]
    past: tuple[EventSummary, ...]

    @property
    def any(self) -> bool:
        return bool(self.under_way or self.coming or self.past)


def with_results_told(events: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Each event with `has_results`: whether any match of it has a result that counts."""
    finished = Match.objects.live().filter(
        tournament=OuterRef("pk"), state=MatchState.FINISHED, annulment=""
    )
    return events.annotate(has_results=Exists(finished))


def visible_events(actor: Actor, today: date | None = None) -> EventList:
    """The events `actor` may see (two queries). `today` is the local date, now if None."""
    today = today or timezone.localdate()
    events = Tournament.objects.all()
    if not actor.is_site_admin:
        events = events.filter(Q(is_public=True) | Q(pk__in=actor.roles))
    summaries = []
    for tournament in events.annotate(pair_count=Count("pairs")).prefetch_related("days"):
        days = [day.date for day in tournament.days.all()]
        if days:
            summaries.append(EventSummary(tournament, min(days), max(days), tournament.pair_count))
    return EventList(
        under_way=tuple(
            sorted(
                (event for event in summaries if event.first <= today <= event.last),
                key=lambda event: (event.first, event.tournament.pk),
            )
        ),
        coming=tuple(
            sorted(
                (event for event in summaries if event.first > today),
                key=lambda event: (event.first, event.tournament.pk),
            )
        ),
        past=tuple(
            sorted(
                (event for event in summaries if event.last < today),
                key=lambda event: (event.last, event.tournament.pk),
                reverse=True,
            )
        ),
    )


def events_organised_by(actor: Actor) -> list[Tournament]:
    """The events whose settings this actor may copy, the latest first (one query)."""
    events = Tournament.objects.order_by("-id")
    if not actor.is_site_admin:
        events = events.filter(
            pk__in=[key for key, roles in actor.roles.items() if Role.ORGANISER in roles]
        )
    return list(events)
