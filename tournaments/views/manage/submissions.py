"""What was sent, and what was sent before."""

from __future__ import annotations

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.actions.audit import Verb
from tournaments.actions.refusals import AlreadyDone
from tournaments.models import Tournament

SENT_BEFORE = _(
    "This form was sent before with something else in it, and that was carried out. "
    "What you typed now is not kept yet: look it over and send it again."
)
"""Somebody went back to a page that had been sent, and used it anew."""


def sent(request: HttpRequest) -> QueryDict | None:
    """What a form is bound to: an empty POST is a form with everything missing, no fresh page."""
    return request.POST if request.method == "POST" else None


def is_repeat(
    done: AlreadyDone, verb: Verb, tournament: Tournament | None = None, **details: object
) -> bool:
    """Whether the earlier submission did just this: `details` as they stand in the audit.

    A token is made by the page, so one that comes again can come with another content.
    """
    earlier = done.record
    return (
        earlier.verb == verb
        and (tournament is None or earlier.tournament_id == tournament.pk)
        and all(earlier.details.get(name) == value for name, value in details.items())
    )
