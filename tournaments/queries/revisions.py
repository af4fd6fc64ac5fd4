"""The history of one score sheet: who wrote what when, and the sheet as it once stood."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from scoring.notation import format_sheet
from scoring.records import read_entry
from tournaments.ledger import entries_at
from tournaments.models import LedgerEntry, Match, SheetRevision
from tournaments.queries.matches import MatchView
from tournaments.queries.rulings import rulings_at
from tournaments.queries.sheets import SheetView, has_rulings, sheet_from, with_rulings


@dataclass(frozen=True)
class RevisionView:
    """One write to a sheet. `added` and `ended` are lines in the short form, "" for none;
    `first` is the first line it touched, counted from 1, None where it touched none."""

    revision: SheetRevision
    first: int | None
    added: str
    ended: str


def revisions_of(match: Match) -> QuerySet[SheetRevision]:
    """The writes to a match's sheet, the latest first; to be read page by page."""
    return match.revisions.order_by("-number")


def with_lines(revisions: Sequence[SheetRevision]) -> list[RevisionView]:
    """Each of these writes with its lines, in the order given (two queries)."""
    keys = [revision.pk for revision in revisions]
    added = _lines(LedgerEntry.objects.filter(added__in=keys), "added_id")
    ended = _lines(LedgerEntry.objects.filter(ended__in=keys), "ended_id")
    views = []
    for revision in revisions:
        touched = [*added[revision.pk], *ended[revision.pk]]
        views.append(
            RevisionView(
                revision,
                first=min((position for position, _record in touched), default=None),
                added=_notation(added[revision.pk]),
                ended=_notation(ended[revision.pk]),
            )
        )
    return views


def sheet_at(view: MatchView, number: int) -> SheetView:
    """A match's sheet as it stood after its revision of this number (one query, two with
    rulings)."""
    sheet = sheet_from(view, entries_at(view.match, number))
    return with_rulings(sheet, rulings_at(view.match, number)) if has_rulings(sheet) else sheet


def _lines(
    entries: QuerySet[LedgerEntry], revision: str
) -> defaultdict[int, list[tuple[int, object]]]:
    lines: defaultdict[int, list[tuple[int, object]]] = defaultdict(list)
    rows = entries.order_by("position").values_list(revision, "position", "record")
    for key, position, record in rows:
        lines[key].append((position, record))
    return lines


def _notation(lines: Sequence[tuple[int, object]]) -> str:
    return format_sheet(read_entry(record) for _position, record in lines)
