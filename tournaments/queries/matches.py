"""The matches of an event: as a schedule, one by one, a pair's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from typing import Any

from django.db.models import Exists, QuerySet

from scoring.deals import Side
from scoring.ledger import DecidedBy
from tournaments.jury_points import with_jury_points
from tournaments.ledger import ruleset_of
from tournaments.models import Bracket, Match, Pool, Stage, Tournament
from tournaments.queries.code_locks import with_code_locks
from tournaments.queries.estimates import estimates_of
from tournaments.queries.pairs import PairView, pairs_by_key, pairs_of_match
from tournaments.timetable import playing_date, waits


@dataclass(frozen=True)
class MatchView:
    """A match with both its pairs and its pool, None for one of the knock-out.

    `jury_a` and `jury_b` are the match points that the jury added, or took away below 0 (R20a);
    the sheet's own are on the match. `expected_at` is when one that waits is expected to start,
    where that is well behind its plan; see `with_estimates`. `shows_confirming`: a result that not
    both pairs have confirmed is marked as such in this event. It is where results wait for that,
    and once anybody has confirmed one; an event run on paper alone would have every result marked.
    """

    match: Match
    a: PairView
    b: PairView
    pool: Pool | None
    jury_a: int = 0
    jury_b: int = 0
    expected_at: datetime | None = None
    shows_confirming: bool = False

    @property
    def is_unconfirmed(self) -> bool:
        """Whether the match is to be marked as not confirmed by both pairs."""
        return self.shows_confirming and self.match.awaits_confirmation

    @property
    def points_a(self) -> int:
        """Pair A's match points as they count: the sheet's and the jury's, never below 0."""
        return max(0, self.match.total_a + self.jury_a)

    @property
    def points_b(self) -> int:
        """Pair B's match points as they count: the sheet's and the jury's, never below 0."""
        return max(0, self.match.total_b + self.jury_b)

    @property
    def has_jury_points(self) -> bool:
        return bool(self.jury_a or self.jury_b)

    @property
    def winner(self) -> PairView | None:
        if not self.match.winner:
            return None
        return self.a if self.match.winner == Side.A else self.b

    def has(self, pair: PairView) -> bool:
        return pair.pk in (self.a.pk, self.b.pk)


@dataclass(frozen=True)
class SlotView:
    """The matches that start together, by table; `sitting_out` are pairs of those rounds idle.

    `rounds` are those of the pools, `knockout_rounds` those of the knock-out. A slot of which a
    part was delayed is told in two, slots that start together are told as one.
    """

    starts_at: datetime
    rounds: tuple[int, ...]
    matches: tuple[MatchView, ...]
    sitting_out: tuple[PairView, ...]
    knockout_rounds: tuple[int, ...] = ()

    @property
    def bracket(self) -> Bracket | None:
        """The bracket of its matches of the knock-out; None where it has none."""
        return next((view.match.bracket for view in self.matches if view.match.bracket), None)

    @property
    def has_play_off(self) -> bool:
        return any(view.match.stage == Stage.PLAY_OFF for view in self.matches)


@dataclass(frozen=True)
class TableView:
    """The matches of one table by starting time."""

    number: int
    matches: tuple[MatchView, ...]


def matches_of(
    tournament: Tournament,
    pairs: dict[int, PairView] | None = None,
    *,
    told_more: Callable[[QuerySet[Match]], QuerySet[Match]] | None = None,
) -> list[MatchView]:
    """Every match of the event by number (one query, two more where `pairs` is not given).

    `told_more` annotates to the matches what else is to be known of them.
    """
    pairs = pairs_by_key(tournament) if pairs is None else pairs
    asked = with_jury_points(
        tournament.matches.live().select_related("pool", "bracket").order_by("number")
    )
    matches = list(told_more(asked) if told_more else asked)
    shows_confirming = _shows_confirming(tournament, matches)
    return [_view(match, pairs, shows_confirming) for match in matches]


def with_estimates(
    views: Sequence[MatchView], tournament: Tournament, now: datetime
) -> list[MatchView]:
    """The same views, each told when it is expected to start (one query; none where nothing waits).

    `views` are all the event's, in any order.
    """
    if not any(waits(view.match) for view in views):
        return list(views)
    days = list(tournament.days.all())
    expected = estimates_of((view.match for view in views), days, tournament, now)
    return [
        replace(view, expected_at=expected[view.match.number])
        if view.match.number in expected
        else view
        for view in views
    ]


