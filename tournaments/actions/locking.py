"""Taking a match's row for a write."""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from tournaments.actions.audit import refuse_repeat
from tournaments.actions.refusals import Refused, Stale
from tournaments.models import Annulment, Match
from tournaments.permissions import Act, Actor, require


def locked_match(match: Match) -> Match:
    """The match as it is now, with its event, locked until the transaction is over.

    Raises Stale where a draw or a schedule made anew has taken the match away meanwhile, Refused
    where its draw has been annulled or a corrected result has put it out of play.
    """
    locked = (
        Match.objects.select_for_update(of=("self",))
        .select_related("tournament")
        .filter(pk=match.pk)
        .first()
    )
    if locked is None:
        raise Stale(
            _("The schedule was made anew meanwhile. Nothing was saved; open the match again.")
        )
    if not locked.is_live and locked.annulment != Annulment.DRAW:
        raise Refused(
            _(
                "The knock-out went on without this match after a corrected result, so the match "
                "and its sheet stay as they are. Nothing was saved. Find the match played now in "
                "the bracket."
            )
        )
    if not locked.is_live:
        raise Refused(
            _(
                "The draw of this match has been annulled, so the match and its sheet stay as they "
                "are. Nothing was saved. Find the match played now in the schedule."
            )
        )
    return locked


def locked_at_table(actor: Actor, match: Match, token: UUID | None) -> Match:
    """The match locked, for somebody who holds a link that opens it.

    Raises PermissionDenied, AlreadyDone, and what `locked_match` raises.
    """
    locked = locked_match(match)
    require(actor, Act.KEEP_SHEET, locked.tournament)
    if actor.at_table is None or not actor.at_table.opens(locked):
        raise PermissionDenied(Act.KEEP_SHEET.value)
    refuse_repeat(token)
    return locked
