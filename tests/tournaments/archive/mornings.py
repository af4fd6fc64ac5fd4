"""An event that has everything an archive holds besides what was played in it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from itertools import combinations
from random import Random

from django.utils import timezone

from scoring.draw import Entrant, deals_for_pool, draw_pools
from tests.builders import make_tournament, play
from tests.tournaments.exports.eventful import rule, sit
from tournaments.actions.draws import make_draw, publish_draw
from tournaments.actions.entries import EnteredPair, EnteredPlayer
from tournaments.actions.jury import name_jury
from tournaments.actions.sign_ups import (
    SignUpSettings,
    approve_sign_ups,
    cancel_sign_up,
    change_sign_up,
    refuse_sign_up,
    set_sign_up,
    sign_up,
)
from tournaments.actions.substitutions import substitute_player, undo_substitution
from tournaments.models import (
    Annulment,
    Draw,
    Match,
    Pair,
    PairPlayer,
    Player,
    Pool,
    PoolPlace,
    Substitution,
    Tournament,
    User,
)
from tournaments.names import fold_name, sort_key
from tournaments.permissions import Actor, actor_of

SOURCE = "192.0.2.7"
NINE = datetime(2026, 11, 28, 7, 0, tzinfo=UTC)
CONTACT = "satu@example.org, 040 5550"


def make_morning(organiser: User) -> Tournament:
    """Six pairs in two pools after a draw that was annulled once play had begun, and a seventh
    that joined the second pool; sign-ups, fees, a break, substitutes, two of one name."""
    tournament = make_tournament(organiser, pairs=5, tables=4)
    actor = actor_of(organiser)
    _sign_up(tournament, organiser)
    _set_up(tournament)
    draw = make_draw(actor=actor, tournament=tournament, pool_count=1, seed="früh")
    publish_draw(actor=actor, tournament=tournament, number=draw.number)
    for match, notation in zip(
        tournament.matches.order_by("number"), ("ra8 !b", "nb4"), strict=False
    ):
        play(organiser, match, notation)
    _annul(draw)
    counting = _draw_in_rows(tournament, organiser)
    _join(tournament, counting)
    matches = list(tournament.matches.filter(is_live=True).order_by("number"))
    Match.objects.filter(pk=matches[0].pk).update(called_at=NINE, moved_by_hand=True)
    play(organiser, matches[0], "ra8")
    play(organiser, matches[0], "ra9", reason="typed wrong")
    matches[0].refresh_from_db()
    rule(organiser, matches[0], "!b")
    sit(organiser, matches[0])
    play(organiser, matches[1], "b76-24t")
    name_jury(
        actor=actor,
        tournament=tournament,
        members=[("Maija Aho", "Kemi"), ("Eero Niemi", "")],
        seen_revision=tournament.revision,
    )
    _substitute(tournament, organiser)
    tournament.refresh_from_db()
    return tournament


def _set_up(tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(
        entry_fee_cents=2500,
        rules={"deals_in_large_pool": 10, "award_is_tuppi": True},
    )
    first = tournament.days.order_by("date").first()
    assert first is not None
    first.break_starts_at, first.break_ends_at = time(13, 0), time(13, 45)
    first.save()
    Pair.objects.filter(tournament=tournament, number=1).update(paid_at=NINE)
    Pair.objects.filter(tournament=tournament, number__lte=5).update(present_at=NINE)
    tournament.refresh_from_db()


def _annul(draw: Draw) -> None:
    now = timezone.now()
    Match.objects.filter(pool__draw=draw).update(
        annulment=Annulment.DRAW, annulment_reason="a pair was missing", annulled_at=now
    )
    PoolPlace.objects.filter(pool__draw=draw).update(is_live=False)
    Match.objects.filter(pool__draw=draw).update(is_live=False)
    draw.drawn_pools.update(is_live=False)
    Draw.objects.filter(pk=draw.pk).update(
        counts=False,
        annulled_at=now,
        annulled_by_name="Olli",
        annulled_reason="a pair was missing",
    )


def _draw_in_rows(tournament: Tournament, organiser: User) -> Draw:
    """Another draw that counts beside the annulled one, with its pools and matches."""
    entrants = [
        Entrant(pair.number, frozenset(fold_name(each.club_name) for each in pair.players.all()))
        for pair in tournament.pairs.prefetch_related("players").order_by("number")
    ]
    result = draw_pools(entrants, 2, Random("52"))
    draw = Draw.objects.create(
        tournament=tournament,
        number=2,
        seed="52",
        pool_count=2,
        apart=True,
        entrants=[[entrant.id, sorted(entrant.clubs)] for entrant in entrants],
        pools=[list(pool) for pool in result.pools],
        clashes=result.clashes,
        drawn_by=organiser,
        drawn_by_name="Olli",
        published_at=timezone.now(),
        counts=True,
    )
    pairs = {pair.number: pair for pair in tournament.pairs.all()}
    for number, members in enumerate(result.pools, start=1):
        pool = Pool.objects.create(
            tournament=tournament, number=number, deals=deals_for_pool(len(members)), draw=draw
        )
        for position, member in enumerate(members, start=1):
            PoolPlace.objects.create(pool=pool, pair=pairs[int(member)], position=position)
        _meet(pool, list(combinations([pairs[int(member)] for member in members], 2)))
    return draw


def _meet(pool: Pool, meetings: Sequence[tuple[Pair, Pair]]) -> None:
    last = Match.objects.filter(tournament=pool.tournament).order_by("number").last()
    after = last.number if last else 0
    for place, (one, two) in enumerate(meetings, start=1):
        Match.objects.create(
            tournament=pool.tournament,
            number=after + place,
            pool=pool,
            round=place,
            pair_a=one,
            pair_b=two,
            deals=pool.deals,
            slot=after + place,
            table=pool.number,
            starts_at=NINE + timedelta(hours=after + place),
        )


def _join(tournament: Tournament, draw: Draw) -> None:
    """A pair whose first player has the name of somebody else's who plays already."""
    pair = Pair.objects.create(tournament=tournament, number=7, present_at=NINE)
    namesake = PairPlayer.objects.get(pair__tournament=tournament, pair__number=2, seat=1)
    for seat, name in ((1, namesake.name), (2, "Väinö Äijälä")):
        person = _person(name)
        PairPlayer.objects.create(
            pair=pair,
            tournament=tournament,
            seat=seat,
            player=person,
            name=name,
            sort_key=person.sort_key,
            club=namesake.club,
            club_name=namesake.club_name,
        )
    called_off = Pair.objects.create(tournament=tournament, number=8, cancelled_at=NINE)
    for seat, name in ((1, "Pia Pois"), (2, "Kai Kotona")):
        PairPlayer.objects.create(
            pair=called_off,
            tournament=tournament,
            seat=seat,
            player=_person(name),
            name=name,
            sort_key=sort_key(name),
        )
    pool = Pool.objects.get(draw=draw, number=2)
    others = [place.pair for place in pool.places.order_by("position")]
    PoolPlace.objects.create(
        pool=pool, pair=pair, position=len(others) + 1, added_at=timezone.now()
    )
    _meet(pool, [(pair, other) for other in others])


