"""Signing in and out, passwords, language, the first way in."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.builders import make_event_maker, make_tournament, make_user, signed_in
from tournaments.actions.accounts import make_first_organiser_link
from tournaments.models import AuditRecord, OneTimeLink, User

pytestmark = [pytest.mark.django_db, pytest.mark.finnish]

PASSWORD = "pöytä52-ja-nousu"
NEW_PASSWORD = "ramin-ryöstö-16"


def sign_in(client: Client, username: str, password: str, **data: str):
    return client.post("/sign-in/", {"username": username, "password": password, **data})


def test_a_right_password_lets_in_and_goes_where_one_was_going() -> None:
    make_user("olli")
    response = sign_in(Client(), "olli", PASSWORD, next="/password/")
    assert (response.status_code, response["Location"]) == (302, "/password/")


@pytest.mark.parametrize(
    "target", ["https://muu.example/", "//muu.example", "javascript:1", "abc", "/\\muu.example"]
)
def test_signing_in_never_leads_to_another_site(target: str) -> None:
    make_user("olli")
    assert sign_in(Client(), "olli", PASSWORD, next=target)["Location"] == "/"


def test_a_wrong_password_is_told_and_the_name_kept() -> None:
    make_user("olli")
    response = sign_in(Client(), "olli", "väärä")
    assert response.status_code == 422
    assert 'value="olli"' in response.content.decode()


def test_ten_wrong_passwords_shut_the_door_for_that_name_only(settings) -> None:
    settings.AXES_ENABLED = True
    make_user("olli")
    make_user("reetta")
    client = Client()
    answers = [sign_in(client, "olli", "väärä").status_code for _try in range(10)]
    assert answers[0] == 422
    assert answers[-1] == 429
    assert sign_in(client, "olli", PASSWORD).status_code == 429
    assert sign_in(client, "reetta", PASSWORD).status_code == 302


def test_signing_out_takes_a_post() -> None:
    client = signed_in(make_user())
    assert client.get("/sign-out/").status_code == 405
    client.post("/sign-out/")
    assert client.get("/password/").status_code == 302


def test_a_page_for_members_asks_to_sign_in_and_comes_back() -> None:
    tournament = make_tournament(make_event_maker())
    response = Client().get(f"/t/{tournament.slug}/manage/")
    assert response["Location"] == f"/sign-in/?next=/t/{tournament.slug}/manage/"


def test_a_changed_password_keeps_one_signed_in() -> None:
    client = signed_in(make_user("olli"))
    response = client.post(
        "/password/",
        {
            "old_password": PASSWORD,
            "new_password1": NEW_PASSWORD,
            "new_password2": NEW_PASSWORD,
        },
    )
    assert response.status_code == 302
    assert client.get("/password/").status_code == 200
    assert sign_in(Client(), "olli", NEW_PASSWORD).status_code == 302


def test_pages_are_finnish_until_english_is_chosen_whatever_the_browser_says() -> None:
    client = Client(headers={"accept-language": "en"})
    assert '<html lang="fi" ' in client.get("/").content.decode()
    response = client.post("/language/", {"language": "en", "next": "/sign-in/"})
    assert response["Location"] == "/sign-in/"
    assert '<html lang="en" ' in client.get("/sign-in/").content.decode()


@pytest.mark.parametrize("language", ["", "xx", "../en"])
def test_an_unknown_language_changes_nothing(language: str) -> None:
    client = Client()
    client.post("/language/", {"language": language, "next": "/"})
    client.cookies["django_language"] = language or "zz"
    assert '<html lang="fi" ' in client.get("/").content.decode()


def test_a_language_with_a_nul_is_not_kept() -> None:
    client = Client()
    assert client.post("/language/", {"language": "fi\x00", "next": "/"}).status_code == 302
    assert '<html lang="fi" ' in client.get("/").content.decode()


def first_organiser(secret: str, **changes: str):
    values = {
        "full_name": "Anni Alku",
        "username": "anni",
        "new_password1": NEW_PASSWORD,
        "new_password2": NEW_PASSWORD,
    }
    client = Client()
    return client, client.post(f"/first/{secret}/", {**values, **changes})


def test_the_first_link_makes_the_sites_first_person_once() -> None:
    secret = make_first_organiser_link()
    assert secret is not None
    client, response = first_organiser(secret)
    assert (response.status_code, response["Location"]) == (302, "/events/new/")
    anni = User.objects.get()
    assert (anni.username, anni.is_superuser, anni.display_name) == ("anni", True, "Anni Alku")
    assert client.get("/password/").status_code == 200
    assert first_organiser(secret, username="toinen")[1].status_code == 404
    assert make_first_organiser_link() is None
    assert AuditRecord.objects.get().verb == "make_first_organiser"


def test_a_new_link_puts_the_earlier_one_out_of_use() -> None:
    old = make_first_organiser_link()
    new = make_first_organiser_link()
    assert Client().get(f"/first/{old}/").status_code == 404
    assert Client().get(f"/first/{new}/").status_code == 200


def test_an_expired_link_does_not_let_in() -> None:
    secret = make_first_organiser_link()
    OneTimeLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert first_organiser(str(secret))[1].status_code == 404
    assert User.objects.count() == 0


def test_only_a_digest_of_the_link_is_kept() -> None:
    secret = make_first_organiser_link()
    assert str(secret) not in str(OneTimeLink.objects.values())


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("new_password2", "toinen-salasana-77"),
        ("new_password1", "12345678"),
        ("username", "kaksi sanaa"),
        ("full_name", "<b>"),
        ("full_name", ""),
    ],
)
def test_a_faulty_first_account_is_told_and_the_link_lives_on(field: str, value: str) -> None:
    secret = str(make_first_organiser_link())
    assert first_organiser(secret, **{field: value})[1].status_code == 422
    assert User.objects.count() == 0
    assert first_organiser(secret)[1].status_code == 302


def test_what_is_wrong_with_a_password_stands_where_it_was_typed_first() -> None:
    secret = str(make_first_organiser_link())
    weak = first_organiser(secret, new_password1="12345678", new_password2="12345678")[1]
    assert set(weak.context["form"].errors) == {"new_password1"}
    other = first_organiser(secret, new_password2="toinen-salasana-77")[1]
    assert set(other.context["form"].errors) == {"new_password2"}
    changed = signed_in(make_user("olli")).post(
        "/password/",
        {"old_password": PASSWORD, "new_password1": "12345678", "new_password2": "12345678"},
    )
    assert set(changed.context["form"].errors) == {"new_password1"}


def test_signing_in_with_a_wrong_password_is_told_in_one_sentence() -> None:
    make_user("olli")
    client = Client()
    client.cookies["django_language"] = "en"
    answer = sign_in(client, "olli", "väärä")
    assert len(answer.context["form"].non_field_errors()) == 1
    assert "The user name or the password is wrong." in answer.content.decode()
    assert "Forgotten the password?" in answer.content.decode()
