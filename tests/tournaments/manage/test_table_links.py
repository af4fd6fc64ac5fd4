"""Links of tables and sheets and codes of pairs in the organiser's hands."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.builders import (
    actor,
    add_referee,
    make_drawn_tournament,
    make_tournament,
    play,
    win_for_a,
)
from tests.tournaments.manage.pages import text, token
from tournaments.access import pair_code, sheet_secret, table_secret
from tournaments.actions.refusals import AlreadyDone, Refused, Stale
from tournaments.actions.table_links import (
    bring_back_table_link,
    renew_all_table_links,
    renew_pair_code,
    renew_sheet_link,
    renew_table_link,
    revoke_table_link,
)
from tournaments.links_at_table import actor_by_link
from tournaments.models import AuditRecord, Match, TableLink, Tournament, User
from tournaments.permissions import ANONYMOUS, AtTable
from tournaments.qr_codes import qr_code
from tournaments.queries.table_links import LinkState, table_links_of


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    return make_drawn_tournament(organiser, tables=4)


def opens(tournament: Tournament, table: int, renewed: int) -> bool:
    """Whether the table's link that was made in place of `renewed` earlier ones opens it."""
    secret = table_secret(tournament, table, renewed)
    who = actor_by_link(tournament, table=table, secret=secret)
    assert who.at_table in (None, AtTable(tournament.pk, table))
    return who != ANONYMOUS


def states(tournament: Tournament) -> list[LinkState]:
    return [link.state for link in table_links_of(tournament)]


def last_record() -> tuple[str, dict[str, object]]:
    record = AuditRecord.objects.latest("pk")
    return record.verb, record.details


def test_a_renewed_link_kills_the_old_one_and_no_other(
    organiser: User, tournament: Tournament
) -> None:
    renew_table_link(actor=actor(organiser), tournament=tournament, table=2, seen=0)
    assert [opens(tournament, 2, renewed) for renewed in (0, 1, 2)] == [False, True, False]
    assert opens(tournament, 1, 0)
    assert states(tournament) == [LinkState.FIRST, LinkState.RENEWED, *[LinkState.FIRST] * 2]
    assert last_record() == ("renew_table_link", {"table": 2, "renewed": 1})


def test_a_revoked_link_opens_nothing_until_it_is_brought_back(
    organiser: User, tournament: Tournament
) -> None:
    who = actor(organiser)
    for _twice in range(2):
        revoke_table_link(actor=who, tournament=tournament, table=2, seen=0)
    assert not opens(tournament, 2, 0)
    assert states(tournament)[1] is LinkState.REVOKED
    for _twice in range(2):
        bring_back_table_link(actor=who, tournament=tournament, table=2, seen=0)
    assert opens(tournament, 2, 0)
    assert not TableLink.objects.exists()  # it is as if nothing had been
    verbs = AuditRecord.objects.filter(verb__contains="table_link").values_list("verb", flat=True)
    assert sorted(verbs) == ["bring_back_table_link", "revoke_table_link"]


def test_renewing_a_revoked_link_puts_the_new_one_in_force(
    organiser: User, tournament: Tournament
) -> None:
    who = actor(organiser)
    revoke_table_link(actor=who, tournament=tournament, table=2, seen=0)
    renew_table_link(actor=who, tournament=tournament, table=2, seen=0)
    assert [opens(tournament, 2, renewed) for renewed in (0, 1)] == [False, True]


def test_all_links_are_renewed_at_once_and_a_revoked_one_stays_revoked(
    organiser: User, tournament: Tournament
) -> None:
    who = actor(organiser)
    renew_table_link(actor=who, tournament=tournament, table=1, seen=0)
    revoke_table_link(actor=who, tournament=tournament, table=2, seen=0)
    Match.objects.filter(pk=tournament.matches.latest("pk").pk).update(table=9)
    assert renew_all_table_links(actor=who, tournament=tournament) == 5
    assert [link.renewed for link in table_links_of(tournament)] == [2, 1, 1, 1, 1]
    assert [opens(tournament, table, 1) for table in (1, 2, 3, 4, 9)] == [
        False,
        False,
        True,
        True,
        True,
    ]
    assert last_record() == ("renew_all_table_links", {"tables": 5})


