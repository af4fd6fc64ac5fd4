"""An event that went on after its pools, with all that an archive holds of that, made by rows."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

from django.utils import timezone

from scoring.advancement import Ground
from scoring.bracket import Contender, Order, draw_bracket
from scoring.lots import shuffled
from tests.builders import make_drawn_tournament, play, win_for_a
from tournaments.models import (
    Annulment,
    AuditRecord,
    Bracket,
    Confirmation,
    Course,
    LockedField,
    Lot,
    Match,
    Pair,
    RefereeCall,
    SheetRevision,
    Stage,
    TableLink,
    Tournament,
    User,
    WrongTry,
)
from tournaments.names import fold_name

SUNDAY_AT_NINE = datetime(2026, 11, 29, 7, 0, tzinfo=UTC)


def make_evening(organiser: User) -> Tournament:
    """Eight pairs in two pools, of which four went on: a play-off, lots, a field locked twice, a
    bracket annulled and another that counts, results confirmed and disputed at the tables."""
    tournament = make_drawn_tournament(organiser, pairs=8, pools=2)
    go_on(organiser, tournament)
    return tournament


def go_on(organiser: User, tournament: Tournament) -> None:
    """What comes after the pools, for an event of two live ones with three pairs or more in each;
    their own matches need not be played."""
    Tournament.objects.filter(pk=tournament.pk).update(
        course=Course.POOLS_AND_KNOCKOUT, advance_first=2, advance_size=4
    )
    going_on = [
        (place.pair, pool.number, place.position)
        for pool in tournament.pools.live().order_by("number")
        for place in pool.places.order_by("position")[:2]
    ]
    _play_off(organiser, tournament)
    _lots(organiser, tournament, [pair.number for pair, _pool, _place in going_on])
    rows = [
        {
            "pair": pair.number,
            "pool": pool,
            "ground": Ground.POOL_PLACE,
            "pool_place": place,
            "moved_past": [],
        }
        for pair, pool, place in going_on
    ]
    # Locked, taken back, and locked again with a pair that moved up.
    _lock(organiser, tournament, rows, undone=True)
    field = _lock(organiser, tournament, [*rows[:3], {**rows[3], "moved_past": [1]}])
    contenders = [
        Contender(
            pair.number,
            pool,
            frozenset(fold_name(each.club_name) for each in pair.players.all() if each.club_name),
        )
        for pair, pool, _place in going_on
    ]
    first = _bracket(organiser, tournament, 1, contenders, "früh", field=None)
    _annul(first, _matches(tournament, first))
    second = _bracket(organiser, tournament, 2, contenders, "52", field=field)
    _play_through(organiser, tournament, second)
    _tables(organiser, tournament)
    tournament.refresh_from_db()


def _play_off(organiser: User, tournament: Tournament) -> None:
    pool = tournament.pools.live().order_by("number").last()
    assert pool is not None
    pairs = [place.pair for place in pool.places.order_by("position")[1:3]]
    match = _match(
        tournament, *pairs, stage=Stage.PLAY_OFF, pool=pool, round=1, deals=4, format="play_off"
    )
    play(organiser, match, "ra8 na6 rb7 nb6")


def _lots(organiser: User, tournament: Tournament, numbers: list[int]) -> None:
    pool = tournament.pools.live().order_by("number").last()
    assert pool is not None
    level = sorted(place.pair.number for place in pool.places.order_by("position")[1:3])
    going_on = sorted(numbers)
    made = {"made_by": organiser, "made_by_name": "Olli"}
    Lot.objects.create(
        tournament=tournament,
        number=1,
        scope=Lot.Scope.POOL,
        pool=pool,
        pairs=level,
        order=shuffled(level, Random("13")),
        seed="13",
        undone_at=timezone.now(),
        undone_by=organiser,
        undone_by_name="Olli",
        undone_reason="they play instead",
        **made,
    )
    Lot.objects.create(
        tournament=tournament,
        number=2,
        scope=Lot.Scope.FIELD,
        pairs=going_on[2:],
        order=going_on[:1:-1],
        witnesses=["Maija Aho", "Eero Niemi"],
        **made,
    )
    Lot.objects.create(
        tournament=tournament,
        number=3,
        scope=Lot.Scope.PLACES,
        pairs=going_on,
        order=shuffled(going_on, Random("ä 1")),
        seed="ä 1",
        **made,
    )


def _lock(
    organiser: User, tournament: Tournament, rows: list[dict[str, object]], *, undone: bool = False
) -> LockedField:
    field = LockedField.objects.create(
        tournament=tournament,
        first=2,
        size=4,
        rows=rows,
        kept_despite=[
            {
                "difference": "0123456789abcdef",
                "reason": "the draw was made",
                "at": SUNDAY_AT_NINE.isoformat(),
                "by": "Olli",
            }
        ],
        locked_by=organiser,
        locked_by_name="Olli",
    )
    if undone:
        field.undone_at = timezone.now()
        field.undone_by, field.undone_by_name = organiser, "Olli"
        field.undone_reason = "a sheet was wrong"
        field.save()
    return field


def _bracket(
    organiser: User,
    tournament: Tournament,
    number: int,
    contenders: list[Contender],
    seed: str,
    *,
    field: LockedField | None,
) -> Bracket:
    drawn = draw_bracket(contenders, Random(seed), order=Order.BY_LOT, byes=Order.BY_SEEDS)
    return Bracket.objects.create(
        tournament=tournament,
        number=number,
        field=field,
        seed=seed,
        order=Order.BY_LOT,
        byes=Order.BY_SEEDS,
        apart=True,
        third_place=True,
        contenders=[[each.pair, each.pool, sorted(each.clubs)] for each in contenders],
        slots=list(drawn.bracket.slots),
        from_one_pool=drawn.from_one_pool,
        clashes=drawn.clashes,
        deals=[12, 16],
        plan={
            key: [(SUNDAY_AT_NINE + timedelta(hours=hour)).isoformat(), table]
            for key, hour, table in (("1.0", 0, 1), ("1.1", 0, 2), ("2.0", 2, 1), ("2.1", 2, 2))
        },
        drawn_by=organiser,
        drawn_by_name="Olli",
        published_at=timezone.now(),
        counts=True,
    )


def _matches(tournament: Tournament, bracket: Bracket) -> list[Match]:
    """The first round of a bracket of four."""
    pairs = {pair.number: pair for pair in tournament.pairs.all()}
    return [
        _match(
            tournament,
            pairs[bracket.slots[2 * number]],
            pairs[bracket.slots[2 * number + 1]],
            stage=Stage.KNOCKOUT,
            bracket=bracket,
            bracket_number=number,
            round=1,
            deals=12,
        )
        for number in (0, 1)
    ]


def _annul(bracket: Bracket, matches: list[Match]) -> None:
    now = timezone.now()
    Bracket.objects.filter(pk=bracket.pk).update(
        counts=False,
        annulled_at=now,
        annulled_by=bracket.drawn_by,
        annulled_by_name="Olli",
        annulled_reason="the seed was not read out",
    )
    Match.objects.filter(pk__in=[match.pk for match in matches]).update(
        is_live=False,
        annulment=Annulment.DRAW,
        annulment_reason="the seed was not read out",
        annulled_at=now,
    )


def _play_through(organiser: User, tournament: Tournament, bracket: Bracket) -> None:
    """A wins both semi-finals and the final; the match for third place is decided by a word."""
    semi_finals = _matches(tournament, bracket)
    for match in semi_finals:
        play(organiser, match, win_for_a(12))
    last = [
        _match(
            tournament,
            *pairs,
            stage=Stage.KNOCKOUT,
            bracket=bracket,
            bracket_number=number,
            round=2,
            deals=16,
        )
        for number, pairs in (
            (1, [match.pair_b for match in semi_finals]),
            (0, [match.pair_a for match in semi_finals]),
        )
    ]
    play(organiser, last[1], "ra13 na0")
    bracket.decided = {"2.1": last[0].pair_a.number}
    bracket.save()


def _match(tournament: Tournament, one: Pair, two: Pair, **of: object) -> Match:
    numbers = tournament.matches.order_by("number").values_list("number", flat=True)
    number = max(numbers, default=0) + 1
    return Match.objects.create(
        tournament=tournament,
        number=number,
        pair_a=one,
        pair_b=two,
        slot=number + 100,
        table=1 + number % 4,
        starts_at=SUNDAY_AT_NINE + timedelta(minutes=number),
        **of,
    )


def _tables(organiser: User, tournament: Tournament) -> None:
    """A semi-final is confirmed by both, B by a referee's word, after A disputed it; B disputes the
    other one."""
    one, two = tournament.matches.filter(stage=Stage.KNOCKOUT, round=1, is_live=True)
    Confirmation.objects.create(match=one, side="A", revision=one.revision)
    Confirmation.objects.create(
        match=one, side="B", revision=one.revision, made_by=organiser, made_by_name="Olli"
    )
    Confirmation.objects.create(match=two, side="A", revision=two.revision)
    Match.objects.filter(pk=two.pk).update(confirmed_a=two.revision)
    Match.objects.filter(pk=one.pk).update(
        confirmed_a=one.revision, confirmed_b=one.revision, link_renewed=1
    )
    SheetRevision.objects.filter(match=one).update(
        made_at_table=one.table, made_by=None, made_by_name=""
    )
    RefereeCall.objects.create(
        tournament=tournament,
        table=two.table,
        match=two,
        kind=RefereeCall.Kind.DISPUTE,
        side="B",
        revision=two.revision,
        reason="a deal is missing",
    )
    RefereeCall.objects.create(
        tournament=tournament,
        table=two.table,
        match=two,
        kind=RefereeCall.Kind.HELP,
        coming_at=timezone.now(),
        coming_by=organiser,
        coming_by_name="Olli",
        answered_at=timezone.now(),
        answered_by=organiser,
        answered_by_name="Olli",
        answer="read the sheet to them",
    )
    RefereeCall.objects.create(tournament=tournament, table=9, kind=RefereeCall.Kind.HELP)
    RefereeCall.objects.create(
        tournament=tournament,
        table=one.table,
        match=one,
        kind=RefereeCall.Kind.DISPUTE,
        side="A",
        revision=one.revision,
        reason="deal 4 was ours",
        answered_at=timezone.now(),
        answered_by=organiser,
        answered_by_name="Olli",
        answer="counted again",
        outcome=RefereeCall.Outcome.STANDS,
        answered_revision=one.revision,
    )
    AuditRecord.objects.create(
        tournament=tournament, match=one, table=one.table, actor_name="", verb="replace_sheet"
    )
    # What belongs to this site only.
    TableLink.objects.create(tournament=tournament, table=one.table, renewed=1)
    Pair.objects.filter(tournament=tournament, number=1).update(code_renewed=1)
    WrongTry.objects.create(tournament=tournament, kind=WrongTry.Kind.LINK, subject="1" * 64)
