"""The people of an event in its archive: numbered as they are first named, pairs before
substitutions, so that two of one name stay two.

Who they are elsewhere, on this site or in other events, no archive says.
"""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.archive.text import Value
from tournaments.names import fold_name


class Persons:
    """Numbers for the people of an event, given as they are asked for."""

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}

    def told(self, player_id: int, name: str, club_name: str) -> Value:
        """A person as the archive has it, with name and club as they were then."""
        number = self._numbers.setdefault(player_id, len(self._numbers) + 1)
        return {"player": number, "name": name, "club": club_name or None}


def mentions(value: Value) -> Iterator[tuple[Value, str]]:
    """Every mention of a person, and its place in the archive, in the order of their numbers."""
    for index, pair in enumerate(value["pairs"]):
        for seat, player in enumerate(pair["players"]):
            yield player, f"pairs[{index}].players[{seat}]"
    for index, substitution in enumerate(value["substitutions"]):
        for way in ("out", "in"):
            yield substitution[way], f"substitutions[{index}].{way}"


def names_of_people(value: Value) -> dict[int, tuple[str, frozenset[str]]]:
    """The first name of each person of a sound archive by number, and all its names folded."""
    first: dict[int, str] = {}
    folded: dict[int, set[str]] = {}
    for player, _where in mentions(value):
        first.setdefault(player["player"], player["name"])
        folded.setdefault(player["player"], set()).add(fold_name(player["name"]))
    return {number: (name, frozenset(folded[number])) for number, name in first.items()}
