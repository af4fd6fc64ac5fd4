"""Files after the draw: withdrawals, annulled matches, missing sheets, rulings, the jury, seats."""

from __future__ import annotations

import csv
import json
import re
from datetime import datetime
from io import BytesIO, StringIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.standings import PlayedMatch
from scoring.withdrawal import Choice, rank_with_gone
from tests.tournaments.exports.eventful import NOTE, REASON, Eventful, make_eventful
from tests.tournaments.exports.reading import export, pdf_pages, squeezed, table_of, workbook
from tournaments.exports.registry import EXPORTS
from tournaments.models import Tournament, User, Withdrawal
from tournaments.queries.matches import matches_of


def read_json(tournament: Tournament) -> dict[str, Any]:
    value = json.loads(export(tournament, "standings", "json"))
    assert isinstance(value, dict)
    return value


def json_match(eventful: Eventful, number: int) -> dict[str, Any]:
    (pool,) = read_json(eventful.tournament)["pools"]
    (match,) = [match for match in pool["matches"] if match["match"] == number]
    return dict(match)


def rows_of(eventful: Eventful, sheet: str, number: int) -> list[dict[str, object]]:
    table = table_of(export(eventful.tournament, "results", "xlsx"), sheet)
    return [row for row in table if row["Match"] == number]


def standings_remarks(eventful: Eventful) -> dict[int, str]:
    """The remark of every pair's place by its number; CSV and workbook must agree."""
    tournament = eventful.tournament
    written = table_of(export(tournament, "standings", "xlsx"), "Standings")
    text = export(tournament, "standings", "csv").decode("utf-8")
    from_csv = {
        int(row["Pair number"]): row["Remark"] for row in csv.DictReader(StringIO(text, newline=""))
    }
    from_workbook = {row["Pair number"]: row["Remark"] or "" for row in written}
    assert from_csv == from_workbook
    return from_csv


def withdrawn_words(eventful: Eventful) -> str:
    at = timezone.localtime(Withdrawal.objects.get().made_at)
    return (
        f"Pair {eventful.withdrawn} withdrew on {at.day}.{at.month}.{at.year} "
        f"at {at.hour:02}.{at.minute:02}."
    )


def test_a_withdrawn_pair_is_told_with_its_time_in_every_standings_file(
    eventful: Eventful,
) -> None:
    words = withdrawn_words(eventful)
    assert standings_remarks(eventful)[eventful.withdrawn] == words
    (page,) = pdf_pages(export(eventful.tournament, "standings", "pdf"))
    assert squeezed(words) in squeezed(page)
    at = timezone.localtime(Withdrawal.objects.get().made_at)
    told = {
        pair["pair"]: pair["withdrawn_at"]
        for pair in read_json(eventful.tournament)["pairs"]
        if pair["withdrawn_at"]
    }
    assert told == {eventful.withdrawn: at.isoformat(timespec="seconds")}


def test_points_from_the_jury_are_told_with_their_match_in_every_standings_file(
    eventful: Eventful,
) -> None:
    view = eventful.view(eventful.jury)
    remarks = standings_remarks(eventful)
    taken = f"Jury: 8 match points taken in match {eventful.jury}."
    added = f"Jury: 12 match points added in match {eventful.jury}."
    assert (remarks[view.a.number], remarks[view.b.number]) == (taken, added)
    (page,) = pdf_pages(export(eventful.tournament, "standings", "pdf"))
    assert squeezed(taken) in squeezed(page)
    assert squeezed(added) in squeezed(page)
    (pool,) = read_json(eventful.tournament)["pools"]
    told = {row["pair"]: row["jury_points"] for row in pool["standings"] if row["jury_points"]}
    assert told == {
        view.a.number: [{"match": eventful.jury, "points": -8}],
        view.b.number: [{"match": eventful.jury, "points": 12}],
    }


