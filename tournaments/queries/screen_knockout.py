"""The knock-out on the big screen: its bracket round by round, who won, and what is left before it
is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from tournaments.models import Course, PlayingDay, Stage, Tournament
from tournaments.pool_ranking import is_unsettled
from tournaments.queries.going_on import GoingOn, OpenPointKind
from tournaments.queries.knockout import KnockoutView, Tie, TieSide, knockout_view
from tournaments.queries.matches import MatchView
from tournaments.queries.pairs import PairView
from tournaments.queries.slides import (
    BESIDE_A_PAIR,
    GAP,
    Awaits,
    Placed,
    Room,
    Slide,
    Subject,
    match_lines,
    numbered,
    pack,
    pair_slides,
)
from tournaments.timetable import waits

HEAD_OF_A_TIE = 40
"""The letters of the line above a match of the bracket: its name, and how it stands."""

BESIDE_POINTS = 9
"""The letters that table and points take from the line of a pair that neither rises nor has won."""

WAITED_FOR = 28
"""The letters that stand for a pair not known yet: the winner of which match it is."""

BESIDE_A_PLACED_PAIR = 4
"""The letters that the place takes from the line of a pair on the podium."""

HEAD_OF_ONE_LINE = 1.5
"""The lines that a head of one line leaves free of those a head has, for a long event name too."""

CHAMPION = 1.9
"""How many times as large as other names those of the champions are, each on a line of its own."""

WHAT_IS_LEFT = 90
"""The letters of the sentence that tells what is left before the knock-out is drawn."""


def knockout_on_screen(
    tournament: Tournament,
    pairs: dict[int, PairView],
    views: Sequence[MatchView],
    days: Sequence[PlayingDay],
) -> KnockoutView | None:
    """The knock-out that matches in play belong to; None where they hold none of it (one query
    where anything was settled by a decision)."""
    bracket = next((view.match.bracket for view in views if view.match.bracket), None)
    if bracket is None:
        return None
    return knockout_view(bracket, pairs, views, days, tournament)


def podium_slides(knockout: KnockoutView, room: Room) -> list[Slide]:
    """The champions, the second and, as far as that is known, the third; nothing before the final
    is settled, or while it is open what follows from a correction."""
    if knockout.champion is None or knockout.corrections:
        return []
    places = [Placed(1, knockout.champion)]
    if knockout.second is not None:
        places.append(Placed(2, knockout.second))
    places += [Placed(3, pair) for pair in knockout.third]
    return placed_slides(places, room)


def placed_slides(places: Iterable[Placed], room: Room) -> list[Slide]:
    """A podium of these pairs, the best first, on as many slides as it takes."""
    packed = pack(places, lambda placed: _placed_lines(placed, room), room.lines)
    return numbered([Slide(Subject.PODIUM, podium=tuple(each)) for each in packed])


def bracket_slides(knockout: KnockoutView, room: Room) -> list[Slide]:
    """The round that is played, the last one where all are; the round that follows too where both
    fit on one slide. Who goes on without a match is told at the end of the round."""
    number = knockout.current
    ties, following = _ties_of(knockout, number), _ties_of(knockout, number + 1)
    byes = [tie.a.pair for tie in knockout.rounds[number - 1].ties if tie.is_bye and tie.a.pair]
    together = [*ties, *following]
    named = number if following else None
    if following and not byes and len(pack(together, _lines_in(room), room.lines)) == 1:
        ties, named = together, None
    if slide := _final_and_third(knockout, ties, room):
        return numbered([slide])
    slides = [
        *_tie_slides(Subject.BRACKET, ties, knockout, room),
        *pair_slides(byes, room, Slide(Subject.BRACKET, bracket=knockout.bracket), 1),
    ]
    return numbered([replace(slide, round=named) for slide in slides])


def next_ties(knockout: KnockoutView | None) -> dict[datetime, list[Tie]]:
    """The matches of the knock-out still to come by their start, those not made yet at the one
    they are planned for."""
    found: dict[datetime, list[Tie]] = {}
    for tie in knockout.ties if knockout else ():
        if tie.view is not None and waits(tie.view.match):
            found.setdefault(tie.view.match.starts_at, []).append(tie)
        elif tie.view is None and tie.planned is not None and not tie.is_finished:
            found.setdefault(tie.planned.starts_at, []).append(tie)
    return found


def next_tie_slides(
    ties: Iterable[Tie], knockout: KnockoutView, room: Room, starts_at: datetime
) -> list[Slide]:
    """Matches of the knock-out that start together, by table."""
    slides = _tie_slides(Subject.NEXT, sorted(ties, key=_table), knockout, room)
    return [replace(slide, starts_at=starts_at) for slide in slides]


def knockout_to_come(
    tournament: Tournament, going: GoingOn, views: Sequence[MatchView], room: Room
) -> list[Slide]:
    """What is left before a knock-out that is not drawn yet; nothing where none follows the
    pools."""
    ends_here = going.pool_count == 1 and going.numbers is None
    if tournament.course != Course.POOLS_AND_KNOCKOUT or ends_here or not going.pools:
        return []
    heading = room.lines_for(WHAT_IS_LEFT)
    slide = Slide(Subject.NEXT)
    if going.field is not None:
        field = [each.pair for each in going.locked]
        return pair_slides(field, room, replace(slide, awaits=Awaits.DRAW), heading)
    own = [view for view in views if view.match.stage != Stage.KNOCKOUT]
    if still := [view for view in own if view.match.is_open]:
        return [replace(slide, awaits=Awaits.PLAY, count=len(still))]
    if unsettled := [view for view in own if is_unsettled(view.match)]:
        slide = replace(slide, awaits=Awaits.CONFIRMING, count=len(unsettled))
        # Which they are is told where that takes no second slide.
        told = pack(unsettled, lambda view: match_lines(view, room), room.lines - heading)
        return [replace(slide, matches=tuple(unsettled) if len(told) == 1 else ())]
    if going.numbers is None:
        return [replace(slide, awaits=Awaits.NUMBERS)]
    level = {
        pair.pk: pair
        for pool in going.pools
        for point in pool.open_points
        if point.kind in (OpenPointKind.LEVEL, OpenPointKind.LOT_NEEDED)
        for pair in point.pairs
    }
    if level:
        return pair_slides(
            list(level.values()), room, replace(slide, awaits=Awaits.PARTING), heading
        )
    return [replace(slide, awaits=Awaits.LOCKING)]


def _ties_of(knockout: KnockoutView, number: int) -> list[Tie]:
    """The matches of a round, byes left out; the final before the match for third place."""
    if number > len(knockout.rounds):
        return []
    ties = [tie for tie in knockout.rounds[number - 1].ties if not tie.is_bye]
    if number == len(knockout.rounds) and knockout.third_place is not None:
        ties.append(knockout.third_place)
    return ties


def _final_and_third(knockout: KnockoutView, ties: Sequence[Tie], room: Room) -> Slide | None:
    """The last two matches on one slide, the final's head being the slide's own, where they would
    take two and that makes them fit."""
    last = knockout.bracket.rounds
    if len(ties) != 2 or ties[0].key.round != last:
        return None
    needed = sum(_lines_in(room)(tie) for tie in ties)
    without_head = needed - room.lines_for(HEAD_OF_A_TIE)
    if needed <= room.lines or without_head > room.lines + HEAD_OF_ONE_LINE:
        return None
    return Slide(
        Subject.BRACKET, ties=tuple(ties), bracket=knockout.bracket, round=last, final_leads=True
    )


def _tie_slides(
    subject: Subject, ties: Iterable[Tie], knockout: KnockoutView, room: Room
) -> list[Slide]:
    packed = pack(ties, _lines_in(room), room.lines)
    return numbered([Slide(subject, ties=tuple(each), bracket=knockout.bracket) for each in packed])


def _lines_in(room: Room) -> Callable[[Tie], float]:
    """How many lines a match takes on a screen."""

    def lines_of(tie: Tie) -> float:
        return GAP + room.lines_for(HEAD_OF_A_TIE) + sum(_side_lines(tie, n, room) for n in (0, 1))

    return lines_of


def _side_lines(tie: Tie, number: int, room: Room) -> int:
    side = tie.sides[number]
    if side.pair is None:
        return room.lines_for(WAITED_FOR, BESIDE_POINTS)
    return room.lines_of_pair(side.pair, BESIDE_A_PAIR if _stands_out(tie, side) else BESIDE_POINTS)


def _stands_out(tie: Tie, side: TieSide) -> bool:
    """Whether more than points stand beside a pair: that it has won, or is on the rise."""
    if tie.view is None or side.pair is None:
        return side.won
    rise = tie.view.match.rise_a if side.pair.pk == tie.view.a.pk else tie.view.match.rise_b
    return side.won or rise > 0 or tie.view.winner == side.pair


def _placed_lines(placed: Placed, room: Room) -> float:
    if placed.place > 1:
        return GAP + room.lines_of_pair(placed.pair, BESIDE_A_PLACED_PAIR)
    large = Room(room.lines, int(room.letters / CHAMPION))
    names = sum(large.lines_of(player.name, 0) for player in placed.pair.players)
    return GAP + CHAMPION * names + room.lines_of(placed.pair.clubs, 0)


def _table(tie: Tie) -> int:
    if tie.view is not None:
        return tie.view.match.table
    return tie.planned.table if tie.planned else 0
