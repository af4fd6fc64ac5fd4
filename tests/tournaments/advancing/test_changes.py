"""What changes in the pools after the list is locked is told, and decided by the organiser."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client

from scoring.withdrawal import Choice
from tests.builders import actor, play, signed_in
from tests.tournaments.advancing.steps import (
    confirm,
    lock,
    numbers,
    picture,
    play_pool,
    reopen,
)
from tests.tournaments.advancing.test_locking import counting_bracket, take_back
from tests.tournaments.knockout import steps as knockout
from tests.tournaments.withdrawals.steps import annul, come_back, match_of, side_of, withdraw
from tournaments.actions.locked_fields import keep_field, lock_anew
from tournaments.actions.refusals import Refused, Stale
from tournaments.actions.rules import change_rules
from tournaments.advancing import locked_field_of
from tournaments.field_changes import FieldDifference
from tournaments.ledger import ruleset_of
from tournaments.models import AuditRecord, Bracket, LockedField, Tournament, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def locked(organiser: User, tournament: Tournament) -> LockedField:
    for pool in (1, 2):
        play_pool(organiser, tournament, pool)
    return lock(organiser, tournament)


def difference(tournament: Tournament) -> FieldDifference | None:
    view = picture(tournament).locked
    assert view is not None
    return view.difference


def correct(
    organiser: User, tournament: Tournament, winner: str, loser: str, score: str = "40-20"
) -> None:
    """The sheet of a match of pool A is corrected: `winner` won it."""
    named = numbers(tournament, 1)
    match = match_of(tournament, named[winner], named[loser])
    play(organiser, match, f"{side_of(match, named[winner]).lower()}{score}", "wrong way round")


def keep(organiser: User, tournament: Tournament, reason: str = "the draw is made") -> LockedField:
    told = difference(tournament)
    return keep_field(
        actor=actor(organiser),
        tournament=tournament,
        reason=reason,
        seen=told.fingerprint if told else "",
    )


def anew(organiser: User, tournament: Tournament, reason: str = "a sheet was wrong") -> LockedField:
    return lock_anew(
        actor=actor(organiser),
        tournament=tournament,
        reason=reason,
        seen=picture(tournament).seen,
    )


def test_nothing_changed_nothing_is_asked(tournament: Tournament, locked: LockedField) -> None:
    assert difference(tournament) is None


def test_a_corrected_sheet_tells_who_would_go_out_and_who_in(
    organiser: User, tournament: Tournament, locked: LockedField
) -> None:
    named = numbers(tournament, 1)
    correct(organiser, tournament, "R", "Q")
    told = difference(tournament)
    assert told is not None
    assert (told.out, told.come) == ((named["Q"],), (named["R"],))
    assert locked_field_of(tournament) == locked, "nothing changes by itself"
    for address in ("manage/", "manage/advancing/"):
        page = signed_in(organiser).get(f"/t/{tournament.slug}/{address}").content.decode()
        assert f'data-out="{named["Q"]}"' in page
        assert f'data-come="{named["R"]}"' in page
    assert "data-out" not in Client().get(f"/t/{tournament.slug}/standings/").content.decode()


def test_another_place_for_a_pair_that_goes_on_anyway_is_told(
    organiser: User, tournament: Tournament, locked: LockedField
) -> None:
    correct(organiser, tournament, "Q", "P")
    told = difference(tournament)
    assert told is not None
    assert (told.out, told.come) == ((), ())
    assert {each.pair for each in told.changed} == {
        numbers(tournament, 1)["P"],
        numbers(tournament, 1)["Q"],
    }


def test_a_correction_that_changes_no_place_asks_nothing(
    organiser: User, tournament: Tournament, locked: LockedField
) -> None:
    correct(organiser, tournament, "P", "S", "60-0")
    assert difference(tournament) is None


def test_kept_with_a_reason_it_does_not_ask_again_for_the_same(
    organiser: User, tournament: Tournament, locked: LockedField
) -> None:
    correct(organiser, tournament, "R", "Q")
    with pytest.raises(Refused):
        keep(organiser, tournament, " ")
    seen = difference(tournament)
    assert seen is not None
    keep(organiser, tournament)
    assert difference(tournament) is None
    assert locked_field_of(tournament) == locked
    told = AuditRecord.objects.filter(verb="keep_field").get().details
    assert (told["out"], told["come"]) == (
        [numbers(tournament, 1)["Q"]],
        [numbers(tournament, 1)["R"]],
    )
    correct(organiser, tournament, "S", "R")
    assert difference(tournament) is not None, "another difference is another question"
    with pytest.raises(Stale):
        keep_field(actor=actor(organiser), tournament=tournament, reason="x", seen=seen.fingerprint)
    correct(organiser, tournament, "R", "S")
    assert difference(tournament) is None, "back at what was decided before"


def test_locked_anew_the_old_list_is_undone_in_the_same_step(
    organiser: User, tournament: Tournament, locked: LockedField
) -> None:
    correct(organiser, tournament, "R", "Q")
    with pytest.raises(Refused, match="Not everything is settled"):
        anew(organiser, tournament)
    locked.refresh_from_db()
    assert locked.undone_at is None, "the result is not confirmed: all stays as it was"
    confirm(tournament)
    new = anew(organiser, tournament)
    locked.refresh_from_db()
    assert locked.undone_reason == "a sheet was wrong"
    assert numbers(tournament, 1)["R"] in [row["pair"] for row in new.rows]
    assert difference(tournament) is None


def test_a_pair_that_withdraws_before_the_knock_out_gives_its_place_to_the_next(
    organiser: User, tournament: Tournament, locked: LockedField
) -> None:
    named = numbers(tournament, 1)
    withdraw(organiser, tournament, named["P"], Choice.STAND)
    told = difference(tournament)
    assert told is not None
    assert (told.out, told.come) == ((named["P"],), (named["R"],))
    new = anew(organiser, tournament, "fever")
    assert {row["pair"]: row["moved_past"] for row in new.rows}[named["R"]] == [named["P"]]
    come_back(organiser, tournament, named["P"])
    told = difference(tournament)
    assert told is not None
    assert (told.out, told.come) == ((named["R"],), (named["P"],))


def test_once_a_knock_out_counts_a_withdrawal_leaves_the_list_alone(
    organiser: User, tournament: Tournament, locked: LockedField
) -> None:
    counting_bracket(tournament)
    withdraw(organiser, tournament, numbers(tournament, 1)["P"], Choice.STAND)
    assert difference(tournament) is None
    correct(organiser, tournament, "R", "Q")
    confirm(tournament)
    assert difference(tournament) is not None
    with pytest.raises(Refused, match="Annul that draw first"):
        anew(organiser, tournament)
    keep(organiser, tournament)
    assert difference(tournament) is None


def test_an_annulled_match_and_one_opened_again_are_told(
    organiser: User, tournament: Tournament, locked: LockedField
) -> None:
    named = numbers(tournament, 1)
    reopen(organiser, match_of(tournament, named["P"], named["Q"]))
    told = difference(tournament)
    assert told is not None
    assert told.reopened == (1,)
    assert not told.is_settled
    correct(organiser, tournament, "P", "Q")
    annul(organiser, match_of(tournament, named["Q"], named["R"]))
    annul(organiser, match_of(tournament, named["Q"], named["S"]))
    told = difference(tournament)
    assert told is not None
    assert (told.out, told.come) == ((named["Q"],), (named["R"],))


def test_undone_in_order(organiser: User, tournament: Tournament, locked: LockedField) -> None:
    correct(organiser, tournament, "R", "Q")
    confirm(tournament)
    anew(organiser, tournament)
    take_back(organiser, tournament)
    correct(organiser, tournament, "Q", "R")
    confirm(tournament)
    assert lock(organiser, tournament).rows == locked.rows
    assert LockedField.objects.filter(undone_at__isnull=False).count() == 2


def test_no_knock_out_is_drawn_or_published_with_a_pair_that_has_withdrawn_until_it_is_decided(
    organiser: User, tournament: Tournament
) -> None:
    for pool in (1, 2):
        play_pool(organiser, tournament, pool)
    lock(organiser, tournament)
    knockout.draw(organiser, tournament)
    withdraw(organiser, tournament, numbers(tournament, 1)["P"], Choice.STAND)
    for write in (knockout.draw, knockout.publish):
        with pytest.raises(Refused, match="A pair of the locked list has withdrawn"):
            write(organiser, tournament)
    assert not Bracket.objects.filter(counts=True).exists()
    keep(organiser, tournament, reason="it only leaves on Sunday")
    assert knockout.publish(organiser, tournament).counts


def test_where_results_wait_for_a_word_a_correction_is_told_by_what_it_changes_itself(
    organiser: User, tournament: Tournament
) -> None:
    change_rules(
        actor=actor(organiser),
        tournament=tournament,
        rules=replace(ruleset_of(tournament), unconfirmed_counts=False),
        seen_revision=tournament.revision,
    )
    for pool in (1, 2):
        play_pool(organiser, tournament, pool)
    lock(organiser, tournament)
    correct(organiser, tournament, "Q", "R", "44-20")
    assert difference(tournament) is None
    correct(organiser, tournament, "R", "Q")
    told = difference(tournament)
    assert told is not None
    assert told.out == (numbers(tournament, 1)["Q"],)