def test_a_page_older_than_the_last_renewal_changes_nothing(
    organiser: User, tournament: Tournament
) -> None:
    who = actor(organiser)
    match, pair = tournament.matches.first(), tournament.pairs.first()
    renew_table_link(actor=who, tournament=tournament, table=2, seen=0)
    renew_sheet_link(actor=who, match=match, seen=0)
    renew_pair_code(actor=who, tournament=tournament, number=pair.number, seen=0)
    for write in (renew_table_link, revoke_table_link, bring_back_table_link):
        with pytest.raises(Stale):
            write(actor=who, tournament=tournament, table=2, seen=0)
    with pytest.raises(Stale):
        renew_sheet_link(actor=who, match=match, seen=0)
    with pytest.raises(Stale):
        renew_pair_code(actor=who, tournament=tournament, number=pair.number, seen=0)


def test_a_submission_counts_once(organiser: User, tournament: Tournament) -> None:
    who, sent = actor(organiser), uuid4()
    renew_all_table_links(actor=who, tournament=tournament, token=sent)
    with pytest.raises(AlreadyDone):
        renew_all_table_links(actor=who, tournament=tournament, token=sent)
    assert opens(tournament, 1, 1)


def test_a_sheets_link_is_renewed_until_its_result_is_confirmed(
    organiser: User, tournament: Tournament
) -> None:
    who = actor(organiser)
    match = tournament.matches.get(number=1)
    old = sheet_secret(match)
    renew_sheet_link(actor=who, match=match, seen=0)
    match.refresh_from_db()
    assert actor_by_link(tournament, number=1, secret=old) == ANONYMOUS
    assert actor_by_link(tournament, number=1, secret=sheet_secret(match)) != ANONYMOUS
    play(organiser, match, win_for_a(16))
    Match.objects.filter(pk=match.pk).update(confirmed_a=1, confirmed_b=1)
    with pytest.raises(Refused):
        renew_sheet_link(actor=who, match=match, seen=1)


def test_a_pairs_new_code_is_another_and_no_other_pairs_changes(
    organiser: User, tournament: Tournament
) -> None:
    before = [pair_code(tournament, pair) for pair in tournament.pairs.all()]
    renew_pair_code(actor=actor(organiser), tournament=tournament, number=3, seen=0)
    after = [pair_code(tournament, pair) for pair in tournament.pairs.all()]
    assert [old == new for old, new in zip(before, after, strict=True)] == [
        number != 3 for number in range(1, 9)
    ]
    assert last_record() == ("renew_pair_code", {"pair": 3, "renewed": 1})
    with pytest.raises(Refused):
        renew_pair_code(actor=actor(organiser), tournament=tournament, number=99, seen=0)


@pytest.mark.parametrize("table", [0, 5, 30_000])
def test_the_event_has_no_other_tables(organiser: User, tournament: Tournament, table: int) -> None:
    with pytest.raises(Refused):
        renew_table_link(actor=actor(organiser), tournament=tournament, table=table, seen=0)
    assert not TableLink.objects.exists()


def test_only_organisers_of_the_event_change_links(tournament: Tournament) -> None:
    table = actor_by_link(tournament, table=1, secret=table_secret(tournament, 1))
    match = tournament.matches.first()
    for who in (actor(add_referee(tournament)), table, ANONYMOUS):
        event = {"actor": who, "tournament": tournament}
        for refused in (
            lambda event=event: renew_table_link(**event, table=1, seen=0),
            lambda event=event: revoke_table_link(**event, table=1, seen=0),
            lambda event=event: bring_back_table_link(**event, table=1, seen=0),
            lambda event=event: renew_all_table_links(**event),
            lambda event=event: renew_pair_code(**event, number=1, seen=0),
            lambda who=who: renew_sheet_link(actor=who, match=match, seen=0),
        ):
            with pytest.raises(PermissionDenied):
                refused()
    assert states(tournament) == [LinkState.FIRST] * 4


def test_a_tables_page_shows_its_code_and_its_keys_change_it(
    client: Client, tournament: Tournament, settings: object
) -> None:
    settings.SITE_URL = "http://tuppi.local:8000"
    where = f"/t/{tournament.slug}/manage/tables/2/"

    def tap(task: str, seen: int) -> str:
        answer = client.post(where, {"token": token(), "seen": seen, "task": task}, follow=True)
        assert answer.status_code == 200
        assert "no-store" in answer["Cache-Control"]
        return answer.content.decode()

    def code(renewed: int) -> str:
        path = f"/t/{tournament.slug}/table/2/{table_secret(tournament, 2, renewed)}/"
        return qr_code(f"http://tuppi.local:8000{path}").path

    assert code(0) in client.get(where).content.decode()
    page = tap("renew", 0)
    assert code(1) in page
    assert code(0) not in page
    assert 'class="qr"' not in tap("revoke", 1)
    assert code(1) in tap("bring-back", 1)
    stale = client.post(where, {"token": token(), "seen": 0, "task": "renew"})
    assert stale.status_code == 409
    assert client.post(where, {"seen": 1}).status_code == 422
    assert client.get(f"/t/{tournament.slug}/manage/tables/5/").status_code == 404


