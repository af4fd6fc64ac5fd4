"""verify_draw: every draw made again, and the one that counts held against its pools."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from scoring.withdrawal import Choice
from tests.builders import actor, make_drawn_tournament, make_tournament, play
from tests.tournaments.withdrawals.steps import withdraw
from tournaments.actions.annulled_draws import annul_draw
from tournaments.actions.demo import load_demo_once
from tournaments.actions.draws import make_draw, publish_draw, take_back_draw
from tournaments.models import Draw, Pool, PoolPlace, Tournament, User
from tournaments.queries.draws import annul_draw_picture

pytestmark = pytest.mark.django_db


def verify(tournament: Tournament) -> tuple[list[str], bool]:
    """The lines said, and whether all was well."""
    out = StringIO()
    try:
        call_command("verify_draw", tournament.slug, stdout=out)
    except CommandError:
        return out.getvalue().splitlines(), False
    return out.getvalue().splitlines(), True


def test_every_draw_is_told_in_a_line(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser)
    who = actor(organiser)
    take_back_draw(actor=who, tournament=tournament)
    make_draw(actor=who, tournament=tournament, pool_count=1, apart=False, seed="yö")
    make_draw(
        actor=who,
        tournament=tournament,
        pool_count=2,
        seeded=[5],
        kept_apart=[[1, 2], [3, 4]],
        seed="47",
    )
    publish_draw(actor=who, tournament=tournament, number=3)
    play(organiser, tournament.matches.get(number=1), "ra8")
    annul_draw(
        actor=who, tournament=tournament, reason="x", seen=annul_draw_picture(tournament).seen
    )
    make_draw(actor=who, tournament=tournament, pool_count=2, seed="48")
    publish_draw(actor=who, tournament=tournament, number=4)
    assert verify(tournament) == (
        [
            "draw 1, seed 52, 8 pairs in 2 pools, taken back: as the seed gives it",
            "draw 2, seed yö, 8 pairs in 1 pools, not published: as the seed gives it",
            "draw 3, seed 47, 8 pairs in 2 pools, annulled: as the seed gives it",
            "draw 4, seed 48, 8 pairs in 2 pools, counts: as the seed gives it",
        ],
        True,
    )


def test_late_pairs_and_withdrawn_ones_are_explained(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser)
    pool = tournament.pools.get(number=1)
    late = tournament.pairs.create(number=9)
    PoolPlace.objects.create(pool=pool, pair=late, position=5, added_at=timezone.now())
    withdraw(organiser, tournament, 3, Choice.STAND)
    [line], well = verify(tournament)
    assert well
    assert line.endswith("as the seed gives it (pair 9 joined pool A later; pair 3 withdrew)")


@pytest.mark.parametrize(
    "tamper, told",
    [
        (lambda draw: draw.pools[0].reverse(), "pool A is"),
        (lambda draw: draw.pools[0].pop(), "pool A is"),
        (lambda draw: setattr(draw, "seed", "53"), "the seed gives"),
        (lambda draw: setattr(draw, "clashes", 28), "meetings of clubmates"),
        (lambda draw: draw.kept_apart.append([1, 99]), "cannot be drawn"),
        (lambda draw: draw.entrants.append("x"), "cannot be drawn"),
    ],
)
def test_a_draw_somebody_changed_is_found(organiser: User, tamper: object, told: str) -> None:
    tournament = make_drawn_tournament(organiser)
    draw = tournament.draws.get()
    tamper(draw)
    draw.save()
    [line], well = verify(tournament)
    assert not well
    assert "DIFFERS" in line
    assert told in line


def test_pools_that_are_not_the_drawn_ones_are_found(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser)
    first, second = (pool.places.get(position=1) for pool in Pool.objects.order_by("number"))
    PoolPlace.objects.filter(pk=first.pk).update(is_live=False)
    PoolPlace.objects.filter(pk=second.pk).update(pair=first.pair)
    [line], well = verify(tournament)
    assert not well
    assert "pool B is" in line


def test_the_draws_of_the_demo_events_verify() -> None:
    load_demo_once()
    drawn = [event for event in Tournament.objects.all() if event.draws.exists()]
    assert len(drawn) == 3
    assert all(verify(event)[1] for event in drawn)


def test_an_event_without_a_draw_and_one_there_is_not(organiser: User) -> None:
    assert verify(make_tournament(organiser)) == (["nothing has been drawn yet"], True)
    with pytest.raises(CommandError, match="no such event"):
        call_command("verify_draw", "nowhere")


def test_what_the_page_says_in_python_gives_the_very_pools(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=13, pools=3)
    from tournaments.lots import written_as_python

    draw = Draw.objects.get(tournament=tournament)
    printed: list[object] = []
    exec(written_as_python(draw), {"print": printed.append})  # noqa: S102 - our own lines
    assert [list(pool) for pool in printed[0].pools] == draw.pools
