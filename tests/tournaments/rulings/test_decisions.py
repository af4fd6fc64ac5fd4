"""The jury's free decisions: recorded, told in public, counted, undone openly."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.conf import settings as project
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.builders import actor, play, signed_in, win_for_a
from tests.tournaments.desk.desk import Desk, form_values, plain, told
from tests.tournaments.rulings.test_jury import THREE, name
from tournaments.actions.audit import Verb
from tournaments.actions.draws import take_back_draw
from tournaments.actions.jury import decide_other
from tournaments.actions.ledgers import find_differences
from tournaments.models import AuditRecord, JuryDecision, Match, SheetRevision, User
from tournaments.queries.standings import standings_of

pytestmark = pytest.mark.django_db

POINTS = {"side": "A", "sign": "take", "points": "8", "reason": "Kept arguing"}


def decide(desk: Desk, query: str, client: Client | None = None, **fields: object) -> HttpResponse:
    values = {
        "token": uuid4(),
        "revision": desk.revision,
        "reason": "Because",
        "note": "",
        **fields,
    }
    return (client or desk.client).post(f"{desk.home}jury/new/{query}", values)


def undo(desk: Desk, number: int = 1, **fields: object) -> HttpResponse:
    values = {"token": uuid4(), "reason": "It was not so", **fields}
    return desk.client.post(f"{desk.home}jury/{number}/undo/", values)


def points_of(desk: Desk) -> tuple[int, int]:
    """What the standings count for both pairs of the match."""
    desk.match.refresh_from_db()
    found = {
        row.pair.pk: row.standing.points
        for pool in standings_of(desk.tournament)
        for row in pool.rows
    }
    return found[desk.match.pair_a_id], found[desk.match.pair_b_id]


def test_points_taken_count_in_the_standings_and_leave_the_winner(
    desk: Desk, public: Client
) -> None:
    desk.typed(win_for_a(16))
    assert points_of(desk) == (32, 0)
    answer = decide(desk, "?kind=points&match=1", **POINTS, note="Warned twice")
    assert answer.status_code == 302
    assert points_of(desk) == (24, 0)
    assert (desk.match.winner, desk.match.total_a) == ("A", 32)
    assert not find_differences().is_bad
    text = plain(public.get(f"/t/{desk.tournament.slug}/standings/"))
    assert "Jury: 8 match points taken in match 1." in text
    page = public.get(f"/t/{desk.tournament.slug}/matches/1/")
    text = plain(page)
    assert "In the standings the match points count as A 24, B 0." in text
    assert "8 match points taken" in text
    assert "Kept arguing" in text
    assert "Warned twice" not in page.content.decode()
    assert "Warned twice" in plain(desk.client.get(f"{desk.home}jury/"))
    number = desk.match.pair_a.number
    text = plain(public.get(f"/t/{desk.tournament.slug}/pairs/{number}/"))
    assert "Jury: 8 match points taken in match 1." in text


def test_points_can_be_added_to_either_pair_and_undone_openly(desk: Desk, public: Client) -> None:
    desk.typed(win_for_a(16))
    decide(desk, "?kind=points&match=1", **{**POINTS, "side": "B", "sign": "add", "points": 1})
    assert points_of(desk) == (32, 1)
    assert told(undo(desk))[-1] == "The decision has been undone. It stays listed."
    assert points_of(desk) == (32, 0)
    text = plain(public.get(f"/t/{desk.tournament.slug}/jury/"))
    assert "1 match point added" in text
    assert "Undone by reetta," in text
    assert "It was not so" in text
    decision = JuryDecision.objects.get()
    assert (decision.points, decision.is_undone, decision.undone_by_name) == (1, True, "reetta")


def test_points_change_the_place_they_part(desk: Desk) -> None:
    desk.typed(win_for_a(16))
    other = Match.objects.exclude(pk=desk.match.pk).filter(pool=desk.match.pool, round=1).get()
    play(desk.organiser, other, win_for_a(16))
    decide(desk, "?kind=points&match=1", **POINTS)
    (pool,) = [p for p in standings_of(desk.tournament) if p.pool.pk == desk.match.pool_id]
    assert [row.pair.pk for row in pool.rows][:2] == [other.pair_a_id, desk.match.pair_a_id]
    assert pool.rows[1].tie_break == "points"
    (change,) = pool.rows[1].jury
    assert (change.match.match.number, change.points) == (1, -8)


def test_points_of_a_match_under_way_wait_for_its_end(desk: Desk) -> None:
    desk.typed("ra13")
    decide(desk, "?kind=points&match=1", **POINTS)
    assert points_of(desk) == (0, 0)
    desk.typed("ra13 ra13")
    assert points_of(desk) == (48, 0)


def test_no_more_points_are_taken_than_there_are(desk: Desk) -> None:
    desk.typed(win_for_a(16))
    decide(desk, "?kind=points&match=1", **{**POINTS, "points": 30})
    answer = decide(desk, "?kind=points&match=1", **{**POINTS, "points": 3})
    assert answer.status_code == 422
    assert "The pair has 2 match points: no more can be taken." in plain(answer)
    assert form_values(answer)["reason"] == "Kept arguing"
    assert points_of(desk) == (2, 0)


def test_added_points_that_were_taken_since_are_not_undone(desk: Desk) -> None:
    desk.typed(win_for_a(16))
    decide(desk, "?kind=points&match=1", **{**POINTS, "side": "B", "sign": "add"})
    decide(desk, "?kind=points&match=1", **{**POINTS, "side": "B"})
    answer = undo(desk, 1)
    assert answer.status_code == 422
    assert "More points have been taken from the pair since." in plain(answer)
    assert undo(desk, 2).status_code == 302
    assert undo(desk, 1).status_code == 302


def test_a_correction_below_what_was_taken_counts_as_nothing(desk: Desk) -> None:
    desk.typed(win_for_a(16))
    decide(desk, "?kind=points&match=1", **{**POINTS, "points": 32})
    desk.typed("=a:forfeit", "Wrong sheet")
    assert points_of(desk) == (20, 0)
    desk.typed("=b:forfeit", "Wrong pair")
    assert points_of(desk) == (0, 52)


@pytest.mark.parametrize(
    "fields",
    [
        {"points": "0"},
        {"points": "-8"},
        {"points": "1000"},
        {"points": "x"},
        {"side": "C"},
        {"sign": ""},
        {"reason": ""},
        {"reason": "x" * 201},
        {"note": "x" * 501},
        {"token": "x"},
        {"revision": ""},
    ],
)
def test_a_form_at_fault_is_answered_422_and_records_nothing(
    desk: Desk, fields: dict[str, str]
) -> None:
    desk.typed(win_for_a(16))
    assert decide(desk, "?kind=points&match=1", **{**POINTS, **fields}).status_code == 422
    assert not JuryDecision.objects.exists()


def test_a_match_that_has_not_begun_has_no_points(desk: Desk) -> None:
    answer = decide(desk, "?kind=points&match=1", **POINTS)
    assert answer.status_code == 422
    assert "Nothing has been written of this match yet" in plain(answer)


def test_a_stale_page_is_refused_and_its_words_kept(desk: Desk) -> None:
    desk.typed("ra13")
    desk.typed("ra13 ra8")
    answer = decide(desk, "?kind=points&match=1", **POINTS, revision=1)
    assert answer.status_code == 409
    again = form_values(answer)
    assert (again["reason"], again["revision"]) == ("Kept arguing", "2")
    assert not JuryDecision.objects.exists()


def test_a_form_sent_twice_counts_once(desk: Desk) -> None:
    desk.typed(win_for_a(16))
    fields = {**POINTS, "token": uuid4()}
    decide(desk, "?kind=points&match=1", **fields)
    again = told(decide(desk, "?kind=points&match=1", **fields))
    assert again[-1] == "Already saved: the form came twice and counts once."
    other = decide(desk, "?kind=points&match=1", **{**fields, "reason": "Other"})
    assert other.status_code == 409
    assert JuryDecision.objects.count() == 1


def test_a_deal_is_played_again(desk: Desk, public: Client) -> None:
    desk.typed("ra8 na4 rb7")
    page = desk.client.get(f"{desk.home}jury/new/?kind=replay&match=1")
    assert "Deal 2 NOLO, pair A won with 4 tricks. A +12, rise 20." in plain(page)
    page = desk.client.get(f"{desk.home}jury/new/?kind=replay&match=1&line=2")
    assert "Changes from line 2 on." in plain(page)
    answer = decide(desk, "?kind=replay&match=1&line=2", reason="Cards were seen")
    assert answer["Location"] == desk.address
    assert desk.sheet == "ra8 rb7"
    revision = SheetRevision.objects.get(match=desk.match, number=2)
    assert (revision.reason, revision.replayed_deal) == ("Cards were seen", 2)
    assert revision.corrects
    text = plain(public.get(f"/t/{desk.tournament.slug}/matches/1/"))
    assert "Deal 2 is played again" in text
    undo(desk)
    assert desk.sheet == "ra8 rb7"
    assert {record.verb for record in AuditRecord.objects.filter(match=desk.match)} == {
        Verb.WRITE_SHEET,
        Verb.CORRECT_SHEET,
        Verb.RECORD_DECISION,
        Verb.UNDO_DECISION,
    }


def test_places_that_a_correction_would_move_count_the_jury_too(desk: Desk) -> None:
    desk.typed(win_for_a(16))
    other = Match.objects.exclude(pk=desk.match.pk).filter(pool=desk.match.pool, round=1).get()
    play(desk.organiser, other, win_for_a(16))
    decide(desk, "?kind=points&match=1", **{**POINTS, "points": 30})
    # By the sheet alone 36 would pass the other winner's 32; without the jury's 30 it is 6.
    page = desk.check(f"ra8 {win_for_a(16).partition(' ')[2]}")
    assert "Match points A 32, B 0 A 36, B 0" in plain(page)
    assert "No place in the pool moves." in plain(page)


def test_a_replay_that_breaks_a_line_behind_it_is_told_and_refused(desk: Desk) -> None:
    desk.typed("ra8 n/ rb7")
    page = desk.client.get(f"{desk.home}jury/new/?kind=replay&match=1&line=1")
    said = "Without this deal, line 2 of the sheet no longer stands: Nobody was on the rise here"
    assert said in plain(page)
    answer = decide(desk, "?kind=replay&match=1&line=1")
    assert answer.status_code == 422
    assert said in plain(answer)
    assert desk.sheet == "ra8 n/ rb7"
    assert not JuryDecision.objects.exists()


def test_a_replay_opens_a_finished_match_again(desk: Desk) -> None:
    desk.typed("ra13 ra13")
    decide(desk, "?kind=replay&match=1&line=2")
    desk.match.refresh_from_db()
    assert (desk.sheet, desk.match.is_finished) == ("ra13", False)


@pytest.mark.parametrize("line", ["0", "4", "x", "9" * 30, ""])
def test_a_line_there_is_not_asks_which_one(desk: Desk, line: str) -> None:
    desk.typed("ra8 na4 !a-")
    page = desk.client.get(f"{desk.home}jury/new/?kind=replay&match=1&line={line}")
    assert "Which deal is played again?" in plain(page)
    assert decide(desk, f"?kind=replay&match=1&line={line}").status_code == 200
    assert desk.sheet == "ra8 na4 !a-"


def test_the_match_is_looked_for_among_those_begun(desk: Desk) -> None:
    page = desk.client.get(f"{desk.home}jury/new/?kind=points")
    assert "No match has begun yet." in plain(page)
    desk.typed("ra8")
    page = desk.client.get(f"{desk.home}jury/new/?kind=points&q={desk.match.number}")
    assert 'id="match-1"' in page.content.decode()
    page = desk.client.get(f"{desk.home}jury/new/?kind=points&q=nobody")
    assert "No match that has begun fits." in plain(page)


@pytest.mark.parametrize(
    "whom, subject", [("both", "Aino Ensi1 – Eero Toka1"), ("1", "Aino Ensi1"), ("2", "Eero Toka1")]
)
def test_a_pair_or_one_of_its_players_is_barred(
    desk: Desk, public: Client, whom: str, subject: str
) -> None:
    answer = decide(desk, "?kind=exclusion", pair="1", whom=whom, reason="Disturbed the play")
    assert answer.status_code == 302
    text = plain(public.get(f"/t/{desk.tournament.slug}/jury/"))
    assert f"Barred from the event : {subject} Disturbed the play" in text
    assert JuryDecision.objects.get().pair.number == 1


@pytest.mark.parametrize("fields", [{"pair": ""}, {"pair": "99"}, {"pair": "1", "whom": "3"}])
def test_whoever_is_not_there_is_not_barred(desk: Desk, fields: dict[str, str]) -> None:
    answer = decide(desk, "?kind=exclusion", **{"whom": "both", **fields})
    assert answer.status_code == 422
    assert not JuryDecision.objects.exists()


def test_anything_else_is_recorded_about_a_match_or_none(desk: Desk, public: Client) -> None:
    decide(desk, "?kind=other", reason="Play begins at ten on Sunday")
    decide(desk, "?kind=other", match="2", reason="Moved to table 9")
    text = plain(public.get(f"/t/{desk.tournament.slug}/jury/"))
    assert text.index("Moved to table 9") < text.index("Play begins at ten on Sunday")
    assert "Moved to table 9" in plain(public.get(f"/t/{desk.tournament.slug}/matches/2/"))
    assert decide(desk, "?kind=other", match="99").status_code == 422


def test_a_decision_keeps_the_jury_as_it_was_then(
    desk: Desk, manager: Client, public: Client
) -> None:
    assert "The jury has fewer than three members." in plain(desk.client.get(f"{desk.home}jury/"))
    name(manager, desk.tournament, *THREE)
    decide(desk, "?kind=other", reason="First")
    name(manager, desk.tournament, ("Uusi Henkilö", "Kemi"))
    assert JuryDecision.objects.get().jury == [list(member) for member in THREE]
    text = plain(public.get(f"/t/{desk.tournament.slug}/jury/"))
    assert "Jury: Aino Aho (Kemi), Eero Oja (Oulu), Olga Ala (Tornio). Recorded by reetta" in text


def test_a_decision_outlives_a_draw_taken_back(desk: Desk, organiser: User) -> None:
    decide_other(actor=actor(organiser), tournament=desk.tournament, match_number=2, reason="Moved")
    subject = JuryDecision.objects.get().subject
    assert len(subject) == 2
    take_back_draw(actor=actor(organiser), tournament=desk.tournament)
    decision = JuryDecision.objects.get()
    assert (decision.match, decision.subject, decision.subject_match) == (None, subject, 2)
    told_so = f"Decision of the jury : match 2: {subject[0]} against {subject[1]} Moved"
    assert told_so in plain(desk.client.get(f"{desk.home}jury/"))


def test_a_decision_is_told_in_the_readers_language_not_the_writers(
    desk: Desk, manager: Client, public: Client, referee: User
) -> None:
    desk.typed("ra8 na4 rb7")
    finnish = signed_in(referee)
    finnish.cookies[project.LANGUAGE_COOKIE_NAME] = "fi"
    decide(desk, "?kind=replay&match=1&line=2", finnish, reason="Kortit näkyivät")
    decision = JuryDecision.objects.get()
    a, b = decision.subject
    why = "The jury has deal 2 played again: Kortit näkyivät"
    about = f"match 1: {a} against {b}"
    slug = desk.tournament.slug
    for reader, address, said in (
        (public, f"/t/{slug}/jury/", f"Deal 2 is played again : {about} Kortit näkyivät"),
        (public, f"/t/{slug}/matches/1/", f"Deal 2 is played again : {about} Kortit näkyivät"),
        (desk.client, f"{desk.address}revisions/", why),
        (desk.client, f"{desk.address}revisions/2/", why),
        (desk.client, f"{desk.address}compare/?a=1&b=2", f"Why: {why}"),
        (manager, f"/t/{slug}/manage/log/", f"Reason: {why}"),
        (manager, f"/t/{slug}/manage/log/", f"Deal 2 is played again, {about}. Reason: Kortit"),
    ):
        assert said in plain(reader.get(address)), address
    page = plain(finnish.get(f"{desk.address}revisions/"))
    assert "Kortit näkyivät" in page
    assert why not in page


def test_undoing_needs_a_reason_and_happens_once(desk: Desk) -> None:
    decide(desk, "?kind=other")
    assert undo(desk, reason="").status_code == 422
    fields = {"token": uuid4()}
    assert undo(desk, **fields).status_code == 302
    again = told(undo(desk, **fields))
    assert again[-1] == "Already saved: the form came twice and counts once."
    assert undo(desk).status_code == 422
    assert desk.client.get(f"{desk.home}jury/9/undo/").status_code == 404
    assert desk.client.get(f"{desk.home}jury/{'9' * 20}/undo/").status_code == 404


def test_organisers_decide_too_and_the_public_does_not(
    desk: Desk, manager: Client, public: Client
) -> None:
    assert decide(desk, "?kind=other", manager).status_code == 302
    assert decide(desk, "?kind=other", public).status_code == 401
    assert JuryDecision.objects.count() == 1


@pytest.mark.parametrize("kind", ["", "x", "replay'", "%00"])
def test_a_kind_there_is_not_leads_back_to_the_list(desk: Desk, kind: str) -> None:
    answer = desk.client.get(f"{desk.home}jury/new/?kind={kind}")
    assert answer["Location"] == f"{desk.home}jury/"


@pytest.mark.parametrize("decisions", [1, 4])
def test_the_lists_take_the_same_few_queries(
    desk: Desk, public: Client, django_assert_num_queries: DjangoAssertNumQueries, decisions: int
) -> None:
    desk.typed(win_for_a(16))
    for _ in range(decisions):
        decide(desk, "?kind=points&match=1", **{**POINTS, "points": 1})
    desk.client.get(f"{desk.home}jury/")  # takes the messages
    with django_assert_num_queries(6):
        desk.client.get(f"{desk.home}jury/")
    with django_assert_num_queries(3):
        public.get(f"/t/{desk.tournament.slug}/jury/")
    with django_assert_num_queries(8):
        public.get(f"/t/{desk.tournament.slug}/standings/")
