"""Who sits where and deals first: said once, then told for every deal (R5)."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse

from scoring.turns import Seat, Seating
from tests.builders import actor, make_user, signed_in
from tests.tournaments.desk.desk import Desk, form_values, plain, told
from tournaments.actions.seats import set_seats
from tournaments.models import AuditRecord, Match

pytestmark = pytest.mark.django_db


def name(desk: Desk, seat: Seat) -> str:
    pair = desk.match.pair_a if seat.startswith("A") else desk.match.pair_b
    return str(pair.players.get(seat=int(seat[1])).name)


def say(desk: Desk, left: str, dealer: str, **fields: Any) -> HttpResponse:
    desk.match.refresh_from_db()
    return desk.client.post(
        f"{desk.address}seats/",
        {
            "token": uuid4(),
            "seats_revision": desk.match.seats_revision,
            "left_of_a1": left,
            "first_dealer": dealer,
            **fields,
        },
    )


@pytest.fixture
def seated(desk: Desk) -> Desk:
    """A1 deals first; clockwise from him B2, A2, B1."""
    set_seats(
        actor=actor(desk.organiser),
        match=desk.match,
        seating=Seating(Seat.B2, Seat.A1),
        seen_revision=0,
    )
    return desk


def test_seats_are_said_on_the_page_of_the_match_and_audited(desk: Desk) -> None:
    page = desk.get()
    assert "Say who sits where and deals first" in plain(page)
    assert f"Who sits on the left of {name(desk, Seat.A1)}?" in plain(page)
    assert told(say(desk, "B2", "A1")) == ["The seats and the first dealer have been saved."]
    desk.match.refresh_from_db()
    assert desk.match.seating == Seating(Seat.B2, Seat.A1)
    record = AuditRecord.objects.get(verb="set_seats")
    assert (record.match, record.actor_name, record.details) == (
        desk.match,
        "reetta",
        {"before": None, "after": ["B2", "A1"]},
    )
    assert desk.revision == 0


def test_seats_are_taken_back(seated: Desk) -> None:
    assert told(say(seated, "", "")) == ["Nobody's seat is known now."]
    seated.match.refresh_from_db()
    assert seated.match.seating is None
    assert "Deals:" not in plain(seated.get())


@pytest.mark.parametrize(
    "left, dealer",
    [("B1", ""), ("", "A1"), ("A2", "A1"), ("B3", "A1"), ("B1", "x"), ("B1\0", "A1")],
)
def test_seats_that_are_not_both_said_or_cannot_be_are_refused(
    desk: Desk, left: str, dealer: str
) -> None:
    answer = say(desk, left, dealer)
    assert answer.status_code == 422
    assert desk.revision == 0
    desk.match.refresh_from_db()
    assert desk.match.seating is None


def test_stale_seats_are_refused_and_what_is_there_now_is_told(seated: Desk) -> None:
    answer = say(seated, "B1", "B1", seats_revision=0)
    assert answer.status_code == 409
    text = plain(answer)
    assert "Somebody changed the seats while you had them open." in text
    assert (
        f"Now: on the left of {name(seated, Seat.A1)} sits {name(seated, Seat.B2)}; "
        f"first dealer {name(seated, Seat.A1)}." in text
    )
    assert '<option value="B1" selected>' in answer.content.decode()
    assert form_values(answer)["seats_revision"] == "1"
    assert say(seated, "B1", "B1").status_code == 302


def test_seats_sent_twice_count_once(desk: Desk) -> None:
    fields = {"token": uuid4(), "seats_revision": 0}
    told(say(desk, "B1", "A2", **fields))
    assert told(say(desk, "B1", "A2", **fields)) == [
        "Already saved: the form came twice and counts once."
    ]
    answer = say(desk, "B2", "A2", **fields)
    assert answer.status_code == 409
    assert "This form was sent before with something else in it" in plain(answer)
    desk.match.refresh_from_db()
    assert desk.match.seats_revision == 1


def test_seats_that_are_so_already_change_nothing(seated: Desk) -> None:
    assert say(seated, "B2", "A1").status_code == 302
    seated.match.refresh_from_db()
    assert seated.match.seats_revision == 1


def test_somebody_without_a_role_says_no_seats(desk: Desk) -> None:
    outsider = Desk(signed_in(make_user("satu")), desk.tournament, desk.organiser, desk.match)
    assert say(outsider, "B1", "A1").status_code == 403


def test_a_form_that_came_to_harm_is_refused(desk: Desk) -> None:
    assert desk.client.post(f"{desk.address}seats/", {}).status_code == 422
    assert say(desk, "B1", "A1", seats_revision="9" * 400).status_code in (409, 422)
    desk.match.refresh_from_db()
    assert desk.match.seating is None


def test_the_next_dealer_and_who_shows_are_told_and_pass_deal_by_deal(seated: Desk) -> None:
    for written, dealer, elder in (
        ("", Seat.A1, Seat.B2),
        ("ra8", Seat.B2, Seat.A2),
        ("ra8 !a-", Seat.B2, Seat.A2),
        ("ra8 !a- na4", Seat.A2, Seat.B1),
    ):
        seated.typed(written)
        turn = (
            f"Deals: {name(seated, dealer)} . "
            f"Shows first, and leads a nolo: {name(seated, elder)} ."
        )
        assert turn in plain(seated.get())
        public = f"/t/{seated.tournament.slug}/matches/{seated.match.number}/"
        assert turn in plain(seated.client.get(public))


def test_who_leads_is_told_once_the_game_is_chosen(seated: Desk) -> None:
    assert f"Leads: {name(seated, Seat.B2)}." in plain(seated.tap("key-nolo"))
    assert "Leads: the player right of the declarer." in plain(seated.tap("key-rami"))
    text = plain(seated.tap("key-rami", "key-a"))
    for declarer, leader in ((Seat.A1, Seat.B1), (Seat.A2, Seat.B2)):
        assert (
            f"Leads: {name(seated, leader)}, if the declarer is {name(seated, declarer)}." in text
        )
    text = plain(seated.tap("key-rami", "key-b"))
    assert f"Leads: {name(seated, Seat.A2)}, if the declarer is {name(seated, Seat.B1)}." in text


def test_the_sheet_tells_the_dealer_of_every_line(seated: Desk) -> None:
    seated.typed("ra8 !a- na4 =b:late")
    html = seated.get().content.decode()
    dealers = [name(seated, seat) for seat in (Seat.A1, Seat.B2, Seat.B2)]
    assert [
        part.split("<")[0] for part in html.split('<span class="dealer">Dealer ')[1:]
    ] == dealers


def test_nothing_is_told_where_nobody_said_the_seats_or_the_match_is_over(seated: Desk) -> None:
    seated.typed("ra0")
    assert "Deals:" not in plain(seated.get())
    other = Desk(seated.client, seated.tournament, seated.organiser, Match.objects.get(number=2))
    assert "Deals:" not in plain(other.get())
    assert "Dealer" not in plain(other.tap("key-nolo"))


def test_seats_take_no_query_more(desk: Desk, django_assert_num_queries: Any) -> None:
    desk.typed("ra8 na4")
    with django_assert_num_queries(10):
        desk.get()
    say(desk, "B1", "A1")
    desk.get()
    with django_assert_num_queries(10):
        desk.get()
