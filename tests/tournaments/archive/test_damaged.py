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

from tests.builders import make_drawn_tournament, make_event_maker
from tests.tournaments.archive.evenings import make_evening
from tests.tournaments.archive.mornings import make_morning
from tests.tournaments.archive.sites import make_restless, opened, resealed, taken
from tests.tournaments.exports.eventful import make_eventful
from tournaments.actions.archive import read_archive
from tournaments.actions.audit import Verb
from tournaments.actions.entries import EnteredPlayer
from tournaments.actions.refusals import Refused
from tournaments.actions.substitutions import substitute_player, undo_substitution
from tournaments.archive.checks import check_archive
from tournaments.archive.faults import ArchiveFault, FaultCode
from tournaments.archive.text import MAX_BYTES
from tournaments.archive.writing import archive_bytes
from tournaments.models import Tournament, User
from tournaments.permissions import actor_of

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
def morning_archive(db: None) -> bytes:
    return archive_bytes(make_morning(make_event_maker("maija")))


@pytest.fixture
def evening_archive(db: None) -> bytes:
    return archive_bytes(make_evening(make_event_maker("elli")))


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
        (b'{"format": "tuppiliitto-archive", "version": 4}', "newer"),
        (b'{"format": "tuppiliitto-archive", "version": 1}', "changed"),
        (b'{"format": "tuppiliitto-archive", "version": 2}', "changed"),
        (b'{"format": "tuppiliitto-archive", "version": 3}', "changed"),
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
    ("a player twice", at("pairs", 1, "players", 0, "player")(1), "contradiction",
     "pairs[1].players[0].player"),
    ("people out of order", at("pairs", 0, "players", 1, "player")(3), "order",
     "pairs[0].players[1].player"),
    ("a pair that is none", at("pools", 0, "places", 0, "pair")(9), "reference",
     "pools[0].places[0].pair"),
    ("a pair in another place", lambda value: value["pools"][0]["places"].reverse(),
     "contradiction", "pools[0].places"),
    ("a pool nobody drew", at("draws", 0, "counts")(False), "contradiction", "pools"),
    ("a draw not published", at("draws", 0, "published_at")(None), "contradiction",
     "draws[0].published_at"),
    ("a pair drawn twice", at("draws", 0, "pools", 0, 0)(2), "contradiction", "draws[0].pools"),
    ("a pair gone", lambda value: value["pairs"].pop(), "reference",
     "pools[0].places[1].pair"),
    ("a pool more than was drawn", lambda value: value["pools"].append(
        {**value["pools"][0], "pool": 2}), "contradiction", "pools"),
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


