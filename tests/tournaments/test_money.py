"""Sums as they are typed and told."""

from __future__ import annotations

import pytest

from tournaments.money import as_typed, cents_of, money


@pytest.mark.parametrize(
    "typed, cents",
    [
        ("20", 2000),
        ("20,00", 2000),
        ("20.50", 2050),
        ("20,-", 2000),
        (" 7 € ", 700),
        ("7\u00a0€", 700),
        ("0", 0),
        ("20,5", None),
        ("-20", None),
        ("1e3", None),
        ("٢٠", None),
        ("kaksikymmentä", None),
        ("", None),
    ],
)
def test_a_typed_sum(typed: str, cents: int | None) -> None:
    assert cents_of(typed) == cents


def test_a_sum_in_words_and_in_a_field() -> None:
    assert [money(cents) for cents in (0, 2000, 2050, 192000)] == [
        "0\u00a0€",
        "20\u00a0€",
        "20,50\u00a0€",
        "1\u00a0920\u00a0€",
    ]
    assert [as_typed(cents) for cents in (0, 2000, 2005)] == ["", "20", "20,05"]
