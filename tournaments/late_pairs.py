"""What a pair that joins a pool after the draw makes of its matches.

Reads show it before anything is written and the write makes the very same, so both work it out
here. Nothing here reads or writes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from scoring.late_pair import Meeting, Waiting, place_waiting, with_newcomer
from tournaments.fingerprints import fingerprint_of_lines
from tournaments.models import Match, PlayingDay, Pool, Stage, Tournament
from tournaments.timetable import days_of, minute_of, places_of, playing_date, time_of, waits


@dataclass(frozen=True)
class LaidMatch:
    """A match of the pool in its round, place and time; `match` is None for one of the newcomer.

    `is_played` is false for one against a pair that has withdrawn.
    """

    match: Match | None
    number: int
    round: int
    pair_a: int
    pair_b: int
    table: int
    starts_at: datetime
    is_played: bool = True

    @property
    def moves(self) -> bool:
        """Whether a match that is there gets another time or table."""
        return self.match is not None and (
            (self.match.starts_at, self.match.table) != (self.starts_at, self.table)
        )

    @property
    def changes(self) -> bool:
        return self.match is None or self.moves or self.match.round != self.round


@dataclass(frozen=True)
class LatePlan:
    """All matches of a pool once a pair has joined it.

    `kept` are those that stay as they are: over, begun, called, annulled, moved by hand, or taken
    to be on; `laid` the others, by time and table.
    """

    pool: Pool
    kept: tuple[Match, ...]
    laid: tuple[LaidMatch, ...]

    @property
    def new(self) -> tuple[LaidMatch, ...]:
        return tuple(each for each in self.laid if each.match is None)

    @property
    def moved(self) -> tuple[LaidMatch, ...]:
        return tuple(each for each in self.laid if each.moves)


def are_called(matches: Iterable[Match]) -> bool:
    """Whether matches are called as they begin: any ever was."""
    return any(match.called_at for match in matches)


def stays(match: Match, now: datetime, *, called: bool) -> bool:
    """Whether a match keeps round, time and table when a pair joins its pool.

    Where matches are not `called` as they begin, one whose time has come is taken to be playing.
    """
    return not waits(match) or match.moved_by_hand or (not called and match.starts_at <= now)


def plan_late_pair(
    *,
    pool: Pool,
    newcomer: int,
    matches: Sequence[Match],
    highest: int,
    withdrawn: Collection[int],
    tournament: Tournament,
    days: Sequence[PlayingDay],
    now: datetime,
) -> LatePlan:
    """The matches of `pool` once the pair with the key `newcomer` has joined it.

    `pool` comes with its places preloaded, `matches` are all live ones of the event, `highest` the
    highest number of any, `withdrawn` the keys of the pairs that have. A pool keeps its deals a
    match: all its pairs play under equal conditions.
    """
    called = are_called(matches)
    own = [match for match in matches if match.pool_id == pool.pk and match.stage == Stage.POOL]
    kept = [match for match in own if stays(match, now, called=called)]
    free = [match for match in own if not stays(match, now, called=called)]
    first_round = min(
        (match.round for match in free),
        default=max((match.round for match in own), default=0) + 1,
    )
    meetings = with_newcomer(
        [place.pair_id for place in pool.places.all()],
        newcomer,
        [_meeting(match) for match in kept],
        [_meeting(match) for match in free],
        first_round=first_round,
        gone=withdrawn,
    )
    by_pairs = {_meeting(match).pairs: match for match in free}
    known = [by_pairs.get(meeting.pairs) for meeting in meetings]
    keys = [-step if match is None else match.number for step, match in enumerate(known, start=1)]
    starts = _starts(matches, now, called=called)
    rest = [match for match in matches if match not in free]
    placed = place_waiting(
        [
            Waiting(
                key,
                meeting.round,
                meeting.a,
                meeting.b,
                own=None if match is None else (minute_of(match.starts_at), match.table),
                first=match is None,
            )
            for key, meeting, match in zip(keys, meetings, known, strict=True)
        ],
        places_of(rest, tournament.minutes_per_deal),
        starts,
        earliest=min([minute_of(now), *starts]),
        length=pool.deals * tournament.minutes_per_deal,
        tables=tournament.table_count,
        days=days_of(days),
    )
    in_turn = sorted(
        zip(keys, meetings, known, strict=True),
        key=lambda each: (placed[each[0]].start, placed[each[0]].table),
    )
    laid = []
    for key, meeting, match in in_turn:
        if match is None:
            highest += 1
        starts_at = time_of(placed[key].start)
        if match is not None and minute_of(match.starts_at) == placed[key].start:
            starts_at = match.starts_at
        laid.append(
            LaidMatch(
                match,
                highest if match is None else match.number,
                meeting.round,
                int(meeting.a),
                int(meeting.b),
                placed[key].table,
                starts_at,
                is_played=not (match is None and {meeting.a, meeting.b} & set(withdrawn)),
            )
        )
    return LatePlan(pool, tuple(kept), tuple(laid))


def plan_fingerprint(plan: LatePlan) -> str:
    """What a page about this plan showed: it differs once anything of it would come otherwise."""
    told = [
        f"pool {plan.pool.pk} {plan.pool.deals}",
        *sorted(f"kept {match.number} {match.round}" for match in plan.kept),
        *(
            f"{each.number} {each.match is None} {each.round} {each.pair_a} {each.pair_b} "
            f"{each.table} {minute_of(each.starts_at)} {each.changes} {each.is_played}"
            for each in plan.laid
        ),
    ]
    return fingerprint_of_lines(told)


def _meeting(match: Match) -> Meeting:
    return Meeting(match.round, match.pair_a_id, match.pair_b_id)


def _starts(matches: Iterable[Match], now: datetime, *, called: bool) -> list[int]:
    """The starts still to come. Where matches are called, the one due last is still to come too,
    today, as long as a match of it waits."""
    waiting = {match.starts_at for match in matches if waits(match)}
    today = playing_date(now)
    due = [at for at in waiting if at <= now and playing_date(at) == today]
    to_come = [at for at in waiting if at > now]
    return sorted(minute_of(at) for at in [*to_come, *([max(due)] if called and due else [])])
