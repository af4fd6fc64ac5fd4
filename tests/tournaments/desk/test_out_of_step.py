"""The desk where the knock-out waits for a result, or does not fit one that was corrected."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings as project
from django.http import HttpResponse

from scoring.deals import Side
from tests.builders import add_referee, make_drawn_tournament, play, signed_in
from tests.tournaments.advancing.steps import choose, lock, play_pool
from tests.tournaments.confirming.steps import at_table, wrong
from tests.tournaments.confirming.steps import confirm as confirm_with
from tests.tournaments.desk.desk import Desk, plain
from tests.tournaments.knockout.steps import (
    TUPPI_A,
    TUPPI_B,
    drawn,
    match_at,
    play_round,
    win,
)
from tests.tournaments.knockout.steps import confirm as confirm_match
from tests.tournaments.results.events import make_knockout_event
from tests.tournaments.withdrawals.steps import match_of
from tournaments.actions.knockout_decisions import let_stand
from tournaments.actions.pair_codes import WrongCode
from tournaments.actions.referee_calls import call_referee
from tournaments.brackets import fingerprint, state_of
from tournaments.guessing import MOST_WRONG_CODES
from tournaments.models import Bracket, Match, Tournament, User
from tournaments.permissions import actor_of

pytestmark = pytest.mark.django_db

DECIDES = "The organiser decides whether the knock-out is put right or goes on as played."


def at_desk(organiser: User, tournament: Tournament, match: Match) -> Desk:
    client = signed_in(add_referee(tournament, f"reetta-{tournament.pk}"))
    client.cookies[project.LANGUAGE_COOKIE_NAME] = "en"
    return Desk(client, tournament, organiser, match)


@pytest.fixture
def semi(organiser: User) -> Desk:
    """The first semi-final of four pairs, won by A as the second, the last matches made."""
    tournament = drawn(organiser, 4)
    play_round(organiser, tournament)
    return at_desk(organiser, tournament, match_at(tournament, 1))


def names(match: Match) -> tuple[str, str]:
    pairs = [match.pair_a, match.pair_b]
    a, b = (" – ".join(player.name for player in pair.players.order_by("seat")) for pair in pairs)
    return a, b


def correct(desk: Desk, notation: str = TUPPI_B) -> None:
    desk.typed(notation, "Written wrong on paper")
    confirm_match(desk.match)


def seen(tournament: Tournament) -> str:
    bracket = Bracket.objects.get(tournament=tournament, counts=True)
    numbers = dict(tournament.pairs.values_list("pk", "number"))
    return fingerprint(state_of(bracket, bracket.matches.live(), numbers))


def test_the_preview_says_what_a_correction_does_in_the_knock_out(semi: Desk) -> None:
    win(semi.organiser, match_at(semi.tournament, 2))
    a, b = names(semi.match)
    shown = semi.check(TUPPI_B)
    text = plain(shown)
    assert f"{a} went on. By these lines {b} has won." in text
    assert "Made with other pairs:" in text
    assert "Final , played" in text
    assert "Match for third place , not begun" in text
    assert DECIDES in text
    assert "No place in the pool" not in text
    assert "manage/knockout" not in shown.content.decode()


def test_the_preview_says_so_behind_pools_too(organiser: User) -> None:
    tournament = make_knockout_event(organiser, pairs=8, pools=2, size=4, rounds=1)
    desk = at_desk(organiser, tournament, match_at(tournament, 1))
    now = desk.match
    now.refresh_from_db()
    shown = desk.check(TUPPI_B if now.winner == "A" else TUPPI_A)
    assert "data-out-of-step" in shown.content.decode()
    assert "data-winner-moves" not in shown.content.decode()
    assert "Made with other pairs:" in plain(shown)


def test_an_organiser_is_led_to_the_decision_once_the_correction_is_saved(semi: Desk) -> None:
    semi.client.force_login(semi.organiser)
    decision = f"/t/{semi.tournament.slug}/manage/knockout/"
    # Whoever left now would lose the correction.
    assert decision not in semi.check(TUPPI_B).content.decode()
    correct(semi)
    assert decision in semi.get().content.decode()


def test_another_sheet_with_the_same_winner_changes_nothing_but_asks_for_a_new_word(
    semi: Desk,
) -> None:
    text = plain(semi.check("ra13 ra12"))
    assert "The winner stays the same: nothing in the knock-out changes." in text
    assert "its result is to be confirmed again" in text


def test_before_the_next_match_is_made_another_winner_just_goes_on(organiser: User) -> None:
    tournament = drawn(organiser, 4)
    first = match_at(tournament, 1)
    play(organiser, first, TUPPI_A)
    desk = at_desk(organiser, tournament, first)
    text = plain(desk.check(TUPPI_B))
    assert "No match has been made of the result yet" in text
    assert DECIDES not in text


def test_the_desk_and_the_match_say_so_until_it_is_decided(semi: Desk) -> None:
    told = "The knock-out does not fit a corrected result:"
    assert told not in plain(semi.client.get(semi.home))
    saved = semi.save_shown(TUPPI_B, reason="Written wrong on paper")
    after = plain(semi.client.get(saved["Location"]))
    assert "The knock-out does not fit this result:" in after
    assert DECIDES in after
    assert told in plain(semi.client.get(semi.home))
    confirm_match(semi.match)
    assert told in plain(semi.client.get(semi.home))
    let_stand(
        actor=actor_of(semi.organiser),
        tournament=semi.tournament,
        number=semi.match.number,
        reason="agreed with both pairs",
        seen=seen(semi.tournament),
    )
    assert told not in plain(semi.client.get(semi.home))
    assert "does not fit" not in plain(semi.get())


def test_typing_the_sheet_as_it_was_mends_it(semi: Desk) -> None:
    correct(semi)
    assert "The knock-out fits the result again." in plain(semi.check(TUPPI_A))


def test_the_desk_says_which_result_the_knock_out_waits_for(semi: Desk) -> None:
    def page() -> HttpResponse:
        return semi.client.get(semi.home)

    assert "The knock-out waits" not in plain(page())
    play(semi.organiser, match_at(semi.tournament, 2), "a48-36")
    assert "The knock-out waits for a result to be confirmed: Final" in plain(page())
    confirm_match(match_at(semi.tournament, 2))
    assert "The knock-out waits" not in plain(page())


def test_a_bare_result_without_a_word_counts_as_not_confirmed_as_the_list_does(semi: Desk) -> None:
    final, third = match_at(semi.tournament, 2), match_at(semi.tournament, 2, 1)
    play(semi.organiser, final, "a48-36")
    play(semi.organiser, third, TUPPI_A)
    page = semi.client.get(semi.home)
    assert page.context["attention"].unconfirmed[0].view.match.number == final.number
    assert len(page.context["attention"].unconfirmed) == 2
    assert semi.client.get(f"{semi.home}confirm/").context["waiting_count"] == 2
    missing = plain(page).partition("Sheets missing")[2]
    assert "Not confirmed" in missing


def test_the_knock_out_takes_no_query_more(semi: Desk, django_assert_num_queries: Any) -> None:
    correct(semi)
    play(semi.organiser, match_at(semi.tournament, 2), "a48-36")
    with django_assert_num_queries(10):
        semi.client.get(semi.home)
    semi.client.get(semi.address)
    with django_assert_num_queries(12):
        semi.client.get(semi.address)
    with django_assert_num_queries(10):
        # One of these is the test's own.
        semi.check(TUPPI_A)


@pytest.fixture
def pools(organiser: User) -> Desk:
    """Two pools of four played to their end, the first two of each locked; a match of the pairs
    drawn second and third in the first pool, won by the second."""
    tournament = make_drawn_tournament(organiser)
    choose(organiser, tournament, first=2, size=4)
    play_pool(organiser, tournament, 1)
    play_pool(organiser, tournament, 2)
    lock(organiser, tournament)
    places = tournament.pools.get(number=1).places.order_by("position")
    second, third = (place.pair.number for place in places[1:3])
    match = match_of(tournament, second, third)
    return at_desk(organiser, tournament, match)


def other_result(match: Match) -> str:
    return "b40-20" if match.winner == "A" else "a40-20"


def test_after_the_locking_the_preview_tells_who_would_go_on(pools: Desk) -> None:
    pools.match.refresh_from_db()
    loser = names(pools.match)[0 if pools.match.winner == "A" else 1]
    winner = names(pools.match)[1 if pools.match.winner == "A" else 0]
    text = plain(pools.check(other_result(pools.match)))
    assert "saving does not change that. The pools would say otherwise:" in text
    assert f"Would not go on any more: {loser}" in text
    assert f"Would go on instead: {winner}" in text
    points_alone = plain(pools.check(f"{pools.match.winner.lower()}44-20"))
    assert "The pools say the same after saving." in points_alone


def test_the_desk_says_that_the_pools_say_something_else(
    pools: Desk, django_assert_num_queries: Any
) -> None:
    told = "The pools say something else now than the locked list"
    pools.match.refresh_from_db()
    assert told not in plain(pools.client.get(pools.home))
    pools.typed(other_result(pools.match), "Written wrong on paper")
    with django_assert_num_queries(11):
        page = pools.client.get(pools.home)
    assert told in plain(page)
    with django_assert_num_queries(12):
        # One of these is the test's own.
        pools.check("a4-0")


def test_where_pairs_of_a_locked_pool_are_level_the_desk_takes_a_query_for_their_lots(
    pools: Desk, django_assert_num_queries: Any
) -> None:
    places = pools.tournament.pools.get(number=1).places.order_by("position")
    first, second, third = (place.pair.number for place in places[:3])
    for winner, loser in ((first, second), (second, third), (third, first)):
        match = match_of(pools.tournament, winner, loser)
        notation = "a40-20" if match.pair_a.number == winner else "b40-20"
        play(pools.organiser, match, notation, "Written wrong on paper")
    Match.objects.filter(pk=pools.match.pk).update(confirmed_a=None)
    for _try in range(MOST_WRONG_CODES):
        with pytest.raises(WrongCode):
            confirm_with(pools.match, Side.A, wrong(pools.match, Side.A))
    call_referee(actor=at_table(pools.match), tournament=pools.tournament, match=pools.match)
    with django_assert_num_queries(12):
        page = pools.client.get(pools.home)
    text = plain(page)
    assert "The pools say something else now than the locked list" in text
    assert "Too many wrong codes for pair A." in text
    assert "The table asks for a referee since" in text
