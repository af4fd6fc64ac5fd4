"""Every address of the site, walked: it declares its policy and is held to it."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from tests.builders import (
    add_referee,
    make_drawn_tournament,
    make_event_maker,
    make_tournament,
    make_user,
    signed_in,
)
from tournaments.permissions import OPEN_TO_ALL, POLICY, Act

NOT_ALLOWED = 405

# Who may open what. A new address must be added here, with the act that was meant for it.
ADDRESSES: dict[str, Act] = {
    "home": Act.VISIT,
    "sign-in": Act.SIGN_IN,
    "sign-out": Act.VISIT,
    "set-language": Act.VISIT,
    "change-password": Act.CHANGE_OWN_PASSWORD,
    "first-organiser": Act.SIGN_IN,
    "event-new": Act.MAKE_EVENTS,
    "event-archive": Act.MAKE_EVENTS,
    "event-archive-preview": Act.MAKE_EVENTS,
    "manage-archive": Act.MANAGE_EVENT,
    "event": Act.SEE_EVENT,
    "standings": Act.SEE_EVENT,
    "results": Act.SEE_EVENT,
    "schedule": Act.SEE_EVENT,
    "draw": Act.SEE_EVENT,
    "knockout": Act.SEE_EVENT,
    "match": Act.SEE_EVENT,
    "pairs": Act.SEE_EVENT,
    "pair": Act.SEE_EVENT,
    "export": Act.SEE_EVENT,
    "screen": Act.SEE_EVENT,
    "manage": Act.MANAGE_EVENT,
    "manage-settings": Act.MANAGE_EVENT,
    "manage-hall": Act.MANAGE_EVENT,
    "manage-rules": Act.MANAGE_EVENT,
    "manage-show": Act.MANAGE_EVENT,
    "manage-export": Act.MANAGE_EVENT,
    "manage-print": Act.MANAGE_EVENT,
    "manage-pairs": Act.MANAGE_EVENT,
    "manage-pair": Act.MANAGE_EVENT,
    "manage-pair-remove": Act.MANAGE_EVENT,
    "manage-pair-call-off": Act.MANAGE_EVENT,
    "manage-players": Act.MANAGE_EVENT,
    "manage-check-in": Act.CHECK_IN,
    "manage-check-in-all": Act.CHECK_IN,
    "manage-import": Act.MANAGE_EVENT,
    "manage-import-preview": Act.MANAGE_EVENT,
    "manage-draw": Act.MANAGE_EVENT,
    "manage-draw-publish": Act.MANAGE_EVENT,
    "manage-draw-take-back": Act.MANAGE_EVENT,
    "manage-knockout": Act.MANAGE_EVENT,
    "manage-knockout-publish": Act.MANAGE_EVENT,
    "manage-knockout-take-back": Act.MANAGE_EVENT,
    "manage-knockout-annul": Act.MANAGE_EVENT,
    "manage-knockout-annul-undo": Act.MANAGE_EVENT,
    "manage-knockout-next": Act.MANAGE_EVENT,
    "manage-knockout-back": Act.MANAGE_EVENT,
    "manage-knockout-correction": Act.MANAGE_EVENT,
    "manage-knockout-correction-undo": Act.MANAGE_EVENT,
    "manage-knockout-decide": Act.MANAGE_EVENT,
    "manage-knockout-decide-undo": Act.MANAGE_EVENT,
    "manage-schedule": Act.MANAGE_EVENT,
    "manage-schedule-delay": Act.MANAGE_EVENT,
    "manage-schedule-delay-undo": Act.MANAGE_EVENT,
    "manage-schedule-move": Act.MANAGE_EVENT,
    "manage-schedule-move-back": Act.MANAGE_EVENT,
    "manage-draw-show": Act.MANAGE_EVENT,
    "manage-draw-annul": Act.MANAGE_EVENT,
    "manage-draw-annul-undo": Act.MANAGE_EVENT,
    "manage-schedule-plan": Act.MANAGE_EVENT,
    "manage-tables": Act.MANAGE_EVENT,
    "manage-tables-renew": Act.MANAGE_EVENT,
    "manage-table": Act.MANAGE_EVENT,
    "manage-sheet-link": Act.MANAGE_EVENT,
    "manage-codes": Act.MANAGE_EVENT,
    "manage-code": Act.MANAGE_EVENT,
    "manage-people": Act.MANAGE_EVENT,
    "manage-people-new-password": Act.MANAGE_EVENT,
    "manage-people-remove": Act.MANAGE_EVENT,
    "manage-people-withdraw": Act.MANAGE_EVENT,
    "manage-log": Act.MANAGE_EVENT,
    "invitation": Act.SIGN_IN,
    "invitation-link": Act.SIGN_IN,
    "new-password": Act.SIGN_IN,
    "new-password-link": Act.SIGN_IN,
    "people": Act.LOOK_AFTER_SITE,
    "people-admin": Act.LOOK_AFTER_SITE,
    "people-event-making": Act.LOOK_AFTER_SITE,
    "people-new-password": Act.LOOK_AFTER_SITE,
    "people-withdraw": Act.LOOK_AFTER_SITE,
    "manage-late-pair": Act.MANAGE_EVENT,
    "manage-late-pair-undo": Act.MANAGE_EVENT,
    "manage-substitute": Act.MANAGE_EVENT,
    "manage-substitute-undo": Act.MANAGE_EVENT,
    "manage-withdraw": Act.MANAGE_EVENT,
    "manage-withdraw-undo": Act.MANAGE_EVENT,
    "manage-annul": Act.MANAGE_EVENT,
    "manage-annul-undo": Act.MANAGE_EVENT,
    "manage-advancing": Act.MANAGE_EVENT,
    "manage-advancing-lock": Act.MANAGE_EVENT,
    "manage-advancing-keep": Act.MANAGE_EVENT,
    "manage-advancing-anew": Act.MANAGE_EVENT,
    "manage-advancing-back": Act.MANAGE_EVENT,
    "manage-tie": Act.MANAGE_EVENT,
    "manage-lot-undo": Act.MANAGE_EVENT,
    "manage-places": Act.MANAGE_EVENT,
    "manage-places-level": Act.MANAGE_EVENT,
    "manage-play-off-back": Act.MANAGE_EVENT,
    "desk": Act.USE_DESK,
    "desk-late": Act.USE_DESK,
    "desk-results": Act.USE_DESK,
    "desk-file": Act.USE_DESK,
    "desk-file-preview": Act.USE_DESK,
    "desk-confirm": Act.USE_DESK,
    "desk-calls": Act.USE_DESK,
    "desk-calls-answer": Act.USE_DESK,
    "desk-calls-coming": Act.USE_DESK,
    "desk-match": Act.USE_DESK,
    "desk-onward": Act.USE_DESK,
    "desk-match-confirm": Act.USE_DESK,
    "desk-match-codes": Act.USE_DESK,
    "desk-match-withdraw": Act.USE_DESK,
    "desk-call": Act.USE_DESK,
    "desk-call-back": Act.USE_DESK,
    "desk-edit": Act.USE_DESK,
    "desk-edit-check": Act.USE_DESK,
    "desk-compare": Act.USE_DESK,
    "desk-seats": Act.USE_DESK,
    "desk-take-back": Act.USE_DESK,
    "desk-sheet": Act.USE_DESK,
    "desk-check": Act.USE_DESK,
    "desk-revisions": Act.USE_DESK,
    "desk-revision": Act.USE_DESK,
    "table": Act.KEEP_SHEET,
    "table-worker": Act.KEEP_SHEET,
    "table-match": Act.KEEP_SHEET,
    "table-deal": Act.KEEP_SHEET,
    "table-take-back": Act.KEEP_SHEET,
    "table-seats": Act.KEEP_SHEET,
    "table-confirm": Act.KEEP_SHEET,
    "table-dispute": Act.KEEP_SHEET,
    "table-call": Act.KEEP_SHEET,
    "table-call-back": Act.KEEP_SHEET,
    "sheet-page": Act.KEEP_SHEET,
    "sheet-worker": Act.KEEP_SHEET,
    "sheet-deal": Act.KEEP_SHEET,
    "sheet-take-back": Act.KEEP_SHEET,
    "sheet-seats": Act.KEEP_SHEET,
    "sheet-confirm": Act.KEEP_SHEET,
    "sheet-dispute": Act.KEEP_SHEET,
    "sheet-call": Act.KEEP_SHEET,
    "sheet-call-back": Act.KEEP_SHEET,
    "sign-up": Act.SIGN_UP,
    "sign-up-own": Act.SIGN_UP,
    "sign-up-cancel": Act.SIGN_UP,
    "manage-sign-ups": Act.MANAGE_EVENT,
    "manage-sign-ups-approve": Act.MANAGE_EVENT,
    "manage-sign-up-refuse": Act.MANAGE_EVENT,
    "manage-sign-up-reopen": Act.MANAGE_EVENT,
    "jury": Act.SEE_EVENT,
    "manage-jury": Act.MANAGE_EVENT,
    "desk-rulings": Act.USE_DESK,
    "desk-ruling": Act.USE_DESK,
    "desk-jury": Act.USE_DESK,
    "desk-jury-new": Act.USE_DESK,
    "desk-jury-undo": Act.USE_DESK,
}

VISITORS: dict[str, frozenset[Act]] = {
    "anonymous": OPEN_TO_ALL,
    "somebody": OPEN_TO_ALL | {Act.CHANGE_OWN_PASSWORD},
    "organiser of another event": OPEN_TO_ALL | {Act.CHANGE_OWN_PASSWORD, Act.MAKE_EVENTS},
    "referee": OPEN_TO_ALL | {Act.CHANGE_OWN_PASSWORD, Act.USE_DESK, Act.CHECK_IN},
    "organiser": frozenset(Act) - {Act.LOOK_AFTER_SITE},
    "site admin": frozenset(Act),
}


def patterns(entries: list[URLPattern | URLResolver]) -> Iterator[URLPattern]:
    for entry in entries:
        if isinstance(entry, URLResolver):
            yield from patterns(entry.url_patterns)
        else:
            yield entry


ALL = list(patterns(get_resolver().url_patterns))


def address(pattern: URLPattern) -> str:
    """The pattern's address in the test event: its first pair, match and draw."""
    values = {
        "number": 1,
        "table": 1,
        "revision": 1,
        "substitution": 1,
        "name": "standings",
        "kind": "csv",
        "secret": "x",
        "token": uuid4(),
    }
    names = set(pattern.pattern.converters)
    chosen = {name: value for name, value in values.items() if name in names}
    event = {"slug": "testituppi-2026"}
    sheet = {**event, "number": 1, "secret": "x"}
    for extra in ({}, event, sheet, {**sheet, "table": 1}):
        try:
            return reverse(str(pattern.name), kwargs={**chosen, **extra})
        except NoReverseMatch:  # in an event or not, under a link at a table or not
            continue
    raise AssertionError(f"no values for {pattern}")


