"""The knock-out as values of JSON; FORMATS.md describes every key."""

from __future__ import annotations

from scoring.knockout import MatchKey
from tournaments.exports.json_values import Value, time_or_null, time_value
from tournaments.queries.brackets import BracketDrawView
from tournaments.queries.knockout import KnockoutView, Tie, TieSide
from tournaments.queries.pairs import PairView


def knockout_value(knockout: KnockoutView) -> Value:
    return {
        "draw": knockout.bracket.number,
        "rounds": knockout.bracket.rounds,
        "winner": _number(knockout.champion),
        "second": _number(knockout.second) if knockout.champion else None,
        "third": [pair.number for pair in knockout.third],
        "matches": [_tie(tie) for tie in knockout.ties],
    }


def _tie(tie: Tie) -> Value:
    place = tie.view.match if tie.view else tie.planned
    winner = tie.a if tie.is_bye else next((side for side in tie.sides if side.won), None)
    return {
        "key": _key(tie.key),
        "round": tie.key.round,
        "third_place": tie.is_third_place,
        "stage": tie.stage.value,
        "match": tie.view.match.number if tie.view else None,
        "starts_at": time_value(place.starts_at) if place else None,
        "table": place.table if place else None,
        "deals": tie.deals,
        "a": _side(tie.a),
        "b": _side(tie.b),
        "winner": _number(winner.pair) if winner else None,
        "decision": {"reason": tie.decided.reason, "at": time_or_null(tie.decided.at)}
        if tie.decided
        else None,
    }


def _side(side: TieSide) -> Value:
    return {
        "pair": _number(side.pair),
        "from": _key(side.feed) if side.feed else None,
        "loser": side.of_loser and side.feed is not None,
        "points": side.points,
    }


def bracket_draw_value(view: BracketDrawView) -> Value:
    """A draw of the knock-out; who meets whom in one that was never published is the staff's."""
    draw = view.draw
    return {
        "draw": draw.number,
        "seed": draw.seed,
        "order": draw.order,
        "byes": draw.byes,
        "clubs_apart": draw.apart,
        "third_place": draw.third_place,
        "deals": draw.deals,
        "from_one_pool": draw.from_one_pool,
        "clashes": draw.clashes,
        "drawn_at": time_value(draw.drawn_at),
        "drawn_by": draw.drawn_by_name,
        "published_at": time_or_null(draw.published_at),
        "counts": draw.counts,
        "annulled_at": time_or_null(draw.annulled_at),
        "annulled_reason": draw.annulled_reason or None,
        "contenders": [
            {"pair": number, "pool": pool, "clubs": clubs}
            for number, pool, clubs in draw.contenders
        ]
        if view.was_published
        else None,
        "slots": draw.slots if view.was_published else None,
    }


def _key(key: MatchKey) -> str:
    return f"{key.round}.{key.number}"


def _number(pair: PairView | None) -> int | None:
    return pair.number if pair else None
