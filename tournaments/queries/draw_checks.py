"""Whether draws are what they say: made again from what is kept of them, held against the pools."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

from scoring.faults import Fault
from scoring.knockout import Stage
from tournaments import bracket_lots
from tournaments.brackets import key_of, state_of
from tournaments.lots import drawn_again
from tournaments.models import Bracket, Draw, Match, Pool, Tournament
from tournaments.queries.pairs import pairs_by_key


@dataclass(frozen=True)
class DrawCheck:
    """One draw checked, in plain words for a terminal.

    `faults` are what differs, none where all is well; `notes` explain what is otherwise than drawn
    and rightly so.
    """

    draw: Draw
    faults: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def state(self) -> str:
        return _state(self.draw)

    def line(self) -> str:
        """The whole check in one line."""
        size = f"{len(self.draw.entrants)} pairs in {self.draw.pool_count} pools"
        seed = f"seed {self.draw.seed}"
        return f"draw {self.draw.number}, {seed}, {size}, {self.state}: {_verdict(self)}"


@dataclass(frozen=True)
class BracketCheck:
    """One draw of the knock-out checked, as `DrawCheck` tells one of pools."""

    draw: Bracket
    faults: tuple[str, ...]
    notes: tuple[str, ...]

    def line(self) -> str:
        """The whole check in one line."""
        size = f"{len(self.draw.contenders)} pairs"
        seed = f"seed {self.draw.seed}"
        where = f"knock-out draw {self.draw.number}"
        return f"{where}, {seed}, {size}, {_state(self.draw)}: {_verdict(self)}"


def check_brackets(tournament: Tournament) -> list[BracketCheck]:
    """Checks every draw of the knock-out, the first first (up to three queries).

    The one that counts is held against its matches too: who plays must have come there by the draw
    and by results, or by a decision, which is told.
    """
    brackets = list(tournament.brackets.order_by("number"))
    if not brackets:
        return []
    numbers = dict(tournament.pairs.values_list("pk", "number"))
    checks = []
    for bracket in brackets:
        faults = _bracket_faults(bracket)
        notes: list[str] = []
        if bracket.counts and not faults:
            faults += _played_faults(bracket, list(bracket.matches.live()), numbers)
            notes += [
                f"match {key} goes to pair {pair} by decision"
                for key, pair in sorted(bracket.decided.items())
            ]
        checks.append(BracketCheck(bracket, tuple(faults), tuple(notes)))
    return checks


def _bracket_faults(bracket: Bracket) -> list[str]:
    try:
        drawn = bracket_lots.drawn_again(bracket)
    # Whatever somebody wrote over it by hand.
    except (Fault, TypeError, ValueError):
        return ["what is kept of it cannot be drawn"]
    faults = []
    if list(drawn.bracket.slots) != bracket.slots:
        faults.append(f"the bracket is {bracket.slots}, the seed gives {list(drawn.bracket.slots)}")
    if drawn.from_one_pool != bracket.from_one_pool:
        told = f"{bracket.from_one_pool} meetings of one pool are told"
        faults.append(f"{told}, there are {drawn.from_one_pool}")
    if drawn.clashes != bracket.clashes:
        told = f"{bracket.clashes} meetings of clubmates are told"
        faults.append(f"{told}, there are {drawn.clashes}")
    return faults


def _played_faults(bracket: Bracket, matches: list[Match], numbers: dict[int, int]) -> list[str]:
    state = state_of(bracket, matches, numbers)
    right = {
        each.key: (each.a, each.b)
        for each in state.knockout.matches
        if each.stage in (Stage.PLAYABLE, Stage.FINISHED)
    }
    faults = [
        f"match {match.number} is {there[0]} against {there[1]}, by the draw "
        + (" against ".join(map(str, right[key_of(match)])) if key_of(match) in right else "none")
        for match in matches
        if (there := (numbers[match.pair_a_id], numbers[match.pair_b_id]))
        != right.get(key_of(match))
    ]
    return faults + [
        f"match {each.match.number} was corrected and pair {each.went_on} went on"
        for each in state.corrections
    ]


def _state(draw: Draw | Bracket) -> str:
    if draw.counts:
        return "counts"
    if draw.annulled_at:
        return "annulled"
    return "taken back" if draw.published_at else "not published"


def _verdict(check: DrawCheck | BracketCheck) -> str:
    verdict = "DIFFERS: " + "; ".join(check.faults) if check.faults else "as the seed gives it"
    return f"{verdict} ({'; '.join(check.notes)})" if check.notes else verdict


def check_draws(tournament: Tournament) -> list[DrawCheck]:
    """Checks every draw of the event, the first first (five queries).

    One that counts or was annulled is held against its pools too: whoever joined late is told, and
    whoever withdrew.
    """
    pairs = pairs_by_key(tournament)
    pools: dict[int | None, list[Pool]] = {}
    for pool in tournament.pools.prefetch_related("places").order_by("number"):
        pools.setdefault(pool.draw_id, []).append(pool)
    checks = []
    for draw in tournament.draws.order_by("number"):
        faults = _lot_faults(draw)
        notes: list[str] = []
        if draw.counts or draw.annulled_at:
            # Pools of an old archive do not name their draw; only the one that counts had any.
            own = pools.get(draw.pk) or (pools.get(None, []) if draw.counts else [])
            numbers = {pair.pk: pair.number for pair in pairs.values()}
            faults += _pool_faults(draw, own, numbers, notes)
        if draw.counts:
            notes += [f"pair {pair.number} withdrew" for pair in pairs.values() if pair.withdrawn]
        checks.append(DrawCheck(draw, tuple(faults), tuple(notes)))
    return checks


def _lot_faults(draw: Draw) -> list[str]:
    try:
        result = drawn_again(draw)
    # Whatever somebody wrote over it by hand.
    except (Fault, TypeError, ValueError):
        return ["what is kept of it cannot be drawn"]
    faults = [
        f"pool {_label(number)} is {kept}, the seed gives {drawn}"
        for number, (kept, drawn) in enumerate(
            zip_longest(draw.pools, [list(pool) for pool in result.pools]), start=1
        )
        if kept != drawn
    ]
    if result.clashes != draw.clashes:
        faults.append(f"{draw.clashes} meetings of clubmates are told, there are {result.clashes}")
    return faults


def _pool_faults(
    draw: Draw, pools: list[Pool], numbers: dict[int, int], notes: list[str]
) -> list[str]:
    faults = []
    if len(pools) != len(draw.pools):
        faults.append(f"there are {len(pools)} pools of it now")
    for pool, drawn in zip(pools, draw.pools, strict=False):
        places = list(pool.places.all())
        first = [numbers.get(place.pair_id) for place in places if not place.added_at]
        if first != drawn:
            faults.append(f"pool {pool.label} is {first} now, drawn was {drawn}")
        notes += [
            f"pair {numbers.get(place.pair_id)} joined pool {pool.label} later"
            for place in places
            if place.added_at
        ]
    return faults


def _label(number: int) -> str:
    return Pool(number=number).label