def visitor(name: str) -> Client:
    organiser = make_event_maker()
    tournament = make_drawn_tournament(organiser)
    match name:
        case "anonymous":
            return Client()
        case "somebody":
            return signed_in(make_user("satu"))
        case "organiser of another event":
            other = make_event_maker("oskari")
            make_tournament(other, name="Toinen")
            return signed_in(other)
        case "referee":
            return signed_in(add_referee(tournament))
        case "organiser":
            return signed_in(organiser)
    return signed_in(make_user("ylläpito", is_superuser=True))


def is_sent_to_sign_in(response: HttpResponse) -> bool:
    return response.status_code == 302 and urlsplit(response["Location"]).path == "/sign-in/"


def test_every_address_has_a_name_and_the_act_meant_for_it() -> None:
    declared = {pattern.name: getattr(pattern.callback, "act", None) for pattern in ALL}
    assert declared == ADDRESSES


def test_every_act_has_a_policy() -> None:
    assert set(POLICY) == set(Act)


def test_only_acts_open_to_all_are_reached_without_signing_in() -> None:
    assert {
        pattern.name for pattern in ALL if not getattr(pattern.callback, "login_required", True)
    } == {name for name, act in ADDRESSES.items() if act in OPEN_TO_ALL}


@pytest.mark.django_db
@pytest.mark.parametrize("name", VISITORS)
def test_addresses_open_to_whom_the_table_says(name: str) -> None:
    client = visitor(name)
    for pattern in ALL:
        response = client.get(address(pattern))
        closed = response.status_code == 403 or is_sent_to_sign_in(response)
        allowed = ADDRESSES[str(pattern.name)] in VISITORS[name]
        assert closed == (not allowed), (name, pattern.name, response.status_code)


