"""Entering, correcting and removing pairs in the browser."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.builders import make_drawn_tournament, make_event_maker, make_tournament
from tests.tournaments.manage.pages import pair_form, text
from tournaments.actions.check_in import call_off_entry, set_paid, set_present
from tournaments.models import AuditRecord, Player, Tournament, User
from tournaments.permissions import actor_of
from tournaments.queries.pairs import pairs_by_name

HTMX = {"HX-Request": "true"}


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


def test_a_name_of_another_pair_is_asked_about(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=3)
    answer = add(client, tournament, "aino ensi2", "Uusi Pelaaja")
    assert answer.status_code == 422
    assert "Who is aino ensi2? The same person: Aino Ensi2 , Tornio, in pair 2 here" in text(answer)
    known = Player.objects.get(folded="aino ensi2").pk
    same = add(
        client,
        tournament,
        "aino ensi2",
        "Uusi Pelaaja",
        first_who=str(known),
        first_asked="aino ensi2",
    )
    assert same.status_code == 422
    assert "aino ensi2 is already in pair 2." in text(same)
    assert tournament.pairs.count() == 3
    other = {"first_who": "another", "first_asked": "aino ensi2"}
    assert add(client, tournament, "Aino  Ensi2", "Uusi Pelaaja", **other).status_code == 302
    assert Player.objects.filter(folded="aino ensi2").count() == 2


def test_the_likely_player_is_chosen_beforehand_and_nobody_else(
    client: Client, organiser: User
) -> None:
    tournament = make_tournament(organiser, pairs=3)
    likely = add(client, tournament, "Aino Ensi2/Tornio", "Uusi Pelaaja")
    assert len(re.findall(r"<input[^>]*checked[^>]*>", likely.content.decode())) == 1
    unlikely = add(client, tournament, "Aino Ensi2/Kemi", "Uusi Pelaaja")
    assert "checked" not in unlikely.content.decode()


def test_an_answer_about_a_name_that_was_changed_afterwards_is_asked_anew(
    client: Client, organiser: User
) -> None:
    tournament = make_tournament(organiser, pairs=3)
    stale = {"first_who": "another", "first_asked": "Aino Ensi1"}
    answer = add(client, tournament, "Aino Ensi2", "Uusi Pelaaja", **stale)
    assert answer.status_code == 422
    assert "Who is Aino Ensi2?" in text(answer)


def test_the_question_holds_nobody_who_has_put_the_name_right(
    client: Client, organiser: User
) -> None:
    tournament = make_tournament(organiser, pairs=3)
    asked = add(client, tournament, "Aino Ensi2", "Uusi Pelaaja").content.decode()
    [question] = re.findall(r"<fieldset[^>]*which.*?</fieldset>", asked, re.S)
    assert "required" not in question
    mended = {"first_who": "", "first_asked": "Aino Ensi2"}
    assert add(client, tournament, "Erkki Myöhäinen", "Uusi Pelaaja", **mended).status_code == 302


@pytest.mark.parametrize("who", ["", "0", "-1", "9" * 30, "x", "²", "another"])
def test_answers_that_make_no_sense_are_asked_anew(
    client: Client, organiser: User, who: str
) -> None:
    tournament = make_tournament(organiser, pairs=3)
    answer = add(client, tournament, "Aino Ensi2", "Uusi Pelaaja", first_who=who, first_asked="")
    assert (answer.status_code, tournament.pairs.count()) == (422, 3)
    asked = {"first_who": who, "first_asked": "Aino Ensi2"}
    if who != "another":
        assert add(client, tournament, "Aino Ensi2", "Uusi Pelaaja", **asked).status_code == 422


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
    assert "in pair 1 here" in text(taken)
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


def test_after_the_draw_pairs_are_corrected_but_not_removed_nor_added_unawares(
    client: Client, organiser: User
) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    base = f"/t/{tournament.slug}/manage/pairs/"
    assert "a pair that comes now is added to a pool" in text(client.get(base))
    assert "Yes, remove the pair" not in text(client.get(f"{base}1/"))
    added = add(client, tournament, "Uusi Pelaaja", "Toinen Pelaaja")
    assert added.status_code == 422
    assert "The draw has been published, so no pair can be added." in text(added)
    removed = client.post(f"{base}1/remove/")
    assert removed.status_code == 422
    assert "Pair 1 has been drawn into a pool and cannot be removed." in text(removed)
    assert client.post(f"{base}1/", pair_form("Aino Korjattu", "Eero Toka1")).status_code == 302
    assert (1, "Aino Korjattu – Eero Toka1", "") in entered(tournament)


@pytest.mark.parametrize("pairs", [3, 96])
def test_the_list_takes_the_same_few_queries_whatever_the_number_of_pairs(
    client: Client, organiser: User, django_assert_num_queries: DjangoAssertNumQueries, pairs: int
) -> None:
    tournament = make_tournament(organiser, pairs=pairs)
    with django_assert_num_queries(9):
        client.get(f"/t/{tournament.slug}/manage/pairs/")
    with django_assert_num_queries(8):
        client.get(f"/t/{tournament.slug}/manage/pairs/1/?row", headers=HTMX)
    with django_assert_num_queries(11):
        client.get(f"/t/{tournament.slug}/manage/pairs/1/")


def listed(client: Client, tournament: Tournament, query: str) -> list[int]:
    """The numbers of the pairs that the list shows, in its order."""
    page = client.get(f"/t/{tournament.slug}/manage/pairs/?{query}").content.decode()
    rows = re.findall(r'<li class="entry-row[^"]*"\s+id="pair-(\d+)"([^>]*)>', page)
    return [int(number) for number, rest in rows if "hidden" not in rest]


@pytest.mark.parametrize(
    "sought, found",
    [
        ("äij", [1, 2]),
        ("ÄIJ", [1, 2]),
        ("aij", [1, 2]),
        ("äijän", [1]),
        ("aijan", [1]),
        ("oula", [1, 2]),
        ("kätkä", [2]),
        ("tuppi oula aho", [1]),
        ("KEMIN", [1, 2]),
        ("2", [2]),
        ("02", []),
        ("%", []),
        ("zz", []),
        ("", [2, 1]),
    ],
)
def test_pairs_are_found_by_letters_of_either_player_or_club_and_by_number(
    client: Client, organiser: User, sought: str, found: list[int]
) -> None:
    tournament = make_tournament(organiser)
    add(client, tournament, "Aino Äijänaho/Kemin Tuppi", "Oula Aho")
    add(client, tournament, "Maija Niemi", "Oula Uusi-Kätkä/Kemin Tuppi")
    assert sorted(listed(client, tournament, f"q={sought}")) == sorted(found)


def test_states_are_told_counted_and_listed_apart(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=4)
    Tournament.objects.filter(pk=tournament.pk).update(entry_fee_cents=2050)
    who = {"actor": actor_of(organiser), "tournament": tournament}
    set_present(**who, number=1, present=True)
    set_paid(**who, number=1, paid=True)
    set_paid(**who, number=2, paid=True)
    call_off_entry(**who, number=4)
    page = text(client.get(f"/t/{tournament.slug}/manage/pairs/"))
    assert "3 pairs 1 present 2 paid 41 € 1 to pay 20,50 € 1 called off" in page
    assert "Entry fee 20,50 € a pair" in page
    assert "Aino Ensi1 – Eero Toka1 Oulu Paid Present" in page
    assert "Aino Ensi2 – Eero Toka2 Tornio Paid Absent" in page
    assert "Aino Ensi3 – Eero Toka3 Not paid Absent" in page
    assert "Aino Ensi4 – Eero Toka4 Kemi Called off" in page
    assert listed(client, tournament, "show=absent") == [2, 3]
    assert listed(client, tournament, "show=unpaid") == [3]
    assert listed(client, tournament, "show=off") == [4]
    assert listed(client, tournament, "show=nonsense&since=x") == [1, 2, 3, 4]


def test_a_row_turns_into_a_form_and_back(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=3)
    address = f"/t/{tournament.slug}/manage/pairs/2/"
    form = client.get(f"{address}?edit", headers=HTMX)
    assert form.content.decode().strip().startswith('<li class="entry-row editing"')
    assert 'value="Aino Ensi2"' in form.content.decode()
    assert "HX-Request" in form["Vary"]
    back = client.get(f"{address}?row", headers=HTMX)
    assert back.content.decode().strip().startswith('<li class="entry-row"')
    faulty = client.post(address, pair_form("", "Eero Toka2"), headers=HTMX)
    assert (faulty.status_code, "This field is required" in text(faulty)) == (422, True)
    saved = client.post(address, pair_form("Aino Korjattu", "Eero Toka2"), headers=HTMX)
    assert saved.status_code == 200
    assert "Aino Korjattu – Eero Toka2" in text(saved)
    assert "<html" not in saved.content.decode()
    assert 'id="entry-counts" hx-swap-oob="true"' in saved.content.decode()


def test_an_entry_is_called_off_and_brought_back(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=3)
    base = f"/t/{tournament.slug}/manage/pairs/2/"
    assert "Call the entry off" in text(client.get(base))
    gone = client.post(f"{base}call-off/", {"off": "yes"}, follow=True)
    assert "The entry of pair 2 has been called off. It can be brought back." in text(gone)
    assert "Bring the entry back" in text(client.get(base))
    row = client.post(f"{base}call-off/", {"off": "no"}, headers=HTMX)
    assert "Not paid Absent" in text(row)
    assert client.post(f"/t/{tournament.slug}/manage/pairs/9/call-off/").status_code == 404
    drawn = make_drawn_tournament(organiser, pairs=4, pools=1, name="Arvottu")
    refused = client.post(f"/t/{drawn.slug}/manage/pairs/2/call-off/", {"off": "yes"})
    assert refused.status_code == 422
    assert "Withdraw the pair instead" in text(refused)
    assert "Call the entry off" not in text(refused)


def offered(client: Client, tournament: Tournament, typed: str) -> list[tuple[str, str]]:
    answer = client.get(f"/t/{tournament.slug}/manage/players/", {"q": typed})
    return re.findall(r'data-name="([^"]*)" data-club="([^"]*)"', answer.content.decode())


def test_players_of_earlier_public_events_are_offered_with_their_latest_club(
    client: Client, organiser: User
) -> None:
    for name, club in (("Kevät", "Kemi"), ("Syksy", "Oulu")):
        earlier = make_tournament(organiser, name=name)
        add(client, earlier, f"Aino Äijänaho/{club}", f"Oula Ä{name}", first_who="")
        asked = {"first_who": str(Player.objects.get(folded="aino äijänaho").pk)}
        add(
            client,
            earlier,
            f"Aino Äijänaho/{club}",
            f"Oula Ä{name}",
            **asked,
            first_asked="Aino Äijänaho",
        )
    hidden = make_tournament(organiser, name="Salainen", public=False)
    add(client, hidden, "Ilmari Salainen/Salaseura", "Ilona Salainen")
    now = make_tournament(organiser, name="Nyt")
    assert offered(client, now, "äi") == [("Aino Äijänaho", "Oulu")]
    assert offered(client, now, "ÄIJ ain") == [("Aino Äijänaho", "Oulu")]
    assert offered(client, now, "ou") == [("Oula ÄKevät", ""), ("Oula ÄSyksy", "")]
    assert offered(client, now, "ä") == []
    assert offered(client, now, "naho") == []
    assert offered(client, now, "sal") == []
    assert offered(client, now, "%_") == []
    add(client, now, "Aino Äijänaho/Oulu", "Uusi Pari")
    assert offered(client, now, "äi") == []


def test_at_most_eight_are_offered_in_finnish_order(
    client: Client, organiser: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    make_tournament(organiser, pairs=40, name="Kevät")
    now = make_tournament(organiser, name="Nyt")
    assert [name for name, _club in offered(client, now, "ens")] == [
        f"Aino Ensi{number}" for number in (1, 10, 11, 12, 13, 14, 15, 16)
    ]
    with django_assert_num_queries(6):
        offered(client, now, "ens")
