"""Writing and taking back at the desk: once for each form, never on an older sheet."""

from __future__ import annotations

from uuid import uuid4

import pytest

from tests.builders import (
    add_referee,
    make_drawn_tournament,
    make_event_maker,
    make_user,
    play,
    signed_in,
    win_for_a,
)
from tests.tournaments.desk.desk import Desk, form_values, plain, told
from tournaments.actions.sheet_revisions import MAX_ENTRIES
from tournaments.models import SheetRevision

pytestmark = pytest.mark.django_db


def test_a_form_sent_twice_counts_once(desk: Desk) -> None:
    fields = {"token": uuid4(), "revision": 0}
    assert told(desk.write("ra8", **fields)) == [
        "Written. Deal 1: RAMI, pair A declared and took 8 tricks. A +8, rise 8."
    ]
    second = desk.write("ra8", **fields)
    assert second.status_code == 302
    assert second["Location"] == desk.address
    assert told(second) == ["Already saved: the form came twice and counts once."]
    assert desk.sheet == "ra8"


def test_a_fall_sent_twice_counts_once_though_it_no_longer_fits(desk: Desk) -> None:
    desk.typed("ra8")
    fields = {"token": uuid4(), "revision": 1}
    told(desk.write("n/", **fields))
    assert told(desk.write("n/", **fields)) == [
        "Already saved: the form came twice and counts once."
    ]
    assert desk.sheet == "ra8 n/"


def test_a_page_gone_back_to_and_used_for_another_line_is_no_repeat(desk: Desk) -> None:
    token = uuid4()
    told(desk.write("ra8", token=token, revision=0))
    answer = desk.write("na4", token=token, revision=0)
    assert answer.status_code == 409
    assert "This form was sent before with something else in it" in plain(answer)
    assert "Deal 2: NOLO , pair A won with 4 tricks." in plain(answer)
    assert desk.sheet == "ra8"
    again = form_values(answer)
    assert again["token"] != str(token)


def test_a_line_is_sent_in_the_form_it_is_kept_in(desk: Desk) -> None:
    page = desk.get("?entry=NB%2B16")
    assert 'name="entry" value="nb3"' in page.content.decode()


def test_a_stale_form_is_refused_and_its_line_kept_for_a_second_look(desk: Desk) -> None:
    desk.typed("ra8")
    answer = desk.write("na4", revision=0)
    assert answer.status_code == 409
    text = plain(answer)
    assert "The sheet changed while you had it open." in text
    assert "Deal 2: NOLO , pair A won with 4 tricks. A +12, rise 20." in text
    assert desk.sheet == "ra8"
    again = form_values(answer)
    assert desk.write("na4", revision=again["revision"]).status_code == 302
    assert desk.sheet == "ra8 na4"


def test_a_stale_line_that_no_longer_fits_is_told_so(desk: Desk) -> None:
    desk.typed("ra8")
    desk.typed("ra8 n/")
    answer = desk.write("n/", revision=1)
    assert answer.status_code == 409
    assert "This line cannot be written: n/ Nobody was on the rise here" in plain(answer)
    assert desk.sheet == "ra8 n/"


@pytest.mark.parametrize(
    "entry, said",
    [
        ("ra14", "Tricks are 0 to 13."),
        ("n/", "Nobody was on the rise here who could fall."),
        ("ra8 na4", "Write one line at a time. Nothing was saved."),
        ("hello", "This cannot be read."),
        ("a76-24", "This does not fit here."),
    ],
)
def test_a_line_the_rules_refuse_is_answered_422_with_its_sentence(
    desk: Desk, entry: str, said: str
) -> None:
    desk.typed("na6 nb6")
    answer = desk.write(entry)
    assert answer.status_code == 422
    assert said in plain(answer)
    assert desk.sheet == "na6 nb6"


def test_nothing_is_written_after_the_end(desk: Desk) -> None:
    desk.typed("ra0")
    answer = desk.write("ra8")
    assert answer.status_code == 422
    assert "The match is over. Nothing more is written." in plain(answer)
    assert "Nälsytuppi" in plain(answer)


@pytest.mark.parametrize(
    "fields",
    [
        {"token": "x"},
        {"token": ""},
        {"revision": "-1"},
        pytest.param({"revision": "9" * 400}, id="revision of 400 digits"),
        {"revision": "x"},
        {"entry": ""},
        {"entry": "\0"},
        pytest.param({"entry": "r" * 200_000}, id="entry of 200 kB"),
    ],
)
def test_a_form_that_came_to_harm_writes_nothing(desk: Desk, fields: dict[str, str]) -> None:
    answer = desk.write(**{"entry": "ra8", **fields})
    assert answer.status_code in (409, 422)
    assert desk.sheet == ""


