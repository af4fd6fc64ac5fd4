"""Which tables want somebody, worked out of matches and calls alone: no database, no clock."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from scoring.deals import Side
from tournaments.models import Match, Pool, RefereeCall
from tournaments.queries.attention import (
    STALE_AFTER,
    Attention,
    Reason,
    attention_of,
    next_change,
    stale_at,
)
from tournaments.queries.desk import next_wanted
from tournaments.queries.lateness import LateMatch
from tournaments.queries.matches import MatchView
from tournaments.queries.pairs import PairView, PlayerView

NOON = datetime(2026, 11, 28, 10, 0, tzinfo=UTC)


def ago(minutes: float) -> datetime:
    return NOON - timedelta(minutes=minutes)


def pair(number: int) -> PairView:
    return PairView(number, number, (PlayerView(f"Aino {number}", "", ""),) * 2)


def view(number: int, table: int | None = None, starts: float = 60, **fields: Any) -> MatchView:
    """Match 1 of pairs 1 and 2 at table 1, and so on; begun `starts` minutes before noon."""
    a, b = pair(2 * number - 1), pair(2 * number)
    match = Match(
        pk=number,
        number=number,
        pair_a_id=a.pk,
        pair_b_id=b.pk,
        deals=12,
        slot=fields.pop("slot", 1),
        table=table or number,
        starts_at=ago(starts),
        **fields,
    )
    match.locked_a = match.locked_b = None
    return MatchView(match, a, b, Pool(number=1))


def begun(number: int, minutes: float = 3, **fields: Any) -> MatchView:
    """Under way, its latest deal so many minutes ago."""
    return view(number, entry_count=3, changed_at=ago(minutes), **fields)


def finished(number: int, minutes: float = 3, **fields: Any) -> MatchView:
    return begun(number, minutes, state="finished", winner="A", revision=5, **fields)


def call(table: int, kind: str, minutes: float, match: int | None = None) -> RefereeCall:
    row = RefereeCall(pk=table, table=table, kind=kind, match_id=match, side="B")
    row.made_at = ago(minutes)
    return row


def late(shown: MatchView) -> LateMatch:
    return LateMatch(shown, shown.match.starts_at, 60, frozenset({shown.a.pk}))


def attention(*views: MatchView, tables: int = 0, **fields: Any) -> Attention:
    told: dict[str, Any] = {"calls": (), "late": (), "breaks": (), "now": NOON}
    return attention_of(views, table_count=tables, **(told | fields))


def told(found: Attention) -> list[tuple[str, int]]:
    return [(each.first.reason.value, each.table) for each in found.urgent]


def test_what_wants_somebody_most_stands_first_and_of_its_like_who_waited_longest() -> None:
    waits = view(6)
    found = attention(
        begun(1),
        begun(2, 16),
        begun(3, 40),
        begun(4, 20),
        finished(5),
        waits,
        calls=[call(5, "dispute", 1, 5), call(4, "help", 2, 4), call(1, "help", 9, 1)],
        late=[late(waits)],
    )
    assert told(found) == [
        ("dispute", 5),
        ("call", 1),
        ("call", 4),
        ("stale", 3),
        ("stale", 2),
        ("late", 6),
    ]
    by_table = {each.table: each for each in found.urgent}
    assert [concern.reason for concern in by_table[4].also] == [Reason.STALE]
    assert [concern.reason for concern in by_table[1].also] == [Reason.UNDER_WAY]
    assert found.playing_count == 4
    assert found.late_count == 1


def test_a_locked_code_wants_somebody_while_its_pair_could_confirm_by_it() -> None:
    locked = finished(1)
    locked.match.locked_a, locked.match.locked_b = ago(9), ago(4)
    settled, under_way = finished(2, confirmed_a=5), begun(3)
    settled.match.locked_a = under_way.match.locked_a = ago(9)
    found = attention(locked, settled, under_way)
    assert told(found) == [("locked", 1)]
    [table] = found.urgent
    assert [(each.side, each.opens_at) for each in (table.first, *table.also)] == [
        (Side.A, NOON + timedelta(minutes=6)),
        (Side.B, NOON + timedelta(minutes=11)),
    ]
    assert len({each.key for each in (table.first, *table.also)}) == 2
    assert next_change([locked], (), 15, NOON) == NOON + timedelta(minutes=6)


def test_a_table_to_which_a_referee_comes_calls_nobody_else() -> None:
    coming = call(1, "help", 6, 1)
    coming.coming_at = ago(4)
    found = attention(begun(1, 20), begun(2), calls=[coming])
    assert told(found) == []
    assert found.wanted == ()
    [table] = found.coming
    assert (table.first.since, [each.reason for each in table.also]) == (ago(4), [Reason.STALE])
    assert found.playing_count == 2


def test_every_table_stands_once_by_what_is_on_it() -> None:
    found = attention(
        begun(1),
        view(2, called_at=ago(4)),
        view(3),
        view(4, starts=-30),
        finished(5),
        view(6, annulment="decision", annulled_at=ago(1)),
        tables=7,
    )
    assert [each.table for each in found.under_way] == [1]
    assert [each.table for each in found.called] == [2]
    assert [each.table for each in found.due] == [3]
    assert [(each.table, each.first.view and each.first.view.match.number) for each in found.free] \
        == [(4, 4)]  # fmt: skip
    assert found.idle == (5, 6, 7)
    assert found.urgent == ()


def test_quiet_tables_keep_their_places_whatever_is_written() -> None:
    found = attention(begun(3, 1), begun(1, 9), begun(2, 4))
    assert [each.table for each in found.under_way] == [1, 2, 3]


def test_a_match_whose_pair_still_plays_elsewhere_is_not_due() -> None:
    on = begun(1)
    comes = replace(view(2), a=on.a)
    comes.match.pair_a_id = on.a.pk
    found = attention(on, comes)
    assert found.due == ()
    assert [each.table for each in found.free] == [2]


def test_the_next_match_of_a_table_waits_behind_the_one_on_it() -> None:
    found = attention(begun(1), view(2, table=1, slot=2, starts=1))
    assert [each.table for each in found.under_way] == [1]
    assert found.due == found.free == ()


def test_a_call_from_a_table_without_a_match_is_told() -> None:
    found = attention(begun(1), calls=[call(9, "help", 1)], tables=2)
    assert told(found) == [("call", 9)]
    assert found.urgent[0].first.view is None
    assert found.idle == (2,)


def test_every_result_not_confirmed_stands_there_disputed_or_without_a_sheet_too() -> None:
    found = attention(
        finished(1, 9, confirmed_a=5, confirmed_b=5),
        finished(2, 3, confirmed_a=5),
        finished(3, 8, confirmed_a=4, confirmed_b=5),
        finished(4, 5, sheet_missing=True),
        finished(5, 5, annulment="decision", sheet_missing=True),
        finished(6, 2),
        calls=[call(6, "dispute", 1, 6)],
    )
    assert [each.view and each.view.match.number for each in found.unconfirmed] == [
        3,
        4,
        2,
        6,
    ]
    assert [each.view and each.view.match.number for each in found.missing] == [4]


def test_unconfirmed_results_want_somebody_only_where_pairs_confirm() -> None:
    results = [finished(1), finished(2, sheet_missing=True)]
    on_paper = attention(*results)
    assert [each.reason for each in on_paper.wanted] == [Reason.SHEET_MISSING]
    with_phones = attention(*(replace(each, shows_confirming=True) for each in results))
    assert [each.reason for each in with_phones.wanted] == [Reason.UNCONFIRMED] * 2


def test_a_match_wants_somebody_once_however_many_reasons_it_has() -> None:
    bare = replace(finished(1, sheet_missing=True), shows_confirming=True)
    disputed = replace(finished(2), shows_confirming=True)
    found = attention(bare, disputed, calls=[call(2, "dispute", 1, 2), call(9, "help", 1)])
    assert [(each.reason, each.table) for each in found.wanted] == [
        (Reason.DISPUTE, 2),
        (Reason.CALL, 9),
        (Reason.UNCONFIRMED, 1),
    ]


def test_a_break_does_not_make_a_match_stale() -> None:
    lunch = [(ago(20), ago(5))]
    match = begun(1, 24).match
    assert stale_at(match, ()) == ago(9)
    assert stale_at(match, lunch) == ago(9) + timedelta(minutes=15)
    assert stale_at(begun(1, 10).match, lunch) == ago(5) + STALE_AFTER
    assert stale_at(begun(1, 4).match, lunch) == ago(4) + STALE_AFTER
    assert attention(begun(1, 24), breaks=lunch).urgent == ()


def test_a_match_is_stale_a_quarter_of_an_hour_after_its_latest_deal() -> None:
    assert told(attention(begun(1, 15))) == [("stale", 1)]
    assert told(attention(begun(1, 14.99))) == []


def test_it_is_known_when_the_clock_alone_changes_something() -> None:
    playing, waiting = begun(1, 5), view(2, starts=-3)
    assert next_change([playing], (), 15, NOON) == NOON + timedelta(minutes=10)
    assert next_change([playing, waiting], (), 15, NOON) == NOON + timedelta(minutes=3)
    assert next_change([view(2, starts=10)], (), 15, NOON) == NOON + timedelta(minutes=5, seconds=1)
    assert next_change([begun(1, 99), finished(2)], (), 15, NOON) is None


def test_the_next_table_goes_round_the_hall_and_never_stays_where_it_is() -> None:
    found = attention(begun(1, 20), begun(2), begun(5, 30), finished(3, sheet_missing=True))

    def after(table: int, **fields: bool) -> int | None:
        following = next_wanted(found, view(table).match, **fields)
        return following.match.table if following else None

    assert [after(1), after(2), after(3), after(5)] == [3, 3, 5, 1]
    assert [after(5, back=True), after(1, back=True)] == [3, 5]
    assert next_wanted(attention(begun(1, 20)), view(1).match) is None