def test_an_annulled_match_stands_beneath_the_printed_standings_with_its_reason(
    eventful: Eventful,
) -> None:
    (page,) = pdf_pages(export(eventful.tournament, "standings", "pdf"))
    unplayed, annulled = page.split("Still to play or under way · Pool A")[1].split(
        "Annulled · Pool A"
    )
    assert "Match Pair A Pair B Reason" in annulled
    assert squeezed(f"Annulled: {REASON}") in squeezed(annulled)
    assert squeezed(annulled).count(squeezed("Annulled: a pair withdrew.")) == 4
    open_matches = [
        view.match.number for view in matches_of(eventful.tournament) if view.match.is_open
    ]
    assert len(open_matches) == 3
    assert re.findall(r"(\d+) Sat 28\.11\.", unplayed) == [str(n) for n in open_matches]


def test_an_annulled_match_has_no_result_in_json(eventful: Eventful) -> None:
    match = json_match(eventful, eventful.decided)
    del (
        match["bracket_number"],
        match["stage"],
        match["round"],
        match["table"],
        match["starts_at"],
        match["a"],
        match["b"],
    )
    nothing = {
        "state": "annulled",
        "annulled": True,
        "winner": None,
        "decided_by": None,
        "points": None,
        "jury_points": None,
        "tuppi": False,
        "nalsy": False,
        "sheet_missing": False,
        "confirmed": None,
    }
    assert match == {
        "match": eventful.decided,
        "annulled_by": "decision",
        "annulled_reason": REASON,
        **nothing,
    }
    for number in eventful.forfeited:
        match = json_match(eventful, number)
        assert {key: match[key] for key in nothing} == nothing
        assert (match["annulled_by"], match["annulled_reason"]) == ("withdrawal", None)


@pytest.mark.parametrize("choice", list(Choice))
def test_the_places_in_json_follow_from_the_finished_matches_in_it(
    organiser: User, choice: Choice
) -> None:
    (pool,) = read_json(make_eventful(organiser, choice).tournament)["pools"]
    pairs = [row["pair"] for row in pool["standings"]]
    with_matches = {
        pair
        for match in pool["matches"]
        if match["state"] != "annulled"
        for pair in (match["a"], match["b"])
    }
    ranked = rank_with_gone(
        pairs,
        set(pairs) - with_matches,
        [
            PlayedMatch(
                match["a"],
                match["b"],
                match["winner"],
                match["points"]["a"],
                match["points"]["b"],
            )
            for match in pool["matches"]
            if match["state"] == "finished"
        ],
    )
    assert [
        (row["pair"], row["place"], row["played"], row["points"], row["points_against"])
        for row in pool["standings"]
    ] == [(one.pair, one.place, one.played, one.points, one.points_against) for one in ranked]


def test_an_annulled_match_has_no_result_in_the_workbook_but_its_deals(eventful: Eventful) -> None:
    view = eventful.view(eventful.decided)
    (row,) = rows_of(eventful, "Matches", eventful.decided)
    assert list(row.items())[5:] == [
        ("Pair A number", view.a.number),
        ("Pair A", view.a.name),
        ("Pair B number", view.b.number),
        ("Pair B", view.b.name),
        ("Match points A", None),
        ("Match points B", None),
        ("Of them from the jury A", None),
        ("Of them from the jury B", None),
        ("Winner's number", None),
        ("Winner", None),
        ("Decided", None),
        ("Tuppi", None),
        ("Deals played", None),
        ("State", "annulled"),
        ("Remark", f"Annulled: {REASON}"),
    ]
    (deal,) = rows_of(eventful, "Deals", eventful.decided)
    assert (deal["Short notation"], deal["Match points A"], deal["Remark"]) == (
        "rb0",
        56,
        "The match is annulled. Robbery. Tuppi.",
    )
    (gone,) = rows_of(eventful, "Matches", eventful.forfeited[0])
    assert gone["Remark"] == f"Annulled: a pair withdrew. {withdrawn_words(eventful)}"


def test_a_forfeit_of_a_withdrawn_pair_is_a_result(organiser: User) -> None:
    eventful = make_eventful(organiser, Choice.STAND)
    for number in eventful.forfeited:
        view = eventful.view(number)
        winner = view.b if view.a.number == eventful.withdrawn else view.a
        (row,) = rows_of(eventful, "Matches", number)
        assert (row["Winner"], row["Decided"], row["State"]) == (winner.name, "awarded", "finished")
        match = json_match(eventful, number)
        assert (match["winner"], match["annulled"]) == (winner.number, False)


