"""Invitations: made by an organiser, shown once, used once, by somebody new or known."""

from __future__ import annotations

import logging
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from tests.builders import (
    add_referee,
    make_event_maker,
    make_tournament,
    make_user,
    signed_in,
)
from tests.tournaments.people.visits import PASSWORD, came_by, link_shown, make_account, secret_of
from tournaments.actions.staff import invite
from tournaments.models import AuditRecord, Membership, OneTimeLink, Role, Tournament, User
from tournaments.permissions import actor_of

pytestmark = pytest.mark.django_db


def ask_for_link(
    organiser: User, tournament: Tournament, role: str = "referee", **changes: str
) -> HttpResponse:
    values = {"meant_for": "Reetta Kettunen", "role": role, "token": str(uuid4())}
    return signed_in(organiser).post(f"/t/{tournament.slug}/manage/people/", {**values, **changes})


def new_link(organiser: User, tournament: Tournament, role: str = "referee") -> str:
    return link_shown(ask_for_link(organiser, tournament, role))


def roles_of(username: str, tournament: Tournament) -> list[str]:
    return list(
        Membership.objects.filter(tournament=tournament, user__username=username).values_list(
            "role", flat=True
        )
    )


def verbs(tournament: Tournament | None) -> list[str]:
    return list(
        AuditRecord.objects.filter(tournament=tournament)
        .order_by("id")
        .values_list("verb", flat=True)
    )


def test_a_link_is_128_bits_shown_once_and_kept_as_a_digest_only(
    organiser: User, tournament: Tournament
) -> None:
    client = signed_in(organiser)
    response = client.post(
        f"/t/{tournament.slug}/manage/people/",
        {"meant_for": "Reetta", "role": "referee", "token": str(uuid4())},
    )
    secret = secret_of(link_shown(response))
    assert len(secret) == 22  # 16 bytes in letters that an address takes
    assert "no-store" in response["Cache-Control"]
    kept = [*OneTimeLink.objects.values(), *AuditRecord.objects.values(), dict(client.session)]
    assert secret not in str(kept)
    assert secret not in client.get(f"/t/{tournament.slug}/manage/people/").content.decode()
    assert len(OneTimeLink.objects.get().digest) == 64


def test_an_invitation_lives_seven_days(organiser: User, tournament: Tournament) -> None:
    new_link(organiser, tournament)
    link = OneTimeLink.objects.get()
    assert link.expires_at - link.made_at == pytest.approx(
        timedelta(days=7), abs=timedelta(seconds=5)
    )


@pytest.mark.parametrize(("role", "leads_to"), [("organiser", "manage/"), ("referee", "desk/")])
def test_somebody_new_makes_an_account_and_has_the_role(
    organiser: User, tournament: Tournament, role: str, leads_to: str
) -> None:
    client = came_by(new_link(organiser, tournament, role))
    response = make_account(client)
    assert (response.status_code, response["Location"]) == (
        302,
        f"/t/{tournament.slug}/{leads_to}",
    )
    assert client.get(response["Location"]).status_code == 200
    reetta = User.objects.get(username="reetta")
    assert (reetta.display_name, reetta.may_make_events, reetta.is_superuser) == (
        "Reetta Kettunen",
        False,
        False,
    )
    assert roles_of("reetta", tournament) == [role]
    assert verbs(tournament)[-2:] == ["invite", "accept_invitation"]


def test_the_page_of_an_invitation_holds_no_secret(organiser: User, tournament: Tournament) -> None:
    path = new_link(organiser, tournament)
    client = Client()
    assert client.get(path)["Location"] == "/invitation/"
    content = client.get("/invitation/").content.decode()
    assert tournament.name in content
    assert secret_of(path) not in content
    assert secret_of(path) not in str(dict(client.session))


def test_a_faulty_account_is_told_and_the_link_lives_on_and_no_log_has_its_secret(
    organiser: User, tournament: Tournament, caplog: pytest.LogCaptureFixture
) -> None:
    path = new_link(organiser, tournament)
    client = came_by(path)
    with caplog.at_level(logging.DEBUG):
        assert make_account(client, new_password2="toinen-77-sana").status_code == 422
        assert make_account(client, username="olli").status_code == 422
        assert make_account(client, username="OLLI").status_code == 422
        assert make_account(client, full_name="<b>").status_code == 422
        came_by(path)
    assert secret_of(path) not in caplog.text
    assert User.objects.count() == 1
    assert make_account(client).status_code == 302


