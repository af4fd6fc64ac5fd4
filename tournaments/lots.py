"""Between pairs and draws: who is drawn, what a seed gives, what has changed since (R24); lots
between level pairs (R25, R28, R30).

Reads show these before anything is drawn or published and the writes go by the very same, so both
take them from here. Nothing here writes.
"""

from __future__ import annotations

import json
import random
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from scoring.draw import DrawResult, Entrant, draw_pools
from scoring.lots import shuffled
from tournaments.models import Draw, Lot, Tournament
from tournaments.names import fold_name


@dataclass(frozen=True)
class Entered:
    """A pair on the list that was not called off, as a draw sees it."""

    entrant: Entrant
    present: bool

    @property
    def number(self) -> int:
        return int(self.entrant.id)


@dataclass(frozen=True)
class EntryList:
    """The list as it stands: those that can be drawn, by number.

    Where nobody is marked present, nobody is taken to be absent.
    """

    pairs: tuple[Entered, ...]

    @property
    def anybody_present(self) -> bool:
        return any(each.present for each in self.pairs)

    @property
    def absent(self) -> tuple[int, ...]:
        """Numbers of those not marked present; none where nobody is."""
        if not self.anybody_present:
            return ()
        return tuple(each.number for each in self.pairs if not each.present)

    def drawn(self, *, include_absent: bool) -> list[Entrant]:
        """Who goes into a draw made now, by number."""
        absent = () if include_absent else self.absent
        return [each.entrant for each in self.pairs if each.number not in absent]


@dataclass(frozen=True)
class Changes:
    """What is otherwise than when a draw was made, by pair number.

    `altered` are drawn pairs that are no longer on the list, were called off, or have other clubs.
    `come` are here now and not in the draw. `gone` are in the draw and not marked present, though
    others are: they may have been drawn as absent.
    """

    altered: tuple[int, ...]
    come: tuple[int, ...]
    gone: tuple[int, ...]

    @property
    def any(self) -> bool:
        return bool(self.altered or self.come)


def entry_of(tournament: Tournament) -> EntryList:
    """Every pair by number that was not called off, with the clubs of both players (two
    queries)."""
    pairs = (
        tournament.pairs.filter(cancelled_at__isnull=True)
        .prefetch_related("players")
        .order_by("number")
    )
    return EntryList(
        tuple(
            entered(
                pair.number,
                (player.club_name for player in pair.players.all()),
                present=pair.present_at is not None,
            )
            for pair in pairs
        )
    )


def entered(number: int, clubs: Iterable[str], *, present: bool) -> Entered:
    """A pair as a draw sees it; `clubs` are those of both players, "" for none."""
    return Entered(Entrant(number, frozenset(fold_name(club) for club in clubs if club)), present)


def changes_since(draw: Draw, entry: EntryList) -> Changes:
    """How the list differs from the one that was drawn."""
    now = {each.number: told([each.entrant])[0] for each in entry.pairs}
    drawn = {each[0]: each for each in draw.entrants}
    absent = set(entry.absent)
    return Changes(
        altered=tuple(number for number, each in drawn.items() if now.get(number) != each),
        come=tuple(number for number in now if number not in drawn and number not in absent),
        gone=tuple(number for number in drawn if number in absent),
    )


def pools_from_seed(
    entrants: Sequence[Entrant],
    pool_count: int,
    seed: str,
    *,
    apart: bool,
    seeded: Sequence[int] = (),
    kept_apart: Sequence[Sequence[int]] = (),
) -> DrawResult:
    """The draw that a seed gives: the same pairs and the same seed always give the same pools."""
    chance = random.Random(seed)  # noqa: S311 - a public, repeatable lot, not a secret
    return draw_pools(
        entrants, pool_count, chance, keep_clubs_apart=apart, seeds=seeded, groups=kept_apart
    )


def drawn_again(draw: Draw) -> DrawResult:
    """The draw made again from what is kept of it. Raises `scoring.faults.Fault` where it cannot
    be one."""
    return pools_from_seed(
        entrants_kept(draw),
        draw.pool_count,
        draw.seed,
        apart=draw.apart,
        seeded=draw.seeded,
        kept_apart=draw.kept_apart,
    )


def entrants_kept(draw: Draw) -> list[Entrant]:
    """The entrants of a draw as they went in."""
    return [Entrant(id=number, clubs=frozenset(clubs)) for number, clubs in draw.entrants]


def written_as_python(draw: Draw) -> str:
    """What anybody types into Python beside `scoring/` to make the draw again."""
    entrants = ",\n".join(
        f"    ({number}, {json.dumps(clubs, ensure_ascii=False)})"
        for number, clubs in draw.entrants
    )
    chosen = {"keep_clubs_apart": draw.apart, "seeds": draw.seeded, "groups": draw.kept_apart}
    options = ", ".join(f"{name}={value!r}" for name, value in chosen.items())
    seed = json.dumps(draw.seed, ensure_ascii=False)
    return (
        "from random import Random\n"
        "from scoring.draw import Entrant, draw_pools\n"
        f"pairs = [\n{entrants},\n]\n"
        "entrants = [Entrant(number, frozenset(clubs)) for number, clubs in pairs]\n"
        f"print(draw_pools(entrants, {draw.pool_count}, Random({seed}), {options}))\n"
    )


def told(entrants: Sequence[Entrant]) -> list[list[object]]:
    """Entrants as a draw keeps them: the number and the clubs of each."""
    return [[entrant.id, sorted(entrant.clubs)] for entrant in entrants]


def lot_from_seed(pairs: Collection[int], seed: str) -> list[int]:
    """The order, best first, that a seed gives pairs by their numbers: always the same."""
    chance = random.Random(seed)  # noqa: S311 - a public, repeatable lot, not a secret
    return shuffled(sorted(pairs), chance)


def lot_as_python(lot: Lot) -> str:
    """What anybody types into Python beside `scoring/` to draw a lot again; "" for one that was
    drawn by hand."""
    if not lot.seed:
        return ""
    seed = json.dumps(lot.seed, ensure_ascii=False)
    return (
        "from random import Random\n"
        "from scoring.lots import shuffled\n"
        f"print(shuffled({sorted(lot.pairs)!r}, Random({seed})))\n"
    )
