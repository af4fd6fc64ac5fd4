"""What stays as it is once it is locked who goes on from the pools."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.actions.refusals import Refused
from tournaments.models import Tournament


def refuse_locked_field(tournament: Tournament, *, field: str | None = None) -> None:
    """Raises Refused where the field is locked: the pools and how many go on stay as they are then.

    `field` is the one of a form that the refusal is shown at, None for the whole form.
    Call it inside a write that holds the event (one query).
    """
    if tournament.locked_fields.filter(undone_at__isnull=True).exists():
        raise Refused(
            _(
                "It is locked who goes on from the pools. Take the locked list back on the page "
                "“Going on” first; a knock-out drawn from it has to be annulled before that."
            ),
            field=field,
        )
