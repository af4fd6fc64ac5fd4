"""Who had better not meet in a pool: members of one club, or of a group named (R24)."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations


class Bonds:
    """Which entrants belong together and should be kept apart.

    Entrants are known by their index, `memberships` names what each belongs to. `members` are the
    entrants of each of those, `mates` the bit mask of those each entrant shares anything with.
    """

    def __init__(self, memberships: Sequence[frozenset[str]]) -> None:
        self.memberships = memberships
        self.members: dict[str, list[int]] = defaultdict(list)
        for index, names in enumerate(memberships):
            for name in sorted(names):
                self.members[name].append(index)
        self.mates = [0] * len(memberships)
        for members in self.members.values():
            mask = sum(1 << member for member in members)
            for member in members:
                self.mates[member] |= mask & ~(1 << member)

    def fewest_meetings(self, heads: Sequence[Sequence[int]]) -> int:
        """A number of meetings below which no draw can come; `heads` keep their pools.

        Of more members than there are pools some meet wherever they are.
        """
        seated_together = sum(
            self.mates[one] >> two & 1 for pool in heads for one, two in combinations(pool, 2)
        )
        unavoidable = 0
        for members in self.members.values():
            everywhere, once_more = divmod(len(members), len(heads))
            unavoidable += len(heads) * (everywhere * (everywhere - 1) // 2)
            unavoidable += once_more * everywhere
        if not unavoidable:
            return seated_together
        # Two who share several memberships meet once, but each of those counted them.
        counted_again = sum(
            len(self.memberships[one] & self.memberships[two]) - 1
            for two in range(len(self.memberships))
            for one in range(two)
            if self.mates[two] >> one & 1
        )
        return max(seated_together, unavoidable - counted_again)
