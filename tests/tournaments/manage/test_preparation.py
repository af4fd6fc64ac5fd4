"""What the overview warns of."""

from __future__ import annotations

from datetime import date, time

import pytest
from django.utils import timezone

from tests.builders import draw_and_publish, make_tournament
from tournaments.models import PlayingDay, User
from tournaments.queries.preparation import preparation_of

pytestmark = pytest.mark.django_db


def test_a_schedule_that_fits_is_not_late(organiser: User) -> None:
    tournament = draw_and_publish(organiser, make_tournament(organiser, pairs=8), 2)
    assert preparation_of(tournament, timezone.now()).late_end is None


def test_a_schedule_past_the_last_days_end_is_told(organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=8, tables=2)
    PlayingDay.objects.filter(tournament=tournament, date=date(2026, 11, 29)).delete()
    PlayingDay.objects.filter(tournament=tournament).update(ends_at=time(13, 0))
    draw_and_publish(organiser, tournament, 2)
    late = preparation_of(tournament, timezone.now()).late_end
    assert late is not None
    assert timezone.localtime(late).isoformat() == "2026-11-28T19:15:00+02:00"


def test_nothing_drawn_is_not_late(organiser: User) -> None:
    assert preparation_of(make_tournament(organiser, pairs=2), timezone.now()).late_end is None
