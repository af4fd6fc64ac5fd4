"""Pairs against each other and against those entered already: nobody plays twice."""

from collections.abc import Iterable, Mapping

from tournaments.imports.cells import ReadName
from tournaments.imports.drafts import Draft
from tournaments.imports.entries import EntryRow, ImportedPlayer
from tournaments.imports.faults import Fault, FaultCode
from tournaments.names import fold_name


def check_repeats(drafts: Iterable[Draft], known: Mapping[str, int]) -> tuple[EntryRow, ...]:
    """The rows of the drafts, with what only shows when they are held together.

    A player with himself, a player or a pair of an earlier row, a player of another pair of
    the event. `known`: names in the event to the number of their pair. A pair that is in the
    event as it is here is marked, not faulted. Names with faults of their own are not compared.
    """
    entered = {fold_name(name): number for name, number in known.items()}
    rows_of_players: dict[str, int] = {}
    rows_of_pairs: dict[frozenset[str], int] = {}
    rows = []
    for draft in drafts:
        sound = {fold_name(read.name): read for read in draft.names if read.is_sound}
        whole = len(sound) == 2
        pair = frozenset(sound)
        faults: list[Fault] = []
        if len(sound) == 1 and all(read.is_sound for read in draft.names):
            faults.append(_fault(FaultCode.SAME_PLAYER, draft, draft.names[1]))
        if whole and pair in rows_of_pairs:
            earlier = rows_of_pairs[pair]
            faults.append(Fault(FaultCode.PAIR_TWICE, row=draft.row, number=earlier))
        else:
            faults += [
                _fault(FaultCode.PLAYER_TWICE, draft, read, rows_of_players[name])
                for name, read in sound.items()
                if name in rows_of_players
            ]
        numbers = {entered[name] for name in sound if name in entered}
        is_entered = whole and len(numbers) == 1 and all(name in entered for name in sound)
        if not is_entered:
            faults += [
                _fault(FaultCode.PLAYER_ENTERED, draft, read, entered[name])
                for name, read in sound.items()
                if name in entered
            ]
        for name in sound:
            rows_of_players.setdefault(name, draft.row)
        if whole:
            rows_of_pairs.setdefault(pair, draft.row)
        rows.append(
            EntryRow(
                row=draft.row,
                first=ImportedPlayer(draft.names[0].name, draft.clubs[0]),
                second=ImportedPlayer(draft.names[1].name, draft.clubs[1]),
                number=draft.number,
                paid=draft.paid,
                place=draft.place,
                faults=(*draft.faults, *faults),
                warnings=draft.warnings,
                already_entered=numbers.pop() if is_entered else None,
                is_mended=draft.is_mended,
            )
        )
    return tuple(rows)


def _fault(code: FaultCode, draft: Draft, read: ReadName, number: int | None = None) -> Fault:
    return Fault(code, row=draft.row, cell=read.address, text=read.name, number=number)
