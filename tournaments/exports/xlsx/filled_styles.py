"""How the workbook of score sheets looks: its styles by name, and what its cells accept."""

from __future__ import annotations

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Protection, Side
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from scoring.deals import TRICKS_IN_DEAL

_THIN, _MEDIUM = Side(style="thin", color="999999"), Side(style="medium", color="333333")
_BOX = Border(left=_THIN, right=_THIN, top=_THIN, bottom=_THIN)
_HEAD = PatternFill("solid", fgColor="DDE6E0")
_WRITTEN = PatternFill("solid", fgColor="EEEEEE")
_CENTRE = Alignment(horizontal="center", vertical="center")
_LEFT = Alignment(horizontal="left", vertical="center")
_OPEN = Protection(locked=False)
_TEXT = "@"
"""The number format of text: what begins with = stays what was typed."""


def add_styles(workbook: Workbook) -> None:
    """Gives the workbook every style its sheets name."""

    def add(name: str, **parts: object) -> None:
        workbook.add_named_style(NamedStyle(name=f"sheets-{name}", **parts))

    plain, bold = Font(name="Calibri", size=11), Font(name="Calibri", size=11, bold=True)
    small = Font(name="Calibri", size=9, color="555555")
    typed = Font(name="Consolas", size=11)
    wrapped = Alignment(vertical="top", wrap_text=True)
    add("marker", font=Font(name="Calibri", size=8, color="777777"), alignment=_LEFT)
    add("title", font=Font(name="Calibri", size=14, bold=True), alignment=_LEFT)
    add("heading", font=bold, border=Border(bottom=_MEDIUM), alignment=_LEFT)
    add("heading-centre", font=bold, border=Border(bottom=_MEDIUM), alignment=_CENTRE)
    add("plain", font=plain, alignment=_LEFT)
    add("note", font=small, alignment=_LEFT)
    add("wrapped", font=plain, alignment=wrapped)
    add("step", font=bold, alignment=Alignment(horizontal="right", vertical="top", indent=1))
    add("typed", font=typed, alignment=Alignment(vertical="top"))
    add("head", font=bold, fill=_HEAD, border=Border(top=_MEDIUM), alignment=_CENTRE)
    add("head-b", font=bold, fill=_HEAD, alignment=_CENTRE)
    add("head-names", font=bold, fill=_HEAD, border=Border(top=_MEDIUM), alignment=_LEFT)
    add("head-names-b", font=bold, fill=_HEAD, alignment=_LEFT)
    add("line", font=small, border=_BOX, alignment=_CENTRE)
    add("input", font=plain, border=_BOX, alignment=_CENTRE, protection=_OPEN)
    add(
        "input-short",
        font=typed,
        border=_BOX,
        alignment=_LEFT,
        number_format=_TEXT,
        protection=_OPEN,
    )
    add("written", font=plain, border=_BOX, fill=_WRITTEN, alignment=_CENTRE)
    add("written-short", font=typed, border=_BOX, fill=_WRITTEN, alignment=_LEFT)


def add_choices(sheet: Worksheet, first: int, last: int, fell: str) -> None:
    """Lists to choose from in the cells of rows `first` to `last`, and what looks wrong in them.

    `fell` is the word for a rise that fell, "" where none can (R13).
    """
    tricks = [*map(str, range(TRICKS_IN_DEAL + 1)), *([fell] if fell else [])]
    no_tricks = (
        _("Write pair A's tricks, 0 to 13, or that the rise fell.")
        if fell
        else _("Write pair A's tricks, 0 to 13.")
    )
    for column, options, wrong in (
        ("C", ["rami", "nolo"], _("Write rami or nolo.")),
        ("D", ["A", "B"], _("Write A or B: the pair that declared. A nolo has no declarer.")),
        ("E", tricks, no_tricks),
    ):
        choice = DataValidation(
            type="list",
            formula1=f'"{",".join(options)}"',
            allow_blank=True,
            showErrorMessage=True,
            error=wrong,
            errorTitle=_("Score sheets"),
        )
        choice.add(f"{column}{first}:{column}{last}")
        sheet.add_data_validation(choice)
    grey, red = PatternFill(bgColor="CCCCCC"), PatternFill(bgColor="F6C7C0")
    declarers = f"D{first}:D{last}"
    # A nolo has no declarer, a rami has one (R4); heads have a number in column C.
    sheet.conditional_formatting.add(
        declarers, FormulaRule(formula=[f'AND($C{first}="nolo",$D{first}="")'], fill=grey)
    )
    sheet.conditional_formatting.add(
        declarers, FormulaRule(formula=[f'AND($C{first}="nolo",$D{first}<>"")'], fill=red)
    )
    sheet.conditional_formatting.add(
        declarers,
        FormulaRule(formula=[f'AND($C{first}="rami",$D{first}="",$E{first}<>"")'], fill=red),
    )
