"""Who is who: people of an archive are told apart in it, and found again by name where one only
can be meant."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.archive.mornings import CONTACT, make_morning
from tests.tournaments.archive.sites import empty_the_site, opened, taken
from tests.tournaments.exports.eventful import Eventful
from tournaments.archive.writing import archive_bytes
from tournaments.models import PairPlayer, Player, Substitution, Tournament, User
from tournaments.names import fold_name, sort_key


def known(name: str) -> Player:
    return Player.objects.create(name=name, folded=fold_name(name), sort_key=sort_key(name))


def player_of(tournament: Tournament, pair: int, seat: int) -> Player:
    return PairPlayer.objects.get(pair__tournament=tournament, pair__number=pair, seat=seat).player


def numbers(value: dict[str, Any], pair: int) -> list[int]:
    return [player["player"] for player in value["pairs"][pair - 1]["players"]]


def test_people_are_numbered_as_they_are_first_named(organiser: User) -> None:
    value = opened(archive_bytes(make_morning(organiser)))
    assert [numbers(value, pair) for pair in (1, 2, 8)] == [[1, 2], [3, 4], [15, 16]]
    assert [
        (each["out"]["player"], each["in"]["player"], bool(each["undone"]))
        for each in value["substitutions"]
    ] == [(17, 18, False), (18, 2, False), (2, 19, True), (20, 7, False)]


def test_two_of_one_name_stay_two(organiser: User) -> None:
    tournament = make_morning(organiser)
    content = archive_bytes(tournament)
    value = opened(content)
    assert value["pairs"][1]["players"][0]["name"] == value["pairs"][6]["players"][0]["name"]
    empty_the_site()
    again = taken(content)
    assert player_of(again, 2, 1) != player_of(again, 7, 1)
    for_herself = Substitution.objects.get(pair__tournament=again, pair__number=4)
    assert for_herself.out_name == for_herself.in_name
    assert for_herself.out_player != for_herself.in_player == player_of(again, 4, 1)


def test_one_of_a_name_that_the_site_knows_once_is_that_person(eventful: Eventful) -> None:
    content = archive_bytes(eventful.tournament)
    empty_the_site()
    aino = known("AINO  Ensi1")
    again = taken(content)
    assert player_of(again, 1, 1) == aino
    assert aino.name == "AINO  Ensi1"


def test_one_of_a_name_that_the_site_knows_twice_is_somebody_new(eventful: Eventful) -> None:
    content = archive_bytes(eventful.tournament)
    empty_the_site()
    two = {known("Aino Ensi1"), known("aino ensi1")}
    assert player_of(taken(content), 1, 1) not in two


def test_two_of_a_name_are_new_even_where_the_site_knows_one(organiser: User) -> None:
    tournament = make_morning(organiser)
    content = archive_bytes(tournament)
    empty_the_site()
    aino = known("Aino Ensi2")
    again = taken(content)
    assert aino not in {player_of(again, 2, 1), player_of(again, 7, 1)}
    # Nobody else is made twice.
    assert player_of(taken(content, slug="toinen"), 1, 1) == player_of(again, 1, 1)


@pytest.mark.parametrize("asked", [False, True])
def test_contacts_come_along_only_where_asked_for(organiser: User, *, asked: bool) -> None:
    tournament = make_morning(organiser)
    content = archive_bytes(tournament, contacts=asked)
    value = opened(content)
    assert value["contacts"] is asked
    for contact in (CONTACT, "040 5551", "040 5552"):
        assert (contact in content.decode()) is (asked and contact != "040 5551")
    assert [each["contact"] is not None for each in value["sign_ups"]] == [asked] * 4
    empty_the_site()
    again = taken(content)
    assert archive_bytes(again, contacts=asked) == content
    contacts = [each.contact for each in again.sign_ups.order_by("number")]
    assert contacts == ([CONTACT, "", "040 5552", ""] if asked else [""] * 4)


def test_private_links_are_in_no_archive_and_open_nothing_elsewhere(organiser: User) -> None:
    tournament = make_morning(organiser)
    digests = {each.digest for each in tournament.sign_ups.all()}
    sources = {each.source_digest for each in tournament.sign_ups.all()}
    assert "" not in sources
    content = archive_bytes(tournament, contacts=True)
    assert not any(digest in content.decode() for digest in digests | sources)
    again = taken(content, slug="uusi")
    made = {each.digest for each in again.sign_ups.all()}
    assert len(made) == 4
    assert not made & digests
    assert {each.source_digest for each in again.sign_ups.all()} == {""}
