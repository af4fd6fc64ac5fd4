"""What an event has otherwise than the standard rules."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _

from scoring.ruleset import Ruleset
from tournaments.actions.audit import Verb, record, writing
from tournaments.actions.refusals import Stale
from tournaments.ledger import ruleset_of
from tournaments.models import Tournament
from tournaments.permissions import Act, Actor


def change_rules(
    *,
    actor: Actor,
    tournament: Tournament,
    rules: Ruleset,
    seen_revision: int,
    token: UUID | None = None,
) -> Tournament:
    """The event with these rules; the ones it has already change nothing.

    Ranking and rulings follow them at once, pools and their deals from the next draw on. Raises
    Stale where the settings were changed since they were shown, AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        if locked.revision != seen_revision:
            raise Stale(
                _(
                    "Somebody changed the settings of the event while you had this page open. "
                    "Look at what stands here now, then save again."
                )
            )
        before = ruleset_of(locked)
        if rules == before:
            return locked
        locked.rules = rules.to_record()
        locked.revision += 1
        locked.save(update_fields=["rules", "revision"])
        record(
            actor=actor,
            verb=Verb.CHANGE_RULES,
            tournament=locked,
            token=token,
            before=before.to_record(),
            after=rules.to_record(),
        )
    return locked
