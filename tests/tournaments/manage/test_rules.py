"""The rules an event has otherwise than the standard, from their page to what follows of them."""

from __future__ import annotations

from datetime import time
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.ruleset import Ruleset
from scoring.withdrawal import Choice
from tests.builders import (
    draw_and_publish,
    make_drawn_tournament,
    make_event_maker,
    make_tournament,
    play,
    signed_in,
)
from tournaments.actions.refusals import Stale
from tournaments.actions.rules import change_rules
from tournaments.forms.rules import RulesForm, initial_rules
from tournaments.ledger import ruleset_of
from tournaments.models import AuditRecord, Tournament, User
from tournaments.permissions import actor_of
from tournaments.queries.splits import proposals_of
from tournaments.queries.standings import standings_of
from tournaments.queries.withdrawals import withdrawal_picture


def address(tournament: Tournament) -> str:
    return reverse("manage-rules", args=[tournament.slug])


def filled(tournament: Tournament, **changed: object) -> dict[str, object]:
    """The form as the page has it, with these fields filled in otherwise."""
    tournament.refresh_from_db()
    values = initial_rules(ruleset_of(tournament), tournament.revision)
    return {**values, "token": uuid4(), "seen_moves": "", **changed}


def send(client: Client, tournament: Tournament, **changed: object) -> object:
    return client.post(address(tournament), filled(tournament, **changed))


def change(organiser: User, tournament: Tournament, rules: Ruleset) -> None:
    tournament.refresh_from_db()
    change_rules(
        actor=actor_of(organiser),
        tournament=tournament,
        rules=rules,
        seen_revision=tournament.revision,
    )
    tournament.refresh_from_db()


def test_a_rule_is_changed_and_told_in_the_log(organiser: User) -> None:
    tournament = make_tournament(organiser)
    response = send(signed_in(organiser), tournament, late_minutes="20")
    assert response.status_code == 302
    tournament.refresh_from_db()
    assert tournament.rules == {"late_minutes": 20}
    record = AuditRecord.objects.get(verb="change_rules")
    assert record.details == {"before": {}, "after": {"late_minutes": 20}}


def test_saving_what_holds_already_changes_nothing(organiser: User) -> None:
    tournament = make_tournament(organiser)
    revision = tournament.revision
    assert send(signed_in(organiser), tournament).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.rules, tournament.revision) == ({}, revision)
    assert not AuditRecord.objects.filter(verb="change_rules").exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("late_minutes", "0"),
        ("withdrawal_percent", "101"),
        ("smallest_pool", "x"),
        ("penalty_uses_deal", "maybe"),
        ("sixteen_pools_from", "32"),
    ],
)
def test_a_value_no_rule_can_have_is_refused_at_its_field(
    organiser: User, field: str, value: str
) -> None:
    tournament = make_tournament(organiser)
    response = send(signed_in(organiser), tournament, **{field: value})
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    tournament.refresh_from_db()
    assert tournament.rules == {}


def test_rules_changed_meanwhile_are_shown_and_not_overwritten(organiser: User) -> None:
    tournament = make_tournament(organiser)
    old = filled(tournament, late_minutes="20")
    change(organiser, tournament, Ruleset(late_minutes=30))
    response = signed_in(organiser).post(address(tournament), old)
    assert response.status_code == 409
    assert ("Minutes a pair may be late", "30") in response.context["there_now"]
    tournament.refresh_from_db()
    assert tournament.rules == {"late_minutes": 30}


def test_sent_twice_it_is_saved_once(organiser: User) -> None:
    tournament = make_tournament(organiser)
    values = filled(tournament, late_minutes="20")
    client = signed_in(organiser)
    answers = [client.post(address(tournament), values).status_code for _ in range(2)]
    assert answers == [302, 302]
    assert AuditRecord.objects.filter(verb="change_rules").count() == 1


def test_a_stale_write_is_refused(organiser: User) -> None:
    tournament = make_tournament(organiser)
    with pytest.raises(Stale):
        change_rules(
            actor=actor_of(organiser),
            tournament=tournament,
            rules=Ruleset(late_minutes=5),
            seen_revision=tournament.revision - 1,
        )


def make_parted(organiser: User) -> Tournament:
    """Pairs level on wins of whom the standard puts another first than going on would."""
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    pool = standings_of(tournament)[0]
    numbers = [row.pair.number for row in pool.rows]
    # P, Q, R beat each other in a circle; all beat the fourth.
    p, q, r, last = numbers
    results = {
        frozenset((q, p)): (q, 40, 40),
        frozenset((p, r)): (p, 44, 20),
        frozenset((r, q)): (r, 40, 40),
        frozenset((p, last)): (p, 52, 0),
        frozenset((q, last)): (q, 20, 0),
        frozenset((r, last)): (r, 20, 0),
    }
    for view in pool.matches:
        winner, points, against = results[frozenset((view.a.number, view.b.number))]
        side = "a" if view.a.number == winner else "b"
        if points == against:
            # Level at the table: the decider's points are match points too.
            points += 4
        play(organiser, view.match, f"{side}{points}-{against}")
    return tournament


