"""Lots between level pairs: drawn with a seed or by hand, public, undone (R25, R26, R28)."""

from __future__ import annotations

import subprocess
import sys

import pytest
from django.test import Client

from scoring.standings import Criterion
from tests.builders import make_drawn_tournament, play
from tests.tournaments.advancing.steps import (
    CIRCLE,
    choose,
    confirm,
    field,
    lock,
    lot,
    lot_by_hand,
    marks,
    numbers,
    picture,
    play_pool,
)
from tests.tournaments.withdrawals.steps import match_of, side_of
from tournaments.actions.lots import undo_lot
from tournaments.actions.refusals import Refused, Stale
from tournaments.lots import lot_as_python
from tournaments.models import Lot, Tournament, User
from tournaments.permissions import actor_of
from tournaments.queries.standings import standings_of
from tournaments.wording import tie_break_reason

pytestmark = pytest.mark.django_db


@pytest.fixture
def level(organiser: User, tournament: Tournament) -> list[int]:
    play_pool(organiser, tournament, 1, *CIRCLE)
    named = numbers(tournament, 1)
    return [named[letter] for letter in "PQR"]


def first_pool(tournament: Tournament) -> list[int]:
    return [row.pair.number for row in standings_of(tournament)[0].rows]


def undo(organiser: User, tournament: Tournament, number: int, reason: str = "a slip fell") -> Lot:
    return undo_lot(actor=actor_of(organiser), tournament=tournament, number=number, reason=reason)


