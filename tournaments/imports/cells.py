"""What one cell says: a name, a club, whether the fee is paid, a place."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.imports.faults import Fault, FaultCode, visible
from tournaments.imports.people import split_brackets, turn_surname_last
from tournaments.imports.tables import Cell, CellKind
from tournaments.names import MAX_NAME, NameFault, clean_name, fold_name, name_faults

_KIND_FAULTS = {
    CellKind.FORMULA: FaultCode.FORMULA_CELL,
    CellKind.NUMBER: FaultCode.NUMBER_CELL,
    CellKind.DATE: FaultCode.DATE_CELL,
    CellKind.TRUTH: FaultCode.TRUTH_CELL,
    CellKind.ERROR: FaultCode.ERROR_CELL,
}
_PAID = frozenset(
    {"x", "k", "kyllä", "joo", "ok", "maksettu", "maksanut", "y", "yes", "paid", "true", "✓", "✔"}
)
_NOT_PAID = frozenset(
    {"", "-", "–", "—", "e", "ei", "ei maksettu", "n", "no", "not paid", "unpaid", "false"}
)


@dataclass(frozen=True, slots=True)
class PlacedCell:
    """A cell and where it stands."""

    cell: Cell
    row: int
    address: str

    def fault(self, code: FaultCode, number: int | None = None) -> Fault:
        """A fault of this cell, with what stands in it."""
        text = visible(self.cell.text.strip()) or None
        return Fault(code, row=self.row, cell=self.address, text=text, number=number)


@dataclass(frozen=True, slots=True)
class ReadName:
    """A name as read: for keeping where `faults` is empty, for showing otherwise.

    `address`: its cell. An empty `name` is a missing one, which is no fault here. `club`: what
    stands in brackets behind it, "" for nothing.
    """

    name: str
    address: str
    faults: tuple[Fault, ...] = ()
    club: str = ""

    @property
    def is_sound(self) -> bool:
        """There is a name, and it can be kept."""
        return bool(self.name) and not self.faults


def kind_fault(placed: PlacedCell) -> Fault | None:
    """The fault of a cell that holds something else than text where a name belongs."""
    code = _KIND_FAULTS.get(placed.cell.kind)
    return None if code is None or placed.cell.is_blank else placed.fault(code)


def read_name(
    placed: Sequence[PlacedCell], *, surname_first: bool = False, brackets: bool = False
) -> ReadName:
    """The name of one player in its cells: the whole name, or first name and surname.

    `surname_first` turns a whole name round; parts in cells of their own stand as given. With
    `brackets`, what stands in brackets at the end is a club, and no part of the name.
    """
    faults: list[Fault] = []
    for part in placed:
        wrong_kind = kind_fault(part)
        if wrong_kind is not None:
            faults.append(wrong_kind)
        else:
            faults += _text_faults(part, FaultCode.NAME_TOO_LONG)
    joined = " ".join(part.cell.text for part in placed)
    address = placed[0].address
    if faults:
        return ReadName(visible(joined.strip()), address, tuple(faults))
    name = clean_name(joined)
    if len(name) > MAX_NAME:
        fault = Fault(FaultCode.NAME_TOO_LONG, placed[0].row, address, name, MAX_NAME)
        return ReadName(name, address, (fault,))
    name, club = split_brackets(name) if brackets else (name, "")
    if surname_first and len(placed) == 1:
        name = turn_surname_last(name)
    return ReadName(name, address, club=club)


def read_club(placed: PlacedCell) -> tuple[str | None, tuple[Fault, ...], tuple[Fault, ...]]:
    """The club (None for an empty cell or a dash), its faults, its warnings."""
    text = placed.cell.text
    if not clean_name(text) or re.fullmatch(r"\s*[-–—]+\s*", text):
        return None, (), ()
    wrong_kind = kind_fault(placed)
    faults = (wrong_kind,) if wrong_kind else _text_faults(placed, FaultCode.CLUB_TOO_LONG)
    if faults:
        return visible(text.strip()), faults, ()
    warnings = (placed.fault(FaultCode.CLUB_MAY_BE_TWO),) if "/" in text else ()
    return clean_name(text), (), warnings


def read_paid(placed: PlacedCell) -> tuple[bool, tuple[Fault, ...]]:
    """Whether the fee is paid, and a warning where the cell does not say so clearly.

    A cross, a yes, an amount above nothing or a date say yes; anything unclear counts as not
    paid.
    """
    text = fold_name(placed.cell.text)
    if placed.cell.kind is CellKind.DATE or text in _PAID:
        return True, ()
    if text in _NOT_PAID:
        return False, ()
    amount = re.fullmatch(r"(\d{1,6}(?:[.,]\d{1,2})?) ?(?:€|e|eur|euroa)?", text)
    if amount and placed.cell.kind is not CellKind.FORMULA:
        return float(amount[1].replace(",", ".")) > 0, ()
    return False, (placed.fault(FaultCode.PAID_UNCLEAR),)


def read_place(placed: PlacedCell) -> tuple[int | None, tuple[Fault, ...]]:
    """The place ("3", "3."), None for an empty cell; a warning where it is no place."""
    text = placed.cell.text.strip()
    if not text:
        return None, ()
    found = re.fullmatch(r"([1-9][0-9]{0,3})\.?", text)
    if found and placed.cell.kind in (CellKind.TEXT, CellKind.NUMBER):
        return int(found[1]), ()
    return None, (placed.fault(FaultCode.PLACE_UNCLEAR),)


def _text_faults(placed: PlacedCell, too_long: FaultCode) -> tuple[Fault, ...]:
    return tuple(
        placed.fault(too_long, MAX_NAME)
        if fault is NameFault.TOO_LONG
        else placed.fault(FaultCode(fault.value))
        for fault in name_faults(placed.cell.text)
    )
