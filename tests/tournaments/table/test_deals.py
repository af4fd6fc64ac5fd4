"""Deals written at a table: once, in order, by the contract that scripts hold to."""

from __future__ import annotations

from uuid import uuid4

import pytest

from tests.builders import play, win_for_a
from tests.tournaments.desk.desk import form_values, plain, told
from tests.tournaments.table.phone import Phone
from tournaments.models import AuditRecord, Match, SheetRevision, Tournament, User

pytestmark = pytest.mark.django_db


def confirm(match: Match) -> None:
    """Both pairs stand by the sheet as it is."""
    match.refresh_from_db()
    Match.objects.filter(pk=match.pk).update(confirmed_a=match.revision, confirmed_b=match.revision)
    match.refresh_from_db()
    assert match.is_confirmed


@pytest.fixture(params=["table", "sheet"])
def either(request: pytest.FixtureRequest, phone: Phone, sheet_phone: Phone) -> Phone:
    """A phone under either kind of link."""
    return phone if request.param == "table" else sheet_phone


def test_a_deal_is_chosen_by_keys_and_written_by_one(either: Phone) -> None:
    page = either.tap("key-rami", "key-a", "key-ra8")
    assert "Deal 1: RAMI , pair A declared and took 8 tricks." in plain(page)
    form = form_values(page)
    answer = either.write(form["entry"], token=form["token"], revision=form["revision"])
    assert (answer.status_code, answer["Location"]) == (302, either.address)
    assert told(answer) == [
        "Written. Deal 1: RAMI, pair A declared and took 8 tricks. A +8, rise 8."
    ]
    assert either.sheet == "ra8"


def test_a_script_is_told_what_was_written(either: Phone) -> None:
    answer = either.send("nb4", revision=0)
    assert answer.status_code == 200
    assert answer.json() == {
        "saved": True,
        "repeated": False,
        "revision": 1,
        "deals_played": 1,
        "said": "Deal 1: NOLO, pair B won with 4 tricks. B +12, rise 12.",
    }


def test_a_table_wrote_it_and_nobody_by_name(phone: Phone) -> None:
    phone.send("ra8")
    revision = SheetRevision.objects.get()
    assert (revision.made_by, revision.made_by_name, revision.made_at_table) == (None, "", 1)
    record = AuditRecord.objects.latest("pk")
    assert (record.user, record.actor_name, record.table) == (None, "", 1)


def test_somebody_signed_in_writes_as_the_table_too(phone: Phone, organiser: User) -> None:
    phone.client.force_login(organiser)
    assert phone.send("ra8").status_code == 200
    assert SheetRevision.objects.get().made_by is None


def test_a_deal_sent_twice_counts_once(either: Phone) -> None:
    token = uuid4()
    first = either.send("ra8", token=token, revision=0).json()
    again = either.send("ra+8", token=token, revision=0)
    assert (again.status_code, again.json()) == (200, {**first, "repeated": True})
    assert told(either.write("ra8", token=token, revision=0)) == [
        "Already saved: the form came twice and counts once."
    ]
    assert either.sheet == "ra8"


def test_what_was_written_is_told_though_the_sheet_has_moved_on(phone: Phone) -> None:
    token = uuid4()
    phone.send("ra8", token=token, revision=0)
    phone.send("nb4")
    again = phone.send("ra8", token=token, revision=0).json()
    assert (again["repeated"], again["revision"], again["deals_played"]) == (True, 1, 1)
    assert "Deal 1" in again["said"]


def test_whoever_lost_the_answer_hears_it_after_both_have_confirmed(
    either: Phone, organiser: User
) -> None:
    token = uuid4()
    either.send("na6", token=token, revision=0)
    play(organiser, either.match, win_for_a(16))
    confirm(either.match)
    assert either.send("na6", token=token, revision=0).json()["repeated"]


def test_a_token_used_for_another_deal_writes_nothing(phone: Phone) -> None:
    token = uuid4()
    phone.send("ra8", token=token)
    answer = phone.send("ra9", token=token)
    assert answer.status_code == 409
    assert answer.json()["saved"] is False
    other = Phone.at_table(phone.match.tournament.matches.get(number=2))
    assert other.send("ra8", token=token).status_code == 409
    assert (phone.sheet, other.sheet) == ("ra8", "")


