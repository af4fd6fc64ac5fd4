"""Putting the knock-out right is taken back until somebody has built on it (R29)."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from tests.builders import actor, add_referee, make_user, play
from tests.tournaments.archive.sites import empty_the_site, taken
from tests.tournaments.knockout.steps import (
    TUPPI_A,
    drawn,
    go_on,
    match_at,
    pairs_of,
    play_round,
    state,
    win,
)
from tests.tournaments.knockout.test_deciding import correct, decide, right, stand
from tests.tournaments.knockout.test_pages import get, send
from tournaments.actions.calling import call_match
from tournaments.actions.knockout_decisions import take_back_round
from tournaments.actions.knockout_put_right import undo_put_right
from tournaments.actions.ledgers import find_differences
from tournaments.actions.refusals import AlreadyDone, Refused, Stale
from tournaments.archive.writing import archive_bytes
from tournaments.brackets import fingerprint
from tournaments.models import Bracket, Match, Tournament, User
from tournaments.queries.knockout import knockout_of
from tournaments.queries.knockout_decisions import put_right_of

pytestmark = pytest.mark.django_db

Shape = dict[tuple[int, int | None], tuple[tuple[int, int], int, str, str]]


@pytest.fixture
def semis(organiser: User) -> Tournament:
    """Eight pairs, the first round won by the A sides, the semi-finals made."""
    tournament = drawn(organiser, 8)
    play_round(organiser, tournament)
    return tournament


def back(organiser: User, tournament: Tournament, number: int, **options: object) -> list[Match]:
    options = {
        "reason": "it was right after all",
        "seen": fingerprint(state(tournament)),
        **options,
    }
    return undo_put_right(actor=actor(organiser), tournament=tournament, number=number, **options)


def shape(tournament: Tournament) -> Shape:
    """The matches in play: who plays, how much is written, and what was decided about each."""
    rows = tournament.matches.live().select_related("pair_a", "pair_b").order_by("number")
    return {
        (match.round, match.bracket_number): (
            pairs_of(match),
            match.entry_count,
            match.annulment,
            match.annulment_reason,
        )
        for match in rows
    }


def test_what_was_taken_away_is_made_anew_with_the_pairs_it_had(
    organiser: User, semis: Tournament
) -> None:
    before = shape(semis)
    first = correct(organiser, match_at(semis, 1))
    right(organiser, semis, first.number)
    assert shape(semis) != before
    [again] = back(organiser, semis, first.number)
    assert (again.round, again.bracket_number) == (2, 0)
    assert shape(semis)[2, 0] == before[2, 0]
    # The sheet still says otherwise: that is there to be decided about again.
    [correction] = state(semis).corrections
    assert correction.match == first
    stand(organiser, semis, first.number)
    assert state(semis).corrections == ()


def test_what_had_begun_is_in_play_again_with_its_sheet(organiser: User, semis: Tournament) -> None:
    play_round(organiser, semis)
    play(organiser, match_at(semis, 3), "ra8")
    before = shape(semis)
    numbers = {match_at(semis, 2).number, match_at(semis, 3).number}
    first = correct(organiser, match_at(semis, 1))
    right(organiser, semis, first.number, reason="miscounted")
    again = back(organiser, semis, first.number)
    assert {match.number for match in again} > numbers
    assert shape(semis) == before
    assert [each.key.round for each in state(semis).corrections] == [1]
    play(organiser, match_at(semis, 3), "ra8 ra8")
    assert not find_differences().is_bad


def test_a_correction_that_was_wrong_itself_leaves_nothing_behind(
    organiser: User, semis: Tournament
) -> None:
    play_round(organiser, semis)
    before = shape(semis)
    first = correct(organiser, match_at(semis, 1))
    right(organiser, semis, first.number, reason="miscounted")
    correct(organiser, first, TUPPI_A)
    assert [each.key.round for each in state(semis).corrections] == [1]
    back(organiser, semis, first.number)
    assert state(semis).corrections == ()
    assert shape(semis) == before


def test_a_decision_that_putting_right_dropped_holds_again(
    organiser: User, semis: Tournament
) -> None:
    match = match_at(semis, 2)
    decide(organiser, semis, match, match.pair_a.number)
    before, decided = shape(semis), Bracket.objects.get().decided
    first = correct(organiser, match_at(semis, 1))
    right(organiser, semis, first.number, reason="miscounted")
    assert Bracket.objects.get().decided == {}
    back(organiser, semis, first.number)
    assert shape(semis) == before
    assert Bracket.objects.get().decided == decided == {"2.0": match.pair_a.number}
    assert match_at(semis, 2).annulment_reason == "both pairs left"


def test_once_a_match_made_since_was_called_or_begun_it_stays(
    organiser: User, semis: Tournament
) -> None:
    first = correct(organiser, match_at(semis, 1))
    [made] = right(organiser, semis, first.number)
    call_match(actor=actor(organiser), tournament=semis, number=made.number, table=made.table)
    with pytest.raises(Refused, match=f"Match {made.number}, made since"):
        back(organiser, semis, first.number)
    Match.objects.filter(pk=made.pk).update(called_at=None)
    play(organiser, made, "ra8")
    with pytest.raises(Refused, match=f"Match {made.number}, made since"):
        back(organiser, semis, first.number)
    assert Match.objects.filter(pk=made.pk, is_live=True).exists()


def test_the_last_one_is_taken_back_first(organiser: User, semis: Tournament) -> None:
    before = shape(semis)
    first = correct(organiser, match_at(semis, 1))
    right(organiser, semis, first.number)
    between = shape(semis)
    second = correct(organiser, match_at(semis, 1, 1))
    right(organiser, semis, second.number)
    with pytest.raises(Stale, match="was not put right last"):
        back(organiser, semis, first.number)
    back(organiser, semis, second.number)
    assert shape(semis)[2, 0] == between[2, 0]
    back(organiser, semis, first.number)
    assert shape(semis)[2, 0] == before[2, 0]
    for match in (first, second):
        with pytest.raises(Stale):
            back(organiser, semis, match.number)


def test_a_later_decision_about_the_match_is_taken_back_first(
    organiser: User, semis: Tournament
) -> None:
    first = correct(organiser, match_at(semis, 1))
    right(organiser, semis, first.number)
    correct(organiser, first, TUPPI_A)
    stand(organiser, semis, first.number)
    with pytest.raises(Refused, match="Take that decision back first"):
        back(organiser, semis, first.number)


def test_matches_that_were_taken_back_meanwhile_do_not_stand_in_the_way(
    organiser: User, semis: Tournament
) -> None:
    before = shape(semis)
    first = correct(organiser, match_at(semis, 1))
    right(organiser, semis, first.number)
    take_back_round(actor=actor(organiser), tournament=semis, seen=fingerprint(state(semis)))
    back(organiser, semis, first.number)
    assert shape(semis)[2, 0] == before[2, 0]


def test_it_can_be_put_right_and_taken_back_again_and_numbers_are_never_used_twice(
    organiser: User, semis: Tournament
) -> None:
    first = correct(organiser, match_at(semis, 1))
    seen = {match_at(semis, 2).number}
    for _time in range(2):
        for made in (
            right(organiser, semis, first.number),
            back(organiser, semis, first.number),
        ):
            numbers = {match.number for match in made}
            assert not numbers & seen
            seen |= numbers
    revisions = [match.first_revision for match in semis.matches.live().filter(round=2)]
    assert len(set(revisions)) == 2


def test_play_goes_on_from_what_came_back(organiser: User, semis: Tournament) -> None:
    first = correct(organiser, match_at(semis, 1))
    right(organiser, semis, first.number)
    back(organiser, semis, first.number)
    stand(organiser, semis, first.number)
    for number in (0, 1):
        win(organiser, match_at(semis, 2, number))
    assert {match.round for match in go_on(organiser, semis)} == {3}


def test_it_needs_a_reason_an_organiser_and_what_was_shown(
    organiser: User, semis: Tournament
) -> None:
    first = correct(organiser, match_at(semis, 1))
    seen = fingerprint(state(semis))
    right(organiser, semis, first.number)
    with pytest.raises(Stale):
        back(organiser, semis, first.number, seen=seen)
    with pytest.raises(Refused):
        back(organiser, semis, first.number, reason=" ")
    with pytest.raises(PermissionDenied):
        back(add_referee(semis), semis, first.number)
    with pytest.raises(Match.DoesNotExist):
        back(organiser, semis, 99)
    token = uuid4()
    back(organiser, semis, first.number, token=token)
    with pytest.raises(AlreadyDone):
        back(organiser, semis, first.number, token=token)


def test_an_event_that_came_from_an_archive_can_take_it_back_too(
    organiser: User, semis: Tournament
) -> None:
    play(organiser, match_at(semis, 2), "ra8")
    before = shape(semis)
    first = correct(organiser, match_at(semis, 1))
    right(organiser, semis, first.number, reason="miscounted")
    archive = archive_bytes(semis)
    empty_the_site()
    again = taken(archive)
    undo_put_right(
        actor=actor(make_user("ylläpito", is_superuser=True)),
        tournament=again,
        number=first.number,
        reason="it was right after all",
        seen=fingerprint(state(again)),
    )
    assert shape(again) == before


def test_from_the_page_of_the_knock_out_and_back(client: Client, semis: Tournament) -> None:
    organiser = User.objects.get(username="olli")
    play(organiser, match_at(semis, 2), "ra8")
    old = match_at(semis, 2)
    first = correct(organiser, match_at(semis, 1))
    way = reverse("manage-knockout-correction-undo", args=[semis.slug, first.number])
    assert way not in get(client, semis, "manage-knockout")
    nothing = get(client, semis, "manage-knockout-correction-undo", first.number)
    assert "There is nothing to take back" in nothing
    send(
        client,
        semis,
        "manage-knockout-correction",
        first.number,
        choice="put_right",
        reason="miscounted",
    )
    assert way in get(client, semis, "manage-knockout")
    page = get(client, semis, "manage-knockout-correction-undo", first.number)
    assert f'href="/t/{semis.slug}/matches/{old.number}/"' in page
    assert 'id="comes-back"' in page
    assert 'id="goes"' in page
    name = "manage-knockout-correction-undo"
    assert send(client, semis, name, first.number, reason="")[0] == 422
    status, page = send(client, semis, name, first.number, reason="it was right after all")
    assert status == 302
    assert f"In play again: {old.number}." in page
    assert way not in page
    assert match_at(semis, 2) == old


def test_the_page_says_what_would_be_lost(client: Client, semis: Tournament) -> None:
    organiser = User.objects.get(username="olli")
    first = correct(organiser, match_at(semis, 1))
    [made] = right(organiser, semis, first.number)
    play(organiser, made, "ra8")
    page = get(client, semis, "manage-knockout-correction-undo", first.number)
    assert 'id="built-on"' in page
    assert f'href="/t/{semis.slug}/matches/{made.number}/"' in page
    assert 'name="reason"' not in page
    # Going by the sheet again leads the other way round, and keeps that sheet out of play.
    correct(organiser, first, TUPPI_A)
    decide_page = get(client, semis, "manage-knockout-correction", first.number)
    assert 'id="was-put-right"' not in decide_page


def test_correcting_the_result_back_offers_what_was_there(
    client: Client, semis: Tournament
) -> None:
    organiser = User.objects.get(username="olli")
    first = correct(organiser, match_at(semis, 1))
    right(organiser, semis, first.number)
    correct(organiser, first, TUPPI_A)
    page = get(client, semis, "manage-knockout-correction", first.number)
    assert 'id="was-put-right"' in page
    stand(organiser, semis, first.number)
    page = get(client, semis, "manage-knockout-correction-undo", first.number)
    assert 'id="decided-since"' in page


def test_putting_right_recorded_before_it_could_be_taken_back_is_not_offered(
    organiser: User, semis: Tournament
) -> None:
    first = correct(organiser, match_at(semis, 1))
    right(organiser, semis, first.number)
    record = semis.audit.get(verb="put_knockout_right")
    record.details = {
        name: value for name, value in record.details.items() if name not in ("before", "decided")
    }
    record.save()
    knockout = knockout_of(semis)
    assert knockout is not None
    assert put_right_of(knockout) is None
