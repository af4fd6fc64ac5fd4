"""Check-in in the browser: one tap a pair, with and without scripts, for several clerks."""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.builders import (
    add_referee,
    draw_and_publish,
    make_tournament,
    signed_in,
)
from tests.tournaments.manage.pages import text
from tournaments.actions.check_in import call_off_entry, set_present
from tournaments.models import AuditRecord, Tournament, User
from tournaments.permissions import actor_of
from tournaments.queries.entries import grace_ends_at

HTMX = {"HX-Request": "true"}


def address(tournament: Tournament) -> str:
    return f"/t/{tournament.slug}/manage/check-in/"


def tap(client: Client, tournament: Tournament, said: str, **headers: str) -> HttpResponse:
    return client.post(address(tournament), {"tap": said}, headers=headers)


def shown(answer: HttpResponse) -> list[int]:
    """The numbers of the pairs that are to be seen, in their order."""
    rows = re.findall(
        r'<li class="entry-row[^"]*"\s+id="pair-(\d+)"([^>]*)>', answer.content.decode()
    )
    return [int(number) for number, rest in rows if "hidden" not in rest]


def begins(tournament: Tournament, minutes_ago: int) -> None:
    """Moves the first cards of the event to so many minutes before now."""
    start = timezone.localtime() - timedelta(minutes=minutes_ago)
    first = tournament.days.order_by("date").first()
    assert first is not None
    tournament.days.exclude(pk=first.pk).delete()
    tournament.days.update(
        date=start.date(),
        starts_at=start.time(),
        ends_at=time(23, 59, 59),
    )


def test_absent_pairs_come_first_and_all_are_found(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=4)
    who = {"actor": actor_of(organiser), "tournament": tournament}
    set_present(**who, number=2, present=True)
    call_off_entry(**who, number=3)
    page = client.get(address(tournament))
    assert shown(page) == [1, 4]
    assert "3 pairs 1 present 0 paid 1 called off" in text(page)
    assert shown(client.get(address(tournament), {"show": "all"})) == [1, 2, 3, 4]
    assert shown(client.get(address(tournament), {"q": "toka2"})) == [2]
    assert shown(client.get(address(tournament), {"q": "3"})) == [3]


def test_a_tap_by_htmx_answers_the_row_and_the_counts(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=3)
    answers = [tap(client, tournament, "present-2", **HTMX) for _time in range(2)]
    for answer in answers:
        content = answer.content.decode()
        assert answer.status_code == 200
        assert content.strip().startswith("<li")
        assert re.search(r'value="absent-2"\s+aria-pressed="true"', content)
        assert "3 pairs 1 present" in text(answer)
        assert "csrf" not in content
    assert AuditRecord.objects.filter(verb="mark_present").count() == 1
    assert tap(client, tournament, "paid-2", **HTMX).status_code == 200
    assert tap(client, tournament, "absent-2", **HTMX).status_code == 200
    again = tournament.pairs.get(number=2)
    assert (again.present_at, again.paid_at is None) == (None, False)


def test_a_tap_without_scripts_comes_back_to_the_row(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=3)
    answer = client.post(f"{address(tournament)}?show=all", {"tap": "present-2"})
    assert answer.status_code == 302
    assert answer["Location"] == f"{address(tournament)}?show=all#pair-2"
    assert "Pair 2 is present." in text(client.get(answer["Location"]))


def test_the_page_without_scripts_has_one_form_with_a_key_for_every_tap(
    organiser: User, client: Client
) -> None:
    tournament = make_tournament(organiser, pairs=3)
    content = client.get(address(tournament)).content.decode()
    [form] = re.findall(r'<form method="post"[^>]*class="check-in">(.*?)</form>', content, re.S)
    assert form.count("csrfmiddlewaretoken") == 1
    assert re.findall(r'value="((?:present|paid)-\d+)"', form) == [
        "present-1",
        "paid-1",
        "present-2",
        "paid-2",
        "present-3",
        "paid-3",
    ]


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_absence_of_a_drawn_pair_is_asked_about_first(
    client: Client, organiser: User, headers: dict[str, str]
) -> None:
    tournament = make_tournament(organiser, pairs=4)
    for number in range(1, 5):
        set_present(actor=actor_of(organiser), tournament=tournament, number=number, present=True)
    draw_and_publish(organiser, tournament, 1)
    asked = tap(client, tournament, "absent-2", **headers)
    assert asked.status_code == 422
    assert "Pair 2 has been drawn. Is it really not here?" in text(asked)
    assert 2 in shown(asked)
    assert tournament.pairs.get(number=2).present_at is not None
    tap(client, tournament, "surelyabsent-2", **headers)
    assert tournament.pairs.get(number=2).present_at is None


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_pair_called_off_meanwhile_is_told_about(
    client: Client, organiser: User, headers: dict[str, str]
) -> None:
    tournament = make_tournament(organiser, pairs=4)
    call_off_entry(actor=actor_of(organiser), tournament=tournament, number=2)
    answer = tap(client, tournament, "present-2", **headers)
    assert answer.status_code == 422
    assert "The entry of pair 2 was called off." in text(answer)


@pytest.mark.parametrize("said", ["", "present", "present-", "gone-1", "present-1x", "present-9"])
def test_taps_that_make_no_sense_write_nothing(client: Client, organiser: User, said: str) -> None:
    tournament = make_tournament(organiser, pairs=3)
    records = AuditRecord.objects.count()
    assert tap(client, tournament, said).status_code == 302
    assert tap(client, tournament, said, **HTMX).status_code == 404
    assert tap(client, tournament, "present-99999", **HTMX).status_code == 404
    assert AuditRecord.objects.count() == records


