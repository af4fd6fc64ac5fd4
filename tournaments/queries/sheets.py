"""A score sheet line by line, as paper shows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.deals import TRICKS_IN_DEAL, Game, Side
from scoring.ledger import (
    CutShort,
    DealEntry,
    Entry,
    FormatKind,
    Ledger,
    PlayRuling,
    ResultEntry,
    Row,
    RowEvent,
    Tricks,
    replay,
)
from scoring.rulings import tricks_after_ruling
from tournaments.ledger import common_beginning, entries_of, entries_of_many, format_of
from tournaments.queries.matches import MatchView
from tournaments.queries.rulings import RulingView, rulings_at
from tournaments.queries.turns import dealer_names


@dataclass(frozen=True)
class SheetLine:
    """One line of a sheet: what was entered and what it came to.

    `tricks_a` and `tricks_b` are the final tricks, by ruling or played; None where the line has
    none (cut short, 28 points, awards, bare results).
    `fallen_a`/`fallen_b` is the rise that ended on this line, None where none did.
    `dealer` is who dealt it (R5), "" where nobody said who sits where. `mark` says how the line
    differs from another sheet beside this one, a `differences.Mark`; "" where there is none.
    `ruled` says who gave the line's ruling; None where it is none or is not saved yet.
    """

    position: int
    entry: Entry
    row: Row
    tricks_a: int | None
    tricks_b: int | None
    fallen_a: int | None
    fallen_b: int | None
    dealer: str = ""
    mark: str = ""
    ruled: RulingView | None = None

    @property
    def game(self) -> Game | None:
        return self.entry.game if isinstance(self.entry, DealEntry) else None

    @property
    def declarer(self) -> Side | None:
        return self.entry.declarer if isinstance(self.entry, DealEntry) else None

    @property
    def booked_a(self) -> int | None:
        """What pair A booked on this line; None where the other pair won it."""
        return self.row.points if self.row.winner is Side.A else None

    @property
    def booked_b(self) -> int | None:
        """What pair B booked on this line; None where the other pair won it."""
        return self.row.points if self.row.winner is Side.B else None

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

    @property
    def collects(self) -> bool:
        """Whether nothing falls and both pairs collect: no rise ever stands on it (R13)."""
        return self.view.match.format == FormatKind.PLAY_OFF

    @property
    def bare_result(self) -> ResultEntry | None:
        """The result that stands for a missing sheet; None for a sheet of deals or none."""
        first = self.entries[0] if self.entries else None
        return first if isinstance(first, ResultEntry) else None


def sheet_of(view: MatchView) -> SheetView:
    """The sheet of one match, its rulings with who gave them (one query, two with rulings)."""
    match = view.match
    sheet = sheet_from(view, entries_of(match))
    return with_rulings(sheet, rulings_at(match, match.revision)) if has_rulings(sheet) else sheet


def has_rulings(sheet: SheetView) -> bool:
    return any(line.is_ruling for line in sheet.lines)


def with_rulings(sheet: SheetView, rulings: Mapping[int, RulingView]) -> SheetView:
    """The sheet with who gave its rulings, by position of their lines."""
    lines = (
        replace(line, ruled=rulings.get(line.position)) if line.is_ruling else line
        for line in sheet.lines
    )
    return replace(sheet, lines=tuple(lines))


def sheets_of(views: Sequence[MatchView]) -> list[SheetView]:
    """The sheets of many matches, in the order given (one query)."""
    entries = entries_of_many(view.match for view in views)
    return [sheet_from(view, entries.get(view.match.pk, ())) for view in views]


def sheet_from(view: MatchView, entries: Iterable[Entry]) -> SheetView:
    """The sheet a match would have with these entries. Raises scoring.faults.Fault."""
    entries = tuple(entries)
    ledger = replay(format_of(view.match), entries)
    lines = tuple(
        replace(line, dealer=dealer) if dealer else line
        for line, dealer in zip(lines_of(entries, ledger), dealer_names(view, ledger), strict=True)
    )
    return SheetView(view, entries, ledger, lines)


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


@dataclass(frozen=True)
class SheetChange:
    """What a match's sheet would be after a correction, beside what it is.

    `first` is the line from which they differ, counted from 1; None where they are the same.
    `ended` lines of the old sheet go, `added` new ones come.
    """

    before: SheetView
    after: SheetView
    first: int | None
    ended: int
    added: int

    @property
    def is_correction(self) -> bool:
        """Whether lines that were saved go: such a change needs a reason."""
        return self.ended > 0


def change_between(before: SheetView, after: SheetView) -> SheetChange:
    """What making the sheet read `after` would change."""
    kept = common_beginning(before.entries, after.entries)
    same = kept == len(before.entries) == len(after.entries)
    return SheetChange(
        before,
        after,
        first=None if same else kept + 1,
        ended=len(before.entries) - kept,
        added=len(after.entries) - kept,
    )


def is_tuppi(line: SheetLine) -> bool:
    return line.row.event is RowEvent.TUPPI


def _tricks(entry: Entry) -> tuple[int | None, int | None]:
    match entry:
        case DealEntry(outcome=Tricks(tricks_a=tricks_a)):
            pass
        case DealEntry(game=game, outcome=PlayRuling() as ruling):
            tricks_a = tricks_after_ruling(
                game,
                ruling.offence,
                ruling.against,
                ruling.tricks_before_a,
                ruling.tricks_before_b,
            )
        case _:
            return None, None
    return tricks_a, TRICKS_IN_DEAL - tricks_a
