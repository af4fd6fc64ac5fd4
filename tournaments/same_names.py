"""Players of one name: when an entry tells by itself who it means, and when somebody must say.

Pure functions over what is known of the players of a name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.names import fold_name


@dataclass(frozen=True)
class KnownPlayer:
    """A player the site knows.

    `clubs` as he entered for them, the latest first, those of hidden events left out; `event` is
    the name of the latest event, "" where it is hidden. `pair` is the number of his pair in the
    event that asks, None where he is in none.
    """

    pk: int
    name: str
    clubs: tuple[str, ...] = ()
    event: str = ""
    pair: int | None = None


@dataclass(frozen=True)
class WhichOne:
    """The question who is meant by a name: one of `known`, or somebody else of the same name.

    `likely` is the key of the one whose club is the club typed, None where that is nobody or
    several.
    """

    name: str
    known: tuple[KnownPlayer, ...]
    likely: int | None = None


def who_is(name: str, club: str, known: Sequence[KnownPlayer]) -> int | WhichOne | None:
    """Whom an entry means: a known player's key, None for somebody new, or a question.

    `known` are the players of this name. It is asked where one of them is in the event already,
    where nobody entered for the club typed, and where several fit.
    """
    if not known:
        return None
    typed = fold_name(club)
    fitting = [p for p in known if typed and typed in map(fold_name, p.clubs)]
    likely = fitting[0].pk if len(fitting) == 1 else None
    if any(player.pair is not None for player in known):
        return WhichOne(name, tuple(known), likely)
    if likely is not None:
        return likely
    if len(known) == 1 and not fitting and not (typed and known[0].clubs):
        return known[0].pk
    return WhichOne(name, tuple(known))
