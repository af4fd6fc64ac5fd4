"""A whole sheet as fields: a row for each line, kept as typed until it can be read.

game-3=rami  declarer-3=A  tricks-3=8        tricks are pair A's, as paper has them first
game-3=nolo                tricks-3=4
             fell-3=on                       cut short, in place of tricks                 R8
game-3=short line-3=!a                       any line in the short form, rulings too       R15-R18
out-3=on                                     the line is left out
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.deals import TRICKS_IN_DEAL, Game, Side
from scoring.diagnosis import Fell, Line
from scoring.ledger import CutShort, DealEntry, Entry, Tricks
from scoring.notation import format_entry
from tournaments.actions.sheet_revisions import MAX_ENTRIES

MOST_ROWS = MAX_ENTRIES + 50
"""Rows taken from one form; more than the longest sheet, since empty ones are passed over."""

SHORT = "short"
MOST_LETTERS_IN_FIELD = 80


class UnreadRow(Exception):
    """A row that is no line yet. `message` says what is missing."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True)
class SheetRow:
    """One row as typed. `game` is "", "rami", "nolo" or "short"; `line` counts in "short" only."""

    game: str = ""
    declarer: str = ""
    tricks: str = ""
    fell: bool = False
    line: str = ""
    left_out: bool = False

    @property
    def is_blank(self) -> bool:
        """Nothing was typed: the row is passed over."""
        return not (self.game or self.declarer or self.tricks or self.fell or self.line)

    @property
    def counts(self) -> bool:
        return not (self.left_out or self.is_blank)


def row_of(entry: Entry) -> SheetRow:
    """An entry as it stands in the fields."""
    if isinstance(entry, DealEntry):
        game, declarer = entry.game.value, entry.declarer.value if entry.declarer else ""
        if isinstance(entry.outcome, Tricks):
            return SheetRow(game, declarer, tricks=str(entry.outcome.tricks_a))
        if isinstance(entry.outcome, CutShort):
            return SheetRow(game, declarer, fell=True)
    return SheetRow(SHORT, line=format_entry(entry))


def read_rows(sent: Mapping[str, str]) -> list[SheetRow]:
    """The rows of a form as typed, those past MOST_ROWS left out."""
    try:
        count = int(sent.get("rows", "")[:6])
    except ValueError:
        count = 0

    def text(name: str, row: int) -> str:
        return sent.get(f"{name}-{row}", "").strip()[:MOST_LETTERS_IN_FIELD]

    return [
        SheetRow(
            text("game", row),
            text("declarer", row),
            text("tricks", row),
            bool(text("fell", row)),
            text("line", row),
            bool(text("out", row)),
        )
        for row in range(max(0, min(count, MOST_ROWS)))
    ]


def with_inserted(rows: Sequence[SheetRow], sent: Mapping[str, str]) -> tuple[list[SheetRow], int]:
    """The rows with an empty one where the form asks for it, and its place; -1 where none is."""
    try:
        place = int(sent.get("insert", "")[:6])
    except ValueError:
        return list(rows), -1
    if not 0 <= place <= len(rows) or len(rows) >= MOST_ROWS:
        return list(rows), -1
    return [*rows[:place], SheetRow(), *rows[place:]], place


def line_of(row: SheetRow) -> Line:
    """The line a row says, to be judged by the rules; raises UnreadRow where it says none yet."""
    if row.game == SHORT:
        if not row.line:
            raise UnreadRow(_("Write the line in short notation, for example ra8 or !a."))
        return row.line
    try:
        game = Game(row.game)
    except ValueError:
        raise UnreadRow(_("Choose the game: RAMI or NOLO.")) from None
    declarer = _declarer(row, game)
    if row.fell and row.tricks:
        raise UnreadRow(_("Give the tricks, or say that the rise fell: not both."))
    if row.fell:
        return Fell(game, declarer)
    if not row.tricks:
        raise UnreadRow(_("Write pair A's tricks, or say that the rise fell."))
    if not (row.tricks.isascii() and row.tricks.isdecimal()):
        raise UnreadRow(
            _("Write pair A's tricks as a number from 0 to %(most)d.") % {"most": TRICKS_IN_DEAL}
        )
    return DealEntry(game, declarer, Tricks(int(row.tricks)))


def _declarer(row: SheetRow, game: Game) -> Side | None:
    if game is Game.NOLO:
        # The field stays where a rami was changed into a nolo; a nolo has no declarer (R4).
        return None
    try:
        return Side(row.declarer)
    except ValueError:
        raise UnreadRow(_("A rami needs its declarer's pair: choose A or B.")) from None
