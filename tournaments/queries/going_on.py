"""Who is through, who is out and what is still open, as everybody sees it (R25 to R28)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.advancement import Advancement, Ground, Obstacle
from scoring.prospects import MOST_OPEN_MATCHES, Prospect
from tournaments.advancing import (
    FieldNumbers,
    advancement_of,
    locked_field_of,
    numbers_of,
    rows_of,
)
from tournaments.models import Course, LockedField, Stage, Tournament
from tournaments.pool_ranking import LotsInForce, is_unsettled
from tournaments.queries.matches import MatchView
from tournaments.queries.pairs import PairView
from tournaments.queries.standings import PoolStandings, StandingRow


class Line(StrEnum):
    """What a line under a row of the standings parts."""

    ALL = "all"
    """Those above go on, from every pool."""
    SOME = "some"
    """Those above may go on, as the best next-placed."""
    LEVEL = "level"
    """Pairs share the place that parts those who go on; not all of them do."""


@dataclass(frozen=True)
class GoingRow:
    """A row of a pool's standings; `prospect` is None where nothing can be told of the pair yet."""

    row: StandingRow
    prospect: Prospect | None
    line: Line | None = None


class OpenPointKind(StrEnum):
    """What is still open in a pool of which every match is over."""

    UNCONFIRMED = "unconfirmed"
    PLAY_OFF = "play_off"
    LEVEL = "level"
    LOT_NEEDED = "lot_needed"
    OTHER_POOLS = "other_pools"


@dataclass(frozen=True)
class OpenPoint:
    """One thing that keeps it open who goes on from a pool: matches, level pairs, other pools."""

    kind: OpenPointKind
    matches: tuple[MatchView, ...] = ()
    pairs: tuple[PairView, ...] = ()
    pools: tuple[str, ...] = ()


@dataclass(frozen=True)
class GoingPool:
    """A pool's standings with what each pair comes to.

    `through` and `out` are told once every match is over, with the `open_points` that are left.
    `too_early`: more matches are open than prospects are told for.
    """

    standings: PoolStandings
    rows: tuple[GoingRow, ...]
    is_over: bool
    open_points: tuple[OpenPoint, ...]
    too_early: bool

    @property
    def through(self) -> tuple[PairView, ...]:
        return self._of(Prospect.THROUGH)

    @property
    def out(self) -> tuple[PairView, ...]:
        return self._of(Prospect.OUT)

    def _of(self, prospect: Prospect) -> tuple[PairView, ...]:
        return tuple(each.row.pair for each in self.rows if each.prospect is prospect)


@dataclass(frozen=True)
class LockedPair:
    """A pair of the locked field: by which place of its pool, past which withdrawn pairs."""

    pair: PairView
    pool: str
    pool_place: int
    is_best_next: bool
    moved_past: tuple[PairView, ...]


@dataclass(frozen=True)
class GoingOn:
    """Who goes on from the pools of an event.

    `numbers` is None where nobody does, or it is not chosen yet (`undecided`). `locked` tells the
    field once it is.
    """

    pools: tuple[GoingPool, ...]
    numbers: FieldNumbers | None
    undecided: bool
    best_next: int
    field: LockedField | None
    locked: tuple[LockedPair, ...]

    @property
    def pool_count(self) -> int:
        return len(self.pools)

    def row_of(self, pair: PairView) -> tuple[GoingPool, GoingRow] | None:
        """The pool and the row of a pair; None for one that is in no pool."""
        for pool in self.pools:
            for each in pool.rows:
                if each.row.pair.pk == pair.pk:
                    return pool, each
        return None


def going_on(tournament: Tournament, pools: Sequence[PoolStandings]) -> GoingOn:
    """What the standings of all pools say about who goes on (one query, one more where pairs of
    different pools are level).

    Through and out are sure as long as nobody withdraws and no result is corrected. A result that
    not both pairs have confirmed is not taken for granted. Once the field is locked it alone says
    who is through.
    """
    numbers = numbers_of(tournament, len(pools))
    field = locked_field_of(tournament) if pools else None
    if field is not None:
        numbers = FieldNumbers(field.first, field.size)
    results = [pool.state.result() for pool in pools]
    every = some = 0
    found: Advancement | None = None
    told: dict[int, Prospect] = {}
    if numbers is not None:
        every, some = rows_of(results, numbers)
        found = advancement_of(results, numbers, LotsInForce(tournament.pk))
        told = _locked_marks(field, pools) if field else _marks(pools, found, every, some)
    undecided = (
        tournament.course == Course.POOLS_AND_KNOCKOUT and numbers is None and len(pools) > 1
    )
    return GoingOn(
        pools=tuple(
            _going_pool(pool, told, (every, some), None if field else found, pools)
            for pool in pools
        ),
        numbers=numbers,
        undecided=undecided,
        best_next=0 if numbers is None else numbers.size - every * len(pools),
        field=field,
        locked=() if field is None else locked_pairs(field, pools),
    )


