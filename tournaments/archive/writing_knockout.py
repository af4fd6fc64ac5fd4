"""Rows -> what an archive tells of tables and of what follows the pools: calls for a referee, lots,
locked fields, brackets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tournaments.archive.shapes import write_maybe, write_moment
from tournaments.archive.text import Value
from tournaments.archive.writing_play import pool_named
from tournaments.models import Bracket, Draw, LockedField, Lot, Match, Pool, RefereeCall


def calls_told(calls: Iterable[RefereeCall], matches: Mapping[int, Match]) -> list[Value]:
    """Calls in the order made; matches by key."""
    return [
        {
            "kind": call.kind,
            "table": call.table,
            "match": matches[call.match_id].number if call.match_id else None,
            "side": call.side or None,
            "revision": call.revision,
            "reason": call.reason,
            "made_at": write_moment(call.made_at),
            "coming": {"at": write_moment(call.coming_at), "by": call.coming_by_name}
            if call.coming_at
            else None,
            "answered": {
                "at": write_moment(call.answered_at),
                "by": call.answered_by_name,
                "answer": call.answer,
                "outcome": call.outcome or None,
                "revision": call.answered_revision,
            }
            if call.answered_at
            else None,
        }
        for call in calls
    ]


def lots_told(
    lots: Iterable[Lot], pools: Mapping[int, Pool], draws: Mapping[int, Draw]
) -> list[Value]:
    """Lots in the order of their numbers; pools and draws by key."""
    return [
        {
            "lot": lot.number,
            "scope": lot.scope,
            "pool": pool_named(pools[lot.pool_id], draws) if lot.pool_id else None,
            "pairs": lot.pairs,
            "order": lot.order,
            "seed": lot.seed,
            "witnesses": lot.witnesses,
            "made_at": write_moment(lot.made_at),
            "made_by": lot.made_by_name,
            "undone": _undone(lot),
        }
        for lot in lots
    ]


def fields_told(fields: Sequence[LockedField]) -> list[Value]:
    """Locked fields in the order they were locked, numbered from 1."""
    return [
        {
            "field": number,
            "first": field.first,
            "size": field.size,
            "rows": field.rows,
            "kept_despite": field.kept_despite,
            "locked_at": write_moment(field.locked_at),
            "locked_by": field.locked_by_name,
            "undone": _undone(field),
        }
        for number, field in enumerate(fields, start=1)
    ]


def brackets_told(brackets: Iterable[Bracket], fields: Sequence[LockedField]) -> list[Value]:
    """Brackets in the order of their numbers; fields as `fields_told` has them."""
    field_numbers = {field.pk: number for number, field in enumerate(fields, start=1)}
    return [
        {
            "bracket": bracket.number,
            "field": field_numbers[bracket.field_id] if bracket.field_id else None,
            "seed": bracket.seed,
            "order": bracket.order,
            "byes": bracket.byes,
            "apart": bracket.apart,
            "third_place": bracket.third_place,
            "contenders": bracket.contenders,
            "slots": bracket.slots,
            "from_one_pool": bracket.from_one_pool,
            "clashes": bracket.clashes,
            "deals": bracket.deals,
            "plan": bracket.plan,
            "decided": bracket.decided,
            "drawn_at": write_moment(bracket.drawn_at),
            "drawn_by": bracket.drawn_by_name,
            "published_at": write_maybe(bracket.published_at),
            "counts": bracket.counts,
            "annulled": {
                "at": write_moment(bracket.annulled_at),
                "by": bracket.annulled_by_name,
                "reason": bracket.annulled_reason,
            }
            if bracket.annulled_at
            else None,
        }
        for bracket in brackets
    ]


def _undone(undoable: Lot | LockedField) -> Value | None:
    if undoable.undone_at is None:
        return None
    return {
        "at": write_moment(undoable.undone_at),
        "by": undoable.undone_by_name,
        "reason": undoable.undone_reason,
    }
