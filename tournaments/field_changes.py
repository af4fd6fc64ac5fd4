"""A field that is locked, or about to be, against the pools as they stand now (R28).

Reads show what would change and writes ask for the very same, so both work it out here. Nothing
here reads or writes. Pairs and pools go by their numbers.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from scoring.advancement import Advancement, Block, Candidate, Obstacle
from tournaments.advancing import FieldNumbers, PoolState, advancement_of, as_it_stands
from tournaments.models import LockedField
from tournaments.pool_ranking import LotsInForce

Row = dict[str, Any]
"""A pair of the field as `LockedField.rows` keeps it."""


@dataclass(frozen=True)
class ChangedRow:
    """A pair that would still go on, on other grounds."""

    pair: int
    before: Row
    after: Row


@dataclass(frozen=True)
class FieldDifference:
    """What the pools say now that is otherwise than the locked field.

    `out` would not go on any more, `come` would in their stead. `reopened` are pools with matches
    to be played again, `blocks` what else keeps the field from being settled. `now` is the field as
    things stand. `fingerprint` names just this difference.
    """

    out: tuple[int, ...]
    come: tuple[int, ...]
    changed: tuple[ChangedRow, ...]
    reopened: tuple[int, ...]
    blocks: tuple[Block, ...]
    now: Advancement
    fingerprint: str

    @property
    def is_any(self) -> bool:
        return bool(self.out or self.come or self.changed or self.reopened or self.blocks)

    @property
    def is_settled(self) -> bool:
        """Whether the field could be locked anew as the pools stand."""
        return not (self.reopened or self.blocks)


def row_of(candidate: Candidate) -> Row:
    """What a locked field keeps of a pair."""
    return {
        "pair": candidate.pair,
        "pool": candidate.pool,
        "ground": candidate.ground.value,
        "pool_place": candidate.pool_place,
        "moved_past": list(candidate.moved_past),
    }


def fingerprint_of(found: Advancement) -> str:
    """What a page about this field was made from: it differs once anything of it has changed."""
    told = [
        [row_of(each) for each in found.field],
        [[block.obstacle.value, list(block.pools), list(block.pairs)] for block in found.blocks],
        found.missing,
    ]
    return _digest(told)


def difference_of(
    field: LockedField,
    states: Sequence[PoolState],
    lots: LotsInForce,
    *,
    bracket_counts: bool,
) -> FieldDifference:
    """How the pools differ from the locked field.

    A result that is not confirmed yet counts here as it stands, by whatever rules. Once a bracket
    drawn from the field counts, a pair of it that withdraws leaves the knock-out, not its pool.
    """
    locked = {int(row["pair"]): row for row in field.rows}
    stay = locked.keys() if bracket_counts else ()
    states = [as_it_stands(state, lots) for state in states]
    results = []
    for state in states:
        barred = state.barred - _left_later(state, field.locked_at, stay)
        results.append(
            replace(state.result(), open_matches=len(state.unplayed), barred=frozenset(barred))
        )
    found = advancement_of(results, FieldNumbers(field.first, field.size), lots)
    now = {int(each.pair): row_of(each) for each in found.field}
    changed = tuple(
        ChangedRow(number, row, now[number])
        for number, row in locked.items()
        if number in now and _ground(row) != _ground(now[number])
    )
    blocks = tuple(each for each in found.blocks if each.obstacle is not Obstacle.UNFINISHED)
    reopened = tuple(state.pool.number for state in states if state.unplayed)
    told = [
        sorted(_ground(row) for row in now.values()),
        [[block.obstacle.value, sorted(map(str, block.pairs))] for block in blocks],
        [match.number for state in states for match in state.unplayed],
    ]
    return FieldDifference(
        out=tuple(number for number in locked if number not in now),
        come=tuple(number for number in now if number not in locked),
        changed=changed,
        reopened=reopened,
        blocks=blocks,
        now=found,
        fingerprint=_digest(told),
    )


def is_kept(field: LockedField, difference: FieldDifference) -> bool:
    """Whether it was decided to keep the field in spite of just this difference."""
    return any(each["difference"] == difference.fingerprint for each in field.kept_despite)


def _left_later(state: PoolState, locked_at: datetime, stay: Collection[int]) -> set[int]:
    """Pairs among `stay` that withdrew after the field was locked and have matches in the pool."""
    return {
        pair.number
        for pair in state.pairs
        if pair.withdrawn_at
        and pair.withdrawn_at > locked_at
        and pair.number in stay
        and pair.pk not in state.ranking.gone
    }


def _ground(row: Mapping[str, Any]) -> list[Any]:
    return [row["pair"], row["pool"], row["ground"], row["pool_place"]]


def _digest(told: object) -> str:
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]
