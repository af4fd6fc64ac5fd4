"""Files that are no sound archive: refused with the reason, nothing taken."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.builders import make_event_maker
from tests.tournaments.archive.sites import make_restless, opened, resealed, taken
from tests.tournaments.exports.eventful import make_eventful
from tournaments.actions.archive import read_archive
from tournaments.actions.refusals import Refused
from tournaments.archive.checks import check_archive
from tournaments.archive.faults import ArchiveFault, FaultCode
from tournaments.archive.text import MAX_BYTES
from tournaments.archive.writing import archive_bytes
from tournaments.models import Tournament

Path = tuple[str | int, ...]
Change = Callable[[dict[str, Any]], None]

LONG = "x" * 2000
INSTEAD: list[object] = [
    None,
    True,
    False,
    0,
    1,
    2,
    3,
    -1,
    7,
    28,
    52,
    32_767,
    32_768,
    2**31,
    2**53,
    "",
    "A",
    "B",
    "B1",
    "x",
    "ä ö",
    "points",
    "stand",
    "revoke",
    "import_event",
    "withdrawal",
    " two  spaces ",
    LONG,
    "\u202eturned",
    "2026-11-28T09:15:00.000000Z",
    "0001-01-01T00:00:00.000000Z",
    "2026-02-31",
    "2026-11-28",
    "23:59:59",
    "24:00",
    [],
    [1],
    [[]],
    {},
    {"username": "olli"},
    {"kind": "deal", "game": "nolo", "tricks_a": 4},
    {"kind": "award", "to": "A", "reason": "late"},
]


@pytest.fixture
def eventful_archive(db: None) -> bytes:
    return archive_bytes(make_eventful(make_event_maker()).tournament)


@pytest.fixture
def restless_archive(db: None) -> bytes:
    return archive_bytes(make_restless(make_event_maker()))


def places(value: object, path: Path = ()) -> Iterator[Path]:
    """Every place in a value, lists and objects among them."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from places(inner, (*path, index))


def changed(value: dict[str, Any], path: Path, instead: object) -> dict[str, Any]:
    other: Any = copy.deepcopy(value)
    inner = other
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = copy.deepcopy(instead)
    return dict(other)


def counts() -> dict[str, int]:
    """Rows by table; people and clubs may be there already."""
    return {model.__name__: model._default_manager.count() for model in apps.get_models()}


def code_of(content: bytes) -> str:
    """The code with which a file is refused, without a row of it left."""
    before = counts()
    with pytest.raises(ArchiveFault) as refused:
        taken(content, slug="uusi")
    assert refused.value.sentence
    assert counts() == before
    return refused.value.code.value


@pytest.mark.parametrize(
    "content, code",
    [
        (b"", "not_json"),
        (b"\x00\x01", "not_json"),
        (b"PK\x03\x04\xff", "not_text"),
        ("ä".encode("latin-1"), "not_text"),
        (b"{", "not_json"),
        (b'{"format": "tuppiliitto-archive"', "not_json"),
        (b"[]", "foreign"),
        (b"3", "foreign"),
        (b"null", "foreign"),
        (b"{}", "foreign"),
        (b'{"format": "tuppiliitto-standings", "version": 1}', "foreign"),
        (b'{"format": "tuppiliitto-archive"}', "foreign"),
        (b'{"format": "tuppiliitto-archive", "version": true}', "foreign"),
        (b'{"format": "tuppiliitto-archive", "version": 0}', "foreign"),
        (b'{"format": "tuppiliitto-archive", "version": 2}', "newer"),
        (b'{"format": "tuppiliitto-archive", "version": 1}', "changed"),
        (b'{"format": "tuppiliitto-archive", "version": 1, "sha256": []}', "changed"),
        (b'{"a": 1, "a": 1}', "doubled_key"),
        (b'{"a": 1.0}', "unfit_number"),
        (b'{"a": 1e999}', "unfit_number"),
        (b'{"a": NaN}', "unfit_number"),
        (b'{"a": -Infinity}', "unfit_number"),
        (b'{"a": -0}', "unfit_number"),
        (b'{"a": 9007199254740993}', "unfit_number"),
        (b'{"a": ' + b"9" * 100_000 + b"}", "unfit_number"),
        (b'{"a": "\\u0000"}', "unfit_text"),
        (b'{"a": "\\ud800"}', "unfit_text"),
        (b'{"\\udc00": 1}', "unfit_text"),
        (b"[" * 17 + b"]" * 17, "too_deep"),
        (b"[" * 1_000_000, "too_deep"),
        (b'{"a":' * 1_000_000, "too_deep"),
        (b" " * (MAX_BYTES + 1), "too_large"),
    ],
)
@pytest.mark.django_db
def test_what_is_no_archive_is_refused_by_its_code(content: bytes, code: str) -> None:
    assert code_of(content) == code


