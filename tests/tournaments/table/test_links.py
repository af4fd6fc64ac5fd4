"""Links of tables and score sheets: what they open, and what those open that are over."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from tests.builders import add_referee, make_drawn_tournament, play, signed_in, win_for_a
from tests.tournaments.desk.desk import plain
from tests.tournaments.table.phone import JSON, Phone
from tests.tournaments.table.test_deals import confirm
from tournaments.access import table_secret
from tournaments.models import Match, TableLink, Tournament, User, WrongTry
from tournaments.views.table.dead_links import MOST_WRONG
from tuppiliitto.quiet_logs import WithoutSecrets

pytestmark = pytest.mark.django_db


def at_table(tournament: Tournament, table: int = 1) -> list[Match]:
    return list(tournament.matches.filter(table=table).order_by("starts_at"))


def to_come(tournament: Tournament) -> None:
    """The whole schedule lies ahead, whatever day it is."""
    # In the morning, so that a late hour of the test parts no day.
    morning = timezone.localtime().replace(hour=11, minute=15, second=0, microsecond=0)
    first = tournament.matches.earliest("starts_at").starts_at
    ahead = morning + timedelta(days=2) - first
    tournament.matches.update(starts_at=F("starts_at") + ahead)


def begins(match: Match, *, minutes: int) -> None:
    """The match begins so many minutes from now."""
    Match.objects.filter(pk=match.pk).update(starts_at=timezone.now() + timedelta(minutes=minutes))


def opened(phone: Phone) -> int:
    """The number of the match that the table's link leads to."""
    answer = phone.client.get(phone.home)
    assert answer.status_code == 302
    assert phone.client.get(answer["Location"]).status_code == 200
    return int(answer["Location"].rstrip("/").rsplit("/", 1)[1])


