"""One picture of the big screen: what it is about, what stands on it, how much fits.

A slide holds as many rows as fit into the lines the screen says it has; a name too long for one
line takes two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

from tournaments.models import Bracket, Pool
from tournaments.queries.going_on import GoingRow
from tournaments.queries.knockout import Tie
from tournaments.queries.matches import MatchView
from tournaments.queries.pairs import PairView

_Row = TypeVar("_Row")

GAP = 0.25
"""The room between two matches or pools, in lines."""

BESIDE_A_PAIR = 12
"""The letters that a match's table, points and rise take from the line of its pair."""


class Subject(StrEnum):
    """What a slide is about."""

    WELCOME = "welcome"
    CALLED = "called"
    PODIUM = "podium"
    BRACKET = "bracket"
    RUNNING = "running"
    RESULTS = "results"
    STANDINGS = "standings"
    NEXT = "next"
    TUPPIS = "tuppis"


class Awaits(StrEnum):
    """What stands between the pools and a knock-out that is not drawn yet."""

    PLAY = "play"
    CONFIRMING = "confirming"
    NUMBERS = "numbers"
    """How many go on is not chosen."""
    PARTING = "parting"
    """Pairs are level where it matters: a play-off or a lot parts them."""
    LOCKING = "locking"
    """All is settled; the list of those who go on is not locked."""
    DRAW = "draw"


@dataclass(frozen=True)
class Room:
    """What fits on a slide below its head: lines of type, letters in one."""

    lines: int = 9
    letters: int = 44

    def lines_of(self, text: str, beside: int) -> int:
        """The lines a text takes where so many letters of the line are taken by something else."""
        return self.lines_for(len(text), beside)

    def lines_of_pair(self, pair: PairView, beside: int) -> int:
        """The lines of a pair's names, which part between the players where one is too short."""
        if self.lines_of(pair.name, beside) == 1:
            return 1
        return sum(self.lines_of(player.name, beside) for player in pair.players)

    def lines_for(self, letters: int, beside: int = 0) -> int:
        """The same for a text of so many letters."""
        return -(-max(letters, 1) // max(self.letters - beside, 8))


@dataclass(frozen=True)
class PoolPart:
    """Some rows of a pool's table, from the first or further on."""

    pool: Pool
    rows: tuple[GoingRow, ...]
    is_finished: bool


@dataclass(frozen=True)
class Placed:
    """A pair on the podium with its place, 1 to 3."""

    place: int
    pair: PairView


@dataclass(frozen=True)
class Slide:
    """One picture of the turn. `part` of `parts` tells which of its subject's it is, from 1.

    `ties` are matches of `bracket`; `round` is the one that they are of, None where they are of
    several, or are named like their round. `final_leads`: the first of them is the final, and the
    slide's head says what would stand above it. `awaits` is what a slide about a knock-out to
    come waits for; `count`, of how many. `has_marks`: it tells of some pairs that they are through
    or out.
    """

    subject: Subject
    part: int = 1
    parts: int = 1
    matches: tuple[MatchView, ...] = ()
    ties: tuple[Tie, ...] = ()
    bracket: Bracket | None = None
    round: int | None = None
    final_leads: bool = False
    pools: tuple[PoolPart, ...] = ()
    has_marks: bool = False
    pairs: tuple[PairView, ...] = ()
    podium: tuple[Placed, ...] = ()
    starts_at: datetime | None = None
    awaits: Awaits | None = None
    count: int = 0


def pack(rows: Iterable[_Row], lines_of: Callable[[_Row], float], lines: float) -> list[list[_Row]]:
    """Rows in order, parted so that each part fits into so many lines; one that is too long by
    itself has a part of its own."""
    parts: list[list[_Row]] = []
    left = 0.0
    for row in rows:
        needed = lines_of(row)
        if not parts or needed > left:
            parts.append([])
            left = lines
        parts[-1].append(row)
        left -= needed
    return parts


def numbered(slides: Sequence[Slide]) -> list[Slide]:
    """The slides of one subject, each told which of them it is."""
    return [
        replace(slide, part=part, parts=len(slides)) for part, slide in enumerate(slides, start=1)
    ]


def match_lines(view: MatchView, room: Room) -> float:
    """The lines that a match with its table takes."""
    return GAP + sum(room.lines_of_pair(pair, BESIDE_A_PAIR) for pair in (view.a, view.b))


def pair_slides(
    pairs: Sequence[PairView], room: Room, slide: Slide, heading: float = 0
) -> list[Slide]:
    """A list of pairs on as many slides like this one as it takes; `heading` are the lines that
    stand above it on each."""
    packed = pack(pairs, lambda pair: GAP + room.lines_of_pair(pair, 0), room.lines - heading)
    return numbered([replace(slide, pairs=tuple(each)) for each in packed])
