"""Every way in which the open matches of a pool can end, and what each makes of one pair.

the criteria of R25 in their order, without a play-off or a lot          R25
points that are to come may part pairs in every way                      R25 (Own)

A pair is worst off where it loses all its open matches: whoever was ahead of it or level then has
more wins than it. Likewise it is best off where it wins them all. So only the matches of the
others are tried both ways, and only as long as they can matter to the pair.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from scoring.ruleset import Ruleset
from scoring.standings import Criterion, PairId, PlayedMatch

_AFTER_WINS: Final = (Criterion.MUTUAL_WINS, Criterion.MUTUAL_POINTS, Criterion.POINTS)
_EVERYBODY: Final = -1
"""The bit mask of all pairs."""


@dataclass(slots=True)
class _Search:
    """A search for a way that leaves `pair` with too many others before it, or with few enough.

    Pessimistic: `wanted` others or more are ahead or level. Else: at most `wanted` are ahead.
    `wins` and `beaten` (bit masks of whom a pair has beaten) hold the way so far. For each of the
    `matches`, `to_win` says how many every pair can still win in it and the later ones. `in_vain`
    keeps the states that were seen to lead nowhere.
    """

    pair: int
    wanted: int
    pessimistic: bool
    wins: list[int]
    beaten: list[int]
    matches: list[tuple[int, int]]
    to_win: list[list[int]]
    in_vain: set[tuple[int, ...]] = field(default_factory=set)

    def win(self, winner: int, loser: int) -> None:
        self.wins[winner] += 1
        self.beaten[winner] |= 1 << loser

    def take_back(self, winner: int, loser: int) -> None:
        self.wins[winner] -= 1
        self.beaten[winner] ^= 1 << loser


class PoolEnds:
    """The ends a pool can come to. Inside, pairs are known by their index.

    `pairs` are those that have matches; the `barred` ones of them are ranked, but not counted as
    anybody's rivals. Pairs meet once at most.
    """

    def __init__(
        self,
        pairs: Sequence[PairId],
        matches: Sequence[PlayedMatch],
        open_matches: Sequence[tuple[PairId, PairId]],
        barred: Collection[PairId],
        rules: Ruleset,
    ) -> None:
        self.rules = rules
        self.index = index = {pair: number for number, pair in enumerate(pairs)}
        self.counted = _mask(index[pair] for pair in pairs if pair not in barred)
        self.open = [(index[a], index[b]) for a, b in open_matches]
        self.open_against = [0] * len(pairs)
        self.met = [0] * len(pairs)
        self.beaten = [0] * len(pairs)
        self.points = [[0] * len(pairs) for _ in pairs]
        for a, b in self.open:
            self.open_against[a] |= 1 << b
            self.open_against[b] |= 1 << a
        for match in matches:
            a, b = index[match.a], index[match.b]
            self.met[a] |= 1 << b
            self.met[b] |= 1 << a
            self.points[a][b], self.points[b][a] = match.points_a, match.points_b
            winner, loser = (a, b) if match.winner == match.a else (b, a)
            self.beaten[winner] |= 1 << loser
        self.judged: dict[tuple[int, int, tuple[int, ...]], tuple[int, int]] = {}

    def can_be_passed(self, pair: PairId, first: int) -> bool:
        """Whether some way leaves the pair without a sure place among the first."""
        return self._search(self.index[pair], first, pessimistic=True)

    def can_get(self, pair: PairId, places: int) -> bool:
        """Whether some way gives the pair one of so many places, if only by a play-off or a lot."""
        return self._search(self.index[pair], places - 1, pessimistic=False)

    def _search(self, pair: int, wanted: int, *, pessimistic: bool) -> bool:
        others = [match for match in self.open if pair not in match]
        to_win = [
            [sum(each in match for match in others[number:]) for each in range(len(self.met))]
            for number in range(len(others) + 1)
        ]
        wins = [mask.bit_count() for mask in self.beaten]
        search = _Search(pair, wanted, pessimistic, wins, list(self.beaten), others, to_win)
        for other in _members(self.open_against[pair]):
            search.win(*((other, pair) if pessimistic else (pair, other)))
        return self._try(search, 0)

    def _try(self, search: _Search, number: int) -> bool:
        """Whether a way is found by the matches from this one on."""
        wins, to_win, own = search.wins, search.to_win[number], search.wins[search.pair]
        ahead = _mask(other for other, won in enumerate(wins) if won > own)
        rivals = _mask(
            other for other, won in enumerate(wins) if won <= own <= won + to_win[other]
        ) & ~(1 << search.pair)
        sure, possible = self._count(ahead), self._count(ahead | rivals)
        if search.pessimistic:
            if sure >= search.wanted:
                return True
            if possible < search.wanted:
                return False
        else:
            if sure > search.wanted:
                return False
            if possible <= search.wanted:
                return True
        if number == len(search.matches):
            return self._fits(search, sure, rivals | 1 << search.pair)
        # What becomes of pairs that are ahead or behind for good makes no difference.
        members = _members(rivals)
        state = (
            number,
            sure,
            rivals,
            *(wins[each] for each in members),
            *(search.beaten[each] & rivals for each in members),
        )
        if state in search.in_vain:
            return False
        a, b = search.matches[number]
        for winner, loser in ((a, b), (b, a)):
            search.win(winner, loser)
            found = self._try(search, number + 1)
            search.take_back(winner, loser)
            if found:
                return True
        search.in_vain.add(state)
        return False

    def _fits(self, search: _Search, ahead_by_wins: int, level: int) -> bool:
        """Whether the way at hand is what is looked for, every match now having a winner."""
        ahead, not_behind = self._judge(search.pair, level, search.beaten)
        if search.pessimistic:
            return ahead_by_wins + not_behind >= search.wanted
        return ahead_by_wins + ahead <= search.wanted

    def _judge(self, pair: int, level: int, beaten: Sequence[int]) -> tuple[int, int]:
        """Of pairs level in wins: how many are ahead at least, and ahead or level at most."""
        members = _members(level)
        key = (pair, level, tuple(beaten[each] & level for each in members))
        if key not in self.judged:
            self.judged[key] = self._follow(pair, level, beaten)
        return self.judged[key]

    def _follow(self, pair: int, level: int, beaten: Sequence[int]) -> tuple[int, int]:
        """The criteria of R25 after the wins, as `rank` asks them, followed to the pair's place."""
        ahead, step = 0, 0
        while True:
            values = self._values(_AFTER_WINS[step], level, beaten)
            if values is None:
                return ahead, ahead + self._count(level & ~(1 << pair))
            ahead += self._count(_mask(each for each in values if values[each] > values[pair]))
            same = _mask(each for each in values if values[each] == values[pair])
            if same != level and self.rules.restart_when_parted:
                step = 0
            else:
                step += 1
            level = same
            if step == len(_AFTER_WINS) or level == 1 << pair:
                return ahead, ahead + self._count(level & ~(1 << pair))

    def _values(
        self, criterion: Criterion, level: int, beaten: Sequence[int]
    ) -> dict[int, int] | None:
        """What the criterion gives each of the level pairs, None while some of it is to come."""
        members = _members(level)
        if criterion is Criterion.POINTS:
            return self._points(members, _EVERYBODY)
        have_met = all(
            (self.met[one] | self.open_against[one]) >> two & 1
            for one, two in combinations(members, 2)
        )
        if not have_met and self.rules.mutual_waits_for_all:
            return dict.fromkeys(members, 0)
        if criterion is Criterion.MUTUAL_WINS:
            return {each: (beaten[each] & level).bit_count() for each in members}
        return self._points(members, level)

    def _points(self, members: Sequence[int], against: int) -> dict[int, int] | None:
        """The points of the members against pairs of the mask, None while some are to come."""
        if any(self.open_against[each] & against for each in members):
            return None
        return {
            each: sum(
                points for other, points in enumerate(self.points[each]) if against >> other & 1
            )
            for each in members
        }

    def _count(self, pairs: int) -> int:
        return (pairs & self.counted).bit_count()


def _mask(members: Iterable[int]) -> int:
    return sum(1 << each for each in members)


def _members(pairs: int) -> list[int]:
    return [number for number in range(pairs.bit_length()) if pairs >> number & 1]