def matches_in_pool(pool: Pool, pairs: Mapping[int, PairView]) -> list[MatchView]:
    """The matches of one pool by number, play-off matches too, with the jury's points (one
    query)."""
    matches = with_jury_points(pool.matches.select_related("pool", "bracket").order_by("number"))
    return [_view(match, pairs) for match in matches]


def matches_of_annulled_draws(
    tournament: Tournament, pairs: Mapping[int, PairView]
) -> dict[int, list[MatchView]]:
    """The matches kept of annulled draws by number, under the number of their draw (one query)."""
    matches = with_jury_points(
        tournament.matches.filter(is_live=False).select_related("pool__draw").order_by("number")
    )
    found: dict[int, list[MatchView]] = {}
    for match in matches:
        if match.pool and match.pool.draw:
            found.setdefault(match.pool.draw.number, []).append(_view(match, pairs))
    return found


def knockout_matches_of(bracket: Bracket, pairs: Mapping[int, PairView]) -> list[MatchView]:
    """The matches of a bracket that are in play, by number, with the jury's points (one query)."""
    matches = with_jury_points(bracket.matches.live().select_related("pool").order_by("number"))
    views = [_view(match, pairs) for match in matches]
    for view in views:
        view.match.bracket = bracket
    return views


def matches_of_annulled_brackets(
    tournament: Tournament, pairs: Mapping[int, PairView]
) -> dict[int, list[MatchView]]:
    """The matches out of play of every bracket by number, under the bracket's (one query)."""
    matches = with_jury_points(
        tournament.matches.filter(is_live=False, bracket__isnull=False)
        .select_related("pool", "bracket")
        .order_by("number")
    )
    found: dict[int, list[MatchView]] = {}
    for match in matches:
        if match.bracket is not None:
            found.setdefault(match.bracket.number, []).append(_view(match, pairs))
    return found


def match_by_number(
    tournament: Tournament, number: int, pairs: dict[int, PairView] | None = None
) -> MatchView | None:
    """One match with its pairs, of an annulled draw too; None where there is no such number.

    One query, two more where `pairs`, all of the event, is not given.
    """
    match = with_code_locks(
        with_jury_points(
            tournament.matches.select_related("pool", "bracket", "pair_a", "pair_b")
            .filter(number=number)
            .annotate(event_confirms=Exists(_confirmed_by_word(tournament)))
        )
    ).first()
    if match is None:
        return None
    match.tournament = tournament
    event_confirms: bool = match.event_confirms  # type: ignore[attr-defined]
    return _view(
        match,
        pairs_of_match(match) if pairs is None else pairs,
        event_confirms or not ruleset_of(tournament).unconfirmed_counts,
    )


def schedule_of(tournament: Tournament, now: datetime | None = None) -> list[SlotView]:
    """The event's schedule by starting time, each with its tables in order (five queries).

    Who sits out is told at the last start of a pool's round. With `now`, when waiting matches are
    expected to start is told too (one query more).
    """
    return _slots_of(tournament, _together, now)


def rounds_of(tournament: Tournament) -> list[SlotView]:
    """The schedule by round and in it by starting time, tables in order (five queries).

    Each start holds the matches of one round only; who sits out is told at its pool's last. Rounds
    of the knock-out come behind those of the pools.
    """
    return _slots_of(
        tournament,
        lambda match: (list(Stage).index(Stage(match.stage)), match.round, match.starts_at),
    )


def tables_of(slots: Iterable[SlotView]) -> list[TableView]:
    """The same schedule table by table, each by starting time (no query)."""
    by_table: dict[int, list[MatchView]] = {}
    for slot in slots:
        for view in slot.matches:
            by_table.setdefault(view.match.table, []).append(view)
    return [TableView(table, tuple(views)) for table, views in sorted(by_table.items())]


def slots_of(
    pools: Iterable[Pool], pairs: Mapping[int, PairView], matches: Iterable[MatchView]
) -> list[SlotView]:
    """The schedule that all these matches of an event make, as `schedule_of` tells it."""
    return _slots(pools, pairs, matches, _together)


def pools_of(tournament: Tournament) -> list[Pool]:
    """The live pools by number, their places preloaded (two queries)."""
    return list(tournament.pools.live().prefetch_related("places").order_by("number"))


def matches_of_pair(views: Iterable[MatchView], pair: PairView) -> list[MatchView]:
    """A pair's own matches out of an event's, by starting time."""
    own = [view for view in views if view.has(pair)]
    return sorted(own, key=_when_and_where)


