"""Results without sheets: one line a match, counting until the deals take their place."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse

from tests.builders import (
    make_drawn_tournament,
    make_user,
    play,
    sheet_in_short,
    signed_in,
    win_for_a,
)
from tests.tournaments.corrections.fields import check, rows_of, save, save_shown
from tests.tournaments.desk.desk import Desk, form_values, plain, told
from tests.tournaments.withdrawals.steps import annul
from tournaments.actions.ledgers import find_differences
from tournaments.models import AuditRecord, Match
from tournaments.queries.standings import standings_of

pytestmark = pytest.mark.django_db

# A nälsy for B: 0 to 56.
NALSY = "ra0"


def enter(desk: Desk, line: str, **fields: Any) -> HttpResponse:
    return desk.client.post(f"{desk.home}results/", {"token": uuid4(), "line": line, **fields})


def enter_fields(desk: Desk, **fields: Any) -> HttpResponse:
    return desk.client.post(f"{desk.home}results/", {"token": uuid4(), "by": "fields", **fields})


def sheet_of(number: int) -> str:
    return sheet_in_short(Match.objects.get(number=number))


def test_a_line_enters_a_result_and_the_cursor_is_ready_for_the_next(desk: Desk) -> None:
    answer = enter(desk, "3 b76-24t")
    assert answer.status_code == 302
    page = desk.client.get(answer["Location"])
    assert "Match 3, " in plain(page)
    assert "Pair B won by a tuppi." in plain(page)
    assert re.search(r'<input[^>]*name="line"[^>]*autofocus', page.content.decode())
    match = Match.objects.get(number=3)
    assert (match.winner, match.total_a, match.total_b, match.tuppi) == ("B", 24, 76, True)
    assert match.sheet_missing
    assert match.is_finished
    record = AuditRecord.objects.get(verb="enter_result")
    assert (record.match, record.actor_name) == (match, "reetta")


def test_many_in_a_row_stand_beneath_the_last_one_first(desk: Desk) -> None:
    for line in ("3 b76-24t", "1 a44-20", "5 A40–12"):
        assert enter(desk, line).status_code == 302
    page = desk.client.get(f"{desk.home}results/")
    assert re.findall(r"/desk/matches/(\d+)/#take-back", page.content.decode()) == ["5", "1", "3"]
    assert "3 sheets are missing." in plain(page)


def test_a_result_is_entered_in_fields(desk: Desk) -> None:
    answer = enter_fields(desk, where="2", winner="A", total_a="60", total_b="8", tuppi="on")
    assert answer["Location"].endswith("/desk/results/?by=fields")
    assert sheet_of(2) == "a60-8t"
    page = desk.client.get(answer["Location"])
    assert re.search(r'<input[^>]*name="where"[^>]*autofocus', page.content.decode())


@pytest.mark.parametrize("letter", ["t", "p", "T", "P"])
def test_a_table_means_its_earliest_match_that_nobody_wrote_on(desk: Desk, letter: str) -> None:
    first, second = Match.objects.filter(table=2).order_by("slot")[:2]
    assert enter(desk, f"{letter}2 a44-20").status_code == 302
    assert enter(desk, f"{letter} 2 b44-20").status_code == 302
    assert (sheet_of(first.number), sheet_of(second.number)) == ("a44-20", "b44-20")


def test_an_annulled_match_takes_no_result_and_is_not_meant_by_its_table(desk: Desk) -> None:
    first, second = Match.objects.filter(table=2).order_by("slot")[:2]
    annul(desk.organiser, first)
    assert "This match has been annulled" in plain(enter(desk, f"{first.number} a44-20"))
    assert enter(desk, "t2 a44-20").status_code == 302
    assert (sheet_of(first.number), sheet_of(second.number)) == ("", "a44-20")


def test_a_match_out_of_play_takes_no_result_and_is_not_said_to_be_missing(desk: Desk) -> None:
    Match.objects.filter(number=4).update(is_live=False)
    answer = enter(desk, "4 a44-20")
    assert answer.status_code == 422
    assert "Match 4 is out of play: its sheet can only be read." in plain(answer)
    assert sheet_of(4) == ""


def test_pages_that_take_the_deals_of_a_bare_result_say_where_it_is_put_right(desk: Desk) -> None:
    enter(desk, "1 a44-20")
    for page in ("sheet", "edit"):
        answer = desk.client.get(f"{desk.home}matches/1/{page}/")
        assert "Is only the result wrong? Take it back and enter it anew." in plain(answer)
        assert f'href="{desk.home}matches/1/#take-back"' in answer.content.decode()


def test_a_missing_sheet_of_an_annulled_match_is_not_waited_for(desk: Desk) -> None:
    enter(desk, "1 a44-20")
    desk.match.refresh_from_db()
    annul(desk.organiser, desk.match)
    assert 'id="missing"' not in desk.client.get(desk.home).content.decode()


def test_a_table_whose_matches_all_have_sheets_is_told(desk: Desk) -> None:
    for match in Match.objects.filter(table=1):
        play(desk.organiser, match, "ra8")
    assert "Every match at table 1 has its sheet." in plain(enter(desk, "t1 a44-20"))
    assert "There is no table 99 in the schedule." in plain(enter(desk, "t99 a44-20"))


@pytest.mark.parametrize(
    "line, sentence",
    [
        ("b76-24t", "Write the match, a blank and the result, for example 12 b76-24t."),
        ("x b76-24t", "Write the number of the match, for example 12, or of the table: t5."),
        ("٣ b76-24t", "Write the number of the match"),
        ("3 ra8", "Only the result, A won 76 to 24: a76-24. By a tuppi: a76-24t."),
        ("3 hello", "Only the result, B won 76 to 24: b76-24."),
        ("3 !a:peeking", "Only the result"),
        ("99 b76-24t", "There is no match 99 in this event."),
        ("99999 b76-24t", "There is no match 99999 in this event."),
        ("0 b76-24t", "There is no match 0 in this event."),
        ("3 b24-76", "pair B would have won with 24 against 76."),
        ("3 b24-76", "The winner's points come first. Did you mean b76-24?"),
        ("3 b24-76t", "The winner's points come first. Did you mean b76-24t?"),
        ("3 b24-24", "The winner has more points, and both would have 24."),
        ("3 b77-24", "Match points are multiples of 4: 77 is none."),
        ("3 b48-0t", "With a tuppi (t) the winner has at least 52, and pair B would have 48."),
        ("3 b" + "9" * 60 + "-4", "at most 40 characters"),
        ("3 b76\0-24", "Null characters are not allowed."),
        ("<b>3</b> b76-24", "Write the number of the match"),
        ("", "This field is required."),
    ],
)
def test_a_line_that_is_no_result_says_why_and_stays_typed(
    desk: Desk, line: str, sentence: str
) -> None:
    answer = enter(desk, line)
    assert answer.status_code == 422
    assert sentence in plain(answer)
    assert "<b>3</b>" not in answer.content.decode()
    if "\0" not in line:
        assert form_values(answer)["line"] == line
    assert not Match.objects.filter(sheet_missing=True).exists()


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"where": "3", "winner": "C", "total_a": "4", "total_b": "0"},
        {"where": "3", "winner": "A", "total_a": "-4", "total_b": "0"},
        {"where": "3", "winner": "A", "total_a": "9" * 300, "total_b": "0"},
        {"where": "3", "winner": "A", "total_a": "5", "total_b": "0"},
        {"where": "3", "winner": "B", "total_a": "40", "total_b": "0"},
        {"where": "zz", "winner": "A", "total_a": "40", "total_b": "0"},
    ],
)
def test_fields_that_are_no_result_are_refused(desk: Desk, fields: dict[str, str]) -> None:
    assert enter_fields(desk, **fields).status_code == 422
    assert sheet_of(3) == ""


def test_a_match_to_tuppi_takes_a_tuppi_only(desk: Desk) -> None:
    desk.set_format("to_tuppi", None)
    assert "A match to tuppi ends with a tuppi" in plain(enter(desk, "1 a76-24"))
    assert enter(desk, "1 a76-24t").status_code == 302


def test_in_fields_no_order_of_points_is_spoken_of(desk: Desk) -> None:
    answer = plain(enter_fields(desk, where="1", winner="B", total_a="48", total_b="32"))
    assert "pair B would have won with 32 against 48." in answer
    assert "Did you mean" not in answer


def test_a_whole_sheet_of_one_result_turned_round_is_told_the_order_too(desk: Desk) -> None:
    assert "Did you mean b48-32?" in plain(desk.check("b32-48"))


def is_ticked(page: HttpResponse, key: str = "signed") -> bool:
    [box] = re.findall(rf'<input[^>]*id="{key}"[^>]*>', page.content.decode())
    return "checked" in box


def test_the_tick_that_confirms_stays_for_the_pile_until_it_is_changed(desk: Desk) -> None:
    page = desk.client.get(f"{desk.home}results/")
    assert not is_ticked(page)
    page = desk.client.get(enter(desk, "1 a44-20", signed="on")["Location"])
    assert is_ticked(page)
    assert "Pair A won on points, A 44 and B 20. Confirmed for both." in plain(page)
    assert is_ticked(enter(desk, "2 b20-44", signed="on"))
    page = desk.client.get(enter(desk, "2 b44-20")["Location"])
    assert not is_ticked(page)
    assert "Not confirmed yet." in plain(page)
    confirmed = {match.number: match.is_confirmed for match in Match.objects.filter(number__lte=2)}
    assert confirmed == {1: True, 2: False}


def test_the_tick_stays_in_fields_too(desk: Desk) -> None:
    answer = enter_fields(desk, where="2", winner="A", total_a="60", total_b="8", signed="on")
    page = desk.client.get(answer["Location"])
    assert is_ticked(page, "signed-in-fields")
    assert re.search(r'<input[^>]*name="where"[^>]*autofocus', page.content.decode())


def test_a_sheet_that_has_lines_is_refused_with_its_link(desk: Desk) -> None:
    desk.typed("ra8")
    answer = enter(desk, "1 a44-20")
    assert answer.status_code == 422
    assert "Match 1 has lines on its sheet already. Nothing was saved" in plain(answer)
    assert f'href="{desk.address}"' in answer.content.decode()
    assert form_values(answer)["line"] == "1 a44-20"
    assert desk.sheet == "ra8"


def test_a_second_result_for_one_match_is_refused(desk: Desk) -> None:
    enter(desk, "1 a44-20")
    assert enter(desk, "1 b44-20").status_code == 422
    assert desk.sheet == "a44-20"


def test_a_result_sent_twice_counts_once(desk: Desk) -> None:
    token = uuid4()
    told(enter(desk, "1 a44-20", token=token))
    assert told(enter(desk, "1 a44-20", token=token)) == [
        "Already saved: the form came twice and counts once."
    ]
    answer = enter(desk, "2 a44-20", token=token)
    assert answer.status_code == 409
    assert "This form was sent before with something else in it" in plain(answer)
    assert sheet_of(2) == ""
    assert enter(desk, "2 a44-20", token=form_values(answer)["token"]).status_code == 302


def test_somebody_without_a_role_enters_no_result(desk: Desk) -> None:
    outsider = Desk(signed_in(make_user("satu")), desk.tournament, desk.organiser, desk.match)
    assert enter(outsider, "1 a44-20").status_code == 403
    assert desk.sheet == ""


def test_a_result_counts_in_the_standings(desk: Desk) -> None:
    enter(desk, "1 a60-8t")
    rows = [row for pool in standings_of(desk.tournament) for row in pool.rows]
    [winner] = [row for row in rows if row.pair.pk == desk.match.pair_a_id]
    assert (winner.standing.wins, winner.standing.points, winner.tuppis) == (1, 60, 1)


@pytest.mark.parametrize("path", ["", "schedule/", "matches/1/", "desk/", "desk/matches/1/"])
def test_a_missing_sheet_is_marked_wherever_the_match_stands(desk: Desk, path: str) -> None:
    enter(desk, "1 a60-8t")
    assert "sheet missing" in plain(desk.client.get(f"/t/{desk.tournament.slug}/{path}"))
    save_shown(desk, rows_of(desk, NALSY), reason="Sheet arrived", despite_result="on")
    desk.client.get(desk.home)  # the message that waits is shown there
    page = desk.client.get(f"/t/{desk.tournament.slug}/{path}")
    assert "sheet missing" not in plain(page)


def test_what_is_cached_of_a_missing_sheet_is_what_the_sheet_says(desk: Desk) -> None:
    enter(desk, "1 a60-8t")
    assert not find_differences().is_bad
    Match.objects.filter(pk=desk.match.pk).update(sheet_missing=False)
    [difference] = find_differences().differences
    assert (difference.field, difference.cached, difference.replayed) == (
        "sheet_missing",
        False,
        True,
    )


def test_the_desk_lists_the_matches_whose_sheet_is_missing_the_oldest_first(desk: Desk) -> None:
    assert 'id="missing"' not in desk.client.get(desk.home).content.decode()
    enter(desk, "4 a44-20")
    enter(desk, "2 a44-20")
    html = desk.client.get(desk.home).content.decode()
    section = re.search(r'<section[^>]*id="missing".*?</section>', html, re.S)
    assert section
    listed = [int(n) for n in re.findall(r"/desk/matches/(\d+)/", section[0])]
    assert listed == [4, 2], "the one that has been missing longest stands first"


def test_a_match_that_has_only_a_result_offers_to_type_its_deals(desk: Desk) -> None:
    enter(desk, "1 b56-0t")
    page = desk.get()
    assert "Type its deals now" in plain(page)
    page = desk.get("edit/")
    assert "Only the result is known: Pair B won by a tuppi. A 0, B 56." in plain(page)
    found = form_values(page)
    assert (found["rows"], found["line-0"], found["reason"]) == ("16", "", "Sheet arrived")
    page = desk.get("sheet/")
    assert form_values(page)["notation"] == ""
    assert form_values(page)["reason"] == "Sheet arrived"


def test_deals_that_agree_take_the_place_of_the_result(desk: Desk) -> None:
    enter(desk, "1 b56-0t")
    assert "do not agree" not in plain(check(desk, rows_of(desk, NALSY)))
    answer = save_shown(desk, rows_of(desk, NALSY), reason="Sheet arrived")
    assert told(answer)[-1:] == ["The deals have taken the place of the bare result."]
    assert desk.sheet == NALSY
    desk.match.refresh_from_db()
    assert (desk.match.sheet_missing, desk.match.nalsy, desk.match.revision) == (False, True, 2)
    assert desk.match.revisions.get(number=2).reason == "Sheet arrived"


def test_deals_that_do_not_agree_say_where_and_need_a_tick(desk: Desk) -> None:
    enter(desk, "1 a60-8")
    rows = rows_of(desk, NALSY)
    answer = save_shown(desk, rows, reason="Sheet arrived")
    assert answer.status_code == 422
    text = plain(answer)
    assert "The winner: A in the result, B by these lines." in text
    assert "The match points: A 60, B 8 in the result, A 0, B 56 by these lines." in text
    assert "The result has no tuppi, these lines have one." in text
    assert "tick that the result was wrong" in text
    assert desk.sheet == "a60-8"
    answer = save_shown(desk, rows, reason="Sheet arrived", despite_result="on")
    assert answer.status_code == 302
    assert desk.sheet == NALSY
    record = AuditRecord.objects.get(verb="correct_sheet")
    assert record.details["differs_from_result"] == ["winner", "total", "tuppi"]


def test_deals_that_do_not_finish_the_match_need_the_tick_too(desk: Desk) -> None:
    enter(desk, "1 a8-0")
    text = plain(check(desk, rows_of(desk, "ra8")))
    assert "The match is not finished by these lines." in text
    assert save_shown(desk, rows_of(desk, "ra8"), reason="Sheet arrived").status_code == 422
    assert desk.sheet == "a8-0"


def test_the_notation_page_asks_for_the_same_tick(desk: Desk) -> None:
    enter(desk, "1 a60-8")
    assert desk.save_shown(NALSY, reason="Sheet arrived").status_code == 422
    assert desk.sheet == "a60-8"
    assert desk.save_shown(NALSY, reason="Sheet arrived", despite_result="on").status_code == 302
    assert desk.sheet == NALSY


def test_a_result_typed_wrong_is_corrected_as_a_result_without_a_tick(desk: Desk) -> None:
    enter(desk, "1 a60-8")
    assert desk.save_shown("b60-8", reason="Typed wrong").status_code == 302
    assert desk.sheet == "b60-8"


def test_a_result_is_undone_at_its_sheet(desk: Desk) -> None:
    enter(desk, "1 a60-8")
    assert 'id="take-back"' in desk.get().content.decode()
    assert desk.take_back().status_code == 302
    desk.match.refresh_from_db()
    assert (desk.sheet, desk.match.sheet_missing, desk.match.is_started) == ("", False, False)
    assert enter(desk, "1 b60-8").status_code == 302


def test_a_tap_on_a_match_that_has_a_result_is_refused(desk: Desk) -> None:
    enter(desk, "1 a60-8")
    assert desk.write("ra8").status_code == 422
    assert desk.sheet == "a60-8"


def test_rows_saved_without_the_result_having_been_seen_are_stale(desk: Desk) -> None:
    enter(desk, "1 a60-8")
    assert save(desk, rows_of(desk, "ra8"), revision=0, reason="Mine").status_code == 409
    assert desk.sheet == "a60-8"


def test_the_page_of_results_takes_as_many_queries_for_many_matches_as_for_few(
    desk: Desk, django_assert_num_queries: Any
) -> None:
    large = make_drawn_tournament(desk.organiser, pairs=24, pools=6, name="Suurtuppi")
    for match in large.matches.filter(number__lte=9):
        play(desk.organiser, match, "a44-20")
    play(desk.organiser, large.matches.get(number=10), win_for_a(16))
    desk.client.force_login(desk.organiser)
    for slug in (desk.tournament.slug, large.slug):
        with django_assert_num_queries(7):
            desk.client.get(f"/t/{slug}/desk/results/")
