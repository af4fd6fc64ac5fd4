"""What was sent, and what was sent before."""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest, QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.actions.audit import Verb
from tournaments.actions.refusals import AlreadyDone, Refused
from tournaments.forms.submissions import SubmissionForm
from tournaments.middleware import EventRequest
from tournaments.models import Tournament
from tournaments.views.answers import CONFLICT, UNPROCESSABLE, add_refusal

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


def carried_out(
    request: EventRequest,
    form: SubmissionForm,
    write: Callable[[], object],
    verb: Verb,
    *,
    missing: tuple[type[ObjectDoesNotExist], ...] = (),
    otherwise: str = "",
    **details: object,
) -> int | None:
    """Carries out what was sent: None where it is done, else the status of the page to show, 200
    where it is only looked at.

    `write` does it, with what a valid form holds. A form sent before is done where that recorded
    `verb` with `details`, and with the reason that the form gives; where not, it says so, or what
    `otherwise` says. What was refused can be
    sent again, as a submission of its own. Raises Http404 where `write` raises one of `missing`.
    """
    if request.method != "POST":
        return 200
    if not form.is_valid():
        return UNPROCESSABLE
    try:
        write()
    except AlreadyDone as done:
        if "reason" in form.fields:
            details |= form.valid("reason")
        if is_repeat(done, verb, request.tournament, **details):
            return None
        form.renew()
        form.add_error(None, otherwise or SENT_BEFORE)
        return CONFLICT
    except missing:
        raise Http404("not in this event") from None
    except Refused as refused:
        form.renew()
        return add_refusal(form, refused)
    return None