@pytest.mark.django_db
def test_every_address_that_shows_a_page_can_be_opened_again_in_another_language() -> None:
    client = visitor("organiser")
    refused = {
        pattern.name for pattern in ALL if client.get(address(pattern)).status_code == NOT_ALLOWED
    }
    assert refused == {"sign-out", "set-language"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("posted", "page"),
    [
        ("manage/draw/1/publish/", "manage/draw/"),
        ("manage/draw/take-back/", "manage/draw/"),
        ("manage/knockout/take-back/", "manage/knockout/"),
        ("manage/knockout/next/", "manage/knockout/"),
        ("manage/schedule/plan/", "manage/"),
        ("manage/show/", "manage/"),
        ("manage/pairs/1/remove/", "manage/pairs/1/"),
        ("manage/pairs/1/call-off/", "manage/pairs/1/"),
        ("manage/schedule/delay/undo/", "manage/schedule/"),
        ("manage/advancing/lock/", "manage/advancing/"),
        ("manage/advancing/keep/", "manage/advancing/"),
        ("manage/advancing/anew/", "manage/advancing/"),
        ("manage/advancing/take-back/", "manage/advancing/"),
        ("manage/schedule/1/back/", "manage/schedule/1/"),
        ("desk/matches/1/call/", "desk/"),
        ("desk/matches/1/call/back/", "desk/"),
        ("desk/matches/1/take-back/", "desk/matches/1/"),
        ("desk/matches/1/confirm/", "desk/matches/1/"),
        ("desk/matches/1/confirm/withdraw/", "desk/matches/1/"),
        ("desk/calls/1/", "desk/calls/"),
        ("desk/matches/1/check/", "desk/matches/1/sheet/"),
        ("desk/matches/1/edit/check/", "desk/matches/1/edit/"),
    ],
)
def test_an_address_for_sending_leads_to_the_page_it_belongs_to(posted: str, page: str) -> None:
    client = visitor("organiser")
    event = "/t/testituppi-2026/"
    response = client.post(
        "/language/", {"language": "en", "next": f"{event}{posted}"}, follow=True
    )
    assert response.redirect_chain == [(event + posted, 302), (event + page, 302)]
    assert response.status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["anonymous", "somebody", "organiser of another event"])
def test_a_draft_event_looks_like_none_to_outsiders(name: str) -> None:
    client = visitor(name)
    from tournaments.models import Tournament

    Tournament.objects.filter(slug="testituppi-2026").update(is_public=False)
    for pattern in ALL:
        if "/testituppi-2026/" in address(pattern):
            response = client.get(address(pattern))
            assert response.status_code == 404 or is_sent_to_sign_in(response), pattern.name


@pytest.mark.django_db
def test_an_event_that_does_not_exist_is_not_found() -> None:
    response = signed_in(make_event_maker()).get("/t/ei-ole/standings/")
    assert response.status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("name", VISITORS)
def test_every_answer_carries_the_strict_content_policy(name: str) -> None:
    client = visitor(name)
    for pattern in ALL:
        policy = client.get(address(pattern))["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
