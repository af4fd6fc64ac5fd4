"""Writing a deal at the table: by the page's form, by a script, by a phone that was offline.

POST to `…/deal/` under either kind of link, as a form (application/x-www-form-urlencoded):

    entry      one deal in the short notation of RULES.md, `ra8`, `nb4`, `ra/`; no rulings
    token      a UUID that names this submission: sent again it counts once
    revision   the sheet's revision that was seen (`data-revision` of the page's `#entry`), or
    follows    the token of an earlier submission, in its place: the sheet must be just as that
               submission left it. A queue that was offline sends its first deal with `revision`
               and each later one with the token of the one before.

No CSRF token and no cookie is needed: the address is the right to write. Without more the answer
is a page: 302 to the match, or the page again with 422 or 409. With `Accept: application/json`:

    200  {"saved": true, "repeated": bool, "revision": n, "deals_played": n, "said": "…"}
         Written; `repeated` where it had been before. `revision` and `deals_played` are the
         sheet's as this submission left it; `said` tells the deal and what it ended.
    409  {"saved": false, "message": "…", "revision": n, "lines": ["…", …]}
         The sheet is another one than was seen or followed. `revision` is the one it is at and
         `lines` are its last ones in words, at most three, the newest last. Also for a token
         that was used for another deal.
    422  {"saved": false, "message": "…"}
         The rules or the form refuse it; sending it again will not help. Also where the match is
         annulled, or both pairs have confirmed its result.
    404  {"saved": false, "message": "…"}   wrong link, or the match is not at this table
    410  {"saved": false, "message": "…"}   a score sheet's link whose result both have confirmed
    429  {"saved": false, "message": "…"}   too many wrong links from this network

Whether a submission was written before is asked before all else but the link itself, so whoever
lost an answer may send again at any time, after the match too.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.ledger import Entry, Ledger, replay
from scoring.notation import NotationFault, format_sheet, parse_sheet
from tournaments.actions.refusals import AlreadyDone, Refused
from tournaments.actions.table_sheets import Confirmed, write_deal
from tournaments.forms.sheets import MOST_LETTERS_IN_LINE
from tournaments.forms.table_sheets import DealForm
from tournaments.ledger import entries_at, format_of
from tournaments.middleware import EventRequest
from tournaments.models import Match
from tournaments.permissions import Act
from tournaments.queries.sheets import lines_of
from tournaments.sentences import consequences, fault_sentence, line_sentence
from tournaments.table_addresses import TableAddresses
from tournaments.views.answers import CONFLICT, UNPROCESSABLE, status_of
from tournaments.views.deal_steps import read_choice
from tournaments.views.declared import page
from tournaments.views.desk.lookup import SENT_BEFORE, tell_repeated
from tournaments.views.table.dead_links import LinkIsDead, is_elsewhere, is_over, wants_json
from tournaments.views.table.lookup import match_row
from tournaments.views.table.opened_by_link import by_link
from tournaments.views.table.page import match_page

LINES_TOLD = 3


@page(Act.KEEP_SHEET, "GET", "HEAD", "POST")
@by_link
def deal(request: EventRequest, addresses: TableAddresses) -> HttpResponse:
    """Writes a deal; see above."""
    if request.method != "POST":
        return redirect(addresses["match"])
    match = match_row(request, addresses)
    form = DealForm(request.POST)
    if not form.is_valid():
        message = _("Nothing was written: the form came incomplete. Choose the deal again.")
        return _refused(request, addresses, match, message, UNPROCESSABLE, offer_again=True)
    entry = form.cleaned_data["entry"]
    try:
        written = write_deal(
            actor=request.actor,
            match=match,
            notation=entry,
            seen_revision=form.cleaned_data["revision"],
            follows=form.cleaned_data["follows"],
            token=form.cleaned_data["token"],
        )
    except PermissionDenied:
        raise LinkIsDead(is_elsewhere(request, addresses)) from None
    except AlreadyDone as done:
        revision = done.record.details.get("revision")
        if done.record.match_id != match.pk or not _is_deal(match, revision, entry):
            return _refused(request, addresses, match, str(SENT_BEFORE), CONFLICT)
        sheet = _sheet_at(match, revision)
        return _saved(request, addresses, revision, *sheet, repeated=True)
    except NotationFault as fault:
        return _refused(request, addresses, match, fault_sentence(fault), UNPROCESSABLE)
    except Confirmed as refused:
        if not addresses.follows_table:
            raise LinkIsDead(is_over(request, match)) from None
        return _refused(request, addresses, match, refused.message, UNPROCESSABLE)
    except Refused as refused:
        return _refused(request, addresses, match, refused.message, status_of(refused))
    revision = written.match.revision
    return _saved(request, addresses, revision, written.entries, written.ledger, repeated=False)


def _saved(
    request: EventRequest,
    addresses: TableAddresses,
    revision: int,
    entries: tuple[Entry, ...],
    ledger: Ledger,
    *,
    repeated: bool,
) -> HttpResponse:
    said = " ".join([line_sentence(lines_of(entries, ledger)[-1]), *consequences(ledger)])
    if wants_json(request):
        return JsonResponse(
            {
                "saved": True,
                "repeated": repeated,
                "revision": revision,
                "deals_played": ledger.deals_played,
                "said": said,
            }
        )
    if repeated:
        tell_repeated(request)
    else:
        messages.success(request, _("Written. %(line)s") % {"line": said})
    return redirect(addresses["match"])


def _refused(
    request: EventRequest,
    addresses: TableAddresses,
    match: Match,
    message: str,
    status: int,
    *,
    offer_again: bool = False,
) -> HttpResponse:
    if wants_json(request):
        answer: dict[str, Any] = {"saved": False, "message": message}
        if status == CONFLICT:
            match.refresh_from_db()
            entries, ledger = _sheet_at(match, match.revision)
            lines = lines_of(entries, ledger)[-LINES_TOLD:]
            answer["revision"] = match.revision
            answer["lines"] = [line_sentence(line) for line in lines]
        return JsonResponse(answer, status=status)
    typed = request.POST.get("entry", "")[:MOST_LETTERS_IN_LINE].strip()
    choice = read_choice(request.GET.dict())[0]
    if offer_again:
        choice = replace(choice, entry=typed)
    return match_page(request, addresses, choice=choice, problem=message, status=status)


def _is_deal(match: Match, revision: int | None, notation: str) -> bool:
    """Whether the sheet's revision of this number ends in just this line."""
    if revision is None:
        return False
    entries = entries_at(match, revision)
    try:
        typed = f"{format_sheet(entries[:-1])} {notation}"
        return bool(entries) and parse_sheet(typed, format_of(match)) == entries
    except NotationFault:
        return False


def _sheet_at(match: Match, revision: int) -> tuple[tuple[Entry, ...], Ledger]:
    entries = entries_at(match, revision)
    return entries, replay(format_of(match), entries)
