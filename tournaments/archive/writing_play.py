"""Rows -> the pools and matches of an archive, score sheets in every revision."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from tournaments.archive.shapes import write_maybe, write_moment
from tournaments.archive.text import Value
from tournaments.ledger import OUTCOME_FIELDS
from tournaments.models import (
    Bracket,
    Confirmation,
    Draw,
    LedgerEntry,
    Match,
    Pair,
    Pool,
    Ruling,
    SheetRevision,
    Tournament,
)

_NO_POOL = {"draw": None, "pool": None}


def pools_told(
    pools: Mapping[int, Pool], draws: Mapping[int, Draw], pairs: Mapping[int, Pair]
) -> list[Value]:
    """Every pool, those of annulled draws too, by draw and number. All are by key; the pools come
    with their places preloaded."""
    told = [
        {
            **pool_named(pool, draws),
            "live": pool.is_live,
            "deals": pool.deals,
            "places": [
                {
                    "pair": pairs[place.pair_id].number,
                    "added_at": write_maybe(place.added_at),
                    "live": place.is_live,
                }
                for place in sorted(pool.places.all(), key=lambda place: place.position)
            ],
        }
        for pool in pools.values()
    ]
    return sorted(told, key=lambda pool: (pool["draw"] or 0, pool["pool"]))


def pool_named(pool: Pool, draws: Mapping[int, Draw]) -> Value:
    """Which pool it is: pools of an annulled draw have numbers that live ones have too."""
    return {
        "draw": draws[pool.draw_id].number if pool.draw_id else None,
        "pool": pool.number,
    }


def matches_told(
    tournament: Tournament,
    matches: Mapping[int, Match],
    pairs: Mapping[int, Pair],
    pools: Mapping[int, Pool],
    draws: Mapping[int, Draw],
    brackets: Mapping[int, Bracket],
) -> list[Value]:
    """The matches of an event with every revision of their sheets (four queries). All are by
    key, the matches in the order of their numbers."""
    revisions: dict[int, list[SheetRevision]] = defaultdict(list)
    for revision in SheetRevision.objects.filter(match__tournament=tournament).order_by("number"):
        revisions[revision.match_id].append(revision)
    entries: dict[int, list[LedgerEntry]] = defaultdict(list)
    for entry in LedgerEntry.objects.filter(match__tournament=tournament).order_by("position"):
        entries[entry.match_id].append(entry)
    rulings = {
        ruling.entry_id: ruling
        for ruling in Ruling.objects.filter(entry__match__tournament=tournament)
    }
    confirmations: dict[int, list[Confirmation]] = defaultdict(list)
    for each in Confirmation.objects.filter(match__tournament=tournament).order_by("id"):
        confirmations[each.match_id].append(each)
    return [
        {
            "match": match.number,
            "stage": match.stage,
            **(pool_named(pools[match.pool_id], draws) if match.pool_id else _NO_POOL),
            "bracket": brackets[match.bracket_id].number if match.bracket_id else None,
            "bracket_number": match.bracket_number,
            "live": match.is_live,
            "round": match.round,
            "a": pairs[match.pair_a_id].number,
            "b": pairs[match.pair_b_id].number,
            "slot": match.slot,
            "table": match.table,
            "starts_at": write_moment(match.starts_at),
            "called_at": write_maybe(match.called_at),
            "moved_by_hand": match.moved_by_hand,
            "annulled": {
                "by": match.annulment,
                "reason": match.annulment_reason,
                "at": write_moment(match.annulled_at),
            }
            if match.annulled_at
            else None,
            "seats": {"left_of_a1": match.left_of_a1, "first_dealer": match.first_dealer}
            if match.first_dealer
            else None,
            "seats_revision": match.seats_revision,
            "first_revision": match.first_revision,
            "sheet": {
                "format": match.format,
                "deals": match.deals,
                "entries": [each.record for each in entries[key] if each.ended_id is None],
            },
            "revisions": _revisions(revisions[key], entries[key], rulings),
            "confirmed": {"a": match.confirmed_a, "b": match.confirmed_b},
            "confirmations": [
                {
                    "side": each.side,
                    "revision": each.revision,
                    "made_at": write_moment(each.made_at),
                    "made_by": each.made_by_name,
                }
                for each in confirmations[key]
            ],
            "outcome": outcome({field: getattr(match, field) for field in OUTCOME_FIELDS}),
            "changed_at": write_maybe(match.changed_at),
        }
        for key, match in matches.items()
    ]


def outcome(cached: Mapping[str, Any]) -> Value:
    """What is cached of a match, by field, as archives have it: null where there is none."""
    return {field: None if value == "" else value for field, value in cached.items()}


def _revisions(
    revisions: list[SheetRevision], entries: list[LedgerEntry], rulings: Mapping[int, Ruling]
) -> list[Value]:
    """Every write to a sheet: how many lines stayed, and which came behind them."""
    added: dict[int, list[LedgerEntry]] = defaultdict(list)
    ended: dict[int, int] = defaultdict(int)
    for entry in entries:
        added[entry.added_id].append(entry)
        if entry.ended_id is not None:
            ended[entry.ended_id] += 1
    numbers = {revision.pk: revision.number for revision in revisions}
    told = []
    length = 0
    for revision in revisions:
        own = added[revision.pk]
        kept = length - ended[revision.pk]
        length = kept + len(own)
        told.append(
            {
                "revision": revision.number,
                "made_at": write_moment(revision.made_at),
                "made_by": revision.made_by_name,
                "table": revision.made_at_table,
                "reason": revision.reason,
                "replayed_deal": revision.replayed_deal,
                "kept": kept,
                "added": [entry.record for entry in own],
                "rulings": [
                    {
                        "line": entry.position,
                        "recorded": numbers[rulings[entry.pk].recorded_id],
                        "ruled_by": rulings[entry.pk].ruled_by,
                        "note": rulings[entry.pk].note,
                    }
                    for entry in own
                    if entry.pk in rulings
                ],
            }
        )
    return told
