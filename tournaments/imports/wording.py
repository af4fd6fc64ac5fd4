"""Faults, roles and choices of an import in words; translated when they are shown.

The rest of the import speaks in codes. A sentence says what is wrong and what to do; it may
hold anything the file held, so a page escapes it like any other text.
"""

from typing import TYPE_CHECKING

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.imports.faults import Fault, FaultCode
from tournaments.imports.roles import Role
from tournaments.imports.tables import Delimiter, Encoding

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

_SHOWN = 60

_SENTENCES = {
    FaultCode.EMPTY: _("There is nothing in it. Choose a file with the entries or paste them."),
    FaultCode.TOO_LARGE: _(
        "The list is larger than {number} MB. Save only the sheet of the entries and try again."
    ),
    FaultCode.UNPACKS_TOO_LARGE: _(
        "The workbook is far too large inside. Copy the entries to a new workbook and try again."
    ),
    FaultCode.NOT_TEXT: _(
        "The file is neither a workbook nor text. Save the list as .xlsx or .csv and try again."
    ),
    FaultCode.WRONG_ENCODING: _(
        "The file is not written in the encoding {text}. Choose another encoding."
    ),
    FaultCode.OLD_EXCEL: _("The workbook is of an old kind. Save it as .xlsx and try again."),
    FaultCode.ENCRYPTED: _(
        "The workbook is locked with a password. Save it without one and try again."
    ),
    FaultCode.OTHER_FORMAT: _(
        "Files of the kind {text} cannot be read. Save the list as .xlsx or .csv and try again."
    ),
    FaultCode.DAMAGED: _(
        "The workbook cannot be read. Open it, save it again as .xlsx or .csv, and try again."
    ),
    FaultCode.TOO_MANY_ROWS: _(
        "The list goes on below row {number}. Remove what is not part of the entries."
    ),
    FaultCode.TOO_MANY_COLUMNS: _(
        "The list has more than {number} columns. Remove what is not part of the entries."
    ),
    FaultCode.TOO_MANY_SHEETS: _(
        "The workbook has more than {number} sheets. Copy the entries to a new workbook."
    ),
    FaultCode.NO_SUCH_SHEET: _(
        "There is nothing on a sheet called “{text}”. Choose a sheet from the list."
    ),
    FaultCode.CHOOSE_SHEET: _("The workbook has several sheets. Choose the one of the entries."),
    FaultCode.NO_SUCH_ROW: _(
        "There is no row {number} to hold the headings. Choose a row of the list."
    ),
    FaultCode.NO_NAME_COLUMN: _("No column holds names. Choose what each column holds."),
    FaultCode.COLUMNS_UNCLEAR: _(
        "It is not clear what the columns hold. Choose what each column holds."
    ),
    FaultCode.ROLES_CLASH: _(
        "Columns {text} cannot hold this together. Choose what each column holds again."
    ),
    FaultCode.NO_ENTRIES: _("There are no names below the headings. Check the row of headings."),
    FaultCode.HALF_PAIR: _("{text} has no partner (cell {cell}). Add the other player."),
    FaultCode.PLAYERS_MISSING: _("Row {row} has no names. Add both players or empty the row."),
    FaultCode.TOO_MANY_PLAYERS: _(
        "Cell {cell} makes more than two players: “{text}”. Leave two names to a pair."
    ),
    FaultCode.SAME_PLAYER: _(
        "{text} is both players of the pair (cell {cell}). Correct one of the names."
    ),
    FaultCode.PLAYER_TWICE: _(
        "{text} (cell {cell}) already plays in row {number}. Keep the player in one pair. "
        "Enter by hand a pair with somebody else of the same name."
    ),
    FaultCode.PAIR_TWICE: _(
        "The pair of row {row} already stands in row {number}. Remove one of the rows."
    ),
    FaultCode.PLAYER_ENTERED: _(
        "{text} (cell {cell}) already plays in pair {number} of the event. "
        "Keep the player in one pair. "
        "Enter by hand a pair with somebody else of the same name."
    ),
    FaultCode.NAME_TOO_LONG: _(
        "The name in cell {cell} is longer than {number} characters: “{text}”. Shorten it."
    ),
    FaultCode.CLUB_TOO_LONG: _(
        "The club in cell {cell} is longer than {number} characters: “{text}”. Shorten it."
    ),
    FaultCode.NO_LETTERS: _("Cell {cell} has no letters: “{text}”. Write a name."),
    FaultCode.CONTROL_CHARACTER: _(
        "Cell {cell} holds a character that cannot be seen: “{text}”. Type the name anew."
    ),
    FaultCode.LINE_BREAK: _(
        "Cell {cell} holds a line break: “{text}”. Write the name on one line."
    ),
    FaultCode.MARKUP: _("Cell {cell} holds < or >: “{text}”. Write the name without them."),
    FaultCode.FORMULA: _("Cell {cell} looks like a formula: “{text}”. Write a name."),
    FaultCode.PHONE_NUMBER: _("Cell {cell} looks like a phone number: “{text}”. Write a name."),
    FaultCode.FORMULA_CELL: _("Cell {cell} holds a formula: “{text}”. Write a name."),
    FaultCode.NUMBER_CELL: _("Cell {cell} holds a number: “{text}”. Write a name."),
    FaultCode.DATE_CELL: _("Cell {cell} holds a date or time: “{text}”. Write a name."),
    FaultCode.TRUTH_CELL: _("Cell {cell} holds true or false: “{text}”. Write a name."),
    FaultCode.ERROR_CELL: _("Cell {cell} holds an error: “{text}”. Write a name."),
    FaultCode.ENCODING_GUESSED: _(
        "The file does not tell its encoding; it was read as {text}. "
        "If letters look wrong, choose another."
    ),
    FaultCode.SURNAME_FIRST_SUGGESTED: _(
        "The headings say that surnames come first. If they do, choose so."
    ),
    FaultCode.ROW_PASSED_OVER: _(
        "Row {row} names no pair and is passed over: “{text}”. Nothing needs to be done."
    ),
    FaultCode.EXTRA_CELL: _(
        "Cell {cell} is beside the columns and is not taken: “{text}”. "
        "If it matters, choose what the column holds."
    ),
    FaultCode.CLUB_MAY_BE_TWO: _(
        "Cell {cell} is taken as one club: “{text}”. If it is two, give each a column."
    ),
    FaultCode.PARTED_BY_MARK: _(
        "Row {row} is read as the two players {text}. If they are others, mend the row."
    ),
    FaultCode.CLUB_OF_BOTH: _(
        "“{text}” beside the names is taken as the club of both. If it is not, mend the row."
    ),
    FaultCode.CLUB_IN_BRACKETS: _(
        "“{text}” in brackets is taken as the player's club. If it is not, mend the row."
    ),
    FaultCode.PAID_UNCLEAR: _(
        "Cell {cell} does not say whether the fee is paid: “{text}”. It is taken as not paid."
    ),
    FaultCode.PLACE_UNCLEAR: _("Cell {cell} holds no place: “{text}”. It is left without."),
}

