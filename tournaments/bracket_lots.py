"""Between those who go on and brackets: who is drawn, what a seed gives, what has changed since
(R29).

Reads show these before anything is drawn or published and the writes go by the very same, so both
take them from here. Nothing here writes.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.bracket import Contender, DrawnBracket, Order, draw_bracket
from scoring.ruleset import STANDARD
from tournaments.advancing import locked_field_of
from tournaments.lots import Changes, EntryList, entry_of
from tournaments.models import Bracket, Course, LockedField, Tournament

Told = list[list[object]]
"""Contenders as a bracket keeps them: the number, the pool and the clubs of each."""


@dataclass(frozen=True)
class Field:
    """Who would be drawn now, best first. `locked` is the field from the pools, None without pools
    and while none is; without pools the order is that of the pair numbers and says nothing.
    `entry` is the list of pairs."""

    contenders: tuple[Contender, ...]
    locked: LockedField | None
    entry: EntryList
    by_pools: bool

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(int(each.pair) for each in self.contenders)


def goes_by_pools(tournament: Tournament) -> bool:
    """Whether the knock-out follows pools; else everybody on the list is drawn into it."""
    return tournament.course != Course.KNOCKOUT


def field_of(
    tournament: Tournament, *, include_absent: bool = False, entry: EntryList | None = None
) -> Field:
    """Who is drawn into the knock-out (three queries, two fewer where the list of pairs was read
    before); nobody while no field is locked.

    Without pools those marked present, with `include_absent` the others too, as for pools.
    """
    entry = entry_of(tournament) if entry is None else entry
    clubs = {each.number: each.entrant.clubs for each in entry.pairs}
    if not goes_by_pools(tournament):
        drawn = entry.drawn(include_absent=include_absent)
        contenders = tuple(Contender(each.id, None, each.clubs) for each in drawn)
        return Field(contenders, None, entry, by_pools=False)
    locked = locked_field_of(tournament)
    rows = locked.rows if locked else []
    return Field(
        tuple(
            Contender(row["pair"], row["pool"], clubs.get(row["pair"], frozenset())) for row in rows
        ),
        locked,
        entry,
        by_pools=True,
    )


def changes_since(bracket: Bracket, field: Field) -> Changes:
    """How the pairs differ from those drawn. Out of pools a pair more or less alters all."""
    drawn = {each[0]: each for each in bracket.contenders}
    if bracket.field_id is not None or field.by_pools:
        locked = None if field.locked is None else field.locked.pk
        same = bracket.field_id == locked and bracket.contenders == told(field.contenders)
        return Changes(altered=() if same else tuple(drawn), come=(), gone=())
    now = {
        each.number: told([Contender(each.number, None, each.entrant.clubs)])[0]
        for each in field.entry.pairs
    }
    absent = set(field.entry.absent)
    return Changes(
        altered=tuple(number for number, each in drawn.items() if now.get(number) != each),
        come=tuple(number for number in now if number not in drawn and number not in absent),
        gone=tuple(number for number in drawn if number in absent),
    )


def bracket_from_seed(
    contenders: Sequence[Contender],
    seed: str,
    *,
    order: Order,
    byes: Order,
    apart: bool,
    third_place: bool,
) -> DrawnBracket:
    """The bracket that a seed gives: the same pairs in the same order and the same seed always give
    the same bracket. Raises `scoring.faults.Fault` for fewer than two, or more than can be."""
    chance = random.Random(seed)  # noqa: S311 - a public, repeatable lot, not a secret
    return draw_bracket(
        contenders,
        chance,
        order=order,
        byes=byes,
        keep_clubs_apart=apart,
        rules=replace(STANDARD, third_place_match=third_place),
    )


def drawn_again(bracket: Bracket) -> DrawnBracket:
    """The bracket drawn again from what is kept of it. Raises `scoring.faults.Fault` where it
    cannot be one."""
    return bracket_from_seed(
        contenders_kept(bracket),
        bracket.seed,
        order=Order(bracket.order),
        byes=Order(bracket.byes),
        apart=bracket.apart,
        third_place=bracket.third_place,
    )


def contenders_kept(bracket: Bracket) -> list[Contender]:
    """The contenders of a bracket as they went in, best first."""
    return [Contender(pair, pool, frozenset(clubs)) for pair, pool, clubs in bracket.contenders]


def told(contenders: Sequence[Contender]) -> Told:
    """Contenders as a bracket keeps them."""
    return [[each.pair, each.pool, sorted(each.clubs)] for each in contenders]


def written_as_python(bracket: Bracket) -> str:
    """What anybody types into Python beside `scoring/` to draw the bracket again."""
    contenders = ",\n".join(
        f"    ({number}, {pool}, {json.dumps(clubs, ensure_ascii=False)})"
        for number, pool, clubs in bracket.contenders
    )
    return f"""\
from random import Random
from scoring.bracket import Contender, Order, draw_bracket

contenders = [
{contenders},
]
drawn = draw_bracket(
    [Contender(pair, pool, frozenset(clubs)) for pair, pool, clubs in contenders],
    Random({bracket.seed!r}),
    order=Order({bracket.order!r}),
    byes=Order({bracket.byes!r}),
    keep_clubs_apart={bracket.apart},
)
for a, b in drawn.bracket.first_round:
    print(a, "-", b)"""
