"""What is printed for the wall and the tables after a match was annulled or its seats were said."""

from __future__ import annotations

import re

import pytest

from tests.builders import make_drawn_tournament
from tests.tournaments.exports.eventful import REASON, Eventful, sit
from tests.tournaments.exports.odd_events import make_odd_event
from tests.tournaments.exports.reading import export, pdf_pages, squeezed
from tests.tournaments.withdrawals.steps import annul
from tournaments.models import User
from tournaments.queries.matches import matches_of
from tournaments.queries.turns import player_at


@pytest.mark.parametrize("name", ["schedule", "schedule-by-table"])
def test_the_schedule_says_which_matches_are_annulled(eventful: Eventful, name: str) -> None:
    text = " ".join(pdf_pages(export(eventful.tournament, name, "pdf")))
    view = eventful.view(eventful.decided)
    assert squeezed(f"{view.a.name} {view.b.name} Annulled: {REASON}") in squeezed(text)
    assert text.count("Annulled: a pair withdrew.") == 4


@pytest.mark.parametrize("name", ["entries", "draw", "standings"])
def test_a_list_of_pairs_says_who_has_withdrawn(eventful: Eventful, name: str) -> None:
    (page,) = pdf_pages(export(eventful.tournament, name, "pdf"))
    assert page.count(f"Pair {eventful.withdrawn} withdrew on ") == 1


def test_annulled_matches_get_no_score_sheet(eventful: Eventful) -> None:
    pages = pdf_pages(export(eventful.tournament, "score-sheets", "pdf"))
    numbers = [int(re.findall(r"Match (\d+)\b", page)[0]) for page in pages]
    gone = {eventful.decided, *eventful.forfeited}
    assert numbers == [number for number in range(1, 11) if number not in gone]


def test_an_event_of_annulled_matches_has_a_page_that_says_so(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=2, pools=1)
    annul(organiser, tournament.matches.get())
    (page,) = pdf_pages(export(tournament, "score-sheets", "pdf"))
    assert "No matches to play Every match of the event is annulled." in page


def test_a_score_sheet_has_its_seats_where_somebody_said_them(eventful: Eventful) -> None:
    pages = pdf_pages(export(eventful.tournament, "score-sheets", "pdf"))
    (page,) = [page for page in pages if re.search(rf"Match {eventful.ruled}\b", page)]
    view = eventful.view(eventful.ruled)
    (a1, a2), (b1, b2) = ((p.name for p in pair.players) for pair in (view.a, view.b))
    assert f"First dealer (the player dealt the first jack): {a2}" in page
    assert f"Clockwise round the table: A {a1} – B {b2} – A {a2} – B {b1}" in page
    assert [p for p in pages if "Clockwise" in p] == [page]


def test_seats_of_long_names_are_not_cut(organiser: User) -> None:
    tournament = make_odd_event(organiser, pairs=5, pools=1)
    for match in tournament.matches.all():
        sit(organiser, match)
    pages = pdf_pages(export(tournament, "score-sheets", "pdf"))
    views = matches_of(tournament)
    assert len(pages) == len(views)
    for page, view in zip(pages, views, strict=True):
        assert view.match.seating is not None
        players = [
            f"{seat.side.value} {player_at(view, seat)}" for seat in view.match.seating.clockwise
        ]
        assert squeezed(" – ".join(players)) in squeezed(page)
