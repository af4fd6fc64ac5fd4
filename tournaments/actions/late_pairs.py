"""A pair that comes after the draw joins a pool, and that taken back."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db.models import Max, Q
from django.utils.translation import gettext as _

from scoring.ledger import FormatKind
from tournaments.actions.annulling import apply_change, refuse_unseen
from tournaments.actions.audit import Verb, record, writing
from tournaments.actions.field_guard import refuse_locked_field
from tournaments.actions.places import NewPlace, live_matches, put, put_aside, slot_at
from tournaments.actions.refusals import Refused, Stale
from tournaments.actions.schedules import schedules_made
from tournaments.drawn_pairs import why_none_can_join
from tournaments.fates import InForce, in_force, of_withdrawal
from tournaments.late_pairs import LatePlan, plan_fingerprint, plan_late_pair
from tournaments.models import Annulment, Match, Pair, Pool, PoolPlace, Stage, Tournament
from tournaments.permissions import Act, Actor


def add_late_pair(
    *,
    actor: Actor,
    tournament: Tournament,
    number: int,
    pool: int,
    seen: str,
    now: datetime,
    token: UUID | None = None,
) -> list[Match]:
    """The pair of this number joins the live pool of that number; its new matches, by time.

    It takes the last place of the pool and is present. What has not begun there may be played in
    another round, at another time or table; all that is fixed stays (see `late_pairs.stays`).
    Matches with a pair that has withdrawn become what its withdrawal makes of them (R27). An entry
    called off counts again. `seen` is the fingerprint of the plan shown.

    Raises Pair.DoesNotExist, Pool.DoesNotExist, Stale where the plan would come otherwise by now,
    Refused where no draw counts or the pair has a pool, where the pool has a play-off and once the
    field is locked, AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        pair = locked.pairs.get(number=number)
        if why := why_none_can_join(locked):
            raise Refused(why)
        if not locked.pools.live().exists():
            raise Refused(_("No draw counts any more: the pair is on the list and will be drawn."))
        if PoolPlace.objects.live().filter(pair=pair).exists():
            raise Stale(_("Pair %(number)d is in a pool already.") % {"number": number})
        joined = locked.pools.live().prefetch_related("places").get(number=pool)
        own = joined.matches.values_list("number", flat=True)
        matches = live_matches(locked, list(own))
        _refuse_play_off(joined, matches)
        withdrawn = in_force(locked)
        plan = plan_late_pair(
            pool=joined,
            newcomer=pair.pk,
            matches=matches,
            highest=locked.matches.aggregate(highest=Max("number"))["highest"] or 0,
            withdrawn=withdrawn,
            tournament=locked,
            days=list(locked.days.all()),
            now=now,
        )
        refuse_unseen(seen, plan_fingerprint(plan))
        _give_place(joined, pair, now)
        new, moves = _lay(locked, plan, matches)
        _settle(actor, locked, new, withdrawn)
        record(
            actor=actor,
            verb=Verb.ADD_LATE_PAIR,
            tournament=locked,
            token=token,
            pair=number,
            pool=joined.label,
            added=[match.number for match in new],
            moves=moves,
        )
    return new


