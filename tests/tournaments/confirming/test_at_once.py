"""Two phones, or a phone and a desk, at the same moment. Real threads on a real database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from tests.at_once import done_at_once
from tests.builders import play, win_for_a
from tests.tournaments.confirming.steps import A, B, at_table, confirm, confirm_both, dispute, wrong
from tests.tournaments.knockout.steps import TUPPI_A, drawn, match_at
from tournaments.actions.pair_codes import WrongCode
from tournaments.actions.referee_calls import call_referee
from tournaments.actions.refusals import AlreadyDone, Refused
from tournaments.guessing import MOST_WRONG_CODES
from tournaments.models import Confirmation, Match, RefereeCall, User, WrongTry

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 5


def tell(work: Callable[[], Any]) -> Callable[[], str]:
    """How a work went, as a word."""

    def run() -> str:
        try:
            work()
        except (AlreadyDone, Refused) as refused:
            return type(refused).__name__
        return "done"

    return run


def own(match: Match) -> Match:
    """The match as a thread of its own reads it."""
    return Match.objects.select_related("tournament", "pair_a", "pair_b").get(pk=match.pk)


def test_both_pairs_confirm_on_two_phones_at_once(match: Match) -> None:
    works = [tell(lambda side=side: confirm(own(match), side)) for side in (A, B)]
    assert done_at_once(works) == ["done", "done"]
    match.refresh_from_db()
    assert match.is_confirmed
    assert Confirmation.objects.count() == 2


def test_one_pair_on_two_phones_confirms_once(match: Match) -> None:
    token = uuid4()
    works = [tell(lambda: confirm(own(match), A)) for _phone in range(2)]
    works += [tell(lambda: confirm(own(match), A, token=token)) for _press in range(2)]
    assert set(done_at_once(works)) <= {"done", "AlreadyDone"}
    assert Confirmation.objects.count() == 1


def test_of_many_guesses_at_once_only_five_are_read(match: Match) -> None:
    works = [tell(lambda: confirm(own(match), A, wrong(match, A))) for _guess in range(9)]
    assert set(done_at_once(works)) == {"WrongCode"}
    assert WrongTry.objects.count() == MOST_WRONG_CODES
    with pytest.raises(WrongCode, match="Too many"):
        confirm(match, A)


def test_a_confirmation_and_a_correction_never_mix(organiser: User, match: Match) -> None:
    for turn in range(ROUNDS):
        sheet = " ".join(["nb6", "na6"] * 8) if turn % 2 == 0 else win_for_a(16)
        match.refresh_from_db()
        seen = match.revision
        told = done_at_once(
            [
                tell(lambda seen=seen: confirm(own(match), A, seen_revision=seen)),
                tell(lambda sheet=sheet: play(organiser, own(match), sheet, reason="wrong")),
            ]
        )
        assert told[1] == "done"
        assert told[0] in ("done", "Stale")
        match.refresh_from_db()
        assert not match.confirmed_by_a


def test_a_dispute_and_a_referees_word_never_both_stand(referee: User, match: Match) -> None:
    told = done_at_once(
        [tell(lambda: dispute(own(match), B)), tell(lambda: confirm_both(referee, own(match)))]
    )
    match.refresh_from_db()
    assert Counter(told) == Counter({"done": 1, "Refused": 1})
    assert match.is_confirmed != RefereeCall.objects.exists()


def test_two_phones_of_one_table_call_one_referee(match: Match) -> None:
    def call() -> object:
        mine = own(match)
        return call_referee(actor=at_table(mine), tournament=mine.tournament, match=mine)

    assert done_at_once([tell(call) for _phone in range(4)]) == ["done"] * 4
    assert RefereeCall.objects.count() == 1


def test_two_semi_finals_confirmed_at_once_make_one_final(organiser: User) -> None:
    tournament = drawn(organiser, 4)
    semis = [match_at(tournament, 1, number) for number in (0, 1)]
    for semi in semis:
        play(organiser, semi, TUPPI_A)
    told = done_at_once(
        [tell(lambda semi=semi: confirm_both(organiser, own(semi))) for semi in semis]
    )
    assert told == ["done", "done"]
    assert sorted(tournament.matches.values_list("round", flat=True)) == [1, 1, 2, 2]