def test_a_referee_checks_in_without_links_that_are_closed_to_them(organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=3)
    referee = signed_in(add_referee(tournament))
    page = referee.get(address(tournament)).content.decode()
    assert f"/t/{tournament.slug}/manage/settings/" not in page
    assert f"/t/{tournament.slug}/manage/pairs/" not in page
    assert tap(referee, tournament, "present-1").status_code == 302
    assert address(tournament) in referee.get(f"/t/{tournament.slug}/desk/").content.decode()


def live(page: HttpResponse) -> tuple[str, str]:
    """Where the page asks again, and what it says it was made from."""
    content = page.content.decode()
    [asks] = re.findall(r'id="live" hx-get="([^"]+)"', content)
    [escaped] = re.findall(r'hx-headers=\'\{"If-None-Match": "([^\']+)"\}\'', content)
    return asks.replace("&amp;", "&"), escaped.encode().decode("unicode_escape")


def test_the_page_follows_other_clerks_and_keeps_rows_where_they_are(
    client: Client, organiser: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = make_tournament(organiser, pairs=4)
    asks, etag = live(client.get(address(tournament)))
    unchanged = client.get(asks, headers={**HTMX, "If-None-Match": etag})
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    referee = signed_in(add_referee(tournament))
    assert tap(referee, tournament, "present-2").status_code == 302
    changed = client.get(asks, headers={**HTMX, "If-None-Match": etag})
    content = changed.content.decode()
    assert changed.status_code == 200
    assert re.search(r'value="absent-2"\s+aria-pressed="true"', content)
    # Present since the page was opened: its row stays. Opened anew, it is with the others.
    assert shown(changed) == [1, 2, 3, 4]
    assert "1 present" in text(changed)
    assert "<form" not in content
    assert "csrf" not in content


@pytest.mark.parametrize("pairs", [3, 96])
def test_check_in_takes_the_same_few_queries_whatever_the_number_of_pairs(
    client: Client, organiser: User, django_assert_num_queries: DjangoAssertNumQueries, pairs: int
) -> None:
    tournament = make_tournament(organiser, pairs=pairs)
    begins(tournament, 20)
    set_present(actor=actor_of(organiser), tournament=tournament, number=1, present=True)
    with django_assert_num_queries(9):
        asks, etag = live(client.get(address(tournament)))
    with django_assert_num_queries(1):
        assert client.get(asks, headers={**HTMX, "If-None-Match": etag}).status_code == 304
    with django_assert_num_queries(15):
        tap(client, tournament, "paid-2", **HTMX)


def test_after_the_minutes_of_grace_absent_pairs_are_told(
    client: Client, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = make_tournament(organiser, pairs=3)
    begins(tournament, 14)
    set_present(actor=actor_of(organiser), tournament=tournament, number=1, present=True)
    early = client.get(address(tournament))
    assert "minutes late" not in text(early)
    asks, etag = live(early)
    later = timezone.now() + timedelta(minutes=2)
    monkeypatch.setattr(timezone, "now", lambda: later)
    # Nothing was written, and yet the page hears of it.
    late = client.get(asks, headers={**HTMX, "If-None-Match": etag})
    assert late.status_code == 200
    assert "More than 15 minutes late" in text(late)
    told = late.content.decode().split('id="late"')[1].split("</section>")[0]
    assert re.findall(r'<b class="name">([^<]+)</b>', told) == [
        "Aino Ensi2 – Eero Toka2",
        "Aino Ensi3 – Eero Toka3",
    ]
    set_present(actor=actor_of(organiser), tournament=tournament, number=2, present=True)
    came = client.get(asks, headers=HTMX).content.decode()
    assert '<s class="name">Aino Ensi2 – Eero Toka2</s>' in came


def test_an_event_that_does_without_checking_in_is_told_nothing(
    client: Client, organiser: User
) -> None:
    tournament = make_tournament(organiser, pairs=3)
    begins(tournament, 60)
    assert "minutes late" not in text(client.get(address(tournament)))


def test_grace_is_counted_from_the_first_days_first_cards_in_local_time(organiser: User) -> None:
    tournament = make_tournament(organiser)
    assert grace_ends_at(tournament) == datetime.fromisoformat("2026-11-28T11:30:00+02:00")


def test_grace_is_as_long_as_the_events_own_rules_have_it(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=3)
    Tournament.objects.filter(pk=tournament.pk).update(rules={"late_minutes": 30})
    begins(tournament, 20)
    set_present(actor=actor_of(organiser), tournament=tournament, number=1, present=True)
    assert "minutes late" not in text(client.get(address(tournament)))
    begins(tournament, 31)
    assert "More than 30 minutes late" in text(client.get(address(tournament)))


def test_everybody_is_marked_present_at_once_after_being_asked(
    client: Client, organiser: User
) -> None:
    tournament = make_tournament(organiser, pairs=5)
    set_present(actor=actor_of(organiser), tournament=tournament, number=1, present=True)
    call_off_entry(actor=actor_of(organiser), tournament=tournament, number=2)
    everybody = f"{address(tournament)}all/"
    assert [row.pair.number for row in client.get(everybody).context["absent"]] == [3, 4, 5]
    for _twice in range(2):
        assert client.post(everybody).status_code == 302
    present = tournament.pairs.exclude(present_at=None).values_list("number", flat=True)
    assert sorted(present) == [1, 3, 4, 5]
    records = AuditRecord.objects.filter(verb="mark_all_present")
    assert [record.details for record in records] == [{"pairs": [3, 4, 5]}]
