"""Who an entry means where players of its name are known."""

from __future__ import annotations

import pytest

from tournaments.same_names import KnownPlayer, WhichOne, who_is

NAME = "Matti Virtanen"


def known(pk: int, *clubs: str, pair: int | None = None) -> KnownPlayer:
    return KnownPlayer(pk, NAME, clubs, pair=pair)


@pytest.mark.parametrize(
    "club, players, meant",
    [
        ("Kemi", [], None),
        ("Kemi", [known(1, "Kemi")], 1),
        (" kemi", [known(1, "Oulu", "Kemi")], 1),
        ("", [known(1, "Kemi")], 1),
        ("Kemi", [known(1)], 1),
        ("Kemi", [known(1, "Oulu"), known(2, "Kemi")], 2),
    ],
)
def test_an_entry_tells_by_itself(club: str, players: list[KnownPlayer], meant: int | None) -> None:
    assert who_is(NAME, club, players) == meant


@pytest.mark.parametrize(
    "club, players, likely",
    [
        ("Tornio", [known(1, "Kemi")], None),
        ("", [known(1, "Kemi"), known(2, "Oulu")], None),
        ("Kemi", [known(1, "Kemi"), known(2, "Kemi")], None),
        ("Kemi", [known(1, "Kemi", pair=4)], 1),
        ("Tornio", [known(1, "Kemi", pair=4)], None),
        ("Tornio", [known(1, "Kemi", pair=4), known(2, "Tornio")], 2),
    ],
)
def test_somebody_is_asked(club: str, players: list[KnownPlayer], likely: int | None) -> None:
    assert who_is(NAME, club, players) == WhichOne(NAME, tuple(players), likely)
