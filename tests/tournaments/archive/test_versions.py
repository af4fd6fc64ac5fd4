"""Archives of older versions are taken as long as the site lives; those of newer ones are not.

`version_1.json` was written by the last site that wrote version 1, `version_2.json` by one that
wrote version 2.
"""

from __future__ import annotations

import copy
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from tests.tournaments.archive.sites import empty_the_site, opened, resealed, taken
from tests.tournaments.archive.test_damaged import INSTEAD, counts, places
from tournaments.actions.archive import read_archive
from tournaments.archive.faults import ArchiveFault
from tournaments.archive.text import VERSION
from tournaments.archive.versions import current
from tournaments.archive.writing import archive_bytes
from tournaments.models import RefereeCall

OF_VERSION_1 = (Path(__file__).parent / "version_1.json").read_bytes()
OF_VERSION_2 = (Path(__file__).parent / "version_2.json").read_bytes()


def told_in_version_2(value: dict[str, Any]) -> dict[str, Any]:
    """An archive of today with nothing in it that version 2 had no words for, as it told it."""
    value = copy.deepcopy(value)
    assert [value.pop(key) for key in ("calls", "lots", "fields", "brackets")] == [[], [], [], []]
    value["version"] = 2
    value.pop("sha256")
    event = value["event"]
    assert [event.pop(key) for key in ("course", "advance_first", "advance_size")] == [
        "pools_and_knockout",
        None,
        None,
    ]
    for match in value["matches"]:
        assert (match.pop("stage"), match.pop("bracket"), match.pop("bracket_number")) == (
            "pool",
            None,
            None,
        )
        assert (match.pop("confirmed"), match.pop("confirmations")) == ({"a": None, "b": None}, [])
        for revision in match["revisions"]:
            assert revision.pop("table") is None
    for record in value["log"]:
        assert record.pop("table") is None
    return value


def told_in_version_1(value: dict[str, Any]) -> dict[str, Any]:
    """An archive of today with nothing in it that version 1 had no words for, as it told it."""
    value = told_in_version_2(value)
    assert (value.pop("contacts"), value.pop("sign_ups"), value.pop("substitutions")) == (
        False,
        [],
        [],
    )
    value["version"] = 1
    event = value["event"]
    assert (event.pop("entry_fee_cents"), event.pop("rules")) == (0, {})
    for key in ("sign_up_opens_at", "sign_up_closes_at", "sign_up_limit"):
        assert event.pop(key) is None
    for day in value["days"]:
        assert day.pop("break") is None
    for pair in value["pairs"]:
        for key in ("paid_at", "present_at", "cancelled_at"):
            assert pair.pop(key) is None
        for player in pair["players"]:
            player.pop("player")
    for draw in value["draws"]:
        assert [draw.pop(key) for key in ("seeded", "kept_apart", "annulled")] == [[], [], None]
    counting = [draw["draw"] for draw in value["draws"] if draw["counts"]]
    for pool in value["pools"]:
        assert (pool.pop("draw"), pool.pop("live")) == (*counting, True)
        pool["pairs"] = [place["pair"] for place in pool.pop("places")]
    for match in value["matches"]:
        assert (match.pop("draw"), match.pop("live")) == (*counting, True)
        assert (match.pop("called_at"), match.pop("moved_by_hand")) == (None, False)
    return value


@pytest.mark.django_db
def test_an_archive_of_version_1_gives_the_event_it_told() -> None:
    tournament = taken(OF_VERSION_1)
    content = archive_bytes(tournament)
    value = opened(content)
    assert value["version"] == VERSION
    was = opened(OF_VERSION_1)
    was.pop("sha256")
    assert told_in_version_1(value) == was
    empty_the_site()
    assert archive_bytes(taken(content)) == content


@pytest.mark.django_db
def test_an_archive_of_version_2_gives_the_event_it_told() -> None:
    content = archive_bytes(taken(OF_VERSION_2), contacts=True)
    was = opened(OF_VERSION_2)
    was.pop("sha256")
    assert told_in_version_2(opened(content)) == was
    empty_the_site()
    assert archive_bytes(taken(content), contacts=True) == content


@pytest.mark.parametrize("of_version", [OF_VERSION_1, OF_VERSION_2])
@pytest.mark.django_db
def test_an_archive_of_an_older_version_says_the_same_made_new(of_version: bytes) -> None:
    made = current(opened(of_version))
    said = opened(archive_bytes(taken(of_version), contacts=made["contacts"]))
    assert {**made, "sha256": 0} == {**said, "sha256": 0}


