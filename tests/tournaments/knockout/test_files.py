"""The knock-out in files: the bracket for the wall, sheets by stage, JSON and CSV."""

from __future__ import annotations

import csv
import json
import re
from io import BytesIO, StringIO
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from tests.builders import make_tournament, play
from tests.tournaments.exports.odd_events import make_odd_event
from tests.tournaments.exports.reading import (
    export,
    fonts_of,
    lines_of_text,
    page_sizes,
    pdf_pages,
    squeezed,
    workbook,
)
from tests.tournaments.knockout.steps import (
    TUPPI_B,
    after_pools,
    confirm,
    draw,
    drawn,
    match_at,
    of_course,
    play_round,
    publish,
    state,
)
from tests.tournaments.knockout.test_deciding import stand
from tournaments.models import Course, Tournament, User

pytestmark = pytest.mark.django_db

A4, A3 = (842, 595), (1191, 842)


def read(tournament: Tournament, name: str = "knockout") -> dict[str, Any]:
    value: dict[str, Any] = json.loads(export(tournament, name, "json"))
    return value


@pytest.mark.finnish
@pytest.mark.parametrize("name", ["schedule", "schedule-by-table"])
def test_the_schedule_breaks_no_long_word(organiser: User, name: str) -> None:
    tournament = drawn(organiser, 8)
    play_round(organiser, tournament)
    play_round(organiser, tournament)
    words = " ".join(pdf_pages(export(tournament, name, "pdf"))).split()
    assert (words.count("Puolivälierä"), words.count("Välierä")) == (4, 2)
    assert {"Loppuottelu", "Pronssiottelu"} <= set(words)


def test_matches_have_the_numbers_by_which_later_ones_wait_for_them(organiser: User) -> None:
    tournament = drawn(organiser, 32)
    first, second, last = pdf_pages(export(tournament, "knockout", "pdf"))
    for page, numbers in ((first, range(1, 9)), (second, range(9, 17))):
        for number in numbers:
            assert f"No. {number} " in page
            assert f"Winner: Round of 32, no. {number} " in f"{page} "
    assert "Knock-out – Last rounds" in last
    play_round(organiser, tournament)
    assert "No. 16" not in pdf_pages(export(tournament, "knockout", "pdf"))[1]


@pytest.mark.parametrize(("pairs", "pages"), [(2, 1), (5, 1), (16, 1), (32, 3), (128, 9)])
def test_the_bracket_for_the_wall_names_everybody(organiser: User, pairs: int, pages: int) -> None:
    tournament = drawn(organiser, pairs)
    content = export(tournament, "knockout", "pdf")
    texts = pdf_pages(content)
    assert (len(texts), page_sizes(content)) == (pages, {A4})
    assert page_sizes(export(tournament, "knockout", "pdf", paper="a3")) == {A3}
    whole = squeezed("".join(texts))
    for number in range(1, pairs + 1):
        assert squeezed(f"{number} Aino Ensi{number} – Eero Toka{number}") in whole
    assert "…" not in whole
    assert all(fonts_of(content).values())


def test_the_wall_tells_times_winners_and_the_champion(organiser: User) -> None:
    tournament = drawn(organiser, 8)
    [text] = pdf_pages(export(tournament, "knockout", "pdf"))
    assert "Winner: Quarter-final 1" in text
    assert "Sun 29.11. 13.00, table 2" in text
    assert "✓" not in text
    for _round in range(3):
        play_round(organiser, tournament)
    [text] = pdf_pages(export(tournament, "knockout", "pdf"))
    assert text.count("✓") == 8
    assert "Winner:" not in text
    assert "2." in text


@pytest.mark.parametrize("pairs", [16, 33])
def test_long_names_stay_between_the_rounds_and_the_foot(organiser: User, pairs: int) -> None:
    tournament = of_course(make_odd_event(organiser, pairs=pairs, pools=0), Course.KNOCKOUT)
    draw(organiser, tournament)
    publish(organiser, tournament)
    play_round(organiser, tournament)
    for page in PdfReader(BytesIO(export(tournament, "knockout", "pdf"))).pages:
        lines = lines_of_text(page)
        [under] = {height for text, height in lines if text == "Semi-finals"} or {
            height for text, height in lines if text == "Quarter-finals"
        }
        names = [height for text, height in lines if re.search("Áilu|Lento|Aino|HYPER", text)]
        assert names
        assert max(names) < under - 8
        assert min(names) > 30


