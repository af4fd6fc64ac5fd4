"""What adding a pair to a pool after the draw would bring, worked out without writing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Max
from django.utils import timezone

from tournaments.late_pairs import (
    LaidMatch,
    LatePlan,
    are_called,
    plan_fingerprint,
    plan_late_pair,
    stays,
)
from tournaments.models import Match, Pair, PlayingDay, Pool, PoolPlace, Tournament
from tournaments.names import fold_name
from tournaments.queries.matches import MatchView, matches_of, matches_of_pair, pools_of
from tournaments.queries.pairs import PairView, pair_by_number, pairs_by_key
from tournaments.timetable import length_of


@dataclass(frozen=True)
class PoolOption:
    """A pool the pair could join. `size` are its pairs that have not withdrawn, `fixed` its matches
    that stay as they are, `clubmates` its pairs of a club of the newcomer's."""

    pool: Pool
    size: int
    fixed: int
    clubmates: int
    chosen: bool
    is_default: bool


@dataclass(frozen=True)
class LaidView:
    """A match of the plan with its pairs; `before` is where it is now, None for a new one."""

    laid: LaidMatch
    a: PairView
    b: PairView

    @property
    def before(self) -> Match | None:
        return self.laid.match

    def other(self, pair: PairView) -> PairView:
        return self.b if self.a.pk == pair.pk else self.a


@dataclass(frozen=True)
class DayEnd:
    """When the last match of a day ends, now and afterwards (None for no match that day), against
    the time at which its play is to end (None for a day without play)."""

    date: date
    before: datetime | None
    after: datetime | None
    limit: datetime | None

    @property
    def too_late(self) -> bool:
        return self.after is not None and (self.limit is None or self.after > self.limit)

    @property
    def changes(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True)
class LatePicture:
    """A pair about to join a pool.

    `place` is where it is already; `plan` is None then, and where no draw counts. `clock_rules`:
    matches whose time has come are taken to be playing, since none was ever called.
    """

    pair: PairView
    place: PoolPlace | None
    options: tuple[PoolOption, ...] = ()
    plan: LatePlan | None = None
    new: tuple[LaidView, ...] = ()
    moved: tuple[LaidView, ...] = ()
    ends: tuple[DayEnd, ...] = ()
    clock_rules: bool = False
    seen: str = ""

    @property
    def chosen(self) -> PoolOption | None:
        return next((option for option in self.options if option.chosen), None)

    @property
    def too_late(self) -> tuple[DayEnd, ...]:
        return tuple(end for end in self.ends if end.too_late and end.changes)


@dataclass(frozen=True)
class TakeBackPicture:
    """A pair about to leave the pool it joined late, with its matches by time."""

    pair: PairView
    row: Pair
    place: PoolPlace | None
    matches: tuple[MatchView, ...]


def place_of_pair(tournament: Tournament, number: int) -> PoolPlace | None:
    """The place of the pair of this number in a pool in play (one query)."""
    return (
        PoolPlace.objects.live()
        .filter(pair__tournament=tournament, pair__number=number)
        .select_related("pool")
        .first()
    )


def pairs_in_pools(tournament: Tournament) -> frozenset[int]:
    """The keys of the pairs in the pools in play; none where no draw counts (one query)."""
    places = PoolPlace.objects.live().filter(pool__tournament=tournament)
    return frozenset(places.values_list("pair", flat=True))


def late_picture(
    tournament: Tournament, number: int, pool: int | None, now: datetime
) -> LatePicture | None:
    """What adding the pair of this number to a pool would bring (at most eight queries).

    `pool` is the number of the pool looked at; None, or one that is not there, for the default: the
    smallest, of several the one with the fewest matches fixed, then the first. None for no pair.
    """
    pairs = pairs_by_key(tournament)
    pair = next((view for view in pairs.values() if view.number == number), None)
    if pair is None:
        return None
    pools = pools_of(tournament)
    place = next(
        (each for row in pools for each in row.places.all() if each.pair_id == pair.pk), None
    )
    if place is not None or not pools:
        return LatePicture(pair, place)
    matches = [view.match for view in matches_of(tournament, pairs)]
    called = are_called(matches)
    options = _options(pools, pairs, pair, matches, pool, now, called=called)
    chosen = next(option.pool for option in options if option.chosen)
    days = list(tournament.days.all())
    plan = plan_late_pair(
        pool=chosen,
        newcomer=pair.pk,
        matches=matches,
        highest=tournament.matches.aggregate(highest=Max("number"))["highest"] or 0,
        withdrawn={view.pk for view in pairs.values() if view.withdrawn},
        tournament=tournament,
        days=days,
        now=now,
    )
    return LatePicture(
        pair=pair,
        place=None,
        options=options,
        plan=plan,
        new=_views(plan.new, pairs),
        moved=_views(plan.moved, pairs),
        ends=_ends(plan, matches, days, tournament),
        clock_rules=not called and any(_is_due(match, now) for match in plan.kept),
        seen=plan_fingerprint(plan),
    )


