"""What an event's pages and files are made from has changed or not: one short text for it."""

from __future__ import annotations

from django.db.models import Count, Max, QuerySet

from tournaments.models import AuditRecord, Tournament


def version_of(tournament: Tournament) -> str:
    """A text that differs whenever anything was written to the event (one query).

    Every write leaves a record. Their count is told beside the highest key, since a write that
    took its key earlier may be committed later; and when the last was made, since a site restored
    from a backup gives the same keys out again.
    """
    return _version(AuditRecord.objects.filter(tournament=tournament))


def version_at(slug: str) -> str:
    """The version of the event of this address (one query)."""
    return _version(AuditRecord.objects.filter(tournament__slug=slug))


def _version(records: QuerySet[AuditRecord]) -> str:
    told = records.aggregate(count=Count("pk"), latest=Max("pk"), at=Max("at"))
    last = int(told["at"].timestamp() * 1000) if told["at"] else 0
    return f"{told['latest'] or 0}.{told['count']}.{last:x}"
