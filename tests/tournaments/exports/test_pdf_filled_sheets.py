"""Score sheets as they stand."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.deals import Side
from scoring.notation import parse_sheet
from tests.builders import make_drawn_tournament, make_tournament, play
from tests.tournaments.exports.eventful import NOTE, REASON, Eventful, rule, sit
from tests.tournaments.exports.odd_events import make_odd_event
from tests.tournaments.exports.reading import (
    export,
    fonts_of,
    page_sizes,
    pdf_pages,
    squeezed,
)
from tournaments.actions.jury import undo_decision
from tournaments.exports.pdf.sheet_form import Outcome, filled_form, form_to_play
from tournaments.ledger import format_of
from tournaments.models import Tournament, User
from tournaments.permissions import actor_of
from tournaments.queries.matches import matches_of
from tournaments.queries.sheets import sheet_from, sheet_of


def filled(tournament: Tournament, **chosen: str) -> dict[int, str]:
    """The text of each match's only page."""
    pages = pdf_pages(export(tournament, "score-sheets-filled", "pdf", **chosen))
    return {int(re.findall(r"Match (\d+)\b", page)[0]): page for page in pages}


def test_every_match_that_has_begun_is_there_and_no_other(eventful: Eventful) -> None:
    begun = [v.match.number for v in matches_of(eventful.tournament) if v.match.is_started]
    assert list(filled(eventful.tournament)) == begun
    assert len(begun) == 5


