"""Who meets whom in a first round: as few unwanted meetings as there can be (R29).

A lot is drawn first and then mended, as in the draw of the pools: couples change partners where
that is better, and once it cannot be, they go on changing at random where it is no worse. So the
lot still decides, and every round with as few unwanted meetings remains possible.

Two from one pool: any meeting of them beyond the fewest possible can be undone by one change,
because some other couple then has nobody of that pool. One club, where pairs may be of several:
changes alone can come to a dead end, so a round without clubmates is then looked for in full.
"""

from collections.abc import Callable, Sequence
from typing import Final

from scoring.lots import Random, below, shuffled
from scoring.matching import cheapest_assignment, most_couples

Couple = tuple[int, int]

CLUBMATES: Final = 1
"""What a meeting of clubmates costs."""
SAME_POOL: Final = 1_000
"""What a meeting of two from one pool costs: more than clubmates in every match."""
IMPOSSIBLE: Final = 1_000_000
"""What a match without a pair costs."""
# The bounds of the search, in changes weighed, and the random changes for each couple afterwards.
CHANGES_WEIGHED: Final = 40_000
MIXING_TURNS: Final = 40

Cost = Callable[[int, int], int]
Costs = Sequence[Sequence[int]]


def pair_by_lot(count: int, cost: Cost, random: Random) -> list[Couple]:
    """An even number of entrants, known by their index, in couples by lot.

    `cost` is what a meeting of two costs, by the numbers above. The cost of all is the least there
    can be as far as it counts meetings from one pool, and where no clubmates need meet; else
    clubmates meet as seldom as a bounded search finds.
    """
    order = shuffled(range(count), random)
    couples = list(zip(order[::2], order[1::2], strict=True))
    # Asked for very often, so it is asked once.
    costs = [[cost(one, other) for other in range(count)] for one in range(count)]
    _mend(couples, costs, random)
    if _total(couples, costs) % SAME_POOL:
        _part_clubmates(couples, order, costs, random)
    _mix(couples, costs, random)
    return couples


def pair_across(
    ones: Sequence[int], others: Sequence[int], cost: Cost, preference: Cost
) -> list[Couple]:
    """Each of `ones` with one of the equally many `others`: at the least cost there can be, and
    among those by the least sum of `preference`."""
    # No sum of preferences outweighs the least cost.
    most = 1 + sum(max(preference(one, other) for other in others) for one in ones)
    table = [[cost(one, other) * most + preference(one, other) for other in others] for one in ones]
    return [(ones[row], others[column]) for row, column in enumerate(cheapest_assignment(table))]


def _total(couples: Sequence[Couple], costs: Costs) -> int:
    return sum(costs[one][other] for one, other in couples)


def _mend(couples: list[Couple], costs: Costs, random: Random) -> None:
    """Let couples change partners as long as that makes the whole cheaper."""
    is_better = True
    while is_better:
        is_better = False
        for number in shuffled(range(len(couples)), random):
            one, partner = couples[number]
            if not costs[one][partner]:
                continue
            for other in shuffled(range(len(couples)), random):
                if other != number and _change(couples, number, other, costs, random, gain=1):
                    is_better = True
                    break


def _change(
    couples: list[Couple], number: int, other: int, costs: Costs, random: Random, *, gain: int
) -> bool:
    """Let two couples change partners in one of the two ways, if that gains so much or more.

    A way that is worth nothing is chosen by lot; to gain, both ways are tried.
    """
    (a, b), (c, d) = couples[number], couples[other]
    now = costs[a][b] + costs[c][d]
    if below(2, random):
        c, d = d, c
    if now - costs[a][c] - costs[b][d] >= gain:
        couples[number], couples[other] = (a, c), (b, d)
        return True
    if gain and now - costs[a][d] - costs[b][c] >= gain:
        couples[number], couples[other] = (a, d), (b, c)
        return True
    return False


def _part_clubmates(
    couples: list[Couple], order: Sequence[int], costs: Costs, random: Random
) -> None:
    """Replace the couples by cheaper ones, if there are any to be found."""
    best, best_couples = _total(couples, costs), list(couples)
    # As many couples as there can be without anything unwanted, the rest anyhow.
    free = most_couples(
        [
            [other for other in order if other != one and not costs[one][other]]
            for one in range(len(order))
        ],
        order,
    )
    alone = [index for index in order if all(index not in couple for couple in free)]
    couples[:] = free + list(zip(alone[::2], alone[1::2], strict=True))
    fewest = len(alone) // 2 * CLUBMATES
    _mend(couples, costs, random)
    left = CHANGES_WEIGHED
    while True:
        total = _total(couples, costs)
        if total < best:
            best, best_couples = total, list(couples)
        if best <= fewest or left <= 0:
            break
        # Where nothing is better, what is as good may lead on.
        for _ in range(MIXING_TURNS * len(couples)):
            _change_at_random(couples, costs, random)
        _mend(couples, costs, random)
        left -= MIXING_TURNS * len(couples)
    couples[:] = best_couples


def _mix(couples: list[Couple], costs: Costs, random: Random) -> None:
    """Let couples change partners at random wherever it is no worse."""
    for _ in range(MIXING_TURNS * len(couples)):
        _change_at_random(couples, costs, random)


def _change_at_random(couples: list[Couple], costs: Costs, random: Random) -> None:
    number, other = below(len(couples), random), below(len(couples), random)
    if number != other:
        _change(couples, number, other, costs, random, gain=0)