def _marks(
    pools: Sequence[PoolStandings], found: Advancement, every: int, some: int
) -> dict[int, Prospect]:
    """What every pair comes to, by number; nothing of pools with too much open.

    Once no pool is open, the list of all pools tells it; before, each pool tells what it can alone.
    """
    if not any(pool.state.open_count for pool in pools):
        listed = [
            *((each, Prospect.THROUGH) for each in found.field),
            *((each, Prospect.OUT) for each in found.next_best),
        ]
        told = {
            int(each.pair): Prospect.OPEN if each.blocked_by else prospect
            for each, prospect in listed
        }
        barred = {number for pool in pools for number in pool.state.barred}
        return told | dict.fromkeys(barred, Prospect.OUT)
    told = {}
    for pool in pools:
        if not _too_early(pool):
            told |= pool.state.prospects(every, some)
    return told


def _locked_marks(field: LockedField, pools: Sequence[PoolStandings]) -> dict[int, Prospect]:
    going = {int(row["pair"]) for row in field.rows}
    return {
        row.pair.number: Prospect.THROUGH if row.pair.number in going else Prospect.OUT
        for pool in pools
        for row in pool.rows
    }


def _too_early(pool: PoolStandings) -> bool:
    state = pool.state
    to_come = (*state.unplayed, *state.unconfirmed)
    return sum(match.stage == Stage.POOL for match in to_come) > MOST_OPEN_MATCHES


def _going_pool(
    pool: PoolStandings,
    told: Mapping[int, Prospect],
    lines: tuple[int, int],
    found: Advancement | None,
    pools: Sequence[PoolStandings],
) -> GoingPool:
    every, some = lines
    under = _lines(pool, every, some, told) if told else {}
    rows = [GoingRow(row, told.get(row.pair.number), under.get(row.pair.pk)) for row in pool.rows]
    is_over = bool(pool.matches) and not pool.unplayed
    return GoingPool(
        pool,
        tuple(rows),
        is_over=is_over and bool(told),
        open_points=_open_points(pool, found, some, pools) if is_over and found else (),
        too_early=bool(found) and _too_early(pool),
    )


def _lines(
    pool: PoolStandings, every: int, some: int, told: Mapping[int, Prospect]
) -> dict[int, Line]:
    """The lines by the key of the pair they stand under. One that would part pairs sharing a place
    stands under all of them, once anything has been played, until it is settled who goes on."""
    eligible = [row for row in pool.rows if row.pair.number not in pool.state.barred]
    is_begun = any(row.standing.played for row in eligible)
    found: dict[int, Line] = {}
    for place, line in ((some, Line.SOME), (every, Line.ALL)):
        if not 1 <= place <= len(eligible):
            continue
        level = eligible[place - 1].standing.place
        behind = [row for row in eligible[place:] if row.standing.place == level and is_begun]
        fates = {told.get(row.pair.number) for row in (eligible[place - 1], *behind)}
        last = behind[-1] if behind else eligible[place - 1]
        is_settled = fates in ({Prospect.THROUGH}, {Prospect.OUT})
        found[last.pair.pk] = Line.LEVEL if behind and not is_settled else line
    return found


def _open_points(
    pool: PoolStandings, found: Advancement, some: int, pools: Sequence[PoolStandings]
) -> tuple[OpenPoint, ...]:
    """What keeps it open who goes on from a pool whose matches are all over."""
    points = []
    unconfirmed = tuple(
        view for view in (*pool.matches, *pool.play_off) if is_unsettled(view.match)
    )
    if unconfirmed:
        points.append(OpenPoint(OpenPointKind.UNCONFIRMED, matches=unconfirmed))
    to_play = tuple(view for view in pool.play_off if view.match.is_open)
    if to_play:
        points.append(OpenPoint(OpenPointKind.PLAY_OFF, matches=to_play))
    by_number = {row.pair.number: row.pair for each in pools for row in each.rows}
    for block in found.blocks:
        if pool.pool.number in block.pools and block.obstacle is not Obstacle.UNFINISHED:
            pairs = tuple(by_number[int(number)] for number in block.pairs)
            kind = (
                OpenPointKind.LEVEL
                if block.obstacle is Obstacle.LEVEL
                else OpenPointKind.LOT_NEEDED
            )
            points.append(OpenPoint(kind, pairs=pairs))
    others = tuple(each.pool.label for each in pools if each.state.open_count and each is not pool)
    compared = any(
        each.pool == pool.pool.number and each.row == some and each.ground is Ground.BEST_NEXT
        for each in (*found.field, *found.next_best)
    )
    if others and compared and not pool.state.open_count:
        points.append(OpenPoint(OpenPointKind.OTHER_POOLS, pools=others))
    return tuple(points)


def locked_pairs(field: LockedField, pools: Sequence[PoolStandings]) -> tuple[LockedPair, ...]:
    """The locked field as pairs, the best first; one that is in no pool any more is left out."""
    by_number = {row.pair.number: row.pair for pool in pools for row in pool.rows}
    labels = {pool.pool.number: pool.pool.label for pool in pools}
    return tuple(
        LockedPair(
            by_number[row["pair"]],
            labels.get(row["pool"], ""),
            row["pool_place"],
            is_best_next=row["ground"] == Ground.BEST_NEXT,
            moved_past=tuple(
                by_number[number] for number in row["moved_past"] if number in by_number
            ),
        )
        for row in field.rows
        if row["pair"] in by_number
    )