def test_somebody_with_an_account_signs_in_and_then_accepts(
    organiser: User, tournament: Tournament
) -> None:
    make_user("satu")
    client = came_by(new_link(organiser, tournament))
    assert "/sign-in/?next=/invitation/" in client.get("/invitation/").content.decode()
    response = client.post(
        "/sign-in/", {"username": "satu", "password": PASSWORD, "next": "/invitation/"}
    )
    assert response["Location"] == "/invitation/"
    assert client.post("/invitation/")["Location"] == f"/t/{tournament.slug}/desk/"
    assert roles_of("satu", tournament) == ["referee"]


def test_looking_at_an_invitation_does_not_use_it_up(
    organiser: User, tournament: Tournament
) -> None:
    path = new_link(organiser, tournament)
    for _time in range(2):
        assert came_by(path).get("/invitation/").status_code == 200
    assert make_account(came_by(path)).status_code == 302


def test_a_link_works_once(organiser: User, tournament: Tournament) -> None:
    path = new_link(organiser, tournament)
    late = came_by(path)
    make_account(came_by(path))
    assert make_account(late, username="toinen").status_code == 404
    assert late.get("/invitation/").status_code == 404
    assert came_by(path).get("/invitation/").status_code == 404
    late.force_login(make_user("satu"))
    assert late.post("/invitation/")["Location"] == "/invitation/"
    assert (User.objects.filter(username="toinen").count(), roles_of("satu", tournament)) == (0, [])


def test_an_expired_link_does_not_let_in(organiser: User, tournament: Tournament) -> None:
    path = new_link(organiser, tournament)
    client = came_by(path)
    OneTimeLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert make_account(client).status_code == 404
    assert came_by(path).get("/invitation/").status_code == 404


def test_a_withdrawn_link_does_not_let_in(organiser: User, tournament: Tournament) -> None:
    path = new_link(organiser, tournament)
    client = came_by(path)
    manager = signed_in(organiser)
    address = f"/t/{tournament.slug}/manage/people/"
    assert "Reetta Kettunen" in manager.get(address).content.decode()
    for _time in range(2):  # twice is once
        response = manager.post(f"{address}withdraw/", {"link": OneTimeLink.objects.get().pk})
        assert response["Location"] == address
    assert make_account(client).status_code == 404
    assert "Reetta Kettunen" not in manager.get(address).content.decode()
    assert verbs(tournament).count("withdraw_link") == 1


def test_a_used_link_cannot_be_withdrawn(organiser: User, tournament: Tournament) -> None:
    make_account(came_by(new_link(organiser, tournament)))
    response = signed_in(organiser).post(
        f"/t/{tournament.slug}/manage/people/withdraw/", {"link": OneTimeLink.objects.get().pk}
    )
    assert response.status_code == 422


def test_a_link_of_another_event_cannot_be_withdrawn(
    organiser: User, tournament: Tournament
) -> None:
    path = new_link(organiser, tournament)
    other = make_event_maker("oskari")
    theirs = make_tournament(other, name="Toinen")
    signed_in(other).post(
        f"/t/{theirs.slug}/manage/people/withdraw/", {"link": OneTimeLink.objects.get().pk}
    )
    assert make_account(came_by(path)).status_code == 302


@pytest.mark.parametrize("secret", ["x", "a" * 22, "%00", "ä", "<b>", "9" * 300])
def test_a_made_up_link_leads_to_a_page_that_says_what_to_do(secret: str) -> None:
    client = Client()
    for kind in ("invitation", "new-password"):
        assert client.get(f"/{kind}/{secret}/")["Location"] == f"/{kind}/"
        assert client.get(f"/{kind}/").status_code == 404
        assert client.post(f"/{kind}/").status_code == 404
    assert not dict(client.session)


