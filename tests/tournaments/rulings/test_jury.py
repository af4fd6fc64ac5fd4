"""Naming the jury: three people from three clubs, or a warning."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.tournaments.desk.desk import plain, told
from tournaments.actions.audit import Verb
from tournaments.models import AuditRecord, Tournament
from tournaments.queries.jury import JuryFault, JuryView, jury_of

pytestmark = pytest.mark.django_db

THREE = (("Aino Aho", "Kemi"), ("Eero Oja", "Oulu"), ("Olga Ala", "Tornio"))


def name(
    client: Client, tournament: Tournament, *members: tuple[str, str], **fields: object
) -> HttpResponse:
    tournament.refresh_from_db()
    values: dict[str, object] = {"token": uuid4(), "revision": tournament.revision}
    for seat, (person, club) in enumerate(members, start=1):
        values |= {f"name_{seat}": person, f"club_{seat}": club}
    return client.post(f"/t/{tournament.slug}/manage/jury/", {**values, **fields})


def test_three_from_three_clubs_are_named_without_a_warning(
    manager: Client, public: Client, tournament: Tournament
) -> None:
    answer = name(manager, tournament, *THREE)
    assert told(answer) == ["The jury has been saved."]
    assert jury_of(tournament).members == THREE
    page = manager.get(f"/t/{tournament.slug}/manage/jury/")
    assert "It can decide all the same." not in plain(page)
    line = "Jury : Aino Aho (Kemi), Eero Oja (Oulu), Olga Ala (Tornio)"
    assert line in plain(public.get(f"/t/{tournament.slug}/"))


def test_before_it_is_named_the_front_page_says_nothing_of_it(
    public: Client, tournament: Tournament
) -> None:
    assert "Jury" not in plain(public.get(f"/t/{tournament.slug}/"))
    assert "The jury has not been named yet." in plain(public.get(f"/t/{tournament.slug}/jury/"))


@pytest.mark.parametrize(
    "members, faults",
    [
        (THREE, ()),
        ((), (JuryFault.TOO_FEW,)),
        (THREE[:2], (JuryFault.TOO_FEW,)),
        ((*THREE[:2], ("Olga Ala", "KEMI")), (JuryFault.SAME_CLUB,)),
        ((*THREE[:2], ("Olga Ala", "")), (JuryFault.CLUB_MISSING,)),
        (
            (("Aino Aho", ""), ("Eero Oja", "")),
            (JuryFault.TOO_FEW, JuryFault.CLUB_MISSING),
        ),
    ],
)
def test_what_a_jury_is_short_of(
    members: tuple[tuple[str, str], ...], faults: tuple[JuryFault, ...]
) -> None:
    assert JuryView(members).faults == faults


def test_a_jury_that_is_short_of_something_is_kept_with_a_warning(
    manager: Client, tournament: Tournament
) -> None:
    answer = name(manager, tournament, ("Aino Aho", "Kemi"), ("Eero Oja", "Kemi"))
    assert answer.status_code == 302
    text = plain(manager.get(answer["Location"]))
    assert (
        "The jury has fewer than three members. Two members come from one club. "
        "It can decide all the same." in text
    )


def test_a_row_left_empty_moves_the_others_up(manager: Client, tournament: Tournament) -> None:
    name(manager, tournament, ("", ""), THREE[0])
    assert jury_of(tournament).members == (THREE[0],)


@pytest.mark.parametrize(
    "members, said",
    [
        ((("", "Kemi"),), "A club stands here without a name."),
        ((THREE[0], ("aino  aho", "Oulu")), "The same person stands here twice."),
        ((("<b>", "Kemi"),), "Write it without < and >."),
        ((("x" * 81, "Kemi"),), "81"),
    ],
)
def test_names_at_fault_are_answered_422_and_kept(
    manager: Client, tournament: Tournament, members: tuple[tuple[str, str], ...], said: str
) -> None:
    answer = name(manager, tournament, *members)
    assert answer.status_code == 422
    assert said in plain(answer)
    assert jury_of(tournament).members == ()


def test_a_stale_page_is_refused_with_what_is_there_now(
    manager: Client, tournament: Tournament
) -> None:
    seen = tournament.revision
    name(manager, tournament, *THREE)
    answer = name(manager, tournament, ("Outi Uusi", "Kemi"), revision=seen)
    assert answer.status_code == 409
    text = plain(answer)
    assert "What is there now: Aino Aho (Kemi), Eero Oja (Oulu), Olga Ala (Tornio)" in text
    assert 'value="Outi Uusi"' in answer.content.decode()
    assert jury_of(tournament).members == THREE


def test_a_form_sent_twice_counts_once(manager: Client, tournament: Tournament) -> None:
    fields = {"token": uuid4(), "revision": tournament.revision}
    name(manager, tournament, *THREE, **fields)
    assert name(manager, tournament, *THREE, **fields).status_code == 302
    other = name(manager, tournament, *THREE[:1], **fields)
    assert other.status_code == 409
    assert jury_of(tournament).members == THREE
    record = AuditRecord.objects.get(verb=Verb.NAME_JURY)
    assert record.details == {"before": [], "after": [list(member) for member in THREE]}


def test_the_same_jury_again_changes_nothing(manager: Client, tournament: Tournament) -> None:
    name(manager, tournament, *THREE)
    tournament.refresh_from_db()
    revision = tournament.revision
    name(manager, tournament, *THREE)
    tournament.refresh_from_db()
    assert tournament.revision == revision


def test_a_referee_does_not_name_the_jury(client: Client, tournament: Tournament) -> None:
    assert name(client, tournament, *THREE).status_code == 403
    assert jury_of(tournament).members == ()
