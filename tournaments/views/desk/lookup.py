"""What the pages of the desk share: finding the match, answering htmx, refusing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_htmx.middleware import HtmxDetails

from scoring.deals import Side
from scoring.ledger import Entry, Ledger
from scoring.notation import format_entry
from tournaments.actions.audit import Verb
from tournaments.actions.refusals import AlreadyDone
from tournaments.forms.sheets import SheetForm
from tournaments.ledger import entries_at
from tournaments.middleware import EventRequest
from tournaments.models import Match
from tournaments.models.play import LARGEST_NUMBER
from tournaments.queries.matches import MatchView, match_by_number
from tournaments.queries.pairs import PairView
from tournaments.queries.sheets import SheetView, lines_of
from tournaments.sentences import consequences, line_sentence

SENT_BEFORE = gettext_lazy(
    "This form was sent before with something else in it, and that was written. What you entered "
    "now is not written yet: look it over and send it again."
)


def match_or_404(
    request: EventRequest, number: int, pairs: dict[int, PairView] | None = None
) -> MatchView:
    """The match of this number in the request's event; raises Http404.

    One query, two more where `pairs`, all of the event, is not given.
    """
    view = match_by_number(request.tournament, number, pairs) if number <= LARGEST_NUMBER else None
    if view is None:
        raise Http404("no such match")
    return view


def match_row_or_404(request: EventRequest, number: int) -> Match:
    """The match alone, for a write: its pairs are read only where there is a page to show."""
    if number > LARGEST_NUMBER:
        raise Http404("no such match")
    return get_object_or_404(Match, tournament=request.tournament, number=number)


def wants_fragment(request: EventRequest) -> bool:
    """Whether htmx asks for a piece of the page. Going back in history it wants the whole."""
    htmx: HtmxDetails = request.htmx  # type: ignore[attr-defined]
    return bool(htmx) and not htmx.history_restore_request


def told_apart(response: HttpResponse) -> HttpResponse:
    """Marks that page and fragment share an address, so that a browser keeps them apart."""
    patch_vary_headers(response, ["HX-Request"])
    return response


def is_repeat(done: AlreadyDone, view: MatchView, notation: str, *, whole: bool) -> bool:
    """Whether the earlier submission wrote just this line, or just this whole sheet (one query).

    A token is made by the page: somebody who goes back to a page that was sent can send it again
    with something else in it.
    """
    revision = done.record.details.get("revision")
    if done.record.match_id != view.match.pk or revision is None:
        return False
    lines = [format_entry(entry) for entry in entries_at(view.match, revision)]
    return " ".join(lines if whole else lines[-1:]) == notation


def tell_written(request: EventRequest, entries: Sequence[Entry], ledger: Ledger) -> None:
    """Says the last of the entries that a write has left on a sheet, with their ledger, and what
    came of it."""
    written = _("Written. %(line)s") % {"line": line_sentence(lines_of(entries, ledger)[-1])}
    messages.success(request, " ".join([written, *consequences(ledger)]))


def tell_repeated(request: EventRequest) -> None:
    """Says that a form came twice and was carried out once."""
    messages.info(request, _("Already saved: the form came twice and counts once."))


def is_confirmed_before(done: AlreadyDone, match: Match, sides: Iterable[Side]) -> bool:
    """Whether the earlier submission confirmed this match, for these sides and no other."""
    record = done.record
    return (
        record.verb == Verb.CONFIRM_RESULT
        and record.match_id == match.pk
        and set(record.details.get("sides", [])) <= {side.value for side in sides}
    )


_Form = TypeVar("_Form", bound=SheetForm)


def asked_again(kind: type[_Form], view: MatchView, **typed: Any) -> _Form:
    """A fresh form that keeps what was `typed`, made from the sheet as it is now."""
    return kind(initial={"revision": view.match.revision, **typed})


def is_stale(request: EventRequest, view: MatchView) -> bool:
    """Whether a form was made from an older sheet than there is."""
    return request.POST.get("revision", "") != str(view.match.revision)


def preset_reason(now: SheetView) -> str:
    """The reason a correction begins with: the sheet of a bare result has arrived."""
    return _("Sheet arrived") if now.bare_result else ""
