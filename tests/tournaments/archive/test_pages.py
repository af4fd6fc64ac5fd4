"""Archives through the site: taken away by organisers, brought in by those who make events."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from tests.builders import add_referee, make_event_maker, make_user, signed_in
from tests.tournaments.archive.mornings import CONTACT, make_morning
from tests.tournaments.archive.sites import opened, resealed
from tests.tournaments.exports.eventful import NOTE, Eventful
from tournaments.archive.text import MAX_BYTES
from tournaments.archive.writing import archive_bytes
from tournaments.models import AuditRecord, ImportDraft, Membership, Tournament, User

DOWNLOAD = "/t/testituppi-2026/manage/archive.json"
BRING = "/events/archive/"


@pytest.fixture
def content(eventful: Eventful) -> bytes:
    return archive_bytes(eventful.tournament)


def bring(client: Client, content: bytes, name: str = "tuppi.json") -> HttpResponse:
    return client.post(BRING, {"file": SimpleUploadedFile(name, content)})


def brought(client: Client, content: bytes) -> str:
    """The address of the preview of an archive just brought."""
    response = bring(client, content)
    assert response.status_code == 302
    return str(response["Location"])


def take(client: Client, address: str, slug: str, token: object = None) -> HttpResponse:
    return client.post(address, {"slug": slug, "token": str(token or uuid4())})


def test_an_organiser_takes_the_archive_away(eventful: Eventful, organiser: User) -> None:
    client = signed_in(organiser)
    assert f'href="{DOWNLOAD}"' in client.get("/t/testituppi-2026/manage/print/").content.decode()
    response = client.get(DOWNLOAD)
    assert response.content == archive_bytes(eventful.tournament)
    assert response["Content-Type"] == "application/json"
    assert response["Content-Disposition"] == (
        'attachment; filename="testituppi-2026-archive.json"'
    )
    assert response["Cache-Control"] == "private, no-store"
    assert NOTE in response.content.decode()


def test_contacts_are_in_it_only_where_asked_for(organiser: User) -> None:
    tournament = make_morning(organiser)
    client = signed_in(organiser)
    page = client.get("/t/testituppi-2026/manage/print/").content.decode()
    assert f'href="{DOWNLOAD}?contacts=1"' in page
    assert client.get(DOWNLOAD).content == archive_bytes(tournament)
    assert client.get(f"{DOWNLOAD}?contacts=0").content == archive_bytes(tournament)
    asked = client.get(f"{DOWNLOAD}?contacts=1").content
    assert asked == archive_bytes(tournament, contacts=True)
    assert CONTACT in asked.decode()


@pytest.mark.parametrize("asked, said", [(True, "with contacts"), (False, "without contacts")])
def test_it_is_told_before_whether_contacts_are_in_it(
    organiser: User, *, asked: bool, said: str
) -> None:
    content = archive_bytes(make_morning(organiser), contacts=asked)
    client = signed_in(organiser)
    page = " ".join(client.get(brought(client, content)).content.decode().split())
    assert f"</span>, {said}" in page
    assert "private links" in page
    assert CONTACT not in page
    assert "1 of 9" in page  # of the draw that counts


def test_the_archive_is_never_public(eventful: Eventful) -> None:
    referee = add_referee(eventful.tournament)
    others = [referee, make_user("satu"), make_event_maker("oskari")]
    assert [signed_in(user).get(DOWNLOAD).status_code for user in others] == [403, 403, 403]
    assert Client().get(DOWNLOAD).status_code == 302
    assert Client().get("/t/testituppi-2026/export/archive.json").status_code == 404


def test_only_those_who_make_events_bring_archives(eventful: Eventful, content: bytes) -> None:
    referee = add_referee(eventful.tournament)
    for user in (referee, make_user("satu")):
        client = signed_in(user)
        assert client.get(BRING).status_code == 403
        assert bring(client, content).status_code == 403
    assert bring(Client(), content).status_code == 401
    assert not ImportDraft.objects.exists()


def test_what_it_holds_is_shown_before_it_is_taken(organiser: User, content: bytes) -> None:
    client = signed_in(organiser)
    assert f'href="{BRING}"' in client.get("/events/new/").content.decode()
    assert client.get(BRING).status_code == 200
    page = client.get(brought(client, content)).content.decode()
    for told in ("Testituppi", "Kylätalo", "3 of 10", 'value="testituppi-2026"'):
        assert told in page
    assert Tournament.objects.count() == 1


def test_it_is_taken_whole_and_its_taker_organises_it(organiser: User, content: bytes) -> None:
    other = make_event_maker("oskari")
    client = signed_in(other)
    response = take(client, brought(client, content), "toinen")
    assert (response.status_code, response["Location"]) == (302, "/t/toinen/manage/")
    again = Tournament.objects.get(slug="toinen")
    assert [*Membership.objects.filter(tournament=again).values_list("user", "role")] == [
        (other.pk, "organiser")
    ]
    assert client.get("/t/toinen/manage/").status_code == 200
    log = client.get("/t/toinen/manage/log/").content.decode()
    assert "oskari took the event from an archive: Testituppi." in log
    assert {**opened(archive_bytes(again)), "event": 0, "sha256": 0} == {
        **opened(content),
        "event": 0,
        "sha256": 0,
    }


def test_an_address_that_is_taken_is_refused_at_its_field(organiser: User, content: bytes) -> None:
    client = signed_in(organiser)
    address = brought(client, content)
    for slug, said in [
        ("testituppi-2026", "There is an event at the address testituppi-2026 already."),
        ("new", "There is an event at the address new already."),
        ("../x", "Enter a valid"),
        ("", "This field is required"),
    ]:
        response = take(client, address, slug)
        assert response.status_code == 422
        assert said in response.content.decode()
    assert Tournament.objects.count() == 1


def test_a_form_sent_twice_takes_the_event_once(organiser: User, content: bytes) -> None:
    client = signed_in(organiser)
    address, token = brought(client, content), uuid4()
    answers = [take(client, address, "toinen", token) for _turn in range(2)]
    assert [answer["Location"] for answer in answers] == ["/t/toinen/manage/"] * 2
    changed = take(client, address, "kolmas", token)
    assert changed.status_code == 409
    assert Tournament.objects.count() == 2


@pytest.mark.parametrize(
    "made, said",
    [
        (b"", "no whole JSON"),
        (b"PK\x03\x04\xff", "no text in UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b"{}", "no archive of an event"),
        (b'{"format": "tuppiliitto-archive", "version": 4}', "newer version"),
        (b" " * (MAX_BYTES + 1), "too large"),
    ],
)
@pytest.mark.django_db
def test_a_file_that_is_no_archive_is_refused_with_the_reason(made: bytes, said: str) -> None:
    response = bring(signed_in(make_event_maker()), made)
    assert response.status_code == 422
    assert said in response.content.decode()
    assert not ImportDraft.objects.exists()
    assert not AuditRecord.objects.exists()


def test_a_damaged_archive_is_refused_with_its_place(organiser: User, content: bytes) -> None:
    value = opened(content)
    value["matches"][0]["outcome"]["total_a"] = 60
    response = bring(signed_in(organiser), resealed(value))
    assert response.status_code == 422
    page = response.content.decode()
    assert "Place in the file: matches[0].outcome." in page
    assert "Choose the file once more" in page
    assert "what you typed" not in page


@pytest.mark.django_db
def test_a_form_without_a_file_is_refused() -> None:
    response = signed_in(make_event_maker()).post(BRING, {})
    assert response.status_code == 422


def test_an_archive_is_for_whoever_brought_it_and_for_a_day(
    organiser: User, content: bytes
) -> None:
    address = brought(signed_in(organiser), content)
    other = signed_in(make_event_maker("oskari"))
    assert other.get(address).status_code == 404
    assert take(other, address, "toinen").status_code == 404
    ImportDraft.objects.update(made_at=timezone.now() - timedelta(days=2))
    brought(signed_in(organiser), content)
    assert signed_in(organiser).get(address).status_code == 404
    for _turn in range(4):
        brought(signed_in(organiser), content)
    assert ImportDraft.objects.count() == 3


def test_archives_and_entry_lists_are_kept_apart(organiser: User, content: bytes) -> None:
    client = signed_in(organiser)
    token = brought(client, content).rstrip("/").rsplit("/", 1)[1]
    assert client.get(f"/t/testituppi-2026/manage/import/{token}/").status_code == 404


def test_markup_in_an_archive_is_shown_as_text(organiser: User, content: bytes) -> None:
    value = opened(content)
    value["event"]["name"] = value["event"]["place"] = "<script>alert(1)</script>"
    client = signed_in(organiser)
    response = client.post(
        BRING, {"file": SimpleUploadedFile("<b>x</b>.json", resealed(value))}, follow=True
    )
    assert response.status_code == 200
    assert "<script>alert" not in response.content.decode()
