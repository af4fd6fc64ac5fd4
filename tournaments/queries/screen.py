"""What the big screen of the hall shows, one subject after the other, as slides of a few rows.

Everything is worked out of an event's matches and pairs, read once. `queries.slides` tells what a
slide is, `queries.screen_knockout` what those of the knock-out are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from scoring.prospects import Prospect
from tournaments.ledger import ruleset_of
from tournaments.models import Course, PlayingDay, Tournament
from tournaments.placing import placing_of
from tournaments.pool_ranking import LotsInForce
from tournaments.queries.going_on import GoingOn, GoingRow, going_on
from tournaments.queries.knockout import KnockoutView
from tournaments.queries.matches import (
    MatchView,
    latest_results,
    matches_of,
    pools_of,
    slots_of,
    tuppis_of_the_day,
    with_estimates,
)
from tournaments.queries.pairs import PairView, pairs_by_key
from tournaments.queries.screen_knockout import (
    bracket_slides,
    knockout_on_screen,
    knockout_to_come,
    next_tie_slides,
    next_ties,
    placed_slides,
    podium_slides,
)
from tournaments.queries.slides import (
    BESIDE_A_PAIR,
    GAP,
    Placed,
    PoolPart,
    Room,
    Slide,
    Subject,
    match_lines,
    numbered,
    pack,
    pair_slides,
)
from tournaments.queries.standings import PoolStandings, rank_pools
from tournaments.timetable import waits

BESIDE_A_PLACE = 19
"""The letters that a pair's place, mark and figures take from its line in the standings."""

MARKS_SHOWN = (Prospect.THROUGH, Prospect.OUT)

LATEST = 12
PODIUM_PLACES = 3
TUPPIS = 20
"""How many new tuppis at most a screen is told of."""


@dataclass(frozen=True)
class Welcome:
    """What is told before the draw."""

    pair_count: int
    present_count: int
    first_day: PlayingDay | None


@dataclass(frozen=True)
class Show:
    """A whole turn of the screen, never empty, and the tuppis there are to celebrate, the latest
    first."""

    slides: tuple[Slide, ...]
    tuppis: tuple[MatchView, ...]
    welcome: Welcome


def show_of(tournament: Tournament, room: Room, now: datetime) -> Show:
    """The turn of an event's screen at `now` (seven queries; one more where matches wait, where
    pairs are level, and where a match of the knock-out was settled by a decision)."""
    pairs = pairs_by_key(tournament)
    views = with_estimates(matches_of(tournament, pairs), tournament, now)
    pools = pools_of(tournament)
    days = list(tournament.days.order_by("date"))
    lots = LotsInForce(tournament.pk)
    ranked = rank_pools(pools, pairs, views, ruleset_of(tournament), lots)
    going = going_on(tournament, ranked)
    knockout = knockout_on_screen(tournament, pairs, views, days)
    best = [] if knockout else _best_of_pools(tournament, ranked, pairs, views, lots)
    playing = [pair for pair in pairs.values() if pair.plays]
    sitting_out: dict[datetime, list[PairView]] = {}
    for slot in slots_of(pools, pairs, views):
        sitting_out.setdefault(slot.starts_at, []).extend(slot.sitting_out)
    return Show(
        slides=_turn(tournament, views, going, knockout, best, sitting_out, room),
        tuppis=tuple(tuppis_of_the_day(views)[:TUPPIS]),
        welcome=Welcome(
            pair_count=len(playing),
            present_count=sum(pair.present_at is not None for pair in playing),
            first_day=days[0] if days else None,
        ),
    )


def _best_of_pools(
    tournament: Tournament,
    pools: Sequence[PoolStandings],
    pairs: Mapping[int, PairView],
    views: Sequence[MatchView],
    lots: LotsInForce,
) -> list[Placed]:
    """The first three places of an event that is over with its pools; none before that, or where a
    knock-out follows."""
    if tournament.course == Course.KNOCKOUT:
        return []
    results = [pool.state.result() for pool in pools]
    placing = placing_of(tournament, [view.match for view in views], results, None, lots)
    if placing.missing is not None:
        return []
    numbers = {pair.number: pair for pair in pairs.values()}
    return [
        Placed(each.place, numbers[int(each.pair)])
        for each in placing.finals
        if each.place <= PODIUM_PLACES
    ]


