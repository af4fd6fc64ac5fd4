"""The rows of a score sheet and how they fall on pages: decided here, drawn elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

from django.utils.translation import gettext as _

from scoring.ledger import FormatKind, MatchState, ResultEntry, RowEvent, Scorer
from tournaments.exports.remarks import ruling_text
from tournaments.ledger import format_of
from tournaments.queries.sheets import SheetLine, SheetView
from tournaments.wording import game_name

PLAYED_OUT_ROWS = 4
DECIDER_ROWS = 1
ROWS_TO_TUPPI = 24
NO_DEAL = "*"
"""Stands for the number of a ruling that used up no deal, in its row and among the remarks."""


@dataclass(frozen=True)
class Cell:
    """What stands in a field: struck through by a pen line for a fallen rise, ringed for a
    tuppi."""

    text: str
    struck: bool = False
    ringed: bool = False


@dataclass(frozen=True)
class SheetRow:
    """A row: the number printed, what stands in its other fields, one for each column (none to
    write in it), and the ruling of it in words, "" for none."""

    number: str
    cells: tuple[Cell, ...] = ()
    remark: str = ""


@dataclass(frozen=True)
class Section:
    """Rows that belong together under a caption ("" for none)."""

    caption: str
    rows: tuple[SheetRow, ...]


@dataclass(frozen=True)
class Room:
    """What a page holds: `height` for rows, bars of `bar` over captions, and what the remarks
    take beyond `free`, which they have anyway; a row is at least `row` high. Where the room for
    remarks does not grow, they cannot take more than that."""

    height: float
    row: float
    bar: float
    free: float
    remark_height: Callable[[str], float]
    grows: bool = True

    def beyond(self, remarks: float) -> float:
        """What remarks so high leave the rows less of."""
        over = max(0.0, remarks - self.free)
        return over if self.grows or not over else inf


def empty_sections(kind: str, deals: int | None) -> list[Section]:
    """The rows a match of this format needs: its deals, then a rise played out (R10) and a
    decider (R11)."""
    count = ROWS_TO_TUPPI if deals is None else deals
    sections = [Section("", _numbered(1, count))]
    if kind == FormatKind.FIXED:
        sections += [
            Section(_("Rise played out"), _numbered(count + 1, PLAYED_OUT_ROWS)),
            Section(_("Decider"), (SheetRow(""),) * DECIDER_ROWS),
        ]
    return sections


def filled_sections(sheet: SheetView) -> list[Section]:
    """The rows of a sheet as it stands, then those still to be written in.

    A match that is over has no rows for what was not played out or decided. A bare result fills
    no row.
    """
    match = sheet.view.match
    written: dict[MatchState, list[SheetRow]] = {}
    scorer = Scorer(format_of(match))
    for line in sheet.lines:
        state = scorer.state
        scorer.add(line.entry)
        if not isinstance(line.entry, ResultEntry):
            written.setdefault(state, []).append(_written_row(line, sheet.collects))
    sections = []
    states = (MatchState.PLAYING, MatchState.PLAYING_OUT, MatchState.DECIDER)
    for state, section in zip(states, empty_sections(match.format, match.deals), strict=False):
        rows = written.get(state, [])
        to_write = state is MatchState.PLAYING or not sheet.ledger.is_finished
        used_up = sum(row.number != NO_DEAL for row in rows)
        rest = section.rows[used_up:] if to_write else ()
        if rows or rest:
            sections.append(Section(section.caption, (*rows, *rest)))
    return sections


def pages_of(sections: Sequence[Section], room: Room, said: float = 0) -> list[list[Section]]:
    """The sections by page. One that a page can hold is not parted; `said` is the height of what
    the first page's remarks have besides its rows."""
    pages: list[list[Section]] = [[]]
    used, remarks = 0.0, said
    for section in sections:
        over = room.beyond(remarks)
        if pages[-1] and used + over + _height(section, room) > room.height:
            pages.append([])
            used = remarks = 0.0
        caption = room.bar if section.caption else 0.0
        rows: list[SheetRow] = []
        used += caption
        for row in section.rows:
            more = room.remark_height(row.remark) if row.remark else 0.0
            over = room.beyond(remarks + more)
            if (rows or pages[-1]) and used + over + room.row > room.height:
                if rows:
                    pages[-1].append(Section(section.caption, tuple(rows)))
                pages.append([])
                rows, used, remarks = [], caption, 0.0
            rows.append(row)
            used += room.row
            remarks += more
        pages[-1].append(Section(section.caption, tuple(rows)))
    return pages


def _height(section: Section, room: Room) -> float:
    remarks = sum(room.remark_height(row.remark) for row in section.rows if row.remark)
    caption = room.bar if section.caption else 0.0
    return caption + room.row * len(section.rows) + room.beyond(remarks)


def _numbered(first: int, count: int) -> tuple[SheetRow, ...]:
    return tuple(SheetRow(str(number)) for number in range(first, first + count))


def _written_row(line: SheetLine, collects: bool) -> SheetRow:
    row = line.row
    booked: tuple[Cell, ...]
    if collects:
        booked = (Cell(_booked(line.booked_a)), Cell(_booked(line.booked_b)))
    else:
        booked = (
            Cell(_booked(row.points)),
            _rise(line, row.rise.a, line.fallen_a),
            _rise(line, row.rise.b, line.fallen_b),
        )
    remark = ruling_text(line)
    if remark and row.deal is None:
        remark = f"{NO_DEAL} {remark}"
    return SheetRow(
        NO_DEAL if row.deal is None else str(row.deal),
        (
            Cell(line.dealer),
            Cell(game_name(line.game)),
            Cell(line.declarer.value if line.declarer else ""),
            Cell(_number(line.tricks_a)),
            Cell(_number(line.tricks_b)),
            *booked,
            Cell(str(row.total.a)),
            Cell(str(row.total.b)),
        ),
        remark,
    )


def _number(number: int | None) -> str:
    return "" if number is None else str(number)


def _booked(points: int | None) -> str:
    return f"+{points}" if points else _number(points)


def _rise(line: SheetLine, rise: int, fallen: int | None) -> Cell:
    if fallen is not None:
        return Cell(str(fallen), struck=True)
    ringed = bool(rise) and line.row.event is RowEvent.TUPPI
    return Cell(str(rise) if rise else "", ringed=ringed)
