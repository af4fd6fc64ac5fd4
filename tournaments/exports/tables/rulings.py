"""Rulings and the jury's decisions as tables. Notes for the staff are in neither."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.codes_in_words import OFFENCES
from tournaments.exports.remarks import deal_remark
from tournaments.exports.tables.table import Cell, Table, local
from tournaments.jury_wording import decision_subject, decision_title, members_text
from tournaments.models import JuryDecision
from tournaments.queries.sheets import SheetLine, SheetView
from tournaments.ruling_facts import Offence, offence_of


def rulings_table(sheets: Iterable[SheetView]) -> Table:
    """A row a ruling that stands on a sheet, by match and line."""
    return Table(
        _("Rulings"),
        [
            _("Match"),
            _("Line"),
            _("Deal"),
            _("Offence"),
            _("Against pair number"),
            _("Against pair"),
            _("Points"),
            _("Remark"),
            _("Ruled by"),
            _("Ruled at"),
        ],
        [
            _ruling_cells(sheet, line, offence)
            for sheet in sheets
            for line in sheet.lines
            if (offence := offence_of(line.entry))
        ],
        empty=_("No rulings"),
    )


def _ruling_cells(sheet: SheetView, line: SheetLine, offence: Offence) -> list[Cell]:
    offender = sheet.view.a if offence.against == "A" else sheet.view.b
    return [
        sheet.view.match.number,
        line.position,
        line.row.deal,
        str(OFFENCES[offence.code]),
        offender.number,
        offender.name,
        line.row.points,
        deal_remark(sheet, line),
        line.ruled.ruled_by if line.ruled else None,
        local(line.ruled.ruled_at) if line.ruled else None,
    ]


def decisions_table(decisions: Iterable[JuryDecision]) -> Table:
    """A row a decision in the order given, an undone one too."""
    return Table(
        _("Decisions of the jury"),
        [
            _("Number"),
            _("Made"),
            _("What was decided"),
            _("About"),
            _("Match points"),
            _("Reason"),
            _("Jury"),
            _("Recorded by"),
            _("Undone at"),
            _("Undone by"),
            _("Reason of the undoing"),
        ],
        [_decision_cells(decision) for decision in decisions],
        empty=_("The jury has decided nothing in this event."),
    )


def _decision_cells(decision: JuryDecision) -> list[Cell]:
    return [
        decision.number,
        local(decision.made_at),
        decision_title(decision),
        decision_subject(decision),
        decision.points,
        decision.reason,
        members_text(decision.jury),
        decision.made_by_name,
        local(decision.undone_at) if decision.undone_at else None,
        decision.undone_by_name,
        decision.undone_reason,
    ]
