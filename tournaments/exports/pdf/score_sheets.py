"""Score sheets: to play on, blank, and as they stand. Black on white, large enough to write in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas

from scoring.ruleset import Ruleset
from tournaments.exports.event_head import EventHead, event_head
from tournaments.exports.file import ExportedFile, pdf_file
from tournaments.exports.options import FileOptions
from tournaments.exports.pdf.cutting import Face, cut_document
from tournaments.exports.pdf.nothing import no_matches, nothing_to_print
from tournaments.exports.pdf.paper import MM
from tournaments.exports.pdf.sheet_foot import SheetFoot
from tournaments.exports.pdf.sheet_form import SheetForm, blank_form, filled_form, form_to_play
from tournaments.exports.pdf.sheet_grid import SheetGrid
from tournaments.exports.pdf.sheet_head import SheetHead
from tournaments.exports.pdf.sheet_paper import ON_A4, PAPERS, SheetPaper
from tournaments.exports.pdf.sheet_rows import Room, Section, pages_of
from tournaments.models import JuryDecision, Tournament
from tournaments.queries.event_rulings import rulings_by_match
from tournaments.queries.jury import decisions_of
from tournaments.queries.matches import MatchView, matches_of
from tournaments.queries.sheets import sheets_of, with_rulings

_GAP = 2.5 * MM


def score_sheets_pdf(tournament: Tournament, options: FileOptions) -> ExportedFile:
    """A sheet for every match of the event but the annulled ones, by number (four queries)."""
    head = event_head(tournament)
    matches = matches_of(tournament)
    chosen = _of_round(matches, options)
    views = [view for view in chosen if not view.match.annulled]
    title = _("Score sheets")
    if not chosen:
        return no_matches(head, title, drawn=bool(matches))
    if not views:
        why = (
            _("Every match of the round is annulled.")
            if options.round
            else _("Every match of the event is annulled.")
        )
        return nothing_to_print(head, title, _("No matches to play"), why)
    return _sheets(head, title, [form_to_play(view) for view in views], PAPERS[options.paper])


def blank_sheets_pdf(tournament: Tournament, options: FileOptions) -> ExportedFile:
    """A sheet without names for each number of deals that the event's pools have; before a draw
    for each that they may have (R21). Two queries.

    On A5 each of them is there twice, so that a paper has the same sheet on both halves.
    """
    head = event_head(tournament)
    deals = set(tournament.pools.live().values_list("deals", flat=True))
    if not deals:
        rules = Ruleset.from_record(tournament.rules)
        deals = {rules.deals_in_large_pool, rules.deals_in_small_pool}
    paper = PAPERS[options.paper]
    forms = [blank_form(each) for each in sorted(deals)] * paper.cut.parts
    return _sheets(head, _("Blank score sheets"), forms, paper)


def filled_sheets_pdf(tournament: Tournament, options: FileOptions) -> ExportedFile:
    """The sheet of every match that has begun, annulled ones too, by number (seven queries)."""
    head = event_head(tournament)
    matches = matches_of(tournament)
    chosen = [
        view
        for view in _of_round(matches, options)
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


def sheet_faces(head: EventHead, form: SheetForm, paper: SheetPaper = ON_A4) -> list[Face]:
    """The pages of one sheet, each drawn on an upright A4."""
    upper, foot = SheetHead(head, form, paper), SheetFoot(head, form, paper)
    room = Room(
        height=paper.top - upper.height - paper.headings - _GAP - foot.height(()) - paper.bottom,
        row=paper.written_row if form.written else paper.row,
        bar=paper.bar,
        free=foot.free,
        remark_height=foot.remark_height,
    )
    said = sum(foot.remark_height(words) for words in form.decisions)
    pages = pages_of(form.sections, room, said)
    faces: list[Face] = []
    for number, sections in enumerate(pages, start=1):
        page = f"{number}/{len(pages)}" if len(pages) > 1 else ""
        remarks = [] if number > 1 else list(form.decisions)
        remarks += [row.remark for section in sections for row in section.rows if row.remark]
        faces.append(partial(_draw, upper, foot, paper, sections, remarks, page))
    return faces


def _draw(
    upper: SheetHead,
    foot: SheetFoot,
    paper: SheetPaper,
    sections: Sequence[Section],
    remarks: Sequence[str],
    page: str,
    canvas: Canvas,
) -> None:
    x = paper.side
    upper.draw(canvas, page, x, paper.top)
    foot_top = paper.bottom + foot.height(remarks)
    grid = SheetGrid(paper, x)
    grid.draw(canvas, sections, paper.top - upper.height, foot_top + _GAP)
    foot.draw(canvas, remarks, x, foot_top)


def _of_round(views: list[MatchView], options: FileOptions) -> list[MatchView]:
    return [view for view in views if options.round in (None, view.match.round)]


def _sheets(
    head: EventHead, title: str, forms: Sequence[SheetForm], paper: SheetPaper
) -> ExportedFile:
    faces = [face for form in forms for face in sheet_faces(head, form, paper)]
    return pdf_file(cut_document(f"{title} – {head.name}", faces, paper.cut))
