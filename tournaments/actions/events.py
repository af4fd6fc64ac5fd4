"""Making an event, changing its settings, showing and hiding it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, time
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournaments.actions.audit import Verb, record, refuse_repeat, writing
from tournaments.actions.field_guard import refuse_locked_field
from tournaments.actions.refusals import Refused, Stale
from tournaments.models import Course, Membership, PlayingDay, Role, Tournament, User
from tournaments.models.event import MAX_FEE_CENTS
from tournaments.money import money
from tournaments.permissions import Act, Actor, require

MAX_DAYS = 10
RESERVED_SLUGS = frozenset({"new"})


@dataclass(frozen=True)
class DayPlan:
    """A day of play, in local time, with its break or without one."""

    date: date
    starts_at: time
    ends_at: time
    break_starts_at: time | None = None
    break_ends_at: time | None = None

    @property
    def has_sound_break(self) -> bool:
        """Whether there is no break, or one with both its times that lies within the day."""
        start, end = self.break_starts_at, self.break_ends_at
        if start is None or end is None:
            return start is end
        return self.starts_at <= start < end <= self.ends_at


@dataclass(frozen=True)
class EventSettings:
    """What an organiser says of an event. `days` in any order, at least one, no date twice.

    `entry_fee_cents` is what a pair pays, in cents; 0 for nothing. `course` is what is played.
    """

    name: str
    place: str
    table_count: int
    minutes_per_deal: int
    days: Sequence[DayPlan]
    entry_fee_cents: int = 0
    course: Course = Course.POOLS_AND_KNOCKOUT


def make_event(
    *,
    actor: Actor,
    settings: EventSettings,
    like: Tournament | None = None,
    token: UUID | None = None,
) -> Tournament:
    """A new event, hidden until shown; its maker is its organiser. Raises Refused, AlreadyDone.

    Its rules are those of `like`, an event that the actor organises; the standard where that is
    None. Raises PermissionDenied for another's event.
    """
    _check(settings)
    try:
        return _make(actor, settings, like, token)
    except IntegrityError:
        # Another process took the address, or carried out this very submission, just now.
        return _make(actor, settings, like, token)


def _make(
    actor: Actor, settings: EventSettings, like: Tournament | None, token: UUID | None
) -> Tournament:
    with transaction.atomic():
        require(actor, Act.MAKE_EVENTS)
        if like is not None:
            require(actor, Act.MANAGE_EVENT, like)
        refuse_repeat(token)
        tournament = Tournament.objects.create(
            slug=_free_slug(settings),
            name=settings.name,
            place=settings.place,
            table_count=settings.table_count,
            minutes_per_deal=settings.minutes_per_deal,
            entry_fee_cents=settings.entry_fee_cents,
            course=settings.course,
            rules=like.rules if like is not None else {},
        )
        _write_days(tournament, settings.days)
        Membership.objects.create(
            tournament=tournament,
            user=User.objects.get(pk=actor.user_id or 0),
            role=Role.ORGANISER,
        )
        record(
            actor=actor,
            verb=Verb.MAKE_EVENT,
            tournament=tournament,
            token=token,
            name=settings.name,
            slug=tournament.slug,
        )
    return tournament


def change_settings(
    *,
    actor: Actor,
    tournament: Tournament,
    settings: EventSettings,
    seen_revision: int,
    token: UUID | None = None,
) -> Tournament:
    """The event with new settings. Raises Stale where they were changed since they were shown,
    Refused for another course once what it is made of is drawn.

    A published schedule keeps its tables and times; `schedules.plan_schedule` makes it anew.
    """
    _check(settings)
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        if locked.revision != seen_revision:
            raise Stale(
                _(
                    "Somebody changed these settings while you had them open. What is there now "
                    "is shown below; make your change again and save."
                )
            )
        before = told(settings_of(locked))
        if settings.course != locked.course:
            _change_course(locked, settings.course)
        locked.name = settings.name
        locked.place = settings.place
        locked.table_count = settings.table_count
        locked.minutes_per_deal = settings.minutes_per_deal
        locked.entry_fee_cents = settings.entry_fee_cents
        locked.revision += 1
        locked.save()
        locked.days.all().delete()
        _write_days(locked, settings.days)
        record(
            actor=actor,
            verb=Verb.CHANGE_SETTINGS,
            tournament=locked,
            token=token,
            before=before,
            after=told(settings),
        )
    return locked


def show_event(*, actor: Actor, tournament: Tournament, public: bool) -> None:
    """Shows the event to everybody, or to its staff only. Doing it twice changes nothing."""
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament) as locked:
        if locked.is_public == public:
            return
        locked.is_public = public
        locked.save(update_fields=["is_public"])
        record(
            actor=actor,
            verb=Verb.SHOW_EVENT if public else Verb.HIDE_EVENT,
            tournament=locked,
        )


def _change_course(locked: Tournament, course: Course) -> None:
    """Makes the event another one, not saved yet. How many go on from its pools goes where nobody
    does. Raises Refused where a draw or a locked field rests on what it was made of."""
    refuse_locked_field(locked, field="course")
    if locked.brackets.filter(counts=True).exists():
        raise Refused(
            _("The knock-out has been drawn already. Take its draw back first."), field="course"
        )
    if course == Course.KNOCKOUT and locked.pools.live().exists():
        raise Refused(_("Pools have been drawn already. Take the draw back first."), field="course")
    locked.course = course.value
    if course != Course.POOLS_AND_KNOCKOUT:
        locked.advance_first = locked.advance_size = None


def _check(settings: EventSettings) -> None:
    if not 0 <= settings.entry_fee_cents <= MAX_FEE_CENTS:
        raise Refused(
            _("The entry fee is at most %(most)s. Correct it.") % {"most": money(MAX_FEE_CENTS)},
            field="entry_fee",
        )
    if not settings.days:
        raise Refused(_("Give at least one day of play."), field="days")
    if len(settings.days) > MAX_DAYS:
        raise Refused(
            _("An event has at most %(most)d days. Leave the rest out.") % {"most": MAX_DAYS},
            field="days",
        )
    dates = [day.date for day in settings.days]
    if len(set(dates)) < len(dates):
        raise Refused(_("The same date stands twice. Give each day once."), field="days")
    if any(day.ends_at <= day.starts_at for day in settings.days):
        raise Refused(_("A day must end later than it starts. Correct its times."), field="days")
    if not all(day.has_sound_break for day in settings.days):
        raise Refused(
            _("A break needs both its times, within the day of play. Correct its times."),
            field="days",
        )


def _write_days(tournament: Tournament, days: Sequence[DayPlan]) -> None:
    PlayingDay.objects.bulk_create(
        PlayingDay(
            tournament=tournament,
            date=day.date,
            starts_at=day.starts_at,
            ends_at=day.ends_at,
            break_starts_at=day.break_starts_at,
            break_ends_at=day.break_ends_at,
        )
        for day in days
    )


def _free_slug(settings: EventSettings) -> str:
    """The event's address: its name and year, numbered where that is taken."""
    year = str(min(day.date for day in settings.days).year)
    base = slugify(settings.name)[:45].strip("-") or "event"
    if year not in base:
        base = f"{base}-{year}"
    taken = (
        set(Tournament.objects.filter(slug__startswith=base).values_list("slug", flat=True))
        | RESERVED_SLUGS
    )
    slug, number = base, 2
    while slug in taken:
        slug, number = f"{base}-{number}", number + 1
    return slug


def told(settings: EventSettings) -> dict[str, object]:
    """Settings as the audit keeps them, days by date."""
    return {
        "name": settings.name,
        "place": settings.place,
        "table_count": settings.table_count,
        "minutes_per_deal": settings.minutes_per_deal,
        "entry_fee_cents": settings.entry_fee_cents,
        "course": settings.course.value,
        "days": [
            [day.date.isoformat(), *(f"{at:%H:%M}" for at in _times(day))]
            for day in sorted(settings.days, key=lambda day: day.date)
        ],
    }


def _times(day: DayPlan) -> list[time]:
    return [
        at
        for at in (day.starts_at, day.ends_at, day.break_starts_at, day.break_ends_at)
        if at is not None
    ]


def settings_of(tournament: Tournament) -> EventSettings:
    """The settings there are now (one query)."""
    return EventSettings(
        name=tournament.name,
        place=tournament.place,
        table_count=tournament.table_count,
        minutes_per_deal=tournament.minutes_per_deal,
        entry_fee_cents=tournament.entry_fee_cents,
        course=Course(tournament.course),
        days=[
            DayPlan(day.date, day.starts_at, day.ends_at, day.break_starts_at, day.break_ends_at)
            for day in tournament.days.order_by("date")
        ],
    )