UNSOUND_MORNING: list[tuple[str, Change, str, str]] = [
    ("no word on contacts", lambda value: value.pop("contacts"), "malformed", ""),
    ("contacts where there are none", at("contacts")(True), "contradiction",
     "sign_ups[0].contact"),
    ("a contact where there are none", at("sign_ups", 1, "contact")("040"), "contradiction",
     "sign_ups[1].contact"),
    ("a contact in the log", at("log", 0, "details", "contact")("040"), "malformed",
     "log[0].details"),
    ("a fee below nothing", at("event", "entry_fee_cents")(-1), "malformed",
     "event.entry_fee_cents"),
    ("rules that are none", at("event", "rules")([]), "malformed", "event.rules"),
    ("a rule nobody knows", at("event", "rules", "moon")(True), "rules", "event.rules"),
    ("a rule out of bounds", at("event", "rules", "deals_in_large_pool")(0), "rules",
     "event.rules"),
    ("a sign-up that closes first", at("event", "sign_up_closes_at")("2026-01-01T00:00:00.000000Z"),
     "contradiction", "event.sign_up_closes_at"),
    ("half a break", lambda value: value["days"][0]["break"].pop("ends_at"), "malformed",
     "days[0].break"),
    ("a break at night", at("days", 0, "break", "ends_at")("23:30:00"), "contradiction",
     "days[0].break"),
    ("a break that ends first", at("days", 0, "break", "ends_at")("12:00:00"), "contradiction",
     "days[0].break"),
    ("paid at no time", at("pairs", 0, "paid_at")("yes"), "malformed", "pairs[0].paid_at"),
    ("sign-ups out of order", lambda value: value["sign_ups"].reverse(), "order", "sign_ups"),
    ("a sign-up of no state", at("sign_ups", 0, "state")("lost"), "malformed",
     "sign_ups[0].state"),
    ("a sign-up of no pair", at("sign_ups", 0, "pair")(99), "reference", "sign_ups[0].pair"),
    ("a pair that is open still", at("sign_ups", 2, "pair")(4), "contradiction",
     "sign_ups[2].pair"),
    ("a pair signed up twice", at("sign_ups", 1, "pair")(6), "contradiction",
     "sign_ups[1].pair"),
    ("a substitute in no pair", at("substitutions", 0, "pair")(99), "reference",
     "substitutions[0].pair"),
    ("a third seat", at("substitutions", 0, "seat")(3), "malformed", "substitutions[0].seat"),
    ("a substitute for nobody there", at("substitutions", 1, "out", "player")(3), "contradiction",
     "substitutions[1].out.player"),
    ("a substitute for themselves", at("substitutions", 0, "in", "player")(17), "contradiction",
     "substitutions[0].in.player"),
    ("a substitute who never came", at("substitutions", 2, "undone")(None), "contradiction",
     "substitutions[2].in.player"),
    ("a substitute gone again", lambda value: value["substitutions"][3].update(
        undone=value["substitutions"][2]["undone"]), "contradiction",
     "substitutions[3].in.player"),
    ("a substitute undone under another", lambda value: value["substitutions"][0].update(
        undone=value["substitutions"][2]["undone"]), "contradiction",
     "substitutions[2].in.player"),
    ("a substitute nobody knows", at("substitutions", 0, "in", "player")(40), "order",
     "substitutions[0].in.player"),
    ("an annulled draw that counts", lambda value: [value["draws"][1].update(counts=False),
        value["draws"][0].update(counts=True)], "contradiction", "draws[0].annulled"),
    ("two draws that count", lambda value: value["draws"][0].update(counts=True, annulled=None),
     "contradiction", "pools"),
    ("an annulled draw never shown", at("draws", 0, "published_at")(None), "contradiction",
     "draws[0].published_at"),
    ("an annulled draw without its pools", lambda value: value["pools"].pop(0), "contradiction",
     "pools"),
    ("pools of a draw taken back", lambda value: value["draws"][0].update(annulled=None),
     "contradiction", "pools"),
    ("a live pool of an annulled draw", at("pools", 0, "live")(True), "contradiction",
     "pools[0].live"),
    ("a dead pool of the draw that counts", at("pools", 1, "live")(False), "contradiction",
     "pools[1].live"),
    ("a live place in a dead pool", at("pools", 0, "places", 0, "live")(True), "contradiction",
     "pools[0].places[0].live"),
    ("a pair in two live pools", lambda value: value["pools"][2]["places"][3].update(
        pair=value["pools"][1]["places"][0]["pair"]), "contradiction",
     "pools[2].places[3].pair"),
    ("a pair drawn that joined later", at("pools", 1, "places", 0, "added_at")(
        "2026-11-28T09:15:00.000000Z"), "contradiction", "pools[1].places"),
    ("a pair that joined that nobody added", at("pools", 2, "places", 3, "added_at")(None),
     "contradiction", "pools[2].places"),
    ("a live match of a dead pool", at("matches", 0, "live")(True), "contradiction",
     "matches[0].live"),
    ("a dead match of a live pool", at("matches", 15, "live")(False), "contradiction",
     "matches[15].live"),
    ("a dead match that counts", at("matches", 0, "annulled")(None), "contradiction",
     "matches[0].annulled"),
    ("a live match annulled with its draw", lambda value: value["matches"][15].update(
        annulled=value["matches"][0]["annulled"]), "contradiction", "matches[15].annulled.by"),
    ("a match of no draw", at("matches", 0, "draw")(3), "reference", "matches[0].pool"),
    ("another seed", at("draws", 1, "seed")("53"), "draw", "draws[1].pools"),
    ("another seed of an annulled draw", at("draws", 0, "seed")("53"), "draw", "draws[0].pools"),
    ("seeds nobody drew", at("draws", 1, "seeded")([99]), "draw", "draws[1]"),
]  # fmt: skip


