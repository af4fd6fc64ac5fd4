"""A score sheet line by line, as paper shows it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.deals import Game, Side
from scoring.ledger import (
    CutShort,
    DealEntry,
    Entry,
    Ledger,
    PlayRuling,
    ResultEntry,
    Row,
    RowEvent,
    Tricks,
    replay,
)
from tournaments.ledger import entries_of, entries_of_many, format_of
from tournaments.queries.matches import MatchView


@dataclass(frozen=True)
class SheetLine:
    """One line of a sheet: what was entered and what it came to.

    `tricks_a` and `tricks_b` are None where the line has none (cut short, rulings).
    `fallen_a`/`fallen_b` is the rise that ended on this line, None where none did.
    """

    position: int
    entry: Entry
    row: Row
    tricks_a: int | None
    tricks_b: int | None
    fallen_a: int | None
    fallen_b: int | None

    @property
    def game(self) -> Game | None:
        return self.entry.game if isinstance(self.entry, DealEntry) else None

    @property
    def declarer(self) -> Side | None:
        return self.entry.declarer if isinstance(self.entry, DealEntry) else None

    @property
    def cut_short(self) -> bool:
        return isinstance(self.entry, DealEntry) and isinstance(self.entry.outcome, CutShort)

    @property
    def play_ruling(self) -> PlayRuling | None:
        if isinstance(self.entry, DealEntry) and isinstance(self.entry.outcome, PlayRuling):
            return self.entry.outcome
        return None

    @property
    def is_ruling(self) -> bool:
        return not isinstance(self.entry, (DealEntry, ResultEntry)) or bool(self.play_ruling)


@dataclass(frozen=True)
class SheetView:
    """A match's sheet as it stands."""

    view: MatchView
    entries: tuple[Entry, ...]
    ledger: Ledger
    lines: tuple[SheetLine, ...]


def sheet_of(view: MatchView) -> SheetView:
    """The sheet of one match (one query)."""
    return sheet_from(view, entries_of(view.match))


def sheets_of(views: Sequence[MatchView]) -> list[SheetView]:
    """The sheets of many matches, in the order given (one query)."""
    entries = entries_of_many(view.match for view in views)
    return [sheet_from(view, entries.get(view.match.pk, ())) for view in views]


def sheet_from(view: MatchView, entries: Iterable[Entry]) -> SheetView:
    """The sheet a match would have with these entries. Raises scoring.faults.Fault."""
    entries = tuple(entries)
    ledger = replay(format_of(view.match), entries)
    return SheetView(view, entries, ledger, lines_of(entries, ledger))


def lines_of(entries: Sequence[Entry], ledger: Ledger) -> tuple[SheetLine, ...]:
    """One line for each entry; `ledger` must be their replay."""
    lines = []
    rise_a = rise_b = 0
    for position, (entry, row) in enumerate(zip(entries, ledger.rows, strict=True), start=1):
        tricks_a, tricks_b = _tricks(entry)
        lines.append(
            SheetLine(
                position,
                entry,
                row,
                tricks_a,
                tricks_b,
                fallen_a=rise_a if rise_a and not row.rise.a else None,
                fallen_b=rise_b if rise_b and not row.rise.b else None,
            )
        )
        rise_a, rise_b = row.rise.a, row.rise.b
    return tuple(lines)


def is_tuppi(line: SheetLine) -> bool:
    return line.row.event is RowEvent.TUPPI


def _tricks(entry: Entry) -> tuple[int | None, int | None]:
    if isinstance(entry, DealEntry) and isinstance(entry.outcome, Tricks):
        return entry.outcome.tricks_a, 13 - entry.outcome.tricks_a
    return None, None
