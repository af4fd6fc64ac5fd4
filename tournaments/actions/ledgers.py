"""Holding what is cached of the matches against their score sheets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction

from scoring.faults import Fault
from tournaments.actions.audit import Verb, record
from tournaments.ledger import Difference, check_matches, rebuild_outcome
from tournaments.models import Match, Tournament
from tournaments.permissions import Actor

AT_THE_TERMINAL = Actor(name="manage.py check_ledgers")
"""Who mends outcomes: whoever sits at the machine."""


@dataclass(frozen=True)
class LedgerReport:
    """What a check found: cached fields that differ, and sheets that do not replay at all."""

    checked: int
    differences: tuple[Difference, ...]
    broken: tuple[tuple[Match, Fault], ...]

    @property
    def is_bad(self) -> bool:
        return bool(self.differences or self.broken)

    def lines(self) -> list[str]:
        """A line for everything found, for a terminal."""
        return [
            f"{_named(d.match)}: {d.field} is {d.cached!r}, the sheet says {d.replayed!r}"
            for d in self.differences
        ] + [
            f"{_named(match)}: the sheet does not replay, entry {fault.entry}: {fault.code}"
            for match, fault in self.broken
        ]


def find_differences(slugs: Sequence[str] = ()) -> LedgerReport:
    """Replays the sheets of the events named, or of all. Raises ObjectDoesNotExist for an
    event there is not."""
    events = Tournament.objects.filter(slug__in=slugs) if slugs else Tournament.objects.all()
    if missing := set(slugs) - {event.slug for event in events}:
        raise ObjectDoesNotExist(f"no such event: {', '.join(sorted(missing))}")
    checked = 0
    differences: list[Difference] = []
    broken: list[tuple[Match, Fault]] = []
    for event in events.order_by("pk"):
        matches = list(event.matches.select_related("tournament").order_by("number"))
        checked += len(matches)
        for match in _suspects(matches):
            try:
                differences += _check_locked(match)
            except Fault as fault:
                broken.append((match, fault))
    return LedgerReport(checked, tuple(differences), tuple(broken))


def _suspects(matches: Sequence[Match]) -> list[Match]:
    """The matches that differ from their sheets, or seem to.

    Matches and sheets are read one after the other with nothing locked, so that no desk waits: a
    deal that lands in between makes its match differ though nothing is wrong with it.
    """
    try:
        differing = {difference.match.pk for difference in check_matches(matches)}
    except Fault:
        return [match for match in matches if _seems_wrong(match)]
    return [match for match in matches if match.pk in differing]


def _seems_wrong(match: Match) -> bool:
    try:
        return bool(check_matches([match]))
    except Fault:
        return True


def _check_locked(match: Match) -> list[Difference]:
    """What differs while nobody can write to the match; nothing where it is gone. Raises Fault."""
    with transaction.atomic():
        locked = (
            Match.objects.select_for_update(of=("self",), no_key=True)
            .select_related("tournament")
            .filter(pk=match.pk)
        )
        return check_matches(list(locked))


def rebuild_outcomes(report: LedgerReport) -> int:
    """Writes the outcomes that differ anew from their sheets; says how many matches that were.

    Each leaves a record, as every write: pages and files are told by them that they are old.
    """
    by_match: dict[int, list[Difference]] = {}
    for difference in report.differences:
        by_match.setdefault(difference.match.pk, []).append(difference)
    for key, differences in sorted(by_match.items()):
        with transaction.atomic():
            match = (
                Match.objects.select_for_update(of=("self",))
                .select_related("tournament")
                .get(pk=key)
            )
            rebuild_outcome(match)
            record(
                actor=AT_THE_TERMINAL,
                verb=Verb.REBUILD_OUTCOME,
                tournament=match.tournament,
                match=match,
                was={each.field: each.cached for each in differences},
            )
    return len(by_match)


def _named(match: Match) -> str:
    return f"{match.tournament.slug} match {match.number}"
