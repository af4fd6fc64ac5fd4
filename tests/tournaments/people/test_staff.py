"""The staff of an event: seen, removed at once, never without an organiser."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from pytest_django import DjangoAssertNumQueries

from tests.builders import add_referee, make_event_maker, make_tournament, make_user, signed_in
from tests.tournaments.people.visits import came_by
from tournaments.actions.refusals import Refused
from tournaments.actions.staff import invite, remove_from_staff
from tournaments.models import AuditRecord, Membership, Role, Tournament, User
from tournaments.permissions import actor_of
from tournaments.queries.staff import staff_of

pytestmark = pytest.mark.django_db


def add_organiser(tournament: Tournament, username: str) -> User:
    user = make_user(username)
    Membership.objects.create(tournament=tournament, user=user, role=Role.ORGANISER)
    return user


def test_a_removed_person_has_no_access_from_that_moment(
    organiser: User, tournament: Tournament
) -> None:
    referee = signed_in(add_referee(tournament))
    desk = f"/t/{tournament.slug}/desk/"
    assert referee.get(desk).status_code == 200
    address = f"/t/{tournament.slug}/manage/people/"
    for _time in range(2):  # twice is once
        response = signed_in(organiser).post(f"{address}remove/", {"username": "reetta"})
        assert response["Location"] == address
    assert referee.get(desk).status_code == 403
    record = AuditRecord.objects.filter(verb="remove_from_staff").get()
    assert record.details == {"username": "reetta", "person": "reetta", "roles": ["referee"]}


@pytest.mark.parametrize("remover", ["organiser", "site admin"])
def test_the_last_organiser_stays(organiser: User, tournament: Tournament, remover: str) -> None:
    add_referee(tournament)
    who = organiser if remover == "organiser" else make_user("ylläpito", is_superuser=True)
    response = signed_in(who).post(
        f"/t/{tournament.slug}/manage/people/remove/", {"username": "olli"}
    )
    assert response.status_code == 422
    assert Membership.objects.filter(user=organiser, role="organiser").count() == 1


def test_an_organiser_may_leave_when_another_stays_and_ends_on_the_front_page(
    organiser: User, tournament: Tournament
) -> None:
    add_organiser(tournament, "anna")
    response = signed_in(organiser).post(
        f"/t/{tournament.slug}/manage/people/remove/", {"username": "olli"}
    )
    assert response["Location"] == "/"
    assert signed_in(organiser).get(f"/t/{tournament.slug}/manage/people/").status_code == 403


def test_whoever_is_removed_leaves_no_link_behind(organiser: User, tournament: Tournament) -> None:
    anna = add_organiser(tournament, "anna")
    made = invite(
        actor=actor_of(anna), tournament=tournament, role=Role.ORGANISER, meant_for="Anna itse"
    )
    remove_from_staff(actor=actor_of(organiser), tournament=tournament, username="anna")
    # Made an organiser again, she would otherwise find her old links at work.
    Membership.objects.create(tournament=tournament, user=anna, role=Role.ORGANISER)
    assert came_by(f"/invitation/{made.secret}/").get("/invitation/").status_code == 404


def test_a_referee_and_a_stranger_remove_nobody(tournament: Tournament) -> None:
    referee = add_referee(tournament)
    for user in (referee, make_event_maker("oskari")):
        with pytest.raises(PermissionDenied):
            remove_from_staff(actor=actor_of(user), tournament=tournament, username="olli")


def test_somebody_of_another_event_is_not_touched(organiser: User, tournament: Tournament) -> None:
    other = make_tournament(make_event_maker("oskari"), name="Toinen")
    remove_from_staff(actor=actor_of(organiser), tournament=tournament, username="oskari")
    assert Membership.objects.filter(tournament=other).count() == 1


def test_two_roles_of_one_person_are_one_row_and_go_together(
    organiser: User, tournament: Tournament
) -> None:
    anna = add_organiser(tournament, "anna")
    Membership.objects.create(tournament=tournament, user=anna, role=Role.REFEREE)
    members = staff_of(tournament, actor_of(organiser))
    assert [(member.user.username, member.roles) for member in members] == [
        ("anna", (Role.ORGANISER, Role.REFEREE)),
        ("olli", (Role.ORGANISER,)),
    ]
    remove_from_staff(actor=actor_of(organiser), tournament=tournament, username="anna")
    assert not Membership.objects.filter(user=anna).exists()


def test_the_list_puts_organisers_first_and_names_in_finnish_order(
    organiser: User, tournament: Tournament
) -> None:
    for username, first, last in (
        ("a", "Anna", "Öhman"),
        ("b", "Åke", "Åström"),
        ("c", "Zoe", "Zetterman"),
    ):
        user = make_user(username, first_name=first, last_name=last)
        Membership.objects.create(tournament=tournament, user=user, role=Role.REFEREE)
    names = [m.user.display_name for m in staff_of(tournament, actor_of(organiser))]
    assert names == ["olli", "Zoe Zetterman", "Åke Åström", "Anna Öhman"]


@pytest.mark.parametrize("values", [{}, {"username": ""}, {"username": "x" * 400}])
def test_a_removal_of_nobody_changes_nothing(
    organiser: User, tournament: Tournament, values: dict[str, str]
) -> None:
    address = f"/t/{tournament.slug}/manage/people/"
    assert signed_in(organiser).post(f"{address}remove/", values)["Location"] == address


def test_removing_says_who_stays_last() -> None:
    olli = make_event_maker()
    tournament = make_tournament(olli)
    with pytest.raises(Refused) as refused:
        remove_from_staff(actor=actor_of(olli), tournament=tournament, username="olli")
    assert "olli" in refused.value.message


@pytest.mark.parametrize("people", [1, 30])
def test_the_page_takes_the_same_few_queries_however_many_people_and_links(
    organiser: User,
    tournament: Tournament,
    django_assert_num_queries: DjangoAssertNumQueries,
    people: int,
) -> None:
    for number in range(people):
        add_referee(tournament, f"tuomari{number}")
        invite(
            actor=actor_of(organiser), tournament=tournament, role=Role.REFEREE, meant_for="Uusi"
        )
    client = signed_in(organiser)
    with django_assert_num_queries(8):
        assert client.get(f"/t/{tournament.slug}/manage/people/").status_code == 200
