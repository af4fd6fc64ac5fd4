"""What a ruling is told to cost is what it then books."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.http import HttpResponse
from django.utils import translation
from hypothesis import given, settings

from scoring.ledger import AwardEntry, Entry, MatchFormat, PenaltyEntry, RowEvent, replay
from scoring.notation import format_entry
from tests.scoring.score_sheets import Sheet, sheets
from tests.tournaments.desk.desk import Desk, form_values, plain
from tests.tournaments.rulings.states import (
    AWARDS,
    PENALTIES,
    PLAY_OFFENCES,
    STATES,
    Told,
    read_cost,
)
from tournaments.models import Match, Pool
from tournaments.queries.matches import MatchView
from tournaments.queries.pairs import PairView
from tournaments.queries.sheets import sheet_from
from tournaments.ruling_facts import offence_of
from tournaments.ruling_sentences import cost_of, cost_sentence


def offers(response: HttpResponse) -> dict[str, str]:
    """What each offence of the list says, by its code."""
    found = re.findall(
        r'<a id="offence-([a-z_]+)"[^>]*><b>[^<]*</b>\s*<span>(.*?)</span>',
        response.content.decode(),
        re.S,
    )
    return {code: " ".join(unescape(text).split()) for code, text in found}


def booked(desk: Desk, query: str) -> Told:
    """Writes what the address asks for and says what the match then has more than before."""
    match = Match.objects.get(pk=desk.match.pk)
    before = (match.total_a, match.total_b), (match.rise_a, match.rise_b)
    page = desk.get(f"ruling/{query}")
    answer = desk.client.post(f"{desk.address}ruling/{query}", form_values(page))
    assert answer.status_code == 302, plain(answer)
    match.refresh_from_db()
    gained = match.total_a - before[0][0], match.total_b - before[0][1]
    against = query.partition("against=")[2][0]
    row = "A" if match.rise_a or gained[0] else "B"
    if not any(gained) and match.decided_by != "award":
        row = "B" if before[1][0] else "A"
    award = match.decided_by == "award"
    winner = ("B" if against == "A" else "A") if award else row
    side = 0 if winner == "A" else 1
    falls = before[1][1 - side] if not (match.rise_b, match.rise_a)[side] else 0
    return Told(
        winner,
        gained[side],
        rise=None if award else (match.rise_a, match.rise_b)[side],
        falls=falls,
        tuppi=match.tuppi,
        award=award,
    )


@pytest.mark.django_db
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("against", ["A", "B"])
def test_the_list_tells_what_each_offence_then_books(desk: Desk, state: str, against: str) -> None:
    for offence in [*PENALTIES, *AWARDS]:
        desk.match.refresh_from_db()
        desk.typed(STATES[state], reason="Set up")
        list_page = offers(desk.get(f"ruling/?against={against}"))
        assert list(list_page) == [*PENALTIES, *PLAY_OFFENCES, *AWARDS]
        told = read_cost(list_page[offence])
        assert booked(desk, f"?against={against}&offence={offence}") == told
        desk.take_back()


@pytest.mark.django_db
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize(
    "deal",
    [
        "&offence=revoke&game=rami&declarer=A&a=3&b=2",
        "&offence=play_out_of_turn&game=rami&declarer=B&a=6&b=6",
        "&offence=several_cards&game=nolo&a=0&b=12",
        "&offence=looked_at_turned_trick&game=nolo&a=0&b=0",
        "&offence=failed_spread&game=rami&declarer=A&a=8&b=2",
        "&offence=faulty_show&free=1",
    ],
)
def test_the_last_page_tells_what_the_ruling_then_books(desk: Desk, state: str, deal: str) -> None:
    for against in "AB":
        desk.match.refresh_from_db()
        desk.typed(STATES[state], reason="Set up")
        query = f"?against={against}{deal}"
        told = read_cost(plain(desk.get(f"ruling/{query}")))
        assert booked(desk, query) == told
        desk.take_back()


def view_of(match_format: MatchFormat) -> MatchView:
    match = Match(number=1, format=match_format.kind.value, deals=match_format.deals)
    pair = PairView(1, 1, ())
    return MatchView(match, pair, pair, Pool(number=1))


@given(sheets())
@settings(max_examples=150, deadline=None)
def test_on_any_sheet_the_cost_told_is_what_the_replay_books(sheet: Sheet) -> None:
    match_format, entries = sheet
    rulings = [at for at, entry in enumerate(entries) if offence_of(entry)]
    for at in rulings:
        before = sheet_from(view_of(match_format), entries[:at])
        entry: Entry = entries[at]
        with translation.override("en"):
            told = read_cost(cost_sentence(cost_of(before, entry)))
        row = replay(match_format, entries[: at + 1]).rows[-1]
        winner = row.winner
        assert (told.winner, told.points) == (winner.value, row.points), format_entry(entry)
        assert told.tuppi == (row.event is RowEvent.TUPPI)
        assert told.award == isinstance(entry, AwardEntry)
        if row.event is RowEvent.FALL:
            assert told.falls == before.ledger.rise.of(winner.other)
        elif isinstance(entry, PenaltyEntry):
            assert told.rise == (row.rise.of(winner) or None)


@pytest.mark.django_db
def test_the_list_says_it_in_the_words_of_the_hall(desk: Desk) -> None:
    desk.typed("ra9 ra10 ra8")
    told = offers(desk.get("ruling/?against=A"))
    assert told["faulty_show"] == (
        "Pair A is on the rise at 36: its rise falls, pair B books nothing."
    )
    assert told["revoke"] == (
        "The current and all later tricks go to pair B in rami, to pair A in nolo."
    )
    assert told["failed_spread"] == (
        "In rami only: the spread cards from the first that fails and the rest of the tricks "
        "go to pair B."
    )
    assert told["signalling"] == (
        "The match to pair B: 52 points booked. The rise of pair A, 36, falls; its points stay."
    )
    told = offers(desk.get("ruling/?against=B"))
    assert told["faulty_show"] == "Pair A books 28, rise 64: a tuppi, the match is over."
    assert told["late"] == (
        "The match to pair A: its rise of 36 is completed to 52, 16 points booked."
    )


@pytest.mark.django_db
def test_the_list_says_what_the_last_deal_ends(desk: Desk) -> None:
    desk.typed(STATES["the last deal, A on the rise"])
    told = offers(desk.get("ruling/?against=A"))
    assert told["faulty_show"] == (
        "Pair A is on the rise at 4: its rise falls, pair B books nothing. "
        "Pair A won on points, A 20 and B 12."
    )
    desk.typed(STATES["the decider"], reason="Set up")
    told = offers(desk.get("ruling/?against=A"))
    assert told["third_misdeal"] == ("Pair B books 28, rise 28. Pair B won by the deciding deal.")


@pytest.mark.django_db
def test_nothing_falls_in_a_play_off(desk: Desk) -> None:
    desk.set_format("play_off", 4)
    desk.typed("ra13")
    told = offers(desk.get("ruling/?against=A"))
    assert told["faulty_show"] == "Pair B books 28."
    assert told["forfeit"] == "The match to pair B; nobody books points."
