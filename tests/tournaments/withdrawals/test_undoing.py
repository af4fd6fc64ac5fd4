"""A withdrawn pair comes back: what its withdrawal did is undone, and nothing else."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied

from scoring.notation import format_sheet
from scoring.withdrawal import Choice
from tests.builders import add_referee, make_drawn_tournament, play
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
    undo_annul,
    win,
    withdraw,
)
from tournaments.actions.ledgers import find_differences
from tournaments.actions.refusals import Refused, Stale
from tournaments.actions.withdrawals import undo_withdrawal
from tournaments.ledger import entries_at
from tournaments.models import AuditRecord, Match, Tournament, User, Withdrawal
from tournaments.permissions import actor_of
from tournaments.queries.pairs import pair_by_number
from tournaments.queries.withdrawals import return_picture

pytestmark = pytest.mark.django_db


def is_withdrawn(tournament: Tournament, number: int) -> bool:
    pair = pair_by_number(tournament, number)
    assert pair is not None
    return pair.withdrawn


@pytest.fixture
def pool(organiser: User) -> Tournament:
    """Four pairs in one pool: 1 beat 2, 1 and 3 are at it, 1 and 4 have not begun."""
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    win(organiser, tournament, 1, 2)
    begin(organiser, tournament, 1, 3, "na4")
    return tournament


def forfeit_to(match: Match, number: int) -> str:
    return f"={side_of(match, number).lower()}:forfeit"


@pytest.mark.parametrize("choice", Choice)
def test_undoing_brings_back_what_was(organiser: User, pool: Tournament, choice: Choice) -> None:
    before = places(pool)
    withdraw(organiser, pool, 1, choice)
    assert places(pool) != before
    picture = return_picture(pool, 1)
    assert picture is not None
    assert picture.consequences is not None
    told = told_places(picture.consequences)
    withdrawal = come_back(organiser, pool, 1)
    assert places(pool) == before == told
    assert annulments(pool, 1) == {2: "", 3: "", 4: ""}
    assert [sheet(match_of(pool, 1, other)) for other in (3, 4)] == ["na4", ""]
    assert [match_of(pool, 1, other).state for other in (3, 4)] == ["playing", "playing"]
    assert not is_withdrawn(pool, 1)
    assert (withdrawal.undone_by, withdrawal.undone_reason, withdrawal.left) == (
        organiser,
        "well again",
        [],
    )
    assert not find_differences().is_bad


def test_a_forfeit_is_corrected_away_in_the_open(organiser: User, pool: Tournament) -> None:
    withdraw(organiser, pool, 1, Choice.STAND)
    come_back(organiser, pool, 1)
    match = match_of(pool, 1, 3)
    assert format_sheet(entries_at(match, 2)) == f"na4 {forfeit_to(match, 3)}"
    latest = match.revisions.get(number=3)
    assert (latest.corrects, latest.reason, latest.made_by) == (True, "well again", organiser)


def test_a_sheet_changed_since_is_left_to_be_corrected_by_hand(
    organiser: User, pool: Tournament
) -> None:
    withdraw(organiser, pool, 1, Choice.STAND)
    changed = match_of(pool, 1, 3)
    play(organiser, changed, f"na3 {forfeit_to(changed, 3)}", reason="typed wrong")
    picture = return_picture(pool, 1)
    assert picture is not None
    assert picture.consequences is not None
    assert [step.before.match.number for step in picture.consequences.left_to_hand] == [
        changed.number
    ]
    withdrawal = come_back(organiser, pool, 1)
    assert withdrawal.left == [changed.number]
    assert sheet(match_of(pool, 1, 3)) == f"na3 {forfeit_to(changed, 3)}"
    assert sheet(match_of(pool, 1, 4)) == ""
    assert AuditRecord.objects.order_by("-pk")[0].details["left"] == [changed.number]


@pytest.mark.parametrize("second", Choice)
def test_with_two_withdrawn_the_match_between_becomes_what_the_other_left(
    organiser: User, pool: Tournament, second: Choice
) -> None:
    """1 forfeits to 4, then 4 withdraws too; when 1 comes back, 4 is the one who left."""
    withdraw(organiser, pool, 1, Choice.STAND)
    withdraw(organiser, pool, 4, second)
    assert match_of(pool, 1, 4).annulment == "withdrawal"
    come_back(organiser, pool, 1)
    between = match_of(pool, 1, 4)
    if second is Choice.ANNUL:
        assert (between.annulment, sheet(between)) == ("withdrawal", "")
    else:
        assert (between.annulment, sheet(between)) == ("", forfeit_to(between, 1))
        fourth = Withdrawal.objects.get(pair_number=4)
        assert fourth.effects[-1] == {
            "match": between.number,
            "awarded_to": side_of(between, 1),
            "revision": 2,
        }
    come_back(organiser, pool, 4)
    between = match_of(pool, 1, 4)
    assert (between.annulment, sheet(between), between.state) == ("", "", "playing")
    assert not find_differences().is_bad


@pytest.mark.parametrize("first", Choice)
@pytest.mark.parametrize("second", Choice)
def test_with_two_withdrawn_the_second_can_come_back_first(
    organiser: User, pool: Tournament, first: Choice, second: Choice
) -> None:
    before = places(pool)
    withdraw(organiser, pool, 1, first)
    with_one = places(pool)
    withdraw(organiser, pool, 4, second)
    come_back(organiser, pool, 4)
    assert places(pool) == with_one
    come_back(organiser, pool, 1)
    assert places(pool) == before


def test_a_result_between_two_withdrawn_pairs_comes_back_with_either_where_results_stand(
    organiser: User, pool: Tournament
) -> None:
    withdraw(organiser, pool, 1, Choice.STAND)
    withdraw(organiser, pool, 2, Choice.STAND)
    assert match_of(pool, 1, 2).annulment == "withdrawal"
    come_back(organiser, pool, 1)
    match = match_of(pool, 1, 2)
    assert (match.counts, match.winner) == (True, side_of(match, 1))


def test_a_match_annulled_by_decision_stays_annulled_and_loses_its_forfeit(
    organiser: User, pool: Tournament
) -> None:
    withdraw(organiser, pool, 1, Choice.STAND)
    annul(organiser, match_of(pool, 1, 4))
    come_back(organiser, pool, 1)
    match = match_of(pool, 1, 4)
    assert (match.annulment, sheet(match)) == ("decision", "")


def test_a_decision_undone_while_a_pair_is_withdrawn_lets_the_withdrawal_take_hold(
    organiser: User, pool: Tournament
) -> None:
    annul(organiser, match_of(pool, 1, 4))
    withdraw(organiser, pool, 1, Choice.STAND)
    undo_annul(organiser, match_of(pool, 1, 4))
    match = match_of(pool, 1, 4)
    assert (match.annulment, sheet(match)) == ("", forfeit_to(match, 4))
    come_back(organiser, pool, 1)
    assert sheet(match_of(pool, 1, 4)) == ""


def test_a_decision_undone_while_all_of_a_pair_is_annulled_leaves_it_annulled(
    organiser: User, pool: Tournament
) -> None:
    annul(organiser, match_of(pool, 1, 4))
    withdraw(organiser, pool, 1, Choice.ANNUL)
    undo_annul(organiser, match_of(pool, 1, 4))
    assert match_of(pool, 1, 4).annulment == "withdrawal"
    come_back(organiser, pool, 1)
    assert match_of(pool, 1, 4).annulment == ""


def test_a_forfeit_that_somebody_took_away_is_not_forced_on_the_sheet_again(
    organiser: User, pool: Tournament
) -> None:
    withdraw(organiser, pool, 1, Choice.STAND)
    play(organiser, match_of(pool, 1, 4), "", reason="they play after all")
    withdraw(organiser, pool, 4, Choice.STAND)
    come_back(organiser, pool, 4)
    match = match_of(pool, 1, 4)
    assert (match.annulment, sheet(match)) == ("", "")


def test_a_pair_can_withdraw_again(organiser: User, pool: Tournament) -> None:
    for choice in (Choice.STAND, Choice.ANNUL, Choice.STAND):
        withdraw(organiser, pool, 1, choice)
        come_back(organiser, pool, 1)
    assert Withdrawal.objects.filter(pair_number=1).count() == 3
    assert sheet(match_of(pool, 1, 4)) == ""
    assert not find_differences().is_bad


def test_undoing_what_is_not_withdrawn_is_refused(organiser: User, pool: Tournament) -> None:
    with pytest.raises(Stale, match="has not withdrawn"):
        come_back(organiser, pool, 1)


def test_undoing_needs_the_picture_that_was_shown_a_reason_and_an_organiser(
    organiser: User, pool: Tournament
) -> None:
    withdraw(organiser, pool, 1, Choice.STAND)
    picture = return_picture(pool, 1)
    assert picture is not None

    def send(user: User, reason: str) -> None:
        undo_withdrawal(
            actor=actor_of(user), tournament=pool, number=1, reason=reason, seen=picture.seen
        )

    with pytest.raises(Refused) as refused:
        send(organiser, " ")
    assert refused.value.field == "reason"
    with pytest.raises(PermissionDenied):
        send(add_referee(pool), "x")
    changed = match_of(pool, 1, 3)
    play(organiser, changed, "na3", reason="typed wrong")
    with pytest.raises(Stale):
        send(organiser, "x")
    assert is_withdrawn(pool, 1)
