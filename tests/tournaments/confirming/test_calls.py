"""A table calls a referee; a pair says that a result is wrong."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied

from tests.builders import actor, play, win_for_a
from tests.tournaments.confirming.steps import (
    A,
    B,
    at_table,
    confirm,
    confirm_both,
    dispute,
    wrong,
)
from tournaments.actions.jury import change_points
from tournaments.actions.pair_codes import WrongCode
from tournaments.actions.referee_calls import (
    answer_call,
    call_referee,
    go_to_call,
    take_back_referee_call,
)
from tournaments.actions.refusals import Refused, Stale
from tournaments.models import AuditRecord, Match, RefereeCall, Tournament, User
from tournaments.queries.confirmations import disputes_of, open_calls
from tournaments.queries.matches import matches_of

pytestmark = pytest.mark.django_db

MORE = " ".join(["nb6", "na6"] * 8)


def call(match: Match) -> RefereeCall:
    return call_referee(actor=at_table(match), tournament=match.tournament, match=match)


def take_back(match: Match) -> bool:
    return take_back_referee_call(actor=at_table(match), tournament=match.tournament)


STANDS, CORRECTED = RefereeCall.Outcome.STANDS, RefereeCall.Outcome.CORRECTED


def answer(
    user: User,
    call: RefereeCall,
    note: str = "",
    outcome: RefereeCall.Outcome | None = None,
) -> RefereeCall:
    return answer_call(
        actor=actor(user), tournament=call.tournament, call=call.pk, outcome=outcome, answer=note
    )


def go(user: User, call: RefereeCall) -> RefereeCall:
    return go_to_call(actor=actor(user), tournament=call.tournament, call=call.pk)


def verbs() -> list[str]:
    mine = ("call_referee", "go_to_call", "take_back_referee_call", "answer_call", "dispute_result")
    records = AuditRecord.objects.filter(verb__in=(*mine, "answer_dispute")).order_by("pk")
    return list(records.values_list("verb", flat=True))


class TestCalling:
    def test_a_table_calls_once_however_often_it_presses(self, match: Match) -> None:
        assert call(match) == call(match)
        assert verbs() == ["call_referee"]

    def test_it_takes_its_call_back_and_can_call_again(self, match: Match) -> None:
        call(match)
        assert take_back(match)
        assert not take_back(match)
        assert open_calls(match.tournament) == []
        call(match)
        assert verbs() == ["call_referee", "take_back_referee_call", "call_referee"]

    def test_one_referee_answers_and_the_next_hears_of_it(
        self, organiser: User, referee: User, match: Match
    ) -> None:
        made = call(match)
        answered = answer(referee, made)
        assert answered.answered_by_name == "reetta"
        with pytest.raises(Stale, match="reetta"):
            answer(organiser, made)
        assert not take_back(match)
        assert open_calls(match.tournament) == []
        assert call(match) != made

    def test_a_call_stays_open_while_a_referee_comes_until_it_is_handled(
        self, organiser: User, referee: User, match: Match
    ) -> None:
        made = call(match)
        assert go(referee, made).coming_by_name == "reetta"
        assert go(referee, made) == made
        with pytest.raises(Stale, match="reetta is coming"):
            go(organiser, made)
        assert [each.call for each in open_calls(match.tournament)] == [made]
        assert call(match) == made, "the table need not call again"
        assert not take_back(match), "somebody is on the way"
        answer(organiser, made)
        assert open_calls(match.tournament) == []
        with pytest.raises(Stale):
            go(referee, made)
        assert call(match) != made
        assert verbs() == ["call_referee", "go_to_call", "answer_call", "call_referee"]

    def test_a_call_taken_back_needs_no_answer(self, referee: User, match: Match) -> None:
        made = call(match)
        take_back(match)
        for attempt in (answer, go):
            with pytest.raises(Stale):
                attempt(referee, made)

    def test_the_longest_waiting_stands_first_with_its_match(
        self, tournament: Tournament, match: Match
    ) -> None:
        other = tournament.matches.filter(slot=match.slot).exclude(pk=match.pk).first()
        dispute(match, B)
        call(other)
        found = open_calls(tournament, matches_of(tournament))
        assert [(each.call.table, each.call.is_dispute) for each in found] == [
            (match.table, True),
            (other.table, False),
        ]
        assert [each.view.match.number for each in found if each.view] == [
            match.number,
            other.number,
        ]
        assert [each.pair and each.pair.pk for each in found] == [match.pair_b_id, None]

    def test_only_a_table_calls_and_only_the_desk_answers(
        self, referee: User, match: Match
    ) -> None:
        with pytest.raises(PermissionDenied):
            call_referee(actor=actor(referee), tournament=match.tournament, match=match)
        made = call(match)
        with pytest.raises(PermissionDenied):
            answer_call(actor=at_table(match), tournament=match.tournament, call=made.pk)


class TestDisputing:
    def test_nobody_confirms_until_a_referee_has_answered(
        self, referee: User, match: Match
    ) -> None:
        confirm(match, A)
        made = dispute(match, B)
        for attempt in (lambda: confirm(match, B), lambda: confirm_both(referee, match)):
            with pytest.raises(Refused):
                attempt()
        answered = answer(referee, made, "counted again, it stands", STANDS)
        assert (answered.answer, answered.reason) == ("counted again, it stands", "deal 4 was ours")
        confirm(match, B)
        assert match.is_confirmed
        assert verbs() == ["dispute_result", "answer_dispute"]

    def test_a_pair_that_disputes_has_not_confirmed_any_more(self, match: Match) -> None:
        confirm(match, A)
        dispute(match, A)
        assert not match.confirmed_by_a

    def test_what_both_have_confirmed_is_for_the_referee(self, referee: User, match: Match) -> None:
        confirm_both(referee, match)
        with pytest.raises(Refused):
            dispute(match, A)

    def test_saying_so_again_keeps_what_was_said_first(self, match: Match) -> None:
        assert dispute(match, A) == dispute(match, A, "and deal 5")
        assert RefereeCall.objects.get().reason == "deal 4 was ours"

    def test_both_pairs_may_and_both_are_answered(self, referee: User, match: Match) -> None:
        calls = [dispute(match, side) for side in (A, B)]
        answer(referee, calls[0], outcome=STANDS)
        with pytest.raises(Refused):
            confirm(match, A)
        answer(referee, calls[1], outcome=STANDS)
        confirm(match, A)

    def test_a_corrected_sheet_is_still_to_be_answered(
        self, organiser: User, referee: User, match: Match
    ) -> None:
        made = dispute(match, A)
        play(organiser, match, MORE, reason="deal 4 was theirs")
        [found] = open_calls(match.tournament, matches_of(match.tournament))
        assert found.is_outdated
        with pytest.raises(Refused):
            confirm(match, A)
        answered = answer(referee, made, outcome=CORRECTED)
        assert (answered.is_corrected, answered.corrected_by) == (True, 2)
        confirm(match, A)

    def test_an_answer_says_what_became_of_it(self, referee: User, match: Match) -> None:
        made = dispute(match, A)
        with pytest.raises(Refused) as refused:
            answer(referee, made, "counted again")
        assert refused.value.field == "outcome"
        answered = answer(referee, made, outcome=STANDS)
        assert (answered.outcome, answered.corrected_by) == ("stands", None)

    def test_a_result_is_corrected_by_the_jury_without_its_sheet_too(
        self, referee: User, match: Match
    ) -> None:
        made = dispute(match, A)
        match.refresh_from_db()
        change_points(
            actor=actor(referee),
            match=match,
            side="A",
            points=8,
            reason="a deal was left out",
            seen_revision=match.revision,
        )
        answered = answer(referee, made, "8 points by the jury", CORRECTED)
        assert (answered.is_corrected, answered.corrected_by) == (True, None)

    def test_no_pair_is_told_that_a_result_was_corrected_which_is_as_it_was(
        self, referee: User, match: Match
    ) -> None:
        made = dispute(match, A)
        with pytest.raises(Refused) as refused:
            answer(referee, made, outcome=CORRECTED)
        assert refused.value.field == "outcome"
        made.refresh_from_db()
        assert made.answered_at is None

    def test_a_call_to_come_has_no_outcome(self, referee: User, match: Match) -> None:
        answered = answer(referee, call(match), outcome=STANDS)
        assert (answered.outcome, answered.answered_revision) == ("", None)

    def test_an_answer_holds_for_the_sheet_it_was_given_about_until_both_have_confirmed(
        self, organiser: User, referee: User, match: Match
    ) -> None:
        def standing() -> list[tuple[str, str]]:
            match.refresh_from_db()
            return [(c.side, c.outcome) for c in disputes_of(match).standing(match)]

        for _time in range(2):
            answer(referee, dispute(match, B), outcome=STANDS)
        assert standing() == [("B", "stands")]
        answer(referee, dispute(match, A), outcome=STANDS)
        assert standing() == [("A", "stands"), ("B", "stands")]
        anew = dispute(match, B)
        assert standing() == [("A", "stands")]
        play(organiser, match, MORE, reason="deal 4 was theirs")
        assert standing() == []
        answer(referee, anew, outcome=CORRECTED)
        assert standing() == [("B", "corrected")]
        confirm_both(referee, match)
        assert standing() == []

    def test_it_takes_the_pairs_own_code(self, match: Match) -> None:
        with pytest.raises(WrongCode):
            dispute(match, A, code=wrong(match, A))
        assert not RefereeCall.objects.exists()

    @pytest.mark.parametrize("reason", ["", "  ", "x" * 301])
    def test_it_takes_a_reason(self, match: Match, reason: str) -> None:
        with pytest.raises(Refused) as refused:
            dispute(match, A, reason)
        assert refused.value.field == "reason"

    def test_a_match_that_is_not_over_has_no_result_to_dispute(
        self, organiser: User, tournament: Tournament
    ) -> None:
        other = tournament.matches.get(number=2)
        play(organiser, other, "ra8")
        with pytest.raises(Refused):
            dispute(other, A)

    def test_another_table_may_not(self, tournament: Tournament, match: Match) -> None:
        other = tournament.matches.exclude(table=match.table).first()
        play(User.objects.get(username="olli"), other, win_for_a(16))
        with pytest.raises(PermissionDenied):
            dispute(match, A, actor=at_table(other))