def test_a_page_older_than_the_sheet_writes_nothing_and_shows_what_is_there(
    either: Phone, organiser: User
) -> None:
    play(organiser, either.match, "na6 nb6 ra8 rb7")
    answer = either.send("nb4", revision=0)
    assert answer.status_code == 409
    assert answer.json() == {
        "saved": False,
        "message": "The sheet changed while you had it open. What is there now is shown; nothing "
        "of yours was saved. Check the sheet and enter the deal again if it is missing.",
        "revision": 1,
        "lines": [
            "Deal 2: NOLO, pair B won with 6 tricks. Pair A falls from 4, nobody books points.",
            "Deal 3: RAMI, pair A declared and took 8 tricks. A +8, rise 8.",
            "Deal 4: RAMI, pair B declared and took 7 tricks. "
            "Pair A falls from 8, nobody books points.",
        ],
    }
    page = either.write("nb4", revision=0)
    assert page.status_code == 409
    assert "nothing of yours was saved" in plain(page)
    assert either.sheet == "na6 nb6 ra8 rb7"


class TestFollowing:
    """A queue that was offline: each deal names the submission before it."""

    def test_deals_follow_one_another(self, either: Phone) -> None:
        first, second = uuid4(), uuid4()
        either.send("ra8", token=first, revision=0)
        assert either.send("na4", token=second, follows=first).json()["revision"] == 2
        assert either.send("nb5", follows=second).json()["deals_played"] == 3
        assert either.sheet == "ra8 na4 nb5"

    def test_nothing_follows_a_sheet_that_somebody_else_wrote_on(
        self, phone: Phone, organiser: User
    ) -> None:
        first = uuid4()
        phone.send("ra8", token=first)
        play(organiser, phone.match, "ra8 nb4")
        answer = phone.send("na4", follows=first)
        assert (answer.status_code, answer.json()["revision"]) == (409, 2)
        assert phone.sheet == "ra8 nb4"

    def test_nothing_follows_a_deal_taken_back(self, phone: Phone) -> None:
        first = uuid4()
        phone.send("ra8", token=first)
        phone.take_back()
        assert phone.send("na4", follows=first).status_code == 409

    def test_nothing_follows_what_was_never_written_or_was_of_another_match(
        self, phone: Phone
    ) -> None:
        other = Phone.at_table(phone.match.tournament.matches.get(number=2))
        token = uuid4()
        other.send("ra8", token=token)
        assert phone.send("na4", follows=token).status_code == 409
        assert phone.send("na4", follows=uuid4()).status_code == 409
        assert phone.sheet == ""

    def test_the_same_deal_follows_once_however_often_it_is_sent(self, phone: Phone) -> None:
        first, second = uuid4(), uuid4()
        phone.send("ra8", token=first)
        for _time in range(3):
            assert phone.send("na4", token=second, follows=first).status_code == 200
        assert phone.sheet == "ra8 na4"


@pytest.mark.parametrize(
    "entry", ["!a", "=a:forfeit", "ra3-2!b:revoke", "b76-24t", "ra8 na4", "ra14", "n/", "ohi"]
)
def test_rulings_and_what_the_rules_refuse_are_not_written(phone: Phone, entry: str) -> None:
    answer = phone.send(entry)
    assert answer.status_code == 422
    assert set(answer.json()) == {"saved", "message"}
    page = phone.write(entry)
    assert (page.status_code, "key-rami" in page.content.decode()) == (422, True)
    assert 'name="entry"' not in phone.get(f"?entry={entry}").content.decode()
    assert phone.sheet == ""


@pytest.mark.parametrize(
    "fields",
    [
        {"token": "x"},
        {"revision": ""},
        {"revision": "-1"},
        {"follows": "x"},
        {"revision": 0, "follows": str(uuid4())},
    ],
)
def test_a_form_that_came_incomplete_writes_nothing(phone: Phone, fields: dict) -> None:
    assert phone.send("ra8", **fields).status_code == 422
    assert phone.write("ra8", **fields).status_code == 422
    assert phone.sheet == ""


