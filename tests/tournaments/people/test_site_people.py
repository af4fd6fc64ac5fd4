"""The users of the site, for its admin: rights, invitations, new passwords."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.builders import make_event_maker, make_tournament, make_user, signed_in
from tests.tournaments.people.visits import came_by, choose_password, link_shown, make_account
from tournaments.actions.rights import let_look_after_site, let_make_events
from tournaments.actions.staff import invite_event_maker
from tournaments.models import AuditRecord, OneTimeLink, User
from tournaments.permissions import actor_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin() -> User:
    return make_user("ylläpito", is_superuser=True)


def verbs() -> list[str]:
    return list(
        AuditRecord.objects.filter(tournament=None).order_by("id").values_list("verb", flat=True)
    )


def test_the_right_to_make_events_is_given_and_taken(admin: User) -> None:
    satu = signed_in(make_user("satu"))
    client = signed_in(admin)
    answers = []
    for allowed in ("yes", "yes", "no", "no"):  # twice is once
        client.post("/people/event-making/", {"username": "satu", "allowed": allowed})
        answers.append(actor_of(User.objects.get(username="satu")).may_make_events)
    assert answers == [True, True, False, False]
    assert verbs() == ["grant_event_making", "take_event_making"]
    assert satu.get("/events/new/").status_code == 403


def test_an_event_stays_its_organisers_when_he_may_make_no_more(admin: User) -> None:
    olli = make_event_maker()
    tournament = make_tournament(olli)
    let_make_events(actor=actor_of(admin), username="olli", allowed=False)
    assert signed_in(olli).get(f"/t/{tournament.slug}/manage/people/").status_code == 200


def test_the_site_can_have_several_admins_and_never_none(admin: User) -> None:
    make_user("satu")
    client = signed_in(admin)
    client.post("/people/admin/", {"username": "satu", "allowed": "yes"})
    refused = client.post("/people/admin/", {"username": "ylläpito", "allowed": "no"})
    assert refused.status_code == 422
    assert set(User.objects.filter(is_superuser=True).values_list("username", flat=True)) == {
        "ylläpito",
        "satu",
    }
    signed_in(User.objects.get(username="satu")).post(
        "/people/admin/", {"username": "ylläpito", "allowed": "no"}
    )
    assert client.get("/people/").status_code == 403
    assert verbs() == ["grant_site_admin", "take_site_admin"]


def test_an_admin_whose_right_was_taken_meanwhile_changes_nothing(admin: User) -> None:
    seen_before = actor_of(admin)
    make_user("satu")
    User.objects.filter(pk=admin.pk).update(is_superuser=False)
    with pytest.raises(PermissionDenied):
        let_look_after_site(actor=seen_before, username="satu", allowed=True)
    with pytest.raises(PermissionDenied):
        let_make_events(actor=seen_before, username="satu", allowed=True)


def test_an_admin_always_may_make_events(admin: User) -> None:
    refused = signed_in(admin).post(
        "/people/event-making/", {"username": "ylläpito", "allowed": "no"}
    )
    assert refused.status_code == 422


@pytest.mark.parametrize(
    "values",
    [{}, {"username": "satu"}, {"username": "satu", "allowed": "maybe"}, {"allowed": "yes"}],
)
@pytest.mark.parametrize("address", ["/people/event-making/", "/people/admin/"])
def test_a_malformed_change_of_rights_changes_nothing(
    admin: User, address: str, values: dict[str, str]
) -> None:
    make_user("satu")
    assert signed_in(admin).post(address, values)["Location"] == "/people/"
    assert verbs() == []


def test_a_user_there_is_not_is_told(admin: User) -> None:
    response = signed_in(admin).post("/people/admin/", {"username": "ei-ole", "allowed": "yes"})
    assert response.status_code == 422


def test_somebody_invited_makes_an_account_and_an_event(admin: User) -> None:
    response = signed_in(admin).post("/people/", {"meant_for": "Kari", "token": str(uuid4())})
    client = came_by(link_shown(response))
    assert make_account(client, username="kari")["Location"] == "/events/new/"
    kari = User.objects.get(username="kari")
    assert (kari.may_make_events, kari.is_superuser) == (True, False)
    assert verbs() == ["invite", "accept_invitation"]


def test_somebody_with_an_account_accepts_and_one_who_has_the_right_keeps_the_link(
    admin: User,
) -> None:
    made = invite_event_maker(actor=actor_of(admin), meant_for="Satu")
    path = f"/invitation/{made.secret}/"
    came_by(path, signed_in(make_event_maker())).post("/invitation/")
    came_by(path, signed_in(make_user("satu"))).post("/invitation/")
    assert User.objects.get(username="satu").may_make_events
    assert OneTimeLink.objects.get().used_by == User.objects.get(username="satu")


def test_an_admin_makes_a_new_password_link_for_anybody_and_the_log_says_who(admin: User) -> None:
    make_user("toinen", is_superuser=True)
    response = signed_in(admin).post(
        "/people/new-password/", {"username": "toinen", "token": str(uuid4())}
    )
    assert choose_password(came_by(link_shown(response))).status_code == 302
    records = AuditRecord.objects.filter(tournament=None).order_by("id")
    assert [(each.verb, each.actor_name, each.details) for each in records] == [
        ("make_password_link", "ylläpito", {"username": "toinen", "person": "toinen"}),
        ("set_new_password", "toinen", {"made_by": "ylläpito"}),
    ]


def test_an_admin_withdraws_a_link_of_the_site(admin: User) -> None:
    made = invite_event_maker(actor=actor_of(admin), meant_for="Kari Kisa")
    client = signed_in(admin)
    assert "Kari Kisa" in client.get("/people/").content.decode()
    client.post("/people/withdraw/", {"link": made.link.pk})
    assert "Kari Kisa" not in client.get("/people/").content.decode()
    assert came_by(f"/invitation/{made.secret}/").get("/invitation/").status_code == 404


def test_the_same_form_sent_twice_makes_one_link(admin: User) -> None:
    values = {"meant_for": "Kari", "token": str(uuid4())}
    answers = [signed_in(admin).post("/people/", values).status_code for _time in range(2)]
    assert (answers, OneTimeLink.objects.count()) == ([200, 409], 1)


@pytest.mark.parametrize("address", ["event-making/", "admin/", "new-password/", "withdraw/", ""])
def test_nobody_else_reaches_the_people_of_the_site(address: str) -> None:
    values = {"username": "olli", "allowed": "yes", "link": 1, "meant_for": "x", "token": uuid4()}
    assert signed_in(make_event_maker()).post(f"/people/{address}", values).status_code == 403
    assert Client().post(f"/people/{address}", values).status_code == 401
    assert not User.objects.filter(is_superuser=True).exists()


@pytest.mark.parametrize("page", ["", "0", "-1", "x", "9" * 30, "2"])
def test_a_page_of_people_that_is_none_gives_the_nearest(admin: User, page: str) -> None:
    assert signed_in(admin).get("/people/", {"page": page}).status_code == 200


@pytest.mark.parametrize("people", [1, 30])
def test_the_page_takes_the_same_few_queries_however_many_people_and_links(
    admin: User, django_assert_num_queries: DjangoAssertNumQueries, people: int
) -> None:
    for number in range(people):
        make_user(f"u{number}")
        invite_event_maker(actor=actor_of(admin), meant_for="Uusi")
    client = signed_in(admin)
    with django_assert_num_queries(7):
        assert client.get("/people/").status_code == 200
