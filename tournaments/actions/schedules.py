"""Pools into matches with rounds, tables and times."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time, timedelta

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.ledger import FormatKind
from scoring.schedule import fixtures_of_pools, lay_slots, place_fixtures, slot_lengths
from tournaments.actions.audit import Verb, record, writing
from tournaments.actions.field_guard import refuse_locked_field
from tournaments.actions.refusals import Refused
from tournaments.models import AuditRecord, Match, PlayingDay, Pool, Tournament
from tournaments.permissions import Act, Actor
from tournaments.timetable import day_of


def plan_schedule(*, actor: Actor, tournament: Tournament) -> None:
    """Makes the schedule anew from the pools and the event's settings, before the first deal.

    Raises Refused where there are no pools yet or a match has begun.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament) as locked:
        refuse_started_play(locked)
        pools = list(locked.pools.live().prefetch_related("places"))
        if not pools:
            raise Refused(_("There are no pools yet. Publish a draw first."))
        make_matches(locked, pools)
        record(
            actor=actor,
            verb=Verb.PLAN_SCHEDULE,
            tournament=locked,
            table_count=locked.table_count,
            minutes_per_deal=locked.minutes_per_deal,
        )


def refuse_started_play(tournament: Tournament) -> None:
    """Raises Refused where any match has an entry on its sheet, the field is locked or the
    knock-out drawn; holds the matches locked."""
    if tournament.brackets.filter(counts=True).exists():
        raise Refused(
            _("The knock-out has been drawn, so pools and schedule stay. Take its draw back first.")
        )
    refuse_locked_field(tournament)
    matches = list(tournament.matches.live().select_for_update().order_by("pk"))
    if any(match.was_written for match in matches):
        raise Refused(_("A match has begun, so the draw and the schedule stay as they are."))
    if any(match.is_called for match in matches):
        raise Refused(
            _("A match has been called to its table. Take the call back at the desk first.")
        )
    if tournament.withdrawals.filter(undone_at__isnull=True).exists() or any(
        match.annulled for match in matches
    ):
        raise Refused(
            _(
                "A pair has withdrawn or a match has been annulled, so the draw and the schedule "
                "stay as they are. Undo that first."
            )
        )


def schedule_follows_settings(tournament: Tournament) -> bool:
    """Whether the event's settings would give the very schedule there is (four queries).

    True where there are no pools. Meant for the time before the first deal.
    """
    pools = list(tournament.pools.live().prefetch_related("places"))
    planned = {
        (match.pair_a_id, match.pair_b_id, match.slot, match.table, match.starts_at)
        for match in _planned_matches(tournament, pools)
    }
    there = tournament.matches.live().values_list("pair_a", "pair_b", "slot", "table", "starts_at")
    return planned == set(there)


def make_matches(tournament: Tournament, pools: Sequence[Pool]) -> None:
    """Every match of the pools, in place of those there were; none of them has begun.

    Numbers go on from the highest of the matches kept of annulled draws. Call it inside a write.
    `pools` come with their places preloaded, in the order of their numbers.
    """
    tournament.matches.live().delete()
    first = schedules_made(tournament)
    matches = _planned_matches(tournament, pools)
    kept = tournament.matches.aggregate(highest=Max("number"))["highest"] or 0
    for match in matches:
        match.number += kept
        match.first_revision = match.revision = match.seats_revision = first
    Match.objects.bulk_create(matches)


def schedules_made(tournament: Tournament) -> int:
    """How often matches were made so far (one query). Sheets made next begin at a revision of
    their own by it, whichever numbers they get."""
    return AuditRecord.objects.filter(
        tournament=tournament,
        verb__in=(
            Verb.PUBLISH_DRAW,
            Verb.PLAN_SCHEDULE,
            Verb.ADD_LATE_PAIR,
            Verb.PUBLISH_BRACKET,
            Verb.MAKE_KNOCKOUT_MATCHES,
            Verb.PUT_KNOCKOUT_RIGHT,
            Verb.UNDO_PUT_KNOCKOUT_RIGHT,
            Verb.MAKE_PLAY_OFF,
        ),
    ).count()


def next_draw_number(tournament: Tournament) -> int:
    return (tournament.draws.aggregate(highest=Max("number"))["highest"] or 0) + 1


def _planned_matches(tournament: Tournament, pools: Sequence[Pool]) -> list[Match]:
    """The matches of the pools with numbers, tables and times, as the settings give them."""
    places = [[place.pair_id for place in pool.places.all()] for pool in pools]
    placements = place_fixtures(
        fixtures_of_pools(places, [pool.deals for pool in pools]), tournament.table_count
    )
    starts = _slot_starts(
        slot_lengths(placements, tournament.minutes_per_deal),
        list(tournament.days.order_by("date")),
    )
    # The audit remembers numbers of matches that a new draw took away; numbers start again with it.
    in_order = sorted(placements, key=lambda placement: (placement.slot, placement.table))
    return [
        Match(
            tournament=tournament,
            number=number,
            pool=pools[placement.fixture.pool],
            round=placement.fixture.round,
            pair_a_id=placement.fixture.a,
            pair_b_id=placement.fixture.b,
            format=FormatKind.FIXED.value,
            deals=placement.fixture.deals,
            slot=placement.slot,
            table=placement.table,
            starts_at=starts[placement.slot],
        )
        for number, placement in enumerate(in_order, start=1)
    ]


def _slot_starts(lengths: Sequence[int], days: Sequence[PlayingDay]) -> list[datetime]:
    """When each slot starts, given its length in minutes and the days of play."""
    laid = lay_slots(lengths, [day_of(day) for day in days])
    return [
        datetime.combine(days[day].date, time(), tzinfo=timezone.get_default_timezone())
        + timedelta(minutes=minute)
        for day, minute in laid
    ]