@pytest.mark.django_db
def test_a_file_cut_off_anywhere_is_refused(eventful_archive: bytes) -> None:
    for end in range(0, len(eventful_archive) - 2, 97):
        with pytest.raises(ArchiveFault):
            read_archive(eventful_archive[:end])


@pytest.mark.django_db
def test_a_file_with_any_letter_changed_is_refused(eventful_archive: bytes) -> None:
    for at in range(2, len(eventful_archive) - 3, 41):
        content = bytearray(eventful_archive)
        content[at] ^= 1
        try:
            assert json.loads(content) == opened(eventful_archive)  # blank space, as good as before
        except (ValueError, AssertionError):
            with pytest.raises(ArchiveFault):
                read_archive(bytes(content))


@pytest.mark.django_db
def test_the_same_value_in_another_dress_is_taken(eventful_archive: bytes) -> None:
    value = dict(reversed(list(opened(eventful_archive).items())))
    dressed = b"\xef\xbb\xbf" + json.dumps(value, indent=4).encode()
    again = archive_bytes(taken(dressed, slug="uusi"))
    assert opened(again)["matches"] == value["matches"]


def at(*path: str | int) -> Callable[[object], Change]:
    def with_value(instead: object) -> Change:
        def change(value: dict[str, Any]) -> None:
            inner: Any = value
            for step in path[:-1]:
                inner = inner[step]
            inner[path[-1]] = instead

        return change

    return with_value


NOLO = {"kind": "deal", "game": "nolo", "tricks_a": 4}
UNSOUND: list[tuple[str, Change, str, str]] = [
    ("a key more", at("event", "colour")("red"), "malformed", "event"),
    ("a key less", lambda value: value["event"].pop("place"), "malformed", "event"),
    ("an address", at("event", "slug")("../x"), "malformed", "event.slug"),
    ("a name", at("pairs", 0, "players", 1, "name")(" x"), "malformed", "pairs[0].players[1].name"),
    ("a time", at("pairs", 0, "entered_at")("2026-11-28"), "malformed", "pairs[0].entered_at"),
    ("an early time", at("matches", 0, "starts_at")("0001-01-01T00:00:00.000000Z"), "malformed",
     "matches[0].starts_at"),
    ("no day", at("days")([]), "malformed", "days"),
    ("a day that ends first", at("days", 0, "ends_at")("01:00:00"), "contradiction",
     "days[0].ends_at"),
    ("days out of order", lambda value: value["days"].reverse(), "order", "days"),
    ("pairs out of order", lambda value: value["pairs"].reverse(), "order", "pairs"),
    ("a pair twice", at("pairs", 1, "pair")(1), "order", "pairs"),
    ("a player twice", at("pairs", 1, "players", 0, "name")("aino ENSI1"), "contradiction",
     "pairs[1].players[0].name"),
    ("a pair in no pool", at("pools", 0, "pairs", 0)(9), "contradiction", "pools"),
    ("a pool nobody drew", at("draws", 0, "counts")(False), "contradiction", "pools"),
    ("a draw not published", at("draws", 0, "published_at")(None), "contradiction",
     "draws[0].published_at"),
    ("a pair drawn twice", at("draws", 0, "pools", 0, 0)(2), "contradiction", "draws[0].pools"),
    ("a pair gone", lambda value: value["pairs"].pop(), "reference", "pools[0].pairs[1]"),
    ("a match of no pool", at("matches", 0, "pool")(2), "reference", "matches[0].pool"),
    ("a match of no pair", at("matches", 0, "a")(6), "reference", "matches[0].a"),
    ("a table taken", lambda value: value["matches"][1].update(table=1, slot=0), "contradiction",
     "matches[1].table"),
    ("a deal the rules refuse", at("matches", 4, "revisions", 0, "added", 0, "tricks_a")(14),
     "sheet", "matches[4].revisions[0].added[0]"),
    ("a fall that is none", lambda value: value["matches"][4]["revisions"][0].update(
        added=[{"kind": "deal", "game": "nolo", "winner": "A"}]), "sheet",
     "matches[4].revisions[0]"),
    ("a line after the end", lambda value: value["matches"][0]["revisions"][0]["added"].append(
        NOLO), "sheet", "matches[0].revisions[0]"),
    ("a line with more in it", at("matches", 4, "revisions", 0, "added", 0, "note")("x"),
     "malformed", "matches[4].revisions[0].added[0]"),
    ("a sheet of other lines", at("matches", 4, "sheet", "entries", 0, "tricks_a")(9),
     "contradiction", "matches[4].sheet.entries"),
    ("a format that is none", at("matches", 4, "sheet", "format")("to_tuppi"), "malformed",
     "matches[4].sheet.deals"),
    ("more lines kept than there were", at("matches", 4, "revisions", 1, "kept")(2),
     "contradiction", "matches[4].revisions[1].kept"),
    ("revisions misnumbered", at("matches", 4, "revisions", 1, "revision")(3), "order",
     "matches[4].revisions[1].revision"),
    ("a ruling of no offence", at("matches", 4, "revisions", 1, "rulings", 0, "line")(1),
     "contradiction", "matches[4].revisions[1].rulings"),
    ("a ruling of later", at("matches", 4, "revisions", 1, "rulings", 0, "recorded")(3),
     "reference", "matches[4].revisions[1].rulings"),
    ("other points", at("matches", 4, "outcome", "total_a")(12), "outcome", "matches[4].outcome"),
    ("another winner", at("matches", 0, "outcome", "winner")("B"), "outcome", "matches[0].outcome"),
    ("a change that was none", at("matches", 0, "changed_at")(None), "contradiction",
     "matches[0].changed_at"),
    ("a withdrawal of nobody", at("withdrawals", 0, "pair")(None), "contradiction",
     "withdrawals[0]"),
    ("a withdrawal undone behind its matches", lambda value: value["withdrawals"][0].update(
        undone={"at": value["event"]["created_at"], "by": "olli", "reason": "x"}), "reference",
     "matches[3].annulled.by"),
    ("an effect on no match", at("withdrawals", 0, "effects", 0, "match")(99), "reference",
     "withdrawals[0].effects[0].match"),
    ("an effect that is none", at("withdrawals", 0, "effects", 0)({"match": 4}), "malformed",
     "withdrawals[0].effects[0]"),
    ("points without points", at("decisions", 0, "points")(None), "contradiction",
     "decisions[0].points"),
    ("points of another match", at("decisions", 0, "match")(1), "reference", "decisions[0].pair"),
    ("a record of no match", at("log", 5, "match")(99), "reference", "log[5].match"),
    ("a record of an import", at("log", 0, "verb")("import_event"), "malformed", "log[0].verb"),
    ("an account", at("log", 0, "details", "username")("olli"), "malformed", "log[0].details"),
]  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize("change, code, where", [each[1:] for each in UNSOUND],
                         ids=[each[0] for each in UNSOUND])  # fmt: skip
