"""One match annulled by decision, and that undone."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied

from scoring.withdrawal import Choice
from tests.builders import add_referee, make_drawn_tournament
from tests.builders import sheet_in_short as sheet
from tests.tournaments.withdrawals.steps import (
    annul,
    begin,
    match_of,
    places,
    told_places,
    undo_annul,
    win,
    withdraw,
)
from tournaments.actions.annulling import annul_match
from tournaments.actions.ledgers import find_differences
from tournaments.actions.refusals import AlreadyDone, Refused, Stale
from tournaments.models import AuditRecord, Match, Tournament, User
from tournaments.permissions import actor_of
from tournaments.queries.matches import latest_results, matches_of
from tournaments.queries.withdrawals import annul_picture

pytestmark = pytest.mark.django_db


@pytest.fixture
def pool(organiser: User) -> Tournament:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    win(organiser, tournament, 1, 2)
    win(organiser, tournament, 3, 4)
    return tournament


def test_an_annulled_match_counts_nowhere_and_keeps_its_sheet_and_outcome(
    organiser: User, pool: Tournament
) -> None:
    before = places(pool)
    picture = annul_picture(pool, match_of(pool, 1, 2).number)
    assert picture is not None
    annul(organiser, match_of(pool, 1, 2))
    match = match_of(pool, 1, 2)
    assert (match.annulled, match.is_finished, match.counts, match.tuppi) == (
        True,
        True,
        False,
        True,
    )
    assert match.annulment_reason == "wrong pairs played"
    assert places(pool) == told_places(picture.consequences) != before
    assert places(pool)[1][1:] == (0, 0, 0)
    assert [view.match.number for view in latest_results(matches_of(pool), 9)] == [
        match_of(pool, 3, 4).number
    ]
    assert not find_differences().is_bad

    undo_annul(organiser, match)
    match = match_of(pool, 1, 2)
    assert (match.annulment, match.annulment_reason, match.annulled_at) == ("", "", None)
    assert (places(pool), match.revision) == (before, 1)


def test_a_match_under_way_is_under_way_no_more_until_that_is_undone(
    organiser: User, pool: Tournament
) -> None:
    match = begin(organiser, pool, 1, 3, "na4")
    assert match.under_way
    annul(organiser, match)
    assert not match_of(pool, 1, 3).under_way
    undo_annul(organiser, match)
    assert (match_of(pool, 1, 3).under_way, sheet(match)) == (True, "na4")


def test_annulling_twice_or_undoing_nothing_is_refused(organiser: User, pool: Tournament) -> None:
    match = match_of(pool, 1, 2)
    with pytest.raises(Stale, match="not annulled"):
        undo_annul(organiser, match)
    annul(organiser, match)
    with pytest.raises(Stale, match="already"):
        annul(organiser, match)


def test_a_match_annulled_by_a_withdrawal_comes_back_with_the_pair_only(
    organiser: User, pool: Tournament
) -> None:
    withdraw(organiser, pool, 1, Choice.ANNUL)
    match = match_of(pool, 1, 2)
    with pytest.raises(Refused, match="withdrew"):
        undo_annul(organiser, match)
    with pytest.raises(Stale, match="already"):
        annul(organiser, match)
    assert match_of(pool, 1, 2).annulment == "withdrawal"


def test_a_reason_an_organiser_and_the_picture_shown_are_needed(
    organiser: User, pool: Tournament
) -> None:
    match = match_of(pool, 1, 3)
    with pytest.raises(Refused) as refused:
        annul(organiser, match, " ")
    assert refused.value.field == "reason"
    with pytest.raises(PermissionDenied):
        annul(add_referee(pool), match)
    picture = annul_picture(pool, match.number)
    assert picture is not None
    begin(organiser, pool, 1, 3, "na4")
    with pytest.raises(Stale):
        annul_match(
            actor=actor_of(organiser),
            tournament=pool,
            number=match.number,
            reason="x",
            seen=picture.seen,
        )
    assert not Match.objects.exclude(annulment="").exists()


def test_the_same_submission_counts_once_and_is_recorded(organiser: User, pool: Tournament) -> None:
    match, token = match_of(pool, 1, 3), uuid4()
    picture = annul_picture(pool, match.number)
    assert picture is not None

    def send() -> None:
        annul_match(
            actor=actor_of(organiser),
            tournament=pool,
            number=match.number,
            reason="wrong pairs",
            seen=picture.seen,
            token=token,
        )

    send()
    with pytest.raises(AlreadyDone):
        send()
    undo_annul(organiser, match)
    assert list(
        AuditRecord.objects.filter(match=match).order_by("pk").values_list("verb", flat=True)
    ) == ["annul_match", "undo_annulling"]
