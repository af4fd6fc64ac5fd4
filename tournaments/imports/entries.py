"""The pairs of an entry list: values that a preview shows and a confirmed import takes."""

from dataclasses import dataclass

from tournaments.imports.faults import Fault


@dataclass(frozen=True, slots=True)
class ImportedPlayer:
    """A player as the list has them. `name` is empty where it is missing; `club` None for
    none."""

    name: str
    club: str | None


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One pair of the list.

    `row`: its row (its first, where a pair has two), from 1. `number`: what the list numbers
    the pair with, empty for nothing; shown, not taken. `paid`: the list says so. `place`: its
    place in a result list, None without. `faults`: why it cannot be taken as it is. `warnings`:
    what is told and does not hinder. `already_entered`: the number of the pair in the event
    that these two players make already; such a row is not taken again. `is_mended`: it stands
    as it was typed by hand, not as in the list.
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
    is_mended: bool = False

    @property
    def can_be_taken(self) -> bool:
        """Without fault and not yet in the event."""
        return not self.faults and self.already_entered is None
