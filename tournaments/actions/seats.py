"""Who sits where at a match, and who deals first (R5)."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.turns import Seating
from tournaments.actions.audit import Verb, record, refuse_repeat
from tournaments.actions.locking import locked_at_table, locked_match
from tournaments.actions.refusals import Stale
from tournaments.actions.table_sheets import refuse_settled
from tournaments.models import Match
from tournaments.permissions import Act, Actor, require


def set_seats(
    *,
    actor: Actor,
    match: Match,
    seating: Seating | None,
    seen_revision: int,
    token: UUID | None = None,
) -> Match:
    """Says who sits where and who deals first; None takes it back. Returns the match.

    Results never depend on it, so it may be said before, during and after play; at a table until
    both pairs have confirmed the result. Raises Stale where the seats are not at `seen_revision`
    any more, AlreadyDone for a token seen before, Refused at a table where it is too late. Seats
    that are so already change nothing.
    """
    with transaction.atomic():
        if actor.at_table:
            locked = locked_at_table(actor, match, token)
            refuse_settled(locked)
        else:
            locked = locked_match(match)
            require(actor, Act.USE_DESK, locked.tournament)
            refuse_repeat(token)
        if locked.seats_revision != seen_revision:
            raise Stale(
                _(
                    "Somebody changed the seats while you had them open. What is there now is "
                    "shown; change it again if it is wrong."
                )
            )
        before = locked.seating
        if before == seating:
            return locked
        locked.left_of_a1 = seating.left_of_a1.value if seating else ""
        locked.first_dealer = seating.first_dealer.value if seating else ""
        locked.seats_revision += 1
        locked.save(update_fields=["left_of_a1", "first_dealer", "seats_revision"])
        record(
            actor=actor,
            verb=Verb.SET_SEATS,
            tournament=locked.tournament,
            match=locked,
            token=token,
            before=told(before),
            after=told(seating),
        )
    return locked


def told(seating: Seating | None) -> list[str] | None:
    """Seats as the audit keeps them: left of A's first, first dealer."""
    return [seating.left_of_a1.value, seating.first_dealer.value] if seating else None
