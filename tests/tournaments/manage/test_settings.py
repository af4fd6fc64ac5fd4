"""Making an event and changing its settings in the browser."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from tests.builders import (
    actor,
    make_drawn_tournament,
    make_tournament,
    make_user,
    play,
    signed_in,
)
from tests.tournaments.manage.pages import settings_form, text
from tournaments.actions.events import change_settings, settings_of
from tournaments.models import AuditRecord, Match, Tournament, User

SATURDAY = ("2026-11-28", "11:15", "21:00")
SUNDAY = ("29.11.2026", "9.00", "18.00")


def send(client: Client, **changed: object) -> Tournament:
    response = client.post("/events/new/", settings_form(SATURDAY, SUNDAY, **changed))
    assert response.status_code == 302, text(response)
    return Tournament.objects.get()


def change(client: Client, tournament: Tournament, *days: tuple[str, str, str], **changed: object):
    fields = settings_form(*days, **{"revision": tournament.revision, **changed})
    return client.post(f"/t/{tournament.slug}/manage/settings/", fields)


def test_an_event_is_made_and_seen_by_its_maker_alone(client: Client) -> None:
    tournament = send(client)
    assert tournament.slug == "kylan-tuppi-2026"
    assert (tournament.table_count, tournament.minutes_per_deal, tournament.is_public) == (
        8,
        5,
        False,
    )
    assert [
        (str(d.date), f"{d.starts_at:%H.%M}", f"{d.ends_at:%H.%M}") for d in days(tournament)
    ] == [
        ("2026-11-28", "11.15", "21.00"),
        ("2026-11-29", "09.00", "18.00"),
    ]
    assert "The event has been made" in text(client.get(f"/t/{tournament.slug}/manage/"))
    assert signed_in(make_user("muu")).get(f"/t/{tournament.slug}/").status_code == 404


def days(tournament: Tournament):
    return list(tournament.days.order_by("date"))


def test_a_form_sent_twice_makes_one_event(client: Client) -> None:
    fields = settings_form(SATURDAY)
    answers = [client.post("/events/new/", fields) for _ in range(2)]
    assert [answer["Location"] for answer in answers] == ["/t/kylan-tuppi-2026/manage/"] * 2
    assert Tournament.objects.count() == 1


def test_a_page_used_anew_after_going_back_is_not_taken_for_a_repeat(client: Client) -> None:
    fields = settings_form(SATURDAY)
    client.post("/events/new/", fields)
    again = client.post("/events/new/", fields | {"name": "Toinen tuppi"})
    assert again.status_code == 409
    assert "This form was sent before" in text(again)
    fresh = str(again.context["form"]["token"].value())
    assert fresh != fields["token"]
    answer = client.post("/events/new/", fields | {"name": "Toinen tuppi", "token": fresh})
    assert answer["Location"] == "/t/toinen-tuppi-2026/manage/"


def test_events_of_one_name_get_addresses_of_their_own(client: Client) -> None:
    for address in ("kylan-tuppi-2026", "kylan-tuppi-2026-2"):
        answer = client.post("/events/new/", settings_form(SATURDAY))
        assert answer["Location"] == f"/t/{address}/manage/"


@pytest.mark.parametrize(
    "changed, told",
    [
        ({"table_count": 0}, "greater than or equal to 1"),
        ({"table_count": 10**30}, "less than or equal to 500"),
        ({"table_count": "9" * 5000}, "Enter a whole number"),
        ({"minutes_per_deal": 61}, "less than or equal to 60"),
        ({"name": ""}, "This field is required"),
        ({"name": "\u200b"}, "This field is required"),
        ({"name": "x" * 121}, "at most 120 characters"),
        ({"name": "Tuppi\x00"}, "Null characters are not allowed"),
        ({"name": "Tuppi\x07kisa"}, "a character that cannot be seen"),
        ({"place": "Kylä\ntalo"}, "Write it on one line"),
        ({"days-0-date": "0001-01-01"}, "The year must be between 2000 and 2100"),
        ({"days-0-date": "9999-12-31"}, "The year must be between 2000 and 2100"),
        ({"days-0-date": "eilen"}, "Enter a valid date"),
        ({"days-0-ends_at": "11:15"}, "The day must end later than it starts"),
        ({"days-0-starts_at": ""}, "This field is required"),
        ({"days-1-date": "28.11.2026"}, "The same date stands twice"),
        ({"days-0-date": "", "days-1-date": ""}, "Give at least one day of play"),
        ({"days-TOTAL_FORMS": "x"}, "ManagementForm data is missing"),
        ({"days-TOTAL_FORMS": 100000}, "at most 10 forms"),
    ],
)
def test_what_cannot_be_an_event_is_told_and_kept_in_the_form(
    client: Client, changed: dict[str, object], told: str
) -> None:
    response = client.post("/events/new/", settings_form(SATURDAY, SUNDAY) | changed)
    assert response.status_code == 422
    assert told in text(response)
    assert ("Not saved yet" in text(response)) == (told != "Give at least one day of play")
    if "place" not in changed:
        assert 'value="Kylätalo"' in response.content.decode()
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    "typed, cents", [("", 0), ("20", 2000), ("20,00", 2000), ("20,50 €", 2050), ("0", 0)]
)
def test_the_entry_fee_is_typed_in_euros_and_kept_in_cents(
    client: Client, typed: str, cents: int
) -> None:
    tournament = send(client, entry_fee=typed)
    assert tournament.entry_fee_cents == cents
    change(client, tournament, SATURDAY, entry_fee="12,50")
    tournament.refresh_from_db()
    assert tournament.entry_fee_cents == 1250
    page = client.get(f"/t/{tournament.slug}/manage/settings/").content.decode()
    assert 'name="entry_fee" value="12,50"' in page
    log = text(client.get(f"/t/{tournament.slug}/manage/log/"))
    assert "entry fee" in log
    assert "→ 12,50 €" in log


@pytest.mark.parametrize(
    "typed, told",
    [
        ("kaksi kymppiä", "Write the sum in euros, such as 20 or 20,00."),
        ("-5", "Write the sum in euros"),
        ("1000,01", "The sum is at most 1 000 €."),
        ("9" * 400, "at most 20 characters"),
    ],
)
def test_an_entry_fee_that_is_none_is_told(client: Client, typed: str, told: str) -> None:
    response = client.post("/events/new/", settings_form(SATURDAY, entry_fee=typed))
    assert response.status_code == 422
    assert told in text(response)


def test_an_empty_post_is_told_what_is_missing(client: Client) -> None:
    response = client.post("/events/new/")
    assert response.status_code == 422
    assert "Not saved yet" in text(response)


def test_markup_in_a_name_is_shown_as_typed(client: Client) -> None:
    tournament = send(client, name="<b>Tuppi</b>")
    page = client.get(f"/t/{tournament.slug}/manage/").content.decode()
    assert "<b>Tuppi</b>" not in page
    assert "&lt;b&gt;Tuppi&lt;/b&gt;" in page


def test_only_those_who_may_make_events_get_the_form() -> None:
    assert Client().get("/events/new/").status_code == 302


def test_somebody_without_the_permission_is_refused(organiser: User) -> None:
    assert signed_in(make_user("muu")).post("/events/new/", settings_form()).status_code == 403


def test_settings_are_shown_and_changed(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser)
    page = client.get(f"/t/{tournament.slug}/manage/settings/").content.decode()
    assert 'value="2026-11-28"' in page
    assert 'value="11:15"' in page
    answer = change(client, tournament, SUNDAY, name="Uusi nimi", table_count=3)
    assert answer["Location"] == f"/t/{tournament.slug}/manage/"
    tournament.refresh_from_db()
    assert (tournament.name, tournament.table_count, tournament.revision) == ("Uusi nimi", 3, 2)
    assert [day.date for day in days(tournament)] == [date(2026, 11, 29)]


def test_a_day_whose_date_is_emptied_is_taken_away(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser)
    assert tournament.days.count() == 2
    answer = change(
        client,
        tournament,
        ("", "11:15", "21:00"),
        ("2026-11-29", "09:00", "18:00"),
        **{"days-INITIAL_FORMS": 2},
    )
    assert answer.status_code == 302, text(answer)
    assert [day.date for day in days(tournament)] == [date(2026, 11, 29)]


def test_stale_settings_are_refused_and_shown_beside_what_is_there_now(
    client: Client, organiser: User
) -> None:
    tournament = make_tournament(organiser)
    seen = tournament.revision
    theirs = settings_of(tournament).__dict__ | {"name": "Toisen nimi", "table_count": 11}
    change_settings(
        actor=actor(organiser),
        tournament=tournament,
        settings=type(settings_of(tournament))(**theirs),
        seen_revision=seen,
    )
    fields = settings_form(SATURDAY, revision=seen, name="Oma nimi")
    answer = client.post(f"/t/{tournament.slug}/manage/settings/", fields)
    assert answer.status_code == 409
    assert "Somebody changed these settings" in text(answer)
    assert "What is there now Name Toisen nimi" in text(answer)
    assert 'value="Oma nimi"' in answer.content.decode()
    tournament.refresh_from_db()
    assert tournament.name == "Toisen nimi"
    # Having seen it, the organiser sends it again.
    form = answer.context["form"]
    sent_again = fields | {
        "revision": form["revision"].value(),
        "token": form["token"].value(),
    }
    assert client.post(f"/t/{tournament.slug}/manage/settings/", sent_again).status_code == 302
    tournament.refresh_from_db()
    assert tournament.name == "Oma nimi"


def test_settings_sent_twice_are_changed_once(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser)
    fields = settings_form(SATURDAY, revision=tournament.revision)
    address = f"/t/{tournament.slug}/manage/settings/"
    assert [client.post(address, fields).status_code for _ in range(2)] == [302, 302]
    tournament.refresh_from_db()
    assert tournament.revision == 2
    assert AuditRecord.objects.filter(verb="change_settings").count() == 1
    other = client.post(address, fields | {"name": "Muu"})
    assert other.status_code == 409
    assert "This form was sent before" in text(other)


def test_a_token_of_another_write_is_no_repeat(client: Client, organiser: User) -> None:
    fields = settings_form(SATURDAY)
    client.post("/events/new/", fields)
    tournament = Tournament.objects.get()
    answer = change(client, tournament, token=fields["token"])
    assert answer.status_code == 409
    made = client.post(
        "/events/new/", settings_form(token=change_token(client, tournament), name="Kylän tuppi")
    )
    assert made.status_code == 409


def change_token(client: Client, tournament: Tournament) -> str:
    """The token of a change of settings that was carried out."""
    tournament.refresh_from_db()
    fields = settings_form(revision=tournament.revision)
    assert client.post(f"/t/{tournament.slug}/manage/settings/", fields).status_code == 302
    return str(fields["token"])


def test_a_change_of_tables_offers_the_schedule_anew(client: Client, organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=8, pools=2, tables=4)
    overview = f"/t/{tournament.slug}/manage/"
    offer = "The schedule is not what the settings would give"
    assert offer not in text(client.get(overview))
    change(client, tournament, SATURDAY, SUNDAY, table_count=2)
    assert offer in text(client.get(overview))
    assert max(tournament.matches.values_list("table", flat=True)) == 4
    answer = client.post(f"/t/{tournament.slug}/manage/schedule/plan/", follow=True)
    assert "The schedule has been made anew" in text(answer)
    assert offer not in text(answer)
    assert max(tournament.matches.values_list("table", flat=True)) == 2


def test_a_change_of_name_leaves_the_schedule_alone(client: Client, organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, tables=4)
    change(
        client, tournament, SATURDAY, ("2026-11-29", "9:00", "18:00"), table_count=4, name="Uusi"
    )
    assert "since the schedule was made" not in text(client.get(f"/t/{tournament.slug}/manage/"))


def test_a_schedule_is_not_made_anew_once_a_match_has_begun(
    client: Client, organiser: User
) -> None:
    tournament = make_drawn_tournament(organiser, tables=4)
    play(organiser, Match.objects.get(tournament=tournament, number=1), "ra8")
    change(client, tournament, SATURDAY, table_count=2)
    assert "since the schedule was made" not in text(client.get(f"/t/{tournament.slug}/manage/"))
    answer = client.post(f"/t/{tournament.slug}/manage/schedule/plan/")
    assert answer.status_code == 422
    assert "A match has begun" in text(answer)


def test_a_schedule_needs_a_published_draw(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=4)
    answer = client.post(f"/t/{tournament.slug}/manage/schedule/plan/")
    assert answer.status_code == 422
    assert "There are no pools yet" in text(answer)