def test_what_does_not_hold_together_is_refused_with_its_place(
    eventful_archive: bytes, change: Change, code: str, where: str
) -> None:
    value = opened(eventful_archive)
    change(value)
    before = counts()
    with pytest.raises(ArchiveFault) as refused:
        taken(resealed(value), slug="uusi")
    assert (refused.value.code.value, refused.value.where) == (code, where)
    assert where in refused.value.sentence
    assert counts() == before


@pytest.mark.django_db
def test_a_sheet_that_takes_too_long_to_replay_is_refused(eventful_archive: bytes) -> None:
    value = opened(eventful_archive)
    match = value["matches"][4]
    deal = {"kind": "deal", "game": "nolo", "winner": "B"}
    rise = {"kind": "deal", "game": "nolo", "tricks_a": 6}
    added = [rise, deal] * 450
    match["sheet"] = {"format": "fixed", "deals": 1000, "entries": []}
    match["revisions"] = [
        {**match["revisions"][0], "revision": number, "kept": 0, "added": added, "rulings": []}
        for number in range(1, 570)
    ]
    assert code_of(resealed(value)) == FaultCode.TOO_LARGE


@pytest.mark.parametrize("name", ["eventful_archive", "restless_archive"])
def test_any_value_anywhere_is_refused_or_sound(name: str, request: pytest.FixtureRequest) -> None:
    """Nothing but a coded refusal comes of any of these in any place; the seal is left aside."""
    value = opened(request.getfixturevalue(name))
    check_archive(value)
    for number, path in enumerate(list(places(value))):
        holder: Any = value
        for step in path[:-1]:
            holder = holder[step]
        was = holder[path[-1]]
        holder[path[-1]] = copy.deepcopy(INSTEAD[number % len(INSTEAD)])
        with suppress(ArchiveFault):
            check_archive(value)
        holder[path[-1]] = was
    check_archive(value)


@pytest.mark.django_db
@settings(
    max_examples=100,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(choice=st.data())
def test_any_single_changed_value_is_refused_or_kept(
    restless_archive: bytes, choice: st.DataObject
) -> None:
    """What is taken gives an archive that says what the file said."""
    value = opened(restless_archive)
    path = choice.draw(st.sampled_from(list(places(value))))
    instead = choice.draw(
        st.one_of(
            st.sampled_from(INSTEAD),
            st.integers(),
            st.text(max_size=20),
            st.dictionaries(st.text(max_size=5), st.integers(0, 9), max_size=2),
        )
    )
    other = changed(value, path, instead)
    events = Tournament.objects.count()
    with transaction.atomic():
        try:
            again = taken(resealed(other), slug="uusi")
        except (ArchiveFault, Refused):
            assert Tournament.objects.count() == events
        else:
            said = opened(archive_bytes(again))
            assert said["event"].pop("slug") == "uusi"
            other["event"].pop("slug")
            for each in (said, other):
                each.pop("sha256")
            assert json.dumps(said, sort_keys=True) == json.dumps(other, sort_keys=True)
        transaction.set_rollback(True)
