"""What was done in an event, latest first, by person, match or kind."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet

from tournaments.models import AuditRecord, Tournament

RECORDS_A_PAGE = 50
NAMED_ONLY = "~"
"""Begins the key of somebody who wrote without an account; no user name can hold it."""

AT_TABLE = "/"
"""Begins the key of a table, its number behind; no user name can hold it."""


@dataclass(frozen=True)
class LogFilter:
    """What of the log is wanted; None means all.

    `person` is a key of `writers_of`, `verbs` are codes of the audit. A match is found by what
    was written to it and by the withdrawals that annulled or forfeited it, or were undone.
    """

    person: str | None = None
    match_number: int | None = None
    verbs: Collection[str] | None = None


def log_page(tournament: Tournament, wanted: LogFilter, page: str | None) -> Page[AuditRecord]:
    """A page of the event's log, latest first, matches and users preloaded (two queries, and
    one more where a match is wanted).

    A page that is none gives the nearest.
    """
    records = AuditRecord.objects.filter(tournament=tournament)
    if wanted.person is not None and wanted.person.startswith(AT_TABLE):
        records = records.filter(table=int(wanted.person.removeprefix(AT_TABLE)))
    elif wanted.person is not None and wanted.person.startswith(NAMED_ONLY):
        records = records.filter(
            user__isnull=True, table__isnull=True, actor_name=wanted.person[1:]
        )
    elif wanted.person is not None:
        records = records.filter(user__username=wanted.person)
    if wanted.match_number is not None:
        records = records.filter(
            Q(match__number=wanted.match_number)
            | Q(pk__in=_records_naming(records, wanted.match_number))
        )
    if wanted.verbs is not None:
        records = records.filter(verb__in=sorted(wanted.verbs))
    return Paginator(
        records.select_related("match", "user").order_by("-id"), RECORDS_A_PAGE
    ).get_page(page)


def _records_naming(records: QuerySet[AuditRecord], match_number: int) -> list[int]:
    """The keys of the records of withdrawals, done and undone, that changed this match.

    Read out here, because not every database can look into the lists they keep.
    """
    withdrawals = records.filter(details__has_any_keys=["effects", "changed", "left"])
    return [
        key
        for key, details in withdrawals.order_by().values_list("pk", "details")
        if match_number in _numbers_told(details)
    ]


def _numbers_told(details: Mapping[str, Any]) -> Iterator[object]:
    for name in ("effects", "changed", "left"):
        told = details.get(name)
        for each in told if isinstance(told, list) else ():
            yield each.get("match") if isinstance(each, dict) else each


@dataclass(frozen=True)
class Writers:
    """Who wrote to an event: everybody its log names, as key and name, by name; and the tables
    that wrote, as key and number."""

    people: list[tuple[str, str]]
    tables: list[tuple[str, int]]


def writers_of(tournament: Tournament) -> Writers:
    """Everybody who wrote to the event (one query)."""
    found: dict[str, str] = {}
    tables: set[int] = set()
    for username, first, last, name, table in (
        AuditRecord.objects.filter(tournament=tournament)
        .order_by()
        .values_list("user__username", "user__first_name", "user__last_name", "actor_name", "table")
        .distinct()
    ):
        if table is not None:
            tables.add(table)
        elif username is None:
            found[NAMED_ONLY + name] = name
        else:
            found[username] = f"{first} {last}".strip() or username
    return Writers(
        people=sorted(found.items(), key=lambda item: (item[1].casefold(), item[0])),
        tables=[(f"{AT_TABLE}{table}", table) for table in sorted(tables)],
    )