def test_a_sheet_has_its_deals_line_by_line(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    match = tournament.matches.select_related("tournament").get(number=1)
    sit(organiser, match)
    play(organiser, match, "ra8 nb5 nb4 ra13 ra12")
    (page,) = filled(tournament).values()
    view = matches_of(tournament)[0]
    (a1, a2), (b1, b2) = ((p.name for p in pair.players) for pair in (view.a, view.b))
    assert f"1 {a2} RAMI A 8 5 +8 8 8 0 " in page
    assert f"2 {b1} NOLO 8 5 0 8 8 0 " in page
    assert f"3 {a1} NOLO 9 4 +12 12 8 12 " in page
    assert f"4 {b2} RAMI A 13 0 0 12 8 12 " in page
    assert f"5 {a2} RAMI A 12 1 +24 24 32 12 6 7 8 9 " in page


def test_rulings_are_told_in_words_with_who_ruled_and_no_note(eventful: Eventful) -> None:
    page = filled(eventful.tournament)[eventful.ruled]
    words = "Deal 2: 28 against pair B: faulty show. Ruled by Tuula Tuomari."
    assert squeezed(words) in squeezed(page)
    assert all(squeezed(NOTE) not in squeezed(p) for p in filled(eventful.tournament).values())


def test_the_jurys_points_count_and_are_told(eventful: Eventful) -> None:
    page = squeezed(filled(eventful.tournament)[eventful.jury])
    for words in (
        "Jury, pair A: 8 match points taken: a deal was left out.",
        "Jury, pair B: 12 match points added: a deal was left out.",
        "In the standings the match points count as A 48, B 12.",
    ):
        assert squeezed(words) in page


def test_a_decision_undone_is_not_told(organiser: User, eventful: Eventful) -> None:
    for decision in eventful.tournament.decisions.all():
        undo_decision(
            actor=actor_of(organiser),
            tournament=eventful.tournament,
            number=decision.number,
            reason="it was in",
        )
    page = filled(eventful.tournament)[eventful.jury]
    assert "Jury" not in page
    assert "A 56 B 0" in page


def test_annulled_matches_and_bare_results_say_what_they_are(eventful: Eventful) -> None:
    pages = filled(eventful.tournament)
    assert f"Annulled: {REASON}" in pages[eventful.decided]
    assert "Result only: the sheet is missing." in pages[eventful.bare]
    assert "A 24 B 76" in pages[eventful.bare]
    (forfeited,) = [pages[n] for n in eventful.forfeited if n in pages]
    assert "Annulled: a pair withdrew. Pair 1 withdrew on " in forfeited


def test_winner_and_tuppi_are_ticked_and_an_annulled_result_struck(eventful: Eventful) -> None:
    def outcome(number: int) -> Outcome | None:
        return filled_form(sheet_of(eventful.view(number))).outcome

    assert outcome(eventful.bare) == Outcome(24, 76, winner=Side.B, tuppi=Side.B)
    assert outcome(eventful.jury) == Outcome(48, 12, winner=Side.A, tuppi=Side.A)
    assert outcome(eventful.decided) == Outcome(56, 0, struck=True)
    assert outcome(eventful.ruled) is None


def test_a_match_won_without_a_tuppi_has_none_ticked(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    play(organiser, tournament.matches.get(number=1), "ra8 =b:signalling")
    form = filled_form(sheet_of(matches_of(tournament)[0]))
    assert form.outcome == Outcome(8, 52, winner=Side.B)


def test_a_sheet_to_play_on_has_neither_notices_nor_result(eventful: Eventful) -> None:
    form = form_to_play(eventful.view(eventful.decided))
    assert (form.notices, form.decisions, form.outcome) == ((), (), None)


def test_a_sheet_longer_than_a_page_goes_on_to_the_next(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    match = tournament.matches.select_related("tournament").get(number=1)
    match.format, match.deals = "to_tuppi", None
    match.save()
    play(organiser, match, "na6 nb6 " * 25)
    first, second = pdf_pages(export(tournament, "score-sheets-filled", "pdf"))
    assert "Match 1 1/2" in first
    assert "Match 1 2/2" in second
    assert " 50 NOLO 7 6 0 " in second
    assert " 50 NOLO" not in first
    assert "Deals to a tuppi" in first


def test_one_match_or_one_round_is_printed_alone(eventful: Eventful) -> None:
    tournament = eventful.tournament
    number = str(eventful.ruled)
    assert list(filled(tournament, match=number)) == [eventful.ruled]
    of_round = [
        v.match.number for v in matches_of(tournament) if v.match.round == 1 and v.match.is_started
    ]
    assert list(filled(tournament, round="1")) == of_round


def test_a_match_that_is_not_or_has_not_begun_gives_a_page_that_says_so(
    eventful: Eventful,
) -> None:
    tournament = eventful.tournament
    waiting = next(v.match.number for v in matches_of(tournament) if not v.match.is_started)
    (page,) = pdf_pages(export(tournament, "score-sheets-filled", "pdf", match="99"))
    assert "No such matches" in page
    (page,) = pdf_pages(export(tournament, "score-sheets-filled", "pdf", match=str(waiting)))
    assert "No sheets yet A sheet can be printed here from its first deal on." in page
    (page,) = pdf_pages(export(make_tournament_of(tournament), "score-sheets-filled", "pdf"))
    assert "No matches yet" in page


def make_tournament_of(other: Tournament) -> Tournament:
    return make_tournament(other.memberships.get().user, name="Arpomaton")


def test_a_match_page_links_to_its_sheet_once_it_has_begun(
    client: Client, eventful: Eventful
) -> None:
    tournament = eventful.tournament
    waiting = next(v.match.number for v in matches_of(tournament) if not v.match.is_started)
    sheet = reverse("export", args=[tournament.slug, "score-sheets-filled", "pdf"])

    def page(number: int) -> str:
        return client.get(reverse("match", args=[tournament.slug, number])).content.decode()

    assert f'href="{sheet}?match={eventful.ruled}"' in page(eventful.ruled)
    assert client.get(sheet, {"match": eventful.ruled}).status_code == 200
    assert sheet not in page(waiting)


def test_a5_is_in_the_order_of_a_cut_pile(eventful: Eventful) -> None:
    content = export(eventful.tournament, "score-sheets-filled", "pdf", paper="a5")
    one, two, three, four, five = filled(eventful.tournament)
    numbers = [re.findall(r"Match (\d+)\b", page) for page in pdf_pages(content)]
    assert numbers == [[str(one), str(four)], [str(two), str(five)], [str(three)]]
    assert page_sizes(content) == {(842, 595)}


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_long_names_stand_whole_in_the_head_and_markup_is_only_text(
    organiser: User, paper: str
) -> None:
    tournament = make_odd_event(organiser, pairs=5, pools=1)
    for match in tournament.matches.select_related("tournament"):
        sit(organiser, match)
        play(organiser, match, "ra8 na4")
    content = export(tournament, "score-sheets-filled", "pdf", paper=paper)
    text = squeezed("".join(pdf_pages(content)))
    for view in matches_of(tournament):
        for pair in (view.a, view.b):
            for player in pair.players:
                assert squeezed(player.name) in text
                assert squeezed(player.club) in text
    assert fonts_of(content) == {
        "/AAAAAA+DejaVuSansCondensed": True,
        "/AAAAAA+DejaVuSansCondensed-Bold": True,
    }


@pytest.mark.parametrize(("pairs", "pools"), [(4, 1), (32, 8)])
def test_queries_do_not_grow(organiser: User, pairs: int, pools: int) -> None:
    tournament = make_drawn_tournament(organiser, pairs=pairs, pools=pools)
    for match in tournament.matches.select_related("tournament").filter(round=1):
        play(organiser, match, "ra8")
        match.refresh_from_db()
        rule(organiser, match, "!b")
    with CaptureQueriesContext(connection) as queries:
        export(tournament, "score-sheets-filled", "pdf")
    assert len(queries) == 7


def test_a_sheet_can_be_laid_out_before_it_is_saved(organiser: User) -> None:
    view = matches_of(make_drawn_tournament(organiser, pairs=4, pools=1))[0]
    form = filled_form(sheet_from(view, parse_sheet("ra8", format_of(view.match))))
    assert (form.outcome, form.written) == (None, False)