def test_before_the_draw_the_file_says_so(organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=4)
    [text] = pdf_pages(export(tournament, "knockout", "pdf"))
    assert "has not been drawn yet" in text
    assert read(tournament)["knockout"] is None
    assert export(tournament, "knockout", "csv").decode().count("\n") == 1


def test_a_round_is_one_of_the_pools_unless_the_knock_out_is_asked_for(organiser: User) -> None:
    tournament = after_pools(organiser)
    draw(organiser, tournament)
    publish(organiser, tournament)
    play_round(organiser, tournament)
    pools = tournament.matches.filter(stage="pool", round=1).count()

    def sheets(**chosen: str) -> int:
        pages = pdf_pages(export(tournament, "score-sheets", "pdf", **chosen))
        return len({number for page in pages for number in re.findall(r"Match (\d+)", page)})

    assert sheets(round="1") == pools
    assert sheets(stage="knockout") == 4 + 2
    assert sheets(stage="knockout", round="2") == 2
    text = pdf_pages(export(tournament, "score-sheets", "pdf", stage="knockout", round="2"))[0]
    assert "Semi-final 1" in text
    schedule = pdf_pages(export(tournament, "schedule", "pdf", stage="knockout"))
    assert "Quarter-finals · Sun 29.11. 9.00" in " ".join(schedule).replace("09.00", "9.00")
    assert "Round 1" not in " ".join(schedule)
    assert "Round 1" in " ".join(pdf_pages(export(tournament, "schedule", "pdf", round="1")))
    names = workbook(export(tournament, "score-sheets", "xlsx", stage="knockout")).sheetnames
    assert names[1:] == ["Quarter-finals", "Semi-finals"]
    cards = " ".join(pdf_pages(export(tournament, "table-cards", "pdf")))
    assert "Semi-final 2" in cards
    assert "Semi-final 2" in " ".join(pdf_pages(export(tournament, "pair-cards", "pdf")))


def test_a_stage_there_is_not_is_not_found(organiser: User) -> None:
    tournament = drawn(organiser, 4)
    address = f"/t/{tournament.slug}/export/score-sheets.pdf"
    assert Client().get(f"{address}?stage=knockout").status_code == 200
    assert Client().get(f"{address}?stage=final").status_code == 404


def test_json_tells_who_comes_from_where(organiser: User) -> None:
    tournament = drawn(organiser, 5)
    play_round(organiser, tournament)
    value = read(tournament)
    slots = state(tournament).bracket.slots
    assert [draw["slots"] for draw in value["knockout_draws"]] == [slots]
    matches = {match["key"]: match for match in value["knockout"]["matches"]}
    byes = [match for match in matches.values() if match["stage"] == "bye"]
    assert len(byes) == 3
    assert all(match["winner"] == match["a"]["pair"] for match in byes)
    final = matches["3.0"]
    assert (final["match"], final["table"], final["deals"]) == (None, 1, 24)
    waiting = [final[side]["from"] for side in "ab" if final[side]["pair"] is None]
    assert set(waiting) <= {"2.0", "2.1"}
    third = matches["3.1"]
    assert third["third_place"]
    assert all(third[side]["loser"] for side in "ab" if third[side]["from"])


def test_a_decision_is_told_with_its_reason(organiser: User) -> None:
    tournament = drawn(organiser, 4)
    play_round(organiser, tournament)
    first = match_at(tournament, 1)
    play(organiser, first, TUPPI_B, reason="written down wrong")
    confirm(first)
    stand(organiser, tournament, first.number)
    match = next(
        each for each in read(tournament)["knockout"]["matches"] if each["match"] == first.number
    )
    assert match["decision"]["reason"] == "too late"
    assert match["winner"] == first.pair_a.number


def test_csv_has_a_row_a_match(organiser: User) -> None:
    tournament = drawn(organiser, 8)
    play_round(organiser, tournament)
    rows = list(csv.DictReader(StringIO(export(tournament, "knockout", "csv").decode())))
    assert len(rows) == 8
    assert [row["Round"] for row in rows].count("Final") == 2
    assert rows[0]["Goes on"] == rows[0]["Pair A number"]
    assert rows[-1]["Pair A"] == "Winner: Semi-final 1"


def test_a_draw_never_published_keeps_who_meets_whom(organiser: User) -> None:
    tournament = drawn(organiser, 4)
    draw(organiser, tournament, seed="toinen")
    latest = read(tournament)["knockout_draws"][0]
    assert (latest["seed"], latest["slots"], latest["contenders"]) == ("toinen", None, None)
