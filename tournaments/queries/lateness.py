"""Matches whose pairs have not come though the minutes of grace are over (R18)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.ledger import ruleset_of
from tournaments.models import JuryDecision, Match, Tournament
from tournaments.queries.matches import MatchView
from tournaments.queries.pairs import PairView
from tournaments.timetable import on_now


@dataclass(frozen=True)
class Overdue:
    """A match not begun though its announced start lies more than the minutes of grace back.

    `absent` are the keys of its pairs that have not come; none where that is not known.
    """

    match: Match
    announced: datetime
    absent: frozenset[int]


@dataclass(frozen=True)
class LateMatch:
    """Such a match with its pairs, and how many `minutes` ago its start was announced for."""

    view: MatchView
    announced: datetime
    minutes: int
    absent: frozenset[int]

    @property
    def sides(self) -> tuple[tuple[str, PairView, bool], ...]:
        """Both pairs with their side, and whether each is absent."""
        return tuple(
            (side, pair, pair.pk in self.absent)
            for side, pair in (("A", self.view.a), ("B", self.view.b))
        )


@dataclass(frozen=True)
class Lateness:
    """All such matches of an event, by announced start and table.

    `late` are those of which a pair has not come, `others` those of which nobody is known to be
    absent; `decided` those about which the jury decided otherwise, with its decision. `minutes`
    are those of grace. `presence_known`: anybody was marked present at all.
    """

    late: tuple[LateMatch, ...]
    others: tuple[LateMatch, ...]
    decided: tuple[tuple[LateMatch, JuryDecision], ...]
    minutes: int
    presence_known: bool


def announced_start(match: Match) -> datetime:
    """When a match's pairs were to be at their table: its time, or its call if that was later."""
    return max(match.starts_at, match.called_at or match.starts_at)


def overdue_matches(
    matches: Sequence[Match], present: Collection[int], minutes: int, now: datetime
) -> list[Overdue]:
    """The matches more than `minutes` late at `now`, by announced start and table (no query).

    `present` are the keys of the pairs marked present. A pair that has played is here, marked or
    not; where nobody at all was marked, the event does without checking in and nobody is known to
    be absent. A match of which a pair is in another match now cannot begin, and is not late.
    """
    live = [match for match in matches if match.is_live]
    playing = _pairs_of(match for match in live if on_now(match) and match.is_started)
    here = {*present, *_pairs_of(match for match in live if match.deals_played)}
    found = []
    for match in live:
        pairs = _pairs_of([match])
        announced = announced_start(match)
        if match.is_started or not match.is_open or pairs & playing:
            continue
        if now > announced + timedelta(minutes=minutes):
            found.append(Overdue(match, announced, pairs - here if present else frozenset()))
    return sorted(found, key=lambda each: (each.announced, each.match.table, each.match.number))


def with_exceptions(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Each match with `is_excepted`: whether the jury has decided about it otherwise."""
    return matches.annotate(is_excepted=Exists(_in_force().filter(match=OuterRef("pk"))))


def late_matches(
    tournament: Tournament, views: Sequence[MatchView], now: datetime
) -> tuple[LateMatch, ...]:
    """The `late` ones of `lateness_of`, out of matches read `with_exceptions` (no query)."""
    return tuple(
        each
        for each in _overdue(tournament, views, now)
        if each.absent and not each.view.match.is_excepted  # type: ignore[attr-defined]
    )


def lateness_of(tournament: Tournament, views: Sequence[MatchView], now: datetime) -> Lateness:
    """Which matches are late at `now`, out of all the event's `views`, and what the jury decided
    about them (one query).

    A decision of the jury about the match itself, not undone, settles it.
    """
    found = _overdue(tournament, views, now)
    decisions = _decisions(tournament)
    waiting = [each for each in found if each.view.match.pk not in decisions]
    return Lateness(
        late=tuple(each for each in waiting if each.absent),
        others=tuple(each for each in waiting if not each.absent),
        decided=tuple(
            (each, decisions[each.view.match.pk])
            for each in found
            if each.view.match.pk in decisions
        ),
        minutes=ruleset_of(tournament).late_minutes,
        presence_known=bool(_present(views)),
    )


def _overdue(tournament: Tournament, views: Sequence[MatchView], now: datetime) -> list[LateMatch]:
    by_key = {view.match.pk: view for view in views}
    minutes = ruleset_of(tournament).late_minutes
    return [
        LateMatch(
            by_key[each.match.pk],
            each.announced,
            int((now - each.announced).total_seconds()) // 60,
            each.absent,
        )
        for each in overdue_matches([view.match for view in views], _present(views), minutes, now)
    ]


def _present(views: Iterable[MatchView]) -> set[int]:
    """The keys of the pairs that were marked present."""
    return {pair.pk for view in views for pair in (view.a, view.b) if pair.present_at is not None}


def _pairs_of(matches: Iterable[Match]) -> frozenset[int]:
    return frozenset(pair for match in matches for pair in (match.pair_a_id, match.pair_b_id))


def _decisions(tournament: Tournament) -> dict[int, JuryDecision]:
    """The jury's latest decision in force about each match, of the kind in its own words, by the
    key of the match (one query)."""
    return {
        decision.match_id: decision
        for decision in _in_force().filter(tournament=tournament).order_by("number")
        if decision.match_id is not None
    }


def _in_force() -> QuerySet[JuryDecision]:
    """Decisions of the jury about a match, of the kind in its own words, that were not undone."""
    return JuryDecision.objects.filter(
        match__isnull=False, kind=JuryDecision.Kind.OTHER, undone_at__isnull=True
    )
