"""A draw annulled after play began: nothing is lost, nothing of it counts, and it can come back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from scoring.notation import parse_sheet
from scoring.withdrawal import Choice
from tests.builders import (
    actor,
    make_drawn_tournament,
    play,
    signed_in,
)
from tests.builders import sheet_in_short as sheet
from tests.tournaments.manage.pages import text
from tests.tournaments.withdrawals.steps import annul, come_back, withdraw
from tournaments.actions.annulled_draws import annul_draw, undo_annul_draw
from tournaments.actions.annulling import annul_match, undo_annulling
from tournaments.actions.draws import make_draw, publish_draw, take_back_draw
from tournaments.actions.entries import remove_pair
from tournaments.actions.jury import decide_other
from tournaments.actions.ledgers import find_differences
from tournaments.actions.refusals import AlreadyDone, Refused, Stale
from tournaments.actions.schedules import plan_schedule
from tournaments.actions.sheets import append_entry
from tournaments.actions.withdrawals import withdraw_pair
from tournaments.ledger import format_of
from tournaments.models import Annulment, Draw, Match, Pool, PoolPlace, Tournament, User
from tournaments.queries.draws import annul_draw_picture
from tournaments.queries.matches import matches_of
from tournaments.queries.standings import standings_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def begun(organiser: User) -> Tournament:
    """Eight pairs in two pools, 12 matches; match 1 is finished, match 2 under way."""
    tournament = make_drawn_tournament(organiser)
    play(organiser, tournament.matches.get(number=1), "rb0")
    play(organiser, tournament.matches.get(number=2), "ra8 na4")
    return tournament


def annul_it(organiser: User, tournament: Tournament, reason: str = "a pair was missing") -> Draw:
    return annul_draw(
        actor=actor(organiser),
        tournament=tournament,
        reason=reason,
        seen=annul_draw_picture(tournament).seen,
    )


def draw_again(organiser: User, tournament: Tournament, pools: int = 2) -> Draw:
    draw = make_draw(actor=actor(organiser), tournament=tournament, pool_count=pools, seed="uusi")
    return publish_draw(actor=actor(organiser), tournament=tournament, number=draw.number)


def test_nothing_of_an_annulled_draw_is_in_play_and_nothing_of_it_is_lost(
    organiser: User, begun: Tournament
) -> None:
    draw = annul_it(organiser, begun)
    assert (draw.counts, draw.annulled_reason, draw.annulled_by_name) == (
        False,
        "a pair was missing",
        "olli",
    )
    assert not begun.matches.live().exists()
    assert not begun.pools.live().exists()
    assert not PoolPlace.objects.live().exists()
    assert (begun.matches.count(), begun.pools.count(), PoolPlace.objects.count()) == (12, 2, 8)
    assert set(begun.matches.values_list("annulment", "annulment_reason")) == {
        ("draw", "a pair was missing")
    }
    assert sheet(begun.matches.get(number=2)) == "ra8 na4"
    report = find_differences([begun.slug])
    assert (report.checked, report.is_bad) == (12, False)


def test_matches_of_the_next_draw_are_numbered_on(organiser: User, begun: Tournament) -> None:
    annul_it(organiser, begun)
    draw_again(organiser, begun)
    live = begun.matches.live().order_by("number")
    assert list(live.values_list("number", flat=True)) == list(range(13, 25))
    plan_schedule(actor=actor(organiser), tournament=begun)
    assert list(live.values_list("number", flat=True)) == list(range(13, 25))
    assert begun.matches.count() == 24
    # A draw taken back before it began takes only its own matches away.
    take_back_draw(actor=actor(organiser), tournament=begun)
    assert (begun.matches.count(), begun.pools.count()) == (12, 2)


def test_a_draw_can_be_annulled_again_and_again(organiser: User, begun: Tournament) -> None:
    annul_it(organiser, begun)
    draw_again(organiser, begun, pools=1)
    play(organiser, begun.matches.get(number=13), "rb0")
    annul_it(organiser, begun, reason="wrong split")
    draw_again(organiser, begun)
    assert begun.matches.count() == 12 + 28 + 12
    assert begun.matches.live().count() == 12
    assert list(begun.draws.filter(annulled_at__isnull=False).values_list("number", flat=True)) == [
        1,
        2,
    ]


def test_undone_the_very_same_matches_count_again(organiser: User, begun: Tournament) -> None:
    annul(organiser, begun.matches.select_related("tournament").get(number=3))
    before = list(begun.matches.order_by("pk").values())
    standings = [row.standing for pool in standings_of(begun) for row in pool.rows]
    annul_it(organiser, begun)
    draw = undo_annul_draw(actor=actor(organiser), tournament=begun, number=1)
    assert (draw.counts, draw.annulled_at, draw.annulled_reason) == (True, None, "")
    assert list(begun.matches.order_by("pk").values()) == before
    assert begun.matches.get(number=3).annulment == Annulment.DECISION
    assert [row.standing for pool in standings_of(begun) for row in pool.rows] == standings
    assert begun.pools.live().count() == 2
    play(organiser, begun.matches.get(number=4), "ra8")


def test_it_is_not_undone_while_another_draw_counts(organiser: User, begun: Tournament) -> None:
    annul_it(organiser, begun)
    draw_again(organiser, begun)
    with pytest.raises(Stale):
        undo_annul_draw(actor=actor(organiser), tournament=begun, number=1)
    take_back_draw(actor=actor(organiser), tournament=begun)
    undo_annul_draw(actor=actor(organiser), tournament=begun, number=1)
    assert begun.matches.live().count() == begun.matches.count() == 12
    with pytest.raises(Stale):
        undo_annul_draw(actor=actor(organiser), tournament=begun, number=1)


def test_it_is_not_undone_with_a_pair_called_off_since(organiser: User, begun: Tournament) -> None:
    annul_it(organiser, begun)
    begun.pairs.filter(number=5).update(cancelled_at=timezone.now())
    with pytest.raises(Refused, match="called off since: 5"):
        undo_annul_draw(actor=actor(organiser), tournament=begun, number=1)


def test_before_the_first_deal_a_draw_is_taken_back_not_annulled(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser)
    with pytest.raises(Refused, match="Take the draw back"):
        annul_it(organiser, tournament)


def test_without_a_reason_or_a_draw_nothing_is_annulled(organiser: User, begun: Tournament) -> None:
    with pytest.raises(Refused, match="Write why"):
        annul_it(organiser, begun, reason="  ")
    annul_it(organiser, begun)
    with pytest.raises(Stale):
        annul_it(organiser, begun)


def test_a_deal_played_since_the_page_was_shown_is_seen_first(
    organiser: User, begun: Tournament
) -> None:
    seen = annul_draw_picture(begun).seen
    play(organiser, begun.matches.get(number=3), "ra8")
    with pytest.raises(Stale):
        annul_draw(actor=actor(organiser), tournament=begun, reason="x", seen=seen)
    assert begun.matches.live().count() == 12


def test_a_withdrawal_in_force_is_undone_first(organiser: User, begun: Tournament) -> None:
    withdraw(organiser, begun, 5, Choice.STAND)
    with pytest.raises(Refused, match="withdrawn: 5"):
        annul_it(organiser, begun)
    come_back(organiser, begun, 5)
    annul_it(organiser, begun)
    with pytest.raises(Refused, match="has not been drawn"):
        withdraw_pair(
            actor=actor(organiser),
            tournament=begun,
            number=5,
            choice=Choice.STAND,
            reason="ill",
            seen="",
        )


def test_matches_out_of_play_take_no_writes(organiser: User, begun: Tournament) -> None:
    annul(organiser, begun.matches.select_related("tournament").get(number=3))
    annul_it(organiser, begun)
    match = begun.matches.get(number=2)
    [entry] = parse_sheet("ra8", format_of(match))
    who = actor(organiser)
    writes: list[Callable[[], object]] = [
        lambda: append_entry(actor=who, match=match, entry=entry, seen_revision=match.revision),
        lambda: annul_match(actor=who, tournament=begun, number=2, reason="x", seen=""),
        lambda: undo_annulling(actor=who, tournament=begun, number=2, reason="x", seen=""),
        lambda: undo_annulling(actor=who, tournament=begun, number=3, reason="x", seen=""),
        lambda: decide_other(actor=who, tournament=begun, match_number=2, reason="x"),
    ]
    for write in writes:
        with pytest.raises(Refused):
            write()
    match.refresh_from_db()
    assert sheet(match) == "ra8 na4"


def test_a_pair_with_kept_matches_is_not_removed(organiser: User, begun: Tournament) -> None:
    annul_it(organiser, begun)
    with pytest.raises(Refused, match="called off"):
        remove_pair(actor=actor(organiser), tournament=begun, number=1)
    assert begun.pairs.filter(number=1).exists()


def test_an_annulled_draw_is_not_published_again(organiser: User, begun: Tournament) -> None:
    annul_it(organiser, begun)
    with pytest.raises(Refused, match="annulled"):
        publish_draw(actor=actor(organiser), tournament=begun, number=1)


def test_a_form_sent_twice_annuls_once(organiser: User, begun: Tournament) -> None:
    from uuid import uuid4

    token = uuid4()
    seen = annul_draw_picture(begun).seen
    annul_draw(actor=actor(organiser), tournament=begun, reason="x", seen=seen, token=token)
    with pytest.raises(AlreadyDone):
        annul_draw(actor=actor(organiser), tournament=begun, reason="x", seen=seen, token=token)


def test_pools_of_an_old_archive_find_their_draw(organiser: User, begun: Tournament) -> None:
    begun.pools.update(draw=None)
    draw = annul_it(organiser, begun)
    assert set(begun.pools.values_list("draw", "is_live")) == {(draw.pk, False)}


EVERYWHERE = (
    "",
    "standings/",
    "schedule/",
    "pairs/1/",
    "desk/",
    "desk/?q=1",
    "desk/results/",
    "desk/rulings/",
    "manage/",
    "manage/draw/",
    "manage/pairs/",
    "export/standings.csv",
    "export/standings.json",
    "export/results.json",
    "export/schedule.csv",
)


def test_every_page_and_file_tells_the_matches_in_play_only(
    organiser: User, begun: Tournament
) -> None:
    """Two events with the same draw: in one of them another was annulled before it."""
    annul_it(organiser, begun)
    draw_again(organiser, begun)
    fresh = make_drawn_tournament(organiser, name="Vertailu")
    again = make_draw(actor=actor(organiser), tournament=fresh, pool_count=2, seed="uusi")
    publish_draw(actor=actor(organiser), tournament=fresh, number=again.number)
    for tournament in (begun, fresh):
        first = tournament.matches.live().order_by("number").first()
        assert first is not None
        play(organiser, first, "ra8")
    assert [
        (view.match.number - 12, view.match.round, view.a.number, view.b.number)
        for view in matches_of(begun)
    ] == [
        (view.match.number, view.match.round, view.a.number, view.b.number)
        for view in matches_of(fresh)
    ]
    client = signed_in(organiser)
    for address in EVERYWHERE:
        there, elsewhere = (
            client.get(f"/t/{tournament.slug}/{address}") for tournament in (begun, fresh)
        )
        assert there.status_code == elsewhere.status_code, address
        if there.status_code != 200:
            continue
        told = there.content.decode()
        for number in range(1, 13):
            assert f"/matches/{number}/" not in told, address
        assert told.count("/matches/") == elsewhere.content.decode().count("/matches/"), address


def test_a_sheet_of_an_annulled_draw_is_read_at_its_address_with_a_notice(
    organiser: User, begun: Tournament, client: Client
) -> None:
    annul_it(organiser, begun)
    answer = client.get(f"/t/{begun.slug}/matches/2/")
    assert answer.status_code == 200
    told = text(answer)
    assert "Annulled with its whole draw: a pair was missing" in told
    assert "The whole draw of this match was annulled." in told
    drawn = client.get(f"/t/{begun.slug}/draw/")
    assert "Annulled: a pair was missing" in text(drawn)
    assert f'href="/t/{begun.slug}/matches/2/"' in drawn.content.decode()
    staff = signed_in(organiser)
    for address in ("desk/matches/2/", "desk/matches/2/revisions/", "desk/matches/2/sheet/"):
        assert staff.get(f"/t/{begun.slug}/{address}").status_code == 200, address
    assert staff.get(f"/t/{begun.slug}/manage/matches/2/annul/").status_code == 404


def test_only_the_constraint_of_live_rows_binds(organiser: User, begun: Tournament) -> None:
    annul_it(organiser, begun)
    draw_again(organiser, begun)
    assert Pool.objects.filter(tournament=begun, number=1).count() == 2
    assert Match.objects.filter(tournament=begun, slot=0, table=1).count() == 2