PLAY_OFF, ANNULLED, SEMI_FINAL, FINAL = 12, 13, 15, 18
"""Where matches of the evening stand, after the twelve of its pools."""

UNSOUND_EVENING: list[tuple[str, Change, str, str]] = [
    ("a course nobody plays", at("event", "course")("league"), "malformed", "event.course"),
    ("none go on", at("event", "advance_first")(0), "malformed", "event.advance_first"),
    ("a stage that is none", at("matches", 0, "stage")("final"), "malformed", "matches[0].stage"),
    ("a match of a pool and a bracket", at("matches", 0, "bracket")(2), "contradiction",
     "matches[0].bracket"),
    ("a match of no pool", at("matches", PLAY_OFF, "pool")(None), "contradiction",
     "matches[12].pool"),
    ("a match of the knock-out in a pool", at("matches", SEMI_FINAL, "draw")(1), "contradiction",
     "matches[15].draw"),
    ("a match without its number", at("matches", SEMI_FINAL, "bracket_number")(None),
     "contradiction", "matches[15].bracket_number"),
    ("a match of no bracket", at("matches", SEMI_FINAL, "bracket")(3), "reference",
     "matches[15].bracket"),
    ("a round more than there is", at("matches", FINAL, "round")(3), "contradiction",
     "matches[18].round"),
    ("a match more than there is", at("matches", FINAL, "bracket_number")(2), "contradiction",
     "matches[18].bracket_number"),
    ("a match played twice", at("matches", FINAL, "bracket_number")(1), "contradiction",
     "matches[18].bracket_number"),
    ("a pair against itself", lambda value: value["matches"][FINAL].update(
        a=value["matches"][FINAL]["b"]), "contradiction", "matches[18].b"),
    ("a pair drawn elsewhere", lambda value: value["matches"][SEMI_FINAL].update(
        a=value["matches"][SEMI_FINAL + 1]["a"]), "reference", "matches[15].a"),
    ("a pair that did not go on", lambda value: value["matches"][FINAL].update(
        a=next(pair["pair"] for pair in value["pairs"]
               if pair["pair"] not in value["brackets"][1]["slots"])), "reference",
     "matches[18].a"),
    ("a table taken", lambda value: value["matches"][FINAL].update(
        {key: value["matches"][PLAY_OFF][key] for key in ("slot", "table")}), "contradiction",
     "matches[18].table"),
    ("a live match of an annulled bracket", lambda value: value["matches"][ANNULLED].update(
        live=True, annulled=None), "contradiction", "matches[13].live"),
    ("a dead match that counts", at("matches", FINAL, "live")(False), "contradiction",
     "matches[18].annulled"),
    ("a play-off of pairs of two pools", lambda value: value["matches"][PLAY_OFF].update(
        a=value["pools"][0]["places"][0]["pair"]), "reference", "matches[12].a"),
    ("a confirmed sheet never written", at("matches", SEMI_FINAL, "confirmations", 0, "revision")(
        2), "reference", "matches[15].confirmations[0].revision"),
    ("a pair that confirmed twice", at("matches", SEMI_FINAL, "confirmations", 1, "side")("A"),
     "contradiction", "matches[15].confirmations[1]"),
    ("confirmed by nobody", at("matches", SEMI_FINAL + 1, "confirmed", "b")(1), "reference",
     "matches[16].confirmed.b"),
    ("a call about no match", at("calls", 0, "match")(99), "reference", "calls[0].match"),
    ("a dispute of nobody", at("calls", 0, "side")(None), "contradiction", "calls[0].side"),
    ("a disputed sheet never written", at("calls", 0, "revision")(2), "reference",
     "calls[0].revision"),
    ("two calls open at a table", lambda value: value["calls"][1].update(table=9, answered=None),
     "contradiction", "calls[2].answered"),
    ("a call to come with an outcome", at("calls", 1, "answered", "outcome")("stands"),
     "contradiction", "calls[1].answered.outcome"),
    ("a call to come answered at a sheet", at("calls", 1, "answered", "revision")(1),
     "contradiction", "calls[1].answered.revision"),
    ("a dispute answered at a sheet never written", at("calls", 3, "answered", "revision")(2),
     "reference", "calls[3].answered.revision"),
    ("an outcome there is not", at("calls", 3, "answered", "outcome")("won"), "malformed",
     "calls[3].answered.outcome"),
    ("lots out of order", lambda value: value["lots"].reverse(), "order", "lots"),
    ("a lot of no pool", at("lots", 0, "pool", "pool")(3), "reference", "lots[0].pool"),
    ("a lot of a pool that names none", at("lots", 0, "pool")(None), "contradiction",
     "lots[0].pool"),
    ("a lot of nobody", at("lots", 1, "pairs", 0)(99), "reference", "lots[1].pairs[0]"),
    ("a lot that forgets one", lambda value: value["lots"][2].update(
        order=value["lots"][2]["order"][:2]), "contradiction", "lots[2].order"),
    ("a lot nobody saw", at("lots", 1, "witnesses")([]), "contradiction", "lots[1].witnesses"),
    ("a lot by hand and by a seed", at("lots", 1, "seed")("52"), "contradiction",
     "lots[1].witnesses"),
    ("another seed of a lot", at("lots", 2, "seed")("53"), "lot", "lots[2].order"),
    ("another order of a lot taken back", lambda value: value["lots"][0]["order"].reverse(),
     "lot", "lots[0].order"),
    ("two fields in force", at("fields", 0, "undone")(None), "contradiction",
     "fields[1].undone"),
    ("fields that skip one", at("fields", 1, "field")(3), "order", "fields[1].field"),
    ("a pair twice in a field", lambda value: value["fields"][1]["rows"].append(
        value["fields"][1]["rows"].pop(0) | {"pair": value["fields"][1]["rows"][0]["pair"]}),
     "contradiction", "fields[1].rows"),
    ("a field of nobody", at("fields", 1, "rows", 0, "pair")(99), "reference",
     "fields[1].rows[0].pair"),
    ("a field from no pool", at("fields", 1, "rows", 0, "pool")(9), "reference",
     "fields[1].rows[0].pool"),
    ("a ground that is none", at("fields", 1, "rows", 0, "ground")("luck"), "malformed",
     "fields[1].rows[0].ground"),
    ("a bracket of no field", at("brackets", 1, "field")(3), "reference", "brackets[1].field"),
    ("two brackets that count", lambda value: value["brackets"][0].update(
        counts=True, annulled=None), "contradiction", "brackets[1].counts"),
    ("a bracket annulled that counts", at("brackets", 0, "counts")(True), "contradiction",
     "brackets[0].annulled"),
    ("a bracket not published", at("brackets", 1, "published_at")(None), "contradiction",
     "brackets[1].published_at"),
    ("a bracket with one place less", lambda value: value["brackets"][1]["slots"].pop(),
     "contradiction", "brackets[1].slots"),
    ("a match planned that is none", at("brackets", 1, "plan", "0.1")(["x", 1]), "malformed",
     "brackets[1].plan"),
    ("a plan for no time", at("brackets", 1, "plan", "1.0", 0)("2026-11-29T09:00:00"),
     "malformed", "brackets[1].plan.1.0[0]"),
    ("decided for a stranger", at("brackets", 1, "decided", "2.1")(99), "reference",
     "brackets[1].decided.2.1"),
    ("another seed of a bracket", at("brackets", 1, "seed")("54"), "bracket",
     "brackets[1].slots"),
    ("clashes that were none", at("brackets", 0, "clashes")(2), "bracket",
     "brackets[0].clashes"),
]  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name, change, code, where",
    [("eventful_archive", *each[1:]) for each in UNSOUND]
    + [("morning_archive", *each[1:]) for each in UNSOUND_MORNING]
    + [("evening_archive", *each[1:]) for each in UNSOUND_EVENING],
    ids=[each[0] for each in UNSOUND + UNSOUND_MORNING + UNSOUND_EVENING],
)
def test_what_does_not_hold_together_is_refused_with_its_place(
    name: str, request: pytest.FixtureRequest, change: Change, code: str, where: str
) -> None:
    value = opened(request.getfixturevalue(name))
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