def _turn(
    tournament: Tournament,
    views: Sequence[MatchView],
    going: GoingOn,
    knockout: KnockoutView | None,
    best: Sequence[Placed],
    sitting_out: Mapping[datetime, Sequence[PairView]],
    room: Room,
) -> tuple[Slide, ...]:
    """The slides of a turn, in order; `best` is the podium of an event without a knock-out. Who is
    called is told again before each subject: nobody called should have to wait for a whole turn.
    Once the knock-out has begun, the tables of the pools, which nothing changes any more, make room
    for it."""
    if not views:
        return (Slide(Subject.WELCOME),)
    called = _slides(
        Subject.CALLED, sorted((v for v in views if v.match.is_called), key=_by_table), room
    )
    podium = podium_slides(knockout, room) if knockout else placed_slides(best, room)
    bracket = bracket_slides(knockout, room) if knockout else []
    coming = _next_slides(views, knockout, sitting_out, room)
    if not coming and knockout is None:
        coming = knockout_to_come(tournament, going, views, room)
    subjects = [
        podium,
        bracket,
        _play_slides(_beside(views, knockout, bracket), room),
        [] if knockout and knockout.has_begun else _pool_slides(going, room),
        coming,
        _slides(Subject.TUPPIS, tuppis_of_the_day(views), room, _winner_lines),
    ]
    turn = [slide for subject in subjects if subject for slide in (*called, *subject)]
    return tuple(turn or called or [Slide(Subject.WELCOME)])


def running_round(views: Iterable[MatchView]) -> list[MatchView]:
    """The matches under way with those of the newest round that are over already, by table."""
    views = list(views)
    under_way = [view for view in views if view.match.under_way]
    newest = max((view.match.slot for view in under_way), default=None)
    over = [view for view in views if view.match.counts and view.match.slot == newest]
    return sorted([*under_way, *over], key=_by_table)


def _beside(
    views: Sequence[MatchView], knockout: KnockoutView | None, bracket: Iterable[Slide]
) -> list[MatchView]:
    """The matches that the slides of the bracket do not tell of already; of the pools only what is
    still open, once the knock-out has begun."""
    told = {tie.view.match.number for slide in bracket for tie in slide.ties if tie.view}
    others = [view for view in views if view.match.number not in told]
    if knockout is not None and knockout.has_begun:
        others = [view for view in others if view.match.bracket or view.match.is_open]
    return others


def _play_slides(views: Sequence[MatchView], room: Room) -> list[Slide]:
    """The running round; between two rounds the latest results."""
    if running := running_round(views):
        return _slides(Subject.RUNNING, running, room)
    return numbered(_slides(Subject.RESULTS, latest_results(views, LATEST), room)[:1])


def _next_slides(
    views: Sequence[MatchView],
    knockout: KnockoutView | None,
    sitting_out: Mapping[datetime, Sequence[PairView]],
    room: Room,
) -> list[Slide]:
    """What starts next, with who sits out then; of the knock-out what hangs on others too."""
    ties = next_ties(knockout)
    waiting = [view for view in views if waits(view.match) and view.match.bracket is None]
    starts = {view.match.starts_at for view in waiting} | set(ties)
    if not starts:
        return []
    starts_at = min(starts)
    following = [view for view in waiting if view.match.starts_at == starts_at]
    slides = [
        replace(slide, starts_at=starts_at)
        for slide in _slides(Subject.NEXT, sorted(following, key=_by_table), room)
    ]
    if knockout is not None:
        slides += next_tie_slides(ties.get(starts_at, ()), knockout, room, starts_at)
    idle = sitting_out.get(starts_at, ())
    return [*slides, *pair_slides(idle, room, Slide(Subject.NEXT, starts_at=starts_at), 1)]


def _pool_slides(going: GoingOn, room: Room) -> list[Slide]:
    """The pools' tables, as many whole ones to a slide as fit; a long one is parted."""
    has_marks = any(row.prospect in MARKS_SHOWN for pool in going.pools for row in pool.rows)
    parts = []
    for pool in going.pools:
        for rows in pack(pool.rows, lambda row: _place_lines(row, room), room.lines - 1):
            parts.append(PoolPart(pool.standings.pool, tuple(rows), pool.standings.is_finished))
    packed = pack(
        parts, lambda part: 1 + GAP + sum(_place_lines(row, room) for row in part.rows), room.lines
    )
    return numbered(
        [Slide(Subject.STANDINGS, pools=tuple(each), has_marks=has_marks) for each in packed]
    )


def _slides(
    subject: Subject,
    views: Sequence[MatchView],
    room: Room,
    lines_of: Callable[[MatchView, Room], float] | None = None,
) -> list[Slide]:
    lines_of = lines_of or match_lines
    packed = pack(views, lambda view: lines_of(view, room), room.lines)
    return numbered([Slide(subject, matches=tuple(each)) for each in packed])


def _winner_lines(view: MatchView, room: Room) -> float:
    return GAP + (room.lines_of_pair(view.winner, BESIDE_A_PAIR) if view.winner else 1)


def _place_lines(going: GoingRow, room: Room) -> int:
    return room.lines_of_pair(going.row.pair, BESIDE_A_PLACE)


def _by_table(view: MatchView) -> tuple[int, int]:
    return view.match.table, view.match.number
