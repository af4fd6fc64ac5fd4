"""What can be wrong with what the rules are given: codes without wording."""

from enum import StrEnum


class FaultCode(StrEnum):
    """Every reason to refuse a record, an entry or a call."""

    MALFORMED = "malformed"
    MATCH_OVER = "match_over"
    UNKNOWN_GAME = "unknown_game"
    DECLARER_MISSING = "declarer_missing"
    DECLARER_IN_NOLO = "declarer_in_nolo"
    TRICKS_OUT_OF_RANGE = "tricks_out_of_range"
    CUT_SHORT_WITHOUT_FALL = "cut_short_without_fall"
    UNKNOWN_OFFENCE = "unknown_offence"
    IMPOSSIBLE_RESULT = "impossible_result"


class Fault(Exception):
    """The one error of this room.

    `code` says which rule was broken. `entry` is the 0-based place of the entry at fault, or None
    where the fault lies in no entry of a sheet.
    """

    def __init__(self, code: FaultCode, entry: int | None = None) -> None:
        super().__init__(code, entry)
        self.code = code
        self.entry = entry

    def __str__(self) -> str:
        return self.code if self.entry is None else f"{self.code} at entry {self.entry}"