@pytest.mark.parametrize(
    "name", ["eventful_archive", "restless_archive", "morning_archive", "evening_archive"]
)
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
    morning_archive: bytes, restless_archive: bytes, evening_archive: bytes, choice: st.DataObject
) -> None:
    """What is taken gives an archive that says what the file said."""
    value = opened(
        choice.draw(st.sampled_from([morning_archive, restless_archive, evening_archive]))
    )
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
            said = opened(archive_bytes(again, contacts=other["contacts"]))
            assert said["event"].pop("slug") == "uusi"
            other["event"].pop("slug")
            for each in (said, other):
                each.pop("sha256")
            assert json.dumps(said, sort_keys=True) == json.dumps(other, sort_keys=True)
        transaction.set_rollback(True)


@pytest.mark.django_db
def test_undone_substitutions_go_back_one_by_one(morning_archive: bytes) -> None:
    """Two came, and both went again, the later one first."""
    value = opened(morning_archive)
    undone = value["substitutions"][2]["undone"]
    for each in value["substitutions"][:3]:
        each["undone"] = undone
    first, second, third = ({**value["substitutions"][place]} for place in range(3))
    was = first["out"]
    value["pairs"][0]["players"][1], first["out"] = {**was, "player": 2}, {**was, "player": 2}
    first["in"] = second["out"] = {**second["out"], "player": 17}
    second["in"] = third["out"] = {**third["out"], "player": 18}
    value["substitutions"][:3] = first, second, third
    check_archive(value)
    third["out"] = first["out"]
    check_archive(value)
    third["out"] = {**was, "player": 3}
    with pytest.raises(ArchiveFault):
        check_archive(value)


