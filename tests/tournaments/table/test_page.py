"""The page at the table: what it shows, how it follows, the seats."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.builders import play, win_for_a
from tests.tournaments.desk.desk import form_values, plain, told
from tests.tournaments.table.phone import Phone
from tests.tournaments.table.test_deals import confirm
from tournaments.models import AuditRecord, Match, User

pytestmark = pytest.mark.django_db


def test_it_says_where_the_match_is(phone: Phone, organiser: User) -> None:
    play(organiser, phone.match, "ra8 ra9 rb7 rb8")
    text = plain(phone.get())
    assert "Table 1 deal 5/16" in text
    assert "Pair B on the rise 8" in text
    assert "Pair B on the rise 8, match points 20–8, deal 5/16." in text
    assert "Deal 4: RAMI, pair B declared and took 8 tricks. B +8, rise 8." in text


@pytest.mark.parametrize(
    ("deals", "sheet", "said"),
    [
        (2, "na6 na5", "deal 3, the rise is played out"),
        (4, "na6 nb6 nb6 na6", "deal 5 decides"),
        (None, "na6", "deal 2, to a tuppi"),
    ],
)
def test_it_says_what_is_out_of_the_ordinary(
    phone: Phone, organiser: User, deals: int | None, sheet: str, said: str
) -> None:
    kind = "fixed" if deals else "to_tuppi"
    Match.objects.filter(pk=phone.match.pk).update(deals=deals, format=kind)
    play(organiser, phone.match, sheet)
    assert said in plain(phone.get())


def test_fell_is_a_key_only_where_the_loser_was_on_the_rise(phone: Phone) -> None:
    assert "key-fell" not in phone.keys("?game=rami&declarer=B").content.decode()
    phone.send("ra8")
    page = phone.tap("key-rami", "key-b", "key-fell")
    assert "Pair A falls from 8, nobody books points." in plain(page)


def test_the_end_of_the_match_takes_the_keys_away(phone: Phone, organiser: User) -> None:
    play(organiser, phone.match, win_for_a(16))
    page = phone.get()
    assert "The match is over." in plain(page)
    assert "key-rami" not in page.content.decode()


class TestFollowing:
    def test_nothing_new_is_told_in_one_query(
        self, phone: Phone, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        etag = phone.poll()["ETag"]
        with django_assert_num_queries(1):
            answer = phone.poll(etag)
        assert (answer.status_code, answer.content) == (304, b"")

    def test_nothing_new_is_told_in_one_query_by_a_sheets_link(
        self, sheet_phone: Phone, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        etag = sheet_phone.poll()["ETag"]
        with django_assert_num_queries(1):
            assert sheet_phone.poll(etag).status_code == 304

    def test_what_another_phone_wrote_is_told_without_token_or_keys(self, phone: Phone) -> None:
        before = phone.poll()
        Phone.at_table(phone.match).send("ra8")
        after = phone.poll(before["ETag"])
        content = after.content.decode()
        assert after.status_code == 200
        assert "Pair A on the rise" in content
        assert 'id="below" hx-swap-oob="true"' in content
        assert not re.search(r'name="token"|key-rami|csrf', content)

    def test_state_and_keys_name_the_state_they_are_of(self, phone: Phone) -> None:
        def states(answer: object) -> list[str]:
            return re.findall(r'data-state="([^"]*)"', answer.content.decode())  # type: ignore[attr-defined]

        one, same = states(phone.get())
        assert one == same
        phone.send("ra8")
        [written] = states(phone.poll())
        assert written != one
        assert states(phone.keys("?moved")) == [written]

    def test_keys_asked_for_anew_keep_what_was_chosen(self, phone: Phone) -> None:
        phone.send("ra8")
        keys = plain(phone.keys("?game=rami&declarer=A&moved"))
        assert "The sheet has moved on" in keys
        assert "Tricks of pair A" in keys

    def test_a_line_chosen_before_the_sheet_moved_on_is_not_offered_as_new(
        self, phone: Phone
    ) -> None:
        phone.send("ra8")
        keys = phone.keys("?game=rami&declarer=A&entry=ra8&at=0&moved")
        assert "The sheet has changed since this line was chosen" in plain(keys)
        assert 'name="entry"' not in keys.content.decode()

    def test_going_back_in_history_gets_the_whole_page(self, phone: Phone) -> None:
        headers = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
        assert "<html" in phone.get("?game=rami", **headers).content.decode()


@pytest.mark.parametrize(("kind", "queries"), [("at_table", 8), ("with_sheet", 8)])
def test_a_page_needs_as_many_queries_whatever_there_is_to_show(
    phone: Phone, django_assert_num_queries: DjangoAssertNumQueries, kind: str, queries: int
) -> None:
    shown: Phone = getattr(Phone, kind)(phone.match)
    phone.send("ra8")
    with django_assert_num_queries(queries):
        shown.get()
    for entry in ("na4", "nb5", "rb8"):
        phone.send(entry)
    with django_assert_num_queries(queries):
        shown.get()
    Match.objects.filter(table=1).exclude(pk=phone.match.pk).update(table=15)
    with django_assert_num_queries(queries):
        shown.get()


class TestSeats:
    def chosen(self, phone: Phone, **fields: object) -> dict[str, object]:
        return {
            "token": uuid4(),
            "seats_revision": 0,
            "left_of_a1": "B1",
            "first_dealer": "A2",
            **fields,
        }

    def test_are_asked_for_before_the_first_deal_and_can_be_skipped(self, phone: Phone) -> None:
        page = phone.get()
        assert "Who sits where, and who deals first?" in plain(page)
        assert "key-rami" not in page.content.decode()
        assert "key-rami" in phone.get("?seats=skip").content.decode()
        phone.send("ra8")
        assert "key-rami" in phone.get().content.decode()

    def test_say_who_deals_shows_and_leads(self, phone: Phone) -> None:
        form = form_values(phone.get())
        fields = self.chosen(phone, token=form["token"], seats_revision=form["seats_revision"])
        answer = phone.client.post(f"{phone.address}seats/", fields)
        assert told(answer) == ["The seats and the first dealer have been saved."]
        text = plain(phone.get())
        assert "Deals: Eero Toka2 . Shows first: Eero Toka8 ." in text
        assert "Leads:" not in text
        assert "Leads: Eero Toka8." in plain(phone.keys("?game=nolo"))
        record = AuditRecord.objects.get(verb="set_seats")
        assert (record.table, record.actor_name) == (1, "")

    def test_from_an_older_page_are_refused(self, phone: Phone) -> None:
        address = f"{phone.address}seats/"
        phone.client.post(address, self.chosen(phone))
        stale = phone.client.post(address, self.chosen(phone, left_of_a1="B2"))
        assert stale.status_code == 409
        assert "on the left of Aino Ensi2 sits Aino Ensi8" in plain(stale)
        half = phone.client.post(address, self.chosen(phone, seats_revision=1, first_dealer=""))
        assert half.status_code == 422

    def test_stay_once_both_have_confirmed(self, phone: Phone, organiser: User) -> None:
        play(organiser, phone.match, win_for_a(16))
        confirm(phone.match)
        answer = phone.client.post(f"{phone.address}seats/", self.chosen(phone))
        assert answer.status_code == 422
        phone.match.refresh_from_db()
        assert phone.match.seating is None