def test_a_fall_a_rise_played_out_and_a_tuppi_are_told(phone: Phone, organiser: User) -> None:
    play(organiser, phone.match, " ".join(["na6", "nb6"] * 7 + ["na6"]))
    assert "falls from 4" in phone.send("nb6").json()["said"]
    play(organiser, phone.match, " ".join(["na6", "nb6"] * 7 + ["na6", "na5"]), reason="x")
    phone.take_back()
    assert phone.sheet.endswith("na5")  # a referee's line stays
    Match.objects.filter(pk=phone.match.pk).update(deals=17)
    assert phone.send("na4").json()["said"].endswith("to a tuppi or a fall.")
    assert phone.send("na0").json()["said"].endswith("Pair A won by a tuppi.")
    assert phone.send("na4").status_code == 422


def test_a_decider_is_told(phone: Phone) -> None:
    Match.objects.filter(pk=phone.match.pk).update(deals=4)
    for entry in ("na6", "nb6", "nb6"):
        phone.send(entry)
    assert phone.send("na6").json()["said"].endswith("one deal decides.")


def test_a_result_that_both_confirmed_is_not_written_on(phone: Phone, organiser: User) -> None:
    play(organiser, phone.match, win_for_a(16))
    assert phone.send("na4").status_code == 422  # over
    confirm(phone.match)
    answer = phone.send("na4")
    assert answer.status_code == 422
    assert answer.json()["message"].startswith("Both pairs have confirmed")
    assert phone.take_back().status_code == 422


def test_an_annulled_match_is_not_written_on(tournament: Tournament) -> None:
    match = tournament.matches.get(number=1)
    table, sheet = Phone.at_table(match), Phone.with_sheet(match)
    Match.objects.filter(pk=match.pk).update(annulment="decision", annulled_at=match.starts_at)
    assert [phone.send("na4").status_code for phone in (table, sheet)] == [422, 422]
    assert table.get().status_code == 404
    assert "The match is annulled" in plain(sheet.get())


def test_a_match_moved_to_another_table_is_that_tables(phone: Phone) -> None:
    Match.objects.filter(pk=phone.match.pk).update(table=9)
    for answer in (phone.send("na4"), phone.get(), phone.take_back()):
        assert answer.status_code == 404
    assert phone.sheet == ""


class TestTakingBack:
    def test_the_deal_written_last_is_taken_back_and_no_words_are_kept(self, either: Phone) -> None:
        either.send("ra8")
        either.send("na4")
        page = either.client.get(either.address + "take-back/")
        assert "Deal 2: NOLO, pair A won with 4 tricks." in plain(page)
        form = form_values(page)
        answer = either.take_back(token=form["token"], revision=form["revision"])
        assert told(answer) == [
            "The last deal has been taken back. Write it again as it was played."
        ]
        assert either.sheet == "ra8"
        last = SheetRevision.objects.latest("number")
        assert (last.reason, last.takes_back_at_table, last.made_at_table) == ("", True, 1)

    def test_no_older_deal_is(self, phone: Phone) -> None:
        phone.send("ra8")
        phone.send("na4")
        phone.take_back()
        answer = phone.take_back()
        assert answer.status_code == 422
        assert "take-back/" not in phone.get().content.decode()
        assert phone.sheet == "ra8"

    def test_nothing_a_referee_wrote_is(self, phone: Phone, organiser: User) -> None:
        phone.send("ra8")
        play(organiser, phone.match, "ra8 na4")
        assert phone.take_back().status_code == 422
        play(organiser, phone.match, "ra9", reason="misread")
        assert phone.take_back().status_code == 422
        assert phone.sheet == "ra9"

    def test_once_only_and_from_a_fresh_page_only(self, phone: Phone) -> None:
        phone.send("ra8")
        token = uuid4()
        phone.take_back(token=token, revision=1)
        again = told(phone.take_back(token=token, revision=1))
        assert again[-1] == "Already saved: the form came twice and counts once."
        phone.send("ra9")
        assert phone.take_back(revision=1).status_code == 409
        assert phone.take_back(revision="").status_code == 422
        assert phone.sheet == "ra9"

    def test_of_an_empty_sheet_nothing_is(self, phone: Phone) -> None:
        assert phone.take_back().status_code == 422
        assert "no deal to take back" in plain(phone.get("take-back/"))
