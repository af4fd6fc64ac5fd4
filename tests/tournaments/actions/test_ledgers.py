"""A check of the sheets while the site is in use."""

from __future__ import annotations

import pytest
from django.db import connection

from tests.builders import make_drawn_tournament, play
from tests.overtaking import BeforeSheetsAreRead
from tournaments.actions.ledgers import find_differences
from tournaments.models import LedgerEntry, Match, User

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match(organiser: User) -> Match:
    return make_drawn_tournament(organiser).matches.get(number=1)


def test_a_deal_that_lands_during_a_check_is_no_difference(organiser: User, match: Match) -> None:
    lands = BeforeSheetsAreRead(lambda: play(organiser, match, "ra8"))
    with connection.execute_wrapper(lands):
        report = find_differences()
    assert (lands.done, report.lines()) == (True, [])
    match.refresh_from_db()
    assert match.total_a == 8


def test_a_sheet_that_does_not_replay_hides_no_other_difference(
    organiser: User, match: Match
) -> None:
    other = match.tournament.matches.get(number=2)
    for each in (match, other):
        play(organiser, each, "ra8")
    LedgerEntry.objects.filter(match=match).update(
        record={"kind": "award", "to": "A", "reason": "forfeit"}
    )
    ended = LedgerEntry.objects.get(match=match)
    LedgerEntry.objects.create(
        match=match,
        position=2,
        record={"kind": "deal", "game": "nolo", "tricks_a": 4},
        added=ended.added,
    )
    Match.objects.filter(pk=other.pk).update(total_a=99)
    report = find_differences()
    assert [found.number for found, _fault in report.broken] == [1]
    assert [(d.match.number, d.field, d.cached, d.replayed) for d in report.differences] == [
        (2, "total_a", 99, 8)
    ]
