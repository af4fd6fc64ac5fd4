"""What can be wrong with an entry list: codes with their particulars, no wording."""

import unicodedata
from dataclasses import dataclass
from enum import StrEnum


class FaultCode(StrEnum):
    """Every fault and every warning an import can tell."""

    # The file cannot be read; nothing of it is shown.
    EMPTY = "empty"
    TOO_LARGE = "too_large"
    UNPACKS_TOO_LARGE = "unpacks_too_large"
    NOT_TEXT = "not_text"
    WRONG_ENCODING = "wrong_encoding"
    OLD_EXCEL = "old_excel"
    ENCRYPTED = "encrypted"
    OTHER_FORMAT = "other_format"
    DAMAGED = "damaged"
    TOO_MANY_ROWS = "too_many_rows"
    TOO_MANY_COLUMNS = "too_many_columns"
    TOO_MANY_SHEETS = "too_many_sheets"
    NO_SUCH_SHEET = "no_such_sheet"

    # The file was read, but it needs a choice before there are pairs.
    CHOOSE_SHEET = "choose_sheet"
    NO_SUCH_ROW = "no_such_row"
    NO_NAME_COLUMN = "no_name_column"
    COLUMNS_UNCLEAR = "columns_unclear"
    ROLES_CLASH = "roles_clash"
    NO_ENTRIES = "no_entries"

    # A row cannot be taken as it is.
    HALF_PAIR = "half_pair"
    PLAYERS_MISSING = "players_missing"
    TOO_MANY_PLAYERS = "too_many_players"
    SAME_PLAYER = "same_player"
    PLAYER_TWICE = "player_twice"
    PAIR_TWICE = "pair_twice"
    PLAYER_ENTERED = "player_entered"
    NAME_TOO_LONG = "name_too_long"
    CLUB_TOO_LONG = "club_too_long"
    NO_LETTERS = "no_letters"
    CONTROL_CHARACTER = "control_character"
    LINE_BREAK = "line_break"
    MARKUP = "markup"
    FORMULA = "formula"
    PHONE_NUMBER = "phone_number"
    FORMULA_CELL = "formula_cell"
    NUMBER_CELL = "number_cell"
    DATE_CELL = "date_cell"
    TRUTH_CELL = "truth_cell"
    ERROR_CELL = "error_cell"

    # Told, but no hindrance.
    ENCODING_GUESSED = "encoding_guessed"
    SURNAME_FIRST_SUGGESTED = "surname_first_suggested"
    ROW_PASSED_OVER = "row_passed_over"
    EXTRA_CELL = "extra_cell"
    CLUB_MAY_BE_TWO = "club_may_be_two"
    PARTED_BY_MARK = "parted_by_mark"
    CLUB_OF_BOTH = "club_of_both"
    CLUB_IN_BRACKETS = "club_in_brackets"
    PAID_UNCLEAR = "paid_unclear"
    PLACE_UNCLEAR = "place_unclear"


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault or warning and where it stands.

    `row` is the row as a spreadsheet numbers it, from 1; `cell` its address, "B4". `text` is
    what stands there, whole, with unfit characters made visible. `number` is a limit, another
    row or the number of a pair, as the code has it. Each is None where the code has no use
    for it; `cell` is None, too, in text that was pasted line by line and has none.
    """

    code: FaultCode
    row: int | None = None
    cell: str | None = None
    text: str | None = None
    number: int | None = None


class UnreadableFile(Exception):
    """The file or pasted text is refused as a whole, for the reason in `fault`."""

    def __init__(
        self, code: FaultCode, *, text: str | None = None, number: int | None = None
    ) -> None:
        super().__init__(code.value)
        self.fault = Fault(code, text=None if text is None else visible(text), number=number)


def visible(text: str) -> str:
    """`text` with every character that cannot be shown or stored written out as [U+0007].

    Databases refuse some of them and a page would hide the others. Line breaks and tabs are
    written out too.
    """
    if text.isprintable():
        return text
    return "".join(f"[U+{ord(c):04X}]" if _is_hidden(c) else c for c in text)


def _is_hidden(c: str) -> bool:
    return unicodedata.category(c) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