def test_a_match_whose_sheet_is_missing_says_so(eventful: Eventful) -> None:
    (row,) = rows_of(eventful, "Matches", eventful.bare)
    assert (row["Match points A"], row["Match points B"], row["Remark"]) == (
        24,
        76,
        "Result only: the sheet is missing.",
    )
    assert json_match(eventful, eventful.bare)["sheet_missing"] is True
    assert json_match(eventful, eventful.jury)["sheet_missing"] is False


def test_points_of_the_sheet_and_of_the_jury_add_up(eventful: Eventful) -> None:
    (row,) = rows_of(eventful, "Matches", eventful.jury)
    (deal,) = rows_of(eventful, "Deals", eventful.jury)
    names = ("Match points A", "Match points B", "Of them from the jury A")
    assert [row[name] for name in (*names, "Of them from the jury B")] == [48, 12, -8, 12]
    assert (deal["Match points A"], deal["Match points B"]) == (56, 0)
    match = json_match(eventful, eventful.jury)
    assert match["points"] == {"a": 48, "b": 12}
    assert match["jury_points"] == {"a": -8, "b": 12}


def test_the_matches_of_the_workbook_add_up_to_the_standings(eventful: Eventful) -> None:
    sums: dict[object, int] = {}
    for row in table_of(export(eventful.tournament, "results", "xlsx"), "Matches"):
        if row["State"] == "finished":
            for side in "AB":
                points = row[f"Match points {side}"]
                assert isinstance(points, int)
                name = row[f"Pair {side}"]
                sums[name] = sums.get(name, 0) + points
    standings = table_of(export(eventful.tournament, "standings", "xlsx"), "Standings")
    assert {
        f"{row['Player 1']} – {row['Player 2']}": row["Match points for"]
        for row in standings
        if row["Played"]
    } == sums


def test_a_ruling_is_told_with_its_offence_and_who_gave_it(eventful: Eventful) -> None:
    played, ruled = rows_of(eventful, "Deals", eventful.ruled)
    assert (played["Remark"], played["Ruled by"], played["Ruled at"]) == (None, None, None)
    assert (ruled["Remark"], ruled["Ruled by"]) == (
        "28 against pair B: faulty show.",
        "Tuula Tuomari",
    )
    assert isinstance(ruled["Ruled at"], datetime)


def test_dealers_are_told_where_the_seats_are(eventful: Eventful) -> None:
    view = eventful.view(eventful.ruled)
    assert [row["Dealer"] for row in rows_of(eventful, "Deals", eventful.ruled)] == [
        view.a.players[1].name,
        view.b.players[0].name,
    ]
    assert [row["Dealer"] for row in rows_of(eventful, "Deals", eventful.jury)] == [None]


def test_a_reason_beginning_with_an_equals_sign_is_text(eventful: Eventful) -> None:
    for sheet in workbook(export(eventful.tournament, "results", "xlsx")):
        types = {cell.data_type for row in sheet.iter_rows() for cell in row}
        assert types <= {"s", "n", "d"}


def test_no_file_holds_a_note_of_the_staff(eventful: Eventful) -> None:
    for name, kind in EXPORTS:
        content = export(eventful.tournament, name, kind)
        if kind == "pdf":
            text = "".join(pdf_pages(content))
        elif kind == "xlsx":
            with ZipFile(BytesIO(content)) as parts:
                text = "".join(parts.read(part).decode("utf-8") for part in parts.namelist())
        else:
            text = content.decode("utf-8")
        assert squeezed(NOTE) not in squeezed(text), (name, kind)


@pytest.mark.parametrize(
    ("name", "kind", "count"),
    [
        ("standings", "pdf", 6),
        ("standings", "xlsx", 6),
        ("standings", "csv", 5),
        ("standings", "json", 6),
        ("entries", "pdf", 3),
        ("draw", "pdf", 4),
        ("schedule", "pdf", 6),
        ("schedule-by-table", "pdf", 4),
        ("score-sheets", "pdf", 4),
        ("results", "xlsx", 6),
    ],
)
def test_what_happened_costs_no_queries(
    eventful: Eventful, name: str, kind: str, count: int
) -> None:
    with CaptureQueriesContext(connection) as queries:
        export(eventful.tournament, name, kind)
    assert len(queries) == count
