"""Which row holds the headings and what each column holds.

Found from the headings, or without any from the number of columns with names; everything
can be overruled by hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.imports.faults import Fault, FaultCode, visible
from tournaments.imports.headings import Heading, HeadingKind, read_heading
from tournaments.imports.people import is_whole_name, split_line, split_names
from tournaments.imports.roles import NAMES, Role, Shape, clashing_columns, shape_of
from tournaments.imports.sources import AS_FOUND, Choices
from tournaments.imports.tables import CellKind, SourceRow, SourceTable, column_letters

_HEADER_WITHIN = 15
_NAME_KINDS = frozenset(
    {HeadingKind.PERSON, HeadingKind.PARTNER, HeadingKind.PAIR, HeadingKind.SURNAME}
)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the list. `index` from 0; `heading` as it stands, empty where there is none.

    `is_extra`: no heading and no role, so that what it holds is told row by row.
    """

    index: int
    heading: str
    role: Role
    is_extra: bool = False

    @property
    def letters(self) -> str:
        """A, B, … as a spreadsheet names it."""
        return column_letters(self.index)


@dataclass(frozen=True, slots=True)
class Layout:
    """How the table is laid out.

    `header_row`: from 1, None without one. `columns`: all up to the last that holds anything.
    `faults`: what has to be chosen before there are pairs; empty where pairs can be read.
    `surname_first_suggested`: a heading says that the surname comes first.
    """

    header_row: int | None
    columns: tuple[Column, ...]
    faults: tuple[Fault, ...] = ()
    surname_first_suggested: bool = False

    @property
    def shape(self) -> Shape:
        """How a pair stands in the list."""
        return shape_of([column.role for column in self.columns])

    def column(self, role: Role) -> Column | None:
        """The column with this role, if there is one."""
        return next((column for column in self.columns if column.role == role), None)


def find_layout(table: SourceTable, choices: Choices = AS_FOUND) -> Layout:
    """The layout of `table`, with what the organiser chose instead of what would be found."""
    header = _header_row(table, choices.header_row)
    if choices.header_row and header is None:
        fault = Fault(FaultCode.NO_SUCH_ROW, number=choices.header_row)
        return Layout(header_row=None, columns=(), faults=(fault,))
    body = [row for row in table.rows if header is None or row.number > header.number]
    width = _width([*body, header] if header else body)
    titles = [visible(header.cell(i).text.strip()) if header else "" for i in range(width)]
    headings = [read_heading(title) for title in titles]
    unclear = False
    if choices.roles is not None:
        by_hand = dict(choices.roles)
        roles = [by_hand.get(index, Role.IGNORE) for index in range(width)]
    elif any(heading and heading.kind in _NAME_KINDS for heading in headings):
        roles = _roles_from_headings(headings, body)
    elif header is not None:
        roles, unclear = [Role.IGNORE] * width, True
    else:
        roles, unclear = _roles_from_content(body, width)
    extra = [
        choices.roles is None and not title and role is Role.IGNORE
        for title, role in zip(titles, roles, strict=True)
    ]
    return Layout(
        header_row=header.number if header else None,
        columns=tuple(
            Column(index, title, role, is_extra)
            for index, (title, role, is_extra) in enumerate(zip(titles, roles, extra, strict=True))
        ),
        faults=_faults(roles, unclear),
        surname_first_suggested=any(heading and heading.surname_first for heading in headings),
    )


def _faults(roles: Sequence[Role], unclear: bool) -> tuple[Fault, ...]:
    if unclear:
        return (Fault(FaultCode.COLUMNS_UNCLEAR),)
    if not NAMES & set(roles):
        return (Fault(FaultCode.NO_NAME_COLUMN),)
    clashing = clashing_columns(roles)
    if clashing:
        letters = ", ".join(column_letters(index) for index in clashing)
        return (Fault(FaultCode.ROLES_CLASH, text=letters),)
    return ()


def _header_row(table: SourceTable, chosen: int | None) -> SourceRow | None:
    """The row of the first rows with most known headings, a name's among them."""
    if chosen is not None:
        return next((row for row in table.rows if row.number == chosen), None)
    best, best_score = None, 0
    for row in table.rows[:_HEADER_WITHIN]:
        headings = [read_heading(cell.text) for cell in row.cells if cell.kind is CellKind.TEXT]
        known = [heading for heading in headings if heading is not None]
        if not any(heading.kind in _NAME_KINDS for heading in known):
            continue
        if len(known) > best_score:
            best, best_score = row, len(known)
    return best


def _width(rows: Sequence[SourceRow]) -> int:
    """Columns up to the last that holds anything in some row."""
    return max(
        (i + 1 for row in rows for i, cell in enumerate(row.cells) if not cell.is_blank), default=0
    )