def take_back_picture(tournament: Tournament, number: int) -> TakeBackPicture | None:
    """What taking a pair out of its pool would take away (seven queries); None for no pair."""
    row = tournament.pairs.filter(number=number).first()
    pair = pair_by_number(tournament, number)
    if row is None or pair is None:
        return None
    place = PoolPlace.objects.live().filter(pair=row).select_related("pool").first()
    views = matches_of(tournament) if place else []
    return TakeBackPicture(pair, row, place, tuple(matches_of_pair(views, pair)))


def _options(
    pools: Sequence[Pool],
    pairs: Mapping[int, PairView],
    newcomer: PairView,
    matches: Iterable[Match],
    asked: int | None,
    now: datetime,
    *,
    called: bool,
) -> tuple[PoolOption, ...]:
    fixed = dict.fromkeys((pool.pk for pool in pools), 0)
    for match in matches:
        if match.pool_id is not None:
            fixed[match.pool_id] += stays(match, now, called=called)
    sizes = {
        pool.pk: sum(not pairs[place.pair_id].withdrawn for place in pool.places.all())
        for pool in pools
    }
    default = min(pools, key=lambda pool: (sizes[pool.pk], fixed[pool.pk], pool.number))
    chosen = next((pool for pool in pools if pool.number == asked), default)
    clubs = _clubs(newcomer)
    return tuple(
        PoolOption(
            pool,
            size=sizes[pool.pk],
            fixed=fixed[pool.pk],
            clubmates=sum(
                bool(clubs & _clubs(pairs[place.pair_id])) for place in pool.places.all()
            ),
            chosen=pool is chosen,
            is_default=pool is default,
        )
        for pool in pools
    )


def _clubs(pair: PairView) -> set[str]:
    return {fold_name(player.club) for player in pair.players if player.club}


def _views(laid: Iterable[LaidMatch], pairs: Mapping[int, PairView]) -> tuple[LaidView, ...]:
    return tuple(LaidView(each, pairs[each.pair_a], pairs[each.pair_b]) for each in laid)


def _is_due(match: Match, now: datetime) -> bool:
    return match.is_open and not match.is_started and match.starts_at <= now


def _ends(
    plan: LatePlan, matches: Iterable[Match], days: Sequence[PlayingDay], tournament: Tournament
) -> tuple[DayEnd, ...]:
    """Every day of play or with a match, in order."""
    minutes = tournament.minutes_per_deal
    laid = {each.number: each for each in plan.laid}
    before: dict[date, list[datetime]] = {}
    after: dict[date, list[datetime]] = {}

    def put(into: dict[date, list[datetime]], starts_at: datetime, length: int) -> None:
        local = timezone.localtime(starts_at)
        into.setdefault(local.date(), []).append(local + timedelta(minutes=length))

    for match in matches:
        if match.annulled:
            continue
        length = length_of(match, minutes)
        put(before, match.starts_at, length)
        if match.number not in laid:
            put(after, match.starts_at, length)
    for each in plan.laid:
        if each.is_played:
            put(after, each.starts_at, plan.pool.deals * minutes)
    limits = {
        day.date: datetime.combine(day.date, day.ends_at, tzinfo=timezone.get_default_timezone())
        for day in days
    }
    return tuple(
        DayEnd(
            day,
            max(before.get(day, []), default=None),
            max(after.get(day, []), default=None),
            limits.get(day),
        )
        for day in sorted({*before, *after, *limits})
    )
