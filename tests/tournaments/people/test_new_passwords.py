"""New-password links: who may make one for whom, and what they do."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone

from tests.builders import add_referee, make_event_maker, make_tournament, make_user, signed_in
from tests.tournaments.people.visits import (
    NEW_PASSWORD,
    PASSWORD,
    came_by,
    choose_password,
    link_shown,
    secret_of,
)
from tournaments.actions.accounts import make_password_link
from tournaments.actions.refusals import Refused
from tournaments.models import AuditRecord, Membership, OneTimeLink, Role, Tournament, User
from tournaments.permissions import Actor, actor_of, may_renew_password

ORGANISER = frozenset({"organiser"})
REFEREE = frozenset({"referee"})
MAKERS = {
    "site admin": Actor(user_id=1, is_site_admin=True, may_make_events=True),
    "organiser": Actor(user_id=2, roles={10: ORGANISER, 11: ORGANISER}),
    "organiser who makes events": Actor(user_id=3, may_make_events=True, roles={10: ORGANISER}),
    "referee": Actor(user_id=4, roles={10: REFEREE}),
    "nobody": Actor(),
}
PEOPLE = {
    "referee of the event": Actor(user_id=20, roles={10: REFEREE}),
    "referee of both events": Actor(user_id=21, roles={10: REFEREE, 11: REFEREE}),
    "fellow organiser": Actor(user_id=22, roles={10: ORGANISER}),
    "referee elsewhere too": Actor(user_id=23, roles={10: REFEREE, 99: REFEREE}),
    "organiser elsewhere too": Actor(user_id=24, roles={10: REFEREE, 99: ORGANISER}),
    "event maker": Actor(user_id=25, may_make_events=True, roles={10: REFEREE}),
    "site admin": Actor(user_id=26, is_site_admin=True, may_make_events=True, roles={10: REFEREE}),
    "staff of no event": Actor(user_id=27),
}
MAY = {
    "site admin": set(PEOPLE),
    "organiser": {"referee of the event", "referee of both events", "fellow organiser"},
    "organiser who makes events": {"referee of the event", "fellow organiser", "event maker"},
    "referee": set(),
    "nobody": set(),
}


@pytest.mark.parametrize("maker", MAKERS)
def test_who_may_make_a_link_for_whom(maker: str) -> None:
    allowed = {name for name, person in PEOPLE.items() if may_renew_password(MAKERS[maker], person)}
    assert allowed == MAY[maker]


@pytest.mark.parametrize("maker", MAKERS)
def test_nobody_makes_a_link_for_himself(maker: str) -> None:
    assert not may_renew_password(MAKERS[maker], MAKERS[maker])


def ask_for_link(organiser: User, tournament: Tournament, username: str, token: str = ""):
    return signed_in(organiser).post(
        f"/t/{tournament.slug}/manage/people/new-password/",
        {"username": username, "token": token or str(uuid4())},
    )


@pytest.mark.django_db
def test_the_link_gives_a_new_password_ends_other_sessions_and_signs_in(
    organiser: User, tournament: Tournament
) -> None:
    signed_in_before = signed_in(add_referee(tournament))
    path = link_shown(ask_for_link(organiser, tournament, "reetta"))
    client = came_by(path)
    assert 'value="reetta"' in client.get("/new-password/").content.decode()
    assert choose_password(client)["Location"] == "/"
    assert client.get("/password/").status_code == 200
    assert signed_in_before.get("/password/").status_code == 302
    passwords = [PASSWORD, NEW_PASSWORD]
    assert [Client().login(username="reetta", password=each) for each in passwords] == [False, True]
    records = AuditRecord.objects.filter(tournament=tournament, verb__contains="password")
    assert [(each.verb, each.actor_name, each.details) for each in records.order_by("id")] == [
        ("make_password_link", "olli", {"username": "reetta", "person": "reetta"}),
        ("set_new_password", "reetta", {"made_by": "olli"}),
    ]


@pytest.mark.django_db
def test_the_link_works_once_for_a_day_and_is_kept_as_a_digest(
    organiser: User, tournament: Tournament
) -> None:
    add_referee(tournament)
    path = link_shown(ask_for_link(organiser, tournament, "reetta"))
    link = OneTimeLink.objects.get()
    assert link.expires_at - link.made_at == pytest.approx(
        timedelta(days=1), abs=timedelta(seconds=5)
    )
    late = came_by(path)
    assert secret_of(path) not in str([*OneTimeLink.objects.values(), dict(late.session)])
    choose_password(came_by(path))
    assert choose_password(late, "aivan-muuta-99").status_code == 404
    assert not Client().login(username="reetta", password="aivan-muuta-99")


@pytest.mark.django_db
def test_an_expired_link_changes_nothing(organiser: User, tournament: Tournament) -> None:
    add_referee(tournament)
    client = came_by(link_shown(ask_for_link(organiser, tournament, "reetta")))
    OneTimeLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert choose_password(client).status_code == 404
    assert Client().login(username="reetta", password=PASSWORD)


@pytest.mark.django_db
def test_a_new_link_puts_the_earlier_one_out_of_use(
    organiser: User, tournament: Tournament
) -> None:
    add_referee(tournament)
    old, new = (link_shown(ask_for_link(organiser, tournament, "reetta")) for _time in range(2))
    assert came_by(old).get("/new-password/").status_code == 404
    assert came_by(new).get("/new-password/").status_code == 200


@pytest.mark.django_db
def test_changing_ones_own_password_puts_a_waiting_link_out_of_use(
    organiser: User, tournament: Tournament
) -> None:
    referee = add_referee(tournament)
    path = link_shown(ask_for_link(organiser, tournament, "reetta"))
    signed_in(referee).post(
        "/password/",
        {
            "old_password": PASSWORD,
            "new_password1": NEW_PASSWORD,
            "new_password2": NEW_PASSWORD,
        },
    )
    assert came_by(path).get("/new-password/").status_code == 404
    assert AuditRecord.objects.filter(verb="change_own_password").get().user == referee


@pytest.mark.django_db
@pytest.mark.parametrize("change", ["site admin", "event maker", "elsewhere", "maker removed"])
def test_a_link_dies_when_its_maker_could_not_make_it_any_more(
    organiser: User, tournament: Tournament, change: str
) -> None:
    referee = add_referee(tournament)
    anna = make_user("anna")
    Membership.objects.create(tournament=tournament, user=anna, role=Role.ORGANISER)
    client = came_by(link_shown(ask_for_link(anna, tournament, "reetta")))
    match change:
        case "site admin":
            User.objects.filter(pk=referee.pk).update(is_superuser=True)
        case "event maker":
            User.objects.filter(pk=referee.pk).update(may_make_events=True)
        case "elsewhere":
            other = make_tournament(make_event_maker("oskari"), name="Toinen")
            Membership.objects.create(tournament=other, user=referee, role=Role.REFEREE)
        case "maker removed":
            Membership.objects.filter(user=anna).delete()
    assert choose_password(client).status_code == 404
    assert Client().login(username="reetta", password=PASSWORD)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "values",
    [
        {"new_password2": "toinen-salasana-77"},
        {"new_password1": "12345678", "new_password2": "12345678"},
        {"new_password1": "", "new_password2": ""},
        {"new_password1": "reetta12", "new_password2": "reetta12"},
    ],
)
def test_a_faulty_password_is_told_and_the_link_lives_on(
    organiser: User, tournament: Tournament, values: dict[str, str]
) -> None:
    add_referee(tournament)
    client = came_by(link_shown(ask_for_link(organiser, tournament, "reetta")))
    assert choose_password(client, **values).status_code == 422
    assert choose_password(client).status_code == 302


@pytest.mark.django_db
def test_forms_sent_twice_count_once(organiser: User, tournament: Tournament) -> None:
    add_referee(tournament)
    token = str(uuid4())
    path = link_shown(ask_for_link(organiser, tournament, "reetta", token))
    again = ask_for_link(organiser, tournament, "reetta", token)
    assert again.status_code == 409
    assert "testi.example" not in again.content.decode()
    first, second = came_by(path), came_by(path)
    assert choose_password(first, token=token[:-4] + "0000")["Location"] == "/"
    assert choose_password(second, token=token[:-4] + "0000")["Location"] == "/sign-in/"


@pytest.mark.django_db
def test_the_page_and_the_action_refuse_whom_the_table_refuses(
    organiser: User, tournament: Tournament
) -> None:
    admin = make_user("ylläpito", is_superuser=True)
    Membership.objects.create(tournament=tournament, user=admin, role=Role.REFEREE)
    make_user("satu")
    content = signed_in(organiser).get(f"/t/{tournament.slug}/manage/people/").content.decode()
    assert "manage/people/new-password/" not in content
    for username in ("ylläpito", "satu", "olli", "ei-ole"):
        assert ask_for_link(organiser, tournament, username).status_code == 422
    assert OneTimeLink.objects.count() == 0
    with pytest.raises(Refused):
        make_password_link(actor=actor_of(organiser), username="ylläpito", tournament=tournament)


@pytest.mark.django_db
def test_an_organiser_makes_no_link_outside_his_event(
    organiser: User, tournament: Tournament
) -> None:
    add_referee(tournament)
    with pytest.raises(PermissionDenied):
        make_password_link(actor=actor_of(organiser), username="reetta", tournament=None)
    other = make_tournament(make_event_maker("oskari"), name="Toinen")
    with pytest.raises(PermissionDenied):
        make_password_link(actor=actor_of(organiser), username="oskari", tournament=other)


@pytest.mark.django_db
def test_opening_a_link_while_somebody_else_is_signed_in_ends_as_the_right_person(
    organiser: User, tournament: Tournament
) -> None:
    add_referee(tournament)
    client = signed_in(organiser)
    came_by(link_shown(ask_for_link(organiser, tournament, "reetta")), client)
    choose_password(client)
    assert client.get(f"/t/{tournament.slug}/manage/people/").status_code == 403
    assert client.get(f"/t/{tournament.slug}/desk/").status_code == 200
