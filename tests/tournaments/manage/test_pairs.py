"""Entering, correcting and removing pairs in the browser."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.builders import make_drawn_tournament, make_event_maker, make_tournament
from tests.tournaments.manage.pages import pair_form, text
from tournaments.models import AuditRecord, Tournament, User
from tournaments.queries.pairs import pairs_by_name


def entered(tournament: Tournament) -> list[tuple[int, str, str]]:
    return [(pair.number, pair.name, pair.clubs) for pair in pairs_by_name(tournament)]


def add(client: Client, tournament: Tournament, first: str, second: str, **changed: object):
    return client.post(f"/t/{tournament.slug}/manage/pairs/", pair_form(first, second, **changed))


def test_a_pair_is_added_and_the_cursor_waits_for_the_next(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser)
    answer = add(client, tournament, " Aino  Äijänaho/Kemin Tuppi", "Oula Aho/Oulun Tuppi")
    assert answer.status_code == 302
    page = client.get(answer["Location"])
    assert "Pair 1 has been added: Aino Äijänaho – Oula Aho." in text(page)
    [focused] = re.findall(r"<input[^>]*autofocus[^>]*>", page.content.decode())
    assert 'name="first_name"' in focused
    assert "value=" not in focused
    assert entered(tournament) == [(1, "Aino Äijänaho – Oula Aho", "Kemin Tuppi, Oulun Tuppi")]


def test_the_list_is_in_finnish_order(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser)
    for surname in ("Öhman", "Åström", "Zetterberg", "Äijänaho", "Aalto"):
        add(client, tournament, f"Oula {surname}", f"Aino {surname}")
    page = text(client.get(f"/t/{tournament.slug}/manage/pairs/"))
    assert re.findall(r"\d+ Oula (\w+)", page) == [
        "Aalto",
        "Zetterberg",
        "Åström",
        "Äijänaho",
        "Öhman",
    ]


def test_clubs_to_choose_from_are_those_of_this_event_and_of_public_ones(
    client: Client, organiser: User
) -> None:
    other = make_event_maker("oskari")
    make_tournament(other, pairs=1, name="Salainen", public=False, clubs=("Salaseura",))
    make_tournament(other, pairs=1, name="Julkinen", clubs=("Äkäslompolo",))
    tournament = make_tournament(organiser, pairs=2, clubs=("Zeta", "Kemi"), public=False)
    page = client.get(f"/t/{tournament.slug}/manage/pairs/").content.decode()
    assert re.findall(r'<option value="([^"]+)">', page) == ["Kemi", "Zeta", "Äkäslompolo"]


@pytest.mark.parametrize(
    "first, second, told",
    [
        ("", "Oula Aho", "This field is required"),
        ("Aino Aho", "", "This field is required"),
        ("Aino Aho", "\u200b", "This field is required"),
        ("Aino Aho", "aino  AHO", "The same player stands here twice"),
        ("<b>Aino</b>", "Oula Aho", "Write it without < and >"),
        ("=1+1", "Oula Aho", "It cannot begin with =, +, - or @"),
        ("+358 40 1234567", "Oula Aho", "This looks like a phone number"),
        ("!!!", "Oula Aho", "There are no letters in it"),
        ("A" * 400, "Oula Aho", "It is longer than 80 characters"),
        ("Aino\x07Aho", "Oula Aho", "a character that cannot be seen"),
        ("Aino\x00Aho", "Oula Aho", "Null characters are not allowed"),
        ("Aino\nAho", "Oula Aho", "Write it on one line"),
        ("Aino Aho/<i>Kemi</i>", "Oula Aho", "Write it without < and >"),
        ("Aino Aho", "Oula Aho/" + "K" * 81, "It is longer than 80 characters"),
    ],
)
def test_what_cannot_be_a_pair_is_told_and_kept_in_the_form(
    client: Client, organiser: User, first: str, second: str, told: str
) -> None:
    tournament = make_tournament(organiser)
    answer = add(client, tournament, first, second)
    assert answer.status_code == 422
    assert told in text(answer)
    assert answer.context["form"]["first_name"].value() == first.partition("/")[0]
    assert entered(tournament) == []


def test_half_a_letter_that_cannot_be_read_is_refused(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser)
    fields = pair_form("Aino", "Oula Aho")
    body = "&".join(f"{name}={value}" for name, value in fields.items())
    answer = client.post(
        f"/t/{tournament.slug}/manage/pairs/",
        body.replace("Aino", "Aino%ED%A0%80").encode(),
        content_type="application/x-www-form-urlencoded",
    )
    assert answer.status_code == 422
    assert "a character that cannot be seen" in text(answer)


def test_a_player_of_another_pair_is_named_with_that_pair(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=3)
    answer = add(client, tournament, "aino ensi2", "Uusi Pelaaja")
    assert answer.status_code == 422
    assert "aino ensi2 is already in pair 2." in text(answer)
    assert tournament.pairs.count() == 3


def test_a_pair_sent_twice_is_added_once(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser)
    fields = pair_form("Aino Aho", "Oula Aho")
    address = f"/t/{tournament.slug}/manage/pairs/"
    assert [client.post(address, fields).status_code for _ in range(2)] == [302, 302]
    assert len(entered(tournament)) == 1
    assert AuditRecord.objects.filter(verb="add_pair").count() == 1


def test_another_pair_on_a_page_gone_back_to_is_not_lost(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser)
    fields = pair_form("Aino Aho", "Oula Aho")
    address = f"/t/{tournament.slug}/manage/pairs/"
    client.post(address, fields)
    other = fields | {"first_name": "Eeva Oja", "second_name": "Esa Oja"}
    answer = client.post(address, other)
    assert answer.status_code == 409
    assert 'value="Eeva Oja"' in answer.content.decode()
    again = other | {"token": str(answer.context["form"]["token"].value())}
    assert client.post(address, again).status_code == 302
    assert [pair[1] for pair in entered(tournament)] == [
        "Aino Aho – Oula Aho",
        "Eeva Oja – Esa Oja",
    ]


def test_a_pair_is_corrected(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=2)
    address = f"/t/{tournament.slug}/manage/pairs/2/"
    page = client.get(address).content.decode()
    assert 'value="Aino Ensi2"' in page
    fields = pair_form("Aino Korjattu/Uusi kerho", "Eero Toka2")
    assert [client.post(address, fields).status_code for _ in range(2)] == [302, 302]
    assert (2, "Aino Korjattu – Eero Toka2", "Uusi kerho") in entered(tournament)
    assert client.post(address, fields | {"first_name": "Muu"}).status_code == 409
    taken = client.post(address, pair_form("Aino Ensi1", "Eero Toka2"))
    assert taken.status_code == 422
    assert "Aino Ensi1 is already in pair 1." in text(taken)
    # What was typed stays in the form, the pair stays as it was.
    assert 'value="Aino Ensi1"' in taken.content.decode()
    assert (2, "Aino Korjattu – Eero Toka2", "Uusi kerho") in entered(tournament)


def test_a_pair_that_is_not_there_is_not_found(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=1)
    address = f"/t/{tournament.slug}/manage/pairs/7/"
    assert client.get(address).status_code == 404
    assert client.post(address, pair_form("Aino Aho", "Oula Aho")).status_code == 404


def test_a_pair_is_removed_once_and_asked_about_before(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=3)
    assert "Yes, remove the pair" in text(client.get(f"/t/{tournament.slug}/manage/pairs/2/"))
    address = f"/t/{tournament.slug}/manage/pairs/2/remove/"
    assert [client.post(address).status_code for _ in range(2)] == [302, 302]
    assert [pair[0] for pair in entered(tournament)] == [1, 3]
    assert AuditRecord.objects.filter(verb="remove_pair").count() == 1


def test_after_the_draw_pairs_are_corrected_but_neither_added_nor_removed(
    client: Client, organiser: User
) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    base = f"/t/{tournament.slug}/manage/pairs/"
    assert "no pair can be added or removed" in text(client.get(base))
    assert "Yes, remove the pair" not in text(client.get(f"{base}1/"))
    added = add(client, tournament, "Uusi Pelaaja", "Toinen Pelaaja")
    assert added.status_code == 422
    assert "The draw has been published, so no pair can be added." in text(added)
    removed = client.post(f"{base}1/remove/")
    assert removed.status_code == 422
    assert "Pair 1 has been drawn into a pool and cannot be removed." in text(removed)
    assert client.post(f"{base}1/", pair_form("Aino Korjattu", "Eero Toka1")).status_code == 302
    assert (1, "Aino Korjattu – Eero Toka1", "") in entered(tournament)


@pytest.mark.parametrize("pairs", [1, 30])
def test_the_list_takes_the_same_few_queries_whatever_the_number_of_pairs(
    client: Client, organiser: User, django_assert_num_queries: DjangoAssertNumQueries, pairs: int
) -> None:
    tournament = make_tournament(organiser, pairs=pairs)
    with django_assert_num_queries(8):
        client.get(f"/t/{tournament.slug}/manage/pairs/")
    with django_assert_num_queries(8):
        client.get(f"/t/{tournament.slug}/manage/pairs/1/")
