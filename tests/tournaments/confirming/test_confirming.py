"""A result is confirmed for one sheet: by whom, how often, and what voids it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from scoring.deals import Side
from scoring.ledger import ResultEntry
from scoring.notation import parse_sheet
from tests.builders import actor, make_drawn_tournament, make_event_maker, play, win_for_a
from tests.tournaments.confirming.steps import (
    A,
    B,
    at_table,
    code,
    confirm,
    confirm_both,
    dispute,
    wrong,
)
from tests.tournaments.knockout.steps import TUPPI_A, drawn, match_at
from tests.tournaments.withdrawals.steps import annul
from tournaments.actions.confirming import (
    ResultsStale,
    confirm_for,
    confirm_many,
    withdraw_confirmation,
)
from tournaments.actions.filled_sheets import TakenSheet, take_sheets
from tournaments.actions.pair_codes import WrongCode, lift_code_lock
from tournaments.actions.refusals import AlreadyDone, Refused, Stale
from tournaments.actions.sheets import enter_result, replace_sheet, take_back_last
from tournaments.guessing import MOST_WRONG_CODES
from tournaments.ledger import format_of
from tournaments.links_at_table import actor_by_link
from tournaments.models import AuditRecord, Confirmation, Match, Tournament, User, WrongTry
from tournaments.permissions import ANONYMOUS

pytestmark = pytest.mark.django_db

OTHER = " ".join(["nb6", "na6"] * 8)
"""A whole sheet of another result: pair B wins on points."""


def entries(match: Match, notation: str) -> tuple[object, ...]:
    return parse_sheet(notation, format_of(match))


def lock(match: Match, side: Side) -> None:
    """So many wrong codes that none is read for the pair."""
    for _try in range(MOST_WRONG_CODES):
        with pytest.raises(WrongCode):
            confirm(match, side, wrong(match, side))


def told(match: Match) -> list[tuple[str, int, str]]:
    rows = Confirmation.objects.filter(match=match)
    return [(row.side, row.revision, row.made_by_name) for row in rows]


class TestWithCodes:
    def test_each_pair_confirms_with_its_own_code(self, match: Match) -> None:
        confirm(match, A)
        assert (match.confirmed_by_a, match.confirmed_by_b, match.is_confirmed) == (
            True,
            False,
            False,
        )
        confirm(match, B)
        assert match.is_confirmed
        assert told(match) == [("A", match.revision, ""), ("B", match.revision, "")]
        records = AuditRecord.objects.filter(verb="confirm_result").order_by("pk")
        assert [(each.table, each.actor_name, each.details["sides"]) for each in records] == [
            (match.table, "", ["A"]),
            (match.table, "", ["B"]),
        ]

    def test_confirming_again_changes_nothing(self, match: Match) -> None:
        confirm(match, A)
        confirm(match, A)
        assert len(told(match)) == 1
        assert AuditRecord.objects.filter(verb="confirm_result").count() == 1

    def test_one_submission_counts_once(self, match: Match) -> None:
        token = uuid4()
        confirm(match, A, token=token)
        with pytest.raises(AlreadyDone):
            confirm(match, A, token=token)

    def test_blanks_between_the_digits_do_not_matter(self, match: Match) -> None:
        confirm(match, A, f" {code(match, A)[:2]} {code(match, A)[2:]} ")
        assert match.confirmed_by_a

    @pytest.mark.parametrize("typed", ["", "x", "١٢٣٤٥", "999999"])
    def test_what_is_no_code_is_wrong(self, match: Match, typed: str) -> None:
        with pytest.raises(WrongCode):
            confirm(match, A, typed)

    def test_the_code_of_the_other_pair_is_wrong(self, match: Match) -> None:
        with pytest.raises(WrongCode) as refused:
            confirm(match, A, code(match, B))
        assert refused.value.field == "code"
        assert not match.confirmed_by_a

    def test_a_renewed_code_takes_the_place_of_the_old(self, match: Match) -> None:
        old = code(match, A)
        match.pair_a.code_renewed += 1
        match.pair_a.save()
        with pytest.raises(WrongCode):
            confirm(match, A, old)
        confirm(match, A)

    def test_after_five_wrong_codes_none_is_read(self, match: Match) -> None:
        lock(match, A)
        with pytest.raises(WrongCode, match="Too many wrong codes"):
            confirm(match, A)
        confirm(match, B)

    def test_a_locked_code_keeps_no_pair_from_saying_that_the_result_is_wrong(
        self, referee: User, match: Match
    ) -> None:
        confirm(match, A)
        lock(match, A)
        made = dispute(match, A, code=wrong(match, A))
        assert made.side == "A"
        assert match.confirmed_by_a, "nobody has shown a code that takes it away"
        assert AuditRecord.objects.get(verb="dispute_result").details["by_code"] is False
        with pytest.raises(Refused, match="has said that this result is wrong"):
            confirm(match, B)
        with pytest.raises(WrongCode):
            dispute(match, B, code=wrong(match, B))

    def test_a_referee_lets_a_pair_use_its_code_again(self, referee: User, match: Match) -> None:
        lock(match, A)
        lock(match, B)
        for _press in range(2):
            lift_code_lock(actor=actor(referee), match=match, side=A)
        assert AuditRecord.objects.filter(verb="lift_code_lock").count() == 1
        confirm(match, A)
        with pytest.raises(WrongCode):
            confirm(match, B)
        with pytest.raises(PermissionDenied):
            lift_code_lock(actor=at_table(match), match=match, side=B)

    def test_the_same_pair_is_free_in_its_next_match(
        self, organiser: User, tournament: Tournament, match: Match
    ) -> None:
        lock(match, A)
        other = tournament.matches.get(number=2)
        play(organiser, other, win_for_a(16))
        confirm(other, A)

    def test_codes_are_read_again_after_a_quarter_of_an_hour(self, match: Match) -> None:
        lock(match, A)
        WrongTry.objects.update(at=timezone.now() - timedelta(minutes=16))
        confirm(match, A)
        assert match.confirmed_by_a

    def test_a_sheet_that_was_not_seen_is_not_confirmed(self, match: Match) -> None:
        with pytest.raises(Stale):
            confirm(match, A, seen_revision=match.revision - 1)

    def test_a_match_that_is_not_over_is_not_confirmed(
        self, organiser: User, tournament: Tournament
    ) -> None:
        other = tournament.matches.get(number=2)
        play(organiser, other, "ra8")
        with pytest.raises(Refused):
            confirm(other, A)

    def test_an_annulled_match_is_not_confirmed(self, organiser: User, match: Match) -> None:
        annul(organiser, match)
        with pytest.raises(Refused):
            confirm(match, A)


class TestWhoMay:
    def test_another_table_may_not(self, tournament: Tournament, match: Match) -> None:
        other = tournament.matches.exclude(table=match.table).first()
        with pytest.raises(PermissionDenied):
            confirm(match, A, actor=at_table(other))

    def test_nobody_may_without_a_link_or_an_account(self, match: Match) -> None:
        with pytest.raises(PermissionDenied):
            confirm(match, A, actor=ANONYMOUS)

    def test_a_referee_confirms_for_pairs_and_needs_no_code(
        self, referee: User, match: Match
    ) -> None:
        with pytest.raises(PermissionDenied):
            confirm(match, A, actor=actor(referee))
        confirm_both(referee, match)
        assert told(match) == [
            ("A", match.revision, "reetta"),
            ("B", match.revision, "reetta"),
        ]

    def test_a_referee_of_another_event_may_not(self, match: Match) -> None:
        other = make_event_maker("oskari")
        make_drawn_tournament(other, name="Toinen")
        with pytest.raises(PermissionDenied):
            confirm_both(other, match)

    def test_a_table_may_not_confirm_without_code(self, match: Match) -> None:
        with pytest.raises(PermissionDenied):
            confirm_for(
                actor=at_table(match), match=match, sides=(A,), seen_revision=match.revision
            )

    def test_a_wrong_secret_is_nobody(self, match: Match) -> None:
        who = actor_by_link(match.tournament, table=match.table, secret="0" * 32)
        with pytest.raises(PermissionDenied):
            confirm(match, A, actor=who)


def test_a_referee_adds_the_pair_that_is_missing(referee: User, match: Match) -> None:
    confirm(match, A)
    confirm_both(referee, match)
    assert told(match) == [("A", match.revision, ""), ("B", match.revision, "reetta")]


def correct(organiser: User, match: Match) -> None:
    play(organiser, match, OTHER, reason="typed wrong")


def take_back_and_write_again(organiser: User, match: Match) -> None:
    whole = win_for_a(16)
    take_back_last(
        actor=actor(organiser), match=match, reason="wrong", seen_revision=match.revision
    )
    play(organiser, match, whole)


def take_a_workbook(organiser: User, match: Match) -> None:
    sheet = TakenSheet(match, entries(match, OTHER), match.revision, "from paper")
    take_sheets(
        actor=actor(organiser), tournament=match.tournament, sheets=[sheet], source="x.xlsx"
    )


def give_it_away(organiser: User, match: Match) -> None:
    play(organiser, match, "na6 =b:forfeit", reason="left")


@pytest.mark.parametrize("change", [correct, take_back_and_write_again, take_a_workbook])
def test_any_change_of_the_sheet_voids_what_was_confirmed(
    organiser: User, match: Match, change: Callable[[User, Match], None]
) -> None:
    confirm_both(organiser, match)
    change(organiser, match)
    match.refresh_from_db()
    assert match.is_finished
    assert (match.confirmed_by_a, match.confirmed_by_b) == (False, False)
    assert match.awaits_confirmation
    confirm(match, A)
    confirm(match, B)
    assert match.is_confirmed


def test_a_bare_result_confirmed_is_not_so_once_its_deals_are_typed(
    organiser: User, tournament: Tournament
) -> None:
    match = tournament.matches.get(number=2)
    enter_result(actor=actor(organiser), match=match, result=ResultEntry(A, 32, 0, tuppi=False))
    confirm_both(organiser, match)
    assert match.is_confirmed
    play(organiser, match, win_for_a(16), reason="Sheet arrived")
    match.refresh_from_db()
    assert not match.is_confirmed


def test_whoever_gives_a_match_away_has_said_its_result(organiser: User, match: Match) -> None:
    give_it_away(organiser, match)
    match.refresh_from_db()
    assert match.is_confirmed
    assert [name for _side, _revision, name in told(match)] == ["olli", "olli"]


class TestManyAtOnce:
    @pytest.fixture
    def played(self, organiser: User, tournament: Tournament, match: Match) -> list[Match]:
        for number in (2, 3):
            play(organiser, tournament.matches.get(number=number), win_for_a(16))
        return list(tournament.matches.filter(number__in=(1, 2, 3)))

    def seen(self, played: list[Match]) -> dict[int, int]:
        return {match.number: match.revision for match in played}

    def test_a_pile_is_confirmed_with_one_press(
        self, referee: User, tournament: Tournament, played: list[Match]
    ) -> None:
        confirm(played[1], A)
        seen = self.seen(played)
        confirm_many(actor=actor(referee), tournament=tournament, seen=seen)
        assert all(match.is_confirmed for match in tournament.matches.filter(number__lte=3))
        # What a pair said itself stays its own word.
        assert told(played[1]) == [
            ("A", played[1].revision, ""),
            ("B", played[1].revision, "reetta"),
        ]
        record = AuditRecord.objects.get(verb="confirm_results")
        assert record.details == {"matches": [1, 2, 3]}
        confirm_many(actor=actor(referee), tournament=tournament, seen=seen)
        assert AuditRecord.objects.filter(verb="confirm_results").count() == 1

    def test_one_changed_or_disputed_since_leaves_all_as_they_were(
        self, organiser: User, referee: User, tournament: Tournament, played: list[Match]
    ) -> None:
        seen = self.seen(played)
        correct(organiser, played[0])
        dispute(played[2], B)
        with pytest.raises(ResultsStale) as stale:
            confirm_many(actor=actor(referee), tournament=tournament, seen=seen)
        assert stale.value.numbers == (1, 3)
        assert not Confirmation.objects.exists()

    def test_only_matches_of_the_event_that_are_over(
        self, referee: User, tournament: Tournament, played: list[Match]
    ) -> None:
        with pytest.raises(ResultsStale) as stale:
            confirm_many(
                actor=actor(referee), tournament=tournament, seen={**self.seen(played), 4: 0, 99: 1}
            )
        assert stale.value.numbers == (4, 99)

    def test_something_must_be_ticked(self, referee: User, tournament: Tournament) -> None:
        with pytest.raises(Refused):
            confirm_many(actor=actor(referee), tournament=tournament, seen={})

    def test_a_table_may_not(self, tournament: Tournament, played: list[Match]) -> None:
        with pytest.raises(PermissionDenied):
            confirm_many(actor=at_table(played[0]), tournament=tournament, seen=self.seen(played))


class TestWithdrawing:
    def withdraw(self, user: User, match: Match, reason: str = "wrong match") -> None:
        withdraw_confirmation(
            actor=actor(user), match=match, reason=reason, seen_revision=match.revision
        )
        match.refresh_from_db()

    def test_a_referee_withdraws_it_and_it_can_be_given_again(
        self, referee: User, match: Match
    ) -> None:
        confirm_both(referee, match)
        self.withdraw(referee, match)
        assert (match.is_confirmed, match.confirmed_a, told(match)) == (False, None, [])
        record = AuditRecord.objects.get(verb="withdraw_confirmation")
        assert record.details["reason"] == "wrong match"
        confirm(match, A)
        confirm(match, B)
        assert match.is_confirmed

    def test_it_needs_a_reason(self, referee: User, match: Match) -> None:
        confirm_both(referee, match)
        with pytest.raises(Refused):
            self.withdraw(referee, match, " ")

    def test_what_went_on_from_the_result_keeps_it(self, organiser: User) -> None:
        tournament = drawn(organiser, 4)
        semis = [match_at(tournament, 1, number) for number in (0, 1)]
        for match in semis:
            play(organiser, match, TUPPI_A)
        confirm_both(organiser, semis[0])
        self.withdraw(organiser, semis[0])
        for match in semis:
            confirm_both(organiser, match)
        with pytest.raises(Refused):
            self.withdraw(organiser, semis[0])


def test_the_knock_out_goes_on_as_soon_as_both_pairs_have_confirmed(organiser: User) -> None:
    tournament = drawn(organiser, 4)
    semis = [match_at(tournament, 1, number) for number in (0, 1)]
    for match in semis:
        play(organiser, match, TUPPI_A)
    confirm_both(organiser, semis[0])
    confirm(semis[1], A)
    assert tournament.matches.count() == 2
    confirm(semis[1], B)
    assert tournament.matches.count() == 4


def test_a_pile_sends_the_knock_out_on(organiser: User) -> None:
    tournament = drawn(organiser, 4)
    semis = [match_at(tournament, 1, number) for number in (0, 1)]
    for match in semis:
        play(organiser, match, TUPPI_A)
    seen = dict(tournament.matches.values_list("number", "revision"))
    confirm_many(actor=actor(organiser), tournament=tournament, seen=seen)
    assert tournament.matches.count() == 4


class TestSignedSheets:
    def save(self, user: User, match: Match, notation: str, reason: str = "") -> None:
        match.refresh_from_db()
        replace_sheet(
            actor=actor(user),
            match=match,
            entries=entries(match, notation),
            seen_revision=match.revision,
            reason=reason,
            signed=True,
            token=uuid4(),
        )
        match.refresh_from_db()

    def test_a_sheet_typed_as_signed_is_confirmed_in_the_same_write(
        self, referee: User, tournament: Tournament
    ) -> None:
        match = tournament.matches.get(number=2)
        self.save(referee, match, win_for_a(16))
        assert match.is_confirmed
        assert match.revision == 1

    def test_one_that_reads_so_already_is_confirmed_too(self, referee: User, match: Match) -> None:
        self.save(referee, match, win_for_a(16))
        assert (match.is_confirmed, match.revision) == (True, 1)

    def test_an_unfinished_one_is_not_saved_as_signed(
        self, referee: User, tournament: Tournament
    ) -> None:
        match = tournament.matches.get(number=2)
        with pytest.raises(Refused) as refused:
            self.save(referee, match, "ra8")
        assert refused.value.field == "signed"
        match.refresh_from_db()
        assert not match.is_started

    def test_a_result_without_its_sheet_is_confirmed(
        self, referee: User, tournament: Tournament
    ) -> None:
        match = tournament.matches.get(number=2)
        result = ResultEntry(A, 32, 0, tuppi=False)
        enter_result(actor=actor(referee), match=match, result=result, signed=True)
        match.refresh_from_db()
        assert match.is_confirmed

    def test_of_a_workbook_those_that_are_over_are_confirmed(
        self, referee: User, tournament: Tournament
    ) -> None:
        whole, part = tournament.matches.filter(number__in=(2, 3)).order_by("number")
        take_sheets(
            actor=actor(referee),
            tournament=tournament,
            sheets=[
                TakenSheet(whole, entries(whole, win_for_a(16)), 0),
                TakenSheet(part, entries(part, "ra8"), 0),
            ],
            source="x.xlsx",
            signed=True,
        )
        assert list(tournament.matches.filter(confirmed_a=1, confirmed_b=1)) == [whole]
