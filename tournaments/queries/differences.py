"""Two states of one score sheet held against each other: lines, points, winner, places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from enum import StrEnum

from scoring.diagnosis import Disagreement, disagreements
from scoring.standings import Standing
from tournaments.ledger import outcome_fields, ruleset_of
from tournaments.models import Match, Pool
from tournaments.pool_ranking import LotsInForce
from tournaments.queries.matches import MatchView, matches_of
from tournaments.queries.out_of_step import (
    BracketEffect,
    FieldOutOfStep,
    bracket_effect,
    field_effect,
    locked_field,
)
from tournaments.queries.pairs import PairView
from tournaments.queries.sheets import SheetChange, SheetLine, SheetView, change_between
from tournaments.queries.standings import rank_pool


class Mark(StrEnum):
    """How a line differs from the same line of the other sheet.

    `RECOUNTED` lines were entered alike and book otherwise, because a line before them changed.
    """

    CHANGED = "changed"
    ADDED = "added"
    LEFT_OUT = "left_out"
    RECOUNTED = "recounted"


@dataclass(frozen=True)
class PairedLine:
    """A line of both sheets, or of one; `mark` is None where they are the same."""

    before: SheetLine | None
    after: SheetLine | None
    mark: Mark | None


@dataclass(frozen=True)
class PlaceMove:
    """A pair of the pool whose place would be another one."""

    pair: PairView
    before: Standing
    after: Standing


@dataclass(frozen=True)
class Follows:
    """What follows from another outcome of a match.

    `moves` are places of its pool, in the order of the new ones. `field_is_locked`: the outcome
    changes after it was locked who goes on, and `field` is what the pools would say otherwise than
    the list. `bracket` tells of a match of the knock-out.
    """

    moves: tuple[PlaceMove, ...] = ()
    field_is_locked: bool = False
    field: FieldOutOfStep | None = None
    bracket: BracketEffect | None = None


@dataclass(frozen=True)
class SheetDifference:
    """Everything that saving a sheet would change.

    `lines` are the lines that differ, in order. `disagreements` is what the new lines leave
    otherwise than a result entered before them, empty where there was none. `follows` is worked
    out, never written.
    """

    change: SheetChange
    lines: tuple[PairedLine, ...]
    disagreements: tuple[Disagreement, ...]
    follows: Follows

    @property
    def counts(self) -> tuple[tuple[Mark, int], ...]:
        """How many lines differ in each way that any does."""
        marks = [line.mark for line in self.lines]
        return tuple((mark, marks.count(mark)) for mark in Mark if mark in marks)


def paired_lines(before: SheetView, after: SheetView) -> tuple[PairedLine, ...]:
    """All lines of two sheets side by side, those entered alike together."""
    paired: list[PairedLine] = []
    matcher = SequenceMatcher(None, before.entries, after.entries, autojunk=False)
    for _tag, start, end, other_start, other_end in matcher.get_opcodes():
        old, new = before.lines[start:end], after.lines[other_start:other_end]
        for place in range(max(len(old), len(new))):
            paired.append(
                _pair(
                    old[place] if place < len(old) else None,
                    new[place] if place < len(new) else None,
                )
            )
    return tuple(paired)


def difference_between(
    before: SheetView, after: SheetView, pairs: Mapping[int, PairView] | None
) -> SheetDifference:
    """What making the sheet read `after` would change.

    `pairs` are all pairs of the event by key. Where the outcome of a match of a pool differs three
    queries, one more where pairs are level; one for a match of the knock-out; else none. With None
    in place of the pairs nothing that follows is worked out, and there is no query.
    """
    result = before.bare_result
    replaces_result = result is not None and after.bare_result is None
    return SheetDifference(
        change=change_between(before, after),
        lines=tuple(line for line in paired_lines(before, after) if line.mark),
        disagreements=disagreements(result, after.ledger) if result and replaces_result else (),
        follows=Follows() if pairs is None else what_follows(before, after, dict(pairs)),
    )


def what_follows(before: SheetView, after: SheetView, pairs: dict[int, PairView]) -> Follows:
    """What follows where the sheet reads `after`; the queries are those of `difference_between`."""
    match, pool = before.view.match, before.view.pool
    now, would_be = (_as_if(sheet) for sheet in (before, after))
    if not match.is_live or match.annulled or before.entries == after.entries:
        return Follows()
    if pool is None:
        would_be.revision += 1  # what pairs have confirmed is another sheet
        return Follows(bracket=bracket_effect(matches_of(match.tournament, pairs), would_be))
    if _counted(now) == _counted(would_be):
        return Follows()
    views = matches_of(match.tournament, pairs)
    field = locked_field(match.tournament)
    return Follows(
        moves=_places_moved(pool, pairs, views, now, would_be),
        field_is_locked=field is not None,
        field=field_effect(field, views, would_be),
    )


def _places_moved(
    pool: Pool,
    pairs: Mapping[int, PairView],
    views: Sequence[MatchView],
    now: Match,
    would_be: Match,
) -> tuple[PlaceMove, ...]:
    """The places of the pool that would move, ranked (R25) with a match as it is and as it would
    be."""
    rules = ruleset_of(now.tournament)
    drawn = [pairs[key] for key in pool.places.values_list("pair_id", flat=True)]
    own = [view for view in views if view.pool and view.pool.pk == pool.pk]
    lots = LotsInForce(pool.tournament_id)
    old, new = (
        {
            row.pair.pk: row.standing
            for row in rank_pool(
                pool, drawn, [_instead(view, match) for view in own], rules, lots
            ).rows
        }
        for match in (now, would_be)
    )
    return tuple(
        PlaceMove(pairs[key], old[key], standing)
        for key, standing in new.items()
        if (old[key].place, old[key].shared) != (standing.place, standing.shared)
    )


def _pair(before: SheetLine | None, after: SheetLine | None) -> PairedLine:
    if before is None:
        return PairedLine(None, after, Mark.ADDED)
    if after is None:
        return PairedLine(before, None, Mark.LEFT_OUT)
    if before.entry != after.entry:
        return PairedLine(before, after, Mark.CHANGED)
    return PairedLine(before, after, None if _books(before) == _books(after) else Mark.RECOUNTED)


def _books(line: SheetLine) -> tuple[object, ...]:
    return line.row.winner, line.row.points, line.row.event


def _as_if(sheet: SheetView) -> Match:
    """The match with the outcome of a sheet; it is never saved."""
    match = copy(sheet.view.match)
    for name, value in outcome_fields(sheet.ledger, len(sheet.entries)).items():
        setattr(match, name, value)
    return match


def _counted(match: Match) -> tuple[object, ...]:
    """What the ranking of a pool reads of a match."""
    if not match.is_finished:
        return ()
    return match.winner, match.total_a, match.total_b


def _instead(view: MatchView, match: Match) -> MatchView:
    return replace(view, match=match) if view.match.pk == match.pk else view