def _person(name: str) -> Player:
    return Player.objects.create(name=name, folded=fold_name(name), sort_key=sort_key(name))


def _sign_up(tournament: Tournament, organiser: User) -> None:
    """Four sign up: one is approved, one refused, one waits, one calls it off."""
    actor, visitor = actor_of(organiser), Actor(name="")
    tournament = set_sign_up(
        actor=actor,
        tournament=tournament,
        wanted=SignUpSettings(
            timezone.now() - timedelta(days=1), timezone.now() + timedelta(days=1), 64
        ),
        seen_revision=tournament.revision,
    )
    made = [
        sign_up(
            actor=visitor,
            tournament=tournament,
            entry=EnteredPair(
                EnteredPlayer(f"Satu Ensi{number}", "Kemi" if number == 1 else ""),
                EnteredPlayer(f"Sulo Salo{number}", "Kemi"),
            ),
            contact=contact,
            source=SOURCE,
        ).sign_up
        for number, contact in enumerate((CONTACT, "", "040 5551", ""), start=1)
    ]
    approve_sign_ups(actor=actor, tournament=tournament, numbers=[1])
    refuse_sign_up(actor=actor, tournament=tournament, number=2)
    change_sign_up(
        actor=visitor,
        tournament=tournament,
        digest=made[2].digest,
        entry=EnteredPair(EnteredPlayer("Satu Ensi3"), EnteredPlayer("Sulo Salonen", "Kemi")),
        contact="040 5552",
        seen_revision=1,
    )
    cancel_sign_up(actor=visitor, tournament=tournament, digest=made[3].digest)


def _substitute(tournament: Tournament, organiser: User) -> None:
    """Of pair 1 the second player three times, the last of them undone; of pair 4 the first, by
    somebody of the same name as her."""
    actor = actor_of(organiser)
    for name, club in (("Sirkka Sijainen", ""), ("Toivo Toinen", "Kemi"), ("Kyösti Kolmas", "")):
        made = substitute_player(
            actor=actor,
            tournament=tournament,
            number=1,
            seat=2,
            entry=EnteredPlayer(name, club),
            reason="fever",
        )
    undo_substitution(actor=actor, tournament=tournament, number=1, substitution_id=made.pk)
    place = PairPlayer.objects.get(pair__tournament=tournament, pair__number=4, seat=1)
    namesake = _person(place.name)
    Substitution.objects.create(
        tournament=tournament,
        pair=place.pair,
        seat=1,
        out_player=place.player,
        out_name=place.name,
        out_club=place.club,
        out_club_name=place.club_name,
        in_player=namesake,
        in_name=namesake.name,
        made_by=organiser,
        made_by_name="Olli",
    )
    place.player, place.club, place.club_name = namesake, None, ""
    place.save()