def _roles_from_headings(
    headings: Sequence[Heading | None], body: Sequence[SourceRow]
) -> list[Role]:
    kinds = [heading.kind if heading else None for heading in headings]
    people = {HeadingKind.PERSON, HeadingKind.PARTNER, HeadingKind.SURNAME}
    has_people = any(kind in people for kind in kinds)
    persons_alone = sum(kind in people for kind in kinds) == 1
    for index, kind in enumerate(kinds):
        if kind is HeadingKind.PAIR:
            if _is_numeric(body, index):
                kinds[index] = HeadingKind.NUMBER
            elif has_people:  # "nimi, kerho, pari, kerho": the partner
                kinds[index] = HeadingKind.PARTNER
            elif not _holds_pairs(body, index):  # "pelaajat", a row each
                kinds[index] = HeadingKind.PERSON
        elif kind is HeadingKind.PERSON and persons_alone and _holds_pairs(body, index):
            kinds[index] = HeadingKind.PAIR
    roles = [Role.IGNORE] * len(headings)
    _give(roles, kinds, headings, HeadingKind.PERSON, (Role.PLAYER_1, Role.PLAYER_2))
    _give(roles, kinds, headings, HeadingKind.SURNAME, (Role.SURNAME_1, Role.SURNAME_2))
    _give(roles, kinds, headings, HeadingKind.FIRST_NAME, (Role.FIRST_NAME_1, Role.FIRST_NAME_2))
    _give(roles, kinds, headings, HeadingKind.PARTNER, (Role.PLAYER_2,))
    clubs = [index for index, kind in enumerate(kinds) if kind is HeadingKind.CLUB]
    if len(clubs) == 1 and not (headings[clubs[0]] or Heading(HeadingKind.CLUB)).player:
        roles[clubs[0]] = Role.CLUB
    else:
        _give(roles, kinds, headings, HeadingKind.CLUB, (Role.CLUB_1, Role.CLUB_2))
    for kind, role in (
        (HeadingKind.PAIR, Role.PAIR),
        (HeadingKind.NUMBER, Role.NUMBER),
        (HeadingKind.PAID, Role.PAID),
        (HeadingKind.PLACE, Role.PLACE),
    ):
        _give(roles, kinds, headings, kind, (role,))
    return roles


def _give(
    roles: list[Role],
    kinds: Sequence[HeadingKind | None],
    headings: Sequence[Heading | None],
    kind: HeadingKind,
    offered: tuple[Role, ...],
) -> None:
    """Gives the columns of one kind their roles: by the player they name, then in order.
    Columns left over stay ignored."""
    left = [role for role in offered if role not in roles]
    unnamed = []
    for index, own in enumerate(kinds):
        if own is not kind:
            continue
        heading = headings[index]
        player = heading.player if heading and len(offered) > 1 else None
        if player is not None and offered[player - 1] in left:
            roles[index] = offered[player - 1]
            left.remove(roles[index])
        else:
            unnamed.append(index)
    for index, role in zip(unnamed, left, strict=False):
        roles[index] = role


def _roles_from_content(body: Sequence[SourceRow], width: int) -> tuple[list[Role], bool]:
    """Roles without headings, and whether they are unclear.

    A column of numbers at the left is the number. Then one column is a pair or, a row a
    player, its names; two are two players, or a pair and a club; three are two players and their
    club where the second holds whole names; four are players and clubs.
    """
    roles = [Role.IGNORE] * width
    filled = [row for row in body if not row.is_blank]
    if not filled:
        return roles, False
    start = 0
    while start < width and (_is_numeric(filled, start) or _is_empty(filled, start)):
        if Role.NUMBER not in roles and not _is_empty(filled, start):
            roles[start] = Role.NUMBER
        start += 1
    # Columns that few rows fill are remarks beside the list, not part of it.
    often = [
        index
        for index in range(start, width)
        if sum(not row.cell(index).is_blank for row in filled) * 5 >= len(filled)
    ]
    count = often[-1] + 1 - start if often else 0
    fields = max(len(row.cells) for row in filled) - start
    if count == 3 and fields >= 4:  # the second club is there and mostly left empty
        count = 4
    pairs_first = count > 0 and _holds_pairs(filled, start)
    by_count: dict[tuple[int, bool], tuple[Role, ...]] = {
        (1, True): (Role.PAIR,),
        (1, False): (Role.PLAYER_1,),
        (2, True): (Role.PAIR, Role.CLUB),
        (2, False): (Role.PLAYER_1, Role.PLAYER_2),
        (3, True): (Role.PAIR, Role.CLUB_1, Role.CLUB_2),
        (4, False): (Role.PLAYER_1, Role.CLUB_1, Role.PLAYER_2, Role.CLUB_2),
    }
    found = by_count.get((count, pairs_first))
    if (count, pairs_first) == (3, False) and _holds_names(filled, start + 1):
        found = (Role.PLAYER_1, Role.PLAYER_2, Role.CLUB)
    if found is None:
        return roles, True
    for offset, role in enumerate(found):
        if start + offset < width:
            roles[start + offset] = role
    return roles, False


def _is_empty(rows: Sequence[SourceRow], index: int) -> bool:
    return all(row.cell(index).is_blank for row in rows)


def _is_numeric(rows: Sequence[SourceRow], index: int) -> bool:
    """Whole numbers in every cell that holds anything, and one at least."""
    texts = [row.cell(index).text.strip() for row in rows if not row.cell(index).is_blank]
    return bool(texts) and all(text.rstrip(".").isdecimal() for text in texts)


def _holds_pairs(rows: Sequence[SourceRow], index: int) -> bool:
    """Two names in most cells that hold anything."""
    texts = [row.cell(index).text for row in rows if not row.cell(index).is_blank]
    pairs = (len(split_names(text)) == 2 or split_line(text) is not None for text in texts)
    return sum(pairs) * 2 > len(texts)


def _holds_names(rows: Sequence[SourceRow], index: int) -> bool:
    """One whole name, which no club's looks like, in every cell that holds anything."""
    texts = [row.cell(index).text for row in rows if not row.cell(index).is_blank]
    return bool(texts) and all(is_whole_name(text) for text in texts)