class TestTheMatchNow:
    def test_is_the_first_before_play_begins(self, phone: Phone, tournament: Tournament) -> None:
        assert opened(phone) == at_table(tournament)[0].number

    def test_is_one_called_there(self, phone: Phone, tournament: Tournament) -> None:
        match = at_table(tournament)[1]
        Match.objects.filter(pk=match.pk).update(called_at=match.starts_at)
        assert opened(phone) == match.number

    def test_is_the_one_under_way(
        self, phone: Phone, tournament: Tournament, organiser: User
    ) -> None:
        first, second, _third = at_table(tournament)
        play(organiser, first, win_for_a(16))
        play(organiser, second, "ra8")
        assert opened(phone) == second.number
        page = phone.client.get(f"{phone.home}{second.number}/")
        assert f"Match {first.number} of this table still waits to be confirmed" in plain(page)

    def test_is_a_finished_one_until_both_have_confirmed(
        self, phone: Phone, tournament: Tournament, organiser: User
    ) -> None:
        to_come(tournament)
        first, second, _third = at_table(tournament)
        play(organiser, first, win_for_a(16))
        assert opened(phone) == first.number
        page = phone.client.get(f"{phone.home}{first.number}/")
        # Confirming comes first: the way on is among the table's other matches.
        assert "On to match" not in plain(page)
        assert f"{phone.home}{second.number}/" in page.content.decode()
        confirm(first)
        assert opened(phone) == second.number
        assert "still waits" not in plain(phone.client.get(f"{phone.home}{second.number}/"))

    def test_is_the_next_one_once_its_time_has_come_though_a_result_waits(
        self, phone: Phone, tournament: Tournament, organiser: User
    ) -> None:
        to_come(tournament)
        first, second, third = at_table(tournament)
        begins(first, minutes=-90)
        play(organiser, first, win_for_a(16))
        begins(second, minutes=5)
        assert opened(phone) == first.number
        begins(second, minutes=-1)
        assert opened(phone) == second.number
        page = phone.client.get(f"{phone.home}{second.number}/")
        assert f'href="{phone.home}{first.number}/"' in page.content.decode()
        assert f"Match {first.number} of this table still waits to be confirmed" in plain(page)
        begins(third, minutes=-1)
        assert opened(phone) == second.number

    def test_is_one_called_there_though_a_result_waits(
        self, phone: Phone, tournament: Tournament, organiser: User
    ) -> None:
        to_come(tournament)
        first, second, third = at_table(tournament)
        play(organiser, second, win_for_a(16))
        for called in (third, first):
            Match.objects.filter(table=1).update(called_at=None)
            Match.objects.filter(pk=called.pk).update(called_at=timezone.now())
            assert opened(phone) == called.number
            page = phone.client.get(f"{phone.home}{called.number}/")
            assert f"Match {second.number} of this table still waits" in plain(page)

    def test_is_not_one_before_it_that_was_passed_over(
        self, phone: Phone, tournament: Tournament, organiser: User
    ) -> None:
        to_come(tournament)
        first, second, _third = at_table(tournament)
        begins(first, minutes=-60)
        begins(second, minutes=-30)
        play(organiser, second, win_for_a(16))
        assert opened(phone) == second.number

    def test_is_one_that_is_not_played_out_whatever_the_time(
        self, phone: Phone, tournament: Tournament, organiser: User
    ) -> None:
        first, second, _third = at_table(tournament)
        play(organiser, first, "ra8")
        Match.objects.filter(pk=second.pk).update(called_at=timezone.now())
        begins(second, minutes=-60)
        assert opened(phone) == first.number

    def test_is_the_last_one_until_both_have_confirmed_where_none_follows(
        self, phone: Phone, tournament: Tournament, organiser: User
    ) -> None:
        *before, last = at_table(tournament)
        for match in before:
            play(organiser, match, win_for_a(16))
        play(organiser, last, win_for_a(16))
        assert opened(phone) == last.number

    def test_is_never_an_annulled_one(self, phone: Phone, tournament: Tournament) -> None:
        first, second, _third = at_table(tournament)
        Match.objects.filter(pk=first.pk).update(annulment="decision", annulled_at=first.starts_at)
        assert opened(phone) == second.number

    def test_is_none_once_all_are_played_and_at_a_table_without_any(
        self, phone: Phone, tournament: Tournament, organiser: User
    ) -> None:
        for match in at_table(tournament):
            play(organiser, match, win_for_a(16))
            confirm(match)
        page = phone.client.get(phone.home)
        assert "All matches of this table are played" in plain(page)
        secret = table_secret(tournament, 15)
        page = phone.client.get(f"/t/{tournament.slug}/table/15/{secret}/")
        assert "No match at this table yet" in plain(page)

    def test_leads_on_to_the_other_matches_of_its_day(
        self, phone: Phone, tournament: Tournament
    ) -> None:
        _first, second, third = at_table(tournament)
        content = phone.get().content.decode()
        assert f'href="{phone.home}{second.number}/"' in content
        Match.objects.filter(pk=third.pk).update(starts_at=third.starts_at + timedelta(days=1))
        assert f'href="{phone.home}{third.number}/"' not in phone.get().content.decode()


def test_a_score_sheets_link_opens_its_match_wherever_it_is_played(sheet_phone: Phone) -> None:
    Match.objects.filter(pk=sheet_phone.match.pk).update(table=9)
    page = sheet_phone.get()
    assert (page.status_code, "Table 9" in plain(page)) == (200, True)
    assert "Other matches" not in plain(page)
    assert sheet_phone.send("ra8").status_code == 200