def test_places_that_would_move_are_shown_before_anything_is_saved(organiser: User) -> None:
    tournament = make_parted(organiser)
    before = [row.pair.number for row in standings_of(tournament)[0].rows]
    client = signed_in(organiser)
    values = filled(tournament, restart_when_parted="no")
    shown = client.post(address(tournament), values)
    assert shown.status_code == 422
    moves = shown.context["moves"]
    assert moves
    tournament.refresh_from_db()
    assert tournament.rules == {}
    form = shown.context["form"]
    again = {**values, "token": form["token"].value(), "seen_moves": form["seen_moves"].value()}
    assert client.post(address(tournament), again).status_code == 302
    tournament.refresh_from_db()
    after = {row.pair.number: row.standing.place for row in standings_of(tournament)[0].rows}
    assert {move.pair.number: move.after.place for move in moves}.items() <= after.items()
    assert [row.pair.number for row in standings_of(tournament)[0].rows] != before


def test_moves_that_were_not_the_ones_shown_are_shown_anew(organiser: User) -> None:
    tournament = make_parted(organiser)
    response = send(
        signed_in(organiser), tournament, restart_when_parted="no", seen_moves="something else"
    )
    assert (response.status_code, bool(response.context["moves"])) == (422, True)


def test_pools_and_their_deals_follow_from_the_next_draw_on(organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=8)
    change(organiser, tournament, Ruleset(deals_in_small_pool=10, smallest_pool=2))
    assert 4 in {proposal.split.pools for proposal in proposals_of(tournament, 8)}
    draw_and_publish(organiser, tournament, 4)
    assert set(tournament.matches.values_list("deals", flat=True)) == {10}


def test_the_share_of_a_withdrawal_is_the_events_own(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    number = tournament.pairs.first().number
    picture = withdrawal_picture(tournament, number)
    assert picture
    assert picture.default is Choice.ANNUL
    change(organiser, tournament, Ruleset(withdrawal_percent=0))
    picture = withdrawal_picture(tournament, number)
    assert picture
    assert picture.default is Choice.STAND


def test_an_award_counts_as_a_tuppi_where_the_club_wants_it(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    play(organiser, tournament.matches.get(number=1), "=a:forfeit")
    assert sum(row.tuppis for row in standings_of(tournament)[0].rows) == 0
    change(organiser, tournament, Ruleset(award_is_tuppi=True))
    assert sum(row.tuppis for row in standings_of(tournament)[0].rows) == 1


def test_a_penalty_is_offered_as_the_event_has_it(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    change(organiser, tournament, Ruleset(penalty_uses_deal=False))
    page = signed_in(organiser).get(
        reverse("desk-ruling", args=[tournament.slug, 1]), {"against": "A"}
    )
    penalties = page.context["offers"]["penalty"]
    assert {offer.choice.uses_deal for offer in penalties} == {False}
    assert all("free=1" in offer.choice.query for offer in penalties)


def test_the_rules_of_the_knock_out_and_of_confirming_are_asked(organiser: User) -> None:
    tournament = make_tournament(organiser)
    changed = {"deals_in_knockout": "20", "third_place_match": "no", "unconfirmed_counts": "no"}
    assert send(signed_in(organiser), tournament, **changed).status_code == 302
    tournament.refresh_from_db()
    assert ruleset_of(tournament) == Ruleset(
        deals_in_knockout=20, third_place_match=False, unconfirmed_counts=False
    )


def test_every_rule_has_its_field_with_its_standard_filled_in(organiser: User) -> None:
    tournament = make_tournament(organiser)
    form = RulesForm(filled(tournament))
    assert form.is_valid()
    assert form.rules == Ruleset()


@pytest.mark.parametrize(("pairs", "pools"), [(4, 1), (32, 8)])
def test_queries_do_not_grow(organiser: User, pairs: int, pools: int) -> None:
    tournament = make_drawn_tournament(organiser, pairs=pairs, pools=pools)
    client = signed_in(organiser)
    client.get(address(tournament))
    with CaptureQueriesContext(connection) as queries:
        client.get(address(tournament))
    assert len(queries) == 4


def as_sent(value: object) -> object:
    """A field's value as a browser sends it."""
    return f"{value:%H:%M}" if isinstance(value, time) else value or ""


def new_event(client: Client, like: str) -> Tournament:
    """An event made from the page that was opened to copy another."""
    page = client.get(reverse("event-new"), {"like": like})
    values = {
        field.html_name: as_sent(field.value())
        for form in (page.context["form"], *page.context["days"])
        for field in form
    }
    values |= {
        "name": "Uusi",
        "days-TOTAL_FORMS": len(page.context["days"].forms),
        "days-INITIAL_FORMS": page.context["days"].initial_form_count(),
        "days-0-date": "2027-01-16",
    }
    assert client.post(reverse("event-new"), values).status_code == 302
    return Tournament.objects.get(name="Uusi")


def test_a_new_event_can_be_made_like_an_earlier_one(organiser: User) -> None:
    earlier = make_tournament(organiser, tables=7)
    change(organiser, earlier, Ruleset(late_minutes=20))
    made = new_event(signed_in(organiser), earlier.slug)
    assert (made.table_count, made.place, made.rules) == (7, "Kylätalo", {"late_minutes": 20})
    (day,) = made.days.all()
    assert (str(day.date), day.starts_at) == ("2027-01-16", earlier.days.first().starts_at)


def test_an_event_that_somebody_else_organises_is_not_copied(organiser: User) -> None:
    earlier = make_tournament(organiser)
    change(organiser, earlier, Ruleset(late_minutes=20))
    other = signed_in(make_event_maker("oskari"))
    page = other.get(reverse("event-new"), {"like": earlier.slug})
    assert (page.context["like"], page.context["own"]) == (None, [])
    assert page.context["form"]["table_count"].value() is None
