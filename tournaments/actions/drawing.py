"""What drawing the pools and drawing the knock-out have in common (R23, R24, R29)."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import datetime

from django.utils.translation import gettext as _

from tournaments.actions.refusals import Refused, Stale
from tournaments.lots import Changes
from tournaments.models import Bracket, Course, Draw, Tournament
from tournaments.models.knockout import MAX_SEED
from tournaments.permissions import Actor

MAX_DRAWS = 500


def seed_of(called_out: str) -> str:
    """The seed called out in the hall, one by chance where it is empty. Raises Refused for one too
    long."""
    seed = called_out.strip()
    if len(seed) > MAX_SEED:
        raise Refused(
            _("The seed is too long. Give at most %(most)d letters or numbers.")
            % {"most": MAX_SEED},
            field="seed",
        )
    return seed or f"{secrets.randbelow(10**8):08d}"


def refuse_no_pools(tournament: Tournament) -> None:
    """Raises Refused where the event is a knock-out from the start."""
    if tournament.course == Course.KNOCKOUT:
        raise Refused(
            _("By its settings this event has no pools. Change what it is made of first.")
        )


def refuse_too_many(number: int) -> None:
    """Raises Refused where a draw of this number would be one too many."""
    if number > MAX_DRAWS:
        raise Refused(_("This event has been drawn too many times. Publish one of the draws."))


def refuse_other_counting(counting: Draw | Bracket | None, seen_counting: int | None) -> None:
    """Raises Stale where another draw counts than the page showed (0 for none; None is not
    asked)."""
    if seen_counting is not None and seen_counting != (counting.number if counting else 0):
        raise Stale(_("Somebody published or took back a draw meanwhile. Look at what counts now."))


def refuse_annulled(draw: Draw | Bracket) -> None:
    """Raises Refused where the draw to be published was annulled."""
    if draw.annulled_at:
        raise Refused(
            _(
                "This draw was annulled. Undo the annulling if it was a mistake; "
                "otherwise draw again."
            )
        )


def refuse_changes(changes: Changes, leaving_out: Collection[int]) -> None:
    """Raises Refused where the drawn pairs have changed since the draw, or others have come than
    are left out knowingly."""
    if changes.altered:
        raise Refused(
            _("The pairs have changed since this draw. Draw again, then publish that draw.")
        )
    if set(changes.come) - set(leaving_out):
        raise Refused(
            _(
                "Pairs that are not in this draw have come since: %(pairs)s. Draw again with them, "
                "or publish the draw without them."
            )
            % {"pairs": ", ".join(map(str, changes.come))}
        )


def mark_annulled(draw: Draw | Bracket, *, actor: Actor, reason: str, at: datetime) -> None:
    """The draw counts no more, and says who annulled it, when and why."""
    draw.counts = False
    draw.annulled_at = at
    draw.annulled_by_id = actor.user_id
    draw.annulled_by_name = actor.name
    draw.annulled_reason = reason
    draw.save()


def refuse_counting_again(draw: Draw | Bracket, counting: Draw | Bracket | None) -> None:
    """Raises Stale where the draw is not annulled, or another one counts meanwhile."""
    if draw.annulled_at is None:
        raise Stale(_("Draw %(number)d is not annulled.") % {"number": draw.number})
    if counting is not None:
        raise Stale(
            _(
                "Draw %(counting)d counts meanwhile, so draw %(number)d stays annulled. "
                "Only one draw can count."
            )
            % {"counting": counting.number, "number": draw.number}
        )


def mark_counting_again(draw: Draw | Bracket) -> None:
    """The annulled draw counts, as if it had never been annulled."""
    draw.counts = True
    draw.annulled_at = draw.annulled_by = None
    draw.annulled_by_name = draw.annulled_reason = ""
    draw.save()
