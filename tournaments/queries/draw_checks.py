"""Whether draws are what they say: made again from what is kept of them, held against the pools."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

from scoring.faults import Fault
from tournaments.lots import drawn_again
from tournaments.models import Draw, Pool, Tournament
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
        if self.draw.counts:
            return "counts"
        if self.draw.annulled_at:
            return "annulled"
        return "taken back" if self.draw.published_at else "not published"

    def line(self) -> str:
        """The whole check in one line."""
        verdict = "DIFFERS: " + "; ".join(self.faults) if self.faults else "as the seed gives it"
        notes = f" ({'; '.join(self.notes)})" if self.notes else ""
        size = f"{len(self.draw.entrants)} pairs in {self.draw.pool_count} pools"
        seed = f"seed {self.draw.seed}"
        return f"draw {self.draw.number}, {seed}, {size}, {self.state}: {verdict}{notes}"


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
