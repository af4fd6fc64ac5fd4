"""A row of an entry list mended by hand: what was typed in place of what the list says."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tournaments.imports.cells import PlacedCell, read_club, read_name
from tournaments.imports.drafts import Draft, missing_names
from tournaments.imports.faults import FaultCode
from tournaments.imports.tables import Cell

_TOLD_OF_TYPING = frozenset(
    {
        FaultCode.CLUB_MAY_BE_TWO,
        FaultCode.PARTED_BY_MARK,
        FaultCode.CLUB_OF_BOTH,
        FaultCode.CLUB_IN_BRACKETS,
    }
)
"""What is told of names and clubs as the list has them, and is over once they are typed anew."""


@dataclass(frozen=True, slots=True)
class MendedPair:
    """Names and clubs typed anew for a row; a club is "" for none."""

    names: tuple[str, str]
    clubs: tuple[str, str]


def mend(draft: Draft, typed: MendedPair) -> Draft:
    """The row with what was typed, checked like any other; its number, place and fee stay.

    Names stand as they were typed: they are never turned round.
    """
    cells = [
        [PlacedCell(Cell(text), draft.row, draft.names[0].address) for text in texts]
        for texts in (typed.names, typed.clubs)
    ]
    first, second = (read_name([cell]) for cell in cells[0])
    clubs = [read_club(cell) for cell in cells[1]]
    return replace(
        draft,
        names=(first, second),
        clubs=(clubs[0][0], clubs[1][0]),
        faults=(
            *missing_names(draft.row, (first, second)),
            *first.faults,
            *second.faults,
            *(fault for _club, own, _warnings in clubs for fault in own),
        ),
        warnings=(
            *(each for each in draft.warnings if each.code not in _TOLD_OF_TYPING),
            *(each for _club, _faults, own in clubs for each in own),
        ),
        is_mended=True,
    )


def as_kept(pair: MendedPair) -> list[str]:
    """A mended row as plain JSON: both names, both clubs."""
    return [*pair.names, *pair.clubs]


def from_kept(kept: Mapping[str, Any]) -> dict[int, MendedPair]:
    """The mended rows by number; `kept` has what `as_kept` gave, by the number as a text."""
    return {
        int(row): MendedPair((first, second), (first_club, second_club))
        for row, (first, second, first_club, second_club) in kept.items()
    }
