"""The pages at the end of a match: at the table, at the desk, for a pile of sheets."""

from __future__ import annotations

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.conf import settings as project
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.builders import play, signed_in, win_for_a
from tests.tournaments.confirming.steps import A, B, code, confirm, confirm_both, dispute, wrong
from tests.tournaments.desk.desk import plain
from tests.tournaments.table.phone import HTMX, Phone
from tournaments.actions.pair_codes import WrongCode
from tournaments.guessing import KEPT_FOR, MOST_WRONG_CODES
from tournaments.models import AuditRecord, Confirmation, Match, RefereeCall, Tournament, User

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["at_table", "with_sheet"])
def phone(request: pytest.FixtureRequest, match: Match) -> Phone:
    """A phone under either kind of link."""
    phone: Phone = getattr(Phone, request.param)(match)
    return phone


@pytest.fixture
def client(referee: User) -> Client:
    client = signed_in(referee)
    client.cookies[project.LANGUAGE_COOKIE_NAME] = "en"
    return client


def send(phone: Phone, path: str, **fields: object) -> HttpResponse:
    sent = {"token": uuid4(), "revision": phone.revision, **fields}
    return phone.client.post(phone.address + path, sent)


def desk(client: Client, tournament: Tournament, path: str = "", **fields: object) -> HttpResponse:
    address = f"/t/{tournament.slug}/desk/{path}"
    if not fields:
        return client.get(address)
    return client.post(address, {"token": uuid4(), **fields})