def test_a_seed_gives_the_order_and_anybody_can_check_it(
    organiser: User, tournament: Tournament, level: list[int]
) -> None:
    drawn = lot(organiser, tournament, level, seed="myrsky 52")
    assert sorted(drawn.order) == sorted(level)
    assert (drawn.scope, drawn.pool and drawn.pool.number) == ("pool", 1)
    told = subprocess.run(
        [sys.executable, "-c", lot_as_python(drawn)], capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == str(drawn.order)
    assert first_pool(tournament)[:3] == drawn.order
    rows = standings_of(tournament)[0].rows
    assert [row.standing.decided_by for row in rows[1:3]] == [Criterion.LOT, Criterion.LOT]
    assert tie_break_reason(rows[1]).endswith("Decided by lot 1, seed myrsky 52.")


def test_an_empty_seed_is_picked_and_recorded(
    organiser: User, tournament: Tournament, level: list[int]
) -> None:
    assert lot(organiser, tournament, level, seed=" ").seed.isdecimal()


def test_a_lot_drawn_by_hand_names_two_witnesses(
    organiser: User, tournament: Tournament, level: list[int]
) -> None:
    for witnesses in ((), ("Aino Näki",), ("Aino Näki", "aino  näki"), ("A" * 200, "Eero")):
        with pytest.raises(Refused) as refused:
            lot_by_hand(organiser, tournament, level, witnesses)
        assert refused.value.field == "witnesses"
    order = level[::-1]
    entered = lot_by_hand(organiser, tournament, order)
    assert (entered.order, entered.seed) == (order, "")
    assert first_pool(tournament)[:3] == order
    assert tie_break_reason(standings_of(tournament)[0].rows[1]).endswith(
        "Decided by lot 1, drawn by hand. Witnesses: Aino Näki, Eero Katsoi."
    )


def test_only_pairs_that_are_level_for_good_are_parted(
    organiser: User, tournament: Tournament, level: list[int]
) -> None:
    for pairs in (level[:2], [*level, numbers(tournament, 1)["S"]], [], [level[0], level[0]]):
        with pytest.raises((Stale, Refused)):
            lot(organiser, tournament, pairs)
    lot(organiser, tournament, level)
    with pytest.raises(Stale):
        lot(organiser, tournament, level)
    assert Lot.objects.count() == 1


def test_everybody_sees_every_lot_an_undone_one_too(
    organiser: User, tournament: Tournament, level: list[int]
) -> None:
    lot(organiser, tournament, level, seed="52 <b>")
    undo(organiser, tournament, 1)
    lot_by_hand(organiser, tournament, level)
    page = Client().get(f"/t/{tournament.slug}/draw/").content.decode()
    assert page.index('id="lot-2"') < page.index('id="lot-1"')
    assert "52 &lt;b&gt;" in page
    assert "a slip fell" in page
    assert "Aino Näki, Eero Katsoi" in page
    assert "from scoring.lots import shuffled" in page


def test_undone_the_pairs_are_level_again(
    organiser: User, tournament: Tournament, level: list[int]
) -> None:
    lot(organiser, tournament, level)
    with pytest.raises(Refused):
        undo(organiser, tournament, 1, reason=" ")
    undo(organiser, tournament, 1)
    assert marks(tournament, 1) == "???s"
    with pytest.raises(Stale):
        undo(organiser, tournament, 1)


def test_what_was_built_on_a_lot_is_taken_back_first(
    organiser: User, tournament: Tournament, level: list[int]
) -> None:
    lot(organiser, tournament, level)
    play_pool(organiser, tournament, 2)
    lock(organiser, tournament)
    with pytest.raises(Refused, match="Take the locked list back"):
        undo(organiser, tournament, 1)


def test_a_lot_does_not_count_for_a_pair_that_was_not_in_it(
    organiser: User, tournament: Tournament
) -> None:
    """Q and R are parted by lot; then a correction makes P level with them."""
    play_pool(organiser, tournament, 1, "PQ 60-0", "QR", "RP", "PS", "QS 100-40", "RS 60-20")
    named = numbers(tournament, 1)
    ranked = standings_of(tournament)[0].rows
    assert [row.standing.place for row in ranked] == [1, 2, 3, 4]
    play(
        organiser,
        match_of(tournament, named["P"], named["Q"]),
        _score(tournament, "P", "Q", 40, 20),
        "typo",
    )
    play(
        organiser,
        match_of(tournament, named["Q"], named["S"]),
        _score(tournament, "Q", "S", 40, 20),
        "typo",
    )
    play(
        organiser,
        match_of(tournament, named["R"], named["S"]),
        _score(tournament, "R", "S", 40, 20),
        "typo",
    )
    confirm(tournament)
    assert [row.standing.place for row in standings_of(tournament)[0].rows] == [1, 1, 1, 4]
    level = [named[letter] for letter in "PQR"]
    Lot.objects.create(
        tournament=tournament,
        number=1,
        scope="pool",
        pool=tournament.pools.get(number=1),
        pairs=level[1:],
        order=level[1:],
        seed="1",
    )
    assert [row.standing.place for row in standings_of(tournament)[0].rows] == [1, 1, 1, 4]
    lot_by_hand(organiser, tournament, level)
    # One among them all counts for some of them, too, should the others drop out of the tie.
    play(
        organiser,
        match_of(tournament, named["R"], named["S"]),
        _score(tournament, "R", "S", 60, 0),
        "typo",
    )
    confirm(tournament)
    assert first_pool(tournament)[:3] == [named["R"], named["P"], named["Q"]]


def _score(tournament: Tournament, winner: str, loser: str, points: int, against: int) -> str:
    named = numbers(tournament, 1)
    match = match_of(tournament, named[winner], named[loser])
    return f"{side_of(match, named[winner]).lower()}{points}-{against}"


def test_the_best_next_placed_of_different_pools_are_parted_by_a_lot(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=12, pools=3, name="Kolme")
    choose(organiser, tournament, first=1, size=4)
    for pool in (1, 2, 3):
        play_pool(organiser, tournament, pool)
    seconds = [numbers(tournament, pool)["Q"] for pool in (1, 2, 3)]
    [tie] = picture(tournament).ties
    assert tie.pool is None
    assert {pair.number for pair in tie.pairs} == set(seconds)
    assert [marks(tournament, pool) for pool in (1, 2, 3)] == ["P?rs"] * 3
    drawn = lot(organiser, tournament, seconds)
    assert (drawn.scope, drawn.pool) == ("field", None)
    assert field(tournament)[3] == drawn.order[0]
    assert picture(tournament).is_settled
    winner = drawn.order[0]
    assert [marks(tournament, pool) for pool in (1, 2, 3)] == [
        "PQrs" if numbers(tournament, pool)["Q"] == winner else "Pqrs" for pool in (1, 2, 3)
    ]
    undo(organiser, tournament, 1)
    assert not picture(tournament).is_settled
