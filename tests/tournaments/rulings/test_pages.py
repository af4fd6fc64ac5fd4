"""Recording a ruling: steps by links, written once, never on an older sheet, by staff only."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.builders import make_drawn_tournament, make_event_maker, make_user, play, signed_in
from tests.tournaments.desk.desk import Desk, form_values, link, plain, told
from tests.tournaments.rulings.conftest import in_english
from tournaments.actions.audit import Verb
from tournaments.models import AuditRecord, Match, Ruling

pytestmark = pytest.mark.django_db

PENALTY = "?against=A&offence=faulty_show"
REVOKE = "?against=B&offence=revoke&game=rami&declarer=A&a=3&b=2"


def send(desk: Desk, query: str = PENALTY, **fields: object) -> HttpResponse:
    values = {
        "token": uuid4(),
        "revision": desk.revision,
        "ruled_by": "Reetta",
        "note": "",
        **fields,
    }
    return desk.client.post(f"{desk.address}ruling/{query}", values)


def tap(desk: Desk, *keys: str) -> HttpResponse:
    response = desk.get("ruling/")
    for key in keys:
        response = desk.client.get(link(response, key))
    return response


def test_the_desk_leads_to_a_ruling(desk: Desk) -> None:
    assert link(desk.get(), "to-ruling") == f"{desk.address}ruling/"


def test_a_penalty_is_three_taps(desk: Desk) -> None:
    page = tap(desk, "against-a", "offence-third_misdeal")
    text = plain(page)
    assert "Deal 1: 28 against pair A: third misdeal running." in text
    assert "Pair B books 28, rise 28." in text
    assert form_values(page)["ruled_by"] == "reetta"
    assert send(desk, "?against=A&offence=third_misdeal").status_code == 302
    assert desk.sheet == "!a:third_misdeal"


def test_a_penalty_can_leave_the_deal_unused(desk: Desk) -> None:
    page = tap(desk, "against-a", "offence-faulty_show", "other-use")
    assert "28 points, no deal used up" in plain(page)
    assert link(page, "other-use") == f"{desk.address}ruling/?against=A&offence=faulty_show"
    assert send(desk, "?against=A&offence=faulty_show&free=1").status_code == 302
    assert desk.sheet == "!a-"
    desk.match.refresh_from_db()
    assert desk.match.deals_played == 0


def test_a_ruling_in_play_asks_game_declarer_and_tricks(desk: Desk) -> None:
    page = tap(desk, "against-b", "offence-revoke", "key-rami", "key-a", "key-3", "key-2")
    text = plain(page)
    assert "pair A declared and took 11 tricks; ruling against pair B: revoke." in text
    assert "Pair A books 20, rise 20." in text
    assert send(desk, REVOKE).status_code == 302
    assert desk.sheet == "ra3-2!b:revoke"


def test_in_nolo_nobody_declared(desk: Desk) -> None:
    page = tap(desk, "against-b", "offence-revoke", "key-nolo")
    assert "How many tricks had pair A won before it?" in plain(page)
    assert "The current and all later tricks go to pair B." in plain(page)


def test_a_failed_spread_is_in_rami_and_says_how_to_count(desk: Desk) -> None:
    page = tap(desk, "against-a", "offence-failed_spread")
    assert "Which pair declared?" in plain(page)
    page = desk.client.get(link(page, "key-a"))
    assert "The spread cards that hold are counted in." in plain(page)


def test_tricks_before_are_at_most_twelve_together(desk: Desk) -> None:
    page = tap(desk, "against-b", "offence-revoke", "key-nolo", "key-9")
    html = page.content.decode()
    assert 'id="key-3"' in html
    assert 'id="key-4"' not in html


def test_the_keys_of_the_second_pair_tell_what_they_book(desk: Desk) -> None:
    page = tap(desk, "against-b", "offence-revoke", "key-rami", "key-a", "key-3")
    assert "0 tricks A +28" in plain(page)
    assert "9 tricks B +24" in plain(page)


@pytest.mark.parametrize(
    "query, step",
    [
        ("?against=C", "Which pair broke the rules?"),
        ("?against=A&offence=dancing", "What happened?"),
        ("?against=A&offence=revoke&game=sooli", "What was played?"),
        ("?against=A&offence=revoke&game=rami&declarer=x", "Which pair declared?"),
        ("?against=A&offence=revoke&game=nolo&a=13", "How many tricks had pair A"),
        ("?against=A&offence=revoke&game=nolo&a=9&b=4", "How many tricks had pair B"),
        ("?against=A&offence=revoke&game=nolo&a=%00", "How many tricks had pair A"),
        ("?against=A&offence=revoke&game=nolo&a=" + "9" * 400, "How many tricks had pair A"),
        ("?against=A&offence=failed_spread&game=nolo", "Which pair declared?"),
    ],
)
def test_an_address_that_makes_no_sense_shows_the_step_it_got_to(
    desk: Desk, query: str, step: str
) -> None:
    text = plain(desk.get(f"ruling/{query}"))
    assert "The address could not be read. Choose again below." in text
    assert step in text
    refused = send(desk, query)
    assert refused.status_code == 422
    assert "Nothing was written" in plain(refused)
    assert desk.sheet == ""


def test_htmx_gets_the_keys_alone(desk: Desk) -> None:
    html = desk.fragment("ruling/?against=A").content.decode()
    assert "<html" not in html
    assert 'id="offence-revoke"' in html
    assert "tabindex" in html


def test_a_form_sent_twice_counts_once(desk: Desk) -> None:
    fields = {"token": uuid4(), "revision": 0}
    assert told(send(desk, **fields)) == [
        "Written. Deal 1: 28 against pair A: faulty show. B +28, rise 28."
    ]
    assert told(send(desk, **fields)) == ["Already saved: the form came twice and counts once."]
    assert desk.sheet == "!a"
    assert Ruling.objects.count() == 1


def test_an_old_form_with_another_ruling_is_told_and_kept(desk: Desk) -> None:
    fields = {"token": uuid4(), "revision": 0}
    send(desk, **fields)
    answer = send(desk, "?against=B&offence=faulty_show", note="Second", **fields)
    assert answer.status_code == 409
    assert "sent before with something else in it" in plain(answer)
    assert form_values(answer)["note"] == "Second"
    assert form_values(answer)["token"] != str(fields["token"])
    assert desk.sheet == "!a"


def test_a_stale_form_is_refused_its_cost_told_anew_and_its_words_kept(desk: Desk) -> None:
    desk.typed("ra8")
    answer = send(desk, revision=0, ruled_by="Rauha", note="Saw it")
    assert answer.status_code == 409
    text = plain(answer)
    assert "The sheet changed while you had it open." in text
    assert "Pair A is on the rise at 8: its rise falls, pair B books nothing." in text
    again = form_values(answer)
    assert (again["ruled_by"], again["note"], again["revision"]) == ("Rauha", "Saw it", "1")
    assert desk.sheet == "ra8"
    assert send(desk, **again).status_code == 302
    assert desk.sheet == "ra8 !a"


@pytest.mark.parametrize(
    "fields",
    [
        {"ruled_by": ""},
        {"ruled_by": "x" * 161},
        {"ruled_by": "a\0b"},
        {"note": "x" * 501},
        {"note": "a\0b"},
        {"token": "x"},
        {"revision": "x"},
        {"revision": "-1"},
    ],
)
def test_a_form_at_fault_is_answered_422_and_writes_nothing(
    desk: Desk, fields: dict[str, str]
) -> None:
    answer = send(desk, **fields)
    assert answer.status_code == 422
    assert "Pair B books 28, rise 28." in plain(answer)
    assert desk.sheet == ""
    assert not Ruling.objects.exists()


def test_no_ruling_is_added_after_the_end(desk: Desk) -> None:
    desk.typed("ra0")
    assert "The match is over: no ruling can be added" in plain(desk.get(f"ruling/{PENALTY}"))
    answer = send(desk)
    assert answer.status_code == 422
    assert "The match was over before this line." in plain(answer)
    assert desk.sheet == "ra0"


def test_an_annulled_match_takes_no_ruling(desk: Desk) -> None:
    Match.objects.filter(pk=desk.match.pk).update(annulment="decision", annulled_at=timezone.now())
    assert "The match is annulled: no more lines." in plain(desk.get(f"ruling/{PENALTY}"))
    answer = send(desk)
    assert answer.status_code == 422
    assert "This match has been annulled" in plain(answer)
    assert desk.sheet == ""


@pytest.mark.parametrize(
    "offence, entry, told_so",
    [
        ("signalling", "=b:signalling", "The match was awarded to pair B."),
        ("late", "=b:late", "The match was awarded to pair B."),
    ],
)
def test_an_award_ends_the_match(desk: Desk, offence: str, entry: str, told_so: str) -> None:
    assert told_so in told(send(desk, f"?against=A&offence={offence}"))[0]
    assert desk.sheet == entry
    desk.match.refresh_from_db()
    assert (desk.match.total_b, desk.match.tuppi, desk.match.is_finished) == (52, False, True)


def test_a_ruling_is_audited_by_its_own_verb(desk: Desk) -> None:
    send(desk, ruled_by="Rauha")
    record = AuditRecord.objects.get(verb=Verb.RECORD_RULING)
    assert record.match == desk.match
    assert record.details["ruled_by"] == "Rauha"
    assert record.details["added"] == [
        {"kind": "penalty", "offence": "faulty_show", "against": "A"}
    ]


def test_organisers_rule_too_and_nobody_else(desk: Desk, manager: Client, public: Client) -> None:
    values = {"token": uuid4(), "revision": 0, "ruled_by": "O"}
    address = f"{desk.address}ruling/{PENALTY}"
    for outsider in (signed_in(make_user("satu")), signed_in(make_event_maker("oskari"))):
        assert outsider.post(address, values).status_code == 403
    assert public.post(address, values).status_code == 401
    assert desk.sheet == ""
    assert manager.post(address, values).status_code == 302
    assert desk.sheet == "!a"


def test_the_desk_of_another_event_is_closed(desk: Desk) -> None:
    other = make_drawn_tournament(make_event_maker("oskari"), name="Toinen")
    for path in ("matches/1/ruling/", "rulings/", "jury/", "jury/new/?kind=other"):
        assert desk.client.get(f"/t/{other.slug}/desk/{path}").status_code == 403


def test_writing_needs_the_page_it_came_from(desk: Desk, referee: object) -> None:
    client = in_english(Client(enforce_csrf_checks=True))
    client.force_login(referee)
    values = {"token": uuid4(), "revision": 0, "ruled_by": "R"}
    assert client.post(f"{desk.address}ruling/{PENALTY}", values).status_code == 403


@pytest.mark.parametrize("number", ["0", "99", "40000"])
def test_a_match_there_is_not_is_not_found(desk: Desk, number: str) -> None:
    assert desk.client.get(f"{desk.home}matches/{number}/ruling/").status_code == 404


def test_the_list_of_all_rulings_stands_latest_first(desk: Desk) -> None:
    assert "No rulings" in plain(desk.client.get(f"{desk.home}rulings/"))
    send(desk, ruled_by="Rauha", note="Table 1 heard it")
    play(desk.organiser, Match.objects.get(number=2), "ra8 ra3-2!b:revoke")
    text = plain(desk.client.get(f"{desk.home}rulings/"))
    assert "2 rulings on the sheets of this event" in text
    assert text.index("Revoke : pair B,") < text.index("Faulty show : pair A,")
    assert "Match 1 , Deal 1. B +28, rise 28. Ruled by Rauha," in text
    assert "Recorded by reetta." in text
    assert "Note for the staff: Table 1 heard it" in text


def test_a_ruling_taken_back_is_on_the_list_no_more(desk: Desk) -> None:
    send(desk)
    desk.take_back()
    assert "No rulings" in plain(desk.client.get(f"{desk.home}rulings/"))
    assert Ruling.objects.count() == 1


@pytest.mark.parametrize("matches", [1, 3])
def test_the_list_takes_the_same_few_queries(
    desk: Desk, django_assert_num_queries: DjangoAssertNumQueries, matches: int
) -> None:
    for number in range(1, matches + 1):
        play(desk.organiser, Match.objects.get(number=number), "ra8 !a ra3-2!b:revoke")
    with django_assert_num_queries(9):
        desk.client.get(f"{desk.home}rulings/")


@pytest.mark.parametrize("lines", ["ra8", "ra8 na3 !a- nb4 !b- nb3 ra8"])
def test_a_step_takes_the_same_few_queries(
    desk: Desk, django_assert_num_queries: DjangoAssertNumQueries, lines: str
) -> None:
    desk.typed(lines)
    with django_assert_num_queries(9 if "!" in lines else 8):
        desk.get("ruling/?against=A")
