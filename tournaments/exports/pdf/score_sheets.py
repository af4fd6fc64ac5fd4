"""Score sheets: to play on, blank, and as they stand. Black on white, large enough to write in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.ruleset import Ruleset
from tournaments.exports.event_head import EventHead, event_head
from tournaments.exports.file import ExportedFile, pdf_file
from tournaments.exports.options import FileOptions
from tournaments.exports.pdf.cutting import cut_document
from tournaments.exports.pdf.nothing import no_matches, nothing_to_print
from tournaments.exports.pdf.sheet_form import SheetForm, blank_form, filled_form, form_to_play
from tournaments.exports.pdf.sheet_pages import sheet_faces
from tournaments.exports.pdf.sheet_paper import PAPERS, SheetPaper
from tournaments.exports.stages import wanted_views
from tournaments.models import Course, JuryDecision, Tournament
from tournaments.printed_links import phones_can_open_links, sheet_address
from tournaments.queries.event_rulings import rulings_by_match
from tournaments.queries.jury import decisions_of
from tournaments.queries.matches import matches_of
from tournaments.queries.sheets import sheets_of, with_rulings


def score_sheets_pdf(tournament: Tournament, options: FileOptions) -> ExportedFile:
    """A sheet for every match of the event but the annulled ones, by number (four queries)."""
    return _to_play(tournament, options, with_links=False)


def score_sheets_with_links_pdf(tournament: Tournament, options: FileOptions) -> ExportedFile:
    """The same with a code on each sheet by which the match can be written on a phone, unless no
    phone could open it: for organisers only."""
    return _to_play(tournament, options, with_links=phones_can_open_links())


def _to_play(tournament: Tournament, options: FileOptions, *, with_links: bool) -> ExportedFile:
    head = event_head(tournament)
    matches = matches_of(tournament)
    chosen = wanted_views(matches, options)
    views = [view for view in chosen if not view.match.annulled]
    title = _("Score sheets")
    if not chosen:
        return no_matches(head, title, drawn=bool(matches))
    if not views:
        why = (
            _("Every match of the round is annulled.")
            if options.round or options.stage
            else _("Every match of the event is annulled.")
        )
        return nothing_to_print(head, title, _("No matches to play"), why)
    forms = []
    for view in views:
        view.match.tournament = tournament  # of which the link is made; known already
        with_link = with_links and not view.match.is_confirmed
        forms.append(form_to_play(view, sheet_address(view.match) if with_link else ""))
    return _sheets(head, title, forms, PAPERS[options.paper])


def blank_sheets_pdf(tournament: Tournament, options: FileOptions) -> ExportedFile:
    """A sheet without names for each number of deals that the event's pools and its knock-out
    have; before a draw for each that they may have (R21, R29). Three queries.

    On A5 each of them is there twice, so that a paper has the same sheet on both halves.
    """
    head = event_head(tournament)
    deals = set(tournament.pools.live().values_list("deals", flat=True))
    for each in tournament.brackets.filter(counts=True).values_list("deals", flat=True):
        deals.update(each)
    if not deals:
        rules = Ruleset.from_record(tournament.rules)
        deals = {rules.deals_in_large_pool, rules.deals_in_small_pool}
        if tournament.course == Course.KNOCKOUT:
            deals = {rules.deals_in_knockout}
    paper = PAPERS[options.paper]
    forms = [blank_form(each) for each in sorted(deals)] * paper.cut.parts
    return _sheets(head, _("Blank score sheets"), forms, paper)


def filled_sheets_pdf(tournament: Tournament, options: FileOptions) -> ExportedFile:
    """The sheet of every match that has begun, annulled ones too, by number (seven queries)."""
    head = event_head(tournament)
    matches = matches_of(tournament)
    chosen = [
        view
        for view in wanted_views(matches, options)
        if options.match is None or view.match.number == options.match
    ]
    views = [view for view in chosen if view.match.is_started]
    title = _("Filled score sheets")
    if not chosen:
        return no_matches(head, title, drawn=bool(matches))
    if not views:
        why = _("A sheet can be printed here from its first deal on.")
        return nothing_to_print(head, title, _("No sheets yet"), why)
    rulings = rulings_by_match(tournament)
    decisions: dict[int | None, list[JuryDecision]] = defaultdict(list)
    for decision in reversed(decisions_of(tournament)):
        if not decision.is_undone:
            decisions[decision.match_id].append(decision)
    forms = [
        filled_form(
            with_rulings(sheet, rulings.get(sheet.view.match.pk, {})),
            decisions[sheet.view.match.pk],
        )
        for sheet in sheets_of(views)
    ]
    return _sheets(head, title, forms, PAPERS[options.paper])


def _sheets(
    head: EventHead, title: str, forms: Sequence[SheetForm], paper: SheetPaper
) -> ExportedFile:
    faces = [face for form in forms for face in sheet_faces(head, form, paper)]
    return pdf_file(cut_document(f"{title} – {head.name}", faces, paper.cut))
