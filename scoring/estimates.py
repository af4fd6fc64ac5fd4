"""When what waits will start, as far as can be told (R14).

An estimate, not a plan: it moves by itself with what is called, typed and finished. A match is
never expected before its planned time; one that starts early is called, and then known.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.standings import PairId


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match still to be played or played on, in minutes from any common zero.

    `length`: how long a whole match takes. `heard`: when its pairs were called or its last deal was
    written; None for one that waits. `left`: minutes of play still to come, seen from then.
    """

    match: int
    a: PairId
    b: PairId
    table: int
    planned: int
    length: int
    heard: int | None = None
    left: int = 0


def expected_starts(
    matches: Iterable[OpenMatch],
    now: int,
    *,
    starts_are_told: bool,
    breaks: Sequence[tuple[int, int]] = (),
) -> dict[int, int]:
    """The expected starting minute of every waiting match, by its number.

    Waiting matches take their tables and pairs in order of planned time, then of table and number;
    each waits for whoever had them before. What is under way ends when its last deals are played,
    and never before now. `starts_are_told`: whether matches are called as they begin. Where they
    are, one not called yet starts now or later; where they are not, one whose turn has come is
    taken to be playing, and to end now at the earliest. A start that falls into a break moves to
    the break's end.
    """
    free_tables: dict[int, int] = defaultdict(int)
    free_pairs: dict[PairId, int] = defaultdict(int)

    def hold(match: OpenMatch, until: int) -> None:
        free_tables[match.table] = max(free_tables[match.table], until)
        for pair in (match.a, match.b):
            free_pairs[pair] = max(free_pairs[pair], until)

    waiting = []
    for match in matches:
        if match.heard is None:
            waiting.append(match)
        else:
            hold(match, max(now, match.heard + match.left))
    expected: dict[int, int] = {}
    for match in sorted(waiting, key=lambda each: (each.planned, each.table, each.match)):
        free = max(free_tables[match.table], free_pairs[match.a], free_pairs[match.b])
        start = max(match.planned, free, now if starts_are_told else 0)
        if start > match.planned:
            start = _past_breaks(start, breaks)
        expected[match.match] = start
        hold(match, max(start + match.length, now))
    return expected


def _past_breaks(minute: int, breaks: Sequence[tuple[int, int]]) -> int:
    for starts, ends in sorted(breaks):
        if starts <= minute < ends:
            minute = ends
    return minute