def take_back_late_pair(
    *, actor: Actor, tournament: Tournament, number: int, token: UUID | None = None
) -> list[int]:
    """The pair of this number leaves the pool it joined late; the numbers of its matches that go.

    All other matches keep what they have. Raises Pair.DoesNotExist, Stale where it is in no pool,
    Refused where it was drawn into its pool, or a match of it has begun, been called or been
    annulled by decision, or it has withdrawn; AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        pair = locked.pairs.get(number=number)
        refuse_locked_field(locked)
        place = PoolPlace.objects.live().filter(pair=pair).select_related("pool").first()
        if place is None:
            raise Stale(_("Pair %(number)d is in no pool any more.") % {"number": number})
        matches = list(
            locked.matches.live()
            .select_for_update(of=("self",))
            .filter(Q(pair_a=pair) | Q(pair_b=pair))
            .order_by("pk")
        )
        why = why_it_stays(pair, place, matches, withdrawn=pair.pk in in_force(locked))
        if why:
            raise Refused(why)
        label = place.pool.label
        gone = sorted(match.number for match in matches)
        Match.objects.filter(pk__in=[match.pk for match in matches]).delete()
        place.delete()
        record(
            actor=actor,
            verb=Verb.TAKE_BACK_LATE_PAIR,
            tournament=locked,
            token=token,
            pair=number,
            pool=label,
            matches=gone,
        )
    return gone


def why_it_stays(pair: Pair, place: PoolPlace, matches: list[Match], *, withdrawn: bool) -> str:
    """Why a pair cannot be taken out of its pool, in a sentence; "" where it can."""
    if place.added_at is None:
        return _("Pair %(number)d was drawn into its pool. It can only withdraw.") % {
            "number": pair.number
        }
    if withdrawn:
        return _("Pair %(number)d has withdrawn. Undo the withdrawal first.") % {
            "number": pair.number
        }
    for match in sorted(matches, key=lambda match: match.number):
        if match.was_written:
            return _(
                "Match %(number)d of the pair has been written to, and what was written is kept. "
                "The pair can withdraw instead."
            ) % {"number": match.number}
        if match.is_called:
            return _("Match %(number)d of the pair has been called. Take the call back first.") % {
                "number": match.number
            }
        if match.annulment == Annulment.DECISION:
            return _(
                "Match %(number)d of the pair has been annulled by decision. Undo that first."
            ) % {"number": match.number}
    return ""


def _refuse_play_off(pool: Pool, matches: Iterable[Match]) -> None:
    """Raises Refused where pairs of the pool play, or have played, to part those that are level."""
    if any(each.pool_id == pool.pk and each.stage == Stage.PLAY_OFF for each in matches):
        raise Refused(
            _(
                "Pool %(pool)s has a play-off already, so no pair can join it. Take the play-off "
                "back first, or choose another pool."
            )
            % {"pool": pool.label}
        )


def _give_place(pool: Pool, pair: Pair, now: datetime) -> None:
    last = max((place.position for place in pool.places.all()), default=0)
    PoolPlace.objects.create(pool=pool, pair=pair, position=last + 1, added_at=now)
    pair.present_at = pair.present_at or now
    pair.cancelled_at = None
    pair.save(update_fields=["present_at", "cancelled_at"])


def _lay(
    tournament: Tournament, plan: LatePlan, matches: list[Match]
) -> tuple[list[Match], list[dict[str, object]]]:
    """Writes the plan: the new matches, and what the audit keeps of those that moved."""
    free = [each.match for each in plan.laid if each.match is not None]
    put_aside(free)
    rest = [match for match in matches if match not in free]
    first = schedules_made(tournament)
    new: list[Match] = []
    moves = []
    for each in plan.laid:
        slot = slot_at(tournament, rest, each.starts_at, each.table)
        if each.match is None:
            match = Match.objects.create(
                tournament=tournament,
                number=each.number,
                pool=plan.pool,
                round=each.round,
                pair_a_id=each.pair_a,
                pair_b_id=each.pair_b,
                format=FormatKind.FIXED.value,
                deals=plan.pool.deals,
                slot=slot,
                table=each.table,
                starts_at=each.starts_at,
                first_revision=first,
                revision=first,
                seats_revision=first,
            )
            new.append(match)
        else:
            match = each.match
            moves_away, match.round = each.moves, each.round
            match.save(update_fields=["round"])
            told = put(NewPlace(match, slot, each.table, each.starts_at, by_hand=False))
            moves += [told] if moves_away else []
        rest.append(match)
    return new, moves


def _settle(actor: Actor, tournament: Tournament, new: list[Match], withdrawn: InForce) -> None:
    """Makes matches with pairs that have withdrawn what their withdrawals make of them."""
    for match in new:
        match.tournament = tournament
        for key in {match.pair_a_id, match.pair_b_id} & set(withdrawn):
            for change in of_withdrawal([match], key, withdrawn[key], withdrawn):
                apply_change(actor=actor, change=change, entries=(), reason="")