class TestAtTheTable:
    def test_the_result_and_a_field_for_each_code(self, phone: Phone) -> None:
        page = phone.get()
        assert "Pair A won on points, A 32 and B 0." in plain(page)
        assert len(re.findall(r'<input[^>]*inputmode="numeric"[^>]*>', page.content.decode())) == 2
        assert code(phone.match, A) not in page.content.decode()

    def test_both_confirm_one_after_the_other(self, phone: Phone) -> None:
        answer = send(phone, "confirm/", side="A", code=code(phone.match, A))
        assert answer.status_code == 302
        page = phone.get()
        assert "Pair A has confirmed the result. Now pair B, please." in plain(page)
        assert len(re.findall(r'name="code"', page.content.decode())) == 1
        last = send(phone, "confirm/", side="B", code=code(phone.match, B))
        phone.match.refresh_from_db()
        assert phone.match.is_confirmed
        page = phone.client.get(last["Location"])
        assert page.status_code == 200
        assert "Both pairs have confirmed the result. Thank you!" in plain(page)

    def test_a_page_used_anew_for_the_other_pair_says_that_this_is_not_kept(
        self, phone: Phone
    ) -> None:
        token = uuid4()
        for side, status in ((A, 302), (A, 302), (B, 409)):
            sent = {"side": side.value, "code": code(phone.match, side), "token": token}
            answer = send(phone, "confirm/", **sent)
            assert answer.status_code == status
        assert "sent before with something else in it" in plain(answer)
        phone.match.refresh_from_db()
        assert not phone.match.is_confirmed

    def test_a_wrong_code_is_told_at_its_field(self, phone: Phone) -> None:
        page = send(phone, "confirm/", side="B", code=wrong(phone.match, B))
        assert page.status_code == 422
        assert "This is not the code of pair B." in plain(page)
        assert re.search(r'<input[^>]*aria-invalid="true"[^>]*id="B-1-code"', page.content.decode())

    def test_a_result_that_has_changed_is_shown_and_not_confirmed(
        self, phone: Phone, organiser: User
    ) -> None:
        seen = phone.revision
        play(organiser, phone.match, " ".join(["nb6", "na6"] * 8), reason="wrong")
        page = send(phone, "confirm/", side="A", code=code(phone.match, A), revision=seen)
        assert page.status_code == 409
        assert "Pair B won on points, A 0 and B 32." in plain(page)
        phone.match.refresh_from_db()
        assert not phone.match.confirmed_by_a

    def test_a_form_sent_twice_counts_once(self, phone: Phone) -> None:
        sent = {"side": "A", "code": code(phone.match, A), "token": uuid4()}
        answers = [send(phone, "confirm/", **sent).status_code for _press in range(2)]
        assert answers == [302, 302]

    @pytest.mark.parametrize("sent", [{}, {"side": "C"}, {"side": "A", "revision": "x"}])
    def test_a_form_that_is_not_whole_confirms_nothing(
        self, phone: Phone, sent: dict[str, str]
    ) -> None:
        page = send(phone, "confirm/", **{"code": code(phone.match, A), **sent})
        assert page.status_code == 422

    def test_a_pair_says_that_the_result_is_wrong(self, phone: Phone, referee: User) -> None:
        form = phone.get("dispute/")
        assert "Pair A won on points" in plain(form)
        answer = send(
            phone, "dispute/", side="B", code=code(phone.match, B), reason="deal 4 was ours"
        )
        assert answer.status_code == 302
        page = phone.get()
        assert "Pair B says that the result is wrong: deal 4 was ours" in plain(page)
        assert 'name="code"' not in page.content.decode()

    def test_a_dispute_that_is_refused_keeps_what_was_typed(self, phone: Phone) -> None:
        page = send(
            phone, "dispute/", side="B", code=wrong(phone.match, B), reason="deal 4 was ours"
        )
        assert page.status_code == 422
        assert "deal 4 was ours" in page.content.decode()
        assert not RefereeCall.objects.exists()

    def test_another_phone_hears_of_it(self, phone: Phone, referee: User) -> None:
        etag = phone.poll()["ETag"]
        states = [re.search(r'data-state="([^"]*)"', phone.poll().content.decode())]
        call = dispute(phone.match, A)
        after = phone.poll(etag)
        states.append(re.search(r'data-state="([^"]*)"', after.content.decode()))
        assert after.status_code == 200
        assert len({each and each[1] for each in states}) == 2
        assert "says that the result is wrong" in plain(phone.keys("?moved"))
        assert call.table == phone.match.table

    def test_a_referee_is_called_and_comes(
        self, phone: Phone, client: Client, tournament: Tournament
    ) -> None:
        assert phone.client.post(f"{phone.address}call/").status_code == 302
        assert "A referee is called to this table." in plain(phone.get())
        call = RefereeCall.objects.get()
        assert (call.table, call.match) == (phone.match.table, phone.match)
        assert desk(client, tournament, f"calls/{call.pk}/coming/", page="").status_code == 302
        poll = phone.poll()
        assert "A referee is coming." in plain(poll)
        assert 'id="call" class="referee-call" hx-swap-oob="true"' in poll.content.decode()
        shown = plain(desk(client, tournament, "calls/"))
        assert "reetta said at" in shown
        assert "Handled" in shown
        assert desk(client, tournament, f"calls/{call.pk}/", answer="").status_code == 302
        assert "A referee is coming." not in plain(phone.poll())
        assert "Referee!" in plain(phone.get())

    @pytest.mark.parametrize(
        "outcome, told",
        [
            ("stands", "Referee: the result stands. Pair B had said that it was wrong."),
            ("corrected", "The result has been corrected. Pair B had said that it was wrong."),
        ],
    )
    def test_the_pair_reads_what_became_of_its_word(
        self,
        phone: Phone,
        client: Client,
        tournament: Tournament,
        organiser: User,
        outcome: str,
        told: str,
    ) -> None:
        call = dispute(phone.match, B)
        if outcome == "corrected":
            play(organiser, phone.match, " ".join(["nb6", "na6"] * 8), reason="wrong")
        before = phone.poll()
        assert told not in plain(before)
        desk(client, tournament, f"calls/{call.pk}/", outcome=outcome, answer="for the staff")
        poll = phone.poll(before["ETag"])
        assert told in plain(poll)
        page = plain(phone.get())
        assert told in page
        assert "Is this the result?" in page
        assert "for the staff" not in page
        confirm(phone.match, A)
        confirm(phone.match, B)
        assert told not in plain(phone.get())

    def test_a_call_is_taken_back(self, phone: Phone) -> None:
        phone.client.post(f"{phone.address}call/")
        phone.client.post(f"{phone.address}call/back/")
        assert not RefereeCall.objects.exists()
        assert "Referee!" in plain(phone.get())

    def test_nothing_is_written_by_asking(self, phone: Phone) -> None:
        for path in ("confirm/", "call/", "call/back/"):
            assert phone.get(path).status_code == 302
        assert not RefereeCall.objects.exists()


