"""Who is on an event's staff or has an account, what may be done about them, links that wait."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, QuerySet
from django.utils import timezone

from tournaments.models import Membership, OneTimeLink, Role, Tournament, User
from tournaments.names import sort_key
from tournaments.permissions import Actor, actors_of, link_stands, may_renew_password

PEOPLE_A_PAGE = 100


@dataclass(frozen=True)
class StaffMember:
    """One person on an event's staff, seen by whoever looks at the list.

    `roles` are his, organiser first. `is_last_organiser`: he cannot be removed.
    `may_renew_password`: the one who looks may make him a new-password link.
    """

    user: User
    roles: tuple[Role, ...]
    is_last_organiser: bool
    may_renew_password: bool


@dataclass(frozen=True)
class WaitingLink:
    """A link that can still be used. `person` is who it is for, `expires_at` in UTC."""

    pk: int
    purpose: OneTimeLink.Purpose
    role: str
    person: str
    made_by: str
    expires_at: datetime

    @property
    def is_for_password(self) -> bool:
        return self.purpose == OneTimeLink.Purpose.NEW_PASSWORD

    @property
    def role_label(self) -> str:
        return str(Role(self.role).label) if self.role else ""


@dataclass(frozen=True)
class SitePerson:
    """One user of the site with the number of events he is staff of."""

    user: User
    event_count: int
    is_self: bool


@dataclass(frozen=True)
class SitePeople:
    """One page of the users of the site; `page` says which, and whether there are others."""

    page: Page[Any]
    people: tuple[SitePerson, ...]


def staff_of(tournament: Tournament, seen_by: Actor) -> list[StaffMember]:
    """The event's staff, organisers first, then by name in Finnish order (two queries)."""
    roles: dict[User, set[str]] = {}
    for membership in Membership.objects.filter(tournament=tournament).select_related("user"):
        roles.setdefault(membership.user, set()).add(membership.role)
    actors = actors_of(list(roles))
    organiser_count = sum(Role.ORGANISER in each for each in roles.values())
    members = [
        StaffMember(
            user=user,
            roles=tuple(role for role in Role if role in each),
            is_last_organiser=Role.ORGANISER in each and organiser_count == 1,
            may_renew_password=may_renew_password(seen_by, actors[user.pk]),
        )
        for user, each in roles.items()
    ]
    return sorted(
        members,
        key=lambda member: (
            Role.ORGANISER not in member.roles,
            sort_key(member.user.display_name),
            member.user.pk,
        ),
    )


def waiting_links_of(tournament: Tournament) -> list[WaitingLink]:
    """The event's links that work now, latest first (two queries)."""
    return _waiting(OneTimeLink.objects.filter(tournament=tournament))


def waiting_links_of_site() -> list[WaitingLink]:
    """Links that work now and belong to no event, latest first (two queries)."""
    return _waiting(
        OneTimeLink.objects.filter(tournament__isnull=True).exclude(
            purpose=OneTimeLink.Purpose.FIRST_ORGANISER
        )
    )


def people_of_site(page: str | None, seen_by: Actor) -> SitePeople:
    """A page of all users by user name (two queries); a page that is none gives the nearest."""
    users = User.objects.annotate(event_count=Count("memberships__tournament", distinct=True))
    found = Paginator(users.order_by("username"), PEOPLE_A_PAGE).get_page(page)
    return SitePeople(
        page=found,
        people=tuple(
            SitePerson(user, getattr(user, "event_count", 0), user.pk == seen_by.user_id)
            for user in found
        ),
    )


def _waiting(links: QuerySet[OneTimeLink]) -> list[WaitingLink]:
    found = list(
        links.filter(used_at__isnull=True, withdrawn_at__isnull=True, expires_at__gt=timezone.now())
        .select_related("tournament", "made_by", "user")
        .order_by("-id")
    )
    actors = actors_of({user for link in found for user in (link.made_by, link.user) if user})
    waiting = []
    for link in found:
        if link.made_by is None:
            continue
        if not link_stands(link, actors[link.made_by.pk], actors.get(link.user_id or 0)):
            continue
        waiting.append(
            WaitingLink(
                pk=link.pk,
                purpose=OneTimeLink.Purpose(link.purpose),
                role=link.role,
                person=link.user.display_name if link.user else link.meant_for,
                made_by=link.made_by.display_name,
                expires_at=link.expires_at,
            )
        )
    return waiting
