"""A deal entered by taps: every key a link, every address a whole state."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.builders import play, win_for_a
from tests.tournaments.desk.desk import Desk, form_values, plain, told
from tournaments.models import Match

pytestmark = pytest.mark.django_db


def keys(response: Any) -> list[str]:
    """The ids of the keys of a page, in order."""
    return re.findall(r'<a class="key[^"]*" id="([^"]*)"', response.content.decode())


def press(desk: Desk, *taps: str) -> list[str]:
    """Taps through to the last step, writes the line, and gives the messages that followed."""
    page = desk.tap(*taps)
    form = form_values(page)
    fields = {name: form[name] for name in ("token", "revision")}
    entry = re.search(r'name="entry" value="([^"]*)"', page.content.decode())
    assert entry
    return told(desk.client.post(desk.address, {**fields, "entry": entry[1]}))


def test_the_first_step_asks_for_the_game(desk: Desk) -> None:
    page = desk.get()
    assert keys(page) == ["key-rami", "key-nolo"]
    assert "At the table" in plain(page)
    assert "Deal 1 of 16 comes next." in plain(page)


def test_rami_asks_which_pair_declared(desk: Desk) -> None:
    page = desk.tap("key-rami")
    assert "Which pair declared?" in plain(page)
    assert keys(page) == ["chosen-game", "key-a", "key-b"]


def test_nolo_asks_which_pair_won(desk: Desk) -> None:
    page = desk.tap("key-nolo")
    assert "Which pair won?" in plain(page)


def test_rami_offers_seven_ways_to_win_and_seven_to_rob(desk: Desk) -> None:
    page = desk.tap("key-rami", "key-a")
    assert keys(page) == [
        "chosen-game",
        "chosen-pair",
        *[f"key-ra{tricks}" for tricks in range(7, 14)],
        *[f"key-ra{13 - tricks}" for tricks in range(7, 14)],
    ]
    text = plain(page)
    assert re.search(r"Tricks of pair A 7 tricks, \+4 8 tricks, \+8 .* 13 tricks, \+28", text)
    assert re.search(r"Robbed: tricks of pair B 7 tricks, \+8 .* 13 tricks, \+56 tuppi", text)


def test_nolo_offers_the_winners_tricks_from_six_to_none(desk: Desk) -> None:
    page = desk.tap("key-nolo", "key-b")
    assert keys(page)[2:] == [f"key-nb{tricks}" for tricks in range(6, -1, -1)]
    assert re.search(r"Tricks of pair B 6 tricks, \+4 5 tricks, \+8 .* 0 tricks, \+28", plain(page))


def test_the_last_step_shows_the_line_and_writes_nothing(desk: Desk) -> None:
    page = desk.tap("key-rami", "key-a", "key-ra8")
    assert (
        "Deal 1: RAMI , pair A declared and took 8 tricks. A +8, rise 8. Match points A 8, B 0."
        in plain(page)
    )
    assert desk.sheet == ""


def test_writing_books_the_line_and_readies_the_keys_for_the_next(desk: Desk) -> None:
    assert press(desk, "key-rami", "key-a", "key-ra8") == [
        "Written. Deal 1: RAMI, pair A declared and took 8 tricks. A +8, rise 8."
    ]
    assert desk.sheet == "ra8"
    page = desk.get()
    assert keys(page) == ["key-rami", "key-nolo"]
    assert "Deal 2 of 16 comes next." in plain(page)


def test_a_fall_is_told_on_the_keys_and_before_writing(desk: Desk) -> None:
    desk.typed("ra8")
    page = desk.tap("key-rami", "key-a")
    assert "Robbed: tricks of pair B pair A falls, nobody books points 7 tricks, 0" in plain(page)
    page = desk.tap("key-rami", "key-a", "key-ra5")
    assert "Pair A falls from 8, nobody books points. Match points A 8, B 0." in plain(page)
    press(desk, "key-rami", "key-a", "key-ra5")
    assert desk.sheet == "ra8 ra5"


def test_a_fall_not_played_on_has_its_own_key(desk: Desk) -> None:
    desk.typed("ra8")
    page = desk.tap("key-rami", "key-b")
    assert "Pair A fell, not played on" in plain(page)
    assert press(desk, "key-rami", "key-b", "key-fell") == [
        "Written. Deal 2: RAMI, pair B declared, pair B won, not played on. "
        "Pair A falls from 8, nobody books points."
    ]
    assert desk.sheet == "ra8 rb/"


def test_a_nolo_not_played_on_is_offered_where_the_winner_was_not_rising(desk: Desk) -> None:
    assert "key-fell" not in keys(desk.tap("key-nolo", "key-a"))
    desk.typed("ra8")
    assert "key-fell" not in keys(desk.tap("key-nolo", "key-a"))
    press(desk, "key-nolo", "key-b", "key-fell")
    assert desk.sheet == "ra8 n/"


def test_a_tuppi_is_told_before_it_is_written_and_ends_the_match(desk: Desk) -> None:
    desk.typed("ra13")
    page = desk.tap("key-rami", "key-b", "key-rb6")
    assert "A +8, rise 36" in plain(page)
    page = desk.tap("key-rami", "key-b", "key-rb3")
    assert "A +32, rise 60. Match points A 60, B 0. Pair A won by a tuppi." in plain(page)
    press(desk, "key-rami", "key-b", "key-rb3")
    page = desk.get()
    assert keys(page) == []
    assert "Pair A won by a tuppi." in plain(page)


def test_a_tuppi_by_one_robbed_deal_has_its_name(desk: Desk) -> None:
    page = desk.tap("key-rami", "key-a", "key-ra0")
    assert "Nälsytuppi: pair B won by one robbed deal." in plain(page)


def test_a_rise_after_the_last_deal_is_played_out(desk: Desk) -> None:
    desk.typed(" ".join(["na6", "nb6"] * 7 + ["ra7"]))
    page = desk.tap("key-rami", "key-a", "key-ra7")
    assert "the rise is played out, to a tuppi or a fall." in plain(page)
    press(desk, "key-rami", "key-a", "key-ra7")
    assert "Deal 17: the rise is played out." in plain(desk.get())
    assert press(desk, "key-nolo", "key-b", "key-fell")[0].endswith(
        "Pair A won on points, A 36 and B 0."
    )


def test_level_match_points_call_for_a_deciding_deal(desk: Desk) -> None:
    # Each pair books 4 and falls once.
    desk.typed(" ".join(["na6", "nb6", "nb6", "na6"] * 3 + ["na6", "nb6", "nb6"]))
    page = desk.tap("key-nolo", "key-a", "key-fell")
    assert "one deal decides." in plain(page)
    press(desk, "key-nolo", "key-a", "key-fell")
    assert "Deal 17 decides: the match points are level." in plain(desk.get())
    assert press(desk, "key-nolo", "key-b", "key-nb0")[0].endswith(
        "Pair B won by the deciding deal."
    )


def test_nothing_falls_in_a_play_off(desk: Desk) -> None:
    desk.set_format("play_off", 4)
    desk.typed("ra8")
    page = desk.tap("key-nolo", "key-b")
    assert "falls" not in plain(page)
    assert "key-fell" not in keys(page)
    press(desk, "key-nolo", "key-b", "key-nb6")
    assert "Match points A 8, B 16." in plain(desk.tap("key-nolo", "key-b", "key-nb4"))


def test_a_match_to_tuppi_names_no_last_deal(desk: Desk) -> None:
    desk.set_format("to_tuppi", None)
    assert "Deal 1: play goes on to a tuppi." in plain(desk.get())


def test_every_step_leads_back(desk: Desk) -> None:
    page = desk.tap("key-rami", "key-a", "key-ra8", "step-back")
    assert "Robbed: tricks of pair B" in plain(page)
    page = desk.tap("key-rami", "key-a", "chosen-pair")
    assert "Which pair declared?" in plain(page)
    page = desk.tap("key-rami", "key-a", "chosen-game")
    assert "What was played?" in plain(page)


@pytest.mark.parametrize(
    "query",
    [
        "?game=sooli",
        "?game=rami&declarer=C",
        "?game=nolo&declarer=A",
        "?declarer=A",
        "?game=rami&game=x",
        "?game=%00",
        "?game=rami&declarer=%00&winner=B",
        pytest.param(f"?game={'r' * 3000}", id="long"),
    ],
)
def test_an_address_that_makes_no_sense_is_told_and_passed_over(desk: Desk, query: str) -> None:
    page = desk.get(query)
    assert page.status_code == 200
    assert "The address could not be read. Choose again below." in plain(page)
    assert {"key-rami", "key-a"} & set(keys(page))


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        *[
            (entry, "This line cannot be written:")
            for entry in ("ra14", "zz", "n/", "%00", "ra8+ra8", "🂡")
        ],
        ("r" * 81, "Write one line at a time."),
    ],
)
def test_a_line_that_cannot_stand_is_told_and_the_keys_stay(
    desk: Desk, entry: str, said: str
) -> None:
    page = desk.get(f"?entry={entry}")
    assert page.status_code == 200
    assert said in plain(page)
    assert keys(page) == ["key-rami", "key-nolo"]


def test_a_ruling_typed_as_a_line_is_shown_before_it_is_written(desk: Desk) -> None:
    desk.typed("ra8")
    page = desk.get("?entry=!a:third_misdeal")
    assert (
        "Deal 2: 28 against pair A: third misdeal running. "
        "Pair A falls from 8, nobody books points." in plain(page)
    )
    assert told(desk.write("!a:third_misdeal")) == [
        "Written. Deal 2: 28 against pair A: third misdeal running. "
        "Pair A falls from 8, nobody books points."
    ]
    assert told(desk.write("=b:forfeit")) == [
        "Written. The match is awarded: to pair B: forfeit. B +52, rise 52. "
        "The match was awarded to pair B."
    ]


def test_htmx_gets_the_keys_alone_at_the_same_address(desk: Desk) -> None:
    part = desk.fragment("?game=rami&declarer=A")
    html = part.content.decode().strip()
    assert html.startswith("<section")
    assert "<html" not in html
    assert keys(part) == keys(desk.get("?game=rami&declarer=A"))
    assert "HX-Request" in part["Vary"]
    assert "HX-Request" in desk.get()["Vary"]


def test_going_back_in_history_gets_the_whole_page(desk: Desk) -> None:
    page = desk.get("?game=rami", **{"HX-Request": "true", "HX-History-Restore-Request": "true"})
    assert "<html" in page.content.decode()


def test_the_next_unfinished_match_is_one_link_away(desk: Desk) -> None:
    first, second, *_rest = Match.objects.order_by("slot", "table")
    assert desk.match == first
    assert f"Next without a result: match {second.number}" in plain(desk.get())
    for match in Match.objects.exclude(pk__in=[first.pk, second.pk]):
        play(desk.organiser, match, win_for_a(16))
    desk.match = second
    assert f"Next without a result: match {first.number}" in plain(desk.get())
    play(desk.organiser, first, win_for_a(16))
    assert "Next without a result" not in plain(desk.get())


def test_a_match_page_takes_as_many_queries_for_a_long_sheet_as_for_an_empty_one(
    desk: Desk, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(10):
        desk.get()
    desk.typed("na6 nb6 na6 nb6 ra8")
    with django_assert_num_queries(10):
        desk.get("?game=rami&declarer=A&entry=ra8")
    with django_assert_num_queries(8):
        desk.fragment("?game=rami&declarer=A")
