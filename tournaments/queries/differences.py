"""Two states of one score sheet held against each other: lines, points, winner, places."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from enum import StrEnum

from scoring.diagnosis import Disagreement, disagreements
from scoring.standings import Standing
from tournaments.ledger import outcome_fields, ruleset_of
from tournaments.models import Match
from tournaments.queries.matches import MatchView, matches_in_pool
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
class SheetDifference:
    """Everything that saving a sheet would change.

    `lines` are the lines that differ, in order. `moves` are in the order of the new places; they
    are worked out, never written. `disagreements` is what the new lines leave otherwise than a
    result entered before them, empty where there was none.
    """

    change: SheetChange
    lines: tuple[PairedLine, ...]
    moves: tuple[PlaceMove, ...]
    disagreements: tuple[Disagreement, ...]

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

    `pairs` are all pairs of the event by key. Two queries where the outcome differs, else none;
    with None in place of the pairs no places are worked out, and there is no query.
    """
    result = before.bare_result
    replaces_result = result is not None and after.bare_result is None
    return SheetDifference(
        change=change_between(before, after),
        lines=tuple(line for line in paired_lines(before, after) if line.mark),
        moves=() if pairs is None else places_moved(before, after, pairs),
        disagreements=disagreements(result, after.ledger) if result and replaces_result else (),
    )


def places_moved(
    before: SheetView, after: SheetView, pairs: Mapping[int, PairView]
) -> tuple[PlaceMove, ...]:
    """The places of the pool that would move, ranked as if the sheet read `after` (R25)."""
    match, would_be = (_as_if(sheet) for sheet in (before, after))
    if _counted(match) == _counted(would_be):
        return ()
    pool, rules = before.view.pool, ruleset_of(before.view.match.tournament)
    drawn = [pairs[key] for key in pool.places.values_list("pair_id", flat=True)]
    views = matches_in_pool(pool, pairs)
    old, new = (
        {
            row.pair.pk: row.standing
            for row in rank_pool(
                pool, drawn, [_instead(view, of_match) for view in views], rules
            ).rows
        }
        for of_match in (match, would_be)
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
