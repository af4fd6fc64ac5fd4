"""Drawing pairs into pools, and letting one draw count (R23, R24)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.splits import deals_for_pool, propose_splits
from tournaments.actions.audit import Verb, record, writing
from tournaments.actions.drawing import (
    refuse_annulled,
    refuse_changes,
    refuse_no_pools,
    refuse_other_counting,
    refuse_too_many,
    seed_of,
)
from tournaments.actions.refusals import Refused
from tournaments.actions.schedules import make_matches, next_draw_number, refuse_started_play
from tournaments.ledger import ruleset_of
from tournaments.lots import changes_since, entry_of, pools_from_seed, told
from tournaments.models import Draw, Pool, PoolPlace, Tournament
from tournaments.permissions import Act, Actor

MAX_GROUPS = 50


def make_draw(
    *,
    actor: Actor,
    tournament: Tournament,
    pool_count: int,
    include_absent: bool = False,
    apart: bool = True,
    seeded: Sequence[int] = (),
    kept_apart: Sequence[Sequence[int]] = (),
    seed: str = "",
    token: UUID | None = None,
) -> Draw:
    """Draws pairs of the event into `pool_count` pools and keeps the draw; nothing counts yet.

    Drawn are the pairs marked present, with `include_absent` the others too; all where nobody is
    marked present; never one called off. `seed` may be anything called out in the hall; empty lets
    the server choose one. `apart` keeps clubmates apart, `kept_apart` the pairs of each group of
    numbers; `seeded`, best first, are spread over the pools. Raises Refused for too few pairs, for
    numbers that are not drawn or stand twice, for a number of pools that is not offered;
    AlreadyDone.
    """
    seed = seed_of(seed)
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        refuse_no_pools(locked)
        refuse_started_play(locked)
        number = next_draw_number(locked)
        refuse_too_many(number)
        entrants = entry_of(locked).drawn(include_absent=include_absent)
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
        numbers = {int(entrant.id) for entrant in entrants}
        _refuse_unknown(seeded, numbers, field="seeded")
        if len(kept_apart) > MAX_GROUPS:
            raise Refused(
                _("Give at most %(most)d groups to keep apart.") % {"most": MAX_GROUPS},
                field="kept_apart",
            )
        for group in kept_apart:
            _refuse_unknown(group, numbers, field="kept_apart")
            if len(group) < 2:
                raise Refused(
                    _("A group to keep apart needs at least two pairs."), field="kept_apart"
                )
        result = pools_from_seed(
            entrants, pool_count, seed, apart=apart, seeded=seeded, kept_apart=kept_apart
        )
        draw = Draw.objects.create(
            tournament=locked,
            number=number,
            seed=seed,
            pool_count=pool_count,
            apart=apart,
            seeded=list(seeded),
            kept_apart=[list(group) for group in kept_apart],
            entrants=told(entrants),
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
            include_absent=include_absent,
            seeded=draw.seeded,
            kept_apart=draw.kept_apart,
        )
    return draw


def publish_draw(
    *,
    actor: Actor,
    tournament: Tournament,
    number: int,
    seen_counting: int | None = None,
    leaving_out: Collection[int] = (),
) -> Draw:
    """Lets the draw of this number count: pools, matches and their schedule are made from it.

    The event is shown to everybody from then on. Publishing the draw that counts already changes
    nothing. `leaving_out` are the pairs that have come since and stay out knowingly. Raises
    Draw.DoesNotExist; Refused where a match has begun, the drawn pairs have changed since, or
    others have come than are left out; Stale where the draw that counts is not `seen_counting` (0
    for none; None is not asked).
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament) as locked:
        draw = Draw.objects.get(tournament=locked, number=number)
        if draw.counts:
            return draw
        refuse_other_counting(counting_draw(locked), seen_counting)
        refuse_no_pools(locked)
        refuse_started_play(locked)
        refuse_annulled(draw)
        refuse_changes(changes_since(draw, entry_of(locked)), leaving_out)
        _remove_pools(locked)
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
        draw = counting_draw(locked)
        if draw is None:
            return
        refuse_other_counting(draw, seen_counting)
        refuse_started_play(locked)
        _remove_pools(locked)
        draw.counts = False
        draw.save(update_fields=["counts"])
        record(
            actor=actor,
            verb=Verb.TAKE_BACK_DRAW,
            tournament=locked,
            draw=draw.number,
            seed=draw.seed,
        )


def counting_draw(tournament: Tournament) -> Draw | None:
    """The draw that counts (one query)."""
    return Draw.objects.filter(tournament=tournament, counts=True).first()


def _refuse_unknown(named: Sequence[int], drawn: Collection[int], *, field: str) -> None:
    """Raises Refused where a pair is named twice, or one that is not drawn."""
    for number in named:
        if number not in drawn:
            raise Refused(
                _(
                    "Pair %(number)d is not among those drawn. Take it out, or draw the absent "
                    "pairs too."
                )
                % {"number": number},
                field=field,
            )
    doubled = next((number for number in named if list(named).count(number) > 1), None)
    if doubled is not None:
        raise Refused(
            _("Pair %(number)d stands there twice. Take it out once.") % {"number": doubled},
            field=field,
        )


def _remove_pools(tournament: Tournament) -> None:
    """Takes away the pools in play with their matches; none of these has begun."""
    tournament.matches.live().delete()
    tournament.pools.live().delete()


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
    return list(tournament.pools.live().prefetch_related("places").order_by("number"))
