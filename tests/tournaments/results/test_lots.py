"""A lot between pairs that share a final place: drawn here or by hand, told, undone (R30)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.builders import add_referee, make_drawn_tournament, signed_in
from tests.tournaments.archive.sites import empty_the_site, taken
from tests.tournaments.knockout import steps
from tests.tournaments.results.events import (
    confirm_all,
    make_knockout_event,
    make_pools,
    open_matches,
    play_round,
)
from tests.tournaments.results.test_page import content, has, section, text
from tests.tournaments.withdrawals.steps import win
from tournaments.actions.lots import draw_lot, enter_lot, undo_lot
from tournaments.actions.refusals import Refused, Stale
from tournaments.archive.writing import archive_bytes
from tournaments.lots import lot_from_seed
from tournaments.models import AuditRecord, Lot, Match, Tournament, User
from tournaments.permissions import actor_of
from tournaments.queries.places import Places, places_of


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    """Eight pairs knocked out without pools: four share the fifth place."""
    tournament = steps.drawn(organiser, 8)
    while open_matches(tournament):
        play_round(organiser, tournament)
    return tournament


@pytest.fixture
def client(organiser: User) -> Client:
    client = signed_in(organiser)
    client.cookies["django_language"] = "en"
    return client


def level(tournament: Tournament) -> list[list[int]]:
    return [sorted(each.numbers) for each in places_of(tournament).level]


def draw(organiser: User, tournament: Tournament, pairs: Sequence[int], seed: str = "52") -> Lot:
    return draw_lot(
        actor=actor_of(organiser), tournament=tournament, pairs=pairs, seed=seed, for_places=True
    )


def by_hand(organiser: User, tournament: Tournament, order: Sequence[int]) -> Lot:
    return enter_lot(
        actor=actor_of(organiser),
        tournament=tournament,
        order=order,
        witnesses=["Aino Näki", "Eero Katsoi"],
        for_places=True,
    )


def undo(organiser: User, tournament: Tournament, number: int = 1) -> Lot:
    return undo_lot(
        actor=actor_of(organiser), tournament=tournament, number=number, reason="a slip fell"
    )


def ranks(places: Places) -> list[tuple[int, int | None]]:
    return [(each.pair.number, each.place) for each in places.pairs]


def correct(organiser: User, tournament: Tournament, number: int) -> Match:
    """The first round's match of this number in the bracket is won by its other pair, and nobody
    has decided what follows."""
    match = steps.match_at(tournament, 1, number)
    return steps.win(organiser, match, "B" if match.winner == "A" else "A", reason="typed wrong")


def test_a_lot_drawn_here_gives_each_a_place_of_its_own(
    organiser: User, tournament: Tournament
) -> None:
    [shared] = level(tournament)
    lot = draw(organiser, tournament, shared, seed="myrsky 52")
    assert (lot.number, lot.scope, lot.pool, lot.pairs) == (1, "places", None, shared)
    assert lot.order == lot_from_seed(shared, "myrsky 52")
    assert ranks(places_of(tournament))[4:] == list(zip(lot.order, (5, 6, 7, 8), strict=True))
    assert level(tournament) == []
    record = AuditRecord.objects.latest("pk")
    assert (record.verb, record.details["scope"]) == ("draw_lot", "places")


def test_an_empty_seed_is_picked_and_recorded(organiser: User, tournament: Tournament) -> None:
    assert draw(organiser, tournament, level(tournament)[0], seed=" ").seed.isdecimal()


def test_a_lot_drawn_by_hand_names_two_witnesses(organiser: User, tournament: Tournament) -> None:
    order = level(tournament)[0][::-1]
    with pytest.raises(Refused):
        enter_lot(
            actor=actor_of(organiser),
            tournament=tournament,
            order=order,
            witnesses=["Aino Näki", "aino näki"],
            for_places=True,
        )
    by_hand(organiser, tournament, order)
    assert [pair for pair, _place in ranks(places_of(tournament))[4:]] == order


def test_only_those_who_share_a_place_are_parted_and_all_of_them(
    organiser: User, tournament: Tournament
) -> None:
    [shared] = level(tournament)
    best = places_of(tournament).pairs[0].pair.number
    for pairs in ([], shared[:3], [*shared, best], [*shared, shared[0]]):
        with pytest.raises(Stale):
            draw(organiser, tournament, pairs)
    draw(organiser, tournament, shared)
    with pytest.raises(Stale):
        draw(organiser, tournament, shared)
    assert Lot.objects.count() == 1


def test_a_referee_draws_none(tournament: Tournament) -> None:
    referee = add_referee(tournament)
    with pytest.raises(PermissionDenied):
        draw(referee, tournament, level(tournament)[0])


def test_those_whose_place_is_known_can_be_parted_while_others_play(organiser: User) -> None:
    tournament = steps.drawn(organiser, 8)
    first = open_matches(tournament)
    for match in first[:3]:
        steps.win(organiser, match)
    out = [match.pair_b.number for match in first]
    assert level(tournament) == []
    for pairs in (out, out[:3]):
        with pytest.raises(Stale):
            draw(organiser, tournament, pairs)
    steps.win(organiser, first[3])
    steps.go_on(organiser, tournament)
    assert level(tournament) == [sorted(out)]
    draw(organiser, tournament, out)
    assert level(tournament) == []


def test_a_result_that_is_not_confirmed_any_more_leaves_nobody_to_be_parted(
    organiser: User,
) -> None:
    tournament = make_knockout_event(organiser, pairs=12, pools=3, size=4, rounds=2)
    pool_match = tournament.matches.filter(stage="pool").earliest("number")
    Match.objects.filter(pk=pool_match.pk).update(confirmed_a=None)
    assert places_of(tournament).level == ()


def test_a_lot_undone_lets_them_share_again(organiser: User, tournament: Tournament) -> None:
    [shared] = level(tournament)
    draw(organiser, tournament, shared)
    undo(organiser, tournament)
    assert level(tournament) == [shared]
    assert Lot.objects.get().undone_reason == "a slip fell"
    with pytest.raises(Stale):
        undo(organiser, tournament)


def test_it_is_drawn_and_undone_though_it_is_locked_who_goes_on(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=8, pools=2)
    for winner, loser in _everybody_beats_the_next(tournament):
        win(organiser, tournament, winner, loser)
    confirm_all(tournament)
    steps.lock_field(tournament, 2)
    steps.draw(organiser, tournament)
    steps.publish(organiser, tournament)
    play_round(organiser, tournament)
    groups = level(tournament)
    assert len(groups) == 3
    draw(organiser, tournament, groups[0])
    assert level(tournament) == groups[1:]
    undo(organiser, tournament)
    assert level(tournament) == groups


def _everybody_beats_the_next(tournament: Tournament) -> list[tuple[int, int]]:
    """Both pools end alike, place by place."""
    position = {
        place.pair.number: place.position
        for pool in tournament.pools.live()
        for place in pool.places.select_related("pair")
    }
    rows = tournament.matches.live().select_related("pair_a", "pair_b").order_by("number")
    pairs = [(match.pair_a.number, match.pair_b.number) for match in rows]
    return [
        (one, other) if position[one] < position[other] else (other, one) for one, other in pairs
    ]


def test_third_without_a_match_for_it_is_shared_and_no_lot_parts_it(
    organiser: User, client: Client
) -> None:
    tournament = steps.straight(organiser, 4)
    tournament.rules = {**tournament.rules, "third_place_match": False}
    tournament.save()
    steps.draw(organiser, tournament)
    steps.publish(organiser, tournament)
    while open_matches(tournament):
        play_round(organiser, tournament)
    third = [number for number, place in ranks(places_of(tournament)) if place == 3]
    assert len(third) == 2
    assert level(tournament) == []
    with pytest.raises(Stale):
        draw(organiser, tournament, third)
    page = client.get(home(tournament)).content.decode()
    assert "Both pairs that lost a semi-final are third" in page


def test_a_lot_does_not_count_once_somebody_who_was_not_in_it_is_level(
    organiser: User, client: Client, tournament: Tournament
) -> None:
    """A first-round result is corrected and put right: another pair shares the fifth place."""
    [shared] = level(tournament)
    draw(organiser, tournament, shared)
    page = client.get(home(tournament)).content.decode()
    assert 'data-idle="1"' not in page
    match = correct(organiser, tournament, 0)
    assert places_of(tournament).level == ()
    assert "lot 1 parts nobody" in client.get(home(tournament)).content.decode()
    put_right(client, tournament, match)
    while open_matches(tournament):
        play_round(organiser, tournament)
    [now] = level(tournament)
    assert len(set(now) - set(shared)) == 1
    assert 'data-idle="1"' in client.get(home(tournament)).content.decode()
    assert not has(content(tournament), "lots")
    draw(organiser, tournament, now, seed="once more")
    assert level(tournament) == []


def put_right(client: Client, tournament: Tournament, match: Match) -> None:
    address = f"/t/{tournament.slug}/manage/knockout/matches/{match.number}/correction/"
    page = client.get(address).content.decode()
    sent = {name: hidden(page, name) for name in ("token", "seen")}
    answer = client.post(address, {**sent, "choice": "put_right", "reason": "typed wrong"})
    assert answer.status_code == 302


def home(tournament: Tournament) -> str:
    return f"/t/{tournament.slug}/manage/places/"


def hidden(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found is not None, name
    return found[1]


def test_from_the_page_of_places_to_the_lot_and_back(
    client: Client, tournament: Tournament
) -> None:
    [shared] = level(tournament)
    named = ",".join(map(str, shared))
    page = client.get(home(tournament)).content.decode()
    assert f'data-level="{named}"' in page
    address = f"{home(tournament)}level/?pairs={named}"
    assert f'href="{address}"' in page
    shown = client.get(address).content.decode()
    assert "Place 5 is theirs together" in shown
    token = hidden(shown, "token")
    too_long = client.post(address, {"way": "lot", "seed": "x" * 99, "token": token})
    assert too_long.status_code == 422
    for _time in range(2):
        answer = client.post(address, {"way": "lot", "seed": "52", "token": token})
        assert (answer.status_code, answer["Location"]) == (302, home(tournament))
    assert Lot.objects.count() == 1
    page = client.get(home(tournament)).content.decode()
    assert has(page, "nobody-level")
    undo_address = f"/t/{tournament.slug}/manage/advancing/lots/1/undo/"
    assert f'href="{undo_address}"' in page
    shown = client.get(undo_address).content.decode()
    answer = client.post(undo_address, {"token": hidden(shown, "token"), "reason": ""})
    assert answer.status_code == 422
    answer = client.post(undo_address, {"token": hidden(shown, "token"), "reason": "a slip fell"})
    assert (answer.status_code, answer["Location"]) == (302, home(tournament))
    assert level(tournament) == [shared]
    assert "a slip fell" in client.get(home(tournament)).content.decode()


def test_a_lot_by_hand_through_the_page(client: Client, tournament: Tournament) -> None:
    [shared] = level(tournament)
    address = f"{home(tournament)}level/?pairs={','.join(map(str, shared))}"
    order = shared[::-1]
    sent = {
        "way": "hand",
        "token": str(uuid4()),
        "witness_1": "Aino Näki",
        "witness_2": "Eero Katsoi",
        **{f"place_{number}": place for place, number in enumerate(order, 1)},
    }
    assert client.post(address, {**sent, f"place_{order[0]}": 2}).status_code == 422
    assert client.post(address, sent).status_code == 302
    assert Lot.objects.get().order == order


def test_pairs_that_do_not_share_a_place_are_told_so(
    client: Client, tournament: Tournament
) -> None:
    for asked in ("", "1,2", "x"):
        page = client.get(f"{home(tournament)}level/?pairs={asked}")
        assert "These pairs do not share a place" in page.content.decode()
    address = f"{home(tournament)}level/?pairs=1,2"
    assert client.post(address, {"way": "play_off"}).status_code == 404
    stale = client.post(address, {"way": "lot", "token": str(uuid4())})
    assert stale.status_code == 409


def test_everybody_reads_the_lot_as_the_reason_with_its_record(
    organiser: User, tournament: Tournament
) -> None:
    [shared] = level(tournament)
    assert not has(content(tournament), "lots")
    lot = draw(organiser, tournament, shared, seed="52 <b>")
    page = content(tournament)
    first, second, *_rest = places_of(tournament).pairs[4:]
    assert f"Level with {first.pair.name}. Decided by lot 1, seed 52 <b>." in section(
        page, "places"
    )
    assert "Nothing parts the pairs" not in page
    told = section(page, "lots")
    assert "Final places" in told
    assert f"Drawn here with the seed 52 <b>, {timezone.localtime(lot.made_at):%-d.%-m.%Y}" in told
    assert "from scoring.lots import shuffled" in page
    undo(organiser, tournament)
    by_hand(organiser, tournament, shared)
    page = content(tournament)
    assert "drawn by hand. Witnesses: Aino Näki, Eero Katsoi." in section(page, "places")
    assert has(page, "lot-2")
    assert not has(page, "lot-1")
    draws = content(tournament, "draw/")
    assert has(draws, "lot-1")
    assert has(draws, "lot-2")
    assert second.lot == lot


def test_of_one_pool_alone_the_pool_s_own_lot_is_offered(organiser: User, client: Client) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    for winner, loser in [(1, 2), (2, 3), (3, 1), (1, 4), (2, 4), (3, 4)]:
        win(organiser, tournament, winner, loser)
    confirm_all(tournament)
    [shared] = places_of(tournament).level
    assert (sorted(shared.numbers), shared.in_pool) == ([1, 2, 3], True)
    with pytest.raises(Stale):
        draw(organiser, tournament, [1, 2, 3])
    page = client.get(home(tournament)).content.decode()
    way = f"/t/{tournament.slug}/manage/advancing/tie/?pairs=1,2,3"
    assert f'href="{way}"' in page
    answer = client.post(way, {"way": "lot", "seed": "1", "token": str(uuid4())})
    assert answer.status_code == 302
    assert places_of(tournament).level == ()


def test_before_the_end_the_page_says_what_is_missing(organiser: User, client: Client) -> None:
    tournament = make_pools(organiser, pairs=4, pools=1)
    Match.objects.filter(number=1).update(confirmed_a=None)
    page = client.get(home(tournament)).content.decode()
    assert "1 result is still to be confirmed" in text(page)
    assert not has(page, "level")
    assert not has(page, "nobody-level")


def test_an_organiser_finds_the_page_from_the_results_and_the_knock_out(
    client: Client, tournament: Tournament
) -> None:
    for part in ("results/", "manage/knockout/", "manage/"):
        page = client.get(f"/t/{tournament.slug}/{part}").content.decode()
        assert f'href="{home(tournament)}"' in page, part
    assert home(tournament) not in content(tournament)


def test_the_archive_carries_the_lot_and_the_places_it_gave(
    organiser: User, tournament: Tournament
) -> None:
    draw(organiser, tournament, level(tournament)[0])
    before = ranks(places_of(tournament))
    archive = archive_bytes(tournament)
    empty_the_site()
    again = taken(archive)
    assert ranks(places_of(again)) == before
    assert [lot.scope for lot in again.lots.all()] == ["places"]


@pytest.mark.parametrize("pairs", [8, 32])
def test_the_pages_take_the_same_few_queries_whatever_the_number_of_pairs(
    organiser: User,
    client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
    pairs: int,
) -> None:
    tournament = steps.drawn(organiser, pairs)
    while open_matches(tournament):
        play_round(organiser, tournament)
    groups = level(tournament)
    draw(organiser, tournament, groups[0])
    named = ",".join(map(str, groups[-1]))
    with django_assert_num_queries(10):
        client.get(home(tournament))
    with django_assert_num_queries(9):
        client.get(f"{home(tournament)}level/?pairs={named}")
    with django_assert_num_queries(7):
        client.get(f"/t/{tournament.slug}/manage/advancing/lots/1/undo/")