# The same of text that was pasted line by line: it has no cells.
_LINE_SENTENCES = {
    FaultCode.HALF_PAIR: _(
        "Only one player was found on line {row}: “{text}”. Write both players, "
        "parted by a slash: First Last / First Last."
    ),
    FaultCode.TOO_MANY_PLAYERS: _(
        "Line {row} makes more than two players: “{text}”. Leave two names to a pair."
    ),
    FaultCode.SAME_PLAYER: _("{text} is both players of line {row}. Correct one of the names."),
    FaultCode.PLAYER_TWICE: _(
        "{text} (line {row}) already plays on line {number}. Keep the player in one pair. "
        "Enter by hand a pair with somebody else of the same name."
    ),
    FaultCode.PLAYER_ENTERED: _(
        "{text} (line {row}) already plays in pair {number} of the event. "
        "Keep the player in one pair. "
        "Enter by hand a pair with somebody else of the same name."
    ),
    FaultCode.NAME_TOO_LONG: _(
        "A name on line {row} is longer than {number} characters: “{text}”. Shorten it."
    ),
    FaultCode.CLUB_TOO_LONG: _(
        "The club on line {row} is longer than {number} characters: “{text}”. Shorten it."
    ),
    FaultCode.NO_LETTERS: _("Line {row} has no letters in a name: “{text}”. Write the name."),
    FaultCode.CONTROL_CHARACTER: _(
        "Line {row} holds a character that cannot be seen: “{text}”. Type the name anew."
    ),
    FaultCode.MARKUP: _("Line {row} holds < or >: “{text}”. Write the name without them."),
    FaultCode.FORMULA: _("Line {row} looks like a formula: “{text}”. Write a name."),
    FaultCode.PHONE_NUMBER: _("Line {row} holds a phone number: “{text}”. Write a name."),
    FaultCode.CLUB_MAY_BE_TWO: _(
        "On line {row}, “{text}” is taken as one club. If it is two, mend the row."
    ),
}

_ROLES = {
    Role.PLAYER_1: _("Player 1"),
    Role.SURNAME_1: _("Surname of player 1"),
    Role.FIRST_NAME_1: _("First name of player 1"),
    Role.CLUB_1: _("Club of player 1"),
    Role.PLAYER_2: _("Player 2"),
    Role.SURNAME_2: _("Surname of player 2"),
    Role.FIRST_NAME_2: _("First name of player 2"),
    Role.CLUB_2: _("Club of player 2"),
    Role.PAIR: _("Both players in one cell"),
    Role.CLUB: _("Club"),
    Role.NUMBER: _("Number"),
    Role.PAID: _("Fee paid"),
    Role.PLACE: _("Place"),
    Role.IGNORE: _("Not taken"),
}

_ENCODINGS = {
    Encoding.UTF_8: "UTF-8",
    Encoding.UTF_16: "UTF-16",
    Encoding.WINDOWS_1252: "Windows-1252",
    Encoding.MAC_ROMAN: "Mac Roman",
}

_DELIMITERS = {
    Delimiter.TAB: _("Tab"),
    Delimiter.SEMICOLON: _("Semicolon (;)"),
    Delimiter.COMMA: _("Comma (,)"),
    Delimiter.NONE: _("Nothing, one column"),
}


def fault_sentence(fault: Fault) -> "_StrPromise":
    """The fault or warning in words: a lazy string, translated when it is shown.

    A long text is shortened here for reading, with an ellipsis; the fault keeps it whole.
    """
    sentence = _LINE_SENTENCES.get(fault.code) if fault.cell is None else None
    return format_lazy(
        sentence or _SENTENCES[fault.code],
        row=fault.row,
        cell=fault.cell,
        text=_shortened(fault.text or ""),
        number=fault.number,
    )


def role_label(role: Role) -> "_StrPromise":
    """What a column holds, as a choice; a lazy string."""
    return _ROLES[role]


def encoding_label(encoding: Encoding) -> str:
    """The name of an encoding; it is the same in every language."""
    return _ENCODINGS[encoding]


def delimiter_label(delimiter: Delimiter) -> "_StrPromise":
    """The name of a delimiter; a lazy string."""
    return _DELIMITERS[delimiter]


def _shortened(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