def test_no_code_is_shown_that_no_phone_could_open(client: Client, tournament: Tournament) -> None:
    for page in ("tables/2/", "matches/1/link/"):
        shown = client.get(f"/t/{tournament.slug}/manage/{page}")
        assert 'class="qr"' not in shown.content.decode()
        assert "Phones cannot open the site now" in text(shown)
    assert "Phones cannot open the site now" in text(
        client.get(f"/t/{tournament.slug}/manage/print/")
    )


def test_renewing_all_says_first_what_it_costs(client: Client, tournament: Tournament) -> None:
    where = f"/t/{tournament.slug}/manage/tables/renew/"
    asked = client.get(where)
    assert "4 tables get new links, and their printed cards open nothing any more." in text(asked)
    assert states(tournament) == [LinkState.FIRST] * 4
    sent = {"token": token()}
    for _twice in range(2):
        assert client.post(where, sent).status_code == 302
    assert [link.renewed for link in table_links_of(tournament)] == [1] * 4


def test_a_sheet_is_found_by_the_number_of_its_match(
    client: Client, tournament: Tournament, settings: object
) -> None:
    settings.SITE_URL = "http://tuppi.local:8000"
    event = f"/t/{tournament.slug}"
    found = client.get(f"{event}/manage/tables/?match=7")
    assert found["Location"] == f"{event}/manage/matches/7/link/"
    for wrong in ("99", "999999", "x", "٣٣٣٣٣", "-1"):
        answer = client.get(f"{event}/manage/tables/", {"match": wrong})
        assert answer["Location"] == f"{event}/manage/tables/"
    where = found["Location"]
    match = tournament.matches.get(number=7)
    assert sheet_secret(match) in client.get(where).content.decode()
    client.post(where, {"token": token(), "seen": 0})
    page = client.get(where).content.decode()
    assert sheet_secret(match) not in page
    match.refresh_from_db()
    assert sheet_secret(match) in page


def test_a_pair_is_found_and_its_code_shown_alone(client: Client, tournament: Tournament) -> None:
    event = f"/t/{tournament.slug}/manage/codes/"
    codes = {pair.number: pair_code(tournament, pair) for pair in tournament.pairs.all()}
    several = client.get(event, {"q": "aino"}).content.decode()
    assert several.count("/manage/codes/") >= len(codes)
    assert not [code for code in codes.values() if code in re.findall(r"\d{5}", several)]
    assert client.get(event, {"q": "3"})["Location"] == f"{event}3/"
    assert client.get(event, {"q": "ensi4"})["Location"] == f"{event}4/"
    page = client.get(f"{event}3/")
    assert f'id="code">{codes[3]}<' in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    client.post(f"{event}3/", {"token": token(), "seen": 0})
    assert f'id="code">{codes[3]}<' not in client.get(f"{event}3/").content.decode()
    assert client.get(f"{event}99/").status_code == 404
    assert "No pair is found" in text(client.get(event, {"q": "xyz"}))


@pytest.mark.parametrize("tables", [1, 50])
def test_the_pages_take_the_same_few_queries_whatever_the_number_of_tables(
    client: Client,
    organiser: User,
    django_assert_num_queries: DjangoAssertNumQueries,
    tables: int,
) -> None:
    tournament = make_tournament(organiser, tables=tables)
    if tables > 1:
        renew_all_table_links(actor=actor(organiser), tournament=tournament)
    with django_assert_num_queries(6):
        page = client.get(f"/t/{tournament.slug}/manage/tables/").content.decode()
    assert page.count("manage/tables/") >= tables
    with django_assert_num_queries(7):
        client.get(f"/t/{tournament.slug}/manage/tables/1/")
    with django_assert_num_queries(6):
        client.get(f"/t/{tournament.slug}/manage/tables/renew/")
