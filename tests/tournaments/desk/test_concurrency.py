"""Many hands at one sheet at the same moment: nothing lost, nothing doubled.

Real threads on a real database, each with its own connection.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from uuid import UUID, uuid4

import pytest

from scoring.notation import parse_sheet
from tests.at_once import done_at_once
from tests.builders import make_drawn_tournament, make_event_maker, sheet_in_short
from tournaments.actions.ledgers import find_differences
from tournaments.actions.refusals import AlreadyDone, Stale
from tournaments.actions.sheets import append_notation, replace_sheet
from tournaments.ledger import format_of
from tournaments.models import AuditRecord, LedgerEntry, Match, SheetRevision, User
from tournaments.permissions import Actor, actor_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match() -> Match:
    return make_drawn_tournament(make_event_maker()).matches.get(number=1)


@pytest.fixture
def referee(match: Match) -> Actor:
    """Whoever may write on the match's sheet: here its organiser."""
    return actor_of(User.objects.get())


def append(actor: Actor, match: Match, notation: str, seen: int, token: UUID | None = None) -> str:
    """Appends a line and tells how that went."""
    try:
        append_notation(
            actor=actor, match=match, notation=notation, seen_revision=seen, token=token
        )
    except Stale:
        return "stale"
    except AlreadyDone:
        return "already done"
    return "written"


def is_sound(match: Match) -> bool:
    """Whether what is cached and what is kept of the match fit together."""
    numbers = list(SheetRevision.objects.filter(match=match).values_list("number", flat=True))
    live = LedgerEntry.objects.filter(match=match, ended=None)
    positions = sorted(live.values_list("position", flat=True))
    return (
        not find_differences().is_bad
        and sorted(numbers) == list(range(1, len(numbers) + 1))
        and positions == list(range(1, len(positions) + 1))
    )


def test_of_two_lines_written_on_one_sheet_exactly_one_lands(referee: Actor, match: Match) -> None:
    answers = done_at_once(
        [
            lambda: append(referee, match, "ra8", 0, uuid4()),
            lambda: append(referee, match, "nb4", 0, uuid4()),
        ]
    )
    assert Counter(answers) == {"written": 1, "stale": 1}
    assert sheet_in_short(match) == ("ra8" if answers[0] == "written" else "nb4")
    assert is_sound(match)


def test_one_form_sent_twice_at_the_same_moment_lands_once(referee: Actor, match: Match) -> None:
    token = uuid4()
    answers = done_at_once([lambda: append(referee, match, "ra8", 0, token)] * 2)
    assert Counter(answers) == {"written": 1, "already done": 1}
    assert sheet_in_short(match) == "ra8"
    assert AuditRecord.objects.filter(token=token).count() == 1
    assert is_sound(match)


def test_a_correction_and_a_new_line_never_mix(referee: Actor, match: Match) -> None:
    append(referee, match, "ra8", 0)

    def correct() -> str:
        try:
            replace_sheet(
                actor=referee,
                match=match,
                entries=parse_sheet("rb7", format_of(match)),
                seen_revision=1,
                reason="Misread",
            )
        except Stale:
            return "stale"
        return "written"

    answers = done_at_once([correct, lambda: append(referee, match, "na4", 1)])
    assert Counter(answers) == {"written": 1, "stale": 1}
    expected = "rb7" if answers[0] == "written" else "ra8 na4"
    assert sheet_in_short(match) == expected
    assert is_sound(match)


def test_eight_who_try_again_all_land_in_one_order(referee: Actor, match: Match) -> None:
    lines = ["ra7", "ra8", "rb7", "rb8", "na5", "na6", "nb5", "nb6"]

    def until_written(notation: str) -> Callable[[], str]:
        def work() -> str:
            token = uuid4()
            tries = 0
            answer = ""
            while answer != "written":
                tries += 1
                seen = Match.objects.values_list("revision", flat=True).get(pk=match.pk)
                answer = append(referee, match, notation, seen, token)
                assert tries <= len(lines)
            return answer

        return work

    assert done_at_once([until_written(line) for line in lines]) == ["written"] * len(lines)
    written = sheet_in_short(match).split()
    assert sorted(written) == sorted(lines)
    match.refresh_from_db()
    assert (match.revision, match.entry_count) == (len(lines), len(lines))
    assert is_sound(match)


def test_sheets_of_different_matches_do_not_wait_for_a_second_try(
    referee: Actor, match: Match
) -> None:
    matches = list(Match.objects.order_by("number")[:8])
    works = [lambda own=own: append(referee, own, "ra8", 0, uuid4()) for own in matches]
    assert done_at_once(works) == ["written"] * len(matches)
    assert [sheet_in_short(own) for own in matches] == ["ra8"] * len(matches)
    assert is_sound(match)
