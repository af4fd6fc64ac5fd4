"""Events as lists and as one page's facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from scoring.ledger import MatchState
from tournaments.models import Match, Pair, Role, Tournament
from tournaments.permissions import Actor
from tournaments.placing import counting_state, is_over


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
    """Events by when they are, seen from today. Coming soonest first, past latest first.

    One that is over is past, though its last day is not.
    """

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
    """The events `actor` may see (two queries, two more where some are played today).

    `today` is the local date, now if None.
    """
    today = today or timezone.localdate()
    events = Tournament.objects.all()
    if not actor.is_site_admin:
        events = events.filter(Q(is_public=True) | Q(pk__in=actor.roles))
    summaries = []
    for tournament in events.annotate(pair_count=Count("pairs")).prefetch_related("days"):
        days = [day.date for day in tournament.days.all()]
        if days:
            summaries.append(EventSummary(tournament, min(days), max(days), tournament.pair_count))
    summaries.sort(key=lambda event: (event.first, event.tournament.pk))
    on_now = [event for event in summaries if event.first <= today <= event.last]
    over = _over([event.tournament for event in on_now])
    past = [event for event in summaries if event.last < today or event.tournament.pk in over]
    return EventList(
        under_way=tuple(event for event in on_now if event.tournament.pk not in over),
        coming=tuple(event for event in summaries if event.first > today),
        past=tuple(sorted(past, key=lambda event: (event.last, event.tournament.pk), reverse=True)),
    )


def _over(events: Sequence[Tournament]) -> set[int]:
    """The keys of those in which everybody has a final place (two queries; none for no events)."""
    if not events:
        return set()
    matches: dict[int, list[Match]] = {event.pk: [] for event in events}
    for match in Match.objects.live().filter(tournament__in=events).select_related("bracket"):
        matches[match.tournament_id].append(match)
    numbers = dict(Pair.objects.filter(tournament__in=events).values_list("pk", "number"))
    return {
        event.pk
        for event in events
        if is_over(event, matches[event.pk], counting_state(event, matches[event.pk], numbers))
    }


def events_organised_by(actor: Actor) -> list[Tournament]:
    """The events whose settings this actor may copy, the latest first (one query)."""
    events = Tournament.objects.order_by("-id")
    if not actor.is_site_admin:
        events = events.filter(
            pk__in=[key for key, roles in actor.roles.items() if Role.ORGANISER in roles]
        )
    return list(events)
