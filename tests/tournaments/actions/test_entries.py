"""Pairs entered, changed, removed."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied

from tests.builders import (
    draw_and_publish,
    make_event_maker,
    make_tournament,
    make_user,
    numbered_pair,
)
from tournaments.actions.entries import (
    EnteredPair,
    EnteredPlayer,
    add_pair,
    change_entered,
    change_pair,
    import_pairs,
    remove_pair,
)
from tournaments.actions.people import known_players
from tournaments.actions.refusals import Refused, RowsRefused
from tournaments.actions.who_plays import WhichPlayer
from tournaments.models import AuditRecord, Club, PairPlayer, Player, Tournament, User
from tournaments.permissions import actor_of
from tournaments.queries.pairs import pairs_by_key, pairs_by_name

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    return make_tournament(organiser)


def pair(first: str, second: str, club: str = "", row: int = 0) -> EnteredPair:
    return EnteredPair(EnteredPlayer(first, club), EnteredPlayer(second, club), row)


def test_pairs_get_running_numbers_and_known_clubs_are_reused(
    organiser: User, tournament: Tournament
) -> None:
    actor = actor_of(organiser)
    add_pair(actor=actor, tournament=tournament, entry=pair("Aino Aho", "Eero Eho", "Kemi"))
    add_pair(actor=actor, tournament=tournament, entry=pair("Ilmari Iho", "Oiva Oho", "kemi "))
    assert [view.number for view in pairs_by_key(tournament).values()] == [1, 2]
    assert Club.objects.count() == 1


def test_each_player_has_a_club_of_their_own_or_none(
    organiser: User, tournament: Tournament
) -> None:
    entry = EnteredPair(EnteredPlayer("Aino Aho", "Kemi"), EnteredPlayer("Eero Eho"))
    add_pair(actor=actor_of(organiser), tournament=tournament, entry=entry)
    [view] = pairs_by_key(tournament).values()
    assert [(player.name, player.club) for player in view.players] == [
        ("Aino Aho", "Kemi"),
        ("Eero Eho", ""),
    ]
    assert view.clubs == "Kemi"


def test_a_name_in_another_pair_is_asked_about_and_the_same_player_refused(
    organiser: User, tournament: Tournament
) -> None:
    actor = actor_of(organiser)
    add_pair(actor=actor, tournament=tournament, entry=pair("Aino Aho", "Eero Eho", "Kemi"))
    with pytest.raises(WhichPlayer) as asked:
        add_pair(actor=actor, tournament=tournament, entry=pair("AINO  AHO", "Oiva Oho", "Kemi"))
    aino = Player.objects.get(folded="aino aho")
    [(seat, question)] = asked.value.questions.items()
    assert (seat, question.likely) == (1, aino.pk)
    assert [(one.pk, one.clubs, one.pair) for one in question.known] == [(aino.pk, ("Kemi",), 1)]
    same = EnteredPair(EnteredPlayer("Aino Aho", player_id=aino.pk), EnteredPlayer("Oiva Oho"))
    with pytest.raises(Refused) as refused:
        add_pair(actor=actor, tournament=tournament, entry=same)
    assert "Aino Aho is already in pair 1." in refused.value.message
    assert tournament.pairs.count() == 1


def test_another_player_of_one_name_is_another_row_and_stays_it(
    organiser: User, tournament: Tournament
) -> None:
    actor = actor_of(organiser)
    add_pair(actor=actor, tournament=tournament, entry=pair("Aino Aho", "Eero Eho", "Kemi"))
    other = EnteredPair(EnteredPlayer("Aino Aho", "Oulu", is_another=True), EnteredPlayer("O Oho"))
    add_pair(actor=actor, tournament=tournament, entry=other)
    first, second = PairPlayer.objects.filter(name="Aino Aho").order_by("pair__number")
    assert first.player_id != second.player_id
    assert AuditRecord.objects.latest("id").details["another"] == ["Aino Aho"]
    # Correcting the club asks nothing and changes nobody; the next event tells them apart by club.
    entry = EnteredPair(EnteredPlayer("Aino Aho", "Tornio"), EnteredPlayer("O Oho"))
    change_pair(actor=actor, tournament=tournament, number=2, entry=entry)
    assert PairPlayer.objects.get(club_name="Tornio").player_id == second.player_id
    following = make_tournament(organiser, name="Seuraava")
    actor = actor_of(organiser)
    add_pair(actor=actor, tournament=following, entry=pair("Aino Aho", "U Uho", "Kemi"))
    assert following.pairs.get().players.get(seat=1).player_id == first.player_id


def test_a_known_name_with_a_new_club_is_asked_about(organiser: User) -> None:
    before, now = (make_tournament(organiser, name=name) for name in ("Kevät", "Syksy"))
    actor = actor_of(organiser)
    add_pair(actor=actor, tournament=before, entry=pair("Aino Aho", "Eero Eho", "Kemi"))
    with pytest.raises(WhichPlayer) as asked:
        add_pair(actor=actor, tournament=now, entry=pair("Aino Aho", "Eero Eho", "Oulu"))
    assert {seat: one.known[0].event for seat, one in asked.value.questions.items()} == {
        1: "Kevät",
        2: "Kevät",
    }
    aino, eero = Player.objects.order_by("id")
    entry = EnteredPair(
        EnteredPlayer("Aino Aho", "Oulu", player_id=aino.pk),
        EnteredPlayer("Eero Eho", "Oulu", is_another=True),
    )
    entered = add_pair(actor=actor, tournament=now, entry=entry)
    assert entered.players.get(seat=1).player_id == aino.pk
    assert entered.players.get(seat=2).player_id not in (aino.pk, eero.pk)


def test_clubs_and_names_of_hidden_events_are_told_to_nobody(organiser: User) -> None:
    hidden = make_tournament(make_event_maker("oskari"), name="Salainen", public=False)
    add_pair(
        actor=actor_of(User.objects.get(username="oskari")),
        tournament=hidden,
        entry=pair("Aino Aho", "Eero Eho", "Salaseura"),
    )
    known = known_players(make_tournament(organiser), ["aino aho"])
    assert [(one.clubs, one.event, one.pair) for one in known["aino aho"]] == [((), "", None)]


def test_an_answer_that_names_nobody_of_that_name_is_none(
    organiser: User, tournament: Tournament
) -> None:
    actor = actor_of(organiser)
    add_pair(actor=actor, tournament=tournament, entry=pair("Aino Aho", "Eero Eho"))
    eero = Player.objects.get(folded="eero eho")
    entry = EnteredPair(EnteredPlayer("Aino Aho", player_id=eero.pk), EnteredPlayer("Oiva Oho"))
    with pytest.raises(WhichPlayer):
        add_pair(actor=actor, tournament=tournament, entry=entry)


def test_a_list_takes_the_known_player_whose_club_fits(organiser: User) -> None:
    before, now = (make_tournament(organiser, name=name) for name in ("Kevät", "Syksy"))
    actor = actor_of(organiser)
    add_pair(actor=actor, tournament=before, entry=pair("Aino Aho", "Eero Eho", "Kemi"))
    other = EnteredPair(EnteredPlayer("Aino Aho", "Oulu", is_another=True), EnteredPlayer("O Oho"))
    add_pair(actor=actor, tournament=before, entry=other)
    of_oulu = PairPlayer.objects.get(name="Aino Aho", club_name="Oulu").player_id
    of_kemi = PairPlayer.objects.get(name="Aino Aho", club_name="Kemi").player_id
    for name, club, meant in (("A", "oulu", of_oulu), ("B", "Tornio", of_kemi)):
        now = make_tournament(organiser, name=name)
        [taken] = import_pairs(
            actor=actor_of(organiser),
            tournament=now,
            entries=[pair("Aino Aho", "X Y", club)],
            source="x",
        )
        assert taken.players.get(seat=1).player_id == meant


def test_a_list_with_a_name_of_the_event_is_refused_and_sent_to_the_form(
    organiser: User, tournament: Tournament
) -> None:
    actor = actor_of(organiser)
    add_pair(actor=actor, tournament=tournament, entry=pair("Aino Aho", "Eero Eho"))
    with pytest.raises(RowsRefused) as refused:
        import_pairs(
            actor=actor, tournament=tournament, entries=[pair("Aino Aho", "X Y", row=2)], source="x"
        )
    assert "entered by hand" in refused.value.message
    assert refused.value.rows == ((2, "Aino Aho is already in pair 1."),)


def test_a_list_is_taken_whole_or_not_at_all(organiser: User, tournament: Tournament) -> None:
    actor = actor_of(organiser)
    entries = [
        pair("Aino Aho", "Eero Eho", row=2),
        pair("Oiva Oho", "Aino Aho", row=3),
        pair("Ilmari Iho", "Urho Uho", row=4),
    ]
    with pytest.raises(RowsRefused) as refused:
        import_pairs(actor=actor, tournament=tournament, entries=entries, source="x.csv")
    assert [row for row, _message in refused.value.rows] == [3]
    assert tournament.pairs.count() == 0


def test_a_known_player_is_the_same_person_in_the_next_event(organiser: User) -> None:
    for name in ("Kevät", "Syksy"):
        tournament = make_tournament(organiser, name=name)
        add_pair(
            actor=actor_of(organiser), tournament=tournament, entry=pair("Aino Aho", "Eero Eho")
        )
    assert Player.objects.count() == 2


def test_renaming_a_club_changes_no_pair_already_entered(
    organiser: User, tournament: Tournament
) -> None:
    actor = actor_of(organiser)
    add_pair(actor=actor, tournament=tournament, entry=pair("Aino Aho", "Eero Eho", "Kemi"))
    Club.objects.update(name="Kemin uusi")
    [view] = pairs_by_key(tournament).values()
    assert view.clubs == "Kemi"


def test_a_changed_pair_keeps_its_number_and_may_keep_its_players(
    organiser: User, tournament: Tournament
) -> None:
    actor = actor_of(organiser)
    add_pair(actor=actor, tournament=tournament, entry=pair("Aino Aho", "Eero Eho"))
    change_pair(
        actor=actor, tournament=tournament, number=1, entry=pair("Aino Aho", "Eero Ehonen", "Oulu")
    )
    [view] = pairs_by_key(tournament).values()
    assert (view.number, view.name, view.clubs) == (1, "Aino Aho – Eero Ehonen", "Oulu")


def test_a_refused_change_leaves_the_pair_as_it_was(
    organiser: User, tournament: Tournament
) -> None:
    actor = actor_of(organiser)
    add_pair(actor=actor, tournament=tournament, entry=pair("Aino Aho", "Eero Eho"))
    add_pair(actor=actor, tournament=tournament, entry=pair("Ilmari Iho", "Oiva Oho"))
    with pytest.raises(Refused):
        change_pair(
            actor=actor, tournament=tournament, number=2, entry=pair("Aino Aho", "Oiva Oho")
        )
    assert [view.name for view in pairs_by_key(tournament).values()] == [
        "Aino Aho – Eero Eho",
        "Ilmari Iho – Oiva Oho",
    ]


def test_removing_twice_changes_nothing(organiser: User, tournament: Tournament) -> None:
    actor = actor_of(organiser)
    add_pair(actor=actor, tournament=tournament, entry=pair("Aino Aho", "Eero Eho"))
    for _time in range(2):
        remove_pair(actor=actor, tournament=tournament, number=1)
    assert PairPlayer.objects.count() == 0


def test_after_the_draw_is_out_pairs_are_neither_added_nor_removed(organiser: User) -> None:
    tournament = draw_and_publish(organiser, make_tournament(organiser, pairs=8), 2)
    actor = actor_of(organiser)
    with pytest.raises(Refused):
        add_pair(actor=actor, tournament=tournament, entry=numbered_pair(99))
    with pytest.raises(Refused):
        remove_pair(actor=actor, tournament=tournament, number=1)
    assert tournament.pairs.count() == 8


def test_pairs_are_listed_in_finnish_order(organiser: User, tournament: Tournament) -> None:
    actor = actor_of(organiser)
    for name in ("Eino Öhman", "Aino Zetter", "Kalle Åström", "Sisko Äijänaho", "Bo ahola"):
        add_pair(actor=actor, tournament=tournament, entry=pair(name, f"Pari {name}"))
    assert [view.players[0].name for view in pairs_by_name(tournament)] == [
        "Bo ahola",
        "Aino Zetter",
        "Kalle Åström",
        "Sisko Äijänaho",
        "Eino Öhman",
    ]


def test_only_organisers_of_the_event_enter_pairs(tournament: Tournament) -> None:
    with pytest.raises(PermissionDenied):
        add_pair(actor=actor_of(make_user("satu")), tournament=tournament, entry=numbered_pair(1))


@pytest.mark.parametrize("clubs", [("Tornio", "kemi", "Oulu"), ("Oulu", "Tornio", "kemi")])
def test_new_clubs_are_inserted_in_one_order_whatever_the_order_of_the_list(
    organiser: User, tournament: Tournament, clubs: tuple[str, ...]
) -> None:
    import_pairs(
        actor=actor_of(organiser),
        tournament=tournament,
        entries=[numbered_pair(number, club) for number, club in enumerate(clubs, start=1)],
        source="test",
    )
    inserted = Club.objects.order_by("id").values_list("name", flat=True)
    assert list(inserted) == ["kemi", "Oulu", "Tornio"]


def test_an_entrant_is_not_asked_and_sent_to_the_organiser(
    organiser: User, tournament: Tournament
) -> None:
    actor = actor_of(organiser)
    add_pair(actor=actor, tournament=tournament, entry=pair("Aino Aho", "Eero Eho", "Kemi"))
    own = add_pair(actor=actor, tournament=tournament, entry=pair("Ilmari Iho", "Oiva Oho"))
    before = own.players.get(seat=1).player_id
    change_entered(tournament, own, pair("Ilmari Iho", "Uusi Nimi", "Oulu"))
    assert own.players.get(seat=1).player_id == before
    with pytest.raises(Refused) as refused:
        change_entered(tournament, own, pair("Ilmari Iho", "Aino Aho", "Oulu"))
    assert "ask the organiser" in refused.value.message