def test_a_sheet_holds_no_more_lines_than_are_taken(desk: Desk) -> None:
    desk.set_format("to_tuppi", None)
    full = " ".join(["na6", "n/"] * (MAX_ENTRIES // 2))
    desk.typed(full)
    answer = desk.write("na6")
    assert answer.status_code == 422
    assert "A sheet holds at most 300 lines. Nothing was saved." in plain(answer)
    assert desk.sheet == full


def test_the_last_line_is_taken_back_with_a_reason(desk: Desk) -> None:
    desk.typed("ra8 na4")
    answer = desk.take_back(reason="Wrong pair")
    assert told(answer) == ["The last line has been taken back. It is kept among the changes."]
    assert desk.sheet == "ra8"
    revision = SheetRevision.objects.get(match=desk.match, number=2)
    assert (revision.reason, revision.corrects) == ("Wrong pair", True)


def test_taking_back_opens_a_finished_match_again(desk: Desk) -> None:
    desk.typed("ra0")
    desk.take_back()
    assert desk.sheet == ""
    assert "What was played?" in plain(desk.get())


def test_a_reason_is_offered_and_needed_for_taking_back(desk: Desk) -> None:
    desk.typed("ra8")
    assert form_values(desk.get())["reason"] == "Typed wrong"
    for reason in ("", "   ", "x" * 301, "a\0b"):
        answer = desk.take_back(reason=reason)
        assert answer.status_code == 422
        assert '<details class="no-print" open>' in answer.content.decode()
    assert desk.sheet == "ra8"


def test_taking_back_twice_with_one_form_takes_one_line(desk: Desk) -> None:
    desk.typed("ra8 na4")
    fields = {"token": uuid4(), "revision": 1}
    told(desk.take_back(**fields))
    assert told(desk.take_back(**fields)) == ["Already saved: the form came twice and counts once."]
    assert desk.sheet == "ra8"


def test_taking_back_from_an_older_sheet_is_refused_and_keeps_the_reason(desk: Desk) -> None:
    desk.typed("ra8")
    desk.typed("ra8 na4")
    answer = desk.take_back(revision=1, reason="Somebody was faster")
    assert answer.status_code == 409
    assert form_values(answer)["reason"] == "Somebody was faster"
    assert desk.sheet == "ra8 na4"


def test_there_is_nothing_to_take_back_on_an_empty_sheet(desk: Desk) -> None:
    answer = desk.take_back()
    assert answer.status_code == 422
    assert "The sheet is empty: there is no line to take back." in plain(answer)


@pytest.mark.parametrize("number", ["0", "99", "40000", "9" * 20])
@pytest.mark.parametrize("page", ["", "sheet/", "revisions/", "revisions/1/"])
def test_a_match_there_is_not_is_not_found(desk: Desk, number: str, page: str) -> None:
    assert desk.client.get(f"{desk.home}matches/{number}/{page}").status_code == 404


def test_the_desk_of_another_event_is_closed(desk: Desk) -> None:
    other = make_drawn_tournament(make_event_maker("oskari"), name="Toinen")
    for path in ("", "matches/1/", "matches/1/sheet/", "matches/1/revisions/"):
        assert desk.client.get(f"/t/{other.slug}/desk/{path}").status_code == 403
    posted = desk.client.post(
        f"/t/{other.slug}/desk/matches/1/", {"token": uuid4(), "revision": 0, "entry": "ra8"}
    )
    assert posted.status_code == 403
    assert not other.matches.filter(entry_count__gt=0).exists()


def test_somebody_without_a_role_cannot_write(desk: Desk) -> None:
    client = signed_in(make_user("satu"))
    for path in ("", "take-back/", "sheet/", "check/"):
        assert client.post(f"{desk.address}{path}", {}).status_code == 403


def test_writing_needs_the_page_it_came_from(desk: Desk) -> None:
    from django.test import Client

    client = Client(enforce_csrf_checks=True)
    client.force_login(add_referee(desk.tournament, "riitta"))
    answer = client.post(desk.address, {"token": uuid4(), "revision": 0, "entry": "ra8"})
    assert answer.status_code == 403


def test_opening_the_address_that_takes_back_takes_nothing_back(desk: Desk) -> None:
    desk.typed("ra8")
    assert desk.get("take-back/")["Location"] == desk.address
    assert desk.sheet == "ra8"


def test_a_finished_match_shows_who_won_and_no_keys(desk: Desk) -> None:
    play(desk.organiser, desk.match, win_for_a(16))
    page = desk.get()
    assert "Pair A won on points, A 32 and B 0." in plain(page)
    assert 'class="key' not in page.content.decode()
