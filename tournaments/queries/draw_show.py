"""A draw told pair by pair, as slips come out of a cap: a pair for each pool in turn."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.queries.draws import DrawView, Numbered


@dataclass(frozen=True)
class Seat:
    """A place in a pool; `number` is the pair's, None while its slip is in the cap."""

    number: int | None
    is_latest: bool


@dataclass(frozen=True)
class ShowPool:
    """A pool counted from 1: its places, and the pairs told so far."""

    pool: int
    seats: tuple[Seat, ...]
    told: tuple[Numbered, ...]


@dataclass(frozen=True)
class DrawShow:
    """The draw after `step` of `steps` slips; `pool` and `pair` are the latest, None before the
    first."""

    step: int
    steps: int
    pools: tuple[ShowPool, ...]
    pool: int | None
    pair: Numbered | None

    @property
    def is_over(self) -> bool:
        return self.step == self.steps

    @property
    def previous(self) -> int:
        return max(0, self.step - 1)

    @property
    def next(self) -> int:
        return min(self.steps, self.step + 1)


def show_of(view: DrawView, step: int) -> DrawShow:
    """The draw after so many slips (no query); a step there is not is the nearest there is."""
    order = [
        (place, pool)
        for place in range(max(map(len, view.pools)))
        for pool, pairs in enumerate(view.pools)
        if place < len(pairs)
    ]
    step = min(max(0, step), len(order))
    out = set(order[:step])
    latest = order[step - 1] if step else None
    return DrawShow(
        step=step,
        steps=len(order),
        pools=tuple(
            ShowPool(
                number + 1,
                tuple(
                    Seat(
                        pair[0] if (place, number) in out else None,
                        is_latest=(place, number) == latest,
                    )
                    for place, pair in enumerate(pairs)
                ),
                tuple(pair for place, pair in enumerate(pairs) if (place, number) in out),
            )
            for number, pairs in enumerate(view.pools)
        ),
        pool=latest[1] + 1 if latest else None,
        pair=view.pools[latest[1]][latest[0]] if latest else None,
    )
