"""Rows to pairs, whatever shape the list has: a pair in a cell, in a row, in two rows."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from tournaments.imports.cells import (
    PlacedCell,
    ReadName,
    kind_fault,
    read_club,
    read_name,
    read_paid,
    read_place,
)
from tournaments.imports.columns import Layout
from tournaments.imports.faults import Fault, FaultCode, visible
from tournaments.imports.laid_rows import CLUBS, LaidRow
from tournaments.imports.people import split_line, split_list_number, split_names, split_tail
from tournaments.imports.roles import Role, Shape
from tournaments.imports.tables import Cell, SourceTable


@dataclass(frozen=True, slots=True)
class Draft:
    """A pair as its row or rows have it, before it is held against the other pairs.

    The faults of `names` are among `faults` too. `is_mended`: it was typed anew by hand.
    """

    row: int
    names: tuple[ReadName, ReadName]
    clubs: tuple[str | None, str | None]
    number: str
    paid: bool
    place: int | None
    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...]
    is_mended: bool = False


def read_drafts(
    table: SourceTable, layout: Layout, *, surname_first: bool = False
) -> tuple[tuple[Draft, ...], tuple[Fault, ...]]:
    """The pairs of the list in its order, and a warning for each row that holds something but
    no pair. Blank rows and everything down to the headings are passed over.

    `layout` must be free of faults.
    """
    after = layout.header_row or 0
    rows = [LaidRow(source, layout) for source in table.rows if source.number > after]
    if layout.shape is Shape.TWO_ROWS:
        groups = _groups(rows)
    else:
        groups = [[row] for row in rows if not row.is_blank]
    drafts: list[Draft] = []
    warnings: list[Fault] = []
    for group in groups:
        telling = [row for row in group if row.is_about_a_pair()]
        warnings += [row.passed_over() for row in group if row not in telling]
        if not telling:
            continue
        match layout.shape:
            case Shape.ONE_CELL:
                drafts.append(_from_cell(telling[0], surname_first))
            case Shape.ONE_ROW:
                drafts.append(_from_row(telling[0], surname_first))
            case Shape.TWO_ROWS:
                drafts.append(_from_rows(group, telling, surname_first))
    return tuple(drafts), tuple(warnings)


def _from_row(row: LaidRow, surname_first: bool) -> Draft:
    names = (_first_name_of(row, surname_first), _second_name_of(row, surname_first))
    first = row.placed(Role.PLAYER_1)
    if first is not None and not names[1].name and _Parted.of(row, first.cell.text).is_pair:
        return _from_text(row, first, surname_first)
    return _draft([row], names, row.text(Role.NUMBER), missing_names(row.number, names))


def _from_cell(row: LaidRow, surname_first: bool) -> Draft:
    placed = row.placed(Role.PAIR)
    if placed is None:
        raise ValueError("the layout has no column of pairs")
    return _from_text(row, placed, surname_first)


def _from_text(row: LaidRow, placed: PlacedCell, surname_first: bool) -> Draft:
    """The pair that stands in one cell, or in one line of pasted text."""
    number, text = row.text(Role.NUMBER), placed.cell.text
    wrong_kind = kind_fault(placed)
    if wrong_kind is not None:
        whole = ReadName(visible(text.strip()), placed.address, (wrong_kind,))
        return _draft([row], (whole, ReadName("", placed.address)), number, ())
    if row.layout.column(Role.NUMBER) is None:
        number, text = split_list_number(text)
    parted = _Parted.of(row, text)
    first, second = (
        read_name(
            [PlacedCell(Cell(part), row.number, placed.address)],
            surname_first=surname_first,
            brackets=True,
        )
        for part in (*parted.names, "")[:2]
    )
    if len(parted.names) > 2:
        faults: tuple[Fault, ...] = (placed.fault(FaultCode.TOO_MANY_PLAYERS),)
    else:
        faults = missing_names(row.number, (first, second))
    return _draft([row], (first, second), number, faults, parted)


@dataclass(frozen=True, slots=True)
class _Parted:
    """The names in one text, the club written behind them ("" for none), and whether only commas
    or semicolons part them."""

    names: tuple[str, ...] = ()
    club: str = ""
    by_mark: bool = False

    @classmethod
    def of(cls, row: LaidRow, text: str) -> Self:
        names = split_names(text)
        has_clubs = any(row.layout.column(role) is not None for role in CLUBS)
        if len(names) == 1:
            line = split_line(text)
            if line is not None and not (line.club and has_clubs):
                return cls(line.names, line.club, by_mark=True)
        elif len(names) == 2 and not has_clubs:
            last, club = split_tail(names[1])
            return cls((names[0], last), club)
        return cls(names)

    @property
    def is_pair(self) -> bool:
        return len(self.names) == 2


def _from_rows(group: Sequence[LaidRow], telling: Sequence[LaidRow], surname_first: bool) -> Draft:
    names = [_first_name_of(row, surname_first) for row in telling]
    both = (names[0], names[1] if len(names) > 1 else ReadName("", names[0].address))
    too_many = tuple(
        placed.fault(FaultCode.TOO_MANY_PLAYERS)
        for row in telling[2:]
        for role in (Role.PLAYER_1, Role.FIRST_NAME_1, Role.SURNAME_1)
        if (placed := row.placed(role)) is not None
    )
    number = next((text for row in group if (text := row.text(Role.NUMBER))), "")
    return _draft(group, both, number, (*too_many, *missing_names(group[0].number, both)))


def _draft(
    rows: Sequence[LaidRow],
    names: tuple[ReadName, ReadName],
    number: str,
    faults: tuple[Fault, ...],
    parted: _Parted | None = None,
) -> Draft:
    clubs, club_faults, warnings = _clubs(rows)
    names, clubs, written = _with_written_clubs(rows[0], names, clubs, parted)
    club_faults += written.faults
    warnings += written.warnings
    paid = False
    places: list[int] = []
    for row in rows:
        warnings += row.extra_cells()
        paid_cell, place_cell = row.placed(Role.PAID), row.placed(Role.PLACE)
        if paid_cell is not None:
            says_paid, unclear = read_paid(paid_cell)
            paid = paid or says_paid
            warnings += unclear
        if place_cell is not None:
            place, unclear = read_place(place_cell)
            places += [] if place is None else [place]
            warnings += unclear
    return Draft(
        row=rows[0].number,
        names=names,
        clubs=clubs,
        number=number,
        paid=paid,
        place=places[0] if places else None,
        faults=(*faults, *names[0].faults, *names[1].faults, *club_faults),
        warnings=tuple(warnings),
    )


@dataclass(frozen=True, slots=True)
class _Told:
    faults: tuple[Fault, ...] = ()
    warnings: tuple[Fault, ...] = ()


def _with_written_clubs(
    row: LaidRow,
    names: tuple[ReadName, ReadName],
    clubs: tuple[str | None, str | None],
    parted: _Parted | None,
) -> tuple[tuple[ReadName, ReadName], tuple[str | None, str | None], _Told]:
    """Names and clubs with the clubs that stand in the text of the names, and what is told of it.

    Brackets behind the last name of a line, and none before, hold the club of both, as does what
    stands behind a comma. Where a column says the club, brackets stay part of the name.
    """
    faults: list[Fault] = []
    warnings: list[Fault] = []
    shared = parted.club if parted else ""
    if parted is not None and parted.by_mark:
        text = " – ".join(name.name for name in names)
        warnings.append(Fault(FaultCode.PARTED_BY_MARK, row=row.number, text=text))
    if parted is not None and not shared and names[1].club and not names[0].club:
        shared, names = names[1].club, (names[0], replace(names[1], club=""))
    own: list[str | None] = list(clubs)
    kept = list(names)
    said = set()
    for player, name in enumerate(names):
        text = name.club or shared
        if not text:
            continue
        if clubs[player] is not None:
            if name.club:
                kept[player] = replace(name, name=f"{name.name} ({name.club})", club="")
            continue
        placed = PlacedCell(Cell(text), row.number, name.address)
        own[player], own_faults, own_warnings = read_club(placed)
        code = FaultCode.CLUB_IN_BRACKETS if name.club else FaultCode.CLUB_OF_BOTH
        if (code, text) not in said:
            faults += own_faults
            warnings += [*own_warnings, Fault(code, row=row.number, text=visible(text))]
        said.add((code, text))
    return (kept[0], kept[1]), (own[0], own[1]), _Told(tuple(faults), tuple(warnings))


def _clubs(
    rows: Sequence[LaidRow],
) -> tuple[tuple[str | None, str | None], tuple[Fault, ...], list[Fault]]:
    """The clubs of both players, the faults and the warnings of their cells."""
    layout = rows[0].layout
    if layout.shape is Shape.TWO_ROWS:
        read = [row.club(Role.CLUB, Role.CLUB_1) for row in rows if row.is_about_a_pair()]
    elif layout.column(Role.CLUB) is not None:
        read = [rows[0].club(Role.CLUB)]
        shared = read[0][0]
        return (shared, shared), read[0][1], list(read[0][2])
    else:
        read = [rows[0].club(Role.CLUB_1), rows[0].club(Role.CLUB_2)]
    clubs = [club for club, _, _ in read] + [None, None]
    faults = tuple(fault for _, own, _ in read for fault in own)
    return (clubs[0], clubs[1]), faults, [warning for _, _, own in read for warning in own]


def _first_name_of(row: LaidRow, surname_first: bool) -> ReadName:
    parts = (Role.FIRST_NAME_1, Role.SURNAME_1)
    return row.name(Role.PLAYER_1, parts, surname_first=surname_first)


def _second_name_of(row: LaidRow, surname_first: bool) -> ReadName:
    parts = (Role.FIRST_NAME_2, Role.SURNAME_2)
    return row.name(Role.PLAYER_2, parts, surname_first=surname_first)


def missing_names(row: int, names: tuple[ReadName, ReadName]) -> tuple[Fault, ...]:
    """The fault of a pair that lacks a name, or both."""
    first, second = names
    if not first.name and not second.name:
        return (Fault(FaultCode.PLAYERS_MISSING, row=row),)
    if first.name and second.name:
        return ()
    there, missing = (first, second) if first.name else (second, first)
    return (Fault(FaultCode.HALF_PAIR, row=row, cell=missing.address, text=there.name),)


def _groups(rows: Sequence[LaidRow]) -> list[list[LaidRow]]:
    """Rows that make a pair each, where every row is one player.

    A number or place starts a pair, and the row without one (merged, or left empty) goes with
    it; the same one again in the second row goes with it too. Without any, rows go by twos. A
    blank row ends a pair.
    """
    keys = _keys(rows)
    groups: list[list[LaidRow]] = []
    is_open = False
    for row in rows:
        if row.is_blank:
            is_open = False
            continue
        if keys is None:
            continues = is_open and len(groups[-1]) < 2
        else:
            key = keys[row.number]
            started_with = keys[groups[-1][0].number] if is_open else ""
            continues = is_open and (not key or (key == started_with and len(groups[-1]) < 2))
        if continues:
            groups[-1].append(row)
        else:
            groups.append([row])
        is_open = True
    return groups


def _keys(rows: Sequence[LaidRow]) -> dict[int, str] | None:
    """What marks the rows of a pair, by row number; None where nothing does.

    A number that runs on through every row numbers the players, not the pairs.
    """
    filled = [row for row in rows if row.is_about_a_pair()]
    for role in (Role.NUMBER, Role.PLACE):
        texts = [row.text(role) for row in filled]
        runs_on = role is Role.NUMBER and all(texts) and len(set(texts)) == len(texts)
        if any(texts) and not (runs_on and len(texts) > 1):
            return {row.number: row.text(role) for row in rows}
    return None
