"""A round that starts late, with all that follows from it, and that taken back."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.places import clashes
from tournaments.actions.audit import Verb, record, writing
from tournaments.actions.refusals import Refused, Stale
from tournaments.models import AuditRecord, Match, Tournament
from tournaments.permissions import Act, Actor
from tournaments.timetable import delays_of, fingerprint, places_of, waits

MOST_MINUTES = 600


def delay_play(
    *,
    actor: Actor,
    tournament: Tournament,
    starts_at: datetime,
    minutes: int,
    seen: str,
    token: UUID | None = None,
) -> int:
    """Waiting matches that start at `starts_at` do so `minutes` later, and what follows moves as
    far as it must: across breaks, to the next day where it no longer fits. How many moved.

    What was called or has begun stays. `seen` is the fingerprint of all live matches as they were
    shown. Raises Stale where any has moved or begun since, Refused where nothing waits then or the
    delay is out of range, AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        matches = _all_locked(locked)
        if not 1 <= minutes <= MOST_MINUTES:
            raise Refused(
                _("Give a delay from 1 to %(most)d minutes.") % {"most": MOST_MINUTES},
                field="minutes",
            )
        if seen != fingerprint(matches):
            raise Stale(
                _(
                    "The schedule changed since this page was shown, so nothing was delayed yet. "
                    "Look at what would follow now, then confirm again."
                )
            )
        delays = delays_of(matches, starts_at, minutes, locked.days.all(), locked)
        if not delays:
            raise Refused(_("Nothing waits to start then. Choose another start."), field="start")
        for delay in delays:
            for match in delay.matches:
                match.starts_at = delay.after
        moved = [match for delay in delays for match in delay.matches]
        Match.objects.bulk_update(moved, ["starts_at"])
        record(
            actor=actor,
            verb=Verb.DELAY_PLAY,
            tournament=locked,
            token=token,
            start=starts_at.astimezone(UTC).isoformat(),
            minutes=minutes,
            delays=[
                {
                    "before": delay.before.isoformat(),
                    "after": delay.after.isoformat(),
                    "matches": [match.number for match in delay.matches],
                }
                for delay in delays
            ],
        )
    return len(moved)


def delay_in_force(tournament: Tournament) -> AuditRecord | None:
    """The delay made last and not taken back, since the schedule was made (one query)."""
    stack: list[AuditRecord] = []
    for each in AuditRecord.objects.filter(
        tournament=tournament,
        verb__in=(
            Verb.DELAY_PLAY,
            Verb.TAKE_BACK_DELAY,
            Verb.PLAN_SCHEDULE,
            Verb.PUBLISH_DRAW,
            Verb.TAKE_BACK_DRAW,
        ),
    ).order_by("pk"):
        if each.verb == Verb.DELAY_PLAY:
            stack.append(each)
        else:
            stack = stack[:-1] if each.verb == Verb.TAKE_BACK_DELAY else []
    return stack[-1] if stack else None


def take_back_delay(
    *, actor: Actor, tournament: Tournament, seen_delay: int, token: UUID | None = None
) -> int:
    """Matches that the last delay moved start again when they did before it; how many do.

    What was moved by hand, called or begun since stays as it is. `seen_delay` is the key of the
    delay's record. Raises Stale where that is not the last delay any more, Refused where a match
    moved by hand since is in the way, AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        delay = delay_in_force(locked)
        if delay is None or delay.pk != seen_delay:
            raise Stale(_("The delay was taken back already, or another was made since."))
        matches = _all_locked(locked)
        known = set(clashes(places_of(matches, locked.minutes_per_deal)))
        moved = []
        for each in delay.details["delays"]:
            after, before = (datetime.fromisoformat(each[key]) for key in ("after", "before"))
            for match in matches:
                if match.number in each["matches"] and waits(match) and match.starts_at == after:
                    match.starts_at = before
                    moved.append(match)
        new = set(clashes(places_of(matches, locked.minutes_per_deal))) - known
        if new:
            one, two = min(new)
            raise Refused(
                _(
                    "The delay cannot be taken back: matches %(one)d and %(two)d would be in each "
                    "other's way. Move one of them by hand first."
                )
                % {"one": one, "two": two}
            )
        Match.objects.bulk_update(moved, ["starts_at"])
        record(
            actor=actor,
            verb=Verb.TAKE_BACK_DELAY,
            tournament=locked,
            token=token,
            start=delay.details["start"],
            minutes=delay.details["minutes"],
            matches=[match.number for match in moved],
        )
    return len(moved)


def start_of(delay: AuditRecord) -> datetime:
    """The start that a delay was made of, as it was planned before."""
    return timezone.localtime(datetime.fromisoformat(delay.details["start"]))


def _all_locked(tournament: Tournament) -> list[Match]:
    return list(tournament.matches.live().select_for_update(of=("self",)).order_by("pk"))
