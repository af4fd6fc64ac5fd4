"""A draw annulled after play began, and that undone.

Nothing played is lost: pools, places and matches of the draw are kept, no longer in play, and
every sheet stays readable. A pair's withdrawal is about the matches in play, so one in force has
to be undone before the draw under it goes.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions.annulling import refuse_unseen
from tournaments.actions.audit import Verb, record, writing
from tournaments.actions.drawing import (
    mark_annulled,
    mark_counting_again,
    refuse_counting_again,
    refuse_no_pools,
)
from tournaments.actions.draws import counting_draw
from tournaments.actions.field_guard import refuse_locked_field
from tournaments.actions.reasons import clean_reason
from tournaments.actions.refusals import Refused, Stale
from tournaments.fates import fingerprint, in_force
from tournaments.models import Annulment, Draw, Match, Pair, PoolPlace, Tournament
from tournaments.permissions import Act, Actor


def annul_draw(
    *,
    actor: Actor,
    tournament: Tournament,
    reason: str,
    seen: str,
    token: UUID | None = None,
) -> Draw:
    """The draw that counts does so no more, nor does anything of it. `reason` is public.

    `seen` is the fingerprint of the matches shown. Raises Stale where something changed since it
    was shown or no draw counts; Refused without a reason, before the first deal (it is taken back
    then), while a withdrawal is in force and once the field is locked; AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        reason = clean_reason(reason)
        refuse_locked_field(locked)
        draw = counting_draw(locked)
        if draw is None:
            raise Stale(_("No draw counts any more, so there is none to annul."))
        if locked.brackets.filter(counts=True).exists():
            raise Refused(
                _(
                    "The knock-out has been drawn out of these pools. Take its draw back first, or "
                    "annul it."
                )
            )
        matches = list(
            locked.matches.live().select_for_update(of=("self",), no_key=True).order_by("pk")
        )
        withdrawn = in_force(locked)
        refuse_unseen(seen, fingerprint(matches, withdrawn))
        refuse_withdrawn(sorted(each.pair_number for each in withdrawn.values()))
        if not any(match.was_written or match.annulled for match in matches):
            raise Refused(
                _("No match has begun yet. Take the draw back instead; no reason needed.")
            )
        # Pools that came with an old archive do not say which draw they are of.
        locked.pools.live().filter(draw=None).update(draw=draw)
        now = timezone.now()
        locked.matches.live().filter(annulment="").update(
            annulment=Annulment.DRAW.value, annulment_reason=reason, annulled_at=now
        )
        _put_out_of_play(draw, is_live=False)
        mark_annulled(draw, actor=actor, reason=reason, at=now)
        record(
            actor=actor,
            verb=Verb.ANNUL_DRAW,
            tournament=locked,
            token=token,
            draw=draw.number,
            seed=draw.seed,
            reason=reason,
            match_count=len(matches),
        )
    return draw


def undo_annul_draw(
    *, actor: Actor, tournament: Tournament, number: int, token: UUID | None = None
) -> Draw:
    """The annulled draw of this number counts again, with all that was played.

    Raises Draw.DoesNotExist; Stale where it is not annulled or another draw counts meanwhile;
    Refused where a pair of it has been called off since; AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        draw = Draw.objects.get(tournament=locked, number=number)
        refuse_counting_again(draw, counting_draw(locked))
        refuse_no_pools(locked)
        gone = Pair.objects.filter(
            pool_places__pool__draw=draw, cancelled_at__isnull=False
        ).values_list("number", flat=True)
        if gone:
            raise Refused(
                _(
                    "Pairs of this draw have been called off since: %(pairs)s. Take them back in "
                    "first; they can withdraw afterwards."
                )
                % {"pairs": ", ".join(map(str, sorted(gone)))}
            )
        _put_out_of_play(draw, is_live=True)
        locked.matches.live().filter(annulment=Annulment.DRAW.value).update(
            annulment="", annulment_reason="", annulled_at=None
        )
        mark_counting_again(draw)
        record(
            actor=actor,
            verb=Verb.UNDO_ANNUL_DRAW,
            tournament=locked,
            token=token,
            draw=draw.number,
            seed=draw.seed,
        )
    return draw


def refuse_withdrawn(numbers: Sequence[int]) -> None:
    """Raises Refused where pairs with these numbers have withdrawn."""
    if numbers:
        raise Refused(
            _(
                "Pairs have withdrawn: %(pairs)s. Undo their withdrawals first, then annul the "
                "draw; leave the pairs out of the next one by marking them absent or called off."
            )
            % {"pairs": ", ".join(map(str, numbers))}
        )


def _put_out_of_play(draw: Draw, *, is_live: bool) -> None:
    """Takes a draw's pools, places and matches out of play, or back into it."""
    pools = list(draw.drawn_pools.values_list("pk", flat=True))
    draw.drawn_pools.update(is_live=is_live)
    PoolPlace.objects.filter(pool__in=pools).update(is_live=is_live)
    Match.objects.filter(pool__in=pools).update(is_live=is_live)