def test_a_link_for_a_new_password_is_no_invitation_and_the_other_way_round(
    organiser: User, tournament: Tournament
) -> None:
    secret = secret_of(new_link(organiser, tournament))
    assert came_by(f"/new-password/{secret}/").get("/new-password/").status_code == 404
    assert came_by(f"/first/{secret}/").get(f"/first/{secret}/").status_code == 404


def test_the_same_form_sent_twice_makes_one_link_and_offers_a_new_one(
    organiser: User, tournament: Tournament
) -> None:
    token = str(uuid4())
    link_shown(ask_for_link(organiser, tournament, token=token))
    again = ask_for_link(organiser, tournament, token=token)
    assert again.status_code == 409
    assert "testi.example" not in again.content.decode()
    assert 'name="meant_for"' in again.content.decode()
    assert token not in again.content.decode()
    assert OneTimeLink.objects.count() == 1


def test_an_account_sent_twice_is_made_once_and_leads_to_signing_in(
    organiser: User, tournament: Tournament
) -> None:
    path = new_link(organiser, tournament)
    first, second = came_by(path), came_by(path)
    token = str(uuid4())
    assert make_account(first, token=token)["Location"] == f"/t/{tournament.slug}/desk/"
    assert make_account(second, token=token)["Location"] == "/sign-in/"
    assert User.objects.filter(username="reetta").count() == 1


def test_accepting_twice_changes_nothing(organiser: User, tournament: Tournament) -> None:
    satu = make_user("satu")
    client = came_by(new_link(organiser, tournament), signed_in(satu))
    answers = [client.post("/invitation/")["Location"] for _time in range(2)]
    assert answers == [f"/t/{tournament.slug}/desk/"] * 2
    assert roles_of("satu", tournament) == ["referee"]
    assert verbs(tournament).count("accept_invitation") == 1


def test_an_organiser_who_tries_his_own_link_does_not_use_it_up(
    organiser: User, tournament: Tournament
) -> None:
    path = new_link(organiser, tournament)
    client = came_by(path, signed_in(organiser))
    assert client.get("/invitation/").status_code == 200
    assert client.post("/invitation/")["Location"] == "/invitation/"
    assert roles_of("olli", tournament) == ["organiser"]
    assert make_account(came_by(path)).status_code == 302


def test_a_referee_who_becomes_organiser_stands_on_the_list_once(
    organiser: User, tournament: Tournament
) -> None:
    referee = add_referee(tournament)
    came_by(new_link(organiser, tournament, "organiser"), signed_in(referee)).post("/invitation/")
    assert roles_of("reetta", tournament) == ["organiser"]


def test_a_link_dies_with_the_right_of_whoever_made_it(
    organiser: User, tournament: Tournament
) -> None:
    path = new_link(organiser, tournament)
    client = came_by(path)
    Membership.objects.filter(user=organiser).delete()
    assert make_account(client).status_code == 404
    assert came_by(path).get("/invitation/").status_code == 404


def test_an_invitation_to_a_draft_lets_in_though_nobody_else_sees_it(
    organiser: User, tournament: Tournament
) -> None:
    Tournament.objects.update(is_public=False)
    client = came_by(new_link(organiser, tournament))
    assert client.get("/invitation/").status_code == 200
    assert client.get(make_account(client)["Location"]).status_code == 200


@pytest.mark.parametrize(
    "values",
    [
        {"meant_for": ""},
        {"meant_for": "x" * 400},
        {"meant_for": "<script>"},
        {"meant_for": "a\x00b"},
        {"role": "admin"},
        {"role": ""},
        {"token": "x"},
    ],
)
def test_a_faulty_invitation_is_told_and_no_link_made(
    organiser: User, tournament: Tournament, values: dict[str, str]
) -> None:
    fields = {"meant_for": "Reetta", "role": "referee", "token": str(uuid4()), **values}
    response = signed_in(organiser).post(f"/t/{tournament.slug}/manage/people/", fields)
    assert response.status_code == 422
    assert OneTimeLink.objects.count() == 0


def test_a_referee_invites_nobody(tournament: Tournament) -> None:
    referee = add_referee(tournament)
    assert ask_for_link(referee, tournament).status_code == 403
    with pytest.raises(PermissionDenied):
        invite(actor=actor_of(referee), tournament=tournament, role=Role.ORGANISER, meant_for="x")
