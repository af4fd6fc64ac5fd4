"""A pair withdraws: what follows is what was shown, and nothing else."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring.notation import parse_sheet
from scoring.withdrawal import Choice
from tests.builders import (
    add_referee,
    draw_and_publish,
    make_drawn_tournament,
    make_tournament,
    play,
)
from tests.builders import sheet_in_short as sheet
from tests.tournaments.withdrawals.steps import (
    annul,
    annulments,
    begin,
    come_back,
    match_of,
    places,
    side_of,
    told_places,
    win,
    withdraw,
)
from tournaments.actions.draws import take_back_draw
from tournaments.actions.entries import remove_pair
from tournaments.actions.ledgers import find_differences
from tournaments.actions.refusals import AlreadyDone, Refused, Stale
from tournaments.actions.sheets import append_entry
from tournaments.actions.withdrawals import withdraw_pair
from tournaments.ledger import format_of
from tournaments.models import AuditRecord, Pair, Tournament, User, Withdrawal
from tournaments.permissions import actor_of
from tournaments.queries.pairs import pairs_by_key
from tournaments.queries.preparation import preparation_of
from tournaments.queries.standings import standings_of
from tournaments.queries.withdrawals import withdrawal_picture

pytestmark = pytest.mark.django_db


@pytest.fixture
def pool(organiser: User) -> Tournament:
    """Four pairs in one pool, sixteen deals a match. Pair 1 is the one that withdraws."""
    return make_drawn_tournament(organiser, pairs=4, pools=1)


def seen(tournament: Tournament, number: int = 1) -> str:
    picture = withdrawal_picture(tournament, number)
    assert picture is not None
    return picture.seen


def test_results_stand_and_the_rest_are_forfeits(organiser: User, pool: Tournament) -> None:
    win(organiser, pool, 1, 2)
    rising = "ra8" if side_of(match_of(pool, 1, 3), 3) == "A" else "rb8"
    begin(organiser, pool, 1, 3, rising)
    withdrawal = withdraw(organiser, pool, 1, Choice.STAND)

    assert annulments(pool, 1) == {2: "", 3: "", 4: ""}
    played, begun, waiting = (match_of(pool, 1, other) for other in (2, 3, 4))
    assert (played.winner, played.revision) == (side_of(played, 1), 1)
    third = side_of(begun, 3)
    assert sheet(begun) == f"{rising} ={third.lower()}:forfeit"
    # The other pair's rise of 8 is completed to 52 (R18).
    assert (begun.winner, begun.decided_by, max(begun.total_a, begun.total_b)) == (
        third,
        "award",
        52,
    )
    fourth = side_of(waiting, 4)
    assert sheet(waiting) == f"={fourth.lower()}:forfeit"
    assert withdrawal.effects == sorted(
        [
            {"match": begun.number, "awarded_to": third, "revision": 2},
            {"match": waiting.number, "awarded_to": fourth, "revision": 1},
        ],
        key=lambda effect: match_pk(pool, effect["match"]),
    )
    assert not find_differences().is_bad


def match_pk(tournament: Tournament, number: int) -> int:
    return tournament.matches.get(number=number).pk


def test_all_annulled_leaves_the_sheets_and_counts_nowhere(
    organiser: User, pool: Tournament
) -> None:
    win(organiser, pool, 1, 2)
    begin(organiser, pool, 1, 3, "na4")
    win(organiser, pool, 3, 4)
    withdraw(organiser, pool, 1, Choice.ANNUL)

    assert annulments(pool, 1) == {2: "withdrawal", 3: "withdrawal", 4: "withdrawal"}
    assert (sheet(match_of(pool, 1, 3)), match_of(pool, 1, 2).is_finished) == ("na4", True)
    assert {number: place[1:] for number, place in places(pool).items()} == {
        1: (0, 0, 0),
        2: (0, 0, 0),
        3: (1, 1, 56),
        4: (1, 0, 0),
    }
    [standings] = standings_of(pool)
    assert (len(standings.unplayed), len(standings.annulled)) == (2, 3)
    preparation = preparation_of(pool, timezone.now())
    assert (preparation.match_count, preparation.finished_count) == (3, 1)
    assert not find_differences().is_bad


@pytest.mark.parametrize("choice", Choice)
def test_what_was_shown_is_what_comes(organiser: User, pool: Tournament, choice: Choice) -> None:
    win(organiser, pool, 1, 2)
    begin(organiser, pool, 1, 3, "na4 nb3")
    win(organiser, pool, 4, 2)
    picture = withdrawal_picture(pool, 1)
    assert picture is not None
    before = places(pool)
    option = next(option for option in picture.options if option.choice is choice)
    told = told_places(option.consequences)
    states = {
        step.after.match.number: (
            step.after.match.annulment,
            step.after.match.winner,
            step.after.match.total_a,
        )
        for step in option.consequences.steps
    }
    assert places(pool) == before  # looking writes nothing
    withdraw(organiser, pool, 1, choice)
    assert places(pool) == told
    assert {
        match.number: (match.annulment, match.winner, match.total_a)
        for match in (match_of(pool, 1, other) for other in (2, 3, 4))
    } == states


@pytest.mark.parametrize(
    ("played", "default"), [(0, Choice.ANNUL), (1, Choice.ANNUL), (2, Choice.STAND)]
)
def test_the_default_is_by_how_much_was_played(
    organiser: User, pool: Tournament, played: int, default: Choice
) -> None:
    for other in range(2, 2 + played):
        win(organiser, pool, 1, other)
    picture = withdrawal_picture(pool, 1)
    assert picture is not None
    assert (picture.played, picture.match_count, picture.default) == (played, 3, default)
    assert [option.choice for option in picture.options if option.is_default] == [default]


def test_annulled_matches_are_in_neither_number_of_the_default(
    organiser: User, pool: Tournament
) -> None:
    win(organiser, pool, 1, 2)
    annul(organiser, match_of(pool, 1, 3))
    picture = withdrawal_picture(pool, 1)
    assert picture is not None
    assert (picture.played, picture.match_count, picture.default) == (1, 2, Choice.STAND)


def test_a_forfeit_nobody_played_is_not_played_where_the_default_is_chosen(
    organiser: User, pool: Tournament
) -> None:
    forfeited = begin(organiser, pool, 1, 2, "=a:forfeit")
    begin(organiser, pool, 1, 3, "=b:forfeit")
    picture = withdrawal_picture(pool, 1)
    assert picture is not None
    assert (picture.played, picture.match_count, picture.default) == (0, 3, Choice.ANNUL)
    play(organiser, forfeited, "na4 =a:forfeit", reason="one deal was played")
    win(organiser, pool, 1, 4)
    picture = withdrawal_picture(pool, 1)
    assert picture is not None
    assert (picture.played, picture.match_count, picture.default) == (2, 3, Choice.STAND)


@pytest.mark.parametrize("first", Choice)
@pytest.mark.parametrize("second", Choice)
def test_a_match_between_two_withdrawn_pairs_is_annulled(
    organiser: User, pool: Tournament, first: Choice, second: Choice
) -> None:
    win(organiser, pool, 3, 4)
    withdraw(organiser, pool, 1, first)
    withdrawal = withdraw(organiser, pool, 2, second)
    between = match_of(pool, 1, 2)
    assert between.annulment == "withdrawal"
    assert ({"match": between.number, "annulled": True} in withdrawal.effects) == (
        first is Choice.STAND
    )
    assert not find_differences().is_bad


def test_a_match_annulled_by_decision_is_left_to_the_decision(
    organiser: User, pool: Tournament
) -> None:
    annul(organiser, match_of(pool, 1, 2), "wrong table")
    withdraw(organiser, pool, 1, Choice.STAND)
    match = match_of(pool, 1, 2)
    assert (match.annulment, match.annulment_reason, sheet(match)) == (
        "decision",
        "wrong table",
        "",
    )


def test_a_withdrawn_pair_is_told_as_such_and_ranked_by_what_stands(
    organiser: User, pool: Tournament
) -> None:
    win(organiser, pool, 1, 2)
    win(organiser, pool, 1, 3)
    withdrawal = withdraw(organiser, pool, 1, Choice.STAND)
    told = {view.number: view.withdrawn_at for view in pairs_by_key(pool).values()}
    assert told == {1: withdrawal.made_at, 2: None, 3: None, 4: None}
    assert places(pool)[1] == (1, 3, 2, 112)


def test_nothing_more_is_written_on_an_annulled_sheet(organiser: User, pool: Tournament) -> None:
    match = begin(organiser, pool, 1, 2, "na4")
    withdraw(organiser, pool, 1, Choice.ANNUL)
    with pytest.raises(Refused, match="has been annulled"):
        append_entry(
            actor=actor_of(organiser),
            match=match,
            entry=parse_sheet("na4", format_of(match))[0],
            seen_revision=1,
        )
    with pytest.raises(Refused, match="has been annulled"):
        play(organiser, match, "na3", reason="typed wrong")
    assert sheet(match) == "na4"


def test_a_change_of_the_pairs_matches_after_the_page_was_shown_is_refused(
    organiser: User, pool: Tournament
) -> None:
    shown = seen(pool)
    begin(organiser, pool, 1, 2, "na4")
    with pytest.raises(Stale):
        withdraw_pair(
            actor=actor_of(organiser),
            tournament=pool,
            number=1,
            choice=Choice.STAND,
            reason="fever",
            seen=shown,
        )
    assert (Withdrawal.objects.count(), sheet(match_of(pool, 1, 2))) == (0, "na4")


def test_a_change_elsewhere_does_not_matter(organiser: User, pool: Tournament) -> None:
    shown = seen(pool)
    begin(organiser, pool, 2, 3, "na4")
    withdraw_pair(
        actor=actor_of(organiser),
        tournament=pool,
        number=1,
        choice=Choice.STAND,
        reason="fever",
        seen=shown,
    )
    assert Withdrawal.objects.count() == 1


def test_the_same_submission_counts_once_and_withdrawing_twice_is_refused(
    organiser: User, pool: Tournament
) -> None:
    token, shown = uuid4(), seen(pool)

    def send() -> None:
        withdraw_pair(
            actor=actor_of(organiser),
            tournament=pool,
            number=1,
            choice=Choice.STAND,
            reason="fever",
            seen=shown,
            token=token,
        )

    send()
    with pytest.raises(AlreadyDone) as done:
        send()
    assert (done.value.record.verb, done.value.record.details["pair"]) == ("withdraw_pair", 1)
    with pytest.raises(Stale, match="already"):
        withdraw(organiser, pool, 1, Choice.ANNUL)
    assert Withdrawal.objects.count() == 1


@pytest.mark.parametrize("reason", ["", "   ", "x" * 301])
def test_a_reason_is_needed(organiser: User, pool: Tournament, reason: str) -> None:
    with pytest.raises(Refused) as refused:
        withdraw(organiser, pool, 1, Choice.STAND, reason)
    assert refused.value.field == "reason"
    assert Withdrawal.objects.count() == 0


def test_organisers_only(organiser: User, pool: Tournament) -> None:
    with pytest.raises(PermissionDenied):
        withdraw(add_referee(pool), pool, 1, Choice.STAND)


def test_before_the_draw_a_pair_is_removed_instead(organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=4)
    with pytest.raises(Refused, match="Remove it"):
        withdraw(organiser, tournament, 1, Choice.ANNUL)
    with pytest.raises(Pair.DoesNotExist):
        withdraw_pair(
            actor=actor_of(organiser),
            tournament=tournament,
            number=99,
            choice=Choice.ANNUL,
            reason="x",
            seen="",
        )


def test_the_draw_stays_while_a_pair_is_withdrawn(organiser: User, pool: Tournament) -> None:
    withdraw(organiser, pool, 1, Choice.ANNUL)
    with pytest.raises(Refused, match="withdrawn"):
        take_back_draw(actor=actor_of(organiser), tournament=pool)
    come_back(organiser, pool, 1)
    take_back_draw(actor=actor_of(organiser), tournament=pool)
    remove_pair(actor=actor_of(organiser), tournament=pool, number=1)
    kept = Withdrawal.objects.get()
    assert (kept.pair, kept.pair_number, kept.undone_reason) == (None, 1, "well again")
    draw_and_publish(organiser, pool, 1)


def test_every_write_is_recorded(organiser: User, pool: Tournament) -> None:
    first = AuditRecord.objects.count()
    begin(organiser, pool, 1, 2, "na4")
    withdraw(organiser, pool, 1, Choice.STAND)
    verbs = list(AuditRecord.objects.order_by("pk").values_list("verb", flat=True))[first:]
    assert verbs == ["write_sheet", *["write_sheet"] * 3, "withdraw_pair"]
    last = AuditRecord.objects.order_by("-pk")[0]
    assert (last.details["pair"], last.details["choice"], last.details["reason"]) == (
        1,
        "stand",
        "fever",
    )


def test_the_database_keeps_one_withdrawal_of_a_pair_in_force(
    organiser: User, pool: Tournament
) -> None:
    withdrawal = withdraw(organiser, pool, 1, Choice.STAND)
    with pytest.raises(IntegrityError), transaction.atomic():
        Withdrawal.objects.create(
            tournament=pool,
            pair=withdrawal.pair,
            pair_number=1,
            choice="stand",
            reason="again",
            made_by_name="olli",
        )
    with pytest.raises(IntegrityError), transaction.atomic():
        pool.matches.filter(number=1).update(annulment="decision")
