"""Sheets of sixteen deals in every state a ruling can meet, and what a cost that is told means."""

from __future__ import annotations

import re
from dataclasses import dataclass

LEVEL_15 = " ".join(["na6 n/ nb6 n/"] * 3 + ["na6 na6 n/"])
"""Fifteen deals, the table: A has 20 match points, B 12."""

STATES = {
    "an empty sheet": "",
    "at the table": "ra8 n/",
    "A on the rise at 36": "ra9 ra10 ra8",
    "B on the rise at 28": "rb13",
    "A near a tuppi": "ra13 ra11",
    "B near a tuppi": "rb13 rb11",
    "the last deal, at the table": LEVEL_15,
    "the last deal, A on the rise": " ".join(["na6 n/ nb6 n/"] * 3 + ["na6 n/ na6"]),
    "a rise played out": f"{LEVEL_15} nb6",
    "the decider": " ".join(["na6 n/ nb6 n/"] * 4),
}

PENALTIES = ["show_out_of_turn", "faulty_show", "third_misdeal"]
PLAY_OFFENCES = [
    "play_out_of_turn",
    "revoke",
    "several_cards",
    "looked_at_turned_trick",
    "failed_spread",
]
AWARDS = ["signalling", "forfeit", "late", "removed"]


@dataclass(frozen=True)
class Told:
    """What a sentence says: who wins, the points booked, the winner's rise after it (None where
    it is not told), the rise that falls (0 for none), and whether a tuppi is made."""

    winner: str
    points: int
    rise: int | None = None
    falls: int = 0
    tuppi: bool = False
    award: bool = False


FALL = re.compile(
    r"Pair ([AB]) is on the rise at (\d+): its rise falls, pair ([AB]) books nothing\."
)
BOOKS = re.compile(r"Pair ([AB]) books (\d+)(?:, rise (\d+))?(: a tuppi, the match is over)?\.")
MATCH_TO = re.compile(
    r"The match to pair ([AB])(?:: its rise of (\d+) is completed to 52, (\d+) points booked\."
    r"|: (\d+) points booked\.(?: The rise of pair [AB], (\d+), falls; its points stay\.)?"
    r"|; nobody books points\.)"
)


def read_cost(text: str) -> Told:
    """What the first sentence of a cost says; it must be one of the three kinds."""
    if found := FALL.search(text):
        assert found[1] != found[3]
        return Told(found[3], 0, rise=0, falls=int(found[2]))
    if found := BOOKS.search(text):
        rise = int(found[3]) if found[3] else None
        return Told(found[1], int(found[2]), rise=rise, tuppi=bool(found[4]))
    found = MATCH_TO.search(text)
    assert found, text
    points = int(found[3] or found[4] or 0)
    if found[2]:
        assert int(found[2]) + points == 52
    return Told(found[1], points, falls=int(found[5] or 0), award=True)