@pytest.mark.django_db
def test_one_from_before_disputes_had_outcomes_is_taken_as_having_none() -> None:
    other_event = taken(OF_VERSION_2)
    RefereeCall.objects.create(
        tournament=other_event,
        table=1,
        kind=RefereeCall.Kind.DISPUTE,
        side="A",
        reason="deal 4 was ours",
        answered_at=timezone.now(),
        answered_by_name="Olli",
        answer="counted again",
    )
    value = opened(archive_bytes(other_event))
    [call] = value["calls"]
    for key in ("outcome", "revision"):
        assert call["answered"].pop(key) is None
    empty_the_site()
    [call_taken] = taken(resealed(value)).referee_calls.all()
    assert (call_taken.answer, call_taken.outcome, call_taken.answered_revision) == (
        "counted again",
        "",
        None,
    )


@pytest.mark.django_db
def test_one_of_a_newer_version_is_refused() -> None:
    value = {**opened(OF_VERSION_1), "version": VERSION + 1}
    with pytest.raises(ArchiveFault) as refused:
        read_archive(resealed(value))
    assert refused.value.code == "newer"


@pytest.mark.parametrize(
    "path, instead, code, where",
    [
        (("contacts",), False, "malformed", ""),
        (("event", "rules"), {}, "malformed", "event"),
        (("pairs", 0, "players", 0, "player"), 1, "malformed", "pairs[0].players[0]"),
        (("pairs", 1, "players", 0, "name"), "eero TOKA1", "contradiction",
         "pairs[1].players[0].player"),
        (("draws", 2, "counts"), False, "contradiction", "pools"),
        (("pools", 0, "draw"), 3, "malformed", "pools[0]"),
        (("pools", 0, "pairs", 0), 99, "reference", "pools[0].places[0].pair"),
        (("matches", 0, "live"), True, "malformed", "matches[0]"),
        (("draws", 0, "seed"), "53", "draw", "draws[0].pools"),
        (("version",), 2, "malformed", ""),
    ],
)  # fmt: skip
@pytest.mark.django_db
def test_a_damaged_one_of_version_1_is_refused_with_its_place(
    path: tuple[str | int, ...], instead: object, code: str, where: str
) -> None:
    _refused(OF_VERSION_1, path, instead, code, where)


def _refused(
    content: bytes, path: tuple[str | int, ...], instead: object, code: str, where: str
) -> None:
    value: Any = opened(content)
    holder = value
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = instead
    before = counts()
    with pytest.raises(ArchiveFault) as refused:
        taken(resealed(value))
    assert (refused.value.code.value, refused.value.where) == (code, where)
    assert counts() == before


@pytest.mark.parametrize(
    "path, instead, code, where",
    [
        (("event", "course"), "pools", "malformed", "event"),
        (("matches", 0, "bracket"), None, "malformed", "matches[0]"),
        (("matches", 0, "pool"), None, "malformed", "matches[0].pool"),
        (("log", 0, "table"), None, "malformed", "log[0]"),
        (("lots",), [], "malformed", ""),
        (("draws", 1, "seed"), "53", "draw", "draws[1].pools"),
        (("version",), 3, "malformed", ""),
        (("version",), 1, "malformed", ""),
    ],
)
@pytest.mark.django_db
def test_a_damaged_one_of_version_2_is_refused_with_its_place(
    path: tuple[str | int, ...], instead: object, code: str, where: str
) -> None:
    _refused(OF_VERSION_2, path, instead, code, where)


@pytest.mark.parametrize("of_version", [OF_VERSION_1, OF_VERSION_2])
def test_any_value_anywhere_in_an_older_one_is_refused_or_made_new(of_version: bytes) -> None:
    """Making it new meets no surprise but a coded refusal."""
    value = opened(of_version)
    for number, path in enumerate(list(places(value))):
        if path == ("version",):
            continue
        holder: Any = value
        for step in path[:-1]:
            holder = holder[step]
        was = holder[path[-1]]
        holder[path[-1]] = copy.deepcopy(INSTEAD[number % len(INSTEAD)])
        with suppress(ArchiveFault):
            current(value)
        holder[path[-1]] = was
