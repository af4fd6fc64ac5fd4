"""Score sheets as rows: added to, corrected in the open, never overwritten."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from scoring.faults import Fault, FaultCode
from scoring.ledger import Entry
from scoring.notation import format_sheet, parse_sheet
from tests.builders import (
    add_referee,
    make_drawn_tournament,
    make_user,
    play,
    win_for_a,
)
from tests.builders import sheet_in_short as sheet
from tournaments.actions.ledgers import find_differences, rebuild_outcomes
from tournaments.actions.refusals import AlreadyDone, Refused, Stale
from tournaments.actions.sheets import append_entry, replace_sheet
from tournaments.ledger import entries_at, entries_of, format_of
from tournaments.models import AuditRecord, LedgerEntry, Match, SheetRevision, User
from tournaments.permissions import actor_of
from tournaments.queries.versions import version_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(organiser: User) -> Match:
    return make_drawn_tournament(organiser).matches.get(number=1)


def entry(match: Match, token: str) -> Entry:
    return parse_sheet(token, format_of(match))[0]


def test_an_appended_deal_is_on_the_sheet_and_in_the_cached_outcome(
    organiser: User, match: Match
) -> None:
    ledger = append_entry(
        actor=actor_of(organiser), match=match, entry=entry(match, "ra8"), seen_revision=0
    )
    match.refresh_from_db()
    assert (ledger.total.a, match.total_a, match.rise_a, match.revision) == (8, 8, 8, 1)
    assert sheet(match) == "ra8"


def test_a_referee_of_the_event_may_write_and_others_may_not(match: Match) -> None:
    referee = add_referee(match.tournament)
    append_entry(actor=actor_of(referee), match=match, entry=entry(match, "na4"), seen_revision=0)
    with pytest.raises(PermissionDenied):
        append_entry(
            actor=actor_of(make_user("satu")),
            match=match,
            entry=entry(match, "na4"),
            seen_revision=1,
        )
    assert sheet(match) == "na4"


def test_the_same_submission_counts_once(organiser: User, match: Match) -> None:
    token = uuid4()

    def send() -> None:
        append_entry(
            actor=actor_of(organiser),
            match=match,
            entry=entry(match, "ra8"),
            seen_revision=0,
            token=token,
        )

    send()
    with pytest.raises(AlreadyDone) as done:
        send()
    assert done.value.record.match == match
    assert sheet(match) == "ra8"


def test_a_write_from_an_old_page_is_refused(organiser: User, match: Match) -> None:
    play(organiser, match, "ra8")
    with pytest.raises(Stale):
        append_entry(
            actor=actor_of(organiser), match=match, entry=entry(match, "na4"), seen_revision=0
        )
    assert sheet(match) == "ra8"


def test_a_deal_after_the_end_is_refused_by_the_rules(organiser: User, match: Match) -> None:
    play(organiser, match, "ra0")
    with pytest.raises(Fault) as refused:
        append_entry(
            actor=actor_of(organiser), match=match, entry=entry(match, "na4"), seen_revision=1
        )
    assert refused.value.code is FaultCode.MATCH_OVER
    match.refresh_from_db()
    assert (sheet(match), match.revision) == ("ra0", 1)


def test_a_correction_needs_a_reason(organiser: User, match: Match) -> None:
    play(organiser, match, "ra8 na4")
    with pytest.raises(Refused) as refused:
        play(organiser, match, "ra9 na4")
    assert refused.value.field == "reason"
    assert sheet(match) == "ra8 na4"


def test_a_correction_ends_entries_from_the_first_change_and_keeps_them(
    organiser: User, match: Match
) -> None:
    play(organiser, match, "ra8 na4 nb6")
    play(organiser, match, "ra8 na3 nb6", reason="typed wrong")
    assert sheet(match) == "ra8 na3 nb6"
    assert format_sheet(entries_at(match, 1)) == "ra8 na4 nb6"
    kept = match.entries.get(position=1)
    assert (kept.added.number, kept.ended) == (1, None)
    assert list(
        match.entries.filter(ended__isnull=False).values_list("position", "ended__number")
    ) == [(2, 2), (3, 2)]
    latest = match.revisions.get(number=2)
    assert (latest.reason, latest.corrects, latest.made_by) == ("typed wrong", True, organiser)


def test_typing_on_needs_no_reason(organiser: User, match: Match) -> None:
    play(organiser, match, "ra8")
    play(organiser, match, "ra8 na4")
    assert not match.revisions.get(number=2).corrects


def test_the_sheet_that_is_there_already_changes_nothing(organiser: User, match: Match) -> None:
    play(organiser, match, "ra8 na4")
    play(organiser, match, "ra8 na4")
    assert SheetRevision.objects.count() == 1


def test_an_emptied_sheet_is_a_match_not_started(organiser: User, match: Match) -> None:
    play(organiser, match, "ra8 na4")
    play(organiser, match, "", reason="wrong match")
    match.refresh_from_db()
    assert (match.is_started, match.total_a, match.state) == (False, 0, "playing")


def test_a_sheet_that_breaks_a_rule_is_refused_whole(organiser: User, match: Match) -> None:
    play(organiser, match, "ra8")
    entries = (*entries_of(match), *parse_sheet("ra0", format_of(match)))
    with pytest.raises(Fault) as refused:
        replace_sheet(
            actor=actor_of(organiser),
            match=match,
            entries=[*parse_sheet("ra0", format_of(match)), *entries],
            seen_revision=1,
            reason="x",
        )
    assert (refused.value.code, refused.value.entry) == (FaultCode.MATCH_OVER, 1)
    assert sheet(match) == "ra8"


def test_every_write_leaves_one_record(organiser: User, match: Match) -> None:
    play(organiser, match, "ra8")
    play(organiser, match, "ra9", reason="typed wrong")
    assert list(
        AuditRecord.objects.filter(match=match).order_by("pk").values_list("verb", "actor_name")
    ) == [("write_sheet", "olli"), ("correct_sheet", "olli")]


def test_the_database_refuses_two_live_entries_at_one_position(
    organiser: User, match: Match
) -> None:
    play(organiser, match, "ra8")
    first = match.entries.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        LedgerEntry.objects.create(match=match, position=1, record=first.record, added=first.added)


def test_a_match_with_a_sheet_cannot_be_deleted(organiser: User, match: Match) -> None:
    play(organiser, match, "ra8")
    with pytest.raises(ProtectedError):
        match.delete()
    with pytest.raises(ProtectedError):
        match.tournament.delete()


def test_check_ledgers_finds_and_mends_what_differs(organiser: User, match: Match) -> None:
    play(organiser, match, win_for_a(match.deals or 0))
    assert not find_differences().is_bad
    Match.objects.filter(pk=match.pk).update(total_a=99, winner="B")
    report = find_differences([match.tournament.slug])
    assert [(d.field, d.cached, d.replayed) for d in report.differences] == [
        ("winner", "B", "A"),
        ("total_a", 99, 2 * (match.deals or 0)),
    ]
    seen = version_of(match.tournament)
    assert rebuild_outcomes(report) == 1
    assert not find_differences().is_bad
    told = AuditRecord.objects.filter(match=match).latest("id")
    assert (told.verb, told.actor_name) == ("rebuild_outcome", "manage.py check_ledgers")
    assert told.details == {"was": {"winner": "B", "total_a": 99}}
    assert version_of(match.tournament) != seen
