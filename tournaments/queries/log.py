"""What was done in an event, latest first, by person, match or kind."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.core.paginator import Page, Paginator

from tournaments.models import AuditRecord, Tournament

RECORDS_A_PAGE = 50
NAMED_ONLY = "~"
"""Begins the key of somebody who wrote without an account; no user name can hold it."""


@dataclass(frozen=True)
class LogFilter:
    """What of the log is wanted; None means all.

    `person` is a key of `writers_of`, `verbs` are codes of the audit.
    """

    person: str | None = None
    match_number: int | None = None
    verbs: Collection[str] | None = None


def log_page(tournament: Tournament, wanted: LogFilter, page: str | None) -> Page[AuditRecord]:
    """A page of the event's log, latest first, matches and users preloaded (two queries).

    A page that is none gives the nearest.
    """
    records = AuditRecord.objects.filter(tournament=tournament)
    if wanted.person is not None and wanted.person.startswith(NAMED_ONLY):
        records = records.filter(user__isnull=True, actor_name=wanted.person[1:])
    elif wanted.person is not None:
        records = records.filter(user__username=wanted.person)
    if wanted.match_number is not None:
        records = records.filter(match__number=wanted.match_number)
    if wanted.verbs is not None:
        records = records.filter(verb__in=sorted(wanted.verbs))
    return Paginator(
        records.select_related("match", "user").order_by("-id"), RECORDS_A_PAGE
    ).get_page(page)


def writers_of(tournament: Tournament) -> list[tuple[str, str]]:
    """Everybody the event's log names, as key and name, by name (one query)."""
    found: dict[str, str] = {}
    for username, first, last, name in (
        AuditRecord.objects.filter(tournament=tournament)
        .order_by()
        .values_list("user__username", "user__first_name", "user__last_name", "actor_name")
        .distinct()
    ):
        if username is None:
            found[NAMED_ONLY + name] = name
        else:
            found[username] = f"{first} {last}".strip() or username
    return sorted(found.items(), key=lambda item: (item[1].casefold(), item[0]))
