"""Who gave a ruling, when, and a note: kept with its line through every correction (R20)."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from scoring.notation import parse_sheet
from tests.builders import actor, play
from tests.scoring.score_sheets import fixed
from tests.tournaments.desk.desk import Desk, plain
from tournaments.actions.rulings import record_ruling
from tournaments.models import Match, Ruling, User
from tournaments.queries.rulings import RulingView, rulings_at
from tournaments.ruling_facts import RuledBy, same_rulings


def rule(user: User, match: Match, notation: str, name: str, note: str = "") -> None:
    match.refresh_from_db()
    (entry,) = parse_sheet(notation, fixed(16))
    record_ruling(
        actor=actor(user),
        match=match,
        entry=entry,
        ruled=RuledBy(name, note),
        seen_revision=match.revision,
        token=uuid4(),
    )


def ruled_now(match: Match) -> dict[int, RulingView]:
    match.refresh_from_db()
    return rulings_at(match, match.revision)


def facts(match: Match) -> dict[int, tuple[str, str]]:
    return {at: (view.ruled_by, view.note) for at, view in ruled_now(match).items()}


@pytest.mark.parametrize(
    "old, new, same",
    [
        ("!a", "!a", {0: 0}),
        ("ra8 !a", "na8 !a", {1: 1}),
        ("ra8 !a", "ra8 na6 !a", {2: 1}),
        ("!a ra8 na6 !a", "ra8 na6 !a", {2: 3}),
        ("!a !b", "!b !a", {0: 1, 1: 0}),
        ("ra3-2!b:revoke", "ra4-2!b:revoke", {0: 0}),
        ("ra3-2!b:revoke", "ra3-2!a:revoke", {}),
        ("ra3-2!b:revoke", "ra3-2!b:several_cards", {}),
        ("ra8", "!a", {}),
        ("!a", "!a !a", {0: 0}),
        ("!a", "ra8", {}),
    ],
)
def test_a_ruling_is_found_again_among_corrected_lines(
    old: str, new: str, same: dict[int, int]
) -> None:
    sheet = fixed(16)
    assert same_rulings(parse_sheet(old, sheet), parse_sheet(new, sheet)) == same


@pytest.mark.django_db
def test_a_correction_before_a_ruling_carries_its_facts(desk: Desk, organiser: User) -> None:
    desk.typed("ra8 na6")
    rule(organiser, desk.match, "!b", "Rauha", "Both heard it")
    first = Ruling.objects.get()
    play(organiser, desk.match, "ra9 na6 !b na6", "Misread")
    assert facts(desk.match) == {3: ("Rauha", "Both heard it")}
    (carried,) = ruled_now(desk.match).values()
    assert carried.ruled_at == first.recorded.made_at
    assert Ruling.objects.count() == 2
    first.refresh_from_db()
    assert first.entry.ended is not None


@pytest.mark.django_db
def test_a_chain_of_corrections_keeps_two_like_rulings_apart(desk: Desk, organiser: User) -> None:
    rule(organiser, desk.match, "!a", "Rauha")
    desk.typed("!a na6")
    rule(organiser, desk.match, "!a", "Reino")
    play(organiser, desk.match, "ra8 !a na6 !a", "One was missing")
    assert facts(desk.match) == {2: ("Rauha", ""), 4: ("Reino", "")}
    play(organiser, desk.match, "na6 !a", "Two too many")
    assert facts(desk.match) == {2: ("Reino", "")}
    assert {at: view.ruled_by for at, view in rulings_at(desk.match, 4).items()} == {
        2: "Rauha",
        4: "Reino",
    }


@pytest.mark.django_db
def test_rulings_typed_in_notation_get_who_and_when_from_their_write(
    desk: Desk, organiser: User
) -> None:
    desk.typed("!a ra3-2!b:revoke")
    revision = desk.match.revisions.get(number=1)
    ruled = ruled_now(desk.match)
    assert [(view.ruled_by, view.ruled_at, view.note) for view in ruled.values()] == [
        ("olli", revision.made_at, "")
    ] * 2
    desk.write("!a")
    assert facts(desk.match)[3] == ("reetta", "")


@pytest.mark.django_db
def test_a_ruling_taken_back_and_given_anew_has_its_new_facts(desk: Desk, organiser: User) -> None:
    rule(organiser, desk.match, "!a", "Rauha")
    desk.take_back()
    rule(organiser, desk.match, "!a", "Reino")
    assert facts(desk.match) == {1: ("Reino", "")}


@pytest.mark.django_db
def test_only_the_staff_see_the_note(desk: Desk, organiser: User, public: Client) -> None:
    rule(organiser, desk.match, "!a", "Rauha", "Secret <i>words</i>")
    open_page = public.get(f"/t/{desk.tournament.slug}/matches/1/")
    text = plain(open_page)
    assert "28 against pair A: faulty show. Ruled by Rauha," in text
    assert "Secret" not in open_page.content.decode()
    assert "Recorded by" not in text
    for path in ("", "ruling/", "revisions/1/"):
        html = desk.get(path).content.decode()
        assert "Secret &lt;i&gt;words" in html
        assert "Ruled by Rauha" in html


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["", "standings/", "schedule/", "matches/1/", "pairs/1/", "jury/"])
def test_no_public_page_holds_a_note(
    desk: Desk, organiser: User, client: Client, path: str
) -> None:
    rule(organiser, desk.match, "!a", "Rauha", "Secret")
    assert "Secret" not in client.get(f"/t/{desk.tournament.slug}/{path}").content.decode()
