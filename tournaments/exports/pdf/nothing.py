"""A page that says why there is nothing to print."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.exports.event_head import EventHead
from tournaments.exports.file import ExportedFile, pdf_file
from tournaments.exports.pdf.document import flow_document
from tournaments.exports.pdf.wall import nothing_yet


def nothing_to_print(head: EventHead, title: str, what: str, why: str) -> ExportedFile:
    """A page for a file that would have none."""
    (story,) = nothing_yet(what, why)
    return pdf_file(flow_document(head, title, story))


def no_matches(head: EventHead, title: str, *, drawn: bool) -> ExportedFile:
    """The page of an event that is not `drawn` yet, or has no matches of the round or number."""
    if not drawn:
        what = _("No matches yet")
        why = _("Rounds, tables and times are made when the draw is published.")
    else:
        what = _("No such matches")
        why = _("The event has no matches of this round or number.")
    return nothing_to_print(head, title, what, why)
