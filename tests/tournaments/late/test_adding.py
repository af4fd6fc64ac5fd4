"""A pair that comes after the draw joins a pool: all that is fixed stays, and all of it holds."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from scoring.withdrawal import Choice
from tests.builders import add_referee, make_drawn_tournament, make_tournament, numbered_pair, play
from tests.builders import sheet_in_short as sheet
from tests.tournaments.late.steps import TEN, conflicts, enter, facts, join, leave, look
from tests.tournaments.timetable.steps import at, back, call, delay, match, move
from tests.tournaments.withdrawals.steps import annul, come_back, withdraw
from tournaments.actions.draws import make_draw, publish_draw, take_back_draw
from tournaments.actions.entries import add_pair
from tournaments.actions.late_pairs import add_late_pair, take_back_late_pair
from tournaments.actions.ledgers import find_differences
from tournaments.actions.refusals import AlreadyDone, Refused, Stale
from tournaments.actions.schedules import plan_schedule
from tournaments.models import AuditRecord, Match, Pool, PoolPlace, Tournament, User
from tournaments.permissions import actor_of
from tournaments.queries.draw_checks import check_draws
from tournaments.queries.standings import standings_of

pytestmark = pytest.mark.django_db


def pool_of(tournament: Tournament, number: int) -> Pool:
    return tournament.pools.live().get(places__pair__number=number)


def check_whole(tournament: Tournament) -> None:
    """Everybody meets everybody of the pool once, nobody is at two places at once."""
    check_meetings(tournament)
    assert conflicts(tournament) == ()


def check_meetings(tournament: Tournament) -> None:
    for pool in tournament.pools.live():
        members = [place.pair_id for place in pool.places.all()]
        met = Counter(frozenset((m.pair_a_id, m.pair_b_id)) for m in pool.matches.all())
        assert met == Counter(map(frozenset, combinations(members, 2)))
        assert {each.deals for each in pool.matches.all()} == {pool.deals}
        counting = [each for each in pool.matches.all() if not each.annulled]
        playing = Counter(
            (pair, each.round) for each in counting for pair in (each.pair_a_id, each.pair_b_id)
        )
        assert set(playing.values()) <= {1}
    assert not find_differences().is_bad


def test_before_play_the_smallest_pool_takes_the_pair(
    organiser: User, tournament: Tournament
) -> None:
    other = facts(tournament)
    enter(organiser, tournament, 9)
    new = join(organiser, tournament, 9)
    pool = pool_of(tournament, 9)
    assert pool.number == 1
    assert len(new) == 4
    assert [each.number for each in new] == [13, 14, 15, 16]
    assert pool.deals == 16
    place = pool.places.get(pair__number=9)
    assert (place.position, place.added_at) == (5, TEN)
    assert place.pair.present_at == TEN
    check_whole(tournament)
    after = facts(tournament)
    untouched = [m.number for m in tournament.matches.exclude(pool=pool)]
    assert {n: after[n] for n in untouched} == {n: other[n] for n in untouched}
    assert [check.faults for check in check_draws(tournament)] == [()]
    [record] = AuditRecord.objects.filter(verb="add_late_pair")
    assert (record.details["pair"], record.details["pool"]) == (9, "A")


def test_the_smallest_is_the_one_with_the_fewest_pairs_still_in_play(
    organiser: User, tournament: Tournament
) -> None:
    enter(organiser, tournament, 9)
    enter(organiser, tournament, 10)
    join(organiser, tournament, 9)
    assert look(tournament, 10).chosen.pool.number == 2
    gone = [place.pair.number for place in pool_of(tournament, 9).places.all()][:2]
    for number in gone:
        withdraw(organiser, tournament, number, Choice.ANNUL)
    picture = look(tournament, 10)
    assert [(o.size, o.is_default) for o in picture.options] == [(3, True), (4, False)]
    assert look(tournament, 10, pool=2).chosen.pool.number == 2
    assert look(tournament, 10, pool=7).chosen.is_default


@pytest.mark.parametrize("begun", [True, False])
def test_what_is_begun_called_moved_annulled_or_over_stays(
    organiser: User, tournament: Tournament, begun: bool
) -> None:
    own = list(tournament.matches.filter(pool__number=1).order_by("number"))
    play(organiser, own[0], "rb0")
    play(organiser, own[1], "ra8" if begun else "rb0")
    if not begun:
        call(organiser, tournament, own[2].number)
    move(organiser, tournament, own[3].number, "16.00", 3)
    annul(organiser, match(tournament, own[4].number))
    before = facts(tournament)
    enter(organiser, tournament, 9)
    now = at("12.40")
    join(organiser, tournament, 9, pool=1, now=now)
    after = facts(tournament)
    fixed = [own[at].number for at in ((0, 1, 3, 4) if begun else range(5))]
    others = list(tournament.matches.filter(pool__number=2).values_list("number", flat=True))
    assert {n: after[n] for n in (*fixed, *others)} == {n: before[n] for n in (*fixed, *others)}
    check_whole(tournament)
    new = tournament.matches.filter(number__gt=12)
    assert {each.starts_at >= at("12.35") for each in new} == {True}


def test_where_nothing_is_called_what_is_due_is_taken_to_be_playing(
    organiser: User, tournament: Tournament
) -> None:
    """Sheets are on paper: round one is on at 11.40 though nobody typed anything."""
    before = facts(tournament)
    enter(organiser, tournament, 9)
    now = at("11.40")
    assert look(tournament, 9, now=now).clock_rules
    join(organiser, tournament, 9, now=now)
    after = facts(tournament)
    due = [n for n, told in before.items() if told[6] <= now]
    assert len(due) == 4
    assert {n: after[n] for n in due} == {n: before[n] for n in due}
    new = tournament.matches.filter(number__gt=12)
    assert min(each.starts_at for each in new) == at("12.35")
    check_whole(tournament)


def test_where_matches_are_called_one_due_and_not_called_can_be_redone(
    organiser: User, tournament: Tournament
) -> None:
    for each in tournament.matches.filter(starts_at=at("11.15")):
        call(organiser, tournament, each.number)
        play(organiser, match(tournament, each.number), "rb0")
    enter(organiser, tournament, 9)
    now = at("12.50")
    picture = look(tournament, 9, now=now)
    assert not picture.clock_rules
    join(organiser, tournament, 9, now=now)
    new = tournament.matches.filter(number__gt=12)
    assert min(each.starts_at for each in new) == at("12.35")
    check_whole(tournament)


def test_a_pool_that_is_over_takes_a_pair_behind_the_last_match(
    organiser: User, tournament: Tournament
) -> None:
    for each in tournament.matches.all():
        play(organiser, each, "rb0")
    enter(organiser, tournament, 9)
    join(organiser, tournament, 9, now=at("15.20"))
    check_whole(tournament)
    starts = sorted(each.starts_at for each in tournament.matches.filter(number__gt=12))
    assert starts[0] == at("15.20")
    assert len(set(starts)) == 4


def test_few_tables_push_the_end_and_the_page_says_so(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, tables=1)
    enter(organiser, tournament, 9)
    picture = look(tournament, 9)
    changed = [end for end in picture.ends if end.changes]
    assert changed
    join(organiser, tournament, 9)
    check_whole(tournament)
    last = max(timezone.localtime(each.starts_at).date() for each in tournament.matches.all())
    assert last in [end.date for end in picture.ends]


def test_what_the_page_shows_is_what_is_written(organiser: User, tournament: Tournament) -> None:
    enter(organiser, tournament, 9)
    picture = look(tournament, 9)
    assert picture.plan is not None
    promised = {each.number: (each.round, each.table, each.starts_at) for each in picture.plan.laid}
    join(organiser, tournament, 9)
    written = {
        each.number: (each.round, each.table, each.starts_at)
        for each in tournament.matches.filter(number__in=promised)
    }
    assert written == promised


def test_several_late_pairs_one_after_the_other(organiser: User, tournament: Tournament) -> None:
    for number, clock in ((9, "10.00"), (10, "11.20"), (11, "12.40"), (12, "14.00")):
        enter(organiser, tournament, number)
        join(organiser, tournament, number, now=at(clock))
        check_whole(tournament)
    assert sorted(pool.places.count() for pool in tournament.pools.live()) == [6, 6]
    assert sorted(tournament.matches.values_list("number", flat=True)) == list(range(1, 31))


def test_a_match_with_a_pair_that_has_withdrawn_follows_its_withdrawal(
    organiser: User, tournament: Tournament
) -> None:
    members = [place.pair.number for place in tournament.pools.get(number=1).places.all()]
    withdraw(organiser, tournament, members[0], Choice.STAND)
    withdraw(organiser, tournament, members[1], Choice.ANNUL)
    enter(organiser, tournament, 9)
    picture = look(tournament, 9, pool=1)
    assert [each.laid.is_played for each in picture.new].count(False) == 2
    join(organiser, tournament, 9, pool=1)
    check_whole(tournament)
    met = {
        frozenset((each.pair_a.number, each.pair_b.number)) - {9}: each
        for each in tournament.matches.filter(number__gt=12)
    }
    stood, annulled = (met[frozenset({number})] for number in members[:2])
    assert sheet(stood).endswith(":forfeit")
    assert annulled.annulment == "withdrawal"
    come_back(organiser, tournament, members[0])
    come_back(organiser, tournament, members[1])
    assert sheet(stood) == ""
    annulled.refresh_from_db()
    assert annulled.annulment == ""
    # Its place was given away meanwhile; the organiser's schedule names what is in the way.
    check_meetings(tournament)


def test_a_pair_left_out_as_absent_joins_and_an_entry_called_off_counts_again(
    organiser: User,
) -> None:
    tournament = make_tournament(organiser, pairs=10, tables=4)
    tournament.pairs.filter(number=10).update(cancelled_at=TEN)
    tournament.pairs.filter(number__lt=9).update(present_at=TEN)
    actor = actor_of(organiser)
    draw = make_draw(actor=actor, tournament=tournament, pool_count=2, seed="52")
    publish_draw(actor=actor, tournament=tournament, number=draw.number, leaving_out=[9])
    join(organiser, tournament, 9)
    join(organiser, tournament, 10)
    check_whole(tournament)
    assert tournament.pairs.get(number=10).cancelled_at is None
    [view] = [check for check in check_draws(tournament) if check.draw.counts]
    assert view.faults == ()
    assert len(view.notes) == 2


def test_taking_back_takes_its_matches_and_nothing_else(
    organiser: User, tournament: Tournament
) -> None:
    enter(organiser, tournament, 9)
    join(organiser, tournament, 9)
    before = facts(tournament)
    gone = leave(organiser, tournament, 9)
    assert gone == [13, 14, 15, 16]
    after = facts(tournament)
    assert after == {n: told for n, told in before.items() if n not in gone}
    assert not PoolPlace.objects.filter(pair__number=9).exists()
    check_whole(tournament)
    again = join(organiser, tournament, 9, pool=2)
    check_whole(tournament)
    # A page of the match that had the number before never fits this one.
    assert {each.first_revision for each in again} == {2}


def test_a_schedule_made_anew_begins_at_a_revision_of_its_own(
    organiser: User, tournament: Tournament
) -> None:
    enter(organiser, tournament, 9)
    join(organiser, tournament, 9)
    seen = set(tournament.matches.values_list("number", "first_revision"))
    plan_schedule(actor=actor_of(organiser), tournament=tournament)
    assert not seen & set(tournament.matches.values_list("number", "first_revision"))
    check_whole(tournament)


def test_one_that_has_begun_a_match_stays(organiser: User, tournament: Tournament) -> None:
    enter(organiser, tournament, 9)
    new = join(organiser, tournament, 9)
    call(organiser, tournament, new[0].number)
    with pytest.raises(Refused, match="has been called"):
        leave(organiser, tournament, 9)
    play(organiser, match(tournament, new[0].number), "ra8")
    with pytest.raises(Refused, match="can withdraw instead"):
        leave(organiser, tournament, 9)
    withdraw(organiser, tournament, 9, Choice.ANNUL)
    with pytest.raises(Refused, match="Undo the withdrawal first"):
        leave(organiser, tournament, 9)
    assert len(tournament.matches.filter(number__gt=12)) == 4


def test_one_with_a_match_annulled_by_decision_stays(
    organiser: User, tournament: Tournament
) -> None:
    enter(organiser, tournament, 9)
    new = join(organiser, tournament, 9)
    annul(organiser, match(tournament, new[0].number))
    with pytest.raises(Refused, match="annulled by decision"):
        leave(organiser, tournament, 9)


def test_a_pair_that_was_drawn_or_is_in_no_pool_cannot_be_taken_back(
    organiser: User, tournament: Tournament
) -> None:
    with pytest.raises(Refused, match="was drawn into its pool"):
        leave(organiser, tournament, 1)
    enter(organiser, tournament, 9)
    with pytest.raises(Stale, match="in no pool any more"):
        leave(organiser, tournament, 9)


@pytest.mark.parametrize("change", ["begun", "moved", "called", "joined", "settings"])
def test_a_page_shown_before_something_changed_adds_nothing(
    organiser: User, tournament: Tournament, change: str
) -> None:
    enter(organiser, tournament, 9)
    enter(organiser, tournament, 10)
    picture = look(tournament, 9)
    first = tournament.matches.filter(pool__number=1).order_by("number")[0]
    match change:
        case "begun":
            play(organiser, first, "ra8")
        case "moved":
            move(organiser, tournament, first.number, "16.00", 3)
        case "called":
            call(organiser, tournament, first.number)
        case "joined":
            join(organiser, tournament, 10, pool=1)
        case "settings":
            Tournament.objects.filter(pk=tournament.pk).update(table_count=1)
    before = facts(tournament)
    with pytest.raises(Stale):
        add_late_pair(
            actor=actor_of(organiser),
            tournament=tournament,
            number=9,
            pool=1,
            seen=picture.seen,
            now=TEN,
        )
    assert facts(tournament) == before
    assert not PoolPlace.objects.filter(pair__number=9).exists()


def test_a_form_sent_twice_adds_once(organiser: User, tournament: Tournament) -> None:
    enter(organiser, tournament, 9)
    token = uuid4()
    sent = {
        "actor": actor_of(organiser),
        "tournament": tournament,
        "number": 9,
        "pool": 1,
        "seen": look(tournament, 9).seen,
        "now": TEN,
        "token": token,
    }
    add_late_pair(**sent)
    with pytest.raises(AlreadyDone):
        add_late_pair(**sent)
    with pytest.raises(Stale, match="in a pool already"):
        add_late_pair(**{**sent, "token": uuid4()})
    assert tournament.matches.count() == 16


def test_only_organisers_add_and_take_back(organiser: User, tournament: Tournament) -> None:
    enter(organiser, tournament, 9)
    referee = add_referee(tournament)
    with pytest.raises(PermissionDenied):
        join(referee, tournament, 9)
    join(organiser, tournament, 9)
    with pytest.raises(PermissionDenied):
        take_back_late_pair(actor=actor_of(referee), tournament=tournament, number=9)


def test_without_a_draw_there_is_no_pool_to_join(organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=5)
    assert look(tournament, 5).plan is None
    with pytest.raises(Refused, match="No draw counts"):
        add_late_pair(
            actor=actor_of(organiser), tournament=tournament, number=5, pool=1, seen="", now=TEN
        )


def test_taking_the_draw_back_frees_the_late_pair_for_the_next(
    organiser: User, tournament: Tournament
) -> None:
    enter(organiser, tournament, 9)
    join(organiser, tournament, 9)
    actor = actor_of(organiser)
    take_back_draw(actor=actor, tournament=tournament)
    draw = make_draw(
        actor=actor, tournament=tournament, pool_count=2, seed="53", include_absent=True
    )
    publish_draw(actor=actor, tournament=tournament, number=draw.number)
    assert pool_of(tournament, 9).places.get(pair__number=9).added_at is None


def test_entering_after_the_draw_takes_an_explicit_word(
    organiser: User, tournament: Tournament
) -> None:
    with pytest.raises(Refused, match="A pair that comes late"):
        add_pair(actor=actor_of(organiser), tournament=tournament, entry=numbered_pair(9))
    enter(organiser, tournament, 9)
    assert tournament.pairs.filter(number=9).exists()


def test_a_match_moved_by_hand_before_can_still_be_moved_back(
    organiser: User, tournament: Tournament
) -> None:
    first = tournament.matches.filter(pool__number=1).order_by("number")[0]
    move(organiser, tournament, first.number, "17.00", 3)
    enter(organiser, tournament, 9)
    join(organiser, tournament, 9, pool=1)
    try:
        back(organiser, tournament, first.number)
    except Refused:
        assert match(tournament, first.number).starts_at == at("17.00")
    assert conflicts(tournament) == ()


def test_a_delay_after_it_moves_the_new_matches_too(
    organiser: User, tournament: Tournament
) -> None:
    enter(organiser, tournament, 9)
    join(organiser, tournament, 9)
    delay(organiser, tournament, "11.15", 30)
    check_whole(tournament)
    assert Match.objects.filter(starts_at=at("11.15")).count() == 0


def test_standings_hold_the_late_pair(organiser: User, tournament: Tournament) -> None:
    enter(organiser, tournament, 9)
    new = join(organiser, tournament, 9)
    play(organiser, new[0], "rb0")
    [pool] = [each for each in standings_of(tournament) if each.pool.number == 1]
    assert 9 in [row.pair.number for row in pool.rows]
    assert len(pool.rows) == 5
