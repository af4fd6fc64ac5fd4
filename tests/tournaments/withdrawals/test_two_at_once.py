"""Two people at the same moment: each write lands once, in one order, and nothing is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection

from scoring.notation import format_sheet, parse_sheet
from scoring.withdrawal import Choice
from tests.at_once import at_once
from tests.builders import make_drawn_tournament, play
from tests.builders import sheet_in_short as sheet
from tests.overtaking import BeforeSheetsAreRead
from tests.tournaments.withdrawals.steps import (
    annulments,
    come_back,
    match_of,
    side_of,
    withdraw,
)
from tournaments.actions.ledgers import find_differences
from tournaments.actions.refusals import Refused, Stale
from tournaments.actions.sheets import append_entry
from tournaments.actions.withdrawals import withdraw_pair
from tournaments.ledger import format_of
from tournaments.models import AuditRecord, Match, SheetRevision, Tournament, User, Withdrawal
from tournaments.permissions import actor_of
from tournaments.queries.matches import matches_of
from tournaments.queries.sheets import sheet_of, sheets_of
from tournaments.queries.withdrawals import withdrawal_picture

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 5


@pytest.fixture
def pool(organiser: User) -> Tournament:
    return make_drawn_tournament(organiser, pairs=4, pools=1)


def until_done(work: Callable[[], object]) -> Callable[[], object]:
    """The work as a person does it: refused as stale, looks again and sends again."""

    def insist() -> object:
        for _attempt in range(20):
            try:
                return work()
            except Stale:
                continue
        raise AssertionError("stale every time")

    return insist


def enter(organiser: User, match: Match) -> Callable[[], object]:
    """Enters one deal into the sheet as it is when the work begins."""
    match.refresh_from_db()
    deal = parse_sheet("na6", format_of(match))[0]

    def work() -> object:
        return append_entry(
            actor=actor_of(organiser), match=match, entry=deal, seen_revision=match.revision
        )

    return work


def leave(organiser: User, tournament: Tournament, choice: Choice) -> Callable[[], object]:
    """Pair 1 withdraws by a page that was shown before the work begins, or by the next one."""
    picture = withdrawal_picture(tournament, 1)
    assert picture is not None

    def work() -> object:
        try:
            return withdraw_pair(
                actor=actor_of(organiser),
                tournament=tournament,
                number=1,
                choice=choice,
                reason="fever",
                seen=picture.seen,
            )
        except Stale:
            return withdraw(organiser, tournament, 1, choice)

    return work


@pytest.mark.parametrize("choice", Choice)
def test_a_deal_entered_while_the_pair_withdraws(
    organiser: User, pool: Tournament, choice: Choice
) -> None:
    match = match_of(pool, 1, 2)
    written = 0
    for _round in range(ROUNDS):
        before = sheet(match)
        entered, withdrawn = at_once(enter(organiser, match), leave(organiser, pool, choice))
        assert isinstance(withdrawn, Withdrawal), withdrawn
        landed = not isinstance(entered, Exception)
        if not landed:
            assert isinstance(entered, Refused), entered
        written += landed
        deals = f"{before} na6".strip() if landed else before
        award = f" ={side_of(match, 2).lower()}:forfeit" if choice is Choice.STAND else ""
        assert sheet(match) == (deals + award).strip()
        expected = "" if choice is Choice.STAND else "withdrawal"
        assert set(annulments(pool, 1).values()) == {expected}
        assert not find_differences().is_bad
        come_back(organiser, pool, 1)
        assert sheet(match) == deals
    assert Withdrawal.objects.count() == ROUNDS
    match.refresh_from_db()
    assert match.entry_count == written
    numbers = list(SheetRevision.objects.filter(match=match).values_list("number", flat=True))
    assert numbers == list(range(1, match.revision + 1))


def test_both_pairs_of_a_match_withdraw_at_once(organiser: User, pool: Tournament) -> None:
    for _round in range(ROUNDS):
        results = at_once(
            *(
                until_done(lambda number=number: withdraw(organiser, pool, number, Choice.STAND))
                for number in (1, 2)
            )
        )
        assert all(isinstance(result, Withdrawal) for result in results), results
        assert match_of(pool, 1, 2).annulment == "withdrawal"
        assert not find_differences().is_bad
        results = at_once(
            *(
                until_done(lambda number=number: come_back(organiser, pool, number))
                for number in (1, 2)
            )
        )
        assert all(isinstance(result, Withdrawal) for result in results), results
        assert {sheet(match) for match in pool.matches.all()} == {""}
        assert not pool.matches.exclude(annulment="").exists()


def test_one_pair_withdrawn_by_two_organisers_at_once_withdraws_once(
    organiser: User, pool: Tournament
) -> None:
    results = at_once(
        lambda: withdraw(organiser, pool, 1, Choice.STAND),
        lambda: withdraw(organiser, pool, 1, Choice.ANNUL),
    )
    assert sorted(type(result).__name__ for result in results) == ["Stale", "Withdrawal"]
    assert AuditRecord.objects.filter(verb="withdraw_pair").count() == 1


@pytest.mark.parametrize("result", ["ra8", "rb0"])
def test_a_sheet_written_while_a_withdrawal_is_looked_at_makes_the_page_old_and_breaks_nothing(
    organiser: User, pool: Tournament, result: str
) -> None:
    lands = BeforeSheetsAreRead(lambda: play(organiser, match_of(pool, 1, 2), result))
    with connection.execute_wrapper(lands):
        picture = withdrawal_picture(pool, 1)
    assert lands.done
    assert picture is not None
    with pytest.raises(Stale):
        withdraw_pair(
            actor=actor_of(organiser),
            tournament=pool,
            number=1,
            choice=Choice.STAND,
            reason="fever",
            seen=picture.seen,
        )
    assert sheet(match_of(pool, 1, 2)) == result


def test_a_sheet_read_while_it_is_written_is_the_one_its_match_knows(
    organiser: User, pool: Tournament
) -> None:
    play(organiser, match_of(pool, 1, 2), "ra8 na6")
    [view] = [view for view in matches_of(pool) if {view.a.number, view.b.number} == {1, 2}]
    play(organiser, match_of(pool, 1, 2), "ra8 rb0", reason="misread")
    [shown] = sheets_of([view])
    assert format_sheet(shown.entries) == format_sheet(sheet_of(view).entries) == "ra8 na6"
    assert sheet(match_of(pool, 1, 2)) == "ra8 rb0"
