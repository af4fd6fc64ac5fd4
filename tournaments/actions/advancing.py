"""How many go on from the pools (R28)."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _

from scoring.field import LARGEST_FIELD, SMALLEST_FIELD
from tournaments.actions.audit import Verb, record, writing
from tournaments.actions.field_guard import refuse_locked_field
from tournaments.actions.refusals import Refused, Stale
from tournaments.models import Course, Tournament
from tournaments.permissions import Act, Actor


def set_advancing(
    *,
    actor: Actor,
    tournament: Tournament,
    first: int | None,
    size: int | None,
    seen_revision: int,
    token: UUID | None = None,
) -> Tournament:
    """`first` of each pool and the best next-placed up to `size` go on to the knock-out.

    None leaves either to the rules. What is there already changes nothing. Raises Stale where the
    settings were changed since they were shown; Refused for a size that is no power of two, for
    more of each pool than the size has room for, once the field is locked, and where by its
    settings nobody goes on from pools; AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        if locked.revision != seen_revision:
            raise Stale(
                _(
                    "Somebody changed the settings of the event while you had this page open. "
                    "Look at what stands here now, then save again."
                )
            )
        refuse_locked_field(locked)
        if locked.course != Course.POOLS_AND_KNOCKOUT:
            raise Refused(
                _(
                    "By its settings nobody goes on from pools in this event. "
                    "Change what it is made of first."
                )
            )
        _refuse_numbers(first, size, locked.pools.live().count())
        before = _told(locked)
        locked.advance_first, locked.advance_size = first, size
        if _told(locked) == before:
            return locked
        locked.revision += 1
        locked.save(update_fields=["advance_first", "advance_size", "revision"])
        record(
            actor=actor,
            verb=Verb.SET_ADVANCING,
            tournament=locked,
            token=token,
            before=before,
            after=_told(locked),
        )
    return locked


def _refuse_numbers(first: int | None, size: int | None, pools: int) -> None:
    if size is not None and not (
        SMALLEST_FIELD <= size <= LARGEST_FIELD and size & (size - 1) == 0
    ):
        raise Refused(
            _("A knock-out has 2, 4, 8, 16, 32, 64 or 128 pairs. Choose one of these."),
            field="size",
        )
    if first is not None and not 0 <= first <= LARGEST_FIELD:
        raise Refused(
            _("Give a number from 0 to %(most)d.") % {"most": LARGEST_FIELD}, field="first"
        )
    if first is None or not pools:
        return
    most = LARGEST_FIELD if size is None else size
    if first * pools > most:
        raise Refused(
            _(
                "The first %(first)d of %(pools)d pools are %(pairs)d pairs, and the knock-out has "
                "room for %(size)d. Let fewer of each pool go on, or make it larger."
            )
            % {"first": first, "pools": pools, "pairs": first * pools, "size": most},
            field="first",
        )
    if size is None and first == 0:
        raise Refused(_("Say how many pairs the knock-out has."), field="size")


def _told(tournament: Tournament) -> dict[str, object]:
    return {
        "course": str(tournament.course),
        "first": tournament.advance_first,
        "size": tournament.advance_size,
    }
