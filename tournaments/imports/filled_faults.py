"""What can be wrong with a workbook of filled score sheets: codes, no wording."""

from dataclasses import dataclass
from enum import StrEnum

from tournaments.imports.faults import visible


class FilledCode(StrEnum):
    """Every fault a filled workbook can have, but what the rules find in a sheet that was read."""

    # The file is refused as a whole.
    NOT_THE_FORM = "not_the_form"
    OTHER_VERSION = "other_version"
    OTHER_EVENT = "other_event"

    # A match or one of its rows cannot be taken.
    FORMULA_CELL = "formula_cell"
    OTHER_CELL = "other_cell"
    GAME_MISSING = "game_missing"
    GAME_UNKNOWN = "game_unknown"
    DECLARER_UNKNOWN = "declarer_unknown"
    TRICKS_MISSING = "tricks_missing"
    TRICKS_UNREAD = "tricks_unread"
    BOTH_WAYS = "both_ways"
    GAP = "gap"
    OTHER_MATCH = "other_match"
    MATCH_TWICE = "match_twice"
    NO_MATCH = "no_match"
    PAIRS_UNREAD = "pairs_unread"


@dataclass(frozen=True, slots=True)
class FilledFault:
    """One fault and where it stands.

    `sheet` and `cell` ("D14") are empty for a fault of the whole file. `text` is what stands
    there, with unfit characters made visible; `number` the number of a match, None without.
    """

    code: FilledCode
    sheet: str = ""
    cell: str = ""
    text: str = ""
    number: int | None = None


class UnfitFile(Exception):
    """The workbook is none that can be taken here, for the reason in `fault`."""

    def __init__(self, code: FilledCode, text: str = "") -> None:
        super().__init__(code.value)
        self.fault = FilledFault(code, text=visible(text))
