"""Couples for a first round, against every way to make them."""

from __future__ import annotations

from functools import cache
from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.matching import cheapest_assignment, most_couples


@st.composite
def acquaintances(draw: st.DrawFn) -> list[list[int]]:
    """Who may be with whom among up to eleven."""
    count = draw(st.integers(0, 11))
    twos = [(one, other) for other in range(count) for one in range(other)]
    allowed = draw(st.sets(st.sampled_from(twos), max_size=18)) if twos else set()
    return [
        [other for other in range(count) if (min(one, other), max(one, other)) in allowed]
        for one in range(count)
    ]


def most(partners: list[list[int]]) -> int:
    @cache
    def among(left: frozenset[int]) -> int:
        if not left:
            return 0
        one = min(left)
        rest = left - {one}
        return max(
            [among(rest)] + [1 + among(rest - {other}) for other in partners[one] if other in rest]
        )

    return among(frozenset(range(len(partners))))


@settings(max_examples=400)
@given(acquaintances(), st.randoms(use_true_random=False))
def test_there_are_as_many_couples_as_there_can_be(
    partners: list[list[int]], random: st.random.Random
) -> None:
    couples = most_couples(partners, random.sample(range(len(partners)), len(partners)))
    everybody = [index for couple in couples for index in couple]
    assert len(set(everybody)) == len(everybody)
    assert all(other in partners[one] for one, other in couples)
    assert len(couples) == most(partners)


def test_odd_rings_do_not_hide_a_way() -> None:
    # Two triangles joined by a row: everybody can have a partner.
    ties = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (7, 5)]
    partners = [[b if a == one else a for a, b in ties if one in (a, b)] for one in range(8)]
    for order in permutations(range(8), 3):
        rest = [index for index in range(8) if index not in order]
        assert len(most_couples(partners, [*order, *rest])) == 4


@given(
    st.integers(0, 5).flatmap(
        lambda size: st.lists(
            st.lists(st.integers(0, 9), min_size=size, max_size=size), min_size=size, max_size=size
        )
    )
)
def test_an_assignment_is_the_cheapest_there_is(costs: list[list[int]]) -> None:
    def price(columns: tuple[int, ...] | list[int]) -> int:
        return sum(row[column] for row, column in zip(costs, columns, strict=True))

    columns = cheapest_assignment(costs)
    assert sorted(columns) == list(range(len(costs)))
    assert price(columns) == min(map(price, permutations(range(len(costs)))))