@pytest.mark.parametrize(
    "verb, details",
    [(Verb.CHANGE_PAIR, {"pair": 1}), (Verb.CHANGE_SIGN_UP, {"sign_up": 1})],
)
@pytest.mark.django_db
def test_a_pair_whose_names_were_corrected_may_have_anybody_in_it(
    morning_archive: bytes, verb: Verb, details: dict[str, int]
) -> None:
    value = opened(morning_archive)
    value["substitutions"][2]["undone"] = None
    with pytest.raises(ArchiveFault):
        check_archive(value)
    value["log"].append({**value["log"][-1], "verb": verb, "details": details})
    value["sign_ups"][0]["pair"] = 1
    check_archive(value)


@pytest.mark.django_db
def test_a_player_may_come_back_and_go_again(organiser: User) -> None:
    """The first substitution undone last: the place had changed hands twice since."""
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    actor = actor_of(organiser)
    made = [
        substitute_player(
            actor=actor, tournament=tournament, number=1, seat=1, entry=EnteredPlayer(name)
        )
        for name in ("Sirkka Sijainen", "Aino Ensi1", "Sirkka Sijainen")
    ]
    undo_substitution(actor=actor, tournament=tournament, number=1, substitution_id=made[0].pk)
    content = archive_bytes(tournament)
    assert opened(content)["pairs"][0]["players"][0]["name"] == "Aino Ensi1"
    assert taken(content, slug="uusi").substitutions.count() == 3