@pytest.mark.parametrize(("kind", "queries"), [("at_table", 9), ("with_sheet", 9)])
def test_a_page_at_the_end_needs_as_many_queries_however_far_it_is(
    match: Match, kind: str, queries: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    shown: Phone = getattr(Phone, kind)(match)
    shown.get()
    with django_assert_num_queries(queries):
        shown.get()
    confirm(match, A)
    dispute(match, B)
    with django_assert_num_queries(queries):
        shown.get()


class TestAtTheDesk:
    def test_a_referee_confirms_for_both_with_one_key(
        self, client: Client, tournament: Tournament, match: Match
    ) -> None:
        page = desk(client, tournament, "matches/1/")
        assert 'id="confirm-both"' in page.content.decode()
        answer = desk(client, tournament, "matches/1/confirm/", revision=match.revision, sides="AB")
        assert answer.status_code == 302
        page = desk(client, tournament, "matches/1/")
        assert "Both pairs have confirmed the result" in plain(page)
        assert "by reetta at" in plain(page)

    def test_after_a_pair_has_confirmed_the_other_is_what_is_left(
        self, client: Client, tournament: Tournament, match: Match
    ) -> None:
        confirm(match, A)
        html = desk(client, tournament, "matches/1/").content.decode()
        assert re.findall(r'id="confirm-(\w+)"', html) == ["B"]
        desk(client, tournament, "matches/1/confirm/", revision=match.revision, sides="B")
        match.refresh_from_db()
        assert match.is_confirmed

    def test_a_sheet_changed_meanwhile_is_shown(
        self, client: Client, tournament: Tournament, organiser: User, match: Match
    ) -> None:
        play(organiser, match, " ".join(["nb6", "na6"] * 8), reason="wrong")
        page = desk(client, tournament, "matches/1/confirm/", revision=1, sides="AB")
        assert page.status_code == 409
        assert "The sheet has changed since you looked at it." in plain(page)

    def test_a_dispute_is_answered_on_the_page_of_the_match(
        self, client: Client, tournament: Tournament, match: Match
    ) -> None:
        call = dispute(match, B)
        page = desk(client, tournament, "matches/1/")
        assert "deal 4 was ours" in plain(page)
        assert 'id="confirm-both"' not in page.content.decode()
        assert "The sheet has not been changed since." in plain(page)
        assert desk(client, tournament, f"calls/{call.pk}/", answer="x").status_code == 422
        assert desk(client, tournament, f"calls/{call.pk}/", outcome="x").status_code == 422
        path, given = f"calls/{call.pk}/", {"outcome": "stands", "answer": "counted again"}
        answer = desk(client, tournament, path, **given)
        assert answer["Location"].endswith("/desk/matches/1/")
        page = desk(client, tournament, "matches/1/")
        assert 'id="confirm-both"' in page.content.decode()
        told = "Pair B said that the result was wrong: deal 4 was ours reetta answered at"
        assert told in plain(page)
        assert plain(page).count("the result stands counted again") == 1
        assert desk(client, tournament, path, **given).status_code == 409

    def test_a_corrected_result_leads_to_the_change_that_corrected_it(
        self, client: Client, tournament: Tournament, organiser: User, match: Match
    ) -> None:
        call = dispute(match, B)
        play(organiser, match, " ".join(["nb6", "na6"] * 8), reason="wrong")
        assert "The sheet has been changed since: change 2." in plain(
            desk(client, tournament, "matches/1/")
        )
        desk(client, tournament, f"calls/{call.pk}/", outcome="corrected")
        for path in ("matches/1/", "calls/"):
            page = desk(client, tournament, path)
            assert "the result was corrected Change 2 of the sheet" in plain(page)
            assert "/desk/matches/1/revisions/2/" in page.content.decode()

    def test_an_answer_stays_on_the_page_of_a_match_that_goes_on_by_it(
        self, client: Client, tournament: Tournament, organiser: User, match: Match
    ) -> None:
        call = dispute(match, B)
        play(organiser, match, "nb6", reason="wrong match")
        desk(client, tournament, f"calls/{call.pk}/", outcome="corrected")
        assert "the result was corrected" in plain(desk(client, tournament, "matches/1/"))
        assert "The result has been corrected." in plain(Phone.at_table(match).get())

    def test_it_is_withdrawn_with_a_reason(
        self, client: Client, tournament: Tournament, match: Match, referee: User
    ) -> None:
        confirm_both(referee, match)
        path = "matches/1/confirm/withdraw/"
        refused = desk(client, tournament, path, revision=match.revision, reason="")
        assert refused.status_code == 422
        answer = desk(client, tournament, path, revision=match.revision, reason="wrong match")
        assert answer.status_code == 302
        match.refresh_from_db()
        assert not match.is_confirmed

    def test_the_tick_of_a_signed_sheet_confirms_it(
        self, client: Client, tournament: Tournament
    ) -> None:
        match = tournament.matches.get(number=2)
        fields = {"revision": match.revision, "signed": "on", "reason": "", "shown": ""}
        checked = desk(client, tournament, "matches/2/check/", notation="ra8", **fields)
        assert re.search(r'<input[^>]*id="signed"[^>]*checked', checked.content.decode())
        refused = desk(client, tournament, "matches/2/sheet/", notation="ra8", **fields)
        assert refused.status_code == 422
        assert "no result that both pairs could have signed" in plain(refused)
        saved = desk(client, tournament, "matches/2/sheet/", notation=win_for_a(16), **fields)
        assert saved.status_code == 302
        match.refresh_from_db()
        assert match.is_confirmed

    def test_the_tick_of_a_result_in_one_line_confirms_it(
        self, client: Client, tournament: Tournament
    ) -> None:
        desk(client, tournament, "results/", line="2 a32-0", signed="on")
        assert tournament.matches.get(number=2).is_confirmed
        desk(client, tournament, "results/", line="3 a32-0")
        assert not tournament.matches.get(number=3).confirmed_by_a


class TestThePile:
    @pytest.fixture(autouse=True)
    def played(self, organiser: User, tournament: Tournament, match: Match) -> None:
        for number in (2, 3):
            play(organiser, tournament.matches.get(number=number), win_for_a(16))

    def ticks(self, page: HttpResponse) -> dict[str, bool]:
        boxes = re.findall(r'<input type="checkbox" name="match"[^>]*>', page.content.decode())
        return {re.findall(r'value="([^"]*)"', box)[0]: "checked" in box for box in boxes}

    def test_nothing_is_ticked_until_it_is_asked_for(
        self, client: Client, tournament: Tournament
    ) -> None:
        page = desk(client, tournament, "confirm/")
        assert self.ticks(page) == {"1:1": False, "2:1": False, "3:1": False}
        assert all(self.ticks(desk(client, tournament, "confirm/?tick=all")).values())

    def test_one_press_confirms_what_is_ticked(
        self, client: Client, tournament: Tournament
    ) -> None:
        answer = desk(client, tournament, "confirm/", match=["1:1", "3:1"])
        assert answer.status_code == 302
        page = desk(client, tournament, "confirm/")
        assert self.ticks(page) == {"2:1": False}

    def test_what_has_changed_or_is_disputed_is_marked_and_the_rest_stays_ticked(
        self, client: Client, tournament: Tournament, organiser: User
    ) -> None:
        play(organiser, tournament.matches.get(number=1), "ra13 ra13", reason="wrong")
        dispute(tournament.matches.get(number=2), A)
        page = desk(client, tournament, "confirm/", match=["1:1", "2:1", "3:1"])
        assert page.status_code == 409
        assert self.ticks(page) == {"1:2": False, "3:1": True}
        assert "Pair A says that the result is wrong: deal 4 was ours" in plain(page)

    def test_a_press_without_ticks_says_what_to_do(
        self, client: Client, tournament: Tournament
    ) -> None:
        page = desk(client, tournament, "confirm/", nothing="ticked")
        assert page.status_code == 422

    def test_once_all_are_confirmed_it_says_so(
        self, client: Client, tournament: Tournament
    ) -> None:
        desk(client, tournament, "confirm/", match=["1:1", "2:1", "3:1"])
        assert "Every result is confirmed" in plain(desk(client, tournament, "confirm/"))

    def test_queries_do_not_grow(
        self,
        client: Client,
        tournament: Tournament,
        organiser: User,
        django_assert_num_queries: DjangoAssertNumQueries,
    ) -> None:
        desk(client, tournament, "confirm/")
        for number in (4, 5, 6):
            for path in ("confirm/", "calls/"):
                with django_assert_num_queries(10 if path == "calls/" else 8):
                    desk(client, tournament, path)
            match = tournament.matches.get(number=number)
            play(organiser, match, win_for_a(16))
            dispute(match, A)


def test_the_desk_sees_a_locked_code_and_lifts_the_lock(
    client: Client, tournament: Tournament, match: Match
) -> None:
    page = f"matches/{match.number}/"
    assert "is locked" not in plain(desk(client, tournament, page))
    for _try in range(MOST_WRONG_CODES):
        with pytest.raises(WrongCode):
            confirm(match, B, wrong(match, B))
    seen = desk(client, tournament)
    found = re.search(r'<section[^>]*id="urgent".*?</section>', seen.content.decode(), re.S)
    assert found
    assert "Too many wrong codes for pair B. The lock opens by itself at" in found[0]
    assert f'href="/t/{tournament.slug}/desk/{page}#lift-B"' in found[0]
    shown = desk(client, tournament, page)
    assert 'id="lift-B"' in shown.content.decode()
    assert "The code of pair B is locked:" in plain(shown)
    assert "The code of pair A is locked:" not in plain(shown)
    lifted = desk(client, tournament, f"{page}confirm/codes/", side="B")
    assert lifted.status_code == 302
    after = plain(desk(client, tournament, page))
    assert "Pair B can use its code again." in after
    assert "Too many wrong codes" not in plain(desk(client, tournament))
    assert "is locked" not in after
    refused = desk(client, tournament, f"{page}confirm/codes/", side="C")
    assert refused.status_code == 422
    confirm(match, B)


def test_the_desk_hears_of_a_lock_by_itself_and_of_its_end_by_the_clock_alone(
    client: Client, tournament: Tournament, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now()

    def poll(etag: str = "") -> HttpResponse:
        return client.get(
            f"/t/{tournament.slug}/desk/", headers={**HTMX, "If-None-Match": etag or "none"}
        )

    def told(response: HttpResponse) -> bool:
        assert response.status_code == 200
        return "Too many wrong codes" in plain(response)

    monkeypatch.setattr(timezone, "now", lambda: now)
    before = poll()
    for _try in range(MOST_WRONG_CODES):
        with pytest.raises(WrongCode):
            confirm(match, B, wrong(match, B))
    locked = poll(before["ETag"])
    assert told(locked)
    assert AuditRecord.objects.filter(verb="lock_code").count() == 1
    assert poll(locked["ETag"]).status_code == 304
    monkeypatch.setattr(timezone, "now", lambda: now + KEPT_FOR + timedelta(seconds=1))
    assert not told(poll(locked["ETag"]))


def test_a_page_of_the_desk_used_anew_for_the_other_pair_says_that_this_is_not_kept(
    client: Client, tournament: Tournament, match: Match
) -> None:
    page, token = f"matches/{match.number}/", uuid4()
    for sides, status in (("A", 302), ("A", 302), ("B", 409)):
        sent = {"sides": sides, "revision": match.revision, "token": token}
        answer = desk(client, tournament, f"{page}confirm/", **sent)
        assert answer.status_code == status
    assert "sent before with something else in it" in plain(answer)
    assert Confirmation.objects.filter(match=match).count() == 1


def test_confirming_for_one_pair_says_for_which(
    client: Client, tournament: Tournament, match: Match
) -> None:
    confirm(match, A)
    page = f"matches/{match.number}/"
    desk(client, tournament, f"{page}confirm/", sides="B", revision=match.revision)
    told = plain(desk(client, tournament, page))
    assert "The result is confirmed for pair B. With that both sides have it." in told
    assert "confirmed for both pairs" not in told


def test_calls_are_answered_with_one_key_and_kept(
    client: Client, tournament: Tournament, match: Match
) -> None:
    assert "Nobody calls" in plain(desk(client, tournament, "calls/"))
    call = dispute(match, B)
    page = desk(client, tournament, "calls/")
    html = page.content.decode()
    assert re.findall(r'data-outcome="(\w+)"', html) == ["stands", "corrected"]
    assert html.count(f'formaction="/t/{tournament.slug}/desk/calls/{call.pk}/"') == 2
    desk(client, tournament, f"calls/{call.pk}/", outcome="stands")
    page = plain(desk(client, tournament, "calls/"))
    assert "Table 1, answered by reetta." in page
    assert "deal 4 was ours Match 1 the result stands" in page


def test_the_part_that_follows_holds_no_token(
    client: Client, tournament: Tournament, match: Match
) -> None:
    dispute(match, B)
    part = client.get(f"/t/{tournament.slug}/desk/calls/", headers=HTMX).content.decode()
    assert "data-outcome" in part
    assert "csrf" not in part
