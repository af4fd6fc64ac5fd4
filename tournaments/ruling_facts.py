"""Who gave each ruling, and how that follows its line through corrections (R20)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from scoring.deals import Side
from scoring.ledger import AwardEntry, DealEntry, Entry, PenaltyEntry, PlayRuling
from scoring.records import read_entry
from tournaments.models import LedgerEntry, Ruling, SheetRevision


@dataclass(frozen=True)
class RuledBy:
    """Who gave a ruling, by name, and a note that only the staff see ("" for none)."""

    name: str
    note: str = ""


@dataclass(frozen=True)
class Offence:
    """What a ruling is about: the code of the offence and who committed it."""

    code: str
    against: Side


def offence_of(entry: Entry) -> Offence | None:
    """The offence an entry rules on (R15-R18); None for a deal as played and a bare result."""
    match entry:
        case PenaltyEntry(offence=offence, against=against):
            return Offence(offence.value, against)
        case AwardEntry(to=to, reason=reason):
            return Offence(reason.value, to.other)
        case DealEntry(outcome=PlayRuling(offence=offence, against=against)):
            return Offence(offence.value, against)
        case _:
            return None


def same_rulings(old: Sequence[Entry], new: Sequence[Entry]) -> dict[int, int]:
    """Which ruling of `old` each ruling of `new` is, by their places from 0.

    Equal lines in the same order come first, then equal lines wherever they stand, then lines of
    the same offence by the same pair, whose deal was mended. Rulings that are new are left out;
    no ruling of `old` is taken twice.
    """
    same: dict[int, int] = {}
    for block in SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks():
        for step in range(block.size):
            if offence_of(new[block.b + step]):
                same[block.b + step] = block.a + step
    keys: tuple[Callable[[Entry], Hashable], ...] = (lambda entry: entry, offence_of)
    for key in keys:
        free = [at for at in range(len(old)) if offence_of(old[at]) and at not in same.values()]
        for place, entry in enumerate(new):
            if place in same or offence_of(entry) is None:
                continue
            found = next((at for at in free if key(old[at]) == key(entry)), None)
            if found is not None:
                same[place] = found
                free.remove(found)
    return same


def keep_rulings(
    *,
    ended: Sequence[LedgerEntry],
    added: Sequence[LedgerEntry],
    revision: SheetRevision,
    ruled: RuledBy | None,
) -> None:
    """Writes who gave the rulings among the `added` entries, for one write of a sheet.

    A ruling that stood among the `ended` entries keeps its facts. A new one was given by `ruled`,
    or by whoever made the `revision` where nobody is named. `ended` should come with its rulings
    preloaded.
    """
    new = [read_entry(row.record) for row in added]
    if not any(offence_of(entry) for entry in new):
        return
    same = same_rulings([read_entry(row.record) for row in ended], new)
    given = ruled or RuledBy(revision.made_by_name)
    rulings = []
    for place, (row, entry) in enumerate(zip(added, new, strict=True)):
        if offence_of(entry) is None:
            continue
        earlier = getattr(ended[same[place]], "ruling", None) if place in same else None
        rulings.append(
            Ruling(
                entry=row,
                recorded_id=earlier.recorded_id if earlier else revision.pk,
                ruled_by=earlier.ruled_by if earlier else given.name,
                note=earlier.note if earlier else given.note,
            )
        )
    Ruling.objects.bulk_create(rulings)
