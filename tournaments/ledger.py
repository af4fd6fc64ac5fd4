"""Between rows and rules: the only translator of score sheets and of an event's ruleset, the only
writer of outcomes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.utils import timezone

from scoring.ledger import Entry, EntryKind, FormatKind, Ledger, MatchFormat, replay
from scoring.records import read_entry, write_entry
from scoring.ruleset import Ruleset
from tournaments.models import LedgerEntry, Match, SheetRevision, Tournament
from tournaments.ruling_facts import RuledBy, keep_rulings

OUTCOME_FIELDS = (
    "entry_count",
    "deals_played",
    "state",
    "winner",
    "decided_by",
    "total_a",
    "total_b",
    "rise_a",
    "rise_b",
    "tuppi",
    "nalsy",
    "sheet_missing",
)
"""The fields of a match that are derived from its entries."""


def ruleset_of(tournament: Tournament) -> Ruleset:
    """The rules of the event where clubs differ."""
    return Ruleset.from_record(tournament.rules)


def format_of(match: Match) -> MatchFormat:
    return MatchFormat(FormatKind(match.format), match.deals)


def entries_of(match: Match) -> tuple[Entry, ...]:
    """The entries of a match in order, at the revision it has in hand (one query).

    What others write meanwhile is not among them, so they always fit the match's other fields.
    """
    return entries_at(match, match.revision)


def entries_of_many(matches: Iterable[Match]) -> dict[int, tuple[Entry, ...]]:
    """The entries of many matches by match key, each as `entries_of` has them (one query)."""
    revisions = {match.pk: match.revision for match in matches}
    rows = (
        LedgerEntry.objects.filter(match__in=list(revisions))
        .filter(Q(ended__isnull=True) | Q(ended__number__gt=min(revisions.values(), default=0)))
        .order_by("match_id", "position")
        .values_list("match_id", "record", "added__number", "ended__number")
    )
    return _by_match(
        (match_id, record)
        for match_id, record, added, ended in rows
        if added <= revisions[match_id] and (ended is None or ended > revisions[match_id])
    )


def entries_at(match: Match, revision: int) -> tuple[Entry, ...]:
    """The entries as they stood after the sheet's revision of this number (one query)."""
    rows = (
        match.entries.filter(added__number__lte=revision)
        .exclude(ended__number__lte=revision)
        .order_by("position")
    )
    return tuple(read_entry(record) for record in rows.values_list("record", flat=True))


def ledger_of(match: Match) -> Ledger:
    """The match's ledger, replayed from its entries at the revision it has in hand."""
    return replay(format_of(match), entries_of(match))


def common_beginning(old: Sequence[Entry], new: Sequence[Entry]) -> int:
    """How many entries two sheets begin with alike: a correction keeps these."""
    length = 0
    for before, after in zip(old, new, strict=False):
        if before != after:
            break
        length += 1
    return length


def write_entries(
    *,
    match: Match,
    kept: int,
    new: Sequence[Entry],
    revision: SheetRevision,
    ledger: Ledger,
    ruled: RuledBy | None = None,
) -> None:
    """Ends every entry after the first `kept`, adds `new` behind them, writes the outcome.

    `ledger` must be the replay of the entries kept and new together. Rulings among the ended
    entries that come again keep who gave them; new ones were given by `ruled`, or by whoever made
    `revision` (R20). Call it inside the transaction that holds the match's lock and made
    `revision`.
    """
    ending = kept < match.entry_count
    if ending:
        match.entries.filter(ended__isnull=True, position__gt=kept).update(ended=revision)
    added = LedgerEntry.objects.bulk_create(
        LedgerEntry(match=match, position=position, record=write_entry(entry), added=revision)
        for position, entry in enumerate(new, start=kept + 1)
    )
    ended: list[LedgerEntry] = []
    if ending and added:
        ended = list(
            match.entries.filter(ended=revision).select_related("ruling").order_by("position")
        )
    keep_rulings(ended=ended, added=added, revision=revision, ruled=ruled)
    for name, value in outcome_fields(ledger, kept + len(new)).items():
        setattr(match, name, value)
    match.revision = revision.number
    match.changed_at = timezone.now()
    match.save(update_fields=[*OUTCOME_FIELDS, "revision", "changed_at"])


def outcome_fields(ledger: Ledger, entry_count: int) -> dict[str, Any]:
    """What a match caches of its ledger, by field name."""
    return {
        "entry_count": entry_count,
        "deals_played": ledger.deals_played,
        "state": ledger.state.value,
        "winner": ledger.winner.value if ledger.winner else "",
        "decided_by": ledger.decided_by.value if ledger.decided_by else "",
        "total_a": ledger.total.a,
        "total_b": ledger.total.b,
        "rise_a": ledger.rise.a,
        "rise_b": ledger.rise.b,
        "tuppi": ledger.tuppi is not None,
        "nalsy": ledger.nalsy,
        "sheet_missing": any(row.kind is EntryKind.RESULT for row in ledger.rows),
    }


@dataclass(frozen=True)
class Difference:
    """A cached field that is not what the entries say."""

    match: Match
    field: str
    cached: Any
    replayed: Any


def check_matches(matches: Sequence[Match]) -> list[Difference]:
    """Replays every match given and lists what its cached outcome has otherwise (one query).

    What counts is every line that has not ended, whatever revision the match has in hand. A sheet
    that does not replay raises `scoring.faults.Fault`: it must never have been saved.
    """
    entries = _standing_entries(matches)
    differences = []
    for match in matches:
        own = entries.get(match.pk, ())
        replayed = outcome_fields(replay(format_of(match), own), len(own))
        differences += [
            Difference(match, name, getattr(match, name), value)
            for name, value in replayed.items()
            if getattr(match, name) != value
        ]
    return differences


def _standing_entries(matches: Sequence[Match]) -> dict[int, tuple[Entry, ...]]:
    """The entries that have not ended, by match key (one query)."""
    rows = LedgerEntry.objects.filter(match__in=matches, ended__isnull=True)
    return _by_match(rows.order_by("match_id", "position").values_list("match_id", "record"))


def _by_match(rows: Iterable[tuple[int, dict[str, Any]]]) -> dict[int, tuple[Entry, ...]]:
    found: dict[int, list[Entry]] = defaultdict(list)
    for match_id, record in rows:
        found[match_id].append(read_entry(record))
    return {match_id: tuple(entries) for match_id, entries in found.items()}


def rebuild_outcome(match: Match) -> None:
    """Writes the cached outcome anew from the entries; call it with the match locked."""
    entries = _standing_entries([match]).get(match.pk, ())
    for name, value in outcome_fields(replay(format_of(match), entries), len(entries)).items():
        setattr(match, name, value)
    match.save(update_fields=OUTCOME_FIELDS)