def latest_results(views: Sequence[MatchView], most: int) -> list[MatchView]:
    """Matches with a result that counts, the one written last first, at most `most`."""
    finished = [view for view in views if view.match.counts and view.match.changed_at]
    finished.sort(key=lambda view: (view.match.changed_at, view.match.number), reverse=True)
    return finished[:most]


def tuppis_of_the_day(views: Sequence[MatchView]) -> list[MatchView]:
    """The tuppis that count, of the latest day of play that has any; the last one first."""
    made = [view for view in views if view.match.tuppi and view.match.counts]
    days = [playing_date(view.match.starts_at) for view in made]
    latest = [view for view, day in zip(made, days, strict=True) if day == max(days)]
    return sorted(latest, key=lambda view: (view.match.starts_at, view.match.number), reverse=True)


def _shows_confirming(tournament: Tournament, matches: Iterable[Match]) -> bool:
    """Whether unconfirmed results are marked in an event with these matches; see `MatchView`."""
    return not ruleset_of(tournament).unconfirmed_counts or any(
        match.confirmed_a is not None or match.confirmed_b is not None
        for match in matches
        if match.decided_by != DecidedBy.AWARD
    )


def _confirmed_by_word(tournament: Tournament) -> QuerySet[Match]:
    """The matches of an event that somebody has confirmed; not those a referee gave away, which
    are confirmed by that."""
    return (
        tournament.matches.live()
        .exclude(decided_by=DecidedBy.AWARD.value)
        .exclude(confirmed_a__isnull=True, confirmed_b__isnull=True)
    )


def _view(match: Match, pairs: Mapping[int, PairView], shows_confirming: bool = False) -> MatchView:
    return MatchView(
        match,
        pairs[match.pair_a_id],
        pairs[match.pair_b_id],
        match.pool,
        jury_a=match.jury_a,  # type: ignore[attr-defined]
        jury_b=match.jury_b,  # type: ignore[attr-defined]
        shows_confirming=shows_confirming,
    )


def _together(match: Match) -> tuple[datetime]:
    return (match.starts_at,)


def _when_and_where(view: MatchView) -> tuple[datetime, int, int]:
    return view.match.starts_at, view.match.slot, view.match.table


def _slots_of(
    tournament: Tournament, place: Callable[[Match], tuple[Any, ...]], now: datetime | None = None
) -> list[SlotView]:
    """The matches grouped and ordered by `place` (five queries; one more with `now`, for
    estimates)."""
    pairs = pairs_by_key(tournament)
    views = matches_of(tournament, pairs)
    if now is not None:
        views = with_estimates(views, tournament, now)
    return _slots(pools_of(tournament), pairs, views, place)


def _slots(
    pools: Iterable[Pool],
    pairs: Mapping[int, PairView],
    matches: Iterable[MatchView],
    place: Callable[[Match], tuple[Any, ...]],
) -> list[SlotView]:
    views = sorted(
        matches, key=lambda view: (*place(view.match), view.match.table, view.match.slot)
    )
    pool_pairs = {pool.pk: [drawn.pair_id for drawn in pool.places.all()] for pool in pools}
    last: dict[tuple[int, int], tuple[Any, ...]] = {}
    playing: dict[tuple[int, int], set[int]] = {}
    for view in views:
        if view.pool is None or view.match.stage != Stage.POOL:
            continue
        key = (view.pool.pk, view.match.round)
        last[key] = place(view.match)
        playing.setdefault(key, set()).update((view.a.pk, view.b.pk))
    idle: dict[tuple[Any, ...], list[PairView]] = {}
    for (pool, _round), at in sorted(last.items()):
        idle.setdefault(at, []).extend(
            pairs[pair] for pair in pool_pairs[pool] if pair not in playing[(pool, _round)]
        )
    return [
        _slot(tuple(group), tuple(idle.get(at, ())))
        for at, group in groupby(views, key=lambda view: place(view.match))
    ]


def _slot(matches: tuple[MatchView, ...], sitting_out: tuple[PairView, ...]) -> SlotView:
    return SlotView(
        starts_at=matches[0].match.starts_at,
        rounds=_rounds(matches, Stage.POOL),
        matches=matches,
        sitting_out=sitting_out,
        knockout_rounds=_rounds(matches, Stage.KNOCKOUT),
    )


def _rounds(matches: Iterable[MatchView], stage: Stage) -> tuple[int, ...]:
    return tuple(sorted({view.match.round for view in matches if view.match.stage == stage}))
