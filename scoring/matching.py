"""Two questions about couples, answered exactly: how many can there be, and which are cheapest.

Used where opponents are found for a first round (R29). Entrants are known by their index.
"""

from collections import deque
from collections.abc import Sequence

_NOBODY = -1


def most_couples(partners: Sequence[Sequence[int]], order: Sequence[int]) -> list[tuple[int, int]]:
    """As many couples as there can be when each may only be with one of its `partners`.

    Edmonds' algorithm: from everybody without a partner, in `order`, a way is looked for by which
    partners can be passed on until two more have one; an odd ring of them counts as one entrant.
    Time grows with the cube of the number of entrants.
    """
    mate = [_NOBODY] * len(partners)
    for start in order:
        if mate[start] == _NOBODY:
            _Augmentation(partners, mate).run(start)
    return [(one, other) for one, other in enumerate(mate) if one < other]


class _Augmentation:
    """One search for a way to give two more a partner. `mate` is changed where there is one."""

    def __init__(self, partners: Sequence[Sequence[int]], mate: list[int]) -> None:
        self.partners = partners
        self.mate = mate
        self.base = list(range(len(mate)))
        # From whom the way came to an entrant that is to change its partner.
        self.parent = [_NOBODY] * len(mate)
        self.reached = [False] * len(mate)

    def run(self, start: int) -> None:
        self.reached[start] = True
        waiting = deque([start])
        while waiting:
            one = waiting.popleft()
            for other in self.partners[one]:
                if self.base[one] == self.base[other] or self.mate[one] == other:
                    continue
                if other == start or self._came_from(self.mate[other]):
                    waiting.extend(self._shrink(one, other))
                elif self.parent[other] == _NOBODY:
                    self.parent[other] = one
                    if self.mate[other] == _NOBODY:
                        self._pass_on(other)
                        return
                    self.reached[self.mate[other]] = True
                    waiting.append(self.mate[other])

    def _came_from(self, entrant: int) -> bool:
        return entrant != _NOBODY and self.parent[entrant] != _NOBODY

    def _shrink(self, one: int, other: int) -> list[int]:
        """Count the ring that the two close as one entrant; those newly reached by it."""
        ring_base = self._common_base(one, other)
        in_ring: set[int] = set()
        self._mark(one, ring_base, other, in_ring)
        self._mark(other, ring_base, one, in_ring)
        newly: list[int] = []
        for entrant, base in enumerate(self.base):
            if base in in_ring:
                self.base[entrant] = ring_base
                if not self.reached[entrant]:
                    self.reached[entrant] = True
                    newly.append(entrant)
        return newly

    def _common_base(self, one: int, other: int) -> int:
        """Where the ways to the two parted."""
        passed: set[int] = set()
        while True:
            one = self.base[one]
            passed.add(one)
            if self.mate[one] == _NOBODY:
                break
            one = self.parent[self.mate[one]]
        while self.base[other] not in passed:
            other = self.parent[self.mate[self.base[other]]]
        return self.base[other]

    def _mark(self, entrant: int, ring_base: int, child: int, in_ring: set[int]) -> None:
        while self.base[entrant] != ring_base:
            in_ring |= {self.base[entrant], self.base[self.mate[entrant]]}
            self.parent[entrant] = child
            child = self.mate[entrant]
            entrant = self.parent[child]

    def _pass_on(self, entrant: int) -> None:
        """Let everybody on the way that ended here take the partner before."""
        while entrant != _NOBODY:
            before = self.parent[entrant]
            following = self.mate[before]
            self.mate[entrant], self.mate[before] = before, entrant
            entrant = following


def cheapest_assignment(costs: Sequence[Sequence[int]]) -> list[int]:
    """For every row a column of its own, so that the costs add up to the least there can be.

    The Hungarian algorithm, a row at a time. Time grows with the cube of the number of rows.
    """
    size = len(costs)
    row_price, column_price = [0] * size, [0] * size
    row_of: list[int] = [_NOBODY] * size
    for row in range(size):
        least: list[int | None] = [None] * size
        came_from = [_NOBODY] * size
        done = [False] * size
        here, column = row, _NOBODY
        while True:
            for each in range(size):
                if done[each]:
                    continue
                cost = costs[here][each] - row_price[here] - column_price[each]
                known = least[each]
                if known is None or cost < known:
                    least[each], came_from[each] = cost, column
            step, column = min(
                (cost, each)
                for each, cost in enumerate(least)
                if cost is not None and not done[each]
            )
            row_price[row] += step
            for each in range(size):
                cost_left = least[each]
                if done[each]:
                    row_price[row_of[each]] += step
                    column_price[each] -= step
                elif cost_left is not None:
                    least[each] = cost_left - step
            done[column] = True
            if row_of[column] == _NOBODY:
                break
            here = row_of[column]
        while column != _NOBODY:
            before = came_from[column]
            row_of[column] = row if before == _NOBODY else row_of[before]
            column = before
    answer = [_NOBODY] * size
    for each, owner in enumerate(row_of):
        answer[owner] = each
    return answer
