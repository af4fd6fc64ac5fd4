"""Results that not both pairs have confirmed, in standings, on pages and in files."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from scoring.ruleset import Ruleset
from tests.builders import actor, play, win_for_a
from tests.tournaments.confirming.steps import A, confirm, confirm_both
from tests.tournaments.desk.desk import plain
from tournaments.actions.rules import change_rules
from tournaments.models import Match, Tournament, User
from tournaments.queries.matches import match_by_number, matches_of
from tournaments.queries.standings import standings_of

pytestmark = pytest.mark.django_db


def let_them_wait(organiser: User, tournament: Tournament) -> None:
    """Unconfirmed results do not count any more."""
    change_rules(
        actor=actor(organiser),
        tournament=tournament,
        rules=Ruleset(unconfirmed_counts=False),
        seen_revision=tournament.revision,
    )
    tournament.refresh_from_db()


def played(tournament: Tournament) -> int:
    return sum(row.standing.played for pool in standings_of(tournament) for row in pool.rows)


def marked(tournament: Tournament) -> list[int]:
    return [view.match.number for pool in standings_of(tournament) for view in pool.unconfirmed]


def get(client: Client, name: str, tournament: Tournament, *args: object) -> str:
    client.cookies["django_language"] = "en"
    return plain(client.get(reverse(name, args=[tournament.slug, *args])))


def test_an_event_on_paper_has_no_result_marked(tournament: Tournament, match: Match) -> None:
    assert marked(tournament) == []
    assert "unconfirmed" not in get(Client(), "match", tournament, match.number)
    assert played(tournament) == 2


def test_once_anybody_confirms_the_others_are_marked_and_count(
    organiser: User, tournament: Tournament, match: Match
) -> None:
    other = tournament.matches.get(number=2)
    play(organiser, other, win_for_a(16))
    confirm(match, A)
    assert marked(tournament) == [1, 2]
    confirm_both(organiser, match)
    assert marked(tournament) == [2]
    assert played(tournament) == 4
    page = get(Client(), "standings", tournament)
    assert "Results not confirmed yet" in page
    assert "These results are in the table." in page
    assert "unconfirmed" in get(Client(), "match", tournament, 2)
    assert "unconfirmed" not in get(Client(), "match", tournament, 1)


def test_a_match_given_away_marks_no_other(
    organiser: User, tournament: Tournament, match: Match
) -> None:
    play(organiser, tournament.matches.get(number=2), "=a:forfeit")
    assert marked(tournament) == []


def test_where_they_wait_they_count_once_both_have_confirmed(
    organiser: User, tournament: Tournament, match: Match
) -> None:
    let_them_wait(organiser, tournament)
    assert (played(tournament), marked(tournament)) == (0, [1])
    assert "they wait until both pairs have confirmed them" in get(
        Client(), "standings", tournament
    )
    confirm(match, A)
    assert played(tournament) == 0
    confirm_both(organiser, match)
    assert (played(tournament), marked(tournament)) == (2, [])


def test_one_match_is_marked_as_in_the_list_of_all(
    tournament: Tournament, organiser: User, match: Match
) -> None:
    play(organiser, tournament.matches.get(number=2), win_for_a(16))
    confirm(match, A)
    for view in matches_of(tournament):
        alone = match_by_number(tournament, view.match.number)
        assert alone is not None
        assert alone.is_unconfirmed == view.is_unconfirmed


def test_files_tell_it(organiser: User, tournament: Tournament, match: Match) -> None:
    let_them_wait(organiser, tournament)
    found = Client().get(reverse("export", args=[tournament.slug, "standings", "json"])).json()
    pool = next(each for each in found["pools"] if each["matches"][0]["match"] == 1)
    assert pool["unconfirmed_counts"] is False
    assert [each["confirmed"] for each in pool["matches"][:2]] == [False, None]
    reader = Client(headers={"Cookie": "django_language=en"})
    rows = reader.get(reverse("export", args=[tournament.slug, "standings", "csv"])).content
    assert rows.count(b"Not in the table until both pairs have confirmed. Matches: 1.") == 2
    confirm_both(organiser, match)
    found = Client().get(reverse("export", args=[tournament.slug, "matches", "json"])).json()
    assert found["matches"][0]["confirmed"] is True
