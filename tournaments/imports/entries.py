"""The pairs of an entry list: values that a preview shows and a confirmed import takes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.imports.faults import Fault


@dataclass(frozen=True, slots=True)
class ImportedPlayer:
    """A player as the list has them. `name` is empty where it is missing; `club` None for
    none."""

    name: str
    club: str | None

    def to_json(self) -> dict[str, Any]:
        """The player as plain JSON values."""
        return {"name": self.name, "club": self.club}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "ImportedPlayer":
        """The player that `to_json` wrote."""
        return cls(stored["name"], stored["club"])


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One pair of the list.

    `row`: its row (its first, where a pair has two), from 1. `number`: what the list numbers
    the pair with, empty for nothing; shown, not taken. `paid`: the list says so. `place`: its
    place in a result list, None without. `faults`: why it cannot be taken as it is. `warnings`:
    what is told and does not hinder. `already_entered`: the number of the pair in the event
    that these two players make already; such a row is not taken again.
    """

    row: int
    first: ImportedPlayer
    second: ImportedPlayer
    number: str = ""
    paid: bool = False
    place: int | None = None
    faults: tuple[Fault, ...] = ()
    warnings: tuple[Fault, ...] = ()
    already_entered: int | None = None

    @property
    def can_be_taken(self) -> bool:
        """Without fault and not yet in the event."""
        return not self.faults and self.already_entered is None

    def to_json(self) -> dict[str, Any]:
        """The row as plain JSON values."""
        return {
            "row": self.row,
            "first": self.first.to_json(),
            "second": self.second.to_json(),
            "number": self.number,
            "paid": self.paid,
            "place": self.place,
            "faults": [fault.to_json() for fault in self.faults],
            "warnings": [warning.to_json() for warning in self.warnings],
            "already_entered": self.already_entered,
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "EntryRow":
        """The row that `to_json` wrote."""
        return cls(
            row=stored["row"],
            first=ImportedPlayer.from_json(stored["first"]),
            second=ImportedPlayer.from_json(stored["second"]),
            number=stored["number"],
            paid=stored["paid"],
            place=stored["place"],
            faults=tuple(Fault.from_json(fault) for fault in stored["faults"]),
            warnings=tuple(Fault.from_json(warning) for warning in stored["warnings"]),
            already_entered=stored["already_entered"],
        )
