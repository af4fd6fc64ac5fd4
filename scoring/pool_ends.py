"""Every way in which the open matches of a pool can end, and what each makes of one pair.

the criteria of R25 in their order, without a play-off or a lot          R25
points that are to come, of either pair, may be any number               R25 (Own)

A pair is worst off where it loses all its open matches: whoever was ahead of it or level then has
more wins than it. Likewise it is best off where it wins them all. So only the matches of the
others are tried both ways, and only as long as they can matter to the pair.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from scoring.ruleset import Ruleset
from scoring.standings import Criterion, PairId, PlayedMatch

_AFTER_WINS: Final = (Criterion.MUTUAL_WINS, Criterion.MUTUAL_POINTS, Criterion.POINTS)
_EVERYBODY: Final = -1
"""The bit mask of all pairs."""
MOST_RIVALS: Final = 8
"""Of more level pairs with points to come than these, any may end ahead and any behind."""


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
        to_win = [[0] * len(self.met)]
        for a, b in reversed(others):
            later = list(to_win[-1])
            later[a] += 1
            later[b] += 1
            to_win.append(later)
        to_win.reverse()
        wins = [mask.bit_count() for mask in self.beaten]
        search = _Search(pair, wanted, pessimistic, wins, list(self.beaten), others, to_win)
        for other in _members(self.open_against[pair]):
            search.win(*((other, pair) if pessimistic else (pair, other)))
        return self._try(search, 0)

    def _try(self, search: _Search, number: int) -> bool:
        """Whether a way is found by the matches from this one on."""
        wins, to_win, own = search.wins, search.to_win[number], search.wins[search.pair]
        # The loop that takes most of the time there is.
        ahead, rivals, bit = 0, 0, 1
        for won, more in zip(wins, to_win, strict=True):
            if won > own:
                ahead |= bit
            elif own <= won + more:
                rivals |= bit
            bit <<= 1
        rivals &= ~(1 << search.pair)
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
            self.judged[key] = self._follow(pair, level, 0, beaten)
        return self.judged[key]

    def _follow(self, pair: int, level: int, step: int, beaten: Sequence[int]) -> tuple[int, int]:
        """The same by the criteria of R25 from a step after the wins on, as `rank` asks them."""
        if step == len(_AFTER_WINS) or level == 1 << pair:
            return 0, self._count(level & ~(1 << pair))
        least, most = len(beaten), 0
        for same, fewest, all_ahead in self._partings(pair, level, _AFTER_WINS[step], beaten):
            again = same != level and self.rules.restart_when_parted
            ahead, not_behind = self._follow(pair, same, 0 if again else step + 1, beaten)
            least, most = min(least, fewest + ahead), max(most, all_ahead + not_behind)
        return least, most

    def _partings(
        self, pair: int, level: int, criterion: Criterion, beaten: Sequence[int]
    ) -> Iterator[tuple[int, int, int]]:
        """The ways in which a criterion can part the pair from those level with it: who may stay
        level with it, and how many are ahead of it then, at least and at most."""
        members = _members(level)
        against = level
        values = dict.fromkeys(members, 0)
        free = 0
        if criterion is Criterion.POINTS or self._counts_mutual(members):
            if criterion is Criterion.MUTUAL_WINS:
                values = {each: (beaten[each] & level).bit_count() for each in members}
            else:
                against = level if criterion is Criterion.MUTUAL_POINTS else _EVERYBODY
                values = {each: self._points_against(each, against) for each in members}
                free = _mask(each for each in members if self.open_against[each] & against)
        rivals = [each for each in members if free >> each & 1 and each != pair]
        fixed = [each for each in members if not free >> each & 1 and each != pair]
        if len(rivals) > MOST_RIVALS or (free >> pair & 1 and not fixed):
            yield 1 << pair, 0, self._count(level & ~(1 << pair))
            return
        for own in self._own_values(values, fixed, pair, is_free=bool(free >> pair & 1)):
            ahead = self._count(_mask(each for each in fixed if values[each] > own))
            level_now = _mask(each for each in fixed if values[each] == own) | 1 << pair
            # Points only come on top: who has more already stays ahead.
            able = [each for each in rivals if values[each] <= own]
            for number in range(1 << len(able)):
                staying = _mask(each for at, each in enumerate(able) if number >> at & 1)
                parted = _mask(rivals) & ~staying
                sure = _mask(each for each in rivals if values[each] >= own) & ~staying
                yield (
                    level_now | staying,
                    ahead + self._count(sure),
                    ahead + self._count(parted),
                )

    def _own_values(
        self, values: Mapping[int, int], fixed: Sequence[int], pair: int, *, is_free: bool
    ) -> set[int]:
        """The values of the pair that make a difference. Between two of the others the highest does
        for all; so does one above everybody."""
        if not is_free:
            return {values[pair]}
        told = {values[each] - less for each in fixed for less in (0, 1)}
        return {each for each in told if each >= values[pair]} | {max(values.values()) + 1}

    def _counts_mutual(self, members: Sequence[int]) -> bool:
        """Whether mutual criteria are asked, once every open match is played."""
        return not self.rules.mutual_waits_for_all or all(
            (self.met[one] | self.open_against[one]) >> two & 1
            for one, two in combinations(members, 2)
        )

    def _points_against(self, one: int, against: int) -> int:
        """The points that are known of a pair's matches with the pairs of the mask."""
        return sum(points for other, points in enumerate(self.points[one]) if against >> other & 1)

    def _count(self, pairs: int) -> int:
        return (pairs & self.counted).bit_count()


def _mask(members: Iterable[int]) -> int:
    return sum(1 << each for each in members)


def _members(pairs: int) -> list[int]:
    return [number for number in range(pairs.bit_length()) if pairs >> number & 1]
