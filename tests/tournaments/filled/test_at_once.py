"""Two people confirm filled sheets, or one of them writes at the desk, at the same moment.

Real threads on a real database, each with its own connection.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from uuid import UUID, uuid4

import pytest

from scoring.notation import parse_sheet
from tests.at_once import done_at_once
from tests.builders import make_drawn_tournament, make_event_maker, sheet_in_short
from tournaments.actions.filled_sheets import TakenSheet, take_sheets
from tournaments.actions.ledgers import find_differences
from tournaments.actions.refusals import AlreadyDone, Stale
from tournaments.actions.sheets import append_notation
from tournaments.ledger import format_of
from tournaments.models import AuditRecord, Match, Tournament, User
from tournaments.permissions import Actor, actor_of

pytestmark = pytest.mark.django_db(transaction=True)

MATCHES = range(1, 9)


@pytest.fixture
def tournament() -> Tournament:
    return make_drawn_tournament(make_event_maker())


@pytest.fixture
def referee(tournament: Tournament) -> Actor:
    return actor_of(User.objects.get())


def taking(
    actor: Actor,
    tournament: Tournament,
    notation: str,
    token: UUID,
    *,
    numbers: range | list[int] = MATCHES,
) -> Callable[[], str]:
    """Takes this sheet for these matches and tells how that went."""

    def work() -> str:
        matches = {match.number: match for match in tournament.matches.all()}
        sheets = [
            TakenSheet(
                matches[number],
                parse_sheet(notation, format_of(matches[number])),
                seen_revision=0,
            )
            for number in numbers
        ]
        try:
            take_sheets(
                actor=actor, tournament=tournament, sheets=sheets, source="k.xlsx", token=token
            )
        except Stale:
            return "stale"
        except AlreadyDone:
            return "already done"
        return "taken"

    return work


def sheets_there(tournament: Tournament) -> list[str]:
    matches = tournament.matches.filter(number__in=MATCHES).order_by("number")
    return [sheet_in_short(match) for match in matches]


def test_of_two_files_with_the_same_matches_one_is_taken_whole(
    referee: Actor, tournament: Tournament
) -> None:
    backwards = list(reversed(MATCHES))
    answers = done_at_once(
        [
            taking(referee, tournament, "ra8", uuid4()),
            taking(referee, tournament, "rb7", uuid4(), numbers=backwards),
        ]
    )
    assert Counter(answers) == {"taken": 1, "stale": 1}
    expected = "ra8" if answers[0] == "taken" else "rb7"
    assert sheets_there(tournament) == [expected] * len(MATCHES)
    assert AuditRecord.objects.filter(verb="take_sheets").count() == 1
    assert not find_differences().is_bad


def test_one_form_sent_twice_at_the_same_moment_is_taken_once(
    referee: Actor, tournament: Tournament
) -> None:
    work = taking(referee, tournament, "ra8", uuid4())
    assert Counter(done_at_once([work, work])) == {"taken": 1, "already done": 1}
    assert AuditRecord.objects.filter(verb="write_sheet").count() == len(MATCHES)


def test_a_line_at_the_desk_and_a_file_never_mix(referee: Actor, tournament: Tournament) -> None:
    last = Match.objects.get(number=MATCHES[-1])

    def at_the_desk() -> str:
        try:
            append_notation(actor=referee, match=last, notation="nb4", seen_revision=0)
        except Stale:
            return "stale"
        return "written"

    answers = done_at_once([taking(referee, tournament, "ra8", uuid4()), at_the_desk])
    assert Counter(answers) in ({"taken": 1, "stale": 1}, {"stale": 1, "written": 1})
    if answers[0] == "taken":
        assert sheets_there(tournament) == ["ra8"] * len(MATCHES)
    else:
        assert sheets_there(tournament) == [""] * (len(MATCHES) - 1) + ["nb4"]
    assert not find_differences().is_bad
