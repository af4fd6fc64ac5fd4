"""Two phones at one table at the same moment: nothing lost, nothing doubled."""

from __future__ import annotations

from collections import Counter
from uuid import uuid4

import pytest

from tests.at_once import done_at_once
from tests.builders import make_drawn_tournament, make_event_maker
from tests.tournaments.desk.test_concurrency import is_sound
from tests.tournaments.table.phone import Phone
from tournaments.models import Match

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match() -> Match:
    return make_drawn_tournament(make_event_maker()).matches.get(number=1)


def test_of_the_same_deal_tapped_on_two_phones_one_is_written(match: Match) -> None:
    phones = [Phone.at_table(match), Phone.with_sheet(match)]
    answers = done_at_once(
        [lambda phone=phone: str(phone.send("ra8", revision=0).status_code) for phone in phones]
    )
    assert Counter(answers) == {"200": 1, "409": 1}
    assert phones[0].sheet == "ra8"
    assert is_sound(match)


def test_one_deal_sent_by_two_tabs_of_one_phone_is_written_once(match: Match) -> None:
    token = uuid4()

    def send() -> str:
        answer = Phone.at_table(match).send("ra8", revision=0, token=token).json()
        return f"{answer['saved']} {answer['repeated']}"

    assert Counter(done_at_once([send] * 4)) == {"True False": 1, "True True": 3}
    assert Phone.at_table(match).sheet == "ra8"
    assert is_sound(match)


def test_a_deal_is_taken_back_once_and_never_with_the_next_one(match: Match) -> None:
    phone = Phone.at_table(match)
    phone.send("ra8", revision=0)
    answers = done_at_once(
        [
            lambda: str(Phone.at_table(match).take_back(revision=1).status_code),
            lambda: str(Phone.at_table(match).take_back(revision=1).status_code),
            lambda: str(Phone.at_table(match).send("na4", revision=1).status_code),
        ]
    )
    assert answers.count("409") == 2
    assert phone.sheet == ("ra8 na4" if answers[2] == "200" else "")
    assert is_sound(match)


def test_two_queues_that_follow_the_same_deal_do_not_mix(match: Match) -> None:
    first = uuid4()
    Phone.at_table(match).send("ra8", revision=0, token=first)

    def queue(*entries: str) -> str:
        phone, last, told = Phone.at_table(match), first, []
        for entry in entries:
            token = uuid4()
            told.append(str(phone.send(entry, follows=last, token=token).status_code))
            last = token
        return " ".join(told)

    answers = done_at_once([lambda: queue("na4", "nb5"), lambda: queue("rb7", "ra9")])
    assert Counter(answers) == {"200 200": 1, "409 409": 1}
    assert Phone.at_table(match).sheet in ("ra8 na4 nb5", "ra8 rb7 ra9")
    assert is_sound(match)
