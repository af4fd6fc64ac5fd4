"""Drawing pairs into pools, and letting one draw count (R23, R24)."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.draw import DrawResult, Entrant, draw_pools
from scoring.splits import deals_for_pool, propose_splits
from tournaments.actions.audit import Verb, record, writing
from tournaments.actions.refusals import Refused, Stale
from tournaments.actions.schedules import make_matches, next_draw_number, refuse_started_play
from tournaments.ledger import ruleset_of
from tournaments.models import Draw, Pool, PoolPlace, Tournament
from tournaments.names import fold_name
from tournaments.permissions import Act, Actor

MAX_SEED = 80
MAX_DRAWS = 500


def make_draw(
    *,
    actor: Actor,
    tournament: Tournament,
    pool_count: int,
    apart: bool = True,
    seed: str = "",
    token: UUID | None = None,
) -> Draw:
    """Draws the event's pairs into `pool_count` pools and keeps the draw; nothing counts yet.

    `seed` may be anything called out in the hall; empty lets the server choose one. `apart` keeps
    clubmates apart. Raises Refused for too few pairs, or a number of pools that is not offered;
    AlreadyDone.
    """
    seed = seed.strip()
    if len(seed) > MAX_SEED:
        raise Refused(
            _("The seed is too long. Give at most %(most)d letters or numbers.")
            % {"most": MAX_SEED},
            field="seed",
        )
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        refuse_started_play(locked)
        number = next_draw_number(locked)
        if number > MAX_DRAWS:
            raise Refused(_("This event has been drawn too many times. Publish one of the draws."))
        entrants = entrants_of(locked)
        if len(entrants) < 2:
            raise Refused(_("A draw needs at least two pairs. Enter the pairs first."))
        # Times are of no account here, and reckoning them would hold the lock for longer.
        offered = {
            split.pools
            for split in propose_splits(
                len(entrants), None, locked.minutes_per_deal, ruleset_of(locked)
            )
        }
        if pool_count not in offered:
            raise Refused(
                _("%(pairs)d pairs cannot be drawn into %(pools)d pools. Choose one of the splits.")
                % {"pairs": len(entrants), "pools": pool_count},
                field="pool_count",
            )
        seed = seed or f"{secrets.randbelow(10**8):08d}"
        result = pools_from_seed(entrants, pool_count, seed, apart=apart)
        draw = Draw.objects.create(
            tournament=locked,
            number=number,
            seed=seed,
            pool_count=pool_count,
            apart=apart,
            entrants=_told(entrants),
            pools=[list(pool) for pool in result.pools],
            clashes=result.clashes,
            drawn_by_id=actor.user_id,
            drawn_by_name=actor.name,
        )
        record(
            actor=actor,
            verb=Verb.DRAW_POOLS,
            tournament=locked,
            token=token,
            draw=draw.number,
            seed=seed,
            pool_count=pool_count,
            apart=apart,
        )
    return draw


def publish_draw(
    *, actor: Actor, tournament: Tournament, number: int, seen_counting: int | None = None
) -> Draw:
    """Lets the draw of this number count: pools, matches and their schedule are made from it.

    The event is shown to everybody from then on. Publishing the draw that counts already changes
    nothing. Raises Draw.DoesNotExist; Refused where a match has begun or the pairs have changed
    since the draw; Stale where the draw that counts is not `seen_counting` (0 for none; None is
    not asked).
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament) as locked:
        draw = Draw.objects.get(tournament=locked, number=number)
        if draw.counts:
            return draw
        _refuse_other_draw(locked, seen_counting)
        refuse_started_play(locked)
        if pairs_changed_since(draw, entrants_of(locked)):
            raise Refused(
                _("The pairs have changed since this draw. Draw again, then publish that draw.")
            )
        locked.matches.all().delete()
        locked.pools.all().delete()
        make_matches(locked, _make_pools(locked, draw))
        Draw.objects.filter(tournament=locked, counts=True).update(counts=False)
        draw.counts = True
        draw.published_at = timezone.now()
        draw.save(update_fields=["counts", "published_at"])
        locked.is_public = True
        locked.save(update_fields=["is_public"])
        record(
            actor=actor,
            verb=Verb.PUBLISH_DRAW,
            tournament=locked,
            draw=draw.number,
            seed=draw.seed,
            pools=draw.pools,
        )
    return draw


def take_back_draw(
    *, actor: Actor, tournament: Tournament, seen_counting: int | None = None
) -> None:
    """No draw counts any more: pools and matches go, pairs can be entered again.

    The draw stays in the log. Doing it twice changes nothing. Raises Refused where a match has
    begun.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament) as locked:
        draw = Draw.objects.filter(tournament=locked, counts=True).first()
        if draw is None:
            return
        _refuse_other_draw(locked, seen_counting)
        refuse_started_play(locked)
        locked.matches.all().delete()
        locked.pools.all().delete()
        draw.counts = False
        draw.save(update_fields=["counts"])
        record(
            actor=actor,
            verb=Verb.TAKE_BACK_DRAW,
            tournament=locked,
            draw=draw.number,
            seed=draw.seed,
        )


def _refuse_other_draw(tournament: Tournament, seen_counting: int | None) -> None:
    """Raises Stale where another draw counts than the page showed."""
    counting = Draw.objects.filter(tournament=tournament, counts=True).first()
    if seen_counting is not None and seen_counting != (counting.number if counting else 0):
        raise Stale(_("Somebody published or took back a draw meanwhile. Look at what counts now."))


def entrants_of(tournament: Tournament) -> list[Entrant]:
    """Who is drawn: every pair by number, with the clubs of both players (two queries)."""
    return [
        Entrant(
            id=pair.number,
            clubs=frozenset(
                fold_name(player.club_name) for player in pair.players.all() if player.club_name
            ),
        )
        for pair in tournament.pairs.prefetch_related("players").order_by("number")
    ]


def pairs_changed_since(draw: Draw, entrants: Sequence[Entrant]) -> bool:
    """Whether the pairs or their clubs, `entrants` now, are no longer those that were drawn."""
    return bool(draw.entrants != _told(entrants))


def pools_from_seed(
    entrants: Sequence[Entrant], pool_count: int, seed: str, *, apart: bool
) -> DrawResult:
    """The draw that a seed gives: the same pairs and the same seed always give the same pools."""
    chance = random.Random(seed)  # noqa: S311 - a public, repeatable lot, not a secret
    return draw_pools(entrants, pool_count, chance, keep_clubs_apart=apart)


def _told(entrants: Sequence[Entrant]) -> list[list[object]]:
    return [[entrant.id, sorted(entrant.clubs)] for entrant in entrants]


def _make_pools(tournament: Tournament, draw: Draw) -> list[Pool]:
    pairs = {pair.number: pair for pair in tournament.pairs.all()}
    rules = ruleset_of(tournament)
    pools = Pool.objects.bulk_create(
        Pool(
            tournament=tournament,
            number=number,
            deals=deals_for_pool(len(numbers), rules),
            draw=draw,
        )
        for number, numbers in enumerate(draw.pools, start=1)
    )
    PoolPlace.objects.bulk_create(
        PoolPlace(pool=pool, pair=pairs[number], position=position)
        for pool, numbers in zip(pools, draw.pools, strict=True)
        for position, number in enumerate(numbers, start=1)
    )
    return list(tournament.pools.prefetch_related("places").order_by("number"))
