"""Faults of filled score sheets in words; translated when they are shown."""

from typing import TYPE_CHECKING

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from scoring.deals import TRICKS_IN_DEAL
from tournaments.imports.faults import Fault, FaultCode
from tournaments.imports.filled_faults import FilledCode, FilledFault
from tournaments.imports.wording import fault_sentence

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

_SHOWN = 60

_SENTENCES = {
    FilledCode.NOT_THE_FORM: _(
        "This workbook is not the one of score sheets from this site. Choose the workbook that "
        "was taken from the event's own pages and filled in."
    ),
    FilledCode.OTHER_VERSION: _(
        "The workbook is of version {text}, which this site does not read. Take a new one from "
        "the event's pages and copy the deals to it."
    ),
    FilledCode.OTHER_EVENT: _(
        "The workbook belongs to another event, {text}. Choose the workbook of this one."
    ),
    FilledCode.FORMULA_CELL: _(
        "a formula, “{text}”. Formulas are not worked out: write what it should say. "
        "Where a line begins with =, write ' before it."
    ),
    FilledCode.OTHER_CELL: _(
        "“{text}”, which is a date, true or false, or an error. Write a word or a number."
    ),
    FilledCode.GAME_MISSING: _("Choose the game: RAMI or NOLO."),
    FilledCode.GAME_UNKNOWN: _("“{text}” is no game. Write rami or nolo."),
    FilledCode.DECLARER_UNKNOWN: _("“{text}” is no declarer. Write A or B."),
    FilledCode.TRICKS_MISSING: _("Write pair A's tricks, or say that the rise fell."),
    FilledCode.TRICKS_UNREAD: _(
        "“{text}” is no number of tricks. Write pair A's tricks from 0 to {most}, or fell."
    ),
    FilledCode.BOTH_WAYS: _(
        "“{text}” stands beside a game, a declarer or tricks. Leave one of the two ways empty."
    ),
    FilledCode.GAP: _(
        "The row is empty, and lines follow it. Fill it in, or move the lines after it up."
    ),
    FilledCode.OTHER_MATCH: _(
        "The row is of match {text} and stands under match {number}. Move what is filled in to "
        "its own match."
    ),
    FilledCode.MATCH_TWICE: _(
        "Match {number} is filled in here and otherwise at {text}. Leave one of them filled in."
    ),
    FilledCode.NO_MATCH: _("“{text}” stands under no match. Move it to its match."),
    FilledCode.PAIRS_UNREAD: _(
        "The numbers of the pairs are no longer there. Copy the deals to a new workbook."
    ),
}

# The same faults an entry list can have, where its words would speak of entries.
_FILE_SENTENCES = {
    FaultCode.EMPTY: _("There is nothing in it. Choose the workbook of filled score sheets."),
    FaultCode.TOO_LARGE: _(
        "The workbook is larger than {number} MB. Copy the filled deals to a new one and try again."
    ),
    FaultCode.UNPACKS_TOO_LARGE: _(
        "The workbook is far too large inside. Copy the filled deals to a new one and try again."
    ),
    FaultCode.OTHER_FORMAT: _(
        "Files of the kind {text} cannot be read. Save the workbook as .xlsx and try again."
    ),
    FaultCode.DAMAGED: _("The file cannot be read as a workbook. Save it as .xlsx and try again."),
    FaultCode.TOO_MANY_ROWS: _(
        "A sheet goes on below row {number}. Remove what is not part of the score sheets."
    ),
    FaultCode.TOO_MANY_COLUMNS: _(
        "A sheet has more than {number} columns. Remove what is not part of the score sheets."
    ),
    FaultCode.TOO_MANY_SHEETS: _(
        "The workbook has more than {number} sheets. Copy the filled deals to a new one."
    ),
}


def filled_sentence(fault: FilledFault) -> "_StrPromise":
    """The fault in words, with its sheet and cell where it has one; a lazy string."""
    text = fault.text if len(fault.text) <= _SHOWN else f"{fault.text[:_SHOWN]}…"
    sentence = format_lazy(
        _SENTENCES[fault.code], text=text, number=fault.number, most=TRICKS_IN_DEAL
    )
    return at_cell(fault.sheet, fault.cell, sentence) if fault.cell else sentence


def at_cell(sheet: str, cell: str, sentence: "str | _StrPromise") -> "_StrPromise":
    """A sentence about one cell, with where the cell is."""
    return format_lazy(
        _("{sheet}, cell {cell}: {sentence}"), sheet=sheet, cell=cell, sentence=sentence
    )


def file_sentence(fault: Fault) -> "_StrPromise":
    """Why a file is no workbook that can be read, in the words of score sheets."""
    sentence = _FILE_SENTENCES.get(fault.code)
    if sentence is None:
        return fault_sentence(fault)
    return format_lazy(sentence, text=fault.text, number=fault.number)