def test_a_score_sheets_link_is_over_once_both_have_confirmed(
    sheet_phone: Phone, organiser: User
) -> None:
    play(organiser, sheet_phone.match, win_for_a(16))
    assert sheet_phone.get().status_code == 200
    confirm(sheet_phone.match)
    page = sheet_phone.get()
    assert page.status_code == 410
    assert f'href="/t/{sheet_phone.match.tournament.slug}/matches/1/"' in page.content.decode()
    answers = [sheet_phone.send("na4"), sheet_phone.take_back(), sheet_phone.get("seats/")]
    assert [answer.status_code for answer in answers] == [410, 410, 410]
    assert answers[0].json()["saved"] is False
    calls = [
        sheet_phone.client.post(f"{sheet_phone.address}{path}") for path in ("call/", "call/back/")
    ]
    assert [answer.status_code for answer in calls] == [410, 410]
    play(organiser, sheet_phone.match, win_for_a(14) + " na6 nb5", reason="misread")
    assert sheet_phone.get().status_code == 200  # what was corrected waits to be confirmed anew


@pytest.mark.parametrize("path", ["", "1/", "1/deal/", "1/take-back/", "1/seats/"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_wrong_link_opens_nothing_and_says_so(
    phone: Phone, tournament: Tournament, path: str, method: str
) -> None:
    wrong = f"/t/{tournament.slug}/table/2/{phone.home.split('/')[-2]}/{path}"
    answer = getattr(phone.client, method)(wrong)
    assert answer.status_code == 404
    assert "Ask the organiser for a new card." in plain(answer)
    as_script = getattr(phone.client, method)(wrong, headers=JSON)
    assert as_script.json() == {
        "saved": False,
        "message": "This link is not in force. Ask the organiser for a new card.",
    }
    assert not Match.objects.exclude(revision=0).exists()


@pytest.mark.parametrize(
    "address",
    ["sheet/1/x/", "sheet/999/x/", "table/999/x/", "table/99999999/x/", "sheet/9999999/x/"],
)
def test_a_link_of_no_table_or_match_is_a_wrong_one(tournament: Tournament, address: str) -> None:
    answer = Client().get(f"/t/{tournament.slug}/{address}")
    assert answer.status_code == 404
    assert WrongTry.objects.filter(tournament=tournament, kind="link").count() == 1


def test_a_link_opens_no_other_match_than_its_own(phone: Phone, sheet_phone: Phone) -> None:
    elsewhere = phone.client.get(f"{phone.home}2/")
    assert (elsewhere.status_code, phone.home in elsewhere.content.decode()) == (404, True)
    answer = phone.client.post(
        f"{phone.home}2/deal/", {"entry": "ra8", "token": "x", "revision": 0}, headers=JSON
    )
    assert answer.status_code == 422  # incomplete before all else
    other = sheet_phone.home.replace("/sheet/1/", "/sheet/2/")
    assert sheet_phone.client.get(other).status_code == 404


def test_a_link_of_another_event_opens_nothing(phone: Phone, organiser: User) -> None:
    make_drawn_tournament(organiser, name="Toinen")
    assert phone.client.get(phone.home.replace("testituppi", "toinen")).status_code == 404


def test_a_renewed_or_revoked_link_is_over(phone: Phone, tournament: Tournament) -> None:
    link = TableLink.objects.create(tournament=tournament, table=1, renewed=1)
    assert phone.get().status_code == 404
    renewed = f"/t/{tournament.slug}/table/1/{table_secret(tournament, 1, 1)}/1/"
    assert phone.client.get(renewed).status_code == 200
    link.is_revoked = True
    link.save()
    assert phone.client.get(renewed).status_code == 404


def test_a_page_that_follows_a_dead_link_is_told_to_load_anew(
    phone: Phone, tournament: Tournament
) -> None:
    TableLink.objects.create(tournament=tournament, table=1, renewed=1)
    assert phone.poll()["HX-Refresh"] == "true"


def test_a_draft_is_open_to_its_tables_and_looks_like_none_to_others(
    phone: Phone, tournament: Tournament
) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(is_public=False)
    assert phone.get().status_code == 200
    wrong = phone.client.get(f"/t/{tournament.slug}/table/1/x/")
    assert (wrong.status_code, tournament.name in plain(wrong)) == (404, False)
    assert not WrongTry.objects.exists()


class TestGuessing:
    def test_is_limited_by_network_while_right_links_work_on(
        self, phone: Phone, tournament: Tournament
    ) -> None:
        wrong = f"/t/{tournament.slug}/table/1/x/"
        phone.client.get(wrong)
        first = WrongTry.objects.get()
        WrongTry.objects.bulk_create(
            WrongTry(tournament=tournament, kind="link", subject=first.subject)
            for _time in range(MOST_WRONG - 1)
        )
        held_off = phone.client.get(wrong)
        assert (held_off.status_code, "15 minutes" in plain(held_off)) == (429, True)
        assert WrongTry.objects.count() == MOST_WRONG
        assert phone.client.get(wrong, REMOTE_ADDR="10.0.0.9").status_code == 404
        assert (phone.get().status_code, phone.send("ra8").status_code) == (200, 200)

    def test_leaves_no_address_behind(self, phone: Phone, tournament: Tournament) -> None:
        phone.client.get(f"/t/{tournament.slug}/table/1/x/")
        assert "127.0.0.1" not in WrongTry.objects.get().subject


class TestTheSecret:
    PATHS = ("", "?game=rami", "seats/", "take-back/")

    @pytest.mark.parametrize("path", PATHS)
    def test_is_in_no_cache_index_or_referer(self, phone: Phone, path: str) -> None:
        for answer in (phone.get(path), phone.poll(), phone.keys(), phone.client.get(phone.home)):
            assert "no-store" in answer["Cache-Control"]
            assert "private" in answer["Cache-Control"]
            assert answer["Referrer-Policy"] == "strict-origin"
            assert "noindex" in answer["X-Robots-Tag"]

    @pytest.mark.parametrize("path", PATHS)
    def test_leads_nowhere_from_the_page(self, phone: Phone, path: str) -> None:
        content = phone.get(path).content.decode()
        secret = phone.home.split("/")[-2]
        addresses = {part for part in content.split('"') if secret in part and "?next" in part}
        assert not addresses
        assert "sign-in" not in content

    def test_is_on_no_public_page_and_in_no_log(
        self, phone: Phone, tournament: Tournament, organiser: User
    ) -> None:
        phone.send("ra8")
        secret = phone.home.split("/")[-2]
        client = signed_in(organiser)
        for path in ("", "matches/1/", "manage/log/", "desk/matches/1/revisions/"):
            assert secret not in client.get(f"/t/{tournament.slug}/{path}").content.decode()

    @pytest.mark.parametrize("kind", ["table/7", "sheet/12"])
    def test_is_cut_out_of_lines_for_the_terminal(self, kind: str) -> None:
        line = logging.LogRecord(
            "django", 40, "", 1, "%s: %s", ("Error", f"/t/kisa/{kind}/abc123/deal/"), None
        )
        assert WithoutSecrets().filter(line)
        assert line.getMessage() == f"Error: /t/kisa/{kind}/…/deal/"


def test_no_form_at_the_table_needs_a_cookie(phone: Phone) -> None:
    phone.client.handler.enforce_csrf_checks = True
    assert phone.send("ra8").status_code == 200
    assert phone.take_back().status_code == 302


def test_the_log_and_the_desk_name_the_table(
    phone: Phone, tournament: Tournament, organiser: User
) -> None:
    phone.send("ra8")
    phone.take_back()
    log = signed_in(organiser).get(f"/t/{tournament.slug}/manage/log/?person=/1")
    assert "Table 1 wrote" in plain(log)
    assert 'value="/1" selected' in log.content.decode()
    assert len(log.context["lines"]) == 2
    assert "Olli" not in plain(log).split("When")[-1]
    referee = signed_in(add_referee(tournament))
    for path in ("revisions/", "revisions/1/", "compare/?b=1"):
        page = referee.get(f"/t/{tournament.slug}/desk/matches/1/{path}")
        assert "Table 1" in plain(page), path
